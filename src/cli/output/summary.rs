//! Summary of a scenario in a few lines.

use crate::cli::execute::progress::many_jobs;
use crate::experiment::Plan;
use crate::logs::Log;
use crate::models::{Loads, Queues};
use crate::parameter::Kind;
use crate::scenario::declared;
use crate::scenario::language::path::{self, Values};
use crate::scenario::{Communication, Estimates, Pattern, Scenario, Topology};
use crate::words::number::{count, counted, exact, several};
use crate::workload::SLOWDOWN_BOUND_S;
use serde_json::Value;

/// The number at `path` as text. If a sweep varies the number, the text has the first and the last value of the sweep:
/// "100…900".
fn number(scenario: &Scenario, path: &str, value: f64) -> String {
    let mut sweeps = scenario.experiment.sweep.iter();
    let swept = sweeps.find(|sweep| path::covers(&sweep.parameter, path)).map(|sweep| sweep.values.as_slice());
    match swept {
        Some([first, .., last]) => format!("{}…{}", exact(*first), exact(*last)),
        Some([only]) => exact(*only),
        Some([]) | None => exact(value),
    }
}

/// Describes each group of clusters: "4 clusters of 100 nodes, 1000 Mbps". The topology follows, unless it is a star.
pub fn platform(scenario: &Scenario) -> String {
    let drawn_size = |end: usize, nodes: u32| number(scenario, &format!("platform.sizes.{end}"), nodes.into());
    let groups = scenario.platform.clusters.iter().enumerate().map(|(i, group)| {
        let number = |name: &str, value| number(scenario, &format!("platform.clusters.{i}.{name}"), value);
        let count = number("count", group.count.into());
        let nodes = match scenario.platform.sizes {
            Some([least, most]) => {
                format!("{} to {}", drawn_size(0, least), drawn_size(1, most))
            }
            None => number("nodes", group.nodes.into()),
        };
        let link = number("link_mbps", group.link_mbps);
        let speed = match number("speed", group.speed) {
            speed if speed == "1" => String::new(),
            speed => format!(", speed {speed}"),
        };
        format!("{} of {}, {link} Mbps{speed}", several(&count, "cluster"), several(&nodes, "node"))
    });
    let groups = groups.collect::<Vec<_>>().join(" + ");
    let number = |name: &str, value| number(scenario, &format!("platform.{name}"), value);
    match scenario.platform.topology {
        Topology::Star => groups,
        Topology::Tree => format!(
            "{groups}; sites of {} clusters, core links {} Mbps",
            number("clusters_per_site", scenario.platform.clusters_per_site.into()),
            number("core_mbps", scenario.platform.core_mbps)
        ),
        Topology::Mesh => format!("{groups}; full mesh"),
    }
}

/// Source and properties of the jobs.
pub fn workload(scenario: &Scenario, log: Option<&Log>) -> String {
    let of_workload = |name: &str, value| number(scenario, &format!("workload.{name}"), value);
    let jobs = scenario.workload.about(&of_workload, log);
    let Communication { compute_fraction, bsbw_mbps, pattern } = scenario.workload.communication();
    let pattern = match pattern {
        Pattern::AllToAll => String::new(),
        other => format!(" ({other})"),
    };
    let computing = match scenario.workload.info().most_communication {
        Some((setting, name)) => {
            let place = format!("workload.{setting}");
            let most = scenario.at(&place).and_then(Value::as_f64);
            format!("{name} up to {}", number(scenario, &place, most.unwrap_or(f64::NAN)))
        }
        None => {
            let share = number(scenario, "workload.compute_fraction", compute_fraction);
            format!("K {share}")
        }
    };
    let bsbw = match scenario.network.model.info().loads {
        Loads::Nothing | Loads::OwnCluster => String::new(),
        Loads::Links | Loads::Both => {
            let bsbw = number(scenario, "workload.bsbw_mbps", bsbw_mbps);
            format!(", BSBW {bsbw} Mbps{pattern}")
        }
    };
    let load = match scenario.workload.load() {
        Some(load) => format!(", run times scaled to load {}", number(scenario, "workload.load", load)),
        None => String::new(),
    };
    let estimates = estimates(scenario, log);
    let varied = if scenario.workload.varied().law().is_none() { "" } else { ", communication by job" };
    let able =
        if scenario.workload.varied().abilities().is_none() { "" } else { ", moldable or local jobs or data by job" };
    format!("{jobs}{load}, {computing}{bsbw}{varied}{able}{estimates}")
}

/// Text about estimates of run times; empty if all estimates are exact.
fn estimates(scenario: &Scenario, log: Option<&Log>) -> String {
    let (estimates, factor) = scenario.workload.estimates();
    match estimates {
        Estimates::Known if !scenario.workload.is_log() => String::new(),
        Estimates::Exact => String::new(),
        Estimates::Factor => {
            let factor = number(scenario, "workload.estimate_factor", factor);
            format!(", estimates {factor} × run time")
        }
        Estimates::FModel => {
            let factor = number(scenario, "workload.estimate_factor", factor);
            format!(", estimates wrong by up to a factor of {factor}")
        }
        Estimates::Known | Estimates::Requested => requested(scenario, log),
    }
}

