//! Jobs of a log, and what all jobs have in common that belong to no cluster by themselves.

use crate::base::number;
use crate::base::problem::Problem;
use crate::parameter::declare::parameters;
use crate::parameter::{Kind, When};
use crate::platform::MOST_CLUSTERS;
use crate::scenario::Platform;
use crate::workload::swf::{Log, Record};
use crate::workload::{
    Communication, ESTIMATE_FACTOR, Estimates, HomeRule, JOBS, MOST_JOBS, Oversized, Pattern,
};

const SWF: When = When::one_of("workload.model", &["swf"]);
const DETAILED: When = When::given("workload.details_path");

parameters! {
    /// What all workloads have whose jobs belong to no cluster by themselves.
    Global at "workload." {
        /// How many jobs arrive.
        jobs: u64 = JOBS, "Jobs" in "jobs", Kind::integer(1, MOST_JOBS, 1000), when &[When::choice_reads("workload.model", "jobs")];
        /// Which cluster a job of a log or of a model of the whole system belongs to.
        home: HomeRule = HomeRule::default(), "Home cluster", HomeRule::KIND, when &[When::choice_reads("workload.model", "home")];
        /// What becomes of a job that is larger than every cluster.
        oversized: Oversized = Oversized::default(), "Oversized jobs" as further, Oversized::KIND,
            when &[When::choice_reads("workload.model", "oversized")];
    }
}

parameters! {
    /// Jobs of a log in the Standard Workload Format. What a log does not tell comes from the scenario.
    Swf at "workload." {
        /// The log, or a workload of Batsim: a file on the command line, the name of a dropped file in the page.
        path: String = String::new(), "Log", Kind::Text { max: 1000 }, when &[SWF];
        /// Size of the log, so that a scenario can be checked to have the log it was made with.
        size_bytes: Option<u64> = None, "Log size" in "bytes", Kind::Bytes { max: 1 << 50 }, when &[SWF];
        /// SHA-256 of the log, so that a scenario can be checked to have the log it was made with.
        sha256: Option<String> = None, "Log SHA-256", Kind::Hex { digits: 64 }, when &[SWF];
        /// A table of what the log does not tell of single jobs, by their numbers: how each communicates, where it belongs and what else it has.
        details_path: Option<String> = None, "Job details", Kind::Text { max: 1000 }, when &[SWF];
        /// SHA-256 of the job details, so that a scenario can be checked to have those it was made with.
        details_sha256: Option<String> = None, "Job details SHA-256", Kind::Hex { digits: 64 }, when &[SWF, DETAILED];
        /// What a node of speed 1 computes: tells the run times of a Batsim workload whose jobs are given by their operations.
        node_gflops: f64 = 1.0, "Node speed" in "Gflop/s", Kind::number(1e-3, 1e6, 1.0), when &[SWF];
        /// Which cluster a logged job belongs to.
        home: HomeRule = HomeRule::default();
        /// What becomes of a job that is larger than every cluster.
        oversized: Oversized = Oversized::default();
        /// Load to reach, if any.
        load: Option<f64> = None;
        /// Read no more than this many jobs; if left out, all.
        max_jobs: Option<u64> = None, "Most jobs" as further in "jobs", Kind::integer(1, MOST_JOBS, 1000), when &[SWF];
        /// The log's jobs belong to the first so many clusters only; if left out, to all.
        log_clusters: Option<u32> = None, "Clusters of the log" as further in "clusters", Kind::integer(1, MOST_CLUSTERS, 1), when &[SWF];
        /// Besides, while the log lasts, requests to all clusters together come as in the metacomputer's model, so many times as often; the log's jobs are local then.
        meta_compression: Option<f64> = None, "Meta requests, compression" as further, Kind::number(0.001, 1000.0, 1.0), when &[SWF];
        /// Share K of the run time that a job computes; declared with the synthetic workload.
        compute_fraction: f64 = Communication::USUAL.compute_fraction;
        /// Bisection bandwidth of every job; declared with the synthetic workload.
        bsbw_mbps: f64 = Communication::USUAL.bsbw_mbps;
        /// Which nodes of a job talk to each other; declared with the synthetic workload.
        pattern: Pattern = Pattern::default();
        /// What users say about the run times of their jobs; declared with the synthetic workload.
        estimates: Estimates = Estimates::default();
        /// Estimated over actual run time; declared with the synthetic workload.
        estimate_factor: f64 = ESTIMATE_FACTOR;
    }
}

