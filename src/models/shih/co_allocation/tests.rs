//! Hand-computed examples: two clusters, three running jobs, and one job that must be spread or wait.

use super::super::Fit;
use super::*;
use crate::models::jones::Objective;
use crate::models::jones::{A1, B1};
use crate::models::shih::Score;
use crate::network::Sharing;
use crate::network::allotment::Allotment;
use crate::network::demand::demands;
use crate::platform::{Cluster, Piece, Platform};
use crate::scheduler::order::Order;

fn pieces(list: &[(u32, u32)]) -> Placement {
    let piece = |&(cluster, nodes)| Piece { cluster, nodes };
    list.iter().map(piece).collect()
}

/// Clusters A and B of ten nodes behind links of 1500 bit/s. Job 1 (BSBW 1000, only communication) has two nodes of
/// each until 100, job 2 four nodes of A until 500, job 3 four nodes of B until `ends_s`. So four nodes of each are
/// free. Job 4 and other jobs behind it wait.
fn scene(ends_s: f64, waiting: &[Job]) -> (State, Outlook) {
    let cluster = Cluster { nodes: 10, capacity_bps: 1500, speed: 1.0 };
    let mut state = State::idle(Platform::star(vec![cluster; 2]));
    let mut outlook = Outlook::new(Order::ARRIVAL, &state);
    let running = [(4, vec![(0, 2), (1, 2)], 100.0), (4, vec![(0, 4)], 500.0), (4, vec![(1, 4)], ends_s)];
    for (slot, (nodes, list, end_s)) in (0..).zip(running) {
        let job = Job {
            id: u64::from(slot) + 1,
            nodes,
            estimate_s: end_s,
            compute_fraction: 0.0,
            bsbw_bps: 1000.0,
            ..Job::default()
        };
        let placement = pieces(&list);
        state.claim(&placement, &demands(state.platform(), &job, &placement).clone());
        outlook.start(&job, &placement);
        outlook.started(slot, end_s);
    }
    waiting.iter().for_each(|job| outlook.submit(job));
    (state, outlook)
}

/// A job of eight nodes for 40 s, half of it communication: with four nodes on each cluster, its demand on each link is
/// 2000 bit/s.
const WIDE: Job = Job {
    id: 4,
    arrival_s: 0.0,
    home: 0,
    nodes: 8,
    runtime_s: 40.0,
    compute_fraction: 0.5,
    bsbw_bps: 2000.0,
    pattern: crate::workload::Pattern::AllToAll,
    estimate_s: 40.0,
    class: 0,
    user: 0,
    parallelism_variance: 0.0,
    size_mb: 0.0,
    moldable: false,
    local: false,
    asks: crate::platform::Amounts::NONE,
};

fn shared() -> Network {
    Network::Dynamic(Allotment::new(Sharing::Proportional, 2))
}

fn policy(state: &State, network: Network) -> CoAllocatingTla {
    let ahead = LookAhead { depth: 20, fit: Fit::Fastest, decisions: 1, score: Score::Turnaround };
    let spreading = Spreading { chunk: 0.85, lslt: 1.0, all: true, passing: false };
    let draws = Draws { seed: "1".to_owned(), replication: 0 };
    let idle = State::idle(state.platform().clone());
    CoAllocatingTla::new(&idle, network, ahead, spreading, draws)
}

fn placed(policy: &mut dyn Policy, scene: &(State, Outlook), job: &Job) -> Option<Placement> {
    let mut placement = Placement::new();
    let placed = policy.place_ahead(&scene.1, &scene.0, job, &mut placement);
    placed.then_some(placement)
}

