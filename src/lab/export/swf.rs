//! Writing job logs in the Standard Workload Format: jobs of a workload model, or of a run.

use super::jobs::JobRecord;
use crate::workload::Job;
use std::io::{self, Write};

/// What the header of a log says.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SwfHeader<'a> {
    /// The machine.
    pub computer: &'a str,
    /// How the log was made.
    pub conversion: &'a str,
    /// Number of jobs, if it is known beforehand.
    pub jobs: Option<u64>,
    /// Processors of all clusters together.
    pub processors: Option<u64>,
    /// What time 0 is, if it is a time of day.
    pub start: Option<Start>,
    /// Names of the clusters, which are the log's partitions 1, 2, ….
    pub clusters: &'a [String],
    /// Anything else, a note each.
    pub notes: &'a [String],
}

/// An instant, and what the clocks show there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Start {
    /// Since 1970 (UTC) \[s\].
    pub unix_s: i64,
    /// Local time minus UTC \[s\].
    pub east_s: i64,
}

/// How times are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Times {
    /// Rounded to whole seconds, run times to at least 1 s: what every reader of the format expects.
    #[default]
    Whole,
    /// With all their decimals: reading submissions and run times again gives the same bits, requested times those of single
    /// precision, rounded up.
    Exact,
}

/// One job of a log; `None` is written as −1.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct SwfJob {
    /// From 1.
    pub number: u64,
    /// \[s\]; the format wants jobs in this order.
    pub submit_s: f64,
    /// \[s\]
    pub wait_s: Option<f64>,
    /// \[s\]
    pub runtime_s: f64,
    /// Processors used.
    pub processors: u32,
    /// Run time asked for \[s\].
    pub requested_s: Option<f64>,
    /// 1 completed, 0 failed, 5 cancelled.
    pub status: Option<u8>,
    /// From 1.
    pub user: Option<u64>,
    /// From 1.
    pub queue: Option<u64>,
    /// From 1.
    pub partition: Option<u64>,
}

impl SwfJob {
    /// A job as it arrives; its home cluster becomes its partition, and its queue there, and its estimate the requested
    /// time, unless that is the run time itself.
    pub fn arriving(job: &Job) -> SwfJob {
        let home = Some(u64::from(job.home) + 1);
        SwfJob {
            number: job.id + 1,
            submit_s: job.arrival_s,
            runtime_s: job.runtime_s,
            processors: job.nodes,
            requested_s: (job.estimate_s != job.runtime_s).then_some(job.estimate_s),
            queue: home,
            partition: home,
            ..SwfJob::default()
        }
    }

    /// A job that ran; `None` if it was rejected.
    pub fn ran(job: &JobRecord) -> Option<SwfJob> {
        let run = job.run.as_ref()?;
        let home = Some(u64::from(job.home) + 1);
        Some(SwfJob {
            number: job.id + 1,
            submit_s: job.submission_s,
            wait_s: Some(run.start_s - job.submission_s),
            runtime_s: run.finish_s - run.start_s,
            processors: job.nodes,
            requested_s: Some(job.requested_s),
            status: Some(1),
            user: None,
            queue: home,
            partition: home,
        })
    }
}

/// Writes a log, job by job.
#[derive(Debug)]
pub struct SwfWriter<W: Write> {
    out: W,
    times: Times,
}

