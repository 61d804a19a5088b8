//! The grid itself: how a job comes from its home to the nodes of one cluster.
//!
//! ```text
//!  arrival ─▶ home decides ─┬─ home ──────────────────────────────▶ queue of the home ─▶ nodes
//!               ▲           └─ another: asks ─▶ granted ─▶ transfer ─▶ its queue ──────▶ nodes
//!               └── looks again ◀── refused ◀──┘
//! ```
//!
//! Whatever happens at one instant happens in this order: jobs end; then jobs start as long as a queue allows; then the next transfer that
//! is over, else the next request that has come, else the next job that has arrived has its turn, and jobs start again. So who decides
//! sees every start before.

use super::cluster_view::ClusterView;
use super::decision::{Answer, Candidate, Decision};
use super::dispatch::Dispatch;
use super::explained;
use super::local::Local;
use super::measures::{DENIALS, TRANSFER_MS, TRANSFERS};
use super::settings::Reading;
use super::transfers::{Transfer, TransferKey};
use super::wan::Wan;
use crate::models::refusals;
use crate::network::cluster::share;
use crate::platform::{Piece, Placement, State};
use crate::scheduler::facts::{Counters, Facts};
use crate::scheduler::refusal::Refusal;
use crate::scheduler::{Rejection, Scheduler, Submission};
use crate::workload::Job;
use std::collections::{BTreeMap, VecDeque};

/// The rules by which homes and clusters deal with each other.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Protocol {
    /// A home looks at the clusters again if what it knows is at least so old \[s\].
    pub refresh_s: f64,
    /// A job is refused at most so often.
    pub retries: u32,
    /// The least share of its network that a cluster's jobs have; none where clusters have no networks of their own, so that all is available.
    pub least_share: Option<f64>,
    /// How the state of a cluster is read.
    pub reading: Reading,
}

/// What a home knows of all clusters.
#[derive(Clone, Debug)]
struct Snapshot {
    /// \[s\]
    taken_s: f64,
    /// By cluster: its state, and the jobs sent there until then.
    views: Vec<(ClusterView, u64)>,
}

/// A job whose home asks a cluster for admission.
#[derive(Clone, Debug)]
struct Request {
    job: Job,
    to: u32,
    /// Jobs sent there until the state was taken that the home went by.
    seen: u64,
    /// How often the job has been refused.
    refused: u32,
    /// What the home went by, if somebody asks.
    note: Option<Box<Decision>>,
}

/// Nodes of a cluster that a job runs on, by class of load.
type Seat = (u32, [u32; 3]);

/// The clusters of a grid and all that is on its way between them.
pub struct Grid {
    dispatch: Dispatch,
    protocol: Protocol,
    clusters: Vec<Local>,
    /// By home.
    snapshots: Vec<Snapshot>,
    wan: Wan,
    /// Jobs of this instant that are not decided yet.
    arrived: VecDeque<Job>,
    /// By the time at which the answer is there, ties by job; positive numbers are in the order of their bits.
    requests: BTreeMap<(u64, u64), Request>,
    /// Clusters where a job may start.
    changed: Vec<u32>,
    /// Where the job sits that started last.
    newest: Seat,
    /// By slot of a running job.
    seats: Vec<Seat>,
    denials: u64,
    /// Transfers that are over, and what they took together \[ms\].
    transfers: u64,
    transfer_ms: u64,
    facts: Facts,
    /// The job that was asked about last, and where it was.
    sought: Option<(u64, Stage)>,
}

/// Where a job is between its arrival and its start.
#[derive(Clone, Copy)]
enum Stage {
    /// Its home asks another cluster: in [`Grid::requests`].
    Asking((u64, u64)),
    /// Sent to another cluster: as the [`Wan`] finds it.
    Sent((usize, TransferKey)),
    /// In the queue of a cluster: as [`Local`] finds it there.
    Queued(u32, u64),
}

