//! Tests of words and drawing, and small charts for all tests of Gantt charts.

use super::*;
use crate::chart::gantt_chart::draw::GanttCursor;
use crate::chart::gantt_chart::layout::{GanttLayout, GanttRange};
use crate::chart::kit::area::Area;
use crate::chart::kit::recorder::{Call, Recorder};
use crate::chart::kit::theme::Theme;

/// Two clusters of 20 nodes, Alpha and Beta, from 0 to 1000 s.
pub(super) fn two_clusters(jobs: Vec<GanttJob>) -> GanttChart {
    let cluster = |name: &str| GanttCluster { name: name.into(), nodes: 20, speed: None };
    GanttChart { clusters: vec![cluster("Alpha"), cluster("Beta")], jobs, end_s: 1000.0, ..GanttChart::default() }
}

/// A job on the first ten nodes of each of the given clusters.
pub(super) fn job(id: u64, start_s: f64, end_s: f64, clusters: &[usize]) -> GanttJob {
    let piece = |&cluster: &usize| GanttPiece { cluster, rows: vec![(0, 9)] };
    GanttJob {
        id,
        start_s,
        end_s,
        nodes: 10,
        pieces: clusters.iter().map(piece).collect(),
        co_allocated: clusters.len() > 1,
        ..GanttJob::default()
    }
}

/// A whole chart drawn in light colours, on 800 × 400 pixels.
pub(super) fn drawn(chart: &GanttChart, cursor: &GanttCursor) -> (Recorder, GanttLayout) {
    let mut recorder = Recorder::new(800, 400);
    let (area, view) = (Area::sized(800.0, 400.0), GanttRange::fit(chart));
    let theme = Theme::light(1.0);
    let layout = draw::draw(&mut recorder, area, chart, &view, &theme, cursor).unwrap();
    assert!(recorder.stays_inside());
    (recorder, layout)
}

fn chart() -> GanttChart {
    let cluster = |name: &str| GanttCluster { name: name.into(), nodes: 10, speed: None };
    let piece = |cluster, first, last| GanttPiece { cluster, rows: vec![(first, last)] };
    GanttChart {
        clusters: vec![cluster("A"), cluster("B")],
        jobs: vec![
            GanttJob {
                id: 1,
                end_s: 50.0,
                nodes: 10,
                pieces: vec![piece(0, 0, 9)],
                penalty: 1.0,
                ..GanttJob::default()
            },
            GanttJob {
                id: 2,
                start_s: 50.0,
                end_s: f64::INFINITY,
                nodes: 12,
                pieces: vec![piece(0, 0, 5), piece(1, 0, 5)],
                co_allocated: true,
                penalty: 1.25,
                ..GanttJob::default()
            },
        ],
        end_s: 100.0,
        ..GanttChart::default()
    }
}

/// The jobs use 10 · 50 + 12 · 50 = 1100 of the 2000 node seconds.
#[test]
fn summary_adds_up() {
    assert_eq!(
        chart().summary(),
        "Gantt chart of 1 min 40 s on 2 clusters with 20 nodes: 2 jobs, 1 of them co-allocated, 0 moved whole to \
         another cluster, 1 still running at the end; 55 % of the node time used; the longest wait was 50 s (job 2)."
    );
    let mut at_once = chart();
    at_once.jobs.truncate(1);
    assert!(at_once.summary().ends_with("; no job waited."));
    let nothing = GanttChart::default();
    assert!(nothing.summary().contains("no job ran"), "{}", nothing.summary());
}

#[test]
fn a_job_in_words() {
    let chart = chart();
    assert_eq!(
        chart.jobs[1].describe(&chart),
        "Job 2; co-allocated, home A; 12 nodes: 6 on A, 6 on B; waited 50 s, still running; 1.25 × its dedicated \
         run time"
    );
    assert!(chart.jobs[0].describe(&GanttChart::default()).contains("at home on cluster 1"));
}

#[test]
fn requests_in_words() {
    let mut chart = chart();
    (chart.legend.home, chart.legend.common) = ("local".into(), "meta".into());
    let request = |words: &'static str, to: Option<&'static str>| Request {
        name: "of this kind".into(),
        words: words.into(),
        to: to.map(Into::into),
        moldable: false,
    };
    let meta = |words| Some(request(words, Some("the metacomputer")));
    chart.jobs[0].request = Some(request("local request", None));
    let job = &mut chart.jobs[1];
    (job.request, job.nodes) = (meta("meta request, asynchronous"), 40);
    assert_eq!(
        chart.jobs[1].lines(&chart)[1..3],
        ["meta request, asynchronous, on 2 clusters", "12 of 40 nodes: 6 on A, 6 on B"]
    );
    let local = chart.jobs[0].lines(&chart);
    assert_eq!(local[1..3], ["local request to A", "10 nodes: 10 on A"]);
    assert!(
        chart.summary().contains("2 jobs, 1 of them local requests, 1 meta requests on several clusters, 1 still"),
        "{}",
        chart.summary()
    );
    let pieces = (0..8).map(|cluster| GanttPiece { cluster, rows: vec![(0, 4)] });
    let job = &mut chart.jobs[1];
    (job.request, job.pieces) = (meta("meta request, synchronous"), pieces.collect());
    assert_eq!(
        chart.jobs[1].lines(&chart)[1..3],
        [
            "meta request, synchronous, on 8 clusters",
            "40 nodes: 5 on A, 5 on B, 5 on cluster 3, 5 on cluster 4, 5 on cluster 5, 15 on 3 others"
        ]
    );
}

