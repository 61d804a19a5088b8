//! A job that runs.

use crate::network::stretched_s;
use crate::platform::{Demands, Placement, Platform, nodes_of};
use crate::workload::Job;

/// A job that runs, or has just ended.
#[derive(Clone, Debug)]
pub struct Running {
    /// The job.
    pub job: Job,
    /// Placement of the job.
    pub placement: Placement,
    /// Link demands; empty unless the job is co-allocated or in the model of cluster networks.
    pub demands: Demands,
    /// Memory and GPUs that the job takes, as loads.
    pub(super) resources: Demands,
    /// Time from the arrival of the job until it could start, because it waited for other jobs \[s\].
    pub held_s: f64,
    /// Start time \[s\].
    pub start_s: f64,
    /// Predicted end at the current rate \[s\].
    pub end_s: f64,
    /// Start that the job was promised first \[s\], if it had a reservation.
    pub promised_s: Option<f64>,
    /// Run time without network delays \[s\]: T_E, divided by the speed of the slowest cluster and by `node_share`. If the job got fewer
    /// nodes than requested, its run time on these nodes replaces T_E. `stage_in_s` is included.
    pub dedicated_s: f64,
    /// Time in which the job gets its data \[s\]. No share of a link changes it.
    pub stage_in_s: f64,
    /// Share of its processors that background load leaves to the job, in (0, 1].
    pub(super) node_share: f64,
    /// Granted share s of the bandwidth demand, in (0, 1].
    pub granted: f64,
    /// The link that limited the share to `granted` at the last change. `None` if the job has its whole demand, and in
    /// networks without shares.
    pub limited_by: Option<u32>,
    /// Time integral of the granted share \[s\]. This integral times the demand is the number of bits sent.
    pub granted_s: f64,
    /// Time at which the job is killed if it has not ended \[s\]; infinite if never.
    pub(super) limit_s: f64,
    /// True if, at the current rate, the job is killed before all its work is done.
    pub killed: bool,
    /// Fraction of the work left at `settled_s`.
    pub(super) left: f64,
    /// Run time of the whole job at the current rate \[s\].
    pub(super) stretched_s: f64,
    /// Time at which `left` was computed \[s\].
    pub(super) settled_s: f64,
}

impl Running {
    /// An unused slot. The scheduler writes into the slot's placement.
    pub(super) fn vacant() -> Running {
        Running {
            job: Job::default(),
            placement: Placement::new(),
            demands: Demands::new(),
            resources: Demands::new(),
            held_s: 0.0,
            start_s: 0.0,
            end_s: 0.0,
            promised_s: None,
            dedicated_s: 0.0,
            stage_in_s: 0.0,
            node_share: 1.0,
            granted: 1.0,
            limited_by: None,
            granted_s: 0.0,
            limit_s: f64::INFINITY,
            killed: false,
            left: 0.0,
            stretched_s: 0.0,
            settled_s: 0.0,
        }
    }

    /// True if the job runs on more than one cluster.
    #[inline]
    pub fn co_allocated(&self) -> bool {
        self.placement.len() > 1
    }

    /// Time from the start to `end_s`, divided by the dedicated run time, both without stage-in: the paper's penalty, at least 1.
    #[inline]
    pub fn penalty(&self, end_s: f64) -> f64 {
        ((end_s - self.start_s - self.stage_in_s) / (self.dedicated_s - self.stage_in_s)).max(1.0)
    }

    /// End at the current rate if the estimate is right \[s\]. If the job runs longer than estimated, this time is in
    /// the past.
    pub(super) fn expected_end_s(&self, platform: &Platform) -> f64 {
        if self.job.estimate_s == self.job.runtime_s {
            return self.end_s;
        }
        let estimated_s = self.estimated_s(platform);
        let done_s = (1.0 - self.left) * self.dedicated_s;
        let rest_s = (estimated_s - done_s).max(0.0);
        let expected_s = self.settled_s + rest_s * (self.stretched_s / self.dedicated_s);
        expected_s.min(self.limit_s)
    }

    /// Run time that the job may have, by its estimate, on the nodes of the placement \[s\].
    pub(super) fn allowed_s(&self, platform: &Platform) -> f64 {
        if self.job.estimate_s == self.job.runtime_s {
            return self.dedicated_s;
        }
        self.estimated_s(platform)
    }

    /// Run time without network delays \[s\] if the estimate is right.
    fn estimated_s(&self, platform: &Platform) -> f64 {
        let estimate_s = self.job.estimate_on_s(nodes_of(&self.placement));
        platform.dedicated_s(estimate_s, &self.placement) / self.node_share + self.stage_in_s
    }

    /// Computes the work done until `now_s` \[s\]. From this time on, the job has the share `granted` (J5 eq. 6–7).
    #[inline(always)]
    pub(super) fn rerate(&mut self, now_s: f64, granted: f64) {
        let elapsed = now_s - self.settled_s;
        self.left = (self.left - elapsed / self.stretched_s).max(0.0);
        self.granted_s += elapsed * self.granted;
        self.settled_s = now_s;
        self.granted = granted;
        let run_s = self.dedicated_s - self.stage_in_s;
        self.stretched_s = stretched_s(run_s, self.job.compute_fraction, granted) + self.stage_in_s;
        self.ends_at(now_s + self.left * self.stretched_s);
    }

    /// Sets the end to `done_s`, the time at which all work is done, or to the time at which the job is killed if that
    /// is earlier.
    #[inline(always)]
    pub(super) fn ends_at(&mut self, done_s: f64) {
        self.killed = done_s > self.limit_s;
        self.end_s = done_s.min(self.limit_s);
    }
}
