//! Finds sweeps that change nothing, because no run reads the swept parameter, or because all jobs run on one cluster.

use super::projection::{Projection, is_about_links, reads_links};
use crate::base::problem::Problem;
use crate::models::registry;
use crate::parameter::json::tidied;
use crate::scenario::checks::sweeps::Points;
use crate::scenario::declared::find;
use crate::scenario::{Scenario, Sweep};
use serde_json::Value;

/// One problem for each sweep whose values change no run. The problem names the reason, and settings that would matter.
/// A sweep with a single value has no problem, because it varies nothing anyway.
///
/// # Errors
/// A point of the sweeps cannot be made: a mistake in Metasched.
pub fn flat_sweeps(scenario: &Scenario) -> Result<Vec<Problem>, Problem> {
    let mut points = Points::of(scenario);
    // A swept number never decides whether another setting is read, so the first and the last value of a sweep show it,
    // at the first values of the other sweep.
    let mut at = |varied: Option<&Sweep>| {
        let value = |own: &Sweep| match varied.is_some_and(|varied| varied.parameter == own.parameter) {
            true => own.values.last().copied(),
            false => own.values.first().copied(),
        };
        let sweeps = scenario.experiment.sweep.iter();
        let values = sweeps.filter_map(|own| Some((own.parameter.clone(), tidied(Value::from(value(own)?)))));
        points.at(&values.collect())
    };
    let start = at(None)?;
    let sweeps = scenario.experiment.sweep.iter().enumerate();
    let ends = sweeps.map(|(i, own)| Ok((i, own, at(Some(own))?))).collect::<Result<Vec<_>, Problem>>()?;
    let mut each = std::iter::once(&start).chain(ends.iter().map(|(_, _, end)| end));
    let one_cluster = each.all(|point| point.platform.cluster_count() == 1);
    let mut problems = Vec::new();
    for (i, sweep, end) in ends.iter().filter(|(_, sweep, _)| sweep.values.len() > 1) {
        let same = |of: fn(&Scenario, usize) -> Result<Projection, Problem>| {
            let mut each = 0..scenario.schedulers.len();
            each.try_fold(true, |all, index| Ok::<bool, Problem>(all && of(&start, index)? == of(end, index)?))
        };
        let is_read = !same(Projection::of)?;
        if !is_read || one_cluster && same(Projection::on_one_cluster)? {
            problems.push(problem(*i, &sweep.parameter, scenario, one_cluster));
        }
    }
    Ok(problems)
}

