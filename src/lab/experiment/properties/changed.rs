#![cfg(test)]
//! Properties about changes of a system that have a known effect on its runs.

use super::system::{Stay, System};
use crate::models::Loads;
use crate::parameter::{Parameter, json};
use crate::platform::{Cluster, Topology};
use crate::scenario::declared::table;
use crate::scenario::language::path::{self, Values};
use crate::scenario::{Checked, Part};
use crate::workload::Pattern;
use proptest::prelude::*;
use proptest::test_runner::TestCaseResult;
use serde_json::{Value, json as value};
use std::sync::Arc;

/// Queue orders that depend on the unit of time, each with the reason.
const BY_THE_CLOCK: [(&str, &str); 5] = [
    ("f1", "takes the logarithm of seconds"),
    ("f2", "as f1"),
    ("f3", "as f1"),
    ("f4", "as f1"),
    ("formula", "may name seconds"),
];

/// Policies that use a job's home and the indices of clusters. Under them, equal clusters cannot be exchanged.
const BY_HOME_AND_INDEX: [(&str, &str); 17] = [
    ("a1", "prefers the home, and of equal clusters the first"),
    ("b1", "as a1"),
    ("b2", "as a1"),
    ("b3", "as a1"),
    ("b4", "as a1"),
    ("first-fit", "as a1"),
    ("local-queues", "as a1"),
    ("ordered-components", "names clusters from the home on"),
    ("fixed", "as a1"),
    ("formula", "may score the home, and takes the first of equal places"),
    ("fuzzy", "sends jobs from cluster to cluster"),
    ("grid-best-fit", "as fuzzy"),
    ("grid-least-loaded", "as fuzzy"),
    ("grid-random", "as fuzzy"),
    ("grid-shortest-queue", "as fuzzy"),
    ("ideal", "as a1"),
    ("migration-only", "as a1"),
];

fn is_among<const N: usize>(exceptions: [(&str, &str); N], name: &str) -> bool {
    exceptions.iter().any(|(own, _)| *own == name)
}

impl System {
    fn order(&self) -> &'static str {
        let queue = self.task.scheduler.queue(&self.task.scenario);
        queue.order.name()
    }

    fn each_bandwidth(&mut self, change: impl Fn(&mut u64)) {
        for cluster in &mut self.platform.clusters {
            change(&mut cluster.capacity_bps);
        }
        self.platform.background_bps.iter_mut().for_each(&change);
        if let Topology::Tree { core_bps, .. } = &mut self.platform.topology {
            change(core_bps);
        }
    }

    /// Changes settings of the system's scenario and of its scheduler.
    fn set(&mut self, change: impl Fn(&Parameter, &Value) -> Option<Value>) {
        let mut whole = self.task.whole();
        for parameter in table() {
            for place in path::places(&whole, parameter.path) {
                let own = whole.at(&place);
                if let Some(new) = own.and_then(|own| change(parameter, own)) {
                    assert!(whole.set([(place.as_str(), new)]), "{place}");
                }
            }
        }
        self.task.scheduler = Part::of(&whole.schedulers.values()[0]).unwrap();
        whole.set([("schedulers", value!([]))]);
        self.task.scenario = Arc::new(whole);
    }

    /// The system, changed such that half of every bandwidth is a whole number of bits per second, and no time is
    /// constant or drawn as a whole number.
    fn divisible(mut self) -> System {
        for job in &mut self.jobs {
            let nodes = f64::from(job.nodes);
            let (edges, unit_bps) = match job.pattern {
                Pattern::AllToAll => (nodes * nodes / 4.0, 8.0),
                other => (other.crossing(job.nodes, 0..job.nodes / 2).max(1) as f64, 2.0),
            };
            job.bsbw_bps = (job.bsbw_bps / edges / unit_bps).round() * unit_bps * edges;
        }
        self.each_bandwidth(|bps| *bps = (*bps / 2).max(1) * 2);
        self.set(|parameter, own| match (parameter.path, own.as_str()) {
            // Slowdowns have a bound that is constant, 10 s.
            ("schedulers.*.score", Some(score)) if score != "wait" => Some(value!("turnaround")),
            // Invocation times are drawn as whole milliseconds.
            ("network.invocation_ms", _) => Some(value!([own[0], own[0]])),
            _ => None,
        });
        self
    }

    /// The system with all times doubled and all bandwidths halved.
    fn slowed(mut self) -> System {
        for job in &mut self.jobs {
            job.arrival_s *= 2.0;
            job.runtime_s *= 2.0;
            job.estimate_s *= 2.0;
            job.bsbw_bps /= 2.0;
        }
        // In a network of single clusters, jobs use shares of a cluster's network and not bandwidths, so there is
        // nothing to halve.
        if self.task.scenario.network.model.info().loads != Loads::OwnCluster {
            self.each_bandwidth(|bps| *bps /= 2);
        }
        self.set(|parameter, own| {
            let factor = match parameter.unit {
                "s" | "ms" => 2.0,
                "Mbps" => 0.5,
                "1/s²" => 0.25,
                _ => return None,
            };
            Some(times(own, factor))
        });
        self
    }
}

