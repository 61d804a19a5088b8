//! Builds the native program, and reads its JSON output.

use std::env;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

use crate::process::{Outcome, cargo, printed, run};
use crate::{project, tools};

/// Builds the optimized program, and returns its path.
pub fn build() -> Outcome<PathBuf> {
    run(cargo(&["build", "--release", "--package=metasched"]).current_dir(project::root()))?;
    Ok(project::target().join("release").join(format!("metasched{}", env::consts::EXE_SUFFIX)))
}

/// Builds the optimized program for another target, and returns its path.
pub fn build_for(target: &str) -> Outcome<PathBuf> {
    tools::target(target)?;
    let mut build = cargo(&["build", "--release", "--package=metasched", "--target", target]);
    run(linked(&mut build, target).current_dir(project::root()))?;
    Ok(project::target().join(target).join("release").join("metasched"))
}

/// Sets the linker of a command for musl: the linker in Rust's toolchain, which supports every processor.
pub fn linked<'c>(command: &'c mut Command, target: &str) -> &'c mut Command {
    if target.ends_with("-musl") {
        let variable = format!("CARGO_TARGET_{}_LINKER", target.to_uppercase().replace('-', "_"));
        command.env(variable, "rust-lld");
    }
    command
}

/// Standard output of the program, run in the root of the checkout.
pub fn output(native: &Path, arguments: &[&str]) -> Outcome<String> {
    let mut command = Command::new(native);
    printed(command.args(arguments).current_dir(project::root()))
}

/// JSON output of the program.
pub fn json(native: &Path, arguments: &[&str]) -> Outcome<Value> {
    let text = output(native, arguments)?;
    serde_json::from_str(&text).map_err(|error| format!("`metasched {}` printed no JSON: {error}", arguments.join(" ")))
}

/// The program's list of presets.
pub fn presets(native: &Path) -> Outcome<Vec<Value>> {
    match json(native, &["presets", "--json"])? {
        Value::Array(presets) => Ok(presets),
        other => Err(format!("the list of presets is no list: {other}")),
    }
}

/// The scenario of a preset.
pub fn preset(native: &Path, name: &str) -> Outcome<Value> {
    json(native, &["presets", name])
}

/// The command that simulates all points of the scenario: `run` without a sweep, else `sweep`.
pub fn command_for(scenario: &Value) -> &'static str {
    match scenario["experiment"]["sweep"].as_array() {
        Some(sweeps) if sweeps.is_empty() => "run",
        _ => "sweep",
    }
}
