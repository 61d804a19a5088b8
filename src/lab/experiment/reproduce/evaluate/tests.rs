mod regions;

use super::super::verdict::{Verdict, Why};
use super::*;
use crate::experiment::{GroupResult, Point, Results, RunResult};
use crate::metrics::job_times::JobTime;
use crate::metrics::submitted::Submitted;
use crate::paper::{Over, Where, at, of};
use crate::scenario::{Checked, Scenario};
use regions::loads;
use serde_json::json;
use std::sync::Arc;

const BSBW: &str = "workload.bsbw_mbps";

/// Two schedulers at 200 and 800 Mbps, three replications each.
fn scenario() -> Checked {
    Scenario::from_value(&json!({
        "schedulers": ["first-fit", { "policy": "b3", "lslt": 0.5 }],
        "experiment": { "sweep": [{ "parameter": BSBW, "values": [200, 800] }], "replications": 3 }
    }))
    .unwrap()
}

fn run(scheduler: &str, means: [f64; 3], saturation: f64) -> RunResult {
    RunResult {
        scheduler: scheduler.to_owned(),
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

fn found(measure: Measure) -> Option<Found> {
    let (scenario, results) = (scenario(), results());
    let outcome = Outcome { preset: "test", scenario: &scenario, results: &results };
    let timings = [("b3", 0.2, 0.06), ("b1", 0.1, 0.04)]
        .map(|(policy, mean, half)| Timing { policy: policy.to_owned(), value: Value { mean, half: Some(half) } });
    let evidence = Evidence { outcomes: &[outcome], timings: &timings, depths: &[] };
    evidence.measure("test", &measure)
}

fn number(measure: Measure) -> f64 {
    found(measure).unwrap().value.mean
}

#[test]
fn means_and_gaps_by_hand() {
    let high = [(BSBW, 800.0)];
    assert_eq!(number(Measure::Mean(of("first-fit"))), 110.0);
    assert_eq!(number(Measure::Mean(at("first-fit", high))), 440.0);
    // 10, 11, 9 at 200; 292, 319, 349 at 800.
    let gap = |over| found(Measure::Gap(of("first-fit"), of(B3), over)).unwrap();
    let every = gap(Over::Every(Where::Anywhere));
    assert_eq!((every.value.mean, every.place.as_str()), (10.0, "BSBW 200 Mbps"));
    assert!((every.value.half.unwrap() - 4.303 / 3f64.sqrt()).abs() < 1e-9);
    assert!(!every.unstable);
    // The best of two: s = √(1626 / 2), and 6.205 is the 0.9875 quantile for 2 degrees of freedom.
    let best = gap(Over::Some(Where::Anywhere)).value;
    assert_eq!(best.mean, 320.0);
    assert!((best.half.unwrap() - 6.205 * (813.0 / 3.0f64).sqrt()).abs() < 0.01);
    let from = gap(Over::Every(Where::From(BSBW.into(), 201.0)));
    assert_eq!((from.value.mean, from.unstable), (320.0, true));
    assert_eq!(gap(Over::Every(Where::From(BSBW.into(), 200.0))).value, every.value);
    let between = Over::Every(Where::Between(BSBW.into(), 200.0, 700.0));
    assert_eq!(gap(between).value, gap(Over::Point([(BSBW, 200.0)].into())).value);
    let there = gap(Over::Point(high.into()));
    assert_eq!((there.value.mean, there.unstable), (320.0, true));
    assert_eq!(there.place, "");
    let mean = gap(Over::Mean(Where::Anywhere));
    assert_eq!((mean.value.mean, mean.unstable), (165.0, true));
    assert!(found(Measure::Gap(of("first-fit"), of("a1"), Over::Every(Where::Anywhere))).is_none());
    assert!(found(Measure::Mean(at("first-fit", [(BSBW, 300.0)]))).is_none());
    // No stable point has a penalty.
    assert!(found(Measure::Gap(of("first-fit"), of(B3), Over::Every(Where::WithPenalty))).is_none());
    // From 200 to 800 it rises by 18, 22 and 20: of 90, 99, 111.
    let rise = Measure::Percent(at(B3, high), at(B3, [(BSBW, 200.0)]), Over::Point(high.into()));
    let expected = (20.0 + 2200.0 / 99.0 + 2000.0 / 111.0) / 3.0;
    assert!((number(rise) - expected).abs() < 1e-9);
    assert!((number(Measure::Spread(B3.into(), Default::default())) - expected).abs() < 1e-9);
    // First-fit rises by 300, 330, 360.
    let low = [(BSBW, 200.0)];
    let wider = Measure::Wider(
        [at("first-fit", high), at("first-fit", low)],
        [at(B3, low), at(B3, high)],
        Over::Point(low.into()),
    );
    assert_eq!(number(wider), 310.0);
}

/// Bounded slowdowns of 8, 8, 8 against 8, 4, 2.
#[test]
fn ratios_of_slowdown_by_hand() {
    let scenario = scenario();
    let mut results = results();
    let point = Arc::make_mut(&mut results.points[0]);
    for (run, slowdowns) in point.results.iter_mut().zip([[8.0, 8.0, 8.0], [8.0, 4.0, 2.0]]) {
        let own = |mean_bounded_slowdown| Some(Arc::new(RunResult { mean_bounded_slowdown, ..RunResult::default() }));
        run.each = slowdowns.map(own).to_vec();
    }
    let outcome = Outcome { preset: "test", scenario: &scenario, results: &results };
    // Logarithms 0, ln 2, 2 ln 2: the interval is ln 2 ± 4.303 ln 2 / √3, from -1.0289 on.
    let more = outcome.slowdown_ratio(&of("first-fit"), &of(B3)).unwrap();
    assert!((more.value.mean - 100.0).abs() < 1e-9);
    assert!((more.value.half.unwrap() - 164.26).abs() < 0.01);
    let less = outcome.slowdown_ratio(&of(B3), &of("first-fit")).unwrap();
    assert!((less.value.mean + 50.0).abs() < 1e-9);
    assert!((less.value.half.unwrap() - 229.78).abs() < 0.01);
    let same = outcome.slowdown_ratio(&of(B3), &of(B3)).unwrap();
    assert_eq!((same.value.mean, same.value.half), (0.0, Some(0.0)));
    assert!(found(Measure::SlowdownRatio(of(B3), of("first-fit"))).is_none());
}

#[test]
fn saturation_and_stability_by_hand() {
    // 0.9 - 0.5, in percent and in jobs of 800 Mbps on links of 1000; at 200 Mbps 0.1 is half a job.
    assert!((number(Measure::Overshoot(B3.into(), "schedulers.*.lslt".into())) - 40.0).abs() < 1e-9);
    assert!((number(Measure::OvershootInJobs(B3.into(), "schedulers.*.lslt".into())) - 0.5).abs() < 1e-9);
    assert_eq!(number(Measure::UnstablePoints("first-fit".into(), Where::Anywhere)), 1.0);
    assert_eq!(number(Measure::UnstablePoints(B3.into(), Where::Anywhere)), 0.0);
    assert_eq!(number(Measure::Decision("b3".into())), 0.2);
    assert!(found(Measure::Decision("a1".into())).is_none());
    // Twice as long; relative errors of 0.3 and 0.4 are one of 0.5, of the ratio 2.
    let longer = found(Measure::LongerDecision("b3".into(), "b1".into())).unwrap().value;
    assert!((longer.mean - 100.0).abs() < 1e-9);
    assert!((longer.half.unwrap() - 100.0).abs() < 1e-9);
    assert!(found(Measure::LongerDecision("a1".into(), "b1".into())).is_none());
}

#[test]
fn where_a_curve_comes_to_exceed_another() {
    // B3 rises from 100 at penalty 1.6 to 120 at 1.9 and passes First-fit's 110 at 200 Mbps.
    let crossing = || Measure::Crossing(B3.into(), "first-fit".into());
    let more_than_in = |other: &str| Measure::MoreThanIn(other.into(), Box::new(crossing()));
    let found_here = number(crossing());
    assert!((1.74..1.77).contains(&found_here), "{found_here}");
    assert_eq!(number(more_than_in("test")), 0.0);
    assert!(found(more_than_in("other")).is_none());
}

#[test]
fn an_answer_has_number_interval_place_and_verdict() {
    let gap = Measure::Gap(of("first-fit"), of(B3), Over::Every(Where::Anywhere));
    let claim = Claim { preset: "test".into(), ..Claim::about(gap) };
    let (scenario, results) = (scenario(), results());
    let outcome = Outcome { preset: "test", scenario: &scenario, results: &results };
    let all = Evidence { outcomes: &[outcome], timings: &[], depths: &[] };
    let finding = all.answer(&claim);
    assert_eq!(finding.ours(), "10.0 ± 2.5 s at BSBW 200 Mbps");
    assert_eq!(finding.verdict, Verdict::Holds);
    let nothing = Evidence { outcomes: &[], timings: &[], depths: &[] };
    assert_eq!(nothing.answer(&claim).verdict, Verdict::Untested(Why::NotMeasured));
}

/// Three replications of four jobs in two groups, with these turnarounds under the first scheduler and under the second.
#[test]
fn groups_are_paired_job_by_job() {
    let job =
        |(id, turnaround_s): (u64, f64)| JobTime { id, arrival_s: 0.0, turnaround_s, group: Some(u32::from(id >= 2)) };
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
    // Of the first group 3.5, 1.5 and -1.5 s less: 7/6 on average, s = √(19/3).
    let gap = outcome.group_gap("much", &of("first"), &of("second")).unwrap();
    close(gap.value, 3.5 / 3.0, (19.0f64 / 3.0).sqrt());
    // Shares ahead 1, 1 and 1/2 against 1/2, 0 and 1/2: 50, 100 and 0 % more.
    let more = outcome.ahead_more(["much", "little"], &of("second")).unwrap();
    close(more.value, 50.0, 50.0);
    assert!(outcome.ahead_more(["much", "none"], &of("second")).is_none());
    // Means 3.25, 4.75 and 5.75 against 5: two draws of three.
    let won = outcome.draws_won(&of("second"), &of("first")).unwrap();
    assert!((won.value.mean - 200.0 / 3.0).abs() < 1e-9);
    assert!((won.value.half.unwrap() - 196.0 * (2.0f64 / 27.0).sqrt()).abs() < 0.01);
}

/// Coefficients of variation of 2, 4, 6 and of 4, 4, 4: √(8/3) / 4. Without one of them 1/5, 1/2 and 1/3.
#[test]
fn variation_has_a_jackknifes_interval() {
    let (scenario, results) = loads([[(1000, [2.0, 4.0, 6.0]), (1000, [4.0; 3])]; 3]);
    let outcome = Outcome { preset: "test", scenario: &scenario, results: &results };
    let found = outcome.varies_more(&of("a"), &of("b")).unwrap().value;
    let all = 100.0 * (8.0f64 / 3.0).sqrt() / 4.0;
    assert!((found.mean - all).abs() < 1e-9);
    let pseudo = [20.0, 50.0, 100.0 / 3.0].map(|without| 3.0 * all - 2.0 * without);
    assert!((found.half.unwrap() - Value::of(&pseudo).half.unwrap()).abs() < 1e-9);
}

/// Half of the jobs have ended after 2 s on average here and after 3 s there, all that were submitted were there for twice as long.
#[test]
fn a_difference_to_another_preset_has_that_of_all_submitted_beside_it() {
    let (scenario, here) = loads([[(500, [1.0, 2.0, 3.0]), (1000, [4.0; 3])]; 3]);
    let (_, there) = loads([[(500, [2.0, 3.0, 4.0]), (1000, [4.0; 3])]; 3]);
    let outcome = |preset, results| Outcome { preset, scenario: &scenario, results };
    let evidence =
        Evidence { outcomes: &[outcome("here", &here), outcome("there", &there)], timings: &[], depths: &[] };
    let more = |scheduler| {
        let mean = Box::new(Measure::Mean(of(scheduler)));
        let found = evidence.measure("here", &Measure::MoreThanIn("there".into(), mean));
        let found = found.unwrap();
        (found.value.mean, found.submitted.map(|submitted| submitted.mean))
    };
    assert_eq!(more("a"), (-1.0, Some(-2.0)));
    // All had ended.
    assert_eq!(more("b"), (0.0, None));
}

/// Of a group, in two replications: 5 − 2 and 9 − 8 of those that ended, 3 and 1, which is 2 ± 12.706.
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
    let found = outcome.group_gap("local", &of("a"), &of("b")).unwrap();
    assert_eq!(found.value.mean, 2.0);
    assert!((found.value.half.unwrap() - 12.706).abs() < 1e-3);
    let all = found.submitted.unwrap();
    assert_eq!(all.mean, 8.0);
    assert!((all.half.unwrap() - 18f64.sqrt()).abs() < 1e-9);
}
