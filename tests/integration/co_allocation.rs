//! Look-ahead co-allocation, second implementation: the jobs of a simulated future are a list that is searched
//! completely, and at every event the links are shared again among all jobs.

use crate::allotment::shares;
use crate::common::draws;
use crate::look_ahead::{Ahead, ClusterSnapshot, Future as Known, score};
use crate::twin::{Links, SEED, Strategy, Twin, one_cluster};
use metasched::base::random::Stream;
use metasched::models::jones::Objective;
use metasched::models::shih::{CoAllocatingTla, Fit, LookAhead, Spreading};
use metasched::network::{Network, stretched_s};
use metasched::platform::{Platform, State};
use metasched::workload::Job;
use std::cell::{OnceCell, RefCell};
use std::collections::HashSet;

/// Settings of the look-ahead.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CoAhead {
    pub ahead: Ahead,
    pub chunk: f64,
    pub lslt: f64,
    /// Number of jobs that may be put off at one time.
    pub most_put_off: usize,
    /// True if policies other than B3 and A1 also propose places.
    pub all: bool,
    /// True if jobs pass each other in the simulation.
    pub passing: bool,
}

impl CoAhead {
    /// The engine's policy with these settings.
    pub fn tla(self, platform: &Platform, network: Network, search_steps: u32) -> CoAllocatingTla {
        let Ahead { depth, fit, decisions, score } = self.ahead;
        let ahead = LookAhead { depth, fit, decisions, score };
        let CoAhead { chunk, lslt, all, passing, .. } = self;
        let idle = State::idle(platform.clone());
        let spreading = Spreading { chunk, lslt, all, passing };
        CoAllocatingTla::new(&idle, network, ahead, spreading, draws())
            .with_most_put_off(self.most_put_off)
            .with_search_steps(search_steps)
    }
}

type Pieces = Vec<(usize, u32)>;

/// State kept between decisions.
#[derive(Default)]
pub struct Memory {
    /// Placements fixed by the last simulation.
    fixed: RefCell<Vec<(u64, Pieces)>>,
    /// Estimate of the first job that waited.
    first_estimate: OnceCell<f64>,
    /// The last time at which jobs were put off, and the numbers of these jobs.
    put_off: RefCell<(f64, HashSet<u64>)>,
}

impl Memory {
    /// Records that a job waits.
    pub fn waits(&self, job: &Job) {
        self.first_estimate.get_or_init(|| job.estimate_s);
    }

    /// Estimate of the first job that waited.
    pub fn first_estimate(&self) -> f64 {
        self.first_estimate.get().copied().unwrap_or(1.0)
    }
}

/// A job of a future.
#[derive(Clone)]
struct Future {
    job: Job,
    pieces: Pieces,
    demands: Vec<u64>,
    start: f64,
    end: f64,
    granted: f64,
    ended: bool,
}

/// A future of the waiting jobs while it is simulated.
struct Rollout<'a> {
    twin: &'a Twin<'a>,
    now: f64,
    jobs: Vec<Future>,
    /// Jobs whose end can no longer move, in the order in which this became certain.
    known: Vec<Future>,
}

