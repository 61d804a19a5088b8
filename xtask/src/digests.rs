//! Records of the results of every scenario of the project, to detect unintended changes.
//!
//! `tests/digest/expected.json` has the scenarios of `tests/digest` and every preset at a small size. Results of
//! presets at their published size are in `www/results` (`results.rs`). The corpus has its own records (`corpus.rs`).

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use clap::Args;
use serde_json::{Map, Value, json};

use crate::native::command_for;
use crate::process::Outcome;
use crate::{corpus, native, project};

/// Number of jobs at the small size: per cluster …
const JOBS_PER_CLUSTER: u64 = 300;
/// … and of a workload model, of a log, and of a run that ends by completions.
const JOBS: u64 = 2000;

const EXPECTED: &str = "expected.json";

#[derive(Args)]
pub struct Digests {
    /// Rewrite the record instead of comparing with it.
    #[arg(long)]
    bless: bool,
}

impl Digests {
    pub fn carry_out(self) -> Outcome {
        let native = native::build()?;
        match self.bless {
            true => {
                write(&small(&native)?)?;
                corpus::bless(&native)
            }
            false => check(&native),
        }
    }
}

/// Compares the record and the corpus with the native program.
pub fn check(native: &Path) -> Outcome {
    compare(&small(native)?)?;
    corpus::check(native)
}

/// Records of every scenario of `tests/digest`, and of every preset at a small size.
fn small(native: &Path) -> Outcome<Map<String, Value>> {
    let mut record = Map::new();
    for file in scenario_files()? {
        let name = file.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let scenario = project::json(&file)?;
        let source = vec![file.display().to_string()];
        record.insert(format!("digest/{name}"), described(native, command_for(&scenario), &source)?);
    }
    for preset in presets(native)? {
        let source = [preset.source(), preset.reduced()].concat();
        let description = match preset.missing_log() {
            Some(log) => not_checked(&preset.name, log),
            None => described(native, command_for(&preset.scenario), &source)?,
        };
        record.insert(format!("preset/{}", preset.name), description);
    }
    Ok(record)
}

/// The scenarios of `tests/digest`, by name.
fn scenario_files() -> Outcome<Vec<PathBuf>> {
    let folder = project::digests("");
    let entries = fs::read_dir(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let mut files: Vec<PathBuf> = entries
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.extension().is_some_and(|kind| kind == "json"))
        .filter(|path| !path.ends_with(EXPECTED))
        .collect();
    files.sort();
    Ok(files)
}

struct Preset {
    name: String,
    scenario: Value,
}

impl Preset {
    fn source(&self) -> Vec<String> {
        vec!["--preset".to_owned(), self.name.clone()]
    }

    /// The settings for the small size.
    fn reduced(&self) -> Vec<String> {
        let (workload, experiment) = (&self.scenario["workload"], &self.scenario["experiment"]);
        let mut set = vec!["experiment.replications=1".to_owned()];
        match workload["model"].as_str().unwrap_or("synthetic") {
            "synthetic" => {
                let own = workload["jobs_per_cluster"].as_u64().unwrap_or(u64::MAX);
                set.push(format!("workload.jobs_per_cluster={}", own.min(JOBS_PER_CLUSTER)));
            }
            "swf" => set.push(format!("experiment.completions={JOBS}")),
            _ if experiment["completions"].is_u64() => {
                set.push(format!("experiment.completions={JOBS}"));
            }
            _ => {
                let own = workload["jobs"].as_u64().unwrap_or(u64::MAX);
                set.push(format!("workload.jobs={}", own.min(JOBS)));
            }
        }
        set.into_iter().flat_map(|setting| ["--set".to_owned(), setting]).collect()
    }

    /// The log that the preset needs, if this log is missing.
    fn missing_log(&self) -> Option<&str> {
        let path = self.scenario["workload"]["path"].as_str()?;
        let here = project::logs().join(path).exists();
        (!here).then_some(path)
    }
}

