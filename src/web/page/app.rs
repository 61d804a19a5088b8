//! The page as a whole: what changes the scenario, and what follows from it.

use super::banner::{self, Tone};
use super::curves_tab::CurvesTab;
use super::dom::{self, Build, Later};
use super::form::{Form, Host};
use super::gantt_tab::GanttTab;
use super::log::{self, Logs, Need};
use super::paper_tab::PaperTab;
use super::run::{LONG_S, Run, Speed, reduced};
use super::surface_tab::SurfaceTab;
use super::table_tab::TableTab;
use super::view::View;
use super::{
    announce, clipboard, drop, export, footer, gallery, keyboard, offline, share, storage, tabs,
    theme, tooltip, url,
};
use crate::ENGINE_VERSION;
use crate::base::problem::{Problem, Problems};
use crate::chart::number;
use crate::experiment::Plan;
use crate::scenario::link::Opened;
use crate::scenario::{Scenario, Workload};
use crate::web::history::History;
use crate::web::lists;
use crate::web::messages::LogSummary;
use crate::web::pool::{Pool, PoolEvent};
use std::cell::{Cell, OnceCell, RefCell};
use std::rc::Rc;
use web_sys::{Element, Event, File, HtmlElement, HtmlProgressElement};

/// Keystrokes in one field within this time are one step of undo \[ms\].
const ONE_EDIT_MS: f64 = 1500.0;
/// New results are shown at most this often \[ms\], and less often when putting them together takes long.
const REFRESH_MS: f64 = 120.0;
/// So long an old figure stays when new results begin to come \[ms\].
const OLD_FIGURE_MS: f64 = 600.0;

/// The page.
pub struct App {
    history: RefCell<History<Scenario>>,
    /// The field of the last edit and when that was.
    last_edit: RefCell<(String, f64)>,
    run: RefCell<Option<Run>>,
    running: Cell<bool>,
    shown: RefCell<Option<View>>,
    speed: Cell<Speed>,
    logs: RefCell<Logs>,
    /// The log that is being read shall become the workload, whatever the scenario says now.
    switch_to_log: Cell<bool>,
    /// How long putting the results together took last time \[ms\].
    merge_ms: Cell<f64>,
    refreshing: Later,
    following: Later,
    parts: OnceCell<Parts>,
}

struct Parts {
    pool: Pool,
    form: Rc<Form>,
    curves: Rc<CurvesTab>,
    surface: Rc<SurfaceTab>,
    gantt: Rc<GanttTab>,
    table: Rc<TableTab>,
    paper: Rc<PaperTab>,
}

impl App {
    /// Starts the page with the scenario of the address, else that of the last visit, else the landing experiment.
    pub fn start() {
        let (scenario, told) = first_scenario();
        let workers = Pool::cores();
        let app = Rc::new(App {
            history: RefCell::new(History::new(scenario.clone())),
            last_edit: RefCell::default(),
            run: RefCell::default(),
            running: Cell::new(false),
            shown: RefCell::default(),
            speed: Cell::new(Speed::guess(workers)),
            logs: RefCell::default(),
            switch_to_log: Cell::new(false),
            merge_ms: Cell::new(0.0),
            refreshing: Later::default(),
            following: Later::default(),
            parts: OnceCell::new(),
        });
        let own = app.clone();
        let pool = Pool::new(workers, move |event| own.hear(event));
        let own = app.clone();
        let gantt = GanttTab::new(move |task, what| {
            let plan = own.run.borrow().as_ref().map(|run| run.plan.clone());
            if let (Some(parts), Some(plan)) = (own.parts.get(), plan) {
                parts.pool.watch(plan.scenario(), task, what);
            }
        });
        let picked = gantt.clone();
        let (of_surface, own) = (gantt.clone(), app.clone());
        let surface = SurfaceTab::new(
            move |point, scheduler| {
                of_surface.pick(point, scheduler);
                dom::by_id::<HtmlElement>("tab-gantt").click();
                announce::say(&format!("Gantt chart: {}", of_surface.title()));
            },
            move || own.sweep_surface(),
        );
        let parts = Parts {
            pool,
            form: Form::new(Box::new(app.clone())),
            curves: CurvesTab::new(move |point, scheduler| {
                picked.pick(point, scheduler);
                announce::say(&format!("Gantt chart: {}", picked.title()));
            }),
            surface,
            gantt,
            table: TableTab::new(),
            paper: PaperTab::new(),
        };
        let _ = app.parts.set(parts);
        dom::show(&dom::by_id::<Element>("loading"), false);
        dom::show(&dom::by_id::<Element>("workbench"), true);
        if let Some(root) = dom::document().document_element() {
            dom::set(&root, "data-started", "true");
        }
        app.wire();
        tell_first(&app, told);
        app.follow_scenario(true);
    }

