//! What a command is given: scenarios, settings and logs.

pub(in crate::cli) mod log;
pub mod log_file;
pub(in crate::cli) mod logs;
pub mod settings;
pub(in crate::cli) mod source;
pub(in crate::cli) mod standard_input;
