//! One queue per cluster: a job is bound to one cluster when it arrives, and waits in the queue of this cluster until it
//! runs there.
//!
//! Batch systems of several sites work like this: `sbatch --clusters` of Slurm submits a job at once to the cluster with
//! the earliest expected start, and never moves the job again (slurm.schedmd.com/multi_cluster.html).
//!
//! Or a job is bound to no cluster, as in a federation of Slurm (slurm.schedmd.com/federation.html): copies of the job
//! wait in the queues of all clusters that are large enough. When a cluster starts the job, the copies in the other
//! queues are withdrawn at once, which may let other jobs start there. Clusters are asked for starts in order; after a
//! withdrawal, again from the first cluster that lost a copy.
//!
//! The queue of a cluster is any scheduler of a platform that has this cluster alone. The jobs of an instant are bound one after the other, after all ends and before all starts of the instant.

mod binding;
mod local_queue;

use super::choice::{Choice, Row, Table};
use super::facts::Facts;
use super::refusal::Refusal;
use super::{Policy, Rejection, Scheduler, Submission};
use crate::platform::{Cluster, Piece, Placement, Platform, State};
use crate::words::number::{clock, fixed};
use crate::workload::Job;
pub use binding::Binding;
use binding::Here;
pub use local_queue::LocalQueue;
use serde_json::json;
use std::collections::VecDeque;

/// The step of a job that is bound to a cluster.
const BOUND: &str = "bound";

/// Places a job on the only cluster of a platform.
#[derive(Clone, Copy, Debug)]
pub struct OnCluster {
    /// Index of the cluster among all clusters, for sentences.
    pub cluster: u32,
}

impl Policy for OnCluster {
    fn reach(&self, state: &State, _home: u32) -> u64 {
        state.total_free()
    }

    fn stays_home(&self) -> bool {
        true
    }

    fn reads_links(&self) -> bool {
        false
    }

    fn is_monotonic(&self) -> bool {
        true
    }

    fn place(&mut self, state: &State, job: &Job, placement: &mut Placement) -> bool {
        let fits = u64::from(job.nodes) <= state.total_free();
        if fits {
            placement.push(Piece { cluster: 0, nodes: job.nodes });
        }
        fits
    }

    fn refusals(&mut self, state: &State, job: &Job) -> Vec<Refusal> {
        let free = state.total_free();
        let sentence = format!("it is bound to cluster {}, which has {free} free", self.cluster + 1);
        let refusal = || Refusal::new(BOUND, sentence).with("cluster", self.cluster).with("free", free);
        (u64::from(job.nodes) > free).then(refusal).into_iter().collect()
    }
}

/// The nodes of a running job, and its expected end.
#[derive(Clone, Copy, Debug)]
struct Held {
    cluster: u32,
    nodes: u32,
    /// Expected end \[s\].
    end_s: f64,
}

/// The queues of all clusters, and the rule that binds jobs to clusters.
pub struct Bound {
    binding: Binding,
    /// The queue of each cluster.
    queues: Vec<LocalQueue>,
    /// Jobs that arrived at this instant and are not bound, in order.
    arrived: VecDeque<Job>,
    /// The running jobs, by the engine's slot; `None` for a slot without a job.
    running: Vec<Option<Held>>,
    /// Cluster of the scheduler that is asked next for a start.
    asked: usize,
    /// Cluster and nodes of the job that started last.
    newest: (u32, u32),
    facts: Facts,
    idle: State,
}

impl Bound {
    /// Idle clusters. `queue` makes the scheduler of a cluster, given the index of the cluster and the state of the cluster
    /// alone.
    ///
    /// # Errors
    /// Errors of `queue`.
    pub fn new<E>(
        binding: Binding,
        idle: State,
        queue: impl Fn(u32, State) -> Result<Box<dyn Scheduler>, E>,
    ) -> Result<Bound, E> {
        let one = |(at, own): (u32, &Cluster)| {
            let state = State::idle(Platform::star(vec![*own]));
            Ok(LocalQueue::new(queue(at, state.clone())?, state))
        };
        let queues = (0..).zip(&idle.platform().clusters).map(one).collect::<Result<_, E>>()?;
        Ok(Bound {
            binding,
            queues,
            arrived: VecDeque::new(),
            running: Vec::new(),
            asked: 0,
            newest: (0, 0),
            facts: Facts { sends: true, ..Facts::default() },
            idle,
        })
    }

    /// The clusters that a job may be bound to: those that hold the whole job when they are idle.
    fn able(&self, job: &Job) -> impl Iterator<Item = u32> {
        let at_home = self.binding == Binding::Home;
        let (home, nodes) = (job.home, job.nodes);
        let clusters = (0..).zip(self.idle.free());
        let able = clusters.filter(move |&(own, &free)| free >= nodes && (!at_home || own == home));
        able.map(|(own, _)| own)
    }

