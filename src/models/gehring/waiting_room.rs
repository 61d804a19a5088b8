//! The waiting room of the metacomputer: requests that are not planned yet, in the order of planning.

use super::sharing::least;
use crate::workload::Job;
use std::collections::BTreeMap;

/// The order in which requests are planned; ties by number.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Order {
    /// Order of submission; FCFS uses it, and ASP if its setting says so.
    Submission,
    /// Smallest resource demand (processors times time) first; FFIH uses it.
    Demand,
    /// The request that needs the fewest processors to start goes first (ASP). An asynchronous request needs only the
    /// share α of the processors that it asks for.
    Least(f64),
}

impl Order {
    fn key(self, job: &Job) -> u64 {
        match self {
            Order::Submission => 0,
            // The bits of positive numbers sort like the numbers.
            Order::Demand => demand_s(job).to_bits(),
            Order::Least(alpha) => u64::from(least(job, alpha)),
        }
    }
}

/// Resource demand: processors times expected time on one machine \[s\].
pub fn demand_s(job: &Job) -> f64 {
    f64::from(job.nodes) * job.estimate_s
}

/// Requests that are not planned yet.
#[derive(Clone, Debug)]
pub struct WaitingRoom {
    order: Order,
    requests: BTreeMap<(u64, u64), Job>,
}

impl WaitingRoom {
    /// An empty waiting room.
    pub fn new(order: Order) -> WaitingRoom {
        WaitingRoom { order, requests: BTreeMap::new() }
    }

    /// Adds a request.
    pub fn add(&mut self, job: Job) {
        self.requests.insert((self.order.key(&job), job.id), job);
    }

    /// Number of waiting requests.
    pub fn len(&self) -> usize {
        self.requests.len()
    }

    /// Removes and returns the next request, but only if `wanted` is true for it.
    pub fn next_if(&mut self, wanted: impl FnOnce(&Job) -> bool) -> Option<Job> {
        let first = self.requests.first_entry()?;
        wanted(first.get()).then(|| first.remove())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn three_orders() {
        let job = |id, nodes, estimate_s, moldable| Job { id, nodes, estimate_s, moldable, ..Job::default() };
        let jobs = [job(0, 8, 10.0, false), job(1, 4, 5.0, false), job(2, 10, 2.0, true), job(3, 1, 100.0, false)];
        let ordered = |order| {
            let mut room = WaitingRoom::new(order);
            jobs.iter().for_each(|job| room.add(*job));
            let mut ids = Vec::new();
            while let Some(job) = room.next_if(|_| true) {
                ids.push(job.id);
            }
            ids
        };
        assert_eq!(ordered(Order::Submission), [0, 1, 2, 3]);
        // Demands of 80, 20, 20 and 100 processor seconds.
        assert_eq!(ordered(Order::Demand), [1, 2, 0, 3]);
        // To start, the requests need at least 8, 4, 5 and 1 processors.
        assert_eq!(ordered(Order::Least(0.5)), [3, 1, 2, 0]);
    }

    #[test]
    fn the_first_stays_unless_it_is_wanted() {
        let mut room = WaitingRoom::new(Order::Submission);
        room.add(Job::default());
        assert_eq!(room.next_if(|_| false), None);
        assert_eq!(room.next_if(|_| true), Some(Job::default()));
    }
}
