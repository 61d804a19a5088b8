//! The placement policy in small situations, and against a literal second implementation.

use super::by_score::ByScore;
use super::names::score;
use crate::network::demand::demands;
use crate::parameter::Constants;
use crate::platform::{Cluster, Demand, Piece, Placement, Platform, State, Topology};
use crate::scheduler::Policy;
use crate::scheduler::order::Order;
use crate::scheduler::outlook::Outlook;
use crate::scheduler::refusal::Refusal;
use crate::workload::Job;
use proptest::prelude::*;
use smallvec::smallvec;

const MBPS: u64 = 1_000_000;

/// Clusters of 100 nodes, of which `free` are free, behind links of 1000 Mbps.
fn state(free: &[u32]) -> State {
    let cluster = |speed| Cluster { nodes: 100, capacity_bps: 1000 * MBPS, speed };
    let mut state = State::idle(Platform::star(vec![cluster(1.0); free.len()]));
    for (cluster, &free) in (0..).zip(free) {
        let nodes = 100 - free;
        let busy = Piece { cluster, nodes };
        state.claim(&smallvec![busy], &Default::default());
    }
    state
}

fn sentence(refusals: &[Refusal]) -> String {
    refusals.iter().map(|own| own.sentence.as_str()).collect::<Vec<_>>().join("; ")
}

fn load(state: &mut State, link: u32, mbps: u64) {
    let bps = mbps * MBPS;
    state.claim(&Placement::new(), &smallvec![Demand { link, bps }]);
}

fn job(home: u32, nodes: u32) -> Job {
    Job { home, nodes, bsbw_bps: 800e6, estimate_s: 60.0, ..Job::default() }
}

fn by(text: &str, most: u32, state: &State) -> ByScore {
    let constants = Constants::from([("a", 0.5)]);
    ByScore::new(score(text, &constants).unwrap(), most, state)
}

fn placed(policy: &mut ByScore, state: &State, job: &Job) -> Option<Vec<(u32, u32)>> {
    let mut placement = Placement::new();
    let placed = policy.place(state, job, &mut placement);
    placed.then(|| placement.iter().map(|own| (own.cluster, own.nodes)).collect())
}

#[test]
fn the_largest_score_wins() {
    let state = state(&[30, 50, 40, 40]);
    for (text, place) in [
        ("free", vec![(1, 20)]),
        ("-free", vec![(0, 20)]),
        ("home", vec![(2, 20)]),
        // With equal scores: fewest pieces first, then the lowest cluster.
        ("7", vec![(0, 20)]),
        ("0 / 0", vec![]),
        ("if(free > 40, 1, -inf)", vec![(1, 20)]),
        ("if(free > 50, 1, -inf)", vec![]),
        ("if(home, inf, 5)", vec![(2, 20)]),
        // Each spread of 20 nodes would fit into the first cluster that it fills, so no spread has several pieces.
        ("pieces", vec![(0, 20)]),
    ] {
        let found = placed(&mut by(text, 4, &state), &state, &job(2, 20));
        assert_eq!(found.unwrap_or_default(), place, "{text}");
    }
}

#[test]
fn a_job_is_spread_in_three_ways() {
    let mut state = state(&[30, 50, 40, 40]);
    load(&mut state, 1, 300);
    load(&mut state, 2, 200);
    // Three spreads. Most free nodes first: 50 + 10. Home first: 30, then 30 on the largest cluster. Least loaded links
    // first: 40 on cluster 4, one of two clusters with idle links, then 20.
    let large = job(0, 60);
    for (text, place) in [
        ("-free / 1000", vec![(0, 20), (3, 40)]),
        ("free", vec![(1, 50), (2, 10)]),
        ("home * 2 + free / 1000", vec![(0, 30), (1, 30)]),
        ("-(load + demand) / capacity", vec![(0, 20), (3, 40)]),
        ("if(pieces > 1, -inf, 0)", vec![]),
    ] {
        let found = placed(&mut by(text, 4, &state), &state, &large);
        assert_eq!(found.unwrap_or_default(), place, "{text}");
    }
    assert_eq!(placed(&mut by("free", 1, &state), &state, &large), None);
    let three = job(0, 120);
    assert_eq!(placed(&mut by("free", 2, &state), &state, &three), None);
    let pieces = |found: Option<Vec<_>>| found.map(|all| all.len());
    assert_eq!(pieces(placed(&mut by("free", 3, &state), &state, &three)), Some(3));
    let mut narrow = by("free", 2, &state);
    assert_eq!(
        sentence(&narrow.refusals(&state, &three)),
        "home (cluster 1) has 30 free; the most on one is 50 (cluster 2); 2 clusters together have at most 90"
    );
}

