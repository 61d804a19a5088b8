//! A job as people ask for it: by its number in order of arrival, or by its number or name in the log.

use super::LogJobs;
use crate::base::problem::Problem;
use serde::{Deserialize, Serialize};
use std::fmt::{self, Display, Formatter};
use std::str::FromStr;

/// Prefix of a number or name in the log.
const OF_LOG: &str = "log:";

/// A job that is asked for.
///
/// ```
/// use metasched_logs::logs::AskedJob;
///
/// assert_eq!("17".parse(), Ok(AskedJob::Number(17)));
/// assert_eq!("log:w0!7".parse(), Ok(AskedJob::InLog("w0!7".to_owned())));
/// assert!("w0!7".parse::<AskedJob>().is_err());
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum AskedJob {
    /// By its number in order of arrival: `17`.
    Number(u64),
    /// By its number or name in the log: `log:20`.
    InLog(String),
}

impl AskedJob {
    /// Number of the job in order of arrival. `logged` is the log data of the run, if its workload is a log.
    ///
    /// # Errors
    /// If the workload is not a log, or if not exactly one job has the number or name in the log.
    pub fn number(&self, logged: Option<&LogJobs>) -> Result<u64, Problem> {
        match (self, logged) {
            (AskedJob::Number(number), _) => Ok(*number),
            (AskedJob::InLog(id), Some(logged)) => logged.find(id),
            (AskedJob::InLog(_), None) => Err(Problem::new(
                format!("job {self}"),
                "asks by the number in a log, but the workload is not a log",
                "the number of a job: 0, 1, 2, … in order of arrival",
                "",
            )),
        }
    }
}

impl From<u64> for AskedJob {
    fn from(number: u64) -> AskedJob {
        AskedJob::Number(number)
    }
}

impl FromStr for AskedJob {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<AskedJob, &'static str> {
        let text = text.trim();
        match text.strip_prefix(OF_LOG).filter(|id| !id.is_empty()) {
            Some(id) => Ok(AskedJob::InLog(id.to_owned())),
            None => text.parse().map(AskedJob::Number).map_err(
                |_| "jobs are numbered 0, 1, 2, … in order of arrival; log:20 is the job with the number 20 in the log",
            ),
        }
    }
}

impl Display for AskedJob {
    /// Writes the job as it is parsed.
    fn fmt(&self, out: &mut Formatter<'_>) -> fmt::Result {
        match self {
            AskedJob::Number(number) => write!(out, "{number}"),
            AskedJob::InLog(id) => write!(out, "{OF_LOG}{id}"),
        }
    }
}
