//! Sharing of link capacity among co-allocated jobs (J5 §3.5): the jobs on each link, and their granted shares.
//!
//! The proportional rule of the paper starts with every job unconstrained, and repeats: for each link, compute the
//! ratio of the capacity still available to the total demand of its unconstrained jobs (eq. 4). The link with the
//! smallest ratio is the bottleneck (ties: lowest index). If its ratio is at least 1, stop. Otherwise, grant each
//! unconstrained job on the bottleneck this ratio of its demand, on every link that the job uses, and subtract the
//! grants from the available capacities. This raises the shares of all jobs together; the max-min rule raises their
//! bandwidths (see [`sharing`](super::sharing)).
//!
//! **Incremental.** A link that can carry the total demand of its jobs limits no job. So a change matters only within
//! the connected components of over-full links (joined by common jobs) that contain the changed links. Only these
//! components are filled again. **Independent of order.** Demands and weights are whole numbers, and each round
//! subtracts `level × (their exact sum)` from a link, so the order of the jobs does not change the result.

mod filling;

use crate::network::Sharing;
use crate::platform::{Demand, Demands, State};
use filling::Filling;

/// Grant of a job.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Granted {
    share: f64,
    limited_by: Option<u32>,
}

/// A job on the links.
#[derive(Clone, Debug)]
struct Member {
    /// Links of the job and the demand on each \[bit/s\].
    demands: Demands,
    /// Level at which the job has its whole demand.
    top: f64,
    /// Granted share of the job's demand, in (0, 1].
    granted: f64,
    /// Number of the last computation of shares that included the job, and the share that this computation granted
    /// (`next`), which is `None` if no link limited the job.
    reached: u64,
    next: Option<Granted>,
}

impl Member {
    fn new(sharing: Sharing, demands: Demands, granted: f64) -> Member {
        Member { top: sharing.top(&demands), demands, granted, reached: 0, next: None }
    }
}

/// A job whose granted share has changed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Change {
    /// The job's slot.
    pub slot: u32,
    /// New share, in (0, 1].
    pub granted: f64,
    /// The link that limits the job; `None` if the job has its whole demand.
    pub limited_by: Option<u32>,
}

/// The share that a job with these demands would have if it started now. The job's fullest link decides: its capacity
/// without the background is divided in proportion to all demands on the link.
pub(super) fn present_share(state: &State, demands: &Demands) -> f64 {
    let share = |own: &Demand| {
        let link = own.link as usize;
        let background = state.platform().background_bps.get(link).copied().unwrap_or(0);
        let left = state.capacity_bps()[link].saturating_sub(background).max(1);
        let load = state.load_bps()[link].saturating_sub(background) + own.bps;
        (left as f64 / load as f64).min(1.0)
    };
    demands.iter().filter(|own| own.bps > 0).map(share).fold(1.0, f64::min)
}

/// A link and the jobs on it.
#[derive(Clone, Debug, Default)]
struct Link {
    members: Vec<u32>,
    /// True if the link was over-full when the shares were last computed.
    was_full: bool,
    /// Number of the last computation that included the link.
    reached: u64,
    filling: Filling,
}

/// The shares of all co-allocated jobs, updated as jobs start and end.
#[derive(Clone, Debug)]
pub struct Allotment {
    sharing: Sharing,
    links: Vec<Link>,
    /// The jobs, indexed by the caller's slot numbers.
    members: Vec<Member>,
    touched: Vec<u32>,
    epoch: u64,
    component_links: Vec<u32>,
    component_members: Vec<u32>,
}

impl Allotment {
    /// An allotment without jobs, for `links` links and the given sharing rule.
    pub fn new(sharing: Sharing, links: usize) -> Allotment {
        Allotment {
            sharing,
            links: vec![Link::default(); links],
            members: Vec::new(),
            touched: Vec::new(),
            epoch: 0,
            component_links: Vec::new(),
            component_members: Vec::new(),
        }
    }

    /// Removes all jobs from the links. Afterwards jobs may be added with the shares that they had before.
    pub fn clear(&mut self) {
        for link in &mut self.links {
            link.members.clear();
            // The links count as over-full, so that every later change of a share below 1 is reported.
            link.was_full = true;
        }
        self.members.clear();
        self.touched.clear();
    }

    /// Adds a co-allocated job to the links. It is unconstrained until [`settle`](Allotment::settle).
    pub fn join(&mut self, slot: u32, demands: &Demands) {
        self.join_with(slot, demands, 1.0);
    }

