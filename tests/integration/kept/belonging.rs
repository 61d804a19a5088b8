//! To what results belong: a seed, a log, a scenario that came through a pipe, a title; and that nothing is printed over them.

use super::{FORMS, SWEEP, output, sweep};
#[cfg(unix)]
use crate::cli::shell;
use crate::cli::{Folder, refused, run, run_with};
use std::fs;

/// The shell has emptied a file behind `>` before anything can be refused; behind `>>` it is whole.
#[test]
#[cfg(unix)]
fn nothing_is_printed_over_what_is_read() {
    let folder = Folder::new("kept-printed-over");
    folder.file("sweep.json", SWEEP);
    output(&sweep(&folder, &["--results", &folder.path("r.jsonl")]));
    std::os::unix::fs::symlink(folder.path("r.jsonl"), folder.path("link.jsonl")).unwrap();
    let whole = fs::read(folder.path("r.jsonl")).unwrap();
    for line in [
        "\"$0\" sweep sweep.json --results r.jsonl >> r.jsonl",
        "\"$0\" sweep sweep.json --results link.jsonl >> r.jsonl",
        "\"$0\" sweep sweep.json --results r.jsonl >> link.jsonl",
        "\"$0\" run sweep.json --results r.jsonl >> r.jsonl",
        "\"$0\" merge r.jsonl >> r.jsonl",
        "\"$0\" sweep sweep.json >> sweep.json",
        "\"$0\" sweep sweep.json --csv > sweep.json",
    ] {
        let said = shell(&folder, line);
        assert_eq!(said.code, 2, "{line}: {}", said.err);
        assert!(
            said.err.contains("is a file that this command reads, and standard output goes to it"),
            "{line}: {}",
            said.err
        );
        assert_eq!(fs::read(folder.path("r.jsonl")).unwrap(), whole, "{line}");
    }
    folder.file("sweep.json", SWEEP);
    let emptied = shell(&folder, "\"$0\" sweep sweep.json --results r.jsonl > r.jsonl");
    assert_eq!((emptied.code, fs::read(folder.path("r.jsonl")).unwrap().len()), (2, 0));
    // What is not an ordinary file may be both.
    let null = shell(&folder, "\"$0\" sweep sweep.json > /dev/null");
    assert_eq!(null.code, 0, "{}", null.err);
    let stream = shell(&folder, "\"$0\" sweep sweep.json --results -");
    assert!(stream.code == 2 && stream.err.contains("--results - is neither read nor written"), "{}", stream.err);
    assert!(!folder.names().contains(&"-".to_owned()));
}

/// A drawn seed is another one each time, so that nothing could go on: the one that was drawn is offered instead.
#[test]
fn a_fresh_seed_is_to_be_given() {
    let folder = Folder::new("kept-fresh");
    let (scenario, file) = (folder.file("sweep.json", SWEEP), folder.path("r.jsonl"));
    for command in ["run", "sweep"] {
        let said = refused(&[command, &scenario, "--fresh-seed", "--results", &file]);
        let (_, seed) = said.split_once("drawn just now, --seed ").unwrap();
        let seed = seed.trim().trim_end_matches('.');
        assert_eq!(folder.names(), ["sweep.json"]);
        let given = run(&[command, &scenario, "--seed", seed, "--results", &file]);
        assert_eq!(given.code, 0, "{}", given.err);
        fs::remove_file(&file).unwrap();
    }
}

const LOG: &str =
    "; two jobs\n1 0 0 100 4 -1 -1 4 -1 -1 1 1 -1 -1 -1 -1 -1 -1\n2 10 0 200 3 -1 -1 3 -1 -1 1 1 -1 -1 -1 -1 -1 -1\n";

const OF_LOG: &str = r#"{ "platform": { "clusters": [{ "count": 2, "nodes": 4, "link_mbps": 1000 }] },
    "workload": { "model": "swf", "path": "two.swf" }, "schedulers": ["migration-only"],
    "experiment": { "sweep": [{ "parameter": "workload.load", "values": [0.5, 0.7] }] } }"#;

/// The log has changed since: what is there is of no use, which is said before anything is simulated or missed.
#[test]
fn results_are_of_one_log() {
    let folder = Folder::new("kept-log");
    let (log, scenario) = (folder.file("two.swf", LOG), folder.file("log.json", OF_LOG));
    let file = folder.path("r.jsonl");
    let kept = ["sweep", &scenario, "--results", &file];
    let whole = run(&kept);
    assert_eq!(whole.code, 0, "{}", whole.err);
    assert_eq!(run(&["merge", &file]).out, whole.out);
    let before = fs::read(&file).unwrap();
    fs::write(&log, LOG.replace(" 200 ", " 250 ")).unwrap();
    for arguments in [&kept[..], &["merge", &file], &["merge", &file, "--status"]] {
        let said = refused(arguments);
        assert!(
            said.contains("r.jsonl has results of another log than two.swf")
                && said.contains("begin anew in another results file"),
            "{said}"
        );
        assert_eq!(fs::read(&file).unwrap(), before);
    }
    // With the log that they are of, the command goes on.
    fs::write(&log, LOG).unwrap();
    let own = run(&["sweep", &scenario, "--csv", "--results", &file]);
    assert!(own.err.contains("10 of 10 tasks are done already"), "{}", own.err);
}

/// The commands that are printed for the rest can be given as they are: the scenario is in them.
#[test]
#[cfg(unix)]
fn a_scenario_from_a_pipe_is_in_the_commands() {
    let folder = Folder::new("kept-piped");
    let file = folder.path("a.jsonl");
    let first = run_with(SWEEP.as_bytes(), &["sweep", "-", "--shard", "1/2", "--results", &file, "--seed", "it's"]);
    assert_eq!(first.code, 0, "{}", first.err);
    let status = run(&["merge", &file, "--status"]).out;
    let line = status.lines().nth(1).unwrap().trim();
    assert!(line.starts_with("echo ") && line.contains(" | metasched sweep - "), "{line}");
    let rest = shell(&folder, &line.replace("| metasched ", "| \"$0\" "));
    assert_eq!(rest.code, 0, "{}", rest.err);
    let merged = run(&["merge", &file, &folder.path("shard-2-of-2.jsonl")]);
    let whole = run_with(SWEEP.as_bytes(), &["sweep", "-", "--seed", "it's"]);
    assert_eq!((merged.code, merged.out), (0, whole.out), "{}", merged.err);
}

/// A preset keeps its title when it is changed, also in what is merged.
#[test]
fn a_changed_preset_is_merged_as_it_is_swept() {
    let folder = Folder::new("kept-preset");
    let file = folder.path("r.jsonl");
    let few = ["--replications", "1", "--set", "workload.jobs_per_cluster=40"];
    for preset in ["landing", "jones2005-fig13"] {
        let swept = [&["sweep", "--preset", preset][..], &few].concat();
        output(&owned(&[&swept[..], &["--results", &file]].concat()));
        for form in FORMS.into_iter().chain([&["--format", "markdown"][..]]) {
            let whole = output(&owned(&[&swept[..], form].concat())).0;
            let merged = output(&owned(&[&["merge", &file][..], form].concat())).0;
            assert_eq!(merged, whole, "{preset} {form:?}");
        }
        fs::remove_file(&file).unwrap();
    }
}

fn owned(words: &[&str]) -> Vec<String> {
    words.iter().map(|&word| word.to_owned()).collect()
}
