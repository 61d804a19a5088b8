//! One control of the form, generated from the declaration of its parameter.

use crate::base::decimal;
use crate::parameter::constants::constants_text;
use crate::parameter::{Choice, Parameter};
use crate::scenario::Kind;
use crate::scenario::declared;
use crate::scenario::language::path;
use crate::web::page::shell::dom::{self, Build};
use crate::web::scheduler_choice;
use crate::words::number;
use serde_json::Value;
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlInputElement, HtmlSelectElement, HtmlTextAreaElement};

/// Attribute with the path that a control changes.
pub const PATH: &str = "data-path";
/// Attribute of the element that shows the problems of a path.
pub const PLACE: &str = "data-place";
/// Action prefix of the button next to constants; their path follows.
pub const TUNE: &str = "tune ";
/// Attribute of a button with its action.
pub const ACTION: &str = "data-action";
/// Attribute of a button with the path of the list that it edits.
pub const LIST: &str = "data-list";
/// Attribute of a button with the index of the list's entry that it edits.
pub const INDEX: &str = "data-index";
/// Attribute of the box around a text area with the text, which determines the height.
const TEXT: &str = "data-text";
/// Attribute of a field while its number is moved in a figure, or by a key.
pub const HELD: &str = "data-held";
/// Selector of a control that a pointer holds.
pub const ACTIVE: &str = ":active, [data-held]";
/// Attribute with the text of the help bubble.
pub const HELP: &str = "data-help";

/// Element id for a path, without dots, which would need escaping in selectors.
pub fn id(kind: &str, path: &str) -> String {
    format!("{kind}-{}", path.replace('.', "-"))
}

/// A labelled control with unit, help and a place for problems.
pub fn labelled(parameter: &Parameter, path: &str) -> Element {
    labelled_with(parameter, path, None)
}

/// A labelled control with unit, help, a place for problems, and an optional button next to it.
pub fn labelled_with(parameter: &Parameter, path: &str, button: Option<Element>) -> Element {
    if let Some(cells) = cells(parameter, path, bare) {
        let name = dom::new("span").class("list-name").text(&parameter.axis());
        let field = frame(parameter, path).class("field wide").attr("role", "group");
        let field = field.attr("aria-label", parameter.label).with(name);
        return finish(field.with(cells), parameter, path);
    }
    let field = frame(parameter, path);
    let label = dom::new("label").attr("for", &id("f", path)).text(parameter.label);
    let control = dom::new("span").class("control");
    let control = match parameter.kind {
        Kind::Pair { .. } if !parameter.optional() => {
            let end = |end: &str, name: &str| {
                let path = format!("{path}.{end}");
                input(parameter, &path).attr("aria-label", &format!("{} of {}", name, parameter.label))
            };
            control.with(end("0", "lower end")).with(dom::new("span").text("to")).with(end("1", "upper end"))
        }
        _ => control.with(bare(parameter, path)),
    };
    // Numbers without a unit are aligned with numbers that have one.
    let number =
        matches!(parameter.kind, Kind::Number { .. } | Kind::Integer { .. } | Kind::Count { .. } | Kind::Pair { .. });
    let control = match parameter.unit {
        "" if !number => control,
        unit => control.with(dom::new("span").class("unit").text(unit)),
    };
    let label = if matches!(parameter.kind, Kind::Pair { .. }) && !parameter.optional() {
        label.attr("for", &id("f", &format!("{path}.0")))
    } else {
        label
    };
    let field = match parameter.kind {
        Kind::Constants { .. } => field.class("field wide"),
        _ => field,
    };
    let field = field.with(label).with(control.with_all(button));
    finish(field.with_all(slider(parameter, path)), parameter, path)
}

