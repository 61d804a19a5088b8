//! Navigation in a Gantt chart with pointer, wheel and keys.

use super::Scene;
use crate::chart::gantt_chart::layout::GanttRange;
use crate::chart::kit::area::Point;

/// Object being dragged.
#[derive(Clone, Copy, Debug)]
pub(super) enum Drag {
    /// The chart is dragged: last position, and true if the pointer has moved.
    Chart(Point, bool),
    /// The window in the minimap.
    Map(Point),
}

impl Scene {
    /// Handles a pressed pointer.
    pub fn grab(&mut self, at: Point) {
        let map = self.layout.as_ref().and_then(|layout| layout.minimap);
        if map.is_some_and(|map| map.contains(at)) {
            self.drag = Some(Drag::Map(at));
        } else {
            // A touching finger has not hovered before, so the hovered job is determined now.
            self.drag = None;
            self.moved(at, 1.0);
            self.drag = Some(Drag::Chart(at, false));
        }
    }

    /// Handles a moved pointer. `scale` is the number of pixels per CSS pixel. Returns true if anything changed.
    pub fn moved(&mut self, at: Point, scale: f64) -> bool {
        let Some(layout) = &mut self.layout else {
            return false;
        };
        match self.drag {
            Some(Drag::Chart(from, moved)) => {
                let (dx, dy) = (at.0 - from.0, at.1 - from.1);
                if !moved && dx.abs() + dy.abs() < 4.0 * scale {
                    return false;
                }
                let dx = layout.gantt.whole(dx);
                let view = layout.gantt.pan(&self.chart, dx, dy);
                // The view is drawn in the next frame; until then, movements add up on the old layout.
                layout.gantt.view = view;
                self.view = Some(view);
                self.drag = Some(Drag::Chart((from.0 + dx, at.1), true));
                self.moving = true;
            }
            Some(Drag::Map(_)) => {
                self.drag = Some(Drag::Map(at));
                self.moving = true;
                self.centre_on_map(at);
            }
            None => {
                let plot = layout.gantt.plot;
                self.cursor.hovered = layout.gantt.job_at(&self.chart, at);
                let inside = at.0 >= plot.x0 && at.0 <= plot.x1;
                self.cursor.slide_s = None;
                self.cursor.time_s = inside.then(|| layout.gantt.time().to_value(at.0));
            }
        }
        true
    }

    /// Handles a released pointer. Returns true for a click, which selects the hovered job.
    pub fn dropped(&mut self) -> bool {
        let clicked = matches!(self.drag, Some(Drag::Chart(_, false)));
        if let Some(Drag::Map(at)) = self.drag {
            self.centre_on_map(at);
        }
        self.cancel();
        if clicked {
            self.cursor.selected = self.cursor.hovered;
        }
        clicked
    }

    /// Ends dragging.
    pub fn cancel(&mut self) {
        self.drag = None;
        self.moving = false;
    }

    /// Handles a pointer that left the chart.
    pub fn left(&mut self) {
        self.cursor.hovered = None;
        (self.cursor.time_s, self.cursor.slide_s) = (None, None);
    }

    /// Zooms around a position, or the middle.
    pub fn zoom(&mut self, at: Option<Point>, time_factor: f64, row_factor: f64) {
        let Some(layout) = &self.layout else { return };
        let at = at.unwrap_or_else(|| layout.gantt.plot.centre());
        let view = layout.gantt.zoom_at(&self.chart, at, time_factor, row_factor);
        self.view = Some(view);
        self.moving = true;
    }

    /// Moves the view by pixels.
    pub fn pan(&mut self, dx: f64, dy: f64) {
        if let Some(layout) = &self.layout {
            self.view = Some(layout.gantt.pan(&self.chart, dx, dy));
            self.moving = true;
        }
    }

    /// Moves the view by a multiple of the plot's width and height.
    pub fn step(&mut self, dx: f64, dy: f64) {
        if let Some(layout) = &self.layout {
            let plot = layout.gantt.plot;
            self.pan(dx * plot.width(), dy * plot.height());
        }
    }

    /// True if the wheel zooms at this position.
    pub fn is_plot(&self, at: Point) -> bool {
        let layout = self.layout.as_ref();
        layout.is_some_and(|layout| layout.gantt.message.is_none() && layout.gantt.plot.contains(at))
    }

    /// Shows the moment at a position of the map. Requests a window if this moment is not recorded.
    fn centre_on_map(&mut self, at: Point) {
        let Some(map) = self.layout.as_ref().and_then(|layout| layout.minimap) else {
            return;
        };
        let share = ((at.0 - map.x0) / map.width().max(1.0)).clamp(0.0, 1.0);
        let (t0, t1) = self.chart.map_window();
        let middle = t0 + share * (t1 - t0);
        let (from, to) = self.chart.window();
        self.asked = (middle < from || middle > to).then_some(middle);
        match self.asked {
            None => self.centre(middle),
            // Until the window arrives, only the frame of the visible part follows the pointer.
            Some(_) => {
                let view = self.view();
                let half = (view.t1 - view.t0) / 2.0;
                self.view = Some(GanttRange { t0: middle - half, t1: middle + half, ..view });
            }
        }
    }
}
