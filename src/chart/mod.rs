//! Figures as pure functions of data, view, theme and size, drawn on any plotters backend (a canvas in the page, SVG
//! natively and for export).
//!
//! Everything shown, saved or reported is a [`Figure`](figure::Figure): drawing, text description, table and pointing
//! use this trait. The kinds of figure of an experiment are listed in [`FIGURES`]; other modules use only this list.
//!
//! A figure is made in two steps. A *layout* computes all positions in pixels and the coordinate transform, without a
//! device; pointing and keyboard steps use the layout. *Drawing* paints a layout. Layouts accept any data: empty, not a
//! number, infinite, of zero width, on a canvas of one pixel. Parts that cannot be shown are skipped; nothing panics or
//! hangs. Errors of the device are returned.
//!
//! | figure | module |
//! | --- | --- |
//! | curves, and points per job | [`curve`]: [`curve::results`], [`curve::layout`], [`curve::draw`], [`curve::figure`] |
//! | dots, if nothing is swept | [`curve::dots`] |
//! | surface over two parameters, heat map | [`plane::surface`]: [`plane::surface_data`], [`plane::surface_layout`], [`plane::surface_draw`]; [`plane::heat_map`] |
//! | map of winners | [`plane::winner_map`] |
//! | improvement over the best of the others | [`plane::improvement`], [`plane::improvement_map`] |
//! | boxes over the replications | [`box_plot`] |
//! | points over three weights | [`triangle`] |
//! | bars | [`bars`] |
//! | thumbnail of a figure of results | [`thumbnail`] |
//! | membership in fuzzy sets | [`membership`] |
//! | numbers of nodes that clusters may give to a job | [`ranges`] |
//! | the plan on which a request was put | [`planning`] |
//! | Gantt chart | [`gantt_chart`]: [`gantt_chart::layout`], [`gantt_chart::draw`] |
//! | Gantt chart with strips and map on one time axis | [`gantt_chart::timeline`]: [`gantt_chart::strips`], [`gantt_chart::map`] |
//! | the machine at a moment of a run | [`machine`]: [`machine::layout`], [`machine::draw`], [`machine::figure`] |
//! | futures of a decision | [`gantt_chart::futures`] |
//!
//! The common part of figures over two parameters is in [`plane::plane_figure`]. All drawing goes through the
//! [`kit::pen`], which clips and rounds, onto a [`kit::device`]. Looks come from [`kit::theme`] and [`kit::marker`],
//! number formats from [`number`](crate::words::number), text widths from [`kit::text`], axes from [`kit::axis`] and
//! [`kit::ticks`]. [`kit::svg`] writes documents.

pub mod bars;
pub mod box_plot;
pub mod curve;
pub mod figure;
pub mod gantt_chart;
#[cfg(test)]
mod hostile;
pub mod kit;
pub mod machine;
pub mod membership;
pub mod plane;
pub mod planning;
pub mod platform_drawing;
pub mod ranges;
pub mod thumbnail;
pub mod triangle;
pub mod view;

use crate::scenario::Scenario;
use figure::{FigureKind, Over};

/// All kinds of figures of an experiment, in the order of reports and menus. The first kind in a menu is the default,
/// unless another is `usual`.
pub const FIGURES: &[FigureKind] = &[
    plane::surface_figure::SURFACE,
    plane::heat_map::HEAT,
    plane::winner_map::WINNERS,
    curve::figure::MEANS,
    curve::figure::RANKS,
    plane::improvement_map::IMPROVEMENT,
    box_plot::BOXES,
    curve::figure::JOBS,
    triangle::WEIGHTS,
];

/// The available kinds of figures over one or over two parameters for a scenario.
pub fn figures_over(over: Over, scenario: &Scenario) -> Vec<&'static FigureKind> {
    let kinds = FIGURES.iter().filter(|kind| kind.over == over);
    kinds.filter(|kind| (kind.offered)(scenario)).collect()
}
