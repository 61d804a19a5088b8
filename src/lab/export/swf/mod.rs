//! Writing job logs in the Standard Workload Format: jobs of a workload model, or of a run.

mod header;
mod job;
mod writer;

pub use header::{Labels, Start, SwfHeader};
pub use job::{Fractions, SwfJob};
pub use writer::{SwfWriter, Times};

#[cfg(test)]
mod tests;
