//! The current log: its file, and a check that it is the log that a scenario expects.

use crate::base::problem::Problems;
use crate::logs::Reading;
use crate::parameter::path::Values;
use crate::scenario::advice::log_clusters;
use crate::scenario::of_log::{self, About};
use crate::scenario::{Checked, Communication, Scenario, Swf};
use crate::web::messages::LogSummary;
use crate::web::page::shell::dom::{self, Build};
use crate::words::number;
use crate::workload::HomeRule;
use serde_json::{Value, json};
use web_sys::{Element, File};

/// State of the current log.
#[derive(Clone, Debug, Default)]
pub struct Logs {
    /// Name of the file being read, and the share read so far.
    pub reading: Option<(String, f64)>,
    /// Facts about the log, once read.
    pub summary: Option<LogSummary>,
    /// The file.
    pub log: Option<File>,
    /// The settings with which the facts were read.
    pub read_as: Reading,
}

/// Availability of a scenario's log.
#[derive(Clone, Debug, PartialEq)]
pub enum Need {
    /// No log is needed, or the right one is available.
    Nothing,
    /// The log is being read.
    Wait,
    /// The log must be read again, because the scenario reads it otherwise.
    Again,
    /// The user must choose the file, for this reason.
    File(String),
}

impl Logs {
    /// What a scenario still needs before it can run.
    pub fn need(&self, scenario: &Scenario) -> Need {
        let Some(swf) = scenario.workload.of::<Swf>() else {
            return Need::Nothing;
        };
        if self.reading.is_some() {
            return Need::Wait;
        }
        match &self.summary {
            None => Need::File(missing(swf)),
            Some(summary) => match differs(swf, summary) {
                Some(why) => Need::File(why),
                None if of_log::reading(scenario).is_some_and(|own| own.is_ok_and(|own| own != self.read_as)) => {
                    Need::Again
                }
                None => Need::Nothing,
            },
        }
    }

    /// Number of jobs in the log, 0 without a log.
    pub fn jobs(&self) -> u64 {
        self.summary.as_ref().map_or(0, |summary| summary.jobs)
    }

    /// Writes the facts about the log below the button in the form.
    pub fn write(&self, scenario: &Scenario) {
        let Some(about) = dom::document().get_element_by_id("log-about") else {
            return;
        };
        dom::clear(&about);
        let line = |text: &str| dom::new("p").class("small").text(text);
        if let Some((name, fraction)) = &self.reading {
            dom::append(&about, &line(&format!("Reading {name}: {}", number::percent(*fraction))));
            return;
        }
        let Some(summary) = &self.summary else { return };
        let requests = match summary.without_request {
            0 => String::new(),
            all if all == summary.jobs => " It has no requested times: run times stand for them.".to_owned(),
            1 => " One job has no requested time: its run time stands for it.".to_owned(),
            some => format!(" {} have no requested time: run times stand for it.", number::counted(some, "job")),
        };
        let facts = format!(
            "{}: {} in {}, the largest on {}; {}, {}, {}.{requests}",
            summary.name,
            number::counted(summary.jobs, "job"),
            number::duration(summary.span_s),
            number::counted(summary.largest_job.into(), "processor"),
            number::counted(summary.queues.known.len() as u64, "queue"),
            number::counted(summary.partitions.known.len() as u64, "partition"),
            number::counted(summary.users as u64, "user"),
        );
        dom::append(&about, &line(&facts).attr("id", "log-facts"));
        if let Some(homes) = summary.homes(scenario) {
            dom::append(&about, &line(&format!("Home clusters: {homes}.")).attr("id", "log-homes"));
        }
        if !(summary.notes.is_empty() && summary.remarks.is_empty()) {
            let notes = summary.notes.iter().chain(&summary.remarks).map(|note| dom::new("li").text(note));
            let left_out = match summary.left_out {
                0 => "Notes".to_owned(),
                some => format!("{} left out", number::counted(some, "record")),
            };
            let folded: Element = dom::new("details")
                .class("small")
                .with(dom::new("summary").text(&left_out))
                .with(dom::new("ul").with_all(notes));
            dom::append(&about, &folded);
        }
        dom::append(&about, &line(&format!("SHA-256 {}…", summary.sha256.get(..16).unwrap_or_default())));
    }
}

