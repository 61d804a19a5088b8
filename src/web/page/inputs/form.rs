//! The scenario's form, generated from the table of parameters.
//!
//! What is typed becomes part of the scenario once all of it is sound; until then it stays in its field with the problem
//! beside it, and the last sound scenario stays in force.

mod actions;

use crate::base::problem::{Problem, Problems};
use crate::parameter::Section;
use crate::scenario::declared;
use crate::scenario::language::path;
use crate::scenario::{Checked, Scenario, swept};
use crate::web::lists::{self, ListEdit};
use crate::web::page::inputs::controls::{
    coefficients, control, further, is_coefficient, is_further,
};
use crate::web::page::inputs::field::{self, ACTION, HELP, INDEX, LIST, PATH, PLACE};
use crate::web::page::inputs::form_plots::FormPlots;
use crate::web::page::inputs::in_short;
use crate::web::page::inputs::problems;
use crate::web::page::inputs::repair;
use crate::web::page::inputs::shape::shape;
use crate::web::page::shell::announce;
use crate::web::page::shell::dom::{self, Build, Later};
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
    /// The element of each section that holds its controls.
    bodies: Vec<(Section, Element)>,
    /// What was typed and is not sound yet, by path.
    pending: RefCell<BTreeMap<String, String>>,
    /// The list that was edited last, whose entry gets the focus once the form shows it.
    edited_list: RefCell<Option<(String, ListEdit)>>,
    /// A formula gets the focus once the form shows one.
    to_write: Cell<bool>,
    /// Whether names come beside a formula that gets the focus.
    names_wanted: Cell<bool>,
    /// Lengths of the lists that the controls were made for.
    shape: RefCell<String>,
    /// What the sweeps were last offered to vary.
    offered: RefCell<String>,
    /// What it says of clusters and arrivals that are drawn.
    pub drawn: FormPlots,
    later: Later,
}

impl Form {
    /// Makes the form in `#form`.
    pub fn new(host: Box<dyn Host>) -> Rc<Form> {
        let root: Element = dom::by_id("form");
        dom::clear(&root);
        let bodies = Section::ALL
            .map(|section| {
                let body = dom::new("div").class("section-body");
                let summary = dom::new("summary")
                    .with(dom::new("h2").text(section.label()))
                    .with(dom::new("span").class("in-short"));
                let details = dom::new("details")
                    .class("section")
                    .attr("data-section", section.label())
                    .flag("open", section == Section::Schedulers)
                    .with(summary)
                    .with(&body);
                dom::append(&root, &details);
                (section, body)
            })
            .to_vec();
        let form = Rc::new(Form {
            root,
            host,
            bodies,
            pending: RefCell::default(),
            edited_list: RefCell::default(),
            to_write: Cell::new(false),
            // Where they would push the figure away, names come when they are asked for.
            names_wanted: Cell::new(!dom::is_narrow()),
            shape: RefCell::default(),
            offered: RefCell::default(),
            drawn: FormPlots::default(),
            later: Later::default(),
        });
        form.listen();
        form
    }

    /// Shows a scenario, and forgets what was typed and not taken over.
    pub fn reset(&self, scenario: &Scenario) {
        self.later.cancel();
        self.pending.borrow_mut().clear();
        self.clear_problems();
        self.show(scenario);
    }

    /// Shows a scenario, except in fields whose text waits for something else to become sound.
    pub fn show(&self, scenario: &Scenario) {
        let whole = scenario.to_value();
        let shape = shape(&whole);
        if *self.shape.borrow() != shape {
            self.rebuild(scenario, &whole);
            self.shape.replace(shape);
            self.offered.take();
        }
        self.offer(scenario);
        self.drawn.show(scenario, &self.root);
        let pending = self.pending.borrow();
        self.each(&format!("[{PATH}]"), |control, place| {
            if let Some(value) = path::get(&whole, place).filter(|_| !pending.contains_key(place)) {
                field::write(control, value);
            }
        });
        self.each(&format!("[{PLACE}]"), |element, place| {
            let relevant =
                declared::find(place).is_none_or(|parameter| parameter.relevant(place, &whole));
            // The way to a log is always there.
            dom::show(element, relevant || place == "workload.path");
        });
        for more in dom::all_within(&self.root, ".further") {
            let any = dom::all_within(&more, &format!(":scope > [{PLACE}]:not([hidden])"));
            dom::show(&more, !any.is_empty());
        }
        for details in dom::all_within(&self.root, "[data-section] > summary > .in-short") {
            let section = details.closest("[data-section]").ok().flatten();
            let label = section.and_then(|section| section.get_attribute("data-section"));
            let own = Section::ALL
                .into_iter()
                .find(|own| Some(own.label()) == label.as_deref());
            if let Some(own) = own {
                dom::write(&details, &in_short::section(own, scenario, &whole));
            }
        }
        // The focus may leave a field whose text is taken over then.
        drop(pending);
        self.focus_edited_list();
        if self.to_write.take()
            && let Ok(Some(area)) = self.root.query_selector("textarea")
        {
            dom::focus(&area);
        }
    }