impl Grid {
    /// Idle clusters with so many nodes of low, medium and high background load, joined by `wan`.
    pub fn new(dispatch: Dispatch, protocol: Protocol, nodes_by_load: Vec<[u32; 3]>, wan: Wan) -> Grid {
        let never =
            Snapshot { taken_s: f64::NEG_INFINITY, views: vec![(ClusterView::default(), 0); nodes_by_load.len()] };
        Grid {
            dispatch,
            protocol,
            snapshots: vec![never; nodes_by_load.len()],
            clusters: nodes_by_load.into_iter().map(Local::new).collect(),
            wan,
            arrived: VecDeque::new(),
            requests: BTreeMap::new(),
            changed: Vec::new(),
            newest: (0, [0; 3]),
            seats: Vec::new(),
            denials: 0,
            transfers: 0,
            transfer_ms: 0,
            facts: Facts { sends: true, ..Facts::default() },
            sought: None,
        }
    }

    /// Where a job is; none if it runs, or is not decided yet.
    fn find(&self, job: u64) -> Option<Stage> {
        let asked = self.requests.keys().find(|(_, id)| *id == job);
        let sent = || self.wan.find(job).map(Stage::Sent);
        let mut clusters = (0..).zip(&self.clusters);
        asked
            .map(|key| Stage::Asking(*key))
            .or_else(sent)
            .or_else(|| clusters.find_map(|(at, own)| Some(Stage::Queued(at, own.find(job)?))))
    }

    /// Why a job does not run; none if it is no longer there.
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
            Stage::Queued(cluster, came) => {
                let (ahead, missing) = self.clusters.get(cluster as usize)?.outlook(job, came)?;
                Some(explained::queued(cluster, ahead, missing))
            }
        }
    }

    /// What `home` sees of a cluster now, and the jobs sent there so far.
    fn look(&self, home: u32, cluster: usize, state: &State) -> (ClusterView, u64) {
        let own = &self.clusters[cluster];
        let least_share = self.protocol.least_share;
        let share = least_share.map_or(1.0, |least_share| share(state, cluster, least_share));
        let invocation_ms = self.wan.invocation_ms(home, cluster as u32);
        let view = own.view(share, invocation_ms);
        (view.read(self.protocol.reading), own.sent())
    }

    /// Brings up to date what `home` knows: all of it if that is too old or it `must`, else its own cluster alone, which it always sees as it is.
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

    /// The cluster with the greatest score of those that could ever hold the job, of several equal ones the home, else the first; the scores of all
    /// go into `noted`.
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

    /// The home of a job that has been refused so often decides where it is to go.
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

    /// A request has come: a job that has been sent to the cluster meanwhile makes it void.
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

    /// A job is there.
    fn queue(&mut self, job: Job, to: u32) {
        self.clusters[to as usize].queue(job);
        self.changed.push(to);
    }

    /// The next job that a queue lets start.
    fn start(&mut self, placement: &mut Placement) -> Option<Job> {
        while let Some(&cluster) = self.changed.last() {
            if let Some((job, taken)) = self.clusters[cluster as usize].start() {
                self.newest = (cluster, taken);
                let nodes = job.nodes;
                placement.push(Piece { cluster, nodes });
                return Some(job);
            }
            self.changed.pop();
        }
        None
    }

    /// The next of what is due; whether there was anything.
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
        self.changed.push(cluster);
    }

    fn next_start(&mut self, now_s: f64, state: &State, placement: &mut Placement) -> Option<Job> {
        loop {
            let next = self.start(placement);
            if next.is_some() || !self.happen(now_s, state) {
                return next;
            }
        }
    }

    fn refusals(&mut self, _state: &State, job: &Job) -> Vec<Refusal> {
        // A story asks for the same job at each instant, when it mostly is where it was: to look through all queues takes long.
        let known = self.sought.filter(|(id, _)| *id == job.id);
        if let Some(reason) = known.and_then(|(id, stage)| self.reason(id, stage)) {
            return vec![reason];
        }
        self.sought = self.find(job.id).map(|stage| (job.id, stage));
        if let Some(reason) = self.sought.and_then(|(id, stage)| self.reason(id, stage)) {
            return vec![reason];
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
        match (asked_s, self.wan.next_s()) {
            (Some(asked_s), Some(sent_s)) => Some(asked_s.min(sent_s)),
            (one, other) => one.or(other),
        }
    }

    fn started(&mut self, slot: u32, _end_s: f64) {
        let slot = slot as usize;
        if self.seats.len() <= slot {
            self.seats.resize(slot + 1, self.newest);
        }
        self.seats[slot] = self.newest;
    }

    fn ended(&mut self, slot: u32, _now_s: f64) {
        let (cluster, taken) = self.seats[slot as usize];
        self.clusters[cluster as usize].free(taken);
    }
}
