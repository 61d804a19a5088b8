//! The address follows the scenario, and the scenario a new address.

use crate::paper::Preset;
use crate::scenario::link::{self, Opened};
use crate::scenario::{Scenario, presets};
use crate::web::page::shell::dom;
use crate::web::paper_data::Known;
use std::cell::RefCell;

thread_local! {
    /// The presets as scenarios, parsed once.
    static PRESETS: RefCell<Vec<Known>> = RefCell::new(
        presets::all().iter().filter_map(|preset| Some((preset, presets::scenario(preset).ok()?))).collect(),
    );
}

/// Hands over all presets as scenarios.
pub fn with_presets<R>(of: impl FnOnce(&[Known]) -> R) -> R {
    PRESETS.with_borrow(|all| of(all))
}

/// The preset that a scenario is.
pub fn preset_of(scenario: &Scenario) -> Option<&'static Preset> {
    PRESETS.with_borrow(|all| {
        all.iter()
            .find(|(_, own)| own == scenario)
            .map(|(preset, _)| *preset)
    })
}

/// The fragment of a scenario, with its `#`: readable for presets.
pub fn fragment(scenario: &Scenario) -> String {
    match preset_of(scenario) {
        Some(preset) => link::of_preset(preset.name),
        None => link::encode(scenario),
    }
}

/// The whole link of a scenario.
pub fn link(scenario: &Scenario) -> String {
    format!("{}{}", page(), fragment(scenario))
}

/// The page's address without a fragment.
pub fn page() -> String {
    let address = dom::window().location().href().unwrap_or_default();
    address.split('#').next().unwrap_or_default().to_owned()
}

/// The fragment in the address, with its `#`; empty if there is none.
pub fn present() -> String {
    let fragment = dom::window().location().hash().unwrap_or_default();
    if fragment == "#" {
        String::new()
    } else {
        fragment
    }
}

/// Writes the scenario into the address, without a step of the browser's history.
pub fn follow(scenario: &Scenario) {
    let wanted = fragment(scenario);
    // The landing experiment needs no fragment: the bare address opens it.
    let landing = *scenario == Scenario::default();
    if present() == wanted || (landing && present().is_empty()) {
        return;
    }
    let address = if landing {
        page()
    } else {
        format!("{}{wanted}", page())
    };
    if let Ok(history) = dom::window().history() {
        // Browsers refuse too many changes in a short time; the next one will do.
        let _ = history.replace_state_with_url(&wasm_bindgen::JsValue::NULL, "", Some(&address));
    }
}

/// Opens a preset, as a link to it does.
pub fn go(preset: &Preset) {
    let wanted = link::of_preset(preset.name);
    if present() != wanted {
        let _ = dom::window().location().set_hash(&wanted);
    } else if let Ok(event) = web_sys::Event::new("hashchange") {
        // The address is behind the scenario, which was changed a moment ago.
        let _ = dom::window().dispatch_event(&event);
    }
}

/// The scenario of the address, if it has a fragment.
pub fn open() -> Option<Result<Opened, String>> {
    let fragment = present();
    if fragment.is_empty() {
        return None;
    }
    Some(link::decode(&fragment).map_err(|problems| problems.to_string()))
}

/// The command that computes a scenario natively.
pub fn command(scenario: &Scenario, whole_link: bool) -> String {
    let word = if scenario.experiment.sweep.is_empty() {
        "run"
    } else {
        "sweep"
    };
    match preset_of(scenario) {
        Some(preset) if !whole_link => format!("metasched {word} --preset {}", preset.name),
        _ if whole_link => format!("metasched {word} '{}'", link(scenario)),
        _ => format!("metasched {word} '{}'", fragment(scenario)),
    }
}
