//! Conditions under which two runs are the same.

use crate::base::digest::Digest;
use crate::engine::Progress;
use crate::experiment::{self, Plan, Runner, Task};
use crate::parameter::{Kind, Parameter, Section};
use crate::scenario::declared::table;
use crate::scenario::language::path::{self, Values};
use crate::scenario::{Checked, Part, Scenario, arbitrary};
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::{TestCaseResult, TestRunner};
use serde_json::json;
use std::sync::Arc;

/// Events of a run between two checks of their number, and the number at which the run is given up.
const STRETCH: u64 = 10_000;
const MOST_EVENTS: u64 = 2_000_000;
/// Nodes of the largest platform with another value of a setting: each node of a grid has a background load.
const MOST_NODES: u64 = 100_000;

/// Digest of a scheduler's run in the full scenario, without projection by a plan; `None` if the run is long.
fn alone(scenario: &Scenario, scheduler: usize, replication: u32) -> Option<String> {
    let mut scenario = scenario.clone();
    let scheduler = Part::of(&scenario.schedulers.values()[scheduler]).unwrap();
    scenario.set([("schedulers", json!([]))]);
    let task = Task { scenario: Arc::new(scenario), scheduler, replication, single: false };
    let mut runner = Runner::new(&task, None, ()).ok()?;
    let mut events = 0;
    while runner.advance(STRETCH).ok()? == Progress::Running {
        events += STRETCH;
        if events >= MOST_EVENTS {
            return None;
        }
    }
    Some(runner.finish().0.digest)
}

/// Every point of a sweep equals the run of a scenario with the point's values. (A sweep of a weight also changes the other
/// weights.)
pub fn a_sweep_is_single_runs(scenario: &Checked) -> TestCaseResult {
    let mut sweeps = scenario.experiment.sweep.iter();
    if sweeps.any(|sweep| sweep.parameter.ends_with("_weight")) {
        return Ok(());
    }
    let swept = experiment::run(scenario, None).unwrap();
    for point in &swept.points {
        let mut whole = scenario.to_value();
        whole["experiment"]["sweep"] = json!([]);
        for (parameter, value) in &point.parameters {
            for place in path::places(&whole, parameter) {
                path::set(&mut whole, &place, value.clone()).unwrap();
            }
        }
        let single = Scenario::from_value(&whole).unwrap();
        for (index, run) in point.results.iter().enumerate() {
            let mut digest = Digest::EMPTY;
            for replication in 0..scenario.experiment.replications {
                digest.add_text(&alone(&single, index, replication).unwrap());
            }
            prop_assert_eq!(&run.digest, &digest.to_string(), "{} at {:?}", run.scheduler, point.parameters);
        }
    }
    Ok(())
}

fn keys(scenario: &Checked) -> Vec<String> {
    let plan = Plan::new(scenario).unwrap();
    plan.tasks().iter().map(Task::key).collect()
}

/// Titles and labels do not change any task.
pub fn names_change_no_run(scenario: &Checked) -> TestCaseResult {
    let mut named = scenario.clone().into_scenario();
    named.set([("title", json!("Another title"))]);
    for index in 0..named.schedulers.len() {
        named.set([(format!("schedulers.{index}.label").as_str(), json!(format!("another label {index}")))]);
    }
    prop_assert_eq!(keys(&named.check().unwrap()), keys(scenario));
    Ok(())
}

/// Equal clusters may be declared together or one by one.
pub fn equal_clusters_may_be_declared_together(scenario: &Checked) -> TestCaseResult {
    let together = scenario.clone().without_sweeps();
    let mut one_by_one = Vec::new();
    for (group, values) in
        together.platform.clusters.iter().zip(together.at("platform.clusters").unwrap().as_array().unwrap())
    {
        let mut one = values.clone();
        one["count"] = json!(1);
        one_by_one.extend(vec![one; group.count as usize]);
    }
    let one_by_one = together.with("platform.clusters", &json!(one_by_one)).unwrap();
    for index in 0..scenario.schedulers.len() {
        prop_assert_eq!(alone(&one_by_one, index, 0), alone(&together, index, 0));
    }
    Ok(())
}

/// The key of each scheduler's first task.
fn keys_of_schedulers(scenario: &Checked) -> Vec<String> {
    let plan = Plan::new(scenario).unwrap();
    let schedulers = 0..scenario.schedulers.len();
    let task = |index| &plan.tasks()[plan.task_of(0, index, 0).unwrap()];
    schedulers.map(|index| task(index).key()).collect()
}

/// In each scenario, one of `EVERY` settings is varied; one of `RUN_EVERY` varied settings is also run.
const EVERY: usize = 8;
const RUN_EVERY: usize = 2;

/// Other values of a setting that does not matter change no task. If another value of a setting changes no task, it
/// does not change the run either.
pub fn what_does_not_matter_changes_no_run(scenario: &Checked) -> TestCaseResult {
    let scenario = scenario.clone().without_sweeps();
    let usual = keys_of_schedulers(&scenario);
    let mut drawing = TestRunner::deterministic();
    let mut tried = 0;
    let first = scenario.digest().bytes().map(usize::from).sum::<usize>() % EVERY;
    let settings = table().iter().filter(|own| is_setting(own));
    for parameter in settings.skip(first).step_by(EVERY) {
        for place in path::expanded(&scenario, parameter.path) {
            let drawn = arbitrary::value(parameter).new_tree(&mut drawing).unwrap().current();
            if scenario.at(&place).is_none_or(|own| *own == drawn) {
                continue;
            }
            let mut other = scenario.to_value();
            path::set(&mut other, &place, drawn.clone()).unwrap();
            let Ok(other) = Scenario::from_value(&other) else {
                continue;
            };
            let keys = keys_of_schedulers(&other);
            let matters = parameter.relevant(&place, &scenario);
            prop_assert!(matters || keys == usual, "{place} = {drawn} does not matter, but changes a task");
            tried += 1;
            let index = tried / RUN_EVERY % usual.len();
            let is_small = other.platform.node_count() <= MOST_NODES;
            if tried % RUN_EVERY == 0
                && keys[index] == usual[index]
                && is_small
                && let Some(run) = alone(&other, index, 0)
            {
                prop_assert_eq!(Some(run), alone(&scenario, index, 0), "{} = {} under {}", place, drawn, index);
            }
        }
    }
    Ok(())
}

/// True if the parameter can change a run, is not a list, and does not decide which other settings exist.
fn is_setting(parameter: &Parameter) -> bool {
    let decides = ["workload.model", "network.model", "schedulers.*.policy", "schema"];
    let list = matches!(parameter.kind, Kind::List { .. });
    !list && !decides.contains(&parameter.path) && parameter.section() != Section::Experiment
}
