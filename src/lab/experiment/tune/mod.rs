//! Tuning: chooses values for some numbers of a scenario, so that a measure of one scheduler is best. The chosen values
//! are then tested on other jobs.

mod compared;
mod search;

pub use compared::Compared;
pub use search::{Axis, Trial, search};

use super::measure::{Better, Measure};
use super::merge::measures;
use super::plan::Plan;
use super::runner::TaskResult;
use super::task::Task;
use crate::base::problem::{Problem, Problems};
use crate::base::random::Stream;
use crate::parameter::Kind;
use crate::parameter::json::tidied;
use crate::parameter::path::Values;
use crate::scenario::declared::find_sweepable;
use crate::scenario::experiment::MOST_RUNS;
use crate::scenario::language::path::places;
use crate::scenario::{Checked, Scenario};
use crate::words::number::exact;
use compared::{Outcome, dropped, mean};
use search::rank;
use serde::Serialize;
use serde_json::{Value, json};
use std::ops::Range;

/// Simulates tasks in any order, and returns their results in the order of the tasks.
pub type Simulate<'a, E> = dyn FnMut(&[Task]) -> Result<Vec<Option<TaskResult>>, E> + 'a;

/// A tuning task: the scenario, the numbers to vary, and the measure to optimize.
#[derive(Clone, Debug)]
pub struct Tuning {
    scenario: Scenario,
    scheduler: usize,
    axes: Vec<Axis>,
    measure: &'static Measure,
    budget: usize,
    held_back: u32,
}

/// The result of tuning.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Tuned {
    /// The optimized measure.
    pub objective: &'static str,
    /// The scheduler's name.
    pub scheduler: String,
    /// The paths of the varied numbers.
    pub parameters: Vec<String>,
    /// Values of the varied numbers before tuning.
    pub start: Vec<f64>,
    /// Best values of the varied numbers.
    pub best: Vec<f64>,
    /// Comparison of the values before and after tuning, on the jobs that were used to choose the best values.
    pub training: Compared,
    /// Comparison of the values before and after tuning, on jobs that were not used to choose the best values.
    pub held_back: Compared,
    /// All evaluated points, in order.
    pub curve: Vec<Trial>,
}

impl Tuning {
    /// Varies each path between two numbers to optimize `measure` of their scheduler over the scenario's replications, with at
    /// most `budget` evaluations; tests the result on `held_back` more replications.
    ///
    /// # Errors
    /// If a path cannot be varied in its range, or the paths do not show which scheduler is to be tuned.
    pub fn new(
        scenario: &Scenario,
        vary: &[(String, f64, f64)],
        measure: &'static Measure,
        budget: usize,
        held_back: u32,
    ) -> Result<Tuning, Problems> {
        let mut scenario = scenario.clone();
        scenario.set([("experiment.sweep", json!([]))]);
        let mut problems = Vec::new();
        let mut axes: Vec<Axis> = Vec::new();
        for (path, low, high) in vary {
            match axis(&scenario, path, *low, *high) {
                Ok(axis) => axes.push(axis),
                Err(mut found) => {
                    // Adds the range of the number to the text of each problem.
                    for problem in &mut found.0 {
                        problem.wrong = format!("cannot be varied: {} {}", problem.place, problem.wrong);
                        problem.place = format!("vary {path}");
                    }
                    problems.extend(found.0);
                }
            }
        }
        let runs = budget as u64 * u64::from(scenario.experiment.replications) + 2 * u64::from(held_back);
        for (holds, place, wrong, allowed, remedy) in [
            (
                axes.is_empty() && problems.is_empty(),
                "vary",
                "names no number",
                "",
                "Name one, such as schedulers.0.lslt",
            ),
            (
                measure.better == Better::Neither,
                "objective",
                "is neither better when it is low nor when it is high",
                "",
                "Choose a measure such as mean_turnaround_s",
            ),
            (
                runs > MOST_RUNS,
                "budget",
                &format!("takes {} runs", exact(runs as f64)),
                &format!("at most {} runs", exact(MOST_RUNS as f64)),
                "Take a smaller budget, or fewer replications",
            ),
        ] {
            if holds {
                problems.push(Problem::new(place, wrong, allowed, remedy));
            }
        }
        if !problems.is_empty() {
            return Err(Problems(problems));
        }
        Ok(Tuning { scheduler: scheduler(&scenario, &axes)?, scenario, axes, measure, budget, held_back })
    }

