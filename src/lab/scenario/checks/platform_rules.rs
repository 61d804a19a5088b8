//! Rules about several parameters of the platform.

use crate::base::problem::Problem;
use crate::models::Queues;
use crate::platform::{MOST_CLUSTERS, MOST_MESH_CLUSTERS, MOST_NODES};
use crate::scenario::checks::findings::Findings;
use crate::scenario::checks::ranges::wrong_way_round;
use crate::scenario::platform::{AfterFailure, ResourceRule, StageIn};
use crate::scenario::{ClusterGroup, Policy, Scenario, Topology};
use crate::words::number::{counted, exact, plain};

/// Applies all rules of the platform.
pub(in crate::scenario) fn check(scenario: &Scenario, findings: &mut Findings) {
    if let Some(sizes) = scenario.platform.sizes {
        wrong_way_round(sizes, "platform.sizes", findings);
    }
    platform_size(scenario, findings);
    topology(scenario, findings);
    speeds_are_drawn_or_given(scenario, findings);
    outages_fit(scenario, findings);
    resources_fit(scenario, findings);
}

/// Outages are on clusters that there are, end after they begin, and never need more nodes than there are.
fn outages_fit(scenario: &Scenario, findings: &mut Findings) {
    let platform = &scenario.platform;
    if platform.events.is_empty() {
        return;
    }
    let least = |group: &ClusterGroup| platform.sizes.map_or(group.nodes, |[least, _]| least);
    let nodes = platform.clusters.iter().flat_map(|group| std::iter::repeat_n(least(group), group.count as usize));
    let nodes: Vec<u32> = nodes.take(MOST_CLUSTERS as usize).collect();
    // Beginnings and ends by cluster, in order of time; at equal times, ends come first.
    let mut changes: Vec<(u32, f64, bool, usize, i64)> = Vec::new();
    for (i, event) in platform.events.iter().enumerate() {
        let place = |field: &str| format!("platform.events.{i}.{field}");
        let Some(&most) = nodes.get(event.cluster as usize) else {
            findings.add(|| {
                Problem::new(
                    place("cluster"),
                    format!(
                        "is {}, but the last of the clusters, which are numbered from 0, is {}",
                        event.cluster,
                        nodes.len().saturating_sub(1)
                    ),
                    "a cluster of platform.clusters",
                    "Correct the number, or add clusters",
                )
            });
            continue;
        };
        if event.until <= event.at {
            findings.add(|| {
                Problem::new(
                    place("until"),
                    format!("is {}, but the outage begins at {} s", plain(event.until), plain(event.at)),
                    "a time after platform.events.*.at",
                    "Correct the one or the other",
                )
            });
            continue;
        }
        let own = event.nodes.unwrap_or(most);
        if own > most {
            findings.add(|| {
                Problem::new(
                    place("nodes"),
                    format!(
                        "is {}, but cluster {} has {}",
                        exact(own.into()),
                        event.cluster,
                        counted(most.into(), "node")
                    ),
                    format!("1 to {} nodes", exact(most.into())),
                    "Lower it, or leave it out for all nodes of the cluster",
                )
            });
            continue;
        }
        changes.push((event.cluster, event.at, true, i, own.into()));
        changes.push((event.cluster, event.until, false, i, -i64::from(own)));
    }
    changes.sort_by(|a, b| a.0.cmp(&b.0).then(a.1.total_cmp(&b.1)).then(a.2.cmp(&b.2)).then(a.3.cmp(&b.3)));
    for own in changes.chunk_by(|a, b| a.0 == b.0) {
        let mut out = 0;
        for &(cluster, at, _, i, change) in own {
            out += change;
            let most = i64::from(nodes[cluster as usize]);
            if out > most {
                findings.add(|| {
                    Problem::new(
                        format!("platform.events.{i}.nodes"),
                        format!(
                            "overlaps with other outages: {} nodes of cluster {cluster} would be out at {} s, and it has {}",
                            exact(out as f64), plain(at), exact(most as f64)
                        ),
                        "outages that need no more nodes at a time than the cluster has",
                        "Take fewer nodes, or times that do not overlap",
                    )
                });
                break;
            }
        }
    }
}

