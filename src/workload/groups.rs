//! Groups of jobs that are measured by themselves: of one queue, partition, user, home cluster or origin.

use super::Job;
use super::swf::{Class, Log};
use crate::scenario::{GroupBy, JobTypes, Scenario, Workload};

/// Groups that have a name of their own; what is left is measured together. A log may have thousands of users.
pub const MOST_GROUPS: usize = 20;

/// The groups of an experiment, the largest first where their sizes are known, and which of them a job belongs to.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Groups {
    by: GroupBy,
    names: Vec<String>,
    /// Group by class, user or cluster of a job.
    group_of: Vec<u32>,
}

impl Groups {
    /// The groups of a checked scenario; `log` is what its SWF workload reads.
    pub fn new(scenario: &Scenario, log: Option<&Log>) -> Groups {
        let by = scenario.experiment.group_by;
        match (by, log, &scenario.workload) {
            (GroupBy::None, ..) => Groups::default(),
            (GroupBy::Home, ..) => {
                let clusters = 0..scenario.platform.cluster_count();
                Groups::in_order(by, clusters.map(|c| format!("cluster {}", c + 1)))
            }
            (GroupBy::Origin, ..) => {
                Groups::in_order(by, ["meta", "local"].map(str::to_owned).into_iter())
            }
            (GroupBy::User, Some(log), _) => Groups::of_users(log),
            (GroupBy::Queue, Some(log), _) => {
                Groups::of_classes(by, log, |class| (class.queue_rank, class.queue))
            }
            (GroupBy::Partition, Some(log), _) => {
                Groups::of_classes(by, log, |class| (class.partition_rank, class.partition))
            }
            (_, _, Workload::Lublin99(own)) => {
                let names: &[&str] = match own.types {
                    JobTypes::Off => &["all types"],
                    JobTypes::On => &["interactive", "batch"],
                };
                Groups::in_order(by, names.iter().map(|&name| name.to_owned()))
            }
            (_, _, Workload::Jann97(own)) => {
                let name = |[low, high]: [u32; 2]| match low == high {
                    true => format!("size {low}"),
                    false => format!("sizes {low}–{high}"),
                };
                Groups::in_order(by, own.classes.iter().map(|class| name(class.sizes)))
            }
            (_, _, Workload::Metacomputer(_)) => {
                let ways = ["synchronous", "asynchronous"];
                let names =
                    ["meta", "local"].map(|origin| ways.map(|way| format!("{origin} {way}")));
                Groups::in_order(by, names.into_iter().flatten())
            }
            (_, _, Workload::Grid(_)) => {
                let names = ["low", "medium", "high"].map(|third| format!("{third} R"));
                Groups::in_order(by, names.into_iter())
            }
            _ => Groups::default(),
        }
    }

    /// Their names; none if jobs are not told apart.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// The group of a job, if jobs are told apart.
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

    /// Groups of one value each, in their order.
    fn in_order(by: GroupBy, names: impl Iterator<Item = String>) -> Groups {
        let names: Vec<String> = names.collect();
        let group_of = (0..names.len() as u32).collect();
        Groups {
            by,
            names,
            group_of,
        }
        .merged()
    }

    fn of_users(log: &Log) -> Groups {
        let users = log.users();
        let known = |user: i64| match user {
            0.. => format!("user {user}"),
            _ => "no user".to_owned(),
        };
        let names = users.iter().map(|&user| known(user)).collect();
        let values = (0..users.len() as u32).collect();
        Groups::by_size(GroupBy::User, names, values, |job| job.user, log)
    }

    /// By what `value` tells of a class: its rank in the log, and its number there.
    fn of_classes(by: GroupBy, log: &Log, value: fn(&Class) -> (u32, i64)) -> Groups {
        let values: Vec<(u32, i64)> = log.classes().iter().map(value).collect();
        let count = values.iter().map(|(rank, _)| rank + 1).max().unwrap_or(0);
        let mut names = vec![String::new(); count as usize];
        for &(rank, number) in &values {
            names[rank as usize] = match number {
                0.. => format!("{by} {number}"),
                _ => format!("no {by}"),
            };
        }
        let ranks = values.iter().map(|&(rank, _)| rank).collect();
        Groups::by_size(by, names, ranks, |job| job.class, log)
    }

    /// The value of most jobs first. `names` is by value, `values` by the key of a record.
    fn by_size(
        by: GroupBy,
        names: Vec<String>,
        values: Vec<u32>,
        key: fn(&super::swf::Record) -> u16,
        log: &Log,
    ) -> Groups {
        let mut jobs = vec![0u64; names.len()];
        for record in log.records() {
            if let Some(&value) = values.get(usize::from(key(record))) {
                jobs[value as usize] += 1;
            }
        }
        let mut largest: Vec<usize> = (0..names.len()).collect();
        largest.sort_by_key(|&value| std::cmp::Reverse(jobs[value]));
        let mut place = vec![0; names.len()];
        for (at, &value) in largest.iter().enumerate() {
            place[value] = at as u32;
        }
        Groups {
            by,
            names: largest.iter().map(|&value| names[value].clone()).collect(),
            group_of: values.iter().map(|&value| place[value as usize]).collect(),
        }
        .merged()
    }

    /// With all but the first as one group, if there are too many.
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenario::Scenario;
    use crate::workload::build;
    use crate::workload::swf::read;
    use std::fmt::Write as _;
    use std::sync::Arc;

