//! A queue order as a formula.

use super::language::{Formula, MOST_CHARACTERS};
use super::names::{self, ORDER};
use super::settings::MOST_CONSTANTS;
use crate::base::problem::Problem;
use crate::models::{Given, OrderInfo};
use crate::parameter::declare::parameters;
use crate::parameter::{Constants, Example, Kind, When};
use crate::scheduler::order::{BLOCK, Moment, Order, Rule};
use crate::workload::Job;

const READ: &[When] = &[When::policy_reads("queue"), When::ORDER_READS];

/// Example formulas; those from the literature have their usual names.
pub(super) const EXAMPLES: &[Example] = &[
    Example::new("SJF", "r"),
    Example::new("SAF", "area"),
    Example::new("WFP3", "-pow(w / r, 3) * n"),
    Example::new("F1", "log10(r) * n + 870 * log10(max(s, 1))"),
    Example::new("Largest slowdown", "-(w + r) / r"),
    Example { constants: &[("a", 1.0)], ..Example::new("SJF with ageing", "r - a * w") },
];

parameters! {
    /// The sort key of the order.
    OrderSettings at "queue." {
        /// The job with the smallest value goes first. Home counts from 1, home_cluster in tables from 0.
        priority: String = "s".to_owned(), "Priority", Kind::Formula { names: ORDER, max: MOST_CHARACTERS, examples: EXAMPLES }, when READ;
        /// Free constants of the priority, each of which can be swept.
        constants: Constants = Constants::default(), "Constants of the priority", Kind::Constants { max: MOST_CONSTANTS }, when READ;
    }
}

/// Keys from a formula.
struct ByFormula(Formula);

impl Rule for ByFormula {
    fn key(&self, job: &Job, at: &Moment<'_>) -> f64 {
        self.0.value(&names::of_job(job, at.now_s, at.first_s))
    }

    fn keys(&self, jobs: &[Job], at: &Moment<'_>, keys: &mut [f64]) {
        let mut columns = [[0.0; BLOCK]; ORDER.len()];
        for (row, job) in jobs.iter().enumerate() {
            let inputs = names::of_job(job, at.now_s, at.first_s);
            for (column, input) in columns.iter_mut().zip(inputs) {
                column[row] = input;
            }
        }
        let values = self.0.values(&columns);
        keys.copy_from_slice(&values[..keys.len()]);
    }

    fn varies(&self) -> bool {
        self.0.reads("w") || self.0.reads("t")
    }
}

/// The order by formula: the smallest value goes first.
pub static FORMULA: OrderInfo = OrderInfo {
    settings: &["priority", "constants"],
    check,
    ..OrderInfo::by_estimates(
        [
            "formula",
            "Formula",
            "Smallest value first of a formula of yours; what reads the wait or the time changes while jobs wait.",
        ],
        |given, _| {
            let own: OrderSettings = given.of();
            let priority = names::priority(&own.priority, &own.constants);
            let priority = priority.map_err(|mistake| mistake.problem("queue.priority"))?;
            Ok(Order::by(ByFormula(priority)))
        },
    )
};

/// Problems of the formula and its constants.
fn check(own: &Given, place: &str) -> Vec<Problem> {
    let own: OrderSettings = own.of();
    let read = names::priority(&own.priority, &own.constants);
    names::problems(&own.constants, ORDER, read, place, "priority")
}
