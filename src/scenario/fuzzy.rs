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
mod tests;
