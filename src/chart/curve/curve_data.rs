//! Results as curves: which parameter is on x, which measure on y, and what is held fixed.

use crate::base::number::{self, Style};
use crate::chart::curve::curves::{CurveChart, CurvePoint, Series};
use crate::chart::figure::{Baseline, Choice};
use crate::chart::kit::series_style::SeriesStyle;
use crate::experiment::measure::{self, Measure};
use crate::experiment::{Against, Plan, Point, Results, RunResult};
use crate::metrics::job_times::JobTime;
use crate::paper::Preset;
use crate::scenario::{Detail, Scenario, presets, swept};
use serde_json::{Map, Value};

/// The figure of some results.
pub fn chart(plan: &Plan, results: &Results, choice: &Choice) -> CurveChart {
    let scenario = plan.scenario();
    let choice = choice.within(scenario);
    let metric = measure::find(choice.metric);
    let path = scenario
        .experiment
        .sweep
        .get(choice.x)
        .map_or("", |sweep| sweep.parameter.as_str());
    let indices = choice.points(scenario);
    let replications = scenario.experiment.replications;
    let against = choice
        .baseline
        .map(|own| (own, name_of(plan, own.scheduler)));
    let looks = SeriesStyle::of_schedulers(scenario);
    let preset = presets::matching(scenario).filter(|_| against.is_none());
    // The same runs at every x.
    let constant = |index: usize| {
        let first = plan.task_of(*indices.first().unwrap_or(&0), index, 0);
        let mut all = indices.iter().map(|&at| plan.task_of(at, index, 0));
        first.is_some() && all.all(|task| task == first)
    };
    let series = scenario.schedulers.iter().enumerate().map(|(index, _)| {
        let name = name_of(plan, index);
        let points = indices.iter().filter_map(|&at| {
            let point = results.points.get(at)?;
            let result = result_of(point, &name)?;
            let own = curve_point(point, path, result, metric, replications);
            let Some((baseline, other)) = &against else {
                return Some(own);
            };
            let other = result_of(point, other)?;
            Some(compared(own, (result, other), metric, *baseline))
        });
        let itself = choice.baseline.is_some_and(|own| own.scheduler == index);
        let to_constant = choice.baseline.is_none_or(|own| constant(own.scheduler));
        Series {
            look: looks.get(index).copied().unwrap_or_default(),
            hidden: choice.hides(index),
            points: points.collect(),
            published: published(preset, (&name, metric), plan, &indices, path),
            horizontal: itself || constant(index) && to_constant,
            name: label_of(plan, index),
        }
    });
    let (unit, y_style) = match choice.baseline {
        Some(Baseline { ratio: true, .. }) => ("", Style::Plain),
        _ => (metric.unit, metric.style),
    };
    let x_values = scenario.experiment.sweep.get(choice.x);
    let x_values = x_values.map_or(Vec::new(), |sweep| sweep.values.clone());
    CurveChart {
        title: String::new(),
        x_label: match path {
            "" => String::new(),
            path => swept::axis(scenario, path),
        },
        y_label: y_label(plan, metric, &choice),
        x_unit: swept::unit(path).to_owned(),
        y_unit: unit.to_owned(),
        y_style,
        y_log: choice.log && choice.baseline.is_none(),
        x_log: crowded(&x_values),
        x_values,
        compared: against.is_some(),
        series: series.collect(),
        ..CurveChart::default()
    }
    .in_readable_units()
}

/// Whether a linear axis would crowd most of the values into its first tenth, as depths of 0, 1, 2, 5 … 100 000.
fn crowded(values: &[f64]) -> bool {
    let high = values.iter().copied().fold(0.0, f64::max);
    let low = values.iter().filter(|x| **x <= high / 10.0);
    values.len() >= 4 && values.iter().all(|x| *x >= 0.0) && 2 * low.count() > values.len()
}

/// The turnaround of each job of the first replication by its arrival, where a run's jobs are kept and nothing is swept.
pub fn each_job(plan: &Plan, results: &Results, choice: &Choice) -> Option<CurveChart> {
    let scenario = plan.scenario();
    let looks = SeriesStyle::of_schedulers(scenario);
    if scenario.experiment.detail != Detail::Jobs || !scenario.experiment.sweep.is_empty() {
        return None;
    }
    let point = results.points.first();
    let series = (0..scenario.schedulers.len()).map(|index| {
        let name = name_of(plan, index);
        let result = point.and_then(|point| result_of(point, &name));
        let first = result.and_then(|result| result.each.first()?.as_deref());
        let jobs = first.map_or(&[][..], |run| &*run.job_times);
        let point = |job: &JobTime| CurvePoint {
            x: job.arrival_s,
            y: job.turnaround_s,
            ..CurvePoint::default()
        };
        Series {
            name: label_of(plan, index),
            look: looks.get(index).copied().unwrap_or_default(),
            hidden: choice.hides(index),
            points: jobs.iter().map(point).collect(),
            ..Series::default()
        }
    });
    let chart = CurveChart {
        x_label: "Arrival [s]".to_owned(),
        y_label: "Turnaround time of each job [s]".to_owned(),
        x_unit: "s".to_owned(),
        y_unit: "s".to_owned(),
        y_log: choice.log,
        series: series.collect(),
        scattered: true,
        ..CurveChart::default()
    };
    Some(chart.in_readable_units())
}

