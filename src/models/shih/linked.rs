//! The allocation simulation on clusters that are joined by links: what becomes of the waiting jobs, and of those that run on
//! several clusters, if the next job starts at a given place, or waits.
//!
//! As in TLA's [`simulation`](super::simulation) jobs run for their estimates, and no further job arrives. Three things differ.
//! A job that no cluster can hold whole may be **spread**, as B3 does it. The **links** are those of the network model itself:
//! after every instant with a start or an end the allotment shares them anew, and the ends of all jobs on them move, of those
//! that ran before too (J5 §3.5–3.7). And where the queue lets jobs **pass** each other they do: after every end all that wait
//! are tried in the order of the queue; else each starts at the earliest time, not before the one before it.
//!
//! A job whose end may move counts for the score when it has ended, so the simulation goes on until all of these have.

use super::fit::{Fit, below};
use super::one_cluster::{put, roomy};
use super::ranks::Ranks;
use super::score::Tally;
use super::simulation::{Rigid, Start};
use crate::base::ends::Ends;
use crate::base::random::Stream;
use crate::models::jones::{B3, FirstFit};
use crate::network::allotment::Change;
use crate::network::demand::demands;
use crate::network::{Network, stretched_s};
use crate::platform::{Demands, Placement, State};
use crate::scheduler::Policy;
use crate::scheduler::foresight::{Foreseen, Score};
use crate::scheduler::outlook::Outlook;
use crate::workload::Job;

/// How a job is placed without a look ahead: whole if a cluster has room, else spread as by B3. A job that is larger than
/// every cluster is spread as by First-fit where B3 has no place: it has no other way.
#[derive(Clone, Debug)]
pub(super) struct Simple {
    pub ranks: Ranks,
    pub spread: B3,
    /// Nodes of the largest cluster.
    pub largest: u32,
}

impl Simple {
    /// [`place`](Simple::place) by FF.
    pub fn place_fastest(&mut self, state: &State, job: &Job, placement: &mut Placement) -> bool {
        self.place(state, job, (Fit::Fastest, |_| 0), placement)
    }

    /// Places the job on what is free in `state`; of several clusters with room `fit` takes one; RF draws
    /// a number below their count.
    pub fn place(
        &mut self,
        state: &State,
        job: &Job,
        (fit, draw): (Fit, impl FnOnce(u32) -> u32),
        placement: &mut Placement,
    ) -> bool {
        let roomy = roomy(&self.ranks, state.free(), job.nodes);
        if let Some(rank) = fit.choose(roomy, draw) {
            put(job, self.ranks.cluster(rank), placement);
            return true;
        }
        if u64::from(job.nodes) > state.total_free() {
            return false;
        }
        self.spread.place(state, job, placement) || (job.nodes > self.largest && FirstFit.place(state, job, placement))
    }
}

/// A job that runs in the simulation.
#[derive(Clone, Debug)]
pub struct Future {
    /// The job.
    pub job: Job,
    /// Where it runs.
    pub placement: Placement,
    /// When it starts, or has started \[s\].
    pub start_s: f64,
    /// When it ends \[s\].
    pub end_s: f64,
    demands: Demands,
    granted: f64,
    /// Whether its end may move, so that it counts only when it has ended.
    open: bool,
}

impl Future {
    /// As it stands; `idle` has the platform's speeds.
    pub fn foreseen(&self, state: &State, now_s: f64) -> Foreseen {
        let alone_s = state.platform().dedicated_s(self.job.estimate_s, &self.placement);
        Foreseen {
            job: self.job.id,
            arrival_s: self.job.arrival_s,
            start_s: self.start_s,
            end_s: self.end_s,
            pieces: self.placement.to_vec(),
            // Who has outlived the estimate may have been slow by itself.
            penalty: match self.end_s > now_s {
                true => (self.end_s - self.start_s) / alone_s,
                false => 1.0,
            },
        }
    }

