//! The schedule of a run as a job log with a header that states its origin.

use super::jobs::OfRun;
use crate::ENGINE_VERSION;
use crate::experiment::{Task, is_sample};
use crate::logs::Clock;
use crate::logs::swf::{Fractions, Labels, Start, SwfFailure, SwfFile, SwfHeader};
use crate::logs::{Log, LogJobs};
use crate::scenario::Scenario;
use crate::scenario::Workload as Model;
use std::io::Write;

/// Midnight before the first Monday of 1970 \[s\]. It is time 0 of models with a time of day.
const A_MONDAY_S: i64 = 4 * 86_400;

/// Begins the log of a task; `of_run` identifies its run in `scenario`.
///
/// # Errors
/// If writing to `out` fails, or the platform cannot be built.
pub fn begin<W: Write>(
    out: W,
    task: &Task,
    (scenario, of_run): (&Scenario, &OfRun),
    log: Option<&Log>,
    logged: Option<LogJobs>,
    fractions: Fractions,
) -> Result<SwfFile<W>, SwfFailure> {
    let platform = task.platform().map_err(SwfFailure::Refused)?;
    let clusters = Labels::clusters(platform.clusters.len() as u64);
    let mut notes = vec![format!(
        "a simulated schedule by {}: wait time, run time and partition are those of the run",
        of_run.scheduler
    )];
    if fractions == Fractions::Rounded {
        notes.push("moments that are no whole seconds are rounded".to_owned());
    }
    notes.extend(logged.as_ref().and_then(LogJobs::new_numbers));
    notes.extend(place(scenario, of_run));
    notes.push(format!("scenario {}", scenario.to_compact_json()));
    let header = SwfHeader {
        computer: &computer(&scenario.workload, log),
        conversion: &conversion(),
        jobs: None,
        processors: Some(platform.nodes()),
        start: start(&scenario.workload, log),
        zone: log.and_then(|log| log.header.text("TimeZoneString")),
        queues: log.map_or_else(|| clusters.clone(), Labels::queues),
        partitions: clusters,
        notes: &notes,
    };
    SwfFile::new(out, &header, logged, fractions).map_err(SwfFailure::Output)
}

/// Identifies a run among several of a scenario: "replication 2, workload.bsbw_mbps 300".
fn place(scenario: &Scenario, of_run: &OfRun) -> Option<String> {
    let mut parts = Vec::new();
    if is_sample(scenario) {
        parts.push(format!("replication {}", of_run.replication));
    }
    for (sweep, value) in scenario.experiment.sweep.iter().zip(&of_run.swept) {
        if let Some(value) = value {
            parts.push(format!("{} {value}", sweep.parameter));
        }
    }
    (!parts.is_empty()).then(|| parts.join(", "))
}

/// Name of the machine: the machine of the log, or the workload model.
pub fn computer(workload: &Model, log: Option<&Log>) -> String {
    let Some(log) = log else {
        return format!("{} (workload model)", workload.info().label);
    };
    match log.header.text("Computer") {
        Some(named) => named.to_owned(),
        None => format!("unknown, log {}", log.name),
    }
}

/// Name of the program that wrote the log.
pub fn conversion() -> String {
    format!("metasched {}, engine {ENGINE_VERSION}", env!("CARGO_PKG_VERSION"))
}

/// The time of day at time 0, if it is known. For a log, submissions are on its own clock.
pub fn start(workload: &Model, log: Option<&Log>) -> Option<Start> {
    if workload.info().has_days {
        return Some(Start { unix_s: A_MONDAY_S, east_s: 0 });
    }
    let clock = Clock::of(&log?.header)?;
    Some(Start { unix_s: clock.start_s, east_s: clock.offset_s() })
}
