//! Experiments: a scenario's points × schedulers × replications, cut into independent tasks and put together again.
//!
//! ```text
//! Scenario ─ Plan::new ─▶ tasks ─ Runner ─▶ TaskResult ─ Plan::merge ─▶ Results
//!                           (anywhere, in any order)
//! ```

pub mod merge;
pub mod plan;
pub mod results;
pub mod runner;

pub use plan::{Plan, Task};
pub use results::{Paired, Point, Quantiles, Results, RunResult};
pub use runner::{Runner, TaskResult};
