//! What tuning came to, before and after, and how many jobs were dropped for it.

use crate::metrics::confidence::estimate;
use serde::Serialize;

/// The objective before and after, on the same jobs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
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
    /// Jobs that were dropped before, since no place was found for them.
    pub start_dropped_jobs: u64,
    /// Jobs that were dropped after.
    pub best_dropped_jobs: u64,
}

/// What a replication came to.
#[derive(Clone, Copy)]
pub(super) struct Outcome {
    pub(super) value: f64,
    pub(super) dropped_jobs: u64,
}

/// Jobs dropped in all of these replications.
pub(super) fn dropped(outcomes: &[Outcome]) -> u64 {
    outcomes.iter().map(|own| own.dropped_jobs).sum()
}

/// The mean over these replications.
pub(super) fn mean(outcomes: &[Outcome]) -> f64 {
    let values: Vec<f64> = outcomes.iter().map(|own| own.value).collect();
    estimate(&values).mean
}

impl Compared {
    /// That jobs were dropped before and after in different numbers, if they were: a sentence.
    pub fn dropped_words(&self) -> Option<String> {
        let (before, after) = (self.start_dropped_jobs, self.best_dropped_jobs);
        (before != after).then(|| {
            format!(
                "Jobs dropped because no place was found for them: {before} before, {after} after. So the means are of different jobs."
            )
        })
    }

    /// Of what came out before and after by replication.
    pub(super) fn of(both: &[Vec<Outcome>]) -> Compared {
        let [start, best] = both else {
            return Compared {
                start: f64::NAN,
                best: f64::NAN,
                difference: f64::NAN,
                ..Compared::default()
            };
        };
        let differences: Vec<f64> = best
            .iter()
            .zip(start)
            .map(|(after, before)| after.value - before.value)
            .collect();
        let difference = estimate(&differences);
        Compared {
            replications: differences.len() as u32,
            start: mean(start),
            best: mean(best),
            difference: difference.mean,
            difference_ci95: Some(difference.ci95).filter(|half| half.is_finite()),
            start_dropped_jobs: dropped(start),
            best_dropped_jobs: dropped(best),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dropped_jobs_are_counted_where_they_differ() {
        let outcome = |dropped_jobs: u64| Outcome {
            value: 1.0,
            dropped_jobs,
        };
        let words = |before: u64, after: u64| {
            Compared::of(&[vec![outcome(before)], vec![outcome(after)]]).dropped_words()
        };
        assert_eq!(words(3, 3), None);
        let sentence = words(3, 0).unwrap();
        assert!(sentence.contains(": 3 before, 0 after."), "{sentence}");
    }
}
