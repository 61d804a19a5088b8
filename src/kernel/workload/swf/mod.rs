//! Job logs in the Standard Workload Format (D. Feitelson's Parallel Workloads Archive,
//! <https://www.cs.huji.ac.il/labs/parallel/workload/swf.html>): 18 numbers a line, comments after `;`.
//!
//! A log is pushed into a [`Reader`] in pieces of any size, so that a page never freezes; it becomes a [`Log`] of
//! compact records, from which any number of [`LogSource`]s stream jobs. Real logs are dirty: whatever cannot be a job
//! is left out and counted by reason, and only a log without a single usable job is refused, or a compressed file that is not whole.
//! A workload of Batsim becomes such a log too.

mod batsim;
mod collector;
mod detail;
mod header;
mod intern;
mod line;
mod log;
mod reader;
mod refusal;
mod source;

#[cfg(test)]
mod tests;

pub use batsim::{FLOPS, bsbw_bps, com_bytes};
pub use collector::Limits;
pub use detail::Detail;
pub use header::Header;
pub use log::{Class, Counts, Dropped, Log, Reason, Record, Tally};
pub use reader::{Reader, read};
pub use refusal::Refusal;
pub use source::LogSource;
