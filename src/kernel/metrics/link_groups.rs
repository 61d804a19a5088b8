//! Groups of links. A group is recorded like a single link.

use crate::platform::{Platform, State, Topology};
use std::ops::Range;

/// Links that are recorded like a single link, because a mesh or a platform of hundreds of clusters has too many links
/// to show each of them.
#[derive(Clone, Debug, PartialEq)]
pub struct LinkGroup {
    /// Name of the group: "cluster 2's link", "the fullest core link".
    pub name: String,
    /// Indices of the links.
    pub links: Range<usize>,
}

/// Maximum number of links of a kind that are recorded one by one. If there are more links of the kind, they form one
/// group.
const MOST_SINGLE_LINKS: usize = 4;

/// Groups of a platform's links. If there are few links of a kind, each link is a group; otherwise all links of the
/// kind form one group.
pub fn link_groups(platform: &Platform) -> Vec<LinkGroup> {
    let clusters = platform.clusters.len();
    let (between, links) = (platform.links_between(), platform.link_capacities_bps().len());
    let mut kinds = match platform.topology {
        Topology::Star | Topology::Mesh => vec![("the fullest link", 0..between)],
        Topology::Tree { .. } => {
            vec![("the fullest cluster link", 0..clusters), ("the fullest core link", clusters..between)]
        }
    };
    kinds.push(("the fullest own network", between..links));
    let groups = kinds.into_iter().flat_map(|(name, kind)| {
        if kind.len() > MOST_SINGLE_LINKS {
            return vec![LinkGroup { name: name.to_owned(), links: kind }];
        }
        let single = |link| LinkGroup { name: platform.link_name(link as u32), links: link..link + 1 };
        kind.map(single).collect()
    });
    groups.collect()
}

/// Saturation of the fullest link in a range of link indices.
pub(super) fn fullest(state: &State, links: Range<usize>) -> f64 {
    links.map(|link| state.saturation(link)).fold(0.0, f64::max)
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::platform::Cluster;

    pub fn platform(clusters: usize, topology: Topology) -> Platform {
        let cluster = Cluster { nodes: 10, capacity_bps: 1000, speed: 1.0 };
        Platform { clusters: vec![cluster; clusters], topology, ..Platform::star(Vec::new()) }
    }

    fn names(clusters: usize, topology: Topology) -> Vec<String> {
        let groups = link_groups(&platform(clusters, topology));
        groups.into_iter().map(|group| group.name).collect()
    }

    const TREE: Topology = Topology::Tree { clusters_per_site: 3, core_bps: 500 };

    #[test]
    fn few_links_of_a_kind_are_recorded_one_by_one() {
        assert_eq!(names(2, Topology::Star), ["cluster 1's link", "cluster 2's link"]);
        assert_eq!(names(5, Topology::Star), ["the fullest link"]);
        assert_eq!(names(6, TREE), ["the fullest cluster link", "site 1's core link", "site 2's core link"]);
        assert_eq!(names(3, Topology::Mesh), ["link 1–2", "link 1–3", "link 2–3"]);
        assert_eq!(names(4, Topology::Mesh), ["the fullest link"]);
        let own = Platform { own_networks: true, ..platform(5, Topology::Star) };
        let own: Vec<LinkGroup> = link_groups(&own);
        assert_eq!(own[1], LinkGroup { name: "the fullest own network".to_owned(), links: 5..10 });
    }
}
