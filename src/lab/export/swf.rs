//! Writing job logs in the Standard Workload Format: jobs of a workload model, or of a run.

use super::log_jobs::LogJob;
use crate::base::problem::Problem;
use crate::platform::Piece;
use crate::workload::Job;
use crate::workload::swf::{Class, Log};
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
    /// What queues there are.
    pub queues: Labels,
    /// What partitions there are.
    pub partitions: Labels,
    /// Anything else, a note each.
    pub notes: &'a [String],
}

/// The numbers that queues or partitions have, from 1, and their names.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Labels {
    /// The largest number; none if no job has one.
    pub most: Option<u64>,
    /// A number and its name each: "2 batch".
    pub names: Vec<String>,
}

impl Labels {
    /// So many clusters: "1 cluster 1", ….
    pub fn clusters(count: u64) -> Labels {
        Labels {
            most: Some(count).filter(|&count| count > 0),
            names: (1..=count)
                .map(|own| format!("{own} cluster {own}"))
                .collect(),
        }
    }

    /// The queues of a log, with the names that its header gives.
    pub fn queues(log: &Log) -> Labels {
        Labels::in_header(log, "MaxQueues", "Queue", |class| class.queue)
    }

    /// The partitions of a log, with the names that its header gives.
    pub fn partitions(log: &Log) -> Labels {
        Labels::in_header(log, "MaxPartitions", "Partition", |class| class.partition)
    }

