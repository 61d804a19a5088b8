//! The headline above the figure: the finding of the results in one sentence. For an experiment without a sweep that is compared with
//! a baseline, it is the answer of the comparison, with winners and losers below the figure.

use super::winners::Winners;
use crate::chart::curve::results::{headline, label_of, name_of, result_of};
use crate::chart::figure::{Baseline, Choice};
use crate::experiment::RunResult;
use crate::experiment::compare::{Comparison, Months};
use crate::experiment::measure;
use crate::web::page::figures::tables;
use crate::web::page::shell::dom::{self, Build};
use crate::web::page::shell::headline as place;
use crate::web::tabs::snapshot::Snapshot;
use std::cell::RefCell;
use web_sys::Element;

/// Attribute of the button for the worst-hit job: both schedulers, replication and job.
pub const WORST: &str = "data-worst";
/// Attribute of the button that sweeps the load.
pub const LOAD: &str = "data-load";

/// The job whose two stories a button shows.
pub struct Worst {
    /// The baseline and the other scheduler.
    pub schedulers: [u64; 2],
    /// Index of the replication.
    pub replication: u64,
    /// Number of the job.
    pub job: u64,
}

impl Worst {
    /// Reads the attribute of a button.
    pub fn read(text: &str) -> Option<Worst> {
        let numbers: Result<Vec<u64>, _> = text.split(' ').map(str::parse).collect();
        let [first, other, replication, job] = numbers.ok()?[..] else { return None };
        Some(Worst { schedulers: [first, other], replication, job })
    }
}

/// The elements of the answer.
pub struct Answer {
    /// The headline.
    pub sentence: Element,
    /// Winners and losers.
    pub details: Element,
    /// The answered question: scenario, results and choices.
    of: RefCell<Option<(Snapshot, Choice)>>,
}

impl Answer {
    /// Creates the elements, hidden.
    pub fn new() -> Answer {
        Answer {
            sentence: place::new(),
            details: dom::new("div").attr("id", "answer-details").flag("hidden", true),
            of: RefCell::default(),
        }
    }

    /// Shows the finding of the results. While old results are shown or a value moves, the last finding stays and is marked as
    /// old, so that the figure below stays in its place.
    pub fn show(&self, snapshot: &Snapshot, choice: &Choice) {
        let is_moving = snapshot.asked_ms.is_some();
        dom::toggle(&self.sentence, place::OLD, snapshot.faded || is_moving);
        dom::toggle(&self.details, "data-behind", is_moving);
        let same = |(own, of): &(Snapshot, Choice)| {
            std::rc::Rc::ptr_eq(&own.results, &snapshot.results) && own.faded == snapshot.faded && of == choice
        };
        if snapshot.faded || is_moving || self.of.borrow().as_ref().is_some_and(same) {
            return;
        }
        self.of.replace(Some((snapshot.clone(), choice.clone())));
        let compared = choice.baseline.and_then(|baseline| compared(snapshot, choice, baseline));
        dom::show(&self.details, compared.is_some());
        let finding = match compared {
            Some((comparison, order)) => {
                dom::clear(&self.details);
                if let Some(winners) = Winners::of(&comparison) {
                    self.write_winners(snapshot, &winners, &order);
                }
                self.write_load(snapshot);
                Some(comparison.sentence())
            }
            None => headline(&snapshot.plan, &snapshot.results, choice),
        };
        place::write(&self.sentence, finding, snapshot.sketch);
    }

    fn write_winners(&self, snapshot: &Snapshot, winners: &Winners, order: &[usize]) {
        let words = dom::new("p").attr("id", "answer-jobs").text(&winners.words);
        if let Some((hit, later)) = &winners.worst {
            let own = order.iter().find(|at| name_of(&snapshot.plan, **at) == winners.scheduler);
            let of = [order.first(), own].map(|at| at.copied().unwrap_or(0));
            let place = format!("{} {} {} {}", of[0], of[1], hit.replication.saturating_sub(1), hit.job);
            let label = format!("The worst-hit job waits {later} longer: why?");
            dom::append(&words, &dom::new("span").text(" "));
            dom::append(&words, &dom::button(&label).attr("id", "worst-job").attr(WORST, &place));
        }
        dom::append(&self.details, &words);
        let lists = dom::new("div").class("answer-lists");
        for table in &winners.tables {
            let shell = dom::new("div").class("scroll").attr("tabindex", "0");
            tables::write(&shell, table);
            dom::append(&lists, &shell);
        }
        dom::append(&self.details, &lists);
    }

    /// The load of a log, with a button that sweeps it.
    fn write_load(&self, snapshot: &Snapshot) {
        let point = snapshot.results.points.first();
        let load = point.and_then(|point| point.results.first()).map(|run| run.offered_load);
        if let (true, Some(load)) = (snapshot.plan.scenario().workload.is_log(), load.filter(|own| own.is_finite())) {
            let measure = measure::find("offered_load");
            let load = crate::words::number::quantity(load, measure.unit, measure.style);
            let words = dom::new("p").text(&format!("The jobs offer this machine a load of {load}. "));
            let sweep = dom::button("How does it change with the load?").attr("id", "sweep-load").attr(LOAD, "");
            dom::append(&self.details, &words.with(sweep));
        }
    }
}

/// The comparison of all schedulers with the baseline, and their indices, the baseline first. `None` if something is swept
/// or a run is missing.
fn compared(snapshot: &Snapshot, choice: &Choice, baseline: Baseline) -> Option<(Comparison, Vec<usize>)> {
    let plan = &snapshot.plan;
    let whole = snapshot.is_present() && !snapshot.sketch && plan.scenario().experiment.sweep.is_empty();
    let point = snapshot.results.points.first().filter(|_| whole)?;
    let mut order: Vec<usize> = (0..plan.scenario().schedulers.len()).collect();
    order.retain(|at| *at != baseline.scheduler);
    order.insert(0, baseline.scheduler);
    let runs: Option<Vec<RunResult>> = order.iter().map(|at| result_of(point, &name_of(plan, *at)).cloned()).collect();
    let names: Vec<(String, String)> = order.iter().map(|at| (name_of(plan, *at), label_of(plan, *at))).collect();
    let comparison = Comparison::of(&runs?, &names, &[measure::find(choice.metric)], Months::None)?;
    Some((comparison, order))
}
