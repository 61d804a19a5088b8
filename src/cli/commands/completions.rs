//! `metasched completions`: what a shell needs to complete our commands.

use crate::cli::printed::failure::Failure;
use crate::cli::printed::form::Destination;
use clap::{Args, Command};
use clap_complete::{Shell, generate};

/// Examples of `metasched completions --help`.
pub const EXAMPLES: &str = "\
Examples:
  source <(metasched completions bash)                   in this shell
  metasched completions bash \\
      > ~/.local/share/bash-completion/completions/metasched
  metasched completions zsh > ~/.zfunc/_metasched        a folder of fpath
  metasched completions fish > ~/.config/fish/completions/metasched.fish
  metasched completions powershell >> $PROFILE";

/// Arguments of `completions`.
#[derive(Args, Clone, Debug)]
pub struct Completions {
    /// The shell.
    #[arg(value_name = "SHELL")]
    shell: Shell,

    #[command(flatten)]
    destination: Destination,
}

impl Completions {
    /// Prints the script for the program with these arguments.
    ///
    /// # Errors
    /// If the file or standard output does not take it.
    pub fn carry_out(&self, mut program: Command) -> Result<(), Failure> {
        let place = self.destination.begin()?;
        let name = program.get_name().to_owned();
        let mut script = Vec::new();
        generate(self.shell, &mut program, name, &mut script);
        place.print_with(|out, _| out.write_all(&script))
    }
}
