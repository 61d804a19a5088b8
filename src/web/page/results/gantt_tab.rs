//! The Gantt chart of one run: choice of run and window, and navigation.

mod extremes;
mod pointing;
mod stories;

use crate::chart::curve::results;
use crate::chart::gantt_chart::GanttChart;
use crate::chart::gantt_chart::draw::GanttCursor;
use crate::chart::gantt_chart::recorded;
use crate::chart::gantt_chart::timeline;
use crate::chart::look::Look;
use crate::experiment::Plan;
use crate::metrics::timeline::Timeline;
use crate::scenario::Scenario;
use crate::web::gantt_scene::Scene;
use crate::web::page::inputs::choose::Choose;
use crate::web::page::results::canvas::Frame;
use crate::web::page::results::decision::DecisionPanel;
use crate::web::page::results::gantt_canvas;
use crate::web::page::results::gantt_clock;
use crate::web::page::results::gantt_pointing::{self, ZOOM};
use crate::web::page::results::look_ahead::LookAhead;
use crate::web::page::results::story::StoryPanel;
use crate::web::page::results::tab::{Desk, Tab, TabKind};
use crate::web::page::shell::announce;
use crate::web::page::shell::banner::{self, Tone, sentence};
use crate::web::page::shell::dom::{self, Build, Later};
use crate::web::page::shell::export::{Offered, Saved};
use crate::web::page::shell::url;
use crate::web::tabs::gantt::GanttState;
use crate::web::wanted::{Answer, What};
use crate::words::number;
use extremes::Extremes;
use pointing::Chart;
use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;
use web_sys::{Element, HtmlInputElement};

/// Maximum time for which the first chart waits for the first run to finish, because the curves above are more
/// important \[ms\].
const FIRST_MS: f64 = 1500.0;

/// The tab Gantt.
pub struct GanttTab {
    figure: Frame,
    point: Choose,
    scheduler: Choose,
    replication: Choose,
    from: HtmlInputElement,
    size: Choose,
    earlier: Element,
    later: Element,
    details: Element,
    extremes: Extremes,
    job: HtmlInputElement,
    story: StoryPanel,
    look_ahead: Rc<LookAhead>,
    choosing: Later,
    decision: Rc<DecisionPanel>,
    state: RefCell<State>,
    root: Element,
    desk: Rc<Desk>,
}

/// Entry of the tab Gantt in the list of tabs.
pub const TAB: TabKind = TabKind {
    name: "gantt",
    label: "Gantt",
    title: "Gantt chart",
    make: |root, desk| Box::new(GanttTab::new(root, desk)),
};

#[derive(Default)]
struct State {
    /// Message if the log is missing.
    needs_log: Option<String>,
    run: GanttState,
    scene: Scene,
}

impl State {
    /// The busiest time of the run, if known and outside the window \[s\].
    fn busiest_s(&self) -> Option<f64> {
        let whole = self.scene.chart.whole.as_ref()?;
        whole.busiest_s().filter(|own| !self.scene.records(*own))
    }
}

impl GanttTab {
    fn new(root: &Element, desk: Rc<Desk>) -> Rc<GanttTab> {
        let tab = Rc::new(GanttTab {
            figure: Frame::new("gantt-canvas", "Gantt chart"),
            point: Choose::new("gantt-point", "at"),
            scheduler: Choose::new("gantt-scheduler", "Run of"),
            replication: Choose::new("gantt-replication", "replication"),
            from: number_field("gantt-from", "decimal"),
            size: Choose::new("gantt-jobs", "window of"),
            earlier: dom::button("‹ Earlier").attr("id", "gantt-earlier"),
            later: dom::button("Later ›").attr("id", "gantt-later"),
            details: dom::new("p").class("details").attr("id", "gantt-details"),
            extremes: Extremes::new(),
            job: number_field("gantt-job", "numeric"),
            story: StoryPanel::new(),
            look_ahead: LookAhead::new(),
            choosing: Later::default(),
            decision: DecisionPanel::new(),
            state: RefCell::default(),
            root: root.clone(),
            desk,
        });
        tab.build();
        tab.listen();
        let own = tab.clone();
        Later::default().after(FIRST_MS, move || own.finished());
        tab
    }

