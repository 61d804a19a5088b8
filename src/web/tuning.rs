//! Tuning in the page, with simulations in workers. The search restarts whenever results have arrived and proceeds as
//! far as the known results allow. It is deterministic, so each time it takes the same steps and gets further.

use crate::base::decimal;
use crate::base::problem::Problems;
use crate::experiment::measure::Measure;
use crate::experiment::tune::{Tuned, Tuning};
use crate::experiment::{Task, TaskResult};
use crate::scenario::Scenario;
use std::cell::RefCell;
use std::collections::BTreeMap;

/// Number of additional replications on which the constants that the search has chosen are tested.
const HELD_BACK: u32 = 5;

/// Maximum number of points that a search tries. The search is repeated from its start whenever results arrive, so more
/// points would take too long.
const MOST_POINTS: usize = 300;

/// The range of a constant.
#[derive(Clone, Debug, PartialEq)]
pub struct Range {
    /// Name of the constant.
    pub name: String,
    /// Lower end.
    pub low: f64,
    /// Upper end.
    pub high: f64,
}

impl Range {
    /// Reads both ends of a range.
    ///
    /// # Errors
    /// If an end is no number, or the ends are in the wrong order; the text is for people.
    pub fn read(name: &str, low: &str, high: &str) -> Result<Range, String> {
        let end = |text: &str| {
            let number = decimal::parse(text.trim()).filter(|own| own.is_finite());
            number.ok_or_else(|| {
                format!("\u{201c}{text}\u{201d} is not a number. Enter both ends of the range of {name}.")
            })
        };
        let (low, high) = (end(low)?, end(high)?);
        match low < high {
            true => Ok(Range { name: name.to_owned(), low, high }),
            false => Err(format!("The range of {name} begins at {low} and ends at {high}. Enter the lower end first.")),
        }
    }
}

/// Reads the number of points that a search tries.
///
/// # Errors
/// If it is no such number; the text is for people.
pub fn points(text: &str) -> Result<usize, String> {
    let number = text.trim().parse().ok().filter(|own| (1..=MOST_POINTS).contains(own));
    number.ok_or_else(|| {
        format!("\u{201c}{text}\u{201d} is no number of points. Enter 1 to {MOST_POINTS}; `metasched tune` tries more.")
    })
}

/// A search and the results known so far.
pub struct Tuner {
    tuning: Tuning,
    known: BTreeMap<String, TaskResult>,
    /// The best value after each point.
    best: RefCell<Vec<f64>>,
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
    /// Searches the constants at `place` within their ranges, with at most `budget` points.
    ///
    /// # Errors
    /// If the ranges are invalid for the constants.
    pub fn new(
        scenario: &Scenario,
        place: &str,
        ranges: &[Range],
        measure: &'static Measure,
        budget: usize,
    ) -> Result<Tuner, Problems> {
        let vary: Vec<_> = ranges.iter().map(|own| (format!("{place}.{}", own.name), own.low, own.high)).collect();
        let tuning = Tuning::new(scenario, &vary, measure, budget, HELD_BACK)?;
        Ok(Tuner { tuning, known: BTreeMap::new(), best: RefCell::default() })
    }

    /// Adds the result of a requested task.
    pub fn put(&mut self, task: &Task, result: TaskResult) {
        self.known.insert(task.key(), result);
    }

    /// Number of known results.
    #[cfg(test)]
    pub fn known(&self) -> usize {
        self.known.len()
    }

    /// The best value after each point that the last call of [`Self::tuned`] could evaluate.
    pub fn best_so_far(&self) -> Vec<f64> {
        self.best.borrow().clone()
    }

    /// Result of the search, if all necessary results are known.
    ///
    /// # Errors
    /// If more results are needed or the search is impossible.
    pub fn tuned(&self) -> Result<Tuned, Stop> {
        self.best.take();
        self.tuning.run(&mut |tasks: &[Task]| {
            let known: Vec<Option<TaskResult>> =
                tasks.iter().map(|task| self.known.get(&task.key()).cloned()).collect();
            self.note(tasks, &known);
            let wanted = tasks.iter().zip(&known).filter(|(_, known)| known.is_none());
            let wanted: Vec<Task> = wanted.map(|(task, _)| task.clone()).collect();
            match wanted.is_empty() {
                true => Ok(known),
                false => Err(Stop::Wants(wanted)),
            }
        })
    }

    /// Adds the points of these tasks to the best values so far. A point is the replications of a scenario from the first on; the
    /// further jobs of the test begin later.
    fn note(&self, tasks: &[Task], known: &[Option<TaskResult>]) {
        let best = &mut *self.best.borrow_mut();
        let mut known = known.iter();
        for point in tasks.chunk_by(|a, b| b.replication == a.replication + 1) {
            let all: Vec<&TaskResult> = known.by_ref().take(point.len()).flatten().collect();
            if all.len() == point.len() && point.first().is_some_and(|own| own.replication == 0) {
                let before = best.last().copied().unwrap_or(f64::INFINITY);
                best.push(before.min(self.tuning.mean(&all)));
            }
        }
    }
}

/// Default range of a constant: from 0 to twice its value.
pub fn usual(value: f64) -> [f64; 2] {
    let twice = 2.0 * value;
    [twice.min(0.0), if twice == 0.0 { 1.0 } else { twice.max(0.0) }]
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
        let range = |name: &str, [low, high]: [f64; 2]| Range { name: name.to_owned(), low, high };
        let ranges = [range("a", usual(1.0)), range("b", usual(-2.0))];
        assert_eq!([usual(1.0), usual(-2.0), usual(0.0)], [[0.0, 2.0], [-4.0, 0.0], [0.0, 1.0]]);
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
        let curve: Vec<f64> = tuned.curve.iter().map(|own| own.best).collect();
        assert_eq!(tuner.best_so_far()[..curve.len()], curve);
    }

    #[test]
    fn ranges_that_cannot_be_read_are_explained() {
        let read = |low, high| Range::read("a", low, high).unwrap_err();
        assert_eq!(read("x", "2"), "\u{201c}x\u{201d} is not a number. Enter both ends of the range of a.");
        assert_eq!(read("2", "0"), "The range of a begins at 2 and ends at 0. Enter the lower end first.");
        assert!(points("0").is_err() && points("1e9").is_err());
        assert_eq!(points(" 60 "), Ok(60));
        let measure = measure::find("mean_turnaround_s");
        for (name, high, part) in
            [("a", 1e300, "cannot be varied: the upper end is "), ("c", 2.0, "schedulers.1.constants.c")]
        {
            let ranges = [Range { name: name.to_owned(), low: 0.0, high }];
            let tuner = Tuner::new(&scenario(), "schedulers.1.constants", &ranges, measure, 9);
            let problem = tuner.err().unwrap().to_string();
            assert!(problem.contains(part), "{problem}");
        }
    }
}
