//! What is fuzzed: functions that take any bytes, hand them to the program as a stranger's file, link or formula would come, and panic if a
//! promise does not hold.
//!
//! `fuzz_targets/` gives them to libFuzzer; `tests/integration/fuzzed.rs` includes this file and replays seeds and finds on stable.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "a promise that does not hold should stop and say so"
)]

pub mod auditor;
pub mod compressed;
pub mod engine;
pub mod formula;
pub mod link;
pub mod log;
pub mod scenario;
pub mod set;

use metasched::base::problem::Problems;

/// A message is one: it says what is wrong and is text of one line for each problem, whatever was quoted.
pub fn is_said_well(problems: &Problems) {
    assert!(!problems.0.is_empty(), "refused without a reason");
    for problem in &problems.0 {
        let text = problem.to_string();
        assert!(!problem.wrong.is_empty(), "{text:?} says nothing");
        assert!(!text.contains(char::is_control), "{text:?} is no line");
    }
}
