//! Workloads of Batsim (JSON, <https://batsim.readthedocs.io/en/latest/input-workload.html>), read as logs and written.
//!
//! Two kinds of profiles are read. A job with the profile `delay` runs for a given time and sends nothing. A job with
//! the profile `parallel_homogeneous` computes `cpu` operations on each node and sends `com` bytes from each node to
//! each other node; computing and sending progress at one common rate (a parallel task of SimGrid). Therefore a job
//! with the share s of its demanded bandwidth takes 1/s times as long, which is K = 0 in our terms. MODELS.md defines
//! run time and BSBW. Other profiles are rejected by name. `compute_fraction` of a profile and `home_cluster` of a job
//! are our own fields, which Batsim ignores.

mod json;
mod writer;

pub use writer::{BatsimJob, BatsimWriter, check};

use super::account::{Content, Counts};
use super::header::Header;
use super::kind::text_start;
use super::log::{Class, Detail, Labels, Log, Record, packed_request};
use super::swf::LARGEST_TIME_S;
use crate::base::digest::hex;
use crate::base::problem::Problem;
use crate::platform::MOST_CLUSTERS;
use crate::words::number;
use json::{Amount, File, Profile, Submission};
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;
use std::fmt;

/// Maximum length of a file \[bytes\], about two million jobs.
pub(super) const MOST_BYTES: usize = 128 << 20;

/// Default speed of a node \[flop/s\].
pub const FLOPS: f64 = 1e9;

const BITS_PER_BYTE: f64 = 8.0;

/// Bisection bandwidth \[bit/s\] of a job whose `nodes` nodes each send `com_bytes` to each other node during the run:
/// n²/4 pairs, in both directions.
pub fn bsbw_bps(nodes: u32, com_bytes: f64, runtime_s: f64) -> f64 {
    let nodes = f64::from(nodes);
    let pairs = nodes * nodes / 4.0;
    pairs * 2.0 * com_bytes * BITS_PER_BYTE / runtime_s
}

/// Bytes that each node sends to each other node in a job with the given bisection bandwidth: the inverse function of
/// [`bsbw_bps`].
pub fn com_bytes(nodes: u32, bsbw_bps: f64, runtime_s: f64) -> f64 {
    let nodes = f64::from(nodes);
    let pairs = nodes * nodes / 4.0;
    bsbw_bps * runtime_s / (pairs * 2.0 * BITS_PER_BYTE)
}

/// A profile: the work of a job, for any number of nodes.
#[derive(Clone, Copy)]
enum Work {
    Delay(f64),
    Task { runtime_s: f64, com_bytes: f64, compute_fraction: f64 },
}

/// Profiles by name, or the reason why a profile is not supported.
type Works = BTreeMap<String, Result<Work, Problem>>;

/// Reads a workload of Batsim.
///
/// # Errors
/// If the text is not a workload of Batsim, or if a job is not supported; the error describes the first such job.
pub(super) fn read(name: &str, text: &[u8]) -> Result<Log, Problem> {
    if text.len() > MOST_BYTES {
        return Err(Problem::new(
            name,
            format!("has more than {} bytes of JSON", number::count(MOST_BYTES as u64)),
            format!("at most {}", number::count(MOST_BYTES as u64)),
            "Divide it, or write its jobs in the Standard Workload Format, which is read piece by piece",
        ));
    }
    let file: File = serde_json::from_slice(&text[text_start(text)..]).map_err(|error| {
        Problem::new(
            name,
            format!("is JSON, but no workload of Batsim: {error}"),
            "an object with nb_res, jobs (id, subtime, walltime, res, profile) and profiles",
            "A scenario belongs where scenarios are read; here a job log is wanted",
        )
    })?;
    let profiles = file.profiles.into_iter();
    let works: Works = profiles.map(|(own, profile)| (own.clone(), work(name, &own, profile))).collect();
    let mut jobs = Vec::with_capacity(file.jobs.len());
    for job in file.jobs {
        let (record, detail) = read_job(name, &job, &works)?;
        jobs.push((record, detail, Box::from(job.id.text())));
    }
    if jobs.is_empty() {
        return Err(Problem::new(name, "has no jobs", "one job at least", ""));
    }
    let mut header = Header::default();
    if let Some(nodes) = file.nb_res.filter(|&nodes| nodes >= 1.0) {
        header.add(format!("MaxProcs: {}", nodes.floor()).as_bytes());
    }
    jobs.sort_by(|a, b| a.0.submit_s.total_cmp(&b.0.submit_s));
    let sha256 = hex(&Sha256::digest(text));
    let mut larger: Vec<(u32, u64)> = Vec::new();
    for (record, ..) in &jobs {
        if larger.last().is_none_or(|last| record.processors > last.0) {
            // JSON has no line per job.
            larger.push((record.processors, 0));
        }
    }
    let (records, details, mut names): (Vec<Record>, _, Vec<Box<str>>) = jobs.into_iter().collect();
    if names.iter().all(|own| own.is_empty()) {
        names = Vec::new();
    }
    Ok(Log {
        name: name.to_owned(),
        header,
        counts: Counts { records: records.len() as u64, ..Counts::default() },
        damage: None,
        unpacked: Vec::new(),
        text_bytes: text.len() as u64,
        sha256,
        records,
        names,
        classes: vec![Class { queue: -1, partition: -1 }],
        users: vec![-1],
        labels: Labels::default(),
        content: Content::default(),
        larger,
        details,
    })
}

