//! The jobs of a grid after Vahdat-Nejad and Monsefi: each is submitted to one cluster, which may send it to another.

use crate::models::network::network_reads;
use crate::models::workload::{jobs_with_homes, of_model};
use crate::parameter::{Kind, When};
use crate::platform::MOST_NODES_PER_CLUSTER;

const GRID: When = of_model(&["grid"]);
const TIME: Kind = Kind::number(1e-6, 1e9, 10.0);
const TASKS: Kind = Kind::Pair { min: 1, max: MOST_NODES_PER_CLUSTER };
const SIZE: Kind = Kind::Pair { min: 0, max: 1_000_000 };

jobs_with_homes! {
    /// Grid: rigid jobs that compute and communicate in any proportion. Their data must be sent to the cluster where they run.
    Grid, most_ratio {
        /// Mean time between arrivals at all clusters together (Poisson).
        mean_interarrival_s: f64 = 8.0, "Inter-arrival time" in "s", TIME, when &[GRID];
        /// Least and most tasks of a job, each of which needs a node; every number is equally likely.
        tasks: [u32; 2] = [1, 50], "Tasks" in "nodes", TASKS, when &[GRID];
        /// Greatest share R of the dedicated run time that a job communicates; uniform from 0 on.
        most_ratio: f64 = 0.7, "Communication R", Kind::number(0.0, 1.0, 0.05), when &[GRID];
        /// Least and most data to send to a remote cluster to run the job there; uniform.
        size_mb: [u32; 2] = [1, 20], "Job data" in "MB", SIZE, when &[GRID, network_reads("wan_mbps").or(&When::policy_reads("retries"))];
        /// Mean dedicated run time (exponential).
        mean_runtime_s: f64 = 120.0, "Run time" in "s", TIME, when &[GRID];
    }
}
