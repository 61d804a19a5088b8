//! The allocation simulation (S fig. 3): the future of the waiting jobs if the next one runs on a given cluster and no
//! further job arrives.
//!
//! Jobs start in the order of the queue, each at the earliest time, not before the previous job, at which some cluster
//! has room for it. If several clusters have room, a simple policy chooses. Run times are the estimates. A running job
//! ends at its expected end, or at once if this end has passed.
//!
//! Each job costs one placement and one end, both in constant time ([`Ends`]). The ends of jobs that ran before are
//! read one by one, in order of time. Once the buffers have grown, no memory is allocated.

use super::ends::{Ending, Ends};
use super::fit::{Fit, Roomy, below};
use super::ranks::Ranks;
use crate::base::random::Stream;
use crate::platform::greatest::Greatest;
use crate::scheduler::outlook::{End, Outlook};
use crate::workload::Job;

/// The properties of a job that the simulation needs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rigid {
    /// Number of the job.
    pub id: u64,
    /// Number of nodes that the job needs.
    pub nodes: u32,
    /// Time of the job's arrival \[s\].
    pub arrival_s: f64,
    /// Estimate of the job at speed 1 \[s\].
    pub estimate_s: f64,
}

impl From<&Job> for Rigid {
    #[inline]
    fn from(job: &Job) -> Rigid {
        Rigid { id: job.id, nodes: job.nodes, arrival_s: job.arrival_s, estimate_s: job.estimate_s }
    }
}

/// The simulated start of a job.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Start {
    /// The job.
    pub job: Rigid,
    /// Index of the job's cluster.
    pub cluster: u32,
    /// Time of the start \[s\].
    pub start_s: f64,
    /// Time of the end \[s\].
    pub end_s: f64,
}

/// A future that has been simulated up to `now_s`.
#[derive(Clone, Debug)]
pub(super) struct Simulation {
    ranks: Ranks,
    fit: Fit,
    now_s: f64,
    /// Free nodes by rank.
    free: Vec<u32>,
    most_free: Greatest,
    /// Ends of the jobs that ran before the simulation, in order of time.
    before: Vec<End>,
    /// Number of jobs of `before` that have ended in the simulation.
    ended: usize,
    ends: Ends,
}

impl Simulation {
    /// A simulation on the clusters in this order, which places jobs by the rule `fit`.
    pub fn new(ranks: Ranks, fit: Fit) -> Simulation {
        let free = vec![0; ranks.clusters().len()];
        Simulation {
            fit,
            now_s: 0.0,
            most_free: Greatest::of(&free),
            before: Vec::new(),
            ended: 0,
            ends: Ends::new(),
            free,
            ranks,
        }
    }

    /// Resets the simulation to the current state, and starts the job `head` now on the cluster of rank `rank`.
    pub fn begin(&mut self, outlook: &Outlook, head: Rigid, rank: usize) -> Start {
        self.now_s = outlook.now_s();
        for (rank, free) in self.free.iter_mut().enumerate() {
            *free = outlook.free()[self.ranks.cluster(rank) as usize];
        }
        self.most_free.update_all(&self.free);
        self.before.clear();
        self.before.extend_from_slice(outlook.ends());
        self.ended = 0;
        self.ends.clear(self.now_s, self.half_s(head, rank));
        self.start(head, rank)
    }

    /// A duration in which about half of the running jobs end. It is the median over the jobs that ran before the
    /// simulation; where the speed of the program matters, there are many such jobs.
    fn half_s(&self, head: Rigid, rank: usize) -> f64 {
        match self.before.get(self.before.len() / 2) {
            Some(end) => end.end_s - self.now_s,
            None => head.estimate_s / self.ranks.speed(rank),
        }
    }

    /// Starts the next job, at the earliest possible time. The rule RF draws random numbers from `stream`. `None` if no
    /// cluster can ever hold the job.
    #[inline(always)]
    pub fn next(&mut self, job: Rigid, stream: &mut Stream) -> Option<Start> {
        self.pass(job.nodes);
        let mut rank = self.choose(job.nodes, stream);
        while rank.is_none() {
            self.now_s = self.next_end_s()?;
            // Until now no cluster had room. So a cluster can have room only if a job has just ended on it.
            let fastest = self.pass(job.nodes);
            rank = match self.fit {
                Fit::Fastest => fastest,
                _ => fastest.and_then(|_| self.choose(job.nodes, stream)),
            };
        }
        Some(self.start(job, rank?))
    }

    /// Starts a job now.
    #[inline(always)]
    fn start(&mut self, job: Rigid, rank: usize) -> Start {
        let end_s = self.now_s + job.estimate_s / self.ranks.speed(rank);
        self.free[rank] -= job.nodes;
        self.most_free.update(&self.free, rank);
        self.ends.push(Ending { end_s, rank: rank as u32, nodes: job.nodes });
        Start { job, cluster: self.ranks.cluster(rank), start_s: self.now_s, end_s }
    }

    #[inline]
    fn choose(&self, nodes: u32, stream: &mut Stream) -> Option<usize> {
        if self.fit == Fit::Fastest {
            return self.most_free.first(&self.free, nodes);
        }
        let roomy = self.most_free.at_least(&self.free, nodes);
        let roomy = roomy.map(|(rank, free)| Roomy { rank, cluster: self.ranks.cluster(rank), free });
        let draw = |count| below(stream, count);
        self.fit.choose(roomy, draw)
    }

    /// Time of the next end.
    #[inline]
    fn next_end_s(&self) -> Option<f64> {
        let before = self.before.get(self.ended);
        let next_s = before.map_or(f64::INFINITY, |end| end.end_s).min(self.ends.next_s());
        (next_s < f64::INFINITY).then_some(next_s)
    }

    /// Frees the nodes of all jobs that have ended by now. Of the clusters on which these jobs ran, returns the fastest
    /// one that has room for `nodes` nodes.
    #[inline]
    fn pass(&mut self, nodes: u32) -> Option<usize> {
        let mut fastest = usize::MAX;
        while let Some(end) = self.before.get(self.ended)
            && end.end_s <= self.now_s
        {
            let (rank, given) = (self.ranks.rank(end.cluster), end.nodes);
            self.ended += 1;
            if self.give_back(rank, given) >= nodes {
                fastest = fastest.min(rank);
            }
        }
        while self.ends.next_s() <= self.now_s
            && let Some(end) = self.ends.pop()
        {
            let (rank, given) = (end.rank as usize, end.nodes);
            if self.give_back(rank, given) >= nodes {
                fastest = fastest.min(rank);
            }
        }
        (fastest < usize::MAX).then_some(fastest)
    }

    #[inline]
    fn give_back(&mut self, rank: usize, nodes: u32) -> u32 {
        self.free[rank] += nodes;
        self.most_free.update(&self.free, rank);
        self.free[rank]
    }
}
