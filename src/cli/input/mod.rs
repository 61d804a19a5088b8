//! Input of commands: scenarios, settings, logs and talks.

pub(in crate::cli) mod given;
pub(in crate::cli) mod log;
pub mod log_file;
pub(in crate::cli) mod names;
mod outages;
pub mod over;
pub mod settings;
pub(in crate::cli) mod source;
pub(in crate::cli) mod talks;
pub(in crate::cli) mod view;
pub(in crate::cli) mod whole;
