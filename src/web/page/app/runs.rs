//! Runs: when one starts, what comes from it, and how it ends.

use crate::base::number;
use crate::experiment::Plan;
use crate::scenario::{Checked, presets};
use crate::web::page::app::beforehand::AT_ONCE_S;
use crate::web::page::app::sketch::{self, SKETCHED_S};
use crate::web::page::app::{App, Parts};
use crate::web::page::inputs::form::Host;
use crate::web::page::inputs::log::{self, Need};
use crate::web::page::shell::banner::{self, Tone};
use crate::web::page::shell::dom::{self, Build};
use crate::web::page::shell::footer::{self, Verified};
use crate::web::page::shell::{announce, clipboard, computed, url};
use crate::web::pool_event::PoolEvent;
use crate::web::run::{LONG_S, Run, reduced};
use crate::web::tabs::view::View;
use std::rc::Rc;
use web_sys::{Element, HtmlProgressElement};

/// New results are shown at most this often \[ms\], and less often when putting them together takes long. A frame with a new
/// figure takes the browser some 30 ms on a machine without graphics hardware, which the workers could use.
const REFRESH_MS: f64 = 250.0;
/// So long an old figure stays when new results begin to come \[ms\].
const OLD_FIGURE_MS: f64 = 600.0;

impl App {
    /// Starts the run of the present scenario; long ones only when they are wanted.
    pub(super) fn run_now(self: &Rc<Self>, wanted: bool) {
        let Some(parts) = self.parts() else { return };
        self.beginning.cancel();
        // An edit ends a search for constants, whose tasks are not those of the run.
        if self.tuning.take().is_some() {
            banner::hide("tune");
            parts.pool.stop();
        }
        let scenario = self.scenario();
        ["beforehand", "long", "log", "plan", "task"].into_iter().for_each(banner::hide);
        self.beforehand.replace(None);
        let preset = computed_preset(&scenario);
        let need = self.logs.borrow().need(&scenario);
        match need {
            Need::Nothing => {}
            Need::Wait => return self.rest("idle"),
            Need::File(why) => {
                self.rest("idle");
                self.refreshing.cancel();
                self.run.replace(None);
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
                self.rest("idle");
                return banner::show("plan", Tone::Problem, &problem.to_string(), []);
            }
        };
        self.fade();
        let jobs = parts.pool.unknown_jobs(&plan);
        let takes_time = self.speed.get().seconds(jobs) > SKETCHED_S;
        self.sketching.set(false);
        if takes_time && !wanted && preset.is_none() && self.begin_sketch(&scenario) {
            return self.set_running(jobs);
        }
        self.set_state("running");
        // A task of its own: planning has taken its time, and a key may be waiting.
        let app = self.clone();
        self.beginning.after(0.0, move || app.begin_run(plan, preset, wanted));
    }

    /// Starts the run of the present scenario, whose log is in order; of the preset that it is, if there are results of that.
    pub(super) fn begin_run(self: &Rc<Self>, plan: Rc<Plan>, preset: Option<&'static str>, wanted: bool) {
        let Some(parts) = self.parts() else { return };
        let scenario = self.scenario();
        let jobs = plan.jobs(self.logs.borrow().jobs());
        let speed = self.speed.get();
        let mut unknown = jobs;
        if speed.seconds(jobs) > LONG_S {
            unknown = parts.pool.unknown_jobs(&plan);
        }
        let seconds = speed.seconds(unknown);
        let at_once = if preset.is_some() { AT_ONCE_S } else { LONG_S };
        let long = seconds > at_once && !wanted;
        if long {
            parts.pool.stop();
        } else {
            unknown = parts.pool.run(plan.clone());
        }
        self.run.replace(Some(Run::new(plan.clone(), unknown, dom::now_ms())));
        self.plan_tabs(parts, &plan);
        footer::write(&scenario, None);
        if unknown > 0 {
            self.recall(&plan, seconds > LONG_S || wanted);
        }
        self.refreshing.cancel();
        if let Some(preset) = preset {
            let verified = if long { Verified::No } else { Verified::Pending };
            let app = self.clone();
            self.show_beforehand(preset, &plan, verified, move || {
                if long {
                    app.announce_long(&app.scenario(), unknown, seconds);
                }
            });
        }
        if long {
            match preset {
                Some(_) => self.offer_to_verify(&scenario, unknown, seconds),
                None => self.announce_long(&scenario, unknown, seconds),
            }
            self.rest("idle");
        } else {
            self.set_running(jobs);
        }
    }

