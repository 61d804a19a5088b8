//! A job of two runs with the same jobs, and its value of a measure.

use crate::metrics::job_times::JobTime;
use crate::workload::slowdown;

/// A job under the other scheduler and under the first one.
pub(super) type Pair<'r> = (&'r JobTime, &'r JobTime);

/// The value of a measure for a single job.
pub type PerJob = fn(&JobTime) -> f64;

/// The value of a measure for a single job, if the measure is a mean over jobs; smaller is better for all of them.
pub fn per_job(measure: &str) -> Option<PerJob> {
    let value: PerJob = match measure {
        "mean_turnaround_s" => |job| job.turnaround_s,
        "mean_wait_s" => |job| job.wait_s,
        "mean_slowdown" => |job| slowdown(job.turnaround_s, job.run_s),
        "mean_bounded_slowdown" => |job| job.bounded_slowdown,
        _ => return None,
    };
    Some(value)
}
