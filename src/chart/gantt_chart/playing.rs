//! A Gantt chart while a clock plays. A veil covers the time after the clock. Waiting jobs are drawn to the right of the clock, in
//! the band of their home cluster; jobs that have just started slide from there to their nodes.

use crate::chart::gantt_chart::GanttJob;
use crate::chart::gantt_chart::draw::Figure;
use crate::chart::gantt_chart::layout::Band;
use crate::chart::kit::area::Area;
use crate::chart::kit::device::Drawn;
use crate::chart::kit::pen::Pen;

/// Width and minimum height of a waiting job in CSS pixels. The height depends on the job's number of nodes.
const BLOCK: (f64, f64) = (26.0, 3.0);
/// Space between waiting jobs in CSS pixels.
const GAP: f64 = 2.0;
/// Space between waiting jobs and the clock in CSS pixels.
const APART: f64 = 10.0;

/// A job that waits or slides.
struct Waiting<'a> {
    job: &'a GanttJob,
    place: Area,
    /// The job's progress towards its nodes, from 0 to 1.
    way: f64,
}

impl Figure<'_> {
    /// Draws the time `now_s`; a job slides for `slide_s` seconds of the run.
    pub(super) fn playing(&self, pen: &mut Pen, now_s: f64, slide_s: f64) -> Drawn {
        let theme = self.theme;
        let now = self.layout.time().to_px(now_s);
        let veil = theme.background.fade(0.9);
        for rows in self.layout.bands.iter().map(|band| band.rows) {
            let (x0, x1) = (now.min(rows.x1).max(rows.x0), rows.x1);
            let corners = [(x0, rows.y0), (x1, rows.y0), (x1, rows.y1), (x0, rows.y1)];
            pen.polygon(&corners, veil)?;
        }
        let waiting = self.waiting(now_s, slide_s);
        pen.within(&self.layout.plot, |pen| {
            for own in &waiting {
                if own.way == 0.0 {
                    self.standing(pen, own.job, &own.place)?;
                    continue;
                }
                for part in self.parts(own.job) {
                    let target = Area::new(part.area.x0, part.area.y0, now, part.area.y1);
                    self.standing(pen, own.job, &between(&own.place, &target, own.way))?;
                }
            }
            Ok(())
        })
    }

    /// Waiting jobs in order of arrival, to the right of the clock, as many as there is room for. A job keeps its position until
    /// it has reached its nodes.
    fn waiting(&self, now_s: f64, slide_s: f64) -> Vec<Waiting<'_>> {
        let waits = |job: &&GanttJob| !job.pale && job.arrival_s <= now_s && job.start_s + slide_s > now_s;
        let mut jobs: Vec<&GanttJob> = self.chart.jobs.iter().filter(waits).collect();
        // The numbers of jobs are in order of arrival.
        jobs.sort_by_key(|job| job.id);
        let first = self.layout.time().to_px(now_s) + self.theme.px(APART);
        let mut free = vec![(first, 0.0); self.layout.bands.len()];
        let waiting = jobs.into_iter().filter_map(|job| {
            let at = self.layout.bands.iter().position(|band| band.cluster == job.home)?;
            let place = self.next_place(&self.layout.bands[at], job.nodes, &mut free[at])?;
            Some(Waiting { job, place, way: eased((now_s - job.start_s) / slide_s) })
        });
        waiting.collect()
    }

    /// The next position in a band, column by column. `free`: left edge of the column, and the height used in it.
    fn next_place(&self, band: &Band, nodes: u32, free: &mut (f64, f64)) -> Option<Area> {
        let px = |css: f64| self.theme.px(css);
        let whole = band.rows.height();
        let height = (f64::from(nodes) * band.row_px).max(px(BLOCK.1)).min(whole);
        if free.1 > 0.0 && free.1 + height > whole {
            *free = (free.0 + px(BLOCK.0 + GAP), 0.0);
        }
        let (x, y) = (free.0, band.rows.y0 + free.1);
        free.1 += height + px(GAP);
        (x + px(BLOCK.0) <= band.rows.x1).then(|| Area::new(x, y, x + px(BLOCK.0), y + height))
    }

    fn standing(&self, pen: &mut Pen, job: &GanttJob, area: &Area) -> Drawn {
        pen.fill(area, self.colour_of(job))?;
        self.number(pen, job, area)
    }
}

