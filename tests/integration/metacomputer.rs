//! The metacomputer, written down once more: what is planned is a list, and every question about a surface is answered by a look at
//! all of it.

use crate::common::{Chronicle, Listed, finish};
use crate::twin::History;
use metasched::base::random::Stream;
use metasched::engine::Simulation;
use metasched::experiment::{self, RunResult};
use metasched::metrics::timeline::{Recorder, Window};
use metasched::network::Network;
use metasched::platform::{Cluster, Piece, Placement, Platform, State};
use metasched::scenario::Scenario;
use metasched::scheduler::Scheduler;
use metasched::scheduler::gehring::{
    Control, Metacomputer, Planner, Round, Step, Trigger, Uncontrolled,
};
use metasched::scheduler::global_queue::{Discipline, GlobalQueue};
use metasched::scheduler::jones::FirstFit;
use metasched::workload::{Job, swf};
use proptest::prelude::*;
use std::sync::Arc;

/// Machines, and processors there.
type Parts = Vec<(usize, u32)>;

/// Work on one machine.
#[derive(Clone, Copy)]
struct Work {
    machine: usize,
    nodes: u32,
    from_s: f64,
    to_s: f64,
}

struct Twin<'a> {
    platform: &'a Platform,
    network: &'a Network,
    planner: Planner,
    control: Control,
    now_s: f64,
    work: Vec<Work>,
    room: Vec<Job>,
    next_round_s: f64,
    histories: Vec<History>,
    rounds: Vec<Round>,
}

