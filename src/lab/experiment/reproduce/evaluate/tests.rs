mod nodes;
mod regions;
mod several;

use super::super::verdict::{Verdict, Why};
use super::*;
use crate::base::maths;
use crate::experiment::{GroupResult, Point, Results, RunResult};
use crate::metrics::job_times::JobTime;
use crate::metrics::submitted::Submitted;
use crate::scenario::{Checked, Scenario};
use regions::loads;
use serde_json::{Value as Json, json};
use std::sync::Arc;

const BSBW: &str = "workload.bsbw_mbps";

/// A scenario with two schedulers at 200 and 800 Mbps, with three replications.
fn scenario() -> Checked {
    Scenario::from_value(&json!({
        "schedulers": ["first-fit", { "policy": "b3", "lslt": 0.5 }],
        "experiment": { "sweep": [{ "parameter": BSBW, "values": [200, 800] }], "replications": 3 }
    }))
    .unwrap()
}

fn run(scheduler: &str, means: [f64; 3], saturation: f64) -> RunResult {
    let one = |mean_turnaround_s| Some(Arc::new(RunResult { mean_turnaround_s, ..RunResult::default() }));
    RunResult {
        scheduler: scheduler.to_owned(),
        each: means.map(one).to_vec(),
        mean_turnaround_s: means.iter().sum::<f64>() / 3.0,
        turnaround_ci95_s: Some(8.0),
        replication_mean_turnaround_s: means.map(Some).to_vec(),
        max_link_saturation: saturation,
        mean_penalty: 1.0 + saturation,
        replications: 3,
        ..RunResult::default()
    }
}

fn results() -> Results {
    let point = |bsbw: f64, results: [RunResult; 2]| {
        Arc::new(Point { parameters: json!({ BSBW: bsbw }).as_object().unwrap().clone(), results: results.to_vec() })
    };
    let mut results = Results {
        engine_version: 1,
        scenario_digest: String::new(),
        points: vec![
            point(200.0, [run("first-fit", [100.0, 110.0, 120.0], 0.0), run(B3, [90.0, 99.0, 111.0], 0.6)]),
            point(800.0, [run("first-fit", [400.0, 440.0, 480.0], 0.4), run(B3, [108.0, 121.0, 131.0], 0.9)]),
        ],
    };
    Arc::make_mut(&mut results.points[1]).results[0].unstable = true;
    results
}

const B3: &str = "b3 (chunk 0.85, lslt 0.5)";

fn found(quantity: Json) -> Option<Found> {
    let (scenario, results) = (scenario(), results());
    let outcome = Outcome { preset: "test", scenario: &scenario, results: &results };
    let timings = [("b3", 0.2, 0.06), ("b1", 0.1, 0.04)]
        .map(|(policy, mean, half)| Timing { policy: policy.to_owned(), value: Value { mean, half: Some(half) } });
    let evidence = Evidence { outcomes: &[outcome], timings: &timings, depths: &[] };
    evidence.found("test", &read(quantity))
}

impl Outcome<'_> {
    fn over(&self, quantity: &Quantity) -> Option<Found> {
        over::over(&[self], quantity)
    }
}

fn read(quantity: Json) -> Quantity {
    serde_json::from_value(quantity).unwrap()
}

fn number(quantity: Json) -> f64 {
    found(quantity).unwrap().value.mean
}

/// The JSON of a spot: a scheduler at a bandwidth \[Mbps\].
fn at(scheduler: &str, mbps: u32) -> Json {
    json!({ "scheduler": scheduler, "at": { BSBW: mbps } })
}

/// The JSON of a quantity: First-fit minus the scheduler `other`.
fn difference(other: &str, over: Json) -> Json {
    json!({ "compare": { "difference": ["first-fit", other] }, "over": over })
}

