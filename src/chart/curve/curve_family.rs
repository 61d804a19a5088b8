//! The curves of a report: turnaround against the first sweep, and a curve for each value of a second sweep.

use crate::chart::curve::curve_data;
use crate::chart::curve::curves::{CurveChart, Series};
use crate::chart::figure::{Choice, Scene};
use crate::chart::kit::series_style::SeriesStyle;
use crate::experiment::measure;
use crate::models::RunsOn;
use crate::scenario::Scheduler;
use serde_json::Value;

/// A second sweep of so few values has a figure for each.
pub(in crate::chart) const FEW: usize = 2;

/// Turnaround against the first sweep; none if nothing is swept.
pub fn of(scene: &Scene) -> Vec<CurveChart> {
    match scene.scenario().experiment.sweep.as_slice() {
        [] => Vec::new(),
        [_] => {
            let mut charts = vec![curve(scene, 0)];
            charts.extend(against_penalty(scene));
            charts
        }
        [_, second, ..] if second.values.len() <= FEW => {
            (0..second.values.len()).map(|fixed| curve(scene, fixed)).collect()
        }
        _ => family(scene),
    }
}

/// Turnaround against the first sweep, the second held at one of its values.
pub(in crate::chart) fn curve(scene: &Scene, fixed: usize) -> CurveChart {
    let choice = Choice { fixed, ..Choice::default() };
    let chart = curve_data::chart(scene.plan, scene.results, &choice);
    CurveChart { title: held(scene, fixed), ..chart }
}

/// "LSLT 0.8", if there is a second sweep.
pub(in crate::chart) fn held(scene: &Scene, fixed: usize) -> String {
    let sweep = scene.scenario().experiment.sweep.get(1);
    let Some((sweep, value)) = sweep.and_then(|sweep| Some((sweep, sweep.values.get(fixed)?))) else {
        return String::new();
    };
    let at = [(sweep.parameter.clone(), Value::from(*value))];
    curve_data::words(scene.scenario(), &at.into_iter().collect())
}

/// One figure for each scheduler that depends on both sweeps: a curve for each value of the second, and the baselines.
fn family(scene: &Scene) -> Vec<CurveChart> {
    let second = scene.scenario().experiment.sweep.get(1);
    let values = second.map_or(0, |sweep| sweep.values.len());
    let slices: Vec<CurveChart> = (0..values).map(|fixed| curve(scene, fixed)).collect();
    let Some(first) = slices.first() else {
        return Vec::new();
    };
    let schedulers = first.series.iter().enumerate();
    schedulers
        .filter(|(_, series)| !series.horizontal)
        .map(|(index, series)| {
            let curves = slices.iter().enumerate().filter_map(|(value, slice)| {
                Some(Series {
                    name: slice.title.clone(),
                    look: SeriesStyle::nth(value),
                    ..slice.series.get(index)?.clone()
                })
            });
            let baselines = first.series.iter().filter(|series| series.horizontal);
            let baselines = baselines
                .enumerate()
                .map(|(after, baseline)| Series { look: SeriesStyle::nth(values + after), ..baseline.clone() });
            CurveChart {
                title: series.name.clone(),
                y_label: measure::find("mean_turnaround_s").axis(),
                series: curves.chain(baselines).collect(),
                ..first.clone()
            }
        })
        .collect()
}

/// Turnaround against the mean penalty of co-allocated jobs, if a fixed penalty is compared.
fn against_penalty(scene: &Scene) -> Option<CurveChart> {
    let fixed = |scheduler: &&Scheduler| matches!(scheduler.policy.info().network, RunsOn::FixedPenalty(_));
    scene.scenario().schedulers.iter().find(fixed)?;
    let mut chart = curve(scene, 0);
    for (index, series) in chart.series.iter_mut().enumerate() {
        let name = curve_data::name_of(scene.plan, index);
        for (shown, point) in series.points.iter_mut().zip(&scene.results.points) {
            let run = curve_data::result_of(point, &name);
            shown.x = run.map_or(f64::NAN, |run| run.mean_penalty);
        }
    }
    chart.x_label = measure::find("mean_penalty").axis();
    chart.x_unit.clear();
    chart.x_values.clear();
    chart.x_log = false;
    Some(chart)
}
