//! The numbers of nodes that clusters might give to a job, drawn by `metasched figure --kind ranges` (J5 fig. 12).

use super::gantt::PlannedRun;
use crate::base::problem::Problem;
use crate::chart::ranges::RangesChart;
use crate::cli::execute::Execution;
use crate::cli::session::Failure;
use crate::experiment::{Plan, ranges};
use crate::words::number::clock;

/// Name of the kind of figure.
pub const KIND: &str = "ranges";

/// Repeats a run until the job, or any job, is spread by ranges. `before`: text before the name of the decision.
///
/// # Errors
/// If no such job is spread by ranges, or the workload cannot be made.
pub fn chart(
    run: PlannedRun,
    job: Option<u64>,
    execution: Execution<'_>,
    plan: &Plan,
    before: &str,
) -> Result<RangesChart, Failure> {
    let index = plan.task_of(run.point, run.scheduler, run.replication);
    let task = index.and_then(|index| plan.tasks().get(index));
    let task = task.ok_or_else(|| Problem::new("schedulers", "is empty", "one or more", ""))?;
    let choice = ranges::first(task, execution.log, job)?;
    let subject = if before.is_empty() { "Job" } else { "job" };
    let name =
        choice.table.ranges.as_ref().map(|own| format!("{subject} {} at {}", own.job, clock(choice.time_s, true)));
    let name = name.unwrap_or_default();
    Ok(RangesChart { title: format!("{before}{name}"), ranges: choice.table.ranges })
}
