//! Tests with states computed by hand, recounts, and drawings.

use super::draw::{Now, Spot, draw, job_at};
use super::figure::Machines;
use super::layout::Layout;
use super::*;
use crate::chart::figure::{Figure, svg};
use crate::chart::kit::area::Area;
use crate::chart::kit::recorder::{Call, Recorder};
use crate::chart::kit::theme::Theme;
use crate::engine::Progress;
use crate::experiment::{Plan, Runner};
use crate::metrics::link_groups::link_groups;
use crate::metrics::timeline::{self, RecordedLink, Rows, Window};
use crate::scenario::{Scenario, build};
use proptest::prelude::*;

fn job(id: u64, home: u32, times: [f64; 3], pieces: &[(u32, u32, u32)], demands: &[(u32, u64)]) -> TimelineJob {
    let piece = |&(cluster, first, last): &(u32, u32, u32)| Rows { cluster, nodes: vec![(first, last)] };
    TimelineJob {
        id,
        home,
        nodes: pieces.iter().map(|(_, first, last)| last + 1 - first).sum(),
        arrival_s: times[0],
        start_s: times[1],
        end_s: times[2],
        ended: true,
        penalty: 1.0,
        pieces: pieces.iter().map(piece).collect(),
        demands: demands.to_vec(),
        ..TimelineJob::default()
    }
}

/// Two clusters of ten nodes whose links carry 1000 bit/s, 100 of them background on the first link. Job 0 runs at home from 0 s to 100 s.
/// Job 1 arrives at 10 s, and runs split from 50 s to 200 s. Job 2 arrives at 20 s at cluster 2, and runs on cluster 1 from 100 s to 150 s.
fn two(topology: Topology) -> Machine {
    let link = |background_bps| RecordedLink { capacity_bps: 1000, background_bps };
    let sample = |time_s, waiting| Sample { time_s, waiting, busy: 0, saturation: Vec::new() };
    let jobs = vec![
        job(0, 0, [0.0, 0.0, 100.0], &[(0, 0, 3)], &[]),
        job(1, 0, [10.0, 50.0, 200.0], &[(0, 4, 9), (1, 0, 5)], &[(0, 950), (1, 300)]),
        job(2, 1, [20.0, 100.0, 150.0], &[(0, 0, 2)], &[]),
    ];
    let recorded = Timeline {
        span_s: [0.0, 200.0],
        nodes: vec![10, 10],
        links: vec![link(100), link(0)],
        jobs,
        samples: vec![sample(0.0, 0), sample(10.0, 1), sample(20.0, 2), sample(50.0, 4)],
        ..Timeline::default()
    };
    Machine { title: "First-fit".to_owned(), topology, recorded }
}

#[test]
fn who_waits_who_runs_and_what_links_carry_by_hand() {
    let machine = two(Topology::Star);
    let at = |now_s| machine.state(now_s, 0.0);
    let idle = State {
        waiting: vec![vec![], vec![]],
        busy: vec![0, 0],
        load_bps: vec![100, 0],
        capacity_bps: vec![1000; 2],
        out: vec![0, 0],
        ..State::default()
    };
    assert_eq!(at(-1.0), idle);
    assert_eq!(at(0.0), State { running: vec![0], busy: vec![4, 0], ..idle.clone() });
    assert_eq!(at(20.0), State { waiting: vec![vec![1], vec![2]], running: vec![0], busy: vec![4, 0], ..idle.clone() });
    // From 50 s on, four jobs wait according to the recording, and the start of one of them is recorded.
    let full = State {
        waiting: vec![vec![], vec![2]],
        more_waiting: 3,
        running: vec![0, 1],
        busy: vec![10, 6],
        load_bps: vec![1050, 300],
        capacity_bps: vec![1000; 2],
        out: vec![0, 0],
        ..State::default()
    };
    assert_eq!(at(50.0), full);
    assert_eq!((machine.saturation(&full, 0), machine.saturation(&full, 1)), (1.05, 0.3));
    assert_eq!(machine.saturation(&full, 9), 0.0);
    assert_eq!(machine.fullest(&full), Some(1.05));
    // At 100 s job 0 has ended and job 2 has started on the same nodes.
    assert_eq!((at(100.0).running, at(100.0).busy), (vec![1, 2], vec![9, 6]));
    assert_eq!(at(200.0).running, Vec::<usize>::new());
    assert_eq!(at(200.0).load_bps, [100, 0]);
    let leaving = |now_s| machine.state(now_s, 20.0).leaving;
    assert_eq!([100.0, 119.0, 120.0].map(leaving), [vec![0], vec![0], vec![]]);
}

