//! The metacomputer that knows its machines (G §5.1 and §5.3). Meta requests are planned on the machines' surfaces, at
//! once or in rounds; local requests on the surface of their own machine, at their submission. The planned time and
//! place of a request do not change, unless requests are planned [by present shares](Metacomputer::by_present_shares).
//!
//! With full control there are no local requests: the metacomputer plans all. Under limited and minimum control the
//! machines use the same surfaces and plan by FCFS as in eq. 7: a request may start before one that was submitted
//! earlier, but never delays it. A round takes no time, so no request is held back during it.

use super::control::{Control, Planner};
use super::mapping::Mapping;
use super::measures::PLANNING_ROUNDS;
use super::plan::{Plan, Planned};
use super::pool::Pool;
use super::rounds::{Rounds, Trigger};
use super::settings::{AspOrder, FfihRoom, RoundSurface};
use super::surface::Surface;
use super::waiting_room::{Order, WaitingRoom};
use super::{request, sharing};
use crate::base::repeated::Repeated;
use crate::network::{Network, stretched_s};
use crate::platform::{Piece, Placement, Platform, State, nodes_of};
use crate::scheduler::facts::{About, Counters, Facts, Mark};
use crate::scheduler::planning::{ClusterPlan, Planning};
use crate::scheduler::refusal::Refusal;
use crate::scheduler::steps::Step;
use crate::scheduler::{Rejection, Scheduler, Submission};
use crate::words::number::{clock, counted, fixed};
use crate::workload::Job;
use std::collections::BTreeMap;

/// The meta-scheduler and its view of the machines.
pub struct Metacomputer {
    planner: Planner,
    control: Control,
    platform: Platform,
    network: Network,
    pool: Pool,
    room: WaitingRoom,
    rounds: Rounds,
    plan: Plan,
    mapping: Mapping,
    now_s: f64,
    /// The earliest time at which this round may start a request \[s\].
    line_s: f64,
    /// Processors of each machine that are neither in use nor reserved now. If a request runs longer than planned,
    /// fewer processors are available than planned.
    available: Vec<u32>,
    /// Buffer: for each machine, the available processors that are planned to stay free.
    free: Vec<u32>,
    /// True if something has changed since the waiting requests were last examined.
    changed: bool,
    /// The latest planned end of this round \[s\].
    last_end_s: Option<f64>,
    /// Number of requests planned in this round.
    planned: u32,
    /// True if the last event was a round that planned nothing.
    vain: bool,
    facts: Facts,
    /// True while a request with recorded facts waits.
    watched: bool,
    /// Planned start and end \[s\], and placement, of the request that started last.
    started: (f64, f64, Placement),
    /// Planned end \[s\] and placement of each running request, by the engine's slot. If requests are planned by present
    /// shares, the expected end; the placement is then empty when the request has ended.
    running: Vec<(f64, Placement)>,
    present: Option<Box<Present>>,
}

/// The data of a metacomputer that plans with present shares of links.
struct Present {
    /// Free nodes and link loads now.
    state: State,
    /// True if an expected end has moved since requests were last planned again.
    moved: bool,
    /// The first planned start of each request that has not started \[s\], by the number of the request.
    promises: BTreeMap<u64, f64>,
}

impl Metacomputer {
    /// A metacomputer on idle machines. `network` determines how run times depend on the placement.
    pub fn new(planner: Planner, control: Control, network: Network, idle: &State) -> Metacomputer {
        let platform = idle.platform().clone();
        let order = match planner {
            Planner::Asp { order: AspOrder::Submission, .. } => Order::Submission,
            Planner::Fcfs | Planner::FcfsStar | Planner::EqualAsp { .. } => Order::Submission,
            Planner::Ffih { .. } => Order::Demand,
            Planner::Asp { alpha, order: AspOrder::LeastNeed } => Order::Least(alpha),
        };
        Metacomputer {
            planner,
            control,
            network,
            pool: Pool::idle(&platform, control.view.kept_share),
            room: WaitingRoom::new(order),
            rounds: Rounds::new(control.trigger, platform.nodes()),
            plan: Plan::default(),
            mapping: Mapping::default(),
            now_s: 0.0,
            line_s: 0.0,
            available: Vec::new(),
            free: Vec::new(),
            changed: false,
            last_end_s: None,
            planned: 0,
            vain: false,
            facts: request::facts(),
            watched: false,
            started: (0.0, 0.0, Placement::new()),
            running: Vec::new(),
            present: None,
            platform,
        }
    }

