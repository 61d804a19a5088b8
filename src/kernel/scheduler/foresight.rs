//! Record of a look ahead: for every possible placement of a job, the simulated future with its score. Recorded only
//! for a job that an observer asks about; otherwise it costs nothing.

use super::outlook::Outlook;
use crate::platform::{Piece, Placement, State};
use crate::workload::Job;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;

/// Maximum number of recorded futures; the futures with the lowest scores are recorded.
const MOST_FUTURES: usize = 12;
/// Maximum number of recorded jobs per future; the first jobs to start are recorded.
const MOST_JOBS: usize = 60;
/// Maximum number of recorded ends of running jobs; the last ends are recorded.
const MOST_ENDS: usize = 2000;

/// Nodes that a running job is expected to release.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Held {
    /// Index of the cluster.
    pub cluster: u32,
    /// Number of nodes.
    pub nodes: u32,
    /// Expected end \[s\]. If the job runs longer than estimated, the current time.
    pub end_s: f64,
}

/// A job in a simulated future.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Foreseen {
    /// Number of the job.
    pub job: u64,
    /// Arrival time \[s\].
    pub arrival_s: f64,
    /// Expected start \[s\].
    pub start_s: f64,
    /// Expected end \[s\].
    pub end_s: f64,
    /// Expected placement.
    pub pieces: Vec<Piece>,
    /// Run time divided by the run time without network delays.
    pub penalty: f64,
}

/// Simulated future of all waiting jobs, for one placement of the job or for the case that it waits.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Future {
    /// Placement of the job; empty if it waits.
    pub place: Vec<Piece>,
    /// Score; lower is better.
    pub score: f64,
    /// Number of jobs in the score.
    pub count: u64,
    /// Running co-allocated jobs. Their ends depend on other jobs' use of the links.
    pub running: Vec<Foreseen>,
    /// The first jobs to start, including the job itself.
    pub jobs: Vec<Foreseen>,
}

/// A decision and the futures on which it is based.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Foresight {
    /// Number of the job.
    pub job: u64,
    /// Time of the decision \[s\].
    pub time_s: f64,
    /// Name of the score for programs: "turnaround".
    pub score: Cow<'static, str>,
    /// Quantity that the scores measure: "mean turnaround".
    pub measured: Cow<'static, str>,
    /// Unit of the scores: "s" for times, else empty.
    pub unit: Cow<'static, str>,
    /// Nodes of each cluster.
    pub clusters: Vec<u32>,
    /// Speed of each cluster.
    pub speeds: Vec<f64>,
    /// Jobs that run on one cluster, in order of expected end.
    pub running: Vec<Held>,
    /// Number of possible places.
    pub choices: u64,
    /// The best futures, lowest score first; empty if an earlier look ahead had already decided the placement.
    pub futures: Vec<Future>,
    /// Index of the chosen future.
    pub taken: Option<usize>,
}

impl Foresight {
    /// The record of a decision about `job` that is made now, still without futures.
    pub fn new(outlook: &Outlook, state: &State, job: &Job, [score, measured, unit]: [&'static str; 3]) -> Foresight {
        let now_s = outlook.now_s();
        let whole = outlook.running().filter_map(|busy| {
            let [Piece { cluster, nodes }] = *busy.placement.as_slice() else {
                return None;
            };
            Some(Held { cluster, nodes, end_s: busy.end_s.max(now_s) })
        });
        let mut running: Vec<Held> = whole.collect();
        running.drain(..running.len().saturating_sub(MOST_ENDS));
        let clusters = &state.platform().clusters;
        Foresight {
            job: job.id,
            time_s: now_s,
            score: score.into(),
            measured: measured.into(),
            unit: unit.into(),
            clusters: clusters.iter().map(|own| own.nodes).collect(),
            speeds: clusters.iter().map(|own| own.speed).collect(),
            running,
            choices: 0,
            futures: Vec::new(),
            taken: None,
        }
    }

    /// Adds a future. If scores are equal, the future that was added first comes first.
    pub fn add(&mut self, future: Future) {
        self.choices += 1;
        let at = self.futures.partition_point(|own| own.score <= future.score);
        self.futures.insert(at, future);
        self.futures.truncate(MOST_FUTURES);
    }

    /// Reports the placement of the job.
    pub fn take(&mut self, placement: &Placement) {
        let same = |own: &Future| own.place == placement.as_slice();
        self.taken = self.futures.iter().position(same);
    }
}

impl Future {
    /// A new future, in which the job gets this placement and no job has started yet.
    pub fn new(place: &[Piece]) -> Future {
        Future { place: place.to_vec(), running: Vec::new(), score: 0.0, count: 0, jobs: Vec::new() }
    }

    /// Adds a job.
    pub fn push(&mut self, job: impl FnOnce() -> Foreseen) {
        self.count += 1;
        if self.jobs.len() < MOST_JOBS {
            self.jobs.push(job());
        }
    }
}
