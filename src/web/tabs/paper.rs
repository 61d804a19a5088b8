//! The scenario that is held against the papers, and the results it has.

use super::view::View;
use crate::scenario::Scenario;

/// The scenario, and the results that came last.
#[derive(Default)]
pub struct PaperState {
    scenario: Scenario,
    view: Option<View>,
    visible: bool,
}

impl PaperState {
    /// Another scenario.
    pub fn set_scenario(&mut self, scenario: &Scenario) {
        self.scenario = scenario.clone();
    }

    /// Results so far. Those of the scenario before may come after it has changed, and those of the new one before it is set.
    pub fn show(&mut self, view: &View) {
        self.view = Some(view.clone());
    }

    /// What the papers say is wanted, or no longer.
    pub fn set_visible(&mut self, visible: bool) {
        self.visible = visible;
    }

    /// What is to be seen now: the scenario, and its run if it has begun.
    pub fn seen(&self) -> Option<(&Scenario, Option<&View>)> {
        let own = |view: &&View| *view.plan.scenario() == self.scenario;
        let view = self.view.as_ref().filter(own);
        self.visible.then_some((&self.scenario, view))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::web::tabs::example::{bandwidth, plan, view};

    #[test]
    fn results_are_shown_beside_their_own_scenario_only() {
        let plans = [200, 300].map(|most| plan(&["first-fit"], &[bandwidth(&[100, most])]));
        let scenarios = plans.each_ref().map(|plan| plan.scenario());
        let points = |state: &PaperState| {
            let seen = state.seen();
            seen.map(|(_, view)| view.map(|own| own.results.points[0].results.len()))
        };
        let mut state = PaperState::default();
        state.set_scenario(scenarios[0]);
        assert_eq!(points(&state), None, "it is closed");
        state.set_visible(true);
        assert_eq!(points(&state), Some(None), "opened before results exist");
        state.show(&view(&plans[0], [0]));
        assert_eq!(points(&state), Some(Some(1)));
        // Another scenario, whose last results are late.
        state.set_scenario(scenarios[1]);
        assert_eq!(points(&state), Some(None));
        state.show(&view(&plans[0], [0, 1]));
        assert_eq!(points(&state), Some(None));
        // Undo: they are its results after all.
        state.set_scenario(scenarios[0]);
        assert_eq!(points(&state), Some(Some(1)));
        // Results that come before their scenario is set.
        state.show(&view(&plans[1], [0]));
        assert_eq!(points(&state), Some(None));
        state.set_scenario(scenarios[1]);
        assert_eq!(points(&state), Some(Some(1)));
    }
}
