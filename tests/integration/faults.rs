//! Full disks and folders without write permission: the exit code shows the failure, the message a remedy, and no user data is
//! lost.
//!
//! The disks of a test are mounted in its own namespace, which ends with the process. If that is not permitted, the test reports
//! this and is skipped; the limit on file sizes needs no permission.

use crate::cli::{Folder, Said, metasched, run, said};
use std::fs;
use std::process::{Command, Stdio};

/// Two points with three replications: six tasks, whose lines take about 20 kB.
const SWEEP: &str = r#"{
    "platform": { "clusters": [{ "count": 2, "nodes": 20, "link_mbps": 1000 }] },
    "workload": { "jobs_per_cluster": 150, "nodes": [2, 18], "bsbw_mbps": 300 },
    "schedulers": ["first-fit"],
    "experiment": { "sweep": [{ "parameter": "workload.bsbw_mbps", "values": [100, 600] }], "replications": 3 }
}"#;

/// Runs a script of `sh` as a user who may mount, in its own namespace; $0 is the program, $1 the folder. `None` if that is not
/// permitted.
fn alone(folder: &Folder, script: &str) -> Option<Said> {
    let as_root = |more: &[&str]| {
        let mut command = Command::new("unshare");
        command.args(more).arg("--mount").args(["sh", "-euc"]);
        command.stdin(Stdio::null());
        command
    };
    let mounts = |more: &[&str]| {
        let script = "mount -t tmpfs none \"$0\"";
        let tried = as_root(more).args([script, &folder.path("")]).output();
        tried.is_ok_and(|tried| tried.status.success())
    };
    let ways: [&[&str]; 2] = [&[], &["--user", "--map-root-user"]];
    let Some(way) = ways.into_iter().find(|way| mounts(way)) else {
        eprintln!("SKIPPED: this system lets us mount nothing, so no disk was filled");
        return None;
    };
    let mut command = as_root(way);
    command.args([script, env!("CARGO_BIN_EXE_metasched"), &folder.path("")]);
    Some(said(command.output().unwrap()))
}

/// The value in the line "name: value" of a script's output.
fn value<'s>(said: &'s Said, name: &str) -> &'s str {
    let mut lines = said.out.lines();
    let found = lines.find_map(|line| line.strip_prefix(name)?.strip_prefix(": "));
    found.unwrap_or_else(|| panic!("no {name}: {} {}", said.out, said.err))
}

/// On a full disk, the results of finished tasks stay. Once the disk has room, the same command continues from these
/// results.
#[test]
#[cfg(target_os = "linux")]
fn a_sweep_goes_on_when_a_full_disk_has_room() {
    let folder = Folder::new("faults-results");
    folder.file("sweep.json", SWEEP);
    let script = r#"
        cd "$1"; mkdir disk; mount -t tmpfs -o size=16k none disk
        code=0; "$0" sweep sweep.json --json --threads 1 --results disk/r > first.json || code=$?
        echo "code: $code"; echo "printed: $(wc -c < first.json)"
        echo "kept: $(cat disk/r/*.jsonl | grep -c '^{"task"')"
        mount -o remount,size=1m disk
        "$0" sweep sweep.json --json --results disk/r > second.json
        "$0" sweep sweep.json --json > whole.json
        cmp second.json whole.json && echo "same: yes"
    "#;
    let Some(said) = alone(&folder, script) else {
        return;
    };
    assert_eq!((value(&said, "code"), value(&said, "printed")), ("1", "0"));
    assert!(
        said.err.contains(".jsonl cannot be written") && said.err.contains("Free some space, or choose another disk"),
        "{}",
        said.err
    );
    let kept: u32 = value(&said, "kept").parse().unwrap();
    assert!((1..6).contains(&kept), "{kept} tasks filled the disk");
    let done = format!("{kept} of 6 tasks are done already");
    assert!(said.err.contains(&done), "{}", said.err);
    assert!(!said.err.contains("damaged"), "{}", said.err);
    assert_eq!(value(&said, "same"), "yes");
}

/// If an output file cannot be written completely, the old file stays, and no other file is left behind.
#[test]
#[cfg(target_os = "linux")]
fn a_full_disk_leaves_the_old_file() {
    let folder = Folder::new("faults-full");
    folder.file("sweep.json", SWEEP);
    let script = r#"
        cd "$1"; mkdir disk; mount -t tmpfs -o size=16k none disk; echo old > disk/jobs.csv
        code=0; "$0" sweep sweep.json --jobs-out disk/jobs.csv || code=$?
        echo "code: $code"; echo "names: $(ls disk | tr '\n' ' ')"; echo "text: $(cat disk/jobs.csv)"
    "#;
    let Some(said) = alone(&folder, script) else {
        return;
    };
    assert_eq!(value(&said, "code"), "1", "{}", said.err);
    assert!(said.err.contains("cannot be written") && said.err.contains("Free some space"), "{}", said.err);
    assert_eq!(value(&said, "names").trim(), "jobs.csv");
    assert_eq!(value(&said, "text"), "old");
}

