//! Backfilling, second implementation: every property of the plan is computed by searching the lists of running jobs
//! and reservations.

use crate::look_ahead::ClusterSnapshot;
use crate::twin::{Twin, busy};
use metasched::workload::Job;
use std::collections::{BTreeMap, HashSet};

/// A job that has nodes for a period of time.
#[derive(Clone, Debug)]
pub struct Planned {
    pub job: Job,
    pub pieces: Vec<(usize, u32)>,
    /// Demand on each link.
    pub demands: Vec<u64>,
    pub start_s: f64,
    pub end_s: f64,
    pub promised_s: f64,
    /// The share of its bandwidth demand with which `end_s` was computed.
    pub granted: f64,
}

impl Planned {
    fn nodes_on(&self, cluster: usize) -> u32 {
        let piece = self.pieces.iter().find(|piece| piece.0 == cluster);
        piece.map_or(0, |piece| piece.1)
    }

    fn co_allocated(&self) -> bool {
        self.pieces.len() > 1
    }
}

/// The plan of the queue, and the ends of running jobs that it assumed when it was last updated.
#[derive(Default)]
pub struct Plan {
    pub depth: usize,
    /// Reservations of the first jobs in the queue.
    reserved: Vec<Planned>,
    running: Vec<Planned>,
    /// All waiting jobs, and the time.
    queue: Vec<Job>,
    now: f64,
    /// Running jobs with their expected ends, including ends that have passed.
    seen: Vec<Planned>,
    expected: BTreeMap<u64, f64>,
    moved: bool,
    /// First promised starts of jobs that have lost their reservations.
    promises: BTreeMap<u64, f64>,
    /// Nodes that are or will be out.
    down: Vec<Planned>,
    /// Jobs without a reservation that could not start when they were last tried. The list is cleared when a job ends
    /// or a reservation moves.
    pub tried: HashSet<u64>,
}

/// The free nodes of every cluster and the load of every link.
type Seen = (Vec<u32>, Vec<u64>);

impl Plan {
    pub fn ended(&mut self, id: u64, now: f64) {
        self.moved |= self.expected.remove(&id) != Some(now);
        self.tried.clear();
    }

    /// The next job of `queue` that starts, with its pieces and its promised start; `None` if no job starts now.
    /// `running` are the running jobs with their expected ends.
    pub fn next(&mut self, twin: &Twin, now: f64, queue: &[Job], mut running: Vec<Planned>) -> Option<Planned> {
        self.seen = running.clone();
        self.queue = queue.to_vec();
        self.now = now;
        for job in &mut running {
            if job.end_s <= now {
                job.end_s = now.next_up();
            }
            let before = self.expected.insert(job.job.id, job.end_s);
            self.moved |= before != Some(job.end_s);
        }
        self.moved |= self.reserved.iter().any(|r| r.start_s < now);
        let down = twin.down.borrow().planned(twin.platform, &running, now);
        let parts = |all: &[Planned]| -> Vec<_> {
            all.iter().map(|own| (own.pieces.clone(), own.start_s, own.end_s)).collect()
        };
        self.moved |= parts(&down) != parts(&self.down);
        self.down = down.clone();
        self.running = running;
        self.running.extend(down);
        if self.moved {
            self.moved = false;
            self.tried.clear();
            self.revise(twin, now);
        }
        if let Some(at) = self.reserved.iter().position(|r| r.start_s <= now) {
            return Some(self.reserved.remove(at));
        }
        while self.reserved.len() < self.depth.min(queue.len()) {
            let job = queue[self.reserved.len()];
            let planned = self.earliest(twin, now, &job, f64::INFINITY).unwrap();
            if planned.start_s <= now {
                let promised_s = self.promises.remove(&job.id).unwrap_or(f64::NAN);
                return Some(Planned { promised_s, ..planned });
            }
            let promised_s = self.promises.remove(&job.id).unwrap_or(planned.promised_s);
            self.reserved.push(Planned { promised_s, ..planned });
        }
        for job in &queue[self.reserved.len()..] {
            if !self.tried.contains(&job.id) {
                if let Some(planned) = self.at(twin, now, job) {
                    let promised_s = self.promises.remove(&job.id).unwrap_or(f64::NAN);
                    return Some(Planned { promised_s, ..planned });
                }
                self.tried.insert(job.id);
            }
        }
        None
    }

