//! The grid: the way of a job from its home to the nodes of one cluster.
//!
//! ```text
//!  arrival ─▶ home decides ─┬─ home ──────────────────────────────▶ queue of the home ─▶ nodes
//!               ▲           └─ another: asks ─▶ granted ─▶ transfer ─▶ its queue ──────▶ nodes
//!               └── looks again ◀── refused ◀──┘
//! ```
//!
//! Events at the same time are handled in this order: jobs end; jobs start if their queue allows it; then one other event, and
//! starts again. The other event is the next finished transfer, else the next request, else the next arrived job. So every
//! decision is made after all earlier starts.

use super::cluster_view::ClusterView;
use super::decision::{Answer, Candidate, Decision};
use super::dispatch::Dispatch;
use super::explained;
use super::local::{Local, Taken};
use super::measures::{DENIALS, TRANSFER_MS, TRANSFERS};
use super::nodes::Nodes;
use super::settings::{LocalQueue, Reading};
use super::transfers::{Transfer, TransferKey};
use super::wan::Wan;
use crate::models::refusals;
use crate::network::cluster::share;
use crate::platform::{Placement, Platform, State};
use crate::scheduler::facts::{Counters, Facts};
use crate::scheduler::refusal::Refusal;
use crate::scheduler::{Rejection, Scheduler, Submission};
use crate::workload::Job;
use std::collections::{BTreeMap, VecDeque};

/// The protocol by which homes read the state of clusters and ask them to admit jobs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Protocol {
    /// Age \[s\] of a home's information from which on the home reads the state of the clusters again.
    pub refresh_s: f64,
    /// Largest number of refusals of one job.
    pub retries: u32,
    /// Least share of a cluster's network that the jobs of the cluster get. `None` if clusters have no networks of
    /// their own; then the whole network counts as available.
    pub least_share: Option<f64>,
    /// The reading of a cluster's state.
    pub reading: Reading,
}

/// A home's information about all clusters.
#[derive(Clone, Debug)]
struct Snapshot {
    /// Time at which the information was read \[s\].
    taken_s: f64,
    /// For each cluster: its state, and the number of jobs that had been sent to it when the state was read.
    views: Vec<(ClusterView, u64)>,
}

/// A home's request to admit a job to a cluster.
#[derive(Clone, Debug)]
struct Request {
    job: Job,
    to: u32,
    /// Number of jobs that had been sent to the cluster when the home read its state.
    seen: u64,
    /// Number of refusals of the job so far.
    refused: u32,
    /// The record of the decision, if requested.
    note: Option<Box<Decision>>,
}

/// The nodes of a running job: the cluster, and its nodes.
type Seat = (u32, Taken);

/// The clusters of a grid, and all jobs between them.
pub struct Grid {
    dispatch: Dispatch,
    protocol: Protocol,
    clusters: Vec<Local>,
    /// True if the queues of clusters plan ahead, and the time of the last question to all of them \[s\].
    plans: bool,
    asked_s: f64,
    /// The information that each home has about the clusters.
    snapshots: Vec<Snapshot>,
    wan: Wan,
    /// Jobs that have arrived at the current time, and whose home has not chosen a cluster yet.
    arrived: VecDeque<Job>,
    /// Requests, sorted by the time of the answer, then by job. The times are stored as bits, which sort like the times
    /// because these are positive.
    requests: BTreeMap<(u64, u64), Request>,
    /// Clusters whose queue may now be able to start a job.
    changed: Vec<u32>,
    /// The cluster and the nodes of the job that started last.
    newest: Seat,
    /// The clusters and the nodes of running jobs, by the engine's slot.
    seats: Vec<Seat>,
    denials: u64,
    /// Number of finished transfers, and their total time \[ms\].
    transfers: u64,
    transfer_ms: u64,
    facts: Facts,
    /// The job for which a story last asked why it does not run, and the stage of this job.
    sought: Option<(u64, Stage)>,
}

/// The stage of a job between its arrival and its start.
#[derive(Clone, Copy)]
enum Stage {
    /// The job's home has asked another cluster, which has not answered yet; the key of the request in
    /// [`Grid::requests`].
    Asking((u64, u64)),
    /// The job is being sent to another cluster; the link and the key of the transfer in [`Wan`].
    Sent((usize, TransferKey)),
    /// The job is in the queue of this cluster.
    Queued(u32),
}

