//! `--bundle DIR`: a folder with the scenario, results and jobs of an experiment, described as a research object
//! (RO-Crate). `metasched run DIR` simulates the scenario again and compares.

use crate::ENGINE_VERSION;
use crate::base::digest::hex;
use crate::base::problem::Problem;
use crate::cli::clock;
use crate::cli::output::made_by::MadeBy;
use crate::cli::session::{Failure, Messages, NewFile, Session};
use crate::logs::Log;
use crate::scenario::{Checked, releases};
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// The description of the folder; its name is set by the specification of RO-Crate.
const METADATA: &str = "ro-crate-metadata.json";
const SCENARIO: &str = "scenario.json";
const RESULTS: &str = "results.json";
const JOBS: &str = "jobs.csv";

/// Identifiers of described things that are not files of the folder.
const LOG: &str = "#log";
const PROGRAM: &str = "#metasched";

const SPECIFICATION: &str = "https://w3id.org/ro/crate/1.2";

/// The scenario file, if the folder is a bundle.
pub fn scenario_in(folder: &Path) -> Option<PathBuf> {
    folder.join(METADATA).is_file().then(|| folder.join(SCENARIO))
}

/// Creates the folder; returns the path for the jobs of all runs.
///
/// # Errors
/// If the folder has files, or cannot be created.
pub fn begin(folder: &Path) -> Result<PathBuf, Failure> {
    let unwritable = |error| Failure::unwritable(folder.display(), &error);
    fs::create_dir_all(folder).map_err(unwritable)?;
    match fs::read_dir(folder).map_err(unwritable)?.next() {
        None => Ok(folder.join(JOBS)),
        Some(_) => {
            let wrong = format!("is {}, which has files", folder.display());
            Err(Problem::new("--bundle", wrong, "a new or empty folder", "Name another folder").into())
        }
    }
}

/// Writes all files except the file of jobs, which exists already.
///
/// # Errors
/// If a file cannot be written.
pub fn write(
    session: &mut Session,
    folder: &Path,
    title: &str,
    scenario: &Checked,
    log: Option<&Log>,
    made_by: &MadeBy,
    results: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> Result<(), Failure> {
    NewFile::create(session, &folder.join(SCENARIO))?.fill(&scenario.to_json())?;
    let mut file = NewFile::create(session, &folder.join(RESULTS))?;
    results(&mut file).map_err(|error| file.unwritable(&error))?;
    file.finish()?;

    let files = [
        (SCENARIO, "The scenario", "application/json"),
        (RESULTS, "The results", "application/json"),
        (JOBS, "Every job of every run", "text/csv"),
    ];
    let described = files.map(|(name, about, kind)| described(folder, name, about, kind));
    let mut graph = vec![
        json!({ "@id": METADATA, "@type": "CreativeWork", "about": { "@id": "./" }, "conformsTo": { "@id": SPECIFICATION } }),
        json!({
            "@id": "./", "@type": "Dataset", "name": title,
            "description": format!("An experiment with Metasched: {}. `metasched run DIR` repeats it and compares.", made_by.command),
            "datePublished": clock::today(),
            "license": "None chosen yet: its authors set it when they publish this folder",
            "hasPart": files.map(|(name, ..)| json!({ "@id": name })),
            "mentions": { "@id": "#run" },
        }),
    ];
    for entity in described {
        graph.push(entity?);
    }
    let mut read = vec![json!({ "@id": SCENARIO })];
    if let Some(log) = log {
        read.push(json!({ "@id": LOG }));
        graph.push(json!({
            "@id": LOG, "@type": "CreativeWork", "name": log.name,
            "description": "The job log, which is not in this folder. Size and checksum are of its decompressed text",
            "contentSize": log.text_bytes.to_string(), "sha256": log.sha256,
        }));
    }
    graph.push(json!({
        "@id": PROGRAM, "@type": "SoftwareApplication", "name": "Metasched",
        "softwareVersion": format!("{} (engine {ENGINE_VERSION}, commit {})", env!("CARGO_PKG_VERSION"), made_by.commit),
    }));
    graph.push(json!({
        "@id": "#run", "@type": "CreateAction", "name": made_by.command, "instrument": { "@id": PROGRAM },
        "object": read, "result": [{ "@id": RESULTS }, { "@id": JOBS }],
    }));
    let document = json!({ "@context": format!("{SPECIFICATION}/context"), "@graph": graph });
    NewFile::create(session, &folder.join(METADATA))?.fill(&format!("{document:#}\n"))
}

/// The description of a file in the folder.
fn described(folder: &Path, name: &str, about: &str, kind: &str) -> Result<Value, Failure> {
    let (bytes, sha256) = sum(&folder.join(name))?;
    Ok(json!({
        "@id": name, "@type": "File", "name": about, "encodingFormat": kind,
        "contentSize": bytes.to_string(), "sha256": sha256,
    }))
}

/// Size and SHA-256 of a file.
fn sum(path: &Path) -> Result<(u64, String), Problem> {
    let mut hash = Sha256::new();
    let bytes = File::open(path).and_then(|mut file| io::copy(&mut file, &mut Hashing(&mut hash)));
    let bytes = bytes.map_err(|error| unreadable(path, &error.to_string()))?;
    Ok((bytes, hex(&hash.finalize())))
}

/// Writer that hashes all bytes written to it.
struct Hashing<'h>(&'h mut Sha256);

