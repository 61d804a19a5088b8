//! Whenever a scheduler declines a job it says why, step by step, and none of its numbers contradict the state; when it
//! starts a job it has nothing to say. For every policy and queue of the registry.

use crate::common::{Listed, finish, systems};
use metasched::base::number::counted;
use metasched::engine::Simulation;
use metasched::models::Queues;
use metasched::models::jones::ALL_SEARCH_STEPS;
use metasched::models::jones::Objective;
use metasched::network::Network;
use metasched::network::allotment::Allotment;
use metasched::network::cluster::ClusterNetworks;
use metasched::network::demand::Traffic;
use metasched::platform::{Placement, State, Topology};
use metasched::scenario;
use metasched::scenario::Policy;
use metasched::scenario::Scenario;
use metasched::scenario::Sharing;
use metasched::scenario::build;
use metasched::scenario::queue;
use metasched::scheduler::refusal::{HeldBack, Links, Refusal, sentence};
use metasched::scheduler::{Rejection, Scheduler, Submission};
use metasched::workload::Job;
use proptest::prelude::*;

const THRESHOLD: [&str; 5] = ["a1", "b1", "b2", "b3", "b4"];

/// It may decline what it would place without a look ahead.
const PUTS_OFF: &str = "tla-coalloc";

const ONE_CLUSTER: [&str; 8] =
    ["best-fit", "fastest-first", "worst-fit", "median-fit", "random-fit", "index-fit", "ai2", "tla"];

/// They plan instead of trying steps, and the queue is their own.
const META: [&str; 5] = ["meta-fcfs", "meta-fcfs-star", "meta-ffih", "meta-asp", "meta-asp-star"];

/// They send jobs to the queues of clusters.
const GRID: [&str; 5] = ["fuzzy", "grid-best-fit", "grid-random", "grid-shortest-queue", "grid-least-loaded"];

/// A scheduler that is asked about every job at every decision.
struct Questioned {
    scheduler: Box<dyn Scheduler>,
    spec: scenario::Scheduler,
    queue: &'static str,
    idle: State,
    waiting: Vec<Job>,
}

impl Scheduler for Questioned {
    fn submit(&mut self, job: &Job) -> Submission {
        let submission = self.scheduler.submit(job);
        match submission {
            Submission::Waiting => self.waiting.push(*job),
            Submission::Rejected(why) => {
                let refusals = self.scheduler.refusals(&self.idle, job);
                let gave_up = refusals.iter().any(Refusal::gave_up);
                assert_eq!(gave_up, why == Rejection::NotFound);
                self.check_steps(&refusals, &self.idle, job);
            }
        }
        submission
    }

    fn freed(&mut self, cluster: u32) {
        self.scheduler.freed(cluster);
    }

    fn next_start(&mut self, now_s: f64, state: &State, placement: &mut Placement) -> Option<Job> {
        let next = self.scheduler.next_start(now_s, state, placement);
        match &next {
            Some(job) => {
                // Who plans has already written down that it runs.
                if !self.plans() {
                    assert_eq!(self.scheduler.refusals(state, job), [], "it starts {job:?}");
                }
                self.waiting.retain(|waiting| waiting.id != job.id);
            }
            None => {
                for (ahead, job) in self.waiting.iter().enumerate() {
                    let refusals = self.scheduler.refusals(state, job);
                    if let Some(head) = self.head().filter(|head| head.id != job.id) {
                        let (behind, nodes) = (head.id, head.nodes);
                        assert_eq!(refusals, [Refusal::Turn { behind, nodes }]);
                    } else if let [Refusal::Reservation { of, start_s }] = refusals[..] {
                        assert!(self.plans());
                        assert!(of != job.id && start_s >= now_s);
                        assert!(self.waiting.iter().any(|other| other.id == of));
                    } else if refusals.is_empty() {
                        // Since it was tried the policy has come to another place for it: on faster clusters, on links
                        // that leave enough to others, or without a look ahead.
                        let clusters = &self.idle.platform().clusters;
                        let alike = clusters.iter().all(|c| c.speed == clusters[0].speed);
                        let links = scenario::Scheduler { policy: self.spec.policy, ..Default::default() };
                        assert!(
                            self.plans()
                                && (!alike
                                    || links.policy.name() == PUTS_OFF
                                    || THRESHOLD.contains(&links.policy.name())),
                            "{:?} {ahead} {:?}",
                            self.queue,
                            self.spec.policy
                        );
                    } else {
                        self.check_steps(&refusals, state, job);
                    }
                }
            }
        }
        next
    }

