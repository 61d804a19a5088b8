//! A section of the form: summary line, controls and figures.

use crate::parameter::Section;
use crate::scenario::language::path::{self, Values};
use crate::scenario::{Kind, Parameter, Scenario, declared, swept};
use crate::web::lists;
use crate::web::page::inputs::constants;
use crate::web::page::inputs::controls::{
    add_entries, coefficients, control, further, head_choice, is_coefficient, is_further, lacks_entries,
};
use crate::web::page::inputs::field::{self, PATH, PLACE};
use crate::web::page::inputs::form_plots::FormPlots;
use crate::web::page::inputs::gauge;
use crate::web::page::inputs::in_short;
use crate::web::page::shell::dom::{self, Build};
use crate::web::scheduler_choice;
use serde_json::Value;
use std::cell::RefCell;
use std::collections::BTreeMap;
use web_sys::Element;

/// A section of the form.
pub(super) struct FormSection {
    section: Section,
    root: Element,
    /// Summary, shown while folded.
    line: Element,
    /// The element that holds its controls.
    body: Element,
    /// Structure of the form for which the controls were created; `None` before the first scenario.
    shape: RefCell<Option<String>>,
    /// Id of the element that had the focus before the controls were created again, and is not there yet.
    focused: RefCell<Option<String>>,
    /// Parameters last offered for sweeps.
    offered: RefCell<String>,
    plots: FormPlots,
}

impl FormSection {
    /// Creates a section without controls.
    pub(super) fn new(section: Section) -> FormSection {
        let body = dom::new("div").class("section-body");
        let line = dom::new("span").class("in-short");
        let gauge = (section == Section::Workload).then(gauge::gauge);
        let summary = dom::new("summary").with(dom::new("h2").text(section.label())).with_all(gauge).with(&line);
        let root = dom::new("details")
            .class("section")
            .attr("data-section", section.label())
            .flag("open", section == Section::Schedulers)
            .with(summary)
            .with(&body);
        FormSection {
            section,
            root,
            line,
            body,
            shape: RefCell::default(),
            focused: RefCell::default(),
            offered: RefCell::default(),
            plots: FormPlots::default(),
        }
    }

    pub(super) fn root(&self) -> &Element {
        &self.root
    }

    pub(super) fn is_open(&self) -> bool {
        self.root.has_attribute("open")
    }

    /// True if a list belongs to this section.
    pub(super) fn has_list(&self, list: &str) -> bool {
        declared::find(list).is_some_and(|own| own.section() == self.section)
    }

    /// Figures of the section.
    pub(super) fn plots(&self) -> &FormPlots {
        &self.plots
    }

    /// Writes the summary line.
    pub(super) fn write_line(&self, scenario: &Scenario) {
        dom::write(&self.line, &in_short::section(self.section, scenario));
    }

    /// Shows a scenario, except in fields with `pending` text. Of a long list, only the first entries are made.
    pub(super) fn show(&self, scenario: &Scenario, pending: &RefCell<BTreeMap<String, String>>) {
        let shape = Some(self.shape_of(scenario));
        let anew = *self.shape.borrow() != shape;
        if anew {
            self.focused.replace(self.focused());
            self.rebuild(scenario);
            self.shape.replace(shape);
            self.offered.take();
        }
        if self.section == Section::Experiment {
            self.offer(scenario);
        }
        self.plots.show(self.section, scenario, &self.body);
        self.fill(&self.body, anew, scenario, pending);
    }

    /// True if some list is not complete.
    pub(super) fn lacks_entries(&self, scenario: &Scenario) -> bool {
        self.lists().any(|list| lacks_entries(list, &self.body, scenario))
    }

    /// Makes the next entries of lists that are not complete.
    pub(super) fn go_on(&self, scenario: &Scenario, pending: &RefCell<BTreeMap<String, String>>) {
        let new: Vec<Element> = self.lists().flat_map(|list| add_entries(list, &self.body, scenario)).collect();
        for entry in &new {
            self.fill(entry, true, scenario, pending);
        }
    }

