//! The jobs of one run as a file, in the formats of `metasched run`: a job log (SWF) or a table of jobs (CSV).

use crate::base::problem::Problem;
use crate::engine::{Observer, Progress};
use crate::experiment::log_jobs;
use crate::experiment::{Plan, Runner, Task};
use crate::export::jobs;
use crate::export::jobs_file::JobsFile;
use crate::export::runs;
use crate::export::schedule;
use crate::logs::Log;
use crate::logs::swf::Fractions;
use crate::logs::swf::{SwfFailure, SwfFile};
use crate::scenario::Scenario;
use serde::{Deserialize, Serialize};
use std::fmt::Display;
use std::io::{self, Write};
use std::sync::Arc;

/// Maximum size of a file made by the page \[bytes\]: more than a million jobs.
const MOST_BYTES: usize = 200 << 20;
/// Number of events between two checks for a failed file.
const EVENTS: u64 = 100_000;

/// File format.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Kind {
    /// A job log with the schedule.
    Swf,
    /// The table that `--jobs-out` writes.
    Csv,
}

/// Runs a task of a scenario, given as JSON, and returns its file.
///
/// # Errors
/// If the run is impossible, if a log cannot represent the run, or if the file would be too large; the text of the
/// error is for people.
pub fn text(scenario: &str, task: usize, kind: Kind, log: Option<&Arc<Log>>) -> Result<String, String> {
    let checked = Scenario::from_json(scenario).map_err(said)?;
    let plan = Plan::new(&checked).map_err(said)?;
    let own = plan.tasks().get(task).ok_or("there is no such run")?;
    let logged = log_jobs::of_task(own, log).map_err(said)?;
    let of_run = runs::runs(&plan).into_iter().nth(task).unwrap_or_default();
    let mut out = Bounded::new(MOST_BYTES);
    let written = match kind {
        Kind::Swf => {
            let of = (&*checked, &of_run);
            let file = schedule::begin(out, own, of, log.map(Arc::as_ref), logged, Fractions::Rounded);
            let file = watched(own, log, file.map_err(refusal)?, SwfFile::failed)?;
            file.finish().map_err(refusal)?
        }
        Kind::Csv => {
            let sweeps = checked.experiment.sweep.iter();
            jobs::header(&mut out, sweeps.map(|sweep| sweep.parameter.as_str())).map_err(said)?;
            let file = JobsFile::of_task(out, own, logged, &of_run).map_err(said)?;
            watched(own, log, file, JobsFile::failed)?.finish().map_err(said)?
        }
    };
    String::from_utf8(written.bytes).map_err(said)
}

/// Runs a task until it ends or the observer fails; returns the observer.
fn watched<O: Observer>(task: &Task, log: Option<&Arc<Log>>, file: O, failed: fn(&O) -> bool) -> Result<O, String> {
    let mut runner = Runner::new(task, log.cloned(), file).map_err(said)?;
    while runner.advance(EVENTS).map_err(said)? == Progress::Running && !runner.observer().is_some_and(failed) {}
    let (_, file) = runner.finish();
    file.ok_or_else(|| "the run ended before it was measured".to_owned())
}

fn said(error: impl Display) -> String {
    error.to_string()
}

/// Reason why a log cannot represent the schedule. Recommends the CSV.
fn refusal(failure: SwfFailure) -> String {
    match failure {
        SwfFailure::Output(error) => said(error),
        SwfFailure::Refused(problem) => said(Problem { remedy: "The CSV holds such jobs too.".to_owned(), ..problem }),
    }
}

/// Memory for a file of limited size.
struct Bounded {
    bytes: Vec<u8>,
    most: usize,
}

impl Bounded {
    fn new(most: usize) -> Bounded {
        Bounded { bytes: Vec::new(), most }
    }
}

impl Write for Bounded {
    fn write(&mut self, more: &[u8]) -> io::Result<usize> {
        let fits = self.bytes.len() + more.len() <= self.most && self.bytes.try_reserve(more.len()).is_ok();
        if !fits {
            return Err(io::Error::other(format!(
                "it is larger than {} MB, which is what the page makes at most; metasched run writes it with --swf-out or --jobs-out",
                self.most >> 20
            )));
        }
        self.bytes.extend_from_slice(more);
        Ok(more.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::logs::read;

    const SMALL: &str = r#"{ "schedulers": ["no-share", "b3"], "workload": { "jobs_per_cluster": 20 },
        "experiment": { "sweep": [{"parameter": "workload.bsbw_mbps", "values": [100, 500]}], "replications": 1 } }"#;
    const OF_LOG: &str = r#"{ "platform": { "clusters": [{ "nodes": 4 }] }, "schedulers": ["no-share"],
        "workload": { "model": "swf", "path": "three.swf" }, "experiment": { "sweep": [], "replications": 1 } }"#;

    /// One line per job, after a header.
    #[test]
    fn a_table_has_all_jobs_of_the_run() {
        let plan = Plan::new(&Scenario::from_json(SMALL).unwrap()).unwrap();
        let last = plan.tasks().len() - 1;
        let csv = text(SMALL, last, Kind::Csv, None).unwrap();
        assert_eq!(csv.lines().count(), 1 + 80);
        let first = csv.lines().nth(1).unwrap();
        assert!(first.ends_with("b3 (chunk 0.85),1,2,500"), "{first}");
    }

    /// On 4 nodes: a job of 4 nodes from 50 s for 10 s, a job of 1 node from 110 s for 100 s. The third job needs 4
    /// nodes at 150 s and waits 60 s, until 210 s.
    #[test]
    fn a_log_has_the_schedule() {
        let log = "1 50 -1 10 4 -1 -1 4 20\n2 110 -1 100 1\n3 150 -1 20 4\n";
        let log = Arc::new(read("three.swf", &mut log.as_bytes()).unwrap());
        let swf = text(OF_LOG, 0, Kind::Swf, Some(&log)).unwrap();
        let jobs = swf.lines().filter(|line| !line.starts_with(';'));
        let times = |line: &str| -> Vec<String> {
            let cells = line.split_whitespace().take(4);
            cells.map(str::to_owned).collect()
        };
        let jobs: Vec<Vec<String>> = jobs.map(times).collect();
        assert_eq!(jobs, [["1", "50", "0", "10"], ["2", "110", "0", "100"], ["3", "150", "60", "20"]]);
    }

    /// Times of drawn jobs are rounded, and the log says so. A log cannot represent a co-allocated job.
    #[test]
    fn a_log_has_whole_seconds_and_one_cluster_a_job() {
        let swf = text(SMALL, 0, Kind::Swf, None).unwrap();
        assert!(swf.contains("; Note: moments that are no whole seconds are rounded\n"));
        let log = read("drawn.swf", &mut swf.as_bytes()).unwrap();
        assert_eq!((log.records().len(), log.counts.out_of_order.count), (80, 0));
        let problem = text(SMALL, 2, Kind::Swf, None).unwrap_err();
        assert!(problem.ends_with("a log has one partition for each. The CSV holds such jobs too."), "{problem}");
    }

    #[test]
    fn what_cannot_be_had_is_said() {
        assert_eq!(text(SMALL, 99, Kind::Csv, None).unwrap_err(), "there is no such run");
        assert!(text("{", 0, Kind::Csv, None).is_err());
    }

    #[test]
    fn a_file_that_is_too_large_is_refused() {
        let mut out = Bounded::new(1 << 20);
        out.write_all(&[0; 1 << 20]).unwrap();
        let problem = out.write_all(b"x").unwrap_err().to_string();
        assert!(problem.starts_with("it is larger than 1 MB"), "{problem}");
    }
}
