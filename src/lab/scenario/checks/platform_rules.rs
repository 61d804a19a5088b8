//! Rules about several parameters of the platform.

use crate::base::problem::Problem;
use crate::platform::{MOST_CLUSTERS, MOST_MESH_CLUSTERS, MOST_NODES};
use crate::scenario::checks::findings::Findings;
use crate::scenario::checks::ranges::wrong_way_round;
use crate::scenario::{Scenario, Topology};
use crate::words::number::exact;

/// Applies all rules of the platform.
pub(in crate::scenario) fn check(scenario: &Scenario, findings: &mut Findings) {
    if let Some(sizes) = scenario.platform.sizes {
        wrong_way_round(sizes, "platform.sizes", findings);
    }
    platform_size(scenario, findings);
    topology(scenario, findings);
    speeds_are_drawn_or_given(scenario, findings);
}

/// Drawn speeds need at least two clusters, none with a given speed.
fn speeds_are_drawn_or_given(scenario: &Scenario, findings: &mut Findings) {
    let platform = &scenario.platform;
    let place = "platform.speed_heterogeneity";
    if platform.speed_heterogeneity == 0.0 {
        return;
    }
    if platform.cluster_count() < 2 {
        findings.add(|| {
            Problem::new(
                place,
                format!("is {}, but there is one cluster", platform.speed_heterogeneity),
                "0, or at least two clusters",
                "A single cluster keeps its power at speed 1 only: add one, or take 0",
            )
        });
    }
    if let Some(i) = platform.clusters.iter().position(|group| group.speed != 1.0) {
        findings.add(|| {
            Problem::new(
                place,
                format!(
                    "is {}, but platform.clusters.{i}.speed is {}",
                    platform.speed_heterogeneity, platform.clusters[i].speed
                ),
                "0, or speeds of 1 everywhere, since all are drawn",
                "Leave out the one or the other",
            )
        });
    }
}

fn platform_size(scenario: &Scenario, findings: &mut Findings) {
    let (clusters, nodes) = (scenario.platform.cluster_count(), scenario.platform.node_count());
    for (count, most, of) in [(clusters, MOST_CLUSTERS, "clusters"), (nodes, MOST_NODES, "nodes")] {
        if count > most {
            findings.add(|| {
                Problem::new(
                    "platform.clusters",
                    format!("has {} {of} in all groups together", exact(count as f64)),
                    format!("at most {} {of}", exact(most as f64)),
                    "Lower the counts",
                )
            });
        }
    }
}

fn topology(scenario: &Scenario, findings: &mut Findings) {
    let platform = &scenario.platform;
    let clusters = platform.cluster_count();
    let per_site = platform.clusters_per_site;
    match platform.topology {
        Topology::Tree if u64::from(per_site) >= clusters => findings.add(|| {
            Problem::new(
                "platform.clusters_per_site",
                format!("is {per_site}, which puts all clusters into one site: there are {clusters}"),
                "less than the number of clusters, since a tree joins two sites at least",
                "Lower it, add clusters, or choose the star",
            )
        }),
        Topology::Mesh if clusters > MOST_MESH_CLUSTERS => findings.add(|| {
            let links = clusters * (clusters - 1) / 2;
            Problem::new(
                "platform.topology",
                format!("is mesh, which has {} links for {clusters} clusters", exact(links as f64)),
                format!("mesh with at most {MOST_MESH_CLUSTERS} clusters"),
                "Lower the counts, or choose the star or the tree",
            )
        }),
        Topology::Star | Topology::Tree | Topology::Mesh => {}
    }
}
