//! The fuzzy scheduler's priority of a cluster for a job (V §3.1).

use super::ClusterView;
use super::inference::{Inference, RuleBase};
use super::settings::{Level, Rules, Settings};
use serde::{Deserialize, Serialize};

/// The rules and weights by which the fuzzy scheduler rates clusters.
#[derive(Clone, Debug)]
pub struct Fuzzy {
    /// Weights of nodes, network and wide-area network; they add up to 1.
    weights: [f64; 3],
    /// The ratio of communication to execution that counts as 1; other ratios are scaled by it.
    largest_ratio: f64,
    network: RuleBase,
    wide_area: RuleBase,
    /// The rules for network and wide-area network.
    rules: [Rules; 2],
}

/// The rating of a cluster for a job.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Weights {
    /// W1, the rating of the nodes of the cluster, in 0..=1.
    pub processors: f64,
    /// W2, the rating of the network of the cluster, in 0..=1.
    pub network: f64,
    /// W3, the rating of the wide-area network between home and cluster, in 0..=1.
    pub wide_area: f64,
    /// The priority: the weighted sum of the three ratings, in 0..=1. The cluster with the highest priority gets the
    /// job.
    pub priority: f64,
}

impl Fuzzy {
    /// A rating with these settings.
    pub fn new(spec: &Settings) -> Fuzzy {
        let centre = |level| match level {
            Level::VerySmall => spec.level_very_small,
            Level::Small => spec.level_small,
            Level::Moderate => spec.level_moderate,
            Level::Large => spec.level_large,
        };
        let centres = |rules: Rules| {
            let [a, b, c, d, e, f, g, h, i] = rules.map(centre);
            [[a, b, c], [d, e, f], [g, h, i]]
        };
        Fuzzy {
            weights: spec.weights(),
            largest_ratio: spec.largest_ratio,
            network: RuleBase::new(spec.ratio_sets, spec.share_sets, centres(spec.network_rules)),
            wide_area: RuleBase::new(spec.invocation_sets, spec.size_sets, centres(spec.wide_area_rules)),
            rules: [spec.network_rules, spec.wide_area_rules],
        }
    }

    /// The weights of nodes, network and wide-area network.
    pub(super) fn weights(&self) -> [f64; 3] {
        self.weights
    }

    /// The rules for the network and for the wide-area network.
    pub(super) fn rules(&self) -> [Rules; 2] {
        self.rules
    }

    /// Rates the cluster of `view` for a job of `tasks` tasks (at least 1), with a ratio of communication to execution in 0..=1
    /// and a size in MB: V §3.1, Priority = 0.5 W1 + 0.2 W2 + 0.3 W3 by default.
    pub fn weigh(&self, tasks: u32, ratio: f64, size_mb: f64, view: &ClusterView) -> Weights {
        let processors = processors(tasks, view.by_load);
        let network = self.network(ratio, view).output;
        let wide_area = self.wide_area(size_mb, view).output;
        let [first, second, third] = self.weights;
        Weights { processors, network, wide_area, priority: first * processors + second * network + third * wide_area }
    }

    /// Computes W2 (V §3.1.2, table I) from the job's ratio of communication to execution, as a share of the largest
    /// ratio, and from the available share of the cluster's network.
    pub fn network(&self, ratio: f64, view: &ClusterView) -> Inference {
        self.network.infer((ratio / self.largest_ratio).min(1.0), view.share)
    }

    /// Computes W3 (V §3.1.3, table II) from the time of a remote invocation and the job's size.
    pub fn wide_area(&self, size_mb: f64, view: &ClusterView) -> Inference {
        self.wide_area.infer(view.invocation_ms, size_mb)
    }
}

