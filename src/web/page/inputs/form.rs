//! The form of the scenario, generated from the table of parameters.
//!
//! Typed values become part of the scenario once all of them are valid. Until then they stay in their fields with the
//! problem, and the last valid scenario remains in use.
//!
//! A new scenario is shown section by section, open sections first, each in its own browser task, so that keystrokes
//! are not delayed.

mod actions;
mod section;

use crate::base::problem::{Problem, Problems};
use crate::parameter::Section;
use crate::scenario::language::path::{self, Values};
use crate::scenario::{Checked, Scenario};
use crate::web::formulas;
use crate::web::lists::{self, ListEdit};
use crate::web::load_gauge::LoadGauge;
use crate::web::page::inputs::field::{self, ACTION, HELP, INDEX, LIST};
use crate::web::page::inputs::form_plots::FormPlots;
use crate::web::page::inputs::gauge;
use crate::web::page::inputs::problems;
use crate::web::page::inputs::repair;
use crate::web::page::inputs::what_if::WhatIf;
use crate::web::page::shell::announce;
use crate::web::page::shell::dom::{self, Later};
use crate::web::scheduler_choice;
use actions::Pull;
use section::FormSection;
use serde_json::Value;
use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::rc::Rc;
use web_sys::Element;

/// Time without keystrokes before the scenario is updated \[ms\].
const QUIET_MS: f64 = 250.0;
/// Requests from the form to the page.
pub trait Host {
    /// The scenario in use.
    fn scenario(&self) -> Checked;
    /// Sets a new scenario. Consecutive edits with the same key are one undo step.
    fn edited(&self, scenario: Checked, key: &str);
    /// Sets a new scenario while a visitor moves a value, at a time \[ms\]. Moves with the same key are one undo step.
    fn moved(&self, scenario: Checked, key: &str, asked_ms: f64);
    /// True while the figure of an earlier position is computed. The page asks for the next one with [`Form::follow`].
    fn is_following(&self) -> bool;
    /// Shows the runs at a value of a sweep, both given by their indices.
    fn look_at(&self, sweep: usize, value: usize);
    /// The visitor no longer moves a value.
    fn released(&self);
    /// Shows problems without a field; an empty list removes them.
    fn problems(&self, problems: &[Problem]);
    /// Called for a button that the form does not handle itself.
    fn pressed(&self, action: &str);
}

/// The form.
pub struct Form {
    root: Element,
    host: Box<dyn Host>,
    sections: Vec<FormSection>,
    /// Indices of the sections that do not show the present scenario yet; the last one in the list is updated next.
    behind: RefCell<Vec<usize>>,
    /// True if the next section shows the present scenario, except the last entries of a long list.
    has_begun: Cell<bool>,
    /// Typed text that is not valid yet, by path.
    pending: RefCell<BTreeMap<String, String>>,
    /// The list that was edited last, with the edit. The edited entry gets the focus once the form shows it.
    edited_list: RefCell<Option<(String, ListEdit)>>,
    /// True if a formula gets the focus once the form shows one.
    to_write: Cell<bool>,
    /// True if names appear next to a formula that gets the focus.
    names_wanted: Cell<bool>,
    load: RefCell<LoadGauge>,
    later: Later,
    what_if: WhatIf,
    pulling: Cell<Option<Pull>>,
    /// Path and time \[ms\] of the last position of a moved value that is not applied yet.
    moved: RefCell<Option<(String, f64)>>,
    /// Timer for the end of a move.
    releasing: Later,
}

impl Form {
    /// Creates the form in `#form`.
    pub fn new(host: Box<dyn Host>) -> Rc<Form> {
        let root: Element = dom::by_id("form");
        dom::clear(&root);
        let sections = Section::ALL.map(FormSection::new);
        for (section, own) in Section::ALL.iter().zip(&sections) {
            if *section == Section::Workload {
                dom::append(&root, &gauge::repair());
            }
            dom::append(&root, own.root());
        }
        let form = Rc::new(Form {
            root,
            host,
            sections: sections.into(),
            behind: RefCell::default(),
            has_begun: Cell::new(false),
            pending: RefCell::default(),
            edited_list: RefCell::default(),
            to_write: Cell::new(false),
            // On narrow screens names appear only on request, because they would push the figure away.
            names_wanted: Cell::new(!dom::is_narrow()),
            load: RefCell::default(),
            later: Later::default(),
            what_if: WhatIf::new(),
            pulling: Cell::default(),
            moved: RefCell::default(),
            releasing: Later::default(),
        });
        form.listen();
        form
    }

