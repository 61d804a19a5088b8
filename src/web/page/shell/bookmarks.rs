//! Bookmarks: experiments that a visitor keeps under names, as a list of links in the browser, each with its difference
//! from the present scenario.

use crate::chart::view::View;
use crate::scenario::{Checked, Scenario, differences, link};
use crate::web::page::shell::dom::{self, Build};
use crate::web::page::shell::{announce, dialog, storage, url};
use std::rc::Rc;
use web_sys::{Element, HtmlDialogElement, HtmlInputElement};

/// Maximum number of bookmarks; the oldest is removed.
const MOST: usize = 100;

/// A bookmark: name, and link from # on.
type Bookmark = (String, String);

/// All bookmarks, newest first.
fn all() -> Vec<Bookmark> {
    let text = storage::get(storage::EXPERIMENTS).unwrap_or_default();
    serde_json::from_str(&text).unwrap_or_default()
}

/// Bookmarks that can still be opened, by name, newest first.
pub fn scenarios() -> Vec<(String, Checked)> {
    let opened = |(name, link): Bookmark| Some((name, link::decode(&link).ok()?.scenario));
    all().into_iter().filter_map(opened).collect()
}

/// Stores the list; returns false if the browser refuses.
fn write(all: &[Bookmark]) -> bool {
    let text = serde_json::to_string(all).unwrap_or_default();
    storage::set(storage::EXPERIMENTS, &text)
}

/// A name that no other bookmark has: "B3", "B3 (2)", …
fn free_name(all: &[Bookmark], wanted: &str) -> String {
    let mut name = wanted.to_owned();
    for number in 2..=MOST + 1 {
        if all.iter().all(|own| own.0 != name) {
            break;
        }
        name = format!("{wanted} ({number})");
    }
    name
}

/// Opens the dialog for a scenario with its current view.
pub fn open(scenario: &Scenario, view: &View, title: &str) {
    let link = url::fragment(scenario, view);
    let name: HtmlInputElement = dom::new_as("input");
    for (key, value) in [("type", "text"), ("id", "keep-name"), ("maxlength", "80")] {
        dom::set(&name, key, value);
    }
    name.set_value(title);
    let keep = dom::button("Save").class("primary").attr("id", "keep-this");
    let list = dom::new("div").attr("id", "kept-list");
    let scenario = Rc::new(scenario.clone());
    fill(&list, &scenario);
    let outcome = dom::new("p").class("small muted").attr("id", "keep-outcome");
    let said = outcome.clone();
    let (own, shown) = (list.clone(), scenario.clone());
    dom::click(&name, &keep, move |field| {
        let given = field.value();
        let name = match given.trim() {
            "" => "Without a name",
            given => given,
        };
        let mut all = all();
        all.retain(|own| own.1 != link);
        all.insert(0, (free_name(&all, name), link.clone()));
        let is_full = all.len() > MOST;
        all.truncate(MOST);
        let is_kept = write(&all);
        fill(&own, &shown);
        let text = match (is_kept, is_full) {
            (false, _) => "This browser saves nothing: storage is switched off or full.",
            (true, true) => "Saved; the oldest was dropped.",
            (true, false) => "Saved.",
        };
        outcome.set_text_content(Some(text));
        announce::say(text);
    });
    let row = dom::new("div").class("copy-row").with(&name).with(&keep);
    let parts = [dom::new("label").attr("for", "keep-name").text("Save what is shown as"), row, said, list];
    dialog::open("kept-dialog", "Saved runs", parts);
}

/// Writes the list.
fn fill(list: &Element, shown: &Rc<Scenario>) {
    dom::clear(list);
    let all = all();
    if all.is_empty() {
        let text = "Nothing is saved yet. What is saved here stays in this browser, and can be compared with later experiments in the tab Compare.";
        dom::append(list, &dom::new("p").class("small muted").text(text));
    }
    for kept in all {
        dom::append(list, &entry(list, &kept, shown));
    }
}

/// An entry: a link with the name, a button to remove it, and its differences from the present scenario.
fn entry(list: &Element, (name, link): &Bookmark, shown: &Rc<Scenario>) -> Element {
    let open = dom::new("a").attr("href", link).text(name);
    dom::on_click(&open, || {
        dom::by_id::<HtmlDialogElement>("kept-dialog").close();
    });
    let forget = dom::button("Forget").attr("aria-label", &format!("Forget {name}"));
    let (own, shown_again, name) = (list.clone(), shown.clone(), name.clone());
    dom::on_click(&forget, move || {
        let mut all = all();
        all.retain(|own| own.0 != name);
        write(&all);
        fill(&own, &shown_again);
    });
    let words = match link::decode(link) {
        Ok(opened) => {
            let phrases = differences::words(&opened.scenario, shown);
            match phrases.is_empty() {
                true => "The experiment that is shown.".to_owned(),
                false => format!("What is shown differs: {}.", phrases.join("; ")),
            }
        }
        Err(problems) => problems.to_string(),
    };
    dom::new("div")
        .class("kept-experiment")
        .with(dom::new("div").class("copy-row").with(&open).with(&forget))
        .with(dom::new("p").class("small").text(&words))
}
