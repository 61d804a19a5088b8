//! Results over two swept parameters, prepared for figures.

use crate::chart::curve::results::{label_of, marked_label, name_of, result_of};
use crate::chart::kit::series_style::SeriesStyle;
use crate::chart::kit::time_unit::TimeUnit;
use crate::chart::plane::improvement::{Gain, ImprovementChart, Ours};
use crate::chart::plane::surface::{Cell, Contender, Contest, Place, Plane, SurfaceChart, Swept, WinnerChart};
use crate::chart::plane::winners::{Levels, half_width, is_level, ranked};
use crate::experiment::measure::{self, Better, Measure};
use crate::experiment::{Plan, Point, Results, RunResult, are_of_the_same_jobs};
use crate::paper::Row;
use crate::scenario::{Scenario, Sweep, swept};
use crate::words::number::Style;

/// The swept values in rising order: the indices of their points in the plan.
struct SweptPoints {
    x: Vec<usize>,
    y: Vec<usize>,
}

impl SweptPoints {
    /// The points of a scenario that sweeps two parameters.
    fn of(scenario: &Scenario) -> Option<(SweptPoints, &Sweep, &Sweep)> {
        let [x, y] = scenario.experiment.sweep.as_slice() else {
            return None;
        };
        let rising = |sweep: &Sweep| {
            let values = &sweep.values;
            let mut order: Vec<usize> = (0..values.len()).collect();
            order.sort_by(|&a, &b| values[a].total_cmp(&values[b]));
            order
        };
        let swept_points = SweptPoints { x: rising(x), y: rising(y) };
        Some((swept_points, x, y))
    }

    /// The index of the point at a place: from point to point, the value of the second sweep changes first.
    fn point(&self, place: Place) -> Option<usize> {
        Some(self.x.get(place.x)? * self.y.len() + self.y.get(place.y)?)
    }
}

/// True if a scenario sweeps two parameters.
pub fn has_plane(scenario: &Scenario) -> bool {
    scenario.experiment.sweep.len() == 2
}

/// The plan's indices of the points at all places, by [`Plane::index`]; empty unless two parameters are swept.
pub fn points(scenario: &Scenario) -> Vec<usize> {
    let Some((swept_points, ..)) = SweptPoints::of(scenario) else {
        return Vec::new();
    };
    let rows = swept_points.y.len();
    let columns = swept_points.x.iter();
    columns.flat_map(|x| swept_points.y.iter().map(move |y| x * rows + y)).collect()
}

/// The scheduler that depends most on the swept parameters: it has the largest number of different runs. If several
/// have, the first.
pub fn most_varied(plan: &Plan) -> usize {
    let runs = |scheduler: usize| {
        let points = 0..plan.points().len();
        let mut tasks: Vec<usize> = points.filter_map(|point| plan.task_of(point, scheduler, 0)).collect();
        tasks.sort_unstable();
        tasks.dedup();
        tasks.len()
    };
    let schedulers = 0..plan.scenario().schedulers.len();
    schedulers.rev().max_by_key(|&index| runs(index)).unwrap_or(0)
}

fn plane(scenario: &Scenario, metric: &Measure) -> Option<(SweptPoints, Plane)> {
    let (swept_points, x, y) = SweptPoints::of(scenario)?;
    let swept = |sweep: &Sweep, order: &[usize]| Swept {
        name: swept::name(scenario, &sweep.parameter),
        unit: swept::unit(&sweep.parameter).to_owned(),
        values: order.iter().map(|&index| sweep.values[index]).collect(),
    };
    let plane = Plane {
        x: swept(x, &swept_points.x),
        y: swept(y, &swept_points.y),
        z_label: metric.axis(),
        z_unit: metric.unit.to_owned(),
        z_style: metric.style,
        ..Plane::default()
    };
    Some((swept_points, plane))
}

/// One scheduler's measure; `None` unless two parameters are swept.
pub fn surface(plan: &Plan, results: &Results, scheduler: usize, metric: &Measure) -> Option<SurfaceChart> {
    let (swept_points, mut plane) = plane(plan.scenario(), metric)?;
    let name = name_of(plan, scheduler);
    let replications = plan.scenario().experiment.replications;
    let cells = plane.places().map(|place| {
        let point = results.points.get(swept_points.point(place)?)?;
        Some(cell(result_of(point, &name)?, metric, replications))
    });
    let mut cells: Vec<Option<Cell>> = cells.collect();
    in_readable_units(&mut plane, cells.iter_mut().flatten().collect());
    Some(SurfaceChart { cells, scheduler: marked_label(plan, results, scheduler), plane })
}

