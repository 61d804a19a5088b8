//! The corpus: two hundred drawn scenarios, and some written by hand for later features, whose results are recorded
//! (`tests/digest/corpus.jsonl`, `corpus.md`).
//!
//! They are drawn from the table of parameters, so that they contain every choice of every parameter, and every policy, order,
//! network and topology. `cargo test -p metasched-lab draws_the_corpus -- --ignored` draws them again; then `cargo xtask digests
//! --bless` records their results.

use super::runner::Runner;
use super::{Plan, Task};
use crate::engine::Progress;
use crate::parameter::Kind;
use crate::parameter::json;
use crate::scenario::declared::{find, table};
use crate::scenario::language::path::{self, Values};
use crate::scenario::{Checked, Scenario, arbitrary};
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};
use serde_json::{Value, json};
use std::collections::BTreeSet;

pub(super) const CORPUS: &str = include_str!("../../../tests/digest/corpus.jsonl");
const SCENARIOS: usize = 202;
/// Number of drawn scenarios that are searched for choices that do not occur yet.
const DRAWN: usize = 1500;
/// Limit of the number of tasks of a scenario, and limit of the number of events of a task.
const TASKS: usize = 12;
const EVENTS: u64 = 20_000;
const STRETCH: u64 = 20;
/// A scenario that takes longer than this \[ms\] on the machine that draws the corpus is rejected.
const LONGEST_MS: u128 = 500;
/// Number of jobs after whose completion a run ends.
const COMPLETIONS: u64 = 400;

/// All choices made in a scenario, as "workload.pattern=ring".
fn choices(value: &dyn Values) -> BTreeSet<String> {
    let chosen = |(parameter, place): (&str, String)| {
        let text = path::get(value, &place)?.as_str()?;
        Some(format!("{parameter}={text}"))
    };
    let of_choice = table().iter().filter(|own| matches!(own.kind, Kind::Choice { .. }));
    let places = of_choice.flat_map(|own| path::places(value, own.path).into_iter().map(|place| (own.path, place)));
    places.filter_map(chosen).collect()
}

/// All possible choices, except those that need a log.
fn all_choices() -> BTreeSet<String> {
    let mut all = BTreeSet::new();
    for parameter in table() {
        if let Kind::Choice { choices, .. } = parameter.kind {
            all.extend(choices.iter().map(|own| format!("{}={}", parameter.path, own.name)));
        }
    }
    all
}

/// True if the run of the task ends within the limit of events and before `gives_up`, and at least one job ends in it.
fn ends(task: &Task, gives_up: &dyn Fn() -> bool) -> bool {
    let Ok(mut runner) = Runner::new(task, None, ()) else {
        return false;
    };
    let mut events = 0;
    while events < EVENTS && !gives_up() {
        match runner.advance(STRETCH) {
            Ok(Progress::Finished) => return runner.finish().0.measures.jobs > 0,
            Ok(Progress::Running) => events += STRETCH,
            Err(_) => return false,
        }
    }
    false
}

/// The scenario reduced to a size that is simulated quickly; `None` if that is impossible.
pub(super) fn small(drawn: Checked, gives_up: &dyn Fn() -> bool) -> Option<Checked> {
    if drawn.workload.is_log() {
        return None;
    }
    let mut value = drawn.to_value();
    let jobs = drawn.experiment.completions.unwrap_or(u64::MAX).min(COMPLETIONS);
    path::set(&mut value, "experiment.completions", json!(jobs)).ok()?;
    let replications = drawn.experiment.replications.min(2);
    path::set(&mut value, "experiment.replications", json!(replications)).ok()?;
    let small = Scenario::from_value(&value).ok()?;
    let plan = Plan::new(&small).ok()?;
    let few = plan.tasks().len() <= TASKS && small.platform.cluster_count() <= 64;
    (few && plan.tasks().iter().all(|task| ends(task, gives_up))).then_some(small)
}

fn corpus() -> Vec<Value> {
    CORPUS.lines().map(|line| json::parse(line).unwrap()).collect()
}

#[test]
fn everything_that_can_be_chosen_is_in_the_corpus() {
    let corpus = corpus();
    assert_eq!(corpus.len(), SCENARIOS);
    let mut chosen = BTreeSet::new();
    for value in &corpus {
        let scenario = Scenario::from_value(value).unwrap();
        chosen.extend(choices(&scenario));
        assert!(small(scenario, &|| false).is_some(), "{value}");
    }
    let missing: Vec<String> = all_choices().difference(&chosen).cloned().collect();
    assert_eq!(missing, LEFT_OUT, "draw the corpus anew");
}