    /// The first planned start after `now`, but only among starts at times when no running job and no reservation is
    /// expected to end.
    pub fn wake(&self, now: f64, running: &[Planned]) -> f64 {
        let running = running.iter().map(|r| r.end_s.max(now.next_up()));
        let reserved = self.reserved.iter().map(|r| r.end_s);
        let ends: Vec<f64> = running.chain(reserved).collect();
        let starts = self.reserved.iter().map(|r| r.start_s);
        let alone = starts.filter(|start| !ends.contains(start));
        alone.fold(f64::INFINITY, f64::min)
    }

    /// The job with its pieces, if it can start now beside running jobs and outages.
    pub fn beside(
        &mut self,
        twin: &Twin,
        now: f64,
        queue: &[Job],
        running: Vec<Planned>,
        job: &Job,
    ) -> Option<Planned> {
        self.next(twin, now, &[], running);
        self.queue = queue.to_vec();
        self.at(twin, now, job)
    }

    /// Jobs that waited again may be before jobs with reservations, which then lose them.
    pub fn fall_behind(&mut self, queue: &[Job]) {
        let own = self.reserved.iter().zip(queue);
        let kept = own.take_while(|(own, job)| own.job.id == job.id).count();
        self.moved |= kept < self.reserved.len();
        for own in self.reserved.split_off(kept) {
            self.promises.insert(own.job.id, own.promised_s);
        }
    }

    /// The job is no longer in the queue.
    pub fn withdraw(&mut self, id: u64) {
        let reserved = self.reserved.len();
        self.reserved.retain(|own| own.job.id != id);
        self.moved |= self.reserved.len() < reserved;
        self.promises.remove(&id);
    }

    /// Records that a job which `next` has returned runs now, and is expected to end at `end_s`.
    pub fn started(&mut self, planned: &Planned) {
        self.expected.insert(planned.job.id, planned.end_s);
    }

    fn revise(&mut self, twin: &Twin, now: f64) {
        let old = std::mem::take(&mut self.reserved);
        for planned in &old {
            if !self.fits(twin, now, planned) {
                break;
            }
            self.reserved.push(planned.clone());
        }
        let kept = self.reserved.len();
        // If all reservations still fit, only the last loop is needed. Each reservation is then tried only once,
        // because a policy with state may answer differently the second time.
        let again = if kept < old.len() { &old[..] } else { &[] };
        for (at, planned) in again.iter().enumerate() {
            if at < kept || self.fits(twin, now, planned) {
                if at >= kept {
                    self.reserved.push(planned.clone());
                }
                self.forward(twin, now, at);
            } else {
                let anew = self.earliest(twin, now, &planned.job, f64::INFINITY).unwrap();
                self.reserved.push(Planned { promised_s: planned.promised_s, ..anew });
            }
        }
        loop {
            let moved: Vec<bool> = (0..self.reserved.len()).map(|at| self.forward(twin, now, at)).collect();
            if !moved.contains(&true) {
                return;
            }
        }
    }

    /// Moves a reservation to the earliest possible start, if this is before the planned start. True if the reservation
    /// has moved.
    fn forward(&mut self, twin: &Twin, now: f64, at: usize) -> bool {
        let own = self.reserved.remove(at);
        let earlier = if own.start_s > now { self.earliest(twin, now, &own.job, own.start_s) } else { None };
        let moved = earlier.is_some();
        let promised_s = own.promised_s;
        let own = earlier.map_or(own, |earlier| Planned { promised_s, ..earlier });
        self.reserved.insert(at, own);
        moved
    }

    fn fits(&self, twin: &Twin, now: f64, planned: &Planned) -> bool {
        let (free, loads) = self.worst(twin, planned.start_s, planned.end_s, None);
        let free = if twin.platform.resources.is_none() { free } else { twin.usable(&free, &loads, &planned.job) };
        planned.start_s >= now
            && planned.pieces.iter().all(|&(cluster, nodes)| nodes <= free[cluster])
            && (!planned.co_allocated() || self.takes_links(twin, planned, None))
            && self.harmless(twin, planned)
    }

    fn earliest(&self, twin: &Twin, now: f64, job: &Job, before: f64) -> Option<Planned> {
        let all = self.running.iter().chain(&self.reserved);
        let mut times: Vec<f64> = all.map(|p| p.end_s).filter(|&t| t > now && t < before).collect();
        times.push(now);
        times.sort_by(f64::total_cmp);
        times.into_iter().find_map(|time| self.at(twin, time, job))
    }