#[test]
fn the_state_in_words() {
    let machine = two(Topology::Star);
    let words = |now_s| machine.words(now_s, &machine.state(now_s, 0.0));
    assert_eq!(words(50.0), "0:00:50 · 4 jobs wait · 16 of 20 nodes busy · fullest link 105 %");
    assert_eq!(words(10.0), "0:00:10 · 1 job waits · 4 of 20 nodes busy · fullest link 10 %");
    let picture = Machines { machines: vec![machine.clone()], time_s: 0.0, marked: None };
    assert_eq!(picture.summary(), "First-fit: 0:00:00 · no job waits · 4 of 20 nodes busy · fullest link 10 %.");
}

/// The loads and nodes of a whole run, counted from its jobs, are those that the simulation recorded between its events.
#[test]
fn a_recount_agrees_with_the_simulation() {
    for topology in [r#""star""#, r#""tree", "clusters_per_site": 2, "core_mbps": 400"#, r#""mesh""#] {
        let scenario = Scenario::from_json(&format!(
            r#"{{"platform": {{"topology": {topology}, "clusters": [{{"count": 4, "nodes": 32}}]}},
                "workload": {{"jobs_per_cluster": 60, "load": 1.2}}, "schedulers": ["first-fit"],
                "experiment": {{"sweep": [], "replications": 1}}}}"#
        ));
        let plan = Plan::new(&scenario.unwrap()).unwrap();
        let task = &plan.tasks()[0];
        let platform = task.platform().unwrap();
        let window = Window { from_s: 0.0, jobs: 10_000, overview: false };
        let mut runner = Runner::new(task, None, timeline::Recorder::new(&platform, window)).unwrap();
        while runner.advance(1000).unwrap() == Progress::Running {}
        let recorded = runner.finish().1.unwrap().finish();
        let machine = Machine::new(String::new(), &recorded, &task.scenario.platform);
        let groups = link_groups(&build::platform::of(&task.scenario.platform));
        assert!(recorded.jobs.len() == 240 && recorded.samples.len() > 300);
        for pair in recorded.samples.windows(2) {
            let [sample, next] = pair else { continue };
            let state = machine.state((sample.time_s + next.time_s) / 2.0, 0.0);
            assert_eq!(state.busy.iter().sum::<u64>(), sample.busy);
            assert_eq!(state.waiting.iter().map(|line| line.len() as u64).sum::<u64>(), sample.waiting);
            for (group, saturation) in groups.iter().zip(&sample.saturation) {
                let fullest = group.links.clone().map(|link| machine.saturation(&state, link)).fold(0.0, f64::max);
                assert_eq!(fullest, *saturation, "{}", group.name);
            }
        }
        assert!(recorded.jobs.iter().any(|job| job.pieces.len() > 1));
    }
}

fn drawn(machine: &Machine, now: Now) -> (Recorder, Layout, Vec<Spot>) {
    let (area, theme) = (Area::sized(800.0, 500.0), Theme::light(1.0));
    let layout = Layout::new(machine, area, &theme);
    let mut recorder = Recorder::new(800, 500);
    let spots = draw(&mut recorder, &layout, machine, &theme, now).unwrap();
    assert!(recorder.stays_inside());
    (recorder, layout, spots)
}

#[test]
fn jobs_are_drawn_on_their_nodes_and_found_there() {
    let machine = two(Topology::Star);
    let (recorder, layout, spots) = drawn(&machine, Now { time_s: 50.0, ..Now::default() });
    let theme = Theme::light(1.0);
    let [upper, lower] = layout.places[..] else { panic!("two clusters") };
    assert!(upper.upper && !lower.upper && upper.nodes.y1 < lower.nodes.y0);
    // Each cluster is a row of ten nodes of 24 pixels.
    assert_eq!((layout.node, upper.columns, upper.rows), (24.0, 2, 5));
    let middle = |place: &layout::Place, node: u32| {
        let (column, row) = (node / place.rows, node % place.rows);
        (place.nodes.x0 + 24.0 * (f64::from(column) + 0.5), place.nodes.y0 + 24.0 * (f64::from(row) + 0.5))
    };
    let on = |place, node| job_at(&spots, middle(place, node), 0.0);
    assert_eq!([0, 3, 4, 9].map(|node| on(&upper, node)), [Some(0), Some(0), Some(1), Some(1)]);
    assert_eq!([5, 6].map(|node| on(&lower, node)), [Some(1), None]);
    // Job 2 is the first in the line of its home, below the nodes.
    let first = (lower.queue.x0 + 1.0, lower.queue.y0 + 1.0);
    assert_eq!(job_at(&spots, first, 0.0), Some(2));
    // The full link is red, and says so.
    let is_red = |call: &Call| matches!(call, Call::Path(_, rgb) | Call::Fill(_, _, rgb) if *rgb == theme.warning.rgb);
    assert!(recorder.calls.iter().any(is_red));
    assert!(recorder.texts().contains(&"105 %") && recorder.texts().contains(&"30 %"));
    assert!(recorder.texts().contains(&"Cluster 2: 1 waiting, 6 of 10 busy"), "{:?}", recorder.texts());
}

