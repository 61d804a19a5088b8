//! Look-ahead co-allocation: TLA, extended to spread a job over several clusters, or to delay it.

mod places;
#[cfg(test)]
mod tests;

use super::LookAhead;
use super::linked::{Future, LinkedSimulation, Simple};
use super::one_cluster::Draws;
use super::put_off::PutOff;
use super::ranks::Ranks;
use super::score::Tally;
use crate::base::random::Stream;
use crate::models::jones::B3;
use crate::models::refusals::no_cluster;
use crate::network::Network;
use crate::platform::{Placement, State};
use crate::scheduler::Policy;
use crate::scheduler::foresight::{self, Foresight};
use crate::scheduler::outlook::Outlook;
use crate::scheduler::refusal::Refusal;
use crate::workload::Job;
use places::Places;
pub use places::Spreading;

/// Default number of jobs simulated for a decision.
pub const USUAL_DEPTH: usize = 50;

/// Largest number of jobs that may be put off at one time. Once this many are put off, no further job is simulated or
/// spread at this time.
const MOST_PUT_OFF: usize = 20;

/// TLA with co-allocation. If a cluster has room for the job, the choice is that of TLA. Otherwise the candidates are
/// the places that B3 and A1 of model 1 would use, and waiting if other jobs run. The candidate whose simulated future
/// has the lowest score is chosen; of several with the same score, the first.
#[derive(Clone, Debug)]
pub struct CoAllocatingTla {
    ahead: LookAhead,
    simulation: LinkedSimulation,
    draws: Draws,
    places: Places,
    put_off: PutOff,
    /// Placements that the last simulation fixed for the jobs decided next.
    fixed: Vec<(u64, Placement)>,
    /// Buffer of candidate places.
    candidates: Vec<Placement>,
}

impl CoAllocatingTla {
    /// The policy on the platform of `idle`, with the links of `network`.
    pub fn new(
        idle: &State,
        network: Network,
        ahead: LookAhead,
        spreading: Spreading,
        draws: Draws,
    ) -> CoAllocatingTla {
        let Spreading { chunk, lslt, passing, .. } = spreading;
        let simple =
            Simple { ranks: Ranks::of(idle.platform()), spread: B3 { chunk, lslt }, largest: idle.most_free() };
        CoAllocatingTla {
            simulation: LinkedSimulation::new(idle, network, simple, (ahead.fit, passing)),
            ahead,
            draws,
            places: Places::new(idle, spreading),
            put_off: PutOff::new(MOST_PUT_OFF),
            fixed: Vec::new(),
            candidates: Vec::new(),
        }
    }

    /// This policy with another limit of jobs put off at one time.
    pub fn with_most_put_off(self, most: usize) -> CoAllocatingTla {
        CoAllocatingTla { put_off: PutOff::new(most), ..self }
    }

    /// This policy with another limit of steps of A1's search.
    pub fn with_search_steps(mut self, steps: u32) -> CoAllocatingTla {
        self.places.a1 = self.places.a1.with_search_steps(steps);
        self
    }

    /// The simulated future in which the waiting `job` starts now at `placement` or, without placement, continues to
    /// wait. Returns the score, and the jobs that start in this future, in order of start.
    pub fn future(&mut self, outlook: &Outlook, job: &Job, placement: Option<&Placement>) -> (f64, &[Future]) {
        let tally = self.simulate(outlook, job, placement, None);
        let score = tally.map_or(f64::INFINITY, |tally| tally.value());
        (score, self.simulation.started())
    }

    /// The random numbers for simulations about a job. All candidate places of the job use the same numbers.
    fn stream(&self, job: &Job) -> Stream {
        self.draws.of("look-ahead", job)
    }

    fn simulate(
        &mut self,
        outlook: &Outlook,
        job: &Job,
        placement: Option<&Placement>,
        best: Option<&Tally>,
    ) -> Option<Tally> {
        let (passed, behind) = outlook.others(job);
        let depth = self.ahead.depth;
        let left = depth.saturating_sub(passed.len());
        let others = (passed.take(depth), behind.take(left));
        let stream = self.stream(job);
        let tally = Tally::new(self.ahead.score, outlook.first_estimate_s());
        self.simulation.run(outlook, (job, placement), others, stream, (tally, best))
    }

    /// Index of the candidate with the lowest score; `None` if waiting has the lowest score.
    fn best(&mut self, outlook: &Outlook, job: &Job, candidates: &[Placement], may_wait: bool) -> Option<usize> {
        let mut best: Option<(Tally, Option<usize>)> = None;
        self.fixed.clear();
        let places = candidates.iter().map(Some).enumerate();
        let wait = may_wait.then_some((usize::MAX, None));
        let mut spread = None;
        for (at, placement) in places.chain(wait) {
            let so_far = best.as_ref().map(|(tally, _)| tally);
            let Some(tally) = self.simulate(outlook, job, placement, so_far) else {
                continue;
            };
            if best.as_ref().is_none_or(|(least, _)| tally.value() < least.value()) {
                spread = best.map(|(tally, _)| tally.value());
                best = Some((tally, placement.map(|_| at)));
                self.fix(job);
            }
        }
        let (tally, at) = best?;
        if let (None, Some(spread)) = (at, spread) {
            self.put_off.add(job.id, (spread, tally.value()));
        }
        at
    }

