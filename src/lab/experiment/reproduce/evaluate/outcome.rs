//! Numbers from the results of one preset.

use super::super::contrast::{Value, contrast};
use super::super::crossing::{Height, rises_to};
use super::super::quantity::coordinates;
use super::Found;
use crate::experiment::measure::{Measure, of_group};
use crate::experiment::spread::of_values;
use crate::experiment::{Point, Results, RunResult};
use crate::metrics::job_times::JobByJob;
use crate::paper::{Coordinates, Over, Spot, Where};
use crate::scenario::checks::sweeps::Points;
use crate::scenario::{Scenario, declared};
use std::sync::Arc;

/// A preset that was run, possibly with fewer jobs or replications, and the results so far.
#[derive(Clone, Copy, Debug)]
pub struct Outcome<'a> {
    /// Name of the preset.
    pub preset: &'a str,
    /// The scenario of this run.
    pub scenario: &'a Scenario,
    /// The results of this run.
    pub results: &'a Results,
}

impl<'a> Outcome<'a> {
    /// The run at a spot. A parameter that the spot does not fix has its value at the first point.
    fn run_at(&self, of: &Spot) -> Option<&'a RunResult> {
        self.run(self.results.points.first()?, of)
    }

    /// Difference between the mean turnarounds of a group's jobs at the spots `a` and `b`, paired by replication.
    pub(super) fn group_difference(&self, group: &str, a: &Spot, b: &Spot) -> Option<Found> {
        let runs = [self.run_at(a)?, self.run_at(b)?];
        let place = of_group(runs[0], group)?.place;
        let mean = |run: &Option<Arc<RunResult>>| {
            let jobs = run.as_ref()?.job_times.iter().filter(|job| job.group == Some(place));
            let own: Vec<f64> = jobs.map(|job| job.turnaround_s).collect();
            (!own.is_empty()).then(|| own.iter().sum::<f64>() / own.len() as f64)
        };
        let pairs = runs[0].each.iter().zip(&runs[1].each);
        let gaps: Vec<f64> = pairs.filter_map(|(a, b)| Some(mean(a)? - mean(b)?)).collect();
        (!gaps.is_empty()).then(|| Found { unstable: any_unstable(&runs), ..Found::plain(Value::of(&gaps)) })
    }

    /// Share of a group's jobs that end earlier than under the first scheduler.
    pub(super) fn ahead(&self, group: &str, of: &Spot) -> Option<Found> {
        let run = self.run_at(of)?;
        let jobs = of_group(run, group)?.jobs_paired.as_ref()?;
        let value = Value { mean: 100.0 * jobs.ahead_share, half: jobs.ahead_share_ci95.map(|half| 100.0 * half) };
        Some(Found { unstable: run.unstable, ..Found::plain(value) })
    }

    /// Difference between two groups in the share of jobs that end earlier than under the first scheduler, paired by
    /// replication.
    pub(super) fn ahead_more(&self, groups: &[String; 2], of: &Spot) -> Option<Found> {
        let run = self.run_at(of)?;
        let first = self.results.points.first()?.results.first()?;
        let (a, b) = (of_group(run, &groups[0])?.place, of_group(run, &groups[1])?.place);
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

    /// Share of the jobs that belong to a group.
    pub(super) fn group_share(&self, group: &str, of: &Spot) -> Option<Found> {
        let run = self.run_at(of)?;
        let share = |run: &RunResult| Some(100.0 * of_group(run, group)?.jobs as f64 / run.jobs as f64);
        let each: Vec<f64> = run.each.iter().flatten().filter_map(|run| share(run)).collect();
        let value = Value { mean: share(run)?, half: Value::of(&each).half };
        Some(Found { unstable: run.unstable, ..Found::plain(value) })
    }

    /// Coefficient of variation of the clusters' utilisation \[%\], mean over the replications.
    pub(super) fn clusters_apart(&self, of: &Spot) -> Option<Found> {
        let run = self.run_at(of)?;
        let apart = |run: &Arc<RunResult>| Some(100.0 * of_values(&run.cluster_utilisation)?.cv);
        let each: Vec<f64> = run.each.iter().flatten().filter_map(apart).collect();
        (!each.is_empty()).then(|| Found { unstable: run.unstable, ..Found::plain(Value::of(&each)) })
    }

    /// Mean time from start to end at the first spot above that at the second \[%\], paired by replication.
    pub(super) fn longer_on_nodes(&self, [a, b]: &[Spot; 2]) -> Option<Found> {
        let runs = [self.run_at(a)?, self.run_at(b)?];
        let on_nodes_s = |run: &RunResult| run.mean_turnaround_s - run.mean_wait_s;
        let pairs = runs[0].each.iter().zip(&runs[1].each);
        let longer = |(a, b): (&Option<Arc<RunResult>>, &Option<Arc<RunResult>>)| {
            Some(100.0 * (on_nodes_s(a.as_deref()?) / on_nodes_s(b.as_deref()?) - 1.0))
        };
        let all: Vec<f64> = pairs.filter_map(longer).collect();
        (!all.is_empty()).then(|| Found { unstable: any_unstable(&runs), ..Found::plain(Value::of(&all)) })
    }

    /// The runs at some spots. A parameter that a spot does not fix has its value at `point`.
    pub(super) fn runs(&self, point: &Point, spots: &[Spot]) -> Option<Vec<&'a RunResult>> {
        let mut runs = Vec::with_capacity(spots.len());
        for spot in spots {
            runs.push(self.run(point, spot)?);
        }
        Some(runs)
    }

    /// The largest value of a measure over the points divided by the smallest value, minus 1 \[%\].
    pub(super) fn spread(&self, measure: &Measure, scheduler: &str, over: &Over) -> Option<Found> {
        let Over::Point(at) = over else {
            return None;
        };
        let mut extremes: Option<[(&Point, &RunResult); 2]> = None;
        for point in self.points(at) {
            let run = run_of(point, scheduler)?;
            let [least, most] = extremes.get_or_insert([(point, run); 2]);
            if measure.value(run) < measure.value(least.1) {
                *least = (point, run);
            }
            if measure.value(run) > measure.value(most.1) {
                *most = (point, run);
            }
        }
        let [(_, least), (point, most)] = extremes?;
        let runs = [most, least];
        Some(Found {
            unstable: any_unstable(&runs),
            place: place(point, at, &[]),
            ..Found::plain(contrast(1, measure, &runs, &|value| 100.0 * (value[0] / value[1] - 1.0)))
        })
    }

    /// The mean penalty at which the measure under `scheduler` begins to exceed the measure under the scheduler
    /// `level`.
    pub(super) fn crossing(&self, measure: &Measure, scheduler: &str, level: &str) -> Option<Found> {
        let height = |run: &RunResult| Height {
            x: run.mean_penalty,
            y: measure.value(run),
            half: measure.ci95(run).unwrap_or(f64::INFINITY),
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

    /// The largest amount, over all points, by which the saturation of a link exceeds the scheduler's limit. The amount
    /// is divided by `unit`, which may depend on the point.
    pub(super) fn overshoot(&self, scheduler: &str, limit: &str, unit: impl Fn(&Scenario) -> f64) -> Option<Found> {
        let names = self.scenario.scheduler_names();
        let index = names.iter().position(|name| name == scheduler)?;
        let setting = declared::find(limit)?.name();
        let mut most: Option<(f64, &Point)> = None;
        let mut points = Points::of(self.scenario);
        for point in &self.results.points {
            let here = points.at(&point.parameters).ok()?;
            let allowed = here.schedulers.get(index)?.setting(setting)?.as_f64()?;
            let over = (run_of(point, scheduler)?.max_link_saturation - allowed) / unit(&here);
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

    /// The points with these coordinates.
    pub(super) fn points<'s>(&self, at: &'s Coordinates) -> impl Iterator<Item = &'a Point> + use<'a, 's> {
        let points = self.results.points.iter().map(Arc::as_ref);
        points.filter(move |point| at.iter().all(|(path, value)| coordinate(point, path) == Some(*value)))
    }

    /// The run at a spot. A parameter that the spot does not fix has its value at the point `from`.
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

pub(super) fn any_unstable(runs: &[&RunResult]) -> bool {
    runs.iter().any(|run| run.unstable)
}

/// The largest demand of one job on a link, which is the job's bisection bandwidth, divided by the capacity of the
/// slowest link.
pub(super) fn one_job(scenario: &Scenario) -> f64 {
    let links = scenario.platform.clusters.iter().map(|group| group.link_mbps);
    let narrowest = links.fold(f64::INFINITY, f64::min);
    scenario.workload.communication().bsbw_mbps / narrowest
}

pub(in crate::experiment::reproduce) fn run_of<'p>(point: &'p Point, scheduler: &str) -> Option<&'p RunResult> {
    point.results.iter().find(|run| run.scheduler == scheduler)
}

pub(in crate::experiment::reproduce) fn coordinate(point: &Point, path: &str) -> Option<f64> {
    point.parameters.get(path)?.as_f64()
}

/// Description of a point by its coordinates. Coordinates that are fixed, or that all spots give, are left out.
pub(in crate::experiment::reproduce) fn place(point: &Point, fixed: &Coordinates, spots: &[Spot]) -> String {
    let named = |at: &Coordinates, path: &str| at.iter().any(|(own, _)| own == path);
    let free = point.parameters.keys().filter(|path| {
        let given = !spots.is_empty() && spots.iter().all(|spot| named(&spot.at, path));
        !named(fixed, path) && !given
    });
    coordinates(free.filter_map(|path| Some((path.as_str(), coordinate(point, path)?))))
}
