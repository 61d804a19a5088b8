//! A number computed from a measure of several runs on the same jobs, with its interval.

use crate::base::maths::{exp, ln};
use crate::experiment::RunResult;
use crate::experiment::measure::{self, Measure};
use crate::experiment::spread::{Spread, of_values};
use crate::metrics::confidence::{Estimate, estimate, widening};
use crate::metrics::dependent::LEAST_BLOCKS;

/// A number and the half width of its 95 % interval, `None` if unknown.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Value {
    /// The measured number.
    pub mean: f64,
    /// Half width of the number's interval.
    pub half: Option<f64>,
}

impl Value {
    /// A number without error.
    pub fn exact(mean: f64) -> Value {
        Value { mean, half: Some(0.0) }
    }

    /// The mean of independent values, with Student's interval.
    pub fn of(values: &[f64]) -> Value {
        let Estimate { mean, ci95 } = estimate(values);
        Value { mean, half: Some(ci95).filter(|half| half.is_finite()) }
    }

    /// The difference between this number and an independently measured number.
    pub fn less(self, other: Value) -> Value {
        let half = self.half.zip(other.half);
        Value { mean: self.mean - other.mean, half: half.map(|(a, b)| (a * a + b * b).sqrt()) }
    }

    /// The excess over an independently measured number \[%\]. The squares of the relative errors are added.
    pub fn percent_above(self, other: Value) -> Value {
        let ratio = self.mean / other.mean;
        let half = self.half.zip(other.half).map(|(own, theirs)| {
            let (own, theirs) = (own / self.mean, theirs / other.mean);
            100.0 * ratio * (own * own + theirs * theirs).sqrt()
        });
        Value { mean: 100.0 * (ratio - 1.0), half }
    }
}

/// The 0.975 quantile of the normal distribution.
const NORMAL_975: f64 = 1.959_964;

/// Applies `of` to the values of a measure in the runs, in the order of the runs. The interval is wide enough for the
/// best of `choices` such numbers: in 95 % of cases, the intervals of all these numbers include the true values
/// (Bonferroni).
///
/// Replications that all runs have finished are paired: `of` is computed in each replication, and the interval is
/// Student's interval over the replications. For a single run, the number itself is the value in the tables, where a
/// share is computed over the jobs of all replications.
pub fn contrast(choices: usize, measure: &Measure, runs: &[&RunResult], of: &dyn Fn(&[f64]) -> f64) -> Value {
    let paired: Vec<f64> = replications(measure, runs).iter().map(|values| of(values)).collect();
    if paired.len() < 2 {
        return independent(choices, measure, runs, of);
    }
    let Estimate { mean, ci95 } = estimate(&paired);
    let mean = match runs {
        [own] => of(&[measure.value(own)]),
        _ => mean,
    };
    Value { mean, half: Some(ci95 * widening(choices, paired.len() - 1)) }
}

/// Like [`contrast`], but over all submitted jobs; `None` if all jobs have ended. Values of groups of jobs are not
/// paired by replication.
pub fn contrast_of_submitted(
    choices: usize,
    measure: &Measure,
    runs: &[&RunResult],
    of: &dyn Fn(&[f64]) -> f64,
) -> Option<Value> {
    let submitted = measure.of_submitted()?;
    let all_ended = |run: &&RunResult| submitted.value(run).to_bits() == measure.value(run).to_bits();
    let contrast = if measure.key == measure::first().key { contrast } else { independent };
    (!runs.iter().all(all_ended)).then(|| contrast(choices, submitted, runs, of))
}

/// Applies `of` to the values of a measure in the runs, and combines the intervals of the runs as if the runs were
/// independent. (With one replication, the interval of a run is over blocks of its jobs.) Runs on the same jobs are not
/// independent, so the interval of a difference is rather too wide.
fn independent(choices: usize, measure: &Measure, runs: &[&RunResult], of: &dyn Fn(&[f64]) -> f64) -> Value {
    let values: Vec<f64> = runs.iter().map(|run| measure.value(run)).collect();
    let halves: Option<Vec<f64>> = runs.iter().map(|run| measure.ci95(run)).collect();
    let half = halves.map(|halves| combined(values.clone(), &halves, of) * widening(choices, LEAST_BLOCKS - 1));
    Value { mean: of(&values), half }
}

