//! The log of a scenario: found, read, and checked against the digest in the scenario.

use crate::base::problem::Problem;
use crate::cli::input::log_file::read_log;
use crate::cli::session::{Failure, Messages, Session, is_standard_input};
use crate::logs::{Log, doubts};
use crate::scenario::{Scenario, Swf, advice, of_log};
use clap::Args;
use clap::builder::{PathBufValueParser, TypedValueParser};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The environment variable that names a folder of logs.
pub const VARIABLE: &str = "METASCHED_LOGS";

/// Folder of logs for developers, relative to the checkout (see CONTRIBUTING.md).
const BESIDE_THE_CHECKOUT: &str = "../shared/data/swf";

/// A folder of logs.
#[derive(Args, Clone, Debug, Default)]
pub struct Logs {
    /// Look for job logs in this folder too, also with .gz or .xz added to their names.
    ///
    /// A log is looked for by its path from the current folder, in the scenario's folder, in this folder, and in the
    /// folder of the variable METASCHED_LOGS. A log named - is standard input.
    #[arg(long = "logs", value_name = "DIR", value_parser = PathBufValueParser::new().try_map(existing))]
    folder: Option<PathBuf>,
}

/// Advice for a log that is not found.
pub fn remedy() -> String {
    let named = std::env::var_os(VARIABLE).map(PathBuf::from);
    match named.filter(|folder| !folder.is_dir()) {
        Some(folder) => {
            format!("Name the folder it is in by --logs; {VARIABLE} names {}, where no folder is.", folder.display())
        }
        None => format!("Name the folder it is in by --logs or in the variable {VARIABLE}."),
    }
}

/// Checks that the folder exists, so that a wrong name is reported before the simulation.
fn existing(folder: PathBuf) -> Result<PathBuf, &'static str> {
    match folder.is_dir() {
        true => Ok(folder),
        false => Err("there is no such folder. Allowed: the folder that holds the logs. Check the path"),
    }
}

impl Logs {
    /// The path of the log `named` for a scenario in the folder `beside`; `None` if no such file is found.
    pub fn find(&self, named: &Path, beside: Option<&Path>) -> Option<PathBuf> {
        let of_variable = std::env::var_os(VARIABLE).map(PathBuf::from);
        self.find_in(of_variable.as_deref(), named, beside)
    }

    /// Like `find`, but with the value of the environment variable as an argument.
    fn find_in(&self, of_variable: Option<&Path>, named: &Path, beside: Option<&Path>) -> Option<PathBuf> {
        if is_standard_input(named) {
            return None;
        }
        let here = named.to_owned();
        let beside = beside.map(|folder| folder.join(named));
        let given = std::iter::once(here).chain(beside);
        let of_variable = of_variable.filter(|folder| !folder.as_os_str().is_empty());
        let in_checkout = Path::new("xtask/Cargo.toml").is_file();
        let of_checkout = in_checkout.then_some(Path::new(BESIDE_THE_CHECKOUT));
        let folders = [self.folder.as_deref(), of_variable, of_checkout];
        let folders = folders.into_iter().flatten();
        let name = Path::new(named.file_name()?);
        let bare = match name.extension().and_then(|kind| kind.to_str()) {
            Some("gz" | "xz") => name.with_extension(""),
            _ => name.to_owned(),
        };
        let kinds = ["", ".gz", ".xz"].map(|kind| {
            let mut file = bare.clone().into_os_string();
            file.push(kind);
            file
        });
        let mut all = given.chain(folders.flat_map(|folder| {
            let own = std::iter::once(folder.join(name));
            own.chain(kinds.iter().map(|kind| folder.join(kind)))
        }));
        all.find(|path| path.exists())
    }
}

/// Warns of doubtful settings in a scenario and its log.
pub fn advise(messages: Messages, scenario: &Scenario, log: Option<&Log>) {
    let homes = log.and_then(|log| advice::homes(log, scenario));
    homes.iter().for_each(|homes| messages.note(&format!("Home clusters: {homes}")));
    let of_log = log.map_or_else(Vec::new, |log| advice::about_log(log, scenario));
    let all = advice::about_settings(scenario).into_iter().chain(of_log);
    all.for_each(|problem| messages.warning(&problem.to_string()));
}

