//! Topologies: the links between clusters, their users and their names.
//!
//! ```text
//!  star: link i is cluster i's          tree: first the clusters' links,      mesh: one link for
//!                                       then the sites' core links            each pair
//!   cluster 0 ──0──┐                     cluster 0 ──0──┐
//!   cluster 1 ──1──┤ ideal switch        cluster 1 ──1──┴─site 0──4──┐           0 ──0── 1
//!   cluster 2 ──2──┘                     cluster 2 ──2──┐         ideal switch    └1┐ ┌2┘
//!                                        cluster 3 ──3──┴─site 1──5──┘              2
//! ```

use super::Platform;

/// Topology of the links between clusters.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Topology {
    /// Every cluster has one link to a central ideal switch.
    Star,
    /// Each `clusters_per_site` consecutive clusters form a site around an ideal switch. One core link per site leads
    /// to the central switch.
    Tree {
        /// Number of clusters per site, at least 1. The last site may have fewer.
        clusters_per_site: u32,
        /// Capacity of each core link \[bit/s\].
        core_bps: u64,
    },
    /// Each pair of clusters has its own link. The capacity of this link is the smaller of the two clusters' link
    /// capacities.
    Mesh,
}

/// Index of the mesh link between clusters `a` < `b`. The order of pairs is 0–1, 0–2, 1–2, 0–3, …, so the index does
/// not depend on the number of clusters.
#[inline]
pub fn mesh_link(a: u32, b: u32) -> u32 {
    b * (b - 1) / 2 + a
}

/// The clusters a < b at the ends of a mesh link.
#[inline]
pub fn mesh_ends(link: u32) -> (u32, u32) {
    let b = (1 + 8 * link).isqrt().div_ceil(2);
    (link - b * (b - 1) / 2, b)
}

impl Platform {
    /// Capacity of each link \[bit/s\].
    pub fn link_capacities_bps(&self) -> Vec<u64> {
        let own = || self.clusters.iter().map(|cluster| cluster.capacity_bps);
        let mut all: Vec<u64> = match self.topology {
            Topology::Star => own().collect(),
            Topology::Tree { clusters_per_site, core_bps } => {
                let sites = self.clusters.len().div_ceil(clusters_per_site as usize);
                own().chain(std::iter::repeat_n(core_bps, sites)).collect()
            }
            Topology::Mesh => {
                let clusters = &self.clusters;
                let pairs = (0..clusters.len()).flat_map(|b| (0..b).map(move |a| (a, b)));
                pairs.map(|(a, b)| clusters[a].capacity_bps.min(clusters[b].capacity_bps)).collect()
            }
        };
        if self.own_networks {
            all.extend(own());
        }
        all
    }

    /// Number of links between clusters.
    #[inline]
    pub fn links_between(&self) -> usize {
        let clusters = self.clusters.len();
        match self.topology {
            Topology::Star => clusters,
            Topology::Tree { clusters_per_site, .. } => clusters + clusters.div_ceil(clusters_per_site as usize),
            Topology::Mesh => clusters * clusters.saturating_sub(1) / 2,
        }
    }

    /// Capacity of the narrowest link between two different clusters \[bit/s\].
    pub fn narrowest_bps(&self, from: u32, to: u32) -> u64 {
        let ends_bps = [from, to].map(|cluster| self.clusters[cluster as usize].capacity_bps);
        let core_bps = match self.topology {
            Topology::Tree { core_bps, .. } if self.core_link(from) != self.core_link(to) => core_bps,
            Topology::Star | Topology::Tree { .. } | Topology::Mesh => u64::MAX,
        };
        ends_bps.into_iter().fold(core_bps, u64::min)
    }

    /// The link that is the network of a cluster: after the links between clusters, or, if there are no such links, the
    /// cluster's only link.
    #[inline]
    pub fn own_network(&self, cluster: u32) -> u32 {
        match self.own_networks {
            true => self.links_between() as u32 + cluster,
            false => cluster,
        }
    }

    /// Core link of the site that contains `cluster`; `None` if the topology is no tree.
    #[inline]
    pub fn core_link(&self, cluster: u32) -> Option<u32> {
        match self.topology {
            Topology::Tree { clusters_per_site, .. } => Some(self.clusters.len() as u32 + cluster / clusters_per_site),
            Topology::Star | Topology::Mesh => None,
        }
    }