impl LogSummary {
    /// The home clusters of the log's jobs; `None` if the scenario does not take them from queues or partitions.
    fn homes(&self, scenario: &Scenario) -> Option<String> {
        let swf = scenario.workload.of::<Swf>()?;
        let names = match swf.home {
            HomeRule::Queue => &self.queues,
            HomeRule::Partition => &self.partitions,
            HomeRule::Random | HomeRule::First => return None,
        };
        Some(names.on(log_clusters(swf, scenario)).to_string())
    }
}

/// Source of a log. Logs called "reduced" were derived from the archive's logs for another simulator.
fn found(path: &str) -> &'static str {
    match path.contains("-reduced") {
        true => {
            " It is among the data of https://github.com/dinesh121991/predictsim, made of the log of https://www.cs.huji.ac.il/labs/parallel/workload/, \
             and no log of that archive itself."
        }
        false => " Logs are at https://www.cs.huji.ac.il/labs/parallel/workload/.",
    }
}

/// Text with the name of the missing log, shown in place of results.
pub fn needed(scenario: &Scenario) -> String {
    match scenario.workload.of::<Swf>() {
        Some(swf) if !swf.path.is_empty() => format!("Needs the log {}.", swf.path),
        _ => "Needs a log.".to_owned(),
    }
}

fn missing(swf: &Swf) -> String {
    let found = found(&swf.path);
    if swf.path.is_empty() {
        return format!(
            "Which log? Drop a job log on the page: in the Standard Workload Format (.swf), or printed by sacct --parsable2 of Slurm, also compressed or in an archive, or choose it. It stays on this machine.{found}"
        );
    }
    let size = swf.size_bytes.map_or(String::new(), |bytes| format!(" ({} bytes)", number::fixed(bytes as f64, 0)));
    let check = if swf.sha256.is_some() { " Its size and SHA-256 will be checked." } else { "" };
    format!(
        "This scenario needs the log {}{size}, which is not in the link: drop the file on the page or choose it.{check}{found}",
        swf.path
    )
}

/// Difference between a log and the log that the scenario expects.
fn differs(swf: &Swf, summary: &LogSummary) -> Option<String> {
    let other = |what: String| {
        format!(
            "{} is not the log that this scenario was made with ({}): {what}. Drop the right file, or go on with this one.",
            summary.name, swf.path
        )
    };
    if let Some(size) = swf.size_bytes.filter(|&size| size != summary.text_bytes) {
        let number = |bytes: u64| number::fixed(bytes as f64, 0);
        return Some(other(format!("it has {} bytes instead of {}", number(summary.text_bytes), number(size))));
    }
    if swf.sha256.as_ref().is_some_and(|own| *own != summary.sha256) {
        return Some(other("its SHA-256 is another one".into()));
    }
    None
}

/// The scenario of a log alone: the usual schedulers on a machine of its size.
///
/// # Errors
/// If this scenario breaks a rule.
pub fn alone(summary: &LogSummary) -> Result<Checked, Problems> {
    let about = About {
        path: summary.name.clone(),
        jobs: summary.jobs,
        largest: summary.largest_job,
        machine: summary.max_procs,
        users: summary.users,
    };
    let scenario = of_log::scenario(&about)?.with("title", &json!(summary.name))?;
    Ok(of_log::keeping_jobs(&with_log(&scenario, summary)?, summary.jobs))
}

/// The scenario with this log as its workload. If its workload was a log, the other settings are kept; if it was
/// another workload, only the settings of communication are kept. Sweeps of the workload that do not fit the log are
/// removed.
///
/// # Errors
/// If the scenario with this log breaks a rule.
pub fn with_log(scenario: &Scenario, summary: &LogSummary) -> Result<Checked, Problems> {
    let mut workload = match scenario.workload.is_log() {
        true => scenario.workload.values().clone(),
        false => {
            let Communication { compute_fraction, bsbw_mbps, pattern } = scenario.workload.communication();
            json!({ "model": "swf", "compute_fraction": compute_fraction, "bsbw_mbps": bsbw_mbps, "pattern": pattern.name() })
        }
    };
    workload["path"] = json!(summary.name);
    workload["size_bytes"] = json!(summary.text_bytes);
    workload["sha256"] = json!(summary.sha256);
    scenario.with("workload", &workload).or_else(|_| {
        let mut sweeps = scenario.at("experiment.sweep").cloned().unwrap_or_default();
        if let Some(sweeps) = sweeps.as_array_mut() {
            let of_workload =
                |sweep: &Value| sweep["parameter"].as_str().is_some_and(|own| own.starts_with("workload."));
            sweeps.retain(|sweep| !of_workload(sweep));
        }
        scenario.with_all([("workload", workload), ("experiment.sweep", sweeps)])
    })
}
