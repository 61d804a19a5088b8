//! Results for people: a table per point.

use super::{groups_table, summary};
use crate::chart::metric;
use crate::experiment::{Kept, Plan, Point, Results, RunResult};
use crate::metrics::job_times::JobByJob;
use crate::metrics::submitted::Submitted;
use crate::scenario::Scenario;
use crate::scenario::json::grouped;
use crate::scheduler::jones::ALL_SEARCH_STEPS;
use crate::workload::swf::Log;
use std::fmt::Write;

/// A heading and what it shows of a result; numbers are aligned to the right.
type Column = (&'static str, fn(&RunResult) -> String);

const COLUMNS: [Column; 19] = [
    ("scheduler", |run| run.scheduler.clone()),
    ("turnaround", |run| seconds(run.mean_turnaround_s)),
    ("± 95%", |run| {
        run.turnaround_ci95_s.map_or("–".into(), seconds)
    }),
    (DIFFERENCE, difference),
    (AHEAD, |run| one_by_one(run, |jobs| jobs.ahead_share)),
    (BEHIND, |run| one_by_one(run, |jobs| jobs.behind_share)),
    ("wait", |run| seconds(run.mean_wait_s)),
    (REFUSED, |run| {
        let per_job = |all: u64| fixed(all as f64 / (run.jobs as f64).max(1.0), 2);
        run.denials.map_or("–".into(), per_job)
    }),
    ("slowdown", |run| fixed(run.mean_slowdown, 2)),
    ("used", |run| percent(run.utilisation)),
    (CO_ALLOCATED, |run| percent(run.co_allocated_share)),
    (PENALTY, |run| fixed(run.mean_penalty, 3)),
    (LINK_MAX, |run| fixed(run.max_link_saturation, 2)),
    (MISSED, |run| {
        reservations(run, |kept| percent(kept.missed_share))
    }),
    (LATE, |run| reservations(run, late)),
    (UNFINISHED, |run| {
        submitted(run, |all| grouped(all.unfinished_jobs as f64))
    }),
    (ALL, |run| {
        submitted(run, |all| seconds(all.mean_turnaround_s))
    }),
    ("digest", |run| run.digest.clone()),
    ("", |run| {
        if run.unstable {
            UNSTABLE.into()
        } else {
            String::new()
        }
    }),
];

const UNSTABLE: &str = "unstable";

/// Columns that are left out where the network knows no such thing.
const CO_ALLOCATED: &str = "co-alloc";
const PENALTY: &str = "penalty";
const LINK_MAX: &str = "link max";

/// Whether the scenario's results have the measure that is in a column.
fn is_measured(scenario: &Scenario, head: &str) -> bool {
    let key = match head {
        CO_ALLOCATED => "co_allocated_share",
        PENALTY => "mean_penalty",
        LINK_MAX => "max_link_saturation",
        _ => return true,
    };
    metric::of(scenario).any(|own| own.key == key)
}

/// Columns that are left out unless some jobs had reservations.
const MISSED: &str = "missed";
const LATE: &str = "late";

fn reservations(run: &RunResult, text: fn(&Kept) -> String) -> String {
    run.reservations.as_ref().map_or("–".into(), text)
}

/// A column of grids only.
const REFUSED: &str = "refused";

/// Columns that are left out unless jobs are kept.
const DIFFERENCE: &str = "less first";
pub const AHEAD: &str = "ahead";
const BEHIND: &str = "behind";

fn difference(run: &RunResult) -> String {
    let Some(paired) = &run.paired else {
        return "–".into();
    };
    let mean = seconds(paired.mean_turnaround_difference_s);
    let half = paired.difference_ci95_s.map(seconds);
    half.map_or(mean.clone(), |half| format!("{mean} ± {half}"))
}

fn one_by_one(run: &RunResult, share: fn(&JobByJob) -> f64) -> String {
    let jobs = run.paired.as_ref().and_then(|paired| paired.jobs.as_ref());
    jobs.map_or("–".into(), |jobs| percent(share(jobs)))
}

/// Columns that are left out unless runs ended before their jobs.
const UNFINISHED: &str = "unfinished";
const ALL: &str = "all";

fn submitted(run: &RunResult, text: fn(&Submitted) -> String) -> String {
    run.submitted.as_ref().map_or("–".into(), text)
}

fn late(kept: &Kept) -> String {
    match kept.missed {
        0 => "–".into(),
        _ => seconds(kept.mean_lateness_s),
    }
}

/// Begins bold text.
pub const BOLD: &str = "\x1b[1m";
const YELLOW: &str = "\x1b[33m";
const PLAIN: &str = "\x1b[0m";

/// Title, platform and a table per point.
pub fn of(
    headline: &str,
    plan: &Plan,
    results: &Results,
    log: Option<&Log>,
    colours: bool,
) -> String {
    let scenario = plan.scenario();
    let mut text = String::new();
    let mut line = |line: &str| {
        text.push_str(line.trim_end());
        text.push('\n');
    };
    line(&painted(headline, BOLD, colours));
    line(&summary::platform(scenario));
    line(&summary::workload(scenario, log));
    let replications = match scenario.experiment.replications {
        1 => "1 replication".to_owned(),
        several => format!("{several} replications"),
    };
    line(&format!("{}, {replications}", summary::rules(scenario)));
    line(&format!(
        "scenario {}, engine {}",
        results.scenario_digest, results.engine_version
    ));
    for point in &results.points {
        line("");
        if !point.parameters.is_empty() {
            line(&painted(&heading(point), BOLD, colours));
        }
        table(scenario, point, colours)
            .iter()
            .for_each(|row| line(row));
        let groups = groups_table::rows(point, scenario.experiment.group_by);
        if groups.len() > 1 {
            line("");
            aligned(&groups, colours).iter().for_each(|row| line(row));
        }
    }
    let notes = notes(scenario, results);
    if !notes.is_empty() {
        line("");
        notes.iter().for_each(|note| line(note));
    }
    text
}

/// Whether its jobs were compared one by one with those of another scheduler.
fn is_one_by_one(run: &RunResult) -> bool {
    run.paired
        .as_ref()
        .is_some_and(|paired| paired.jobs.is_some())
}

/// "BSBW 200 Mbps (workload.bsbw_mbps)".
fn heading(point: &Point) -> String {
    let parameters = point.parameters.iter().map(|(path, value)| {
        let (name, unit) = summary::name_and_unit(path);
        let blank = if unit.is_empty() { "" } else { " " };
        format!("{name} {value}{blank}{unit} ({path})")
    });
    parameters.collect::<Vec<_>>().join(", ")
}

fn table(scenario: &Scenario, point: &Point, colours: bool) -> Vec<String> {
    let any_reserved = point.results.iter().any(|run| run.reservations.is_some());
    let mut columns = COLUMNS.to_vec();
    columns.retain(|(head, _)| is_measured(scenario, head));
    columns.retain(|(head, _)| any_reserved || ![MISSED, LATE].contains(head));
    let any_unfinished = point.results.iter().any(|run| run.submitted.is_some());
    columns.retain(|(head, _)| any_unfinished || ![UNFINISHED, ALL].contains(head));
    let any_kept = point.results.iter().any(is_one_by_one);
    columns.retain(|(head, _)| any_kept || ![DIFFERENCE, AHEAD, BEHIND].contains(head));
    let in_grid = point.results.iter().any(|run| run.denials.is_some());
    columns.retain(|(head, _)| in_grid || *head != REFUSED);
    let heads: Vec<String> = columns.iter().map(|(head, _)| (*head).to_owned()).collect();
    let cells = |run| columns.iter().map(|(_, cell)| cell(run)).collect();
    let rows = point.results.iter().map(cells);
    aligned(
        &std::iter::once(heads).chain(rows).collect::<Vec<_>>(),
        colours,
    )
}

/// Rows with their columns below each other, the first to the left.
pub(super) fn aligned(rows: &[Vec<String>], colours: bool) -> Vec<String> {
    let width = |column: usize| {
        rows.iter()
            .map(|row| row[column].chars().count())
            .max()
            .unwrap_or(0)
    };
    let line = |row: &Vec<String>| {
        let cells = row
            .iter()
            .enumerate()
            .map(|(column, cell)| match (column, width(column)) {
                (0, width) => format!("{cell:<width$}"),
                _ if cell == UNSTABLE => painted(cell, YELLOW, colours),
                (_, width) => format!("{cell:>width$}"),
            });
        cells.collect::<Vec<_>>().join("  ")
    };
    rows.iter().map(line).collect()
}

/// What the tables cannot say, each thing once.
fn notes(scenario: &Scenario, results: &Results) -> Vec<String> {
    let runs = || results.points.iter().flat_map(|point| &point.results);
    let mut notes =
        vec!["Times in seconds. used: share of node time. --json and --csv have more.".to_owned()];
    let of_network = [
        (CO_ALLOCATED, "share of jobs on several clusters"),
        (PENALTY, "their time over dedicated time"),
        (LINK_MAX, "largest demand over capacity of a link"),
    ];
    let told = of_network
        .iter()
        .filter(|(head, _)| is_measured(scenario, head));
    let told: Vec<String> = told.map(|(head, is)| format!("{head}: {is}")).collect();
    notes.push(format!("{}.", told.join("; ")));
    if runs().any(|run| run.reservations.is_some()) {
        notes.push(
            "missed: share of reserved jobs that started later than promised first; late: by how much, mean of those."
                .into(),
        );
    }
    if runs().any(|run| run.submitted.is_some()) {
        notes.push(
            "unfinished: jobs that had not ended when the runs did; all: turnaround with theirs until then."
                .into(),
        );
    }
    if runs().any(is_one_by_one) {
        notes.push(
            "less first: turnaround less the first scheduler's on the same jobs; ahead, behind: shares of the jobs that ended earlier, or later, than under the first scheduler, mean over the replications."
                .into(),
        );
    }
    if runs().any(|run| run.unstable) {
        notes.push(
            "unstable: the queue kept growing, so these means depend on the length of the run."
                .into(),
        );
    }
    let unplanned = results.unplanned();
    if !unplanned.is_empty() {
        notes.push(format!(
            "{}: no round of planning came before the end, so no meta request was planned; a larger gamma (ihs-demand) or a shorter \
             interval_s (ihs-fixed) brings rounds.",
            unplanned.join(", ")
        ));
    }
    let too_large = |run: &RunResult| run.rejected_jobs.saturating_sub(run.not_found_jobs);
    notes.extend(dropped(results, too_large, |jobs| {
        format!("{jobs} jobs are too large for it on this platform")
    }));
    let not_found = |run: &RunResult| run.not_found_jobs;
    notes.extend(dropped(results, not_found, |jobs| {
        let steps = grouped(ALL_SEARCH_STEPS.into());
        format!("its search found no place for {jobs} jobs within {steps} steps, even with everything idle")
    }));
    if let Some(most) = runs()
        .map(|run| run.warmup_jobs)
        .max()
        .filter(|&jobs| jobs > 0)
    {
        notes.push(format!(
            "Up to {} jobs per row were left out as warm-up (MSER-5).",
            grouped(most as f64)
        ));
    }
    notes
}

/// Which schedulers dropped jobs: a sentence each, `why` with the number at the first point where there are some.
fn dropped(
    results: &Results,
    count: impl Fn(&RunResult) -> u64,
    why: impl Fn(String) -> String,
) -> Vec<String> {
    let runs = results.points.iter().flat_map(|point| &point.results);
    let mut told = Vec::new();
    let mut notes = Vec::new();
    for run in runs.filter(|run| count(run) > 0) {
        if !told.contains(&&run.scheduler) {
            told.push(&run.scheduler);
            let why = why(grouped(count(run) as f64));
            let scheduler = &run.scheduler;
            notes.push(format!(
                "{scheduler}: {why}; they were dropped and do not count."
            ));
        }
    }
    notes
}

/// Text in a colour, if there are colours.
pub fn painted(text: &str, colour: &str, colours: bool) -> String {
    match colours {
        true => format!("{colour}{text}{PLAIN}"),
        false => text.to_owned(),
    }
}

pub(super) fn seconds(value: f64) -> String {
    fixed(value, 1)
}

pub(super) fn percent(share: f64) -> String {
    format!("{}%", fixed(100.0 * share, 1))
}

/// A number in a few columns, however large it is.
pub(super) fn fixed(value: f64, decimals: usize) -> String {
    let mut text = String::new();
    // Writing to a text cannot fail.
    let _ = match value.abs() >= 1e8 {
        true => write!(text, "{value:.3e}"),
        false => write!(text, "{value:.decimals$}"),
    };
    text
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::experiment::run;

    pub(in crate::cli) fn small(text: &str, colours: bool) -> String {
        let scenario = Scenario::from_json(text).unwrap();
        let results = run(&scenario, None).unwrap();
        of("T", &Plan::new(&scenario).unwrap(), &results, None, colours)
    }

    #[test]
    fn columns_are_aligned_and_unstable_is_a_word() {
        let text = small(
            r#"{ "title": "T", "workload": { "jobs_per_cluster": 3000, "interarrival_s": 100 }, "schedulers": ["ideal", "no-share"],
                 "experiment": { "sweep": [{"parameter": "workload.runtime_s", "values": [100, 900]}], "replications": 2 } }"#,
            false,
        );
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines[..2], ["T", "4 clusters of 100 nodes, 1000 Mbps"]);
        assert!(
            lines.contains(&"Run time 900 s (workload.runtime_s)"),
            "{text}"
        );
        let table: Vec<&str> = lines
            .iter()
            .copied()
            .skip_while(|line| !line.starts_with("scheduler"))
            .take(3)
            .collect();
        assert_eq!(table[0].chars().count(), table[1].chars().count());
        assert!(
            lines
                .iter()
                .any(|line| line.starts_with("ideal") && line.ends_with("unstable")),
            "{text}"
        );
        assert!(
            lines
                .iter()
                .any(|line| line.starts_with("unstable: the queue")),
            "{text}"
        );
        assert!(!text.contains('\x1b'));
    }

    /// Nobody loads the links of a wide-area network, and nobody is co-allocated in a grid.
    #[test]
    fn columns_of_other_networks_are_left_out() {
        let heads = |text: &str, policy: &str| {
            let text = format!(
                r#"{{ "workload": {{ "jobs_per_cluster": 20 }}, "network": {{ "model": "{text}" }}, "schedulers": ["{policy}"],
                      "experiment": {{ "sweep": [], "replications": 1 }} }}"#
            );
            let text = small(&text, false);
            let line = text.lines().find(|line| line.starts_with("scheduler"));
            let heads = line.unwrap_or_default();
            [CO_ALLOCATED, PENALTY, LINK_MAX].map(|head| {
                assert_eq!(
                    heads.contains(head),
                    text.contains(&format!("{head}: ")),
                    "{text}"
                );
                heads.contains(head)
            })
        };
        assert_eq!(heads("dynamic", "first-fit"), [true, true, true]);
        assert_eq!(heads("wan", "first-fit"), [true, true, false]);
        assert_eq!(heads("cluster", "grid-random"), [false, false, true]);
    }

    #[test]
    fn rejected_jobs_are_told() {
        let text = small(
            r#"{ "workload": { "jobs_per_cluster": 50, "nodes": [90, 120] }, "schedulers": ["no-share", "ideal"],
                 "experiment": { "sweep": [], "replications": 1 } }"#,
            true,
        );
        assert!(
            text.contains("no-share: ") && text.contains("too large"),
            "{text}"
        );
        assert!(text.starts_with("\x1b[1mT\x1b[0m"));
    }

    /// Everybody's links carry about as much as the job would ask of them, and there are many ways to see that it is too
    /// much: it may be too large or not, nobody knows.
    #[test]
    fn a_search_that_gives_up_is_told() {
        let text = small(
            r#"{ "platform": { "topology": "mesh", "clusters": [{ "count": 8, "nodes": 30, "link_mbps": 60 }] },
                 "workload": { "jobs_per_cluster": 1, "nodes": [200, 200], "bsbw_mbps": 1000 }, "schedulers": ["a1", "b1"],
                 "experiment": { "sweep": [], "replications": 1 } }"#,
            false,
        );
        assert!(
            text.contains(
                "a1: its search found no place for 8 jobs within 20 000 steps, even with everything idle; they were"
            ),
            "{text}"
        );
        assert!(!text.contains("too large"), "{text}");
    }

    #[test]
    fn what_has_not_ended_is_told() {
        let text = small(
            r#"{ "platform": { "clusters": [{ "count": 4, "nodes": 64 }] }, "network": { "model": "wan" },
                 "workload": { "model": "metacomputer", "compression": 50 },
                 "schedulers": ["meta-fcfs", { "policy": "meta-fcfs", "control": "ihs-demand", "gamma": 1e-15 }],
                 "experiment": { "sweep": [], "replications": 1, "completions": 300, "group_by": "origin" } }"#,
            false,
        );
        assert!(
            text.contains("unfinished") && text.contains("turnaround with theirs until then"),
            "{text}"
        );
        let told = "meta-fcfs (control ihs-demand, gamma 0.000000000000001): no round of planning came before the end";
        assert_eq!(text.matches("no round of planning").count(), 1, "{text}");
        assert!(text.contains(told), "{text}");
    }

    #[test]
    fn reservations_are_told_if_there_are_any() {
        let with = |queue: &str| {
            small(
                &format!(
                    r#"{{ "workload": {{ "jobs_per_cluster": 300, "bsbw_mbps": 900 }}, "queue": "{queue}",
                          "schedulers": ["first-fit", {{ "policy": "first-fit", "queue": "fcfs" }}],
                          "experiment": {{ "sweep": [], "replications": 1 }} }}"#
                ),
                false,
            )
        };
        let text = with("easy");
        let cells = |line: &str| {
            line.split("  ")
                .map(str::trim)
                .collect::<Vec<_>>()
                .join("|")
        };
        let row = |start| cells(text.lines().find(|line| line.starts_with(start)).unwrap());
        assert!(
            row("scheduler").contains("|missed|") && text.contains("missed: share"),
            "{text}"
        );
        assert!(row("first-fit (queue fcfs)").contains("|–|"), "{text}");
        assert!(!row("first-fit ").contains("|–|"), "{text}");
        assert!(!with("fpfs").contains("missed"));
    }

    #[test]
    fn numbers_stay_short() {
        assert_eq!(
            [1.0, 99_999.96, 1e12].map(seconds),
            ["1.0", "100000.0", "1.000e12"]
        );
        assert_eq!(percent(0.8999), "90.0%");
    }
}
