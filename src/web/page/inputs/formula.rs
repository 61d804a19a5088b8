//! Editor of a formula: text, errors, examples, and the names that it may read.

use crate::base::problem::Problem;
use crate::parameter::{Example, Name, Parameter};
use crate::scenario::Kind;
use crate::web::formulas::{self, Marked};
use crate::web::page::inputs::field::{self, ACTION, HELP, INDEX, PLACE};
use crate::web::page::shell::announce;
use crate::web::page::shell::dom::{self, Build};
use wasm_bindgen::JsCast;
use web_sys::{Element, Event, HtmlTextAreaElement};

/// Actions of an editor's buttons: use an example, insert a name at the caret, show or hide the names.
pub const EXAMPLE: &str = "example";
pub const NAME: &str = "name";
pub const NAMES: &str = "names";
/// Selector of the editor with all its parts.
const EDITOR: &str = ".editor";

const OPERATORS: &str = "+ - * / < <= > >= == !=";
/// Non-breaking blanks within a function.
const FUNCTIONS: &str = "if(c,\u{a0}a,\u{a0}b) min max abs sqrt log2 log10 ln exp pow inf";

/// The editor, if the parameter is a formula. The names appear when the text gets the focus.
pub fn editor(parameter: &Parameter, path: &str) -> Option<Element> {
    let Kind::Formula { names, examples, .. } = parameter.kind else {
        return None;
    };
    let label = dom::new("label").attr("for", &field::id("f", path)).text(parameter.label);
    let about = dom::new("p").class("about").attr("id", &field::id("h", path)).text(parameter.help);
    let area = field::described(dom::new("textarea"), parameter, path)
        .class("formula")
        .attr("rows", "1")
        .attr("spellcheck", "false")
        .attr("autocapitalize", "none")
        .attr("wrap", "soft");
    let area = match parameter.optional() {
        true => area.attr("placeholder", "as in the scenario"),
        false => area,
    };
    let marked = dom::new("p")
        .class("marked")
        .attr("id", &field::id("m", path))
        .attr("aria-hidden", "true")
        .flag("hidden", true);
    let wrong =
        dom::new("p").class("wrong").attr("id", &field::id("e", path)).attr("role", "status").flag("hidden", true);
    let list = field::id("n", path);
    let fold = dom::button("Names")
        .class("fold")
        .attr(ACTION, NAMES)
        .attr("aria-controls", &list)
        .attr("aria-expanded", "false");
    let language = dom::new("p")
        .class("language")
        .and_text("Operators ")
        .with(dom::new("code").text(OPERATORS))
        .and_text(" Functions ")
        .with(dom::new("code").text(FUNCTIONS));
    let writing = dom::new("div")
        .class("writing")
        .with(dom::new("div").class("grows").with(area))
        .with(marked)
        .with(wrong)
        .with(start(parameter.label, examples))
        .with(language)
        .with(fold);
    let names = table(names).attr("id", &list).flag("hidden", true);
    let editor = dom::new("div").class("editor").with(writing).with(names);
    let frame = dom::new("div").class("field wide").attr(PLACE, path);
    // The help is visible, so there is no bubble.
    let frame = frame.attr(HELP, "");
    Some(frame.with(label).with(about).with(editor))
}

/// One button per example.
fn start(label: &str, examples: &[Example]) -> Element {
    let button = |(index, own): (usize, &Example)| {
        dom::button(own.label)
            .class("example")
            .attr(ACTION, EXAMPLE)
            .attr(INDEX, &index.to_string())
            .attr("title", own.text)
    };
    dom::new("div")
        .class("examples")
        .attr("role", "group")
        .attr("aria-label", &format!("{label}: start from an example"))
        .with(dom::new("span").class("muted").text("Start from"))
        .with_all(examples.iter().enumerate().map(button))
}

/// The names with their meanings, one row each.
fn table(names: &[Name]) -> Element {
    let row = |own: &Name| {
        let insert = dom::button(own.name).attr(ACTION, NAME).attr("title", "Put it at the caret");
        dom::new("tr")
            .with(dom::new("th").attr("scope", "row").with(insert))
            .with(dom::new("td").text(own.meaning))
            .with(dom::new("td").class("unit").text(own.unit))
    };
    let head = |text: &str| dom::new("th").attr("scope", "col").text(text);
    let heads = ["Name", "What it is", "Unit"].map(head);
    let heads = dom::new("tr").with_all(heads);
    let table =
        dom::new("table").with(dom::new("thead").with(heads)).with(dom::new("tbody").with_all(names.iter().map(row)));
    dom::new("div").class("names").with(table)
}

/// Shows the names of the editor that has the focus.
pub fn show_names(event: &Event) {
    let target = event.target().and_then(|own| own.dyn_into::<HtmlTextAreaElement>().ok());
    let editor = target.and_then(|own| own.closest(EDITOR).ok().flatten());
    if let Some(editor) = editor {
        set_names(&editor, true);
    }
}

/// Shows or hides the names of a button's editor; returns true if they are shown.
pub fn turn_names(button: &Element) -> bool {
    let open = button.get_attribute("aria-expanded").as_deref() != Some("true");
    if let Ok(Some(editor)) = button.closest(EDITOR) {
        set_names(&editor, open);
    }
    open
}

fn set_names(editor: &Element, open: bool) {
    for button in dom::all_within(editor, &format!("[{ACTION}={NAMES}]")) {
        dom::set(&button, "aria-expanded", &open.to_string());
    }
    for names in dom::all_within(editor, ".names") {
        dom::show(&names, open);
    }
}

/// Text area of a button's editor, and its path.
pub fn area_of(button: &Element) -> Option<(HtmlTextAreaElement, String)> {
    let frame = button.closest(&format!("[{PLACE}]")).ok()??;
    let area = frame.query_selector("textarea").ok()??;
    Some((area.dyn_into().ok()?, frame.get_attribute(PLACE)?))
}

/// Inserts the button's name at the caret of its editor, as if it had been typed.
pub fn insert_name(button: &Element) {
    let Some((area, _)) = area_of(button) else {
        return;
    };
    let name = button.text_content().unwrap_or_default();
    let end = area.value().encode_utf16().count() as u32;
    let at = |place: Result<Option<u32>, _>| place.ok().flatten().unwrap_or(end);
    let selected = at(area.selection_start())..at(area.selection_end());
    let (text, caret) = formulas::with_name(&area.value(), selected, &name);
    area.set_value(&text);
    let _ = area.set_selection_range(caret, caret);
    dom::focus(&area);
    dom::tell(&area, "input");
    announce::say(&format!("{name} is in the formula"));
}

/// Marks the error of a problem in the formula at `path`, or removes the mark.
pub fn mark(path: &str, text: &str, problem: Option<&Problem>) {
    let Some(line) = dom::document().get_element_by_id(&field::id("m", path)) else {
        return;
    };
    dom::clear(&line);
    let at = problem.and_then(|problem| problem.at.as_ref());
    dom::show(&line, at.is_some());
    if let Some(at) = at {
        let Marked { before, wrong, behind } = formulas::marked(text, at);
        let line = line.and_text(&before).with(dom::new("mark").text(&wrong));
        line.and_text(&behind);
    }
}
