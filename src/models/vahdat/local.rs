//! One cluster of a grid: its queue, which is strictly first in, first out, and its nodes, divided by background load.

use super::cluster_view::ClusterView;
use crate::workload::Job;
use std::collections::VecDeque;

/// The load class of a node: low (0) below the first bound, medium (1) from the first to the second bound, and high (2)
/// above.
pub fn class_of(load: f64, [low, high]: [f64; 2]) -> usize {
    match load {
        load if load < low => 0,
        load if load <= high => 1,
        _ => 2,
    }
}

/// The queue and nodes of a cluster.
#[derive(Clone, Debug)]
pub struct Local {
    nodes: u32,
    /// Nodes without a job, by load class.
    idle: [u32; 3],
    /// Jobs in the queue.
    queue: VecDeque<Job>,
    /// Number of jobs that have left the queue, that is, have started.
    started: u64,
    /// Number of jobs that are in the queue or being sent to this cluster; then the number of nodes that these jobs
    /// need.
    waiting: u32,
    waiting_nodes: u64,
    /// Number of jobs that any home, including this cluster itself, has sent to this cluster so far.
    sent: u64,
}

impl Local {
    /// A cluster without jobs that has these nodes by load class.
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

    /// Number of nodes.
    pub fn nodes(&self) -> u32 {
        self.nodes
    }

    /// Number of jobs that have been sent to this cluster so far.
    pub fn sent(&self) -> u64 {
        self.sent
    }

    fn idle_nodes(&self) -> u32 {
        self.idle.iter().sum()
    }

    /// The state of the cluster as homes see it; the caller gives the available share of the network and the invocation
    /// time.
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

    /// Records that a job is being sent here.
    pub fn expect(&mut self, job: &Job) {
        self.sent += 1;
        self.waiting += 1;
        self.waiting_nodes += u64::from(job.nodes);
    }

    /// Adds an [expected](Local::expect) job to the queue.
    pub fn queue(&mut self, job: Job) {
        self.queue.push_back(job);
    }

    /// Starts the job at the head of the queue if enough nodes are idle. The job takes nodes of low load first. Returns
    /// the job, and the number of nodes taken of each load class.
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

    /// Frees the nodes of a job.
    pub fn free(&mut self, taken: [u32; 3]) {
        for (idle, taken) in self.idle.iter_mut().zip(taken) {
            *idle += taken;
        }
    }

    /// Number of jobs that entered the queue before this job; `None` if this job is not in the queue.
    pub fn find(&self, job: u64) -> Option<u64> {
        let ahead = self.queue.iter().position(|own| own.id == job)?;
        Some(self.started + ahead as u64)
    }

    /// Number of jobs that are now before this job in the queue, and number of nodes that the first job of the queue
    /// lacks. `None` if this job is not in the queue. `came` is the result of [`find`](Local::find).
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

    /// The cluster has 4 nodes of low, 3 of medium and 2 of high load. A job of 5 nodes takes the 4 of low load and 1
    /// of medium load. Then a job of 6 nodes must wait, and a job of 1 node waits behind it.
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
        // Three jobs that are not in the queue: one has started, one has a wrong number, and one has not arrived.
        let gone = [(0, 0), (1, 2), (3, 3)].map(|(job, came)| own.outlook(job, came));
        assert_eq!(gone, [None; 3]);
        own.free([4, 1, 0]);
        assert_eq!(own.start(), Some((job(1, 6), [4, 2, 0])));
        assert_eq!(own.start(), Some((job(2, 1), [0, 1, 0])));
        assert_eq!((own.start(), own.sent(), own.nodes()), (None, 4, 9));
    }
}
