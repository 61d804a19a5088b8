#![cfg(test)]
//! Claims about a region of load (everywhere, somewhere or on average), whose verdicts were computed by hand.

use super::super::super::verdict::{Verdict, Why};
use super::super::*;
use super::run;
use crate::experiment::{Point, Results, RunResult};
use crate::metrics::submitted::Submitted;
use crate::scenario::{Checked, Scenario};
use serde_json::{Value as Json, json};
use std::sync::Arc;

const LOAD: &str = "workload.compression";

/// Results at three loads under two schedulers. Each pair gives the number of completed jobs (of 1000) and the
/// turnarounds in three replications.
pub(super) fn loads(points: [[(u64, [f64; 3]); 2]; 3]) -> (Checked, Results) {
    let scenario = Scenario::from_value(&json!({
        "platform": { "clusters": [{ "count": 4 }] },
        "workload": { "model": "metacomputer", "jobs": 5000 },
        "network": { "model": "wan" },
        "schedulers": [{ "policy": "meta-fcfs", "label": "a" }, { "policy": "meta-ffih", "label": "b" }],
        "experiment": { "sweep": [{ "parameter": LOAD, "values": [1, 2, 3] }], "replications": 3, "completions": 1000 }
    }))
    .unwrap();
    let points = [1.0, 2.0, 3.0].into_iter().zip(points);
    let point = |(load, runs): (f64, [(u64, [f64; 3]); 2])| {
        let results = ["a", "b"].into_iter().zip(runs).map(|(name, (jobs, means))| {
            let own = run(name, means, 0.0);
            let submitted = |mean_s: f64| Submitted {
                unfinished_jobs: 1000 - jobs,
                mean_turnaround_s: 2.0 * mean_s,
                turnaround_ci95_s: None,
            };
            let with_submitted = |run: &RunResult| RunResult {
                jobs,
                submitted: (jobs < 1000).then(|| submitted(run.mean_turnaround_s)),
                ..run.clone()
            };
            let each = own.each.iter().flatten().map(|run| Some(Arc::new(with_submitted(run))));
            RunResult { each: each.collect(), ..with_submitted(&own) }
        });
        Arc::new(Point { parameters: json!({ LOAD: load }).as_object().unwrap().clone(), results: results.collect() })
    };
    let results = Results { engine_version: 1, scenario_digest: String::new(), points: points.map(point).collect() };
    (scenario, results)
}

/// The claim "a takes longer than b".
fn claim(over: Json) -> Claim {
    Claim { preset: "test".into(), ..Claim::about(difference(over)) }
}

fn difference(over: Json) -> Json {
    json!({ "compare": { "difference": ["a", "b"] }, "over": over })
}

const REGIONS: [&str; 3] = ["keeps_up", "moderate", "overload"];

/// The value and the verdict of the claim "a takes longer than b" in each of three regions: all schedulers keep up,
/// moderate load, and overload.
fn by_region(points: [[(u64, [f64; 3]); 2]; 3]) -> [(Option<f64>, Verdict); 3] {
    let (scenario, results) = loads(points);
    let outcome = Outcome { preset: "test", scenario: &scenario, results: &results };
    let evidence = Evidence { outcomes: &[outcome], timings: &[], depths: &[] };
    REGIONS.map(|region| {
        let claim = claim(json!({ "every": { "in": region } }));
        let found = evidence.found("test", &claim.quantity);
        (found.map(|found| found.value.mean), evidence.verdict(&claim))
    })
}

const LONG: [f64; 3] = [30.0, 31.0, 32.0];
const SHORT: [f64; 3] = [10.0, 12.0, 11.0];

