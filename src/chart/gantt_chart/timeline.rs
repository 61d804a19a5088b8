//! Gantt chart, strips and map on one time axis, one below the other. Also such charts of several runs in one picture.

use crate::chart::figure::Figure;
use crate::chart::gantt_chart::draw::{self, GanttCursor};
use crate::chart::gantt_chart::layout::{GanttLayout, GanttRange};
use crate::chart::gantt_chart::strips::{self, StripChart, StripLayout};
use crate::chart::gantt_chart::{GanttChart, map};
use crate::chart::kit::area::Area;
use crate::chart::kit::device::{Device, Drawn};
use crate::chart::kit::pen::Pen;
use crate::chart::kit::read_out;
use crate::chart::kit::theme::Theme;

/// Maximum height of one chart when several charts are shown \[CSS px\].
const MOST_PX: f64 = 340.0;

/// Places of the parts.
#[derive(Clone, Debug, PartialEq)]
pub struct TimelineLayout {
    /// The Gantt chart.
    pub gantt: GanttLayout,
    /// The strips that have room.
    pub strips: Vec<StripLayout>,
    /// The map; `None` if left out.
    pub minimap: Option<Area>,
    /// Strips and map with the space around them.
    below: Area,
}

/// Height of the map in CSS pixels, with the gap above it.
fn map_height(gantt: &GanttChart, with_minimap: bool) -> f64 {
    if with_minimap { map::height(gantt) + 10.0 } else { 0.0 }
}

/// The height in CSS pixels that suits all parts.
pub fn preferred_height(gantt: &GanttChart, strips: &StripChart, with_minimap: bool) -> f64 {
    let below = strips::preferred_height(strips.strips.len()) + map_height(gantt, with_minimap);
    GanttLayout::preferred_height(gantt) + below
}

impl TimelineLayout {
    /// Lays all parts out in an area.
    pub fn new(
        area: Area,
        (gantt, strips): (&GanttChart, &StripChart),
        view: &GanttRange,
        theme: &Theme,
        with_minimap: bool,
    ) -> TimelineLayout {
        let wanted = theme.px(strips::preferred_height(strips.strips.len()));
        let strip_height = if strips.strips.is_empty() { 0.0 } else { wanted.min(area.height() * 0.5) };
        let map_top = area.y1 - theme.px(map_height(gantt, with_minimap));
        let strip_top = map_top - strip_height;
        let layout = GanttLayout::new(gantt, view, Area::new(area.x0, area.y0, area.x1, strip_top), theme);
        let map = Area::new(layout.plot.x0, map_top, layout.plot.x1, area.y1 - theme.px(10.0));
        let below = Area::new(area.x0, strip_top, area.x1, area.y1);
        let middle = Area::new(area.x0, strip_top, area.x1, map_top);
        TimelineLayout {
            strips: strips::place(strips, &layout, middle, theme),
            minimap: (with_minimap && layout.message.is_none()).then_some(map),
            below,
            gantt: layout,
        }
    }

    /// Draws all parts. Strips show their values at the cursor's time.
    pub fn draw(
        &self,
        backend: &mut dyn Device,
        data: (&GanttChart, &StripChart),
        theme: &Theme,
        cursor: &GanttCursor,
    ) -> Drawn {
        let gantt = &self.gantt;
        draw::below(backend, gantt, data.0, theme)?;
        draw::jobs(backend, gantt, data.0, theme, &gantt.plot, (None, false))?;
        self.draw_around(backend, data, theme, cursor)
    }

    /// Draws all parts except the jobs and the layer below the jobs.
    pub fn draw_around(
        &self,
        backend: &mut dyn Device,
        (gantt, strips): (&GanttChart, &StripChart),
        theme: &Theme,
        cursor: &GanttCursor,
    ) -> Drawn {
        draw::above(backend, &self.gantt, gantt, theme, cursor)?;
        Pen::new(backend, theme)?.fill(&self.below, theme.background)?;
        strips::draw(backend, &self.strips, strips, &self.gantt, theme, cursor.time_s)?;
        if let Some(area) = self.minimap {
            map::draw(backend, area, gantt, &self.gantt.view, theme)?;
        }
        match cursor.selected_s().filter(|_| cursor.hovered.is_none() && self.gantt.message.is_none()) {
            Some(stretch_s) => {
                let x = self.gantt.time().to_px(stretch_s.1).clamp(self.gantt.plot.x0, self.gantt.plot.x1);
                let at = Area::point((x, self.gantt.plot.y0 + theme.px(40.0)));
                let lines = gantt.totals(strips, stretch_s);
                read_out::boxed(&mut Pen::new(backend, theme)?, &lines, &at, &self.gantt.canvas, theme.ink)
            }
            None => Ok(()),
        }
    }
}

/// A view of a Gantt chart with its strips, as a figure.
#[derive(Clone, Debug)]
pub struct Timeline {
    /// The Gantt chart.
    pub gantt: GanttChart,
    /// The strips below it.
    pub strips: StripChart,
    /// The visible part.
    pub view: GanttRange,
    /// Marked jobs and the clock.
    pub cursor: GanttCursor,
}

impl Figure for Timeline {
    fn height(&self, _width: f64, _theme: &Theme) -> f64 {
        preferred_height(&self.gantt, &self.strips, false) + 20.0
    }

    fn summary(&self) -> String {
        self.gantt.summary()
    }

    fn draw(&mut self, device: &mut dyn Device, area: Area, theme: &Theme) -> Drawn {
        let data = (&self.gantt, &self.strips);
        TimelineLayout::new(area, data, &self.view, theme, false).draw(device, data, theme, &self.cursor)
    }
}

/// Charts of several runs, one above the other.
#[derive(Debug)]
pub struct Stacked(pub Vec<Timeline>);

impl Stacked {
    fn heights(&self, width: f64, theme: &Theme) -> Vec<f64> {
        let heights = self.0.iter().map(|own| own.height(width, theme).min(MOST_PX));
        heights.collect()
    }
}

impl Figure for Stacked {
    fn height(&self, width: f64, theme: &Theme) -> f64 {
        self.heights(width, theme).iter().sum()
    }

    fn summary(&self) -> String {
        let words: Vec<String> = self.0.iter().map(Timeline::summary).collect();
        words.join(" ")
    }

    fn draw(&mut self, device: &mut dyn Device, area: Area, theme: &Theme) -> Drawn {
        let heights = self.heights(area.width() / theme.scale, theme);
        let mut top = area.y0;
        for (own, height) in self.0.iter_mut().zip(heights) {
            let bottom = top + theme.px(height);
            own.draw(device, Area::new(area.x0, top, area.x1, bottom), theme)?;
            top = bottom;
        }
        Ok(())
    }
}
