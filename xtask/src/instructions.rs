//! Instruction counts of the standard runs, by Valgrind: unlike times, they hardly depend on other load on the machine.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::{Value, json};

use crate::process::{Outcome, answer};
use crate::{debian, project};

/// The standard runs (files of tests/speed) and their jobs per cluster: so many jobs that reading the scenario, some 20
/// million instructions, is a small part of each run.
const RUNS: [(&str, u32); 4] = [("unlimited", 40_000), ("first-fit", 40_000), ("a1", 40_000), ("tla", 40_000)];
/// Largest accepted increase of a count over the recorded count \[%\].
const MOST_MORE: f64 = 3.0;
/// Instruction sets for which the C library has special functions.
const SETS: [&str; 6] = ["sse4_2", "avx", "avx2", "bmi2", "erms", "avx512f"];

/// Instruction counts by name of the run.
pub type Counts = BTreeMap<String, u64>;

/// Ensures that Valgrind is installed, and that this machine's counts are comparable with the recorded ones.
pub fn ensure() -> Outcome {
    debian::install_missing(&["valgrind"])?;
    let (then, now) = (written()?["with"].clone(), machine());
    match then == now {
        true => Ok(()),
        false => Err(format!(
            "not comparable: counted with {then}, here is {now}; `cargo xtask bench --instructions` records them anew"
        )),
    }
}

/// Checks that no standard run takes more instructions than recorded.
pub fn check(native: &Path) -> Outcome {
    let written = written()?;
    let mut slower = Vec::new();
    for (name, now) in counts(native)? {
        let Some(then) = written["instructions"][&name].as_u64() else {
            return Err(format!("{} has no run {name}", file().display()));
        };
        let more = 100.0 * (now as f64 / then as f64 - 1.0);
        println!("{name:10} {now:>13} instructions, {more:+.2} %");
        if more > MOST_MORE {
            slower.push(format!("{name} {more:+.1} %"));
        }
    }
    match slower.is_empty() {
        true => Ok(()),
        false => Err(format!(
            "more instructions than recorded: {} (allowed: {MOST_MORE} %). If the change is worth it, `cargo xtask bench --instructions` records them",
            slower.join(", ")
        )),
    }
}

/// Counts instructions and records them.
pub fn record(native: &Path) -> Outcome<Counts> {
    let counts = counts(native)?;
    let whole = json!({ "with": machine(), "instructions": counts });
    let text = serde_json::to_string_pretty(&whole).map_err(|error| error.to_string())?;
    let file = file();
    project::write(&file, text + "\n")?;
    Ok(counts)
}

fn counts(native: &Path) -> Outcome<Counts> {
    let count = |(name, jobs)| Ok((String::from(name), instructions(native, name, jobs)?));
    RUNS.into_iter().map(count).collect()
}

fn instructions(native: &Path, name: &str, jobs: u32) -> Outcome<u64> {
    let output = Command::new("valgrind")
        .args(["--tool=callgrind", "--callgrind-out-file=/dev/null"])
        .arg(native)
        .arg("run")
        .arg(folder().join(format!("{name}.json")))
        .args(["--set", &format!("workload.jobs_per_cluster={jobs}")])
        .args(["--replications", "1", "--threads", "1", "--json"])
        .output()
        .map_err(|error| format!("valgrind did not start: {error}"))?;
    let said = String::from_utf8_lossy(&output.stderr);
    let count = said.lines().find_map(|line| line.split_once("Collected : "));
    let count = count.and_then(|(_, count)| count.trim().parse().ok());
    count
        .filter(|_| output.status.success())
        .ok_or_else(|| format!("valgrind counted nothing of the run {name}: {}", said.trim()))
}

/// Properties of the machine that influence the counts.
fn machine() -> Value {
    let first = |program: &str, argument: &str| {
        let said = answer(Command::new(program).arg(argument)).unwrap_or_default();
        said.lines().next().unwrap_or("unknown").to_owned()
    };
    let cpu = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let flags = cpu.lines().find_map(|line| line.strip_prefix("flags\t\t: "));
    let has = |set: &&&str| flags.is_some_and(|flags| flags.split(' ').any(|own| own == **set));
    let sets: Vec<&str> = SETS.iter().filter(has).copied().collect();
    json!({
        "rustc": first("rustc", "--version"),
        "C library": first("ldd", "--version"),
        "valgrind": first("valgrind", "--version"),
        "instruction sets": sets.join(" "),
    })
}

fn written() -> Outcome<Value> {
    project::json(&file())
}

fn file() -> PathBuf {
    folder().join("instructions.json")
}

fn folder() -> PathBuf {
    project::root().join("tests/speed")
}
