//! A workload that consists of the jobs in a log.

use super::homes::HomeMap;
use super::log::Log;
use crate::platform::BPS_PER_MBPS;
use crate::workload::{Dependencies, EstimateLaw, HomeRule, Homes, Job, Pattern, Shared, Source};
use std::sync::Arc;

/// Streams the jobs of a log. Properties that the log lacks (K, BSBW, pattern) come from the scenario.
#[derive(Clone, Debug)]
pub struct LogSource {
    log: Arc<Log>,
    /// Index of the next record, which is also the number of its job.
    next: usize,
    /// Number of records that are streamed, beginning with the first record of the log.
    end: usize,
    homes: Homes,
    compute_fraction: f64,
    bsbw_bps: f64,
    pattern: Pattern,
    estimates: EstimateLaw,
    /// Speed of the nodes, relative to the nodes on which the run times of the log were measured.
    speed: f64,
}

impl LogSource {
    /// Streams the jobs of `log` on `clusters` clusters. `seed` and `replication` draw random homes.
    pub fn new(log: Arc<Log>, shared: &Shared, clusters: usize, seed: &str, replication: u32) -> LogSource {
        let clusters = clusters as u32;
        let homes = match (HomeMap::of_classes(&log, shared.home, clusters), shared.home) {
            (Some(of_classes), _) => Homes::OfClass(of_classes),
            (None, HomeRule::Random) => Homes::drawn(clusters, seed, replication),
            (None, _) => Homes::First,
        };
        let most = shared.jobs.try_into().unwrap_or(usize::MAX);
        LogSource {
            end: log.records().len().min(most),
            next: 0,
            homes,
            compute_fraction: shared.communication.compute_fraction,
            bsbw_bps: shared.communication.bsbw_mbps * BPS_PER_MBPS,
            pattern: shared.communication.pattern,
            estimates: EstimateLaw::of(shared.estimates, shared.estimate_factor),
            speed: 1.0,
            log,
        }
    }

    /// The stream for nodes of `gflops` · 10⁹ operations per second. Only the run times of jobs whose work is given in
    /// operations change.
    #[must_use]
    pub fn on_nodes_of(self, gflops: f64) -> LogSource {
        LogSource { speed: gflops, ..self }
    }
}

impl Source for LogSource {
    fn next(&mut self) -> Option<Job> {
        let record = *self.log.records().get(..self.end)?.get(self.next)?;
        let detail = self.log.detail(self.next);
        let id = self.next as u64;
        self.next += 1;
        let speed = if detail.by_speed { self.speed } else { 1.0 };
        let runtime_s = record.runtime_s / speed;
        // A home is drawn for every job, even if the log gives the job's home. So the drawn homes of the other jobs do
        // not depend on which homes the log gives.
        let home = self.homes.of_next(usize::from(record.class));
        Some(Job {
            id,
            arrival_s: record.submit_s - self.log.first_submit_s(),
            home: detail.home.unwrap_or(home),
            nodes: record.processors,
            runtime_s,
            compute_fraction: detail.compute_fraction.unwrap_or(self.compute_fraction),
            bsbw_bps: detail.bsbw_bps.map_or(self.bsbw_bps, |bsbw_bps| bsbw_bps * speed),
            pattern: self.pattern,
            estimate_s: self.estimates.estimate_s(runtime_s, record.requested_s()),
            class: record.class,
            user: record.user,
            asks: detail.asks,
            ..Job::default()
        })
    }

    fn total(&self) -> Option<u64> {
        Some(self.end as u64)
    }

    fn record(&self) -> Option<usize> {
        self.next.checked_sub(1)
    }

