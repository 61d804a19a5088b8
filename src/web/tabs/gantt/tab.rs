//! Gantt chart of one run: a choice of the run and of a window, and the story of a job.

use super::decision::DecisionPanel;
use super::extremes::Extremes;
use super::look_ahead::LookAhead;
use super::outs::OutList;
use super::planning::PlanningPanel;
use super::state::GanttState;
use crate::chart::gantt_chart::GanttChart;
use crate::chart::gantt_chart::draw::GanttCursor;
use crate::chart::gantt_chart::recorded::Making;
use crate::chart::gantt_chart::strips::StripChart;
use crate::chart::gantt_chart::timeline;
use crate::chart::view::View;
use crate::experiment::Plan;
use crate::logs::AskedJob;
use crate::metrics::overview::Overview;
use crate::metrics::timeline::Timeline;
use crate::scenario::Scenario;
use crate::web::gantt_pane::pane::{Fit, Pane, Panes};
use crate::web::gantt_pane::pointing;
use crate::web::gantt_pane::story::StoryPanel;
use crate::web::page::figures::canvas::Frame;
use crate::web::page::inputs::choose::Choose;
use crate::web::page::shell::banner::{self, Tone, sentence};
use crate::web::page::shell::dom::{self, Build, Later, calls, hears};
use crate::web::page::shell::export::{Offered, Saved};
use crate::web::page::shell::{announce, url};
use crate::web::runs::OLD_FIGURE_MS;
use crate::web::tabs::tab::{Desk, Tab, TabKind};
use crate::web::wanted::{Answer, Asker, What};
use crate::words::{clock, number};
use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::sync::Arc;
use web_sys::{Element, Event, HtmlInputElement};

/// Number of jobs that are put into a chart in one browser task: about 10 ms.
const JOBS_AT_ONCE: usize = 20_000;
/// Maximum time \[ms\] for which the first Gantt chart waits for the end of the first run, because the curves above the
/// chart have priority.
const FIRST_MS: f64 = 1500.0;

/// The tab.
pub struct GanttTab {
    figure: Frame,
    pub(super) pane: Rc<Pane>,
    point: Choose,
    scheduler: Choose,
    replication: Choose,
    from: HtmlInputElement,
    size: Choose,
    colour: Choose,
    earlier: Element,
    later: Element,
    details: Element,
    extremes: Extremes,
    job: HtmlInputElement,
    pub(super) story: StoryPanel,
    pub(super) look_ahead: Rc<LookAhead>,
    choosing: Later,
    /// True if the tab is open, and not only its chart below the curves.
    alone: Cell<bool>,
    /// Timer for the next step of making a chart.
    making: Later,
    /// Timer after which the window of an earlier plan fades.
    fading: Later,
    pub(super) decision: Rc<DecisionPanel>,
    /// The plan on which the job with the open story was put.
    pub(super) planning: Rc<PlanningPanel>,
    outs: OutList,
    pub(super) run: RefCell<GanttState>,
    /// Message if the log is missing.
    needs_log: RefCell<Option<String>>,
    root: Element,
    desk: Rc<Desk>,
}

/// The tab in the list.
pub const TAB: TabKind = TabKind {
    name: "gantt",
    label: "Gantt",
    title: "Gantt chart",
    make: |root, desk| Box::new(GanttTab::new(root, desk)),
};

impl GanttTab {
    fn new(root: &Element, desk: Rc<Desk>) -> Rc<GanttTab> {
        let figure = Frame::new("gantt-canvas", "Gantt chart");
        let tab = Rc::new(GanttTab {
            pane: Pane::new(0, figure.surface.clone()),
            figure,
            point: Choose::new("gantt-point", "at"),
            scheduler: Choose::new("gantt-scheduler", "Run of"),
            replication: Choose::new("gantt-replication", "replication"),
            from: number_field("gantt-from", "decimal"),
            size: Choose::new("gantt-jobs", "window of"),
            colour: Choose::new("gantt-colour", "colours show"),
            earlier: step_button("‹", "Earlier").attr("id", "gantt-earlier"),
            later: step_button("›", "Later").attr("id", "gantt-later"),
            details: dom::new("p").class("details").attr("id", "gantt-details"),
            extremes: Extremes::new(),
            job: number_field("gantt-job", "text"),
            story: StoryPanel::new("story"),
            look_ahead: LookAhead::new(),
            choosing: Later::default(),
            alone: Cell::new(false),
            making: Later::default(),
            fading: Later::default(),
            decision: DecisionPanel::new(),
            planning: PlanningPanel::new(),
            outs: OutList::new(),
            run: RefCell::default(),
            needs_log: RefCell::default(),
            root: root.clone(),
            desk,
        });
        tab.build();
        tab.listen();
        pointing::start(&tab.pane, &tab);
        Later::default().after(FIRST_MS, calls(&tab, |tab| tab.finished()));
        tab
    }

