//! External programs: their command lines are printed before they run, they have no standard input, and errors name
//! them.

use std::env;
use std::io;
use std::path::PathBuf;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

/// A result; an error is a sentence for a person.
pub type Outcome<T = ()> = Result<T, String>;

/// Time at which programs started by [`run`] are killed.
static DEADLINE: Mutex<Option<Instant>> = Mutex::new(None);
/// True if programs started by [`run`] try all test cases.
static ALL: AtomicBool = AtomicBool::new(false);
/// Seed of the cases that proptest draws, unless all cases are tried: a change is then judged by the same cases as the
/// change before it. With all cases, and by `cargo test`, other cases are drawn each time.
const SEED: (&str, &str) = ("PROPTEST_RNG_SEED", "1999");
/// Interval between checks whether a program has ended.
const LOOK: Duration = Duration::from_millis(20);

/// Sets a time limit for all programs together that are started from now on, or removes the limit. A program that still
/// runs at the limit is killed and fails.
pub fn limit(time: Option<Duration>) {
    if let Ok(mut deadline) = DEADLINE.lock() {
        *deadline = time.map(|time| Instant::now() + time);
    }
}

/// Makes tests run all cases, which takes hours, instead of every fifth case, and draw new random ones.
pub fn try_all() {
    ALL.store(true, Ordering::Relaxed);
}

/// Prints the command line, then runs the command. Its output goes to the output of this process.
pub fn run(command: &mut Command) -> Outcome {
    let line = shown(command);
    println!("$ {line}");
    if unattended() {
        lead_a_group(command);
    }
    if ALL.load(Ordering::Relaxed) {
        command.env("METASCHED_FULL", "1");
    } else if env::var_os(SEED.0).is_none() {
        command.env(SEED.0, SEED.1);
    }
    let deadline = DEADLINE.lock().ok().and_then(|deadline| *deadline);
    let child = command.stdin(Stdio::null()).spawn();
    match child.and_then(|child| ended(child, deadline)) {
        Ok(Some(status)) if status.success() => Ok(()),
        Ok(Some(status)) => Err(format!("`{line}` ended with {status}")),
        Ok(None) => Err(format!("`{line}` did not end in the time it may take and was killed")),
        Err(error) => Err(format!("`{line}` did not start: {error}")),
    }
}

/// Waits until a program ends. At the deadline, kills the program; in CI, also its child processes.
fn ended(mut child: Child, deadline: Option<Instant>) -> io::Result<Option<ExitStatus>> {
    let Some(deadline) = deadline else {
        return child.wait().map(Some);
    };
    while Instant::now() < deadline {
        if let Some(status) = child.try_wait()? {
            return Ok(Some(status));
        }
        thread::sleep(LOOK);
    }
    if unattended() {
        let group = format!("-{}", child.id());
        let _ = Command::new("kill").args(["-KILL", "--", &group]).status();
    }
    child.kill()?;
    child.wait()?;
    Ok(None)
}

/// True in CI, where no user can press Ctrl-C. A program then leads its own process group, so that it can be killed
/// with its children.
fn unattended() -> bool {
    env::var_os("CI").is_some()
}

#[cfg(unix)]
fn lead_a_group(command: &mut Command) {
    std::os::unix::process::CommandExt::process_group(command, 0);
}

#[cfg(not(unix))]
fn lead_a_group(_: &mut Command) {}

/// Runs the command silently; returns its trimmed standard output, or `None` if it fails or does not exist.
pub fn answer(command: &mut Command) -> Option<String> {
    let output = command.stdin(Stdio::null()).stderr(Stdio::null()).output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    output.status.success().then(|| text.trim().to_owned())
}

/// Runs the command silently; returns its standard output, or an error with its standard error.
pub fn printed(command: &mut Command) -> Outcome<String> {
    let line = shown(command);
    let output = command.stdin(Stdio::null()).output().map_err(|error| format!("`{line}` did not start: {error}"))?;
    match output.status.success() {
        true => Ok(String::from_utf8_lossy(&output.stdout).into_owned()),
        false => {
            Err(format!("`{line}` ended with {}: {}", output.status, String::from_utf8_lossy(&output.stderr).trim()))
        }
    }
}

/// The cargo that runs this program.
pub fn cargo(arguments: &[&str]) -> Command {
    let mut command = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.args(arguments);
    command
}

/// Path of a program in PATH.
pub fn find(name: &str) -> Option<PathBuf> {
    let file = format!("{name}{}", env::consts::EXE_SUFFIX);
    env::split_paths(&env::var_os("PATH")?).map(|folder| folder.join(&file)).find(|path| path.is_file())
}

/// The value of PATH with these folders before all others.
pub fn path_with(folders: &[PathBuf]) -> Outcome<std::ffi::OsString> {
    let old = env::var_os("PATH").unwrap_or_default();
    env::join_paths(folders.iter().cloned().chain(env::split_paths(&old)))
        .map_err(|error| format!("a tool's folder cannot stand in PATH: {error}"))
}

/// The command as typed in a shell, with the variables set for it (except PATH, which is long).
fn shown(command: &Command) -> String {
    let variables = command.get_envs().filter(|(name, _)| *name != "PATH").filter_map(|(name, value)| {
        let value = value?.to_string_lossy().into_owned();
        Some(format!("{}={}", name.to_string_lossy(), quoted(&value)))
    });
    let program = PathBuf::from(command.get_program());
    let program = program.file_name().unwrap_or(command.get_program()).to_string_lossy().into_owned();
    let arguments = command.get_args().map(|argument| quoted(&argument.to_string_lossy()));
    variables.chain([program]).chain(arguments).collect::<Vec<_>>().join(" ")
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
        assert_eq!(shown(&command), "RUSTDOCFLAGS=\"-D warnings\" cargo doc --no-deps");
    }

    #[test]
    fn a_program_that_hangs_is_killed() {
        let sleep = |seconds: &str| Command::new("sleep").arg(seconds).spawn().unwrap();
        let soon = |ms| Some(Instant::now() + Duration::from_millis(ms));
        assert_eq!(ended(sleep("60"), soon(50)).unwrap(), None);
        assert!(ended(sleep("0"), soon(60_000)).unwrap().unwrap().success());
        assert!(ended(sleep("0"), None).unwrap().unwrap().success());
    }

    #[test]
    fn a_missing_program_is_named() {
        let problem = run(&mut Command::new("no-such-program-anywhere")).unwrap_err();
        assert!(problem.contains("`no-such-program-anywhere` did not start"), "{problem}");
        assert_eq!(answer(&mut Command::new("no-such-program-anywhere")), None);
    }
}
