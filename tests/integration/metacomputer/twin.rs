//! The metacomputer, reference implementation: planned work is a list, and each value of a surface is computed from the
//! whole list.

use super::Work;
use crate::twin::History;
use metasched::models::gehring::{AspOrder, Control, FfihRoom, Planner, RoundSurface, Trigger};
use metasched::network::Network;
use metasched::platform::{Piece, Placement, Platform};
use metasched::scheduler::facts::Mark;
use metasched::scheduler::steps::Step;
use metasched::words::number::clock;
use metasched::workload::Job;

/// The parts of a request: for each of its machines, the index and the number of processors.
type Parts = Vec<(usize, u32)>;

/// The reference metacomputer, which plans requests. At the beginning it has no planned work and no requests.
pub struct Twin<'a> {
    platform: &'a Platform,
    network: &'a Network,
    planner: Planner,
    control: Control,
    now_s: f64,
    work: Vec<Work>,
    room: Vec<Job>,
    next_round_s: f64,
    /// The earliest start in this round.
    line_s: f64,
    histories: Vec<History>,
    rounds: Vec<Mark>,
}

impl<'a> Twin<'a> {
    pub fn new(platform: &'a Platform, network: &'a Network, planner: Planner, control: Control) -> Twin<'a> {
        Twin {
            platform,
            network,
            planner,
            control,
            now_s: 0.0,
            work: Vec::new(),
            room: Vec::new(),
            next_round_s: 0.0,
            line_s: 0.0,
            histories: Vec::new(),
            rounds: Vec::new(),
        }
    }

    fn free(&self, machine: usize, time_s: f64) -> u32 {
        let there = |w: &&Work| w.machine == machine && w.from_s <= time_s && time_s < w.to_s;
        let used: u32 = self.work.iter().filter(there).map(|w| w.nodes).sum();
        self.platform.clusters[machine].nodes - used
    }

    /// The surface by eq. 7.
    fn surface(&self, machine: usize, time_s: f64) -> u32 {
        let later = self.work.iter().map(|w| w.from_s).filter(|&at| at > time_s);
        later.chain([time_s]).map(|at| self.free(machine, at)).min().unwrap()
    }

    /// The processors that a machine keeps for local requests.
    fn kept(&self, machine: usize) -> u32 {
        (f64::from(self.platform.clusters[machine].nodes) * self.control.view.kept_share).floor() as u32
    }

    /// The number of processors of a machine that it shows to the metacomputer.
    fn shown(&self, machine: usize, time_s: f64) -> u32 {
        self.surface(machine, time_s).max(self.kept(machine)) - self.kept(machine)
    }

    fn surfaces(&self, time_s: f64) -> Vec<u32> {
        (0..self.platform.clusters.len()).map(|m| self.shown(m, time_s)).collect()
    }

    /// The times at which a request may start: the current time, and all times at which planned work ends.
    fn times(&self) -> Vec<f64> {
        let ends = self.work.iter().map(|w| w.to_s).filter(|&at| at > self.now_s);
        let mut times: Vec<f64> = ends.chain([self.now_s]).collect();
        times.sort_by(f64::total_cmp);
        times
    }

    fn plan(&mut self, job: &Job, parts: &[(usize, u32)], start_s: f64) -> f64 {
        let end_s = self.end_s(job, parts, start_s);
        for &(machine, nodes) in parts {
            self.work.push(Work { machine, nodes, from_s: start_s, to_s: end_s });
        }
        self.histories.push(History { id: job.id, start_s, end_s, pieces: parts.to_vec(), promised_s: Some(start_s) });
        end_s
    }

    fn end_s(&self, job: &Job, parts: &[(usize, u32)], start_s: f64) -> f64 {
        let placement: Placement =
            parts.iter().map(|&(cluster, nodes)| Piece { cluster: cluster as u32, nodes }).collect();
        start_s + self.network.planned_s(self.platform, job, &placement)
    }

    fn local(&mut self, job: &Job) {
        let home = job.home as usize;
        let start_s = self.times().into_iter().find(|&at| self.surface(home, at) >= job.nodes);
        self.plan(job, &[(home, job.nodes)], start_s.unwrap());
    }

    fn due(&self) -> bool {
        let sizes: u32 = self.platform.clusters.iter().map(|c| c.nodes).sum();
        !self.room.is_empty()
            && match self.control.trigger {
                Trigger::Event => true,
                Trigger::Interval(_) => self.now_s >= self.next_round_s,
                Trigger::Demand(gamma) => self.now_s >= demanded_s(&self.room, gamma, sizes),
            }
    }

    /// The times at which a meta request may start in this round.
    fn starts(&self) -> impl Iterator<Item = f64> + use<> {
        let line_s = self.line_s;
        self.times().into_iter().filter(move |&at| at >= line_s)
    }

    /// The staircase of a machine from now on: the numbers of processors that are shown to stay free, over time. Below a
    /// flat line there are none.
    fn stairs(&self, machine: usize) -> Vec<Step> {
        let mut stairs: Vec<Step> = Vec::new();
        for from_s in self.times() {
            let free = if from_s < self.line_s { 0 } else { self.shown(machine, from_s) };
            if stairs.last().is_none_or(|last| last.free < free) {
                stairs.push(Step { from_s, free });
            }
        }
        stairs
    }

    /// Plans the waiting requests in a round. If a request is planned, records the round.
    fn noted_round(&mut self) {
        // The highest step is the last end of all planned work.
        self.line_s = match self.control.view.surface {
            RoundSurface::Steps => self.now_s,
            RoundSurface::Flat => self.times().pop().unwrap(),
        };
        let surfaces = (0..self.platform.clusters.len()).map(|machine| self.stairs(machine));
        let staircases = surfaces.collect();
        let before = self.histories.len();
        self.round();
        let planned = self.histories.len() - before;
        if planned > 0 {
            let time = clock(self.now_s, true);
            let s = if planned == 1 { "" } else { "s" };
            self.rounds.push(Mark {
                time_s: self.now_s,
                words: format!(
                    "what the meta-scheduler saw in the round at {time}, before it planned {planned} request{s}"
                ),
                staircases,
            });
        }
    }

    fn round(&mut self) {
        let mut last_s = self.now_s;
        if let Planner::Asp { alpha, order } = self.planner {
            last_s = last_s.max(self.share(alpha, order));
        } else if let Planner::EqualAsp { alpha } = self.planner {
            last_s = last_s.max(self.share_equally(alpha));
        } else {
            if let Planner::Ffih { .. } = self.planner {
                let demand = |job: &Job| f64::from(job.nodes) * job.runtime_s;
                self.room.sort_by(|a, b| demand(a).total_cmp(&demand(b)).then(a.id.cmp(&b.id)));
            }
            let ffih = matches!(self.planner, Planner::Ffih { .. }) && self.control.trigger == Trigger::Event;
            let drains = self.planner == Planner::Ffih { room: FfihRoom::Drain };
            let mut first = true;
            while let Some(job) = self.room.first().copied() {
                let waits = ffih && (first || !drains);
                first = false;
                if waits && self.surfaces(self.now_s).iter().sum::<u32>() < job.nodes {
                    break;
                }
                self.room.remove(0);
                last_s = last_s.max(self.earliest(&job));
            }
        }
        if let Trigger::Interval(interval_s) = self.control.trigger {
            self.next_round_s = last_s + interval_s;
        }
    }

    /// FCFS by earliest start, FCFS* by earliest end.
    fn earliest(&mut self, job: &Job) -> f64 {
        let mut best: Option<(f64, f64, Parts)> = None;
        for start_s in self.starts() {
            let free = self.surfaces(start_s);
            if free.iter().sum::<u32>() < job.nodes {
                continue;
            }
            let parts = mapped(job.nodes, job.moldable, &free);
            let key = match self.planner {
                Planner::FcfsStar => self.end_s(job, &parts, start_s),
                _ => start_s,
            };
            if best.as_ref().is_none_or(|best| key < best.0) {
                best = Some((key, start_s, parts));
            }
        }
        let (_, start_s, parts) = best.unwrap();
        self.plan(job, &parts, start_s)
    }

    fn share(&mut self, alpha: f64, order: AspOrder) -> f64 {
        let least = |job: &Job| match job.moldable {
            true => ((alpha * f64::from(job.nodes)).ceil() as u32).max(1),
            false => job.nodes,
        };
        let mut free: u32 = self.surfaces(self.line_s).iter().sum();
        let mut chosen: Vec<(Job, u32)> = Vec::new();
        let key = |job: &Job| match order {
            AspOrder::LeastNeed => (least(job), job.id),
            AspOrder::Submission => (0, job.id),
        };
        while let Some(at) = (0..self.room.len()).min_by_key(|&i| key(&self.room[i]))
            && least(&self.room[at]) <= free
        {
            let job = self.room.remove(at);
            free -= least(&job);
            chosen.push((job, least(&job)));
        }
        chosen.sort_by_key(|(job, _)| job.id);
        while free > 0
            && let Some(own) = chosen
                .iter_mut()
                .filter(|(job, own)| job.moldable && *own < job.nodes)
                .min_by_key(|(job, own)| (*own, job.id))
        {
            own.1 += 1;
            free -= 1;
        }
        let mut last_s = self.now_s;
        for (job, own) in chosen {
            let parts = mapped(own, job.moldable, &self.surfaces(self.line_s));
            last_s = last_s.max(self.plan(&job, &parts, self.line_s));
        }
        last_s
    }

    /// Equal shares: the pass goes through the waiting requests as they came, and ends at the first that does not fit.
    fn share_equally(&mut self, alpha: f64) -> f64 {
        let mut free: u32 = self.surfaces(self.line_s).iter().sum();
        let share = f64::from(free) / self.room.len() as f64;
        let mut last_s = self.now_s;
        let waiting = self.room.clone();
        for job in waiting {
            let own = match job.moldable {
                true => {
                    let least = (alpha * f64::from(job.nodes)).ceil();
                    share.floor().max(1.0).max(least).min(f64::from(job.nodes)) as u32
                }
                false => job.nodes,
            };
            if own > free {
                break;
            }
            free -= own;
            self.room.retain(|other| other.id != job.id);
            let parts = mapped(own, job.moldable, &self.surfaces(self.line_s));
            last_s = last_s.max(self.plan(&job, &parts, self.line_s));
        }
        last_s
    }

    /// Runs these requests; returns the history and the rounds.
    pub fn run(mut self, jobs: &[Job]) -> (Vec<History>, Vec<Mark>) {
        let sizes: u32 = self.platform.clusters.iter().map(|c| c.nodes).sum();
        let mut jobs = jobs.iter().peekable();
        if let Trigger::Interval(interval_s) = self.control.trigger {
            self.next_round_s = interval_s;
        }
        loop {
            let round_s = match self.control.trigger {
                _ if self.room.is_empty() => f64::INFINITY,
                Trigger::Event => f64::INFINITY,
                Trigger::Interval(_) => self.next_round_s,
                Trigger::Demand(gamma) => demanded_s(&self.room, gamma, sizes),
            };
            let events = self.work.iter().map(|w| w.to_s).filter(|&at| at > self.now_s);
            let arrival_s = jobs.peek().map_or(f64::INFINITY, |job| job.arrival_s);
            let round_s = if round_s > self.now_s { round_s } else { f64::INFINITY };
            let next_s = events.fold(f64::INFINITY, f64::min).min(arrival_s).min(round_s);
            if next_s == f64::INFINITY {
                break;
            }
            self.now_s = next_s;
            while let Some(job) = jobs.next_if(|job| job.arrival_s <= next_s) {
                let local = job.local && self.control.local_queues;
                let kept: u32 = (0..self.platform.clusters.len()).map(|machine| self.kept(machine)).sum();
                let size = if local { self.platform.clusters[job.home as usize].nodes } else { sizes - kept };
                if job.nodes > size {
                    continue;
                }
                if local {
                    self.local(job);
                } else {
                    self.room.push(*job);
                }
            }
            if self.due() {
                self.noted_round();
            }
        }
        assert!(self.room.is_empty(), "no job waits for ever");
        self.histories.sort_by(|a, b| a.end_s.total_cmp(&b.end_s).then(a.id.cmp(&b.id)));
        (self.histories, self.rounds)
    }
}

