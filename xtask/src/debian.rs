//! Debian packages, for checks that need programs which cargo and npm do not provide.

use std::path::Path;
use std::process::Command;

use crate::process::{Outcome, answer, find, run};

/// Installs the given Debian packages whose program (of the same name) is missing.
///
/// # Errors
/// If a program is still missing afterwards.
pub fn install_missing(packages: &[&str]) -> Outcome {
    let missing = |package: &&&str| find(package).is_none();
    let wanted: Vec<&str> = packages.iter().filter(missing).copied().collect();
    if !wanted.is_empty() {
        install(&wanted)?;
    }
    match wanted.iter().find(|package| find(package).is_none()) {
        None => Ok(()),
        Some(package) => Err(format!("{package} is not installed; on Debian: apt-get install {package}")),
    }
}

/// Installs Debian packages if the user is root and the system is Debian; otherwise does nothing.
pub fn install(packages: &[&str]) -> Outcome {
    if !is_root() || !Path::new("/etc/debian_version").exists() || find("apt-get").is_none() {
        return Ok(());
    }
    println!("Installing {}", packages.join(", "));
    apt(&["update"])?;
    let install = ["install", "--yes", "--no-install-recommends"];
    apt(&[&install, packages].concat())
}

fn apt(arguments: &[&str]) -> Outcome {
    run(Command::new("apt-get").args(arguments).env("DEBIAN_FRONTEND", "noninteractive"))
}

fn is_root() -> bool {
    answer(Command::new("id").arg("-u")).as_deref() == Some("0")
}
