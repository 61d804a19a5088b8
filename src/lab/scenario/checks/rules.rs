//! Rules about several parameters of a scenario.

use crate::base::problem::Problem;
use crate::scenario::Scenario;
use crate::scenario::checks::findings::Findings;
use crate::scenario::checks::{
    grid_rules, link_rules, platform_rules, point_rules, scheduler_rules, sweeps, workload_rules,
};
use crate::scenario::experiment::MOST_RUNS;
use crate::words::number::exact;

/// Applies the rules to a scenario without wrong values. A rule about a part in which a value was wrong is skipped.
pub(in crate::scenario) fn check(scenario: &Scenario, findings: &mut Findings) {
    let platform = findings.sound("platform");
    let workload = findings.sound("workload");
    if platform {
        platform_rules::check(scenario, findings);
        link_rules::check(scenario, findings);
    }
    if workload {
        workload_rules::check(&scenario.workload, findings);
        if findings.sound("experiment") {
            workload_rules::groups_are_known(scenario, findings);
        }
    }
    if platform && workload {
        workload_rules::platform_suits(scenario, findings);
    }
    let schedulers = findings.sound("schedulers");
    if schedulers {
        scheduler_rules::check(scenario, findings);
    }
    if platform && schedulers && findings.sound("network") {
        grid_rules::check(scenario, findings);
        platform_rules::policies_know_the_platform(scenario, findings);
        link_rules::policies_bear_changes(scenario, findings);
    }
    if findings.sound("experiment") {
        if schedulers {
            runs_are_bounded(scenario, findings);
        }
        // Checks again that there is no problem: the rules above may have found some, which would be found again at
        // every corner of the sweeps.
        if ["platform", "workload", "network", "schedulers", "experiment"].iter().all(|part| findings.sound(part)) {
            sweeps::check(scenario, findings);
        }
    }
}

