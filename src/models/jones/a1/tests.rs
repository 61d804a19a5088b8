//! A1 on hand-computed examples, and against the paper's nested loops.

use super::super::testing::{job, load, placed, state};
use super::*;
use crate::network::demand::demands;
use crate::platform::{Cluster, Demand, Piece, Platform};
use crate::scheduler::{Rejection, Submission, admission};
use proptest::prelude::*;

const MBPS: f64 = 1e6;

fn a1(state: &State, lslt: f64) -> A1 {
    A1::new(state, lslt, Objective::First)
}

/// A job on 40 nodes at 1000 Mbps: with x nodes in one cluster and 40 − x outside, the link of this cluster carries 2.5
/// · x · (40 − x) Mbps. A link with 500 Mbps left therefore allows x ≤ 5 (437.5; x = 6 needs 510) or x ≥ 35.
#[test]
fn few_nodes_or_nearly_all() {
    let mut state = state(&[38, 30, 30, 30]);
    let job = Job { bsbw_bps: 1000.0 * MBPS, ..job(0, 40) };
    // With threshold 1 every spread fits: a job in two halves needs 1000 Mbps.
    let mut policy = a1(&state, 1.0);
    assert_eq!(placed(&mut policy, &state, &job), Some(vec![(0, 38), (1, 2)]));
    let mut policy = a1(&state, 0.5);
    assert_eq!(placed(&mut policy, &state, &job), Some(vec![(0, 38), (1, 2)]));
    // Link 0 has 400 Mbps left: up to 4 nodes (360 Mbps) or at least 36.
    load(&mut state, 0, 100_000_000);
    assert_eq!(placed(&mut policy, &state, &job), Some(vec![(0, 38), (1, 2)]));
    // Link 0 has 187.5 Mbps left: 1 node (97.5 Mbps; two nodes need 190) or 39 nodes, but fewer are free. The other
    // clusters give 5 each.
    load(&mut state, 0, 212_500_000);
    assert_eq!(placed(&mut policy, &state, &job), None);
    // Link 0 has 190 Mbps left: up to 2 nodes or at least 38.
    state.release(&Placement::new(), &smallvec::smallvec![Demand { link: 0, bps: 2_500_000 }]);
    assert_eq!(placed(&mut policy, &state, &job), Some(vec![(0, 38), (1, 2)]));
}

/// 40 nodes on clusters with 20, 30 and 39 free nodes, whose links carry any part: by index 20 + 20 + 0 or, with the fewest
/// first, 0 + 1 + 39. With most free nodes first 39 + 1 + 0, or 0 + 20 + 20 from the largest to the smallest.
#[test]
fn four_orders_of_search() {
    let state = state(&[20, 30, 39]);
    let job = Job { bsbw_bps: 1000.0 * MBPS, ..job(0, 40) };
    let first = |clusters, nodes| placed(&mut a1(&state, 1.0).in_order(clusters, nodes), &state, &job).unwrap();
    let (index, free) = (ClusterOrder::Index, ClusterOrder::MostFree);
    assert_eq!(first(index, NodeOrder::MostFirst), [(0, 20), (1, 20)]);
    assert_eq!(first(index, NodeOrder::FewestFirst), [(1, 1), (2, 39)]);
    assert_eq!(first(free, NodeOrder::MostFirst), [(1, 1), (2, 39)]);
    assert_eq!(first(free, NodeOrder::FewestFirst), [(0, 20), (1, 20)]);
}

#[test]
fn the_least_demand_may_not_be_the_first() {
    let state = state(&[20, 30, 39]);
    let job = Job { bsbw_bps: 1000.0 * MBPS, ..job(0, 40) };
    assert_eq!(placed(&mut a1(&state, 1.0), &state, &job), Some(vec![(0, 20), (1, 20)]));
    let mut least = A1::new(&state, 1.0, Objective::LeastDemand);
    assert_eq!(placed(&mut least, &state, &job), Some(vec![(0, 1), (2, 39)]));
}

