//! Look-ahead co-allocation: TLA that may also spread a job over several clusters, or let it wait.

use super::LookAhead;
use super::linked::{Future, LinkedSimulation, Simple};
use super::one_cluster::{Draws, put, roomy};
use super::put_off::PutOff;
use super::ranks::Ranks;
use super::score::Tally;
use crate::base::random::Stream;
use crate::network::Network;
use crate::platform::{Placement, State};
use crate::scenario::Objective;
use crate::scheduler::Policy;
use crate::scheduler::jones::{A1, B1, B2, B3, FirstFit};
use crate::scheduler::outlook::Outlook;
use crate::scheduler::refusal::Refusal;
use crate::workload::Job;

/// Jobs that are simulated for a decision if nothing else is said.
pub const USUAL_DEPTH: usize = 50;

/// So many jobs may be found to do better to wait at one instant; after that no others are spread, and none simulated for it.
const MOST_PUT_OFF: usize = 20;

/// How jobs are spread over several clusters.
#[derive(Clone, Copy, Debug)]
pub struct Spreading {
    /// B3's chunk.
    pub chunk: f64,
    /// LSLT: the threshold of A1, B1, B2 and B3.
    pub lslt: f64,
    /// Whether there are also places that load links beyond the threshold: those of First-fit, B1 and B2.
    pub all: bool,
    /// Whether jobs may pass each other in the simulation.
    pub passing: bool,
}

/// TLA with co-allocation. Where some cluster has room for a job it is TLA. Where none has, a job goes to one of the
/// places that model 1 would give it, B3's and A1's; or it waits, if anybody runs. Of these it is the one whose simulated
/// future has the lowest score, ties to the first.
#[derive(Clone, Debug)]
pub struct CoAllocatingTla {
    ahead: LookAhead,
    simulation: LinkedSimulation,
    draws: Draws,
    spreading: Spreading,
    a1: A1,
    put_off: PutOff,
    /// What the last simulation fixed for the jobs after the one that it was about.
    fixed: Vec<(u64, Placement)>,
    /// Scratch.
    candidates: Vec<Placement>,
}

impl CoAllocatingTla {
    /// On the platform of `idle`, whose links are as in `network`.
    pub fn new(
        idle: &State,
        network: Network,
        ahead: LookAhead,
        spreading: Spreading,
        draws: Draws,
    ) -> CoAllocatingTla {
        let Spreading {
            chunk,
            lslt,
            passing,
            ..
        } = spreading;
        let simple = Simple {
            ranks: Ranks::of(idle.platform()),
            spread: B3 { chunk, lslt },
            largest: idle.most_free(),
        };
        CoAllocatingTla {
            simulation: LinkedSimulation::new(idle, network, simple, (ahead.fit, passing)),
            ahead,
            draws,
            spreading,
            a1: A1::new(idle, lslt, Objective::First),
            put_off: PutOff::new(MOST_PUT_OFF),
            fixed: Vec::new(),
            candidates: Vec::new(),
        }
    }

    /// The same with another number of jobs that may be put off at one instant.
    pub fn with_most_put_off(self, most: usize) -> CoAllocatingTla {
        CoAllocatingTla {
            put_off: PutOff::new(most),
            ..self
        }
    }

    /// The same with another number of steps after which A1's search gives up.
    pub fn with_search_steps(self, steps: u32) -> CoAllocatingTla {
        CoAllocatingTla {
            a1: self.a1.with_search_steps(steps),
            ..self
        }
    }

    /// The simulated future if `job`, which waits, starts now at `placement`, or waits on: its score, and the jobs that start
    /// in it, in this order.
    pub fn future(
        &mut self,
        outlook: &Outlook,
        job: &Job,
        placement: Option<&Placement>,
    ) -> (f64, &[Future]) {
        let tally = self.simulate(outlook, job, placement, None);
        let score = tally.map_or(f64::INFINITY, |tally| tally.value());
        (score, self.simulation.started())
    }

