//! Runs: start, progress and end.

use crate::experiment::Plan;
use crate::scenario::{Checked, presets};
use crate::web::page::app::{App, Parts};
use crate::web::page::inputs::constants;
use crate::web::page::inputs::form::Host;
use crate::web::page::inputs::log::{self, Need};
use crate::web::page::shell::banner::{self, Tone};
use crate::web::page::shell::dom::{self, Build, calls};
use crate::web::page::shell::footer::{self, Verified};
use crate::web::page::shell::{announce, clipboard, precomputed, url};
use crate::web::pool_event::PoolEvent;
use crate::web::run::{Run, reduced};
use crate::web::runs::{Ended, Next, OLD_FIGURE_MS, Source, State};
use crate::web::tabs::snapshot::Snapshot;
use crate::words::number;
use std::rc::Rc;
use web_sys::{Element, HtmlProgressElement};

/// Time for which a figure stays without the mark of a sketch \[ms\].
const SKETCH_NOTE_MS: f64 = 300.0;

impl App {
    /// Starts the run of the present scenario; a long run is started only if `wanted` is true. If the scenario is new,
    /// the rest of the page is updated afterwards.
    pub(super) fn run_now(self: &Rc<Self>, wanted: bool) {
        let is_new = self.is_new();
        self.starting.cancel();
        self.start_run(wanted);
        if is_new {
            self.settling.after(0.0, calls(self, |app| app.show_form()));
        }
    }

    fn start_run(self: &Rc<Self>, wanted: bool) {
        let Some(parts) = self.parts() else { return };
        // The workers may still be busy with a previous scenario or a search for constants.
        if self.runs.borrow().is_running() {
            parts.pool.stop();
        }
        if self.runs.borrow_mut().search().is_some() {
            constants::forget();
        }
        let scenario = self.scenario();
        ["precomputed", "long", "log", "plan", "task"].into_iter().for_each(banner::hide);
        let preset = precomputed_preset(&scenario);
        let need = self.logs.borrow().need(&scenario);
        match need {
            Need::Nothing => {}
            Need::Wait => return self.turn(State::Idle),
            Need::Again => {
                self.turn(State::Idle);
                return self.read_log_again();
            }
            Need::File(why) => {
                self.turn(State::Idle);
                self.refreshing.cancel();
                self.fade();
                self.show_without_log(&scenario, preset);
                let log = log::needed(&scenario);
                parts.tabs.iter().for_each(|tab| tab.wait_for_log(&log));
                return self.ask_for_log(&why);
            }
        }
        let plan = match Plan::new(&scenario) {
            Ok(plan) => Rc::new(plan),
            Err(problem) => {
                self.turn(State::Idle);
                return banner::show("plan", Tone::Problem, &problem.to_string(), []);
            }
        };
        self.fade_later();
        // The sketch runs first, to show results soon.
        let is_short = wanted || preset.is_some() || {
            let unknown = parts.pool.unknown_jobs(&plan);
            self.runs.borrow().is_short(unknown)
        };
        self.turn(State::Planned);
        // The run or its sketch begins in a separate browser task, because planning took time and a keystroke may be waiting.
        let begins = calls(self, move |app| match is_short {
            true => app.begin_run(plan, preset, wanted),
            false => app.begin_sketch(plan),
        });
        self.starting.after(0.0, begins);
    }

    /// Starts the sketch of the present scenario, or the whole run if that is as short.
    fn begin_sketch(self: &Rc<Self>, plan: Rc<Plan>) {
        let log_jobs = self.logs.borrow().jobs();
        let small = {
            let runs = &mut *self.runs.borrow_mut();
            runs.expect(&plan, log_jobs);
            runs.sketch(&self.scenario(), log_jobs)
        };
        match small {
            // Another browser task, because this plan took time too.
            Some(small) => self.starting.after(
                0.0,
                calls(self, move |app| {
                    if let Some(parts) = app.parts() {
                        app.run_sketch(parts, &small);
                    }
                }),
            ),
            None => self.begin_run(plan, None, false),
        }
    }

