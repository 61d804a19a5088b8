//! Curves of a measure over a swept parameter.

pub mod curve_data;
pub mod curve_draw;
pub(in crate::chart) mod curve_ends;
pub(in crate::chart) mod curve_family;
pub mod curve_figure;
pub mod curve_hover;
pub(in crate::chart) mod curve_label;
pub mod curve_latex;
pub mod curve_layout;
pub(in crate::chart) mod curve_marks;
pub(in crate::chart) mod curve_place;
pub(in crate::chart) mod curve_points;
pub(in crate::chart) mod curve_range;
pub mod curve_units;
pub mod curves;
