//! The grid, written down once more: nodes, jobs, requests and transfers are lists, looked through from end to end at every question.

use crate::common::{Chronicle, Listed, finish};
use crate::fuzzy::worth;
use crate::twin::History;
use metasched::base::random::Stream;
use metasched::engine::{Observer, Running, Simulation};
use metasched::experiment;
use metasched::models::vahdat::measures::{DENIALS, TRANSFER_MS, TRANSFERS};
use metasched::models::vahdat::{
    Answer, Candidate, ClusterView, Decision, Dispatch, Fuzzy, Grid, Holds, IdleNodes, Protocol,
    Reading, Settings, WaitingJobs, Wan, Weights, class_of,
};
use metasched::network::Network;
use metasched::network::Sharing;
use metasched::network::allotment::Allotment;
use metasched::network::cluster::ClusterNetworks;
use metasched::platform::{Cluster, Platform, State};
use metasched::scenario::Scenario;
use metasched::scheduler::facts::About;
use metasched::scheduler::{Rejection, Scheduler};
use metasched::workload::Job;
use proptest::prelude::*;
use std::collections::VecDeque;

const BOUNDS: [f64; 2] = [0.3, 0.6];

/// A grid as it is given.
#[derive(Clone, Debug)]
struct Given {
    platform: Platform,
    /// By cluster and node.
    loads: Vec<Vec<f64>>,
    protocol: Protocol,
    wan_mbps: f64,
    /// By pair of clusters: 0–1, 0–2, 1–2, …
    invocations_ms: Vec<f64>,
    /// By pair of clusters: what works of others take of the link.
    wan_loads: Vec<f64>,
    /// The part of its own traffic that counts in a job's share.
    own_traffic: f64,
    /// The network, where clusters have none of their own.
    other_network: Network,
}

#[derive(Clone, Copy, Debug)]
enum Rule {
    BestFit(Holds),
    Random,
    ShortestQueue,
    LeastLoaded,
    Fuzzy,
}

fn draws() -> Stream {
    Stream::new("twin", 0, "grid dispatch", 0)
}

impl Rule {
    fn dispatch(self) -> Dispatch {
        match self {
            Rule::BestFit(holds) => Dispatch::BestFit(holds),
            Rule::Random => Dispatch::Random(draws()),
            Rule::ShortestQueue => Dispatch::ShortestQueue,
            Rule::LeastLoaded => Dispatch::LeastLoaded,
            Rule::Fuzzy => Dispatch::Fuzzy(Box::new(Fuzzy::new(&Settings::default()))),
        }
    }
}

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
    /// Jobs sent anywhere when the state was taken.
    sent_before: usize,
    refused: u32,
    note: Decision,
}

/// A link: the bits that everybody on it has been sent since it was idle, and when that was so; jobs, and at how many bits they are there.
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

struct Twin<'a> {
    given: &'a Given,
    rule: Rule,
    stream: Stream,
    now_s: f64,
    running: Vec<Active>,
    queues: Vec<Vec<Job>>,
    arrived: Vec<Job>,
    asked: Vec<Asked>,
    links: Vec<Link>,
    /// Where jobs were sent, in order.
    sent: Vec<usize>,
    /// By home: when it looked at all clusters, and for each what it saw last and how many had been sent anywhere by then.
    looked_s: Vec<f64>,
    seen: Vec<Vec<(ClusterView, usize)>>,
    histories: Vec<History>,
    rejected: Vec<u64>,
    decisions: Vec<Decision>,
    denials: u64,
    transfers: u64,
    transfer_ms: u64,
}

