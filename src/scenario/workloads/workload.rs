//! The workload: jobs drawn from distributions, or read from a log.

use crate::parameter::declare::{choices, parameters};
use crate::parameter::fields::{self, Json};
use crate::parameter::{Kind, Parameter, When};
use crate::scenario::platform::{MOST_CLUSTERS, MOST_NODES_PER_CLUSTER};
use crate::scenario::scheduler::LINKS;
use crate::scenario::workloads::feitelson96::Feitelson96;
use crate::scenario::workloads::grid::Grid;
use crate::scenario::workloads::jann97::Jann97;
use crate::scenario::workloads::lublin99::Lublin99;
use crate::scenario::workloads::metacomputer::Metacomputer;
use crate::scenario::workloads::model::{Global, Oversized};
use serde_json::Value;
use std::sync::LazyLock;

choices! {
    /// Where the jobs come from.
    WorkloadModel = Synthetic, later &[], {
        /// Jobs drawn from distributions: Poisson arrivals at every cluster.
        Synthetic = "synthetic", "Synthetic";
        /// Jobs of a real machine, read from a log in the Standard Workload Format.
        Swf = "swf", "Log (SWF)";
        /// Model of several machines by Lublin and Feitelson: sizes, run times that grow with them, a daily cycle of arrivals.
        Lublin99 = "lublin99", "Lublin 99";
        /// Like Feitelson's model of 1996: sizes by a harmonic law, jobs that are run again and again.
        Feitelson96 = "feitelson96", "Like Feitelson 96";
        /// Model of the Cornell SP2 after Jann and others: ten classes of size, each with gaps and run times of its own.
        Jann97 = "jann97", "Jann 97";
        /// Jobs of a metacomputer after Gehring and Preiß: local and meta ones, rigid and moldable, arriving by the hour of the day.
        Metacomputer = "metacomputer", "Metacomputer";
        /// Jobs of a grid after Vahdat-Nejad and Monsefi: rigid ones that communicate more or less, and have data to be sent along.
        Grid = "grid", "Grid";
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
    /// Which cluster a job of a log or of a model belongs to.
    HomeRule = Random, later &[], {
        /// By the job's queue number, in turn over the clusters; by its type or class in a model that has them.
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
        Factor = "factor", "Factor too long";
        /// Too long or too short, each half of the time: the run time times a number drawn up to a factor, or down to its inverse.
        FModel = "f-model", "Factor either way";
        /// The time requested in the log; the run time itself where the log has none.
        Requested = "requested", "As requested (log)";
    }
}

/// The jobs of the scenario.
#[derive(Clone, Debug, PartialEq)]
pub enum Workload {
    /// Jobs drawn from distributions.
    Synthetic(Synthetic),
    /// Jobs read from a log.
    Swf(Swf),
    /// Jobs of the model of Lublin and Feitelson.
    Lublin99(Lublin99),
    /// Jobs like those of Feitelson's model of 1996.
    Feitelson96(Feitelson96),
    /// Jobs of the model of Jann and others.
    Jann97(Jann97),
    /// Jobs of the metacomputer of Gehring and Preiß.
    Metacomputer(Metacomputer),
    /// Jobs of the grid of Vahdat-Nejad and Monsefi.
    Grid(Grid),
}

impl Default for Workload {
    fn default() -> Workload {
        Workload::Synthetic(Synthetic::default())
    }
}

/// The same of every model.
macro_rules! of_each {
    ($workload:expr, $own:ident => $of:expr) => {
        match $workload {
            Workload::Synthetic($own) => $of,
            Workload::Swf($own) => $of,
            Workload::Lublin99($own) => $of,
            Workload::Feitelson96($own) => $of,
            Workload::Jann97($own) => $of,
            Workload::Metacomputer($own) => $of,
            Workload::Grid($own) => $of,
        }
    };
}

pub(in crate::scenario) use of_each;

/// The fields of the model, and before them its name, which may be left out.
impl Json for Workload {
    fn write(&self) -> Value {
        let mut value = fields::object(&[("model", &self.model())]);
        if let (Value::Object(all), Value::Object(own)) =
            (&mut value, of_each!(self, own => own.write()))
        {
            all.extend(own);
        }
        value
    }

    fn read(&mut self, value: &Value) -> bool {
        let mut own = value.clone();
        let model = match own
            .as_object_mut()
            .and_then(|own| own.shift_remove("model"))
        {
            Some(name) => fields::parse(&name),
            None => Some(WorkloadModel::default()),
        };
        let Some(model) = model else {
            return false;
        };
        *self = match model {
            WorkloadModel::Synthetic => Workload::default(),
            WorkloadModel::Swf => Workload::Swf(Swf::default()),
            WorkloadModel::Lublin99 => Workload::Lublin99(Lublin99::default()),
            WorkloadModel::Feitelson96 => Workload::Feitelson96(Feitelson96::default()),
            WorkloadModel::Jann97 => Workload::Jann97(Jann97::default()),
            WorkloadModel::Metacomputer => Workload::Metacomputer(Metacomputer::default()),
            WorkloadModel::Grid => Workload::Grid(Grid::default()),
        };
        of_each!(self, workload => workload.read(&own))
    }
}

impl Workload {
    /// The declaration of `workload.model`, which selects the variant.
    pub const PARAMETERS: &'static [Parameter] = &[Parameter {
        path: "workload.model",
        label: "Jobs",
        unit: "",
        kind: WorkloadModel::KIND,
        usual: None,
        defaults: || {
            static DEFAULTS: LazyLock<Value> =
                LazyLock::new(|| fields::object(&[("model", &WorkloadModel::default())]));
            &DEFAULTS
        },
        help: "Where the jobs come from.",
        when: &[],
    }];

    /// Which variant this is.
    pub fn model(&self) -> WorkloadModel {
        match self {
            Workload::Synthetic(_) => WorkloadModel::Synthetic,
            Workload::Swf(_) => WorkloadModel::Swf,
            Workload::Lublin99(_) => WorkloadModel::Lublin99,
            Workload::Feitelson96(_) => WorkloadModel::Feitelson96,
            Workload::Jann97(_) => WorkloadModel::Jann97,
            Workload::Metacomputer(_) => WorkloadModel::Metacomputer,
            Workload::Grid(_) => WorkloadModel::Grid,
        }
    }

    /// What workloads have in common whose jobs belong to no cluster by themselves; `None` for one that is drawn cluster by
    /// cluster.
    pub fn global(&self) -> Option<Global> {
        match self {
            Workload::Synthetic(_) => None,
            Workload::Swf(swf) => Some(Global {
                jobs: swf.max_jobs.unwrap_or(u64::MAX),
                home: swf.home,
                oversized: swf.oversized,
            }),
            Workload::Lublin99(own) => Some(own.global()),
            Workload::Feitelson96(own) => Some(own.global()),
            Workload::Jann97(own) => Some(own.global()),
            Workload::Metacomputer(own) => Some(own.global()),
            Workload::Grid(own) => Some(own.global()),
        }
    }

    /// How many jobs arrive: at each cluster if they are drawn cluster by cluster, else in all.
    pub fn jobs(&self) -> u64 {
        match (self, self.global()) {
            (Workload::Synthetic(own), _) => own.jobs_per_cluster,
            (_, global) => global.map_or(0, |global| global.jobs),
        }
    }

    /// Makes so many jobs [arrive](Workload::jobs).
    pub fn set_jobs(&mut self, jobs: u64) {
        match self {
            Workload::Synthetic(own) => own.jobs_per_cluster = jobs,
            Workload::Swf(own) => own.max_jobs = Some(jobs),
            Workload::Lublin99(own) => own.jobs = jobs,
            Workload::Feitelson96(own) => own.jobs = jobs,
            Workload::Jann97(own) => own.jobs = jobs,
            Workload::Metacomputer(own) => own.jobs = jobs,
            Workload::Grid(own) => own.jobs = jobs,
        }
    }

    /// The load that run times are scaled to, if any.
    pub fn load(&self) -> Option<f64> {
        of_each!(self, own => own.load)
    }

    /// What users say about the run times of their jobs, and the factor of it.
    pub fn estimates(&self) -> (Estimates, f64) {
        of_each!(self, own => (own.estimates, own.estimate_factor))
    }

    /// What users say about the run times of their jobs, and the factor of it, to be changed.
    pub fn estimates_mut(&mut self) -> (&mut Estimates, &mut f64) {
        of_each!(self, own => (&mut own.estimates, &mut own.estimate_factor))
    }
}

