//! Background loads: what works of others take of nodes and of the clusters' own networks (Vahdat-Nejad and Monsefi §4).

use super::Platform;
use crate::base::random::Stream;
use crate::scenario::Scenario;

/// What each link of a star carries already \[bit/s\] in a `replication` of a scenario: of its capacity a share drawn evenly from 0 to
/// `platform.most_network_load`. More clusters leave the first ones as they are.
pub fn on_links(platform: &Platform, scenario: &Scenario, replication: u32) -> Vec<u64> {
    let most = scenario.platform.most_network_load;
    let drawn = scenario.experiment.redraw.of_jobs(replication);
    let load = |(link, capacity_bps): (usize, u64)| {
        let mut stream = Stream::new(&scenario.seed, drawn, "network loads", link);
        (most * stream.uniform() * capacity_bps as f64 + 0.5) as u64
    };
    let capacities = platform.link_capacities_bps().into_iter();
    capacities.enumerate().map(load).collect()
}

/// The loads in [0, 1] of `nodes` nodes of a cluster in a `replication` of a scenario, drawn evenly from 0 to
/// `platform.most_node_load`.
pub fn on_nodes(
    cluster: usize,
    nodes: u32,
    scenario: &Scenario,
    replication: u32,
) -> impl Iterator<Item = f64> {
    let most = scenario.platform.most_node_load;
    let drawn = scenario.experiment.redraw.of_jobs(replication);
    let mut stream = Stream::new(&scenario.seed, drawn, "node loads", cluster);
    // Where there is none, none is drawn.
    (0..nodes).map(move |_| {
        if most > 0.0 {
            most * stream.uniform()
        } else {
            0.0
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::goodness::kolmogorov_smirnov;

    fn scenario(rest: &str) -> Scenario {
        let text = format!(
            r#"{{"platform": {{"clusters": [{{"count": 128, "link_mbps": 100}}] {rest}}},
                 "network": {{"model": "cluster"}}, "schedulers": ["grid-best-fit"], "experiment": {{"sweep": []}}}}"#
        );
        Scenario::from_json(&text).unwrap()
    }

    #[test]
    fn loads_are_even() {
        let scenario = scenario(r#", "most_node_load": 0.8, "most_network_load": 0.5"#);
        let nodes = on_nodes(3, 10_000, &scenario, 0).collect();
        let p = kolmogorov_smirnov(nodes, |load| load / 0.8);
        assert!(p > 0.001, "p = {p}");
        let platform = Platform::of_replication(&scenario, 0).unwrap();
        let shares = platform.background_bps.iter().map(|&bps| bps as f64 / 1e8);
        let p = kolmogorov_smirnov(shares.collect(), |load| load / 0.5);
        assert!(p > 0.001, "p = {p}");
    }

    #[test]
    fn replications_and_clusters_differ_unless_only_speeds_are_drawn() {
        let own = scenario("");
        let nodes = |own: &Scenario, cluster, replication| -> Vec<f64> {
            on_nodes(cluster, 5, own, replication).collect()
        };
        let links = |own: &Scenario, replication| {
            Platform::of_replication(own, replication)
                .unwrap()
                .background_bps
        };
        assert_ne!(nodes(&own, 0, 0), nodes(&own, 1, 0));
        assert_ne!(nodes(&own, 0, 0), nodes(&own, 0, 1));
        assert_ne!(links(&own, 0), links(&own, 1));
        let kept = own.with("experiment.redraw", &"speeds".into()).unwrap();
        assert_eq!(nodes(&kept, 0, 0), nodes(&kept, 0, 1));
        assert_eq!(links(&kept, 0), links(&own, 0));
        assert_eq!(links(&kept, 0), links(&kept, 1));
    }

    #[test]
    fn there_may_be_none() {
        let none = scenario(r#", "most_node_load": 0, "most_network_load": 0"#);
        assert!(on_nodes(0, 5, &none, 0).all(|load| load == 0.0));
        let platform = Platform::of_replication(&none, 0).unwrap();
        assert_eq!(platform.background_bps, [0; 128]);
        let other = Platform::of_replication(&Scenario::default(), 0).unwrap();
        assert!(other.background_bps.is_empty());
    }
}