impl Twin<'_> {
    fn clusters(&self) -> usize {
        self.given.platform.clusters.len()
    }

    /// What works of others leave of a link.
    fn bps(&self, link: usize) -> f64 {
        (1.0 - self.given.wan_loads[link]) * self.given.wan_mbps * 1e6
    }

    fn link(&self, a: usize, b: usize) -> usize {
        let (low, high) = (a.min(b), a.max(b));
        let pairs = (1..self.clusters()).flat_map(|high| (0..high).map(move |low| (low, high)));
        pairs
            .into_iter()
            .position(|pair| pair == (low, high))
            .unwrap()
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

    /// What a job asks of the network of its cluster, in whole bits per second.
    fn asks_bps(&self, run: &Active) -> u64 {
        let own = self.given.platform.clusters[run.cluster];
        let ratio = 1.0 - run.job.compute_fraction;
        let part = ratio * f64::from(run.job.nodes) / f64::from(own.nodes);
        (part * own.capacity_bps as f64 + 0.5) as u64
    }

    /// 1 less the background and what runs, of which `seer` does not count a part of its own.
    fn share(&self, cluster: usize, seer: Option<&Active>) -> f64 {
        let own = self.given.platform.clusters[cluster];
        let there = self.running.iter().filter(|run| run.cluster == cluster);
        let taken: u64 = there.map(|run| self.asks_bps(run)).sum();
        let uncounted = seer.map_or(0, |run| {
            ((1.0 - self.given.own_traffic) * self.asks_bps(run) as f64 + 0.5) as u64
        });
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
        let most = candidates
            .iter()
            .map(|own| own.score)
            .fold(f64::NEG_INFINITY, f64::max);
        let mut best = candidates.iter().filter(|own| own.score == most);
        let first = best.clone().next().unwrap().cluster;
        let to = best
            .find(|own| own.cluster == job.home)
            .map_or(first, |own| own.cluster);
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
        let Asked {
            job,
            to,
            refused,
            mut note,
            ..
        } = asked;
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
        own.on_it.push(OnIt {
            until_bits: own.bits + job.size_mb * 8e6,
            job,
            to,
            begun_s: self.now_s,
        });
    }

    /// One head of a queue starts, on the idle nodes of lowest load.
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
            let dedicated_s = head.runtime_s / self.given.platform.clusters[cluster].speed;
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

    /// One transfer that is over, else one request that has come, else one job that has arrived.
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
            let speed = self.given.platform.clusters[self.running[at].cluster].speed;
            let run = &mut self.running[at];
            if run.job.compute_fraction == 1.0 || run.granted == share {
                continue;
            }
            run.left = (run.left - (self.now_s - run.settled_s) / run.stretched_s).max(0.0);
            run.settled_s = self.now_s;
            run.granted = share;
            let dedicated_s = run.job.runtime_s / speed;
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
            let (mut over, rest): (Vec<_>, Vec<_>) =
                self.running.drain(..).partition(|run| run.end_s == now_s);
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
                let largest = self
                    .given
                    .platform
                    .clusters
                    .iter()
                    .map(|own| own.nodes)
                    .max();
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

fn twin<'a>(given: &'a Given, rule: Rule, jobs: &[Job]) -> Twin<'a> {
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

/// What happens in a run, and what its homes went by.
#[derive(Default)]
struct Watcher {
    chronicle: Chronicle,
    decisions: Vec<Decision>,
    /// Jobs on each cluster, to hold against the state.
    running: Vec<(u64, usize, u32, f64)>,
}

impl Observer for Watcher {
    fn begin(&mut self, scheduler: &mut dyn Scheduler) {
        scheduler.facts().expect("a grid").about = About::All;
    }

    fn rejected(&mut self, job: &Job, why: Rejection) {
        self.chronicle.rejected(job, why);
    }

    fn started(&mut self, running: &Running, _state: &State) {
        let [piece] = running.placement.as_slice() else {
            panic!("a job of a grid stays whole");
        };
        assert_eq!(piece.nodes, running.job.nodes);
        let demand: f64 = running.demands.iter().map(|own| own.bps as f64).sum();
        self.running
            .push((running.job.id, piece.cluster as usize, piece.nodes, demand));
    }

    fn ended(&mut self, now_s: f64, running: &Running) {
        self.running.retain(|own| own.0 != running.job.id);
        self.chronicle.ended(now_s, running);
    }

