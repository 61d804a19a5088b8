//! Curves of results: a parameter on the x axis, a measure on the y axis, and a fixed value of the second parameter. Also
//! sentences about results, and the curves of a report.

use crate::chart::curve::{CurveChart, CurvePoint, Series};
use crate::chart::figure::{Baseline, Choice, Scene};
use crate::chart::kit::series_style::SeriesStyle;
use crate::experiment::headline::Slice;
use crate::experiment::measure::{self, Measure};
use crate::experiment::{Against, OTHER_JOBS, Plan, Point, Results, RunResult, jobs_of_fewer};
use crate::metrics::job_times::JobTime;
use crate::models::RunsOn;
use crate::scenario::{Detail, Scenario, Scheduler, presets, swept};
use crate::words::number::{self, Style};
use crate::words::possessive;
use serde_json::{Map, Value};

/// A second sweep of at most this many values gets a figure for each value.
pub(in crate::chart) const FEW: usize = 2;

/// Curves of a chosen measure.
pub fn chart(plan: &Plan, results: &Results, choice: &Choice) -> CurveChart {
    in_seconds(plan, results, choice).in_readable_units()
}

/// Curves of a chosen measure, and the former curves while a value moves.
pub(in crate::chart) fn chart_after(scene: &Scene, choice: &Choice) -> CurveChart {
    let mut chart = in_seconds(scene.plan, scene.results, choice);
    if let Some((plan, results)) = scene.former {
        chart.put_former(in_seconds(plan, results, choice));
    }
    chart.in_readable_units()
}

fn in_seconds(plan: &Plan, results: &Results, choice: &Choice) -> CurveChart {
    let scenario = plan.scenario();
    let choice = choice.within(scenario);
    let metric = measure::find(choice.metric);
    let sweep = scenario.experiment.sweep.get(choice.x);
    let path = sweep.map_or("", |sweep| sweep.parameter.as_str());
    let indices = choice.points(scenario);
    let mut chart = CurveChart {
        x_label: sweep.map_or_else(String::new, |_| swept::axis(scenario, path)),
        x_title: sweep.map_or_else(String::new, |_| swept::spelled_axis(scenario, path)),
        y_label: y_label(plan, metric, &choice),
        x_unit: swept::unit(path).to_owned(),
        y_unit: metric.unit.to_owned(),
        y_style: metric.style,
        y_log: choice.log && choice.baseline.is_none(),
        x_values: sweep.map_or_else(Vec::new, |sweep| sweep.values.clone()),
        compared: choice.baseline.is_some(),
        series: series(plan, &choice),
        ..CurveChart::default()
    };
    chart.x_log = is_crowded(&chart.x_values);
    if choice.baseline.is_some_and(|own| own.ratio) {
        (chart.y_unit, chart.y_style) = (String::new(), Style::Plain);
    }
    // True if a scheduler has the same run at every x, because it does not depend on what is swept.
    let constant = |index: usize| {
        let first = plan.task_of(*indices.first().unwrap_or(&0), index, 0);
        let mut all = indices.iter().map(|&at| plan.task_of(at, index, 0));
        first.is_some() && all.all(|task| task == first)
    };
    let to_constant = choice.baseline.is_none_or(|own| constant(own.scheduler));
    let against = choice.baseline.map(|own| (own, name_of(plan, own.scheduler)));
    // Published values of a preset: the values printed in the paper from which it is taken.
    let preset = presets::matching(scenario).filter(|_| against.is_none());
    let printed = preset.map_or(&[][..], |preset| &preset.published);
    for (index, own) in chart.series.iter_mut().enumerate() {
        let name = name_of(plan, index);
        let point = |&at: &usize| {
            let point = results.points.get(at)?;
            let run = result_of(point, &name)?;
            let own = curve_point(point, path, run, metric, scenario.experiment.replications);
            Some(match &against {
                Some((baseline, other)) => compared(own, run, result_of(point, other)?, metric, *baseline),
                None => own,
            })
        };
        own.points = indices.iter().filter_map(point).collect();
        if let Some(jobs) = of_fewer(results, &name) {
            own.name = marked(&own.name, &jobs);
            own.set_apart = true;
        }
        own.horizontal = choice.baseline.is_some_and(|own| own.scheduler == index) || constant(index) && to_constant;
        for printed in printed.iter().filter(|own| own.scheduler == name && own.measure == metric.key) {
            let points = indices.iter().filter_map(|at| Some(&plan.points().get(*at)?.parameters));
            let meant = points.filter(|own| printed.at.iter().all(|(path, at)| value_at(own, path) == Some(*at)));
            own.published.extend(meant.map(|own| CurvePoint {
                x: value_at(own, path).unwrap_or(0.0),
                y: printed.value,
                ..CurvePoint::default()
            }));
        }
    }
    chart
}

