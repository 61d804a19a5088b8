//! `--jobs-out`: the jobs of every run in one table that evalys and Batsim users know.
//!
//! The first run is written to the table itself and each of the others to a part of its own, since they run at the same time;
//! the parts are put behind the table in the order of the plan, whatever the number of threads.

use crate::base::number;
use crate::base::problem::Problem;
use crate::cli::printed::failure::Failure;
use crate::cli::printed::new_file::{NewFile, Part};
use crate::experiment::plan::PlanPoint;
use crate::experiment::{Plan, Task};
use crate::export::jobs::{self, OfRun};
use crate::export::jobs_file::JobsFile;
use crate::export::log_jobs::LogJobs;
use crate::scenario::Workload;
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

/// Most runs of one table, each of which has a part until the end.
const MOST_RUNS: usize = 10_000;

/// Where the jobs of every task go.
#[derive(Debug)]
pub struct JobsOut {
    path: PathBuf,
    /// By index of the task.
    runs: Vec<OfRun>,
    written: Mutex<Written>,
}

#[derive(Debug)]
struct Written {
    /// The table with the first run, while that is not being written.
    table: Option<NewFile>,
    /// What follows, by index of the task.
    parts: Vec<Option<Part>>,
}

impl JobsOut {
    /// A table for the tasks of `plan`.
    ///
    /// # Errors
    /// If there are too many runs, or the file cannot be created.
    pub fn new(path: &Path, plan: &Plan) -> Result<JobsOut, Failure> {
        is_file_name("--jobs-out", path, "jobs.csv")?;
        let tasks = plan.tasks().len();
        if tasks > MOST_RUNS {
            return Err(Problem::new(
                "--jobs-out",
                format!(
                    "would write the jobs of {} runs",
                    number::count(tasks as u64)
                ),
                format!("at most {}", number::count(MOST_RUNS as u64)),
                "Choose with --scheduler, --replications, or `run` for a single point",
            )
            .into());
        }
        // Better to learn now than after hours that the folder is not there.
        let mut table = NewFile::create(path)?;
        let sweeps = plan.scenario().experiment.sweep.iter();
        jobs::header(&mut table, sweeps.map(|sweep| sweep.parameter.as_str()))
            .map_err(|error| Failure::unwritable(&path.display().to_string(), &error))?;
        Ok(JobsOut {
            path: path.to_owned(),
            runs: runs(plan),
            written: Mutex::new(Written {
                table: Some(table),
                parts: (0..tasks).map(|_| None).collect(),
            }),
        })
    }

    /// Where the jobs of a task are written.
    ///
    /// # Errors
    /// If it cannot be created.
    pub fn open(
        &self,
        index: usize,
        task: &Task,
        logged: Option<LogJobs>,
    ) -> Result<JobsFile<NewFile>, Failure> {
        let first = match index {
            0 => self.written().table.take(),
            _ => None,
        };
        let file = match first {
            Some(table) => table,
            None => NewFile::create_part(&self.path, index + 1)?,
        };
        let workload = match &task.scenario.workload {
            Workload::Swf(swf) => &swf.path,
            other => other.model().name(),
        };
        let unknown = OfRun::default();
        let of_run = self.runs.get(index).unwrap_or(&unknown);
        let platform = task.platform()?;
        Ok(JobsFile::new(file, workload, &platform, logged, of_run))
    }

    /// Takes what was written of a task.
    ///
    /// # Errors
    /// If it could not be written.
    pub fn close(&self, index: usize, file: JobsFile<NewFile>) -> Result<(), Failure> {
        let file = file
            .finish()
            .map_err(|error| Failure::unwritable(&self.path.display().to_string(), &error))?;
        if index == 0 {
            self.written().table = Some(file);
            return Ok(());
        }
        let part = file.close()?;
        let mut written = self.written();
        let mut places = written.parts.iter_mut().skip(index);
        if let Some(place) = places.next() {
            *place = Some(part);
        }
        Ok(())
    }

    /// Completes the table.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn finish(self) -> Result<(), Failure> {
        let Written { table, parts } = self
            .written
            .into_inner()
            .unwrap_or_else(PoisonError::into_inner);
        let Some(mut table) = table else {
            return Ok(());
        };
        for part in parts.into_iter().flatten() {
            table.append(&part)?;
        }
        table.finish()
    }

    fn written(&self) -> std::sync::MutexGuard<'_, Written> {
        self.written.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Checks that `flag` names a file.
