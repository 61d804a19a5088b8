//! Figures over one parameter or none: curves of a measure with one line per scheduler, and others.

use crate::chart::curve::results::label_of;
use crate::chart::figure::{Datum, FigureKind, Scene, Step};
use crate::chart::view::{CurvesView, SCALES, View};
use crate::experiment::Plan;
use crate::scenario::{Scenario, swept};
use crate::web::page::figures::stage::Stage;
use crate::web::page::inputs::choose::Choose;
use crate::web::page::shell::dom::{self, Build, hears};
use crate::web::page::shell::export::{Offered, Saved};
use crate::web::page::shell::{announce, headline, scripts, url};
use crate::web::tabs::baseline::BaselineState;
use crate::web::tabs::curves::answer::{Answer, LOAD, WORST, Worst};
use crate::web::tabs::curves::state::CurvesState;
use crate::web::tabs::snapshot::Snapshot;
use crate::web::tabs::tab::{Desk, Tab, TabKind};
use crate::words::number::{self, Style};
use std::cell::{Cell, RefCell};
use std::rc::Rc;
use web_sys::{Element, KeyboardEvent, MouseEvent, PointerEvent};

/// The tab Curves.
pub struct CurvesTab {
    answer: Answer,
    stage: Rc<Stage>,
    y: Choose,
    x: Choose,
    fixed: Choose,
    kind: Choose,
    other: Choose,
    by: Choose,
    scale: Choose,
    desk: Rc<Desk>,
    state: RefCell<CurvesState>,
    /// The plan for which the choices were offered last.
    offered: RefCell<Option<Rc<Plan>>>,
    /// View of a link whose results have not arrived yet.
    wanted: Cell<Option<CurvesView>>,
}

/// Entry of the tab Curves in the list of tabs.
pub const TAB: TabKind = TabKind {
    name: "curves",
    label: "Curves",
    title: "Curves",
    make: |root, desk| Box::new(CurvesTab::new(root, desk)),
};

impl CurvesTab {
    fn new(root: &Element, desk: Rc<Desk>) -> Rc<CurvesTab> {
        let tab = Rc::new(CurvesTab {
            answer: Answer::new(),
            stage: Stage::new("curve-canvas", "Curves"),
            y: Choose::new("curve-y", "Show"),
            x: Choose::new("curve-x", "against"),
            fixed: Choose::new("curve-fixed", "at"),
            kind: Choose::new("curve-kind", "as"),
            other: Choose::new("curve-baseline", "compared with"),
            by: Choose::new("curve-by", "by"),
            scale: Choose::new("curve-scale", "axis"),
            desk,
            state: RefCell::default(),
            offered: RefCell::default(),
            wanted: Cell::default(),
        });
        let chosen = [&tab.y, &tab.x, &tab.fixed, &tab.kind, &tab.other, &tab.by, &tab.scale];
        let chosen = chosen.map(|own| &own.root);
        let tools = dom::new("div").class("figure-tools").with_all(chosen);
        for part in [&tab.answer.sentence, &tools, &tab.stage.frame.root, &tab.answer.details] {
            dom::append(root, part);
        }
        tab.listen();
        let own = tab.clone();
        scripts::offer_curves(move |measure, parameter| {
            let curves = own.state.borrow().present(measure.as_deref(), parameter.as_deref())?;
            Some(curves.to_string())
        });
        tab
    }

    fn update(self: &Rc<Self>) {
        self.follow_desk();
        let state = self.state.borrow();
        let Some(snapshot) = state.snapshot() else { return };
        let (scenario, choice) = (snapshot.plan.scenario(), state.choice());
        let (kinds, at) = state.kinds(scenario);
        let kind = kinds[at];
        self.answer.show(snapshot, choice);
        // A sketch has fewer replications, which is no reason to offer other choices for a moment.
        let is_alike = self.offered.borrow().as_ref().is_some_and(|own| is_alike(own, &snapshot.plan));
        if !snapshot.sketch || !is_alike {
            self.offer_choices(snapshot, &state, kind);
            self.offered.replace(Some(snapshot.plan.clone()));
        }
        match (kind.build)(&snapshot.scene(), choice) {
            Some(figure) => {
                let scales = SCALES.map(str::to_owned);
                let offered = figure.can_be_log() && choice.baseline.is_none();
                let offered = if offered { &scales[..] } else { &[] };
                self.scale.fill(offered, usize::from(choice.log));
                self.stage.show(figure, snapshot);
            }
            None => self.stage.clear(),
        }
    }

