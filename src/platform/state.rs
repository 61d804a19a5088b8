//! What of the platform is in use now: free nodes per cluster and demand per link.

use super::{Demands, Placement, Platform, Topology};

/// Free nodes and link loads. Loads are whole bits per second, so that they come out the same in whatever order jobs
/// are added and removed.
#[derive(Clone, Debug, PartialEq)]
pub struct State {
    platform: Platform,
    free: Vec<u32>,
    total_free: u64,
    /// By link.
    capacity_bps: Vec<u64>,
    /// By link.
    load_bps: Vec<u64>,
}

impl State {
    /// Everything free, nothing on the links.
    pub fn idle(platform: Platform) -> State {
        State {
            free: platform.clusters.iter().map(|c| c.nodes).collect(),
            total_free: platform.nodes(),
            load_bps: vec![0; platform.link_capacities_bps().len()],
            capacity_bps: platform.link_capacities_bps(),
            platform,
        }
    }

    /// The platform that this is the state of.
    pub fn platform(&self) -> &Platform {
        &self.platform
    }

    /// Free nodes of each cluster.
    #[inline]
    pub fn free(&self) -> &[u32] {
        &self.free
    }

    /// Free nodes of all clusters together.
    #[inline]
    pub fn total_free(&self) -> u64 {
        self.total_free
    }

    /// Free nodes of the cluster that has most.
    #[inline]
    pub fn most_free(&self) -> u32 {
        self.free.iter().copied().max().unwrap_or(0)
    }

    /// Summed demand of the jobs on each link \[bit/s\]; may exceed the capacity.
    #[inline]
    pub fn load_bps(&self) -> &[u64] {
        &self.load_bps
    }

    /// Capacity of each link \[bit/s\].
    #[inline]
    pub fn capacity_bps(&self) -> &[u64] {
        &self.capacity_bps
    }

    /// Demand over capacity of one link: 1 is full, above 1 it is saturated.
    #[inline]
    pub fn saturation(&self, link: usize) -> f64 {
        self.load_bps[link] as f64 / self.capacity_bps[link] as f64
    }

    /// Saturation of the fullest link that a co-allocated piece on this cluster would use.
    #[inline]
    pub fn cluster_saturation(&self, cluster: usize) -> f64 {
        match self.platform.topology {
            Topology::Star => self.saturation(cluster),
        }
    }

    /// Takes the nodes of a placement and adds its demands to the links.
    ///
    /// The placement must fit: policies only return placements that do, and the property tests hold them to it.
    #[inline]
    pub fn claim(&mut self, placement: &Placement, demands: &Demands) {
        for piece in placement {
            self.free[piece.cluster as usize] -= piece.nodes;
            self.total_free -= u64::from(piece.nodes);
        }
        for demand in demands {
            self.load_bps[demand.link as usize] += demand.bps;
        }
    }

    /// Gives back what [`claim`](State::claim) took.
    #[inline]
    pub fn release(&mut self, placement: &Placement, demands: &Demands) {
        for piece in placement {
            self.free[piece.cluster as usize] += piece.nodes;
            self.total_free += u64::from(piece.nodes);
        }
        for demand in demands {
            self.load_bps[demand.link as usize] -= demand.bps;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Cluster, Demand, Piece};
    use super::*;
    use smallvec::smallvec;

    #[test]
    fn release_undoes_claim() {
        let cluster = Cluster {
            nodes: 10,
            capacity_bps: 1000,
            speed: 1.0,
        };
        let idle = State::idle(Platform::star(vec![cluster; 3]));
        let placement: Placement = smallvec![
            Piece {
                cluster: 0,
                nodes: 4
            },
            Piece {
                cluster: 2,
                nodes: 10
            }
        ];
        let demands: Demands =
            smallvec![Demand { link: 0, bps: 300 }, Demand { link: 2, bps: 1500 }];
        let mut state = idle.clone();
        state.claim(&placement, &demands);
        assert_eq!(state.free(), [6, 10, 0]);
        assert_eq!((state.total_free(), state.most_free()), (16, 10));
        assert_eq!(state.load_bps(), [300, 0, 1500]);
        assert_eq!(state.saturation(2), 1.5);
        state.release(&placement, &demands);
        assert_eq!(state, idle);
    }
}
