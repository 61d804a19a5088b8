//! Tuning: some numbers of a scenario are chosen so that a measure of one scheduler is best, and the choice is tested on jobs that it
//! has not seen.
//!
//! Half of the budget tries points at random, the other half goes on from the best one: a step up and a step down along each number at
//! a time, the best of them if that is better, else steps of half the length. Points are evaluated in batches, and which ones does not depend
//! on how fast they are: the result is the same with any number of threads.

use super::measure::{Better, Measure};
use super::merge::measures;
use super::plan::{Plan, Task};
use super::runner::TaskResult;
use crate::base::number::{decade, power_of_ten};
use crate::base::problem::{Problem, Problems};
use crate::base::random::Stream;
use crate::metrics::confidence::estimate;
use crate::parameter::Kind;
use crate::parameter::json::tidied;
use crate::parameter::path::get;
use crate::scenario::Scenario;
use crate::scenario::declared::find_sweepable;
use crate::scenario::experiment::MOST_RUNS;
use crate::scenario::language::path::places;
use serde::Serialize;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::ops::Range;

/// Decimal places by which values are finer than the range that they are in.
const FINER: i32 = 3;

/// A number that is varied.
#[derive(Clone, Debug, PartialEq)]
pub struct Axis {
    /// Its path: "schedulers.0.constants.a".
    pub path: String,
    /// Its least value.
    pub low: f64,
    /// Its largest value.
    pub high: f64,
    /// Whether it is a whole number.
    pub whole: bool,
}

impl Axis {
    /// The value of few digits that is nearest to `x`, within the range.
    fn rounded(&self, x: f64) -> f64 {
        let digits = match self.whole {
            true => 0,
            false => FINER - decade(self.high - self.low),
        };
        let scale = power_of_ten(digits.abs());
        let near = match digits >= 0 {
            true => (x * scale).round() / scale,
            false => (x / scale).round() * scale,
        };
        near.clamp(self.low, self.high)
    }
}

/// One evaluation.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Trial {
    /// The varied numbers.
    pub values: Vec<f64>,
    /// The objective there; NaN, and null in JSON, where the scenario breaks a rule.
    pub value: f64,
    /// The best objective up to here.
    pub best: f64,
}

/// Tries at most `budget` points, the first of them `start`; `evaluate` gives the objective at each of a batch, of which the lower is the
/// better, and NaN the worst.
///
/// # Errors
/// The first of `evaluate`.
pub fn search<E>(
    axes: &[Axis],
    start: &[f64],
    budget: usize,
    stream: &mut Stream,
    evaluate: &mut dyn FnMut(&[Vec<f64>]) -> Result<Vec<f64>, E>,
) -> Result<Vec<Trial>, E> {
    let mut found = Found {
        trials: Vec::new(),
        known: BTreeMap::new(),
        budget,
        evaluate,
    };
    found.all(vec![start.to_vec()])?;
    let at_random = |_| {
        let value =
            |axis: &Axis| axis.rounded(axis.low + (axis.high - axis.low) * stream.uniform());
        axes.iter().map(value).collect()
    };
    let tried = (0..budget.saturating_sub(1) / 2).map(at_random).collect();
    found.all(tried)?;
    let mut length = 0.25;
    while found.trials.len() < budget && length > 1e-4 {
        let here = found.best();
        let mut around = Vec::new();
        for (at, axis) in axes.iter().enumerate() {
            for step in [length, -length] {
                let mut next = here.clone();
                next[at] = axis.rounded(here[at] + step * (axis.high - axis.low));
                around.push(next);
            }
        }
        found.all(around)?;
        if found.best() == here {
            length /= 2.0;
        }
    }
    Ok(found.trials)
}

/// What has been evaluated.
struct Found<'e, E> {
    trials: Vec<Trial>,
    /// The points, by the bits of their numbers.
    known: BTreeMap<Vec<u64>, usize>,
    budget: usize,
    evaluate: &'e mut dyn FnMut(&[Vec<f64>]) -> Result<Vec<f64>, E>,
}

impl<E> Found<'_, E> {
    /// Evaluates those points that are new, as far as the budget goes.
    fn all(&mut self, points: Vec<Vec<f64>>) -> Result<(), E> {
        let mut new = Vec::new();
        for point in points {
            let count = self.trials.len() + new.len();
            let bits = point.iter().map(|own| own.to_bits()).collect();
            if count < self.budget && !self.known.contains_key(&bits) {
                self.known.insert(bits, count);
                new.push(point);
            }
        }
        let values = (self.evaluate)(&new)?;
        for (values, value) in new.into_iter().zip(values) {
            let before = self.trials.last().map_or(f64::NAN, |last| last.best);
            // The smaller of two, a number before none.
            let best = before.min(value);
            self.trials.push(Trial {
                values,
                value,
                best,
            });
        }
        Ok(())
    }

    /// The first of the best points.
    fn best(&self) -> Vec<f64> {
        let better = |a: &&Trial, b: &&Trial| rank(a.value).total_cmp(&rank(b.value));
        self.trials
            .iter()
            .min_by(better)
            .map_or_else(Vec::new, |own| own.values.clone())
    }
}

