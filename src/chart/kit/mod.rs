//! Building blocks of all figures: axes, pen, text, colours, markers, and output documents.

pub mod area;
pub mod axis;
pub mod bands;
pub mod colour_scale;
pub mod device;
pub mod heading;
pub mod legend;
pub mod marker;
pub mod panels;
pub mod pen;
pub(in crate::chart) mod raster;
pub(in crate::chart) mod read_out;
#[cfg(test)]
pub(in crate::chart) mod recorder;
pub mod series_style;
pub mod svg;
pub mod text;
pub mod theme;
pub mod ticks;
pub mod time_unit;
