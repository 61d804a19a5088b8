//! What a policy that looks ahead saw before it placed a job: the future of every place that it could give it, and their
//! scores. Made only where one job is asked about, and costs nothing otherwise.

use super::outlook::Outlook;
use crate::parameter::declare::choices;
use crate::platform::{Piece, Placement, State};
use crate::workload::Job;
use serde::{Deserialize, Serialize};

choices! {
    /// What a look ahead makes as low as it can, of all jobs that wait.
    Score = Turnaround, {
        /// The mean turnaround.
        Turnaround = "turnaround", "Turnaround";
        /// The mean wait.
        Wait = "wait", "Wait";
        /// The mean bounded slowdown, of a bound of 10 s.
        BoundedSlowdown = "bounded-slowdown", "Bounded slowdown";
        /// How unequal the bounded slowdowns are: their coefficient of variation.
        Fairness = "fairness", "Fairness";
    }
}

/// Futures that are kept: those of the lowest scores.
const MOST_FUTURES: usize = 12;
/// Jobs that are kept of a future: the first to start.
const MOST_JOBS: usize = 60;
/// Ends that are kept of the jobs that run: the last ones.
const MOST_ENDS: usize = 2000;

/// Nodes that a running job is expected to give back.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Held {
    /// Index of the cluster.
    pub cluster: u32,
    /// How many nodes.
    pub nodes: u32,
    /// When: now if the job has outlived its estimate \[s\].
    pub end_s: f64,
}

/// A job of a future.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Foreseen {
    /// Its number.
    pub job: u64,
    /// When it arrived \[s\].
    pub arrival_s: f64,
    /// When it would start \[s\].
    pub start_s: f64,
    /// When it would end \[s\].
    pub end_s: f64,
    /// Where it would run.
    pub pieces: Vec<Piece>,
    /// How long it would take over how long it would if nothing slowed it down, as on links that are too full.
    pub penalty: f64,
}

/// What becomes of all that wait if the job goes to one place, or waits too.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Future {
    /// Where the job goes now; nowhere if it waits.
    pub place: Vec<Piece>,
    /// The lower, the better.
    pub score: f64,
    /// How many jobs the score is about.
    pub count: u64,
    /// What runs on several clusters already: its end moves with what others ask of the links.
    pub running: Vec<Foreseen>,
    /// The first jobs to start, one of them the job itself.
    pub jobs: Vec<Foreseen>,
}

/// A decision and the futures that it rests on.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Foresight {
    /// Number of the job.
    pub job: u64,
    /// When it was placed \[s\].
    pub time_s: f64,
    /// What the scores measure.
    #[serde(with = "by_name")]
    pub score: Score,
    /// Nodes of the clusters.
    pub clusters: Vec<u32>,
    /// Their speeds.
    pub speeds: Vec<f64>,
    /// What runs on one cluster, in the order of the expected ends.
    pub running: Vec<Held>,
    /// How many places it could have had.
    pub choices: u64,
    /// The best of them, the lowest score first; none if an earlier look-ahead had fixed the place.
    pub futures: Vec<Future>,
    /// The one that came true.
    pub taken: Option<usize>,
}

/// A score as the scenario names it.
mod by_name {
    use super::Score;
    use serde::de::{Deserialize, Deserializer, Error};
    use serde::ser::Serializer;

    pub fn serialize<S: Serializer>(score: &Score, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(score.name())
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Score, D::Error> {
        let name = String::deserialize(from)?;
        let found = Score::ALL.iter().find(|score| score.name() == name);
        found.copied().ok_or_else(|| D::Error::custom(format!("{name} is no score")))
    }
}

impl Foresight {
    /// The decision about `job` now, of which no future is known yet.
    pub fn new(outlook: &Outlook, state: &State, job: &Job, score: Score) -> Foresight {
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
            score,
            clusters: clusters.iter().map(|own| own.nodes).collect(),
            speeds: clusters.iter().map(|own| own.speed).collect(),
            running,
            choices: 0,
            futures: Vec::new(),
            taken: None,
        }
    }

    /// One more future; of equal scores the first one comes first.
    pub fn add(&mut self, future: Future) {
        self.choices += 1;
        let at = self.futures.partition_point(|own| own.score <= future.score);
        self.futures.insert(at, future);
        self.futures.truncate(MOST_FUTURES);
    }

    /// The job has been placed.
    pub fn take(&mut self, placement: &Placement) {
        let same = |own: &Future| own.place == placement.as_slice();
        self.taken = self.futures.iter().position(same);
    }
}

impl Future {
    /// The job goes there, and no job has started yet.
    pub fn new(place: &[Piece]) -> Future {
        Future { place: place.to_vec(), running: Vec::new(), score: 0.0, count: 0, jobs: Vec::new() }
    }

    /// One more job.
    pub fn push(&mut self, job: impl FnOnce() -> Foreseen) {
        self.count += 1;
        if self.jobs.len() < MOST_JOBS {
            self.jobs.push(job());
        }
    }
}
