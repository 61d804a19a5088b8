//! Problems shown next to their fields.

use crate::base::problem::Problem;
use crate::scenario::Kind;
use crate::scenario::declared;
use crate::scenario::language::path;
use crate::web::page::inputs::field::{self, PLACE};
use crate::web::page::inputs::formula;
use crate::web::page::shell::dom;
use crate::words::number::counted;
use serde_json::Value;
use web_sys::Element;

/// Selector of controls with a wrong value.
pub const WRONG: &str = "[aria-invalid=true]";
/// Attribute of a form that shows a problem.
const ANY: &str = "data-wrong";

/// Shows each problem of the `typed` scenario next to its field, and returns the problems without a field.
pub fn explain(form: &Element, problems: &[Problem], typed: &Value) -> Vec<Problem> {
    let mut homeless = problems.to_vec();
    if problems.is_empty() && !form.has_attribute(ANY) {
        return homeless;
    }
    for element in dom::all_within(form, &format!("[{PLACE}]")) {
        let place = element.get_attribute(PLACE).unwrap_or_default();
        let own = |problem: &&Problem| belongs(&problem.place, &place);
        let text: Vec<String> = problems.iter().filter(own).map(words).collect();
        homeless.retain(|problem| !own(&problem));
        let Some(line) = dom::document().get_element_by_id(&field::id("e", &place)) else {
            continue;
        };
        dom::write(&line, &text.join(" "));
        dom::show(&line, !text.is_empty());
        let value = path::get(typed, &place).and_then(Value::as_str);
        let marked = problems.iter().filter(own).find(|problem| problem.at.is_some());
        formula::mark(&place, value.unwrap_or_default(), marked);
        for control in dom::all_within(&element, &format!("[aria-describedby~=\"{}\"]", line.id())) {
            let invalid = if text.is_empty() { "false" } else { "true" };
            dom::set(&control, "aria-invalid", invalid);
        }
    }
    for section in dom::all_within(form, "[data-section]") {
        mark(&section);
    }
    dom::toggle(form, ANY, !problems.is_empty());
    homeless
}

/// Shows the number of wrong values on the line of a section, which may be folded.
fn mark(section: &Element) {
    let wrong = dom::all_within(section, ".wrong:not([hidden])").len();
    for line in dom::all_within(section, "summary > .in-short") {
        match wrong {
            0 => drop(line.remove_attribute("data-wrong")),
            _ => dom::set(&line, "data-wrong", &counted(wrong as u64, "wrong value")),
        }
    }
}

/// True if a problem belongs to the field, or to one number of its pair or list.
fn belongs(problem: &str, place: &str) -> bool {
    let Some(rest) = problem.strip_prefix(place) else {
        return false;
    };
    let pair = || {
        declared::find(place)
            .is_some_and(|parameter| matches!(parameter.kind, Kind::Pair { .. } | Kind::Numbers { .. }))
    };
    rest.is_empty() || (rest.starts_with('.') && pair())
}

/// Text of the problem without its place, because it is shown there: "-5 is not allowed. Enter a number from 0 to 1."
fn words(problem: &Problem) -> String {
    let value = problem.wrong.strip_prefix("is ");
    if let Some(value) = value.filter(|_| problem.remedy.starts_with("Give a number")) {
        let is = if value.starts_with('"') { "is not a number" } else { "is not allowed" };
        return format!("{value} {is}. Enter {}.", problem.allowed);
    }
    let mut words = match value {
        Some(value) => format!("{value} is not allowed"),
        None => problem.wrong.trim_end_matches('.').to_owned(),
    };
    if let Some(first) = words.get(..1) {
        words = format!("{}{}", first.to_ascii_uppercase(), &words[1..]);
    }
    words.push('.');
    if !problem.allowed.is_empty() {
        words.push_str(&format!(" Allowed: {}.", problem.allowed.trim_end_matches('.')));
    }
    if !problem.remedy.is_empty() {
        words.push_str(&format!(" {}.", problem.remedy.trim_end_matches('.')));
    }
    words
}
