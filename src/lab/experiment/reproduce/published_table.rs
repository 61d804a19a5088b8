//! Improvements and spreads of an experiment, as a table of them was published.

use super::contrast::Value;
use super::evaluate::{Found, Outcome, coordinate, place};
use crate::experiment::{Improvement, Results, improvements, spread::spread};
use crate::paper::{At, Row, Spot};
use std::sync::Arc;

/// The cells of a row, published and ours; `None` where the results lack it.
pub fn cells<'r>(
    row: &'r Row,
    results: &Results,
) -> impl Iterator<Item = (f64, Option<Improvement>)> + use<'r> {
    let ours = improvements(results, row.scheduler).into_iter();
    let ours = ours.chain(std::iter::repeat(None));
    row.published.iter().copied().map(f64::from).zip(ours)
}

impl Outcome<'_> {
    /// The improvement at the point with these coordinates.
    pub(super) fn improvement(&self, scheduler: &str, at: At) -> Option<Found> {
        let mut points = self.results.points.iter();
        let index = points.position(|point| {
            let mut at = at.iter();
            at.all(|(path, value)| coordinate(point, path) == Some(*value))
        })?;
        let improvement = improvements(self.results, scheduler).swap_remove(index)?;
        Some(Found {
            unstable: improvement.unstable,
            ..Found::plain(value(&improvement))
        })
    }

    /// The cell that is farthest from the published one, without an error: what was published is one draw too.
    pub(super) fn farthest(&self, row: &Row) -> Option<Found> {
        self.largest(row, |cell, published, improvement| {
            let off = (improvement.percent - published).abs();
            (!row.loose.contains(&cell)).then_some(off)
        })
    }

    /// The cell in which turnaround and bounded slowdown are farthest apart.
    pub(super) fn slowdown_apart(&self, row: &Row) -> Option<Found> {
        self.largest(row, |_, _, improvement| {
            Some((improvement.percent - improvement.bounded_slowdown_percent).abs())
        })
    }

    /// The largest value of a cell, of those that have one.
    fn largest(
        &self,
        row: &Row,
        of: impl Fn(usize, f64, &Improvement) -> Option<f64>,
    ) -> Option<Found> {
        let mut largest: Option<Found> = None;
        for (index, (published, ours)) in cells(row, self.results).enumerate() {
            let (ours, point) = (ours?, self.results.points.get(index)?);
            let Some(value) = of(index, published, &ours) else {
                continue;
            };
            if largest
                .as_ref()
                .is_none_or(|least| value > least.value.mean)
            {
                largest = Some(Found {
                    unstable: ours.unstable,
                    place: place(point, &[], &[]),
                    ..Found::plain(Value::exact(value))
                });
            }
        }
        largest
    }

    pub(super) fn other_signs(&self, row: &Row) -> Option<Found> {
        let mut count = 0.0;
        for (index, (published, ours)) in cells(row, self.results).enumerate() {
            if ours?.percent * published < 0.0 && !row.loose.contains(&index) {
                count += 1.0;
            }
        }
        Some(Found::plain(Value::exact(count)))
    }

    pub(super) fn variation(&self, of: Spot) -> Option<Found> {
        let run = self.run_at(of)?;
        Some(Found {
            unstable: run.unstable,
            ..Found::plain(Value::exact(100.0 * spread(run)?.cv))
        })
    }

    pub(super) fn steadiest(&self, scheduler: &str) -> Option<Found> {
        let (mut first, mut all) = (0.0, 0.0);
        for point in self.results.points.iter().map(Arc::as_ref) {
            let cv = |run| Some(spread(run)?.cv);
            let own = cv(super::evaluate::run_of(point, scheduler)?)?;
            let others = point
                .results
                .iter()
                .filter(|run| run.scheduler != scheduler);
            let others = others.map(cv).collect::<Option<Vec<f64>>>()?;
            let least = others.into_iter().fold(f64::INFINITY, f64::min);
            if own.max(least) > 0.0 {
                all += 1.0;
                first += f64::from(u8::from(own < least));
            }
        }
        (all > 0.0).then(|| Found::plain(Value::exact(100.0 * first / all)))
    }
}

