//! `metasched merge`: the results of several processes, put together.

use crate::base::number::{count, counted};
use crate::base::problem::Problem;
use crate::cli::input::log;
use crate::cli::input::logs::Logs;
use crate::cli::input::source::Given;
use crate::cli::input::standard_input;
use crate::cli::kept::{About, Content, Shard};
use crate::cli::printed::failure::Failure;
use crate::cli::printed::output::ResultsForm;
use crate::cli::printed::{own_files, say};
use crate::experiment::{Plan, Shared, TaskResult};
use crate::parameter::json::shortened;
use crate::workload::swf::Log;
use clap::Args;
use std::fs::File;
use std::io::{self, Cursor, Read, Seek};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Examples of `metasched merge --help`.
pub const EXAMPLES: &str = "\
Examples:
  metasched sweep mine.json --shard 1/2 --results a.jsonl      on one machine,
  metasched sweep mine.json --shard 2/2 --results b.jsonl      on another one;
  metasched merge a.jsonl b.jsonl --csv > results.csv     as one sweep prints it
  metasched merge a.jsonl --status                        what is missing
  metasched merge all.jsonl --scenario 52261193           of several, this one
  ssh far cat b.jsonl | metasched merge a.jsonl -         one of them by a pipe

Exit codes: 0 done (also --status), 1 results are missing or cannot be printed, \
2 wrong input.";

/// Arguments of `merge`.
#[derive(Args, Clone, Debug)]
pub struct Merge {
    /// Results files, as --results writes them; - for standard input.
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,

    /// Which scenario is printed if the files have several: its digest, or the beginning of that, or its title.
    #[arg(long, value_name = "DIGEST|TITLE")]
    scenario: Option<String>,

    /// Say which scenarios are there, which of their tasks, and the commands that run just those that are missing.
    #[arg(long, conflicts_with_all = ["format", "json", "runs", "csv", "made_by"])]
    status: bool,

    #[command(flatten)]
    logs: Logs,

    #[command(flatten)]
    form: ResultsForm,
}

/// A results file and what is in it.
type Opened = (Box<dyn Lines>, Content);

/// A scenario of the files: what each of those says of it that have results of it.
type Known<'a> = Vec<(About, &'a Path)>;

/// Lines that are read in any order.
trait Lines: Read + Seek {}

impl Lines for File {}
impl Lines for Cursor<Vec<u8>> {}

/// A results file; what comes from standard input is held in memory.
fn open(path: &Path) -> Result<Box<dyn Lines>, Problem> {
    let unreadable = |error: io::Error| {
        let wrong = format!("cannot be read: {error}");
        let allowed = "a results file, as --results writes it, or - for standard input";
        Problem::new(standard_input::shown(path), wrong, allowed, "Check the path")
    };
    if standard_input::is_named(path) {
        let mut lines = Vec::new();
        let mut input = standard_input::take()?;
        input.read_to_end(&mut lines).map_err(unreadable)?;
        return Ok(Box::new(Cursor::new(lines)));
    }
    own_files::protect(path)?;
    Ok(Box::new(File::open(path).map_err(unreadable)?))
}

impl Merge {
    /// Prints what `sweep` would print.
    ///
    /// # Errors
    /// If files cannot be read, have several scenarios of which none is chosen, or if results are missing.
    pub fn carry_out(&self) -> Result<(), Failure> {
        let mut files = self.opened()?;
        let known = self.chosen(self.known(&files)?)?;
        match known.as_slice() {
            [one] => self.print(one, &mut files),
            several if self.status => {
                let sheet = self.form.form.destination.begin()?;
                sheet.print_text(&self.statuses(several, &mut files)?)
            }
            several => {
                say::note(&listed(several));
                Err(Problem::new(
                    self.place(),
                    format!("has results of {} scenarios", several.len()),
                    "one of them at a time",
                    "Choose it by --scenario, with its digest or title; --status lists all",
                )
                .into())
            }
        }
    }

    /// Prints the results of a scenario, or which of them are there.
    fn print(&self, known: &Known, files: &mut [Opened]) -> Result<(), Failure> {
        if self.status {
            let sheet = self.form.form.destination.begin()?;
            return sheet.print_text(&self.found(known, files)?.status());
        }
        let sheet = self.form.begin()?;
        let found = self.found(known, files)?;
        let missing = found.missing().len();
        if missing > 0 {
            say::note(found.status().trim_end());
            let all = found.done.len();
            return Err(Failure::Running(Problem::new(
                "the results",
                format!("are not complete: {missing} of {all} tasks are missing"),
                "",
                "",
            )));
        }
        let results = found.shared.merge(0, &found.plan, &found.done);
        self.form.write(sheet, found.given, &found.plan, &results, found.log.as_deref())
    }

    /// What is there of several scenarios.
    ///
    /// # Errors
    /// As [`Merge::found`].
    fn statuses(&self, all: &[Known], files: &mut [Opened]) -> Result<String, Failure> {
        let mut text = String::new();
        for known in all {
            let Some((about, _)) = known.first() else {
                continue;
            };
            text += &format!("{}\n", about.line());
            for line in self.found(known, files)?.status().lines() {
                text += &format!("  {line}\n");
            }
        }
        Ok(text)
    }

