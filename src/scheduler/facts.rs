//! What a scheduler can tell of a run beside when its jobs start and end: facts of a few general kinds, in the words of its model. Whoever
//! shows them knows no model. Facts are kept for those who ask; nobody else pays for them.

use super::choice::Choice;
use super::foresight::Foresight;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::ops::AddAssign;

/// What somebody asks a scheduler for, and what it has told since.
#[derive(Clone, Debug, Default)]
pub struct Facts {
    /// About which jobs somebody asks.
    pub about: About,
    /// Whether each job is sent to the queue of one cluster: who waits elsewhere is then neither before nor behind it.
    pub sends: bool,
    /// The choices among candidates that nobody has taken yet, in the order in which they took effect.
    pub choices: Vec<Choice>,
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

/// The [counter](Counters) of rounds in which waiting jobs are planned.
pub const PLANNING_ROUNDS: &str = "planning_rounds";
/// The [counter](Counters) of requests for admission that were turned away.
pub const DENIALS: &str = "denials";

/// What a scheduler counts during a run. The names are keys of the results' JSON.
///
/// ```
/// use metasched::scheduler::facts::{Counters, DENIALS, PLANNING_ROUNDS};
///
/// let mut counters = Counters::of(DENIALS, 2);
/// counters += &Counters::of(DENIALS, 3);
/// assert_eq!(counters.get(DENIALS), Some(5));
/// assert_eq!(counters.get(PLANNING_ROUNDS), None);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Counters(BTreeMap<Cow<'static, str>, u64>);

impl Counters {
    /// A single counter.
    pub fn of(name: &'static str, count: u64) -> Counters {
        Counters(BTreeMap::from([(Cow::Borrowed(name), count)]))
    }

    /// The counter of this name; none if the scheduler does not count that.
    pub fn get(&self, name: &str) -> Option<u64> {
        self.0.get(name).copied()
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