/// Who is ahead of the first scheduler with how many jobs, in words; empty if jobs are not kept.
pub fn job_by_job(plan: &Plan, results: &Results) -> String {
    let all = results
        .points
        .first()
        .map_or(&[][..], |point| &point.results);
    let of = |result: &RunResult| {
        let paired = result.paired.as_ref()?;
        let jobs = paired.jobs.as_ref()?;
        let half = jobs.ahead_share_ci95.unwrap_or(f64::NAN);
        Some(format!(
            "{} is ahead of {} with {} of the jobs and behind with {}",
            plan.label(&result.scheduler),
            plan.label(&paired.versus),
            number::with_interval(100.0 * jobs.ahead_share, 100.0 * half, "%", Style::Plain),
            number::percent(jobs.behind_share),
        ))
    };
    let reported: Vec<String> = all.iter().filter_map(of).collect();
    match reported.is_empty() {
        true => String::new(),
        false => format!(" {}.", reported.join("; ")),
    }
}

/// What is measured, against whose, and at which value of the other sweep, if there is one: "Mean turnaround \[s\] at LSLT 0.8".
fn y_label(plan: &Plan, metric: &Measure, choice: &Choice) -> String {
    let scenario = plan.scenario();
    let name = |own: Baseline| label_of(plan, own.scheduler);
    let measured = match choice.baseline {
        None => metric.axis(),
        Some(own) if own.ratio => format!("{} over {}’s", metric.label, name(own)),
        Some(own) => format!("{} less {}’s", metric.axis(), name(own)),
    };
    let [first, second] = scenario.experiment.sweep.as_slice() else {
        return measured;
    };
    let other = if choice.x == 0 { second } else { first };
    let value = other.values.get(choice.fixed).copied().unwrap_or(f64::NAN);
    let value = number::quantity(value, swept::unit(&other.parameter), Style::Plain);
    let name = swept::name(scenario, &other.parameter);
    format!("{measured} at {name} {value}")
}

fn curve_point(
    point: &Point,
    path: &str,
    result: &RunResult,
    metric: &Measure,
    replications: u32,
) -> CurvePoint {
    CurvePoint {
        x: point
            .parameters
            .get(path)
            .and_then(Value::as_f64)
            .unwrap_or(0.0),
        y: metric.value(result),
        ci95: metric.ci95(result).unwrap_or(f64::NAN),
        unstable: result.unstable,
        unfinished: result.replications < replications,
    }
}

/// What the source of a preset has of a scheduler at points of the plan.
fn published(
    preset: Option<&Preset>,
    (scheduler, metric): (&str, &Measure),
    plan: &Plan,
    points: &[usize],
    path: &str,
) -> Vec<CurvePoint> {
    let mut found = Vec::new();
    for own in preset.map_or(&[][..], |preset| preset.published) {
        if own.scheduler != scheduler || own.measure != metric.key {
            continue;
        }
        for point in points.iter().filter_map(|at| plan.points().get(*at)) {
            let value = |path: &str| point.parameters.get(path).and_then(Value::as_f64);
            if own.at.iter().all(|(path, at)| value(path) == Some(*at)) {
                found.push(CurvePoint {
                    x: value(path).unwrap_or(0.0),
                    y: own.value,
                    ..CurvePoint::default()
                });
            }
        }
    }
    found
}

/// The point of a run against that of the baseline.
fn compared(
    own: CurvePoint,
    (run, other): (&RunResult, &RunResult),
    metric: &Measure,
    baseline: Baseline,
) -> CurvePoint {
    let against = Against::of(run, other, metric);
    let estimate = match baseline.ratio {
        true => against.ratio,
        false => against.difference,
    };
    CurvePoint {
        y: estimate.mean,
        ci95: estimate.ci95,
        unstable: run.unstable || other.unstable,
        unfinished: own.unfinished || other.replications < run.replications,
        ..own
    }
}

/// The name of a scheduler for people.
pub fn label_of(plan: &Plan, scheduler: usize) -> String {
    plan.labels().get(scheduler).cloned().unwrap_or_default()
}

