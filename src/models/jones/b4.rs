//! B4, load-balancing (J5 §5).

use super::fill::{FreeBelow, below};
use super::local::{local, migrate};
use super::refusals::{all_steps, spread_below};
use crate::platform::{Piece, Placement, State};
use crate::scheduler::Policy;
use crate::scheduler::refusal::Refusal;
use crate::workload::Job;

/// B4: places one node at a time on the clusters whose link is below the threshold, in turn from the lowest index, skipping
/// clusters without free nodes, until the job is placed.
///
/// So every cluster gives min(free nodes, level), with one common level. If the last round is incomplete, it uses the
/// clusters with more free nodes in the order of their indices.
#[derive(Clone, Copy, Debug)]
pub struct B4 {
    /// LSLT: clusters are excluded if their link is loaded to this share of its capacity or more.
    pub lslt: f64,
}

impl Policy for B4 {
    fn reach(&self, state: &State, _home: u32) -> u64 {
        FreeBelow::reach(state, self.lslt)
    }

    fn place(&mut self, state: &State, job: &Job, placement: &mut Placement) -> bool {
        local(state, job, placement) || migrate(state, job, placement) || spread(state, job.nodes, self.lslt, placement)
    }

    fn refusals(&mut self, state: &State, job: &Job) -> Vec<Refusal> {
        all_steps(state, job, || spread_below(state, job, self.lslt))
    }
}

/// Places `nodes` in turn on the clusters below the threshold; false, with `placement` unchanged, if they have too few.
fn spread(state: &State, nodes: u32, lslt: f64, placement: &mut Placement) -> bool {
    let below = below(state, lslt);
    let clusters = || {
        let free = state.free().iter().copied().enumerate();
        free.filter(|&(cluster, _)| below(cluster))
    };
    let (mut level, mut missing) = (0, nodes);
    // Places whole rounds (one node on every cluster with free nodes), as many rounds at once as each of these clusters
    // can take.
    loop {
        let open = clusters().filter(|&(_, free)| free > level).count();
        if missing as usize <= open {
            break;
        }
        if open == 0 {
            return false;
        }
        let next = level + missing / open as u32;
        missing -= clusters().map(|(_, free)| free.min(next) - free.min(level)).sum::<u32>();
        level = next;
    }
    for (cluster, free) in clusters() {
        let last = u32::from(free > level && missing > 0);
        missing -= last;
        let nodes = free.min(level) + last;
        if nodes > 0 {
            placement.push(Piece { cluster: cluster as u32, nodes });
        }
    }
    true
}

#[cfg(test)]
mod tests {
    use super::super::testing::{job, load, placed, state};
    use super::*;

    #[test]
    fn in_turn_from_the_lowest_index() {
        let mut state = state(&[30, 50, 40, 40]);
        let mut b4 = B4 { lslt: 1.0 };
        // 48 nodes are placed in 12 rounds on 4 clusters; the remaining three nodes are placed on the first three
        // clusters.
        assert_eq!(placed(&mut b4, &state, &job(0, 51)), Some(vec![(0, 13), (1, 13), (2, 13), (3, 12)]));
        // Cluster 0 gives all its 30 nodes; 95 = 3 · 31 + 2 nodes are on the other clusters.
        assert_eq!(placed(&mut b4, &state, &job(0, 125)), Some(vec![(0, 30), (1, 32), (2, 32), (3, 31)]));
        assert_eq!(placed(&mut b4, &state, &job(0, 160)), Some(vec![(0, 30), (1, 50), (2, 40), (3, 40)]));
        assert_eq!(placed(&mut b4, &state, &job(0, 161)), None);
        load(&mut state, 1, 1_000_000_000);
        assert_eq!(placed(&mut b4, &state, &job(0, 51)), Some(vec![(0, 17), (2, 17), (3, 17)]));
        assert_eq!(placed(&mut b4, &state, &job(0, 111)), None);
    }

    #[test]
    fn fewer_nodes_than_clusters() {
        let state = state(&[1, 0, 1, 1]);
        assert_eq!(placed(&mut B4 { lslt: 1.0 }, &state, &job(0, 2)), Some(vec![(0, 1), (2, 1)]));
    }
}
