//! Step functions: free nodes over time.

use serde::{Deserialize, Serialize};

/// A step of a step function: the number of nodes that are free from the step's time until the next step.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Step {
    /// Start time \[s\].
    pub from_s: f64,
    /// Free nodes.
    pub free: u32,
}

/// The value of a step function at a time \[s\]; 0 before its first step.
pub fn value_at(steps: &[Step], time_s: f64) -> u32 {
    let after = steps.partition_point(|step| step.from_s <= time_s);
    after.checked_sub(1).and_then(|at| steps.get(at)).map_or(0, |step| step.free)
}

/// The steps from a time \[s\] on; the first one begins then.
pub fn from<'s>(steps: impl IntoIterator<Item = &'s Step>, time_s: f64) -> Vec<Step> {
    let mut later: Vec<Step> = Vec::new();
    for step in steps {
        if step.from_s <= time_s {
            later.clear();
        }
        later.push(Step { from_s: step.from_s.max(time_s), ..*step });
    }
    later
}

/// The sum of step functions.
pub(super) fn sum<'s>(all: impl Iterator<Item = &'s [Step]>) -> Vec<Step> {
    let mut changes: Vec<(f64, i64)> = Vec::new();
    for steps in all {
        let mut before = 0;
        for step in steps {
            changes.push((step.from_s, i64::from(step.free) - before));
            before = i64::from(step.free);
        }
    }
    changes.sort_by(|a, b| a.0.total_cmp(&b.0));
    let mut free: i64 = 0;
    let mut total: Vec<Step> = Vec::new();
    for at_once in changes.chunk_by(|a, b| a.0 == b.0) {
        free = at_once.iter().fold(free, |free, own| free + own.1);
        total.push(Step { from_s: at_once[0].0, free: u32::try_from(free).unwrap_or(u32::MAX) });
    }
    total
}

#[cfg(test)]
mod tests {
    use super::*;

    fn steps<const N: usize>(all: [(f64, u32); N]) -> Vec<Step> {
        all.map(|(from_s, free)| Step { from_s, free }).to_vec()
    }

    #[test]
    fn values_and_later_steps_by_hand() {
        let both = steps([(1.0, 3), (5.0, 9), (8.0, 16)]);
        assert_eq!([0.0, 1.0, 4.9, 5.0, 9.0].map(|at| value_at(&both, at)), [0, 3, 3, 9, 16]);
        assert_eq!(from(&both, 0.0), both);
        assert_eq!(from(&both, 6.0), steps([(6.0, 9), (8.0, 16)]));
        assert_eq!(from(&both, 8.0), steps([(8.0, 16)]));
    }

    /// The sum of a falling and a rising function, which change together at 2 s; a sum above the largest number is cut.
    #[test]
    fn sums_by_hand() {
        let [falls, rises] = [steps([(0.0, 5), (2.0, 1)]), steps([(1.0, 2), (2.0, 9)])];
        assert_eq!(sum([&falls[..], &rises].into_iter()), steps([(0.0, 5), (1.0, 7), (2.0, 10)]));
        let huge = steps([(0.0, u32::MAX)]);
        assert_eq!(sum([&huge[..], &falls].into_iter())[0].free, u32::MAX);
    }
}
