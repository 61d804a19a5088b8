//! Quantities over the points of a sweep: at every point, at some point, or on average.

use super::super::contrast::{contrast, contrast_of_submitted, noise, ratio, variation, won};
use super::outcome::{any_unstable, coordinate, place};
use super::{COSTS, Found, Outcome};
use crate::experiment::measure;
use crate::experiment::{Point, RunResult};
use crate::paper::{Comparison, Coordinates, Measured, Over, Quantity, Region, Spot, Where};

/// A quantity over the points of the sweeps of some experiments; a mean is over those of the first.
pub(super) fn over(outcomes: &[&Outcome], quantity: &Quantity) -> Option<Found> {
    let among = |choices: usize| {
        let mut all = Vec::new();
        for outcome in outcomes {
            let (points, fixed) = outcome.points_of(quantity)?;
            let mut own = outcome.each(&points, fixed, quantity, choices)?;
            if outcomes.len() > 1 {
                own.iter_mut().for_each(|found| {
                    let parts = [outcome.preset, &found.place];
                    found.place = parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(", ");
                });
            }
            all.extend(own);
        }
        Some(all)
    };
    match &quantity.over {
        Over::Point(_) | Over::Every(_) => every(among),
        Over::Some(_) => some(among),
        Over::Most(_) => most(among),
        Over::Mean(_) => {
            let first = outcomes.first()?;
            first.mean_over(&first.points_of(quantity)?.0, quantity)
        }
    }
}

