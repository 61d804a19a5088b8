//! One integration binary, a module per behaviour.

mod common;
mod history;
mod invariants;
mod queueing;
mod twin;
