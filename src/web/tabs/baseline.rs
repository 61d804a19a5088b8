//! The baseline: the scheduler with which the others are compared. Curves and table share this choice.

use crate::chart::curve::results::name_of;
use crate::chart::figure::Baseline;
use crate::chart::view::{COMPARED_BY, CurvesView};
use crate::experiment::Plan;

/// The choice.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct BaselineState {
    /// Name of the scheduler, to find it in the next scenario; `None` without comparison.
    name: Option<String>,
    /// True to compare by ratio, false by difference.
    ratio: bool,
}

impl BaselineState {
    /// Options: no baseline, or one of the plan's schedulers. Empty if there is only one scheduler.
    pub fn offered(plan: &Plan) -> Vec<String> {
        let count = plan.scenario().schedulers.len();
        let names = plan.labels().iter().cloned();
        let none = std::iter::once("no other".to_owned());
        none.chain(names).filter(|_| count > 1).collect()
    }

    /// Index of the choice among the options.
    pub fn place(&self, plan: &Plan) -> usize {
        self.of(plan).map_or(0, |own| own.scheduler + 1)
    }

    /// Chooses an option by index.
    pub fn choose(&mut self, plan: &Plan, place: usize) {
        let index = place.checked_sub(1);
        self.name = index.map(|index| name_of(plan, index));
    }

    /// Sets the choice from a link.
    pub fn view_as(&mut self, plan: &Plan, view: &CurvesView) {
        let place = view.baseline.map_or(0, |scheduler| scheduler as usize + 1);
        self.choose(plan, place);
        self.ratio = view.by == Some(COMPARED_BY[1]);
    }

    /// Chooses ratio or difference.
    pub fn choose_ratio(&mut self, ratio: bool) {
        self.ratio = ratio;
    }

    /// The choice, if the plan has this scheduler and another one.
    pub fn of(&self, plan: &Plan) -> Option<Baseline> {
        let name = self.name.as_ref()?;
        let count = plan.scenario().schedulers.len();
        let scheduler = (0..count).find(|&index| name_of(plan, index) == *name)?;
        (count > 1).then_some(Baseline { scheduler, ratio: self.ratio })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::web::tabs::example::{bandwidth, plan};

    #[test]
    fn a_baseline_is_found_by_its_name() {
        let two = plan(&["no-share", "first-fit"], &[bandwidth(&[200, 400])]);
        let offered = BaselineState::offered(&two);
        assert_eq!(offered, ["no other", "No share", "First-fit"]);
        let mut chosen = BaselineState::default();
        assert_eq!((chosen.of(&two), chosen.place(&two)), (None, 0));
        chosen.choose(&two, 2);
        chosen.choose_ratio(true);
        let own = |scheduler| Some(Baseline { scheduler, ratio: true });
        assert_eq!((chosen.of(&two), chosen.place(&two)), (own(1), 2));
        // Found at another index in another scenario, not found in a third, and found again.
        let other = plan(&["first-fit", "b3"], &[]);
        assert_eq!(chosen.of(&other), own(0));
        let alone = plan(&["first-fit"], &[]);
        assert_eq!(chosen.of(&alone), None);
        assert!(BaselineState::offered(&alone).is_empty());
        chosen.choose(&other, 0);
        assert_eq!(chosen.of(&two), None);
        let view = CurvesView { baseline: Some(1), by: Some("ratio"), ..CurvesView::default() };
        chosen.view_as(&two, &view);
        assert_eq!(chosen.of(&two), own(1));
        chosen.view_as(&two, &CurvesView::default());
        assert_eq!(chosen.of(&two), None);
    }
}
