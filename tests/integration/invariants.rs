//! What must hold at every instant of every run.

use crate::common::{finish, links, orders, simulation, strategies, systems};
use crate::messages::links_of;
use crate::twin::{Links, Strategy as Placing};
use metasched::engine::{Observer, Running};
use metasched::platform::{Platform, State};
use metasched::scenario::Sharing;
use metasched::scheduler::Rejection;
use metasched::workload::Job;
use proptest::prelude::*;
use std::collections::BTreeMap;

/// Keeps its own books of the run and compares.
struct Auditor {
    platform: Platform,
    lslt: Option<f64>,
    /// Whether no link may be loaded beyond the threshold.
    satisfies: bool,
    running: BTreeMap<u64, (Running, f64)>,
    arrived: u64,
    rejected: u64,
    ended: u64,
    now_s: f64,
    dynamic: bool,
    /// Max-min weights are rounded up to this, so of each of its jobs' bandwidths a full link may be left as much.
    weight_unit: f64,
}

const CLOSE: f64 = 1e-9;

impl Auditor {
    fn new(platform: &Platform, strategy: Placing, links: Links) -> Auditor {
        Auditor {
            platform: platform.clone(),
            lslt: strategy.lslt(),
            satisfies: matches!(strategy, Placing::A1 { .. }),
            running: BTreeMap::new(),
            arrived: 0,
            rejected: 0,
            ended: 0,
            now_s: 0.0,
            dynamic: matches!(links, Links::Dynamic(_)),
            weight_unit: match links {
                Links::Dynamic(Sharing::MaxMin) => 1.0 / (1u64 << 38) as f64,
                _ => 0.0,
            },
        }
    }

    /// Demand over capacity of every link, by the jobs that run.
    fn saturations(&self) -> Vec<f64> {
        let capacities = self.platform.link_capacities_bps();
        let mut load = vec![0; capacities.len()];
        for demand in self.running.values().flat_map(|(job, _)| &job.demands) {
            load[demand.link as usize] += demand.bps;
        }
        let capacities = capacities.into_iter();
        let saturation = |(load, capacity): (u64, u64)| load as f64 / capacity as f64;
        load.into_iter().zip(capacities).map(saturation).collect()
    }

    /// Adds the work done since the last instant: the share of the whole that the present rate makes.
    fn work(&mut self, now_s: f64, links: impl Fn(&Running) -> f64) {
        let elapsed = now_s - self.now_s;
        for (running, done) in self.running.values_mut() {
            *done += elapsed / links(running);
        }
        self.now_s = now_s;
    }
}

fn whole_run_s(running: &Running) -> f64 {
    let compute = running.dedicated_s * running.job.compute_fraction;
    compute + (running.dedicated_s - compute) / running.granted
}

impl Observer for Auditor {
    fn elapsed(&mut self, now_s: f64, waiting: usize, state: &State) {
        assert!(now_s >= self.now_s, "time runs forward");
        let links = state.load_bps().len();
        let mut used = vec![0u32; self.platform.clusters.len()];
        let mut sent = vec![0.0; links];
        let mut left = vec![0.0; links];
        let mut load = vec![0u64; links];
        for (running, _) in self.running.values() {
            assert_eq!(
                running.placement.iter().map(|p| p.nodes).sum::<u32>(),
                running.job.nodes,
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
            assert_eq!(
                used[cluster] + state.free()[cluster],
                spec.nodes,
                "nodes are conserved"
            );
        }
        assert_eq!(load, state.load_bps(), "loads add up");
        let capacities = self.platform.link_capacities_bps();
        if self.dynamic {
            for (&sent, &capacity) in sent.iter().zip(&capacities) {
                assert!(
                    sent <= capacity as f64 * (1.0 + CLOSE),
                    "no link over capacity"
                );
            }
        }
        if self.dynamic {
            for (running, _) in self.running.values() {
                assert!(running.granted > 0.0 && running.granted <= 1.0);
                assert_eq!(running.limited_by.is_some(), running.granted < 1.0);
                assert!(
                    running
                        .limited_by
                        .is_none_or(|link| running.demands.iter().any(|d| d.link == link)),
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
        assert_eq!(
            self.arrived,
            self.rejected + self.ended + self.running.len() as u64 + waiting as u64,
            "no job is lost"
        );
        self.work(now_s, whole_run_s);
    }

    fn arrived(&mut self, _job: &Job, _waiting: usize) {
        self.arrived += 1;
    }

    fn rejected(&mut self, _job: &Job, _why: Rejection) {
        self.rejected += 1;
    }

    fn started(&mut self, running: &Running, state: &State) {
        assert!(
            running.start_s >= running.job.arrival_s,
            "no job starts before it arrives"
        );
        if let (Some(lslt), true) = (self.lslt, running.co_allocated()) {
            // Jobs that ask for nothing stay away too, and from links that they would not use.
            let before = self.saturations();
            for piece in &running.placement {
                for link in links_of(&self.platform, piece.cluster as usize) {
                    assert!(before[link] < lslt, "no piece at or over the threshold");
                }
            }
            for demand in &running.demands {
                assert!(
                    !self.satisfies || state.saturation(demand.link as usize) <= lslt,
                    "A1 loads no link beyond the threshold"
                );
            }
        }
        assert!(
            self.running
                .insert(running.job.id, (running.clone(), 0.0))
                .is_none()
        );
    }

    fn rerated(&mut self, _now_s: f64, running: &Running) {
        self.running.get_mut(&running.job.id).expect("it runs").0 = running.clone();
    }

    fn ended(&mut self, now_s: f64, running: &Running) {
        let (_, done) = self
            .running
            .remove(&running.job.id)
            .expect("every job ends once");
        if self.dynamic {
            assert!((done - 1.0).abs() < 1e-6, "work is conserved: {done}");
            let shortest = running.start_s + running.dedicated_s;
            assert!(
                now_s >= shortest * (1.0 - CLOSE),
                "no job is faster than alone"
            );
        }
        self.ended += 1;
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn hold_at_every_instant(
        (platform, jobs) in systems(80),
        strategy in strategies(),
        links in links(),
        order in orders(),
    ) {
        let auditor = Auditor::new(&platform, strategy, links);
        let mut engine = simulation(&platform, &jobs, strategy, links, order, auditor);
        finish(&mut engine, 5);
        prop_assert_eq!(engine.waiting(), 0, "no job waits for ever");
        let auditor = engine.into_observer();
        prop_assert_eq!(auditor.ended + auditor.rejected, jobs.len() as u64);
    }
}
