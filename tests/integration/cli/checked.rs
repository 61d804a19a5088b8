//! Checks of scenarios: output of `validate`, settings that are not read, damaged files, and the JSON Schema.

use super::{Folder, SMALL, refused, run, run_with};
use serde_json::Value;
use std::fs;

#[test]
fn validate_describes_or_tells_all_problems() {
    let valid = run_with(SMALL.as_bytes(), &["validate", "-"]);
    assert_eq!(valid.code, 0);
    for part in [
        "valid\n",
        "2 clusters of 20 nodes",
        "no-share, first-fit",
        "2 points × 2 schedulers × 2 replications = 6 runs",
        "\ntime       ",
    ] {
        assert!(valid.out.contains(part), "{part}: {}", valid.out);
    }
    let wrong = run_with(br#"{"queue": "x", "workload": {"nodes": [5, 2]}, "seeed": 1}"#, &["validate", "-"]);
    assert_eq!((wrong.code, wrong.out.as_str(), wrong.err.lines().count()), (2, "", 3), "{}", wrong.err);
    assert!(wrong.err.lines().all(|line| line.starts_with("error: standard input: ")), "{}", wrong.err);
}

#[test]
fn results_are_no_scenario() {
    let folder = Folder::new("results-no-scenario");
    let results = folder.path("r");
    let given = ["sweep", "-", "--results", &results];
    assert_eq!(run_with(SMALL.as_bytes(), &given).code, 0);
    let file = fs::read_dir(results).unwrap().next().unwrap().unwrap().path();
    let said = refused(&["run", file.to_str().unwrap()]);
    assert!(said.contains("is a results file, as --results writes them. Allowed: a scenario (JSON)"), "{said}");
}

/// First-fit does not read the setting `chunk`, and a scheduler without co-allocation does not read a threshold.
#[test]
fn settings_that_nothing_reads_are_named() {
    let given = br#"{ "schedulers": [{ "policy": "first-fit", "chunk": 0.5 }, "no-share"],
                      "workload": { "jobs_per_cluster": 5 }, "experiment": { "sweep": [], "replications": 1 } }"#;
    let names = "schedulers.0.chunk is 0.5, which is not read here, because schedulers.0.policy is \"first-fit\". \
                 Allowed: schedulers.0.chunk only if schedulers.0.policy is b3 or tla-coalloc. Leave it out";
    let ran = run_with(given, &["run", "-"]);
    assert_eq!((ran.code, ran.err.contains(names)), (0, true), "{}", ran.err);
    let valid = run_with(given, &["validate", "-"]);
    assert_eq!(valid.code, 0);
    assert!(valid.out.contains(names), "{}", valid.out);
    let strict = run_with(given, &["validate", "--strict", "-"]);
    assert_eq!((strict.code, strict.out.as_str()), (2, ""));
    assert_eq!(strict.err, format!("error: {names}.\n"));
    // A setting that is not read is reported even if the file or the command line gives it its default value.
    let default = br#"{ "schedulers": [{ "policy": "first-fit", "lslt": 1 }, "no-share"],
                        "workload": { "jobs_per_cluster": 5 }, "experiment": { "sweep": [] } }"#;
    for (given, more) in
        [(&default[..], &[][..]), (SMALL.as_bytes(), &["--scheduler", "first-fit", "--set", "schedulers.0.lslt=1"])]
    {
        let strict = run_with(given, &[&["validate", "--strict", "-"], more].concat());
        let names =
            "error: schedulers.0.lslt is 1, which is not read here, because schedulers.0.policy is \"first-fit\"";
        assert!(strict.code == 2 && strict.err.starts_with(names), "{}", strict.err);
    }
    let small = run_with(SMALL.as_bytes(), &["validate", "--strict", "-"]);
    assert_eq!(small.code, 0, "{}", small.err);
}