/// The chart of one value of the swept parameter, without an x axis, and the index of the point in the plan.
pub fn at_one_point(scene: &Scene, choice: &Choice) -> Option<(CurveChart, usize)> {
    let scenario = scene.scenario();
    let own = choice.within(scenario);
    let sweep = scenario.experiment.sweep.get(own.x)?;
    // As the slider beside the figure at first.
    let place = sweep.values.len() / 3;
    let (x, at) = (*sweep.values.get(place)?, *own.points(scenario).get(place)?);
    let mut chart = chart_after(scene, choice);
    for series in chart.series.iter_mut().filter(|own| !own.horizontal) {
        series.points.retain(|point| point.x == x);
        series.published.clear();
    }
    let value = number::quantity(x, swept::unit(&sweep.parameter), Style::Plain);
    chart.y_label = format!("{} at {} {value}", chart.y_label, swept::name(scenario, &sweep.parameter));
    (chart.x_label, chart.x_title, chart.x_values) = (String::new(), String::new(), Vec::new());
    Some((chart, at))
}

/// Turnaround against arrival, for each job of the first replication. `None` unless each job is recorded and nothing is
/// swept.
pub fn each_job(plan: &Plan, results: &Results, choice: &Choice) -> Option<CurveChart> {
    let experiment = &plan.scenario().experiment;
    if experiment.detail != Detail::Jobs || !experiment.sweep.is_empty() {
        return None;
    }
    let mut series = series(plan, choice);
    for (index, own) in series.iter_mut().enumerate() {
        let point = results.points.first();
        let result = point.and_then(|point| result_of(point, &name_of(plan, index)));
        let first = result.and_then(|result| result.each.first()?.as_deref());
        let jobs = first.map_or(&[][..], |run| &*run.job_times);
        let point = |job: &JobTime| CurvePoint { x: job.arrival_s, y: job.turnaround_s, ..CurvePoint::default() };
        own.points = jobs.iter().map(point).collect();
    }
    let chart = CurveChart {
        x_label: "Arrival [s]".to_owned(),
        y_label: "Turnaround time of each job [s]".to_owned(),
        x_unit: "s".to_owned(),
        y_unit: "s".to_owned(),
        y_log: choice.log,
        series,
        scattered: true,
        ..CurveChart::default()
    };
    Some(chart.in_readable_units())
}

/// Number of runs of a chart, and how to read its intervals.
pub(in crate::chart) fn runs(chart: &CurveChart, baseline: Option<Baseline>, scene: &Scene) -> String {
    let Some(baseline) = baseline else {
        let intervals = match (chart.points().any(|point| point.half_width() > 0.0), scene.is_sample()) {
            (true, true) => " with 95 % confidence intervals".to_owned(),
            (true, false) => ", with 95 % intervals over blocks of its jobs".to_owned(),
            (false, _) => String::new(),
        };
        return scene.means() + &intervals;
    };
    let name = chart.series.get(baseline.scheduler).map_or("", |series| &series.name);
    let mut others = chart.series.iter().filter(|own| own.name != name).flat_map(|own| &own.points);
    match others.any(|point| point.ci95.is_finite()) {
        true if !scene.is_sample() => {
            "Paired over blocks of the same jobs, with 95 % confidence intervals: one across the line shows no difference".to_owned()
        }
        true => format!(
            "Paired over {} replications of the same jobs, with 95 % confidence intervals: one across the line shows no difference",
            scene.scenario().experiment.replications
        ),
        false if !scene.is_sample() => "On the same jobs, without an interval".to_owned(),
        false => {
            "On the same jobs, without an interval: that takes two replications or more of which this measure is kept"
                .to_owned()
        }
    }
}

