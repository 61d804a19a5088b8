//! The measures that figures and tables can show, and names of swept parameters.

use super::number::Style;
use crate::experiment::{GroupResult, RunResult};
use crate::metrics::job_times::JobByJob;
use crate::scenario::{Detail, GroupBy, NetworkModel, Scenario, parameter};

/// One measure of a result.
#[derive(Clone, Copy, Debug)]
pub struct Metric {
    /// Its name in the results' JSON.
    pub key: &'static str,
    /// Its name for people.
    pub label: &'static str,
    /// Its unit, empty if there is none.
    pub unit: &'static str,
    /// How it is written.
    pub style: Style,
    /// Its value.
    pub value: fn(&RunResult) -> f64,
    /// Half width of its 95 % interval.
    pub ci95: fn(&RunResult) -> Option<f64>,
    /// Which of two values is the better one.
    pub better: Better,
    /// One sentence.
    pub help: &'static str,
}

/// Which of two values is the better one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Better {
    /// The lower.
    Lower,
    /// The higher.
    Higher,
    /// Neither: it says how, not how well.
    Neither,
}

const fn measure(
    key: &'static str,
    (label, unit, style, better): (&'static str, &'static str, Style, Better),
    value: fn(&RunResult) -> f64,
    ci95: fn(&RunResult) -> Option<f64>,
    help: &'static str,
) -> Metric {
    Metric {
        key,
        label,
        unit,
        style,
        value,
        ci95,
        better,
        help,
    }
}

const NONE: fn(&RunResult) -> Option<f64> = |_| None;

use Better::{Higher, Lower, Neither};

/// Those that are not a number unless jobs had reservations.
const OF_RESERVATIONS: &[&str] = &["missed_share", "mean_lateness_s"];

/// The one of homes that ask other clusters.
const DENIALS: &str = "denials_per_job";
/// Those of runs whose jobs are kept.
const DIFFERENCE: &str = "mean_turnaround_difference_s";
const AHEAD: &str = "jobs_ahead_share";
/// The one that differs only if runs end before their jobs.
const SUBMITTED: &str = "submitted_turnaround_s";
/// Those of the two groups of requests to a metacomputer.
const LOCAL: &str = "local_turnaround_s";
const META: &str = "meta_turnaround_s";

/// Those that are not defined under the scenario's network: nobody loads the links of a wide-area network, and in a grid every job
/// stays on one cluster.
fn undefined(scenario: &Scenario) -> &'static [&'static str] {
    match scenario.network.model {
        NetworkModel::Wan => &["link_utilisation", "max_link_saturation"],
        NetworkModel::Cluster => &["co_allocated_share", "mean_penalty"],
        NetworkModel::Dynamic | NetworkModel::Fixed | NetworkModel::Unlimited => &[],
    }
}

fn of_group<'a>(run: &'a RunResult, name: &str) -> Option<&'a GroupResult> {
    run.groups.iter().find(|group| group.group == name)
}

fn jobs_paired(run: &RunResult) -> Option<&JobByJob> {
    run.paired.as_ref()?.jobs.as_ref()
}