fn runs_are_bounded(scenario: &Scenario, findings: &mut Findings) {
    let points = scenario.experiment.point_count();
    let (schedulers, replications) = (scenario.schedulers.len() as u64, u64::from(scenario.experiment.replications));
    let runs = points * schedulers * replications;
    if runs > MOST_RUNS {
        findings.add(|| {
            Problem::new(
                "experiment",
                format!(
                    "has {} runs: {points} points × {schedulers} schedulers × {replications} replications",
                    exact(runs as f64)
                ),
                format!("at most {} runs", exact(MOST_RUNS as f64)),
                "Take fewer values, schedulers or replications",
            )
        });
    }
    point_rules::kept_jobs_are_bounded(scenario, points, findings);
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value, json};

    fn problems(value: Value) -> String {
        Scenario::from_value(&value).map_or_else(|problems| problems.to_string(), |_| "none".into())
    }

    fn events(events: Value) -> Value {
        json!({ "platform": { "events": events } })
    }

    fn link_events(events: Value, scheduler: &str, queue: &str) -> Value {
        json!({ "platform": { "link_events": events }, "schedulers": [scheduler], "queue": queue })
    }

    fn sweep(parameter: &str, values: Value) -> Value {
        json!({"sweep": [{"parameter": parameter, "values": values}]})
    }

    #[test]
    fn what_does_not_go_together_is_found() {
        for (value, part) in [
            (json!({"platform": {"clusters": [{"count": 4000}, {"count": 97}]}}), "has 4097 clusters in all groups"),
            (
                json!({"platform": {"clusters": [{"count": 6, "nodes": 10_000_000}]}}),
                "has 60\u{2009}000\u{2009}000 nodes",
            ),
            (
                json!({"experiment": {"group_by": "user"}}),
                "experiment.group_by is \"user\", but jobs of workload.model synthetic have no user. Allowed: none, home",
            ),
            (
                json!({"workload": {"model": "jann97"}, "experiment": {"group_by": "partition"}}),
                "Allowed: none, queue, home",
            ),
            (
                json!({"platform": {"topology": "tree", "clusters_per_site": 4}}),
                "platform.clusters_per_site is 4, which puts all clusters into one site: there are 4. Allowed: less",
            ),
            (
                json!({"platform": {"topology": "mesh", "clusters": [{"count": 129}]}}),
                "platform.topology is mesh, which has 8256 links for 129 clusters. Allowed: mesh with at most 128",
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
                events(json!([{"cluster": 4}])),
                "platform.events.0.cluster is 4, but the last of the clusters, which are numbered from 0, is 3",
            ),
            (events(json!([{"at": 7200}])), "platform.events.0.until is 3600, but the outage begins at 7200 s"),
            (
                events(json!([{}, {"nodes": 101}])),
                "platform.events.1.nodes is 101, but cluster 0 has 100 nodes. Allowed: 1 to 100 nodes",
            ),
            (
                events(json!([{"nodes": 60}, {"at": 60, "until": 90, "nodes": 41, "kind": "fail"}])),
                "platform.events.1.nodes overlaps with other outages: 101 nodes of cluster 0 would be out at 60 s, and it has 100",
            ),
            (events(json!([{"at": -1}])), "platform.events.0.at is -1. Allowed: a number from 0"),
            (
                link_events(json!([{"link": 4}]), "first-fit", "fcfs"),
                "platform.link_events.0.link is 4, but there are 4 links. Allowed: 0 to 3",
            ),
            (
                link_events(json!([{"at": 7200}]), "first-fit", "fcfs"),
                "platform.link_events.0.until is 3600, but the change begins at 7200 s",
            ),
            (
                link_events(json!([{}, {"at": 60, "share": 0.5}]), "first-fit", "fcfs"),
                "platform.link_events.1.at is 60, but link 0 has another capacity until 3600 s",
            ),
            (
                link_events(json!([{}]), "a1", "fcfs"),
                "is \"a1\", which searches with links of a fixed capacity, but platform.link_events is given",
            ),
            (
                link_events(json!([{}]), "b3", "easy"),
                "is \"b3\", which plans the loads of links with their full capacities",
            ),
            (
                json!({"platform": {"link_events": [{}]}, "schedulers": ["first-fit"],
                       "experiment": sweep("platform.link_events.*.until", json!([0, 60]))}),
                "breaks a rule at platform.link_events.*.until = 0: platform.link_events.0.until is 0",
            ),
            (events(Value::Array(vec![json!({}); 1001])), "platform.events"),
            (events(json!([{"nodes": 50}, {"nodes": 50}, {"at": 3600, "until": 4000}])), "none"),
            (
                json!({"platform": {"events": [{}]}, "schedulers": ["first-fit", "tla"]}),
                "schedulers.1.policy is \"tla\", which decides as if all nodes always worked, but platform.events is given",
            ),
            (
                json!({"platform": {"failures": {"mtbf_h": 10}}, "workload": {"model": "metacomputer"}, "schedulers": ["meta-fcfs"]}),
                "which plans a metacomputer whose nodes always work, but platform.failures.mtbf_h is given",
            ),
            (json!({"platform": {"sizes": [50, 10]}}), "platform.sizes is [50, 10]"),
            (
                json!({"platform": {"clusters": [{"count": 6}], "sizes": [1, 10_000_000]}}),
                "has 60\u{2009}000\u{2009}000 nodes",
            ),
            (
                json!({"experiment": {"group_by": "origin"}}),
                "experiment.group_by is \"origin\", but jobs of workload.model synthetic have no origin. Allowed: none, home",
            ),
            (
                json!({"workload": {"model": "swf", "path": "a.swf"},
                       "experiment": {"group_by": "queue", "sweep": [{"parameter": "workload.meta_compression", "values": [1]}]}}),
                "breaks a rule at workload.meta_compression = 1: experiment.group_by is \"queue\"",
            ),
            (json!({"workload": {"nodes": [50, 10]}}), "workload.nodes is [50, 10]"),
            (
                json!({"workload": {"varied": {"bsbw_law": "uniform", "bsbw_cv": 0.6}}}),
                "workload.varied.bsbw_cv is 0.6, but bandwidths of a uniform law with this variation would be negative",
            ),
            (
                json!({"workload": {"compute_fraction": 0.7, "varied": {"compute_spread": 0.4}}}),
                "workload.varied.compute_spread is 0.4, but workload.compute_fraction is 0.7. Allowed: at most 0.3",
            ),
            (json!({"workload": {"varied": {"data_mb": [20, 1]}}}), "workload.varied.data_mb is [20, 1]"),
            (
                json!({"workload": {"varied": {"kinds": [{"share": 0.7}, {"share": 0.4}]}}}),
                "workload.varied.kinds has shares that add up to 1.1",
            ),
            (json!({"workload": {"nodes": [5, 7], "sizes": "power-of-two"}}), "holds no power of two"),
            (json!({"workload": {"clusters": [{}, {"nodes": [9, 8]}]}}), "workload.clusters.1.nodes is [9, 8]"),
            (
                json!({"workload": {"clusters": [{}, {}, {}, {}, {}]}}),
                "has 5 entries. Allowed: at most one for each of the 4",
            ),
            (
                json!({"platform": {"clusters": [{}]}, "workload": {"clusters": [{"jobs_per_cluster": 0}]}}),
                "jobs at one cluster",
            ),
            (json!({"workload": {"model": "swf"}}), "workload.path is missing"),
            (
                json!({"workload": {"estimates": "requested"}}),
                "workload.estimates is \"requested\", but workload.model is synthetic",
            ),
            (
                json!({"schedulers": [{"policy": "ideal", "label": "a"}, {"policy": "b1", "label": "a"}]}),
                "schedulers.1.label is \"a\", as that of schedulers.0. Allowed: labels that differ",
            ),
            (
                json!({"experiment": {"replications": 1000, "sweep": [{}, {"parameter": "workload.runtime_s"}]}}),
                "has 294\u{2009}000 runs",
            ),
            (json!({"experiment": {"sweep": [{}, {}]}}), "as in the first sweep"),
            (
                json!({"schedulers": ["ideal"], "workload": {"jobs_per_cluster": 120_000}, "experiment": {"detail": "jobs", "sweep": []}}),
                "experiment.detail is \"jobs\", which would keep 480\u{2009}000 jobs of each of 5 runs. Allowed: at most 2\u{2009}000\u{2009}000 jobs",
            ),
            (
                json!({"schedulers": ["ideal"], "workload": {"model": "swf", "path": "a.swf"},
                       "experiment": {"detail": "jobs", "sweep": []}}),
                "would keep all jobs of a log of each of 5 runs",
            ),
            (
                json!({"schedulers": ["ideal"], "workload": {"jobs_per_cluster": 20}, "experiment": {"detail": "jobs",
                       "sweep": [{"parameter": "workload.jobs_per_cluster", "values": [10, 1e6]}]}}),
                "breaks a rule at workload.jobs_per_cluster = 1000000: experiment.detail is \"jobs\"",
            ),
        ] {
            let all = problems(value);
            assert!(all.contains(part) && all.lines().count() == 1, "{part} in\n{all}");
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
