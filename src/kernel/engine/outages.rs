//! Outages of nodes during a run: which nodes are out, what a failure costs a job, and how the job goes on.
//!
//! The nodes of a cluster are exchangeable. A drain or a maintenance takes idle nodes first, then the nodes that jobs
//! release, until it has its number. A failure hits nodes drawn among all that are not out; the jobs on these nodes end.

use super::gate::Event;
use super::{Observer, Running, Simulation};
use crate::base::problem::Problem;
use crate::parameter::declare::choices;
use crate::platform::{Begun, LinkChange, Out, OutageKind, Outages};
use crate::scheduler::Submission;
use crate::words::number::{count, counted};
use crate::workload::{Job, SHORTEST_RUN_S};
use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};

choices! {
    /// What becomes of a job that a failure of nodes ends.
    AfterFailure = Requeue, also &[("requeued", "requeue"), ("restart", "requeue")], {
        /// The job is lost.
        Lost = "lost", "Is lost";
        /// The job waits again, at its place in the queue, and runs from its beginning.
        Requeue = "requeue", "Starts again from zero";
        /// The job waits again, at its place in the queue, and runs on from its last checkpoint.
        Checkpoint = "checkpoint", "Goes on from its last checkpoint";
    }
}

/// Checkpoints of jobs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Checkpoint {
    /// Work between two checkpoints \[s\], positive.
    pub every_s: f64,
    /// Time that a checkpoint takes \[s\].
    pub cost_s: f64,
}

/// What becomes of jobs that failures end.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Recovery {
    /// The rule.
    pub after: AfterFailure,
    /// The checkpoints, if jobs write any.
    pub checkpoint: Option<Checkpoint>,
    /// Largest number of restarts of a job; a job that fails more often is lost.
    pub most_restarts: u32,
}

/// A run of a job that a failure has ended.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Failed {
    /// Number of the failure among the run's outages; see [`Out::id`].
    pub outage: u64,
    /// Index of the cluster whose nodes have failed.
    pub cluster: u32,
    /// Number of nodes that have failed together.
    pub nodes: u32,
    /// True if the job waits again; false if it is lost.
    pub requeued: bool,
    /// Lost share of the time on the nodes: all work since the last checkpoint.
    pub in_vain: f64,
}

/// Largest number of outages that may begin or end one after the other while nothing else happens. Without this limit, a
/// job that needs more nodes than ever work together would keep a run going for ever.
const MOST_IN_VAIN: u32 = 100_000;

/// A job that has failed, or that writes checkpoints.
#[derive(Clone, Copy, Debug)]
struct Attempt {
    /// The job as it arrived.
    job: Job,
    restarts: u32,
    /// Work that need not be repeated \[s\].
    saved_s: f64,
}

/// The state of all outages of a run.
pub(super) struct Faults {
    outages: Outages,
    recovery: Recovery,
    /// Outages that have begun, by their numbers, which are in the order of their beginnings.
    active: BTreeMap<u64, Out>,
    /// Their ends (bits of seconds, which are in the order of time) and numbers.
    ends: BinaryHeap<Reverse<(u64, u64)>>,
    /// Time of the next beginning or end \[s\].
    next_s: f64,
    begun: u64,
    /// Number of nodes that outages still lack, on all clusters.
    pub lacking: u64,
    /// Jobs that have failed or write checkpoints, and have not ended.
    attempts: BTreeMap<u64, Attempt>,
    /// Number of outages that began or ended.
    pub happened: u64,
    /// Number of these since the last other event.
    in_vain: u32,
}

impl Faults {
    pub fn new(outages: Outages, recovery: Recovery) -> Faults {
        Faults {
            next_s: outages.next_s(),
            outages,
            recovery,
            active: BTreeMap::new(),
            ends: BinaryHeap::new(),
            begun: 0,
            lacking: 0,
            attempts: BTreeMap::new(),
            happened: 0,
            in_vain: 0,
        }
    }

    /// Time of the next beginning or end of an outage \[s\].
    pub fn next_s(&self) -> f64 {
        self.next_s
    }

    fn look(&mut self) {
        let end_s = self.ends.peek().map_or(f64::INFINITY, |&Reverse((bits, _))| f64::from_bits(bits));
        self.next_s = end_s.min(self.outages.next_s());
    }

    /// The numbers of the outages that are over, in the order of their beginnings.
    fn over(&mut self, now_s: f64) -> Vec<u64> {
        let mut over = Vec::new();
        while let Some(&Reverse((bits, id))) = self.ends.peek()
            && f64::from_bits(bits) <= now_s
        {
            self.ends.pop();
            over.push(id);
        }
        over.sort_unstable();
        over
    }

    /// Why the run must end: outages come and go, but the waiting jobs cannot start.
    pub fn failure(&self, waiting: usize) -> Option<Problem> {
        (self.in_vain >= MOST_IN_VAIN && waiting > 0).then(|| {
            Problem::new(
                "platform.failures",
                format!(
                    "let none of {} start in {} outages",
                    counted(waiting as u64, "waiting job"),
                    count(MOST_IN_VAIN.into())
                ),
                "failures that at times leave enough nodes for the largest job",
                "Take a larger mtbf_h, a smaller repair_h, or smaller jobs",
            )
        })
    }