    /// Plans requests with the shares of links that they would have now, and plans all requests that have not started again
    /// when the expected end of a running request moves.
    pub fn by_present_shares(self, idle: &State) -> Metacomputer {
        let present = Present { state: idle.clone(), moved: false, promises: BTreeMap::new() };
        Metacomputer { present: Some(Box::new(present)), ..self }
    }

    fn is_local(&self, job: &Job) -> bool {
        job.local && self.control.local_queues
    }

    fn add(&mut self, job: Job, placement: Placement, start_s: f64) {
        let present = self.present.as_deref();
        let end_s = start_s + expected_s(&self.network, &self.platform, present, &described(&job), &placement);
        if let Some(present) = &mut self.present {
            present.promises.entry(job.id).or_insert(start_s);
        }
        let before = self.watched.then(|| self.plans(&job));
        self.pool.take(&placement, self.now_s, start_s, end_s);
        if let Some(mut clusters) = before {
            for (own, now) in clusters.iter_mut().zip(self.plans(&job)) {
                own.after = now.before;
            }
            for piece in &placement {
                clusters[piece.cluster as usize].taken = piece.nodes;
            }
            let (time_s, nodes) = (self.now_s, nodes_of(&placement));
            let planning = Planning { time_s, job: job.id, start_s, end_s, nodes, clusters };
            self.facts.plannings.push(planning);
        }
        if !self.is_local(&job) {
            self.last_end_s = Some(self.last_end_s.map_or(end_s, |last_s| last_s.max(end_s)));
            self.planned += 1;
        }
        self.plan.add(Planned { job, placement, start_s, end_s });
    }

    /// Plans a local request on its machine, after all work that is already planned there.
    fn plan_local(&mut self, job: &Job) {
        let Some(machine) = self.pool.machine(job.home) else {
            return;
        };
        if let Some(start_s) = machine.earliest_s(job.nodes, self.now_s) {
            let piece = Piece { cluster: job.home, nodes: job.nodes };
            self.add(*job, Placement::from_slice(&[piece]), start_s);
        }
    }

    /// Plans all requests that have not started again, in the order in which they were planned and on as many processors,
    /// after the running requests, which are assumed to end at their present expected ends.
    fn plan_again(&mut self) {
        let again = self.plan.clear();
        self.pool = Pool::idle(&self.platform, self.control.view.kept_share);
        for (end_s, placement) in &self.running {
            if *end_s > self.now_s {
                self.pool.take(placement, self.now_s, self.now_s, *end_s);
            }
        }
        self.line_s = self.now_s;
        for Planned { job, placement, .. } in again {
            let processors = nodes_of(&placement);
            match self.planner {
                _ if self.is_local(&job) => self.plan_local(&job),
                Planner::FcfsStar => self.plan_earliest_end(&job),
                _ => self.plan_earliest(&job, processors),
            }
        }
    }

    /// Runs a round. If marks are recorded and the round plans a request, records a mark with the surfaces before the
    /// round.
    fn round(&mut self) {
        self.line_s = match self.control.view.surface {
            RoundSurface::Steps => self.now_s,
            RoundSurface::Flat => self.pool.highest_step_s(self.now_s),
        };
        let noted = self.facts.wants_marks.then(|| self.seen());
        (self.last_end_s, self.planned) = (None, 0);
        self.plan_waiting();
        self.rounds.held(self.now_s, self.last_end_s);
        if let Some(staircases) = noted.filter(|_| self.planned > 0) {
            let time = clock(self.now_s, true);
            let planned = counted(self.planned.into(), "request");
            self.facts.marks.push(Mark {
                time_s: self.now_s,
                words: format!("what the meta-scheduler saw in the round at {time}, before it planned {planned}"),
                staircases,
            });
        }
    }

    /// The surfaces on which this round plans. If they are a flat line, no processors are free below it.
    fn seen(&self) -> Vec<Vec<Step>> {
        let mut surfaces = self.pool.surfaces(self.line_s);
        if self.line_s > self.now_s {
            let below = Step { from_s: self.now_s, free: 0 };
            surfaces.iter_mut().for_each(|stairs| stairs.insert(0, below));
        }
        surfaces
    }

