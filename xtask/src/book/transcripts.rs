//! Commands on the pages of the handbook, as a reader types them: each is run, and what it prints must be what the page shows.
//!
//! A block ```` ```console ```` has lines `$ COMMAND`, which go on in the next line after a `\`, each followed by what it prints. A line
//! `<!-- $ COMMAND -->` is a command that readers do not see, such as one that draws a picture. All commands of a page are
//! run in one folder, one after the other.

use std::fmt::Write as _;
use std::path::Path;
use std::process::Command;

use super::write;
use crate::process::{Outcome, path_with, printed};
use crate::project;

/// What the output of commands should be.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Wanted {
    /// What the page shows.
    Same,
    /// It is written into the page.
    Written,
}

/// Runs the commands of a page in a folder.
pub fn hold(page: &Path, native: &Path, folder: &Path, wanted: Wanted) -> Outcome {
    let text = project::read(page)?;
    let programs = native.parent().unwrap_or(native).to_owned();
    let path = path_with(&[programs])?;
    let run = |command: &str| {
        printed(
            Command::new("sh")
                .args(["-e", "-c", command])
                .current_dir(folder)
                .env("PATH", &path)
                // Neither what this person keeps nor what they prefer shows.
                .env("HOME", folder)
                .env("XDG_CACHE_HOME", folder.join(".cache"))
                .env_remove("METASCHED_LOGS")
                .env_remove("NO_COLOR"),
        )
    };
    let new =
        with_outputs(&text, &run).map_err(|problem| format!("{}: {problem}", page.display()))?;
    if new == text {
        return Ok(());
    }
    if wanted == Wanted::Written {
        return write(page, &new);
    }
    let mut lines = text.lines().zip(new.lines());
    let (shown, now) = lines
        .find(|(shown, now)| shown != now)
        .unwrap_or(("the end", "more"));
    Err(format!(
        "{}: it shows {shown:?} where its command prints {now:?}; read the text beside it, then `cargo xtask book --bless`",
        page.display()
    ))
}

/// The text with what its commands print now.
fn with_outputs(text: &str, run: &dyn Fn(&str) -> Outcome<String>) -> Outcome<String> {
    let mut new = String::new();
    let mut lines = text.lines().peekable();
    let mut within = false;
    while let Some(line) = lines.next() {
        let _ = writeln!(new, "{line}");
        if let Some(hidden) = line.strip_prefix("<!-- $ ") {
            let command = hidden.strip_suffix(" -->");
            run(command.ok_or_else(|| format!("{line:?} does not end in -->"))?)?;
        }
        if line.starts_with("```") {
            within = !within && line == "```console";
            continue;
        }
        let Some(first) = line.strip_prefix("$ ").filter(|_| within) else {
            if within {
                return Err(format!("{line:?} stands before any command of its block"));
            }
            continue;
        };
        let mut command = first.to_owned();
        while command.ends_with('\\') {
            let more = lines.next().unwrap_or_default();
            let _ = writeln!(new, "{more}");
            command = format!("{command}\n{more}");
        }
        // What was printed when the page was written.
        while lines
            .next_if(|line| !line.starts_with("$ ") && !line.starts_with("```"))
            .is_some()
        {}
        for line in run(&command)?.trim_end().lines() {
            let _ = writeln!(new, "{}", line.trim_end());
        }
    }
    Ok(new)
}

#[cfg(test)]
mod tests {
    use super::*;

    const PAGE: &str = "# Page\n\n<!-- $ hidden -->\n```console\n$ one\nold\n$ two \\\n    three\n```\n\n```sh\n$ not run\n```\n";

    fn echo(command: &str) -> Outcome<String> {
        Ok(format!(
            "{} words  \n\nend\n\n",
            command.split_whitespace().count()
        ))
    }

    #[test]
    fn what_commands_print_stands_below_them() {
        let new = with_outputs(PAGE, &echo).unwrap();
        assert_eq!(
            new,
            "# Page\n\n<!-- $ hidden -->\n```console\n$ one\n1 words\n\nend\n$ two \\\n    three\n3 words\n\nend\n```\n\n```sh\n$ not run\n```\n"
        );
        assert_eq!(with_outputs(&new, &echo).unwrap(), new);
    }

    #[test]
    fn a_command_that_fails_is_a_problem_of_its_page() {
        let failed = with_outputs(PAGE, &|command| Err(format!("`{command}` failed")));
        assert_eq!(failed.unwrap_err(), "`hidden` failed");
        let lost = with_outputs("```console\nold\n```\n", &echo);
        assert!(lost.unwrap_err().contains("before any command"));
    }
}
