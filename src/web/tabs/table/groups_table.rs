//! Table with the results of the experiment's groups of jobs.

use crate::experiment::{GroupResult, Point, RunResult};
use crate::metrics::job_times::JobByJob;
use crate::scenario::{Detail, swept};
use crate::web::page::figures::tables;
use crate::web::page::shell::dom::Build;
use crate::web::tabs::snapshot::Snapshot;
use crate::words::number::{self, Style};
use web_sys::Element;

/// Maximum number of rows shown; files contain all.
const MOST_ROWS: usize = 600;

/// The table; `None` if the experiment has no groups.
pub fn of(snapshot: &Snapshot) -> Option<Element> {
    let points = || snapshot.results.points.iter();
    points().find(|point| point.results.iter().any(|run| !run.groups.is_empty()))?;
    let scenario = snapshot.plan.scenario();
    let names = [scenario.experiment.group_by.label(), "Scheduler"];
    let sweeps = scenario.experiment.sweep.iter();
    let swept = sweeps.map(|sweep| swept::axis(scenario, &sweep.parameter));
    let measures = ["Jobs", "Share of work", "Turnaround [s]", "Wait [s]", "Bounded slowdown"];
    let one_by_one = scenario.experiment.detail == Detail::Jobs;
    let ahead = one_by_one.then(|| "Ahead of the first scheduler".to_owned());
    let heads = names.map(str::to_owned).into_iter().chain(swept);
    let heads = heads.chain(measures.map(str::to_owned)).chain(ahead);
    let heads = tables::heads(heads.enumerate(), fill);
    let rows = points().flat_map(|point| {
        let runs = point.results.iter();
        let row = move |run: &RunResult, group| row(point, snapshot.plan.label(&run.scheduler), group, one_by_one);
        runs.flat_map(move |run| run.groups.iter().map(move |group| row(run, group)))
    });
    let caption = "Groups of jobs, each by itself";
    let table = tables::table("results", caption, heads, rows.take(MOST_ROWS));
    Some(table.attr("id", "groups-table"))
}

/// Names are left-aligned.
fn fill(cell: Element, (index, text): (usize, String)) -> Element {
    let cell = if index < 2 { cell.class("text") } else { cell };
    cell.text(&text)
}

fn row(point: &Point, name: &str, group: &GroupResult, one_by_one: bool) -> Element {
    let half = group.turnaround_ci95_s.unwrap_or(f64::NAN);
    let swept = point.parameters.values();
    let swept = swept.map(|value| number::plain(value.as_f64().unwrap_or(f64::NAN)));
    let numbers = [
        number::fixed(group.jobs as f64, 0),
        number::percent(group.work_share),
        number::with_interval(group.mean_turnaround_s, half, "", Style::Plain),
        number::fixed(group.mean_wait_s, 1),
        number::fixed(group.mean_bounded_slowdown, 2),
    ];
    let ahead = |jobs: &JobByJob| {
        let half = jobs.ahead_share_ci95.unwrap_or(f64::NAN);
        number::with_interval(100.0 * jobs.ahead_share, 100.0 * half, "%", Style::Plain)
    };
    let ahead = one_by_one.then(|| group.jobs_paired.as_ref().map_or("–".into(), ahead));
    let names = [group.group.clone(), name.to_owned()];
    let cells = names.into_iter().chain(swept).chain(numbers).chain(ahead);
    tables::row(cells.enumerate(), fill)
}
