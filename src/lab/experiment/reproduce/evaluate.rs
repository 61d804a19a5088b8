//! From results to an answer: the one place where claims of every paper are evaluated.

mod outcome;
mod over;

pub use outcome::Outcome;
use outcome::one_job;
pub(super) use outcome::{coordinate, jackknife, place, run_of, varies_more};

use super::contrast::Value;
use super::finding::Finding;
use super::verdict::{Why, judge};
use crate::base::correlation::correlation;
use crate::experiment::Depths;
use crate::models::registry;
use crate::paper::{ByDepth, Claim, Measure};

/// Co-allocation costs something from this mean penalty on.
const COSTS: f64 = 1.02;

/// Time that a policy takes for a decision \[µs\].
#[derive(Clone, Debug, PartialEq)]
pub struct Timing {
    /// Name of the policy.
    pub policy: String,
    /// A typical mean of many, and the half width of its 95 % interval.
    pub value: Value,
}

/// What there is to answer claims with.
#[derive(Clone, Copy, Debug)]
pub struct Evidence<'a> {
    /// Experiments.
    pub outcomes: &'a [Outcome<'a>],
    /// Times of decisions; none unless they were measured.
    pub timings: &'a [Timing],
    /// Decisions at all depths, by preset; none unless they were looked at.
    pub depths: &'a [(&'a str, Depths)],
}

