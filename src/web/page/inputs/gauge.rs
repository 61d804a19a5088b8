//! The gauge of offered load beside the heading of the workload, and the repair above the workload.

use crate::experiment::SLOWS_DOWN;
use crate::web::load_gauge::LoadGauge;
use crate::web::page::inputs::field::{ACTION, HELP};
use crate::web::page::shell::dom::{self, Build};
use web_sys::Element;

/// Action of the button that keeps the load.
pub const KEEP: &str = "keep-load";
/// Ids of the gauge, its filled part, its number and the repair.
const IDS: [&str; 4] = ["load", "load-filled", "load-number", "load-repair"];

const HELP_TEXT: &str =
    "Offered load: the work that arrives, divided by what all nodes can do. Above 1 the queue grows for ever.";

/// The gauge.
pub fn gauge() -> Element {
    let [id, filled, number, _] = IDS;
    let track = dom::new("span").class("track").with(dom::new("span").attr("id", filled));
    dom::new("span").attr("id", id).attr(HELP, HELP_TEXT).with(track).with(dom::new("span").attr("id", number))
}

/// The place of the repair.
pub fn repair() -> Element {
    let button = dom::button("Keep the load as before").attr(ACTION, KEEP);
    dom::new("div").attr("id", IDS[3]).attr("role", "status").flag("hidden", true).with(dom::new("p")).with(button)
}

/// Shows a load.
pub fn show(gauge: &LoadGauge) {
    let [own, filled, number, repair] = IDS.map(dom::by_id::<Element>);
    dom::toggle(&own, "data-over", gauge.is_over());
    dom::style(&filled, "width", &format!("{:.1}%", 100.0 * gauge.filled()));
    let (slower, help) = match gauge.slows_down() {
        true => (", slows down", format!("{HELP_TEXT} {SLOWS_DOWN}.")),
        false => ("", HELP_TEXT.to_owned()),
    };
    dom::set(&own, HELP, &help);
    dom::write(&number, &format!("Load {}{slower}", gauge.words()));
    let needed = gauge.repair();
    if let (Some(needed), Some(words)) = (&needed, repair.first_element_child()) {
        dom::write(&words, &needed.why);
    }
    dom::show(&repair, needed.is_some());
}
