//! Parts of requests that run on machines without control, each on its own (G §5.2).
//!
//! The engine knows only whole requests. So this module keeps the processors of the machines: it computes the end of each
//! part when the part begins, and tells the engine of every processor that is taken or given back.

use crate::network::Network;
use crate::platform::{Piece, Placement, State};
use crate::scheduler::PartChange;
use crate::workload::Job;
use std::cmp::Reverse;
use std::collections::{BinaryHeap, VecDeque};

/// The end of a part: the bits of its time \[s\], which sort like the time, then its machine and processors.
type End = Reverse<(u64, u32, u32)>;

/// Machines on which every part runs on its own.
pub struct Parts {
    network: Network,
    free: Vec<u32>,
    ends: BinaryHeap<End>,
    changes: VecDeque<PartChange>,
}

impl Parts {
    /// Idle machines. The run time of a request must be known when it starts: links do not share their bandwidth.
    pub fn new(idle: &State, network: Network) -> Parts {
        Parts { network, free: idle.free().to_vec(), ends: BinaryHeap::new(), changes: VecDeque::new() }
    }

    /// The time \[s\] for which each part of a request runs: the run time of the whole request (eq. 4 and 5).
    pub fn run_s(&self, state: &State, job: &Job, placement: &Placement) -> f64 {
        self.network.planned_s(state.platform(), job, placement)
    }

    /// Free processors of each machine.
    pub fn free(&self) -> &[u32] {
        &self.free
    }

    /// Begins a part that runs for `run_s` \[s\].
    pub fn begin(&mut self, piece: Piece, now_s: f64, run_s: f64) {
        self.free[piece.cluster as usize] -= piece.nodes;
        self.ends.push(Reverse(((now_s + run_s).to_bits(), piece.cluster, piece.nodes)));
        self.changes.push_back(PartChange::Begun(piece));
    }

    /// Ends the next part whose end has come. Returns its machine.
    pub fn end(&mut self, now_s: f64) -> Option<u32> {
        self.next_end_s().filter(|&end_s| end_s <= now_s)?;
        let Reverse((_, cluster, nodes)) = self.ends.pop()?;
        self.free[cluster as usize] += nodes;
        self.changes.push_back(PartChange::Ended(Piece { cluster, nodes }));
        Some(cluster)
    }

    /// The next end of a part \[s\].
    pub fn next_end_s(&self) -> Option<f64> {
        self.ends.peek().map(|Reverse((end, _, _))| f64::from_bits(*end))
    }

    /// The next change that the engine has not heard of.
    pub fn next_change(&mut self) -> Option<PartChange> {
        self.changes.pop_front()
    }
}
