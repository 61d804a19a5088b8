//! The machine of one run, or of two runs on the same jobs, above their Gantt charts. All have one moment: of the clock beside them
//! (www/guide/machine_clock.mjs), or of the pointer in a Gantt chart.

use super::state::MachineState;
use crate::chart::gantt_chart::recorded;
use crate::chart::gantt_chart::strips::StripChart;
use crate::chart::machine::Machine;
use crate::chart::machine::draw::{self, Now, Spot};
use crate::chart::machine::figure::Machines;
use crate::chart::machine::layout::Layout;
use crate::chart::view::View;
use crate::experiment::Plan;
use crate::metrics::timeline::{Timeline, common_end_s};
use crate::scenario::Scenario;
use crate::web::gantt_pane::pane::{Fit, Pane, Panes};
use crate::web::gantt_pane::pointing;
use crate::web::gantt_pane::scene::Moment;
use crate::web::gantt_pane::story::StoryPanel;
use crate::web::page::figures::canvas::Surface;
use crate::web::page::inputs::choose::Choose;
use crate::web::page::shell::banner::sentence;
use crate::web::page::shell::dom::{self, Build, Later, calls, hears};
use crate::web::page::shell::export::{Offered, Saved};
use crate::web::page::shell::{theme, url};
use crate::web::tabs::tab::{Desk, Tab, TabKind};
use crate::web::wanted::{Answer, Asker, What};
use crate::words::number;
use std::cell::{Cell, RefCell};
use std::iter::once;
use std::rc::Rc;
use web_sys::{Element, Event, KeyboardEvent, MouseEvent};

/// Maximum height of a Gantt chart below a machine \[CSS px\].
const MOST_PX: f64 = 190.0;
/// While a clock plays, a Gantt chart is drawn once in this time \[ms\]: its cursor moves slowly.
const GANTT_MS: f64 = 30.0;
/// Distance at which a small job is still found \[CSS px\].
const REACH: f64 = 4.0;

/// The machine of one run, and its Gantt chart.
struct Side {
    root: Element,
    surface: Rc<Surface>,
    pane: Rc<Pane>,
    recorded: RefCell<Option<Timeline>>,
    machine: RefCell<Option<Machine>>,
    /// Where jobs were drawn last.
    spots: RefCell<Vec<Spot>>,
}

impl Side {
    fn new(at: usize, name: &str) -> Side {
        let surface = Surface::new(&format!("machine-canvas-{name}"), "Machine");
        let pane = Pane::new(at, Surface::new(&format!("machine-gantt-{name}"), "Gantt chart"));
        let root = dom::new("div").with(surface.element()).with(pane.surface.element());
        Side {
            root,
            surface,
            pane,
            recorded: RefCell::default(),
            machine: RefCell::default(),
            spots: RefCell::default(),
        }
    }
}

/// The tab Machine.
pub struct MachineTab {
    first: Choose,
    second: Choose,
    point: Choose,
    replication: Choose,
    size: Choose,
    /// The cluster whose nodes the visitor lets fail.
    failing: Choose,
    failing_cluster: Cell<u32>,
    fail: Element,
    sides: [Side; 2],
    details: Element,
    story: StoryPanel,
    /// Redraws the Gantt charts while a clock plays.
    gantt: Later,
    visible: Cell<bool>,
    /// Message if the log is missing.
    needs_log: RefCell<Option<String>>,
    state: RefCell<MachineState>,
    desk: Rc<Desk>,
}

/// Entry of the tab in the list of tabs.
pub const TAB: TabKind = TabKind {
    name: "machine",
    label: "Machine",
    title: "The machine that runs",
    make: |root, desk| Box::new(MachineTab::new(root, desk)),
};