    fn start(&self) -> Start {
        Start {
            job: Rigid::from(&self.job),
            cluster: self.placement.first().map_or(0, |piece| piece.cluster),
            start_s: self.start_s,
            end_s: self.end_s,
        }
    }
}

/// Simulates one future after the other, in the same buffers.
#[derive(Clone, Debug)]
pub(super) struct LinkedSimulation {
    pub simple: Simple,
    fit: Fit,
    passing: bool,
    network: Network,
    now_s: f64,
    state: State,
    ends: Ends,
    /// By slot: first those that ran before, then those that start here, in that order.
    jobs: Vec<Future>,
    /// How many ran before.
    before: usize,
    /// How many are open.
    open: usize,
    tally: Tally,
    /// Scratch: who waits.
    waiting: Vec<Job>,
    rerated: Vec<Change>,
}

impl LinkedSimulation {
    /// On the platform of `idle`, placing jobs by `simple` and `fit`; if `passing`, they may pass each other.
    pub fn new(idle: &State, network: Network, simple: Simple, (fit, passing): (Fit, bool)) -> LinkedSimulation {
        LinkedSimulation {
            simple,
            fit,
            passing,
            network,
            now_s: 0.0,
            state: idle.clone(),
            ends: Ends::default(),
            jobs: Vec::new(),
            before: 0,
            open: 0,
            tally: Tally::new(Score::default(), 1.0),
            waiting: Vec::new(),
            rerated: Vec::new(),
        }
    }

    /// The jobs that ran before the last simulation, as it left them.
    pub fn running(&self) -> &[Future] {
        &self.jobs[..self.before]
    }

    /// The jobs that started in the last simulation, in that order.
    pub fn started(&self) -> &[Future] {
        &self.jobs[self.before..]
    }

