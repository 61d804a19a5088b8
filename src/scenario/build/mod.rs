//! From a checked scenario to what is simulated.

pub mod scheduler;
