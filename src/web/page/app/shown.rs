//! Parts of the page that show the scenario, in addition to its run: form, title, buttons, messages and address.

use crate::experiment::flat_sweeps;
use crate::parameter::Section;
use crate::scenario::{Checked, Scenario, presets};
use crate::web::page::app::App;
use crate::web::page::inputs::form::Host;
use crate::web::page::inputs::in_short;
use crate::web::page::shell::banner::{self, Tone};
use crate::web::page::shell::dom::calls;
use crate::web::page::shell::{dom, storage};
use std::rc::Rc;
use web_sys::Element;

impl App {
    /// Updates the open parts of the form, then the rest of the page, then the folded parts of the form.
    pub(super) fn show_form(self: &Rc<Self>) {
        if let Some(parts) = self.parts() {
            if self.whole.replace(false) {
                parts.form.forget();
            }
            parts.form.fall_behind();
        }
        self.show_open();
    }

    /// Updates the open sections of the form one by one, then the rest of the page; each step in its own browser task.
    fn show_open(self: &Rc<Self>) {
        let more = self.parts().is_some_and(|parts| {
            parts.form.show_next();
            parts.form.is_behind_where_open()
        });
        self.settling.after(
            0.0,
            calls(self, move |app| match more {
                true => app.show_open(),
                false => app.show_scenario(),
            }),
        );
    }

    /// Updates the folded sections of the form one by one, each in its own browser task.
    fn show_folded(self: &Rc<Self>) {
        let more = self.parts().is_some_and(|parts| {
            parts.form.show_next();
            parts.form.is_behind()
        });
        if more {
            let app = self.clone();
            return self.settling.after(0.0, move || app.show_folded());
        }
        self.logs.borrow().write(&self.scenario());
        mark_form_behind(false);
    }

    /// Updates everything except run and form.
    fn show_scenario(self: &Rc<Self>) {
        let scenario = self.scenario();
        if let Some(parts) = self.parts() {
            parts.tabs.iter().for_each(|tab| tab.set_scenario(&scenario));
        }
        self.show_unread(&scenario);
        self.show_history();
        show_title(&scenario);
        self.keep_scenario(&scenario);
        self.address_follows();
        // Once title and open sections are updated, the page is usable. A folded section is updated when it is opened,
        // or earlier.
        if let Some(root) = dom::root() {
            dom::set(&root, "data-started", "true");
        }
        self.settling.after(0.0, calls(self, |app| app.show_folded()));
    }

    /// Reports settings of an opened scenario that no run reads, and sweeps that change nothing. The form never writes
    /// such settings.
    pub(super) fn show_unread(&self, scenario: &Checked) {
        let of_file = self.of_file.borrow();
        let mut unread = match of_file.as_ref().filter(|(own, _)| own == scenario) {
            Some((_, written)) => scenario.unread_as_written(written),
            None => scenario.unread(),
        };
        unread.extend(flat_sweeps(scenario).unwrap_or_default());
        if unread.is_empty() {
            return banner::hide("unread");
        }
        let lines: Vec<String> = unread.iter().map(|setting| format!("{setting}.")).collect();
        banner::show("unread", Tone::Note, &lines.join("\n"), []);
    }

    fn show_history(&self) {
        let history = self.history.borrow();
        let steps = [("undo", history.can_undo()), ("redo", history.can_redo())];
        for (button, can) in steps {
            dom::toggle(&dom::by_id::<Element>(button), "disabled", !can);
        }
    }

    /// Stores the scenario for the next visit, except in a frame, a talk or a lesson. The landing experiment is not
    /// stored, because the page opens it anyway.
    pub(super) fn keep_scenario(&self, scenario: &Checked) {
        if !dom::is_address_foreign() {
            match presets::is_opening(scenario) {
                true => storage::remove(storage::SCENARIO),
                false => storage::set(storage::SCENARIO, &scenario.to_compact_json()),
            };
        }
    }
}

/// Marks form and title as outdated or updated. A lesson that repeats a visitor's changes waits until they are updated.
pub(super) fn mark_form_behind(behind: bool) {
    if let Some(root) = dom::root() {
        dom::toggle(&root, "data-form-behind", behind);
    }
}

/// Shows the title of the scenario and of the browser tab, and the sentence about a preset.
fn show_title(scenario: &Scenario) {
    let preset = presets::matching(scenario);
    let title = match presets::shown_title(scenario) {
        Some(title) => title.to_string(),
        // What the scenario is; what it shows is in the headline.
        None => [Section::Platform, Section::Schedulers].map(|own| in_short::section(own, scenario)).join(" · "),
    };
    dom::write(&dom::by_id::<Element>("scenario-title"), &title);
    dom::document().set_title(&format!("{title} – Metasched"));
    let preset = preset.filter(|own| own.name != presets::OPENING);
    let about: Element = dom::by_id("about");
    dom::write(&about, preset.map_or("", |preset| &preset.about));
    dom::show(&about, preset.is_some());
}
