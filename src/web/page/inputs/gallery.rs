//! The gallery of presets, grouped by source.

use crate::paper::Preset;
use crate::scenario::presets;
use crate::web::page::shell::dialog;
use crate::web::page::shell::dom::{self, Build};
use crate::web::page::shell::precomputed;
use crate::web::page::shell::theme;
use std::rc::Rc;
use web_sys::{Element, Event, HtmlInputElement};

/// Heading of the presets that are not from a paper.
const OWN: &str = "To learn and to compare";

/// Opens the gallery. `choose` gets the chosen preset; `choose_file` is called for a file of the user.
pub fn open(choose: impl Fn(&'static Preset) + 'static, choose_file: impl Fn() + 'static) {
    let choose = Rc::new(choose);
    let mut cards = Vec::new();
    let mut groups = Vec::new();
    let file = dom::button("Open a file …").attr("id", "open-file");
    let filter: HtmlInputElement = dom::new_as("input");
    let field: Element = filter.clone().into();
    let field = field
        .attr("type", "search")
        .attr("id", "gallery-filter")
        .attr("placeholder", "Filter: fig, log, surface …")
        .attr("aria-label", "Filter the examples");
    let mut parts = vec![
        dom::new("p").text(
            "Each opens as a scenario of its own that you can change. What you have now stays one undo away, and the browser’s Back \
             button leads there. A scenario of your own, as JSON, is opened from a file, or by dropping it on the page.",
        ),
        dom::new("p").class("gallery-tools").with(field).with(&file),
    ];
    for group in presets::all().chunk_by(|a, b| a.source == b.source) {
        let source = group.first().map_or("", |preset| preset.source.as_str());
        let own = source.is_empty();
        let heading = if own { OWN } else { source };
        let list = dom::new("ul").class(if own { "cards" } else { "cards small" });
        for preset in group {
            let card = card(preset);
            let item = dom::new("li").with(&card);
            dom::append(&list, &item);
            cards.push((preset, card));
        }
        let group = dom::new("section").with(dom::new("h3").class("card-source").text(heading)).with(list);
        groups.push(group.clone());
        parts.push(group);
    }
    let none = dom::new("p").text("No example has these words.").flag("hidden", true);
    parts.push(none.clone());
    let dialog = dialog::open("gallery", "Examples", parts);
    dom::hear(&filter, &filter, "input", move |typed, _: Event| {
        let words = typed.value().to_ascii_lowercase();
        let mut any = false;
        for group in &groups {
            let heading = dom::all_within(group, "h3");
            let heading = heading.first().and_then(|own| own.text_content());
            let heading = heading.unwrap_or_default();
            let mut shown = false;
            for item in dom::all_within(group, "li") {
                let text = format!("{heading} {}", item.text_content().unwrap_or_default());
                let text = text.to_ascii_lowercase();
                let fits = words.split_whitespace().all(|word| text.contains(word));
                dom::show(&item, fits);
                shown |= fits;
            }
            dom::show(group, shown);
            any |= shown;
        }
        dom::show(&none, !any);
    });
    dom::click(&dialog, &file, move |own| {
        own.close();
        choose_file();
    });
    for (preset, card) in cards {
        let (dialog, choose) = (dialog.clone(), choose.clone());
        dom::on_click(&card, move || {
            dialog.close();
            choose(preset);
        });
    }
}

fn card(preset: &Preset) -> Element {
    let card = dom::button("").class("card").attr("data-preset", &preset.name);
    let picture = precomputed::thumbnail(&preset.name, theme::worn());
    let card = match picture.is_empty() {
        true => card,
        // "lazy" is set before the address, so that pictures out of view are not fetched.
        false => card.with(dom::new("img").attr("loading", "lazy").attr("alt", "").attr("src", &picture)),
    };
    card.with(dom::new("strong").text(&preset.title))
        .with(dom::new("span").text(&preset.about))
        .with(dom::new("span").class("needs").text(&needs(preset)))
}

/// What the preset needs, if its results are not shown at once.
fn needs(preset: &Preset) -> String {
    let workload = &preset.scenario["workload"];
    let log = (workload["model"] == "swf").then(|| match workload["path"].as_str() {
        Some(path) => format!("needs the log {path}"),
        None => "needs a log".to_owned(),
    });
    match (precomputed::has(&preset.name), log) {
        (true, Some(log)) => format!("to verify, {log}"),
        (true, None) => String::new(),
        (false, log) => log.unwrap_or_else(|| "computed when opened".to_owned()),
    }
}
