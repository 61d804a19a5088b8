//! Memory and GPUs beside nodes: the engine compared with its slow twin job by job, what is never exceeded, and cases by hand.

use crate::common::{fits, links, orders, run_beside_the_twin, systems};
use crate::twin::Strategy as Placing;
use metasched::engine::{Observer, Running};
use metasched::models::jones::Objective;
use metasched::platform::{Amounts, Platform, Resources, State};
use metasched::scenario::Scenario;
use metasched::scheduler::Scheduler;
use metasched::workload::Job;
use proptest::prelude::*;
use serde_json::json;

/// Policies that decide from the present state.
pub fn strategies() -> impl Strategy<Value = Placing> {
    let lslt = || 0.3..2.0f64;
    prop_oneof![
        1 => Just(Placing::NoShare),
        1 => Just(Placing::MigrationOnly),
        2 => Just(Placing::FirstFit),
        1 => lslt().prop_map(|lslt| Placing::A1 { lslt, objective: Objective::First }),
        1 => lslt().prop_map(|lslt| Placing::B1 { lslt }),
        1 => lslt().prop_map(|lslt| Placing::B2 { lslt }),
        1 => (0.05..=1.0f64, lslt()).prop_map(|(chunk, lslt)| Placing::B3 { chunk, lslt }),
        1 => lslt().prop_map(|lslt| Placing::B4 { lslt }),
        2 => fits().prop_map(Placing::OneCluster),
    ]
}

/// Systems in which memory and GPUs are often what is short.
fn short_systems(most: usize) -> impl Strategy<Value = (Platform, Vec<Job>)> {
    let amounts = || (0u32..5, 0u32..5).prop_map(|(memory_mb, microgpus)| Amounts { memory_mb, microgpus });
    let asked = prop_oneof![1 => Just(Amounts::NONE), 3 => amounts()];
    let both = (prop::collection::vec(amounts(), 7), prop::collection::vec(asked, most), any::<bool>());
    (systems(most), both).prop_map(|((mut platform, mut jobs), (has, asked, pooled))| {
        let per_node = platform.clusters.iter().zip(has).map(|(_, has)| has).collect();
        platform.resources = Resources { per_node, pooled };
        for (job, asks) in jobs.iter_mut().zip(asked) {
            job.asks = asks;
        }
        (platform, jobs)
    })
}

/// Checks at every start that no cluster gives more than it has.
struct Books {
    platform: Platform,
    /// Used memory and GPUs of each cluster.
    used: Vec<[u64; 2]>,
}

impl Books {
    fn add(&mut self, running: &Running, sign: i64) {
        let Amounts { memory_mb, microgpus } = running.job.asks;
        for piece in &running.placement {
            for (used, asked) in self.used[piece.cluster as usize].iter_mut().zip([memory_mb, microgpus]) {
                *used = used.saturating_add_signed(sign * i64::from(asked) * i64::from(piece.nodes));
            }
        }
    }
}

impl Observer for Books {
    fn started(&mut self, running: &Running, _state: &State) {
        self.add(running, 1);
        let Resources { per_node, pooled } = &self.platform.resources;
        for (cluster, used) in self.used.iter().enumerate() {
            let (has, nodes) = (per_node[cluster], u64::from(self.platform.clusters[cluster].nodes));
            assert!(used[0] <= u64::from(has.memory_mb) * nodes && used[1] <= u64::from(has.microgpus) * nodes);
        }
        for has in running.placement.iter().map(|piece| per_node[piece.cluster as usize]).filter(|_| !pooled) {
            let asks = running.job.asks;
            assert!(asks.memory_mb <= has.memory_mb && asks.microgpus <= has.microgpus);
        }
    }

    fn ended(&mut self, _now_s: f64, running: &Running) {
        self.add(running, -1);
    }

    fn decided(&mut self, _now_s: f64, state: &State, _scheduler: &mut dyn Scheduler) {
        for (cluster, used) in self.used.iter().enumerate().filter(|_| self.platform.resources.pooled) {
            let (has, nodes) = (self.platform.resources.per_node[cluster], self.platform.clusters[cluster].nodes);
            let left = u64::from(has.memory_mb) * u64::from(nodes) - used[0];
            let usable = u64::from(state.free()[cluster]).min(left);
            assert_eq!(u64::from(state.usable(Amounts { memory_mb: 1, microgpus: 0 }, cluster)), usable);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(600))]

    /// FCFS, FPFS, SJF, EASY and conservative backfilling, whole nodes and pools.
    #[test]
    fn equals_the_slow_twin(
        (platform, jobs) in short_systems(40),
        strategy in strategies(),
        links in links(),
        order in orders(),
        step in 1u64..20,
    ) {
        let books = |platform: &Platform| Books { platform: platform.clone(), used: vec![[0; 2]; platform.clusters.len()] };
        run_beside_the_twin(platform, &jobs, (strategy, links, order), step, books)?;
    }
}

/// The problem of a scenario.
fn problem(scenario: serde_json::Value) -> String {
    Scenario::from_value(&scenario).err().map(|problems| problems.to_string()).unwrap_or_default()
}

#[test]
fn what_does_not_go_together_is_refused() {
    let clusters = json!([{ "nodes": 10 }, { "nodes": 10, "gpus": 4 }]);
    for (scheduler, why) in [
        ("tla", "decides by nodes only"),
        ("meta-fcfs", "plans a metacomputer with nodes only"),
        ("grid-best-fit", "sends jobs to clusters with nodes only"),
    ] {
        let said = problem(json!({ "platform": { "clusters": clusters }, "schedulers": [scheduler] }));
        assert!(said.contains(why) && said.contains("platform.clusters.1.gpus is given"), "{said}");
        assert!(said.contains("with memory and GPUs: "), "{said}");
    }
    let requests = json!([{ "share": 0.7 }, { "share": 0.4 }]);
    let said = problem(json!({ "platform": { "clusters": clusters }, "workload": { "requests": requests }}));
    assert!(said.starts_with("workload.requests has shares that add up to 1.1"), "{said}");
    let events = json!([{ "at": 40, "until": 60, "kind": "fail" }]);
    let said = problem(json!({ "platform": { "clusters": clusters, "resources": "pooled", "events": events } }));
    assert!(said.starts_with("platform.resources is \"pooled\", but nodes may be out"), "{said}");
}