    /// The plan for the job if it starts at `time`; `None` if it cannot start then.
    fn at(&self, twin: &Twin, time: f64, job: &Job) -> Option<Planned> {
        let clusters = &twin.platform.clusters;
        let fastest = clusters.iter().map(|c| c.speed).fold(0.0, f64::max);
        let mut length = job.estimate_s / fastest;
        let mut pieces;
        loop {
            let (free, loads) = self.worst(twin, time, time + length, None);
            pieces = match time == self.now {
                true => twin.place_now(&free, &loads, job, &self.snapshot(twin, job))?,
                false => twin.place(&free, &loads, job)?,
            };
            let needed = twin.estimated_s(job, &pieces);
            if needed <= length {
                length = needed;
                break;
            }
            length = needed;
        }
        let planned = Planned {
            job: *job,
            demands: twin.demands(job, &pieces),
            pieces,
            start_s: time,
            end_s: (time + length).max(time.next_up()),
            promised_s: time,
            granted: 1.0,
        };
        self.harmless(twin, &planned).then_some(planned)
    }

    /// The state that a look-ahead reads when it decides about this job; it does not contain reservations.
    fn snapshot<'a>(&'a self, twin: &Twin<'a>, job: &Job) -> ClusterSnapshot<'a> {
        let at = self.queue.iter().position(|other| other.id == job.id).unwrap();
        ClusterSnapshot {
            platform: twin.platform,
            now: self.now,
            running: self.seen.iter().flat_map(busy).collect(),
            passed: &self.queue[..at],
            behind: &self.queue[at + 1..],
            going: self.seen.clone(),
            first_estimate: twin.memory.first_estimate(),
        }
    }

    /// The fewest free nodes of each cluster and the highest load of each link between `start` and `end`, as if the job
    /// `besides` did not exist.
    fn worst(&self, twin: &Twin, start: f64, end: f64, besides: Option<u64>) -> Seen {
        let reserved = || self.reserved.iter().filter(|r| Some(r.job.id) != besides);
        let mut times: Vec<f64> = reserved().chain(&self.running).map(|r| r.start_s).collect();
        times.retain(|&time| time > start && time < end);
        times.push(start);
        let clusters = 0..twin.platform.clusters.len();
        let links = 0..twin.loads();
        let there = |time: f64| {
            let runs = self.running.iter().filter(move |r| r.start_s <= time && r.end_s > time);
            runs.chain(reserved().filter(move |r| r.start_s <= time && time < r.end_s))
        };
        let free =
            |c: usize, time: f64| twin.platform.clusters[c].nodes - there(time).map(|p| p.nodes_on(c)).sum::<u32>();
        let load = |link: usize, time: f64| there(time).map(|p| p.demands[link]).sum::<u64>();
        (
            clusters.map(|c| times.iter().map(|&t| free(c, t)).min().unwrap()).collect(),
            links.map(|link| times.iter().map(|&t| load(link, t)).max().unwrap()).collect(),
        )
    }

    /// True if the strategy would still place the planned job if only the nodes planned for it were free, with `new`
    /// added to the plan.
    fn takes_links(&self, twin: &Twin, planned: &Planned, new: Option<&Planned>) -> bool {
        if !twin.strategy.reads_links() {
            return true;
        }
        let mut with = Plan { reserved: self.reserved.clone(), running: self.running.clone(), ..Plan::default() };
        with.reserved.extend(new.cloned());
        let (_, loads) = with.worst(twin, planned.start_s, planned.end_s, Some(planned.job.id));
        let clusters = 0..twin.platform.clusters.len();
        let own: Vec<u32> = clusters.map(|c| planned.nodes_on(c)).collect();
        twin.place(&own, &loads, &planned.job).is_some()
    }

    /// True if the strategy still accepts the links for the reservations of all other jobs when `new` is added.
    fn harmless(&self, twin: &Twin, new: &Planned) -> bool {
        if !new.co_allocated() || new.job.bsbw_bps == 0.0 {
            return true;
        }
        self.reserved.iter().all(|other| {
            let meets = other.start_s < new.end_s && new.start_s < other.end_s;
            !other.co_allocated() || !meets || self.takes_links(twin, other, Some(new))
        })
    }
}
