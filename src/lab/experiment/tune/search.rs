//! The search for the point with the lowest objective.
//!
//! Half of the budget is spent on random points. The other half starts at the best one and tries a step up and a step down along
//! each number; it moves to the best of these points if that is better, else it halves the steps. Points are evaluated in batches
//! that do not depend on timing: the result is the same with any number of threads.

use crate::base::random::Stream;
use crate::words::number::{decade, power_of_ten};
use serde::Serialize;
use std::collections::BTreeMap;

/// A function that returns the values of points, in the order of the points.
pub type Evaluate<'a, E> = dyn FnMut(&[Vec<f64>]) -> Result<Vec<f64>, E> + 'a;

/// A value of a varied number is rounded to this number of decimal digits below the magnitude of its range.
const FINER: i32 = 3;

/// A varied number.
#[derive(Clone, Debug, PartialEq)]
pub struct Axis {
    /// Path of the varied number: "schedulers.0.constants.a".
    pub path: String,
    /// Least value of the varied number.
    pub low: f64,
    /// Largest value of the varied number.
    pub high: f64,
    /// True if it is a whole number.
    pub whole: bool,
}

impl Axis {
    /// The number nearest to `x` that is within the range and has few digits.
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

/// One evaluation of the objective.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Trial {
    /// Values of the varied numbers.
    pub values: Vec<f64>,
    /// The objective at these values; NaN (null in JSON) if the scenario is invalid or more jobs are dropped than at the start.
    pub value: f64,
    /// The best objective so far.
    pub best: f64,
}

/// Evaluates at most `budget` points, beginning with `start`. `evaluate` returns the objectives of a batch; lower is better, and
/// NaN is worst.
///
/// # Errors
/// The first error of `evaluate`.
pub fn search<E>(
    axes: &[Axis],
    start: &[f64],
    budget: usize,
    stream: &mut Stream,
    evaluate: &mut Evaluate<'_, E>,
) -> Result<Vec<Trial>, E> {
    let mut found = Found { trials: Vec::new(), known: BTreeMap::new(), budget, evaluate };
    found.all(vec![start.to_vec()])?;
    let at_random = |_| {
        let value = |axis: &Axis| axis.rounded(axis.low + (axis.high - axis.low) * stream.uniform());
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

/// The evaluated points.
struct Found<'e, E> {
    trials: Vec<Trial>,
    /// Index of each point, by the bits of its numbers.
    known: BTreeMap<Vec<u64>, usize>,
    budget: usize,
    evaluate: &'e mut Evaluate<'e, E>,
}

impl<E> Found<'_, E> {
    /// Evaluates new points, within the budget.
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
            // The smaller value; any number is preferred to NaN.
            let best = before.min(value);
            self.trials.push(Trial { values, value, best });
        }
        Ok(())
    }

    /// The point with the best objective; if several are equal, the first.
    fn best(&self) -> Vec<f64> {
        let better = |a: &&Trial, b: &&Trial| rank(a.value).total_cmp(&rank(b.value));
        self.trials.iter().min_by(better).map_or_else(Vec::new, |own| own.values.clone())
    }
}

/// NaN counts as the worst value.
pub(super) fn rank(value: f64) -> f64 {
    if value.is_nan() { f64::INFINITY } else { value }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn square(x: f64) -> f64 {
        x * x
    }

    fn axes(ranges: &[(f64, f64, bool)]) -> Vec<Axis> {
        let axis = |&(low, high, whole): &(f64, f64, bool)| Axis { path: String::new(), low, high, whole };
        ranges.iter().map(axis).collect()
    }

    /// The objective (x − 1.5)² + (y − 40)²/100 has its least value at (1.5, 40).
    #[test]
    fn finds_the_bottom_of_a_bowl() {
        let axes = axes(&[(0.0, 10.0, false), (0.0, 100.0, true)]);
        let mut batches = Vec::new();
        let mut tune = |budget| {
            let mut evaluate = |points: &[Vec<f64>]| {
                batches.push(points.len());
                let value = |own: &Vec<f64>| square(own[0] - 1.5) + square(own[1] - 40.0) / 100.0;
                Ok::<_, ()>(points.iter().map(value).collect())
            };
            let mut stream = Stream::new("1", 0, "tune", 0);
            search(&axes, &[9.0, 90.0], budget, &mut stream, &mut evaluate).unwrap()
        };
        let trials = tune(120);
        assert_eq!((trials[0].values.as_slice(), trials[0].value), (&[9.0, 90.0][..], 81.25));
        assert!(trials.len() <= 120 && trials.windows(2).all(|two| two[1].best <= two[0].best));
        let best = trials.iter().min_by(|a, b| a.value.total_cmp(&b.value)).unwrap();
        assert!((best.values[0] - 1.5).abs() < 0.05 && (best.values[1] - 40.0).abs() <= 1.0, "{best:?}");
        assert_eq!(best.value, trials.last().unwrap().best);
        assert!(trials.iter().all(|own| own.values[1].fract() == 0.0 && (0.0..=10.0).contains(&own.values[0])));
        assert_eq!(tune(120), trials);
        assert_eq!(tune(1).len(), 1);
        assert_eq!(tune(10)[..5], trials[..5]);
        assert_eq!(batches[..2], [1, 59]);
    }

    #[test]
    fn what_is_no_number_is_never_best() {
        let axes = axes(&[(0.0, 1.0, false)]);
        let mut evaluate = |points: &[Vec<f64>]| {
            Ok::<_, ()>(points.iter().map(|own| if own[0] < 0.5 { f64::NAN } else { own[0] }).collect())
        };
        let mut stream = Stream::new("1", 0, "tune", 0);
        let trials = search(&axes, &[0.0], 40, &mut stream, &mut evaluate).unwrap();
        assert!(trials[0].best.is_nan());
        assert_eq!(trials.last().unwrap().best, 0.5);
    }

    #[test]
    fn values_have_few_digits() {
        let [small, large] = axes(&[(0.0, 2.0, false), (100.0, 1e7, false)]).try_into().unwrap();
        assert_eq!((small.rounded(0.123_456), small.rounded(7.0)), (0.123, 2.0));
        assert_eq!((large.rounded(1_234_567.0), large.rounded(0.0)), (1_235_000.0, 100.0));
    }
}
