//! Information for policies that look ahead: waiting jobs, and running jobs with their expected ends.
//!
//! Updated whenever jobs arrive, start and end, so that decisions need not collect or sort anything.

use super::order::{Order, Place};
use crate::network::demand::demands;
use crate::platform::{Demands, Placement, State};
use crate::workload::Job;
use std::collections::VecDeque;

/// A running job.
#[derive(Clone, Debug)]
pub struct Busy {
    /// The job.
    pub job: Job,
    /// Placement of the job.
    pub placement: Placement,
    /// Link demands of the job; empty unless co-allocated.
    pub demands: Demands,
    /// Start time \[s\].
    pub start_s: f64,
    /// Expected end \[s\]; in the past if the job runs longer than estimated.
    pub end_s: f64,
    /// Granted share of the job's bandwidth demand, in (0, 1], on which `end_s` is based.
    pub granted: f64,
}

impl Busy {
    fn none() -> Busy {
        Busy {
            job: Job::default(),
            placement: Placement::new(),
            demands: Demands::new(),
            start_s: 0.0,
            end_s: 0.0,
            granted: 1.0,
        }
    }
}

/// Nodes that a running job is expected to release.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct End {
    /// Expected end \[s\]; in the past if the job runs longer than estimated.
    pub end_s: f64,
    /// The job's slot.
    slot: u32,
    /// Index of the cluster.
    pub cluster: u32,
    /// Number of nodes.
    pub nodes: u32,
}

/// Current waiting and running jobs.
#[derive(Clone, Debug)]
pub struct Outlook {
    order: Order,
    now_s: f64,
    /// True if a job was submitted since a varying order was last sorted.
    unsorted: bool,
    state: State,
    /// In the order of the queue.
    waiting: VecDeque<Job>,
    /// In order of expected end.
    ends: Vec<End>,
    /// Indexed by slot. Entries of ended jobs are meaningless.
    running: Vec<Busy>,
    /// The last job that was chosen to start.
    chosen: Busy,
    /// Run time estimate of the first job that had to wait \[s\]; `None` until a job has waited.
    first_estimate_s: Option<f64>,
    /// Number of jobs started so far.
    starts: u64,
    /// Number of unforeseeable events so far; see [`surprises`](Outlook::surprises).
    surprises: u64,
}

impl Outlook {
    /// An outlook without waiting or running jobs, on the idle platform `idle`, for a queue in the given order.
    pub fn new(order: Order, idle: &State) -> Outlook {
        Outlook {
            order,
            now_s: 0.0,
            unsorted: false,
            state: idle.clone(),
            waiting: VecDeque::new(),
            ends: Vec::new(),
            running: Vec::new(),
            chosen: Busy::none(),
            first_estimate_s: None,
            starts: 0,
            surprises: 0,
        }
    }

    /// Current time \[s\].
    pub fn now_s(&self) -> f64 {
        self.now_s
    }

    /// Free nodes by cluster.
    pub fn free(&self) -> &[u32] {
        self.state.free()
    }

    /// Current use of the platform.
    pub fn state(&self) -> &State {
        &self.state
    }

    /// Run time estimate of the first job that ever waited \[s\]; 1 s until a job has waited. It stands for a typical
    /// run time and stays constant within a run.
    pub fn first_estimate_s(&self) -> f64 {
        self.first_estimate_s.unwrap_or(1.0)
    }

    /// Number of jobs started so far.
    pub fn starts(&self) -> u64 {
        self.starts
    }

    /// The job that started last.
    pub fn started_last(&self) -> &Busy {
        &self.chosen
    }

    /// Number of unforeseeable events so far: a job ended early or late, its expected end differs from its estimate, or
    /// a job moved ahead of others in the queue. A new job at the end of the queue is not counted.
    pub fn surprises(&self) -> u64 {
        self.surprises
    }

    /// True if a running job should have ended by now.
    pub fn someone_is_late(&self) -> bool {
        self.ends.first().is_some_and(|first| first.end_s <= self.now_s)
    }

    /// Running jobs in order of their expected ends.
    pub fn running(&self) -> impl Iterator<Item = &Busy> {
        // The pieces of a job are consecutive.
        let jobs = self.ends.chunk_by(|a, b| a.slot == b.slot);
        jobs.map(|pieces| &self.running[pieces[0].slot as usize])
    }

    /// Expected releases of nodes, in order of time.
    pub fn ends(&self) -> &[End] {
        &self.ends
    }

