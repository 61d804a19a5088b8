//! All results as a table that can be sorted.

use crate::base::number;
use crate::experiment::measure::{self, Measure};
use crate::experiment::{Point, RunResult};
use crate::scenario::swept;
use crate::web::page::results::view::View;
use crate::web::page::results::{groups_table, tables};
use crate::web::page::shell::dom::{self, Build, Later};
use serde_json::Value;
use std::cell::RefCell;
use std::cmp::Ordering;
use std::rc::Rc;
use web_sys::{Element, Event};

/// Rows shown at most; files hold all.
const MOST_ROWS: usize = 600;
/// Cells written before one frame. Writing, measuring and painting a cell takes some 0.06 ms, and a task of 50 ms is felt.
const CELLS_A_FRAME: usize = 80;
const COLUMN: &str = "data-column";

/// The tab.
pub struct TableTab {
    note: Element,
    scroll: Element,
    table: Element,
    head: Element,
    body: Element,
    filling: Later,
    state: RefCell<State>,
}

#[derive(Default)]
struct State {
    view: Option<View>,
    /// Column and whether it falls; the order of the scenario without one.
    sorted: Option<(usize, bool)>,
    visible: bool,
    /// The labels in the head.
    labels: Vec<String>,
    /// Which result of which point stands in each row, from the top.
    order: Vec<(usize, usize)>,
    /// The rows on the screen; the first `fresh` of them are as `order` has them, the others still to be replaced.
    rows: Vec<Element>,
    fresh: usize,
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
        let [head, body] = ["thead", "tbody"].map(dom::new);
        let tab = Rc::new(TableTab {
            note: dom::new("p").class("muted small").attr("id", "table-note"),
            scroll: dom::new("div")
                .class("scroll tall")
                .attr("tabindex", "0")
                .attr("role", "region")
                .attr("aria-label", "Results"),
            table: dom::new("table").class("results").with(&head).with(&body),
            head,
            body,
            filling: Later::default(),
            state: RefCell::default(),
        });
        dom::append(&tab.scroll, &tab.table);
        let root: Element = dom::by_id("table");
        dom::append(&root, &tab.note);
        dom::append(&root, &tab.scroll);
        let own = tab.clone();
        dom::listen(&tab.head, "click", move |event: Event| {
            let Some((_, column)) = dom::target_with(&event, COLUMN) else {
                return;
            };
            let Ok(column) = column.parse::<usize>() else {
                return;
            };
            {
                let sorted = &mut own.state.borrow_mut().sorted;
                *sorted = match *sorted {
                    Some((same, false)) if same == column => Some((column, true)),
                    Some((same, true)) if same == column => None,
                    _ => Some((column, false)),
                };
            }
            own.write();
        });
        tab
    }

    /// Shows results, now or when the tab is opened.
    pub fn show(self: &Rc<Self>, view: &View) {
        self.state.borrow_mut().view = Some(view.clone());
        if self.state.borrow().visible {
            self.write();
        }
    }

    /// The tab is opened or closed.
    pub fn set_visible(self: &Rc<Self>, visible: bool) {
        self.state.borrow_mut().visible = visible;
        if visible {
            self.write();
        }
    }

    /// Writes the head and the first rows now, and the others frame by frame.
    fn write(self: &Rc<Self>) {
        {
            let state = &mut *self.state.borrow_mut();
            let Some(view) = &state.view else { return };
            let columns = columns(view);
            let labels: Vec<String> = columns.iter().map(|column| column.label.clone()).collect();
            // The button that was pressed keeps the focus if the head is not made anew.
            if labels != state.labels {
                state.sorted = None;
                dom::clear(&self.head);
                dom::append(&self.head, &heads(&columns));
                state.labels = labels;
            }
            mark_sorted(&self.head, state.sorted);
            state.order = order(view, &columns, state.sorted);
            state.fresh = 0;
            dom::toggle(&self.table, "data-faded", view.faded);
            dom::set(&self.scroll, "aria-busy", "true");
            dom::write(&self.note, &note(state.order.len()));
        }
        self.fill();
    }

    /// Writes the next rows.
    fn fill(self: &Rc<Self>) {
        let state = &mut *self.state.borrow_mut();
        let Some(view) = &state.view else { return };
        let columns = columns(view);
        let all = state.order.len().min(MOST_ROWS);
        let until = all.min(state.fresh + CELLS_A_FRAME.div_ceil(columns.len()));
        for &(point, result) in &state.order[state.fresh..until] {
            let point = &view.results.points[point];
            let fresh = row(&columns, point, &point.results[result]);
            match state.rows.get_mut(state.fresh) {
                Some(old) => {
                    let _ = old.replace_with_with_node_1(&fresh);
                    *old = fresh;
                }
                None => {
                    dom::append(&self.body, &fresh);
                    state.rows.push(fresh);
                }
            }
            state.fresh += 1;
        }
        if until < all {
            let tab = self.clone();
            return self.filling.next_frame(move || tab.fill());
        }
        state.rows.drain(all..).for_each(|row| row.remove());
        let groups = groups_table::of(view);
        while let Some(old) = self.table.next_element_sibling() {
            old.remove();
        }
        if let Some(groups) = groups {
            dom::append(&self.scroll, &groups);
        }
        dom::set(&self.scroll, "aria-busy", "false");
    }
}

