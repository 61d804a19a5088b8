//! Networks within clusters (Model 4): the jobs on a cluster share its network with a background load.
//!
//! A job, or a part of one, of T tasks that communicates for a share R of its run time uses R · T / N of the network of a cluster of N
//! nodes. The share s of every job on the cluster is the part of the network that the background and all jobs on the
//! cluster leave unused, but at least a minimum share. A job runs for T_E · ((1 − R) + R / s), where s is the current
//! share. A setting decides whether all, a part or none of a job's own traffic is counted for its own share. Loads are
//! whole bits per second on the cluster's link.

use super::allotment::Change;
use crate::platform::{Demand, Piece, Placement, Platform, State};
use crate::workload::Job;

/// Demand of a job on the network of its cluster: R · T / N of the capacity, in whole bits per second.
pub fn demands(platform: &Platform, job: &Job, placement: &Placement) -> impl Iterator<Item = Demand> {
    let communicates = job.communicates();
    let demand = move |piece: &Piece| {
        let cluster = &platform.clusters[piece.cluster as usize];
        let taken = communicates * f64::from(piece.nodes) / f64::from(cluster.nodes);
        Demand { link: platform.own_network(piece.cluster), bps: (taken * cluster.capacity_bps as f64 + 0.5) as u64 }
    };
    placement.iter().map(demand)
}

/// The share s of a cluster's network for a job that starts now, between `least_share` and 1. If jobs' own traffic is
/// counted for their shares, all jobs on the cluster have this share.
#[inline]
pub fn share(state: &State, cluster: usize, least_share: f64) -> f64 {
    let network = state.platform().own_network(cluster as u32);
    (1.0 - state.saturation(network as usize)).max(least_share)
}

/// A job that communicates.
#[derive(Clone, Copy, Debug)]
struct Member {
    slot: u32,
    /// The part of the job's own traffic that is not counted when its share is computed \[bit/s\].
    uncounted_bps: u64,
    /// Share of the job at the last update.
    granted: f64,
}

/// The shares of all jobs, updated as jobs start and end.
#[derive(Clone, Debug)]
pub struct ClusterNetworks {
    least_share: f64,
    /// Part of a job's own traffic, from 0 to 1, that is counted when its share is computed.
    own_traffic: f64,
    /// Communicating jobs of each cluster.
    members: Vec<Vec<Member>>,
    /// Clusters where jobs have started or ended since the last update.
    touched: Vec<u32>,
}

impl ClusterNetworks {
    /// Networks without jobs, for `clusters` clusters. Every job gets at least the share `least_share` of its cluster's
    /// network.
    pub fn new(least_share: f64, clusters: usize) -> ClusterNetworks {
        ClusterNetworks { least_share, own_traffic: 1.0, members: vec![Vec::new(); clusters], touched: Vec::new() }
    }

    /// Sets the part of a job's own traffic, from 0 to 1, that is counted when its share is computed.
    #[must_use]
    pub fn counting(self, own_traffic: f64) -> ClusterNetworks {
        ClusterNetworks { own_traffic, ..self }
    }

    /// The least share that a job would have on the clusters of a placement if it started now.
    pub(super) fn present_share(&self, state: &State, job: &Job, placement: &Placement) -> f64 {
        let share = |own: Demand| {
            let counted = self.own_traffic * own.bps as f64 / state.capacity_bps()[own.link as usize] as f64;
            (1.0 - state.saturation(own.link as usize) - counted).max(self.least_share)
        };
        let all = demands(state.platform(), job, placement).filter(|own| own.bps > 0);
        all.map(share).fold(1.0, f64::min)
    }

    /// Adds a job, with the demands of its pieces in order.
    pub(super) fn join(&mut self, slot: u32, job: &Job, placement: &Placement, demands: &[Demand]) {
        // A job that does not communicate gets no share.
        let pieces = placement.iter().zip(demands).filter(|_| job.compute_fraction < 1.0);
        for (piece, own) in pieces {
            let uncounted = (1.0 - self.own_traffic) * own.bps as f64;
            self.members[piece.cluster as usize].push(Member {
                slot,
                uncounted_bps: (uncounted + 0.5) as u64,
                granted: 1.0,
            });
            self.touched.push(piece.cluster);
        }
    }

    pub(super) fn leave(&mut self, slot: u32, placement: &Placement) {
        for piece in placement {
            let members = &mut self.members[piece.cluster as usize];
            if let Some(at) = members.iter().position(|own| own.slot == slot) {
                members.swap_remove(at);
                self.touched.push(piece.cluster);
            }
        }
    }

