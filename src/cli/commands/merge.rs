//! `metasched merge`: the results of several processes, put together.

use crate::base::number::{count, counted};
use crate::base::problem::Problem;
use crate::cli::input::log;
use crate::cli::input::logs::Logs;
use crate::cli::input::standard_input;
use crate::cli::kept::{About, Content, Shard};
use crate::cli::printed::failure::Failure;
use crate::cli::printed::output::Form;
use crate::cli::printed::{new_file, say};
use crate::experiment::{Plan, Shared, Task, stored};
use clap::Args;
use std::fs::File;
use std::io::{self, Cursor, Read, Seek};
use std::path::{Path, PathBuf};

/// Examples of `metasched merge --help`.
pub const EXAMPLES: &str = "\
Examples:
  metasched sweep mine.json --shard 1/2 --results a.jsonl      on one machine,
  metasched sweep mine.json --shard 2/2 --results b.jsonl      on another one;
  metasched merge a.jsonl b.jsonl --csv > results.csv     as one sweep prints it
  metasched merge a.jsonl --status                        what is missing
  ssh far cat b.jsonl | metasched merge a.jsonl -         one of them by a pipe

Exit codes: 0 done (also --status), 1 results are missing or cannot be printed, \
2 wrong input.";

/// Arguments of `merge`.
#[derive(Args, Clone, Debug)]
pub struct Merge {
    /// Results files of one sweep, as --results writes them; - for standard input.
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,

    /// Say which tasks are there and which are missing, with the commands that run just those.
    #[arg(long, conflicts_with_all = ["format", "json", "runs", "csv", "output"])]
    status: bool,

    #[command(flatten)]
    logs: Logs,

    #[command(flatten)]
    form: Form,
}

/// A results file and what is in it.
type Opened = (Box<dyn Lines>, Content);

/// Lines that are read in any order.
trait Lines: Read + Seek {}

impl<L: Read + Seek> Lines for L {}

/// A results file; what comes from standard input is held in memory.
fn open(path: &Path) -> Result<Box<dyn Lines>, Problem> {
    let unreadable = |error: io::Error| {
        let wrong = format!("cannot be read: {error}");
        let allowed = "a results file, as --results writes it, or - for standard input";
        Problem::new(
            standard_input::shown(path),
            wrong,
            allowed,
            "Check the path",
        )
    };
    if standard_input::is_named(path) {
        let mut lines = Vec::new();
        let mut input = standard_input::take()?;
        input.read_to_end(&mut lines).map_err(unreadable)?;
        return Ok(Box::new(Cursor::new(lines)));
    }
    new_file::protect(path)?;
    Ok(Box::new(File::open(path).map_err(unreadable)?))
}

impl Merge {
    /// Prints what `sweep` would print.
    ///
    /// # Errors
    /// If files cannot be read or are not of one sweep, or if results are missing.
    pub fn carry_out(&self) -> Result<(), Failure> {
        let mut files = self.opened()?;
        let about = self.about(&files)?;
        let Some((first, _)) = about.first() else {
            return Ok(());
        };
        let plan = Plan::new(&first.given.scenario)?;
        let log = log::named(&first.given)?;
        let sheet = match self.status {
            true => None,
            false => Some(self.form.begin()?),
        };
        if sheet.is_some() && !self.form.is_in_a_file() {
            say::assert_open()?;
        }
        let log = log.read()?;
        for (about, path) in &about {
            about.assert_log(path, log.as_deref())?;
        }
        let shared = Shared::new(std::slice::from_ref(&plan));
        let keys = stored::keys(shared.tasks(), log.as_deref());
        let done: Vec<_> = keys
            .iter()
            .map(|key| {
                files
                    .iter_mut()
                    .find_map(|(file, content)| content.result(file, key))
            })
            .collect();
        let missing: Vec<usize> = (0..done.len()).filter(|&at| done[at].is_none()).collect();
        let status = status(&about, shared.tasks(), &missing, log::jobs(log.as_ref()));
        let Some(sheet) = sheet else {
            return say::result(&status);
        };
        if !missing.is_empty() {
            say::note(status.trim_end());
            return Err(Failure::Running(Problem::new(
                "the results",
                format!(
                    "are not complete: {} of {} tasks are missing",
                    missing.len(),
                    keys.len()
                ),
                "",
                "",
            )));
        }
        let results = plan.merge(&shared.of_plan(0, &done));
        sheet.finish(&first.given, &plan, &results, log.as_deref())
    }

    fn opened(&self) -> Result<Vec<Opened>, Failure> {
        let read = |path: &PathBuf| {
            let mut file = open(path)?;
            let content = Content::of(&mut file, path)?;
            content.say_damage(path);
            Ok((file, content))
        };
        self.files.iter().map(read).collect()
    }

    /// What each file is about, which must be the same sweep.
    fn about(&self, files: &[Opened]) -> Result<Vec<(About, &Path)>, Failure> {
        let mut all = Vec::new();
        let mut seen: Option<(&String, &PathBuf)> = None;
        for (path, (_, content)) in self.files.iter().zip(files) {
            for (digest, value) in &content.scenarios {
                let (other, first) = *seen.get_or_insert((digest, path));
                if other != digest {
                    return Err(Problem::new(
                        standard_input::shown(path),
                        match path == first {
                            true => format!("has results of two sweeps, {other} and {digest}"),
                            false => format!(
                                "has results of scenario {digest}, {} of scenario {other}",
                                first.display()
                            ),
                        },
                        "files of one sweep",
                        match path == first {
                            true => {
                                "Run the sweep that is wanted again with --results: what is in the file is not simulated again"
                            }
                            false => "Merge the files of each sweep by themselves",
                        },
                    )
                    .into());
                }
                all.push((About::from_value(value, path, &self.logs)?, path.as_path()));
            }
        }
        match all.is_empty() {
            false => Ok(all),
            true => Err(Problem::new(
                self.files
                    .first()
                    .map_or(String::new(), |path| standard_input::shown(path)),
                "does not say which sweep it is of",
                "a file that `metasched sweep --results` wrote",
                "",
            )
            .into()),
        }
    }
}

/// How many tasks are there, and what runs the others.
fn status(about: &[(About, &Path)], tasks: &[Task], missing: &[usize], log_jobs: u64) -> String {
    let there = count((tasks.len() - missing.len()) as u64);
    let all = count(tasks.len() as u64);
    if missing.is_empty() {
        return format!("all {all} tasks are there\n");
    }
    let mut text = format!("{there} of {all} tasks are there. These commands run the others:\n");
    // Of an uneven mixture of shares the first is as good as any.
    let about = || about.iter().map(|(about, _)| about);
    match about().find(|own| own.shard.is_some()) {
        None => about()
            .take(1)
            .for_each(|own| text += &format!("  {}\n", own.command(None))),
        Some(first) => {
            let Some(shard) = first.shard else {
                return text;
            };
            let shares: Vec<Shard> = shard.all(tasks, log_jobs).collect();
            let mut open: Vec<(Shard, u64)> = Vec::new();
            for &at in missing {
                match open.iter_mut().find(|(shard, _)| *shard == shares[at]) {
                    Some((_, tasks)) => *tasks += 1,
                    None => open.push((shares[at], 1)),
                }
            }
            open.sort_by_key(|(shard, _)| shard.number());
            for (shard, tasks) in open {
                let own = about()
                    .find(|own| own.shard == Some(shard))
                    .unwrap_or(first);
                let tasks = counted(tasks, "task");
                text += &format!("  {}  # {tasks}\n", own.command(Some(shard)));
            }
        }
    }
    text
}
