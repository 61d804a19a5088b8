//! Operations on files and folders, with errors that name the path.

use std::fs;
use std::path::{Path, PathBuf};

use sha2::{Digest, Sha256};

use crate::process::Outcome;

/// Creates an empty folder; deletes its old content.
pub fn emptied(folder: &Path) -> Outcome {
    let explain = |error: std::io::Error| format!("{}: {error}", folder.display());
    if folder.exists() {
        fs::remove_dir_all(folder).map_err(explain)?;
    }
    fs::create_dir_all(folder).map_err(explain)
}

/// Copies a file; its folder is created if missing.
pub fn copy(from: &Path, to: &Path) -> Outcome {
    let explain = |error: std::io::Error| format!("{} to {}: {error}", from.display(), to.display());
    if let Some(folder) = to.parent() {
        fs::create_dir_all(folder).map_err(explain)?;
    }
    fs::copy(from, to).map(drop).map_err(explain)
}

/// [`copy`] that keeps the time of the last change, which cargo compares.
pub fn copy_with_time(from: &Path, to: &Path) -> Outcome {
    copy(from, to)?;
    let explain = |error: std::io::Error| format!("{}: {error}", to.display());
    let time = fs::metadata(from).and_then(|about| about.modified()).map_err(explain)?;
    let opened = fs::File::options().write(true).open(to);
    opened.and_then(|file| file.set_modified(time)).map_err(explain)
}

/// SHA-256 of a file, in hexadecimal digits.
pub fn sum(file: &Path) -> Outcome<String> {
    let bytes = fs::read(file).map_err(|error| format!("{}: {error}", file.display()))?;
    Ok(Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect())
}

/// All files of a folder and its sub-folders: relative paths with `/`, sorted.
pub fn all(folder: &Path) -> Outcome<Vec<String>> {
    let mut found = Vec::new();
    let mut open: Vec<PathBuf> = vec![folder.to_owned()];
    while let Some(current) = open.pop() {
        let explain = |error: std::io::Error| format!("{}: {error}", current.display());
        for entry in fs::read_dir(&current).map_err(explain)? {
            let path = entry.map_err(explain)?.path();
            if path.is_dir() {
                open.push(path);
            } else if let Ok(relative) = path.strip_prefix(folder) {
                let parts: Vec<_> = relative.iter().map(|part| part.to_string_lossy()).collect();
                found.push(parts.join("/"));
            }
        }
    }
    found.sort();
    Ok(found)
}
