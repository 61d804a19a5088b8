//! The log that a scenario names: found, read, and checked to be the one the scenario was made with.

use crate::base::problem::Problem;
use crate::cli::input::log_file::read_log;
use crate::cli::input::source::Given;
use crate::cli::printed::failure::Failure;
use crate::cli::printed::say;
use crate::scenario::Workload;
use crate::scenario::log::advice;
use crate::workload::swf::Log;
use std::path::Path;
use std::sync::Arc;

/// The log of the scenario, if its workload is one: [found](super::logs::Logs::find), and the one that it was made with.
///
/// # Errors
/// If there is not one usable job in it, or it is not the log that the scenario describes.
pub fn of(given: &Given) -> Result<Option<Arc<Log>>, Failure> {
    let Workload::Swf(swf) = &given.scenario.workload else {
        return Ok(None);
    };
    let named = Path::new(&swf.path);
    let found = given.logs.find(named, given.folder.as_deref());
    let path = found.clone().unwrap_or_else(|| named.to_owned());
    let log = read_log(&path).map_err(|problem| Problem {
        place: format!("workload.path: {}", problem.place),
        remedy: match found {
            Some(_) => problem.remedy,
            None => format!("{} Name the folder it is in by --logs.", problem.remedy),
        },
        ..problem
    })?;
    let (other, advice): (Vec<Problem>, Vec<Problem>) = advice(&log, swf, &given.scenario.platform)
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