    /// Names and the group of every job of a scenario.
    fn groups(scenario: &str, log: Option<&str>) -> (Vec<String>, Vec<usize>) {
        let scenario = Scenario::from_json(scenario).unwrap();
        let log = log.map(|text| Arc::new(read("test.swf", &mut text.as_bytes()).unwrap()));
        let groups = Groups::new(&scenario, log.as_deref());
        let mut source = build::source(&scenario, 0, log.as_ref()).unwrap();
        let jobs = std::iter::from_fn(|| source.next());
        let of_jobs = jobs.map(|job| groups.of(&job).unwrap()).collect();
        (groups.names().to_vec(), of_jobs)
    }

    /// Users 7, none, 7, 9; queues none, 2, 1, 2 with partitions 1, 1, none, 2.
    const LOG: &str = "1 0 -1 5 1 -1 -1 1 -1 -1 1 7 -1 -1 -1 1\n\
        2 1 -1 5 1 -1 -1 1 -1 -1 1 -1 -1 -1 2 1\n\
        3 2 -1 5 1 -1 -1 1 -1 -1 1 7 -1 -1 1 -1\n\
        4 3 -1 5 1 -1 -1 1 -1 -1 1 9 -1 -1 2 2\n";

    fn of_log(by: &str) -> (Vec<String>, Vec<usize>) {
        let scenario = format!(
            r#"{{"workload": {{"model": "swf", "path": "test.swf"}}, "experiment": {{"sweep": [], "group_by": "{by}"}}}}"#
        );
        groups(&scenario, Some(LOG))
    }

    #[test]
    fn the_largest_group_of_a_log_is_first() {
        let (names, jobs) = of_log("user");
        assert_eq!(names, ["user 7", "no user", "user 9"]);
        assert_eq!(jobs, [0, 1, 0, 2]);
        let (names, jobs) = of_log("queue");
        assert_eq!(names, ["queue 2", "no queue", "queue 1"]);
        assert_eq!(jobs, [1, 0, 2, 0]);
        let (names, jobs) = of_log("partition");
        assert_eq!(names, ["partition 1", "no partition", "partition 2"]);
        assert_eq!(jobs, [0, 0, 1, 2]);
    }

    #[test]
    fn many_users_are_others() {
        let log = (0..30).fold(String::new(), |mut text, user| {
            // User 29 has two jobs, the others one.
            for _ in 0..1 + user / 29 {
                writeln!(text, "1 {user} -1 5 1 -1 -1 1 -1 -1 1 {user}").unwrap();
            }
            text
        });
        let scenario = r#"{"workload": {"model": "swf", "path": "test.swf"}, "experiment": {"sweep": [], "group_by": "user"}}"#;
        let (names, jobs) = groups(scenario, Some(&log));
        assert_eq!(names.len(), MOST_GROUPS + 1);
        assert_eq!(
            (names[0].as_str(), names[20].as_str()),
            ("user 29", "10 others")
        );
        assert_eq!(
            (jobs[0], jobs[18], jobs[19], jobs[28], jobs[30]),
            (1, 19, 20, 20, 0)
        );
    }

    #[test]
    fn models_and_clusters() {
        let lublin = r#"{"workload": {"model": "lublin99", "types": "on", "jobs": 200}, "experiment": {"sweep": [], "group_by": "queue"}}"#;
        let (names, jobs) = groups(lublin, None);
        assert_eq!(names, ["interactive", "batch"]);
        assert!(jobs.contains(&0) && jobs.contains(&1));
        let jann = r#"{"workload": {"model": "jann97", "jobs": 200}, "experiment": {"sweep": [], "group_by": "queue"}}"#;
        let (names, jobs) = groups(jann, None);
        assert_eq!(
            (names[0].as_str(), names[2].as_str()),
            ("size 1", "sizes 3–4")
        );
        assert_eq!(jobs.iter().max(), Some(&9));
        let meta = |by| {
            groups(
                &format!(
                    r#"{{"workload": {{"model": "metacomputer", "jobs": 200}}, "experiment": {{"sweep": [], "group_by": "{by}"}}}}"#
                ),
                None,
            )
        };
        let (names, origins) = meta("origin");
        assert_eq!(names, ["meta", "local"]);
        let (names, kinds) = meta("queue");
        assert_eq!(names[1..3], ["meta asynchronous", "local synchronous"]);
        assert!(
            kinds
                .iter()
                .zip(&origins)
                .all(|(kind, origin)| kind / 2 == *origin)
        );
        assert!((0..4).all(|kind| kinds.contains(&kind)));
        let grid = r#"{"workload": {"model": "grid", "jobs": 100}, "experiment": {"sweep": [], "group_by": "queue"}}"#;
        let (names, thirds) = groups(grid, None);
        assert_eq!(names, ["low R", "medium R", "high R"]);
        assert!((0..3).all(|third| thirds.contains(&third)));
        let home = r#"{"workload": {"jobs_per_cluster": 3}, "experiment": {"sweep": [], "group_by": "home"}}"#;
        let (names, jobs) = groups(home, None);
        assert_eq!(names, ["cluster 1", "cluster 2", "cluster 3", "cluster 4"]);
        assert_eq!(jobs.iter().filter(|&&group| group == 3).count(), 3);
    }
}
