//! Scenarios: running, sweeping, changing, describing and rejecting them.

use super::{Folder, SMALL, refused, results, run, run_with};
use metasched::experiment;
use metasched::experiment::Results;
use metasched::scenario::{Scenario, link, presets};
use serde_json::{Value, json};

#[test]
fn sweep_prints_the_results_of_the_library() {
    let folder = Folder::new("sweep");
    let file = folder.file("small.json", SMALL);
    let expected = experiment::run(&Scenario::from_json(SMALL).unwrap(), None).unwrap();
    // All fields of the results, except the results of single replications, which are not written to files.
    let expected: Results = serde_json::from_value(serde_json::to_value(expected).unwrap()).unwrap();
    assert_eq!(results(&run(&["sweep", &file, "--json"])), expected);
    assert_eq!(results(&run_with(SMALL.as_bytes(), &["sweep", "-", "--json"])), expected);

    let table = run(&["sweep", &file]);
    assert!(table.out.starts_with("Small\n") && !table.out.contains('\x1b'), "{}", table.out);
    for point in &expected.points {
        for run in &point.results {
            assert!(table.out.contains(&run.digest), "{}", table.out);
        }
    }
    assert!(table.err.contains("jobs/s"), "{}", table.err);

    let csv = run(&["sweep", &file, "--csv"]).out;
    let lines: Vec<&str> = csv.lines().collect();
    assert_eq!(lines.len(), 1 + 2 * 2);
    assert!(lines[0].starts_with("workload.bsbw_mbps,scheduler,") && lines[1].starts_with("100,no-share,"), "{csv}");
}

#[test]
fn any_number_of_threads_gives_the_same_bytes() {
    let one = run_with(SMALL.as_bytes(), &["sweep", "-", "--json", "--threads", "1"]);
    for threads in ["2", "3", "64"] {
        let several = run_with(SMALL.as_bytes(), &["sweep", "-", "--json", "--threads", threads]);
        assert_eq!((several.code, &several.out), (0, &one.out), "{threads}");
    }
}

#[test]
fn run_is_one_point_of_the_sweep() {
    let one = run_with(SMALL.as_bytes(), &["run", "-", "--json", "--set", "workload.bsbw_mbps=600"]);
    assert!(one.err.contains("The sweep over workload.bsbw_mbps (2 values) is left out"), "{}", one.err);
    let one = results(&one);
    let all = results(&run_with(SMALL.as_bytes(), &["sweep", "-", "--json"]));
    assert!(one.points[0].parameters.is_empty());
    assert_eq!((one.points.len(), &one.points[0].results), (1, &all.points[1].results));
}

#[test]
fn over_replaces_the_sweep() {
    let given = ["sweep", "-", "--json", "--over", "workload.bsbw_mbps=100..300:100", "--over", "workload.nodes.0=1,2"];
    let results = results(&run_with(SMALL.as_bytes(), &given));
    assert_eq!(results.points.len(), 6);
    assert_eq!(results.points[5].parameters["workload.bsbw_mbps"], 300);
    let none = run_with(b"{\"experiment\": {\"sweep\": []}}", &["sweep", "-"]);
    assert_eq!((none.code, none.out.as_str()), (2, ""));
    assert!(none.err.contains("--over workload.bsbw_mbps="), "{}", none.err);
}

#[test]
fn settings_change_the_scenario_or_say_where_they_are_wrong() {
    let settings =
        ["--set", "workload.jobs_per_cluster=100", "--scheduler", "ideal", "--replications", "1", "--seed", "7"];
    let said = run_with(SMALL.as_bytes(), &[&["run", "-", "--json"], &settings[..]].concat());
    let run = &results(&said).points[0].results;
    assert_eq!((run.len(), run[0].scheduler.as_str(), run[0].jobs), (1, "ideal", 200));

    let wrong = ["--set", "workload.bsbw_mpbs=3", "--set", "queue=lifo", "--set", "workload.runtime_s=-1"];
    let said = run_with(SMALL.as_bytes(), &[&["run", "-"], &wrong[..]].concat());
    assert_eq!((said.code, said.out.as_str()), (2, ""));
    for part in
        ["workload.bsbw_mpbs", "Did you mean workload.bsbw_mbps?", "queue is \"lifo\"", "workload.runtime_s is -1"]
    {
        assert!(said.err.contains(part), "{part}: {}", said.err);
    }
    assert!(refused(&["run", "--preset", "landing", "--set", "queue"]).contains("--set queue has no ="));
}

