//! Memory: a command that is expected to take more than it may is refused, one that takes more after all is ended.

use crate::cli::{Folder, metasched, refused, run};
use std::fmt::Write;

/// Far more work than four nodes can do, so that the queue grows to the end.
const OVERLOADED: &str = r#"{
    "platform": { "clusters": [{ "nodes": 4 }] },
    "workload": { "jobs_per_cluster": 3000000, "interarrival_s": 1, "nodes": [1, 4] },
    "schedulers": ["no-share"],
    "experiment": { "sweep": [], "replications": 1 }
}"#;

#[test]
fn what_is_expected_to_take_more_is_refused() {
    let folder = Folder::new("memory-refused");
    let scenario = folder.file("overloaded.json", OVERLOADED);
    let said = run(&["run", &scenario, "--memory", "100MB"]);
    assert_eq!((said.code, &*said.out), (2, ""), "{}", said.err);
    for part in ["memory is not enough", "100.0 MB", "--memory", "Simulate fewer jobs"] {
        assert!(said.err.contains(part), "{part}: {}", said.err);
    }
    let few = run(&["run", &scenario, "--memory", "100MB", "--set", "workload.jobs_per_cluster=30000"]);
    assert_eq!(few.code, 0, "{}", few.err);
}

#[test]
fn an_amount_that_is_none_is_refused() {
    let said = metasched().args(["run", "--preset", "landing", "--memory", "plenty"]).output().unwrap();
    let err = String::from_utf8_lossy(&said.stderr);
    assert_eq!(said.status.code(), Some(2), "{err}");
    assert!(err.contains("--memory <BYTES>") && err.contains("plenty"), "{err}");
    let unit = refused(&["run", "--preset", "landing", "--memory", "5XB"]);
    let sentence = "'5XB' for '--memory <BYTES>': is no amount of memory; allowed: a number with";
    assert!(unit.contains(sentence), "{unit}");
}

/// Whatever is too little: for the program, for the results, for the queues.
#[test]
fn too_little_is_refused_and_named_by_validate() {
    for little in ["1", "7MB"] {
        let said = refused(&["run", "--preset", "landing", "--memory", little]);
        assert!(said.contains("takes 8.5 MB before any job"), "{said}");
    }
    let landing = |command, memory| {
        let many = ["--preset", "landing", "--replications", "50"];
        run(&[&[command], &many[..], &["--memory", memory]].concat())
    };
    let said = landing("sweep", "20MB");
    assert_eq!((said.code, &*said.out), (2, ""), "{}", said.err);
    assert!(said.err.contains("memory is not enough"), "{}", said.err);
    let refusal = "more than the 20.0 MB that it may take, so it will be refused";
    let said = landing("validate", "20MB");
    assert_eq!(said.code, 0, "{}", said.err);
    assert!(said.out.contains(refusal), "{}", said.out);
    assert!(!landing("validate", "1GB").out.contains("refused"));
}