    /// All candidates draw the same numbers.
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
        let tally = Tally::new(self.ahead.score);
        self.simulation
            .run(outlook, (job, placement), others, stream, (tally, best))
    }

    /// Whole on each cluster with room, from fast to slow.
    fn whole(&self, state: &State, job: &Job, candidates: &mut Vec<Placement>) {
        for cluster in roomy(&self.simulation.simple.ranks, state.free(), job.nodes) {
            let mut placement = Placement::new();
            put(job, cluster.cluster, &mut placement);
            candidates.push(placement);
        }
    }

    /// Where model 1 would spread the job, and where First-fit would if there is no other way.
    fn spread(&mut self, state: &State, job: &Job, candidates: &mut Vec<Placement>) {
        let lslt = self.spreading.lslt;
        let ask = |policy: &mut dyn Policy, candidates: &mut Vec<Placement>| {
            let mut placement = Placement::new();
            if policy.place(state, job, &mut placement) {
                placement.sort_unstable_by_key(|piece| piece.cluster);
                if !candidates.contains(&placement) {
                    candidates.push(placement);
                }
            }
        };
        ask(&mut self.simulation.simple.spread, candidates);
        ask(&mut self.a1, candidates);
        if self.spreading.all {
            ask(&mut FirstFit, candidates);
            ask(&mut B1 { lslt }, candidates);
            ask(&mut B2 { lslt }, candidates);
        }
        if candidates.is_empty() && job.nodes > self.simulation.simple.largest {
            ask(&mut FirstFit, candidates);
        }
    }

    /// Which of the candidates has the lowest score; none if the job does better to wait.
    fn best(
        &mut self,
        outlook: &Outlook,
        job: &Job,
        candidates: &[Placement],
        may_wait: bool,
    ) -> Option<usize> {
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
            if best
                .as_ref()
                .is_none_or(|(least, _)| tally.value() < least.value())
            {
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

    /// The simulated future also decides about the next jobs.
    fn fix(&mut self, job: &Job) {
        self.fixed.clear();
        let others = self.simulation.started().iter();
        let others = others.filter(|other| other.job.id != job.id);
        let fixed = others.map(|other| (other.job.id, other.placement.clone()));
        self.fixed.extend(fixed.take(self.ahead.decisions - 1));
    }

    /// What has been fixed for the job, if there is still room for it.
    fn fixed(&self, state: &State, job: &Job) -> Option<&Placement> {
        let (_, placement) = self.fixed.iter().find(|fixed| fixed.0 == job.id)?;
        let mut pieces = placement.iter();
        let room = pieces.all(|piece| piece.nodes <= state.free()[piece.cluster as usize]);
        room.then_some(placement)
    }

    fn decide(
        &mut self,
        outlook: &Outlook,
        state: &State,
        job: &Job,
        candidates: &mut Vec<Placement>,
    ) -> Option<usize> {
        self.whole(state, job, candidates);
        let whole = !candidates.is_empty();
        if !whole {
            self.spread(state, job, candidates);
            if candidates.is_empty() {
                return None;
            }
        }
        let may_wait = !whole && outlook.running().next().is_some();
        if may_wait && !self.put_off.may_look(outlook.now_s(), job.id) {
            return None;
        }
        let (passed, behind) = outlook.others(job);
        let alone = passed.len() + behind.len() == 0 || self.ahead.depth == 0;
        let choices = candidates.len() + usize::from(may_wait);
        // Where there is no choice a future only matters for what it fixes.
        if (whole && alone) || (choices == 1 && self.ahead.decisions == 1) {
            return Some(0);
        }
        self.best(outlook, job, candidates, may_wait)
    }
}

impl Policy for CoAllocatingTla {
    fn reach(&self, state: &State, home: u32) -> u64 {
        let simple = &self.simulation.simple;
        let total = state.total_free();
        match self.spreading.all || total > u64::from(simple.largest) {
            true => total,
            false => simple
                .spread
                .reach(state, home)
                .max(self.a1.reach(state, home)),
        }
    }

    fn expect(&mut self, job: &Job) {
        self.a1.expect(job);
    }

    fn looks_ahead(&self) -> bool {
        true
    }

    fn place(&mut self, state: &State, job: &Job, placement: &mut Placement) -> bool {
        self.simulation.simple.place_fastest(state, job, placement)
    }

    fn place_ahead(
        &mut self,
        outlook: &Outlook,
        state: &State,
        job: &Job,
        placement: &mut Placement,
    ) -> bool {
        if let Some(fixed) = self.fixed(state, job) {
            placement.clone_from(fixed);
            self.put_off.remove(job.id);
            return true;
        }
        let mut candidates = std::mem::take(&mut self.candidates);
        candidates.clear();
        let chosen = self.decide(outlook, state, job, &mut candidates);
        if let Some(at) = chosen {
            placement.clone_from(&candidates[at]);
            self.put_off.remove(job.id);
        }
        self.candidates = candidates;
        chosen.is_some()
    }

    fn refusals(&mut self, state: &State, job: &Job) -> Vec<Refusal> {
        let Some(whole) = Refusal::migrate(state, job) else {
            return Vec::new();
        };
        let mut candidates = Vec::new();
        self.spread(state, job, &mut candidates);
        if !candidates.is_empty() {
            let put_off = self.put_off.refusal(job.id);
            return put_off.map_or(Vec::new(), |put_off| vec![whole, put_off]);
        }
        // What their last step went by, which is to co-allocate.
        let spreads: &mut [&mut dyn Policy] = match self.spreading.all {
            true => &mut [&mut FirstFit],
            false => &mut [&mut self.simulation.simple.spread, &mut self.a1],
        };
        let mut refusals = vec![whole];
        for policy in spreads {
            refusals.extend(policy.refusals(state, job).pop());
        }
        refusals
    }
}

#[cfg(test)]
mod tests {
    use super::super::Fit;
    use super::*;
    use crate::network::allotment::Allotment;
    use crate::network::demand::demands;
    use crate::platform::{Cluster, Piece, Platform};
    use crate::scenario::{Score, Sharing};
    use crate::scheduler::order::Order;

    fn pieces(list: &[(u32, u32)]) -> Placement {
        let piece = |&(cluster, nodes)| Piece { cluster, nodes };
        list.iter().map(piece).collect()
    }

    /// Clusters A and B of ten nodes behind links of 1500 bit/s. Job 1 (BSBW 1000, nothing but communication) has two nodes
    /// of each until 100, job 2 four nodes of A until 500, job 3 four nodes of B until `ends_s`. So four nodes of each are
    /// free. Job 4 waits, and others behind it.
    fn scene(ends_s: f64, waiting: &[Job]) -> (State, Outlook) {
        let cluster = Cluster {
            nodes: 10,
            capacity_bps: 1500,
            speed: 1.0,
        };
        let mut state = State::idle(Platform::star(vec![cluster; 2]));
        let mut outlook = Outlook::new(Order::Arrival, &state);
        let running = [
            (4, vec![(0, 2), (1, 2)], 100.0),
            (4, vec![(0, 4)], 500.0),
            (4, vec![(1, 4)], ends_s),
        ];
        for (slot, (nodes, list, end_s)) in (0..).zip(running) {
            let job = Job {
                id: u64::from(slot) + 1,
                nodes,
                estimate_s: end_s,
                compute_fraction: 0.0,
                bsbw_bps: 1000.0,
                ..Job::default()
            };
            let placement = pieces(&list);
            state.claim(
                &placement,
                &demands(state.platform(), &job, &placement).clone(),
            );
            outlook.start(&job, &placement);
            outlook.started(slot, end_s);
        }
        waiting.iter().for_each(|job| outlook.submit(job));
        (state, outlook)
    }

    /// Eight nodes for 40 s, half of it communication: four on each cluster ask for 2000 of either link.
    const WIDE: Job = Job {
        id: 4,
        arrival_s: 0.0,
        home: 0,
        nodes: 8,
        runtime_s: 40.0,
        compute_fraction: 0.5,
        bsbw_bps: 2000.0,
        pattern: crate::workload::Pattern::AllToAll,
        estimate_s: 40.0,
        class: 0,
        user: 0,
    };

    fn shared() -> Network {
        Network::Dynamic(Allotment::new(Sharing::Proportional, 2))
    }

    fn policy(state: &State, network: Network) -> CoAllocatingTla {
        let ahead = LookAhead {
            depth: 20,
            fit: Fit::Fastest,
            decisions: 1,
            score: Score::Turnaround,
        };
        let spreading = Spreading {
            chunk: 0.85,
            lslt: 1.0,
            all: true,
            passing: false,
        };
        let draws = Draws {
            seed: "1".to_owned(),
            replication: 0,
        };
        let idle = State::idle(state.platform().clone());
        CoAllocatingTla::new(&idle, network, ahead, spreading, draws)
    }

    fn placed(policy: &mut dyn Policy, scene: &(State, Outlook), job: &Job) -> Option<Placement> {
        let mut placement = Placement::new();
        let placed = policy.place_ahead(&scene.1, &scene.0, job, &mut placement);
        placed.then_some(placement)
    }

    /// Spread now, 3000 of 1500 on both links: everybody has half. Job 4 takes 20 + 40 s, until 60; by then job 1 has done 30 of
    /// its 100 and ends at 130. If job 4 waits for job 3 it has the eight nodes of B from 10 to 50, and job 1 ends at 100.
    #[test]
    fn avoids_what_would_fill_the_links() {
        let scene = scene(10.0, &[WIDE]);
        let mut tla = policy(&scene.0, shared());
        let spread = pieces(&[(0, 4), (1, 4)]);
        let ends = |jobs: &[Future]| jobs.iter().map(|job| (job.start_s, job.end_s)).collect();
        let (score, jobs) = tla.future(&scene.1, &WIDE, Some(&spread));
        let times: Vec<(f64, f64)> = ends(jobs);
        assert_eq!((score, times), ((60.0 + 130.0) / 2.0, vec![(0.0, 60.0)]));
        let (score, jobs) = tla.future(&scene.1, &WIDE, None);
        let times: Vec<(f64, f64)> = ends(jobs);
        assert_eq!((score, times), ((50.0 + 100.0) / 2.0, vec![(10.0, 50.0)]));
        // The links are below the threshold, so B1 would spread it.
        assert_eq!(placed(&mut B1 { lslt: 1.0 }, &scene, &WIDE), Some(spread));
        assert_eq!(placed(&mut tla, &scene, &WIDE), None);
        let scores = Some((95.0, 75.0));
        let whole = Refusal::Migrate {
            cluster: 0,
            free: 4,
        };
        let refusals = tla.refusals(&scene.0, &WIDE);
        assert_eq!(refusals, [whole, Refusal::PutOff { scores }]);
    }

    /// If job 3 runs until 60, job 4 would have to wait until then and end at 100: with job 1's 100 that is more than 190.
    #[test]
    fn spreads_where_waiting_takes_longer() {
        let scene = scene(60.0, &[WIDE]);
        let chosen = placed(&mut policy(&scene.0, shared()), &scene, &WIDE);
        assert_eq!(chosen, Some(pieces(&[(0, 4), (1, 4)])));
        // Neither B3 nor A1 would: four nodes are half of the job, and 3000 is more than 1500.
        let (chunk, lslt) = (0.85, 1.0);
        assert_eq!(placed(&mut B3 { chunk, lslt }, &scene, &WIDE), None);
        let mut a1 = A1::new(&scene.0, lslt, Objective::First);
        assert_eq!(placed(&mut a1, &scene, &WIDE), None);
    }

    /// If job 4 hardly minds (K = 1) it ends at 40, but job 1, which by then has done 20, at 120: 160 are more than 150. If it
    /// does not talk at all it ends at 40, job 1 at 100.
    #[test]
    fn minds_those_that_run() {
        let scene = scene(10.0, &[WIDE]);
        let mut tla = policy(&scene.0, shared());
        let deaf = Job {
            compute_fraction: 1.0,
            ..WIDE
        };
        let spread = pieces(&[(0, 4), (1, 4)]);
        assert_eq!(tla.future(&scene.1, &deaf, Some(&spread)).0, 80.0);
        assert_eq!(placed(&mut tla, &scene, &deaf), None);
        let silent = Job {
            bsbw_bps: 0.0,
            ..WIDE
        };
        assert_eq!(placed(&mut tla, &scene, &silent), Some(spread));
    }

    /// Without links job 4 would be done at 40 instead of 50, at a fixed penalty of 1.2 at 48, of 1.3 at 52.
    #[test]
    fn goes_by_the_network_model() {
        let scene = scene(10.0, &[WIDE]);
        let spread = Some(pieces(&[(0, 4), (1, 4)]));
        let chosen = |network| placed(&mut policy(&scene.0, network), &scene, &WIDE);
        assert_eq!(chosen(Network::Unlimited), spread);
        assert_eq!(chosen(Network::Fixed(1.2)), spread);
        assert_eq!(chosen(Network::Fixed(1.3)), None);
    }

    /// A job of nine nodes behind job 4, whole only on A from 500 on, or spread by B3 once eight nodes of one cluster are free
    /// (0.85 · 9 = 7.65). If job 4 is spread, B has eight free when it and job 3 have ended, at 60, and A four: 8 + 1. The links
    /// are below the threshold.
    #[test]
    fn those_behind_may_be_spread_too() {
        let behind = Job {
            id: 5,
            nodes: 9,
            bsbw_bps: 0.0,
            ..WIDE
        };
        let scene = scene(10.0, &[WIDE, behind]);
        let mut tla = policy(&scene.0, shared());
        let spread = pieces(&[(0, 4), (1, 4)]);
        let (_, jobs) = tla.future(&scene.1, &WIDE, Some(&spread));
        assert_eq!(jobs[1].placement, pieces(&[(1, 8), (0, 1)]));
        assert_eq!((jobs[1].start_s, jobs[1].end_s), (60.0, 100.0));
    }

    #[test]
    fn at_one_instant_only_so_many_are_looked_at_in_vain() {
        let next = Job { id: 5, ..WIDE };
        let scene = scene(10.0, &[WIDE, next]);
        let mut tla = policy(&scene.0, shared()).with_most_put_off(1);
        let said = |tla: &mut CoAllocatingTla, job: &Job| tla.refusals(&scene.0, job).pop();
        for _ in 0..2 {
            assert_eq!(placed(&mut tla, &scene, &WIDE), None);
            let looked = matches!(
                said(&mut tla, &WIDE),
                Some(Refusal::PutOff { scores: Some(_) })
            );
            assert!(looked);
        }
        assert_eq!(placed(&mut tla, &scene, &next), None);
        assert_eq!(
            said(&mut tla, &next),
            Some(Refusal::PutOff { scores: None })
        );
    }

    /// Where nobody runs there is nothing to wait for, whatever it costs.
    #[test]
    fn does_not_wait_for_nothing() {
        let cluster = Cluster {
            nodes: 10,
            capacity_bps: 1,
            speed: 1.0,
        };
        let state = State::idle(Platform::star(vec![cluster; 2]));
        let large = Job { nodes: 15, ..WIDE };
        let mut outlook = Outlook::new(Order::Arrival, &state);
        outlook.submit(&large);
        let scene = (state, outlook);
        let chosen = placed(&mut policy(&scene.0, shared()), &scene, &large);
        assert_eq!(chosen, Some(pieces(&[(0, 10), (1, 5)])));
    }
}
