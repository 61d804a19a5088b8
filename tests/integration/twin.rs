//! A slow, literal reference simulator of model 1 (J5 §3.5–3.7, §4, §5), called the twin: lists are searched completely, and the
//! whole allotment is recomputed at every change. The engine must give the same history to the last bit.

mod cables;
mod door;
mod down;
mod federation;
mod satisfy;
mod stage_in;

use crate::allotment::shares;
use crate::co_allocation::{CoAhead, Memory};
use crate::look_ahead::{Ahead, Busy, ClusterSnapshot};
use crate::plan::{Plan, Planned};
use crate::{messages, score};
pub use cables::Cables;
pub use door::{Door, Kind};
pub use down::Down;
pub use federation::federation;
use metasched::base::random::Stream;
use metasched::engine::AfterFailure;
use metasched::models::jones::Objective;
use metasched::models::shih::Fit;
use metasched::network::stretched_s;
use metasched::platform::Platform;
use metasched::scenario::Sharing;
use metasched::workload::Job;
use satisfy::Satisfy;
use std::cell::RefCell;
use std::collections::{HashMap, HashSet};

/// The seed of strategies that draw random numbers.
pub const SEED: &str = "twin";

/// The strategies of the second implementation.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Strategy {
    NoShare,
    MigrationOnly,
    FirstFit,
    A1 {
        lslt: f64,
        objective: Objective,
    },
    B1 {
        lslt: f64,
    },
    B2 {
        lslt: f64,
    },
    B3 {
        chunk: f64,
        lslt: f64,
    },
    B4 {
        lslt: f64,
    },
    OneCluster(Fit),
    Ai2,
    Tla(Ahead),
    CoTla(CoAhead),
    /// Placement by the largest score. Links may be loaded up to the threshold, if there is a threshold.
    Score {
        lslt: Option<f64>,
    },
    /// Close to files, with this largest component.
    CloseToFiles(u32),
}

impl Strategy {
    /// The saturation from which on a link takes no further job; `None` if the strategy has no such limit.
    pub fn lslt(self) -> Option<f64> {
        match self {
            Strategy::NoShare | Strategy::MigrationOnly | Strategy::FirstFit => None,
            Strategy::OneCluster(_) | Strategy::Ai2 | Strategy::Tla(_) | Strategy::CloseToFiles(_) => None,
            // Look-ahead co-allocation has a threshold, but it may still use any link.
            Strategy::CoTla(_) => None,
            // On an idle platform, placement by a score accepts any place.
            Strategy::Score { .. } => None,
            Strategy::A1 { lslt, .. }
            | Strategy::B1 { lslt }
            | Strategy::B2 { lslt }
            | Strategy::B3 { lslt, .. }
            | Strategy::B4 { lslt } => Some(lslt),
        }
    }

    /// True if the places of this strategy depend on the loads of links.
    pub fn reads_links(self) -> bool {
        self.lslt().is_some() || matches!(self, Strategy::CoTla(_) | Strategy::Score { lslt: Some(_) })
    }
}

/// The cost of co-allocation.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Links {
    Dynamic(Sharing),
    Fixed(f64),
    Unlimited,
}

/// The history of a job.
#[derive(Clone, Debug, PartialEq)]
pub struct History {
    pub id: u64,
    pub start_s: f64,
    pub end_s: f64,
    pub pieces: Vec<(usize, u32)>,
    pub promised_s: Option<f64>,
}

pub struct Running {
    job: Job,
    pieces: Vec<(usize, u32)>,
    /// Demand on each link.
    demands: Vec<u64>,
    start_s: f64,
    end_s: f64,
    promised_s: Option<f64>,
    dedicated_s: f64,
    data_s: f64,
    stretched_s: f64,
    granted: f64,
    left: f64,
    settled_s: f64,
    /// Time at which the job is killed.
    limit_s: f64,
    killed: bool,
}

impl Running {
    /// The job ends when its work is done, or is killed before.
    fn ends_at(&mut self, done_s: f64) {
        self.killed = done_s > self.limit_s;
        self.end_s = done_s.min(self.limit_s);
    }
}