    fn refusals(&mut self, state: &State, job: &Job) -> Vec<Refusal> {
        self.scheduler.refusals(state, job)
    }

    fn plans(&self) -> bool {
        self.scheduler.plans()
    }

    fn wake_s(&self) -> Option<f64> {
        self.scheduler.wake_s()
    }

    fn started(&mut self, slot: u32, end_s: f64) {
        self.scheduler.started(slot, end_s);
    }

    fn expect(&mut self, slot: u32, end_s: f64, granted: f64) {
        self.scheduler.expect(slot, end_s, granted);
    }

    fn ended(&mut self, slot: u32, now_s: f64) {
        self.scheduler.ended(slot, now_s);
    }
}

/// A request of a metacomputer with full control waits for processors or for its time, or is too large.
fn check_planned(refusals: &[Refusal], state: &State, job: &Job) {
    let nodes = state.platform().nodes();
    match refusals {
        [Refusal::WaitingRoom { free, round_s }] => {
            assert_eq!((*free, *round_s), (Some(state.total_free()), None));
        }
        [Refusal::Planned { .. }] => assert!(u64::from(job.nodes) <= nodes),
        [Refusal::CoAllocate { usable, .. }] => {
            assert!(*usable == nodes && nodes < u64::from(job.nodes));
        }
        _ => panic!("{refusals:?}"),
    }
}

/// A job in a grid is asked for, on its way or in a queue, or is too large.
fn check_sent(refusals: &[Refusal], state: &State, job: &Job) {
    let clusters = &state.platform().clusters;
    let own = |cluster: u32| clusters[cluster as usize].nodes;
    match refusals {
        [Refusal::Asking { cluster, .. } | Refusal::Transfer { cluster, .. }] => {
            assert!(*cluster != job.home && own(*cluster) >= job.nodes);
        }
        [Refusal::Queued { cluster, ahead, missing }] => {
            let free = state.free()[*cluster as usize];
            assert!(*missing > 0 && free + missing <= own(*cluster));
            assert!(*ahead > 0 || free + missing == job.nodes);
        }
        [Refusal::Migrate { cluster, free }] => {
            assert!(*free == own(*cluster) && *free < job.nodes);
            assert!(clusters.iter().all(|own| own.nodes <= *free));
        }
        _ => panic!("{refusals:?}"),
    }
}

impl Questioned {
    /// The job that keeps all others waiting, if the queue has one.
    fn head(&self) -> Option<&Job> {
        let waiting = self.waiting.iter();
        match self.queue {
            _ if self.spec.policy.info().queues != Queues::Common => None,
            "fcfs" => waiting.min_by_key(|job| job.id),
            "sjf" => waiting.min_by(|a, b| a.estimate_s.total_cmp(&b.estimate_s)),
            "njf" => waiting.min_by_key(|job| job.nodes),
            _ => None,
        }
    }

