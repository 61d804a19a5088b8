//! Dropped or chosen files: a scenario is opened, a table of outages becomes part of the scenario, anything else is a job log.

use crate::base::problem::{Problem, Problems};
use crate::chart::view::View;
use crate::parameter::json;
use crate::scenario::{Scenario, steps};
use crate::web::outage_file;
use crate::web::page::app::App;
use crate::web::page::inputs::form::Host;
use crate::web::page::shell::banner::{self, Tone};
use crate::web::page::shell::{announce, dom, drop, scripts};
use serde_json::Value;
use std::rc::Rc;
use wasm_bindgen::prelude::*;
use web_sys::File;

/// A key that only Batsim workloads have. They are JSON files, like scenarios.
const OF_A_WORKLOAD: &str = "profiles";

/// Length of the beginning of a file that tells a table of outages from a log \[bytes\].
const START: i32 = 1024;
/// Maximum size of a table of outages on the page \[bytes\].
const MOST_TABLE: f64 = 64e6;

impl App {
    /// Lets the visitor choose a file. If `keep` is true, a log becomes the workload of the present scenario.
    pub(super) fn choose_file(self: &Rc<Self>, keep: bool) {
        let app = self.clone();
        drop::choose(Rc::new(move |file| app.take_file(file, keep)));
    }

    /// Handles a dropped or chosen file. If `keep` is true, a log becomes the workload of the present scenario.
    pub(super) fn take_file(self: &Rc<Self>, file: File, keep: bool) {
        let name = file.name().to_ascii_lowercase();
        let is_json = name.ends_with(".json");
        if !is_json {
            return self.take_table(file, keep);
        }
        if file.size() > json::MOST_BYTES as f64 {
            return self.take_log(&file, keep);
        }
        let app = self.clone();
        let text = file.text();
        let read = Closure::once(move |text: JsValue| {
            let text = text.as_string().unwrap_or_default();
            match json::parse(&text) {
                Ok(value) if value.get(OF_A_WORKLOAD).is_some() => app.take_log(&file, keep),
                Ok(value) if value.get(steps::STEPS).is_some() => app.take_talk(&file.name(), &value),
                written => app.take_scenario(&file.name(), written),
            }
        });
        let _ = text.then(&read);
        read.forget();
    }

    /// Handles a file that is no JSON: a table of outages, or a job log.
    fn take_table(self: &Rc<Self>, file: File, keep: bool) {
        let Ok(start) = file.slice_with_i32_and_i32(0, START) else { return self.take_log(&file, keep) };
        let app = self.clone();
        let read = Closure::once(move |text: JsValue| {
            let start = text.as_string().unwrap_or_default();
            match outage_file::is_such(&start) && file.size() <= MOST_TABLE {
                true => app.take_outages(file),
                false => app.take_log(&file, keep),
            }
        });
        let _ = start.text().then(&read);
        read.forget();
    }

    fn take_outages(self: &Rc<Self>, file: File) {
        let (app, name, text) = (self.clone(), file.name(), file.text());
        let read = Closure::once(move |text: JsValue| {
            app.flush();
            match outage_file::put(&app.scenario(), &name, &text.as_string().unwrap_or_default()) {
                Ok((scenario, words)) => {
                    app.replace(scenario);
                    banner::show("file", Tone::Note, &words, []);
                }
                Err(problems) => banner::show("file", Tone::Problem, &format!("{problems}\nWhat was open stays."), []),
            }
        });
        let _ = text.then(&read);
        read.forget();
    }

    /// Opens a talk by its link.
    fn take_talk(self: &Rc<Self>, name: &str, talk: &Value) {
        match scripts::talk_link(&talk[steps::STEPS].to_string()) {
            Ok(link) => {
                let _ = dom::window().location().set_hash(&link);
            }
            Err(problems) => {
                let text = format!("{name} is no talk that can be opened:\n{problems}\nWhat was open stays.");
                banner::show("file", Tone::Problem, &text, []);
            }
        }
    }

    fn take_scenario(self: &Rc<Self>, name: &str, written: Result<Value, Problem>) {
        self.flush();
        let read = written.map_err(Problems::from).and_then(|written| Ok((Scenario::from_value(&written)?, written)));
        match read {
            Ok((scenario, written)) => {
                self.of_file.replace(Some((scenario.clone(), written)));
                self.open(scenario, View::default());
                announce::say(&format!("Opened {name}"));
            }
            Err(problems) => {
                let text =
                    format!("{name} is no scenario that can be opened:\n{problems}\nThe scenario that was open stays.");
                banner::show("file", Tone::Problem, &text, []);
            }
        }
    }
}
