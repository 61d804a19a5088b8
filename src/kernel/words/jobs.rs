//! Names of jobs: their numbers in order of arrival, and what the log of a run calls them.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt::{self, Display, Formatter};

/// Name of a job in a log.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum LogId {
    /// The job's number in the log.
    Number(u64),
    /// The job's name, if it is not a number.
    Name(String),
}

impl Display for LogId {
    /// Writes the number or the name alone.
    fn fmt(&self, out: &mut Formatter<'_>) -> fmt::Result {
        match self {
            LogId::Number(number) => write!(out, "{number}"),
            LogId::Name(name) => out.write_str(name),
        }
    }
}

/// Names of a run's jobs in the log, by number in order of arrival. Jobs that are not from the log are missing.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct JobNames(BTreeMap<u64, LogId>);

impl JobNames {
    /// Name of the job in the log.
    pub fn in_log(&self, job: u64) -> Option<&LogId> {
        self.0.get(&job)
    }

    /// The job within a sentence: "job 1", or "job 1, number 20 of the log".
    pub fn name(&self, job: u64) -> String {
        format!("job {}", self.number(job))
    }

    /// The job as a title: "Job 1", or "Job 1, number 20 of the log".
    pub fn title(&self, job: u64) -> String {
        format!("Job {}", self.number(job))
    }

    /// The job as the beginning of a sentence: "Job 1", or "Job 1, number 20 of the log,".
    pub fn subject(&self, job: u64) -> String {
        let comma = if self.in_log(job).is_some() { "," } else { "" };
        self.title(job) + comma
    }

    /// The job in a table or a chart: "1", or "1 log:20".
    pub fn short(&self, job: u64) -> String {
        match self.in_log(job) {
            Some(id) => format!("{job} log:{id}"),
            None => job.to_string(),
        }
    }

    fn number(&self, job: u64) -> String {
        match self.in_log(job) {
            Some(LogId::Number(number)) => format!("{job}, number {number} of the log"),
            Some(LogId::Name(name)) => format!("{job}, \"{name}\" of the log"),
            None => job.to_string(),
        }
    }
}

impl FromIterator<(u64, LogId)> for JobNames {
    fn from_iter<I: IntoIterator<Item = (u64, LogId)>>(names: I) -> JobNames {
        JobNames(names.into_iter().collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn jobs_are_named_by_both_numbers() {
        let names: JobNames = [(1, LogId::Number(20)), (2, LogId::Name("w0!7".to_owned()))].into_iter().collect();
        let all = |job| [names.name(job), names.title(job), names.subject(job), names.short(job)];
        assert_eq!(all(0), ["job 0", "Job 0", "Job 0", "0"]);
        assert_eq!(
            all(1),
            ["job 1, number 20 of the log", "Job 1, number 20 of the log", "Job 1, number 20 of the log,", "1 log:20"]
        );
        assert_eq!(
            all(2),
            ["job 2, \"w0!7\" of the log", "Job 2, \"w0!7\" of the log", "Job 2, \"w0!7\" of the log,", "2 log:w0!7"]
        );
    }
}
