//! `metasched man`: manual pages.

use crate::base::problem::Problem;
use crate::cli::VERSION;
use crate::cli::input::alike::alike;
use crate::cli::printed::failure::Failure;
use crate::cli::printed::new_file::NewFile;
use crate::cli::printed::say;
use clap::{Args, Command};
use clap_mangen::Man as Page;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

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
    /// If there is no such command, or what is written is not taken.
    pub fn carry_out(&self, mut program: Command) -> Result<(), Failure> {
        // Each command has its whole name then: metasched-sweep.
        program.build();
        if let Some(folder) = &self.out {
            return write_all(&program, folder);
        }
        let Some(name) = &self.command else {
            return say::results(|out| out.write_all(&rendered(&program)?));
        };
        let Some(command) = commands(&program).find(|own| own.get_name() == name) else {
            let names: Vec<&str> = commands(&program).map(Command::get_name).collect();
            let remedy = match alike(name, names.iter().copied()) {
                Some(near) => format!("Did you mean {near}?"),
                None => "`metasched help` describes them".to_owned(),
            };
            return Err(
                Problem::new(format!("man {name}"), "is not the name of a command", names.join(", "), remedy).into()
            );
        };
        say::results(|out| out.write_all(&rendered(command)?))
    }
}

/// The commands that have pages.
fn commands(program: &Command) -> impl Iterator<Item = &Command> {
    let all = program.get_subcommands();
    all.filter(|own| !own.is_hide_set() && own.get_name() != "help")
}

/// The page of the program or of a command, which is of the same version.
fn rendered(command: &Command) -> std::io::Result<Vec<u8>> {
    let mut page = Vec::new();
    Page::new(command.clone().version(VERSION.as_str())).render(&mut page)?;
    Ok(page)
}

fn write_all(program: &Command, folder: &Path) -> Result<(), Failure> {
    let unwritable = |path: &Path, error| Failure::unwritable(&path.display().to_string(), &error);
    fs::create_dir_all(folder).map_err(|error| unwritable(folder, error))?;
    let mut pages = 0;
    for command in std::iter::once(program).chain(commands(program)) {
        let name = command.get_display_name().unwrap_or(command.get_name());
        let path = folder.join(format!("{name}.1"));
        let page = rendered(command).map_err(|error| unwritable(&path, error))?;
        let mut file = NewFile::create(&path)?;
        file.write_all(&page).map_err(|error| unwritable(&path, error))?;
        file.finish()?;
        pages += 1;
    }
    say::note(&format!("Wrote {pages} pages to {}", folder.display()));
    Ok(())
}
