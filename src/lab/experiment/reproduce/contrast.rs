//! A number made of the mean turnarounds of several runs on the same jobs, with its interval.

use crate::experiment::RunResult;
use crate::metrics::collector::BATCHES;
use crate::metrics::confidence::{Estimate, estimate, widening};

/// A number and the half width of its 95 % interval, `None` if that is not known.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Value {
    /// The number.
    pub mean: f64,
    /// Half width of its interval.
    pub half: Option<f64>,
}

impl Value {
    /// A number without an error.
    pub fn exact(mean: f64) -> Value {
        Value { mean, half: Some(0.0) }
    }

    /// The mean of independent values, and Student's interval.
    pub fn of(values: &[f64]) -> Value {
        let Estimate { mean, ci95 } = estimate(values);
        Value { mean, half: Some(ci95).filter(|half| half.is_finite()) }
    }

    /// The difference to a number that was measured independently.
    pub fn less(self, other: Value) -> Value {
        let half = self.half.zip(other.half);
        Value { mean: self.mean - other.mean, half: half.map(|(a, b)| (a * a + b * b).sqrt()) }
    }

    /// How much more it is than a number that was measured independently \[%\]: relative errors add up in squares.
    pub fn percent_above(self, other: Value) -> Value {
        let ratio = self.mean / other.mean;
        let half = self.half.zip(other.half).map(|(own, theirs)| {
            let (own, theirs) = (own / self.mean, theirs / other.mean);
            100.0 * ratio * (own * own + theirs * theirs).sqrt()
        });
        Value { mean: 100.0 * (ratio - 1.0), half }
    }
}

/// `of` the mean turnarounds of the runs, in their order.
///
/// Replications that all runs have finished are paired: `of` is computed in each, and the interval is Student's t over
/// them. With one replication the intervals of the runs (from batches) are added as if they were independent; on the same
/// jobs they are not, so that the interval of a difference is rather too wide.
pub fn contrast(runs: &[&RunResult], of: &dyn Fn(&[f64]) -> f64) -> Value {
    contrast_of_best(1, runs, of)
}

/// The same of the best of so many: its interval is wide enough for each of them to hold its true value together with all
/// others in 95 % of cases (Bonferroni).
pub fn contrast_of_best(choices: usize, runs: &[&RunResult], of: &dyn Fn(&[f64]) -> f64) -> Value {
    let replications = runs.iter().map(|run| run.replication_mean_turnaround_s.len()).min().unwrap_or(0);
    let mut means: Vec<f64> = runs.iter().map(|run| run.mean_turnaround_s).collect();
    let mean = of(&means);
    let mut paired = Vec::new();
    for replication in 0..replications {
        let own = |run: &&RunResult| run.replication_mean_turnaround_s[replication];
        means.clear();
        means.extend(runs.iter().filter_map(own));
        if means.len() == runs.len() {
            paired.push(of(&means));
        }
    }
    if paired.len() >= 2 {
        let estimate = estimate(&paired);
        return Value { mean: estimate.mean, half: Some(estimate.ci95 * widening(choices, paired.len() - 1)) };
    }
    means.clear();
    means.extend(runs.iter().map(|run| run.mean_turnaround_s));
    let mut squares = 0.0;
    for (index, run) in runs.iter().enumerate() {
        let Some(half) = run.turnaround_ci95_s else {
            return Value { mean, half: None };
        };
        let own = means[index];
        means[index] = own + half;
        let moved = of(&means) - mean;
        squares += moved * moved;
        means[index] = own;
    }
    Value { mean, half: Some(squares.sqrt() * widening(choices, BATCHES - 1)) }
}

/// The same of the mean turnarounds of all jobs that were submitted; `None` if all had ended.
pub fn contrast_of_submitted(choices: usize, runs: &[&RunResult], of: &dyn Fn(&[f64]) -> f64) -> Option<Value> {
    let runs = of_submitted(runs)?;
    let runs: Vec<&RunResult> = runs.iter().collect();
    Some(contrast_of_best(choices, &runs, of))
}

