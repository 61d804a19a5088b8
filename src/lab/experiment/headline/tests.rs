//! Each rule has a case with numbers worked out by hand.

use super::*;
use crate::experiment::{Plan, Point, Results, RunResult, measure};
use crate::scenario::Scenario;
use serde_json::json;
use std::sync::Arc;

/// The run of a scheduler with the turnaround of each replication.
fn run(turnarounds: &[f64]) -> RunResult {
    let digest = format!("{turnarounds:?}");
    RunResult {
        mean_turnaround_s: turnarounds.iter().sum::<f64>() / turnarounds.len() as f64,
        replication_mean_turnaround_s: turnarounds.iter().copied().map(Some).collect(),
        replications: turnarounds.len() as u32,
        jobs: 100,
        digest,
        ..RunResult::default()
    }
}

fn unstable(turnarounds: &[f64]) -> RunResult {
    RunResult { unstable: true, ..run(turnarounds) }
}

fn refusing(rejected_jobs: u64, turnarounds: &[f64]) -> RunResult {
    RunResult { rejected_jobs, ..run(turnarounds) }
}

/// The headline of schedulers at the points of a sweep of BSBW by 100 Mbps, or at a single point without a sweep.
fn said(schedulers: &[&str], points: &[Vec<RunResult>]) -> Option<String> {
    with(schedulers, points, |plan, results, slice| headline(plan, results, measure::first(), slice))
}

fn with<T>(schedulers: &[&str], points: &[Vec<RunResult>], ask: impl Fn(&Plan, &Results, &Slice) -> T) -> T {
    let values: Vec<u64> = (1..=points.len() as u64).map(|at| 100 * at).collect();
    let sweep = match points.len() {
        1 => json!([]),
        _ => json!([{ "parameter": "workload.bsbw_mbps", "values": values }]),
    };
    // Jobs of 135 s of work of all nodes arrive so often that they bring the load of the first run.
    let load = points[0][0].offered_load;
    let interarrival_s = if load > 0.0 { 135.0 / load } else { 150.0 };
    let scenario = json!({ "schedulers": schedulers, "workload": { "interarrival_s": interarrival_s }, "experiment": { "sweep": sweep } });
    let plan = Plan::new(&Scenario::from_json(&scenario.to_string()).unwrap()).unwrap();
    let point = |(planned, runs): (&crate::experiment::PlanPoint, &Vec<RunResult>)| {
        let names = planned.schedulers.iter();
        let results = runs.iter().zip(names).map(|(run, name)| RunResult { scheduler: name.clone(), ..run.clone() });
        Arc::new(Point { parameters: planned.parameters.clone(), results: results.collect() })
    };
    let results = Results {
        engine_version: 1,
        scenario_digest: String::new(),
        points: plan.points().iter().zip(points).map(point).collect(),
    };
    let slice = Slice { points: (0..points.len()).collect(), ..Slice::default() };
    ask(&plan, &results, &slice)
}

