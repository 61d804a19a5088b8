//! Progress of long commands that run in parallel: a command prints one line per tenth of its work, because two
//! progress bars in one terminal would disturb each other.

use std::io::Read;
use std::process::{Command, Stdio};

use crate::process::Outcome;

/// Runs a cargo command and prints its progress, prefixed with `name`; prints all its output if it fails.
pub fn watched(name: &str, command: &mut Command) -> Outcome {
    let mut child = command
        .env("CARGO_TERM_PROGRESS_WHEN", "always")
        .env("CARGO_TERM_PROGRESS_WIDTH", "80")
        .env("CARGO_TERM_COLOR", "never")
        .stdin(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .map_err(|error| format!("{name} cannot be built: {error}"))?;
    let mut said = String::new();
    if let Some(stream) = child.stderr.take() {
        let mut tenths = 0;
        let mut line = Vec::new();
        for byte in std::io::BufReader::new(stream).bytes().map_while(Result::ok) {
            if byte != b'\r' && byte != b'\n' {
                line.push(byte);
                continue;
            }
            let text = String::from_utf8_lossy(&line).into_owned();
            line.clear();
            match done(&text) {
                Some((done, all)) if 10 * done / all > tenths => {
                    tenths = 10 * done / all;
                    println!("{name}: {done} of {all} crates");
                }
                Some(_) => {}
                None => said.extend([text.trim_end(), "\n"]),
            }
        }
    }
    let status = child.wait().map_err(|error| format!("{name} cannot be built: {error}"))?;
    match status.success() {
        true => Ok(()),
        false => Err(format!("building {name} ended with {status}:\n{said}")),
    }
}

/// Parses cargo's progress bar: "Building [====>   ] 12/380: serde, syn".
fn done(line: &str) -> Option<(u32, u32)> {
    let (_, after) = line.trim_start().strip_prefix("Building [")?.split_once(']')?;
    let (done, all) = after.split(':').next()?.trim().split_once('/')?;
    let (done, all) = (done.parse().ok()?, all.parse().ok()?);
    (all > 0).then_some((done, all))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bar_is_read_and_nothing_else() {
        assert_eq!(done("    Building [===>      ] 12/380: serde, syn"), Some((12, 380)));
        assert_eq!(done("   Compiling serde v1.0.0"), None);
        assert_eq!(done("    Building [===>      ] 12/0"), None);
        assert_eq!(done("    Updating crates.io index"), None);
    }

    #[test]
    fn a_failure_says_what_the_command_said() {
        let mut command = Command::new("sh");
        command.args(["-c", "echo 'error: no such crate' >&2; exit 3"]);
        let problem = watched("tool", &mut command).unwrap_err();
        assert!(problem.contains("building tool ended with") && problem.contains("no such crate"), "{problem}");
    }
}
