//! The corpus of `tests/digest/corpus.jsonl`: its scenarios must give the same results however they are computed.
//!
//! `corpus.md` has their digests, and their means for readers. Every scenario runs with 1, 2 and 8 threads, from a
//! file, from standard input in another language and time zone, from its link without an environment, and from a results
//! file that lost half of its results; all outputs must be equal.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::Value;

use crate::native::command_for;
use crate::process::{Outcome, printed};
use crate::project;

const SCENARIOS: &str = "corpus.jsonl";
const TABLE: &str = "corpus.md";
const THREADS: [&str; 3] = ["1", "2", "8"];

/// Checks that the committed table equals the computed one.
pub fn check(native: &Path) -> Outcome {
    let now = table(native)?;
    let was = project::read(&project::digests(TABLE))?;
    match was == now {
        true => Ok(()),
        false => Err(difference(&was, &now)),
    }
}

/// Rewrites the table. Digests may change only together with the engine's version.
pub fn bless(native: &Path) -> Outcome {
    let now = table(native)?;
    let was = fs::read_to_string(project::digests(TABLE)).unwrap_or_default();
    if !changed(&was, &now).is_empty() && engine(&was) == engine(&now) {
        return Err(difference(&was, &now));
    }
    let path = project::digests(TABLE);
    project::write(&path, now)
}

fn difference(was: &str, now: &str) -> String {
    let changed = changed(was, now);
    let line = was.lines().zip(now.lines()).find(|(was, now)| was != now);
    let line = line.map_or(String::new(), |(was, now)| format!("\n  was {was}\n  is  {now}"));
    match (changed.is_empty(), engine(was) == engine(now)) {
        (false, true) => format!(
            "digests of the corpus changed, for example of {}, but ENGINE_VERSION did not. If results are meant to change, raise \
             it in src/kernel/lib.rs, say so in CHANGELOG.md, then run `cargo xtask digests --bless`{line}",
            changed[0]
        ),
        _ => format!(
            "tests/digest/{TABLE} is not what the program prints; if that is meant, run `cargo xtask digests --bless`{line}"
        ),
    }
}

/// The runs that have different digests in the two tables.
fn changed(was: &str, now: &str) -> Vec<String> {
    let (was, now) = (digests(was), digests(now));
    let other = |(run, digest): &(&String, &String)| was.get(*run).is_some_and(|was| was != *digest);
    now.iter().filter(other).map(|(run, _)| run.clone()).collect()
}

/// Digests by run (scenario, point, scheduler).
fn digests(table: &str) -> BTreeMap<String, String> {
    let mut scenario = "";
    let mut found = BTreeMap::new();
    for line in table.lines() {
        let cells: Vec<&str> = line.split('|').map(str::trim).collect();
        if let [_, name, point, scheduler, digest, ..] = cells[..] {
            scenario = if name.is_empty() { scenario } else { name };
            found.insert(format!("{scenario}, point {point}, {scheduler}"), digest.to_owned());
        }
    }
    found
}

fn engine(table: &str) -> Option<&str> {
    table.lines().find(|line| line.starts_with("Engine "))
}

/// Computes the table.
fn table(native: &Path) -> Outcome<String> {
    let folder = std::env::temp_dir().join(format!("metasched-corpus-{}", std::process::id()));
    fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let text = rows(native, &folder);
    let _ = fs::remove_dir_all(&folder);
    text
}

fn rows(native: &Path, folder: &Path) -> Outcome<String> {
    let mut rows = String::new();
    let mut engine = Value::Null;
    let lines = project::read(&project::digests(SCENARIOS))?;
    for (number, line) in (1..).zip(lines.lines()) {
        let file = folder.join("scenario.json");
        project::write(&file, line)?;
        let results = results(native, folder, number)?;
        engine = results["engine_version"].clone();
        let mut scenario = format!("{number}: {}", results["scenario_digest"].as_str().unwrap_or_default());
        for (point, at) in results["points"].as_array().into_iter().flatten().zip(1..) {
            for run in point["results"].as_array().into_iter().flatten() {
                let name = run["scheduler"].as_str().unwrap_or_default();
                let name: String = name.chars().map(|c| if c == '|' || c.is_control() { ' ' } else { c }).collect();
                let digest = run["digest"].as_str().unwrap_or_default();
                let number = |key: &str| run[key].as_f64().map_or("–".to_owned(), |own| format!("{own:.6}"));
                let _ = writeln!(
                    rows,
                    "| {scenario} | {at} | {name} | {digest} | {} | {} | {} | {} | {} |",
                    run["jobs"],
                    number("mean_turnaround_s"),
                    number("mean_wait_s"),
                    number("utilisation"),
                    number("mean_penalty"),
                );
                scenario.clear();
            }
        }
    }
    Ok(format!(
        "\
# The corpus

Results of the scenarios of `{SCENARIOS}`, a row per scenario, point and scheduler: natively with 1, 2 and 8 threads, from a file, from standard input in another language and time zone, from a link, from a folder of results of which half
was lost, and sweeps also from three shares (`cargo xtask test digests`), and every twentieth of them in browsers (`cargo xtask test browser/digest`). Written by `cargo xtask digests --bless`.

Engine {engine}

| scenario | point | scheduler | digest | jobs | turnaround \\[s\\] | wait \\[s\\] | utilisation | penalty |
|---|---|---|---|---|---|---|---|---|
{rows}"
    ))
}