/// A rule, the schedulers, their runs at each point, and the sentence.
type Case = (&'static str, &'static [&'static str], Vec<Vec<RunResult>>, &'static str);

/// The difference of two replications has an interval if it is not the same in both: −19 and −21 are −20 ± 12.7.
fn cases() -> Vec<Case> {
    let two = &["migration-only", "first-fit"];
    let slow = || run(&[100.0, 200.0]);
    let fast = || run(&[81.0, 179.0]);
    vec![
        (
            "refusal",
            two,
            vec![vec![refusing(50, &[9.0, 8.0]), slow()]],
            "Migration only refuses 33.3 % of the jobs and cannot be compared; First-fit has the lowest mean turnaround.",
        ),
        (
            "overload",
            two,
            vec![vec![
                RunResult { offered_load: 1.5, ..unstable(&[1.0, 2.0]) },
                RunResult { offered_load: 1.5, ..unstable(&[1.0, 3.0]) },
            ]],
            "Every queue grows for ever: the jobs bring 150 % of the work that all nodes can do.",
        ),
        (
            "overload",
            &["first-fit"],
            vec![vec![RunResult { offered_load: 0.9, ..unstable(&[1.0, 2.0]) }]],
            "First-fit’s queue grows for ever, although the jobs bring 90 % of the work that all nodes can do.",
        ),
        (
            "short run",
            two,
            vec![vec![RunResult { offered_load: 1.5, ..slow() }, RunResult { offered_load: 1.5, ..fast() }]],
            "The jobs bring 150 % of the work that all nodes can do, which so short a run does not show; First-fit has the \
             lowest mean turnaround; First-fit is 20 s below Migration only (paired).",
        ),
        (
            "flat",
            two,
            vec![vec![slow(), fast()], vec![slow(), fast()]],
            "BSBW changes nothing here; First-fit has the lowest mean turnaround at every BSBW; First-fit is 20 s below \
             Migration only (paired).",
        ),
        (
            "leader",
            two,
            vec![vec![slow(), fast()]],
            "First-fit has the lowest mean turnaround; First-fit is 20 s below Migration only (paired).",
        ),
        (
            "crossing",
            two,
            vec![vec![slow(), fast()], vec![slow(), run(&[102.0, 199.0])], vec![slow(), run(&[141.0, 239.0])]],
            "First-fit has the lowest mean turnaround at 100 Mbps, Migration only at 300 Mbps; Migration only is 40 s below \
             First-fit (paired).",
        ),
        (
            "tie",
            two,
            vec![vec![slow(), run(&[102.0, 199.0])]],
            "No difference of the mean turnaround between Migration only and First-fit is shown.",
        ),
        ("tie", two, vec![vec![slow(), slow()]], "Migration only and First-fit have the same mean turnaround."),
        (
            "instability",
            two,
            vec![
                vec![slow(), fast()],
                vec![slow(), unstable(&[900.0, 800.0])],
                vec![slow(), unstable(&[990.0, 800.0])],
            ],
            "First-fit has the lowest mean turnaround at 100 Mbps, Migration only from 200 Mbps; from 200 Mbps First-fit’s \
             queue grows for ever.",
        ),
        (
            "margin",
            two,
            vec![vec![slow(), fast()], vec![slow(), run(&[61.0, 159.0])]],
            "First-fit has the lowest mean turnaround at every BSBW; First-fit stays 20 to 40 s below Migration only (paired).",
        ),
        (
            "trend",
            &["first-fit"],
            vec![
                vec![RunResult { turnaround_ci95_s: Some(5.0), ..run(&[100.0, 102.0]) }],
                vec![RunResult { turnaround_ci95_s: Some(6.0), ..run(&[120.0, 118.0]) }],
            ],
            "First-fit’s mean turnaround rises from 101 s at 100 Mbps to 119 s at 200 Mbps.",
        ),
        (
            "single",
            &["first-fit"],
            vec![vec![RunResult { turnaround_ci95_s: Some(5.0), ..run(&[100.0, 102.0]) }]],
            "First-fit’s mean turnaround is 101.0 ± 5.0 s.",
        ),
    ]
}

#[test]
fn every_rule_by_hand() {
    let cases = cases();
    for (rule, schedulers, points, sentence) in &cases {
        assert_eq!(said(schedulers, points).as_deref(), Some(*sentence), "{rule}");
    }
    for rule in &RULES {
        let mut own = cases.iter().filter(|case| case.0 == rule.name).peekable();
        assert!(own.peek().is_some(), "{} has no case", rule.name);
        for (_, schedulers, points, sentence) in own {
            let clause = with(schedulers, points, |plan, results, slice| {
                (rule.find)(&Seen::of(plan, results, measure::first(), slice).unwrap()).unwrap()
            });
            assert!(sentence.to_lowercase().contains(&clause.to_lowercase()), "{}: {clause}", rule.name);
        }
    }
}

#[test]
fn single_runs_have_no_interval() {
    let one = said(&["migration-only", "first-fit"], &[vec![run(&[100.0]), run(&[81.0])]]);
    let words =
        "First-fit has the lowest mean turnaround (one run each, no interval); First-fit is 19 s below Migration only.";
    assert_eq!(one.as_deref(), Some(words));
}

/// A scheduler on links without limits is a bound: it does not lead.
#[test]
fn a_bound_is_no_choice() {
    let runs = vec![vec![run(&[1.0, 2.0]), run(&[100.0, 200.0]), run(&[81.0, 179.0])]];
    let words = said(&["ideal", "migration-only", "first-fit"], &runs).unwrap();
    assert!(words.starts_with("First-fit has the lowest"), "{words}");
}

#[test]
fn where_nothing_can_be_said_the_headline_says_so() {
    let nothing = RunResult { mean_turnaround_s: f64::NAN, ..RunResult::default() };
    let words = said(&["migration-only", "first-fit"], &[vec![nothing.clone(), nothing]]);
    assert_eq!(words.as_deref(), Some("Nothing can be said of the mean turnaround."));
    assert_eq!(said(&["migration-only", "first-fit"], &[vec![run(&[1.0])]]), None, "a run is missing");
}

/// A change of a second sweep's value, of the measure and of the schedulers: there always is a sentence.
#[test]
fn every_preset_has_a_sentence_with_made_up_results() {
    for preset in crate::scenario::presets::all() {
        let Ok(scenario) = crate::scenario::presets::scenario(preset) else { continue };
        let Ok(plan) = Plan::new(&scenario) else { continue };
        let made = |planned: &crate::experiment::PlanPoint| {
            let runs = planned.schedulers.iter().enumerate();
            let results =
                runs.map(|(at, name)| RunResult { scheduler: name.clone(), ..run(&[100.0 + at as f64, 7.0]) });
            Arc::new(Point { parameters: planned.parameters.clone(), results: results.collect() })
        };
        let results = Results {
            engine_version: 1,
            scenario_digest: String::new(),
            points: plan.points().iter().map(made).collect(),
        };
        let slice = Slice { points: vec![0], ..Slice::default() };
        for measure in measure::of(&scenario) {
            let words = headline(&plan, &results, measure, &slice).unwrap();
            assert!(words.ends_with('.') && words.len() > 10, "{}: {words}", preset.name);
        }
    }
}
