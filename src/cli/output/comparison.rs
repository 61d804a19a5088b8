//! The comparison of schedulers as a document, and as a table of all numbers.

use crate::cli::output::summary;
use crate::experiment::compare::{Comparison, Group, Other};
use crate::experiment::measure;
use crate::export::table::{Document, Table};
use crate::logs::Log;
use crate::scenario::Scenario;
use crate::words::number::{self, counted, fixed, percent};

/// A comparison with its scenario.
#[derive(Clone, Debug)]
pub struct Compared<'c> {
    /// Title of the scenario.
    pub headline: &'c str,
    /// The scenario, with only the compared schedulers.
    pub scenario: &'c Scenario,
    /// The log, if the jobs are from a log.
    pub log: Option<&'c Log>,
    /// The comparison.
    pub comparison: &'c Comparison,
    /// Command that tells the story of the job whose wait grows most.
    pub story: Option<String>,
}

/// The comparison for people.
pub fn document(own: &Compared<'_>) -> Document {
    let comparison = own.comparison;
    let mut tables = vec![measures(comparison)];
    tables.extend(gains(comparison));
    tables.extend(groups(comparison));
    Document {
        headline: own.headline.to_owned(),
        about: vec![
            summary::platform(own.scenario),
            summary::workload(own.scenario, own.log),
            summary::rules(own.scenario),
            comparison.sentence(),
        ],
        tables,
        notes: notes(own),
    }
}

/// Text of a number with the measure's decimals; a dash without a number.
fn cell(measure: &str, value: Option<f64>) -> String {
    measure::find(measure).in_column(value.unwrap_or(f64::NAN))
}

/// Text of a probability.
fn probability(p: Option<f64>) -> String {
    match p {
        Some(p) if p < 0.001 => "< 0.001".to_owned(),
        p => fixed(p.unwrap_or(f64::NAN), 3),
    }
}

/// Each measure of each scheduler.
fn measures(own: &Comparison) -> Table {
    let several = own.others.len() > 1;
    let heads = ["measure", "scheduler", &own.first_label, "here", "difference", "± 95%", "ratio", "± 95%", "p"];
    let heads = heads.map(str::to_owned).into_iter();
    let heads: Vec<String> = heads.chain(several.then(|| "p (Holm)".to_owned())).chain(["result".to_owned()]).collect();
    let mut rows = Vec::new();
    for at in 0..own.others.first().map_or(0, |own| own.measures.len()) {
        for other in &own.others {
            let Some(found) = other.measures.get(at) else { continue };
            let ratio = |value: Option<f64>| fixed(value.unwrap_or(f64::NAN), 3);
            let of = |value| cell(found.measure, value);
            let mut row = vec![
                measure::find(found.measure).axis(),
                other.label.clone(),
                of(found.first),
                of(found.other),
                of(found.difference),
                of(found.difference_ci95),
                ratio(found.ratio),
                ratio(found.ratio_ci95),
                probability(found.p),
            ];
            row.extend(several.then(|| probability(found.p_holm)));
            row.push(found.words.clone());
            rows.push(row);
        }
    }
    Table::new(heads, rows)
}

/// The shares of jobs that gain and lose; `None` if single jobs are not kept.
fn gains(own: &Comparison) -> Option<Table> {
    let row = |other: &Other| {
        let jobs = other.jobs.as_ref()?;
        let worst = jobs.worst.map_or_else(|| "–".to_owned(), |hit| number::duration(hit.later_s));
        let job = jobs.worst.map_or_else(|| "–".to_owned(), |hit| hit.job.to_string());
        let shares = [jobs.gain_share, jobs.lose_share, jobs.hour_later_share, jobs.day_later_share].map(percent);
        let mut row = vec![other.label.clone(), number::count(jobs.jobs)];
        row.extend(shares);
        row.extend([worst, job]);
        Some(row)
    };
    let heads = ["scheduler", "jobs", "gain", "lose", "an hour later", "a day later", "most", "job"];
    let rows: Vec<Vec<String>> = own.others.iter().filter_map(row).collect();
    let title = format!("Jobs that gain and lose against {}", own.first_label);
    (!rows.is_empty()).then(|| Table { title, ..Table::new(heads.map(str::to_owned), rows) })
}

/// The scheduler whose groups of jobs are shown: the one of the sentence, or the first one with groups.
fn told(own: &Comparison) -> Option<&Other> {
    own.best().or_else(|| own.others.iter().find(|own| own.jobs.is_some()))
}

