//! An observer that writes the jobs file during a run; its memory is proportional to the number of running jobs.

use super::jobs::{JobRecord, JobsWriter, OfRun, Stay};
use crate::base::problem::Problem;
use crate::engine::{Failed, Observer, Running};
use crate::experiment::Task;
use crate::logs::LogJobs;
use crate::metrics::rows::{Interval, NodeRows};
use crate::platform::{BPS_PER_MBPS, Platform, State};
use crate::scenario::{Swf, build};
use crate::scheduler::Rejection;
use crate::workload::Job;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::{self, Write};

/// Writes each job when the job ends. A write error stops the file, but not the run; [`finish`](Self::finish) returns
/// the error.
#[derive(Debug)]
pub struct JobsFile<W: Write> {
    writer: JobsWriter<W>,
    failure: Option<io::Error>,
    clusters: Vec<Nodes>,
    /// Power of a busy node of each cluster \[W\], if known.
    busy_w: Vec<Option<f64>>,
    /// Nodes of each piece of the running jobs, by job.
    running: BTreeMap<u64, Vec<Vec<Interval>>>,
    id: String,
    profile: String,
    allocated: Vec<(u64, u64)>,
    pieces: Vec<(u32, u32)>,
    logged: Option<LogJobs>,
    /// True if jobs have their identifiers in the log.
    as_in_log: bool,
}

/// The nodes of a cluster.
#[derive(Debug)]
struct Nodes {
    /// Number of the first node of this cluster among the nodes of all clusters.
    first: u64,
    free: NodeRows,
}

impl<W: Write> JobsFile<W> {
    /// Writes the jobs of a run on `platform` to a file that has a [header](super::jobs::header). `workload` is the
    /// name of the workload.
    pub fn new(out: W, workload: &str, platform: &Platform, logged: Option<LogJobs>, of_run: &OfRun) -> JobsFile<W> {
        let mut first = 0;
        let clusters = platform.clusters.iter().map(|cluster| {
            let nodes = Nodes { first, free: NodeRows::new(cluster.nodes) };
            first += u64::from(cluster.nodes);
            nodes
        });
        JobsFile {
            clusters: clusters.collect(),
            busy_w: Vec::new(),
            writer: JobsWriter::new(out, workload, of_run),
            failure: None,
            running: BTreeMap::new(),
            id: String::new(),
            profile: String::new(),
            allocated: Vec::new(),
            pieces: Vec::new(),
            as_in_log: logged.as_ref().is_some_and(LogJobs::ids_differ),
            logged,
        }
    }

    /// Writes the jobs of a task, like [`new`](Self::new).
    ///
    /// # Errors
    /// If the platform cannot be built.
    pub fn of_task(out: W, task: &Task, logged: Option<LogJobs>, of_run: &OfRun) -> Result<JobsFile<W>, Problem> {
        let workload = &task.scenario.workload;
        let workload = workload.of::<Swf>().map_or(workload.info().name, |swf| &swf.path);
        let platform = task.platform()?;
        let power = build::platform::power(&task.scenario.platform).into_iter();
        let busy_w = power.map(|own| Some(own?.busy_w)).collect();
        Ok(JobsFile { busy_w, ..JobsFile::new(out, workload, &platform, logged, of_run) })
    }

    /// True if writing has failed, so that the rest of the run is not needed.
    pub fn failed(&self) -> bool {
        self.failure.is_some()
    }

    /// Ends the file and returns the output.
    ///
    /// # Errors
    /// The first error of the output.
    pub fn finish(self) -> io::Result<W> {
        match self.failure {
            Some(error) => Err(error),
            None => self.writer.finish(),
        }
    }