/// The rule for the next job to start.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Order {
    Fcfs,
    Fpfs,
    Sjf,
    Njf,
    /// The first jobs of the queue, up to this number, have reservations.
    Reserving(u32),
}

pub struct Twin<'a> {
    pub platform: &'a Platform,
    pub strategy: Strategy,
    pub links: Links,
    pub order: Order,
    /// The clusters that TLA's last simulation fixed for jobs.
    pub fixed: RefCell<Vec<(u64, usize)>>,
    /// The state that look-ahead co-allocation keeps between decisions.
    pub memory: Memory,
    /// Outages of nodes.
    pub down: RefCell<Down>,
    /// Links whose capacities change.
    pub cables: RefCell<Cables>,
    /// Dependencies between jobs.
    pub door: RefCell<Door>,
    /// True if jobs are killed when they run longer than their estimates.
    pub kills: bool,
}

impl<'a> Twin<'a> {
    pub fn new(platform: &'a Platform, strategy: Strategy, links: Links, order: Order) -> Twin<'a> {
        Twin {
            platform,
            strategy,
            links,
            order,
            fixed: Default::default(),
            memory: Default::default(),
            down: Default::default(),
            cables: Default::default(),
            door: Default::default(),
            kills: false,
        }
    }

    /// Runs the jobs. Returns the histories in order of the ends (ties in the order of job numbers), and the numbers of
    /// the jobs that can never run.
    pub fn run(&self, jobs: &[Job]) -> (Vec<History>, Vec<u64>) {
        self.door.borrow_mut().outside = jobs.to_vec();
        let mut queue: Vec<Job> = Vec::new();
        let mut running: Vec<Running> = Vec::new();
        let mut done = Vec::new();
        let mut impossible = Vec::new();
        let mut plan = Plan::default();
        // Jobs that could not start since the last end of a job. They are not tried again before the next end, because
        // a look-ahead might then answer differently.
        let mut tried = HashSet::new();
        if let Order::Reserving(depth) = self.order {
            plan.depth = depth as usize;
        }
        let idle: Vec<u32> = self.platform.clusters.iter().map(|c| c.nodes).collect();
        let silent = vec![0u64; self.loads()];
        let mut now = f64::NEG_INFINITY;
        loop {
            let first_end = running.iter().map(|r| r.end_s).fold(f64::INFINITY, f64::min);
            let first_arrival = self.door.borrow().next_s(now);
            let expected: Vec<Planned> = running.iter().map(|r| self.expected(r)).collect();
            let changes = if running.is_empty() && self.door.borrow().outside.is_empty() && queue.is_empty() {
                f64::INFINITY
            } else {
                self.down.borrow().next_s().min(self.cables.borrow().next_s())
            };
            now = first_end.min(first_arrival).min(changes).min(plan.wake(now, &expected));
            if now == f64::INFINITY {
                return (done, impossible);
            }
            running.sort_by_key(|r| r.job.id);
            while let Some(at) = running.iter().position(|r| r.end_s == now) {
                let r = running.remove(at);
                plan.ended(r.job.id, now);
                tried.clear();
                self.door.borrow_mut().ended(r.job.id, now, !r.killed);
                done.push(History {
                    id: r.job.id,
                    start_s: r.start_s,
                    end_s: now,
                    pieces: r.pieces,
                    promised_s: r.promised_s,
                });
            }
            self.down.borrow_mut().fill(self.platform, &running);
            if changes == now {
                tried.clear();
                self.cables.borrow_mut().change(self.platform.link_capacities_bps(), now);
                let failed = self.down.borrow_mut().change(self.platform, &mut running, now);
                for r in failed {
                    plan.ended(r.job.id, now);
                    let left = (r.left - (now - r.settled_s) / r.stretched_s).max(0.0);
                    let again = self.down.borrow_mut().again(&r.job, (1.0 - left) * r.job.runtime_s);
                    if again.is_none() {
                        self.door.borrow_mut().ended(r.job.id, now, false);
                    }
                    queue.extend(again);
                }
                plan.tried.clear();
                self.line_up(&mut queue, &mut plan);
            }
            // Starts may let other jobs pass. For the scheduler, these arrive later.
            let mut arrival_s = now;
            loop {
                let mut any = false;
                while let Some((job, may_run)) = self.next_at_the_door(now) {
                    any = true;
                    match self.place(&idle, &silent, &job) {
                        Some(_) if may_run => {
                            let placed = self.door.borrow().placed;
                            let arrival_s = if placed { job.arrival_s } else { arrival_s };
                            let job = Job { arrival_s, ..job };
                            self.memory.waits(&job);
                            queue.push(self.down.borrow_mut().first(&job));
                        }
                        _ => {
                            impossible.push(job.id);
                            self.door.borrow_mut().ended(job.id, now, false);
                        }
                    }
                }
                if !any && arrival_s > now {
                    break;
                }
                self.line_up(&mut queue, &mut plan);
                self.start_all(&mut queue, &mut running, &mut plan, &mut tried, now);
                arrival_s = arrival_s.next_up();
            }
            if let Links::Dynamic(sharing) = self.links {
                self.allot(sharing, &mut running, now);
            }
        }
    }

    fn next_at_the_door(&self, now: f64) -> Option<(Job, bool)> {
        self.door.borrow_mut().next(now)
    }

    /// Jobs that wait again have their old places in the queue, and so have placed jobs.
    fn line_up(&self, queue: &mut [Job], plan: &mut Plan) {
        if self.down.borrow().recovery.after != AfterFailure::Lost || self.door.borrow().placed {
            queue.sort_by(|a, b| a.arrival_s.total_cmp(&b.arrival_s).then(a.id.cmp(&b.id)));
            plan.fall_behind(queue);
        }
    }

    /// Starts all jobs that can start now. `tried` are jobs that could not.
    fn start_all(
        &self,
        queue: &mut Vec<Job>,
        running: &mut Vec<Running>,
        plan: &mut Plan,
        tried: &mut HashSet<u64>,
        now: f64,
    ) {
        let reserving = matches!(self.order, Order::Reserving(_));
        loop {
            if !reserving {
                break;
            }
            let expected = running.iter().map(|r| self.expected(r)).collect();
            let Some(next) = plan.next(self, now, queue, expected) else {
                break;
            };
            queue.retain(|job| job.id != next.job.id);
            plan.started(&next);
            let mut started = self.start(next.job, next.pieces, now);
            started.promised_s = Some(next.promised_s).filter(|time| !time.is_nan());
            running.push(started);
        }
        match self.order {
            Order::Sjf => queue.sort_by(|a, b| a.estimate_s.total_cmp(&b.estimate_s).then(a.id.cmp(&b.id))),
            Order::Njf => queue.sort_by_key(|job| (job.nodes, job.id)),
            Order::Fcfs | Order::Fpfs | Order::Reserving(_) => {}
        }
        let mut at = if reserving { queue.len() } else { 0 };
        while at < queue.len() {
            let job = queue[at];
            let (free, loads) = self.in_use(running);
            let snapshot = ClusterSnapshot {
                platform: self.platform,
                now,
                running: running.iter().flat_map(|r| busy(&self.expected(r))).collect(),
                passed: &queue[..at],
                behind: &queue[at + 1..],
                going: running.iter().map(|r| self.expected(r)).collect(),
                first_estimate: self.memory.first_estimate(),
            };
            let known = self.down.borrow().any();
            let pieces = match tried.insert(job.id) {
                true if known => {
                    let expected = running.iter().map(|r| self.expected(r)).collect();
                    let mut plan = Plan::default();
                    plan.beside(self, now, queue, expected, &job).map(|planned| planned.pieces)
                }
                true => self.place_now(&free, &loads, &job, &snapshot),
                false => None,
            };
            if let Some(pieces) = pieces {
                queue.remove(at);
                running.push(self.start(job, pieces, now));
            } else if self.order != Order::Fpfs {
                break;
            } else {
                at += 1;
            }
        }
    }

    /// The demand of a job on each link.
    pub fn demands(&self, job: &Job, pieces: &[(usize, u32)]) -> Vec<u64> {
        let mut demands = match pieces.len() > 1 {
            true => messages::demands(self.platform, job, pieces),
            false => vec![0; self.platform.link_capacities_bps().len()],
        };
        if self.platform.resources.pooled {
            let nodes =
                |cluster| pieces.iter().filter(|piece| piece.0 == cluster).map(|piece| u64::from(piece.1)).sum::<u64>();
            let clusters = 0..self.platform.clusters.len();
            demands.extend(clusters.clone().map(|cluster| nodes(cluster) * u64::from(job.asks.memory_mb)));
            demands.extend(clusters.map(|cluster| nodes(cluster) * u64::from(job.asks.microgpus)));
        }
        demands
    }

    /// Number of loads: those of links, then what is taken of every cluster's memory, and of its GPUs.
    pub fn loads(&self) -> usize {
        let pools = if self.platform.resources.pooled { 2 * self.platform.clusters.len() } else { 0 };
        self.platform.link_capacities_bps().len() + pools
    }

    /// The free nodes that have what the job asks for.
    pub fn usable(&self, free: &[u32], loads: &[u64], job: &Job) -> Vec<u32> {
        let clusters = self.platform.clusters.len();
        let of_pools = &loads[self.platform.link_capacities_bps().len()..];
        let usable = |cluster: usize| {
            let has = self.platform.resources.per_node[cluster];
            let both = [(job.asks.memory_mb, has.memory_mb), (job.asks.microgpus, has.microgpus)];
            let mut nodes = 0;
            // One node more, as long as there is enough for it.
            while nodes < free[cluster] {
                let enough =
                    both.iter().enumerate().all(|(which, &(asked, has))| match self.platform.resources.pooled {
                        true => {
                            let all = u64::from(has) * u64::from(self.platform.clusters[cluster].nodes);
                            let taken = of_pools[which * clusters + cluster];
                            asked == 0 || taken + u64::from(asked) * u64::from(nodes + 1) <= all
                        }
                        false => asked <= has,
                    });
                if !enough {
                    break;
                }
                nodes += 1;
            }
            nodes
        };
        (0..clusters).map(usable).collect()
    }

    /// The estimated run time of a job that runs on these pieces.
    pub fn estimated_s(&self, job: &Job, pieces: &[(usize, u32)]) -> f64 {
        let speeds = pieces.iter().map(|&(c, _)| self.platform.clusters[c].speed);
        job.estimate_s / speeds.fold(f64::INFINITY, f64::min) + self.data_s(job, pieces)
    }

    /// A running job, with the end that is expected by its estimate.
    fn expected(&self, r: &Running) -> Planned {
        let estimated_s = self.estimated_s(&r.job, &r.pieces);
        let rest_s = (estimated_s - (1.0 - r.left) * r.dedicated_s).max(0.0);
        let exact = r.job.estimate_s == r.job.runtime_s;
        let by_estimate_s = r.settled_s + rest_s * (r.stretched_s / r.dedicated_s);
        Planned {
            job: r.job,
            pieces: r.pieces.clone(),
            demands: r.demands.clone(),
            start_s: r.start_s,
            end_s: if exact { r.end_s } else { by_estimate_s.min(r.limit_s) },
            promised_s: f64::NAN,
            granted: r.granted,
        }
    }

    fn start(&self, job: Job, pieces: Vec<(usize, u32)>, now: f64) -> Running {
        let speed = pieces.iter().map(|&(c, _)| self.platform.clusters[c].speed).fold(f64::INFINITY, f64::min);
        let (run_s, data_s) = (job.runtime_s / speed, self.data_s(&job, &pieces));
        let co_allocated = pieces.len() > 1;
        let demands = self.demands(&job, &pieces);
        let stretched_s = match self.links {
            Links::Fixed(penalty) if co_allocated => run_s * penalty + data_s,
            _ => run_s + data_s,
        };
        self.door.borrow_mut().started(job.id, now);
        let limit_s = if self.kills { now + self.estimated_s(&job, &pieces) } else { f64::INFINITY };
        let mut running = Running {
            job,
            pieces,
            demands,
            start_s: now,
            end_s: f64::NAN,
            promised_s: None,
            dedicated_s: run_s + data_s,
            data_s,
            stretched_s,
            granted: 1.0,
            left: 1.0,
            settled_s: now,
            limit_s,
            killed: false,
        };
        running.ends_at(now + stretched_s);
        running
    }

    fn in_use(&self, running: &[Running]) -> (Vec<u32>, Vec<u64>) {
        let mut free: Vec<u32> = self.platform.clusters.iter().map(|c| c.nodes).collect();
        let mut loads = vec![0; self.loads()];
        for r in running {
            for &(cluster, nodes) in &r.pieces {
                free[cluster] -= nodes;
            }
            for (load, demand) in loads.iter_mut().zip(&r.demands) {
                *load += demand;
            }
        }
        (free, loads)
    }

    fn capacities(&self) -> Vec<u64> {
        self.cables.borrow().capacities(self.platform.link_capacities_bps())
    }

    /// The highest saturation of the links that a co-allocated piece on a cluster may use.
    pub fn saturation(&self, loads: &[u64], cluster: usize) -> f64 {
        let capacities = self.capacities();
        let saturation = |link: usize| loads[link] as f64 / capacities[link] as f64;
        let links = messages::links_of(self.platform, cluster).into_iter();
        links.map(saturation).fold(0.0, f64::max)
    }

    /// The place of a job that starts now.
    pub fn place_now(
        &self,
        free: &[u32],
        loads: &[u64],
        job: &Job,
        snapshot: &ClusterSnapshot,
    ) -> Option<Vec<(usize, u32)>> {
        let cluster = match self.strategy {
            Strategy::Ai2 => snapshot.ai2(free, job),
            Strategy::CoTla(co) => return self.co_allocate(free, loads, job, snapshot, co),
            Strategy::Tla(ahead) => snapshot.tla(free, job, ahead, &mut self.fixed.borrow_mut()),
            _ => return self.place(free, loads, job),
        };
        cluster.map(|cluster| vec![(cluster, job.nodes)])
    }

    pub fn place(&self, free: &[u32], loads: &[u64], job: &Job) -> Option<Vec<(usize, u32)>> {
        let usable = match self.platform.resources.is_none() {
            true => free.to_vec(),
            false => self.usable(free, loads, job),
        };
        let free = usable.as_slice();
        if let Strategy::CoTla(co) = self.strategy {
            let mut stream = Stream::new(SEED, 0, "", 0);
            return self.place_simply((free, loads), job, co, (Fit::Fastest, &mut stream));
        }
        if let Strategy::Score { lslt } = self.strategy {
            return score::place(self, free, loads, job, lslt);
        }
        if let Strategy::CloseToFiles(limit) = self.strategy {
            return self.close_to_files(free, job, limit);
        }
        // AI2 and TLA place a job by FF when they do not look ahead.
        let fit = match self.strategy {
            Strategy::OneCluster(fit) => Some(fit),
            Strategy::Ai2 | Strategy::Tla(_) => Some(Fit::Fastest),
            _ => None,
        };
        if let Some(fit) = fit {
            let mut stream = Stream::new(SEED, 0, "random-fit", job.id as usize);
            let cluster = one_cluster(self.platform, free, job.nodes, fit, &mut stream);
            return cluster.map(|cluster| vec![(cluster, job.nodes)]);
        }
        let home = job.home as usize;
        if free[home] >= job.nodes {
            return Some(vec![(home, job.nodes)]);
        }
        if self.strategy == Strategy::NoShare {
            return None;
        }
        let tightest = (0..free.len()).filter(|&c| free[c] >= job.nodes).min_by_key(|&c| (free[c], c));
        if let Some(cluster) = tightest {
            return Some(vec![(cluster, job.nodes)]);
        }
        let mut order: Vec<usize> = (0..free.len()).filter(|&c| free[c] > 0).collect();
        if let Some(lslt) = self.strategy.lslt() {
            order.retain(|&c| self.saturation(loads, c) < lslt);
        }
        match self.strategy {
            Strategy::NoShare | Strategy::MigrationOnly => return None,
            Strategy::OneCluster(_) | Strategy::Ai2 | Strategy::Tla(_) => return None,
            Strategy::CoTla(_) | Strategy::Score { .. } | Strategy::CloseToFiles(_) => return None,
            Strategy::A1 { lslt, objective } => {
                let search = Satisfy { platform: self.platform, job, free, loads, lslt, objective, clusters: order };
                let solution = search.from(0, 0, 0, &mut HashMap::new());
                return solution.map(|(_, pieces)| pieces);
            }
            Strategy::B2 { .. } => order.sort_by(|&c, &d| {
                let saturation = |c: usize| self.saturation(loads, c);
                saturation(c).total_cmp(&saturation(d)).then(c.cmp(&d))
            }),
            Strategy::B4 { .. } => return in_turn(&order, free, job.nodes),
            Strategy::FirstFit | Strategy::B1 { .. } | Strategy::B3 { .. } => {
                order.sort_by_key(|&c| (u32::MAX - free[c], c));
            }
        }
        if let Strategy::B3 { chunk, .. } = self.strategy {
            let largest = order.first().map_or(0, |&c| free[c]);
            if f64::from(largest) < chunk * f64::from(job.nodes) {
                return None;
            }
        }
        let mut missing = job.nodes;
        let mut pieces = Vec::new();
        for cluster in order {
            let take = free[cluster].min(missing);
            if take > 0 {
                pieces.push((cluster, take));
            }
            missing -= take;
        }
        (missing == 0).then_some(pieces)
    }

    /// Shares the capacity of the links among all jobs from scratch. A job on a single cluster demands no capacity.
    fn allot(&self, sharing: Sharing, running: &mut [Running], now: f64) {
        let links = self.platform.link_capacities_bps().len();
        let demands = |r: &Running| r.demands[..links].iter().copied().enumerate().collect();
        let asked: Vec<_> = running.iter().map(demands).collect();
        let share = shares(sharing, &self.capacities(), &asked);
        for (r, s) in running.iter_mut().zip(share) {
            if r.granted != s {
                let elapsed = now - r.settled_s;
                r.left = (r.left - elapsed / r.stretched_s).max(0.0);
                r.settled_s = now;
                r.granted = s;
                r.stretched_s = stretched_s(r.dedicated_s - r.data_s, r.job.compute_fraction, s) + r.data_s;
                r.ends_at(now + r.left * r.stretched_s);
            }
        }
    }
}

/// The cost of a solution, and its number of nodes on each cluster.
type Solution = (u32, Vec<(usize, u32)>);

/// The nodes that a job will free at its expected end.
pub fn busy(planned: &Planned) -> Vec<Busy> {
    let busy = |&(cluster, nodes)| (cluster, nodes, planned.end_s);
    planned.pieces.iter().map(busy).collect()
}

/// The cluster that the rule `fit` chooses among the clusters with room, which are first sorted from fast to slow.
pub fn one_cluster(platform: &Platform, free: &[u32], nodes: u32, fit: Fit, stream: &mut Stream) -> Option<usize> {
    let mut roomy: Vec<usize> = (0..free.len()).filter(|&c| free[c] >= nodes).collect();
    roomy.sort_by(|&c, &d| {
        let speed = |c: usize| platform.clusters[c].speed;
        speed(d).total_cmp(&speed(c)).then(c.cmp(&d))
    });
    let drawn = match roomy.len() {
        many @ 2.. if fit == Fit::Random => stream.integer(0, many as u32 - 1) as usize,
        _ => 0,
    };
    match fit {
        Fit::Fastest | Fit::Random => {}
        Fit::Best | Fit::Median => roomy.sort_by_key(|&c| free[c]),
        Fit::Worst => roomy.sort_by_key(|&c| std::cmp::Reverse(free[c])),
        Fit::Index => roomy.sort(),
    }
    match fit {
        Fit::Median => roomy.get(roomy.len().saturating_sub(1) / 2).copied(),
        _ => roomy.get(drawn).copied(),
    }
}

/// Places a job's nodes one at a time on the clusters in turn.
fn in_turn(clusters: &[usize], free: &[u32], nodes: u32) -> Option<Vec<(usize, u32)>> {
    let mut pieces: Vec<(usize, u32)> = clusters.iter().map(|&c| (c, 0)).collect();
    let mut missing = nodes;
    while missing > 0 {
        let before = missing;
        for (cluster, taken) in &mut pieces {
            if missing > 0 && *taken < free[*cluster] {
                *taken += 1;
                missing -= 1;
            }
        }
        if missing == before {
            return None;
        }
    }
    pieces.retain(|p| p.1 > 0);
    Some(pieces)
}