#[test]
fn the_mark_to_look_at() {
    let mark = |time_s| Mark { time_s, words: String::new(), staircases: Vec::new() };
    let chart = GanttChart { marks: vec![mark(10.0), mark(20.0)], ..chart() };
    let at = |time_s: f64| chart.mark_at(time_s).map(|mark| mark.time_s);
    assert_eq!([at(9.0), at(10.0), at(19.0), at(99.0)], [None, Some(10.0), Some(10.0), Some(20.0)]);
}

#[test]
fn speeds_are_named_where_they_differ() {
    let mut chart = chart();
    (chart.clusters[0].speed, chart.clusters[1].speed) = (Some(1.5), Some(0.5));
    assert!(chart.summary().contains("with 20 nodes and speeds from 0.50 to 1.50: 2 jobs"), "{}", chart.summary());
    let job = chart.jobs[1].describe(&chart);
    assert!(job.contains("6 on A (speed 1.50), 6 on B (speed 0.50)"), "{job}");
    assert_eq!(chart.clusters[0].short(), "A ×1.50");
}

#[test]
fn windows_are_mended() {
    let mut chart = chart();
    chart.end_s = f64::NAN;
    assert_eq!(chart.window(), (0.0, 50.0));
    chart.jobs.clear();
    let (t0, t1) = chart.window();
    assert!(t0.is_finite() && t1 > t0);
}

fn drawing() -> GanttChart {
    two_clusters(vec![job(1, 0.0, 400.0, &[0]), job(22, 400.0, f64::INFINITY, &[0, 1])])
}

#[test]
fn jobs_are_drawn_on_their_rows() {
    let (recorder, layout) = drawn(&drawing(), &GanttCursor::default());
    let theme = Theme::light(1.0);
    let band = &layout.bands[0];
    let left = layout.time().to_px(0.0).round() as i32;
    let body = recorder.fills(theme.home(0)).into_iter().find(|(a, b)| a.0 == left && b.0 - a.0 > 50);
    let (a, b) = body.unwrap();
    assert_eq!(a.1, band.edges((0, 9)).0.round() as i32);
    assert!((f64::from(b.1) - band.edges((0, 9)).1).abs() <= 2.0);
    assert!((f64::from(b.0) - layout.time().to_px(400.0)).abs() <= 2.0);
    let texts = recorder.texts();
    for text in ["Alpha", "20 nodes", "1", "22", "co-allocated"] {
        assert!(texts.contains(&text), "{text} in {texts:?}");
    }
}

/// The speed bar of the fastest cluster is full, the bar of a cluster with half the speed is half full; equally fast
/// clusters have no bars.
#[test]
fn heads_of_bands_show_the_speed() {
    let mut chart = drawing();
    let muted = Theme::light(1.0).muted;
    let drawn_as = |chart: &GanttChart| {
        let (recorder, _) = drawn(chart, &GanttCursor::default());
        let bars = recorder.fills(muted).into_iter();
        let widths = bars.filter(|(a, b)| b.1 - a.1 == 5).map(|(a, b)| b.0 - a.0);
        (widths.collect::<Vec<i32>>(), recorder.texts().join("|"))
    };
    assert!(drawn_as(&chart).0.is_empty());
    (chart.clusters[0].speed, chart.clusters[1].speed) = (Some(0.75), Some(1.5));
    let (widths, texts) = drawn_as(&chart);
    assert_eq!(widths, [24, 48]);
    assert!(texts.contains("20 nodes, speed 0.75|"), "{texts}");
}

#[test]
fn running_jobs_have_a_torn_edge() {
    let (recorder, _) = drawn(&drawing(), &GanttCursor::default());
    let accent = Theme::light(1.0).accent.rgb;
    let torn = |call: &&Call| matches!(call, Call::Polygon(corners, rgb) if *rgb == accent && corners.len() > 8);
    assert_eq!(recorder.calls.iter().filter(torn).count(), 2);
}

#[test]
fn pieces_of_the_hovered_job_are_joined() {
    let cursor = GanttCursor { hovered: Some(1), time_s: Some(500.0), ..GanttCursor::default() };
    let (recorder, layout) = drawn(&drawing(), &cursor);
    let joins = recorder.paths(Theme::light(1.0).ink);
    let [from, to] = joins[0] else { panic!("one segment") };
    assert!(layout.bands[0].rows.contains((from.0.into(), from.1.into())));
    assert!(layout.bands[1].rows.contains((to.0.into(), to.1.into())));
    let texts = recorder.texts();
    assert!(texts.contains(&"Job 22") && texts.contains(&"0:08:20"), "{texts:?}");
    let (calm, _) = drawn(&drawing(), &GanttCursor::default());
    assert!(calm.paths(Theme::light(1.0).ink).is_empty());
}