    /// Nodes and loads are conserved.
    fn decided(&mut self, _now_s: f64, state: &State, scheduler: &mut dyn Scheduler) {
        let choices = scheduler.facts().expect("a grid").choices.drain(..);
        self.decisions
            .extend(choices.map(|own| serde_json::from_value::<Decision>(own.data).unwrap()));
        let platform = state.platform();
        for (cluster, own) in platform.clusters.iter().enumerate() {
            let there = self.running.iter().filter(|run| run.1 == cluster);
            let nodes: u32 = there.clone().map(|run| run.2).sum();
            assert_eq!(state.free()[cluster] + nodes, own.nodes);
            let load: f64 = there.map(|run| run.3).sum();
            let background = platform.background_bps.get(cluster).copied();
            let background = background.unwrap_or_default() as f64;
            assert_eq!(state.load_bps()[cluster] as f64, load + background);
        }
    }
}

fn engine(given: &Given, rule: Rule, jobs: &[Job]) -> Simulation<Watcher> {
    let counted = |loads: &Vec<f64>| {
        let mut counts = [0; 3];
        loads
            .iter()
            .for_each(|&load| counts[class_of(load, BOUNDS)] += 1);
        counts
    };
    let grid = Grid::new(
        rule.dispatch(),
        given.protocol,
        given.loads.iter().map(counted).collect(),
        Wan::new(
            given.wan_mbps,
            given.invocations_ms.clone(),
            &given.wan_loads,
        ),
    );
    let clusters = given.platform.clusters.len();
    let network = match given.protocol.least_share {
        Some(least_share) => {
            let networks = ClusterNetworks::new(least_share, clusters);
            Network::Cluster(networks.counting(given.own_traffic))
        }
        None => given.other_network.clone(),
    };
    let mut simulation = Simulation::new(
        Box::new(Listed(jobs.iter().copied().collect())),
        Box::new(grid),
        State::idle(given.platform.clone()),
        network,
        Watcher::default(),
    );
    finish(&mut simulation, 7);
    simulation
}

/// Start, end and cluster of every job, by number.
fn told(histories: &[History]) -> Vec<(f64, f64, usize)> {
    let mut all: Vec<&History> = histories.iter().collect();
    all.sort_by_key(|own| own.id);
    all.iter()
        .map(|own| (own.start_s, own.end_s, own.pieces[0].0))
        .collect()
}

fn near(found: &[(f64, f64, usize)], wanted: &[(f64, f64, usize)]) {
    assert_eq!(found.len(), wanted.len(), "{found:?}");
    for (found, wanted) in found.iter().zip(wanted) {
        let close = (found.0 - wanted.0).abs() < 1e-9 && (found.1 - wanted.1).abs() < 1e-9;
        assert!(
            close && found.2 == wanted.2,
            "{found:?} instead of {wanted:?}"
        );
    }
}

fn job(
    id: u64,
    arrival_s: f64,
    home: u32,
    nodes: u32,
    runtime_s: f64,
    ratio: f64,
    size_mb: f64,
) -> Job {
    Job {
        id,
        arrival_s,
        home,
        nodes,
        runtime_s,
        compute_fraction: 1.0 - ratio,
        size_mb,
        ..Job::default()
    }
}

/// Clusters of such sizes with networks of 1 Gbps and this background, joined by links of 8 Mbps, a megabyte a second, and invocations of 50 ms.
fn by_hand(nodes: &[u32], background: f64) -> Given {
    let cluster = |&nodes: &u32| Cluster {
        nodes,
        capacity_bps: 1_000_000_000,
        speed: 1.0,
    };
    Given {
        platform: Platform {
            background_bps: vec![(background * 1e9) as u64; nodes.len()],
            ..Platform::star(nodes.iter().map(cluster).collect())
        },
        loads: nodes
            .iter()
            .map(|&nodes| vec![0.0; nodes as usize])
            .collect(),
        protocol: Protocol {
            refresh_s: 0.0,
            retries: 20,
            least_share: Some(0.05),
            reading: Reading::default(),
        },
        wan_mbps: 8.0,
        invocations_ms: vec![50.0; nodes.len() * (nodes.len() - 1) / 2],
        wan_loads: vec![0.0; nodes.len() * (nodes.len() - 1) / 2],
        own_traffic: 1.0,
        other_network: Network::Unlimited,
    }
}

