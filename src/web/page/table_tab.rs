//! All results as a table that can be sorted.

use super::dom::{self, Build};
use super::groups_table;
use super::view::View;
use crate::chart::metric::{self, Metric};
use crate::chart::number;
use crate::experiment::{Point, RunResult};
use serde_json::Value;
use std::cell::RefCell;
use std::cmp::Ordering;
use std::rc::Rc;
use web_sys::{Element, Event};

/// Rows shown at most; files hold all.
const MOST_ROWS: usize = 600;
const COLUMN: &str = "data-column";

/// The tab.
pub struct TableTab {
    note: Element,
    scroll: Element,
    state: RefCell<State>,
}

#[derive(Default)]
struct State {
    view: Option<View>,
    /// Column and whether it falls; the order of the scenario without one.
    sorted: Option<(usize, bool)>,
    visible: bool,
}

/// What a row has in a column.
type CellOf = dyn Fn(&Point, &RunResult) -> Cell;

/// One column: its head, and what a row has there.
struct Column {
    label: String,
    help: String,
    cell: Box<CellOf>,
}

/// Text for people, and what it is sorted by.
struct Cell {
    text: String,
    exact: String,
    key: Key,
}

enum Key {
    Number(f64),
    Text(String),
}

impl TableTab {
    /// Makes the tab in `#table`.
    pub fn new() -> Rc<TableTab> {
        let tab = Rc::new(TableTab {
            note: dom::new("p").class("muted small").attr("id", "table-note"),
            scroll: dom::new("div")
                .class("scroll tall")
                .attr("tabindex", "0")
                .attr("role", "region")
                .attr("aria-label", "Results"),
            state: RefCell::default(),
        });
        let root: Element = dom::by_id("table");
        dom::append(&root, &tab.note);
        dom::append(&root, &tab.scroll);
        let own = tab.clone();
        dom::listen(&tab.scroll, "click", move |event: Event| {
            let Some((_, column)) = dom::target_with(&event, COLUMN) else {
                return;
            };
            let Ok(column) = column.parse::<usize>() else {
                return;
            };
            {
                let mut state = own.state.borrow_mut();
                state.sorted = match state.sorted {
                    Some((same, false)) if same == column => Some((column, true)),
                    Some((same, true)) if same == column => None,
                    _ => Some((column, false)),
                };
            }
            own.write();
            let again = format!("[{COLUMN}=\"{column}\"]");
            if let Ok(Some(button)) = own.scroll.query_selector(&again) {
                dom::focus(&button);
            }
        });
        tab
    }

    /// Shows results, now or when the tab is opened.
    pub fn show(&self, view: &View) {
        self.state.borrow_mut().view = Some(view.clone());
        if self.state.borrow().visible {
            self.write();
        }
    }

    /// The tab is opened or closed.
    pub fn set_visible(&self, visible: bool) {
        self.state.borrow_mut().visible = visible;
        if visible {
            self.write();
        }
    }