impl MachineTab {
    fn new(root: &Element, desk: Rc<Desk>) -> Rc<MachineTab> {
        let tab = Rc::new(MachineTab {
            first: Choose::new("machine-first", "Run of"),
            second: Choose::new("machine-second", "beside"),
            point: Choose::new("machine-point", "at"),
            replication: Choose::new("machine-replication", "replication"),
            size: Choose::new("machine-jobs", "window of"),
            failing: Choose::new("machine-failing", "of"),
            failing_cluster: Cell::new(0),
            fail: dom::button("Let half of the nodes fail").attr("id", "machine-fail").attr(
                "title",
                "From this moment on, half of the cluster's nodes are out for an hour; Undo takes the failure back",
            ),
            sides: [Side::new(0, "first"), Side::new(1, "second")],
            details: dom::new("p").class("details").attr("id", "machine-details"),
            story: StoryPanel::new("machine-story"),
            gantt: Later::default(),
            visible: Cell::new(false),
            needs_log: RefCell::default(),
            state: RefCell::default(),
            desk,
        });
        tab.build(root);
        tab.listen();
        tab
    }

    fn build(&self, root: &Element) {
        let runs = [&self.first, &self.second].map(|own| &own.root);
        let tools = dom::new("div").class("figure-tools").with_all(runs);
        // On narrow screens the machine comes before these.
        let more = [&self.point, &self.replication, &self.size].map(|own| &own.root);
        let more = dom::new("div").class("figure-tools later").with_all(more).with(&self.fail).with(&self.failing.root);
        let sides = dom::new("div").class("machine-sides").with_all(self.sides.iter().map(|own| &own.root));
        let figure = dom::new("figure").with(sides).with(&self.details).with(dom::new("figcaption").text(CAPTION));
        for part in [&tools, &more, &figure, &self.story.root] {
            dom::append(root, part);
        }
    }

    fn listen(self: &Rc<Self>) {
        self.first.on_choice(hears(self, |tab, at| tab.choose(|run| run.choose(0, Some(at)))));
        self.second.on_choice(hears(self, |tab, at: usize| tab.choose(|run| run.choose(1, at.checked_sub(1)))));
        self.point.on_choice(hears(self, |tab, at| tab.choose(|run| run.choose_point(at))));
        self.replication.on_choice(hears(self, |tab, at| tab.choose(|run| run.choose_replication(at as u32))));
        self.size.on_choice(hears(self, |tab, at| tab.choose(|run| run.resize(at))));
        self.failing.on_choice(hears(self, |tab, at| tab.failing_cluster.set(at as u32)));
        dom::click(self, &self.fail, |tab| {
            let moment = tab.state.borrow().moment(tab.window());
            tab.desk.page.fail_nodes(tab.failing_cluster.get(), moment.time_s);
        });
        self.story.on_moment(hears(self, |tab, moment| tab.look_at(moment)));
        self.story.on_close(self, |tab| tab.tell(None));
        for (at, side) in self.sides.iter().enumerate() {
            pointing::start(&side.pane, self);
            side.surface.draws(self, move |tab| tab.draw(at));
            let canvas = side.surface.element();
            dom::hear(self, canvas, "pointermove", move |tab, event: MouseEvent| tab.hover(at, tab.job_at(at, &event)));
            dom::hear(self, canvas, "pointerleave", move |tab, _: Event| tab.hover(at, None));
            dom::hear(self, canvas, "click", move |tab, event: MouseEvent| {
                let job = tab.job_at(at, &event);
                tab.sides[at].pane.scene_mut().cursor.selected = job;
                tab.picked(at, false);
            });
            dom::hear(self, canvas, "keydown", move |tab, event: KeyboardEvent| {
                pointing::key(&tab.sides[at].pane, &event);
            });
        }
    }

    /// Index of the job at the pointer.
    fn job_at(&self, side: usize, event: &MouseEvent) -> Option<usize> {
        let own = &self.sides[side];
        draw::job_at(&own.spots.borrow(), own.surface.point(event), REACH * own.surface.scale())
    }