/// Demands: 60 nodes at 800 Mbps in two halves need 800 Mbps; 40 and 20 nodes need 4 · 40 · 20/60² · 800 = 711.1 Mbps of each
/// link.
#[test]
fn the_fullest_link_counts() {
    let mut state = state(&[20, 40]);
    load(&mut state, 1, 250);
    let threshold = "if(load + demand <= capacity * 2 * a, 1, -inf)";
    assert_eq!(placed(&mut by(threshold, 4, &state), &state, &job(0, 60)), Some(vec![(0, 20), (1, 40)]));
    load(&mut state, 1, 50);
    let mut policy = by(threshold, 4, &state);
    assert!(policy.reads_links());
    assert_eq!(placed(&mut policy, &state, &job(0, 60)), None);
    let refused = policy.refusals(&state, &job(0, 60));
    assert_eq!(sentence(&refused), "none of 1 place that hold it has a score above −∞");
    // For a job on one cluster, the score reads the load of the cluster's own link, and a demand of 0.
    let empty = "if(demand == 0, -load, -inf)";
    assert_eq!(placed(&mut by(empty, 4, &state), &state, &job(1, 20)), Some(vec![(0, 20)]));
}

#[test]
fn on_an_idle_platform_any_place_is_better_than_none() {
    let idle = state(&[100, 100]);
    for never in ["-inf", "0 / 0"] {
        let mut policy = by(never, 4, &idle);
        assert_eq!(placed(&mut policy, &idle, &job(1, 20)), Some(vec![(0, 20)]));
        assert_eq!(placed(&mut policy, &idle, &job(1, 150)), Some(vec![(0, 100), (1, 50)]));
        assert_eq!(placed(&mut policy, &state(&[100, 99]), &job(1, 20)), None);
    }
}

#[test]
fn the_places_are_in_the_story() {
    let mut state = state(&[30, 50, 40]);
    load(&mut state, 1, 300);
    let mut policy = by("home * 100 + free - load", 4, &state);
    let mut placement = Placement::new();
    assert!(policy.place(&state, &job(2, 20), &mut placement));
    let choice = policy.chosen(90.0, &state, &job(2, 20), &placement).unwrap();
    assert_eq!(
        choice.sentence,
        "3 places compared by score: 140 for its home, 30 for cluster 1, −250 for cluster 2; it is placed on its home"
    );
    assert_eq!(choice.table.heads, ["Place", "Score", "free", "load", "home"]);
    let cells: Vec<String> = choice.table.candidates.iter().map(|row| row.cells.join("|")).collect();
    assert_eq!(cells, ["its home, chosen|140|40|0|1", "cluster 1|30|30|0|0", "cluster 2|−250|50|300|0"]);
    assert_eq!(choice.data["candidates"][1]["inputs"]["free"], 30.0);
    assert_eq!(choice.table.outcome, "at 0:01:30: its home");
}

