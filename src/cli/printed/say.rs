//! What goes where: standard output carries the result and nothing else, standard error everything that is said about it.

use crate::base::problem::Problem;
use crate::cli::printed::colour::{RED, YELLOW, painted};
use crate::cli::printed::failure::Failure;
use crate::cli::printed::terminal::Terminal;
use clap::{Args, ColorChoice};
use std::env;
use std::io::{self, BufWriter, IsTerminal, Write};
use std::process::ExitCode;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};

/// How much is said, and in which colours: arguments of every command.
#[derive(Args, Clone, Copy, Debug, Default)]
#[command(next_help_heading = "Messages")]
pub struct Manner {
    /// Say nothing on standard error but warnings and errors: no progress, no speed, no seed that was drawn.
    #[arg(long, short, global = true, display_order = 910)]
    quiet: bool,

    /// Colour tables, stories and messages: if they go to a terminal (auto), always, or never. NO_COLOR turns auto off.
    #[arg(
        long,
        global = true,
        value_name = "WHEN",
        default_value_t = ColorChoice::Auto,
        hide_possible_values = true,
        display_order = 911
    )]
    color: ColorChoice,
}

/// The manner of this command.
static MANNER: OnceLock<Manner> = OnceLock::new();

/// From now on all is said in this manner.
pub fn in_manner(manner: Manner) {
    // There is one command in a process.
    let _ = MANNER.set(manner);
}

fn manner() -> Manner {
    MANNER.get().copied().unwrap_or_default()
}

/// Whether only warnings and errors are said.
pub fn quiet() -> bool {
    manner().quiet
}

/// Whether standard output carries a file instead of the result.
static FOR_A_FILE: AtomicBool = AtomicBool::new(false);

/// Writes the result.
///
/// # Errors
/// If standard output does not take it.
pub fn result(text: &str) -> Result<(), Failure> {
    results(|out| out.write_all(text.as_bytes()))
}

/// Writes the result piece by piece, for one that may be larger than what it is made of.
///
/// # Errors
/// If standard output does not take it.
pub fn results(write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Result<(), Failure> {
    if FOR_A_FILE.load(Ordering::Acquire) {
        return Ok(());
    }
    let mut out = BufWriter::new(io::stdout().lock());
    write(&mut out).and_then(|()| out.flush()).map_err(|error| Failure::of_output(&error))
}

/// Standard output is for a file named "-" from now on, and the result is not printed.
pub fn give_to_a_file() {
    FOR_A_FILE.store(true, Ordering::Release);
}

/// Says what stopped the command, and gives the exit code.
pub fn failure(failure: &Failure) -> ExitCode {
    let error = |problem: &Problem| line(Some(("error:", RED)), &problem.to_string());
    match failure {
        Failure::Input(problems) => {
            problems.0.iter().for_each(error);
            ExitCode::from(2)
        }
        Failure::Running(problem) => {
            error(problem);
            ExitCode::from(1)
        }
        Failure::Unread => ExitCode::SUCCESS,
    }
}

/// Says what a person should look at before trusting the result.
pub fn warning(text: &str) {
    line(Some(("warning:", YELLOW)), text);
}

/// Says what is good to know, unless --quiet is given.
pub fn note(text: &str) {
    if !quiet() {
        line(None, text);
    }
}

/// The terminal, or what else standard output is.
pub fn terminal() -> Terminal {
    let terminal = terminal_size::terminal_size_of(io::stdout());
    Terminal { colours: coloured(&io::stdout()), width: terminal.map(|(width, _)| width.0.into()) }
}

/// Characters in a line of the terminal to which messages go; of any other place that does not matter.
pub fn columns_of_messages() -> usize {
    let terminal = terminal_size::terminal_size_of(io::stderr());
    terminal.map_or(usize::MAX, |(width, _)| width.0.into())
}

/// The colours that the arguments of this process ask for, also if they are wrong or ask for help.
pub fn wanted_colours() -> ColorChoice {
    let mut rest = env::args_os().skip_while(|own| !own.to_string_lossy().starts_with("--color"));
    let first = rest.next().unwrap_or_default();
    let first = first.to_string_lossy();
    let wanted = match first.strip_prefix("--color=") {
        Some(own) => own.to_owned(),
        None => rest.next().unwrap_or_default().to_string_lossy().into_owned(),
    };
    wanted.parse().unwrap_or_default()
}

/// The file that it is written to instead.
pub fn file() -> Terminal {
    Terminal { colours: manner().color == ColorChoice::Always, ..Terminal::PLAIN }
}

/// Whether what goes there is coloured.
fn coloured(stream: &impl IsTerminal) -> bool {
    let unwanted = || env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    let dumb = || env::var_os("TERM").is_some_and(|term| term == "dumb");
    match manner().color {
        ColorChoice::Auto => stream.is_terminal() && !unwanted() && !dumb(),
        ColorChoice::Always => true,
        ColorChoice::Never => false,
    }
}

/// A line on standard error, behind a word in a colour that says what it is. Names of files and the like may hold anything, so control characters are left out. If
/// it cannot be written, there is nothing to do about it.
fn line(what: Option<(&str, &str)>, text: &str) {
    let text: String = text.chars().map(|c| if c.is_control() && c != '\n' { ' ' } else { c }).collect();
    let text = if text.ends_with(['.', '?', '!']) { text } else { text + "." };
    let mut err = io::stderr().lock();
    let what = what.map(|(word, colour)| painted(word, colour, coloured(&err)) + " ");
    let _ = writeln!(err, "{}{text}", what.unwrap_or_default());
}
