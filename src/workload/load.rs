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
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenario::Scenario;
    use crate::workload::build;
    use crate::workload::swf::{Log, read};
    use serde_json::json;
    use std::sync::Arc;

    fn log() -> Arc<Log> {
        // Work 4·10 + 1·100 + 3·20 = 200 over 100 s: 2 processors.
        let text = "1 50 -1 10 4 -1 -1 4 20\n2 110 -1 100 1\n3 150 -1 20 3\n";
        Arc::new(read("three.swf", &mut text.as_bytes()).unwrap())
    }

    fn scenario(workload: serde_json::Value) -> Scenario {
        let platform = json!({"clusters": [{"nodes": 5}, {"nodes": 3}]});
        Scenario::from_value(&json!({"platform": platform, "workload": workload})).unwrap()
    }

    /// On eight processors the load is 0.25; to make it 0.75 every job takes three times as long, its request too.
    #[test]
    fn a_log_by_hand() {
        let swf = |load| json!({"model": "swf", "path": "three.swf", "estimates": "requested", "load": load});
        let (plain, scaled) = (scenario(swf(json!(null))), scenario(swf(json!(0.75))));
        let source = build::source(&plain, 0, Some(&log())).unwrap();
        let mut meter = LoadMeter::new(source, 8);
        let ends = [2, 1, 1].map(|jobs| meter.advance(jobs));
        assert_eq!((ends, meter.load()), ([false, false, true], Some(0.25)));
        let mut source = build::source(&scaled, 0, Some(&log())).unwrap();
        let jobs: Vec<Job> = std::iter::from_fn(|| source.next()).collect();
        let times: Vec<_> = jobs
            .iter()
            .map(|job| (job.arrival_s, job.runtime_s, job.estimate_s))
            .collect();
        assert_eq!(
            times,
            [(0.0, 30.0, 60.0), (60.0, 300.0, 300.0), (100.0, 60.0, 60.0)]
        );
    }

    #[test]
    fn every_model_reaches_the_load() {
        for model in ["synthetic", "lublin99", "feitelson96", "jann97"] {
            let jobs = if model == "synthetic" {
                "jobs_per_cluster"
            } else {
                "jobs"
            };
            let workload = json!({"model": model, jobs: 3000, "load": 0.8, "oversized": "split"});
            let mut workload = workload;
            if model == "synthetic" {
                workload.as_object_mut().unwrap().remove("oversized");
            }
            let mut meter = LoadMeter::new(build::source(&scenario(workload), 0, None).unwrap(), 8);
            assert!(meter.advance(u64::MAX));
            let reached = meter.load().unwrap();
            assert!((reached - 0.8).abs() < 1e-12, "{model}: {reached}");
        }
    }

    #[test]
    fn one_job_has_no_load() {
        let one = scenario(json!({"model": "jann97", "jobs": 1, "load": 0.5}));
        let problem = build::source(&one, 0, None).err().unwrap();
        assert!(
            problem
                .to_string()
                .starts_with("workload.load is 0.5, but all jobs arrive at the same time"),
            "{problem}"
        );
    }
}
