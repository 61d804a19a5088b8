//! The presets, to choose from, by where they come from.

use crate::paper::Preset;
use crate::scenario::presets;
use crate::web::page::shell::dialog;
use crate::web::page::shell::dom::{self, Build};
use std::rc::Rc;
use web_sys::Element;

/// Opens the gallery; `choose` gets the preset, `choose_file` is for a file of one's own.
pub fn open(choose: impl Fn(&'static Preset) + 'static, choose_file: impl Fn() + 'static) {
    let choose = Rc::new(choose);
    let mut cards = Vec::new();
    let file = dom::button("Open a file …").attr("id", "open-file");
    let mut parts = vec![
        dom::new("p").text(
            "Each opens as a scenario of its own that you can change. What you have now stays one undo away, and the browser’s Back \
             button leads there. A scenario of your own, as JSON, is opened from a file, or by dropping it on the page.",
        ),
        dom::new("p").with(&file),
    ];
    for group in presets::all().chunk_by(|a, b| a.source == b.source) {
        let source = group.first().map_or("", |preset| preset.source);
        if !source.is_empty() {
            parts.push(dom::new("h3").class("card-source").text(source));
        }
        let list = dom::new("ul").class(if source.is_empty() {
            "cards"
        } else {
            "cards small"
        });
        for preset in group {
            let card = card(preset);
            dom::append(&list, &dom::new("li").with(&card));
            cards.push((preset, card));
        }
        parts.push(list);
    }
    let dialog = dialog::open("gallery", "Examples", parts);
    let own = dialog.clone();
    dom::on_click(&file, move || {
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
    dom::button("")
        .class("card")
        .attr("data-preset", preset.name)
        .with(dom::new("strong").text(preset.title))
        .with(dom::new("span").text(preset.about))
        .with(dom::new("code").text(&format!("#p={}", preset.name)))
}