/// The name of a scheduler in the results.
pub fn name_of(plan: &Plan, scheduler: usize) -> String {
    let point = plan.points().first();
    point
        .and_then(|point| point.schedulers.get(scheduler))
        .cloned()
        .unwrap_or_default()
}

/// The result of a scheduler at a point, once there is one.
pub fn result_of<'p>(point: &'p Point, scheduler: &str) -> Option<&'p RunResult> {
    point
        .results
        .iter()
        .find(|result| result.scheduler == scheduler)
}

/// What is held fixed or swept, in words: "BSBW 500 Mbps, LSLT of b3 0.8".
pub fn words(scenario: &Scenario, parameters: &Map<String, Value>) -> String {
    let parts: Vec<String> = parameters
        .iter()
        .map(|(path, value)| {
            let value = value
                .as_f64()
                .map_or_else(|| value.to_string(), crate::base::number::plain);
            format!(
                "{} {value} {}",
                swept::name(scenario, path),
                swept::unit(path)
            )
            .trim_end()
            .to_owned()
        })
        .collect();
    parts.join(", ")
}

/// Which schedulers had to leave out jobs, and how many at most at a point, and which never planned any; empty if none. Their means are over
/// the rest, so a scheduler that drops large jobs looks better than it is.
pub fn left_out(plan: &Plan, results: &Results) -> String {
    let names = results.points.iter().flat_map(|point| &point.results);
    let mut reported: Vec<(&str, u64, u64)> = Vec::new();
    for result in names.filter(|result| result.rejected_jobs > 0) {
        let all = result.jobs + result.rejected_jobs + result.warmup_jobs;
        match reported
            .iter_mut()
            .find(|(name, ..)| *name == result.scheduler)
        {
            Some((_, dropped, _)) => *dropped = result.rejected_jobs.max(*dropped),
            None => reported.push((&result.scheduler, result.rejected_jobs, all)),
        }
    }
    let mut text = String::new();
    if !reported.is_empty() {
        let words: Vec<String> = reported
            .iter()
            .map(|(name, dropped, all)| format!("{} {dropped} of {all}", plan.label(name)))
            .collect();
        text = format!(
            " Jobs with no place even when all is idle, dropped and not in the means: {}.",
            words.join(", ")
        );
    }
    for (never, names) in results.never() {
        let names: Vec<&str> = names.iter().map(|name| plan.label(name)).collect();
        text.push_str(&format!(" {}: {}.", never.caption, names.join(", ")));
    }
    text
}

#[cfg(test)]
mod tests {
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

