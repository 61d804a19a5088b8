//! Conservation laws. For a run that begins and ends without jobs, the laws hold exactly (up to rounding), not only on
//! average: the sums of an observer over time equal the sums of the measures over jobs.

use crate::common::{finish, links, orders, simulation, strategies, systems};
use metasched::engine::{Observer, Running};
use metasched::metrics::collector::Collector;
use metasched::metrics::energy::Power;
use metasched::platform::{Platform, State};
use metasched::scheduler::Rejection;
use metasched::workload::{Groups, Job};
use proptest::prelude::*;
use std::collections::BTreeMap;

/// Integrals of the system's state over time.
struct Books {
    nodes: Vec<u32>,
    now_s: f64,
    running: BTreeMap<u64, Running>,
    /// Jobs in the system now, by home.
    inside: Vec<u32>,
    /// Number of jobs in the system now, by home cluster.
    inside_s: Vec<f64>,
    /// Integral over time of the number of waiting jobs \[s\].
    waiting_s: f64,
    /// Integral of the number of nodes in use, by cluster \[s\].
    used_s: Vec<f64>,
    /// Integral of the number of idle nodes while jobs wait \[s\].
    lost_s: f64,
    /// Bits carried by each link.
    carried_bits: Vec<f64>,
}

impl Books {
    fn new(platform: &Platform) -> Books {
        let clusters = platform.clusters.len();
        Books {
            nodes: platform.clusters.iter().map(|own| own.nodes).collect(),
            now_s: 0.0,
            running: BTreeMap::new(),
            inside: vec![0; clusters],
            inside_s: vec![0.0; clusters],
            waiting_s: 0.0,
            used_s: vec![0.0; clusters],
            lost_s: 0.0,
            carried_bits: vec![0.0; platform.link_capacities_bps().len()],
        }
    }
}

impl Observer for Books {
    fn elapsed(&mut self, now_s: f64, waiting: usize, state: &State) {
        let elapsed_s = now_s - self.now_s;
        self.now_s = now_s;
        self.waiting_s += waiting as f64 * elapsed_s;
        for (integral_s, &inside) in self.inside_s.iter_mut().zip(&self.inside) {
            *integral_s += f64::from(inside) * elapsed_s;
        }
        let used = self.nodes.iter().zip(state.free());
        for (integral_s, (nodes, free)) in self.used_s.iter_mut().zip(used) {
            *integral_s += f64::from(nodes - free) * elapsed_s;
        }
        let inside: u32 = self.inside.iter().sum();
        if inside as usize > self.running.len() {
            let idle: u32 = state.free().iter().sum();
            self.lost_s += f64::from(idle) * elapsed_s;
        }
        for running in self.running.values() {
            for demand in &running.demands {
                let rate_bps = demand.bps as f64 * running.granted;
                self.carried_bits[demand.link as usize] += rate_bps * elapsed_s;
            }
        }
    }

    fn arrived(&mut self, job: &Job, _waiting: usize) {
        self.inside[job.home as usize] += 1;
    }

    fn rejected(&mut self, job: &Job, _why: Rejection) {
        self.inside[job.home as usize] -= 1;
    }

    fn started(&mut self, running: &Running, _state: &State) {
        self.running.insert(running.job.id, running.clone());
    }

    fn rerated(&mut self, _now_s: f64, running: &Running) {
        self.running.insert(running.job.id, running.clone());
    }

    fn ended(&mut self, _now_s: f64, running: &Running) {
        self.running.remove(&running.job.id);
        self.inside[running.job.home as usize] -= 1;
    }
}

/// True if two sums of the same numbers in different order are equal up to rounding.
fn same(over_time: f64, over_jobs: f64) -> bool {
    (over_time - over_jobs).abs() <= 1e-9 * over_time.abs().max(1.0)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    /// Little's law, L = λ W, multiplied by the length of the run: for the jobs of each cluster in the system, and for
    /// all waiting jobs. Nodes: the integrals of nodes in use, and of nodes that are idle while jobs wait, equal the sums of
    /// the measures; so does the energy of idle and busy nodes. Links: the bits carried equal
    /// the bits sent by jobs.
    #[test]
    fn what_was_there_is_what_jobs_brought(
        (platform, jobs) in systems(80),
        strategy in strategies(),
        links in links(),
        order in orders(),
    ) {
        let homes = Groups::of_homes(platform.clusters.len() as u64);
        let mut collector = Collector::new(platform.clone(), homes, 0);
        let power = Power { idle_w: 120.0, busy_w: 310.0 };
        collector.measure_energy(vec![Some(power); platform.clusters.len()]);
        let both = (collector, Books::new(&platform));
        let mut engine = simulation(&platform, &jobs, strategy, links, order, both);
        finish(&mut engine, 5);
        let (collector, books) = engine.into_observer();
        let measures = collector.finish();
        let length_s = measures.makespan_s;
        for (group, &inside_s) in measures.groups.iter().zip(&books.inside_s) {
            let turnarounds_s = group.mean_turnaround_s * group.jobs as f64;
            prop_assert!(same(inside_s, turnarounds_s), "{inside_s} {turnarounds_s}");
        }
        let waits_s = measures.wait_s.mean * measures.jobs as f64;
        prop_assert!(same(books.waiting_s, waits_s), "{} {waits_s}", books.waiting_s);
        let measured_s = measures.mean_queue_length * length_s;
        prop_assert!(same(books.waiting_s, measured_s), "{} {measured_s}", books.waiting_s);
        for (cluster, &used_s) in books.used_s.iter().enumerate() {
            let nodes = f64::from(platform.clusters[cluster].nodes);
            let had_s = measures.cluster_utilisation[cluster] * nodes * length_s;
            prop_assert!(same(used_s, had_s), "{used_s} {had_s}");
            let idle_s = nodes * length_s - used_s;
            let energy_kwh = measures.energy.as_ref().and_then(|own| own.clusters_kwh[cluster]).unwrap();
            prop_assert!(same((120.0 * idle_s + 310.0 * used_s) / 3.6e6, energy_kwh), "{energy_kwh}");
        }
        let lost_s = measures.loss_of_capacity * platform.nodes() as f64 * length_s;
        prop_assert!(same(books.lost_s, lost_s), "{} {lost_s}", books.lost_s);
        let capacities = platform.link_capacities_bps();
        for (link, &carried_bits) in books.carried_bits.iter().enumerate() {
            let sent_bits = measures.link_utilisation[link] * capacities[link] as f64 * length_s;
            prop_assert!(same(carried_bits, sent_bits), "{carried_bits} {sent_bits}");
        }
    }
}