impl<'a> Outcome<'a> {
    /// The points of the sweep at which a quantity is measured, and the coordinates that are fixed.
    fn points_of<'q>(&self, quantity: &'q Quantity) -> Option<(Vec<&'a Point>, &'q Coordinates)> {
        Some(match &quantity.over {
            Over::Point(at) => (self.points(at).collect(), at),
            Over::Every(points) | Over::Some(points) | Over::Most(points) | Over::Mean(points) => (
                self.chosen(points, quantity.compare.spots())?,
                match points {
                    Where::At(at) => at,
                    _ => &[],
                },
            ),
        })
    }

    /// The selected points of a sweep; `None` if they are not known yet.
    pub(super) fn chosen(&self, points: &Where, spots: &[Spot]) -> Option<Vec<&'a Point>> {
        let all = || self.points(&[]);
        Some(match points {
            Where::Anywhere => all().collect(),
            Where::At(at) => self.points(at).collect(),
            Where::From(path, value) => {
                all().filter(|point| coordinate(point, path).is_some_and(|own| own >= *value)).collect()
            }
            Where::Between(path, first, last) => all()
                .filter(|point| coordinate(point, path).is_some_and(|own| (*first..=*last).contains(&own)))
                .collect(),
            Where::In(region) => {
                let mut own = Vec::new();
                for point in all() {
                    if self.region(point)? == *region {
                        own.push(point);
                    }
                }
                own
            }
            // A point is kept even if its runs are missing, since the answer could change without it.
            Where::WithPenalty => all()
                .filter(|point| {
                    self.runs(point, spots).is_none_or(|runs| {
                        let penalty = runs.first().map_or(0.0, |run| run.mean_penalty);
                        !any_unstable(&runs) && penalty >= COSTS
                    })
                })
                .collect(),
        })
    }

    /// The region of load at a point, from the share of jobs that the schedulers complete. `None` if it is unknown:
    /// some runs are unfinished, or runs continue until all jobs have ended.
    pub fn region(&self, point: &Point) -> Option<Region> {
        let experiment = &self.scenario.experiment;
        experiment.completions?;
        let finished = |run: &&RunResult| run.replications == experiment.replications;
        if point.results.iter().filter(finished).count() < self.scenario.schedulers.len() {
            return None;
        }
        let ended_share = |run: &RunResult| {
            let ended = (run.jobs + run.warmup_jobs) as f64;
            let open = run.submitted.map_or(0, |all| all.unfinished_jobs) as f64;
            ended / (ended + open)
        };
        let shares = point.results.iter().map(ended_share);
        Some(Region::of(shares.fold(1.0, f64::min)))
    }

    /// The values of a quantity at each of `points`, with intervals that are wide enough for the best of `choices`
    /// values. If all values are equal, there is one value without a point. `None` if there are no points, or if a
    /// point has no runs.
    fn each(
        &self,
        points: &[&'a Point],
        fixed: &Coordinates,
        quantity: &Quantity,
        choices: usize,
    ) -> Option<Vec<Found>> {
        let spots = quantity.compare.spots();
        let of = quantity.compare.number();
        let mut all: Vec<Found> = Vec::with_capacity(points.len());
        for point in points {
            let found = of_runs(quantity, &self.runs(point, spots)?, choices, &of)?;
            all.push(Found { place: place(point, fixed, spots), ..found });
        }
        let first = all.first()?;
        if all.iter().all(|own| own.value == first.value) {
            let unstable = all.iter().any(|own| own.unstable);
            all.truncate(1);
            all[0].unstable = unstable;
            all[0].place.clear();
        }
        Some(all)
    }

    /// The mean over the points, if all points are in the same region of load.
    fn mean_over(&self, points: &[&'a Point], quantity: &Quantity) -> Option<Found> {
        let of = quantity.compare.number();
        let region = self.region(points.first()?);
        if points.iter().any(|point| self.region(point) != region) {
            return None;
        }
        let spots = quantity.compare.spots();
        let mut runs = Vec::new();
        for point in points {
            runs.extend(self.runs(point, spots)?);
        }
        let mean = |values: &[f64]| {
            let each = values.chunks_exact(spots.len());
            each.map(of).sum::<f64>() / points.len() as f64
        };
        of_runs(quantity, &runs, 1, &mean)
    }
}

/// Evaluates a quantity from `runs`, the runs at its spots: `of` combines the values of the runs. The interval is wide
/// enough for the best of `choices` such numbers.
fn of_runs(quantity: &Quantity, runs: &[&RunResult], choices: usize, of: &dyn Fn(&[f64]) -> f64) -> Option<Found> {
    let mut of_single_runs = None;
    let (value, submitted) = match (&quantity.measure, &quantity.compare) {
        (Measured::Listed(key), compare) => {
            let measure = measure::named(key)?;
            of_single_runs = noise(measure, runs, of).filter(|own| own.is_finite());
            match (compare, runs) {
                (Comparison::Ratio(_), [_, _]) => (ratio(choices, measure, runs)?, None),
                (Comparison::Won(_), [_, _]) => (won(choices, measure, runs)?, None),
                _ => (contrast(choices, measure, runs, of), contrast_of_submitted(choices, measure, runs, of)),
            }
        }
        (Measured::Variation, _) => {
            let turnaround = measure::first();
            let some_open = runs.len() > 1 && runs.iter().any(|run| run.submitted.is_some());
            let submitted = turnaround.of_submitted().filter(|_| some_open);
            (
                variation(choices, turnaround, runs, of)?,
                submitted.and_then(|submitted| variation(choices, submitted, runs, of)),
            )
        }
        _ => return None,
    };
    Some(Found { submitted, noise: of_single_runs, unstable: any_unstable(runs), ..Found::plain(value) })
}

/// The value that decides whether the quantity is positive at all points. Its interval is corrected for the selection
/// of this value from several points, unless the uncorrected interval of the lowest value is above 0.
fn every(among: impl Fn(usize) -> Option<Vec<Found>>) -> Option<Found> {
    let plain = among(1)?;
    let points = plain.len();
    let lowest = first(plain, |a, b| a.lowest() < b.lowest())?;
    if lowest.lowest() > 0.0 || points == 1 {
        return Some(lowest);
    }
    let wide = among(points)?;
    let ends_lowest = first(wide.clone(), |a, b| a.highest() < b.highest())?;
    match ends_lowest.highest() < 0.0 {
        true => Some(ends_lowest),
        false => first(wide, |a, b| a.lowest() < b.lowest()),
    }
}

/// Like [`every`], but decides whether the quantity is positive at some point.
fn some(among: impl Fn(usize) -> Option<Vec<Found>>) -> Option<Found> {
    let plain = among(1)?;
    let points = plain.len();
    let highest = first(plain, |a, b| a.highest() > b.highest())?;
    if highest.highest() < 0.0 || points == 1 {
        return Some(highest);
    }
    let wide = among(points)?;
    let begins_highest = first(wide.clone(), |a, b| a.lowest() > b.lowest())?;
    match begins_highest.lowest() > 0.0 {
        true => Some(begins_highest),
        false => first(wide, |a, b| a.highest() > b.highest()),
    }
}

/// Like [`every`], but decides whether the quantity is positive at more than half of the points. It is if the value beyond half,
/// by descending lower ends, is above 0; it is not if the value beyond half, by descending upper ends, is below 0.
fn most(among: impl Fn(usize) -> Option<Vec<Found>>) -> Option<Found> {
    let points = among(1)?.len();
    let mut wide = among(points)?;
    let beyond_half = points / 2;
    wide.sort_by(|a, b| b.highest().total_cmp(&a.highest()));
    let ends = wide.get(beyond_half)?.clone();
    if ends.highest() < 0.0 {
        return Some(ends);
    }
    wide.sort_by(|a, b| b.lowest().total_cmp(&a.lowest()));
    wide.get(beyond_half).cloned()
}

/// The first value in the order `before`.
fn first(all: Vec<Found>, before: fn(&Found, &Found) -> bool) -> Option<Found> {
    all.into_iter().reduce(|first, own| if before(&own, &first) { own } else { first })
}

#[cfg(test)]
mod tests {
    use super::super::super::contrast::Value;
    use super::*;

    /// The deciding value, from means and half widths at points.
    fn decides(values: &[(f64, f64)]) -> f64 {
        let found = |&(mean, half): &(f64, f64)| Found::plain(Value { mean, half: Some(half) });
        most(|_| Some(values.iter().map(found).collect())).unwrap().value.mean
    }

    #[test]
    fn more_than_half_of_the_points_by_hand() {
        // 9 and 4 are the two highest lower ends: positive at two of three points.
        assert_eq!(decides(&[(10.0, 1.0), (-3.0, 1.0), (5.0, 1.0)]), 5.0);
        // Two of three upper ends are below 0; half of two points is not more than half.
        assert_eq!(decides(&[(10.0, 1.0), (-5.0, 1.0), (-3.0, 1.0)]), -3.0);
        assert_eq!(decides(&[(10.0, 1.0), (-5.0, 1.0)]), -5.0);
        // Undecided: the second point has both signs.
        assert_eq!(decides(&[(10.0, 1.0), (0.5, 5.0)]), 0.5);
    }
}
