//! Experiments for the tests of the tabs.

use crate::experiment::{Merger, Plan, TaskResult};
use crate::scenario::Scenario;
use crate::web::tabs::snapshot::Snapshot;
use serde_json::{Value, json};
use std::rc::Rc;

/// A sweep over the bandwidth.
pub fn bandwidth(values: &[u32]) -> Value {
    json!({ "parameter": "workload.bsbw_mbps", "values": values })
}

/// A sweep over the threshold of all schedulers that have one.
pub fn threshold() -> Value {
    json!({ "parameter": "schedulers.*.lslt", "values": [0.5, 1] })
}

/// A plan with these schedulers and sweeps, two replications each.
pub fn plan(schedulers: &[&str], sweep: &[Value]) -> Rc<Plan> {
    let scenario = Scenario::from_value(&json!({
        "schedulers": schedulers,
        "experiment": { "sweep": sweep, "replications": 2 },
    }));
    Rc::new(Plan::new(&scenario.unwrap()).unwrap())
}

/// A plan with these mean turnarounds as results of its tasks.
pub fn with_turnarounds(plan: &Rc<Plan>, means: &[f64]) -> Snapshot {
    let mut merger = Merger::new(plan.clone());
    for (task, &mean) in means.iter().enumerate() {
        let mut result = TaskResult { measures: Default::default(), digest: format!("{task:016x}") };
        result.measures.jobs = 1;
        result.measures.turnaround_s.mean = mean;
        merger.put(task, result);
    }
    of(plan, merger)
}

/// A plan with results for these tasks.
pub fn snapshot(plan: &Rc<Plan>, done: impl IntoIterator<Item = usize>) -> Snapshot {
    let mut merger = Merger::new(plan.clone());
    for task in done {
        let result = TaskResult { measures: Default::default(), digest: format!("{task:016x}") };
        merger.put(task, result);
    }
    of(plan, merger)
}

fn of(plan: &Rc<Plan>, mut merger: Merger<Rc<Plan>>) -> Snapshot {
    Snapshot::of(plan.clone(), Rc::new(merger.results()))
}