    fn dependencies(&self) -> Option<Arc<Dependencies>> {
        let all = self.log.dependencies()?;
        let own = match self.end == self.log.records().len() {
            true => Arc::clone(all),
            false => Arc::new(all.of_first(self.end as u64)),
        };
        (!own.is_empty()).then_some(own)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::logs::read;
    use crate::workload::{Communication, Estimates};
    use std::fmt::Write as _;

    /// The queues of the four jobs are −1, 2, 1 and 1; their partitions are −1, 1, 1 and −1.
    const LOG: &str = "1 50 -1 30.5 2\n\
        2 100 -1 60 4 -1 -1 4 120 -1 1 7 -1 -1 2 1\n\
        3 100 -1 10 8 -1 -1 8 -1 -1 1 9 -1 -1 1 1\n\
        4 120 -1 10 4 -1 -1 4 -1 -1 1 7 -1 -1 1 -1\n";

    fn log_of(text: &str) -> Log {
        read("test.swf", &mut text.as_bytes()).unwrap()
    }

    fn long_log() -> String {
        (0..20_000).fold(String::new(), |mut text, i| {
            writeln!(text, "{i} {i} -1 5 1").unwrap();
            text
        })
    }

    fn jobs(log: &Arc<Log>, swf: &Shared, clusters: usize, replication: u32) -> Vec<Job> {
        let mut source = LogSource::new(Arc::clone(log), swf, clusters, "seed", replication);
        std::iter::from_fn(|| source.next()).collect()
    }

    #[test]
    fn jobs_of_a_log() {
        let log = Arc::new(log_of(LOG));
        let swf = |home, jobs: Option<u64>| Shared {
            home,
            jobs: jobs.unwrap_or(u64::MAX),
            communication: Communication { compute_fraction: 0.6, bsbw_mbps: 300.0, pattern: Pattern::Ring },
            ..Shared::default()
        };
        let first = jobs(&log, &swf(HomeRule::First, None), 4, 0);
        assert_eq!(
            first[0],
            Job {
                id: 0,
                arrival_s: 0.0,
                home: 0,
                nodes: 2,
                runtime_s: 30.5,
                compute_fraction: 0.6,
                bsbw_bps: 3e8,
                pattern: Pattern::Ring,
                estimate_s: 30.5,
                ..Job::default()
            }
        );
        let arrivals: Vec<_> = first.iter().map(|j| (j.id, j.arrival_s, j.home)).collect();
        assert_eq!(arrivals, [(0, 0.0, 0), (1, 50.0, 0), (2, 50.0, 0), (3, 70.0, 0)]);
        let homes =
            |swf: &Shared, clusters| -> Vec<u32> { jobs(&log, swf, clusters, 0).iter().map(|j| j.home).collect() };
        assert_eq!(homes(&swf(HomeRule::Queue, None), 4), [0, 1, 0, 0]);
        assert_eq!(homes(&swf(HomeRule::Queue, None), 1), [0, 0, 0, 0]);
        assert_eq!(homes(&swf(HomeRule::Partition, None), 4), [0, 0, 0, 0]);
        assert_eq!(homes(&swf(HomeRule::Queue, Some(2)), 4).len(), 2);
        let estimates = |estimates| -> Vec<f64> {
            let swf = Shared { estimates, estimate_factor: 1.5, ..swf(HomeRule::First, None) };
            let jobs = jobs(&log, &swf, 4, 0);
            jobs.iter().map(|j| j.estimate_s).collect()
        };
        assert_eq!(estimates(Estimates::Factor), [45.75, 90.0, 15.0, 15.0]);
        assert_eq!(estimates(Estimates::Requested), [30.5, 120.0, 10.0, 10.0]);
        assert_eq!(LogSource::new(Arc::clone(&log), &swf(HomeRule::First, Some(3)), 4, "1", 0).total(), Some(3));
    }

    /// χ² over 8 clusters, 7 degrees of freedom: 24.3 is exceeded with p = 0.001.
    #[test]
    fn drawn_homes_are_even_and_depend_on_seed_replication_and_job_only() {
        let log = Arc::new(log_of(&long_log()));
        let swf =
            |jobs: Option<u64>| Shared { home: HomeRule::Random, jobs: jobs.unwrap_or(u64::MAX), ..Shared::default() };
        let homes: Vec<u32> = jobs(&log, &swf(None), 8, 0).iter().map(|j| j.home).collect();
        let mut counts = [0.0f64; 8];
        homes.iter().for_each(|&home| counts[home as usize] += 1.0);
        let chi2: f64 = counts.iter().map(|c| (c - 2500.0) * (c - 2500.0) / 2500.0).sum();
        assert!(chi2 < 24.3, "{counts:?}");
        let fewer: Vec<u32> = jobs(&log, &swf(Some(100)), 8, 0).iter().map(|j| j.home).collect();
        assert_eq!(homes[..100], fewer);
        let other: Vec<u32> = jobs(&log, &swf(None), 8, 1).iter().map(|j| j.home).collect();
        assert_ne!(homes, other);
        // With half as many clusters, the random numbers do not change. So each home is half the home among eight
        // clusters, rounded down.
        let halved: Vec<u32> = jobs(&log, &swf(None), 4, 0).iter().map(|j| 2 * j.home).collect();
        assert!(homes.iter().zip(halved).all(|(h, coarse)| h & !1 == coarse));
    }
}
