//! An observer that checks invariants at every event of a run, with its own copy of the state.

use metasched::engine::{Failed, Observer, Running};
use metasched::platform::{Out, Platform, State};
use metasched::scheduler::Rejection;
use metasched::workload::Job;
use std::collections::BTreeMap;

/// Keeps its own copy of the state of the run, and compares the state of the engine with it.
pub struct Auditor {
    platform: Platform,
    /// Running jobs, each with the completed share of its work.
    running: BTreeMap<u64, (Running, f64)>,
    arrived: u64,
    /// Jobs that were dropped.
    pub rejected: u64,
    /// Jobs that have ended.
    pub ended: u64,
    /// Jobs that failures of nodes ended for good.
    pub lost: u64,
    /// Changes of nodes that are out.
    outages: u64,
    now_s: f64,
    /// True if jobs share the links.
    dynamic: bool,
    /// Unit to which max-min weights are rounded up. Because of this rounding, a full link may leave this much of each
    /// job's bandwidth unused.
    weight_unit: f64,
    /// Number of observed events. It must stay below a limit that depends on the number of jobs.
    observed: u64,
}

const CLOSE: f64 = 1e-9;

/// Number of events allowed for each pair of jobs, and number of events allowed for each run.
const WORK_PER_PAIR: u64 = 20;
const WORK_OF_ANY: u64 = 2000;
/// Number of events allowed for each change of nodes that are out: an instant, and a job that fails and starts again.
const WORK_PER_OUTAGE: u64 = 5;

impl Auditor {
    /// An auditor for a run on this platform. If `dynamic` is true, jobs share the links: max-min fair if `max_min` is
    /// true, otherwise in proportion to their demands.
    pub fn new(platform: &Platform, dynamic: bool, max_min: bool) -> Auditor {
        Auditor {
            platform: platform.clone(),
            running: BTreeMap::new(),
            arrived: 0,
            rejected: 0,
            ended: 0,
            lost: 0,
            outages: 0,
            now_s: 0.0,
            dynamic,
            weight_unit: match max_min {
                true => 1.0 / (1u64 << 38) as f64,
                false => 0.0,
            },
            observed: 0,
        }
    }

    /// Adds the work done since the last event, at the current rates.
    fn work(&mut self, now_s: f64) {
        let elapsed = now_s - self.now_s;
        for (running, done) in self.running.values_mut() {
            *done += elapsed / whole_run_s(running);
        }
        self.now_s = now_s;
    }

    /// Counts an event.
    fn observed(&mut self) {
        self.observed += 1;
        let most = WORK_OF_ANY + WORK_PER_PAIR * self.arrived * self.arrived + WORK_PER_OUTAGE * self.outages;
        assert!(self.observed <= most, "work is bounded by jobs and outages");
    }

    /// Checks that no link is over capacity, and that every job with less bandwidth than it demands uses a full link.
    fn links_are_shared(&self, capacities: &[u64], sent: &[f64], left: &[f64]) {
        for (&sent, &capacity) in sent.iter().zip(capacities) {
            assert!(sent <= capacity as f64 * (1.0 + CLOSE), "no link over capacity");
        }
        for (running, _) in self.running.values() {
            assert!(running.granted > 0.0 && running.granted <= 1.0);
            assert_eq!(running.limited_by.is_some(), running.granted < 1.0);
            assert!(
                running.limited_by.is_none_or(|link| running.demands.iter().any(|d| d.link == link)),
                "a job is limited by a link that it uses"
            );
            let full = |link: u32| {
                let link = link as usize;
                sent[link] + left[link] >= capacities[link] as f64 * (1.0 - CLOSE)
            };
            assert!(
                running.granted == 1.0 || running.demands.iter().any(|d| full(d.link)),
                "a slowed job has a full link"
            );
        }
    }
}

fn whole_run_s(running: &Running) -> f64 {
    let run_s = running.dedicated_s - running.stage_in_s;
    let compute = run_s * running.job.compute_fraction;
    compute + (run_s - compute) / running.granted + running.stage_in_s
}

impl Observer for Auditor {
    fn elapsed(&mut self, now_s: f64, waiting: usize, state: &State) {
        self.observed();
        assert!(now_s >= self.now_s, "time runs forward");
        let links = state.load_bps().len();
        let mut used = vec![0u32; self.platform.clusters.len()];
        let mut sent = vec![0.0; links];
        let mut left = vec![0.0; links];
        let mut load = self.platform.background_bps.clone();
        load.resize(links, 0);
        for (running, _) in self.running.values() {
            let nodes: u32 = running.placement.iter().map(|p| p.nodes).sum();
            assert!(
                nodes == running.job.nodes || running.job.moldable && (1..running.job.nodes).contains(&nodes),
                "a job has all its nodes"
            );
            for piece in &running.placement {
                used[piece.cluster as usize] += piece.nodes;
            }
            let largest = running.demands.iter().map(|d| d.bps).max().unwrap_or(0);
            for demand in &running.demands {
                left[demand.link as usize] += largest as f64 * running.granted * self.weight_unit;
                load[demand.link as usize] += demand.bps;
                sent[demand.link as usize] += demand.bps as f64 * running.granted;
            }
        }
        for (cluster, spec) in self.platform.clusters.iter().enumerate() {
            assert_eq!(used[cluster] + state.free()[cluster] + state.out(cluster), spec.nodes, "nodes are conserved");
        }
        assert_eq!(load, state.load_bps(), "loads add up");
        if self.dynamic {
            self.links_are_shared(state.capacity_bps(), &sent, &left);
        }
        assert_eq!(
            self.arrived,
            self.rejected + self.ended + self.lost + self.running.len() as u64 + waiting as u64,
            "no job is lost"
        );
        self.work(now_s);
    }

    fn arrived(&mut self, _job: &Job, _waiting: usize) {
        self.arrived += 1;
        self.observed();
    }

    fn rejected(&mut self, _job: &Job, _why: Rejection) {
        self.rejected += 1;
    }

    fn started(&mut self, running: &Running, _state: &State) {
        self.observed();
        assert!(running.start_s >= running.job.arrival_s, "no job starts before it arrives");
        let twice = self.running.insert(running.job.id, (running.clone(), 0.0));
        assert!(twice.is_none(), "no job starts twice");
    }

    fn rerated(&mut self, _now_s: f64, running: &Running) {
        self.observed();
        self.running.get_mut(&running.job.id).expect("it runs").0 = running.clone();
    }

    fn out(&mut self, _now_s: f64, _out: &Out, _state: &State) {
        self.outages += 1;
    }

    fn failed(&mut self, _now_s: f64, running: &Running, failed: &Failed) {
        self.observed();
        self.running.remove(&running.job.id).expect("it runs");
        self.lost += u64::from(!failed.requeued);
    }

    fn ended(&mut self, now_s: f64, running: &Running) {
        self.observed();
        let (_, done) = self.running.remove(&running.job.id).expect("every job ends once");
        if self.dynamic && !running.killed {
            // If a short run begins at a late time, durations are differences of large numbers and have few significant
            // digits.
            let digits = 4.0 * f64::EPSILON * now_s / running.dedicated_s;
            assert!((done - 1.0).abs() < 1e-6 + digits, "work is conserved: {done}");
            let shortest = running.start_s + running.dedicated_s;
            assert!(now_s >= shortest * (1.0 - CLOSE), "no job is faster than alone");
        }
        self.ended += 1;
    }
}
