//! `metasched schema`: the JSON Schema of scenarios.

use crate::cli::printed::failure::Failure;
use crate::cli::printed::form;
use crate::scenario;
use clap::Args;

/// Examples of `metasched schema --help`.
pub const EXAMPLES: &str = "\
Example:
  metasched schema > scenario.schema.json

A scenario file that begins with { \"$schema\": \"scenario.schema.json\", … gets \
completion and help in an editor; no number, digest or link depends on it.";

/// `schema` has no arguments.
#[derive(Args, Clone, Debug)]
pub struct Schema {}

impl Schema {
    /// Prints the schema.
    ///
    /// # Errors
    /// If standard output does not take it.
    pub fn carry_out(&self) -> Result<(), Failure> {
        form::json(&scenario::schema())
    }
}