/// Slider for a number that has a usual range. Slider and field change the same value.
fn slider(parameter: &Parameter, path: &str) -> Option<Element> {
    let (Some((low, high)), Kind::Number { step, .. }) = (parameter.usual, parameter.kind) else {
        return None;
    };
    let slider = described(dom::new("input"), parameter, path)
        .attr("id", &id("s", path))
        .attr("type", "range")
        .attr("aria-label", &format!("{}, slider", parameter.label));
    let [low, high, step] = [low, high, step].map(|number| number.to_string());
    Some(slider.attr("min", &low).attr("max", &high).attr("step", &step))
}

/// The slider of a field, or the field of a slider.
fn other(control: &HtmlInputElement, path: &str) -> Option<HtmlInputElement> {
    let kind = if is_slider(control) { "f" } else { "s" };
    let other = dom::document().get_element_by_id(&id(kind, path));
    other?.dyn_into().ok()
}

/// True if a control is a slider.
pub fn is_slider(control: &HtmlInputElement) -> bool {
    control.type_() == "range"
}

/// True while a slider, an arrow key or a hand in a figure moves a number.
pub fn is_moved(control: &HtmlInputElement) -> bool {
    is_slider(control) || control.has_attribute(HELD)
}

/// Moves the number of a field, as a slider does.
pub fn move_to(input: &HtmlInputElement, text: &str) {
    let was_held = input.has_attribute(HELD);
    input.set_value(text);
    dom::toggle(input, HELD, true);
    dom::tell(input, "input");
    dom::toggle(input, HELD, was_held);
}

/// The element around a control. It is hidden if the parameter is not relevant.
pub fn frame(parameter: &Parameter, path: &str) -> Element {
    dom::new("div").class("field").attr(PLACE, path).attr(HELP, &help(parameter))
}

/// Adds the hidden help for screen readers, and the place for problems.
pub fn finish(field: Element, parameter: &Parameter, path: &str) -> Element {
    let help = dom::new("span").class("unseen").attr("id", &id("h", path)).text(&help(parameter));
    let problem = dom::new("p").class("wrong").attr("id", &id("e", path)).flag("hidden", true);
    field.with(help).with(problem)
}

/// The control alone: an input or a select element. The select element of a path gets its options from [offer].
pub fn bare(parameter: &Parameter, path: &str) -> Element {
    match parameter.kind {
        Kind::Choice { .. } => {
            let choices = scheduler_choice::choices(parameter).unwrap_or_default();
            let none = parameter.optional().then(|| dom::new("option").attr("value", "").text("as in the scenario"));
            let groups = choices.chunk_by(|a, b| a.group == b.group);
            let grouped = groups.flat_map(|own| match own {
                [first, ..] if !first.group.is_empty() => {
                    let group = dom::new("optgroup").attr("label", first.group);
                    vec![group.with_all(own.iter().map(option))]
                }
                _ => own.iter().map(option).collect(),
            });
            select(parameter, path).with_all(none).with_all(grouped)
        }
        Kind::Path => select(parameter, path),
        _ => input(parameter, path),
    }
}

/// Sets the options of the select element of a path: values and labels.
pub fn offer(select: &Element, options: &[(String, String)]) {
    dom::clear(select);
    for (value, label) in options {
        let option = dom::new("option").attr("value", value).text(label);
        dom::append(select, &option);
    }
}

fn option(choice: &Choice) -> Element {
    dom::new("option").attr("value", choice.name).attr("title", choice.help).text(choice.label)
}

fn select(parameter: &Parameter, path: &str) -> Element {
    described(dom::new("select"), parameter, path)
}