/// A sweep over a parameter that no run reads still runs. The reason is named, and what would matter.
#[test]
fn sweeps_that_change_nothing_are_named() {
    let given = br#"{ "platform": { "clusters": [{ "count": 1, "nodes": 64 }] }, "schedulers": ["first-fit"],
                      "workload": { "jobs_per_cluster": 5 }, "experiment": { "replications": 1,
                      "sweep": [{ "parameter": "platform.clusters.0.link_mbps", "values": [1, 10] }] } }"#;
    let names = |path: &str, because: &str, only: &str| {
        format!(
            "experiment.sweep.0.parameter is {path}, which changes nothing here, because {because}. Allowed: {path} only {only}"
        )
    };
    let one = names("platform.clusters.0.link_mbps", "there is one cluster", "with several clusters");
    let swept = run_with(given, &["sweep", "-"]);
    assert_eq!((swept.code, swept.err.matches(&one).count()), (0, 1), "{}", swept.err);
    let valid = run_with(given, &["validate", "-"]);
    assert!(valid.code == 0 && valid.out.contains(&one), "{}", valid.out);
    let strict = run_with(given, &["validate", "--strict", "-"]);
    assert!(strict.code == 2 && strict.err.contains(&one), "{}", strict.err);
    let four = ["--set", "platform.clusters.0.count=4", "--scheduler", "no-share"];
    let spread = run_with(given, &[&["sweep", "-"][..], &four].concat());
    let never = names(
        "platform.clusters.0.link_mbps",
        "no policy here spreads jobs over clusters",
        "if schedulers.*.policy is ",
    );
    assert!(spread.code == 0 && spread.err.contains(&never), "{}", spread.err);
    let matters = run_with(given, &["sweep", "-", "--set", "platform.clusters.0.count=4"]);
    assert!(matters.code == 0 && !matters.err.contains("changes nothing"), "{}", matters.err);
    // Nobody wrote the default sweep.
    let default = run_with(br#"{ "schedulers": ["no-share"] }"#, &["validate", "--strict", "-"]);
    assert!(
        default.code == 0 && default.out.contains("is workload.bsbw_mbps, which changes nothing"),
        "{}",
        default.out
    );
}

/// Other names of settings, from scripts and papers, are accepted. The output uses the names of Metasched.
#[test]
fn other_names_are_read_everywhere() {
    let digest = |said: &super::Said| {
        assert_eq!(said.code, 0, "{}", said.err);
        let lines = said.out.lines().filter(|line| line.starts_with("digest"));
        lines.map(str::to_owned).collect::<Vec<_>>()
    };
    let with = |overrun: &str, score: &str| {
        let text = format!(
            r#"{{ "schema": 2, "queue": {{ "overrun": "{overrun}" }}, "schedulers": [{{ "policy": "formula", "{score}": "free" }}] }}"#
        );
        run_with(text.as_bytes(), &["validate", "--strict", "-"])
    };
    let ours = digest(&with("kill", "place_score"));
    assert_eq!(digest(&with("killed", "score")), ours);
    let set = |overrun: &str, score: &str| {
        let (overrun, score) = (format!("queue.overrun={overrun}"), format!("schedulers.*.{score}=free"));
        run(&[
            "validate",
            "--strict",
            "--preset",
            "landing",
            "--scheduler",
            "formula",
            "--set",
            &overrun,
            "--set",
            &score,
        ])
    };
    assert_eq!(digest(&set("runs-on", "score")), digest(&set("run-on", "place_score")));
    let link = run_with(
        br#"{ "queue": { "overrun": "killed" }, "schedulers": [{ "policy": "formula", "score": "free" }] }"#,
        &["link", "-"],
    );
    let back = run(&["link", link.out.trim()]).out;
    assert!(back.contains("\"overrun\": \"kill\"") && back.contains("\"place_score\": \"free\""), "{back}");
}