/// The problem of a sweep that changes nothing.
fn problem(i: usize, name: &str, scenario: &Scenario, one_cluster: bool) -> Problem {
    let declared = find(name).map_or(name, |declared| declared.path);
    let about_links = is_about_links(scenario, declared) || declared == "schedulers.*.penalty";
    let spread = || scenario.schedulers.iter().any(|own| reads_links(own.policy.info()));
    let (because, only, remedy) = match about_links {
        true if one_cluster => {
            let only = "with several clusters, and policies that spread jobs over them";
            ("there is one cluster".to_owned(), only.to_owned(), "Sweep another parameter, or add clusters")
        }
        true if !spread() => {
            let queues = |own: &crate::models::Policy| {
                scenario.schedulers.iter().any(|here| here.policy.info().queues == own.info().queues)
            };
            let all = registry::current().policies().iter();
            let spreading = all.filter(|own| reads_links(own.info()) && queues(own)).map(|own| own.name());
            let spreading: Vec<&str> = spreading.collect();
            let only = match spreading.is_empty() {
                true => "with policies that spread jobs over clusters".to_owned(),
                false => format!("if schedulers.*.policy is {}", spreading.join(" or ")),
            };
            (
                "no policy here spreads jobs over clusters".to_owned(),
                only,
                "Sweep another parameter, or add such a policy",
            )
        }
        _ => {
            let what = match declared.starts_with("workload.estimate") {
                true => "estimates of run times",
                false => "it",
            };
            let because = format!("no policy and no queue here reads {what}");
            (because, format!("with a scheduler that reads {what}"), "Sweep another parameter, or add such a scheduler")
        }
    };
    Problem::new(
        format!("experiment.sweep.{i}.parameter"),
        format!("is {name}, which changes nothing here, because {because}"),
        format!("{name} only {only}"),
        remedy,
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenario::presets;
    use serde_json::json;

    /// The texts about a sweep over two values.
    fn said(mut scenario: Value, parameter: &str, values: [f64; 2]) -> String {
        scenario["experiment"] = json!({ "sweep": [{ "parameter": parameter, "values": values }] });
        let scenario = Scenario::from_value(&scenario).unwrap();
        let said = flat_sweeps(&scenario).unwrap();
        said.iter().map(Problem::to_string).collect::<Vec<_>>().join("\n")
    }

    #[test]
    fn on_one_cluster_links_and_traffic_do_not_matter() {
        let one = |network: &str, policy: &str| {
            json!({ "platform": { "clusters": [{ "count": 1, "nodes": 64 }] }, "network": { "model": network },
                    "schedulers": [policy, "b1"] })
        };
        let dynamic = one("dynamic", "first-fit");
        for parameter in ["platform.clusters.0.link_mbps", "platform.clusters.*.link_mbps", "workload.bsbw_mbps"] {
            let said = said(dynamic.clone(), parameter, [10.0, 1000.0]);
            let start = format!(
                "experiment.sweep.0.parameter is {parameter}, which changes nothing here, because there is one cluster. \
                 Allowed: {parameter} only with several clusters"
            );
            assert!(said.starts_with(&start), "{said}");
        }
        for (scenario, parameter) in [
            (dynamic.clone(), "workload.compute_fraction"),
            (one("fixed", "first-fit"), "network.penalty"),
            (one("wan", "first-fit"), "network.wan_ratio"),
            (one("dynamic", "fixed"), "schedulers.0.penalty"),
        ] {
            let ends = if parameter.ends_with("fraction") { [0.2, 0.8] } else { [1.0, 2.0] };
            assert!(said(scenario, parameter, ends).contains("because there is one cluster"), "{parameter}");
        }
        assert_eq!(said(dynamic.clone(), "workload.runtime_s", [10.0, 1000.0]), "");
        assert_eq!(said(dynamic.clone(), "platform.clusters.0.nodes", [64.0, 128.0]), "");
        assert_eq!(said(dynamic, "platform.clusters.0.count", [1.0, 2.0]), "");
    }

    /// With a second cluster at one of the points, the other parameter matters there.
    #[test]
    fn a_swept_number_of_clusters_makes_links_matter() {
        let sweep = json!([{ "parameter": "platform.clusters.0.count", "values": [1, 4] },
                           { "parameter": "workload.bsbw_mbps", "values": [10, 1000] }]);
        let scenario = json!({ "schedulers": ["first-fit"], "experiment": { "sweep": sweep } });
        assert_eq!(flat_sweeps(&Scenario::from_value(&scenario).unwrap()), Ok(Vec::new()));
    }

    #[test]
    fn policies_that_never_spread_jobs_read_no_links() {
        let with = |policies: Value| json!({ "schedulers": policies });
        for parameter in ["platform.clusters.0.link_mbps", "workload.bsbw_mbps"] {
            let said = said(with(json!(["no-share", "migration-only"])), parameter, [10.0, 1000.0]);
            let start = format!(
                "experiment.sweep.0.parameter is {parameter}, which changes nothing here, \
                 because no policy here spreads jobs over clusters. Allowed: {parameter} only if schedulers.*.policy is "
            );
            assert!(said.starts_with(&start) && said.contains("first-fit or"), "{said}");
        }
        assert!(said(with(json!(["no-share"])), "workload.compute_fraction", [0.2, 0.8]).contains("no policy here"));
        assert_eq!(said(with(json!(["no-share", "first-fit"])), "workload.bsbw_mbps", [10.0, 1000.0]), "");
        let estimates = json!({ "schedulers": ["first-fit"], "workload": { "estimates": "factor" } });
        let said = said(estimates, "workload.estimate_factor", [2.0, 5.0]);
        assert!(said.contains("because no policy and no queue here reads estimates of run times"), "{said}");
    }

    #[test]
    fn every_sweep_of_a_preset_changes_something() {
        for preset in presets::all() {
            let scenario = presets::scenario(preset).unwrap();
            assert_eq!(flat_sweeps(&scenario), Ok(Vec::new()), "{}", preset.name);
        }
    }
}
