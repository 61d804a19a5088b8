//! How fast the workers get on: the time left of a run, and how much a worker does at a time.

use std::collections::VecDeque;

/// Jobs per second are measured over the last so many seconds.
const MEMORY_S: f64 = 10.0;

/// Before this much has been measured, nothing is said \[s\].
const LEAST_S: f64 = 0.4;

/// Measures how fast a run gets on.
#[derive(Clone, Debug, Default)]
pub struct Pace {
    /// Time \[s\] and jobs that had ended by then, oldest first.
    samples: VecDeque<(f64, u64)>,
}

impl Pace {
    /// At `now_s`, `ended` jobs of the run have ended.
    pub fn add(&mut self, now_s: f64, ended: u64) {
        self.samples.push_back((now_s, ended));
        while self.samples.len() > 2 && self.samples[1].0 <= now_s - MEMORY_S {
            self.samples.pop_front();
        }
    }

    /// Jobs per second, if it is known yet.
    pub fn jobs_per_s(&self) -> Option<f64> {
        let (&(begin_s, before), &(end_s, after)) = (self.samples.front()?, self.samples.back()?);
        let (time_s, jobs) = (end_s - begin_s, after.saturating_sub(before));
        (time_s >= LEAST_S && jobs > 0).then(|| jobs as f64 / time_s)
    }

    /// Seconds until `total` jobs will have ended, if the pace stays.
    pub fn seconds_left(&self, total: u64) -> Option<f64> {
        let &(_, ended) = self.samples.back()?;
        Some(total.saturating_sub(ended) as f64 / self.jobs_per_s()?)
    }
}

/// How long a worker simulates before it looks for messages \[ms\].
const GOAL_MS: f64 = 30.0;

/// Finds the number of events that take about `GOAL_MS`.
#[derive(Clone, Copy, Debug)]
pub struct Stretch {
    events: u64,
}

impl Default for Stretch {
    fn default() -> Stretch {
        Stretch { events: 1000 }
    }
}

impl Stretch {
    /// Events of the next stretch.
    pub fn events(&self) -> u64 {
        self.events
    }

    /// The last stretch took `ms`.
    pub fn took(&mut self, ms: f64) {
        // The clock of a browser is coarse: a stretch that took no time at all is only known to be too short.
        let factor = (GOAL_MS / ms.max(0.1)).clamp(0.125, 4.0);
        self.events = ((self.events as f64 * factor) as u64).clamp(16, 10_000_000);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_left_follows_from_the_last_seconds() {
        let mut pace = Pace::default();
        pace.add(100.0, 0);
        assert_eq!(pace.seconds_left(1000), None);
        pace.add(100.2, 100);
        assert_eq!(pace.seconds_left(1000), None, "too early to tell");
        pace.add(101.0, 500);
        assert_eq!(pace.seconds_left(1000), Some(1.0));
        // The beginning is forgotten: 100 jobs/s in the last 10 s, 8000 jobs left.
        pace.add(110.0, 1000);
        pace.add(120.0, 2000);
        assert_eq!(pace.jobs_per_s(), Some(100.0));
        assert_eq!(pace.seconds_left(10_000), Some(80.0));
        assert_eq!(pace.seconds_left(5), Some(0.0));
    }

    #[test]
    fn a_run_that_stands_still_has_no_time_left_to_tell() {
        let mut pace = Pace::default();
        pace.add(0.0, 7);
        pace.add(5.0, 7);
        assert_eq!(pace.seconds_left(100), None);
    }

    #[test]
    fn stretches_come_to_their_goal_and_stay_there() {
        for ms_per_event in [1e-4, 3e-3, 0.5] {
            let mut stretch = Stretch::default();
            for _ in 0..12 {
                stretch.took(stretch.events() as f64 * ms_per_event);
            }
            let ms = stretch.events() as f64 * ms_per_event;
            assert!((25.0..=31.0).contains(&ms), "{ms}");
        }
        let mut stretch = Stretch::default();
        (0..50).for_each(|_| stretch.took(0.0));
        assert_eq!(stretch.events(), 10_000_000);
        (0..50).for_each(|_| stretch.took(1e9));
        assert_eq!(stretch.events(), 16);
    }
}
