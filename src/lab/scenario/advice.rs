//! Warnings about scenarios that pass the checks, and about logs that such scenarios use.

use crate::base::problem::Problem;
use crate::engine::Overrun;
use crate::logs::{HomeNames, Log, Record, overruns};
use crate::models::{Given, registry};
use crate::parameter::{Kind, Parameter};
use crate::scenario::queue::OwnQueue;
use crate::scenario::{Platform, Scenario, Swf};
use crate::words::number;
use crate::workload::{Estimates, Oversized};
use serde_json::Value;

/// Warnings about the formulas of a scenario: a queue order by formula for which no formula is given, and constants
/// that the formula does not read. A scenario with these warnings still runs.
pub fn about_settings(scenario: &Scenario) -> Vec<Problem> {
    let registry = registry::current();
    let mut all: Vec<Problem> = Vec::new();
    for (i, own) in scenario.schedulers.iter().enumerate() {
        let place = format!("schedulers.{i}");
        let read = registry.settings().iter();
        let formula = Formula::of(read.filter(|one| own.policy.reads(one.name())), &own.own);
        all.extend(formula.and_then(|formula| formula.unread(&place)));
        if !own.policy.reads("queue") {
            continue;
        }
        let queue = own.queue(scenario);
        let place = match own.common.queue == OwnQueue::default() {
            true => "queue".to_owned(),
            false => format!("{place}.queue"),
        };
        let read = registry.order_settings()[0].iter();
        let read = read.filter(|one| queue.order.info().settings.contains(&one.name()));
        let Some(formula) = Formula::of(read, &queue.own) else {
            continue;
        };
        for problem in formula.usual(&place).into_iter().chain(formula.unread(&place)) {
            // Several schedulers may use the scenario's queue; the warning about this queue is given once.
            if !all.contains(&problem) {
                all.push(problem);
            }
        }
    }
    all
}

/// A formula and its constants among the settings of a scheduler or a queue.
struct Formula<'g> {
    declared: &'g Parameter,
    text: &'g str,
    constants: Option<&'g Value>,
}

impl<'g> Formula<'g> {
    /// The formula among the settings that the scheduler or queue reads; `None` if there is no formula.
    fn of(read: impl Iterator<Item = &'g Parameter> + Clone, given: &'g Given) -> Option<Self> {
        let declared = read.clone().find(|own| matches!(own.kind, Kind::Formula { .. }))?;
        let constants = read.clone().find(|own| matches!(own.kind, Kind::Constants { .. }));
        let text = given.get(declared.name()).unwrap_or(declared.default());
        Some(Formula { declared, text: text.as_str()?, constants: constants.and_then(|own| given.get(own.name())) })
    }

    /// Warning if the formula is the default one.
    fn usual(&self, place: &str) -> Option<Problem> {
        (self.text == self.declared.default()).then(|| {
            let wrong = format!("is {}, as if none were given: jobs wait in the order of fcfs", self.text);
            let remedy = "Give another one, such as r * n, or choose the order fcfs";
            Problem::new(format!("{place}.{}", self.declared.name()), wrong, "", remedy)
        })
    }

    /// Warning about constants that the formula does not read. A constant counts as read if its name occurs in the
    /// formula, because no function or other variable has the name of a constant.
    fn unread(&self, place: &str) -> Option<Problem> {
        let part = |c: char| !(c.is_ascii_alphanumeric() || c == '_');
        let is_unread = |name: &&String| !self.text.split(part).any(|word| word == name.as_str());
        let names = self.constants?.as_object()?.keys();
        let unread: Vec<&str> = names.filter(is_unread).map(String::as_str).collect();
        (!unread.is_empty()).then(|| {
            Problem::new(
                format!("{place}.constants"),
                format!("has {}, which the formula does not read", unread.join(", ")),
                "",
                format!("Read it in {place}.{}, or leave it out", self.declared.name()),
            )
        })
    }
}

/// Problem if the log differs from the one that the scenario was made with.
pub fn other_log(log: &Log, swf: &Swf) -> Option<Problem> {
    let same_text = swf.sha256.as_ref().is_none_or(|sha| sha.eq_ignore_ascii_case(&log.sha256));
    let same_size = swf.size_bytes.is_none_or(|bytes| bytes == log.text_bytes);
    if same_text && same_size {
        return None;
    }
    Some(Problem::new(
        "workload.path",
        format!(
            "is another log than the scenario was made with: {} has {} bytes of text and SHA-256 {}",
            log.name,
            number::count(log.text_bytes),
            log.sha256
        ),
        match (swf.size_bytes, &swf.sha256) {
            (Some(bytes), Some(sha)) => {
                format!("{} bytes and SHA-256 {sha}", number::count(bytes))
            }
            (Some(bytes), None) => format!("{} bytes", number::count(bytes)),
            (None, sha) => format!("SHA-256 {}", sha.as_deref().unwrap_or_default()),
        },
        "Give that log, or leave size_bytes and sha256 out to run with this one",
    ))
}