    /// Writes a job that used the nodes in `allocated` and `pieces`.
    fn write(&mut self, job: &Job, run: Option<(&Running, f64, bool)>) {
        let logged = self.logged.as_ref().map(|log| log.of_job(job));
        let in_log = logged.and_then(|own| own.id()).filter(|_| self.as_in_log);
        self.id.clear();
        self.profile.clear();
        let bsbw_mbps = job.bsbw_bps / BPS_PER_MBPS;
        // Writing to a string cannot fail.
        let _ = match in_log {
            Some(id) => write!(self.id, "{id}"),
            None => write!(self.id, "{}", job.id),
        };
        let _ = write!(self.profile, "K={} BSBW={bsbw_mbps}Mbps", job.compute_fraction);
        if job.parallelism_variance > 0.0 {
            let _ = write!(self.profile, " sigma={}", job.parallelism_variance);
        }
        if job.moldable {
            self.profile.push_str(" moldable");
        }
        let record = JobRecord {
            id: &self.id,
            number: job.id,
            profile: &self.profile,
            submission_s: job.arrival_s,
            nodes: job.nodes,
            requested_s: job.estimate_s,
            home: job.home,
            run: run.map(|(running, finish_s, killed)| Stay {
                start_s: running.start_s,
                finish_s,
                allocated: &self.allocated,
                clusters: &self.pieces,
                penalty: running.penalty(finish_s),
                killed,
                energy_j: energy_j(&self.busy_w, running, finish_s),
            }),
            logged,
        };
        self.failure = self.writer.write(&record).err();
    }
}

/// Energy of the nodes of a job during its run \[J\], from the power of busy nodes of each cluster \[W\]; `None` unless
/// the power of all its nodes is known.
fn energy_j(busy_w: &[Option<f64>], running: &Running, finish_s: f64) -> Option<f64> {
    let watts = running.placement.iter().map(|piece| {
        let busy_w = busy_w.get(piece.cluster as usize).copied()?;
        Some(f64::from(piece.nodes) * busy_w?)
    });
    Some(watts.sum::<Option<f64>>()? * (finish_s - running.start_s))
}

impl<W: Write> Observer for JobsFile<W> {
    fn rejected(&mut self, job: &Job, _why: Rejection) {
        if self.failure.is_none() {
            self.write(job, None);
        }
    }

    fn started(&mut self, running: &Running, _state: &State) {
        if self.failure.is_some() {
            return;
        }
        let clusters = &mut self.clusters;
        let taken = running.placement.iter().map(|piece| {
            let nodes = clusters.get_mut(piece.cluster as usize);
            nodes.map_or_else(Vec::new, |nodes| nodes.free.take(piece.nodes))
        });
        let taken = taken.collect();
        self.running.insert(running.job.id, taken);
    }

    fn ended(&mut self, now_s: f64, running: &Running) {
        if self.take_off(running) {
            self.write(&running.job, Some((running, now_s, running.killed)));
        }
    }

    /// A job that waits again has a row when it ends.
    fn failed(&mut self, now_s: f64, running: &Running, failed: &Failed) {
        if self.take_off(running) && !failed.requeued {
            self.write(&running.job, Some((running, now_s, true)));
        }
    }
}

impl<W: Write> JobsFile<W> {
    /// Frees the nodes of a job and lists them for its row. Returns false if there is no row to write.
    fn take_off(&mut self, running: &Running) -> bool {
        if self.failure.is_some() {
            return false;
        }
        let Some(taken) = self.running.remove(&running.job.id) else {
            return false;
        };
        self.allocated.clear();
        self.pieces.clear();
        for (piece, rows) in running.placement.iter().zip(&taken) {
            if let Some(nodes) = self.clusters.get_mut(piece.cluster as usize) {
                nodes.free.give(rows);
                let numbered =
                    rows.iter().map(|&(first, last)| (nodes.first + u64::from(first), nodes.first + u64::from(last)));
                self.allocated.extend(numbered);
            }
            self.pieces.push((piece.cluster, piece.nodes));
        }
        self.allocated.sort_unstable();
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Progress;
    use crate::experiment::plan::Plan;
    use crate::experiment::runner::Runner;
    use crate::scenario::Scenario;

    /// Jobs with up to 130 nodes on three clusters of 40 nodes: most jobs are co-allocated, and some are rejected.
    const SCENARIO: &str = r#"{
        "platform": { "clusters": [ { "count": 3, "nodes": 40, "busy_w": 200 } ] },
        "workload": { "jobs_per_cluster": 200, "nodes": [10, 130], "bsbw_mbps": 300 },
        "schedulers": ["first-fit"], "experiment": { "replications": 1 }
    }"#;

