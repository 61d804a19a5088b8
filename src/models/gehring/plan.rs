//! Planned requests with placement and time. They start in the order of their planned times, each as soon as its
//! processors are free.
//!
//! If all run times equal their estimates, the processors are free at the planned time. Otherwise a request waits for its
//! processors, and reserves them from requests planned later; the plan itself does not change.

use crate::platform::Placement;
use crate::workload::Job;
use std::cmp::Reverse;
use std::collections::{BinaryHeap, VecDeque};

/// A planned request.
#[derive(Clone, Debug)]
pub struct Planned {
    /// The request.
    pub job: Job,
    /// The machines it will run on.
    pub placement: Placement,
    /// Planned start \[s\].
    pub start_s: f64,
    /// Planned end \[s\].
    pub end_s: f64,
}

/// A planned request in order of start: the bits of its planned start \[s\], its number in the plan, and its slot.
/// Start times are positive, so their bits sort like the times.
type Turn = Reverse<(u64, u64, usize)>;

/// The planned requests that have not started.
#[derive(Clone, Debug, Default)]
pub struct Plan {
    /// Planned requests by slot; slots are reused.
    planned: Vec<Option<Planned>>,
    vacant: Vec<usize>,
    turns: BinaryHeap<Turn>,
    count: u64,
    /// Requests that have not started although their planned start has come, with their numbers in the plan, in order of
    /// the planned start.
    due: VecDeque<(u64, Planned)>,
    /// Buffer: processors of each machine reserved by due requests.
    kept: Vec<u32>,
}

impl Plan {
    /// Adds a planned request.
    pub fn add(&mut self, planned: Planned) {
        let slot = self.vacant.pop().unwrap_or(self.planned.len());
        let start = planned.start_s.to_bits();
        self.turns.push(Reverse((start, self.count, slot)));
        self.count += 1;
        match self.planned.get_mut(slot) {
            Some(vacant) => *vacant = Some(planned),
            None => self.planned.push(Some(planned)),
        }
    }

    /// The next planned start \[s\] among the requests whose start has not come.
    pub fn next_s(&self) -> Option<f64> {
        self.turns.peek().map(|Reverse((start, _, _))| f64::from_bits(*start))
    }

    /// Removes and returns all planned requests, in the order in which they were planned.
    pub fn clear(&mut self) -> Vec<Planned> {
        let mut all: Vec<(u64, Planned)> = std::mem::take(&mut self.due).into();
        for Reverse((_, number, slot)) in std::mem::take(&mut self.turns) {
            self.vacant.push(slot);
            all.extend(self.planned.get_mut(slot).and_then(Option::take).map(|own| (number, own)));
        }
        all.sort_by_key(|own| own.0);
        all.into_iter().map(|own| own.1).collect()
    }

    /// Subtracts the reservations of due requests from the machines' free processors.
    pub fn keep(&mut self, now_s: f64, free: &mut [u32]) {
        self.call(now_s);
        for piece in self.due.iter().flat_map(|own| &own.1.placement) {
            let own = &mut free[piece.cluster as usize];
            *own = own.saturating_sub(piece.nodes);
        }
    }

    /// Marks each request as due whose planned start has come.
    fn call(&mut self, now_s: f64) {
        while self.next_s().is_some_and(|start_s| start_s <= now_s) {
            let Some(Reverse((_, number, slot))) = self.turns.pop() else {
                return;
            };
            self.vacant.push(slot);
            self.due.extend(self.planned.get_mut(slot).and_then(Option::take).map(|own| (number, own)));
        }
    }

    /// Removes and returns the next due request for which enough processors of its machines are free.
    pub fn start(&mut self, now_s: f64, free: &[u32]) -> Option<Planned> {
        self.call(now_s);
        self.kept.clear();
        self.kept.resize(free.len(), 0);
        for at in 0..self.due.len() {
            let Planned { placement, .. } = &self.due[at].1;
            let fits = placement.iter().all(|piece| {
                let machine = piece.cluster as usize;
                free[machine].saturating_sub(self.kept[machine]) >= piece.nodes
            });
            if fits {
                return self.due.remove(at).map(|own| own.1);
            }
            for piece in placement {
                self.kept[piece.cluster as usize] += piece.nodes;
            }
        }
        None
    }

    /// The plan for a request; `None` if the request is not planned or has started.
    pub fn of(&self, job: u64) -> Option<&Planned> {
        let planned = self.planned.iter().flatten().chain(self.due.iter().map(|own| &own.1));
        planned.into_iter().find(|planned| planned.job.id == job)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::platform::Piece;
    use smallvec::smallvec;

    fn planned(id: u64, start_s: f64, cluster: u32, nodes: u32) -> Planned {
        Planned {
            job: Job { id, nodes, ..Job::default() },
            placement: smallvec![Piece { cluster, nodes }],
            start_s,
            end_s: start_s + 1.0,
        }
    }

    #[test]
    fn requests_start_in_the_order_of_their_times() {
        let mut plan = Plan::default();
        for (id, start_s) in [(0, 5.0), (1, 2.0), (2, 5.0), (3, 1.0)] {
            plan.add(planned(id, start_s, 0, 1));
        }
        assert_eq!(plan.next_s(), Some(1.0));
        assert_eq!(plan.of(2).map(|own| own.start_s), Some(5.0));
        let mut started = |now_s| plan.start(now_s, &[10]).map(|own| own.job.id);
        assert_eq!((started(0.0), started(2.0), started(2.0)), (None, Some(3), Some(1)));
        assert_eq!((started(2.0), started(5.0), started(5.0)), (None, Some(0), Some(2)));
        assert_eq!(plan.next_s(), None);
    }

    #[test]
    fn all_are_taken_back_in_the_order_in_which_they_were_planned() {
        let mut plan = Plan::default();
        for (id, start_s) in [(0, 5.0), (1, 2.0), (2, 1.0), (3, 9.0)] {
            plan.add(planned(id, start_s, 0, 8));
        }
        // Requests 2 and 1 are due; only request 2 has its processors.
        assert_eq!(plan.start(3.0, &[8]).map(|own| own.job.id), Some(2));
        let all: Vec<u64> = plan.clear().iter().map(|own| own.job.id).collect();
        assert_eq!((all, plan.next_s(), plan.start(9.0, &[8]).is_none()), (vec![0, 1, 3], None, true));
    }

    /// A running request is late: 4 of 10 processors of the first machine are free. A request of 6 processors waits.
    /// The next request, of 2, may not use the free processors, since they are reserved for the first. Another machine
    /// is not affected.
    #[test]
    fn who_finds_its_processors_taken_waits() {
        let mut plan = Plan::default();
        plan.add(planned(0, 1.0, 0, 6));
        plan.add(planned(1, 2.0, 0, 2));
        plan.add(planned(2, 3.0, 1, 2));
        let mut started = |free: [u32; 2]| plan.start(3.0, &free).map(|own| own.job.id);
        assert_eq!(started([4, 2]), Some(2));
        assert_eq!(started([4, 0]), None);
        assert_eq!(started([8, 0]), Some(0));
        assert_eq!(started([2, 0]), Some(1));
    }
}
