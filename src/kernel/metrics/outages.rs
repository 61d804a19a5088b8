//! Measures of outages: nodes that are out, and what failures cost.
//!
//! Availability = 1 − node-seconds out / (nodes × length of the run). Lost node-seconds are the time on the nodes of
//! runs that a failure ended: all of it, or, with checkpoints, what was done since the last one.

use crate::engine::{Failed, Running};
use crate::platform::nodes_of;
use serde::{Deserialize, Serialize};

/// Seconds per hour.
const S_PER_H: f64 = 3600.0;

/// Measures of outages in one run, or their means over several runs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct OutageMeasures {
    /// Share of the nodes that are not out: the mean over the run.
    pub availability: f64,
    /// Work that failures destroyed \[node h\].
    pub lost_node_h: f64,
    /// Number of times that a failure ended a job that then waited again.
    pub requeues: f64,
    /// Number of jobs that a failure ended for good.
    pub lost_jobs: f64,
}

impl OutageMeasures {
    /// The mean over runs; `None` without runs.
    pub fn mean<'a>(runs: impl Iterator<Item = &'a OutageMeasures>) -> Option<OutageMeasures> {
        let runs: Vec<&OutageMeasures> = runs.collect();
        let mean = |of: fn(&OutageMeasures) -> f64| runs.iter().map(|own| of(own)).sum::<f64>() / runs.len() as f64;
        (!runs.is_empty()).then(|| OutageMeasures {
            availability: mean(|own| own.availability),
            lost_node_h: mean(|own| own.lost_node_h),
            requeues: mean(|own| own.requeues),
            lost_jobs: mean(|own| own.lost_jobs),
        })
    }
}

/// Sums since the measurement began.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct OutageSums {
    /// Nodes that are out, since this time \[s\].
    out: u64,
    since_s: f64,
    out_node_s: f64,
    lost_node_s: f64,
    requeues: u64,
    lost_jobs: u64,
}

impl OutageSums {
    /// The sums of a measurement that begins at `now_s` \[s\].
    pub fn restart(&self, now_s: f64) -> OutageSums {
        OutageSums { out: self.out, since_s: now_s, ..OutageSums::default() }
    }

    /// From `now_s` \[s\] on, `nodes` nodes are out.
    pub fn out(&mut self, now_s: f64, nodes: u64) {
        self.out_node_s += self.out as f64 * (now_s - self.since_s);
        (self.out, self.since_s) = (nodes, now_s);
    }

    /// A failure has ended a run, of which `measured_s` \[s\] were measured.
    pub fn failed(&mut self, running: &Running, failed: &Failed, measured_s: f64) {
        self.lost_node_s += f64::from(nodes_of(&running.placement)) * measured_s * failed.in_vain;
        self.requeues += u64::from(failed.requeued);
        self.lost_jobs += u64::from(!failed.requeued);
    }

    /// The measures of a run on so many nodes, measured from `from_s` until `until_s` \[s\].
    pub fn measures(&self, nodes: u64, from_s: f64, until_s: f64) -> OutageMeasures {
        let out_node_s = self.out_node_s + self.out as f64 * (until_s - self.since_s);
        let all = nodes as f64 * (until_s - from_s);
        OutageMeasures {
            availability: if all > 0.0 { 1.0 - out_node_s / all } else { 1.0 },
            lost_node_h: self.lost_node_s / S_PER_H,
            requeues: self.requeues as f64,
            lost_jobs: self.lost_jobs as f64,
        }
    }
}
