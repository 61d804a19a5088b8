//! Arguments, help and version.

use super::{Folder, SMALL, metasched, refused, run};
use metasched::ENGINE_VERSION;
use std::fs;
use std::process::Command;

#[cfg(unix)]
#[test]
fn an_argument_that_is_no_text_is_named() {
    use std::os::unix::ffi::OsStrExt;
    let odd = std::ffi::OsStr::from_bytes(b"seed=\xff");
    let said = Command::new(env!("CARGO_BIN_EXE_metasched"))
        .args(["run", "--preset", "landing", "--set"])
        .arg(odd)
        .output()
        .unwrap();
    let why = String::from_utf8_lossy(&said.stderr).into_owned();
    assert_eq!(said.status.code(), Some(2));
    assert!(why.starts_with("error: the argument `seed=\u{fffd}` is no text"), "{why}");
}

#[test]
fn ranges_that_cannot_be_tuned_are_refused_as_they_were_typed() {
    let tune = |vary: &[&str]| {
        let vary = vary.iter().flat_map(|own| ["--vary", own]);
        let begin = ["tune", "--preset", "landing", "--scheduler", "b1"];
        refused(&begin.into_iter().chain(vary).collect::<Vec<_>>())
    };
    let lslt = "--vary schedulers.0.lslt ";
    for (vary, said) in [
        (
            &["schedulers.0.lslt=1:1"][..],
            "cannot be varied: schedulers.0.lslt goes from 1 to 1. Allowed: two numbers, the lower first",
        ),
        (&["schedulers.0.lslt=0:100000"], "cannot be varied: the upper end is 100000. Allowed: a number from 0 to 10"),
        (&["schedulers.0.lslt=-5:1"], "cannot be varied: the lower end is -5. Allowed: a number from 0 to 10"),
        (&["schedulers.0.lslt=0:1", "schedulers.0.lslt=0:2"], "is given twice"),
    ] {
        let problem = tune(vary);
        assert!(problem.contains(&format!("{lslt}{said}")), "{problem}");
    }
}

#[test]
fn two_options_do_not_give_the_same_parameter() {
    let run = |more: &[&str]| refused(&[&["run", "--preset", "landing"], more].concat());
    for (more, said) in [
        (
            &["--set", "schedulers=[\"a1\"]", "--scheduler", "b3"][..],
            "--scheduler stands beside --set schedulers=[\"a1\"], and both give schedulers.",
        ),
        (&["--seed", "3", "--set", "seed=2"], "--seed stands beside --set seed=2, and both give seed."),
    ] {
        let problem = run(more);
        assert!(problem.contains(said), "{problem}");
    }
    let over = ["--over", "workload.bsbw_mbps=1,2"];
    let set = ["--set", "experiment.sweep=[]"];
    let swept = refused(&[&["sweep", "--preset", "landing"][..], &over, &set].concat());
    assert!(swept.contains("--over stands beside --set"), "{swept}");
}

#[test]
fn arguments_that_make_no_sense_are_refused() {
    for (line, part) in [
        ("", "Usage"),
        ("fly", "unrecognized subcommand"),
        ("rnu", "a similar subcommand exists: 'run'"),
        ("preset", "a similar subcommand exists: 'presets'"),
        ("reference polices", "Did you mean policies?"),
        ("run", "the scenario is missing"),
        ("run #9.foo", "its encoding is 9. Allowed: encoding 2"),
        ("run a.json --preset landing", "cannot be used with"),
        ("run no-such-file.json", "no-such-file.json does not exist"),
        ("run {}", "standard input"),
    ] {
        let arguments: Vec<&str> = line.split_whitespace().collect();
        let message = refused(&arguments);
        assert!(message.contains(part), "{line}: {message}");
    }
    for (name, part) in [(env!("CARGO_MANIFEST_DIR"), "is a folder"), ("", "does not exist")] {
        let message = refused(&["run", name]);
        assert!(message.contains(part), "{name}: {message}");
    }
}

