//! The output of the example program must equal `expected.txt`. With `METASCHED_BLESS=1` the test rewrites this file.

use std::fmt::Write as _;
use std::path::Path;
use std::process::Command;

/// The commands that are tested: a run, a sweep, a workload written as a log, and commands with mistakes.
const COMMANDS: [&[&str]; 6] = [
    &["run", "scenario.json", "--threads", "1"],
    &["sweep", "scenario.json", "--csv"],
    &["workload", "bursts", "--jobs", "5"],
    &["validate", "scenario.json", "--set", "schedulers.1.strid=2"],
    &["validate", "scenario.json", "--set", "schedulers.1.policy=in-trun"],
    &["validate", "scenario.json", "--set", "schedulers.0.stride=2", "--strict"],
];

#[test]
fn every_command_knows_the_policy_and_the_workload() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut text = String::new();
    for command in COMMANDS {
        let mut program = Command::new(env!("CARGO_BIN_EXE_own-scheduler"));
        let answer = program.args(command).current_dir(folder).output().expect("the program starts");
        let (out, errors) = (String::from_utf8_lossy(&answer.stdout), String::from_utf8_lossy(&answer.stderr));
        let _ = writeln!(text, "$ own-scheduler {}", command.join(" "));
        // The commit and the speed are replaced, because they are different on every machine.
        let lasting = out.lines().filter(|line| !line.contains("commit"));
        for line in lasting.chain(errors.lines().filter(|line| !line.contains("jobs/s"))) {
            let _ = writeln!(text, "{line}");
        }
        let _ = writeln!(text, "(exit {})\n", answer.status.code().unwrap_or(-1));
    }
    let file = folder.join("expected.txt");
    if std::env::var_os("METASCHED_BLESS").is_some() {
        std::fs::write(file, text).expect("a folder to write to");
        return;
    }
    assert_eq!(text, std::fs::read_to_string(file).expect("expected.txt"));
}