/// What is no number is the worst.
fn rank(value: f64) -> f64 {
    if value.is_nan() { f64::INFINITY } else { value }
}

/// What is to be tuned, and by what.
#[derive(Clone, Debug)]
pub struct Tuning {
    scenario: Scenario,
    scheduler: usize,
    axes: Vec<Axis>,
    measure: &'static Measure,
    budget: usize,
    held_back: u32,
}

/// What came of it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Tuned {
    /// The measure that was made better.
    pub objective: &'static str,
    /// The scheduler, by its name.
    pub scheduler: String,
    /// The paths of the varied numbers.
    pub parameters: Vec<String>,
    /// Their values before.
    pub start: Vec<f64>,
    /// Their best values.
    pub best: Vec<f64>,
    /// On the jobs that the choice was made on.
    pub training: Compared,
    /// On other jobs.
    pub held_back: Compared,
    /// Every evaluation, in order.
    pub curve: Vec<Trial>,
}

/// The objective before and after, on the same jobs.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Compared {
    /// Replications.
    pub replications: u32,
    /// Mean before.
    pub start: f64,
    /// Mean after.
    pub best: f64,
    /// Mean of after less before, replication by replication.
    pub difference: f64,
    /// Half width of its 95 % interval; none of one replication.
    pub difference_ci95: Option<f64>,
}

impl Tuning {
    /// Varies each path between two numbers so that `measure` of the scheduler that they belong to is best on the replications of the
    /// scenario, by at most `budget` evaluations, and tests it on `held_back` more replications.
    ///
    /// # Errors
    /// If a path cannot be varied so, or the paths do not tell the scheduler.
    pub fn new(
        scenario: &Scenario,
        vary: &[(String, f64, f64)],
        measure: &'static Measure,
        budget: usize,
        held_back: u32,
    ) -> Result<Tuning, Problems> {
        let mut scenario = scenario.clone();
        scenario.experiment.sweep.clear();
        let mut problems = Vec::new();
        let mut axes: Vec<Axis> = Vec::new();
        for (path, low, high) in vary {
            match axis(&scenario, path, *low, *high) {
                Ok(axis) => axes.push(axis),
                Err(mut found) => {
                    // A problem says which number of ours it is about.
                    for problem in &mut found.0 {
                        problem.wrong =
                            format!("cannot be varied: {} {}", problem.place, problem.wrong);
                        problem.place = format!("vary {path}");
                    }
                    problems.extend(found.0);
                }
            }
        }
        let runs =
            budget as u64 * u64::from(scenario.experiment.replications) + 2 * u64::from(held_back);
        for (holds, place, wrong, remedy) in [
            (
                axes.is_empty() && problems.is_empty(),
                "vary",
                "names no number",
                "Name one, such as schedulers.0.lslt",
            ),
            (
                measure.better == Better::Neither,
                "objective",
                "is neither better when it is low nor when it is high",
                "Choose a measure such as mean_turnaround_s",
            ),
            (
                runs > MOST_RUNS,
                "budget",
                "takes more runs than 100 000",
                "Take a smaller budget, or fewer replications",
            ),
        ] {
            if holds {
                problems.push(Problem::new(place, wrong, "", remedy));
            }
        }
        let scheduler = match scheduler(&scenario, &axes) {
            Ok(scheduler) => scheduler,
            Err(problem) => {
                problems.push(problem);
                0
            }
        };
        match problems.is_empty() {
            true => Ok(Tuning {
                scenario,
                scheduler,
                axes,
                measure,
                budget,
                held_back,
            }),
            false => Err(Problems(problems)),
        }
    }

