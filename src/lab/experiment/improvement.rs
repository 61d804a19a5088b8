//! Improvement of one scheduler over the best of the others, at every point of a sweep (S §4.2, table 4). Two swept
//! parameters give a grid; the second parameter varies fastest.

use super::against;
use super::results::{Results, RunResult};
use serde::Serialize;

/// One cell of the grid of improvements.
#[non_exhaustive]
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Improvement {
    /// Name of the other scheduler with the lowest mean turnaround.
    pub best: String,
    /// Improvement of turnaround, 100 · (1 − own / best), from means over the replications \[%\].
    pub percent: f64,
    /// Half width of the 95 % interval of this improvement, over the replications that both schedulers have finished
    /// \[%\]; null for a single replication.
    pub ci95: Option<f64>,
    /// Improvement of the mean bounded slowdown over the lowest mean bounded slowdown of the other schedulers \[%\].
    pub bounded_slowdown_percent: f64,
    /// True if the queue grew without bound under one of the two schedulers.
    pub unstable: bool,
}

/// The improvements of the named scheduler, in the order of the points; `None` at a point where the run of this
/// scheduler is missing, or the runs of all other schedulers.
pub fn improvements(results: &Results, scheduler: &str) -> Vec<Option<Improvement>> {
    let points = results.points.iter();
    points
        .map(|point| {
            let runs = point.results.iter();
            let named: Vec<_> = runs.map(|run| (run.scheduler.as_str(), run)).collect();
            improvement(&named, scheduler)
        })
        .collect()
}

/// The improvement of `scheduler` at one point, or in one replication of the point. `runs` are the runs of all
/// schedulers with the schedulers' names.
pub(super) fn improvement(runs: &[(&str, &RunResult)], scheduler: &str) -> Option<Improvement> {
    let (_, own) = runs.iter().find(|(name, _)| *name == scheduler)?;
    let others = || runs.iter().filter(|(name, _)| *name != scheduler);
    let (best_name, best) = others().min_by(|(_, a), (_, b)| a.mean_turnaround_s.total_cmp(&b.mean_turnaround_s))?;
    let slowdowns = others().map(|(_, run)| run.mean_bounded_slowdown);
    let slowdown = slowdowns.fold(f64::INFINITY, f64::min);
    let ratio = own.mean_turnaround_s / best.mean_turnaround_s;
    Some(Improvement {
        best: (*best_name).to_owned(),
        percent: 100.0 * (1.0 - ratio),
        ci95: ratio_ci95(own, best).map(|half| 100.0 * half),
        bounded_slowdown_percent: 100.0 * (1.0 - own.mean_bounded_slowdown / slowdown),
        unstable: own.unstable || best.unstable,
    })
}

/// Half width of the interval of the ratio (own mean / other mean); `None` if there is only one replication.
fn ratio_ci95(own: &RunResult, other: &RunResult) -> Option<f64> {
    let means = own.replication_mean_turnaround_s.iter();
    let both = means.zip(&other.replication_mean_turnaround_s);
    let pairs: Vec<(f64, f64)> = both.filter_map(|(a, b)| Some(((*a)?, (*b)?))).collect();
    let half = against::ratio(&pairs).ci95;
    half.is_finite().then_some(half)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::experiment::Point;
    use serde_json::Map;
    use std::sync::Arc;

    fn run(scheduler: &str, means: &[f64], bounded_slowdown: f64) -> RunResult {
        RunResult {
            scheduler: scheduler.to_owned(),
            mean_turnaround_s: means.iter().sum::<f64>() / means.len() as f64,
            mean_bounded_slowdown: bounded_slowdown,
            replication_mean_turnaround_s: means.iter().copied().map(Some).collect(),
            ..RunResult::default()
        }
    }

    fn at(results: Vec<RunResult>) -> Option<Improvement> {
        let parameters = Map::new();
        let results = Results {
            engine_version: 1,
            scenario_digest: String::new(),
            points: vec![Arc::new(Point { parameters, results })],
        };
        improvements(&results, "tla").pop().flatten()
    }

    /// Means are 200 for BF, 160 for FF, 40 for TLA: a quarter of FF's, an improvement of 75 %. Residuals of (30, 50) to (100,
    /// 220) at ratio 1/4 are 5 and −5: s = √50, half width 12.706 · √50/√2 / 160 = 0.397.
    #[test]
    fn three_schedulers_by_hand() {
        let runs =
            || vec![run("bf", &[150.0, 250.0], 8.0), run("ff", &[100.0, 220.0], 10.0), run("tla", &[30.0, 50.0], 4.0)];
        let found = at(runs()).unwrap();
        assert_eq!((found.best.as_str(), found.percent), ("ff", 75.0));
        assert!((found.ci95.unwrap() - 100.0 * 12.706 * 5.0 / 160.0).abs() < 1e-9);
        assert_eq!(found.bounded_slowdown_percent, 50.0);
        assert!(!found.unstable);
        let mut grown = runs();
        grown[1].unstable = true;
        assert!(at(grown).unwrap().unstable);
        // FF has the best turnaround, so the result does not depend on BF.
        let mut grown = runs();
        grown[0].unstable = true;
        assert!(!at(grown).unwrap().unstable);
    }

    #[test]
    fn what_is_missing() {
        assert_eq!(at(vec![run("tla", &[1.0], 1.0)]), None);
        assert_eq!(at(vec![run("ff", &[1.0], 1.0)]), None);
        let worse = at(vec![run("ff", &[10.0], 1.0), run("tla", &[11.0], 1.0)]).unwrap();
        assert!((worse.percent + 10.0).abs() < 1e-12);
        assert_eq!(worse.ci95, None);
        // If all replications are equal, the width of the interval is 0.
        let (ff, tla) = (run("ff", &[8.0; 3], 1.0), run("tla", &[6.0; 3], 1.0));
        assert_eq!(at(vec![ff, tla]).unwrap().ci95, Some(0.0));
    }
}