#[test]
fn values_and_differences_by_hand() {
    assert_eq!(number(json!({ "compare": { "value": "first-fit" } })), 110.0);
    assert_eq!(number(json!({ "compare": { "value": at("first-fit", 800) } })), 440.0);
    // First-fit takes longer by 10, 11 and 9 s in the replications at 200 Mbps, and by 292, 319 and 349 s at 800 Mbps.
    let gap = |over: Json| found(difference(B3, over)).unwrap();
    let every = gap(json!({ "every": "anywhere" }));
    assert_eq!((every.value.mean, every.place.as_str()), (10.0, "BSBW 200 Mbps"));
    assert!((every.value.half.unwrap() - 4.303 / 3f64.sqrt()).abs() < 1e-9);
    assert!(!every.unstable);
    // The interval is that of the best of two numbers: s = √(1626 / 2), and 6.205 is the 0.9875 quantile for 2 degrees
    // of freedom.
    let best = gap(json!({ "some": "anywhere" })).value;
    assert_eq!(best.mean, 320.0);
    assert!((best.half.unwrap() - 6.205 * (813.0 / 3.0f64).sqrt()).abs() < 0.01);
    let from = gap(json!({ "every": { "from": [BSBW, 201] } }));
    assert_eq!((from.value.mean, from.unstable), (320.0, true));
    assert_eq!(gap(json!({ "every": { "from": [BSBW, 200] } })).value, every.value);
    let between = gap(json!({ "every": { "between": [BSBW, 200, 700] } }));
    assert_eq!(between.value, gap(json!({ "point": { BSBW: 200 } })).value);
    let there = gap(json!({ "point": { BSBW: 800 } }));
    assert_eq!((there.value.mean, there.unstable), (320.0, true));
    assert_eq!(there.place, "");
    let mean = gap(json!({ "mean": "anywhere" }));
    assert_eq!((mean.value.mean, mean.unstable), (165.0, true));
    assert!(found(difference("a1", json!({ "every": "anywhere" }))).is_none());
    assert!(found(json!({ "compare": { "value": at("first-fit", 300) } })).is_none());
    // No stable point has a penalty, so there is no value.
    assert!(found(difference(B3, json!({ "every": "with_penalty" }))).is_none());
    // B3's turnarounds at 200 Mbps are 90, 99 and 111 s; at 800 Mbps they are 18, 22 and 20 s longer.
    let expected = (20.0 + 2200.0 / 99.0 + 2000.0 / 111.0) / 3.0;
    let rise = json!({ "compare": { "percent": [at(B3, 800), at(B3, 200)] } });
    assert!((number(rise) - expected).abs() < 1e-9);
    assert!((number(json!({ "compare": { "spread": B3 } })) - expected).abs() < 1e-9);
    // First-fit's turnarounds at 800 Mbps are 300, 330 and 360 s longer than at 200 Mbps.
    let wider = [at("first-fit", 800), at("first-fit", 200), at(B3, 200), at(B3, 800)];
    assert_eq!(number(json!({ "compare": { "wider": wider } })), 310.0);
}

/// Measures other than turnaround are compared in the same way. The mean waits in the three replications are 4, 2 and 3
/// s under First-fit, and 1, 1 and 4 s under B3; the tables show the means 3 s and 2 s.
#[test]
fn any_measure_of_results_is_compared() {
    let scenario = scenario();
    let mut results = results();
    let point = Arc::make_mut(&mut results.points[0]);
    for (run, waits) in point.results.iter_mut().zip([[4.0, 2.0, 3.0], [1.0, 1.0, 4.0]]) {
        let own = |mean_wait_s| Some(Arc::new(RunResult { mean_wait_s, ..RunResult::default() }));
        run.each = waits.map(own).to_vec();
        run.mean_wait_s = waits.iter().sum::<f64>() / 3.0;
    }
    results.points.truncate(1);
    let outcome = Outcome { preset: "test", scenario: &scenario, results: &results };
    let evidence = Evidence { outcomes: &[outcome], timings: &[], depths: &[] };
    let number = |compare: Json| {
        let of_waits = |measure: &str| json!({ "measure": measure, "compare": compare });
        assert_eq!(evidence.number(of_waits("mean_weight_s")), None);
        evidence.number(of_waits("mean_wait_s")).unwrap()
    };
    assert_eq!(number(json!({ "value": "first-fit" })), 3.0);
    // Differences 3, 1 and −1.
    assert_eq!(number(json!({ "difference": ["first-fit", B3] })), 1.0);
    assert!((number(json!({ "won": [B3, "first-fit"] })) - 200.0 / 3.0).abs() < 1e-9);
    // The ratios in the three replications are 4, 2 and 3/4; their product is 6.
    assert!((number(json!({ "ratio": ["first-fit", B3] })) - 100.0 * (maths::pow(6.0, 1.0 / 3.0) - 1.0)).abs() < 1e-9);
}