    /// The plans of all machines, with the surfaces on which a request like `job` is planned.
    fn plans(&self, job: &Job) -> Vec<ClusterPlan> {
        let machines = self.pool.machines();
        let surfaces = match self.is_local(job) {
            true => machines.iter().map(|own| own.stairs_from(self.now_s)).collect(),
            false => self.seen(),
        };
        let sizes = self.platform.clusters.iter().map(|own| own.nodes);
        let all = sizes.zip(machines).zip(surfaces);
        let plan = |((nodes, own), before): ((u32, &Surface), Vec<Step>)| {
            let free = own.unplanned_from(self.now_s);
            ClusterPlan { nodes, free, before, after: Vec::new(), taken: 0 }
        };
        all.map(plan).collect()
    }

    /// Plans those requests of the waiting room that the planner is able to plan now.
    fn plan_waiting(&mut self) {
        match self.planner {
            Planner::Asp { alpha, .. } => self.share(alpha),
            Planner::EqualAsp { alpha } => self.share_equally(alpha),
            Planner::Ffih { room: FfihRoom::One } if self.control.trigger == Trigger::Event => {
                let mut free = self.look();
                while let Some(job) = self.take(|job| u64::from(job.nodes) <= free) {
                    self.start_now(&job, job.nodes);
                    free = self.look();
                }
            }
            Planner::Fcfs | Planner::Ffih { .. } => {
                if matches!(self.planner, Planner::Ffih { .. }) && self.control.trigger == Trigger::Event {
                    let free = self.look();
                    let Some(job) = self.take(|job| u64::from(job.nodes) <= free) else { return };
                    self.plan_earliest(&job, job.nodes);
                }
                while let Some(job) = self.take(|_| true) {
                    self.plan_earliest(&job, job.nodes);
                }
            }
            Planner::FcfsStar => {
                while let Some(job) = self.take(|_| true) {
                    self.plan_earliest_end(&job);
                }
            }
        }
    }

    /// Removes and returns the next request of the waiting room, if `wanted` is true for it.
    fn take(&mut self, wanted: impl FnOnce(&Job) -> bool) -> Option<Job> {
        let job = self.room.next_if(wanted)?;
        self.rounds.left(&job);
        Some(job)
    }

    /// FCFS: plans the request at t = min { t' ≥ now | Free\*_M(t') ≥ A }, the earliest time from which its A
    /// processors stay free. On a flat line, t' is not below the line.
    fn plan_earliest(&mut self, job: &Job, processors: u32) {
        let mut placement = Placement::new();
        let found = self.pool.find(self.line_s, |_, room| room.total >= u64::from(processors));
        if let Some((start_s, room)) = found {
            let free = &room.free;
            self.mapping.place(processors, job.moldable, free, &mut placement);
            self.add(*job, placement, start_s);
        }
    }

    /// FCFS\*: compares all times from which enough processors stay free, and plans the request at the time that gives
    /// the earliest end; if several times give the same end, at the first of them. If all machines have the same speed,
    /// a later time can be better only if at this time the largest number of free processors on one machine is larger.
    fn plan_earliest_end(&mut self, job: &Job) {
        let processors = u64::from(job.nodes);
        let described = described(job);
        let (platform, network, present) = (&self.platform, &self.network, self.present.as_deref());
        let speeds = platform.clusters.iter().map(|own| own.speed);
        let (slowest, fastest) =
            speeds.fold((f64::INFINITY, 0.0f64), |(low, high), speed| (low.min(speed), high.max(speed)));
        let at_least_s = job.estimate_s / fastest;
        let mut best: Option<(f64, f64, Placement)> = None;
        let mut most = 0;
        let mut placement = Placement::new();
        let mapping = &mut self.mapping;
        self.pool.find(self.line_s, |start_s, room| {
            let end_s = best.as_ref().map_or(f64::INFINITY, |best| best.1);
            if start_s + at_least_s >= end_s {
                return true;
            }
            if room.total >= processors && (room.most > most || slowest < fastest) {
                most = room.most;
                mapping.place(job.nodes, job.moldable, &room.free, &mut placement);
                let own_s = start_s + expected_s(network, platform, present, &described, &placement);
                if own_s < end_s {
                    best = Some((start_s, own_s, placement.clone()));
                }
            }
            false
        });
        if let Some((start_s, _, placement)) = best {
            self.add(*job, placement, start_s);
        }
    }

