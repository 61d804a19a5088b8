//! `metasched explain`: the story of one job under every scheduler, or a term of the glossary.

use crate::ENGINE_VERSION;
use crate::base::problem::Problem;
use crate::chart::gantt_chart::futures::FuturesChart;
use crate::cli::clock::about;
use crate::cli::execute::progress::Progress;
use crate::cli::execute::{self, WaitingLimit};
use crate::cli::input::given::Given;
use crate::cli::input::source::{Points, Source, Word};
use crate::cli::input::whole::whole;
use crate::cli::output::format::{Content, Format, OutputOptions};
use crate::cli::output::glossary::{self, Term};
use crate::cli::output::report::figures::picture;
use crate::cli::output::report::html;
use crate::cli::output::summary;
use crate::cli::output::table::aligned;
use crate::cli::session::terminal::{BOLD, painted, wrapped};
use crate::cli::session::{Failure, Messages, NewFile, Session, Terminal};
use crate::experiment::{Plan, Task, is_drawn, story};
use crate::export::table::Table;
use crate::logs::{AskedJob, Log};
use crate::metrics::story::Story;
use crate::scheduler::choice;
use crate::words::number;
use crate::words::{Line, LogId, lines, short};
use clap::{Arg, Args};
use serde_json::{Value, json};
use std::path::PathBuf;
use std::slice;
use std::sync::Arc;

/// Usage with a scenario, with a preset, and with a term.
pub const USAGE: &str = "\
metasched explain [OPTIONS] --job <N> <SCENARIO|LINK|->
       metasched explain [OPTIONS] --job <N> --preset <NAME>
       metasched explain [--json] <TERM>
       metasched explain [--json] --terms";

/// Examples of `metasched explain --help`.
pub const EXAMPLES: &str = "\
Examples:
  metasched explain --preset teaching-two-clusters --job 21
  metasched explain --preset landing --job 500 --scheduler b1 --scheduler a1
  metasched explain mine.json --job 17 --set workload.bsbw_mbps=300 --json
  metasched explain --preset look-ahead-co-allocation --job 500 \\
      --html job-500.html
  metasched explain BSBW                          what a term means
  metasched explain 'bounded slowdown' --json
  metasched explain --terms                       all terms, as in the handbook

Jobs are numbered from 0 in order of arrival, as in figures. A job of a log can \
also be asked for by its number or name in the log: --job log:20. \
Like `run`, it leaves the sweep out: --set chooses the point.

Exit codes: 0 done, 1 failed while running, 2 wrong input, 128 + N stopped by \
signal N.";

/// Changes the description of the positional argument: it may also be a term of the glossary.
pub fn or_term(scenario: Arg) -> Arg {
    let help = "A scenario file (JSON), - for standard input, or a share link in quotes; without --job, a term of the glossary";
    scenario.value_name("SCENARIO|LINK|TERM").help(help)
}

/// Events between two checks of a task.
const STRETCH: u64 = 1000;

/// Arguments of `explain`.
#[derive(Args, Clone, Debug)]
pub struct Explain {
    /// The job, by its number, or as log:20 by its number or name in the log; without it, a term is explained.
    #[arg(long, value_name = "N")]
    job: Option<AskedJob>,

    /// List all terms of the glossary.
    #[arg(long, conflicts_with_all = ["job", "scenario", "preset"])]
    terms: bool,

    /// Replication of the jobs, from 1.
    #[arg(long, value_name = "R", default_value_t = 1, value_parser = whole(1..=u32::MAX))]
    replication: u32,

    /// Also write a page with pictures: the simulated futures of each policy that looks ahead. With - the page goes to
    /// standard output instead of the text.
    #[arg(long, value_name = "FILE", requires = "job")]
    html: Option<PathBuf>,

    #[command(flatten)]
    source: Source,

    #[command(flatten)]
    waiting: WaitingLimit,

    #[command(flatten)]
    output: OutputOptions,
}

impl Explain {
    /// Tells the story of a job, or explains a term.
    ///
    /// # Errors
    /// Wrong input, such as a job or a term that does not exist.
    pub fn carry_out(&self, session: &mut Session) -> Result<(), Failure> {
        match (&self.job, self.terms) {
            (Some(job), _) => self.tell(session, job),
            (None, true) => self.output.begin(session, Format::ALL)?.print(
                session,
                Content {
                    text: &glossary::list,
                    json: &|| serde_json::to_value(glossary::all()),
                    csv: glossary::table(glossary::all()),
                    document: None,
                },
            ),
            (None, false) => {
                let term = self.term()?;
                self.output.begin(session, Format::OF_ONE)?.print(
                    session,
                    Content {
                        text: &|terminal| glossary::text(term, terminal),
                        json: &|| serde_json::to_value(term),
                        csv: glossary::table(slice::from_ref(term)),
                        document: None,
                    },
                )
            }
        }
    }

