//! The share dialog: the link, and what else leads to the same numbers.

use crate::scenario::{Scenario, Workload, link};
use crate::web::page::shell::dom::{self, Build};
use crate::web::page::shell::{clipboard, dialog, url};

/// Opens the dialog.
pub fn open(scenario: &Scenario) {
    let address = url::link(scenario);
    let title = match scenario.title.as_str() {
        "" => url::preset_of(scenario).map_or("Metasched scenario", |preset| preset.title),
        title => title,
    };
    let title: String = title.chars().filter(|c| !matches!(c, '[' | ']')).collect();
    let note = |text: &str| dom::new("p").class("small").text(text);
    let mut parts = vec![
        dom::new("p").text("The link holds the whole scenario with its seed: whoever opens it computes the same numbers."),
        clipboard::line("share-link", "Link", &address),
    ];
    if let Some(problem) = link::length_problem(&address) {
        let warning = format!(
            "The link {}; {}. {}.",
            problem.wrong, problem.allowed, problem.remedy
        );
        parts.push(
            note(&warning)
                .class("small warning")
                .attr("id", "share-length"),
        );
    } else {
        parts.push(note(&format!("{} characters.", address.chars().count())).class("small muted"));
    }
    if let Workload::Swf(swf) = &scenario.workload {
        let text = format!(
            "The log {} is not inside: it never leaves your machine. The link knows its size and its SHA-256, and whoever opens it is asked for the file.",
            swf.path
        );
        parts.push(note(&text).class("small warning").attr("id", "share-log"));
    }
    parts.push(clipboard::line(
        "share-command",
        "Command line",
        &url::command(scenario, true),
    ));
    parts.push(clipboard::line(
        "share-markdown",
        "Markdown",
        &format!("[{title}]({address})"),
    ));
    let json = scenario.to_json();
    let shown = dom::new("pre").attr("tabindex", "0").text(&json);
    let copy = clipboard::button("Copy JSON", move || json.clone());
    parts.push(
        dom::new("details")
            .with(dom::new("summary").text("Scenario as JSON"))
            .with(shown)
            .with(copy),
    );
    dialog::open("share-dialog", "Share", parts);
    if let Some(input) = dom::document().get_element_by_id("share-link") {
        dom::focus(&input);
    }
}
