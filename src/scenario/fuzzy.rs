//! What a fuzzy scheduler weighs clusters by: membership functions, rules and weights, and what these must agree on.

use crate::base::problem::Problem;
use crate::scenario::checks::check::Findings;
use crate::scenario::language::declare::choices;
use crate::scenario::language::parameter::Kind;
use crate::scenario::{Policy, Scenario, Scheduler};

choices! {
    /// What a rule says of a cluster.
    Level = Moderate, later &[], {
        /// A very small weight.
        VerySmall = "very-small", "very small";
        /// A small weight.
        Small = "small", "small";
        /// A moderate weight.
        Moderate = "moderate", "moderate";
        /// A large weight.
        Large = "large", "large";
    }
}

/// The three fuzzy sets of an input, each a triangle `[left, peak, right]`: membership rises from 0 at its left corner to 1
/// at its peak and falls to 0 at its right one. Where two corners are the same it stays 1 to that side: a shoulder.
pub type Sets = [[f64; 3]; 3];

/// The conclusions of nine rules, row by row: the sets of the first input are the rows, those of the second the columns.
pub type Rules = [Level; 9];

/// Low, medium and high on a scale from 0 to 1.
pub(super) const THIRDS: Sets = [[0.0, 0.0, 0.5], [0.0, 0.5, 1.0], [0.5, 1.0, 1.0]];
/// Sizes \[MB\].
pub(super) const SIZES: Sets = [[1.0, 1.0, 10.5], [1.0, 10.5, 20.0], [10.5, 20.0, 20.0]];
/// Invocation times \[ms\].
pub(super) const INVOCATIONS: Sets = [
    [45.0, 45.0, 80.0],
    [45.0, 80.0, 115.0],
    [80.0, 115.0, 115.0],
];

use Level::{Large as L, Moderate as M, Small as S, VerySmall as V};
/// V table I.
pub(super) const NETWORK: Rules = [M, L, L, S, M, L, V, S, L];
/// V table II.
pub(super) const WIDE_AREA: Rules = [L, L, L, L, M, S, M, S, S];

const LOW_HIGH: [&str; 3] = ["low", "medium", "high"];
const SMALL_LARGE: [&str; 3] = ["small", "medium", "large"];
const SHORT_LONG: [&str; 3] = ["short", "medium", "long"];

/// Sets on a scale from 0 to 1.
pub(super) const SHARES: Kind = Kind::Sets {
    names: LOW_HIGH,
    max: 1.0,
    endless: false,
};
/// Sets of sizes.
pub(super) const SIZE_SETS: Kind = Kind::Sets {
    names: SMALL_LARGE,
    max: 1e6,
    endless: true,
};
/// Sets of times.
pub(super) const TIME_SETS: Kind = Kind::Sets {
    names: SHORT_LONG,
    max: 1e6,
    endless: true,
};
/// Rules on a job's ratio and a cluster's share.
pub(super) const NETWORK_RULES: Kind = Kind::Rules {
    rows: LOW_HIGH,
    columns: LOW_HIGH,
    levels: &Level::KIND,
};
/// Rules on the invocation time and a job's size.
pub(super) const WIDE_AREA_RULES: Kind = Kind::Rules {
    rows: SHORT_LONG,
    columns: SMALL_LARGE,
    levels: &Level::KIND,
};

/// What is wrong with three sets of these names on an input from 0 to `end`, and what to do about it.
pub(super) fn sets_remedy(sets: &Sets, names: [&str; 3], end: f64) -> Option<String> {
    for (name, [left, peak, right]) in names.iter().zip(sets) {
        if left > peak || peak > right {
            return Some(format!(
                "Put the corners of {name} in order: {left}, {peak}, {right}"
            ));
        }
        if left == right {
            return Some(format!("Give {name} a width: all its corners are {left}"));
        }
    }
    let by_peak = names.iter().zip(sets.iter().map(|set| set[1]));
    let next = by_peak.clone().skip(1);
    for ((before, low), (name, high)) in by_peak.zip(next) {
        if low > high {
            return Some(format!(
                "Let the peaks rise: {before} has its peak at {low}, {name} at {high}"
            ));
        }
    }
    let both = names.iter().zip(sets);
    for ((before, low), (name, high)) in both.clone().zip(both.skip(1)) {
        if low == high {
            return Some(format!("Let {before} and {name} differ"));
        }
    }
    let (from, to) = uncovered(sets, end)?;
    let gap = match (from == to, to.is_finite()) {
        (true, _) => format!("{from}"),
        (false, true) => format!("{from} to {to}"),
        (false, false) => format!("{from} and all above"),
    };
    Some(format!(
        "Widen a set: {gap} is in none, so that no rule would say anything"
    ))
}

