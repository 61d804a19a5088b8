//! `--jobs-out`: the jobs of every run in a file that evalys and Batsim users know.
//!
//! One run gives the file that was named. Several runs give a file each, named after what tells them apart: `jobs.csv`
//! becomes `jobs.bsbw_mbps=200.first-fit.r1.csv`. A run that several points share is written once, without the point.

use crate::base::problem::Problem;
use crate::cli::printed::failure::Failure;
use crate::cli::printed::new_file::NewFile;
use crate::cli::printed::say;
use crate::experiment::{Plan, Task};
use crate::export::jobs_file::JobsFile;
use crate::scenario::Workload;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// Most files of one command.
const MOST_FILES: usize = 1000;

/// Where the jobs of every task go.
#[derive(Debug)]
pub struct JobsOut {
    /// By index of the task.
    files: Vec<PathBuf>,
}

impl JobsOut {
    /// Files for the tasks of `plan`, named after `path`.
    ///
    /// # Errors
    /// If there are too many runs, or files cannot be created there.
    pub fn new(path: &Path, plan: &Plan) -> Result<JobsOut, Failure> {
        let runs = plan.tasks().len();
        let problem = |wrong: String, allowed: &str, remedy: &str| {
            Problem::new("--jobs-out", wrong, allowed, remedy)
        };
        if path == Path::new("-") || path.is_dir() || path.file_name().is_none() {
            let wrong = format!("is \"{}\"", path.display());
            return Err(problem(
                wrong,
                "the name of a file, such as jobs.csv (standard output carries the results)",
                "",
            )
            .into());
        }
        if runs > MOST_FILES {
            let wrong = format!("would write {runs} files, one for each run");
            let remedy = "Choose with --scheduler, --replications, or `run` for a single point";
            return Err(problem(wrong, &format!("at most {MOST_FILES}"), remedy).into());
        }
        let labels = labels(plan);
        let files: Vec<PathBuf> = match labels.len() {
            1 => vec![path.to_owned()],
            _ => labels.iter().map(|label| labelled(path, label)).collect(),
        };
        // Better to learn now than after hours that the folder is not there.
        if let Some(first) = files.first() {
            drop(NewFile::create(first)?);
        }
        if let [first, .., last] = files.as_slice() {
            say::note(&format!(
                "The jobs of {runs} runs go to {} … {}",
                first.display(),
                last.display()
            ));
        }
        Ok(JobsOut { files })
    }

    /// The file of a task, and a flag that is set when it cannot be written.
    ///
    /// # Errors
    /// If it cannot be created.
    pub fn open(
        &self,
        index: usize,
        task: &Task,
    ) -> Result<(JobsFile<NewFile>, Arc<AtomicBool>), Failure> {
        let path = self.path(index);
        let file = NewFile::create(path)?;
        let failed = file.failed();
        let workload = match &task.scenario.workload {
            Workload::Swf(swf) => &swf.path,
            other => other.model().name(),
        };
        let file = JobsFile::new(file, workload, &task.platform()?);
        let file =
            file.map_err(|error| Failure::unwritable(&path.display().to_string(), &error))?;
        Ok((file, failed))
    }

    /// Completes the file of a task.
    ///
    /// # Errors
    /// If it could not be written.
    pub fn close(&self, index: usize, file: JobsFile<NewFile>) -> Result<(), Failure> {
        let file = file.finish();
        let file = file.map_err(|error| {
            Failure::unwritable(&self.path(index).display().to_string(), &error)
        })?;
        file.finish()
    }

    fn path(&self, index: usize) -> &Path {
        self.files
            .get(index)
            .map_or(Path::new(""), PathBuf::as_path)
    }
}

