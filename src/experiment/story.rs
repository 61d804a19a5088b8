//! The story of one job of a task.

use super::{Runner, Task};
use crate::base::problem::Problem;
use crate::engine::Progress;
use crate::metrics::story::{Story, Teller};
use crate::scenario::Oversized;
use crate::workload::swf::Log;
use std::sync::Arc;

/// Runs a task until nothing further can happen to the job of this number. After every `stretch` events `heard` is told
/// how many jobs have ended.
///
/// # Errors
/// If there is no such job, or the workload cannot be had.
///
/// ```
/// use metasched::experiment::{Plan, story};
/// use metasched::metrics::story::Fate;
/// use metasched::scenario::presets;
///
/// let preset = presets::find("teaching-two-clusters").expect("it comes with the program");
/// let plan = Plan::new(&preset.scenario()?)?;
/// let story = story::tell(&plan.tasks()[0], None, 7, 100, |_| ())?;
/// assert_eq!((story.job, story.fate), (7, Fate::Ended));
/// # Ok::<(), metasched::base::problem::Problems>(())
/// ```
pub fn tell(
    task: &Task,
    log: Option<&Arc<Log>>,
    job: u64,
    stretch: u64,
    mut heard: impl FnMut(u64),
) -> Result<Story, Problem> {
    let log_jobs = log.map_or(0, |log| log.records().len() as u64);
    check(task, log_jobs, job)?;
    let mut runner = Runner::new(&task.watched(), log.cloned(), Teller::new(job))?;
    let complete = |runner: &Runner<Teller>| runner.observer().is_some_and(Teller::complete);
    while runner.advance(stretch)? == Progress::Running && !complete(&runner) {
        heard(runner.ended());
    }
    let teller = runner.finish().1;
    teller
        .and_then(Teller::finish)
        .ok_or_else(|| unknown(job, task.jobs(log_jobs)))
}

/// Whether a task has a job of this number; `log_jobs` is the number of jobs of the log, if the workload is one.
///
/// # Errors
/// If it has not.
pub fn check(task: &Task, log_jobs: u64, job: u64) -> Result<(), Problem> {
    let jobs = task.jobs(log_jobs);
    let global = task.scenario.workload.global();
    // The pieces of split jobs are jobs too, and not counted beforehand.
    if job < jobs || global.is_some_and(|global| global.oversized == Oversized::Split) {
        Ok(())
    } else {
        Err(unknown(job, jobs))
    }
}

fn unknown(job: u64, jobs: u64) -> Problem {
    let allowed = match jobs {
        0 => "none, there are no jobs".to_owned(),
        1 => "0, the only job".to_owned(),
        _ => format!("0 to {}, in order of arrival", jobs - 1),
    };
    Problem::new(format!("job {job}"), "does not exist", allowed, "")
}