/// Policies whose models have nodes only, and always all of them, cannot be used with outages, memory, GPUs or moved data.
pub(in crate::scenario) fn policies_know_the_platform(scenario: &Scenario, findings: &mut Findings) {
    let platform = &scenario.platform;
    if platform.has_outages() {
        let given = if platform.events.is_empty() { "platform.failures.mtbf_h" } else { "platform.events" };
        let words = ["as if all nodes always worked", "whose nodes always work", "that is not told of nodes that fail"];
        policies_know(scenario, (given, "outages"), words, Policy::bears_outages, findings);
    }
    if platform.has_resources() {
        let group = platform.clusters.iter().position(|own| own.memory_gb.is_some() || own.gpus.is_some());
        let (at, memory) = (group.unwrap_or(0), group.is_some_and(|at| platform.clusters[at].memory_gb.is_some()));
        let given = format!("platform.clusters.{at}.{}", if memory { "memory_gb" } else { "gpus" });
        let words = ["by nodes only", "with nodes only", "that is not told of memory and GPUs"];
        policies_know(scenario, (&given, "memory and GPUs"), words, Policy::knows_resources, findings);
    }
    if platform.stage_in == StageIn::Links {
        let words = ["as if jobs had no data", "to which jobs bring no data", "that is not told of data"];
        // A grid sends data itself.
        let knows = |own: Policy| own.knows_resources() || own.is_grid();
        policies_know(scenario, ("platform.stage_in", "data that are moved"), words, knows, findings);
    }
}

/// Finds the policies that do not know `what`, which is `given`. `words` describe the decisions, the clusters and the program that do not.
fn policies_know(
    scenario: &Scenario,
    (given, what): (&str, &str),
    [decides, clusters, program]: [&str; 3],
    knows: fn(Policy) -> bool,
    findings: &mut Findings,
) {
    for (i, own) in scenario.schedulers.iter().enumerate().filter(|(_, own)| !knows(own.policy)) {
        let why = match own.policy.info().queues {
            Queues::Common => format!("decides {decides}"),
            Queues::Planned => format!("plans a metacomputer {clusters}"),
            Queues::PerCluster => format!("sends jobs to clusters {clusters}"),
            Queues::Program => format!("is a program {program}"),
        };
        findings.add(|| {
            let able = Policy::all().iter().filter(|own| knows(**own)).map(|own| own.name());
            Problem::new(
                format!("schedulers.{i}.policy"),
                format!("is \"{}\", which {why}, but {given} is given", own.policy),
                format!("with {what}: {}", able.collect::<Vec<_>>().join(", ")),
                format!("Choose one of these, or leave out {given}"),
            )
        });
    }
}

/// Pools of memory and GPUs have all their nodes at all times, no job gets its data twice from a checkpoint, and kinds of jobs have shares of one whole.
fn resources_fit(scenario: &Scenario, findings: &mut Findings) {
    let platform = &scenario.platform;
    if platform.has_resources() && platform.resources == ResourceRule::Pooled && platform.has_outages() {
        findings.add(|| {
            Problem::new(
                "platform.resources",
                "is \"pooled\", but nodes may be out (platform.events, platform.failures)",
                "with outages: whole-nodes",
                "Choose whole-nodes, or leave out the outages",
            )
        });
    }
    if platform.stage_in == StageIn::Links
        && platform.has_failures()
        && platform.after_failure == AfterFailure::Checkpoint
    {
        findings.add(|| {
            Problem::new(
                "platform.after_failure",
                "is \"checkpoint\", but jobs get their data before they run (platform.stage_in), and how much of its work a job has done would depend on its data",
                "with platform.stage_in \"links\": requeue or lost",
                "Choose one of these, or leave out platform.stage_in",
            )
        });
    }
    let shares: f64 = scenario.workload.requests().iter().map(|own| own.share).sum();
    if shares > 1.0 + SUM_ERROR {
        findings.add(|| {
            Problem::new(
                "workload.requests",
                format!("has shares that add up to {}", plain(shares)),
                "shares that add up to at most 1",
                "Lower one of the shares",
            )
        });
    }
}

/// Largest error of a sum of shares with few decimals.
const SUM_ERROR: f64 = 1e-9;

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