/// If one of the two schedulers does not keep up, the point is not in the region in which all keep up.
#[test]
fn verdicts_by_region_of_load_by_hand() {
    let none = (None, Verdict::Untested(Why::NotMeasured));
    let [keeps_up, moderate, overload] =
        by_region([[(1000, LONG), (990, SHORT)], [(989, SHORT), (1000, LONG)], [(500, LONG), (1000, LONG)]]);
    assert_eq!(keeps_up, (Some(20.0), Verdict::Holds));
    assert_eq!(moderate, (Some(-20.0), Verdict::Refuted));
    assert_eq!(overload, (Some(0.0), Verdict::Open));
    // Two loads are in the same region, one confirms the claim and the other refutes it: so the claim does not hold at
    // every point of the region.
    let [keeps_up, moderate, overload] =
        by_region([[(1000, LONG), (999, SHORT)], [(999, SHORT), (1000, LONG)], [(899, LONG), (1000, SHORT)]]);
    assert_eq!(keeps_up.1, Verdict::Refuted);
    assert_eq!(moderate, none);
    assert_eq!(overload.1, Verdict::Holds);
}

/// No mean is computed over several regions. Runs that end with their last job are in no region.
#[test]
fn a_mean_is_of_one_region_only() {
    let one = [(1000, LONG), (1000, SHORT)];
    let answer = |third: [(u64, [f64; 3]); 2], completions: Option<u64>| {
        let (scenario, results) = loads([one, one, third]);
        let mut scenario = scenario.into_scenario();
        scenario.set([("experiment.completions", completions.into())]);
        let outcome = Outcome { preset: "test", scenario: &scenario, results: &results };
        let gap = |over: Json| outcome.over(&serde_json::from_value(difference(over)).unwrap());
        let mean = gap(json!({ "mean": "anywhere" })).map(|found| found.value.mean);
        (mean, gap(json!({ "every": { "in": "keeps_up" } })).is_some())
    };
    let difference = Some(20.0);
    assert_eq!(answer(one, Some(1000)), (difference, true));
    assert_eq!(answer([(500, LONG), (1000, SHORT)], Some(1000)), (None, true));
    assert_eq!(answer(one, None), (difference, false));
}

/// Scheduler a takes longer at one point, and b at another point. So "a takes longer everywhere" is refuted, and "a
/// takes longer somewhere" holds. The opposite of each claim has the opposite verdict.
#[test]
fn everywhere_and_somewhere_by_hand() {
    let (scenario, results) = loads([
        [(1000, LONG), (1000, SHORT)],
        [(1000, SHORT), (1000, LONG)],
        [(1000, [9.0, 30.0, 50.0]), (1000, [30.0, 9.0, 48.0])],
    ]);
    let outcome = Outcome { preset: "test", scenario: &scenario, results: &results };
    let evidence = Evidence { outcomes: &[outcome], timings: &[], depths: &[] };
    for (over, expected) in [
        (json!({ "every": "anywhere" }), Verdict::Refuted),
        (json!({ "some": "anywhere" }), Verdict::Holds),
        (json!({ "every": { "from": [LOAD, 3] } }), Verdict::Open),
        (json!({ "point": { LOAD: 1 } }), Verdict::Holds),
        (json!({ "point": { LOAD: 2 } }), Verdict::Refuted),
    ] {
        let claim = claim(over);
        assert_eq!(evidence.verdict(&claim), expected, "{claim:?}");
        let opposite = match expected {
            Verdict::Holds => Verdict::Refuted,
            Verdict::Refuted => Verdict::Holds,
            open => open,
        };
        assert_eq!(evidence.verdict(&claim.opposite().unwrap()), opposite, "{claim:?}");
    }
}

/// The turnaround over all submitted jobs is reported besides the turnaround over ended jobs. It is 62 s under a and 11
/// s under b.
#[test]
fn the_mean_over_all_submitted_stands_beside_it() {
    let (scenario, results) = loads([[(500, LONG), (1000, SHORT)]; 3]);
    let outcome = Outcome { preset: "test", scenario: &scenario, results: &results };
    let submitted = |compare: Json| {
        let quantity = json!({ "compare": compare, "over": { "point": { LOAD: 1 } } });
        outcome.over(&serde_json::from_value(quantity).unwrap()).unwrap().submitted
    };
    assert!((submitted(json!({ "difference": ["a", "b"] })).unwrap().mean - (62.0 - 11.0)).abs() < 1e-9);
    assert!(submitted(json!({ "value": "b" })).is_none());
}
