//! How reservations are kept.
//!
//! A reservation promises a start. It is **missed** if the job starts later than it was promised first; how often and by
//! how much a reservation was moved before does not count. Lateness is counted in whole milliseconds, and what is less
//! than one is rounding: sums are exact, whatever the order of the jobs and of the runs.

use serde::{Deserialize, Serialize};
use std::ops::AddAssign;

/// Where sums of milliseconds stop, after 285,000 years: JavaScript takes no larger number for a whole one.
const MOST_MS: u64 = (1 << 53) - 1;

/// The reservations of the jobs of a run, or of several.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Reservations {
    /// Jobs that had a reservation.
    pub jobs: u64,
    /// Those of them that started later than they were promised first.
    pub missed: u64,
    /// Start − promised start, summed over those \[ms\].
    pub lateness_ms: u64,
    /// The largest of these \[ms\].
    pub most_late_ms: u64,
}

impl Reservations {
    /// The reservation of a job that was promised to start at `promised_s` first and started at `start_s`.
    pub fn of(promised_s: f64, start_s: f64) -> Reservations {
        let late_ms = (((start_s - promised_s) * 1000.0) as u64).min(MOST_MS);
        Reservations { jobs: 1, missed: u64::from(late_ms > 0), lateness_ms: late_ms, most_late_ms: late_ms }
    }

    /// Missed ones of all; none of none.
    pub fn missed_share(&self) -> f64 {
        self.missed as f64 / self.jobs.max(1) as f64
    }

    /// Mean lateness of those that were missed \[s\]; 0 if none was.
    pub fn mean_lateness_s(&self) -> f64 {
        self.lateness_ms as f64 / 1000.0 / self.missed.max(1) as f64
    }

    /// Largest lateness \[s\].
    pub fn max_lateness_s(&self) -> f64 {
        self.most_late_ms as f64 / 1000.0
    }
}

impl AddAssign for Reservations {
    fn add_assign(&mut self, other: Reservations) {
        self.jobs += other.jobs;
        self.missed += other.missed;
        self.lateness_ms = (self.lateness_ms + other.lateness_ms).min(MOST_MS);
        self.most_late_ms = self.most_late_ms.max(other.most_late_ms);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn sum(list: &[Reservations]) -> Reservations {
        let mut sum = Reservations::default();
        list.iter().for_each(|&own| sum += own);
        sum
    }

    /// Promised 100 s: early, in time, later by less than a millisecond, by 1.5 s and by 20.25 s.
    #[test]
    fn by_hand() {
        let starts = [90.0, 100.0, 100.0009, 101.5, 120.25];
        let kept = sum(&starts.map(|start_s| Reservations::of(100.0, start_s)));
        let expected = Reservations { jobs: 5, missed: 2, lateness_ms: 21_750, most_late_ms: 20_250 };
        assert_eq!(kept, expected);
        assert_eq!(kept.missed_share(), 0.4);
        assert_eq!(kept.mean_lateness_s(), 10.875);
        assert_eq!(kept.max_lateness_s(), 20.25);
        let none = Reservations::default();
        assert_eq!((none.missed_share(), none.mean_lateness_s()), (0.0, 0.0));
    }

    /// Starts that cannot be foreseen, and clocks that no user has.
    #[test]
    fn odd_times() {
        assert_eq!(Reservations::of(f64::INFINITY, 5.0).missed, 0);
        let late = Reservations::of(0.0, f64::MAX);
        assert_eq!(sum(&[late, late]).lateness_ms, MOST_MS);
    }

    proptest! {
        #[test]
        fn any_order_of_adding_gives_the_same(
            starts in prop::collection::vec(prop_oneof![0.0..1e4, 0.0..1e13, 0.0..1e300], 0..40),
            at in any::<prop::sample::Index>(),
        ) {
            let own: Vec<_> = starts.iter().map(|&start_s| Reservations::of(50.0, start_s)).collect();
            let (left, right) = own.split_at(at.index(own.len() + 1));
            prop_assert_eq!(sum(&[sum(right), sum(left)]), sum(&own));
        }
    }
}