    fn build(self: &Rc<Self>) {
        let root = &self.root;
        let from = labelled("from", &self.from)
            .attr("title", "A moment as on the axis, 34 d 17:20 or 1:30, or a number of seconds");
        let job = labelled("story of job", &self.job)
            .attr("title", "Its number in order of arrival, from 0, or log:20 for the number 20 in the log");
        let time = dom::new("span").class("choose").with(&self.earlier).with(from).with(&self.later);
        let more = dom::new("div").with(&self.size.root).with(&self.colour.root).with(self.pane.buttons());
        let tools = dom::new("div")
            .class("figure-tools")
            .with(dom::new("h2").class("figure-title").text("One run"))
            .with(&self.scheduler.root)
            .with(&self.point.root)
            .with(&self.replication.root)
            .with(time)
            .with(job)
            .with(dom::new("details").class("more").with(dom::new("summary").text("More")).with(more));
        let decisions = [&self.look_ahead.root, &self.decision.root, &self.planning.root];
        let below = [&self.outs.root, &self.extremes.root, &self.story.root].into_iter().chain(decisions);
        [&tools, &self.figure.root].into_iter().chain(below).for_each(|part| dom::append(root, part));
        self.show_whole();
        let _ = self.figure.root.insert_before(&self.details, Some(&self.figure.caption));
    }

    fn listen(self: &Rc<Self>) {
        self.point.on_choice(hears(self, |tab, point| tab.wish(|run| run.pick(point, run.scheduler()))));
        self.size.on_choice(hears(self, |tab, size| tab.wish(|run| run.resize(size))));
        self.colour.on_choice(hears(self, |tab, at: usize| {
            let offered = tab.pane.scene().chart.colourings();
            let chosen = offered.get(at).map(|own| own.0);
            tab.run.borrow_mut().colouring = chosen.unwrap_or_default();
            tab.show_colours();
            url::view_changed();
        }));
        self.scheduler.on_choice(hears(self, |tab, scheduler| tab.wish(|run| run.pick(run.shown().point, scheduler))));
        self.replication.on_choice(hears(self, |tab, at| tab.wish(|run| run.pick_replication(at as u32))));
        dom::hear(self, &self.from, "change", |tab, _: Event| {
            match clock::parse(&tab.from.value()).filter(|from_s| *from_s >= 0.0) {
                Some(from_s) => tab.wish(|run| run.move_to(from_s)),
                None => announce::say(
                    "The beginning of the window is a moment as on the axis, 34 d 17:20 or 1:30, or a number of seconds from 0 up.",
                ),
            }
        });
        dom::click(self, &self.later, |tab| {
            let end_s = tab.pane.scene().chart.end_s;
            tab.wish(|run| run.later(end_s));
        });
        dom::click(self, &self.earlier, |tab| tab.wish(GanttState::earlier));
        dom::click(self, &self.extremes.ask, |tab| tab.wish(GanttState::want_overview));
        dom::click(self, &self.extremes.busiest, |tab| {
            if let Some(time_s) = tab.busiest_s() {
                tab.wish(|run| run.go_to(time_s));
            }
        });
        self.extremes.on_choice(hears(self, |tab, job| {
            let listed = |whole: &Overview| whole.waits.iter().chain(&whole.slowed).find(|own| own.id == job).copied();
            let listed = tab.pane.scene().chart.whole.as_ref().and_then(listed);
            if let Some(job) = listed {
                tab.run.borrow_mut().go_to_job(job.id, job.start_s);
                tab.tell(job.id);
                tab.request();
            }
        }));
        dom::hear(self, &self.job, "change", |tab, _: Event| match tab.job.value().parse::<AskedJob>() {
            Ok(job) => {
                if let AskedJob::Number(job) = job {
                    tab.pane.scene_mut().select(job);
                }
                tab.tell(job);
                tab.story.focus();
                tab.pane.refresh();
            }
            Err(why) => announce::say(&sentence(why)),
        });
        self.story.on_close(self, |tab| {
            tab.close_story();
            dom::focus(tab.figure.surface.element());
        });
        self.story.on_moment(hears(self, |tab, moment| tab.pane.change(|scene| scene.look_at(moment))));
    }

