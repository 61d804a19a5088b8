//! Models of a whole system's jobs, and a source that assigns the jobs to clusters.

use super::{Communication, EstimateLaw, Estimates, Homes, Job, Pattern, Source};
use crate::platform::BPS_PER_MBPS;

/// A job as a model draws it: still without number, cluster and communication.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Draft {
    /// Submission time \[s\].
    pub submit_s: f64,
    /// Number of nodes, at least 1.
    pub nodes: u32,
    /// Run time \[s\], positive.
    pub runtime_s: f64,
    /// Type or class of the job in the model, from 0.
    pub class: u32,
}

/// A model: an endless stream of jobs in order of submission. Stores only jobs that have been drawn but not submitted.
pub trait JobModel {
    /// The next job.
    fn draw(&mut self) -> Draft;
}

/// The first jobs of a model, with home clusters.
pub struct Modelled {
    model: Box<dyn JobModel>,
    homes: Homes,
    next_id: u64,
    total: u64,
    compute_fraction: f64,
    bsbw_bps: f64,
    pattern: Pattern,
    estimates: EstimateLaw,
}

impl Modelled {
    /// The first `jobs` jobs of a model. They get the given communication, and estimates of the given kind and factor.
    pub fn new(
        model: Box<dyn JobModel>,
        jobs: u64,
        homes: Homes,
        communication: &Communication,
        (estimates, factor): (Estimates, f64),
    ) -> Modelled {
        Modelled {
            model,
            homes,
            next_id: 0,
            total: jobs,
            compute_fraction: communication.compute_fraction,
            bsbw_bps: communication.bsbw_mbps * BPS_PER_MBPS,
            pattern: communication.pattern,
            estimates: EstimateLaw::of(estimates, factor),
        }
    }
}

impl Source for Modelled {
    fn next(&mut self) -> Option<Job> {
        if self.next_id == self.total {
            return None;
        }
        let id = self.next_id;
        self.next_id += 1;
        let draft = self.model.draw();
        Some(Job {
            id,
            arrival_s: draft.submit_s,
            home: self.homes.of_next(draft.class as usize),
            nodes: draft.nodes,
            runtime_s: draft.runtime_s,
            compute_fraction: self.compute_fraction,
            bsbw_bps: self.bsbw_bps,
            pattern: self.pattern,
            estimate_s: self.estimates.estimate_s(draft.runtime_s, None),
            class: draft.class as u16,
            ..Job::default()
        })
    }

    fn total(&self) -> Option<u64> {
        Some(self.total)
    }
}

/// Index of the earliest of the pending times; if several are equal, the first one.
pub fn earliest(times_s: impl Iterator<Item = f64>) -> usize {
    let mut best = (0, f64::INFINITY);
    for (i, time_s) in times_s.enumerate() {
        if time_s < best.1 {
            best = (i, time_s);
        }
    }
    best.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_earliest_is_the_first_of_equals() {
        assert_eq!(earliest([3.0, 1.0, 2.0, 1.0].into_iter()), 1);
        assert_eq!(earliest([f64::INFINITY; 2].into_iter()), 0);
    }

    /// Job n, from 0, is submitted at 10 (n + 1) s. It has n + 2 nodes, a run time of 100 (n + 1) s, and class n + 3.
    struct Counted(u32);

    impl JobModel for Counted {
        fn draw(&mut self) -> Draft {
            let n = self.0;
            self.0 += 1;
            Draft { submit_s: 10.0 * f64::from(n + 1), nodes: n + 2, runtime_s: 100.0 * f64::from(n + 1), class: n + 3 }
        }
    }

    #[test]
    fn jobs_have_what_the_model_draws_and_the_scenario_says() {
        let communication = Communication { compute_fraction: 0.6, bsbw_mbps: 250.0, pattern: Pattern::MasterWorker };
        let homes = Homes::in_turn(10..20, 3);
        let mut source = Modelled::new(Box::new(Counted(0)), 2, homes, &communication, (Estimates::Factor, 1.5));
        assert_eq!(source.total(), Some(2));
        let first = Job {
            id: 0,
            arrival_s: 10.0,
            // Class 3, the fourth class, has rank 13. Therefore its jobs belong to cluster 1.
            home: 1,
            nodes: 2,
            runtime_s: 100.0,
            compute_fraction: 0.6,
            bsbw_bps: 250e6,
            pattern: Pattern::MasterWorker,
            estimate_s: 150.0,
            class: 3,
            ..Job::default()
        };
        let second =
            Job { id: 1, arrival_s: 20.0, home: 2, nodes: 3, runtime_s: 200.0, estimate_s: 300.0, class: 4, ..first };
        assert_eq!(source.next(), Some(first));
        assert_eq!(source.next(), Some(second));
        assert_eq!(source.next(), None);
        assert_eq!(source.total(), Some(2));
    }
}

/// Statistics for the tests of all models.
#[cfg(any(test, feature = "testing"))]
pub mod statistics {
    use super::*;

    /// The first `jobs` jobs.
    pub fn drawn(model: &mut dyn JobModel, jobs: usize) -> Vec<Draft> {
        (0..jobs).map(|_| model.draw()).collect()
    }

    /// Mean number of busy processors: Σ run time · nodes / (last − first submission).
    pub fn rate(jobs: &[Draft]) -> f64 {
        let work: f64 = jobs.iter().map(|job| job.runtime_s * f64::from(job.nodes)).sum();
        work / (jobs[jobs.len() - 1].submit_s - jobs[0].submit_s)
    }
}
