//! The initial scenario of the page and its view, and changes of the address.

use crate::base::problem::Problem;
use crate::chart::view::View;
use crate::paper::Preset;
use crate::scenario::link::Opened;
use crate::scenario::presets;
use crate::scenario::{Checked, Scenario};
use crate::web::other_engine::{self, OtherPage};
use crate::web::page::app::App;
use crate::web::page::inputs::form::Host;
use crate::web::page::shell::banner::{self, Tone, sentence};
use crate::web::page::shell::dom::{self, Build, calls};
use crate::web::page::shell::{storage, theme, url};
use std::rc::Rc;
use web_sys::Element;

/// Minimum time between two updates of the address \[ms\].
const WRITE_MS: f64 = 300.0;

impl App {
    /// Handles a link that was pasted into the address of the open page, and the browser's Back button.
    pub(super) fn address_changed(self: &Rc<Self>) {
        match url::open() {
            Some(Ok(opened)) => {
                hide_notes();
                note_engine(&opened);
                let view = view_of(&opened);
                self.show_other(opened.scenario, view);
            }
            // A fragment that is the id of an element, as in the skip link, is no scenario.
            Some(Err(_)) if dom::document().get_element_by_id(&url::present()[1..]).is_some() => {}
            Some(Err(why)) => broken_link(&why, "The scenario that was open stays."),
            None => {
                hide_notes();
                self.show_other(presets::opening(), opening_view());
            }
        }
    }

    /// Opens another scenario, as a step of undo and of the browser's history (Back button).
    pub(super) fn open(self: &Rc<Self>, scenario: Checked, view: View) {
        // The previous entry of the history keeps its last view.
        hide_notes();
        self.write_address();
        url::follow(&scenario, &view, true);
        self.show_other(scenario, view);
    }

    /// Opens a preset with its view.
    pub(super) fn open_preset(self: &Rc<Self>, preset: &Preset) {
        if let Ok(scenario) = presets::scenario(preset) {
            self.open(scenario, View::of_preset(preset));
        }
    }

    fn show_other(self: &Rc<Self>, scenario: Checked, view: View) {
        let same = scenario == self.scenario();
        if same {
            self.show_unread(&scenario);
        } else {
            self.replace(scenario);
        }
        self.view_as(view);
        let shown = self.runs.borrow().shown().cloned();
        if let (true, Some(parts)) = (same, self.parts()) {
            if let Some(snapshot) = shown {
                self.show_snapshot(parts, snapshot);
            }
            // If the last run was a sketch, the full run follows and informs the tabs.
            let plan = self.runs.borrow().run().filter(|run| !run.is_sketch).map(|run| run.plan.clone());
            if let Some(plan) = plan {
                self.plan_tabs(parts, &plan);
            }
        }
    }

    /// Applies a view to the present scenario.
    pub(super) fn view_as(self: &Rc<Self>, view: View) {
        let Some(parts) = self.parts() else { return };
        if let Some(theme) = view.theme {
            theme::wear(theme);
            self.redraw();
        }
        parts.tabs.view_as(&view, &self.scenario());
    }

    /// The current view of the present scenario.
    pub(super) fn view(self: &Rc<Self>) -> View {
        self.parts().map_or_else(View::default, |parts| parts.tabs.view(&self.scenario()))
    }

    /// Updates the address soon.
    pub(super) fn address_follows(self: &Rc<Self>) {
        self.following.within(WRITE_MS, calls(self, |app| app.write_address()));
    }

    pub(super) fn write_address(self: &Rc<Self>) {
        self.following.cancel();
        url::follow(&self.scenario(), &self.view(), false);
    }
}

/// The view of the scenario that the page opens with.
fn opening_view() -> View {
    presets::find(presets::OPENING).map(View::of_preset).unwrap_or_default()
}

/// Hides messages about the previous link or file.
fn hide_notes() {
    ["link", "view", "mark", "file"].into_iter().for_each(banner::hide);
}

/// The view that a link requests. Reports the parts of the view that are impossible.
fn view_of(opened: &Opened) -> View {
    let mut problems = opened.problems.clone();
    let preset = opened.preset.and_then(presets::find);
    let view = match &opened.view {
        Some(view) => {
            let (view, more) = View::read(view, &opened.scenario);
            problems.extend(more);
            view
        }
        None => preset.map(View::of_preset).unwrap_or_default(),
    };
    if !problems.is_empty() {
        let mut lines: Vec<String> = problems.iter().map(|problem: &Problem| sentence(&problem.to_string())).collect();
        lines.push("All else of the link is open.".to_owned());
        banner::show("view", Tone::Note, &lines.join("\n"), []);
    }
    view
}

/// Origin of the page's first scenario.
pub(super) enum Opening {
    Nothing,
    Opened(Box<Opened>),
    Broken(String),
    Restored,
}

pub(super) fn first_scenario() -> (Checked, Opening) {
    let stored = || storage::get(storage::SCENARIO).and_then(|text| Scenario::from_json(&text).ok());
    match url::open() {
        Some(Ok(opened)) => (opened.scenario.clone(), Opening::Opened(Box::new(opened))),
        Some(Err(why)) => (stored().unwrap_or_else(presets::opening), Opening::Broken(why)),
        None => match stored() {
            Some(scenario) if !presets::is_opening(&scenario) => (scenario, Opening::Restored),
            _ => (presets::opening(), Opening::Nothing),
        },
    }
}

pub(super) fn show_opening(app: &Rc<App>, opening: Opening) {
    let mut view = View::default();
    match opening {
        Opening::Nothing => view = opening_view(),
        Opening::Opened(opened) => {
            note_engine(&opened);
            view = view_of(&opened);
        }
        Opening::Broken(why) => {
            let is_opening = presets::is_opening(&app.scenario());
            if is_opening {
                view = opening_view();
            }
            let shown = if is_opening { "The landing experiment" } else { "Your last scenario" };
            broken_link(&why, &format!("{shown} is shown instead."));
        }
        Opening::Restored => {
            let fresh = dom::button("Start with the landing experiment").attr("id", "start-over");
            dom::click(app, &fresh, |app| {
                banner::hide("restored");
                app.open(presets::opening(), opening_view());
            });
            banner::show("restored", Tone::Note, "This is your scenario of last time.", [banner::buttons([fresh])]);
        }
    }
    app.view_as(view);
}

fn broken_link(why: &str, instead: &str) {
    banner::show(
        "link",
        Tone::Problem,
        &format!("{}\n{instead}", sentence(why)),
        // An old release cannot read links from later ones.
        other_engine::newest(&url::page()).map(open_there),
    );
}

fn note_engine(opened: &Opened) {
    if let Some(notice) = other_engine::notice(opened.engine, &url::page()) {
        let other = notice.other.map(open_there);
        banner::show("link", Tone::Note, &notice.words, other);
    }
}

/// A link that opens the present address in another page. Keeps the original fragment, because the address will soon
/// follow the scenario with the engine of this page.
fn open_there(page: OtherPage) -> Element {
    let address = format!("{}{}", page.address, url::present());
    let link = dom::new("a").attr("href", &address).text(&page.label);
    dom::new("p").with(link)
}