    /// ASP: starts as many requests as possible now, in the order of the waiting room.
    fn share(&mut self, alpha: f64) {
        let free = self.look();
        let mut left = free;
        let mut chosen = Vec::new();
        while let Some(job) = self.take(|job| u64::from(sharing::least(job, alpha)) <= left) {
            left -= u64::from(sharing::least(&job, alpha));
            chosen.push(job);
        }
        chosen.sort_by_key(|job| job.id);
        let shares = sharing::shares(&chosen, alpha, free);
        for (job, processors) in chosen.iter().zip(shares) {
            self.look();
            self.start_now(job, processors);
        }
    }

    /// ASP with equal shares: every waiting request has the same share of the free processors, and the first that does not
    /// fit ends the pass. Processors left over stay free.
    fn share_equally(&mut self, alpha: f64) {
        let mut left = self.look();
        let each = sharing::equal(left, self.room.len());
        let given = |job: &Job| each.clamp(sharing::least(job, alpha), job.nodes);
        while let Some(job) = self.take(|job| u64::from(given(job)) <= left) {
            self.look();
            self.start_now(&job, given(&job));
            left -= u64::from(given(&job));
        }
    }

    /// Number of processors, summed over all machines, that are free now and are planned to stay free. On a flat line
    /// in the future, only the plan is known.
    fn look(&mut self) -> u64 {
        let planned = &self.pool.room(self.line_s).free;
        self.free.clear();
        if self.line_s > self.now_s {
            self.free.extend(planned);
        } else {
            let free = planned.iter().zip(&self.available);
            self.free.extend(free.map(|(&planned, &own)| planned.min(own)));
        }
        self.free.iter().map(|&own| u64::from(own)).sum()
    }

    /// Starts a request on `processors` of the processors that stay free: now, or at the flat line.
    fn start_now(&mut self, job: &Job, processors: u32) {
        let mut placement = Placement::new();
        self.mapping.place(processors, job.moldable, &self.free, &mut placement);
        for piece in &placement {
            let own = &mut self.available[piece.cluster as usize];
            *own = own.saturating_sub(piece.nodes);
        }
        self.add(*job, placement, self.line_s);
    }
}

/// Expected run time \[s\] of a described request that runs on these parts of machines: with the share of links that it
/// would have now, if `present` is given.
fn expected_s(
    network: &Network,
    platform: &Platform,
    present: Option<&Present>,
    described: &Job,
    placement: &Placement,
) -> f64 {
    let planned_s = network.planned_s(platform, described, placement);
    match present {
        None => planned_s,
        Some(present) => {
            match network.present_share(&present.state, described, placement) {
                // Plans rely on this number to the last bit.
                1.0 => planned_s,
                granted => stretched_s(planned_s, described.compute_fraction, granted),
            }
        }
    }
}

/// The request, with its estimate in place of its run time.
fn described(job: &Job) -> Job {
    Job { runtime_s: job.estimate_s, ..*job }
}

impl Scheduler for Metacomputer {
    fn submit(&mut self, job: &Job) -> Submission {
        self.now_s = job.arrival_s;
        self.changed = true;
        let local = self.is_local(job);
        if u64::from(job.nodes) > request::room(&self.platform, job, local, self.pool.shown()) {
            return Submission::Rejected(Rejection::Impossible);
        }
        self.watched |= self.facts.wants(job.id);
        if local {
            self.plan_local(job);
        } else {
            self.rounds.joined(job);
            self.room.add(*job);
        }
        Submission::Waiting
    }

    fn freed(&mut self, _cluster: u32) {
        self.changed = true;
    }