/// One cluster of 10 nodes, background 0.1. Job 0, 5 nodes, R = 0.5, takes 0.25: its share is 0.65. From 10 s on job 1, 4 nodes at R = 0.5,
/// takes 0.2: 0.45 for both. 1 runs for 10 · (0.5 + 0.5/0.45) = 16.1111 s, until 26.1111 s. 0 would run for 100 · (0.5 + 0.5/0.65) = 126.9231 s at the
/// first share and for 161.1111 s at the second. It has done 10/126.9231 + 16.1111/161.1111 = 0.1787879 when 1 ends; the rest takes
/// 0.8212121 · 126.9231 = 104.2308 s.
#[test]
fn shares_of_a_network_by_hand() {
    let given = by_hand(&[10], 0.1);
    let jobs = [
        job(0, 0.0, 0, 5, 100.0, 0.5, 1.0),
        job(1, 10.0, 0, 4, 10.0, 0.5, 1.0),
    ];
    let run = engine(&given, Rule::BestFit(Holds::AtLeast), &jobs);
    let first_s = 10.0 + 10.0 * (0.5 + 0.5 / 0.45);
    let slow_s = 100.0 * (0.5 + 0.5 / 0.45);
    let fast_s = 100.0 * (0.5 + 0.5 / 0.65);
    let left = 1.0 - 10.0 / fast_s - (first_s - 10.0) / slow_s;
    let wanted = [(0.0, first_s + left * fast_s, 0), (10.0, first_s, 0)];
    near(&told(&run.observer().chronicle.ended), &wanted);
    assert!((wanted[0].1 - 130.341_880_34).abs() < 1e-6);
}

/// Job 0 fills its home for 100 s. Job 1, 3 nodes, goes to cluster 2, which has fewest idle nodes: asked at 1 s, let in at 1.05 s, there after 4 MB at
/// 5.05 s. Job 2 does the same from 3 s on: it is asked on a link with a transfer, 100 ms, and shares it from 3.1 s on, when 1 has 1.95 MB to go:
/// 1 is there at 7 s, 2, of 2 MB, at 7.05 s. Cluster 2 has 5 nodes: 2 waits for the end of 1, at 17 s.
#[test]
fn transfers_and_queues_by_hand() {
    let given = by_hand(&[8, 9, 5], 0.0);
    let jobs = [
        job(0, 0.0, 0, 8, 100.0, 0.0, 9.0),
        job(1, 1.0, 0, 3, 10.0, 0.0, 4.0),
        job(2, 3.0, 0, 4, 10.0, 0.0, 2.0),
    ];
    let run = engine(&given, Rule::BestFit(Holds::AtLeast), &jobs);
    let wanted = [(0.0, 100.0, 0), (7.0, 17.0, 2), (17.0, 27.0, 2)];
    near(&told(&run.observer().chronicle.ended), &wanted);
    let answers = run
        .observer()
        .decisions
        .iter()
        .map(|own| (own.job, own.answer, own.answered_s));
    let wanted = [
        (0, Answer::Home, 0.0),
        (1, Answer::Granted, 1.05),
        (2, Answer::Granted, 3.1),
    ];
    assert_eq!(answers.collect::<Vec<_>>(), wanted);
}

/// Jobs 1 and 2 of homes 0 and 1, which are full, choose cluster 2 at the same time. 1 is let in first, 2 is refused and looks again: there are 0
/// idle nodes for it on 0 and 1, and on 2 the same 5, so it is let in another 100 ms later (its link is idle: 50 ms).
#[test]
fn who_comes_second_is_refused_by_hand() {
    let given = by_hand(&[4, 4, 5], 0.0);
    let jobs = [
        job(0, 0.0, 0, 4, 100.0, 0.0, 0.0),
        job(1, 0.0, 1, 4, 100.0, 0.0, 0.0),
        job(2, 1.0, 0, 2, 10.0, 0.0, 1.0),
        job(3, 1.0, 1, 2, 10.0, 0.0, 1.0),
    ];
    let run = engine(&given, Rule::BestFit(Holds::AtLeast), &jobs);
    assert_eq!(run.counters().get(DENIALS.name), Some(1));
    let wanted = [
        (0.0, 100.0, 0),
        (0.0, 100.0, 1),
        (2.05, 12.05, 2),
        (2.1, 12.1, 2),
    ];
    near(&told(&run.observer().chronicle.ended), &wanted);
    // Without retries it is let in at once, whatever its home knew.
    let strict = Given {
        protocol: Protocol {
            retries: 0,
            ..given.protocol
        },
        ..given
    };
    let run = engine(&strict, Rule::BestFit(Holds::AtLeast), &jobs);
    assert_eq!(run.counters().get(DENIALS.name), Some(0));
    let wanted = [
        (0.0, 100.0, 0),
        (0.0, 100.0, 1),
        (2.05, 12.05, 2),
        (2.05, 12.05, 2),
    ];
    near(&told(&run.observer().chronicle.ended), &wanted);
}

