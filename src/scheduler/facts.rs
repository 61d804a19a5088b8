//! What a scheduler can tell of a run beside when its jobs start and end: facts of a few general kinds, in the words of its model. Whoever
//! shows them knows no model.

use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::ops::AddAssign;

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
