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
    /// A stretch of time is selected, below the bands.
    Stretch,
}

impl Scene {
    /// Handles a pressed pointer.
    pub fn grab(&mut self, at: Point) {
        let map = self.layout.as_ref().and_then(|layout| layout.minimap);
        if map.is_some_and(|map| map.contains(at)) {
            self.drag = Some(Drag::Map(at));
        } else if let Some(time_s) = self.time_below(at) {
            self.drag = Some(Drag::Stretch);
            self.cursor.hovered = None;
            self.cursor.stretch = Some([time_s, time_s]);
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
            Some(Drag::Stretch) => {
                let time_s = layout.gantt.time().to_value(at.0);
                self.extend_to(time_s);
                self.cursor.time_s = self.cursor.stretch.map(|[_, end_s]| end_s);
            }
            Some(Drag::Map(_)) => {
                self.drag = Some(Drag::Map(at));
                self.moving = true;
                self.centre_on_map(at);
            }
            None => {
                let plot = layout.gantt.plot;
                self.cursor.hovered = layout.gantt.job_at(&self.chart, at);
                self.cursor.out = layout.gantt.out_at(&self.chart, at);
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

    /// The time at a position below the bands: on the time axis or a strip.
    fn time_below(&self, at: Point) -> Option<f64> {
        let layout = &self.layout.as_ref()?.gantt;
        let plot = layout.plot;
        let is_below = layout.message.is_none() && at.1 > plot.y1 && (plot.x0..=plot.x1).contains(&at.0);
        is_below.then(|| layout.time().to_value(at.0))
    }

    /// Moves the free end of the selected stretch of time; the end stays in the visible part.
    fn extend_to(&mut self, time_s: f64) {
        let view = self.view();
        let time_s = time_s.clamp(view.t0, view.t1);
        let [from_s, _] = self.cursor.stretch.unwrap_or([time_s; 2]);
        self.cursor.stretch = Some([from_s, time_s]);
    }

    /// Selects a stretch of time with keys: from the cursor, or the middle of the view, its end moves by a share of the
    /// visible time.
    pub fn select_by(&mut self, share: f64) {
        let view = self.view();
        let middle_s = (view.t0 + view.t1) / 2.0;
        let own = self.cursor.stretch.unwrap_or([self.cursor.time_s.unwrap_or(middle_s); 2]);
        self.cursor.stretch = Some(own);
        self.extend_to(own[1] + share * (view.t1 - view.t0));
    }

    /// Shows exactly the selected stretch of time; without one, the selected job with its wait; otherwise everything.
    pub fn fit_selected(&mut self) {
        let job = self.selected().map(|job| (job.arrival_s, job.end_s.min(self.chart.window().1)));
        match self.cursor.selected_s().or(job) {
            Some((from_s, to_s)) => self.show_exactly([from_s, to_s]),
            None => self.fit(),
        }
    }

    /// Ends dragging.
    pub fn cancel(&mut self) {
        self.drag = None;
        self.moving = false;
    }

    /// Handles a pointer that left the chart.
    pub fn left(&mut self) {
        (self.cursor.hovered, self.cursor.out) = (None, None);
        (self.cursor.time_s, self.cursor.slide_s) = (None, None);
    }

    /// Zooms around a position; without one around the cursor, or the middle.
    pub fn zoom(&mut self, at: Option<Point>, time_factor: f64, row_factor: f64) {
        let Some(layout) = &self.layout else { return };
        let (middle, y) = layout.gantt.plot.centre();
        let view = &layout.gantt.view;
        let cursor_s = self.cursor.time_s.filter(|t| (view.t0..=view.t1).contains(t));
        let at = at.unwrap_or_else(|| (cursor_s.map_or(middle, |t| layout.gantt.time().to_px(t)), y));
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