pub(in crate::scenario) const JOBS: u64 = 1_000_000_000;
const INTERARRIVAL: Kind = Kind::number(1e-6, 1e9, 10.0);
const RUNTIME: Kind = Kind::number(1e-6, 1e9, 10.0);
const RUNTIME_CV: Kind = Kind::number(1.001, 100.0, 0.5);
const NODES: Kind = Kind::Pair {
    min: 1,
    max: MOST_NODES_PER_CLUSTER,
};
const COMPUTE_FRACTION: Kind = Kind::number(0.0, 1.0, 0.05);
const BSBW: Kind = Kind::number(0.0, 1e6, 50.0);

const ESTIMATE_FACTOR: Kind = Kind::number(1.0, 10_000.0, 0.5);

const SYNTHETIC: When = When::one_of("workload.model", &["synthetic"]);
/// All jobs have the same compute share.
const OF_ALL: When = When::one_of(
    "workload.model",
    &["synthetic", "swf", "lublin99", "feitelson96", "jann97"],
);
/// The scenario's variation is read by every cluster with such run times.
const HYPER: When =
    When::one_of("workload.runtime_distribution", &["hyper-exponential"]).or(&OWN_HYPER);
const OWN_HYPER: When = When::one_of(
    "workload.clusters.*.runtime_distribution",
    &["hyper-exponential"],
)
.inherits("workload.runtime_distribution");
/// The queues of a grid's clusters know no estimates.
const ESTIMATED: When = When::none_of("network.model", &["cluster"]);
const SWF: When = When::one_of("workload.model", &["swf"]);
const FACTOR: When = When::one_of("workload.estimates", &["factor", "f-model"]);

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
        compute_fraction: f64 = 0.7, "Compute share K", COMPUTE_FRACTION, usual (0.0, 1.0), when &[OF_ALL];
        /// Bisection bandwidth: what a job split into two halves sends and receives between them.
        bsbw_mbps: f64 = 500.0, "BSBW" in "Mbps", BSBW, when &[LINKS];
        /// Which nodes of a job talk to each other.
        pattern: Pattern = Pattern::default(), "Pattern", Pattern::KIND, when &[LINKS];
        /// Load to reach by multiplying all run times by one factor: work that arrives over what all nodes can do.
        load: Option<f64> = None, "Load", Kind::number(0.001, 100.0, 0.05), usual (0.1, 1.2);
        /// What users say about the run times of their jobs; only schedulers that go by them use it.
        estimates: Estimates = Estimates::default(), "Estimates", Estimates::KIND, when &[ESTIMATED];
        /// Estimated over actual run time; the most that it is, if it is wrong by up to a factor.
        estimate_factor: f64 = 2.0, "Estimate factor", ESTIMATE_FACTOR, when &[ESTIMATED, FACTOR];
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
        runtime_cv: Option<f64> = None, "Run-time variation", RUNTIME_CV, when &[SYNTHETIC, OWN_HYPER];
        /// Smallest and largest size of this cluster's jobs.
        nodes: Option<[u32; 2]> = None, "Job size" in "nodes", NODES, when &[SYNTHETIC];
        /// How the sizes of this cluster's jobs are spread over their range.
        sizes: Option<SizeDistribution> = None, "Size distribution", SizeDistribution::KIND, when &[SYNTHETIC];
        /// Share K of the run time that this cluster's jobs compute.
        compute_fraction: Option<f64> = None, "Compute share K", COMPUTE_FRACTION, when &[SYNTHETIC];
        /// Bisection bandwidth of this cluster's jobs.
        bsbw_mbps: Option<f64> = None, "BSBW" in "Mbps", BSBW, when &[SYNTHETIC, LINKS];
        /// Which nodes of this cluster's jobs talk to each other.
        pattern: Option<Pattern> = None, "Pattern", Pattern::KIND, when &[SYNTHETIC, LINKS];
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
        home: HomeRule = HomeRule::default();
        /// What becomes of a job that is larger than every cluster.
        oversized: Oversized = Oversized::default();
        /// Load to reach, if any.
        load: Option<f64> = None;
        /// Read no more than this many jobs; if left out, all.
        max_jobs: Option<u64> = None, "Most jobs" in "jobs", Kind::integer(1, JOBS, 1000), when &[SWF];
        /// The log's jobs belong to the first so many clusters only; if left out, to all.
        log_clusters: Option<u32> = None, "Clusters of the log" in "clusters", Kind::integer(1, MOST_CLUSTERS, 1), when &[SWF];
        /// Besides, while the log lasts, requests to all clusters together come as in the metacomputer's model, so many times as often; the log's jobs are local then.
        meta_compression: Option<f64> = None, "Meta requests, compression", Kind::number(0.001, 1000.0, 1.0), when &[SWF];
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
            load: self.load,
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
        let read = |value: Value| fields::parse::<Workload>(&value);
        let given = read(json!({"runtime_s": 225, "nodes": [10, 90]})).unwrap();
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
        let log = read(json!({"model": "swf", "path": "a.swf"})).unwrap();
        assert_eq!(log.model(), WorkloadModel::Swf);
        assert_eq!(log.write()["model"], json!("swf"));
        assert_eq!(read(json!({"model": "swf", "nodes": [1, 2]})), None);
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
