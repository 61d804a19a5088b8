//! The slider beside the figures: a value of the scenario to move while the figures follow.

use crate::chart::view::usual_index;
use crate::scenario::language::path::Values;
use crate::scenario::{Checked, swept};
use crate::web::lists::{self, Slider};
use crate::web::page::inputs::field::{self, PATH};
use crate::web::page::shell::dom::{self, Build};
use crate::words::number::{self, Style};
use serde_json::Value;
use std::cell::RefCell;
use web_sys::{Element, HtmlInputElement, HtmlSelectElement};

/// The slider with the choice of its parameter.
pub struct WhatIf {
    /// Root element.
    pub root: Element,
    /// Choice of the parameter.
    pub choice: HtmlSelectElement,
    slider: HtmlInputElement,
    value: Element,
    offered: RefCell<Vec<Slider>>,
}

impl WhatIf {
    /// Creates the slider in `#what-if`.
    pub fn new() -> WhatIf {
        let root: Element = dom::by_id("what-if");
        let choice: HtmlSelectElement = dom::new_as("select");
        dom::set(&choice, "id", "what-if-parameter");
        let slider: HtmlInputElement = dom::new_as("input");
        dom::set(&slider, "id", "what-if-value");
        dom::set(&slider, "type", "range");
        let value = dom::new("output").attr("for", "what-if-value");
        dom::append(&root, &dom::new("label").attr("for", "what-if-parameter").text("What if"));
        [choice.as_ref(), slider.as_ref(), &value].into_iter().for_each(|part| dom::append(&root, part));
        WhatIf { root, choice, slider, value, offered: RefCell::default() }
    }

    /// Offers the parameters of a scenario, and shows the value of the chosen one.
    pub fn show(&self, scenario: &Checked) {
        let chosen = self.choice.value();
        let sliders = lists::sliders(scenario);
        dom::show(&self.root, !sliders.is_empty());
        let paths = |all: &[Slider]| all.iter().map(|own| own.path.clone()).collect::<Vec<_>>();
        if paths(&self.offered.borrow()) != paths(&sliders) {
            let options: Vec<(String, String)> =
                sliders.iter().map(|own| (own.path.clone(), swept::name(scenario, &own.path))).collect();
            field::offer(&self.choice, &options);
            let kept = sliders.iter().any(|own| own.path == chosen);
            let first = sliders.first();
            self.choice.set_value(if kept { &chosen } else { first.map_or("", |own| &own.path) });
        }
        // The range stays while it has the value.
        let before = self.offered.replace(sliders);
        let mut offered = self.offered.borrow_mut();
        for own in offered.iter_mut() {
            let value = scenario.at(&own.path).and_then(Value::as_f64);
            let same = before.iter().find(|other| other.path == own.path);
            if let Some(same) = same.filter(|same| value.is_some_and(|own| same.low <= own && own <= same.high)) {
                *own = same.clone();
            }
        }
        drop(offered);
        self.show_chosen(scenario);
    }

    /// Shows the value of the chosen parameter.
    pub fn show_chosen(&self, scenario: &Checked) {
        let chosen = self.choice.value();
        let offered = self.offered.borrow();
        let Some(own) = offered.iter().find(|own| own.path == chosen) else { return };
        match own.swept {
            Some(_) => dom::toggle(&self.slider, PATH, false),
            None => dom::set(&self.slider, PATH, &own.path),
        }
        let is_new = self.slider.get_attribute("data-parameter").as_deref() != Some(&own.path);
        dom::set(&self.slider, "data-parameter", &own.path);
        dom::set(&self.slider, "aria-label", &format!("{}, slider", swept::name(scenario, &own.path)));
        for (name, number) in [("min", own.low), ("max", own.high), ("step", own.step)] {
            dom::set(&self.slider, name, &number.to_string());
        }
        match &own.swept {
            Some((_, values)) => {
                dom::toggle(&self.slider, "data-unset", false);
                // The Gantt chart and the machine begin with this run.
                if is_new {
                    self.slider.set_value(&usual_index(values.len()).to_string());
                }
            }
            None => field::write(&self.slider, scenario.at(&own.path).unwrap_or(&Value::Null)),
        }
        drop(offered);
        self.write_value();
    }

    /// Index of the sweep and of its value, if the chosen parameter is swept.
    pub fn looked_at(&self) -> Option<(usize, usize)> {
        let chosen = self.choice.value();
        let offered = self.offered.borrow();
        let own = offered.iter().find(|own| own.path == chosen)?;
        let (sweep, _) = own.swept.as_ref()?;
        Some((*sweep, self.slider.value_as_number() as usize))
    }

    /// Writes the value of the slider beside it.
    pub fn write_value(&self) {
        let path = self.choice.value();
        let offered = self.offered.borrow();
        let values = offered.iter().find(|own| own.path == path).and_then(|own| own.swept.as_ref());
        let at = self.slider.value_as_number();
        let number = match values {
            Some((_, values)) => values.get(at as usize).copied().unwrap_or(f64::NAN),
            None => at,
        };
        let words = match self.slider.has_attribute("data-unset") {
            true => "as it is".to_owned(),
            false => number::quantity(number, swept::unit(&path), Style::Plain),
        };
        dom::write(&self.value, &words);
    }
}
