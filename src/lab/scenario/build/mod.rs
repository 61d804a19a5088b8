//! From a checked scenario to what is simulated.

pub mod groups;
pub mod jobs;
pub mod platform;
pub mod scheduler;
