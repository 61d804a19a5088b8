//! `metasched schema`: the JSON Schema of scenarios.

use crate::cli::printed::failure::Failure;
use crate::cli::printed::output;
use crate::scenario;
use clap::Args;

/// Examples of `metasched schema --help`.
pub const EXAMPLES: &str = "\
Example:
  metasched schema > scenario.schema.json

Name it in your editor (VS Code: json.schemas) to get completion and help in
scenario files.";

/// `schema` has no arguments.
#[derive(Args, Clone, Debug)]
pub struct Schema {}

impl Schema {
    /// Prints the schema.
    ///
    /// # Errors
    /// If standard output does not take it.
    pub fn carry_out(&self) -> Result<(), Failure> {
        output::json(&scenario::schema())
    }
}
