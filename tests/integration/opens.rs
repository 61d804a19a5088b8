//! What people made with an earlier version opens for ever and means what it meant.

use metasched::ENGINE_VERSION;
use metasched::base::digest::Digest;
use metasched::scenario::Scenario;
use metasched::scenario::link;
use metasched::scenario::presets;
use serde_json::{Map, Value, json};
use std::fs;
use std::path::{Path, PathBuf};

/// A folder of what an engine left.
fn folder(engine: u32) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/opens/engine-{engine}"))
}

/// All links of an engine open as the scenarios that they were, and so do the files beside them; how many there are.
/// `digest_of` is how that engine made the digest of a scenario, where that can still be said.
fn opens(engine: u32, digest_of: Option<fn(&Scenario) -> String>) -> usize {
    let list = fs::read_to_string(folder(engine).join("links.tsv")).unwrap();
    for line in list.lines() {
        let [file, digest, fragment] = line.split('\t').collect::<Vec<_>>()[..] else {
            panic!("{line:?} is not FILE, DIGEST, LINK");
        };
        let opened = link::decode(fragment).unwrap_or_else(|problem| panic!("link of {file}: {problem}"));
        // A preset's link says the engine that opens it.
        assert!((engine..=ENGINE_VERSION).contains(&opened.engine), "{line}");
        let scenario = opened.scenario;
        if let Some(digest_of) = digest_of {
            assert_eq!(digest_of(&scenario), digest, "{line} means something else");
        }
        if file != "-" {
            let text = fs::read_to_string(folder(engine).join(file)).unwrap();
            let read = Scenario::from_json(&text).unwrap_or_else(|problems| panic!("{file}: {problems}"));
            assert_eq!(read, scenario, "link of {file}");
        }
        // As a whole address, and as a mail program passes it on.
        let address = format!("<https://example.org/metasched/{}>.", fragment.replace('#', "%23"));
        assert_eq!(link::decode(&address).map(|opened| opened.scenario), Ok(scenario), "{address}");
    }
    list.lines().count()
}

#[test]
fn files_and_links_of_engine_1_open() {
    assert_eq!(opens(1, Some(former)), 16);
}

#[test]
fn files_and_links_of_engine_2_open() {
    assert_eq!(opens(2, None), 75);
}

#[test]
fn files_and_links_of_engine_3_open() {
    assert_eq!(opens(3, Some(Scenario::digest)), 104);
}

/// Results of an engine are read by those that have the same, and refused by others with a sentence that names it.
#[cfg(feature = "cli")]
#[test]
fn results_of_engine_3_open() {
    let said = |form: &str| {
        let file = folder(3).join("results.jsonl");
        let mut command = crate::cli::metasched();
        crate::cli::said(command.arg("merge").arg(file).arg(form).output().unwrap())
    };
    for (form, file) in [("--json", "results.json"), ("--csv", "results.csv")] {
        let said = said(form);
        if ENGINE_VERSION == 3 {
            let then = fs::read_to_string(folder(3).join(file)).unwrap();
            // What made them, the last key, is another program each time, and was not there then.
            let now = match said.out.split_once(",\n  \"made_by\": {") {
                Some((results, _)) => format!("{results}\n}}\n"),
                None => said.out,
            };
            assert_eq!((said.code, now), (0, then), "{}", said.err);
        } else {
            assert_eq!(said.code, 2, "{}", said.out);
            assert!(said.err.contains("engine 3"), "{}", said.err);
        }
    }
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
fn presets_of_every_engine_are_still_there() {
    for (engine, count) in [(1, 59), (2, 55), (3, 65)] {
        let text = fs::read_to_string(folder(engine).join("presets.txt")).unwrap();
        for name in text.lines() {
            let opened = link::decode(&format!("#p={name}")).unwrap();
            assert_eq!(opened.preset, Some(name));
            assert!(presets::find(name).is_some());
        }
        assert_eq!(text.lines().count(), count, "engine {engine}");
    }
}
