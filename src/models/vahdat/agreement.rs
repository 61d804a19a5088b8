//! Consistency checks between settings of the fuzzy policy.

use super::settings::Settings;
use crate::base::problem::Problem;
use crate::models::policy::Policy;
use crate::models::settings::Given;
use serde_json::Value;

/// The sum of the weights may differ from 1 by this much.
const NEAR: f64 = 1e-9;
/// The settings that are the weights.
pub const WEIGHTS: [&str; 3] = ["processors_weight", "network_weight", "wide_area_weight"];

/// The weights, if a sweep sets some of them, namely those for which `swept` is true. The other weights then share the
/// rest of 1, in proportion to their given values.
pub(super) fn share_the_rest(own: &Given, swept: &dyn Fn(&str) -> bool) -> Vec<(&'static str, Value)> {
    let set = WEIGHTS.map(swept);
    if set == [false; 3] {
        return Vec::new();
    }
    let weights = own.of::<Settings>().weights();
    let all = |which: bool| {
        let own = weights.iter().zip(set).filter(|(_, set)| *set == which);
        (own.clone().map(|(weight, _)| weight).sum::<f64>(), own.count())
    };
    let rest = (1.0 - all(true).0).max(0.0);
    let (given, count) = all(false);
    let shared = |i: usize| match (set[i], given > 0.0) {
        (true, _) => weights[i],
        (false, true) => weights[i] * rest / given,
        (false, false) => rest / count as f64,
    };
    let named = WEIGHTS.into_iter().enumerate();
    named.map(|(i, name)| (name, shared(i).into())).collect()
}

/// Problems of the settings of the scheduler at `place`: weights must add up to 1, higher fuzzy levels must have larger
/// numbers, and the bounds of the load classes must be in order.
pub(super) fn check(own: &Given, _policy: Policy, place: &str) -> Vec<Problem> {
    let own: Settings = own.of();
    let problems = [weights_add_up(&own, place), levels_rise(&own, place), loads_rise(&own, place)];
    problems.into_iter().flatten().collect()
}

fn weights_add_up(own: &Settings, place: &str) -> Option<Problem> {
    let weights = own.weights();
    let sum: f64 = weights.iter().sum();
    if (sum - 1.0).abs() <= NEAR {
        return None;
    }
    let [first, second, third] = weights;
    let wrong =
        format!("{first} + network_weight {second} + wide_area_weight {third} is {}", (sum * 1e9).round() / 1e9);
    let remedy = match sum > 0.0 {
        true => {
            let [first, second, third] = ten_thousandths(weights.map(|own| own / sum));
            format!("In the same proportion they are {first}, {second} and {third}")
        }
        false => "Give one of the three a number above 0".into(),
    };
    let place = format!("{place}.{}", WEIGHTS[0]);
    Some(Problem::new(place, wrong, "weights that add up to 1", remedy))
}

fn levels_rise(own: &Settings, place: &str) -> Option<Problem> {
    let levels = [
        ("level_very_small", own.level_very_small),
        ("level_small", own.level_small),
        ("level_moderate", own.level_moderate),
        ("level_large", own.level_large),
    ];
    let mut pairs = levels.iter().zip(&levels[1..]);
    let ((lower, least), (name, value)) = pairs.find(|(low, high)| low.1 > high.1)?;
    Some(Problem::new(
        format!("{place}.{name}"),
        format!("is {value}, less than {lower}, which is {least}"),
        "levels that do not fall from very small to large",
        format!("Give it {least} or more, or {lower} less"),
    ))
}

fn loads_rise(own: &Settings, place: &str) -> Option<Problem> {
    (own.low_load > own.high_load).then(|| {
        Problem::new(
            format!("{place}.low_load"),
            format!("is {}, but {place}.high_load is {}", own.low_load, own.high_load),
            "at most the load above which a node counts as high",
            "Exchange the two",
        )
    })
}

/// Rounds shares to ten-thousandths such that they still add up to 1.
fn ten_thousandths(shares: [f64; 3]) -> [f64; 3] {
    let [first, second, _] = shares.map(|share| (share * 1e4).round());
    let second = second.min(1e4 - first);
    [first, second, 1e4 - first - second].map(|share| share / 1e4)
}