fn times(value: &Value, factor: f64) -> Value {
    match value {
        Value::Array(list) => list.iter().map(|own| times(own, factor)).collect(),
        Value::Number(own) => json::tidied(value!(own.as_f64().unwrap() * factor)),
        other => other.clone(),
    }
}

/// With doubled times and halved bandwidths, the same events happen at twice the time, exact to the last digit.
pub fn no_unit_of_time_is_particular(scenario: &Checked) -> TestCaseResult {
    // Loads of own networks are rounded to whole bits per second, so half the capacity may not have half the load.
    let loads = scenario.network.model.info().loads;
    for system in System::all(scenario) {
        if is_among(BY_THE_CLOCK, system.order()) || loads == Loads::Both {
            continue;
        }
        let system = system.divisible();
        let usual = system.run();
        let slowed = system.slowed().run();
        let late = |(id, start_s, end_s, pieces)| (id, start_s * 2.0, end_s * 2.0, pieces);
        let twice: Vec<Stay> = usual.stays().into_iter().map(late).collect();
        prop_assert_eq!(slowed.stays(), twice);
        prop_assert_eq!(slowed.rejected, usual.rejected);
    }
    Ok(())
}

/// Exchanges two equal clusters and their arriving jobs. Under policies that keep jobs at home, the jobs move with their home;
/// under policies that ignore homes, nothing changes.
pub fn equal_clusters_are_interchangeable(scenario: &Checked) -> TestCaseResult {
    for mut system in System::all(scenario) {
        let policy = system.task.scheduler.policy.name();
        let Some(last) = system.platform.clusters.len().checked_sub(1) else {
            continue;
        };
        // The data of a job are at its home, which no exchange moves for policies that ignore homes.
        if last == 0 || system.platform.stages_in || is_among(BY_HOME_AND_INDEX, policy) {
            continue;
        }
        let platform = &mut system.platform;
        platform.clusters[last] = platform.clusters[0];
        if platform.own_networks && !platform.background_bps.is_empty() {
            let [first, last] = [0, last as u32].map(|own| platform.own_network(own) as usize);
            platform.background_bps[last] = platform.background_bps[first];
        }
        let exchanged = |cluster: u32| match cluster as usize {
            0 => last as u32,
            own if own == last => 0,
            _ => cluster,
        };
        // Jobs that a metacomputer may not move would stay at home under any policy.
        for job in &mut system.jobs {
            job.local = false;
        }
        let mut expected = system.run().stays();
        if policy == "no-share" {
            for piece in expected.iter_mut().flat_map(|(.., pieces)| pieces) {
                piece.0 = exchanged(piece.0);
            }
        }
        for job in &mut system.jobs {
            job.home = exchanged(job.home);
        }
        prop_assert_eq!(system.run().stays(), expected);
    }
    Ok(())
}

/// Adds a cluster on which no job fits; this changes nothing. Exceptions: co-allocating policies, which use every node,
/// and the multifactor order, which reads the total number of nodes.
pub fn an_unused_cluster_changes_nothing(scenario: &Checked) -> TestCaseResult {
    for mut system in System::all(scenario) {
        let policy = system.task.scheduler.policy;
        if policy.info().co_allocates || system.order() == "multifactor" {
            continue;
        }
        system.jobs.retain(|job| job.nodes > 1);
        for (id, job) in (0..).zip(&mut system.jobs) {
            job.id = id;
        }
        if system.platform.own_networks {
            // Loads are listed by link; the new cluster's link would move those of the other clusters' own networks.
            system.platform.background_bps.clear();
        }
        let usual = system.run();
        let first = system.platform.clusters[0];
        system.platform.clusters.push(Cluster { nodes: 1, ..first });
        if !system.platform.background_bps.is_empty() {
            system.platform.background_bps.push(0);
        }
        let more = system.run();
        prop_assert_eq!(more.stays(), usual.stays());
        prop_assert_eq!(more.rejected, usual.rejected);
    }
    Ok(())
}