    fn in_header(log: &Log, all: &str, one: &str, number: fn(&Class) -> i64) -> Labels {
        let numbers = log.classes().iter().map(number);
        let Some(used) = numbers.filter_map(|own| u64::try_from(own).ok()).max() else {
            return Labels::default();
        };
        // The machine may have more of them than its jobs used.
        let there = log.header.number(all).map_or(0, |number| number as u64);
        let fields = log.header.fields().iter();
        let names = fields.filter(|(name, text)| name == one && !text.is_empty());
        Labels {
            most: Some(used.max(there)),
            names: names.map(|(_, text)| text.clone()).collect(),
        }
    }
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

/// What becomes of times of a run that are no whole seconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fractions {
    /// The log is refused: read again, it would not give the same schedule.
    Refused,
    /// The moments of arrival, start and end are rounded, so that what does not overlap in the run does not in the log.
    Rounded,
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
    /// \[s\]; none if it never ran.
    pub runtime_s: Option<f64>,
    /// Processors used.
    pub processors: Option<u32>,
    /// Processors asked for.
    pub requested_processors: u32,
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
            runtime_s: Some(job.runtime_s),
            processors: Some(job.nodes),
            requested_processors: job.nodes,
            requested_s: (job.estimate_s != job.runtime_s).then_some(job.estimate_s),
            queue: home,
            partition: home,
            ..SwfJob::default()
        }
    }

    /// With what its own log says of it, if it is of one.
    #[must_use]
    pub fn logged(self, logged: Option<&LogJob>) -> SwfJob {
        let Some(logged) = logged else {
            return self;
        };
        SwfJob {
            number: logged.number.map_or(self.number, u64::from),
            submit_s: logged.submit_s,
            requested_s: logged.scaled_request_s,
            user: logged.user,
            queue: logged.queue,
            partition: logged.partition,
            ..self
        }
    }

    /// A job that has run from `start_s` to `finish_s`; its partition is the cluster that it ran on.
    ///
    /// # Errors
    /// If it ran on several clusters, or its times are no whole seconds and are not to be rounded: the log would not be the schedule.
    pub fn ran(
        job: &Job,
        placement: &[Piece],
        [start_s, finish_s]: [f64; 2],
        logged: Option<&LogJob>,
        fractions: Fractions,
    ) -> Result<SwfJob, Problem> {
        let moment = |seconds: f64| match fractions {
            Fractions::Refused => seconds,
            Fractions::Rounded => seconds.round(),
        };
        let start_s = moment(start_s);
        let own = SwfJob {
            wait_s: Some(start_s - moment(job.arrival_s)),
            runtime_s: Some(moment(finish_s) - start_s),
            processors: Some(placement.iter().map(|piece| piece.nodes).sum()),
            status: Some(1),
            ..SwfJob::arriving(job).logged(logged)
        };
        let partition = placement.first().map(|piece| u64::from(piece.cluster) + 1);
        if placement.len() > 1 {
            return Err(Problem::new(
                format!("job {}", own.number),
                format!("runs on {} clusters", placement.len()),
                "one cluster a job: a log has one partition for each",
                "Choose a scheduler that does not co-allocate, or write the jobs by --jobs-out",
            ));
        }
        if let (Fractions::Refused, Some((what, seconds))) = (fractions, own.fraction()) {
            return Err(Problem::new(
                format!("job {}", own.number),
                format!("{what} {seconds} s"),
                "whole seconds: logs have no others",
                "Take a log or times in whole seconds, clusters of speed 1 and no workload.load, or write the jobs by \
                 --jobs-out",
            ));
        }
        Ok(SwfJob { partition, ..own })
    }

    /// Whether none of its times has a fraction.
    pub fn in_whole_seconds(&self) -> bool {
        self.fraction().is_none()
    }

    /// The first of its times that is no whole number of seconds, and what it is.
    fn fraction(&self) -> Option<(&'static str, f64)> {
        let times = [
            ("arrives at", Some(self.submit_s)),
            ("waits for", self.wait_s),
            ("runs for", self.runtime_s),
            ("asks for", self.requested_s),
        ];
        let mut known = times
            .into_iter()
            .filter_map(|(what, time)| Some((what, time?)));
        known.find(|(_, seconds)| seconds.fract() != 0.0)
    }

    /// A job for which there was no place: cancelled before it started.
    #[must_use]
    pub fn rejected(job: &Job, logged: Option<&LogJob>) -> SwfJob {
        SwfJob {
            runtime_s: None,
            processors: None,
            partition: None,
            status: Some(5),
            ..SwfJob::arriving(job).logged(logged)
        }
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
        let kinds = [
            ("MaxQueues", "Queue", &header.queues),
            ("MaxPartitions", "Partition", &header.partitions),
        ];
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
            "{} {} {} {} {} -1 -1 {} {} -1 {} {} -1 -1 {} {} -1 -1",
            job.number,
            time(job.submit_s),
            or_unknown(job.wait_s.map(time)),
            or_unknown(job.runtime_s.map(length)),
            optional(job.processors.map(u64::from)),
            job.requested_processors,
            or_unknown(job.requested_s.map(length)),
            optional(job.status.map(u64::from)),
            optional(job.user),
            optional(job.queue),
            optional(job.partition),
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
            queues: Labels {
                most: Some(7),
                names: Vec::new(),
            },
            partitions: Labels::clusters(2),
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
        let job = Job {
            id: 1,
            arrival_s: 2.0,
            nodes: 4,
            runtime_s: 12.0,
            estimate_s: 10.0,
            ..Job::default()
        };
        let on = |cluster, nodes| Piece { cluster, nodes };
        let ran = SwfJob::ran(&job, &[on(1, 4)], [5.0, 17.0], None, Fractions::Refused).unwrap();
        let rejected = SwfJob::rejected(&Job { id: 2, ..job }, None);
        let text = written(&header, Times::Whole, &[arriving, ran, rejected]);
        assert_eq!(
            text,
            "; Version: 2.2\n; Computer: 2 clusters\n; Conversion: metasched\n; MaxJobs: 2\n; MaxRecords: 2\n\
             ; Preemption: No\n; MaxNodes: 200\n; MaxProcs: 200\n; UnixStartTime: 345600\n; TimeZone: 0\n; Note: with a line end\n\
             ; MaxQueues: 7\n\
             ; MaxPartitions: 2\n; Partition: 1 cluster 1\n; Partition: 2 cluster 2\n\
             1 2 -1 1 3 -1 -1 3 -1 -1 -1 -1 -1 -1 2 2 -1 -1\n\
             2 2 3 12 4 -1 -1 4 10 -1 1 -1 -1 -1 1 2 -1 -1\n\
             3 2 -1 -1 -1 -1 -1 4 10 -1 5 -1 -1 -1 1 -1 -1 -1\n"
        );
        let exact = written(&SwfHeader::default(), Times::Exact, &[arriving]);
        assert!(exact.ends_with("1 1.5 -1 0.25 3 -1 -1 3 -1 -1 -1 -1 -1 -1 2 2 -1 -1\n"));
        let log = read("two.swf", &mut text.as_bytes()).unwrap();
        assert_eq!(log.header.processors(), Some(200.0));
        assert_eq!(log.records()[1].requested_s(), Some(10.0));
    }

    #[test]
    fn what_a_log_cannot_say_is_refused() {
        let job = Job {
            id: 6,
            arrival_s: 2.0,
            ..Job::default()
        };
        let on = |cluster| Piece { cluster, nodes: 1 };
        let written = |placement: &[Piece], times, logged: Option<&LogJob>| {
            SwfJob::ran(&job, placement, times, logged, Fractions::Refused)
                .unwrap_err()
                .to_string()
        };
        let spread = written(&[on(0), on(1)], [2.0, 3.0], None);
        assert!(spread.starts_with("job 7 runs on 2 clusters;"), "{spread}");
        let late = written(&[on(0)], [2.5, 4.0], None);
        assert!(late.starts_with("job 7 waits for 0.5 s;"), "{late}");
        let long = written(&[on(0)], [2.0, 4.25], None);
        assert!(long.starts_with("job 7 runs for 2.25 s;"), "{long}");
        let logged = LogJob {
            number: Some(40),
            submit_s: 102.0,
            requested_s: Some(7.5),
            scaled_request_s: Some(7.5),
            user: None,
            queue: None,
            partition: None,
        };
        let asked = written(&[on(0)], [2.0, 4.0], Some(&logged));
        assert!(asked.starts_with("job 40 asks for 7.5 s;"), "{asked}");
    }

    /// It arrives at 2.4 s, starts at 3.5 s and ends at 5.6 s: in the log it waits from 2 s to 4 s and runs until 6 s, where its successor on the
    /// same nodes, from 5.6 s, may start.
    #[test]
    fn moments_are_rounded_where_that_is_wanted() {
        let job = Job {
            arrival_s: 2.4,
            ..Job::default()
        };
        let piece = [Piece {
            cluster: 0,
            nodes: 1,
        }];
        let ran = SwfJob::ran(&job, &piece, [3.5, 5.6], None, Fractions::Rounded).unwrap();
        assert_eq!((ran.wait_s, ran.runtime_s), (Some(2.0), Some(2.0)));
        let text = written(&SwfHeader::default(), Times::Whole, &[ran]);
        assert!(
            text.ends_with("1 2 2 2 1 -1 -1 1 -1 -1 1 -1 -1 -1 1 1 -1 -1\n"),
            "{text}"
        );
    }

    /// Of the queues of this log only 0 and 3 have jobs; its header knows five. No job tells its partition.
    #[test]
    fn labels_of_a_log() {
        let text = "; MaxQueues: 5\n; Queue: 1 short\n; Queue: 3 long\n; MaxPartitions: 4\n; Partition: 1 all\n\
            1 0 -1 5 1 -1 -1 1 -1 -1 1 1 -1 -1 3 -1\n2 0 -1 5 1 -1 -1 1 -1 -1 1 1 -1 -1 0 -1\n";
        let log = read("labels.swf", &mut text.as_bytes()).unwrap();
        let queues = Labels {
            most: Some(5),
            names: vec!["1 short".to_owned(), "3 long".to_owned()],
        };
        assert_eq!(Labels::queues(&log), queues);
        assert_eq!(Labels::partitions(&log), Labels::default());
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