    /// The busiest time of the run, if it is known and outside of the window \[s\].
    fn busiest_s(&self) -> Option<f64> {
        let scene = self.pane.scene();
        let busiest_s = scene.chart.whole.as_ref()?.busiest_s();
        busiest_s.filter(|own| !scene.records(*own))
    }

    /// Applies a visitor's choice of another run or window.
    fn wish(&self, wish: impl FnOnce(&mut GanttState)) {
        wish(&mut self.run.borrow_mut());
        self.request();
    }

    /// Shows the choice of run and window in the fields, and requests the chosen window.
    pub(super) fn request(&self) {
        self.show_choices();
        self.show_colours();
        self.ask();
        url::view_changed();
    }

    fn show_choices(&self) {
        let run = self.run.borrow();
        let Some(plan) = run.shown().plan() else { return };
        self.scheduler.fill(plan.labels(), run.scheduler());
        self.point.fill(&run.shown().points(), run.shown().point);
        self.replication.fill(&run.shown().replications(), run.shown().replication as usize);
        let (sizes, size) = run.sizes();
        let sizes: Vec<String> = sizes.iter().map(|own| format!("{} jobs", number::count(*own))).collect();
        self.size.fill(&sizes, size);
        if dom::document().active_element().as_ref() != Some(&self.from) {
            self.from.set_value(&number::clock(run.from_s(), true));
        }
    }

    /// Colours the chart as chosen, and offers what its colours can say.
    fn show_colours(&self) {
        let colouring = self.run.borrow().colouring;
        self.pane.scene_mut().colour_by(colouring);
        let offered = self.pane.scene().chart.colourings();
        let labels: Vec<String> = offered.iter().map(|own| own.1.to_owned()).collect();
        self.colour.fill(&labels, offered.iter().position(|own| own.0 == colouring).unwrap_or(0));
        self.pane.refresh();
    }

    /// Sends the pending requests to the workers.
    pub(super) fn ask(&self) {
        let questions = self.run.borrow_mut().ask();
        let run = self.run.borrow();
        let Some(plan) = run.shown().plan() else { return };
        for (task, what) in questions {
            if let What::Story(job) = &what {
                self.story.wait(job, &run.title());
            }
            self.desk.page.ask(Asker { tab: TAB.name, pane: 0 }, plan, task, what);
        }
    }

    /// Shows the extreme jobs of the whole run, or a button that requests the overview.
    fn show_whole(&self) {
        let scene = self.pane.scene();
        let whole = scene.chart.whole.as_ref();
        let offered = whole.is_none() && self.run.borrow().offers_overview() == Some(false);
        self.extremes.offer(offered, self.busiest_s().is_some());
        self.extremes.show(whole);
    }

    /// Handles the arrival of the overview of the whole run.
    fn show_overview(&self, task: usize, recorded: Timeline) {
        if !self.run.borrow_mut().questions.overview_came(task) {
            return;
        }
        self.pane.scene_mut().put_whole(recorded.overview);
        self.show_whole();
        self.pane.refresh();
        let busiest_s = self.busiest_s().filter(|_| self.run.borrow().opens_busy());
        if let Some(time_s) = busiest_s {
            self.wish(|run| run.go_to(time_s));
        }
    }

    /// Handles the arrival of a recorded window.
    fn show_recorded(self: &Rc<Self>, task: usize, recorded: Timeline) {
        if recorded.overview.is_some() {
            return self.show_overview(task, recorded);
        }
        let scenario = {
            let run = self.run.borrow();
            let task = run.shown().plan().and_then(|plan| plan.tasks().get(task));
            task.map(|task| Arc::clone(&task.scenario))
        };
        let Some(scenario) = scenario else { return };
        let ended = recorded.jobs.iter().all(|job| job.ended);
        let is_long = recorded.jobs.len() > JOBS_AT_ONCE;
        let makes = calls(self, move |tab| tab.make_window(task, ended, Making::new(recorded, &scenario.platform)));
        match is_long {
            true => self.making.after(0.0, makes),
            false => {
                self.making.cancel();
                makes();
            }
        }
    }

    /// Makes the charts of a window, each step in its own browser task, and shows them.
    fn make_window(self: &Rc<Self>, task: usize, ended: bool, mut making: Making) {
        match making.next(JOBS_AT_ONCE) {
            true => self.show_window(task, ended, making.charts()),
            false => self.making.after(0.0, calls(self, move |tab| tab.make_window(task, ended, making))),
        }
    }

