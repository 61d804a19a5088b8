//! Which scenario the page opens with, and what a new address does.

use crate::scenario::link::Opened;
use crate::scenario::{Checked, Scenario};
use crate::web::other_engine::{self, OtherPage};
use crate::web::page::app::App;
use crate::web::page::inputs::form::Host;
use crate::web::page::shell::banner::{self, Tone};
use crate::web::page::shell::dom::{self, Build};
use crate::web::page::shell::{storage, url};
use std::rc::Rc;
use web_sys::Element;

impl App {
    /// A link was pasted into the address of the open page, or the browser went back.
    pub(super) fn address_changed(self: &Rc<Self>) {
        match url::open() {
            Some(Ok(opened)) => {
                banner::hide("link");
                note_engine(&opened);
                if opened.scenario != self.scenario() {
                    self.replace(opened.scenario);
                }
            }
            Some(Err(why)) => broken_link(&why, "The scenario that was open stays."),
            None => {}
        }
    }
}

/// How the page came to its first scenario.
pub(super) enum Opening {
    Nothing,
    Opened(Box<Opened>),
    Broken(String),
    Restored,
}

pub(super) fn first_scenario() -> (Checked, Opening) {
    let stored =
        || storage::get(storage::SCENARIO).and_then(|text| Scenario::from_json(&text).ok());
    match url::open() {
        Some(Ok(opened)) => (opened.scenario.clone(), Opening::Opened(Box::new(opened))),
        Some(Err(why)) => (stored().unwrap_or_default(), Opening::Broken(why)),
        None => match stored() {
            Some(scenario) if scenario != Checked::default() => (scenario, Opening::Restored),
            _ => (Checked::default(), Opening::Nothing),
        },
    }
}

pub(super) fn show_opening(app: &Rc<App>, opening: Opening) {
    match opening {
        Opening::Nothing => {}
        Opening::Opened(opened) => note_engine(&opened),
        Opening::Broken(why) => broken_link(
            &why,
            "Shown instead: your last scenario, or the landing experiment.",
        ),
        Opening::Restored => {
            let fresh = dom::button("Start with the landing experiment").attr("id", "start-over");
            let app = app.clone();
            dom::on_click(&fresh, move || {
                banner::hide("restored");
                app.replace(Checked::default());
            });
            banner::show(
                "restored",
                Tone::Note,
                "This is your scenario of last time.",
                [banner::buttons([fresh])],
            );
        }
    }
}

fn broken_link(why: &str, instead: &str) {
    banner::show(
        "link",
        Tone::Problem,
        &format!("{}\n{instead}", sentence(why)),
        // A release that stays for ever cannot read what later ones write.
        other_engine::newest(&url::page()).map(open_there),
    );
}

/// With a capital and a full stop.
pub(super) fn sentence(text: &str) -> String {
    let mut chars = text.chars();
    let first: String = chars
        .next()
        .map(|c| c.to_ascii_uppercase().to_string())
        .unwrap_or_default();
    let end = if text.ends_with(['.', '?']) { "" } else { "." };
    format!("{first}{}{end}", chars.as_str())
}

fn note_engine(opened: &Opened) {
    if let Some(notice) = other_engine::notice(opened.engine, &url::page()) {
        let other = notice.other.map(open_there);
        banner::show("link", Tone::Note, &notice.words, other);
    }
}

/// A link that opens in another page what the address opens in this one. The address soon follows the scenario, with the
/// engine of this page: the fragment is kept as it came.
fn open_there(page: OtherPage) -> Element {
    let address = format!("{}{}", page.address, url::present());
    let link = dom::new("a").attr("href", &address).text(&page.label);
    dom::new("p").with(link)
}
