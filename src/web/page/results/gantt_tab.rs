//! The Gantt chart of one run: which run, which window of it, and moving about in that.

mod pointing;

use crate::base::number;
use crate::chart::curve::curve_data;
use crate::chart::gantt_chart::gantt::{self, GanttChart};
use crate::chart::gantt_chart::gantt_layout::GanttView;
use crate::chart::gantt_chart::strips::StripChart;
use crate::chart::gantt_chart::timeline;
use crate::experiment::Plan;
use crate::metrics::timeline::{Timeline, Window};
use crate::models::{Policy, RunsOn, standard};
use crate::web::gantt_data;
use crate::web::gantt_scene::Scene;
use crate::web::page::inputs::choose::Choose;
use crate::web::page::results::canvas::Frame;
use crate::web::page::results::decision::DecisionPanel;
use crate::web::page::results::look_ahead::LookAhead;
use crate::web::page::results::story::StoryPanel;
use crate::web::page::shell::dom::{self, Build, Later};
use crate::web::pool_event::What;
use crate::web::story_data::StoryData;
use std::cell::RefCell;
use std::rc::Rc;
use web_sys::{Element, HtmlInputElement};

/// Jobs of a window.
const JOBS: usize = 400;
/// Zoom of one key or button.
const ZOOM: f64 = 1.5;
/// The first chart waits for the end of the first run, if that comes within this time: the curves are above it \[ms\].
const FIRST_MS: f64 = 1500.0;

/// The tab.
pub struct GanttTab {
    figure: Frame,
    point: Choose,
    scheduler: Choose,
    replication: Choose,
    from: HtmlInputElement,
    earlier: Element,
    later: Element,
    details: Element,
    job: HtmlInputElement,
    story: StoryPanel,
    look_ahead: Rc<LookAhead>,
    choosing: Later,
    decision: Rc<DecisionPanel>,
    state: RefCell<State>,
    /// Asks for a window of a task or a story from it.
    ask: Box<dyn Fn(usize, What)>,
}

#[derive(Default)]
struct State {
    plan: Option<Rc<Plan>>,
    point: usize,
    scheduler: usize,
    replication: u32,
    from_s: f64,
    /// Beginnings of the windows before this one.
    before: Vec<f64>,
    /// The task and window that was asked for.
    asked: Option<(usize, f64)>,
    /// Whether it asks at once.
    eager: bool,
    scene: Scene,
}

impl GanttTab {
    /// Makes the tab in `#gantt`.
    pub fn new(ask: impl Fn(usize, What) + 'static) -> Rc<GanttTab> {
        let tab = Rc::new(GanttTab {
            figure: Frame::new("gantt-canvas", "Gantt chart"),
            point: Choose::new("gantt-point", "at"),
            scheduler: Choose::new("gantt-scheduler", "Run of"),
            replication: Choose::new("gantt-replication", "replication"),
            from: number_field("gantt-from", "decimal"),
            earlier: dom::button("‹ Earlier").attr("id", "gantt-earlier"),
            later: dom::button("Later ›").attr("id", "gantt-later"),
            details: dom::new("p").class("details").attr("id", "gantt-details"),
            job: number_field("gantt-job", "numeric"),
            story: StoryPanel::new(),
            look_ahead: LookAhead::new(),
            choosing: Later::default(),
            decision: DecisionPanel::new(),
            state: RefCell::default(),
            ask: Box::new(ask),
        });
        tab.build();
        tab.listen();
        let own = tab.clone();
        Later::default().after(FIRST_MS, move || {
            let eager = own.state.borrow().eager;
            if !eager {
                own.ask_again();
            }
        });
        tab
    }

    fn build(self: &Rc<Self>) {
        let root: Element = dom::by_id("gantt");
        let from = labelled("from", &self.from).with(dom::new("span").class("unit").text("s"));
        let job = labelled("story of job", &self.job);
        let zoom = |sign: &str, words: &str, factor: f64| {
            let button = dom::button(sign)
                .class("icon")
                .attr("aria-label", words)
                .attr("title", words);
            let tab = self.clone();
            dom::on_click(&button, move || tab.zoom(factor));
            button
        };
        let whole = dom::button("Fit").attr("title", "The whole window (0)");
        let tab = self.clone();
        dom::on_click(&whole, move || tab.fit());
        let group = |class: &str| dom::new("span").class(class);
        let tools = dom::new("div")
            .class("figure-tools")
            .with(dom::new("h2").class("figure-title").text("One run"))
            .with(&self.scheduler.root)
            .with(&self.point.root)
            .with(&self.replication.root)
            .with(from)
            .with(group("buttons").with(&self.earlier).with(&self.later))
            .with(
                group("buttons")
                    .with(zoom("−", "Zoom out (−)", 1.0 / ZOOM))
                    .with(zoom("+", "Zoom in (+)", ZOOM))
                    .with(whole),
            )
            .with(job);
        dom::append(&root, &tools);
        dom::append(&root, &self.figure.root);
        dom::append(&root, &self.story.root);
        dom::append(&root, &self.look_ahead.root);
        dom::append(&root, &self.decision.root);
        let _ = self
            .figure
            .root
            .insert_before(&self.details, Some(&self.figure.caption));
    }

