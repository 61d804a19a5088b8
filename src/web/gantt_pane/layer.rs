//! Layer with the jobs of a Gantt chart with many jobs. If only the visible time has changed, the layer is moved and
//! only the new part is drawn. Full detail of very many jobs is drawn in slices, a slice a frame, over a coarse drawing.

use crate::chart::gantt_chart::layout::{GanttLayout, GanttRange};
use crate::chart::kit::area::Area;
use crate::chart::kit::theme::{Colour, Theme};

/// State of the layer.
#[derive(Debug, Default)]
pub struct JobsLayer {
    shown: Option<Shown>,
    /// Width of the cells in which jobs are drawn \[pixels\].
    pub cell_px: Option<f64>,
}

/// Number of jobs whose full detail is drawn in one frame: some 25 ms of a slow processor.
const JOBS_A_SLICE: usize = 2000;

#[derive(Debug)]
struct Shown {
    view: GanttRange,
    plot: Area,
    /// Distinguishes themes: the colour below the jobs, and pixels per CSS pixel.
    theme: (Colour, f64),
    /// Full detail is drawn up to this x, the rest coarsely. Infinitely far to the left if nothing is drawn.
    full_to: f64,
}

impl Shown {
    fn in_full(&self) -> bool {
        self.full_to >= self.plot.x1
    }
}

/// The part of the layer that must be drawn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Missing {
    /// Nothing: the layer is up to date.
    Nothing,
    /// Move the layer to the right by this many pixels, and draw this strip.
    Strip(f64, Area),
    /// Everything, but later: very many jobs appear in a frame of their own.
    Later,
    /// Full detail of this slice.
    Slice(Area),
    /// Everything, coarsely or in full detail.
    All {
        /// True if full detail comes later.
        coarse: bool,
    },
}

impl JobsLayer {
    /// Makes the layer ready for a layout, and returns the part of the layer that must be drawn. The layout is shifted
    /// by less than a pixel if this aligns it with the layer. If `moving` is true, a layer without full detail is good
    /// enough. `jobs` is the number of visible jobs.
    pub fn take(&mut self, layout: &mut GanttLayout, theme: &Theme, moving: bool, jobs: usize) -> Missing {
        let theme = (theme.band, theme.scale);
        let plot = layout.plot;
        let alike = |own: &&Shown| (own.theme, own.plot) == (theme, plot);
        let shown = self.shown.as_ref().filter(alike);
        let moved = shown.and_then(|own| Some((layout.shift_from(&own.view)?, own.full_to)));
        let slices = jobs.div_ceil(JOBS_A_SLICE).max(1);
        let missing = match moved {
            None if self.shown.is_none() && slices > 1 => Missing::Later,
            Some((_, f64::NEG_INFINITY)) => Missing::All { coarse: true },
            Some((dx, full_to)) if dx == 0.0 && (full_to >= plot.x1 || moving) => Missing::Nothing,
            Some((dx, full_to)) if dx == 0.0 && slices > 1 => {
                let x1 = full_to + plot.width() / slices as f64;
                // No slice of less than a pixel is left.
                let x1 = if x1 + theme.1 > plot.x1 { plot.x1 } else { x1 };
                Missing::Slice(Area { x0: full_to, x1, ..plot })
            }
            Some((dx, _)) if moving && dx > 0.0 => {
                let x1 = plot.x0 + dx;
                Missing::Strip(dx, Area { x1, ..plot })
            }
            Some((dx, _)) if moving => {
                let x0 = plot.x1 + dx;
                Missing::Strip(dx, Area { x0, ..plot })
            }
            _ => Missing::All { coarse: moving || slices > 1 },
        };
        let full_to = match missing {
            Missing::Nothing => moved.map_or(plot.x0, |(_, full_to)| full_to),
            Missing::Later => f64::NEG_INFINITY,
            Missing::Slice(slice) => slice.x1,
            Missing::Strip(..) | Missing::All { coarse: true } => plot.x0,
            Missing::All { coarse: false } => plot.x1,
        };
        self.shown = Some(Shown { view: layout.view, plot, theme, full_to });
        missing
    }

