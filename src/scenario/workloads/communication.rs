//! How the jobs of a workload communicate, whatever its model.

use crate::scenario::workloads::workload::of_each;
use crate::scenario::{Pattern, Workload};

/// How jobs communicate.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Communication {
    /// Share K of the run time that a job computes.
    pub compute_fraction: f64,
    /// Bisection bandwidth.
    pub bsbw_mbps: f64,
    /// Which nodes of a job talk to each other.
    pub pattern: Pattern,
}

impl Communication {
    /// None at all.
    pub const NONE: Communication = Communication {
        compute_fraction: 1.0,
        bsbw_mbps: 0.0,
        pattern: Pattern::AllToAll,
    };
}

impl Workload {
    /// How the jobs communicate; if each draws for how much of its run time, the most that it may.
    pub fn communication(&self) -> Communication {
        let compute_fraction = match self {
            Workload::Synthetic(own) => own.compute_fraction,
            Workload::Swf(own) => own.compute_fraction,
            Workload::Lublin99(own) => own.compute_fraction,
            Workload::Feitelson96(own) => own.compute_fraction,
            Workload::Jann97(own) => own.compute_fraction,
            Workload::Metacomputer(own) => 1.0 - own.most_communication,
            Workload::Grid(own) => 1.0 - own.most_ratio,
        };
        of_each!(self, own => Communication {
            compute_fraction,
            bsbw_mbps: own.bsbw_mbps,
            pattern: own.pattern,
        })
    }

    /// Makes all jobs communicate like this.
    pub fn set_communication(&mut self, new: Communication) {
        if let Workload::Synthetic(own) = self {
            for cluster in &mut own.clusters {
                cluster.compute_fraction = None;
                cluster.bsbw_mbps = None;
                cluster.pattern = None;
            }
        }
        let computed = new.compute_fraction;
        match self {
            Workload::Synthetic(own) => own.compute_fraction = computed,
            Workload::Swf(own) => own.compute_fraction = computed,
            Workload::Lublin99(own) => own.compute_fraction = computed,
            Workload::Feitelson96(own) => own.compute_fraction = computed,
            Workload::Jann97(own) => own.compute_fraction = computed,
            Workload::Metacomputer(own) => own.most_communication = 1.0 - computed,
            Workload::Grid(own) => own.most_ratio = 1.0 - computed,
        }
        let (bsbw_mbps, pattern) = of_each!(self, own => (&mut own.bsbw_mbps, &mut own.pattern));
        *bsbw_mbps = new.bsbw_mbps;
        *pattern = new.pattern;
    }
}
