//! Job logs: search paths, and damaged logs.

use super::{Folder, metasched, refused, results, run, run_with, said};
use serde_json::Value;
use std::io::Write;

#[test]
fn a_folder_of_logs_that_is_not_there_is_refused() {
    for command in [&["run", "--preset", "landing"][..], &["reproduce", "shih2013", "--quick"]] {
        let why = refused(&[command, &["--logs", "/nonexistent"]].concat());
        assert!(why.contains("'/nonexistent' for '--logs <DIR>': there is no such folder"), "{why}");
    }
}

/// A log of six jobs with three processors each, one per minute.
fn log() -> String {
    let job = |n: u32| format!("{n} {} 0 100 3 -1 -1 3 200 -1 1 {n} 1 1 {} 1 -1 -1\n", 60 * n, n % 2);
    (0..6).fold("; MaxProcs: 8\n".to_owned(), |text, n| text + &job(n))
}

/// A log without a header that has one job, which needs more nodes than all clusters have together.
#[test]
fn one_job_is_singular() {
    let folder = Folder::new("log-of-one");
    let path = folder.file("one.swf", "1 0 0 100 9 -1 -1 9 -1 -1 1 1 1 1 1 1 -1 -1\n");
    let file = folder.file(
        "one.json",
        format!(
            r#"{{ "schema": 2, "workload": {{ "model": "swf", "path": "{path}", "oversized": "keep" }}, "schedulers": ["no-share"],
                  "platform": {{ "clusters": [{{ "count": 1, "nodes": 8 }}] }}, "experiment": {{ "sweep": [], "replications": 1 }} }}"#
        ),
    );
    let validated = run(&["validate", &file, "--threads", "1"]).out;
    for part in ["1 cluster of 8 nodes,", "1 job of log ", "= 1 run, 1 job\n", " on 1 thread\n"] {
        assert!(validated.contains(part), "{part}: {validated}");
    }
    let ran = run(&["run", &file]);
    let never = "no-share cannot ever run 1 job on this platform, even with everything idle: dropped and not counted.";
    assert!(ran.out.contains(never), "{}", ran.out);
    let small = "but the largest cluster of 8 nodes is too small for 1 of 1 job of one.swf, the first in line 1:";
    assert!(ran.err.contains(small), "{}", ran.err);
    let schedule = folder.path("schedule.swf");
    run(&["run", &file, "--swf-out", &schedule, "--quiet"]);
    let header = std::fs::read_to_string(&schedule).unwrap();
    assert!(header.contains("; Computer: unknown, log one.swf\n"), "{header}");
}