    /// Local, migrate, co-allocate, as far as the policy goes; each with the numbers of `state`. Where home is a cluster like
    /// any other there is one step.
    fn check_steps(&self, refusals: &[Refusal], state: &State, job: &Job) {
        if META.contains(&self.spec.policy.name()) {
            return check_planned(refusals, state, job);
        }
        if GRID.contains(&self.spec.policy.name()) {
            return check_sent(refusals, state, job);
        }
        let (first, steps) = match self.spec.policy.name() {
            "formula" if matches!(refusals, [Refusal::Unwanted { .. }]) => (0, 1),
            "no-share" => (0, 1),
            "migration-only" => (0, 2),
            policy if ONE_CLUSTER.contains(&policy) => (1, 1),
            PUTS_OFF => (1, if matches!(refusals, [_, Refusal::PutOff { .. }]) { 2 } else { 3 }),
            _ => (0, 3),
        };
        assert_eq!(refusals.len(), steps, "{refusals:?}");
        let needs = format!("needs {}: {}", counted(job.nodes.into(), "node"), refusals[0]);
        assert!(sentence(job.nodes, refusals).starts_with(&needs));
        for (step, refusal) in (first..).zip(refusals) {
            // It says what B3 and what A1 say about spreading the job.
            let (step, policy) = match (self.spec.policy.name(), step) {
                (PUTS_OFF, 2) => (2, "b3"),
                (PUTS_OFF, 3) => (2, "a1"),
                (policy, step) => (step, policy),
            };
            match refusal {
                Refusal::Local { home, free } => {
                    assert_eq!((step, *home), (0, job.home));
                    assert_eq!(*free, state.free()[job.home as usize]);
                    assert!(*free < job.nodes);
                }
                Refusal::Migrate { cluster, free } => {
                    assert_eq!(step, 1);
                    assert_eq!(*free, state.free()[*cluster as usize]);
                    assert_eq!(*free, state.most_free());
                    assert!(*free < job.nodes);
                }
                Refusal::Reservation { .. } => panic!("it is no step"),
                Refusal::CoAllocate { usable, links } => {
                    assert_eq!(step, 2);
                    assert!(*usable < u64::from(job.nodes));
                    self.check_links(links, state, job, policy);
                    let gives = |held: &HeldBack| u64::from(held.free - held.usable);
                    let kept: u64 = links.held_back.iter().map(gives).sum();
                    if links.held_back.iter().all(|held| held.usable_from.is_none()) {
                        assert_eq!(*usable, state.total_free() - kept);
                    } else {
                        assert!(*usable > state.total_free() - kept);
                        assert!(*usable <= state.total_free());
                    }
                }
                Refusal::BigChunk { least, largest, links } => {
                    assert_eq!((step, policy), (2, "b3"));
                    assert!(largest < least && *least <= job.nodes);
                    assert!(f64::from(*largest) < self.spec.number("chunk") * f64::from(job.nodes));
                    self.check_links(links, state, job, policy);
                    let left_out = |c: usize| links.held_back.iter().any(|h| h.cluster as usize == c);
                    let free = state.free().iter().enumerate();
                    let most = free.filter(|(c, _)| !left_out(*c)).map(|(_, &free)| free).max();
                    assert_eq!(*largest, most.unwrap_or(0));
                }
                Refusal::Satisfy { lslt, steps } => {
                    assert_eq!((step, policy), (2, "a1"));
                    assert_eq!(*lslt, self.spec.number("lslt"));
                    assert!(steps.is_none_or(|steps| steps == ALL_SEARCH_STEPS));
                    assert!(u64::from(job.nodes) <= state.total_free());
                }
                Refusal::Pieces { most, usable } => {
                    assert_eq!((step, policy), (2, "formula"));
                    let mut free = state.free().to_vec();
                    free.sort_unstable_by_key(|own| std::cmp::Reverse(*own));
                    let most = free.iter().take(*most).map(|&own| u64::from(own));
                    assert_eq!(*usable, most.sum::<u64>());
                    assert!(*usable < u64::from(job.nodes));
                }
                Refusal::Unwanted { places } => {
                    assert_eq!((step, policy, *places > 0), (0, "formula", true));
                }
                Refusal::Awaited { .. } => panic!("no score here reads the estimated start"),
                Refusal::PutOff { scores } => {
                    assert_eq!(self.spec.policy.name(), PUTS_OFF);
                    assert!(scores.is_none_or(|(now, wait)| wait < now));
                    assert!(u64::from(job.nodes) <= state.total_free());
                }
                Refusal::Turn { .. } => panic!("no job is ahead of {job:?}"),
                Refusal::Planned { .. } | Refusal::WaitingRoom { .. } | Refusal::Part { .. } => {
                    panic!("nothing is planned for {job:?}")
                }
                Refusal::Asking { .. } | Refusal::Transfer { .. } | Refusal::Queued { .. } => {
                    panic!("this is no grid")
                }
            }
        }
    }