    /// The rank of a cluster for a job, smallest for the best cluster.
    fn rank(&self, cluster: u32, job: &Job, now_s: f64, state: &State) -> f64 {
        let running = self.running.iter().flatten().filter(|own| own.cluster == cluster);
        let at = cluster as usize;
        let here = Here {
            now_s,
            free: state.free()[at],
            cluster: &self.idle.platform().clusters[at],
            ends: running.map(|own| (own.end_s.max(now_s), own.nodes)).collect(),
        };
        self.binding.rank(job, here, self.queues[at].waiting())
    }

    /// Binds an arrived job to a cluster: the one with the best prospect; of equal ones the home, else the first.
    /// Siblings are not bound: every cluster that is large enough gets a copy.
    fn bind(&mut self, job: Job, now_s: f64, state: &State) {
        if self.binding == Binding::Siblings {
            let able: Vec<u32> = self.able(&job).collect();
            able.into_iter().for_each(|cluster| self.queues[cluster as usize].submit(&job));
            return;
        }
        let able = self.able(&job);
        let mut prospects: Vec<(u32, f64)> =
            able.map(|cluster| (cluster, self.rank(cluster, &job, now_s, state))).collect();
        prospects.sort_by(|a, b| a.1.total_cmp(&b.1).then((a.0 != job.home).cmp(&(b.0 != job.home))));
        // A job that no cluster holds was rejected when it arrived.
        let to = prospects.first().map_or(job.home, |own| own.0);
        if self.facts.wants(job.id) && self.binding != Binding::Home {
            let choice = self.choice(&job, &prospects, now_s);
            self.facts.choices.push(choice);
        }
        self.queues[to as usize].submit(&job);
    }

    /// The choice in words; the first cluster of `ranked` was chosen.
    fn choice(&self, job: &Job, ranked: &[(u32, f64)], now_s: f64) -> Choice {
        let of = |rank: f64| match rank.is_finite() {
            true => format!("{} s", fixed(rank, 1)),
            false => "no end in sight".to_owned(),
        };
        let name = |cluster: u32| match cluster == job.home {
            true => format!("cluster {}, its home", cluster + 1),
            false => format!("cluster {}", cluster + 1),
        };
        let (to, best) = ranked.first().copied().unwrap_or((job.home, 0.0));
        let [what, head] = self.binding.words();
        let row = |&(cluster, rank): &(u32, f64)| Row {
            cells: vec![name(cluster), of(rank)],
            noted: false,
            tables: Vec::new(),
        };
        let row_data = |&(cluster, rank): &(u32, f64)| json!({ "cluster": cluster, "rank_s": rank });
        let candidates: Vec<_> = ranked.iter().map(row_data).collect();
        Choice {
            time_s: now_s,
            sentence: format!("it is bound to {}: {what} ({})", name(to), of(best)),
            table: Table {
                title: "Choosing a cluster".to_owned(),
                outcome: format!("at {}: cluster {}", clock(now_s, true), to + 1),
                caption: format!("The job is bound to a cluster: {what}."),
                heads: vec!["Cluster".to_owned(), head.to_owned()],
                candidates: ranked.iter().map(row).collect(),
                ranges: None,
            },
            data: json!({ "time_s": now_s, "job": job.id, "home": job.home, "chosen": to, "candidates": candidates }),
        }
    }

    /// Withdraws the copies of a job that a cluster starts.
    fn withdraw(&mut self, job: &Job, cluster: u32, now_s: f64) {
        let others: Vec<u32> = self.clusters_of(job.id).collect();
        for &other in &others {
            self.queues[other as usize].withdraw(job.id);
        }
        if let Some(&first) = others.first() {
            self.asked = self.asked.min(first as usize);
        }
        if self.facts.wants(job.id) {
            self.facts.choices.push(first_start(job, cluster, &others, now_s));
        }
    }

    /// The clusters in whose queues a job waits, in order.
    fn clusters_of(&self, job: u64) -> impl Iterator<Item = u32> {
        let queues = (0..).zip(&self.queues);
        queues.filter(move |(_, own)| own.number(job).is_some()).map(|(cluster, _)| cluster)
    }

    /// The cluster of the running job in a slot of the engine.
    fn held(&self, slot: u32) -> Option<Held> {
        self.running.get(slot as usize).copied().flatten()
    }
}

/// Words for the start of a job whose copies also waited on the clusters `others`.
fn first_start(job: &Job, cluster: u32, others: &[u32], now_s: f64) -> Choice {
    let name = |cluster: u32| format!("cluster {}", cluster + 1);
    let row = |(cluster, what): (u32, &str)| Row {
        cells: vec![name(cluster), what.to_owned()],
        noted: false,
        tables: Vec::new(),
    };
    let [what, head] = Binding::Siblings.words();
    let withdrawn = others.iter().map(|&other| (other, "withdrawn"));
    Choice {
        time_s: now_s,
        sentence: match others.len() {
            0 => format!("it starts on {}, the only cluster that is large enough", name(cluster)),
            some => format!("{} {what}; {} withdrawn", name(cluster), copies(some)),
        },
        table: Table {
            title: "The first cluster to start it".to_owned(),
            outcome: format!("at {}: {}", clock(now_s, true), name(cluster)),
            caption: "Copies of the job waited on all clusters that are large enough.".to_owned(),
            heads: vec!["Cluster".to_owned(), head.to_owned()],
            candidates: std::iter::once((cluster, "starts")).chain(withdrawn).map(row).collect(),
            ranges: None,
        },
        data: json!({ "time_s": now_s, "job": job.id, "home": job.home, "chosen": cluster, "withdrawn": others }),
    }
}