/// One cluster of 5 nodes: 3 run, 4 wait, and 1, which would fit, stays behind them.
#[test]
fn the_head_of_a_queue_blocks_by_hand() {
    let given = by_hand(&[5], 0.0);
    let jobs = [
        job(0, 0.0, 0, 3, 10.0, 0.0, 0.0),
        job(1, 1.0, 0, 4, 10.0, 0.0, 0.0),
        job(2, 2.0, 0, 1, 10.0, 0.0, 0.0),
        job(3, 3.0, 0, 6, 10.0, 0.0, 0.0),
    ];
    let run = engine(&given, Rule::LeastLoaded, &jobs);
    near(
        &told(&run.observer().chronicle.ended),
        &[(0.0, 10.0, 0), (10.0, 20.0, 0), (10.0, 20.0, 0)],
    );
    assert_eq!(run.observer().chronicle.rejected, [3]);
}

/// One job on 5 of 10 nodes, half of which it communicates: it asks for a quarter of the network and has 0.75 of that, so that it sends 0.1875 of the
/// capacity while it uses half of the nodes.
#[test]
fn measures_of_a_cluster_network_by_hand() {
    let scenario = Scenario::from_json(
        r#"{ "platform": { "clusters": [{ "nodes": 10 }], "most_network_load": 0 },
             "workload": { "jobs_per_cluster": 1, "nodes": [5, 5], "compute_fraction": 0.5, "runtime_s": 100,
                           "runtime_distribution": "deterministic" },
             "network": { "model": "cluster" }, "schedulers": ["grid-best-fit"],
             "experiment": { "sweep": [], "replications": 1 } }"#,
    )
    .unwrap();
    let results = experiment::run(&scenario, None).unwrap();
    let run = &results.points[0].results[0];
    assert!((run.mean_turnaround_s - 100.0 * (0.5 + 0.5 / 0.75)).abs() < 1e-9);
    assert!((run.link_utilisation[0] / run.utilisation - 0.375).abs() < 1e-9);
    assert_eq!(run.max_link_saturation, 0.25);
    // It never left its cluster, and yet the network slowed it down: 0.5 + 0.5/0.75.
    assert_eq!(run.mean_penalty, 1.0);
    assert!((run.mean_network_slowdown.unwrap() - 7.0 / 6.0).abs() < 1e-12);
    assert_eq!(run.counters.get(DENIALS.name), Some(0));
}

/// A cluster of exactly T idle nodes: at least as many as tasks, so best-fit takes it; not more, so in the paper's words it takes the larger one. Of
/// 7 nodes of cluster 1, three have a low load: where only those are idle, it does not hold 5 tasks, and cluster 2 does.
#[test]
fn readings_of_best_fit_by_hand() {
    let chosen = |given: &Given, holds| {
        let first = job(0, 0.0, 0, 3, 100.0, 0.0, 0.0);
        let jobs = [first, job(1, 1.0, 0, 5, 10.0, 0.0, 0.0)];
        let run = engine(given, Rule::BestFit(holds), &jobs);
        told(&run.observer().chronicle.ended)[1].2
    };
    let mut given = by_hand(&[4, 5, 9], 0.0);
    assert_eq!(chosen(&given, Holds::AtLeast), 1);
    assert_eq!(chosen(&given, Holds::MoreThan), 2);
    given = by_hand(&[4, 7, 9], 0.0);
    assert_eq!(chosen(&given, Holds::MoreThan), 1);
    given.loads[1] = vec![0.0, 0.0, 0.0, 0.5, 0.5, 0.9, 0.9];
    assert_eq!(chosen(&given, Holds::AtLeast), 1);
    given.protocol.reading.idle = IdleNodes::LowLoad;
    assert_eq!(chosen(&given, Holds::AtLeast), 2);
}

