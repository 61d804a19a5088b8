//! A scenario in a few lines.

use super::progress::many;
use crate::experiment::Plan;
use crate::scenario::json::grouped;
use crate::scenario::{
    Network, NetworkModel, Platform, RuntimeDistribution, Scenario, SizeDistribution, Swf,
    Synthetic, Workload, parameter,
};
use crate::workload::swf::Log;

/// "4 clusters of 100 nodes, 1000 Mbps", group by group.
pub fn platform(platform: &Platform) -> String {
    let groups = platform.clusters.iter().map(|group| {
        let speed = if group.speed == 1.0 {
            String::new()
        } else {
            format!(", speed {}", group.speed)
        };
        let (count, nodes, link) = (
            group.count,
            grouped(group.nodes.into()),
            grouped(group.link_mbps),
        );
        let plural = if count == 1 { "cluster" } else { "clusters" };
        format!("{count} {plural} of {nodes} nodes, {link} Mbps{speed}")
    });
    groups.collect::<Vec<_>>().join(" + ")
}

/// Where the jobs come from and what they are like.
pub fn workload(scenario: &Scenario, log: Option<&Log>) -> String {
    match &scenario.workload {
        Workload::Synthetic(synthetic) => drawn(synthetic),
        Workload::Swf(swf) => logged(swf, log),
    }
}

fn drawn(synthetic: &Synthetic) -> String {
    let [low, high] = synthetic.nodes;
    let sizes = match synthetic.sizes {
        SizeDistribution::Uniform => "",
        SizeDistribution::PowerOfTwo => " (powers of two)",
    };
    let runtimes = match synthetic.runtime_distribution {
        RuntimeDistribution::HyperExponential => {
            format!("hyper-exponential, cv {}", synthetic.runtime_cv)
        }
        other => other.to_string(),
    };
    let own = if synthetic.clusters.is_empty() {
        ""
    } else {
        "; single clusters differ"
    };
    format!(
        "{} jobs per cluster, one each {} s, {low}–{high} nodes{sizes}, {} s ({runtimes}), K {}, BSBW {} Mbps{own}",
        grouped(synthetic.jobs_per_cluster as f64),
        synthetic.interarrival_s,
        synthetic.runtime_s,
        synthetic.compute_fraction,
        synthetic.bsbw_mbps,
    )
}

fn logged(swf: &Swf, log: Option<&Log>) -> String {
    let usable = log.map(|log| log.records().len() as u64);
    let jobs = match (usable, swf.max_jobs) {
        (Some(usable), Some(most)) => format!("{} jobs of ", grouped(usable.min(most) as f64)),
        (Some(jobs), None) | (None, Some(jobs)) => format!("{} jobs of ", grouped(jobs as f64)),
        (None, None) => String::new(),
    };
    let (path, home) = (&swf.path, swf.home);
    format!(
        "{jobs}log {path}, home {home}, K {}, BSBW {} Mbps",
        swf.compute_fraction, swf.bsbw_mbps
    )
}

/// Queue and network.
pub fn rules(scenario: &Scenario) -> String {
    let network = match &scenario.network {
        Network {
            model: NetworkModel::Fixed,
            penalty,
        } => format!("fixed penalty {penalty}"),
        Network { model, .. } => format!("{model} network"),
    };
    format!(
        "{} queue, {network}, seed \"{}\"",
        scenario.queue, scenario.seed
    )
}

/// Points × schedulers × replications, and the runs and jobs they come to.
pub fn extent(plan: &Plan, log_jobs: u64) -> String {
    let experiment = &plan.scenario().experiment;
    let counted =
        |count: usize, what: &str| format!("{count} {what}{}", if count == 1 { "" } else { "s" });
    let product = [
        counted(plan.points().len(), "point"),
        counted(plan.scenario().schedulers.len(), "scheduler"),
        counted(experiment.replications as usize, "replication"),
    ];
    let cells =
        plan.points().len() * plan.scenario().schedulers.len() * experiment.replications as usize;
    let runs = match plan.tasks().len() {
        runs if runs == cells => counted(runs, "run"),
        runs => format!("{} (what cannot differ is run once)", counted(runs, "run")),
    };
    format!(
        "{} = {runs}, {} jobs",
        product.join(" × "),
        many(plan.jobs(log_jobs) as f64)
    )
}

/// What is swept: "workload.bsbw_mbps = 200, 300, 400".
pub fn sweeps(scenario: &Scenario) -> Vec<String> {
    let sweeps = scenario.experiment.sweep.iter().map(|sweep| {
        let values: Vec<String> = sweep.values.iter().map(f64::to_string).collect();
        format!("{} = {}", sweep.parameter, values.join(", "))
    });
    sweeps.collect()
}

/// A swept parameter as people call it, with its unit: ("BSBW", "Mbps").
pub fn name_and_unit(path: &str) -> (&str, &str) {
    parameter::find(path).map_or((path, ""), |parameter| (parameter.label, parameter.unit))
}

/// The work that arrives over what all nodes can do, for jobs that are drawn.
pub fn offered_load(scenario: &Scenario) -> Option<f64> {
    let Workload::Synthetic(synthetic) = &scenario.workload else {
        return None;
    };
    let clusters = usize::try_from(scenario.platform.cluster_count()).ok()?;
    let arriving = (0..clusters).map(|cluster| {
        let law = synthetic.at(cluster);
        match law.jobs_per_cluster {
            0 => 0.0,
            _ => mean_size(&law) * law.runtime_s / law.interarrival_s,
        }
    });
    let groups = scenario.platform.clusters.iter();
    let speed: f64 = groups
        .map(|group| f64::from(group.count) * f64::from(group.nodes) * group.speed)
        .sum();
    Some(arriving.sum::<f64>() / speed)
}

fn mean_size(law: &Synthetic) -> f64 {
    let [low, high] = law.nodes.map(f64::from);
    match law.sizes {
        SizeDistribution::Uniform => (low + high) / 2.0,
        SizeDistribution::PowerOfTwo => {
            let powers: Vec<f64> = (0..32u32)
                .map(|power| f64::from(1u32 << power))
                .filter(|p| (low..=high).contains(p))
                .collect();
            powers.iter().sum::<f64>() / powers.len().max(1) as f64
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// J5 §6: 30 nodes · 450 s / 150 s = 90 of 100 nodes.
    #[test]
    fn the_default_load() {
        assert_eq!(offered_load(&Scenario::default()), Some(0.9));
        let text = r#"{ "workload": { "nodes": [1, 9], "sizes": "power-of-two" }, "platform": { "clusters": [{ "nodes": 10 }] } }"#;
        // (1 + 2 + 4 + 8) / 4 = 3.75 nodes · 3 / 10.
        assert_eq!(
            offered_load(&Scenario::from_json(text).unwrap()),
            Some(1.125)
        );
    }

    #[test]
    fn a_scenario_in_words() {
        let scenario = Scenario::default();
        assert_eq!(
            platform(&scenario.platform),
            "4 clusters of 100 nodes, 1000 Mbps"
        );
        assert!(workload(&scenario, None).starts_with(
            "2000 jobs per cluster, one each 150 s, 10–50 nodes, 450 s (exponential)"
        ));
        assert_eq!(rules(&scenario), "fpfs queue, dynamic network, seed \"1\"");
        assert!(sweeps(&scenario)[0].starts_with("workload.bsbw_mbps = 100, 200"));
        let plan = Plan::new(&scenario).unwrap();
        assert!(
            extent(&plan, 0).starts_with("7 points × 6 schedulers × 5 replications = "),
            "{}",
            extent(&plan, 0)
        );
    }
}
