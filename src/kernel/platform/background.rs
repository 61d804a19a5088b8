//! Background loads: what works of others take of nodes and of the clusters' own networks (Vahdat-Nejad and Monsefi §4).

use super::Platform;
use crate::base::random::Stream;

/// What each link of a star carries already \[bit/s\] in a `replication` of a seed: of its capacity a share drawn evenly from 0 to
/// `most`. More clusters leave the first ones as they are.
pub fn on_links(platform: &Platform, most: f64, seed: &str, replication: u32) -> Vec<u64> {
    let load = |(link, capacity_bps): (usize, u64)| {
        let mut stream = Stream::new(seed, replication, "network loads", link);
        (most * stream.uniform() * capacity_bps as f64 + 0.5) as u64
    };
    let capacities = platform.link_capacities_bps().into_iter();
    capacities.enumerate().map(load).collect()
}

/// The loads in [0, 1] of `nodes` nodes of a cluster in a `replication` of a seed, drawn evenly from 0 to `most`.
pub fn on_nodes(cluster: usize, nodes: u32, most: f64, seed: &str, replication: u32) -> impl Iterator<Item = f64> {
    let mut stream = Stream::new(seed, replication, "node loads", cluster);
    // Where there is none, none is drawn.
    (0..nodes).map(move |_| if most > 0.0 { most * stream.uniform() } else { 0.0 })
}