fn read_job(file: &str, job: &Submission, works: &Works) -> Result<(Record, Detail), Problem> {
    let problem = |field: &str, value: &dyn fmt::Display, allowed: &str| {
        Problem::new(format!("{file}: job {}", job.id), format!("has the {field} {value}"), allowed, "")
    };
    let time = |seconds: f64| (0.0..=LARGEST_TIME_S).contains(&seconds);
    if !time(job.subtime) {
        return Err(problem("subtime", &job.subtime, "seconds from 0 on, at most 1e12"));
    }
    let whole = |number: f64, most: f64| (0.0..=most).contains(&number) && number.fract() == 0.0;
    if !whole(job.res, f64::from(u32::MAX)) || job.res < 1.0 {
        return Err(problem("res", &job.res, "a whole number of nodes, 1 or more"));
    }
    let walltime_s = match job.walltime {
        // In Batsim, −1 means that no walltime was requested.
        None | Some(-1.0) => None,
        Some(walltime_s) if time(walltime_s) && walltime_s > 0.0 => Some(walltime_s),
        Some(other) => {
            return Err(problem("walltime", &other, "positive seconds, −1 for none, or nothing"));
        }
    };
    let most = MOST_CLUSTERS as f64 - 1.0;
    let home = match job.home_cluster {
        Some(home) if !whole(home, most) => {
            return Err(problem("home_cluster", &home, &format!("a whole number from 0 to {most}")));
        }
        home => home.map(|home| home as u32),
    };
    let work = match works.get(&job.profile) {
        Some(Ok(work)) => *work,
        Some(Err(wrong)) => {
            return Err(Problem { place: format!("{file}: job {}: {}", job.id, wrong.place), ..wrong.clone() });
        }
        None => {
            let profile = shortened(&job.profile);
            return Err(problem("profile", &format!("\"{profile}\""), "the name of one of the file's profiles"));
        }
    };
    let nodes = job.res as u32;
    let (runtime_s, detail) = match work {
        Work::Delay(delay_s) => {
            (delay_s, Detail { compute_fraction: Some(1.0), bsbw_bps: Some(0.0), home, by_speed: false })
        }
        Work::Task { runtime_s, com_bytes, compute_fraction } => {
            let alone = nodes == 1;
            let bsbw_bps = if alone { 0.0 } else { bsbw_bps(nodes, com_bytes, runtime_s) };
            // The limit for any job.
            if bsbw_bps > 1e12 {
                let value = format!("{com_bytes} bytes in {runtime_s} s on {nodes} nodes");
                return Err(problem("communication", &value, "a bisection bandwidth of at most 1e12 bit/s"));
            }
            let detail =
                Detail { compute_fraction: Some(compute_fraction), bsbw_bps: Some(bsbw_bps), home, by_speed: true };
            (runtime_s, detail)
        }
    };
    let record = Record {
        submit_s: job.subtime,
        runtime_s,
        requested_s: packed_request(walltime_s.unwrap_or(-1.0), runtime_s),
        processors: nodes,
        number: job.id.number(),
        user: 0,
        class: 0,
    };
    Ok((record, detail))
}

/// The work of a profile, or the reason why it is not supported.
fn work(file: &str, name: &str, profile: Profile) -> Result<Work, Problem> {
    let place = format!("profile \"{}\"", shortened(name));
    let amount = |field: &str, given: Option<Amount>, least: f64, most: f64| {
        let value = match given {
            Some(Amount::Number(number)) if (least..=most).contains(&number) => return Ok(number),
            Some(Amount::Number(number)) => format!("is {number}"),
            Some(Amount::Other(_)) => "is no number".to_owned(),
            None => "is missing".to_owned(),
        };
        let least = if least == 0.0 { "a number from 0" } else { "a number above 0" };
        Err(Problem::new(format!("{place}: {field}"), value, format!("{least}, at most {most:e}"), ""))
    };
    // Batsim 5 renamed the types.
    match profile.kind.as_str() {
        "delay" | "DelayProfile" => Ok(Work::Delay(amount("delay", profile.delay, f64::MIN_POSITIVE, LARGEST_TIME_S)?)),
        "parallel_homogeneous" | "ParallelTaskHomogeneousProfile" => {
            let allowed = "DefinedAmountsUsedForEachValue";
            if let Some(strategy) = profile.generation_strategy.filter(|own| own != allowed) {
                let wrong = format!("has the generation_strategy \"{}\"", shortened(&strategy));
                return Err(Problem::new(place, wrong, allowed, "Write the amounts of each node"));
            }
            let (most, none) = (LARGEST_TIME_S * FLOPS, Some(Amount::Number(0.0)));
            let cpu = amount("cpu", profile.cpu, f64::MIN_POSITIVE, most)?;
            let com_bytes = amount("com", profile.com.or(none), 0.0, most)?;
            let compute_fraction = amount("compute_fraction", profile.compute_fraction.or(none), 0.0, 1.0)?;
            Ok(Work::Task { runtime_s: cpu / FLOPS, com_bytes, compute_fraction })
        }
        other => Err(Problem::new(
            place,
            format!("is of the type \"{}\"", shortened(other)),
            "delay, parallel_homogeneous",
            format!("Leave out its jobs, or give them another profile in {file}"),
        )),
    }
}

/// The first characters of a text, for a message, without control characters.
fn shortened(text: &str) -> String {
    let mut short: String = text.chars().take(40).collect();
    if short.len() < text.len() {
        short.push('…');
    }
    short.replace(char::is_control, " ")
}

#[cfg(test)]
mod tests;
