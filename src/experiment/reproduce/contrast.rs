//! A number made of the mean turnarounds of several runs on the same jobs, with its interval.

use crate::experiment::RunResult;
use crate::metrics::confidence::estimate;

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
        Value {
            mean,
            half: Some(0.0),
        }
    }

    /// The difference to a number that was measured independently.
    pub fn less(self, other: Value) -> Value {
        let half = self.half.zip(other.half);
        Value {
            mean: self.mean - other.mean,
            half: half.map(|(a, b)| (a * a + b * b).sqrt()),
        }
    }
}

/// `of` the mean turnarounds of the runs, in their order.
///
/// Replications that all runs have finished are paired: `of` is computed in each, and the interval is Student's t over
/// them. With one replication the intervals of the runs (from batches) are added as if they were independent; on the same
/// jobs they are not, so that the interval of a difference is rather too wide.
pub fn contrast(runs: &[&RunResult], of: &dyn Fn(&[f64]) -> f64) -> Value {
    let replications = runs
        .iter()
        .map(|run| run.replication_mean_turnaround_s.len())
        .min()
        .unwrap_or(0);
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
        return Value {
            mean: estimate.mean,
            half: Some(estimate.ci95),
        };
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
    Value {
        mean,
        half: Some(squares.sqrt()),
    }
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

    #[test]
    fn a_single_replication_has_the_intervals_of_its_batches() {
        let (a, b) = (run(&[Some(10.0)], Some(3.0)), run(&[Some(4.0)], Some(4.0)));
        assert_eq!(
            gap(&a, &b),
            Value {
                mean: 6.0,
                half: Some(5.0)
            }
        );
        assert_eq!(gap(&a, &run(&[Some(4.0)], None)).half, None);
        let value = gap(&a, &b).less(Value {
            mean: 1.0,
            half: Some(12.0),
        });
        assert_eq!((value.mean, value.half), (5.0, Some(13.0)));
    }
}
