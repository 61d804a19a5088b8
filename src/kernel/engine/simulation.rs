//! The simulation loop.

use super::Observer;
use crate::base::digest::Digest;
use crate::base::ends::Ends;
use crate::base::problem::Problem;
use crate::network::allotment::Change;
use crate::network::{self, Network, stretched_s};
use crate::parameter::declare::choices;
use crate::platform::{Demands, Placement, Platform, State, nodes_of};
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

/// A job that runs, or has just ended.
#[derive(Clone, Debug)]
pub struct Running {
    /// The job.
    pub job: Job,
    /// Placement of the job.
    pub placement: Placement,
    /// Link demands; empty unless the job is co-allocated or in the model of cluster networks.
    pub demands: Demands,
    /// Start time \[s\].
    pub start_s: f64,
    /// Predicted end at the current rate \[s\].
    pub end_s: f64,
    /// Start that the job was promised first \[s\], if it had a reservation.
    pub promised_s: Option<f64>,
    /// Run time without network delays \[s\]: T_E, divided by the speed of the slowest cluster. If the job got fewer
    /// nodes than requested, its run time on these nodes replaces T_E.
    pub dedicated_s: f64,
    /// Granted share s of the bandwidth demand, in (0, 1].
    pub granted: f64,
    /// The link that limited the share to `granted` at the last change. `None` if the job has its whole demand, and in
    /// networks without shares.
    pub limited_by: Option<u32>,
    /// Time integral of the granted share \[s\]. This integral times the demand is the number of bits sent.
    pub granted_s: f64,
    /// Time at which the job is killed if it has not ended \[s\]; infinite if never.
    limit_s: f64,
    /// True if, at the current rate, the job is killed before all its work is done.
    pub killed: bool,
    /// Fraction of the work left at `settled_s`.
    left: f64,
    /// Run time of the whole job at the current rate \[s\].
    stretched_s: f64,
    /// Time at which `left` was computed \[s\].
    settled_s: f64,
}

impl Running {
    /// An unused slot. The scheduler writes into the slot's placement.
    fn vacant() -> Running {
        Running {
            job: Job::default(),
            placement: Placement::new(),
            demands: Demands::new(),
            start_s: 0.0,
            end_s: 0.0,
            promised_s: None,
            dedicated_s: 0.0,
            granted: 1.0,
            limited_by: None,
            granted_s: 0.0,
            limit_s: f64::INFINITY,
            killed: false,
            left: 0.0,
            stretched_s: 0.0,
            settled_s: 0.0,
        }
    }

    /// True if the job runs on more than one cluster.
    #[inline]
    pub fn co_allocated(&self) -> bool {
        self.placement.len() > 1
    }

    /// Time from the start to `end_s`, divided by the dedicated run time: the paper's penalty, at least 1.
    #[inline]
    pub fn penalty(&self, end_s: f64) -> f64 {
        ((end_s - self.start_s) / self.dedicated_s).max(1.0)
    }

    /// End at the current rate if the estimate is right \[s\]. If the job runs longer than estimated, this time is in
    /// the past.
    fn expected_end_s(&self, platform: &Platform) -> f64 {
        if self.job.estimate_s == self.job.runtime_s {
            return self.end_s;
        }
        let estimate_s = self.job.estimate_on_s(nodes_of(&self.placement));
        let estimated_s = platform.dedicated_s(estimate_s, &self.placement);
        let done_s = (1.0 - self.left) * self.dedicated_s;
        let rest_s = (estimated_s - done_s).max(0.0);
        let expected_s = self.settled_s + rest_s * (self.stretched_s / self.dedicated_s);
        expected_s.min(self.limit_s)
    }

    /// Run time that the job may have, by its estimate, on the nodes of the placement \[s\].
    fn allowed_s(&self, platform: &Platform) -> f64 {
        if self.job.estimate_s == self.job.runtime_s {
            return self.dedicated_s;
        }
        let estimate_s = self.job.estimate_on_s(nodes_of(&self.placement));
        platform.dedicated_s(estimate_s, &self.placement)
    }

