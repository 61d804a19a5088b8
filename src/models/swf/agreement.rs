//! Consistency checks between the settings of a log, and between a log and its platform.

use super::Swf;
use crate::base::problem::Problem;
use crate::logs::Log;
use crate::words::number::counted;
use crate::workload::Oversized;

/// Checks that the log has a name, that its bounds and filters can be parsed, and that the meta requests that are added to it are neither split nor scaled.
pub(super) fn check(own: &Swf) -> Vec<Problem> {
    let mut problems = Vec::new();
    if own.path.trim().is_empty() {
        problems.push(Problem::new(
            "workload.path",
            "is missing",
            "the name of a log in the Standard Workload Format",
            "Name the file",
        ));
    }
    problems.extend(own.reading().err());
    if own.meta_compression.is_none() {
        return problems;
    }
    if own.oversized == Oversized::Split {
        problems.push(Problem::new(
            "workload.oversized",
            "is \"split\", but with workload.meta_compression requests run on several clusters",
            "keep",
            "Keep them, or leave meta_compression out",
        ));
    }
    if let Some(load) = own.load {
        problems.push(Problem::new(
            "workload.load",
            format!("is {load}, but workload.meta_compression sets how much arrives besides the log"),
            "none",
            "Leave one of them out",
        ));
    }
    problems
}

/// Checks that the clusters to which the jobs of a Batsim workload belong exist.
pub(super) fn homes_are_there(log: &Log, clusters: u32) -> Result<(), Problem> {
    let Some((home, job)) = log.highest_home().filter(|(home, _)| *home >= clusters) else {
        return Ok(());
    };
    let job = job.map_or_else(String::new, |job| format!(" of job {job}"));
    Err(Problem::new(
        format!("{}: the home_cluster{job}", log.name),
        format!("is {home}"),
        format!(
            "at most {}: the log's jobs belong to {}, from 0 on",
            clusters - 1,
            counted(clusters.into(), "cluster")
        ),
        "Correct it, or add clusters to the platform",
    ))
}

/// Checks that the jobs of a log with dependencies stay whole and keep their numbers.
pub(super) fn dependencies_are_possible(own: &Swf, log: &Log) -> Result<(), Problem> {
    let with = match own.meta_compression {
        _ if log.dependencies().is_none() => return Ok(()),
        Some(_) => "workload.meta_compression",
        None if own.oversized == Oversized::Split => "workload.oversized of split",
        None => return Ok(()),
    };
    Err(Problem::new(
        "workload.dependencies",
        format!(
            "is \"{}\", and jobs of {} wait for others, which is not possible with {with}",
            own.dependencies, log.name
        ),
        "ignored",
        format!("Ignore the dependencies, or leave {with} out"),
    ))
}
