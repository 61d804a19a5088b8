//! Outages, second implementation: every number is counted again from lists whenever it is needed.

use super::{Running, SEED};
use crate::plan::Planned;
use metasched::base::random::Stream;
use metasched::engine::{AfterFailure, Recovery};
use metasched::platform::{Begun, Out, Outage, OutageKind, Platform};
use metasched::workload::Job;
use std::collections::{BTreeMap, BTreeSet};

/// Outages of nodes: those that come, and those that have begun.
pub struct Down {
    pub coming: Vec<Begun>,
    pub recovery: Recovery,
    begun: Vec<Out>,
    number: u64,
    hits: Stream,
    /// For each job that has failed or writes checkpoints: the job as it arrived, its restarts, and the work saved.
    pub attempts: BTreeMap<u64, (Job, u32, f64)>,
    /// Jobs that were lost.
    pub lost: Vec<u64>,
}

impl Default for Down {
    fn default() -> Down {
        let recovery = Recovery { after: AfterFailure::Lost, checkpoint: None, most_restarts: 0 };
        Down::new(Vec::new(), recovery)
    }
}

impl Down {
    pub fn new(coming: Vec<Begun>, recovery: Recovery) -> Down {
        Down {
            coming,
            recovery,
            begun: Vec::new(),
            number: 0,
            hits: Stream::new(SEED, 0, "failing nodes", 0),
            attempts: BTreeMap::new(),
            lost: Vec::new(),
        }
    }

    pub fn next_s(&self) -> f64 {
        let ends = self.begun.iter().map(|own| own.until_s);
        ends.chain(self.coming.first().map(|own| own.outage.at_s)).fold(f64::INFINITY, f64::min)
    }

    /// Nodes of a cluster that are out.
    pub fn out(&self, cluster: usize) -> u32 {
        self.begun.iter().filter(|own| own.cluster as usize == cluster).map(|own| own.taken).sum()
    }

    /// True if there are outages that a queue plans around.
    pub fn any(&self) -> bool {
        !self.coming.is_empty() || !self.begun.is_empty()
    }

    fn free(&self, platform: &Platform, running: &[Running], cluster: usize) -> u32 {
        platform.clusters[cluster].nodes - self.out(cluster) - used(running, cluster)
    }

    /// Outages that lack nodes get those that are free.
    pub fn fill(&mut self, platform: &Platform, running: &[Running]) {
        for at in 0..self.begun.len() {
            let own = self.begun[at];
            let more = own.lacking.min(self.free(platform, running, own.cluster as usize));
            self.begun[at].taken += more;
            self.begun[at].lacking -= more;
        }
    }

    /// Ends and begins outages. Returns the jobs that failures end, each removed from the running ones, in order.
    pub fn change(&mut self, platform: &Platform, running: &mut Vec<Running>, now: f64) -> Vec<Running> {
        let mut failed = Vec::new();
        while let Some(at) = self.begun.iter().position(|own| own.until_s <= now) {
            self.begun.remove(at);
            self.fill(platform, running);
        }
        while self.coming.first().is_some_and(|own| own.outage.at_s <= now) {
            let Begun { outage, among } = self.coming.remove(0);
            let cluster = outage.cluster as usize;
            let mut wanted = outage.nodes;
            if outage.kind == OutageKind::Fail {
                let up = platform.clusters[cluster].nodes - self.out(cluster);
                let hits = self.draw(wanted, up, among.unwrap_or(up).max(up));
                wanted = if among.is_some() { hits.len() as u32 } else { outage.nodes };
                // The owner of every node that is up: nothing, or a job.
                let mut owners: Vec<Option<u64>> = vec![None; self.free(platform, running, cluster) as usize];
                running.sort_by_key(|own| own.job.id);
                for own in running.iter() {
                    let nodes: u32 = own.pieces.iter().filter(|piece| piece.0 == cluster).map(|piece| piece.1).sum();
                    owners.extend((0..nodes).map(|_| Some(own.job.id)));
                }
                let killed: BTreeSet<u64> = hits.iter().filter_map(|&node| owners[node as usize]).collect();
                for id in killed {
                    let at = running.iter().position(|own| own.job.id == id).unwrap();
                    failed.push(running.remove(at));
                }
            }
            let taken = wanted.min(self.free(platform, running, cluster));
            self.begun.push(Out {
                id: self.number,
                kind: outage.kind,
                cluster: outage.cluster,
                taken,
                lacking: wanted - taken,
                until_s: outage.until_s,
            });
            self.number += 1;
            self.fill(platform, running);
        }
        failed
    }

    /// Floyd's algorithm.
    fn draw(&mut self, count: u32, up: u32, among: u32) -> Vec<u32> {
        let mut chosen = Vec::new();
        for last in among - count.min(among)..among {
            let node = self.hits.integer(0, last);
            chosen.push(if chosen.contains(&node) { last } else { node });
        }
        chosen.retain(|&node| node < up);
        chosen
    }

