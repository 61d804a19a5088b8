//! The chart room: figures as pure functions of data, view, theme and size, drawn on any plotters backend (a canvas in
//! the page, SVG natively and for export).
//!
//! A figure is made in two steps. A *layout* places everything in pixels and owns the coordinate transform, without
//! touching a backend; hovering, zooming and keyboard steps ask the layout. *Drawing* paints a layout. Layouts accept
//! any data: empty, not a number, infinite, of zero width, on a canvas of one pixel; what cannot be shown is left out,
//! and nothing panics or hangs. Errors of the backend are returned.
//!
//! | figure | data | layout | drawing | in words |
//! | --- | --- | --- | --- | --- |
//! | curves | [`curves`], of results: [`curve_data`] | [`curve_layout`], pointing: [`curve_hover`] | [`curve_draw`] | [`curves::summary`] |
//! | Gantt chart | [`gantt`] | [`gantt_layout`], zoom and pan: [`gantt_view`] | [`gantt_draw`], [`minimap`] | [`gantt::summary`] |
//! | futures of a decision | [`futures`], of what was seen | a Gantt chart each | [`futures`] | [`futures::summary`] |
//! | strips | [`strips`] | the Gantt chart's time axis | [`strip_draw`] | |
//! | surface over two parameters | [`surface`], of results: [`surface_data`] | [`surface_layout`] | [`surface_draw`] | [`surface::summary`] |
//! | heat map, who is best where | [`surface`] | [`map_frame`] | [`heat_map`], [`winner_map`] | [`surface::winners_summary`] |
//! | improvement over the best of the others | [`improvement_grid`] | [`map_frame`] | [`improvement_grid`] | [`improvement_grid::summary`] |
//! | any of these four | [`plane_figure`] | | | |
//! | bars | [`bars`] | | [`bars`] | [`bars::summary`] |
//! | boxes over the replications | [`box_plot`] | | [`box_plot`] | [`box_plot::summary`] |
//! | points over three weights | [`triangle`] | | [`triangle`] | [`triangle::summary`] |
//! | all on one time axis | [`gantt`], [`strips`] | [`timeline`] | [`timeline`] | |
//!
//! Everything drawn goes through the [`pen`], which clips and rounds. Looks come from [`theme`] and [`marker`], numbers
//! from [`number`], widths of text from [`text`], axes from [`axis`] and [`ticks`]. [`svg`] makes documents.

pub mod bars;
pub mod box_plot;
pub mod curve;
pub mod gantt_chart;
pub mod kit;
pub mod membership;
pub mod plane;
pub mod triangle;
