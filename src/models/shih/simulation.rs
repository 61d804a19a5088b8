//! The allocation simulation (S fig. 3): what becomes of the waiting jobs if the next one runs on a given cluster and no
//! further job arrives.
//!
//! Jobs start in the order of the queue, each at the earliest time, not before the job before it, at which some cluster has
//! room for it; which of several takes it is up to a simple policy. Run times are estimates. A running job ends when it is
//! expected to end, at once if it should have ended already.
//!
//! A job costs the placement, and its end the same however many run ([`Ends`]); what ran before stands in order of time and is
//! walked along. Nothing is allocated once the buffers have grown.

use super::ends::{Ending, Ends};
use super::fit::{Fit, Roomy, below};
use super::ranks::Ranks;
use crate::base::random::Stream;
use crate::platform::greatest::Greatest;
use crate::scheduler::outlook::{End, Outlook};
use crate::workload::Job;

/// What a simulated future knows of a job.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rigid {
    /// Its number.
    pub id: u64,
    /// Nodes it needs.
    pub nodes: u32,
    /// When it arrived \[s\].
    pub arrival_s: f64,
    /// Its estimate at speed 1 \[s\].
    pub estimate_s: f64,
}

impl From<&Job> for Rigid {
    #[inline]
    fn from(job: &Job) -> Rigid {
        Rigid { id: job.id, nodes: job.nodes, arrival_s: job.arrival_s, estimate_s: job.estimate_s }
    }
}

/// A job of a simulated future.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Start {
    /// The job.
    pub job: Rigid,
    /// Index of the cluster on which it runs.
    pub cluster: u32,
    /// When it would start \[s\].
    pub start_s: f64,
    /// When it would end \[s\].
    pub end_s: f64,
}

/// A future as far as it has been simulated.
#[derive(Clone, Debug)]
pub(super) struct Simulation {
    ranks: Ranks,
    fit: Fit,
    now_s: f64,
    /// Free nodes by rank.
    free: Vec<u32>,
    most_free: Greatest,
    /// What ran before, in order of time.
    before: Vec<End>,
    /// How many of that has been walked past.
    ended: usize,
    ends: Ends,
}

impl Simulation {
    /// On clusters of this order, placing jobs by `fit`.
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

    /// Back to what is the case: `head` starts now on the cluster of `rank`.
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

    /// About half of the jobs that run end within this time: half of those do that ran before, which are many where it matters.
    fn half_s(&self, head: Rigid, rank: usize) -> f64 {
        match self.before.get(self.before.len() / 2) {
            Some(end) => end.end_s - self.now_s,
            None => head.estimate_s / self.ranks.speed(rank),
        }
    }

    /// The next job starts, at the earliest time that is possible. RF draws from `stream`. None if no cluster can hold the job.
    #[inline(always)]
    pub fn next(&mut self, job: Rigid, stream: &mut Stream) -> Option<Start> {
        self.pass(job.nodes);
        let mut rank = self.choose(job.nodes, stream);
        while rank.is_none() {
            self.now_s = self.next_end_s()?;
            // There was room nowhere, so that there is room now where something has ended.
            let fastest = self.pass(job.nodes);
            rank = match self.fit {
                Fit::Fastest => fastest,
                _ => fastest.and_then(|_| self.choose(job.nodes, stream)),
            };
        }
        Some(self.start(job, rank?))
    }

    /// A job starts now.
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

    /// The next time at which nodes become free.
    #[inline]
    fn next_end_s(&self) -> Option<f64> {
        let before = self.before.get(self.ended);
        let next_s = before.map_or(f64::INFINITY, |end| end.end_s).min(self.ends.next_s());
        (next_s < f64::INFINITY).then_some(next_s)
    }

    /// All that has ended by now gives its nodes back; of the clusters among theirs with room for `nodes` the fastest.
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