    /// True if the run goes on although no job runs or arrives: a waiting job may start after an outage.
    pub fn may_help(&self, waiting: usize) -> bool {
        waiting > 0 && self.in_vain < MOST_IN_VAIN
    }

    /// Records that something other than an outage has happened.
    pub fn progressed(&mut self) {
        self.in_vain = 0;
    }

    /// The job as the scheduler and the nodes see it: longer by its checkpoints.
    pub fn submitted(&mut self, job: &Job) -> Job {
        let Some(checkpoint) = self.recovery.checkpoint else { return *job };
        let attempt = Attempt { job: *job, restarts: 0, saved_s: 0.0 };
        let own = attempt.rest(Some(checkpoint));
        if own != *job {
            self.attempts.insert(job.id, attempt);
        }
        own
    }

    /// Forgets a job that was rejected.
    pub fn forget(&mut self, job: u64) {
        self.attempts.remove(&job);
    }

    /// The job as it arrived, when it ends.
    pub fn ended(&mut self, job: &mut Job) {
        if let Some(attempt) = self.attempts.remove(&job.id) {
            *job = Job { arrival_s: job.arrival_s, ..attempt.job };
        }
    }

    /// Decides what becomes of a job whose run has ended after `done_s` \[s\] of the run time that it needed. Returns
    /// the job that waits again, and the lost share of `done_s`.
    fn fails(&mut self, job: &Job, done_s: f64) -> (Option<Job>, f64) {
        let Recovery { after, checkpoint, most_restarts } = self.recovery;
        let attempt = self.attempts.entry(job.id).or_insert(Attempt { job: *job, restarts: 0, saved_s: 0.0 });
        if after == AfterFailure::Lost || attempt.restarts >= most_restarts {
            return (None, 1.0);
        }
        attempt.restarts += 1;
        let mut in_vain = 1.0;
        if let Some(own) = checkpoint {
            let written = (done_s / (own.every_s + own.cost_s)).floor();
            let left_s = attempt.job.runtime_s - attempt.saved_s;
            let saved_s = (written * own.every_s).min(own.written(left_s) * own.every_s);
            attempt.saved_s += saved_s;
            in_vain = if done_s > 0.0 { 1.0 - saved_s / done_s } else { 0.0 };
        }
        (Some(attempt.rest(checkpoint)), in_vain)
    }
}

impl Checkpoint {
    /// Number of checkpoints of a run with this work \[s\]. There is none at its end.
    fn written(self, work_s: f64) -> f64 {
        ((work_s / self.every_s).ceil() - 1.0).max(0.0)
    }

    /// Run time of this work with its checkpoints \[s\].
    fn run_s(self, work_s: f64) -> f64 {
        work_s + self.written(work_s) * self.cost_s
    }
}

impl Attempt {
    /// The job that is left. An exact estimate stays exact.
    fn rest(&self, checkpoint: Option<Checkpoint>) -> Job {
        let run_s = |work_s: f64| {
            let left_s = (work_s - self.saved_s).max(SHORTEST_RUN_S);
            checkpoint.map_or(left_s, |own| own.run_s(left_s))
        };
        Job { runtime_s: run_s(self.job.runtime_s), estimate_s: run_s(self.job.estimate_s), ..self.job }
    }
}

impl<O: Observer> Simulation<O> {
    /// Ends and begins all outages of this instant.
    pub(super) fn outages(&mut self) {
        let Some(mut own) = self.faults.take() else { return };
        for id in own.over(self.now_s) {
            let Some(over) = own.active.remove(&id) else { continue };
            own.lacking -= u64::from(over.lacking);
            self.state.bring_back(over.cluster, over.taken);
            self.changed(&mut own, Out { taken: 0, lacking: 0, ..over });
            self.scheduler.freed(over.cluster);
            self.fill_from(&mut own, over.cluster);
        }
        while let Some(change) = own.outages.pop_link(self.now_s) {
            self.change_link(&mut own, change);
        }
        while own.outages.next_outage_s() <= self.now_s
            && let Some(begun) = own.outages.pop()
        {
            self.begin_outage(&mut own, begun);
        }
        own.look();
        self.faults = Some(own);
    }

    /// Changes the capacity of a link. The shares of the jobs on it follow when the instant's jobs have started.
    fn change_link(&mut self, own: &mut Faults, change: LinkChange) {
        own.happened += 1;
        own.in_vain += 1;
        self.state.set_capacity(change.link, change.capacity_bps);
        self.network.touch(change.link);
        // Jobs that wait for a link may start now.
        (0..self.state.free().len() as u32).for_each(|cluster| self.scheduler.freed(cluster));
        self.observer.link_changed(self.now_s, change.link, &self.state);
    }

    /// Reports a change of an outage.
    fn changed(&mut self, own: &mut Faults, out: Out) {
        own.happened += 1;
        own.in_vain += 1;
        self.scheduler.out(self.now_s, &out, &self.state);
        self.observer.out(self.now_s, &out, &self.state);
    }