    fn build(self: &Rc<Self>) {
        let root = &self.root;
        let from = labelled("from", &self.from)
            .attr("title", "A moment as on the axis, 34 d 17:20 or 1:30, or a number of seconds");
        let job = labelled("story of job", &self.job);
        let zoom = |sign: &str, words: &str, factor: f64| {
            let button = dom::button(sign).class("icon").attr("aria-label", words).attr("title", words);
            let tab = self.clone();
            dom::on_click(&button, move || gantt_pointing::zoom(&Chart(tab.clone()), factor));
            button
        };
        let whole = dom::button("Fit").attr("title", "The whole window (0)");
        let tab = self.clone();
        dom::on_click(&whole, move || gantt_pointing::change(&Chart(tab.clone()), &mut Scene::fit));
        let group = |class: &str| dom::new("span").class(class);
        let tools = dom::new("div")
            .class("figure-tools")
            .with(dom::new("h2").class("figure-title").text("One run"))
            .with(&self.scheduler.root)
            .with(&self.point.root)
            .with(&self.replication.root)
            .with(from)
            .with(&self.size.root)
            .with(group("buttons").with(&self.earlier).with(&self.later))
            .with(
                group("buttons")
                    .with(zoom("−", "Zoom out (−)", 1.0 / ZOOM))
                    .with(zoom("+", "Zoom in (+)", ZOOM))
                    .with(whole),
            )
            .with(job);
        dom::append(root, &tools);
        dom::append(root, &self.figure.root);
        dom::append(root, &self.extremes.root);
        self.show_whole();
        dom::append(root, &self.story.root);
        dom::append(root, &self.look_ahead.root);
        dom::append(root, &self.decision.root);
        let _ = self.figure.root.insert_before(&self.details, Some(&self.figure.caption));
    }

    /// Changes run or window on the visitor's request.
    fn wish(self: &Rc<Self>, wish: impl FnOnce(&mut GanttState)) {
        wish(&mut self.state.borrow_mut().run);
        self.request();
    }

    /// Shows the choice of run and window, and requests them.
    fn request(self: &Rc<Self>) {
        self.show_choices();
        self.ask();
        url::look_changed();
    }

    fn show_choices(&self) {
        let state = self.state.borrow();
        let run = &state.run;
        let Some(plan) = run.plan() else { return };
        let scenario = plan.scenario();
        self.scheduler.fill(plan.labels(), run.scheduler());
        let words = |point: &crate::experiment::plan::PlanPoint| results::words(scenario, &point.parameters);
        let points: Vec<String> = plan.points().iter().take(500).map(words).collect();
        self.point.fill(&points, run.point());
        let replications: Vec<String> =
            (1..=scenario.experiment.replications).map(|number| number.to_string()).collect();
        self.replication.fill(&replications, run.replication() as usize);
        let (sizes, size) = run.sizes();
        let sizes: Vec<String> = sizes.iter().map(|own| format!("{} jobs", number::count(*own))).collect();
        self.size.fill(&sizes, size);
        if dom::document().active_element().as_ref() != Some(&self.from) {
            self.from.set_value(&number::clock(run.from_s(), true));
        }
    }

    /// Sends new requests.
    fn ask(&self) {
        let (plan, wishes) = {
            let run = &mut self.state.borrow_mut().run;
            (run.plan().cloned(), run.ask())
        };
        let Some(plan) = plan else { return };
        for (task, what) in wishes {
            if let What::Story(job) = what {
                self.story.wait(job, &self.title());
            }
            self.desk.page.ask(TAB.name, &plan, task, what);
        }
    }