#[test]
fn a_fresh_seed_is_printed_and_gives_the_same_numbers_again() {
    let drawn = |arguments: &[&str]| {
        let said = run_with(SMALL.as_bytes(), arguments);
        assert_eq!(said.code, 0, "{}", said.err);
        let line = said.err.lines().find(|line| line.starts_with("seed: "));
        let line = line.unwrap_or_else(|| panic!("no seed in {}", said.err));
        let seed = line["seed: ".len()..].split(' ').next().unwrap().to_owned();
        let again = format!("(drawn; give it again with --seed {seed})");
        assert!(line.contains(&again), "{line}");
        assert!(seed.len() == 8 && seed.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit()), "{seed}");
        (seed, said.out)
    };
    let (first, out) = drawn(&["sweep", "-", "--json", "--fresh-seed"]);
    let again = run_with(SMALL.as_bytes(), &["sweep", "-", "--json", "--seed", &first]);
    assert_eq!(again.out, out);
    assert!(!again.err.contains("seed: "), "{}", again.err);
    let (second, link) = drawn(&["link", "-", "--fresh-seed"]);
    assert_ne!(first, second);
    assert_eq!(link::decode(&link).unwrap().scenario.seed.as_str(), second);

    let jobs = |seed: &[&str]| run(&[&["workload", "lublin99", "--jobs", "50"], seed].concat());
    let fresh = jobs(&["--fresh-seed"]);
    let seed = fresh.err.split(' ').nth(1).unwrap();
    assert_eq!(jobs(&["--seed", seed]).out, fresh.out);

    for command in [&["run", "--preset", "landing"][..], &["workload", "jann97"]] {
        let both = [command, &["--fresh-seed", "--seed", "7"]].concat();
        assert!(refused(&both).contains("cannot be used with"));
        let both = [command, &["--fresh-seed", "--set", "seed=7"]].concat();
        assert!(refused(&both).contains("--fresh-seed stands beside --set seed=7"));
    }
}

#[test]
fn a_talk_is_no_scenario() {
    for (given, kind) in [
        ("#talk=talk.json", "talk"),
        ("https://example.org/#talk=talk.json&talk=3", "talk"),
        ("#p=talk-co-allocation", "talk"),
        ("#p=lesson-2-big-jobs", "lesson"),
    ] {
        let said = refused(&["validate", given]);
        let sentence = format!("the link is that of a {kind}, which the page opens");
        assert!(said.contains(&sentence) && said.lines().count() == 1, "{said}");
    }
    assert!(refused(&["validate", "#p=landign"]).contains("Did you mean landing?"));
}

#[test]
fn presets_are_listed_and_printed() {
    let list = run(&["presets"]).out;
    let json: Value = serde_json::from_str(&run(&["presets", "--json"]).out).unwrap();
    assert_eq!(json.as_array().unwrap().len(), presets::all().len());
    for preset in presets::all() {
        assert!(list.contains(&preset.name) && list.contains(&preset.about), "{list}");
        let printed = Scenario::from_json(&run(&["presets", &preset.name]).out).unwrap();
        assert_eq!(printed, presets::scenario(preset).unwrap());
    }
    assert!(refused(&["presets", "landign"]).contains("Did you mean landing?"));
    assert!(refused(&["run", "--preset", "jones2005fig9"]).contains("Did you mean jones2005-fig9?"));
    assert!(refused(&["run", "landing"]).contains("Did you mean --preset landing?"));
}

#[test]
fn links_go_both_ways() {
    let there = run_with(SMALL.as_bytes(), &["link", "-", "--base", "https://example.org/m/"]).out;
    let there = there.trim_end();
    assert!(there.starts_with("https://example.org/m/#2."), "{there}");
    let back = run(&["link", there]).out;
    assert_eq!(Scenario::from_json(&back), Scenario::from_json(SMALL));
    let fragment = there.split_once('#').unwrap().1;
    for given in [there, fragment, &format!("#{fragment}")] {
        assert_eq!(run(&["run", given, "--json"]).out, run_with(SMALL.as_bytes(), &["run", "-", "--json"]).out);
    }
    assert_eq!(run_with(there.as_bytes(), &["link", "-"]).out, back);
    assert_eq!(run(&["link", "--preset", "landing"]).out, "#p=landing\n");
    let changed = run(&["link", "--preset", "landing", "--seed", "9"]).out;
    assert_eq!(link::decode(&changed).unwrap().scenario.seed.as_str(), "9");
    assert!(refused(&["run", &there[..there.len() - 4]]).contains("its end is missing"));
    for base in ["javascript:alert(1)", "https://", "https://a\nb", "m"] {
        let why = refused(&["link", "--preset", "landing", "--base", base]);
        assert!(why.contains("is no address of a page"), "{why}");
    }
    // No link is made if it would be too long to be opened.
    let number = |at: u32| 1000.0 + f64::from(at.wrapping_mul(2_654_435_761) >> 12) / 7e4;
    let clusters: Vec<_> = (0..256)
        .map(|at| json!({ "count": 8, "nodes": 9000 + at, "link_mbps": number(at), "speed": number(at) / 1000.0 }))
        .collect();
    let own: Vec<_> = (0..2048)
        .map(|at| {
            json!({ "jobs_per_cluster": 1000 + at, "interarrival_s": number(at), "runtime_s": number(3000 + at),
                    "bsbw_mbps": number(6000 + at), "nodes": [10, 4000 + at], "compute_fraction": number(9000 + at) / 2e4 })
        })
        .collect();
    let whole = json!({ "platform": { "clusters": clusters }, "workload": { "clusters": own } }).to_string();
    let long = run_with(whole.as_bytes(), &["link", "-"]);
    assert_eq!((long.code, long.out.as_str()), (2, ""));
    assert!(long.err.contains("Share the scenario as a file"), "{}", long.err);
    assert!(refused(&["run", "https://example.org/#nothing"]).contains("no link to a Metasched scenario"));
}
