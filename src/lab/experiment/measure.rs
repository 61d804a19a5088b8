//! The measures of a result. Figures, tables, claims, the page and the terminal use the list in this file. Models
//! [declare](crate::models::measure) their own measures.

mod defined;

use super::{GroupResult, RunResult};
use crate::metrics::blocks::Series;
use crate::metrics::job_times::JobByJob;
use crate::metrics::outages::OutageMeasures;
use crate::metrics::resources::ResourceMeasures;
use crate::metrics::users::Users;
use crate::models::measure::{CounterInfo, MeasureInfo, Reads};
use crate::models::{Policy, registry};
use crate::scenario::Scenario;
use crate::scheduler::facts::KILLED_JOBS;
use crate::words::number::Style;
use crate::words::{number, possessive};
use Better::{Higher, Lower, Neither};
use defined::{
    co_allocates, has_failures, has_gpus, has_memory, has_outages, has_users, is_log, job_by_job, kills, loads_links,
    measures_fairness, powered, reserves, undrained,
};
use std::sync::LazyLock;

pub use crate::models::measure::{Better, Column};

/// One measure of a result.
#[non_exhaustive]
#[derive(Clone, Copy, Debug)]
pub struct Measure {
    /// The measure's name in the results' JSON.
    pub key: &'static str,
    /// The measure's label.
    pub label: &'static str,
    /// The unit; empty if there is none.
    pub unit: &'static str,
    /// Number format of the values.
    pub style: Style,
    from: Origin,
    /// What is kept of a single run for this measure's interval.
    pub series: Option<Series>,
    /// Which of two values is better.
    pub better: Better,
    /// The help text, one sentence.
    pub help: &'static str,
    defined: fn(&Scenario) -> bool,
    /// The measure's column in tables of the terminal. A measure without a column appears in files only.
    pub column: Option<Column>,
}

/// The source of a measure's value and of the half width of its 95 % interval.
#[derive(Clone, Copy, Debug)]
enum Origin {
    /// Every run has this measure: functions for the value and the half width.
    Run(fn(&RunResult) -> f64, fn(&RunResult) -> Option<f64>),
    /// The measure is a counter or a group of a model.
    Model(Reads),
}

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

/// The run's group of this name.
pub(super) fn of_group<'a>(run: &'a RunResult, name: &str) -> Option<&'a GroupResult> {
    run.groups.iter().find(|group| group.group == name)
}

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

/// The most used measures of every run, in order of use.
const FIRST: &[Measure] = &[
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
const OTHERS: &[Measure] = &[
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

/// All measures: the most used measures first, then the measures of models, then the rarely used ones.
pub fn all() -> &'static [Measure] {
    static ALL: LazyLock<Vec<Measure>> = LazyLock::new(|| {
        let models = registry::current().measures().iter();
        let models = models.map(|own| Measure::of_model(own));
        let first = FIRST.iter().copied();
        first.chain(models).chain(OTHERS.iter().copied()).collect()
    });
    &ALL
}

/// The measures that are defined for a scenario.
pub fn of(scenario: &Scenario) -> impl Iterator<Item = &'static Measure> {
    all().iter().filter(move |own| own.is_defined(scenario))
}

/// True if a measure uses the group of jobs with this name.
pub(super) fn reads_group(name: &str) -> bool {
    all().iter().any(|own| match own.from {
        Origin::Model(Reads::Turnaround(_, group) | Reads::SubmittedTurnaround(_, group)) => group == name,
        _ => false,
    })
}

/// The measure with this name.
pub fn named(key: &str) -> Option<&'static Measure> {
    all().iter().find(|own| own.key == key)
}

/// The measure with this name; if there is none, the first measure.
pub fn find(key: &str) -> &'static Measure {
    named(key).unwrap_or(first())
}

