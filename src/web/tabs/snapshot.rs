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
    /// True if these are results of a sketch with a hundredth of the jobs.
    pub sketch: bool,
    /// True if there are no results because the scenario's log is missing.
    pub without_log: bool,
}

impl Snapshot {
    /// True if these are results of the present scenario, or of its sketch.
    pub fn is_present(&self) -> bool {
        !self.faded && !self.without_log
    }

    /// Data for figures.
    pub fn scene(&self) -> Scene<'_> {
        Scene { without_log: self.without_log, faded: self.faded, ..Scene::of(&self.plan, &self.results) }
    }
}
