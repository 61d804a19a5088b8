//! Rules that a swept number can break; they are applied at every corner of the sweeps.

use super::findings::Findings;
use super::{grid_rules, link_rules, platform_rules, scheduler_rules, workload_rules};
use crate::base::problem::Problem;
use crate::scenario::Scenario;
use crate::scenario::experiment::{Detail, FairStarts, MOST_FAIR_JOBS, MOST_KEPT_JOBS};
use crate::words::number::exact;

/// Applies all of these rules to a scenario at one of `points` points.
pub(in crate::scenario) fn check_point(scenario: &Scenario, points: u64, findings: &mut Findings) {
    kept_jobs_are_bounded(scenario, points, findings);
    fair_starts_are_bounded(scenario, findings);
    platform_rules::check(scenario, findings);
    platform_rules::policies_know_the_platform(scenario, findings);
    link_rules::check(scenario, findings);
    link_rules::policies_bear_changes(scenario, findings);
    workload_rules::check(&scenario.workload, findings);
    workload_rules::groups_are_known(scenario, findings);
    workload_rules::platform_suits(scenario, findings);
    scheduler_rules::settings_agree(scenario, findings);
    grid_rules::check(scenario, findings);
}

/// Results of single jobs are kept only if all runs together have few jobs.
pub(in crate::scenario) fn kept_jobs_are_bounded(scenario: &Scenario, points: u64, findings: &mut Findings) {
    let own = &scenario.experiment;
    let runs = points * scenario.schedulers.len() as u64 * u64::from(own.replications);
    let jobs = scenario.arrivals(u64::MAX);
    let jobs = jobs.min(own.completions.unwrap_or(u64::MAX));
    if own.detail == Detail::Jobs && runs.saturating_mul(jobs) > MOST_KEPT_JOBS {
        findings.add(|| {
            let each = match jobs {
                u64::MAX => "all jobs of a log".to_owned(),
                jobs => format!("{} jobs", exact(jobs as f64)),
            };
            Problem::new(
                "experiment.detail",
                format!("is \"jobs\", which would keep {each} of each of {} runs", exact(runs as f64)),
                format!("at most {} jobs of all runs together", exact(MOST_KEPT_JOBS as f64)),
                "Take fewer jobs or runs, give workload.max_jobs for a log, or keep \"means\" only",
            )
        });
    }
}

/// A run with fair starts keeps the start of each job.
fn fair_starts_are_bounded(scenario: &Scenario, findings: &mut Findings) {
    let jobs = scenario.arrivals(0).min(scenario.experiment.completions.unwrap_or(u64::MAX));
    if scenario.experiment.fair_starts != FairStarts::None && jobs > MOST_FAIR_JOBS {
        findings.add(|| {
            Problem::new(
                "experiment.fair_starts",
                format!("is \"conservative\", which would keep the starts of {} jobs", exact(jobs as f64)),
                format!("at most {} jobs a run", exact(MOST_FAIR_JOBS as f64)),
                "Take fewer jobs, or leave fair starts out",
            )
        });
    }
}
