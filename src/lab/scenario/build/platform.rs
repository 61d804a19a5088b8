//! Builds clusters and links from a scenario.

use crate::base::problem::Problem;
use crate::engine::{AfterFailure, Checkpoint, Recovery};
use crate::metrics::energy::Power;
use crate::models::Loads;
use crate::platform::{
    Amounts, BPS_PER_MBPS, Cluster, Failures, LinkChange, Outage, Outages, Platform, Resources, Topology, background,
    sizes, speeds,
};
use crate::scenario;
use crate::scenario::Scenario;
use crate::scenario::platform::{FailingUnit, LinkEvent, ResourceRule, StageIn};

/// Seconds per hour.
const S_PER_H: f64 = 3600.0;

/// Clusters with the sizes and speeds of their groups, in order of the groups.
pub fn of(scenario: &scenario::Platform) -> Platform {
    let bps = |mbps: f64| (mbps * BPS_PER_MBPS + 0.5) as u64;
    let clusters = scenario.clusters.iter().flat_map(|group| {
        let cluster = Cluster { nodes: group.nodes, capacity_bps: bps(group.link_mbps), speed: group.speed };
        std::iter::repeat_n(cluster, group.count as usize)
    });
    Platform {
        clusters: clusters.collect(),
        topology: match scenario.topology {
            scenario::Topology::Star => Topology::Star,
            scenario::Topology::Tree => {
                Topology::Tree { clusters_per_site: scenario.clusters_per_site, core_bps: bps(scenario.core_mbps) }
            }
            scenario::Topology::Mesh => Topology::Mesh,
        },
        own_networks: false,
        background_bps: Vec::new(),
        resources: resources(scenario),
        stages_in: scenario.stage_in == StageIn::Links,
    }
}

/// Memory and GPUs of the nodes, if any are given.
fn resources(scenario: &scenario::Platform) -> Resources {
    if !scenario.has_resources() {
        return Resources::default();
    }
    let clusters = scenario.clusters.iter().flat_map(|group| {
        let own = Amounts::of(group.memory_gb.unwrap_or_default(), group.gpus.unwrap_or_default());
        std::iter::repeat_n(own, group.count as usize)
    });
    Resources { per_node: clusters.collect(), pooled: scenario.resources == ResourceRule::Pooled }
}

/// Power of the nodes of each cluster, if its group has any.
pub fn power(scenario: &scenario::Platform) -> Vec<Option<Power>> {
    let clusters = scenario.clusters.iter().flat_map(|group| {
        let known = group.idle_w.or(group.busy_w).is_some();
        let power = Power { idle_w: group.idle_w.unwrap_or_default(), busy_w: group.busy_w.unwrap_or_default() };
        std::iter::repeat_n(known.then_some(power), group.count as usize)
    });
    clusters.collect()
}

/// The outages of nodes and links in one replication, and what becomes of jobs that failures end; `None` if there are none.
pub fn outages(scenario: &Scenario, replication: u32, platform: &Platform) -> Option<(Outages, Recovery)> {
    let own = &scenario.platform;
    if !own.has_outages() && own.link_events.is_empty() {
        return None;
    }
    let listed = own.events.iter().filter_map(|event| {
        let most = platform.clusters.get(event.cluster as usize)?.nodes;
        Some(Outage {
            at_s: event.at,
            until_s: event.until,
            cluster: event.cluster,
            nodes: event.nodes.map_or(most, |nodes| nodes.min(most)),
            kind: event.kind,
        })
    });
    let law = own.failures.mtbf_h.map(|mtbf_h| Failures {
        up_s: mtbf_h * S_PER_H,
        repair_s: own.failures.repair_h * S_PER_H,
        per_node: own.failures.unit == FailingUnit::Node,
    });
    let drawn = scenario.experiment.redraw.of_jobs(replication);
    // Jobs write checkpoints only where nodes may fail.
    let checkpoint = (own.has_failures() && own.after_failure == AfterFailure::Checkpoint)
        .then_some(Checkpoint { every_s: own.checkpoint.every_s, cost_s: own.checkpoint.cost_s });
    let recovery = Recovery { after: own.after_failure, checkpoint, most_restarts: own.most_restarts };
    let outages = Outages::new(platform, listed.collect(), law, &scenario.seed, drawn);
    Some((outages.with_links(link_changes(own, platform)), recovery))
}

/// The changes of links. Ends come before beginnings of the same time.
fn link_changes(own: &scenario::Platform, platform: &Platform) -> Vec<LinkChange> {
    let capacities = platform.link_capacities_bps();
    let events = || own.link_events.iter().filter_map(|event| Some((event, *capacities.get(event.link as usize)?)));
    let end = |(event, bps): (&LinkEvent, u64)| LinkChange { at_s: event.until, link: event.link, capacity_bps: bps };
    let begin = |(event, bps): (&LinkEvent, u64)| LinkChange {
        at_s: event.at,
        link: event.link,
        capacity_bps: (bps as f64 * event.share + 0.5) as u64,
    };
    events().map(end).chain(events().map(begin)).collect()
}

