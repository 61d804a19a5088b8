//! The jobs of a log as a workload.

use super::log::{Log, Record};
use crate::base::number;
use crate::base::problem::Problem;
use crate::platform::BPS_PER_MBPS;
use crate::scenario::{Estimates, HomeRule, Oversized, Platform, Swf};
use crate::workload::homes::Homes;
use crate::workload::{EstimateLaw, Job, Pattern, Source};
use std::sync::Arc;

/// Streams the jobs of a log; what the log does not tell (K, BSBW, pattern) comes from the scenario.
#[derive(Clone, Debug)]
pub struct LogSource {
    log: Arc<Log>,
    /// Index of the next record, which is also the job's id.
    next: usize,
    /// Records before this one are jobs.
    end: usize,
    homes: Homes,
    compute_fraction: f64,
    bsbw_bps: f64,
    pattern: Pattern,
    estimates: EstimateLaw,
}

impl LogSource {
    /// The jobs of `log` for `clusters` clusters, in a `replication` of a `seed`.
    pub fn new(
        log: Arc<Log>,
        swf: &Swf,
        clusters: usize,
        seed: &str,
        replication: u32,
    ) -> LogSource {
        let clusters = clusters as u32;
        let of_class = |rank: fn(&super::Class) -> u32| {
            Homes::in_turn(log.classes().iter().map(rank), clusters)
        };
        let homes = match swf.home {
            HomeRule::Queue => of_class(|class| class.queue_rank),
            HomeRule::Partition => of_class(|class| class.partition_rank),
            HomeRule::Random => Homes::drawn(clusters, seed, replication),
            HomeRule::First => Homes::First,
        };
        let most = swf
            .max_jobs
            .map_or(usize::MAX, |most| most.try_into().unwrap_or(usize::MAX));
        LogSource {
            end: log.records().len().min(most),
            next: 0,
            homes,
            compute_fraction: swf.compute_fraction,
            bsbw_bps: swf.bsbw_mbps * BPS_PER_MBPS,
            pattern: swf.pattern,
            estimates: EstimateLaw::of(swf.estimates, swf.estimate_factor),
            log,
        }
    }
}

impl Source for LogSource {
    fn next(&mut self) -> Option<Job> {
        let record = *self.log.records().get(..self.end)?.get(self.next)?;
        let id = self.next as u64;
        self.next += 1;
        Some(Job {
            id,
            arrival_s: record.submit_s - self.log.first_submit_s(),
            home: self.homes.of_next(usize::from(record.class)),
            nodes: record.processors,
            runtime_s: record.runtime_s,
            compute_fraction: self.compute_fraction,
            bsbw_bps: self.bsbw_bps,
            pattern: self.pattern,
            estimate_s: self
                .estimates
                .estimate_s(record.runtime_s, record.requested_s()),
            class: record.class,
            user: record.user,
            ..Job::default()
        })
    }

    fn total(&self) -> Option<u64> {
        Some(self.end as u64)
    }
}

