//! The jobs file: CSV with a row per job, and the columns that Batsim writes and evalys reads.
//!
//! The columns `job_id … consumed_energy` have the same meaning as in Batsim (times in seconds; `allocated_resources`
//! as intervals of node numbers over all clusters, "0-3 7"; `stretch` is turnaround over execution time, of at least 1
//! µs; `consumed_energy` in joules is the energy of the job's nodes during its run, empty unless the power of their
//! nodes is given). `job_id`, by which evalys labels bars, is the job's number
//! or identifier in the log if all jobs of the run have different ones, otherwise the job's number in order of arrival.
//! Our own columns follow: `home_cluster`; `clusters`, the nodes used on each ("0:30+2:5"); `co_allocated`; `penalty`,
//! time on the nodes / dedicated run time, both without the time in which the job got its data; `job_number`, the number in order of arrival, from 0; and for a job of a log
//! its number, submission time, user and requested time in
//! the log (`log_…`), empty if the log has none. In a Batsim workload, the number is the job's identifier if that is
//! not a number.
//!
//! A file may contain several runs, one after the other. They are distinguished by `scheduler`, `replication` and
//! `point` (of the sweep; both from 1), and by a column for each swept parameter, named by its path. A run that is the
//! same at several points is written once; `point` is then empty, and so is every parameter that makes no difference.

use super::csv::Writer;
use crate::logs::LogJob;
use crate::workload::slowdown;
use serde::Serialize;
use serde_json::Value;
use std::fmt::{Display, Write as _};
use std::io::{self, Write};

/// The columns, in order.
pub const COLUMNS: [&str; 28] = [
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
    "job_number",
    "log_job_id",
    "log_submission_time",
    "log_user_id",
    "log_requested_time",
    "scheduler",
    "replication",
    "point",
];

/// Writes the header of a file. `swept` are the parameters that vary between the runs of the file.
///
/// # Errors
/// If writing to `out` fails.
pub fn header<'a>(out: &mut dyn Write, swept: impl IntoIterator<Item = &'a str>) -> io::Result<()> {
    let mut out = Writer::new(out);
    out.row(COLUMNS.into_iter().chain(swept))?;
    out.flush()
}

/// Identifies one run in a file of several runs.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct OfRun {
    /// The scheduler's name.
    pub scheduler: String,
    /// Number of the replication, from 1.
    pub replication: u32,
    /// Number of the point, from 1; `None` if the run is the same at several points.
    pub point: Option<usize>,
    /// Value of each swept parameter; `None` if the run is the same for several values of the parameter.
    pub swept: Vec<Option<Value>>,
}

impl OfRun {
    /// The last cells of each line.
    fn cells(&self) -> Vec<String> {
        let point = self.point.map_or_else(String::new, |point| point.to_string());
        let swept = self.swept.iter().map(|value| match value {
            Some(Value::String(text)) => text.clone(),
            Some(value) => value.to_string(),
            None => String::new(),
        });
        [self.scheduler.clone(), self.replication.to_string(), point].into_iter().chain(swept).collect()
    }
}

/// One job of the file.
#[derive(Clone, Debug, PartialEq)]
pub struct JobRecord<'a> {
    /// Identifier of the job in this file, different for all jobs of the run.
    pub id: &'a str,
    /// Number of the job in order of arrival.
    pub number: u64,
    /// A short description of the kind of job.
    pub profile: &'a str,
    /// Submission time \[s\].
    pub submission_s: f64,
    /// Requested nodes.
    pub nodes: u32,
    /// Requested run time \[s\].
    pub requested_s: f64,
    /// Index of the cluster to which it was submitted.
    pub home: u32,
    /// Place and time of the job's run; `None` if the job was rejected.
    pub run: Option<Stay<'a>>,
    /// Data of the job in its log, if the job is from a log.
    pub logged: Option<LogJob<'a>>,
}

/// Place and time of a job's run.
#[derive(Clone, Debug, PartialEq)]
pub struct Stay<'a> {
    /// Start of the run \[s\].
    pub start_s: f64,
    /// End of the run \[s\].
    pub finish_s: f64,
    /// First and last node of each interval of nodes. Nodes are numbered over all clusters.
    pub allocated: &'a [(u64, u64)],
    /// Cluster and nodes of each piece.
    pub clusters: &'a [(u32, u32)],
    /// Time on the nodes / dedicated run time, both without stage-in.
    pub penalty: f64,
    /// True if it was killed because it exceeded its estimate.
    pub killed: bool,
    /// Energy of the nodes during the run \[J\], if their power is known.
    pub energy_j: Option<f64>,
}

/// Writes the jobs of a run, one by one.
#[derive(Debug)]
pub struct JobsWriter<W: Write> {
    out: Writer<W>,
    workload: String,
    /// Cells that are repeated at the end of each line.
    of_run: Vec<String>,
    cell: String,
}

impl<W: Write> JobsWriter<W> {
    /// Continues a file whose [`header`] is already written.
    pub fn new(out: W, workload: &str, of_run: &OfRun) -> JobsWriter<W> {
        JobsWriter { out: Writer::new(out), workload: workload.to_owned(), of_run: of_run.cells(), cell: String::new() }
    }

    /// Adds a job.
    ///
    /// # Errors
    /// If the output fails.
    pub fn write(&mut self, job: &JobRecord) -> io::Result<()> {
        self.put(job.id)?;
        self.out.cell(&self.workload)?;
        self.put(job.profile)?;
        self.put(job.submission_s)?;
        self.put(job.nodes)?;
        self.put(job.requested_s)?;
        match &job.run {
            Some(run) => self.ran(job, run)?,
            None => {
                self.put(0)?;
                self.put("REJECTED")?;
                self.empty(8)?;
                self.put(job.home)?;
                self.empty(3)?;
            }
        }
        self.put(job.number)?;
        match &job.logged {
            Some(logged) => self.logged(logged)?,
            None => self.empty(4)?,
        }
        self.of_run.iter().try_for_each(|cell| self.out.cell(cell))?;
        self.out.end()
    }

