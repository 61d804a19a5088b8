//! The simulation loop.

use super::gate::Gate;
use super::outages::Faults;
use super::{Observer, Running};
use crate::base::digest::Digest;
use crate::base::ends::Ends;
use crate::base::problem::Problem;
use crate::network::allotment::Change;
use crate::network::{self, Network};
use crate::parameter::declare::choices;
use crate::platform::{Placement, State};
use crate::scheduler::facts::{Counters, KILLED_JOBS};
use crate::scheduler::{Scheduler, Submission};
use crate::workload::{Job, Source};

choices! {
    /// Treatment of jobs that run longer than their estimates.
    Overrun = RunsOn, also &[("runs-on", "run-on"), ("killed", "kill")], {
        /// The job runs to its end.
        RunsOn = "run-on", "Runs on";
        /// The job is killed when the time since its start exceeds its estimate on the nodes and at the speed that it got; time lost to links counts.
        Killed = "kill", "Is killed";
    }
}

choices! {
    /// Times at which the scheduler is asked to start jobs.
    Pass = Instant, {
        /// Once per instant: after all ends and all arrivals of it.
        Instant = "instant", "Per instant";
        /// After every single end and every single arrival, as in simulators that handle one event at a time.
        Event = "event", "Per event";
    }
}

/// State after a call of [`Simulation::advance`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Progress {
    /// There are more events.
    Running,
    /// All jobs have ended, or [too many wait](Simulation::overflowed).
    Finished,
}

/// One run: a workload, a platform, a network model and a scheduler.
pub struct Simulation<O> {
    pub(super) now_s: f64,
    pub(super) source: Box<dyn Source>,
    pub(super) next: Option<Job>,
    /// Jobs that wait for other jobs; `None` if no job of the workload does.
    pub(super) gate: Option<Box<Gate>>,
    pub(super) scheduler: Box<dyn Scheduler>,
    /// True if the scheduler must be told when the expected ends of running jobs change.
    plans: bool,
    pub(super) state: State,
    pub(super) network: Network,
    /// Indexed by slot. Slots of ended jobs are reused, so nothing is allocated or copied per job.
    pub(super) running: Vec<Running>,
    pub(super) vacant: Vec<u32>,
    pub(super) ends: Ends,
    digest: Digest,
    pub(super) ended: u64,
    /// The run ends after the instant in which the number of ended jobs reaches this limit.
    completions: u64,
    overrun: Overrun,
    pub(super) pass: Pass,
    /// Number of killed jobs.
    killed: u64,
    pub(super) arrived: u64,
    pub(super) waiting: usize,
    most_waiting: usize,
    /// Buffer for the jobs whose shares of link bandwidth have changed.
    rerated: Vec<Change>,
    /// Outages of nodes, if there are any.
    pub(super) faults: Option<Box<Faults>>,
    /// True if the scheduler takes and gives back the nodes of each part of a job.
    pub(super) in_parts: bool,
    /// True with a gate, outages, memory or GPUs, or if jobs run in parts.
    pub(super) is_special: bool,
    pub(super) observer: O,
}

impl<O: Observer> Simulation<O> {
    /// Creates a run. `state` is the idle platform.
    pub fn new(
        mut source: Box<dyn Source>,
        mut scheduler: Box<dyn Scheduler>,
        state: State,
        network: Network,
        mut observer: O,
    ) -> Simulation<O> {
        observer.begin(scheduler.as_mut());
        let gate = source.dependencies().map(|table| Box::new(Gate::new(table)));
        let in_parts = scheduler.in_parts();
        Simulation {
            in_parts,
            is_special: gate.is_some() || state.has_resources() || in_parts,
            now_s: 0.0,
            next: source.next(),
            gate,
            source,
            plans: scheduler.plans(),
            scheduler,
            state,
            network,
            running: Vec::new(),
            vacant: Vec::new(),
            ends: Ends::default(),
            digest: Digest::EMPTY,
            ended: 0,
            completions: u64::MAX,
            overrun: Overrun::default(),
            pass: Pass::default(),
            killed: 0,
            arrived: 0,
            waiting: 0,
            most_waiting: usize::MAX,
            rerated: Vec::new(),
            faults: None,
            observer,
        }
    }

