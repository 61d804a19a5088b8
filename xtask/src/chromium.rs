//! A Chromium to test the page with: found, or installed where that needs no password.

use std::env;
use std::path::PathBuf;
use std::process::Command;

use crate::debian;
use crate::process::{Outcome, answer, find};

const NAMES: [&str; 5] = [
    "chromium",
    "chromium-browser",
    "google-chrome-stable",
    "google-chrome",
    "chrome",
];
const PLACES: [&str; 2] = [
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
];

/// `$CHROMIUM`, or else a Chromium or Chrome of this machine.
pub fn find_one() -> Outcome<Option<PathBuf>> {
    if let Some(named) = env::var_os("CHROMIUM").filter(|value| !value.is_empty()) {
        let path = PathBuf::from(named);
        return match path.is_file() {
            true => Ok(Some(path)),
            false => Err(format!(
                "CHROMIUM names {}, which is no file",
                path.display()
            )),
        };
    }
    let placed = || PLACES.iter().map(PathBuf::from).find(|path| path.is_file());
    // Ubuntu's package is a wrapper around snap that fails where there is no snap: only one that answers counts.
    let works = |path: &PathBuf| answer(Command::new(path).arg("--version")).is_some();
    Ok(NAMES
        .into_iter()
        .filter_map(find)
        .find(works)
        .or_else(placed))
}

/// As [`find_one`], installing Debian's package when we are root; otherwise says what to install.
pub fn ensure() -> Outcome<PathBuf> {
    if let Some(chromium) = find_one()? {
        return Ok(chromium);
    }
    debian::install(&["chromium", "fonts-dejavu-core"])?;
    find_one()?.ok_or_else(|| REMEDY.to_owned())
}

const REMEDY: &str = "no Chromium or Chrome was found for the browser tests. Install one:
  Debian           apt-get install chromium     (as root; this command does it by itself as root)
  Ubuntu           snap install chromium
  Fedora           dnf install chromium
  macOS            brew install --cask chromium
or let the variable CHROMIUM name the browser's program: CHROMIUM=/path/to/chrome cargo xtask test";
