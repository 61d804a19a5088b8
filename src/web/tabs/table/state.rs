//! The table of all results: its columns, and the order of its rows.

use crate::chart::curve::results::{marked, result_of};
use crate::experiment::measure::{self, Measure};
use crate::experiment::{Against, OTHER_JOBS, Plan, Point, RunResult, is_sample, jobs_of_fewer};
use crate::scenario::swept;
use crate::web::tabs::snapshot::Snapshot;
use crate::words::number::{self, Style};
use crate::words::possessive;
use serde_json::Value;
use std::cmp::Ordering;

/// Maximum number of rows shown; files contain all.
pub const MOST_ROWS: usize = 600;

/// Computes the cell of a row.
pub type CellOf = dyn Fn(&Point, &RunResult) -> Cell;

/// One column.
pub struct Column {
    /// Heading.
    pub label: String,
    /// Description, one sentence.
    pub help: String,
    /// Computes the cell of each row.
    pub cell: Box<CellOf>,
}

/// Cell of a row in a column.
pub struct Cell {
    /// Text for people.
    pub text: String,
    /// Text with all digits.
    pub exact: String,
    /// Sort key.
    pub key: Key,
}

/// Sort key; numbers come before texts.
pub enum Key {
    /// A number.
    Number(f64),
    /// A text.
    Text(String),
}

/// Data for writing the table again.
pub struct Fresh {
    /// The columns.
    pub columns: Vec<Column>,
    /// True if the columns differ from the columns that were written last.
    pub other_columns: bool,
    /// Sorted column, and true for descending order.
    pub sorted: Option<(usize, bool)>,
    /// Number of results.
    pub results: usize,
}

/// Comparison with a scheduler in a measure.
#[derive(Clone, Debug)]
pub struct Compared {
    /// Name of the scheduler.
    pub with: String,
    /// The measure.
    pub measure: &'static Measure,
}

/// The results and their order.
#[derive(Default)]
pub struct TableState {
    snapshot: Option<Snapshot>,
    visible: bool,
    /// Sorted column, and true for descending order; `None` for the order of the scenario.
    sorted: Option<(usize, bool)>,
    /// Measure chosen for the comparison.
    measure: Option<&'static str>,
    /// The current comparison.
    compared: Option<Compared>,
    /// Headings.
    labels: Vec<String>,
    /// Results being written, with point and result index of each row from the top. Newer results may have arrived.
    written: Option<(Snapshot, Vec<(usize, usize)>)>,
}

impl TableState {
    /// Sets the results.
    pub fn show(&mut self, snapshot: &Snapshot) {
        self.snapshot = Some(snapshot.clone());
    }

    /// The results to write.
    pub fn snapshot(&self) -> Option<&Snapshot> {
        self.snapshot.as_ref()
    }

    /// Measures available for comparison, and the index of the chosen one.
    pub fn measures(&self) -> (Vec<&'static Measure>, usize) {
        let scenario = self.snapshot.as_ref().map(|snapshot| snapshot.plan.scenario());
        let all: Vec<&Measure> = scenario.into_iter().flat_map(|own| measure::of(own)).collect();
        let chosen = all.iter().position(|own| Some(own.key) == self.measure);
        (all, chosen.unwrap_or(0))
    }

    /// Chooses the measure for comparison by its index in [`measures`](Self::measures).
    pub fn choose_measure(&mut self, at: usize) {
        self.measure = self.measures().0.get(at).map(|own| own.key);
    }

    /// Compares with the scheduler with this name, or with none.
    pub fn compare(&mut self, with: Option<String>) {
        let (all, at) = self.measures();
        let pair = with.zip(all.get(at).copied());
        self.compared = pair.map(|(with, measure)| Compared { with, measure });
    }

    /// The current comparison.
    pub fn compared(&self) -> Option<&Compared> {
        self.compared.as_ref()
    }

    /// The columns for an experiment.
    pub fn columns(&self, snapshot: &Snapshot) -> Vec<Column> {
        columns(snapshot, self.compared.as_ref())
    }

    /// Explanation of the table, which has `results` rows.
    pub fn note(&self, results: usize) -> String {
        let plan = self.snapshot.as_ref().map(|snapshot| &*snapshot.plan);
        note(results, plan, self.compared.as_ref())
    }

    /// Sets if the tab is visible.
    pub fn set_visible(&mut self, visible: bool) {
        self.visible = visible;
    }