    /// Updates the shares, and reports each job whose share of the network of a cluster has changed, with the cluster.
    pub(super) fn settle(&mut self, state: &State, mut changed: impl FnMut(u32, Change)) {
        while let Some(cluster) = self.touched.pop() {
            let network = state.platform().own_network(cluster);
            let capacity_bps = state.capacity_bps()[network as usize] as f64;
            for member in &mut self.members[cluster as usize] {
                let others_bps = state.load_bps()[network as usize].saturating_sub(member.uncounted_bps);
                let share = (1.0 - others_bps as f64 / capacity_bps).max(self.least_share);
                if member.granted != share {
                    member.granted = share;
                    let limited_by = (share < 1.0).then_some(network);
                    changed(cluster, Change { slot: member.slot, granted: share, limited_by });
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::network::Network;
    use crate::platform::{Cluster, Piece};

    fn idle() -> State {
        let cluster = |nodes| Cluster { nodes, capacity_bps: 1000, speed: 1.0 };
        State::idle(Platform { background_bps: vec![100, 0], ..Platform::star(vec![cluster(10), cluster(20)]) })
    }

    fn job(nodes: u32, ratio: f64) -> Job {
        Job { nodes, compute_fraction: 1.0 - ratio, ..Job::default() }
    }

    fn on(cluster: u32, nodes: u32) -> Placement {
        Placement::from_slice(&[Piece { cluster, nodes }])
    }

    fn settle(network: &mut Network, state: &State) -> Vec<(u32, f64, Option<u32>)> {
        let mut changed = Vec::new();
        network.settle(state, &mut changed);
        changed.sort_by_key(|own| own.slot);
        let seen = |own: &Change| (own.slot, own.granted, own.limited_by);
        changed.iter().map(seen).collect()
    }

    /// A job of 5 tasks with R = 0.5 uses a quarter of a cluster of 10 nodes, and an eighth of a cluster of 20 nodes.
    #[test]
    fn demands_by_hand() {
        let state = idle();
        let own = |cluster| demands(state.platform(), &job(5, 0.5), &on(cluster, 5)).collect::<Vec<Demand>>();
        assert_eq!(own(0), [Demand { link: 0, bps: 250 }]);
        assert_eq!(own(1), [Demand { link: 1, bps: 125 }]);
    }

    /// The background uses 0.1, job A 0.25 and job B 0.4. If a job's own traffic is not counted, A alone has the share
    /// 0.9. When B also runs, A has 1 − 0.1 − 0.4, and B has 1 − 0.1 − 0.25. If half of a job's own traffic is counted,
    /// A alone has 1 − 0.1 − 0.125.
    #[test]
    fn shares_without_ones_own_traffic_by_hand() {
        let shares = |own_traffic: f64| {
            let mut state = idle();
            let mut network = Network::Cluster(ClusterNetworks::new(0.05, 2).counting(own_traffic));
            let jobs = [job(5, 0.5), job(5, 0.8)];
            let come = |(slot, job): (u32, &Job)| {
                let placement = on(0, job.nodes);
                let demands = network.demands(state.platform(), job, &placement);
                state.claim(&placement, &demands);
                network.join(slot, job, &placement, &demands);
                let settled = settle(&mut network, &state);
                settled.iter().map(|own| own.1).collect::<Vec<f64>>()
            };
            (0..).zip(&jobs).map(come).collect::<Vec<_>>()
        };
        assert_eq!(shares(1.0), [vec![0.65], vec![0.25, 0.25]]);
        assert_eq!(shares(0.0), [vec![0.9], vec![0.5, 0.65]]);
        assert_eq!(shares(0.5)[0], [0.775]);
    }

    /// Background 0.1. A uses 0.25, so 0.65 is left. B (5 nodes, R = 0.8) uses 0.4, so 0.25 is left for both. C does
    /// not communicate. When A ends, B has 0.5. On the other cluster, a job of 20 nodes with R = 1 uses everything: its
    /// share is the minimum.
    #[test]
    fn shares_by_hand() {
        let mut state = idle();
        let mut network = Network::Cluster(ClusterNetworks::new(0.05, 2));
        let mut come = |network: &mut Network, slot, job: Job, cluster| {
            let placement = on(cluster, job.nodes);
            let demands = network.demands(state.platform(), &job, &placement);
            state.claim(&placement, &demands);
            network.join(slot, &job, &placement, &demands);
            (settle(network, &state), state.clone())
        };
        assert_eq!(come(&mut network, 0, job(5, 0.5), 0).0, [(0, 0.65, Some(0))]);
        assert_eq!(come(&mut network, 1, job(5, 0.8), 0).0, [(0, 0.25, Some(0)), (1, 0.25, Some(0))]);
        assert_eq!(come(&mut network, 2, job(0, 0.0), 0).0, []);
        let (changed, mut state) = come(&mut network, 3, job(20, 1.0), 1);
        assert_eq!(changed, [(3, 0.05, Some(1))]);
        state.release(&on(0, 5), &demands(state.platform(), &job(5, 0.5), &on(0, 5)).collect());
        network.leave(0, &on(0, 5));
        assert_eq!(settle(&mut network, &state), [(1, 0.5, Some(0))]);
        network.leave(2, &on(0, 0));
        assert_eq!(settle(&mut network, &state), []);
    }
}