/// Share of the way after a share x of the time, with a smooth start and end: 3x² − 2x³.
pub fn eased(share: f64) -> f64 {
    // If jobs do not slide, the share is 0/0, which is not a number, at the start of a job.
    let share = if share > 0.0 { share.min(1.0) } else { 0.0 };
    share * share * (3.0 - 2.0 * share)
}

fn between(from: &Area, to: &Area, share: f64) -> Area {
    let part = |from: f64, to: f64| from + (to - from) * share;
    Area::new(part(from.x0, to.x0), part(from.y0, to.y0), part(from.x1, to.x1), part(from.y1, to.y1))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chart::gantt_chart::GanttChart;
    use crate::chart::gantt_chart::draw::GanttCursor;
    use crate::chart::gantt_chart::layout::GanttLayout;
    use crate::chart::gantt_chart::tests::{drawn, job, two_clusters};
    use crate::chart::kit::recorder::Call;
    use crate::chart::kit::theme::{Colour, Theme};

    /// Job 2, whose home is the first cluster, waits from 100 s to 500 s and then runs on 10 nodes of the second
    /// cluster.
    fn chart() -> GanttChart {
        let moved = GanttJob { arrival_s: 100.0, ..job(2, 500.0, 900.0, &[1]) };
        two_clusters(vec![job(1, 0.0, 400.0, &[0]), moved])
    }

    /// The rectangles above the veil that have the colour of the first cluster: left, right, top and bottom of each.
    fn boxes(time_s: f64) -> (Vec<[f64; 4]>, GanttLayout) {
        let cursor = GanttCursor { time_s: Some(time_s), slide_s: Some(20.0), ..GanttCursor::default() };
        let (recorder, layout) = drawn(&chart(), &cursor);
        let veil = |call: &Call| matches!(call, Call::Polygon(corners, _) if corners.len() == 4);
        let from = recorder.calls.iter().position(veil).unwrap();
        let Colour { rgb, .. } = Theme::light(1.0).home(0);
        let seen = recorder.calls[from..].iter().filter_map(|call| match call {
            Call::Fill(a, b, colour) if *colour == rgb => Some([a.0, b.0, a.1, b.1].map(f64::from)),
            _ => None,
        });
        (seen.collect(), layout)
    }

    fn near(found: [f64; 4], wanted: [f64; 4]) {
        let is_near = found.iter().zip(wanted).all(|(a, b)| (a - b).abs() <= 1.5);
        assert!(is_near, "{found:?} for {wanted:?}");
    }

    #[test]
    fn a_job_waits_at_home_slides_and_stands_on_its_nodes() {
        let (waiting, layout) = boxes(300.0);
        let (home, other) = (layout.bands[0], layout.bands[1]);
        let px = |time_s: f64| layout.time().to_px(time_s);
        let nodes = 10.0 * home.row_px;
        let x = px(300.0) + APART;
        let place = [x, x + BLOCK.0, home.rows.y0, home.rows.y0 + nodes];
        assert_eq!(waiting.len(), 1);
        near(waiting[0], place);
        // The job has moved half of the way after half of the time.
        let (sliding, _) = boxes(510.0);
        let x = px(510.0) + APART;
        let from = [x, x + BLOCK.0, home.rows.y0, home.rows.y0 + nodes];
        let to = [px(500.0), px(510.0), other.rows.y0, other.rows.y0 + nodes];
        near(sliding[0], std::array::from_fn(|side| (from[side] + to[side]) / 2.0));
        // No job is drawn as waiting before its arrival or after its start.
        assert_eq!(boxes(50.0).0.len(), 0);
        assert_eq!(boxes(521.0).0.len(), 0);
    }

    #[test]
    fn ways_by_hand() {
        assert_eq!([f64::NAN, -1.0, 0.0, 0.25, 0.5, 1.0, 9.0].map(eased), [0.0, 0.0, 0.0, 0.15625, 0.5, 1.0, 1.0]);
    }
}