    /// All waiting jobs except `job`, in queue order: first the jobs before `job`, second the jobs behind `job`.
    pub fn others(
        &self,
        job: &Job,
    ) -> (impl ExactSizeIterator<Item = &Job> + Clone, impl ExactSizeIterator<Item = &Job> + Clone) {
        let (before, behind) = match self.find(job) {
            Ok(at) => (at, at + 1),
            Err(at) => (at, at),
        };
        (self.waiting.range(..before), self.waiting.range(behind..))
    }

    fn find(&self, job: &Job) -> Result<usize, usize> {
        let place = |job: &Job| self.order.place(job, self.now_s);
        let own = place(job);
        // Usually `job` is the first job in the queue, or a new job behind the last one.
        match (self.waiting.front(), self.waiting.back()) {
            (Some(first), _) if first.id == job.id => Ok(0),
            (_, Some(last)) if place(last) < own => Err(self.waiting.len()),
            _ => self.waiting.binary_search_by_key(&own, place),
        }
    }

    /// Sets the current time.
    #[inline]
    pub fn look(&mut self, now_s: f64) {
        let unsorted = self.unsorted || now_s != self.now_s;
        self.now_s = now_s;
        if unsorted && self.order.varies() {
            self.sort();
        }
    }

    /// Sorts the waiting jobs by their current places.
    fn sort(&mut self) {
        self.unsorted = false;
        let place = |job: &Job| self.order.place(job, self.now_s);
        let keys: Vec<Place> = self.waiting.iter().map(place).collect();
        if !keys.is_sorted() {
            let mut order: Vec<usize> = (0..keys.len()).collect();
            order.sort_by_key(|&at| keys[at]);
            self.waiting = order.into_iter().map(|at| self.waiting[at]).collect();
            self.surprises += 1;
        }
    }

    /// Adds a waiting job.
    pub fn submit(&mut self, job: &Job) {
        self.order.submitted(job);
        self.order.accepted(job);
        self.unsorted = true;
        let at = self.find(job).unwrap_or_else(|at| at);
        self.surprises += u64::from(at < self.waiting.len());
        self.waiting.insert(at, *job);
        self.first_estimate_s.get_or_insert(job.estimate_s);
    }

    /// Reports that a waiting job is about to start on `placement`.
    pub fn start(&mut self, job: &Job, placement: &Placement) {
        if let Ok(at) = self.find(job) {
            self.waiting.remove(at);
        }
        self.starts += 1;
        let chosen = &mut self.chosen;
        chosen.job = *job;
        chosen.placement.clone_from(placement);
        chosen.demands = demands(self.state.platform(), job, placement);
        chosen.start_s = self.now_s;
        self.state.claim(placement, &chosen.demands);
    }

    /// Reports that the job chosen last has started and runs in `slot`, with the expected end `end_s` \[s\].
    pub fn started(&mut self, slot: u32, end_s: f64) {
        let at = slot as usize;
        if self.running.len() <= at {
            self.running.resize(at + 1, Busy::none());
        }
        let Busy { job, placement, start_s, .. } = &self.chosen;
        let alone_s = self.state.platform().dedicated_s(job.estimate_s, placement);
        self.surprises += u64::from(end_s != start_s + alone_s);
        self.order.started(slot, job, *start_s);
        self.running[at].clone_from(&self.chosen);
        self.insert(slot, end_s);
    }

    /// Reports that the share of the job in `slot` has changed, so that the job has a new expected end.
    pub fn expect(&mut self, slot: u32, end_s: f64, granted: f64) {
        self.remove(slot);
        self.insert(slot, end_s);
        self.surprises += 1;
        self.running[slot as usize].granted = granted;
    }

    /// The job in `slot` has ended.
    pub fn ended(&mut self, slot: u32, now_s: f64) {
        self.remove(slot);
        self.order.ended(slot, now_s);
        let ended = &self.running[slot as usize];
        self.surprises += u64::from(ended.end_s != now_s);
        self.state.release(&ended.placement, &ended.demands);
    }

    /// Index, in the list of ends, of the end of the job in a slot.
    fn place(&self, slot: u32, end_s: f64) -> usize {
        let before = |end: &End| (end.end_s, end.slot) < (end_s, slot);
        match self.ends.first() {
            // Usually the first one ends.
            Some(first) if before(first) => self.ends.partition_point(before),
            _ => 0,
        }
    }

    /// Nodes of a cluster are out now.
    pub fn out(&mut self, cluster: u32, nodes: u32) {
        let before = self.state.out(cluster as usize);
        match nodes >= before {
            true => self.state.take_out(cluster, nodes - before),
            false => self.state.bring_back(cluster, before - nodes),
        }
        self.surprises += 1;
    }

