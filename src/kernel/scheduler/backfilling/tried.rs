//! Order in which jobs without a reservation are tried for an early start.

use crate::parameter::declare::choices;
use crate::scheduler::order::{Place, ordered};
use crate::workload::Job;

choices! {
    /// Order in which jobs without a reservation are tried for an early start.
    Tried = AsQueued, {
        /// As they stand in the queue.
        AsQueued = "queue", "As in the queue";
        /// The shortest estimate first.
        Shortest = "shortest", "Shortest first";
        /// The job that needs most nodes first, so that as few as possible stay free.
        Widest = "widest", "Widest first";
    }
}

/// Places of a job.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Places {
    /// Position in the queue. The first jobs of the queue get reservations.
    pub queue: Place,
    /// Position among the jobs that are tried for an early start.
    pub tried: Place,
}

impl Tried {
    /// Both positions of a job, given its position in the queue.
    #[inline]
    pub(super) fn places(self, job: &Job, queue: Place) -> Places {
        let tried = match self {
            Tried::AsQueued => queue,
            Tried::Shortest => (ordered(job.estimate_s), job.id),
            Tried::Widest => (ordered(-f64::from(job.nodes)), job.id),
        };
        Places { queue, tried }
    }
}