///
/// # Errors
/// If it does not.
pub fn is_file_name(flag: &str, path: &Path, example: &str) -> Result<(), Problem> {
    if !path.is_dir() && path.file_name().is_some() {
        return Ok(());
    }
    Err(Problem::new(
        flag,
        format!("is \"{}\"", path.display()),
        format!("the name of a file, such as {example}, or - for standard output"),
        "",
    ))
}

/// What tells the tasks of a plan apart.
fn runs(plan: &Plan) -> Vec<OfRun> {
    let mut runs: Vec<Option<OfRun>> = vec![None; plan.tasks().len()];
    let swept: Vec<&str> = plan
        .scenario()
        .experiment
        .sweep
        .iter()
        .map(|sweep| sweep.parameter.as_str())
        .collect();
    for (place, point) in plan.points().iter().enumerate() {
        for scheduler in 0..plan.scenario().schedulers.len() {
            for replication in 0..plan.scenario().experiment.replications {
                let task = plan.task_of(place, scheduler, replication);
                let run = task.and_then(|task| runs.get_mut(task));
                let Some(run) = run else { continue };
                let own = OfRun {
                    scheduler: point.schedulers.get(scheduler).cloned().unwrap_or_default(),
                    replication: replication + 1,
                    point: Some(place + 1),
                    swept: values(point, &swept),
                };
                *run = Some(match run.take() {
                    Some(before) => both(before, &own),
                    None => own,
                });
            }
        }
    }
    runs.into_iter().map(Option::unwrap_or_default).collect()
}

fn values(point: &PlanPoint, swept: &[&str]) -> Vec<Option<Value>> {
    let value = |path: &&str| point.parameters.get(*path).cloned();
    swept.iter().map(value).collect()
}

/// What is the same of one run at two places: equal schedulers are both named.
fn both(before: OfRun, other: &OfRun) -> OfRun {
    let named = before
        .scheduler
        .split(" = ")
        .any(|name| name == other.scheduler);
    let swept = before.swept.into_iter().zip(&other.swept);
    OfRun {
        scheduler: match named {
            true => before.scheduler,
            false => format!("{} = {}", before.scheduler, other.scheduler),
        },
        replication: before.replication,
        point: before.point.filter(|_| before.point == other.point),
        swept: swept
            .map(|(own, other)| own.filter(|own| Some(own) == other.as_ref()))
            .collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenario::Scenario;

    fn cells(text: &str) -> Vec<String> {
        let plan = Plan::new(&Scenario::from_json(text).unwrap()).unwrap();
        let all = runs(&plan).into_iter().map(|run| {
            let swept = run.swept.iter().map(|value| match value {
                Some(value) => value.to_string(),
                None => "-".to_owned(),
            });
            let swept: Vec<String> = swept.collect();
            let point = run.point.map_or("-".to_owned(), |point| point.to_string());
            format!(
                "{}/{}/{point}/{}",
                run.scheduler,
                run.replication,
                swept.join("/")
            )
        });
        all.collect()
    }

    #[test]
    fn runs_are_told_apart() {
        let sweep = cells(
            r#"{ "schedulers": ["no-share", "b3"],
                 "experiment": { "sweep": [{"parameter": "workload.bsbw_mbps", "values": [100, 200.5]},
                                           {"parameter": "workload.runtime_s", "values": [10, 20]}], "replications": 1 } }"#,
        );
        let wanted = [
            "no-share/1/-/-/10",
            "b3 (chunk 0.85)/1/1/100/10",
            "no-share/1/-/-/20",
            "b3 (chunk 0.85)/1/2/100/20",
            "b3 (chunk 0.85)/1/3/200.5/10",
            "b3 (chunk 0.85)/1/4/200.5/20",
        ];
        assert_eq!(sweep, wanted);
    }

    #[test]
    fn equal_schedulers_are_one_run_with_both_names() {
        let text = r#"{ "schedulers": ["b3", "b3", {"policy": "b3", "label": "mine"}],
                        "experiment": { "sweep": [], "replications": 2 } }"#;
        let both = "b3 (chunk 0.85) = b3 (chunk 0.85) (2) = mine";
        assert_eq!(
            cells(text),
            [format!("{both}/1/1/"), format!("{both}/2/1/")]
        );
    }
}
