//! Runs with dependencies between jobs, with outages of nodes, or with jobs that run in parts: all other runs skip these paths.

use super::gate::{Event, Passed};
use super::outages::Faults;
use super::{Observer, Pass, Recovery, Simulation};
use crate::platform::{Demands, Outage, Outages, Placement};
use crate::scheduler::{PartChange, Rejection, Submission};
use crate::workload::Job;

impl<O: Observer> Simulation<O> {
    /// Adds outages of nodes to the run, before it begins.
    pub fn with_outages(mut self, outages: Outages, recovery: Recovery) -> Simulation<O> {
        let known: Vec<Outage> = outages.known().copied().collect();
        self.scheduler.foresee(&known);
        self.faults = Some(Box::new(Faults::new(outages, recovery)));
        self.is_special = true;
        self
    }

    /// Takes and gives back the nodes of parts that have begun or ended.
    #[cold]
    pub(super) fn change_parts(&mut self) {
        let piece = |piece| Placement::from_slice(&[piece]);
        while let Some(change) = self.scheduler.next_part() {
            match change {
                PartChange::Begun(own) => self.state.claim(&piece(own), &Demands::new()),
                PartChange::Ended(own) => self.state.release(&piece(own), &Demands::new()),
            }
        }
    }

    /// The next event, which without dependencies and outages is at `event_s` \[s\].
    #[cold]
    pub(super) fn special_event_s(&self, event_s: f64) -> f64 {
        let passed_s = self.gate.as_ref().map_or(f64::INFINITY, |gate| gate.next_s());
        let event_s = event_s.min(passed_s);
        match &self.faults {
            Some(own) if event_s < f64::INFINITY || own.may_help(self.waiting) => event_s.min(own.next_s()),
            _ => event_s,
        }
    }

    /// Takes jobs of the workload: the next one, or as many as the gate needs.
    #[cold]
    pub(super) fn take_special(&mut self) {
        if self.gate.is_some() {
            return self.hold();
        }
        let Some(job) = self.next.take() else { return };
        self.next = self.source.next();
        self.arrived += 1;
        self.observer.arrived(&job, self.waiting);
        match self.submit(&job) {
            None => self.waiting += 1,
            Some(why) => self.observer.rejected(&job, why),
        }
        if self.pass == Pass::Event {
            self.start_all::<true>();
        }
    }

    /// Submits a job for the first time. The reason if the scheduler rejects it.
    fn submit(&mut self, job: &Job) -> Option<Rejection> {
        let shown = self.faults.as_mut().map_or(*job, |own| {
            own.progressed();
            own.submitted(job)
        });
        let Submission::Rejected(why) = self.scheduler.submit(&shown) else { return None };
        if let Some(own) = &mut self.faults {
            own.forget(job.id);
        }
        Some(why)
    }

    /// A job has ended. True if outages lack nodes.
    #[cold]
    pub(super) fn ended_special(&mut self, slot: u32) -> bool {
        let running = &mut self.running[slot as usize];
        let lacking = self.faults.as_mut().is_some_and(|own| {
            own.progressed();
            own.ended(&mut running.job);
            own.lacking > 0
        });
        if let Some(gate) = &mut self.gate {
            gate.tell(running.job.id, Event::Ended(!running.killed), self.now_s);
        }
        lacking
    }

    /// Passes the next job of the workload to the gate. With feedback, all jobs, because a dependent job may arrive before the workload says.
    fn hold(&mut self) {
        let Some(gate) = &mut self.gate else { return };
        while let Some(job) = self.next.take() {
            self.next = self.source.next();
            if gate.is_feedback() {
                gate.take(job);
                continue;
            }
            self.arrived += 1;
            self.observer.arrived(&job, self.waiting);
            self.waiting += 1;
            if gate.take(job) {
                self.observer.held(&job, gate.dependencies_of(job.id));
            }
            break;
        }
    }

    /// Submits the jobs that pass the gate now. True if there were any.
    #[cold]
    pub(super) fn admit(&mut self, round: u32) -> bool {
        let mut any = false;
        while let Some(gate) = &mut self.gate
            && let Some(passed) = gate.next(self.now_s)
        {
            any = true;
            let (Passed::Eligible(mut job) | Passed::Never(mut job)) = passed;
            if gate.is_feedback() {
                job.arrival_s = self.now_s;
                self.arrived += 1;
                self.observer.arrived(&job, self.waiting);
                self.waiting += 1;
            }
            let rejection = match passed {
                Passed::Never(_) => Some(Rejection::Unmet),
                Passed::Eligible(_) => {
                    let shown = gate.shown(job, self.now_s, round);
                    self.submit(&shown)
                }
            };
            match rejection {
                Some(why) => {
                    self.waiting -= 1;
                    self.observer.rejected(&job, why);
                    self.tell(job.id, Event::Refused);
                }
                None => self.observer.eligible(self.now_s, &job),
            }
            if self.pass == Pass::Event {
                self.start_all::<true>();
            }
        }
        any
    }

    /// Tells the jobs that wait for a job what happened to it.
    pub(super) fn tell(&mut self, job: u64, event: Event) {
        if let Some(gate) = &mut self.gate {
            gate.tell(job, event, self.now_s);
        }
    }
}
