//! Settings for reading a log: which of its records become jobs, and how doubtful records are read.

use super::filter::{Bound, Filter};
use crate::parameter::declare::choices;
use jiff::tz::TimeZone;

choices! {
    /// Which jobs of a log are used, by their status.
    StatusRule = Ran, {
        /// Every job that ran, whether it completed, failed or was cancelled.
        Ran = "ran", "All that ran";
        /// Every job that ran and was not cancelled: status 0, 1 or unknown.
        NotCancelled = "not-cancelled", "Not cancelled";
        /// Completed jobs: status 1 or unknown.
        Completed = "completed", "Completed";
    }
}

choices! {
    /// What happens to partial executions (status 2, 3, 4) of a job without a summary line.
    PartialRule = Joined, {
        /// The partial executions of a job are joined to one job; its run time is their sum.
        Joined = "joined", "Joined";
        /// Partial executions are left out and counted.
        LeftOut = "left-out", "Left out";
    }
}

choices! {
    /// What happens to jobs with a run time of 0, which means less than half a second.
    ZeroRule = LeftOut, {
        /// Jobs with a run time of 0 are left out and counted.
        LeftOut = "left-out", "Left out";
        /// Jobs with a run time of 0 run for 0.5 s.
        HalfSecond = "half-second", "Run 0.5 s";
    }
}

choices! {
    /// What happens to jobs of a Batsim workload whose profile is not supported.
    UnsupportedRule = Refused, {
        /// The workload is refused.
        Refused = "refused", "Workload refused";
        /// Such jobs are left out and counted.
        LeftOut = "left-out", "Left out";
    }
}

choices! {
    /// What a processor of Slurm's accounting is.
    ProcessorRule = Cores, {
        /// A processor is an allocated core (CPU).
        Cores = "cores", "Cores";
        /// A processor is an allocated node.
        Nodes = "nodes", "Nodes";
    }
}

choices! {
    /// What becomes of the dependencies between the jobs of a log.
    DependencyRule = Kept, {
        /// A job arrives when it was submitted, and may start when the jobs that it waits for have ended (or as the log says).
        Kept = "kept", "Kept";
        /// As kept, and a dependent job has the place and the age of its submission in the queue, as under Slurm's priority/basic.
        Placed = "placed", "Kept, with the place of the submission";
        /// A dependent job arrives when it may start: its user submits it a think time after the end of the job before it.
        Feedback = "feedback", "Arrival by feedback";
        /// No job waits for another.
        Ignored = "ignored", "Ignored";
    }
}

/// Settings for reading a log.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Reading {
    /// Which jobs are used, by their status.
    pub status: StatusRule,
    /// What happens to partial executions without a summary line.
    pub partial: PartialRule,
    /// What happens to jobs with a run time of 0.
    pub zero: ZeroRule,
    /// What happens to jobs with an unsupported Batsim profile.
    pub unsupported: UnsupportedRule,
    /// What becomes of dependencies.
    pub dependencies: DependencyRule,
    /// True if the memory and the GPUs that jobs asked for are read.
    pub resources: bool,
    /// What a processor of Slurm's accounting is.
    pub processors: ProcessorRule,
    /// The time zone of Slurm's accounting, if it is known.
    pub zone: Option<TimeZone>,
    /// The first job that is used.
    pub from: Option<Bound>,
    /// The end of the used part: the last job number, or the time before which jobs are submitted.
    pub until: Option<Bound>,
    /// Only jobs that match are used; an empty filter matches all jobs.
    pub only: Filter,
    /// Jobs that match are left out; an empty filter leaves out no job.
    pub without: Filter,
}