#[test]
fn options_of_the_landing_experiment_that_make_no_sense_are_refused() {
    for (command, options, part) in [
        ("run", "--max-waiting -1", "a whole number from 1 to 1"),
        ("run", "--max-waiting 0", "a whole number from 1 to 1"),
        ("run", "--threads -1", "a whole number from 1 to 1024"),
        ("run", "--threads 0", "a whole number from 1 to 1024"),
        ("run", "--threads 99999999999", "a whole number from 1 to 1024"),
        ("run", "--replications -1", "experiment.replications is -1"),
        ("run", "--replications 0", "experiment.replications is 0"),
        ("run", "--json --csv", "cannot be used with"),
        ("run", "--over seed=1", "tip: it is an option of sweep, figure, slurm"),
        ("run", "--set workload.jobs_per_cluster=1e99", "workload.jobs_per_cluster is 1e+99"),
        ("sweep", "--results x --shard -1", "a share is K/N"),
        ("sweep", "--results x --shard -1/8", "a share is K/N"),
        ("sweep", "--over workload.bsbw_mbps", "--over workload.bsbw_mbps has no values"),
        ("sweep", "--over seed=1,2", "cannot be swept"),
        ("sweep", "--over workload.bsbw_mbps=1,1", "is there twice"),
        ("tune", "--vary a=1:2 --hold-out -1", "a whole number from 1 to 1000"),
    ] {
        let options: Vec<&str> = options.split_whitespace().collect();
        let message = refused(&[&[command, "--preset", "landing"], &options[..]].concat());
        assert!(message.contains(part), "{command} {options:?}: {message}");
    }
}

#[test]
fn every_number_and_every_empty_text_is_answered_with_what_is_allowed() {
    let folder = Folder::new("allowed");
    let file = folder.file("file", "");
    let out = folder.path("file/sub");
    for (arguments, part) in [
        (&["run", "--preset", "landing", "--threads", "x"][..], "allowed is a whole number from 1 to 1024"),
        (&["run", "--preset", "landing", "--threads", ""], "allowed is a whole number from 1 to 1024"),
        (&["slurm", "--preset", "landing", "--shards", "x"], "allowed is a whole number from 1 to 100"),
        (&["figure", "--preset", "landing", "--width", "1e3"], "allowed is a whole number from 200 to 4000"),
        (&["figure", "--preset", "landing", "--jobs", "-"], "allowed is a whole number from 1 to 10"),
        (&["trace", ""], "<FILE> is empty. Allowed: a text"),
        (&["run", "--preset=landing", "--results="], "--results <DIR> is empty. Allowed: a text"),
    ] {
        let message = refused(arguments);
        assert!(message.contains(part), "{arguments:?}: {message}");
    }
    for out in [&file, &out] {
        let said = run(&["reproduce", "vahdat", "--out", out]);
        assert!(said.code == 1 && said.err.contains("Name a folder"), "{}", said.err);
    }
}

#[cfg(unix)]
#[test]
fn names_need_not_be_utf8() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;
    let folder = Folder::new("bytes");
    let path = folder.0.join(OsStr::from_bytes(b"sm\xFFall.json"));
    let missing = metasched().arg("validate").arg(&path).output().unwrap();
    assert_eq!(missing.status.code(), Some(2));
    if fs::write(&path, SMALL).is_ok() {
        let there = metasched().arg("validate").arg(&path).output().unwrap();
        assert_eq!(there.status.code(), Some(0), "{}", String::from_utf8_lossy(&there.stderr));
    }
    let setting = metasched()
        .args(["run", "--preset", "landing", "--set"])
        .arg(OsStr::from_bytes(b"seed=\xFF"))
        .output()
        .unwrap();
    assert_eq!(setting.status.code(), Some(2));
}

#[test]
fn the_version_names_engine_and_commit() {
    let long = run(&["--version"]);
    assert_eq!((long.code, long.err.as_str()), (0, ""));
    let start = format!("metasched {} (engine {ENGINE_VERSION}, commit ", env!("CARGO_PKG_VERSION"));
    let commit = long.out.strip_prefix(&start);
    let commit = commit.and_then(|rest| rest.strip_suffix(")\n")).unwrap_or_else(|| panic!("{}", long.out));
    let hash = commit.len() >= 7 && commit.bytes().all(|byte| byte.is_ascii_hexdigit());
    // A program built from a package of crates.io does not know its commit.
    assert!(hash || commit == "unknown", "{commit}");
    assert_eq!(run(&["-V"]).out, long.out);
}

#[test]
fn help_teaches() {
    let help = run(&["--help"]);
    assert_eq!((help.code, help.err.as_str()), (0, ""));
    assert!(help.out.contains("A short tour"));
    for command in ["run", "sweep", "presets", "schema", "validate", "link", "trace", "reproduce"] {
        let help = run(&[command, "--help"]).out;
        assert!(help.contains("Example"), "{command}: {help}");
        assert!(help.lines().all(|line| line.chars().count() <= 110), "{command}: {help}");
    }
}
