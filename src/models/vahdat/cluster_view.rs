//! The information about a cluster that a scheduler uses for a decision.

use super::settings::{IdleNodes, Reading, WaitingJobs};
use serde::{Deserialize, Serialize};

/// The state of a cluster as the scheduler of another cluster sees it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct ClusterView {
    /// Number of nodes of the cluster.
    pub nodes: u32,
    /// Number of idle nodes. These are the nodes without a job, unless the [reading](Reading) says otherwise.
    pub idle: u32,
    /// Numbers of nodes with low, medium and high load. A node that runs a job counts as a node with high load.
    pub by_load: [u32; 3],
    /// Number of jobs that wait in the cluster or are being sent to it.
    pub waiting: u32,
    /// Nodes needed by the waiting jobs.
    pub waiting_nodes: u64,
    /// Available share of the cluster's own network, in (0, 1].
    pub share: f64,
    /// Time of a remote invocation \[ms\]; 0 for the home cluster.
    pub invocation_ms: f64,
}

impl ClusterView {
    /// The state with waiting jobs and idle nodes counted as this reading says.
    pub fn read(mut self, reading: Reading) -> ClusterView {
        if reading.waiting == WaitingJobs::Seated {
            let seated = self.waiting_nodes.min(self.idle.into()) as u32;
            let [low, medium, high] = self.by_load;
            let first = seated.min(low);
            let second = (seated - first).min(medium);
            self.idle -= seated;
            self.by_load = [low - first, medium - second, high + first + second];
        }
        if reading.idle == IdleNodes::LowLoad {
            self.idle = self.by_load[0];
        }
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Of 20 nodes, 5 run jobs; of the idle nodes, 6 have low, 4 medium and 5 high load. If waiting jobs count as
    /// running, waiting jobs for 8 nodes take the 6 nodes of low load and 2 of medium load. Waiting jobs for 12 nodes
    /// take these two classes whole, 10 nodes, and 2 nodes of high load, which stay in their class. Waiting jobs for
    /// 100 nodes take all 15 idle nodes.
    #[test]
    fn readings_by_hand() {
        let view = |waiting_nodes| ClusterView {
            nodes: 20,
            idle: 15,
            by_load: [6, 4, 10],
            waiting_nodes,
            ..ClusterView::default()
        };
        let read = |waiting_nodes, waiting, idle| {
            let own = view(waiting_nodes).read(Reading { waiting, idle });
            (own.idle, own.by_load)
        };
        use IdleNodes::{Jobless, LowLoad};
        use WaitingJobs::{Apart, Seated};
        assert_eq!(read(8, Apart, Jobless), (15, [6, 4, 10]));
        assert_eq!(read(8, Apart, LowLoad), (6, [6, 4, 10]));
        assert_eq!(read(8, Seated, Jobless), (7, [0, 2, 18]));
        assert_eq!(read(4, Seated, LowLoad), (2, [2, 4, 14]));
        assert_eq!(read(12, Seated, Jobless), (3, [0, 0, 20]));
        assert_eq!(read(100, Seated, LowLoad), (0, [0, 0, 20]));
    }
}