/// The results of the scenario in the folder. An error if not all ways of computing, such as other numbers of threads,
/// give equal results.
fn results(native: &Path, folder: &Path, number: usize) -> Outcome<Value> {
    let command = command_for(&project::json(&folder.join("scenario.json"))?);
    let run = |more: &[&str]| {
        let mut line = Command::new(native);
        line.args([command, "scenario.json", "--json"]);
        printed(line.args(more).current_dir(folder))
    };
    let whole = run(&["--threads", THREADS[0]])?;
    // Other threads, and at the same time another way to give the scenario, another language and another time zone.
    let link = printed(Command::new(native).args(["link", "scenario.json"]).current_dir(folder))?;
    let file = fs::File::open(folder.join("scenario.json")).map_err(|error| format!("scenario.json: {error}"))?;
    let mut from_input = Command::new(native);
    from_input.args([command, "-", "--json", "--threads", THREADS[1]]).stdin(file).current_dir("/");
    from_input.env("LC_ALL", "tr_TR.UTF-8").env("TZ", "Pacific/Apia");
    let mut from_link = Command::new(native);
    from_link.args([command, link.trim(), "--json", "--threads", THREADS[2]]).env_clear();
    let ways = [("from standard input, in another language and time zone", from_input), ("from its link", from_link)];
    for (how, mut line) in ways {
        let said = line.output().map_err(|error| format!("scenario {number} of the corpus, {how}: {error}"))?;
        if said.stdout != whole.as_bytes() {
            let why = String::from_utf8_lossy(&said.stderr);
            return Err(format!("scenario {number} of the corpus differs {how}: {why}"));
        }
    }
    let results = folder.join("results");
    let _ = fs::remove_dir_all(&results);
    let kept = ["--results", "results"];
    let first = run(&kept)?;
    for file in fs::read_dir(&results).into_iter().flatten().flatten() {
        let path = file.path();
        let torn = fs::File::options().write(true).open(&path);
        let torn = torn.and_then(|own| own.set_len(own.metadata()?.len() / 2));
        torn.map_err(|error| format!("{}: {error}", path.display()))?;
    }
    if first != whole || run(&kept)? != whole {
        return Err(format!("scenario {number} of the corpus differs when it is resumed from a folder of results"));
    }
    if command == "sweep" {
        let _ = fs::remove_dir_all(&results);
        for share in ["1/3", "2/3", "3/3"] {
            let mut line = Command::new(native);
            let shard = ["sweep", "scenario.json", "--results", "results", "--shard", share];
            printed(line.args(shard).current_dir(folder))?;
        }
        if run(&kept)? != whole {
            return Err(format!("scenario {number} of the corpus differs when it is shared out"));
        }
    }
    serde_json::from_str(&whole).map_err(|error| format!("scenario {number}: {error}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_changed_digest_needs_a_new_engine() {
        let was = "Engine 3\n\n| scenario | point | scheduler | digest |\n| 1: ab | 1 | x | 0a | 5 |\n|  | 1 | y | 0b | 5 |\n";
        assert!(changed(was, was).is_empty());
        let means = was.replace("| 5 |", "| 6 |");
        assert!(changed(was, &means).is_empty());
        assert!(difference(was, &means).contains("is not what the program prints"));
        let other = was.replace("0b", "0c");
        assert_eq!(changed(was, &other), ["1: ab, point 1, y"]);
        assert!(difference(was, &other).contains("raise it"));
        let raised = other.replace("Engine 3", "Engine 4");
        assert!(!difference(was, &raised).contains("raise it"));
    }
}