    /// Shows a window. `ended` is true if all its jobs have ended.
    fn show_window(&self, task: usize, ended: bool, charts: (GanttChart, StripChart)) {
        {
            let (run, scene) = (&mut *self.run.borrow_mut(), &mut *self.pane.scene_mut());
            if !run.questions.window_came(task) {
                return;
            }
            // While a value moves, the map of the whole run stays, and is recorded again afterwards.
            if !run.questions.has_overview_of(task) && !run.is_moving() {
                scene.put_whole(None);
            }
            self.fading.cancel();
            let over = ended && (charts.0.jobs.len() as u64) < run.jobs();
            // A visitor who chooses a large window wants to see the whole window.
            let fits = run.is_large() && !scene.awaits();
            // While a value moves, the chart shows the same time.
            let view = Some(scene.view()).filter(|_| run.is_moving());
            scene.put(charts);
            if let Some(view) = view {
                scene.show_exactly([view.t0, view.t1]);
            }
            if fits {
                scene.fit();
            }
            dom::write(&self.figure.caption, &caption(&scene.chart));
            self.outs.show(&scene.chart);
            let mark = run.take_mark();
            if let Some(job) = mark.or(run.job()) {
                scene.select(job);
            }
            if mark.is_some() {
                scene.show_selected();
            }
            if let Some(job) = mark.filter(|_| scene.selected().is_none()) {
                let text = format!("Job {job} is outside of this window.");
                banner::show("mark", Tone::Note, &text, []);
            }
            dom::toggle(&self.earlier, "disabled", run.is_at_start());
            dom::toggle(&self.later, "disabled", over);
        }
        dom::write(&self.figure.summary, &self.pane.recorded());
        self.show_colours();
        self.show_whole();
        self.changed(0);
        let asked = self.pane.scene_mut().take_asked();
        match asked {
            Some(time_s) => self.wish(|run| run.go_to(time_s)),
            None => self.ask(),
        }
    }

    /// Writes the line below the chart: about the hovered job, otherwise about the selected job.
    fn write_details(&self) {
        let needs_log = self.needs_log.borrow().clone();
        let words = needs_log.or_else(|| self.pane.scene().details());
        dom::write(
            &self.details,
            words.as_deref().unwrap_or(match dom::has_fingers() {
                true => "Tap a job for its story.",
                false => {
                    "Point at a job to read about it, click for its story; with the keyboard: . and , go from job to job, Enter \
                     tells the story."
                }
            }),
        );
    }
}

impl Panes for GanttTab {
    /// In talks and frames the height is fixed, so the overview of the whole run is omitted.
    fn fit(&self, _: usize) -> Fit {
        Fit { overview: dom::height_left().is_none(), most_px: f64::INFINITY }
    }

    /// If the visitor has moved the view to a time that is not recorded, requests a window at this time.
    fn acted(&self, _: usize, _: bool) {
        let asked = self.pane.scene_mut().take_asked();
        if let Some(time_s) = asked {
            self.wish(|run| run.go_to(time_s));
        }
    }

    fn changed(&self, _: usize) {
        self.write_details();
        self.pane.refresh();
    }

    fn picked(&self, _: usize, by_key: bool) {
        self.tell_selected(by_key);
    }

    fn closed(&self) {
        self.close_story();
    }

    fn searched(&self) {
        dom::focus(&self.job);
        self.job.select();
    }

    /// True if the chart is in the tab Gantt, where the wheel zooms. If the chart is below the curves, the wheel
    /// scrolls the page.
    fn takes_wheel(&self) -> bool {
        let canvas = self.figure.surface.element();
        canvas.closest("#panel-gantt").ok().flatten().is_some()
    }
}

impl Tab for Rc<GanttTab> {
    /// Keeps the displayed run if the new plan has this run; otherwise shows the default run.
    fn set_plan(&self, plan: &Rc<Plan>, log_jobs: u64) {
        self.needs_log.take();
        self.fading.after(
            OLD_FIGURE_MS,
            calls(self, |tab| {
                tab.pane.scene_mut().fade();
                tab.pane.refresh();
            }),
        );
        let has_story = {
            let run = &mut *self.run.borrow_mut();
            run.log_jobs = log_jobs;
            run.set_plan(plan);
            run.has_story()
        };
        match has_story {
            true => self.pane.refresh(),
            false => self.close_story(),
        }
        // The lists of runs are filled in a separate browser task, because a sweep may have thousands of points.
        self.choosing.after(0.0, calls(self, |tab| tab.request()));
    }

    fn show_value(&self, sweep: usize, value: usize) {
        self.wish(|run| run.look_at(sweep, value));
    }