/// Both clusters have 100 nodes. The second cluster is the home of the job and twice as fast, but full: 30 of its nodes
/// become free at 40 s, 50 at 90 s. A job of 60 nodes and an estimate of 60 s would end on the first at 10 + 60 = 70 s,
/// and on the second at 90 + 30 = 120 s.
#[test]
fn a_place_that_is_not_free_yet_is_compared_by_its_estimated_start() {
    let cluster = |speed| Cluster { nodes: 100, capacity_bps: 1000 * MBPS, speed };
    let mut state = State::idle(Platform::star(vec![cluster(1.0), cluster(2.0)]));
    let mut outlook = Outlook::new(Order::ARRIVAL, &state);
    for (slot, (nodes, end_s)) in (0..).zip([(30, 40.0), (50, 90.0), (20, 200.0)]) {
        let runs = Job { id: u64::from(slot), ..job(1, nodes) };
        let place: Placement = smallvec![Piece { cluster: 1, nodes }];
        outlook.submit(&runs);
        outlook.start(&runs, &place);
        outlook.started(slot, end_s);
        state.claim(&place, &Default::default());
    }
    let own = Job { id: 9, ..job(1, 60) };
    outlook.look(10.0);
    outlook.submit(&own);
    let asked = |text: &str, state: &State| {
        let mut policy = by(text, 4, state);
        let mut placement = Placement::new();
        let placed = policy.place_ahead(&outlook, state, &own, &mut placement);
        assert_eq!(placed, !placement.is_empty());
        let cluster = placement.first().map(|piece| piece.cluster);
        (cluster, policy, placement)
    };
    let (cluster, mut policy, placement) = asked("-(start + r / speed)", &state);
    assert_eq!(cluster, Some(0));
    assert!(policy.looks_ahead() && !policy.reads_links());
    let choice = policy.chosen(10.0, &state, &own, &placement).unwrap();
    assert_eq!(
        choice.sentence,
        "2 places compared by score: −70 for cluster 1, −120 for its home; it is placed on cluster 1"
    );
    // If run times count twice, the scores are 10 + 60 · 2 = 130 s (now) and 90 + 60 · 2/2 = 150 s (later). If they
    // count four times, the scores are 10 + 60 · 4 = 250 s and 90 + 60 · 4/2 = 210 s, and waiting is better.
    assert_eq!(asked("-(start + 2 * r / speed)", &state).0, Some(0));
    let (cluster, mut policy, _) = asked("-(start + 4 * r / speed)", &state);
    assert_eq!(cluster, None);
    let refused = policy.refusals(&state, &own);
    assert_eq!(sentence(&refused), "it waits for cluster 2, where it is expected to start at 90.0 s");
    // If scores are equal, the place that is free now is chosen. A score that does not read `start` compares no later
    // places.
    assert_eq!(asked("if(start > t, 7, 7)", &state).0, Some(0));
    assert_eq!(asked("home", &state).0, Some(0));
    assert_eq!(asked("home + 0 * start", &state).0, None);
    // For a planned later start, only places that are free at that time are compared. The policy then forgets the
    // awaited place.
    assert_eq!(placed(&mut policy, &state, &own), Some(vec![(0, 60)]));
    assert!(policy.refusals(&state, &own).is_empty());
    // If no place is free now, the policy does not choose any later place.
    let all: Placement = smallvec![Piece { cluster: 0, nodes: 100 }];
    state.claim(&all, &Default::default());
    let (cluster, mut policy, _) = asked("start", &state);
    assert_eq!(cluster, None);
    assert!(!policy.refusals(&state, &own).is_empty());
}

/// The inputs of a formula for a place, computed from lists: free nodes, all nodes and speeds of clusters; load,
/// capacity and demand of links \[Mbps\]; home cluster; pieces of the place.
fn quantities(state: &State, job: &Job, place: &[(usize, u32)]) -> [f64; 8] {
    let platform = state.platform();
    let clusters = || place.iter().map(|own| own.0);
    let placement: Placement = place.iter().map(|&(cluster, nodes)| Piece { cluster: cluster as u32, nodes }).collect();
    let mut asked: Vec<(usize, u64)> = match place {
        [(cluster, _)] => {
            let links = 0..state.capacity_bps().len();
            let own = |link: &usize| match platform.topology {
                Topology::Star => link == cluster,
                Topology::Tree { clusters_per_site, .. } => {
                    let site = platform.clusters.len() + cluster / clusters_per_site as usize;
                    link == cluster || *link == site
                }
                Topology::Mesh => {
                    let (a, b) = crate::platform::mesh_ends(*link as u32);
                    a as usize == *cluster || b as usize == *cluster
                }
            };
            links.filter(own).map(|link| (link, 0)).collect()
        }
        _ => demands(platform, job, &placement).iter().map(|own| (own.link as usize, own.bps)).collect(),
    };
    let mbps = |bps: u64| bps as f64 / 1e6;
    let full =
        |&(link, bps): &(usize, u64)| (mbps(state.load_bps()[link]) + mbps(bps)) / mbps(state.capacity_bps()[link]);
    asked.reverse();
    let fullest = asked.into_iter().max_by(|a, b| full(a).total_cmp(&full(b)));
    let (load, capacity, demand) = fullest.map_or((0.0, f64::INFINITY, 0.0), |(link, bps)| {
        (mbps(state.load_bps()[link]), mbps(state.capacity_bps()[link]), mbps(bps))
    });
    [
        clusters().map(|own| f64::from(state.free()[own])).sum(),
        clusters().map(|own| f64::from(platform.clusters[own].nodes)).sum(),
        clusters().map(|own| platform.clusters[own].speed).fold(f64::INFINITY, f64::min),
        load,
        capacity,
        demand,
        f64::from(u8::from(clusters().any(|own| own == job.home as usize))),
        place.len() as f64,
    ]
}

