//! One cluster of a grid: its queue, and its nodes, divided by background load.

use super::cluster_view::ClusterView;
use super::nodes::Nodes;
use super::settings::LocalQueue as Kind;
use crate::platform::{Cluster, Placement, Platform, State};
use crate::scheduler::Scheduler;
use crate::scheduler::backfilling::Backfilling;
use crate::scheduler::bound::{LocalQueue, OnCluster};
use crate::scheduler::global_queue::{Discipline, GlobalQueue};
use crate::scheduler::refusal::Refusal;
use crate::workload::Job;

/// The load class of a node: low (0) below the first bound, medium (1) from the first to the second bound, and high (2)
/// above.
pub fn class_of(load: f64, [low, high]: [f64; 2]) -> usize {
    match load {
        load if load < low => 0,
        load if load <= high => 1,
        _ => 2,
    }
}

/// The queue of a cluster.
fn queue(kind: Kind, cluster: u32, own: Cluster) -> LocalQueue {
    let (policy, alone) = (OnCluster { cluster }, State::idle(Platform::star(vec![own])));
    let idle = alone.clone();
    let scheduler: Box<dyn Scheduler> = match kind {
        Kind::Fifo => Box::new(GlobalQueue::new(policy, Discipline::Fcfs, idle)),
        Kind::Fpfs => Box::new(GlobalQueue::new(policy, Discipline::Fpfs, idle)),
        Kind::Easy => Box::new(Backfilling::new(Box::new(policy), 1, idle)),
        Kind::Conservative => Box::new(Backfilling::new(Box::new(policy), u32::MAX, idle)),
    };
    LocalQueue::new(scheduler, alone)
}

/// The nodes of a running job.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Taken {
    /// Number of nodes of each load class.
    pub by_load: [u32; 3],
    /// The nodes, if background load slows jobs.
    loaded: Vec<u32>,
    /// Share of the processors at which the job runs.
    pub share: f64,
}

/// The queue and nodes of a cluster.
pub struct Local {
    index: u32,
    nodes: u32,
    /// Nodes without a job, by load class.
    idle: [u32; 3],
    /// The nodes, if background load slows jobs.
    loaded: Nodes,
    /// Jobs in the queue.
    queue: LocalQueue,
    /// True if no job starts before one that came earlier.
    in_order: bool,
    /// Number of jobs that are in the queue or being sent to this cluster; then the number of nodes that these jobs
    /// need.
    waiting: u32,
    waiting_nodes: u64,
    /// Number of jobs that any home, including this cluster itself, has sent to this cluster so far.
    sent: u64,
}

impl Local {
    /// A cluster without jobs. `nodes` are counted by load class.
    pub fn new(kind: Kind, index: u32, idle: [u32; 3], speed: f64) -> Local {
        let nodes = idle.iter().sum();
        Local {
            index,
            nodes,
            idle,
            loaded: Nodes::default(),
            queue: queue(kind, index, Cluster { nodes, capacity_bps: 1, speed }),
            in_order: kind == Kind::Fifo,
            waiting: 0,
            waiting_nodes: 0,
            sent: 0,
        }
    }

    /// The cluster with nodes of these background loads that slow jobs.
    pub fn slowed(self, loaded: Nodes) -> Local {
        Local { loaded, ..self }
    }

    /// The scheduler of the queue.
    pub fn scheduler(&mut self) -> &mut dyn Scheduler {
        self.queue.scheduler.as_mut()
    }

    /// Next wake-up time of the queue \[s\].
    pub fn wake_s(&self) -> Option<f64> {
        self.queue.scheduler.wake_s()
    }

    /// First promised start \[s\] of the job that started last.
    pub fn promised_s(&self) -> Option<f64> {
        self.queue.scheduler.promised_s()
    }

    /// Number of nodes.
    pub fn nodes(&self) -> u32 {
        self.nodes
    }

    /// Number of jobs that have been sent to this cluster so far.
    pub fn sent(&self) -> u64 {
        self.sent
    }

    /// Nodes without a job, by load class.
    pub fn idle(&self) -> [u32; 3] {
        self.idle
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
        self.queue.submit(&job);
    }

    /// Starts the next job of the queue that can start now. The job takes the least loaded nodes. Returns the job and
    /// its nodes.
    pub fn start(&mut self, now_s: f64, placement: &mut Placement) -> Option<(Job, Taken)> {
        let job = self.queue.next_start(now_s, (self.index, self.idle_nodes()), placement)?;
        self.waiting -= 1;
        self.waiting_nodes -= u64::from(job.nodes);
        let mut rest = job.nodes;
        let by_load = self.idle.map(|idle| {
            let taken = rest.min(idle);
            rest -= taken;
            taken
        });
        for (idle, taken) in self.idle.iter_mut().zip(by_load) {
            *idle -= taken;
        }
        let (loaded, share) = self.loaded.take(job.nodes);
        Some((job, Taken { by_load, loaded, share }))
    }