    /// The glossary term that a command without --job names. If a scenario has the name of the term, the error reports
    /// that --job is missing.
    fn term(&self) -> Result<&'static Term, Problem> {
        const JOB: &str = "--job <N>";
        const NUMBERED: &str =
            "the number of a job: 0, 1, 2, … in order of arrival, or log:20 for its number in the log";
        let without_job = |wrong: String, remedy: &str| Problem::new(JOB, wrong, NUMBERED, remedy);
        match self.source.word() {
            Word::Scenario(name) => {
                Err(without_job(format!("is missing, to explain a job of {name}"), "Add it, as in --job 17"))
            }
            Word::Text(text) => glossary::find(text).ok_or_else(|| glossary::unknown(text)),
            Word::Missing => Err(without_job(
                "is missing, and so is a term".to_owned(),
                "Give a scenario with --job 17, or a term, as in `metasched explain BSBW`; --terms lists all",
            )),
        }
    }

    /// Simulates each scheduler until the job has ended, and prints the story of the job under each scheduler.
    fn tell(&self, session: &mut Session, job: &AskedJob) -> Result<(), Failure> {
        let given = self.source.load(session, Points::One)?;
        let plan = Plan::new(&given.scenario)?;
        let most = plan.scenario().experiment.replications;
        if self.replication > most {
            let wrong = format!("is {}", self.replication);
            let remedy = "--replications changes how many there are";
            let allowed = format!("1 to {most}");
            return Err(Problem::new("--replication", wrong, allowed, remedy).into());
        }
        let html = self.html.as_deref();
        self.output.assert_alone("--html", html)?;
        let log = given.log(session)?;
        let output = self.output.begin(session, Format::OF_ONE)?;
        let file = html.map(|path| NewFile::create(session, path)).transpose()?;
        let log = log.read(session)?;
        let stories = self.stories(session.messages, job, &plan, log.as_ref())?;
        let text = |terminal| self.text(&given, &plan, log.as_deref(), &stories, terminal);
        if let Some(file) = file {
            let text = text(Terminal::PLAIN);
            html::write(file, page(&plan, &stories, &text))?;
        }
        output.print(
            session,
            Content {
                text: &text,
                json: &|| Ok(self.data(&plan, &stories)),
                csv: table(&plan, &stories),
                document: None,
            },
        )
    }

    /// One story of the job per scheduler, in the order of the schedulers.
    fn stories(
        &self,
        messages: Messages,
        asked: &AskedJob,
        plan: &Plan,
        log: Option<&Arc<Log>>,
    ) -> Result<Vec<Story>, Failure> {
        let schedulers = 0..plan.scenario().schedulers.len();
        let tasks: Vec<Task> = schedulers
            .filter_map(|scheduler| plan.task_of(0, scheduler, self.replication - 1))
            .filter_map(|index| plan.tasks().get(index).cloned())
            .collect();
        let Some(first) = tasks.first() else {
            return Ok(Vec::new());
        };
        let job = story::find(first, log, asked)?;
        let ends = job.saturating_add(1);
        let expected = |task: &Task| ends.saturating_mul(task.passes());
        let progress = Progress::new(messages, tasks.iter().map(expected).fold(0, u64::saturating_add));
        let story = |task| {
            let mut runner = self.waiting.of(story::begin(task, log, job)?);
            execute::advance(&mut runner, STRETCH, &progress, story::complete)?;
            Ok(story::end(runner, task, log, job)?)
        };
        tasks.iter().map(story).collect()
    }

    fn data(&self, plan: &Plan, stories: &[Story]) -> Value {
        let names = plan.scenario().scheduler_names();
        let story = |(name, story): (&String, &Story)| {
            json!({
                "scheduler": name,
                "in_short": short(story, &number::seconds),
                "story": story,
                "waited_s": story.waited_s(),
                "network_s": story.network_s(),
                "penalty": story.penalty(),
            })
        };
        let first = stories.first();
        let in_log = first.and_then(|own| own.names.in_log(own.job)).map(|id| match id {
            LogId::Number(number) => json!(number),
            LogId::Name(name) => json!(name),
        });
        json!({
            "engine_version": ENGINE_VERSION,
            "scenario_digest": plan.scenario().digest(),
            "replication": self.replication,
            "job": first.map(|own| own.job),
            "log_job_id": in_log,
            "stories": names.iter().zip(stories).map(story).collect::<Vec<_>>(),
        })
    }

    fn text(&self, given: &Given, plan: &Plan, log: Option<&Log>, stories: &[Story], terminal: Terminal) -> String {
        let scenario = plan.scenario();
        let bold = |row: String| painted(&row, BOLD, terminal.colours);
        let headline = terminal.fit(&given.headline(), 0).into_iter();
        let mut text: Vec<String> = headline.map(bold).collect();
        let rules = summary::rules(scenario);
        for words in [
            summary::platform(scenario),
            summary::workload(scenario, log),
            match is_drawn(scenario) {
                true => format!("{rules}, replication {}", self.replication),
                false => rules,
            },
        ] {
            text.extend(terminal.fit(&words, 0));
        }
        for (name, story) in scenario.scheduler_names().iter().zip(stories) {
            let heading = format!("{} under {name}", story.names.subject(story.job));
            text.push(String::new());
            text.extend(terminal.fit(&heading, 0).into_iter().map(bold));
            let sentence = format!("In short: {}", short(story, &number::seconds));
            text.extend(wrapped(&sentence, terminal.room()));
            let mut before = None;
            for line in lines(story, &number::seconds) {
                text.extend(laid_out(&line, before, terminal.room()));
                before = line.time_s;
            }
            if let Some(last) = story.decisions.newest() {
                text.push(String::new());
                text.extend(choice_lines(&last.table, terminal));
            }
        }
        text.join("\n") + "\n"
    }
}

