//! Orders of the queue as functions of a job's estimate, size and submission: D. Carastan-Santos and R. Y. de Camargo,
//! "Obtaining Dynamic Scheduling Policies with Simulation and Machine Learning", SC '17, doi 10.1145/3126908.3126955.
//!
//! F1 to F4 (the paper's table 3) are the result of a regression on simulated schedules. The paper compares them with
//! WFP3 and UNICEF, from W. Tang et al., "Fault-aware, utility-based job scheduling on Blue Gene/P systems",
//! Cluster 2009. The job with the smallest value goes first. For a job, r is the estimate \[s\], n the number of nodes, w the
//! time it has waited \[s\], and s its submission time \[s\], counted from the first submission of the run and at least
//! 1 in a logarithm. UNICEF divides by the logarithm of n. For one node this would be zero, so one node counts as two.

use super::model::Model;
use super::order::OrderInfo;
use crate::base::maths::{log2, log10};
use crate::base::problem::Problem;
use crate::scheduler::order::{Moment, Order, Rule};
use crate::workload::Job;

/// The function that computes the sort key of a job. `varies` is true if the key changes while the job waits.
struct Function<Key> {
    key: Key,
    varies: bool,
}

impl<Key: Fn(&Job, &Moment<'_>) -> f64> Rule for Function<Key> {
    fn key(&self, job: &Job, at: &Moment<'_>) -> f64 {
        (self.key)(job, at)
    }

    fn varies(&self) -> bool {
        self.varies
    }
}

/// Logarithm to base 10 of the submission time s of a job.
fn log_submission(job: &Job, at: &Moment<'_>) -> f64 {
    log10(at.submitted_s(job).max(1.0))
}

fn nodes(job: &Job) -> f64 {
    f64::from(job.nodes)
}

/// F1: log₁₀ r · n + 870 log₁₀ s, with the letters of the module's description.
fn f1(job: &Job, at: &Moment<'_>) -> f64 {
    log10(job.estimate_s) * nodes(job) + 870.0 * log_submission(job, at)
}

/// F2: √r · n + 25 600 log₁₀ s.
fn f2(job: &Job, at: &Moment<'_>) -> f64 {
    job.estimate_s.sqrt() * nodes(job) + 25_600.0 * log_submission(job, at)
}

/// F3: r · n + 6 860 000 log₁₀ s.
fn f3(job: &Job, at: &Moment<'_>) -> f64 {
    job.estimate_s * nodes(job) + 6_860_000.0 * log_submission(job, at)
}

/// F4: r · √n + 530 000 log₁₀ s.
fn f4(job: &Job, at: &Moment<'_>) -> f64 {
    job.estimate_s * nodes(job).sqrt() + 530_000.0 * log_submission(job, at)
}

/// WFP3: −(w/r)³ n.
fn wfp3(job: &Job, at: &Moment<'_>) -> f64 {
    let ratio = at.waited_s(job) / job.estimate_s;
    -(ratio * ratio * ratio) * nodes(job)
}

/// UNICEF: −w / (log₂ n · r).
fn unicef(job: &Job, at: &Moment<'_>) -> f64 {
    -at.waited_s(job) / (log2(nodes(job).max(2.0)) * job.estimate_s)
}

fn by(key: impl Fn(&Job, &Moment<'_>) -> f64 + 'static, varies: bool) -> Result<Order, Problem> {
    Ok(Order::by(Function { key, varies }))
}

static F1: OrderInfo = OrderInfo::by_estimates(
    [
        "f1",
        "F1",
        "Smallest log₁₀(estimate) · nodes + 870 log₁₀(submission) first (Carastan-Santos and de Camargo 2017).",
    ],
    |_, _| by(f1, false),
);

static F2: OrderInfo = OrderInfo::by_estimates(
    ["f2", "F2", "Smallest √estimate · nodes + 25 600 log₁₀(submission) first (Carastan-Santos and de Camargo 2017)."],
    |_, _| by(f2, false),
);

static F3: OrderInfo = OrderInfo::by_estimates(
    [
        "f3",
        "F3",
        "Smallest estimate · nodes + 6 860 000 log₁₀(submission) first (Carastan-Santos and de Camargo 2017).",
    ],
    |_, _| by(f3, false),
);

static F4: OrderInfo = OrderInfo::by_estimates(
    ["f4", "F4", "Smallest estimate · √nodes + 530 000 log₁₀(submission) first (Carastan-Santos and de Camargo 2017)."],
    |_, _| by(f4, false),
);

static WFP3: OrderInfo = OrderInfo::by_estimates(
    ["wfp3", "WFP3", "Largest (wait / estimate)³ · nodes first, which changes while jobs wait (Tang et al. 2009)."],
    |_, _| by(wfp3, true),
);

static UNICEF: OrderInfo = OrderInfo::by_estimates(
    [
        "unicef",
        "UNICEF",
        "Largest wait / (log₂(nodes) · estimate) first, which changes while jobs wait (Tang et al. 2009).",
    ],
    |_, _| by(unicef, true),
);

/// The model: queue orders only.
pub const MODEL: Model = Model { name: "carastan2017", orders: &[&WFP3, &UNICEF, &F1, &F2, &F3, &F4], ..Model::NEW };

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scheduler::order::Usage;

    /// A job of 100 s on 16 nodes. It was submitted 1000 s after the first job and has waited 200 s.
    #[test]
    fn functions_by_hand() {
        let job = Job { arrival_s: 1500.0, estimate_s: 100.0, nodes: 16, ..Job::default() };
        let usage = Usage::NONE;
        let at = Moment { now_s: 1700.0, first_s: 500.0, usage: &usage };
        assert_eq!(f1(&job, &at), 2.0 * 16.0 + 870.0 * 3.0);
        assert_eq!(f2(&job, &at), 10.0 * 16.0 + 25_600.0 * 3.0);
        assert_eq!(f3(&job, &at), 1600.0 + 6_860_000.0 * 3.0);
        assert_eq!(f4(&job, &at), 400.0 + 530_000.0 * 3.0);
        assert_eq!(wfp3(&job, &at), -8.0 * 16.0);
        assert_eq!(unicef(&job, &at), -200.0 / 400.0);
        // The first job of a run, on one node.
        let first = Job { arrival_s: 500.0, nodes: 1, ..job };
        assert_eq!(f1(&first, &at), 2.0);
        assert_eq!(unicef(&first, &at), -1200.0 / 100.0);
    }
}