    fn hover(&self, side: usize, job: Option<usize>) {
        let own = &self.sides[side];
        let before = std::mem::replace(&mut own.pane.scene_mut().cursor.hovered, job);
        if before != job {
            dom::style(own.surface.element(), "cursor", if job.is_some() { "pointer" } else { "" });
            own.surface.refresh();
            self.write_details();
        }
    }

    /// Applies a choice of the visitor.
    fn choose(&self, wish: impl FnOnce(&mut MachineState)) {
        wish(&mut self.state.borrow_mut());
        self.show_story();
        self.request();
        url::view_changed();
    }

    fn request(&self) {
        if self.visible.get() {
            self.show_choices();
            self.ask();
        }
    }

    fn show_choices(&self) {
        let state = self.state.borrow();
        let (Some(plan), Some((first, second))) = (state.shown().plan(), state.schedulers()) else { return };
        let labels = plan.labels();
        self.first.fill(labels, first);
        let beside: Vec<String> = once("no other".to_owned()).chain(labels.iter().cloned()).collect();
        self.second.fill(if labels.len() > 1 { &beside } else { &[] }, second.map_or(0, |at| at + 1));
        let shown = state.shown();
        self.point.fill(&shown.points(), shown.point);
        self.replication.fill(&shown.replications(), shown.replication as usize);
        let (sizes, size) = state.sizes();
        let sizes: Vec<String> = sizes.iter().map(|own| format!("{} jobs", number::count(*own))).collect();
        self.size.fill(&sizes, size);
        let clusters = plan.scenario().platform.cluster_count();
        let clusters: Vec<String> = (1..=clusters).map(|number| format!("cluster {number}")).collect();
        let failing = (self.failing_cluster.get() as usize).min(clusters.len().saturating_sub(1));
        self.failing_cluster.set(failing as u32);
        self.failing.fill(&clusters, failing);
        dom::toggle(&self.fail, "disabled", !plan.scenario().schedulers.iter().all(|own| own.policy.bears_outages()));
        dom::show(&self.sides[1].root, second.is_some());
    }

    fn ask(&self) {
        if !self.visible.get() {
            return;
        }
        let questions = self.state.borrow_mut().ask();
        let state = self.state.borrow();
        let Some(plan) = state.shown().plan() else { return };
        for (side, task, what) in questions {
            if let What::Story(job) = &what {
                self.story.wait(job, &state.title(side));
            }
            self.desk.page.ask(Asker { tab: TAB.name, pane: side }, plan, task, what);
        }
    }

    /// Handles a recording that has arrived.
    fn show_recorded(&self, side: usize, task: usize, recorded: Timeline) {
        let came = self.state.borrow_mut().questions[side].window_came(task);
        if came {
            self.sides[side].recorded.replace(Some(recorded));
            self.put();
            self.ask();
        }
    }

    /// The recorded runs that are shown, with their sides.
    fn shown(&self) -> impl Iterator<Item = (usize, &Side)> {
        let count = match self.state.borrow().schedulers() {
            Some((_, Some(_))) => 2,
            _ => 1,
        };
        self.sides.iter().enumerate().take(count)
    }

    /// Puts the recordings into machines and Gantt charts, at the same moment as before.
    fn put(&self) {
        let state = self.state.borrow();
        let jobs = state.jobs() as usize;
        let recordings: Vec<_> = self.shown().map(|(_, side)| side.recorded.borrow()).collect();
        let lengths = recordings.iter().filter_map(|own| own.as_ref()).map(|own| (own, own.jobs.len() < jobs));
        let end_s = common_end_s(lengths);
        for (at, side) in self.shown() {
            let task = state.task(at).zip(state.shown().plan()).and_then(|(task, plan)| plan.tasks().get(task));
            let recorded = side.recorded.borrow();
            let (Some(task), Some(recorded)) = (task, &*recorded) else { continue };
            let platform = &task.scenario.platform;
            let (mut chart, _) = recorded::charts(recorded.clone(), platform);
            chart.end_s = end_s;
            let mut scene = side.pane.scene_mut();
            scene.put((chart, StripChart::default()));
            scene.fit();
            if let Some((_, job)) = state.story() {
                scene.select(job);
            }
            side.machine.replace(Some(Machine::new(state.title(at), recorded, platform)));
        }
        drop(recordings);
        let moment = state.moment(self.window());
        drop(state);
        self.follow(moment);
        let [from_s, to_s] = self.window().map(|own| own.to_string());
        let canvas = self.sides[0].surface.element();
        dom::set(canvas, "data-from", &from_s);
        dom::set(canvas, "data-to", &to_s);
    }

