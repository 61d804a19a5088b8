//! The native command line: one file per command, and the shared modules.
//!
//! Standard output carries only the result; progress and messages go to standard error. Exit codes: 0 done, 1 failed
//! while running, 2 wrong input, 128 + N stopped by signal N.

mod clock;
pub mod commands;
mod execute;
mod external;
pub mod input;
mod output;
mod results;
mod session;

use crate::ENGINE_VERSION;
use crate::base::problem::Problem;
use crate::models::Model;
use crate::models::registry::Registry;
use crate::words::nearest::nearest;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};
use commands::{
    compare, explain, figure, import, link, presets, reference, reproduce, run, schema, shell, slurm, sweep, trace,
    tune, validate, workload,
};
use session::{Failure, Messages, Session, messages};
use std::io::{self, Write};
use std::process::ExitCode;
use std::sync::LazyLock;

/// The text of `--version`: "0.1.0 (engine 1, commit abc1234)". Programs with the same engine version give the same
/// digests; the commit identifies the program.
static VERSION: LazyLock<String> = LazyLock::new(|| {
    format!("{} (engine {ENGINE_VERSION}, commit {})", env!("CARGO_PKG_VERSION"), env!("METASCHED_COMMIT"))
});

const TOUR: &str = "\
A short tour:
  metasched presets                        scenarios that come with the program
  metasched run --preset landing           four clusters, six schedulers
  metasched sweep --preset landing         the same at seven bandwidths
  metasched run --preset landing --set workload.bsbw_mbps=300
                                           change anything by its dotted path
  metasched presets landing > mine.json    make it yours: edit the file,
  metasched validate mine.json             check it,
  metasched sweep mine.json --csv -o x.csv run it, and plot the table
  metasched figure mine.json -o mine.svg   draw it, --format latex for a paper
  metasched link mine.json --base URL      share it with the page
  metasched compare jobs.swf               EASY and others on a job log
  metasched explain mine.json --job 17     why that job waited, and for whom
  metasched explain BSBW                   what a term means
  metasched trace FILE                     look at a job log (SWF)
  metasched import sacct FILE -o jobs.swf  make a log of Slurm's accounting
  metasched workload lublin99 > jobs.swf   make one with a workload model
  metasched tune mine.json --vary schedulers.0.lslt=0:2
                                           the value at which a measure is best
  metasched slurm mine.json --shards 20    a sweep as a Slurm job array
  metasched reproduce jones2005 --quick    a paper's claims beside ours

Results go to standard output, everything else to standard error. A scenario \
gives the same digits everywhere, with any number of threads; digests prove it. \
`metasched COMMAND --help` explains a command, with examples.";

/// A laboratory for multi-cluster job scheduling: turnaround, co-allocation and the links in between.
#[derive(Parser, Debug)]
#[command(name = "metasched", version = VERSION.as_str(), after_help = TOUR, arg_required_else_help = true, max_term_width = 110)]
struct CommandLine {
    #[command(flatten)]
    messages: Messages,

    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand, Debug)]
enum Command {
    /// Simulate one point of a scenario: all its schedulers, all replications.
    #[command(after_help = run::EXAMPLES, override_usage = run::USAGE)]
    Run(run::Run),

    /// Simulate a scenario at every point of its sweep.
    #[command(after_help = sweep::EXAMPLES, override_usage = sweep::USAGE)]
    Sweep(sweep::Sweep),

    /// Compare schedulers of a scenario, or on a job log: differences with intervals, who gains and who loses.
    #[command(after_help = compare::EXAMPLES, override_usage = compare::USAGE)]
    Compare(compare::Compare),

    /// Draw a figure of a scenario's results, or write it for a paper.
    #[command(after_help = figure::EXAMPLES, override_usage = figure::USAGE)]
    Figure(figure::Drawing),

    /// Write a sweep as a job array of the batch system Slurm, with a last job that prints.
    #[command(after_help = slurm::EXAMPLES, override_usage = slurm::USAGE)]
    Slurm(slurm::Slurm),

    /// Choose numbers of a scheduler so that a measure is best, and test the choice on other jobs.
    #[command(after_help = tune::EXAMPLES, override_usage = tune::USAGE)]
    Tune(tune::Tune),