    /// The scenario that is shown next is there to write its formula, if it has one.
    pub fn write_next(&self) {
        self.to_write.set(true);
    }

    /// Gives the sweeps their choices, if these have changed: the controls stay, and with them focus and what is being typed.
    fn offer(&self, scenario: &Scenario) {
        let paths = lists::sweepable(scenario);
        let sweeps = &scenario.experiment.sweep;
        let present = sweeps.iter().map(|sweep| &sweep.parameter);
        let all: Vec<&str> = paths.iter().chain(present).map(String::as_str).collect();
        let offered = all.join(" ");
        if *self.offered.borrow() == offered {
            return;
        }
        self.offered.replace(offered);
        for (index, sweep) in sweeps.iter().enumerate() {
            let own = (!paths.contains(&sweep.parameter)).then_some(&sweep.parameter);
            let options: Vec<(String, String)> = paths
                .iter()
                .chain(own)
                .map(|path| (path.clone(), swept::axis(scenario, path)))
                .collect();
            let id = field::id("f", &format!("experiment.sweep.{index}.parameter"));
            if let Some(select) = dom::document().get_element_by_id(&id) {
                field::offer(&select, &options);
            }
        }
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

    fn each(&self, selector: &str, mut action: impl FnMut(&Element, &str)) {
        let attribute = selector.trim_matches(['[', ']']);
        for element in dom::all_within(&self.root, selector) {
            if let Some(value) = element.get_attribute(attribute) {
                action(&element, &value);
            }
        }
    }

    /// Makes all controls anew, and puts the focus back where it was.
    fn rebuild(&self, scenario: &Scenario, whole: &Value) {
        let focused = dom::document()
            .active_element()
            .map(|element| element.id())
            .filter(|id| !id.is_empty());
        for (section, body) in &self.bodies {
            let was_open = dom::all_within(body, ".further[open]").len() == 1;
            dom::clear(body);
            let more = further().flag("open", was_open);
            let own = declared::table()
                .iter()
                .filter(|parameter| parameter.section() == *section);
            let mut fold = None;
            for parameter in own.filter(|parameter| !parameter.path.contains('*')) {
                let Some(element) = control(parameter, scenario, whole) else {
                    continue;
                };
                match is_coefficient(parameter) {
                    true => {
                        let fold = fold.get_or_insert_with(|| {
                            let (framed, fold) = coefficients(parameter);
                            dom::append(body, &framed);
                            fold
                        });
                        dom::append(fold, &element);
                    }
                    false if is_further(parameter, whole) => dom::append(&more, &element),
                    false => dom::append(body, &element),
                }
            }
            if more.child_element_count() > 1 {
                dom::append(body, &more);
            }
        }
        let again = focused.and_then(|id| dom::document().get_element_by_id(&id));
        if let Some(element) = again.filter(|element| self.root.contains(Some(element))) {
            dom::focus(&element);
        }
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

    /// After an edit of a list the focus goes to the new entry, or to the button that adds one.
    fn focus_edited_list(&self) {
        let Some((list, edit)) = self.edited_list.take() else {
            return;
        };
        let count = path::get(&self.host.scenario().to_value(), &list)
            .and_then(|list| list.as_array())
            .map_or(0, Vec::len);
        let selector = match edit {
            ListEdit::Add | ListEdit::Write => format!(
                "[{LIST}=\"{list}\"][{INDEX}=\"{}\"]",
                count.saturating_sub(1)
            ),
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
            pending
                .iter()
                .map(|(place, text)| (place.clone(), path::value_from_text(place, text)))
                .collect()
        };
        if settings.is_empty() {
            return;
        }
        let before = self.host.scenario();
        let places = settings
            .iter()
            .map(|(place, value)| (place.as_str(), value.clone()));
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
                let placed = settings
                    .into_iter()
                    .try_for_each(|(place, value)| path::set(&mut typed, &place, value));
                self.explain(&problems, &typed);
                if let Some(repair) = repair::of(&before, &given) {
                    repair.offer_at(problems.first());
                }
                if placed.is_ok() {
                    self.drawn.draft(&typed);
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
