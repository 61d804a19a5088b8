//! The workload: jobs drawn from distributions, or read from a log.

use super::declare::{choices, parameters};
use super::parameter::{Kind, Parameter, When};
use super::platform::MOST_NODES_PER_CLUSTER;
use serde::{Deserialize, Deserializer, Serialize, de::Error};
use serde_json::{Map, Value};

choices! {
    /// Where the jobs come from.
    WorkloadModel = Synthetic, later &["lublin99", "feitelson96", "jann97", "metacomputer", "grid"], {
        /// Jobs drawn from distributions: Poisson arrivals at every cluster.
        Synthetic = "synthetic", "Synthetic";
        /// Jobs of a real machine, read from a log in the Standard Workload Format.
        Swf = "swf", "Log (SWF)";
    }
}

choices! {
    /// How run times are spread around their mean.
    RuntimeDistribution = Exponential, later &[], {
        /// Exponential: standard deviation equal to the mean, as in the papers.
        Exponential = "exponential", "Exponential";
        /// Every job runs for exactly the mean.
        Deterministic = "deterministic", "Deterministic";
        /// Many short and few long jobs: two exponentials with balanced means.
        HyperExponential = "hyper-exponential", "Hyper-exponential";
    }
}

choices! {
    /// How job sizes are spread over their range.
    SizeDistribution = Uniform, later &[], {
        /// Every size of the range is equally likely.
        Uniform = "uniform", "Uniform";
        /// Every power of two in the range is equally likely.
        PowerOfTwo = "power-of-two", "Powers of two";
    }
}

choices! {
    /// Which cluster a logged job belongs to.
    HomeRule = Random, later &[], {
        /// By the job's queue number, in turn over the clusters.
        Queue = "queue", "By queue";
        /// By the job's partition number, in turn over the clusters.
        Partition = "partition", "By partition";
        /// Drawn evenly from the seed.
        Random = "random", "At random";
        /// All jobs belong to the first cluster.
        First = "first", "First cluster";
    }
}

choices! {
    /// Which nodes of a job talk to each other.
    Pattern = AllToAll, later &[], {
        /// Every node with every other, as in the papers.
        AllToAll = "all-to-all", "All to all";
        /// Every node with the next one, the last with the first.
        Ring = "ring", "Ring";
        /// Every node with its neighbours in a square grid, filled row by row.
        Grid = "grid", "2-D grid";
        /// Every node with its parent in a binary tree, as in broadcasts and reductions.
        Tree = "tree", "Binary tree";
        /// The first node with all others.
        MasterWorker = "master-worker", "Master–worker";
    }
}

choices! {
    /// What users say about the run times of their jobs: all that schedulers know of them.
    Estimates = Exact, later &[], {
        /// The run time itself.
        Exact = "exact", "Exact";
        /// The run time times a factor.
        Factor = "factor", "Too long by a factor";
        /// The time requested in the log; the run time itself where the log has none.
        Requested = "requested", "As requested (log)";
    }
}

/// The jobs of the scenario.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "model", rename_all = "kebab-case")]
pub enum Workload {
    /// Jobs drawn from distributions.
    Synthetic(Synthetic),
    /// Jobs read from a log.
    Swf(Swf),
}

impl Default for Workload {
    fn default() -> Workload {
        Workload::Synthetic(Synthetic::default())
    }
}

/// `model` may be left out, so this is no derived tagged enum.
impl<'de> Deserialize<'de> for Workload {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Workload, D::Error> {
        let mut map = Map::deserialize(deserializer)?;
        let model = match map.remove("model") {
            Some(name) => serde_json::from_value(name).map_err(D::Error::custom)?,
            None => WorkloadModel::default(),
        };
        let rest = Value::Object(map);
        match model {
            WorkloadModel::Synthetic => serde_json::from_value(rest).map(Workload::Synthetic),
            WorkloadModel::Swf => serde_json::from_value(rest).map(Workload::Swf),
        }
        .map_err(D::Error::custom)
    }
}

impl Workload {
    /// The declaration of `workload.model`, which selects the variant.
    pub const PARAMETERS: &'static [Parameter] = &[Parameter {
        path: "workload.model",
        label: "Jobs",
        unit: "",
        kind: WorkloadModel::KIND,
        default: || serde_json::json!(WorkloadModel::default()),
        help: "Where the jobs come from.",
        when: &[],
    }];

    /// Which variant this is.
    pub fn model(&self) -> WorkloadModel {
        match self {
            Workload::Synthetic(_) => WorkloadModel::Synthetic,
            Workload::Swf(_) => WorkloadModel::Swf,
        }
    }
}