/// Text about estimates that are the requested times in a log.
fn requested(scenario: &Scenario, log: Option<&Log>) -> String {
    let most = scenario.workload.jobs();
    let (all, silent) = log.map_or((0, 0), |log| {
        let all = most.min(log.records().len() as u64);
        (all, log.without_request(most))
    });
    match silent {
        0 => ", estimates as requested".to_owned(),
        silent if silent == all => ", estimates exact: the log has no requested times".to_owned(),
        silent => {
            format!(", estimates as requested; exact for {} of {}, which have none", count(silent), counted(all, "job"))
        }
    }
}

/// Text about queue and network.
pub fn rules(scenario: &Scenario) -> String {
    let network = &scenario.network;
    let number = |place: &str, value| number(scenario, place, value);
    let of_network = |name: &str, value| number(&format!("network.{name}"), value);
    let about = (network.model.info().about)(&network.own, &of_network);
    let network = about.unwrap_or_else(|| format!("{} network", network.model));
    // The scenario's queue applies to a scheduler with a common queue, unless the scheduler has its own queue setting.
    let queue = match scenario
        .schedulers
        .iter()
        .any(|own| own.policy.info().queues == Queues::Common && !own.common.queue.is_named())
    {
        true => {
            let shown = |jobs: u32| number("queue.reservations", jobs.into());
            format!("{} queue, ", scenario.queue.words(&shown))
        }
        false => String::new(),
    };
    let bound_s = scenario.experiment.slowdown_bound_s;
    let bound = match bound_s == SLOWDOWN_BOUND_S {
        true => String::new(),
        false => format!(", slowdowns bounded with {} s", number("experiment.slowdown_bound_s", bound_s)),
    };
    format!("{queue}{network}{bound}, seed \"{}\"", scenario.seed)
}

/// Points × schedulers × replications, and the resulting number of runs and jobs.
pub fn extent(plan: &Plan, log_jobs: u64) -> String {
    let experiment = &plan.scenario().experiment;
    let product = [
        counted(plan.points().len() as u64, "point"),
        counted(plan.scenario().schedulers.len() as u64, "scheduler"),
        counted(experiment.replications.into(), "replication"),
    ];
    let cells = plan.points().len() * plan.scenario().schedulers.len() * experiment.replications as usize;
    let tasks = plan.tasks().len();
    let once = match tasks == cells {
        true => "",
        false => " (what cannot differ is run once)",
    };
    format!(
        "{} = {}{once}, {}",
        product.join(" × "),
        counted(tasks as u64, "run"),
        many_jobs(plan.jobs(log_jobs) as f64)
    )
}

/// Swept parameters: "workload.bsbw_mbps = 200, 300, 400".
pub fn sweeps(scenario: &Scenario) -> Vec<String> {
    let sweeps = scenario.experiment.sweep.iter().map(|sweep| {
        let values: Vec<String> = sweep.values.iter().map(f64::to_string).collect();
        format!("{} = {}", sweep.parameter, values.join(", "))
    });
    sweeps.collect()
}

/// Label and unit of a swept parameter: ("BSBW", "Mbps").
pub fn name_and_unit(path: &str) -> (&str, &str) {
    declared::find(path).map_or((path, ""), |parameter| match parameter.kind {
        Kind::Constants { .. } => (path.rsplit('.').next().unwrap_or(path), ""),
        _ => (parameter.label, parameter.unit),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_scenario_in_words() {
        let scenario = Scenario::default();
        assert_eq!(platform(&scenario), "4 clusters of 100 nodes, 1000 Mbps");
        assert!(
            workload(&scenario, None)
                .starts_with("2000 jobs per cluster, one each 150 s, 10–50 nodes, 450 s (exponential)")
        );
        let with = |name, value: &str| scenario.with(name, &value.into()).unwrap();
        assert_eq!(
            platform(&with("platform.topology", "tree")),
            "4 clusters of 100 nodes, 1000 Mbps; sites of 2 clusters, core links 1000 Mbps"
        );
        assert!(workload(&with("workload.pattern", "ring"), None).ends_with("BSBW 100…900 Mbps (ring)"));
        let text = r#"{ "workload": { "nodes": [1, 1] }, "platform": { "clusters": [{ "nodes": 1 }] } }"#;
        let single = Scenario::from_json(text).unwrap();
        assert_eq!(platform(&single), "1 cluster of 1 node, 1000 Mbps");
        assert!(workload(&single, None).contains("one each 150 s, 1 node, 450 s"));
        assert_eq!(rules(&scenario), "fpfs queue, dynamic network, seed \"1\"");
        let own_queues = Scenario::from_json(r#"{ "schedulers": [{ "policy": "first-fit", "queue": "easy" }] }"#);
        let own_queues = own_queues.unwrap();
        assert_eq!(rules(&own_queues), "dynamic network, seed \"1\"");
        let reserving = rules(&with("queue", "conservative"));
        assert!(reserving.starts_with("conservative queue, dynamic"), "{reserving}");
        let estimates = workload(&with("workload.estimates", "factor"), None);
        assert!(estimates.ends_with("Mbps, estimates 2 × run time"));
        assert!(workload(&scenario, None).ends_with("K 0.7, BSBW 100…900 Mbps"));
        assert!(sweeps(&scenario)[0].starts_with("workload.bsbw_mbps = 100, 200"));
        let plan = Plan::new(&scenario.check().unwrap()).unwrap();
        assert!(extent(&plan, 0).starts_with("7 points × 6 schedulers × 5 replications = "), "{}", extent(&plan, 0));
    }
}
