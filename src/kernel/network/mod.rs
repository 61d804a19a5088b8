//! Communication between clusters: bandwidth demands of placed jobs, and their speed with the granted bandwidth.
//!
//! The state of a running job is one number, the fraction of its work left. This fraction falls at the rate 1 / (T_P +
//! T_C / s), where T_P is the job's computation time, T_C its communication time and s ∈ (0, 1] the granted share of
//! its demanded bandwidth (J5 equations 5–7). The models differ in s:
//!
//! | model | a co-allocated job runs for |
//! |---|---|
//! | dynamic | T_P + ∫ T_C / s, s from the [`allotment`] at every change |
//! | fixed penalty | penalty · T_E |
//! | unlimited | T_E |
//! | wide area | T_E · slowdown of the job and its placement ([`wan`]) |
//!
//! In the model of cluster networks ([`cluster`]), each job runs on one cluster. There, s is the share of the cluster's
//! own network that other work leaves unused. With both [`levels`], s is the least of these shares and of the share of
//! the links.

pub mod allotment;
pub mod cluster;
pub mod demand;
pub mod levels;
pub mod pattern;
pub mod sharing;
pub mod stage_in;
pub mod wan;

use crate::platform::{Demands, Placement, Platform, State, nodes_of};
use crate::workload::Job;
use allotment::{Allotment, Change};
use cluster::ClusterNetworks;
use levels::Levels;
pub use sharing::Sharing;
pub use stage_in::stage_in_s;

/// Network model: the slowdown of co-allocated jobs.
#[derive(Clone, Debug)]
pub enum Network {
    /// Links are shared among their jobs (J5 §3.5).
    Dynamic(Allotment),
    /// Every co-allocated job takes this many times its dedicated run time (J5 §4.3).
    Fixed(f64),
    /// Links never saturate: the "Ideal" of the papers.
    Unlimited,
    /// Communication between clusters takes this many times as long as within one cluster (Gehring and Preiß eq. 4 and
    /// 5).
    Wan(f64),
    /// Each job runs on one cluster. All jobs of a cluster share its network.
    Cluster(ClusterNetworks),
    /// Clusters have networks of their own, and share links between them.
    Levels(Box<Levels>),
}

impl Network {
    /// Run time \[s\] of a job on a placement if all its link shares stay 1. The engine adds exactly this number to the
    /// start time, so plans may rely on it.
    #[must_use]
    pub fn planned_s(&self, platform: &Platform, job: &Job, placement: &Placement) -> f64 {
        dedicated_s(platform, job, placement) * self.slowdown(job, placement) + stage_in_s(platform, job, placement)
    }

    /// Factor by which a placement changes the dedicated run time of a job; the factor is known when the job starts.
    #[inline]
    #[must_use]
    pub fn slowdown(&self, job: &Job, placement: &Placement) -> f64 {
        match self {
            Network::Fixed(penalty) if placement.len() > 1 => *penalty,
            Network::Wan(ratio) => wan::slowdown(job, placement, *ratio),
            Network::Dynamic(_) | Network::Cluster(_) | Network::Levels(_) => 1.0,
            Network::Fixed(_) | Network::Unlimited => 1.0,
        }
    }

    /// Link demands of a placed job.
    #[inline]
    #[must_use]
    pub fn demands(&self, platform: &Platform, job: &Job, placement: &Placement) -> Demands {
        match self {
            Network::Cluster(_) => cluster::demands(platform, job, placement).collect(),
            Network::Levels(_) => levels::demands(platform, job, placement),
            _ => demand::demands(platform, job, placement),
        }
    }

    /// The share of its bandwidth demand that a job would have on a placement if it started now and no other job changed.
    pub fn present_share(&self, state: &State, job: &Job, placement: &Placement) -> f64 {
        match self {
            Network::Dynamic(_) => allotment::present_share(state, &demand::demands(state.platform(), job, placement)),
            Network::Levels(own) => own.present_share(state, job, placement),
            Network::Cluster(own) => own.present_share(state, job, placement),
            Network::Fixed(_) | Network::Unlimited | Network::Wan(_) => 1.0,
        }
    }

    /// Adds a job to the links. It is unconstrained until [`settle`](Network::settle).
    #[inline]
    pub fn join(&mut self, slot: u32, job: &Job, placement: &Placement, demands: &Demands) {
        match self {
            Network::Dynamic(allotment) if placement.len() > 1 => allotment.join(slot, demands),
            Network::Cluster(own) => own.join(slot, job, placement, demands),
            Network::Levels(own) => own.join(slot, job, placement, demands),
            _ => {}
        }
    }

    /// Removes the job in `slot` from the links.
    #[inline]
    pub fn leave(&mut self, slot: u32, placement: &Placement) {
        match self {
            Network::Dynamic(allotment) if placement.len() > 1 => allotment.leave(slot),
            Network::Cluster(own) => own.leave(slot, placement),
            Network::Levels(own) => own.leave(slot, placement),
            _ => {}
        }
    }

    /// The jobs on the links between clusters, if jobs share these links.
    #[inline]
    pub fn shared_links(&mut self) -> Option<&mut Allotment> {
        match self {
            Network::Dynamic(links) => Some(links),
            Network::Levels(own) => Some(own.links()),
            Network::Fixed(_) | Network::Unlimited | Network::Wan(_) | Network::Cluster(_) => None,
        }
    }

    /// The capacity of a link has changed.
    pub fn touch(&mut self, link: u32) {
        if let Some(links) = self.shared_links() {
            links.touch(link);
        }
    }

    /// Updates the shares after jobs joined and left, or links changed; `state` has the loads and capacities of the links. Pushes every job
    /// whose share changed, in any order.
    #[inline]
    pub fn settle(&mut self, state: &State, changed: &mut Vec<Change>) {
        match self {
            Network::Dynamic(allotment) => allotment.settle(state, changed),
            Network::Cluster(own) => own.settle(state, |_, change| changed.push(change)),
            Network::Levels(own) => own.settle(state, changed),
            Network::Fixed(_) | Network::Unlimited | Network::Wan(_) => {}
        }
    }
}

/// Run time \[s\] of a job on a placement without network delays and without stage-in. The slowest cluster sets the pace.
#[inline]
#[must_use]
pub fn dedicated_s(platform: &Platform, job: &Job, placement: &Placement) -> f64 {
    platform.dedicated_s(job.runtime_on_s(nodes_of(placement)), placement)
}

/// Run time \[s\] of a job with dedicated run time `dedicated_s` and compute share `compute_fraction` if the share
/// `granted` of its bandwidth demand is granted (J5 eq. 6): T_P + T_C / s.
#[inline(always)]
pub fn stretched_s(dedicated_s: f64, compute_fraction: f64, granted: f64) -> f64 {
    let compute_s = dedicated_s * compute_fraction;
    compute_s + (dedicated_s - compute_s) / granted
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn halving_the_bandwidth_doubles_communication() {
        // T_E = 450, K = 0.7: 315 s of computation and 135 s of communication; at s = 0.5 the communication takes 270
        // s.
        assert!((stretched_s(450.0, 0.7, 0.5) - 585.0).abs() < 1e-12);
        assert_eq!(stretched_s(450.0, 0.7, 1.0), 450.0);
        assert_eq!(stretched_s(450.0, 1.0, 0.1), 450.0);
    }
}
