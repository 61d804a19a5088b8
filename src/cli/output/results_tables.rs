//! The results of an experiment as a document: one table per point, and if jobs are grouped, one table of the groups.

use crate::cli::output::summary;
use crate::cli::output::table::UNSTABLE;
use crate::experiment::measure::{self, Measure};
use crate::experiment::{GroupResult, OTHER_JOBS, Plan, Point, Results, RunResult, is_sample, jobs_of_fewer};
use crate::export::table::{Document, Table};
use crate::logs::Log;
use crate::metrics::users::Users;
use crate::models::registry;
use crate::scenario::{GroupBy, Scenario};
use crate::words::number::{self, counted, exact, fixed};
use std::sync::Arc;

/// A column: its heading, and a function that gives its text for a result.
type Column = (&'static str, Box<dyn Fn(&RunResult) -> String>);

/// Document with title, platform, tables and notes.
pub fn document(headline: &str, plan: &Plan, results: &Results, log: Option<&Log>) -> Document {
    let scenario = plan.scenario();
    let tables = |point: &Point| {
        let title = if point.parameters.is_empty() { String::new() } else { heading(point) };
        let all = Table { title, ..table(scenario, point) };
        let groups = groups_table(point, scenario.experiment.group_by);
        let users = (scenario.experiment.group_by == GroupBy::User).then(|| users_table(point));
        let others = [Some(groups), users].into_iter().flatten();
        std::iter::once(all).chain(others.filter(|table| !table.rows.is_empty()))
    };
    Document {
        headline: headline.to_owned(),
        about: about(scenario, results, log).to_vec(),
        tables: results.points.iter().flat_map(|point| tables(point)).collect(),
        notes: notes(scenario, results),
    }
}

fn heading(point: &Point) -> String {
    let parameters = point.parameters.iter().map(|(path, value)| {
        let (name, unit) = summary::name_and_unit(path);
        let blank = if unit.is_empty() { "" } else { " " };
        format!("{name} {value}{blank}{unit} ({path})")
    });
    parameters.collect::<Vec<_>>().join(", ")
}

fn table(scenario: &Scenario, point: &Point) -> Table {
    let columns = columns(scenario, &point.results);
    let heads = columns.iter().map(|(head, _)| (*head).to_owned());
    let cells = |run| columns.iter().map(|(_, cell)| cell(run)).collect::<Vec<_>>();
    Table::new(heads, point.results.iter().map(cells))
}

/// Table with one row per group and scheduler.
fn groups_table(point: &Point, by: GroupBy) -> Table {
    let heads = ["scheduler", "jobs", "work", "turnaround", "± 95%", "wait", "bounded slowdown"];
    let all = || point.results.iter().flat_map(|run| &run.groups);
    let any_kept = all().any(|group| group.jobs_paired.is_some());
    let heads = std::iter::once(by.name()).chain(heads).chain(any_kept.then_some("ahead"));
    let mut rows = Vec::new();
    let ahead = |group: &GroupResult| {
        let jobs = group.jobs_paired.as_ref();
        jobs.map_or("–".into(), |jobs| number::percent(jobs.ahead_share))
    };
    let mut names: Vec<&String> = Vec::new();
    for group in all() {
        if !names.contains(&&group.group) {
            names.push(&group.group);
        }
    }
    for name in names {
        for run in &point.results {
            rows.extend(run.groups.iter().filter(|group| group.group == *name).map(|group| {
                let mut row = vec![
                    name.clone(),
                    run.scheduler.clone(),
                    group.jobs.to_string(),
                    number::percent(group.work_share),
                    fixed(group.mean_turnaround_s, 1),
                    fixed(group.turnaround_ci95_s.unwrap_or(f64::NAN), 1),
                    fixed(group.mean_wait_s, 1),
                    fixed(group.mean_bounded_slowdown, 2),
                ];
                row.extend(any_kept.then(|| ahead(group)));
                row
            }));
        }
    }
    Table::new(heads.map(str::to_owned), rows)
}

/// Table of how users are treated, with one row per scheduler.
fn users_table(point: &Point) -> Table {
    let heads =
        ["all users", "users", "wait", "bounded slowdown", "Jain wait", "Jain slowdown", "by work", "worst", "jobs"];
    let heads = heads.into_iter().chain(["wait", "bounded slowdown"]).map(str::to_owned);
    let rows =
        point.results.iter().filter_map(|run| {
            let Users {
                users,
                mean_wait_s,
                mean_bounded_slowdown,
                jain_wait,
                jain_slowdown,
                jain_slowdown_by_work,
                worst,
            } = run.users.as_ref()?;
            Some(vec![
                run.scheduler.clone(),
                users.to_string(),
                fixed(*mean_wait_s, 1),
                fixed(*mean_bounded_slowdown, 2),
                fixed(*jain_wait, 3),
                fixed(*jain_slowdown, 3),
                fixed(*jain_slowdown_by_work, 3),
                format!("user {}", worst.user),
                worst.jobs.to_string(),
                fixed(worst.mean_wait_s, 1),
                fixed(worst.mean_bounded_slowdown, 2),
            ])
        });
    Table::new(heads, rows)
}

/// Columns of a point's table: the scheduler, its measures, and its digest.
fn columns(scenario: &Scenario, runs: &[RunResult]) -> Vec<Column> {
    let mut columns: Vec<Column> = vec![("scheduler", Box::new(|run| run.scheduler.clone()))];
    for (measure, column) in measured(scenario, runs.iter()) {
        let value = move |run: &RunResult| measure.in_column(measure.value(run));
        columns.push((column.head, Box::new(value)));
        if column.interval {
            let half = |run: &RunResult| measure.ci95(run).unwrap_or(f64::NAN);
            let half = move |run: &RunResult| measure.in_column(half(run));
            columns.push(("± 95%", Box::new(half)));
        }
    }
    columns.push(("digest", Box::new(|run| run.digest.clone())));
    if runs.iter().any(|run| run.unstable) {
        let unstable = |run: &RunResult| if run.unstable { UNSTABLE } else { "" }.to_owned();
        columns.push(("", Box::new(unstable)));
    }
    let all: Arc<[RunResult]> = Arc::from(runs);
    let fewer =
        move |run: &RunResult| jobs_of_fewer(run, &all).map(|jobs| format!("{OTHER_JOBS} {jobs}")).unwrap_or_default();
    if runs.iter().any(|run| !fewer(run).is_empty()) {
        columns.push(("", Box::new(fewer)));
    }
    columns
}

/// The measures that have a column in tables, and a value in at least one of these results.
fn measured<'a>(
    scenario: &Scenario,
    runs: impl Iterator<Item = &'a RunResult> + Clone,
) -> impl Iterator<Item = (&'static Measure, measure::Column)> {
    measure::of(scenario).filter_map(move |own| {
        let known = runs.clone().any(|run| !own.value(run).is_nan());
        Some((own, own.column.filter(|_| known)?))
    })
}

