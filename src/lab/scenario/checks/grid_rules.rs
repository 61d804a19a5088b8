//! Rules of networks and grids: settings of a network must agree with each other; a network of single clusters needs
//! the policies and the platform of a grid; grid policies limit the number of clusters and the number of loaded nodes
//! on every network.

use crate::base::problem::Problem;
use crate::models::Loads;
use crate::platform::{MOST_LOADED_NODES, MOST_MESH_CLUSTERS};
use crate::scenario::checks::findings::Findings;
use crate::scenario::{Policy, Scenario, Topology};
use crate::words::number::exact;

/// Applies all rules of networks and grids.
pub(in crate::scenario) fn check(scenario: &Scenario, findings: &mut Findings) {
    policies_and_network_agree(scenario, findings);
    let network = scenario.network.model.info();
    for problem in scenario.networks().flat_map(|own| (own.check)(&scenario.network.own)) {
        findings.add(|| problem);
    }
    if network.loads == Loads::OwnCluster {
        clusters_have_links_of_their_own(scenario, findings);
    }
    if network.loads == Loads::OwnCluster || scenario.sends_jobs() {
        pairs_are_bounded(scenario, findings);
        loads_are_bounded(scenario, findings);
    }
}

/// On a network of single clusters no job runs on several clusters, so only grid policies can be used.
fn policies_and_network_agree(scenario: &Scenario, findings: &mut Findings) {
    let network = scenario.network.model;
    let of_clusters = network.info().loads == Loads::OwnCluster;
    let all = Policy::all().iter().filter(|own| own.is_grid());
    let grids: Vec<&str> = all.map(|own| own.name()).collect();
    for (i, own) in scenario.schedulers.iter().enumerate() {
        let place = || format!("schedulers.{i}.policy");
        if of_clusters && !own.policy.is_grid() {
            findings.add(|| {
                Problem::new(
                    place(),
                    format!(
                        "is \"{}\", but network.model is \"{network}\", where a job runs on one cluster to which its home sends it",
                        own.policy
                    ),
                    "the policies of a grid",
                    format!("Choose {}, or another network.model", grids.join(", ")),
                )
            });
        }
    }
}

fn clusters_have_links_of_their_own(scenario: &Scenario, findings: &mut Findings) {
    let platform = &scenario.platform;
    if platform.topology != Topology::Star {
        findings.add(|| {
            Problem::new(
                "platform.topology",
                format!(
                    "is \"{}\", but network.model is \"{}\", where every cluster has one network of its own",
                    platform.topology, scenario.network.model
                ),
                "star",
                "Choose the star; between clusters jobs go over links of network.wan_mbps",
            )
        });
    }
}

/// Grid policies store data about the path to every other cluster.
fn pairs_are_bounded(scenario: &Scenario, findings: &mut Findings) {
    let clusters = scenario.platform.cluster_count();
    if clusters > MOST_MESH_CLUSTERS {
        findings.add(|| {
            Problem::new(
                "platform.clusters",
                format!(
                    "has {} clusters, but jobs are sent over wide-area links between each two",
                    exact(clusters as f64),
                ),
                format!("at most {MOST_MESH_CLUSTERS} clusters"),
                "Lower the counts",
            )
        });
    }
}

fn loads_are_bounded(scenario: &Scenario, findings: &mut Findings) {
    let nodes = scenario.platform.node_count();
    if nodes > MOST_LOADED_NODES && scenario.platform.most_node_load > 0.0 {
        findings.add(|| {
            Problem::new(
                "platform.most_node_load",
                format!(
                    "is {}, which draws a background load for each of {} nodes",
                    scenario.platform.most_node_load,
                    exact(nodes as f64)
                ),
                format!("0, or at most {} nodes in all clusters together", exact(MOST_LOADED_NODES as f64)),
                "Take 0 for nodes without a background load, or fewer nodes",
            )
        });
    }
}

#[cfg(test)]
mod tests {
    use crate::scenario::Scenario;
    use serde_json::{Value, json};

    fn grid(platform: Value, network: Value, scheduler: Value, sweep: Value) -> String {
        let scenario = json!({
            "platform": platform, "network": network, "schedulers": [scheduler], "experiment": { "sweep": sweep }
        });
        Scenario::from_value(&scenario).map_or_else(|problems| problems.to_string(), |_| "none".into())
    }

    #[test]
    fn what_does_not_go_together_is_found() {
        let cluster = || json!({"model": "cluster"});
        let best = || json!("grid-best-fit");
        for (platform, network, scheduler, part) in [
            (json!({"clusters": [{"count": 129}]}), json!({}), best(), "platform.clusters has 129 clusters"),
            (
                json!({}),
                cluster(),
                json!("first-fit"),
                "schedulers.0.policy is \"first-fit\", but network.model is \"cluster\"",
            ),
            (json!({"topology": "mesh"}), cluster(), best(), "platform.topology is \"mesh\""),
            (json!({"clusters": [{"count": 129}]}), cluster(), best(), "platform.clusters has 129 clusters"),
            (
                json!({"clusters": [{"nodes": 1_000_001}]}),
                cluster(),
                best(),
                "platform.most_node_load is 1, which draws a background load for each of 1\u{2009}000\u{2009}001 nodes",
            ),
            (
                json!({}),
                json!({"model": "cluster", "invocation_ms": [50, 40]}),
                best(),
                "network.invocation_ms is [50, 40]",
            ),
            (
                json!({}),
                json!({"model": "unlimited", "invocation_ms": [50, 40]}),
                best(),
                "network.invocation_ms is [50, 40]",
            ),
            (
                json!({}),
                cluster(),
                json!({"policy": "fuzzy", "low_load": 0.7}),
                "schedulers.0.low_load is 0.7, but schedulers.0.high_load is 0.6",
            ),
        ] {
            let all = grid(platform, network, scheduler, json!([]));
            assert!(all.contains(part) && all.lines().count() == 1, "{part} in\n{all}");
        }
        let swept = json!([{"parameter": "schedulers.0.low_load", "values": [0.1, 0.9]}]);
        let all = grid(json!({}), cluster(), json!("fuzzy"), swept);
        assert!(all.contains("breaks a rule at schedulers.0.low_load = 0.9"), "{all}");
    }

    #[test]
    fn what_is_odd_but_sound_is_accepted() {
        let platform = json!({"clusters": [{"nodes": 10_000_000, "count": 5}], "most_node_load": 0});
        let network = json!({"model": "cluster", "invocation_ms": [0, 0]});
        let scheduler = json!({"policy": "fuzzy", "low_load": 0.6, "retries": 0, "refresh_s": 60});
        let swept = json!([{"parameter": "platform.most_network_load", "values": [0, 1]}]);
        assert_eq!(grid(platform, network, scheduler, swept), "none");
        for network in ["dynamic", "fixed", "unlimited", "wan"] {
            for topology in ["star", "tree", "mesh"] {
                let platform = json!({"topology": topology});
                let network = json!({"model": network, "wan_mbps": 4});
                assert_eq!(grid(platform, network, json!("fuzzy"), json!([])), "none");
            }
        }
    }
}