/// The bounded slowdowns in the three replications are 8, 8 and 8 under First-fit, and 8, 4 and 2 under B3.
#[test]
fn ratios_of_slowdown_by_hand() {
    let scenario = scenario();
    let mut results = results();
    results.points.truncate(1);
    let point = Arc::make_mut(&mut results.points[0]);
    for (run, slowdowns) in point.results.iter_mut().zip([[8.0, 8.0, 8.0], [8.0, 4.0, 2.0]]) {
        let own = |mean_bounded_slowdown| Some(Arc::new(RunResult { mean_bounded_slowdown, ..RunResult::default() }));
        run.each = slowdowns.map(own).to_vec();
    }
    let outcome = Outcome { preset: "test", scenario: &scenario, results: &results };
    let ratio = |a: &str, b: &str| {
        outcome.over(&read(json!({ "measure": "mean_bounded_slowdown", "compare": { "ratio": [a, b] } }))).unwrap()
    };
    // The logarithms of the ratios are 0, ln 2 and 2 ln 2. Their interval is ln 2 ± 4.303 ln 2 / √3; its lower end is
    // -1.0289.
    let more = ratio("first-fit", B3);
    assert!((more.value.mean - 100.0).abs() < 1e-9);
    assert!((more.value.half.unwrap() - 164.26).abs() < 0.01);
    let less = ratio(B3, "first-fit");
    assert!((less.value.mean + 50.0).abs() < 1e-9);
    assert!((less.value.half.unwrap() - 229.78).abs() < 0.01);
    let same = ratio(B3, B3);
    assert_eq!((same.value.mean, same.value.half), (0.0, Some(0.0)));
}

#[test]
fn saturation_and_stability_by_hand() {
    let special = |name: &str, of: Json| number(json!({ "compare": { "special": { name: of } } }));
    // A link's saturation of 0.9 exceeds the limit of 0.5 by 40 % of the capacity. On links of 1000 Mbps, this is half
    // of the demand of a job of 800 Mbps. At 200 Mbps, the excess of 0.1 is half of the demand of a job too.
    assert!((special("overshoot", json!([B3, "schedulers.*.lslt"])) - 40.0).abs() < 1e-9);
    assert!((special("overshoot_in_jobs", json!([B3, "schedulers.*.lslt"])) - 0.5).abs() < 1e-9);
    assert_eq!(special("unstable_points", json!(["first-fit", "anywhere"])), 1.0);
    assert_eq!(special("unstable_points", json!([B3, "anywhere"])), 0.0);
    let decision = |compare: Json| found(json!({ "measure": "decision", "compare": compare }));
    assert_eq!(decision(json!({ "value": "b3" })).unwrap().value.mean, 0.2);
    assert!(decision(json!({ "value": "a1" })).is_none());
    // The ratio of the two times is 2. The relative errors 0.3 and 0.4 combine to 0.5.
    let longer = decision(json!({ "percent": ["b3", "b1"] })).unwrap().value;
    assert!((longer.mean - 100.0).abs() < 1e-9);
    assert!((longer.half.unwrap() - 100.0).abs() < 1e-9);
    assert!(decision(json!({ "percent": ["a1", "b1"] })).is_none());
}

#[test]
fn where_a_curve_comes_to_exceed_another() {
    // B3's turnaround rises from 100 s at penalty 1.6 to 120 s at penalty 1.9. It crosses 110 s, which is First-fit's
    // turnaround at 200 Mbps.
    let crossing = |more_than_in: &str| {
        found(json!({ "compare": { "crossing": [B3, "first-fit"] }, "more_than_in": more_than_in }))
    };
    let found_here = crossing("").unwrap().value.mean;
    assert!((1.74..1.77).contains(&found_here), "{found_here}");
    assert_eq!(crossing("test").unwrap().value.mean, 0.0);
    assert!(crossing("other").is_none());
}