/// The paper's nested loops. They try every way to take the job's nodes from clusters below the threshold such that no
/// link exceeds it: clusters in a given order, and for each cluster the largest numbers first. Stops when `found`
/// returns true.
fn combinations(
    state: &State,
    job: &Job,
    lslt: f64,
    (order, first): (&[u32], NodeOrder),
    taken: &mut Vec<u32>,
    found: &mut dyn FnMut(&Placement) -> bool,
) -> bool {
    let missing = job.nodes - taken.iter().sum::<u32>();
    let Some((&cluster, later)) = order[taken.len()..].split_first() else {
        let pieces = order.iter().copied().zip(taken.iter().copied());
        let pieces = pieces.filter(|&(_, nodes)| nodes > 0);
        let mut placement: Placement = pieces.map(|(cluster, nodes)| Piece { cluster, nodes }).collect();
        placement.sort_unstable_by_key(|piece| piece.cluster);
        let saturation = |demand: &Demand| {
            let link = demand.link as usize;
            (state.load_bps()[link] + demand.bps) as f64 / state.capacity_bps()[link] as f64
        };
        let demands = demands(state.platform(), job, &placement);
        return missing == 0 && demands.iter().all(|demand| saturation(demand) <= lslt) && found(&placement);
    };
    let free = |cluster: &u32| state.free()[*cluster as usize];
    let later: u32 = later.iter().map(free).sum();
    let open = state.cluster_saturation(cluster as usize) < lslt;
    let most = if open { missing.min(free(&cluster)) } else { 0 };
    let mut numbers: Vec<u32> = (missing.saturating_sub(later)..=most).collect();
    if first == NodeOrder::MostFirst {
        numbers.reverse();
    }
    for nodes in numbers {
        taken.push(nodes);
        if combinations(state, job, lslt, (order, first), taken, found) {
            return true;
        }
        taken.pop();
    }
    false
}

fn by_index(state: &State) -> Vec<u32> {
    (0..state.free().len() as u32).collect()
}

fn pieces(placement: &Placement) -> Vec<(u32, u32)> {
    placement.iter().map(|p| (p.cluster, p.nodes)).collect()
}

/// The first solution that the nested loops find.
fn first_of(state: &State, job: &Job, lslt: f64, order: (&[u32], NodeOrder)) -> Option<Vec<(u32, u32)>> {
    let mut first = None;
    combinations(state, job, lslt, order, &mut Vec::new(), &mut |placement| {
        first = Some(pieces(placement));
        true
    });
    first
}

fn topologies() -> impl Strategy<Value = Topology> {
    prop_oneof![
        4 => Just(Topology::Star),
        4 => (1u32..4, 1u64..20).prop_map(|(clusters_per_site, mbps)| Topology::Tree {
            clusters_per_site,
            core_bps: mbps * 1_000_000,
        }),
        2 => Just(Topology::Mesh),
    ]
}

