//! Job logs as workloads: requesting, choosing, reading and using them.

use crate::chart::curve::figure::MEANS;
use crate::chart::view::{CurvesView, View};
use crate::scenario::{Swf, of_log};
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

/// The measure of the answer about a log.
const ANSWERED: &str = "mean_wait_s";

/// Use of a log that is being read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum LogUse {
    /// The scenario has named the log.
    #[default]
    Named,
    /// The log becomes the workload of the scenario, which waits for a log.
    Workload,
    /// The log gets a scenario of its own.
    Alone,
}

impl App {
    pub(super) fn ask_for_log(self: &Rc<Self>, why: &str) {
        let choose = dom::button("Choose the log …").attr("id", "banner-choose-log");
        dom::click(self, &choose, |app| app.choose_file(true));
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
                    app.read_log(&file, LogUse::Named);
                }
            });
        }
    }

    /// Handles a dropped or chosen log. If `keep` is true, it becomes the workload of the present scenario.
    pub(super) fn take_log(self: &Rc<Self>, file: &File, keep: bool) {
        self.flush();
        storage::keep_log(file);
        let scenario = self.scenario();
        // A scenario that waits for a log gets this one; a certain log is checked. Otherwise the log is what the visitor
        // wants to see.
        let certain = scenario.workload.of::<Swf>().is_some_and(|swf| swf.sha256.is_some() || swf.size_bytes.is_some());
        let waits = matches!(self.logs.borrow().need(&scenario), Need::File(_));
        let to = match (waits, certain) {
            (true, true) => LogUse::Named,
            (true, false) => LogUse::Workload,
            (false, _) if keep => LogUse::Workload,
            (false, _) => LogUse::Alone,
        };
        self.read_log(file, to);
    }

    /// Starts reading a log.
    fn read_log(self: &Rc<Self>, file: &File, to: LogUse) {
        self.log_use.set(to);
        banner::hide("file");
        let Some(parts) = self.parts() else { return };
        let scenario = self.scenario();
        {
            let mut logs = self.logs.borrow_mut();
            logs.reading = Some((file.name(), 0.0));
            logs.summary = None;
            logs.log = Some(file.clone());
            logs.read_as = of_log::reading(&scenario).and_then(Result::ok).unwrap_or_default();
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
            self.read_log(&file, LogUse::Named);
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
        match self.log_use.get() {
            LogUse::Named => self.run_now(false),
            LogUse::Workload => self.switch_log(&summary),
            LogUse::Alone => self.answer_log(&summary),
        }
    }

    /// Opens the scenario of a log alone, and shows how the schedulers compare with the first one.
    fn answer_log(self: &Rc<Self>, summary: &LogSummary) {
        match log::alone(summary) {
            Ok(scenario) => {
                let figure = Some(MEANS.name);
                let curves = CurvesView { figure, measure: Some(ANSWERED), baseline: Some(0), ..CurvesView::default() };
                self.open(scenario, View { curves, ..View::default() });
            }
            Err(problems) => banner::show("file", Tone::Problem, &problems.to_string(), []),
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