/// The clusters in one replication: the sizes are drawn if the scenario draws sizes; the speeds are the given speeds.
pub fn sized(scenario: &Scenario, replication: u32) -> Platform {
    let mut platform = of(&scenario.platform);
    if let Some(range) = scenario.platform.sizes {
        let replication = scenario.experiment.redraw.of_jobs(replication);
        let (law, count) = (scenario.platform.size_law, platform.clusters.len());
        let drawn = sizes(range, law, count, &scenario.seed, replication);
        for (cluster, nodes) in platform.clusters.iter_mut().zip(drawn) {
            cluster.nodes = nodes;
        }
    }
    platform
}

/// The clusters in one replication. Sizes, speeds and background loads are drawn if the scenario draws them.
///
/// # Errors
/// The clusters cannot have speeds with the scenario's heterogeneity.
pub fn of_replication(scenario: &Scenario, replication: u32) -> Result<Platform, Problem> {
    let mut platform = sized(scenario, replication);
    let loads = scenario.network.model.info().loads;
    let drawn = scenario.experiment.redraw.of_jobs(replication);
    if loads == Loads::Both {
        platform.own_networks = true;
        let most = scenario.platform.most_link_load;
        platform.background_bps = background::on_links(&platform, most, &scenario.seed, drawn);
    }
    if loads.own_networks() {
        let most = scenario.platform.most_network_load;
        platform.background_bps.extend(background::on_networks(&platform, most, &scenario.seed, drawn));
    }
    let heterogeneity = scenario.platform.speed_heterogeneity;
    if heterogeneity > 0.0 {
        let nodes: Vec<u32> = platform.clusters.iter().map(|c| c.nodes).collect();
        let drawn = speeds(&nodes, heterogeneity, &scenario.seed, replication)?;
        for (cluster, speed) in platform.clusters.iter_mut().zip(drawn) {
            cluster.speed = speed;
        }
    }
    Ok(platform)
}

/// Background loads in [0, 1] of `nodes` nodes of a cluster in one replication.
pub fn node_loads(scenario: &Scenario, cluster: usize, nodes: u32, replication: u32) -> impl Iterator<Item = f64> {
    let drawn = scenario.experiment.redraw.of_jobs(replication);
    let most = scenario.platform.most_node_load;
    background::on_nodes(cluster, nodes, most, &scenario.seed, drawn)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::goodness::kolmogorov_smirnov;
    use crate::scenario::Checked;

    fn scenario(rest: &str) -> Checked {
        let text = format!(
            r#"{{"platform": {{"clusters": [{{"count": 128, "link_mbps": 100}}] {rest}}},
                 "network": {{"model": "cluster"}}, "schedulers": ["grid-best-fit"], "experiment": {{"sweep": []}}}}"#
        );
        Scenario::from_json(&text).unwrap()
    }

    #[test]
    fn jobs_write_checkpoints_only_where_nodes_may_fail() {
        let writes = |what: &str| {
            let platform =
                format!(r#"{{"platform": {{"after_failure": "checkpoint", {what}}}, "schedulers": ["first-fit"]}}"#);
            let scenario = Scenario::from_json(&platform).unwrap();
            outages(&scenario, 0, &of_replication(&scenario, 0).unwrap()).unwrap().1.checkpoint.is_some()
        };
        assert!(writes(r#""failures": {"mtbf_h": 1}"#));
        assert!(!writes(r#""link_events": [{}]"#) && !writes(r#""events": [{"kind": "drain"}]"#));
    }

    #[test]
    fn loads_are_even() {
        let scenario = scenario(r#", "most_node_load": 0.8, "most_network_load": 0.5"#);
        let nodes = node_loads(&scenario, 3, 10_000, 0).collect();
        let p = kolmogorov_smirnov(nodes, |load| load / 0.8);
        assert!(p > 0.001, "p = {p}");
        let platform = of_replication(&scenario, 0).unwrap();
        let shares = platform.background_bps.iter().map(|&bps| bps as f64 / 1e8);
        let p = kolmogorov_smirnov(shares.collect(), |load| load / 0.5);
        assert!(p > 0.001, "p = {p}");
    }

    #[test]
    fn replications_and_clusters_differ_unless_only_speeds_are_drawn() {
        let own = scenario("");
        let nodes =
            |own: &Scenario, cluster, replication| -> Vec<f64> { node_loads(own, cluster, 5, replication).collect() };
        let links = |own: &Scenario, replication| of_replication(own, replication).unwrap().background_bps;
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
        assert!(node_loads(&none, 0, 5, 0).all(|load| load == 0.0));
        let platform = of_replication(&none, 0).unwrap();
        assert_eq!(platform.background_bps, [0; 128]);
        let other = of_replication(&Scenario::default(), 0).unwrap();
        assert!(other.background_bps.is_empty());
    }
}
