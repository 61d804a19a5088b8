//! The scenario's form, generated from the table of parameters.
//!
//! What is typed becomes part of the scenario once all of it is sound; until then it stays in its field with the problem
//! beside it, and the last sound scenario stays in force.
//!
//! Another scenario is shown section by section, each in a task of its own, so that no key waits for all of them: first what is open.

mod actions;
mod section;

use crate::base::problem::{Problem, Problems};
use crate::parameter::Section;
use crate::scenario::language::path;
use crate::scenario::{Checked, Scenario};
use crate::web::lists::{self, ListEdit};
use crate::web::page::inputs::field::{self, ACTION, HELP, INDEX, LIST};
use crate::web::page::inputs::form_plots::FormPlots;
use crate::web::page::inputs::problems;
use crate::web::page::inputs::repair;
use crate::web::page::shell::announce;
use crate::web::page::shell::dom::{self, Later};
use section::FormSection;
use serde_json::Value;
use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::rc::Rc;
use web_sys::Element;

/// Quiet after the last keystroke before the scenario is taken over \[ms\].
const QUIET_MS: f64 = 250.0;
/// What the form asks of the page.
pub trait Host {
    /// The scenario in force.
    fn scenario(&self) -> Checked;
    /// Takes over a scenario. Edits with the same key one after the other are one step of undo.
    fn edited(&self, scenario: Checked, key: &str);
    /// Problems that have no field; an empty list takes them away.
    fn problems(&self, problems: &[Problem]);
    /// A button that is not the form's own was pressed.
    fn pressed(&self, action: &str);
}

/// The form.
pub struct Form {
    root: Element,
    host: Box<dyn Host>,
    sections: Vec<FormSection>,
    /// Which of them do not show the present scenario yet; the last follows next.
    behind: RefCell<Vec<usize>>,
    /// What was typed and is not sound yet, by path.
    pending: RefCell<BTreeMap<String, String>>,
    /// The list that was edited last, whose entry gets the focus once the form shows it.
    edited_list: RefCell<Option<(String, ListEdit)>>,
    /// A formula gets the focus once the form shows one.
    to_write: Cell<bool>,
    /// Whether names come beside a formula that gets the focus.
    names_wanted: Cell<bool>,
    later: Later,
}

impl Form {
    /// Makes the form in `#form`.
    pub fn new(host: Box<dyn Host>) -> Rc<Form> {
        let root: Element = dom::by_id("form");
        dom::clear(&root);
        let sections = Section::ALL.map(FormSection::new);
        for section in &sections {
            dom::append(&root, section.root());
        }
        let form = Rc::new(Form {
            root,
            host,
            sections: sections.into(),
            behind: RefCell::default(),
            pending: RefCell::default(),
            edited_list: RefCell::default(),
            to_write: Cell::new(false),
            // Where they would push the figure away, names come when they are asked for.
            names_wanted: Cell::new(!dom::is_narrow()),
            later: Later::default(),
        });
        form.listen();
        form
    }

    /// Forgets what was typed and not taken over.
    pub fn forget(&self) {
        self.later.cancel();
        self.pending.borrow_mut().clear();
        self.clear_problems();
    }

    /// From now on all sections are behind the scenario; their lines follow it at once.
    pub fn fall_behind(&self) {
        let scenario = self.host.scenario();
        let whole = scenario.to_value();
        for section in &self.sections {
            section.write_line(&scenario, &whole);
        }
        let from_below = (0..self.sections.len()).rev();
        let (open, folded): (Vec<usize>, Vec<usize>) = from_below.partition(|&own| self.sections[own].is_open());
        self.behind.replace([folded, open].concat());
    }

    /// Whether a section is behind the scenario still.
    pub fn is_behind(&self) -> bool {
        !self.behind.borrow().is_empty()
    }

    /// Whether one is that is open.
    pub fn is_behind_where_open(&self) -> bool {
        let behind = self.behind.borrow();
        behind.last().is_some_and(|&own| self.sections[own].is_open())
    }

    /// Lets the next section follow the scenario, except in fields whose text waits for something else to become sound.
    pub fn show_next(&self) {
        // What gets the focus is laid out at once, and so not in the task that makes it.
        self.focus_edited_list();
        let Some(next) = self.behind.borrow_mut().pop() else {
            return;
        };
        let scenario = self.host.scenario();
        self.sections[next].show(&scenario, &scenario.to_value(), &self.pending);
        if !self.is_behind()
            && self.to_write.take()
            && let Ok(Some(area)) = self.root.query_selector("textarea")
        {
            dom::focus(&area);
        }
    }

    /// Lets all sections follow the scenario at once.
    fn catch_up(&self) {
        while self.is_behind() {
            self.show_next();
        }
    }

    /// The scenario that is shown next is there to write its formula, if it has one.
    pub fn write_next(&self) {
        self.to_write.set(true);
    }

    /// Takes over at once what waits for quiet.
    pub fn flush(&self) {
        if self.later.is_waiting() {
            self.later.cancel();
            self.commit("");
        }
    }