    /// Discards typed text that was not applied.
    pub fn forget(&self) {
        self.load.borrow_mut().forget();
        self.later.cancel();
        self.pending.borrow_mut().clear();
        self.clear_problems();
    }

    /// Marks all sections as outdated. Their summary lines are updated immediately.
    pub fn fall_behind(&self) {
        let scenario = self.host.scenario();
        for section in &self.sections {
            section.write_line(&scenario);
        }
        self.show_load();
        self.what_if.show(&scenario);
        let from_below = (0..self.sections.len()).rev();
        let (open, folded): (Vec<usize>, Vec<usize>) = from_below.partition(|&own| self.sections[own].is_open());
        self.behind.replace([folded, open].concat());
        self.has_begun.set(false);
    }

    /// True if a section is outdated.
    pub fn is_behind(&self) -> bool {
        !self.behind.borrow().is_empty()
    }

    /// True if an open section is outdated.
    pub fn is_behind_where_open(&self) -> bool {
        let behind = self.behind.borrow();
        behind.last().is_some_and(|&own| self.sections[own].is_open())
    }

    /// Updates the next section, or goes on with its lists, except fields whose text is not valid yet.
    pub fn show_next(&self) {
        // Setting the focus forces a layout, so an element gets the focus in a later browser task than the one that
        // creates it.
        self.focus_edited_list();
        let Some(next) = self.behind.borrow().last().copied() else {
            return;
        };
        let (section, scenario) = (&self.sections[next], self.host.scenario());
        match self.has_begun.get() {
            false => section.show(&scenario, &self.pending),
            true => section.go_on(&scenario, &self.pending),
        }
        self.has_begun.set(section.lacks_entries(&scenario));
        if !self.has_begun.get() {
            self.behind.borrow_mut().pop();
        }
        if !self.is_behind()
            && self.to_write.take()
            && let Ok(Some(area)) = self.root.query_selector("textarea")
        {
            dom::focus(&area);
        }
    }

    /// Updates all outdated sections immediately.
    fn catch_up(&self) {
        while self.is_behind() {
            self.show_next();
        }
    }

    /// Gives the focus to the formula of the next shown scenario, if it has one.
    pub fn write_next(&self) {
        self.to_write.set(true);
    }

    /// Applies pending edits immediately.
    pub fn flush(&self) {
        if self.later.is_waiting() {
            self.later.cancel();
            self.commit("");
        }
        if self.releasing.is_waiting() {
            self.releasing.cancel();
            self.release();
        }
    }

    /// Applies the last position of a moved value, unless the page still computes the figure of an earlier position.
    pub fn follow(&self) {
        if !self.host.is_following()
            && let Some((place, asked_ms)) = self.moved.take()
        {
            self.apply(|host, scenario| host.moved(scenario, &place, asked_ms));
            self.show_load();
        }
    }

    /// Ends a move.
    fn release(&self) {
        match self.moved.take() {
            Some((place, _)) => self.commit(&place),
            None => self.host.released(),
        }
    }

    /// Moves the focus to the first wrong value and unfolds its parents. Returns false if there is none.
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

    /// Shows the load of the scenario.
    fn show_load(&self) {
        self.load.borrow_mut().follow(&self.host.scenario());
        gauge::show(&self.load.borrow());
    }

    /// True if each job of the scenario takes longer to simulate than the one before.
    pub fn slows_down(&self) -> bool {
        self.load.borrow().slows_down()
    }

    /// Shows the loads that runs have measured.
    pub fn measure_load(&self, measured: impl Iterator<Item = f64>) {
        if self.load.borrow_mut().measure(measured) {
            gauge::show(&self.load.borrow());
        }
    }

    /// Sets the settings that keep the load as it was before the platform changed.
    fn keep_load(&self) {
        self.flush();
        let repair = self.load.borrow().repair();
        if let Some(repair) = repair {
            self.put(repair.settings);
            announce::say("The load is as before");
        }
    }

    /// Figures of the sections.
    fn plots(&self) -> impl Iterator<Item = &FormPlots> {
        self.sections.iter().map(FormSection::plots)
    }

    /// Redraws all figures before the next frame.
    pub fn redraw(&self) {
        self.plots().for_each(FormPlots::redraw);
    }

