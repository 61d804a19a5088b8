//! Current use of the platform: free nodes per cluster and demand per link.

use super::greatest::Greatest;
use super::{Amounts, Demand, Demands, Placement, Platform, Topology, mesh_ends, mesh_link};

/// Free nodes and link loads. Loads are whole bits per second, so the order in which jobs are added and removed does
/// not change the sums.
#[derive(Clone, Debug, PartialEq)]
pub struct State {
    platform: Platform,
    free: Vec<u32>,
    most_free: Greatest,
    total_free: u64,
    /// Nodes of each cluster that are not available, and their sum; an empty list if there are none, so that copies of the state are cheap.
    out: Vec<u32>,
    total_out: u64,
    /// Number of links.
    links: usize,
    /// Number of links between clusters, which are the first ones.
    between: usize,
    /// Capacity of each link, then memory and GPUs of each cluster (see [`Resources`](super::Resources)).
    capacity_bps: Vec<u64>,
    /// Load of each link, then memory and GPUs in use.
    load_bps: Vec<u64>,
    /// For each cluster: saturation of the fullest link that a co-allocated job with a piece on the cluster may use.
    fullest: Vec<f64>,
}

/// Total change of a cluster's free nodes, or of a link's load, by several starts and ends of jobs.
#[derive(Clone, Copy, Debug)]
pub struct Shift {
    /// Index of the cluster or link.
    pub index: u32,
    /// Change of free nodes, or of load \[bit/s\], after all starts and ends.
    pub sum: i64,
    /// Worst change at any time between the starts and ends: the minimum for free nodes, the maximum for load.
    pub worst: i64,
}

impl State {
    /// The state without jobs: all nodes free, links with the background load only.
    pub fn idle(platform: Platform) -> State {
        let mut capacity_bps = platform.link_capacities_bps();
        let links = capacity_bps.len();
        capacity_bps.extend(platform.resources.capacities(platform.clusters.iter().map(|own| own.nodes)));
        let free: Vec<u32> = platform.clusters.iter().map(|c| c.nodes).collect();
        let mut load_bps = platform.background_bps.clone();
        load_bps.resize(capacity_bps.len(), 0);
        let background: Demands =
            (0..).zip(&load_bps).filter(|(_, bps)| **bps > 0).map(|(link, &bps)| Demand { link, bps }).collect();
        let mut state = State {
            most_free: Greatest::of(&free),
            total_free: platform.nodes(),
            out: Vec::new(),
            total_out: 0,
            links,
            between: platform.links_between(),
            load_bps,
            capacity_bps,
            fullest: vec![0.0; free.len()],
            free,
            platform,
        };
        match state.platform.topology {
            Topology::Mesh => state.fuller(&background),
            Topology::Star | Topology::Tree { .. } => state.refresh(background.iter().map(|demand| demand.link)),
        }
        state
    }

    /// The platform.
    pub fn platform(&self) -> &Platform {
        &self.platform
    }

    /// Free nodes per cluster.
    #[inline]
    pub fn free(&self) -> &[u32] {
        &self.free
    }

    /// Total free nodes.
    #[inline]
    pub fn total_free(&self) -> u64 {
        self.total_free
    }

    /// Nodes on which jobs run.
    #[inline]
    pub fn busy(&self) -> u64 {
        self.platform.nodes() - self.total_free - self.total_out
    }

    /// Nodes of a cluster that are out.
    pub fn out(&self, cluster: usize) -> u32 {
        self.out.get(cluster).copied().unwrap_or(0)
    }

    /// Total nodes that are out.
    #[inline]
    pub fn total_out(&self) -> u64 {
        self.total_out
    }

    /// Makes free nodes of a cluster unavailable.
    pub fn take_out(&mut self, cluster: u32, nodes: u32) {
        self.set_free(cluster, self.free[cluster as usize] - nodes);
        self.out.resize(self.free.len(), 0);
        self.out[cluster as usize] += nodes;
        self.total_out += u64::from(nodes);
    }

    /// Undoes [`take_out`](State::take_out).
    pub fn bring_back(&mut self, cluster: u32, nodes: u32) {
        self.set_free(cluster, self.free[cluster as usize] + nodes);
        self.total_out -= u64::from(nodes);
        match self.total_out {
            0 => self.out.clear(),
            _ => self.out[cluster as usize] -= nodes,
        }
    }

