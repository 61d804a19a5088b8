//! The list of the measures of every run.

use super::defined::{
    co_allocates, has_failures, has_gpus, has_memory, has_outages, has_users, is_log, job_by_job, kills, loads_links,
    measures_fairness, powered, reserves, undrained,
};
use super::{Better, Column, Measure, Origin};
use crate::experiment::RunResult;
use crate::metrics::blocks::Series;
use crate::metrics::job_times::JobByJob;
use crate::metrics::outages::OutageMeasures;
use crate::metrics::resources::ResourceMeasures;
use crate::metrics::users::Users;
use crate::scenario::Scenario;
use crate::scheduler::facts::KILLED_JOBS;
use crate::words::number::Style;
use Better::{Higher, Lower, Neither};

const fn measure(
    key: &'static str,
    (label, unit, style, better): (&'static str, &'static str, Style, Better),
    value: fn(&RunResult) -> f64,
    ci95: fn(&RunResult) -> Option<f64>,
    help: &'static str,
) -> Measure {
    Measure {
        key,
        label,
        unit,
        style,
        from: Origin::Run(value, ci95),
        better,
        help,
        defined: |_| true,
        column: None,
        series: None,
    }
}

const NONE: fn(&RunResult) -> Option<f64> = |_| None;

/// A measure of how users are treated; NaN if the jobs have no users.
fn of_users(run: &RunResult, value: fn(&Users) -> f64) -> f64 {
    run.users.as_ref().map_or(f64::NAN, value)
}

/// A measure of memory and GPUs; NaN if clusters have none.
fn of_resources(run: &RunResult, value: fn(&ResourceMeasures) -> Option<f64>) -> f64 {
    run.resources.as_ref().and_then(value).unwrap_or(f64::NAN)
}

/// A measure of outages; NaN if the run has none.
fn of_outages(run: &RunResult, value: fn(&OutageMeasures) -> f64) -> f64 {
    run.outages.as_ref().map_or(f64::NAN, value)
}

fn jobs_paired(run: &RunResult) -> Option<&JobByJob> {
    run.paired.as_ref()?.jobs.as_ref()
}

impl Measure {
    const fn when(self, defined: fn(&Scenario) -> bool) -> Measure {
        Measure { defined, ..self }
    }

    const fn over(self, series: Series) -> Measure {
        Measure { series: Some(series), ..self }
    }

    const fn column(self, head: &'static str, decimals: usize) -> Measure {
        self.column_of(head, decimals, false)
    }

    const fn column_with_interval(self, head: &'static str, decimals: usize) -> Measure {
        self.column_of(head, decimals, true)
    }

    const fn column_of(self, head: &'static str, decimals: usize, interval: bool) -> Measure {
        let column = Column { head, decimals, interval };
        Measure { column: Some(column), ..self }
    }
}

/// The most used measures of every run, in order of use.
pub(super) const FIRST: &[Measure] = &[
    measure(
        "mean_turnaround_s",
        ("Mean turnaround", "s", Style::Plain, Lower),
        |r| r.mean_turnaround_s,
        |r| r.turnaround_ci95_s,
        "From arrival to end.",
    )
    .over(Series::Turnaround)
    .column_with_interval("turnaround", 1),
    measure(
        "submitted_turnaround_s",
        ("Mean turnaround, unfinished too", "s", Style::Plain, Lower),
        |r| r.submitted.map_or(r.mean_turnaround_s, |all| all.mean_turnaround_s),
        |r| r.submitted.map_or(r.turnaround_ci95_s, |all| all.turnaround_ci95_s),
        "Of all submitted jobs; those that had not ended when the run did count until then.",
    )
    .when(undrained)
    .column("unfinished too", 1),
    measure(
        "unfinished_jobs",
        ("Unfinished jobs", "jobs", Style::Plain, Lower),
        |r| r.submitted.map_or(0.0, |all| all.unfinished_jobs as f64),
        NONE,
        "Submitted jobs that had not ended when the run did.",
    )
    .when(undrained)
    .column("unfinished", 0),
    measure(
        "mean_turnaround_difference_s",
        ("Mean turnaround less the first scheduler's", "s", Style::Plain, Lower),
        |r| r.paired.as_ref().map_or(f64::NAN, |own| own.mean_turnaround_difference_s),
        |r| r.paired.as_ref()?.difference_ci95_s,
        "On the same jobs, replication by replication.",
    )
    .when(job_by_job)
    .column_with_interval("less first", 1),
];

