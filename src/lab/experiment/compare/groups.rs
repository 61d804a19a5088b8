//! Groups of jobs of two runs: by the size of the jobs, by users with small and large jobs, by month.

use super::pair::{Pair, PerJob};
use crate::experiment::against::difference;
use crate::logs::Clock;
use crate::metrics::blocks::interval_of_jobs;
use crate::metrics::confidence::Estimate;
use crate::words::number::{count, plain};
use serde::Serialize;
use std::collections::BTreeMap;

/// Days of a period, if a log has no calendar.
const PERIOD_DAYS: u64 = 30;
/// A day \[s\].
pub(super) const DAY_S: f64 = 86_400.0;

/// The periods of time in which jobs are grouped.
#[derive(Clone, Copy, Debug)]
pub enum Months<'c> {
    /// None.
    None,
    /// Periods of 30 days.
    Days,
    /// Months of a log's clock; the first job is submitted at this time of the log \[s\].
    Calendar(&'c Clock, f64),
}

/// All jobs, divided into groups.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Grouping {
    /// The property that jobs of a group have in common: users, sizes, months.
    pub by: &'static str,
    /// The groups with jobs, in order.
    pub groups: Vec<Group>,
}

/// A group of jobs under two schedulers.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Group {
    /// Name of the group.
    pub name: String,
    /// Number of its jobs, over all replications.
    pub jobs: u64,
    /// Mean under the first scheduler.
    pub first: f64,
    /// Mean under the other scheduler.
    pub other: f64,
    /// The other mean minus the first one; null if it has no interval.
    pub difference: Option<f64>,
    /// Half width of the 95 % interval of the difference; null if there is none.
    pub difference_ci95: Option<f64>,
    /// Share of jobs with a smaller value than under the first scheduler.
    pub gain_share: f64,
    /// Share of jobs with a larger value.
    pub lose_share: f64,
}