    fn parts(&self) -> Option<&Parts> {
        self.parts.get()
    }

    /// The buttons, keys and other ways in.
    fn wire(self: &Rc<Self>) {
        let button = |id: &str, deed: fn(&Rc<App>)| {
            let element: Element = dom::by_id(id);
            dom::toggle(&element, "disabled", false);
            let app = self.clone();
            dom::on_click(&element, move || deed(&app));
        };
        button("run", |app| {
            if app.running.get() {
                app.stop()
            } else {
                app.run_now(true)
            }
        });
        button("examples", |app| {
            let own = app.clone();
            gallery::open(move |preset| {
                if let Ok(scenario) = preset.scenario() {
                    own.replace(scenario);
                    announce::say(&format!("Opened {}", preset.title));
                }
            });
        });
        button("undo", |app| app.travel(History::undo, "Undone"));
        button("redo", |app| app.travel(History::redo, "Redone"));
        button("share", |app| {
            app.flush();
            share::open(&app.scenario());
        });
        button("export", App::export);
        button("theme", |_| ());
        button("help", |_| keyboard::help());
        let app = self.clone();
        theme::start(move || app.redraw());
        let (undo, redo) = (self.clone(), self.clone());
        keyboard::start(
            move || undo.travel(History::undo, "Undone"),
            move || redo.travel(History::redo, "Redone"),
        );
        let app = self.clone();
        let opened = move |name: &'static str| {
            if let Some(parts) = app.parts() {
                parts.surface.set_visible(name == "surface");
                parts.table.set_visible(name == "table");
                parts.paper.set_visible(name == "paper");
                parts.gantt.redraw();
            }
        };
        tabs::start(opened.clone());
        tabs::open("curves", &opened);
        tooltip::start();
        let app = self.clone();
        drop::start(Rc::new(move |file| app.take_log(&file)));
        let app = self.clone();
        dom::listen(&dom::window(), "hashchange", move |_: Event| {
            app.address_changed()
        });
        offline::start();
        if narrow() {
            dom::toggle(&dom::by_id::<Element>("drawer"), "open", false);
        }
    }

    /// Takes over what was typed a moment ago.
    fn flush(&self) {
        if let Some(parts) = self.parts() {
            parts.form.flush();
        }
    }

    /// Another scenario altogether, as a step of its own.
    fn replace(self: &Rc<Self>, scenario: Scenario) {
        self.history.borrow_mut().push(scenario);
        self.last_edit.replace(Default::default());
        self.follow_scenario(true);
    }

    fn travel(self: &Rc<Self>, step: fn(&mut History<Scenario>) -> Option<&Scenario>, word: &str) {
        self.flush();
        let moved = step(&mut self.history.borrow_mut()).is_some();
        if moved {
            self.last_edit.replace(Default::default());
            self.follow_scenario(true);
            announce::say(word);
        }
    }

    /// Everything follows the scenario: form, buttons, title, address, store, run. `whole` puts the form back too.
    fn follow_scenario(self: &Rc<Self>, whole: bool) {
        let scenario = self.scenario();
        if let Some(parts) = self.parts() {
            if whole {
                parts.form.reset(&scenario);
            } else {
                parts.form.show(&scenario);
            }
            parts.paper.set_scenario(&scenario);
        }
        self.logs.borrow().write();
        let history = self.history.borrow();
        dom::toggle(
            &dom::by_id::<Element>("undo"),
            "disabled",
            !history.can_undo(),
        );
        dom::toggle(
            &dom::by_id::<Element>("redo"),
            "disabled",
            !history.can_redo(),
        );
        std::mem::drop(history);
        let title = match scenario.title.as_str() {
            "" => url::preset_of(&scenario)
                .map_or("", |preset| preset.title)
                .to_owned(),
            title => title.to_owned(),
        };
        let shown = if title.is_empty() {
            "Untitled scenario"
        } else {
            title.as_str()
        };
        dom::write(&dom::by_id::<Element>("scenario-title"), shown);
        let tab = if title.is_empty() {
            "Metasched".to_owned()
        } else {
            format!("{title} – Metasched")
        };
        dom::document().set_title(&tab);
        storage::set(storage::SCENARIO, &scenario.to_compact_json());
        let app = self.clone();
        self.following
            .after(250.0, move || url::follow(&app.scenario()));
        self.run_now(false);
    }

    /// Starts the run of the present scenario; long ones only when they are wanted.
    fn run_now(self: &Rc<Self>, wanted: bool) {
        let Some(parts) = self.parts() else { return };
        let scenario = self.scenario();
        ["long", "log", "plan", "task"]
            .into_iter()
            .for_each(banner::hide);
        let need = self.logs.borrow().need(&scenario);
        match need {
            Need::Nothing => {}
            Need::Wait => return self.rest("idle"),
            Need::File(why) => {
                self.rest("idle");
                return self.ask_for_log(&why);
            }
        }
        let plan = match Plan::new(&scenario) {
            Ok(plan) => Rc::new(plan),
            Err(Problems(problems)) => {
                self.rest("idle");
                let text: Vec<String> = problems.iter().map(Problem::to_string).collect();
                return banner::show("plan", Tone::Problem, &text.join("\n"), []);
            }
        };
        let jobs = plan.jobs(self.logs.borrow().jobs());
        self.fade();
        let seconds = self.speed.get().seconds(jobs);
        let long = seconds > LONG_S && !wanted;
        if long {
            parts.pool.stop();
        } else {
            parts.pool.run(&scenario, plan.clone());
        }
        self.run
            .replace(Some(Run::new(plan.clone(), jobs, dom::now_ms())));
        parts.gantt.set_plan(&plan);
        footer::write(&scenario, None);
        self.refreshing.cancel();
        if long {
            self.announce_long(&scenario, jobs, seconds);
            self.rest("idle");
        } else {
            self.running.set(true);
            self.show_progress(0, jobs, None);
            self.set_state("running");
        }
    }

    /// Stops the run; what has come so far stays.
    fn stop(self: &Rc<Self>) {
        let Some(parts) = self.parts() else { return };
        parts.pool.stop();
        self.refresh(true);
        self.rest("idle");
        parts.gantt.ask_again();
        announce::say("Stopped");
    }

    /// Nothing runs.
    fn rest(&self, state: &str) {
        if state == "idle" && self.running.get() {
            // A run in hand is of a scenario that is no more.
            if let Some(parts) = self.parts() {
                parts.pool.stop();
            }
        }
        self.running.set(false);
        self.set_state(state);
    }

    fn set_state(&self, state: &str) {
        let running = state == "running";
        let run: Element = dom::by_id("run");
        dom::write(&run, if running { "Stop" } else { "Run" });
        dom::show(&dom::by_id::<Element>("progress"), running);
        if let Some(root) = dom::document().document_element() {
            dom::set(&root, "data-state", state);
        }
    }

    /// Results of the scenario before, while those of the new one are computed.
    fn fade(self: &Rc<Self>) {
        let faded = self.shown.borrow().clone().map(|view| View {
            faded: true,
            ..view
        });
        if let (Some(view), Some(parts)) = (faded, self.parts()) {
            parts.curves.show(&view);
            parts.surface.show(&view);
            self.shown.replace(Some(view));
        }
    }

    /// A run that would take long is announced, with the command that does it natively.
    fn announce_long(self: &Rc<Self>, scenario: &Scenario, jobs: u64, seconds: f64) {
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
        let command = clipboard::line(
            "long-command",
            "Natively, on all cores",
            &url::command(scenario, false),
        );
        banner::show(
            "long",
            Tone::Note,
            &text,
            [banner::buttons(buttons), command],
        );
    }

    /// Sweeps bandwidth and threshold, for a surface.
    fn sweep_surface(self: &Rc<Self>) {
        self.flush();
        if let Some(scenario) = lists::surface(&self.scenario()) {
            self.replace(scenario);
            dom::focus(&dom::by_id("tab-surface"));
        }
    }

    fn ask_for_log(self: &Rc<Self>, why: &str) {
        let choose = dom::button("Choose the log …").attr("id", "banner-choose-log");
        let app = self.clone();
        dom::on_click(&choose, move || app.choose_log());
        let mut buttons = vec![choose];
        let summary = self.logs.borrow().summary.clone();
        if let Some(summary) = summary {
            let anyway = dom::button(&format!("Use {}", summary.name)).attr("id", "use-other-log");
            let app = self.clone();
            dom::on_click(&anyway, move || app.switch_log(&summary));
            buttons.push(anyway);
        }
        banner::show("log", Tone::Note, why, [banner::buttons(buttons)]);
    }

    fn choose_log(self: &Rc<Self>) {
        let app = self.clone();
        drop::choose(Rc::new(move |file| app.take_log(&file)));
    }

    /// A file was dropped or chosen.
    fn take_log(self: &Rc<Self>, file: &File) {
        let Some(parts) = self.parts() else { return };
        self.flush();
        let scenario = self.scenario();
        // A scenario from a link that waits for its log is kept and checks it; any other takes the file as its workload.
        let expects = matches!(&scenario.workload, Workload::Swf(swf) if swf.sha256.is_some() || swf.size_bytes.is_some());
        let waits = expects && self.logs.borrow().need(&scenario) != Need::Nothing;
        self.switch_to_log.set(!waits);
        banner::hide("file");
        {
            let mut logs = self.logs.borrow_mut();
            logs.reading = Some((file.name(), 0.0));
            logs.summary = None;
        }
        announce::say(&format!("Reading {}", file.name()));
        parts.pool.set_log(file, &file.name());
        self.logs.borrow().write();
        self.show_reading();
    }

    fn show_reading(&self) {
        if let Some((name, fraction)) = &self.logs.borrow().reading {
            let text = format!(
                "Reading {name}: {} (it stays on this machine).",
                number::percent(*fraction)
            );
            banner::show("log", Tone::Note, &text, []);
        }
    }

    fn log_ready(self: &Rc<Self>, summary: LogSummary) {
        {
            let mut logs = self.logs.borrow_mut();
            logs.reading = None;
            logs.summary = Some(summary.clone());
        }
        banner::hide("log");
        self.logs.borrow().write();
        announce::say(&format!("{} has {} jobs", summary.name, summary.jobs));
        if self.switch_to_log.get() {
            self.switch_log(&summary);
        } else {
            self.run_now(false);
        }
    }

    fn switch_log(self: &Rc<Self>, summary: &LogSummary) {
        let scenario = log::with_log(&self.scenario(), summary);
        match scenario.check() {
            Ok(()) if scenario != self.scenario() => self.replace(scenario),
            Ok(()) => self.run_now(false),
            Err(_) => {
                // What a sweep varies may be a parameter that logs do not have.
                let mut scenario = scenario;
                scenario
                    .experiment
                    .sweep
                    .retain(|sweep| !sweep.parameter.starts_with("workload."));
                match scenario.check() {
                    Ok(()) => self.replace(scenario),
                    Err(problems) => banner::show("file", Tone::Problem, &problems.to_string(), []),
                }
            }
        }
    }

    /// What the workers say.
    fn hear(self: &Rc<Self>, event: PoolEvent) {
        match event {
            PoolEvent::TaskDone { task, result } => {
                if let Some(run) = self.run.borrow_mut().as_mut() {
                    run.put(task, result);
                }
                self.refresh_soon();
            }
            PoolEvent::TaskFailed { problem, .. } => {
                if let Some(run) = self.run.borrow_mut().as_mut()
                    && !run.failed.contains(&problem)
                {
                    run.failed.push(problem);
                    banner::show("task", Tone::Problem, &run.failed.join("\n"), []);
                }
            }
            PoolEvent::Progress {
                ended_jobs,
                total_jobs,
                seconds_left,
            } => {
                self.show_progress(ended_jobs, total_jobs, seconds_left);
            }
            PoolEvent::Finished => self.finished(),
            PoolEvent::Timeline { task, timeline } => {
                if let Some(parts) = self.parts() {
                    parts.gantt.show(task, &timeline);
                }
            }
            PoolEvent::Story { task, told } => {
                if let Some(parts) = self.parts() {
                    parts.gantt.show_story(task, &told);
                }
            }
            PoolEvent::StoryFailed(why) => {
                if let Some(parts) = self.parts() {
                    parts.gantt.fail_story(&sentence(&why));
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
                    banner::hide("log");
                    self.logs.borrow().write();
                }
                banner::show(
                    if was_reading { "file" } else { "problem" },
                    Tone::Problem,
                    &text,
                    [],
                );
            }
            PoolEvent::WorkerReplaced(text) => banner::show("worker", Tone::Note, &text, []),
        }
    }

    fn refresh_soon(self: &Rc<Self>) {
        let wait = (self.merge_ms.get() * 12.0).clamp(REFRESH_MS, 4000.0);
        let app = self.clone();
        self.refreshing.within(wait, move || app.refresh(false));
    }

    /// Shows what has come so far.
    fn refresh(self: &Rc<Self>, last: bool) {
        let merged = {
            let mut run = self.run.borrow_mut();
            let Some(run) = run.as_mut().filter(|run| run.has_any()) else {
                return;
            };
            let fresh = dom::now_ms() - run.started_ms < OLD_FIGURE_MS;
            let old = self.shown.borrow().as_ref().is_some_and(|view| view.faded);
            if !last && old && fresh && !run.has_figure() {
                None
            } else {
                let before = dom::now_ms();
                let results = Rc::new(run.merged());
                self.merge_ms.set(dom::now_ms() - before);
                Some(View {
                    plan: run.plan.clone(),
                    results,
                    faded: false,
                })
            }
        };
        let (Some(view), Some(parts)) = (merged, self.parts()) else {
            return self.refresh_soon();
        };
        parts.curves.show(&view);
        parts.surface.show(&view);
        parts.table.show(&view);
        parts.paper.show(&view);
        self.shown.replace(Some(view));
    }

    fn finished(self: &Rc<Self>) {
        self.refreshing.cancel();
        self.refresh(true);
        let seconds = self
            .run
            .borrow()
            .as_ref()
            .map(|run| (run.jobs, (dom::now_ms() - run.started_ms) / 1e3));
        if let Some((jobs, seconds)) = seconds {
            let mut speed = self.speed.get();
            speed.measured(jobs, seconds);
            self.speed.set(speed);
        }
        let digest = self
            .shown
            .borrow()
            .as_ref()
            .map(|view| view.results.run_digest());
        footer::write(&self.scenario(), digest.as_deref());
        if let Some(parts) = self.parts() {
            parts.gantt.ask_again();
        }
        self.rest("done");
        announce::say("The run is finished");
    }

    fn show_progress(&self, ended: u64, total: u64, seconds_left: Option<f64>) {
        let bar: HtmlProgressElement = dom::by_id("progress-bar");
        let share = ended as f64 / (total as f64).max(1.0);
        bar.set_value(share);
        let left = seconds_left
            .filter(|&left| left >= 1.0)
            .map(|left| format!(", {} left", number::duration(left.ceil())));
        let text = format!(
            "{:.0} %{}",
            (share * 100.0).floor(),
            left.unwrap_or_default()
        );
        dom::write(&dom::by_id::<Element>("progress-text"), &text);
    }

    fn export(self: &Rc<Self>) {
        self.flush();
        let Some(parts) = self.parts() else { return };
        let scenario = self.scenario();
        let title = dom::by_id::<Element>("scenario-title")
            .text_content()
            .unwrap_or_default();
        let mut curves = parts.curves.chart();
        if scenario.experiment.sweep.is_empty() {
            // Without a sweep every scheduler is one value: a line right across.
            curves
                .series
                .iter_mut()
                .for_each(|series| series.horizontal = true);
        }
        curves.title.clone_from(&title);
        curves.faded = false;
        let surface = parts.surface.drawing().map(|mut figure| {
            figure.plane_mut().title.clone_from(&title);
            figure.plane_mut().faded = false;
            let drawing = export::Drawing::Plane(figure);
            ("surface", "Surface or map".to_owned(), drawing)
        });
        let (mut gantt, strips, view) = parts.gantt.charts();
        gantt.title = parts.gantt.title();
        let curves = (
            "curves",
            "Curves".to_owned(),
            export::Drawing::Curves(curves),
        );
        let mut figures = vec![curves];
        figures.extend(surface);
        let gantt = export::Drawing::Gantt(gantt, strips, view);
        figures.push(("gantt", "Gantt chart".to_owned(), gantt));
        export::open(&scenario, self.shown.borrow().clone(), figures);
    }

    fn redraw(self: &Rc<Self>) {
        let view = self.shown.borrow().clone();
        let Some(parts) = self.parts() else { return };
        if let Some(view) = view {
            parts.curves.show(&view);
        }
        parts.curves.redraw();
        parts.surface.redraw();
        parts.gantt.redraw();
    }

    /// A link was pasted into the address of the open page, or the browser went back.
    fn address_changed(self: &Rc<Self>) {
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

impl Host for Rc<App> {
    fn scenario(&self) -> Scenario {
        self.history.borrow().present().clone()
    }

    fn edited(&self, scenario: Scenario, key: &str) {
        let now = dom::now_ms();
        let last = self.last_edit.replace((key.to_owned(), now));
        let same = !key.is_empty() && last.0 == key && now - last.1 < ONE_EDIT_MS;
        if same {
            self.history.borrow_mut().amend(scenario);
        } else {
            self.history.borrow_mut().push(scenario);
        }
        self.follow_scenario(false);
    }

    fn problems(&self, problems: &[Problem]) {
        if problems.is_empty() {
            return banner::hide("form");
        }
        let text: Vec<String> = problems.iter().map(Problem::to_string).collect();
        banner::show("form", Tone::Problem, &text.join("\n"), []);
    }

    fn pressed(&self, action: &str) {
        if action == "choose-log" {
            self.choose_log();
        }
    }
}

/// How the page came to its first scenario.
enum Told {
    Nothing,
    Opened(Box<Opened>),
    Broken(String),
    Restored,
}

fn first_scenario() -> (Scenario, Told) {
    let stored =
        || storage::get(storage::SCENARIO).and_then(|text| Scenario::from_json(&text).ok());
    match url::open() {
        Some(Ok(opened)) => (opened.scenario.clone(), Told::Opened(Box::new(opened))),
        Some(Err(why)) => (stored().unwrap_or_default(), Told::Broken(why)),
        None => match stored() {
            Some(scenario) if scenario != Scenario::default() => (scenario, Told::Restored),
            _ => (Scenario::default(), Told::Nothing),
        },
    }
}

fn tell_first(app: &Rc<App>, told: Told) {
    match told {
        Told::Nothing => {}
        Told::Opened(opened) => note_engine(&opened),
        Told::Broken(why) => broken_link(
            &why,
            "Shown instead: your last scenario, or the landing experiment.",
        ),
        Told::Restored => {
            let fresh = dom::button("Start with the landing experiment").attr("id", "start-over");
            let app = app.clone();
            dom::on_click(&fresh, move || {
                banner::hide("restored");
                app.replace(Scenario::default());
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
        [],
    );
}

/// With a capital and a full stop.
fn sentence(text: &str) -> String {
    let mut chars = text.chars();
    let first: String = chars
        .next()
        .map(|c| c.to_uppercase().collect())
        .unwrap_or_default();
    let end = if text.ends_with(['.', '?']) { "" } else { "." };
    format!("{first}{}{end}", chars.as_str())
}

fn note_engine(opened: &Opened) {
    if opened.engine != ENGINE_VERSION {
        let text = format!(
            "This link was made with engine version {}; this page has version {ENGINE_VERSION}, which may give other numbers.",
            opened.engine
        );
        banner::show("link", Tone::Note, &text, []);
    }
}

/// On a narrow screen the form begins folded, so that the figure is seen first.
fn narrow() -> bool {
    let width = dom::window()
        .inner_width()
        .ok()
        .and_then(|width| width.as_f64());
    width.is_some_and(|width| width < 820.0)
}
