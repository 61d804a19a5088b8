//! The table of all results: its columns, and the order of its rows.

use super::view::View;
use crate::chart::curve::results::result_of;
use crate::experiment::measure::{self, Measure};
use crate::experiment::{Against, Plan, Point, RunResult};
use crate::scenario::swept;
use crate::words::number::{self, Style};
use serde_json::Value;
use std::cmp::Ordering;

/// Rows shown at most; files hold all.
pub const MOST_ROWS: usize = 600;

/// Makes the cell of a row.
pub type CellOf = dyn Fn(&Point, &RunResult) -> Cell;

/// One column.
pub struct Column {
    /// Its head.
    pub label: String,
    /// What it is, in a sentence.
    pub help: String,
    /// What a row has there.
    pub cell: Box<CellOf>,
}

/// What a row has in a column.
pub struct Cell {
    /// For people.
    pub text: String,
    /// With all its digits.
    pub exact: String,
    /// What the table is sorted by.
    pub key: Key,
}

/// What a table is sorted by; numbers come before texts.
pub enum Key {
    /// A number.
    Number(f64),
    /// A text.
    Text(String),
}

/// What is to be written anew.
pub struct Fresh {
    /// The columns.
    pub columns: Vec<Column>,
    /// Whether they are others than those that were written last.
    pub other_columns: bool,
    /// By which column the rows are sorted, and whether it falls.
    pub sorted: Option<(usize, bool)>,
    /// How many results there are.
    pub results: usize,
}

/// A scheduler with which the others are compared, and the measure.
#[derive(Clone, Debug)]
pub struct Compared {
    /// The scheduler's name.
    pub with: String,
    /// The measure.
    pub measure: &'static Measure,
}

/// The results, and how they are sorted.
#[derive(Default)]
pub struct TableState {
    view: Option<View>,
    visible: bool,
    /// Column and whether it falls; the order of the scenario without one.
    sorted: Option<(usize, bool)>,
    /// The measure that was chosen for comparing.
    measure: Option<&'static str>,
    /// With which scheduler the others are compared, and in which measure.
    compared: Option<Compared>,
    /// The labels in the head.
    labels: Vec<String>,
    /// What is being written: results, and which of which point stands in each row, from the top. Newer results may have come.
    written: Option<(View, Vec<(usize, usize)>)>,
}

impl TableState {
    /// Other results.
    pub fn show(&mut self, view: &View) {
        self.view = Some(view.clone());
    }

    /// What is to be written.
    pub fn view(&self) -> Option<&View> {
        self.view.as_ref()
    }

    /// The measures that can be compared, and the place of the one that is.
    pub fn measures(&self) -> (Vec<&'static Measure>, usize) {
        let scenario = self.view.as_ref().map(|view| view.plan.scenario());
        let all: Vec<&Measure> = scenario.into_iter().flat_map(|own| measure::of(own)).collect();
        let chosen = all.iter().position(|own| Some(own.key) == self.measure);
        (all, chosen.unwrap_or(0))
    }

    /// Chooses among those.
    pub fn choose_measure(&mut self, at: usize) {
        self.measure = self.measures().0.get(at).map(|own| own.key);
    }

    /// Compares with the scheduler of this name, or with none.
    pub fn compare(&mut self, with: Option<String>) {
        let (all, at) = self.measures();
        let pair = with.zip(all.get(at).copied());
        self.compared = pair.map(|(with, measure)| Compared { with, measure });
    }

    /// What is compared.
    pub fn compared(&self) -> Option<&Compared> {
        self.compared.as_ref()
    }

    /// The columns of an experiment.
    pub fn columns(&self, view: &View) -> Vec<Column> {
        columns(view, self.compared.as_ref())
    }

    /// How to read so many results.
    pub fn note(&self, results: usize) -> String {
        let plan = self.view.as_ref().map(|view| &*view.plan);
        note(results, plan, self.compared.as_ref())
    }