/// A series without points for each scheduler.
fn series(plan: &Plan, choice: &Choice) -> Vec<Series> {
    let looks = SeriesStyle::of_schedulers(plan.scenario()).into_iter().enumerate();
    let series = looks.map(|(index, look)| Series {
        name: label_of(plan, index),
        look,
        hidden: choice.hides(index),
        ..Series::default()
    });
    series.collect()
}

/// True if a linear axis would crowd most of the values into its first tenth: depths of 0, 1, 2, 5 … 100 000.
fn is_crowded(values: &[f64]) -> bool {
    let high = values.iter().copied().fold(0.0, f64::max);
    let low = values.iter().filter(|x| **x <= high / 10.0);
    values.len() >= 4 && values.iter().all(|x| *x >= 0.0) && 2 * low.count() > values.len()
}

/// Label of the y axis, with the baseline and the value of the other sweep: "Mean turnaround \[s\] at LSLT 0.8".
fn y_label(plan: &Plan, metric: &Measure, choice: &Choice) -> String {
    let scenario = plan.scenario();
    let name = |own: Baseline| label_of(plan, own.scheduler);
    let measured = match choice.baseline {
        None => metric.axis(),
        Some(own) if own.ratio => format!("{} over {}", metric.label, possessive(&name(own))),
        Some(own) => metric.difference_from(&name(own)),
    };
    match fixed_words(scenario, choice) {
        held if held.is_empty() => measured,
        held => format!("{measured} at {held}"),
    }
}

/// Name and value of the sweep that is not on the x axis: "LSLT 0.8"; empty if there is none.
fn fixed_words(scenario: &Scenario, choice: &Choice) -> String {
    let [first, second] = scenario.experiment.sweep.as_slice() else {
        return String::new();
    };
    let other = if choice.x == 0 { second } else { first };
    let value = other.values.get(choice.fixed).copied().unwrap_or(f64::NAN);
    let value = number::quantity(value, swept::unit(&other.parameter), Style::Plain);
    format!("{} {value}", swept::name(scenario, &other.parameter))
}

/// The finding of the results that a figure shows, in one sentence (see [`headline`](crate::experiment::headline())).
pub fn headline(plan: &Plan, results: &Results, choice: &Choice) -> Option<String> {
    let scenario = plan.scenario();
    let choice = choice.within(scenario);
    let slice = Slice { sweep: choice.x, points: choice.points(scenario), held: fixed_words(scenario, &choice) };
    crate::experiment::headline(plan, results, measure::find(choice.metric), &slice)
}

fn value_at(parameters: &Map<String, Value>, path: &str) -> Option<f64> {
    parameters.get(path).and_then(Value::as_f64)
}

fn curve_point(point: &Point, path: &str, run: &RunResult, metric: &Measure, replications: u32) -> CurvePoint {
    CurvePoint {
        x: value_at(&point.parameters, path).unwrap_or(0.0),
        y: metric.value(run),
        ci95: metric.ci95(run).unwrap_or(f64::NAN),
        unstable: run.unstable,
        unfinished: run.replications < replications,
    }
}