/// On a read-only disk, output files and result folders are rejected before anything is simulated, and existing results can still
/// be read.
#[test]
#[cfg(target_os = "linux")]
fn a_read_only_disk_is_refused() {
    let folder = Folder::new("faults-read-only");
    folder.file("sweep.json", SWEEP);
    let script = r#"
        cd "$1"; mkdir disk; mount -t tmpfs none disk; echo old > disk/jobs.csv
        "$0" sweep sweep.json --results disk/r > whole.txt; cp -r disk/r before
        mount -o remount,ro disk
        code=0; "$0" sweep sweep.json --jobs-out disk/jobs.csv || code=$?
        echo "jobs: $code"
        code=0; "$0" sweep sweep.json --seed 7 --results disk/r || code=$?
        echo "results: $code"
        echo "text: $(cat disk/jobs.csv)"; diff -r disk/r before && echo "same: yes"
        "$0" sweep sweep.json --results disk/r | cmp - whole.txt && echo "printed: yes"
    "#;
    let Some(said) = alone(&folder, script) else {
        return;
    };
    for (name, expected) in [("jobs", "1"), ("results", "1"), ("text", "old"), ("same", "yes"), ("printed", "yes")] {
        assert_eq!(value(&said, name), expected, "{name}: {}", said.err);
    }
    for file in ["disk/jobs.csv", "disk/r"] {
        let wrong = format!("{file} cannot be written: Read-only file system");
        assert!(said.err.contains(&wrong), "{}", said.err);
    }
    let remedies = said.err.matches("Choose a folder you may write to").count();
    assert_eq!(remedies, 2, "{}", said.err);
}

/// Runs the program with a limit on the size of files, in blocks of 512 bytes.
#[cfg(unix)]
fn limited(blocks: u32, arguments: &[&str]) -> Said {
    let script = "trap '' XFSZ; ulimit -f \"$1\"; shift; exec \"$0\" \"$@\"";
    let mut command = Command::new("sh");
    command.args(["-c", script, env!("CARGO_BIN_EXE_metasched")]);
    command.arg(blocks.to_string()).args(arguments);
    said(command.stdin(Stdio::null()).output().unwrap())
}

#[test]
#[cfg(unix)]
fn a_file_that_may_not_grow_loses_nothing() {
    let folder = Folder::new("faults-limit");
    let sweep = folder.file("sweep.json", SWEEP);
    let jobs = folder.file("jobs.csv", "old\n");
    let failed = limited(16, &["sweep", &sweep, "--jobs-out", &jobs]);
    assert_eq!((failed.code, failed.out.as_str()), (1, ""), "{}", failed.err);
    assert!(failed.err.contains("cannot be written"), "{}", failed.err);
    assert_eq!(folder.names(), ["jobs.csv", "sweep.json"]);
    assert_eq!(fs::read_to_string(&jobs).unwrap(), "old\n");

    let results = folder.path("r");
    let kept = ["sweep", &sweep, "--json", "--results", &results];
    let failed = limited(24, &kept);
    assert_eq!((failed.code, failed.out.as_str()), (1, ""), "{}", failed.err);
    let file = fs::read_dir(&results).unwrap().next().unwrap().unwrap().path();
    let text = fs::read_to_string(file).unwrap();
    let tasks = text.matches("{\"task\":").count();
    assert!(tasks > 0 && text.ends_with('\n'), "{tasks} whole lines");
    let done = run(&kept);
    assert!(done.err.contains(&format!("{tasks} of 6 tasks are done already")), "{}", done.err);
    assert_eq!(done.out, run(&kept[..3]).out);
}

/// If standard output accepts no data, the command fails, whatever kind of output it prints.
#[test]
#[cfg(target_os = "linux")]
fn a_full_output_is_a_failure() {
    let folder = Folder::new("faults-output");
    let sweep = folder.file("sweep.json", SWEEP);
    let results = folder.path("r");
    for arguments in [
        &["sweep", &sweep][..],
        &["sweep", &sweep, "--json"],
        &["sweep", &sweep, "--csv", "--results", &results],
        &["run", &sweep, "--replications", "1"],
        &["validate", &sweep],
        &["schema"],
        &["link", &sweep],
        &["--help"],
        &["help", "run"],
        &["sweep", "--help"],
        &["--version"],
    ] {
        let full = fs::File::options().write(true).open("/dev/full").unwrap();
        let said = said(metasched().args(arguments).stdout(full).output().unwrap());
        assert_eq!(said.code, 1, "{arguments:?}: {}", said.err);
        assert!(said.err.contains("standard output cannot be written"), "{arguments:?}: {}", said.err);
    }
    // The results computed so far are kept in the folder of results.
    let again = run(&["sweep", &sweep, "--results", &results]);
    assert!(again.err.contains("6 of 6 tasks are done already"), "{}", again.err);
}
