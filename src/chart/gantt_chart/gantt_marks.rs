//! Draws what is pointed at in a Gantt chart: a job outlined, its pieces joined, its story read out.

use crate::chart::gantt_chart::gantt_draw::Figure;
use crate::chart::kit::area::{Area, Point};
use crate::chart::kit::device::Drawn;
use crate::chart::kit::pen::Pen;
use crate::chart::kit::read_out;

impl Figure<'_> {
    /// Outlines a job's parts and joins them.
    pub(in crate::chart) fn mark(&self, pen: &mut Pen, index: usize) -> Drawn {
        let Some(job) = self.chart.jobs.get(index) else {
            return Ok(());
        };
        let theme = self.theme;
        let parts = self.parts(job);
        let colour = self.colour(self.paint_of(job));
        pen.within(&self.layout.plot, |pen| {
            let centres: Vec<Point> = parts.iter().map(|p| p.area.centre()).collect();
            for part in &parts {
                let least = theme.px(1.5);
                let wide = Area::new(part.area.x0, part.area.y0, part.area.x1.max(part.area.x0 + least), part.area.y1);
                pen.fill(&wide, colour)?;
                pen.frame(&wide.inset(-theme.px(1.0)), 2.0, theme.ink)?;
                // Where there is a line down the middle, to the left of it.
                let x1 = match centres.len() {
                    1 => wide.x1,
                    _ => part.area.centre().0 - theme.px(3.0),
                };
                self.number(pen, job, &Area::new(wide.x0, wide.y0, x1, wide.y1))?;
            }
            pen.line(&centres, 4.0, theme.background)?;
            pen.line(&centres, 2.0, theme.ink)?;
            for centre in centres.iter().filter(|_| centres.len() > 1) {
                pen.disc(*centre, 3.5, theme.background)?;
                pen.disc(*centre, 2.5, theme.ink)?;
            }
            Ok(())
        })
    }

    pub(in crate::chart) fn read_out(&self, pen: &mut Pen, index: usize) -> Drawn {
        let Some(job) = self.chart.jobs.get(index) else {
            return Ok(());
        };
        let parts = self.parts(job);
        let Some(part) = parts.first() else {
            return Ok(());
        };
        let mut lines = job.lines(&self.chart.clusters);
        if lines.len() > 1 && self.layout.canvas.height() < self.theme.px(200.0) {
            lines.truncate(3);
        }
        let at = (part.area.x1.min(self.layout.plot.x1), part.area.centre().1);
        let colour = self.colour(self.paint_of(job));
        read_out::boxed(pen, &lines, &Area::point(at), &self.layout.canvas, colour)
    }
}
