//! One integration binary, a module per behaviour.

mod common;
mod golden;
mod history;
mod invariants;
mod plans;
mod queueing;
mod twin;
