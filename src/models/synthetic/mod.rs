//! The synthetic workload: jobs drawn from distributions, cluster by cluster.

mod agreement;
mod jobs;
mod settings;

pub use settings::{ClusterWorkload, RuntimeDistribution, SizeDistribution, Synthetic};

use crate::base::problem::Problem;
use crate::logs::Log;
use crate::models::Model;
use crate::models::workload::demands::{Varied, VariedKind};
use crate::models::workload::{Arrivals, HasShared, Request, WorkloadInfo, WorkloadSettings};
use crate::words::number::{self, several};
use crate::workload::{Communication, HomeRule, Oversized, Shared, Source};
use jobs::{ClusterLaw, SyntheticJobs};
use serde_json::Value;

/// The model: a workload only.
pub const MODEL: Model = Model { name: "synthetic", workloads: &[&WORKLOAD], ..Model::NEW };

/// The synthetic workload. Its declarations include those of the settings that all workloads have.
pub static WORKLOAD: WorkloadInfo = WorkloadInfo {
    reads: &["compute_fraction"],
    jobs: "jobs_per_cluster",
    per_cluster: true,
    ..WorkloadInfo::spread(
        ["synthetic", "Synthetic", "Jobs drawn from distributions: Poisson arrivals at every cluster."],
        &[
            Synthetic::PARAMETERS,
            ClusterWorkload::PARAMETERS,
            Request::PARAMETERS,
            Varied::PARAMETERS,
            VariedKind::PARAMETERS,
        ],
        || Box::new(Synthetic::default()),
    )
};

impl HasShared for Synthetic {
    fn shared(&self) -> Shared {
        Shared {
            jobs: self.jobs_per_cluster,
            home: HomeRule::default(),
            oversized: Oversized::default(),
            load: self.load,
            communication: Communication {
                compute_fraction: self.compute_fraction,
                bsbw_mbps: self.bsbw_mbps,
                pattern: self.pattern,
            },
            estimates: self.estimates,
            estimate_factor: self.estimate_factor,
        }
    }

    fn requests(&self) -> &[Request] {
        &self.requests
    }

    fn varied(&self) -> &Varied {
        &self.varied
    }
}

impl WorkloadSettings for Synthetic {
    fn info(&self) -> &'static WorkloadInfo {
        &WORKLOAD
    }

    fn check(&self) -> Vec<Problem> {
        agreement::check(self)
    }

    fn check_platform(&self, clusters: u64, _nodes: u64) -> Option<Problem> {
        agreement::entries_have_clusters(self, clusters)
    }

    fn arrivals(&self, clusters: u64) -> u64 {
        self.laws(clusters).map(|law| law.jobs_per_cluster).fold(0, u64::saturating_add)
    }

    fn work_per_s(&self, clusters: u64) -> Option<f64> {
        let arriving = self.laws(clusters).map(|law| match law.jobs_per_cluster {
            0 => 0.0,
            _ => law.mean_size() * law.runtime_s / law.interarrival_s,
        });
        Some(arriving.sum())
    }

    fn faster(&self, times: f64) -> Vec<(String, Value)> {
        let shorter = |interarrival_s: f64| {
            let wanted = interarrival_s / times;
            Value::from(number::rounded(wanted, wanted / 1000.0))
        };
        let all = std::iter::once(("workload.interarrival_s".to_owned(), shorter(self.interarrival_s)));
        let own = self.clusters.iter().enumerate().filter_map(|(cluster, own)| {
            let path = format!("workload.clusters.{cluster}.interarrival_s");
            Some((path, shorter(own.interarrival_s?)))
        });
        all.chain(own).collect()
    }

    fn about(&self, number: &dyn Fn(&str, f64) -> String, _log: Option<&Log>) -> String {
        let [low, high] = self.nodes.map(f64::from);
        let sizes = match self.sizes {
            SizeDistribution::Uniform => "",
            SizeDistribution::PowerOfTwo => " (powers of two)",
        };
        let runtimes = match self.runtime_distribution {
            RuntimeDistribution::HyperExponential => {
                format!("hyper-exponential, cv {}", number("runtime_cv", self.runtime_cv))
            }
            other => other.to_string(),
        };
        let own = if self.clusters.is_empty() { "" } else { " (single clusters differ)" };
        let (low, high) = (number("nodes.0", low), number("nodes.1", high));
        let nodes = match low == high {
            true => several(&low, "node"),
            false => format!("{low}–{high} nodes"),
        };
        format!(
            "{} per cluster{own}, one each {} s, {nodes}{sizes}, {} s ({runtimes})",
            several(&number("jobs_per_cluster", self.jobs_per_cluster as f64), "job"),
            number("interarrival_s", self.interarrival_s),
            number("runtime_s", self.runtime_s),
        )
    }

    fn source(&self, arrivals: &Arrivals<'_>) -> Result<Box<dyn Source>, Problem> {
        let clusters = arrivals.platform.clusters.len() as u64;
        let laws: Vec<ClusterLaw> = self.laws(clusters).map(|law| ClusterLaw::of(&law)).collect::<Result<_, _>>()?;
        Ok(Box::new(SyntheticJobs::new(&laws, arrivals.seed, arrivals.replication)))
    }
}
