//! The jobs file: a CSV row per job with the columns that Batsim writes and evalys reads.
//!
//! `job_id … consumed_energy` mean what they mean there (times in seconds; `allocated_resources` as intervals of node
//! numbers that run through all clusters, "0-3 7"; `consumed_energy` is left empty, as we model none). Columns of ours
//! follow: `home_cluster`; `clusters`, the nodes taken on each ("0:30+2:5"); `co_allocated`; `penalty`, time on the nodes
//! over dedicated run time.

use super::csv;
use std::fmt::Write as _;
use std::io::{self, Write};

/// The columns, in order.
pub const COLUMNS: [&str; 20] = [
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
];

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
}

/// Writes a jobs file, job by job.
#[derive(Debug)]
pub struct JobsWriter<W: Write> {
    out: W,
    /// Quoted once.
    workload: String,
    line: String,
}

impl<W: Write> JobsWriter<W> {
    /// Begins a file with its header.
    ///
    /// # Errors
    /// If `out` fails.
    pub fn new(mut out: W, workload: &str) -> io::Result<JobsWriter<W>> {
        csv::row(&mut out, COLUMNS)?;
        Ok(JobsWriter {
            out,
            workload: csv::quoted(workload).into_owned(),
            line: String::new(),
        })
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
        let (id, submission, nodes, requested) =
            (job.id, job.submission_s, job.nodes, job.requested_s);
        write!(
            line,
            "{id},{workload},{profile},{submission},{nodes},{requested}"
        )?;
        let Some(run) = &job.run else {
            return writeln!(line, ",0,REJECTED,,,,,,,,,{},,,", job.home);
        };
        let (start, finish) = (run.start_s, run.finish_s);
        let (execution, waiting, turnaround) =
            (finish - start, start - submission, finish - submission);
        let stretch = turnaround / execution;
        write!(
            line,
            ",1,COMPLETED_SUCCESSFULLY,{start},{execution},{finish},{waiting},{turnaround},{stretch},"
        )?;
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
        writeln!(line, ",{co_allocated},{}", run.penalty)
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_co_allocated_and_a_rejected_job() {
        let mut writer = JobsWriter::new(Vec::new(), "KTH, cleaned").unwrap();
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
            }),
        };
        writer.write(&job).unwrap();
        writer
            .write(&JobRecord {
                id: 8,
                run: None,
                ..job
            })
            .unwrap();
        let text = String::from_utf8(writer.finish().unwrap()).unwrap();
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines[0], COLUMNS.join(","));
        assert_eq!(
            lines[1],
            "7,\"KTH, cleaned\",K 0.7,10.5,35,100,1,COMPLETED_SUCCESSFULLY,30.5,125,155.5,20,145,1.16,\
             0-28 40 200-204,,2,0:30+2:5,1,1.25"
        );
        assert_eq!(
            lines[2],
            "8,\"KTH, cleaned\",K 0.7,10.5,35,100,0,REJECTED,,,,,,,,,2,,,"
        );
        assert_eq!(
            lines[2].replace("KTH, cleaned", "").split(',').count(),
            COLUMNS.len()
        );
    }
}
