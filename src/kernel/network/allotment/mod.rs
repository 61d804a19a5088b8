//! How the links' capacity is shared among co-allocated jobs (J5 §3.5): who is on which link, and what each is granted.
//!
//! The proportional rule of the paper: start with every job unconstrained. Repeat: for each link take the ratio of the
//! capacity still available to the summed demand of its unconstrained jobs (eq. 4); the link with the smallest ratio is
//! the bottleneck (ties: lowest index); if its ratio is at least 1, stop; else every unconstrained job on it is granted
//! that ratio of its demand on all of its links, and what it was granted is taken off what those links have available.
//! That raises the shares of all jobs together; the max-min rule raises their bandwidths (see [`sharing`](super::sharing)).
//!
//! **Incremental.** A link whose demand fits its capacity never limits anybody, so a change matters only within the
//! connected component of over-full links (joined by the jobs they share) that the changed links belong to, and only
//! that component is filled anew. **Order-free.** Demands and weights are whole numbers and each round takes
//! `level × (their exact sum)` off a link, so the result does not depend on the order of the jobs.

mod filling;

use crate::network::Sharing;
use crate::platform::{Demands, State};
use filling::Filling;

/// What a job is granted of what it asks for.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Granted {
    share: f64,
    limited_by: Option<u32>,
}

/// A job on the links.
#[derive(Clone, Debug)]
struct Member {
    /// Its links and what it asks of each \[bit/s\].
    demands: Demands,
    /// The level at which it has all of that.
    top: f64,
    /// Granted share of its demand, in (0, 1].
    granted: f64,
    /// The last computation that reached it, and what it was granted there; none if no link limited it.
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
    /// Its new share, in (0, 1].
    pub granted: f64,
    /// The link that constrains it; none if it has all that it asks for.
    pub limited_by: Option<u32>,
}

/// A link and the jobs on it.
#[derive(Clone, Debug, Default)]
struct Link {
    members: Vec<u32>,
    /// Whether it was over-full when its jobs were last granted their shares.
    was_full: bool,
    /// The last computation that reached it.
    reached: u64,
    filling: Filling,
}

/// The shares of all co-allocated jobs, kept up to date as they come and go.
#[derive(Clone, Debug)]
pub struct Allotment {
    sharing: Sharing,
    links: Vec<Link>,
    /// By the caller's slot numbers.
    members: Vec<Member>,
    touched: Vec<u32>,
    epoch: u64,
    component_links: Vec<u32>,
    component_members: Vec<u32>,
}

impl Allotment {
    /// No job on any of `links` links, which are shared by this rule.
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

    /// All jobs leave the links. Jobs may come on them with the shares that they have.
    pub fn clear(&mut self) {
        for link in &mut self.links {
            link.members.clear();
            // Every job with a share below 1 hears when it changes.
            link.was_full = true;
        }
        self.members.clear();
        self.touched.clear();
    }

    /// A co-allocated job comes on the links, unconstrained until [`settle`](Allotment::settle).
    pub fn join(&mut self, slot: u32, demands: &Demands) {
        self.join_with(slot, demands, 1.0);
    }

    /// [`join`](Allotment::join) of a job that has been granted a share before.
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
            // Slots between are jobs on a single cluster: they never touch a link.
            let idle = Member::new(self.sharing, Demands::new(), 1.0);
            self.members.resize(index, idle);
            self.members.push(member);
        }
    }

    /// The job in `slot` leaves the links.
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

    /// Granted share of the job in `slot`.
    pub fn granted(&self, slot: u32) -> f64 {
        self.members[slot as usize].granted
    }

    /// Brings the shares up to date after jobs joined and left; `state` has the loads of the links. Pushes every job
    /// whose share changed, in no particular order.
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

    /// Collects the over-full links (now or before) connected to the touched ones, and the jobs on them.
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

    /// Makes what was found the jobs' shares, and tells which have changed.
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
    use crate::platform::{Cluster, Demand, Placement, Platform};

    fn state(capacities: &[u64]) -> State {
        let cluster = |&capacity_bps| Cluster { nodes: 1000, capacity_bps, speed: 1.0 };
        State::idle(Platform::star(capacities.iter().map(cluster).collect()))
    }

    fn asking(demands: &[(u32, u64)]) -> Demands {
        let demand = |&(link, bps)| Demand { link, bps };
        demands.iter().map(demand).collect()
    }

    /// Slot, share and limiting link of the jobs that changed, by slot.
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

    /// Links of 1000. Job 0 asks 800 on links 0 and 1, job 1 asks 800 on links 1 and 2, job 2 asks 400 on links 2
    /// and 3. Loads 800, 1600, 1200, 400: link 1 is the bottleneck at 0.625, jobs 0 and 1 get 500. Link 2 then has
    /// 500 left for job 2's 400: unconstrained.
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
        // Now link 2 is over-full: 1000 / 1200.
        let share = 1000.0 / 1200.0;
        assert_eq!(settle(&mut allotment, &state), [(1, share, Some(2)), (2, share, Some(2))]);
        allotment.leave(1);
        state.release(&Placement::new(), &asking(&[(1, 800), (2, 800)]));
        assert_eq!(settle(&mut allotment, &state), [(2, 1.0, None)]);
    }

    /// Two rounds: links of 100 and 1000. Jobs A (200 on 0, 600 on 1) and B (800 on 1). Link 0 gives A ½: 300 on link
    /// 1; B then has 700 for 800: 0.875. Taking the paper's BW_sat of link 1 (1000/1400) instead would leave 128
    /// unused.
    #[test]
    fn second_round_uses_the_unconstrained_ratio() {
        let mut state = state(&[100, 1000, 1000]);
        let mut allotment = Allotment::new(Sharing::Proportional, 3);
        join(&mut allotment, &mut state, 0, &[(0, 200), (1, 600)]);
        join(&mut allotment, &mut state, 1, &[(1, 800), (2, 100)]);
        assert_eq!(settle(&mut allotment, &state), [(0, 0.5, Some(0)), (1, 0.875, Some(1))]);
    }

    /// Links of 150, 1000 and 1000. A asks 300 on link 0 and 600 on link 1, B 800 on link 1 and 100 on link 2, C 250 on
    /// link 1. Link 0 is full when A has 300 of its 600, link 1 when all three have 333. C needs only 250, link 1 then
    /// lasts until A and B have 375. So A stops at 300, ½, and B has the other 450 of link 1.
    #[test]
    fn max_min_by_hand() {
        let mut state = state(&[150, 1000, 1000]);
        let mut allotment = Allotment::new(Sharing::MaxMin, 3);
        join(&mut allotment, &mut state, 0, &[(0, 300), (1, 600)]);
        join(&mut allotment, &mut state, 1, &[(1, 800), (2, 100)]);
        join(&mut allotment, &mut state, 2, &[(1, 250)]);
        assert_eq!(settle(&mut allotment, &state), [(0, 0.5, Some(0)), (1, 0.5625, Some(1))]);
        assert_eq!(allotment.granted(2), 1.0);
        // Without A, B and C fill link 1 when both have 500; C needs only 250 and B has 750.
        allotment.leave(0);
        state.release(&Placement::new(), &asking(&[(0, 300), (1, 600)]));
        assert_eq!(settle(&mut allotment, &state), [(1, 0.9375, Some(1))]);
    }
}
