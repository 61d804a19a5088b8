//! The share dialog: the link to the experiment, and other ways to reproduce its results.

use crate::chart::view::View;
use crate::scenario::{Scenario, Swf, link, presets};
use crate::web::page::shell::dom::{self, Build};
use crate::web::page::shell::{clipboard, dialog, headline, theme, url};
use crate::words::markdown;
use crate::words::number;
use std::borrow::Cow;
use std::rc::Rc;
use web_sys::{Element, Event, HtmlInputElement};

/// Opens the dialog for a scenario with its view. `beside` is the name of a bookmark shown next to it.
pub fn open(scenario: &Scenario, view: View, beside: Option<&str>) {
    let finding = headline::text();
    // What the scenario is called by its author comes first.
    let own = (!scenario.title.trim().is_empty()).then(|| presets::shown_title(scenario)).flatten();
    let title: Option<String> = own.map(Cow::into_owned).or_else(|| finding.clone());
    let title = title.unwrap_or("Metasched scenario".to_owned());
    let note = |text: &str| dom::new("p").class("small").text(text);
    let theme: HtmlInputElement = dom::new_as("input");
    dom::set(&theme, "type", "checkbox");
    dom::set(&theme, "id", "share-theme");
    let tick = dom::new("label").class("small tick").with(&theme).and_text("with this theme");
    let length = note("").attr("id", "share-length");
    let headline = finding.map(|finding| dom::new("p").attr("id", "share-headline").text(&finding));
    let mut parts: Vec<Element> = headline.into_iter().collect();
    parts.extend([
        dom::new("p").text(
            "The link holds the whole scenario with its seed, and what you view at: tab, figure, run, window and job. A visitor who opens it \
             computes the same numbers and sees the same.",
        ),
        clipboard::line("share-link", "Link", ""),
        length.clone(),
        tick,
    ]);
    if let Some(swf) = scenario.workload.of::<Swf>() {
        let text = format!(
            "The log {} is not inside: it never leaves your machine. The link knows its size and its SHA-256, and a visitor who opens it is asked for the file.",
            swf.path
        );
        parts.push(note(&text).class("small warning").attr("id", "share-log"));
    }
    if let Some(name) = beside {
        let text = format!(
            "The kept experiment “{name}” is not inside: the link compares two runs of this one. Open “{name}” to share it by itself."
        );
        parts.push(note(&text).class("small warning").attr("id", "share-kept"));
    }
    parts.push(clipboard::line("share-command", "Command line", &url::command(scenario)));
    parts.push(clipboard::line("share-markdown", "Markdown", ""));
    parts.push(clipboard::line("share-embed", "For a page of your own", ""));
    let json = scenario.to_json();
    let shown = dom::new("pre").attr("tabindex", "0").text(&json);
    let copy = clipboard::button("Copy JSON", move || json.clone());
    parts.push(dom::new("details").with(dom::new("summary").text("Scenario as JSON")).with(shown).with(copy));
    dialog::open("share-dialog", "Share", parts);
    let scenario = scenario.clone();
    let own = theme.clone();
    let [figure, gantt, _] = link::EMBEDDED;
    let part = if view.tab == Some("gantt") { gantt } else { figure };
    let write = Rc::new(move || {
        let view = View { theme: own.checked().then(theme::worn), ..view };
        let address = url::link_with(&scenario, &view);
        let put = |id: &str, text: &str| dom::by_id::<HtmlInputElement>(id).set_value(text);
        put("share-link", &address);
        put("share-markdown", &markdown::link(&title, &address));
        put("share-embed", &frame(&address, part));
        write_length(&length, &address);
    });
    write();
    dom::listen(&theme, "change", move |_: Event| write());
    dom::focus(&dom::by_id::<Element>("share-link"));
}

/// HTML code that embeds part of the live page in another page.
fn frame(address: &str, part: &str) -> String {
    let address = link::embedding(address, part).replace('&', "&amp;");
    format!(
        "<iframe src=\"{address}\" title=\"Metasched\" width=\"640\" height=\"480\" loading=\"lazy\" \
         sandbox=\"allow-scripts allow-same-origin allow-popups\"></iframe>"
    )
}

/// Shows the length of the link, with advice if it is too long for some programs.
fn write_length(note: &Element, address: &str) {
    let problem = link::length_problem(address);
    let kind = if problem.is_some() { "warning" } else { "muted" };
    dom::set(note, "class", &format!("small {kind}"));
    let text = match problem {
        Some(problem) => format!(
            "The link {}; {}. {}: it is in the dialog Export, and opens when it is dropped on the page.",
            problem.wrong, problem.allowed, problem.remedy
        ),
        None => format!("{} characters.", number::count(address.chars().count() as u64)),
    };
    dom::write(note, &text);
}
