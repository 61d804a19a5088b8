//! How ASP and ASP\* share what is free (G §5.1): as many requests as possible start; then the asynchronous ones grow evenly.
//!
//! A synchronous request takes what it asks for, an asynchronous one at least a share α of it and at least one processor. Those
//! that need least start first, which makes them most, or those that were submitted first, as a setting says. What is left over lifts the asynchronous ones to one level, each no higher
//! than what it asks for; the rest that is too small for a level goes to the first submitted.

use crate::workload::Job;

/// The fewest processors that a request starts with.
pub fn least(job: &Job, alpha: f64) -> u32 {
    if !job.moldable {
        return job.nodes;
    }
    // What is more than a whole number by rounding only is that number.
    let share = (alpha * f64::from(job.nodes) - 1e-9).ceil() as u32;
    share.clamp(1, job.nodes)
}

/// The processors of each of `jobs`, in the order of their submission, which together need no more than `free`.
pub fn shares(jobs: &[Job], alpha: f64, free: u64) -> Vec<u32> {
    let at_level = |job: &Job, level: u32| match job.moldable {
        true => level.clamp(least(job, alpha), job.nodes),
        false => job.nodes,
    };
    let needed = |level: u32| -> u64 { jobs.iter().map(|job| u64::from(at_level(job, level))).sum() };
    let largest = jobs.iter().map(|job| job.nodes).max().unwrap_or(1);
    // The highest level that all can reach: `low` can be reached, `high` cannot.
    let (mut low, mut high) = (1, largest + 1);
    while high - low > 1 {
        let middle = low + (high - low) / 2;
        if needed(middle) <= free {
            low = middle;
        } else {
            high = middle;
        }
    }
    let mut rest = free.saturating_sub(needed(low));
    let share = |job: &Job| {
        let own = at_level(job, low);
        let more = u32::from(rest > 0 && at_level(job, low + 1) > own);
        rest -= u64::from(more);
        own + more
    };
    jobs.iter().map(share).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn job(nodes: u32, moldable: bool) -> Job {
        Job { nodes, moldable, ..Job::default() }
    }

    #[test]
    fn what_a_request_starts_with() {
        assert_eq!(least(&job(7, false), 0.5), 7);
        assert_eq!(least(&job(7, true), 0.5), 4);
        assert_eq!(least(&job(7, true), 0.01), 1);
        assert_eq!(least(&job(100, true), 0.07), 7);
        assert_eq!(least(&job(1, true), 1.0), 1);
    }

    /// 20 free: the synchronous 6 are fixed, 14 are left for three that ask for 2, 9 and 9: 2 + 6 + 6.
    /// Of 15 one more goes to the first that wants it.
    #[test]
    fn all_rise_to_one_level() {
        let jobs = [job(2, true), job(6, false), job(9, true), job(9, true)];
        assert_eq!(shares(&jobs, 0.01, 20), [2, 6, 6, 6]);
        assert_eq!(shares(&jobs, 0.01, 21), [2, 6, 7, 6]);
        assert_eq!(shares(&jobs, 0.01, 100), [2, 6, 9, 9]);
        // Not below half of what they ask for: 1 + 5 + 5, and 3 are left.
        assert_eq!(shares(&jobs, 0.5, 20), [2, 6, 6, 6]);
        assert_eq!(shares(&jobs, 0.5, 18), [2, 6, 5, 5]);
        assert_eq!(shares(&[], 0.5, 18), [0u32; 0]);
    }

    proptest! {
        /// The twin hands out one processor at a time, to the first of those that have fewest and want more.
        #[test]
        fn shares_are_those_of_its_twin(
            jobs in prop::collection::vec((1u32..12, any::<bool>()), 1..8), alpha in 0.01f64..1.0, more in 0u64..60,
        ) {
            let jobs: Vec<Job> = jobs.into_iter().map(|(nodes, moldable)| job(nodes, moldable)).collect();
            let mut twin: Vec<u32> = jobs.iter().map(|job| least(job, alpha)).collect();
            let needed: u64 = twin.iter().map(|&own| u64::from(own)).sum();
            for _ in 0..more {
                let wanting = (0..jobs.len()).filter(|&i| jobs[i].moldable && twin[i] < jobs[i].nodes);
                if let Some(i) = wanting.min_by_key(|&i| (twin[i], i)) {
                    twin[i] += 1;
                }
            }
            prop_assert_eq!(shares(&jobs, alpha, needed + more), twin);
        }
    }
}