/// Clusters with free nodes, and loaded links of all capacities; whole megabits, so that ties and exact fits are frequent.
fn situations() -> impl Strategy<Value = (State, Job, f64)> {
    let cluster = (0u32..9, 1u64..12);
    let half_mbps = prop_oneof![3 => 0u64..6, 1 => 0u64..20];
    let bsbw = prop_oneof![1 => Just(0.0), 1 => Just(1e-9), 8 => (1u32..40).prop_map(|mbps| f64::from(mbps) * MBPS)];
    let lslt = prop_oneof![Just(1.0), Just(0.0), Just(0.5), 0.0f64..2.0];
    let pattern = prop_oneof![Just(Pattern::AllToAll), prop::sample::select(Pattern::ALL)];
    (
        prop::collection::vec(cluster, 1..6),
        topologies(),
        prop::collection::vec(half_mbps, 15),
        (1u32..24, bsbw, pattern),
        lslt,
    )
        .prop_map(|(clusters, topology, loads, (nodes, bsbw_bps, pattern), lslt)| {
            let cluster = |(nodes, mbps): (u32, u64)| Cluster { nodes, capacity_bps: mbps * 1_000_000, speed: 1.0 };
            let mut state = State::idle(Platform {
                clusters: clusters.into_iter().map(cluster).collect(),
                topology,
                ..Platform::star(Vec::new())
            });
            let links = state.capacity_bps().len() as u32;
            for (link, half_mbps) in (0..links).zip(loads) {
                load(&mut state, link, half_mbps * 500_000);
            }
            let job = Job { bsbw_bps, pattern, ..job(0, nodes) };
            (state, job, lslt)
        })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(10_000))]

    #[test]
    fn equals_the_exhaustive_search((state, job, lslt) in situations()) {
        if job.nodes <= state.most_free() {
            return Ok(());
        }
        let first = first_of(&state, &job, lslt, (&by_index(&state), NodeOrder::MostFirst));
        let solved = |objective| {
            let mut policy = A1::new(&state, lslt, objective).with_search_steps(u32::MAX);
            placed(&mut policy, &state, &job)
        };
        if first.is_some() {
            let mut expecting = a1(&state, lslt);
            prop_assert_eq!(expecting.reach(&state, 0), state.total_free());
            expecting.expect(&job);
            prop_assert!(u64::from(job.nodes) <= expecting.reach(&state, 0));
        }
        prop_assert_eq!(solved(Objective::First), first);
        let by_size = matches!(job.pattern, Pattern::AllToAll | Pattern::Ring);
        let spread = by_size && state.platform().topology == Topology::Star;
        let mut least = None;
        combinations(&state, &job, lslt, (&by_index(&state), NodeOrder::MostFirst), &mut Vec::new(), &mut |placement| {
            let asked: u64 = if spread {
                placement.iter().map(|p| u64::from(p.nodes * (job.nodes - p.nodes))).sum()
            } else {
                demands(state.platform(), &job, placement).iter().map(|d| d.bps).sum()
            };
            if least.as_ref().is_none_or(|(smallest, _)| asked < *smallest) {
                least = Some((asked, pieces(placement)));
            }
            false
        });
        prop_assert_eq!(solved(Objective::LeastDemand), least.map(|(_, pieces)| pieces));
    }

    /// The limit is always the last load that does not exceed the threshold.
    #[test]
    fn limits_have_no_rounding(capacity_bps in 1u64..10_000_000_000_000, lslt in 0.0f64..=10.0) {
        let limit = Limit::of(capacity_bps, lslt);
        let saturation = |load: u64| load as f64 / capacity_bps as f64;
        prop_assert!(saturation(limit.most_bps) <= lslt && saturation(limit.most_bps + 1) > lslt);
        prop_assert!(saturation(limit.threshold_bps) >= lslt);
        prop_assert!(limit.threshold_bps == 0 || saturation(limit.threshold_bps - 1) < lslt);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4000))]

    /// Even if searches may give up, every result is a solution, and a report that none exists is true. If ranges
    /// describe the demands, no search gives up.
    #[test]
    fn a_bounded_search_is_honest(
        (state, job, lslt) in situations(),
        steps in prop_oneof![Just(SEARCH_STEPS), 0u32..150],
        objective in prop::sample::select(Objective::ALL),
    ) {
        if job.nodes <= state.most_free() || u64::from(job.nodes) > state.total_free() {
            return Ok(());
        }
        let as_users_get_it = A1::new(&state, lslt, objective);
        let mut policy = as_users_get_it.clone().with_search_steps(steps);
        prop_assert!(steps != SEARCH_STEPS || as_users_get_it.search_steps == steps);
        let found = placed(&mut policy, &state, &job);
        let (mut any, mut is_one) = (false, false);
        combinations(&state, &job, lslt, (&by_index(&state), NodeOrder::MostFirst), &mut Vec::new(), &mut |placement| {
            any = true;
            is_one |= found.as_ref() == Some(&pieces(placement));
            is_one
        });
        match found {
            Some(_) => prop_assert!(is_one && !policy.gave_up()),
            None => prop_assert!(!any || policy.gave_up()),
        }
        let exact = objective == Objective::First || state.platform().topology == Topology::Star;
        if policy.find_ranges(&state, &job) && exact {
            let mut unbounded = as_users_get_it.with_search_steps(u32::MAX);
            prop_assert!(!policy.gave_up());
            prop_assert_eq!(placed(&mut unbounded, &state, &job), found);
        }
    }

    /// All orders of A1 that are settings; the order of clusters matters on a star, that of nodes also in a tree.
    #[test]
    fn every_order_equals_the_nested_loops(
        (state, mut job, lslt) in situations(), by_free: bool, fewest: bool, ring: bool,
    ) {
        if state.platform().topology == Topology::Mesh {
            return Ok(());
        }
        let star = state.platform().topology == Topology::Star;
        job.pattern = if ring { Pattern::Ring } else { Pattern::AllToAll };
        let clusters = if by_free { ClusterOrder::MostFree } else { ClusterOrder::Index };
        let nodes = if fewest { NodeOrder::FewestFirst } else { NodeOrder::MostFirst };
        let mut order = by_index(&state);
        if by_free && star {
            order.sort_by_key(|&cluster| std::cmp::Reverse(state.free()[cluster as usize]));
        }
        let mut placement = Placement::new();
        let outcome = a1(&state, lslt).in_order(clusters, nodes).satisfy(&state, &job, &mut placement);
        let expected = first_of(&state, &job, lslt, (&order, nodes));
        prop_assert_eq!((outcome == Outcome::Found).then(|| pieces(&placement)), expected);
    }

    #[test]
    fn most_free_first_equals_the_nested_loops((state, job, lslt) in situations()) {
        let mut order = by_index(&state);
        order.sort_by_key(|&cluster| std::cmp::Reverse(state.free()[cluster as usize]));
        let limits = a1(&state, lslt).limits;
        let search = Search::new(&state, &job, &limits, lslt, Objective::First, Order::MostFree, u32::MAX);
        let mut placement = Placement::new();
        let outcome = search.solve(&mut placement);
        let expected = first_of(&state, &job, lslt, (&order, NodeOrder::MostFirst));
        prop_assert_eq!(outcome == Outcome::Found, expected.is_some());
        prop_assert_eq!((outcome == Outcome::Found).then(|| pieces(&placement)), expected);
    }
}