/// The most used measure.
pub fn first() -> &'static Measure {
    &FIRST[0]
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

    /// A measure declared by a model.
    fn of_model(own: &MeasureInfo) -> Measure {
        Measure {
            key: own.key,
            label: own.label,
            unit: own.unit,
            style: own.style,
            from: Origin::Model(own.reads),
            series: None,
            better: own.better,
            help: own.help,
            defined: |_| true,
            column: own.column,
        }
    }

    /// The value; NaN if the run has none.
    pub fn value(&self, run: &RunResult) -> f64 {
        match self.from {
            Origin::Run(value, _) => value(run),
            Origin::Model(Reads::PerJob(counter)) => {
                let all = run.counters.get(counter.name);
                all.map_or(f64::NAN, |all| all as f64 / (run.jobs as f64).max(1.0))
            }
            Origin::Model(Reads::Mean { thousandths, of }) => {
                let sum = run.counters.get(thousandths.name);
                let count = run.counters.get(of.name).filter(|&count| count > 0);
                sum.zip(count).map_or(f64::NAN, |(sum, count)| sum as f64 / 1000.0 / count as f64)
            }
            Origin::Model(Reads::Turnaround(_, group)) => {
                of_group(run, group).map_or(f64::NAN, |own| own.mean_turnaround_s)
            }
            Origin::Model(Reads::SubmittedTurnaround(_, group)) => of_group(run, group)
                .map_or(f64::NAN, |own| own.submitted.map_or(own.mean_turnaround_s, |all| all.mean_turnaround_s)),
        }
    }

    /// Half width of the 95 % interval.
    pub fn ci95(&self, run: &RunResult) -> Option<f64> {
        match self.from {
            Origin::Run(_, ci95) => ci95(run).or_else(|| run.ci95.get(self.key).copied().flatten()),
            Origin::Model(Reads::PerJob(_) | Reads::Mean { .. }) => None,
            Origin::Model(Reads::Turnaround(_, group)) => of_group(run, group)?.turnaround_ci95_s,
            Origin::Model(Reads::SubmittedTurnaround(_, group)) => {
                let own = of_group(run, group)?;
                (own.submitted).map_or(own.turnaround_ci95_s, |all| all.turnaround_ci95_s)
            }
        }
    }

    /// The measure over all submitted jobs that corresponds to this measure over ended jobs; `None` if there is no such
    /// measure. The two differ if runs end before all jobs have ended.
    pub fn of_submitted(&self) -> Option<&'static Measure> {
        match self.from {
            _ if self.key == first().key => named("submitted_turnaround_s"),
            Origin::Model(Reads::Turnaround(_, group)) => all().iter().find(|own| match own.from {
                Origin::Model(Reads::SubmittedTurnaround(_, own)) => own == group,
                _ => false,
            }),
            _ => None,
        }
    }

    /// True if the scenario's results have this measure.
    fn is_defined(&self, scenario: &Scenario) -> bool {
        let counts = |policy: Policy, counter: &CounterInfo| {
            let mut counts = policy.info().counts.iter();
            counts.any(|own| own.name == counter.name)
        };
        match self.from {
            Origin::Run(..) => (self.defined)(scenario),
            Origin::Model(Reads::PerJob(counter) | Reads::Mean { thousandths: counter, .. }) => {
                let mut schedulers = scenario.schedulers.iter();
                schedulers.any(|own| counts(own.policy, counter))
            }
            Origin::Model(Reads::Turnaround(by, _)) => scenario.experiment.group_by == by,
            Origin::Model(Reads::SubmittedTurnaround(by, _)) => {
                scenario.experiment.group_by == by && undrained(scenario)
            }
        }
    }

    /// A value as text in its terminal column; all rows have the same number of decimals.
    pub fn in_column(&self, value: f64) -> String {
        let decimals = self.column.map_or(1, |column| column.decimals);
        match self.style {
            Style::Percent if value.is_finite() => {
                format!("{} %", number::fixed(100.0 * value, decimals))
            }
            Style::Rough => number::quantity(value, "", self.style),
            _ => number::fixed(value, decimals),
        }
    }

    /// Label and unit, for axes and columns.
    pub fn axis(&self) -> String {
        match self.unit {
            "" => self.label.to_owned(),
            unit => format!("{} [{unit}]", self.label),
        }
    }

    /// Label and unit of the difference from another scheduler: "Mean turnaround longer than EASY’s by \[s\]".
    pub fn difference_from(&self, other: &str) -> String {
        let whose = possessive(other);
        match self.unit {
            "" => format!("{} above {whose}", self.label),
            "s" => format!("{} longer than {whose} by [s]", self.label),
            unit => format!("{} above {whose} by [{unit}]", self.label),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn measures_are_found_by_name() {
        assert_eq!(find("utilisation").label, "Utilisation");
        assert_eq!(find("nonsense").key, "mean_turnaround_s");
        assert_eq!(find("mean_wait_s").axis(), "Mean wait [s]");
        for (queue, offered) in [("fpfs", false), ("easy", true), ("conservative", true)] {
            let scenario = Scenario::default().with("queue", &queue.into()).unwrap();
            assert_eq!(of(&scenario).any(|own| own.key == "missed_share"), offered);
        }
        for (model, policy, missing) in [
            ("dynamic", "first-fit", &[][..]),
            ("wan", "first-fit", &["link_utilisation", "max_link_saturation"]),
            ("cluster", "grid-random", &["co_allocated_share", "mean_penalty"]),
        ] {
            let text = format!(r#"{{"network": {{"model": "{model}"}}, "schedulers": ["{policy}"]}}"#);
            let scenario = Scenario::from_json(&text).unwrap();
            let there = |key: &str| of(&scenario).any(|own| own.key == key);
            for key in ["link_utilisation", "max_link_saturation", "co_allocated_share", "mean_penalty"] {
                assert_eq!(there(key), !missing.contains(&key), "{key} under {model}");
            }
        }
    }
}
