//! If a scheduler does not start a job, it gives the reason for each step, and every number in the reasons agrees with
//! the state. If it starts a job, it gives no reasons. Tested with every policy and queue of the registry.

use crate::common::{finish, systems};
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
use metasched::scheduler::bound::Binding;
use metasched::scheduler::refusal::Refusal;
use metasched::scheduler::{Rejection, Scheduler, Submission};
use metasched::workload::Job;
use proptest::prelude::*;
use serde_json::Value;
use std::collections::{BTreeMap, VecDeque};

const THRESHOLD: [&str; 5] = ["a1", "b1", "b2", "b3", "b4"];

/// The policy that may put a job off although there is a place for the job.
const PUTS_OFF: &str = "tla-coalloc";

const ONE_CLUSTER: [&str; 8] =
    ["best-fit", "fastest-first", "worst-fit", "median-fit", "random-fit", "index-fit", "ai2", "tla"];

/// Policies with queues of their own. They plan requests and do not try one step after the other.
const META: [&str; 5] = ["meta-fcfs", "meta-fcfs-star", "meta-ffih", "meta-asp", "meta-asp-star"];

/// Policies that send each job to the queue of one of the clusters.
const GRID: [&str; 5] = ["fuzzy", "grid-best-fit", "grid-random", "grid-shortest-queue", "grid-least-loaded"];

/// Policies that split a job into components.
const COMPONENTS: [&str; 5] = ["ordered-components", "unordered-components", "cm", "cf", "fcm"];

/// The policy with a queue of its own for every cluster.
const LOCAL_QUEUES: &str = "local-queues";

