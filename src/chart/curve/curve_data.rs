//! Results as curves: which parameter is on x, which measure on y, and what is held fixed.

use crate::chart::curve::curves::{CurveChart, CurvePoint, Series};
use crate::chart::figure::{Baseline, Choice};
use crate::chart::kit::series_style::SeriesStyle;
use crate::experiment::measure::{self, Measure};
use crate::experiment::{Against, Plan, Point, Results, RunResult};
use crate::metrics::job_times::JobTime;
use crate::paper::Preset;
use crate::scenario::{Detail, Scenario, presets, swept};
use crate::words::number::{self, Style};
use serde_json::{Map, Value};

/// The figure of some results.
pub fn chart(plan: &Plan, results: &Results, choice: &Choice) -> CurveChart {
    let scenario = plan.scenario();
    let choice = choice.within(scenario);
    let metric = measure::find(choice.metric);
    let path = scenario.experiment.sweep.get(choice.x).map_or("", |sweep| sweep.parameter.as_str());
    let indices = choice.points(scenario);
    let replications = scenario.experiment.replications;
    let against = choice.baseline.map(|own| (own, name_of(plan, own.scheduler)));
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
        let point = |job: &JobTime| CurvePoint { x: job.arrival_s, y: job.turnaround_s, ..CurvePoint::default() };
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
    let all = results.points.first().map_or(&[][..], |point| &point.results);
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

fn curve_point(point: &Point, path: &str, result: &RunResult, metric: &Measure, replications: u32) -> CurvePoint {
    CurvePoint {
        x: point.parameters.get(path).and_then(Value::as_f64).unwrap_or(0.0),
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
    for own in preset.map_or(&[][..], |preset| &preset.published) {
        if own.scheduler != scheduler || own.measure != metric.key {
            continue;
        }
        for point in points.iter().filter_map(|at| plan.points().get(*at)) {
            let value = |path: &str| point.parameters.get(path).and_then(Value::as_f64);
            if own.at.iter().all(|(path, at)| value(path) == Some(*at)) {
                found.push(CurvePoint { x: value(path).unwrap_or(0.0), y: own.value, ..CurvePoint::default() });
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
    point.and_then(|point| point.schedulers.get(scheduler)).cloned().unwrap_or_default()
}

/// The result of a scheduler at a point, once there is one.
pub fn result_of<'p>(point: &'p Point, scheduler: &str) -> Option<&'p RunResult> {
    point.results.iter().find(|result| result.scheduler == scheduler)
}

/// What is held fixed or swept, in words: "BSBW 500 Mbps, LSLT of b3 0.8".
pub fn words(scenario: &Scenario, parameters: &Map<String, Value>) -> String {
    let parts: Vec<String> = parameters
        .iter()
        .map(|(path, value)| {
            let value = value.as_f64().map_or_else(|| value.to_string(), crate::words::number::plain);
            format!("{} {value} {}", swept::name(scenario, path), swept::unit(path)).trim_end().to_owned()
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
        match reported.iter_mut().find(|(name, ..)| *name == result.scheduler) {
            Some((_, dropped, _)) => *dropped = result.rejected_jobs.max(*dropped),
            None => reported.push((&result.scheduler, result.rejected_jobs, all)),
        }
    }
    let mut text = String::new();
    if !reported.is_empty() {
        let words: Vec<String> =
            reported.iter().map(|(name, dropped, all)| format!("{} {dropped} of {all}", plan.label(name))).collect();
        text =
            format!(" Jobs with no place even when all is idle, dropped and not in the means: {}.", words.join(", "));
    }
    for (never, names) in results.never() {
        let names: Vec<&str> = names.iter().map(|name| plan.label(name)).collect();
        text.push_str(&format!(" {}: {}.", never.caption, names.join(", ")));
    }
    text
}

#[cfg(test)]
mod tests;