/// All measures, the most asked for first.
pub const ALL: &[Metric] = &[
    measure(
        "mean_turnaround_s",
        ("Mean turnaround", "s", Style::Plain, Lower),
        |r| r.mean_turnaround_s,
        |r| r.turnaround_ci95_s,
        "From arrival to end.",
    ),
    measure(
        SUBMITTED,
        ("Mean turnaround, unfinished too", "s", Style::Plain, Lower),
        |r| {
            r.submitted
                .map_or(r.mean_turnaround_s, |all| all.mean_turnaround_s)
        },
        |r| {
            r.submitted
                .map_or(r.turnaround_ci95_s, |all| all.turnaround_ci95_s)
        },
        "Of all submitted jobs; those that had not ended when the run did count until then.",
    ),
    measure(
        LOCAL,
        (
            "Mean turnaround of local requests",
            "s",
            Style::Plain,
            Lower,
        ),
        |r| of_group(r, "local").map_or(f64::NAN, |own| own.mean_turnaround_s),
        |r| of_group(r, "local")?.turnaround_ci95_s,
        "Of requests that were submitted to their machines.",
    ),
    measure(
        META,
        ("Mean turnaround of meta requests", "s", Style::Plain, Lower),
        |r| of_group(r, "meta").map_or(f64::NAN, |own| own.mean_turnaround_s),
        |r| of_group(r, "meta")?.turnaround_ci95_s,
        "Of requests that were submitted to the metacomputer.",
    ),
    measure(
        DIFFERENCE,
        (
            "Mean turnaround less the first scheduler's",
            "s",
            Style::Plain,
            Lower,
        ),
        |r| {
            r.paired
                .as_ref()
                .map_or(f64::NAN, |own| own.mean_turnaround_difference_s)
        },
        |r| r.paired.as_ref()?.difference_ci95_s,
        "On the same jobs, replication by replication.",
    ),
    measure(
        DENIALS,
        ("Refused requests per job", "", Style::Plain, Lower),
        |r| {
            r.denials
                .map_or(f64::NAN, |all| all as f64 / (r.jobs as f64).max(1.0))
        },
        NONE,
        "How often a cluster refused a job that another one's home asked it to take.",
    ),
    measure(
        AHEAD,
        (
            "Jobs ahead of the first scheduler",
            "",
            Style::Percent,
            Higher,
        ),
        |r| jobs_paired(r).map_or(f64::NAN, |jobs| jobs.ahead_share),
        |r| jobs_paired(r)?.ahead_share_ci95,
        "Those that end earlier than the same jobs under the first scheduler.",
    ),
    measure(
        "mean_wait_s",
        ("Mean wait", "s", Style::Plain, Lower),
        |r| r.mean_wait_s,
        |r| r.wait_ci95_s,
        "From arrival to start.",
    ),
    measure(
        "mean_slowdown",
        ("Mean slowdown", "", Style::Plain, Lower),
        |r| r.mean_slowdown,
        |r| r.slowdown_ci95,
        "Turnaround over dedicated run time.",
    ),
    measure(
        "mean_bounded_slowdown",
        ("Mean bounded slowdown", "", Style::Plain, Lower),
        |r| r.mean_bounded_slowdown,
        |r| r.bounded_slowdown_ci95,
        "Slowdown with run times below 10 s counted as 10 s, at least 1.",
    ),
    measure(
        "turnaround_p50_s",
        ("Median turnaround", "s", Style::Plain, Lower),
        |r| r.turnaround_quantiles_s.p50,
        NONE,
        "Half of the jobs took less.",
    ),
    measure(
        "turnaround_p95_s",
        ("95 % quantile of turnaround", "s", Style::Plain, Lower),
        |r| r.turnaround_quantiles_s.p95,
        NONE,
        "One job in twenty took longer.",
    ),
    measure(
        "wait_p95_s",
        ("95 % quantile of wait", "s", Style::Plain, Lower),
        |r| r.wait_quantiles_s.p95,
        NONE,
        "One job in twenty waited longer.",
    ),
    measure(
        "bounded_slowdown_p95",
        ("95 % quantile of bounded slowdown", "", Style::Plain, Lower),
        |r| r.bounded_slowdown_quantiles.p95,
        NONE,
        "One job in twenty was slowed down more.",
    ),
    measure(
        "co_allocated_share",
        ("Co-allocated share", "", Style::Percent, Neither),
        |r| r.co_allocated_share,
        NONE,
        "Jobs that ran on more than one cluster.",
    ),
    measure(
        "mean_penalty",
        ("Mean co-allocation penalty", "", Style::Plain, Lower),
        |r| r.mean_penalty,
        NONE,
        "Time on the nodes over dedicated run time, of co-allocated jobs.",
    ),
    measure(
        "missed_share",
        ("Missed reservations", "", Style::Percent, Lower),
        |r| r.reservations.map_or(f64::NAN, |kept| kept.missed_share),
        NONE,
        "Of the jobs with a reservation, those that started later than they were promised first.",
    ),
    measure(
        "mean_lateness_s",
        ("Mean lateness", "s", Style::Plain, Lower),
        |r| r.reservations.map_or(f64::NAN, |kept| kept.mean_lateness_s),
        NONE,
        "By how much missed reservations were missed.",
    ),
    measure(
        "utilisation",
        ("Utilisation", "", Style::Percent, Higher),
        |r| r.utilisation,
        NONE,
        "Node-seconds used of those there were.",
    ),
    measure(
        "link_utilisation",
        ("Mean link utilisation", "", Style::Percent, Neither),
        |r| r.link_utilisation.iter().sum::<f64>() / (r.link_utilisation.len() as f64).max(1.0),
        NONE,
        "Bits sent of those the links could carry, mean over the links.",
    ),
    measure(
        "max_link_saturation",
        ("Largest link saturation", "", Style::Percent, Lower),
        |r| r.max_link_saturation,
        NONE,
        "Most that was ever asked of a link over what it can carry.",
    ),
    measure(
        "mean_queue_length",
        ("Mean queue length", "jobs", Style::Plain, Lower),
        |r| r.mean_queue_length,
        NONE,
        "Waiting jobs, averaged over time.",
    ),
    measure(
        "offered_load",
        ("Offered load", "", Style::Percent, Neither),
        |r| r.offered_load,
        NONE,
        "Work that arrives over what all nodes can do.",
    ),
];

