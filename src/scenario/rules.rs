//! What several parameters must agree on.

use super::check::Findings;
use super::experiment::MOST_RUNS;
use super::json::{grouped, quoted};
use super::platform::{MOST_CLUSTERS, MOST_MESH_CLUSTERS, MOST_NODES};
use super::{
    Estimates, GroupBy, Scenario, SizeDistribution, Swf, Synthetic, Topology, Workload,
    model_rules, sweeps,
};
use crate::base::problem::Problem;

/// Checks a scenario whose single values are sound; what rests on a value that is not is left out.
pub(super) fn check(scenario: &Scenario, findings: &mut Findings) {
    let platform = findings.sound("platform");
    let workload = findings.sound("workload");
    if platform {
        platform_size(scenario, findings);
        topology(scenario, findings);
        speeds_are_drawn_or_given(scenario, findings);
    }
    if workload {
        match &scenario.workload {
            Workload::Synthetic(synthetic) => synthetic_laws(synthetic, findings),
            Workload::Swf(swf) => log_is_named(swf, findings),
            model => model_rules::check(model, findings),
        }
        requests_need_a_log(&scenario.workload, findings);
        if findings.sound("experiment") {
            groups_are_told(scenario, findings);
        }
    }
    if platform && workload {
        overrides_have_clusters(scenario, findings);
    }
    let schedulers = findings.sound("schedulers");
    if schedulers {
        names_differ(scenario, findings);
    }
    if findings.sound("experiment") {
        if schedulers {
            runs_are_bounded(scenario, findings);
        }
        // Asked again: what a rule above found would be found once more at every corner of the sweeps.
        if ["platform", "workload", "network", "schedulers"]
            .iter()
            .all(|part| findings.sound(part))
        {
            sweeps::check(scenario, findings);
        }
    }
}

/// The rules that a swept number can break.
pub(super) fn check_point(scenario: &Scenario, findings: &mut Findings) {
    platform_size(scenario, findings);
    topology(scenario, findings);
    speeds_are_drawn_or_given(scenario, findings);
    overrides_have_clusters(scenario, findings);
    match &scenario.workload {
        Workload::Synthetic(synthetic) => synthetic_laws(synthetic, findings),
        model => model_rules::check(model, findings),
    }
}

