//! Improvements and spreads of an experiment, compared with a published table.

use super::contrast::Value;
use super::evaluate::{Found, Outcome, coordinate, place, run_of};
use crate::experiment::improvement::improvement;
use crate::experiment::{Improvement, Results, improvements};
use crate::metrics::confidence::widening;
use crate::paper::{Coordinates, Row};

/// For each cell of a row: the published improvement, and our improvement (`None` if it is missing).
pub fn cells<'r>(row: &'r Row, results: &Results) -> impl Iterator<Item = (f64, Option<Improvement>)> + use<'r> {
    let ours = improvements(results, &row.scheduler).into_iter();
    let ours = ours.chain(std::iter::repeat(None));
    row.published.iter().copied().map(f64::from).zip(ours)
}

impl Outcome<'_> {
    /// The cells of a row for which this experiment has points, with their indices.
    fn compared<'r>(&self, row: &'r Row) -> impl Iterator<Item = (usize, (f64, Option<Improvement>))> + use<'r> {
        cells(row, self.results).enumerate().take(self.results.points.len())
    }

    /// The improvement at the point with these coordinates.
    pub(super) fn improvement(&self, scheduler: &str, at: &Coordinates) -> Option<Found> {
        let mut points = self.results.points.iter();
        let index = points.position(|point| {
            let mut at = at.iter();
            at.all(|(path, value)| coordinate(point, path) == Some(*value))
        })?;
        let improvement = improvements(self.results, scheduler).swap_remove(index)?;
        Some(Found { unstable: improvement.unstable, ..Found::plain(value(&improvement)) })
    }

    /// The cell that differs most from its published value.
    pub(super) fn farthest(&self, row: &Row) -> Option<Found> {
        let mut all = Vec::new();
        for (index, (published, ours)) in self.compared(row) {
            let ours = ours?;
            if !row.loose.contains(&index) {
                let off = ours.percent - published;
                all.push(self.cell(index, off, ours.ci95, ours.unstable)?);
            }
        }
        farthest_from_zero(all)
    }

    /// The largest difference between a scheduler's improvement in turnaround and its improvement in bounded slowdown,
    /// over all cells. Both improvements are of the same replications.
    pub(super) fn slowdown_apart(&self, scheduler: &str) -> Option<Found> {
        let apart = |own: &Improvement| own.percent - own.bounded_slowdown_percent;
        let mut all = Vec::new();
        for (index, ours) in improvements(self.results, scheduler).into_iter().enumerate() {
            let (ours, point) = (ours?, self.results.points.get(index)?);
            let of_replication = |at: usize| {
                let own = point.results.iter().map(|run| {
                    let own = run.each.get(at)?.as_deref()?;
                    Some((run.scheduler.as_str(), own))
                });
                improvement(&own.collect::<Option<Vec<_>>>()?, scheduler)
            };
            let replications = (0..).map_while(of_replication);
            let each: Vec<f64> = replications.map(|own| apart(&own)).collect();
            let half = Value::of(&each).half;
            all.push(self.cell(index, apart(&ours), half, ours.unstable)?);
        }
        farthest_from_zero(all)
    }

    /// A value in the cell of a row.
    fn cell(&self, index: usize, mean: f64, half: Option<f64>, unstable: bool) -> Option<Found> {
        Some(Found {
            unstable,
            place: place(self.results.points.get(index)?, &[], &[]),
            ..Found::plain(Value { mean, half })
        })
    }

    /// Number of cells in which our improvement and the published improvement have different signs. A cell is uncertain
    /// if the interval of our improvement includes 0.
    pub(super) fn other_signs(&self, row: &Row) -> Option<Found> {
        let mut count = Count::default();
        for (index, (published, ours)) in cells(row, self.results).enumerate() {
            let ours = ours?;
            if published != 0.0 && !row.loose.contains(&index) {
                count.add(value(&ours), published < 0.0);
            }
        }
        Some(Found::plain(count.value()))
    }

    /// Number of cells whose published value is outside the 95 % prediction interval of one replication. The interval
    /// is widened for the number of cells (Bonferroni).
    pub(super) fn outside_samples(&self, row: &Row) -> Option<Found> {
        let compared = self.compared(row).filter(|(index, _)| !row.loose.contains(index)).count();
        let mut outside = 0.0;
        for (index, (published, ours)) in self.compared(row) {
            let ours = ours?;
            let run = run_of(self.results.points.get(index)?, &row.scheduler)?;
            let count = run.replication_mean_turnaround_s.iter().flatten().count();
            // The interval of one further value is √(n + 1) times as wide as the interval of the mean.
            let half = ours.ci95? * (count as f64 + 1.0).sqrt() * widening(compared, count.saturating_sub(1));
            if !row.loose.contains(&index) && (ours.percent - published).abs() > half {
                outside += 1.0;
            }
        }
        Some(Found::plain(Value::exact(outside)))
    }

    /// Share of the points of some experiments at which a scheduler's turnaround is less than that of every other \[%\].
    /// Points whose interval includes 0 are uncertain.
    pub(super) fn best_share(outcomes: &[&Outcome], scheduler: &str) -> Option<Found> {
        let mut count = Count::default();
        for ours in outcomes.iter().flat_map(|outcome| improvements(outcome.results, scheduler)) {
            count.add(value(&ours?), true);
        }
        let share = |number: f64| 100.0 * number / count.all;
        let Value { mean, half } = count.value();
        Some(Found::plain(Value { mean: share(mean), half: half.map(share) }))
    }
}

