//! Numbers from the results of one preset.

use super::super::contrast::{Value, contrast, contrast_of_submitted, of_submitted};
use super::super::crossing::{Height, rises_to};
use super::super::quantity::coordinates;
use super::Found;
use crate::base::maths::{exp, ln};
use crate::experiment::results::GroupResult;
use crate::experiment::spread::of_values;
use crate::experiment::{Point, Results, RunResult};
use crate::metrics::confidence::{Estimate, estimate};
use crate::metrics::job_times::JobByJob;
use crate::paper::{Coordinates, Spot, Where};
use crate::scenario::checks::sweeps::Points;
use crate::scenario::{Scenario, Workload, declared};
use std::sync::Arc;

/// The 0.975 quantile of the normal distribution.
const NORMAL_975: f64 = 1.959_964;

/// A preset that was run, possibly with fewer jobs or replications, and what came of it so far.
#[derive(Clone, Copy, Debug)]
pub struct Outcome<'a> {
    /// Name of the preset.
    pub preset: &'a str,
    /// What was run.
    pub scenario: &'a Scenario,
    /// Its results.
    pub results: &'a Results,
}

impl<'a> Outcome<'a> {
    /// `number` of the runs at some spots, with Student's interval of what it is in each replication that all of them have finished; none
    /// with one replication.
    pub(super) fn in_each(&self, spots: &[&Spot], number: impl Fn(&[&RunResult]) -> Option<f64>) -> Option<Found> {
        let runs: Vec<&RunResult> = spots.iter().map(|spot| self.run_at(spot)).collect::<Option<_>>()?;
        let replications = runs.iter().map(|run| run.each.len()).min().unwrap_or(0);
        let of_replication = |at: usize| {
            let own = runs.iter().map(|run| run.each[at].as_deref());
            number(&own.collect::<Option<Vec<_>>>()?)
        };
        let each: Vec<f64> = (0..replications).filter_map(of_replication).collect();
        let half = estimate(&each).ci95;
        Some(Found {
            unstable: any_unstable(&runs),
            ..Found::plain(Value { mean: number(&runs)?, half: Some(half).filter(|half| half.is_finite()) })
        })
    }

    /// The geometric mean of the ratios of mean bounded slowdown in the replications that both runs have finished. The half width is that
    /// of the interval's side towards no difference, so that it says whether there is one.
    pub(super) fn slowdown_ratio(&self, a: &Spot, b: &Spot) -> Option<Found> {
        let runs = [self.run_at(a)?, self.run_at(b)?];
        let pairs = runs[0].each.iter().zip(&runs[1].each);
        let logarithm = |(a, b): (&Option<Arc<RunResult>>, &Option<Arc<RunResult>>)| {
            Some(ln(a.as_ref()?.mean_bounded_slowdown / b.as_ref()?.mean_bounded_slowdown))
        };
        let logarithms: Vec<f64> = pairs.filter_map(logarithm).collect();
        if logarithms.is_empty() {
            return None;
        }
        let Estimate { mean, ci95 } = estimate(&logarithms);
        let towards_none = if mean > 0.0 { mean - ci95 } else { mean + ci95 };
        let half = 100.0 * (exp(mean) - exp(towards_none)).abs();
        Some(Found {
            unstable: any_unstable(&runs),
            ..Found::plain(Value { mean: 100.0 * (exp(mean) - 1.0), half: Some(half).filter(|half| half.is_finite()) })
        })
    }

