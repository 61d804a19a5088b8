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
//! | curves | [`curves::CurveChart`] | `curve_layout` | `curve_draw` | [`curves::summary`] |
//! | Gantt chart | [`gantt::GanttChart`] | `gantt_layout` | `gantt_draw`, `minimap` | [`gantt::summary`] |
//! | strips | [`strips::StripChart`] | the Gantt's | `strip_draw` | `strips::summary` |
//!
//! Looks come from [`theme`], numbers from [`number`], widths of text from [`text`].

pub mod area;
pub mod axis;
pub mod curves;
pub mod gantt;
pub mod number;
pub mod strips;
pub mod text;
pub mod theme;