    /// Starts the run of the present scenario, whose log is available, or shows precomputed results of its preset.
    pub(super) fn begin_run(self: &Rc<Self>, plan: Rc<Plan>, preset: Option<&'static str>, wanted: bool) {
        let Some(parts) = self.parts() else { return };
        let scenario = self.scenario();
        let jobs = plan.jobs(self.logs.borrow().jobs());
        let mut unknown = jobs;
        if self.runs.borrow().is_long(jobs, false) {
            unknown = parts.pool.unknown_jobs(&plan);
        }
        let long = !wanted && self.runs.borrow().is_long(unknown, preset.is_some());
        let soon = wanted || self.runs.borrow().is_long(unknown, false);
        let seconds = self.runs.borrow().seconds(unknown);
        if long {
            parts.pool.stop();
        } else {
            unknown = parts.pool.run(plan.clone());
        }
        self.runs.borrow_mut().take(&plan, unknown, false, dom::now_ms());
        self.plan_tabs(parts, &plan);
        footer::write(&scenario, None);
        if unknown > 0 {
            self.recall(&plan, soon);
        }
        self.refreshing.cancel();
        if let Some(preset) = preset {
            let verified = if long { Verified::Offered(seconds) } else { Verified::Pending };
            self.show_precomputed(
                preset,
                &plan,
                verified,
                calls(self, move |app| {
                    if long {
                        app.announce_long(&app.scenario(), unknown, seconds);
                    }
                }),
            );
        }
        if long {
            if preset.is_none() {
                self.announce_long(&scenario, unknown, seconds);
            }
            self.turn(State::Idle);
        } else {
            self.run_on(jobs);
        }
    }

    fn run_sketch(&self, parts: &Parts, small: &Rc<Plan>) {
        let jobs = parts.pool.sketch(small.clone());
        self.runs.borrow_mut().take(small, jobs, true, dom::now_ms());
        self.run_on(jobs);
    }

    /// Runs a sketch of the present position of a moved value; the whole run if it is as short.
    pub(super) fn follow_move(self: &Rc<Self>) {
        let Some(parts) = self.parts() else { return };
        let scenario = self.scenario();
        let is_searching = matches!(self.runs.borrow().state(), State::Searching(_));
        if is_searching || self.logs.borrow().need(&scenario) != Need::Nothing {
            return;
        }
        let log_jobs = self.logs.borrow().jobs();
        let small = self.runs.borrow_mut().sketch(&scenario, log_jobs);
        if parts.tabs.iter().any(|tab| tab.leads()) {
            self.show_position(parts);
        }
        match small {
            Some(small) => self.run_sketch(parts, &small),
            None => {
                let Ok(plan) = Plan::new(&scenario).map(Rc::new) else { return };
                let unknown = parts.pool.run(plan.clone());
                self.runs.borrow_mut().take(&plan, unknown, false, dom::now_ms());
                self.run_on(unknown);
            }
        }
    }

    /// Lets the tabs show single runs of the present position of a moved value.
    fn show_position(self: &Rc<Self>, parts: &Parts) {
        if let Ok(plan) = Plan::new(&self.scenario()).map(Rc::new) {
            parts.tabs.iter().for_each(|tab| tab.follow(&plan));
        }
    }

    /// After the figure of a position: the figure of the next position, and meanwhile the Gantt chart below the curves.
    fn follow_on(self: &Rc<Self>) {
        self.turn(State::Planned);
        let follows = calls(self, |app| {
            let Some(parts) = app.parts() else { return };
            parts.form.follow();
            if !parts.tabs.iter().any(|tab| tab.leads()) {
                app.show_position(parts);
            }
        });
        self.starting.after(0.0, follows);
    }

    /// Shows that the workers run `jobs` jobs in total.
    fn run_on(&self, jobs: u64) {
        self.show_progress(0, jobs, None);
        self.turn(State::Running);
    }

    /// Stops the run and keeps the results so far.
    pub(super) fn stop(self: &Rc<Self>) {
        let Some(parts) = self.parts() else { return };
        self.starting.cancel();
        parts.pool.stop();
        if self.end_tuning("") {
            return;
        }
        // The tabs get the plan when the run begins, after its sketch.
        let has_begun = self.runs.borrow().run().is_some_and(|run| !run.is_sketch);
        let scenario = self.scenario();
        let is_complete = self.logs.borrow().need(&scenario) == Need::Nothing;
        if !has_begun
            && is_complete
            && let Ok(plan) = Plan::new(&scenario)
        {
            self.plan_tabs(parts, &Rc::new(plan));
        }
        // Precomputed results stay visible.
        let from_file = self.runs.borrow().is_from_file();
        self.refresh(!from_file);
        self.turn(State::Idle);
        parts.tabs.iter().for_each(|tab| tab.stopped());
        announce::say("Stopped");
    }

    /// Sets the state of the workers' current task.
    pub(super) fn turn(&self, state: State) {
        self.runs.borrow_mut().set_state(state);
        self.show_state();
    }

