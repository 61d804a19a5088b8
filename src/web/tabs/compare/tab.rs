//! Two schedulers on the same jobs, or a run of this experiment and a run of a bookmark. Two panes have one time axis and one cursor; lists
//! show the gain or loss of each job, and a job's two stories.

use super::recordings::Recordings;
use super::state::{CompareState, Kept};
use crate::chart::view::View;
use crate::experiment::Plan;
use crate::experiment::measure::{self, Measure};
use crate::metrics::timeline::Timeline;
use crate::scenario::{Scenario, Swf};
use crate::web::gantt_pane::pane::Pane;
use crate::web::page::figures::canvas::Surface;
use crate::web::page::figures::stage::Stage;
use crate::web::page::inputs::choose::Choose;
use crate::web::page::shell::banner::sentence;
use crate::web::page::shell::dom::{self, Build};
use crate::web::page::shell::{bookmarks, url};
use crate::web::tabs::snapshot::Snapshot;
use crate::web::tabs::tab::{Desk, Tab, TabKind};
use crate::web::wanted::{Answer, Asker};
use std::cell::RefCell;
use std::iter::once;
use std::rc::Rc;
use web_sys::Element;

/// Number of jobs listed with the largest gains, and with the largest losses.
pub(super) const LISTED: usize = 8;
/// Attribute of a job's button: its number.
pub(super) const JOB: &str = "data-job";

/// The tab Compare.
pub struct CompareTab {
    pub(super) schedulers: [Choose; 2],
    /// Selects the experiment of the second run: the present one or a bookmark.
    pub(super) of: Choose,
    pub(super) point: Choose,
    pub(super) replication: Choose,
    /// The measure of the sentence about the results.
    pub(super) measure: Choose,
    pub(super) panes: [Rc<Pane>; 2],
    /// Progress of each run at the cursor.
    pub(super) progress: [Element; 2],
    /// Texts about the results of all replications, and about the recordings.
    pub(super) words: [Element; 2],
    pub(super) details: Element,
    pub(super) kind: Choose,
    pub(super) stage: Rc<Stage>,
    pub(super) lists: Element,
    pub(super) stories: Element,
    pub(super) state: RefCell<Recordings>,
    pub(super) desk: Rc<Desk>,
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
            measure: Choose::new("compare-measure", "by"),
            panes: [(0, "compare-canvas-first"), (1, "compare-canvas-second")]
                .map(|(at, id)| Pane::new(at, Surface::new(id, "Gantt chart"))),
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

    fn wish(&self, wish: impl FnOnce(&mut CompareState)) {
        wish(&mut self.state.borrow_mut().run);
        self.request();
    }

    /// Applies a choice of the visitor and stores it in the address.
    pub(super) fn choose(&self, wish: impl FnOnce(&mut CompareState)) {
        self.wish(wish);
        url::view_changed();
    }

    fn request(&self) {
        if self.is_visible() {
            self.show_choices();
            self.show_results();
            self.ask();
        }
    }

    pub(super) fn ask(&self) {
        if !self.is_visible() {
            return;
        }
        let questions = self.state.borrow_mut().run.ask();
        let state = self.state.borrow();
        if !state.run.is_recorded() {
            self.panes.iter().for_each(|pane| pane.scene_mut().fade());
            dom::write(&self.words[1], &state.jobs_in_words());
        }
        for (pane, task, what) in questions {
            if let Some(plan) = state.run.plan_of(pane) {
                self.desk.page.ask(Asker { tab: TAB.name, pane }, plan, task, what);
            }
        }
    }

