//! Parts of jobs between the line of waiting jobs and their nodes.

use super::{Picture, Spot, WAITING, bounds};
use crate::chart::kit::area::{Area, Point};
use crate::chart::kit::device::Drawn;
use crate::chart::kit::pen::Pen;
use crate::chart::machine::{nodes_in, stays_at_home};
use crate::metrics::timeline::{Rows, TimelineJob};

/// Maximum number of parts of jobs on their way.
const MOST_MOVING: usize = 500;
/// Side of a part on a link, and its largest side elsewhere \[CSS px\].
const PACKET: f64 = 10.0;
const LARGEST: f64 = 26.0;

impl Picture<'_> {
    /// Parts of a job between the line of waiting jobs and their nodes.
    pub(super) fn arriving(&mut self, pen: &mut Pen, at: usize, job: &TimelineJob) -> Drawn {
        let progress = self.progress(job.start_s);
        if progress >= 1.0 {
            return Ok(());
        }
        let colour = self.colour(job);
        for piece in &job.pieces {
            let Some(area) = self.on_the_way(job, piece, progress) else { continue };
            pen.fill(&area.inset(-self.theme.px(1.0)), self.theme.background)?;
            pen.fill(&area, colour)?;
            self.spots.push(Spot { job: at, area });
        }
        Ok(())
    }

    /// Parts of an ended job on their way home, where they join again.
    pub(super) fn departing(&mut self, pen: &mut Pen, job: &TimelineJob) -> Drawn {
        if stays_at_home(job) {
            return Ok(());
        }
        let progress = self.progress(job.end_s);
        let colour = self.colour(job).fade(1.0 - progress * progress).over(self.theme.background);
        for piece in &job.pieces {
            let Some(area) = self.on_the_way(job, piece, 1.0 - progress) else { continue };
            pen.fill(&area, colour)?;
        }
        Ok(())
    }

    /// A part of a job after a share of its way from the line of waiting jobs to its nodes.
    fn on_the_way(&mut self, job: &TimelineJob, piece: &Rows, share: f64) -> Option<Area> {
        if self.moving >= MOST_MOVING {
            return None;
        }
        self.moving += 1;
        let theme = self.theme;
        let home = self.layout.places.get(job.home as usize)?;
        let target = match self.layout.node > 0.0 {
            true => bounds(&self.areas(piece))?,
            false => self.layout.places.get(piece.cluster as usize)?.nodes,
        };
        let mut way = vec![(home.queue.x0 + theme.px(WAITING[0] / 2.0), home.queue.centre().1)];
        if piece.cluster != job.home {
            way.extend(self.layout.way(job.home as usize, piece.cluster as usize, self.machine.topology));
        }
        way.push(target.centre());
        let (x, y) = along(&way, share)?;
        // A part is a packet on the links, and about as large as its nodes when it has left them.
        let nodes = nodes_in(&piece.nodes) as f64;
        let [packet, largest] = [PACKET, LARGEST].map(|own| theme.px(own));
        let whole = (nodes.sqrt() * self.layout.node).min(largest);
        let grown = ((share - 0.7) / 0.3).clamp(0.0, 1.0);
        let half = (packet + (whole - packet) * grown) / 2.0;
        Some(Area::new(x - half, y - half, x + half, y + half))
    }
}

/// The point after a share of a line's length.
pub(super) fn along(way: &[Point], share: f64) -> Option<Point> {
    let length = |(a, b): (&Point, &Point)| {
        let (dx, dy) = (b.0 - a.0, b.1 - a.1);
        (dx * dx + dy * dy).sqrt()
    };
    let parts = || way.iter().zip(way.iter().skip(1));
    let mut left = parts().map(length).sum::<f64>() * share.clamp(0.0, 1.0);
    for (from, to) in parts() {
        let own = length((from, to));
        if left <= own && own > 0.0 {
            let part = left / own;
            return Some((from.0 + (to.0 - from.0) * part, from.1 + (to.1 - from.1) * part));
        }
        left -= own;
    }
    way.last().copied()
}