    /// Changes the capacity of a link \[bit/s\], to at least 1.
    pub fn set_capacity(&mut self, link: u32, capacity_bps: u64) {
        self.capacity_bps[link as usize] = capacity_bps.max(1);
        self.refill(&[Shift { index: link, sum: 0, worst: 0 }]);
    }

    /// Sets the free nodes of a cluster.
    pub fn set_free(&mut self, cluster: u32, free: u32) {
        let cluster = cluster as usize;
        self.total_free = self.total_free + u64::from(free) - u64::from(self.free[cluster]);
        self.free[cluster] = free;
        self.most_free.update(&self.free, cluster);
    }

    /// Free nodes of the cluster with the most free nodes.
    #[inline]
    pub fn most_free(&self) -> u32 {
        self.most_free.get(&self.free)
    }

    /// Clusters with at least `least` free nodes, in order of index, with their free nodes.
    #[inline]
    pub fn with_free(&self, least: u32) -> impl Iterator<Item = (usize, u32)> {
        self.most_free.at_least(&self.free, least)
    }

    /// Load of each link \[bit/s\], background and jobs; may exceed the capacity.
    #[inline]
    pub fn load_bps(&self) -> &[u64] {
        &self.load_bps[..self.links]
    }

    /// Capacity of each link \[bit/s\].
    #[inline]
    pub fn capacity_bps(&self) -> &[u64] {
        &self.capacity_bps[..self.links]
    }

    /// True if clusters have memory or GPUs.
    #[inline]
    pub fn has_resources(&self) -> bool {
        self.capacity_bps.len() > self.links
    }

    /// Memory and GPUs that a job takes on this placement, as loads.
    pub fn resources_of(&self, asks: Amounts, placement: &Placement) -> Demands {
        self.platform.resources.taken(asks, placement, self.links as u32)
    }

    /// Shares of all clusters' memory and GPUs that are in use; `None` for what no cluster has.
    pub fn resources_in_use(&self) -> [Option<f64>; 2] {
        let sum = |all: &[u64], which: usize| all[self.links..].iter().skip(which).step_by(2).sum::<u64>();
        let share = |which| {
            let capacity = sum(&self.capacity_bps, which);
            (capacity > 0).then(|| sum(&self.load_bps, which) as f64 / capacity as f64)
        };
        [share(0), share(1)]
    }

    /// True if one of these demands is of a link, not of memory or GPUs.
    pub fn loads_links(&self, demands: &Demands) -> bool {
        demands.iter().any(|own| (own.link as usize) < self.links)
    }

    /// So many free nodes of a cluster have the memory and GPUs that a job asks for.
    pub fn usable(&self, asks: Amounts, cluster: usize) -> u32 {
        if asks.is_none() {
            return self.free[cluster];
        }
        let first = self.links + 2 * cluster;
        let left = |index: usize| match self.capacity_bps.get(index) {
            Some(capacity) => capacity.saturating_sub(self.load_bps[index]),
            None => 0,
        };
        self.platform.resources.usable(asks, cluster, self.free[cluster], [left(first), left(first + 1)])
    }

    /// Copies the use of another state, with only those nodes free that have the memory and GPUs that a job asks for.
    pub fn copy_usable(&mut self, other: &State, asks: Amounts) {
        self.copy_use(other);
        for cluster in 0..self.free.len() {
            let usable = other.usable(asks, cluster);
            if usable < self.free[cluster] {
                self.set_free(cluster as u32, usable);
            }
        }
    }

    /// Load divided by capacity of a link: 1 is full, above 1 is saturated.
    #[inline]
    pub fn saturation(&self, link: usize) -> f64 {
        self.load_bps[link] as f64 / self.capacity_bps[link] as f64
    }

    /// Saturation of the fullest link that a piece of a co-allocated job on this cluster may use. Star: the cluster's
    /// link. Tree: the cluster's link or the core link of its site. Mesh: the fullest of the cluster's links.
    #[inline]
    pub fn cluster_saturation(&self, cluster: usize) -> f64 {
        self.fullest[cluster]
    }

    /// The link whose saturation is the [`State::cluster_saturation`]; if there are several such links, the first one.
    /// `None` if this link is the cluster's own link.
    pub fn shared_link(&self, cluster: usize) -> Option<u32> {
        let most = self.cluster_saturation(cluster);
        match self.platform.topology {
            Topology::Star => None,
            Topology::Tree { .. } => {
                let core = self.platform.core_link(cluster as u32);
                core.filter(|_| self.saturation(cluster) < most)
            }
            Topology::Mesh => self.mesh_links(cluster as u32).find(|&link| self.saturation(link as usize) >= most),
        }
    }