/// Warnings about a log in a scenario: fewer queues or partitions than clusters, jobs without the requested estimate, and jobs that fit no cluster. The
/// scenario still runs.
pub fn about_log(log: &Log, scenario: &Scenario) -> Vec<Problem> {
    let Some(swf) = scenario.workload.of::<Swf>() else {
        return Vec::new();
    };
    let used = log.records().len() as u64;
    let used = swf.max_jobs.map_or(used, |most| most.min(used));
    let advice = [
        few_homes(log, swf, scenario),
        without_request(log, swf, used, scenario),
        outlived(log, used, scenario),
        too_large(log, swf, used, &scenario.platform),
    ];
    advice.into_iter().flatten().collect()
}

/// The queues or partitions by which jobs have their home clusters, as text; `None` if the scenario does not use them.
pub fn homes(log: &Log, scenario: &Scenario) -> Option<String> {
    let swf = scenario.workload.of::<Swf>()?;
    Some(HomeNames::of(log, swf.home)?.on(log_clusters(swf, scenario)).to_string())
}

/// Number of clusters to which jobs of the log belong.
pub fn log_clusters(swf: &Swf, scenario: &Scenario) -> u64 {
    let clusters = scenario.platform.cluster_count();
    swf.log_clusters.map_or(clusters, |own| clusters.min(own.into()))
}

fn few_homes(log: &Log, swf: &Swf, scenario: &Scenario) -> Option<Problem> {
    let clusters = scenario.platform.cluster_count();
    let names = HomeNames::of(log, swf.home)?;
    if names.on(log_clusters(swf, scenario)).clusters_used() as u64 >= clusters {
        return None;
    }
    Some(Problem::new(
        "workload.home",
        format!(
            "is \"{}\", but {} has {} for {clusters} clusters: \
             at some clusters no job will arrive",
            swf.home,
            log.name,
            number::counted(names.known.len() as u64, &names.what)
        ),
        "",
        "Choose \"random\" to spread the jobs evenly.",
    ))
}

/// Missing requested times are reported if the scenario sets the estimates to the requested times, or if the requested
/// times decide which jobs are killed.
fn without_request(log: &Log, swf: &Swf, used: u64, scenario: &Scenario) -> Option<Problem> {
    let kills = || {
        let queues = scenario.schedulers.iter().map(|own| own.queue(scenario));
        queues.into_iter().any(|queue| queue.rules.overrun == Overrun::Killed)
    };
    let so = match swf.estimates {
        Estimates::Requested => "run times stand for it",
        Estimates::Known if kills() => "run times stand for it, so that these jobs are never killed for outliving it",
        _ => return None,
    };
    let silent = log.without_request(used);
    (silent > 0).then(|| {
        Problem::new(
            "workload.estimates",
            format!(
                "is \"{}\", but {} has no requested time of {} of {}: {so}",
                swf.estimates.name(),
                log.name,
                number::count(silent),
                number::counted(used, "job")
            ),
            "",
            "Choose \"exact\" or \"factor\" to treat all jobs alike.",
        )
    })
}

/// Jobs that run longer than requested are reported with what happens to them.
fn outlived(log: &Log, used: u64, scenario: &Scenario) -> Option<Problem> {
    let jobs = overruns(log, usize::try_from(used).unwrap_or(usize::MAX))?;
    let rules: Vec<Overrun> = scenario.schedulers.iter().map(|own| own.queue(scenario).rules.overrun).collect();
    let kills = rules.iter().filter(|&&rule| rule == Overrun::Killed).count();
    let (so, remedy) = match kills {
        0 => ("they run on", "Choose \"kill\" to end jobs at their estimates, with workload.estimates \"requested\"."),
        _ if kills == rules.len() => ("jobs are killed at their estimates", ""),
        _ => ("some schedulers kill jobs at their estimates", ""),
    };
    Some(Problem::new("queue.overrun", format!("matters: {jobs}: {so}"), "", remedy))
}

