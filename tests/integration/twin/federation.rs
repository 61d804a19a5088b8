//! A federation, literally: every cluster is a system of its own, with a copy of every job that it holds, until one of
//! the clusters starts the job.

use super::{History, Links, Order, Running, Strategy, Twin};
use crate::plan::Plan;
use metasched::platform::Platform;
use metasched::workload::Job;

/// A cluster with its queue.
struct Site<'a> {
    twin: Twin<'a>,
    plan: Plan,
    queue: Vec<Job>,
    running: Vec<Running>,
}

impl Site<'_> {
    fn nodes(&self) -> u32 {
        self.twin.platform.clusters[0].nodes
    }

    fn free(&self) -> u32 {
        self.nodes() - self.running.iter().map(|own| own.job.nodes).sum::<u32>()
    }

    /// The next end or planned start.
    fn next_s(&self, now: f64) -> f64 {
        let expected: Vec<_> = self.running.iter().map(|own| self.twin.expected(own)).collect();
        let ends = self.running.iter().map(|own| own.end_s);
        ends.fold(self.plan.wake(now, &expected), f64::min)
    }

    /// Starts one job, if one can start.
    fn start(&mut self, now: f64) -> Option<Job> {
        let (mut at, mut promised_s) = (0, None);
        match self.twin.order {
            Order::Sjf => self.queue.sort_by(|a, b| a.estimate_s.total_cmp(&b.estimate_s).then(a.id.cmp(&b.id))),
            Order::Njf => self.queue.sort_by_key(|job| (job.nodes, job.id)),
            Order::Fcfs | Order::Fpfs | Order::Reserving(_) => {}
        }
        match self.twin.order {
            Order::Reserving(_) => {
                let expected = self.running.iter().map(|own| self.twin.expected(own)).collect();
                let next = self.plan.next(&self.twin, now, &self.queue, expected)?;
                self.plan.started(&next);
                at = self.queue.iter().position(|job| job.id == next.job.id)?;
                promised_s = Some(next.promised_s).filter(|time| !time.is_nan());
            }
            Order::Fpfs => at = self.queue.iter().position(|job| job.nodes <= self.free())?,
            _ => {
                self.queue.first().filter(|job| job.nodes <= self.free())?;
            }
        }
        let job = self.queue.remove(at);
        let started = self.twin.start(job, vec![(0, job.nodes)], now);
        self.running.push(Running { promised_s, ..started });
        Some(job)
    }

    fn withdraw(&mut self, id: u64) {
        self.queue.retain(|job| job.id != id);
        self.plan.withdraw(id);
    }
}

/// The histories and the rejected jobs by number, if copies of every job wait on all clusters that hold the job.
pub fn federation(platform: &Platform, jobs: &[Job], order: Order) -> (Vec<History>, Vec<u64>) {
    let alone: Vec<Platform> = platform.clusters.iter().map(|own| Platform::star(vec![*own])).collect();
    let site = |own| {
        let mut plan = Plan::default();
        if let Order::Reserving(depth) = order {
            plan.depth = depth as usize;
        }
        let twin = Twin::new(own, Strategy::NoShare, Links::Unlimited, order);
        Site { twin, plan, queue: Vec::new(), running: Vec::new() }
    };
    let mut sites: Vec<Site<'_>> = alone.iter().map(site).collect();
    let mut coming = jobs.iter().peekable();
    let (mut done, mut rejected) = (Vec::new(), Vec::new());
    let mut now = f64::NEG_INFINITY;
    loop {
        let arrival_s = coming.peek().map_or(f64::INFINITY, |job| job.arrival_s);
        now = sites.iter().map(|own| own.next_s(now)).fold(arrival_s, f64::min);
        if now == f64::INFINITY {
            done.sort_by_key(|own: &History| own.id);
            return (done, rejected);
        }
        for (cluster, site) in sites.iter_mut().enumerate() {
            site.running.sort_by_key(|own| own.job.id);
            while let Some(at) = site.running.iter().position(|own| own.end_s == now) {
                let own = site.running.remove(at);
                site.plan.ended(own.job.id, now);
                done.push(History {
                    id: own.job.id,
                    start_s: own.start_s,
                    end_s: now,
                    pieces: vec![(cluster, own.job.nodes)],
                    promised_s: own.promised_s,
                });
            }
        }
        while let Some(job) = coming.next_if(|job| job.arrival_s == now) {
            let mut able: Vec<_> = sites.iter_mut().filter(|own| own.nodes() >= job.nodes).collect();
            able.iter_mut().for_each(|own| own.queue.push(Job { home: 0, ..*job }));
            if able.is_empty() {
                rejected.push(job.id);
            }
        }
        // The first cluster that can start a job does so, again and again.
        while let Some((cluster, job)) = (0..sites.len()).find_map(|at| Some((at, sites[at].start(now)?))) {
            let others = sites.iter_mut().enumerate().filter(|(other, _)| *other != cluster);
            others.for_each(|(_, own)| own.withdraw(job.id));
        }
    }
}