    /// Ends the run after the instant in which the number of ended jobs reaches `completions`, even if other jobs wait
    /// or run.
    pub fn until(self, completions: u64) -> Simulation<O> {
        Simulation { completions, ..self }
    }

    /// Ends the run after the first instant in which the number of waiting jobs exceeds `most_waiting`.
    pub fn at_most_waiting(self, most_waiting: usize) -> Simulation<O> {
        Simulation { most_waiting, ..self }
    }

    /// Sets the rule for jobs that exceed their estimates, and the times at which jobs are started.
    pub fn by(self, overrun: Overrun, pass: Pass) -> Simulation<O> {
        Simulation { overrun, pass, ..self }
    }

    /// Simulates until at least `events` more jobs have arrived or ended (counted together, with the changes of outages),
    /// or nothing is left to do.
    /// The history of a run does not depend on the number of calls.
    pub fn advance(&mut self, events: u64) -> Progress {
        match self.is_special {
            true => self.advance_in::<true>(events),
            false => self.advance_in::<false>(events),
        }
    }

    /// See [`advance`](Simulation::advance). `SPECIAL`: the run has dependencies or outages. All others pay nothing for them.
    #[inline(always)]
    fn advance_in<const SPECIAL: bool>(&mut self, events: u64) -> Progress {
        let until = self.happened::<SPECIAL>().saturating_add(events);
        while self.happened::<SPECIAL>() < until {
            if self.ended >= self.completions || self.overflowed() || self.instant::<SPECIAL>() == Progress::Finished {
                return Progress::Finished;
            }
        }
        Progress::Running
    }

    /// Number of events so far.
    #[inline]
    fn happened<const SPECIAL: bool>(&self) -> u64 {
        let events = self.arrived + self.ended;
        match &self.faults {
            Some(own) if SPECIAL => events + own.happened,
            _ => events,
        }
    }

    /// Time of the last event \[s\].
    pub fn now_s(&self) -> f64 {
        self.now_s
    }

    /// Number of jobs that have ended.
    pub fn ended(&self) -> u64 {
        self.ended
    }

    /// Number of jobs that have arrived, including rejected jobs.
    pub fn arrived(&self) -> u64 {
        self.arrived
    }

    /// Total number of jobs that will arrive, if the workload knows it.
    pub fn total(&self) -> Option<u64> {
        self.source.total()
    }

    /// Number of waiting jobs.
    pub fn waiting(&self) -> usize {
        self.waiting
    }

    /// True if more jobs wait than [allowed](Simulation::at_most_waiting); this ends the run.
    #[inline]
    pub fn overflowed(&self) -> bool {
        self.waiting > self.most_waiting
    }

    /// Current free nodes and link loads.
    pub fn state(&self) -> &State {
        &self.state
    }

    /// Digest of the ended jobs: id, start, end and placement of each, in order of end.
    pub fn digest(&self) -> Digest {
        self.digest
    }

    /// Current counters of the scheduler, and the number of killed jobs if jobs can be killed.
    pub fn counters(&self) -> Counters {
        let mut counters = self.scheduler.counters();
        if self.overrun == Overrun::Killed {
            counters += &Counters::of(KILLED_JOBS, self.killed);
        }
        counters
    }

    /// Why the run must end, if something went wrong outside the simulation. `over` is true if nothing happens any more.
    pub fn failure(&self, over: bool) -> Option<Problem> {
        let stuck = self.faults.as_ref().filter(|_| over).and_then(|own| own.failure(self.waiting));
        stuck.or_else(|| self.scheduler.failure(over))
    }

    /// The observer.
    pub fn observer(&self) -> &O {
        &self.observer
    }

    /// Ends the run and returns the observer.
    pub fn into_observer(self) -> O {
        self.observer
    }