/// The first stretch of an input from 0 to `end`, both included, that is in none of the sets.
fn uncovered(sets: &Sets, end: f64) -> Option<(f64, f64)> {
    // A set is where its membership is above 0: between its outer corners, and beyond where there is a shoulder.
    let open = sets.map(|[left, peak, right]| {
        let from = if left == peak {
            f64::NEG_INFINITY
        } else {
            left
        };
        let to = if peak == right { f64::INFINITY } else { right };
        (from, to)
    });
    let mut at = 0.0;
    loop {
        let around = open.iter().filter(|(from, to)| *from < at && at < *to);
        match around.map(|own| own.1).reduce(f64::max) {
            Some(next) if next > end => return None,
            // Infinitely far the sets with a right shoulder hold everything.
            Some(f64::INFINITY) => return None,
            Some(next) => at = next,
            None => break,
        }
    }
    let later = open.iter().map(|own| own.0).filter(|from| *from >= at);
    Some((at, later.fold(end, f64::min)))
}

/// How far the sum of the weights may be from 1.
const NEAR: f64 = 1e-9;
/// The parameters that hold the weights.
const WEIGHTS: [&str; 3] = ["processors_weight", "network_weight", "wide_area_weight"];

impl Scheduler {
    /// The weights of nodes, the cluster's network and the wide-area network, which add up to 1.
    pub fn fuzzy_weights(&self) -> [f64; 3] {
        [
            self.processors_weight,
            self.network_weight,
            self.wide_area_weight,
        ]
    }
}

/// Where a sweep has set weights of a fuzzy scheduler, which are at the places for which `swept` holds, the others share what is left
/// of 1 in their proportion.
pub(super) fn share_the_rest(scenario: &mut Scenario, swept: impl Fn(&str) -> bool) {
    let schedulers = scenario.schedulers.iter_mut().enumerate();
    for (i, own) in schedulers.filter(|(_, own)| own.policy == Policy::Fuzzy) {
        let set = WEIGHTS.map(|name| swept(&format!("schedulers.{i}.{name}")));
        if set == [false; 3] {
            continue;
        }
        let weights = own.fuzzy_weights();
        let all = |which: bool| {
            let own = weights.iter().zip(set).filter(|(_, set)| *set == which);
            (
                own.clone().map(|(weight, _)| weight).sum::<f64>(),
                own.count(),
            )
        };
        let rest = (1.0 - all(true).0).max(0.0);
        let (given, count) = all(false);
        let [first, second, third] = [0, 1, 2].map(|i| match (set[i], given > 0.0) {
            (true, _) => weights[i],
            (false, true) => weights[i] * rest / given,
            (false, false) => rest / count as f64,
        });
        own.processors_weight = first;
        own.network_weight = second;
        own.wide_area_weight = third;
    }
}

/// What is called larger is worth no less.
pub(super) fn levels_rise(scenario: &Scenario, findings: &mut Findings) {
    for (i, own) in fuzzy(scenario) {
        let levels = [
            ("level_very_small", own.level_very_small),
            ("level_small", own.level_small),
            ("level_moderate", own.level_moderate),
            ("level_large", own.level_large),
        ];
        let mut pairs = levels.iter().zip(&levels[1..]);
        if let Some(((lower, least), (name, value))) = pairs.find(|(low, high)| low.1 > high.1) {
            findings.add(|| {
                Problem::new(
                    format!("schedulers.{i}.{name}"),
                    format!("is {value}, less than {lower}, which is {least}"),
                    "levels that do not fall from very small to large",
                    format!("Give it {least} or more, or {lower} less"),
                )
            });
        }
    }
}

/// The weights of fuzzy schedulers add up to 1, so that a priority is what the formula says.
pub(super) fn weights_add_up(scenario: &Scenario, findings: &mut Findings) {
    for (i, own) in fuzzy(scenario) {
        let weights = own.fuzzy_weights();
        let sum: f64 = weights.iter().sum();
        if (sum - 1.0).abs() <= NEAR {
            continue;
        }
        findings.add(|| {
            let [first, second, third] = weights;
            let wrong = format!(
                "{first} + network_weight {second} + wide_area_weight {third} is {}",
                (sum * 1e9).round() / 1e9
            );
            let remedy = match sum > 0.0 {
                true => {
                    let [first, second, third] = ten_thousandths(weights.map(|own| own / sum));
                    format!("In the same proportion they are {first}, {second} and {third}")
                }
                false => "Give one of the three a number above 0".into(),
            };
            let place = format!("schedulers.{i}.{}", WEIGHTS[0]);
            Problem::new(place, wrong, "weights that add up to 1", remedy)
        });
    }
}