    /// Tunes; `run` simulates tasks, in any order, and gives their results in the order of the tasks.
    ///
    /// # Errors
    /// The first of `run`, or that the measure has no value.
    pub fn run<E: From<Problems>>(
        &self,
        run: &mut dyn FnMut(&[Task]) -> Result<Vec<Option<TaskResult>>, E>,
    ) -> Result<Tuned, E> {
        let training = 0..self.scenario.experiment.replications;
        let other = training.end..training.end + self.held_back;
        let start = self.start();
        let sign = if self.measure.better == Better::Higher {
            -1.0
        } else {
            1.0
        };
        let mut stream = Stream::new(&self.scenario.seed, 0, "tune", 0);
        let mut evaluate = |points: &[Vec<f64>]| -> Result<Vec<f64>, E> {
            let all = self.values(points, training.clone(), run)?;
            Ok(all.iter().map(|own| sign * estimate(own).mean).collect())
        };
        let mut curve = search(&self.axes, &start, self.budget, &mut stream, &mut evaluate)?;
        let least = |a: &&Trial, b: &&Trial| rank(a.value).total_cmp(&rank(b.value));
        let best = curve
            .iter()
            .min_by(least)
            .map_or(start.clone(), |own| own.values.clone());
        let both = [start.clone(), best.clone()];
        let training = Compared::of(&self.values(&both, training, run)?);
        let held_back = Compared::of(&self.values(&both, other, run)?);
        if training.start.is_nan() {
            let wrong = format!(
                "is {}, of which this scheduler has no value here",
                self.measure.key
            );
            let remedy = "Choose another measure";
            return Err(Problems::from(Problem::new("objective", wrong, "", remedy)).into());
        }
        for own in &mut curve {
            (own.value, own.best) = (sign * own.value, sign * own.best);
        }
        Ok(Tuned {
            objective: self.measure.key,
            scheduler: self.scenario.scheduler_names().swap_remove(self.scheduler),
            parameters: self.axes.iter().map(|axis| axis.path.clone()).collect(),
            start,
            best,
            training,
            held_back,
            curve,
        })
    }

    /// The scenario at a point.
    ///
    /// # Errors
    /// The rules that it breaks there.
    pub fn at(&self, point: &[f64]) -> Result<Scenario, Problems> {
        let whole = self.scenario.to_value();
        let mut settings = Vec::new();
        for (axis, value) in self.axes.iter().zip(point) {
            for place in places(&whole, &axis.path) {
                settings.push((place, tidied(Value::from(*value))));
            }
        }
        let settings = settings
            .iter()
            .map(|(place, value)| (place.as_str(), value.clone()));
        self.scenario.with_all(settings)
    }

    /// What the varied numbers are now.
    fn start(&self) -> Vec<f64> {
        let whole = self.scenario.to_value();
        let now = |axis: &Axis| {
            let place = places(&whole, &axis.path).into_iter().next()?;
            get(&whole, &place)?.as_f64()
        };
        self.axes
            .iter()
            .map(|axis| now(axis).unwrap_or(axis.low))
            .collect()
    }

    /// The measure at every point, in each of these replications; nothing where the scenario breaks a rule.
    fn values<E: From<Problems>>(
        &self,
        points: &[Vec<f64>],
        replications: Range<u32>,
        run: &mut dyn FnMut(&[Task]) -> Result<Vec<Option<TaskResult>>, E>,
    ) -> Result<Vec<Vec<f64>>, E> {
        let mut tasks: Vec<Task> = Vec::new();
        let mut counts = Vec::new();
        for point in points {
            let before = tasks.len();
            if let Ok(mut here) = self.at(point) {
                here.experiment.replications = replications.end;
                let plan = Plan::new(&here)?;
                let own = replications
                    .clone()
                    .filter_map(|own| plan.task_of(0, self.scheduler, own));
                tasks.extend(own.filter_map(|task| plan.tasks().get(task).cloned()));
            }
            counts.push(tasks.len() - before);
        }
        let done = run(&tasks)?;
        let value = |own: &Option<TaskResult>| {
            own.as_ref()
                .map_or(f64::NAN, |own| (self.measure.value)(&measures(own)))
        };
        let mut values = done.iter().map(value);
        Ok(counts
            .into_iter()
            .map(|count| values.by_ref().take(count).collect())
            .collect())
    }
}

impl Compared {
    /// Of the values before and after by replication.
    fn of(both: &[Vec<f64>]) -> Compared {
        let [start, best] = both else {
            return Compared {
                replications: 0,
                start: f64::NAN,
                best: f64::NAN,
                difference: f64::NAN,
                difference_ci95: None,
            };
        };
        let differences: Vec<f64> = best
            .iter()
            .zip(start)
            .map(|(after, before)| after - before)
            .collect();
        let difference = estimate(&differences);
        Compared {
            replications: differences.len() as u32,
            start: estimate(start).mean,
            best: estimate(best).mean,
            difference: difference.mean,
            difference_ci95: Some(difference.ci95).filter(|half| half.is_finite()),
        }
    }
}

