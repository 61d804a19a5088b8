//! The allocation simulation (S fig. 3): what becomes of the waiting jobs if the next one runs on a given cluster and no
//! further job arrives.
//!
//! Jobs start in the order of the queue, each at the earliest time, not before the job before it, at which some cluster has
//! room for it; which of several takes it is up to a simple policy. Run times are estimates. A running job ends when it is
//! expected to end, at once if it should have ended already.
//!
//! A job costs the placement and O(log r) for its end in a heap of those that have started here; what ran before stands in
//! order of time and is walked along. Nothing is allocated once the buffers have grown.

use super::fit::{Fit, Roomy, below};
use super::ranks::Ranks;
use crate::base::random::Stream;
use crate::platform::greatest::Greatest;
use crate::scheduler::outlook::Outlook;
use crate::workload::Job;
use std::cmp::Ordering;
use std::collections::BinaryHeap;
use std::ops::ControlFlow;

/// A job of a simulated future.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Start {
    /// Number of the job.
    pub job: u64,
    /// Index of the cluster on which it runs.
    pub cluster: u32,
    /// When it arrived \[s\].
    pub arrival_s: f64,
    /// Its estimate at speed 1 \[s\].
    pub estimate_s: f64,
    /// When it would start \[s\].
    pub start_s: f64,
    /// When it would end \[s\].
    pub end_s: f64,
}

/// The end of a job that has started in the simulation; the greatest is the earliest.
#[derive(Clone, Copy, Debug)]
struct Ending {
    end_s: f64,
    rank: u32,
    nodes: u32,
}

impl Ord for Ending {
    fn cmp(&self, other: &Ending) -> Ordering {
        other.end_s.total_cmp(&self.end_s)
    }
}

impl PartialOrd for Ending {
    fn partial_cmp(&self, other: &Ending) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Ending {
    fn eq(&self, other: &Ending) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Ending {}

/// Simulates one future after the other, in the same buffers.
#[derive(Clone, Debug)]
pub(super) struct Simulation {
    ranks: Ranks,
    fit: Fit,
    now_s: f64,
    /// Free nodes by rank.
    free: Vec<u32>,
    most_free: Greatest,
    /// Of the jobs that ran before, those that have been walked past.
    ended: usize,
    ends: BinaryHeap<Ending>,
}

impl Simulation {
    /// On clusters of this order, placing jobs by `fit`.
    pub fn new(ranks: Ranks, fit: Fit) -> Simulation {
        let free = vec![0; ranks.clusters().len()];
        Simulation {
            fit,
            now_s: 0.0,
            most_free: Greatest::of(&free),
            free,
            ended: 0,
            ends: BinaryHeap::new(),
            ranks,
        }
    }

    /// Tells `each` about every job, in the order of their starts: `head` starts now on the cluster of `rank`, then `others`
    /// follow. It may break off. RF draws from `stream`.
    #[inline]
    pub fn run<'a>(
        &mut self,
        outlook: &Outlook,
        (head, rank): (&Job, usize),
        others: impl Iterator<Item = &'a Job>,
        mut stream: Stream,
        mut each: impl FnMut(&Start) -> ControlFlow<()>,
    ) {
        self.now_s = outlook.now_s();
        self.ended = 0;
        self.ends.clear();
        for (rank, free) in self.free.iter_mut().enumerate() {
            *free = outlook.free()[self.ranks.cluster(rank) as usize];
        }
        self.most_free.update_all(&self.free);
        if each(&self.start(head, rank)).is_break() {
            return;
        }
        for job in others {
            self.pass(outlook, self.now_s, job.nodes);
            let rank = loop {
                if let Some(rank) = self.choose(job.nodes, &mut stream) {
                    break rank;
                }
                // Some time a cluster has room: jobs that none could hold never wait.
                loop {
                    let Some(end_s) = self.next_end_s(outlook) else {
                        return;
                    };
                    self.now_s = end_s;
                    if self.pass(outlook, end_s, job.nodes) {
                        break;
                    }
                }
            };
            if each(&self.start(job, rank)).is_break() {
                return;
            }
        }
    }

    /// A job starts now.
    #[inline]
    fn start(&mut self, job: &Job, rank: usize) -> Start {
        let end_s = self.now_s + job.estimate_s / self.ranks.speed(rank);
        self.free[rank] -= job.nodes;
        self.most_free.update(&self.free, rank);
        self.ends.push(Ending {
            end_s,
            rank: rank as u32,
            nodes: job.nodes,
        });
        Start {
            job: job.id,
            cluster: self.ranks.cluster(rank),
            arrival_s: job.arrival_s,
            estimate_s: job.estimate_s,
            start_s: self.now_s,
            end_s,
        }
    }

    #[inline]
    fn choose(&self, nodes: u32, stream: &mut Stream) -> Option<usize> {
        if self.fit == Fit::Fastest {
            return self.most_free.first(&self.free, nodes);
        }
        let roomy = self.most_free.at_least(&self.free, nodes);
        let roomy = roomy.map(|(rank, free)| Roomy {
            rank,
            cluster: self.ranks.cluster(rank),
            free,
        });
        let draw = |count| below(stream, count);
        self.fit.choose(roomy, draw)
    }

    /// The next time at which nodes become free.
    #[inline]
    fn next_end_s(&self, outlook: &Outlook) -> Option<f64> {
        let before = outlook.ends().get(self.ended).map(|end| end.end_s);
        let here = self.ends.peek().map(|end| end.end_s);
        match (before, here) {
            (Some(before), Some(here)) => Some(before.min(here)),
            (before, here) => before.or(here),
        }
    }

    /// All that has ended by `until_s` gives its nodes back; whether a cluster among theirs has room for `nodes`.
    #[inline]
    fn pass(&mut self, outlook: &Outlook, until_s: f64, nodes: u32) -> bool {
        let mut room = false;
        while let Some(end) = outlook.ends().get(self.ended)
            && end.end_s <= until_s
        {
            self.ended += 1;
            room |= self.give_back(self.ranks.rank(end.cluster), end.nodes) >= nodes;
        }
        while let Some(&Ending {
            rank,
            nodes: given,
            end_s,
        }) = self.ends.peek()
            && end_s <= until_s
        {
            self.ends.pop();
            room |= self.give_back(rank as usize, given) >= nodes;
        }
        room
    }

    #[inline]
    fn give_back(&mut self, rank: usize, nodes: u32) -> u32 {
        self.free[rank] += nodes;
        self.most_free.update(&self.free, rank);
        self.free[rank]
    }
}
