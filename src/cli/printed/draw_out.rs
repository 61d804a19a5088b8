//! `--draw-out`: the draw of a run as files in a folder.

use crate::cli::printed::failure::Failure;
use crate::cli::printed::new_file::NewFile;
use crate::cli::printed::say;
use crate::export::draw;
use crate::export::schedule::{computer, conversion};
use crate::scenario::Scenario;
use std::fs;
use std::io::Write;
use std::path::Path;

/// Writes the first replication of a scenario.
///
/// # Errors
/// If it cannot be drawn or written.
pub fn write(folder: &Path, scenario: &Scenario) -> Result<(), Failure> {
    let computer = computer(&scenario.workload, None);
    let files = draw::files(scenario, &computer, &conversion())?;
    let unwritable = |path: &Path, error| Failure::unwritable(&path.display().to_string(), &error);
    fs::create_dir_all(folder).map_err(|error| unwritable(folder, error))?;
    for own in &files {
        let path = folder.join(own.name);
        let mut file = NewFile::create(&path)?;
        file.write_all(own.text.as_bytes())
            .map_err(|error| unwritable(&path, error))?;
        file.finish()?;
    }
    let names: Vec<&str> = files.iter().map(|own| own.name).collect();
    say::note(&format!(
        "Wrote {} to {}",
        names.join(", "),
        folder.display()
    ));
    Ok(())
}
