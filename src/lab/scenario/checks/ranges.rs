//! Check of ranges given by two numbers.

use super::findings::Findings;
use crate::parameter;

/// Adds a problem if the lower end of a range exceeds the upper end. Returns true if it does.
pub(in crate::scenario) fn wrong_way_round([low, high]: [u32; 2], place: &str, findings: &mut Findings) -> bool {
    let problem = parameter::wrong_way_round([low, high], place);
    if let Some(problem) = problem {
        findings.add(|| problem);
    }
    low > high
}
