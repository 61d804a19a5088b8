//! Workloads of Batsim (JSON, <https://batsim.readthedocs.io/en/latest/input-workload.html>), read as logs and written.
//!
//! Profiles are read if they have an exact counterpart here. A job with the profile `delay` runs for a given time and
//! sends nothing. A job with the profile `parallel_homogeneous` computes `cpu` operations on each node and sends `com` bytes from each node to
//! each other node; computing and sending progress at one common rate (a parallel task of SimGrid). Therefore a job
//! with the share s of its demanded bandwidth takes 1/s times as long, which is K = 0 in our terms. MODELS.md defines
//! run time and BSBW. Amounts of all nodes together (`parallel_homogeneous_total`, or spread uniformly), a `parallel`
//! task with equal entries, and a `composed` sequence of alike parts are the same work in other words. A workload with
//! other profiles is rejected, or their jobs are left out, as a setting says. `compute_fraction` of a profile and
//! `home_cluster` of a job are our own fields, which Batsim ignores.

mod json;
mod work;
mod writer;

pub use writer::{BatsimJob, BatsimWriter, check};

use super::account::{Content, Counts, Reason};
use super::dependencies::Stated;
use super::filter::{Field, FieldValue};
use super::header::Header;
use super::kind::text_start;
use super::log::{Class, Detail, Labels, Log, Record, packed_request};
use super::reading::{Reading, UnsupportedRule};
use super::selection::Selection;
use super::swf::LARGEST_TIME_S;
use crate::base::digest::hex;
use crate::base::problem::Problem;
use crate::parameter::json::shortened;
use crate::platform::{Amounts, MOST_CLUSTERS, MOST_GPUS, MOST_MEMORY_GB};
use crate::words::number;
use json::{File, Submission, Value};
use serde::de::IgnoredAny;
use sha2::{Digest, Sha256};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::sync::Arc;
use work::{Work, Works, works};

/// Maximum length of a text in a message.
const SHOWN: usize = 40;

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