    /// Processes all events of the next instant.
    fn instant<const SPECIAL: bool>(&mut self) -> Progress {
        let end_s = self.ends.next_s().unwrap_or(f64::INFINITY);
        let arrival_s = self.next.as_ref().map_or(f64::INFINITY, |job| job.arrival_s);
        let mut event_s = end_s.min(arrival_s);
        if SPECIAL {
            event_s = self.special_event_s(event_s);
        }
        let now_s = match self.plans {
            true => event_s.min(self.wake_s(event_s)),
            false => event_s,
        };
        if now_s == f64::INFINITY {
            return Progress::Finished;
        }
        self.observer.elapsed(now_s, self.waiting, &self.state);
        self.now_s = now_s;
        while self.ends.next_s() == Some(now_s) {
            self.end_first::<SPECIAL>();
            if self.pass == Pass::Event {
                self.start_all::<SPECIAL>();
            }
        }
        if SPECIAL && self.faults.as_ref().is_some_and(|own| own.next_s() <= now_s) {
            self.outages();
            if self.pass == Pass::Event {
                self.start_all::<SPECIAL>();
            }
        }
        while let Some(job) = &self.next
            && job.arrival_s <= now_s
        {
            if SPECIAL {
                self.take_special();
                continue;
            }
            self.arrived += 1;
            self.observer.arrived(job, self.waiting);
            match self.scheduler.submit(job) {
                Submission::Waiting => self.waiting += 1,
                Submission::Rejected(why) => self.observer.rejected(job, why),
            }
            self.next = self.source.next();
            if self.pass == Pass::Event {
                self.start_all::<SPECIAL>();
            }
        }
        let mut round = 0;
        if SPECIAL {
            self.admit(round);
        }
        self.start_all::<SPECIAL>();
        // Starts of this instant may let other jobs pass.
        while SPECIAL && self.admit(round + 1) {
            self.start_all::<SPECIAL>();
            round += 1;
        }
        self.observer.decided(now_s, &self.state, self.scheduler.as_mut());
        Progress::Running
    }

    /// Next wake-up time of the scheduler \[s\]; infinite if there is none. Rounds without effect before the next
    /// event, at `event_s` \[s\], are skipped.
    fn wake_s(&mut self, event_s: f64) -> f64 {
        let wake_s = |scheduler: &dyn Scheduler| scheduler.wake_s().unwrap_or(f64::INFINITY);
        let first_s = wake_s(self.scheduler.as_ref());
        if first_s < event_s
            && let Some(vain) = self.scheduler.pass(event_s)
        {
            self.observer.passed(vain, self.waiting, &self.state);
            self.now_s = vain.end().1;
            return wake_s(self.scheduler.as_ref());
        }
        first_s
    }

    /// Starts all jobs that the scheduler selects, and updates the link shares.
    #[inline]
    pub(super) fn start_all<const SPECIAL: bool>(&mut self) {
        while self.start_next::<SPECIAL>() {}
        self.network.settle(&self.state, &mut self.rerated);
        if !self.rerated.is_empty() {
            self.rerate();
        }
    }