/// A scheduler that the test asks, at every decision, why each waiting job does not start.
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
                let gave_up = refusals.iter().any(|own| own.step == "satisfy" && own.numbers.contains_key("steps"));
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
                // A scheduler that plans has already recorded that this job runs, so it is not asked.
                if !self.plans() {
                    assert_eq!(self.scheduler.refusals(state, job), [], "it starts {job:?}");
                }
                self.waiting.retain(|waiting| waiting.id != job.id);
            }
            None => {
                for (ahead, job) in self.waiting.iter().enumerate() {
                    let refusals = self.scheduler.refusals(state, job);
                    if let Some(head) = self.head().filter(|head| head.id != job.id) {
                        assert_eq!(steps(&refusals), ["turn"]);
                        assert_eq!(numbers(&refusals[0], ["behind", "nodes"]), [head.id, head.nodes.into()]);
                    } else if steps(&refusals) == ["reservation"] {
                        let of = number(&refusals[0], "of");
                        assert!(self.plans());
                        assert!(of != job.id && real(&refusals[0], "start_s") >= now_s);
                        assert!(self.waiting.iter().any(|other| other.id == of));
                    } else if refusals.is_empty() {
                        // A place has appeared since the job was last tried: on faster clusters, on links with enough
                        // capacity left, or because the job is placed without look-ahead.
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

fn steps(refusals: &[Refusal]) -> Vec<&str> {
    refusals.iter().map(|own| own.step).collect()
}

fn numbers<const N: usize>(refusal: &Refusal, names: [&str; N]) -> [u64; N] {
    names.map(|name| number(refusal, name))
}

fn number(refusal: &Refusal, name: &str) -> u64 {
    refusal.numbers[name].as_u64().unwrap()
}

fn real(refusal: &Refusal, name: &str) -> f64 {
    refusal.numbers[name].as_f64().unwrap()
}

/// Checks the reason for a request under full control: it waits for processors or for its planned time, or it is too
/// large.
fn check_planned(refusals: &[Refusal], state: &State, job: &Job) {
    let nodes = state.platform().nodes();
    let [refusal] = refusals else { panic!("{refusals:?}") };
    match refusal.step {
        "waiting-room" => {
            assert_eq!(number(refusal, "free"), state.total_free());
            assert!(!refusal.numbers.contains_key("round_s"));
        }
        "planned" => assert!(u64::from(job.nodes) <= nodes),
        "co-allocate" => assert!(number(refusal, "usable") == nodes && nodes < u64::from(job.nodes)),
        _ => panic!("{refusal:?}"),
    }
}

/// Checks the reason for a job in a grid: it waits for an answer, is being sent, is in a queue, or is too large.
fn check_sent(refusals: &[Refusal], state: &State, job: &Job) {
    let clusters = &state.platform().clusters;
    let nodes = u64::from(job.nodes);
    let [refusal] = refusals else { panic!("{refusals:?}") };
    let cluster = number(refusal, "cluster") as usize;
    let own = u64::from(clusters[cluster].nodes);
    match refusal.step {
        "asking" | "transfer" => assert!(cluster != job.home as usize && own >= nodes),
        "queued" => {
            let free = u64::from(state.free()[cluster]);
            let [ahead, missing] = numbers(refusal, ["ahead", "missing"]);
            assert!(missing > 0 && free + missing <= own);
            assert!(ahead > 0 || free + missing == nodes);
        }
        "migrate" => {
            let free = number(refusal, "free");
            assert!(free == own && free < nodes);
            assert!(clusters.iter().all(|own| u64::from(own.nodes) <= free));
        }
        _ => panic!("{refusal:?}"),
    }
}

/// Checks the reason for a job of several components: one of them finds no room, or all clusters together have too few nodes.
fn check_components(refusals: &[Refusal], state: &State, job: &Job) {
    let [refusal] = refusals else { panic!("{refusals:?}") };
    let nodes = u64::from(job.nodes);
    match refusal.step {
        "component" if refusal.numbers.contains_key("cluster") => {
            let [cluster, component, free] = numbers(refusal, ["cluster", "nodes", "free"]);
            assert_eq!(free, u64::from(state.free()[cluster as usize]));
            assert!(free < component && component <= nodes);
        }
        "component" => {
            let [components, largest] = numbers(refusal, ["components", "nodes"]);
            assert!(nodes <= state.total_free() && components * largest >= nodes);
        }
        "co-allocate" => assert!(number(refusal, "usable") == state.total_free() && state.total_free() < nodes),
        _ => panic!("{refusal:?}"),
    }
}

impl Questioned {
    /// Checks the reason for a job that is bound to a cluster, or one reason for each copy: too few nodes are free
    /// there, or another job goes first.
    fn check_bound(&self, refusals: &[Refusal], state: &State, job: &Job) {
        match refusals {
            [refusal] => self.check_bound_to(refusal, state, job),
            all => {
                let clusters: Vec<u64> = all.iter().map(|own| number(own, "cluster")).collect();
                let large = self.idle.free().iter().filter(|own| **own >= job.nodes);
                assert!(self.binds(Binding::Siblings));
                assert!(clusters.is_sorted_by(|a, b| a < b) && clusters.len() == large.count(), "{all:?}");
                all.iter().for_each(|refusal| self.check_bound_to(refusal, state, job));
            }
        }
    }

    fn binds(&self, binding: Binding) -> bool {
        self.spec.setting("bind").is_some_and(|own| *own == binding.name())
    }

    fn check_bound_to(&self, refusal: &Refusal, state: &State, job: &Job) {
        match refusal.step {
            "reservation" => assert!(self.waiting.iter().any(|other| other.id == number(refusal, "of"))),
            "turn" => assert!(self.waiting.iter().any(|other| other.id == number(refusal, "behind"))),
            "bound" if refusal.numbers.contains_key("free") => {
                let [cluster, free] = numbers(refusal, ["cluster", "free"]);
                assert_eq!(free, u64::from(state.free()[cluster as usize]));
                assert!(free < u64::from(job.nodes));
            }
            "bound" => {
                let clusters = self.idle.platform().clusters.iter().map(|own| u64::from(own.nodes));
                let clusters: Vec<u64> = clusters.collect();
                let [cluster, nodes] = numbers(refusal, ["cluster", "nodes"]);
                assert_eq!(nodes, clusters[cluster as usize]);
                match self.binds(Binding::Home) {
                    true => assert_eq!(cluster, u64::from(job.home)),
                    false => assert_eq!(nodes, clusters.iter().copied().max().unwrap()),
                }
                assert!(nodes < u64::from(job.nodes));
            }
            _ => panic!("{refusal:?}"),
        }
    }

    /// The job that all other jobs must wait for, if the queue has such a job.
    fn head(&self) -> Option<&Job> {
        let waiting = self.waiting.iter();
        match self.queue {
            _ if self.spec.policy.info().queues != Queues::Common => None,
            _ if self.spec.policy.name() == LOCAL_QUEUES => None,
            "fcfs" => waiting.min_by_key(|job| job.id),
            "sjf" => waiting.min_by(|a, b| a.estimate_s.total_cmp(&b.estimate_s)),
            "njf" => waiting.min_by_key(|job| job.nodes),
            _ => None,
        }
    }

    /// Checks the reasons of the steps local, migrate and co-allocate, up to the policy's last step, and compares their
    /// numbers with `state`. Policies that do not prefer the home cluster have only one step.
    fn check_steps(&self, refusals: &[Refusal], state: &State, job: &Job) {
        if META.contains(&self.spec.policy.name()) {
            return check_planned(refusals, state, job);
        }
        if GRID.contains(&self.spec.policy.name()) {
            return check_sent(refusals, state, job);
        }
        if COMPONENTS.contains(&self.spec.policy.name()) {
            return check_components(refusals, state, job);
        }
        if self.spec.policy.name() == LOCAL_QUEUES {
            return self.check_bound(refusals, state, job);
        }
        let (first, count) = match self.spec.policy.name() {
            "formula" if steps(refusals) == ["unwanted"] => (0, 1),
            "no-share" => (0, 1),
            "migration-only" => (0, 2),
            policy if ONE_CLUSTER.contains(&policy) => (1, 1),
            PUTS_OFF => (1, if steps(refusals)[1..] == ["put-off"] { 2 } else { 3 }),
            _ => (0, 3),
        };
        assert_eq!(refusals.len(), count, "{refusals:?}");
        for (step, refusal) in (first..).zip(refusals) {
            // For the step that spreads the job, look-ahead co-allocation gives two reasons: the reason of B3 and the
            // reason of A1.
            let (step, policy) = match (self.spec.policy.name(), step) {
                (PUTS_OFF, 2) => (2, "b3"),
                (PUTS_OFF, 3) => (2, "a1"),
                (policy, step) => (step, policy),
            };
            let nodes = u64::from(job.nodes);
            match refusal.step {
                "local" => {
                    let [home, free] = numbers(refusal, ["home", "free"]);
                    assert_eq!((step, home), (0, job.home.into()));
                    assert_eq!(free, u64::from(state.free()[job.home as usize]));
                    assert!(free < nodes);
                }
                "migrate" => {
                    let [cluster, free] = numbers(refusal, ["cluster", "free"]);
                    assert_eq!(step, 1);
                    assert_eq!(free, u64::from(state.free()[cluster as usize]));
                    assert_eq!(free, u64::from(state.most_free()));
                    assert!(free < nodes);
                }
                "co-allocate" => {
                    let usable = number(refusal, "usable");
                    assert_eq!(step, 2);
                    assert!(usable < nodes);
                    let held_back = self.check_links(refusal, state, job, policy);
                    let kept: u64 = held_back.iter().map(|held| held["free"] - held["usable"]).sum();
                    if held_back.iter().all(|held| !held.contains_key("usable_from")) {
                        assert_eq!(usable, state.total_free() - kept);
                    } else {
                        assert!(usable > state.total_free() - kept);
                        assert!(usable <= state.total_free());
                    }
                }
                "big-chunk" => {
                    let [least, largest] = numbers(refusal, ["least", "largest"]);
                    assert_eq!((step, policy), (2, "b3"));
                    assert!(largest < least && least <= nodes);
                    assert!((largest as f64) < self.spec.number("chunk") * f64::from(job.nodes));
                    let held_back = self.check_links(refusal, state, job, policy);
                    let left_out = |c: u64| held_back.iter().any(|held| held["cluster"] == c);
                    let free = (0..).zip(state.free());
                    let most = free.filter(|(c, _)| !left_out(*c)).map(|(_, &free)| u64::from(free)).max();
                    assert_eq!(largest, most.unwrap_or(0));
                }
                "satisfy" => {
                    assert_eq!((step, policy), (2, "a1"));
                    assert_eq!(real(refusal, "lslt"), self.spec.number("lslt"));
                    let steps = refusal.numbers.get("steps");
                    assert!(steps.is_none_or(|steps| *steps == ALL_SEARCH_STEPS));
                    assert!(nodes <= state.total_free());
                }
                "pieces" => {
                    let [most, usable] = numbers(refusal, ["most", "usable"]);
                    assert_eq!((step, policy), (2, "formula"));
                    let mut free = state.free().to_vec();
                    free.sort_unstable_by_key(|own| std::cmp::Reverse(*own));
                    let most = free.iter().take(most as usize).map(|&own| u64::from(own));
                    assert_eq!(usable, most.sum::<u64>());
                    assert!(usable < nodes);
                }
                "unwanted" => assert_eq!((step, policy, number(refusal, "places") > 0), (0, "formula", true)),
                "put-off" => {
                    assert_eq!(self.spec.policy.name(), PUTS_OFF);
                    let scores = refusal.numbers.get("scores");
                    assert!(scores.is_none_or(|scores| scores[1].as_f64() < scores[0].as_f64()));
                    assert!(nodes <= state.total_free());
                }
                _ => panic!("{refusal:?} about {job:?}"),
            }
        }
    }

    /// Checks the entries of clusters whose free nodes are held back because of links. Returns the whole numbers in
    /// these entries.
    fn check_links(&self, refusal: &Refusal, state: &State, job: &Job, policy: &str) -> Vec<BTreeMap<String, u64>> {
        let lslt = refusal.numbers.get("lslt").and_then(Value::as_f64).unwrap_or(f64::INFINITY);
        assert!(lslt == f64::INFINITY || lslt == self.spec.number("lslt"));
        let held_back = refusal.numbers["held_back"].as_array().unwrap().iter().map(|held| {
            let whole = held.as_object().unwrap().iter();
            let whole = whole.filter_map(|(name, number)| Some((name.clone(), number.as_u64()?)));
            let whole: BTreeMap<String, u64> = whole.collect();
            let (cluster, usable) = (whole["cluster"] as usize, whole["usable"] as u32);
            assert_eq!(whole["free"], u64::from(state.free()[cluster]));
            assert!(whole["usable"] < whole["free"]);
            let reach = held["would_reach"].as_f64();
            let (full, link) = match policy {
                "a1" if reach.is_some() => (state.saturation(cluster), None),
                _ => (state.cluster_saturation(cluster), state.shared_link(cluster)),
            };
            assert_eq!(held["saturation"], full);
            assert_eq!(held["link"].as_str(), link.map(|link| state.platform().link_name(link)).as_deref());
            let saturation = |nodes: u32| {
                let demand = Traffic::of(job).piece_bps(nodes).expect("all to all or a ring");
                (state.load_bps()[cluster] + demand) as f64 / state.capacity_bps()[cluster] as f64
            };
            match reach {
                None => assert!(usable == 0 && full >= lslt),
                Some(reach) => {
                    assert_eq!(reach, saturation(usable + 1));
                    assert!(reach > lslt && saturation(usable) <= lslt);
                }
            }
            if let Some(&from) = whole.get("usable_from") {
                assert!(from > whole["usable"] && from <= whole["free"]);
                assert!(saturation(from as u32) <= lslt && saturation(from as u32 - 1) > lslt);
            }
            whole
        });
        held_back.collect()
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
        bind in prop::sample::select(Binding::ALL),
    ) {
        let spec = scenario::Scheduler::of(policy)
            .with("chunk", chunk)
            .with("lslt", lslt)
            .with("objective", objective.name())
            .with("bind", bind.name());
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
            let source = Box::new(VecDeque::from(jobs.clone()));
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
