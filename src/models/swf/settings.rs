//! The settings of a workload that is a log, and the settings that all workloads share whose jobs have no home cluster
//! of their own.

use crate::parameter::declare::parameters;
use crate::parameter::{Kind, When};
use crate::platform::MOST_CLUSTERS;
use crate::workload::{Communication, ESTIMATE_FACTOR, Estimates, HomeRule, JOBS, MOST_JOBS, Oversized, Pattern};

const SWF: When = When::one_of("workload.model", &["swf"]);

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