/// Half of a slide after the start, both parts of the split job are on their way: one at home, one along both links.
#[test]
fn a_split_job_moves_along_the_links_and_joins_again_at_home() {
    let machine = two(Topology::Star);
    let moving = |time_s| {
        let (_, layout, spots) = drawn(&machine, Now { time_s, slide_s: 20.0, marked: Some(1) });
        let own: Vec<Area> = spots.iter().filter(|own| own.job == 1).map(|own| own.area).collect();
        (layout, own)
    };
    // Five areas of nodes, and two parts that move.
    let (layout, spots) = moving(60.0);
    let parts = &spots[spots.len() - 2..];
    let way = layout.way(0, 1, Topology::Star);
    let (centre, door) = (layout.places[0].door, layout.places[1].door);
    let switch = layout.switches[0].centre().1;
    assert_eq!(way, [centre, (centre.0, switch), (door.0, switch), door]);
    assert!(parts[0].centre().1 < centre.1 && parts[1].centre().1 > parts[0].centre().1, "{parts:?}");
    let (_, arrived) = moving(70.0);
    assert_eq!(arrived.len(), spots.len() - 2);
    // After the end nothing of the job can be clicked; its parts fly home for 20 s.
    let (recorder, ..) = drawn(&machine, Now { time_s: 210.0, slide_s: 20.0, marked: None });
    let (later, ..) = drawn(&machine, Now { time_s: 221.0, slide_s: 20.0, marked: None });
    assert!(recorder.calls.len() > later.calls.len());
    assert_eq!(moving(210.0).1, []);
}

#[test]
fn ways_lead_along_the_links_of_each_topology() {
    let platform = |nodes: usize, topology| Machine {
        recorded: Timeline {
            nodes: vec![10; nodes],
            links: vec![RecordedLink { capacity_bps: 1000, background_bps: 0 }; 6],
            jobs: two(topology).recorded.jobs,
            ..Timeline::default()
        },
        ..two(topology)
    };
    let tree = Topology::Tree { clusters_per_site: 2, core_bps: 500 };
    let layout = |topology| Layout::new(&platform(4, topology), Area::sized(800.0, 500.0), &Theme::light(1.0));
    let own = layout(tree);
    // Four links of clusters and two of sites; a switch per site, and the central one.
    assert_eq!((own.pipes.len(), own.switches.len()), (6, 3));
    let [first, third] = [0, 2].map(|at| own.places[at].door);
    let within = own.way(0, 1, tree);
    assert_eq!((within.len(), within[1]), (4, (first.0, own.switches[0].centre().1)));
    let between = own.way(0, 2, tree);
    assert_eq!((between.first(), between.last()), (Some(&first), Some(&third)));
    assert!(between.contains(&own.pipes[2].way[1]) && between.contains(&own.pipes[5].way[0]));
    let mesh = layout(Topology::Mesh);
    assert_eq!(mesh.pipes.len(), 6);
    // Clusters 1 and 3 face each other; clusters 1 and 2 are in a row, joined by a bend.
    assert_eq!(mesh.way(2, 0, Topology::Mesh), [mesh.places[2].door, mesh.places[0].door]);
    assert_eq!(mesh.way(0, 1, Topology::Mesh).len(), 3);
    assert_eq!(mesh.way(0, 9, Topology::Mesh), []);
    assert_eq!(mesh.way(1, 1, Topology::Mesh), [mesh.places[1].door]);
}