    /// How much more turnaround the jobs of a group have, in pairs of replications; with one replication as if the two were independent,
    /// which makes the interval rather too wide.
    pub(super) fn group_gap(&self, name: &str, a: &Spot, b: &Spot) -> Option<Found> {
        let runs = [self.run_at(a)?, self.run_at(b)?];
        let own = runs.map(|run| run.groups.iter().find(|group| group.group == name));
        let [Some(first), Some(second)] = own else {
            return None;
        };
        let of_group = |run: &RunResult, place: u32| {
            let jobs = run.job_times.iter().filter(|job| job.group == Some(place));
            let own: Vec<f64> = jobs.map(|job| job.turnaround_s).collect();
            if !own.is_empty() {
                return Some(own.iter().sum::<f64>() / own.len() as f64);
            }
            let group = run.groups.iter().find(|group| group.place == place);
            group.map(|group| group.mean_turnaround_s)
        };
        let pairs = runs[0].each.iter().zip(&runs[1].each);
        let gap = |(a, b): (&Option<Arc<RunResult>>, &Option<Arc<RunResult>>)| {
            Some(of_group(a.as_ref()?, first.place)? - of_group(b.as_ref()?, second.place)?)
        };
        let paired: Vec<f64> = pairs.filter_map(gap).collect();
        let value = |group: &GroupResult| Value { mean: group.mean_turnaround_s, half: group.turnaround_ci95_s };
        let of_all = |group: &GroupResult| {
            group
                .submitted
                .map_or(value(group), |all| Value { mean: all.mean_turnaround_s, half: all.turnaround_ci95_s })
        };
        let some_open = first.submitted.or(second.submitted).is_some();
        Some(Found {
            submitted: some_open.then(|| of_all(first).less(of_all(second))),
            unstable: any_unstable(&runs),
            ..Found::plain(match paired.len() {
                0 | 1 => value(first).less(value(second)),
                _ => Value::of(&paired),
            })
        })
    }

    /// How many percent of the replications one spot has less turnaround in than another; the interval is Wald's for independent draws.
    pub(super) fn draws_won(&self, a: &Spot, b: &Spot) -> Option<Found> {
        let runs = [self.run_at(a)?, self.run_at(b)?];
        let [own, other] = runs.map(|run| &run.replication_mean_turnaround_s);
        let pairs = own.iter().zip(other);
        let draws = pairs.filter_map(|(own, other)| Some((*own)? < (*other)?));
        let won: Vec<f64> = draws.map(|won| f64::from(u8::from(won))).collect();
        let share = won.iter().sum::<f64>() / won.len() as f64;
        let half = NORMAL_975 * (share * (1.0 - share) / won.len() as f64).sqrt();
        (!won.is_empty()).then(|| Found {
            unstable: any_unstable(&runs),
            ..Found::plain(Value { mean: 100.0 * share, half: Some(100.0 * half) })
        })
    }

    /// How much more turnaround varies over the replications at one spot than at another, by its coefficient of variation. The interval
    /// is Tukey's jackknife: each pair of replications is left out once.
    pub(super) fn varies_more(&self, a: &Spot, b: &Spot) -> Option<Found> {
        let runs = [self.run_at(a)?, self.run_at(b)?];
        let of_all = of_submitted(&runs);
        let of_all = of_all.as_deref().and_then(|all| varies_more([&all[0], &all[1]]));
        Some(Found { submitted: of_all, unstable: any_unstable(&runs), ..Found::plain(varies_more(runs)?) })
    }

