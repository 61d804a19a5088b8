//! Outages of nodes in the plan: nodes that are out, nodes that an outage still lacks, and maintenance that is known
//! beforehand.
//!
//! An outage that lacks nodes gets those that running jobs are expected to release first. Its part of the plan changes
//! with the expected ends of these jobs, so it is planned again whenever such an end has moved. A plan expects nodes
//! that are out back at the end of their outage.

use super::Backfilling;
use super::planned_use::Use;
use super::profile::Profile;
use super::stretch::Stretch;
use crate::platform::{Demands, Out, Outage, OutageKind, Piece, Placement, State};
use crate::workload::Job;
use std::collections::VecDeque;

/// Number of the job that stands for an outage.
pub(super) const OUTAGE: u64 = u64::MAX;

/// The outages that a plan takes into account.
#[derive(Clone, Debug, Default)]
pub(super) struct Outs {
    /// Maintenance that has not begun, in order of the beginnings.
    coming: VecDeque<Outage>,
    /// Outages that have begun.
    begun: Vec<Out>,
    /// Slots of the profile: nodes that are out, and nodes that will be out.
    taken: Vec<u32>,
    planned: Vec<u32>,
    /// True if the plan does not include the last changes.
    pub changed: bool,
}

/// Nodes of a cluster that become free (positive) or are taken (negative) at a time.
struct Change {
    time_s: f64,
    nodes: i64,
}

impl Outs {
    pub fn foresee(&mut self, known: &[Outage]) {
        self.coming = known.iter().copied().collect();
        self.changed = true;
    }

    /// True if there are outages to plan around.
    pub fn any(&self) -> bool {
        !(self.coming.is_empty() && self.begun.is_empty())
    }

    pub fn update(&mut self, out: &Out) {
        self.changed = true;
        let over = out.taken + out.lacking == 0;
        match self.begun.iter().position(|own| own.id == out.id) {
            Some(at) if over => {
                self.begun.remove(at);
            }
            Some(at) => self.begun[at] = *out,
            None => {
                if out.kind == OutageKind::Maintenance {
                    self.coming.pop_front();
                }
                if !over {
                    self.begun.push(*out);
                }
            }
        }
    }

    /// Plans all outages again.
    pub fn plan(&mut self, now_s: f64, state: &State, profile: &mut Profile) {
        self.changed = false;
        for slot in self.planned.drain(..) {
            profile.take(slot);
        }
        for slot in self.taken.drain(..) {
            profile.end(slot, now_s);
        }
        for out in &self.begun {
            if out.taken > 0 {
                let slot = profile.add(planned(out.cluster, out.taken, now_s, out.until_s));
                profile.begin(slot);
                self.taken.push(slot);
            }
        }
        let lacking = self.begun.iter().filter(|own| own.lacking > 0);
        let lacking = lacking.map(|own| (own.cluster, own.lacking, now_s, own.until_s));
        let coming = self.coming.iter().map(|own| (own.cluster, own.nodes, own.at_s, own.until_s));
        let mut wanted: Vec<(u32, u32, f64, f64)> = lacking.chain(coming).collect();
        // One cluster after the other; the order of the beginnings is kept.
        wanted.sort_by_key(|own| own.0);
        for wanted in wanted.chunk_by(|a, b| a.0 == b.0) {
            let cluster = wanted[0].0;
            let free = i64::from(state.free()[cluster as usize]);
            let mut released: Vec<Change> =
                profile.releases(cluster).map(|(time_s, nodes)| Change { time_s, nodes: nodes.into() }).collect();
            released.sort_by(|a, b| a.time_s.total_cmp(&b.time_s));
            for &(_, nodes, from_s, until_s) in wanted {
                let mut missing = i64::from(nodes);
                let later = released.iter().map(|own| own.time_s).filter(|&time_s| time_s > from_s && time_s < until_s);
                let mut times: Vec<f64> = std::iter::once(from_s).chain(later).collect();
                times.dedup();
                for from_s in times {
                    let now = missing.min(least(free, &released, from_s, until_s));
                    if now > 0 {
                        missing -= now;
                        self.planned.push(profile.add(planned(cluster, now as u32, from_s, until_s)));
                        for (time_s, nodes) in [(from_s, -now), (until_s, now)] {
                            let at = released.partition_point(|own| own.time_s <= time_s);
                            released.insert(at, Change { time_s, nodes });
                        }
                    }
                    if missing == 0 {
                        break;
                    }
                }
            }
        }
    }
}

/// Smallest number of free nodes from `from_s` until `until_s`. `changes` are in order of time.
fn least(free: i64, changes: &[Change], from_s: f64, until_s: f64) -> i64 {
    let before = changes.partition_point(|own| own.time_s <= from_s);
    let mut now = free + changes[..before].iter().map(|own| own.nodes).sum::<i64>();
    let mut least = now;
    // At one time, nodes are released before they are taken.
    for same in changes[before..].chunk_by(|a, b| a.time_s == b.time_s) {
        if same[0].time_s >= until_s {
            break;
        }
        now += same.iter().map(|own| own.nodes).sum::<i64>();
        least = least.min(now);
    }
    least
}

/// The part of an outage that a plan includes as if it were a job.
fn planned(cluster: u32, nodes: u32, from_s: f64, until_s: f64) -> Use {
    let job = Job { id: OUTAGE, nodes, home: cluster, ..Job::default() };
    let placement: Placement = std::iter::once(Piece { cluster, nodes }).collect();
    Use::new(job, placement, Demands::new(), Stretch { from_s, until_s: until_s.max(from_s.next_up()) })
}

impl Backfilling {
    /// Plans the outages again if they, or the expected ends of running jobs, have changed.
    pub(super) fn plan_outages(&mut self, now_s: f64, state: &State) {
        if self.outs.changed || self.outs.any() && self.news != super::News::NONE {
            self.outs.plan(now_s, state, &mut self.planner.profile);
            self.news.late = true;
            if !self.planner.counts {
                self.news.gained = super::Stretch::ALL;
            }
        }
    }
}