    /// List the scenarios that come with the program, or print one.
    #[command(after_help = presets::EXAMPLES)]
    Presets(presets::Presets),

    /// Print the JSON Schema of scenarios.
    #[command(after_help = schema::EXAMPLES)]
    Schema(schema::Schema),

    /// Validate a scenario and show its size: runs, jobs, time.
    #[command(after_help = validate::EXAMPLES, override_usage = validate::USAGE)]
    Validate(validate::Validate),

    /// Turn a scenario into a share link, or a link into its scenario.
    #[command(after_help = link::EXAMPLES, override_usage = link::USAGE)]
    Link(link::Link),

    /// Tell what happened to one job, and why, under each scheduler; or what a term means.
    #[command(after_help = explain::EXAMPLES, override_usage = explain::USAGE, mut_arg("scenario", explain::or_term))]
    Explain(explain::Explain),

    /// Describe a job log: in the Standard Workload Format, of Slurm's accounting, or of Batsim.
    #[command(after_help = trace::EXAMPLES)]
    Trace(trace::Trace),

    /// Convert the accounting of a batch system (Slurm's sacct) to a log in the Standard Workload Format.
    #[command(after_help = import::EXAMPLES)]
    Import(import::Import),

    /// Write jobs of a workload model as a log in the Standard Workload Format.
    #[command(after_help = workload::EXAMPLES)]
    Workload(workload::Workload),

    /// Run a paper's experiments: its claims, published and measured side by side.
    #[command(after_help = reproduce::EXAMPLES, mut_arg("output", reproduce::folder))]
    Reproduce(reproduce::Reproduce),

    /// Print completions of these commands for a shell.
    #[command(after_help = shell::COMPLETIONS)]
    Completions(shell::Completions),

    /// Print a manual page, or write all pages.
    #[command(after_help = shell::PAGES)]
    Man(shell::Man),

    /// Print reference documentation as Markdown: parameters, policies, measures, presets, …
    #[command(after_help = reference::EXAMPLES)]
    Reference(reference::Reference),
}

impl Command {
    fn carry_out(&self, session: &mut Session) -> Result<(), Failure> {
        match self {
            Command::Run(run) => run.carry_out(session),
            Command::Sweep(sweep) => sweep.carry_out(session),
            Command::Compare(compare) => compare.carry_out(session),
            Command::Figure(figure) => figure.carry_out(session),
            Command::Slurm(slurm) => slurm.carry_out(session),
            Command::Tune(tune) => tune.carry_out(session),
            Command::Presets(presets) => presets.carry_out(session),
            Command::Schema(schema) => schema.carry_out(session),
            Command::Validate(validate) => validate.carry_out(session),
            Command::Link(link) => link.carry_out(session),
            Command::Explain(explain) => explain.carry_out(session),
            Command::Trace(trace) => trace.carry_out(session),
            Command::Import(import) => import.carry_out(session),
            Command::Workload(workload) => workload.carry_out(session),
            Command::Reproduce(reproduce) => reproduce.carry_out(session),
            Command::Completions(completions) => completions.carry_out(session, program()),
            Command::Man(man) => man.carry_out(session, program()),
            Command::Reference(reference) => reference.carry_out(session, program()),
        }
    }
}

/// The program with all its arguments, for clap.
fn program() -> clap::Command {
    // "-1" is regarded as a value that is out of range, not as an option with the name -1.
    let with_signs = |own: clap::Arg| match own.get_action().takes_values() {
        true => own.allow_negative_numbers(true),
        false => own,
    };
    CommandLine::command().mut_subcommands(|command| command.mut_args(with_signs))
}

/// Runs the command that the arguments of this process name.
pub fn main() -> ExitCode {
    main_with(&[])
}

