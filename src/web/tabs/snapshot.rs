//! Data shown by the tabs: a plan and its results so far.

use crate::chart::figure::Scene;
use crate::experiment::{Plan, Results};
use std::rc::Rc;

/// State of an experiment.
#[derive(Clone)]
pub struct Snapshot {
    /// The plan.
    pub plan: Rc<Plan>,
    /// The results so far.
    pub results: Rc<Results>,
    /// True if the scenario has changed and these are the old results.
    pub faded: bool,
    /// True if these are results of a sketch, which has fewer jobs.
    pub sketch: bool,
    /// While a visitor moves a value: the experiment before the move, with its results.
    pub former: Option<(Rc<Plan>, Rc<Results>)>,
    /// While a visitor moves a value: the time of the position \[ms\] that these results belong to.
    pub asked_ms: Option<f64>,
    /// True if there are no results because the scenario's log is missing.
    pub without_log: bool,
}

impl Snapshot {
    /// Results of a plan.
    pub fn of(plan: Rc<Plan>, results: Rc<Results>) -> Snapshot {
        Snapshot { plan, results, faded: false, sketch: false, former: None, asked_ms: None, without_log: false }
    }

    /// True if these are results of the present scenario, or of its sketch.
    pub fn is_present(&self) -> bool {
        !self.faded && !self.without_log
    }

    /// Data for figures.
    pub fn scene(&self) -> Scene<'_> {
        let former = self.former.as_ref().map(|(plan, results)| (&**plan, &**results));
        Scene { without_log: self.without_log, faded: self.faded, former, ..Scene::of(&self.plan, &self.results) }
    }
}
