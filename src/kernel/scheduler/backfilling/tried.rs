//! How jobs without a reservation are looked through.

use crate::parameter::declare::choices;

choices! {
    /// In which order jobs without a reservation are tried.
    Tried = AsQueued, later &[], {
        /// As they stand in the queue.
        AsQueued = "queue", "As in the queue";
        /// The shortest estimate first.
        Shortest = "shortest", "Shortest first";
        /// The job that needs most nodes first, so that as few as possible stay free.
        Widest = "widest", "Widest first";
    }
}
