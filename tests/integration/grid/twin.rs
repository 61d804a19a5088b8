//! The reference implementation of the grid. It keeps all nodes, jobs, requests and transfers in lists, and searches
//! each list completely.

use super::{BOUNDS, Given, Rule, draws};
use crate::fuzzy::worth;
use crate::twin::History;
use metasched::base::random::Stream;
use metasched::models::vahdat::{Answer, Candidate, ClusterView, Decision, Holds, IdleNodes, WaitingJobs, Weights};
use metasched::workload::Job;
use std::collections::VecDeque;

#[derive(Clone, Debug)]
struct Active {
    job: Job,
    cluster: usize,
    nodes: Vec<usize>,
    start_s: f64,
    end_s: f64,
    granted: f64,
    left: f64,
    stretched_s: f64,
    settled_s: f64,
}

#[derive(Clone, Debug)]
struct Asked {
    job: Job,
    to: usize,
    at_s: f64,
    /// Number of jobs that had been sent, to any cluster, before the home read the state.
    sent_before: usize,
    refused: u32,
    note: Decision,
}

/// A transfer on a link: its job, and the number of bits after which it ends. These bits are counted as those that the
/// link has sent for each of its transfers.
#[derive(Clone, Debug)]
struct OnIt {
    until_bits: f64,
    job: Job,
    to: usize,
    begun_s: f64,
}

#[derive(Clone, Debug, Default)]
struct Link {
    bits: f64,
    at_s: f64,
    on_it: Vec<OnIt>,
}

impl Link {
    fn first(&self) -> Option<usize> {
        let all = 0..self.on_it.len();
        all.min_by(|&a, &b| {
            let [a, b] = [a, b].map(|at| (&self.on_it[at].until_bits, self.on_it[at].job.id));
            a.0.total_cmp(b.0).then(a.1.cmp(&b.1))
        })
    }

    fn next_s(&self, bps: f64) -> Option<f64> {
        let first = self.on_it[self.first()?].until_bits;
        Some(self.at_s + (first - self.bits) * self.on_it.len() as f64 / bps)
    }
}

pub(super) struct Twin<'a> {
    given: &'a Given,
    rule: Rule,
    stream: Stream,
    now_s: f64,
    running: Vec<Active>,
    queues: Vec<Vec<Job>>,
    arrived: Vec<Job>,
    asked: Vec<Asked>,
    links: Vec<Link>,
    /// Clusters to which jobs have been sent, in the order of sending.
    sent: Vec<usize>,
    /// For each home, the time when it last read all clusters. For each home and each cluster, the state that the home
    /// last read, and the number of jobs that had been sent to any cluster until then.
    looked_s: Vec<f64>,
    seen: Vec<Vec<(ClusterView, usize)>>,
    pub(super) histories: Vec<History>,
    pub(super) rejected: Vec<u64>,
    pub(super) decisions: Vec<Decision>,
    pub(super) denials: u64,
    pub(super) transfers: u64,
    pub(super) transfer_ms: u64,
}