impl Grid {
    /// Idle clusters with these nodes of low, medium and high background load, joined by `wan`.
    pub fn new(dispatch: Dispatch, protocol: Protocol, nodes_by_load: Vec<[u32; 3]>, wan: Wan) -> Grid {
        let never =
            Snapshot { taken_s: f64::NEG_INFINITY, views: vec![(ClusterView::default(), 0); nodes_by_load.len()] };
        Grid {
            dispatch,
            protocol,
            snapshots: vec![never; nodes_by_load.len()],
            clusters: (0..)
                .zip(nodes_by_load)
                .map(|(at, idle)| Local::new(LocalQueue::default(), at, idle, 1.0))
                .collect(),
            plans: false,
            asked_s: f64::NEG_INFINITY,
            wan,
            arrived: VecDeque::new(),
            requests: BTreeMap::new(),
            changed: Vec::new(),
            newest: Seat::default(),
            seats: Vec::new(),
            denials: 0,
            transfers: 0,
            transfer_ms: 0,
            facts: Facts { sends: true, ..Facts::default() },
            sought: None,
        }
    }

    /// The grid with queues of this kind on the clusters of `platform`.
    pub fn with_queues(mut self, kind: LocalQueue, platform: &Platform) -> Grid {
        for ((at, own), cluster) in (0..).zip(&mut self.clusters).zip(&platform.clusters) {
            *own = Local::new(kind, at, own.idle(), cluster.speed);
        }
        self.plans = self.clusters.iter_mut().any(|own| own.scheduler().plans());
        self
    }

    /// The grid with jobs that the background loads of their nodes slow down. `loads`: by cluster.
    pub fn slowed(mut self, loads: Vec<Vec<f64>>, least_share: f64) -> Grid {
        let own = self.clusters.into_iter().zip(loads);
        self.clusters = own.map(|(own, loads)| own.slowed(Nodes::new(loads, least_share))).collect();
        self
    }

    /// The stage of a job. `None` if the job runs, has ended, or its home has not chosen a cluster yet.
    fn find(&self, job: u64) -> Option<Stage> {
        let asked = self.requests.keys().find(|(_, id)| *id == job);
        let sent = || self.wan.find(job).map(Stage::Sent);
        let mut clusters = (0..).zip(&self.clusters);
        asked
            .map(|key| Stage::Asking(*key))
            .or_else(sent)
            .or_else(|| clusters.find_map(|(at, own)| own.find(job).map(|_| Stage::Queued(at))))
    }

    /// The reasons why a job in this stage does not run; `None` if the job has left the stage.
    fn reasons(&mut self, job: &Job, stage: Stage) -> Option<Vec<Refusal>> {
        if let Stage::Queued(cluster) = stage
            && let Some(own) = self.clusters.get_mut(cluster as usize)
            && own.find(job.id).is_some()
            && own.outlook(job.id).is_none()
        {
            return Some(own.refusals(job));
        }
        self.reason(job.id, stage).map(|reason| vec![reason])
    }

    fn reason(&self, job: u64, stage: Stage) -> Option<Refusal> {
        match stage {
            Stage::Asking(key) => {
                let request = self.requests.get(&key)?;
                Some(explained::asking(request.to, f64::from_bits(key.0)))
            }
            Stage::Sent(transfer) => {
                let (cluster, until_s) = self.wan.outlook(transfer)?;
                Some(explained::transfer(cluster, until_s))
            }
            Stage::Queued(cluster) => {
                let (ahead, missing) = self.clusters.get(cluster as usize)?.outlook(job)?;
                Some(explained::queued(cluster, ahead, missing))
            }
        }
    }

    /// The state of a cluster as seen by `home` now, and the number of jobs sent there so far.
    fn look(&self, home: u32, cluster: usize, state: &State) -> (ClusterView, u64) {
        let own = &self.clusters[cluster];
        let least_share = self.protocol.least_share;
        let share = least_share.map_or(1.0, |least_share| share(state, cluster, least_share));
        let invocation_ms = self.wan.invocation_ms(home, cluster as u32);
        let view = own.view(share, invocation_ms);
        (view.read(self.protocol.reading), own.sent())
    }