    /// Starts the next job that the scheduler selects, if there is one.
    #[inline]
    fn start_next<const SPECIAL: bool>(&mut self) -> bool {
        let slot = match self.vacant.last() {
            Some(&slot) => slot,
            None => {
                let slot = self.running.len() as u32;
                self.running.push(Running::vacant());
                self.vacant.push(slot);
                slot
            }
        };
        let running = &mut self.running[slot as usize];
        running.placement.clear();
        let next = self.scheduler.next_start(self.now_s, &self.state, &mut running.placement);
        if SPECIAL && self.in_parts {
            self.change_parts();
        }
        let running = &mut self.running[slot as usize];
        let Some(job) = next else { return false };
        self.vacant.pop();
        self.waiting -= 1;
        running.job = job;
        if SPECIAL && let Some(gate) = &mut self.gate {
            [running.job.arrival_s, running.held_s] = gate.started(&job, self.now_s);
        }
        let platform = self.state.platform();
        running.demands = self.network.demands(platform, &job, &running.placement);
        match SPECIAL && self.in_parts {
            true => self.state.claim(&Placement::new(), &running.demands),
            false => self.state.claim(&running.placement, &running.demands),
        }
        if SPECIAL && self.state.has_resources() {
            running.resources = self.state.resources_of(job.asks, &running.placement);
            self.state.claim(&Placement::new(), &running.resources);
        }
        let (platform, placement) = (self.state.platform(), &running.placement);
        running.dedicated_s = network::dedicated_s(platform, &job, placement);
        if self.plans {
            running.node_share = self.scheduler.node_share();
            running.dedicated_s /= running.node_share;
        }
        running.stage_in_s = network::stage_in_s(platform, &job, placement);
        // This time equals that of `Network::planned_s` to the last bit, because plans rely on it.
        running.stretched_s = running.dedicated_s * self.network.slowdown(&job, placement) + running.stage_in_s;
        running.dedicated_s += running.stage_in_s;
        self.network.join(slot, &running.job, &running.placement, &running.demands);
        running.start_s = self.now_s;
        running.settled_s = self.now_s;
        running.limit_s = match self.overrun {
            Overrun::RunsOn => f64::INFINITY,
            Overrun::Killed => self.now_s + running.allowed_s(platform),
        };
        running.ends_at(self.now_s + running.stretched_s);
        running.granted = 1.0;
        running.limited_by = None;
        running.granted_s = 0.0;
        running.left = 1.0;
        self.ends.push(running.end_s, job.id, slot);
        if self.plans {
            running.promised_s = self.scheduler.promised_s();
            let end_s = running.expected_end_s(self.state.platform());
            self.scheduler.started(slot, end_s);
        }
        self.observer.started(running, &self.state);
        true
    }

    #[inline]
    fn end_first<const SPECIAL: bool>(&mut self) {
        let Some(slot) = self.ends.pop() else { return };
        self.leave(slot);
        let running = &mut self.running[slot as usize];
        self.ended += 1;
        self.killed += u64::from(running.killed);
        let lacking = SPECIAL && self.ended_special(slot);
        self.observer.ended(self.now_s, &self.running[slot as usize]);
        if lacking {
            self.fill(slot);
        }
        self.vacant.push(slot);
    }

    /// Takes a job off its nodes and links.
    #[inline(always)]
    pub(super) fn leave(&mut self, slot: u32) {
        let running = &mut self.running[slot as usize];
        running.granted_s += (self.now_s - running.settled_s) * running.granted;
        running.settled_s = self.now_s;
        match self.in_parts {
            true => self.state.release(&Placement::new(), &running.demands),
            false => self.state.release(&running.placement, &running.demands),
        }
        if !running.resources.is_empty() {
            self.state.release(&Placement::new(), &std::mem::take(&mut running.resources));
        }
        self.network.leave(slot, &running.placement);
        self.digest.add(running.job.id);
        self.digest.add_f64(running.start_s);
        self.digest.add_f64(self.now_s);
        for piece in &running.placement {
            self.scheduler.freed(piece.cluster);
            self.digest.add(u64::from(piece.cluster) << 32 | u64::from(piece.nodes));
        }
        if self.plans {
            self.scheduler.ended(slot, self.now_s);
        }
    }

    /// Moves the ends of the jobs whose shares of link bandwidth have changed.
    fn rerate(&mut self) {
        for change in self.rerated.drain(..) {
            let running = &mut self.running[change.slot as usize];
            running.rerate(self.now_s, change.granted);
            running.limited_by = change.limited_by;
            self.ends.reschedule(running.end_s, change.slot);
            if self.plans {
                let end_s = running.expected_end_s(self.state.platform());
                self.scheduler.expect(change.slot, end_s, change.granted);
            }
            self.observer.rerated(self.now_s, running);
        }
    }
}