/// Lines about all results: platform, workload, rules and digest.
fn about(scenario: &Scenario, results: &Results, log: Option<&Log>) -> [String; 4] {
    let replications = match (is_sample(scenario), scenario.experiment.replications) {
        (true, several) => counted(several.into(), "replication"),
        (false, 1) => "one run each".to_owned(),
        (false, _) => "one run each, since nothing is drawn".to_owned(),
    };
    [
        summary::platform(scenario),
        summary::workload(scenario, log),
        format!("{}, {replications}", summary::rules(scenario)),
        format!("scenario {}, engine {}", results.scenario_digest, results.engine_version),
    ]
}

/// Notes that explain the tables; no note is repeated.
fn notes(scenario: &Scenario, results: &Results) -> Vec<String> {
    let runs = || results.points.iter().flat_map(|point| &point.results);
    let interval = match is_sample(scenario) {
        true => "the confidence interval".to_owned(),
        false => "the interval over blocks of the run's jobs".to_owned(),
    };
    let mut notes = vec![format!("Times in seconds, ± 95%: half width of {interval}. --json and --csv have more.")];
    let explained = measured(scenario, runs()).map(|(own, column)| format!("{}: {}", column.head, own.help));
    notes.extend(explained);
    if runs().any(|run| run.unstable) {
        notes.push(
            "unstable: the queue kept growing, or more arrived than all nodes can do, so these means depend on the length of the run."
                .into(),
        );
    }
    if results.points.iter().any(|point| point.results.iter().any(|run| jobs_of_fewer(run, &point.results).is_some())) {
        notes.push(format!(
            "{OTHER_JOBS}: means over fewer jobs than another scheduler ran, not comparable with its means."
        ));
    }
    for (never, names) in results.never() {
        notes.push(format!("{}: {}", names.join(", "), never.note));
    }
    let too_large = |run: &RunResult| run.rejected_jobs.saturating_sub(run.not_found_jobs);
    notes.extend(dropped(results, too_large, |jobs| {
        format!("cannot ever run {jobs} on this platform, even with everything idle")
    }));
    let not_found = |run: &RunResult| run.not_found_jobs;
    notes.extend(dropped(results, not_found, |jobs| {
        let mut policies = registry::current().policies().iter();
        let steps = policies.find_map(|own| own.info().search_steps);
        let steps = exact(steps.unwrap_or_default().into());
        format!("found no place for {jobs} within {steps} steps of its search, even with everything idle")
    }));
    if let Some(most) = runs().map(|run| run.warmup_jobs).max().filter(|&jobs| jobs > 0) {
        notes.push(format!("Left out as warm-up (MSER-5): up to {} per row.", counted(most, "job")));
    }
    notes
}

