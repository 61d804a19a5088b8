//! What the page may want of the workers' pool besides results.

use crate::metrics::timeline::Window;

/// What may be wanted of a task besides its result; of each at most one at a time.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum What {
    /// A window of it.
    Timeline(Window),
    /// The story of the job of this number.
    Story(u64),
}