    /// Shows runs of another plan: the same run if there is one, else First-fit in the middle of the sweep.
    pub fn set_plan(self: &Rc<Self>, plan: &Rc<Plan>) {
        {
            let mut state = self.state.borrow_mut();
            let scenario = plan.scenario();
            let points = plan.points().len();
            let fresh = state.plan.as_ref().is_none_or(|old| {
                old.scenario().schedulers != scenario.schedulers || old.points().len() != points
            });
            if fresh {
                let spreads = |policy: Policy| {
                    scenario
                        .schedulers
                        .iter()
                        .position(|own| own.policy == policy)
                };
                let loads_links = |policy: &Policy| {
                    let info = policy.info();
                    info.co_allocates && info.network == RunsOn::Scenario
                };
                let mut compared = standard::COMPARED.into_iter().filter(loads_links);
                state.scheduler = compared.find_map(spreads).unwrap_or(0);
                // The first third: where co-allocation still pays in most sweeps.
                state.point = points / 3;
            }
            state.replication = state
                .replication
                .min(scenario.experiment.replications.saturating_sub(1));
            state.plan = Some(plan.clone());
            state.asked = None;
            state.from_s = 0.0;
            state.before.clear();
            state.scene.fade();
        }
        self.redraw();
        // The choices of a sweep of thousands of points take a task of their own.
        let own = self.clone();
        self.choosing.after(0.0, move || own.request());
    }

    /// Shows the run of a point and a scheduler.
    pub fn pick(self: &Rc<Self>, point: usize, scheduler: usize) {
        {
            let mut state = self.state.borrow_mut();
            (state.point, state.scheduler) = (point, scheduler);
            state.from_s = 0.0;
            state.eager = true;
            state.before.clear();
        }
        self.request();
    }

    /// Asks for the window, and shows which it is.
    pub fn request(self: &Rc<Self>) {
        let asked = {
            let mut state = self.state.borrow_mut();
            let Some(plan) = state.plan.clone() else {
                return;
            };
            let scenario = plan.scenario();
            let names: Vec<String> = (0..scenario.schedulers.len())
                .map(|index| curve_data::name_of(&plan, index))
                .collect();
            self.scheduler.fill(&names, state.scheduler);
            let words = |point: &crate::experiment::plan::PlanPoint| {
                curve_data::words(scenario, &point.parameters)
            };
            let points: Vec<String> = plan.points().iter().take(500).map(words).collect();
            self.point.fill(&points, state.point);
            let replications: Vec<String> = (1..=scenario.experiment.replications)
                .map(|number| number.to_string())
                .collect();
            self.replication
                .fill(&replications, state.replication as usize);
            if dom::document().active_element().as_ref() != Some(&self.from) {
                self.from
                    .set_value(&number::fixed(state.from_s, 0).replace('\u{2009}', ""));
            }
            let task = plan.task_of(state.point, state.scheduler, state.replication);
            let Some(task) = task else { return };
            let asked = (task, state.from_s);
            if state.asked == Some(asked) || !state.eager {
                return;
            }
            state.asked = Some(asked);
            asked
        };
        let (task, from_s) = asked;
        (self.ask)(task, What::Timeline(Window { from_s, jobs: JOBS }));
        if let Some(job) = self.story.job() {
            self.tell(job);
        }
    }

    /// Asks for the story of a job, and shows that it is coming.
    fn tell(&self, job: u64) {
        let task = self.state.borrow().asked;
        if let Some((task, _)) = task {
            self.story.wait(job, &self.title());
            (self.ask)(task, What::Story(job));
        }
    }

    /// Tells the story of the marked job, or none if there is no such.
    fn tell_selected(self: &Rc<Self>, by_key: bool) {
        let job = self.state.borrow().scene.selected().map(|job| job.id);
        match job {
            Some(job) => {
                self.tell(job);
                if by_key {
                    self.story.focus();
                }
            }
            None => self.close_story(),
        }
    }

    /// A story has come.
    pub fn show_story(self: &Rc<Self>, task: usize, story: &StoryData) {
        let asked = self.state.borrow().asked.map(|(asked, _)| asked);
        if asked == Some(task) && self.story.show(story) {
            self.state.borrow_mut().scene.tell(Some(story));
            self.look_ahead.show(story.foresight.as_ref());
            self.decision.show(story.choices.clone(), story.job);
            self.redraw();
        }
    }

    /// The story cannot be told.
    pub fn fail_story(self: &Rc<Self>, why: &str) {
        self.story.fail(why);
        self.look_ahead.show(None);
        self.decision.show(Vec::new(), 0);
        self.state.borrow_mut().scene.tell(None);
        self.redraw();
    }