/// A table with the lines of all stories. Each line has the name of its scheduler and its time.
fn table(plan: &Plan, stories: &[Story]) -> Table {
    let names = plan.scenario().scheduler_names();
    let all = names.iter().zip(stories).flat_map(|(name, story)| {
        let lines = lines(story, &number::seconds).into_iter();
        lines.map(|line| {
            let time = line.time_s.map_or_else(String::new, |own| own.to_string());
            [name.clone(), time, line.text]
        })
    });
    Table::new(["scheduler", "time_s", "what"].map(str::to_owned), all)
}

/// An HTML page: the futures that each scheduler compared, and the stories.
fn page(plan: &Plan, stories: &[Story], text: &str) -> Result<String, String> {
    let mut figures = Vec::new();
    for (name, story) in plan.scenario().scheduler_names().iter().zip(stories) {
        let seen = story.foresight.as_ref();
        if let Some(seen) = seen.filter(|own| !own.futures.is_empty()) {
            let mut chart = FuturesChart::of(seen, &story.names);
            chart.title = format!("{} under {name}", chart.title);
            figures.push(picture(&mut chart)?);
        }
    }
    let title = stories.first().map_or_else(String::new, |own| own.names.title(own.job));
    Ok(html::pictures(&title, &figures, ("Its story", text)))
}

/// The text lines for a decision: a table of its candidates, and for important candidates the tables from which their
/// numbers are computed.
fn choice_lines(table: &choice::Table, terminal: Terminal) -> Vec<String> {
    let rows = Table::new(table.heads.clone(), table.candidates.iter().map(|own| own.cells.clone()));
    let mut lines = wrapped(&table.caption, terminal.room());
    lines.extend(aligned(&rows, terminal));
    for own in table.candidates.iter().filter(|own| own.noted) {
        let name = own.cells.first().map_or("", String::as_str);
        for weights in &own.tables {
            lines.extend(wrapped(&format!("{name}: {}: {}", weights.title, weights.sentence), terminal.room()));
        }
    }
    lines
}

/// A line of a story, wrapped at `width`. The line begins with its time, or with spaces if this time equals `before`,
/// the time of the previous line.
fn laid_out(line: &Line, before: Option<f64>, width: usize) -> Vec<String> {
    let time = match line.time_s.filter(|_| line.time_s != before) {
        Some(time_s) => format!("{time_s:>12.1} s  {:<13}", about(time_s)),
        None => " ".repeat(29),
    };
    let room = width.saturating_sub(time.chars().count());
    let rows = wrapped(&line.text, room);
    let indent = " ".repeat(time.chars().count());
    let begin = |at| if at == 0 { &time } else { &indent };
    let rows = rows.iter().enumerate();
    rows.map(|(at, row)| format!("{}{row}", begin(at))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::session::terminal::WIDTH;
    use crate::words::Kind;

    #[test]
    fn wide_lines_are_broken_and_hang() {
        let line = Line { time_s: Some(1020.46), kind: Kind::Wait, text: ["word"; 20].join(" ") };
        let rows = laid_out(&line, None, WIDTH);
        let words = |count: usize| ["word"; 20][..count].join(" ");
        assert_eq!(
            rows,
            [format!("      1020.5 s  17 min       {}", words(16)), format!("{}{}", " ".repeat(29), words(4))]
        );
        assert!(laid_out(&line, line.time_s, WIDTH)[0].starts_with(&" ".repeat(29)));
    }
}
