//! The chart room: figures as pure functions of data, view, theme and size, drawn on any plotters backend (a canvas in
//! the page, SVG natively and for export).
//!
//! Whatever is shown, saved or reported is a [`Figure`](figure::Figure): it is drawn, put into words, written as a table and
//! pointed at through that trait. The kinds of figure that an experiment may have are the lines of [`FIGURES`]; nothing outside
//! knows one of them by name.
//!
//! A figure is made in two steps. A *layout* places everything in pixels and owns the coordinate transform, without
//! touching a device; pointing and keyboard steps ask the layout. *Drawing* paints a layout. Layouts accept any data:
//! empty, not a number, infinite, of zero width, on a canvas of one pixel; what cannot be shown is left out, and nothing
//! panics or hangs. Errors of the device are returned.
//!
//! | figure | data | layout | drawing |
//! | --- | --- | --- | --- |
//! | curves, a point for each job: [`curve::curve_figure`] | [`curve::curves`], of results: [`curve::curve_data`] | [`curve::curve_layout`], pointing: [`curve::curve_hover`] | [`curve::curve_draw`] |
//! | surface over two parameters, heat map: [`plane::surface_figure`] | [`plane::surface`], of results: [`plane::surface_data`] | [`plane::surface_layout`], [`plane::map_frame`] | [`plane::surface_draw`], [`plane::heat_map`] |
//! | who is best where: [`plane::winner_map`] | [`plane::surface`] | [`plane::map_frame`] | [`plane::winner_map`] |
//! | improvement over the best of the others: [`plane::improvement_map`] | [`plane::improvement`] | [`plane::map_frame`] | [`plane::improvement_map`] |
//! | boxes over the replications | [`box_plot`] | | [`box_plot`] |
//! | points over three weights | [`triangle`] | | [`triangle`] |
//! | bars | [`bars`] | | [`bars`] |
//! | any of results, at the size of a stamp | as curves or as who is best | | [`thumbnail`] |
//! | membership in fuzzy sets | [`membership`] | | [`membership`] |
//! | Gantt chart | [`gantt_chart::gantt`] | [`gantt_chart::gantt_layout`], its window: [`gantt_chart::gantt_view`] | [`gantt_chart::gantt_draw`], [`gantt_chart::minimap`] |
//! | strips | [`gantt_chart::strips`] | the Gantt chart's time axis | [`gantt_chart::strip_draw`] |
//! | both on one time axis: [`gantt_chart::timeline`] | | [`gantt_chart::timeline`] | [`gantt_chart::timeline`] |
//! | futures of a decision | [`gantt_chart::futures`], of what was seen | a Gantt chart each | [`gantt_chart::futures`] |
//!
//! What figures over two parameters have in common is in [`plane::plane_figure`]. Everything drawn goes through the
//! [`kit::pen`], which clips and rounds, onto a [`kit::device`]. Looks come from [`kit::theme`] and [`kit::marker`], numbers from
//! [`number`](crate::base::number), widths of text from [`kit::text`], axes from [`kit::axis`] and [`kit::ticks`]. [`kit::svg`]
//! makes documents.

pub mod bars;
pub mod box_plot;
pub mod curve;
pub mod figure;
pub mod gantt_chart;
#[cfg(test)]
mod hostile;
pub mod kit;
pub mod look;
pub mod membership;
pub mod plane;
pub mod platform;
pub mod thumbnail;
pub mod triangle;

use crate::scenario::Scenario;
use figure::{FigureKind, Over};

/// Every kind of figure of an experiment, in the order of a report. Where figures over one or over two parameters are chosen
/// from, theirs are offered in this order, and the first is shown unless another is usual.
pub const FIGURES: &[FigureKind] = &[
    plane::surface_figure::SURFACE,
    plane::heat_map::HEAT,
    plane::winner_map::WINNERS,
    curve::curve_figure::MEANS,
    plane::improvement_map::IMPROVEMENT,
    box_plot::BOXES,
    curve::curve_figure::JOBS,
    triangle::WEIGHTS,
];

/// The kinds of figures over one or over two parameters that there are of a scenario.
pub fn figures_over(over: Over, scenario: &Scenario) -> Vec<&'static FigureKind> {
    let kinds = FIGURES.iter().filter(|kind| kind.over == over);
    kinds.filter(|kind| (kind.offered)(scenario)).collect()
}
