//! The first decision of a run that can be drawn: the ranges of a spread job, or the plan on which a request was put.

use super::{Runner, Task};
use crate::base::problem::Problem;
use crate::engine::{Observer, Progress};
use crate::logs::Log;
use crate::platform::State;
use crate::scheduler::Scheduler;
use crate::scheduler::choice::Choice;
use crate::scheduler::facts::{About, Facts};
use crate::scheduler::planning::Planning;
use std::sync::Arc;

/// Number of events between two looks at the run.
const STRETCH: u64 = 100;

/// Takes the decisions of an instant, and returns the first one that is wanted.
type Take<T> = fn(&mut Facts, About) -> Option<T>;

/// Keeps the first wanted decision.
struct First<T> {
    about: About,
    take: Take<T>,
    found: Option<T>,
}

impl<T> Observer for First<T> {
    fn begin(&mut self, scheduler: &mut dyn Scheduler) {
        if let Some(facts) = scheduler.facts() {
            facts.about = self.about;
        }
    }

    fn decided(&mut self, _now_s: f64, _state: &State, scheduler: &mut dyn Scheduler) {
        let first = scheduler.facts().and_then(|facts| (self.take)(facts, self.about));
        if self.found.is_none() {
            self.found = first;
        }
    }
}

/// Runs a task until it makes a wanted decision about this job, or about any job.
fn first<T>(task: &Task, log: Option<&Arc<Log>>, job: Option<u64>, take: Take<T>) -> Result<Option<T>, Problem> {
    let about = job.map_or(About::All, About::Job);
    let mut runner = Runner::new(&task.watched(), log.cloned(), First { about, take, found: None })?;
    let found = |runner: &Runner<First<T>>| runner.observer().is_some_and(|own| own.found.is_some());
    while !found(&runner) && runner.advance(STRETCH)? == Progress::Running {}
    Ok(runner.finish().1.and_then(|own| own.found))
}

/// Runs a task until it makes the first choice with ranges: of this job, or of any job.
///
/// # Errors
/// If there is no such choice, or the workload cannot be made.
///
/// ```
/// use metasched_lab::experiment::{Plan, first};
/// use metasched_lab::scenario::Scenario;
///
/// let scenario = r#"{ "workload": { "jobs_per_cluster": 40 }, "schedulers": ["a1"], "experiment": { "sweep": [] } }"#;
/// let plan = Plan::new(&Scenario::from_json(scenario)?)?;
/// let choice = first::ranges(&plan.tasks()[0], None, None)?;
/// let ranges = choice.table.ranges.expect("A1 chooses by ranges");
/// assert_eq!(ranges.clusters.iter().map(|own| own.taken).sum::<u32>(), ranges.nodes);
/// # Ok::<(), metasched_lab::base::problem::Problems>(())
/// ```
pub fn ranges(task: &Task, log: Option<&Arc<Log>>, job: Option<u64>) -> Result<Choice, Problem> {
    let take = |facts: &mut Facts, _| facts.choices.drain(..).find(|own| own.table.ranges.is_some());
    first(task, log, job, take)?.ok_or_else(|| {
        let spread = if job.is_some() { "is not" } else { "is" };
        let wrong = format!("{spread} spread by ranges under {}", task.scheduler.policy.label());
        Problem::new(subject(job), wrong, "a job that a scheduler with link limits spreads on a star", "Name another")
    })
}

/// Runs a task until it plans a request: of this job, or the first that has to wait for its planned start. If no request has
/// to wait (ASP plans nothing for later), the first that is planned while nodes are in use.
///
/// # Errors
/// If there is no such request, or the workload cannot be made.
///
/// ```
/// use metasched_lab::experiment::{Plan, first};
/// use metasched_lab::scenario::Scenario;
///
/// let scenario = r#"{ "workload": { "jobs_per_cluster": 40 }, "schedulers": ["meta-fcfs"], "experiment": { "sweep": [] } }"#;
/// let plan = Plan::new(&Scenario::from_json(scenario)?)?;
/// let planning = first::planning(&plan.tasks()[0], None, None)?;
/// assert!(planning.time_s < planning.start_s && planning.start_s < planning.end_s);
/// # Ok::<(), metasched_lab::base::problem::Problems>(())
/// ```
pub fn planning(task: &Task, log: Option<&Arc<Log>>, job: Option<u64>) -> Result<Planning, Problem> {
    let wanted: &[Take<Planning>] = match job {
        Some(_) => &[|facts, about| facts.plannings.drain(..).find(|own| about == About::Job(own.job))],
        None => &[
            |facts, _| facts.plannings.drain(..).find(|own| own.start_s > own.time_s),
            |facts, _| facts.plannings.drain(..).find(in_use),
        ],
    };
    for take in wanted {
        if let Some(found) = first(task, log, job, *take)? {
            return Ok(found);
        }
    }
    let policy = task.scheduler.policy.label();
    Err(match job {
        Some(_) => {
            let wrong = format!("is not put on a plan under {policy}");
            Problem::new(subject(job), wrong, "a job of a scheduler that plans ahead", "Name another")
        }
        None => {
            let wrong = format!("is put on a plan with others under {policy}");
            Problem::new(subject(job), wrong, "a scheduler that plans ahead", "Choose another, or more jobs")
        }
    })
}

/// True if nodes are in use at the time of the planning.
fn in_use(planning: &Planning) -> bool {
    planning.clusters.iter().any(|own| own.free.first().is_some_and(|step| step.free < own.nodes))
}

fn subject(job: Option<u64>) -> String {
    job.map_or("no job".to_owned(), |job| format!("job {job}"))
}