/// The axis of a path, if a sweep over its ends is sound.
fn axis(scenario: &Scenario, path: &str, low: f64, high: f64) -> Result<Axis, Problems> {
    if low >= high {
        let wrong = format!("goes from {low} to {high}");
        return Err(Problem::new(path, wrong, "the lower end first", "Turn them round").into());
    }
    let sweep = json!([{ "parameter": path, "values": [low, high] }]);
    scenario.with("experiment.sweep", &sweep)?;
    let kind = find_sweepable(path).map(|own| own.kind_at(path).unwrap_or(own.kind));
    Ok(Axis {
        path: path.to_owned(),
        low,
        high,
        whole: matches!(kind, Some(Kind::Integer { .. })),
    })
}

/// The scheduler that all of these belong to, or the only one.
fn scheduler(scenario: &Scenario, axes: &[Axis]) -> Result<usize, Problem> {
    let index = |axis: &Axis| {
        axis.path
            .strip_prefix("schedulers.")?
            .split('.')
            .next()?
            .parse::<usize>()
            .ok()
    };
    let mut all: Vec<usize> = axes.iter().filter_map(index).collect();
    all.dedup();
    match (all.as_slice(), scenario.schedulers.len()) {
        ([], 1) => Ok(0),
        ([one], count) if *one < count => Ok(*one),
        _ => Err(Problem::new(
            "vary",
            "does not tell which scheduler is to be tuned",
            "numbers of one scheduler, or a scenario with a single one",
            "Leave one scheduler in the scenario",
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Progress;
    use crate::experiment::Runner;
    use crate::experiment::measure;

    fn axes(ranges: &[(f64, f64, bool)]) -> Vec<Axis> {
        let axis = |&(low, high, whole): &(f64, f64, bool)| Axis {
            path: String::new(),
            low,
            high,
            whole,
        };
        ranges.iter().map(axis).collect()
    }

    /// (x − 1.5)² + (y − 40)²/100, whose least value is at (1.5, 40).
    #[test]
    fn finds_the_bottom_of_a_bowl() {
        let axes = axes(&[(0.0, 10.0, false), (0.0, 100.0, true)]);
        let mut batches = Vec::new();
        let mut tune = |budget| {
            let mut evaluate = |points: &[Vec<f64>]| {
                batches.push(points.len());
                let value =
                    |own: &Vec<f64>| (own[0] - 1.5).powi(2) + (own[1] - 40.0).powi(2) / 100.0;
                Ok::<_, ()>(points.iter().map(value).collect())
            };
            let mut stream = Stream::new("1", 0, "tune", 0);
            search(&axes, &[9.0, 90.0], budget, &mut stream, &mut evaluate).unwrap()
        };
        let trials = tune(120);
        assert_eq!(
            (trials[0].values.as_slice(), trials[0].value),
            (&[9.0, 90.0][..], 81.25)
        );
        assert!(trials.len() <= 120 && trials.windows(2).all(|two| two[1].best <= two[0].best));
        let best = trials
            .iter()
            .min_by(|a, b| a.value.total_cmp(&b.value))
            .unwrap();
        assert!(
            (best.values[0] - 1.5).abs() < 0.05 && (best.values[1] - 40.0).abs() <= 1.0,
            "{best:?}"
        );
        assert_eq!(best.value, trials.last().unwrap().best);
        assert!(
            trials
                .iter()
                .all(|own| own.values[1].fract() == 0.0 && (0.0..=10.0).contains(&own.values[0]))
        );
        assert_eq!(tune(120), trials);
        assert_eq!(tune(1).len(), 1);
        assert_eq!(tune(10)[..5], trials[..5]);
        assert_eq!(batches[..2], [1, 59]);
    }

    #[test]
    fn what_is_no_number_is_never_best() {
        let axes = axes(&[(0.0, 1.0, false)]);
        let mut evaluate = |points: &[Vec<f64>]| {
            Ok::<_, ()>(
                points
                    .iter()
                    .map(|own| if own[0] < 0.5 { f64::NAN } else { own[0] })
                    .collect(),
            )
        };
        let mut stream = Stream::new("1", 0, "tune", 0);
        let trials = search(&axes, &[0.0], 40, &mut stream, &mut evaluate).unwrap();
        assert!(trials[0].best.is_nan());
        assert_eq!(trials.last().unwrap().best, 0.5);
    }

    #[test]
    fn values_have_few_digits() {
        let [small, large] = axes(&[(0.0, 2.0, false), (100.0, 1e7, false)])
            .try_into()
            .unwrap();
        assert_eq!((small.rounded(0.123_456), small.rounded(7.0)), (0.123, 2.0));
        assert_eq!(
            (large.rounded(1_234_567.0), large.rounded(0.0)),
            (1_235_000.0, 100.0)
        );
    }

    fn simulated(tasks: &[Task], backwards: bool) -> Vec<Option<TaskResult>> {
        let one = |task: &Task| {
            let mut runner = Runner::new(task, None, ()).unwrap();
            while runner.advance(u64::MAX).unwrap() == Progress::Running {}
            Some(runner.finish().0)
        };
        match backwards {
            true => {
                let mut done: Vec<_> = tasks.iter().rev().map(one).collect();
                done.reverse();
                done
            }
            false => tasks.iter().map(one).collect(),
        }
    }

    fn small() -> Scenario {
        Scenario::from_json(
            r#"{ "workload": { "jobs_per_cluster": 60, "interarrival_s": 150, "bsbw_mbps": 700 }, "schedulers": ["ideal", "b1"],
                 "experiment": { "replications": 2, "sweep": [] } }"#,
        )
        .unwrap()
    }

    #[test]
    fn a_threshold_is_tuned_and_tested_on_other_jobs() {
        let vary = [("schedulers.1.lslt".to_owned(), 0.0, 2.0)];
        let tuning =
            Tuning::new(&small(), &vary, measure::find("mean_turnaround_s"), 12, 3).unwrap();
        let tune = |backwards| {
            tuning
                .run(&mut |tasks: &[Task]| Ok::<_, Problems>(simulated(tasks, backwards)))
                .unwrap()
        };
        let tuned = tune(false);
        assert_eq!(tune(true), tuned);
        assert_eq!(
            (tuned.start.as_slice(), tuned.scheduler.as_str()),
            (&[1.0][..], "b1")
        );
        assert!(tuned.curve.len() <= 12 && tuned.training.best <= tuned.training.start);
        assert_eq!(tuned.training.start, tuned.curve[0].value);
        assert_eq!(tuned.training.best, tuned.curve.last().unwrap().best);
        assert_eq!(
            (tuned.training.replications, tuned.held_back.replications),
            (2, 3)
        );
        assert_ne!(tuned.held_back.start, tuned.training.start);
        // By hand: the mean of three runs of the best value on the jobs of the later replications.
        let mut alone = tuning.at(&tuned.best).unwrap();
        alone.experiment.replications = 5;
        let each = crate::experiment::run(&alone, None).unwrap().points[0].results[1]
            .replication_mean_turnaround_s
            .clone();
        let mean = each[2..].iter().map(|own| own.unwrap()).sum::<f64>() / 3.0;
        assert_eq!(tuned.held_back.best, mean);
    }

    #[test]
    fn more_is_better_for_some_measures() {
        let vary = [("schedulers.1.lslt".to_owned(), 0.0, 2.0)];
        let tuning = Tuning::new(&small(), &vary, measure::find("utilisation"), 6, 2).unwrap();
        let tuned = tuning
            .run(&mut |tasks: &[Task]| Ok::<_, Problems>(simulated(tasks, false)))
            .unwrap();
        assert!(tuned.training.best >= tuned.training.start);
        assert!(tuned.curve.windows(2).all(|two| two[1].best >= two[0].best));
    }

    #[test]
    fn what_cannot_be_tuned_is_explained() {
        let problem = |scenario: &Scenario, vary: &[(&str, f64, f64)], key: &str| {
            let vary: Vec<_> = vary
                .iter()
                .map(|&(path, low, high)| (path.to_owned(), low, high))
                .collect();
            Tuning::new(scenario, &vary, measure::find(key), 10, 2)
                .unwrap_err()
                .to_string()
        };
        let scenario = small();
        for (vary, key, part) in [
            (
                vec![("schedulers.1.lslt", 0.0, 99.0)],
                "mean_wait_s",
                "allowed: a number from 0 to 10",
            ),
            (
                vec![("schedulers.1.lslt", 1.0, 0.0)],
                "mean_wait_s",
                "the lower end first",
            ),
            (
                vec![("schedulers.1.chunk", 0.1, 0.5)],
                "mean_wait_s",
                "changes nothing here",
            ),
            (vec![("queue", 0.1, 0.5)], "mean_wait_s", "cannot be swept"),
            (vec![], "mean_wait_s", "names no number"),
            (
                vec![("workload.bsbw_mbps", 0.1, 0.5)],
                "mean_wait_s",
                "which scheduler is to be tuned",
            ),
            (
                vec![("schedulers.1.lslt", 0.0, 1.0)],
                "offered_load",
                "is neither better",
            ),
        ] {
            let found = problem(&scenario, &vary, key);
            assert!(found.contains(part), "{found}");
        }
    }
}
