//! Facts that a scheduler reports about a run, in addition to starts and ends of jobs. There are only a few general
//! kinds of facts, and the model supplies the words for these kinds, so views need not know the model. Facts are
//! recorded only if an observer asks for them, and cost nothing otherwise.

use super::choice::Choice;
use super::foresight::Foresight;
use super::planning::Planning;
use super::steps::Step;
use crate::workload::Job;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::ops::AddAssign;

/// The facts that an observer has requested, and the facts that were recorded since they were last read.
#[derive(Clone, Debug, Default)]
pub struct Facts {
    /// The jobs whose facts are recorded.
    pub about: About,
    /// True if marks are recorded.
    pub wants_marks: bool,
    /// The kinds of requests; `None` if all jobs are submitted in the same way.
    pub requests: Option<&'static Requests>,
    /// True if each job is sent to the queue of one cluster. Then jobs that wait at other clusters are neither before
    /// nor behind the job.
    pub sends: bool,
    /// Choices among candidates that an observer has not read yet, in the order in which they took effect.
    pub choices: Vec<Choice>,
    /// Marks that an observer has not read yet, in order of time.
    pub marks: Vec<Mark>,
    /// Requests planned while a job with recorded facts waits that an observer has not read yet, in the order of planning.
    pub plannings: Vec<Planning>,
    /// The futures that the scheduler compared before it placed the job.
    pub foresight: Option<Foresight>,
}

impl Facts {
    /// True if facts about this job are recorded.
    pub fn wants(&self, job: u64) -> bool {
        match self.about {
            About::None => false,
            About::Job(own) => own == job,
            About::All => true,
        }
    }
}

/// Selection of jobs whose facts are recorded.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum About {
    /// No job.
    #[default]
    None,
    /// The job with this number.
    Job(u64),
    /// All jobs.
    All,
}

/// A mark in time: an instant at which the scheduler acted.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Mark {
    /// Time \[s\].
    pub time_s: f64,
    /// Description of the mark; completes a sentence: "what the meta-scheduler saw in the round at 0:10:00".
    pub words: String,
    /// Expected free nodes of every cluster over time, as the scheduler saw them: one step function per cluster.
    pub staircases: Vec<Vec<Step>>,
}

/// A kind of request: the way in which a job was submitted.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Request {
    /// Name for programs: "asynchronous".
    pub name: Cow<'static, str>,
    /// Name for people: "meta request, asynchronous".
    pub words: Cow<'static, str>,
    /// Receiver of the request, if it is not the home cluster: "the metacomputer".
    pub to: Option<Cow<'static, str>>,
    /// True if the job may run on fewer nodes than it requests.
    pub moldable: bool,
}

impl Request {
    /// True if the request was submitted to the job's home cluster.
    pub fn is_home(&self) -> bool {
        self.to.is_none()
    }
}

/// The kinds of requests that a model distinguishes.
#[derive(Debug)]
pub struct Requests {
    /// Index of a job's kind of request, in the legend.
    pub kind_of: fn(&Job) -> usize,
    /// Names of the kinds.
    pub legend: Legend,
}

impl Requests {
    /// Kind of request of a job.
    pub fn kind(&self, job: &Job) -> Option<&Request> {
        self.legend.requests.get((self.kind_of)(job))
    }
}

/// A model's names for requests and marks, for figures.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Legend {
    /// All kinds of requests.
    pub requests: Cow<'static, [Request]>,
    /// Adjective for requests to the home cluster: "local".
    pub home: Cow<'static, str>,
    /// Adjective for requests to all clusters together: "meta".
    pub common: Cow<'static, str>,
    /// Name of a mark: "round".
    pub mark: Cow<'static, str>,
    /// Full name of a mark: "a round of the meta-scheduler".
    pub mark_in_full: Cow<'static, str>,
    /// Name of the step functions: "surface".
    pub staircase: Cow<'static, str>,
}

/// The [counter](Counters) of jobs that were killed because they ran longer than estimated.
pub const KILLED_JOBS: &str = "killed_jobs";

/// Counters of a scheduler during a run. Their names are keys in the JSON of results.
///
/// ```
/// use metasched_kernel::scheduler::facts::Counters;
///
/// let mut counters = Counters::of("refusals", 2);
/// counters += &Counters::of("refusals", 3);
/// assert_eq!(counters.get("refusals"), Some(5));
/// assert_eq!(counters.get("rounds"), None);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Counters(BTreeMap<Cow<'static, str>, u64>);

impl Counters {
    /// A single counter.
    pub fn of(name: &'static str, count: u64) -> Counters {
        Counters(BTreeMap::from([(Cow::Borrowed(name), count)]))
    }

    /// Adds another counter.
    #[must_use]
    pub fn and(mut self, name: &'static str, count: u64) -> Counters {
        self.0.insert(Cow::Borrowed(name), count);
        self
    }

    /// Value of a counter; `None` if the scheduler has no such counter.
    pub fn get(&self, name: &str) -> Option<u64> {
        self.0.get(name).copied()
    }

    /// Names of the counters.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.0.keys().map(AsRef::as_ref)
    }

    /// True if there are no counters.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

/// Adds the counters of another run.
impl AddAssign<&Counters> for Counters {
    fn add_assign(&mut self, other: &Counters) {
        for (name, count) in &other.0 {
            *self.0.entry(name.clone()).or_default() += count;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counters_are_added_by_name() {
        let mut counters = Counters::of("refusals", 2).and("rounds", 1);
        counters += &Counters::of("refusals", 3);
        counters += &Counters::of("starts", 4);
        let counts = ["refusals", "rounds", "starts", "ends"].map(|name| counters.get(name));
        assert_eq!(counts, [Some(5), Some(1), Some(4), None]);
        assert!(counters.names().eq(["refusals", "rounds", "starts"]));
        assert!(!counters.is_empty() && Counters::default().is_empty());
    }
}
