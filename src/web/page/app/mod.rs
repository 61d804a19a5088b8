//! The page as a whole: changes of the scenario and their consequences.

mod addresses;
mod files;
mod logs;
mod precomputed;
mod runs;
mod shown;
mod stored;
mod tuning;

use crate::base::problem::Problem;
use crate::chart::view::{CompareView, View};
use crate::experiment::Plan;
use crate::paper::Preset;
use crate::scenario::Checked;
use crate::web::failure;
use crate::web::history::History;
use crate::web::lists;
use crate::web::page::inputs::form::{Form, Host};
use crate::web::page::inputs::gallery;
use crate::web::page::inputs::log::Logs;
use crate::web::page::inputs::{constants, controls, field};
use crate::web::page::shell::banner::{self, Tone};
use crate::web::page::shell::dom::{self, Later, calls};
use crate::web::page::shell::export::{self, Offered};
use crate::web::page::shell::{announce, bookmarks, drop, keyboard, offline, share, theme, tooltip, url};
use crate::web::pool::Pool;
use crate::web::runs::{Runs, State};
use crate::web::tabs::compare;
use crate::web::tabs::list::Tabs;
use crate::web::tabs::tab::Page;
use crate::web::wanted::{Asker, What};
use crate::words::number;
use addresses::{first_scenario, show_opening};
use logs::LogUse;
use serde_json::Value;
use shown::mark_form_behind;
use std::cell::{Cell, OnceCell, RefCell};
use std::rc::Rc;
use web_sys::{Element, Event};

/// Maximum time between keystrokes in one field that form one undo step \[ms\].
const ONE_EDIT_MS: f64 = 1500.0;

/// The page.
pub struct App {
    history: RefCell<History<Checked>>,
    /// The scenario of the last opened file, and its original JSON.
    of_file: RefCell<Option<(Checked, Value)>>,
    /// Field and time \[ms\] of the last edit.
    last_edit: RefCell<(String, f64)>,
    runs: RefCell<Runs>,
    logs: RefCell<Logs>,
    /// Use of the log that is being read.
    log_use: Cell<LogUse>,
    /// Timer for planning and starting the run of the present scenario.
    starting: Later,
    refreshing: Later,
    fading: Later,
    noting: Later,
    recalling: Later,
    settling: Later,
    /// True if the whole form must be updated, including edited fields.
    whole: Cell<bool>,
    following: Later,
    parts: OnceCell<Parts>,
}

struct Parts {
    pool: Pool,
    form: Rc<Form>,
    tabs: Rc<Tabs>,
}

impl App {
    /// Starts the page with the scenario of the address, or of the last visit, or with the landing experiment.
    pub fn start() {
        let (scenario, opening) = first_scenario();
        let workers = Pool::cores();
        let app = Rc::new(App {
            history: RefCell::new(History::new(scenario.clone())),
            of_file: RefCell::default(),
            last_edit: RefCell::default(),
            runs: RefCell::new(Runs::new(workers)),
            logs: RefCell::default(),
            log_use: Cell::default(),
            starting: Later::default(),
            refreshing: Later::default(),
            fading: Later::default(),
            noting: Later::default(),
            recalling: Later::default(),
            settling: Later::default(),
            whole: Cell::new(true),
            following: Later::default(),
            parts: OnceCell::new(),
        });
        let own = app.clone();
        let pool = Pool::new(workers, move |event| own.hear(event));
        let parts = Parts { pool, form: Form::new(Box::new(app.clone())), tabs: Tabs::new(Box::new(app.clone())) };
        let _ = app.parts.set(parts);
        // The picture of the landing figure stays until the figure is drawn.
        if !dom::root().is_some_and(|root| root.has_attribute("data-landing")) {
            App::end_loading();
        }
        dom::show(&dom::by_id::<Element>("workbench"), true);
        app.wire();
        show_opening(&app, opening);
        app.follow_scenario(true);
    }

    fn parts(&self) -> Option<&Parts> {
        self.parts.get()
    }

