//! Small labelled select elements above figures.

use crate::web::page::shell::dom::{self, Build};
use web_sys::{Element, Event, HtmlSelectElement};

/// A select element with its label.
#[derive(Clone)]
pub struct Choose {
    /// Label and select together.
    pub root: Element,
    select: HtmlSelectElement,
}

impl Choose {
    /// Creates a select without options; hidden until it has some.
    pub fn new(id: &str, label: &str) -> Choose {
        let select: HtmlSelectElement = dom::new_as("select");
        dom::set(&select, "id", id);
        let root = dom::new("span")
            .class("choose")
            .flag("hidden", true)
            .with(dom::new("label").attr("for", id).text(label))
            .with(&select);
        Choose { root, select }
    }

    /// Calls `hear` with the index of the chosen option.
    pub fn on_choice(&self, mut hear: impl FnMut(usize) + 'static) {
        dom::hear(&self.select, &self.select, "change", move |select, _: Event| {
            hear(select.selected_index().max(0) as usize);
        });
    }

    /// Sets the options, if they changed, and the chosen one. Hidden if there are fewer than two options.
    pub fn fill(&self, labels: &[String], chosen: usize) {
        let key = labels.join("\u{1f}");
        if self.select.get_attribute("data-choices").as_deref() != Some(&key) {
            dom::clear(&self.select);
            for (index, label) in labels.iter().enumerate() {
                let option = dom::new("option").attr("value", &index.to_string()).text(label);
                dom::append(&self.select, &option);
            }
            dom::set(&self.select, "data-choices", &key);
        }
        if self.select.selected_index() != chosen as i32 {
            self.select.set_selected_index(chosen as i32);
        }
        dom::show(&self.root, labels.len() > 1);
    }
}
