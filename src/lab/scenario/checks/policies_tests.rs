//! Rules of policies about their settings, checked in whole scenarios.

use crate::scenario::checks::sweeps::Points;
use crate::scenario::{Network, Scenario, Scheduler};
use serde_json::{Value, json};

fn problems(schedulers: Value, experiment: Value) -> String {
    let value = json!({"network": {"model": "cluster"}, "schedulers": schedulers, "experiment": experiment});
    Scenario::from_value(&value).map_or_else(|problems| problems.to_string(), |_| "none".into())
}

#[test]
fn bad_sets_and_rules_are_explained() {
    let allowed = "three triangles [left, peak, right], of low, medium, high, with corners from 0 to 1";
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
            "In row high, column right: Give a number in this range",
        ),
        (
            "share_sets",
            json!([[0, 0, 0.5], [-1, 0.5, 1], [0.5, 1, 1]]),
            "In row medium, column left: Give a number in this range",
        ),
        (
            "share_sets",
            json!([[0, 0, 0.5], [0, 0.5, 1]]),
            "Write three triangles, as in [[0,0,0.5],[0,0.5,1],[0.5,1,1]]",
        ),
        ("share_sets", json!([[0, 0, 0.5], [0, 0.5], [0.5, 1, 1]]), "Write three triangles"),
        ("share_sets", json!([]), "Write three triangles"),
        ("share_sets", json!([[], [], []]), "Write three triangles"),
        ("share_sets", json!([[0, 0, "0.5"], [0, 0.5, 1], [0.5, 1, 1]]), "Write it without quotes: 0.5"),
        ("share_sets", json!(null), "Write three triangles"),
        ("share_sets", json!([[0, 0, 0.2], [0.3, 0.5, 1], [0.5, 1, 1]]), "Widen a set: 0.2 to 0.3 is in none"),
        ("size_sets", json!([[1, 1, 10], [1, 10, 20], [10, 20, 30]]), "Widen a set: 30 and all above is in none"),
        (
            "invocation_sets",
            json!([[45, 45, 80], [50, 80, 100], [80, 1e7, 1e7]]),
            "In row long, column peak: Give a number in this range",
        ),
        (
            "ratio_sets",
            json!([[0.5, 1, 1], [0, 0.5, 1], [0, 0, 0.5]]),
            "Let the peaks rise: low has its peak at 1, medium at 0.5",
        ),
        ("ratio_sets", json!([[0, 0, 1], [0, 0, 1], [0, 1, 1]]), "Let low and medium differ"),
        ("level_moderate", json!(0.1), "Give it 0.25 or more, or level_small less"),
        ("network_rules", json!(["large"]), "Write it as a list of nine levels, row by row"),
        ("network_rules", json!([]), "Write it as a list of nine levels, row by row"),
        ("network_rules", json!("large"), "Write it as a list of nine levels"),
        (
            "wide_area_rules",
            json!(["large", "large", "large", "large", "modrate", "small", "moderate", "small", "small"]),
            "In row medium, column medium: Did you mean moderate?",
        ),
        (
            "wide_area_rules",
            json!(["large", "large", "large", "large", "large", "small", "moderate", 0.25, "small"]),
            "In row long, column medium: Give one of these names in quotes",
        ),
        ("network_weight", json!(1.5), "network_weight is 1.5. Allowed: a number from 0 to 1"),
        ("largest_ratio", json!(0), "largest_ratio is 0"),
    ] {
        let scheduler = json!([{"policy": "fuzzy", name: value}]);
        let all = problems(scheduler, json!({"sweep": []}));
        assert!(all.contains(part) && all.lines().count() == 1, "{part} in\n{all}");
        assert!(all.starts_with(&format!("schedulers.0.{name} is ")), "{all}");
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
        "schedulers.0.processors_weight 0.7 + network_weight 0.2 + wide_area_weight 0.3 is 1.2. Allowed: weights that add \
         up to 1. In the same proportion they are 0.5833, 0.1667 and 0.25"
    );
    assert_eq!(
        problems(own(0.0, 0.0, 0.0), json!({"sweep": []})),
        "schedulers.0.processors_weight 0 + network_weight 0 + wide_area_weight 0 is 0. Allowed: weights that add up to 1. \
         Give one of the three a number above 0"
    );
    // The proposed values are accepted.
    assert_eq!(problems(own(0.5833, 0.1667, 0.25), json!({"sweep": []})), "none");
    assert_eq!(problems(own(0.1, 0.2, 0.7), json!({"sweep": []})), "none");
    // Weights of policies that do not read them are not checked.
    assert_eq!(problems(json!([{"policy": "grid-random", "network_weight": 1}]), json!({"sweep": []})), "none");
}