/// What a person should know about using this log in a scenario: whether it is the log the scenario was made
/// with, whether its queues or partitions can tell all homes apart, whether all jobs have the estimate that is
/// asked for, and whether all fit a cluster. The run goes on in any case.
pub fn advice(log: &Log, swf: &Swf, platform: &Platform) -> Vec<Problem> {
    let clusters = usize::try_from(platform.cluster_count()).unwrap_or(usize::MAX);
    let mut advice = Vec::new();
    let same_text = swf
        .sha256
        .as_ref()
        .is_none_or(|sha| sha.eq_ignore_ascii_case(&log.sha256));
    let same_size = swf.size_bytes.is_none_or(|bytes| bytes == log.text_bytes);
    if !(same_text && same_size) {
        advice.push(Problem::new(
            "workload.path",
            format!(
                "is another log than the scenario was made with: {} has {} bytes of text and SHA-256 {}",
                log.name,
                number::count(log.text_bytes),
                log.sha256
            ),
            match (swf.size_bytes, &swf.sha256) {
                (Some(bytes), Some(sha)) => format!("{} bytes and SHA-256 {sha}", number::count(bytes)),
                (Some(bytes), None) => format!("{} bytes", number::count(bytes)),
                (None, sha) => format!("SHA-256 {}", sha.as_deref().unwrap_or_default()),
            },
            "The numbers will differ; give the original log to reproduce them.",
        ));
    }
    if let Some(named) = log.homes_named(swf.home)
        && named < clusters
    {
        let (what, rule) = match swf.home {
            HomeRule::Queue => ("queue", "queue"),
            _ => ("partition", "partition"),
        };
        advice.push(Problem::new(
            "workload.home",
            format!(
                "is \"{rule}\", but {} has {} for {clusters} clusters: \
                 at some clusters no job will arrive",
                log.name,
                number::counted(named as u64, what)
            ),
            "",
            "Choose \"random\" to spread the jobs evenly.",
        ));
    }
    let silent = |record: &&Record| record.requested_s().is_none();
    let unasked = log.records().iter().filter(silent).count();
    if swf.estimates == Estimates::Requested && unasked > 0 {
        advice.push(Problem::new(
            "workload.estimates",
            format!(
                "is \"requested\", but {} has no requested time of {} of {}: run times stand for it",
                log.name,
                number::count(unasked as u64),
                number::counted(log.records().len() as u64, "job")
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
        && let Some(line) = log.first_larger(largest)
    {
        let larger = |record: &&Record| record.processors > largest;
        let count = log.records().iter().filter(larger).count();
        advice.push(Problem::new(
            "workload.oversized",
            format!(
                "is \"{}\", but the largest cluster of {} is too small for {} of {} of {}{}: \
                 only co-allocation runs them, on the nodes that there are",
                swf.oversized,
                number::counted(largest.into(), "node"),
                number::count(count as u64),
                number::counted(log.records().len() as u64, "job"),
                log.name,
                match line {
                    0 => String::new(),
                    line => format!(", the first in line {}", number::count(line)),
                }
            ),
            "",
            "Choose \"split\" to run them as several jobs.",
        ));
    }
    advice
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenario::ClusterGroup;
    use crate::workload::swf::read;

    /// Of these four jobs the queues are −1, 2, 1, 1 and the partitions −1, 1, 1, −1.
    const LOG: &str = "1 50 -1 30.5 2\n\
        2 100 -1 60 4 -1 -1 4 120 -1 1 7 -1 -1 2 1\n\
        3 100 -1 10 8 -1 -1 8 -1 -1 1 9 -1 -1 1 1\n\
        4 120 -1 10 4 -1 -1 4 -1 -1 1 7 -1 -1 1 -1\n";

    #[test]
    fn advice_about_another_log_and_too_few_queues() {
        let log = read("test.swf", &mut LOG.as_bytes()).unwrap();
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
        let advised = |swf: &Swf| advice(&log, swf, &platform(4, 8));
        assert!(advice(&log, &swf, &platform(3, 8)).is_empty());
        let few = advised(&swf);
        assert!(
            few[0].to_string().contains("3 queues for 4 clusters"),
            "{}",
            few[0]
        );
        swf.home = HomeRule::Random;
        swf.estimates = Estimates::Requested;
        let unasked = advised(&swf);
        assert!(
            unasked[0]
                .to_string()
                .contains("no requested time of 3 of 4 jobs"),
            "{}",
            unasked[0]
        );
        swf.estimates = Estimates::Exact;
        swf.size_bytes = Some(1);
        let other = advised(&swf);
        assert!(other[0].to_string().contains("another log"), "{}", other[0]);
        swf.size_bytes = None;
        let large = advice(&log, &swf, &platform(2, 3));
        let said = "the largest cluster of 3 nodes is too small for 3 of 4 jobs of test.swf, the first in line 2:";
        assert!(large[0].to_string().contains(said), "{}", large[0]);
        swf.oversized = Oversized::Split;
        assert!(advice(&log, &swf, &platform(2, 3)).is_empty());
    }
}