    /// Copies free nodes and link loads from another state of the same platform.
    #[inline]
    pub fn copy_use(&mut self, other: &State) {
        self.free.copy_from_slice(&other.free);
        self.most_free.clone_from(&other.most_free);
        self.total_free = other.total_free;
        self.load_bps.copy_from_slice(&other.load_bps);
        self.fullest.copy_from_slice(&other.fullest);
    }

    /// On the clusters of `placement` and the links of `demands`, changes this state to the worse of this state and
    /// `other`: to fewer free nodes and higher load.
    #[inline]
    pub fn narrow(&mut self, other: &State, placement: &Placement, demands: &Demands) {
        for piece in placement {
            let cluster = piece.cluster as usize;
            let lost = self.free[cluster].saturating_sub(other.free[cluster]);
            self.free[cluster] -= lost;
            self.most_free.update(&self.free, cluster);
            self.total_free -= u64::from(lost);
        }
        for demand in demands {
            let link = demand.link as usize;
            self.load_bps[link] = self.load_bps[link].max(other.load_bps[link]);
        }
        match self.platform.topology {
            Topology::Mesh => self.fuller(demands),
            Topology::Star | Topology::Tree { .. } => self.refresh(demands.iter().map(|demand| demand.link)),
        }
    }

    /// Applies the total change of several starts and ends of jobs to clusters and links.
    pub fn shift(&mut self, clusters: &[Shift], links: &[Shift]) {
        for shift in clusters {
            let cluster = shift.index as usize;
            let before = self.free[cluster];
            self.free[cluster] = before.saturating_add_signed(shift.sum as i32);
            self.most_free.update(&self.free, cluster);
            self.total_free = self.total_free + u64::from(self.free[cluster]) - u64::from(before);
        }
        for shift in links {
            let load_bps = &mut self.load_bps[shift.index as usize];
            *load_bps = load_bps.saturating_add_signed(shift.sum);
        }
        self.refill(links);
    }

    /// Changes this state to the worse of two states: this state, and `other` at the worst moment during a
    /// [shift](State::shift) of these clusters and links.
    pub fn narrow_by(&mut self, other: &State, clusters: &[Shift], links: &[Shift]) {
        for shift in clusters {
            let cluster = shift.index as usize;
            let worst = other.free[cluster].saturating_add_signed(shift.worst as i32);
            let lost = self.free[cluster].saturating_sub(worst);
            self.free[cluster] -= lost;
            self.most_free.update(&self.free, cluster);
            self.total_free -= u64::from(lost);
        }
        for shift in links {
            let link = shift.index as usize;
            let worst = other.load_bps[link].saturating_add_signed(shift.worst);
            self.load_bps[link] = self.load_bps[link].max(worst);
        }
        self.refill(links);
    }

    /// Updates `fullest` after any change of the load of these links.
    fn refill(&mut self, links: &[Shift]) {
        let most = self.between as u32;
        let links = links.iter().map(|shift| shift.index).filter(|&link| link < most);
        match self.platform.topology {
            Topology::Star | Topology::Tree { .. } => self.refresh(links),
            Topology::Mesh => {
                for cluster in links.flat_map(|link| <[u32; 2]>::from(mesh_ends(link))) {
                    self.seek_fullest(cluster);
                }
            }
        }
    }

    /// Makes the nodes of `placement` the only free nodes.
    pub fn keep_free(&mut self, placement: &Placement) {
        self.free.fill(0);
        self.total_free = 0;
        for piece in placement {
            self.free[piece.cluster as usize] = piece.nodes;
            self.total_free += u64::from(piece.nodes);
        }
        self.most_free.update_all(&self.free);
    }

    /// Takes the nodes of a placement and adds its demands to the links.
    ///
    /// The placement must fit. Policies only return placements that fit; property tests check this.
    #[inline]
    pub fn claim(&mut self, placement: &Placement, demands: &Demands) {
        for piece in placement {
            let cluster = piece.cluster as usize;
            self.free[cluster] -= piece.nodes;
            self.most_free.update(&self.free, cluster);
            self.total_free -= u64::from(piece.nodes);
        }
        for demand in demands {
            self.load_bps[demand.link as usize] += demand.bps;
        }
        match self.platform.topology {
            Topology::Mesh => self.fuller(demands),
            Topology::Star | Topology::Tree { .. } => self.refresh(demands.iter().map(|demand| demand.link)),
        }
    }

