//! Comparison of two schedulers on the same jobs, or with a run of a bookmark: charts with a common time axis and
//! cursor, gain or loss of each job, and its two stories.

mod charts;
mod differences;
mod lists;
mod setup;
mod state;
mod stories;
mod words;

use crate::chart::curve::results;
use crate::chart::look::Look;
use crate::experiment::Plan;
use crate::metrics::timeline::Timeline;
use crate::scenario::{Scenario, Workload};
use crate::web::gantt_scene::Scene;
use crate::web::page::inputs::choose::Choose;
use crate::web::page::results::canvas::Surface;
use crate::web::page::results::gantt_clock;
use crate::web::page::results::stage::Stage;
use crate::web::page::results::tab::{Desk, Tab, TabKind};
use crate::web::page::shell::banner::sentence;
use crate::web::page::shell::dom;
use crate::web::page::shell::dom::Build;
use crate::web::page::shell::kept_experiments;
use crate::web::page::shell::url;
use crate::web::tabs::compare::{CompareState, Kept};
use crate::web::tabs::view::View;
use crate::web::wanted::Answer;
use state::State;
use std::cell::RefCell;
use std::iter::once;
use std::rc::Rc;
use web_sys::Element;

/// Number of jobs listed with the largest gains, and with the largest losses.
const LISTED: usize = 8;
/// Attribute of a job's button with its number.
const JOB: &str = "data-job";

/// The tab Compare.
pub struct CompareTab {
    schedulers: [Choose; 2],
    /// Selects the experiment of the second run: the present one or a bookmark.
    of: Choose,
    point: Choose,
    replication: Choose,
    surfaces: [Rc<Surface>; 2],
    /// Progress of each run at the cursor.
    progress: [Element; 2],
    /// Texts about the results of all replications, and about the recordings.
    words: [Element; 2],
    details: Element,
    kind: Choose,
    stage: Rc<Stage>,
    lists: Element,
    stories: Element,
    state: RefCell<State>,
    desk: Rc<Desk>,
}

/// Entry of the tab Compare in the list of tabs.
pub const TAB: TabKind = TabKind {
    name: "compare",
    label: "Compare",
    title: "Compare",
    make: |root, desk| Box::new(CompareTab::new(root, desk)),
};

impl CompareTab {
    fn new(root: &Element, desk: Rc<Desk>) -> Rc<CompareTab> {
        let tab = Rc::new(CompareTab {
            schedulers: [("compare-first", "Compare"), ("compare-second", "with")]
                .map(|(id, label)| Choose::new(id, label)),
            of: Choose::new("compare-of", "of"),
            point: Choose::new("compare-point", "at"),
            replication: Choose::new("compare-replication", "replication"),
            surfaces: ["compare-canvas-first", "compare-canvas-second"].map(|id| Surface::new(id, "Gantt chart")),
            progress: ["first", "second"].map(|side| {
                let id = format!("compare-progress-{side}");
                dom::new("p").class("details").attr("id", &id)
            }),
            words: ["compare-results", "compare-jobs"].map(|id| dom::new("p").attr("id", id)),
            details: dom::new("p").class("details").attr("id", "compare-details"),
            kind: Choose::new("compare-kind", "Differences"),
            stage: Stage::new("compare-differences", "Differences of jobs"),
            lists: dom::new("div").class("compare-lists"),
            stories: dom::new("section")
                .attr("id", "compare-stories")
                .attr("aria-label", "Two stories")
                .flag("hidden", true),
            state: RefCell::default(),
            desk,
        });
        tab.build(root);
        tab.listen();
        tab
    }

    fn is_visible(&self) -> bool {
        self.state.borrow().visible
    }

    fn wish(self: &Rc<Self>, wish: impl FnOnce(&mut CompareState)) {
        wish(&mut self.state.borrow_mut().run);
        self.request();
    }

    /// Applies a choice of the visitor and stores it in the address.
    fn choose(self: &Rc<Self>, wish: impl FnOnce(&mut CompareState)) {
        self.wish(wish);
        url::look_changed();
    }

    fn request(self: &Rc<Self>) {
        if self.is_visible() {
            self.show_choices();
            self.show_results();
            self.ask();
        }
    }

    fn ask(&self) {
        if !self.is_visible() {
            return;
        }
        let asked = {
            let state = &mut *self.state.borrow_mut();
            let asked = state.run.ask();
            if !state.run.is_recorded() {
                state.scenes.iter_mut().for_each(Scene::fade);
                dom::write(&self.words[1], &state.jobs_in_words());
            }
            asked.and_then(|(side, task, what)| Some((state.run.plan_of(side)?.clone(), task, what)))
        };
        if let Some((plan, task, what)) = asked {
            self.desk.page.ask(TAB.name, &plan, task, what);
        }
    }

