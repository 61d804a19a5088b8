//! The figures of an experiment.

use crate::chart::bars::{self, BarChart};
use crate::chart::box_plot::{self, BoxChart};
use crate::chart::curve::curve_data::{self, CurveChoice};
use crate::chart::curve::curve_draw;
use crate::chart::curve::curve_layout::CurveLayout;
use crate::chart::curve::curves::{self, CurveChart, Series};
use crate::chart::gantt_chart::futures::{self, FuturesChart};
use crate::chart::kit::svg;
use crate::chart::kit::theme::Theme;
use crate::chart::plane::plane_figure::PlaneFigure;
use crate::chart::plane::surface_data;
use crate::chart::plane::surface_projection::Camera;
use crate::chart::triangle::{self, TriangleChart};
use crate::experiment::reproduce::papers;
use crate::experiment::{Depths, Plan, Results, measure};
use crate::models::RunsOn;
use crate::paper::Row;
use crate::scenario::{Scenario, Scheduler, presets};
use serde_json::Value;

/// Width in CSS pixels.
const WIDTH: u32 = 860;
/// A second sweep of so few values has a figure for each.
const FEW: usize = 2;

/// A figure.
#[derive(Debug)]
pub struct Figure {
    /// As an SVG document.
    pub svg: String,
    /// In words, for those who do not see it.
    pub words: String,
}

/// The figures of an experiment; of one that varies nothing those of its weights and of each job, if it has them.
///
/// # Errors
/// If one cannot be drawn.
pub fn of(plan: &Plan, results: &Results) -> Result<Vec<Figure>, String> {
    let scenario = plan.scenario();
    let mut figures = Vec::new();
    let charts = match scenario.experiment.sweep.as_slice() {
        [] => {
            if let Some(chart) = triangle::chart(plan, results, &CurveChoice::default()) {
                figures.push(draw_weights(&chart)?);
            }
            curve_data::each_job(plan, results).into_iter().collect()
        }
        [_] => {
            let mut charts = vec![curve(plan, results, 0)];
            charts.extend(against_penalty(plan, results));
            charts
        }
        [_, second, ..] if second.values.len() <= FEW => (0..second.values.len())
            .map(|fixed| curve(plan, results, fixed))
            .collect(),
        _ => {
            let surfaces = surfaces(plan, results);
            figures = surfaces
                .iter()
                .map(draw_surface)
                .collect::<Result<_, _>>()?;
            family(plan, results)
        }
    };
    for chart in &charts {
        figures.push(draw(chart)?);
    }
    for grid in grids(plan, Some(results)) {
        figures.push(draw_surface(&grid)?);
    }
    Ok(figures)
}

/// The figures of an experiment whose log is not at hand: what was published of it.
///
/// # Errors
/// If one cannot be drawn.
pub fn without_log(plan: &Plan) -> Result<Vec<Figure>, String> {
    grids(plan, None).map(|grid| draw_surface(&grid)).collect()
}

/// The improvements of every scheduler whose policy has a row in a published table.
fn grids(plan: &Plan, results: Option<&Results>) -> impl Iterator<Item = PlaneFigure> {
    let none = results.is_none().then(|| plan.merge(&[]));
    let metric = measure::find("mean_turnaround_s");
    let schedulers = plan.scenario().schedulers.iter().enumerate();
    let published = |own: &Scheduler| {
        let mut rows = papers().iter().flat_map(|paper| paper.improvements);
        rows.any(|row| row.scheduler == own.policy.name())
    };
    let improving = schedulers.filter(move |(_, own)| published(own));
    improving.filter_map(move |(index, _)| {
        let row = row_of(plan.scenario());
        let results = results.or(none.as_ref())?;
        let mut chart = surface_data::improvement(plan, results, index, metric, row)?;
        chart.without_log = none.is_some();
        Some(PlaneFigure::Improvement(chart))
    })
}