    /// The recorded window \[s\].
    fn window(&self) -> [f64; 2] {
        let (from_s, to_s) = self.sides[0].pane.scene().chart.window();
        [from_s, to_s]
    }

    /// Shows a moment, and stores it.
    fn look_at(&self, moment: Moment) {
        self.state.borrow_mut().look_at(moment);
        self.follow(moment);
        if moment.slide_s.is_none() {
            url::view_changed();
        }
    }

    /// Shows a moment in machines and Gantt charts.
    fn follow(&self, moment: Moment) {
        for (_, side) in self.shown() {
            side.pane.scene_mut().look_at(moment);
            side.surface.refresh();
        }
        match moment.slide_s {
            Some(_) => {
                let panes: Vec<Rc<Pane>> = self.shown().map(|(_, side)| side.pane.clone()).collect();
                self.gantt.within(GANTT_MS, calls(&panes, |panes| panes.iter().for_each(|pane| pane.refresh())));
            }
            None => self.changed(0),
        }
    }

    fn draw(&self, at: usize) {
        let side = &self.sides[at];
        let machine = side.machine.borrow();
        let (Some(machine), Some(width)) = (&*machine, side.surface.width()) else { return };
        let height = Layout::height(machine, width, &theme::chart(1.0));
        let Some((mut canvas, area, theme)) = side.surface.begin(height) else { return };
        let layout = Layout::new(machine, area, &theme);
        let moment = self.state.borrow().moment(self.window());
        let cursor = side.pane.scene().cursor;
        let slide_s = moment.slide_s.unwrap_or(0.0);
        let now = Now { time_s: moment.time_s, slide_s, marked: cursor.hovered.or(cursor.selected) };
        // Drawing on a canvas cannot fail.
        if let Ok(spots) = draw::draw(&mut canvas, &layout, machine, &theme, now) {
            side.spots.replace(spots);
        }
        if moment.slide_s.is_none() {
            let words = machine.words(moment.time_s, &machine.state(moment.time_s, 0.0));
            side.surface.describe(&format!("Machine of {}: {words}", machine.title));
        }
    }

    /// Writes the line below the machines: about the hovered job, otherwise about the selected job.
    fn write_details(&self) {
        let needs_log = self.needs_log.borrow().clone();
        let words = needs_log.or_else(|| self.shown().find_map(|(_, side)| side.pane.scene().details()));
        dom::write(
            &self.details,
            words.as_deref().unwrap_or(match dom::has_fingers() {
                true => "Tap a job for its story.",
                false => "Point at a job to read about it, click for its story; with the keyboard: . and , go from job to job, Enter tells the story.",
            }),
        );
    }

    /// Opens the story of a job in the run of a side, or closes the story.
    fn tell(&self, story: Option<(usize, u64)>) {
        self.state.borrow_mut().tell(story);
        self.show_story();
        self.ask();
        url::view_changed();
    }

    /// Marks the job with the open story on both sides; closes the panel if there is none.
    fn show_story(&self) {
        let story = self.state.borrow().story();
        for (_, side) in self.shown() {
            let mut scene = side.pane.scene_mut();
            scene.cursor.selected = None;
            story.into_iter().for_each(|(_, job)| scene.select(job));
        }
        if story.is_none() {
            self.story.close();
        }
        self.changed(0);
    }
}

impl Panes for MachineTab {
    fn fit(&self, _: usize) -> Fit {
        Fit { overview: false, most_px: MOST_PX }
    }

