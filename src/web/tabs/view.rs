//! What the tabs show: a plan and what has come of it so far.

use crate::chart::figure::Scene;
use crate::experiment::{Plan, Results};
use std::rc::Rc;

/// The experiment at a moment.
#[derive(Clone)]
pub struct View {
    /// Its plan.
    pub plan: Rc<Plan>,
    /// Its results so far.
    pub results: Rc<Results>,
    /// The scenario has changed and these are the results of the old one.
    pub faded: bool,
    /// These are results of a hundredth of the jobs, until there are those of all.
    pub sketch: bool,
    /// There are no results, for the scenario's log is not at hand.
    pub without_log: bool,
}

impl View {
    /// Whether these are results of the present scenario, or a sketch of them.
    pub fn is_present(&self) -> bool {
        !self.faded && !self.without_log
    }

    /// What figures are made of.
    pub fn scene(&self) -> Scene<'_> {
        Scene { without_log: self.without_log, faded: self.faded, ..Scene::of(&self.plan, &self.results) }
    }
}