impl Log {
    /// What a person should know about using this log in a scenario: whether it is the log the scenario was made
    /// with, whether its queues or partitions can tell all homes apart, whether all jobs have the estimate that is
    /// asked for, and whether all fit a cluster. The run goes on in any case.
    pub fn advice(&self, swf: &Swf, platform: &Platform) -> Vec<Problem> {
        let clusters = usize::try_from(platform.cluster_count()).unwrap_or(usize::MAX);
        let mut advice = Vec::new();
        let same_text = swf
            .sha256
            .as_ref()
            .is_none_or(|sha| sha.eq_ignore_ascii_case(&self.sha256));
        let same_size = swf.size_bytes.is_none_or(|bytes| bytes == self.text_bytes);
        if !(same_text && same_size) {
            advice.push(Problem::new(
                "workload.path",
                format!(
                    "is another log than the scenario was made with: {} has {} bytes of text and SHA-256 {}",
                    self.name,
                    number::count(self.text_bytes),
                    self.sha256
                ),
                match (swf.size_bytes, &swf.sha256) {
                    (Some(bytes), Some(sha)) => format!("{} bytes and SHA-256 {sha}", number::count(bytes)),
                    (Some(bytes), None) => format!("{} bytes", number::count(bytes)),
                    (None, sha) => format!("SHA-256 {}", sha.as_deref().unwrap_or_default()),
                },
                "The numbers will differ; give the original log to reproduce them.",
            ));
        }
        if let Some(told) = self.homes_told(swf.home)
            && told < clusters
        {
            let (what, rule) = match swf.home {
                HomeRule::Queue => ("queue", "queue"),
                _ => ("partition", "partition"),
            };
            let plural = if told == 1 { "" } else { "s" };
            advice.push(Problem::new(
                "workload.home",
                format!(
                    "is \"{rule}\", but {} has {told} {what}{plural} for {clusters} clusters: \
                     at some clusters no job will arrive",
                    self.name
                ),
                "",
                "Choose \"random\" to spread the jobs evenly.",
            ));
        }
        let silent = |record: &&Record| record.requested_s().is_none();
        let unasked = self.records().iter().filter(silent).count();
        if swf.estimates == Estimates::Requested && unasked > 0 {
            advice.push(Problem::new(
                "workload.estimates",
                format!(
                    "is \"requested\", but {} of the {} jobs of {} have no requested time: \
                     their run times stand for it",
                    number::count(unasked as u64),
                    number::count(self.records().len() as u64),
                    self.name
                ),
                "",
                "Choose \"exact\" or \"factor\" to treat all jobs alike.",
            ));
        }
        let largest = platform
            .clusters
            .iter()
            .map(|group| platform.nodes_of(group))
            .max();
        if swf.oversized == Oversized::Keep
            && let Some(largest) = largest
            && let Some(line) = self.first_larger(largest)
        {
            let larger = |record: &&Record| record.processors > largest;
            let count = self.records().iter().filter(larger).count();
            advice.push(Problem::new(
                "workload.oversized",
                format!(
                    "is \"{}\", but {} of the {} jobs of {} are larger than the largest cluster of {} nodes, the \
                     first in line {}: only co-allocation runs them, on the nodes that there are",
                    swf.oversized,
                    number::count(count as u64),
                    number::count(self.records().len() as u64),
                    self.name,
                    number::count(largest.into()),
                    number::count(line)
                ),
                "",
                "Choose \"split\" to run them as several jobs.",
            ));
        }
        advice
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenario::ClusterGroup;
    use crate::workload::swf::read;
    use std::fmt::Write as _;

    /// Of these four jobs the queues are −1, 2, 1, 1 and the partitions −1, 1, 1, −1.
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

    fn jobs(log: &Arc<Log>, swf: &Swf, clusters: usize, replication: u32) -> Vec<Job> {
        let mut source = LogSource::new(Arc::clone(log), swf, clusters, "seed", replication);
        std::iter::from_fn(|| source.next()).collect()
    }

    #[test]
    fn jobs_of_a_log() {
        let log = Arc::new(log_of(LOG));
        let swf = |home, max_jobs| Swf {
            home,
            max_jobs,
            bsbw_mbps: 300.0,
            pattern: Pattern::Ring,
            compute_fraction: 0.6,
            ..Swf::default()
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
        assert_eq!(
            arrivals,
            [(0, 0.0, 0), (1, 50.0, 0), (2, 50.0, 0), (3, 70.0, 0)]
        );
        let homes = |swf: &Swf, clusters| -> Vec<u32> {
            jobs(&log, swf, clusters, 0)
                .iter()
                .map(|j| j.home)
                .collect()
        };
        assert_eq!(homes(&swf(HomeRule::Queue, None), 4), [0, 2, 1, 1]);
        assert_eq!(homes(&swf(HomeRule::Queue, None), 2), [0, 0, 1, 1]);
        assert_eq!(homes(&swf(HomeRule::Partition, None), 4), [0, 1, 1, 0]);
        assert_eq!(homes(&swf(HomeRule::Queue, Some(2)), 4).len(), 2);
        let estimates = |estimates| -> Vec<f64> {
            let swf = Swf {
                estimates,
                estimate_factor: 1.5,
                ..swf(HomeRule::First, None)
            };
            let jobs = jobs(&log, &swf, 4, 0);
            jobs.iter().map(|j| j.estimate_s).collect()
        };
        assert_eq!(estimates(Estimates::Factor), [45.75, 90.0, 15.0, 15.0]);
        assert_eq!(estimates(Estimates::Requested), [30.5, 120.0, 10.0, 10.0]);
        assert_eq!(
            LogSource::new(Arc::clone(&log), &swf(HomeRule::First, Some(3)), 4, "1", 0).total(),
            Some(3)
        );
    }

    /// χ² over 8 clusters, 7 degrees of freedom: 24.3 is exceeded with p = 0.001.
    #[test]
    fn drawn_homes_are_even_and_depend_on_seed_replication_and_job_only() {
        let log = Arc::new(log_of(&long_log()));
        let swf = |max_jobs| Swf {
            home: HomeRule::Random,
            max_jobs,
            ..Swf::default()
        };
        let homes: Vec<u32> = jobs(&log, &swf(None), 8, 0)
            .iter()
            .map(|j| j.home)
            .collect();
        let mut counts = [0.0f64; 8];
        homes.iter().for_each(|&home| counts[home as usize] += 1.0);
        let chi2: f64 = counts
            .iter()
            .map(|c| (c - 2500.0) * (c - 2500.0) / 2500.0)
            .sum();
        assert!(chi2 < 24.3, "{counts:?}");
        let fewer: Vec<u32> = jobs(&log, &swf(Some(100)), 8, 0)
            .iter()
            .map(|j| j.home)
            .collect();
        assert_eq!(homes[..100], fewer);
        let other: Vec<u32> = jobs(&log, &swf(None), 8, 1)
            .iter()
            .map(|j| j.home)
            .collect();
        assert_ne!(homes, other);
        // Half as many clusters: the same numbers, read more coarsely.
        let halved: Vec<u32> = jobs(&log, &swf(None), 4, 0)
            .iter()
            .map(|j| 2 * j.home)
            .collect();
        assert!(homes.iter().zip(halved).all(|(h, coarse)| h & !1 == coarse));
    }

    #[test]
    fn advice_about_another_log_and_too_few_queues() {
        let log = log_of(LOG);
        let mut swf = Swf {
            home: HomeRule::Queue,
            sha256: Some(log.sha256.to_uppercase()),
            size_bytes: Some(log.text_bytes),
            ..Swf::default()
        };
        let platform = |count, nodes| {
            let group = ClusterGroup {
                count,
                nodes,
                ..ClusterGroup::default()
            };
            Platform {
                clusters: vec![group],
                ..Platform::default()
            }
        };
        let advice = |swf: &Swf| log.advice(swf, &platform(4, 8));
        assert!(log.advice(&swf, &platform(3, 8)).is_empty());
        let few = advice(&swf);
        assert!(
            few[0].to_string().contains("3 queues for 4 clusters"),
            "{}",
            few[0]
        );
        swf.home = HomeRule::Random;
        swf.estimates = Estimates::Requested;
        let unasked = advice(&swf);
        assert!(
            unasked[0].to_string().contains("3 of the 4 jobs"),
            "{}",
            unasked[0]
        );
        swf.estimates = Estimates::Exact;
        swf.size_bytes = Some(1);
        let other = advice(&swf);
        assert!(other[0].to_string().contains("another log"), "{}", other[0]);
        swf.size_bytes = None;
        let large = log.advice(&swf, &platform(2, 3));
        let said = "3 of the 4 jobs of test.swf are larger than the largest cluster of 3 nodes, the first in line 2:";
        assert!(large[0].to_string().contains(said), "{}", large[0]);
        swf.oversized = Oversized::Split;
        assert!(log.advice(&swf, &platform(2, 3)).is_empty());
    }
}