    fn show_choices(&self) {
        let state = self.state.borrow();
        let run = &state.run;
        let Some(plan) = run.shown().plan() else { return };
        let scenario = plan.scenario();
        let both = run.schedulers().unwrap_or_default();
        for (side, choose) in self.schedulers.iter().enumerate() {
            let labels = run.plan_of(side).map_or(&[][..], |plan| plan.labels());
            choose.fill(labels, both[side]);
        }
        let name = run.kept().map(|own| own.name.as_str());
        let mut kept = state.kept.iter();
        let chosen = kept.position(|own| Some(own.0.as_str()) == name);
        let names = state.kept.iter().map(|own| format!("saved: {}", own.0));
        let choices: Vec<String> = once("this experiment".to_owned()).chain(names).collect();
        self.of.fill(&choices, chosen.map_or(0, |at| at + 1));
        self.point.fill(&run.shown().points(), run.shown().point);
        self.replication.fill(&run.shown().replications(), run.shown().replication as usize);
        let measures: Vec<&Measure> = measure::of(scenario).filter(|_| run.kept().is_none()).collect();
        let labels: Vec<String> = measures.iter().map(|own| own.label.to_owned()).collect();
        let chosen = measures.iter().position(|own| own.key == self.desk.measure.get());
        self.measure.fill(&labels, chosen.unwrap_or(0));
        let kinds = ["spread (ECDF)", "by arrival"].map(str::to_owned);
        self.kind.fill(&kinds, usize::from(state.by_arrival));
    }

    /// Chooses the measure by its index; the tab Curves follows.
    pub(super) fn choose_measure(&self, at: usize) {
        let chosen = self.state.borrow().run.shown().plan().and_then(|plan| measure::of(plan.scenario()).nth(at));
        self.desk.measure.set(chosen.unwrap_or(measure::first()).key);
        self.show_results();
        url::view_changed();
    }

    /// Finds bookmarks whose jobs are available: those without a log, or with the open log.
    fn look_for_kept(&self) {
        let state = &mut *self.state.borrow_mut();
        let log = |scenario: &Scenario| {
            let log = scenario.workload.of::<Swf>()?;
            Some((log.path.clone(), log.size_bytes, log.sha256.clone()))
        };
        let present = state.run.shown().plan().and_then(|plan| log(plan.scenario()));
        state.kept = bookmarks::scenarios();
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
    pub(super) fn compare_with(&self, choice: usize) {
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
        dom::write(&self.words[0], &state.in_words(measure::find(self.desk.measure.get())));
    }

    /// Handles a recording that has arrived.
    fn show_recorded(&self, pane: usize, task: usize, recorded: Timeline) {
        let is_recorded = {
            let state = &mut *self.state.borrow_mut();
            if !state.run.questions[pane].window_came(task) {
                return;
            }
            state.recorded[pane] = Some(recorded);
            state.run.is_recorded()
        };
        if is_recorded {
            self.put();
        }
        self.ask();
        self.show_charts();
        if is_recorded {
            self.panes.iter().for_each(|pane| drop(pane.recorded()));
            self.show_jobs();
        }
    }

    /// Shows gains, losses, groups and the figure.
    fn show_jobs(&self) {
        {
            let state = self.state.borrow();
            dom::write(&self.words[1], &state.jobs_in_words());
            dom::clear(&self.lists);
            for table in state.tables(&self.panes[0].scene().chart.clusters) {
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

    fn show(&self, snapshot: &Snapshot) {
        if snapshot.is_present() && !snapshot.sketch {
            self.state.borrow_mut().snapshot = Some(snapshot.clone());
            self.show_results();
        }
    }

    /// Sends the pending request again after a stop.
    fn stopped(&self) {
        self.wish(CompareState::forget_awaited);
    }

    fn take(&self, pane: usize, task: usize, answer: Answer) {
        match answer {
            Answer::Timeline(recorded) => self.show_recorded(pane, task, *recorded),
            Answer::Story(story) => self.take_story(pane, task, &story),
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
        self.show_charts();
        self.stage.redraw();
    }

    fn view(&self, view: &mut View, _: &Scenario) {
        view.compare = self.state.borrow().run.view();
    }

    fn view_as(&self, view: &View, _: &Scenario) {
        self.state.borrow_mut().run.view_as(view.compare);
    }

    fn beside(&self) -> Option<String> {
        let state = self.state.borrow();
        let kept = state.run.kept().filter(|_| state.visible);
        kept.map(|own| own.name.clone())
    }
}