impl<W: Write> SwfWriter<W> {
    /// Begins a log with its header.
    ///
    /// # Errors
    /// If `out` fails.
    pub fn new(mut out: W, header: &SwfHeader, times: Times) -> io::Result<SwfWriter<W>> {
        let mut field = |name: &str, text: &str| {
            // A line end within a text would make the rest a record.
            let text = text.replace(char::is_control, " ");
            if text.trim().is_empty() {
                Ok(())
            } else {
                writeln!(out, "; {name}: {}", text.trim())
            }
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
        for note in header.notes {
            field("Note", note)?;
        }
        let clusters = Some(header.clusters.len() as u64).filter(|&count| count > 0);
        for (all, one) in [("MaxQueues", "Queue"), ("MaxPartitions", "Partition")] {
            field(all, &number(clusters))?;
            for (i, name) in header.clusters.iter().enumerate() {
                field(one, &format!("{} {name}", i + 1))?;
            }
        }
        Ok(SwfWriter { out, times })
    }

    /// Adds a job.
    ///
    /// # Errors
    /// If the output fails.
    pub fn write(&mut self, job: &SwfJob) -> io::Result<()> {
        let whole = self.times == Times::Whole;
        let time = |seconds: f64| if whole { seconds.round() } else { seconds };
        let or_unknown = |number: Option<f64>| number.unwrap_or(-1.0);
        let optional = |number: Option<u64>| number.map_or(-1.0, |n| n as f64);
        let length = |seconds: f64| {
            if whole {
                seconds.round().max(1.0)
            } else {
                seconds
            }
        };
        // Fields 6 and 7 are processor time and memory used, 10 memory asked for, 13 and 14 group and program,
        // 17 and 18 the job before and the think time after it.
        writeln!(
            self.out,
            "{} {} {} {} {procs} -1 -1 {procs} {} -1 {} {} -1 -1 {} {} -1 -1",
            job.number,
            time(job.submit_s),
            or_unknown(job.wait_s.map(time)),
            length(job.runtime_s),
            or_unknown(job.requested_s.map(length)),
            optional(job.status.map(u64::from)),
            optional(job.user),
            optional(job.queue),
            optional(job.partition),
            procs = job.processors,
        )
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
    use crate::export::jobs::Run;
    use crate::platform::BPS_PER_MBPS;
    use crate::workload::Source;
    use crate::workload::swf::{LogSource, read};
    use crate::workload::{Communication, Estimates, HomeRule, Shared};
    use proptest::prelude::*;
    use std::sync::Arc;

    fn written(header: &SwfHeader, times: Times, jobs: &[SwfJob]) -> String {
        let mut writer = SwfWriter::new(Vec::new(), header, times).unwrap();
        jobs.iter().for_each(|job| writer.write(job).unwrap());
        String::from_utf8(writer.finish().unwrap()).unwrap()
    }

    #[test]
    fn a_log_of_two_jobs() {
        let header = SwfHeader {
            computer: "2 clusters",
            conversion: "metasched",
            jobs: Some(2),
            processors: Some(200),
            start: Some(Start {
                unix_s: 345_600,
                east_s: 0,
            }),
            clusters: &["one".to_owned(), "two".to_owned()],
            notes: &["with a\nline end".to_owned()],
        };
        let arriving = SwfJob::arriving(&Job {
            id: 0,
            arrival_s: 1.5,
            home: 1,
            nodes: 3,
            runtime_s: 0.25,
            estimate_s: 0.25,
            ..Job::default()
        });
        let ran = SwfJob::ran(&JobRecord {
            id: 1,
            profile: "",
            submission_s: 2.25,
            nodes: 4,
            requested_s: 10.0,
            home: 0,
            run: Some(Run {
                start_s: 5.25,
                finish_s: 17.0,
                allocated: &[],
                clusters: &[],
                penalty: 1.175,
            }),
        })
        .unwrap();
        let text = written(&header, Times::Whole, &[arriving, ran]);
        assert_eq!(
            text,
            "; Version: 2.2\n; Computer: 2 clusters\n; Conversion: metasched\n; MaxJobs: 2\n; MaxRecords: 2\n\
             ; Preemption: No\n; MaxNodes: 200\n; MaxProcs: 200\n; UnixStartTime: 345600\n; TimeZone: 0\n; Note: with a line end\n\
             ; MaxQueues: 2\n; Queue: 1 one\n; Queue: 2 two\n\
             ; MaxPartitions: 2\n; Partition: 1 one\n; Partition: 2 two\n\
             1 2 -1 1 3 -1 -1 3 -1 -1 -1 -1 -1 -1 2 2 -1 -1\n\
             2 2 3 12 4 -1 -1 4 10 -1 1 -1 -1 -1 1 1 -1 -1\n"
        );
        let exact = written(&SwfHeader::default(), Times::Exact, &[arriving, ran]);
        assert!(exact.ends_with(
            "1 1.5 -1 0.25 3 -1 -1 3 -1 -1 -1 -1 -1 -1 2 2 -1 -1\n\
             2 2.25 3 11.75 4 -1 -1 4 10 -1 1 -1 -1 -1 1 1 -1 -1\n"
        ));
        let log = read("two.swf", &mut text.as_bytes()).unwrap();
        assert_eq!(log.header.processors(), Some(200.0));
        assert_eq!(log.records()[1].requested_s(), Some(10.0));
    }

    fn any_job() -> impl Strategy<Value = (f64, u32, u32, f64)> {
        (0.0..1e4f64, 0u32..5, 1u32..1000, 1e-6..1e6f64)
    }

    proptest! {
        /// Times, sizes and homes come back to the last bit when the first job arrives at 0.
        #[test]
        fn jobs_come_back_as_they_were_written(drawn in prop::collection::vec(any_job(), 5..50)) {
            let mut now = 0.0;
            let mut jobs: Vec<Job> = Vec::new();
            for (i, (gap, home, nodes, runtime_s)) in drawn.into_iter().enumerate() {
                now += if i == 0 { 0.0 } else { gap };
                // Every cluster occurs, in order, so that ranks and classes are indices.
                let home = if i < 5 { i as u32 } else { home };
                jobs.push(Job {
                    id: i as u64,
                    arrival_s: now,
                    home,
                    nodes,
                    runtime_s,
                    estimate_s: if i % 2 == 0 { runtime_s } else { f64::from(nodes) },
                    compute_fraction: Communication::USUAL.compute_fraction,
                    bsbw_bps: Communication::USUAL.bsbw_mbps * BPS_PER_MBPS,
                    class: home as u16,
                    ..Job::default()
                });
            }
            let lines: Vec<SwfJob> = jobs.iter().map(SwfJob::arriving).collect();
            let text = written(&SwfHeader::default(), Times::Exact, &lines);
            let log = Arc::new(read("round.swf", &mut text.as_bytes()).unwrap());
            prop_assert!(log.notes().is_empty());
            for home in [HomeRule::Queue, HomeRule::Partition] {
                let shared = Shared { home, estimates: Estimates::Requested, ..Shared::default() };
                let mut source = LogSource::new(Arc::clone(&log), &shared, 5, "1", 0);
                let again: Vec<Job> = std::iter::from_fn(|| source.next()).collect();
                prop_assert_eq!(&again, &jobs);
            }
            let whole = written(&SwfHeader::default(), Times::Whole, &lines);
            let rounded = read("whole.swf", &mut whole.as_bytes()).unwrap();
            prop_assert_eq!(rounded.counts.out_of_order.count, 0);
            for (record, job) in rounded.records().iter().zip(&jobs) {
                prop_assert!((record.submit_s - job.arrival_s).abs() <= 0.5);
                prop_assert!(record.runtime_s >= 1.0 && (record.runtime_s - job.runtime_s).abs() <= 1.0);
            }
        }
    }
}
