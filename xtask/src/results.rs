//! `cargo xtask results`: stores the results of presets at their published sizes in www/results/, for the page to show
//! at once. Files are recomputed if scenario or engine have changed; so are their thumbnails (www/thumbnails/) and
//! www/guides.json, the talks and lessons with the links of their steps. `cargo xtask test` checks the latter.

use std::collections::BTreeMap;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Instant;

use clap::Args;
use flate2::Compression;
use flate2::write::GzEncoder;
use serde_json::Value;

use crate::native::command_for;
use crate::process::{Outcome, cargo, run};
use crate::{files, native, passed, project};

/// Maximum total size of the gzipped files of results \[bytes\].
const LIMIT: usize = 4_000_000;
/// Presets whose results CI recomputes; each takes a few seconds.
const RECOMPUTED: [&str; 3] = ["cliff", "teaching-sites", "vahdat-scenario2"];

/// The landing figure: file, colours, and its width \[CSS px\] on a screen of 1440 or 360 pixels.
const PICTURES: [(&str, &str, u32); 4] = [
    ("landing-wide-light.svg", "light", 1088),
    ("landing-wide-dark.svg", "dark", 1088),
    ("landing-narrow-light.svg", "light", 338),
    ("landing-narrow-dark.svg", "dark", 338),
];

#[derive(Args)]
pub struct Results {
    /// Only these presets; default: all.
    names: Vec<String>,

    /// Simulate on N threads; default: all cores.
    #[arg(long, value_name = "N")]
    threads: Option<u32>,
}

/// A preset in the program's list.
struct Preset {
    name: String,
    digest: String,
    engine: u64,
}

impl Results {
    pub fn carry_out(self) -> Outcome {
        let native = native::build()?;
        let folder = folder();
        fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
        let mut left_out = Vec::new();
        for preset in presets(&native)? {
            let asked_for = self.names.is_empty() || self.names.contains(&preset.name);
            let file = file(&preset.name);
            if !asked_for || is_of(&file, &preset) {
                continue;
            }
            let begin = Instant::now();
            match computed(&native, &preset.name, self.threads, None) {
                Ok(text) => {
                    project::write(&file, &text)?;
                    println!("{} in {:.0} s", preset.name, begin.elapsed().as_secs_f64());
                }
                // Usually a missing log.
                Err(problem) => left_out.push(format!("{}: {problem}", preset.name)),
            }
        }
        if self.names.is_empty() || self.names.iter().any(|name| name == "cliff") {
            for (file, colours, width) in PICTURES {
                project::write(&folder.join(file), &picture(&native, colours, width)?)?;
            }
        }
        write_page_files()?;
        left_out.iter().for_each(|line| println!("left out: {line}"));
        println!("{} bytes gzipped of {LIMIT}", gzipped()?);
        Ok(())
    }
}

/// Writes the page's files about guides and results. The test that checks these files does it.
fn write_page_files() -> Outcome {
    let mut test = cargo(&["test", "--features=metasched/chart", "--test=integration", "page_files"]);
    run(test.current_dir(project::root()).env("METASCHED_WRITE_PAGE_FILES", "1"))
}

/// Checks that every file of results belongs to the current scenario and engine, that the total size is below the
/// limit, and that the recomputed results of three presets equal their files.
pub fn check(native: &Path) -> Outcome {
    let presets: BTreeMap<String, Preset> =
        presets(native)?.into_iter().map(|preset| (preset.name.clone(), preset)).collect();
    for name in names()? {
        let fresh = presets.get(&name).is_some_and(|preset| is_of(&file(&name), preset));
        if !fresh {
            return Err(format!(
                "www/results/{name}.json is not of this scenario and engine: `cargo xtask results {name}` makes it anew"
            ));
        }
    }
    for name in RECOMPUTED {
        recompute(native, name, None)?;
    }
    for (file, colours, width) in PICTURES {
        if picture(native, colours, width)? != project::read(&folder().join(file))? {
            return Err(format!(
                "www/results/{file} is not the landing figure: `cargo xtask results cliff` draws it anew"
            ));
        }
    }
    let bytes = gzipped()?;
    println!("{} presets, {bytes} bytes gzipped of {LIMIT}", names()?.len());
    match bytes <= LIMIT {
        true => Ok(()),
        false => Err(format!("www/results takes {bytes} bytes gzipped, {} more than it may", bytes - LIMIT)),
    }
}