    /// The job as it waits for its first run.
    pub fn first(&mut self, job: &Job) -> Job {
        self.attempts.insert(job.id, (*job, 0, 0.0));
        self.rest(job.id)
    }

    fn rest(&self, id: u64) -> Job {
        let (job, _, saved_s) = self.attempts[&id];
        let run_s = |work_s: f64| {
            let left_s = (work_s - saved_s).max(1e-6);
            let Some(own) = self.recovery.checkpoint else { return left_s };
            let mut run_s = left_s;
            let mut at_s = own.every_s;
            let mut written = 0.0;
            while at_s < left_s {
                written += 1.0;
                at_s += own.every_s;
            }
            run_s += written * own.cost_s;
            run_s
        };
        Job { runtime_s: run_s(job.runtime_s), estimate_s: run_s(job.estimate_s), ..job }
    }

    /// The job that waits again after its run has ended with `done_s` of its run time done; `None` if it is lost.
    pub fn again(&mut self, job: &Job, done_s: f64) -> Option<Job> {
        let (_, restarts, _) = self.attempts[&job.id];
        if self.recovery.after == AfterFailure::Lost || restarts >= self.recovery.most_restarts {
            self.lost.push(job.id);
            return None;
        }
        let (original, restarts, saved_s) = self.attempts.get_mut(&job.id).unwrap();
        *restarts += 1;
        if let Some(own) = self.recovery.checkpoint {
            let left_s = original.runtime_s - *saved_s;
            let mut written = 0.0;
            while (written + 1.0) * (own.every_s + own.cost_s) <= done_s && (written + 1.0) * own.every_s < left_s {
                written += 1.0;
            }
            *saved_s += written * own.every_s;
        }
        Some(self.rest(job.id))
    }

    /// The nodes that are out or will be, as jobs that run. `running` are the running jobs with their expected ends.
    pub fn planned(&self, platform: &Platform, running: &[Planned], now: f64) -> Vec<Planned> {
        let part = |cluster: u32, nodes: u32, start_s: f64, end_s: f64| Planned {
            job: Job { id: u64::MAX, ..Job::default() },
            pieces: vec![(cluster as usize, nodes)],
            demands: vec![0; platform.link_capacities_bps().len()],
            start_s,
            end_s,
            promised_s: f64::NAN,
            granted: 1.0,
        };
        let taken = self.begun.iter().filter(|own| own.taken > 0);
        // Nodes that are out have been out for some time: the plan does not change as time passes.
        let since_s = f64::NEG_INFINITY;
        let mut all: Vec<Planned> = taken.map(|own| part(own.cluster, own.taken, since_s, own.until_s)).collect();
        let lacking = self.begun.iter().filter(|own| own.lacking > 0);
        let lacking = lacking.map(|own| Outage {
            at_s: now,
            until_s: own.until_s,
            cluster: own.cluster,
            nodes: own.lacking,
            kind: own.kind,
        });
        let known = self.coming.iter().map(|own| own.outage).filter(|own| own.kind == OutageKind::Maintenance);
        for outage in lacking.chain(known) {
            let cluster = outage.cluster as usize;
            let mut missing = outage.nodes;
            loop {
                let used = |time: f64| -> u32 {
                    let there = running.iter().chain(&all).filter(|own| own.start_s <= time && time < own.end_s);
                    there.flat_map(|own| &own.pieces).filter(|piece| piece.0 == cluster).map(|piece| piece.1).sum()
                };
                let ends = running.iter().chain(&all).filter(|own| own.pieces.iter().any(|piece| piece.0 == cluster));
                let mut times: Vec<f64> = ends.map(|own| own.end_s).collect();
                times.retain(|&time| time > outage.at_s && time < outage.until_s);
                times.push(outage.at_s);
                times.sort_by(f64::total_cmp);
                let starts: Vec<f64> = all.iter().map(|own| own.start_s).collect();
                let free = |from: f64| {
                    let later = starts.iter().copied().filter(|&time| time > from && time < outage.until_s);
                    let most = later.chain([from]).map(used).max().unwrap();
                    platform.clusters[cluster].nodes.saturating_sub(most)
                };
                let found = times.into_iter().map(|time| (time, free(time))).find(|found| found.1 > 0);
                let Some((time, free)) = found.filter(|_| missing > 0) else { break };
                all.push(part(outage.cluster, missing.min(free), time, outage.until_s));
                missing -= missing.min(free);
            }
        }
        all
    }
}

fn used(running: &[Running], cluster: usize) -> u32 {
    running.iter().flat_map(|own| &own.pieces).filter(|piece| piece.0 == cluster).map(|piece| piece.1).sum()
}