    /// The other Gantt chart follows, and so do the machines, unless a clock plays.
    fn acted(&self, pane: usize, _: bool) {
        let plays = self.state.borrow().moment(self.window()).slide_s.is_some();
        let time_s = {
            let own = self.sides[pane].pane.scene();
            if !plays {
                self.sides[1 - pane].pane.scene_mut().follow(&own);
            }
            own.cursor.time_s
        };
        if let Some(time_s) = time_s.filter(|_| !plays) {
            self.state.borrow_mut().look_at(Moment { time_s, slide_s: None });
        }
    }

    fn changed(&self, _: usize) {
        for (_, side) in self.shown() {
            side.pane.refresh();
            side.surface.refresh();
        }
        self.write_details();
    }

    fn picked(&self, pane: usize, by_key: bool) {
        let job = self.sides[pane].pane.scene().selected().map(|job| job.id);
        self.tell(job.map(|job| (pane, job)));
        if by_key && job.is_some() {
            self.story.focus();
        }
    }

    fn closed(&self) {
        self.tell(None);
    }
}

impl Tab for Rc<MachineTab> {
    fn set_plan(&self, plan: &Rc<Plan>, _: u64) {
        self.needs_log.take();
        self.state.borrow_mut().set_plan(plan);
        if self.state.borrow().story().is_none() {
            self.story.close();
        }
        self.request();
    }

    /// Requests the same window of the position, if the machines can be seen.
    fn follow(&self, plan: &Rc<Plan>) {
        if self.visible.get() {
            self.state.borrow_mut().set_plan(plan);
            self.ask();
        }
    }

    fn leads(&self) -> bool {
        self.visible.get()
    }

    fn wait_for_log(&self, needs: &str) {
        self.needs_log.replace(Some(needs.to_owned()));
        self.write_details();
    }

    /// Sends the requests again that were dropped when the run was stopped.
    fn stopped(&self) {
        self.state.borrow_mut().forget_awaited();
        self.request();
    }

    fn take(&self, side: usize, task: usize, answer: Answer) {
        match answer {
            Answer::Timeline(recorded) => self.show_recorded(side, task, *recorded),
            Answer::Story(story) => {
                let came = self.state.borrow_mut().questions[side].story_came(task, story.job);
                if came {
                    self.story.show(&story);
                }
            }
            Answer::NoStory(why) => {
                let awaited = self.state.borrow_mut().questions[side].story_failed();
                if awaited {
                    self.story.fail(&sentence(&why));
                }
            }
        }
    }

    fn opened(&self, name: &str) {
        self.visible.set(name == TAB.name);
        self.request();
        if self.visible.get() {
            self.changed(0);
        }
    }

    fn redraw(&self) {
        self.changed(0);
    }

    fn view(&self, view: &mut View, _: &Scenario) {
        view.machine = self.state.borrow().view();
    }

    fn view_as(&self, view: &View, _: &Scenario) {
        self.state.borrow_mut().view_as(view.machine);
    }

    fn offer(&self, offered: &mut Offered, _: &str) {
        let machines: Vec<Machine> = self.shown().filter_map(|(_, side)| side.machine.borrow().clone()).collect();
        if machines.is_empty() {
            return;
        }
        let state = self.state.borrow();
        let time_s = state.moment(self.window()).time_s;
        let figure = Machines { machines, time_s, marked: state.story().map(|own| own.1) };
        offered.figures.push(Saved { file: ("machine", "Machine"), figure: Box::new(figure), flags: None });
    }
}

/// Caption: what is drawn and how to read it.
const CAPTION: &str = "Squares are nodes, bars are jobs that wait at their home cluster, the higher the more nodes they need. A job on one cluster \
                       has the colour of its home; a split job has a strong colour of its own on all its clusters. A link fills with the bandwidth \
                       that jobs ask of it and turns red when it is full; the packets in it have the colours of the jobs.";
