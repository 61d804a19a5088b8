//! Other programs: shown before they run, without standard input, and named in the error when they fail.

use std::env;
use std::path::PathBuf;
use std::process::{Command, Stdio};

/// What can go wrong here is for a person to read, so an error is its sentence.
pub type Outcome<T = ()> = Result<T, String>;

/// Shows the command line, then runs it with its output on ours.
pub fn run(command: &mut Command) -> Outcome {
    let line = shown(command);
    println!("$ {line}");
    match command.stdin(Stdio::null()).status() {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(format!("`{line}` ended with {status}")),
        Err(error) => Err(format!("`{line}` did not start: {error}")),
    }
}

/// Runs the command silently; its trimmed standard output, or `None` where it fails or does not exist.
pub fn answer(command: &mut Command) -> Option<String> {
    let output = command
        .stdin(Stdio::null())
        .stderr(Stdio::null())
        .output()
        .ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    output.status.success().then(|| text.trim().to_owned())
}

/// Runs the command silently; its standard output, or an error with what it said of its failure.
pub fn printed(command: &mut Command) -> Outcome<String> {
    let line = shown(command);
    let output = command
        .stdin(Stdio::null())
        .output()
        .map_err(|error| format!("`{line}` did not start: {error}"))?;
    match output.status.success() {
        true => Ok(String::from_utf8_lossy(&output.stdout).into_owned()),
        false => Err(format!(
            "`{line}` ended with {}: {}",
            output.status,
            String::from_utf8_lossy(&output.stderr).trim()
        )),
    }
}

/// The cargo that runs us.
pub fn cargo(arguments: &[&str]) -> Command {
    let mut command = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.args(arguments);
    command
}

/// Where PATH has a program of this name.
pub fn find(name: &str) -> Option<PathBuf> {
    let file = format!("{name}{}", env::consts::EXE_SUFFIX);
    env::split_paths(&env::var_os("PATH")?)
        .map(|folder| folder.join(&file))
        .find(|path| path.is_file())
}

/// PATH with these folders before all others.
pub fn path_with(folders: &[PathBuf]) -> Outcome<std::ffi::OsString> {
    let old = env::var_os("PATH").unwrap_or_default();
    env::join_paths(folders.iter().cloned().chain(env::split_paths(&old)))
        .map_err(|error| format!("a tool's folder cannot stand in PATH: {error}"))
}

/// The command as one would type it, with the variables set for it (but PATH, which is long).
fn shown(command: &Command) -> String {
    let variables = command
        .get_envs()
        .filter(|(name, _)| *name != "PATH")
        .filter_map(|(name, value)| {
            let value = value?.to_string_lossy().into_owned();
            Some(format!("{}={}", name.to_string_lossy(), quoted(&value)))
        });
    let program = PathBuf::from(command.get_program());
    let program = program
        .file_name()
        .unwrap_or(command.get_program())
        .to_string_lossy()
        .into_owned();
    let arguments = command
        .get_args()
        .map(|argument| quoted(&argument.to_string_lossy()));
    variables
        .chain([program])
        .chain(arguments)
        .collect::<Vec<_>>()
        .join(" ")
}

fn quoted(word: &str) -> String {
    match word.is_empty() || word.contains(char::is_whitespace) {
        true => format!("\"{word}\""),
        false => word.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_is_shown_as_one_would_type_it() {
        let mut command = Command::new("/usr/bin/cargo");
        command
            .args(["doc", "--no-deps"])
            .env("RUSTDOCFLAGS", "-D warnings")
            .env("PATH", "/bin")
            .env_remove("NO_COLOR");
        assert_eq!(
            shown(&command),
            "RUSTDOCFLAGS=\"-D warnings\" cargo doc --no-deps"
        );
    }

    #[test]
    fn a_missing_program_is_named() {
        let problem = run(&mut Command::new("no-such-program-anywhere")).unwrap_err();
        assert!(
            problem.contains("`no-such-program-anywhere` did not start"),
            "{problem}"
        );
        assert_eq!(answer(&mut Command::new("no-such-program-anywhere")), None);
    }
}