    /// Updates the information of `home`. The information about `home` itself is always updated. The information about
    /// the other clusters is updated only if it is too old or `must` is true.
    fn refresh(&mut self, home: u32, must: bool, now_s: f64, state: &State) {
        let at = home as usize;
        if !must && now_s - self.snapshots[at].taken_s < self.protocol.refresh_s {
            self.snapshots[at].views[at] = self.look(home, at, state);
            return;
        }
        for cluster in 0..self.clusters.len() {
            self.snapshots[at].views[cluster] = self.look(home, cluster, state);
        }
        self.snapshots[at].taken_s = now_s;
    }

    /// Of the clusters with enough nodes for the job, the one with the greatest score; of several equal ones the home,
    /// else the first. Adds the scores of all these clusters to `noted`.
    fn choose(&mut self, job: &Job, mut noted: Option<&mut Vec<Candidate>>) -> u32 {
        let mut best = (job.home, f64::NEG_INFINITY);
        for (cluster, (view, _)) in (0..).zip(&self.snapshots[job.home as usize].views) {
            if view.nodes < job.nodes {
                continue;
            }
            let score = self.dispatch.score(job, view);
            if score > best.1 || (score == best.1 && cluster == job.home) {
                best = (cluster, score);
            }
            if let Some(noted) = &mut noted {
                noted.push(Candidate { cluster, view: *view, score, weights: self.dispatch.weights(job, view) });
            }
        }
        best.0
    }

    /// Chooses a cluster for a job that was refused `refused` times, and sends the request.
    fn decide(&mut self, job: Job, refused: u32, now_s: f64, state: &State) {
        self.refresh(job.home, refused > 0, now_s, state);
        let mut candidates = self.facts.wants(job.id).then(Vec::new);
        let to = self.choose(&job, candidates.as_mut());
        let note = candidates.map(|candidates| {
            Box::new(Decision {
                time_s: now_s,
                job: job.id,
                home: job.home,
                ratio: job.communicates(),
                size_mb: job.size_mb,
                candidates,
                chosen: to,
                answered_s: now_s,
                answer: Answer::Home,
            })
        });
        if to == job.home {
            if let Some(note) = note {
                self.tell(&note);
            }
            self.clusters[to as usize].expect(&job);
            self.queue(job, to);
            return;
        }
        let answer_s = now_s + self.wan.invocation_ms(job.home, to) / 1000.0;
        let (_, seen) = self.snapshots[job.home as usize].views[to as usize];
        let request = Request { job, to, seen, refused, note };
        self.requests.insert((answer_s.to_bits(), job.id), request);
    }

    /// Answers a request. The cluster refuses if another job was sent to it after the home had read its state.
    fn answer(&mut self, request: Request, now_s: f64, state: &State) {
        let Request { job, to, seen, refused, note } = request;
        let sent = self.clusters[to as usize].sent();
        let refuse = sent != seen && refused < self.protocol.retries;
        if let Some(mut note) = note {
            note.answered_s = now_s;
            note.answer = match refuse {
                true => Answer::Refused,
                false => Answer::Granted,
            };
            self.tell(&note);
        }
        if refuse {
            self.denials += 1;
            self.decide(job, refused + 1, now_s, state);
        } else {
            self.clusters[to as usize].expect(&job);
            self.wan.send(now_s, job, to);
        }
    }

    fn tell(&mut self, decision: &Decision) {
        let choice = explained::choice(decision, &self.dispatch);
        self.facts.choices.push(choice);
    }

    /// Adds an arrived job to its queue.
    fn queue(&mut self, job: Job, to: u32) {
        self.clusters[to as usize].queue(job);
        self.changed.push(to);
    }

    /// Starts the next job that can start from the queue of a changed cluster.
    fn start(&mut self, now_s: f64, placement: &mut Placement) -> Option<Job> {
        while let Some(&cluster) = self.changed.last() {
            if let Some((job, taken)) = self.clusters[cluster as usize].start(now_s, placement) {
                self.newest = (cluster, taken);
                return Some(job);
            }
            self.changed.pop();
        }
        None
    }