/// A narrow picture leaves parts of the line out, from the end.
#[test]
fn a_line_without_room_is_shorter() {
    let theme = Theme::light(1.0);
    let line = |width: u32| {
        let layout = Layout::new(&two(Topology::Star), Area::sized(f64::from(width), 400.0), &theme);
        let mut recorder = Recorder::new(width, 400);
        let now = Now { time_s: 50.0, ..Now::default() };
        draw(&mut recorder, &layout, &two(Topology::Star), &theme, now).unwrap();
        let own = recorder.texts().into_iter().find(|text| text.starts_with("0:00:50"));
        own.map(str::to_owned)
    };
    assert_eq!(line(700).as_deref(), Some("0:00:50 · 4 jobs wait · 16 of 20 nodes busy · fullest link 105 %"));
    assert_eq!(line(320).as_deref(), Some("0:00:50 · 4 jobs wait · 16 of 20 nodes busy"));
    assert_eq!(line(180).as_deref(), Some("0:00:50 · 4 jobs wait"));
    assert_eq!(line(30), None);
}

#[test]
fn crowds_are_drawn_as_densities() {
    let mut machine = two(Topology::Star);
    machine.recorded.nodes = vec![1_000_000, 10];
    let (recorder, layout, _) = drawn(&machine, Now { time_s: 60.0, slide_s: 20.0, marked: None });
    assert_eq!(layout.node, 0.0);
    assert!(recorder.calls.len() < 100);
    // A line that does not fit ends with the number of the others.
    let mut machine = two(Topology::Star);
    machine.recorded.jobs = (0..2000).map(|id| job(id, 0, [0.0, 10.0, 20.0], &[(0, 0, 0)], &[])).collect();
    let (recorder, ..) = drawn(&machine, Now::default());
    let texts = recorder.texts();
    let more = texts.iter().find_map(|text| text.strip_prefix('+'));
    assert!(more.is_some(), "{texts:?}");
    assert!(recorder.calls.len() < 600);
}

#[test]
fn a_picture_of_two_runs_stands_side_by_side_or_one_above_the_other() {
    let mut picture = Machines { machines: vec![two(Topology::Star); 2], time_s: 60.0, marked: Some(1) };
    let theme = Theme::light(1.0);
    assert!(picture.height(960.0, &theme) < picture.height(600.0, &theme));
    for width in [960, 600] {
        let text = svg(&mut picture, width, &theme, "").unwrap();
        assert_eq!(text.matches("First-fit").count(), 4, "two headings, and twice in the description");
    }
}

proptest! {
    /// Any recording can be drawn on any canvas.
    #[test]
    fn hostile_recordings_are_drawn(
        nodes in prop::collection::vec(prop_oneof![0u32..40, any::<u32>()], 0..12),
        jobs in prop::collection::vec((any::<u32>(), [any::<f64>(), any::<f64>(), any::<f64>()], 0u32..20, any::<u32>(), any::<u32>(), any::<u64>()), 0..20),
        links in prop::collection::vec((any::<u64>(), any::<u64>()), 0..20),
        kind in 0..3,
        (width, height) in (0u32..900, 0u32..700),
        (time_s, slide_s, scale) in (any::<f64>(), any::<f64>(), prop_oneof![Just(1.0), Just(2.0), any::<f64>()]),
    ) {
        let topology = match kind {
            0 => Topology::Star,
            1 => Topology::Tree { clusters_per_site: 3, core_bps: 10 },
            _ => Topology::Mesh,
        };
        let jobs = jobs.into_iter().enumerate().map(|(id, (home, times, cluster, first, last, bps))| TimelineJob {
            id: id as u64,
            home: home % 16,
            nodes: first,
            arrival_s: times[0],
            start_s: times[1],
            end_s: times[2],
            pieces: vec![Rows { cluster, nodes: vec![(first, last)] }, Rows { cluster: home % 4, nodes: vec![(0, 3)] }],
            demands: vec![(cluster, bps)],
            ..TimelineJob::default()
        });
        let link = |(capacity_bps, background_bps)| RecordedLink { capacity_bps, background_bps };
        let recorded = Timeline { nodes, jobs: jobs.collect(), links: links.into_iter().map(link).collect(), ..Timeline::default() };
        let machine = Machine { title: "Any".to_owned(), topology, recorded };
        let theme = Theme::dark(scale);
        let layout = Layout::new(&machine, Area::sized(width.into(), height.into()), &theme);
        let mut recorder = Recorder::new(width, height);
        let now = Now { time_s, slide_s, marked: Some(0) };
        let drawn = draw(&mut recorder, &layout, &machine, &theme, now);
        prop_assert!(drawn.is_ok());
        prop_assert!(recorder.stays_inside());
    }
}
