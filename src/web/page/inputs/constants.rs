//! Constants of a formula: a slider with a range for each, and beneath them the search for better values.

use crate::scenario::Scenario;
use crate::scenario::declared;
use crate::scenario::language::path::Values;
use crate::web::page::inputs::field::{self, ACTION, TUNE};
use crate::web::page::shell::dom::{self, Build};
use crate::web::tuning::{self, Range};
use wasm_bindgen::JsCast;
use web_sys::{Element, Event, HtmlInputElement};

/// Attribute of the sliders' place with the path of the constants.
pub const SLIDERS: &str = "data-constants";
/// Attribute of the end of a range: `min` or `max`.
const END: &str = "data-end";
/// Attribute of the place of a search with the path of the constants.
const SEARCH: &str = "data-tune";
/// Number of steps of a slider.
const STEPS: f64 = 100.0;
/// Usual number of points of a search.
const POINTS: &str = "60";

/// Places for sliders, and for a search of the constants of one scheduler. Constants of the common queue belong to several schedulers.
pub fn places(path: &str) -> [Option<Element>; 2] {
    let sliders = dom::new("div").class("sliders").attr(SLIDERS, path);
    let search = || {
        let points = dom::new("input").class("number").attr("inputmode", "numeric").attr("value", POINTS);
        let points = dom::new("label").and_text("Points ").with(points);
        let tune = dom::button("Tune").attr(ACTION, &format!("{TUNE}{path}"));
        let help =
            "Searches within the ranges for the smallest mean turnaround, and tests the best values on further jobs.";
        let row = dom::new("div").class("buttons").with(tune).with(points);
        let found = dom::new("div").class("found").attr("role", "status");
        dom::new("div")
            .class("tune")
            .attr(SEARCH, path)
            .with(row)
            .with(dom::new("p").class("about small").text(help))
            .with(found)
    };
    [Some(sliders), path.starts_with("schedulers.").then(search)]
}

/// Shows a slider for each constant; those that exist stay.
pub fn show(place: &Element, path: &str, scenario: &Scenario) {
    let constants = scenario.at(path).and_then(|own| own.as_object());
    let all: Vec<(&String, f64)> =
        constants.into_iter().flatten().map(|(name, value)| (name, value.as_f64().unwrap_or_default())).collect();
    let names = all.iter().map(|(name, _)| name.as_str()).collect::<Vec<_>>().join(" ");
    if place.get_attribute("data-names").as_deref() != Some(&names) {
        dom::set(place, "data-names", &names);
        dom::clear(place);
        all.into_iter().filter_map(|(name, value)| row(path, name, value)).for_each(|row| dom::append(place, &row));
        if let Some(search) = search(path) {
            dom::show(&search, !names.is_empty());
        }
    }
}

/// A constant: name, number, and a slider between the two ends of its range.
fn row(path: &str, name: &str, value: f64) -> Option<Element> {
    let own = format!("{path}.{name}");
    let parameter = declared::find(&own)?;
    let number = field::described(dom::new("input"), parameter, &own)
        .attr("type", "text")
        .attr("inputmode", "decimal")
        .class("number");
    let label = dom::new("label").attr("for", &field::id("f", &own)).text(name);
    let ends = tuning::usual(value);
    let slider = field::described(dom::new("input"), parameter, &own)
        .attr("id", &field::id("s", &own))
        .attr("type", "range")
        .attr("aria-label", &format!("{name}, slider"));
    set_ends(&slider, ends);
    let end = |end: &str, words: &str, value: f64| {
        let input = dom::new("input").class("end").attr("type", "text").attr("inputmode", "decimal").attr(END, end);
        input.attr("aria-label", &format!("{words} of the range of {name}")).attr("value", &value.to_string())
    };
    let [low, high] = [end("min", "Lower end", ends[0]), end("max", "Upper end", ends[1])];
    Some(dom::new("div").class("constant").attr("data-name", name).with_all([label, number, low, slider, high]))
}

fn set_ends(slider: &Element, [low, high]: [f64; 2]) {
    for (end, value) in [("min", low), ("max", high), ("step", (high - low) / STEPS)] {
        dom::set(slider, end, &value.to_string());
    }
}

/// A visitor has changed an end of a range: the slider follows, if the range is valid.
pub fn end_changed(event: &Event) {
    let Some((end, _)) = dom::target_with(event, END) else { return };
    if let Ok(Some(row)) = end.closest(".constant")
        && let Ok(range) = range(&row)
        && let Some(slider) = dom::all_within(&row, "[type=range]").first()
    {
        set_ends(slider, [range.low, range.high]);
    }
}

/// The range of a row.
fn range(row: &Element) -> Result<Range, String> {
    let name = row.get_attribute("data-name").unwrap_or_default();
    let text = |end: &str| {
        let found = dom::all_within(row, &format!("[{END}={end}]")).into_iter().next();
        found.and_then(|own| own.dyn_into::<HtmlInputElement>().ok()).map_or(String::new(), |own| own.value())
    };
    Range::read(&name, &text("min"), &text("max"))
}

/// Ranges and number of points of a search.
///
/// # Errors
/// The first field that cannot be read.
pub fn asked(path: &str) -> Result<(Vec<Range>, usize), String> {
    let rows = dom::all_within(&dom::by_id("form"), &format!("[{SLIDERS}=\"{path}\"] > .constant"));
    let ranges: Result<Vec<Range>, String> = rows.iter().map(range).collect();
    let points = search(path).and_then(|own| dom::all_within(&own, "label > input").into_iter().next());
    let points =
        points.and_then(|own| own.dyn_into::<HtmlInputElement>().ok()).map_or(String::new(), |own| own.value());
    Ok((ranges?, tuning::points(&points)?))
}

fn search(path: &str) -> Option<Element> {
    dom::all_within(&dom::by_id("form"), &format!("[{SEARCH}=\"{path}\"]")).into_iter().next()
}

/// Shows the state of a search beneath its constants.
pub fn tell(path: &str, words: &str, more: impl IntoIterator<Item = Element>) {
    let found = search(path).and_then(|own| dom::all_within(&own, ".found").into_iter().next());
    if let Some(found) = found {
        dom::clear(&found);
        let words = words.lines().map(|line| dom::new("p").text(line));
        words.chain(more).for_each(|own| dom::append(&found, &own));
    }
}

/// Removes what was found: it is about the scenario before.
pub fn forget() {
    dom::all_within(&dom::by_id("form"), ".tune > .found").iter().for_each(dom::clear);
}