/// The record of a preset with a missing log: it is neither compared nor written.
fn not_checked(preset: &str, log: &str) -> Value {
    println!("NOT CHECKED: preset {preset} needs the log {log}, which is not in {}", project::logs().display());
    Value::Null
}

fn presets(native: &Path) -> Outcome<Vec<Preset>> {
    let presets = native::presets(native)?;
    let names = presets.iter().filter_map(|preset| preset["name"].as_str());
    names.map(|name| Ok(Preset { name: name.to_owned(), scenario: native::preset(native, name)? })).collect()
}

/// Recorded properties: digests, link, names of schedulers, keys of `--json` and the header of `--csv`.
fn described(native: &Path, command: &str, source: &[String]) -> Outcome<Value> {
    let results = results(native, command, source)?;
    let mut keys = BTreeSet::new();
    collect_keys(&results, "", &mut keys);
    let csv = native::output(native, &[&[command, "--csv"], &words(source)[..]].concat())?;
    let link = native::output(native, &[&["link"], &words(source)[..]].concat())?;
    Ok(json!({
        "scenario_digest": results["scenario_digest"],
        "link": link.trim(),
        "runs": runs(&results),
        "json_keys": keys.into_iter().collect::<Vec<_>>().join(" "),
        "csv_header": csv.lines().next(),
    }))
}

fn results(native: &Path, command: &str, source: &[String]) -> Outcome<Value> {
    native::json(native, &[&[command, "--json"], &words(source)[..]].concat())
}

/// Digests of each scheduler by point, by the scheduler's name.
fn runs(results: &Value) -> Value {
    let mut runs: Map<String, Value> = Map::new();
    let points = results["points"].as_array().into_iter().flatten();
    for run in points.flat_map(|point| point["results"].as_array().into_iter().flatten()) {
        let digest = run["digest"].as_str().unwrap_or_default();
        let name = run["scheduler"].as_str().unwrap_or_default();
        let line = match runs.get(name).and_then(Value::as_str) {
            Some(before) => format!("{before} {digest}"),
            None => digest.to_owned(),
        };
        runs.insert(name.to_owned(), line.into());
    }
    Value::Object(runs)
}

/// Collects the paths of all members. All entries of a list share one path; user-defined names (swept parameters) are
/// skipped.
fn collect_keys(value: &Value, path: &str, keys: &mut BTreeSet<String>) {
    match value {
        Value::Object(members) => {
            for (name, member) in members {
                let path = format!("{path}.{name}");
                if name != "parameters" {
                    collect_keys(member, &path, keys);
                }
                keys.insert(path.trim_start_matches('.').to_owned());
            }
        }
        Value::Array(entries) => {
            let path = format!("{path}[]");
            entries.iter().for_each(|entry| collect_keys(entry, &path, keys));
        }
        _ => {}
    }
}

fn words(source: &[String]) -> Vec<&str> {
    source.iter().map(String::as_str).collect()
}

fn write(now: &Map<String, Value>) -> Outcome {
    let known: Map<String, Value> = now
        .iter()
        .filter(|(_, description)| !description.is_null())
        .map(|(name, description)| (name.clone(), description.clone()))
        .collect();
    let text = serde_json::to_string_pretty(&known).map_err(|error| error.to_string())?;
    let path = project::digests(EXPECTED);
    project::write(&path, text + "\n")
}

fn compare(now: &Map<String, Value>) -> Outcome {
    let Value::Object(expected) = project::json(&project::digests(EXPECTED))? else {
        return Err(format!("tests/digest/{EXPECTED} is no object: restore it"));
    };
    let differences = differences(&expected, now);
    println!("{} scenarios compared with tests/digest/{EXPECTED}", now.len());
    match differences.is_empty() {
        true => Ok(()),
        false => Err(format!(
            "{}\nIf this is intended: raise ENGINE_VERSION if digests changed, describe the change in CHANGELOG.md, \
             and rewrite tests/digest/{EXPECTED} with `cargo xtask digests --bless`",
            differences.join("\n"),
        )),
    }
}

