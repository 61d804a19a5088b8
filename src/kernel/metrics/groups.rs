//! Measures of a group of jobs: the measures that are also taken of all jobs, but without distributions.

use super::submitted::Submitted;
use crate::workload::Job;
use serde::{Deserialize, Serialize};

/// Sums over the measured jobs of a group.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct GroupSums {
    jobs: u64,
    turnaround_s: f64,
    wait_s: f64,
    bounded_slowdown: f64,
    work: f64,
}

impl GroupSums {
    /// Adds a job of the group that has ended.
    pub fn add(&mut self, job: &Job, turnaround_s: f64, wait_s: f64, bounded_slowdown: f64) {
        self.jobs += 1;
        self.turnaround_s += turnaround_s;
        self.wait_s += wait_s;
        self.bounded_slowdown += bounded_slowdown;
        self.work += f64::from(job.nodes) * job.runtime_s;
    }

    /// Means of the group named `name`.
    pub fn measures(&self, name: &str) -> GroupMeasures {
        let jobs = self.jobs.max(1) as f64;
        GroupMeasures {
            group: name.to_owned(),
            jobs: self.jobs,
            work: self.work,
            mean_turnaround_s: self.turnaround_s / jobs,
            mean_wait_s: self.wait_s / jobs,
            mean_bounded_slowdown: self.bounded_slowdown / jobs,
            submitted: None,
        }
    }
}

/// Measures of a group in one run. Means are 0 without jobs.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct GroupMeasures {
    /// Name of the group.
    pub group: String,
    /// Number of measured jobs.
    pub jobs: u64,
    /// Sum of nodes × run time at speed 1 \[node-seconds\].
    pub work: f64,
    /// Mean turnaround time \[s\].
    pub mean_turnaround_s: f64,
    /// Mean waiting time \[s\].
    pub mean_wait_s: f64,
    /// Mean bounded slowdown.
    pub mean_bounded_slowdown: f64,
    /// Turnaround of all submitted jobs of the group; given only if some jobs of the group have not ended.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub submitted: Option<Submitted>,
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two jobs: 4 nodes for 10 s after waiting 20 s, and 1 node for 40 s without waiting.
    #[test]
    fn means_of_two_jobs() {
        let job = |nodes, runtime_s| Job { nodes, runtime_s, ..Job::default() };
        let mut sums = GroupSums::default();
        assert_eq!(sums.measures("none").mean_wait_s, 0.0);
        sums.add(&job(4, 10.0), 30.0, 20.0, 3.0);
        sums.add(&job(1, 40.0), 40.0, 0.0, 1.0);
        let wanted = GroupMeasures {
            group: "two".to_owned(),
            jobs: 2,
            work: 80.0,
            mean_turnaround_s: 35.0,
            mean_wait_s: 10.0,
            mean_bounded_slowdown: 2.0,
            submitted: None,
        };
        assert_eq!(sums.measures("two"), wanted);
    }
}
