//! `metasched completions` and `metasched man`: shell completions and manual pages, which clap generates from the
//! declarations of the commands.

use crate::base::problem::Problem;
use crate::cli::VERSION;
use crate::cli::output::format::Destination;
use crate::cli::session::{Failure, Session};
use clap::{Args, Command};
use clap_complete::{Shell, generate};
use std::fs;
use std::path::PathBuf;

/// Examples of `metasched completions --help`.
pub const COMPLETIONS: &str = "\
Examples:
  source <(metasched completions bash)                   in this shell
  metasched completions bash \\
      > ~/.local/share/bash-completion/completions/metasched
  metasched completions zsh > ~/.zfunc/_metasched        a folder of fpath
  metasched completions fish > ~/.config/fish/completions/metasched.fish
  metasched completions powershell >> $PROFILE";

/// Examples of `metasched man --help`.
pub const PAGES: &str = "\
Examples:
  metasched man | man -l -                       the program
  metasched man sweep | man -l -                 one of its commands
  metasched man --out ~/.local/share/man/man1    all pages, one a command";

/// Arguments of `completions`.
#[derive(Args, Clone, Debug)]
pub struct Completions {
    /// The shell.
    #[arg(value_name = "SHELL")]
    shell: Shell,

    #[command(flatten)]
    destination: Destination,
}

/// Arguments of `man`.
#[derive(Args, Clone, Debug)]
pub struct Man {
    /// The command whose page is printed; default: the program itself.
    #[arg(value_name = "COMMAND", conflicts_with = "out")]
    command: Option<String>,

    /// Write the pages of the program and of all its commands to this folder, which is created if need be.
    #[arg(long, short, value_name = "DIR")]
    out: Option<PathBuf>,
}

impl Completions {
    /// Prints the completions.
    ///
    /// # Errors
    /// If the file or standard output cannot be written.
    pub fn carry_out(&self, session: &mut Session, mut program: Command) -> Result<(), Failure> {
        let output = self.destination.begin(session)?;
        let mut script = Vec::new();
        generate(self.shell, &mut program, "metasched", &mut script);
        output.print_with(session, |out, _| out.write_all(&script))
    }
}

impl Man {
    /// Prints a manual page, or writes all pages.
    ///
    /// # Errors
    /// If the command does not exist, or a page cannot be written.
    pub fn carry_out(&self, session: &mut Session, program: Command) -> Result<(), Failure> {
        let with_version = |own: Command| own.version(VERSION.as_str()).disable_version_flag(true);
        let mut program = program.disable_help_subcommand(true).mut_subcommands(with_version);
        if let Some(folder) = &self.out {
            let written = fs::create_dir_all(folder).and_then(|()| clap_mangen::generate_to(program, folder));
            return written.map_err(|error| Failure::unwritable(folder.display(), &error));
        }
        // Gives each command its full name, such as metasched-sweep.
        program.build();
        let page = match &self.command {
            None => Some(&program),
            Some(name) => program.find_subcommand(name),
        };
        let page = page.ok_or_else(|| {
            let name = self.command.as_deref().unwrap_or_default();
            let names: Vec<&str> = program.get_subcommands().map(Command::get_name).collect();
            let remedy = "`metasched help` describes them";
            Problem::new(format!("man {name}"), "is not the name of a command", names.join(", "), remedy)
        })?;
        session.print(|out| clap_mangen::Man::new(page.clone()).render(&mut { out }))
    }
}