impl Twin<'_> {
    fn clusters(&self) -> usize {
        self.given.platform.clusters.len()
    }

    /// Capacity of a link that its background load leaves.
    fn bps(&self, link: usize) -> f64 {
        (1.0 - self.given.wan_loads[link]) * self.given.wan_mbps * 1e6
    }

    fn link(&self, a: usize, b: usize) -> usize {
        let (low, high) = (a.min(b), a.max(b));
        let pairs = (1..self.clusters()).flat_map(|high| (0..high).map(move |low| (low, high)));
        pairs.into_iter().position(|pair| pair == (low, high)).unwrap()
    }

    fn invocation_ms(&self, a: usize, b: usize) -> f64 {
        if a == b {
            return 0.0;
        }
        let link = self.link(a, b);
        let alone_ms = self.given.invocations_ms[link] / (1.0 - self.given.wan_loads[link]);
        alone_ms * (self.links[link].on_it.len() + 1) as f64
    }

    fn idle(&self, cluster: usize) -> Vec<usize> {
        let busy = |node: &usize| {
            let mut there = self.running.iter().filter(|own| own.cluster == cluster);
            there.any(|own| own.nodes.contains(node))
        };
        let nodes = 0..self.given.loads[cluster].len();
        nodes.filter(|node| !busy(node)).collect()
    }

    /// Run time on these nodes without network delays: the most loaded node sets the pace.
    fn dedicated_s(&self, cluster: usize, nodes: &[usize], runtime_s: f64) -> f64 {
        let left = |node: &usize| (1.0 - self.given.loads[cluster][*node]).max(self.given.least_node_share);
        let share = nodes.iter().map(left).fold(1.0, f64::min);
        runtime_s / self.given.platform.clusters[cluster].speed / share
    }

    /// Demand of a job on its cluster's network, in whole bits per second.
    fn asks_bps(&self, run: &Active) -> u64 {
        let own = self.given.platform.clusters[run.cluster];
        let ratio = 1.0 - run.job.compute_fraction;
        let part = ratio * f64::from(run.job.nodes) / f64::from(own.nodes);
        (part * own.capacity_bps as f64 + 0.5) as u64
    }

    /// Available share of a cluster's network: 1 minus the background load and the demand of running jobs. A part of
    /// the demand of the job `seer` is not subtracted.
    fn share(&self, cluster: usize, seer: Option<&Active>) -> f64 {
        let own = self.given.platform.clusters[cluster];
        let there = self.running.iter().filter(|run| run.cluster == cluster);
        let taken: u64 = there.map(|run| self.asks_bps(run)).sum();
        let uncounted = seer.map_or(0, |run| ((1.0 - self.given.own_traffic) * self.asks_bps(run) as f64 + 0.5) as u64);
        let load = self.given.platform.background_bps[cluster] + taken - uncounted;
        let share = 1.0 - load as f64 / own.capacity_bps as f64;
        let least_share = self.given.protocol.least_share;
        least_share.map_or(1.0, |least_share| share.max(least_share))
    }

    fn view(&self, home: usize, cluster: usize) -> ClusterView {
        let on_links = self.links.iter().flat_map(|link| &link.on_it);
        let coming = on_links.filter(|own| own.to == cluster).map(|own| own.job);
        let waiting: Vec<Job> = coming.chain(self.queues[cluster].iter().copied()).collect();
        let waiting_nodes = waiting.iter().map(|job| u64::from(job.nodes)).sum();
        let mut idle = self.idle(cluster);
        if self.given.protocol.reading.waiting == WaitingJobs::Seated {
            let load = |node: &usize| self.given.loads[cluster][*node];
            idle.sort_by(|a, b| load(a).total_cmp(&load(b)));
            idle.drain(..idle.len().min(waiting_nodes as usize));
        }
        let mut by_load = [0; 3];
        for (node, &load) in self.given.loads[cluster].iter().enumerate() {
            let load = if idle.contains(&node) { load } else { 1.0 };
            let class = if load < BOUNDS[0] {
                0
            } else if load <= BOUNDS[1] {
                1
            } else {
                2
            };
            by_load[class] += 1;
        }
        ClusterView {
            nodes: self.given.platform.clusters[cluster].nodes,
            idle: match self.given.protocol.reading.idle {
                IdleNodes::Jobless => idle.len() as u32,
                IdleNodes::LowLoad => by_load[0],
            },
            by_load,
            waiting: waiting.len() as u32,
            waiting_nodes,
            share: self.share(cluster, None),
            invocation_ms: self.invocation_ms(home, cluster),
        }
    }

    fn score(&mut self, job: &Job, view: &ClusterView) -> f64 {
        let fits = match self.rule {
            Rule::BestFit(Holds::MoreThan) => view.idle > job.nodes,
            _ => view.idle >= job.nodes,
        };
        match self.rule {
            Rule::BestFit(_) if fits => 1.0 / f64::from(view.idle),
            Rule::BestFit(_) | Rule::ShortestQueue => -f64::from(view.waiting),
            Rule::Random => self.stream.uniform(),
            Rule::LeastLoaded => {
                let work = f64::from(view.nodes - view.idle) + view.waiting_nodes as f64;
                -work / f64::from(view.nodes)
            }
            Rule::Fuzzy => self.weights(job, view).priority,
        }
    }

    fn weights(&self, job: &Job, view: &ClusterView) -> Weights {
        let ratio = 1.0 - job.compute_fraction;
        worth(job.nodes, ratio, job.size_mb, view)
    }

    fn decide(&mut self, job: Job, refused: u32) {
        let home = job.home as usize;
        let old = self.now_s - self.looked_s[home] >= self.given.protocol.refresh_s;
        let all = refused > 0 || old;
        if all {
            self.looked_s[home] = self.now_s;
        }
        for cluster in (0..self.clusters()).filter(|&own| all || own == home) {
            self.seen[home][cluster] = (self.view(home, cluster), self.sent.len());
        }
        let mut candidates = Vec::new();
        for (cluster, (view, _)) in self.seen[home].clone().into_iter().enumerate() {
            if view.nodes >= job.nodes {
                let score = self.score(&job, &view);
                candidates.push(Candidate {
                    cluster: cluster as u32,
                    view,
                    score,
                    weights: match self.rule {
                        Rule::Fuzzy => Some(self.weights(&job, &view)),
                        _ => None,
                    },
                });
            }
        }
        let most = candidates.iter().map(|own| own.score).fold(f64::NEG_INFINITY, f64::max);
        let mut best = candidates.iter().filter(|own| own.score == most);
        let first = best.clone().next().unwrap().cluster;
        let to = best.find(|own| own.cluster == job.home).map_or(first, |own| own.cluster);
        let note = Decision {
            time_s: self.now_s,
            job: job.id,
            home: job.home,
            ratio: 1.0 - job.compute_fraction,
            size_mb: job.size_mb,
            candidates,
            chosen: to,
            answered_s: self.now_s,
            answer: Answer::Home,
        };
        let to = to as usize;
        if to == home {
            self.decisions.push(note);
            self.sent.push(to);
            self.queues[to].push(job);
        } else {
            self.asked.push(Asked {
                job,
                to,
                at_s: self.now_s + self.invocation_ms(home, to) / 1000.0,
                sent_before: self.seen[home][to].1,
                refused,
                note,
            });
        }
    }

    fn answer(&mut self, asked: Asked) {
        let Asked { job, to, refused, mut note, .. } = asked;
        let stale = self.sent[asked.sent_before..].contains(&to);
        note.answered_s = self.now_s;
        if stale && refused < self.given.protocol.retries {
            note.answer = Answer::Refused;
            self.decisions.push(note);
            self.denials += 1;
            return self.decide(job, refused + 1);
        }
        note.answer = Answer::Granted;
        self.decisions.push(note);
        self.sent.push(to);
        let link = self.link(job.home as usize, to);
        let bps = self.bps(link);
        let own = &mut self.links[link];
        own.bits = match own.first() {
            None => 0.0,
            Some(first) => {
                let more = (self.now_s - own.at_s) * bps / own.on_it.len() as f64;
                (own.bits + more).min(own.on_it[first].until_bits)
            }
        };
        own.at_s = self.now_s;
        own.on_it.push(OnIt { until_bits: own.bits + job.size_mb * 8e6, job, to, begun_s: self.now_s });
    }

    /// Starts the job at the head of one queue, on the idle nodes of lowest load.
    fn start(&mut self) -> bool {
        for cluster in 0..self.clusters() {
            let mut idle = self.idle(cluster);
            let Some(head) = self.queues[cluster].first().copied() else {
                continue;
            };
            if idle.len() < head.nodes as usize {
                continue;
            }
            self.queues[cluster].remove(0);
            let load = |node: &usize| self.given.loads[cluster][*node];
            idle.sort_by(|a, b| load(a).total_cmp(&load(b)));
            idle.truncate(head.nodes as usize);
            let dedicated_s = self.dedicated_s(cluster, &idle, head.runtime_s);
            self.running.push(Active {
                job: head,
                cluster,
                nodes: idle,
                start_s: self.now_s,
                end_s: self.now_s + dedicated_s,
                granted: 1.0,
                left: 1.0,
                stretched_s: dedicated_s,
                settled_s: self.now_s,
            });
            return true;
        }
        false
    }

    /// Handles one event that is due: a finished transfer, otherwise a request, otherwise an arrived job.
    fn happen(&mut self) -> bool {
        let due = |link: &usize| {
            let next_s = self.links[*link].next_s(self.bps(*link));
            next_s.filter(|&at| at <= self.now_s)
        };
        let over = (0..self.links.len()).filter(|link| due(link).is_some());
        let first = over.min_by(|a, b| due(a).unwrap().total_cmp(&due(b).unwrap()));
        if let Some(link) = first {
            let own = &mut self.links[link];
            let there = own.on_it.remove(own.first().unwrap());
            own.bits = there.until_bits;
            own.at_s = self.now_s;
            self.transfers += 1;
            self.transfer_ms += ((self.now_s - there.begun_s) * 1000.0).round() as u64;
            self.queues[there.to].push(there.job);
            return true;
        }
        let come = (0..self.asked.len()).filter(|&at| self.asked[at].at_s <= self.now_s);
        let first = come.min_by(|&a, &b| {
            let [a, b] = [a, b].map(|at| &self.asked[at]);
            a.at_s.total_cmp(&b.at_s).then(a.job.id.cmp(&b.job.id))
        });
        if let Some(at) = first {
            let asked = self.asked.remove(at);
            self.answer(asked);
            return true;
        }
        if self.arrived.is_empty() {
            return false;
        }
        let job = self.arrived.remove(0);
        self.decide(job, 0);
        true
    }

    fn settle(&mut self) {
        let undisturbed = self.given.protocol.least_share.is_none();
        for at in (0..self.running.len()).filter(|_| !undisturbed) {
            let seer = &self.running[at];
            let share = self.share(seer.cluster, Some(seer));
            let dedicated_s = self.dedicated_s(seer.cluster, &seer.nodes, seer.job.runtime_s);
            let run = &mut self.running[at];
            if run.job.compute_fraction == 1.0 || run.granted == share {
                continue;
            }
            run.left = (run.left - (self.now_s - run.settled_s) / run.stretched_s).max(0.0);
            run.settled_s = self.now_s;
            run.granted = share;
            let compute_s = dedicated_s * run.job.compute_fraction;
            run.stretched_s = compute_s + (dedicated_s - compute_s) / share;
            run.end_s = self.now_s + run.left * run.stretched_s;
        }
    }

    fn run(&mut self, jobs: &[Job]) {
        let mut jobs: VecDeque<Job> = jobs.iter().copied().collect();
        loop {
            let links = self.links.iter().enumerate();
            let times = (self.running.iter().map(|run| run.end_s))
                .chain(jobs.front().map(|job| job.arrival_s))
                .chain(self.asked.iter().map(|own| own.at_s))
                .chain(links.filter_map(|(at, link)| link.next_s(self.bps(at))));
            self.now_s = times.fold(f64::INFINITY, f64::min);
            if self.now_s == f64::INFINITY {
                return;
            }
            let now_s = self.now_s;
            let (mut over, rest): (Vec<_>, Vec<_>) = self.running.drain(..).partition(|run| run.end_s == now_s);
            self.running = rest;
            over.sort_by_key(|run| run.job.id);
            self.histories.extend(over.iter().map(|run| History {
                id: run.job.id,
                start_s: run.start_s,
                end_s: now_s,
                pieces: vec![(run.cluster, run.job.nodes)],
                promised_s: None,
            }));
            while let Some(job) = jobs.pop_front_if(|job| job.arrival_s <= now_s) {
                let largest = self.given.platform.clusters.iter().map(|own| own.nodes).max();
                match largest.is_some_and(|largest| largest >= job.nodes) {
                    true => self.arrived.push(job),
                    false => self.rejected.push(job.id),
                }
            }
            while self.start() || self.happen() {}
            self.settle();
        }
    }
}

pub(super) fn twin<'a>(given: &'a Given, rule: Rule, jobs: &[Job]) -> Twin<'a> {
    let clusters = given.platform.clusters.len();
    let never = (ClusterView::default(), 0);
    let mut twin = Twin {
        given,
        rule,
        stream: draws(),
        now_s: 0.0,
        running: Vec::new(),
        queues: vec![Vec::new(); clusters],
        arrived: Vec::new(),
        asked: Vec::new(),
        links: vec![Link::default(); given.invocations_ms.len()],
        sent: Vec::new(),
        looked_s: vec![f64::NEG_INFINITY; clusters],
        seen: vec![vec![never; clusters]; clusters],
        histories: Vec::new(),
        rejected: Vec::new(),
        decisions: Vec::new(),
        denials: 0,
        transfers: 0,
        transfer_ms: 0,
    };
    twin.run(jobs);
    twin
}
