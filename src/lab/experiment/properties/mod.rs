//! Properties that the runs of every scenario have, tested on newly drawn scenarios and on the corpus.

mod changed;
mod links;
mod same_run;
mod system;

use super::corpus;
use crate::parameter::json;
use crate::scenario::language::path;
use crate::scenario::{Checked, Oversized, Scenario, arbitrary};
use proptest::prelude::*;
use proptest::test_runner::TestCaseResult;
use serde_json::json;
use std::cell::Cell;

/// Number of drawn scenarios.
const CASES: u32 = 32;
/// Of this many scenarios in the corpus, one is tested. If the environment variable METASCHED_FULL is set, all are
/// tested.
const STEP: usize = 5;
/// Limits of a drawn run: `JOBS` jobs (a single cluster may have more), an end after `COMPLETIONS` completed jobs, and
/// `STRETCHES` stretches of events until then.
const JOBS: u64 = 60;
const COMPLETIONS: u64 = 80;
const STRETCHES: u32 = 50;

type Property = fn(&Checked) -> TestCaseResult;

const PROPERTIES: [Property; 9] = [
    same_run::a_sweep_is_single_runs,
    same_run::names_change_no_run,
    same_run::equal_clusters_may_be_declared_together,
    same_run::what_does_not_matter_changes_no_run,
    changed::no_unit_of_time_is_particular,
    changed::equal_clusters_are_interchangeable,
    changed::an_unused_cluster_changes_nothing,
    links::penalties_are_at_least_1,
    links::unlimited_links_hold_up_no_job,
];

/// Tests all properties on the scenario in a line of the corpus.
fn hold(line: &str) -> TestCaseResult {
    let scenario = Scenario::from_value(&json::parse(line).unwrap()).unwrap();
    PROPERTIES.iter().try_for_each(|property| property(&scenario))
}

#[test]
fn hold_for_drawn_scenarios() {
    let config = ProptestConfig {
        max_global_rejects: 100_000,
        // To shrink a scenario, it must be drawn again, which takes long.
        max_shrink_iters: CASES,
        ..ProptestConfig::with_cases(CASES)
    };
    proptest!(config, |(line in drawn())| hold(&line)?);
}

#[test]
fn hold_in_the_corpus() {
    for line in of_corpus() {
        if let Err(error) = hold(line) {
            panic!("{error}\nin {line}");
        }
    }
}

/// A drawn scenario with short runs, as a line in the corpus format.
pub(super) fn drawn() -> impl Strategy<Value = String> {
    arbitrary::scenario().prop_filter_map("short runs", |drawn| {
        let mut value = drawn.to_value();
        let clusters = drawn.platform.cluster_count();
        for (name, most) in [("jobs", JOBS), ("jobs_per_cluster", JOBS.div_ceil(clusters))] {
            if let Some(jobs) = value["workload"].get_mut(name) {
                *jobs = json!(jobs.as_u64()?.min(most));
            }
        }
        // A job of millions of nodes would start as thousands of pieces at the same time, and the limit of events
        // cannot interrupt this.
        if let Some(oversized) = value["workload"].get_mut("oversized") {
            *oversized = json!(Oversized::default().name());
        }
        path::set(&mut value, "experiment.completions", json!(COMPLETIONS)).ok()?;
        let stretches = Cell::new(0);
        let gives_up = || stretches.replace(stretches.get() + 1) > STRETCHES;
        let short = corpus::small(Scenario::from_value(&value).ok()?, &gives_up)?;
        Some(short.to_compact_json())
    })
}

#[expect(clippy::disallowed_methods, reason = "the environment says how much the tests try")]
fn of_corpus() -> impl Iterator<Item = &'static str> {
    let step = match std::env::var_os("METASCHED_FULL") {
        Some(_) => 1,
        None => STEP,
    };
    corpus::CORPUS.lines().step_by(step)
}
