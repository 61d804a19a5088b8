//! `metasched man`: manual pages.

use crate::base::problem::Problem;
use crate::cli::VERSION;
use crate::cli::printed::failure::Failure;
use crate::cli::printed::say;
use clap::{Args, Command};
use std::fs;
use std::path::PathBuf;

/// Examples of `metasched man --help`.
pub const EXAMPLES: &str = "\
Examples:
  metasched man | man -l -                       the program
  metasched man sweep | man -l -                 one of its commands
  metasched man --out ~/.local/share/man/man1    all pages, one a command";

/// Arguments of `man`.
#[derive(Args, Clone, Debug)]
pub struct Man {
    /// The command whose page is printed; the program's own if left out.
    #[arg(value_name = "COMMAND", conflicts_with = "out")]
    command: Option<String>,

    /// Write the pages of the program and of all its commands to this folder, which is created if need be.
    #[arg(long, short, value_name = "DIR")]
    out: Option<PathBuf>,
}

impl Man {
    /// Prints or writes pages of the program with these arguments.
    ///
    /// # Errors
    /// If there is no such command, or a page cannot be written.
    pub fn carry_out(&self, program: Command) -> Result<(), Failure> {
        let with_version = |own: Command| own.version(VERSION.as_str()).disable_version_flag(true);
        let mut program = program.disable_help_subcommand(true).mut_subcommands(with_version);
        if let Some(folder) = &self.out {
            let written = fs::create_dir_all(folder).and_then(|()| clap_mangen::generate_to(program, folder));
            return written.map_err(|error| Failure::unwritable(&folder.display().to_string(), &error));
        }
        // Each command has its whole name then: metasched-sweep.
        program.build();
        let page = match &self.command {
            None => Some(&program),
            Some(name) => program.find_subcommand(name),
        };
        let page = page.ok_or_else(|| {
            let place = format!("man {}", self.command.as_deref().unwrap_or_default());
            let names: Vec<&str> = program.get_subcommands().map(Command::get_name).collect();
            Problem::new(place, "is not the name of a command", names.join(", "), "`metasched help` describes them")
        })?;
        say::results(|out| clap_mangen::Man::new(page.clone()).render(&mut { out }))
    }
}
