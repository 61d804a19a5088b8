//! Logs of jobs: read, streamed as a workload, summarized and written. `metasched` re-exports the whole package.

pub use metasched_kernel::*;

#[path = "mod.rs"]
pub mod logs;
