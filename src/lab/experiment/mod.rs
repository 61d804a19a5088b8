//! Experiments: points × schedulers × replications of a scenario, divided into independent tasks and merged again.
//!
//! ```text
//! Checked ─ Plan::new ─▶ tasks ─ Runner ─▶ TaskResult ─ Plan::merge ─▶ Results
//!                           (anywhere, in any order)
//! ```

pub mod against;
pub mod compare;
pub mod complete;
#[cfg(test)]
mod corpus;
pub mod decisions;
pub mod depths;
pub mod first;
mod flat;
pub mod headline;
pub mod improvement;
pub mod log_jobs;
pub mod measure;
pub mod merge;
mod offered;
pub mod plan;
mod projection;
#[cfg(test)]
mod properties;
pub mod reproduce;
pub mod results;
pub mod runner;
pub mod shared;
pub mod spread;
pub mod stored;
pub mod story;
mod summary;
mod task;
pub mod tune;
mod versions;
pub mod watched;

pub use against::{Against, NoInterval, OTHER_JOBS, are_of_the_same_jobs, holm, jobs_of_fewer};
pub use complete::Complete;
pub use decisions::Decisions;
pub use depths::Depths;
pub use flat::flat_sweeps;
pub use headline::headline;
pub use improvement::{Improvement, improvements};
pub use merge::Merger;
pub use offered::{SLOWS_DOWN, are_equal_loads, may_slow_down, offered_loads, settings_for_load, slows_down};
pub use plan::{Plan, PlanPoint};
pub use results::{GroupResult, KeptReservations, Paired, Point, Quantiles, Results, RunResult};
pub use runner::{MOST_WAITING, Runner, TaskResult};
pub use shared::Shared;
pub use task::{Task, TaskWriter, is_drawn, is_sample};
pub use watched::Watched;

use crate::base::problem::Problems;
use crate::engine::Progress;
use crate::logs::Log;
use crate::scenario::Checked;
use std::sync::Arc;

/// Runs a whole scenario, one task after the other; `log` is the log of its SWF workload.
///
/// # Errors
/// If the log is missing, or the jobs cannot have the required load.
///
/// ```
/// use metasched_lab::{experiment, scenario::Scenario};
///
/// let scenario = Scenario::from_json(
///     r#"{ "workload": { "jobs_per_cluster": 200, "bsbw_mbps": 300 },
///          "schedulers": ["migration-only", "ideal"],
///          "experiment": { "sweep": [], "replications": 3 } }"#,
/// )?;
/// let results = experiment::run(&scenario, None)?;
/// let [migration, ideal] = &results.points[0].results[..] else { unreachable!() };
/// assert_eq!((migration.jobs, ideal.jobs), (2400, 2400));
/// assert!(ideal.mean_turnaround_s < migration.mean_turnaround_s);
/// # Ok::<(), metasched_lab::base::problem::Problems>(())
/// ```
pub fn run(scenario: &Checked, log: Option<Arc<Log>>) -> Result<Results, Problems> {
    let plan = Plan::new(scenario)?;
    let mut merger = Merger::new(&plan);
    for (index, task) in plan.tasks().iter().enumerate() {
        let mut runner = Runner::new(task, log.clone(), ())?;
        while runner.advance(u64::MAX)? == Progress::Running {}
        merger.put(index, runner.finish().0);
    }
    Ok(merger.results())
}
