//! One cluster of a grid: its queue, strictly first in, first out, and its nodes by background load.

use super::cluster_view::ClusterView;
use crate::workload::Job;
use std::collections::VecDeque;

/// Of low, medium and high load: below the first bound, up to the second, above it.
pub fn class_of(load: f64, [low, high]: [f64; 2]) -> usize {
    match load {
        load if load < low => 0,
        load if load <= high => 1,
        _ => 2,
    }
}

/// A cluster's own books.
#[derive(Clone, Debug)]
pub struct Local {
    nodes: u32,
    /// Nodes that run no job, by class of load.
    idle: [u32; 3],
    /// Jobs that have come.
    queue: VecDeque<Job>,
    /// Jobs that were in the queue and have started.
    started: u64,
    /// Jobs in the queue and on their way to it, and the nodes they ask for.
    waiting: u32,
    waiting_nodes: u64,
    /// Jobs sent here so far, by the cluster itself and by others.
    sent: u64,
}

impl Local {
    /// An idle cluster, from its nodes by class of load.
    pub fn new(idle: [u32; 3]) -> Local {
        Local {
            nodes: idle.iter().sum(),
            idle,
            queue: VecDeque::new(),
            started: 0,
            waiting: 0,
            waiting_nodes: 0,
            sent: 0,
        }
    }

    /// Nodes in all.
    pub fn nodes(&self) -> u32 {
        self.nodes
    }

    /// Jobs sent here so far.
    pub fn sent(&self) -> u64 {
        self.sent
    }

    fn idle_nodes(&self) -> u32 {
        self.idle.iter().sum()
    }

    /// What one sees of it; what its network has to offer and how far it is the caller knows.
    pub fn view(&self, share: f64, invocation_ms: f64) -> ClusterView {
        let idle = self.idle_nodes();
        let [low, medium, high] = self.idle;
        ClusterView {
            nodes: self.nodes,
            idle,
            by_load: [low, medium, high + (self.nodes - idle)],
            waiting: self.waiting,
            waiting_nodes: self.waiting_nodes,
            share,
            invocation_ms,
        }
    }

    /// A job is on its way.
    pub fn expect(&mut self, job: &Job) {
        self.sent += 1;
        self.waiting += 1;
        self.waiting_nodes += u64::from(job.nodes);
    }

    /// A job that was [expected](Local::expect) is there.
    pub fn queue(&mut self, job: Job) {
        self.queue.push_back(job);
    }

    /// The head of the queue, if enough nodes are idle, and those it takes by class: of low load first.
    pub fn start(&mut self) -> Option<(Job, [u32; 3])> {
        let idle = self.idle_nodes();
        let job = self.queue.pop_front_if(|job| job.nodes <= idle)?;
        self.started += 1;
        self.waiting -= 1;
        self.waiting_nodes -= u64::from(job.nodes);
        let mut rest = job.nodes;
        let taken = self.idle.map(|idle| {
            let taken = rest.min(idle);
            rest -= taken;
            taken
        });
        for (idle, taken) in self.idle.iter_mut().zip(taken) {
            *idle -= taken;
        }
        Some((job, taken))
    }

    /// Gives back the nodes that a job took.
    pub fn free(&mut self, taken: [u32; 3]) {
        for (idle, taken) in self.idle.iter_mut().zip(taken) {
            *idle += taken;
        }
    }

    /// The how many-th this job was to come into the queue; none if it is not there.
    pub fn find(&self, job: u64) -> Option<u64> {
        let ahead = self.queue.iter().position(|own| own.id == job)?;
        Some(self.started + ahead as u64)
    }

    /// How many jobs are before this one in the queue, and how many nodes the first one lacks; none if it is not there. `came` is what
    /// [`find`](Local::find) said of it.
    pub fn outlook(&self, job: u64, came: u64) -> Option<(u64, u32)> {
        let ahead = came.checked_sub(self.started)?;
        self.queue.get(ahead as usize).filter(|own| own.id == job)?;
        let head = self.queue.front()?;
        Some((ahead, head.nodes.saturating_sub(self.idle_nodes())))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn job(id: u64, nodes: u32) -> Job {
        Job { id, nodes, ..Job::default() }
    }

    #[test]
    fn classes_by_hand() {
        let of = |load| class_of(load, [0.3, 0.6]);
        assert_eq!([0.0, 0.29, 0.3, 0.6, 0.61, 1.0].map(of), [0, 0, 1, 1, 2, 2]);
    }

    /// 4, 3 and 2 nodes. A job of 5 takes 4 low ones and 1 medium one; one of 6 then blocks one of 1.
    #[test]
    fn first_in_first_out_by_hand() {
        let mut own = Local::new([4, 3, 2]);
        for job in [job(0, 5), job(1, 6), job(2, 1)] {
            own.expect(&job);
            own.queue(job);
        }
        own.expect(&job(3, 9));
        assert_eq!(own.start(), Some((job(0, 5), [4, 1, 0])));
        assert_eq!(own.start(), None);
        assert_eq!(
            own.view(0.5, 42.0),
            ClusterView {
                nodes: 9,
                idle: 4,
                by_load: [0, 2, 7],
                waiting: 3,
                waiting_nodes: 16,
                share: 0.5,
                invocation_ms: 42.0,
            }
        );
        assert_eq!([1, 2, 3].map(|job| own.find(job)), [Some(1), Some(2), None]);
        assert_eq!(own.outlook(1, 1), Some((0, 2)));
        assert_eq!(own.outlook(2, 2), Some((1, 2)));
        // One that has started, one that came at another time, and one that has not come.
        let gone = [(0, 0), (1, 2), (3, 3)].map(|(job, came)| own.outlook(job, came));
        assert_eq!(gone, [None; 3]);
        own.free([4, 1, 0]);
        assert_eq!(own.start(), Some((job(1, 6), [4, 2, 0])));
        assert_eq!(own.start(), Some((job(2, 1), [0, 1, 0])));
        assert_eq!((own.start(), own.sent(), own.nodes()), (None, 4, 9));
    }
}
