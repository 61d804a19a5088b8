//! Buttons for jobs of the whole run with extreme waits or penalties, and for requesting the overview of a long run.

use crate::metrics::overview::{Extreme, Overview};
use crate::web::page::shell::dom::{self, Build};
use crate::words::{JobNames, number};
use web_sys::{Element, Event};

/// Attribute of a job's button: its number.
const JOB: &str = "data-job";

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

    /// Hears which job is chosen.
    pub fn on_choice(&self, hear: impl Fn(u64) + 'static) {
        dom::listen(&self.lists, "click", move |event: Event| {
            let chosen = dom::target_with(&event, JOB);
            chosen.and_then(|(_, job)| job.parse().ok()).into_iter().for_each(&hear);
        });
    }

    /// Lists jobs of a run, each as a button; none while there is no overview.
    pub fn show(&self, whole: Option<&Overview>) {
        let folded = self.lists.parent_element();
        if let Some(folded) = folded {
            dom::show(&folded, whole.is_some());
        }
        dom::clear(&self.lists);
        let Some(whole) = whole else { return };
        let wait = |own: &Extreme| number::duration(own.value.round());
        let slower = |own: &Extreme| format!("{} ×", number::fixed(own.value, 2));
        dom::append(&self.lists, &list("Waited longest", &whole.waits, &whole.names, "No job waits.", wait));
        dom::append(
            &self.lists,
            &list("Slowed down most", &whole.slowed, &whole.names, "No job is slowed down.", slower),
        );
    }
}

fn list(heading: &str, jobs: &[Extreme], names: &JobNames, none: &str, words: impl Fn(&Extreme) -> String) -> Element {
    let item = |own: &Extreme| {
        let button = dom::button(&format!("{}: {}", names.title(own.id), words(own))).class("link");
        dom::new("li").with(button.attr(JOB, &own.id.to_string()))
    };
    let root = dom::new("div").with(dom::new("h3").text(heading));
    match jobs.is_empty() {
        true => root.with(dom::new("p").class("small muted").text(none)),
        false => root.with(dom::new("ol").with_all(jobs.iter().map(item))),
    }
}