    pub(super) fn set_running(&self, jobs: u64) {
        self.running.set(true);
        self.show_progress(0, jobs, None);
        self.set_state("running");
    }

    /// Stops the run; what has come so far stays.
    pub(super) fn stop(self: &Rc<Self>) {
        let Some(parts) = self.parts() else { return };
        self.beginning.cancel();
        parts.pool.stop();
        if self.end_tuning("") {
            return;
        }
        self.sketching.set(false);
        // What was computed beforehand stays.
        self.refresh(self.beforehand.borrow().is_none());
        self.rest("idle");
        parts.tabs.iter().for_each(|tab| tab.stopped());
        announce::say("Stopped");
    }

    /// Nothing runs.
    pub(super) fn rest(&self, state: &str) {
        if state == "idle" && self.running.get() {
            // A run in hand may be of a scenario that has been replaced.
            if let Some(parts) = self.parts() {
                parts.pool.stop();
            }
        }
        self.running.set(false);
        self.set_state(state);
    }

    /// What stands before the first figure goes: the picture of the landing figure, or words.
    pub(super) fn end_loading() {
        dom::show(&dom::by_id::<Element>("loading"), false);
    }

    pub(super) fn set_state(&self, state: &str) {
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

    /// Results of the scenario before, while those of the new one are computed.
    pub(super) fn fade(self: &Rc<Self>) {
        let faded = self.shown.borrow().clone().map(|view| View { faded: true, ..view });
        if let (Some(view), Some(parts)) = (faded, self.parts()) {
            self.show_view(parts, view);
        }
    }

    /// What is known of a table without the log of its experiment.
    fn show_without_log(self: &Rc<Self>, scenario: &Checked, preset: Option<&'static str>) {
        if let (Some(parts), Ok(plan)) = (self.parts(), Plan::new(scenario)) {
            let plan = Rc::new(plan);
            if let Some(preset) = preset {
                self.run.replace(Some(Run::new(plan.clone(), 0, 0.0)));
                return self.show_beforehand(preset, &plan, Verified::No, || ());
            }
            let results = Rc::new(Run::new(plan.clone(), 0, 0.0).merged());
            let view = View { results, plan, faded: false, sketch: false, without_log: true };
            parts.tabs.iter().for_each(|tab| tab.show(&view));
        }
    }

    /// A run that would take long is announced, with the command that does it natively.
    pub(super) fn announce_long(self: &Rc<Self>, scenario: &Checked, jobs: u64, seconds: f64) {
        let run = dom::button("Run here anyway").attr("id", "run-anyway");
        let app = self.clone();
        dom::on_click(&run, move || app.run_now(true));
        let mut buttons = vec![run];
        if let Some(small) = reduced(scenario) {
            let button = dom::button("Run a hundredth of the jobs").attr("id", "run-reduced");
            let app = self.clone();
            dom::on_click(&button, move || app.replace(small.clone()));
            buttons.push(button);
        }
        let text = format!(
            "This experiment simulates {} jobs: about {} here. It does not start by itself.",
            number::si(jobs as f64),
            number::duration(seconds)
        );
        let command = clipboard::line("long-command", "Natively, on all cores", &url::command(scenario, false));
        banner::show("long", Tone::Note, &text, [banner::buttons(buttons), command]);
    }

    /// What the workers say.
    pub(super) fn hear(self: &Rc<Self>, event: PoolEvent) {
        match event {
            PoolEvent::TaskDone { task, result, computed } => {
                let Some(result) = self.put_tuned(task, result) else {
                    return;
                };
                if computed {
                    self.keep(task, &result);
                }
                if let Some(run) = self.run.borrow_mut().as_mut() {
                    run.known += usize::from(!computed);
                    run.put(task, *result);
                }
                self.refresh_soon();
            }
            PoolEvent::TaskFailed { problem, .. } => {
                if self.end_tuning(&problem) {
                    return;
                }
                if let Some(run) = self.run.borrow_mut().as_mut()
                    && let Some(problems) = run.fail(problem)
                {
                    banner::show("task", Tone::Problem, &problems.join("\n"), []);
                }
            }
            PoolEvent::Progress { ended_jobs, total_jobs, seconds_left } => {
                self.show_progress(ended_jobs, total_jobs, seconds_left);
            }
            PoolEvent::Finished => self.finished(),
            PoolEvent::Answer { asker, task, answer } => {
                if let Some(tab) = self.parts().and_then(|parts| parts.tabs.named(asker)) {
                    tab.take(task, answer);
                }
            }
            PoolEvent::LogProgress(fraction) => {
                if let Some(reading) = self.logs.borrow_mut().reading.as_mut() {
                    reading.1 = fraction;
                }
                self.logs.borrow().write();
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

    pub(super) fn refresh_soon(self: &Rc<Self>) {
        let wait = (self.merge_ms.get() * 12.0).clamp(REFRESH_MS, 4000.0);
        let app = self.clone();
        self.refreshing.within(wait, move || app.refresh(false));
    }

    /// Shows what has come so far.
    pub(super) fn refresh(self: &Rc<Self>, last: bool) {
        let merged = {
            let mut run = self.run.borrow_mut();
            let Some(run) = run.as_mut().filter(|run| run.has_any()) else {
                return;
            };
            // What was computed beforehand has all of it.
            if !last && self.beforehand.borrow().is_some() {
                return;
            }
            let fresh = dom::now_ms() - run.started_ms < OLD_FIGURE_MS;
            let shown = self.shown.borrow();
            let old = shown.as_ref().is_some_and(|view| view.faded);
            let sketched = shown.as_ref().is_some_and(|view| view.sketch);
            let sketch = self.sketching.get();
            if !last && (old && fresh || sketched && !sketch) && !run.has_figure() {
                None
            } else {
                let before = dom::now_ms();
                let results = run.merged();
                self.merge_ms.set(dom::now_ms() - before);
                Some(View {
                    plan: run.plan.clone(),
                    results: Rc::new(match sketch {
                        true => sketch::without_verdicts(results),
                        false => results,
                    }),
                    faded: false,
                    sketch,
                    without_log: false,
                })
            }
        };
        let (Some(view), Some(parts)) = (merged, self.parts()) else {
            return self.refresh_soon();
        };
        self.show_view(parts, view);
    }

    pub(super) fn show_view(&self, parts: &Parts, view: View) {
        parts.tabs.iter().for_each(|tab| tab.show(&view));
        App::end_loading();
        sketch::mark(view.sketch);
        self.shown.replace(Some(view));
    }

    pub(super) fn plan_tabs(&self, parts: &Parts, plan: &Rc<Plan>) {
        let log_jobs = self.logs.borrow().jobs();
        parts.tabs.iter().for_each(|tab| tab.set_plan(plan, log_jobs));
    }

    pub(super) fn finished(self: &Rc<Self>) {
        self.refreshing.cancel();
        if self.tuning.borrow().is_some() {
            return self.tune_on();
        }
        if self.sketching.get() {
            return self.end_sketch();
        }
        self.refresh(true);
        let seconds = self.run.borrow().as_ref().map(|run| (run.jobs, (dom::now_ms() - run.started_ms) / 1e3));
        if let Some((jobs, seconds)) = seconds {
            let mut speed = self.speed.get();
            speed.measured(jobs, seconds);
            self.speed.set(speed);
        }
        let known = self.run.borrow().as_ref().map(|run| (run.known, run.plan.tasks().len()));
        let digest = self.shown.borrow().as_ref().map(|view| view.results.run_digest());
        footer::write(&self.scenario(), digest.as_deref());
        footer::add_known(known.unwrap_or_default());
        self.verify();
        if let Some(parts) = self.parts() {
            parts.tabs.iter().for_each(|tab| tab.finished());
        }
        self.rest("done");
        announce::say("The run is finished");
    }

    pub(super) fn show_progress(&self, ended: u64, total: u64, seconds_left: Option<f64>) {
        let bar: HtmlProgressElement = dom::by_id("progress-bar");
        let share = ended as f64 / (total as f64).max(1.0);
        bar.set_value(share);
        let left =
            seconds_left.filter(|&left| left >= 1.0).map(|left| format!(", {} left", number::duration(left.ceil())));
        let text = format!("{:.0} %{}", (share * 100.0).floor(), left.unwrap_or_default());
        dom::write(&dom::by_id::<Element>("progress-text"), &text);
    }
}

/// The preset that a scenario is, if there are results of it.
fn computed_preset(scenario: &Checked) -> Option<&'static str> {
    let preset = presets::matching(scenario).map(|preset| preset.name.as_str());
    preset.filter(|preset| computed::has(preset))
}
