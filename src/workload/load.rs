//! Load scaling (Shih et al. §4.1, eq. 5 and 6): all run times times one factor, so that the load is the one that is
//! wanted.

use super::{Job, Source};
use crate::base::problem::Problem;

/// The load of a stream on `processors`: Σ run time · nodes / (last − first submission) / processors. `None` if all jobs
/// arrive at the same time.
pub fn load(source: &mut dyn Source, processors: u64) -> Option<f64> {
    let first = source.next()?;
    let work = |job: &Job| job.runtime_s * f64::from(job.nodes);
    let (mut sum, mut last_s) = (work(&first), first.arrival_s);
    while let Some(job) = source.next() {
        sum += work(&job);
        last_s = job.arrival_s;
    }
    let span_s = last_s - first.arrival_s;
    (span_s > 0.0).then(|| sum / span_s / processors as f64)
}

/// A stream with all run times, and what their users say of them, multiplied by a factor.
pub struct Scaled {
    source: Box<dyn Source>,
    factor: f64,
}

impl Scaled {
    /// `source` with the load `wanted` on `processors`; `twin` is the same stream once more, which is read to its end.
    ///
    /// # Errors
    /// If the stream has no load, because all its jobs arrive at the same time.
    pub fn to_load(
        source: Box<dyn Source>,
        twin: &mut dyn Source,
        wanted: f64,
        processors: u64,
    ) -> Result<Scaled, Problem> {
        let own = load(twin, processors).ok_or_else(|| {
            Problem::new(
                "workload.load",
                format!(
                    "is {wanted}, but all jobs arrive at the same time, so that they have no load"
                ),
                "a load for jobs that arrive over a span of time",
                "Leave it out, or take more jobs",
            )
        })?;
        Ok(Scaled {
            source,
            factor: wanted / own,
        })
    }
}

impl Source for Scaled {
    fn next(&mut self) -> Option<Job> {
        self.source.next().map(|job| Job {
            runtime_s: job.runtime_s * self.factor,
            estimate_s: job.estimate_s * self.factor,
            ..job
        })
    }

    fn total(&self) -> Option<u64> {
        self.source.total()
    }
}
