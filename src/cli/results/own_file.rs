//! The results file of this process: whole lines, appended as tasks end. If the process is killed, the lines remain.

use crate::cli::clock::Since;
use crate::cli::session::Failure;
use crate::experiment::stored::Origin;
use std::fs::File;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Extension of results files.
pub const EXTENSION: &str = "jsonl";

/// Maximum time between two syncs to disk while lines are appended. A system crash loses only the results of about this
/// time.
const SYNCED_AFTER: Duration = Duration::from_secs(1);

/// A results file that this process writes.
#[derive(Debug)]
pub struct OwnFile {
    path: PathBuf,
    file: File,
    /// Total length of all complete lines \[bytes\].
    end: u64,
    synced: Since,
}

impl OwnFile {
    /// Creates a file with a unique random name in a folder.
    ///
    /// # Errors
    /// If no random bytes are available for the name, or the file cannot be created.
    pub fn create(folder: &Path) -> Result<OwnFile, Failure> {
        let unwritable = |error: io::Error| Failure::unwritable(folder.display(), &error);
        let mut number = [0; 8];
        getrandom::fill(&mut number).map_err(|error| unwritable(io::Error::other(error)))?;
        let path = folder.join(format!("{:016x}.{EXTENSION}", u64::from_be_bytes(number)));
        let file = File::options().append(true).create_new(true).open(&path).map_err(unwritable)?;
        let mut own = OwnFile { path, file, end: 0, synced: Since::now() };
        own.append(Origin::here(env!("METASCHED_COMMIT")).line())?;
        // If the folder is not synced too, the file may be missing after a system crash. Not every system can sync a
        // folder.
        let _ = File::open(folder).and_then(|own| own.sync_all());
        Ok(own)
    }

    /// Appends a line, either completely or not at all.
    ///
    /// # Errors
    /// If the line cannot be written; earlier lines remain.
    pub fn append(&mut self, mut line: String) -> Result<(), Failure> {
        line.push('\n');
        if let Err(error) = self.file.write_all(line.as_bytes()) {
            let _ = self.file.set_len(self.end);
            return Err(self.unwritable(&error));
        }
        self.end += line.len() as u64;
        match self.synced.elapsed() < SYNCED_AFTER {
            true => Ok(()),
            false => self.sync(),
        }
    }

    /// Flushes all lines to the disk.
    ///
    /// # Errors
    /// If the disk cannot be written.
    pub fn sync(&mut self) -> Result<(), Failure> {
        self.file.sync_data().map_err(|error| self.unwritable(&error))?;
        self.synced = Since::now();
        Ok(())
    }

    fn unwritable(&self, error: &io::Error) -> Failure {
        Failure::unwritable(self.path.display(), error)
    }
}