    /// Fixes the placements of the jobs decided next, as they are in the simulated future.
    fn fix(&mut self, job: &Job) {
        self.fixed.clear();
        let others = self.simulation.started().iter();
        let others = others.filter(|other| other.job.id != job.id);
        let fixed = others.map(|other| (other.job.id, other.placement.clone()));
        self.fixed.extend(fixed.take(self.ahead.decisions - 1));
    }

    /// The placement that was fixed for the job, if there is still room for it.
    fn fixed(&self, state: &State, job: &Job) -> Option<&Placement> {
        let (_, placement) = self.fixed.iter().find(|fixed| fixed.0 == job.id)?;
        let mut pieces = placement.iter();
        let room = pieces.all(|piece| piece.nodes <= state.free()[piece.cluster as usize]);
        room.then_some(placement)
    }

    /// Finds the candidate places of the job. True if waiting is a candidate too. A job that fits on one cluster never
    /// waits, so for such a job the result is false.
    fn choices(&mut self, outlook: &Outlook, state: &State, job: &Job, candidates: &mut Vec<Placement>) -> bool {
        candidates.clear();
        let simple = &mut self.simulation.simple;
        self.places.of(simple, state, job, candidates);
        let first = candidates.first();
        first.is_some_and(|first| first.len() > 1) && outlook.running().next().is_some()
    }

    fn decide(
        &mut self,
        outlook: &Outlook,
        state: &State,
        job: &Job,
        candidates: &mut Vec<Placement>,
    ) -> Option<usize> {
        let may_wait = self.choices(outlook, state, job, candidates);
        let whole = candidates.first()?.len() == 1;
        if may_wait && !self.put_off.may_look(outlook.now_s(), job.id) {
            return None;
        }
        let (passed, behind) = outlook.others(job);
        let alone = passed.len() + behind.len() == 0 || self.ahead.depth == 0;
        let choices = candidates.len() + usize::from(may_wait);
        // If there is only one candidate, a future is simulated only if it is needed to fix the placements of later
        // jobs.
        if (whole && alone) || (choices == 1 && self.ahead.decisions == 1) {
            return Some(0);
        }
        self.best(outlook, job, candidates, may_wait)
    }
}

impl Policy for CoAllocatingTla {
    fn reach(&self, state: &State, home: u32) -> u64 {
        self.places.reach(&self.simulation.simple, state, home)
    }

    fn expect(&mut self, job: &Job) {
        self.places.a1.expect(job);
    }

    fn looks_ahead(&self) -> bool {
        true
    }

    fn place(&mut self, state: &State, job: &Job, placement: &mut Placement) -> bool {
        self.simulation.simple.place_fastest(state, job, placement)
    }

    fn place_ahead(&mut self, outlook: &Outlook, state: &State, job: &Job, placement: &mut Placement) -> bool {
        if let Some(fixed) = self.fixed(state, job) {
            placement.clone_from(fixed);
            self.put_off.remove(job.id);
            return true;
        }
        let mut candidates = std::mem::take(&mut self.candidates);
        let chosen = self.decide(outlook, state, job, &mut candidates);
        if let Some(at) = chosen {
            placement.clone_from(&candidates[at]);
            self.put_off.remove(job.id);
        }
        self.candidates = candidates;
        chosen.is_some()
    }

    fn foresee(&mut self, outlook: &Outlook, state: &State, job: &Job) -> Option<Foresight> {
        let mut foresight = Foresight::new(outlook, state, job, self.ahead.score.words());
        if self.fixed(state, job).is_some() {
            return Some(foresight);
        }
        let mut candidates = Vec::new();
        let may_wait = self.choices(outlook, state, job, &mut candidates);
        for placement in candidates.iter().map(Some).chain(may_wait.then_some(None)) {
            let Some(tally) = self.simulate(outlook, job, placement, None) else {
                continue;
            };
            let mut future = foresight::Future::new(placement.map_or(&[], |own| own.as_slice()));
            let foreseen = |own: &Future| own.foreseen(state, outlook.now_s());
            let running = self.simulation.running().iter();
            let spread = running.filter(|own| own.placement.len() > 1);
            future.running = spread.map(foreseen).collect();
            for own in self.simulation.started() {
                future.push(|| foreseen(own));
            }
            (future.score, future.count) = (tally.value(), tally.jobs());
            foresight.add(future);
        }
        (foresight.choices > 0).then_some(foresight)
    }

    fn refusals(&mut self, state: &State, job: &Job) -> Vec<Refusal> {
        let Some(whole) = no_cluster(state, job) else {
            return Vec::new();
        };
        let simple = &mut self.simulation.simple;
        let none = match self.places.refusals(simple, state, job) {
            Some(none) => none,
            None => match self.put_off.refusal(job.id) {
                Some(put_off) => vec![put_off],
                None => return Vec::new(),
            },
        };
        std::iter::once(whole).chain(none).collect()
    }
}
