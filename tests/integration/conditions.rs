//! Exactly the parameters that are declared to matter do matter: with every policy, workload and network, scenarios are
//! drawn in which each parameter is varied alone.
//!
//! A parameter is declared to matter if a plan keeps it, by the conditions of parameters and the descriptions of
//! policies. Runs use the whole scenario.

mod draws;
mod exceptions;

use draws::{Draw, Drawn, aimed, drawn, names_at, others, run, settings, task};
use exceptions::exception;
use metasched::base::random::Stream;
use metasched::experiment::{self, Task, TaskResult};
use metasched::parameter::Parameter;
use metasched::scenario::Scenario;
use metasched::scenario::language::path;
use serde_json::{Value, json};

/// Largest number of scenarios drawn for a subject. In at least one of them, a parameter that is declared to matter
/// must have an effect.
const DRAWN: u32 = 100;
/// Number of scenarios in which a parameter that is not read is changed; it must have no effect.
const TRIED: u32 = 3;

const POLICY: &str = "schedulers.*.policy";
const WORKLOAD: &str = "workload.model";
const NETWORK: &str = "network.model";

/// The policy, workload or network that is tested. All scenarios drawn for the test use it.
#[derive(Clone, Copy)]
struct Subject {
    path: &'static str,
    name: &'static str,
}

/// The results so far of varying one parameter with one policy, workload or network.
#[derive(Default)]
struct Found {
    /// True if a plan keeps the parameter.
    read: bool,
    /// True if a plan keeps the parameter, and it changes the run.
    shown: bool,
    /// The scenario in which the parameter changed the run although no plan keeps it; `None` if there is no such
    /// scenario.
    wrong: Option<String>,
}

impl Found {
    /// Varies the parameter at one place of a scenario.
    fn vary(&mut self, of: &Drawn, parameter: &Parameter, draw: &mut Draw) {
        let places = path::expanded(&of.whole, parameter.path);
        let there = places.into_iter().filter(|place| path::get(&of.whole, place).is_some());
        let Some(place) = draw.one_of(&there.collect::<Vec<_>>()) else {
            return;
        };
        let relevant = parameter.relevant(&place, &of.whole);
        let tries = others(parameter, path::get(&of.whole, &place).unwrap());
        let accepted = draw.in_any_order(tries).into_iter().filter_map(|new| {
            let mut changed = of.whole.clone();
            path::set(&mut changed, &place, new.clone()).ok()?;
            Some((new, Scenario::from_value(&changed).ok()?))
        });
        let mut varied = false;
        // One changed value is enough to test that a parameter has no effect.
        for (new, changed) in accepted.take(if relevant { 4 } else { 1 }) {
            varied = true;
            let run = run(&changed);
            let kept = || relevant && task(&changed) != *of.task();
            // The loads of links are measured even if no decision reads them. So for parameters that are not read, only
            // digests are compared.
            let digest = |run: &Result<TaskResult, String>| run.as_ref().ok().map(|own| own.digest.clone());
            if run == of.run {
                self.read = self.read || kept();
            } else if kept() {
                (self.read, self.shown) = (true, true);
                return;
            } else if digest(&run) != digest(&of.run) {
                self.wrong = Some(format!("{place} = {new} in {}", of.scenario.to_compact_json()));
            }
        }
        // The plan must keep a parameter that matters, because otherwise a sweep of the parameter would have no effect.
        self.read |= relevant && !varied;
    }
}