/// Comparison of all schedulers; `None` unless two parameters are swept.
pub fn winners<'r>(plan: &Plan, results: &'r Results, metric: &Measure) -> Option<WinnerChart> {
    let scenario = plan.scenario();
    let (swept_points, mut plane) = plane(scenario, metric)?;
    let replications = scenario.experiment.replications;
    let names: Vec<String> = (0..scenario.schedulers.len()).map(|index| name_of(plan, index)).collect();
    let looks = SeriesStyle::of_schedulers(scenario);
    let mut levels = Levels::new();
    let mut contest = |point: &'r Point| {
        let runs: Vec<Option<&RunResult>> = names.iter().map(|name| result_of(point, name)).collect();
        let (order, level) = ranked(&runs, metric, &mut levels);
        let ranking = order.into_iter().filter_map(|index| {
            let run = runs.get(index).copied().flatten()?;
            Some((index, cell(run, metric, replications)))
        });
        Contest { ranking: ranking.collect(), level }
    };
    let cells = plane.places().map(|place| {
        let point = swept_points.point(place).and_then(|index| results.points.get(index));
        point.map_or_else(Contest::default, |point| contest(point))
    });
    let mut cells: Vec<Contest> = cells.collect();
    let rankings = cells.iter_mut().flat_map(|own| own.ranking.iter_mut());
    in_readable_units(&mut plane, rankings.map(|(_, cell)| cell).collect());
    Some(WinnerChart {
        cells,
        schedulers: names
            .into_iter()
            .enumerate()
            .map(|(index, _)| Contender {
                name: label_of(plan, index),
                look: looks.get(index).copied().unwrap_or_default(),
            })
            .collect(),
        plane,
    })
}

/// Improvement of a scheduler compared with the best other scheduler \[% of the best other\], with the published values
/// of a table row; `None` unless two parameters are swept.
pub fn improvement(
    plan: &Plan,
    results: &Results,
    scheduler: usize,
    metric: &Measure,
    published: Option<&Row>,
) -> Option<ImprovementChart> {
    let scenario = plan.scenario();
    let (swept_points, mut plane) = plane(scenario, metric)?;
    plane.z_label = format!("Improvement in {} [%]", metric.label.to_ascii_lowercase());
    (plane.z_unit, plane.z_style) = ("%".to_owned(), Style::Plain);
    let name = name_of(plan, scheduler);
    let turnaround = metric.key == measure::first().key;
    let published = published.filter(|row| turnaround && row.scheduler == name);
    let ours = |index: usize| {
        let point = results.points.get(index)?;
        let own = result_of(point, &name)?;
        let others = point.results.iter().filter(|run| run.scheduler != name);
        let others = others.filter(|run| are_of_the_same_jobs(own, run));
        let order = |a: &f64, b: &f64| match metric.better {
            Better::Higher => b.total_cmp(a),
            _ => a.total_cmp(b),
        };
        let best = others.min_by(|a, b| order(&metric.value(a), &metric.value(b)))?;
        let ratio = metric.value(own) / metric.value(best);
        let percent = match metric.better {
            Better::Higher => ratio - 1.0,
            _ => 1.0 - ratio,
        };
        let half = half_width(own, best, metric);
        let runs = [own, best];
        Some(Ours {
            best: plan.label(&best.scheduler).to_owned(),
            percent: 100.0 * percent,
            ci95: half.map_or(f64::NAN, |half| 100.0 * half / metric.value(best).abs()),
            level: is_level(own, best, metric),
            unstable: runs.iter().any(|run| run.unstable),
            unfinished: runs.iter().any(|run| run.replications < scenario.experiment.replications),
        })
    };
    let gain = |place| {
        let index = swept_points.point(place);
        let cell = |row: &Row| row.published.get(index?).copied().map(f64::from);
        Gain { ours: index.and_then(ours), published: published.and_then(cell) }
    };
    Some(ImprovementChart {
        cells: plane.places().map(gain).collect(),
        scheduler: label_of(plan, scheduler),
        plane,
        without_log: false,
    })
}

/// Converts values to a suitable unit: 34 d instead of 3.0 M s.
fn in_readable_units(plane: &mut Plane, cells: Vec<&mut Cell>) {
    let values = cells.iter().map(|own| (own.value, own.unstable));
    let unit = TimeUnit::of_measure(&plane.z_unit, plane.z_style, values);
    if unit.seconds == 1.0 {
        return;
    }
    plane.z_label = unit.in_label(&plane.z_label);
    plane.z_unit = unit.name.to_owned();
    for cell in cells {
        cell.value /= unit.seconds;
        cell.ci95 /= unit.seconds;
    }
}