    /// Handles a press of a column heading: the first press sorts in ascending order, the second in descending order,
    /// the third restores the order of the scenario.
    pub fn sort_by(&mut self, column: usize) {
        self.sorted = match self.sorted {
            Some((same, false)) if same == column => Some((column, true)),
            Some((same, true)) if same == column => None,
            _ => Some((column, false)),
        };
    }

    /// Begins to write the newest results; `None` if there are no results or the tab is not visible.
    pub fn begin(&mut self) -> Option<Fresh> {
        let snapshot = self.snapshot.clone().filter(|_| self.visible)?;
        let columns = self.columns(&snapshot);
        let labels: Vec<String> = columns.iter().map(|column| column.label.clone()).collect();
        let other_columns = labels != self.labels;
        if other_columns {
            self.sorted = None;
            self.labels = labels;
        }
        let order = order(&snapshot, &columns, self.sorted);
        let fresh = Fresh { columns, other_columns, sorted: self.sorted, results: order.len() };
        self.written = Some((snapshot, order));
        Some(fresh)
    }

    /// The results being written, with point and result index of each row.
    pub fn written(&self) -> Option<(&Snapshot, &[(usize, usize)])> {
        let (snapshot, order) = self.written.as_ref()?;
        Some((snapshot, order))
    }
}

/// Results from the top to the bottom of the table, as index of the point and of the result.
fn order(snapshot: &Snapshot, columns: &[Column], sorted: Option<(usize, bool)>) -> Vec<(usize, usize)> {
    let points = &snapshot.results.points;
    let all = points.iter().enumerate();
    let mut rows: Vec<(usize, usize)> =
        all.flat_map(|(index, point)| (0..point.results.len()).map(move |result| (index, result))).collect();
    if let Some((column, falling)) = sorted
        && let Some(column) = columns.get(column)
    {
        let key = |&(point, result): &(usize, usize)| {
            let point = &points[point];
            (column.cell)(point, &point.results[result]).key
        };
        rows.sort_by(|a, b| {
            let order = compare(&key(a), &key(b));
            if falling { order.reverse() } else { order }
        });
    }
    rows
}

/// Explanation of a table that has `results` rows.
fn note(results: usize, plan: Option<&Plan>, compared: Option<&Compared>) -> String {
    let cut = if results > MOST_ROWS {
        format!(" The first {MOST_ROWS} of {results} rows are shown; Export has all.")
    } else {
        String::new()
    };
    let sample = plan.is_none_or(|plan| is_sample(plan.scenario()));
    let compared = compared.map_or(String::new(), |compared| {
        let how = match sample {
            true => {
                "on the same jobs, replication by replication; each interval stands for itself: of twenty without a difference one shows one"
            }
            false => "on the same jobs, block by block of the jobs of one run each; each interval stands for itself",
        };
        let with = plan.map_or(&*compared.with, |plan| plan.label(&compared.with));
        format!(" {} is compared with that of {with} {how}.", compared.measure.label)
    });
    let interval = match sample {
        true => "the 95 % confidence interval".to_owned(),
        false => "the 95 % interval over blocks of the run’s jobs".to_owned(),
    };
    format!(
        "± is the half width of {interval}. Point at a number for all of its digits; files have them too. {OTHER_JOBS}: means over fewer \
         jobs than another scheduler ran, not comparable with its means.{compared}{cut}"
    )
}

fn compare(a: &Key, b: &Key) -> Ordering {
    match (a, b) {
        (Key::Number(a), Key::Number(b)) => a.total_cmp(b),
        (Key::Text(a), Key::Text(b)) => a.cmp(b),
        (Key::Number(_), Key::Text(_)) => Ordering::Less,
        (Key::Text(_), Key::Number(_)) => Ordering::Greater,
    }
}

