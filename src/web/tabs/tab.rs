//! Interface of a result tab: its entry in the list of tabs, its events, and its requests to the page.

use crate::chart::view::View;
use crate::experiment::Plan;
use crate::paper::Row;
use crate::scenario::Scenario;
use crate::web::page::shell::export::Offered;
use crate::web::tabs::baseline::BaselineState;
use crate::web::tabs::snapshot::Snapshot;
use crate::web::wanted::{Answer, Asker, What};
use std::cell::{Cell, RefCell};
use std::rc::Rc;
use web_sys::Element;

/// Declaration of a tab.
pub struct TabKind {
    /// Name in links and ids, also used for requests to workers.
    pub name: &'static str,
    /// Label of the button.
    pub label: &'static str,
    /// Title of the panel, also in the list of keys.
    pub title: &'static str,
    /// Creates the tab in an empty element of the page.
    pub make: fn(&Element, Rc<Desk>) -> Box<dyn Tab>,
}

/// A tab. It receives all events, shows what is relevant, and delays expensive work until it is open.
pub trait Tab {
    /// Called when the scenario has changed. The plan of the new scenario may come earlier.
    fn set_scenario(&self, _scenario: &Scenario) {}

    /// The run of another plan begins. If the plan uses a log, `log_jobs` is its number of jobs.
    fn set_plan(&self, _plan: &Rc<Plan>, _log_jobs: u64) {}

    /// A visitor looks at a value of a sweep, both given by their indices.
    fn show_value(&self, _sweep: usize, _value: usize) {}

    /// A visitor moves a value; this is the plan of its position.
    fn follow(&self, _plan: &Rc<Plan>) {}

    /// True if the tab is open and shows single runs, which then come before the curves while a value moves.
    fn leads(&self) -> bool {
        false
    }

    /// The log of the scenario is missing; `needs` is the message.
    fn wait_for_log(&self, _needs: &str) {}

    /// Results have arrived.
    fn show(&self, _snapshot: &Snapshot) {}

    /// The run is finished.
    fn finished(&self) {}

    /// The run was stopped, which dropped the requests to the workers.
    fn stopped(&self) {}

    /// The workers have answered a request of a pane about a task of the plan.
    fn take(&self, _pane: usize, _task: usize, _answer: Answer) {}

    /// A visitor requests the run of a point and a scheduler.
    fn show_run(&self, _point: usize, _scheduler: usize) {}

    /// Another tab has changed shared state.
    fn update(&self) {}

    /// The tab with this name was opened.
    fn opened(&self, _name: &str) {}

    /// The theme has changed: redraw everything.
    fn redraw(&self) {}

    /// Adds the tab's choices to the view of a link.
    fn view(&self, _view: &mut View, _scenario: &Scenario) {}

    /// Applies the view of a link.
    fn view_as(&self, _view: &View, _scenario: &Scenario) {}

    /// Offers files to export, with `title` in figures.
    fn offer(&self, _offered: &mut Offered, _title: &str) {}

    /// Name of the bookmark shown next to the present experiment.
    fn beside(&self) -> Option<String> {
        None
    }
}

/// State shared by the tabs.
pub struct Desk {
    /// The scheduler to compare with.
    pub baseline: RefCell<BaselineState>,
    /// The measure that Curves and Compare show.
    pub measure: Cell<&'static str>,
    /// Digest of a scenario, and its published improvements.
    pub published: RefCell<Option<(String, Row)>>,
    /// The page.
    pub page: Box<dyn Page>,
}

impl Desk {
    /// Published improvements of a scenario, if known.
    pub fn published(&self, scenario: &Scenario) -> Option<Row> {
        let published = self.published.borrow();
        let (_, row) = published.as_ref().filter(|(digest, _)| *digest == scenario.digest())?;
        Some(row.clone())
    }
}

/// Requests that a tab can send to the page.
pub trait Page {
    /// Sends a request about a task of a plan to the workers. The answer goes to the tab with this name.
    fn ask(&self, asker: Asker, plan: &Plan, task: usize, what: What);

    /// Shows the run of a point and a scheduler.
    fn show_run(&self, point: usize, scheduler: usize);

    /// Tells all tabs that shared state has changed.
    fn update(&self);

    /// Shows both stories of a job in the tab Compare.
    fn compare_job(&self, schedulers: [u64; 2], replication: u64, job: u64);

    /// Adds the initial two sweeps of a surface.
    fn sweep_surface(&self);

    /// Sweeps the load of the jobs.
    fn sweep_load(&self);

    /// Lets half of the nodes of a cluster fail at a time \[s\].
    fn fail_nodes(&self, cluster: u32, at_s: f64);
}