/// Choices that the corpus does not need. Other tests compare the runs of most of them: logs, outages of nodes, memory
/// and GPUs, communication by job, data that jobs get first, readings of papers, local queues, components, both levels of a network, plans by
/// present shares. One choice changes no run.
const LEFT_OUT: [&str; 60] = [
    "experiment.fair_starts=conservative",
    "experiment.group_by=partition",
    "experiment.group_by=user",
    "network.model=levels",
    "platform.after_failure=checkpoint",
    "platform.after_failure=lost",
    "platform.after_failure=requeue",
    "platform.events.*.kind=drain",
    "platform.events.*.kind=fail",
    "platform.events.*.kind=maintenance",
    "platform.failures.unit=cluster",
    "platform.failures.unit=node",
    "platform.resources=pooled",
    "platform.stage_in=links",
    "schedulers.*.asp_share=equal",
    "schedulers.*.bind=earliest-fit",
    "schedulers.*.bind=earliest-start",
    "schedulers.*.bind=home",
    "schedulers.*.bind=least-work",
    "schedulers.*.bind=siblings",
    "schedulers.*.cluster_order=most-free",
    "schedulers.*.ffih_room=drain",
    "schedulers.*.local_queue=conservative",
    "schedulers.*.local_queue=easy",
    "schedulers.*.local_queue=fpfs",
    "schedulers.*.node_order=fewest-first",
    "schedulers.*.parts=independent",
    "schedulers.*.planned_with=present",
    "schedulers.*.policy=cf",
    "schedulers.*.policy=cm",
    "schedulers.*.policy=fcm",
    "schedulers.*.policy=local-queues",
    "schedulers.*.policy=ordered-components",
    "schedulers.*.policy=unordered-components",
    "schedulers.*.round_surface=flat",
    "workload.dependencies=feedback",
    "workload.dependencies=ignored",
    "workload.dependencies=kept",
    "workload.dependencies=placed",
    "workload.estimates=requested",
    "workload.home=partition",
    "workload.model=swf",
    "workload.partial=joined",
    "workload.partial=left-out",
    "workload.processor_unit=cores",
    "workload.processor_unit=nodes",
    "workload.status=completed",
    "workload.status=not-cancelled",
    "workload.status=ran",
    "workload.unsupported=left-out",
    "workload.unsupported=refused",
    "workload.varied.bsbw_law=log-normal",
    "workload.varied.bsbw_law=uniform",
    "workload.varied.kinds.*.pattern=all-to-all",
    "workload.varied.kinds.*.pattern=grid",
    "workload.varied.kinds.*.pattern=master-worker",
    "workload.varied.kinds.*.pattern=ring",
    "workload.varied.kinds.*.pattern=tree",
    "workload.zero=half-second",
    "workload.zero=left-out",
];

/// Gives a different policy to each scheduler that has a default policy, since default policies are drawn too often. It
/// is the first valid policy, beginning at number `turn` in the list of policies.
fn varied(drawn: Checked, turn: usize) -> Checked {
    let Some(Kind::Choice { choices, .. }) = find("schedulers.*.policy").map(|own| own.kind) else {
        return drawn;
    };
    let mut value = drawn.to_value();
    for at in 0..drawn.schedulers.len() {
        let place = format!("schedulers.{at}.policy");
        let common = ["first-fit", "grid-random"].map(Some);
        if !common.contains(&path::get(&value, &place).and_then(Value::as_str)) {
            continue;
        }
        let tried = (0..choices.len()).map(|step| choices[(turn + at + step) % choices.len()].name);
        let sound = tried.filter_map(|name| {
            let mut other = value.clone();
            path::set(&mut other, &place, json!(name)).ok()?;
            Scenario::from_value(&other).ok().map(|_| other)
        });
        if let Some(other) = sound.into_iter().next() {
            value = other;
        }
    }
    Scenario::from_value(&value).unwrap_or(drawn)
}

#[test]
#[ignore = "draws the corpus anew"]
#[expect(clippy::disallowed_methods, clippy::disallowed_types, reason = "a command in the clothes of a test")]
fn draws_the_corpus() {
    let seed = [7; 32];
    let mut runner = TestRunner::new_with_rng(Config::default(), TestRng::from_seed(RngAlgorithm::ChaCha, &seed));
    let strategy = arbitrary::scenario();
    let (mut taken, mut others, mut chosen) = (Vec::new(), Vec::new(), BTreeSet::new());
    let all = all_choices();
    for turn in 0..DRAWN {
        if chosen == all && taken.len() + others.len() >= SCENARIOS {
            break;
        }
        let drawn = strategy.new_tree(&mut runner).unwrap().current();
        let begin = std::time::Instant::now();
        let drawn = varied(drawn, turn);
        let Some(scenario) = small(drawn, &|| begin.elapsed().as_millis() > LONGEST_MS) else {
            continue;
        };
        let line = scenario.to_compact_json() + "\n";
        let own = choices(&scenario);
        if own.is_subset(&chosen) {
            others.push(line);
        } else {
            chosen.extend(own);
            taken.push(line);
        }
    }
    println!("{} with something new, {} others", taken.len(), others.len());
    taken.extend(others);
    assert!(taken.len() >= SCENARIOS);
    let lines: String = taken.into_iter().take(SCENARIOS).collect();
    let folder = env!("CARGO_MANIFEST_DIR");
    std::fs::write(format!("{folder}/../../tests/digest/corpus.jsonl"), lines).unwrap();
}
