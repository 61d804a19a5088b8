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
        let mut source = build::source(&plain, 0, Some(&log())).unwrap();
        assert_eq!(load(&mut *source, 8), Some(0.25));
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
            let mut source = build::source(&scenario(workload), 0, None).unwrap();
            let reached = load(&mut *source, 8).unwrap();
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
