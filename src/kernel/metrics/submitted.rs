//! Turnaround of all submitted jobs, for runs that end before all jobs have ended. The turnaround of a job that has not
//! ended counts until the end of the run.
//!
//! The mean over only the ended jobs is too optimistic for an overloaded scheduler, because it excludes jobs that wait
//! forever.

use super::confidence::estimate;
use serde::{Deserialize, Serialize};

/// Sums over the jobs that have arrived.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Submissions {
    ended: u64,
    turnaround_s: f64,
    open: u64,
    /// Sum of the arrival times of the jobs that have not ended \[s\].
    arrivals_s: f64,
}

impl Submissions {
    /// Adds a job that has arrived.
    #[inline]
    pub fn arrived(&mut self, arrival_s: f64) {
        self.open += 1;
        self.arrivals_s += arrival_s;
    }

    /// Removes a job that was dropped.
    pub fn dropped(&mut self, arrival_s: f64) {
        self.open -= 1;
        self.arrivals_s -= arrival_s;
    }

    /// Counts a job as ended.
    #[inline]
    pub fn ended(&mut self, arrival_s: f64, turnaround_s: f64) {
        self.dropped(arrival_s);
        self.ended += 1;
        self.turnaround_s += turnaround_s;
    }

    /// The measure at the end of the run; `None` if all jobs have ended.
    pub fn at(&self, horizon_s: f64) -> Option<Submitted> {
        let open_s = self.open as f64 * horizon_s - self.arrivals_s;
        (self.open > 0).then(|| Submitted {
            unfinished_jobs: self.open,
            mean_turnaround_s: (self.turnaround_s + open_s) / (self.ended + self.open) as f64,
            turnaround_ci95_s: None,
        })
    }
}

/// Turnaround of all submitted jobs of one or several runs with unfinished jobs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Submitted {
    /// Number of jobs that had not ended at the end of the run.
    pub unfinished_jobs: u64,
    /// Mean turnaround \[s\]. The turnaround of an unfinished job counts until the end of the run.
    pub mean_turnaround_s: f64,
    /// Half width of the interval over replications \[s\]; null with one replication.
    #[serde(default)]
    pub turnaround_ci95_s: Option<f64>,
}

impl Submitted {
    /// Combines replications; `None` if all jobs have ended in all replications. The number beside each replication is
    /// the mean turnaround of its ended jobs; it counts if all jobs of the replication have ended.
    pub fn over(replications: impl Iterator<Item = (Option<Submitted>, f64)>) -> Option<Submitted> {
        let mut unfinished_jobs = 0;
        let mut means = Vec::new();
        for (own, mean_s) in replications {
            unfinished_jobs += own.map_or(0, |own| own.unfinished_jobs);
            means.push(own.map_or(mean_s, |own| own.mean_turnaround_s));
        }
        let mean = estimate(&means);
        (unfinished_jobs > 0).then(|| Submitted {
            unfinished_jobs,
            mean_turnaround_s: mean.mean,
            turnaround_ci95_s: mean.ci95.is_finite().then_some(mean.ci95),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Jobs arrive at 0, 10 and 40 s. The second job ended after 30 s, the third was dropped, and the first has not
    /// ended at 100 s: (30 + 100) / 2.
    #[test]
    fn open_jobs_count_until_the_horizon() {
        let mut submissions = Submissions::default();
        assert_eq!(submissions.at(5.0), None);
        for arrival_s in [0.0, 10.0, 40.0] {
            submissions.arrived(arrival_s);
        }
        submissions.ended(10.0, 30.0);
        submissions.dropped(40.0);
        let own = submissions.at(100.0).unwrap();
        assert_eq!((own.unfinished_jobs, own.mean_turnaround_s), (1, 65.0));
        submissions.ended(0.0, 100.0);
        assert_eq!(submissions.at(100.0), None);
    }

    /// Student's t for one degree of freedom is 12.706; the standard error of the mean of 65 and 45 is 10.
    #[test]
    fn replications_that_have_finished_count_too() {
        let open = Submitted { unfinished_jobs: 1, mean_turnaround_s: 65.0, turnaround_ci95_s: None };
        let over = |all: [(Option<Submitted>, f64); 2]| Submitted::over(all.into_iter());
        let both = over([(Some(open), 30.0), (None, 45.0)]).unwrap();
        assert_eq!((both.unfinished_jobs, both.mean_turnaround_s), (1, 55.0));
        assert!((both.turnaround_ci95_s.unwrap() - 127.06).abs() < 0.01);
        assert_eq!(over([(None, 30.0), (None, 45.0)]), None);
    }
}