impl Twin<'_> {
    fn with(&self, strategy: Strategy) -> Twin<'_> {
        Twin::new(self.platform, strategy, self.links, self.order)
    }

    /// The place that a job gets without look-ahead: on one cluster with room, else by B3, else by First-fit if the job
    /// is too large for every cluster.
    pub fn place_simply(
        &self,
        (free, loads): (&[u32], &[u64]),
        job: &Job,
        co: CoAhead,
        (fit, stream): (Fit, &mut Stream),
    ) -> Option<Pieces> {
        if let Some(cluster) = one_cluster(self.platform, free, job.nodes, fit, stream) {
            return Some(vec![(cluster, job.nodes)]);
        }
        let CoAhead { chunk, lslt, .. } = co;
        let as_b3 = self.with(Strategy::B3 { chunk, lslt }).place(free, loads, job);
        let largest = self.platform.clusters.iter().map(|c| c.nodes).max();
        match as_b3 {
            None if Some(job.nodes) > largest => self.with(Strategy::FirstFit).place(free, loads, job),
            found => found,
        }
    }

    /// The place that the policy gives to a job that starts now; `None` if the job waits.
    pub fn co_allocate(
        &self,
        free: &[u32],
        loads: &[u64],
        job: &Job,
        snapshot: &ClusterSnapshot,
        co: CoAhead,
    ) -> Option<Pieces> {
        let known = self.memory.fixed.borrow().clone();
        let known = known.iter().find(|fixed| fixed.0 == job.id).cloned();
        let fits = |pieces: &Pieces| pieces.iter().all(|&(c, nodes)| nodes <= free[c]);
        if let Some((_, pieces)) = known.filter(|known| fits(&known.1)) {
            return Some(pieces);
        }
        let mut whole: Vec<usize> = (0..free.len()).filter(|&c| free[c] >= job.nodes).collect();
        let speed = |c: usize| self.platform.clusters[c].speed;
        whole.sort_by(|&c, &d| speed(d).total_cmp(&speed(c)).then(c.cmp(&d)));
        let mut candidates: Vec<Option<Pieces>> = whole.iter().map(|&c| Some(vec![(c, job.nodes)])).collect();
        let mut may_wait = false;
        if whole.is_empty() {
            let CoAhead { chunk, lslt, .. } = co;
            let objective = Objective::First;
            let mut spreads = vec![Strategy::B3 { chunk, lslt }, Strategy::A1 { lslt, objective }];
            if co.all {
                spreads.extend([Strategy::FirstFit, Strategy::B1 { lslt }, Strategy::B2 { lslt }]);
            }
            let largest = self.platform.clusters.iter().map(|c| c.nodes).max();
            let place = |strategy| self.with(strategy).place(free, loads, job);
            let mut places: Vec<Pieces> = spreads.into_iter().filter_map(place).collect();
            if places.is_empty() && Some(job.nodes) > largest {
                places.extend(place(Strategy::FirstFit));
            }
            for mut pieces in places {
                pieces.sort_unstable();
                if !candidates.contains(&Some(pieces.clone())) {
                    candidates.push(Some(pieces));
                }
            }
            if candidates.is_empty() {
                return None;
            }
            may_wait = !snapshot.going.is_empty();
        }
        if may_wait {
            let (instant, put_off) = &mut *self.memory.put_off.borrow_mut();
            if *instant != snapshot.now {
                *instant = snapshot.now;
                put_off.clear();
            }
            if put_off.len() >= co.most_put_off && !put_off.contains(&job.id) {
                return None;
            }
            candidates.push(None);
        }
        let others = snapshot.passed.len() + snapshot.behind.len();
        let alone = others == 0 || co.ahead.depth == 0;
        let only = candidates.len() == 1 && co.ahead.decisions == 1;
        if (!whole.is_empty() && alone) || only {
            return candidates[0].clone();
        }
        let mut best = (f64::INFINITY, None);
        self.memory.fixed.borrow_mut().clear();
        for candidate in candidates {
            let mut rollout = Rollout::of(self, snapshot);
            let mut stream = Stream::new(SEED, 0, "look-ahead", job.id as usize);
            let all = || snapshot.passed.iter().chain(snapshot.behind);
            let mut waiting: Vec<Job> = all().take(co.ahead.depth).copied().collect();
            let passed = waiting.iter().filter(|other| snapshot.passed.iter().any(|passed| passed.id == other.id));
            let place = if co.passing { passed.count() } else { 0 };
            match &candidate {
                Some(pieces) => rollout.start(job, pieces.clone()),
                None => waiting.insert(place, *job),
            }
            if co.passing {
                let mut held = candidate.is_none().then_some(job.id);
                loop {
                    waiting.retain(|other| held == Some(other.id) || !rollout.try_start(other, co, &mut stream));
                    held = None;
                    if waiting.is_empty() {
                        break;
                    }
                    assert!(rollout.advance(), "some time all is free");
                }
            } else {
                if candidate.is_none() {
                    rollout.advance();
                }
                for other in &waiting {
                    rollout.end_due();
                    while !rollout.try_start(other, co, &mut stream) {
                        assert!(rollout.advance(), "some time all is free");
                    }
                }
            }
            let before = snapshot.going.len();
            let started = rollout.jobs[before..].iter();
            let started = started.filter(|started| started.job.id != job.id);
            let fixed = started.map(|started| (started.job.id, started.pieces.clone()));
            let fixed = fixed.take(co.ahead.decisions - 1).collect();
            let value = rollout.score(co, snapshot.first_estimate);
            if value < best.0 {
                best = (value, candidate);
                *self.memory.fixed.borrow_mut() = fixed;
            }
        }
        if best.1.is_none() {
            self.memory.put_off.borrow_mut().1.insert(job.id);
        }
        best.1
    }
}

