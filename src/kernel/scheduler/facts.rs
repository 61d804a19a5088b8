//! What a scheduler can tell of a run beside when its jobs start and end: facts of a few general kinds, in the words of its model. What
//! shows them knows no model. Facts are kept only if an observer asks for them, and cost nothing otherwise.

use super::choice::Choice;
use super::foresight::Foresight;
use crate::workload::Job;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::ops::AddAssign;

/// What a scheduler is asked for, and what it has answered since.
#[derive(Clone, Debug, Default)]
pub struct Facts {
    /// About which jobs somebody asks.
    pub about: About,
    /// Whether somebody asks for marks.
    pub wants_marks: bool,
    /// The kinds of requests that jobs are; none if it makes no difference how they were submitted.
    pub requests: Option<&'static Requests>,
    /// Whether each job is sent to the queue of one cluster: who waits elsewhere is then neither before nor behind it.
    pub sends: bool,
    /// The choices among candidates that have not been taken yet, in the order in which they took effect.
    pub choices: Vec<Choice>,
    /// The marks that have not been taken yet, in order of time.
    pub marks: Vec<Mark>,
    /// The futures that were compared before the job was placed.
    pub foresight: Option<Foresight>,
}

impl Facts {
    /// Whether somebody asks about this job.
    pub fn wants(&self, job: u64) -> bool {
        match self.about {
            About::None => false,
            About::Job(own) => own == job,
            About::All => true,
        }
    }
}

/// Jobs that somebody asks about.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum About {
    /// No job.
    #[default]
    None,
    /// The one of this number.
    Job(u64),
    /// Each.
    All,
}

/// A mark in time: at this instant its model did something.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Mark {
    /// When \[s\].
    pub time_s: f64,
    /// What was seen then, as the end of a sentence: "what the meta-scheduler saw in the round at 0:10:00".
    pub words: String,
    /// How many nodes of every cluster stay free, as it was seen then: a staircase each.
    pub staircases: Vec<Vec<Step>>,
}

/// From a time on so many nodes are free, until the next step.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Step {
    /// \[s\]
    pub from_s: f64,
    /// Free nodes.
    pub free: u32,
}

/// A kind of request: how a job was submitted.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Request {
    /// Its name for programs: "asynchronous".
    pub name: Cow<'static, str>,
    /// A request of this kind: "meta request, asynchronous".
    pub words: Cow<'static, str>,
    /// To whom it was submitted, if not to its home cluster: "the metacomputer".
    pub to: Option<Cow<'static, str>>,
    /// Whether it may run on fewer nodes than it asks for.
    pub moldable: bool,
}

impl Request {
    /// Whether it was submitted to its home cluster.
    pub fn is_home(&self) -> bool {
        self.to.is_none()
    }
}

/// The kinds of requests that a model tells apart.
#[derive(Debug)]
pub struct Requests {
    /// Which of them a job is, by its place in the legend.
    pub kind_of: fn(&Job) -> usize,
    /// What they are.
    pub legend: Legend,
}

impl Requests {
    /// The kind of a job.
    pub fn kind(&self, job: &Job) -> Option<&Request> {
        self.legend.requests.get((self.kind_of)(job))
    }
}

/// What a model calls its requests and marks where they are drawn.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Legend {
    /// All kinds of requests.
    pub requests: Cow<'static, [Request]>,
    /// Those to their home clusters in a word: "local".
    pub home: Cow<'static, str>,
    /// Those to all clusters together in a word: "meta".
    pub common: Cow<'static, str>,
    /// A mark in a word: "round".
    pub mark: Cow<'static, str>,
    /// The same in full: "a round of the meta-scheduler".
    pub mark_in_full: Cow<'static, str>,
    /// A staircase in a word: "surface".
    pub staircase: Cow<'static, str>,
}

/// The [counter](Counters) of jobs that were killed because they outlived their estimates.
pub const KILLED_JOBS: &str = "killed_jobs";

/// What a scheduler counts during a run. The names are keys of the results' JSON.
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

    /// These and another one.
    #[must_use]
    pub fn and(mut self, name: &'static str, count: u64) -> Counters {
        self.0.insert(Cow::Borrowed(name), count);
        self
    }

    /// The counter of this name; none if the scheduler does not count that.
    pub fn get(&self, name: &str) -> Option<u64> {
        self.0.get(name).copied()
    }

    /// What is counted.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.0.keys().map(AsRef::as_ref)
    }

    /// Whether nothing is counted.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

/// Adds those of another run.
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
