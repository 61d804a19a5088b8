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
/// If there is not one usable job in it, or it is not the log that the scenario describes.
pub fn of(given: &Given) -> Result<Option<Arc<Log>>, Failure> {
    let Workload::Swf(swf) = &given.scenario.workload else {
        return Ok(None);
    };
    let path = find(&swf.path, given.folder.as_deref());
    let log = read_log(&path).map_err(|problem| Problem {
        place: format!("workload.path: {}", problem.place),
        ..problem
    })?;
    let (other, advice): (Vec<Problem>, Vec<Problem>) = log
        .advice(swf, &given.scenario.platform)
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