#[test]
fn an_answer_has_number_interval_place_and_verdict() {
    let claim = Claim { preset: "test".into(), ..Claim::about(difference(B3, json!({ "every": "anywhere" }))) };
    let (scenario, results) = (scenario(), results());
    let outcome = Outcome { preset: "test", scenario: &scenario, results: &results };
    let all = Evidence { outcomes: &[outcome], timings: &[], depths: &[] };
    let finding = all.answer(&claim);
    assert_eq!(finding.ours(), "10.0 ± 2.5 s at BSBW 200 Mbps");
    assert_eq!(finding.verdict, Verdict::Holds);
    let nothing = Evidence { outcomes: &[], timings: &[], depths: &[] };
    assert_eq!(nothing.answer(&claim).verdict, Verdict::Untested(Why::NotMeasured));
}

/// Two schedulers run four jobs in two groups, in three replications. The turnarounds of the jobs are given in `first`
/// and `second`.
#[test]
fn groups_are_paired_job_by_job() {
    let job = |(id, turnaround_s): (u64, f64)| JobTime {
        id,
        turnaround_s,
        group: Some(u32::from(id >= 2)),
        ..JobTime::default()
    };
    let with_jobs = |name: &str, replications: [[f64; 4]; 3]| {
        let each = replications.map(|times| {
            Some(Arc::new(RunResult { job_times: (0..).zip(times).map(job).collect(), ..RunResult::default() }))
        });
        let group =
            |(place, name): (u32, &str)| GroupResult { group: name.to_owned(), place, ..GroupResult::default() };
        RunResult {
            scheduler: name.to_owned(),
            each: each.to_vec(),
            groups: (0..).zip(["much", "little"]).map(group).collect(),
            replication_mean_turnaround_s: replications.map(|times| Some(times.iter().sum::<f64>() / 4.0)).to_vec(),
            ..RunResult::default()
        }
    };
    let first = with_jobs("first", [[5.0, 5.0, 5.0, 5.0]; 3]);
    let second = with_jobs("second", [[1.0, 2.0, 6.0, 4.0], [3.0, 4.0, 6.0, 6.0], [4.0, 9.0, 7.0, 3.0]]);
    let results = Results {
        engine_version: 1,
        scenario_digest: String::new(),
        points: vec![Arc::new(Point { parameters: Default::default(), results: vec![first, second] })],
    };
    let scenario = Scenario::default();
    let outcome = Outcome { preset: "test", scenario: &scenario, results: &results };
    let close = |value: Value, mean: f64, spread: f64| {
        assert!((value.mean - mean).abs() < 1e-9, "{value:?}");
        let half = 4.303 * spread / 3f64.sqrt();
        assert!((value.half.unwrap() - half).abs() < 1e-3, "{value:?}");
    };
    // The mean turnaround of the first group is 3.5, 1.5 and -1.5 s shorter under the second scheduler: 7/6 s on
    // average, with s = √(19/3).
    let gap = |group: &str| outcome.group_difference(group, &spot("first"), &spot("second"));
    close(gap("much").unwrap().value, 3.5 / 3.0, (19.0f64 / 3.0).sqrt());
    assert!(gap("none").is_none());
    // In the three replications, the shares of jobs that end earlier are 1, 1 and 1/2 in the first group, and 1/2, 0
    // and 1/2 in the second: differences of 50, 100 and 0 percentage points.
    let more = |of: &str| outcome.ahead_more(&["much".to_owned(), of.to_owned()], &spot("second"));
    close(more("little").unwrap().value, 50.0, 50.0);
    assert!(more("none").is_none());
}

fn spot(scheduler: &str) -> Spot {
    Spot { scheduler: scheduler.to_owned(), at: Default::default() }
}

/// B3's turnarounds are 90, 99 and 125 s, First-fit's are 100, 110 and 120 s: B3 wins two of three replications.
#[test]
fn draws_are_counted() {
    let (scenario, mut results) = (scenario(), results());
    results.points.truncate(1);
    let point = Arc::make_mut(&mut results.points[0]);
    point.results[1] = run(B3, [90.0, 99.0, 125.0], 0.0);
    let outcome = Outcome { preset: "test", scenario: &scenario, results: &results };
    let won = outcome.over(&read(json!({ "compare": { "won": [B3, "first-fit"] } }))).unwrap();
    assert!((won.value.mean - 200.0 / 3.0).abs() < 1e-9);
    assert!((won.value.half.unwrap() - 196.0 * (2.0f64 / 27.0).sqrt()).abs() < 0.01);
}

