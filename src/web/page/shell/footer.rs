//! Footer of the page: versions, digests, and how to reproduce the numbers.

use crate::ENGINE_VERSION;
use crate::scenario::Scenario;
use crate::web::page::shell::dom::{self, Build};
use crate::web::page::shell::{clipboard, url};
use crate::words::number;
use web_sys::Element;

/// Writes the footer. `digest` is the digest of the runs; `None` while they run.
pub fn write(scenario: &Scenario, digest: Option<&str>) {
    let footer: Element = dom::by_id("footer");
    let command = url::command(scenario);
    let shown = command.clone();
    let reproduce = dom::new("span")
        .class("fact reproduce")
        .and_text("reproduce ")
        .with(dom::new("code").attr("id", "reproduce").attr("title", &command).text(&shown))
        .with(clipboard::button("Copy", move || command.clone()));
    dom::clear(&footer);
    let facts = [
        fact("engine-version", "engine", &ENGINE_VERSION.to_string()),
        fact("scenario-digest", "scenario", &scenario.digest()),
        fact("run-digest", "runs", digest.unwrap_or("…")),
        fact("seed", "seed", &scenario.seed),
        reproduce,
    ];
    facts.iter().for_each(|fact| dom::append(&footer, fact));
}

/// Shows the number of runs whose results were stored, if there are any.
pub fn add_known(known: usize, runs: usize) {
    if known > 0 {
        let value = format!("{known} of {runs}");
        dom::append(&dom::by_id("footer"), &fact("known-runs", "stored runs", &value));
    }
}

/// Verification state of a precomputed figure.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Verified {
    /// The figure is being computed here.
    Pending,
    /// The figure was not computed here, because its log is missing.
    No,
    /// The figure was not computed here, which would take so long \[s\].
    Offered(f64),
    /// The figure was computed here with the same digest.
    Yes,
}

/// Shows that the figure is precomputed, and its verification state. Returns the button that starts the verification, if that is
/// offered.
pub fn add_precomputed(verified: Verified) -> Option<Element> {
    let footer: Element = dom::by_id("footer");
    let old = dom::all_within(&footer, "#precomputed").into_iter().next();
    if let Some(old) = old.and_then(|old| old.parent_element()) {
        old.remove();
    }
    let value = match verified {
        Verified::Pending => "being verified",
        Verified::No | Verified::Offered(_) => "not verified here",
        Verified::Yes => "verified here: same digest",
    };
    let offer = match verified {
        Verified::Offered(seconds) => {
            let words = format!("Verify ({})", number::duration(seconds.max(1.0).round()));
            Some(
                dom::button(&words)
                    .attr("id", "run-anyway")
                    .attr("title", "Compute it here: the digest must be the same"),
            )
        }
        _ => None,
    };
    let fact = fact("precomputed", "computed beforehand", value);
    dom::append(&footer, &fact.with_all(offer.clone()));
    offer
}

fn fact(id: &str, name: &str, value: &str) -> Element {
    let value = dom::new("code").attr("id", id).text(value);
    dom::new("span").class("fact").and_text(&format!("{name} ")).with(value)
}
