//! The fuzz targets: functions that use arbitrary bytes as an untrusted file, link or formula, and panic if the program
//! does not treat it as promised.
//!
//! `fuzz_targets/` runs them with libFuzzer; `tests/integration/fuzzed.rs` includes this file and repeats the seeds and
//! the inputs found by fuzzing with stable Rust.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "a promise that does not hold should stop and say so"
)]

pub mod archive;
pub mod auditor;
pub mod compressed;
pub mod engine;
pub mod formula;
pub mod link;
pub mod log;
pub mod outages;
pub mod results;
pub mod sacct;
pub mod scenario;
pub mod set;
pub mod talk;
pub mod timeline;

use metasched::base::problem::Problems;

/// Checks that every problem has a non-empty message of one line, even if the message quotes the input.
pub fn is_said_well(problems: &Problems) {
    assert!(!problems.0.is_empty(), "refused without a reason");
    for problem in &problems.0 {
        let text = problem.to_string();
        assert!(!problem.wrong.is_empty(), "{text:?} says nothing");
        assert!(!text.contains(char::is_control), "{text:?} is no line");
    }
}
