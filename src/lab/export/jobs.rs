//! The jobs file: a CSV row per job with the columns that Batsim writes and evalys reads.
//!
//! `job_id … consumed_energy` mean what they mean there (times in seconds; `allocated_resources` as intervals of node
//! numbers that run through all clusters, "0-3 7"; `consumed_energy` is left empty, as we model none). Columns of ours
//! follow: `home_cluster`; `clusters`, the nodes taken on each ("0:30+2:5"); `co_allocated`; `penalty`, time on the nodes
//! over dedicated run time; for a job of a log its own number, submission time, user and requested time there (`log_…`),
//! empty where the log does not tell. Of a workload of Batsim the number is the text of an identifier that is no number.
//!
//! A file may hold many runs, one after the other: `scheduler`, `replication` and `point` (of the sweep, both from 1) tell them
//! apart, and a column for each swept parameter with its path as the name. A run that is the same at several points is written
//! once, with `point` and the parameters that make no difference left empty.

use super::csv;
use super::log_jobs::LogJob;
use serde_json::Value;
use std::fmt::Write as _;
use std::io::{self, Write};

/// The columns, in order.
pub const COLUMNS: [&str; 27] = [
    "job_id",
    "workload_name",
    "profile",
    "submission_time",
    "requested_number_of_resources",
    "requested_time",
    "success",
    "final_state",
    "starting_time",
    "execution_time",
    "finish_time",
    "waiting_time",
    "turnaround_time",
    "stretch",
    "allocated_resources",
    "consumed_energy",
    "home_cluster",
    "clusters",
    "co_allocated",
    "penalty",
    "log_job_id",
    "log_submission_time",
    "log_user_id",
    "log_requested_time",
    "scheduler",
    "replication",
    "point",
];

/// Writes the first line of a file in whose runs the parameters `swept` are varied.
///
/// # Errors
/// If `out` fails.
pub fn header<'a>(out: &mut dyn Write, swept: impl IntoIterator<Item = &'a str>) -> io::Result<()> {
    csv::row(out, COLUMNS.into_iter().chain(swept))
}

/// What tells a run from the others of its file.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct OfRun {
    /// The scheduler's name.
    pub scheduler: String,
    /// From 1.
    pub replication: u32,
    /// From 1; none if the run is the same at several points.
    pub point: Option<usize>,
    /// The value of each swept parameter; none if the run is the same at several.
    pub swept: Vec<Option<Value>>,
}

impl OfRun {
    /// The last cells of each line, and its end.
    fn cells(&self) -> String {
        let point = self.point.map_or_else(String::new, |point| point.to_string());
        let mut cells = format!(",{},{},{point}", csv::quoted(&self.scheduler), self.replication);
        for value in &self.swept {
            cells.push(',');
            match value {
                Some(Value::String(text)) => cells.push_str(&csv::quoted(text)),
                Some(value) => cells.push_str(&csv::quoted(&value.to_string())),
                None => {}
            }
        }
        cells.push('\n');
        cells
    }
}

/// One job of the file.
#[derive(Clone, Debug, PartialEq)]
pub struct JobRecord<'a> {
    /// Number in order of arrival.
    pub id: u64,
    /// What kind of job it is, in a word or two.
    pub profile: &'a str,
    /// \[s\]
    pub submission_s: f64,
    /// Nodes it asked for.
    pub nodes: u32,
    /// Run time it asked for \[s\].
    pub requested_s: f64,
    /// Index of the cluster it arrived at.
    pub home: u32,
    /// Where and when it ran; `None` if it was rejected.
    pub run: Option<Run<'a>>,
    /// What its log says of it, if it is of one.
    pub logged: Option<LogJob<'a>>,
}

/// Where and when a job ran.
#[derive(Clone, Debug, PartialEq)]
pub struct Run<'a> {
    /// \[s\]
    pub start_s: f64,
    /// \[s\]
    pub finish_s: f64,
    /// First and last node of each interval, numbered through all clusters.
    pub allocated: &'a [(u64, u64)],
    /// Cluster and nodes of each piece.
    pub clusters: &'a [(u32, u32)],
    /// Time on the nodes over dedicated run time.
    pub penalty: f64,
    /// Whether it was killed because it outlived its estimate.
    pub killed: bool,
}

/// Writes the jobs of a run, job by job.
#[derive(Debug)]
pub struct JobsWriter<W: Write> {
    out: W,
    /// Quoted once.
    workload: String,
    /// The same at the end of each line.
    of_run: String,
    line: String,
}

impl<W: Write> JobsWriter<W> {
    /// Goes on with a file that has its [`header`].
    pub fn new(out: W, workload: &str, of_run: &OfRun) -> JobsWriter<W> {
        JobsWriter { out, workload: csv::quoted(workload).into_owned(), of_run: of_run.cells(), line: String::new() }
    }

    /// Adds a job.
    ///
    /// # Errors
    /// If the output fails.
    pub fn write(&mut self, job: &JobRecord) -> io::Result<()> {
        self.line.clear();
        self.describe(job).map_err(io::Error::other)?;
        self.out.write_all(self.line.as_bytes())
    }