/// The groups of jobs: one table by users, by sizes and by months.
fn groups(own: &Comparison) -> Vec<Table> {
    let Some((other, jobs)) = told(own).and_then(|other| Some((other, other.jobs.as_ref()?))) else {
        return Vec::new();
    };
    let tables = jobs.by.iter().map(|grouping| {
        let row = |group: &Group| {
            vec![
                group.name.clone(),
                number::count(group.jobs),
                cell(jobs.measure, Some(group.first)),
                cell(jobs.measure, Some(group.other)),
                cell(jobs.measure, group.difference),
                cell(jobs.measure, group.difference_ci95),
                percent(group.gain_share),
                percent(group.lose_share),
            ]
        };
        let heads = [grouping.by, "jobs", &own.first_label, &other.label, "difference", "± 95%", "gain", "lose"]
            .map(str::to_owned);
        let title = format!("{} by {}", measure::find(jobs.measure).axis(), grouping.by);
        Table { title, ..Table::new(heads, grouping.groups.iter().map(row)) }
    });
    tables.collect()
}

/// Sentences that explain the tables, and say why a number is missing.
fn notes(own: &Compared<'_>) -> Vec<String> {
    let comparison = own.comparison;
    let first = &comparison.first_label;
    let mut notes = vec![format!(
        "difference: the scheduler's value less that of {first}, on the same jobs; ratio: the one over the other; ± 95%: half widths of their intervals."
    )];
    if comparison.others.len() > 1 {
        let several = counted(comparison.others.len() as u64, "scheduler");
        notes.push(format!(
            "p (Holm): p corrected for {several} compared with {first}; a result is called better or worse only if it is below 0.05. Intervals are those of each comparison alone."
        ));
    }
    for other in &comparison.others {
        for found in &other.measures {
            if let Some(why) = &found.why {
                notes.push(format!("{}, {}: {why}.", measure::find(found.measure).label, other.label));
            }
        }
    }
    let unstable = comparison.others.iter().flat_map(|own| &own.measures).any(|own| own.why.is_some());
    match (told(comparison).and_then(|own| own.jobs.as_ref()), unstable) {
        (Some(jobs), _) => {
            let label = measure::find(jobs.measure).label;
            notes.push(format!("gain, lose: jobs with a smaller and a larger value ({label}) than under {first}."));
            if comparison.others.len() > 1 {
                notes.push("Groups of jobs are those of one scheduler; --csv and --json have all.".to_owned());
            }
            let story = own.story.as_ref().map(|command| format!("The story of the job that waits longest: {command}"));
            notes.extend(story);
        }
        (None, false) => notes.push("Single jobs are not compared, because there are too many.".to_owned()),
        (None, true) => {}
    }
    notes
}

/// Every number: a row per scheduler and measure, and per scheduler and group of jobs.
pub fn numbers(own: &Comparison) -> Table {
    const HEADS: [&str; 19] = [
        "scheduler",
        "versus",
        "measure",
        "by",
        "group",
        "jobs",
        "versus_value",
        "value",
        "difference",
        "difference_ci95",
        "ratio",
        "ratio_ci95",
        "p",
        "p_holm",
        "blocks",
        "gain_share",
        "lose_share",
        "words",
        "why",
    ];
    let number = |value: Option<f64>| value.map_or_else(String::new, |value| value.to_string());
    let count = |value: Option<u64>| value.map_or_else(String::new, |value| value.to_string());
    let mut rows: Vec<Vec<String>> = Vec::new();
    for other in &own.others {
        let names = |measure: &str| vec![other.scheduler.clone(), own.first.clone(), measure.to_owned()];
        for found in &other.measures {
            let jobs = other.jobs.as_ref().filter(|jobs| jobs.measure == found.measure);
            let mut row = names(found.measure);
            row.extend([String::new(), String::new(), count(jobs.map(|jobs| jobs.jobs))]);
            let values = [found.first, found.other, found.difference, found.difference_ci95, found.ratio];
            row.extend(values.map(number));
            row.extend([found.ratio_ci95, found.p, found.p_holm].map(number));
            row.push(count(found.blocks.map(|blocks| blocks as u64)));
            row.extend([jobs.map(|jobs| jobs.gain_share), jobs.map(|jobs| jobs.lose_share)].map(number));
            row.extend([found.words.clone(), found.why.clone().unwrap_or_default()]);
            rows.push(row);
        }
        if let Some(jobs) = &other.jobs {
            for grouping in &jobs.by {
                rows.extend(grouping.groups.iter().map(|group| {
                    let mut row = names(jobs.measure);
                    row.extend([grouping.by.to_owned(), group.name.clone(), group.jobs.to_string()]);
                    let values = [Some(group.first), Some(group.other), group.difference, group.difference_ci95];
                    row.extend(values.map(number));
                    row.extend(std::iter::repeat_n(String::new(), 5));
                    row.extend([group.gain_share, group.lose_share].map(|share| share.to_string()));
                    row.extend([String::new(), String::new()]);
                    row
                }));
            }
        }
    }
    Table::new(HEADS.map(str::to_owned), rows)
}
