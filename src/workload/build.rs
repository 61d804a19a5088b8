//! From a scenario's workload to its stream of jobs.

use super::swf::{Log, LogSource};
use super::synthetic::{ClusterLaw, RuntimeLaw, SizeLaw, Synthetic};
use super::{EstimateLaw, Source};
use crate::base::problem::Problem;
use crate::platform::BPS_PER_MBPS;
use crate::scenario::{self, RuntimeDistribution, Scenario, SizeDistribution, Workload};
use std::sync::Arc;

/// The jobs of a replication of a checked scenario; `log` is what its SWF workload reads.
///
/// # Errors
/// If the workload is a log and `log` is missing.
pub fn source(
    scenario: &Scenario,
    replication: u32,
    log: Option<&Arc<Log>>,
) -> Result<Box<dyn Source>, Problem> {
    let clusters = scenario.platform.cluster_count() as usize;
    match &scenario.workload {
        Workload::Synthetic(synthetic) => {
            let laws: Result<Vec<_>, _> = (0..clusters).map(|c| law(&synthetic.at(c))).collect();
            Ok(Box::new(Synthetic::new(
                &laws?,
                &scenario.seed,
                replication,
            )))
        }
        Workload::Swf(swf) => match log {
            Some(log) => Ok(Box::new(LogSource::new(
                Arc::clone(log),
                swf,
                clusters,
                &scenario.seed,
                replication,
            ))),
            None => Err(Problem::new(
                "workload.path",
                format!("names the log \"{}\", which is not at hand", swf.path),
                "a readable log in the Standard Workload Format",
                "Give its path on the command line, or drop the file on the page.",
            )),
        },
    }
}

/// What arrives at one cluster.
fn law(spec: &scenario::Synthetic) -> Result<ClusterLaw, Problem> {
    let [low, high] = spec.nodes;
    let sizes = match spec.sizes {
        SizeDistribution::Uniform => Some(SizeLaw::Uniform(low, high)),
        SizeDistribution::PowerOfTwo => SizeLaw::powers_within(low, high),
    };
    Ok(ClusterLaw {
        jobs: spec.jobs_per_cluster,
        interarrival_s: spec.interarrival_s,
        runtime: match spec.runtime_distribution {
            RuntimeDistribution::Exponential => RuntimeLaw::Exponential(spec.runtime_s),
            RuntimeDistribution::Deterministic => RuntimeLaw::Deterministic(spec.runtime_s),
            RuntimeDistribution::HyperExponential => {
                RuntimeLaw::hyper_exponential(spec.runtime_s, spec.runtime_cv)
            }
        },
        sizes: sizes.ok_or_else(|| {
            Problem::new(
                "workload.nodes",
                format!("[{low}, {high}] has no power of two in it"),
                "a range with at least one power of two",
                "Widen the range, or choose uniform sizes.",
            )
        })?,
        compute_fraction: spec.compute_fraction,
        bsbw_bps: spec.bsbw_mbps * BPS_PER_MBPS,
        pattern: spec.pattern,
        estimates: EstimateLaw::of(spec.estimates, spec.estimate_factor),
    })
}