fn input(parameter: &Parameter, path: &str) -> Element {
    let (class, mode) = match parameter.kind {
        Kind::Number { .. } => ("number", "decimal"),
        Kind::Integer { .. } | Kind::Bytes { .. } => ("number", "numeric"),
        Kind::Count { .. } => ("number", "text"),
        Kind::Pair { .. } if parameter.optional() => ("pair", "text"),
        Kind::Pair { .. } => ("number", "numeric"),
        Kind::Numbers { .. } => ("numbers", "text"),
        Kind::Constants { .. } => ("formula", "text"),
        _ => ("words", "text"),
    };
    let input = dom::new("input").attr("type", "text").attr("inputmode", mode).attr("spellcheck", "false").class(class);
    let input = match (parameter.optional(), parameter.kind) {
        (true, Kind::Text { .. }) => input.attr("placeholder", "automatic"),
        (true, _) if ["workload.clusters.", "workload.varied."].iter().any(|own| path.starts_with(own)) => {
            input.attr("placeholder", "as above")
        }
        // These optional values of workload models have published defaults.
        (true, _) if parameter.path.starts_with("workload.") && parameter.path.contains(".*.") => {
            input.attr("placeholder", "published")
        }
        (true, _) if path.ends_with(".penalty") => input.attr("placeholder", "measured"),
        (true, _) if path.contains(".queue.") => input.attr("placeholder", "as in the scenario"),
        (true, _) if path == "workload.load" => input.attr("placeholder", "as it is"),
        (true, _) if path == "platform.failures.mtbf_h" || path == "platform.sizes" => {
            input.attr("placeholder", "none")
        }
        (true, _) if path.starts_with("platform.clusters.") => input.attr("placeholder", "none"),
        (true, _) => input.attr("placeholder", "all"),
        _ => input,
    };
    described(input, parameter, path)
}

/// Adds the attributes of a control for a path, including references to the help and problems of its parameter.
pub fn described(control: Element, parameter: &Parameter, path: &str) -> Element {
    // The numbers of a pair have one common help text and place for problems; so have the cells of a table.
    let own = parameter.path.split('.').count();
    let place = path.split('.').take(own).collect::<Vec<_>>().join(".");
    control
        .attr("id", &id("f", path))
        .attr("name", path)
        .attr(PATH, path)
        .attr("aria-describedby", &format!("{} {}", id("h", &place), id("e", &place)))
}

/// Text of the help bubble: help and range.
fn help(parameter: &Parameter) -> String {
    let range = |min: f64, max: f64| {
        let unit = if parameter.unit.is_empty() { String::new() } else { format!(" {}", parameter.unit) };
        let (low, high) = (number::plain(min), number::plain(max));
        // A limit that is far from any sensible value is not shown.
        match (min > 0.0 && min <= 1e-3, max >= 1e9) {
            (true, true) => format!(" More than 0{unit}."),
            (true, false) => format!(" More than 0, at most {high}{unit}."),
            // "From 1 job on."
            (false, true) if min == 1.0 && parameter.unit == "jobs" => " From 1 job on.".to_owned(),
            (false, true) => format!(" From {low}{unit} on."),
            (false, false) => format!(" From {low} to {high}{unit}."),
        }
    };
    let range = match parameter.kind {
        Kind::Number { min, max, .. } => range(min, max),
        Kind::Pair { min, max } if parameter.optional() => {
            format!("{} Two numbers, with a comma between them.", range(min as f64, max as f64))
        }
        Kind::Integer { min, max, .. } | Kind::Pair { min, max } => range(min as f64, max as f64),
        Kind::Count { .. } => " A whole number, or all.".to_owned(),
        Kind::Numbers { max } => format!(" At most {max} numbers, with commas between them."),
        Kind::Constants { max } => format!(" At most {max}, as in a=1, b=2."),
        _ => String::new(),
    };
    format!("{}{range}", parameter.help)
}

/// The line below a choice that describes the chosen option.
pub fn about(path: &str) -> Element {
    let line = dom::new("p").attr("id", &id("a", path));
    line.class("about small")
}

