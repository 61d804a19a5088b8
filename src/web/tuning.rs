//! Tuning in the page, with simulations in workers. The search restarts whenever results have arrived and proceeds as
//! far as the known results allow. It is deterministic, so each time it takes the same steps and gets further.

use crate::base::problem::{Problem, Problems};
use crate::experiment::measure::Measure;
use crate::experiment::tune::{self, Tuned, Tuning};
use crate::experiment::{Task, TaskResult};
use crate::parameter::path::Values;
use crate::scenario::Scenario;
use serde_json::Value;
use std::collections::BTreeMap;

/// Number of additional replications on which the constants that the search has chosen are tested.
const HELD_BACK: u32 = 5;

/// A search and the results known so far.
pub struct Tuner {
    tuning: Tuning,
    known: BTreeMap<String, TaskResult>,
}

/// Reason why the search stops.
#[derive(Debug)]
pub enum Stop {
    /// More results are needed: these tasks must be simulated first.
    Wants(Vec<Task>),
    /// The search is impossible.
    Wrong(Problems),
}

impl From<Problems> for Stop {
    fn from(problems: Problems) -> Stop {
        Stop::Wrong(problems)
    }
}

impl Tuner {
    /// Searches the constants at `place` within ranges such as `a=0:2, b=-1:1`, with at most `budget` points.
    ///
    /// # Errors
    /// If the ranges cannot be read or are invalid for the constants.
    pub fn new(
        scenario: &Scenario,
        place: &str,
        ranges: &str,
        measure: &'static Measure,
        budget: usize,
    ) -> Result<Tuner, Problems> {
        let vary: Result<Vec<_>, Problem> = ranges.split(',').map(|text| range(place, text)).collect();
        Ok(Tuner { tuning: Tuning::new(scenario, &vary?, measure, budget, HELD_BACK)?, known: BTreeMap::new() })
    }

    /// Adds the result of a requested task.
    pub fn put(&mut self, task: &Task, result: TaskResult) {
        self.known.insert(task.key(), result);
    }

    /// Number of known results.
    pub fn known(&self) -> usize {
        self.known.len()
    }

    /// Result of the search, if all necessary results are known.
    ///
    /// # Errors
    /// If more results are needed or the search is impossible.
    pub fn tuned(&self) -> Result<Tuned, Stop> {
        self.tuning.run(&mut |tasks: &[Task]| {
            let known: Vec<Option<TaskResult>> =
                tasks.iter().map(|task| self.known.get(&task.key()).cloned()).collect();
            let wanted = tasks.iter().zip(&known).filter(|(_, known)| known.is_none());
            let wanted: Vec<Task> = wanted.map(|(task, _)| task.clone()).collect();
            match wanted.is_empty() {
                true => Ok(known),
                false => Err(Stop::Wants(wanted)),
            }
        })
    }
}

/// Reads a range such as `a=0:2` for a constant at `place`.
fn range(place: &str, text: &str) -> Result<(String, f64, f64), Problem> {
    let wrong = || format!("cannot be read: {}", text.trim());
    let (name, low, high) = tune::range(text).ok_or_else(|| Problem::new("The range", wrong(), "a=0:2, b=-1:1", ""))?;
    Ok((format!("{place}.{name}"), low, high))
}

/// Default ranges: each constant at `place` from 0 to twice its value.
pub fn usual(scenario: &Scenario, place: &str) -> String {
    let constants = scenario.at(place).and_then(Value::as_object);
    let range = |(name, value): (&String, &Value)| {
        let twice = 2.0 * value.as_f64().unwrap_or_default();
        let high = if twice == 0.0 { 1.0 } else { twice.max(0.0) };
        format!("{name}={}:{high}", twice.min(0.0))
    };
    let all: Vec<String> = constants.into_iter().flatten().map(range).collect();
    all.join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Progress;
    use crate::experiment::{Runner, measure};
    use crate::scenario::Checked;

    fn scenario() -> Checked {
        Scenario::from_json(
            r#"{ "workload": { "jobs_per_cluster": 60, "interarrival_s": 150, "bsbw_mbps": 700 }, "schedulers": ["ideal",
                 { "policy": "formula", "place_score": "a * home - b * pieces - free / total", "constants": { "a": 1, "b": -2 } }],
                 "experiment": { "replications": 2, "sweep": [] } }"#,
        )
        .unwrap()
    }

    fn simulated(task: &Task) -> TaskResult {
        let mut runner = Runner::new(task, None, ()).unwrap();
        while runner.advance(u64::MAX).unwrap() == Progress::Running {}
        runner.finish().0
    }

    /// Results that arrive in any order, some at a time, give the same outcome as all at once.
    #[test]
    fn what_comes_bit_by_bit_is_what_comes_at_once() {
        let (scenario, place) = (scenario(), "schedulers.1.constants");
        let ranges = usual(&scenario, place);
        assert_eq!(ranges, "a=0:2, b=-4:0");
        let measure = measure::find("mean_turnaround_s");
        let mut tuner = Tuner::new(&scenario, place, &ranges, measure, 12).unwrap();
        let mut rounds = 0;
        let tuned = loop {
            match tuner.tuned() {
                Ok(tuned) => break tuned,
                Err(Stop::Wants(tasks)) => {
                    let some = tasks.iter().rev().step_by(2);
                    some.for_each(|task| tuner.put(task, simulated(task)));
                }
                Err(Stop::Wrong(problems)) => panic!("{problems}"),
            }
            rounds += 1;
        };
        let vary = ["a", "b"].map(|name| format!("{place}.{name}"));
        let vary = [(vary[0].clone(), 0.0, 2.0), (vary[1].clone(), -4.0, 0.0)];
        let tuning = Tuning::new(&scenario, &vary, measure, 12, HELD_BACK).unwrap();
        let all = |tasks: &[Task]| tasks.iter().map(|own| Some(simulated(own))).collect();
        let once = tuning.run(&mut |tasks: &[Task]| Ok::<_, Problems>(all(tasks)));
        assert_eq!(tuned, once.unwrap());
        assert!(rounds > 4 && tuner.known() > 12, "{rounds}");
    }

    #[test]
    fn ranges_that_cannot_be_read_are_explained() {
        let measure = measure::find("mean_turnaround_s");
        for (ranges, part) in [
            ("", "The range cannot be read: ; allowed: a=0:2, b=-1:1"),
            ("a=0:2, b", "The range cannot be read: b"),
            ("a=NaN:2", "The range cannot be read: a=NaN:2"),
            ("a=2:0", "the lower first"),
            ("a=0:1e300", "cannot be varied: the upper end is "),
            ("c=0:2", "schedulers.1.constants.c"),
        ] {
            let tuner = Tuner::new(&scenario(), "schedulers.1.constants", ranges, measure, 9);
            let problem = tuner.err().unwrap().to_string();
            assert!(problem.contains(part), "{problem}");
        }
    }
}