impl<'a> Rollout<'a> {
    fn of(twin: &'a Twin<'a>, snapshot: &ClusterSnapshot) -> Rollout<'a> {
        let going = snapshot.going.iter().map(|going| Future {
            job: going.job,
            pieces: going.pieces.clone(),
            demands: going.demands.clone(),
            start: going.start_s,
            end: going.end_s.max(snapshot.now),
            granted: going.granted,
            ended: false,
        });
        Rollout { twin, now: snapshot.now, jobs: going.collect(), known: Vec::new() }
    }

    fn dynamic(&self) -> bool {
        matches!(self.twin.links, Links::Dynamic(_))
    }

    fn start(&mut self, job: &Job, pieces: Pieces) {
        let mut run = self.twin.estimated_s(job, &pieces);
        if let (Links::Fixed(penalty), 2..) = (self.twin.links, pieces.len()) {
            run *= penalty;
        }
        let starting = Future {
            job: *job,
            demands: self.twin.demands(job, &pieces),
            pieces,
            start: self.now,
            end: self.now + run,
            granted: 1.0,
            ended: false,
        };
        if !self.dynamic() || starting.pieces.len() == 1 {
            self.known.push(starting.clone());
        }
        self.jobs.push(starting);
    }

    fn try_start(&mut self, job: &Job, co: CoAhead, stream: &mut Stream) -> bool {
        let clusters = self.twin.platform.clusters.iter().enumerate();
        let there = |c: usize| {
            let going = self.jobs.iter().filter(|going| !going.ended);
            let pieces = going.flat_map(|going| &going.pieces);
            pieces.filter(|piece| piece.0 == c).map(|piece| piece.1).sum::<u32>()
        };
        let free: Vec<u32> = clusters.map(|(c, cluster)| cluster.nodes - there(c)).collect();
        let mut loads = vec![0; self.twin.platform.link_capacities_bps().len()];
        for going in self.jobs.iter().filter(|going| !going.ended) {
            for (load, demand) in loads.iter_mut().zip(&going.demands) {
                *load += demand;
            }
        }
        let by = (co.ahead.fit, &mut *stream);
        let pieces = self.twin.place_simply((&free, &loads), job, co, by);
        let placed = pieces.is_some();
        pieces.into_iter().for_each(|pieces| self.start(job, pieces));
        placed
    }

    fn end_due(&mut self) {
        loop {
            let due = self.jobs.iter_mut().filter(|going| !going.ended && going.end <= self.now);
            let first = due.min_by(|a, b| a.end.total_cmp(&b.end).then(a.job.id.cmp(&b.job.id)));
            let Some(first) = first else { return };
            first.ended = true;
            let first = first.clone();
            if self.dynamic() && first.pieces.len() > 1 {
                self.known.push(first);
            }
        }
    }

    fn advance(&mut self) -> bool {
        if let Links::Dynamic(sharing) = self.twin.links {
            let capacities = self.twin.platform.link_capacities_bps();
            let going: Vec<usize> = (0..self.jobs.len()).filter(|&at| !self.jobs[at].ended).collect();
            let asked = going.iter().map(|&at| self.jobs[at].demands.iter().copied().enumerate().collect());
            let asked: Vec<Vec<(usize, u64)>> = asked.collect();
            for (at, share) in going.into_iter().zip(shares(sharing, &capacities, &asked)) {
                let going = &mut self.jobs[at];
                if going.granted != share {
                    let stretch = |share| stretched_s(1.0, going.job.compute_fraction, share);
                    let rest = (going.end - self.now) / stretch(going.granted);
                    going.end = self.now + rest * stretch(share);
                    going.granted = share;
                }
            }
        }
        let ends = self.jobs.iter().filter(|going| !going.ended).map(|going| going.end);
        let next = ends.fold(f64::INFINITY, f64::min);
        if next == f64::INFINITY {
            return false;
        }
        self.now = self.now.max(next);
        self.end_due();
        true
    }

    fn score(mut self, co: CoAhead, first_estimate: f64) -> f64 {
        while self.advance() {}
        let known = self.known.iter().map(|known| Known {
            job: &known.job,
            cluster: known.pieces[0].0,
            start: known.start,
            end: known.end,
        });
        score(&known.collect::<Vec<_>>(), co.ahead.score, first_estimate)
    }
}