/// All commands that simulate report two mistakes: a formula that only repeats the default order, and constants that
/// the formula does not read. The run continues.
#[test]
fn formulas_that_say_nothing_are_named() {
    let scenario = r#"{ "schema": 2, "queue": { "order": "formula", "constants": { "a": 1 } }, "workload": { "jobs_per_cluster": 5 },
        "schedulers": ["no-share"], "experiment": { "replications": 1, "sweep": [] } }"#;
    for command in [&["run", "-"][..], &["validate", "-"]] {
        let said = run_with(scenario.as_bytes(), command);
        assert_eq!(said.code, 0, "{}", said.err);
        for part in [
            "warning: queue.priority is s, as if none were given",
            "warning: queue.constants has a, which the formula does not read",
        ] {
            assert!(said.err.contains(part), "{}", said.err);
        }
    }
    let places =
        refused(&["run", "--preset", "landing", "--set", "queue={\"order\": \"formula\", \"priority\": \"free\"}"]);
    assert!(places.contains("Only place_score, of the policy formula, reads free"), "{places}");
}

/// Editors read `$schema`; results, digest and link are the same without it.
#[test]
fn a_scenario_may_say_where_its_json_schema_is() {
    let with = SMALL.replacen('{', r#"{ "$schema": "scenario.schema.json","#, 1);
    for command in [&["sweep", "-", "--json"][..], &["link", "-"], &["validate", "--strict", "-"]] {
        let plain = run_with(SMALL.as_bytes(), command);
        let named = run_with(with.as_bytes(), command);
        assert_eq!((named.code, plain.code), (0, 0), "{}", named.err);
        let lines = |text: &str| -> Vec<String> {
            let lines = text.lines().filter(|line| !line.starts_with("time"));
            lines.map(str::to_owned).collect()
        };
        assert_eq!(lines(&named.out), lines(&plain.out), "{command:?}");
    }
    let schema: Value = serde_json::from_str(&run(&["schema"]).out).unwrap();
    let accepts = jsonschema::validator_for(&schema).unwrap();
    assert!(accepts.is_valid(&serde_json::from_str(&with).unwrap()));
    for wrong in ["5", "null", "{}"] {
        let wrong = SMALL.replacen('{', &format!("{{ \"$schema\": {wrong},"), 1);
        assert!(!accepts.is_valid(&serde_json::from_str(&wrong).unwrap()));
        let said = run_with(wrong.as_bytes(), &["validate", "-"]);
        assert_eq!(said.code, 2);
        assert!(said.err.contains("$schema"), "{}", said.err);
    }
}

#[test]
fn the_schema_takes_what_presets_print() {
    let schema: Value = serde_json::from_str(&run(&["schema"]).out).unwrap();
    let validator = jsonschema::validator_for(&schema).unwrap();
    let landing: Value = serde_json::from_str(&run(&["presets", "landing"]).out).unwrap();
    assert!(validator.is_valid(&landing));
}

/// Damaged scenarios: all prefixes, changed bytes, and random data.
#[test]
fn damaged_scenarios_never_break_it() {
    let mut inputs: Vec<Vec<u8>> = (0..SMALL.len()).step_by(37).map(|end| SMALL.as_bytes()[..end].to_vec()).collect();
    let mut state = 0x9E37_79B9_7F4A_7C15_u64;
    let mut random = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state
    };
    for _ in 0..12 {
        let mut changed = SMALL.as_bytes().to_vec();
        for _ in 0..3 {
            let at = random() as usize % changed.len();
            changed[at] = random() as u8;
        }
        inputs.push(changed);
        inputs.push((0..random() % 300).map(|_| random() as u8).collect());
    }
    inputs.extend([b"[".repeat(200_000), b"{\"a\":".repeat(50_000), vec![b' '; 2 << 20], b"\xEF\xBB\xBF{}".to_vec()]);
    for input in inputs {
        let said = run_with(&input, &["link", "-"]);
        let fine = said.code == 0 && said.out.starts_with('#') && said.err.is_empty();
        let explained = said.code == 2 && said.out.is_empty() && said.err.starts_with("error: ");
        assert!(fine || explained, "{}: {} {}", String::from_utf8_lossy(&input), said.code, said.err);
        assert!(said.err.len() < 5000 && !said.err.contains('\x1b'), "{}", said.err);
    }
}
