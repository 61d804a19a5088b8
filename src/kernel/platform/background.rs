//! Background loads: the part of nodes and of cluster networks that other users' work occupies (Vahdat-Nejad and
//! Monsefi §4).

use super::Platform;
use crate::base::random::Stream;

/// Background load of each link of a star \[bit/s\] in a `replication` of a seed: a share of the capacity, uniform from
/// 0 to `most`. Adding clusters does not change the loads of the earlier clusters.
pub fn on_links(platform: &Platform, most: f64, seed: &str, replication: u32) -> Vec<u64> {
    let load = |(link, capacity_bps): (usize, u64)| {
        let mut stream = Stream::new(seed, replication, "network loads", link);
        (most * stream.uniform() * capacity_bps as f64 + 0.5) as u64
    };
    let capacities = platform.link_capacities_bps().into_iter();
    capacities.enumerate().map(load).collect()
}

/// Background loads in [0, 1] of the `nodes` nodes of a cluster in a `replication` of a seed, uniform from 0 to `most`.
pub fn on_nodes(cluster: usize, nodes: u32, most: f64, seed: &str, replication: u32) -> impl Iterator<Item = f64> {
    let mut stream = Stream::new(seed, replication, "node loads", cluster);
    // Without background load, no numbers are drawn.
    (0..nodes).map(move |_| if most > 0.0 { most * stream.uniform() } else { 0.0 })
}