    /// Connects buttons, keys and other inputs.
    fn wire(self: &Rc<Self>) {
        let button = |id: &str, action: fn(&Rc<App>)| {
            let element: Element = dom::by_id(id);
            dom::toggle(&element, "disabled", false);
            dom::click(self, &element, action);
        };
        button("run", |app| {
            let is_new = app.is_new();
            if !is_new && app.runs.borrow().word() == "running" {
                app.stop()
            } else if is_new || !app.parts().is_some_and(|parts| parts.form.go_to_wrong()) {
                app.run_now(true)
            }
        });
        button("examples", |app| {
            let (own, chooser) = (app.clone(), app.clone());
            let chosen = move |preset: &'static Preset| {
                own.open_preset(preset);
                if let Some(parts) = own.parts() {
                    parts.form.write_next();
                }
                announce::say(&format!("Opened {}", preset.title));
            };
            gallery::open(chosen, move || chooser.choose_file(false));
        });
        button("undo", |app| app.travel(History::undo, "Undone"));
        button("redo", |app| app.travel(History::redo, "Redone"));
        button("share", |app| {
            app.flush();
            let beside = app.parts().and_then(|parts| parts.tabs.iter().find_map(|tab| tab.beside()));
            share::open(&app.scenario(), app.view(), beside.as_deref());
        });
        button("keep", |app| {
            app.flush();
            let title = dom::by_id::<Element>("scenario-title").text_content();
            bookmarks::open(&app.scenario(), &app.view(), &title.unwrap_or_default());
        });
        button("export", App::export);
        button("theme", |_| ());
        button("help", |_| keyboard::help());
        let app = self.clone();
        theme::start(move || app.redraw());
        let (undo, redo) = (self.clone(), self.clone());
        keyboard::start(move || undo.travel(History::undo, "Undone"), move || redo.travel(History::redo, "Redone"));
        tooltip::start();
        let app = self.clone();
        drop::start(Rc::new(move |file| app.take_file(file, false)));
        let app = self.clone();
        url::on_view_changed(move || app.address_follows());
        dom::hear(self, &dom::window(), "hashchange", |app, _: Event| app.address_changed());
        // Before the page closes, it writes pending edits into the address and the storage, so that a reload does not
        // lose an edit.
        dom::hear(self, &dom::window(), "pagehide", move |app, _: Event| {
            let before = app.scenario();
            app.flush();
            // Another tab of the browser may have stored its scenario since then, so store only if something changed
            // here.
            if app.is_new() || app.settling.is_waiting() || app.scenario() != before {
                app.keep_scenario(&app.scenario());
            }
            app.write_address();
        });
        offline::start();
        App::report_refused_storage();
        // On a narrow screen the form is initially folded, so that the figure is visible first.
        if dom::is_narrow() {
            dom::toggle(&dom::by_id::<Element>("drawer"), "open", false);
        }
    }

    /// Applies pending keystrokes.
    fn flush(&self) {
        if let Some(parts) = self.parts() {
            parts.form.flush();
        }
    }

    /// Replaces the scenario, as a separate undo step.
    fn replace(self: &Rc<Self>, scenario: Checked) {
        self.history.borrow_mut().push(scenario);
        self.last_edit.replace(Default::default());
        self.follow_scenario(true);
    }

    fn travel(self: &Rc<Self>, step: fn(&mut History<Checked>) -> Option<&Checked>, word: &str) {
        self.flush();
        let moved = step(&mut self.history.borrow_mut()).is_some();
        if moved {
            self.last_edit.replace(Default::default());
            self.follow_scenario(true);
            announce::say(word);
        }
    }

    /// Updates everything after a change of the scenario: run, form, buttons, title, address, storage. `whole` also
    /// updates edited fields.
    fn follow_scenario(self: &Rc<Self>, whole: bool) {
        self.whole.set(self.whole.get() || whole);
        self.settling.cancel();
        self.refreshing.cancel();
        constants::forget();
        banner::grow_old();
        if let Some(parts) = self.parts() {
            parts.pool.stop();
        }
        self.runs.borrow_mut().change();
        self.show_state();
        mark_form_behind(true);
        // Checking, planning and the form are separate browser tasks, so that keystrokes are not delayed. Planning
        // comes first: the workers simulate while the page updates the form.
        self.starting.after(0.0, calls(self, |app| app.run_now(false)));
    }

    /// Puts an edited scenario into the history. A move of a value is one step.
    fn put_edit(&self, scenario: Checked, key: &str) {
        // If an edit replaces the policy that reads a setting, the setting is removed too; undo restores both.
        let scenario = scenario.clone().without_given_unread().unwrap_or(scenario);
        let now = dom::now_ms();
        let last = self.last_edit.replace((key.to_owned(), now));
        let soon = now - last.1 < ONE_EDIT_MS || self.runs.borrow().is_moving();
        match !key.is_empty() && last.0 == key && soon {
            true => self.history.borrow_mut().amend(scenario),
            false => self.history.borrow_mut().push(scenario),
        }
    }

    /// True if the scenario has changed and its run is not planned yet.
    fn is_new(&self) -> bool {
        matches!(self.runs.borrow().state(), State::Changed)
    }

    fn export(self: &Rc<Self>) {
        self.flush();
        // The page in one file opens with what the address says.
        self.write_address();
        let Some(parts) = self.parts() else { return };
        let title = dom::by_id::<Element>("scenario-title").text_content().unwrap_or_default();
        let mut offered = Offered::default();
        parts.tabs.iter().for_each(|tab| tab.offer(&mut offered, &title));
        let log = self.logs.borrow().log.clone();
        export::open(&self.scenario(), self.runs.borrow().shown().cloned(), offered, log);
    }

    fn redraw(&self) {
        if let Some(parts) = self.parts() {
            parts.tabs.iter().for_each(|tab| tab.redraw());
            parts.form.redraw();
        }
    }
}