    /// [`join`](Allotment::join) for a job that already has a share.
    pub fn join_with(&mut self, slot: u32, demands: &Demands, granted: f64) {
        let asked = demands.iter().copied().filter(|d| d.bps > 0);
        let member = Member::new(self.sharing, asked.collect(), granted);
        for demand in &member.demands {
            self.links[demand.link as usize].members.push(slot);
            self.touched.push(demand.link);
        }
        let index = slot as usize;
        if index < self.members.len() {
            self.members[index] = member;
        } else {
            // The slots between the last member and this job belong to jobs on one cluster, which never use a link.
            let idle = Member::new(self.sharing, Demands::new(), 1.0);
            self.members.resize(index, idle);
            self.members.push(member);
        }
    }

    /// Removes the job in `slot` from the links.
    pub fn leave(&mut self, slot: u32) {
        for demand in &self.members[slot as usize].demands {
            let members = &mut self.links[demand.link as usize].members;
            if let Some(at) = members.iter().position(|&m| m == slot) {
                members.swap_remove(at);
            }
            self.touched.push(demand.link);
        }
        self.members[slot as usize].demands.clear();
    }

    /// The capacity of a link has changed.
    pub fn touch(&mut self, link: u32) {
        self.touched.push(link);
    }

    /// Granted share of the job in `slot`.
    pub fn granted(&self, slot: u32) -> f64 {
        self.members[slot as usize].granted
    }

    /// Updates the shares after jobs joined and left; `state` has the loads of the links. Pushes every job whose share
    /// changed, in any order.
    pub fn settle(&mut self, state: &State, changed: &mut Vec<Change>) {
        if self.touched.is_empty() {
            return;
        }
        self.find_component(state);
        if !self.component_links.is_empty() {
            self.fill(state);
            self.report(changed);
        }
    }

    /// Collects the links that are, or were, over-full and are connected to a changed link, and collects the jobs on
    /// these links.
    fn find_component(&mut self, state: &State) {
        self.epoch += 1;
        self.component_links.clear();
        self.component_members.clear();
        let Allotment { links, members, touched, epoch, component_links, component_members, .. } = self;
        let reach = |links: &mut Vec<Link>, link: u32, found: &mut Vec<u32>| {
            let index = link as usize;
            let full = state.load_bps()[index] > state.capacity_bps()[index];
            if (full || links[index].was_full) && links[index].reached != *epoch {
                links[index].reached = *epoch;
                found.push(link);
            }
        };
        for link in touched.drain(..) {
            reach(links, link, component_links);
        }
        let mut next = 0;
        while next < component_links.len() {
            let link = component_links[next] as usize;
            next += 1;
            let on_it = std::mem::take(&mut links[link].members);
            for &slot in &on_it {
                let member = &mut members[slot as usize];
                if member.reached == *epoch {
                    continue;
                }
                member.reached = *epoch;
                member.next = None;
                component_members.push(slot);
                for demand in &member.demands {
                    reach(links, demand.link, component_links);
                }
            }
            links[link].members = on_it;
        }
    }

