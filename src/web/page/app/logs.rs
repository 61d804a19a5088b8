//! Job logs as workloads: requesting, choosing, reading and using them.

use crate::scenario::Swf;
use crate::web::messages::LogSummary;
use crate::web::page::app::App;
use crate::web::page::inputs::form::Host;
use crate::web::page::inputs::log::{self, Need};
use crate::web::page::shell::announce;
use crate::web::page::shell::banner::{self, Tone};
use crate::web::page::shell::dom::{self, Build};
use crate::web::page::shell::storage;
use crate::words::number;
use std::rc::Rc;
use web_sys::File;

/// Load that the page suggests for a log. At this load jobs wait, but most schedulers keep up with the arrivals.
const FITTING_LOAD: f64 = 0.8;

impl App {
    pub(super) fn ask_for_log(self: &Rc<Self>, why: &str) {
        let choose = dom::button("Choose the log …").attr("id", "banner-choose-log");
        dom::click(self, &choose, |app| app.choose_file());
        let mut buttons = vec![choose];
        let summary = self.logs.borrow().summary.clone();
        if let Some(summary) = summary {
            let anyway = dom::button(&format!("Use {}", summary.name)).attr("id", "use-other-log");
            dom::click(self, &anyway, move |app| app.switch_log(&summary));
            buttons.push(anyway);
        }
        banner::show("log", Tone::Note, why, [banner::buttons(buttons)]);
        self.find_kept_log();
    }

    /// If no log was given since the page was opened, looks for the scenario's log in the browser's storage.
    fn find_kept_log(self: &Rc<Self>) {
        if let Some(swf) = self.scenario().workload.of::<Swf>()
            && self.logs.borrow().summary.is_none()
        {
            let app = self.clone();
            storage::find_log(&swf.path, move |file| {
                let logs = app.logs.borrow();
                let given = logs.reading.is_some() || logs.summary.is_some();
                drop(logs);
                if !given {
                    app.read_log(&file, false);
                }
            });
        }
    }

    /// Handles a dropped or chosen log.
    pub(super) fn take_log(self: &Rc<Self>, file: &File) {
        self.flush();
        storage::keep_log(file);
        let scenario = self.scenario();
        // If the scenario is from a link and expects a certain log, keep the scenario and check the log. Otherwise the
        // log becomes the workload.
        let expects = scenario.workload.of::<Swf>().is_some_and(|swf| swf.sha256.is_some() || swf.size_bytes.is_some());
        let waits = expects && self.logs.borrow().need(&scenario) != Need::Nothing;
        self.read_log(file, !waits);
    }

    /// Starts reading a log; if `switch` is true, the log becomes the workload afterwards.
    fn read_log(self: &Rc<Self>, file: &File, switch: bool) {
        self.switch_to_log.set(switch);
        banner::hide("file");
        banner::hide("fit");
        let Some(parts) = self.parts() else { return };
        let scenario = self.scenario();
        {
            let mut logs = self.logs.borrow_mut();
            logs.reading = Some((file.name(), 0.0));
            logs.summary = None;
            logs.log = Some(file.clone());
            logs.read_as = scenario.workload.of::<Swf>().and_then(|swf| swf.reading().ok()).unwrap_or_default();
        }
        announce::say(&format!("Reading {}", file.name()));
        parts.pool.set_log(file, scenario.to_compact_json());
        self.logs.borrow().write(&scenario);
        self.show_reading();
    }

    /// Reads the current log again, as the scenario reads it now.
    pub(super) fn read_log_again(self: &Rc<Self>) {
        let file = self.logs.borrow().log.clone();
        if let Some(file) = file {
            self.read_log(&file, false);
        }
    }

    /// Handles a log that cannot be read.
    pub(super) fn log_failed(self: &Rc<Self>) {
        banner::hide("log");
        self.logs.borrow().write(&self.scenario());
    }

    pub(super) fn show_reading(&self) {
        if let Some((name, fraction)) = &self.logs.borrow().reading {
            let text = format!("Reading {name}: {} (it stays on this machine).", number::percent(*fraction));
            banner::show("log", Tone::Note, &text, []);
        }
    }

    pub(super) fn log_ready(self: &Rc<Self>, summary: LogSummary) {
        {
            let mut logs = self.logs.borrow_mut();
            logs.reading = None;
            logs.summary = Some(summary.clone());
        }
        banner::hide("log");
        self.logs.borrow().write(&self.scenario());
        let jobs = number::counted(summary.jobs, "job");
        announce::say(&format!("{} has {jobs}", summary.name));
        if self.switch_to_log.get() {
            self.switch_log(&summary);
            self.offer_fit(&summary);
        } else {
            self.run_now(false);
        }
    }

    /// Offers the original machine of a log, if the platform differs, and a load that the platform can handle.
    fn offer_fit(self: &Rc<Self>, summary: &LogSummary) {
        let scenario = self.scenario();
        let own = scenario.platform.node_count();
        let mut text = format!("This platform has {} in all", number::counted(own, "node"));
        let mut whose = format!("the jobs of {}", summary.name);
        let mut buttons = Vec::new();
        let mut offer = |id: &str, label: &str, path: &str, value: serde_json::Value| {
            if let Ok(fitting) = scenario.with(path, &value) {
                let button = dom::button(label).attr("id", id);
                let (app, summary) = (self.clone(), summary.clone());
                dom::on_click(&button, move || {
                    banner::hide("fit");
                    app.replace(fitting.clone());
                    app.offer_fit(&summary);
                });
                buttons.push(button);
            }
        };
        let machine = summary.max_procs.map_or(summary.largest_job, |most| most as u32);
        if machine != 0 && own != u64::from(machine) {
            text.push_str(&format!(
                "; the machine of {} had {}",
                summary.name,
                number::counted(machine.into(), "processor")
            ));
            whose = "its jobs".to_owned();
            let nodes = machine.max(summary.largest_job);
            let platform = serde_json::json!({ "clusters": [{ "count": 1, "nodes": nodes }] });
            let label = format!("One cluster of {}", number::counted(nodes.into(), "node"));
            offer("fit-platform", &label, "platform", platform);
        }
        if summary.busy > 0.0 && scenario.workload.load().is_none() {
            text.push_str(&format!("; {whose} keep {} of them busy on average", number::fixed(summary.busy, 0)));
            let label = format!("Run times for a load of {FITTING_LOAD}");
            offer("fit-load", &label, "workload.load", FITTING_LOAD.into());
        }
        if !buttons.is_empty() {
            let text = format!("{text}.");
            banner::show("fit", Tone::Note, &text, [banner::buttons(buttons)]);
        }
    }

    pub(super) fn switch_log(self: &Rc<Self>, summary: &LogSummary) {
        match log::with_log(&self.scenario(), summary) {
            Ok(scenario) if scenario != self.scenario() => self.replace(scenario),
            Ok(_) => self.run_now(false),
            Err(problems) => banner::show("file", Tone::Problem, &problems.to_string(), []),
        }
    }
}
