//! The second implementation of AI2 and TLA. It computes every property of a simulated future from the list of all jobs
//! of the future.

mod scenes;

use crate::common::draws;
use crate::plan::Planned;
use crate::twin::{SEED, one_cluster};
use metasched::base::random::Stream;
use metasched::models::shih::Score;
use metasched::models::shih::{Fit, LookAhead, Tla};
use metasched::platform::{Platform, State};
use metasched::workload::Job;

/// Settings of TLA's look-ahead.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ahead {
    pub depth: usize,
    pub fit: Fit,
    pub decisions: usize,
    pub score: Score,
}

impl Ahead {
    /// The engine's policy with these settings.
    pub fn tla(self, platform: &Platform) -> Tla {
        let Ahead { depth, fit, decisions, score } = self;
        let ahead = LookAhead { depth, fit, decisions, score };
        Tla::new(&State::idle(platform.clone()), ahead, draws())
    }
}

/// A running job: its cluster, the number of its nodes, and its end.
pub type Busy = (usize, u32, f64);

/// The state that a policy sees at a decision.
pub struct ClusterSnapshot<'a> {
    pub platform: &'a Platform,
    pub now: f64,
    /// Running jobs with their expected ends.
    pub running: Vec<Busy>,
    /// The waiting jobs other than the job to be placed: those before it in the queue, and those behind it.
    pub passed: &'a [Job],
    pub behind: &'a [Job],
    /// The running jobs with all their data.
    pub going: Vec<Planned>,
    /// Estimate of the first job that waited.
    pub first_estimate: f64,
}

/// A job of a future.
pub struct Future<'a> {
    pub job: &'a Job,
    pub cluster: usize,
    pub start: f64,
    pub end: f64,
}

