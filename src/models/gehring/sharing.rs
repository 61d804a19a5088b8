//! Sharing of free processors by ASP and ASP\* (G §5.1): as many requests as possible start; then the asynchronous ones grow
//! evenly.
//!
//! A synchronous request takes the processors it asks for, an asynchronous one at least the share α of them and at
//! least one. Requests with the least need start first, so that most requests start; or, by a setting, in the order of
//! submission. Processors left over lift the asynchronous requests to one common level, at most to the number each asks
//! for. If the rest is too small to lift all by one, it goes to the requests submitted first.
//!
//! By another setting every waiting request has an equal share of the free processors instead, as in the policy that the paper
//! cites (Setia and Tripathi 1993).

use crate::workload::Job;

/// The smallest number of processors on which a request may start.
pub fn least(job: &Job, alpha: f64) -> u32 {
    if !job.moldable {
        return job.nodes;
    }
    // Rounds up to a whole number, but ignores rounding errors just above a whole number.
    let share = (alpha * f64::from(job.nodes) - 1e-9).ceil() as u32;
    share.clamp(1, job.nodes)
}

/// The equal share of each of `waiting` requests in `free` processors: rounded down, but at least one.
pub fn equal(free: u64, waiting: usize) -> u32 {
    let share = free / (waiting as u64).max(1);
    u32::try_from(share).unwrap_or(u32::MAX).max(1)
}

/// The number of processors that each of `jobs` gets. The jobs are in order of submission; together they need at most
/// `free` processors.
pub fn shares(jobs: &[Job], alpha: f64, free: u64) -> Vec<u32> {
    let at_level = |job: &Job, level: u32| match job.moldable {
        true => level.clamp(least(job, alpha), job.nodes),
        false => job.nodes,
    };
    let needed = |level: u32| -> u64 { jobs.iter().map(|job| u64::from(at_level(job, level))).sum() };
    let largest = jobs.iter().map(|job| job.nodes).max().unwrap_or(1);
    // The highest common level is found by bisection: the level `low` is possible, and `high` is not.
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

    #[test]
    fn an_equal_share_is_rounded_down_but_never_none() {
        assert_eq!([equal(20, 3), equal(2, 3), equal(0, 3), equal(7, 0)], [6, 1, 1, 7]);
    }

    /// Of 20 free processors, the synchronous job gets 6. The other 14 go to three jobs that ask for 2, 9 and 9; they
    /// get 2, 6 and 6. With 21 free processors, the first of the two jobs that ask for 9 gets one more.
    #[test]
    fn all_rise_to_one_level() {
        let jobs = [job(2, true), job(6, false), job(9, true), job(9, true)];
        assert_eq!(shares(&jobs, 0.01, 20), [2, 6, 6, 6]);
        assert_eq!(shares(&jobs, 0.01, 21), [2, 6, 7, 6]);
        assert_eq!(shares(&jobs, 0.01, 100), [2, 6, 9, 9]);
        // Each job gets at least half of the processors that it asks for: 1, 5 and 5. The 3 remaining free processors
        // are then handed out.
        assert_eq!(shares(&jobs, 0.5, 20), [2, 6, 6, 6]);
        assert_eq!(shares(&jobs, 0.5, 18), [2, 6, 5, 5]);
        assert_eq!(shares(&[], 0.5, 18), [0u32; 0]);
    }

    proptest! {
        /// The reference hands out one processor at a time. Each goes to the job that has the fewest processors and can
        /// use another one; of several such jobs to the first.
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
