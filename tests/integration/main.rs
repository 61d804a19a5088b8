//! The integration tests in one binary, one module per behaviour.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::print_stdout,
    clippy::print_stderr,
    missing_docs,
    reason = "a test that finds something missing should stop and say so"
)]

mod allotment;
mod backfilling;
#[cfg(feature = "cli")]
mod cli;
mod co_allocation;
mod common;
mod conditions;
mod conservation;
mod corpus;
mod dependencies;
mod documents;
mod examples;
#[cfg(feature = "cli")]
mod explain;
#[cfg(feature = "cli")]
mod faults;
mod formulas;
#[cfg(feature = "cli")]
#[path = "../../fuzz/src/lib.rs"]
mod fuzz;
#[cfg(feature = "cli")]
mod fuzzed;
mod fuzzy;
mod golden;
mod grid;
mod guides;
mod history;
#[cfg(feature = "cli")]
mod hostile;
mod identity;
#[cfg(feature = "cli")]
mod invariants;
#[cfg(feature = "cli")]
mod limits;
mod local_queues;
#[cfg(feature = "cli")]
mod logs;
mod look_ahead;
#[cfg(feature = "cli")]
mod messages;
mod metacomputer;
mod models;
mod names;
mod opens;
mod orders;
mod outages;
#[cfg(feature = "chart")]
mod page_files;
mod plan;
mod plans;
mod pyss;
mod queueing;
mod quotes;
mod refusals;
#[cfg(feature = "cli")]
mod reproduce;
mod resources;
#[cfg(feature = "cli")]
mod results;
#[cfg(feature = "cli")]
mod sacct;
mod scale;
mod score;
mod stage_in;
mod story;
mod twin;
#[cfg(feature = "cli")]
mod waiting;
mod wide_area;
