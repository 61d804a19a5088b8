//! One integration binary, a module per behaviour.

#[cfg(feature = "cli")]
mod cli;
mod common;
mod golden;
mod history;
mod invariants;
mod plans;
mod queueing;
mod twin;