    /// Frees the nodes of a job.
    pub fn free(&mut self, taken: Taken) {
        for (idle, taken) in self.idle.iter_mut().zip(taken.by_load) {
            *idle += taken;
        }
        self.loaded.free(taken.loaded);
    }

    /// Number of jobs that entered the queue before this job; `None` if this job is not in the queue.
    pub fn find(&self, job: u64) -> Option<u64> {
        self.queue.number(job)
    }

    /// Number of jobs that are now before this job in the queue, and number of nodes that the first job of the queue
    /// lacks. `None` if this job is not in the queue, or if jobs pass each other.
    pub fn outlook(&self, job: u64) -> Option<(u64, u32)> {
        let (first, head) = self.queue.first().filter(|_| self.in_order)?;
        Some((self.queue.number(job)? - first, head.nodes.saturating_sub(self.idle_nodes())))
    }

    /// Reasons why a job in the queue does not start.
    pub fn refusals(&mut self, job: &Job) -> Vec<Refusal> {
        self.queue.refusals(self.idle_nodes(), job)
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
        let mut own = Local::new(Kind::Fifo, 0, [4, 3, 2], 1.0);
        let taken = |by_load| Taken { by_load, loaded: Vec::new(), share: 1.0 };
        let start = |own: &mut Local| {
            // The engine reports the nodes that have become free.
            own.scheduler().freed(0);
            own.start(0.0, &mut Placement::new())
        };
        for job in [job(0, 5), job(1, 6), job(2, 1)] {
            own.expect(&job);
            own.queue(job);
        }
        own.expect(&job(3, 9));
        assert_eq!(start(&mut own), Some((job(0, 5), taken([4, 1, 0]))));
        assert_eq!(start(&mut own), None);
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
        // Of the jobs that are not in the queue, one has started and one has not arrived.
        assert_eq!([0, 1, 2, 3].map(|job| own.outlook(job)), [None, Some((0, 2)), Some((1, 2)), None]);
        own.free(taken([4, 1, 0]));
        assert_eq!(start(&mut own), Some((job(1, 6), taken([4, 2, 0]))));
        assert_eq!(start(&mut own), Some((job(2, 1), taken([0, 1, 0]))));
        assert_eq!((start(&mut own), own.sent(), own.nodes()), (None, 4, 9));
    }

    /// On 10 nodes, a job of 6 nodes runs until 100 s. Of the jobs that wait, the first needs 8 nodes, the second 4 nodes
    /// for 100 s, the third 3 for 150 s, the fourth 2 for 150 s. First in, first out starts none of them. If jobs may pass,
    /// the second starts, and no node is left for the others. By EASY the first job has a reservation at 100 s, which
    /// leaves 2 nodes: the second job ends by then. If all have reservations, the same.
    #[test]
    fn who_passes_by_hand() {
        let waiting = [(1, 8, 100.0), (2, 4, 100.0), (3, 3, 150.0), (4, 2, 150.0)];
        let starts = |kind, first: usize| {
            let mut own = Local::new(kind, 0, [10, 0, 0], 1.0);
            let jobs = std::iter::once((0, 6, 100.0))
                .chain(waiting.into_iter().enumerate().filter(|own| own.0 == 0 || own.0 >= first).map(|own| own.1));
            let mut started = Vec::new();
            for (id, nodes, estimate_s) in jobs {
                let job = Job { id, nodes, estimate_s, runtime_s: estimate_s, ..Job::default() };
                own.expect(&job);
                own.queue(job);
                while let Some((job, _)) = own.start(0.0, &mut Placement::new()) {
                    own.scheduler().started(job.id as u32, job.estimate_s);
                    started.push(job.id);
                }
            }
            started
        };
        for kind in [Kind::Fpfs, Kind::Easy, Kind::Conservative] {
            assert_eq!(starts(kind, 1), [0, 2]);
        }
        // Without the second job, the third would hold up the first one; the fourth uses nodes that the first leaves.
        assert_eq!(starts(Kind::Fifo, 1), [0]);
        assert_eq!(starts(Kind::Fpfs, 2), [0, 3]);
        assert_eq!([Kind::Easy, Kind::Conservative].map(|kind| starts(kind, 2)), [[0, 4], [0, 4]]);
    }
}
