//! The policies of Shih et al. (S §2.3 and §3): a job runs on a single one of the clusters that have room for it, and
//! the loads of links do not matter.
//!
//! [`OneCluster`] uses only free nodes and speeds, by the rules of [`Fit`]. [`Ai2`] also considers the waiting jobs, and [`Tla`]
//! simulates their future. [`CoAllocatingTla`] does so for jobs on several clusters too; there, links matter.

mod ai2;
mod bits;
mod co_allocation;
mod ends;
pub mod example;
mod fit;
mod linked;
mod one_cluster;
pub mod policies;
mod put_off;
mod ranks;
mod rollout;
mod score;
mod settings;
mod simulation;
mod tla;

pub use ai2::Ai2;
pub use co_allocation::{CoAllocatingTla, Spreading, USUAL_DEPTH};
pub use fit::Fit;
pub use linked::Future;
pub use one_cluster::{Draws, OneCluster};
pub use policies::MODEL;
pub use score::Score;
pub use settings::{Settings, SimulationOrder, SimulationPolicy, Spreads};
pub use simulation::{Rigid, Start};
pub use tla::{LookAhead, Tla};

#[cfg(test)]
mod testing {
    //! Small situations for tests of the policies.

    use crate::platform::{Cluster, Platform, State};
    use crate::scheduler::Policy;
    use crate::workload::Job;

    /// Clusters with these free nodes and speeds.
    pub fn state(clusters: &[(u32, f64)]) -> State {
        let cluster = |&(nodes, speed)| Cluster { nodes, capacity_bps: 1_000_000_000, speed };
        State::idle(Platform::star(clusters.iter().map(cluster).collect()))
    }

    /// The cluster that the policy chooses for a job of `nodes` nodes.
    pub fn placed(policy: &mut dyn Policy, state: &State, nodes: u32) -> Option<u32> {
        let job = Job { nodes, ..Job::default() };
        let mut placement = crate::platform::Placement::new();
        let placed = policy.place(state, &job, &mut placement);
        assert_eq!(placed, placement.len() == 1 && placement[0].nodes == nodes);
        placed.then(|| placement[0].cluster)
    }
}
