//! `metasched schema`: the JSON Schema of scenarios.

use crate::cli::output::format::{Destination, write_json};
use crate::cli::session::{Failure, Session};
use crate::scenario;
use clap::Args;

/// Examples of `metasched schema --help`.
pub const EXAMPLES: &str = "\
Example:
  metasched schema -o scenario.schema.json

A scenario file that begins with { \"$schema\": \"scenario.schema.json\", … gets \
completion and help in an editor; no number, digest or link depends on it.";

/// Arguments of `schema`.
#[derive(Args, Clone, Debug)]
pub struct Schema {
    #[command(flatten)]
    destination: Destination,
}

impl Schema {
    /// Prints the schema.
    ///
    /// # Errors
    /// If the file or standard output cannot be written.
    pub fn carry_out(&self, session: &mut Session) -> Result<(), Failure> {
        self.destination.begin(session)?.print_with(session, |out, _| write_json(out, &scenario::schema()))
    }
}