fn too_large(log: &Log, swf: &Swf, used: u64, platform: &Platform) -> Option<Problem> {
    if swf.oversized != Oversized::Keep {
        return None;
    }
    let largest = platform.clusters.iter().map(|group| platform.nodes_of(group)).max()?;
    let larger = |record: &&Record| record.processors > largest;
    let jobs = log.records().iter().take(usize::try_from(used).unwrap_or(usize::MAX));
    let count = jobs.filter(larger).count();
    let line = log.first_larger(largest).filter(|_| count > 0)?;
    Some(Problem::new(
        "workload.oversized",
        format!(
            "is \"{}\", but the largest cluster of {} is too small for {} of {} of {}{}: \
             only co-allocation runs them, on the nodes that there are",
            swf.oversized,
            number::counted(largest.into(), "node"),
            number::count(count as u64),
            number::counted(used, "job"),
            log.name,
            match line {
                0 => String::new(),
                line => format!(", the first in line {}", number::count(line)),
            }
        ),
        "",
        "Choose \"split\" to run them as several jobs.",
    ))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::logs::read;
    use crate::scenario::{ClusterGroup, Workload, presets};
    use crate::workload::HomeRule;
    use serde_json::json;

    /// A log of four jobs, with queues −1, 2, 1, 1 and partitions −1, 1, 1, −1 (−1: not known).
    const LOG: &str = "1 50 -1 30.5 2\n\
        2 100 -1 60 4 -1 -1 4 120 -1 1 7 -1 -1 2 1\n\
        3 100 -1 10 8 -1 -1 8 -1 -1 1 9 -1 -1 1 1\n\
        4 120 -1 10 4 -1 -1 4 -1 -1 1 7 -1 -1 1 -1\n";

    #[test]
    fn formulas_that_say_nothing_are_named() {
        let advised = |scenario: serde_json::Value| {
            let scenario = Scenario::from_value(&scenario).unwrap();
            let said = about_settings(&scenario);
            said.iter().map(Problem::to_string).collect::<Vec<_>>()
        };
        let formula = json!({ "queue": { "order": "formula" }, "schedulers": ["first-fit", "b1"] });
        let said = advised(formula);
        assert_eq!(said.len(), 1, "{said:?}");
        assert!(said[0].starts_with("queue.priority is s, as if none were given"));
        let constants = json!({ "a": 1, "b": 2, "c": 3 });
        let said = advised(json!({
            "queue": { "order": "formula", "priority": "r - a * w", "constants": constants },
            "schedulers": [
                { "policy": "formula", "place_score": "free * b", "constants": constants },
                { "policy": "b1", "queue": { "order": "formula", "priority": "c" } },
            ]
        }));
        let named =
            |place: &str, unread: &str| format!("{place}.constants has {unread}, which the formula does not read.");
        for (said, start) in said.iter().zip([
            named("schedulers.0", "a, c"),
            named("queue", "b, c"),
            named("schedulers.1.queue", "a, b"),
        ]) {
            assert!(said.starts_with(&start), "{said}");
        }
        assert_eq!(said.len(), 3, "{said:?}");
        for preset in presets::all() {
            let said = about_settings(&presets::scenario(preset).unwrap());
            assert!(said.is_empty(), "{}: {said:?}", preset.name);
        }
    }

    #[test]
    fn advice_about_another_log_and_too_few_queues() {
        let log = read("test.swf", &mut LOG.as_bytes()).unwrap();
        let mut swf = Swf {
            home: HomeRule::Queue,
            sha256: Some(log.sha256.to_uppercase()),
            size_bytes: Some(log.text_bytes),
            ..Swf::default()
        };
        let advised = |swf: &Swf, count, nodes| {
            let group = ClusterGroup { count, nodes, ..ClusterGroup::default() };
            let platform = Platform { clusters: vec![group], ..Platform::default() };
            let workload = Workload::new(swf.clone());
            let scenario = Scenario { platform: platform.into(), workload: workload.into(), ..Scenario::default() };
            let said = about_log(&log, &scenario);
            said.iter().map(Problem::to_string).collect::<Vec<_>>()
        };
        assert!(advised(&swf, 2, 8).is_empty());
        let few = advised(&swf, 4, 8);
        assert!(few[0].contains("2 queues for 4 clusters"), "{few:?}");
        swf.home = HomeRule::Random;
        swf.estimates = Estimates::Requested;
        let unasked = advised(&swf, 4, 8);
        assert!(unasked[0].contains("no requested time of 3 of 4 jobs"), "{unasked:?}");
        swf.max_jobs = Some(2);
        let fewer = advised(&swf, 4, 8);
        assert!(fewer[0].contains("no requested time of 1 of 2 jobs"), "{fewer:?}");
        swf.max_jobs = None;
        swf.estimates = Estimates::Exact;
        assert_eq!(other_log(&log, &swf), None);
        swf.size_bytes = Some(1);
        let said = other_log(&log, &swf).unwrap().to_string();
        assert!(said.contains("another log"), "{said}");
        let large = advised(&swf, 2, 3);
        let said = "the largest cluster of 3 nodes is too small for 3 of 4 jobs of test.swf, the first in line 2:";
        assert!(large[0].contains(said), "{large:?}");
        swf.max_jobs = Some(1);
        assert!(advised(&swf, 2, 3).is_empty(), "the only job fits");
        swf.max_jobs = None;
        swf.oversized = Oversized::Split;
        assert!(advised(&swf, 2, 3).is_empty());
    }
}