/// Error of the function `of` at `values`, whose errors are independent.
fn combined(mut values: Vec<f64>, errors: &[f64], of: &dyn Fn(&[f64]) -> f64) -> f64 {
    let mean = of(&values);
    let mut squares = 0.0;
    for (index, error) in errors.iter().enumerate() {
        let own = values[index];
        values[index] = own + error;
        let moved = of(&values) - mean;
        squares += moved * moved;
        values[index] = own;
    }
    squares.sqrt()
}

/// Standard deviation of `of` if each run had been made once, on jobs of its own, estimated from the replications; `None` if
/// fewer than two have finished.
pub fn noise(measure: &Measure, runs: &[&RunResult], of: &dyn Fn(&[f64]) -> f64) -> Option<f64> {
    let all = replications(measure, runs);
    let each = (0..runs.len()).map(|run| of_values(&all.iter().map(|values| values[run]).collect::<Vec<_>>()));
    let each: Vec<Spread> = each.collect::<Option<_>>()?;
    let deviations: Vec<f64> = each.iter().map(|own| own.cv * own.mean.abs()).collect();
    Some(combined(each.iter().map(|own| own.mean).collect(), &deviations, of))
}

/// The geometric mean of the first run's values divided by the second's, minus 1 \[%\]. The half width is the distance to the
/// interval's end nearer to 0, which shows whether there is a difference.
pub fn ratio(choices: usize, measure: &Measure, runs: &[&RunResult]) -> Option<Value> {
    let logarithms: Vec<f64> = replications(measure, runs).iter().map(|pair| ln(pair[0] / pair[1])).collect();
    let Estimate { mean, ci95 } = (!logarithms.is_empty()).then(|| estimate(&logarithms))?;
    let ci95 = ci95 * widening(choices, logarithms.len() - 1);
    let towards_none = if mean > 0.0 { mean - ci95 } else { mean + ci95 };
    let half = 100.0 * (exp(mean) - exp(towards_none)).abs();
    Some(Value { mean: 100.0 * (exp(mean) - 1.0), half: Some(half).filter(|half| half.is_finite()) })
}

/// The percentage of replications in which the first run has a lower value of a measure than the second, with Wald's
/// interval for independent draws.
pub fn won(choices: usize, measure: &Measure, runs: &[&RunResult]) -> Option<Value> {
    let pairs = replications(measure, runs);
    let count = pairs.len() as f64;
    let share = pairs.iter().filter(|pair| pair[0] < pair[1]).count() as f64 / count;
    let half = NORMAL_975 * (share * (1.0 - share) / count).sqrt() * widening(choices, pairs.len());
    (!pairs.is_empty()).then_some(Value { mean: 100.0 * share, half: Some(100.0 * half) })
}

/// `of` applied to the coefficients of variation of a measure over the replications \[%\]. The interval is Tukey's jackknife,
/// which leaves out each replication once.
pub fn variation(choices: usize, measure: &Measure, runs: &[&RunResult], of: &dyn Fn(&[f64]) -> f64) -> Option<Value> {
    let all = replications(measure, runs);
    let variation = |left_out: Option<usize>| {
        let kept = || all.iter().enumerate().filter(|(at, _)| Some(*at) != left_out);
        let cv = |run: usize| Some(100.0 * of_values(&kept().map(|(_, values)| values[run]).collect::<Vec<_>>())?.cv);
        (0..runs.len()).map(cv).collect::<Option<Vec<f64>>>().map(|each| of(&each))
    };
    let (mean, count) = (variation(None)?, all.len() as f64);
    let pseudo = |at: usize| Some(count * mean - (count - 1.0) * variation(Some(at))?);
    let half = (0..all.len()).map(pseudo).collect::<Option<Vec<f64>>>().and_then(|pseudo| Value::of(&pseudo).half);
    Some(Value { mean, half: half.map(|half| half * widening(choices, all.len() - 1)) })
}

