//! The result of tuning: the objective before and after, and the numbers of dropped jobs.

use crate::metrics::confidence::estimate;
use serde::Serialize;

/// The objective before and after, on the same jobs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Compared {
    /// Number of replications.
    pub replications: u32,
    /// Mean before tuning.
    pub start: f64,
    /// Mean after tuning.
    pub best: f64,
    /// Mean of (after − before) over the replications.
    pub difference: f64,
    /// Half width of the 95 % interval; `None` if there is one replication, or if all replications are the same run.
    pub difference_ci95: Option<f64>,
    /// Number of jobs dropped before tuning, since no place was found for them.
    pub start_dropped_jobs: u64,
    /// Number of jobs dropped after tuning.
    pub best_dropped_jobs: u64,
}

/// The result of a replication.
#[derive(Clone, Copy)]
pub(super) struct Outcome {
    pub(super) value: f64,
    pub(super) dropped_jobs: u64,
}

/// Total of dropped jobs in these replications.
pub(super) fn dropped(outcomes: &[Outcome]) -> u64 {
    outcomes.iter().map(|own| own.dropped_jobs).sum()
}

/// Mean of the values of these replications.
pub(super) fn mean(outcomes: &[Outcome]) -> f64 {
    let values: Vec<f64> = outcomes.iter().map(|own| own.value).collect();
    estimate(&values).mean
}

impl Compared {
    /// A sentence about the numbers of dropped jobs, if they differ.
    pub fn dropped_words(&self) -> Option<String> {
        let (before, after) = (self.start_dropped_jobs, self.best_dropped_jobs);
        (before != after).then(|| {
            format!(
                "Jobs dropped because no place was found for them: {before} before, {after} after. So the means are of different jobs."
            )
        })
    }

    /// A sentence that says that all replications are the same run, if this is so.
    pub fn again_words(&self) -> Option<&'static str> {
        (self.replications > 1 && self.difference_ci95.is_none() && self.difference.is_finite())
            .then_some("Nothing in these runs is drawn: their replications are all the same, so that none of them tests what was found on the others.")
    }

    /// Compares the outcomes before and after, by replication.
    pub(super) fn of(both: &[Vec<Outcome>]) -> Compared {
        let [start, best] = both else {
            return Compared { start: f64::NAN, best: f64::NAN, difference: f64::NAN, ..Compared::default() };
        };
        let differences: Vec<f64> = best.iter().zip(start).map(|(after, before)| after.value - before.value).collect();
        let difference = estimate(&differences);
        // If nothing is random, as with a log, one replication is as informative as all.
        let drawn = [start, best].iter().any(|own| {
            let mut pairs = own.windows(2);
            pairs.any(|two| two[0].value != two[1].value)
        });
        Compared {
            replications: differences.len() as u32,
            start: mean(start),
            best: mean(best),
            difference: difference.mean,
            difference_ci95: Some(difference.ci95).filter(|half| drawn && half.is_finite()),
            start_dropped_jobs: dropped(start),
            best_dropped_jobs: dropped(best),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All replications of a log are the same run and give no interval; replications of drawn jobs give an interval.
    #[test]
    fn what_is_not_drawn_has_no_interval() {
        let outcomes = |values: [f64; 3]| values.map(|value| Outcome { value, dropped_jobs: 0 }).to_vec();
        let same = Compared::of(&[outcomes([9.0; 3]), outcomes([7.0; 3])]);
        assert_eq!((same.difference, same.difference_ci95), (-2.0, None));
        assert!(same.again_words().is_some());
        let drawn = Compared::of(&[outcomes([9.0, 8.0, 7.0]), outcomes([7.0, 6.0, 5.0])]);
        assert_eq!((drawn.difference, drawn.difference_ci95), (-2.0, Some(0.0)));
        assert_eq!(drawn.again_words(), None);
    }

    #[test]
    fn dropped_jobs_are_counted_where_they_differ() {
        let outcome = |dropped_jobs: u64| Outcome { value: 1.0, dropped_jobs };
        let words =
            |before: u64, after: u64| Compared::of(&[vec![outcome(before)], vec![outcome(after)]]).dropped_words();
        assert_eq!(words(3, 3), None);
        let sentence = words(3, 0).unwrap();
        assert!(sentence.contains(": 3 before, 0 after."), "{sentence}");
    }
}