/// Home 0 is full. Job 1, of 4 nodes, goes to cluster 1, of 5, and is on its way there for 10 s. Job 2, of 3 nodes, sees 5 idle nodes there and follows it, unless
/// who is on its way takes nodes: then one is left, and it goes to cluster 2, of 9.
#[test]
fn waiting_jobs_take_nodes_by_hand() {
    let jobs = [
        job(0, 0.0, 0, 4, 100.0, 0.0, 0.0),
        job(1, 1.0, 0, 4, 50.0, 0.0, 10.0),
        job(2, 5.0, 0, 3, 10.0, 0.0, 0.0),
    ];
    let chosen = |waiting| {
        let mut given = by_hand(&[4, 5, 9], 0.0);
        given.protocol.reading.waiting = waiting;
        let run = engine(&given, Rule::BestFit(Holds::AtLeast), &jobs);
        let all = told(&run.observer().chronicle.ended);
        [all[1].2, all[2].2]
    };
    assert_eq!(chosen(WaitingJobs::Apart), [1, 1]);
    assert_eq!(chosen(WaitingJobs::Seated), [1, 2]);
}

/// What was sent is counted: job 1, 4 MB, in 4 s, and job 2, 2 MB, which shares the link, as in [`transfers_and_queues_by_hand`]: 5.95 and 3.95 s.
#[test]
fn transfers_are_timed_by_hand() {
    let given = by_hand(&[8, 9, 5], 0.0);
    let jobs = [
        job(0, 0.0, 0, 8, 100.0, 0.0, 9.0),
        job(1, 1.0, 0, 3, 10.0, 0.0, 4.0),
        job(2, 3.0, 0, 4, 10.0, 0.0, 2.0),
    ];
    let run = engine(&given, Rule::BestFit(Holds::AtLeast), &jobs);
    let count = |name| run.counters().get(name);
    assert_eq!(
        (count(TRANSFERS.name), count(TRANSFER_MS.name)),
        (Some(2), Some(5950 + 3950))
    );
}

fn grids() -> impl Strategy<Value = Given> {
    let load = prop_oneof![Just(0.3), Just(0.6), 0.0f64..1.0];
    let cluster = (
        prop::collection::vec(load, 1..12),
        prop_oneof![Just(0.0), Just(1.0), 0.0f64..1.0],
        prop_oneof![3 => Just(1.0), 1 => 0.5f64..2.0],
        1u64..2000,
    );
    let protocol = (
        prop_oneof![3 => Just(0.0), 2 => 0.0f64..40.0],
        prop_oneof![Just(20u32), 0u32..3],
        prop_oneof![Just(0.05), 0.001f64..1.0],
        (
            prop::sample::select(WaitingJobs::ALL.to_vec()),
            prop::sample::select(IdleNodes::ALL.to_vec()),
        )
            .prop_map(|(waiting, idle)| Reading { waiting, idle }),
    );
    let wan_load = prop_oneof![2 => Just(0.0), 1 => 0.0f64..0.99];
    let own_traffic = prop_oneof![2 => Just(1.0), 1 => Just(0.0), 1 => 0.0f64..1.0];
    let invocation = prop_oneof![Just(0.0), Just(1000.0), 0.0f64..100.0, 0.0f64..9000.0];
    (
        prop::collection::vec(cluster, 1..6),
        protocol,
        prop_oneof![Just(8.0), 0.5f64..50.0],
        prop::collection::vec((invocation, wan_load), 10),
        own_traffic,
    )
        .prop_map(
            |(
                clusters,
                (refresh_s, retries, least_share, reading),
                wan_mbps,
                links,
                own_traffic,
            )| {
                let count = clusters.len();
                let pairs = count * (count - 1) / 2;
                let (invocations_ms, wan_loads) = links.into_iter().take(pairs).unzip();
                let mut loads = Vec::new();
                let mut background_bps = Vec::new();
                let cluster = |(own, background, speed, mbps): (Vec<f64>, f64, f64, u64)| {
                    let capacity_bps = mbps * 1_000_000;
                    let nodes = own.len() as u32;
                    loads.push(own);
                    background_bps.push((background * capacity_bps as f64) as u64);
                    Cluster {
                        nodes,
                        capacity_bps,
                        speed,
                    }
                };
                let clusters = clusters.into_iter().map(cluster).collect();
                Given {
                    platform: Platform {
                        background_bps,
                        ..Platform::star(clusters)
                    },
                    loads,
                    protocol: Protocol {
                        refresh_s,
                        retries,
                        least_share: Some(least_share),
                        reading,
                    },
                    wan_mbps,
                    invocations_ms,
                    wan_loads,
                    own_traffic,
                    other_network: Network::Unlimited,
                }
            },
        )
}

