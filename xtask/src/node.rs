//! The npm side of the set-up: the optimizer for wasm files and the packages of the browser tests.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::cache;
use crate::process::{Outcome, find, run};
use crate::project;

/// The wasm-opt that is known to leave the page working. (Debian's version 108 breaks it silently: the module
/// then fails to start with "Table.grow failed".)
pub const BINARYEN: &str = "132.0.0";

/// The `wasm-opt` script of [`BINARYEN`], to be run by [`node`]; `None` where there is no npm to install it with.
pub fn wasm_opt() -> Outcome<Option<PathBuf>> {
    let Some(npm) = find("npm") else {
        return Ok(None);
    };
    let cache = cache::folder()?;
    let script = "node_modules/binaryen/bin/wasm-opt";
    let place = cache::once(&cache, &format!("binaryen-{BINARYEN}"), script, |folder| {
        println!(
            "Installing binaryen {BINARYEN} (wasm-opt) by npm, once per machine, about 100 MB"
        );
        let package = format!("binaryen@{BINARYEN}");
        let mut install = quiet_npm(&npm, "install", folder);
        run(install.args(["--no-save", "--no-package-lock", &package]))
    })?;
    Ok(Some(place.join(script)))
}

/// The `node` command.
pub fn node() -> Outcome<PathBuf> {
    find("node").ok_or_else(|| format!("node is missing. {REMEDY}"))
}

/// Installs exactly the packages that tests/browser/package-lock.json names, if they are not there yet.
pub fn browser_packages() -> Outcome {
    let folder = project::browser_tests();
    let lock = project::read(&folder.join("package-lock.json"))?;
    // A copy of the lock file beside the packages says what they were installed from.
    let proof = folder.join("node_modules").join(".installed-from.json");
    if fs::read_to_string(&proof).is_ok_and(|installed| installed == lock) {
        return Ok(());
    }
    let npm = find("npm").ok_or_else(|| format!("npm is missing. {REMEDY}"))?;
    run(&mut quiet_npm(&npm, "ci", &folder))?;
    fs::write(&proof, lock).map_err(|error| format!("{}: {error}", proof.display()))
}

const REMEDY: &str = "The browser tests need Node 20 or later with npm:
  Debian, Ubuntu   apt-get install nodejs npm
  Fedora           dnf install nodejs npm
  macOS            brew install node";

/// npm without questions, advice, or programs run by the packages themselves.
fn quiet_npm(npm: &Path, subcommand: &str, folder: &Path) -> Command {
    let mut command = Command::new(npm);
    command.args([
        subcommand,
        "--ignore-scripts",
        "--no-audit",
        "--no-fund",
        "--loglevel=error",
    ]);
    command.arg("--prefix").arg(folder).current_dir(folder);
    command
}