    fn insert(&mut self, slot: u32, end_s: f64) {
        let at = self.place(slot, end_s);
        let busy = &mut self.running[slot as usize];
        busy.end_s = end_s;
        let ends = busy.placement.iter().map(|piece| End { end_s, slot, cluster: piece.cluster, nodes: piece.nodes });
        self.ends.splice(at..at, ends);
    }

    fn remove(&mut self, slot: u32) {
        let Busy { end_s, placement, .. } = &self.running[slot as usize];
        let at = self.place(slot, *end_s);
        self.ends.drain(at..at + placement.len());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::platform::{Cluster, Piece, Platform};
    use crate::scheduler::order::Fixed;
    use proptest::prelude::*;

    fn idle() -> State {
        let cluster = Cluster { nodes: 1000, capacity_bps: 1, speed: 1.0 };
        State::idle(Platform::star(vec![cluster; 3]))
    }

    proptest! {
        /// Compares with lists that are sorted whenever they are read.
        #[test]
        fn equals_sorted_lists(
            order in 0usize..3,
            steps in prop::collection::vec((0u8..4, 0usize..20, 1u32..9, 0u32..9, 0u32..3), 1..120),
        ) {
            let by = |key: fn(&Job) -> f64| Order::by(Fixed(key));
            let order = [Order::ARRIVAL, by(|job| job.estimate_s), by(|job| job.nodes.into())][order].clone();
            let mut outlook = Outlook::new(order.clone(), &idle());
            let mut waiting: Vec<Job> = Vec::new();
            let mut running: Vec<Option<(f64, Placement)>> = Vec::new();
            for (id, (what, which, nodes, time, cluster)) in steps.into_iter().enumerate() {
                let time = f64::from(time);
                let slots: Vec<usize> = (0..running.len()).filter(|&slot| running[slot].is_some()).collect();
                match what {
                    0 => {
                        let job = Job { id: id as u64, nodes, estimate_s: time + 0.5, ..Job::default() };
                        outlook.submit(&job);
                        waiting.push(job);
                    }
                    1 if !waiting.is_empty() => {
                        let job = waiting.remove(which % waiting.len());
                        let mut placement: Placement = std::iter::once(Piece { cluster, nodes: job.nodes }).collect();
                        if nodes > 4 {
                            placement.push(Piece { cluster: (cluster + 1) % 3, nodes: 1 });
                        }
                        let vacant = running.iter().position(Option::is_none);
                        let slot = vacant.unwrap_or(running.len());
                        running.resize(running.len().max(slot + 1), None);
                        running[slot] = Some((time, placement.clone()));
                        outlook.start(&job, &placement);
                        outlook.started(slot as u32, time);
                    }
                    2 if !slots.is_empty() => {
                        let slot = slots[which % slots.len()];
                        running[slot].as_mut().unwrap().0 = time;
                        outlook.expect(slot as u32, time, 0.5);
                    }
                    3 if !slots.is_empty() => {
                        let slot = slots[which % slots.len()];
                        running[slot] = None;
                        outlook.ended(slot as u32, 0.0);
                    }
                    _ => {}
                }
                waiting.sort_by_key(|job| order.place(job, 0.0));
                for (at, job) in waiting.iter().enumerate() {
                    let (before, behind) = outlook.others(job);
                    let ids = |list: &[Job]| list.iter().map(|job| job.id).collect::<Vec<_>>();
                    prop_assert_eq!(before.map(|job| job.id).collect::<Vec<_>>(), ids(&waiting[..at]));
                    prop_assert_eq!(behind.map(|job| job.id).collect::<Vec<_>>(), ids(&waiting[at + 1..]));
                }
                let mut free = [1000; 3];
                let mut ends = Vec::new();
                for (end_s, placement) in running.iter().flatten() {
                    for piece in placement {
                        free[piece.cluster as usize] -= piece.nodes;
                        ends.push((*end_s, piece.cluster, piece.nodes));
                    }
                }
                prop_assert_eq!(outlook.free(), free);
                prop_assert!(outlook.ends().is_sorted_by_key(|end| end.end_s));
                let mut kept: Vec<_> = outlook.ends().iter().map(|e| (e.end_s, e.cluster, e.nodes)).collect();
                kept.sort_by(|a, b| a.partial_cmp(b).unwrap());
                ends.sort_by(|a, b| a.partial_cmp(b).unwrap());
                prop_assert_eq!(kept, ends);
            }
        }
    }
}
