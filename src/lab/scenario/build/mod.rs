//! Builds the objects of a simulation from a checked scenario: platform, jobs, groups, scheduler, network.

pub mod groups;
pub mod jobs;
pub mod platform;
pub mod scheduler;