impl Evidence<'_> {
    /// Our answer to a claim. What is not there yet makes it "not measured".
    pub fn answer<'c>(&self, claim: &'c Claim) -> Finding<'c> {
        let Some(found) = self.measure(&claim.preset, &claim.measure) else {
            return Finding::untested(claim, Why::NotMeasured);
        };
        let Value { mean, half } = found.value;
        Finding {
            claim,
            measured: Some(mean),
            ci95: half,
            submitted: found.submitted,
            verdict: judge(claim.published, Some(mean), half),
            unstable: found.unstable,
            place: found.place,
        }
    }

    /// The verdict on a claim that is not one of a paper's.
    #[cfg(test)]
    pub(super) fn verdict(&self, claim: &Claim) -> super::verdict::Verdict {
        let found = self.measure(&claim.preset, &claim.measure);
        let value = found.map(|found| found.value);
        judge(claim.published, value.map(|value| value.mean), value.and_then(|value| value.half))
    }

    fn measure(&self, preset: &str, measure: &Measure) -> Option<Found> {
        let outcome = || self.outcome(preset);
        match measure {
            Measure::Mean(of) => outcome()?.mean(of),
            Measure::Gap(a, b, over) => outcome()?.over(over, &[a, b], &|mean| mean[0] - mean[1]),
            Measure::Percent(a, b, over) => outcome()?.over(over, &[a, b], &|mean| 100.0 * (mean[0] / mean[1] - 1.0)),
            Measure::Wider([a, b], [c, d], over) => {
                outcome()?.over(over, &[a, b, c, d], &|mean| (mean[0] - mean[1]).abs() - (mean[2] - mean[3]).abs())
            }
            Measure::Spread(of, at) => outcome()?.spread(of, at),
            Measure::Crossing(of, level) => outcome()?.crossing(of, level),
            Measure::Overshoot(of, limit) => outcome()?.overshoot(of, limit, |_| Some(0.01)),
            Measure::OvershootInJobs(of, limit) => outcome()?.overshoot(of, limit, one_job),
            Measure::UnstablePoints(of, points) => outcome()?.unstable_points(of, points),
            Measure::Decision(policy) => Some(Found::plain(self.timing(policy)?)),
            Measure::LongerDecision(a, b) => {
                let longer = self.timing(a)?.percent_above(self.timing(b)?);
                Some(Found::plain(longer))
            }
            Measure::Utilisation(of) => outcome()?.in_each(&[of], |run| Some(run[0].utilisation)),
            Measure::QueueLength(of) => outcome()?.in_each(&[of], |run| Some(run[0].mean_queue_length)),
            Measure::UsesMore(a, b) => {
                outcome()?.in_each(&[a, b], |runs| Some(runs[0].utilisation - runs[1].utilisation))
            }
            Measure::Counted(name, of) => outcome()?.in_each(&[of], |run| {
                let count = run[0].counters.get(name)? as f64;
                Some(100.0 * count / run[0].jobs as f64)
            }),
            Measure::DrawsWon(a, b) => outcome()?.draws_won(a, b),
            Measure::Missed(of) => {
                outcome()?.in_each(&[of], |run| Some(100.0 * run[0].reservations.as_ref()?.missed_share))
            }
            Measure::Improvement(of, at) => outcome()?.improvement(of, at),
            Measure::ImprovesMore(of, a, b) => {
                let (a, b) = (outcome()?.improvement(of, a)?, outcome()?.improvement(of, b)?);
                Some(Found { unstable: a.unstable || b.unstable, ..Found::plain(a.value.less(b.value)) })
            }
            Measure::Farthest(row) => outcome()?.farthest(row),
            Measure::OtherSigns(row) => outcome()?.other_signs(row),
            Measure::SlowdownApart(row) => outcome()?.slowdown_apart(row),
            Measure::SlowdownRatio(a, b) => outcome()?.slowdown_ratio(a, b),
            Measure::Variation(of) => outcome()?.variation(of),
            Measure::VariesMore(a, b) => outcome()?.varies_more(a, b),
            Measure::Steadiest(of) => outcome()?.steadiest(of),
            Measure::Calculated(calculation) => {
                let number = registry::current().calculated(&calculation.words)?;
                Some(Found::plain(Value::exact(number)))
            }
            Measure::Depths(what) => {
                let depths = self.depths.iter().find(|depths| depths.0 == preset);
                self.by_depth(&depths?.1, what)
            }
            Measure::GroupGap(group, a, b) => outcome()?.group_gap(group, a, b),
            Measure::AheadMore(a, b, of) => outcome()?.ahead_more([a, b], of),
            Measure::Ahead(group, of) => {
                let run = outcome()?.run_at(of)?;
                let jobs = match group {
                    None => run.paired.as_ref()?.jobs.as_ref(),
                    Some(group) => {
                        let own = run.groups.iter().find(|own| own.group == *group)?;
                        own.jobs_paired.as_ref()
                    }
                }?;
                Some(Found {
                    unstable: run.unstable,
                    ..Found::plain(Value {
                        mean: 100.0 * jobs.ahead_share,
                        half: jobs.ahead_share_ci95.map(|half| 100.0 * half),
                    })
                })
            }
            Measure::GroupShare(group, of) => outcome()?.in_each(&[of], |run| {
                let own = run[0].groups.iter().find(|own| own.group == *group)?;
                Some(100.0 * own.jobs as f64 / run[0].jobs as f64)
            }),
            Measure::MoreThanIn(other, inner) => {
                let (here, there) = (self.measure(preset, inner)?, self.measure(other, inner)?);
                let of_all = |own: &Found| own.submitted.unwrap_or(own.value);
                let some_open = here.submitted.or(there.submitted).is_some();
                Some(Found {
                    submitted: some_open.then(|| of_all(&here).less(of_all(&there))),
                    unstable: here.unstable || there.unstable,
                    ..Found::plain(here.value.less(there.value))
                })
            }
        }
    }

    /// The number alone.
    #[cfg(test)]
    pub(super) fn number(&self, preset: &str, measure: &Measure) -> Option<f64> {
        self.measure(preset, measure).map(|found| found.value.mean)
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
            ByDepth::Below(depth) => 100.0 * depths.share_below(*depth),
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

    /// What a decision of this policy takes \[µs\].
    fn timing(&self, policy: &str) -> Option<Value> {
        let timing = self.timings.iter().find(|timing| timing.policy == policy);
        timing.map(|timing| timing.value)
    }
}

/// A quantity as found in the results.
#[derive(Clone)]
pub(super) struct Found {
    pub value: Value,
    /// The same of all submitted jobs, if some had not ended.
    pub submitted: Option<Value>,
    pub unstable: bool,
    pub place: String,
}

impl Found {
    pub fn plain(value: Value) -> Found {
        Found { value, submitted: None, unstable: false, place: String::new() }
    }

    /// How far down its interval reaches; without one, itself.
    fn lowest(&self) -> f64 {
        self.value.mean - self.value.half.unwrap_or(0.0)
    }

    /// How far up its interval reaches; without one, itself.
    fn highest(&self) -> f64 {
        self.value.mean + self.value.half.unwrap_or(0.0)
    }
}

#[cfg(test)]
mod tests;
