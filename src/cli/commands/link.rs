//! `metasched link`: a scenario as a share link, and back.

use crate::cli::external;
use crate::cli::input::source::{Points, Source};
use crate::cli::output::format::Destination;
use crate::cli::session::{Failure, Session};
use crate::scenario::link;
use clap::Args;

/// Usage with a scenario and with a preset.
pub const USAGE: &str = "\
metasched link [OPTIONS] <SCENARIO|LINK|->
       metasched link [OPTIONS] --preset <NAME>";

/// Examples of `metasched link --help`.
pub const EXAMPLES: &str = "\
Examples:
  metasched link mine.json --base https://example.org/metasched/
  metasched link 'https://example.org/metasched/#p=landing' -o mine.json
  metasched link --preset landing --set seed=7 | metasched run -

A scenario gives a link; a link gives the scenario as JSON.";

/// Arguments of `link`.
#[derive(Args, Clone, Debug)]
pub struct Link {
    #[command(flatten)]
    source: Source,

    /// Address of the page that opens the link; without it, only the part from # on is printed.
    #[arg(
        long,
        value_name = "URL",
        default_value = "",
        hide_default_value = true,
        value_parser = address
    )]
    base: String,

    #[command(flatten)]
    destination: Destination,
}

/// Checks the address of a page: http, https or file, without spaces.
fn address(text: &str) -> Result<String, String> {
    let fetched = ["http://", "https://", "file://"];
    let sound = fetched.iter().any(|scheme| text.len() > scheme.len() && text.starts_with(scheme));
    let one_word = !text.contains(|c: char| c.is_whitespace() || c.is_control());
    match text.is_empty() || sound && one_word {
        true => Ok(text.to_owned()),
        false => Err("is no address of a page. Allowed: one that begins with https://, http:// or file://, without blanks. Copy it from the browser".to_owned()),
    }
}

impl Link {
    /// Prints the link of a scenario, or the scenario of a link.
    ///
    /// # Errors
    /// If the scenario or link is invalid.
    pub fn carry_out(&self, session: &mut Session) -> Result<(), Failure> {
        let given = self.source.load(session, Points::All)?;
        if given.link.is_some() {
            return self.destination.begin(session)?.print_text(session, &given.scenario.to_json());
        }
        let remedy = "Share the scenario and the program as files";
        external::assert_none(&given.scenario, "the scenario of the link", remedy)?;
        let fragment = match given.unchanged_preset() {
            Some(name) => link::of_preset(name),
            None => link::encode(&given.scenario),
        };
        let base = self.base.split('#').next().unwrap_or_default();
        let whole = format!("{base}{fragment}");
        match link::length_problem(&whole) {
            // A link of this length is too long for the page to open.
            Some(problem) if whole.len() > link::MOST_BYTES => return Err(problem.into()),
            Some(problem) => session.messages.warning(&problem.to_string()),
            None => {}
        }
        self.destination.begin(session)?.print_text(session, &(whole + "\n"))
    }
}
