//! Quantities about the time on the nodes and the use of clusters.

use super::*;

fn with(scheduler: &str, each: Vec<RunResult>) -> RunResult {
    RunResult {
        scheduler: scheduler.to_owned(),
        each: each.into_iter().map(|own| Some(Arc::new(own))).collect(),
        ..RunResult::default()
    }
}

fn number_of(runs: Vec<RunResult>, special: Json) -> Option<f64> {
    let point = Point { parameters: Default::default(), results: runs };
    let results = Results { engine_version: 1, scenario_digest: String::new(), points: vec![Arc::new(point)] };
    let scenario = Scenario::default();
    let outcome = Outcome { preset: "test", scenario: &scenario, results: &results };
    let evidence = Evidence { outcomes: &[outcome], timings: &[], depths: &[] };
    evidence.number(json!({ "compare": { "special": special } }))
}

/// From start to end are 30 and 20 s under a, 10 and 10 s under b: 200 and 100 % longer.
#[test]
fn longer_on_nodes_by_hand() {
    let times = |mean_turnaround_s, mean_wait_s| RunResult { mean_turnaround_s, mean_wait_s, ..RunResult::default() };
    let runs = || {
        vec![with("a", vec![times(50.0, 20.0), times(20.0, 0.0)]), with("b", vec![times(15.0, 5.0), times(10.0, 0.0)])]
    };
    let longer = |two: [&str; 2]| number_of(runs(), json!({ "longer_on_nodes": two }));
    assert!((longer(["a", "b"]).unwrap() - 150.0).abs() < 1e-9);
    assert_eq!(longer(["b", "b"]), Some(0.0));
    assert_eq!(longer(["a", "c"]), None);
}

/// The variance of 0.2 and 0.4 is 0.01, that of equal numbers 0.
#[test]
fn clusters_apart_by_hand() {
    let used = |own: [f64; 2]| RunResult { cluster_utilisation: own.to_vec(), ..RunResult::default() };
    let runs = vec![with("a", vec![used([0.2, 0.4]), used([0.3, 0.3])]), with("b", Vec::new())];
    let expected = 100.0 * 0.01f64.sqrt() / 0.3 / 2.0;
    assert!((number_of(runs.clone(), json!({ "clusters_apart": "a" })).unwrap() - expected).abs() < 1e-9);
    assert_eq!(number_of(runs, json!({ "clusters_apart": "b" })), None);
}
