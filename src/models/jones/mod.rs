//! The strategies of Jones et al. (J5 §4.2 and §5): local, then migrate, then co-allocate.

mod a1;
mod b1;
mod b2;
mod b3;
mod b4;
mod fewest;
mod fill;
mod first_fit;
mod local;
pub mod policies;
mod refusals;
mod settings;

pub use a1::{A1, ALL_SEARCH_STEPS, SEARCH_STEPS};
pub use b1::B1;
pub use b2::B2;
pub use b3::B3;
pub use b4::B4;
pub use first_fit::FirstFit;
pub use local::{MigrationOnly, NoShare};
pub use policies::MODEL;
pub use settings::{ClusterOrder, NodeOrder, Objective, Settings};

#[cfg(test)]
mod testing {
    //! Small situations for tests of the policies.

    use crate::platform::{Cluster, Demand, Placement, Platform, State};
    use crate::scheduler::Policy;
    use crate::workload::Job;
    use smallvec::smallvec;

    /// Clusters with these free nodes, behind idle links of 1000 Mbps.
    pub fn state(free: &[u32]) -> State {
        let cluster = |&nodes| Cluster { nodes, capacity_bps: 1_000_000_000, speed: 1.0 };
        State::idle(Platform::star(free.iter().map(cluster).collect()))
    }

    /// Adds a demand of `bps` to a link.
    pub fn load(state: &mut State, link: u32, bps: u64) {
        state.claim(&Placement::new(), &smallvec![Demand { link, bps }]);
    }

    pub fn job(home: u32, nodes: u32) -> Job {
        Job { home, nodes, ..Job::default() }
    }

    /// The pieces (cluster, nodes) where the policy places the job.
    pub fn placed(policy: &mut dyn Policy, state: &State, job: &Job) -> Option<Vec<(u32, u32)>> {
        let mut placement = Placement::new();
        policy.place(state, job, &mut placement).then(|| placement.iter().map(|p| (p.cluster, p.nodes)).collect())
    }
}