/// All places for a job: on each single cluster, and the three spreads, computed by sorting all clusters.
fn places(state: &State, job: &Job, most: usize) -> Vec<Vec<(usize, u32)>> {
    let free = state.free();
    let holds = |cluster: &usize| free[*cluster] >= job.nodes;
    let mut all: Vec<Vec<(usize, u32)>> = (0..free.len()).filter(holds).map(|own| vec![(own, job.nodes)]).collect();
    for way in 0..3 {
        let mut order: Vec<usize> = (0..free.len()).filter(|&own| free[own] > 0).collect();
        order.sort_by_key(|&own| (std::cmp::Reverse(free[own]), own));
        match way {
            1 => order.sort_by_key(|&own| own != job.home as usize),
            2 => order.sort_by(|&a, &b| state.cluster_saturation(a).total_cmp(&state.cluster_saturation(b))),
            _ => {}
        }
        let mut missing = job.nodes;
        let mut place = Vec::new();
        for cluster in order {
            let nodes = free[cluster].min(missing);
            missing -= nodes;
            place.extend((nodes > 0).then_some((cluster, nodes)));
        }
        place.sort_unstable();
        if missing == 0 && (2..=most).contains(&place.len()) {
            all.push(place);
        }
    }
    all
}

type Twin = fn(&[f64; 8], &Job) -> f64;

const SCORES: [(&str, Twin); 6] = [
    ("2 * home - 4 * pieces - free / total", |q, _| 2.0 * q[6] - 4.0 * q[7] - q[0] / q[1]),
    ("if(load + demand <= a * capacity, speed, -inf)", |q, _| {
        if q[3] + q[5] <= 0.5 * q[4] { q[2] } else { f64::NEG_INFINITY }
    }),
    ("-load - demand", |q, _| -q[3] - q[5]),
    ("r * n - free * speed", |q, job| job.estimate_s * f64::from(job.nodes) - q[0] * q[2]),
    ("home + pieces", |q, _| q[6] + q[7]),
    ("sqrt(free - 12)", |q, _| if q[0] < 12.0 { f64::NEG_INFINITY } else { (q[0] - 12.0).sqrt() }),
];

fn situations() -> impl Strategy<Value = (State, Job)> {
    let cluster = (1u32..20, 0u32..20, 1u64..12, prop::sample::select(vec![1.0, 0.5, 2.0]));
    let topology = prop_oneof![
        Just(Topology::Star),
        Just(Topology::Mesh),
        (1u32..3, 1u64..9)
            .prop_map(|(clusters_per_site, mbps)| Topology::Tree { clusters_per_site, core_bps: mbps * MBPS }),
    ];
    let clusters = prop::collection::vec(cluster, 1..6);
    let loads = prop::collection::vec(0u64..6, 15);
    (clusters, topology, loads, (1u32..40, 0u32..6, 0u32..20)).prop_map(
        |(clusters, topology, loads, (nodes, home, bsbw))| {
            let built =
                clusters.iter().map(|&(nodes, _, mbps, speed)| Cluster { nodes, capacity_bps: mbps * MBPS, speed });
            let mut state = State::idle(Platform { clusters: built.collect(), topology, ..Platform::star(Vec::new()) });
            for (at, &(nodes, busy, _, _)) in (0..).zip(&clusters) {
                state.claim(&smallvec![Piece { cluster: at, nodes: busy.min(nodes) }], &Default::default());
            }
            for (link, mbps) in (0..state.capacity_bps().len() as u32).zip(loads) {
                load(&mut state, link, mbps);
            }
            let job = Job { bsbw_bps: f64::from(bsbw) * 1e6, ..job(home % clusters.len() as u32, nodes) };
            (state, job)
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4000))]

    #[test]
    fn equals_the_literal_twin((state, job) in situations(), most in 1u32..6, which in 0..SCORES.len()) {
        let (text, twin) = SCORES[which];
        let mut policy = by(text, most, &state);
        let mut best: Option<(f64, Vec<(usize, u32)>)> = None;
        let any = state.free().iter().zip(&state.platform().clusters).all(|(free, own)| *free == own.nodes);
        for place in places(&state, &job, most as usize) {
            let score = twin(&quantities(&state, &job, &place), &job);
            let rank = |place: &[(usize, u32)]| (place.len(), place.iter().map(|own| own.0).min());
            let better = best.as_ref().is_none_or(|(top, other)| score > *top || (score == *top && rank(&place) < rank(other)));
            if better && (any || score > f64::NEG_INFINITY) {
                best = Some((score, place));
            }
        }
        let expected: Option<Vec<(u32, u32)>> =
            best.map(|(_, place)| place.into_iter().map(|(cluster, nodes)| (cluster as u32, nodes)).collect());
        prop_assert_eq!(&placed(&mut policy, &state, &job), &expected, "{}", text);
        prop_assert_eq!(policy.refusals(&state, &job).is_empty(), expected.is_some());
        prop_assert!(expected.is_none() || u64::from(job.nodes) <= policy.reach(&state, job.home));
    }
}