fn heads(columns: &[Column]) -> Element {
    tables::heads(columns.iter().enumerate(), |head, (index, column)| {
        let sort = dom::button(&column.label)
            .attr(COLUMN, &index.to_string())
            .attr("title", &column.help);
        head.with(sort)
    })
}

/// Says in the head which column the rows are sorted by.
fn mark_sorted(head: &Element, sorted: Option<(usize, bool)>) {
    let row = head.first_element_child();
    let first = row.and_then(|row| row.first_element_child());
    let cells = std::iter::successors(first, Element::next_element_sibling);
    for (index, cell) in cells.enumerate() {
        let order = match sorted {
            Some((column, falling)) if column == index && falling => "descending",
            Some((column, _)) if column == index => "ascending",
            _ => "none",
        };
        dom::set(&cell, "aria-sort", order);
    }
}

/// The results from the top of the table to its end, as point and result of the point.
fn order(view: &View, columns: &[Column], sorted: Option<(usize, bool)>) -> Vec<(usize, usize)> {
    let points = &view.results.points;
    let all = points.iter().enumerate();
    let mut rows: Vec<(usize, usize)> = all
        .flat_map(|(index, point)| (0..point.results.len()).map(move |result| (index, result)))
        .collect();
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

fn row(columns: &[Column], point: &Point, result: &RunResult) -> Element {
    let row = tables::row(columns, |element, column| {
        let cell = (column.cell)(point, result);
        let class = match cell.key {
            Key::Text(_) => "text",
            Key::Number(_) => "",
        };
        element
            .class(class)
            .attr("data-value", &cell.exact)
            .attr("title", &cell.exact)
            .text(&cell.text)
    });
    row.attr("data-digest", &result.digest)
        .flag("data-unstable", result.unstable)
}

/// How to read the table of so many results.
fn note(results: usize) -> String {
    let cut = if results > MOST_ROWS {
        format!(" The first {MOST_ROWS} of {results} rows are shown; Export has all.")
    } else {
        String::new()
    };
    format!(
        "± is the half width of the 95 % confidence interval. Point at a number for all of its digits; files have them too.{cut}"
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
            label: swept::axis(scenario, &path),
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
    columns.extend(measure::of(scenario).map(measure));
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

fn measure(metric: &'static Measure) -> Column {
    Column {
        label: metric.axis(),
        help: metric.help.to_owned(),
        cell: Box::new(move |_, result| {
            let (value, half) = (metric.value(result), metric.ci95(result));
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