/// Like [`main`], but with additional models, whose policies and workloads are available in every command.
pub fn main_with(models: &[&'static Model]) -> ExitCode {
    let installed = Registry::standard().and_then(|standard| {
        let mut models = std::iter::once(&&external::MODEL).chain(models);
        let all = models.try_fold(standard, |all, model| all.with(model));
        all?.install()
    });
    if let Err(problem) = installed {
        return Messages::default().failure(&problem.into());
    }
    let arguments = program().color(messages::wanted_colours()).try_get_matches();
    let given = arguments.and_then(|own| CommandLine::from_arg_matches(&own));
    let given = match given {
        Ok(given) => given,
        Err(error) => return refuse(with_suggestion(error)),
    };
    match given.command.carry_out(&mut Session::new(given.messages)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => given.messages.failure(&failure),
    }
}

/// Adds a suggestion to clap's error for an unknown command or option, because clap does not consider swapped letters
/// and options of other commands.
fn with_suggestion(mut error: clap::Error) -> clap::Error {
    let program = program();
    let of = |kind| match error.get(kind) {
        Some(ContextValue::String(given)) => given.as_str(),
        _ => "",
    };
    let names = program.get_subcommands().map(clap::Command::get_name);
    let command = nearest(of(ContextKind::InvalidSubcommand), names).map(str::to_owned);
    let is_known = error.get(ContextKind::SuggestedArg).is_some();
    let owners = match is_known {
        true => Vec::new(),
        false => owners(&program, of(ContextKind::InvalidArg)),
    };
    if let Some(meant) = command {
        let meant = ContextValue::Strings(vec![meant]);
        error.insert(ContextKind::SuggestedSubcommand, meant);
    }
    if !owners.is_empty() {
        let tip = format!("it is an option of {}", owners.join(", ")).into();
        error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![tip]));
    }
    error
}

/// The names of the commands that have an option.
fn owners<'c>(program: &'c clap::Command, option: &str) -> Vec<&'c str> {
    let Some(name) = option.strip_prefix("--") else {
        return Vec::new();
    };
    let has = |command: &&clap::Command| {
        let mut options = command.get_arguments();
        options.any(|own| own.get_long() == Some(name))
    };
    let all = program.get_subcommands().filter(has);
    all.map(clap::Command::get_name).collect()
}

/// Reports an error in the arguments; or prints the help or the version, if the arguments request it.
fn refuse(error: clap::Error) -> ExitCode {
    if error.kind() == ErrorKind::InvalidUtf8
        && let Some(odd) = std::env::args_os().find(|own| own.to_str().is_none())
    {
        let wrong = format!("`{}` is no text: it has bytes that are not UTF-8", odd.display());
        let problem =
            Problem::new("the argument", wrong, "UTF-8", "Type it anew; only names of files may have other bytes");
        return Messages::default().failure(&problem.into());
    }
    // clap reports an empty value as a missing value.
    if let (ErrorKind::InvalidValue, Some(ContextValue::String(argument)), Some(ContextValue::String(value))) =
        (error.kind(), error.get(ContextKind::InvalidArg), error.get(ContextKind::InvalidValue))
        && value.is_empty()
        && std::env::args_os().any(|own| own.is_empty() || own.as_encoded_bytes().ends_with(b"="))
    {
        let problem = Problem::new(argument, "is empty", "a text", "Give one; a variable of the shell may be empty");
        return Messages::default().failure(&problem.into());
    }
    let shown = error.print().and_then(|()| io::stdout().flush());
    match shown {
        Err(wrong) if !error.use_stderr() => Messages::default().failure(&Failure::of_output(&wrong)),
        // If the error message itself cannot be written, only the exit code remains.
        _ => ExitCode::from(u8::try_from(error.exit_code()).unwrap_or(2)),
    }
}

#[cfg(test)]
mod tests {
    use super::program;

    #[test]
    fn arguments_are_consistent() {
        program().debug_assert();
    }

    /// The lines of examples fit a terminal of the usual minimum width, so that they can be copied. Paragraphs have no
    /// fixed line breaks.
    #[test]
    fn help_is_broken_by_the_terminal_only() {
        for command in program().get_subcommands() {
            let Some(help) = command.get_after_help() else {
                continue;
            };
            let (name, help) = (command.get_name(), help.to_string());
            let is_text = |line: &&str| !line.starts_with(' ') && !line.is_empty();
            for paragraph in help.split("\n\n") {
                let text = paragraph.lines().filter(is_text).count();
                assert!(text <= 1, "{name}: {paragraph}");
            }
            for example in help.lines().filter(|line| line.starts_with(' ')) {
                assert!(example.chars().count() <= 80, "{name}: {example}");
            }
        }
    }
}
