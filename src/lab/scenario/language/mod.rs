//! Functions that use the table of all parameters: paths into a scenario, checks of single values, the JSON Schema.

pub mod path;

pub(in crate::scenario) mod schema;
pub mod value;
