//! Figures over two swept parameters: surface, heat map, map of the best scheduler, and others.

use crate::chart::figure::{Over, Scene, Step};
use crate::chart::figures_over;
use crate::chart::kit::area::Point;
use crate::chart::plane::surface_projection::Camera;
use crate::chart::view::View;
use crate::scenario::Scenario;
use crate::web::lists;
use crate::web::page::figures::stage::Stage;
use crate::web::page::inputs::choose::Choose;
use crate::web::page::shell::dom::{self, Build, hears};
use crate::web::page::shell::export::{Offered, Saved};
use crate::web::page::shell::url;
use crate::web::tabs::snapshot::Snapshot;
use crate::web::tabs::surface::state::SurfaceState;
use crate::web::tabs::tab::{Desk, Tab, TabKind};
use std::cell::{Cell, RefCell};
use std::rc::Rc;
use web_sys::{Element, Event, HtmlElement, KeyboardEvent, MouseEvent, PointerEvent};

/// Rotation per arrow key \[degrees\].
const TURN: f64 = 7.5;
/// Rotation per CSS pixel of dragging \[degrees\].
const DRAG: f64 = 0.45;

/// The tab Surface.
pub struct SurfaceTab {
    /// Instructions shown without two swept parameters.
    empty: Element,
    set_up: Element,
    why: Element,
    tools: Element,
    stage: Rc<Stage>,
    kind: Choose,
    metric: Choose,
    scheduler: Choose,
    state: RefCell<SurfaceState>,
    /// Last pointer position while dragging.
    held: Cell<Option<Point>>,
    desk: Rc<Desk>,
}

/// Entry of the tab Surface in the list of tabs.
pub const TAB: TabKind = TabKind {
    name: "surface",
    label: "Surface",
    title: "Surface",
    make: |root, desk| Box::new(SurfaceTab::new(root, desk)),
};

impl SurfaceTab {
    fn new(root: &Element, desk: Rc<Desk>) -> Rc<SurfaceTab> {
        let tab = Rc::new(SurfaceTab {
            empty: dom::new("div").class("empty").flag("hidden", true),
            set_up: dom::button(&format!("Sweep {}", lists::surface_words())).attr("id", "surface-set-up"),
            why: dom::new("p"),
            tools: dom::new("div").class("figure-tools"),
            stage: Stage::new("surface-canvas", "Surface"),
            kind: Choose::new("surface-kind", "Show as"),
            metric: Choose::new("surface-metric", "of"),
            scheduler: Choose::new("surface-scheduler", "under"),
            state: RefCell::default(),
            held: Cell::default(),
            desk,
        });
        dom::click(&tab, &tab.set_up, |own| own.desk.page.sweep_surface());
        let empty = tab.empty.clone().with(&tab.why).with(&tab.set_up);
        let chosen = [&tab.kind.root, &tab.metric.root, &tab.scheduler.root];
        let tools = tab.tools.clone().with_all(chosen);
        for part in [&empty, &tools, &tab.stage.frame.root] {
            dom::append(root, part);
        }
        tab.stage.clear();
        tab.listen();
        tab
    }

    /// Writes and draws everything again.
    fn update(self: &Rc<Self>) {
        let state = self.state.borrow();
        let Some(snapshot) = state.seen() else { return };
        let scenario = snapshot.plan.scenario();
        let kind = state.kind(scenario);
        dom::show(&self.empty, kind.is_none());
        dom::show(&self.tools, kind.is_some());
        let Some((kind, at)) = kind else {
            dom::write(&self.why, &why_empty(scenario.experiment.sweep.len()));
            // If no job is co-allocated, there are no sweeps to suggest for a surface.
            dom::show(&self.set_up, lists::surface(scenario).is_some());
            return self.stage.clear();
        };
        let kinds = figures_over(Over::Two, scenario);
        let names: Vec<String> = kinds.iter().map(|own| own.label.to_owned()).collect();
        self.kind.fill(&names, at);
        let metric = state.metric(kind, scenario);
        let labels: Vec<String> = kind.measures(scenario).map(|own| own.label.to_owned()).collect();
        let mut offered = kind.measures(scenario);
        let at = offered.position(|own| own.key == metric.key);
        self.metric.fill(&labels, at.unwrap_or(0));
        let scheduler = state.scheduler(snapshot);
        self.scheduler.fill(snapshot.plan.labels(), scheduler);
        if !kind.of_one {
            dom::show(&self.scheduler.root, false);
        }
        if let Some(figure) = state.figure(kind, &snapshot.scene(), scheduler, |own| self.desk.published(own)) {
            self.stage.show(figure, snapshot);
        }
    }

