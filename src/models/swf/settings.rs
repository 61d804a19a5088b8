//! The settings of a workload that is a log, and the settings that all workloads share whose jobs have no home cluster
//! of their own.

use crate::base::problem::Problem;
use crate::logs::{
    Bound, DependencyRule, Filter, PartialRule, ProcessorRule, Reading, StatusRule, UnsupportedRule, ZeroRule, sacct,
};
use crate::models::workload::Request;
use crate::models::workload::demands::Varied;
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
        /// The job log, or a workload of Batsim. On the page, drop the file or choose it.
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
        /// Which jobs are used, by their status.
        status: StatusRule = StatusRule::default(), "Status" as further, StatusRule::KIND, when &[SWF];
        /// What happens to partial executions (status 2, 3, 4) of a job without a summary line.
        partial: PartialRule = PartialRule::default(), "Partial executions" as further, PartialRule::KIND, when &[SWF];
        /// What happens to jobs with a run time of 0.
        zero: ZeroRule = ZeroRule::default(), "Jobs of 0 s" as further, ZeroRule::KIND, when &[SWF];
        /// What happens to jobs of a Batsim workload whose profile is not supported.
        unsupported: UnsupportedRule = UnsupportedRule::default(), "Other profiles" as further, UnsupportedRule::KIND, when &[SWF];
        /// What becomes of jobs that wait for others (fields 17 and 18, Slurm's dependencies).
        dependencies: DependencyRule = DependencyRule::default(), "Dependencies" as further, DependencyRule::KIND, when &[SWF];
        /// What a processor of Slurm's accounting is.
        processor_unit: ProcessorRule = ProcessorRule::default(), "Processor" as further, ProcessorRule::KIND, when &[SWF];
        /// Time zone of Slurm's accounting, such as Europe/Berlin; if left out, its times are taken as they are.
        time_zone: Option<String> = None, "Time zone" as further, Kind::Text { max: 60 }, when &[SWF];
        /// First job: a job number (job 1000), a submission time in seconds, or a date (2001-03-31 12:00).
        from: Option<String> = None, "From" as further, Kind::Text { max: 40 }, when &[SWF];
        /// Last job number (job 2000), or the time or date before which jobs are submitted.
        until: Option<String> = None, "Until" as further, Kind::Text { max: 40 }, when &[SWF];
        /// Only jobs that match are used: user=3 queue=1,2; number=100..200.
        only: Option<String> = None, "Only" as further, Kind::Text { max: 1000 }, when &[SWF];
        /// Jobs that match are left out, such as a flurry: user=374 number=12000..14000.
        without: Option<String> = None, "Without" as further, Kind::Text { max: 1000 }, when &[SWF];
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
        /// Memory and GPUs that jobs ask for; declared with the synthetic workload.
        requests: Vec<Request> = Vec::new();
        /// Communication that differs from job to job.
        varied: Varied = Varied::default();
    }
}

impl Swf {
    /// The settings for reading the log.
    ///
    /// # Errors
    /// If a bound or a filter cannot be parsed, or the time zone does not exist.
    pub fn reading(&self) -> Result<Reading, Problem> {
        let bound = |place, text: &Option<String>| text.as_deref().map(|text| Bound::parse(place, text)).transpose();
        let filter = |place, text: &Option<String>| Filter::parse(place, text.as_deref().unwrap_or_default());
        Ok(Reading {
            status: self.status,
            partial: self.partial,
            zero: self.zero,
            unsupported: self.unsupported,
            dependencies: self.dependencies,
            resources: false,
            processors: self.processor_unit,
            zone: self.time_zone.as_deref().map(|name| sacct::zone("workload.time_zone", name)).transpose()?,
            from: bound("workload.from", &self.from)?,
            until: bound("workload.until", &self.until)?,
            only: filter("workload.only", &self.only)?,
            without: filter("workload.without", &self.without)?,
        })
    }
}
