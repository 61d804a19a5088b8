//! Packages of Debian, for checks that need programs which cargo and npm do not have.

use std::path::Path;
use std::process::Command;

use crate::process::{Outcome, answer, find, run};

/// Installs packages of Debian, where we are root; elsewhere nothing happens.
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
    run(Command::new("apt-get")
        .args(arguments)
        .env("DEBIAN_FRONTEND", "noninteractive"))
}

fn is_root() -> bool {
    answer(Command::new("id").arg("-u")).as_deref() == Some("0")
}
