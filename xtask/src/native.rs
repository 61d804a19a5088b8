//! The native program.

use std::env;
use std::path::PathBuf;

use crate::process::{Outcome, cargo, run};
use crate::project;

/// Builds it, optimized, and says where it is.
pub fn build() -> Outcome<PathBuf> {
    run(cargo(&["build", "--release", "--package=metasched"]).current_dir(project::root()))?;
    Ok(project::target()
        .join("release")
        .join(format!("metasched{}", env::consts::EXE_SUFFIX)))
}