    fn begin_outage(&mut self, own: &mut Faults, Begun { outage, among }: Begun) {
        let cluster = outage.cluster;
        let mut wanted = outage.nodes;
        let mut out = Out { id: own.begun, kind: outage.kind, cluster, taken: 0, lacking: 0, until_s: outage.until_s };
        own.begun += 1;
        if outage.kind == OutageKind::Fail {
            let (hits, jobs) = self.hits(own, cluster, outage.nodes, among);
            // A listed failure also gets nodes that are out already, when they come back.
            wanted = if among.is_some() { hits } else { outage.nodes };
            for slot in jobs {
                self.fail(own, slot, &Failed { outage: out.id, cluster, nodes: hits, requeued: true, in_vain: 1.0 });
            }
        }
        let free = self.state.free()[cluster as usize];
        out.taken = wanted.min(free);
        out.lacking = wanted - out.taken;
        self.state.take_out(cluster, out.taken);
        own.lacking += u64::from(out.lacking);
        own.active.insert(out.id, out);
        own.ends.push(Reverse((out.until_s.max(0.0).to_bits(), out.id)));
        self.changed(own, out);
        // The other nodes of the jobs that failed may be lacking elsewhere.
        if own.lacking > 0 {
            (0..self.state.free().len() as u32).for_each(|cluster| self.fill_from(own, cluster));
        }
    }

    /// Draws the nodes that fail. Returns their number, and the slots of the jobs on them in the order of job numbers.
    /// Nodes are numbered from the idle nodes on, then by job.
    fn hits(&mut self, own: &mut Faults, cluster: u32, nodes: u32, among: Option<u32>) -> (u32, Vec<u32>) {
        let at = cluster as usize;
        let up = self.state.platform().clusters[at].nodes - self.state.out(at);
        let hits = own.outages.hits(nodes, up, among);
        let mut jobs: Vec<(u64, u32, u32)> = Vec::new();
        for slot in self.ends.slots() {
            let running = &self.running[slot as usize];
            let pieces = running.placement.iter().filter(|piece| piece.cluster == cluster);
            jobs.extend(pieces.map(|piece| (running.job.id, slot, piece.nodes)));
        }
        jobs.sort_unstable();
        let mut first = self.state.free()[at];
        jobs.retain(|&(_, _, nodes)| {
            let numbers = first..first + nodes;
            first = numbers.end;
            hits.range(numbers).next().is_some()
        });
        (hits.len() as u32, jobs.into_iter().map(|(_, slot, _)| slot).collect())
    }

    /// Ends the run of a job at once; the job waits again or is lost.
    fn fail(&mut self, own: &mut Faults, slot: u32, failed: &Failed) {
        self.ends.reschedule(f64::NEG_INFINITY, slot);
        self.ends.pop();
        let done = self.running[slot as usize].done(self.now_s);
        self.leave(slot);
        let running = &mut self.running[slot as usize];
        let (again, in_vain) = own.fails(&running.job, done * running.job.runtime_s);
        let again = again.map(|job| self.gate.as_ref().map_or(job, |gate| gate.again(job)));
        let again = again.filter(|job| self.scheduler.submit(job) == Submission::Waiting);
        if again.is_none() {
            own.ended(&mut running.job);
            self.ended += 1;
            let job = running.job.id;
            self.tell(job, Event::Ended(false));
        }
        self.waiting += usize::from(again.is_some());
        let running = &self.running[slot as usize];
        self.observer.failed(self.now_s, running, &Failed { requeued: again.is_some(), in_vain, ..*failed });
        self.vacant.push(slot);
        own.progressed();
    }

    /// Gives nodes that jobs have released to outages that lack nodes.
    pub(super) fn fill(&mut self, slot: u32) {
        let Some(mut own) = self.faults.take() else { return };
        let clusters: Vec<u32> = self.running[slot as usize].placement.iter().map(|piece| piece.cluster).collect();
        clusters.into_iter().for_each(|cluster| self.fill_from(&mut own, cluster));
        self.faults = Some(own);
    }

    fn fill_from(&mut self, own: &mut Faults, cluster: u32) {
        if own.lacking == 0 {
            return;
        }
        let lacks = own.active.values().filter(|out| out.cluster == cluster && out.lacking > 0);
        let lacks: Vec<u64> = lacks.map(|out| out.id).collect();
        for id in lacks {
            let Some(out) = own.active.get_mut(&id) else { continue };
            let more = out.lacking.min(self.state.free()[cluster as usize]);
            if more > 0 {
                out.taken += more;
                out.lacking -= more;
                own.lacking -= u64::from(more);
                let out = *out;
                self.state.take_out(cluster, more);
                self.changed(own, out);
            }
        }
    }
}

impl Running {
    /// Share of the work that is done at `now_s` \[s\].
    fn done(&self, now_s: f64) -> f64 {
        1.0 - (self.left - (now_s - self.settled_s) / self.stretched_s).max(0.0)
    }
}
