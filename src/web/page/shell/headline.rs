//! The headline: the finding of the shown results in one sentence, in large type above the figure. Title of exported figures, of links in
//! Markdown and of the steps of a talk.

use crate::web::page::shell::dom::{self, Build};
use web_sys::Element;

/// Attribute of the headline of old results, which are shown while new ones are computed.
pub const OLD: &str = "data-old";

/// Attribute of the headline of results that are not complete.
const ROUGH: &str = "data-rough";

/// Creates the element.
pub fn new() -> Element {
    dom::new("p").attr("id", "headline").flag("hidden", true)
}

/// Writes the finding, `None` if there is none yet. `rough`: it is the finding of a part of the jobs.
pub fn write(place: &Element, finding: Option<String>, rough: bool) {
    let words = finding.unwrap_or_else(|| "Nothing can be said yet: runs are missing.".to_owned());
    let words = if rough { format!("Roughly: {words}") } else { words };
    dom::write(place, &words);
    dom::toggle(place, ROUGH, rough);
    dom::show(place, true);
}

/// The finding of the shown results; `None` if it is of other results, or of a part of the jobs, or of a run that goes on.
pub fn text() -> Option<String> {
    let place = dom::document().get_element_by_id("headline")?;
    let is_final = [OLD, ROUGH, "hidden"].into_iter().all(|own| !place.has_attribute(own));
    let is_running = dom::root().and_then(|root| root.get_attribute("data-state")).as_deref() == Some("running");
    place.text_content().filter(|text| is_final && !is_running && !text.is_empty())
}