    /// Sets values as if they had been typed, as one undo step.
    fn put(&self, values: impl IntoIterator<Item = (String, Value)>) {
        for (place, value) in values {
            // The values are also written into their fields, where they stay if another field is not valid yet.
            if let Some(control) = dom::document().get_element_by_id(&field::id("f", &place)) {
                field::write(&control, &value);
            }
            let text = field::text_of(&value);
            self.pending.borrow_mut().insert(place, text);
        }
        self.commit("");
    }

    /// After an edit of a list, moves the focus to the new entry, or after a removal to the "add" button, once the
    /// section shows the edited list.
    fn focus_edited_list(&self) {
        let behind = self.behind.borrow();
        let is_shown = |list: &str| !behind.iter().any(|&own| self.sections[own].has_list(list));
        let mut edited = self.edited_list.borrow_mut();
        let own = edited.take_if(|(list, _)| is_shown(list));
        drop((behind, edited));
        let Some((list, edit)) = own else { return };
        let scenario = self.host.scenario();
        let count = scenario.at(&list).and_then(|list| list.as_array()).map_or(0, Vec::len);
        let selector = match edit {
            ListEdit::Add | ListEdit::Write => {
                format!(".entry [{LIST}=\"{list}\"][{INDEX}=\"{}\"]", count.saturating_sub(1))
            }
            ListEdit::Copy(index) => format!(".entry [{LIST}=\"{list}\"][{INDEX}=\"{}\"]", index + 1),
            ListEdit::Remove(_) => format!(".adds > [{LIST}=\"{list}\"][{ACTION}=\"add\"]"),
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

    /// Applies everything that was typed, if it is valid.
    fn commit(&self, key: &str) {
        self.apply(|host, scenario| host.edited(scenario, key));
    }

    /// Makes a scenario of everything that was typed, for `use_it`, if it is valid.
    fn apply(&self, use_it: impl FnOnce(&dyn Host, Checked)) {
        let before = self.host.scenario();
        let mut settings: Vec<(String, Value)> = {
            let pending = self.pending.borrow();
            let typed = pending.iter().map(|(place, text)| (place, path::value_from_text(place, text)));
            typed.flat_map(|(place, value)| scheduler_choice::settings(&before, place, value)).collect()
        };
        if settings.is_empty() {
            return;
        }
        let found = loop {
            let places = settings.iter().map(|(place, value)| (place.as_str(), value.clone()));
            let extra = companions(&before, &settings);
            let found = before.with_all(places.chain(extra));
            // A free letter in a formula becomes a constant, unless the visitor is just typing the constants.
            let problems = found.as_ref().err().map_or(&[][..], |own| &own.0);
            let free = formulas::free_name(&before, &settings, problems);
            match free.filter(|own| own.is_symbol && !self.pending.borrow().contains_key(&own.place)) {
                Some(own) => {
                    settings.retain(|(place, _)| *place != own.place);
                    settings.push((own.place, own.constants));
                }
                None => break found,
            }
        };
        match found {
            Ok(scenario) => {
                self.pending.borrow_mut().clear();
                self.clear_problems();
                use_it(&*self.host, scenario);
            }
            Err(Problems(problems)) => {
                let mut typed = before.to_value();
                let given = settings.clone();
                let free = formulas::free_name(&before, &settings, &problems);
                let placed = settings.into_iter().try_for_each(|(place, value)| path::set(&mut typed, &place, value));
                self.explain(&problems, &typed);
                if let Some(repair) = repair::of(&before, &given) {
                    repair.offer_at(problems.first());
                }
                if let Some(free) = free {
                    repair::offer_constant(problems.first(), &free);
                }
                if placed.is_ok() {
                    self.plots().for_each(|own| own.draft(&typed));
                }
            }
        }
    }

    /// Shows each problem next to its field; problems without a field go to the page. `typed` is the scenario with the
    /// typed values.
    fn explain(&self, problems: &[Problem], typed: &Value) {
        let homeless = problems::explain(&self.root, problems, typed);
        self.host.problems(&homeless);
    }

    /// Removes all problems.
    fn clear_problems(&self) {
        self.explain(&[], &Value::Null);
    }
}

/// Values that must change together with a setting: a log needs a name, and another swept parameter needs other values.
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

/// Attribute with the text of the help bubble.
pub const BUBBLE: &str = HELP;
