//! Results as tables of words: of each point one, and one of its groups of jobs if there are any. The terminal, Markdown and LaTeX show the same.

use crate::cli::printed::{groups_table, summary};
use crate::experiment::measure::{self, Measure};
use crate::experiment::{Point, Results, RunResult};
use crate::scenario::Scenario;

/// A row is a list of cells; the first row has the heads, the first cell of each other row is its name.
pub type Rows = Vec<Vec<String>>;

/// What is printed of a point.
#[derive(Debug)]
pub struct Section {
    /// Which point it is, if there are several: "BSBW 200 Mbps (workload.bsbw_mbps)".
    pub heading: Option<String>,
    /// All jobs, then the groups.
    pub tables: Vec<Rows>,
}

/// A column: its heading, and what it shows of a result.
type Column = (&'static str, Box<dyn Fn(&RunResult) -> String>);

/// The word for a run whose queue kept growing.
pub const UNSTABLE: &str = "unstable";

/// Of each point, in their order.
pub fn of<'a>(scenario: &'a Scenario, results: &'a Results) -> impl Iterator<Item = Section> + use<'a> {
    results.points.iter().map(|point| {
        let groups = groups_table::rows(point, scenario.experiment.group_by);
        let all = std::iter::once(table(scenario, point));
        Section {
            heading: (!point.parameters.is_empty()).then(|| heading(point)),
            tables: all.chain((groups.len() > 1).then_some(groups)).collect(),
        }
    })
}

fn heading(point: &Point) -> String {
    let parameters = point.parameters.iter().map(|(path, value)| {
        let (name, unit) = summary::name_and_unit(path);
        let blank = if unit.is_empty() { "" } else { " " };
        format!("{name} {value}{blank}{unit} ({path})")
    });
    parameters.collect::<Vec<_>>().join(", ")
}

fn table(scenario: &Scenario, point: &Point) -> Rows {
    let columns = columns(scenario, &point.results);
    let heads: Vec<String> = columns.iter().map(|(head, _)| (*head).to_owned()).collect();
    let cells = |run| columns.iter().map(|(_, cell)| cell(run)).collect();
    let rows = point.results.iter().map(cells);
    std::iter::once(heads).chain(rows).collect()
}

/// The scheduler, its measures, and its digest.
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
    columns
}

/// The measures with a column that one of these results has.
pub fn measured<'a>(
    scenario: &Scenario,
    runs: impl Iterator<Item = &'a RunResult> + Clone,
) -> impl Iterator<Item = (&'static Measure, measure::Column)> {
    measure::of(scenario).filter_map(move |own| {
        let known = runs.clone().any(|run| !own.value(run).is_nan());
        Some((own, own.column.filter(|_| known)?))
    })
}