    /// The tab is opened or closed.
    pub fn set_visible(&mut self, visible: bool) {
        self.visible = visible;
    }

    /// The head of a column was pressed: it rises, then falls, then the order is that of the scenario again.
    pub fn sort_by(&mut self, column: usize) {
        self.sorted = match self.sorted {
            Some((same, false)) if same == column => Some((column, true)),
            Some((same, true)) if same == column => None,
            _ => Some((column, false)),
        };
    }

    /// Begins to write the last results; none if there are none, or nothing is to be seen.
    pub fn begin(&mut self) -> Option<Fresh> {
        let view = self.view.clone().filter(|_| self.visible)?;
        let columns = self.columns(&view);
        let labels: Vec<String> = columns.iter().map(|column| column.label.clone()).collect();
        let other_columns = labels != self.labels;
        if other_columns {
            self.sorted = None;
            self.labels = labels;
        }
        let order = order(&view, &columns, self.sorted);
        let fresh = Fresh { columns, other_columns, sorted: self.sorted, results: order.len() };
        self.written = Some((view, order));
        Some(fresh)
    }

    /// What is being written: the results, and the point and the result of each row.
    pub fn written(&self) -> Option<(&View, &[(usize, usize)])> {
        let (view, order) = self.written.as_ref()?;
        Some((view, order))
    }
}

/// The results from the top of the table to its end, as point and result of the point.
fn order(view: &View, columns: &[Column], sorted: Option<(usize, bool)>) -> Vec<(usize, usize)> {
    let points = &view.results.points;
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

/// How to read the table of so many results.
fn note(results: usize, plan: Option<&Plan>, compared: Option<&Compared>) -> String {
    let cut = if results > MOST_ROWS {
        format!(" The first {MOST_ROWS} of {results} rows are shown; Export has all.")
    } else {
        String::new()
    };
    let compared = compared.map_or(String::new(), |compared| {
        format!(
            " {} is compared with that of {} on the same jobs, replication by replication; each interval stands for itself: of twenty \
             without a difference one shows one.",
            compared.measure.label,
            plan.map_or(&*compared.with, |plan| plan.label(&compared.with))
        )
    });
    format!(
        "± is the half width of the 95 % confidence interval. Point at a number for all of its digits; files have them too.{compared}{cut}"
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

fn columns(view: &View, compared: Option<&Compared>) -> Vec<Column> {
    let scenario = view.plan.scenario();
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
    let plan = view.plan.clone();
    let mut columns = vec![Column {
        label: "Scheduler".to_owned(),
        help: "Queue order and placement.".to_owned(),
        cell: Box::new(move |_, result| {
            let name = plan.label(&result.scheduler).to_owned();
            text_cell(name.clone(), Key::Text(name))
        }),
    }];
    columns.extend(swept);
    columns.extend(compared.into_iter().flat_map(differences));
    columns.extend(measure::of(scenario).map(measure));
    columns.push(text("Stable", "Unstable: the queue grows without bound.", |result| {
        if result.unstable { "unstable" } else { "yes" }.to_owned()
    }));
    columns.push(count("Jobs", "Jobs that ended and count, over all replications.", |result| result.jobs));
    columns.push(count("Rejected", "Jobs with no place even when all is idle.", |result| result.rejected_jobs));
    columns.push(count("Replications", "Replications in these numbers.", |result| u64::from(result.replications)));
    columns.push(text("Digest", "Digest of the events of all replications: equal digests, equal runs.", |result| {
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

/// A number with the half width of its interval; neither need be one.
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

/// Difference, ratio, and what the interval says.
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
        column(
            format!("{} less {with}’s", measure.axis()),
            "Mean of the differences over the replications.",
            |own, measure, _| number_cell(own.difference.mean, own.difference.ci95, measure.style),
        ),
        column(format!("over {with}’s"), "The ratio of the means over the replications.", |own, _, _| {
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