    /// Name of a link; clusters and sites are counted from 1: "cluster 2's link", "site 1's core link", "link 1–4",
    /// "cluster 2's own network".
    pub fn link_name(&self, link: u32) -> String {
        if self.own_networks
            && let Some(cluster) = link.checked_sub(self.own_network(0))
        {
            return format!("cluster {}'s own network", cluster + 1);
        }
        let clusters = self.clusters.len() as u32;
        match self.topology {
            Topology::Mesh => {
                let (a, b) = mesh_ends(link);
                format!("link {}–{}", a + 1, b + 1)
            }
            Topology::Star | Topology::Tree { .. } => match link.checked_sub(clusters) {
                None => format!("cluster {}'s link", link + 1),
                Some(site) => format!("site {}'s core link", site + 1),
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::Cluster;
    use super::*;

    fn platform(capacities: &[u64], topology: Topology) -> Platform {
        let cluster = |&capacity_bps| Cluster { nodes: 10, capacity_bps, speed: 1.0 };
        Platform { clusters: capacities.iter().map(cluster).collect(), topology, ..Platform::star(Vec::new()) }
    }

    fn names(platform: &Platform) -> Vec<String> {
        let links = 0..platform.link_capacities_bps().len() as u32;
        links.map(|link| platform.link_name(link)).collect()
    }

    #[test]
    fn a_tree_has_core_links_after_the_clusters_links() {
        let tree = Topology::Tree { clusters_per_site: 2, core_bps: 7 };
        let platform = platform(&[10, 20, 30], tree);
        assert_eq!(platform.link_capacities_bps(), [10, 20, 30, 7, 7]);
        let core = |cluster| platform.core_link(cluster);
        assert_eq!([core(0), core(1), core(2)], [Some(3), Some(3), Some(4)]);
        assert_eq!(
            names(&platform),
            ["cluster 1's link", "cluster 2's link", "cluster 3's link", "site 1's core link", "site 2's core link"]
        );
    }

    #[test]
    fn own_networks_are_behind_all_links_between_clusters() {
        for (topology, between) in
            [(Topology::Star, 2), (Topology::Tree { clusters_per_site: 1, core_bps: 7 }, 4), (Topology::Mesh, 1)]
        {
            let mut platform = platform(&[10, 20], topology);
            assert_eq!((platform.links_between(), platform.link_capacities_bps().len()), (between, between));
            assert_eq!(platform.own_network(1), 1);
            platform.own_networks = true;
            assert_eq!(platform.link_capacities_bps()[between..], [10, 20]);
            assert_eq!(platform.own_network(1), between as u32 + 1);
            assert_eq!(names(&platform)[between..], ["cluster 1's own network", "cluster 2's own network"]);
        }
    }

    #[test]
    fn the_narrowest_link_by_hand() {
        let tree = Topology::Tree { clusters_per_site: 2, core_bps: 7 };
        for (topology, wanted) in [(Topology::Star, [5, 5, 9]), (tree, [5, 5, 7]), (Topology::Mesh, [5, 5, 9])] {
            let platform = platform(&[10, 5, 9], topology);
            let pairs = [(0, 1), (1, 0), (0, 2)];
            assert_eq!(pairs.map(|(from, to)| platform.narrowest_bps(from, to)), wanted, "{topology:?}");
        }
    }

    #[test]
    fn a_mesh_has_a_link_for_each_pair_as_fast_as_the_slower_end() {
        let platform = platform(&[10, 20, 30, 5], Topology::Mesh);
        assert_eq!(platform.link_capacities_bps(), [10, 10, 20, 5, 5, 5]);
        assert_eq!(names(&platform), ["link 1–2", "link 1–3", "link 2–3", "link 1–4", "link 2–4", "link 3–4"]);
        let pairs = (1..300).flat_map(|b| (0..b).map(move |a| (a, b)));
        for (index, (a, b)) in pairs.enumerate() {
            assert_eq!(mesh_link(a, b), index as u32);
            assert_eq!(mesh_ends(index as u32), (a, b));
        }
    }
}