/// A log of so many jobs, the first `quiet` of them far apart and all others close together.
fn log(folder: &Folder, jobs: u32, quiet: u32) -> String {
    let mut log = String::from("; MaxProcs: 4\n");
    for job in 1..=jobs {
        let submit = f64::from(10 * job.min(quiet)) + 1e-3 * f64::from(job.saturating_sub(quiet));
        writeln!(log, "{job} {submit} -1 5 1 -1 -1 1 5 -1 1 1 1 -1 1 -1 -1 -1").unwrap();
    }
    let log = folder.file("long.swf", &log);
    folder.file(
        "log.json",
        format!(r#"{{ "platform": {{ "clusters": [{{ "nodes": 4 }}] }}, "workload": {{ "model": "swf", "path": "{log}" }}, "schedulers": ["no-share"] }}"#),
    )
}

/// A log that takes more by itself is refused while it is read.
#[test]
fn a_log_that_takes_more_is_refused() {
    let folder = Folder::new("memory-log");
    let scenario = log(&folder, 600_000, 600_000);
    for command in ["run", "figure"] {
        let said = run(&[command, &scenario, "--memory", "20MB"]);
        assert_eq!((said.code, &*said.out), (2, ""), "{command}: {}", said.err);
        assert!(
            said.err.contains("takes too much memory") && said.err.contains("cut the log"),
            "{command}: {}",
            said.err
        );
    }
    assert_eq!(run(&["run", &scenario, "--memory", "60MB"]).code, 0);
}

/// Commands that simulate nothing, and a story, are held to it as runs are.
#[test]
fn every_command_that_reads_logs_or_results_is_held_to_it() {
    let folder = Folder::new("memory-commands");
    let scenario = log(&folder, 600_000, 600_000);
    let long = folder.path("long.swf");
    let workload = format!("workload.path={long}");
    let batsim = folder.path("long.json");
    let write = ["workload", "swf", "--set", &workload, "--quiet"];
    let written = [&write[..], &["--format", "batsim", "-o", &batsim]].concat();
    assert_eq!(run(&written).code, 0);
    for (command, enough) in [
        (&["trace", &*long][..], "80MB"),
        (&["trace", &batsim], "1GB"),
        (&["explain", &scenario, "--job", "5"], "80MB"),
        (&write, "80MB"),
    ] {
        let with = |memory| run(&[command, &["--memory", memory]].concat());
        let said = with("20MB");
        assert_eq!((said.code, &*said.out), (2, ""), "{command:?}: {}", said.err);
        let why = "takes too much memory";
        assert!(said.err.contains(why), "{command:?}: {}", said.err);
        let said = with(enough);
        assert_eq!(said.code, 0, "{command:?}: {}", said.err);
    }
    // The log is within this, the statistics are not.
    let said = run(&["trace", &long, "--memory", "34MB"]);
    assert_eq!((said.code, &*said.out), (2, ""), "{}", said.err);
    let overloaded = folder.file("overloaded.json", OVERLOADED);
    let story = |job: &str| run(&["explain", &overloaded, "--job", job, "--memory", "40MB"]);
    assert_eq!(story("10").code, 0);
    let late = story("400000");
    assert_eq!(late.code, 2, "{}", late.err);
    assert!(late.err.contains("Ask for an earlier job"), "{}", late.err);
}

/// Jobs may come to wait long after the beginning of a log, which is all that is tried before: a story is refused then, by whatever limit.
#[test]
fn a_story_is_refused_when_a_crowd_comes_to_wait() {
    let folder = Folder::new("memory-crowd");
    let scenario = log(&folder, 500_000, 200_000);
    let explain = ["explain", &scenario, "--job", "499999"];
    let story = |memory| run(&[&explain[..], &["--memory", memory]].concat());
    let said = story("40MB");
    assert_eq!((said.code, &*said.out), (2, ""), "{}", said.err);
    for part in ["with the jobs that wait by now", "Ask for an earlier job"] {
        assert!(said.err.contains(part), "{part}: {}", said.err);
    }
    // The log takes 16 MB, 300,000 jobs that wait 30 MB.
    let said = story("90MB");
    assert_eq!(said.code, 0, "{}", said.err);
    #[cfg(target_os = "linux")]
    for kib in [50_000, 60_000] {
        let line = format!("ulimit -v {kib}; \"$0\" explain log.json --job 499999");
        let said = crate::cli::shell(&folder, &line);
        assert_eq!((said.code, &*said.out), (2, ""), "{kib}: {}", said.err);
        assert!(said.err.contains("memory is not enough"), "{}", said.err);
    }
}

/// Where nodes are many, jobs take memory although none waits.
#[test]
fn running_jobs_are_counted() {
    let folder = Folder::new("memory-running");
    let mut log = String::from("; MaxProcs: 200000\n");
    for job in 1..=200_000 {
        writeln!(log, "{job} {job} -1 1000000 1").unwrap();
    }
    folder.file("running.swf", &log);
    let scenario = folder.file(
        "running.json",
        r#"{ "platform": { "clusters": [{ "nodes": 200000 }] }, "workload": { "model": "swf", "path": "running.swf" }, "schedulers": ["no-share"] }"#,
    );
    // The log takes 6 MB, each running job 350 bytes.
    for command in ["run", "explain"] {
        let job = ["--job", "199999"];
        let job = if command == "run" { &[][..] } else { &job };
        let with = |memory| run(&[&[command, &*scenario][..], job, &["--memory", memory]].concat());
        let said = with("60MB");
        assert_eq!((said.code, &*said.out), (2, ""), "{command}: {}", said.err);
        assert!(said.err.contains("memory is not enough"), "{}", said.err);
        assert_eq!(with("110MB").code, 0);
    }
}

/// Below a limit of addresses: what does not fit is refused with a sentence, and threads do not spend what a small sweep needs.
#[test]
#[cfg(target_os = "linux")]
fn addresses_that_are_limited_suffice_or_are_refused() {
    let folder = Folder::new("memory-addresses");
    log(&folder, 600_000, 600_000);
    let within = |kib: u32, line: &str| {
        let said = crate::cli::shell(&folder, &format!("ulimit -v {kib}; \"$0\" {line}"));
        assert!(!said.err.contains("allocation"), "{line}: {}", said.err);
        said.code
    };
    let write = "workload swf --set workload.path=long.swf --format batsim -o long.json -q";
    assert_eq!(within(300_000, write), 0);
    assert_eq!(within(300_000, "trace long.json"), 2);
    // It takes 560 MB, and no room is held beside.
    assert_eq!(within(800_000, "trace long.json"), 0);
    let many = "sweep --preset landing --over workload.bsbw_mbps=1..200:1 \
                --over workload.compute_fraction=0.005..1:0.005 --scheduler first-fit --replications 1 \
                --set workload.jobs_per_cluster=2 --csv";
    assert_eq!(within(130_000, many), 2);
    let few = "run --preset landing --threads 8 --set workload.jobs_per_cluster=50";
    assert_eq!(within(130_000, few), 0);
}

/// Results are counted before all of them are read.
#[test]
fn results_that_take_more_are_not_merged() {
    let folder = Folder::new("memory-merge");
    let results = folder.path("r.jsonl");
    let swept = run(&[
        "sweep",
        "--preset",
        "landing",
        "--replications",
        "400",
        "--results",
        &results,
        "--set",
        "workload.jobs_per_cluster=5",
        "--quiet",
    ]);
    assert_eq!(swept.code, 0, "{}", swept.err);
    let merged = |memory| run(&["merge", &results, "--memory", memory]);
    // The tasks take more than the former; the latter suffices for them, but not for what they came to.
    for little in ["25MB", "35MB"] {
        let said = merged(little);
        assert_eq!((said.code, &*said.out), (2, ""), "{}", said.err);
        assert!(said.err.contains("memory is not enough"), "{}", said.err);
    }
    assert_eq!(merged("200MB").out, swept.out);
}

/// The queue grows only after the part of the run that is tried.
#[test]
fn what_takes_more_after_all_is_ended() {
    let folder = Folder::new("memory-ended");
    let scenario = log(&folder, 600_000, 200_000);
    let said = run(&["run", &scenario, "--memory", "40MB"]);
    assert_eq!((said.code, &*said.out), (1, ""), "{}", said.err);
    assert!(said.err.contains("Ended for memory, of which it may take 40.0 MB"), "{}", said.err);
}

/// What validate says is no matter of the clock.
#[test]
fn the_estimate_is_the_same_every_time() {
    let folder = Folder::new("memory-same");
    let scenario = folder.file("overloaded.json", OVERLOADED);
    let memory = || {
        let said = run(&["validate", &scenario]);
        let line = said.out.lines().find(|line| line.starts_with("memory"));
        line.map(str::to_owned)
    };
    let first = memory();
    assert!(first.is_some());
    assert_eq!(first, memory());
}
