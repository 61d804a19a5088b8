//! A request that a scheduler put on its plan, with the plan of each cluster before and after.

use super::steps::{Step, sum};
use serde::{Deserialize, Serialize};

/// Number of planned requests that are kept before a job is planned, and after.
const AROUND: usize = 12;

/// A request that was planned.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Planning {
    /// Time of the planning \[s\].
    pub time_s: f64,
    /// Number of the job.
    pub job: u64,
    /// Planned start \[s\].
    pub start_s: f64,
    /// Planned end \[s\].
    pub end_s: f64,
    /// Nodes that the request gets on all clusters.
    pub nodes: u32,
    /// Plans of the clusters.
    pub clusters: Vec<ClusterPlan>,
}

/// The plan of a cluster before and after a request was planned. The step functions begin at the time of the planning.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ClusterPlan {
    /// Nodes of the cluster.
    pub nodes: u32,
    /// Nodes without running or planned jobs, before the planning.
    pub free: Vec<Step>,
    /// The surface before the planning: nodes that stay free from a time on, as the scheduler sees them.
    pub before: Vec<Step>,
    /// The surface after the planning.
    pub after: Vec<Step>,
    /// Nodes that the request gets.
    pub taken: u32,
}

impl Planning {
    /// The plan of all clusters together.
    pub fn together(&self) -> ClusterPlan {
        let all = |of: fn(&ClusterPlan) -> &[Step]| sum(self.clusters.iter().map(of));
        ClusterPlan {
            nodes: self.clusters.iter().fold(0, |sum, own| sum.saturating_add(own.nodes)),
            free: all(|own| &own.free),
            before: all(|own| &own.before),
            after: all(|own| &own.after),
            taken: self.nodes,
        }
    }

    /// Appends this planning to a list of plannings around the first planning of `job`.
    pub fn keep_around(self, job: u64, list: &mut Vec<Planning>) {
        match list.iter().position(|own| own.job == job) {
            None if self.job != job && list.len() >= AROUND => drop(list.remove(0)),
            Some(at) if list.len() > at + AROUND => return,
            _ => {}
        }
        list.push(self);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn steps<const N: usize>(all: [(f64, u32); N]) -> Vec<Step> {
        all.map(|(from_s, free)| Step { from_s, free }).to_vec()
    }

    fn planning(job: u64) -> Planning {
        Planning { time_s: 0.0, job, start_s: 0.0, end_s: 1.0, nodes: 9, clusters: Vec::new() }
    }

    /// Two clusters of 10 and 6 nodes: 3 and 0 stay free now, 3 and 6 from 5 s, 10 and 6 from 8 s.
    #[test]
    fn clusters_together_by_hand() {
        let cluster = |nodes, steps: &[Step], taken| ClusterPlan {
            nodes,
            free: steps.to_vec(),
            before: steps.to_vec(),
            after: steps[..1].to_vec(),
            taken,
        };
        let first = cluster(10, &steps([(1.0, 3), (8.0, 10)]), 7);
        let second = cluster(6, &steps([(1.0, 0), (5.0, 6)]), 2);
        let both = Planning { clusters: vec![first, second], ..planning(0) }.together();
        assert_eq!((both.nodes, both.taken), (16, 9));
        assert_eq!(both.before, steps([(1.0, 3), (5.0, 9), (8.0, 16)]));
        assert_eq!(both.after, steps([(1.0, 3)]));
    }

    /// Of 40 plannings, job 20 and twelve on either side are kept; of a job that is never planned, the last twelve.
    #[test]
    fn plannings_around_a_job_are_kept() {
        let kept = |job: u64| {
            let mut list = Vec::new();
            (0..40).chain([20]).for_each(|own| planning(own).keep_around(job, &mut list));
            list.iter().map(|own| own.job).collect::<Vec<_>>()
        };
        assert_eq!(kept(20), (8..=32).collect::<Vec<_>>());
        assert_eq!(kept(3), (0..=15).collect::<Vec<_>>());
        assert_eq!(kept(99), (29..40).chain([20]).collect::<Vec<_>>());
    }
}