/// A count of values with a certain sign.
#[derive(Default)]
struct Count {
    all: f64,
    /// Number of values whose mean has the wanted sign.
    own: f64,
    /// Number of values whose whole interval has the wanted sign.
    sure: f64,
    /// Number of values whose interval has the wanted sign at least in part.
    possible: f64,
}

impl Count {
    /// Counts a value if its sign is the wanted one.
    fn add(&mut self, Value { mean, half }: Value, positive: bool) {
        let sign = if positive { 1.0 } else { -1.0 };
        let (mean, half) = (sign * mean, half.unwrap_or(f64::INFINITY));
        let one = |is: bool| f64::from(u8::from(is));
        self.all += 1.0;
        self.own += one(mean > 0.0);
        self.sure += one(mean - half > 0.0);
        self.possible += one(mean + half > 0.0);
    }

    /// The number of values with the sign. Its interval includes the number of certain values and the number of
    /// possible values.
    fn value(&self) -> Value {
        let half = f64::max(self.own - self.sure, self.possible - self.own);
        Value { mean: self.own, half: Some(half) }
    }
}

/// The largest distance of a value from 0. The interval begins at the largest lower bound of all distances and ends at their
/// largest upper bound.
fn farthest_from_zero(all: Vec<Found>) -> Option<Found> {
    let bounds = |own: &Found| {
        let half = own.value.half.unwrap_or(f64::INFINITY);
        (own.value.mean.abs() - half, own.value.mean.abs() + half)
    };
    let least = all.iter().map(|own| bounds(own).0).fold(0.0, f64::max);
    let most = all.iter().map(|own| bounds(own).1).fold(0.0, f64::max);
    let far = |own: &Found| own.value.mean.abs();
    let farthest = all.into_iter().max_by(|a, b| far(a).total_cmp(&far(b)))?;
    let mean = far(&farthest);
    let half = f64::max(mean - least, most - mean);
    Some(Found { value: Value { mean, half: Some(half).filter(|half| half.is_finite()) }, ..farthest })
}

fn value(improvement: &Improvement) -> Value {
    Value { mean: improvement.percent, half: improvement.ci95 }
}

#[cfg(test)]
mod tests {
    use super::super::evaluate::Evidence;
    use super::*;
    use crate::experiment::{Point, RunResult};
    use crate::scenario::Scenario;
    use serde_json::json;
    use std::sync::Arc;

    const LOAD: &str = "workload.load";

    fn run(scheduler: &str, means: [f64; 2], slowdown: f64) -> RunResult {
        let one = |mean_turnaround_s| Some(Arc::new(RunResult { mean_turnaround_s, ..RunResult::default() }));
        RunResult {
            scheduler: scheduler.to_owned(),
            mean_turnaround_s: (means[0] + means[1]) / 2.0,
            mean_bounded_slowdown: slowdown,
            replication_mean_turnaround_s: means.map(Some).to_vec(),
            each: means.map(one).to_vec(),
            utilisation: 0.25,
            mean_queue_length: 7.0,
            ..RunResult::default()
        }
    }

    /// At load 0.5, TLA has half the turnaround and a quarter of the slowdown of FF, the best other scheduler. At load
    /// 1, TLA is 5 % better than the best. At all other loads the schedulers are equal. The coefficients of variation
    /// at loads 0.5 and 1 are 20 and 0 % for BF, 10 and 0 % for FF, and 0 and 0 % for TLA.
    fn results() -> Results {
        let point = |load: f64, results: Vec<RunResult>| {
            let parameters = json!({ LOAD: load }).as_object().unwrap().clone();
            Arc::new(Point { parameters, results })
        };
        let mut points = vec![
            point(
                0.5,
                vec![run("bf", [240.0, 360.0], 9.0), run("ff", [180.0, 220.0], 8.0), run("tla", [100.0, 100.0], 2.0)],
            ),
            point(
                1.0,
                vec![run("bf", [400.0, 400.0], 9.0), run("ff", [500.0, 500.0], 10.0), run("tla", [380.0, 380.0], 9.0)],
            ),
        ];
        let same = |load| point(load, ["bf", "tla"].map(|name| run(name, [9.0; 2], 1.0)).to_vec());
        points.extend([2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0].map(same));
        Results { engine_version: 1, scenario_digest: String::new(), points }
    }

