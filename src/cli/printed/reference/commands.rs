//! The command line, as its help says it.

use super::{About, heading};
use clap::Command;

/// Characters in a line, as in a terminal.
const WIDTH: usize = 100;

pub(super) fn body(about: &About<'_>) -> String {
    let all = about.program.get_subcommands();
    let shown = all.filter(|own| !own.is_hide_set() && own.get_name() != "help");
    let name = about.program.get_name();
    let whole = described(name, name, about.program);
    whole + &shown.map(|own| described(&format!("{name} {}", own.get_name()), own.get_name(), own)).collect::<String>()
}

fn described(name: &str, id: &str, command: &Command) -> String {
    let help = command.clone().term_width(WIDTH).render_long_help();
    let help = help.to_string();
    let lines: Vec<&str> = help.lines().map(str::trim_end).collect();
    format!("{}```text\n{}\n```\n\n", heading(2, name, id), lines.join("\n"))
}