/// Reads a workload of Batsim.
///
/// # Errors
/// If the text is not a workload of Batsim, or if a job is not supported and must not be left out; the error describes
/// the first such job.
pub(super) fn read(name: &str, text: &[u8], reading: &Reading) -> Result<Log, Problem> {
    if text.len() > MOST_BYTES {
        return Err(Problem::new(
            name,
            format!("has more than {} bytes of JSON", number::count(MOST_BYTES as u64)),
            format!("at most {}", number::count(MOST_BYTES as u64)),
            "Divide it, or write its jobs in the Standard Workload Format, which is read piece by piece",
        ));
    }
    let json = &text[text_start(text)..];
    let file: File = serde_json::from_slice(json).map_err(|error| no_workload(name, json, &error))?;
    let works = works(file.profiles);
    let mut header = Header::default();
    if let Some(nodes) = file.nb_res.filter(|&nodes| nodes >= 1.0) {
        header.add(format!("MaxProcs: {}", nodes.floor()).as_bytes());
    }
    let selection = Selection::new(reading, &header)
        .map_err(|problem| Problem { place: format!("{name}: {}", problem.place), ..problem })?;
    let mut counts = Counts { records: file.jobs.len() as u64, ..Counts::default() };
    let mut jobs = Vec::with_capacity(file.jobs.len());
    let mut first = None;
    let mut left_out = BTreeSet::new();
    for job in file.jobs {
        if let (UnsupportedRule::LeftOut, Some(Err(wrong))) = (reading.unsupported, works.get(&job.profile)) {
            first.get_or_insert(wrong);
            counts.drop_job(Reason::Unsupported, job.id.to_string());
            left_out.insert(job.id.to_string().into());
            continue;
        }
        let (record, detail) = read_job(name, &job, &works)?;
        if let Some(reason) = selection.left_out(|field| FieldValue::Number(value(&record, field))) {
            counts.drop_job(reason, job.id.to_string());
            left_out.insert(job.id.to_string().into());
            continue;
        }
        let after = after(name, &job)?;
        jobs.push((record, detail, Box::from(job.id.text()), after));
    }
    if let (true, Some(wrong)) = (jobs.is_empty(), first) {
        let why = format!("has no job with a supported profile: {} {}", wrong.place, wrong.wrong);
        return Err(Problem::new(name, why, wrong.allowed.clone(), "Give its jobs other profiles"));
    }
    if jobs.is_empty() && counts.records > 0 {
        let remedy = "Widen the settings from, until, only and without";
        return Err(Problem::new(name, "has no job that the settings leave", "one job at least", remedy));
    }
    if jobs.is_empty() {
        return Err(Problem::new(name, "has no jobs", "one job at least", ""));
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
    let mut stated = Stated { left_out, ..Stated::default() };
    for (at, (.., after)) in jobs.iter().enumerate() {
        after.iter().for_each(|text| stated.add(at, text, 0.0));
    }
    let jobs = jobs.into_iter().map(|(record, detail, name, _)| (record, detail, name));
    let (records, details, mut names): (Vec<Record>, _, Vec<Box<str>>) = jobs.collect();
    let (dependencies, about) = stated.table(name, reading.dependencies, &records, &names)?.unzip();
    if names.iter().all(|own| own.is_empty()) {
        names = Vec::new();
    }
    Ok(Log {
        name: name.to_owned(),
        header,
        counts,
        damage: None,
        unpacked: Vec::new(),
        remarks: about.into_iter().collect(),
        text_bytes: text.len() as u64,
        sha256,
        records,
        names,
        classes: vec![Class { queue: -1, partition: -1 }],
        all_classes: Vec::new(),
        users: vec![-1],
        labels: Labels::default(),
        content: Content::default(),
        larger,
        details,
        dependencies: dependencies.filter(|own| !own.is_empty()).map(Arc::new),
    })
}

/// The value of a field, for filters; −1 for fields that Batsim does not have.
fn value(record: &Record, field: Field) -> f64 {
    match field {
        Field::Number => record.number().map_or(-1.0, f64::from),
        Field::Submit => record.submit_s,
        Field::Runtime => record.runtime_s,
        Field::Processors => f64::from(record.processors),
        Field::Requested => record.requested_s().unwrap_or(-1.0),
        Field::Status | Field::User | Field::Queue | Field::Partition => -1.0,
    }
}

/// What a job waits for, as a list.
fn after(file: &str, job: &Submission) -> Result<Option<String>, Problem> {
    Ok(match &job.dependencies {
        None => None,
        Some(Value::Text(list)) => Some(list.clone()).filter(|list| !list.is_empty()),
        Some(Value::Texts(ids)) => Some(ids.join(",")),
        Some(Value::Numbers(ids)) if ids.is_empty() => None,
        Some(Value::Numbers(ids)) => Some(ids.iter().map(f64::to_string).collect::<Vec<_>>().join(",")),
        Some(Value::Number(id)) => Some(id.to_string()),
        Some(Value::Other) => {
            let allowed = "ids of jobs, or a list such as \"afterok:3:4\"";
            return Err(Problem::new(format!("{file}: job {}", job.id), "has other dependencies", allowed, ""));
        }
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
    for (field, amount, most) in [("memory_gb", job.memory_gb, MOST_MEMORY_GB), ("gpus", job.gpus, MOST_GPUS)] {
        if let Some(amount) = amount.filter(|amount| !(0.0..=most).contains(amount)) {
            return Err(problem(field, &amount, &format!("0 to {most} for each node")));
        }
    }
    let asks = Amounts::of(job.memory_gb.unwrap_or_default(), job.gpus.unwrap_or_default());
    let work = match works.get(&job.profile) {
        Some(Ok(work)) => *work,
        Some(Err(wrong)) => {
            return Err(Problem { place: format!("{file}: job {}: {}", job.id, wrong.place), ..wrong.clone() });
        }
        None => {
            let profile = shortened(&job.profile, SHOWN);
            return Err(problem("profile", &format!("\"{profile}\""), "the name of one of the file's profiles"));
        }
    };
    let nodes = job.res as u32;
    let (runtime_s, detail) = match work {
        Work::Delay(delay_s) => {
            (delay_s, Detail { compute_fraction: Some(1.0), bsbw_bps: Some(0.0), home, asks, ..Detail::default() })
        }
        Work::Task(task) => {
            if let Some(fixed) = task.nodes.filter(|&fixed| fixed != nodes) {
                return Err(problem("res", &nodes, &format!("{fixed}, as its profile is for {fixed} nodes")));
            }
            let (runtime_s, com_bytes) = task.on(nodes);
            if runtime_s <= 0.0 {
                return Err(problem("run time", &runtime_s, "a positive time"));
            }
            let compute_fraction = task.compute_fraction;
            let bsbw_bps = if nodes == 1 { 0.0 } else { bsbw_bps(nodes, com_bytes, runtime_s) };
            // The limit for any job.
            if bsbw_bps > 1e12 {
                let value = format!("{com_bytes} bytes in {runtime_s} s on {nodes} nodes");
                return Err(problem("communication", &value, "a bisection bandwidth of at most 1e12 bit/s"));
            }
            let detail = Detail {
                compute_fraction: Some(compute_fraction),
                bsbw_bps: Some(bsbw_bps),
                home,
                by_speed: true,
                asks,
            };
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

/// The reason why JSON is no workload of Batsim.
fn no_workload(name: &str, json: &[u8], error: &serde_json::Error) -> Problem {
    let allowed = "an object with nb_res, jobs (id, subtime, walltime, res, profile) and profiles";
    let mut values = serde_json::Deserializer::from_slice(json).into_iter::<BTreeMap<String, IgnoredAny>>();
    let first = values.next();
    if let (Some(Ok(_)), Some(Ok(_))) = (&first, values.next()) {
        let remedy = "Put its values into one object, or write its jobs in the Standard Workload Format";
        return Problem::new(name, "has several JSON values, as JSON Lines", allowed, remedy);
    }
    if let Some(Ok(whole)) = first
        && ["schedulers", "platform", "workload", "experiment"].iter().any(|part| whole.contains_key(*part))
        && !whole.contains_key("jobs")
    {
        let remedy = "Run it (metasched run), or give the log that its workload.path names";
        return Problem::new(name, "is a scenario of Metasched, not a log", allowed, remedy);
    }
    // The error quotes values of any length; its end has the line and the column.
    let error = error.to_string();
    let (begin, end): (String, Vec<char>) = (error.chars().take(100).collect(), error.chars().rev().take(40).collect());
    let error = match error.chars().count() > 140 {
        true => format!("{begin}…{}", end.into_iter().rev().collect::<String>()),
        false => error,
    };
    Problem::new(name, format!("is JSON, but no workload of Batsim: {error}"), allowed, "Give a job log")
}

#[cfg(test)]
mod tests;
