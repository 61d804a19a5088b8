//! Speed of the workers: remaining time of a run, and amount of work per step of a worker.

use std::collections::VecDeque;

/// Time over which jobs per second are measured \[s\].
const MEMORY_S: f64 = 10.0;

/// Minimum measuring time before a speed is given \[s\].
const LEAST_S: f64 = 0.4;

/// Measures the speed of a run.
#[derive(Clone, Debug, Default)]
pub struct Pace {
    /// Times \[s\], each with the number of jobs that had ended by this time, oldest first.
    samples: VecDeque<(f64, u64)>,
}

impl Pace {
    /// Records that `ended` jobs of the run have ended at `now_s`.
    pub fn add(&mut self, now_s: f64, ended: u64) {
        self.samples.push_back((now_s, ended));
        while self.samples.len() > 2 && self.samples[1].0 <= now_s - MEMORY_S {
            self.samples.pop_front();
        }
    }

    /// Jobs per second, once known.
    pub fn jobs_per_s(&self) -> Option<f64> {
        let (&(begin_s, before), &(end_s, after)) = (self.samples.front()?, self.samples.back()?);
        let (time_s, jobs) = (end_s - begin_s, after.saturating_sub(before));
        (time_s >= LEAST_S && jobs > 0).then(|| jobs as f64 / time_s)
    }

    /// Seconds until `total` jobs have ended at the current speed.
    pub fn seconds_left(&self, total: u64) -> Option<f64> {
        let &(_, ended) = self.samples.back()?;
        Some(total.saturating_sub(ended) as f64 / self.jobs_per_s()?)
    }
}

/// Duration of a worker's simulation step between two checks for messages \[ms\].
const GOAL_MS: f64 = 30.0;

/// Adapts the number of events per step, so that a step takes about `GOAL_MS`.
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
    /// Number of events of the next step.
    pub fn events(&self) -> u64 {
        self.events
    }

    /// Records that the last step took `ms`.
    pub fn took(&mut self, ms: f64) {
        // The clocks of browsers are coarse: a measured time of 0 only means that the step was too short to measure.
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
        // Older times are discarded: 100 jobs/s in the last 10 s, 8000 jobs left.
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
