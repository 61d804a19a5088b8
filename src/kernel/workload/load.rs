//! Load scaling (Shih et al. §4.1, eq. 5 and 6): all run times times one factor, so that the load is the one that is
//! wanted.

use super::{Job, Source};
use crate::base::problem::Problem;

/// Reads a stream to its end to tell its load, some jobs at a time:
/// Σ run time · nodes / (last − first submission) / processors.
pub struct LoadMeter {
    source: Box<dyn Source>,
    processors: u64,
    work: f64,
    /// First and last submission so far \[s\].
    span_s: Option<(f64, f64)>,
}

impl LoadMeter {
    /// For the jobs of `source` on so many processors.
    pub fn new(source: Box<dyn Source>, processors: u64) -> LoadMeter {
        LoadMeter {
            source,
            processors,
            work: 0.0,
            span_s: None,
        }
    }

    /// Reads up to so many more jobs; whether the end has been reached.
    pub fn advance(&mut self, jobs: u64) -> bool {
        for _ in 0..jobs {
            let Some(job) = self.source.next() else {
                return true;
            };
            self.work += job.runtime_s * f64::from(job.nodes);
            let first_s = self.span_s.map_or(job.arrival_s, |span| span.0);
            self.span_s = Some((first_s, job.arrival_s));
        }
        false
    }

    /// The load of what has been read; none if all jobs arrive at the same time.
    pub fn load(&self) -> Option<f64> {
        let (first_s, last_s) = self.span_s?;
        let span_s = last_s - first_s;
        (span_s > 0.0).then(|| self.work / span_s / self.processors as f64)
    }

    /// What all run times are to be multiplied by for the load that is `wanted`.
    ///
    /// # Errors
    /// If the jobs have no load, because they all arrive at the same time.
    pub fn factor(&self, wanted: f64) -> Result<f64, Problem> {
        self.load().map(|own| wanted / own).ok_or_else(|| {
            Problem::new(
                "workload.load",
                format!(
                    "is {wanted}, but all jobs arrive at the same time, so that they have no load"
                ),
                "a load for jobs that arrive over a span of time",
                "Leave it out, or take more jobs",
            )
        })
    }
}

/// A stream with all run times, and what their users say of them, multiplied by a factor.
pub struct Scaled {
    source: Box<dyn Source>,
    factor: f64,
}

impl Scaled {
    /// The jobs of `source`, longer by `factor`.
    pub fn new(source: Box<dyn Source>, factor: f64) -> Scaled {
        Scaled { source, factor }
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

    fn record(&self) -> Option<usize> {
        self.source.record()
    }
}
