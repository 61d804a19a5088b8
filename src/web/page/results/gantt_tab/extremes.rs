//! Buttons for jobs of the whole run with extreme waits or penalties, and for requesting the overview of a long run.

use crate::metrics::overview::{Extreme, Overview};
use crate::web::page::shell::dom::{self, Build};
use crate::words::number;
use web_sys::Element;

/// The lists, initially folded.
pub struct Extremes {
    /// Root element.
    pub root: Element,
    lists: Element,
    /// Button that requests the overview of a run that is too long for an automatic one.
    pub ask: Element,
    /// Button that moves to the busiest time.
    pub busiest: Element,
}

impl Extremes {
    /// Creates empty lists.
    pub fn new() -> Extremes {
        let lists = dom::new("div").class("extremes");
        let ask = dom::button("Watch the whole run").attr("id", "gantt-whole");
        let busiest = dom::button("Busiest time").attr("id", "gantt-busiest").attr("title", "When most jobs wait");
        let summary = dom::new("summary").text("Longest waits and most slowed down");
        let folded = dom::new("details").attr("id", "gantt-extremes").with(&summary).with(&lists);
        Extremes { root: dom::new("div").with(&ask).with(&busiest).with(&folded), lists, ask, busiest }
    }

    /// Shows the buttons for the overview and for the busiest time, if available.
    pub fn offer(&self, overview: bool, busiest: bool) {
        dom::show(&self.ask, overview);
        dom::show(&self.busiest, busiest);
    }

    /// Lists the jobs of a run with buttons that call `go`; hidden without an overview.
    pub fn show(&self, whole: Option<&Overview>, go: impl Fn(&Extreme) + Clone + 'static) {
        let folded = self.lists.parent_element();
        if let Some(folded) = folded {
            dom::show(&folded, whole.is_some());
        }
        dom::clear(&self.lists);
        let Some(whole) = whole else { return };
        let wait = |own: &Extreme| number::duration(own.value.round());
        let slower = |own: &Extreme| format!("{} ×", number::fixed(own.value, 2));
        let none_waits = "No job waits.";
        let none_slowed = "No job is slowed down.";
        let waits = list("Waited longest", &whole.waits, none_waits, wait, go.clone());
        let slowed = list("Slowed down most", &whole.slowed, none_slowed, slower, go);
        dom::append(&self.lists, &waits);
        dom::append(&self.lists, &slowed);
    }
}

fn list(
    heading: &str,
    jobs: &[Extreme],
    none: &str,
    words: impl Fn(&Extreme) -> String,
    go: impl Fn(&Extreme) + Clone + 'static,
) -> Element {
    let item = |own: &Extreme| {
        let button = dom::button(&format!("Job {}: {}", own.id, words(own))).class("link");
        let (own, go) = (*own, go.clone());
        dom::on_click(&button, move || go(&own));
        dom::new("li").with(&button)
    };
    let root = dom::new("div").with(dom::new("h3").text(heading));
    match jobs.is_empty() {
        true => root.with(dom::new("p").class("small muted").text(none)),
        false => root.with(dom::new("ol").with_all(jobs.iter().map(item))),
    }
}
