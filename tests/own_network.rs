//! A network from another crate: registered with the standard ones, it works like them. A separate test program, since the models
//! of a program do not change while it runs.
#![allow(clippy::unwrap_used, missing_docs, reason = "a test that finds something missing should stop and say so")]

use metasched::experiment::{self, reproduce};
use metasched::models::network::network_reads;
use metasched::models::registry::Registry;
use metasched::models::{Loads, Model, NetworkInfo};
use metasched::network::Network;
use metasched::parameter::Kind;
use metasched::parameters;
use metasched::scenario::{Scenario, link, presets, schema};
use serde_json::json;

const MODEL: Model = Model { name: "own", network_settings: &[Toll::PARAMETERS], networks: &[&TOLL], ..Model::NEW };

parameters! {
    /// The network's settings.
    Toll at "network." {
        /// Time that co-allocation adds to a job, as a share of its run time.
        toll: f64 = 0.25, "Toll", Kind::number(0.0, 10.0, 0.25), when &[network_reads("toll")];
    }
}

static TOLL: NetworkInfo = NetworkInfo {
    settings: &["toll"],
    about: |own, number| Some(format!("toll {}", number("toll", own.of::<Toll>().toll))),
    ..NetworkInfo::new(
        ["toll", "Toll", "Co-allocation costs every job the same share of its run time."],
        Loads::Links,
        |own, _| Network::Fixed(1.0 + own.of::<Toll>().toll),
    )
};

fn scenario(network: &str, sweep: &str) -> String {
    format!(
        r#"{{"workload": {{"jobs_per_cluster": 200}}, "network": {network}, "schedulers": ["first-fit", "fixed"],
            "experiment": {{"sweep": [{sweep}], "replications": 1}}}}"#
    )
}

/// The digests of all runs, point by point.
fn digests(network: &str, sweep: &str) -> Vec<String> {
    let scenario = Scenario::from_json(&scenario(network, sweep)).unwrap();
    let points = experiment::run(&scenario, None).unwrap().points;
    let runs = points.iter().flat_map(|point| &point.results);
    runs.map(|run| run.digest.to_string()).collect()
}

#[test]
fn a_network_from_outside_is_one_like_ours() {
    let registry = Registry::standard().unwrap().with(&MODEL).unwrap();
    registry.install().unwrap();

    // Runs a scenario with the network. A toll of one half is a penalty of 1.5; if the toll is left out, its default is
    // used.
    let fixed = |penalty: f64| digests(&format!(r#"{{"model": "fixed", "penalty": {penalty}}}"#), "");
    assert_eq!(digests(r#"{"model": "toll", "toll": 0.5}"#, ""), fixed(1.5));
    assert_eq!(digests(r#"{"model": "toll"}"#, ""), fixed(1.25));
    assert_ne!(fixed(1.25), fixed(1.5));

    // A model from another crate can also add presets and papers, given as the contents of files.
    let with_toll = json!({ "schema": 2, "network": { "model": "toll" } });
    let own = json!({ "model": "own", "presets": [{ "name": "own-toll", "title": "A toll", "about": "What it costs.", "scenario": with_toll }] });
    presets::add(vec![serde_json::from_value(own).unwrap()]).unwrap();
    assert_eq!(link::decode("#p=own-toll").unwrap().scenario.network.model.name(), "toll");
    let own = json!({ "model": "own", "name": "own2026", "title": "Own", "notes": [], "studies": [{ "preset": "own-toll" }], "claims": [] });
    reproduce::add(vec![serde_json::from_value(own).unwrap()]).unwrap();
    assert_eq!(reproduce::papers().last().unwrap().name, "own2026");

    // The toll can be swept.
    let swept = r#"{"parameter": "network.toll", "values": [0.25, 0.5]}"#;
    let swept = digests(r#"{"model": "toll"}"#, swept);
    assert_eq!(swept, [fixed(1.25), fixed(1.5)].concat());

    // Links to scenarios contain the network, and the schema lists it.
    let own = Scenario::from_json(&scenario(r#"{"model": "toll", "toll": 0.5}"#, "")).unwrap();
    assert_eq!(link::decode(&link::encode(&own)).unwrap().scenario, own);
    let network = &schema()["properties"]["network"]["properties"];
    assert_eq!(network["toll"]["default"], 0.25);
    let names = network["model"]["enum"].as_array().or(network["model"]["oneOf"].as_array());
    assert_eq!(names.map(Vec::len), Some(7));

    // Mistakes in the network's name and settings are reported.
    for (network, sweep, found) in [
        (r#"{"model": "tol"}"#, "", "Did you mean toll?"),
        (r#"{"model": "toll", "tol": 1}"#, "", "Did you mean network.toll?"),
        (r#"{"model": "toll", "toll": 11}"#, "", "a number from 0 to 10"),
        ("{}", r#"{"parameter": "network.toll", "values": [1]}"#, "network.toll only if network.model is toll"),
    ] {
        let problems = Scenario::from_json(&scenario(network, sweep)).unwrap_err();
        assert!(problems.to_string().contains(found), "{problems}");
    }
}
