//! The log that a scenario names: found, read, and checked to be the one the scenario was made with.

use crate::base::problem::Problem;
use crate::cli::input::log_file::read_log;
use crate::cli::input::source::Given;
use crate::cli::input::{logs, standard_input};
use crate::cli::printed::failure::Failure;
use crate::cli::printed::{new_file, say};
use crate::scenario::{Scenario, Workload, advice};
use crate::workload::swf::{Details, Log};
use std::fs::File;
use std::io::Read;
use std::path::Path;
use std::sync::Arc;

/// The log of the scenario, if its workload is one, with what a person should know of it there.
///
/// # Errors
/// As [`read`].
pub fn of(given: &Given) -> Result<Option<Arc<Log>>, Failure> {
    let log = read(given)?;
    advise(&given.scenario, log.as_deref());
    Ok(log)
}

/// Says what a person should know of a log in a scenario.
pub fn advise(scenario: &Scenario, log: Option<&Log>) {
    let advice = log.map_or_else(Vec::new, |log| advice::about_log(log, scenario));
    advice
        .iter()
        .for_each(|problem| say::warning(&problem.to_string()));
}

/// The log of the scenario, if its workload is one: [found](super::logs::Logs::find), and the one that it was made with.
///
/// # Errors
/// If there is not one usable job in it, or it is not the log that the scenario describes.
pub fn read(given: &Given) -> Result<Option<Arc<Log>>, Failure> {
    let Workload::Swf(swf) = &given.scenario.workload else {
        return Ok(None);
    };
    let named = Path::new(&swf.path);
    let found = given.logs.find(named, given.folder.as_deref());
    let path = found.clone().unwrap_or_else(|| named.to_owned());
    let mut log = read_log(&path).map_err(|refusal| {
        refusal.said(|problem| Problem {
            place: format!("workload.path: {}", problem.place),
            remedy: match found {
                Some(_) => problem.remedy,
                None if standard_input::is_named(named) => problem.remedy,
                None => format!("{} {}", problem.remedy, logs::remedy()),
            },
            ..problem
        })
    })?;
    if let Some(problem) = advice::other_log(&log, swf) {
        return Err(problem.into());
    }
    log.notes()
        .iter()
        .for_each(|text| say::warning(&format!("{}: {text}", log.name)));
    if let Some(named) = &swf.details_path {
        attach_details(&mut log, named, swf.details_sha256.as_deref(), given)?;
    }
    Ok(Some(Arc::new(log)))
}

/// Reads the table of what the log does not tell of its jobs; it is found like the log.
fn attach_details(
    log: &mut Log,
    named: &str,
    sha256: Option<&str>,
    given: &Given,
) -> Result<(), Failure> {
    let at = |problem: Problem| Problem {
        place: format!("workload.details_path: {}", problem.place),
        ..problem
    };
    let found = given.logs.find(Path::new(named), given.folder.as_deref());
    let path = found.unwrap_or_else(|| named.into());
    let place = standard_input::shown(&path);
    new_file::protect(&path).map_err(at)?;
    let mut file: Box<dyn Read> = match standard_input::is_named(&path) {
        true => Box::new(standard_input::take().map_err(at)?),
        false => Box::new(File::open(&path).map_err(|error| {
            at(Problem::new(
                &place,
                format!("cannot be read: {error}"),
                "a table of comma-separated values",
                format!("Check the path. {}", logs::remedy()),
            ))
        })?),
    };
    let details = Details::read(&place, &mut file).map_err(at)?;
    if sha256.is_some_and(|sha256| !sha256.eq_ignore_ascii_case(&details.sha256)) {
        return Err(at(Problem::new(
            &place,
            format!(
                "is another file than the scenario was made with: its SHA-256 is {}",
                details.sha256
            ),
            format!("SHA-256 {}", sha256.unwrap_or_default()),
            "Give that file, or leave details_sha256 out to run with this one",
        ))
        .into());
    }
    let notes = log.attach(&details).map_err(at)?;
    notes
        .iter()
        .for_each(|text| say::note(&format!("{place}: {text}")));
    Ok(())
}

/// Jobs of the log, as plans want to know.
pub fn jobs(log: Option<&Arc<Log>>) -> u64 {
    log.map_or(0, |log| log.records().len() as u64)
}
