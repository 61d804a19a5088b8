//! A grid's jobs (Vahdat-Nejad and Monsefi §4): rigid, with a share R of communication in their run time, and data that must
//! be sent to the cluster where they run.
//!
//! Every property has its own random stream: changing one distribution does not change the draws of the others.

use crate::base::random::Stream;
use crate::models::network::DATA;
use crate::models::workload::{jobs_with_homes, of_model};
use crate::parameter::{Kind, When};
use crate::platform::{BPS_PER_MBPS, MOST_NODES_PER_CLUSTER};
use crate::workload::Homes;
use crate::workload::{EstimateLaw, Job, Source};

const GRID: When = of_model(&["grid"]);
const TIME: Kind = Kind::number(1e-6, 1e9, 10.0);
const TASKS: Kind = Kind::Pair { min: 1, max: MOST_NODES_PER_CLUSTER };
const SIZE: Kind = Kind::Pair { min: 0, max: 1_000_000 };

jobs_with_homes! {
    /// Grid: rigid jobs that compute and communicate in any proportion. Their data must be sent to the cluster where they run.
    Grid, most_ratio {
        /// Mean time between arrivals at all clusters together (Poisson).
        mean_interarrival_s: f64 = 8.0, "Inter-arrival time" in "s", TIME, when &[GRID];
        /// Least and most tasks of a job, each of which needs a node; every number is equally likely.
        tasks: [u32; 2] = [1, 50], "Tasks" in "nodes", TASKS, when &[GRID];
        /// Greatest share R of the dedicated run time that a job communicates; uniform from 0 on.
        most_ratio: f64 = 0.7, "Communication R", Kind::number(0.0, 1.0, 0.05), when &[GRID];
        /// Least and most data to send to a remote cluster to run the job there; uniform.
        size_mb: [u32; 2] = [1, 20], "Job data" in "MB", SIZE, when &[GRID, DATA];
        /// Mean dedicated run time (exponential).
        mean_runtime_s: f64 = 120.0, "Run time" in "s", TIME, when &[GRID];
    }
}

/// Jobs in order of arrival.
pub struct GridJobs {
    own: Grid,
    estimates: EstimateLaw,
    homes: Homes,
    arrivals: Stream,
    tasks: Stream,
    ratios: Stream,
    sizes: Stream,
    runtimes: Stream,
    arrival_s: f64,
    next_id: u64,
}

impl GridJobs {
    /// The jobs of one replication for a number of clusters, drawn from a seed.
    pub fn new(own: &Grid, clusters: u32, seed: &str, replication: u32) -> GridJobs {
        let stream = |purpose| Stream::new(seed, replication, purpose, 0);
        GridJobs {
            estimates: EstimateLaw::of(own.estimates, own.estimate_factor),
            homes: Homes::drawn(clusters, seed, replication),
            arrivals: stream("grid arrivals"),
            tasks: stream("grid tasks"),
            ratios: stream("grid ratios"),
            sizes: stream("grid sizes"),
            runtimes: stream("grid run times"),
            arrival_s: 0.0,
            next_id: 0,
            own: own.clone(),
        }
    }
}

impl Source for GridJobs {
    fn next(&mut self) -> Option<Job> {
        if self.next_id == self.own.jobs {
            return None;
        }
        let id = self.next_id;
        self.next_id += 1;
        self.arrival_s += self.arrivals.exponential(self.own.mean_interarrival_s);
        let [fewest, most] = self.own.tasks;
        let [least_mb, most_mb] = self.own.size_mb.map(f64::from);
        let ratio = self.ratios.uniform();
        let runtime_s = self.runtimes.exponential(self.own.mean_runtime_s);
        Some(Job {
            id,
            arrival_s: self.arrival_s,
            home: self.homes.of_next(0),
            nodes: self.tasks.integer(fewest, most),
            runtime_s,
            compute_fraction: 1.0 - self.own.most_ratio * ratio,
            bsbw_bps: self.own.bsbw_mbps * BPS_PER_MBPS,
            pattern: self.own.pattern,
            estimate_s: self.estimates.estimate_s(runtime_s, None),
            // The number of the third of the range of R that contains this value.
            class: (3.0 * ratio) as u16,
            size_mb: least_mb + (most_mb - least_mb) * self.sizes.uniform(),
            ..Job::default()
        })
    }

    fn total(&self) -> Option<u64> {
        Some(self.own.jobs)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::goodness::{chi_square, kolmogorov_smirnov};
    use crate::base::maths;

    fn jobs(own: Grid) -> Vec<Job> {
        let mut source = GridJobs::new(&own, 7, "grid", 0);
        std::iter::from_fn(|| source.next()).collect()
    }

    fn published(jobs: u64) -> Grid {
        Grid { jobs, ..Default::default() }
    }

    #[test]
    fn every_law_fits() {
        let all = jobs(published(50_000));
        let fits = |law: fn(f64) -> f64, value: &dyn Fn(&Job) -> f64| {
            let p = kolmogorov_smirnov(all.iter().map(value).collect(), law);
            assert!(p > 0.001, "p = {p}");
        };
        fits(|r| r / 0.7, &|job| 1.0 - job.compute_fraction);
        fits(|mb| (mb - 1.0) / 19.0, &|job| job.size_mb);
        fits(|s| 1.0 - maths::exp(-s / 120.0), &|job| job.runtime_s);
        let mut last_s = 0.0;
        let gaps = all.iter().map(|job| {
            let gap_s = job.arrival_s - last_s;
            last_s = job.arrival_s;
            gap_s
        });
        let p = kolmogorov_smirnov(gaps.collect(), |s| 1.0 - maths::exp(-s / 8.0));
        assert!(p > 0.001, "p = {p}");
        let even = |count: usize, of: &dyn Fn(&Job) -> usize| {
            let mut counts = vec![0.0; count];
            all.iter().for_each(|job| counts[of(job)] += 1.0);
            let p = chi_square(&counts, &vec![50_000.0 / count as f64; count]);
            assert!(p > 0.001, "p = {p}");
        };
        even(50, &|job| job.nodes as usize - 1);
        even(7, &|job| job.home as usize);
        even(3, &|job| usize::from(job.class));
    }

    /// The jobs fall into three classes by R: below 0.2333, below 0.4667, and above.
    #[test]
    fn classes_are_thirds_of_r() {
        for job in jobs(published(1000)) {
            let third = (1.0 - job.compute_fraction) / 0.7 * 3.0;
            assert!((f64::from(job.class)..f64::from(job.class) + 1.0 + 1e-9).contains(&(third + 1e-9)));
        }
    }

    #[test]
    fn other_laws_leave_the_rest_as_it_was() {
        let (some, others) =
            (jobs(published(100)), jobs(Grid { tasks: [3, 3], most_ratio: 0.0, size_mb: [5, 5], ..published(100) }));
        for (one, other) in some.iter().zip(&others) {
            assert_eq!((other.nodes, other.compute_fraction, other.size_mb), (3, 1.0, 5.0));
            assert_eq!(
                (one.arrival_s, one.home, one.runtime_s, one.class),
                (other.arrival_s, other.home, other.runtime_s, other.class)
            );
        }
    }
}
