//! From a scenario's workload to its stream of jobs.

use super::estimate::Inaccurate;
use super::homes::Homes;
use super::joined::Joined;
use super::load::{LoadMeter, Scaled};
use super::model::{Feitelson96, Grid, Jann97, Lublin99, Metacomputer, Model, Modelled};
use super::split::Split;
use super::swf::{Log, LogSource};
use super::synthetic::{ClusterLaw, RuntimeLaw, SizeLaw, Synthetic};
use super::{EstimateLaw, Source};
use crate::base::problem::Problem;
use crate::platform::{BPS_PER_MBPS, Platform};
use crate::scenario;
use crate::scenario::{
    Estimates, Global, HomeRule, Oversized, RuntimeDistribution, Scenario, SizeDistribution,
    Workload,
};
use std::sync::Arc;

/// The jobs of a replication of a checked scenario; `log` is what its SWF workload reads.
///
/// # Errors
/// If the workload is a log and `log` is missing, or if jobs that all arrive together are to have a load.
pub fn source(
    scenario: &Scenario,
    replication: u32,
    log: Option<&Arc<Log>>,
) -> Result<Box<dyn Source>, Problem> {
    let mut factor = None;
    if let Some(wanted) = scenario.workload.load() {
        let mut meter = meter(scenario, replication, log)?;
        while !meter.advance(u64::MAX) {}
        factor = Some(meter.factor(wanted)?);
    }
    scaled(scenario, replication, log, factor)
}

/// Measures the load of these jobs before they are scaled, which may take as long as reading a log or drawing them all.
///
/// # Errors
/// If the workload is a log and `log` is missing.
pub fn meter(
    scenario: &Scenario,
    replication: u32,
    log: Option<&Arc<Log>>,
) -> Result<LoadMeter, Problem> {
    let source = prepared(scenario, replication, log)?;
    let processors = Platform::sized(scenario, replication).nodes();
    Ok(LoadMeter::new(source, processors))
}

/// The jobs with their run times multiplied by what a [`LoadMeter`] found, if they are to have a load.
///
/// # Errors
/// If the workload is a log and `log` is missing.
pub fn scaled(
    scenario: &Scenario,
    replication: u32,
    log: Option<&Arc<Log>>,
    factor: Option<f64>,
) -> Result<Box<dyn Source>, Problem> {
    let source = prepared(scenario, replication, log)?;
    Ok(match factor {
        Some(factor) => Box::new(Scaled::new(source, factor)),
        None => source,
    })
}

/// The jobs with the run times of their model or log: estimated, and split.
fn prepared(
    scenario: &Scenario,
    replication: u32,
    log: Option<&Arc<Log>>,
) -> Result<Box<dyn Source>, Problem> {
    let replication = scenario.experiment.redraw.of_jobs(replication);
    let mut source = plain(scenario, replication, log)?;
    let (estimates, factor) = scenario.workload.estimates();
    if estimates == Estimates::FModel {
        source = Box::new(Inaccurate::new(source, factor, &scenario.seed, replication));
    }
    let oversized = scenario.workload.global().map(|global| global.oversized);
    if oversized == Some(Oversized::Split) {
        let platform = Platform::sized(scenario, replication);
        let nodes = platform.clusters.iter().map(|cluster| cluster.nodes);
        source = Box::new(Split::new(source, nodes.max().unwrap_or(1)));
    }
    Ok(source)
}

/// The jobs as their model or log has them.
fn plain(
    scenario: &Scenario,
    replication: u32,
    log: Option<&Arc<Log>>,
) -> Result<Box<dyn Source>, Problem> {
    let clusters = scenario.platform.cluster_count() as u32;
    let seed = scenario.seed.as_str();
    let modelled = |model: Box<dyn Model>, classes: usize, global: Global| {
        let homes = match global.home {
            HomeRule::Queue | HomeRule::Partition => Homes::in_turn(0..classes as u32, clusters),
            HomeRule::Random => Homes::drawn(clusters, seed, replication),
            HomeRule::First => Homes::First,
        };
        Ok(
            Box::new(Modelled::new(model, global.jobs, homes, &scenario.workload))
                as Box<dyn Source>,
        )
    };
    match &scenario.workload {
        Workload::Synthetic(synthetic) => {
            let laws: Result<Vec<_>, _> = (0..clusters as usize)
                .map(|c| law(&synthetic.at(c)))
                .collect();
            Ok(Box::new(Synthetic::new(&laws?, seed, replication)))
        }
        Workload::Swf(swf) => match log {
            Some(log) => {
                let own = swf.log_clusters.map_or(clusters, |own| own.min(clusters));
                let log = LogSource::new(Arc::clone(log), swf, own as usize, seed, replication);
                Ok(match swf.meta_compression {
                    None => Box::new(log),
                    Some(compression) => {
                        let meta = meta_requests(swf, compression);
                        let platform = Platform::sized(scenario, replication);
                        let meta = Metacomputer::new(&meta, &platform, seed, replication);
                        Box::new(Joined::new(Box::new(log), Box::new(meta)))
                    }
                })
            }
            None => Err(Problem::new(
                "workload.path",
                format!("names the log \"{}\", which is not at hand", swf.path),
                "a readable log in the Standard Workload Format",
                "Give its path on the command line, or drop the file on the page.",
            )),
        },
        Workload::Lublin99(own) => {
            let model = Box::new(Lublin99::new(own, seed, replication));
            modelled(model, own.laws().len(), own.global())
        }
        Workload::Feitelson96(own) => {
            let model = Box::new(Feitelson96::new(own, seed, replication));
            modelled(model, 1, own.global())
        }
        Workload::Jann97(own) => {
            let model = Box::new(Jann97::new(own, seed, replication));
            modelled(model, own.classes.len(), own.global())
        }
        Workload::Grid(own) => Ok(Box::new(Grid::new(own, clusters, seed, replication))),
        Workload::Metacomputer(own) => {
            let platform = Platform::sized(scenario, replication);
            Ok(Box::new(Metacomputer::new(
                own,
                &platform,
                seed,
                replication,
            )))
        }
    }
}

/// The requests that join a log, which decides when they end.
fn meta_requests(swf: &scenario::Swf, compression: f64) -> scenario::Metacomputer {
    scenario::Metacomputer {
        jobs: u64::MAX,
        compression,
        p_local: 0.0,
        bsbw_mbps: swf.bsbw_mbps,
        pattern: swf.pattern,
        estimates: swf.estimates,
        estimate_factor: swf.estimate_factor,
        ..scenario::Metacomputer::default()
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