const JOBS: u64 = 1_000_000_000;
const INTERARRIVAL: Kind = Kind::number(1e-6, 1e9, 10.0);
const RUNTIME: Kind = Kind::number(1e-6, 1e9, 10.0);
const RUNTIME_CV: Kind = Kind::number(1.001, 100.0, 0.5);
const NODES: Kind = Kind::Pair {
    min: 1,
    max: MOST_NODES_PER_CLUSTER,
};
const COMPUTE_FRACTION: Kind = Kind::number(0.0, 1.0, 0.05);
const BSBW: Kind = Kind::number(0.0, 1e6, 50.0);

const ESTIMATE_FACTOR: Kind = Kind::number(1.0, 1000.0, 0.5);

const SYNTHETIC: When = When {
    path: "workload.model",
    is: &["synthetic"],
};
const HYPER: When = When {
    path: "workload.runtime_distribution",
    is: &["hyper-exponential"],
};
const SWF: When = When {
    path: "workload.model",
    is: &["swf"],
};
const FACTOR: When = When {
    path: "workload.estimates",
    is: &["factor"],
};

parameters! {
    /// Jobs drawn from distributions, the same for every cluster except where `clusters` says otherwise.
    Synthetic at "workload." {
        /// Jobs that arrive at each cluster during a run.
        jobs_per_cluster: u64 = 2000, "Jobs per cluster" in "jobs", Kind::integer(1, JOBS, 1000), when &[SYNTHETIC];
        /// Mean time between arrivals at one cluster (Poisson).
        interarrival_s: f64 = 150.0, "Inter-arrival time" in "s", INTERARRIVAL, when &[SYNTHETIC];
        /// Mean run time of a job on one cluster.
        runtime_s: f64 = 450.0, "Run time" in "s", RUNTIME, when &[SYNTHETIC];
        /// How run times are spread around their mean.
        runtime_distribution: RuntimeDistribution = RuntimeDistribution::default(),
            "Run-time distribution", RuntimeDistribution::KIND, when &[SYNTHETIC];
        /// Standard deviation of the run time over its mean; above 1, since 1 would be exponential.
        runtime_cv: f64 = 2.0, "Run-time variation", RUNTIME_CV, when &[SYNTHETIC, HYPER];
        /// Smallest and largest job size.
        nodes: [u32; 2] = [10, 50], "Job size" in "nodes", NODES, when &[SYNTHETIC];
        /// How job sizes are spread over their range.
        sizes: SizeDistribution = SizeDistribution::default(), "Size distribution", SizeDistribution::KIND, when &[SYNTHETIC];
        /// Share K of the run time that a job computes; the rest it communicates.
        compute_fraction: f64 = 0.7, "Compute share K", COMPUTE_FRACTION;
        /// Bisection bandwidth: what a job split into two halves sends and receives between them.
        bsbw_mbps: f64 = 500.0, "BSBW" in "Mbps", BSBW;
        /// Which nodes of a job talk to each other.
        pattern: Pattern = Pattern::default(), "Pattern", Pattern::KIND;
        /// What users say about the run times of their jobs; only queues with reservations use it.
        estimates: Estimates = Estimates::default(), "Estimates", Estimates::KIND;
        /// Estimated over actual run time.
        estimate_factor: f64 = 2.0, "Estimate factor", ESTIMATE_FACTOR, when &[FACTOR];
        /// What is different at single clusters: the first entry for cluster 0, the second for cluster 1, and so on.
        clusters: Vec<ClusterWorkload> = Vec::new(),
            "Per cluster", Kind::List { of: "cluster", min: 0, max: 4096 }, when &[SYNTHETIC];
    }
}

parameters! {
    /// What is different at one cluster; whatever is left out is as in the whole workload.
    ClusterWorkload at "workload.clusters.*." {
        /// Jobs that arrive at this cluster; 0 for a cluster without users of its own.
        jobs_per_cluster: Option<u64> = None, "Jobs" in "jobs", Kind::integer(0, JOBS, 1000), when &[SYNTHETIC];
        /// Mean time between arrivals at this cluster (Poisson).
        interarrival_s: Option<f64> = None, "Inter-arrival time" in "s", INTERARRIVAL, when &[SYNTHETIC];
        /// Mean run time of this cluster's jobs.
        runtime_s: Option<f64> = None, "Run time" in "s", RUNTIME, when &[SYNTHETIC];
        /// How run times of this cluster's jobs are spread around their mean.
        runtime_distribution: Option<RuntimeDistribution> = None,
            "Run-time distribution", RuntimeDistribution::KIND, when &[SYNTHETIC];
        /// Standard deviation of the run time over its mean, for hyper-exponential run times.
        runtime_cv: Option<f64> = None, "Run-time variation", RUNTIME_CV, when &[SYNTHETIC];
        /// Smallest and largest size of this cluster's jobs.
        nodes: Option<[u32; 2]> = None, "Job size" in "nodes", NODES, when &[SYNTHETIC];
        /// How the sizes of this cluster's jobs are spread over their range.
        sizes: Option<SizeDistribution> = None, "Size distribution", SizeDistribution::KIND, when &[SYNTHETIC];
        /// Share K of the run time that this cluster's jobs compute.
        compute_fraction: Option<f64> = None, "Compute share K", COMPUTE_FRACTION, when &[SYNTHETIC];
        /// Bisection bandwidth of this cluster's jobs.
        bsbw_mbps: Option<f64> = None, "BSBW" in "Mbps", BSBW, when &[SYNTHETIC];
        /// Which nodes of this cluster's jobs talk to each other.
        pattern: Option<Pattern> = None, "Pattern", Pattern::KIND, when &[SYNTHETIC];
    }
}