/// The point of a run that is compared with the baseline's run on the same jobs: difference or ratio, with its
/// interval.
fn compared(own: CurvePoint, run: &RunResult, other: &RunResult, metric: &Measure, baseline: Baseline) -> CurvePoint {
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

/// A scheduler's label.
pub fn label_of(plan: &Plan, scheduler: usize) -> String {
    plan.labels().get(scheduler).cloned().unwrap_or_default()
}

/// A scheduler's label, marked if its means are over fewer jobs than those of another scheduler.
pub fn marked_label(plan: &Plan, results: &Results, scheduler: usize) -> String {
    let label = label_of(plan, scheduler);
    match of_fewer(results, &name_of(plan, scheduler)) {
        Some(jobs) => marked(&label, &jobs),
        None => label,
    }
}

/// "B3 † 33 % refused"
pub fn marked(label: &str, refused: &str) -> String {
    format!("{label} {OTHER_JOBS} {refused}")
}

/// The share of jobs that a scheduler refused at the point where it refused most, if another scheduler refused fewer.
fn of_fewer(results: &Results, name: &str) -> Option<String> {
    let runs = results.points.iter().filter_map(|point| Some((result_of(point, name)?, &point.results)));
    let fewer = runs.filter_map(|(run, all)| Some((run.rejected_jobs, jobs_of_fewer(run, all)?)));
    fewer.max_by_key(|(refused, _)| *refused).map(|(_, share)| share)
}

/// The name of a scheduler as in the results.
pub fn name_of(plan: &Plan, scheduler: usize) -> String {
    let point = plan.points().first();
    point.and_then(|point| point.schedulers.get(scheduler)).cloned().unwrap_or_default()
}

/// A scheduler's result at a point; `None` before it is computed.
pub fn result_of<'p>(point: &'p Point, scheduler: &str) -> Option<&'p RunResult> {
    point.results.iter().find(|result| result.scheduler == scheduler)
}

/// Parameters with their values: "BSBW 500 Mbps, LSLT of b3 0.8".
pub fn words(scenario: &Scenario, parameters: &Map<String, Value>) -> String {
    let part = |(path, value): (&String, &Value)| {
        let value = value.as_f64().map_or_else(|| value.to_string(), number::plain);
        format!("{} {value} {}", swept::name(scenario, path), swept::unit(path)).trim_end().to_owned()
    };
    let parts: Vec<String> = parameters.iter().map(part).collect();
    parts.join(", ")
}

/// Sentences with the numbers of jobs that finish sooner and later than under the first scheduler; empty unless each
/// job is recorded.
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

/// Schedulers that refused jobs, with the largest number refused at a point, and schedulers that never planned a job;
/// empty if there are none. Refused jobs are not in the means, so a scheduler that refuses large jobs looks better than
/// it is.
pub fn left_out(plan: &Plan, results: &Results) -> String {
    let runs = results.points.iter().flat_map(|point| &point.results).filter(|own| own.rejected_jobs > 0);
    let mut most: Vec<(&str, u64, u64)> = Vec::new();
    for run in runs {
        let all = run.jobs + run.rejected_jobs + run.warmup_jobs;
        match most.iter_mut().find(|(name, ..)| *name == run.scheduler) {
            Some((_, refused, _)) => *refused = run.rejected_jobs.max(*refused),
            None => most.push((&run.scheduler, run.rejected_jobs, all)),
        }
    }
    let mut text = String::new();
    if !most.is_empty() {
        let alike = most.chunk_by(|a, b| (a.1, a.2) == (b.1, b.2));
        let words = alike.filter_map(|own| {
            let &(_, refused, all) = own.first()?;
            let share = number::percent(refused as f64 / all as f64);
            let (refused, jobs) = (number::count(refused), number::counted(all, "job"));
            let names: Vec<&str> = own.iter().map(|(name, ..)| plan.label(name)).collect();
            let who = match own.len() {
                1 => names.join(", "),
                all if all == plan.labels().len() => "Every scheduler".to_owned(),
                _ => format!("{} each", names.join(", ")),
            };
            Some(format!("{who} refused {refused} of {jobs} ({share})"))
        });
        let words: Vec<String> = words.collect();
        let theirs = if most.len() == 1 { "its mean is over the others" } else { "their means are over the others" };
        let apart = (0..plan.labels().len()).any(|index| of_fewer(results, &name_of(plan, index)).is_some());
        let apart = if apart { " and cannot be compared" } else { "" };
        text = format!(" {}; {theirs}{apart}.", words.join(", "));
    }
    for (never, names) in results.never() {
        let names: Vec<&str> = names.iter().map(|name| plan.label(name)).collect();
        text.push_str(&format!(" {}: {}.", never.caption, names.join(", ")));
    }
    text
}

