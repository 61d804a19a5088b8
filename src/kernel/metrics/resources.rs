//! Measures of memory and GPUs: the shares in use, of what all nodes have, over the run.

use crate::engine::Running;
use crate::platform::{Platform, nodes_of};
use serde::{Deserialize, Serialize};

/// Measures of memory and GPUs in one run, or their means over several runs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct ResourceMeasures {
    /// Share of the memory in use: the mean over the run; `None` if no node has any.
    pub memory_utilisation: Option<f64>,
    /// Share of the GPUs in use: the mean over the run; `None` if no node has any.
    pub gpu_utilisation: Option<f64>,
}

impl ResourceMeasures {
    /// The mean over runs; `None` without runs.
    pub fn mean<'a>(runs: impl Iterator<Item = &'a ResourceMeasures>) -> Option<ResourceMeasures> {
        let runs: Vec<&ResourceMeasures> = runs.collect();
        let mean = |of: fn(&ResourceMeasures) -> Option<f64>| {
            let sum: Option<f64> = runs.iter().map(|own| of(own)).sum();
            sum.map(|sum| sum / runs.len() as f64)
        };
        (!runs.is_empty()).then(|| ResourceMeasures {
            memory_utilisation: mean(|own| own.memory_utilisation),
            gpu_utilisation: mean(|own| own.gpu_utilisation),
        })
    }
}

/// Sums since the measurement began.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct ResourceSums {
    memory_mb_s: f64,
    microgpu_s: f64,
}

impl ResourceSums {
    /// Adds a run of a job that is over. `measured_s`: the measured part of its time on the nodes \[s\].
    pub fn add(&mut self, running: &Running, measured_s: f64) {
        let node_s = f64::from(nodes_of(&running.placement)) * measured_s;
        self.memory_mb_s += node_s * f64::from(running.job.asks.memory_mb);
        self.microgpu_s += node_s * f64::from(running.job.asks.microgpus);
    }

    /// The measures over `length_s` \[s\]; `None` if memory and GPUs do not matter.
    pub fn measures(&self, platform: &Platform, length_s: f64) -> Option<ResourceMeasures> {
        let clusters = || platform.clusters.iter().zip(&platform.resources.per_node);
        let memory_mb: f64 = clusters().map(|(own, has)| f64::from(own.nodes) * f64::from(has.memory_mb)).sum();
        let microgpus: f64 = clusters().map(|(own, has)| f64::from(own.nodes) * f64::from(has.microgpus)).sum();
        let share =
            |used: f64, has: f64| (has > 0.0).then(|| if length_s > 0.0 { used / (has * length_s) } else { 0.0 });
        (!platform.resources.is_none()).then(|| ResourceMeasures {
            memory_utilisation: share(self.memory_mb_s, memory_mb),
            gpu_utilisation: share(self.microgpu_s, microgpus),
        })
    }
}