/// With ties in time, and some too large for all clusters.
fn jobs() -> impl Strategy<Value = Vec<Job>> {
    let drawn = (
        prop_oneof![3 => (0u32..4).prop_map(f64::from), 1 => 0.0f64..10.0],
        0u32..5,
        1u32..13,
        prop_oneof![Just(5.0), 0.1f64..30.0],
        prop_oneof![Just(0.0), Just(0.5), 0.0f64..=1.0],
        prop_oneof![Just(0.0), Just(2.0), 0.0f64..20.0],
    );
    prop::collection::vec(drawn, 1..50).prop_map(|list| {
        let mut arrival_s = 0.0;
        let list = list.into_iter().enumerate();
        list.map(|(id, (gap_s, home, nodes, runtime_s, ratio, size_mb))| {
            arrival_s += gap_s;
            job(id as u64, arrival_s, home, nodes, runtime_s, ratio, size_mb)
        })
        .collect()
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn whole_histories_are_those_of_its_twin(
        given in grids(),
        mut jobs in jobs(),
        rule in prop::sample::select(vec![Rule::BestFit(Holds::AtLeast), Rule::BestFit(Holds::MoreThan), Rule::Random, Rule::ShortestQueue, Rule::LeastLoaded, Rule::Fuzzy]),
    ) {
        for job in &mut jobs {
            job.home %= given.platform.clusters.len() as u32;
        }
        let run = engine(&given, rule, &jobs);
        let twin = twin(&given, rule, &jobs);
        let own = run.observer();
        prop_assert_eq!(&own.chronicle.ended, &twin.histories);
        prop_assert_eq!(&own.chronicle.rejected, &twin.rejected);
        prop_assert_eq!(&own.decisions, &twin.decisions);
        prop_assert_eq!(run.counters().get(DENIALS.name), Some(twin.denials));
        prop_assert_eq!(run.counters().get(TRANSFERS.name), Some(twin.transfers));
        prop_assert_eq!(run.counters().get(TRANSFER_MS.name), Some(twin.transfer_ms));
        prop_assert_eq!(own.chronicle.ended.len() + twin.rejected.len(), jobs.len());
    }

    /// Under networks that are not of single clusters jobs, which stay whole, run undisturbed, and homes see all of every network.
    #[test]
    fn under_other_networks_too(
        mut given in grids(), mut jobs in jobs(),
        rule in prop::sample::select(vec![Rule::BestFit(Holds::AtLeast), Rule::LeastLoaded, Rule::Fuzzy]), which in 0..4,
    ) {
        let clusters = given.platform.clusters.len();
        for job in &mut jobs {
            job.home %= clusters as u32;
            job.bsbw_bps = 9e8;
        }
        given.protocol.least_share = None;
        given.platform.background_bps.clear();
        given.other_network = match which {
            0 => Network::Dynamic(Allotment::new(Sharing::Proportional, clusters)),
            1 => Network::Wan(25.0),
            2 => Network::Fixed(3.0),
            _ => Network::Unlimited,
        };
        let run = engine(&given, rule, &jobs);
        given.platform.background_bps = vec![0; clusters];
        let twin = twin(&given, rule, &jobs);
        prop_assert_eq!(&run.observer().chronicle.ended, &twin.histories);
        prop_assert_eq!(&run.observer().decisions, &twin.decisions);
    }
}
