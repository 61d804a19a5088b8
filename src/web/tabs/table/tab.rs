//! All results as a sortable table.

use crate::chart::curve::results::name_of;
use crate::experiment::{Point, RunResult};
use crate::web::page::figures::tables;
use crate::web::page::inputs::choose::Choose;
use crate::web::page::shell::dom::{self, Build, Later, hears};
use crate::web::page::shell::export::Offered;
use crate::web::page::shell::url;
use crate::web::tabs::baseline::BaselineState;
use crate::web::tabs::snapshot::Snapshot;
use crate::web::tabs::tab::{Desk, Tab, TabKind};
use crate::web::tabs::table::groups_table;
use crate::web::tabs::table::state::{Column, Key, MOST_ROWS, TableState};
use std::cell::RefCell;
use std::rc::Rc;
use web_sys::{Element, Event};

/// Number of cells written per frame. Writing, measuring and painting a cell takes about 0.06 ms, and a delay of 50 ms
/// is noticeable.
const CELLS_A_FRAME: usize = 80;
const COLUMN: &str = "data-column";

/// The tab Table.
pub struct TableTab {
    other: Choose,
    measure: Choose,
    desk: Rc<Desk>,
    note: Element,
    scroll: Element,
    table: Element,
    head: Element,
    body: Element,
    filling: Later,
    state: RefCell<TableTabState>,
}

#[derive(Default)]
struct TableTabState {
    table: TableState,
    /// Displayed rows. The first `fresh` rows are up to date; the others must be replaced.
    rows: Vec<Element>,
    fresh: usize,
}

/// Entry of the tab Table in the list of tabs.
pub const TAB: TabKind =
    TabKind { name: "table", label: "Table", title: "Table", make: |root, desk| Box::new(TableTab::new(root, desk)) };

impl TableTab {
    fn new(root: &Element, desk: Rc<Desk>) -> Rc<TableTab> {
        let [head, body] = ["thead", "tbody"].map(dom::new);
        let tab = Rc::new(TableTab {
            other: Choose::new("table-baseline", "Compare with"),
            measure: Choose::new("table-measure", "in"),
            desk,
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
        let chosen = [&tab.other.root, &tab.measure.root];
        dom::append(root, &dom::new("div").class("figure-tools").with_all(chosen));
        dom::append(root, &tab.note);
        dom::append(root, &tab.scroll);
        tab.other.on_choice(hears(&tab, |own, at| {
            if let Some(snapshot) = own.state.borrow().table.snapshot() {
                own.desk.baseline.borrow_mut().choose(&snapshot.plan, at);
            }
            own.write();
            url::view_changed();
        }));
        tab.measure.on_choice(hears(&tab, |own, at| {
            own.state.borrow_mut().table.choose_measure(at);
            own.write();
        }));
        dom::hear(&tab, &tab.head, "click", |own, event: Event| {
            let Some((_, column)) = dom::target_with(&event, COLUMN) else {
                return;
            };
            let Ok(column) = column.parse::<usize>() else {
                return;
            };
            own.state.borrow_mut().table.sort_by(column);
            own.write();
        });
        tab
    }

    /// Writes the heading and the first rows now, the others frame by frame; nothing if the table is hidden.
    fn write(self: &Rc<Self>) {
        {
            let state = &mut *self.state.borrow_mut();
            self.compare(state);
            let Some(fresh) = state.table.begin() else {
                return;
            };
            // Recreating the heading would lose the focus of the pressed button.
            if fresh.other_columns {
                dom::clear(&self.head);
                dom::append(&self.head, &heads(&fresh.columns));
            }
            mark_sorted(&self.head, fresh.sorted);
            state.fresh = 0;
            dom::set(&self.scroll, "aria-busy", "true");
            dom::write(&self.note, &state.table.note(fresh.results));
        }
        self.fill();
    }

    /// Shows and applies the choice of the scheduler to compare with.
    fn compare(&self, state: &mut TableTabState) {
        let Some(snapshot) = state.table.snapshot() else {
            return;
        };
        let baseline = self.desk.baseline.borrow();
        let chosen = baseline.of(&snapshot.plan);
        self.other.fill(&BaselineState::offered(&snapshot.plan), baseline.place(&snapshot.plan));
        let (measures, at) = state.table.measures();
        let labels: Vec<String> = measures.iter().map(|own| own.axis()).collect();
        let offered = if chosen.is_some() { &labels[..] } else { &[] };
        self.measure.fill(offered, at);
        let with = chosen.map(|own| name_of(&snapshot.plan, own.scheduler));
        state.table.compare(with);
    }

    /// Writes the next rows.
    fn fill(self: &Rc<Self>) {
        let state = &mut *self.state.borrow_mut();
        let Some((snapshot, order)) = state.table.written() else {
            return;
        };
        let columns = state.table.columns(snapshot);
        let all = order.len().min(MOST_ROWS);
        let until = all.min(state.fresh + CELLS_A_FRAME.div_ceil(columns.len()));
        for &(point, result) in &order[state.fresh..until] {
            let point = &snapshot.results.points[point];
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
        let groups = groups_table::of(snapshot);
        while let Some(old) = self.table.next_element_sibling() {
            old.remove();
        }
        if let Some(groups) = groups {
            dom::append(&self.scroll, &groups);
        }
        dom::set(&self.scroll, "aria-busy", "false");
    }
}

impl Tab for Rc<TableTab> {
    fn show(&self, snapshot: &Snapshot) {
        if snapshot.is_present() {
            self.state.borrow_mut().table.show(snapshot);
            self.write();
        }
    }

    fn opened(&self, name: &str) {
        self.state.borrow_mut().table.set_visible(name == TAB.name);
        self.write();
    }

    fn offer(&self, offered: &mut Offered, _: &str) {
        let state = &mut *self.state.borrow_mut();
        self.compare(state);
        offered.compared = state.table.compared().cloned();
    }
}

fn heads(columns: &[Column]) -> Element {
    tables::heads(columns.iter().enumerate(), |head, (index, column)| {
        let sort = dom::button(&column.label).attr(COLUMN, &index.to_string()).attr("title", &column.help);
        head.with(sort)
    })
}

/// Marks the sorted column in the heading.
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

fn row(columns: &[Column], point: &Point, result: &RunResult) -> Element {
    let row = tables::row(columns, |element, column| {
        let cell = (column.cell)(point, result);
        let class = match cell.key {
            Key::Text(_) => "text",
            Key::Number(_) => "",
        };
        element.class(class).attr("data-value", &cell.exact).attr("title", &cell.exact).text(&cell.text)
    });
    row.attr("data-digest", &result.digest).flag("data-unstable", result.unstable)
}