    /// Shows the extremes of the whole run, and the button that requests them.
    fn show_whole(self: &Rc<Self>) {
        let state = self.state.borrow();
        let whole = state.scene.chart.whole.as_ref();
        let offered = whole.is_none() && state.run.offers_overview() == Some(false);
        self.extremes.offer(offered, state.busiest_s().is_some());
        let tab = self.clone();
        self.extremes.show(whole, move |job| {
            tab.state.borrow_mut().run.go_to_job(job.id, job.start_s);
            tab.tell(job.id);
            tab.request();
        });
    }

    /// Handles a recorded window.
    fn show_window(self: &Rc<Self>, task: usize, recorded: Timeline) {
        {
            let mut state = self.state.borrow_mut();
            if recorded.overview.is_some() {
                let came = state.run.overview_came(task);
                if came {
                    state.scene.put_whole(recorded.overview);
                }
                let busiest_s = state.busiest_s().filter(|_| state.run.opens_busy());
                drop(state);
                if came {
                    self.show_whole();
                    self.draw_soon();
                }
                if let Some(time_s) = busiest_s.filter(|_| came) {
                    self.wish(|run| run.go_to(time_s));
                }
                return;
            }
            if !state.run.window_came(task) {
                return;
            }
            if !state.run.has_overview_of(task) {
                state.scene.put_whole(None);
            }
            let task = state.run.plan().and_then(|plan| plan.tasks().get(task));
            let Some(scenario) = task.map(|task| Arc::clone(&task.scenario)) else {
                return;
            };
            let over = recorded.jobs.iter().all(|job| job.ended) && (recorded.jobs.len() as u64) < state.run.jobs();
            // A large window was requested to see all of it.
            let fits = state.run.is_large() && !state.scene.awaits();
            state.scene.put(recorded::charts(recorded, &scenario.platform));
            if fits {
                state.scene.fit();
            }
            let chart = &state.scene.chart;
            gantt_clock::recorded(&self.figure.surface, chart);
            let legend = &chart.legend;
            let colours = match chart.has_requests() {
                false => {
                    "Co-allocated jobs have the one strong colour, other jobs that of their home cluster.".to_owned()
                }
                true => {
                    format!("Requests of several clusters have the one strong colour, {} ones an edge.", legend.home)
                }
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
                "Clusters are bands, nodes are rows. {colours}{marks} {}",
                match dom::has_fingers() {
                    true => "Two fingers zoom, one moves, a tap on a job tells its story.",
                    false =>
                        "Wheel zooms (below the curves after a click), dragging moves, a click on a job tells its story.",
                }
            );
            dom::write(&self.figure.caption, &caption);
            let mark = state.run.take_mark();
            if let Some(job) = mark.or(state.run.job()) {
                state.scene.select(job);
            }
            if mark.is_some() {
                state.scene.show_selected();
            }
            if let Some(job) = mark.filter(|_| state.scene.selected().is_none()) {
                let text = format!("Job {job} is outside of this window.");
                banner::show("mark", Tone::Note, &text, []);
            }
            let words = state.scene.chart.summary();
            dom::write(&self.figure.summary, &words);
            self.figure.surface.describe(&words);
            dom::toggle(&self.earlier, "disabled", state.run.is_at_start());
            dom::toggle(&self.later, "disabled", over);
        }
        self.show_whole();
        self.write_details();
        self.draw_soon();
        let asked = self.state.borrow_mut().scene.take_asked();
        match asked {
            Some(time_s) => self.wish(|run| run.go_to(time_s)),
            None => self.ask(),
        }
    }

    /// Description of the run.
    fn title(&self) -> String {
        self.state.borrow().run.title()
    }

    /// Redraws before the next frame.
    fn draw_soon(self: &Rc<Self>) {
        gantt_clock::marked(&self.figure.surface, self.state.borrow().scene.selected());
        let tab = self.clone();
        self.figure.surface.refresh(move || tab.draw());
    }

