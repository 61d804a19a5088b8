//! Writes jobs as a Batsim workload in JSON (<https://batsim.readthedocs.io/en/latest/input-workload.html>), which we can also
//! [read](super).
//!
//! A job that sends messages becomes a `parallel_homogeneous` task on nodes of 1 Gflop/s, any other job becomes a
//! `delay`. Two fields are our own, and Batsim ignores them: the `compute_fraction` of a task and, with several
//! clusters, the `home_cluster` of a job. The caller passes all jobs twice: first the jobs are written, then their
//! profiles. So no profile must be stored.

use super::{FLOPS, com_bytes};
use crate::base::problem::Problem;
use crate::workload::{Job, Pattern};
use serde_json::Value;
use std::io::{self, Write};

/// Writes a workload: first the jobs, then their profiles.
#[derive(Debug)]
pub struct BatsimWriter<W: Write> {
    out: W,
    clusters: usize,
    /// True if no entry of the current list (of jobs or of profiles) has been written yet.
    first: bool,
}

/// A job to write.
#[derive(Clone, Debug)]
pub struct BatsimJob<'j> {
    /// Unique identifier of the job.
    pub id: String,
    /// Submission time \[s\].
    pub submit_s: f64,
    /// Requested run time \[s\]; `None` if unknown.
    pub requested_s: Option<f64>,
    /// The job with its other properties.
    pub job: &'j Job,
}

/// Checks that a Batsim profile can describe a job's communication.
///
/// # Errors
/// If the job communicates, but not every node with every other node.
pub fn check(job: &Job) -> Result<(), Problem> {
    if !sends(job) || job.pattern == Pattern::AllToAll {
        return Ok(());
    }
    Err(Problem::new(
        "workload.pattern",
        format!("is \"{}\"", job.pattern),
        "all-to-all: in Batsim's parallel_homogeneous each node sends as much to each other",
        "Choose it, or workload.bsbw_mbps=0",
    ))
}

fn sends(job: &Job) -> bool {
    job.nodes > 1 && job.bsbw_bps > 0.0
}

impl<W: Write> BatsimWriter<W> {
    /// Begins a workload for a platform of this many nodes and clusters.
    ///
    /// # Errors
    /// If writing to `out` fails.
    pub fn new(mut out: W, nodes: u64, clusters: usize, about: &str) -> io::Result<BatsimWriter<W>> {
        let about = Value::from(about);
        write!(out, "{{\n\"nb_res\": {nodes},\n\"description\": {about},\n\"jobs\": [")?;
        Ok(BatsimWriter { out, clusters, first: true })
    }

    /// Adds a job.
    ///
    /// # Errors
    /// If writing to the output fails.
    pub fn job(&mut self, own: &BatsimJob) -> io::Result<()> {
        self.separate()?;
        let (id, submit_s, res) = (Value::from(own.id.as_str()), own.submit_s, own.job.nodes);
        write!(self.out, "{{\"id\": {id}, \"subtime\": {submit_s}, ")?;
        if let Some(requested_s) = own.requested_s {
            write!(self.out, "\"walltime\": {requested_s}, ")?;
        }
        if self.clusters > 1 {
            write!(self.out, "\"home_cluster\": {}, ", own.job.home)?;
        }
        write!(self.out, "\"res\": {res}, \"profile\": {id}}}")
    }

    /// Begins the profiles, after all jobs.
    ///
    /// # Errors
    /// If writing fails.
    pub fn profiles(&mut self) -> io::Result<()> {
        self.first = true;
        self.out.write_all(b"\n],\n\"profiles\": {")
    }

    /// Adds the profile of a job.
    ///
    /// # Errors
    /// If writing to the output fails.
    pub fn profile(&mut self, own: &BatsimJob) -> io::Result<()> {
        self.separate()?;
        let (id, job) = (Value::from(own.id.as_str()), own.job);
        if !sends(job) {
            let delay_s = job.runtime_s;
            return write!(self.out, "{id}: {{\"type\": \"delay\", \"delay\": {delay_s}}}");
        }
        let cpu = job.runtime_s * FLOPS;
        let com = com_bytes(job.nodes, job.bsbw_bps, job.runtime_s);
        let compute_fraction = job.compute_fraction;
        write!(
            self.out,
            "{id}: {{\"type\": \"parallel_homogeneous\", \"cpu\": {cpu}, \"com\": {com}, \
             \"compute_fraction\": {compute_fraction}}}"
        )
    }

    fn separate(&mut self) -> io::Result<()> {
        let before: &[u8] = if self.first { b"\n" } else { b",\n" };
        self.first = false;
        self.out.write_all(before)
    }

