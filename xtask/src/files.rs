//! Files and folders of tasks, with errors that name the place.

use std::fs;
use std::path::Path;

use crate::process::Outcome;

/// An empty folder, whatever was there.
pub fn emptied(folder: &Path) -> Outcome {
    let explain = |error: std::io::Error| format!("{}: {error}", folder.display());
    if folder.exists() {
        fs::remove_dir_all(folder).map_err(explain)?;
    }
    fs::create_dir_all(folder).map_err(explain)
}

/// Copies a file; its folder is made if it is missing.
pub fn copy(from: &Path, to: &Path) -> Outcome {
    let explain = |error: std::io::Error| format!("{} to {}: {error}", from.display(), to.display());
    if let Some(folder) = to.parent() {
        fs::create_dir_all(folder).map_err(explain)?;
    }
    fs::copy(from, to).map(drop).map_err(explain)
}