    /// The run at the spot; what the spot does not fix is as at the first point.
    pub(in crate::experiment::reproduce) fn run_at(&self, of: &Spot) -> Option<&'a RunResult> {
        self.run(self.results.points.first()?, of)
    }

    pub(super) fn mean(&self, of: &Spot) -> Option<Found> {
        let run = self.run_at(of)?;
        let own = |mean: &[f64]| mean[0];
        Some(Found {
            submitted: contrast_of_submitted(1, &[run], &own),
            unstable: run.unstable,
            ..Found::plain(contrast(&[run], &own))
        })
    }

    /// By how much the share of jobs that end earlier than under the first scheduler is larger in the first group, in pairs of replications.
    pub(super) fn ahead_more(&self, groups: [&str; 2], of: &Spot) -> Option<Found> {
        let run = self.run_at(of)?;
        let first = self.results.points.first()?.results.first()?;
        let [a, b] = groups.map(|name| {
            let mut groups = run.groups.iter();
            groups.find(|own| own.group == name).map(|own| own.place)
        });
        let (a, b) = (a?, b?);
        let share = |own: &RunResult, other: &RunResult, group: u32| {
            let pair = std::iter::once((&*own.job_times, &*other.job_times));
            Some(JobByJob::of(pair, Some(group))?.ahead_share)
        };
        let pairs = run.each.iter().zip(&first.each);
        let more = |(own, other): (&Option<Arc<RunResult>>, &Option<Arc<RunResult>>)| {
            let (own, other) = (own.as_ref()?, other.as_ref()?);
            Some(100.0 * (share(own, other, a)? - share(own, other, b)?))
        };
        let all: Vec<f64> = pairs.filter_map(more).collect();
        (!all.is_empty()).then(|| Found { unstable: run.unstable, ..Found::plain(Value::of(&all)) })
    }

    /// The runs at some spots, seen from a point.
    pub(super) fn runs(&self, point: &Point, spots: &[&Spot]) -> Option<Vec<&'a RunResult>> {
        let mut runs = Vec::with_capacity(spots.len());
        for spot in spots {
            runs.push(self.run(point, spot)?);
        }
        Some(runs)
    }

    pub(super) fn spread(&self, scheduler: &str, at: &Coordinates) -> Option<Found> {
        let mut extremes: Option<[(&Point, &RunResult); 2]> = None;
        for point in self.points(at) {
            let run = run_of(point, scheduler)?;
            let [least, most] = extremes.get_or_insert([(point, run); 2]);
            if run.mean_turnaround_s < least.1.mean_turnaround_s {
                *least = (point, run);
            }
            if run.mean_turnaround_s > most.1.mean_turnaround_s {
                *most = (point, run);
            }
        }
        let [(_, least), (point, most)] = extremes?;
        let runs = [most, least];
        Some(Found {
            unstable: any_unstable(&runs),
            place: place(point, at, &[]),
            ..Found::plain(contrast(&runs, &|mean| 100.0 * (mean[0] / mean[1] - 1.0)))
        })
    }

    pub(super) fn crossing(&self, scheduler: &str, level: &str) -> Option<Found> {
        let height = |run: &RunResult| Height {
            x: run.mean_penalty,
            y: run.mean_turnaround_s,
            half: run.turnaround_ci95_s.unwrap_or(f64::INFINITY),
        };
        let level = height(run_of(self.results.points.first()?, level)?);
        let mut curve = Vec::new();
        for point in &self.results.points {
            if let Some(run) = run_of(point, scheduler).filter(|run| !run.unstable) {
                curve.push(height(run));
            }
        }
        let (mean, half) = rises_to(&curve, level)?;
        Some(Found::plain(Value { mean, half: half.is_finite().then_some(half) }))
    }

    /// The most by which a link's saturation exceeds what a setting of the scheduler allows it, over `unit`, which may depend on the point.
    pub(super) fn overshoot(
        &self,
        scheduler: &str,
        limit: &str,
        unit: impl Fn(&Scenario) -> Option<f64>,
    ) -> Option<Found> {
        let names = self.scenario.scheduler_names();
        let index = names.iter().position(|name| name == scheduler)?;
        let setting = declared::find(limit)?.name();
        let mut most: Option<(f64, &Point)> = None;
        let mut points = Points::of(self.scenario);
        for point in &self.results.points {
            let here = points.at(&point.parameters).ok()?;
            let allowed = here.schedulers.get(index)?.setting(setting)?.as_f64()?;
            let over = (run_of(point, scheduler)?.max_link_saturation - allowed) / unit(&here)?;
            if most.is_none_or(|(most, _)| over > most) {
                most = Some((over, point));
            }
        }
        let (over, point) = most?;
        Some(Found { place: place(point, &[], &[]), ..Found::plain(Value::exact(over)) })
    }

    pub(super) fn unstable_points(&self, scheduler: &str, points: &Where) -> Option<Found> {
        let mut count = 0.0;
        for point in self.chosen(points, &[])? {
            if run_of(point, scheduler)?.unstable {
                count += 1.0;
            }
        }
        Some(Found::plain(Value::exact(count)))
    }

    /// The points that have these coordinates.
    pub(super) fn points<'s>(&self, at: &'s Coordinates) -> impl Iterator<Item = &'a Point> + use<'a, 's> {
        let points = self.results.points.iter().map(Arc::as_ref);
        points.filter(move |point| at.iter().all(|(path, value)| coordinate(point, path) == Some(*value)))
    }

    /// The run at a spot, seen from a point.
    pub(super) fn run(&self, from: &Point, spot: &Spot) -> Option<&'a RunResult> {
        let swept = |(path, _): &(String, f64)| from.parameters.contains_key(path);
        if !spot.at.iter().all(swept) {
            return None;
        }
        let wanted = |point: &&Point| {
            from.parameters.keys().all(|path| {
                let given = spot.at.iter().find(|(own, _)| own == path);
                let value = given.map_or_else(|| coordinate(from, path), |(_, value)| Some(*value));
                coordinate(point, path) == value
            })
        };
        let mut points = self.results.points.iter().map(Arc::as_ref);
        run_of(points.find(wanted)?, &spot.scheduler)
    }
}