    /// Sets the computed shares and reports the jobs whose share changed.
    fn report(&mut self, changed: &mut Vec<Change>) {
        for &slot in &self.component_members {
            let member = &mut self.members[slot as usize];
            let (granted, limited_by) = match member.next {
                Some(granted) => (granted.share, granted.limited_by),
                None => (1.0, None),
            };
            if granted != member.granted {
                member.granted = granted;
                changed.push(Change { slot, granted, limited_by });
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::platform::{Cluster, Placement, Platform};

    fn state(capacities: &[u64]) -> State {
        let cluster = |&capacity_bps| Cluster { nodes: 1000, capacity_bps, speed: 1.0 };
        State::idle(Platform::star(capacities.iter().map(cluster).collect()))
    }

    fn asking(demands: &[(u32, u64)]) -> Demands {
        let demand = |&(link, bps)| Demand { link, bps };
        demands.iter().map(demand).collect()
    }

    /// Slot, share and limiting link of the changed jobs, sorted by slot.
    fn settle(allotment: &mut Allotment, state: &State) -> Vec<(u32, f64, Option<u32>)> {
        let mut changed = Vec::new();
        allotment.settle(state, &mut changed);
        changed.sort_by_key(|c| c.slot);
        let change = |c: &Change| (c.slot, c.granted, c.limited_by);
        changed.iter().map(change).collect()
    }

    fn join(allotment: &mut Allotment, state: &mut State, slot: u32, demands: &[(u32, u64)]) {
        let demands = asking(demands);
        state.claim(&Placement::new(), &demands);
        allotment.join(slot, &demands);
    }

    /// Each link has the capacity 1000. Job 0 demands 800 on links 0 and 1, job 1 demands 800 on links 1 and 2, job 2
    /// demands 400 on links 2 and 3. The loads of the links are 800, 1600, 1200 and 400. So link 1 is the bottleneck
    /// with the ratio 0.625, and jobs 0 and 1 get 500. Link 2 then has 500 left, more than the 400 of job 2, which is
    /// unconstrained.
    #[test]
    fn three_jobs_in_a_chain_by_hand() {
        let mut state = state(&[1000; 4]);
        let mut allotment = Allotment::new(Sharing::Proportional, 4);
        join(&mut allotment, &mut state, 0, &[(0, 800), (1, 800)]);
        join(&mut allotment, &mut state, 2, &[(2, 400), (3, 400)]);
        assert_eq!(settle(&mut allotment, &state), [], "nothing is full yet");
        join(&mut allotment, &mut state, 1, &[(1, 800), (2, 800)]);
        assert_eq!(settle(&mut allotment, &state), [(0, 0.625, Some(1)), (1, 0.625, Some(1))]);
        assert_eq!(allotment.granted(2), 1.0);
        allotment.leave(0);
        state.release(&Placement::new(), &asking(&[(0, 800), (1, 800)]));
        // Now link 2 is over-full; its ratio is 1000 / 1200.
        let share = 1000.0 / 1200.0;
        assert_eq!(settle(&mut allotment, &state), [(1, share, Some(2)), (2, share, Some(2))]);
        allotment.leave(1);
        state.release(&Placement::new(), &asking(&[(1, 800), (2, 800)]));
        assert_eq!(settle(&mut allotment, &state), [(2, 1.0, None)]);
    }

    /// The links 0 and 1 have the capacities 100 and 1000. Job A demands 200 on link 0 and 600 on link 1; job B demands
    /// 800 on link 1. In the first round, link 0 limits A to the share ½, so A uses 300 on link 1. In the second round,
    /// B gets 700 of its 800, the share 0.875. The literal formula of the paper for link 1 (BW_sat = 1000/1400) would
    /// leave 128 of link 1 unused.
    #[test]
    fn second_round_uses_the_unconstrained_ratio() {
        let mut state = state(&[100, 1000, 1000]);
        let mut allotment = Allotment::new(Sharing::Proportional, 3);
        join(&mut allotment, &mut state, 0, &[(0, 200), (1, 600)]);
        join(&mut allotment, &mut state, 1, &[(1, 800), (2, 100)]);
        assert_eq!(settle(&mut allotment, &state), [(0, 0.5, Some(0)), (1, 0.875, Some(1))]);
    }

    /// The links 0, 1 and 2 have the capacities 150, 1000 and 1000. A demands 300 on link 0 and 600 on link 1, B 800 on
    /// link 1 and 100 on link 2, C 250 on link 1. Link 0 is full when A has 300 of its 600; link 1 would be full when
    /// all three jobs have 333. C needs only 250, so link 1 is full when A and B have 375. So A stops at 300 (share ½),
    /// and B gets the remaining 450 of link 1.
    #[test]
    fn max_min_by_hand() {
        let mut state = state(&[150, 1000, 1000]);
        let mut allotment = Allotment::new(Sharing::MaxMin, 3);
        join(&mut allotment, &mut state, 0, &[(0, 300), (1, 600)]);
        join(&mut allotment, &mut state, 1, &[(1, 800), (2, 100)]);
        join(&mut allotment, &mut state, 2, &[(1, 250)]);
        assert_eq!(settle(&mut allotment, &state), [(0, 0.5, Some(0)), (1, 0.5625, Some(1))]);
        assert_eq!(allotment.granted(2), 1.0);
        // Without A, B and C fill link 1 when both have 500. C needs only 250, so B has 750.
        allotment.leave(0);
        state.release(&Placement::new(), &asking(&[(0, 300), (1, 600)]));
        assert_eq!(settle(&mut allotment, &state), [(1, 0.9375, Some(1))]);
    }
}
