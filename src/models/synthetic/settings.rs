//! The synthetic workload: jobs drawn from distributions, cluster by cluster.

use crate::models::network::{LINKS, network_reads};
use crate::models::workload::demands::Varied;
use crate::models::workload::{RESOURCES, Request};
use crate::parameter::declare::{choices, parameters};
use crate::parameter::{Kind, When};
use crate::platform::MOST_NODES_PER_CLUSTER;
use crate::workload::{Communication, ESTIMATE_FACTOR, Estimates, MOST_JOBS, Pattern};

choices! {
    /// How run times are spread around their mean.
    RuntimeDistribution = Exponential, {
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
    SizeDistribution = Uniform, {
        /// Every size of the range is equally likely.
        Uniform = "uniform", "Uniform";
        /// Every power of two in the range is equally likely.
        PowerOfTwo = "power-of-two", "Powers of two";
    }
}

const INTERARRIVAL: Kind = Kind::number(1e-6, 1e9, 10.0);
const RUNTIME: Kind = Kind::number(1e-6, 1e9, 10.0);
const RUNTIME_CV: Kind = Kind::number(1.001, 100.0, 0.5);
const NODES: Kind = Kind::Pair { min: 1, max: MOST_NODES_PER_CLUSTER };
const COMPUTE_FRACTION: Kind = Kind::number(0.0, 1.0, 0.05);
const BSBW: Kind = Kind::number(0.0, 1e6, 50.0);

const FACTORS: Kind = Kind::number(1.0, 10_000.0, 0.5);

const SYNTHETIC: When = When::one_of("workload.model", &["synthetic"]);
/// All jobs have the same compute share.
const OF_ALL: When = When::choice_reads("workload.model", "compute_fraction");
/// The variation of run times in the scenario is read if the run times of all clusters or of some cluster are
/// hyper-exponential.
const HYPER: When = When::one_of("workload.runtime_distribution", &["hyper-exponential"]).or(&OWN_HYPER);
const OWN_HYPER: When = When::one_of("workload.clusters.*.runtime_distribution", &["hyper-exponential"])
    .inherits("workload.runtime_distribution");
/// The queues of a grid's clusters know no estimates.
const ESTIMATED: When = network_reads("workload.estimates");
const FACTOR: When = When::one_of("workload.estimates", &["factor", "f-model"]);

parameters! {
    /// Jobs drawn from distributions, the same for every cluster except where `clusters` says otherwise.
    Synthetic at "workload." {
        /// Jobs that arrive at each cluster during a run.
        jobs_per_cluster: u64 = 2000, "Jobs per cluster" in "jobs", Kind::integer(1, MOST_JOBS, 1000), when &[SYNTHETIC];
        /// Mean time between arrivals at one cluster (Poisson).
        interarrival_s: f64 = 150.0, "Inter-arrival time" in "s", INTERARRIVAL, when &[SYNTHETIC];
        /// Mean run time of a job on one cluster.
        runtime_s: f64 = 450.0, "Run time" in "s", RUNTIME, when &[SYNTHETIC];
        /// How run times are spread around their mean.
        runtime_distribution: RuntimeDistribution = RuntimeDistribution::default(),
            "Run-time distribution", RuntimeDistribution::KIND, when &[SYNTHETIC];
        /// Standard deviation of the run time over its mean; above 1, since 1 would be exponential.
        runtime_cv: f64 = 2.0, "Run-time variation" as further, RUNTIME_CV, when &[SYNTHETIC, HYPER];
        /// Smallest and largest job size.
        nodes: [u32; 2] = [10, 50], "Job size" in "nodes", NODES, when &[SYNTHETIC];
        /// How job sizes are spread over their range.
        sizes: SizeDistribution = SizeDistribution::default(), "Size distribution", SizeDistribution::KIND, when &[SYNTHETIC];
        /// Share K of the run time that a job computes; the rest it communicates.
        compute_fraction: f64 = Communication::USUAL.compute_fraction, "Compute share K", COMPUTE_FRACTION, usual (0.0, 1.0), when &[OF_ALL];
        /// Bisection bandwidth: what a job split into two halves sends and receives between them.
        bsbw_mbps: f64 = Communication::USUAL.bsbw_mbps, "BSBW" spelled "Bandwidth a split job asks for (BSBW)" in "Mbps", BSBW, when &[LINKS];
        /// Which nodes of a job talk to each other.
        pattern: Pattern = Pattern::default(), "Pattern", Pattern::KIND, when &[LINKS];
        /// Load to reach by multiplying all run times by one factor: work that arrives over what all nodes can do.
        load: Option<f64> = None, "Load", Kind::number(0.001, 100.0, 0.05), usual (0.1, 1.2);
        /// What users say about the run times of their jobs; only schedulers that go by them use it.
        estimates: Estimates = Estimates::default(), "Estimates", Estimates::KIND, when &[ESTIMATED];
        /// Estimated over actual run time; the most that it is, if it is wrong by up to a factor.
        estimate_factor: f64 = ESTIMATE_FACTOR, "Estimate factor", FACTORS, when &[ESTIMATED, FACTOR];
        /// Memory and GPUs that jobs ask for, if clusters have them; for a log, instead of what the log says.
        requests: Vec<Request> = Vec::new(), "Memory and GPUs of jobs" as further, Kind::List { of: "kind of jobs", min: 0, max: 20 }, when RESOURCES;
        /// Communication that differs from job to job.
        varied: Varied = Varied::default();
        /// What is different at single clusters: the first entry for cluster 0, the second for cluster 1, and so on.
        clusters: Vec<ClusterWorkload> = Vec::new(),
            "Per cluster", Kind::List { of: "cluster", min: 0, max: 4096 }, when &[SYNTHETIC];
    }
}

parameters! {
    /// What is different at one cluster; whatever is left out is as in the whole workload.
    ClusterWorkload at "workload.clusters.*." {
        /// Jobs that arrive at this cluster; 0 for a cluster without users of its own.
        jobs_per_cluster: Option<u64> = None, "Jobs" in "jobs", Kind::integer(0, MOST_JOBS, 1000), when &[SYNTHETIC];
        /// Mean time between arrivals at this cluster (Poisson).
        interarrival_s: Option<f64> = None, "Inter-arrival time" in "s", INTERARRIVAL, when &[SYNTHETIC];
        /// Mean run time of this cluster's jobs.
        runtime_s: Option<f64> = None, "Run time" in "s", RUNTIME, when &[SYNTHETIC];
        /// How run times of this cluster's jobs are spread around their mean.
        runtime_distribution: Option<RuntimeDistribution> = None,
            "Run-time distribution", RuntimeDistribution::KIND, when &[SYNTHETIC];
        /// Standard deviation of the run time over its mean, for hyper-exponential run times.
        runtime_cv: Option<f64> = None, "Run-time variation" as further, RUNTIME_CV, when &[SYNTHETIC, OWN_HYPER];
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

impl Synthetic {
    /// The workload of one cluster: this one with the cluster's own settings put in.
    pub fn at(&self, cluster: usize) -> Synthetic {
        let none = ClusterWorkload::default();
        let own = self.clusters.get(cluster).unwrap_or(&none);
        Synthetic {
            jobs_per_cluster: own.jobs_per_cluster.unwrap_or(self.jobs_per_cluster),
            interarrival_s: own.interarrival_s.unwrap_or(self.interarrival_s),
            runtime_s: own.runtime_s.unwrap_or(self.runtime_s),
            runtime_distribution: own.runtime_distribution.unwrap_or(self.runtime_distribution),
            runtime_cv: own.runtime_cv.unwrap_or(self.runtime_cv),
            nodes: own.nodes.unwrap_or(self.nodes),
            sizes: own.sizes.unwrap_or(self.sizes),
            compute_fraction: own.compute_fraction.unwrap_or(self.compute_fraction),
            bsbw_mbps: own.bsbw_mbps.unwrap_or(self.bsbw_mbps),
            pattern: own.pattern.unwrap_or(self.pattern),
            estimates: self.estimates,
            estimate_factor: self.estimate_factor,
            load: self.load,
            requests: Vec::new(),
            varied: Varied::default(),
            clusters: Vec::new(),
        }
    }

    /// The workload of each of `clusters` clusters.
    pub(super) fn laws(&self, clusters: u64) -> impl Iterator<Item = Synthetic> {
        (0..clusters as usize).map(|cluster| self.at(cluster))
    }

    /// Mean size of a job \[nodes\].
    pub(super) fn mean_size(&self) -> f64 {
        let [low, high] = self.nodes.map(f64::from);
        match self.sizes {
            SizeDistribution::Uniform => (low + high) / 2.0,
            SizeDistribution::PowerOfTwo => {
                let powers: Vec<f64> =
                    (0..32u32).map(|power| f64::from(1u32 << power)).filter(|p| (low..=high).contains(p)).collect();
                powers.iter().sum::<f64>() / powers.len().max(1) as f64
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clusters_override_what_they_name() {
        let own = ClusterWorkload { bsbw_mbps: Some(50.0), ..ClusterWorkload::default() };
        let workload = Synthetic { clusters: vec![ClusterWorkload::default(), own], ..Synthetic::default() };
        assert_eq!(workload.at(0).bsbw_mbps, 500.0);
        assert_eq!(workload.at(1), Synthetic { bsbw_mbps: 50.0, ..Synthetic::default() });
        assert_eq!(workload.at(7).bsbw_mbps, 500.0);
    }
}
