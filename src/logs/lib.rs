//! Logs of jobs: read, streamed as a workload, summarized and written. `metasched` re-exports all of it.

pub use metasched_kernel::*;

#[path = "mod.rs"]
pub mod logs;
