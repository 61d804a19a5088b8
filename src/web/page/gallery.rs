//! The presets, to choose from.

use super::dialog;
use super::dom::{self, Build};
use crate::scenario::presets::{self, Preset};
use std::rc::Rc;

/// Opens the gallery; `choose` gets the preset.
pub fn open(choose: impl Fn(&'static Preset) + 'static) {
    let choose = Rc::new(choose);
    let mut cards = Vec::new();
    for preset in presets::all() {
        let source = (!preset.source.is_empty())
            .then(|| dom::new("span").class("card-source").text(preset.source));
        let card = dom::button("")
            .class("card")
            .attr("data-preset", preset.name)
            .with(dom::new("strong").text(preset.title))
            .with(dom::new("span").text(preset.about))
            .with_all(source)
            .with(dom::new("code").text(&format!("#p={}", preset.name)));
        cards.push((preset, card));
    }
    let list = dom::new("ul")
        .class("cards")
        .with_all(cards.iter().map(|(_, card)| dom::new("li").with(card)));
    let intro = dom::new("p").text("Each opens as a scenario of its own that you can change. What you have now stays one undo away.");
    let dialog = dialog::open("gallery", "Examples", [intro, list]);
    for (preset, card) in cards {
        let (dialog, choose) = (dialog.clone(), choose.clone());
        dom::on_click(&card, move || {
            dialog.close();
            choose(preset);
        });
    }
}