parameters! {
    /// Jobs of a log in the Standard Workload Format. What a log does not tell comes from the scenario.
    Swf at "workload." {
        /// The log: a file on the command line, the name of a dropped file in the page.
        path: String = String::new(), "Log", Kind::Text { max: 1000 }, when &[SWF];
        /// Size of the log, so that a scenario can be checked to have the log it was made with.
        size_bytes: Option<u64> = None, "Log size" in "bytes", Kind::Bytes { max: 1 << 50 }, when &[SWF];
        /// SHA-256 of the log, so that a scenario can be checked to have the log it was made with.
        sha256: Option<String> = None, "Log SHA-256", Kind::Hex { digits: 64 }, when &[SWF];
        /// Which cluster a logged job belongs to.
        home: HomeRule = HomeRule::default(), "Home cluster", HomeRule::KIND, when &[SWF];
        /// Read no more than this many jobs; if left out, all.
        max_jobs: Option<u64> = None, "Most jobs" in "jobs", Kind::integer(1, JOBS, 1000), when &[SWF];
        /// Share K of the run time that a job computes; declared with the synthetic workload.
        compute_fraction: f64 = Synthetic::default().compute_fraction;
        /// Bisection bandwidth of every job; declared with the synthetic workload.
        bsbw_mbps: f64 = Synthetic::default().bsbw_mbps;
        /// Which nodes of a job talk to each other; declared with the synthetic workload.
        pattern: Pattern = Pattern::default();
        /// What users say about the run times of their jobs; declared with the synthetic workload.
        estimates: Estimates = Estimates::default();
        /// Estimated over actual run time; declared with the synthetic workload.
        estimate_factor: f64 = Synthetic::default().estimate_factor;
    }
}

impl Synthetic {
    /// The workload of one cluster: this one with the cluster's own settings put in.
    pub fn at(&self, cluster: usize) -> Synthetic {
        let none = ClusterWorkload::default();
        let own = self.clusters.get(cluster).unwrap_or(&none);
        Synthetic {
            jobs_per_cluster: own.jobs_per_cluster.unwrap_or(self.jobs_per_cluster),
            interarrival_s: own.interarrival_s.unwrap_or(self.interarrival_s),
            runtime_s: own.runtime_s.unwrap_or(self.runtime_s),
            runtime_distribution: own
                .runtime_distribution
                .unwrap_or(self.runtime_distribution),
            runtime_cv: own.runtime_cv.unwrap_or(self.runtime_cv),
            nodes: own.nodes.unwrap_or(self.nodes),
            sizes: own.sizes.unwrap_or(self.sizes),
            compute_fraction: own.compute_fraction.unwrap_or(self.compute_fraction),
            bsbw_mbps: own.bsbw_mbps.unwrap_or(self.bsbw_mbps),
            pattern: own.pattern.unwrap_or(self.pattern),
            estimates: self.estimates,
            estimate_factor: self.estimate_factor,
            clusters: Vec::new(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn the_model_may_be_left_out() {
        let given: Workload =
            serde_json::from_value(json!({"runtime_s": 225, "nodes": [10, 90]})).unwrap();
        let Workload::Synthetic(synthetic) = given else {
            panic!()
        };
        assert_eq!(
            (
                synthetic.runtime_s,
                synthetic.nodes,
                synthetic.interarrival_s
            ),
            (225.0, [10, 90], 150.0)
        );
        let log: Workload =
            serde_json::from_value(json!({"model": "swf", "path": "a.swf"})).unwrap();
        assert_eq!(log.model(), WorkloadModel::Swf);
        assert_eq!(json!(log)["model"], json!("swf"));
        assert!(
            serde_json::from_value::<Workload>(json!({"model": "swf", "nodes": [1, 2]})).is_err()
        );
    }

    #[test]
    fn clusters_override_what_they_name() {
        let own = ClusterWorkload {
            bsbw_mbps: Some(50.0),
            ..ClusterWorkload::default()
        };
        let workload = Synthetic {
            clusters: vec![ClusterWorkload::default(), own],
            ..Synthetic::default()
        };
        assert_eq!(workload.at(0).bsbw_mbps, 500.0);
        assert_eq!(
            workload.at(1),
            Synthetic {
                bsbw_mbps: 50.0,
                ..Synthetic::default()
            }
        );
        assert_eq!(workload.at(7).bsbw_mbps, 500.0);
    }
}