fn copies(others: usize) -> String {
    match others {
        1 => "the copy on the other cluster is".to_owned(),
        some => format!("the copies on {some} other clusters are"),
    }
}

/// The reason why a cluster does not start its copy of a job.
fn of_copy(own: Refusal, cluster: u32) -> Refusal {
    let sentence = match own.numbers.get("free") {
        Some(free) if own.step == BOUND => format!("cluster {} has {free} free", cluster + 1),
        _ => format!("on cluster {}, {}", cluster + 1, own.sentence),
    };
    Refusal { sentence, ..own }.with("cluster", cluster)
}

impl Scheduler for Bound {
    fn submit(&mut self, job: &Job) -> Submission {
        if self.able(job).next().is_none() {
            return Submission::Rejected(Rejection::Impossible);
        }
        self.arrived.push_back(*job);
        Submission::Waiting
    }

    fn freed(&mut self, cluster: u32) {
        self.queues[cluster as usize].scheduler.freed(0);
    }

    fn next_start(&mut self, now_s: f64, state: &State, placement: &mut Placement) -> Option<Job> {
        while let Some(job) = self.arrived.pop_front() {
            self.bind(job, now_s, state);
        }
        while let Some(queue) = self.queues.get_mut(self.asked) {
            let cluster = self.asked as u32;
            if let Some(started) = queue.next_start(now_s, (cluster, state.free()[self.asked]), placement) {
                self.newest = (cluster, started.nodes);
                if self.binding == Binding::Siblings {
                    self.withdraw(&started, cluster, now_s);
                }
                return Some(started);
            }
            self.asked += 1;
        }
        self.asked = 0;
        None
    }

    fn refusals(&mut self, state: &State, job: &Job) -> Vec<Refusal> {
        let clusters: Vec<u32> = self.clusters_of(job.id).collect();
        if !clusters.is_empty() {
            let of = |cluster: u32| {
                let at = cluster as usize;
                let own = self.queues[at].refusals(state.free()[at], job).into_iter();
                own.map(move |own| (cluster, own))
            };
            let all = clusters.into_iter().flat_map(of);
            return match self.binding {
                Binding::Siblings => all.map(|(cluster, own)| of_copy(own, cluster)).collect(),
                _ => all.map(|(_, own)| own).collect(),
            };
        }
        // The job was rejected: no cluster that it may be bound to holds it.
        let all = self.idle.free().iter().enumerate();
        let most = match self.binding {
            Binding::Home => Some(job.home),
            _ => all.max_by_key(|own| (own.1, std::cmp::Reverse(own.0))).map(|own| own.0 as u32),
        };
        let refuse = |cluster| {
            let nodes = self.idle.free()[cluster as usize];
            let sentence = format!("cluster {} has {nodes} nodes for it", cluster + 1);
            Refusal::new(BOUND, sentence).with("cluster", cluster).with("nodes", nodes)
        };
        most.map(refuse).into_iter().collect()
    }

    fn facts(&mut self) -> Option<&mut Facts> {
        Some(&mut self.facts)
    }

    fn plans(&self) -> bool {
        true
    }

    fn wake_s(&self) -> Option<f64> {
        self.queues.iter().filter_map(|own| own.scheduler.wake_s()).min_by(f64::total_cmp)
    }

    fn promised_s(&self) -> Option<f64> {
        self.queues.get(self.newest.0 as usize).and_then(|own| own.scheduler.promised_s())
    }

    fn started(&mut self, slot: u32, end_s: f64) {
        let at = slot as usize;
        if self.running.len() <= at {
            self.running.resize(at + 1, None);
        }
        let (cluster, nodes) = self.newest;
        self.running[at] = Some(Held { cluster, nodes, end_s });
        self.queues[cluster as usize].scheduler.started(slot, end_s);
    }

    fn expect(&mut self, slot: u32, end_s: f64, granted: f64) {
        if let Some(held) = self.held(slot) {
            self.running[slot as usize] = Some(Held { end_s, ..held });
            self.queues[held.cluster as usize].scheduler.expect(slot, end_s, granted);
        }
    }

    fn ended(&mut self, slot: u32, now_s: f64) {
        if let Some(held) = self.held(slot) {
            self.running[slot as usize] = None;
            self.queues[held.cluster as usize].scheduler.ended(slot, now_s);
        }
    }
}
