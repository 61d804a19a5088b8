//! The address reflects the scenario and its view, and a new address changes both.

use crate::chart::view::View;
use crate::paper::Preset;
use crate::scenario::link::{self, Opened};
use crate::scenario::{Scenario, presets};
use crate::web::page::shell::dom;
use std::cell::{OnceCell, RefCell};
use wasm_bindgen::JsValue;

thread_local! {
    /// Fragment that was read or written last. If the address has another fragment, the page is about to open that
    /// fragment.
    static SEEN: RefCell<String> = RefCell::default();
    /// Called when the view changes.
    static LOOK_CHANGED: OnceCell<Box<dyn Fn()>> = const { OnceCell::new() };
}

/// Sets the callback for changes of the view.
pub fn on_view_changed(hear: impl Fn() + 'static) {
    LOOK_CHANGED.with(|own| {
        let _ = own.set(Box::new(hear));
    });
}

/// Reports a changed view: another tab, measure, run, window or job.
pub fn view_changed() {
    LOOK_CHANGED.with(|own| {
        if let Some(hear) = own.get() {
            hear();
        }
    });
}

/// Fragment of a scenario with a view, including `#`; readable for presets.
pub fn fragment(scenario: &Scenario, view: &View) -> String {
    let view = view.value(scenario);
    match presets::matching(scenario) {
        Some(preset) if view == View::of_preset(preset).value(scenario) => link::of_preset(&preset.name),
        Some(preset) => link::of_preset_with_view(&preset.name, &view),
        None => {
            let usual = view.as_object().is_some_and(|view| view.is_empty());
            link::encode_with_view(scenario, Some(&view).filter(|_| !usual))
        }
    }
}

/// Fragment of a scenario without a view.
fn bare_fragment(scenario: &Scenario) -> String {
    match presets::matching(scenario) {
        Some(preset) => link::of_preset(&preset.name),
        None => link::encode(scenario),
    }
}

/// Fragment of a preset, opened in the Paper tab.
pub fn in_papers(preset: &Preset) -> String {
    let view = View { tab: Some("paper"), ..View::of_preset(preset) };
    presets::scenario(preset).map_or_else(
        |_| link::of_preset(&preset.name),
        |scenario| link::of_preset_with_view(&preset.name, &view.value(&scenario)),
    )
}

/// Full link of a scenario.
pub fn link(scenario: &Scenario) -> String {
    format!("{}{}", page(), bare_fragment(scenario))
}

/// Full link of a scenario with a view.
pub fn link_with(scenario: &Scenario, view: &View) -> String {
    format!("{}{}", page(), fragment(scenario, view))
}

/// Address of the page without a fragment.
pub fn page() -> String {
    let address = dom::window().location().href().unwrap_or_default();
    address.split('#').next().unwrap_or_default().to_owned()
}

/// Fragment of the address, or of the current step, including `#`; empty if there is none.
pub fn present() -> String {
    let address = || dom::window().location().hash().unwrap_or_default();
    let fragment = dom::fragment_of_step().unwrap_or_else(address);
    if fragment == "#" { String::new() } else { fragment }
}

/// Writes scenario and view into the address; `step` adds an entry to the browser's history.
pub fn follow(scenario: &Scenario, view: &View, step: bool) {
    if dom::is_address_foreign() {
        return;
    }
    let present = present();
    let is_seen = SEEN.with_borrow(|seen| *seen == present);
    let mut wanted = fragment(scenario, view);
    if present == wanted || !is_seen && !step {
        return;
    }
    // The landing experiment needs no fragment: the bare address opens it.
    if presets::is_opening(scenario) && !wanted.contains('&') && !step {
        if present.is_empty() {
            return;
        }
        wanted.clear();
    }
    let address = format!("{}{wanted}", page());
    if let Ok(history) = dom::window().history() {
        // Browsers refuse changes of the address if there are too many in a short time. A refusal is ignored, because a
        // later change will succeed.
        let _ = match step {
            true => history.push_state_with_url(&JsValue::NULL, "", Some(&address)),
            false => history.replace_state_with_url(&JsValue::NULL, "", Some(&address)),
        };
    }
    see();
}

/// Marks the fragment in the address as read.
fn see() {
    SEEN.set(present());
}

/// Opens a preset in the Paper tab, like a link to it.
pub fn go(preset: &Preset) {
    let wanted = in_papers(preset);
    if present() != wanted {
        let _ = dom::window().location().set_hash(&wanted);
    } else if let Ok(event) = web_sys::Event::new("hashchange") {
        // After a recent change of the scenario, the address does not contain this change yet.
        let _ = dom::window().dispatch_event(&event);
    }
}

/// The scenario in the address, if it has a fragment.
pub fn open() -> Option<Result<Opened, String>> {
    see();
    let fragment = present();
    if fragment.is_empty() {
        return None;
    }
    Some(link::decode(&fragment).map_err(|problems| problems.to_string()))
}

/// Command that draws a figure of a scenario natively.
pub fn figure_command(scenario: &Scenario, flags: &str) -> String {
    let source = match presets::matching(scenario) {
        Some(preset) => format!("--preset {}", preset.name),
        None => format!("'{}'", bare_fragment(scenario)),
    };
    format!("metasched figure {source}{flags}")
}

/// Command that computes a scenario natively.
pub fn command(scenario: &Scenario) -> String {
    let word = if scenario.experiment.sweep.is_empty() { "run" } else { "sweep" };
    match presets::matching(scenario) {
        Some(preset) => format!("metasched {word} --preset {}", preset.name),
        None => format!("metasched {word} '{}'", bare_fragment(scenario)),
    }
}
