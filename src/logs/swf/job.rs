//! A job as a line of a log, before or after its run.

use crate::base::problem::Problem;
use crate::logs::LogJob;
use crate::platform::{Amounts, Piece};
use crate::workload::Job;

/// Treatment of times that are not whole seconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fractions {
    /// The log is not written, because reading it back would not give the schedule of the run.
    Refused,
    /// The times of arrival, start and end are rounded. So jobs that do not overlap in the run do not overlap in the
    /// log.
    Rounded,
}

/// One job of a log; unknown values (`None`) are written as −1.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct SwfJob {
    /// Job number, from 1.
    pub number: u64,
    /// Submission time \[s\]; the format requires this order.
    pub submit_s: f64,
    /// Wait of the job \[s\].
    pub wait_s: Option<f64>,
    /// Run time \[s\]; `None` if the job never ran.
    pub runtime_s: Option<f64>,
    /// Number of processors used.
    pub processors: Option<u32>,
    /// Number of processors requested.
    pub requested_processors: Option<u32>,
    /// Requested run time \[s\].
    pub requested_s: Option<f64>,
    /// Status: 1 completed, 0 failed, 5 cancelled.
    pub status: Option<u8>,
    /// User number, from 1.
    pub user: Option<u64>,
    /// Group number, from 1.
    pub group: Option<u64>,
    /// Queue number, from 1.
    pub queue: Option<u64>,
    /// Partition number, from 1.
    pub partition: Option<u64>,
    /// Memory and GPUs per processor.
    pub asks: Amounts,
}

impl SwfJob {
    /// A job before its run. Its home cluster is written as partition and as queue. Its estimate is written as
    /// requested time, unless estimate and run time are equal.
    pub fn arriving(job: &Job) -> SwfJob {
        let home = Some(u64::from(job.home) + 1);
        SwfJob {
            number: job.id + 1,
            submit_s: job.arrival_s,
            runtime_s: Some(job.runtime_s),
            processors: Some(job.nodes),
            requested_processors: Some(job.nodes),
            requested_s: (job.estimate_s != job.runtime_s).then_some(job.estimate_s),
            queue: home,
            partition: home,
            asks: job.asks,
            ..SwfJob::default()
        }
    }

    /// Replaces fields by the job's data in the log from which the run was made. Without such a log, nothing changes.
    #[must_use]
    pub fn logged(self, logged: Option<&LogJob>) -> SwfJob {
        let Some(logged) = logged else {
            return self;
        };
        SwfJob {
            number: logged.written_number,
            submit_s: logged.submit_s,
            requested_s: logged.scaled_request_s,
            user: logged.user,
            queue: logged.queue,
            partition: logged.partition,
            ..self
        }
    }

    /// A job that ran from `start_s` to `finish_s`; its partition is the cluster on which it ran.
    ///
    /// # Errors
    /// If the job ran on several clusters, or if its times are not whole seconds and must not be rounded. In both
    /// cases, the log would differ from the schedule.
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

    /// True if all times of the job are whole seconds.
    pub fn in_whole_seconds(&self) -> bool {
        self.fraction().is_none()
    }

    /// The first time of the job that is not a whole number of seconds, with a description.
    fn fraction(&self) -> Option<(&'static str, f64)> {
        let times = [
            ("arrives at", Some(self.submit_s)),
            ("waits for", self.wait_s),
            ("runs for", self.runtime_s),
            ("asks for", self.requested_s),
        ];
        let mut known = times.into_iter().filter_map(|(what, time)| Some((what, time?)));
        known.find(|(_, seconds)| seconds.fract() != 0.0)
    }

    /// A job that never got a placement. In the log, it was cancelled before its start.
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
