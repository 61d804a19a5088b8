//! What is chosen among the figures over one parameter.

use super::view::View;
use crate::chart::figure::{Baseline, Choice, FigureKind, Over};
use crate::chart::figures_over;
use crate::experiment::measure::{self, Measure};
use crate::paper::Preset;
use crate::scenario::Scenario;

/// The experiment, and what of it is shown.
#[derive(Default)]
pub struct CurvesState {
    view: Option<View>,
    choice: Choice,
    /// The preset that was shown last.
    preset: Option<&'static Preset>,
    /// The label of the kind that was chosen; until then it is as the scenario suggests.
    kind: Option<&'static str>,
}

impl CurvesState {
    /// Shows an experiment, which may be a preset: one that is about another measure than the last shows that.
    pub fn show(&mut self, view: &View, preset: Option<&'static Preset>) {
        if let Some(preset) = preset {
            let before = self.preset.replace(preset);
            if before.map_or("", |own| own.measure) != preset.measure {
                self.choice.metric = measure::find(preset.measure).key;
            }
        }
        self.choice = self.choice.within(view.plan.scenario());
        self.view = Some(view.clone());
    }

    /// The experiment.
    pub fn view(&self) -> Option<&View> {
        self.view.as_ref()
    }

    /// What is chosen, within what the experiment has.
    pub fn choice(&self) -> &Choice {
        &self.choice
    }

    /// The kinds there are of a scenario, and the place among them of the one to be shown.
    pub fn kinds(&self, scenario: &Scenario) -> (Vec<&'static FigureKind>, usize) {
        let kinds = figures_over(Over::One, scenario);
        let at = match self.kind {
            Some(label) => kinds.iter().position(|own| own.label == label),
            None => kinds.iter().position(|own| own.usual),
        };
        (kinds, at.unwrap_or(0))
    }

    /// Chooses a kind by its place.
    pub fn choose_kind(&mut self, at: usize) {
        if let Some(view) = &self.view {
            let (kinds, _) = self.kinds(view.plan.scenario());
            self.kind = kinds.get(at).map(|kind| kind.label);
        }
    }

    /// Chooses a measure by its place among those of the kind.
    pub fn choose_measure(&mut self, at: usize) {
        if let Some(view) = &self.view {
            let scenario = view.plan.scenario();
            let (kinds, kind) = self.kinds(scenario);
            let mut offered = kinds.get(kind).map(|kind| kind.measures(scenario));
            let chosen: Option<&Measure> = offered.as_mut().and_then(|all| all.nth(at));
            self.choice.metric = chosen.unwrap_or(measure::first()).key;
        }
    }

    /// Compares with a scheduler, or with none.
    pub fn compare(&mut self, baseline: Option<Baseline>) {
        self.choice.baseline = baseline;
    }

    /// Chooses the sweep along the x axis.
    pub fn choose_x(&mut self, sweep: usize) {
        (self.choice.x, self.choice.fixed) = (sweep, 0);
    }

    /// Chooses at which value of the other sweep the figure is.
    pub fn choose_fixed(&mut self, value: usize) {
        self.choice.fixed = value;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenario::presets;
    use crate::web::tabs::example::{bandwidth, plan, threshold, view};

    #[test]
    fn choices_before_there_is_an_experiment_change_nothing() {
        let mut state = CurvesState::default();
        state.choose_kind(1);
        state.choose_measure(3);
        assert!(state.view().is_none());
        let view = view(&plan(&["first-fit"], &[bandwidth(&[200, 400])]), [0]);
        state.show(&view, None);
        assert_eq!(state.choice().metric, measure::first().key);
    }

    #[test]
    fn a_choice_stays_while_results_come_and_moves_to_what_there_is() {
        let both = plan(
            &["first-fit", "b3"],
            &[bandwidth(&[200, 400, 600]), threshold()],
        );
        let mut state = CurvesState::default();
        state.show(&view(&both, []), None);
        state.choose_x(1);
        state.choose_fixed(2);
        state.choose_measure(1);
        let metric = state.choice().metric;
        assert_ne!(metric, measure::first().key);
        let chosen = |state: &CurvesState| (state.choice().x, state.choice().fixed);
        state.show(&view(&both, [0, 1]), None);
        assert_eq!((chosen(&state), state.choice().metric), ((1, 2), metric));
        // Without the second sweep there is one axis.
        let one = plan(&["first-fit", "b3"], &[bandwidth(&[200, 400])]);
        state.show(&view(&one, [0]), None);
        assert_eq!((chosen(&state), state.choice().metric), ((0, 0), metric));
    }

    #[test]
    fn a_kind_is_kept_by_its_name() {
        let one = plan(&["first-fit", "b3"], &[bandwidth(&[200, 400])]);
        let mut state = CurvesState::default();
        state.show(&view(&one, [0]), None);
        let (kinds, usual) = state.kinds(one.scenario());
        assert!(kinds[usual].usual || usual == 0);
        for at in 0..kinds.len() {
            state.choose_kind(at);
            state.show(&view(&one, [0, 1]), None);
            assert_eq!(state.kinds(one.scenario()).1, at);
        }
        // One that this scenario does not have gives way, and is there again where there is one.
        state.kind = Some("No such figure");
        assert_eq!(state.kinds(one.scenario()).1, 0);
    }

    #[test]
    fn a_preset_brings_its_measure_and_leaves_the_next_choice() {
        let of = |other: &str| {
            let mut all = presets::all().iter();
            all.find(|preset| preset.measure != other).unwrap()
        };
        let first = of("");
        let mut state = CurvesState::default();
        let one = plan(&["first-fit"], &[bandwidth(&[200, 400])]);
        let shown = view(&one, [0]);
        state.show(&shown, Some(first));
        let offered = |key: &str| measure::of(one.scenario()).any(|own| own.key == key);
        let wanted = measure::find(first.measure).key;
        assert_eq!(state.choice().metric == wanted, offered(wanted));
        state.choose_measure(2);
        let chosen = state.choice().metric;
        state.show(&shown, Some(first));
        assert_eq!(state.choice().metric, chosen, "the next results of it");
        state.show(&shown, None);
        assert_eq!(state.choice().metric, chosen, "an edit of it");
    }
}
