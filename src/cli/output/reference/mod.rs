//! Reference documentation: pages of Markdown, generated from the declarations of the models, the laboratory and the
//! command line.

mod choices;
mod parameters;
mod policies;
mod presets;

use crate::experiment::measure::{self, Better, Measure};
use crate::parameter::Parameter;
use crate::scenario::declared;
use crate::words::markdown::escape;
use clap::Command;

/// Data for the pages of the reference that the declarations of parameters and models do not contain.
pub struct About<'a> {
    /// The program with all its commands.
    pub program: &'a Command,
    /// Address of the web page, for links to presets; `None`: no links.
    pub page: Option<&'a str>,
}

/// A page of the reference.
pub struct Page {
    /// The name of the page and of its file, without `.md`.
    pub name: &'static str,
    title: &'static str,
    /// The introduction below the title.
    about: &'static str,
    body: fn(&About<'_>) -> String,
}

/// All pages.
pub const PAGES: [Page; 8] = [
    Page {
        name: "parameters",
        title: "Parameters",
        about: "Everything that a scenario can say, by its dotted path. A star stands for the number of an entry, counted from 0: \
                `schedulers.1.lslt`. On the command line `--set PATH=VALUE` changes one, and `--over PATH=VALUES` varies one. What a \
                scenario leaves out has its default.",
        body: parameters::body,
    },
    Page {
        name: "policies",
        title: "Policies",
        about: "A scheduler of a scenario is a policy with its settings, and a queue. The policy decides where a job runs.",
        body: policies::body,
    },
    Page {
        name: "orders",
        title: "Orders of the queue",
        about: "The order in which waiting jobs stand: `queue.order`, or for one scheduler `schedulers.*.queue.order`. Whether a job may pass \
                those before it is said by `queue.backfill`.",
        body: choices::orders,
    },
    Page {
        name: "workloads",
        title: "Workloads",
        about: "Where jobs come from: `workload.model`. Each workload has the parameters listed with it, and those that all have, such as \
                `workload.bsbw_mbps` and `workload.load`.",
        body: choices::workloads,
    },
    Page {
        name: "networks",
        title: "Networks",
        about: "How running jobs slow each other down on the links: `network.model`.",
        body: choices::networks,
    },
    Page {
        name: "measures",
        title: "Measures",
        about: "What is known of a run. The name is that of the key in JSON, of the column in CSV, and of `--measure`.",
        body: measures,
    },
    Page {
        name: "presets",
        title: "Presets",
        about: "Scenarios that come with the program. `metasched presets NAME` prints one, `metasched run --preset NAME` runs one point of it, and \
                `metasched sweep --preset NAME` all that it varies.",
        body: presets::body,
    },
    Page { name: "commands", title: "Commands", about: "What `metasched COMMAND --help` says.", body: commands },
];

impl Page {
    /// The page as Markdown.
    pub fn text(&self, about: &About<'_>) -> String {
        format!("# {}\n\n{}\n\n{}", self.title, self.about, (self.body)(about))
    }
}

/// A heading with an anchor.
fn heading(level: usize, text: &str, id: &str) -> String {
    format!("{} {} {{#{id}}}\n\n", "#".repeat(level), escape(text).replace('{', "&#123;"))
}

/// A path or a name, in code style.
fn code(text: &str) -> String {
    format!("`{text}`")
}

/// The anchor of a parameter on its page. Stars in the path are removed, because addresses cannot contain them.
fn anchor(path: &str) -> String {
    path.replace(".*", "")
}

/// A link to a parameter, or to a group of parameters; plain text if the path is unknown.
fn link(text: &str, path: &str) -> String {
    let below = format!("{path}.");
    let at = |own: &&Parameter| own.path == path || own.path.starts_with(&below);
    match declared::table().iter().find(at) {
        Some(own) => format!("[`{text}`](parameters.md#{})", anchor(own.path)),
        None => code(text),
    }
}

/// Links to the settings with these names. The path of a setting is its name after one of the paths in `above`. `None`
/// if there are no names.
fn links<'a>(above: &[&str], names: impl IntoIterator<Item = &'a str>) -> Option<String> {
    let linked = |name| {
        let mut links = above.iter().map(|above| link(name, &format!("{above}.{name}")));
        links.find(|own| own.starts_with('[')).unwrap_or_else(|| code(name))
    };
    let links: Vec<String> = names.into_iter().map(linked).collect();
    (!links.is_empty()).then(|| links.join(", "))
}

/// A list item.
fn item(text: &str) -> String {
    format!("* {text}\n")
}

/// All measures of results.
fn measures(_: &About<'_>) -> String {
    let rows = measure::all().iter().map(measure_row);
    let head = "| name | what | unit | better | |\n|---|---|---|---|---|\n";
    head.to_owned()
        + &rows.collect::<String>()
        + "\nA measure that a scenario's results cannot have is left out of them.\n"
}

fn measure_row(own: &Measure) -> String {
    let better = match own.better {
        Better::Lower => "lower",
        Better::Higher => "higher",
        Better::Neither => "",
    };
    format!("| {} | {} | {} | {better} | {} |\n", code(own.key), escape(own.label), own.unit, escape(own.help))
}

/// Line length of help texts, as in a terminal \[characters\].
const WIDTH: usize = 100;

/// The help texts of all commands.
fn commands(about: &About<'_>) -> String {
    let all = about.program.get_subcommands();
    let shown = all.filter(|own| !own.is_hide_set() && own.get_name() != "help");
    let name = about.program.get_name();
    let whole = help_of(name, name, about.program);
    whole + &shown.map(|own| help_of(&format!("{name} {}", own.get_name()), own.get_name(), own)).collect::<String>()
}

fn help_of(name: &str, id: &str, command: &Command) -> String {
    let help = command.clone().term_width(WIDTH).render_long_help();
    let help = help.to_string();
    let lines: Vec<&str> = help.lines().map(str::trim_end).collect();
    format!("{}```text\n{}\n```\n\n", heading(2, name, id), lines.join("\n"))
}
