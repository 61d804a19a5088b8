//! Progressive filling: the levels of all jobs rise together until a link is full or a job has its whole demand.
//!
//! Under the proportional rule these are steps 1–5 of J5 §3.5: a link is full at the level of eq. 4, and every job has
//! its whole demand at level 1. Under the max-min rule the top levels of jobs differ.

use super::{Allotment, Granted};
use crate::network::Sharing;
use crate::platform::State;

/// A link during the filling.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Filling {
    /// Capacity that is not granted yet \[bit/s\].
    available: f64,
    /// Total weight of the jobs whose level still rises.
    weight: u64,
    /// Total weight and total demand \[bit/s\] of the jobs that stop in this round; the demand is needed only under
    /// max-min.
    leaving: u64,
    leaving_bps: u64,
    /// Level at which the link is full: available / weight (eq. 4). Infinite if no job rises.
    level: f64,
}

impl Filling {
    #[inline]
    fn update_level(&mut self) {
        self.level = if self.weight > 0 { self.available / self.weight as f64 } else { f64::INFINITY };
    }

    /// Notes that a job with a demand of `bps` on this link stops in this round.
    #[inline]
    fn leave(&mut self, sharing: Sharing, bps: u64, top: f64) {
        self.leaving += sharing.weight(bps, top);
        if sharing == Sharing::MaxMin {
            self.leaving_bps += bps;
        }
    }

    /// Removes the jobs that stopped in this round, and the capacity that was granted to these jobs (`taken`).
    #[inline]
    fn close_round(&mut self, taken: impl Fn(&Filling) -> f64) {
        if self.leaving > 0 {
            self.available -= taken(self);
            self.weight -= self.leaving;
            self.leaving = 0;
            self.leaving_bps = 0;
            self.update_level();
        }
    }
}

impl Allotment {
    /// Computes the share of every job of the component.
    pub(super) fn fill(&mut self, state: &State) {
        self.begin(state);
        // Index of the first job, in the order of top levels, that this computation has not checked.
        let mut rising = 0;
        while let Some((bottleneck, level)) = self.first_full() {
            let satisfied = match self.sharing {
                Sharing::Proportional if level >= 1.0 => return,
                Sharing::Proportional => false,
                Sharing::MaxMin => self.stop_satisfied(level, &mut rising),
            };
            if !satisfied {
                // Rounding can make the capacity left on a full link slightly negative, but a job's share is never 0.
                self.stop_at_link(bottleneck, level.max(f64::EPSILON));
            }
        }
    }

    /// Begins the filling of the component: no job has bandwidth yet. Links that are no longer over-full are dropped,
    /// because a link that can carry the total demand of its jobs limits no job.
    fn begin(&mut self, state: &State) {
        let Allotment { sharing, links, members, epoch, component_links, component_members, .. } = self;
        component_links.retain(|&link| {
            let index = link as usize;
            let (load, capacity) = (state.load_bps()[index], state.capacity_bps()[index]);
            let entry = &mut links[index];
            entry.was_full = load > capacity;
            if entry.was_full {
                // Background traffic does not give way to jobs.
                let background = state.platform().background_bps.get(index).copied().unwrap_or(0);
                entry.filling.available = capacity.saturating_sub(background) as f64;
                entry.filling.weight = match sharing {
                    Sharing::Proportional => load.saturating_sub(background),
                    Sharing::MaxMin => 0,
                };
            } else {
                entry.reached = 0;
            }
            entry.was_full
        });
        if *sharing == Sharing::MaxMin {
            let top = |slot: u32| members[slot as usize].top;
            // The order of jobs with the same top level does not matter, because their weights are whole numbers, with
            // exact sums.
            component_members.sort_by(|&a, &b| top(a).total_cmp(&top(b)));
            for &slot in component_members.iter() {
                let member = &members[slot as usize];
                for demand in &member.demands {
                    let entry = &mut links[demand.link as usize];
                    if entry.reached == *epoch {
                        entry.filling.weight += sharing.weight(demand.bps, member.top);
                    }
                }
            }
        }
        for &link in component_links.iter() {
            links[link as usize].filling.update_level();
        }
    }

    /// The link that is full first, and the level at which it is full; `None` if no job rises. If several links are
    /// full at this level, the link with the lowest index.
    #[inline]
    fn first_full(&self) -> Option<(u32, f64)> {
        let mut least = f64::INFINITY;
        let mut bottleneck = None;
        for &link in &self.component_links {
            let level = self.links[link as usize].filling.level;
            if level < least || (level == least && bottleneck.is_some_and(|first| link < first)) {
                least = level;
                bottleneck = Some(link);
            }
        }
        bottleneck.map(|link| (link, least))
    }

    /// Stops the rising jobs of a link that is full at `level`, and grants them their current share.
    #[inline]
    fn stop_at_link(&mut self, bottleneck: u32, level: f64) {
        let on_it = std::mem::take(&mut self.links[bottleneck as usize].members);
        for &slot in &on_it {
            let share = self.sharing.share(level, self.members[slot as usize].top);
            self.stop(slot, share, Some(bottleneck));
        }
        self.links[bottleneck as usize].members = on_it;
        for &link in &self.component_links {
            let filling = &mut self.links[link as usize].filling;
            filling.close_round(|filling| level * filling.leaving as f64);
        }
    }

    /// Stops the rising jobs with the lowest top level, if this top level is at most `level`, at which a link is full.
    /// The jobs of a component are in order of their top levels. Jobs with higher top levels wait for the next round
    /// even if `level` reaches them. So a component has the same rounds, and the same rounding, whether it is filled
    /// alone or together with another component.
    fn stop_satisfied(&mut self, level: f64, rising: &mut usize) -> bool {
        let mut lowest = None;
        while let Some(&slot) = self.component_members.get(*rising) {
            let member = &self.members[slot as usize];
            let top = member.top;
            if member.next.is_none() {
                if top > level || lowest.is_some_and(|lowest| top > lowest) {
                    break;
                }
                lowest = Some(top);
                self.stop(slot, 1.0, None);
            }
            *rising += 1;
        }
        for &link in &self.component_links {
            let filling = &mut self.links[link as usize].filling;
            filling.close_round(|filling| filling.leaving_bps as f64);
        }
        lowest.is_some()
    }

    /// Grants a job its share, and notes on the job's links that the job stops. A job that has stopped before is not
    /// changed.
    #[inline(always)]
    fn stop(&mut self, slot: u32, share: f64, limited_by: Option<u32>) {
        let member = &mut self.members[slot as usize];
        if member.next.is_some() {
            return;
        }
        member.next = Some(Granted { share, limited_by });
        for demand in &member.demands {
            let entry = &mut self.links[demand.link as usize];
            if entry.reached == self.epoch {
                entry.filling.leave(self.sharing, demand.bps, member.top);
            }
        }
    }
}