/// What was published of a preset, which is known by its title.
fn row_of(scenario: &Scenario) -> Option<&'static Row> {
    let mut rows = papers().iter().flat_map(|paper| paper.improvements);
    rows.find(|row| {
        let preset = presets::find(row.preset).and_then(|preset| presets::scenario(preset).ok());
        preset.is_some_and(|own| own.title == scenario.title)
    })
}

/// At which depths decisions change (S fig. 11).
///
/// # Errors
/// If it cannot be drawn.
pub fn changes(depths: &Depths) -> Result<Figure, String> {
    let mut bars = Vec::new();
    let (mut from, mut to) = (2, 10);
    while from < depths.changes.len() {
        let within = &depths.changes[from..depths.changes.len().min(to + 1)];
        bars.push((format!("{from}–{to}"), within.iter().sum::<u64>() as f64));
        (from, to) = (to + 1, 2 * to);
    }
    let chart = BarChart {
        title: "Changes of the best cluster by simulation depth".to_owned(),
        bars,
    };
    draw_bars(&chart)
}

/// How turnaround and bounded slowdown are spread over the replications, wherever they are at all (S fig. 7).
///
/// # Errors
/// If it cannot be drawn.
pub fn boxes(plan: &Plan, results: &Results) -> Result<Vec<Figure>, String> {
    let second = plan.scenario().experiment.sweep.get(1);
    let mut figures = Vec::new();
    for fixed in 0..second.map_or(1, |sweep| sweep.values.len()) {
        for metric in ["mean_turnaround_s", "mean_bounded_slowdown"] {
            let choice = CurveChoice {
                metric,
                fixed,
                ..CurveChoice::default()
            };
            let mut chart = box_plot::chart(plan, results, &choice);
            if chart.varies() {
                if second.is_some() {
                    chart.y_label = format!("{}, {}", chart.y_label, held(plan, fixed));
                }
                figures.push(draw_boxes(&chart)?);
            }
        }
    }
    Ok(figures)
}

fn draw_weights(chart: &TriangleChart) -> Result<Figure, String> {
    let words = triangle::summary(chart);
    let height = chart.preferred_height(f64::from(WIDTH)) as u32;
    let svg = svg::light((WIDTH, height), &words, |backend, theme, area| {
        triangle::draw(backend, area, chart, theme)
    })?;
    Ok(Figure { svg, words })
}

fn draw_boxes(chart: &BoxChart) -> Result<Figure, String> {
    let words = box_plot::summary(chart);
    let height = chart.preferred_height() as u32;
    let svg = svg::light((WIDTH, height), &words, |backend, theme, area| {
        box_plot::draw(backend, area, chart, theme)
    })?;
    Ok(Figure { svg, words })
}

/// The simulated futures of a decision.
///
/// # Errors
/// If they cannot be drawn.
pub fn futures(chart: &FuturesChart) -> Result<Figure, String> {
    let words = futures::summary(chart);
    let height = chart.preferred_height(f64::from(WIDTH)) as u32;
    let svg = svg::light((WIDTH, height), &words, |backend, theme, area| {
        futures::draw(backend, area, chart, theme)
    })?;
    Ok(Figure { svg, words })
}

/// A figure of bars.
///
/// # Errors
/// If it cannot be drawn.
pub fn draw_bars(chart: &BarChart) -> Result<Figure, String> {
    let words = bars::summary(chart);
    let svg = svg::light((WIDTH, bars::HEIGHT), &words, |backend, theme, area| {
        bars::draw(backend, area, chart, theme)
    })?;
    Ok(Figure { svg, words })
}

fn draw(chart: &CurveChart) -> Result<Figure, String> {
    let theme = Theme::light(1.0);
    let height = CurveLayout::preferred_height(chart, f64::from(WIDTH), &theme) as u32;
    let words = curves::summary(chart);
    let svg = svg::light((WIDTH, height), &words, |backend, theme, area| {
        curve_draw::draw(backend, area, chart, theme, None).map(|_| ())
    })?;
    Ok(Figure { svg, words })
}