fn value(improvement: &Improvement) -> Value {
    Value {
        mean: improvement.percent,
        half: improvement.ci95,
    }
}

#[cfg(test)]
mod tests {
    use super::super::evaluate::Evidence;
    use super::*;
    use crate::experiment::{Point, RunResult};
    use crate::paper::{Measure, of};
    use crate::scenario::Scenario;
    use serde_json::json;

    const ROW: Row = Row {
        name: "X",
        preset: "test",
        scheduler: "tla",
        published: [60, -10, 99, 0, 0, 0, 0, 0, 0],
        loose: &[2],
    };
    const LOAD: &str = "workload.load";

    fn run(scheduler: &str, means: [f64; 2], slowdown: f64) -> RunResult {
        RunResult {
            scheduler: scheduler.to_owned(),
            mean_turnaround_s: (means[0] + means[1]) / 2.0,
            mean_bounded_slowdown: slowdown,
            replication_mean_turnaround_s: means.map(Some).to_vec(),
            utilisation: 0.25,
            mean_queue_length: 7.0,
            ..RunResult::default()
        }
    }

    /// At load 0.5 TLA halves the turnaround of the best, FF, and takes three quarters off the slowdown; at load 1 it is 5 %
    /// ahead; elsewhere all are the same. Coefficients of variation: BF 20 and 0 %, FF 10 and 0 %, TLA 0 and 0 %.
    fn number(measure: Measure) -> Option<f64> {
        let point = |load: f64, results: Vec<RunResult>| {
            let parameters = json!({ LOAD: load }).as_object().unwrap().clone();
            Arc::new(Point {
                parameters,
                results,
            })
        };
        let mut points = vec![
            point(
                0.5,
                vec![
                    run("bf", [240.0, 360.0], 9.0),
                    run("ff", [180.0, 220.0], 8.0),
                    run("tla", [100.0, 100.0], 2.0),
                ],
            ),
            point(
                1.0,
                vec![
                    run("bf", [400.0, 400.0], 9.0),
                    run("ff", [500.0, 500.0], 10.0),
                    run("tla", [380.0, 380.0], 9.0),
                ],
            ),
        ];
        let same = |load| {
            point(
                load,
                ["bf", "tla"].map(|name| run(name, [9.0; 2], 1.0)).to_vec(),
            )
        };
        points.extend([2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0].map(same));
        let results = Results {
            engine_version: 1,
            scenario_digest: String::new(),
            points,
        };
        let scenario = Scenario::default();
        let outcome = Outcome {
            preset: "test",
            scenario: &scenario,
            results: &results,
        };
        let evidence = Evidence {
            outcomes: &[outcome],
            timings: &[],
            depths: &[],
        };
        evidence.number("test", &measure)
    }

    #[test]
    fn a_row_by_hand() {
        let close = |measure, expected: f64| {
            let found = number(measure).unwrap();
            assert!((found - expected).abs() < 1e-9, "{measure:?} {found}");
        };
        close(Measure::Improvement("tla", &[(LOAD, 0.5)]), 50.0);
        close(Measure::Improvement("tla", &[(LOAD, 1.0)]), 5.0);
        // 50 instead of 60, 5 instead of −10.
        close(Measure::Farthest(&ROW), 15.0);
        close(Measure::OtherSigns(&ROW), 1.0);
        // 50 and 75 %, 5 and 0 %.
        close(Measure::SlowdownApart(&ROW), 25.0);
        close(
            Measure::ImprovesMore("tla", &[(LOAD, 0.5)], &[(LOAD, 1.0)]),
            45.0,
        );
        close(Measure::Variation(of("bf")), 20.0);
        close(Measure::VariesMore(of("bf"), of("ff")), 10.0);
        close(Measure::UsesMore(of("ff"), of("bf")), 0.0);
        close(Measure::Steadiest("tla"), 100.0);
        close(Measure::Utilisation(of("ff")), 0.25);
        close(Measure::QueueLength(of("ff")), 7.0);
        assert_eq!(number(Measure::Improvement("tla", &[(LOAD, 0.7)])), None);
        assert_eq!(number(Measure::Improvement("wf", &[(LOAD, 0.5)])), None);
    }
}