    /// True if all jobs are drawn in full detail.
    pub fn is_in_full(&self) -> bool {
        self.shown.as_ref().is_none_or(Shown::in_full)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chart::gantt_chart::{GanttChart, GanttCluster, GanttJob};

    fn chart(jobs: u64) -> GanttChart {
        let job = |id: u64| GanttJob { start_s: id as f64, end_s: id as f64 + 1.0, ..GanttJob::default() };
        let cluster = GanttCluster { nodes: 20, ..GanttCluster::default() };
        GanttChart {
            clusters: vec![cluster],
            jobs: (0..jobs).map(job).collect(),
            end_s: jobs as f64,
            ..GanttChart::default()
        }
    }

    fn layout(chart: &GanttChart, t0: f64, length_s: f64, theme: &Theme) -> GanttLayout {
        let view = GanttRange { t0, t1: t0 + length_s, ..GanttRange::fit(chart) };
        GanttLayout::new(chart, &view, Area::sized(800.0, 400.0), theme)
    }

    #[test]
    fn a_crowd_that_is_dragged_is_moved_and_then_drawn_in_full() {
        let (chart, theme) = (chart(100_000), Theme::light(2.0));
        let mut layer = JobsLayer::default();
        let mut first = layout(&chart, 40_000.0, 20_000.0, &theme);
        let (plot, per_px) = (first.plot, 20_000.0 / first.plot.width());
        let at = |px: f64| layout(&chart, 40_000.0 + px * per_px, 20_000.0, &theme);
        let few = JOBS_A_SLICE;
        assert_eq!(layer.take(&mut first, &theme, true, few), Missing::All { coarse: true });
        assert!(!layer.is_in_full());
        assert_eq!(layer.take(&mut first, &theme, true, few), Missing::Nothing);
        assert_eq!(layer.take(&mut first, &theme, false, few), Missing::All { coarse: false });
        assert!(layer.is_in_full());
        assert_eq!(layer.take(&mut first, &theme, true, few), Missing::Nothing);
        // The layer moves by whole screen pixels (two units each). The layout moves with the layer, and the fraction of
        // a pixel that is left over counts at the next move.
        let right = |x0| Missing::Strip(x0 - plot.x1, Area { x0, ..plot });
        let mut later = at(100.7);
        assert_eq!(layer.take(&mut later, &theme, true, few), right(plot.x1 - 100.0));
        assert!((later.view.t0 - at(100.0).view.t0).abs() < 1e-6);
        assert_eq!(layer.take(&mut at(103.2), &theme, true, few), right(plot.x1 - 4.0));
        let left = Area { x1: plot.x0 + 54.0, ..plot };
        assert_eq!(layer.take(&mut at(50.0), &theme, true, few), Missing::Strip(54.0, left));
        assert!(!layer.is_in_full());
        assert_eq!(layer.take(&mut at(50.0), &theme, false, few), Missing::All { coarse: false });
    }

    #[test]
    fn very_many_jobs_are_drawn_coarsely_and_then_in_slices() {
        let (chart, theme) = (chart(100_000), Theme::light(2.0));
        let (mut layer, mut own) = (JobsLayer::default(), layout(&chart, 40_000.0, 20_000.0, &theme));
        let plot = own.plot;
        let mut take = |moving| (layer.take(&mut own, &theme, moving, 2 * JOBS_A_SLICE + 1), layer.is_in_full());
        assert_eq!(take(false), (Missing::Later, false));
        assert_eq!(take(false), (Missing::All { coarse: true }, false));
        let third = |at: f64| plot.x0 + at * plot.width() / 3.0;
        let (slice, _) = take(false);
        assert_eq!(slice, Missing::Slice(Area { x1: third(1.0), ..plot }));
        assert_eq!(take(true), (Missing::Nothing, false), "a clock plays");
        assert!(matches!(take(false), (Missing::Slice(own), false) if own.x0 == third(1.0)));
        assert!(matches!(take(false), (Missing::Slice(own), true) if own.x1 == plot.x1));
        assert_eq!(take(false), (Missing::Nothing, true));
    }

    #[test]
    fn what_is_more_than_moved_is_drawn_anew() {
        let (chart, theme) = (chart(100_000), Theme::light(2.0));
        let mut layer = JobsLayer::default();
        let mut take =
            |t0, length_s, theme: &Theme| layer.take(&mut layout(&chart, t0, length_s, theme), theme, true, 0);
        assert_eq!(take(0.0, 20_000.0, &theme), Missing::All { coarse: true });
        assert_eq!(take(0.0, 20_000.0, &Theme::dark(2.0)), Missing::All { coarse: true });
        assert_eq!(take(0.0, 19_000.0, &Theme::dark(2.0)), Missing::All { coarse: true });
        assert_eq!(take(30_000.0, 19_000.0, &Theme::dark(2.0)), Missing::All { coarse: true });
        assert_ne!(take(31_000.0, 19_000.0, &Theme::dark(2.0)), Missing::All { coarse: true });
        let rows = GanttRange { row1: 10.0, ..layout(&chart, 31_000.0, 19_000.0, &theme).view };
        let mut zoomed = GanttLayout::new(&chart, &rows, Area::sized(800.0, 400.0), &theme);
        assert_eq!(layer.take(&mut zoomed, &Theme::dark(2.0), true, 0), Missing::All { coarse: true });
    }
}
