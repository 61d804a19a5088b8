//! The example of S table 1 and figures 4 and 9.

use super::fit::Fit;
use super::one_cluster::{Draws, put};
use super::tla::{LookAhead, Tla};
use crate::models::model::Calculation;
use crate::models::shih::Score;
use crate::platform::{Cluster, Placement, Platform, State};
use crate::scheduler::order::Order;
use crate::scheduler::outlook::Outlook;
use crate::workload::Job;

/// Number of nodes of job 1 that gives the numbers of the table. The table prints 3 nodes; but with 3, job 2 would find
/// six free nodes on A at 3 s and would not wait until 5 s.
pub const JOB_1: u32 = 4;

/// Clusters A (0) and B (1) of nine nodes; A is twice as fast. One node of A is in use until 3, five nodes of B until
/// `ends_s`, which is 5 in the table. Four jobs have waited since −5, −4, −2 and −2 s; the first needs `nodes` nodes.
/// Run times are those on B.
pub fn scene(nodes: u32, ends_s: f64) -> (State, Outlook, Vec<Job>) {
    let cluster = |speed| Cluster { nodes: 9, capacity_bps: 1, speed };
    let mut state = State::idle(Platform::star([2.0, 1.0].map(cluster).to_vec()));
    let mut outlook = Outlook::new(Order::ARRIVAL, &state);
    for (slot, (cluster, nodes, end_s)) in [(0, 1, 3.0), (1, 5, ends_s)].into_iter().enumerate() {
        let mut placement = Placement::new();
        let job = Job { id: 10 + slot as u64, nodes, ..Job::default() };
        put(&job, cluster, &mut placement);
        state.claim(&placement, &Default::default());
        outlook.start(&job, &placement);
        outlook.started(slot as u32, end_s);
    }
    let waiting = [(nodes, -5.0, 10.0), (6, -4.0, 2.0), (2, -2.0, 8.0), (7, -2.0, 2.0)];
    let job = |(id, (nodes, arrival_s, estimate_s))| Job {
        id,
        nodes,
        arrival_s,
        estimate_s,
        runtime_s: estimate_s,
        ..Job::default()
    };
    let jobs: Vec<Job> = (1..).zip(waiting).map(job).collect();
    jobs.iter().for_each(|job| outlook.submit(job));
    (state, outlook, jobs)
}

/// The scores of S table 1, in which the job on B ends at 5 s, and the scores of figure 9, in which this job ends
/// early, at 1 s. The claims of the paper refer to the scores by these names.
pub const SCORES: &[Calculation] = &[
    ("mean turnaround of the four jobs, job 1 of 4 nodes on A, the job on B until 5 s", || score_s(0, JOB_1, 5.0)),
    ("mean turnaround of the four jobs, job 1 of 4 nodes on B, the job on B until 5 s", || score_s(1, JOB_1, 5.0)),
    ("mean turnaround of the four jobs, job 1 of 4 nodes on A, the job on B until 1 s", || score_s(0, JOB_1, 1.0)),
    ("mean turnaround of the four jobs, job 1 of 4 nodes on B, the job on B until 1 s", || score_s(1, JOB_1, 1.0)),
];

/// Mean turnaround that TLA simulates for the four jobs if job 1, of `nodes` nodes, starts on `cluster`, and the job on B ends at
/// `ends_s` \[s\].
pub fn score_s(cluster: u32, nodes: u32, ends_s: f64) -> f64 {
    let (state, outlook, jobs) = scene(nodes, ends_s);
    let ahead = LookAhead { depth: usize::MAX, fit: Fit::Fastest, decisions: 1, score: Score::Turnaround };
    // Fastest-first draws no random numbers.
    let draws = Draws { seed: String::new(), replication: 0 };
    Tla::new(&state, ahead, draws).future(&outlook, &jobs[0], cluster, |_| {})
}