impl ClusterSnapshot<'_> {
    fn fastest(&self, free: &[u32], nodes: u32) -> Option<usize> {
        let mut stream = Stream::new(SEED, 0, "", 0);
        one_cluster(self.platform, free, nodes, Fit::Fastest, &mut stream)
    }

    /// Free nodes at `time` while these jobs run.
    fn free(&self, jobs: &[Busy], time: f64) -> Vec<u32> {
        let clusters = self.platform.clusters.iter().enumerate();
        clusters
            .map(|(c, cluster)| {
                let there = jobs.iter().filter(|job| job.0 == c && job.2 > time);
                cluster.nodes - there.map(|job| job.1).sum::<u32>()
            })
            .collect()
    }

    /// AI2's choice among the clusters with room in `free`.
    pub fn ai2(&self, free: &[u32], job: &Job) -> Option<usize> {
        let mut stream = Stream::new(SEED, 0, "", 0);
        let best = one_cluster(self.platform, free, job.nodes, Fit::Best, &mut stream)?;
        let fastest = self.fastest(free, job.nodes)?;
        let power = |cluster: usize| {
            let mut jobs = self.running.clone();
            // Running jobs are taken as running on, even if their expected end has passed.
            jobs.iter_mut().for_each(|job| job.2 = f64::INFINITY);
            let before = self.free(&jobs, self.now);
            jobs.push((cluster, job.nodes, f64::INFINITY));
            for next in self.behind {
                let Some(cluster) = self.fastest(&self.free(&jobs, self.now), next.nodes) else {
                    break;
                };
                jobs.push((cluster, next.nodes, f64::INFINITY));
            }
            let after = self.free(&jobs, self.now);
            let clusters = self.platform.clusters.iter().enumerate();
            clusters.map(|(c, cluster)| f64::from(before[c] - after[c]) * cluster.speed).sum::<f64>()
        };
        Some(if power(best) > power(fastest) { best } else { fastest })
    }

    /// TLA's choice among the clusters with room in `free`; `fixed` are the decisions of its last simulation.
    pub fn tla(&self, free: &[u32], job: &Job, ahead: Ahead, fixed: &mut Vec<(u64, usize)>) -> Option<usize> {
        let known = fixed.iter().find(|fixed| fixed.0 == job.id);
        if let Some(&(_, cluster)) = known.filter(|known| free[known.1] >= job.nodes) {
            return Some(cluster);
        }
        let mut candidates: Vec<usize> = (0..free.len()).filter(|&c| free[c] >= job.nodes).collect();
        let speed = |c: usize| self.platform.clusters[c].speed;
        candidates.sort_by(|&c, &d| speed(d).total_cmp(&speed(c)).then(c.cmp(&d)));
        let others = self.passed.len() + self.behind.len();
        if candidates.is_empty() || others == 0 || ahead.depth == 0 {
            return candidates.first().copied();
        }
        if candidates.len() == 1 && ahead.decisions == 1 {
            return Some(candidates[0]);
        }
        let mut best = (f64::INFINITY, 0);
        for cluster in candidates {
            let future = self.future(job, cluster, ahead);
            let score = score(&future, ahead.score, self.first_estimate);
            if score < best.0 {
                best = (score, cluster);
                let next = &future[1..future.len().min(ahead.decisions)];
                *fixed = next.iter().map(|f| (f.job.id, f.cluster)).collect();
            }
        }
        Some(best.1)
    }

    fn future<'a>(&'a self, job: &'a Job, cluster: usize, ahead: Ahead) -> Vec<Future<'a>> {
        let mut stream = Stream::new(SEED, 0, "look-ahead", job.id as usize);
        let end = |job: &Job, start: f64, c: usize| start + job.estimate_s / self.platform.clusters[c].speed;
        let mut jobs = self.running.clone();
        // A job whose expected end has passed is taken as ended.
        jobs.retain(|job| job.2 > self.now);
        let mut future = vec![Future { job, cluster, start: self.now, end: end(job, self.now, cluster) }];
        jobs.push((cluster, job.nodes, future[0].end));
        for job in self.passed.iter().chain(self.behind).take(ahead.depth) {
            let last = future[future.len() - 1].start;
            let mut times: Vec<f64> = jobs.iter().map(|job| job.2).filter(|&t| t > last).collect();
            times.push(last);
            times.sort_by(f64::total_cmp);
            let placed = times.into_iter().find_map(|time| {
                let free = self.free(&jobs, time);
                let cluster = one_cluster(self.platform, &free, job.nodes, ahead.fit, &mut stream)?;
                Some((time, cluster))
            });
            let (start, cluster) = placed.expect("some time all is free");
            jobs.push((cluster, job.nodes, end(job, start, cluster)));
            future.push(Future { job, cluster, start, end: end(job, start, cluster) });
        }
        future
    }
}

/// The score of a future. The value of every job is counted in whole parts: 2²⁰ parts are a slowdown of one, 2²⁸ parts
/// are the largest power of two seconds that is not above the run's first estimate.
pub fn score(future: &[Future], score: Score, first_estimate: f64) -> f64 {
    let mut second = 268_435_456.0;
    while first_estimate < 1.0 && 268_435_456.0 / second > first_estimate {
        second *= 2.0;
    }
    while 268_435_456.0 / second * 2.0 <= first_estimate {
        second /= 2.0;
    }
    let jobs = future.len() as f64;
    let parts = |value: f64| (value * 1_048_576.0).floor() as i128;
    let time_parts = |value: f64| (value * second).floor() as i128;
    let sum = |value: &dyn Fn(&Future) -> i128| future.iter().map(value).sum::<i128>() as f64;
    let slowdown = |f: &Future| {
        let turnaround = f.end - f.job.arrival_s;
        parts(f64::max(1.0, turnaround / f.job.estimate_s.max(10.0)))
    };
    match score {
        Score::Turnaround => sum(&|f| time_parts(f.end - f.job.arrival_s)) / jobs,
        Score::Wait => sum(&|f| time_parts(f.start - f.job.arrival_s)) / jobs,
        Score::BoundedSlowdown => sum(&slowdown) / jobs,
        Score::Fairness => {
            let mean = sum(&slowdown);
            jobs * sum(&|f| slowdown(f) * slowdown(f)) / (mean * mean)
        }
    }
}
