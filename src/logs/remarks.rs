//! Remarks on the content of a log that change no job: fields and header entries that are not used, and doubtful values.

use super::clock::Clock;
use super::log::Log;
use super::swf::UNUSED;
use crate::words::{listed, number};

/// Number of fields in the standard.
const FIELDS: usize = 18;

/// Share of run time in requested time from which requests are doubtful.
const DOUBTFUL_USE: f64 = 5.0;

/// Remarks on a log, a sentence each.
pub fn remarks(log: &Log) -> Vec<String> {
    let overruns = overruns(log, log.records.len()).map(|text| format!("{text}."));
    let all = [of_unused_fields(log), of_status(log), overruns, of_header(log)];
    let entry = |name: &str| {
        let text = log.header.text(name).filter(|text| !text.eq_ignore_ascii_case("no"))?;
        Some(format!("The header's {name} ({text}) is not used."))
    };
    let entries = ["Preemption", "AllowOveruse", "MaxRuntime"].into_iter().filter_map(entry);
    log.remarks.iter().cloned().chain(all.into_iter().flatten()).chain(of_zone(log)).chain(entries).collect()
}

fn of_zone(log: &Log) -> Option<String> {
    let name = log.header.text("TimeZoneString")?;
    let known = Clock::of(&log.header).is_none_or(|clock| clock.zone_from == Some("TimeZoneString"));
    (!known).then(|| format!("The header's TimeZoneString ({name}) is not a known time zone."))
}

/// Doubts whether a log says what it means, a sentence each; a run reports them, too.
pub fn doubts(log: &Log) -> Vec<String> {
    [of_fields(log), of_requests(log), of_larger_jobs(log)].into_iter().flatten().collect()
}

/// Records of another length than the standard prescribes are probably no records of a log.
fn of_fields(log: &Log) -> Option<String> {
    let [least, most] = log.content.fields?;
    let wrong = match (least, most) {
        (_, most) if most < FIELDS => "fewer",
        (least, _) if least > FIELDS => "more",
        _ => return None,
    };
    let fields = if least == most { least.to_string() } else { format!("{least} to {most}") };
    Some(format!(
        "All records have {wrong} fields than the Standard Workload Format: {fields} instead of {FIELDS}. Check that this is a log in this format."
    ))
}

fn of_unused_fields(log: &Log) -> Option<String> {
    let present = UNUSED.into_iter().filter(|(field, _)| log.content.unused & (1 << (field - 1)) != 0);
    let present: Vec<String> = present.map(|(field, name)| format!("{field} ({name})")).collect();
    (!present.is_empty()).then(|| format!("The log has fields that are not used: {}.", listed(&present)))
}

/// Jobs that did not complete are used unless the setting `status` excludes them.
fn of_status(log: &Log) -> Option<String> {
    let (failed, cancelled) = (log.counts.failed, log.counts.cancelled);
    (failed + cancelled > 0).then(|| {
        let jobs = number::counted(log.records.len() as u64, "job");
        format!(
            "Status of {jobs}: {} failed, {} cancelled while running. The setting status chooses.",
            number::count(failed),
            number::count(cancelled)
        )
    })
}

/// Jobs that run longer than requested.
pub fn overruns(log: &Log, jobs: usize) -> Option<String> {
    let jobs = log.records.get(..jobs).unwrap_or(&log.records);
    let over = jobs.iter().filter_map(|own| Some(own.runtime_s - own.requested_s()?).filter(|&over_s| over_s > 0.0));
    let (count, most_s) = over.fold((0, 0.0f64), |(count, most_s), over_s| (count + 1, most_s.max(over_s)));
    (count > 0).then(|| {
        format!(
            "{} of {} run longer than requested, by up to {}",
            number::count(count),
            number::counted(jobs.len() as u64, "job"),
            number::duration(most_s)
        )
    })
}

fn of_requests(log: &Log) -> Option<String> {
    let asked = log.records.iter().filter_map(|own| Some((own.runtime_s, own.requested_s()?)));
    let (all, doubtful) = asked.fold((0u64, 0u64), |(all, doubtful), (ran_s, asked_s)| {
        (all + 1, doubtful + u64::from(ran_s > DOUBTFUL_USE * asked_s))
    });
    (2 * doubtful > all).then(|| {
        format!(
            "Most jobs run longer than {} of their requested times: check the unit of field 9, which is seconds.",
            number::percent(DOUBTFUL_USE)
        )
    })
}

fn of_larger_jobs(log: &Log) -> Option<String> {
    let machine = log.header.processors()?;
    let larger = log.records.iter().filter(|own| f64::from(own.processors) > machine).count() as u64;
    let line = log.first_larger(machine as u32).filter(|_| larger > 0)?;
    let place = if line > 0 { format!(" (line {})", number::count(line)) } else { String::new() };
    Some(format!(
        "{} of the log {} more processors than MaxProcs ({}) says{place}.",
        number::counted(larger, "job"),
        if larger == 1 { "has" } else { "have" },
        number::count(machine as u64)
    ))
}

fn of_header(log: &Log) -> Option<String> {
    let none = log.header.fields().is_empty() && log.details.is_empty();
    none.then(|| "The log has no header: the size of its machine and its time zone are not known.".to_owned())
}