    /// Hides the placeholder of the first figure, which is a picture of the landing figure or a text.
    pub(super) fn end_loading() {
        dom::show(&dom::by_id::<Element>("loading"), false);
    }

    pub(super) fn show_state(&self) {
        let state = self.runs.borrow().word();
        let running = state == "running";
        let run: Element = dom::by_id("run");
        dom::write(&run, if running { "Stop" } else { "Run" });
        dom::show(&dom::by_id::<Element>("progress"), running);
        if !running {
            App::end_loading();
        }
        if let Some(root) = dom::root() {
            dom::set(&root, "data-state", state);
        }
    }

    /// Shows the previous results, faded, if new ones take long.
    fn fade_later(self: &Rc<Self>) {
        self.fading.after(OLD_FIGURE_MS, calls(self, |app| app.fade()));
    }

    /// Shows the previous results, faded, while new ones are computed.
    pub(super) fn fade(self: &Rc<Self>) {
        let faded = self.runs.borrow().faded();
        if let (Some(snapshot), Some(parts)) = (faded, self.parts()) {
            self.show_snapshot(parts, snapshot);
        }
    }

    /// Shows precomputed results or published values of an experiment while its log is missing.
    fn show_without_log(self: &Rc<Self>, scenario: &Checked, preset: Option<&'static str>) {
        if let (Some(parts), Ok(plan)) = (self.parts(), Plan::new(scenario)) {
            let plan = Rc::new(plan);
            if let Some(preset) = preset {
                self.runs.borrow_mut().take(&plan, 0, false, 0.0);
                return self.show_precomputed(preset, &plan, Verified::No, || ());
            }
            let results = Rc::new(Run::new(plan.clone(), 0, false, 0.0).merged());
            let snapshot = Snapshot { without_log: true, ..Snapshot::of(plan, results) };
            parts.tabs.iter().for_each(|tab| tab.show(&snapshot));
        }
    }

    /// Announces a run that would take long, with the command to run it natively.
    pub(super) fn announce_long(self: &Rc<Self>, scenario: &Checked, jobs: u64, seconds: f64) {
        let run = dom::button("Run here anyway").attr("id", "run-anyway");
        dom::click(self, &run, |app| app.run_now(true));
        let mut buttons = vec![run];
        if let Some(small) = reduced(scenario, 100) {
            let button = dom::button("Run a hundredth of the jobs").attr("id", "run-reduced");
            dom::click(self, &button, move |app| app.replace(small.clone()));
            buttons.push(button);
        }
        let text = format!(
            "This experiment simulates {} jobs: about {} here. It does not start by itself.",
            number::si(jobs as f64),
            number::duration(seconds)
        );
        let command = clipboard::line("long-command", "Natively, on all cores", &url::command(scenario));
        banner::show("long", Tone::Note, &text, [banner::buttons(buttons), command]);
    }

    /// Handles an event from the workers.
    pub(super) fn hear(self: &Rc<Self>, event: PoolEvent) {
        match event {
            PoolEvent::TaskDone { task, result, source } => {
                if source == Source::Worker {
                    self.store(task, &result);
                }
                self.runs.borrow_mut().put(task, *result, source);
                self.refresh_soon();
            }
            PoolEvent::TaskFailed { problem, .. } => {
                if self.end_tuning(&problem) {
                    return;
                }
                if let Some(problems) = self.runs.borrow_mut().fail(problem) {
                    banner::show("task", Tone::Problem, &problems.join("\n"), []);
                }
            }
            PoolEvent::Progress { ended_jobs, total_jobs, seconds_left } => {
                self.show_progress(ended_jobs, total_jobs, seconds_left);
            }
            PoolEvent::Finished => self.finished(),
            PoolEvent::Answer { asker, task, answer } => {
                if let Some(tab) = self.parts().and_then(|parts| parts.tabs.named(asker.tab)) {
                    tab.take(asker.pane, task, answer);
                }
            }
            PoolEvent::LogProgress(fraction) => {
                if let Some(reading) = self.logs.borrow_mut().reading.as_mut() {
                    reading.1 = fraction;
                }
                self.logs.borrow().write(&self.scenario());
                self.show_reading();
            }
            PoolEvent::LogReady(summary) => self.log_ready(summary),
            PoolEvent::Problem(text) => {
                let was_reading = self.logs.borrow_mut().reading.take().is_some();
                if was_reading {
                    self.log_failed();
                }
                banner::show(if was_reading { "file" } else { "problem" }, Tone::Problem, &text, []);
            }
            PoolEvent::WorkerReplaced(text) => banner::show("worker", Tone::Note, &text, []),
        }
    }