    /// Writes the scenario's values into the controls in `part`, which may be new.
    fn fill(&self, part: &Element, anew: bool, scenario: &Scenario, pending: &RefCell<BTreeMap<String, String>>) {
        let focused = self.focused.borrow().as_ref().and_then(|id| dom::document().get_element_by_id(id));
        if let Some(element) = focused.filter(|element| part.contains(Some(element))) {
            self.focused.take();
            dom::focus(&element);
        }
        each(part, constants::SLIDERS, |place, path| constants::show(place, path, scenario));
        let pending = pending.borrow();
        each(part, PATH, |control, place| match pending.get(place) {
            Some(text) if anew => field::write(control, &Value::from(&**text)),
            Some(_) => {}
            None => {
                if let Some(value) = scheduler_choice::shown(scenario, place) {
                    field::write(control, &value);
                }
            }
        });
        each(part, PLACE, |element, place| {
            let relevant = declared::find(place).is_none_or(|parameter| parameter.relevant(place, scenario));
            // The field of the log is always shown.
            dom::show(element, relevant || place == "workload.path");
        });
        for more in dom::all_within(part, ".further") {
            let any = dom::all_within(&more, &format!(":scope > [{PLACE}]:not([hidden])"));
            dom::show(&more, !any.is_empty());
        }
    }

    /// Updates the options of the sweeps if they changed. The controls stay, and with them focus and typed text.
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
            let options: Vec<(String, String)> =
                paths.iter().chain(own).map(|path| (path.clone(), swept::axis(scenario, path))).collect();
            let id = field::id("f", &format!("experiment.sweep.{index}.parameter"));
            if let Some(select) = dom::document().get_element_by_id(&id) {
                field::offer(&select, &options);
            }
        }
    }

    /// Id of the element of this section that has the focus.
    fn focused(&self) -> Option<String> {
        let active = dom::document().active_element().filter(|own| self.body.contains(Some(own)));
        active.map(|own| own.id()).filter(|id| !id.is_empty())
    }

    /// Creates all controls again.
    fn rebuild(&self, scenario: &Scenario) {
        let body = &self.body;
        let was_open = dom::all_within(body, ".further[open]").len() == 1;
        dom::clear(body);
        let more = further().flag("open", was_open);
        let mut fold = None;
        for parameter in self.parameters().filter(|parameter| !parameter.path.contains('*')) {
            let Some(element) = control(parameter, scenario) else {
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
                false if is_further(parameter, scenario) => dom::append(&more, &element),
                false => dom::append(body, &element),
            }
        }
        if more.child_element_count() > 1 {
            dom::append(body, &more);
        }
    }

    fn parameters(&self) -> impl Iterator<Item = &'static Parameter> {
        declared::table().iter().filter(|parameter| parameter.section() == self.section)
    }

    fn lists(&self) -> impl Iterator<Item = &'static Parameter> {
        self.parameters().filter(|parameter| matches!(parameter.kind, Kind::List { .. }))
    }

    /// Structure of the section; equal for scenarios that have the same controls.
    fn shape_of(&self, scenario: &Scenario) -> String {
        let entries = |list: &str| scenario.at(list).and_then(|list| list.as_array()).map_or(0, Vec::len);
        let mut shape: Vec<String> = self.lists().map(|list| entries(list.path).to_string()).collect();
        let heads = self.lists().filter_map(head_choice).flat_map(|head| path::expanded(scenario, head.path));
        // The titles of cluster groups say which clusters these are.
        let counts = self.parameters().filter(|own| own.path == "platform.clusters.*.count");
        let counts = counts.flat_map(|own| path::expanded(scenario, own.path));
        shape.extend(heads.chain(counts).filter_map(|place| Some(scenario.at(&place)?.to_string())));
        let made_if_relevant = |parameter: &&Parameter| matches!(parameter.kind, Kind::Table(_) | Kind::Formula { .. });
        shape.extend(
            self.parameters().filter(made_if_relevant).flat_map(|parameter| path::places(scenario, parameter.path)),
        );
        shape.join(",")
    }
}

/// Calls `action` for every element in `part` with the attribute, with the attribute's value.
fn each(part: &Element, attribute: &str, mut action: impl FnMut(&Element, &str)) {
    for element in dom::all_within(part, &format!("[{attribute}]")) {
        if let Some(value) = element.get_attribute(attribute) {
            action(&element, &value);
        }
    }
}