    /// Requests the window of the position, if the chart can be seen.
    fn follow(&self, plan: &Rc<Plan>) {
        self.fading.cancel();
        if self.figure.surface.width().is_some() {
            self.run.borrow_mut().follow_move(plan);
            self.ask();
        }
    }

    fn leads(&self) -> bool {
        self.alone.get()
    }

    fn wait_for_log(&self, needs: &str) {
        self.needs_log.replace(Some(needs.to_owned()));
        self.write_details();
    }

    /// The run is finished and the figure above the chart is complete, so requests are sent from now on.
    fn finished(&self) {
        self.run.borrow_mut().begin();
        self.ask();
    }

    /// Sends the requests again that were dropped when the run was stopped.
    fn stopped(&self) {
        self.run.borrow_mut().stopped();
        self.ask();
    }

    fn take(&self, _: usize, task: usize, answer: Answer) {
        match answer {
            Answer::Timeline(recorded) => self.show_recorded(task, *recorded),
            Answer::Story(story) => self.show_story(task, &story),
            Answer::NoStory(why) => self.fail_story(&sentence(&why)),
        }
    }

    fn show_run(&self, point: usize, scheduler: usize) {
        self.wish(|run| run.pick(point, scheduler));
        announce::say(&format!("Gantt chart: {}", self.run.borrow().title()));
    }

    /// The tab Curves also shows the chart: the same element is moved there.
    fn opened(&self, name: &str) {
        self.alone.set(name == TAB.name);
        let home = if name == TAB.name { "panel-gantt" } else { "panel-curves" };
        let home: Element = dom::by_id(home);
        if self.root.parent_element().as_ref() != Some(&home) {
            dom::append(&home, &self.root);
        }
        self.pane.refresh();
    }

    fn redraw(&self) {
        self.pane.refresh();
        self.look_ahead.redraw();
        self.decision.redraw();
        self.planning.redraw();
    }

    fn view(&self, view: &mut View, _: &Scenario) {
        let scene = self.pane.scene();
        let marked = scene.selected().filter(|_| !scene.chart.faded);
        view.gantt = self.run.borrow().view(marked.map(|job| job.id));
    }

    fn view_as(&self, view: &View, _: &Scenario) {
        self.run.borrow_mut().view_as(&view.gantt);
    }

    fn offer(&self, offered: &mut Offered, _: &str) {
        let (run, scene) = (self.run.borrow(), self.pane.scene());
        let title = run.title();
        let figure = timeline::Timeline {
            gantt: GanttChart { title: title.clone(), ..scene.chart.clone() },
            strips: scene.strips.clone(),
            view: scene.view(),
            cursor: GanttCursor::default(),
        };
        offered.figures.push(Saved { file: ("gantt", "Gantt chart"), figure: Box::new(figure), flags: None });
        offered.run = run.task().map(|task| (task, title));
    }
}

/// Caption: the content of the chart, and how to move in it.
fn caption(chart: &GanttChart) -> String {
    let legend = &chart.legend;
    let colours = match chart.has_requests() {
        false => String::new(),
        true => format!(" Requests of several clusters have the one strong colour, {} ones an edge.", legend.home),
    };
    let marks = match chart.marks.is_empty() {
        true => String::new(),
        false => format!(
            " A triangle marks {}; as many nodes as lie below the dashed line, its {}, stay free from then on, whichever they are.",
            legend.mark_in_full, legend.staircase
        ),
    };
    let moving = match dom::has_fingers() {
        true => "Two fingers zoom, one moves, a tap on a job tells its story.",
        false => {
            "Wheel zooms (below the curves after a click), dragging moves, below the bands it selects a stretch of time for its totals; \
             a click on a job tells its story."
        }
    };
    format!("Clusters are bands, nodes are rows.{colours}{marks} {moving}")
}

/// A small field for a number.
fn number_field(id: &str, mode: &str) -> HtmlInputElement {
    let field: HtmlInputElement = dom::new_as("input");
    dom::set(&field, "id", id);
    dom::set(&field, "type", "text");
    dom::set(&field, "inputmode", mode);
    dom::set(&field, "class", "number");
    field
}

/// A button with a sign, whose name is read out and shown when the pointer is on it.
fn step_button(sign: &str, name: &str) -> Element {
    dom::button(sign).class("icon").attr("aria-label", name).attr("title", name)
}

/// A field with its label before it.
fn labelled(label: &str, field: &HtmlInputElement) -> Element {
    dom::new("span").class("choose").with(dom::new("label").attr("for", &field.id()).text(label)).with(field)
}
