//! Messages: standard output carries only the result, standard error carries all messages.

use super::failure::Failure;
use super::terminal::{RED, Terminal, YELLOW, painted};
use crate::base::problem::Problem;
use clap::{Args, ColorChoice};
use std::env;
use std::io::{self, IsTerminal, Write};
use std::process::ExitCode;

/// Verbosity and colours of messages: arguments of every command.
#[derive(Args, Clone, Copy, Debug, Default)]
#[command(next_help_heading = "Messages")]
pub struct Messages {
    /// Print only warnings and errors on standard error: no progress, no speed, no drawn seed.
    #[arg(long, short, global = true, display_order = 910)]
    pub quiet: bool,

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

impl Messages {
    /// Reports the failure that stopped the command; returns the exit code.
    pub fn failure(self, failure: &Failure) -> ExitCode {
        let error = |problem: &Problem| self.line(Some(("error:", RED)), &problem.to_string());
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

    /// Reports a possible problem with the result.
    pub fn warning(self, text: &str) {
        self.line(Some(("warning:", YELLOW)), text);
    }

    /// Reports information, unless --quiet is given.
    pub fn note(self, text: &str) {
        if !self.quiet {
            self.line(None, text);
        }
    }

    /// Standard output: width of lines, and colours.
    pub fn terminal(self) -> Terminal {
        let terminal = terminal_size::terminal_size_of(io::stdout());
        Terminal { colours: self.coloured(&io::stdout()), width: terminal.map(|(width, _)| width.0.into()) }
    }

    /// Properties of an output file.
    pub fn file(self) -> Terminal {
        Terminal { colours: self.color == ColorChoice::Always, ..Terminal::PLAIN }
    }

    /// True if text on a stream is coloured.
    fn coloured(self, stream: &impl IsTerminal) -> bool {
        let unwanted = || env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
        let dumb = || env::var_os("TERM").is_some_and(|term| term == "dumb");
        match self.color {
            ColorChoice::Auto => stream.is_terminal() && !unwanted() && !dumb(),
            ColorChoice::Always => true,
            ColorChoice::Never => false,
        }
    }

    /// Writes a message to standard error. A coloured word for the kind of message comes first. Control characters
    /// (possible in file names) are replaced by spaces. Errors while writing are ignored.
    fn line(self, kind: Option<(&str, &str)>, text: &str) {
        let text: String = text.chars().map(|c| if c.is_control() && c != '\n' { ' ' } else { c }).collect();
        let text = if text.ends_with(['.', '?', '!']) { text } else { text + "." };
        let mut err = io::stderr().lock();
        let kind = kind.map(|(word, colour)| painted(word, colour, self.coloured(&err)) + " ");
        let _ = writeln!(err, "{}{text}", kind.unwrap_or_default());
    }
}

/// Characters per line if standard error is a terminal; unlimited otherwise.
pub fn columns() -> usize {
    let terminal = terminal_size::terminal_size_of(io::stderr());
    terminal.map_or(usize::MAX, |(width, _)| width.0.into())
}

/// The use of colours that the arguments of this process request. Also works if the arguments are invalid or request
/// help.
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
