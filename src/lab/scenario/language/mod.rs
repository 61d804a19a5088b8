//! What needs the table of all parameters: paths into a scenario, whether a value is one that a parameter takes, the JSON Schema.

pub mod path;

pub(in crate::scenario) mod schema;
pub mod value;
