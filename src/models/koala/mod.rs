//! Co-allocation of the Delft group: jobs of several components (Bucur and Epema, "The performance of processor
//! co-allocation in multicluster systems", CCGrid 2003; "Trace-based simulations of processor co-allocation policies in
//! multiclusters", HPDC 2003), and the placement policies of the KOALA scheduler (Mohamed and Epema, CCGrid 2005; Sonmez,
//! Mohamed and Epema, "On the benefit of processor coallocation in multicluster grid systems", TPDS 2010).
//!
//! A job larger than the limit on components is split into components as equal as possible:
//!
//! | request | components | policy |
//! |---|---|---|
//! | ordered | each on a cluster that the request names | `ordered-components` |
//! | unordered | on clusters of the scheduler's choice, all different | `unordered-components`: worst fit |
//! | unordered | on as few clusters as possible | `cm`: cluster minimization |
//! | unordered | near the data of the job, which are at its home | `cf`: close to files (Mohamed and Epema, "An evaluation of the close-to-files processor and data co-allocation policy in multiclusters", Cluster 2004) |
//! | flexible | split by the scheduler | `fcm`: flexible cluster minimization |
//!
//! The texts of these papers could not be had in full, so the folder has no claims. The abstract of the paper on close to files
//! is available: in a testbed, close to files with replicated files does best among close to files and worst fit, with and
//! without replication. Files are not replicated here, so this sentence is no claim. Three rules are ours. A job whose
//! components could never be placed on the idle clusters is not split. An ordered request names the home of the job for the
//! first component, and the next clusters, in a circle, for the others. Cluster minimization fills one cluster after the
//! other, the one with most free nodes first, with the largest components that fit.

mod close_to_files;
mod cluster_minimization;
mod components;
mod ordered;
mod policies;
mod unordered;

pub use close_to_files::CloseToFiles;
pub use cluster_minimization::{ClusterMinimization, FlexibleClusterMinimization};
pub use components::Components;
pub use ordered::OrderedComponents;
pub use policies::MODEL;
pub use unordered::UnorderedComponents;

#[cfg(test)]
mod testing {
    //! Small situations for tests of the policies.

    use crate::platform::{Cluster, Demands, Piece, Placement, Platform, State};
    use crate::scheduler::Policy;
    use crate::workload::Job;

    /// The pieces (cluster, nodes) of a job of `nodes` nodes from cluster `home`, on clusters of 30 nodes with these free nodes.
    pub fn placed(policy: &mut dyn Policy, free: &[u32], home: u32, nodes: u32) -> Option<Vec<(u32, u32)>> {
        let cluster = Cluster { nodes: 30, capacity_bps: 1_000_000_000, speed: 1.0 };
        let job = Job { home, nodes, ..Job::default() };
        placed_on(&Platform::star(vec![cluster; free.len()]), policy, free, job)
    }

    /// The pieces (cluster, nodes) of a job on clusters of 30 nodes with these free nodes.
    pub fn placed_on(platform: &Platform, policy: &mut dyn Policy, free: &[u32], job: Job) -> Option<Vec<(u32, u32)>> {
        let mut state = State::idle(platform.clone());
        let taken = (0..).zip(free).map(|(cluster, free)| Piece { cluster, nodes: 30 - free });
        state.claim(&taken.collect(), &Demands::new());
        let mut placement = Placement::new();
        let places = policy.place(&state, &job, &mut placement);
        assert_eq!(places, policy.refusals(&state, &job).is_empty());
        assert!(!places || u64::from(job.nodes) <= policy.reach(&state, job.home));
        assert_eq!(places, !placement.is_empty());
        places.then(|| placement.iter().map(|piece| (piece.cluster, piece.nodes)).collect())
    }
}

#[cfg(test)]
mod proptests {
    use super::testing::placed;
    use super::{ClusterMinimization, Components, FlexibleClusterMinimization, UnorderedComponents};
    use crate::workload::Job;
    use proptest::prelude::*;

    /// True if the components fit on different clusters in some order, by trying all.
    fn some_assignment(components: &[u32], free: &[u32]) -> bool {
        let Some((&first, rest)) = components.split_first() else { return true };
        (0..free.len()).any(|at| {
            let mut others = free.to_vec();
            first <= others.remove(at) && some_assignment(rest, &others)
        })
    }

    proptest! {
        /// Worst fit finds a place whenever there is one. Cluster minimization then needs no more clusters, and flexible
        /// cluster minimization no more than cluster minimization.
        #[test]
        fn each_freedom_helps(free in prop::collection::vec(0u32..=30, 1..6), nodes in 1u32..90, limit in 1u32..40) {
            let components = Components { limit, most: free.len() as u32 };
            let sizes: Vec<u32> = components.of(&Job { nodes, ..Job::default() }).collect();
            prop_assert_eq!(sizes.iter().sum::<u32>(), nodes);
            let unordered = placed(&mut UnorderedComponents(components), &free, 0, nodes);
            prop_assert_eq!(unordered.is_some(), some_assignment(&sizes, &free));
            let minimized = placed(&mut ClusterMinimization(components), &free, 0, nodes);
            let flexible = placed(&mut FlexibleClusterMinimization, &free, 0, nodes);
            prop_assert_eq!(flexible.is_some(), nodes <= free.iter().sum());
            if let Some(unordered) = unordered {
                let minimized = minimized.clone().unwrap();
                prop_assert!(minimized.len() <= unordered.len());
            }
            if let Some(minimized) = minimized {
                prop_assert!(flexible.unwrap().len() <= minimized.len());
            }
        }
    }
}