    /// Fills the lists of choices above the figure.
    fn offer_choices(&self, snapshot: &Snapshot, state: &CurvesState, kind: &FigureKind) {
        let (scenario, choice) = (snapshot.plan.scenario(), state.choice());
        let (kinds, at) = state.kinds(scenario);
        let (mut others, mut ways) = (Vec::new(), Vec::new());
        if kind.compares {
            others = BaselineState::offered(&snapshot.plan);
            if choice.baseline.is_some() {
                ways = ["difference", "ratio"].map(str::to_owned).into();
            }
        }
        self.other.fill(&others, self.desk.baseline.borrow().place(&snapshot.plan));
        let ratio = choice.baseline.is_some_and(|own| own.ratio);
        self.by.fill(&ways, usize::from(ratio));
        let names: Vec<String> = kinds.iter().map(|own| own.label.to_owned()).collect();
        let to_choose = if names.len() > 1 { &names[..] } else { &[] };
        self.kind.fill(to_choose, at);
        let labels: Vec<String> = kind.measures(scenario).map(|own| own.label.to_owned()).collect();
        let chosen = kind.measures(scenario).position(|metric| metric.key == choice.metric);
        self.y.fill(&labels, chosen.unwrap_or(0));
        let sweep = &scenario.experiment.sweep;
        let axes: Vec<String> = sweep.iter().map(|sweep| swept::axis(scenario, &sweep.parameter)).collect();
        self.x.fill(&axes, choice.x);
        let other = sweep.get(1 - choice.x.min(1)).filter(|_| sweep.len() > 1);
        let values = other.map_or(Vec::new(), |other| {
            let words = |value: &f64| {
                let unit = swept::unit(&other.parameter);
                format!("{} {}", swept::name(scenario, &other.parameter), number::quantity(*value, unit, Style::Plain))
            };
            other.values.iter().map(words).collect()
        });
        self.fixed.fill(&values, choice.fixed);
    }

    /// Applies the choices that the tabs share: the measure, and the scheduler to compare with.
    fn follow_desk(&self) {
        let mut state = self.state.borrow_mut();
        state.show_measure(self.desk.measure.get());
        let plan = state.snapshot().map(|snapshot| snapshot.plan.clone());
        let baseline = plan.and_then(|plan| self.desk.baseline.borrow().of(&plan));
        state.compare(baseline);
    }

    fn listen(self: &Rc<Self>) {
        self.other.on_choice(hears(self, |tab, at| {
            if let Some(snapshot) = tab.state.borrow().snapshot() {
                tab.desk.baseline.borrow_mut().choose(&snapshot.plan, at);
            }
            tab.update();
            url::view_changed();
        }));
        self.by.on_choice(hears(self, |tab, at| {
            tab.desk.baseline.borrow_mut().choose_ratio(at == 1);
            tab.update();
            url::view_changed();
        }));
        self.y.on_choice(hears(self, |tab, at| {
            tab.state.borrow_mut().choose_measure(at);
            tab.desk.measure.set(tab.state.borrow().choice().metric);
            tab.update();
            url::view_changed();
        }));
        self.kind.on_choice(hears(self, |tab, at| tab.choose(|state| state.choose_kind(at))));
        self.x.on_choice(hears(self, |tab, at| tab.choose(|state| state.choose_x(at))));
        self.fixed.on_choice(hears(self, |tab, at| tab.choose(|state| state.choose_fixed(at))));
        self.scale.on_choice(hears(self, |tab, at| tab.choose(|state| state.choose_log(at == 1))));
        self.stage.toggles(hears(self, |tab, series| tab.toggle(series)));
        dom::hear(self, &self.answer.details, "click", |tab, event: MouseEvent| {
            match dom::target_with(&event, WORST).and_then(|(_, worst)| Worst::read(&worst)) {
                Some(Worst { schedulers, replication, job }) => {
                    tab.desk.page.compare_job(schedulers, replication, job);
                }
                None if dom::target_with(&event, LOAD).is_some() => tab.desk.page.sweep_load(),
                None => {}
            }
        });
        let canvas = self.stage.canvas();
        dom::hear(self, canvas, "pointermove", |tab, event: PointerEvent| tab.stage.point_at(&event));
        dom::hear(self, canvas, "click", move |tab, event: MouseEvent| {
            tab.stage.point_at(&event);
            match tab.stage.emphasised() {
                Some(series) => tab.toggle(series),
                None => tab.picked(),
            }
        });
        dom::hear(self, canvas, "keydown", |tab, event: KeyboardEvent| tab.key(&event));
    }

