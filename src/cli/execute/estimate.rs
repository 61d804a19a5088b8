//! Estimates the time of an experiment from the beginnings of a few tasks.

use crate::base::problem::Problem;
use crate::cli::clock::{Since, about};
use crate::cli::input::log;
use crate::engine::Progress;
use crate::experiment::{Runner, Task, plan, slows_down};
use crate::logs::Log;
use std::sync::mpsc::{self, Sender};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// Number of tasks that are sampled.
const SAMPLES: usize = 6;
/// Time for each sample \[s\].
const SAMPLE_S: f64 = 0.05;
/// Time limit for all samples together \[s\]. A single event may take longer, for example if a million jobs arrive at
/// once, so a separate thread takes the samples; at the limit the estimate uses the finished ones.
const ALL_SAMPLES_S: f64 = 0.6;
/// Maximum number of events between two checks of the clock.
const STRETCH: u64 = 1_000;
/// Number of jobs whose time is measured in the first part of a task that begins with a measurement of the load.
const LOAD_JOBS: u64 = 20_000;
/// A low speed of simulation, which most experiments exceed \[jobs/s\]. An experiment that is short even at this speed
/// needs no estimate, unless its jobs become slower and slower.
const SLOW: f64 = 10_000.0;

/// Estimated time of an experiment.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// Time \[s\].
    pub seconds: f64,
    /// True if the time is a lower bound, because later jobs take longer than the sampled jobs.
    pub is_least: bool,
}

impl Estimate {
    /// "about 3 min", "at least 3 min".
    pub fn words(self) -> String {
        let (bound, time) = (if self.is_least { "at least" } else { "about" }, about(self.seconds));
        match self.seconds < LEAST_SHOWN_S {
            true => format!("less than {}", about(LEAST_SHOWN_S)),
            false => format!("{bound} {time}"),
        }
    }
}

/// A shorter time is not shown as a number \[s\].
const LEAST_SHOWN_S: f64 = 0.1;

/// Progress of a sample: the beginning of a task.
#[derive(Clone, Copy, Debug, Default)]
struct Sample {
    /// Time of the measurement of the load, extrapolated to the whole task \[s\].
    load_s: f64,
    /// Time since the jobs began to arrive \[s\].
    spent_s: f64,
    /// Number of events during `spent_s`.
    events: u64,
    /// True if the task has ended.
    whole: bool,
}

/// True if tasks may take longer than `limit_s` \[s\] on `threads`, so that an estimate is worthwhile.
pub fn may_exceed(limit_s: f64, tasks: &[Task], log: Option<&Arc<Log>>, threads: usize) -> bool {
    let jobs = plan::jobs(tasks, log::jobs(log)) as f64;
    jobs > limit_s * SLOW * threads as f64 || tasks.iter().any(slows_down)
}

/// Estimated time of tasks on `threads`. The estimate is rough: growing queues make later jobs slower than the first
/// ones. Takes less than a second.
///
/// # Errors
/// If a task cannot be set up.
pub fn estimate(tasks: &[Task], log: Option<&Arc<Log>>, threads: usize) -> Result<Estimate, Problem> {
    let samples = tasks.len().min(SAMPLES);
    // Samples are spread over all points and schedulers.
    let places = (0..samples).map(|sample| (2 * sample + 1) * tasks.len() / (2 * samples));
    let sampled: Vec<Task> = places.filter_map(|place| tasks.get(place).cloned()).collect();
    let begin = Since::now();
    let seen = Arc::new(Mutex::new(vec![Sample::default(); sampled.len()]));
    let (sender, receiver) = mpsc::channel();
    let own = (sampled.clone(), log.cloned(), seen.clone());
    std::thread::spawn(move || take_all(&own.0, own.1.as_ref(), &own.2, &sender));
    let ended = match receiver.recv_timeout(Duration::from_secs_f64(ALL_SAMPLES_S)) {
        Ok(result) => result.map(|()| true)?,
        Err(_) => false,
    };
    let seen = seen.lock().unwrap_or_else(PoisonError::into_inner).clone();
    let (mut sampled_s, mut sampled_jobs) = (0.0, 0.0);
    for (task, sample) in sampled.iter().zip(&seen).filter(|(_, own)| own.events > 0) {
        let jobs = plan::jobs(std::slice::from_ref(task), log::jobs(log));
        // Each job has two events: arrival and end.
        let all = if sample.whole { sample.events } else { 2 * jobs };
        sampled_s += sample.load_s + whole_s(sample.spent_s, sample.events as f64, all as f64);
        sampled_jobs += jobs as f64;
    }
    let all_s = match sampled_jobs > 0.0 {
        true => sampled_s / sampled_jobs * plan::jobs(tasks, log::jobs(log)) as f64,
        // No task has simulated its first events yet.
        false => begin.seconds() * tasks.len() as f64,
    };
    // The estimate is rounded up to whole rounds of tasks, because the last tasks do not occupy all threads.
    let rounds = tasks.len().div_ceil(threads.max(1));
    let seconds = all_s * rounds as f64 / tasks.len().max(1) as f64;
    let cut = seen.iter().any(|sample| !sample.whole);
    Ok(Estimate { seconds, is_least: !ended || cut && tasks.iter().any(slows_down) })
}