/// How much more the first varies over its replications than the second \[percentage points\].
pub(in crate::experiment::reproduce) fn varies_more(runs: [&RunResult; 2]) -> Option<Value> {
    let [own, other] = runs.map(|run| &run.replication_mean_turnaround_s);
    let pairs = own.iter().zip(other);
    let pairs: Vec<(f64, f64)> = pairs.filter_map(|(a, b)| Some(((*a)?, (*b)?))).collect();
    jackknife(&pairs, |pairs| {
        let cv = |values: Vec<f64>| Some(100.0 * of_values(&values)?.cv);
        let first = cv(pairs.iter().map(|pair| pair.0).collect())?;
        Some(first - cv(pairs.iter().map(|pair| pair.1).collect())?)
    })
}

/// `of` all values, with Tukey's interval: each value is left out once.
pub(in crate::experiment::reproduce) fn jackknife<T: Copy>(
    values: &[T],
    of: impl Fn(&[T]) -> Option<f64>,
) -> Option<Value> {
    let all = of(values)?;
    let n = values.len() as f64;
    let without = |index: usize| {
        let mut rest = values.to_vec();
        rest.remove(index);
        Some(n * all - (n - 1.0) * of(&rest)?)
    };
    let pseudo: Option<Vec<f64>> = (0..values.len()).map(without).collect();
    Some(Value { mean: all, half: pseudo.and_then(|pseudo| Value::of(&pseudo).half) })
}

pub(super) fn any_unstable(runs: &[&RunResult]) -> bool {
    runs.iter().any(|run| run.unstable)
}

/// What one job can at most demand of a link, over its capacity: its bisection bandwidth.
pub(super) fn one_job(scenario: &Scenario) -> Option<f64> {
    let links = scenario.platform.clusters.iter().map(|group| group.link_mbps);
    let narrowest = links.fold(f64::INFINITY, f64::min);
    match &scenario.workload {
        Workload::Synthetic(synthetic) => Some(synthetic.bsbw_mbps / narrowest),
        _ => None,
    }
}

pub(in crate::experiment::reproduce) fn run_of<'p>(point: &'p Point, scheduler: &str) -> Option<&'p RunResult> {
    point.results.iter().find(|run| run.scheduler == scheduler)
}

pub(in crate::experiment::reproduce) fn coordinate(point: &Point, path: &str) -> Option<f64> {
    point.parameters.get(path)?.as_f64()
}

/// The coordinates of a point that are neither fixed nor given by all of the spots.
pub(in crate::experiment::reproduce) fn place(point: &Point, fixed: &Coordinates, spots: &[&Spot]) -> String {
    let named = |at: &Coordinates, path: &str| at.iter().any(|(own, _)| own == path);
    let free = point.parameters.keys().filter(|path| {
        let given = !spots.is_empty() && spots.iter().all(|spot| named(&spot.at, path));
        !named(fixed, path) && !given
    });
    coordinates(free.filter_map(|path| Some((path.as_str(), coordinate(point, path)?))))
}
