//! The Gantt chart of one run: which run, which window of it, and moving about in that.

use super::announce;
use super::canvas::Figure;
use super::choose::Choose;
use super::dom::{self, Build};
use crate::chart::area::Point;
use crate::chart::curve_data;
use crate::chart::gantt::{self, GanttChart};
use crate::chart::gantt_draw::GanttCursor;
use crate::chart::gantt_layout::GanttView;
use crate::chart::number;
use crate::chart::strips::StripChart;
use crate::chart::timeline::{self, TimelineLayout};
use crate::experiment::Plan;
use crate::metrics::timeline::{Timeline, Window};
use crate::scenario::Policy;
use crate::web::gantt_data;
use std::cell::RefCell;
use std::rc::Rc;
use web_sys::{Element, Event, HtmlInputElement, KeyboardEvent, PointerEvent, WheelEvent};

/// Jobs of a window.
const JOBS: usize = 400;
/// Part of the view that is seen first: jobs wide enough to tell them apart.
const FIRST_VIEW_JOBS: f64 = 60.0;
/// Zoom of one key or button.
const ZOOM: f64 = 1.5;

/// The tab.
pub struct GanttTab {
    figure: Figure,
    point: Choose,
    scheduler: Choose,
    replication: Choose,
    from: HtmlInputElement,
    earlier: Element,
    later: Element,
    details: Element,
    state: RefCell<State>,
    /// Asks for a window of a task.
    ask: Box<dyn Fn(usize, Window)>,
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
    chart: GanttChart,
    strips: StripChart,
    view: Option<GanttView>,
    cursor: GanttCursor,
    layout: Option<TimelineLayout>,
    drag: Option<Drag>,
}

/// What the pointer holds.
#[derive(Clone, Copy)]
enum Drag {
    /// The chart, last seen at this place; whether it has moved at all.
    Chart(Point, bool),
    /// The window of the minimap.
    Map,
}

impl GanttTab {
    /// Makes the tab in `#gantt`.
    pub fn new(ask: impl Fn(usize, Window) + 'static) -> Rc<GanttTab> {
        let from: HtmlInputElement = dom::new_as("input");
        let tab = Rc::new(GanttTab {
            figure: Figure::new("gantt-canvas", "Gantt chart"),
            point: Choose::new("gantt-point", "at"),
            scheduler: Choose::new("gantt-scheduler", "Run of"),
            replication: Choose::new("gantt-replication", "replication"),
            from,
            earlier: dom::button("‹ Earlier").attr("id", "gantt-earlier"),
            later: dom::button("Later ›").attr("id", "gantt-later"),
            details: dom::new("p").class("details").attr("id", "gantt-details"),
            state: RefCell::default(),
            ask: Box::new(ask),
        });
        tab.build();
        tab.listen();
        tab
    }

