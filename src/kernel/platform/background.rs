//! Background loads: the part of nodes and of cluster networks that other users' work occupies (Vahdat-Nejad and
//! Monsefi §4).

use super::Platform;
use crate::base::random::Stream;

/// Background load of each cluster's own network \[bit/s\] in a `replication` of a seed: a share of the capacity, uniform
/// from 0 to `most`. Adding clusters does not change the loads of the earlier clusters.
pub fn on_networks(platform: &Platform, most: f64, seed: &str, replication: u32) -> Vec<u64> {
    let capacities = platform.clusters.iter().map(|own| own.capacity_bps);
    on(capacities, "network loads", most, seed, replication)
}

/// Background load of each link between clusters \[bit/s\], drawn like the loads of [own networks](on_networks).
pub fn on_links(platform: &Platform, most: f64, seed: &str, replication: u32) -> Vec<u64> {
    let capacities = platform.link_capacities_bps().into_iter().take(platform.links_between());
    on(capacities, "link loads", most, seed, replication)
}

fn on(capacities: impl Iterator<Item = u64>, name: &str, most: f64, seed: &str, replication: u32) -> Vec<u64> {
    let load = |(at, capacity_bps): (usize, u64)| {
        let mut stream = Stream::new(seed, replication, name, at);
        (most * stream.uniform() * capacity_bps as f64 + 0.5) as u64
    };
    capacities.enumerate().map(load).collect()
}

/// Background loads in [0, 1] of the `nodes` nodes of a cluster in a `replication` of a seed, uniform from 0 to `most`.
pub fn on_nodes(cluster: usize, nodes: u32, most: f64, seed: &str, replication: u32) -> impl Iterator<Item = f64> {
    let mut stream = Stream::new(seed, replication, "node loads", cluster);
    // Without background load, no numbers are drawn.
    (0..nodes).map(move |_| if most > 0.0 { most * stream.uniform() } else { 0.0 })
}