/// If job 4 is spread now, the demand is 3000 bit/s on both links of 1500 bit/s, so every job gets half of its demand.
/// Job 4 takes 20 + 40 s, until 60; job 1 has then done 30 of its 100 and ends at 130. If job 4 waits for job 3, it
/// runs on eight nodes of B from 10 to 50, and job 1 ends at 100.
#[test]
fn avoids_what_would_fill_the_links() {
    let scene = scene(10.0, &[WIDE]);
    let mut tla = policy(&scene.0, shared());
    let spread = pieces(&[(0, 4), (1, 4)]);
    let ends = |jobs: &[Future]| jobs.iter().map(|job| (job.start_s, job.end_s)).collect();
    let (score, jobs) = tla.future(&scene.1, &WIDE, Some(&spread));
    let times: Vec<(f64, f64)> = ends(jobs);
    assert_eq!((score, times), ((60.0 + 130.0) / 2.0, vec![(0.0, 60.0)]));
    let (score, jobs) = tla.future(&scene.1, &WIDE, None);
    let times: Vec<(f64, f64)> = ends(jobs);
    assert_eq!((score, times), ((50.0 + 100.0) / 2.0, vec![(10.0, 50.0)]));
    // The links are below the threshold, so B1 spreads job 4; the look-ahead does not.
    assert_eq!(placed(&mut B1 { lslt: 1.0 }, &scene, &WIDE), Some(spread));
    assert_eq!(placed(&mut tla, &scene, &WIDE), None);
    let [whole, put_off] = tla.refusals(&scene.0, &WIDE).try_into().unwrap();
    assert_eq!(whole, crate::models::refusals::migrate(0, 4));
    assert_eq!(put_off.sentence, "spread over several now it would score 95.00, if it waits 75.00");
}

/// The report of the two futures of [`avoids_what_would_fill_the_links`]. If job 4 is spread, job 4 takes 60 s instead
/// of 40 s, and job 1 takes 130 s instead of 100 s. If job 4 waits, neither of these two jobs is slower.
#[test]
fn tells_both_futures_and_what_the_links_cost() {
    let scene = scene(10.0, &[WIDE]);
    let mut tla = policy(&scene.0, shared());
    let seen = tla.foresee(&scene.1, &scene.0, &WIDE).unwrap();
    assert_eq!(seen.choices, 2);
    // The running jobs that use a single cluster (3, then 2) end at the same times in both futures.
    let held = seen.running.iter();
    let held: Vec<_> = held.map(|own| (own.cluster, own.end_s)).collect();
    assert_eq!(held, [(1, 10.0), (0, 500.0)]);
    let [wait, spread] = seen.futures.as_slice() else { panic!("{seen:?}") };
    assert_eq!((wait.score, wait.count), (75.0, 2));
    assert_eq!((spread.score, spread.count), (95.0, 2));
    let both = pieces(&[(0, 4), (1, 4)]);
    assert_eq!((&wait.place[..], &spread.place[..]), (&[][..], &both[..]));
    let ends = |jobs: &[foresight::Foreseen]| -> Vec<(u64, f64, f64)> {
        let ends = jobs.iter();
        ends.map(|own| (own.job, own.end_s, own.penalty)).collect()
    };
    assert_eq!(ends(&wait.jobs), [(4, 50.0, 1.0)]);
    assert_eq!(ends(&wait.running), [(1, 100.0, 1.0)]);
    assert_eq!(ends(&spread.jobs), [(4, 60.0, 1.5)]);
    assert_eq!(ends(&spread.running), [(1, 130.0, 1.3)]);
    // The report of the futures does not change the decision: the job is put off as before.
    assert_eq!(placed(&mut tla, &scene, &WIDE), None);
    // A job that can be placed nowhere has no simulated future.
    let huge = Job { nodes: 9, ..WIDE };
    assert_eq!(tla.foresee(&scene.1, &scene.0, &huge), None);
}

/// If job 3 runs until 60 s, job 4 would have to wait until 60 s and end at 100 s. With the end of job 1 at 100 s, the
/// sum of the turnarounds is then larger than the 190 s of the spread.
#[test]
fn spreads_where_waiting_takes_longer() {
    let scene = scene(60.0, &[WIDE]);
    let chosen = placed(&mut policy(&scene.0, shared()), &scene, &WIDE);
    assert_eq!(chosen, Some(pieces(&[(0, 4), (1, 4)])));
    // B3 and A1 would not spread the job: four nodes are only half of the job, and its demand of 3000 bit/s is more
    // than 1500 bit/s.
    let (chunk, lslt) = (0.85, 1.0);
    assert_eq!(placed(&mut B3 { chunk, lslt }, &scene, &WIDE), None);
    let mut a1 = A1::new(&scene.0, lslt, Objective::First);
    assert_eq!(placed(&mut a1, &scene, &WIDE), None);
}