    fn next_start(&mut self, now_s: f64, state: &State, placement: &mut Placement) -> Option<Job> {
        self.now_s = now_s;
        if let Some(present) = &mut self.present {
            present.state.copy_use(state);
            if std::mem::take(&mut present.moved) {
                self.plan_again();
            }
        }
        let woken = self.rounds.next_s() == Some(now_s);
        let holds = (std::mem::take(&mut self.changed) || woken) && self.rounds.due(now_s);
        if holds {
            self.available.clear();
            self.available.extend_from_slice(state.free());
            self.plan.keep(now_s, &mut self.available);
            self.round();
        }
        self.vain = holds && self.planned == 0;
        let planned = self.plan.start(now_s, state.free())?;
        placement.clone_from(&planned.placement);
        self.watched &= self.facts.about != About::Job(planned.job.id);
        let promise_s = self.present.as_mut().and_then(|present| present.promises.remove(&planned.job.id));
        self.started = (promise_s.unwrap_or(planned.start_s), planned.end_s, planned.placement);
        Some(planned.job)
    }

    fn refusals(&mut self, state: &State, job: &Job) -> Vec<Refusal> {
        if let Some(never) = request::too_large(state, job, self.is_local(job), self.pool.shown()) {
            return vec![never];
        }
        if let Some(planned) = self.plan.of(job.id) {
            let sentence = format!("it is planned to start at {} s", fixed(planned.start_s, 1));
            return vec![Refusal::new("planned", sentence).with("start_s", planned.start_s)];
        }
        // With rounds, a request waits for the next round even if processors are free, so the number of free processors
        // is not reported.
        let free = (self.control.trigger == Trigger::Event).then(|| state.total_free());
        let round_s = self.rounds.next_s().filter(|&next_s| next_s > self.now_s);
        vec![request::in_the_waiting_room(free, round_s)]
    }

    fn facts(&mut self) -> Option<&mut Facts> {
        Some(&mut self.facts)
    }

    fn plans(&self) -> bool {
        true
    }

    fn wake_s(&self) -> Option<f64> {
        let later = |time_s: &f64| *time_s > self.now_s;
        let start_s = self.plan.next_s().filter(later);
        let round_s = self.rounds.next_s().filter(later);
        match (start_s, round_s) {
            (Some(start_s), Some(round_s)) => Some(start_s.min(round_s)),
            (start_s, round_s) => start_s.or(round_s),
        }
    }

    /// Skips rounds that plan nothing. A round depends only on the state. So once a round has planned nothing, later
    /// rounds also plan nothing until an event, a planned start, or a rise of the surfaces.
    fn pass(&mut self, event_s: f64) -> Option<Repeated> {
        if !self.vain {
            return None;
        }
        let others = [self.plan.next_s(), self.pool.next_rise_s(self.now_s)];
        let end_s = others.into_iter().flatten().fold(event_s, f64::min);
        let vain = self.rounds.pass(self.now_s, end_s)?;
        self.now_s = vain.end().1;
        Some(vain)
    }

    fn counters(&self) -> Counters {
        match self.control.trigger {
            Trigger::Event => Counters::default(),
            _ => Counters::of(PLANNING_ROUNDS.name, self.rounds.count()),
        }
    }

    fn promised_s(&self) -> Option<f64> {
        Some(self.started.0)
    }

    fn started(&mut self, slot: u32, end_s: f64) {
        let slot = slot as usize;
        if let Some(present) = &mut self.present {
            // It was planned with the shares of an earlier time, or starts late.
            present.moved |= end_s != self.started.1;
            self.started.1 = end_s;
        }
        if slot >= self.running.len() {
            self.running.resize(slot + 1, (0.0, Placement::new()));
        }
        self.running[slot] = (self.started.1, std::mem::take(&mut self.started.2));
    }

    fn expect(&mut self, slot: u32, end_s: f64, _granted: f64) {
        if let (Some(present), Some(running)) = (&mut self.present, self.running.get_mut(slot as usize)) {
            running.0 = end_s;
            present.moved = true;
        }
    }

    fn ended(&mut self, slot: u32, now_s: f64) {
        let Some((end_s, placement)) = self.running.get_mut(slot as usize) else { return };
        match &mut self.present {
            Some(present) => {
                present.moved |= now_s != *end_s;
                *end_s = now_s;
                placement.clear();
            }
            None if now_s < *end_s => self.pool.give_back(placement, now_s, *end_s),
            None => {}
        }
    }
}

#[cfg(test)]
mod tests;