/// Runs whose mean turnarounds are those of all jobs that were submitted, and no more than these; `None` if all had ended.
pub fn of_submitted(runs: &[&RunResult]) -> Option<Vec<RunResult>> {
    if runs.iter().all(|run| run.submitted.is_none()) {
        return None;
    }
    let mean = |run: &RunResult| {
        let all = run.submitted.map(|all| all.mean_turnaround_s);
        all.unwrap_or(run.mean_turnaround_s)
    };
    let of_all = |run: &&RunResult| RunResult {
        mean_turnaround_s: mean(run),
        turnaround_ci95_s: match run.submitted {
            Some(all) => all.turnaround_ci95_s,
            None => run.turnaround_ci95_s,
        },
        replication_mean_turnaround_s: run.each.iter().map(|own| own.as_deref().map(mean)).collect(),
        ..RunResult::default()
    };
    Some(runs.iter().map(of_all).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(means: &[Option<f64>], half: Option<f64>) -> RunResult {
        let known: Vec<f64> = means.iter().flatten().copied().collect();
        RunResult {
            mean_turnaround_s: known.iter().sum::<f64>() / known.len() as f64,
            turnaround_ci95_s: half,
            replication_mean_turnaround_s: means.to_vec(),
            ..RunResult::default()
        }
    }

    fn gap(a: &RunResult, b: &RunResult) -> Value {
        contrast(&[a, b], &|mean| mean[0] - mean[1])
    }

    /// Means far apart from one replication to the next, differences 1, 2, 3: 2 ± 4.303 / √3.
    #[test]
    fn replications_are_paired() {
        let a = run(&[Some(101.0), Some(902.0), Some(503.0)], Some(1e3));
        let b = run(&[Some(100.0), Some(900.0), Some(500.0)], Some(1e3));
        let value = gap(&a, &b);
        assert!((value.mean - 2.0).abs() < 1e-12);
        assert!((value.half.unwrap() - 4.303 / 3f64.sqrt()).abs() < 1e-9);
        // One is not finished: two differences, 1 and 3, mean 2, s = √2, t(1) = 12.706.
        let b = run(&[Some(100.0), None, Some(500.0)], None);
        let value = gap(&a, &b);
        assert!((value.half.unwrap() - 12.706).abs() < 1e-9);
        assert_eq!(gap(&a, &a).half, Some(0.0));
    }

    /// Differences 1, 2, 3 again, as the best of 5 and of 1: 9.925 is the 0.995 quantile for 2 degrees of freedom.
    #[test]
    fn the_best_of_several_has_a_wider_interval() {
        let a = run(&[Some(101.0), Some(902.0), Some(503.0)], Some(1e3));
        let b = run(&[Some(100.0), Some(900.0), Some(500.0)], Some(1e3));
        let best_of = |choices| contrast_of_best(choices, &[&a, &b], &|mean| mean[0] - mean[1]);
        assert!((best_of(5).half.unwrap() - 9.925 / 3f64.sqrt()).abs() < 1e-3);
        assert_eq!(best_of(1), gap(&a, &b));
        // Batches of single runs, 19 degrees of freedom: 5 · 2.861 / 2.093 for two of five.
        let (a, b) = (run(&[Some(10.0)], Some(3.0)), run(&[Some(4.0)], Some(4.0)));
        let half = contrast_of_best(5, &[&a, &b], &|mean| mean[0] - mean[1]).half;
        assert!((half.unwrap() - 5.0 * 2.861 / 2.093).abs() < 5e-3);
    }

    #[test]
    fn a_single_replication_has_the_intervals_of_its_batches() {
        let (a, b) = (run(&[Some(10.0)], Some(3.0)), run(&[Some(4.0)], Some(4.0)));
        assert_eq!(gap(&a, &b), Value { mean: 6.0, half: Some(5.0) });
        assert_eq!(gap(&a, &run(&[Some(4.0)], None)).half, None);
        let value = gap(&a, &b).less(Value { mean: 1.0, half: Some(12.0) });
        assert_eq!((value.mean, value.half), (5.0, Some(13.0)));
    }
}