    fn draw(self: &Rc<Self>) {
        let scene = &mut self.state.borrow_mut().scene;
        // With a given height, in talks and frames, there is no map of the whole run.
        let map = dom::height_left().is_none();
        let height = timeline::preferred_height(&scene.chart, &scene.strips, map);
        let tab = self.clone();
        let rest = move || {
            tab.state.borrow_mut().scene.moving = false;
            tab.draw_soon();
        };
        gantt_canvas::draw(&self.figure.surface, scene, height, map, Box::new(rest));
    }

    /// Writes the line below the chart: the hovered job, otherwise the selected one.
    fn write_details(&self) {
        let words = {
            let state = self.state.borrow();
            state.needs_log.clone().or_else(|| state.scene.details())
        };
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

impl Tab for Rc<GanttTab> {
    /// Shows the same run of another plan if there is one, otherwise the default one.
    fn set_plan(&self, plan: &Rc<Plan>, log_jobs: u64) {
        let has_story = {
            let mut state = self.state.borrow_mut();
            state.needs_log = None;
            state.run.log_jobs = log_jobs;
            state.run.set_plan(plan);
            state.scene.fade();
            state.run.job().is_some()
        };
        match has_story {
            true => self.draw_soon(),
            false => self.close_story(),
        }
        // Filling the choices of a sweep with thousands of points is a separate browser task.
        let own = self.clone();
        self.choosing.after(0.0, move || own.request());
    }

    fn wait_for_log(&self, needs: &str) {
        self.state.borrow_mut().needs_log = Some(needs.to_owned());
        self.write_details();
    }

    /// Starts requests, because the figure above is complete.
    fn finished(&self) {
        self.state.borrow_mut().run.begin();
        self.ask();
    }

    /// Sends requests again that a stop has dropped.
    fn stopped(&self) {
        self.state.borrow_mut().run.stopped();
        self.ask();
    }

    fn take(&self, task: usize, answer: Answer) {
        match answer {
            Answer::Timeline(recorded) => self.show_window(task, *recorded),
            Answer::Story(story) => self.show_story(task, &story),
            Answer::NoStory(why) => self.fail_story(&sentence(&why)),
        }
    }

    fn show_run(&self, point: usize, scheduler: usize) {
        self.wish(|run| run.pick(point, scheduler));
        announce::say(&format!("Gantt chart: {}", self.title()));
    }

    /// The chart is also shown below the curves, by moving its element.
    fn opened(&self, name: &str) {
        let home = if name == TAB.name { "panel-gantt" } else { "panel-curves" };
        let home: Element = dom::by_id(home);
        if self.root.parent_element().as_ref() != Some(&home) {
            dom::append(&home, &self.root);
        }
        self.draw_soon();
    }

    fn redraw(&self) {
        self.draw_soon();
        self.look_ahead.redraw();
    }

    fn look(&self, look: &mut Look, _: &Scenario) {
        let state = self.state.borrow();
        let marked = state.scene.selected().filter(|_| !state.scene.chart.faded);
        look.gantt = state.run.look(marked.map(|job| job.id));
    }

    fn look_as(&self, look: &Look, _: &Scenario) {
        self.state.borrow_mut().run.look_as(&look.gantt);
    }

    fn offer(&self, offered: &mut Offered, _: &str) {
        let state = self.state.borrow();
        let (scene, title) = (&state.scene, state.run.title());
        let figure = timeline::Timeline {
            gantt: GanttChart { title: title.clone(), ..scene.chart.clone() },
            strips: scene.strips.clone(),
            view: scene.view(),
            cursor: GanttCursor::default(),
        };
        offered.figures.push(Saved { file: ("gantt", "Gantt chart"), figure: Box::new(figure), flags: None });
        offered.run = state.run.task().map(|task| (task, title));
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

/// A field with a label before it.
fn labelled(label: &str, field: &HtmlInputElement) -> Element {
    dom::new("span").class("choose").with(dom::new("label").attr("for", &field.id()).text(label)).with(field)
}
