//! Keyboard shortcuts of the page: one list, also shown as help.

use crate::web::page::shell::dialog;
use crate::web::page::shell::dom::{self, Build};
use crate::web::page::shell::stored_results::stored_here;
use crate::web::tabs::list::TABS;
use wasm_bindgen::JsCast;
use web_sys::{Element, Event, HtmlElement, KeyboardEvent};

/// Keys that press a button: key, id of the button, description.
const BUTTONS: &[(&str, &str, &str)] = &[
    ("r", "run", "Run or stop"),
    ("e", "examples", "Examples"),
    ("s", "share", "Share"),
    ("k", "keep", "Save the run under a name"),
    ("x", "export", "Export"),
    ("T", "talk", "Talk: views as steps, shown one after another"),
    ("t", "theme", "Light or dark"),
];

/// All keys that press a button: [`BUTTONS`], a number for each tab, and the help.
fn buttons() -> impl Iterator<Item = (String, String, &'static str)> {
    let tabs = TABS.iter().enumerate();
    let tabs = tabs.map(|(at, tab)| ((at + 1).to_string(), format!("tab-{}", tab.name), tab.title));
    let own = |(key, id, does): &(&str, &str, &'static str)| (key.to_string(), id.to_string(), *does);
    BUTTONS.iter().map(own).chain(tabs).chain([own(&("?", "help", "This list"))])
}

/// Keys that depend on the focus: keys separated by blanks, place, description.
const ELSEWHERE: &[(&str, &str, &str)] = &[
    ("Ctrl+Z", "", "Undo (in a text field: of the text)"),
    ("Ctrl+Shift+Z Ctrl+Y", "", "Redo"),
    ("↑ ↓", "in a number", "One step up or down"),
    ("← → ↑ ↓", "in the drawing of the platform", "To the next cluster or link; more or fewer nodes or Mbps"),
    ("← →", "in the tabs", "Next tab"),
    ("← → ↑ ↓", "in the curves", "From point to point, each is read out"),
    ("Enter", "in the curves", "Show the point's run as Gantt chart"),
    ("F1", "in a field of the form", "What its underlined term means"),
    ("h", "in the curves", "Hide the marked point's series"),
    ("a", "in the curves", "Show all series again"),
    ("Tab Space", "in the legend of the curves", "To the next series; hide it or show it again"),
    ("← → ↑ ↓", "on the surface", "Turn it; Home turns it back"),
    ("Shift+← → ↑ ↓", "on the surface", "From point to point, each is read out"),
    ("← → ↑ ↓", "in the maps", "From point to point, each is read out"),
    ("Enter", "on the surface", "Show the point's run as Gantt chart"),
    ("w s", "in a Gantt chart", "Zoom in and out, also + and −; 0 shows the whole window"),
    ("a d", "in a Gantt chart", "Move the view, also ← → ↑ ↓"),
    ("Shift+← →", "in a Gantt chart", "Select a stretch of time, whose totals are read out"),
    ("f", "in a Gantt chart", "Show just the selected stretch of time, or the marked job"),
    ("/", "in a Gantt chart", "Search for a job by its number"),
    (". ,", "in a Gantt chart or the machine", "Next and previous job, read out"),
    ("Enter", "in a Gantt chart or the machine", "The marked job's story"),
    ("Escape", "", "Close a dialog, forget the marked point or job"),
];

/// Gestures for devices without a keyboard.
const FINGERS: &[(&str, &str)] = &[
    ("One finger along a cluster or link of the platform", "More nodes, or more Mbps"),
    ("Tap a job of a Gantt chart or of the machine", "Its story, from below"),
    ("Two fingers on a Gantt chart", "Zoom in and out"),
    ("One finger along a Gantt chart", "Move in time"),
    ("One finger along the time axis", "Select a stretch of time for its totals"),
    ("Tap a mark of the curves", "Its values"),
    ("One finger on the surface", "Turn it"),
];

/// Listens to keyboard shortcuts.
pub fn start(undo: impl Fn() + 'static, redo: impl Fn() + 'static) {
    dom::listen(&dom::document(), "keydown", move |event: KeyboardEvent| {
        if event.default_prevented() || is_typing(&event) || dialog::is_open() {
            return;
        }
        let key = event.key();
        if event.ctrl_key() || event.meta_key() {
            match (key.to_ascii_lowercase().as_str(), event.shift_key()) {
                ("z", false) => undo(),
                ("z", true) | ("y", false) => redo(),
                _ => return,
            }
            event.prevent_default();
            return;
        }
        if event.alt_key() || on_select(&event) {
            return;
        }
        if let Some((_, id, _)) = buttons().find(|(own, ..)| *own == key) {
            event.prevent_default();
            dom::by_id::<HtmlElement>(&id).click();
        }
    });
}

/// True if an event comes from a text field, which handles keys and undo itself.
fn is_typing(event: &Event) -> bool {
    let target = event.target().and_then(|target| target.dyn_into::<Element>().ok());
    target.is_some_and(|element| {
        matches!(element.tag_name().as_str(), "INPUT" | "TEXTAREA") || element.has_attribute("contenteditable")
    })
}

/// True for a select element, which uses letters to choose.
fn on_select(event: &KeyboardEvent) -> bool {
    let target = event.target().and_then(|target| target.dyn_into::<web_sys::Element>().ok());
    target.is_some_and(|element| element.tag_name() == "SELECT")
}

/// Opens the list of keys, with a short description of the page.
pub fn help() {
    let about = dom::new("p").text(
        "Metasched simulates how jobs are scheduled on several clusters, here in your browser. Change anything on the left and the \
         figures follow; \u{201c}Write your own\u{201d}, below the schedulers, is for a scheduler of yours as a formula. The same scenario runs on the command line with the same digest.",
    );
    let row = |keys: &str, place: &str, does: &str| {
        let keys = keys.split(' ').map(|key| dom::new("kbd").text(key));
        let head = dom::new("th").attr("scope", "row").with_all(keys);
        dom::new("tr").with(head.with(dom::new("span").text(place))).with(dom::new("td").text(does))
    };
    let rows = buttons().map(|(key, _, does)| row(&key, "", does));
    let more = ELSEWHERE.iter().map(|(keys, place, does)| row(keys, place, does));
    let fingers = FINGERS.iter().map(|(finger, does)| {
        dom::new("tr").with(dom::new("th").attr("scope", "row").text(finger)).with(dom::new("td").text(does))
    });
    let table = |class: &str| dom::new("table").class(class);
    let keys = table("keys").with(dom::new("tbody").with_all(rows).with_all(more));
    let fingers = table("keys fingers").with(dom::new("tbody").with_all(fingers));
    let mut parts = vec![about];
    parts.extend(handbook());
    parts.extend([keys, fingers, stored_here()]);
    dialog::open("help-dialog", "Help and keys", parts);
}

/// Link to the handbook, if the site has one.
fn handbook() -> Option<Element> {
    let page = dom::document().document_element()?;
    let address = page.get_attribute("data-handbook").filter(|own| !own.is_empty())?;
    let link = dom::new("a").attr("href", &address).text("The handbook");
    Some(dom::new("p").with(link).and_text(": first steps, how-tos, every parameter, the field's words."))
}
