//! Where logs are found.

use clap::Args;
use clap::builder::{PathBufValueParser, TypedValueParser};
use std::path::{Path, PathBuf};

/// Where logs may be found that are not where they are named.
const SHARED: &str = "../shared/data/swf";

/// A folder of logs.
#[derive(Args, Clone, Debug, Default)]
pub struct Logs {
    /// Look for job logs in this folder too, with .gz, .xz or nothing behind their names.
    ///
    /// Logs are looked for as they are named, from the current folder and beside the scenario, then in this folder, then in
    /// ../shared/data/swf.
    #[arg(long = "logs", value_name = "DIR", value_parser = PathBufValueParser::new().try_map(existing))]
    folder: Option<PathBuf>,
}

/// A folder that is there, so that a wrong name is noticed before anything is simulated without its logs.
fn existing(folder: PathBuf) -> Result<PathBuf, &'static str> {
    match folder.is_dir() {
        true => Ok(folder),
        false => {
            Err("there is no such folder; allowed: the folder that holds the logs. Check the path")
        }
    }
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