/// The values of the runs in each replication that all runs have finished and in which each run has a value.
fn replications(measure: &Measure, runs: &[&RunResult]) -> Vec<Vec<f64>> {
    let count = runs.iter().map(|run| run.each.len()).min().unwrap_or(0);
    let value = |run: &RunResult, at: usize| {
        let value = measure.value(run.each[at].as_deref()?);
        value.is_finite().then_some(value)
    };
    (0..count).filter_map(|at| runs.iter().map(|run| value(run, at)).collect()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;

    fn run(means: &[Option<f64>], half: Option<f64>) -> RunResult {
        let known: Vec<f64> = means.iter().flatten().copied().collect();
        let one = |mean_turnaround_s| Arc::new(RunResult { mean_turnaround_s, ..RunResult::default() });
        RunResult {
            mean_turnaround_s: known.iter().sum::<f64>() / known.len() as f64,
            turnaround_ci95_s: half,
            each: means.iter().map(|mean| mean.map(one)).collect(),
            ..RunResult::default()
        }
    }

    fn gap_of_best(choices: usize, a: &RunResult, b: &RunResult) -> Value {
        contrast(choices, measure::first(), &[a, b], &|mean| mean[0] - mean[1])
    }

    fn gap(a: &RunResult, b: &RunResult) -> Value {
        gap_of_best(1, a, b)
    }

    /// Means vary much between replications, with differences 1, 2, 3: 2 ± 4.303 / √3.
    #[test]
    fn replications_are_paired() {
        let a = run(&[Some(101.0), Some(902.0), Some(503.0)], Some(1e3));
        let b = run(&[Some(100.0), Some(900.0), Some(500.0)], Some(1e3));
        let value = gap(&a, &b);
        assert!((value.mean - 2.0).abs() < 1e-12);
        assert!((value.half.unwrap() - 4.303 / 3f64.sqrt()).abs() < 1e-9);
        // One replication is unfinished: two differences, 1 and 3, mean 2, s = √2, t(1) = 12.706.
        let b = run(&[Some(100.0), None, Some(500.0)], None);
        let value = gap(&a, &b);
        assert!((value.half.unwrap() - 12.706).abs() < 1e-9);
        assert_eq!(gap(&a, &a).half, Some(0.0));
    }

    /// Differences 1, 2, 3 again, as the best of 5 and of 1; 9.925 is the 0.995 quantile for 2 degrees of freedom.
    #[test]
    fn the_best_of_several_has_a_wider_interval() {
        let a = run(&[Some(101.0), Some(902.0), Some(503.0)], Some(1e3));
        let b = run(&[Some(100.0), Some(900.0), Some(500.0)], Some(1e3));
        let best_of = |choices| gap_of_best(choices, &a, &b);
        assert!((best_of(5).half.unwrap() - 9.925 / 3f64.sqrt()).abs() < 1e-3);
        assert_eq!(best_of(1), gap(&a, &b));
        // Single runs have ten blocks or more, so at least 9 degrees of freedom: 5 · 3.250 / 2.262 with five choices.
        let (a, b) = (run(&[Some(10.0)], Some(3.0)), run(&[Some(4.0)], Some(4.0)));
        let half = gap_of_best(5, &a, &b).half;
        assert!((half.unwrap() - 5.0 * 3.250 / 2.262).abs() < 5e-3);
    }

    #[test]
    fn a_single_replication_has_the_intervals_of_its_blocks() {
        let (a, b) = (run(&[Some(10.0)], Some(3.0)), run(&[Some(4.0)], Some(4.0)));
        assert_eq!(gap(&a, &b), Value { mean: 6.0, half: Some(5.0) });
        assert_eq!(gap(&a, &run(&[Some(4.0)], None)).half, None);
        let value = gap(&a, &b).less(Value { mean: 1.0, half: Some(12.0) });
        assert_eq!((value.mean, value.half), (5.0, Some(13.0)));
    }
}
