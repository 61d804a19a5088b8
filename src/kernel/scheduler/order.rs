//! The order in which waiting jobs stand.

use crate::workload::Job;

/// Who stands before whom; ties go to the job that arrived first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// First come first.
    Arrival,
    /// The shortest estimate first.
    Estimate,
    /// The narrowest job first: the one that needs fewest nodes.
    Nodes,
}

impl Order {
    /// Smaller keys stand before larger ones; no two jobs have the same.
    #[inline]
    pub fn key(self, job: &Job) -> (u64, u64) {
        let first = match self {
            Order::Arrival => 0,
            // Of positive numbers the bits are in the same order.
            Order::Estimate => job.estimate_s.to_bits(),
            Order::Nodes => u64::from(job.nodes),
        };
        (first, job.id)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ties_go_to_the_first_arrival() {
        let job = |id, nodes, estimate_s| Job {
            id,
            nodes,
            estimate_s,
            ..Job::default()
        };
        let jobs = [
            job(0, 8, 2.5),
            job(1, 2, 100.0),
            job(2, 8, 0.3),
            job(3, 2, 2.5),
        ];
        let sorted = |order: Order| {
            let mut jobs = jobs;
            jobs.sort_by_key(|job| order.key(job));
            jobs.map(|job| job.id)
        };
        assert_eq!(sorted(Order::Arrival), [0, 1, 2, 3]);
        assert_eq!(sorted(Order::Estimate), [2, 0, 3, 1]);
        assert_eq!(sorted(Order::Nodes), [1, 3, 0, 2]);
    }
}