    /// Undoes [`claim`](State::claim).
    #[inline]
    pub fn release(&mut self, placement: &Placement, demands: &Demands) {
        for piece in placement {
            let cluster = piece.cluster as usize;
            self.free[cluster] += piece.nodes;
            self.most_free.update(&self.free, cluster);
            self.total_free += u64::from(piece.nodes);
        }
        for demand in demands {
            self.load_bps[demand.link as usize] -= demand.bps;
        }
        match self.platform.topology {
            Topology::Mesh => self.emptier(demands),
            Topology::Star | Topology::Tree { .. } => self.refresh(demands.iter().map(|demand| demand.link)),
        }
    }

    /// Updates `fullest` on a star or tree. The load of a core link matters for all clusters of its site.
    #[inline]
    fn refresh(&mut self, links: impl Iterator<Item = u32>) {
        let clusters = self.free.len();
        for link in links.map(|link| link as usize) {
            let Topology::Tree { clusters_per_site, .. } = self.platform.topology else {
                // Own networks, memory and GPUs come after the links between clusters.
                if link < clusters {
                    self.fullest[link] = self.saturation(link);
                }
                continue;
            };
            let size = clusters_per_site as usize;
            let (first, count) = match link.checked_sub(clusters) {
                None => (link, 1),
                Some(site) => (site * size, size),
            };
            for cluster in first..clusters.min(first + count) {
                let core = self.saturation(clusters + cluster / size);
                self.fullest[cluster] = self.saturation(cluster).max(core);
            }
        }
    }

    /// Updates `fullest` on a mesh after demands were added.
    fn fuller(&mut self, demands: &Demands) {
        let links = self.between as u32;
        for demand in demands.iter().filter(|own| own.link < links) {
            let saturation = self.saturation(demand.link as usize);
            let (a, b) = mesh_ends(demand.link);
            for cluster in [a, b] {
                let fullest = &mut self.fullest[cluster as usize];
                *fullest = fullest.max(saturation);
            }
        }
    }

    /// Updates `fullest` on a mesh after demands were removed. Searches again only for the clusters whose fullest link
    /// has lost demand.
    fn emptier(&mut self, demands: &Demands) {
        let links = self.between as u32;
        for demand in demands.iter().filter(|own| own.link < links) {
            let link = demand.link as usize;
            let before = (self.load_bps[link] + demand.bps) as f64 / self.capacity_bps[link] as f64;
            let (a, b) = mesh_ends(demand.link);
            for cluster in [a, b] {
                if self.fullest[cluster as usize] <= before {
                    self.seek_fullest(cluster);
                }
            }
        }
    }

    /// Searches for the fullest link of a cluster in a mesh.
    fn seek_fullest(&mut self, cluster: u32) {
        let links = self.mesh_links(cluster);
        self.fullest[cluster as usize] = links.map(|link| self.saturation(link as usize)).fold(0.0, f64::max);
    }

    /// Links of a cluster in a mesh.
    fn mesh_links(&self, cluster: u32) -> impl Iterator<Item = u32> + use<> {
        (0..self.fullest.len() as u32)
            .filter(move |&other| other != cluster)
            .map(move |other| mesh_link(cluster.min(other), cluster.max(other)))
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Cluster, Piece};
    use super::*;
    use smallvec::smallvec;

    #[test]
    fn release_undoes_claim() {
        let cluster = Cluster { nodes: 10, capacity_bps: 1000, speed: 1.0 };
        let idle = State::idle(Platform::star(vec![cluster; 3]));
        let placement: Placement = smallvec![Piece { cluster: 0, nodes: 4 }, Piece { cluster: 2, nodes: 10 }];
        let demands: Demands = smallvec![Demand { link: 0, bps: 300 }, Demand { link: 2, bps: 1500 }];
        let mut state = idle.clone();
        state.claim(&placement, &demands);
        assert_eq!(state.free(), [6, 10, 0]);
        assert_eq!((state.total_free(), state.most_free()), (16, 10));
        assert_eq!(state.load_bps(), [300, 0, 1500]);
        assert_eq!(state.saturation(2), 1.5);
        state.release(&placement, &demands);
        assert_eq!(state, idle);
    }