    fn refresh_soon(self: &Rc<Self>) {
        let wait_ms = self.runs.borrow().refresh_ms();
        self.refreshing.within(wait_ms, calls(self, |app| app.refresh(false)));
    }

    /// Shows the results so far.
    fn refresh(self: &Rc<Self>, last: bool) {
        let next = self.runs.borrow_mut().next(last, dom::now_ms);
        match (next, self.parts()) {
            (Next::Show(snapshot), Some(parts)) => self.show_snapshot(parts, snapshot),
            (Next::Wait, _) => self.refresh_soon(),
            _ => {}
        }
    }

    pub(super) fn show_snapshot(self: &Rc<Self>, parts: &Parts, snapshot: Snapshot) {
        if !snapshot.faded {
            self.fading.cancel();
        }
        parts.tabs.iter().for_each(|tab| tab.show(&snapshot));
        App::end_loading();
        if snapshot.is_present() {
            let results = snapshot.results.points.iter().flat_map(|own| &own.results);
            parts.form.measure_load(results.map(|own| own.offered_load));
        }
        self.note_sketch(&snapshot);
        self.runs.borrow_mut().show(snapshot);
    }

    /// Marks a figure as rough. A sketch that is replaced soon has no mark, which would flicker.
    fn note_sketch(self: &Rc<Self>, snapshot: &Snapshot) {
        let note: Element = dom::by_id("sketch");
        if !snapshot.sketch || snapshot.faded {
            self.noting.cancel();
            return dom::show(&note, false);
        }
        let own = snapshot.plan.clone();
        let shows = calls(self, move |app| {
            let log_jobs = app.logs.borrow().jobs();
            let whole = Plan::new(&app.scenario()).map_or(0, |whole| whole.jobs(log_jobs));
            let share = number::percent(own.jobs(log_jobs) as f64 / (whole as f64).max(1.0));
            dom::write(&note, &format!("Rough result from {share} of the jobs"));
            dom::show(&note, true);
        });
        self.noting.within(SKETCH_NOTE_MS, shows);
    }

    pub(super) fn plan_tabs(&self, parts: &Parts, plan: &Rc<Plan>) {
        let log_jobs = self.logs.borrow().jobs();
        parts.tabs.iter().for_each(|tab| tab.set_plan(plan, log_jobs));
    }

    fn finished(self: &Rc<Self>) {
        self.refreshing.cancel();
        let ended = self.runs.borrow_mut().ended(&self.scenario(), dom::now_ms());
        if ended == Ended::Search {
            return self.tune_on();
        }
        self.refresh(true);
        if self.runs.borrow().is_moving() {
            return self.follow_on();
        }
        if ended == Ended::Sketch {
            // Another browser task, because showing the sketch took time. Presets with precomputed results have no sketch.
            self.turn(State::Planned);
            let begins = calls(self, |app| {
                if let Ok(plan) = Plan::new(&app.scenario()) {
                    app.begin_run(Rc::new(plan), None, false);
                }
            });
            return self.starting.after(0.0, begins);
        }
        {
            let runs = self.runs.borrow();
            let digest = runs.shown().map(|snapshot| snapshot.results.run_digest());
            footer::write(&self.scenario(), digest.as_deref());
            if let Some(run) = runs.run() {
                footer::add_known(run.known, run.plan.tasks().len());
            }
        }
        self.verify();
        if let Some(parts) = self.parts() {
            parts.tabs.iter().for_each(|tab| tab.finished());
        }
        self.turn(State::Done);
        banner::succeed();
        announce::say("The run is finished");
    }

    pub(super) fn show_progress(&self, ended: u64, total: u64, seconds_left: Option<f64>) {
        let bar: HtmlProgressElement = dom::by_id("progress-bar");
        let share = ended as f64 / (total as f64).max(1.0);
        bar.set_value(share);
        let least = if self.parts().is_some_and(|parts| parts.form.slows_down()) { "at least " } else { "" };
        let left = seconds_left.filter(|&left| left >= 1.0);
        let left = left.map(|left| format!(", {least}{} left", number::duration(left.ceil())));
        let text = format!("{:.0} %{}", (share * 100.0).floor(), left.unwrap_or_default());
        dom::write(&dom::by_id::<Element>("progress-text"), &text);
    }
}

/// The preset equal to a scenario, if it has precomputed results.
fn precomputed_preset(scenario: &Checked) -> Option<&'static str> {
    let preset = presets::matching(scenario).map(|preset| preset.name.as_str());
    preset.filter(|preset| precomputed::has(preset))
}
