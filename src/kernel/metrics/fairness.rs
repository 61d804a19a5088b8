//! Unfairness: jobs that start later than would be fair.
//!
//! The fair start of a job is its start in a run of the same jobs in order of arrival with conservative backfilling and exact estimates:
//! there no job is put off by one that arrived later (Sabin, Kochhar and Sadayappan 2004, who take the start under the same policy without
//! later jobs, which needs a run for each job). A job that starts later by at least a millisecond is treated unfairly.

use super::reservations::Reservations;
use crate::workload::{Job, Source, changed};

/// The start of each job of a run \[s\], by id; NaN for jobs that have not started.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Starts(Vec<f64>);

impl Starts {
    /// Notes that a job starts.
    pub fn note(&mut self, job: u64, start_s: f64) {
        let place = job as usize;
        if place >= self.0.len() {
            self.0.resize(place + 1, f64::NAN);
        }
        if let Some(own) = self.0.get_mut(place) {
            *own = start_s;
        }
    }

    /// Unfairness of one job that starts at `start_s` \[s\] if these starts are fair; nothing for a job without a fair start.
    pub fn unfairness(&self, job: u64, start_s: f64) -> Reservations {
        match self.0.get(job as usize) {
            Some(&fair_s) if !fair_s.is_nan() => Reservations::of(fair_s, start_s),
            _ => Reservations::default(),
        }
    }
}

/// The jobs of `source` with exact estimates. If jobs are `killed` at their estimates, the run time of such a job is its estimate.
pub fn exact(source: Box<dyn Source>, killed: bool) -> Box<dyn Source> {
    changed(source, move |job| {
        let estimate_s = if killed { job.runtime_s.min(job.estimate_s) } else { job.runtime_s };
        Job { estimate_s, ..job }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::VecDeque;

    /// Jobs 0 and 2 have the fair starts 10 and 40 s; job 1 has none.
    #[test]
    fn starts_by_hand() {
        let mut fair = Starts::default();
        fair.note(2, 40.0);
        fair.note(0, 10.0);
        let late = |job, start_s| fair.unfairness(job, start_s);
        assert_eq!(late(0, 12.5), Reservations { jobs: 1, missed: 1, lateness_ms: 2500, most_late_ms: 2500 });
        assert_eq!(late(2, 30.0), Reservations { jobs: 1, ..Reservations::default() });
        assert_eq!([late(1, 99.0), late(7, 99.0)], [Reservations::default(); 2]);
    }

    /// A job of 100 s with an estimate of 60 s runs for 60 s if it is killed there; one with an estimate of 300 s never does.
    #[test]
    fn estimates_are_the_time_that_jobs_run() {
        let estimate = |estimate_s, killed| {
            let job = Job { runtime_s: 100.0, estimate_s, ..Job::default() };
            exact(Box::new(VecDeque::from([job])), killed).next().map(|job| job.estimate_s)
        };
        assert_eq!([estimate(60.0, true), estimate(300.0, true)], [Some(60.0), Some(100.0)]);
        assert_eq!([estimate(60.0, false), estimate(300.0, false)], [Some(100.0); 2]);
    }
}