impl Twin<'_> {
    fn free(&self, machine: usize, time_s: f64) -> u32 {
        let there = |w: &&Work| w.machine == machine && w.from_s <= time_s && time_s < w.to_s;
        let used: u32 = self.work.iter().filter(there).map(|w| w.nodes).sum();
        self.platform.clusters[machine].nodes - used
    }

    /// Eq. 7.
    fn surface(&self, machine: usize, time_s: f64) -> u32 {
        let later = self.work.iter().map(|w| w.from_s).filter(|&at| at > time_s);
        later
            .chain([time_s])
            .map(|at| self.free(machine, at))
            .min()
            .unwrap()
    }

    fn surfaces(&self, time_s: f64) -> Vec<u32> {
        (0..self.platform.clusters.len())
            .map(|m| self.surface(m, time_s))
            .collect()
    }

    /// Now, and all times at which planned work ends.
    fn times(&self) -> Vec<f64> {
        let ends = self
            .work
            .iter()
            .map(|w| w.to_s)
            .filter(|&at| at > self.now_s);
        let mut times: Vec<f64> = ends.chain([self.now_s]).collect();
        times.sort_by(f64::total_cmp);
        times
    }

    fn plan(&mut self, job: &Job, parts: &[(usize, u32)], start_s: f64) -> f64 {
        let end_s = self.end_s(job, parts, start_s);
        for &(machine, nodes) in parts {
            self.work.push(Work {
                machine,
                nodes,
                from_s: start_s,
                to_s: end_s,
            });
        }
        self.histories.push(History {
            id: job.id,
            start_s,
            end_s,
            pieces: parts.to_vec(),
            promised_s: Some(start_s),
        });
        end_s
    }

    fn end_s(&self, job: &Job, parts: &[(usize, u32)], start_s: f64) -> f64 {
        let placement: Placement = parts
            .iter()
            .map(|&(cluster, nodes)| Piece {
                cluster: cluster as u32,
                nodes,
            })
            .collect();
        start_s + self.network.planned_s(self.platform, job, &placement)
    }

    fn local(&mut self, job: &Job) {
        let home = job.home as usize;
        let start_s = self
            .times()
            .into_iter()
            .find(|&at| self.surface(home, at) >= job.nodes);
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

    /// The staircase of a machine from now on.
    fn stairs(&self, machine: usize) -> Vec<Step> {
        let mut stairs: Vec<Step> = Vec::new();
        for from_s in self.times() {
            let free = self.surface(machine, from_s);
            if stairs.last().is_none_or(|last| last.free < free) {
                stairs.push(Step { from_s, free });
            }
        }
        stairs
    }

    /// Plans in a round, and notes it if that plans anything.
    fn noted_round(&mut self) {
        let surfaces = (0..self.platform.clusters.len()).map(|machine| self.stairs(machine));
        let mut round = Round {
            time_s: self.now_s,
            planned: self.histories.len() as u32,
            surfaces: surfaces.collect(),
        };
        self.round();
        round.planned = self.histories.len() as u32 - round.planned;
        if round.planned > 0 {
            self.rounds.push(round);
        }
    }

    fn round(&mut self) {
        let mut last_s = self.now_s;
        if let Planner::Asp(alpha) = self.planner {
            last_s = last_s.max(self.share(alpha));
        } else {
            if self.planner == Planner::Ffih {
                let demand = |job: &Job| f64::from(job.nodes) * job.runtime_s;
                self.room
                    .sort_by(|a, b| demand(a).total_cmp(&demand(b)).then(a.id.cmp(&b.id)));
            }
            let waits = self.planner == Planner::Ffih && self.control.trigger == Trigger::Event;
            while let Some(job) = self.room.first().copied() {
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

    /// FCFS by the start, FCFS* by the end.
    fn earliest(&mut self, job: &Job) -> f64 {
        let mut best: Option<(f64, f64, Parts)> = None;
        for start_s in self.times() {
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

    fn share(&mut self, alpha: f64) -> f64 {
        let least = |job: &Job| match job.moldable {
            true => ((alpha * f64::from(job.nodes)).ceil() as u32).max(1),
            false => job.nodes,
        };
        let mut free: u32 = self.surfaces(self.now_s).iter().sum();
        let mut chosen: Vec<(Job, u32)> = Vec::new();
        while let Some(at) =
            (0..self.room.len()).min_by_key(|&i| (least(&self.room[i]), self.room[i].id))
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
            let parts = mapped(own, job.moldable, &self.surfaces(self.now_s));
            last_s = last_s.max(self.plan(&job, &parts, self.now_s));
        }
        last_s
    }

    fn run(mut self, jobs: &[Job]) -> (Vec<History>, Vec<Round>) {
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
            let events = self
                .work
                .iter()
                .map(|w| w.to_s)
                .filter(|&at| at > self.now_s);
            let arrival_s = jobs.peek().map_or(f64::INFINITY, |job| job.arrival_s);
            let round_s = if round_s > self.now_s {
                round_s
            } else {
                f64::INFINITY
            };
            let next_s = events
                .fold(f64::INFINITY, f64::min)
                .min(arrival_s)
                .min(round_s);
            if next_s == f64::INFINITY {
                break;
            }
            self.now_s = next_s;
            while let Some(job) = jobs.next_if(|job| job.arrival_s <= next_s) {
                let local = job.local && self.control.local_queues;
                let size = if local {
                    self.platform.clusters[job.home as usize].nodes
                } else {
                    sizes
                };
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
        assert!(self.room.is_empty(), "nobody waits for ever");
        self.histories
            .sort_by(|a, b| a.end_s.total_cmp(&b.end_s).then(a.id.cmp(&b.id)));
        (self.histories, self.rounds)
    }
}

/// When eq. 9 holds, if nobody else comes.
fn demanded_s(room: &[Job], gamma: f64, sizes: u32) -> f64 {
    let demand = |job: &Job| f64::from(job.nodes) * job.runtime_s;
    let submitted: f64 = room.iter().map(|job| demand(job) * job.arrival_s).sum();
    (f64::from(sizes) / gamma + submitted) / room.iter().map(demand).sum::<f64>()
}

/// The machines of a request: one if one has room, the tightest; else few or many.
fn mapped(nodes: u32, moldable: bool, free: &[u32]) -> Parts {
    let mut left: Vec<(u32, usize)> = free.iter().copied().zip(0..).collect();
    let mut parts = Vec::new();
    let mut rest = nodes;
    while rest > 0 {
        let whole = left.iter().copied().filter(|own| own.0 >= rest).min();
        let whole = whole.filter(|_| moldable || parts.is_empty());
        let next = match moldable {
            true => left
                .iter()
                .copied()
                .max_by_key(|own| (own.0, std::cmp::Reverse(own.1))),
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

fn platforms() -> impl Strategy<Value = Platform> {
    let machine = (
        1u32..12,
        prop_oneof![4 => Just(1.0), 1 => Just(0.5), 1 => Just(2.0)],
    );
    prop::collection::vec(machine, 1..6).prop_map(|machines| {
        let cluster = |(nodes, speed)| Cluster {
            nodes,
            capacity_bps: 1_000_000_000,
            speed,
        };
        Platform::star(machines.into_iter().map(cluster).collect())
    })
}

/// Times are whole seconds and shares of communication powers of two, so that sums do not depend on their order.
fn requests(platform: &Platform, most: usize) -> impl Strategy<Value = Vec<Job>> + use<> {
    let homes = platform.clusters.len() as u32;
    let job = (
        0u32..6,
        0..homes,
        1u32..30,
        1u32..20,
        0u32..3,
        any::<(bool, bool)>(),
        prop_oneof![Just(0.0), Just(0.5), Just(1.5)],
    );
    prop::collection::vec(job, 1..most).prop_map(|list| {
        let mut arrival_s = 0.0;
        let each =
            |(id, (gap, home, nodes, runtime, share, (moldable, local), parallelism_variance))| {
                arrival_s += f64::from(gap);
                Job {
                    id: id as u64,
                    arrival_s,
                    home,
                    nodes,
                    runtime_s: f64::from(runtime),
                    estimate_s: f64::from(runtime),
                    compute_fraction: 1.0 - f64::from(share) * 0.25,
                    moldable,
                    local,
                    parallelism_variance,
                    ..Job::default()
                }
            };
        list.into_iter().enumerate().map(each).collect()
    })
}

fn systems(most: usize) -> impl Strategy<Value = (Platform, Vec<Job>)> {
    platforms().prop_flat_map(move |platform| (Just(platform.clone()), requests(&platform, most)))
}

fn planners() -> impl Strategy<Value = Planner> {
    let all = [
        Planner::Fcfs,
        Planner::FcfsStar,
        Planner::Ffih,
        Planner::Asp(0.0),
        Planner::Asp(0.5),
    ];
    prop::sample::select(all.to_vec())
}

fn controls() -> impl Strategy<Value = Control> {
    let trigger = prop_oneof![
        2 => Just(Trigger::Event),
        1 => (1u32..60).prop_map(|interval| Trigger::Interval(f64::from(interval))),
        1 => (0u32..12).prop_map(|power| Trigger::Demand(1.0 / f64::from(1u32 << power))),
    ];
    (any::<bool>(), trigger).prop_map(|(local_queues, trigger)| Control {
        local_queues,
        trigger,
    })
}

fn run(
    platform: &Platform,
    jobs: &[Job],
    scheduler: Box<dyn Scheduler>,
    network: &Network,
) -> Chronicle {
    watched(platform, jobs, scheduler, network).0
}

/// What ran, and the rounds of the meta-scheduler.
fn watched(
    platform: &Platform,
    jobs: &[Job],
    scheduler: Box<dyn Scheduler>,
    network: &Network,
) -> (Chronicle, Vec<Round>) {
    let whole = Window {
        from_s: 0.0,
        jobs: usize::MAX,
    };
    let source = Box::new(Listed(jobs.iter().copied().collect()));
    let idle = State::idle(platform.clone());
    let mut simulation = Simulation::new(
        source,
        scheduler,
        idle,
        network.clone(),
        (Chronicle::default(), Recorder::new(platform, whole)),
    );
    finish(&mut simulation, 7);
    assert_eq!(simulation.waiting(), 0, "nobody waits for ever");
    let (chronicle, recorder) = simulation.into_observer();
    (chronicle, recorder.finish().rounds)
}

/// Every machine has as many processors as are in use, at every start.
fn within_size(platform: &Platform, ended: &[History]) {
    for own in ended {
        for &(machine, _) in &own.pieces {
            let there = ended
                .iter()
                .filter(|other| other.start_s <= own.start_s && own.start_s < other.end_s);
            let used: u32 = there
                .flat_map(|other| &other.pieces)
                .filter(|piece| piece.0 == machine)
                .map(|piece| piece.1)
                .sum();
            assert!(
                used <= platform.clusters[machine].nodes,
                "machine {machine} at {} s",
                own.start_s
            );
        }
    }
}

/// Synchronous requests have all they ask for, asynchronous ones at least one processor and no more than that.
fn as_asked(jobs: &[Job], ended: &[History], molded: bool) {
    for own in ended {
        let job = &jobs[own.id as usize];
        let given: u32 = own.pieces.iter().map(|piece| piece.1).sum();
        assert!(given <= job.nodes && given > 0);
        assert!(
            given == job.nodes || job.moldable && molded,
            "request {}",
            own.id
        );
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1500))]

    #[test]
    fn equals_the_slow_twin((platform, jobs) in systems(40), planner in planners(), control in controls(), ratio in prop_oneof![Just(1.0), Just(25.0)]) {
        let network = Network::Wan(ratio);
        let scheduler = Metacomputer::new(planner, control, network.clone(), &State::idle(platform.clone()));
        let (chronicle, rounds) = watched(&platform, &jobs, Box::new(scheduler), &network);
        let twin = Twin {
            platform: &platform, network: &network, planner, control, now_s: 0.0, work: Vec::new(), room: Vec::new(),
            next_round_s: 0.0, histories: Vec::new(), rounds: Vec::new(),
        };
        let (expected, expected_rounds) = twin.run(&jobs);
        within_size(&platform, &chronicle.ended);
        as_asked(&jobs, &chronicle.ended, matches!(planner, Planner::Asp(_)));
        prop_assert_eq!(chronicle.ended, expected);
        prop_assert_eq!(rounds, expected_rounds);
    }

    /// Descriptions that are wrong, in both directions: all end, nothing runs where there is no room, and nobody starts before its time.
    #[test]
    fn wrong_descriptions_break_no_machine(
        (platform, mut jobs) in systems(40), planner in planners(), control in controls(), wrong in prop::collection::vec(0.1f64..4.0, 40),
    ) {
        for (job, wrong) in jobs.iter_mut().zip(wrong) {
            job.estimate_s = job.runtime_s * wrong;
        }
        let network = Network::Wan(25.0);
        let scheduler = Metacomputer::new(planner, control, network.clone(), &State::idle(platform.clone()));
        let chronicle = run(&platform, &jobs, Box::new(scheduler), &network);
        within_size(&platform, &chronicle.ended);
        as_asked(&jobs, &chronicle.ended, matches!(planner, Planner::Asp(_)));
        prop_assert_eq!(chronicle.ended.len() + chronicle.rejected.len(), jobs.len());
        // Who is only planned when there is room starts then.
        let when_free = control.trigger == Trigger::Event && !control.local_queues
            && matches!(planner, Planner::Asp(_) | Planner::Ffih);
        for own in &chronicle.ended {
            prop_assert!(own.promised_s.is_some_and(|promised_s| promised_s <= own.start_s));
            prop_assert!(!when_free || own.promised_s == Some(own.start_s));
        }
    }

    /// Every machine is a textbook FCFS queue of parts; a request starts when the last of its parts has its processors.
    #[test]
    fn without_control_machines_are_queues((platform, jobs) in systems(40)) {
        let network = Network::Wan(25.0);
        let scheduler = Uncontrolled::new(&State::idle(platform.clone()), Stream::new("uncontrolled", 0, "rounds", 0));
        let chronicle = run(&platform, &jobs, Box::new(scheduler), &network);
        within_size(&platform, &chronicle.ended);
        as_asked(&jobs, &chronicle.ended, false);
        let mut in_order = chronicle.ended;
        // Of one instant the local ones enter the queues first.
        in_order.sort_by(|a, b| {
            let key = |own: &History| (jobs[own.id as usize].arrival_s, !jobs[own.id as usize].local);
            key(a).partial_cmp(&key(b)).unwrap().then(a.id.cmp(&b.id))
        });
        // Of every machine: when the last part took its processors, and all parts with the times they kept theirs.
        let mut parts: Vec<Vec<Work>> = vec![Vec::new(); platform.clusters.len()];
        for own in &in_order {
            let job = &jobs[own.id as usize];
            let mut start_s = 0.0f64;
            let mut taken = Vec::new();
            for &(machine, nodes) in &own.pieces {
                let before = &parts[machine];
                let last_s = before.last().map_or(0.0, |part| part.from_s);
                let free = |at: f64| {
                    let there = before.iter().filter(|part| part.from_s <= at && at < part.to_s);
                    platform.clusters[machine].nodes - there.map(|part| part.nodes).sum::<u32>()
                };
                let not_before_s = last_s.max(job.arrival_s);
                let ends = before.iter().map(|part| part.to_s).chain([not_before_s]).filter(|&at| at >= not_before_s);
                let from_s = ends.filter(|&at| free(at) >= nodes).fold(f64::INFINITY, f64::min);
                start_s = start_s.max(from_s);
                taken.push(Work { machine, nodes, from_s, to_s: own.end_s });
            }
            prop_assert_eq!(own.start_s, start_s, "request {}", own.id);
            for part in taken {
                parts[part.machine].push(part);
            }
            let whole = own.pieces.iter().filter(|&&(machine, nodes)| nodes == platform.clusters[machine].nodes).count();
            prop_assert!(own.pieces.len() - whole <= 1, "all but the last are taken whole");
            prop_assert!(!job.local || own.pieces == [(job.home as usize, job.nodes)]);
        }
    }

    /// On one machine, no control is a textbook FCFS queue, and so is FCFS if all requests are alike in size; without slow
    /// links a request takes what the speed-up law says.
    #[test]
    fn on_one_machine_it_is_fcfs(jobs in systems(40), size in 1u32..30, each in 1u32..6) {
        let (_, mut jobs) = jobs;
        let cluster = Cluster { nodes: size, capacity_bps: 1_000_000_000, speed: 1.0 };
        let platform = Platform::star(vec![cluster]);
        let idle = || State::idle(platform.clone());
        jobs.iter_mut().for_each(|job| job.home = 0);
        let network = Network::Wan(1.0);
        let textbook = |jobs: &[Job]| run(&platform, jobs, Box::new(GlobalQueue::new(FirstFit, Discipline::Fcfs, idle())), &network);
        let unpromised = |mut chronicle: Chronicle| {
            chronicle.ended.iter_mut().for_each(|own| own.promised_s = None);
            (chronicle.ended, chronicle.rejected)
        };
        // Meta requests of an instant enter the queue behind its local ones.
        jobs.iter_mut().for_each(|job| job.local = true);
        let uncontrolled = Uncontrolled::new(&idle(), Stream::new("uncontrolled", 0, "rounds", 0));
        prop_assert_eq!(unpromised(run(&platform, &jobs, Box::new(uncontrolled), &network)), unpromised(textbook(&jobs)));
        jobs.iter_mut().for_each(|job| (job.nodes, job.local) = (each, false));
        let control = Control { local_queues: false, trigger: Trigger::Event };
        let fcfs = Metacomputer::new(Planner::Fcfs, control, network.clone(), &idle());
        prop_assert_eq!(unpromised(run(&platform, &jobs, Box::new(fcfs), &network)), unpromised(textbook(&jobs)));
        let asp = Metacomputer::new(Planner::Asp(0.0), control, network.clone(), &idle());
        for own in run(&platform, &jobs, Box::new(asp), &network).ended {
            let lasts_s = jobs[own.id as usize].runtime_on_s(own.pieces[0].1);
            prop_assert_eq!(own.end_s, own.start_s + lasts_s);
        }
    }
}

/// Requests of a small metacomputer under overload, until 500 of them have ended.
fn overloaded(scheduler: &str) -> RunResult {
    let text = format!(
        r#"{{ "platform": {{ "clusters": [{{ "count": 6 }}], "sizes": [8, 64] }}, "network": {{ "model": "wan" }},
              "workload": {{ "model": "metacomputer", "compression": 40 }}, "schedulers": [{scheduler}],
              "experiment": {{ "sweep": [], "replications": 3, "completions": 500, "group_by": "origin" }} }}"#
    );
    let scenario = Scenario::from_json(&text).unwrap();
    let results = experiment::run(&scenario, None).unwrap();
    results.points[0].results[0].clone()
}

/// The run ends with the instant of its last completion, with others waiting, who count until then.
#[test]
fn queues_are_not_drained() {
    let run = overloaded(r#"{ "policy": "meta-asp", "control": "ihs-fixed" }"#);
    assert!((1500..1510).contains(&run.jobs), "{}", run.jobs);
    let all = run.submitted.unwrap();
    assert!(all.unfinished_jobs > 0 && all.turnaround_ci95_s.is_some());
    assert!(run.planning_rounds.unwrap() > 0);
    let [meta, local] = &run.groups[..] else {
        panic!()
    };
    assert_eq!(
        (meta.group.as_str(), local.group.as_str()),
        ("meta", "local")
    );
    assert_eq!(meta.jobs + local.jobs, run.jobs);
    let unfinished =
        |group: &experiment::GroupResult| group.submitted.map_or(0, |all| all.unfinished_jobs);
    assert_eq!(unfinished(meta) + unfinished(local), all.unfinished_jobs);
    let mean = |group: &experiment::GroupResult| group.mean_turnaround_s;
    let (low, high) = (mean(local).min(mean(meta)), mean(local).max(mean(meta)));
    assert!(low <= run.mean_turnaround_s && run.mean_turnaround_s <= high);
}

/// γ so small that no round is due before the end of the run: only local requests end.
#[test]
fn a_round_that_never_comes_leaves_the_local_requests() {
    let run = overloaded(r#"{ "policy": "meta-ffih", "control": "ihs-demand", "gamma": 1e-15 }"#);
    assert_eq!(run.planning_rounds, Some(0));
    assert_eq!(
        run.groups
            .iter()
            .map(|group| group.group.as_str())
            .collect::<Vec<_>>(),
        ["local"]
    );
}

/// Sizes are drawn so that nobody is rejected: every
/// local request fits its machine, every meta request the pool.
#[test]
fn nobody_is_too_large() {
    for control in ["full", "limited", "ihs-fixed", "ihs-demand", "no"] {
        let run = overloaded(&format!(
            r#"{{ "policy": "meta-fcfs", "control": "{control}" }}"#
        ));
        assert_eq!(run.rejected_jobs, 0, "{control}");
    }
}

/// A log is the local load of the first two of four machines; meta requests join it while it lasts, under every control.
#[test]
fn a_log_is_the_local_load() {
    let line = |id: u32| format!("{id} {} 0 {} {}\n", 60 * id, 100 + id % 7 * 50, 1 + id % 20);
    let text: String = (1..=500).map(line).collect();
    let log = Arc::new(swf::read("local.swf", &mut text.as_bytes()).unwrap());
    for control in ["full", "limited", "ihs-fixed", "ihs-demand", "no"] {
        let text = format!(
            r#"{{ "platform": {{ "clusters": [{{ "count": 4, "nodes": 16 }}] }}, "network": {{ "model": "wan" }},
                  "workload": {{ "model": "swf", "path": "local.swf", "log_clusters": 2, "meta_compression": 10 }},
                  "schedulers": [{{ "policy": "meta-fcfs", "control": "{control}" }}],
                  "experiment": {{ "sweep": [], "replications": 2, "group_by": "origin" }} }}"#
        );
        let results =
            experiment::run(&Scenario::from_json(&text).unwrap(), Some(Arc::clone(&log))).unwrap();
        let run = &results.points[0].results[0];
        let [meta, local] = &run.groups[..] else {
            panic!("{control}")
        };
        // Of 1000 logged jobs those of 17 to 20 processors fit no machine; with full control they go to all together.
        let rejected = if control == "full" { 0 } else { 200 };
        assert_eq!(
            (local.jobs, run.rejected_jobs),
            (1000 - rejected, rejected),
            "{control}"
        );
        assert!(meta.jobs > 100, "{control}");
    }
}
