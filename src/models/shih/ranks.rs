//! Clusters sorted from fast to slow.

use crate::platform::Platform;

/// The order "fastest first, equal speeds by index": every cluster has a rank, from 0.
#[derive(Clone, Debug)]
pub(super) struct Ranks {
    /// The cluster of each rank.
    clusters: Vec<u32>,
    /// The rank of each cluster.
    ranks: Vec<u32>,
    /// The speed at each rank.
    speeds: Vec<f64>,
}

impl Ranks {
    pub fn of(platform: &Platform) -> Ranks {
        let speed = |cluster: u32| platform.clusters[cluster as usize].speed;
        let mut clusters: Vec<u32> = (0..platform.clusters.len() as u32).collect();
        clusters.sort_by(|&a, &b| speed(b).total_cmp(&speed(a)));
        let mut ranks = vec![0; clusters.len()];
        for (rank, &cluster) in clusters.iter().enumerate() {
            ranks[cluster as usize] = rank as u32;
        }
        Ranks { speeds: clusters.iter().map(|&cluster| speed(cluster)).collect(), clusters, ranks }
    }

    /// The clusters, fastest first.
    pub fn clusters(&self) -> &[u32] {
        &self.clusters
    }

    /// The cluster of a rank.
    #[inline]
    pub fn cluster(&self, rank: usize) -> u32 {
        self.clusters[rank]
    }

    /// The rank of a cluster.
    #[inline]
    pub fn rank(&self, cluster: u32) -> usize {
        self.ranks[cluster as usize] as usize
    }

    /// The speed at a rank.
    #[inline]
    pub fn speed(&self, rank: usize) -> f64 {
        self.speeds[rank]
    }
}
