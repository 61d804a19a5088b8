//! A job in the plan, or several that are alike.

use super::stretch::Stretch;
use crate::platform::{Demand, Demands, Piece, Placement};
use crate::workload::Job;

/// A job on its nodes and links for a stretch of time, or several that are alike and begin together.
#[derive(Clone, Debug)]
pub(super) struct Use {
    /// The first of them in the queue.
    pub job: Job,
    /// How many they are; only on one cluster more than one.
    pub jobs: u32,
    /// Of all of them together.
    pub placement: Placement,
    pub demands: Demands,
    pub start_s: f64,
    pub end_s: f64,
    /// Whether the job runs.
    pub begun: bool,
    /// Whether it has outlived its estimate.
    pub overdue: bool,
}

impl Use {
    /// A job that is to be there for that time.
    pub fn new(job: Job, placement: Placement, demands: Demands, time: Stretch) -> Use {
        Use {
            job,
            jobs: 1,
            placement,
            demands,
            start_s: time.from_s,
            end_s: time.until_s,
            begun: false,
            overdue: false,
        }
    }

    /// A job for which there is no place.
    pub fn never(job: Job) -> Use {
        let time = Stretch { from_s: f64::INFINITY, until_s: f64::INFINITY };
        Use::new(job, Placement::new(), Demands::new(), time)
    }

    /// It is of so many jobs from now on.
    pub fn set_jobs(&mut self, jobs: u32) {
        for piece in &mut self.placement {
            piece.nodes = piece.nodes / self.jobs * jobs;
        }
        self.jobs = jobs;
    }

    /// Whether it is on several clusters.
    pub fn co_allocated(&self) -> bool {
        self.placement.len() > 1
    }

    /// Has what the other has, too.
    pub fn join(&mut self, other: &Use) {
        for piece in &other.placement {
            let same = |own: &&mut Piece| own.cluster == piece.cluster;
            match self.placement.iter_mut().find(same) {
                Some(own) => own.nodes += piece.nodes,
                None => self.placement.push(*piece),
            }
        }
        for demand in &other.demands {
            let same = |own: &&mut Demand| own.link == demand.link;
            match self.demands.iter_mut().find(same) {
                Some(own) => own.bps += demand.bps,
                None => self.demands.push(*demand),
            }
        }
    }

    /// Does not have any more what the other has.
    pub fn lack(&mut self, other: &Use) {
        for own in &mut self.placement {
            let same = other.placement.iter().filter(|p| p.cluster == own.cluster);
            own.nodes -= same.map(|piece| piece.nodes).sum::<u32>();
        }
        for own in &mut self.demands {
            let same = other.demands.iter().filter(|d| d.link == own.link);
            own.bps -= same.map(|demand| demand.bps).sum::<u64>();
        }
        self.placement.retain(|own| own.nodes > 0);
        self.demands.retain(|own| own.bps > 0);
    }

    /// Whether there is a time at which both are.
    pub fn meets(&self, other: &Use) -> bool {
        self.start_s < other.end_s && other.start_s < self.end_s
    }
}
