//! The log that a scenario names: found, read, and checked to be the one the scenario was made with.

use crate::base::problem::Problem;
use crate::cli::input::log_file::read_log;
use crate::cli::input::source::Given;
use crate::cli::printed::failure::Failure;
use crate::cli::printed::say;
use crate::scenario::Workload;
use crate::workload::swf::Log;
use clap::Args;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Where logs may be found that are not where they are named.
const SHARED: &str = "../shared/data/swf";

/// A folder of logs.
#[derive(Args, Clone, Debug, Default)]
pub struct Logs {
    /// Look for job logs in this folder too, with .gz, .xz or nothing behind their names.
    ///
    /// Logs are looked for as they are named, from the current folder and beside the scenario, then in this folder, then in
    /// ../shared/data/swf.
    #[arg(long = "logs", value_name = "DIR")]
    folder: Option<PathBuf>,
}

impl Logs {
    /// The file of the log that is `named` so, by a scenario in the folder `beside`; `None` if it is nowhere.
    pub fn find(&self, named: &Path, beside: Option<&Path>) -> Option<PathBuf> {
        let here = named.to_owned();
        let beside = beside.map(|folder| folder.join(named));
        let given = std::iter::once(here).chain(beside);
        let folders = self
            .folder
            .as_deref()
            .into_iter()
            .chain([Path::new(SHARED)]);
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

/// The log of the scenario, if its workload is one: [found](Logs::find), and the one that it was made with.
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
        let logs = Logs {
            folder: Some(own.clone()),
        };
        let find = |named: &str| logs.find(Path::new(named), Some(&beside));
        assert_eq!(find("a.swf.xz"), Some(own.join("a.swf.gz")));
        assert_eq!(find("elsewhere/a.swf"), Some(own.join("a.swf.gz")));
        assert_eq!(find("b.swf"), Some(beside.join("b.swf")));
        assert_eq!(find("b.swf.gz"), Some(own.join("b.swf")));
        assert_eq!(find("c.swf"), None);
        assert_eq!(find(""), None);
        fs::remove_dir_all(&folder).unwrap();
    }
}
