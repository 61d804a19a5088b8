//! The log that a scenario names: found, read, and checked to be the one the scenario was made with.

use super::failure::Failure;
use super::log_file::read_log;
use super::say;
use super::source::Given;
use crate::base::problem::Problem;
use crate::scenario::Workload;
use crate::workload::swf::Log;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The log of the scenario, if its workload is one. It is looked for from the current folder, then from the scenario's.
///
/// # Errors
/// If it cannot be read, is damaged before the last job that is wanted, or is not the one that the scenario describes.
pub fn of(given: &Given) -> Result<Option<Arc<Log>>, Failure> {
    let Workload::Swf(swf) = &given.scenario.workload else {
        return Ok(None);
    };
    let path = find(&swf.path, given.folder.as_deref());
    let log = read_log(&path).map_err(|problem| Problem {
        place: format!("workload.path: {}", problem.place),
        ..problem
    })?;
    let clusters = usize::try_from(given.scenario.platform.cluster_count()).unwrap_or(usize::MAX);
    let (other, advice): (Vec<Problem>, Vec<Problem>) = log
        .advice(swf, clusters)
        .into_iter()
        .partition(|problem| problem.place == "workload.path");
    if let Some(problem) = other.into_iter().next() {
        let remedy = "Give that log, or leave size_bytes and sha256 out to run with this one";
        return Err(Problem {
            remedy: remedy.into(),
            ..problem
        }
        .into());
    }
    let usable = log.records().len() as u64;
    let enough = swf.max_jobs.is_some_and(|most| most <= usable);
    match &log.damage {
        Some(damage) if !enough => {
            return Err(Failure::Running(Problem::new(
                path.display().to_string(),
                format!("cannot be read to its end: {damage}"),
                "",
                format!(
                    "Fetch it once more, or use what could be read of it: --set workload.max_jobs={usable}"
                ),
            )));
        }
        _ => {}
    }
    log.notes()
        .iter()
        .for_each(|text| say::warning(&format!("{}: {text}", log.name)));
    advice
        .iter()
        .for_each(|problem| say::warning(&problem.to_string()));
    Ok(Some(Arc::new(log)))
}

/// Jobs of the log, as plans want to know.
pub fn jobs(log: Option<&Arc<Log>>) -> u64 {
    log.map_or(0, |log| log.records().len() as u64)
}

fn find(named: &str, folder: Option<&Path>) -> PathBuf {
    let here = PathBuf::from(named);
    let beside = folder
        .map(|folder| folder.join(named))
        .filter(|path| path.exists());
    match beside {
        Some(beside) if !here.exists() => beside,
        _ => here,
    }
}