    fn close_story(self: &Rc<Self>) {
        self.story.close();
        self.look_ahead.show(None);
        self.decision.show(Vec::new(), 0);
        self.state.borrow_mut().scene.tell(None);
        self.redraw();
    }

    /// Asks once more: a run that began or was stopped has taken the order away.
    pub fn ask_again(self: &Rc<Self>) {
        let missing = {
            let mut state = self.state.borrow_mut();
            state.eager = true;
            let missing = state.scene.chart.faded
                || state.scene.chart.jobs.is_empty()
                || self.story.is_awaited();
            if missing {
                state.asked = None;
            }
            missing
        };
        if missing {
            self.request();
        }
    }

    /// A window has been recorded.
    pub fn show(self: &Rc<Self>, task: usize, recorded: Timeline) {
        {
            let mut state = self.state.borrow_mut();
            let Some(plan) = state.plan.clone() else {
                return;
            };
            if state.asked.is_none_or(|(asked, _)| asked != task) {
                return;
            }
            let Some(platform) = plan.tasks().get(task).map(|task| &task.scenario.platform) else {
                return;
            };
            let over = recorded.jobs.iter().all(|job| job.ended) && recorded.jobs.len() < JOBS;
            state.scene.put(gantt_data::charts(recorded, platform));
            let chart = &state.scene.chart;
            let legend = &chart.legend;
            let colours = match chart.has_requests() {
                false => {
                    "Co-allocated jobs have the one strong colour, other jobs that of their home cluster.".to_owned()
                }
                true => format!(
                    "Requests of several clusters have the one strong colour, {} ones an edge.",
                    legend.home
                ),
            };
            let marks = match chart.marks.is_empty() {
                true => String::new(),
                false => format!(
                    " A triangle marks {}; as many nodes as lie below the dashed line, its {}, stay free from then on, whichever \
                     they are.",
                    legend.mark_in_full, legend.staircase
                ),
            };
            let caption = format!(
                "Clusters are bands, nodes are rows. {colours}{marks} Wheel zooms (below the curves after a click), dragging moves, a \
                 click on a job tells its story."
            );
            dom::write(&self.figure.caption, &caption);
            if let Some(job) = self.story.job() {
                state.scene.select(job);
            }
            let words = gantt::summary(&state.scene.chart);
            dom::write(&self.figure.summary, &words);
            self.figure.surface.describe(&words);
            dom::toggle(
                &self.earlier,
                "disabled",
                state.before.is_empty() && state.from_s <= 0.0,
            );
            dom::toggle(&self.later, "disabled", over);
        }
        self.write_details();
        self.redraw();
    }

    /// The chart, its strips and the present view, for exports.
    pub fn charts(&self) -> (GanttChart, StripChart, GanttView) {
        let state = self.state.borrow();
        let scene = &state.scene;
        (scene.chart.clone(), scene.strips.clone(), scene.view())
    }

    /// Which run it is, in words.
    pub fn title(&self) -> String {
        let state = self.state.borrow();
        let Some(plan) = &state.plan else {
            return String::new();
        };
        let name = curve_data::name_of(plan, state.scheduler);
        let point = plan
            .points()
            .get(state.point)
            .map(|point| curve_data::words(plan.scenario(), &point.parameters));
        match point.filter(|point| !point.is_empty()) {
            Some(point) => format!("{name} at {point}, replication {}", state.replication + 1),
            None => format!("{name}, replication {}", state.replication + 1),
        }
    }

    /// Draws all again, for a new theme.
    pub fn redraw_all(self: &Rc<Self>) {
        self.redraw();
        self.look_ahead.redraw();
    }

    /// Draws again before the next frame.
    pub fn redraw(self: &Rc<Self>) {
        let tab = self.clone();
        self.figure.surface.refresh(move || tab.draw());
    }

    fn draw(&self) {
        let scene = &mut self.state.borrow_mut().scene;
        let height = timeline::preferred_height(&scene.chart, &scene.strips, true);
        let Some((mut backend, area, theme)) = self.figure.surface.begin(height) else {
            return;
        };
        let (data, view) = ((&scene.chart, &scene.strips), scene.view());
        let cursor = &scene.cursor;
        let drawn = timeline::draw(&mut backend, area, data, &view, &theme, cursor, true);
        scene.drawn(drawn.ok());
    }

    /// The line below the chart: the job pointed at, else the marked one.
    fn write_details(&self) {
        let words = self.state.borrow().scene.details();
        dom::write(
            &self.details,
            words.as_deref().unwrap_or(
                "Point at a job to read about it, click for its story; with the keyboard: . and , go from job to job, Enter \
                 tells the story.",
            ),
        );
    }
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

/// A field with its label before it.
fn labelled(label: &str, field: &HtmlInputElement) -> Element {
    dom::new("span")
        .class("choose")
        .with(dom::new("label").attr("for", &field.id()).text(label))
        .with(field)
}