/// The measures that a scenario's results have: those of reservations only if a scheduler gives any, that of unfinished jobs only if
/// runs end before them, that of single jobs only if they are kept, and none that its network does not define.
pub fn of(scenario: &Scenario) -> impl Iterator<Item = &'static Metric> {
    let reserves = scenario.schedulers.iter().any(|own| {
        let queue = own.queue.unwrap_or(scenario.queue);
        own.policy.is_meta() || (queue.reads_estimates() && !own.policy.is_grid())
    });
    let by_origin = scenario.experiment.group_by == GroupBy::Origin;
    let undrained = scenario.experiment.completions.is_some();
    let one_by_one = scenario.experiment.detail == Detail::Jobs;
    let in_grid = scenario.schedulers.iter().any(|own| own.policy.is_grid());
    ALL.iter().filter(move |own| match own.key {
        SUBMITTED => undrained,
        AHEAD | DIFFERENCE => one_by_one,
        DENIALS => in_grid,
        LOCAL | META => by_origin,
        key => (reserves || !OF_RESERVATIONS.contains(&key)) && !undefined(scenario).contains(&key),
    })
}

/// The measure of this name, else the first.
pub fn find(key: &str) -> &'static Metric {
    ALL.iter()
        .find(|metric| metric.key == key)
        .unwrap_or(&ALL[0])
}

impl Metric {
    /// Label and unit, as an axis or a column shows them.
    pub fn axis(&self) -> String {
        match self.unit {
            "" => self.label.to_owned(),
            unit => format!("{} [{unit}]", self.label),
        }
    }
}

/// The name of a swept parameter with its unit, as an axis or a choice shows it: "BSBW \[Mbps\]", "LSLT of b3".
pub fn axis(scenario: &Scenario, path: &str) -> String {
    let name = name(scenario, path);
    match unit(path) {
        "" => name,
        unit => format!("{name} [{unit}]"),
    }
}

