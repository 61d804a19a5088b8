//! The number of clusters over which First-fit spreads a job, compared with the fewest possible (J5 §4.2).

use super::FirstFit;
use crate::models::model::Calculation;
use crate::platform::{Cluster, Placement, Platform, State};
use crate::scheduler::Policy;
use crate::workload::Job;

/// Free nodes of a cluster at most, and number of clusters.
const FREE: u32 = 8;
const CLUSTERS: u32 = 4;

/// Calculations to which the paper's claims refer by these names.
pub const CALCULATIONS: &[Calculation] = &[(
    "clusters beyond the fewest possible, First-fit, in the worst of all states of four clusters of 8 nodes",
    || f64::from(most_beyond(&mut FirstFit)),
)];

/// The largest number of clusters that a policy uses beyond the fewest possible, over all numbers of free nodes and all
/// jobs that the free nodes hold.
fn most_beyond(policy: &mut dyn Policy) -> u32 {
    let states = (0..(FREE + 1).pow(CLUSTERS)).map(|state| {
        let free = (0..CLUSTERS).map(|cluster| state / (FREE + 1).pow(cluster) % (FREE + 1));
        free.collect::<Vec<u32>>()
    });
    let mut most = 0;
    for free in states {
        let cluster = |&nodes: &u32| Cluster { nodes, capacity_bps: 1, speed: 1.0 };
        let state = State::idle(Platform::star(free.iter().map(cluster).collect()));
        for nodes in 1..=free.iter().sum() {
            let mut placement = Placement::new();
            if policy.place(&state, &Job { nodes, ..Job::default() }, &mut placement) {
                most = most.max((placement.len() as u32).saturating_sub(fewest(&free, nodes)));
            }
        }
    }
    most
}

/// The fewest clusters that together have `nodes` free nodes, from all sets of clusters.
fn fewest(free: &[u32], nodes: u32) -> u32 {
    let sets = 0u32..1 << free.len();
    let holds = |set: &u32| {
        let own = free.iter().enumerate().filter(|(cluster, _)| set >> cluster & 1 == 1);
        own.map(|(_, free)| free).sum::<u32>() >= nodes
    };
    sets.filter(holds).map(u32::count_ones).min().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::super::{B4, MigrationOnly};
    use super::*;

    #[test]
    fn fewest_by_hand() {
        assert_eq!([5, 6, 8, 9, 11].map(|nodes| fewest(&[3, 5, 1, 2], nodes)), [1, 2, 2, 3, 4]);
    }

    /// B4 puts a job of 9 nodes on four clusters of 8, where two would do.
    #[test]
    fn load_balancing_uses_more() {
        assert_eq!(most_beyond(&mut MigrationOnly), 0);
        assert_eq!(most_beyond(&mut B4 { lslt: 10.0 }), 2);
    }
}