    fn file() -> (u64, Vec<Vec<String>>) {
        let scenario = Scenario::from_json(SCENARIO).unwrap();
        let plan = Plan::new(&scenario).unwrap();
        let task = &plan.tasks()[0];
        let file = JobsFile::of_task(Vec::new(), task, None, &OfRun::default()).unwrap();
        let mut runner = Runner::new(task, None, file).unwrap();
        while runner.advance(50).unwrap() != Progress::Finished {}
        let (result, file) = runner.finish();
        let text = String::from_utf8(file.unwrap().finish().unwrap()).unwrap();
        let cells = |line: &str| line.split(',').map(str::to_owned).collect();
        (result.measures.jobs, text.lines().map(cells).collect())
    }

    /// The profile of a job shows K, which is 1 minus the job's share of communication. In models with moldable jobs,
    /// it also shows σ and whether the job is moldable.
    #[test]
    fn profiles_by_hand() {
        let scenario = Scenario::from_json(SCENARIO).unwrap();
        let platform = build::platform::of(&scenario.platform);
        let profile = |job: Job| {
            let mut file = JobsFile::new(Vec::new(), "test", &platform, None, &OfRun::default());
            file.rejected(&job, Rejection::Impossible);
            let text = String::from_utf8(file.finish().unwrap()).unwrap();
            text.split(',').nth(2).unwrap().to_owned()
        };
        let rigid = Job { compute_fraction: 0.75, bsbw_bps: 5e8, ..Job::default() };
        assert_eq!(profile(rigid), "K=0.75 BSBW=500Mbps");
        let moldable = Job { parallelism_variance: 1.5, moldable: true, ..rigid };
        assert_eq!(profile(moldable), "K=0.75 BSBW=500Mbps sigma=1.5 moldable");
    }

    #[test]
    fn every_job_is_there_and_no_node_serves_two_at_once() {
        let (ended, rows) = file();
        assert_eq!(rows.len(), 600);
        let ran: Vec<_> = rows.iter().filter(|row| row[7] != "REJECTED").collect();
        assert_eq!(ran.len() as u64, ended);
        assert!(ran.len() < rows.len());
        let number = |cell: &str| cell.parse::<f64>().unwrap();
        let mut taken: Vec<(u64, f64, f64)> = Vec::new();
        for row in ran {
            let (start, finish) = (number(&row[8]), number(&row[10]));
            assert!(number(&row[3]) <= start && start < finish);
            let mut nodes = 0;
            for interval in row[14].split(' ') {
                let (first, last) = interval.split_once('-').unwrap_or((interval, interval));
                for node in first.parse::<u64>().unwrap()..=last.parse().unwrap() {
                    assert!(node < 120);
                    taken.push((node, start, finish));
                    nodes += 1;
                }
            }
            assert_eq!(row[4], nodes.to_string());
            let pieces: Vec<&str> = row[17].split('+').collect();
            let in_pieces: u64 = pieces.iter().map(|p| p.split_once(':').unwrap().1.parse::<u64>().unwrap()).sum();
            assert_eq!((in_pieces, row[18] == "1"), (nodes, pieces.len() > 1));
            let joules = nodes as f64 * 200.0 * (finish - start);
            assert!((number(&row[15]) - joules).abs() <= 1e-9 * joules);
            // The penalty is 1, up to the rounding of start + run time − start.
            assert!(number(&row[19]) > 1.0 - 1e-9);
        }
        taken.sort_by(|a, b| a.partial_cmp(b).unwrap());
        for pair in taken.windows(2) {
            assert!(pair[0].0 != pair[1].0 || pair[0].2 <= pair[1].1, "{pair:?}");
        }
    }

    #[test]
    fn an_output_that_fails_is_reported_at_the_end() {
        struct Full(usize);
        impl Write for Full {
            fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
                if self.0 == 0 {
                    return Err(io::Error::other("the disk is full"));
                }
                self.0 -= 1;
                Ok(bytes.len())
            }
            fn flush(&mut self) -> io::Result<()> {
                Ok(())
            }
        }
        let platform = Platform::star(Vec::new());
        let mut file = JobsFile::new(Full(0), "test", &platform, None, &OfRun::default());
        let job = Job::default();
        (0..100).for_each(|_| file.rejected(&job, Rejection::Impossible));
        let error = file.finish().map(|_| ()).unwrap_err();
        assert_eq!(error.to_string(), "the disk is full");
    }
}
