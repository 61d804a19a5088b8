//! The allocation simulation on clusters joined by links: the future of the waiting jobs, and of jobs running on
//! several clusters, if the next job starts at a given place or continues to wait.
//!
//! As in TLA's [`simulation`](super::simulation), run times equal the estimates, and no further job arrives. Three
//! things differ. A job that fits on no cluster may be **spread**, as in B3. The **links** are simulated with the
//! network model: at every time with a start or an end, their capacity is shared again, and the ends of all jobs on
//! them move, including earlier jobs (J5 §3.5–3.7). If the queue lets jobs **pass** each other, all waiting jobs are
//! tried in the order of the queue after every end; otherwise each job starts at the earliest possible time after the
//! start of the previous job.
//!
//! A job whose end may move counts for the score when it has ended, so the simulation continues until all such jobs have ended.

use super::fit::{Fit, below};
use super::one_cluster::{put, roomy};
use super::ranks::Ranks;
use super::score::Tally;
use super::simulation::{Rigid, Start};
use crate::base::ends::Ends;
use crate::base::random::Stream;
use crate::models::jones::{B3, FirstFit};
use crate::models::shih::Score;
use crate::network::allotment::Change;
use crate::network::demand::demands;
use crate::network::{Network, stretched_s};
use crate::platform::{Demands, Placement, State};
use crate::scheduler::Policy;
use crate::scheduler::foresight::Foreseen;
use crate::scheduler::outlook::Outlook;
use crate::workload::Job;

/// Placement without look-ahead: on one cluster if there is room, else spread by B3. If B3 has no place for a job that
/// is larger than every cluster, First-fit spreads it, since it could not start otherwise.
#[derive(Clone, Debug)]
pub(super) struct Simple {
    pub ranks: Ranks,
    pub spread: B3,
    /// Nodes of the largest cluster.
    pub largest: u32,
}

impl Simple {
    /// [`place`](Simple::place) by fastest-first.
    pub fn place_fastest(&mut self, state: &State, job: &Job, placement: &mut Placement) -> bool {
        self.place(state, job, (Fit::Fastest, |_| 0), placement)
    }

    /// Places the job on free nodes of `state`. `fit` chooses among several clusters with room; RF draws a random
    /// number below the number of these clusters.
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

/// A job in the simulation.
#[derive(Clone, Debug)]
pub struct Future {
    /// The job.
    pub job: Job,
    /// The nodes on which the job runs, by cluster.
    pub placement: Placement,
    /// Time of the start \[s\].
    pub start_s: f64,
    /// Time of the end \[s\].
    pub end_s: f64,
    demands: Demands,
    granted: f64,
    /// True if the end of the job may still move. Such a job counts for the score only when it has ended.
    open: bool,
}

impl Future {
    /// The job as an entry of a report. The speeds of the clusters are those of `state`.
    pub fn foreseen(&self, state: &State, now_s: f64) -> Foreseen {
        let alone_s = state.platform().dedicated_s(self.job.estimate_s, &self.placement);
        Foreseen {
            job: self.job.id,
            arrival_s: self.job.arrival_s,
            start_s: self.start_s,
            end_s: self.end_s,
            pieces: self.placement.to_vec(),
            // A job that runs longer than its estimate may be slow for reasons other than links, so no penalty is
            // reported.
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

/// Simulates one future after the other, with the same buffers.
#[derive(Clone, Debug)]
pub(super) struct LinkedSimulation {
    pub simple: Simple,
    fit: Fit,
    passing: bool,
    network: Network,
    now_s: f64,
    state: State,
    ends: Ends,
    /// Jobs by slot: first the jobs that ran before the simulation, then the jobs that the simulation has started, in
    /// order.
    jobs: Vec<Future>,
    /// Number of jobs that were running before the simulation.
    before: usize,
    /// Number of jobs whose end may move.
    open: usize,
    tally: Tally,
    /// Buffer: waiting jobs.
    waiting: Vec<Job>,
    rerated: Vec<Change>,
}

impl LinkedSimulation {
    /// A simulation on the platform of `idle` that places jobs by `simple` and `fit`. If `passing` is true, jobs may
    /// pass each other.
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

    /// The jobs that ran already when the last simulation began, with the ends that the simulation found.
    pub fn running(&self) -> &[Future] {
        &self.jobs[..self.before]
    }

    /// The jobs that started in the last simulation, in order.
    pub fn started(&self) -> &[Future] {
        &self.jobs[self.before..]
    }

    /// Simulates the future in which `job` starts now at `placement`; without placement, it waits until a job ends. The
    /// other waiting jobs start when they can. Returns the `tally` of all jobs; `None` if the tally cannot become lower
    /// than `best`.
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

    /// Resets the simulation to the current state of the platform.
    fn begin(&mut self, outlook: &Outlook, tally: Tally) {
        self.now_s = outlook.now_s();
        self.state.copy_use(outlook.state());
        self.ends.clear();
        self.jobs.clear();
        self.open = 0;
        self.tally = tally;
        if let Some(allotment) = self.network.shared_links() {
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
                && let Some(allotment) = self.network.shared_links()
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

    /// Starts a job now.
    fn start(&mut self, job: &Job, placement: Placement) {
        let slot = self.jobs.len() as u32;
        let platform = self.state.platform();
        let run_s = platform.dedicated_s(job.estimate_s, &placement) * self.network.slowdown(job, &placement);
        let demands = demands(platform, job, &placement);
        let mut open = false;
        if placement.len() > 1
            && let Some(allotment) = self.network.shared_links()
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

    /// Starts a job now if it has a place.
    fn try_start(&mut self, job: &Job, stream: &mut Stream) -> bool {
        let mut placement = Placement::new();
        let by = (self.fit, |count| below(stream, count));
        let placed = self.simple.place(&self.state, job, by, &mut placement);
        if placed {
            self.start(job, placement);
        }
        placed
    }

    /// Starts all waiting jobs that can start, except the job at index `held`.
    fn walk(&mut self, waiting: &mut Vec<Job>, held: Option<usize>, stream: &mut Stream) {
        let mut at = 0;
        waiting.retain(|job| {
            at += 1;
            held == Some(at - 1) || !self.try_start(job, stream)
        });
    }

    /// Lets time pass until the job can start, and starts it; false if the job can never start.
    fn follow(&mut self, job: &Job, stream: &mut Stream) -> bool {
        while !self.try_start(job, stream) {
            // When all jobs have ended, all nodes are free. A job that cannot start even then can never start.
            if !self.advance() {
                return false;
            }
        }
        true
    }

    /// Shares the capacity of the links among the running jobs, and then advances the time to the next end.
    fn advance(&mut self) -> bool {
        self.settle();
        let Some(end_s) = self.ends.next_s() else {
            return false;
        };
        self.now_s = self.now_s.max(end_s);
        self.end_due();
        true
    }

    /// Ends all jobs that are due.
    fn end_due(&mut self) {
        while self.ends.next_s().is_some_and(|end_s| end_s <= self.now_s)
            && let Some(slot) = self.ends.pop()
        {
            let ending = &self.jobs[slot as usize];
            self.state.release(&ending.placement, &ending.demands);
            if ending.open {
                self.open -= 1;
                self.tally.add(self.tally.of(&ending.start()));
                if let Some(allotment) = self.network.shared_links() {
                    allotment.leave(slot);
                }
            }
        }
    }

    /// Shares the links again, and moves the ends of jobs whose share has changed (J5 eq. 6–7).
    fn settle(&mut self) {
        let Some(allotment) = self.network.shared_links() else {
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