impl Page for Rc<App> {
    fn ask(&self, asker: Asker, plan: &Plan, task: usize, what: What) {
        if let Some(parts) = self.parts() {
            parts.pool.watch(asker, plan, task, what);
        }
    }

    fn show_run(&self, point: usize, scheduler: usize) {
        if let Some(parts) = self.parts() {
            parts.tabs.iter().for_each(|tab| tab.show_run(point, scheduler));
        }
    }

    fn update(&self) {
        if let Some(parts) = self.parts() {
            parts.tabs.iter().for_each(|tab| tab.update());
        }
    }

    fn compare_job(&self, [first, second]: [u64; 2], replication: u64, job: u64) {
        let compare = CompareView {
            first: Some(first),
            second: Some(second),
            replication: Some(replication).filter(|own| *own > 0),
            job: Some(job),
            ..CompareView::default()
        };
        let view = View { tab: Some(compare::tab::TAB.name), compare, ..App::view(self) };
        self.open(self.scenario(), view);
    }

    fn sweep_load(&self) {
        self.flush();
        if let Some(scenario) = lists::load_sweep(&self.scenario()) {
            self.replace(scenario);
            announce::say("The load is swept");
        }
    }

    fn fail_nodes(&self, cluster: u32, at_s: f64) {
        self.flush();
        match failure::thrown_in(&self.scenario(), cluster, at_s) {
            Ok(scenario) => {
                self.replace(scenario);
                announce::say(&format!("Nodes of cluster {} fail at {}", cluster + 1, number::clock(at_s, true)));
            }
            Err(problems) => banner::show("task", Tone::Problem, &problems.to_string(), []),
        }
    }

    fn sweep_surface(&self) {
        self.flush();
        if let Some(scenario) = lists::surface(&self.scenario()) {
            self.replace(scenario);
            dom::focus(&dom::by_id("tab-surface"));
        }
    }
}

impl Host for Rc<App> {
    fn scenario(&self) -> Checked {
        self.history.borrow().present().clone()
    }

    fn edited(&self, scenario: Checked, key: &str) {
        self.put_edit(scenario, key);
        self.follow_scenario(false);
    }

    fn moved(&self, scenario: Checked, key: &str, asked_ms: f64) {
        self.put_edit(scenario, key);
        self.settling.cancel();
        self.refreshing.cancel();
        self.fading.cancel();
        self.runs.borrow_mut().move_on(asked_ms);
        self.follow_move();
    }

    fn is_following(&self) -> bool {
        let runs = self.runs.borrow();
        runs.is_moving() && (runs.is_running() || self.starting.is_waiting())
    }

    fn look_at(&self, sweep: usize, value: usize) {
        if let Some(parts) = self.parts() {
            parts.tabs.iter().for_each(|tab| tab.show_value(sweep, value));
        }
    }

    fn released(&self) {
        if self.runs.borrow().is_moving() {
            self.follow_scenario(false);
        }
    }

    fn problems(&self, problems: &[Problem]) {
        if problems.is_empty() {
            return banner::hide("form");
        }
        let text: Vec<String> = problems.iter().map(Problem::to_string).collect();
        banner::show("form", Tone::Problem, &text.join("\n"), []);
    }

    fn pressed(&self, action: &str) {
        if action == controls::CHOOSE_FILE {
            self.choose_file(true);
        }
        if let Some(place) = action.strip_prefix(field::TUNE) {
            self.tune(place);
        }
    }
}
