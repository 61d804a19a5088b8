//! Ranges of two numbers.

use super::check::Findings;
use crate::base::problem::Problem;

/// Adds the problem with a range whose ends are the wrong way round; whether there is one.
pub(in crate::scenario) fn wrong_way_round(
    [low, high]: [u32; 2],
    place: &str,
    findings: &mut Findings,
) -> bool {
    if low > high {
        findings.add(|| {
            Problem::new(
                place,
                format!("is [{low}, {high}]"),
                "the smallest first, at most the largest",
                format!("Write [{high}, {low}]"),
            )
        });
    }
    low > high
}