    fn check_links(&self, links: &Links, state: &State, job: &Job, policy: &str) {
        let lslt = links.lslt.unwrap_or(f64::INFINITY);
        assert!(links.lslt.is_none_or(|lslt| lslt == self.spec.number("lslt")));
        for held in &links.held_back {
            let cluster = held.cluster as usize;
            assert_eq!(held.free, state.free()[cluster]);
            assert!(held.usable < held.free);
            let (full, link) = match policy {
                "a1" if held.would_reach.is_some() => (state.saturation(cluster), None),
                _ => (state.cluster_saturation(cluster), state.shared_link(cluster)),
            };
            assert_eq!(held.saturation, full);
            assert_eq!(held.link, link.map(|link| state.platform().link_name(link)));
            let saturation = |nodes: u32| {
                let demand = Traffic::of(job).piece_bps(nodes).expect("all to all or a ring");
                (state.load_bps()[cluster] + demand) as f64 / state.capacity_bps()[cluster] as f64
            };
            match held.would_reach {
                None => assert!(held.usable == 0 && held.saturation >= lslt),
                Some(reach) => {
                    assert_eq!(reach, saturation(held.usable + 1));
                    assert!(reach > lslt && saturation(held.usable) <= lslt);
                }
            }
            if let Some(from) = held.usable_from {
                assert!(from > held.usable && from <= held.free);
                assert!(saturation(from) <= lslt && saturation(from - 1) > lslt);
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn say_why_and_nothing_else(
        (mut platform, jobs) in systems(60),
        policy in prop::sample::select(Policy::all()),
        queue in prop::sample::select(queue::names().to_vec()),
        objective in prop::sample::select(Objective::ALL),
        chunk in 0.05f64..=1.0,
        lslt in prop_oneof![Just(1.0), 0.0f64..2.0],
    ) {
        let spec = scenario::Scheduler::of(policy)
            .with("chunk", chunk)
            .with("lslt", lslt)
            .with("objective", objective.name());
        let scenario = Scenario::default().with("queue", &queue.into()).unwrap();
        if policy.is_grid() {
            platform.topology = Topology::Star;
        }
        let idle = State::idle(platform.clone());
        let links = idle.capacity_bps().len();
        let questioned = Questioned {
            scheduler: build::scheduler::scheduler(&spec, &scenario, 0, &platform).unwrap(),
            spec: spec.clone(),
            queue,
            idle: idle.clone(),
            waiting: Vec::new(),
        };
        let run = |scheduler| {
            let source = Box::new(Listed(jobs.clone().into()));
            let network = match policy.is_grid() {
                true => Network::Cluster(ClusterNetworks::new(0.05, links)),
                false => Network::Dynamic(Allotment::new(Sharing::Proportional, links)),
            };
            let mut engine = Simulation::new(source, scheduler, idle.clone(), network, ());
            finish(&mut engine, 100);
            engine
        };
        let asked = run(Box::new(questioned));
        prop_assert_eq!(asked.waiting(), 0);
        let left_alone = run(build::scheduler::scheduler(&spec, &scenario, 0, &platform).unwrap());
        prop_assert_eq!(asked.digest(), left_alone.digest(), "to ask is to interfere");
    }
}

#[test]
fn requests_to_a_metacomputer_in_words() {
    let room = |free, round_s| Refusal::WaitingRoom { free, round_s };
    let part = |ahead| Refusal::Part { cluster: 1, nodes: 6, free: 4, ahead };
    let words = [
        (room(Some(9), None), "it is in the waiting room; all together have 9 free"),
        (room(None, Some(14_400.0)), "it is in the waiting room until the round at 14\u{2009}400.0 s"),
        (Refusal::Planned { start_s: 20.0 }, "it is planned to start at 20.0 s"),
        (part(0), "its part of 6 nodes on cluster 2 finds 4 free"),
        (part(3), "its part of 6 nodes on cluster 2 has 3 parts before it"),
    ];
    for (refusal, words) in words {
        assert_eq!(refusal.to_string(), words);
    }
}

#[test]
fn jobs_in_a_grid_in_words() {
    let (cluster, until_s) = (2, 12.34);
    let queued = |ahead| Refusal::Queued { cluster, ahead, missing: 7 };
    let words = [
        (Refusal::Asking { cluster, until_s }, "cluster 3 is asked for admission until 12.3 s"),
        (Refusal::Transfer { cluster, until_s }, "it is sent to cluster 3 until 12.3 s"),
        (queued(0), "cluster 3 lacks 7 nodes"),
        (queued(2), "on cluster 3 it is behind 2 jobs, the first of which lacks 7 nodes"),
    ];
    for (refusal, words) in words {
        assert_eq!(refusal.to_string(), words);
    }
}
