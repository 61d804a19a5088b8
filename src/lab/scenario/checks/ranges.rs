//! Ranges of two numbers.

use super::findings::Findings;
use crate::parameter;

/// Adds the problem with a range whose ends are the wrong way round; whether there is one.
pub(in crate::scenario) fn wrong_way_round([low, high]: [u32; 2], place: &str, findings: &mut Findings) -> bool {
    let problem = parameter::wrong_way_round([low, high], place);
    if let Some(problem) = problem {
        findings.add(|| problem);
    }
    low > high
}
