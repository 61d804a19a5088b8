//! The story of one job of a task.

use super::{Runner, Task, log_jobs};
use crate::base::problem::Problem;
use crate::engine::Progress;
use crate::logs::{AskedJob, Log};
use crate::metrics::story::{Story, StoryRecorder};
use crate::scenario::Oversized;
use std::sync::Arc;

/// Runs a task until the story of this job is complete. After every `stretch` events, `heard` gets the number of ended jobs.
///
/// # Errors
/// If there is no such job, or the workload cannot be made.
///
/// ```
/// use metasched_lab::experiment::{Plan, story};
/// use metasched_lab::metrics::story::Fate;
/// use metasched_lab::scenario::presets;
///
/// let preset = presets::find("teaching-two-clusters").expect("it comes with the program");
/// let plan = Plan::new(&presets::scenario(preset)?)?;
/// let story = story::tell(&plan.tasks()[0], None, 7, 100, |_| ())?;
/// assert_eq!((story.job, story.fate), (7, Fate::Ended));
/// # Ok::<(), metasched_lab::base::problem::Problems>(())
/// ```
pub fn tell(
    task: &Task,
    log: Option<&Arc<Log>>,
    job: u64,
    stretch: u64,
    mut heard: impl FnMut(u64),
) -> Result<Story, Problem> {
    let mut runner = begin(task, log, job)?;
    while runner.advance(stretch)? == Progress::Running && !complete(&runner) {
        heard(runner.ended());
    }
    end(runner, task, log, job)
}

/// Number of the job of a task that is asked for.
///
/// # Errors
/// If there is no such job, or several jobs have this number in the log.
pub fn find(task: &Task, log: Option<&Arc<Log>>, asked: &AskedJob) -> Result<u64, Problem> {
    let logged = match asked {
        AskedJob::Number(_) => None,
        AskedJob::InLog(_) => log_jobs::of_task(task, log)?,
    };
    let job = asked.number(logged.as_ref())?;
    check(task, jobs_of(log), job)?;
    Ok(job)
}

/// Prepares a run that records the story of a job.
///
/// # Errors
/// If there is no such job, or the workload cannot be made.
pub fn begin(task: &Task, log: Option<&Arc<Log>>, job: u64) -> Result<Runner<StoryRecorder>, Problem> {
    check(task, jobs_of(log), job)?;
    Runner::new(&task.watched(), log.cloned(), StoryRecorder::new(job))
}

/// True if nothing further can happen to the job.
pub fn complete(runner: &Runner<StoryRecorder>) -> bool {
    runner.observer().is_some_and(StoryRecorder::complete)
}

/// The story of the job from a run that is [complete] or has ended.
///
/// # Errors
/// If there was no such job, or the workload cannot be made.
pub fn end(runner: Runner<StoryRecorder>, task: &Task, log: Option<&Arc<Log>>, job: u64) -> Result<Story, Problem> {
    let story = runner.finish().1.and_then(StoryRecorder::finish);
    let mut story = story.ok_or_else(|| unknown(job, task.jobs(jobs_of(log)), task))?;
    log_jobs::name_story(&mut story, task, log)?;
    Ok(story)
}

fn jobs_of(log: Option<&Arc<Log>>) -> u64 {
    log.map_or(0, |log| log.records().len() as u64)
}

/// Checks that a task has a job of this number; `log_jobs` is the number of jobs in the log, if there is one.
fn check(task: &Task, log_jobs: u64, job: u64) -> Result<(), Problem> {
    let jobs = task.jobs(log_jobs);
    // The pieces of split jobs are jobs too, so the number of jobs is not known before the run.
    if job < jobs || task.scenario.workload.shared().oversized == Oversized::Split {
        Ok(())
    } else {
        Err(unknown(job, jobs, task))
    }
}