/// The coefficient of variation is √(8/3) / 4 for the values 2, 4, 6 and 0 for the values 4, 4, 4. If one of 2, 4, 6 is
/// left out, the coefficient is 1/5, 1/2 or 1/3.
#[test]
fn variation_has_a_jackknifes_interval() {
    let (scenario, results) = loads([[(1000, [2.0, 4.0, 6.0]), (1000, [4.0; 3])]; 3]);
    let outcome = Outcome { preset: "test", scenario: &scenario, results: &results };
    let varies = read(json!({ "measure": "variation", "compare": { "difference": ["a", "b"] } }));
    let found = outcome.over(&varies).unwrap().value;
    let all = 100.0 * (8.0f64 / 3.0).sqrt() / 4.0;
    assert!((found.mean - all).abs() < 1e-9);
    let pseudo = [20.0, 50.0, 100.0 / 3.0].map(|without| 3.0 * all - 2.0 * without);
    assert!((found.half.unwrap() - Value::of(&pseudo).half.unwrap()).abs() < 1e-9);
}

/// Under scheduler a, half of the jobs have ended, with a mean turnaround of 2 s in this preset and 3 s in the other
/// preset. Over all submitted jobs, the means are twice as long.
#[test]
fn a_difference_to_another_preset_has_that_of_all_submitted_beside_it() {
    let (scenario, here) = loads([[(500, [1.0, 2.0, 3.0]), (1000, [4.0; 3])]; 3]);
    let (_, there) = loads([[(500, [2.0, 3.0, 4.0]), (1000, [4.0; 3])]; 3]);
    let outcome = |preset, results| Outcome { preset, scenario: &scenario, results };
    let evidence =
        Evidence { outcomes: &[outcome("here", &here), outcome("there", &there)], timings: &[], depths: &[] };
    let more = |scheduler: &str| {
        let more = json!({ "compare": { "value": scheduler }, "more_than_in": "there" });
        let found = evidence.found("here", &read(more)).unwrap();
        (found.value.mean, found.submitted.map(|submitted| submitted.mean))
    };
    assert_eq!(more("a"), (-1.0, Some(-2.0)));
    // All jobs had ended.
    assert_eq!(more("b"), (0.0, None));
}

/// The mean turnarounds of a group's ended jobs in two replications are 5 and 9 s under scheduler a, and 2 and 8 s
/// under b. The differences are 3 and 1 s, which gives 2 ± 12.706 s.
#[test]
fn groups_are_paired_by_replication() {
    let group = |mean_turnaround_s: f64, all_s: f64| GroupResult {
        group: "local".into(),
        jobs: 10,
        work_share: 1.0,
        mean_turnaround_s,
        turnaround_ci95_s: Some(1.0),
        mean_wait_s: 0.0,
        mean_bounded_slowdown: 1.0,
        submitted: Some(Submitted { unfinished_jobs: 1, mean_turnaround_s: all_s, turnaround_ci95_s: Some(3.0) }),
        jobs_paired: None,
        place: 0,
    };
    let with = |scheduler: &str, means: [f64; 2], all_s: f64| RunResult {
        groups: vec![group((means[0] + means[1]) / 2.0, all_s)],
        each: means
            .map(|mean| Some(Arc::new(RunResult { groups: vec![group(mean, mean)], ..RunResult::default() })))
            .to_vec(),
        ..run(scheduler, [1.0; 3], 0.0)
    };
    let results = Results {
        engine_version: 1,
        scenario_digest: String::new(),
        points: vec![Arc::new(Point {
            parameters: Default::default(),
            results: vec![with("a", [5.0, 9.0], 20.0), with("b", [2.0, 8.0], 12.0)],
        })],
    };
    let scenario = Scenario::default();
    let outcome = Outcome { preset: "test", scenario: &scenario, results: &results };
    let gap = json!({ "measure": "local_turnaround_s", "compare": { "difference": ["a", "b"] } });
    let found = outcome.over(&read(gap)).unwrap();
    assert_eq!(found.value.mean, 2.0);
    assert!((found.value.half.unwrap() - 12.706).abs() < 1e-3);
    let all = found.submitted.unwrap();
    assert_eq!(all.mean, 8.0);
    assert!((all.half.unwrap() - 18f64.sqrt()).abs() < 1e-9);
}