/// The groupings in which there is more than one group. `pairs` are the jobs of each replication.
pub(super) fn groupings(pairs: &[Vec<Pair<'_>>], value: PerJob, months: Months) -> Vec<Grouping> {
    let mut all = Vec::new();
    if let Some(thirds) = Thirds::of(pairs) {
        all.push(grouping("users", pairs, value, |pair| thirds.of_user(pair.0.user), |own| thirds.name(own)));
    }
    all.push(grouping("sizes", pairs, value, |pair| class(pair.0.nodes), size_name));
    match months {
        Months::None => {}
        Months::Days => {
            let period = |(own, _): &Pair<'_>| (own.arrival_s / DAY_S) as u64 / PERIOD_DAYS;
            let name = |own: u64| format!("days {}–{}", own * PERIOD_DAYS + 1, (own + 1) * PERIOD_DAYS);
            all.push(grouping("months", pairs, value, period, name));
        }
        Months::Calendar(clock, from_s) => {
            let month = |(own, _): &Pair<'_>| clock.month(from_s + own.arrival_s);
            all.push(grouping("months", pairs, value, month, |own| format!("{}-{:02}", own / 12, own % 12 + 1)));
        }
    }
    all.retain(|own| own.groups.len() > 1);
    all
}

/// Divides the jobs by a key.
fn grouping(
    by: &'static str,
    pairs: &[Vec<Pair<'_>>],
    value: PerJob,
    key: impl Fn(&Pair<'_>) -> u64,
    name: impl Fn(u64) -> String,
) -> Grouping {
    let mut groups: BTreeMap<u64, Vec<Vec<(f64, f64)>>> = BTreeMap::new();
    for (replication, jobs) in pairs.iter().enumerate() {
        for pair in jobs {
            let group = groups.entry(key(pair)).or_insert_with(|| vec![Vec::new(); pairs.len()]);
            if let Some(own) = group.get_mut(replication) {
                own.push((value(pair.0), value(pair.1)));
            }
        }
    }
    let groups = groups.iter().map(|(key, values)| Group::of(name(*key), values));
    Grouping { by, groups: groups.collect() }
}

impl Group {
    /// A group with these values, own and first, of its jobs in order of submission, for each replication. The
    /// difference is that of all jobs in a single run, and the mean difference of several replications.
    fn of(name: String, values: &[Vec<(f64, f64)>]) -> Group {
        let runs: Vec<&Vec<(f64, f64)>> = values.iter().filter(|own| !own.is_empty()).collect();
        let jobs: usize = runs.iter().map(|own| own.len()).sum();
        let mean = |run: &[(f64, f64)], of: fn(&(f64, f64)) -> f64| run.iter().map(of).sum::<f64>() / run.len() as f64;
        let over = |of: fn(&(f64, f64)) -> f64| runs.iter().map(|run| mean(run, of)).sum::<f64>() / runs.len() as f64;
        let (other, first) = (over(|pair| pair.0), over(|pair| pair.1));
        let ci95 = match *runs {
            [only] => {
                let series: Vec<f64> = only.iter().map(|(own, first)| own - first).collect();
                interval_of_jobs(&series).ok().map(|own| own.ci95)
            }
            _ => {
                let pairs: Vec<_> = runs.iter().map(|run| (mean(run, |own| own.0), mean(run, |own| own.1))).collect();
                let Estimate { ci95, .. } = difference(&pairs);
                Some(ci95)
            }
        };
        let ci95 = ci95.filter(|half| half.is_finite());
        let share = |of: fn(&(f64, f64)) -> bool| {
            runs.iter().flat_map(|run| run.iter()).filter(|pair| of(pair)).count() as f64 / jobs as f64
        };
        Group {
            name,
            jobs: jobs as u64,
            first,
            other,
            difference: ci95.map(|_| other - first),
            difference_ci95: ci95,
            gain_share: share(|(own, first)| own < first),
            lose_share: share(|(own, first)| own > first),
        }
    }

    /// The relative gain, 1 − other / first, if the interval shows one.
    pub(super) fn shown_gain(&self) -> Option<f64> {
        let most = self.difference? + self.difference_ci95?;
        (self.first > 0.0 && most < 0.0).then_some(1.0 - self.other / self.first)
    }
}

/// Class of a number of nodes: 1, 2 to 4, 5 to 16, 17 to 64, …
fn class(nodes: u32) -> u64 {
    let mut most = 1u64;
    let mut class = 0;
    while most < u64::from(nodes) {
        most *= 4;
        class += 1;
    }
    class
}

fn size_name(class: u64) -> String {
    let most = |class: u64| (0..class).fold(1u64, |most, _| most.saturating_mul(4));
    match class {
        0 => "1 node".to_owned(),
        _ => format!("{}–{} nodes", count(most(class - 1) + 1), count(most(class))),
    }
}

/// Users in three groups of about equal size, by the mean size of their jobs.
struct Thirds {
    /// The group of each user.
    groups: BTreeMap<u16, u64>,
    /// Smallest and largest mean size of each group.
    ranges: [(f64, f64); 3],
}

impl Thirds {
    /// `None` for fewer than three users, or users with equal mean sizes.
    fn of(pairs: &[Vec<Pair<'_>>]) -> Option<Thirds> {
        let mut users: BTreeMap<u16, (u64, u64)> = BTreeMap::new();
        for (own, _) in pairs.iter().flatten() {
            let (jobs, nodes) = users.entry(own.user).or_default();
            *jobs += 1;
            *nodes += u64::from(own.nodes);
        }
        let mean = |(jobs, nodes): &(u64, u64)| *nodes as f64 / *jobs as f64;
        let mut sizes: Vec<f64> = users.values().map(mean).collect();
        sizes.sort_unstable_by(f64::total_cmp);
        let limits = [*sizes.get(sizes.len() / 3)?, *sizes.get(sizes.len() * 2 / 3)?];
        let group = |size: f64| limits.iter().filter(|limit| size >= **limit).count() as u64;
        if users.len() < 3 || group(*sizes.first()?) == group(*sizes.last()?) {
            return None;
        }
        let range = |wanted: u64| {
            let own = || sizes.iter().copied().filter(|size| group(*size) == wanted);
            (own().fold(f64::INFINITY, f64::min), own().fold(0.0, f64::max))
        };
        Some(Thirds {
            groups: users.iter().map(|(user, own)| (*user, group(mean(own)))).collect(),
            ranges: [range(0), range(1), range(2)],
        })
    }

    fn of_user(&self, user: u16) -> u64 {
        self.groups.get(&user).copied().unwrap_or_default()
    }

    fn name(&self, group: u64) -> String {
        let at = |place: usize| self.ranges.get(place).copied().unwrap_or_default();
        match group {
            0 => format!("small jobs (mean up to {} nodes)", plain(at(0).1)),
            1 => format!("medium jobs (mean up to {} nodes)", plain(at(1).1)),
            _ => format!("large jobs (mean {} nodes and more)", plain(at(2).0)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::experiment::compare::per_job;
    use crate::metrics::job_times::JobTime;

    fn job(id: u64, wait_s: f64, nodes: u32, user: u16) -> JobTime {
        JobTime { id, arrival_s: id as f64 * DAY_S * 20.0, wait_s, nodes, user, ..JobTime::default() }
    }

    fn names(all: &[Grouping], by: &str) -> Vec<(String, u64)> {
        let own = all.iter().find(|own| own.by == by);
        own.map_or_else(Vec::new, |own| own.groups.iter().map(|own| (own.name.clone(), own.jobs)).collect())
    }

    #[test]
    fn sizes_users_and_periods() {
        // Users 1, 2 and 3 have jobs of 1, 1.5 and 40 nodes on average.
        let own = [job(0, 1.0, 1, 1), job(1, 2.0, 1, 2), job(2, 3.0, 2, 2), job(3, 9.0, 64, 3), job(4, 9.0, 16, 3)];
        let pairs = vec![own.iter().map(|own| (own, own)).collect::<Vec<_>>()];
        let all = groupings(&pairs, per_job("mean_wait_s").unwrap(), Months::Days);
        let wanted = [("1 node", 2), ("2–4 nodes", 1), ("5–16 nodes", 1), ("17–64 nodes", 1)];
        assert_eq!(names(&all, "sizes"), wanted.map(|(name, jobs)| (name.to_owned(), jobs)));
        let wanted = [
            ("small jobs (mean up to 1 nodes)", 1),
            ("medium jobs (mean up to 1.5 nodes)", 2),
            ("large jobs (mean 40 nodes and more)", 2),
        ];
        assert_eq!(names(&all, "users"), wanted.map(|(name, jobs)| (name.to_owned(), jobs)));
        // The jobs arrive on days 0, 20, 40, 60 and 80.
        let wanted = [("days 1–30", 2), ("days 31–60", 1), ("days 61–90", 2)];
        assert_eq!(names(&all, "months"), wanted.map(|(name, jobs)| (name.to_owned(), jobs)));
        let equal: Vec<JobTime> = own.iter().map(|own| JobTime { nodes: 5, ..*own }).collect();
        let pairs = vec![equal.iter().map(|own| (own, own)).collect::<Vec<_>>()];
        assert!(groupings(&pairs, per_job("mean_wait_s").unwrap(), Months::None).is_empty());
    }

    /// Replications with means 2 and 4 against 5 and 5: differences −3 and −1 with mean −2, s = √2 and half width
    /// 12.706 · √2/√2. Of the three jobs two gain and one loses.
    #[test]
    fn a_group_of_two_replications_by_hand() {
        let own = Group::of("own".to_owned(), &[vec![(2.0, 5.0)], vec![(2.0, 6.0), (6.0, 4.0)]]);
        assert_eq!((own.jobs, own.first, own.other, own.difference), (3, 5.0, 3.0, Some(-2.0)));
        assert!((own.difference_ci95.unwrap() - 12.706).abs() < 1e-9);
        assert_eq!((own.gain_share, own.lose_share, own.shown_gain()), (2.0 / 3.0, 1.0 / 3.0, None));
        // A single run of equal differences: no variation.
        let one = Group::of("one".to_owned(), &[vec![(2.0, 5.0); 40]]);
        assert_eq!((one.difference, one.difference_ci95, one.shown_gain()), (Some(-3.0), Some(0.0), Some(0.6)));
        let short = Group::of("short".to_owned(), &[vec![(2.0, 5.0), (1.0, 9.0)]]);
        assert_eq!((short.difference, short.difference_ci95, short.other), (None, None, 1.5));
    }
}