/// Curves of a report: turnaround against the first sweep, and a curve for each value of a second sweep. None if nothing is swept.
pub(in crate::chart) fn reported(scene: &Scene) -> Vec<CurveChart> {
    match scene.scenario().experiment.sweep.as_slice() {
        [] => Vec::new(),
        [_] => std::iter::once(curve(scene, 0)).chain(against_penalty(scene)).collect(),
        [_, second, ..] if second.values.len() <= FEW => {
            (0..second.values.len()).map(|fixed| curve(scene, fixed)).collect()
        }
        [_, second, ..] => family(scene, second.values.len()),
    }
}

/// Turnaround against the first sweep, for one value of the second sweep.
pub(in crate::chart) fn curve(scene: &Scene, fixed: usize) -> CurveChart {
    let choice = Choice { fixed, ..Choice::default() };
    let chart = chart(scene.plan, scene.results, &choice);
    CurveChart { title: held(scene, fixed), ..chart }
}

/// Name and value of the second sweep: "LSLT 0.8". Empty without a second sweep.
pub(in crate::chart) fn held(scene: &Scene, fixed: usize) -> String {
    let sweep = scene.scenario().experiment.sweep.get(1);
    let Some((sweep, value)) = sweep.and_then(|sweep| Some((sweep, sweep.values.get(fixed)?))) else {
        return String::new();
    };
    let at = [(sweep.parameter.clone(), Value::from(*value))];
    words(scene.scenario(), &at.into_iter().collect())
}

/// One figure for each scheduler that depends on both sweeps, with the baselines and a curve for each of the `values` of the
/// second sweep.
fn family(scene: &Scene, values: usize) -> Vec<CurveChart> {
    let slices: Vec<CurveChart> = (0..values).map(|fixed| curve(scene, fixed)).collect();
    let Some(first) = slices.first() else {
        return Vec::new();
    };
    let varied = first.series.iter().enumerate().filter(|(_, series)| !series.horizontal);
    let figure = |(index, series): (usize, &Series)| {
        let curves = slices.iter().filter_map(|slice| {
            let own = slice.series.get(index)?.clone();
            Some(Series { name: slice.title.clone(), ..own })
        });
        let baselines = first.series.iter().filter(|series| series.horizontal).cloned();
        let all = curves.chain(baselines).enumerate();
        CurveChart {
            title: series.name.clone(),
            y_label: measure::find("mean_turnaround_s").axis(),
            series: all.map(|(place, own)| Series { look: SeriesStyle::nth(place), ..own }).collect(),
            ..first.clone()
        }
    };
    varied.map(figure).collect()
}

/// Turnaround against the mean penalty of co-allocated jobs, if a scheduler with a fixed penalty is compared.
fn against_penalty(scene: &Scene) -> Option<CurveChart> {
    let fixed = |scheduler: &&Scheduler| matches!(scheduler.policy.info().network, RunsOn::FixedPenalty(_));
    scene.scenario().schedulers.iter().find(fixed)?;
    let mut chart = curve(scene, 0);
    for (index, series) in chart.series.iter_mut().enumerate() {
        let name = name_of(scene.plan, index);
        for (shown, point) in series.points.iter_mut().zip(&scene.results.points) {
            let run = result_of(point, &name);
            shown.x = run.map_or(f64::NAN, |run| run.mean_penalty);
        }
    }
    chart.x_label = measure::find("mean_penalty").axis();
    chart.x_unit.clear();
    chart.x_values.clear();
    chart.x_log = false;
    Some(chart)
}

#[cfg(test)]
mod tests;
