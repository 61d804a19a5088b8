//! Tests of curves of results.

use super::*;
use crate::experiment::Runner;
use std::sync::Arc;

fn small() -> (Plan, Results) {
    let scenario = Scenario::from_json(
        r#"{"workload": {"jobs_per_cluster": 50}, "schedulers": ["no-share", "first-fit"], "experiment":
            {"replications": 2, "sweep": [{"parameter": "workload.bsbw_mbps", "values": [300, 100]},
                                          {"parameter": "workload.runtime_s", "values": [200, 300, 400]}]}}"#,
    )
    .unwrap();
    let plan = Plan::new(&scenario).unwrap();
    let done: Vec<_> = plan
        .tasks()
        .iter()
        .map(|task| {
            let mut runner = Runner::new(task, None, ()).unwrap();
            while runner.advance(1000).unwrap() == crate::engine::Progress::Running {}
            Some(runner.finish().0)
        })
        .collect();
    let results = plan.merge(&done);
    (plan, results)
}

/// Points are in order of arrival and their mean is the reported one; the caption has the shares of faster and slower
/// jobs.
#[test]
fn each_job_is_a_point() {
    let text = r#"{"workload": {"jobs_per_cluster": 50}, "schedulers": ["no-share", "first-fit"],
        "experiment": {"replications": 2, "sweep": [], "detail": "jobs"}}"#;
    let scenario = Scenario::from_json(text).unwrap();
    let plan = Plan::new(&scenario).unwrap();
    assert!(each_job(&plan, &plan.merge(&[]), &Choice::default()).is_some_and(|chart| chart.series.len() == 2));
    let results = crate::experiment::run(&scenario, None).unwrap();
    let chart = each_job(&plan, &results, &Choice::default()).unwrap();
    for (series, run) in chart.series.iter().zip(&results.points[0].results) {
        assert_eq!((series.points.len(), &series.name), (200, &plan.label(&run.scheduler).to_owned()));
        assert!(series.points.is_sorted_by(|a, b| a.x <= b.x));
        let mean = series.points.iter().map(|point| point.y).sum::<f64>() / 200.0;
        let reported = run.replication_mean_turnaround_s[0].unwrap();
        assert!((mean / reported - 1.0).abs() < 1e-12);
    }
    let words = job_by_job(&plan, &results);
    assert!(words.starts_with(" First-fit is ahead of No share with "), "{words}");
    let (plan, results) = small();
    assert_eq!(each_job(&plan, &results, &Choice::default()), None);
    assert_eq!(job_by_job(&plan, &results), "");
}

/// Jones 2005 prints the two limits of figure 22 for all points; Shih 2013 prints the utilisation of A2 at each load for equally
/// fast clusters.
#[test]
fn what_was_published_of_a_preset_stands_at_its_points() {
    let of = |preset: &str, choice: &Choice| {
        let preset = presets::find(preset).unwrap();
        let plan = Plan::new(&presets::scenario(preset).unwrap()).unwrap();
        let chart = chart(&plan, &plan.merge(&[]), choice);
        let series = chart.series.into_iter().map(|own| own.published);
        series.map(|all| all.into_iter().map(|p| (p.x, p.y)).collect::<Vec<_>>()).collect::<Vec<_>>()
    };
    let limits = of("jones2005-fig22", &Choice::default());
    assert_eq!(limits[0][0], (200.0, 1087.0));
    assert!(limits[1].iter().all(|(_, y)| *y == 735.0));
    assert!(limits[2..].iter().all(Vec::is_empty));
    let utilisation = Choice { metric: "utilisation", ..Choice::default() };
    let a2 = of("shih2013-table4-a2", &utilisation);
    assert_eq!(a2[3], [(0.5, 0.5), (0.75, 0.75), (1.0, 0.83)]);
    for other in [
        Choice { fixed: 1, ..utilisation.clone() },
        Choice { baseline: Some(Baseline { scheduler: 0, ratio: false }), ..utilisation },
        Choice::default(),
    ] {
        let all = of("shih2013-table4-a2", &other);
        assert!(all.iter().all(Vec::is_empty), "{other:?}");
    }
}

