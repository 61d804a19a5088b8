//! Shared code of the studies: the native program, files of the checkout, and statistics.

pub mod statistics;

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::Value;

/// A result; an error is a sentence.
pub type Outcome<T = ()> = Result<T, String>;

/// The root of the checkout.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// The folder of real job logs: METASCHED_LOGS, or the default folder beside the checkout. It may not exist.
pub fn logs() -> PathBuf {
    env::var_os("METASCHED_LOGS").map_or_else(|| root().join("../shared/data/swf"), PathBuf::from)
}

/// The path of the program built by `cargo build --release`.
///
/// # Errors
///
/// If the program does not exist.
pub fn native() -> Outcome<PathBuf> {
    let target = env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), PathBuf::from);
    let program = target.join("release").join(format!("metasched{}", env::consts::EXE_SUFFIX));
    match program.is_file() {
        true => Ok(program),
        false => Err(format!("{} is missing: run `cargo build --release`", program.display())),
    }
}

/// Runs a command, and returns its standard output.
///
/// # Errors
///
/// If the command does not start or fails; the error contains its standard error.
pub fn printed(command: &mut Command) -> Outcome<String> {
    let output = command.stdin(Stdio::null()).output().map_err(|error| format!("{command:?}: {error}"))?;
    match output.status.success() {
        true => Ok(String::from_utf8_lossy(&output.stdout).into_owned()),
        false => Err(format!("{command:?} failed: {}", String::from_utf8_lossy(&output.stderr).trim())),
    }
}

/// The scenario of a preset.
///
/// # Errors
///
/// If the program has no such preset.
pub fn preset(native: &Path, name: &str) -> Outcome<Value> {
    let text = printed(Command::new(native).args(["presets", name]))?;
    serde_json::from_str(&text).map_err(|error| format!("preset {name}: {error}"))
}

/// Reads a text file.
///
/// # Errors
///
/// If the file cannot be read; the error names it.
pub fn read(path: &Path) -> Outcome<String> {
    fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))
}

/// Writes a file.
///
/// # Errors
///
/// If the file cannot be written; the error names it.
pub fn write(path: &Path, content: impl AsRef<[u8]>) -> Outcome {
    fs::write(path, content).map_err(|error| format!("{}: {error}", path.display()))
}

/// Processor and cores of this machine.
pub fn machine() -> String {
    let cpu = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = cpu.lines().find_map(|line| line.strip_prefix("model name\t: "));
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    format!("{}, {cores} cores", model.unwrap_or("a processor without a name"))
}
