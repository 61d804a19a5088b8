//! Figures of a scheduler's decision about one job, drawn by `metasched figure`: the numbers of nodes that clusters might
//! give to it (J5 fig. 12), and the plan on which it was put (G fig. 3 and 4).

use super::gantt::PlannedRun;
use crate::base::problem::Problem;
use crate::chart::figure::Figure;
use crate::chart::planning::{Moments, PlanningChart};
use crate::chart::ranges::RangesChart;
use crate::cli::execute::Execution;
use crate::cli::session::Failure;
use crate::experiment::{Plan, first};
use crate::words::number::clock;

/// Name of the kind of figure with ranges.
const RANGES: &str = "ranges";
/// Name of the kind of figure with a plan.
const PLAN: &str = "plan";
/// Names of the kinds of figures of a job.
pub const KINDS: [&str; 2] = [RANGES, PLAN];

/// Repeats a run until the scheduler makes a decision about the job, or about any job, that this kind of figure draws.
/// `before`: text before the name of the decision.
///
/// # Errors
/// If there is no such decision, or the workload cannot be made.
pub fn figure(
    kind: &str,
    run: PlannedRun,
    job: Option<u64>,
    execution: Execution<'_>,
    plan: &Plan,
    before: &str,
) -> Result<Box<dyn Figure>, Failure> {
    let index = plan.task_of(run.point, run.scheduler, run.replication);
    let task = index.and_then(|index| plan.tasks().get(index));
    let task = task.ok_or_else(|| Problem::new("schedulers", "is empty", "one or more", ""))?;
    let title = |job: u64, time_s: f64| {
        let subject = if before.is_empty() { "Job" } else { "job" };
        format!("{before}{subject} {job} at {}", clock(time_s, true))
    };
    if kind == PLAN {
        let planning = first::planning(task, execution.log, job)?;
        let moments = Moments::of(std::slice::from_ref(&planning), planning.job);
        return Ok(Box::new(PlanningChart { title: title(planning.job, planning.time_s), moments, at: 0 }));
    }
    let choice = first::ranges(task, execution.log, job)?;
    let name = choice.table.ranges.as_ref().map(|own| title(own.job, choice.time_s));
    Ok(Box::new(RangesChart { title: name.unwrap_or_default(), ranges: choice.table.ranges }))
}
