//! Writes a log line by line.

use super::header::{Start, SwfHeader};
use super::job::SwfJob;
use crate::logs::resources;
use std::io::{self, Write};

/// The format of times.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Times {
    /// Times are rounded to whole seconds, and run times are at least 1 s, as every reader of the format expects.
    #[default]
    Whole,
    /// Times keep all decimals. Submission and run times are read back exactly; requested times are read back in single
    /// precision, rounded up.
    Exact,
}

/// Writes a log, one job after another.
#[derive(Debug)]
pub struct SwfWriter<W: Write> {
    out: W,
    times: Times,
}

impl<W: Write> SwfWriter<W> {
    /// Begins a log with its header.
    ///
    /// # Errors
    /// If writing to `out` fails.
    pub fn new(mut out: W, header: &SwfHeader, times: Times) -> io::Result<SwfWriter<W>> {
        let mut field = |name: &str, text: &str| {
            // After a line break, the rest of the text would be read as a record.
            let text = text.replace(char::is_control, " ");
            if text.trim().is_empty() { Ok(()) } else { writeln!(out, "; {name}: {}", text.trim()) }
        };
        let number = |number: Option<u64>| number.map_or_else(String::new, |n| n.to_string());
        field("Version", "2.2")?;
        field("Computer", header.computer)?;
        field("Conversion", header.conversion)?;
        field("MaxJobs", &number(header.jobs))?;
        field("MaxRecords", &number(header.jobs))?;
        field("Preemption", "No")?;
        field("MaxNodes", &number(header.processors))?;
        field("MaxProcs", &number(header.processors))?;
        if let Some(Start { unix_s, east_s }) = header.start {
            field("UnixStartTime", &unix_s.to_string())?;
            field("TimeZone", &east_s.to_string())?;
        }
        field("TimeZoneString", header.zone.unwrap_or_default())?;
        for note in header.notes {
            field("Note", note)?;
        }
        let kinds = [("MaxQueues", "Queue", &header.queues), ("MaxPartitions", "Partition", &header.partitions)];
        for (all, one, labels) in kinds {
            field(all, &number(labels.most))?;
            for name in &labels.names {
                field(one, name)?;
            }
        }
        Ok(SwfWriter { out, times })
    }

    /// Adds a job.
    ///
    /// # Errors
    /// If writing to the output fails.
    pub fn write(&mut self, job: &SwfJob) -> io::Result<()> {
        self.write_after(job, None)
    }

    /// Adds a job that waits for others, with the text of field 17 and the think time \[s\].
    ///
    /// # Errors
    /// If writing to the output fails.
    pub fn write_after(&mut self, job: &SwfJob, after: Option<(String, f64)>) -> io::Result<()> {
        let whole = self.times == Times::Whole;
        let time = |seconds: f64| if whole { seconds.round() } else { seconds };
        let or_unknown = |number: Option<f64>| number.unwrap_or(-1.0);
        let optional = |number: Option<u64>| number.map_or(-1.0, |n| n as f64);
        let length = |seconds: f64| {
            if whole { seconds.round().max(1.0) } else { seconds }
        };
        let (preceding, think_s) = after.unwrap_or_else(|| ("-1".to_owned(), -1.0));
        // Fields that are not written: used processor time and memory (6 and 7), program (14).
        writeln!(
            self.out,
            "{} {} {} {} {} -1 -1 {} {} {} {} {} {} -1 {} {} {preceding} {}",
            job.number,
            time(job.submit_s),
            or_unknown(job.wait_s.map(time)),
            or_unknown(job.runtime_s.map(length)),
            optional(job.processors.map(u64::from)),
            optional(job.requested_processors.map(u64::from)),
            or_unknown(job.requested_s.map(length)),
            resources::written(job.asks),
            optional(job.status.map(u64::from)),
            optional(job.user),
            optional(job.group),
            optional(job.queue),
            optional(job.partition),
            think_s,
        )
    }

    /// Writes buffered data and returns the output.
    ///
    /// # Errors
    /// If writing fails.
    pub fn finish(mut self) -> io::Result<W> {
        self.out.flush()?;
        Ok(self.out)
    }
}
