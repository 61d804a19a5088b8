//! What people made with an earlier version opens for ever and means what it meant.

use metasched::base::digest::Digest;
use metasched::scenario::Scenario;
use metasched::scenario::link;
use metasched::scenario::presets;
use serde_json::{Map, Value, json};
use std::path::Path;

#[test]
fn files_and_links_of_engine_1_open() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/opens/engine-1");
    let list = std::fs::read_to_string(folder.join("links.tsv")).unwrap();
    let mut files = 0;
    for line in list.lines() {
        let [file, digest, fragment] = line.split('\t').collect::<Vec<_>>()[..] else {
            panic!("{line:?} is not FILE, DIGEST, LINK");
        };
        let text = std::fs::read_to_string(folder.join(file)).unwrap();
        let scenario =
            Scenario::from_json(&text).unwrap_or_else(|problems| panic!("{file}: {problems}"));
        assert_eq!(former(&scenario), digest, "{file} means something else");
        let opened =
            link::decode(fragment).unwrap_or_else(|problem| panic!("link of {file}: {problem}"));
        assert_eq!(opened.scenario, scenario, "link of {file}");
        assert_eq!(opened.engine, 1);
        // As a whole address, and as a mail program passes it on.
        let address = format!(
            "<https://example.org/metasched/{}>.",
            fragment.replace('#', "%23")
        );
        assert_eq!(
            link::decode(&address).map(|opened| opened.scenario),
            Ok(scenario),
            "{address}"
        );
        files += 1;
    }
    assert_eq!(files, 16);
}

/// The digest that a scenario had when its compact form was of schema 1: with a queue as a name, reservations beside it, and the
/// run times of a log as estimates where nothing was said.
fn former(scenario: &Scenario) -> String {
    let Ok(Value::Object(mut whole)) = serde_json::from_str(&scenario.to_compact_json()) else {
        panic!("no object");
    };
    whole["schema"] = json!(1);
    whole = beside(whole);
    if let Some(Value::Object(workload)) = whole.get_mut("workload")
        && workload.get("estimates").is_some_and(|own| own == "exact")
    {
        workload.shift_remove("estimates");
    }
    if let Some(Value::Array(schedulers)) = whole.get_mut("schedulers") {
        for scheduler in schedulers {
            if let Value::Object(own) = scheduler {
                *own = beside(std::mem::take(own));
            }
        }
    }
    let mut digest = Digest::EMPTY;
    digest.add_text(&Value::Object(whole).to_string());
    digest.to_string()
}

/// A scenario or a scheduler with the reservations of its conservative queue beside it.
fn beside(map: Map<String, Value>) -> Map<String, Value> {
    let mut former = Map::new();
    for (key, value) in map {
        let reservations = value.get("reservations").cloned();
        match value.get("backfill").and_then(Value::as_str) {
            Some(backfill) if key == "queue" => {
                former.insert(key, backfill.into());
                former.extend(reservations.map(|own| ("reservations".to_owned(), own)));
            }
            _ => {
                former.insert(key, value);
            }
        }
    }
    former
}

#[test]
fn presets_of_engine_1_are_still_there() {
    let text = include_str!("../opens/engine-1/presets.txt");
    for name in text.lines() {
        let opened = link::decode(&format!("#p={name}")).unwrap();
        assert_eq!(opened.preset, Some(name));
        assert!(presets::find(name).is_some());
    }
    assert_eq!(text.lines().count(), 59);
}