    /// Writes a cell.
    fn put(&mut self, value: impl Display) -> io::Result<()> {
        self.cell.clear();
        write!(self.cell, "{value}").map_err(io::Error::other)?;
        self.out.cell(&self.cell)
    }

    /// Writes a cell, empty if there is no value.
    fn optional(&mut self, value: Option<impl Display>) -> io::Result<()> {
        match value {
            Some(value) => self.put(value),
            None => self.empty(1),
        }
    }

    fn empty(&mut self, cells: usize) -> io::Result<()> {
        (0..cells).try_for_each(|_| self.out.cell(""))
    }

    /// Writes the cells from `success` to `penalty`.
    fn ran(&mut self, job: &JobRecord, run: &Stay) -> io::Result<()> {
        let (execution, turnaround) = (run.finish_s - run.start_s, run.finish_s - job.submission_s);
        self.put(u8::from(!run.killed))?;
        self.put(if run.killed { "COMPLETED_WALLTIME_REACHED" } else { "COMPLETED_SUCCESSFULLY" })?;
        let waiting = run.start_s - job.submission_s;
        for time in [run.start_s, execution, run.finish_s, waiting, turnaround, slowdown(turnaround, execution)] {
            self.put(time)?;
        }
        let interval = |own: &(u64, u64)| match own {
            (first, last) if first == last => first.to_string(),
            (first, last) => format!("{first}-{last}"),
        };
        self.put(run.allocated.iter().map(interval).collect::<Vec<_>>().join(" "))?;
        self.optional(run.energy_j)?;
        self.put(job.home)?;
        let piece = |(cluster, nodes): &(u32, u32)| format!("{cluster}:{nodes}");
        self.put(run.clusters.iter().map(piece).collect::<Vec<_>>().join("+"))?;
        self.put(u8::from(run.clusters.len() > 1))?;
        self.put(run.penalty)
    }

    /// Writes the cells for log data.
    fn logged(&mut self, own: &LogJob) -> io::Result<()> {
        self.optional(own.id())?;
        self.put(own.submit_s)?;
        self.optional(own.user)?;
        self.optional(own.requested_s)
    }

    /// Writes buffered data and returns the output.
    ///
    /// # Errors
    /// If writing fails.
    pub fn finish(self) -> io::Result<W> {
        self.out.into_inner()
    }
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
            id: "23",
            number: 7,
            profile: "K 0.7",
            submission_s: 10.5,
            nodes: 35,
            requested_s: 100.0,
            home: 2,
            run: Some(Stay {
                start_s: 30.5,
                finish_s: 155.5,
                allocated: &[(0, 28), (40, 40), (200, 204)],
                clusters: &[(0, 30), (2, 5)],
                penalty: 1.25,
                killed: false,
                energy_j: Some(875_000.0),
            }),
            logged: Some(LogJob {
                name: None,
                number: Some(23),
                written_number: 23,
                submit_s: 90.5,
                requested_s: None,
                scaled_request_s: None,
                user: Some(4),
                queue: Some(1),
                partition: None,
            }),
        };
        writer.write(&job).unwrap();
        writer.write(&JobRecord { id: "w0!8", number: 8, run: None, logged: None, ..job }).unwrap();
        let text = String::from_utf8(writer.finish().unwrap()).unwrap();
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines[0], COLUMNS.join(",") + ",workload.bsbw_mbps,seed");
        assert_eq!(
            lines[1],
            "23,\"KTH, cleaned\",K 0.7,10.5,35,100,1,COMPLETED_SUCCESSFULLY,30.5,125,155.5,20,145,1.16,\
             0-28 40 200-204,875000,2,0:30+2:5,1,1.25,7,23,90.5,4,,\"b3 (chunk 0.85, \"\"own\"\")\",2,4,200,"
        );
        assert_eq!(
            lines[2],
            "w0!8,\"KTH, cleaned\",K 0.7,10.5,35,100,0,REJECTED,,,,,,,,,2,,,,8,,,,,\"b3 (chunk 0.85, \"\"own\"\")\",2,4,200,"
        );
        assert_eq!(lines[2].replace(", ", "").split(',').count(), COLUMNS.len() + 2);
    }

    /// Job 0 runs 20 s after 80 s of waiting, and is killed. Job 1 runs less than the smallest difference of times at 80 s.
    #[test]
    fn stretch_of_killed_and_of_shortest_jobs_is_finite() {
        let stretch = |finish_s| {
            let mut writer = JobsWriter::new(Vec::new(), "", &OfRun::default());
            let run = Stay {
                start_s: 80.0,
                finish_s,
                allocated: &[],
                clusters: &[],
                penalty: 1.0,
                killed: true,
                energy_j: None,
            };
            let job = JobRecord {
                id: "0",
                number: 0,
                profile: "",
                submission_s: 0.0,
                nodes: 1,
                requested_s: 20.0,
                home: 0,
                run: Some(run),
                logged: None,
            };
            writer.write(&job).unwrap();
            let text = String::from_utf8(writer.finish().unwrap()).unwrap();
            let column = COLUMNS.iter().position(|own| *own == "stretch").unwrap();
            text.split(',').nth(column).unwrap().to_owned()
        };
        assert_eq!((stretch(100.0).as_str(), stretch(80.0).as_str()), ("5", "80000000"));
    }
}