#[test]
fn jobs_of_millions_of_nodes_are_as_quick() {
    let state = state(&[2_000_000_000, 1_000_000_000, 500_000_000, 500_000_000]);
    let job = Job { bsbw_bps: 1000.0 * MBPS, ..job(0, 4_000_000_000) };
    let all = vec![(0, 2_000_000_000), (1, 1_000_000_000), (2, 500_000_000), (3, 500_000_000)];
    for objective in Objective::ALL {
        let mut policy = A1::new(&state, 1.0, *objective);
        assert_eq!(placed(&mut policy, &state, &job), Some(all.clone()));
        let mut policy = A1::new(&state, 0.9, *objective);
        assert_eq!(placed(&mut policy, &state, &job), None);
    }
}

/// Sites {0, 1} and {2, 3}; core links of 800 Mbps. For 40 nodes at 1000 Mbps, a core link allows up to 11 (797.5 Mbps; 12 need
/// 840) or at least 29.
#[test]
fn a_core_link_holds_back_a_whole_site() {
    let cluster = Cluster { nodes: 30, capacity_bps: 1_000_000_000, speed: 1.0 };
    let state = State::idle(Platform {
        clusters: vec![cluster; 4],
        topology: Topology::Tree { clusters_per_site: 2, core_bps: 800_000_000 },
        ..Platform::star(Vec::new())
    });
    let job = |nodes| Job { bsbw_bps: 1000.0 * MBPS, ..job(0, nodes) };
    let mut policy = a1(&state, 1.0);
    // Within one site no traffic passes the core.
    let whole = Some(vec![(0, 30), (1, 10)]);
    assert_eq!(placed(&mut policy, &state, &job(40)), whole);
    let mut busy = state.clone();
    let taken: Placement = smallvec::smallvec![Piece { cluster: 1, nodes: 30 }, Piece { cluster: 3, nodes: 19 }];
    busy.claim(&taken, &crate::platform::Demands::new());
    // The 30 nodes in site 0 need 10 in the other, which the core allows.
    let apart = Some(vec![(0, 30), (2, 10)]);
    assert_eq!(placed(&mut policy, &busy, &job(40)), apart);
    // Cluster 0 has 18 free nodes: at most 11 of them may be used, and the other nodes must be in site 1.
    let more: Placement = smallvec::smallvec![Piece { cluster: 0, nodes: 12 }];
    busy.claim(&more, &crate::platform::Demands::new());
    let apart = Some(vec![(0, 11), (2, 29)]);
    assert_eq!(placed(&mut policy, &busy, &job(40)), apart);
}

fn mesh(clusters: &[(u32, u64)]) -> State {
    let cluster = |&(nodes, mbps)| Cluster { nodes, capacity_bps: mbps * 1_000_000, speed: 1.0 };
    State::idle(Platform {
        clusters: clusters.iter().map(cluster).collect(),
        topology: Topology::Mesh,
        ..Platform::star(Vec::new())
    })
}

/// Pieces of a and b nodes exchange a · b / 10 Mbps: Two pieces of 100 nodes need 1000 of the 10,000 Mbps of the large
/// clusters. Between small clusters a · b may be at most 350, and a search by index must exclude many combinations.
#[test]
fn large_clusters_behind_many_small_ones_are_found() {
    let state = mesh(&[[(30, 35); 8].as_slice(), &[(100, 10_000); 2]].concat());
    let job = Job { bsbw_bps: 1000.0 * MBPS, ..job(0, 200) };
    let mut policy = a1(&state, 1.0);
    let large = Some(vec![(8, 100), (9, 100)]);
    assert_eq!(placed(&mut policy, &state, &job), large);
    let limits = policy.limits;
    let by_index = Search::new(&state, &job, &limits, 1.0, Objective::First, Order::Index, SEARCH_STEPS);
    assert_eq!(by_index.solve(&mut Placement::new()), Outcome::GaveUp);
}

/// Pieces of a and b nodes exchange a · b / 10 Mbps, so a · b ≤ 600. The largest spreads are eight pieces of 24 nodes,
/// or one of 30 and seven of 20: fewer than the 200 nodes of the job. But the search must exclude many combinations.
#[test]
fn a_search_gives_up_and_says_so() {
    let state = mesh(&[(30, 60); 8]);
    let job = Job { bsbw_bps: 1000.0 * MBPS, ..job(0, 200) };
    let mut policy = a1(&state, 1.0);
    assert_eq!(placed(&mut policy, &state, &job), None);
    let gave_up = super::refusal::no_way(1.0, Some(ALL_SEARCH_STEPS));
    assert_eq!(gave_up.sentence, "no way to spread it with all links within 100 % was found in 20000 steps");
    assert_eq!(policy.refusals(&state, &job).last(), Some(&gave_up));
    let rejected = Submission::Rejected(Rejection::NotFound);
    assert_eq!(admission(&mut policy, &state, &job), rejected);
}