/// Finds the log of a scenario and protects it from being overwritten. Does not read the log, because reading may take
/// a while.
///
/// # Errors
/// If standard output is redirected to the log.
pub fn named<'s>(
    session: &mut Session,
    scenario: &'s Scenario,
    logs: &Logs,
    folder: Option<&Path>,
) -> Result<Named<'s>, Failure> {
    let Some(swf) = scenario.workload.of::<Swf>() else {
        return Ok(Named { scenario, file: None });
    };
    let path = Path::new(&swf.path);
    let found = logs.find(path, folder);
    session.read(found.as_deref().unwrap_or(path))?;
    Ok(Named { scenario, file: Some((swf, found)) })
}

/// A scenario and the path of its log, which has not been read yet.
pub struct Named<'s> {
    scenario: &'s Scenario,
    /// The settings about the log in the scenario, and the path of the log if it was found.
    file: Option<(&'s Swf, Option<PathBuf>)>,
}

impl Named<'_> {
    /// Reads the log, and warns of doubtful settings. `None` if the workload is no log.
    ///
    /// # Errors
    /// If the log has no usable job, or is not the log that the scenario was made with.
    pub fn read(self, session: &mut Session) -> Result<Option<Arc<Log>>, Failure> {
        let scenario = self.scenario;
        let log = self.read_alone(session)?;
        advise(session.messages, scenario, log.as_deref());
        Ok(log)
    }

    /// Reads the log without warnings about the scenario, because the scenario will be changed afterwards.
    ///
    /// # Errors
    /// Same errors as [`Named::read`].
    pub fn read_alone(self, session: &mut Session) -> Result<Option<Arc<Log>>, Failure> {
        let scenario = self.scenario;
        let Some((swf, found)) = self.file else {
            return Ok(None);
        };
        let named = Path::new(&swf.path);
        let reading = of_log::reading(scenario).transpose()?.unwrap_or_default();
        let log = read_log(session, found.as_deref().unwrap_or(named), reading).map_err(|refusal| {
            refusal.said(|problem| Problem {
                place: format!("workload.path: {}", problem.place),
                remedy: match found.is_some() || is_standard_input(named) {
                    true => problem.remedy,
                    false => format!("{} {}", problem.remedy, remedy()),
                },
                ..problem
            })
        })?;
        if let Some(problem) = advice::other_log(&log, swf) {
            return Err(problem.into());
        }
        log.notes()
            .iter()
            .chain(&doubts(&log))
            .for_each(|text| session.messages.warning(&format!("{}: {text}", log.name)));
        Ok(Some(Arc::new(log)))
    }
}

/// Number of records in the log, used for plans; 0 if there is no log.
pub fn jobs(log: Option<&Arc<Log>>) -> u64 {
    log.map_or(0, |log| log.records().len() as u64)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn logs_are_found_by_name_and_kind() {
        let folder = std::env::temp_dir().join(format!("metasched-find-{}", std::process::id()));
        let (own, beside) = (folder.join("own"), folder.join("beside"));
        for folder in [&own, &beside] {
            fs::create_dir_all(folder).unwrap();
        }
        for file in ["own/a.swf.gz", "own/b.swf", "beside/b.swf"] {
            fs::write(folder.join(file), "").unwrap();
        }
        let logs = Logs { folder: Some(own.clone()) };
        let find = |named: &str| logs.find_in(None, Path::new(named), Some(&beside));
        assert_eq!(find("a.swf.xz"), Some(own.join("a.swf.gz")));
        assert_eq!(find("elsewhere/a.swf"), Some(own.join("a.swf.gz")));
        assert_eq!(find("b.swf"), Some(beside.join("b.swf")));
        assert_eq!(find("b.swf.gz"), Some(own.join("b.swf")));
        assert_eq!(find("c.swf"), None);
        assert_eq!(find(""), None);
        assert_eq!(find("-"), None);
        // The folder of `--logs` is searched before the folder of the environment variable.
        let by_variable = |named: &str| {
            let elsewhere = Some(Path::new("no/such/folder"));
            logs.find_in(Some(&beside), Path::new(named), elsewhere)
        };
        assert_eq!(by_variable("b.swf"), Some(own.join("b.swf")));
        fs::write(folder.join("beside/c.swf.xz"), "").unwrap();
        assert_eq!(by_variable("c.swf"), Some(beside.join("c.swf.xz")));
        fs::remove_dir_all(&folder).unwrap();
    }
}