/// A sentence for each changed part of a scenario's record.
fn differences(expected: &Map<String, Value>, now: &Map<String, Value>) -> Vec<String> {
    let mut found = Vec::new();
    for (scenario, was) in expected {
        match now.get(scenario) {
            None => found.push(format!("{scenario} is gone")),
            Some(Value::Null) => {}
            Some(is) => {
                let parts = was.as_object().into_iter().flatten();
                let changed = parts.map(|(part, was)| (part, was, &is[part.as_str()])).filter(|(_, was, is)| was != is);
                found.extend(changed.map(|(part, was, is)| format!("{scenario}, {part}: {}", change(part, was, is))));
            }
        }
    }
    let new = now.iter().filter(|(scenario, is)| !is.is_null() && !expected.contains_key(*scenario));
    found.extend(new.map(|(scenario, _)| format!("{scenario} is new")));
    found
}

/// The change of a part: the entries added to a list and removed from it; of other parts, both values.
fn change(part: &str, was: &Value, is: &Value) -> String {
    let separator = match part {
        "json_keys" => ' ',
        "csv_header" => ',',
        _ => return format!("was {was}, is {is}"),
    };
    let [was, is] = [was, is].map(|list| list.as_str().unwrap_or_default().split(separator).collect::<Vec<_>>());
    let only = |of: &[&str], other: &[&str], word: &str| -> Option<String> {
        let own: Vec<&str> = of.iter().filter(|entry| !other.contains(*entry)).copied().collect();
        (!own.is_empty()).then(|| format!("{word} {}", own.join(" ")))
    };
    let changes: Vec<String> = [only(&is, &was, "added"), only(&was, &is, "removed")].into_iter().flatten().collect();
    match changes.is_empty() {
        true => "the same entries in another order".to_owned(),
        false => changes.join("; "),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_changed_is_named_and_a_missing_log_is_no_change() {
        let map = |value: Value| value.as_object().unwrap().clone();
        let was = map(json!({ "a": { "link": "#1", "runs": { "x": "1 2" } }, "b": { "link": "#2" }, "c": {} }));
        let same = map(json!({ "a": { "link": "#1", "runs": { "x": "1 2" } }, "b": null, "c": {} }));
        assert_eq!(differences(&was, &same), Vec::<String>::new());
        let other = map(json!({ "a": { "link": "#1", "runs": { "x": "1 3" } }, "b": { "link": "#2" }, "d": {} }));
        assert_eq!(differences(&was, &other), [r#"a, runs: was {"x":"1 2"}, is {"x":"1 3"}"#, "c is gone", "d is new"]);
    }

    #[test]
    fn of_changed_lists_only_the_changed_entries_are_named() {
        let lists = |keys: &str, header: &str| {
            let parts = json!({ "json_keys": keys, "csv_header": header });
            Map::from_iter([("a".to_owned(), parts)])
        };
        let was = lists("x y z", "p,q");
        let found = differences(&was, &lists("w x z", "p,q,r,s"));
        assert_eq!(found, ["a, json_keys: added w; removed y", "a, csv_header: added r s"]);
        assert_eq!(differences(&was, &lists("x y z", "q,p")), ["a, csv_header: the same entries in another order"]);
    }

    #[test]
    fn runs_are_by_scheduler_and_keys_without_lists_and_swept_names() {
        let results = json!({ "points": [
            { "parameters": { "seed": 1 }, "results": [{ "scheduler": "x", "digest": "1" }, { "scheduler": "y", "digest": "2" }] },
            { "parameters": { "seed": 2 }, "results": [{ "scheduler": "x", "digest": "3" }, { "scheduler": "y", "digest": "4" }] },
        ] });
        assert_eq!(runs(&results), json!({ "x": "1 3", "y": "2 4" }));
        let mut keys = BTreeSet::new();
        collect_keys(&results, "", &mut keys);
        let keys: Vec<_> = keys.iter().map(String::as_str).collect();
        assert_eq!(
            keys,
            [
                "points",
                "points[].parameters",
                "points[].results",
                "points[].results[].digest",
                "points[].results[].scheduler"
            ]
        );
    }
}
