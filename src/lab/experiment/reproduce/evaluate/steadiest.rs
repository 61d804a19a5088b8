//! The scheduler with the least variation.

use super::super::contrast::Value;
use super::{Found, Outcome, run_of};
use crate::base::random::Stream;
use crate::experiment::RunResult;
use crate::experiment::spread::of_values;

/// Number of bootstrap samples.
const SAMPLES: usize = 1000;

/// Share of the points of all `outcomes` at which a scheduler has the smallest coefficient of variation. Its interval
/// has 95 % of the bootstrap samples; a sample draws the same replications at all points.
pub(super) fn steadiest(outcomes: &[&Outcome], scheduler: &str) -> Option<Found> {
    let values =
        |run: &RunResult| -> Vec<f64> { run.replication_mean_turnaround_s.iter().flatten().copied().collect() };
    let cv = |values: &[f64]| of_values(values).map_or(0.0, |spread| spread.cv);
    // For each point with some variation: the values of the scheduler, then those of the others.
    let mut points: Vec<Vec<Vec<f64>>> = Vec::new();
    for point in outcomes.iter().flat_map(|outcome| &outcome.results.points) {
        let own = run_of(point, scheduler)?;
        let others = point.results.iter().filter(|run| run.scheduler != scheduler);
        let all: Vec<Vec<f64>> = std::iter::once(own).chain(others).map(values).collect();
        if all.iter().any(|values| cv(values) > 0.0) {
            points.push(all);
        }
    }
    let share = |drawn: &dyn Fn(&[f64]) -> Vec<f64>| {
        let is_least = |all: &&Vec<Vec<f64>>| {
            let mut each = all.iter().map(|values| cv(&drawn(values)));
            each.next().is_some_and(|own| each.all(|other| own < other))
        };
        100.0 * points.iter().filter(is_least).count() as f64 / points.len() as f64
    };
    let replications = points.iter().flatten().map(Vec::len).max()?;
    let mut stream = Stream::new("steadiest", 0, "bootstrap", 0);
    let mut shares: Vec<f64> = (0..SAMPLES)
        .map(|_| {
            let drawn: Vec<f64> = (0..replications).map(|_| stream.uniform()).collect();
            share(&|values| {
                drawn.iter().take(values.len()).map(|at| values[(at * values.len() as f64) as usize]).collect()
            })
        })
        .collect();
    shares.sort_by(f64::total_cmp);
    let mean = share(&<[f64]>::to_vec);
    let [low, high] = [SAMPLES / 40, SAMPLES - 1 - SAMPLES / 40].map(|at| shares[at]);
    Some(Found::plain(Value { mean, half: Some(f64::max(mean - low, high - mean)) }))
}