    fn show_choices(&self) {
        let state = self.state.borrow();
        let run = &state.run;
        let Some(plan) = run.plan() else { return };
        let scenario = plan.scenario();
        let both = run.schedulers().unwrap_or_default();
        for (side, choose) in self.schedulers.iter().enumerate() {
            let labels = run.plan_of(side).map_or(&[][..], |plan| plan.labels());
            choose.fill(labels, both[side]);
        }
        let name = run.kept().map(|own| own.name.as_str());
        let mut kept = state.kept.iter();
        let chosen = kept.position(|own| Some(own.0.as_str()) == name);
        let names = state.kept.iter().map(|own| format!("kept: {}", own.0));
        let choices: Vec<String> = once("this experiment".to_owned()).chain(names).collect();
        self.of.fill(&choices, chosen.map_or(0, |at| at + 1));
        let points = plan.points().iter().take(500);
        let points: Vec<String> = points.map(|point| results::words(scenario, &point.parameters)).collect();
        self.point.fill(&points, run.point());
        let replications: Vec<String> =
            (1..=scenario.experiment.replications).map(|number| number.to_string()).collect();
        self.replication.fill(&replications, run.replication() as usize);
        let kinds = ["spread (ECDF)", "by arrival"].map(str::to_owned);
        self.kind.fill(&kinds, usize::from(state.by_arrival));
    }

    /// Finds bookmarks whose jobs are available: those without a log, or with the open log.
    fn look_for_kept(&self) {
        let state = &mut *self.state.borrow_mut();
        let log = |scenario: &Scenario| match &scenario.workload {
            Workload::Swf(log) => Some((log.path.clone(), log.size_bytes, log.sha256.clone())),
            _ => None,
        };
        let present = state.run.plan().and_then(|plan| log(plan.scenario()));
        state.kept = kept_experiments::scenarios();
        state.kept.retain(|(_, own)| log(own).is_none_or(|own| Some(own) == present));
        let chosen = state.run.kept();
        let is_there = chosen.is_none_or(|chosen| {
            let mut all = state.kept.iter();
            all.any(|(name, own)| *name == chosen.name && own == chosen.plan.scenario())
        });
        if !is_there {
            state.run.compare_with(None);
        }
    }

    /// Sets the experiment of the second run: the present one (0) or a bookmark.
    fn compare_with(self: &Rc<Self>, choice: usize) {
        let kept = choice.checked_sub(1).and_then(|at| {
            let (name, scenario) = self.state.borrow().kept.get(at)?.clone();
            let plan = Rc::new(Plan::new(&scenario).ok()?);
            Some(Kept { name, plan })
        });
        self.choose(|run| run.compare_with(kept));
        dom::show(&self.stories, false);
    }

    /// Shows the results of all replications.
    fn show_results(&self) {
        let state = self.state.borrow();
        dom::write(&self.words[0], &state.in_words());
    }

    /// Handles a recording that has arrived.
    fn show_recorded(self: &Rc<Self>, task: usize, recorded: Timeline) {
        {
            let state = &mut *self.state.borrow_mut();
            let Some(side) = state.run.window_came(task) else {
                return;
            };
            state.recorded[side] = Some(recorded);
            state.put();
        }
        self.ask();
        self.changed();
        let state = self.state.borrow();
        if state.run.is_recorded() {
            for (surface, scene) in self.surfaces.iter().zip(&state.scenes) {
                gantt_clock::recorded(surface, &scene.chart);
                surface.describe(&scene.chart.summary());
            }
            drop(state);
            self.show_jobs();
        }
    }

    /// Shows gains, losses, groups and the figure.
    fn show_jobs(self: &Rc<Self>) {
        {
            let state = self.state.borrow();
            dom::write(&self.words[1], &state.jobs_in_words());
            dom::clear(&self.lists);
            for table in state.tables() {
                dom::append(&self.lists, &table);
            }
        }
        self.show_differences();
    }
}

impl Tab for Rc<CompareTab> {
    fn set_plan(&self, plan: &Rc<Plan>, _: u64) {
        {
            let state = &mut *self.state.borrow_mut();
            state.needs_log = None;
            state.run.set_plan(plan);
        }
        if self.is_visible() {
            self.look_for_kept();
        }
        self.request();
        let open = self.state.borrow().run.job().is_some();
        dom::show(&self.stories, open);
    }

    fn wait_for_log(&self, needs: &str) {
        self.state.borrow_mut().needs_log = Some(needs.to_owned());
        self.show_results();
    }

    fn show(&self, view: &View) {
        if view.is_present() && !view.sketch {
            self.state.borrow_mut().view = Some(view.clone());
            self.show_results();
        }
    }

    /// Sends the pending request again after a stop.
    fn stopped(&self) {
        self.wish(CompareState::forget_awaited);
    }

    fn take(&self, task: usize, answer: Answer) {
        match answer {
            Answer::Timeline(recorded) => self.show_recorded(task, *recorded),
            Answer::Story(story) => self.take_story(task, &story),
            Answer::NoStory(why) => self.fail_story(&sentence(&why)),
        }
    }

    fn opened(&self, name: &str) {
        self.state.borrow_mut().visible = name == TAB.name;
        if self.is_visible() {
            self.look_for_kept();
        }
        self.request();
    }

    fn redraw(&self) {
        self.changed();
        self.stage.redraw();
    }

    fn look(&self, look: &mut Look, _: &Scenario) {
        look.compare = self.state.borrow().run.look();
    }

    fn look_as(&self, look: &Look, _: &Scenario) {
        self.state.borrow_mut().run.look_as(look.compare);
    }

    fn beside(&self) -> Option<String> {
        let state = self.state.borrow();
        let kept = state.run.kept().filter(|_| state.visible);
        kept.map(|own| own.name.clone())
    }
}