    /// Two links with capacity 1000 and background loads 250 and 0. A job adds 300 to the first link.
    #[test]
    fn the_background_stays() {
        let cluster = Cluster { nodes: 10, capacity_bps: 1000, speed: 1.0 };
        let mut state = State::idle(Platform { background_bps: vec![250, 0], ..Platform::star(vec![cluster; 2]) });
        assert_eq!(state.load_bps(), [250, 0]);
        assert_eq!(state.cluster_saturation(0), 0.25);
        let more = loaded(&mut state, &[(0, 300)]);
        assert_eq!(state.load_bps(), [550, 0]);
        state.release(&Placement::new(), &more);
        assert_eq!(state.load_bps(), [250, 0]);
        assert_eq!(state.cluster_saturation(0), 0.25);
    }

    /// Four clusters with links of 1000, 1000, 500 and 500. The tree has the sites {0, 1} and {2, 3}, with core links
    /// of 400.
    fn joined(topology: Topology) -> State {
        let cluster = |capacity_bps| Cluster { nodes: 10, capacity_bps, speed: 1.0 };
        State::idle(Platform {
            clusters: [1000, 1000, 500, 500].map(cluster).to_vec(),
            topology,
            ..Platform::star(Vec::new())
        })
    }

    fn loaded(state: &mut State, loads: &[(u32, u64)]) -> Demands {
        let demands: Demands = loads.iter().map(|&(link, bps)| Demand { link, bps }).collect();
        state.claim(&Placement::new(), &demands);
        demands
    }

    fn saturations(state: &State) -> [f64; 4] {
        [0, 1, 2, 3].map(|cluster| state.cluster_saturation(cluster))
    }

    #[test]
    fn in_a_tree_the_core_link_counts_for_every_cluster_of_its_site() {
        let mut state = joined(Topology::Tree { clusters_per_site: 2, core_bps: 400 });
        // The links of clusters 0 and 2 are at 0.3 and 0.8; the core links, 4 and 5, are at 0.5 and 0.25.
        loaded(&mut state, &[(0, 300), (2, 400), (4, 200), (5, 100)]);
        assert_eq!(saturations(&state), [0.5, 0.5, 0.8, 0.25]);
        let shared = [0, 1, 2, 3].map(|cluster| state.shared_link(cluster));
        assert_eq!(shared, [Some(4), Some(4), None, Some(5)]);
    }

    #[test]
    fn in_a_mesh_the_fullest_link_of_a_cluster_counts() {
        let mut state = joined(Topology::Mesh);
        let idle = state.clone();
        // Link capacities in the mesh: 0–1: 1000, 0–2: 500, 1–2: 500, 0–3: 500, 1–3: 500, 2–3: 500.
        let first = loaded(&mut state, &[(0, 300), (1, 400), (5, 50)]);
        assert_eq!(saturations(&state), [0.8, 0.3, 0.8, 0.1]);
        let shared = [0, 1, 2, 3].map(|cluster| state.shared_link(cluster));
        assert_eq!(shared, [Some(1), Some(0), Some(1), Some(5)]);
        let second = loaded(&mut state, &[(1, 100), (3, 200)]);
        assert_eq!(saturations(&state), [1.0, 0.3, 1.0, 0.4]);
        state.release(&Placement::new(), &first);
        assert_eq!(saturations(&state), [0.4, 0.0, 0.2, 0.4]);
        state.release(&Placement::new(), &second);
        assert_eq!(state, idle);
    }

    #[test]
    fn the_worse_of_two_states() {
        let cluster = Cluster { nodes: 10, capacity_bps: 1000, speed: 1.0 };
        let idle = State::idle(Platform::star(vec![cluster; 3]));
        let pieces = |list: &[(u32, u32)]| -> Placement {
            let piece = |&(cluster, nodes)| Piece { cluster, nodes };
            list.iter().map(piece).collect()
        };
        let (one, other) = (pieces(&[(0, 4), (1, 3)]), pieces(&[(1, 5), (2, 2)]));
        let load: Demands = smallvec![Demand { link: 1, bps: 300 }];
        let (mut state, mut later) = (idle.clone(), idle.clone());
        state.claim(&one, &Demands::new());
        later.claim(&other, &load);
        state.narrow(&later, &other, &load);
        assert_eq!(state.free(), [6, 5, 8]);
        assert_eq!(state.total_free(), 19);
        assert_eq!(state.load_bps(), [0, 300, 0]);
        state.keep_free(&one);
        assert_eq!((state.free(), state.total_free()), (&[4, 3, 0][..], 7));
        assert_eq!(state.load_bps(), [0, 300, 0]);
        state.copy_use(&idle);
        assert_eq!(state, idle);
    }
}