#[test]
fn logs_are_found_beside_their_scenario_and_checked() {
    let folder = Folder::new("log");
    folder.file("data/six.swf", log());
    let scenario = |extra: &str| {
        format!(
            r#"{{ "workload": {{ "model": "swf", "path": "data/six.swf"{extra} }}, "schedulers": ["migration-only"],
                  "platform": {{ "clusters": [{{ "count": 2, "nodes": 4 }}] }}, "experiment": {{ "sweep": [], "replications": 1 }} }}"#
        )
    };
    let file = folder.file("six.json", scenario(""));
    let run_one = &results(&run(&["run", &file, "--json"])).points[0].results[0];
    // Each cluster runs one job at a time. The third job never waits, since jobs arrive 60 s apart.
    assert_eq!((run_one.jobs, run_one.mean_turnaround_s, run_one.mean_wait_s), (6, 100.0, 0.0));
    assert!(run(&["validate", &file]).out.contains("6 jobs of log data/six.swf"));

    let other = folder.file("other.json", scenario(r#", "size_bytes": 7"#));
    let message = refused(&["run", &other]);
    assert!(message.contains("is another log") && message.contains("7 bytes"), "{message}");
    let missing = folder.file("elsewhere/six.json", scenario(""));
    assert!(refused(&["run", &missing]).contains("data/six.swf"));

    let trace = run(&["trace", &folder.path("data/six.swf")]);
    assert!(trace.code == 0 && trace.out.starts_with("six.swf"), "{}", trace.out);
    let trace: Value = serde_json::from_str(&run(&["trace", &folder.path("data/six.swf"), "--json"]).out).unwrap();
    assert_eq!((&trace["usable"], &trace["span_s"]), (&6.into(), &300.0.into()));
    assert!(refused(&["trace", &folder.path("data")]).contains("is a folder"));
    assert!(refused(&["trace", &folder.path("none.swf")]).contains("cannot be read"));
    assert!(refused(&["trace", &file]).contains("is a scenario of Metasched, not a log"));
    assert!(refused(&["run", &folder.path("data/six.swf")]).contains("looks like a job log"));
}

/// Data that was decompressed before the damaged place may also be wrong, so no job is simulated.
#[test]
fn a_log_that_is_not_whole_is_refused() {
    use flate2::{Compression, write::GzEncoder};
    let folder = Folder::new("broken");
    let lines = (0..5000).fold(String::new(), |text, n| text + &format!("{n} {} 0 10 1\n", n * n % 7919 + n * 20));
    let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(lines.as_bytes()).unwrap();
    let whole = encoder.finish().unwrap();
    let mut changed = whole.clone();
    let middle = whole.len() / 2;
    changed[middle..middle + 8].fill(0x55);
    let files = [
        ("half.swf.gz", &whole[..middle], "breaks off near byte"),
        ("changed.swf.gz", &changed, "is damaged near byte"),
    ];
    for (name, bytes, wrong) in files {
        let path = format!("workload.path={}", folder.file(name, bytes));
        let set = ["--set", "workload.model=swf", "--set", &path];
        for command in ["run", "sweep", "validate"] {
            let said = refused(&[&[command, "--preset", "landing"], &set[..]].concat());
            assert!(said.contains(&format!("{name} {wrong}")), "{said}");
            assert!(said.contains("records were read before"), "{said}");
            assert!(said.contains("Download it again"), "{said}");
        }
        assert!(refused(&["trace", &folder.path(name)]).contains(wrong));
    }
    // If plain text is truncated within a line, only the job of this line is missing.
    let cut = format!("workload.path={}", folder.file("cut.swf", &lines[..lines.len() - 3]));
    let set = ["--set", "workload.model=swf", "--set", &cut];
    let said = run(&[&["validate", "--preset", "landing"], &set[..]].concat());
    assert_eq!(said.code, 0, "{}", said.err);
    assert!(said.err.contains("breaks off within the record"), "{}", said.err);
}

#[test]
fn logs_are_found_in_the_folder_of_the_variable() {
    let folder = Folder::new("variable");
    folder.file("data/seven.swf", log());
    let scenario = r#"{ "workload": { "model": "swf", "path": "seven.swf.gz" }, "schedulers": ["migration-only"],
        "platform": { "clusters": [{ "nodes": 8 }] }, "experiment": { "sweep": [], "replications": 1 } }"#;
    let file = folder.file("elsewhere/seven.json", scenario);
    let with = |variable: &str| {
        let mut command = metasched();
        let command = command.args(["run", &file, "--json"]);
        said(command.env("METASCHED_LOGS", variable).output().unwrap())
    };
    let found = with(&folder.path("data"));
    assert_eq!(results(&found).points[0].results[0].jobs, 6);
    let wrong = with(&folder.path("no-such-folder"));
    assert_eq!(wrong.code, 2);
    assert!(wrong.err.contains("METASCHED_LOGS names") && wrong.err.contains("where no folder is"), "{}", wrong.err);
    let unset = refused(&["run", &file]);
    assert!(unset.contains("by --logs or in the variable METASCHED_LOGS"), "{unset}");
    let help = run(&["run", "--help"]).out;
    assert!(help.contains("METASCHED_LOGS"), "{help}");
}

#[test]
fn a_log_comes_from_standard_input() {
    let folder = Folder::new("piped");
    let named = folder.file("six.swf", log());
    let piped = run_with(log().as_bytes(), &["trace", "-"]);
    assert_eq!(piped.code, 0, "{}", piped.err);
    let rest = |text: &str| text.split_once('\n').unwrap().1.to_owned();
    assert_eq!(rest(&piped.out), rest(&run(&["trace", &named]).out));
    let scenario = r#"{ "workload": { "model": "swf", "path": "-" }, "schedulers": ["migration-only"],
        "platform": { "clusters": [{ "nodes": 8 }] }, "experiment": { "sweep": [], "replications": 1 } }"#;
    let file = folder.file("piped.json", scenario);
    let piped = run_with(log().as_bytes(), &["run", &file, "--json"]);
    assert_eq!(results(&piped).points[0].results[0].jobs, 6);
    let twice = run_with(scenario.as_bytes(), &["run", "-"]);
    assert_eq!(twice.code, 2);
    assert!(twice.err.contains("standard input is named twice"), "{}", twice.err);
    let empty = run_with(b"", &["trace", "-"]);
    assert!(empty.err.contains("standard input") && empty.err.contains("it is empty"), "{}", empty.err);
}