/// The less used measures of every run.
pub(super) const OTHERS: &[Measure] = &[
    measure(
        "jobs_ahead_share",
        ("Jobs ahead of the first scheduler", "", Style::Percent, Higher),
        |r| jobs_paired(r).map_or(f64::NAN, |jobs| jobs.ahead_share),
        |r| jobs_paired(r)?.ahead_share_ci95,
        "Those that end earlier than the same jobs under the first scheduler.",
    )
    .when(job_by_job)
    .column("ahead", 1),
    measure(
        "jobs_behind_share",
        ("Jobs behind the first scheduler", "", Style::Percent, Lower),
        |r| jobs_paired(r).map_or(f64::NAN, |jobs| jobs.behind_share),
        NONE,
        "Those that end later than the same jobs under the first scheduler.",
    )
    .when(job_by_job)
    .column("behind", 1),
    measure(
        "mean_wait_s",
        ("Mean wait", "s", Style::Plain, Lower),
        |r| r.mean_wait_s,
        |r| r.wait_ci95_s,
        "From arrival to start.",
    )
    .over(Series::Wait)
    .column("wait", 1),
    measure(
        "mean_slowdown",
        ("Mean slowdown", "", Style::Plain, Lower),
        |r| r.mean_slowdown,
        |r| r.slowdown_ci95,
        "Turnaround over run time at speed 1.",
    )
    .over(Series::Slowdown)
    .column("slowdown", 2),
    measure(
        "mean_bounded_slowdown",
        ("Mean bounded slowdown", "", Style::Plain, Lower),
        |r| r.mean_bounded_slowdown,
        |r| r.bounded_slowdown_ci95,
        "Slowdown with run times below τ counted as τ (experiment.slowdown_bound_s, 10 s by default), at least 1.",
    )
    .over(Series::BoundedSlowdown),
    measure(
        "turnaround_p50_s",
        ("Median turnaround", "s", Style::Rough, Lower),
        |r| r.turnaround_quantiles_s.p50,
        NONE,
        "Half of the jobs took less.",
    )
    .over(Series::TurnaroundP50),
    measure(
        "turnaround_p95_s",
        ("95 % quantile of turnaround", "s", Style::Rough, Lower),
        |r| r.turnaround_quantiles_s.p95,
        NONE,
        "One job in twenty took longer.",
    )
    .over(Series::TurnaroundP95),
    measure(
        "wait_p95_s",
        ("95 % quantile of wait", "s", Style::Rough, Lower),
        |r| r.wait_quantiles_s.p95,
        NONE,
        "One job in twenty waited longer.",
    )
    .over(Series::WaitP95),
    measure(
        "bounded_slowdown_p95",
        ("95 % quantile of bounded slowdown", "", Style::Rough, Lower),
        |r| r.bounded_slowdown_quantiles.p95,
        NONE,
        "One job in twenty was slowed down more.",
    )
    .over(Series::BoundedSlowdownP95),
    measure(
        "co_allocated_share",
        ("Co-allocated share", "", Style::Percent, Neither),
        |r| r.co_allocated_share,
        NONE,
        "Jobs that ran on more than one cluster.",
    )
    .when(co_allocates)
    .column("co-alloc", 1),
    measure(
        "mean_penalty",
        ("Mean co-allocation penalty", "", Style::Plain, Lower),
        |r| r.mean_penalty,
        NONE,
        "Time on the nodes over dedicated run time there, of co-allocated jobs.",
    )
    .when(co_allocates)
    .column("penalty", 3),
    measure(
        "mean_network_slowdown",
        ("Mean slowdown by the network", "", Style::Plain, Lower),
        |r| r.mean_network_slowdown.unwrap_or(f64::NAN),
        NONE,
        "Time on the nodes over dedicated run time there, of all jobs, which share the network of their cluster.",
    )
    .when(|scenario| !co_allocates(scenario))
    .column("slowed", 3),
    measure(
        "mean_eligible_wait_s",
        ("Mean eligible wait", "s", Style::Plain, Lower),
        |r| r.mean_eligible_wait_s.unwrap_or(f64::NAN),
        NONE,
        "Wait from the time at which a job could start, when the jobs that it depends on had ended; of all jobs.",
    )
    .when(is_log),
    measure(
        "missed_share",
        ("Missed reservations", "", Style::Percent, Lower),
        |r| r.reservations.map_or(f64::NAN, |kept| kept.missed_share),
        NONE,
        "Of the jobs with a reservation, those that started later than they were promised first.",
    )
    .when(reserves)
    .column("missed", 1),
    measure(
        "mean_lateness_s",
        ("Mean lateness", "s", Style::Plain, Lower),
        |r| r.reservations.map_or(f64::NAN, |kept| kept.mean_lateness_s),
        NONE,
        "By how much missed reservations were missed.",
    )
    .when(reserves)
    .column("late", 1),
    measure(
        "unfair_share",
        ("Unfairly treated jobs", "", Style::Percent, Lower),
        |r| r.unfairness.map_or(f64::NAN, |own| own.missed_share),
        NONE,
        "Of all jobs, those that start later than in a run in order of arrival with conservative backfilling and exact estimates.",
    )
    .when(measures_fairness)
    .column("unfair", 1),
    measure(
        "mean_unfairness_s",
        ("Mean unfairness", "s", Style::Plain, Lower),
        |r| r.unfairness.map_or(f64::NAN, |own| own.missed_share * own.mean_lateness_s),
        NONE,
        "By how much jobs start later than would be fair, mean over all jobs.",
    )
    .when(measures_fairness)
    .column("by", 1),
    measure(
        "killed_share",
        ("Killed jobs", "", Style::Percent, Lower),
        |r| (r.counters.get(KILLED_JOBS)).map_or(f64::NAN, |killed| killed as f64 / (r.jobs as f64).max(1.0)),
        NONE,
        "Of all jobs, those that were killed because they outlived their estimates.",
    )
    .when(kills)
    .column("killed", 1),
    measure(
        "utilisation",
        ("Utilisation", "", Style::Percent, Higher),
        |r| r.utilisation,
        NONE,
        "Node-seconds used of those there were.",
    )
    .over(Series::Utilisation)
    .column("used", 1),
    measure(
        "makespan_s",
        ("Makespan", "s", Style::Plain, Lower),
        |r| r.makespan_s,
        NONE,
        "From the first submission to the last end.",
    ),
    measure(
        "loss_of_capacity",
        ("Loss of capacity", "", Style::Percent, Lower),
        |r| r.loss_of_capacity,
        NONE,
        "Node-seconds that are idle while jobs wait, of those there were.",
    ),
    measure(
        "energy_kwh",
        ("Energy", "kWh", Style::Plain, Lower),
        |r| r.energy_kwh.unwrap_or(f64::NAN),
        NONE,
        "Energy of idle and busy nodes in kWh, until the last end.",
    )
    .when(powered)
    .column("energy", 1),
    measure(
        "memory_utilisation",
        ("Memory in use", "", Style::Percent, Neither),
        |r| of_resources(r, |own| own.memory_utilisation),
        NONE,
        "Memory that running jobs asked for, of the nodes' memory, over the run.",
    )
    .when(has_memory)
    .column("memory", 1),
    measure(
        "gpu_utilisation",
        ("GPUs in use", "", Style::Percent, Neither),
        |r| of_resources(r, |own| own.gpu_utilisation),
        NONE,
        "GPUs that running jobs asked for, of the nodes' GPUs, over the run.",
    )
    .when(has_gpus)
    .column("GPUs", 1),
    measure(
        "availability",
        ("Availability", "", Style::Percent, Higher),
        |r| of_outages(r, |own| own.availability),
        NONE,
        "Node-seconds that are not out, of those there were.",
    )
    .when(has_outages)
    .column("available", 2),
    measure(
        "lost_node_h",
        ("Lost work", "node h", Style::Plain, Lower),
        |r| of_outages(r, |own| own.lost_node_h),
        NONE,
        "Time on the nodes of runs that a failure ended; with checkpoints, since the last one. Mean over replications.",
    )
    .when(has_failures)
    .column("lost", 1),
    measure(
        "requeues",
        ("Requeues", "", Style::Plain, Lower),
        |r| of_outages(r, |own| own.requeues),
        NONE,
        "Number of times that a failure ended a job that then waited again. Mean over replications.",
    )
    .when(has_failures)
    .column("requeued", 1),
    measure(
        "lost_jobs",
        ("Lost jobs", "jobs", Style::Plain, Lower),
        |r| of_outages(r, |own| own.lost_jobs),
        NONE,
        "Jobs that a failure ended for good. Mean over replications.",
    )
    .when(has_failures),
    measure(
        "users_mean_wait_s",
        ("Mean wait of users", "s", Style::Plain, Lower),
        |r| of_users(r, |own| own.mean_wait_s),
        NONE,
        "Mean over the users of their mean waits: each user counts the same.",
    )
    .when(has_users),
    measure(
        "users_mean_bounded_slowdown",
        ("Mean bounded slowdown of users", "", Style::Plain, Lower),
        |r| of_users(r, |own| own.mean_bounded_slowdown),
        NONE,
        "Mean over the users of their mean bounded slowdowns: each user counts the same.",
    )
    .when(has_users),
    measure(
        "users_jain_wait",
        ("Fairness between users, wait", "", Style::Plain, Higher),
        |r| of_users(r, |own| own.jain_wait),
        NONE,
        "Jain's index of the users' mean waits: 1 if all are equal, 1/n if only one of n users waits.",
    )
    .when(has_users),
    measure(
        "users_jain_slowdown",
        ("Fairness between users, slowdown", "", Style::Plain, Higher),
        |r| of_users(r, |own| own.jain_slowdown),
        NONE,
        "Jain's index of the users' mean bounded slowdowns: 1 if all are equal.",
    )
    .when(has_users),
    measure(
        "users_jain_slowdown_by_work",
        ("Fairness between users, by work", "", Style::Plain, Higher),
        |r| of_users(r, |own| own.jain_slowdown_by_work),
        NONE,
        "Jain's index of the users' mean bounded slowdowns, each user weighted by work (nodes × run time).",
    )
    .when(has_users),
    measure(
        "users_worst_slowdown",
        ("Slowdown of the worst-treated user", "", Style::Plain, Lower),
        |r| of_users(r, |own| own.worst.mean_bounded_slowdown),
        NONE,
        "Largest mean bounded slowdown of a user.",
    )
    .when(has_users),
    measure(
        "link_utilisation",
        ("Mean link utilisation", "", Style::Percent, Neither),
        |r| r.link_utilisation.iter().sum::<f64>() / r.link_utilisation.len() as f64,
        NONE,
        "Bits sent of those the links could carry, mean over the links.",
    )
    .when(loads_links),
    measure(
        "max_link_saturation",
        ("Largest link saturation", "", Style::Percent, Lower),
        |r| r.max_link_saturation,
        NONE,
        "Most that was ever asked of a link over what it can carry.",
    )
    .when(loads_links)
    .column("link max", 1),
    measure(
        "mean_queue_length",
        ("Mean queue length", "jobs", Style::Plain, Lower),
        |r| r.mean_queue_length,
        NONE,
        "Waiting jobs, averaged over time.",
    )
    .over(Series::Waiting),
    measure(
        "offered_load",
        ("Offered load", "", Style::Percent, Neither),
        |r| r.offered_load,
        NONE,
        "Work that arrives over what all nodes can do.",
    ),
];
