//! Experiments that a visitor keeps under names of their own: a list of links in the browser, each with its difference to what is shown.

use crate::scenario::{Scenario, differences, link};
use crate::web::messages;
use crate::web::page::shell::dom::{self, Build};
use crate::web::page::shell::{announce, dialog, storage, url};
use crate::web::tabs::look::Look;
use std::rc::Rc;
use web_sys::{Element, HtmlDialogElement, HtmlInputElement};

/// Where the list is kept.
const KEPT: &str = "metasched.kept";
/// Most entries; the oldest goes.
const MOST: usize = 100;

/// A kept experiment: its name, and its link from # on.
type Kept = (String, String);

/// The list, the newest first.
fn all() -> Vec<Kept> {
    let text = storage::get(KEPT).unwrap_or_default();
    messages::from_json(&text).unwrap_or_default()
}

fn write(all: &[Kept]) {
    let text = serde_json::to_string(all).unwrap_or_default();
    storage::set(KEPT, &text);
}

/// Opens the dialog for a scenario that is looked at in some way.
pub fn open(scenario: &Scenario, look: &Look, title: &str) {
    let link = url::fragment(scenario, look);
    let name: HtmlInputElement = dom::new_as("input");
    for (key, value) in [("type", "text"), ("id", "keep-name"), ("maxlength", "80")] {
        dom::set(&name, key, value);
    }
    name.set_value(title);
    let keep = dom::button("Keep").class("primary").attr("id", "keep-this");
    let list = dom::new("div").attr("id", "kept-list");
    let scenario = Rc::new(scenario.clone());
    fill(&list, &scenario);
    let (own, shown) = (list.clone(), scenario.clone());
    let field = name.clone();
    dom::on_click(&keep, move || {
        let given = field.value();
        let name = match given.trim() {
            "" => "Without a name",
            given => given,
        };
        let mut all = all();
        all.retain(|own| own.0 != name);
        all.insert(0, (name.to_owned(), link.clone()));
        all.truncate(MOST);
        write(&all);
        fill(&own, &shown);
        announce::say("Kept.");
    });
    let row = dom::new("div").class("copy-row").with(&name).with(&keep);
    let parts = [
        dom::new("label")
            .attr("for", "keep-name")
            .text("Keep what is shown as"),
        row,
        list,
    ];
    dialog::open("kept-dialog", "Kept experiments", parts);
}

/// Writes the list.
fn fill(list: &Element, shown: &Rc<Scenario>) {
    dom::clear(list);
    let all = all();
    if all.is_empty() {
        let text = "Nothing is kept yet. What is kept here stays in this browser.";
        dom::append(list, &dom::new("p").class("small muted").text(text));
    }
    for kept in all {
        dom::append(list, &entry(list, &kept, shown));
    }
}

/// An entry: its name, which opens it, in what it differs from what is shown, and what takes it away.
fn entry(list: &Element, (name, link): &Kept, shown: &Rc<Scenario>) -> Element {
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
        .class("kept-run")
        .with(dom::new("div").class("copy-row").with(&open).with(&forget))
        .with(dom::new("p").class("small").text(&words))
}
