//! The numbers of nodes that clusters might give to a job when it was spread over them.

use super::{Runner, Task};
use crate::base::problem::Problem;
use crate::engine::{Observer, Progress};
use crate::logs::Log;
use crate::platform::State;
use crate::scheduler::Scheduler;
use crate::scheduler::choice::Choice;
use crate::scheduler::facts::About;
use std::sync::Arc;

/// Number of events between two looks at the run.
const STRETCH: u64 = 100;

/// Keeps the first choice that has ranges.
struct First {
    about: About,
    found: Option<Choice>,
}

impl Observer for First {
    fn begin(&mut self, scheduler: &mut dyn Scheduler) {
        if let Some(facts) = scheduler.facts() {
            facts.about = self.about;
        }
    }

    fn decided(&mut self, _now_s: f64, _state: &State, scheduler: &mut dyn Scheduler) {
        let choices = scheduler.facts().map(|facts| facts.choices.drain(..)).into_iter().flatten();
        let mut first = choices.filter(|own| own.table.ranges.is_some());
        if self.found.is_none() {
            self.found = first.next();
        }
    }
}

/// Runs a task until it makes the first choice with ranges: of this job, or of any job.
///
/// # Errors
/// If there is no such choice, or the workload cannot be made.
///
/// ```
/// use metasched_lab::experiment::{Plan, ranges};
/// use metasched_lab::scenario::Scenario;
///
/// let scenario = r#"{ "workload": { "jobs_per_cluster": 40 }, "schedulers": ["a1"], "experiment": { "sweep": [] } }"#;
/// let plan = Plan::new(&Scenario::from_json(scenario)?)?;
/// let choice = ranges::first(&plan.tasks()[0], None, None)?;
/// let ranges = choice.table.ranges.expect("A1 chooses by ranges");
/// assert_eq!(ranges.clusters.iter().map(|own| own.taken).sum::<u32>(), ranges.nodes);
/// # Ok::<(), metasched_lab::base::problem::Problems>(())
/// ```
pub fn first(task: &Task, log: Option<&Arc<Log>>, job: Option<u64>) -> Result<Choice, Problem> {
    let about = job.map_or(About::All, About::Job);
    let mut runner = Runner::new(&task.watched(), log.cloned(), First { about, found: None })?;
    let found = |runner: &Runner<First>| runner.observer().is_some_and(|own| own.found.is_some());
    while !found(&runner) && runner.advance(STRETCH)? == Progress::Running {}
    runner.finish().1.and_then(|own| own.found).ok_or_else(|| {
        let subject = job.map_or("no job".to_owned(), |job| format!("job {job}"));
        let spread = if job.is_some() { "is not" } else { "is" };
        let wrong = format!("{spread} spread by ranges under {}", task.scheduler.policy.label());
        Problem::new(subject, wrong, "a job that a scheduler with link limits spreads on a star", "Name another")
    })
}