#[test]
fn either_sweep_can_be_on_x() {
    let (plan, results) = small();
    let by_bandwidth = chart(&plan, &results, &Choice { fixed: 2, ..Choice::default() });
    assert_eq!(by_bandwidth.x_label, "BSBW [Mbps]");
    let [baseline, curve] = by_bandwidth.series.as_slice() else { panic!() };
    assert!(baseline.horizontal && !curve.horizontal);
    assert_eq!(curve.points.iter().map(|p| p.x).collect::<Vec<_>>(), [300.0, 100.0]);
    assert_eq!(curve.points[1].y, results.points[5].results[1].mean_turnaround_s);

    let choice = Choice { x: 1, fixed: 1, metric: "mean_wait_s", ..Choice::default() };
    let by_run_time = chart(&plan, &results, &choice);
    assert_eq!(by_run_time.y_label, "Mean wait [s] at BSBW 100 Mbps");
    assert!(by_run_time.series.iter().all(|series| !series.horizontal && series.points.len() == 3));
    assert_eq!(by_run_time.series[0].points[2].y, results.points[5].results[0].mean_wait_s);
}

/// The chart shows the same differences to the first scheduler as the results contain.
#[test]
fn a_baseline_is_a_line_and_the_others_are_differences() {
    let (plan, results) = small();
    let against = |ratio| {
        let baseline = Some(Baseline { scheduler: 0, ratio });
        let choice = Choice { baseline, ..Choice::default() };
        chart(&plan, &results, &choice)
    };
    let differences = against(false);
    assert!(differences.compared && differences.series[0].horizontal);
    assert!(!differences.series[1].horizontal, "no-share alone does not depend on it");
    assert!(differences.series[0].points.iter().all(|point| (point.y, point.ci95) == (0.0, 0.0)));
    let paired = |at: usize| results.points[at].results[1].paired.clone().unwrap();
    for (point, at) in differences.series[1].points.iter().zip([0, 3]) {
        assert_eq!(point.y, paired(at).mean_turnaround_difference_s);
        assert_eq!(Some(point.ci95), paired(at).difference_ci95_s);
    }
    assert_eq!(differences.y_label, "Mean turnaround longer than No share’s by [s] at Run time 200 s");
    let ratios = against(true);
    assert!(ratios.series[0].points.iter().all(|point| point.y == 1.0));
    let run = &results.points[0].results;
    let wanted = run[1].mean_turnaround_s / run[0].mean_turnaround_s;
    assert!((ratios.series[1].points[0].y / wanted - 1.0).abs() < 1e-12);
    assert_eq!((ratios.y_unit.as_str(), ratios.y_style), ("", Style::Plain));
}

#[test]
fn choices_are_moved_to_what_there_is() {
    let (plan, _) = small();
    let lost = Choice { x: 7, fixed: 99, ..Choice::default() };
    assert_eq!(lost.within(plan.scenario()), Choice { fixed: 2, ..Choice::default() });
    assert_eq!(lost.within(&Scenario::default()).fixed, 0);
    let text = words(plan.scenario(), &plan.points()[0].parameters);
    assert_eq!(text, "BSBW 300 Mbps, Run time 200 s");
}

#[test]
fn refused_jobs_are_reported() {
    let (plan, mut results) = small();
    assert_eq!(left_out(&plan, &results), "");
    Arc::make_mut(&mut results.points[0]).results[0].rejected_jobs = 7;
    let result = &results.points[0].results[0];
    assert_eq!(result.jobs, 400);
    let words = " No share refused 7 of 407 jobs (1.72 %); its mean is over the others and cannot be compared.";
    assert_eq!(left_out(&plan, &results), words);
    let mut both = results.clone();
    Arc::make_mut(&mut both.points[0]).results[1].rejected_jobs = 7;
    let words = " Every scheduler refused 7 of 407 jobs (1.72 %); their means are over the others.";
    assert_eq!(left_out(&plan, &both), words);
    let chart = chart(&plan, &results, &Choice::default());
    let apart: Vec<(&str, bool)> = chart.series.iter().map(|own| (own.name.as_str(), own.set_apart)).collect();
    assert_eq!(apart, [("No share † 1.72 % refused", true), ("First-fit", false)]);
    assert!(chart.summary().contains("No share † 1.72 % refused"), "{}", chart.summary());
}