    fn listen(self: &Rc<Self>) {
        self.kind.on_choice(hears(self, |tab, at| tab.choose(|state| state.choose_kind(at))));
        self.metric.on_choice(hears(self, |tab, at| tab.choose(|state| state.choose_measure(at))));
        self.scheduler.on_choice(hears(self, |tab, at| tab.choose(|state| state.choose_scheduler(at))));
        let canvas = self.stage.canvas();
        dom::hear(self, canvas, "pointerdown", |tab, event: PointerEvent| tab.grab(&event));
        dom::hear(self, canvas, "pointermove", |tab, event: PointerEvent| tab.moved(&event));
        for end in ["pointerup", "pointercancel"] {
            dom::hear(self, canvas, end, |tab, _: Event| tab.held.set(None));
        }
        dom::hear(self, canvas, "click", |tab, event: MouseEvent| tab.stage.point_at(&event));
        dom::hear(self, canvas, "dblclick", |tab, event: MouseEvent| {
            tab.stage.point_at(&event);
            tab.run_of_mark();
        });
        dom::hear(self, canvas, "keydown", |tab, event: KeyboardEvent| tab.key(&event));
    }

    fn choose(self: &Rc<Self>, choice: impl FnOnce(&mut SurfaceState)) {
        choice(&mut self.state.borrow_mut());
        self.update();
        url::view_changed();
    }

    fn grab(&self, event: &PointerEvent) {
        if self.stage.turn(self.state.borrow().camera) {
            self.held.set(Some((f64::from(event.client_x()), f64::from(event.client_y()))));
            let _ = self.stage.canvas().set_pointer_capture(event.pointer_id());
        }
    }

    fn moved(&self, event: &PointerEvent) {
        let Some((x, y)) = self.held.get() else {
            return self.stage.point_at(event);
        };
        let now = (f64::from(event.client_x()), f64::from(event.client_y()));
        self.held.set(Some(now));
        self.turn((x - now.0) * DRAG, (now.1 - y) * DRAG);
    }

    /// Rotates the figure; returns false if it cannot be rotated.
    fn turn(&self, azimuth: f64, elevation: f64) -> bool {
        let mut state = self.state.borrow_mut();
        let camera = state.camera.turned(azimuth, elevation);
        let turned = self.stage.turn(camera);
        if turned {
            state.camera = camera;
        }
        turned
    }

    /// Arrow keys rotate the surface. With Shift, and always in maps, they move from point to point and announce each.
    fn key(&self, event: &KeyboardEvent) {
        let (step, turn) = match event.key().as_str() {
            "ArrowLeft" => (Step::Left, (TURN, 0.0)),
            "ArrowRight" => (Step::Right, (-TURN, 0.0)),
            "ArrowUp" => (Step::Up, (0.0, TURN)),
            "ArrowDown" => (Step::Down, (0.0, -TURN)),
            "Enter" => return self.run_of_mark(),
            "Escape" => return self.stage.forget(),
            "Home" => {
                event.prevent_default();
                self.state.borrow_mut().camera = Camera::default();
                self.turn(0.0, 0.0);
                return;
            }
            _ => return,
        };
        event.prevent_default();
        if event.shift_key() || !self.turn(turn.0, turn.1) {
            self.stage.step(step);
        }
    }

    /// Opens the run at the marked point: of the displayed scheduler, or of the best.
    fn run_of_mark(&self) {
        if let Some((point, scheduler)) = self.stage.run() {
            self.desk.page.show_run(point, scheduler);
            dom::by_id::<HtmlElement>("tab-gantt").click();
        }
    }
}

impl Tab for Rc<SurfaceTab> {
    fn show(&self, snapshot: &Snapshot) {
        self.state.borrow_mut().show(snapshot);
        SurfaceTab::update(self);
    }

    fn update(&self) {
        SurfaceTab::update(self);
    }

    fn opened(&self, name: &str) {
        self.state.borrow_mut().set_visible(name == TAB.name);
        SurfaceTab::update(self);
    }

    fn redraw(&self) {
        self.stage.redraw();
    }

    fn view(&self, view: &mut View, scenario: &Scenario) {
        view.surface = self.state.borrow().view(scenario);
    }

    fn view_as(&self, view: &View, scenario: &Scenario) {
        self.state.borrow_mut().view_as(&view.surface, scenario);
        SurfaceTab::update(self);
    }

    fn offer(&self, offered: &mut Offered, title: &str) {
        let state = self.state.borrow();
        let Some(snapshot) = state.snapshot() else { return };
        let Some((kind, _)) = state.kind(snapshot.plan.scenario()) else { return };
        let scene = Scene { title, faded: false, ..snapshot.scene() };
        let figure = state.figure(kind, &scene, state.scheduler(snapshot), |own| self.desk.published(own));
        offered.figures.extend(figure.map(|figure| Saved { file: kind.file, figure, flags: None }));
    }
}

/// Reason for the missing surface, by the number of swept parameters.
fn why_empty(sweeps: usize) -> String {
    let now = match sweeps {
        0 => "none",
        _ => "one",
    };
    format!(
        "A surface needs two swept parameters; this scenario sweeps {now}. Add a sweep in the section Experiment of the form, or \
         begin with the bandwidth of the jobs (BSBW) and the saturation threshold of the links (LSLT), as Jones et al. did."
    )
}