    fn build(self: &Rc<Self>) {
        let root: Element = dom::by_id("gantt");
        let from: Element = self.from.clone().into();
        let from = from
            .attr("id", "gantt-from")
            .attr("type", "text")
            .attr("inputmode", "decimal")
            .class("number");
        let from = dom::new("span")
            .class("choose")
            .with(dom::new("label").attr("for", "gantt-from").text("from"))
            .with(from)
            .with(dom::new("span").class("unit").text("s"));
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
            );
        dom::append(&root, &tools);
        dom::append(&root, &self.figure.root);
        let _ = self
            .figure
            .root
            .insert_before(&self.details, Some(&self.figure.caption));
        dom::write(
            &self.figure.caption,
            "Clusters are bands, nodes are rows. Co-allocated jobs have the one strong colour, other jobs that of their home cluster. \
             Wheel zooms (below the curves after a click), dragging moves, a click keeps a job marked.",
        );
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
                state.scheduler = spreads(Policy::FirstFit)
                    .or(spreads(Policy::B3))
                    .unwrap_or(0);
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
            state.chart.faded = true;
            state.strips.faded = true;
        }
        self.redraw();
        self.request();
    }

    /// Shows the run of a point and a scheduler.
    pub fn pick(self: &Rc<Self>, point: usize, scheduler: usize) {
        {
            let mut state = self.state.borrow_mut();
            (state.point, state.scheduler) = (point, scheduler);
            state.from_s = 0.0;
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
            if state.asked == Some(asked) {
                return;
            }
            state.asked = Some(asked);
            asked
        };
        let (task, from_s) = asked;
        (self.ask)(task, Window { from_s, jobs: JOBS });
    }

    /// Asks once more: a run that began or was stopped has taken the order away.
    pub fn ask_again(self: &Rc<Self>) {
        let missing = {
            let mut state = self.state.borrow_mut();
            let missing = state.chart.faded || state.chart.jobs.is_empty();
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
    pub fn show(self: &Rc<Self>, task: usize, recorded: &Timeline) {
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
            (state.chart, state.strips) = gantt_data::charts(recorded, platform);
            let whole = GanttView::fit(&state.chart);
            let part = (FIRST_VIEW_JOBS / recorded.jobs.len().max(1) as f64).min(1.0);
            state.view = Some(GanttView {
                t1: whole.t0 + (whole.t1 - whole.t0) * part,
                ..whole
            });
            state.cursor = GanttCursor::default();
            let words = gantt::summary(&state.chart);
            dom::write(&self.figure.summary, &words);
            self.figure.surface.describe(&words);
            dom::toggle(
                &self.earlier,
                "disabled",
                state.before.is_empty() && state.from_s <= 0.0,
            );
            let over = recorded.jobs.iter().all(|job| job.ended) && recorded.jobs.len() < JOBS;
            dom::toggle(&self.later, "disabled", over);
        }
        self.write_details();
        self.redraw();
    }

    /// The chart, its strips and the present view, for exports.
    pub fn charts(&self) -> (GanttChart, StripChart, GanttView) {
        let state = self.state.borrow();
        let view = state.view.unwrap_or_else(|| GanttView::fit(&state.chart));
        (state.chart.clone(), state.strips.clone(), view)
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

    /// Draws again before the next frame.
    pub fn redraw(self: &Rc<Self>) {
        let tab = self.clone();
        self.figure.surface.refresh(move || tab.draw());
    }

    fn draw(&self) {
        let mut state = self.state.borrow_mut();
        let view = state.view.unwrap_or_else(|| GanttView::fit(&state.chart));
        let height = timeline::preferred_height(&state.chart, &state.strips, true);
        let Some((mut backend, area, theme)) = self.figure.surface.begin(height) else {
            return;
        };
        let data = (&state.chart, &state.strips);
        let layout =
            timeline::draw(&mut backend, area, data, &view, &theme, &state.cursor, true).ok();
        if let Some(layout) = &layout {
            state.view = Some(layout.gantt.view);
        }
        state.layout = layout;
    }

    fn listen(self: &Rc<Self>) {
        let tab = self.clone();
        self.point.on_choice(move |point| {
            let scheduler = tab.state.borrow().scheduler;
            tab.pick(point, scheduler);
        });
        let tab = self.clone();
        self.scheduler.on_choice(move |scheduler| {
            let point = tab.state.borrow().point;
            tab.pick(point, scheduler);
        });
        let tab = self.clone();
        self.replication.on_choice(move |index| {
            tab.state.borrow_mut().replication = index as u32;
            tab.move_to(0.0, false);
        });
        let tab = self.clone();
        dom::listen(&self.from, "change", move |_: Event| {
            let text = tab.from.value().replace([' ', '\u{2009}'], "");
            match text
                .parse::<f64>()
                .ok()
                .filter(|from_s| from_s.is_finite() && *from_s >= 0.0)
            {
                Some(from_s) => tab.move_to(from_s, false),
                None => {
                    announce::say("The beginning of the window is a number of seconds from 0 up.")
                }
            }
        });
        let tab = self.clone();
        dom::on_click(&self.later, move || {
            let end = tab.state.borrow().chart.end_s;
            tab.move_to(end, true);
        });
        let tab = self.clone();
        dom::on_click(&self.earlier, move || {
            let before = tab.state.borrow_mut().before.pop();
            tab.move_to(before.unwrap_or(0.0), false);
        });

        let surface = &self.figure.surface;
        let tab = self.clone();
        surface.draws(move || tab.draw());
        let canvas = surface.element();
        let tab = self.clone();
        dom::listen(canvas, "pointerdown", move |event: PointerEvent| {
            tab.grab(&event)
        });
        let tab = self.clone();
        dom::listen(canvas, "pointermove", move |event: PointerEvent| {
            tab.moved(&event)
        });
        let tab = self.clone();
        dom::listen(canvas, "pointerup", move |_: Event| tab.dropped());
        let tab = self.clone();
        dom::listen(canvas, "pointercancel", move |_: Event| {
            tab.state.borrow_mut().drag = None
        });
        let tab = self.clone();
        dom::listen(canvas, "pointerleave", move |_: Event| {
            {
                let mut state = tab.state.borrow_mut();
                state.cursor.hovered = None;
                state.cursor.time_s = None;
            }
            tab.write_details();
            tab.redraw();
        });
        let tab = self.clone();
        dom::listen(canvas, "wheel", move |event: WheelEvent| tab.wheel(&event));
        let tab = self.clone();
        dom::listen(canvas, "keydown", move |event: KeyboardEvent| {
            tab.key(&event)
        });
    }

    /// Another window of the same run; `remember` the way back.
    fn move_to(self: &Rc<Self>, from_s: f64, remember: bool) {
        {
            let mut state = self.state.borrow_mut();
            let here = state.from_s;
            if remember {
                state.before.push(here);
            }
            state.from_s = from_s;
        }
        self.request();
    }

    fn grab(&self, event: &PointerEvent) {
        let at = self.figure.surface.point(event);
        let mut state = self.state.borrow_mut();
        let on_map = state
            .layout
            .as_ref()
            .and_then(|layout| layout.minimap)
            .is_some_and(|map| map.contains(at));
        state.drag = Some(if on_map {
            Drag::Map
        } else {
            Drag::Chart(at, false)
        });
        let _ = self
            .figure
            .surface
            .element()
            .set_pointer_capture(event.pointer_id());
    }

    fn moved(self: &Rc<Self>, event: &PointerEvent) {
        let at = self.figure.surface.point(event);
        {
            let mut guard = self.state.borrow_mut();
            let state = &mut *guard;
            let Some(layout) = &state.layout else { return };
            match state.drag {
                Some(Drag::Chart(from, moved)) => {
                    let (dx, dy) = (at.0 - from.0, at.1 - from.1);
                    if !moved && dx.abs() + dy.abs() < 4.0 * self.figure.surface.scale() {
                        return;
                    }
                    state.view = Some(layout.gantt.pan(&state.chart, dx, dy));
                    state.drag = Some(Drag::Chart(at, true));
                }
                Some(Drag::Map) => {
                    let Some(map) = layout.minimap else { return };
                    let (t0, t1) = state.chart.window();
                    let middle = t0 + (at.0 - map.x0) / map.width().max(1.0) * (t1 - t0);
                    let half = (layout.gantt.view.t1 - layout.gantt.view.t0) / 2.0;
                    let view = GanttView {
                        t0: middle - half,
                        t1: middle + half,
                        ..layout.gantt.view
                    };
                    state.view = Some(view.clamped(&state.chart));
                }
                None => {
                    let plot = layout.gantt.plot;
                    state.cursor.hovered = layout.gantt.job_at(&state.chart, at);
                    let inside = at.0 >= plot.x0 && at.0 <= plot.x1;
                    state.cursor.time_s = inside.then(|| layout.gantt.time().to_value(at.0));
                }
            }
            // What is dragged is drawn from the new layout in the next frame; until then moves add up on the old one.
            if let Some(Drag::Chart(..)) = state.drag
                && let (Some(layout), Some(view)) = (&mut state.layout, state.view)
            {
                layout.gantt.view = view;
            }
        }
        self.write_details();
        self.redraw();
    }

    fn dropped(self: &Rc<Self>) {
        let clicked = {
            let mut state = self.state.borrow_mut();
            let clicked = matches!(state.drag, Some(Drag::Chart(_, false)));
            state.drag = None;
            if clicked {
                state.cursor.selected = state.cursor.hovered;
            }
            clicked
        };
        if clicked {
            self.write_details();
            self.redraw();
        }
    }

    /// The wheel zooms time; with Shift it moves in time, with Ctrl it zooms the rows too.
    fn wheel(self: &Rc<Self>, event: &WheelEvent) {
        let at = self.figure.surface.point(event);
        {
            let mut guard = self.state.borrow_mut();
            let state = &mut *guard;
            let Some(layout) = &state.layout else { return };
            if layout.gantt.message.is_some()
                || !layout.gantt.plot.contains(at)
                || !self.takes_wheel()
            {
                return;
            }
            event.prevent_default();
            let lines = if event.delta_mode() == WheelEvent::DOM_DELTA_LINE {
                30.0
            } else {
                1.0
            };
            let (dx, dy) = (event.delta_x() * lines, event.delta_y() * lines);
            let view = if event.shift_key() || dx.abs() > dy.abs() {
                let along = if dx.abs() > dy.abs() { dx } else { dy };
                layout
                    .gantt
                    .pan(&state.chart, -along * self.figure.surface.scale(), 0.0)
            } else {
                let factor = (1.0 - dy * 0.0015).clamp(0.5, 2.0);
                layout.gantt.zoom_at(
                    &state.chart,
                    at,
                    factor,
                    if event.ctrl_key() { factor } else { 1.0 },
                )
            };
            state.view = Some(view);
        }
        self.redraw();
    }

    /// In its own tab, and elsewhere once it has the focus: below the curves the wheel scrolls the page.
    fn takes_wheel(&self) -> bool {
        let canvas = self.figure.surface.element();
        let focused = dom::document().active_element().as_ref() == Some(canvas.as_ref());
        focused || canvas.closest("#panel-gantt").ok().flatten().is_some()
    }

    fn zoom(self: &Rc<Self>, factor: f64) {
        {
            let mut guard = self.state.borrow_mut();
            let state = &mut *guard;
            let Some(layout) = &state.layout else { return };
            let middle = layout.gantt.plot.centre();
            state.view = Some(layout.gantt.zoom_at(&state.chart, middle, factor, 1.0));
        }
        self.redraw();
    }

    fn pan(self: &Rc<Self>, dx: f64, dy: f64) {
        {
            let mut guard = self.state.borrow_mut();
            let state = &mut *guard;
            let Some(layout) = &state.layout else { return };
            let plot = layout.gantt.plot;
            state.view = Some(layout.gantt.pan(
                &state.chart,
                dx * plot.width(),
                dy * plot.height(),
            ));
        }
        self.redraw();
    }

    fn fit(self: &Rc<Self>) {
        {
            let mut state = self.state.borrow_mut();
            state.view = Some(GanttView::fit(&state.chart));
        }
        self.redraw();
    }

    fn key(self: &Rc<Self>, event: &KeyboardEvent) {
        if event.ctrl_key() || event.meta_key() || event.alt_key() {
            return;
        }
        match event.key().as_str() {
            "+" | "=" => self.zoom(ZOOM),
            "-" | "−" => self.zoom(1.0 / ZOOM),
            "0" => self.fit(),
            "ArrowLeft" => self.pan(0.2, 0.0),
            "ArrowRight" => self.pan(-0.2, 0.0),
            "ArrowUp" => self.pan(0.0, 0.2),
            "ArrowDown" => self.pan(0.0, -0.2),
            "." => self.next_job(1),
            "," => self.next_job(-1),
            "Escape" => {
                self.state.borrow_mut().cursor = GanttCursor::default();
                self.write_details();
                self.redraw();
            }
            _ => return,
        }
        event.prevent_default();
    }

    /// Marks the next or the previous job in order of start, brings it into view and says it.
    fn next_job(self: &Rc<Self>, step: isize) {
        let words = {
            let mut guard = self.state.borrow_mut();
            let state = &mut *guard;
            let count = state.chart.jobs.len();
            if count == 0 {
                return;
            }
            let next = match state.cursor.selected {
                Some(job) => job.saturating_add_signed(step).min(count - 1),
                None => 0,
            };
            state.cursor.selected = Some(next);
            let Some(job) = state.chart.jobs.get(next) else {
                return;
            };
            if let Some(view) = &mut state.view
                && (job.start_s < view.t0 || job.start_s > view.t1)
            {
                let half = (view.t1 - view.t0) / 2.0;
                (view.t0, view.t1) = (job.start_s - half, job.start_s + half);
                *view = view.clamped(&state.chart);
            }
            job.describe(&state.chart.clusters)
        };
        announce::say(&words);
        self.write_details();
        self.redraw();
    }

    /// The line below the chart: the job pointed at, else the marked one.
    fn write_details(&self) {
        let state = self.state.borrow();
        let job = state
            .cursor
            .hovered
            .or(state.cursor.selected)
            .and_then(|job| state.chart.jobs.get(job));
        let words = job.map(|job| {
            let clock = |time_s: f64| number::clock(time_s, true);
            let end = if job.end_s.is_finite() {
                clock(job.end_s)
            } else {
                "still running".to_owned()
            };
            let times = format!(
                "arrival {}, start {}, end {end}",
                clock(job.arrival_s),
                clock(job.start_s)
            );
            format!("{}; {times}.", job.describe(&state.chart.clusters))
        });
        dom::write(
            &self.details,
            words.as_deref().unwrap_or(
                "Point at a job to read about it; with the keyboard: . and , go from job to job.",
            ),
        );
    }
}