    /// Points in the order of arrival, with what the means are made of; words with the shares.
    #[test]
    fn each_job_is_a_point() {
        let text = r#"{"workload": {"jobs_per_cluster": 50}, "schedulers": ["no-share", "first-fit"],
            "experiment": {"replications": 2, "sweep": [], "detail": "jobs"}}"#;
        let scenario = Scenario::from_json(text).unwrap();
        let plan = Plan::new(&scenario).unwrap();
        assert!(
            each_job(&plan, &plan.merge(&[]), &Choice::default())
                .is_some_and(|chart| chart.series.len() == 2)
        );
        let results = crate::experiment::run(&scenario, None).unwrap();
        let chart = each_job(&plan, &results, &Choice::default()).unwrap();
        for (series, run) in chart.series.iter().zip(&results.points[0].results) {
            assert_eq!(
                (series.points.len(), &series.name),
                (200, &plan.label(&run.scheduler).to_owned())
            );
            assert!(series.points.is_sorted_by(|a, b| a.x <= b.x));
            let mean = series.points.iter().map(|point| point.y).sum::<f64>() / 200.0;
            let reported = run.replication_mean_turnaround_s[0].unwrap();
            assert!((mean / reported - 1.0).abs() < 1e-12);
        }
        let words = job_by_job(&plan, &results);
        assert!(
            words.starts_with(" First-fit is ahead of No share with "),
            "{words}"
        );
        let (plan, results) = small();
        assert_eq!(each_job(&plan, &results, &Choice::default()), None);
        assert_eq!(job_by_job(&plan, &results), "");
    }

    /// Jones 2005 prints the two limits of figure 22, at no point in particular; Shih 2013 the utilisation of A2 at each load where all
    /// clusters are equally fast.
    #[test]
    fn what_was_published_of_a_preset_stands_at_its_points() {
        let of = |preset: &str, choice: &Choice| {
            let preset = presets::find(preset).unwrap();
            let plan = Plan::new(&presets::scenario(preset).unwrap()).unwrap();
            let chart = chart(&plan, &plan.merge(&[]), choice);
            let series = chart.series.into_iter().map(|own| own.published);
            series
                .map(|all| all.into_iter().map(|p| (p.x, p.y)).collect::<Vec<_>>())
                .collect::<Vec<_>>()
        };
        let limits = of("jones2005-fig22", &Choice::default());
        assert_eq!(limits[0][0], (200.0, 1087.0));
        assert!(limits[1].iter().all(|(_, y)| *y == 735.0));
        assert!(limits[2..].iter().all(Vec::is_empty));
        let utilisation = Choice {
            metric: "utilisation",
            ..Choice::default()
        };
        let a2 = of("shih2013-table4-a2", &utilisation);
        assert_eq!(a2[3], [(0.5, 0.5), (0.75, 0.75), (1.0, 0.83)]);
        for other in [
            Choice {
                fixed: 1,
                ..utilisation.clone()
            },
            Choice {
                baseline: Some(Baseline {
                    scheduler: 0,
                    ratio: false,
                }),
                ..utilisation
            },
            Choice::default(),
        ] {
            let all = of("shih2013-table4-a2", &other);
            assert!(all.iter().all(Vec::is_empty), "{other:?}");
        }
    }

    #[test]
    fn either_sweep_can_be_on_x() {
        let (plan, results) = small();
        let by_bandwidth = chart(
            &plan,
            &results,
            &Choice {
                fixed: 2,
                ..Choice::default()
            },
        );
        assert_eq!(by_bandwidth.x_label, "BSBW [Mbps]");
        let [baseline, curve] = by_bandwidth.series.as_slice() else {
            panic!()
        };
        assert!(baseline.horizontal && !curve.horizontal);
        assert_eq!(
            curve.points.iter().map(|p| p.x).collect::<Vec<_>>(),
            [300.0, 100.0]
        );
        assert_eq!(
            curve.points[1].y,
            results.points[5].results[1].mean_turnaround_s
        );

        let choice = Choice {
            x: 1,
            fixed: 1,
            metric: "mean_wait_s",
            ..Choice::default()
        };
        let by_run_time = chart(&plan, &results, &choice);
        assert_eq!(by_run_time.y_label, "Mean wait [s] at BSBW 100 Mbps");
        assert!(
            by_run_time
                .series
                .iter()
                .all(|series| !series.horizontal && series.points.len() == 3)
        );
        assert_eq!(
            by_run_time.series[0].points[2].y,
            results.points[5].results[0].mean_wait_s
        );
    }

    /// What the results say of the first scheduler, which is compared with anyway.
    #[test]
    fn a_baseline_is_a_line_and_the_others_are_differences() {
        let (plan, results) = small();
        let against = |ratio| {
            let baseline = Some(Baseline {
                scheduler: 0,
                ratio,
            });
            let choice = Choice {
                baseline,
                ..Choice::default()
            };
            chart(&plan, &results, &choice)
        };
        let differences = against(false);
        assert!(differences.compared && differences.series[0].horizontal);
        assert!(
            !differences.series[1].horizontal,
            "no-share alone does not depend on it"
        );
        assert!(
            differences.series[0]
                .points
                .iter()
                .all(|point| (point.y, point.ci95) == (0.0, 0.0))
        );
        let paired = |at: usize| results.points[at].results[1].paired.clone().unwrap();
        for (point, at) in differences.series[1].points.iter().zip([0, 3]) {
            assert_eq!(point.y, paired(at).mean_turnaround_difference_s);
            assert_eq!(Some(point.ci95), paired(at).difference_ci95_s);
        }
        assert_eq!(
            differences.y_label,
            "Mean turnaround [s] less No share’s at Run time 200 s"
        );
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
        let lost = Choice {
            x: 7,
            fixed: 99,
            ..Choice::default()
        };
        assert_eq!(
            lost.within(plan.scenario()),
            Choice {
                fixed: 2,
                ..Choice::default()
            }
        );
        assert_eq!(lost.within(&Scenario::default()).fixed, 0);
        let text = words(plan.scenario(), &plan.points()[0].parameters);
        assert_eq!(text, "BSBW 300 Mbps, Run time 200 s");
    }

    #[test]
    fn dropped_jobs_are_reported() {
        let (plan, mut results) = small();
        assert_eq!(left_out(&plan, &results), "");
        Arc::make_mut(&mut results.points[0]).results[0].rejected_jobs = 7;
        let result = &results.points[0].results[0];
        let words = format!(
            "{} 7 of {}.",
            plan.label(&result.scheduler),
            result.jobs + 7
        );
        assert!(
            left_out(&plan, &results).ends_with(&words),
            "{}",
            left_out(&plan, &results)
        );
    }
}