    fn number(quantity: serde_json::Value) -> Option<f64> {
        let (results, scenario) = (results(), Scenario::default());
        let outcome = Outcome { preset: "test", scenario: &scenario, results: &results };
        let evidence = Evidence { outcomes: &[outcome], timings: &[], depths: &[] };
        evidence.number(quantity)
    }

    /// The distance of −14.6 ± 4.3 from 0 may be more than 15, and the distance of 12 ± 8 may be even larger. The
    /// largest distance of 3 ± 1 and −2 ± 1 is at least 2 and at most 4.
    #[test]
    fn the_farthest_by_hand() {
        let found = |all: &[(f64, f64)]| {
            let found = |&(mean, half): &(f64, f64)| Found {
                value: Value { mean, half: Some(half) },
                ..Found::plain(Value::exact(0.0))
            };
            farthest_from_zero(all.iter().map(found).collect()).unwrap().value
        };
        let near = |own: Value, mean: f64, half: f64| {
            assert!((own.mean - mean).abs() < 1e-12 && (own.half.unwrap() - half).abs() < 1e-12, "{own:?}");
        };
        near(found(&[(-14.6, 4.3), (12.0, 2.0)]), 14.6, 4.3);
        near(found(&[(-14.6, 4.3), (12.0, 8.0)]), 14.6, 5.4);
        near(found(&[(3.0, 1.0), (-2.0, 1.0)]), 3.0, 1.0);
        let unknown = Found::plain(Value { mean: 1.0, half: None });
        assert_eq!(farthest_from_zero(vec![unknown]).unwrap().value.half, None);
    }

    /// Of the values −0.2 ± 1.1, −3 ± 1 and 4 ± 1, two are negative; only one of these is negative with certainty.
    #[test]
    fn signs_are_counted_with_their_intervals() {
        let mut count = Count::default();
        for (mean, half) in [(-0.2, 1.1), (-3.0, 1.0), (4.0, 1.0)] {
            count.add(Value { mean, half: Some(half) }, false);
        }
        assert_eq!(count.value(), Value { mean: 2.0, half: Some(1.0) });
        assert_eq!((count.all, count.sure, count.possible), (3.0, 1.0, 2.0));
    }

    #[test]
    fn a_row_by_hand() {
        let row = json!({ "name": "X", "preset": "test", "scheduler": "tla", "published": [60, -10, 99, 0, 0, 0, 0, 0, 0], "loose": [2] });
        let row: Row = serde_json::from_value(row).unwrap();
        let (results, scenario) = (results(), Scenario::default());
        let outcome = Outcome { preset: "test", scenario: &scenario, results: &results };
        let close = |found: Option<Found>, expected: f64| assert!((found.unwrap().value.mean - expected).abs() < 1e-9);
        // The improvements are 50 % instead of the published 60 %, and 5 % instead of the published −10 %.
        close(outcome.farthest(&row), 15.0);
        close(outcome.other_signs(&row), 1.0);
        // Single replications of the first cell differ widely; the second cell is 5 % in all of them.
        close(outcome.outside_samples(&row), 1.0);
        // The improvements in turnaround and in slowdown are 50 and 75 % in the first cell, and 5 and 0 % in the second
        // cell.
        close(outcome.slowdown_apart("tla"), 25.0);
    }

    #[test]
    fn improvements_and_variations_by_hand() {
        let close = |quantity: serde_json::Value, expected: f64| {
            let found = number(quantity.clone()).unwrap();
            assert!((found - expected).abs() < 1e-9, "{quantity} {found}");
        };
        let at = |scheduler: &str, load: f64| json!({ "scheduler": scheduler, "at": { LOAD: load } });
        let improvement = |compare: serde_json::Value| json!({ "measure": "improvement", "compare": compare });
        let improves = |scheduler: &str, load: f64| improvement(json!({ "value": at(scheduler, load) }));
        close(improves("tla", 0.5), 50.0);
        close(improves("tla", 1.0), 5.0);
        close(improvement(json!({ "difference": [at("tla", 0.5), at("tla", 1.0)] })), 45.0);
        let measured = |measure: &str, compare: serde_json::Value| json!({ "measure": measure, "compare": compare, "over": { "point": { LOAD: 0.5 } } });
        close(measured("variation", json!({ "value": "bf" })), 20.0);
        close(measured("variation", json!({ "difference": ["bf", "ff"] })), 10.0);
        close(measured("variation", json!({ "steadiest": "tla" })), 100.0);
        close(measured("utilisation", json!({ "value": "ff" })), 0.25);
        close(measured("mean_queue_length", json!({ "value": "ff" })), 7.0);
        assert_eq!(number(measured("length", json!({ "value": "ff" }))), None);
        assert_eq!(number(improves("tla", 0.7)), None);
        assert_eq!(number(improves("wf", 0.5)), None);
    }
}