    /// Tunes; `run` simulates tasks in any order, and returns their results in the order of the tasks.
    ///
    /// # Errors
    /// The first error of `run`; or if the measure has no value.
    pub fn run<E: From<Problems>>(&self, run: &mut Simulate<'_, E>) -> Result<Tuned, E> {
        let training = 0..self.scenario.experiment.replications;
        let other = training.end..training.end + self.held_back;
        let start = self.start();
        let sign = if self.measure.better == Better::Higher { -1.0 } else { 1.0 };
        let mut stream = Stream::new(&self.scenario.seed, 0, "tune", 0);
        // The first point is the given scenario. A point with more dropped jobs is not comparable, and has no value.
        let mut most_dropped = None;
        let mut evaluate = |points: &[Vec<f64>]| -> Result<Vec<f64>, E> {
            let all = self.outcomes(points, training.clone(), run)?;
            let most = *most_dropped.get_or_insert_with(|| all.first().map_or(0, |own| dropped(own)));
            let value = |own: &Vec<Outcome>| match dropped(own) > most {
                true => f64::NAN,
                false => sign * mean(own),
            };
            Ok(all.iter().map(value).collect())
        };
        let mut curve = search(&self.axes, &start, self.budget, &mut stream, &mut evaluate)?;
        let least = |a: &&Trial, b: &&Trial| rank(a.value).total_cmp(&rank(b.value));
        let best = curve.iter().min_by(least).map_or(start.clone(), |own| own.values.clone());
        let both = [start.clone(), best.clone()];
        let training = Compared::of(&self.outcomes(&both, training, run)?);
        let held_back = Compared::of(&self.outcomes(&both, other, run)?);
        if training.start.is_nan() {
            let wrong = format!("is {}, of which this scheduler has no value here", self.measure.key);
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

    /// Mean of the measure over the results of a point.
    pub fn mean(&self, results: &[&TaskResult]) -> f64 {
        let outcome = |own: &&TaskResult| Outcome { value: self.measure.value(&measures(own)), dropped_jobs: 0 };
        mean(&results.iter().map(outcome).collect::<Vec<_>>())
    }

    /// The scenario at a point.
    ///
    /// # Errors
    /// The rules that the scenario breaks at this point.
    pub fn at(&self, point: &[f64]) -> Result<Checked, Problems> {
        let mut settings = Vec::new();
        for (axis, value) in self.axes.iter().zip(point) {
            for place in places(&self.scenario, &axis.path) {
                settings.push((place, tidied(Value::from(*value))));
            }
        }
        let settings = settings.iter().map(|(place, value)| (place.as_str(), value.clone()));
        self.scenario.with_all(settings)
    }

    /// The values of the varied numbers in the given scenario.
    fn start(&self) -> Vec<f64> {
        let now = |axis: &Axis| {
            let place = places(&self.scenario, &axis.path).into_iter().next()?;
            self.scenario.at(&place)?.as_f64()
        };
        self.axes.iter().map(|axis| now(axis).unwrap_or(axis.low)).collect()
    }

    /// The outcomes of every point in these replications. A point at which the scenario is invalid has no outcomes.
    fn outcomes<E: From<Problems>>(
        &self,
        points: &[Vec<f64>],
        replications: Range<u32>,
        run: &mut Simulate<'_, E>,
    ) -> Result<Vec<Vec<Outcome>>, E> {
        let mut tasks: Vec<Task> = Vec::new();
        let mut counts = Vec::new();
        for point in points {
            let before = tasks.len();
            let replicated = |here: Checked| here.with("experiment.replications", &replications.end.into());
            if let Ok(here) = self.at(point).and_then(replicated) {
                let plan = Plan::new(&here).map_err(Problems::from)?;
                let own = replications.clone().filter_map(|own| plan.task_of(0, self.scheduler, own));
                tasks.extend(own.filter_map(|task| plan.tasks().get(task).cloned()));
            }
            counts.push(tasks.len() - before);
        }
        let done = run(&tasks)?;
        let outcome = |own: &Option<TaskResult>| {
            let own = own.as_ref().map(measures);
            Outcome {
                value: own.as_ref().map_or(f64::NAN, |own| self.measure.value(own)),
                dropped_jobs: own.map_or(0, |own| own.rejected_jobs),
            }
        };
        let mut outcomes = done.iter().map(outcome);
        Ok(counts.into_iter().map(|count| outcomes.by_ref().take(count).collect()).collect())
    }
}

/// Reads a range such as `schedulers.0.lslt=0:2`: path and both ends.
pub fn range(text: &str) -> Option<(String, f64, f64)> {
    let number = |text: &str| text.trim().parse().ok().filter(|own: &f64| own.is_finite());
    let (path, ends) = text.split_once('=')?;
    let (low, high) = ends.split_once(':')?;
    Some((path.trim().to_owned(), number(low)?, number(high)?))
}

/// Beginnings of the paths of settings that do not change the jobs.
const SAME_JOBS: [&str; 3] = ["schedulers.", "queue.", "network."];

/// The axis of a path, if a sweep over its ends is valid.
fn axis(scenario: &Scenario, path: &str, low: f64, high: f64) -> Result<Axis, Problems> {
    if low >= high {
        let wrong = format!("goes from {low} to {high}");
        return Err(Problem::new(path, wrong, "two numbers, the lower first", "").into());
    }
    if !SAME_JOBS.iter().any(|begin| path.starts_with(begin)) {
        let wrong = "may change which jobs there are, so that nothing can be compared";
        let allowed = "a number of a scheduler, of the queue or of the network";
        return Err(Problem::new(path, wrong, allowed, "Sweep it instead").into());
    }
    let sweep = json!([{ "parameter": path, "values": [low, high] }]);
    scenario.with("experiment.sweep", &sweep).map_err(|found| Problems(found.0.into_iter().map(of_range).collect()))?;
    let kind = find_sweepable(path).map(|own| own.kind_at(path).unwrap_or(own.kind));
    Ok(Axis { path: path.to_owned(), low, high, whole: matches!(kind, Some(Kind::Integer { .. })) })
}

/// Rewrites a problem of a sweep over both ends of the range as a problem of the range.
fn of_range(problem: Problem) -> Problem {
    let place = match problem.place.as_str() {
        "experiment.sweep.0.values.0" => "the lower end",
        "experiment.sweep.0.values.1" => "the upper end",
        "experiment.sweep.0.parameter" => "the path",
        _ => return problem,
    };
    Problem { place: place.to_owned(), ..problem }
}

/// The index of the scheduler to which all paths belong. If the paths belong to no scheduler, it is the only scheduler.
fn scheduler(scenario: &Scenario, axes: &[Axis]) -> Result<usize, Problem> {
    let index = |axis: &Axis| axis.path.strip_prefix("schedulers.")?.split('.').next()?.parse::<usize>().ok();
    let mut all: Vec<usize> = axes.iter().filter_map(index).collect();
    all.dedup();
    match (all.as_slice(), scenario.schedulers.len()) {
        ([], 1) => Ok(0),
        ([one], count) if *one < count => Ok(*one),
        _ => Err(Problem::new(
            "vary",
            "does not say which scheduler is to be tuned",
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

    fn small() -> Checked {
        Scenario::from_json(
            r#"{ "workload": { "jobs_per_cluster": 60, "interarrival_s": 150, "bsbw_mbps": 700 }, "schedulers": ["ideal", "b1"],
                 "experiment": { "replications": 2, "sweep": [] } }"#,
        )
        .unwrap()
    }

    #[test]
    fn a_threshold_is_tuned_and_tested_on_other_jobs() {
        let vary = [("schedulers.1.lslt".to_owned(), 0.0, 2.0)];
        let tuning = Tuning::new(&small(), &vary, measure::find("mean_turnaround_s"), 12, 3).unwrap();
        let tune =
            |backwards| tuning.run(&mut |tasks: &[Task]| Ok::<_, Problems>(simulated(tasks, backwards))).unwrap();
        let tuned = tune(false);
        assert_eq!(tune(true), tuned);
        assert_eq!((tuned.start.as_slice(), tuned.scheduler.as_str()), (&[1.0][..], "b1"));
        assert!(tuned.curve.len() <= 12 && tuned.training.best <= tuned.training.start);
        assert_eq!(tuned.training.start, tuned.curve[0].value);
        assert_eq!(tuned.training.best, tuned.curve.last().unwrap().best);
        assert_eq!((tuned.training.replications, tuned.held_back.replications), (2, 3));
        assert_ne!(tuned.held_back.start, tuned.training.start);
        // Expected values computed without the tuner: the means of three runs with the best value, on the jobs of the
        // later replications.
        let alone = tuning.at(&tuned.best).unwrap();
        let alone = alone.with("experiment.replications", &5.into()).unwrap();
        let each =
            crate::experiment::run(&alone, None).unwrap().points[0].results[1].replication_mean_turnaround_s.clone();
        let mean = each[2..].iter().map(|own| own.unwrap()).sum::<f64>() / 3.0;
        assert_eq!(tuned.held_back.best, mean);
    }

    #[test]
    fn more_is_better_for_some_measures() {
        let vary = [("schedulers.1.lslt".to_owned(), 0.0, 2.0)];
        let tuning = Tuning::new(&small(), &vary, measure::find("utilisation"), 6, 2).unwrap();
        let tuned = tuning.run(&mut |tasks: &[Task]| Ok::<_, Problems>(simulated(tasks, false))).unwrap();
        assert!(tuned.training.best >= tuned.training.start);
        assert!(tuned.curve.windows(2).all(|two| two[1].best >= two[0].best));
    }

    #[test]
    fn a_range_is_a_path_and_two_numbers() {
        assert_eq!(range(" a.b = -1 : 2e3"), Some(("a.b".to_owned(), -1.0, 2e3)));
        for text in ["", "a", "a=", "a=1", "a=1:", "a=:1", "a=1:b", "a=NaN:1", "a=0:inf"] {
            assert_eq!(range(text), None, "{text}");
        }
    }

    #[test]
    fn a_search_of_too_many_runs_says_how_many() {
        let vary = [("schedulers.1.lslt".to_owned(), 0.0, 2.0)];
        let measure = measure::find("mean_wait_s");
        let problem = Tuning::new(&small(), &vary, measure, 100_000, 5).unwrap_err();
        assert_eq!(
            problem.to_string(),
            "budget takes 200\u{2009}010 runs. Allowed: at most 100\u{2009}000 runs. Take a smaller budget, or fewer replications"
        );
    }

    #[test]
    fn what_cannot_be_tuned_is_explained() {
        let problem = |scenario: &Scenario, vary: &[(&str, f64, f64)], key: &str| {
            let vary: Vec<_> = vary.iter().map(|&(path, low, high)| (path.to_owned(), low, high)).collect();
            Tuning::new(scenario, &vary, measure::find(key), 10, 2).unwrap_err().to_string()
        };
        let scenario = small();
        for (vary, key, part) in [
            (
                vec![("schedulers.1.lslt", 0.0, 99.0)],
                "mean_wait_s",
                "vary schedulers.1.lslt cannot be varied: the upper end is 99. Allowed: a number from 0 to 10",
            ),
            (
                vec![("schedulers.1.lslt", 1.0, 0.0)],
                "mean_wait_s",
                "goes from 1 to 0. Allowed: two numbers, the lower first",
            ),
            (
                vec![("schedulers.1.lslt", 1.0, 1.0)],
                "mean_wait_s",
                "goes from 1 to 1. Allowed: two numbers, the lower first",
            ),
            (
                vec![("schedulers.1.chunk", 0.1, 0.5)],
                "mean_wait_s",
                "cannot be varied: the path is schedulers.1.chunk, which changes nothing here",
            ),
            (vec![("queue.order", 0.1, 0.5)], "mean_wait_s", "cannot be swept"),
            (vec![], "mean_wait_s", "names no number"),
            (vec![("workload.bsbw_mbps", 0.1, 0.5)], "mean_wait_s", "may change which jobs there are"),
            (vec![("schedulers.1.lslt", 0.0, 1.0)], "offered_load", "is neither better"),
        ] {
            let found = problem(&scenario, &vary, key);
            assert!(found.contains(part), "{found}");
        }
    }
}