    /// Hides or shows a series.
    fn toggle(self: &Rc<Self>, series: usize) {
        self.state.borrow_mut().toggle(series);
        self.update();
        let state = self.state.borrow();
        if let Some(snapshot) = state.snapshot() {
            let hidden = state.choice().hides(series);
            let how = if hidden { "hidden" } else { "shown" };
            announce::say(&format!("{} is {how}.", label_of(&snapshot.plan, series)));
        }
    }

    fn choose(self: &Rc<Self>, choice: impl FnOnce(&mut CurvesState)) {
        choice(&mut self.state.borrow_mut());
        self.update();
        url::view_changed();
    }

    /// Arrow keys move from point to point and announce each; Enter shows the run of the point in the Gantt chart.
    fn key(self: &Rc<Self>, event: &KeyboardEvent) {
        let step = match event.key().as_str() {
            "ArrowLeft" => Step::Left,
            "ArrowRight" => Step::Right,
            "ArrowUp" => Step::Up,
            "ArrowDown" => Step::Down,
            "Enter" => return self.picked(),
            // "h" hides the series of the marked point; "a" shows all series.
            "h" => {
                if let Some(marked) = self.stage.marked() {
                    self.toggle(marked.0);
                }
                return;
            }
            "a" => {
                self.state.borrow_mut().show_all();
                return self.update();
            }
            "Escape" => return self.stage.forget(),
            _ => return,
        };
        event.prevent_default();
        self.stage.step(step);
    }

    fn picked(&self) {
        if let Some((point, scheduler)) = self.stage.run() {
            self.desk.page.show_run(point, scheduler);
        }
    }
}

impl Tab for Rc<CurvesTab> {
    fn show(&self, snapshot: &Snapshot) {
        if snapshot.without_log {
            return;
        }
        if !snapshot.faded
            && let Some(view) = self.wanted.take()
        {
            self.state.borrow_mut().view_as(&view);
            self.desk.measure.set(self.state.borrow().choice().metric);
            self.desk.baseline.borrow_mut().view_as(&snapshot.plan, &view);
        }
        self.state.borrow_mut().show(snapshot);
        CurvesTab::update(self);
    }

    /// Marks a curve at the value, if its sweep is on the axis.
    fn show_value(&self, sweep: usize, value: usize) {
        if let Some(series) = self.state.borrow().varying(sweep) {
            self.stage.mark(Datum(series, value));
        }
    }

    /// Another tab may have changed the measure or the scheduler to compare with.
    fn opened(&self, name: &str) {
        if name == TAB.name {
            CurvesTab::update(self);
        }
    }

    fn redraw(&self) {
        CurvesTab::update(self);
        self.stage.redraw();
    }

    fn view(&self, view: &mut View, _: &Scenario) {
        self.follow_desk();
        view.curves = self.wanted.get().unwrap_or_else(|| self.state.borrow().view());
    }

    /// The view is applied when the first results arrive; until then the curves are from the previous scenario.
    fn view_as(&self, view: &View, _: &Scenario) {
        self.wanted.set(Some(view.curves));
    }

    /// Offers the first kind of figure for download, and also the displayed kind if it gives a different file.
    fn offer(&self, offered: &mut Offered, title: &str) {
        let state = self.state.borrow();
        let Some(snapshot) = state.snapshot() else { return };
        let (kinds, at) = state.kinds(snapshot.plan.scenario());
        let mut saved = vec![kinds[at]];
        if kinds[0].file != kinds[at].file {
            saved.insert(0, kinds[0]);
        }
        let finding = headline::text();
        let title = finding.as_deref().unwrap_or(title);
        let scene = Scene { title, faded: false, ..snapshot.scene() };
        for kind in saved {
            let figure = (kind.build)(&scene, state.choice());
            let flags = Some(state.flags(kind));
            offered.figures.extend(figure.map(|figure| Saved { file: kind.file, figure, flags }));
        }
    }
}

/// True if two plans have the same schedulers and swept parameters.
fn is_alike(one: &Plan, other: &Plan) -> bool {
    let swept =
        |plan: &Plan| plan.scenario().experiment.sweep.iter().map(|own| own.parameter.clone()).collect::<Vec<_>>();
    one.labels() == other.labels() && swept(one) == swept(other)
}