    /// Looks for the results of a scenario in all files.
    ///
    /// # Errors
    /// If its log is not at hand or they are of another one.
    fn found<'a>(&self, known: &'a Known<'a>, files: &mut [Opened]) -> Result<Found<'a>, Failure> {
        let given = &known[0].0.given;
        let plan = Plan::new(&given.scenario)?;
        let log = log::of(given)?;
        for (about, path) in known {
            about.assert_log(path, log.as_deref())?;
        }
        let shared = Shared::new(std::slice::from_ref(&plan), log.as_deref());
        let mut result = |key: &String| {
            let mut files = files.iter_mut();
            files.find_map(|(file, content)| content.result(file, key))
        };
        let done = shared.keys().iter().map(&mut result).collect();
        Ok(Found { known, given, plan, shared, done, log })
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

    /// All scenarios of the files, in the order in which they come there.
    ///
    /// # Errors
    /// If there are none, or one is none of this version.
    fn known(&self, files: &[Opened]) -> Result<Vec<Known<'_>>, Failure> {
        let mut all: Vec<(&str, Known)> = Vec::new();
        for (path, (_, content)) in self.files.iter().zip(files) {
            for (digest, value) in &content.scenarios {
                let about = (About::from_value(value, path, &self.logs)?, path.as_path());
                match all.iter_mut().find(|own| own.0 == digest) {
                    Some((_, known)) => known.push(about),
                    None => all.push((digest, vec![about])),
                }
            }
        }
        match all.is_empty() {
            false => Ok(all.into_iter().map(|(_, known)| known).collect()),
            true => Err(Problem::new(
                self.place(),
                "does not say of which scenario it is",
                "a file that `metasched sweep --results` or `metasched reproduce --results` wrote",
                "Give the command that wrote it again: it goes on from what is there",
            )
            .into()),
        }
    }

    /// Those that are asked for: all if none is.
    ///
    /// # Errors
    /// If none of them is the one that is asked for.
    fn chosen<'a>(&self, mut all: Vec<Known<'a>>) -> Result<Vec<Known<'a>>, Failure> {
        let Some(wanted) = &self.scenario else {
            return Ok(all);
        };
        let there = listed(&all);
        all.retain(|known| known.first().is_some_and(|(about, _)| about.is(wanted)));
        if all.is_empty() {
            say::note(&there);
            let place = format!("--scenario {}", shortened(wanted, 60));
            let wrong = "is no scenario of these results";
            let allowed = "the digest or the title of one of them";
            return Err(Problem::new(place, wrong, allowed, "--status lists them").into());
        }
        Ok(all)
    }

    /// The files as messages call them.
    fn place(&self) -> String {
        match self.files.as_slice() {
            [one] => standard_input::shown(one),
            several => format!("what is in {} files", several.len()),
        }
    }
}

/// The scenarios, a line each.
fn listed(all: &[Known]) -> String {
    let lines = all.iter().flat_map(|known| known.first());
    let lines = lines.map(|(about, _)| format!("\n  {}", about.line()));
    format!("There are results of{}", lines.collect::<String>())
}

/// The results of a scenario, as far as they are there.
struct Found<'a> {
    known: &'a Known<'a>,
    given: &'a Given,
    plan: Plan,
    shared: Shared,
    /// By task, what it came to.
    done: Vec<Option<TaskResult>>,
    log: Option<Arc<Log>>,
}

impl Found<'_> {
    /// The tasks that have no result.
    fn missing(&self) -> Vec<usize> {
        let all = 0..self.done.len();
        all.filter(|&at| self.done[at].is_none()).collect()
    }

    /// How many tasks are there, and what runs the others.
    fn status(&self) -> String {
        let (tasks, missing) = (self.shared.tasks(), self.missing());
        let there = count((tasks.len() - missing.len()) as u64);
        let all = count(tasks.len() as u64);
        if missing.is_empty() {
            return format!("all {all} tasks are there\n");
        }
        let mut text = format!("{there} of {all} tasks are there. These commands run the others:\n");
        // Of an uneven mixture of shares the first is as good as any.
        let about = || self.known.iter().map(|(about, _)| about);
        match about().find(|own| own.shard.is_some()) {
            None => about().take(1).for_each(|own| text += &format!("  {}\n", own.command(None))),
            Some(first) => {
                let Some(shard) = first.shard else {
                    return text;
                };
                let shares: Vec<Shard> = shard.all(tasks, log::jobs(self.log.as_ref())).collect();
                let mut open: Vec<(Shard, u64)> = Vec::new();
                for at in missing {
                    match open.iter_mut().find(|(shard, _)| *shard == shares[at]) {
                        Some((_, tasks)) => *tasks += 1,
                        None => open.push((shares[at], 1)),
                    }
                }
                open.sort_by_key(|(shard, _)| shard.number());
                for (shard, tasks) in open {
                    let own = about().find(|own| own.shard == Some(shard)).unwrap_or(first);
                    let tasks = counted(tasks, "task");
                    text += &format!("  {}  # {tasks}\n", own.command(Some(shard)));
                }
            }
        }
        text
    }
}
