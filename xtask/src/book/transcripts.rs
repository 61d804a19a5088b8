//! Runs the commands on the pages of the handbook; their output must equal the output shown on the page.
//!
//! A block ```` ```console ```` has lines `$ COMMAND` (continued on the next line after a `\`), each followed by its
//! output. In a block ```` ```console,fails ```` the commands fail, and their error messages are shown too.
//! A block ```` ```json,NAME ```` or ```` ```python,NAME ```` is a file with this name. A line `<!-- $ COMMAND -->` is a command that readers do
//! not see, such as one that draws a picture. All commands of a page run in one folder, in order.

use std::ffi::OsString;
use std::fmt::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};

use crate::process::{Outcome, path_with};
use crate::project;

/// Handling of the commands' output.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Wanted {
    /// The output must equal the output on the page.
    Same,
    /// The output is written into the page.
    Written,
}

/// Runs the commands of a page.
trait Shell {
    /// Runs a command and returns its output. If `fails` is true, the command must fail, and the output includes its
    /// error message.
    fn run(&self, command: &str, fails: bool) -> Outcome<String>;
    /// Writes a file.
    fn file(&self, name: &str, text: &str) -> Outcome;
}

/// A shell in a folder, with the native program in its PATH.
struct Folder<'a> {
    place: &'a Path,
    path: OsString,
}

impl Shell for Folder<'_> {
    fn run(&self, command: &str, fails: bool) -> Outcome<String> {
        let output = Command::new("bash")
            .args(["-e", "-o", "pipefail", "-c", command])
            .stdin(Stdio::null())
            .current_dir(self.place)
            .env("PATH", &self.path)
            // The user's cache and preferences must not change the output.
            .env("HOME", self.place)
            .env("XDG_CACHE_HOME", self.place.join(".cache"))
            .env_remove("METASCHED_LOGS")
            .env_remove("NO_COLOR")
            .output()
            .map_err(|error| format!("bash, for `{command}`, did not start: {error}"))?;
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        match (output.status.success(), fails) {
            (true, false) => Ok(text(&output.stdout)),
            (false, true) => Ok(text(&output.stdout) + &text(&output.stderr)),
            (true, true) => Err(format!("`{command}` should fail and does not")),
            (false, false) => Err(format!("`{command}` ended with {}: {}", output.status, text(&output.stderr))),
        }
    }

    fn file(&self, name: &str, text: &str) -> Outcome {
        project::write(&self.place.join(name), text)
    }
}

/// Runs the commands of a page in a folder.
pub fn hold(page: &Path, native: &Path, place: &Path, wanted: Wanted) -> Outcome {
    let text = project::read(page)?;
    let path = path_with(&[native.parent().unwrap_or(native).to_owned()])?;
    let new =
        with_outputs(&text, &Folder { place, path }).map_err(|problem| format!("{}: {problem}", page.display()))?;
    if new == text {
        return Ok(());
    }
    if wanted == Wanted::Written {
        return project::write(page, &new);
    }
    let mut lines = text.lines().zip(new.lines());
    let differing = lines.find(|(shown, now)| shown != now);
    let (shown, now) = differing.unwrap_or(("the end", "more, or less"));
    Err(format!(
        "{}: it shows {shown:?} where its command prints {now:?}; read the text beside it, then `cargo xtask book --bless`",
        page.display()
    ))
}

/// The text with the current output of its commands.
fn with_outputs(text: &str, shell: &dyn Shell) -> Outcome<String> {
    let mut new = String::new();
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        let _ = writeln!(new, "{line}");
        if let Some(hidden) = line.strip_prefix("<!-- $ ") {
            let command = hidden.strip_suffix(" -->");
            shell.run(command.ok_or_else(|| format!("{line:?} does not end in -->"))?, false)?;
        }
        let Some(kind) = line.strip_prefix("```") else {
            continue;
        };
        let block: Vec<&str> = lines.by_ref().take_while(|line| *line != "```").collect();
        let block = match kind.split_once(',') {
            None if kind == "console" => done(&block, shell, false)?,
            Some(("console", "fails")) => done(&block, shell, true)?,
            Some(("json" | "python", name)) => {
                shell.file(name, &block.join("\n"))?;
                block.join("\n")
            }
            _ => block.join("\n"),
        };
        let _ = writeln!(new, "{block}\n```");
    }
    Ok(new)
}

/// A block of commands, each with its current output.
fn done(block: &[&str], shell: &dyn Shell, fails: bool) -> Outcome<String> {
    let mut new = Vec::new();
    let mut lines = block.iter().peekable();
    while let Some(line) = lines.next() {
        let Some(first) = line.strip_prefix("$ ") else {
            return Err(format!("{line:?} stands before any command of its block"));
        };
        new.push((*line).to_owned());
        let mut command = first.to_owned();
        while command.ends_with('\\') {
            let more = lines.next().copied().unwrap_or_default();
            new.push(more.to_owned());
            command = format!("{command}\n{more}");
        }
        // Skips the old output.
        while lines.next_if(|line| !line.starts_with("$ ")).is_some() {}
        let printed = shell.run(&command, fails)?;
        new.extend(printed.trim_end().lines().map(|line| line.trim_end().to_owned()));
    }
    Ok(new.join("\n"))
}

#[cfg(test)]
mod tests {
    use super::*;

    const PAGE: &str = "# Page\n\n<!-- $ hidden -->\n```json,own.json\n{}\n```\n```console\n$ one\nold\n$ two \\\n    three\n```\n\n```sh\n$ not run\n```\n";

    /// Prints the number of words in a command; some commands fail.
    struct Words;

    impl Shell for Words {
        fn run(&self, command: &str, fails: bool) -> Outcome<String> {
            let words = command.split_whitespace().count();
            match fails || command != "wrong" {
                true => Ok(format!("{words} words  \n\nend\n\n")),
                false => Err(format!("`{command}` failed")),
            }
        }

        fn file(&self, name: &str, text: &str) -> Outcome {
            assert_eq!((name, text), ("own.json", "{}"));
            Ok(())
        }
    }

    #[test]
    fn what_commands_print_stands_below_them() {
        let new = with_outputs(PAGE, &Words).unwrap();
        assert_eq!(
            new,
            "# Page\n\n<!-- $ hidden -->\n```json,own.json\n{}\n```\n```console\n$ one\n1 words\n\nend\n$ two \\\n    three\n3 words\n\nend\n```\n\n```sh\n$ not run\n```\n"
        );
        assert_eq!(with_outputs(&new, &Words).unwrap(), new);
    }

    #[test]
    fn a_command_that_fails_is_a_problem_unless_it_should() {
        let block = |kind: &str| with_outputs(&format!("```{kind}\n$ wrong\n```\n"), &Words);
        assert_eq!(block("console").unwrap_err(), "`wrong` failed");
        assert!(block("console,fails").is_ok());
        assert!(block("text").is_ok());
        let lost = with_outputs("```console\nold\n```\n", &Words);
        assert!(lost.unwrap_err().contains("before any command"));
    }
}