impl Write for Hashing<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.update(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Checks, before anything is simulated, that this program can repeat the experiment.
///
/// # Errors
/// If the results belong to another engine, or to another scenario than the given one.
pub fn assert_repeatable(folder: &Path, scenario: &Checked) -> Result<(), Failure> {
    let file = folder.join(RESULTS);
    let results = read(&file)?;
    let engine = results["engine_version"].as_u64().and_then(|engine| u32::try_from(engine).ok()).unwrap_or_default();
    let place = file.display().to_string();
    if engine != ENGINE_VERSION {
        let remedy = match releases::last_with(engine) {
            Some(release) => format!("Repeat it with metasched {release}"),
            None => format!("Repeat it with a release that has engine {engine}"),
        };
        let wrong = format!("was made with engine {engine}");
        return Err(Problem::new(place, wrong, format!("engine {ENGINE_VERSION}, as in this program"), remedy).into());
    }
    let (of_results, given) = (results["scenario_digest"].as_str().unwrap_or_default(), scenario.digest());
    if of_results != given {
        let wrong = format!("is of a scenario with the digest \"{of_results}\", but the scenario given has {given}");
        let remedy = format!("To change settings, give {} instead of the folder", folder.join(SCENARIO).display());
        return Err(Problem::new(place, wrong, "the scenario in the folder, unchanged", remedy).into());
    }
    Ok(())
}

/// Compares a bundle with its repetition in the folder `again`.
///
/// # Errors
/// If log, results or jobs differ.
pub fn compare(messages: Messages, folder: &Path, again: &Path) -> Result<(), Failure> {
    let differs = |name: &str, wrong: String| {
        let place = folder.join(name).display().to_string();
        Err(Failure::Running(Problem::new(place, wrong, "", "The experiment is not reproduced")))
    };
    let [before, now] = [read(&folder.join(METADATA))?, read(&again.join(METADATA))?];
    if log_sum(&before) != log_sum(&now) {
        let [before, now] = [&before, &now].map(|crate_| log_sum(crate_).unwrap_or("no sum"));
        return differs(METADATA, format!("names a log with the SHA-256 {before}; the log read now has {now}"));
    }
    let [before, now] = [read(&folder.join(RESULTS))?, read(&again.join(RESULTS))?];
    if let Some(scheduler) = other_results(&before, &now) {
        return differs(RESULTS, format!("has other results of {scheduler} than this run"));
    }
    let [(_, before), (_, now)] = [sum(&folder.join(JOBS))?, sum(&again.join(JOBS))?];
    if before != now {
        return differs(JOBS, format!("has the SHA-256 {before}; the jobs of this run have {now}"));
    }
    messages.note(&format!("Reproduced: the results and jobs of {} are the same", folder.display()));
    Ok(())
}

/// Name of the first scheduler whose results differ.
fn other_results(before: &Value, now: &Value) -> Option<String> {
    let all = |results: &Value| -> Vec<Value> {
        let points = results["points"].as_array().into_iter().flatten();
        points.flat_map(|point| point["results"].as_array().into_iter().flatten().cloned()).collect()
    };
    let (before, now) = (all(before), all(now));
    if before.len() != now.len() {
        return Some(format!("{} points and schedulers", before.len()));
    }
    let other = before.iter().zip(&now).find(|(before, now)| before != now);
    other.map(|(_, now)| now["scheduler"].as_str().unwrap_or("a scheduler").to_owned())
}

fn log_sum(document: &Value) -> Option<&str> {
    let entities = document["@graph"].as_array().into_iter().flatten();
    entities.filter(|entity| entity["@id"] == LOG).find_map(|entity| entity["sha256"].as_str())
}

fn read(path: &Path) -> Result<Value, Problem> {
    let text = fs::read_to_string(path).map_err(|error| unreadable(path, &error.to_string()))?;
    serde_json::from_str(&text).map_err(|error| unreadable(path, &error.to_string()))
}

fn unreadable(path: &Path, error: &str) -> Problem {
    let remedy = "Check that the folder has all its files";
    Problem::new(path.display().to_string(), format!("cannot be read: {error}"), "a file as --bundle writes it", remedy)
}