    /// Handles the next event that is due; false if no event is due.
    fn happen(&mut self, now_s: f64, state: &State) -> bool {
        if self.wan.next_s().is_some_and(|next_s| next_s <= now_s)
            && let Some(Transfer { job, to, begun_s }) = self.wan.arrive(now_s)
        {
            self.transfers += 1;
            self.transfer_ms += ((now_s - begun_s) * 1000.0).round() as u64;
            self.queue(job, to);
            return true;
        }
        if let Some(first) = self.requests.first_entry()
            && f64::from_bits(first.key().0) <= now_s
        {
            let request = first.remove();
            self.answer(request, now_s, state);
            return true;
        }
        let arrived = self.arrived.pop_front();
        if let Some(job) = arrived {
            self.decide(job, 0, now_s, state);
        }
        arrived.is_some()
    }
}

impl Scheduler for Grid {
    fn submit(&mut self, job: &Job) -> Submission {
        if self.clusters.iter().all(|own| own.nodes() < job.nodes) {
            return Submission::Rejected(Rejection::Impossible);
        }
        self.arrived.push_back(*job);
        Submission::Waiting
    }

    fn freed(&mut self, cluster: u32) {
        self.clusters[cluster as usize].scheduler().freed(0);
        self.changed.push(cluster);
    }

    fn next_start(&mut self, now_s: f64, state: &State, placement: &mut Placement) -> Option<Job> {
        if self.plans && now_s > self.asked_s {
            self.asked_s = now_s;
            self.changed = (0..self.clusters.len() as u32).collect();
        }
        loop {
            let next = self.start(now_s, placement);
            if next.is_some() || !self.happen(now_s, state) {
                return next;
            }
        }
    }

    fn refusals(&mut self, _state: &State, job: &Job) -> Vec<Refusal> {
        // A story asks about the same job at each step, and the stage of this job rarely changes. Searching all queues
        // at each step would be slow.
        let known = self.sought.filter(|(id, _)| *id == job.id);
        if let Some(reasons) = known.and_then(|(_, stage)| self.reasons(job, stage)) {
            return reasons;
        }
        self.sought = self.find(job.id).map(|stage| (job.id, stage));
        if let Some(reasons) = self.sought.and_then(|(_, stage)| self.reasons(job, stage)) {
            return reasons;
        }
        let most = self.clusters.iter().map(Local::nodes).max().unwrap_or(0);
        let largest = (0..).zip(&self.clusters).find(|own| own.1.nodes() == most);
        match largest {
            Some((cluster, _)) if most < job.nodes => vec![refusals::migrate(cluster, most)],
            _ => Vec::new(),
        }
    }

    fn counters(&self) -> Counters {
        Counters::of(DENIALS.name, self.denials)
            .and(TRANSFERS.name, self.transfers)
            .and(TRANSFER_MS.name, self.transfer_ms)
    }

    fn facts(&mut self) -> Option<&mut Facts> {
        Some(&mut self.facts)
    }

    fn plans(&self) -> bool {
        true
    }

    fn wake_s(&self) -> Option<f64> {
        let asked = self.requests.first_key_value();
        let asked_s = asked.map(|((at, _), _)| f64::from_bits(*at));
        let queues = self.clusters.iter().filter(|_| self.plans).filter_map(Local::wake_s);
        queues.chain(asked_s).chain(self.wan.next_s()).min_by(f64::total_cmp)
    }

    fn promised_s(&self) -> Option<f64> {
        self.clusters.get(self.newest.0 as usize).and_then(Local::promised_s)
    }

    fn node_share(&self) -> f64 {
        self.newest.1.share
    }

    fn expect(&mut self, slot: u32, end_s: f64, granted: f64) {
        if let Some((cluster, _)) = self.seats.get(slot as usize).filter(|_| self.plans) {
            self.clusters[*cluster as usize].scheduler().expect(slot, end_s, granted);
        }
    }

    fn started(&mut self, slot: u32, end_s: f64) {
        if self.plans {
            self.clusters[self.newest.0 as usize].scheduler().started(slot, end_s);
        }
        let slot = slot as usize;
        if self.seats.len() <= slot {
            self.seats.resize(slot + 1, Seat::default());
        }
        self.seats[slot] = std::mem::take(&mut self.newest);
    }

    fn ended(&mut self, slot: u32, now_s: f64) {
        let (cluster, taken) = std::mem::take(&mut self.seats[slot as usize]);
        let own = &mut self.clusters[cluster as usize];
        own.free(taken);
        if self.plans {
            own.scheduler().ended(slot, now_s);
        }
    }
}
