//! The jobs of a grid after Vahdat-Nejad and Monsefi: each is submitted to one cluster, which may send it to another.

use crate::parameter::declare::parameters;
use crate::parameter::{Kind, When};
use crate::scenario::platform::MOST_NODES_PER_CLUSTER;
use crate::scenario::workloads::model::{GRID, Global, Oversized};
use crate::scenario::workloads::workload::{Estimates, HomeRule, Pattern, Synthetic};

const TIME: Kind = Kind::number(1e-6, 1e9, 10.0);
const TASKS: Kind = Kind::Pair {
    min: 1,
    max: MOST_NODES_PER_CLUSTER,
};
const SIZE: Kind = Kind::Pair {
    min: 0,
    max: 1_000_000,
};

parameters! {
    /// Grid: rigid jobs that compute and communicate in any proportion, and must be sent where they are to run.
    Grid at "workload." {
        /// How many jobs arrive; declared with all models.
        jobs: u64 = Global::default().jobs;
        /// Mean time between arrivals at all clusters together (Poisson).
        mean_interarrival_s: f64 = 8.0, "Inter-arrival time" in "s", TIME, when &[GRID];
        /// Least and most tasks of a job, each of which needs a node; every number is equally likely.
        tasks: [u32; 2] = [1, 50], "Tasks" in "nodes", TASKS, when &[GRID];
        /// Greatest share R of the dedicated run time that a job communicates; drawn evenly from 0 on.
        most_ratio: f64 = 0.7, "Communication R", Kind::number(0.0, 1.0, 0.05), when &[GRID];
        /// Least and most that must be sent to a remote cluster to run the job there, drawn evenly.
        size_mb: [u32; 2] = [1, 20], "Job data" in "MB", SIZE, when &[GRID, When::one_of("network.model", &["cluster"])];
        /// Mean dedicated run time (exponential).
        mean_runtime_s: f64 = 120.0, "Run time" in "s", TIME, when &[GRID];
        /// Load to reach, if any; declared with the synthetic workload.
        load: Option<f64> = None;
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

impl Grid {
    /// What it has in common with all global workloads.
    pub fn global(&self) -> Global {
        Global {
            jobs: self.jobs,
            home: HomeRule::Random,
            oversized: Oversized::Keep,
        }
    }
}
