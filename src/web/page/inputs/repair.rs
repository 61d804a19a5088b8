//! Repair of a choice that conflicts with the rest of the scenario: a button for another choice that resolves the
//! conflict.

use crate::base::problem::Problem;
use crate::scenario::language::path::Values;
use crate::scenario::{Checked, Kind, declared};
use crate::web::formulas::FreeName;
use crate::web::page::inputs::field::{self, ACTION};
use crate::web::page::shell::dom::{self, Build};
use serde_json::Value;
use web_sys::Element;

/// Action of the button.
pub const ACTION_NAME: &str = "repair";
/// Attribute of the button with the choice: `path=value`.
pub const CHOICE: &str = "data-choice";

/// Another choice, with its label.
pub struct Repair {
    place: &'static str,
    value: &'static str,
    label: String,
    /// Reason for the repair.
    why: String,
}

/// The first change of a single other choice that makes the typed values valid, if there is one.
pub fn of(before: &Checked, typed: &[(String, Value)]) -> Option<Repair> {
    // Only choices are repaired: a number out of range is not a conflict of choices.
    let chosen = |(place, _): &(String, Value)| {
        let kind = declared::find(place).map(|own| own.kind);
        matches!(kind, Some(Kind::Choice { .. }))
    };
    if !typed.iter().all(chosen) {
        return None;
    }
    let mut others = declared::table().iter().filter(|own| {
        let single = !own.path.contains('*') && typed.iter().all(|(place, _)| place != own.path);
        single && own.relevant(own.path, before)
    });
    others.find_map(|own| {
        let Kind::Choice { choices, .. } = own.kind else {
            return None;
        };
        let present = before.at(own.path).and_then(Value::as_str);
        let mut others = choices.iter().filter(|choice| Some(choice.name) != present);
        let found = others.find(|choice| {
            let settings = typed.iter().map(|(place, value)| (place.as_str(), value.clone()));
            let other = [(own.path, Value::from(choice.name))];
            before.with_all(settings.chain(other)).is_ok()
        })?;
        let words = format!("{} {}", own.section().label().to_ascii_lowercase(), own.label.to_ascii_lowercase());
        let names = choices.iter().find(|choice| Some(choice.name) == present);
        Some(Repair {
            why: format!(
                "This does not go with the {words} \u{201c}{}\u{201d}.",
                names.map_or("", |choice| choice.label)
            ),
            place: own.path,
            value: found.name,
            label: format!("Use {words}: {}", found.label),
        })
    })
}

/// Adds a button that makes an unknown name in a formula a constant to the problem.
pub fn offer_constant(problem: Option<&Problem>, free: &FreeName) {
    let place = problem.map_or("", |problem| &problem.place);
    if let Some(line) = dom::document().get_element_by_id(&field::id("e", place)) {
        let label = format!("Make {} a constant", free.name);
        dom::append(&line, &button(&label, &free.place, &field::text_of(&free.constants)));
    }
}

fn button(label: &str, place: &str, value: &str) -> Element {
    dom::button(label).class("repair").attr(ACTION, ACTION_NAME).attr(CHOICE, &format!("{place}={value}"))
}

impl Repair {
    /// Shows the conflict at the place of the problem, with a button that resolves it.
    pub fn offer_at(&self, problem: Option<&Problem>) {
        let place = problem.map_or("", |problem| &problem.place);
        let line = dom::document().get_element_by_id(&field::id("e", place));
        if let Some(line) = line {
            dom::write(&line, &self.why);
            dom::append(&line, &button(&self.label, self.place, self.value));
        }
    }
}