fn columns(snapshot: &Snapshot, compared: Option<&Compared>) -> Vec<Column> {
    let scenario = snapshot.plan.scenario();
    let text = |label: &str, help: &str, cell: fn(&RunResult) -> String| Column {
        label: label.to_owned(),
        help: help.to_owned(),
        cell: Box::new(move |_, result| {
            let text = cell(result);
            text_cell(text.clone(), Key::Text(text))
        }),
    };
    let count = |label: &str, help: &str, value: fn(&RunResult) -> u64| Column {
        label: label.to_owned(),
        help: help.to_owned(),
        cell: Box::new(move |_, result| Cell {
            text: number::fixed(value(result) as f64, 0),
            exact: value(result).to_string(),
            key: Key::Number(value(result) as f64),
        }),
    };
    let swept = scenario.experiment.sweep.iter().map(|sweep| {
        let path = sweep.parameter.clone();
        Column {
            label: swept::axis(scenario, &path),
            help: path.clone(),
            cell: Box::new(move |point, _| {
                let value = point.parameters.get(&path).and_then(Value::as_f64).unwrap_or(f64::NAN);
                Cell { text: number::plain(value), exact: value.to_string(), key: Key::Number(value) }
            }),
        }
    });
    let plan = snapshot.plan.clone();
    let mut columns = vec![Column {
        label: "Scheduler".to_owned(),
        help: "Queue order and placement.".to_owned(),
        cell: Box::new(move |point, result| {
            let name = plan.label(&result.scheduler);
            let name =
                jobs_of_fewer(result, &point.results).map_or_else(|| name.to_owned(), |jobs| marked(name, &jobs));
            text_cell(name.clone(), Key::Text(name))
        }),
    }];
    columns.extend(swept);
    columns.extend(compared.into_iter().flat_map(differences));
    columns.extend(measure::of(scenario).map(measure));
    columns.push(text("Stable", "Unstable: the queue grows without bound.", |result| {
        if result.unstable { "unstable" } else { "yes" }.to_owned()
    }));
    columns.push(count("Jobs", "Jobs that ended and count, over all runs.", |result| result.jobs));
    columns.push(count("Refused", "Jobs with no place even when all is idle; they are in no mean.", |result| {
        result.rejected_jobs
    }));
    if is_sample(scenario) {
        let replications = |result: &RunResult| u64::from(result.replications);
        columns.push(count("Replications", "Replications in these numbers.", replications));
    }
    columns.push(text("Digest", "Digest of the events of all runs: equal digests, equal runs.", |result| {
        result.digest.clone()
    }));
    columns
}

fn measure(metric: &'static Measure) -> Column {
    Column {
        label: metric.axis(),
        help: metric.help.to_owned(),
        cell: Box::new(move |_, result| {
            let half = metric.ci95(result).unwrap_or(f64::NAN);
            number_cell(metric.value(result), half, metric.style)
        }),
    }
}

/// A number with the half width of its interval; both may be NaN.
fn number_cell(value: f64, half: f64, style: Style) -> Cell {
    Cell {
        text: number::with_interval(value, half, "", style),
        exact: match (value.is_nan(), half.is_nan()) {
            (true, _) => String::new(),
            (_, true) => value.to_string(),
            _ => format!("{value} ± {half}"),
        },
        key: Key::Number(value),
    }
}

fn text_cell(text: String, key: Key) -> Cell {
    Cell { exact: text.clone(), text, key }
}

/// Columns with the difference, the ratio, and the statement of the interval.
fn differences(compared: &Compared) -> [Column; 3] {
    let Compared { with, measure } = compared.clone();
    let column = |label: String, help: &str, cell: fn(&Against, &'static Measure, bool) -> Cell| {
        let with = with.clone();
        Column {
            label,
            help: help.to_owned(),
            cell: Box::new(move |point, result| {
                let other = result_of(point, &with).filter(|_| result.scheduler != with);
                match other {
                    Some(other) => {
                        let unstable = result.unstable || other.unstable;
                        cell(&Against::of(result, other, measure), measure, unstable)
                    }
                    None => number_cell(f64::NAN, f64::NAN, Style::Plain),
                }
            }),
        }
    };
    [
        column(measure.difference_from(&with), "Mean of the differences over the runs.", |own, measure, _| {
            number_cell(own.difference.mean, own.difference.ci95, measure.style)
        }),
        column(format!("over {}", possessive(&with)), "The ratio of the means over the runs.", |own, _, _| {
            number_cell(own.ratio.mean, own.ratio.ci95, Style::Plain)
        }),
        column(
            format!("than {with}"),
            "What the interval of the difference says; there is none with fewer than two replications, or where the measure is not kept for each. Other \
             jobs: one dropped jobs that the other ran.",
            |own, measure, unstable| {
                let words = own.words(measure.better);
                let words = match unstable {
                    true => format!("{words}; unstable"),
                    false => words.to_owned(),
                };
                text_cell(words.clone(), Key::Text(words))
            },
        ),
    ]
}

#[cfg(test)]
mod tests;