/// The given weights are 0.5, 0.2 and 0.3. If a sweep sets the first weight to 0.75, the two others halve; if it sets
/// the first to 1, the others become 0.
#[test]
fn a_sweep_of_one_weight_moves_the_others() {
    let at = |swept: &[(&str, f64)], given: [f64; 3]| {
        let weights = ["processors_weight", "network_weight", "wide_area_weight"];
        let fuzzy = Scheduler::named("fuzzy").unwrap();
        let own = weights.iter().zip(given).fold(fuzzy, |own, (name, weight)| own.with(name, weight));
        let sweep =
            swept.iter().map(|(name, value)| json!({"parameter": format!("schedulers.*.{name}"), "values": [value]}));
        let scenario = Scenario {
            schedulers: vec![Scheduler::named("grid-random").unwrap(), own].into(),
            network: Network::named("cluster").unwrap().into(),
            ..Scenario::default()
        };
        let scenario = scenario.with("experiment.sweep", &sweep.collect());
        let point = swept.iter().map(|(name, value)| (format!("schedulers.*.{name}"), json!(value))).collect();
        scenario
            .map(|scenario| Points::of(&scenario).at(&point).unwrap().schedulers[1].clone())
            .map(|own| weights.map(|name| own.number(name)))
    };
    let usual = [0.5, 0.2, 0.3];
    let [nodes, network] = ["processors_weight", "network_weight"];
    for (swept, given, wanted) in [
        (&[(nodes, 0.75)][..], usual, [0.75, 0.1, 0.15]),
        (&[(nodes, 1.0)], usual, [1.0, 0.0, 0.0]),
        (&[(network, 0.0)], usual, [0.625, 0.0, 0.375]),
        (&[(nodes, 0.5), (network, 0.25)], usual, [0.5, 0.25, 0.25]),
        // If all other weights are 0, they get equal shares.
        (&[(nodes, 0.5)], [1.0, 0.0, 0.0], [0.5, 0.25, 0.25]),
    ] {
        let found = at(swept, given).unwrap();
        let mut pairs = found.iter().zip(wanted);
        assert!(pairs.all(|(a, b)| (a - b).abs() < 1e-15), "{found:?}, not {wanted:?}");
    }
    let too_much = at(&[(nodes, 0.75), (network, 0.5)], usual).unwrap_err().to_string();
    assert!(
        too_much.contains("breaks a rule") && too_much.contains("is 1.25. Allowed: weights that add up to 1"),
        "{too_much}"
    );
}

#[test]
fn names_tell_fuzzy_schedulers_apart() {
    let plain = Scheduler::named("fuzzy").unwrap();
    let mut rules = plain.setting("wide_area_rules").unwrap().clone();
    rules[4] = json!("small");
    let own = plain
        .with("processors_weight", 0.4)
        .with("network_weight", 0.3)
        .with("size_sets", json!([[1, 1, 10.5], [1, 10.5, 20], [10, 20, 20]]))
        .with("wide_area_rules", rules)
        .with("level_small", 0.3);
    let mut scenario = Scenario {
        schedulers: vec![own, Scheduler::named("fuzzy").unwrap()].into(),
        network: Network::named("cluster").unwrap().into(),
        ..Scenario::default()
    };
    assert_eq!(
        scenario.scheduler_names(),
        [
            "fuzzy (processors_weight 0.4, network_weight 0.3, size_sets.2 10/20/20, wide_area_rules.4 small, level_small 0.3)",
            "fuzzy"
        ]
    );
    let swept = |name: &str| json!({ "parameter": format!("schedulers.0.{name}"), "values": [0.5] });
    scenario.set([("experiment.sweep", ["processors_weight", "network_weight"].map(swept).to_vec().into())]);
    assert_eq!(scenario.scheduler_names()[0], "fuzzy (size_sets.2 10/20/20, wide_area_rules.4 small, level_small 0.3)");
}
