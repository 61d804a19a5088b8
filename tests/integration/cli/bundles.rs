//! `--bundle`: an experiment in a folder, and its repetition.

use super::{Folder, SMALL, refused, run, run_with};
use metasched::ENGINE_VERSION;
use metasched::base::digest::hex;
use serde_json::Value;
use sha2::{Digest as _, Sha256};
use std::fs;

const FILES: [&str; 4] = ["jobs.csv", "results.json", "ro-crate-metadata.json", "scenario.json"];

fn json(file: &str) -> Value {
    serde_json::from_str(&fs::read_to_string(file).unwrap()).unwrap()
}

/// The entity with this identifier.
fn entity<'v>(document: &'v Value, id: &str) -> &'v Value {
    document["@graph"].as_array().unwrap().iter().find(|entity| entity["@id"] == id).unwrap()
}

#[test]
fn a_bundle_has_all_of_an_experiment_and_repeats_it() {
    let folder = Folder::new("bundle");
    let (kept, table) = (folder.path("kept"), folder.path("jobs.csv"));
    let printed = run_with(SMALL.as_bytes(), &["sweep", "-", "--json", "--bundle", &kept]);
    assert_eq!(printed.code, 0, "{}", printed.err);
    let file = |name: &str| format!("{kept}/{name}");
    let mut names: Vec<_> = fs::read_dir(&kept).unwrap().map(|own| own.unwrap().file_name()).collect();
    names.sort();
    assert_eq!(names, FILES);
    assert_eq!(fs::read_to_string(file("results.json")).unwrap(), printed.out);
    run_with(SMALL.as_bytes(), &["sweep", "-", "--quiet", "--jobs-out", &table]);
    assert_eq!(fs::read(file("jobs.csv")).unwrap(), fs::read(&table).unwrap());

    let document = json(&file("ro-crate-metadata.json"));
    for name in ["jobs.csv", "results.json", "scenario.json"] {
        let content = fs::read(file(name)).unwrap();
        let described = entity(&document, name);
        assert_eq!(described["sha256"], hex(&Sha256::digest(&content)));
        assert_eq!(described["contentSize"], content.len().to_string());
    }
    let program = entity(&document, "#metasched")["softwareVersion"].as_str().unwrap();
    assert!(program.contains(&format!("(engine {ENGINE_VERSION}, commit ")), "{program}");
    let command = entity(&document, "#run")["name"].as_str().unwrap();
    assert!(command.starts_with("metasched sweep '#2."), "{command}");

    // All points of the sweep are repeated by `run`.
    let again = run(&["run", &kept, "--json"]);
    assert_eq!((again.code, &again.out), (0, &printed.out), "{}", again.err);
    assert!(again.err.contains("Reproduced: the results and jobs of "), "{}", again.err);
    // The folder is unchanged and is opened by other commands, too.
    assert_eq!(run(&["validate", &kept]).code, 0);
    let why = refused(&["run", &kept, "--bundle", &kept]);
    assert!(why.contains("which has files"), "{why}");
}

#[test]
fn a_bundle_that_is_not_reproduced_is_reported() {
    let folder = Folder::new("bundle-changed");
    let kept = folder.path("kept");
    let one = ["run", "-", "--scheduler", "first-fit", "--replications", "1", "--quiet", "--bundle", &kept];
    assert_eq!(run_with(SMALL.as_bytes(), &one).code, 0);
    let file = |name: &str| format!("{kept}/{name}");
    let changed = |name: &str, from: &str, to: &str| {
        let before = fs::read_to_string(file(name)).unwrap();
        assert!(before.contains(from), "{name}: {from}");
        fs::write(file(name), before.replacen(from, to, 1)).unwrap();
        let said = run(&["run", &kept]);
        fs::write(file(name), before).unwrap();
        (said.code, said.err)
    };
    let (code, why) = changed("jobs.csv", ",1,", ",2,");
    assert!(code == 1 && why.contains("jobs.csv has the SHA-256 ") && why.contains("is not reproduced"), "{why}");
    let (code, why) = changed("results.json", "\"mean_wait_s\": ", "\"mean_wait_s\": 1");
    assert!(code == 1 && why.contains("other results of first-fit"), "{why}");
    let engine = format!("\"engine_version\": {ENGINE_VERSION}");
    let (code, why) = changed("results.json", &engine, "\"engine_version\": 1");
    assert!(code == 2 && why.contains("was made with engine 1"), "{why}");
    let (code, why) = changed("scenario.json", "\"bsbw_mbps\": 300", "\"bsbw_mbps\": 301");
    assert!(code == 2 && why.contains("the scenario given has"), "{why}");
    let why = refused(&["run", &kept, "--seed", "7"]);
    assert!(why.contains("To change settings, give ") && why.contains("scenario.json"), "{why}");
    let why = refused(&["run", &kept, "--results", &folder.path("results")]);
    assert!(why.contains("--results"), "{why}");
    assert_eq!(run(&["run", &kept, "--quiet"]).code, 0);
}

#[test]
fn a_bundle_names_its_log_by_a_checksum() {
    let folder = Folder::new("bundle-log");
    let (kept, log) = (folder.path("kept"), "; MaxNodes: 4\n1 0 0 60 2\n2 10 0 30 4\n3 20 0 90 1\n");
    folder.file("small.swf", log);
    let scenario = r#"{ "platform": { "clusters": [{ "nodes": 4 }] }, "schedulers": ["no-share"],
        "workload": { "model": "swf", "path": "small.swf" } }"#;
    let scenario = folder.file("s.json", scenario);
    assert_eq!(run(&["run", &scenario, "--quiet", "--bundle", &kept]).code, 0);
    let document = json(&format!("{kept}/ro-crate-metadata.json"));
    let described = entity(&document, "#log");
    assert_eq!(described["name"], "small.swf");
    assert_eq!(described["sha256"], hex(&Sha256::digest(log)));

    let missing = run(&["run", &kept]);
    assert!(missing.code == 2 && missing.err.contains("--logs"), "{}", missing.err);
    let logs = folder.path("");
    let again = run(&["run", &kept, "--logs", &logs]);
    assert!(again.code == 0 && again.err.contains("Reproduced"), "{}", again.err);
    folder.file("small.swf", log.replace(" 90 ", " 91 "));
    let other = run(&["run", &kept, "--logs", &logs]);
    assert!(other.code == 1 && other.err.contains("names a log with the SHA-256"), "{}", other.err);
}