    /// `job` starts now at `placement`; if there is none it waits until something has ended. The others that wait, those before
    /// it in the queue and those behind it, start when they can. What all of them score in `tally`; none if that is lost to
    /// `best`.
    pub fn run<'a>(
        &mut self,
        outlook: &Outlook,
        (job, placement): (&Job, Option<&Placement>),
        (before, behind): (impl Iterator<Item = &'a Job>, impl Iterator<Item = &'a Job>),
        mut stream: Stream,
        (tally, best): (Tally, Option<&Tally>),
    ) -> Option<Tally> {
        self.begin(outlook, tally);
        let mut waiting = std::mem::take(&mut self.waiting);
        waiting.clear();
        waiting.extend(before);
        let own = waiting.len();
        match placement {
            Some(placement) => self.start(job, placement.clone()),
            None if self.passing => waiting.push(*job),
            None => waiting.insert(0, *job),
        }
        waiting.extend(behind);
        let lost = |tally: &Tally| best.is_some_and(|best| tally.is_lost_to(best));
        if self.passing {
            let held = placement.is_none().then_some(own);
            self.walk(&mut waiting, held, &mut stream);
            while !waiting.is_empty() && !lost(&self.tally) && self.advance() {
                self.walk(&mut waiting, None, &mut stream);
            }
        } else {
            if placement.is_none() {
                self.advance();
            }
            for job in &waiting {
                self.end_due();
                if lost(&self.tally) || !self.follow(job, &mut stream) {
                    break;
                }
            }
        }
        self.waiting = waiting;
        while self.open > 0 && !lost(&self.tally) && self.advance() {}
        (!lost(&self.tally)).then_some(self.tally)
    }

    /// What runs goes on as it is.
    fn begin(&mut self, outlook: &Outlook, tally: Tally) {
        self.now_s = outlook.now_s();
        self.state.copy_use(outlook.state());
        self.ends.clear();
        self.jobs.clear();
        self.open = 0;
        self.tally = tally;
        if let Network::Dynamic(allotment) = &mut self.network {
            allotment.clear();
        }
        for (slot, busy) in (0..).zip(outlook.running()) {
            let mut going = Future {
                job: busy.job,
                placement: busy.placement.clone(),
                start_s: busy.start_s,
                end_s: busy.end_s.max(self.now_s),
                demands: busy.demands.clone(),
                granted: busy.granted,
                open: false,
            };
            if going.placement.len() > 1
                && let Network::Dynamic(allotment) = &mut self.network
            {
                allotment.join_with(slot, &going.demands, going.granted);
                going.open = true;
                self.open += 1;
            }
            self.ends.push(going.end_s, going.job.id, slot);
            self.jobs.push(going);
        }
        self.before = self.jobs.len();
    }

    /// The job starts now.
    fn start(&mut self, job: &Job, placement: Placement) {
        let slot = self.jobs.len() as u32;
        let platform = self.state.platform();
        let run_s = platform.dedicated_s(job.estimate_s, &placement) * self.network.slowdown(job, &placement);
        let demands = demands(platform, job, &placement);
        let mut open = false;
        if placement.len() > 1
            && let Network::Dynamic(allotment) = &mut self.network
        {
            allotment.join(slot, &demands);
            open = true;
        }
        self.state.claim(&placement, &demands);
        let starting = Future {
            job: *job,
            placement,
            start_s: self.now_s,
            end_s: self.now_s + run_s,
            demands,
            granted: 1.0,
            open,
        };
        self.ends.push(starting.end_s, job.id, slot);
        match open {
            true => self.open += 1,
            false => self.tally.add(self.tally.of(&starting.start())),
        }
        self.jobs.push(starting);
    }

    /// The job starts now if there is a place for it.
    fn try_start(&mut self, job: &Job, stream: &mut Stream) -> bool {
        let mut placement = Placement::new();
        let by = (self.fit, |count| below(stream, count));
        let placed = self.simple.place(&self.state, job, by, &mut placement);
        if placed {
            self.start(job, placement);
        }
        placed
    }

    /// Of those that wait everybody starts who can, but the one that is held back.
    fn walk(&mut self, waiting: &mut Vec<Job>, held: Option<usize>, stream: &mut Stream) {
        let mut at = 0;
        waiting.retain(|job| {
            at += 1;
            held == Some(at - 1) || !self.try_start(job, stream)
        });
    }

    /// The job starts at the earliest time from now on; false if it never can.
    fn follow(&mut self, job: &Job, stream: &mut Stream) -> bool {
        while !self.try_start(job, stream) {
            // Some time all is free, and jobs that could not start then never wait.
            if !self.advance() {
                return false;
            }
        }
        true
    }

    /// Shares the links, and goes on to the next end.
    fn advance(&mut self) -> bool {
        self.settle();
        let Some(end_s) = self.ends.next_s() else {
            return false;
        };
        self.now_s = self.now_s.max(end_s);
        self.end_due();
        true
    }

    /// Ends all jobs whose time has come.
    fn end_due(&mut self) {
        while self.ends.next_s().is_some_and(|end_s| end_s <= self.now_s)
            && let Some(slot) = self.ends.pop()
        {
            let ending = &self.jobs[slot as usize];
            self.state.release(&ending.placement, &ending.demands);
            if ending.open {
                self.open -= 1;
                self.tally.add(self.tally.of(&ending.start()));
                if let Network::Dynamic(allotment) = &mut self.network {
                    allotment.leave(slot);
                }
            }
        }
    }

    /// Shares the links anew and moves the ends of the jobs whose share changed (J5 eq. 6–7).
    fn settle(&mut self) {
        let Network::Dynamic(allotment) = &mut self.network else {
            return;
        };
        allotment.settle(&self.state, &mut self.rerated);
        for change in self.rerated.drain(..) {
            let going = &mut self.jobs[change.slot as usize];
            let stretch = |granted| stretched_s(1.0, going.job.compute_fraction, granted);
            let rest_s = (going.end_s - self.now_s) / stretch(going.granted);
            going.end_s = self.now_s + rest_s * stretch(change.granted);
            going.granted = change.granted;
            self.ends.reschedule(going.end_s, change.slot);
        }
    }
}
