//! Stored results belong to tasks: results of other scenarios, seeds and logs in the same folder do no harm, and output
//! never replaces results.

use super::{SWEEP, files, output, sweep, tasks};
#[cfg(unix)]
use crate::cli::shell;
use crate::cli::{Folder, refused, run};
use std::fs;

/// A scenario with another seed, sweep or log has other tasks; tasks that are common to two scenarios are simulated
/// once.
#[test]
fn results_of_others_do_no_harm() {
    let folder = Folder::new("results-others");
    let results = folder.path("r");
    let kept = |more: &[&str]| sweep(&folder, &[more, &["--json", "--results", &results]].concat());
    let alone = |more: &[&str]| output(&sweep(&folder, &[more, &["--json"]].concat())).0;
    for (more, there) in [
        (&[][..], None),
        (&["--seed", "7"], None),
        (&["--replications", "2", "--set", "title=Mine"], Some("6 of 6 tasks")),
        (&["--over", "workload.bsbw_mbps=600,900"], Some("6 of 9 tasks")),
        (&[], Some("9 of 9 tasks")),
    ] {
        let (out, said) = output(&kept(more));
        assert_eq!(out, alone(more));
        assert_eq!(said.contains("done already"), there.is_some(), "{said}");
        assert!(said.contains(there.unwrap_or_default()), "{said}");
    }
    assert_eq!(tasks(&results), 9 + 9 + 3);
}

const LOG: &str =
    "; two jobs\n1 0 0 100 4 -1 -1 4 -1 -1 1 1 -1 -1 -1 -1 -1 -1\n2 10 0 200 3 -1 -1 3 -1 -1 1 1 -1 -1 -1 -1 -1 -1\n";

const OF_LOG: &str = r#"{ "platform": { "clusters": [{ "count": 2, "nodes": 4, "link_mbps": 1000 }] },
    "workload": { "model": "swf", "path": "two.swf" }, "schedulers": ["migration-only"],
    "experiment": { "sweep": [{ "parameter": "workload.load", "values": [0.5, 0.7] }] } }"#;

/// If the log has changed, the tasks are other tasks, so their results are computed again.
#[test]
fn results_are_of_one_log() {
    let folder = Folder::new("results-log");
    let (log, scenario) = (folder.file("two.swf", LOG), folder.file("log.json", OF_LOG));
    let results = folder.path("r");
    let kept = || run(&["sweep", &scenario, "--csv", "--results", &results]);
    let first = kept();
    assert_eq!(first.code, 0, "{}", first.err);
    fs::write(&log, LOG.replace(" 200 ", " 250 ")).unwrap();
    let other = kept();
    assert!(other.code == 0 && !other.err.contains("done already"), "{}", other.err);
    assert_eq!(other.out, run(&["sweep", &scenario, "--csv"]).out);
    fs::write(&log, LOG).unwrap();
    let again = kept();
    assert_eq!(again.out, first.out);
    assert!(again.err.contains("10 of 10 tasks are done already"), "{}", again.err);
}

/// With a random seed, a second command has another seed and cannot continue from the results of the first. The message
/// suggests to use the drawn seed.
#[test]
fn a_fresh_seed_is_to_be_given() {
    let folder = Folder::new("results-fresh");
    let (scenario, results) = (folder.file("sweep.json", SWEEP), folder.path("r"));
    for command in ["run", "sweep"] {
        let said = refused(&[command, &scenario, "--fresh-seed", "--results", &results]);
        let (_, seed) = said.split_once("drawn just now, --seed ").unwrap();
        let seed = seed.trim().trim_end_matches('.');
        assert_eq!(folder.names(), ["sweep.json"]);
        let given = run(&[command, &scenario, "--seed", seed, "--results", &results]);
        assert_eq!(given.code, 0, "{}", given.err);
        fs::remove_dir_all(&results).unwrap();
    }
}

/// Output cannot replace results, neither by a redirection of the shell nor by an option.
#[test]
#[cfg(unix)]
fn nothing_is_printed_over_results() {
    let folder = Folder::new("results-printed-over");
    output(&sweep(&folder, &["--results", &folder.path("r")]));
    let file = &files(&folder.path("r"))[0];
    fs::rename(file, folder.path("r/1.jsonl")).unwrap();
    let whole = fs::read(folder.path("r/1.jsonl")).unwrap();
    for more in ["-o r/1.jsonl", ">> r/1.jsonl", "> r/2.jsonl"] {
        let said = shell(&folder, &format!("\"$0\" sweep sweep.json --results r {more}"));
        assert_eq!(said.code, 2, "{more}: {}", said.err);
        assert_eq!(fs::read(folder.path("r/1.jsonl")).unwrap(), whole, "{more}");
    }
}
