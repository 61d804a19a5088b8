//! An entry of the plan: a planned job, or several similar planned jobs.

use super::stretch::Stretch;
use crate::platform::{Demand, Demands, Piece, Placement};
use crate::workload::Job;

/// Nodes and links that a planned job, or several similar jobs with the same start, will occupy for an interval of
/// time.
#[derive(Clone, Debug)]
pub(super) struct Use {
    /// The job that represents the entry: of all its jobs, the first in the queue.
    pub job: Job,
    /// Number of jobs; more than one only on a platform with one cluster.
    pub jobs: u32,
    /// Placement of all jobs together.
    pub placement: Placement,
    pub demands: Demands,
    pub start_s: f64,
    pub end_s: f64,
    /// True if the job runs.
    pub begun: bool,
    /// True if the job has exceeded its estimate.
    pub overdue: bool,
}

impl Use {
    /// Creates the entry of a job with a placement and an interval of time.
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

    /// A job without a place.
    pub fn never(job: Job) -> Use {
        let time = Stretch { from_s: f64::INFINITY, until_s: f64::INFINITY };
        Use::new(job, Placement::new(), Demands::new(), time)
    }

    /// Changes the number of jobs.
    pub fn set_jobs(&mut self, jobs: u32) {
        for piece in &mut self.placement {
            piece.nodes = piece.nodes / self.jobs * jobs;
        }
        self.jobs = jobs;
    }

    /// True if the job uses several clusters.
    pub fn co_allocated(&self) -> bool {
        self.placement.len() > 1
    }

    /// Adds the nodes and demands of another entry.
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

    /// Subtracts the nodes and demands of another entry.
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

    /// True if both overlap in time.
    pub fn meets(&self, other: &Use) -> bool {
        self.start_s < other.end_s && other.start_s < self.end_s
    }
}