    fn describe(&mut self, job: &JobRecord) -> std::fmt::Result {
        let (workload, line) = (&self.workload, &mut self.line);
        let profile = csv::quoted(job.profile);
        let (id, submission, nodes, requested) = (job.id, job.submission_s, job.nodes, job.requested_s);
        write!(line, "{id},{workload},{profile},{submission},{nodes},{requested}")?;
        match &job.run {
            Some(run) => describe_run(line, job, run)?,
            None => write!(line, ",0,REJECTED,,,,,,,,,{},,,", job.home)?,
        }
        describe_logged(line, job.logged.as_ref())?;
        line.push_str(&self.of_run);
        Ok(())
    }

    /// Writes out what is buffered and gives the output back.
    ///
    /// # Errors
    /// If the output fails.
    pub fn finish(mut self) -> io::Result<W> {
        self.out.flush()?;
        Ok(self.out)
    }
}

/// The cells from `success` to `penalty`.
fn describe_run(line: &mut String, job: &JobRecord, run: &Run) -> std::fmt::Result {
    let (start, finish) = (run.start_s, run.finish_s);
    let (execution, waiting, turnaround) = (finish - start, start - job.submission_s, finish - job.submission_s);
    let stretch = turnaround / execution;
    let state = match run.killed {
        true => "0,COMPLETED_WALLTIME_REACHED",
        false => "1,COMPLETED_SUCCESSFULLY",
    };
    write!(line, ",{state},{start},{execution},{finish},{waiting},{turnaround},{stretch},")?;
    for (i, (first, last)) in run.allocated.iter().enumerate() {
        let blank = if i > 0 { " " } else { "" };
        if first == last {
            write!(line, "{blank}{first}")?;
        } else {
            write!(line, "{blank}{first}-{last}")?;
        }
    }
    write!(line, ",,{},", job.home)?;
    for (i, (cluster, nodes)) in run.clusters.iter().enumerate() {
        let plus = if i > 0 { "+" } else { "" };
        write!(line, "{plus}{cluster}:{nodes}")?;
    }
    let co_allocated = u8::from(run.clusters.len() > 1);
    write!(line, ",{co_allocated},{}", run.penalty)
}

/// The cells of the log.
fn describe_logged(line: &mut String, logged: Option<&LogJob>) -> std::fmt::Result {
    let Some(logged) = logged else {
        line.push_str(",,,,");
        return Ok(());
    };
    let mut cell = |text: Option<&dyn std::fmt::Display>| match text {
        Some(text) => write!(line, ",{text}"),
        None => line.write_char(','),
    };
    let name = logged.name.map(csv::quoted);
    match &logged.number {
        Some(number) => cell(Some(number))?,
        None => cell(name.as_ref().map(|name| name as _))?,
    }
    cell(Some(&logged.submit_s))?;
    cell(logged.user.as_ref().map(|user| user as _))?;
    cell(logged.requested_s.as_ref().map(|asked_s| asked_s as _))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_co_allocated_and_a_rejected_job() {
        let mut out = Vec::new();
        header(&mut out, ["workload.bsbw_mbps", "seed"]).unwrap();
        let of_run = OfRun {
            scheduler: "b3 (chunk 0.85, \"own\")".to_owned(),
            replication: 2,
            point: Some(4),
            swept: vec![Some(Value::from(200)), None],
        };
        let mut writer = JobsWriter::new(out, "KTH, cleaned", &of_run);
        let job = JobRecord {
            id: 7,
            profile: "K 0.7",
            submission_s: 10.5,
            nodes: 35,
            requested_s: 100.0,
            home: 2,
            run: Some(Run {
                start_s: 30.5,
                finish_s: 155.5,
                allocated: &[(0, 28), (40, 40), (200, 204)],
                clusters: &[(0, 30), (2, 5)],
                penalty: 1.25,
                killed: false,
            }),
            logged: Some(LogJob {
                name: None,
                number: Some(23),
                submit_s: 90.5,
                requested_s: None,
                scaled_request_s: None,
                user: Some(4),
                queue: Some(1),
                partition: None,
            }),
        };
        writer.write(&job).unwrap();
        writer.write(&JobRecord { id: 8, run: None, logged: None, ..job }).unwrap();
        let text = String::from_utf8(writer.finish().unwrap()).unwrap();
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines[0], COLUMNS.join(",") + ",workload.bsbw_mbps,seed");
        assert_eq!(
            lines[1],
            "7,\"KTH, cleaned\",K 0.7,10.5,35,100,1,COMPLETED_SUCCESSFULLY,30.5,125,155.5,20,145,1.16,\
             0-28 40 200-204,,2,0:30+2:5,1,1.25,23,90.5,4,,\"b3 (chunk 0.85, \"\"own\"\")\",2,4,200,"
        );
        assert_eq!(
            lines[2],
            "8,\"KTH, cleaned\",K 0.7,10.5,35,100,0,REJECTED,,,,,,,,,2,,,,,,,,\"b3 (chunk 0.85, \"\"own\"\")\",2,4,200,"
        );
        assert_eq!(lines[2].replace(", ", "").split(',').count(), COLUMNS.len() + 2);
    }
}
