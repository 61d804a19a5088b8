//! Totals of a block of changes per cluster and link, so that a search can pass a block in one step.

use super::planned_use::Use;
use crate::platform::Shift;

/// Total effect of several changes on each cluster and link whose free nodes or load they change.
#[derive(Clone, Debug, Default)]
pub(super) struct Totals {
    /// Number of freed nodes; the worst value is the minimum.
    pub clusters: Vec<Shift>,
    /// Added load \[bit/s\]; the worst value is the maximum.
    pub links: Vec<Shift>,
}

impl Totals {
    /// Totals of starts (`true`) and ends of planned jobs, in the given order.
    pub fn of<'u>(changes: impl Iterator<Item = (bool, &'u Use)>) -> Totals {
        let mut totals = Totals::default();
        for (begins, own) in changes {
            let sign = if begins { 1 } else { -1 };
            for piece in &own.placement {
                let cluster = entry(&mut totals.clusters, piece.cluster);
                cluster.sum -= sign * i64::from(piece.nodes);
                cluster.worst = cluster.worst.min(cluster.sum);
            }
            for demand in &own.demands {
                let link = entry(&mut totals.links, demand.link);
                link.sum += sign * demand.bps as i64;
                link.worst = link.worst.max(link.sum);
            }
        }
        totals
    }

    /// Adds the totals of the changes that follow.
    pub fn follow(&mut self, next: &Totals) {
        for own in &next.clusters {
            let cluster = entry(&mut self.clusters, own.index);
            cluster.worst = cluster.worst.min(cluster.sum + own.worst);
            cluster.sum += own.sum;
        }
        for own in &next.links {
            let link = entry(&mut self.links, own.index);
            link.worst = link.worst.max(link.sum + own.worst);
            link.sum += own.sum;
        }
    }
}

/// The entry of a cluster or link; added if missing. A linear search is enough, because a block has few clusters and
/// links.
fn entry(entries: &mut Vec<Shift>, index: u32) -> &mut Shift {
    let found = entries.iter().position(|entry| entry.index == index);
    let at = found.unwrap_or_else(|| {
        entries.push(Shift { index, sum: 0, worst: 0 });
        entries.len() - 1
    });
    &mut entries[at]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::platform::{Cluster, Demand, Demands, Piece, Placement, Platform, State, Topology};
    use crate::scheduler::backfilling::stretch::Stretch;
    use crate::workload::Job;
    use proptest::prelude::*;

    /// Three clusters with enough nodes to run all jobs at the same time.
    fn idle(topology: Topology) -> State {
        let cluster = Cluster { nodes: 1000, capacity_bps: 1_000_000, speed: 1.0 };
        State::idle(Platform { topology, ..Platform::star(vec![cluster; 3]) })
    }

    fn job_on(pieces: &[(u32, u32)], loads: &[(u32, u64)]) -> Use {
        let piece = |&(cluster, nodes): &(u32, u32)| Piece { cluster, nodes };
        let demand = |&(link, bps): &(u32, u64)| Demand { link, bps };
        let placement: Placement = pieces.iter().map(piece).collect();
        let demands: Demands = loads.iter().map(demand).collect();
        Use::new(Job::default(), placement, demands, Stretch::ALL)
    }

    /// A job of 5 nodes ends after a job of 3 nodes has started: finally 2 more nodes are free, in between 3 fewer.
    #[test]
    fn sums_and_worst_values_by_hand() {
        let (small, large) = (job_on(&[(1, 3)], &[(0, 10)]), job_on(&[(1, 5)], &[(0, 4)]));
        let totals = Totals::of([(true, &small), (false, &large)].into_iter());
        let [cluster, link] = [totals.clusters[0], totals.links[0]];
        assert_eq!((cluster.index, cluster.sum, cluster.worst), (1, 2, -3));
        assert_eq!((link.index, link.sum, link.worst), (0, 6, 10));
    }

    fn jobs() -> impl Strategy<Value = Vec<Use>> {
        let piece = (0u32..3, 1u32..9);
        let load = (0u32..3, 1u64..200_000);
        let job = (prop::collection::vec(piece, 1..3), prop::collection::vec(load, 0..3));
        // At most one entry per cluster and per link.
        fn once<T: Ord>(mut own: Vec<(u32, T)>) -> Vec<(u32, T)> {
            own.sort_unstable();
            own.dedup_by_key(|entry| entry.0);
            own
        }
        let job = job.prop_map(|(pieces, loads)| job_on(&once(pieces), &once(loads)));
        prop::collection::vec(job, 1..20)
    }

    proptest! {
        /// A search that passes a block, or two blocks, in one step finds the final and worst states that it finds by passing the
        /// changes one by one.
        #[test]
        fn a_block_is_its_changes_one_by_one(
            jobs in jobs(),
            order in prop::collection::vec(any::<prop::sample::Index>(), 0..60),
            mesh in any::<bool>(),
            split in any::<prop::sample::Index>(),
        ) {
            let topology = if mesh { Topology::Mesh } else { Topology::Star };
            let mut state = idle(topology);
            let mut begun = vec![false; jobs.len()];
            // Some jobs of the test run already at the start.
            for at in (0..jobs.len()).step_by(3) {
                state.claim(&jobs[at].placement, &jobs[at].demands);
                begun[at] = true;
            }
            let (before, mut worst) = (state.clone(), state.clone());
            let mut changes = Vec::new();
            for at in order.iter().map(|own| own.index(jobs.len())) {
                let own = &jobs[at];
                begun[at] = !begun[at];
                changes.push((begun[at], own));
                match begun[at] {
                    true => {
                        state.claim(&own.placement, &own.demands);
                        worst.narrow(&state, &own.placement, &own.demands);
                    }
                    false => state.release(&own.placement, &own.demands),
                }
            }
            let (first, second) = changes.split_at(split.index(changes.len() + 1));
            let mut totals = Totals::of(first.iter().copied());
            totals.follow(&Totals::of(second.iter().copied()));
            let (mut shifted, mut narrowed) = (before.clone(), before.clone());
            shifted.shift(&totals.clusters, &totals.links);
            narrowed.narrow_by(&before, &totals.clusters, &totals.links);
            prop_assert_eq!(shifted, state);
            prop_assert_eq!(narrowed, worst);
        }
    }
}