/// Writes a value into its control, unless the control already shows it.
pub fn write(control: &Element, value: &Value) {
    let text = text_of(value);
    if let Some(select) = control.dyn_ref::<HtmlSelectElement>() {
        if let Some(line) = dom::document().get_element_by_id(&control.id().replacen("f-", "a-", 1))
            && let Some(choices) = declared::find(&select.name()).and_then(scheduler_choice::choices)
        {
            let chosen = choices.iter().find(|own| own.name == text);
            dom::write(&line, chosen.map_or("", |own| own.help));
        }
        if select.value() != text {
            select.set_value(&text);
        }
        return;
    }
    if let Some(area) = control.dyn_ref::<HtmlTextAreaElement>() {
        // A text with the same value is not replaced, so that line breaks stay while the user types.
        if value_of(control, &area.value()) != *value {
            area.set_value(&text);
        }
        return fit(area);
    }
    // If the parameter has no value, the slider is in the middle and pale.
    dom::toggle(control, "data-unset", value.is_null());
    if let Some(input) = control.dyn_ref::<HtmlInputElement>()
        && value_of(control, &input.value()) != *value
    {
        input.set_value(&text);
    }
}

/// Value of a text in a control.
fn value_of(control: &Element, text: &str) -> Value {
    path::value_from_text(&control.get_attribute(PATH).unwrap_or_default(), text)
}

/// Adapts the height of the box to its text.
fn fit(area: &HtmlTextAreaElement) {
    if let Some(around) = area.parent_element() {
        dom::set(&around, TEXT, &area.value());
    }
}

/// Reads the control's text, and sets the slider of a field or the field of a slider. `None` for controls without text.
pub fn typed(control: &Element, path: &str) -> Option<String> {
    if let Some(area) = control.dyn_ref::<HtmlTextAreaElement>() {
        fit(area);
        return Some(area.value());
    }
    let input = control.dyn_ref::<HtmlInputElement>()?;
    if let Some(other) = other(input, path) {
        write(&other, &path::value_from_text(path, &input.value()));
        dom::toggle(input, "data-unset", false);
    }
    Some(input.value())
}

/// A value as a user types it.
pub fn text_of(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(text) => text.clone(),
        Value::Array(list) => list.iter().map(text_of).collect::<Vec<_>>().join(", "),
        Value::Object(map) => constants_text(map),
        other => other.to_string(),
    }
}

/// Value of a number field after some steps up, or down if negative, rounded to the step and within the range.
pub fn stepped(kind: Kind, text: &str, by: i32) -> Option<String> {
    let (min, max, step) = match kind {
        Kind::Number { min, max, step } => (min, max, step),
        Kind::Integer { min, max, step } => (min as f64, max as f64, step as f64),
        Kind::Pair { min, max } => (min as f64, max as f64, 1.0),
        _ => return None,
    };
    let value = decimal::parse(text.trim())?;
    let steps = value / step;
    // Example: one step up from 130 in steps of 100 is 200.
    let whole = if by > 0 { (steps + 1e-9).floor() } else { (steps - 1e-9).ceil() };
    let rounded = ((whole + f64::from(by)) * step * 1e9).round() / 1e9;
    Some(rounded.clamp(min, max).to_string())
}

/// Control of a parameter with nine parts: a table of three rows and columns, with the `field` of a part in each cell. `None` for parameters that
/// have one field.
fn cells(parameter: &Parameter, path: &str, field: impl Fn(&Parameter, &str) -> Element) -> Option<Element> {
    let Kind::Table(table) = parameter.kind else { return None };
    let cell = |row: usize, column: usize| {
        let own = Parameter { kind: table.cell, ..*parameter };
        let path = format!("{path}.{}", table.place(row, column));
        let name = format!("{}: {}, {}", parameter.label, table.rows[row], table.columns[column]);
        dom::new("td").with(field(&own, &path).attr("aria-label", &name))
    };
    let head = |scope: &str, text: &str| dom::new("th").attr("scope", scope).text(text);
    let body = table.rows.iter().enumerate().map(|(row, name)| {
        let cells = (0..3).map(|column| cell(row, column));
        dom::new("tr").with(head("row", name)).with_all(cells)
    });
    let heads = table.columns.map(|column| head("col", column));
    let heads = dom::new("tr").with(dom::new("td")).with_all(heads);
    let (head, body) = (dom::new("thead").with(heads), dom::new("tbody").with_all(body));
    Some(dom::new("table").class("cells").with(head).with(body))
}
