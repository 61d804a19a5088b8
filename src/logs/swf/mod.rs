//! Job logs in the Standard Workload Format (D. Feitelson's Parallel Workloads Archive,
//! <https://www.cs.huji.ac.il/labs/parallel/workload/swf.html>), read and written: 18 numbers a line, comments after `;`.

mod candidate;
mod collector;
mod dialect;
mod header;
mod intern;
mod job;
mod line;
mod partial;
mod run;
mod writer;

#[cfg(test)]
mod meaning_tests;
#[cfg(test)]
mod tests;

pub(super) use candidate::LARGEST_TIME_S;
pub(super) use collector::Collector;
pub use collector::Limits;
pub(super) use dialect::{Advice, Dialect, Translated};
pub use header::{Labels, Start, SwfHeader};
pub use job::{Fractions, SwfJob};
pub(super) use line::UNUSED;
pub use run::{SwfFailure, SwfFile};
pub use writer::{SwfWriter, Times};