/// If job 4 is not slowed down (K = 1), it ends at 40 s; job 1 has then done 20 s of its 100 s and ends at 120 s. The
/// sum 160 s is larger than the 150 s of waiting. If job 4 sends nothing, it ends at 40 s and job 1 at 100 s.
#[test]
fn minds_those_that_run() {
    let scene = scene(10.0, &[WIDE]);
    let mut tla = policy(&scene.0, shared());
    let deaf = Job { compute_fraction: 1.0, ..WIDE };
    let spread = pieces(&[(0, 4), (1, 4)]);
    assert_eq!(tla.future(&scene.1, &deaf, Some(&spread)).0, 80.0);
    assert_eq!(placed(&mut tla, &scene, &deaf), None);
    let silent = Job { bsbw_bps: 0.0, ..WIDE };
    assert_eq!(placed(&mut tla, &scene, &silent), Some(spread));
}

/// Job 4 ends at 50 s if it waits. If it is spread, it ends at 40 s with unlimited links, at 48 s with a fixed penalty
/// of 1.2, and at 52 s with a fixed penalty of 1.3.
#[test]
fn goes_by_the_network_model() {
    let scene = scene(10.0, &[WIDE]);
    let spread = Some(pieces(&[(0, 4), (1, 4)]));
    let chosen = |network| placed(&mut policy(&scene.0, network), &scene, &WIDE);
    assert_eq!(chosen(Network::Unlimited), spread);
    assert_eq!(chosen(Network::Fixed(1.2)), spread);
    assert_eq!(chosen(Network::Fixed(1.3)), None);
}

/// A job of nine nodes behind job 4 fits whole only on A from 500 on; B3 spreads it once eight nodes of one cluster are free
/// (0.85 · 9 = 7.65). If job 4 is spread, B has eight free nodes when job 4 and job 3 have ended, at 60, and A four: 8 + 1. The
/// links are below the threshold.
#[test]
fn those_behind_may_be_spread_too() {
    let behind = Job { id: 5, nodes: 9, bsbw_bps: 0.0, ..WIDE };
    let scene = scene(10.0, &[WIDE, behind]);
    let mut tla = policy(&scene.0, shared());
    let spread = pieces(&[(0, 4), (1, 4)]);
    let (_, jobs) = tla.future(&scene.1, &WIDE, Some(&spread));
    assert_eq!(jobs[1].placement, pieces(&[(1, 8), (0, 1)]));
    assert_eq!((jobs[1].start_s, jobs[1].end_s), (60.0, 100.0));
}

#[test]
fn at_one_instant_only_so_many_are_looked_at_in_vain() {
    let next = Job { id: 5, ..WIDE };
    let scene = scene(10.0, &[WIDE, next]);
    let mut tla = policy(&scene.0, shared()).with_most_put_off(1);
    let said = |tla: &mut CoAllocatingTla, job: &Job| tla.refusals(&scene.0, job).pop();
    for _ in 0..2 {
        assert_eq!(placed(&mut tla, &scene, &WIDE), None);
        assert!(said(&mut tla, &WIDE).unwrap().numbers.contains_key("scores"));
    }
    assert_eq!(placed(&mut tla, &scene, &next), None);
    assert_eq!(said(&mut tla, &next).unwrap().sentence, "too many others were put off before it was looked at");
}

/// If no job runs, waiting cannot help, so the job starts at any cost.
#[test]
fn does_not_wait_for_nothing() {
    let cluster = Cluster { nodes: 10, capacity_bps: 1, speed: 1.0 };
    let state = State::idle(Platform::star(vec![cluster; 2]));
    let large = Job { nodes: 15, ..WIDE };
    let mut outlook = Outlook::new(Order::ARRIVAL, &state);
    outlook.submit(&large);
    let scene = (state, outlook);
    let chosen = placed(&mut policy(&scene.0, shared()), &scene, &large);
    assert_eq!(chosen, Some(pieces(&[(0, 10), (1, 5)])));
}
