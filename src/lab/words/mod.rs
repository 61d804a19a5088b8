//! Texts for people: numbers, lists, times, names, and the story of a job.

mod short;
mod story;

pub use metasched_kernel::words::*;
pub use short::short;
pub use story::{Kind, Line, cluster_numbers, goes, lines, place, scored};
