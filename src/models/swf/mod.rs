//! The workload that is a log.

mod settings;

pub use settings::{Global, Swf};
