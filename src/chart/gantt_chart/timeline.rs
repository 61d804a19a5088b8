//! One figure of everything on a time axis: the Gantt chart, its strips below, the minimap at the foot. For exports,
//! and for pages that want it on one canvas.

use crate::chart::figure::Figure;
use crate::chart::gantt_chart::gantt::{self, GanttChart};
use crate::chart::gantt_chart::gantt_draw::{self, GanttCursor};
use crate::chart::gantt_chart::gantt_layout::{GanttLayout, GanttView};
use crate::chart::gantt_chart::strip_draw::{self, StripLayout};
use crate::chart::gantt_chart::strips::StripChart;
use crate::chart::gantt_chart::{minimap, whole};
use crate::chart::kit::area::Area;
use crate::chart::kit::device::{Device, Drawn};
use crate::chart::kit::pen::Pen;
use crate::chart::kit::theme::Theme;

/// Where the parts are.
#[derive(Clone, Debug, PartialEq)]
pub struct TimelineLayout {
    /// The Gantt chart.
    pub gantt: GanttLayout,
    /// The strips that are drawn.
    pub strips: Vec<StripLayout>,
    /// The minimap; none if left out.
    pub minimap: Option<Area>,
    /// Strips and minimap with what is around them.
    below: Area,
}

/// The height in CSS pixels of the map below, with the gap above it.
fn map_height(gantt: &GanttChart, with_minimap: bool) -> f64 {
    match (&gantt.whole, with_minimap) {
        (_, false) => 0.0,
        (Some(_), true) => whole::HEIGHT + 10.0,
        (None, true) => minimap::HEIGHT + 10.0,
    }
}

/// The height in CSS pixels that suits all parts.
pub fn preferred_height(gantt: &GanttChart, strips: &StripChart, with_minimap: bool) -> f64 {
    let map = map_height(gantt, with_minimap);
    GanttLayout::preferred_height(gantt) + strip_draw::preferred_height(strips.strips.len()) + map
}

/// A part of a Gantt chart with its strips, as a figure of its own.
#[derive(Clone, Debug)]
pub struct Timeline {
    /// The Gantt chart.
    pub gantt: GanttChart,
    /// The strips below it.
    pub strips: StripChart,
    /// The part that is seen.
    pub view: GanttView,
    /// What is marked.
    pub cursor: GanttCursor,
}

impl Figure for Timeline {
    fn height(&self, _width: f64, _theme: &Theme) -> f64 {
        preferred_height(&self.gantt, &self.strips, false) + 20.0
    }

    fn summary(&self) -> String {
        gantt::summary(&self.gantt)
    }

    fn draw(&mut self, device: &mut dyn Device, area: Area, theme: &Theme) -> Drawn {
        let data = (&self.gantt, &self.strips);
        draw(device, area, data, &self.view, theme, &self.cursor, false).map(|_| ())
    }
}

/// Draws all parts in an area. The strips show their values at the cursor's time.
pub fn draw(
    backend: &mut dyn Device,
    area: Area,
    data: (&GanttChart, &StripChart),
    view: &GanttView,
    theme: &Theme,
    cursor: &GanttCursor,
    with_minimap: bool,
) -> Drawn<TimelineLayout> {
    let layout = TimelineLayout::new(area, data, view, theme, with_minimap);
    layout.draw(backend, data, theme, cursor)?;
    Ok(layout)
}

impl TimelineLayout {
    /// Lays all parts out in an area.
    pub fn new(
        area: Area,
        (gantt, strips): (&GanttChart, &StripChart),
        view: &GanttView,
        theme: &Theme,
        with_minimap: bool,
    ) -> TimelineLayout {
        let map_height = theme.px(map_height(gantt, with_minimap));
        let wanted = theme.px(strip_draw::preferred_height(strips.strips.len()));
        let strip_height = if strips.strips.is_empty() { 0.0 } else { wanted.min(area.height() * 0.5) };
        let map_top = area.y1 - map_height;
        let strip_top = map_top - strip_height;
        let upper = Area::new(area.x0, area.y0, area.x1, strip_top);
        let layout = GanttLayout::new(gantt, view, upper, theme);
        let middle = Area::new(area.x0, strip_top, area.x1, map_top);
        let plot = layout.plot;
        let map = Area::new(plot.x0, map_top, plot.x1, area.y1 - theme.px(10.0));
        TimelineLayout {
            strips: strip_draw::place(strips, &layout, middle, theme),
            minimap: (with_minimap && layout.message.is_none()).then_some(map),
            below: Area::new(area.x0, strip_top, area.x1, area.y1),
            gantt: layout,
        }
    }

    /// Draws all parts where they are laid out.
    pub fn draw(
        &self,
        backend: &mut dyn Device,
        data: (&GanttChart, &StripChart),
        theme: &Theme,
        cursor: &GanttCursor,
    ) -> Drawn {
        let (gantt, how) = (&self.gantt, (None, false));
        gantt_draw::below(backend, gantt, data.0, theme)?;
        gantt_draw::jobs(backend, gantt, data.0, theme, &gantt.plot, how)?;
        self.draw_around(backend, data, theme, cursor)
    }

    /// Draws all but the jobs and what lies below them.
    pub fn draw_around(
        &self,
        backend: &mut dyn Device,
        (gantt, strips): (&GanttChart, &StripChart),
        theme: &Theme,
        cursor: &GanttCursor,
    ) -> Drawn {
        gantt_draw::above(backend, &self.gantt, gantt, theme, cursor)?;
        Pen::new(backend, theme)?.fill(&self.below, theme.background)?;
        strip_draw::draw(backend, &self.strips, strips, &self.gantt, theme, cursor.time_s)?;
        let view = &self.gantt.view;
        match (&gantt.whole, self.minimap) {
            (Some(run), Some(map)) => whole::draw(backend, map, gantt, run, view, theme),
            (None, Some(map)) => minimap::draw(backend, map, gantt, view, theme),
            (_, None) => Ok(()),
        }
    }
}