    /// Computes the work done until `now_s` \[s\]. From this time on, the job has the share `granted` (J5 eq. 6–7).
    #[inline(always)]
    fn rerate(&mut self, now_s: f64, granted: f64) {
        let elapsed = now_s - self.settled_s;
        self.left = (self.left - elapsed / self.stretched_s).max(0.0);
        self.granted_s += elapsed * self.granted;
        self.settled_s = now_s;
        self.granted = granted;
        self.stretched_s = stretched_s(self.dedicated_s, self.job.compute_fraction, granted);
        self.ends_at(now_s + self.left * self.stretched_s);
    }

    /// Sets the end to `done_s`, the time at which all work is done, or to the time at which the job is killed if that
    /// is earlier.
    #[inline(always)]
    fn ends_at(&mut self, done_s: f64) {
        self.killed = done_s > self.limit_s;
        self.end_s = done_s.min(self.limit_s);
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
    now_s: f64,
    source: Box<dyn Source>,
    next: Option<Job>,
    scheduler: Box<dyn Scheduler>,
    /// True if the scheduler must be told when the expected ends of running jobs change.
    plans: bool,
    state: State,
    network: Network,
    /// Indexed by slot. Slots of ended jobs are reused, so nothing is allocated or copied per job.
    running: Vec<Running>,
    vacant: Vec<u32>,
    ends: Ends,
    digest: Digest,
    ended: u64,
    /// The run ends after the instant in which the number of ended jobs reaches this limit.
    completions: u64,
    overrun: Overrun,
    pass: Pass,
    /// Number of killed jobs.
    killed: u64,
    arrived: u64,
    waiting: usize,
    most_waiting: usize,
    /// Buffer for the jobs whose shares of link bandwidth have changed.
    rerated: Vec<Change>,
    observer: O,
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
        Simulation {
            now_s: 0.0,
            next: source.next(),
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

    /// Simulates until at least `events` more jobs have arrived or ended (counted together), or nothing is left to do.
    /// The history of a run does not depend on the number of calls.
    pub fn advance(&mut self, events: u64) -> Progress {
        let until = (self.arrived + self.ended).saturating_add(events);
        while self.arrived + self.ended < until {
            if self.ended >= self.completions || self.overflowed() || self.instant() == Progress::Finished {
                return Progress::Finished;
            }
        }
        Progress::Running
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
        self.scheduler.failure(over)
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
    fn instant(&mut self) -> Progress {
        let end_s = self.ends.next_s().unwrap_or(f64::INFINITY);
        let arrival_s = self.next.as_ref().map_or(f64::INFINITY, |job| job.arrival_s);
        let event_s = end_s.min(arrival_s);
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
            self.end_first();
            if self.pass == Pass::Event {
                self.start_all();
            }
        }
        while let Some(job) = &self.next
            && job.arrival_s <= now_s
        {
            self.arrived += 1;
            self.observer.arrived(job, self.waiting);
            match self.scheduler.submit(job) {
                Submission::Waiting => self.waiting += 1,
                Submission::Rejected(why) => self.observer.rejected(job, why),
            }
            self.next = self.source.next();
            if self.pass == Pass::Event {
                self.start_all();
            }
        }
        self.start_all();
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
    fn start_all(&mut self) {
        while self.start_next() {}
        self.network.settle(&self.state, &mut self.rerated);
        if !self.rerated.is_empty() {
            self.rerate();
        }
    }

    /// Starts the next job that the scheduler selects, if there is one.
    #[inline]
    fn start_next(&mut self) -> bool {
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
        let Some(job) = next else { return false };
        self.vacant.pop();
        self.waiting -= 1;
        running.job = job;
        let platform = self.state.platform();
        running.demands = self.network.demands(platform, &job, &running.placement);
        self.state.claim(&running.placement, &running.demands);
        let (platform, placement) = (self.state.platform(), &running.placement);
        running.dedicated_s = network::dedicated_s(platform, &job, placement);
        // This product equals the product in `Network::planned_s` to the last bit, because plans rely on it.
        running.stretched_s = running.dedicated_s * self.network.slowdown(&job, placement);
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
    fn end_first(&mut self) {
        let Some(slot) = self.ends.pop() else { return };
        let running = &mut self.running[slot as usize];
        running.granted_s += (self.now_s - running.settled_s) * running.granted;
        running.settled_s = self.now_s;
        self.state.release(&running.placement, &running.demands);
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
        self.ended += 1;
        self.killed += u64::from(running.killed);
        self.observer.ended(self.now_s, running);
        self.vacant.push(slot);
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