/// The name of a swept parameter.
pub fn name(scenario: &Scenario, path: &str) -> String {
    let Some(parameter) = parameter::find(path) else {
        return path.to_owned();
    };
    let segments: Vec<&str> = path.split('.').collect();
    let label = match (parameter.matches(path), segments.last()) {
        (false, Some(&"0")) => format!("{}: smallest", parameter.label),
        (false, _) => format!("{}: largest", parameter.label),
        _ => parameter.label.to_owned(),
    };
    let index = segments
        .get(2)
        .and_then(|index| index.parse::<usize>().ok());
    match (segments.as_slice(), index) {
        // Every scheduler that has one.
        (["schedulers", "*", ..], _) => label,
        (["schedulers", index, ..], _) => {
            let scheduler = index
                .parse::<usize>()
                .ok()
                .and_then(|index| scenario.schedulers.get(index));
            let name = scheduler.map(|scheduler| {
                scheduler
                    .label
                    .clone()
                    .unwrap_or(scheduler.policy.to_string())
            });
            format!("{label} of {}", name.unwrap_or_default())
        }
        (["platform", "clusters", ..], index)
            if index.is_none() || scenario.platform.clusters.len() == 1 =>
        {
            match parameter.label {
                "Count" if index.is_none() => "Clusters of each group".to_owned(),
                "Count" => "Clusters".to_owned(),
                _ => format!("{label} of the clusters"),
            }
        }
        (["platform", "clusters", ..], Some(index)) => format!("{label} of group {}", index + 1),
        (["workload", "clusters", ..], Some(index)) => format!("{label} at cluster {}", index + 1),
        (["workload", "clusters", "*", ..], _) => format!("{label} at the clusters that differ"),
        _ => label,
    }
}

/// The unit of a swept parameter.
pub fn unit(path: &str) -> &'static str {
    parameter::find(path).map_or("", |parameter| parameter.unit)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn swept_parameters_have_names() {
        let scenario = Scenario::default();
        for (path, text) in [
            ("workload.bsbw_mbps", "BSBW [Mbps]"),
            ("schedulers.4.lslt", "LSLT of b3"),
            ("workload.nodes.1", "Job size: largest [nodes]"),
            ("platform.clusters.0.nodes", "Size of the clusters [nodes]"),
            ("platform.clusters.0.count", "Clusters [clusters]"),
            ("workload.clusters.2.bsbw_mbps", "BSBW at cluster 3 [Mbps]"),
            ("schedulers.*.lslt", "LSLT"),
            ("platform.clusters.*.nodes", "Size of the clusters [nodes]"),
            (
                "workload.clusters.*.bsbw_mbps",
                "BSBW at the clusters that differ [Mbps]",
            ),
        ] {
            assert_eq!(axis(&scenario, path), text);
        }
    }

    #[test]
    fn measures_are_found_by_name() {
        assert_eq!(find("utilisation").label, "Utilisation");
        assert_eq!(find("nonsense").key, "mean_turnaround_s");
        assert_eq!(find("mean_wait_s").axis(), "Mean wait [s]");
        for (queue, offered) in [("fpfs", false), ("easy", true), ("conservative", true)] {
            let scenario = Scenario::default().with("queue", &queue.into()).unwrap();
            assert_eq!(of(&scenario).any(|own| own.key == "missed_share"), offered);
        }
        for (model, policy, missing) in [
            ("dynamic", "first-fit", &[][..]),
            (
                "wan",
                "first-fit",
                &["link_utilisation", "max_link_saturation"],
            ),
            (
                "cluster",
                "grid-random",
                &["co_allocated_share", "mean_penalty"],
            ),
        ] {
            let text =
                format!(r#"{{"network": {{"model": "{model}"}}, "schedulers": ["{policy}"]}}"#);
            let scenario = Scenario::from_json(&text).unwrap();
            let there = |key: &str| of(&scenario).any(|own| own.key == key);
            for key in [
                "link_utilisation",
                "max_link_saturation",
                "co_allocated_share",
                "mean_penalty",
            ] {
                assert_eq!(there(key), !missing.contains(&key), "{key} under {model}");
            }
        }
    }
}
