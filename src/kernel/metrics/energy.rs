//! Energy of clusters, from the power of idle and of busy nodes.
//!
//! E = idle power × idle node-seconds + busy power × busy node-seconds (the model of idle and loaded hosts of Batsim
//! and SimGrid). Nodes are never switched off. 1 kWh = 3.6 MJ.

use serde::{Deserialize, Serialize};

/// Joules per kilowatt-hour.
const J_PER_KWH: f64 = 3.6e6;

/// Power of a node \[W\].
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Power {
    /// While it runs no job.
    pub idle_w: f64,
    /// While it runs a job.
    pub busy_w: f64,
}

impl Power {
    /// Energy \[J\] of `nodes` nodes in `length_s` seconds, of which jobs used `used_node_s` node-seconds.
    pub fn energy_j(self, nodes: u32, length_s: f64, used_node_s: f64) -> f64 {
        let idle_node_s = (f64::from(nodes) * length_s - used_node_s).max(0.0);
        self.idle_w * idle_node_s + self.busy_w * used_node_s
    }
}

/// Energy of a run, or its mean over several runs.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Energy {
    /// Energy of all clusters \[kWh\]; null unless the power of all nodes is known.
    pub total_kwh: Option<f64>,
    /// Energy of each cluster \[kWh\]; null if the power of its nodes is unknown.
    pub clusters_kwh: Vec<Option<f64>>,
}

impl Energy {
    /// The energy of clusters from their energies in joules; `None` if no energy is known.
    pub(super) fn of(clusters_j: impl Iterator<Item = Option<f64>>) -> Option<Energy> {
        let clusters_kwh: Vec<Option<f64>> = clusters_j.map(|own| Some(own? / J_PER_KWH)).collect();
        let known = clusters_kwh.iter().any(Option::is_some);
        known.then(|| Energy { total_kwh: clusters_kwh.iter().copied().sum(), clusters_kwh })
    }

    /// The mean over runs on the same clusters; `None` without runs.
    pub fn mean<'a>(runs: impl Iterator<Item = &'a Energy>) -> Option<Energy> {
        let runs: Vec<&Energy> = runs.collect();
        let clusters = runs.first()?.clusters_kwh.len();
        let mean = |of: &dyn Fn(&Energy) -> Option<f64>| -> Option<f64> {
            let sum: Option<f64> = runs.iter().map(|own| of(own)).sum();
            Some(sum? / runs.len() as f64)
        };
        Some(Energy {
            total_kwh: mean(&|own| own.total_kwh),
            clusters_kwh: (0..clusters).map(|at| mean(&|own| own.clusters_kwh.get(at).copied()?)).collect(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Ten nodes for one hour: six node-hours at 250 W and four at 100 W are 1.9 kWh.
    #[test]
    fn an_hour_by_hand() {
        let power = Power { idle_w: 100.0, busy_w: 250.0 };
        let energy_j = power.energy_j(10, 3600.0, 6.0 * 3600.0);
        assert_eq!(energy_j, 6.84e6);
        let both = Energy::of([Some(energy_j), Some(3.6e5)].into_iter()).unwrap();
        assert_eq!(both, Energy { total_kwh: Some(2.0), clusters_kwh: vec![Some(1.9), Some(0.1)] });
        let one = Energy::of([Some(energy_j), None].into_iter()).unwrap();
        assert_eq!(one, Energy { total_kwh: None, clusters_kwh: vec![Some(1.9), None] });
        assert_eq!(Energy::of([None, None].into_iter()), None);
        let other = Energy { total_kwh: Some(4.0), clusters_kwh: vec![Some(2.1), Some(1.9)] };
        let mean = Energy { total_kwh: Some(3.0), clusters_kwh: vec![Some(2.0), Some(1.0)] };
        assert_eq!(Energy::mean([&both, &other].into_iter()), Some(mean));
        assert_eq!(Energy::mean([&both, &one].into_iter()).unwrap().total_kwh, None);
        assert_eq!(Energy::mean(std::iter::empty()), None);
    }

    proptest! {
        /// The same sum, node by node and second by second.
        #[test]
        fn as_node_by_node(busy in prop::collection::vec(prop::collection::vec(any::<bool>(), 7), 1..9)) {
            let power = Power { idle_w: 90.0, busy_w: 210.0 };
            let seconds = busy.iter().flatten();
            let watts = |&busy: &bool| if busy { power.busy_w } else { power.idle_w };
            let slow: f64 = seconds.clone().map(watts).sum();
            let used = seconds.filter(|&&busy| busy).count() as f64;
            prop_assert!((power.energy_j(busy.len() as u32, 7.0, used) - slow).abs() < 1e-6);
        }
    }
}
