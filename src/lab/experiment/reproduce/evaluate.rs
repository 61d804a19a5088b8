//! Evaluates the claims of all papers from results.

mod outcome;
mod over;
mod spot;
mod steadiest;

pub use outcome::Outcome;
use outcome::one_job;
pub(super) use outcome::{coordinate, place, run_of};
use steadiest::steadiest;

use super::contrast::Value;
use super::finding::Finding;
use super::papers;
use super::verdict::{Why, judge};
use crate::base::correlation::correlation;
use crate::experiment::{Depths, measure};
use crate::models::registry;
use crate::paper::{ByDepth, Claim, Comparison, Measured, Quantity, Row, Special, Spot};

/// Co-allocation counts as having a cost if the mean penalty is at least this number.
const COSTS: f64 = 1.02;

/// Time of a policy's decision \[µs\].
#[derive(Clone, Debug, PartialEq)]
pub struct Timing {
    /// Name of the policy.
    pub policy: String,
    /// The median of the measured times, and the half width of its 95 % interval.
    pub value: Value,
}

/// The data used to answer claims.
#[derive(Clone, Copy, Debug)]
pub struct Evidence<'a> {
    /// Results of experiments.
    pub outcomes: &'a [Outcome<'a>],
    /// Times of decisions; empty if not measured.
    pub timings: &'a [Timing],
    /// Decisions at all depths, by preset; empty if not computed.
    pub depths: &'a [(&'a str, Depths)],
}

impl Evidence<'_> {
    /// The answer to a claim. The answer is "not measured" if the data for the claim is missing.
    pub fn answer<'c>(&self, claim: &'c Claim) -> Finding<'c> {
        let Some(found) = self.found(&claim.preset, &claim.quantity) else {
            return Finding::untested(claim, Why::NotMeasured);
        };
        let Value { mean, half } = found.value;
        Finding {
            claim,
            measured: Some(mean),
            ci95: half,
            submitted: found.submitted,
            noise: found.noise,
            verdict: judge(claim.published, Some(mean), half),
            unstable: found.unstable,
            place: found.place,
        }
    }

    /// The verdict on a test's claim.
    #[cfg(test)]
    pub(super) fn verdict(&self, claim: &Claim) -> super::verdict::Verdict {
        let found = self.found(&claim.preset, &claim.quantity);
        let value = found.map(|found| found.value);
        judge(claim.published, value.map(|value| value.mean), value.and_then(|value| value.half))
    }

    /// The measured number of a quantity.
    #[cfg(test)]
    pub(super) fn number(&self, quantity: serde_json::Value) -> Option<f64> {
        let quantity = serde_json::from_value(quantity).unwrap();
        self.found("test", &quantity).map(|found| found.value.mean)
    }

    fn found(&self, preset: &str, quantity: &Quantity) -> Option<Found> {
        let here = self.found_in(preset, quantity)?;
        let found = match quantity.more_than_in.as_str() {
            "" => here,
            other => here.less(&self.found_in(other, quantity)?),
        };
        Some(found).filter(|found| found.value.mean.is_finite())
    }

    /// A quantity in one preset.
    fn found_in(&self, preset: &str, quantity: &Quantity) -> Option<Found> {
        let outcome = || self.outcome(preset);
        let all = || {
            let names = std::iter::once(preset).chain(quantity.also_in.iter().map(String::as_str));
            names.map(|name| self.outcome(name)).collect::<Option<Vec<_>>>()
        };
        match (&quantity.measure, &quantity.compare) {
            (_, Comparison::Special(special)) => match &**special {
                Special::UnstablePoints(of, points) => outcome()?.unstable_points(of, points),
                Special::Overshoot(of, limit) => outcome()?.overshoot(of, limit, |_| 0.01),
                Special::OvershootInJobs(of, limit) => outcome()?.overshoot(of, limit, one_job),
                Special::GroupDifference(group, [a, b]) => outcome()?.group_difference(group, a, b),
                Special::Ahead(group, of) => outcome()?.ahead(group, of),
                Special::AheadMore(groups, of) => outcome()?.ahead_more(groups, of),
                Special::GroupShare(group, of) => outcome()?.group_share(group, of),
                Special::ClustersApart(of) => outcome()?.clusters_apart(of),
                Special::LongerOnNodes(two) => outcome()?.longer_on_nodes(two),
                Special::CrossingsApart([a, b], level) => {
                    let at = |of| outcome()?.crossing(measure::first(), of, level);
                    Some(at(a)?.less(&at(b)?))
                }
                Special::BestShare(of) => Outcome::best_share(&all()?, of),
                Special::Farthest { exchanged, row_of } => {
                    let mut row = row(if row_of.is_empty() { preset } else { row_of })?.clone();
                    if let Some([a, b]) = exchanged {
                        row.published.swap(*a, *b);
                    }
                    outcome()?.farthest(&row)
                }
                Special::OtherSigns => outcome()?.other_signs(row(preset)?),
                Special::OutsideSamples(of) => outcome()?.outside_samples(row(of)?),
                Special::SlowdownApart(scheduler) => outcome()?.slowdown_apart(scheduler),
                Special::Calculated => {
                    Some(Found::plain(Value::exact(registry::current().calculated(&quantity.words)?)))
                }
                Special::Depths(what) => {
                    let depths = self.depths.iter().find(|depths| depths.0 == preset);
                    self.by_depth(&depths?.1, what)
                }
            },
            (Measured::Decision, compare) => compared(compare, |of| Some(Found::plain(self.timing(&of.scheduler)?))),
            (Measured::Improvement, compare) => compared(compare, |of| outcome()?.improvement(&of.scheduler, &of.at)),
            (_, Comparison::Steadiest(of)) => steadiest(&all()?, of),
            (Measured::Listed(key), Comparison::Spread(of)) => {
                outcome()?.spread(measure::named(key)?, of, &quantity.over)
            }
            (Measured::Listed(key), Comparison::Crossing([of, level])) => {
                outcome()?.crossing(measure::named(key)?, of, level)
            }
            _ => over::over(&all()?, quantity),
        }
    }

    fn outcome(&self, preset: &str) -> Option<&Outcome<'_>> {
        let mut outcomes = self.outcomes.iter();
        outcomes.find(|outcome| outcome.preset == preset)
    }

    fn by_depth(&self, depths: &Depths, what: &ByDepth) -> Option<Found> {
        let value = match what {
            ByDepth::Decisions => depths.decisions as f64,
            ByDepth::Changed => 100.0 * depths.decided_otherwise as f64 / depths.decisions as f64,
            ByDepth::FirstBelow(depth) => 100.0 * depths.first_below(*depth),
            ByDepth::SettledBelow(depth) => 100.0 * depths.settled_below(*depth),
            ByDepth::Below(depth) => 100.0 * depths.share_below(*depth),
            ByDepth::Simulated(depth) => 100.0 * depths.simulated_up_to(*depth),
            ByDepth::Correlation(preset, scheduler, swept) => {
                let mut pairs = Vec::new();
                for point in &self.outcome(preset)?.results.points {
                    let depth = coordinate(point, swept)? as usize;
                    if depth > 0 {
                        let turnaround_s = run_of(point, scheduler)?.mean_turnaround_s;
                        pairs.push((depths.share_below(depth.saturating_add(1)), turnaround_s));
                    }
                }
                correlation(&pairs)
            }
        };
        value.is_finite().then(|| Found::plain(Value::exact(value)))
    }

    /// Time of a decision of this policy \[µs\].
    fn timing(&self, policy: &str) -> Option<Value> {
        let timing = self.timings.iter().find(|timing| timing.policy == policy);
        timing.map(|timing| timing.value)
    }
}