/// One sentence per scheduler that dropped jobs. `count` gives the number of dropped jobs in a result. `why` makes the
/// sentence from this number at the first point at which the scheduler dropped jobs.
fn dropped(results: &Results, count: impl Fn(&RunResult) -> u64, why: impl Fn(String) -> String) -> Vec<String> {
    let runs = results.points.iter().flat_map(|point| &point.results);
    let mut named = Vec::new();
    let mut notes = Vec::new();
    for run in runs.filter(|run| count(run) > 0) {
        if !named.contains(&&run.scheduler) {
            named.push(&run.scheduler);
            let why = why(counted(count(run), "job"));
            let scheduler = &run.scheduler;
            notes.push(format!("{scheduler} {why}: dropped and not counted."));
        }
    }
    notes
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::output::table;
    use crate::cli::session::Terminal;
    use crate::experiment::run;

    fn small(text: &str, colours: bool) -> String {
        let scenario = Scenario::from_json(text).unwrap();
        let results = run(&scenario, None).unwrap();
        let terminal = Terminal { colours, ..Terminal::PLAIN };
        table::text(&document("T", &Plan::new(&scenario).unwrap(), &results, None), terminal)
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
        assert!(lines.contains(&"Run time 900 s (workload.runtime_s)"), "{text}");
        let table: Vec<&str> =
            lines.iter().copied().skip_while(|line| !line.starts_with("scheduler")).take(3).collect();
        assert_eq!(table[0].chars().count(), table[1].chars().count());
        assert!(lines.iter().any(|line| line.starts_with("ideal") && line.ends_with("unstable")), "{text}");
        assert!(lines.iter().any(|line| line.starts_with("unstable: the queue")), "{text}");
        assert!(!text.contains('\x1b'));
    }

    /// In the wide-area scenario no job uses links, and in the grid no job is co-allocated.
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
            ["co-alloc", "penalty", "link max"].map(|head| {
                assert_eq!(heads.contains(head), text.contains(&format!("{head}: ")), "{text}");
                heads.contains(head)
            })
        };
        assert_eq!(heads("dynamic", "first-fit"), [true, true, true]);
        assert_eq!(heads("wan", "first-fit"), [true, true, false]);
        assert_eq!(heads("cluster", "grid-random"), [false, false, true]);
    }

    #[test]
    fn rejected_jobs_are_reported() {
        let text = small(
            r#"{ "workload": { "jobs_per_cluster": 50, "nodes": [90, 120] }, "schedulers": ["no-share", "ideal"],
                 "experiment": { "sweep": [], "replications": 1 } }"#,
            true,
        );
        assert!(text.contains("no-share cannot ever run "), "{text}");
        let row = |name: &str| text.lines().find(|line| line.starts_with(name)).unwrap_or_default();
        assert!(row("no-share").contains(" † ") && row("no-share").ends_with(" % refused"), "{text}");
        assert!(
            !row("ideal").contains('†') && text.contains("†: means over fewer jobs than another scheduler"),
            "{text}"
        );
        assert!(text.starts_with("\x1b[1mT\x1b[0m"));
    }

    /// The load of each cluster's links is near the limit for the job, and there are many subsets of clusters to check.
    /// So the search gives up without an answer.
    #[test]
    fn a_search_that_gives_up_is_reported() {
        let text = small(
            r#"{ "platform": { "topology": "mesh", "clusters": [{ "count": 8, "nodes": 30, "link_mbps": 60 }] },
                 "workload": { "jobs_per_cluster": 1, "nodes": [200, 200], "bsbw_mbps": 1000 }, "schedulers": ["a1", "b1"],
                 "experiment": { "sweep": [], "replications": 1 } }"#,
            false,
        );
        assert!(
            text.contains(
                "a1 found no place for 8 jobs within 20\u{2009}000 steps of its search, even with everything idle: dropped"
            ),
            "{text}"
        );
        assert!(!text.contains("cannot ever"), "{text}");
    }

    #[test]
    fn what_has_not_ended_is_reported() {
        let text = small(
            r#"{ "platform": { "clusters": [{ "count": 4, "nodes": 64 }] }, "network": { "model": "wan" },
                 "workload": { "model": "metacomputer", "compression": 50 },
                 "schedulers": ["meta-fcfs", { "policy": "meta-fcfs", "control": "ihs-demand", "gamma": 1e-15 }],
                 "experiment": { "sweep": [], "replications": 1, "completions": 300, "group_by": "origin" } }"#,
            false,
        );
        assert!(text.contains("unfinished: Submitted jobs") && text.contains("unfinished too: Of all"), "{text}");
        let named = "meta-fcfs (control ihs-demand, gamma 0.000000000000001): no round of planning came before the end";
        assert_eq!(text.matches("no round of planning").count(), 1, "{text}");
        assert!(text.contains(named), "{text}");
    }

    #[test]
    fn reservations_are_reported_if_there_are_any() {
        let with = |queue: &str| {
            small(
                &format!(
                    r#"{{ "workload": {{ "jobs_per_cluster": 300, "bsbw_mbps": 900 }}, "queue": "{queue}",
                          "schedulers": ["first-fit", {{ "policy": "first-fit", "queue": "fcfs" }}],
                          "experiment": {{ "sweep": [], "replications": 2 }} }}"#
                ),
                false,
            )
        };
        let text = with("easy");
        let cells = |line: &str| line.split("  ").map(str::trim).collect::<Vec<_>>().join("|");
        let row = |start| cells(text.lines().find(|line| line.starts_with(start)).unwrap());
        assert!(row("scheduler").contains("|missed|") && text.contains("missed: Of the jobs"), "{text}");
        assert!(row("first-fit (queue fcfs)").contains("|–|"), "{text}");
        assert!(!row("first-fit ").contains("|–|"), "{text}");
        assert!(!with("fpfs").contains("missed"));
    }

    /// Jobs of the first cluster need twenty nodes, and wait longer than jobs of the second cluster, which need one
    /// node.
    #[test]
    fn groups_have_a_table_of_their_own() {
        let text = small(
            r#"{ "platform": { "clusters": [{ "nodes": 20 }, { "nodes": 20 }] },
                 "workload": { "jobs_per_cluster": 200, "runtime_s": 100, "clusters": [{ "nodes": [20, 20] }, { "nodes": [1, 1] }] },
                 "schedulers": ["migration-only", "no-share"],
                 "experiment": { "sweep": [], "replications": 2, "group_by": "home" } }"#,
            false,
        );
        let lines: Vec<&str> = text.lines().collect();
        let head = lines.iter().position(|line| line.starts_with("home ")).unwrap();
        let cells = |line: &str| -> Vec<String> {
            line.split("  ").filter(|cell| !cell.is_empty()).map(|cell| cell.trim().to_owned()).collect()
        };
        let rows: Vec<_> = lines[head + 1..head + 5].iter().map(|line| cells(line)).collect();
        let names: Vec<_> = rows.iter().map(|row| (row[0].as_str(), row[1].as_str(), row[2].as_str())).collect();
        assert_eq!(
            names,
            [
                ("cluster 1", "migration-only", "400"),
                ("cluster 1", "no-share", "400"),
                ("cluster 2", "migration-only", "400"),
                ("cluster 2", "no-share", "400")
            ]
        );
        assert_eq!(rows[3][6], "0.0", "one node of twenty is always free: {text}");
        assert_eq!(lines[head + 5], "");
        assert!(!small(r#"{ "workload": { "jobs_per_cluster": 5 } }"#, false).contains("bounded slowdown"));
    }

    /// Two users submit a job each to one cluster; the jobs run one after the other. The second waits 90 s: slowdowns 1
    /// and 1.9, Jain's index 2.9²/(2 · 4.61). The cluster takes 10 nodes × 200 s × 360 W = 0.2 kWh.
    #[test]
    fn users_and_energy_have_numbers() {
        let job =
            |id: u32, user: u32| format!("{id} {} -1 100 10 -1 -1 10 100 -1 1 {user} -1 -1 -1 -1\n", 10 * (id - 1));
        let text = job(1, 7) + &job(2, 9);
        let log = Arc::new(crate::logs::read("two.swf", &mut text.as_bytes()).unwrap());
        let scenario = Scenario::from_json(
            r#"{ "workload": { "model": "swf", "path": "two.swf" }, "schedulers": ["no-share"],
                 "platform": { "clusters": [{ "nodes": 10, "idle_w": 100, "busy_w": 360 }] },
                 "experiment": { "sweep": [], "replications": 1, "group_by": "user" } }"#,
        )
        .unwrap();
        let results = run(&scenario, Some(Arc::clone(&log))).unwrap();
        let document = document("T", &Plan::new(&scenario).unwrap(), &results, Some(&log));
        let text = table::text(&document, Terminal::PLAIN);
        let row = |start: &str, skip: usize| -> Vec<String> {
            let mut lines = text.lines().filter(|line| line.starts_with(start));
            let line = lines.nth(skip).unwrap_or_default();
            line.split("  ").filter(|cell| !cell.is_empty()).map(|cell| cell.trim().to_owned()).collect()
        };
        let energy = row("scheduler", 0).iter().position(|head| head == "energy").unwrap();
        assert_eq!(row("no-share", 0)[energy], "0.2", "{text}");
        let users = ["no-share", "2", "45.0", "1.45", "0.500", "0.912", "0.912", "user 9", "1", "90.0", "1.90"];
        assert_eq!(row("no-share", 1), users, "{text}");
    }
}
