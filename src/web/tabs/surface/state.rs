//! State of the figures over two parameters.

use crate::chart::curve::results;
use crate::chart::figure::{Choice, Figure, FigureKind, Over, Scene};
use crate::chart::figures_over;
use crate::chart::plane::surface_data;
use crate::chart::plane::surface_projection::Camera;
use crate::chart::view::SurfaceView;
use crate::experiment::measure::{self, Measure};
use crate::paper::Row;
use crate::scenario::Scenario;
use crate::web::tabs::snapshot::Snapshot;

/// The experiment and the choices.
#[derive(Default)]
pub struct SurfaceState {
    snapshot: Option<Snapshot>,
    visible: bool,
    /// Name of the chosen kind of figure.
    kind: Option<&'static str>,
    metric: Option<&'static str>,
    /// Name of the chosen scheduler.
    scheduler: Option<String>,
    /// Viewpoint of a surface.
    pub camera: Camera,
}

impl SurfaceState {
    /// Shows an experiment.
    pub fn show(&mut self, snapshot: &Snapshot) {
        self.snapshot = Some(snapshot.clone());
    }

    /// The choices, as indices in a scenario.
    pub fn view(&self, scenario: &Scenario) -> SurfaceView {
        let chosen = self.scheduler.as_ref();
        let place = chosen.and_then(|chosen| {
            let names = scenario.scheduler_names();
            names.iter().position(|own| own == chosen)
        });
        SurfaceView { figure: self.kind, measure: self.metric, scheduler: place.map(|at| at as u64) }
    }

    /// Sets all choices, as indices in a scenario.
    pub fn view_as(&mut self, view: &SurfaceView, scenario: &Scenario) {
        (self.kind, self.metric) = (view.figure, view.measure);
        let names = || scenario.scheduler_names().into_iter();
        self.scheduler = view.scheduler.and_then(|at| names().nth(at as usize));
    }

    /// Sets if the tab is visible.
    pub fn set_visible(&mut self, visible: bool) {
        self.visible = visible;
    }

    /// The experiment.
    pub fn snapshot(&self) -> Option<&Snapshot> {
        self.snapshot.as_ref()
    }

    /// The experiment, if the tab is visible.
    pub fn seen(&self) -> Option<&Snapshot> {
        self.snapshot.as_ref().filter(|_| self.visible)
    }

    /// The displayed kind and its index among the available ones; `None` without two swept parameters.
    pub fn kind(&self, scenario: &Scenario) -> Option<(&'static FigureKind, usize)> {
        let kinds = figures_over(Over::Two, scenario);
        let chosen = kinds.iter().position(|own| Some(own.name) == self.kind).unwrap_or(0);
        Some((*kinds.get(chosen)?, chosen))
    }

