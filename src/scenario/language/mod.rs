//! The language of parameters: how one is declared, where it stands, when it matters, what values it takes, and its JSON.

pub mod condition;
pub(in crate::scenario) mod declare;
pub(crate) mod fields;
pub mod json;
pub mod parameter;
pub mod path;
#[cfg(feature = "cli")]
pub(in crate::scenario) mod schema;
pub mod value;
