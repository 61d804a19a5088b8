//! The log that a scenario names: found, read, and checked to be the one the scenario was made with.

use crate::base::problem::Problem;
use crate::cli::input::log_file::read_log;
use crate::cli::input::source::Given;
use crate::cli::input::{logs, standard_input};
use crate::cli::printed::failure::Failure;
use crate::cli::printed::{own_files, say};
use crate::scenario::{Scenario, Swf, Workload, advice};
use crate::workload::swf::Log;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Says what a person should know of a scenario and of its log.
pub fn advise(scenario: &Scenario, log: Option<&Log>) {
    let of_log = log.map_or_else(Vec::new, |log| advice::about_log(log, scenario));
    let all = advice::about_settings(scenario).into_iter().chain(of_log);
    all.for_each(|problem| say::warning(&problem.to_string()));
}

/// The log of the scenario, if its workload is one: [found](super::logs::Logs::find), and the one that it was made with.
///
/// # Errors
/// If there is not one usable job in it, or it is not the log that the scenario describes.
pub fn of(given: &Given) -> Result<Option<Arc<Log>>, Failure> {
    named(given)?.read()
}

/// The log of a scenario before it is read, which may take a while: so much is checked at once, and no output is written over it.
///
/// # Errors
/// If what is printed goes to the log.
pub fn named(given: &Given) -> Result<Named<'_>, Failure> {
    let scenario = &given.scenario;
    let Workload::Swf(swf) = &scenario.workload else {
        return Ok(Named { scenario, files: None });
    };
    let path = Path::new(&swf.path);
    let found = given.logs.find(path, given.folder.as_deref());
    own_files::protect(found.as_deref().unwrap_or(path))?;
    Ok(Named { scenario, files: Some(Files { swf, found }) })
}

/// A scenario whose log can be read, if its workload is one.
pub struct Named<'g> {
    scenario: &'g Scenario,
    files: Option<Files<'g>>,
}

struct Files<'g> {
    swf: &'g Swf,
    /// The log, if it is anywhere.
    found: Option<PathBuf>,
}

impl Named<'_> {
    /// Reads it, and says what a person should know of it and of its scenario.
    ///
    /// # Errors
    /// As those of [`of`].
    pub fn read(self) -> Result<Option<Arc<Log>>, Failure> {
        let scenario = self.scenario;
        let log = self.read_alone()?;
        advise(scenario, log.as_deref());
        Ok(log)
    }

    /// Reads it, for a scenario that is yet to change with it.
    ///
    /// # Errors
    /// As those of [`of`].
    pub fn read_alone(self) -> Result<Option<Arc<Log>>, Failure> {
        let log = self.files.map(Files::read).transpose()?;
        Ok(log.map(Arc::new))
    }
}

impl Files<'_> {
    fn read(self) -> Result<Log, Failure> {
        let swf = self.swf;
        let named = Path::new(&swf.path);
        let path = self.found.as_deref().unwrap_or(named);
        let log = read_log(path).map_err(|refusal| {
            refusal.said(|problem| Problem {
                place: format!("workload.path: {}", problem.place),
                remedy: match self.found {
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
        log.notes().iter().for_each(|text| say::warning(&format!("{}: {text}", log.name)));
        Ok(log)
    }
}

/// Jobs of the log, as plans want to know.
pub fn jobs(log: Option<&Arc<Log>>) -> u64 {
    log.map_or(0, |log| log.records().len() as u64)
}