    /// The displayed measure.
    pub fn metric(&self, kind: &FigureKind, scenario: &Scenario) -> &'static Measure {
        let key = self.metric.unwrap_or(measure::first().key);
        let mut offered = kind.measures(scenario);
        offered.find(|own| own.key == key).unwrap_or(measure::first())
    }

    /// Index of the displayed scheduler: the chosen one, if the scenario has it.
    pub fn scheduler(&self, snapshot: &Snapshot) -> usize {
        let names = 0..snapshot.plan.scenario().schedulers.len();
        let mut chosen =
            names.filter(|&index| self.scheduler.as_deref() == Some(&results::name_of(&snapshot.plan, index)));
        let varied = || surface_data::most_varied(&snapshot.plan);
        chosen.next().unwrap_or_else(varied)
    }

    /// Chooses a kind by index.
    pub fn choose_kind(&mut self, at: usize) {
        if let Some(snapshot) = &self.snapshot {
            let kinds = figures_over(Over::Two, snapshot.plan.scenario());
            self.kind = kinds.get(at).map(|kind| kind.name);
        }
    }

    /// Chooses a measure by its index among those of the kind.
    pub fn choose_measure(&mut self, at: usize) {
        if let Some(snapshot) = &self.snapshot
            && let Some((kind, _)) = self.kind(snapshot.plan.scenario())
        {
            let mut offered = kind.measures(snapshot.plan.scenario());
            self.metric = offered.nth(at).map(|own| own.key);
        }
    }

    /// Chooses a scheduler by index.
    pub fn choose_scheduler(&mut self, at: usize) {
        let snapshot = self.snapshot.as_ref();
        self.scheduler = snapshot.map(|snapshot| results::name_of(&snapshot.plan, at));
    }

    /// A figure of a kind. `published` returns the published values of the scenario, for kinds that show them.
    pub fn figure(
        &self,
        kind: &FigureKind,
        scene: &Scene,
        scheduler: usize,
        published: impl FnOnce(&Scenario) -> Option<Row>,
    ) -> Option<Box<dyn Figure>> {
        let scenario = scene.scenario();
        let row = kind.published.then(|| published(scenario)).flatten();
        let scene = Scene { published: row.as_ref(), ..*scene };
        let choice =
            Choice { metric: self.metric(kind, scenario).key, scheduler, camera: self.camera, ..Choice::default() };
        (kind.build)(&scene, &choice)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::web::tabs::example::{bandwidth, plan, snapshot, threshold};

    const ALL: [&str; 3] = ["no-share", "first-fit", "b3"];

    #[test]
    fn results_are_kept_until_the_tab_is_opened() {
        let both = plan(&ALL, &[bandwidth(&[200, 400]), threshold()]);
        let mut state = SurfaceState::default();
        state.set_visible(true);
        assert!(state.seen().is_none(), "opened before there is anything");
        state.set_visible(false);
        state.show(&snapshot(&both, [0]));
        assert!(state.seen().is_none());
        state.show(&snapshot(&both, [0, 1, 2]));
        state.set_visible(true);
        assert!(state.seen().is_some());
    }

    #[test]
    fn a_link_without_a_plane_empties_it_and_undo_brings_it_back() {
        let both = plan(&ALL, &[bandwidth(&[200, 400]), threshold()]);
        let one = plan(&ALL, &[bandwidth(&[200, 400])]);
        let mut state = SurfaceState::default();
        state.set_visible(true);
        state.show(&snapshot(&both, []));
        let kinds = figures_over(Over::Two, both.scenario());
        let last = kinds.len() - 1;
        state.choose_kind(last);
        state.show(&snapshot(&one, []));
        assert!(state.kind(one.scenario()).is_none());
        state.choose_measure(1);
        state.show(&snapshot(&both, []));
        let (kind, at) = state.kind(both.scenario()).unwrap();
        assert_eq!((kind.label, at), (kinds[last].label, last));
    }

    #[test]
    fn a_scheduler_is_kept_by_its_name() {
        let both = plan(&ALL, &[bandwidth(&[200, 400]), threshold()]);
        let mut state = SurfaceState::default();
        state.show(&snapshot(&both, []));
        let usual = state.scheduler(&snapshot(&both, []));
        assert_eq!(usual, 2, "the only one with a threshold");
        state.choose_scheduler(1);
        let moved = plan(&["first-fit", "b3"], &[bandwidth(&[200, 400]), threshold()]);
        state.show(&snapshot(&moved, []));
        assert_eq!(state.scheduler(&snapshot(&moved, [])), 0);
        // If the scheduler is missing, the default is shown, but the choice is remembered.
        let gone = plan(&["no-share", "b3"], &[bandwidth(&[200, 400]), threshold()]);
        state.show(&snapshot(&gone, []));
        assert_eq!(state.scheduler(&snapshot(&gone, [])), 1);
        state.show(&snapshot(&both, []));
        assert_eq!(state.scheduler(&snapshot(&both, [])), 1);
    }

    #[test]
    fn a_view_is_taken_over_and_given_back() {
        let both = plan(&ALL, &[bandwidth(&[200, 400]), threshold()]);
        let view = SurfaceView { figure: Some("heat-map"), measure: Some("mean_wait_s"), scheduler: Some(1) };
        let mut state = SurfaceState::default();
        state.view_as(&view, both.scenario());
        state.show(&snapshot(&both, []));
        let (kind, _) = state.kind(both.scenario()).unwrap();
        assert_eq!(kind.name, "heat-map");
        assert_eq!(state.metric(kind, both.scenario()).key, "mean_wait_s");
        assert_eq!(state.scheduler(&snapshot(&both, [])), 1);
        assert_eq!(state.view(both.scenario()), view);
        state.view_as(&SurfaceView::default(), both.scenario());
        assert_eq!(state.view(both.scenario()), SurfaceView::default());
    }

    #[test]
    fn a_measure_is_kept_while_the_kind_has_it() {
        let both = plan(&ALL, &[bandwidth(&[200, 400]), threshold()]);
        let mut state = SurfaceState::default();
        state.show(&snapshot(&both, []));
        let scenario = both.scenario();
        let (kind, _) = state.kind(scenario).unwrap();
        assert_eq!(state.metric(kind, scenario).key, measure::first().key);
        state.choose_measure(1);
        let second = kind.measures(scenario).nth(1).unwrap().key;
        assert_eq!(state.metric(kind, scenario).key, second);
        state.metric = Some("no_such_measure");
        assert_eq!(state.metric(kind, scenario).key, measure::first().key);
    }
}
