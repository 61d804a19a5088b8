//! Which job of a Gantt chart has which colour. A paint is a number, so that small jobs can vote on a pixel.

use crate::chart::gantt_chart::gantt::GanttJob;
use crate::chart::gantt_chart::gantt_draw::Figure;
use crate::chart::gantt_chart::gantt_legend::{COMMON, LOCAL, SPLIT};
use crate::chart::kit::theme::Colour;

/// Of what is pale.
const PALE: u8 = 8;

impl Figure<'_> {
    /// The paint of a job; in a future those that follow have one, and the one that is placed.
    pub(in crate::chart) fn paint_of(&self, job: &GanttJob) -> u8 {
        match (self.chart.head, &job.request) {
            _ if job.pale => PALE,
            (Some(head), _) => 1 + u8::from(job.id == head),
            (None, Some(request)) if request.is_home() => LOCAL,
            (None, _) if job.co_allocated => SPLIT,
            (None, Some(_)) => COMMON,
            (None, None) => 1 + (job.home % self.theme.homes.len()) as u8,
        }
    }

    pub(in crate::chart) fn colour(&self, paint: u8) -> Colour {
        let theme = self.theme;
        let colour = match paint {
            PALE => theme.muted.fade(0.3).over(theme.band),
            LOCAL => theme.muted.fade(0.4).over(theme.band),
            SPLIT => theme.accent,
            home => theme.home(usize::from(home) - 1),
        };
        self.aged(colour)
    }

    /// The edge of what has this paint, if it has one.
    pub(in crate::chart) fn edge(&self, paint: u8) -> Option<Colour> {
        (paint == LOCAL).then(|| self.aged(self.theme.muted))
    }

    fn aged(&self, colour: Colour) -> Colour {
        match self.chart.faded {
            true => self.theme.faded(colour),
            false => colour,
        }
    }
}