fn fuzzy(scenario: &Scenario) -> impl Iterator<Item = (usize, &Scheduler)> {
    let schedulers = scenario.schedulers.iter().enumerate();
    schedulers.filter(|(_, own)| own.policy == Policy::Fuzzy)
}

/// Shares of 1 in ten-thousandths that add up to 1.
fn ten_thousandths(shares: [f64; 3]) -> [f64; 3] {
    let [first, second, _] = shares.map(|share| (share * 1e4).round());
    let second = second.min(1e4 - first);
    [first, second, 1e4 - first - second].map(|share| share / 1e4)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenario::checks::sweeps::Points;
    use crate::scenario::{Network, NetworkModel, Sweep};
    use proptest::prelude::*;
    use serde_json::{Value, json};

    fn problems(schedulers: Value, experiment: Value) -> String {
        let value = json!({"network": {"model": "cluster"}, "schedulers": schedulers, "experiment": experiment});
        Scenario::from_value(&value).map_or_else(|problems| problems.to_string(), |_| "none".into())
    }

    #[test]
    fn the_defaults_hold_everything() {
        assert_eq!(sets_remedy(&THIRDS, LOW_HIGH, 1.0), None);
        assert_eq!(sets_remedy(&SIZES, SMALL_LARGE, f64::INFINITY), None);
        assert_eq!(sets_remedy(&INVOCATIONS, SHORT_LONG, f64::INFINITY), None);
    }

    #[test]
    fn gaps_by_hand() {
        let with = |index: usize, set: [f64; 3]| {
            let mut sets = THIRDS;
            sets[index] = set;
            sets
        };
        // Both ends belong to the range, the corners of a triangle do not belong to it.
        for (sets, end, gap) in [
            (with(0, [0.0, 0.2, 0.5]), 1.0, Some((0.0, 0.0))),
            (with(0, [0.1, 0.2, 0.5]), 1.0, Some((0.0, 0.0))),
            (with(1, [0.6, 0.7, 0.8]), 1.0, Some((0.5, 0.5))),
            (
                [[0.0, 0.0, 0.3], [0.4, 0.5, 0.9], [0.5, 1.0, 1.0]],
                1.0,
                Some((0.3, 0.4)),
            ),
            (with(2, [0.5, 0.8, 1.0]), 1.0, Some((1.0, 1.0))),
            (with(2, [0.5, 0.8, 0.9]), 1.0, Some((1.0, 1.0))),
            (
                with(2, [0.5, 0.8, 0.9]),
                f64::INFINITY,
                Some((1.0, f64::INFINITY)),
            ),
            (with(1, [0.0, 0.0, 0.7]), 1.0, None),
            (
                [[0.0, 0.5, 1.0], [0.0, 0.5, 1.0], [0.5, 1.0, 1.0]],
                1.0,
                Some((0.0, 0.0)),
            ),
            ([[0.0, 0.0, 1.0]; 3], 1.0, Some((1.0, 1.0))),
        ] {
            assert_eq!(uncovered(&sets, end), gap, "{sets:?}");
        }
    }

    #[test]
    fn bad_sets_and_rules_are_explained() {
        let allowed =
            "three triangles [left, peak, right], of low, medium, high, with corners from 0 to 1";
        for (name, value, part) in [
            (
                "ratio_sets",
                json!([[0, 0.6, 0.5], [0, 0.5, 1], [0.5, 1, 1]]),
                "Put the corners of low in order: 0, 0.6, 0.5",
            ),
            (
                "ratio_sets",
                json!([[0, 0, 0.5], [0.5, 0.5, 0.5], [0.5, 1, 1]]),
                "Give medium a width: all its corners are 0.5",
            ),
            (
                "share_sets",
                json!([[0, 0, 0.5], [0, 0.5, 1], [0.5, 1, 1.5]]),
                "Give corners from 0 to 1: high has 1.5",
            ),
            (
                "share_sets",
                json!([[0, 0, 0.5], [-1, 0.5, 1], [0.5, 1, 1]]),
                "Give corners from 0 to 1: medium has -1",
            ),
            (
                "share_sets",
                json!([[0, 0, 0.5], [0, 0.5, 1]]),
                "Write three triangles, as in [[0,0,0.5],[0,0.5,1],[0.5,1,1]]",
            ),
            (
                "share_sets",
                json!([[0, 0, 0.5], [0, 0.5], [0.5, 1, 1]]),
                "Write medium as three numbers: [left, peak, right]",
            ),
            ("share_sets", json!([]), "Write three triangles"),
            (
                "share_sets",
                json!([[], [], []]),
                "Write low as three numbers",
            ),
            (
                "share_sets",
                json!([[0, 0, "0.5"], [0, 0.5, 1], [0.5, 1, 1]]),
                "Write it without quotes: 0.5",
            ),
            ("share_sets", json!(null), "Write three triangles"),
            (
                "share_sets",
                json!([[0, 0, 0.2], [0.3, 0.5, 1], [0.5, 1, 1]]),
                "Widen a set: 0.2 to 0.3 is in none",
            ),
            (
                "size_sets",
                json!([[1, 1, 10], [1, 10, 20], [10, 20, 30]]),
                "Widen a set: 30 and all above is in none",
            ),
            (
                "invocation_sets",
                json!([[45, 45, 80], [50, 80, 100], [80, 1e7, 1e7]]),
                "Give corners from 0 to 1\u{2009}000\u{2009}000: long has 10\u{2009}000\u{2009}000",
            ),
            (
                "ratio_sets",
                json!([[0.5, 1, 1], [0, 0.5, 1], [0, 0, 0.5]]),
                "Let the peaks rise: low has its peak at 1, medium at 0.5",
            ),
            (
                "ratio_sets",
                json!([[0, 0, 1], [0, 0, 1], [0, 1, 1]]),
                "Let low and medium differ",
            ),
            (
                "level_moderate",
                json!(0.1),
                "Give it 0.25 or more, or level_small less",
            ),
            (
                "network_rules",
                json!(["large"]),
                "Give nine levels, row by row: there is 1",
            ),
            (
                "network_rules",
                json!([]),
                "Give nine levels, row by row: there are 0",
            ),
            (
                "network_rules",
                json!("large"),
                "Write it as a list of nine levels",
            ),
            (
                "wide_area_rules",
                json!([
                    "large", "large", "large", "large", "modrate", "small", "moderate", "small",
                    "small"
                ]),
                "In row medium, column medium: Did you mean moderate?",
            ),
            (
                "wide_area_rules",
                json!([
                    "large", "large", "large", "large", "large", "small", "moderate", 0.25, "small"
                ]),
                "In row long, column medium: Give one of these names in quotes",
            ),
            (
                "network_weight",
                json!(1.5),
                "network_weight is 1.5; allowed: a number from 0 to 1",
            ),
            ("largest_ratio", json!(0), "largest_ratio is 0"),
        ] {
            let scheduler = json!([{"policy": "fuzzy", name: value}]);
            let all = problems(scheduler, json!({"sweep": []}));
            assert!(
                all.contains(part) && all.lines().count() == 1,
                "{part} in\n{all}"
            );
            assert!(
                all.starts_with(&format!("schedulers.0.{name} is ")),
                "{all}"
            );
            if name == "ratio_sets" {
                assert!(all.contains(allowed), "{all}");
            }
        }
    }

    #[test]
    fn weights_must_add_up() {
        let own = |first: f64, second: f64, third: f64| json!([{"policy": "fuzzy", "processors_weight": first, "network_weight": second, "wide_area_weight": third}]);
        assert_eq!(
            problems(own(0.7, 0.2, 0.3), json!({"sweep": []})),
            "schedulers.0.processors_weight 0.7 + network_weight 0.2 + wide_area_weight 0.3 is 1.2; allowed: weights that add \
             up to 1. In the same proportion they are 0.5833, 0.1667 and 0.25"
        );
        assert_eq!(
            problems(own(0.0, 0.0, 0.0), json!({"sweep": []})),
            "schedulers.0.processors_weight 0 + network_weight 0 + wide_area_weight 0 is 0; allowed: weights that add up to 1. \
             Give one of the three a number above 0"
        );
        // What it advises is accepted.
        assert_eq!(
            problems(own(0.5833, 0.1667, 0.25), json!({"sweep": []})),
            "none"
        );
        assert_eq!(problems(own(0.1, 0.2, 0.7), json!({"sweep": []})), "none");
        // The weights of other schedulers do not matter.
        assert_eq!(
            problems(
                json!([{"policy": "grid-random", "network_weight": 1}]),
                json!({"sweep": []})
            ),
            "none"
        );
    }

    /// With 0.5, 0.2 and 0.3: if the first becomes 0.75, the others have half of what they had; if it becomes 1, nothing.
    #[test]
    fn a_sweep_of_one_weight_moves_the_others() {
        let at = |swept: &[(&str, f64)], given: [f64; 3]| {
            let mut own = Scheduler::of(Policy::Fuzzy);
            [
                own.processors_weight,
                own.network_weight,
                own.wide_area_weight,
            ] = given;
            let sweep = swept.iter().map(|(name, value)| json!({"parameter": format!("schedulers.*.{name}"), "values": [value]}));
            let scenario = Scenario {
                schedulers: vec![Scheduler::of(Policy::GridRandom), own],
                network: Network {
                    model: NetworkModel::Cluster,
                    ..Network::default()
                },
                ..Scenario::default()
            };
            let scenario = scenario.with("experiment.sweep", &sweep.collect());
            let point = swept
                .iter()
                .map(|(name, value)| (format!("schedulers.*.{name}"), json!(value)))
                .collect();
            scenario.map(|scenario| {
                Points::of(&scenario).at(&point).unwrap().schedulers[1].fuzzy_weights()
            })
        };
        let usual = [0.5, 0.2, 0.3];
        let [nodes, network] = ["processors_weight", "network_weight"];
        for (swept, given, wanted) in [
            (&[(nodes, 0.75)][..], usual, [0.75, 0.1, 0.15]),
            (&[(nodes, 1.0)], usual, [1.0, 0.0, 0.0]),
            (&[(network, 0.0)], usual, [0.625, 0.0, 0.375]),
            (&[(nodes, 0.5), (network, 0.25)], usual, [0.5, 0.25, 0.25]),
            // Where the others have nothing they get equal shares.
            (&[(nodes, 0.5)], [1.0, 0.0, 0.0], [0.5, 0.25, 0.25]),
        ] {
            let found = at(swept, given).unwrap();
            let mut pairs = found.iter().zip(wanted);
            assert!(
                pairs.all(|(a, b)| (a - b).abs() < 1e-15),
                "{found:?}, not {wanted:?}"
            );
        }
        let too_much = at(&[(nodes, 0.75), (network, 0.5)], usual)
            .unwrap_err()
            .to_string();
        assert!(
            too_much.contains("breaks a rule")
                && too_much.contains("is 1.25; allowed: weights that add up to 1"),
            "{too_much}"
        );
    }

    #[test]
    fn names_tell_fuzzy_schedulers_apart() {
        let mut own = Scheduler::of(Policy::Fuzzy);
        own.processors_weight = 0.4;
        own.network_weight = 0.3;
        own.size_sets[2] = [10.0, 20.0, 20.0];
        own.wide_area_rules[4] = Level::Small;
        own.level_small = 0.3;
        let mut scenario = Scenario {
            schedulers: vec![own.clone(), Scheduler::of(Policy::Fuzzy)],
            ..Scenario::default()
        };
        scenario.network.model = NetworkModel::Cluster;
        assert_eq!(
            scenario.scheduler_names(),
            [
                "fuzzy (processors_weight 0.4, network_weight 0.3, size_sets.2 10/20/20, wide_area_rules.4 small, level_small 0.3)",
                "fuzzy"
            ]
        );
        let swept = |name: &str| Sweep {
            parameter: format!("schedulers.0.{name}"),
            values: vec![0.5],
        };
        scenario.experiment.sweep = ["processors_weight", "network_weight"].map(swept).to_vec();
        assert_eq!(
            scenario.scheduler_names()[0],
            "fuzzy (size_sets.2 10/20/20, wide_area_rules.4 small, level_small 0.3)"
        );
    }

    fn corner() -> impl Strategy<Value = f64> {
        (0u32..=8).prop_map(|eighth| f64::from(eighth) / 8.0)
    }

    proptest! {
        /// The corners are eighths: a stretch without a set shows at a corner or half way between two.
        #[test]
        fn cover_is_found_by_trying_everywhere(corners in prop::array::uniform3(prop::array::uniform3(corner())), end in prop_oneof![Just(1.0), Just(2.0)]) {
            let sets = corners.map(|mut set| {
                set.sort_by(f64::total_cmp);
                set
            });
            prop_assume!(sets.iter().all(|set| set[0] < set[2]));
            let inside = |x: f64| sets.iter().any(|&[left, peak, right]| {
                (left < x || left == peak) && (x < right || peak == right)
            });
            let bare = (0..=16).map(|step| end * f64::from(step) / 16.0).find(|&x| !inside(x));
            // For an input that ends at 2, step by eighths, of which all corners are some.
            prop_assert_eq!(uncovered(&sets, end).map(|gap| gap.0), bare);
            if let Some((from, to)) = uncovered(&sets, end) {
                prop_assert!(!inside(f64::midpoint(from, to)) && !inside(to));
            }
        }
    }
}