/// Recomputes the results of every preset that has a file, which takes an hour. Runs that several presets have in
/// common are simulated once. If the check is interrupted, it resumes when it is started again at this commit.
pub fn check_all(native: &Path) -> Outcome {
    let folder = project::target().join("results-full").join(passed::commit().unwrap_or("changed".to_owned()));
    if folder.ends_with("changed") && folder.exists() {
        fs::remove_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    }
    for name in names()? {
        let begin = Instant::now();
        if native::preset(native, &name)?["workload"]["model"] == "swf" && !project::logs().is_dir() {
            println!("{name}: skipped: its log is not at hand in {}", project::logs().display());
            continue;
        }
        recompute(native, &name, Some(&folder))?;
        println!("{name}: {:.0} s", begin.elapsed().as_secs_f64());
    }
    Ok(())
}

fn recompute(native: &Path, name: &str, folder: Option<&Path>) -> Outcome {
    match computed(native, name, None, folder)? == project::read(&file(name))? {
        true => Ok(()),
        false => Err(format!(
            "{name} has other results than www/results/{name}.json. If this is intended: raise ENGINE_VERSION, describe the change in CHANGELOG.md, and \
             make it anew by `cargo xtask results {name}`"
        )),
    }
}

/// The landing figure as a picture, shown on the page until the program draws it.
fn picture(native: &Path, colours: &str, width: u32) -> Outcome<String> {
    let width = width.to_string();
    let kind = ["figure", "--preset", "cliff", "--baseline", "0"];
    let looks = ["--theme", colours, "--width", &width];
    native::output(native, &[&kind[..], &looks[..]].concat())
}

/// Names of the presets that have a file of results.
pub fn names() -> Outcome<Vec<String>> {
    let files = files::all(&folder())?;
    Ok(files.iter().filter_map(|file| file.strip_suffix(".json").map(str::to_owned)).collect())
}

fn presets(native: &Path) -> Outcome<Vec<Preset>> {
    let preset = |entry: &Value| {
        Some(Preset {
            name: entry["name"].as_str()?.to_owned(),
            digest: entry["scenario_digest"].as_str()?.to_owned(),
            engine: entry["engine_version"].as_u64()?,
        })
    };
    Ok(native::presets(native)?.iter().filter_map(preset).collect())
}

/// Results of a preset, as one line. Results of single tasks are stored in `folder`, and reused.
fn computed(native: &Path, name: &str, threads: Option<u32>, folder: Option<&Path>) -> Outcome<String> {
    let command = command_for(&native::preset(native, name)?);
    let mut arguments = vec![command, "--preset", name, "--json"];
    // The file of the landing experiment has no single runs, because a first visit fetches this file, and simulates the
    // runs itself within a second.
    if name != "cliff" {
        arguments.push("--runs");
    }
    let threads = threads.map(|threads| threads.to_string());
    if let Some(threads) = &threads {
        arguments.extend(["--threads", threads]);
    }
    let logs = project::logs().display().to_string();
    if project::logs().is_dir() {
        arguments.extend(["--logs", &logs]);
    }
    let folder = folder.map(|folder| folder.display().to_string());
    if let Some(folder) = &folder {
        arguments.extend(["--results", folder]);
    }
    let mut results = native::json(native, &arguments)?;
    // `made_by` names the commit, `schedulers` and `run_names` repeat the scenario: none is a result.
    if let Some(results) = results.as_object_mut() {
        results.shift_remove("made_by");
        results.shift_remove("schedulers");
        results.shift_remove("run_names");
    }
    Ok(results.to_string() + "\n")
}

fn is_of(file: &Path, preset: &Preset) -> bool {
    let text = fs::read_to_string(file).unwrap_or_default();
    serde_json::from_str(&text).is_ok_and(|whole: Value| {
        whole["scenario_digest"] == *preset.digest && whole["engine_version"] == preset.engine
    })
}

fn gzipped() -> Outcome<usize> {
    let mut bytes = 0;
    for name in names()? {
        let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
        let text = project::read(&file(&name))?;
        let packed = encoder.write_all(text.as_bytes()).and_then(|()| encoder.finish());
        bytes += packed.map_err(|error| format!("{name}: {error}"))?.len();
    }
    Ok(bytes)
}

fn file(name: &str) -> PathBuf {
    folder().join(format!("{name}.json"))
}

fn folder() -> PathBuf {
    project::root().join("www/results")
}
