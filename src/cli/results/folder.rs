//! A folder of results. Each process that computes tasks writes its own file in the folder. When a process starts, it
//! reads the files of all other processes.

use super::own_file::{EXTENSION, OwnFile};
use super::read::{self, Place};
use crate::base::problem::Problem;
use crate::cli::session::{Failure, Session};
use crate::experiment::TaskResult;
use crate::experiment::stored;
use crate::words::number::counted;
use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

/// A folder of results.
#[derive(Debug)]
pub struct ResultsFolder {
    path: PathBuf,
    /// Paths of the files that existed when the folder was opened.
    files: Vec<PathBuf>,
    /// For each key of a task with a result: index of the file, and position of the line in the file.
    known: BTreeMap<String, (usize, Place)>,
    /// The results file of this process, created when the first result is stored.
    own: Mutex<Option<OwnFile>>,
}

impl ResultsFolder {
    /// Indexes the results in a folder, which is created if it does not exist.
    ///
    /// # Errors
    /// If the folder cannot be created or read, or has results that cannot be combined with results of this program.
    pub fn open(session: &Session, path: &Path) -> Result<ResultsFolder, Failure> {
        let files = files(path)?;
        let mut known = BTreeMap::new();
        let mut damaged = 0;
        for (at, file) in files.iter().enumerate() {
            session.assert_unwritten(file)?;
            let mut places = BTreeMap::new();
            damaged += read::places(session.messages, file, &mut places)?;
            for (key, place) in places {
                known.entry(key).or_insert((at, place));
            }
        }
        if damaged > 0 {
            session.messages.note(&format!(
                "{}: {} torn or damaged, and not read",
                path.display(),
                match damaged {
                    1 => "1 line is".to_owned(),
                    _ => format!("{} are", counted(damaged, "line")),
                }
            ));
        }
        Ok(ResultsFolder { path: path.to_owned(), files, known, own: Mutex::default() })
    }

    /// The path.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The stored result of a task, if it existed when the folder was opened.
    pub fn result(&self, key: &str) -> Option<TaskResult> {
        let (file, place) = self.known.get(key)?;
        read::result(self.files.get(*file)?, *place)
    }

    /// Creates the file of this process, so that an unwritable folder is reported before the simulation.
    ///
    /// # Errors
    /// If the file cannot be created.
    pub fn begin(&self) -> Result<(), Failure> {
        self.write(|_| Ok(()))
    }

    /// Stores the result of a task under its key.
    ///
    /// # Errors
    /// If the file of this process cannot be written.
    pub fn store(&self, key: &str, result: &TaskResult) -> Result<(), Failure> {
        let line = stored::line(key, result);
        self.write(|own| own.append(line))
    }

    /// Flushes all stored results to the disk.
    ///
    /// # Errors
    /// If the disk cannot be written.
    pub fn sync(&self) -> Result<(), Failure> {
        self.write(OwnFile::sync)
    }

    fn write(&self, write: impl FnOnce(&mut OwnFile) -> Result<(), Failure>) -> Result<(), Failure> {
        let mut own = self.own.lock().unwrap_or_else(PoisonError::into_inner);
        match &mut *own {
            Some(own) => write(own),
            None => write(own.insert(OwnFile::create(&self.path)?)),
        }
    }
}

/// The results files in a folder, sorted by name.
fn files(folder: &Path) -> Result<Vec<PathBuf>, Failure> {
    let unusable = |error: io::Error| match folder.exists() && !folder.is_dir() {
        true => {
            let remedy = "Name another folder; it is created if it does not exist";
            Problem::new(folder.display().to_string(), "is no folder", "a folder of results", remedy).into()
        }
        false => Failure::unwritable(folder.display(), &error),
    };
    fs::create_dir_all(folder).map_err(unusable)?;
    let entries = fs::read_dir(folder).and_then(Iterator::collect::<io::Result<Vec<_>>>);
    let paths = entries.map_err(unusable)?.into_iter().map(|entry| entry.path());
    let mut files: Vec<PathBuf> = paths.filter(|path| path.extension().is_some_and(|own| own == EXTENSION)).collect();
    files.sort_unstable();
    Ok(files)
}
