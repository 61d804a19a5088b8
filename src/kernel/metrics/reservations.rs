//! Measures how well reservations are kept.
//!
//! A reservation promises a start. It is **missed** if the job starts later than the first promise; changes of the
//! reservation in between do not matter. Lateness is counted in whole milliseconds; less than one millisecond counts as
//! a rounding error. So sums are exact for any order of jobs and runs.

use serde::{Deserialize, Serialize};
use std::ops::AddAssign;

/// Upper limit of sums of milliseconds: the largest integer that is exact in JavaScript, 285,000 years.
const MOST_MS: u64 = (1 << 53) - 1;

/// Reservations of the jobs of one or several runs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Reservations {
    /// Jobs that had a reservation.
    pub jobs: u64,
    /// Number of jobs that started later than first promised.
    pub missed: u64,
    /// Sum of (start − promised start) over the missed reservations \[ms\].
    pub lateness_ms: u64,
    /// Maximum lateness \[ms\].
    pub most_late_ms: u64,
}

impl Reservations {
    /// Measures of one job, which was first promised to start at `promised_s` and started at `start_s` \[s\].
    pub fn of(promised_s: f64, start_s: f64) -> Reservations {
        let late_ms = (((start_s - promised_s) * 1000.0) as u64).min(MOST_MS);
        Reservations { jobs: 1, missed: u64::from(late_ms > 0), lateness_ms: late_ms, most_late_ms: late_ms }
    }

    /// Share of missed reservations; 0 without reservations.
    pub fn missed_share(&self) -> f64 {
        self.missed as f64 / self.jobs.max(1) as f64
    }

    /// Mean lateness of the missed reservations \[s\]; 0 if no reservation was missed.
    pub fn mean_lateness_s(&self) -> f64 {
        self.lateness_ms as f64 / 1000.0 / self.missed.max(1) as f64
    }

    /// Maximum lateness \[s\].
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

    /// Five jobs are promised to start at 100 s. They start early, in time, less than a millisecond late, 1.5 s late
    /// and 20.25 s late.
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

    /// Some promised starts are infinite, and some starts are extremely late.
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