/// The time from which eq. 9 holds if no further request arrives.
fn demanded_s(room: &[Job], gamma: f64, sizes: u32) -> f64 {
    let demand = |job: &Job| f64::from(job.nodes) * job.runtime_s;
    let submitted: f64 = room.iter().map(|job| demand(job) * job.arrival_s).sum();
    (f64::from(sizes) / gamma + submitted) / room.iter().map(demand).sum::<f64>()
}

/// The parts of a request. If one machine has room for the whole request, it is the one with the fewest free
/// processors. Otherwise moldable requests get few parts, and others many.
fn mapped(nodes: u32, moldable: bool, free: &[u32]) -> Parts {
    let mut left: Vec<(u32, usize)> = free.iter().copied().zip(0..).collect();
    let mut parts = Vec::new();
    let mut rest = nodes;
    while rest > 0 {
        let whole = left.iter().copied().filter(|own| own.0 >= rest).min();
        let whole = whole.filter(|_| moldable || parts.is_empty());
        let next = match moldable {
            true => left.iter().copied().max_by_key(|own| (own.0, std::cmp::Reverse(own.1))),
            false => left.iter().copied().filter(|own| own.0 > 0).min(),
        };
        let (own, machine) = whole.or(next).unwrap();
        left.retain(|other| other.1 != machine);
        parts.push((machine, own.min(rest)));
        rest -= own.min(rest);
    }
    parts.sort_unstable();
    parts
}