    /// Ends the workload and returns the output.
    ///
    /// # Errors
    /// If writing fails.
    pub fn finish(mut self) -> io::Result<W> {
        self.out.write_all(b"\n}\n}\n")?;
        self.out.flush()?;
        Ok(self.out)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::logs::{LogSource, read};
    use crate::workload::{Estimates, Shared, Source};
    use proptest::prelude::*;
    use std::sync::Arc;

    fn written(jobs: &[Job], clusters: usize) -> String {
        let all: Vec<BatsimJob> = (100..)
            .zip(jobs)
            .map(|(id, job): (u32, _)| BatsimJob {
                id: id.to_string(),
                submit_s: job.arrival_s,
                requested_s: Some(job.estimate_s).filter(|asked_s| *asked_s != job.runtime_s),
                job,
            })
            .collect();
        let mut writer = BatsimWriter::new(Vec::new(), 8, clusters, "two \"jobs\"").unwrap();
        all.iter().for_each(|job| writer.job(job).unwrap());
        writer.profiles().unwrap();
        all.iter().for_each(|job| writer.profile(job).unwrap());
        String::from_utf8(writer.finish().unwrap()).unwrap()
    }

    /// A job on four nodes with 12.8 Mbps between its halves, for 5 s: each node sends 10⁶ bytes to each other node.
    #[test]
    fn a_workload_by_hand() {
        let sending = Job {
            arrival_s: 1.5,
            nodes: 4,
            runtime_s: 5.0,
            estimate_s: 30.0,
            compute_fraction: 0.25,
            bsbw_bps: 12.8e6,
            home: 2,
            ..Job::default()
        };
        let alone = Job { nodes: 1, estimate_s: 5.0, ..sending };
        assert_eq!(
            written(&[sending, alone], 3),
            "{\n\"nb_res\": 8,\n\"description\": \"two \\\"jobs\\\"\",\n\"jobs\": [\n\
             {\"id\": \"100\", \"subtime\": 1.5, \"walltime\": 30, \"home_cluster\": 2, \"res\": 4, \"profile\": \"100\"},\n\
             {\"id\": \"101\", \"subtime\": 1.5, \"home_cluster\": 2, \"res\": 1, \"profile\": \"101\"}\n],\n\"profiles\": {\n\
             \"100\": {\"type\": \"parallel_homogeneous\", \"cpu\": 5000000000, \"com\": 1000000, \"compute_fraction\": 0.25},\n\
             \"101\": {\"type\": \"delay\", \"delay\": 5}\n}\n}\n"
        );
        assert_eq!(check(&alone), Ok(()));
        let ring = Job { pattern: Pattern::Ring, ..sending };
        let problem = check(&ring).unwrap_err().to_string();
        assert!(problem.starts_with("workload.pattern is \"ring\". Allowed: all-to-all"), "{problem}");
    }

    proptest! {
        /// Jobs are read back as they were written; run times and bandwidths may differ by the rounding of two
        /// multiplications.
        #[test]
        fn jobs_come_back_as_they_were_written(
            drawn in prop::collection::vec((0u32..1000, 0u32..5, 1u32..1000, 1e-3..1e6f64, 0.0..=1.0f64, 0.0..1e9f64, 1u32..9), 1..40),
        ) {
            let mut now_s = 0.0;
            let jobs: Vec<Job> = drawn.iter().enumerate().map(|(i, &(gap, home, nodes, runtime_s, k, bsbw_bps, asked))| {
                now_s += if i == 0 { 0.0 } else { f64::from(gap) / 4.0 };
                let estimate_s = runtime_s.ceil() + f64::from(asked);
                Job { id: i as u64, arrival_s: now_s, home, nodes, runtime_s, compute_fraction: k, bsbw_bps, estimate_s, ..Job::default() }
            }).collect();
            let text = written(&jobs, 5);
            let log = Arc::new(read("w.json", &mut text.as_bytes()).unwrap());
            let shared = Shared { estimates: Estimates::Requested, ..Shared::default() };
            let mut source = LogSource::new(log, &shared, 5, "1", 0);
            let again: Vec<Job> = std::iter::from_fn(|| source.next()).collect();
            prop_assert_eq!(again.len(), jobs.len());
            for (again, job) in again.iter().zip(&jobs) {
                let near = |a: f64, b: f64| (a - b).abs() <= 1e-14 * b;
                prop_assert_eq!((again.id, again.arrival_s, again.home), (job.id, job.arrival_s, job.home));
                prop_assert_eq!((again.nodes, again.estimate_s), (job.nodes, job.estimate_s));
                prop_assert!(near(again.runtime_s, job.runtime_s));
                if sends(job) {
                    prop_assert!(near(again.bsbw_bps, job.bsbw_bps));
                    prop_assert_eq!(again.compute_fraction, job.compute_fraction);
                } else {
                    prop_assert_eq!(again.bsbw_bps, 0.0);
                }
            }
        }
    }
}