/// The published improvements for a preset.
fn row(preset: &str) -> Option<&'static Row> {
    papers().iter().flat_map(|paper| &paper.improvements).find(|row| row.preset == preset)
}

/// The value of a quantity, or the comparison of two values that were measured independently.
fn compared(compare: &Comparison, value: impl Fn(&Spot) -> Option<Found>) -> Option<Found> {
    match compare {
        Comparison::Value(one) => value(one),
        Comparison::Difference([a, b]) => Some(value(a)?.less(&value(b)?)),
        Comparison::Percent([a, b]) => {
            let (a, b) = (value(a)?, value(b)?);
            Some(Found { unstable: a.unstable || b.unstable, ..Found::plain(a.value.percent_above(b.value)) })
        }
        _ => None,
    }
}

/// The value of a quantity in the results, with the place where it was found.
#[derive(Clone)]
pub(super) struct Found {
    pub value: Value,
    /// The value over all submitted jobs, if some jobs had not ended at the end of the runs.
    pub submitted: Option<Value>,
    /// Standard deviation of the value if each run had been made once, on jobs of its own.
    pub noise: Option<f64>,
    pub unstable: bool,
    pub place: String,
}

impl Found {
    pub fn plain(value: Value) -> Found {
        Found { value, submitted: None, noise: None, unstable: false, place: String::new() }
    }

    /// The difference between this value and an independently measured value.
    fn less(&self, other: &Found) -> Found {
        let of_all = |own: &Found| own.submitted.unwrap_or(own.value);
        let some_open = self.submitted.or(other.submitted).is_some();
        Found {
            submitted: some_open.then(|| of_all(self).less(of_all(other))),
            unstable: self.unstable || other.unstable,
            ..Found::plain(self.value.less(other.value))
        }
    }

    /// Lower end of the value's interval; the value itself if it has no interval.
    fn lowest(&self) -> f64 {
        self.value.mean - self.value.half.unwrap_or(0.0)
    }

    /// Upper end of the value's interval; the value itself if it has no interval.
    fn highest(&self) -> f64 {
        self.value.mean + self.value.half.unwrap_or(0.0)
    }
}

#[cfg(test)]
mod tests;
