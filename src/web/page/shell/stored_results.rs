//! Amount of stored results in this browser, with a button that removes them.

use crate::web::page::shell::dom::{self, Build};
use crate::web::page::shell::{announce, results_store};
use crate::words::number;
use web_sys::Element;

/// The sentence, filled in once known, and the button.
pub fn stored_here() -> Element {
    let words = dom::new("p").attr("id", "stored-results");
    let forget = dom::button("Forget all stored results").attr("id", "forget-results");
    let row = dom::new("div").with(&words).with(&forget);
    dom::click(&words, &forget, |own| {
        let words = own.clone();
        results_store::clear(move || {
            write_size(&words);
            announce::say("Forgotten");
        });
    });
    write_size(&words);
    row
}

fn write_size(words: &Element) {
    let words = words.clone();
    results_store::size(move |results, bytes| {
        let text = match results {
            0 => "This browser stores results of long runs, so that they go on after a reload; there are none now."
                .to_owned(),
            1 => "This browser stores the result of one simulation of a long run, so that it goes on after a reload."
                .to_owned(),
            _ => format!(
                "This browser stores results of {results} simulations of long runs ({}B), so that they go on after a reload.",
                number::si(bytes)
            ),
        };
        dom::write(&words, &text);
    });
}
