//! `--draw-out`: the draw of a run as files in a folder.

use crate::cli::printed::failure::Failure;
use crate::cli::printed::new_file::NewFile;
use crate::cli::printed::say;
use crate::export::draw::{self, DrawFile};
use crate::export::schedule::{computer, conversion};
use crate::scenario::Scenario;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

/// The draw and its files, in writing.
#[derive(Debug)]
pub struct DrawOut {
    folder: PathBuf,
    files: Vec<(DrawFile, NewFile)>,
}

impl DrawOut {
    /// Draws the first replication of a scenario, and begins its files.
    ///
    /// # Errors
    /// If it cannot be drawn, or a file cannot be created.
    pub fn begin(folder: &Path, scenario: &Scenario) -> Result<DrawOut, Failure> {
        let computer = computer(&scenario.workload, None);
        let files = draw::files(scenario, &computer, &conversion())?;
        fs::create_dir_all(folder).map_err(|error| Failure::unwritable(&folder.display().to_string(), &error))?;
        let begun = files.into_iter().map(|own| {
            let file = NewFile::create(&folder.join(own.name))?;
            Ok((own, file))
        });
        Ok(DrawOut { folder: folder.to_owned(), files: begun.collect::<Result<_, Failure>>()? })
    }

    /// Writes them.
    ///
    /// # Errors
    /// If that is not possible.
    pub fn finish(self) -> Result<(), Failure> {
        let mut names = Vec::new();
        for (own, mut file) in self.files {
            file.write_all(own.text.as_bytes()).map_err(|error| file.unwritable(&error))?;
            file.finish()?;
            names.push(own.name);
        }
        say::note(&format!("Wrote {} to {}", names.join(", "), self.folder.display()));
        Ok(())
    }
}
