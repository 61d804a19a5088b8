//! Where everything of a curve chart is, and the transform between data and pixels that drawing, hovering and keyboard steps
//! share. `curve_place` puts it there.

use crate::chart::kit::area::{Area, Point};
use crate::chart::kit::axis::Axis;
use crate::chart::kit::heading::Heading;
use crate::chart::kit::legend::Entry;
use crate::chart::kit::ticks::Tick;

/// A laid-out curve chart.
#[derive(Clone, Debug, PartialEq)]
pub struct CurveLayout {
    /// The whole figure.
    pub canvas: Area,
    /// Inside the axes.
    pub plot: Area,
    /// The heading.
    pub title: Heading,
    /// The y axis label, above the axis.
    pub y_label: (String, Point),
    /// The x axis label: its centre.
    pub x_label: (String, Point),
    /// Ticks of x.
    pub x_ticks: Vec<Tick>,
    /// Ticks of y.
    pub y_ticks: Vec<Tick>,
    /// Connected stable points, by series.
    pub runs: Vec<(usize, Vec<Point>)>,
    /// The points, in drawing order.
    pub marks: Vec<Mark>,
    /// Where what was published stands, by series.
    pub published: Vec<(usize, Point)>,
    /// The baselines.
    pub baselines: Vec<Baseline>,
    /// What is said beside the first point of a series that has no result: where, and of which series.
    pub without_result: Vec<(usize, String, Area)>,
    /// The legend's entries.
    pub legend: Vec<Entry>,
    /// Whether they stand at the ends of their curves.
    pub(in crate::chart) labels_ends: bool,
    /// Shown instead of everything when there is nothing to show.
    pub message: Option<&'static str>,
    pub(in crate::chart) x: Axis,
    pub(in crate::chart) y: Axis,
    pub(in crate::chart) scale: f64,
}

/// A drawn point.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Mark {
    /// Which point it is.
    pub hit: Hit,
    /// Where its marker is drawn.
    pub at: Point,
    /// How it is drawn.
    pub kind: MarkKind,
}

/// How a point is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MarkKind {
    /// A result.
    Stable,
    /// A result that still changes.
    Unfinished,
    /// No result, at its place.
    Unstable,
    /// No result, above the range: at the upper edge with an arrow.
    Above,
    /// No result, below the range: at the lower edge with an arrow.
    Below,
}

/// A point of a series, by index.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hit {
    /// Index of the series.
    pub series: usize,
    /// Index of the point in the series.
    pub point: usize,
}

/// A baseline across the plot.
#[derive(Clone, Debug, PartialEq)]
pub struct Baseline {
    /// Which point gave its value.
    pub hit: Hit,
    /// Its height; at an edge if outside the range.
    pub y: f64,
    /// The confidence interval as upper and lower y.
    pub interval: Option<(f64, f64)>,
    /// No result: the run did not settle.
    pub unstable: bool,
    /// Name and value at the line, if there is room.
    pub label: Option<(String, Area)>,
}

impl CurveLayout {
    /// Data to pixels.
    pub fn to_px(&self, x: f64, y: f64) -> Point {
        (self.x.to_px(x), self.y.to_px(y))
    }

    /// Pixels to data.
    pub fn to_data(&self, (px, py): Point) -> (f64, f64) {
        (self.x.to_value(px), self.y.to_value(py))
    }
}
