//! State of the Paper tab: the scenario and its results.

use crate::scenario::Scenario;
use crate::web::tabs::snapshot::Snapshot;

/// The scenario and the last results.
#[derive(Default)]
pub struct PaperState {
    scenario: Scenario,
    snapshot: Option<Snapshot>,
    visible: bool,
}

impl PaperState {
    /// Sets the scenario.
    pub fn set_scenario(&mut self, scenario: &Scenario) {
        self.scenario = scenario.clone();
    }

    /// Sets the results so far. After a change, results of the previous scenario may still arrive; results of a new
    /// scenario may arrive before the scenario is set.
    pub fn show(&mut self, snapshot: &Snapshot) {
        self.snapshot = Some(snapshot.clone());
    }

    /// Sets if the tab is visible.
    pub fn set_visible(&mut self, visible: bool) {
        self.visible = visible;
    }

    /// The scenario to show now, with its results if there are any. `None` while the tab is hidden.
    pub fn seen(&self) -> Option<(&Scenario, Option<&Snapshot>)> {
        let own = |snapshot: &&Snapshot| *snapshot.plan.scenario() == self.scenario;
        let snapshot = self.snapshot.as_ref().filter(own);
        self.visible.then_some((&self.scenario, snapshot))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::web::tabs::example::{bandwidth, plan, snapshot};

    #[test]
    fn results_are_shown_beside_their_own_scenario_only() {
        let plans = [200, 300].map(|most| plan(&["first-fit"], &[bandwidth(&[100, most])]));
        let scenarios = plans.each_ref().map(|plan| plan.scenario());
        let points = |state: &PaperState| {
            let seen = state.seen();
            seen.map(|(_, snapshot)| snapshot.map(|own| own.results.points[0].results.len()))
        };
        let mut state = PaperState::default();
        state.set_scenario(scenarios[0]);
        assert_eq!(points(&state), None, "it is closed");
        state.set_visible(true);
        assert_eq!(points(&state), Some(None), "opened before results exist");
        state.show(&snapshot(&plans[0], [0]));
        assert_eq!(points(&state), Some(Some(1)));
        // The scenario changes, and late results of the first scenario arrive.
        state.set_scenario(scenarios[1]);
        assert_eq!(points(&state), Some(None));
        state.show(&snapshot(&plans[0], [0, 1]));
        assert_eq!(points(&state), Some(None));
        // After undo the results belong to the scenario again.
        state.set_scenario(scenarios[0]);
        assert_eq!(points(&state), Some(Some(1)));
        // Results that arrive before their scenario is set.
        state.show(&snapshot(&plans[1], [0]));
        assert_eq!(points(&state), Some(None));
        state.set_scenario(scenarios[1]);
        assert_eq!(points(&state), Some(Some(1)));
    }
}