    fn write(&self) {
        let state = self.state.borrow();
        let Some(view) = &state.view else { return };
        let columns = columns(view);
        let mut rows: Vec<(&Point, &RunResult)> = view
            .results
            .points
            .iter()
            .flat_map(|point| point.results.iter().map(|result| (&**point, result)))
            .collect();
        if let Some((column, falling)) = state.sorted
            && let Some(column) = columns.get(column)
        {
            let key = |row: &(&Point, &RunResult)| (column.cell)(row.0, row.1).key;
            rows.sort_by(|a, b| {
                let order = compare(&key(a), &key(b));
                if falling { order.reverse() } else { order }
            });
        }
        let head = columns.iter().enumerate().map(|(index, column)| {
            let order = match state.sorted {
                Some((sorted, true)) if sorted == index => "descending",
                Some((sorted, false)) if sorted == index => "ascending",
                _ => "none",
            };
            let sort = dom::button(&column.label)
                .attr(COLUMN, &index.to_string())
                .attr("title", &column.help);
            dom::new("th")
                .attr("scope", "col")
                .attr("aria-sort", order)
                .with(sort)
        });
        let body = rows.iter().take(MOST_ROWS).map(|(point, result)| {
            let cells = columns.iter().enumerate().map(|(index, column)| {
                let cell = (column.cell)(point, result);
                let element = if index == 0 {
                    dom::new("th").attr("scope", "row")
                } else {
                    dom::new("td")
                };
                let class = if matches!(cell.key, Key::Text(_)) {
                    "text"
                } else {
                    ""
                };
                element
                    .class(class)
                    .attr("data-value", &cell.exact)
                    .attr("title", &cell.exact)
                    .text(&cell.text)
            });
            dom::new("tr")
                .attr("data-digest", &result.digest)
                .flag("data-unstable", result.unstable)
                .with_all(cells)
        });
        let table = dom::new("table")
            .class("results")
            .flag("data-faded", view.faded)
            .with(dom::new("thead").with(dom::new("tr").with_all(head)))
            .with(dom::new("tbody").with_all(body));
        let (left, top) = (self.scroll.scroll_left(), self.scroll.scroll_top());
        dom::clear(&self.scroll);
        dom::append(&self.scroll, &table);
        if let Some(groups) = groups_table::of(view) {
            dom::append(&self.scroll, &groups);
        }
        self.scroll.set_scroll_left(left);
        self.scroll.set_scroll_top(top);
        let cut = if rows.len() > MOST_ROWS {
            format!(
                " The first {MOST_ROWS} of {} rows are shown; Export has all.",
                rows.len()
            )
        } else {
            String::new()
        };
        let note = format!(
            "± is the half width of the 95 % confidence interval. Point at a number for all of its digits; files have them too.{cut}"
        );
        dom::write(&self.note, &note);
    }
}

fn compare(a: &Key, b: &Key) -> Ordering {
    match (a, b) {
        (Key::Number(a), Key::Number(b)) => a.total_cmp(b),
        (Key::Text(a), Key::Text(b)) => a.cmp(b),
        (Key::Number(_), Key::Text(_)) => Ordering::Less,
        (Key::Text(_), Key::Number(_)) => Ordering::Greater,
    }
}

fn columns(view: &View) -> Vec<Column> {
    let scenario = view.plan.scenario();
    let text = |label: &str, help: &str, cell: fn(&RunResult) -> String| Column {
        label: label.to_owned(),
        help: help.to_owned(),
        cell: Box::new(move |_, result| {
            let text = cell(result);
            Cell {
                exact: text.clone(),
                key: Key::Text(text.clone()),
                text,
            }
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
            label: metric::axis(scenario, &path),
            help: path.clone(),
            cell: Box::new(move |point, _| {
                let value = point
                    .parameters
                    .get(&path)
                    .and_then(Value::as_f64)
                    .unwrap_or(f64::NAN);
                Cell {
                    text: number::plain(value),
                    exact: value.to_string(),
                    key: Key::Number(value),
                }
            }),
        }
    });
    let mut columns = vec![text("Scheduler", "Queue order and placement.", |result| {
        result.scheduler.clone()
    })];
    columns.extend(swept);
    columns.extend(metric::of(scenario).map(measure));
    columns.push(text(
        "Stable",
        "Unstable: the queue grows without bound.",
        |result| if result.unstable { "unstable" } else { "yes" }.to_owned(),
    ));
    columns.push(count(
        "Jobs",
        "Jobs that ended and count, over all replications.",
        |result| result.jobs,
    ));
    columns.push(count(
        "Rejected",
        "Jobs with no place even when all is idle.",
        |result| result.rejected_jobs,
    ));
    columns.push(count(
        "Replications",
        "Replications in these numbers.",
        |result| u64::from(result.replications),
    ));
    columns.push(text(
        "Digest",
        "Digest of the events of all replications: equal digests, equal runs.",
        |result| result.digest.clone(),
    ));
    columns
}

fn measure(metric: &'static Metric) -> Column {
    Column {
        label: metric.axis(),
        help: metric.help.to_owned(),
        cell: Box::new(move |_, result| {
            let (value, half) = ((metric.value)(result), (metric.ci95)(result));
            let exact = match half {
                Some(half) => format!("{value} ± {half}"),
                None if value.is_nan() => String::new(),
                None => value.to_string(),
            };
            Cell {
                text: number::with_interval(value, half.unwrap_or(f64::NAN), "", metric.style),
                exact,
                key: Key::Number(value),
            }
        }),
    }
}