/// Takes all samples, and reports that they are taken.
fn take_all(tasks: &[Task], log: Option<&Arc<Log>>, seen: &Mutex<Vec<Sample>>, done: &Sender<Result<(), Problem>>) {
    let begin = Since::now();
    let mut taken = Ok(());
    for (at, task) in tasks.iter().enumerate() {
        if taken.is_err() || begin.seconds() > ALL_SAMPLES_S {
            break;
        }
        taken = take(task, log, |sample| seen.lock().unwrap_or_else(PoisonError::into_inner)[at] = sample);
    }
    // If nobody waits any more, the result is not needed.
    let _ = done.send(taken);
}

/// Simulates the beginning of a task; reports the progress to `seen`.
fn take(task: &Task, log: Option<&Arc<Log>>, mut seen: impl FnMut(Sample)) -> Result<(), Problem> {
    let mut runner = Runner::new(task, log.cloned(), ())?;
    let mut sample = Sample::default();
    if task.scenario.workload.load().is_some() {
        let begin = Since::now();
        runner.advance(LOAD_JOBS)?;
        let arrivals = task.arrivals(log::jobs(log)).max(1) as f64;
        sample.load_s = whole_s(begin.seconds(), LOAD_JOBS as f64, arrivals);
        runner.cut_load()?;
    }
    let begin = Since::now();
    let mut stretch = 1;
    while !sample.whole && sample.spent_s < SAMPLE_S {
        sample.whole = runner.advance(stretch)? == Progress::Finished;
        sample.events += stretch;
        sample.spent_s = begin.seconds();
        // Longer stretches only while events are fast, so that the clock is read in time.
        if sample.spent_s * (STRETCH as f64) < SAMPLE_S * sample.events as f64 {
            stretch = (2 * stretch).min(STRETCH);
        }
        seen(sample);
    }
    Ok(())
}

/// The time for the amount of work `all` \[s\], extrapolated from the time `spent_s` for the amount `done`.
fn whole_s(spent_s: f64, done: f64, all: f64) -> f64 {
    spent_s * f64::max(all / done, 1.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::experiment::Plan;
    use crate::scenario::{Scenario, Swf, presets};

    fn seconds_for(jobs: u64, workload: &str) -> f64 {
        let text = format!(
            r#"{{ "workload": {{ {workload}: {jobs} }}, "schedulers": ["no-share"], "experiment": {{ "sweep": [], "replications": 3 }} }}"#
        );
        let plan = Plan::new(&Scenario::from_json(&text).unwrap()).unwrap();
        estimate(plan.tasks(), None, 1).unwrap().seconds
    }

    #[test]
    fn small_experiments_are_measured_whole() {
        let time = seconds_for(10, r#""jobs_per_cluster""#);
        assert!(time > 0.0 && time < 1.0, "{time}");
    }

    /// The scenarios include some that measure the load of all jobs before the simulation.
    #[test]
    fn large_experiments_are_judged_by_their_beginnings() {
        assert_eq!(whole_s(0.05, 1_000.0, 100_000.0), 5.0);
        assert_eq!(whole_s(0.05, 1_000.0, 10.0), 0.05);
        for model in ["lublin99", "feitelson96", "jann97"] {
            for load in ["", r#""load": 0.9, "#, r#""load": 5, "#] {
                let time = seconds_for(1_000_000, &format!(r#""model": "{model}", {load}"jobs""#));
                assert!(time.is_finite() && time > 0.1, "{model} {load} {time}");
            }
        }
    }

    /// The first task of each preset that needs no log.
    #[test]
    fn no_preset_takes_no_time() {
        for preset in presets::all() {
            let scenario = presets::scenario(preset).unwrap();
            if scenario.workload.of::<Swf>().is_some() {
                continue;
            }
            let plan = Plan::new(&scenario).unwrap();
            let time = estimate(&plan.tasks()[..1], None, 1).unwrap();
            assert!(time.seconds.is_finite() && time.seconds > 0.0, "{} {time:?}", preset.name);
        }
    }

    #[test]
    fn a_lower_bound_is_said_to_be_one() {
        let words = |seconds, is_least| Estimate { seconds, is_least }.words();
        assert_eq!(words(200.0, false), "about 3 min 20 s");
        assert_eq!(words(200.0, true), "at least 3 min 20 s");
        assert_eq!(words(1e-9, true), "less than 0.1 s");
        let text = r#"{ "workload": { "runtime_s": 1e7 }, "queue": "conservative", "schedulers": ["formula"] }"#;
        let plan = Plan::new(&Scenario::from_json(text).unwrap()).unwrap();
        assert!(estimate(plan.tasks(), None, 1).unwrap().is_least);
    }
}
