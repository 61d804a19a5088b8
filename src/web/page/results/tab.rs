//! What a tab of the results is: a line in the list of tabs, what it hears from the page, and what it may ask of the page.

use crate::chart::look::Look;
use crate::experiment::Plan;
use crate::paper::Row;
use crate::scenario::Scenario;
use crate::web::page::shell::export::Offered;
use crate::web::tabs::baseline::BaselineState;
use crate::web::tabs::view::View;
use crate::web::wanted::{Answer, Asker, What};
use std::cell::RefCell;
use std::rc::Rc;
use web_sys::Element;

/// A tab before it is made.
pub struct TabKind {
    /// Name in links and ids, and under which it asks the workers.
    pub name: Asker,
    /// Label of its button.
    pub label: &'static str,
    /// Title of its panel, also in the list of keys.
    pub title: &'static str,
    /// Makes the tab in an empty element of the page.
    pub make: fn(&Element, Rc<Desk>) -> Box<dyn Tab>,
}

/// A tab. It hears everything and shows what concerns it; what is expensive it puts off until it is open.
pub trait Tab {
    /// The page shows another scenario. Its plan may come earlier.
    fn set_scenario(&self, _scenario: &Scenario) {}

    /// The run of another plan begins. If the plan reads a log, the log has so many jobs.
    fn set_plan(&self, _plan: &Rc<Plan>, _log_jobs: u64) {}

    /// The log of the scenario is missing, in words.
    fn wait_for_log(&self, _needs: &str) {}

    /// Results have come.
    fn show(&self, _view: &View) {}

    /// The run is finished.
    fn finished(&self) {}

    /// A stop has taken away what the workers were asked for.
    fn stopped(&self) {}

    /// The workers have answered about a task of the plan.
    fn take(&self, _task: usize, _answer: Answer) {}

    /// A visitor asks for the run of a point and a scheduler.
    fn show_run(&self, _point: usize, _scheduler: usize) {}

    /// Another tab has changed what tabs share.
    fn update(&self) {}

    /// The tab of this name was opened.
    fn opened(&self, _name: &str) {}

    /// The theme has changed: everything is drawn again.
    fn redraw(&self) {}

    /// Writes what is chosen, for a link.
    fn look(&self, _look: &mut Look, _scenario: &Scenario) {}

    /// Chooses what a link says of the scenario.
    fn look_as(&self, _look: &Look, _scenario: &Scenario) {}

    /// Adds what can be saved to files, with figures under a title.
    fn offer(&self, _offered: &mut Offered, _title: &str) {}

    /// Name of the kept experiment that is seen beside the present one.
    fn beside(&self) -> Option<String> {
        None
    }
}

/// What tabs share.
pub struct Desk {
    /// The scheduler with which the others are compared.
    pub baseline: RefCell<BaselineState>,
    /// Digest of a scenario, and the improvements that were published of it.
    pub published: RefCell<Option<(String, Row)>>,
    /// The page around them.
    pub page: Box<dyn Page>,
}

impl Desk {
    /// The improvements that were published of a scenario, as far as they are known.
    pub fn published(&self, scenario: &Scenario) -> Option<Row> {
        let published = self.published.borrow();
        let (_, row) = published.as_ref().filter(|(digest, _)| *digest == scenario.digest())?;
        Some(row.clone())
    }
}

/// What a tab may ask of the page.
pub trait Page {
    /// Asks the workers for something of a task of a plan; the answer goes to the tab of this name.
    fn ask(&self, asker: Asker, plan: &Plan, task: usize, what: What);

    /// Shows the run of a point and a scheduler.
    fn show_run(&self, point: usize, scheduler: usize);

    /// Tells all tabs that what they share has changed.
    fn update(&self);

    /// Sweeps the two parameters that a surface begins with.
    fn sweep_surface(&self);
}