/// What tells the tasks of a plan apart, no two alike.
fn labels(plan: &Plan) -> Vec<String> {
    let mut parts: Vec<Vec<String>> = vec![Vec::new(); plan.tasks().len()];
    let replications = plan.scenario().experiment.replications;
    let several_schedulers = plan.scenario().schedulers.len() > 1;
    let mut shared = vec![0usize; plan.tasks().len()];
    let cells = || {
        (0..plan.points().len()).flat_map(|point| {
            let schedulers = 0..plan.scenario().schedulers.len();
            schedulers.filter_map(move |scheduler| {
                Some((point, scheduler, plan.task_of(point, scheduler, 0)?))
            })
        })
    };
    for (_, _, task) in cells() {
        shared
            .iter_mut()
            .skip(task)
            .take(1)
            .for_each(|count| *count += 1);
    }
    for (point, scheduler, first) in cells() {
        let mut label = Vec::new();
        let Some(point) = plan.points().get(point) else {
            continue;
        };
        if shared.get(first) == Some(&1) && plan.points().len() > 1 {
            for (path, value) in &point.parameters {
                let name = path.rsplit('.').next().unwrap_or(path);
                label.push(format!("{name}={value}"));
            }
        }
        if several_schedulers {
            label.extend(point.schedulers.get(scheduler).map(|name| slug(name)));
        }
        for replication in 0..replications {
            let mut own = label.clone();
            if replications > 1 {
                own.push(format!("r{}", replication + 1));
            }
            let task = first + replication as usize;
            parts
                .iter_mut()
                .skip(task)
                .take(1)
                .filter(|parts| parts.is_empty())
                .for_each(|parts| *parts = own.clone());
        }
    }
    let mut taken = BTreeSet::new();
    let mut labels = Vec::new();
    for (task, parts) in parts.iter().enumerate() {
        let mut label = parts.join(".");
        if !taken.insert(label.to_lowercase()) {
            label = format!("{label}.{}", task + 1);
            taken.insert(label.clone());
        }
        labels.push(label);
    }
    labels
}

/// A scheduler's name as a part of a file name: "b3 (chunk 0.85)" becomes "b3-chunk-0.85".
fn slug(name: &str) -> String {
    let kept = |c: char| c.is_alphanumeric() || matches!(c, '.' | '_' | '-');
    let words = name
        .split(|c: char| !kept(c))
        .filter(|word| !word.is_empty());
    let slug = words.collect::<Vec<_>>().join("-");
    slug.chars().take(60).collect()
}

/// `jobs.csv` with a label: `jobs.LABEL.csv`.
fn labelled(path: &Path, label: &str) -> PathBuf {
    let mut name = path.file_stem().unwrap_or_default().to_owned();
    name.push(".");
    name.push(label);
    if let Some(extension) = path.extension() {
        name.push(".");
        name.push(extension);
    }
    path.with_file_name(name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenario::Scenario;

    fn plan(text: &str) -> Plan {
        Plan::new(&Scenario::from_json(text).unwrap()).unwrap()
    }

    #[test]
    fn runs_are_told_apart() {
        let sweep = plan(
            r#"{ "schedulers": ["no-share", "b3"],
                 "experiment": { "sweep": [{"parameter": "workload.bsbw_mbps", "values": [100, 200.5]}], "replications": 2 } }"#,
        );
        let wanted = [
            "no-share.r1",
            "no-share.r2",
            "bsbw_mbps=100.b3-chunk-0.85.r1",
            "bsbw_mbps=100.b3-chunk-0.85.r2",
            "bsbw_mbps=200.5.b3-chunk-0.85.r1",
            "bsbw_mbps=200.5.b3-chunk-0.85.r2",
        ];
        assert_eq!(labels(&sweep), wanted);
        let one = plan(
            r#"{ "schedulers": ["ideal"], "experiment": { "sweep": [], "replications": 1 } }"#,
        );
        assert_eq!(labels(&one), [""]);
    }

    #[test]
    fn names_that_look_alike_get_numbers() {
        let text = r#"{ "schedulers": [{"policy": "ideal", "label": "A b"}, {"policy": "no-share", "label": "a/b"}, "b3"],
                        "experiment": { "sweep": [], "replications": 1 } }"#;
        assert_eq!(labels(&plan(text)), ["A-b", "a-b.2", "b3-chunk-0.85"]);
        assert_eq!(
            labelled(Path::new("out/jobs.csv"), "x"),
            Path::new("out/jobs.x.csv")
        );
        assert_eq!(labelled(Path::new("jobs"), "x"), Path::new("jobs.x"));
        assert_eq!(slug("../../etc"), "..-..-etc");
    }
}
