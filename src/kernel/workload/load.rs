//! Load scaling (Shih et al. §4.1, eq. 5 and 6): multiplies all run times by one factor to reach a target load.

use super::changed::changed;
use super::{Job, Source};
use crate::base::problem::Problem;

/// Reads a stream of jobs in parts and computes its load: Σ run time · nodes / (last − first submission) / processors.
pub struct LoadMeter {
    source: Box<dyn Source>,
    processors: u64,
    work: f64,
    /// First and last submission so far \[s\].
    span_s: Option<(f64, f64)>,
}

impl LoadMeter {
    /// A meter for the load of the jobs of `source` on a machine of `processors` processors.
    pub fn new(source: Box<dyn Source>, processors: u64) -> LoadMeter {
        LoadMeter { source, processors, work: 0.0, span_s: None }
    }

    /// Reads up to `jobs` more jobs; returns true at the end of the stream.
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

    /// Load of the jobs that were read so far; `None` if they all arrive at the same time.
    pub fn load(&self) -> Option<f64> {
        let (first_s, last_s) = self.span_s?;
        let span_s = last_s - first_s;
        (span_s > 0.0).then(|| self.work / span_s / self.processors as f64)
    }

    /// Factor by which all run times must be multiplied to reach the load `wanted`.
    ///
    /// # Errors
    /// If all jobs arrive at the same time, so that the load is undefined.
    pub fn factor(&self, wanted: f64) -> Result<f64, Problem> {
        self.load().map(|own| wanted / own).ok_or_else(|| {
            Problem::new(
                "workload.load",
                format!("is {wanted}, but all jobs arrive at the same time, so that they have no load"),
                "a load for jobs that arrive over a span of time",
                "Leave it out, or take more jobs",
            )
        })
    }
}

/// The jobs of `source`, with all run times and estimates multiplied by `factor`.
pub fn scaled(source: Box<dyn Source>, factor: f64) -> Box<dyn Source> {
    changed(source, move |job| Job { runtime_s: job.runtime_s * factor, estimate_s: job.estimate_s * factor, ..job })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two jobs: 3 nodes for 10 s, and 20 s later 2 nodes for 40 s. Records are numbered from 1.
    struct Two(usize);

    impl Source for Two {
        fn next(&mut self) -> Option<Job> {
            let (arrival_s, nodes, runtime_s) = *[(100.0, 3, 10.0), (120.0, 2, 40.0)].get(self.0)?;
            self.0 += 1;
            Some(Job {
                id: self.0 as u64 - 1,
                arrival_s,
                nodes,
                runtime_s,
                estimate_s: runtime_s + 5.0,
                ..Job::default()
            })
        }

        fn total(&self) -> Option<u64> {
            Some(2)
        }

        fn record(&self) -> Option<usize> {
            Some(self.0)
        }
    }

    /// (3 · 10 + 2 · 40) / 20 / 11 = 0.5: a load of 0.75 needs run times 1.5 times as long.
    #[test]
    fn load_and_factor_by_hand() {
        let mut meter = LoadMeter::new(Box::new(Two(0)), 11);
        assert!(!meter.advance(1));
        assert_eq!(meter.load(), None, "one job has no span");
        assert!(meter.factor(0.75).unwrap_err().to_string().contains("all jobs arrive at the same time"));
        assert!(!meter.advance(1));
        assert!(meter.advance(1), "the end");
        assert_eq!(meter.load(), Some(0.5));
        assert_eq!(meter.factor(0.75), Ok(1.5));
    }

    #[test]
    fn run_times_and_estimates_are_scaled_and_nothing_else() {
        let mut scaled = scaled(Box::new(Two(0)), 1.5);
        let mut plain = Two(0);
        assert_eq!(scaled.total(), Some(2));
        while let Some(job) = plain.next() {
            let longer = Job { runtime_s: 1.5 * job.runtime_s, estimate_s: 1.5 * job.estimate_s, ..job };
            assert_eq!(scaled.next(), Some(longer));
            assert_eq!(scaled.record(), plain.record());
        }
        assert_eq!(scaled.next(), None);
    }
}