fn unknown(job: u64, jobs: u64, task: &Task) -> Problem {
    let allowed = match jobs {
        0 => "none, there are no jobs".to_owned(),
        1 => "0, the only job".to_owned(),
        _ => format!("0 to {}, in order of arrival", jobs - 1),
    };
    let remedy = match task.scenario.workload.is_log() {
        true => format!("If {job} is its number in the log, ask for log:{job}"),
        false => String::new(),
    };
    Problem::new(format!("job {job}"), "does not exist", allowed, remedy)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::experiment::Plan;
    use crate::logs::read;
    use crate::metrics::story::Step;
    use crate::models::vahdat::Decision;
    use crate::scenario::Scenario;
    use crate::scheduler::foresight::Foresight;
    use crate::words::{Kind, lines};

    fn foresight(scenario: &str, log: Option<&Arc<Log>>, job: u64) -> Option<Foresight> {
        let plan = Plan::new(&Scenario::from_json(scenario).unwrap()).unwrap();
        tell(&plan.tasks()[0], log, job, 50, |_| ()).unwrap().foresight
    }

    /// The example of S table 1 as a run: four jobs fill the clusters A and B; at 20 s two of these jobs end, and the
    /// situation is that of the example.
    #[test]
    fn what_tla_saw_is_in_words() {
        let scenario = include_str!("../../../tests/browser/table-1.json");
        let mut text = &include_bytes!("../../../tests/browser/table-1.swf")[..];
        let log = Arc::new(read("table-1.swf", &mut text).unwrap());
        let seen = foresight(scenario, Some(&log), 4).unwrap();
        assert_eq!((seen.job, seen.time_s, seen.choices), (4, 20.0, 2));
        assert_eq!((seen.clusters, seen.taken), (vec![9, 9], Some(0)));
        let held = seen.running.iter();
        let held: Vec<_> = held.map(|own| (own.cluster, own.nodes, own.end_s)).collect();
        assert_eq!(held, [(0, 1, 23.0), (1, 5, 25.0)]);
        let [b, a] = seen.futures.as_slice() else { panic!("two futures") };
        assert_eq!((b.score, a.score), (8.0, 10.0));
        let turnarounds = |of: &crate::scheduler::foresight::Future| -> Vec<f64> {
            of.jobs.iter().map(|own| own.end_s - own.arrival_s).collect()
        };
        assert_eq!(turnarounds(a), [10.0, 10.0, 11.0, 9.0]);
        assert_eq!(turnarounds(b), [15.0, 5.0, 6.0, 6.0]);
        assert_eq!((b.jobs[0].pieces[0].cluster, b.jobs[0].pieces[0].nodes), (1, 4));

        let plan = Plan::new(&Scenario::from_json(scenario).unwrap()).unwrap();
        let story = tell(&plan.tasks()[0], Some(&log), 4, 50, |_| ()).unwrap();
        let words = lines(&story, &|seconds| format!("{seconds} s"));
        let line = words.iter().find(|line| line.kind == Kind::LookAhead).unwrap();
        assert_eq!(
            line.text,
            "looks ahead at 4 jobs, itself included: mean turnaround 8 s if it goes to cluster 2, 10 s if it goes to cluster 1"
        );
    }

    /// For any queue, the futures that the story shows are the futures that the decision compared: the future with the
    /// lowest score is chosen.
    #[test]
    fn the_best_future_comes_true() {
        for queue in ["fcfs", "fpfs", "sjf", "easy", "conservative"] {
            for tla in [
                r#""tla""#,
                r#"{"policy": "tla", "allocation_depth": 3, "score": "wait"}"#,
                r#""tla-coalloc""#,
                r#"{"policy": "tla-coalloc", "allocation_depth": 3, "score": "bounded-slowdown"}"#,
            ] {
                let scenario = format!(
                    r#"{{"platform": {{"speed_heterogeneity": 0.1}}, "workload": {{"jobs_per_cluster": 60, "nodes": [10, 90]}},
                         "queue": "{queue}", "schedulers": [{tla}], "experiment": {{"sweep": [], "replications": 1}}}}"#
                );
                let mut several = 0;
                for job in 0..120 {
                    let Some(seen) = foresight(&scenario, None, job) else {
                        continue;
                    };
                    let first = (!seen.futures.is_empty()).then_some(0);
                    assert_eq!(seen.taken, first, "{queue} {tla} {job}");
                    several += u32::from(seen.futures.len() > 1 && seen.futures[0].count > 1);
                }
                assert!(several > 2, "{queue} {tla}: {several} decisions between futures");
            }
        }
        let none = r#"{"workload": {"jobs_per_cluster": 5}, "schedulers": ["best-fit"], "experiment": {"sweep": [], "replications": 1}}"#;
        assert_eq!(foresight(none, None, 2), None);
    }

    /// Homes update their information only once an hour, so they send jobs to clusters that have received other jobs
    /// since then.
    #[test]
    fn what_a_home_went_by_is_in_words() {
        for (policy, why) in [
            ("fuzzy", "its home rates 6 clusters by priority: "),
            ("grid-least-loaded", "its home rates 6 clusters by score: "),
        ] {
            let text = format!(
                r#"{{"platform": {{"clusters": [{{"count": 6, "nodes": 60}}]}}, "workload": {{"model": "grid", "jobs": 100}},
                    "network": {{"model": "cluster"}}, "schedulers": [{{"policy": "{policy}", "refresh_s": 3600}}],
                    "experiment": {{"sweep": [], "replications": 1}}}}"#
            );
            let plan = Plan::new(&Scenario::from_json(&text).unwrap()).unwrap();
            let (mut refused, mut home) = (0, 0);
            for job in 0..100 {
                let story = tell(&plan.tasks()[0], None, job, 50, |_| ()).unwrap();
                let decisions = lines(&story, &|seconds| format!("{seconds} s"));
                let decisions: Vec<&str> = decisions
                    .iter()
                    .filter(|line| line.kind == Kind::Decision)
                    .map(|line| line.text.as_str())
                    .collect();
                assert!(decisions.iter().all(|line| line.starts_with(why)), "{decisions:?}");
                let away = |line: &&str| line.contains(" turns it away after ");
                let (last, before) = decisions.split_last().unwrap();
                assert!(before.iter().all(away) && !away(last), "{decisions:?}");
                refused += before.len();
                let stays = story.start.as_ref().unwrap().step == Step::Local;
                home += usize::from(stays);
                let answer = match stays {
                    true => "; so it stays at its home",
                    false => " ms",
                };
                assert!(last.ends_with(answer), "{last}");
                let decision = story.decisions.newest().unwrap().data.clone();
                let decision: Decision = serde_json::from_value(decision).unwrap();
                let scores = decision.candidates.iter().map(|own| own.score);
                let best = scores.fold(f64::NEG_INFINITY, f64::max);
                let mut candidates = decision.candidates.iter();
                let chosen = candidates.find(|own| own.cluster == decision.chosen).unwrap();
                assert_eq!(chosen.score, best);
                let priority = chosen.weights.map(|own| own.priority);
                assert_eq!(priority, (policy == "fuzzy").then_some(best));
            }
            assert!(refused > 5 && home > 5, "{policy}: {refused} {home}");
        }
    }
}
