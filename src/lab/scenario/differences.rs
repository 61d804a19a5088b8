//! Differences between two scenarios in words.

use crate::parameter::json::shortened;
use crate::parameter::path::Values;
use crate::scenario::declared;
use crate::scenario::{Scenario, swept};
use serde_json::Value;

/// Path and value of a setting that is not a list of settings.
type Leaf<'v> = (String, &'v Value);

/// Describes each difference by a phrase: "BSBW \[Mbps\]: 500 → 300", "also compared: B1". Titles are skipped, and so
/// are settings that neither scenario reads.
pub fn words(from: &Scenario, to: &Scenario) -> Vec<String> {
    let (before, after) = (leaves(from), leaves(to));
    let mut places: Vec<&String> = before.iter().chain(&after).map(|own| &own.0).collect();
    places.sort_unstable();
    places.dedup();
    let at = |leaves: &[Leaf], place: &str| {
        let own = leaves.iter().find(|own| own.0 == place);
        own.map_or("–".to_owned(), |own| shown(own.1))
    };
    let mut phrases = Vec::new();
    for place in places {
        let (a, b) = (at(&before, place), at(&after, place));
        if a != b && (matters(place, from) || matters(place, to)) {
            phrases.push(format!("{}: {a} → {b}", swept::axis(to, place)));
        }
    }
    phrases.extend(schedulers(from, to));
    if from.experiment.sweep != to.experiment.sweep {
        phrases.push(format!("varied: {} → {}", sweeps(from), sweeps(to)));
    }
    phrases
}

/// Phrases about schedulers that only one of the scenarios compares.
fn schedulers(from: &Scenario, to: &Scenario) -> Vec<String> {
    let (old, new) = (from.scheduler_labels(), to.scheduler_labels());
    let but = |all: &[String], others: &[String]| -> Vec<String> {
        all.iter().filter(|own| !others.contains(own)).cloned().collect()
    };
    let phrase = |what: &str, names: Vec<String>| (!names.is_empty()).then(|| format!("{what}: {}", names.join(", ")));
    let gone = phrase("no longer compared", but(&old, &new));
    let fresh = phrase("also compared", but(&new, &old));
    let moved = (gone.is_none() && fresh.is_none() && from.schedulers != to.schedulers)
        .then(|| "schedulers in another order, or with other settings that names leave out".to_owned());
    [gone, fresh, moved].into_iter().flatten().collect()
}

fn sweeps(scenario: &Scenario) -> String {
    let sweep = scenario.experiment.sweep.iter();
    let one = sweep.map(|own| {
        let values: Vec<String> = own.values.iter().map(|&value| crate::words::number::plain(value)).collect();
        format!("{} at {}", swept::axis(scenario, &own.parameter), shortened(&values.join(", "), 60))
    });
    let all: Vec<String> = one.collect();
    match all.is_empty() {
        true => "nothing".to_owned(),
        false => all.join(" and "),
    }
}

/// Settings of a scenario by their paths, without schedulers, sweeps and title.
fn leaves(scenario: &Scenario) -> Vec<Leaf<'_>> {
    let mut found = Vec::new();
    for part in Scenario::PARTS {
        if let Some(values) = scenario.at(part) {
            collect(values, (*part).to_owned(), &mut found);
        }
    }
    found
}

fn collect<'v>(value: &'v Value, place: String, found: &mut Vec<Leaf<'v>>) {
    let own_words = ["schedulers", "experiment.sweep", "title", "schema", "engine"];
    if own_words.contains(&place.as_str()) {
        return;
    }
    let inner = |key: &str| format!("{place}.{key}");
    match value {
        Value::Object(map) => map.iter().for_each(|(key, value)| collect(value, inner(key), found)),
        Value::Array(list) if list.iter().any(Value::is_object) => {
            list.iter().enumerate().for_each(|(index, value)| collect(value, inner(&index.to_string()), found))
        }
        leaf => found.push((place, leaf)),
    }
}

/// True if the scenario reads the setting at this path.
fn matters(place: &str, scenario: &Scenario) -> bool {
    declared::find(place).is_none_or(|own| own.relevant(place, scenario))
}

/// Text of a value without brackets and quotes.
fn shown(value: &Value) -> String {
    match value {
        Value::String(text) => shortened(text, 40),
        Value::Array(list) => shortened(&list.iter().map(shown).collect::<Vec<_>>().join(" to "), 60),
        Value::Number(number) => crate::words::number::plain(number.as_f64().unwrap_or(f64::NAN)),
        Value::Null => "–".to_owned(),
        other => shortened(&other.to_string(), 60),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use serde_json::json;

    fn scenario(value: Value) -> Scenario {
        (*Scenario::from_value(&value).unwrap()).clone()
    }

    #[test]
    fn settings_schedulers_and_sweeps_are_named() {
        let one = scenario(json!({ "schedulers": ["no-share", "first-fit"], "experiment": { "sweep": [] } }));
        let other = scenario(json!({
            "title": "another", "schedulers": ["first-fit", { "policy": "b3", "chunk": 0.9 }], "workload": { "nodes": [20, 50] },
            "seed": "7",
            "experiment": { "sweep": [{ "parameter": "workload.bsbw_mbps", "values": [100, 200] }] },
        }));
        assert_eq!(words(&one, &one), [""; 0]);
        let named = words(&one, &other).join("; ");
        for part in [
            "10 to 50 → 20 to 50",
            "1 → 7",
            "no longer compared: No share; also compared: B3 (chunk 90 %)",
            "varied: nothing → BSBW [Mbps] at 100, 200",
        ] {
            assert!(named.contains(part), "{part}: {named}");
        }
        assert!(!named.contains("another"), "{named}");
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 64, failure_persistence: None, ..ProptestConfig::default() })]

        /// Equal scenarios give no phrase, one different setting gives one, in both directions.
        #[test]
        fn one_change_is_one_phrase(a in 100u32..900, b in 100u32..900) {
            let of = |bsbw: u32| scenario(json!({ "workload": { "bsbw_mbps": bsbw } }));
            let named = words(&of(a), &of(b));
            prop_assert_eq!(named.len(), usize::from(a != b), "{:?}", named);
            prop_assert_eq!(words(&of(b), &of(a)).len(), named.len());
        }
    }
}
