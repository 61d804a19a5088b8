//! `metasched schema`: the JSON Schema of scenarios.

use crate::cli::printed::failure::Failure;
use crate::cli::printed::form::{Destination, write_json};
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
    /// If the file or standard output does not take it.
    pub fn carry_out(&self) -> Result<(), Failure> {
        self.destination.begin()?.print_with(|out, _| write_json(out, &scenario::schema()))
    }
}
