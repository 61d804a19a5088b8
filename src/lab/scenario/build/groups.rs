//! Groups of jobs that a scenario measures separately.

use crate::logs::{self, Log};
use crate::scenario::{GroupBy, Scenario};
use crate::workload::Groups;

/// The groups of jobs in a checked scenario. `log` is the log from which the workload takes its jobs, if the workload
/// is a log.
pub fn groups(scenario: &Scenario, log: Option<&Log>) -> Groups {
    let by = scenario.experiment.group_by;
    match (by, log) {
        (GroupBy::None, _) => Groups::default(),
        (GroupBy::Home, _) => Groups::of_homes(scenario.platform.cluster_count()),
        (GroupBy::Origin, _) => Groups::of_origins(),
        (_, Some(log)) => logs::groups(by, log, scenario.workload.jobs()),
        (_, None) => Groups::of_names(by, scenario.workload.classes()),
    }
}

/// The name of each user of the jobs in a checked scenario, `None` for unknown users; empty if jobs have no users.
pub fn users(scenario: &Scenario, log: Option<&Log>) -> Vec<Option<String>> {
    let Some(log) = log.filter(|_| scenario.workload.groups().contains(&GroupBy::User)) else {
        return Vec::new();
    };
    let name = |&user: &i64| (user >= 0).then(|| log.user_label(user));
    log.users().iter().map(name).collect()
}

#[cfg(test)]
mod tests {
    use super::super::jobs::source;
    use crate::logs::read;
    use crate::scenario::Scenario;
    use crate::scenario::build;
    use crate::workload::MOST_GROUPS;
    use std::fmt::Write as _;
    use std::sync::Arc;

    /// Group names of a scenario, and the group of every job.
    fn groups(scenario: &str, log: Option<&str>) -> (Vec<String>, Vec<usize>) {
        let scenario = Scenario::from_json(scenario).unwrap();
        let log = log.map(|text| Arc::new(read("test.swf", &mut text.as_bytes()).unwrap()));
        let groups = build::groups::groups(&scenario, log.as_deref());
        let mut jobs = source(&scenario, 0, log.as_ref()).unwrap();
        let jobs = std::iter::from_fn(move || jobs.next());
        let of_jobs = jobs.map(|job| groups.of(&job).unwrap()).collect();
        (groups.names().to_vec(), of_jobs)
    }

    /// A log of four jobs. Their users are 7, none, 7 and 9; their queues are none, 2, 1 and 2; their partitions are 1,
    /// 1, none and 2.
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
    fn users_of_a_log_have_names() {
        let log = read("test.swf", &mut LOG.as_bytes()).unwrap();
        let users = |more: &str| {
            let text = format!(r#"{{"workload": {{"model": "swf", "path": "test.swf"{more}}}}}"#);
            build::groups::users(&Scenario::from_json(&text).unwrap(), Some(&log))
        };
        let mut named = users("");
        named.sort_unstable();
        assert_eq!(named, [None, Some("7".to_owned()), Some("9".to_owned())]);
        assert_eq!(users(r#", "meta_compression": 10"#), []);
    }

    #[test]
    fn groups_are_of_the_jobs_that_are_simulated() {
        let scenario = r#"{"workload": {"model": "swf", "path": "test.swf", "max_jobs": 2}, "experiment": {"sweep": [], "group_by": "queue"}}"#;
        let (names, jobs) = groups(scenario, Some(LOG));
        assert_eq!(names, ["no queue", "queue 2"]);
        assert_eq!(jobs, [0, 1]);
    }

    #[test]
    fn many_users_are_others() {
        let log = (0..30).fold(String::new(), |mut text, user| {
            // User 29 has two jobs; each other user has one job.
            for _ in 0..1 + user / 29 {
                writeln!(text, "1 {user} -1 5 1 -1 -1 1 -1 -1 1 {user}").unwrap();
            }
            text
        });
        let scenario =
            r#"{"workload": {"model": "swf", "path": "test.swf"}, "experiment": {"sweep": [], "group_by": "user"}}"#;
        let (names, jobs) = groups(scenario, Some(&log));
        assert_eq!(names.len(), MOST_GROUPS + 1);
        assert_eq!((names[0].as_str(), names[20].as_str()), ("user 29", "10 others"));
        assert_eq!((jobs[0], jobs[18], jobs[19], jobs[28], jobs[30]), (1, 19, 20, 20, 0));
    }

    #[test]
    fn models_and_clusters() {
        let lublin = r#"{"workload": {"model": "lublin99", "types": "on", "jobs": 200}, "experiment": {"sweep": [], "group_by": "queue"}}"#;
        let (names, jobs) = groups(lublin, None);
        assert_eq!(names, ["interactive", "batch"]);
        assert!(jobs.contains(&0) && jobs.contains(&1));
        let jann =
            r#"{"workload": {"model": "jann97", "jobs": 200}, "experiment": {"sweep": [], "group_by": "queue"}}"#;
        let (names, jobs) = groups(jann, None);
        assert_eq!((names[0].as_str(), names[2].as_str()), ("size 1", "sizes 3–4"));
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
        assert!(kinds.iter().zip(&origins).all(|(kind, origin)| kind / 2 == *origin));
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
