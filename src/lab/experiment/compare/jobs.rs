//! Two runs with the same jobs, compared job by job: how many gain and lose, and which groups of jobs.

use super::groups::{DAY_S, Grouping, Months, groupings};
use super::pair::{Pair, PerJob, per_job};
use crate::experiment::against::independent;
use crate::experiment::measure::Measure;
use crate::experiment::{RunResult, are_of_the_same_jobs};
use crate::metrics::job_times::JobTime;
use serde::Serialize;

/// An hour \[s\].
const HOUR_S: f64 = 3600.0;

/// Two runs compared job by job, over all replications.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Jobs {
    /// The measure that is compared.
    pub measure: &'static str,
    /// Number of jobs measured under both schedulers.
    pub jobs: u64,
    /// Share of jobs with a smaller value than under the first scheduler.
    pub gain_share: f64,
    /// Share of jobs with a larger value than under the first scheduler.
    pub lose_share: f64,
    /// Share of jobs that wait over an hour longer than under the first scheduler.
    pub hour_later_share: f64,
    /// Share of jobs that wait over a day longer.
    pub day_later_share: f64,
    /// The job whose wait grows most; null if none waits longer.
    pub worst: Option<Hit>,
    /// Groups of jobs.
    pub by: Vec<Grouping>,
}

/// A job that waits longer than under the first scheduler.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Hit {
    /// Number of the job in order of arrival.
    pub job: u64,
    /// Replication, from 1.
    pub replication: u32,
    /// Wait under the other scheduler minus the wait under the first one \[s\].
    pub later_s: f64,
}

impl Jobs {
    /// Compares two runs by a measure over single jobs; by turnaround if `by` is `None`. `None` if no job is kept in both
    /// runs, or a run is unstable.
    pub(super) fn of(
        own: &RunResult,
        first: &RunResult,
        by: Option<(&'static Measure, PerJob)>,
        months: Months,
    ) -> Option<Jobs> {
        let (measure, value) = match by {
            Some((measure, value)) => (measure.key, value),
            None => ("mean_turnaround_s", per_job("mean_turnaround_s")?),
        };
        if own.unstable || first.unstable {
            return None;
        }
        let each = own.each.iter().zip(&first.each);
        let each = each.filter_map(|(own, first)| Some((own.as_deref()?, first.as_deref()?)));
        let each = independent(each.filter(|(own, first)| are_of_the_same_jobs(own, first)));
        let pairs: Vec<Vec<Pair<'_>>> =
            each.iter().map(|(own, first)| paired(&own.job_times, &first.job_times)).collect();
        let all = || pairs.iter().flatten();
        let count = all().count() as u64;
        if count == 0 {
            return None;
        }
        let share = |of: &dyn Fn(&Pair<'_>) -> bool| all().filter(|pair| of(pair)).count() as f64 / count as f64;
        let later = |(own, first): &Pair<'_>| own.wait_s - first.wait_s;
        let hits = pairs.iter().zip(1..).flat_map(|(pairs, replication)| {
            let hit = move |pair: &Pair<'_>| Hit { job: pair.0.id, replication, later_s: later(pair) };
            pairs.iter().map(hit)
        });
        let worst = hits.max_by(|a, b| a.later_s.total_cmp(&b.later_s).then(b.job.cmp(&a.job)));
        Some(Jobs {
            measure,
            jobs: count,
            gain_share: share(&|(own, first)| value(own) < value(first)),
            lose_share: share(&|(own, first)| value(own) > value(first)),
            hour_later_share: share(&|pair| later(pair) > HOUR_S),
            day_later_share: share(&|pair| later(pair) > DAY_S),
            worst: worst.filter(|own| own.later_s > 0.0),
            by: groupings(&pairs, value, months),
        })
    }
}

/// The jobs that are measured in both runs. Both lists are sorted by job.
fn paired<'r>(own: &'r [JobTime], first: &'r [JobTime]) -> Vec<Pair<'r>> {
    let mut others = first.iter().peekable();
    let mut pairs = Vec::with_capacity(own.len().min(first.len()));
    for job in own {
        while others.next_if(|other| other.id < job.id).is_some() {}
        pairs.extend(others.next_if(|other| other.id == job.id).map(|other| (job, other)));
    }
    pairs
}