fn draw_surface(surface: &PlaneFigure) -> Result<Figure, String> {
    let height = surface.preferred_height(f64::from(WIDTH), &Theme::light(1.0)) as u32;
    let words = surface.summary();
    let svg = svg::light((WIDTH, height), &words, |backend, theme, area| {
        surface.paint(backend, &surface.layout(area, theme), theme)
    })?;
    Ok(Figure { svg, words })
}

/// One surface of turnaround for each scheduler that depends on both sweeps, as the paper draws them.
fn surfaces(plan: &Plan, results: &Results) -> Vec<PlaneFigure> {
    let metric = measure::find("mean_turnaround_s");
    let varied = curve(plan, results, 0).series.into_iter().enumerate();
    varied
        .filter(|(_, series)| !series.horizontal)
        .filter_map(|(index, series)| {
            let mut chart = surface_data::surface(plan, results, index, metric)?;
            chart.plane.title = series.name;
            Some(PlaneFigure::Surface(chart, Camera::default()))
        })
        .collect()
}

/// Turnaround against the first sweep, the second held at one of its values.
fn curve(plan: &Plan, results: &Results, fixed: usize) -> CurveChart {
    let choice = CurveChoice {
        fixed,
        ..CurveChoice::default()
    };
    let mut chart = curve_data::chart(plan, results, &choice);
    chart.title = held(plan, fixed);
    chart
}

/// "LSLT 0.8", if there is a second sweep.
fn held(plan: &Plan, fixed: usize) -> String {
    let sweep = plan.scenario().experiment.sweep.get(1);
    let Some((sweep, value)) = sweep.and_then(|sweep| Some((sweep, sweep.values.get(fixed)?)))
    else {
        return String::new();
    };
    let at = [(sweep.parameter.clone(), Value::from(*value))];
    curve_data::words(plan.scenario(), &at.into_iter().collect())
}

/// One figure for each scheduler that depends on both sweeps: a curve for each value of the second, and the baselines.
fn family(plan: &Plan, results: &Results) -> Vec<CurveChart> {
    let values = plan
        .scenario()
        .experiment
        .sweep
        .get(1)
        .map_or(0, |sweep| sweep.values.len());
    let slices: Vec<CurveChart> = (0..values)
        .map(|fixed| curve(plan, results, fixed))
        .collect();
    let Some(first) = slices.first() else {
        return Vec::new();
    };
    let schedulers = first.series.iter().enumerate();
    schedulers
        .filter(|(_, series)| !series.horizontal)
        .map(|(index, series)| {
            let curves = slices.iter().enumerate().filter_map(|(style, slice)| {
                Some(Series {
                    name: slice.title.clone(),
                    style,
                    ..slice.series.get(index)?.clone()
                })
            });
            let baselines = first.series.iter().filter(|series| series.horizontal);
            let baselines = baselines.enumerate().map(|(after, baseline)| Series {
                style: values + after,
                ..baseline.clone()
            });
            CurveChart {
                title: series.name.clone(),
                y_label: measure::find("mean_turnaround_s").axis(),
                series: curves.chain(baselines).collect(),
                ..first.clone()
            }
        })
        .collect()
}

/// Turnaround against the mean penalty of co-allocated jobs (J5 §4.4), if the fixed penalty is compared.
fn against_penalty(plan: &Plan, results: &Results) -> Option<CurveChart> {
    let fixed =
        |scheduler: &Scheduler| matches!(scheduler.policy.info().network, RunsOn::FixedPenalty(_));
    plan.scenario().schedulers.iter().find(|s| fixed(s))?;
    let mut chart = curve(plan, results, 0);
    for series in &mut chart.series {
        for (shown, point) in series.points.iter_mut().zip(&results.points) {
            let run = curve_data::result_of(point, &series.name);
            shown.x = run.map_or(f64::NAN, |run| run.mean_penalty);
        }
    }
    chart.x_label = measure::find("mean_penalty").axis();
    chart.x_unit.clear();
    Some(chart)
}