/// Computes W1 (V §3.1.1) from the numbers of nodes with low, medium and high load. W1 is near 1 for a cluster that the
/// job almost fills. The comparisons are strict as in the paper: for a job of T tasks, T nodes of low load alone are
/// not enough.
fn processors(tasks: u32, by_load: [u32; 3]) -> f64 {
    let tasks = f64::from(tasks);
    let [low, medium, high] = by_load.map(f64::from);
    let cube = |share: f64| share * share * share;
    if low > tasks {
        (1.0 - cube((low - tasks) / low)).max(0.5)
    } else if low + medium > tasks {
        (0.5 - cube((tasks - low) / tasks)).max(0.2)
    } else if low + medium + high > tasks {
        (0.2 - cube((tasks - low - medium) / tasks)).max(0.0)
    } else {
        0.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn usual() -> Fuzzy {
        Fuzzy::new(&Settings::default())
    }

    fn view(by_load: [u32; 3], share: f64, invocation_ms: f64) -> ClusterView {
        ClusterView { by_load, share, invocation_ms, ..ClusterView::default() }
    }

    fn near(a: f64, b: f64) -> bool {
        (a - b).abs() < 1e-12
    }

    #[test]
    fn nodes_by_hand() {
        for (tasks, by_load, weight) in [
            // W1 is 1 − (2/10)³ and 1 − (5/10)³. From (L − T)/L = 0.8 on, W1 has its lower limit of 0.5, since 1 −
            // 0.512 < 0.5.
            (8, [10, 0, 0], 0.992),
            (5, [10, 9, 9], 0.875),
            (2, [10, 0, 0], 0.5),
            (1, [1000, 0, 0], 0.5),
            // If there are exactly as many nodes of low load as tasks, nodes of higher load are needed. W1 is then 0.5
            // − 0³ if there is a node of medium load, 0.2 if there is only a node of high load, and otherwise 0.
            (10, [10, 1, 0], 0.5),
            (10, [10, 0, 1], 0.2),
            (10, [10, 0, 0], 0.0),
            // W1 is 0.5 − (4/10)³. Then 0.5 − (7/10)³ = 0.157 and 0.5 − 1 are below the floor of 0.2.
            (10, [6, 5, 0], 0.436),
            (10, [3, 8, 0], 0.2),
            (10, [0, 11, 5], 0.2),
            // W1 is 0.2 − (5/10)³. Then 0.2 − (6/10)³ = −0.016 is below 0. Last, low and medium nodes together equal the tasks.
            (10, [2, 3, 6], 0.075),
            (10, [0, 4, 7], 0.0),
            (10, [3, 7, 1], 0.2),
            // Clusters with too few nodes.
            (10, [0, 0, 10], 0.0),
            (50, [1, 2, 3], 0.0),
            (1, [0, 0, 0], 0.0),
        ] {
            let found = processors(tasks, by_load);
            assert!(near(found, weight), "{tasks} of {by_load:?}: {found}, not {weight}");
        }
        // No sum of counts overflows.
        assert_eq!(processors(u32::MAX, [u32::MAX; 3]), 0.5);
    }

    /// R = 0.175 is a quarter of 0.7: half low, half medium. A share of 0.875 is a quarter medium, three quarters high. (1·1/8 +
    /// 1·3/8 + 0.5·1/8 + 1·3/8)/1 = 0.9375.
    #[test]
    fn the_network_by_hand() {
        let inference = usual().network(0.175, &view([0; 3], 0.875, 0.0));
        assert!(near(inference.output, 0.9375), "{inference:?}");
        // At the peaks of its two sets, each of the nine rules applies alone.
        for (ratio, at_shares) in [
            (0.0, [0.5, 1.0, 1.0]),
            (0.35, [0.25, 0.5, 1.0]),
            (0.7, [0.0, 0.25, 1.0]),
            // A ratio above the largest ratio counts as the largest.
            (1.0, [0.0, 0.25, 1.0]),
        ] {
            for (share, worth) in [0.0, 0.5, 1.0].into_iter().zip(at_shares) {
                assert_eq!(usual().network(ratio, &view([0; 3], share, 0.0)).output, worth);
            }
        }
    }

    /// Memberships: 52 ms is short to the degree 0.8 and medium to 0.2; 15.25 MB is half medium, half large. (1·0.4 +
    /// 1·0.4 + 0.5·0.1 + 0.25·0.1)/1 = 0.875.
    #[test]
    fn the_wide_area_network_by_hand() {
        let inference = usual().wide_area(15.25, &view([0; 3], 1.0, 52.0));
        assert!(near(inference.output, 0.875), "{inference:?}");
        for (times, at_sizes) in [
            // Invocation times of the home, and short ones.
            ([0.0, 45.0], [1.0, 1.0, 1.0]),
            ([80.0, 80.0], [1.0, 0.5, 0.25]),
            ([115.0, 1e9], [0.5, 0.25, 0.25]),
        ] {
            for (sizes, worth) in [[0.0, 1.0], [10.5, 10.5], [20.0, 1e9]].into_iter().zip(at_sizes) {
                for i in 0..2 {
                    let found = usual().wide_area(sizes[i], &view([0; 3], 1.0, times[i])).output;
                    assert_eq!(found, worth, "{} ms {} MB", times[i], sizes[i]);
                }
            }
        }
    }

    /// Priority: 0.5 · 0.992 + 0.2 · 0.9375 + 0.3 · 0.875 = 0.946.
    #[test]
    fn a_priority_by_hand() {
        let found = usual().weigh(8, 0.175, 15.25, &view([10, 0, 0], 0.875, 52.0));
        assert!(near(found.processors, 0.992) && near(found.network, 0.9375), "{found:?}");
        assert!(near(found.wide_area, 0.875) && near(found.priority, 0.946), "{found:?}");
    }

    #[test]
    fn settings_count() {
        let mut spec = Settings::default();
        let near_home = view([10, 0, 0], 0.5, 0.0);
        let weigh = |spec: &Settings| Fuzzy::new(spec).weigh(8, 0.35, 1.0, &near_home);
        assert!(near(weigh(&spec).priority, 0.5 * 0.992 + 0.2 * 0.5 + 0.3));
        spec.processors_weight = 0.25;
        spec.network_weight = 0.1;
        spec.wide_area_weight = 0.65;
        assert!(near(weigh(&spec).priority, 0.25 * 0.992 + 0.1 * 0.5 + 0.65));
        spec.level_moderate = 0.6;
        assert!(near(weigh(&spec).network, 0.6));
        spec.largest_ratio = 0.35;
        assert!(near(weigh(&spec).network, 0.25));
        spec.network_rules[7] = Level::VerySmall;
        assert_eq!(weigh(&spec).network, 0.0);
        spec.share_sets[2] = [0.0, 0.5, 1.0];
        assert!(near(weigh(&spec).network, 0.5));
        spec.size_sets = [[0.0, 0.0, 0.5], [0.0, 0.5, 1.0], [0.5, 1.0, 1.0]];
        spec.invocation_sets = [[0.0, 1.0, 2.0], [1.0, 2.0, 3.0], [0.0, 0.0, 2.0]];
        assert!(near(weigh(&spec).wide_area, 0.25));
    }

    /// The formulas of the specification, implemented again without shared code.
    fn literal(t: f64, r: f64, size: f64, view: &ClusterView) -> [f64; 4] {
        let [l, m, h] = view.by_load.map(f64::from);
        let cubed = |x: f64| x * x * x;
        let w1 = match 0 {
            _ if l > t => f64::max(0.5, 1.0 - cubed((l - t) / l)),
            _ if l + m > t => f64::max(0.2, 0.5 - cubed((t - l) / t)),
            _ if l + m + h > t => f64::max(0.0, 0.2 - cubed((t - l - m) / t)),
            _ => 0.0,
        };
        let unit = |x: f64| x.clamp(0.0, 1.0);
        let three = |x: f64, low: f64, middle: f64, high: f64| {
            let rise = unit((x - low) / (middle - low));
            let rise_again = unit((x - middle) / (high - middle));
            [1.0 - rise, rise.min(1.0 - rise_again), rise_again]
        };
        let (mut w, ratio, share) = ([0.0; 2], three(r / 0.7, 0.0, 0.5, 1.0), three(view.share, 0.0, 0.5, 1.0));
        let (time, size) = (three(view.invocation_ms, 45.0, 80.0, 115.0), three(size, 1.0, 10.5, 20.0));
        let mut all = [0.0; 2];
        let network = [[0.5, 1.0, 1.0], [0.25, 0.5, 1.0], [0.0, 0.25, 1.0]];
        let wide_area = [[1.0, 1.0, 1.0], [1.0, 0.5, 0.25], [0.5, 0.25, 0.25]];
        for i in 0..3 {
            for j in 0..3 {
                w[0] += ratio[i] * share[j] * network[i][j];
                w[1] += time[i] * size[j] * wide_area[i][j];
                all[0] += ratio[i] * share[j];
                all[1] += time[i] * size[j];
            }
        }
        let (w2, w3) = (w[0] / all[0], w[1] / all[1]);
        [w1, w2, w3, 0.5 * w1 + 0.2 * w2 + 0.3 * w3]
    }

    proptest! {
        #[test]
        fn it_is_what_the_specification_says(
            tasks in 1u32..60, by_load in prop::array::uniform3(0u32..60), ratio in 0.0..1.0f64, size in 0.0..30.0f64,
            share in 0.0..=1.0f64, time in prop_oneof![Just(0.0), 30.0..150.0f64],
        ) {
            let view = view(by_load, share, time);
            let own = usual().weigh(tasks, ratio, size, &view);
            let own = [own.processors, own.network, own.wide_area, own.priority];
            let literal = literal(f64::from(tasks), ratio, size, &view);
            for (own, literal) in own.into_iter().zip(literal) {
                prop_assert!(near(own, literal), "{own} {literal}");
                prop_assert!((0.0..=1.0).contains(&own));
            }
        }

        /// In table I the centres of the rules rise along rows and fall down columns; in table II they fall in both
        /// directions. Neighbouring sets overlap. So W2 never falls with the bandwidth and never rises with R; W3 never
        /// rises with the time or the size.
        #[test]
        fn outputs_follow_the_rules(
            from in 0.0..1.0f64, to in 0.0..1.0f64, other in 0.0..1.0f64,
        ) {
            let (low, high) = (from.min(to), from.max(to));
            let network = |ratio: f64, share: f64| usual().network(0.7 * ratio, &view([0; 3], share, 0.0)).output;
            let wide = |time: f64, size: f64| usual().wide_area(25.0 * size, &view([0; 3], 1.0, 130.0 * time)).output;
            let rounding = 1e-12;
            prop_assert!(network(other, low) <= network(other, high) + rounding);
            prop_assert!(network(low, other) >= network(high, other) - rounding);
            prop_assert!(wide(low, other) >= wide(high, other) - rounding);
            prop_assert!(wide(other, low) >= wide(other, high) - rounding);
            // If the job communicates, W2 strictly rises with the bandwidth.
            if other > 0.01 && high - low > 0.01 {
                prop_assert!(network(other, low) < network(other, high));
            }
        }

        /// Of two clusters with enough nodes of low load, the smaller one never has the lower rating.
        #[test]
        fn a_tight_cluster_is_worth_more(tasks in 1u32..100, spare in 1u32..100, more in 0u32..100) {
            let (tight, wide) = ([tasks + spare, 0, 0], [tasks + spare + more, 0, 0]);
            prop_assert!(processors(tasks, tight) >= processors(tasks, wide));
        }
    }
}
