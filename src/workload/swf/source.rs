//! The jobs of a log as a workload.

use super::log::{Log, grouped};
use crate::base::problem::Problem;
use crate::base::random::Stream;
use crate::platform::BPS_PER_MBPS;
use crate::scenario::{HomeRule, Swf};
use crate::workload::{Job, Source};
use std::sync::Arc;

/// Streams the jobs of a log; what the log does not tell (K, BSBW) comes from the scenario.
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
}

#[derive(Clone, Debug)]
enum Homes {
    /// By the record's class.
    OfClass(Vec<u32>),
    /// One number per job, so that a job's home depends on seed, replication and job only.
    Drawn(Stream, usize),
    First,
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
        let clusters = clusters.max(1);
        let of_class = |rank: fn(&super::Class) -> u32| {
            let home = |class| (rank(class) as usize % clusters) as u32;
            Homes::OfClass(log.classes().iter().map(home).collect())
        };
        let homes = match swf.home {
            HomeRule::Queue => of_class(|class| class.queue_rank),
            HomeRule::Partition => of_class(|class| class.partition_rank),
            HomeRule::Random => Homes::Drawn(Stream::new(seed, replication, "homes", 0), clusters),
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
            log,
        }
    }
}

impl Source for LogSource {
    fn next(&mut self) -> Option<Job> {
        let record = *self.log.records().get(..self.end)?.get(self.next)?;
        let id = self.next as u64;
        self.next += 1;
        let home = match &mut self.homes {
            Homes::OfClass(homes) => homes.get(usize::from(record.class)).copied().unwrap_or(0),
            Homes::Drawn(stream, clusters) => {
                // Below 1 times a whole number may round up to that number.
                ((stream.uniform() * *clusters as f64) as u32).min(*clusters as u32 - 1)
            }
            Homes::First => 0,
        };
        Some(Job {
            id,
            arrival_s: record.submit_s - self.log.first_submit_s(),
            home,
            nodes: record.processors,
            runtime_s: record.runtime_s,
            compute_fraction: self.compute_fraction,
            bsbw_bps: self.bsbw_bps,
        })
    }

    fn total(&self) -> Option<u64> {
        Some(self.end as u64)
    }
}

impl Log {
    /// What a person should know about using this log in a scenario: whether it is the log the scenario was made
    /// with, and whether its queues or partitions can tell all homes apart. The run goes on in any case.
    pub fn advice(&self, swf: &Swf, clusters: usize) -> Vec<Problem> {
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
                    grouped(self.text_bytes),
                    self.sha256
                ),
                match (swf.size_bytes, &swf.sha256) {
                    (Some(bytes), Some(sha)) => format!("{} bytes and SHA-256 {sha}", grouped(bytes)),
                    (Some(bytes), None) => format!("{} bytes", grouped(bytes)),
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
        advice
    }
}