/// A screen full of jobs far smaller than a pixel needs only few draw calls.
#[test]
fn many_jobs_cost_few_calls() {
    let mut chart = drawing();
    chart.jobs = (0..50_000u32)
        .map(|i| GanttJob {
            id: u64::from(i),
            start_s: f64::from(i) * 0.02,
            end_s: f64::from(i) * 0.02 + 0.5,
            home: i as usize % 7,
            pieces: vec![GanttPiece { cluster: (i % 2) as usize, rows: vec![(i % 20, i % 20)] }],
            ..GanttJob::default()
        })
        .collect();
    let (recorder, _) = drawn(&chart, &GanttCursor::default());
    assert!(recorder.calls.len() < 12_500, "{}", recorder.calls.len());
}

/// While the view moves, every thirteenth of 50 000 jobs of one second is drawn, with the shade of thirteen jobs. The colour is
/// that of jobs without a wait, because a crowd shows waits.
#[test]
fn while_it_moves_some_jobs_stand_for_all() {
    let job = |id: u64| GanttJob {
        id,
        arrival_s: id as f64,
        start_s: id as f64,
        end_s: id as f64 + 1.0,
        nodes: 20,
        pieces: vec![GanttPiece { cluster: 0, rows: vec![(0, 19)] }],
        ..GanttJob::default()
    };
    let chart = GanttChart { jobs: (0..50_000).map(job).collect(), end_s: 50_000.0, ..drawing() };
    let theme = Theme::light(1.0);
    let canvas = Area::sized(800.0, 400.0);
    let layout = GanttLayout::new(&chart, &GanttRange::fit(&chart), canvas, &theme);
    assert!(layout.crowded);
    let drawn_as = |moving| {
        let mut recorder = Recorder::new(800, 400);
        let how = (None, moving);
        draw::jobs(&mut recorder, &layout, &chart, &theme, &layout.plot, how).unwrap();
        let fills = recorder.fills(theme.muted.fade(0.3).over(theme.band)).into_iter();
        fills.map(|(a, b)| i64::from(b.0 - a.0) * i64::from(b.1 - a.1)).sum::<i64>()
    };
    let still = drawn_as(false);
    assert!(still > 0);
    assert!((drawn_as(true) - still).abs() * 20 < still);
}

/// If the view of many jobs moves, the moved old drawing and a drawing of the newly visible strip together equal a new
/// drawing of all jobs.
#[test]
fn what_has_moved_and_what_is_new_are_the_whole() {
    let job = |id: u64| GanttJob {
        id,
        start_s: (id * 7 % 5003) as f64,
        end_s: (id * 7 % 5003) as f64 + 1.0 + (id % 40) as f64,
        home: (id % 3) as usize,
        pieces: vec![GanttPiece { cluster: (id % 2) as usize, rows: vec![((id % 20) as u32, (id % 20) as u32)] }],
        ..GanttJob::default()
    };
    let chart = GanttChart { jobs: (0..10_000).map(job).collect(), end_s: 5_000.0, ..drawing() };
    let theme = Theme::light(1.0);
    let canvas = Area::sized(800.0, 400.0);
    let view = |t0: f64| GanttRange { t0, t1: t0 + 2_500.0, ..GanttRange::fit(&chart) };
    let before = GanttLayout::new(&chart, &view(1_000.0), canvas, &theme);
    let moved = before.pan(&chart, -100.3, 0.0);
    let mut after = GanttLayout::new(&chart, &moved, canvas, &theme);
    let dx = after.shift_from(&before.view).unwrap();
    assert_eq!(dx, -100.0);
    let pixels = |layout: &GanttLayout, part: &Area, wanted| {
        let mut recorder = Recorder::new(800, 400);
        let how = (wanted, false);
        let width = draw::jobs(&mut recorder, layout, &chart, &theme, part, how).unwrap();
        let mut pixels = vec![[None; 800]; 400];
        for call in &recorder.calls {
            let Call::Fill(from, to, rgb) = call else { panic!("a crowd has rectangles only") };
            for row in &mut pixels[from.1 as usize..to.1 as usize] {
                row[from.0 as usize..to.0 as usize].fill(Some(*rgb));
            }
        }
        (pixels, width)
    };
    let plot = after.plot;
    let strip = Area { x0: plot.x1 + dx, ..plot };
    let (old, width) = pixels(&before, &plot, None);
    let (new, _) = pixels(&after, &strip, Some(width));
    let (whole, _) = pixels(&after, &plot, None);
    let all = || (0..400).flat_map(|y| (plot.x0 as usize..800).map(move |x| (x, y)));
    let differs = |&(x, y): &(usize, usize)| match (x as f64) < strip.x0 {
        true => whole[y][x] != old[y][x + 100],
        false => whole[y][x] != new[y][x],
    };
    assert!(after.crowded);
    assert!(all().filter(|&(x, y)| whole[y][x].is_some()).count() > 50_000);
    // Cells that are covered by exactly a quarter or a half may differ by rounding.
    assert!(all().filter(differs).count() < 100);
}
