//! A run that takes more than a moment is shown as a sketch first: the same scenario with a hundredth of the jobs, marked so. It stays until the
//! run itself has a figure, so that the stage is never empty.

use crate::experiment::{Plan, Results};
use crate::scenario::Checked;
use crate::web::page::app::App;
use crate::web::page::inputs::form::Host;
use crate::web::page::shell::dom;
use crate::web::run::{Run, reduced};
use std::rc::Rc;
use std::sync::Arc;
use web_sys::Element;

/// Runs that are expected to take longer begin with a sketch \[s\].
pub(super) const SKETCHED_S: f64 = 1.0;

impl App {
    /// Begins with a sketch, if this scenario has one; the run itself follows.
    pub(super) fn begin_sketch(self: &Rc<Self>, scenario: &Checked) -> bool {
        let small = reduced(scenario).and_then(|small| Plan::new(&small).ok());
        let (Some(plan), Some(parts)) = (small.map(Rc::new), self.parts()) else {
            return false;
        };
        self.sketching.set(true);
        let jobs = parts.pool.run(plan.clone());
        self.run.replace(Some(Run::new(plan, jobs, dom::now_ms())));
        true
    }

    /// The sketch stands: the run itself begins, or is offered if it takes long.
    pub(super) fn end_sketch(self: &Rc<Self>) {
        self.refresh(true);
        self.sketching.set(false);
        // Presets with results have no sketch.
        if let Ok(plan) = Plan::new(&self.scenario()) {
            self.begin_run(Rc::new(plan), None, false);
        }
    }
}

/// Says on the page whether what is shown is a sketch.
pub(super) fn mark(sketch: bool) {
    dom::show(&dom::by_id::<Element>("sketch"), sketch);
}

/// Results of a sketch: a run this short says nothing of stability.
pub(super) fn without_verdicts(mut results: Results) -> Results {
    for point in &mut results.points {
        for result in &mut Arc::make_mut(point).results {
            result.unstable = false;
        }
    }
    results
}