/// Speeds that are drawn: for at least two clusters, none of which has a speed of its own.
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
                format!(
                    "is {}, but there is one cluster",
                    platform.speed_heterogeneity
                ),
                "0, or at least two clusters",
                "A single cluster keeps its power at speed 1 only: add one, or take 0",
            )
        });
    }
    if let Some(i) = platform
        .clusters
        .iter()
        .position(|group| group.speed != 1.0)
    {
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
    let (clusters, nodes) = (
        scenario.platform.cluster_count(),
        scenario.platform.node_count(),
    );
    for (count, most, of) in [
        (clusters, MOST_CLUSTERS, "clusters"),
        (nodes, MOST_NODES, "nodes"),
    ] {
        if count > most {
            findings.add(|| {
                Problem::new(
                    "platform.clusters",
                    format!("has {} {of} in all groups together", grouped(count as f64)),
                    format!("at most {} {of}", grouped(most as f64)),
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
                format!(
                    "is {per_site}, which puts all clusters into one site: there are {clusters}"
                ),
                "less than the number of clusters, since a tree joins two sites at least",
                "Lower it, add clusters, or choose the star",
            )
        }),
        Topology::Mesh if clusters > MOST_MESH_CLUSTERS => findings.add(|| {
            let links = clusters * (clusters - 1) / 2;
            Problem::new(
                "platform.topology",
                format!(
                    "is mesh, which has {} links for {clusters} clusters",
                    grouped(links as f64)
                ),
                format!("mesh with at most {MOST_MESH_CLUSTERS} clusters"),
                "Lower the counts, or choose the star or the tree",
            )
        }),
        Topology::Star | Topology::Tree | Topology::Mesh => {}
    }
}

fn synthetic_laws(synthetic: &Synthetic, findings: &mut Findings) {
    sizes(synthetic, "workload.nodes", findings);
    for (i, own) in synthetic.clusters.iter().enumerate() {
        if own.nodes.is_some() || own.sizes.is_some() {
            sizes(
                &synthetic.at(i),
                &format!("workload.clusters.{i}.nodes"),
                findings,
            );
        }
    }
}

/// Adds the problem with a range whose ends are the wrong way round; whether there is one.
pub(super) fn wrong_way_round([low, high]: [u32; 2], place: &str, findings: &mut Findings) -> bool {
    if low > high {
        findings.add(|| {
            Problem::new(
                place,
                format!("is [{low}, {high}]"),
                "the smallest size first, at most the largest",
                format!("Write [{high}, {low}]"),
            )
        });
    }
    low > high
}

fn sizes(law: &Synthetic, place: &str, findings: &mut Findings) {
    let [low, high] = law.nodes;
    if wrong_way_round(law.nodes, place, findings) {
        return;
    }
    if law.sizes == SizeDistribution::PowerOfTwo
        && low
            .checked_next_power_of_two()
            .is_none_or(|power| power > high)
    {
        findings.add(|| {
            Problem::new(
                place,
                format!("is [{low}, {high}], which holds no power of two"),
                "a range with 1, 2, 4, 8, 16, … in it, since the size distribution is power-of-two",
                "Widen the range, or choose the uniform distribution",
            )
        });
    }
}

fn requests_need_a_log(workload: &Workload, findings: &mut Findings) {
    let logged = matches!(workload, Workload::Swf(_));
    if !logged && workload.estimates().0 == Estimates::Requested {
        findings.add(|| {
            Problem::new(
                "workload.estimates",
                format!(
                    "is \"requested\", but workload.model is {}",
                    workload.model()
                ),
                "exact, factor, f-model",
                "Only logs have requested times: choose another, or a log",
            )
        });
    }
}

/// Jobs of this workload have what they are to be grouped by.
fn groups_are_told(scenario: &Scenario, findings: &mut Findings) {
    let by = scenario.experiment.group_by;
    let typed = matches!(
        scenario.workload,
        Workload::Lublin99(_) | Workload::Jann97(_)
    );
    let told = match by {
        GroupBy::None | GroupBy::Home => true,
        GroupBy::Queue if typed => true,
        GroupBy::Queue | GroupBy::Partition | GroupBy::User => {
            matches!(scenario.workload, Workload::Swf(_))
        }
    };
    if !told {
        findings.add(|| {
            Problem::new(
                "experiment.group_by",
                format!(
                    "is \"{}\", but jobs of workload.model {} have no {}",
                    by.name(),
                    scenario.workload.model(),
                    by.name()
                ),
                if typed {
                    "none, queue, home"
                } else {
                    "none, home"
                },
                "Choose another grouping, or a log",
            )
        });
    }
}

fn log_is_named(swf: &Swf, findings: &mut Findings) {
    if swf.path.trim().is_empty() {
        findings.add(|| {
            Problem::new(
                "workload.path",
                "is missing",
                "the name of a log in the Standard Workload Format",
                "Name the file, or drop it on the page",
            )
        });
    }
}

fn overrides_have_clusters(scenario: &Scenario, findings: &mut Findings) {
    let Workload::Synthetic(synthetic) = &scenario.workload else {
        return;
    };
    let (given, clusters) = (synthetic.clusters.len(), scenario.platform.cluster_count());
    if given as u64 > clusters {
        findings.add(|| {
            Problem::new(
                "workload.clusters",
                format!("has {given} entries"),
                format!("at most one for each of the {clusters} clusters"),
                "Remove the last ones, or add clusters to the platform",
            )
        });
    } else if given as u64 == clusters && (0..given).all(|i| synthetic.at(i).jobs_per_cluster == 0)
    {
        findings.add(|| {
            Problem::new(
                "workload.clusters",
                "has jobs_per_cluster 0 at every cluster",
                "jobs at one cluster at least",
                "Give one of them jobs",
            )
        });
    }
}

fn names_differ(scenario: &Scenario, findings: &mut Findings) {
    let names = scenario.scheduler_names();
    for (i, name) in names.iter().enumerate() {
        if let Some(first) = names[..i].iter().position(|other| other == name) {
            findings.add(|| {
                Problem::new(
                    format!("schedulers.{i}"),
                    format!(
                        "has the name of schedulers.{first}: {}",
                        quoted(&name.as_str().into())
                    ),
                    "names that differ",
                    "Change a setting, give it a label of its own, or remove it",
                )
            });
        }
    }
}

fn runs_are_bounded(scenario: &Scenario, findings: &mut Findings) {
    let points = scenario.experiment.point_count();
    let (schedulers, replications) = (
        scenario.schedulers.len() as u64,
        u64::from(scenario.experiment.replications),
    );
    let runs = points * schedulers * replications;
    if runs > MOST_RUNS {
        findings.add(|| {
            Problem::new(
                "experiment",
                format!(
                    "has {} runs: {points} points × {schedulers} schedulers × {replications} replications",
                    grouped(runs as f64)
                ),
                format!("at most {} runs", grouped(MOST_RUNS as f64)),
                "Take fewer values, schedulers or replications",
            )
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value, json};

    fn problems(value: Value) -> String {
        Scenario::from_value(&value).map_or_else(|problems| problems.to_string(), |_| "none".into())
    }

    fn sweep(parameter: &str, values: Value) -> Value {
        json!({"sweep": [{"parameter": parameter, "values": values}]})
    }

    #[test]
    fn what_does_not_go_together_is_found() {
        for (value, part) in [
            (
                json!({"platform": {"clusters": [{"count": 4000}, {"count": 97}]}}),
                "has 4097 clusters in all groups",
            ),
            (
                json!({"platform": {"clusters": [{"count": 6, "nodes": 10_000_000}]}}),
                "has 60 000 000 nodes",
            ),
            (
                json!({"experiment": {"group_by": "user"}}),
                "experiment.group_by is \"user\", but jobs of workload.model synthetic have no user; allowed: none, home",
            ),
            (
                json!({"workload": {"model": "jann97"}, "experiment": {"group_by": "partition"}}),
                "allowed: none, queue, home",
            ),
            (
                json!({"platform": {"topology": "tree", "clusters_per_site": 4}}),
                "platform.clusters_per_site is 4, which puts all clusters into one site: there are 4; allowed: less",
            ),
            (
                json!({"platform": {"topology": "mesh", "clusters": [{"count": 129}]}}),
                "platform.topology is mesh, which has 8256 links for 129 clusters; allowed: mesh with at most 128",
            ),
            (
                json!({"platform": {"topology": "tree"},
                       "experiment": sweep("platform.clusters.0.count", json!([2, 8]))}),
                "breaks a rule at platform.clusters.0.count = 2: platform.clusters_per_site is 2",
            ),
            (
                json!({"experiment": sweep("platform.core_mbps", json!([100, 500]))}),
                "changes nothing here, because platform.topology is \"star\"",
            ),
            (
                json!({"platform": {"clusters": [{}], "speed_heterogeneity": 0.1}}),
                "platform.speed_heterogeneity is 0.1, but there is one cluster",
            ),
            (
                json!({"platform": {"clusters": [{}, {"speed": 2}], "speed_heterogeneity": 0.1}}),
                "but platform.clusters.1.speed is 2",
            ),
            (
                json!({"workload": {"nodes": [50, 10]}}),
                "workload.nodes is [50, 10]",
            ),
            (
                json!({"workload": {"nodes": [5, 7], "sizes": "power-of-two"}}),
                "holds no power of two",
            ),
            (
                json!({"workload": {"clusters": [{}, {"nodes": [9, 8]}]}}),
                "workload.clusters.1.nodes is [9, 8]",
            ),
            (
                json!({"workload": {"clusters": [{}, {}, {}, {}, {}]}}),
                "has 5 entries; allowed: at most one for each of the 4",
            ),
            (
                json!({"platform": {"clusters": [{}]}, "workload": {"clusters": [{"jobs_per_cluster": 0}]}}),
                "jobs at one cluster",
            ),
            (
                json!({"workload": {"model": "swf"}}),
                "workload.path is missing",
            ),
            (
                json!({"workload": {"estimates": "requested"}}),
                "workload.estimates is \"requested\", but workload.model is synthetic",
            ),
            (
                json!({"schedulers": ["ideal", {"policy": "ideal"}]}),
                "schedulers.1 has the name of schedulers.0: \"ideal\"",
            ),
            (
                json!({"experiment": {"replications": 1000, "sweep": [{}, {"parameter": "workload.runtime_s"}]}}),
                "has 294 000 runs",
            ),
            (
                json!({"experiment": {"sweep": [{}, {}]}}),
                "as in the first sweep",
            ),
        ] {
            let all = problems(value);
            assert!(
                all.contains(part) && all.lines().count() == 1,
                "{part} in\n{all}"
            );
        }
    }

    #[test]
    fn what_is_odd_but_sound_is_accepted() {
        for value in [
            json!({"workload": {"nodes": [500, 5000]}}),
            json!({"workload": {"nodes": [5, 8], "sizes": "power-of-two"}}),
            json!({"workload": {"runtime_cv": 4, "estimate_factor": 4}, "network": {"penalty": 2}}),
            json!({"workload": {"model": "swf", "path": "a.swf", "estimates": "requested"}}),
            json!({"schedulers": ["b3", {"policy": "b3", "chunk": 0.7}]}),
            json!({"schedulers": ["b3"], "experiment": sweep("schedulers.0.chunk", json!([0.7, 1]))}),
            json!({"experiment": sweep("schedulers.4.lslt", json!([0.4, 1.2]))}),
            json!({"experiment": sweep("schedulers.5.penalty", json!([1.1]))}),
            json!({"experiment": sweep("platform.clusters.0.count", json!([1, 2, 4]))}),
            json!({"experiment": sweep("workload.nodes.1", json!([10, 90]))}),
            json!({"platform": {"topology": "tree"}, "experiment": sweep("platform.core_mbps", json!([100, 500]))}),
            json!({"platform": {"topology": "mesh", "clusters_per_site": 4, "clusters": [{"count": 128}]}}),
            json!({"network": {"model": "fixed"}, "experiment": sweep("network.penalty", json!([1, 2]))}),
        ] {
            assert_eq!(problems(value.clone()), "none", "{value}");
        }
    }
}