/// The wrong declarations of parameters, and the wrong exceptions, for one policy, workload or network.
fn faults(subject: Subject) -> Vec<String> {
    let all: Vec<Drawn> = (0..DRAWN).map(|n| Drawn::new(drawn(subject, n))).collect();
    let mut faults = Vec::new();
    for parameter in settings() {
        let excepted = exception(subject, parameter.path);
        let mut found = Found::default();
        for (n, plain) in (0..).zip(&all) {
            let mut draw = Draw(Stream::new(subject.name, n, parameter.path, 0));
            let can_be_varied = |place: &String| !others(parameter, path::get(&plain.whole, place).unwrap()).is_empty();
            let matters = path::places(&plain.whole, parameter.path).iter().any(can_be_varied);
            if n < TRIED || matters {
                found.vary(plain, parameter, &mut draw);
            }
            if !matters && let Some(other) = aimed(&plain.scenario, subject, parameter, &mut draw) {
                found.vary(&Drawn::new(other), parameter, &mut draw);
            }
            if found.shown || n + 1 >= TRIED && (excepted.is_some() || !found.read) {
                break;
            }
        }
        let (path, name) = (parameter.path, subject.name);
        faults.extend(found.wrong.map(|what| format!("matters and is not declared to: {what}")));
        match (found.read, found.shown, excepted) {
            (true, false, None) => faults.push(format!("{path} is declared to matter with {name}, but not seen to")),
            (true, true, Some(why)) => faults.push(format!("{path} is seen to matter with {name}, although {why}")),
            _ => {}
        }
    }
    faults
}

fn what_is_declared_to_matter_does_and_nothing_else(path: &'static str) {
    let all = names_at(path).into_iter().map(|name| Subject { path, name });
    let faults: Vec<String> = all.flat_map(faults).collect();
    assert!(faults.is_empty(), "\n{}", faults.join("\n"));
}

#[test]
fn with_every_policy_what_is_declared_to_matter_does_and_nothing_else() {
    what_is_declared_to_matter_does_and_nothing_else(POLICY);
}

#[test]
fn with_every_workload_what_is_declared_to_matter_does_and_nothing_else() {
    what_is_declared_to_matter_does_and_nothing_else(WORKLOAD);
}

#[test]
fn with_every_network_what_is_declared_to_matter_does_and_nothing_else() {
    what_is_declared_to_matter_does_and_nothing_else(NETWORK);
}

/// The plan's task for a scenario with one changed value, and the digest of its run.
fn changed(whole: &Value, place: &str, value: Value) -> (Task, String) {
    let mut whole = whole.clone();
    path::set(&mut whole, place, value).unwrap();
    let scenario = Scenario::from_value(&whole).unwrap();
    let results = experiment::run(&scenario, None).unwrap();
    (task(&scenario), results.run_digest())
}

/// The score of a placement may read links on every network.
#[test]
fn a_formula_reads_what_jobs_send_on_a_wide_area_network() {
    let whole = json!({
        "workload": { "jobs_per_cluster": 50, "interarrival_s": 60 },
        "network": { "model": "wan" },
        "schedulers": [{ "policy": "formula", "place_score": "if(demand > 500, -inf, -demand)" }],
        "experiment": { "sweep": [], "replications": 1 },
    });
    let [few, many] = [10, 900].map(|mbps| changed(&whole, "workload.bsbw_mbps", json!(mbps)));
    assert_ne!(few.0, many.0, "a plan keeps it");
    assert_ne!(few.1, many.1, "it changes the run");
}

/// With this workload, each job runs on one cluster, on every network between clusters.
#[test]
fn jobs_that_are_sent_to_one_cluster_do_not_read_links_between_clusters() {
    let whole = json!({
        "workload": { "jobs_per_cluster": 50, "interarrival_s": 60, "clusters": [{ "compute_fraction": 0.4, "bsbw_mbps": 50 }] },
        "platform": { "topology": "tree" },
        "schedulers": ["fuzzy"],
        "experiment": { "sweep": [], "replications": 1 },
    });
    let usual = changed(&whole, "title", json!(""));
    for (place, other) in [
        ("network.sharing", json!("max-min")),
        ("platform.core_mbps", json!(10)),
        ("platform.clusters.0.link_mbps", json!(10)),
        ("workload.bsbw_mbps", json!(900)),
        ("workload.pattern", json!("ring")),
        ("workload.clusters.0.bsbw_mbps", json!(900)),
    ] {
        assert_eq!(changed(&whole, place, other), usual, "{place}");
    }
    let shares = [0.4, 0.9].map(|own| changed(&whole, "workload.clusters.0.compute_fraction", json!(own)).0);
    assert_ne!(shares[0], shares[1], "homes may go by it");
}
