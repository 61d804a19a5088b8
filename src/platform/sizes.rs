//! Sizes of clusters that are drawn: integers whose logarithm is uniform, as among the world's largest machines (Gehring
//! and Preiß §3, eq. 1).

use crate::base::random::Stream;

/// Nodes of each of so many clusters, within a range, in a `replication` of a `seed`. More clusters leave the first ones as
/// they are.
pub fn sizes([least, most]: [u32; 2], clusters: usize, seed: &str, replication: u32) -> Vec<u32> {
    let mut stream = Stream::new(seed, replication, "cluster sizes", 0);
    (0..clusters)
        .map(|_| stream.log_integer(least, most))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn replications_differ_and_clusters_stay() {
        let of = |clusters, replication| sizes([8, 1024], clusters, "sizes", replication);
        assert_eq!(of(32, 0)[..20], of(20, 0));
        assert_ne!(of(32, 0), of(32, 1));
        assert!(of(500, 0).iter().all(|nodes| (8..=1024).contains(nodes)));
        assert_eq!(sizes([7, 7], 2, "sizes", 0), [7, 7]);
    }
}