    /// Goes to the first value that was typed and is wrong, however deep it is folded away; whether there is one.
    pub fn go_to_wrong(&self) -> bool {
        let first = dom::all_within(&self.root, problems::WRONG);
        let (Some(control), false) = (first.first(), self.pending.borrow().is_empty()) else {
            return false;
        };
        let around = |own: &Element| own.parent_element()?.closest("details, .more").ok()?;
        let folds = std::iter::successors(around(control), around);
        folds.for_each(|fold| {
            dom::toggle(&fold, "open", true);
            dom::show(&fold, true);
        });
        dom::focus(control);
        announce::say("Nothing is run: this value is wrong");
        true
    }

    /// What the sections say of clusters and arrivals that are drawn.
    fn plots(&self) -> impl Iterator<Item = &FormPlots> {
        self.sections.iter().map(FormSection::plots)
    }

    /// Draws all figures again before the next frame.
    pub fn redraw(&self) {
        self.plots().for_each(FormPlots::redraw);
    }

    /// Values as if they had been typed, a step of undo together.
    fn put(&self, values: impl IntoIterator<Item = (String, Value)>) {
        for (place, value) in values {
            // If another field is not sound yet, they wait in their own.
            if let Some(control) = dom::document().get_element_by_id(&field::id("f", &place)) {
                field::write(&control, &value);
            }
            let text = field::text_of(&value);
            self.pending.borrow_mut().insert(place, text);
        }
        self.commit("");
    }

    /// After an edit of a list the focus goes to the new entry, or to the button that adds one, once its section shows them.
    fn focus_edited_list(&self) {
        let behind = self.behind.borrow();
        let is_shown = |list: &str| !behind.iter().any(|&own| self.sections[own].has_list(list));
        let mut edited = self.edited_list.borrow_mut();
        let own = edited.take_if(|(list, _)| is_shown(list));
        drop((behind, edited));
        let Some((list, edit)) = own else { return };
        let count =
            path::get(&self.host.scenario().to_value(), &list).and_then(|list| list.as_array()).map_or(0, Vec::len);
        let selector = match edit {
            ListEdit::Add | ListEdit::Write => format!("[{LIST}=\"{list}\"][{INDEX}=\"{}\"]", count.saturating_sub(1)),
            ListEdit::Copy(index) => format!("[{LIST}=\"{list}\"][{INDEX}=\"{}\"]", index + 1),
            ListEdit::Remove(_) => format!("[{LIST}=\"{list}\"][{ACTION}=\"add\"]"),
        };
        let entry = self.root.query_selector(&selector).ok().flatten();
        let Some(entry) = entry else { return };
        let control = entry.closest(".entry").ok().flatten();
        let first = match edit {
            ListEdit::Write => "textarea",
            _ => "input, select",
        };
        let control = control.and_then(|entry| entry.query_selector(first).ok().flatten());
        dom::focus(control.as_ref().unwrap_or(&entry));
    }

    /// Takes over everything that was typed, if it is sound.
    fn commit(&self, key: &str) {
        let settings: Vec<(String, Value)> = {
            let pending = self.pending.borrow();
            pending.iter().map(|(place, text)| (place.clone(), path::value_from_text(place, text))).collect()
        };
        if settings.is_empty() {
            return;
        }
        let before = self.host.scenario();
        let places = settings.iter().map(|(place, value)| (place.as_str(), value.clone()));
        let extra = companions(&before, &settings);
        match before.with_all(places.chain(extra)) {
            Ok(scenario) => {
                self.pending.borrow_mut().clear();
                self.clear_problems();
                self.host.edited(scenario, key);
            }
            Err(Problems(problems)) => {
                let mut typed = before.to_value();
                let given = settings.clone();
                let placed = settings.into_iter().try_for_each(|(place, value)| path::set(&mut typed, &place, value));
                self.explain(&problems, &typed);
                if let Some(repair) = repair::of(&before, &given) {
                    repair.offer_at(problems.first());
                }
                if placed.is_ok() {
                    self.plots().for_each(|own| own.draft(&typed));
                }
            }
        }
    }

    /// Shows each problem with what was `typed` beside its field, or with the page if it has none.
    fn explain(&self, problems: &[Problem], typed: &Value) {
        let homeless = problems::explain(&self.root, problems, typed);
        self.host.problems(&homeless);
    }

    /// Nothing is wrong any more.
    fn clear_problems(&self) {
        self.explain(&[], &Value::Null);
    }
}

/// What must change along with what was chosen: a log has a name, and another swept parameter has other values.
fn companions(before: &Scenario, settings: &[(String, Value)]) -> Vec<(&'static str, Value)> {
    const VALUES: [&str; 2] = ["experiment.sweep.0.values", "experiment.sweep.1.values"];
    let mut extra = Vec::new();
    for (place, value) in settings {
        if place == "workload.model" && value == "swf" {
            extra.push(("workload.path", Value::from("log.swf")));
        }
        for (index, values) in VALUES.iter().enumerate() {
            if *place == format!("experiment.sweep.{index}.parameter") {
                let around = lists::around(before, value.as_str().unwrap_or_default());
                extra.push((values, serde_json::json!(around)));
            }
        }
    }
    extra
}

/// The attribute that the help bubble reads.
pub const BUBBLE: &str = HELP;