fn cell(run: &RunResult, metric: &Measure, replications: u32) -> Cell {
    Cell {
        value: metric.value(run),
        ci95: metric.ci95(run).unwrap_or(f64::NAN),
        jobs: run.jobs,
        unstable: run.unstable,
        unfinished: run.replications < replications,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chart::plane::heat_map::HEAT;
    use crate::chart::plane::winner_map::WINNERS;
    use crate::experiment::{self, improvements};
    use crate::scenario::Checked;
    use std::sync::Arc;

    /// Both sweeps are out of order.
    fn small() -> (Plan, Results) {
        let text = r#"{"workload": {"jobs_per_cluster": 60}, "schedulers": ["no-share", "b3"], "experiment":
            {"replications": 2, "sweep": [{"parameter": "workload.bsbw_mbps", "values": [900, 300, 600]},
                                          {"parameter": "schedulers.*.lslt", "values": [1, 0.4]}]}}"#;
        let scenario = Scenario::from_json(text).unwrap();
        let results = experiment::run(&scenario, None).unwrap();
        (Plan::new(&scenario).unwrap(), results)
    }

    #[test]
    fn values_rise_along_both_axes() {
        let (plan, results) = small();
        assert_eq!(most_varied(&plan), 1, "No share is the same everywhere");
        let metric = measure::find("mean_turnaround_s");
        let chart = surface(&plan, &results, 1, metric).unwrap();
        assert_eq!(chart.plane.x.values, [300.0, 600.0, 900.0]);
        assert_eq!(chart.plane.y.values, [0.4, 1.0]);
        assert_eq!((chart.plane.x.label(), chart.plane.y.label()), ("BSBW [Mbps]".into(), "LSLT".into()));
        let place = Place { x: 2, y: 0 };
        assert_eq!(chart.plane.words(place), "BSBW 900 Mbps, LSLT 0.4");
        let point = points(plan.scenario())[chart.plane.index(place)];
        let parameters = &plan.points()[point].parameters;
        assert_eq!(parameters["workload.bsbw_mbps"], 900);
        assert_eq!(parameters["schedulers.*.lslt"], 0.4);
        let run = &results.points[point].results[1];
        let cell = chart.cell(place).unwrap();
        assert_eq!((cell.value, cell.jobs), (run.mean_turnaround_s, run.jobs));
        assert_eq!(Some(cell.ci95), run.turnaround_ci95_s);
    }

    #[test]
    fn everybody_is_ranked_everywhere() {
        let (plan, results) = small();
        let chart = winners(&plan, &results, measure::find("mean_wait_s")).unwrap();
        assert_eq!(chart.cells.len(), 6);
        for (place, contest) in chart.plane.places().zip(&chart.cells) {
            let point = &results.points[points(plan.scenario())[chart.plane.index(place)]];
            let waits: Vec<f64> = contest.ranking.iter().map(|(_, cell)| cell.value).collect();
            assert_eq!(waits.len(), 2);
            assert!((1..=2).contains(&contest.level));
            let best = contest.ranking[0].0;
            assert_eq!(waits[0], point.results[best].mean_wait_s);
        }
    }

    /// 3 000 000 s is 34.7 d.
    #[test]
    fn long_times_are_in_days() {
        let (plan, mut results) = small();
        let runs = results.points.iter_mut();
        for run in runs.flat_map(|point| &mut Arc::make_mut(point).results) {
            run.mean_wait_s = 3e6;
        }
        let metric = measure::find("mean_wait_s");
        let surface = surface(&plan, &results, 1, metric).unwrap();
        assert_eq!(surface.plane.z_label, "Mean wait [d]");
        assert_eq!(surface.cells[0].unwrap().value, 3e6 / 86_400.0);
        let winners = winners(&plan, &results, metric).unwrap();
        assert_eq!(winners.plane.z_unit, "d");
        assert_eq!(winners.cells[0].ranking[1].1.value, 3e6 / 86_400.0);
    }

    #[test]
    fn two_parameters_are_needed() {
        let plan = Plan::new(&Checked::default()).unwrap();
        let results = plan.merge(&[]);
        let metric = measure::find("mean_wait_s");
        assert!(surface(&plan, &results, 0, metric).is_none());
        assert!(winners(&plan, &results, metric).is_none());
        let scenario = plan.scenario();
        assert!(WINNERS.measures(scenario).all(|metric| metric.key != "offered_load"));
        let all = measure::of(scenario).count();
        assert_eq!(HEAT.measures(scenario).count(), all);
    }

    #[test]
    fn what_has_not_come_is_missing() {
        let (plan, _) = small();
        let metric = measure::find("mean_wait_s");
        let none = plan.merge(&[]);
        let chart = surface(&plan, &none, 0, metric).unwrap();
        assert!(chart.cells.iter().all(Option::is_none) && chart.cells.len() == 6);
        let chart = winners(&plan, &none, metric).unwrap();
        assert!(chart.cells.iter().all(|contest| contest.ranking.is_empty()));
    }

    /// Improvements of turnaround are compared with the output of `improvements`, those of utilisation with a
    /// calculation by hand. There are two schedulers, so the best of the others is the other one.
    #[test]
    fn improvements_are_those_of_the_results() {
        let (plan, results) = small();
        let metric = measure::find("mean_turnaround_s");
        let mut row = Row {
            name: String::new(),
            preset: String::new(),
            scheduler: "b3".to_owned(),
            published: [0; 9],
            loose: Vec::new(),
        };
        row.published[1] = 40;
        let name = name_of(&plan, 1);
        let own = Row { scheduler: name.clone(), ..row.clone() };
        let chart = improvement(&plan, &results, 1, metric, Some(&own)).unwrap();
        let known = improvements(&results, &name);
        // The first point of the plan is at 900 Mbps and LSLT 1, the second at 900 Mbps and LSLT 0.4.
        let at = |x, y| Place { x, y };
        let ours = chart.ours(at(2, 1)).unwrap();
        let first = known[0].as_ref().unwrap();
        assert_eq!(ours.percent, first.percent);
        assert_eq!(ours.best, "No share");
        assert_eq!((chart.published(at(2, 0)), chart.published(at(2, 1))), (Some(40.0), Some(0.0)));
        let other = improvement(&plan, &results, 0, metric, Some(&own)).unwrap();
        assert_eq!(other.published(at(2, 0)), None, "of another scheduler");
        let used = measure::find("utilisation");
        let chart = improvement(&plan, &results, 1, used, Some(&own)).unwrap();
        let [one, two] = [0, 1].map(|run| results.points[0].results[run].utilisation);
        let ours = chart.ours(at(2, 1)).unwrap();
        assert!((ours.percent - 100.0 * (two / one - 1.0)).abs() < 1e-9);
        assert_eq!(chart.published(at(2, 0)), None, "of another measure");
    }

    /// The replications differ by 300 s, the schedulers by 5 s in each replication. Therefore the ratio of the means
    /// does not differ significantly from 1, but the difference differs significantly from 0. Both maps, of winners and
    /// of improvements, use the interval of the difference.
    #[test]
    fn one_criterion_for_both_maps() {
        let (plan, mut results) = small();
        let name = |index| name_of(&plan, index);
        let alone = |mean_turnaround_s: f64| {
            let own = RunResult { mean_turnaround_s, ..RunResult::default() };
            Some(std::sync::Arc::new(own))
        };
        let run = |index, means: [f64; 3]| RunResult {
            scheduler: name(index),
            mean_turnaround_s: means.iter().sum::<f64>() / 3.0,
            each: means.map(alone).to_vec(),
            ..RunResult::default()
        };
        let metric = measure::find("mean_turnaround_s");
        let mut of = |other: [f64; 3]| {
            let runs = vec![run(0, other), run(1, [100.0, 400.0, 700.0])];
            results.points[0] = std::sync::Arc::new(Point { results: runs, ..(*results.points[0]).clone() });
            let place = Place { x: 2, y: 1 };
            let best = winners(&plan, &results, metric).unwrap();
            let best = best.contest(place).unwrap().level;
            let gains = [0, 1].map(|own| improvement(&plan, &results, own, metric, None).unwrap());
            (best, gains.map(|own| own.ours(place).unwrap().clone()))
        };
        let (best, [behind, ahead]) = of([105.0, 405.0, 705.0]);
        assert_eq!((best, behind.level, ahead.level), (1, false, false));
        assert!((ahead.percent - 100.0 * 5.0 / 405.0).abs() < 1e-9);
        assert!(ahead.ci95 < 1e-9, "5 s in every replication");
        // The differences 5, −5 and 6 have the mean 2 ± 15.1.
        let (best, [behind, ahead]) = of([105.0, 395.0, 706.0]);
        assert_eq!((best, behind.level, ahead.level), (2, true, true));
        assert!(ahead.percent < ahead.ci95 && -behind.percent < behind.ci95);
    }
}
