//! Groups of jobs that are measured separately: by queue, partition, user, home cluster or origin.

use super::Job;
use crate::parameter::declare::choices;
use std::cmp::Reverse;

choices! {
    /// Property by which jobs are grouped for separate measures.
    GroupBy = None, {
        /// All jobs only.
        None = "none", "Nothing";
        /// The queue in the log; interactive and batch jobs of Lublin 99, size classes of Jann 97, the four kinds of a metacomputer's jobs, low, medium and high communication in a grid.
        Queue = "queue", "Queue";
        /// The partition in the log.
        Partition = "partition", "Partition (log)";
        /// The user in the log.
        User = "user", "User (log)";
        /// The cluster that a job arrives at.
        Home = "home", "Home cluster";
        /// The two kinds of jobs of a metacomputer: submitted to one cluster, or to all clusters together.
        Origin = "origin", "Local and meta";
    }
}

/// Maximum number of named groups; all other jobs form one group. A log may have thousands of users.
pub const MOST_GROUPS: usize = 20;

/// The groups of an experiment, and the assignment of jobs to groups. If the numbers of jobs are known, the largest
/// group comes first.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Groups {
    by: GroupBy,
    names: Vec<String>,
    /// Index of the group of each class, user or cluster.
    group_of: Vec<u32>,
}

impl Groups {
    /// One group per cluster.
    pub fn of_homes(clusters: u64) -> Groups {
        let names = (0..clusters).map(|c| format!("cluster {}", c + 1));
        Groups::in_order(GroupBy::Home, names)
    }

    /// Two groups: jobs submitted to all clusters together, and jobs submitted to one cluster.
    pub fn of_origins() -> Groups {
        let names = ["meta", "local"].map(str::to_owned);
        Groups::in_order(GroupBy::Origin, names.into_iter())
    }

    /// One group per value that has jobs, the largest group first. For each value, `names` has its name and `counts`
    /// its number of jobs; `values` has the value of each class or user.
    pub fn largest_first(by: GroupBy, names: &[String], counts: &[u64], values: &[u32]) -> Groups {
        let mut largest: Vec<usize> = (0..names.len()).collect();
        largest.sort_by_key(|&value| Reverse(counts[value]));
        let mut place = vec![0; names.len()];
        for (at, &value) in largest.iter().enumerate() {
            place[value] = at as u32;
        }
        Groups {
            by,
            names: (largest.iter().filter(|&&value| counts[value] > 0)).map(|&value| names[value].clone()).collect(),
            group_of: values.iter().map(|&value| place[value as usize]).collect(),
        }
        .merged()
    }

    /// One group per class of a model, with these names.
    pub fn of_names(by: GroupBy, classes: Vec<String>) -> Groups {
        Groups::in_order(by, classes.into_iter())
    }

    /// Names of the groups; empty without grouping.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// Group of a job; `None` without grouping.
    #[inline]
    pub fn of(&self, job: &Job) -> Option<usize> {
        let at = match self.by {
            GroupBy::None => return None,
            GroupBy::Queue | GroupBy::Partition => usize::from(job.class),
            GroupBy::User => usize::from(job.user),
            GroupBy::Home => job.home as usize,
            GroupBy::Origin => usize::from(job.local),
        };
        self.group_of.get(at).map(|&group| group as usize)
    }

    /// One group per name, in this order.
    fn in_order(by: GroupBy, names: impl Iterator<Item = String>) -> Groups {
        let names: Vec<String> = names.collect();
        let group_of = (0..names.len() as u32).collect();
        Groups { by, names, group_of }.merged()
    }

    /// If there are too many groups, merges the last groups into one group.
    fn merged(mut self) -> Groups {
        let others = self.names.len().saturating_sub(MOST_GROUPS);
        if others > 1 {
            self.names.truncate(MOST_GROUPS);
            self.names.push(format!("{others} others"));
            for group in &mut self.group_of {
                *group = (*group).min(MOST_GROUPS as u32);
            }
        }
        self
    }
}
