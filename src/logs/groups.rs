//! Groups of a log's jobs that are measured separately: by user, queue or partition.

use super::log::{Class, Log, Record};
use crate::workload::{GroupBy, Groups, HomeRule};

/// Groups of the first `jobs` jobs of a log by the property `by`, the largest group first. There are no groups if log
/// records do not have this property.
pub fn groups(by: GroupBy, log: &Log, jobs: u64) -> Groups {
    let jobs = log.records().len().min(usize::try_from(jobs).unwrap_or(usize::MAX));
    let jobs = &log.records()[..jobs];
    match by {
        GroupBy::User => of_users(log, jobs),
        GroupBy::Queue => of_classes(by, HomeRule::Queue, log, jobs, |class| class.queue),
        GroupBy::Partition => of_classes(by, HomeRule::Partition, log, jobs, |class| class.partition),
        GroupBy::None | GroupBy::Home | GroupBy::Origin => Groups::default(),
    }
}

fn of_users(log: &Log, jobs: &[Record]) -> Groups {
    let users = log.users();
    let known = |user: i64| match user {
        0.. => format!("user {}", log.user_label(user)),
        _ => "no user".to_owned(),
    };
    let names = users.iter().map(|&user| known(user)).collect();
    let values = (0..users.len() as u32).collect();
    by_size(GroupBy::User, names, values, |job| job.user, jobs)
}

/// Groups by queue or partition: the `value` of a class, with the labels of `rule`.
fn of_classes(by: GroupBy, rule: HomeRule, log: &Log, jobs: &[Record], value: fn(&Class) -> i64) -> Groups {
    let mut values: Vec<i64> = log.classes().iter().map(value).collect();
    values.sort_unstable();
    values.dedup();
    let named = |&number: &i64| match number {
        0.. => format!("{by} {}", log.class_label(rule, number)),
        _ => format!("no {by}"),
    };
    let names = values.iter().map(named).collect();
    let rank = |class| values.partition_point(|&own| own < value(class)) as u32;
    let ranks = log.classes().iter().map(rank).collect();
    by_size(by, names, ranks, |job| job.class, jobs)
}

/// Groups of jobs with the same value (a user, queue or partition), the largest group first. `names` gives the name of
/// each value, `key` the user or class of a record, and `values` the value of each user or class.
fn by_size(by: GroupBy, names: Vec<String>, values: Vec<u32>, key: fn(&Record) -> u16, jobs: &[Record]) -> Groups {
    let mut counts = vec![0u64; names.len()];
    for record in jobs {
        if let Some(&value) = values.get(usize::from(key(record))) {
            counts[value as usize] += 1;
        }
    }
    Groups::largest_first(by, &names, &counts, &values)
}
