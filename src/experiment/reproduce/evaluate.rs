//! From results to an answer: the one place where claims of every paper are evaluated.

use super::claim::{At, ByDepth, Claim, Measure, Over, Spot};
use super::contrast::{Value, contrast, contrast_of_best};
use super::crossing::{Height, rises_to};
use super::finding::{Finding, coordinates};
use super::shih2013;
use super::verdict::judge;
use crate::base::correlation::correlation;
use crate::experiment::{Depths, Point, Results, RunResult};
use crate::metrics::confidence::estimate;
use crate::scenario::checks::sweeps::Points;
use crate::scenario::{Scenario, Workload};
use std::sync::Arc;

/// Co-allocation costs something from this mean penalty on.
const COSTS: f64 = 1.02;

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

/// Time that a policy takes for a decision \[µs\].
#[derive(Clone, Debug, PartialEq)]
pub struct Timing {
    /// Name of the policy.
    pub policy: String,
    /// Mean, and the half width of its 95 % interval.
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
    pub fn answer(&self, claim: &'static Claim) -> Finding {
        let found = self.measure(claim.preset, &claim.measure);
        let (measured, ci95) = match &found {
            Some(found) => (Some(found.value.mean), found.value.half),
            None => (None, None),
        };
        Finding {
            claim,
            measured,
            ci95,
            verdict: judge(claim.published, measured, ci95),
            unstable: found.as_ref().is_some_and(|found| found.unstable),
            place: found.map_or_else(String::new, |found| found.place),
        }
    }

    fn measure(&self, preset: &str, measure: &Measure) -> Option<Found> {
        let outcome = || self.outcome(preset);
        match *measure {
            Measure::Mean(of) => outcome()?.mean(of),
            Measure::Gap(a, b, over) => outcome()?.over(over, &[a, b], &|mean| mean[0] - mean[1]),
            Measure::Percent(a, b, over) => {
                outcome()?.over(over, &[a, b], &|mean| 100.0 * (mean[0] / mean[1] - 1.0))
            }
            Measure::Wider([a, b], [c, d], over) => outcome()?.over(over, &[a, b, c, d], &|mean| {
                (mean[0] - mean[1]).abs() - (mean[2] - mean[3]).abs()
            }),
            Measure::Spread(of, at) => outcome()?.spread(of, at),
            Measure::Crossing(of, level) => outcome()?.crossing(of, level),
            Measure::Overshoot(of) => outcome()?.overshoot(of, |_| Some(0.01)),
            Measure::OvershootInJobs(of) => outcome()?.overshoot(of, one_job),
            Measure::UnstablePoints(of) => outcome()?.unstable_points(of),
            Measure::Decision(policy) => Some(Found::plain(self.timing(policy)?)),
            Measure::LongerDecision(a, b) => {
                let longer = self.timing(a)?.percent_above(self.timing(b)?);
                Some(Found::plain(longer))
            }
            Measure::Utilisation(of) => outcome()?.exact(of, |run| run.utilisation),
            Measure::QueueLength(of) => outcome()?.exact(of, |run| run.mean_queue_length),
            Measure::Missed(of) => outcome()?.missed(of),
            Measure::Improvement(of, at) => outcome()?.improvement(of, at),
            Measure::Farthest(row) => outcome()?.farthest(row),
            Measure::OtherSigns(row) => outcome()?.other_signs(row),
            Measure::SlowdownApart(row) => outcome()?.slowdown_apart(row),
            Measure::Variation(of) => outcome()?.variation(of),
            Measure::Steadiest(of) => outcome()?.steadiest(of),
            Measure::Example(cluster, nodes, ends_s) => {
                let score = shih2013::example_s(cluster, nodes, ends_s);
                Some(Found::plain(Value::exact(score)))
            }
            Measure::Depths(what) => {
                let depths = self.depths.iter().find(|depths| depths.0 == preset);
                self.by_depth(&depths?.1, what)
            }
            Measure::GroupGap(group, a, b) => {
                let of = |spot: Spot| -> Option<Found> { outcome()?.group(group, spot) };
                let (a, b) = (of(a)?, of(b)?);
                Some(Found {
                    value: a.value.less(b.value),
                    unstable: a.unstable || b.unstable,
                    place: String::new(),
                })
            }
            Measure::Ahead(group, of) => {
                let run = outcome()?.run_at(of)?;
                let jobs = match group {
                    None => run.paired.as_ref()?.jobs.as_ref(),
                    Some(group) => {
                        let own = run.groups.iter().find(|own| own.group == group)?;
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
            Measure::GroupShare(group, of) => {
                let run = outcome()?.run_at(of)?;
                let own = run.groups.iter().find(|own| own.group == group)?;
                Some(Found {
                    unstable: run.unstable,
                    ..Found::plain(Value::exact(100.0 * own.jobs as f64 / run.jobs as f64))
                })
            }
            Measure::MoreThanIn(other, inner) => {
                let (here, there) = (self.measure(preset, inner)?, self.measure(other, inner)?);
                Some(Found {
                    value: here.value.less(there.value),
                    unstable: here.unstable || there.unstable,
                    place: String::new(),
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

    fn by_depth(&self, depths: &Depths, what: ByDepth) -> Option<Found> {
        let value = match what {
            ByDepth::Decisions => depths.decisions as f64,
            ByDepth::Changed => 100.0 * depths.decided_otherwise as f64 / depths.decisions as f64,
            ByDepth::FirstBelow(depth) => 100.0 * depths.first_below(depth),
            ByDepth::Below(depth) => 100.0 * depths.share_below(depth),
            ByDepth::Correlation(preset, scheduler) => {
                let mut pairs = Vec::new();
                for point in &self.outcome(preset)?.results.points {
                    let depth = coordinate(point, "schedulers.*.simulation_depth")? as usize;
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
pub(super) struct Found {
    pub value: Value,
    pub unstable: bool,
    pub place: String,
}

impl Found {
    pub fn plain(value: Value) -> Found {
        Found {
            value,
            unstable: false,
            place: String::new(),
        }
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

impl<'a> Outcome<'a> {
    /// A number of the run at a spot, without an error of its own.
    fn exact(&self, of: Spot, number: fn(&RunResult) -> f64) -> Option<Found> {
        let run = self.run_at(of)?;
        Some(Found {
            unstable: run.unstable,
            ..Found::plain(Value::exact(number(run)))
        })
    }

    /// How many reservations were missed, with an interval over the replications if they are at hand.
    fn missed(&self, of: Spot) -> Option<Found> {
        let run = self.run_at(of)?;
        let share = |run: &RunResult| Some(100.0 * run.reservations.as_ref()?.missed_share);
        let each = run.each.iter().flatten().filter_map(|own| share(own));
        let half = estimate(&each.collect::<Vec<_>>()).ci95;
        Some(Found {
            unstable: run.unstable,
            ..Found::plain(Value {
                mean: share(run)?,
                half: Some(half).filter(|half| half.is_finite()),
            })
        })
    }

    /// Mean turnaround of the jobs of a group.
    fn group(&self, name: &str, of: Spot) -> Option<Found> {
        let run = self.run_at(of)?;
        let group = run.groups.iter().find(|group| group.group == name)?;
        Some(Found {
            unstable: run.unstable,
            ..Found::plain(Value {
                mean: group.mean_turnaround_s,
                half: group.turnaround_ci95_s,
            })
        })
    }

    /// The run at the spot; what the spot does not fix is as at the first point.
    pub(super) fn run_at(&self, of: Spot) -> Option<&'a RunResult> {
        self.run(self.results.points.first()?, &of)
    }

    fn mean(&self, of: Spot) -> Option<Found> {
        let run = self.run_at(of)?;
        Some(Found {
            unstable: run.unstable,
            ..Found::plain(contrast(&[run], &|mean| mean[0]))
        })
    }

    /// `of` the turnarounds of spots, over the points of the sweep.
    fn over(&self, over: Over, spots: &[Spot], of: &dyn Fn(&[f64]) -> f64) -> Option<Found> {
        match over {
            Over::Point(at) | Over::Every(at) => {
                self.lowest(&self.points(at).collect::<Vec<_>>(), at, spots, of)
            }
            Over::From(path, value) => {
                let from = |point: &&Point| coordinate(point, path).is_some_and(|own| own >= value);
                let points: Vec<_> = self.points(&[]).filter(from).collect();
                self.lowest(&points, &[], spots, of)
            }
            Over::EveryWithPenalty => {
                // A point without its runs stays: without it the answer would be another.
                let costs = |point: &&Point| {
                    self.runs(point, spots).is_none_or(|runs| {
                        let penalty = runs.first().map_or(0.0, |run| run.mean_penalty);
                        !any_unstable(&runs) && penalty >= COSTS
                    })
                };
                let points: Vec<_> = self.points(&[]).filter(costs).collect();
                self.lowest(&points, &[], spots, of)
            }
            Over::Some(at) => {
                let points: Vec<_> = self.points(at).collect();
                let best = |runs: &[&RunResult]| contrast_of_best(points.len(), runs, of);
                let begins =
                    self.first(&points, at, spots, &best, |a, b| a.lowest() > b.lowest())?;
                match begins.lowest() > 0.0 {
                    true => Some(begins),
                    false => {
                        self.first(&points, at, spots, &best, |a, b| a.highest() > b.highest())
                    }
                }
            }
            Over::Mean(at) => {
                let mut runs = Vec::new();
                for point in self.points(at) {
                    runs.extend(self.runs(point, spots)?);
                }
                let points = runs.len() / spots.len().max(1);
                if points == 0 {
                    return None;
                }
                let mean = |means: &[f64]| {
                    let each = means.chunks_exact(spots.len());
                    each.map(of).sum::<f64>() / points as f64
                };
                Some(Found {
                    value: contrast(&runs, &mean),
                    unstable: any_unstable(&runs),
                    place: String::new(),
                })
            }
        }
    }

    /// The value whose interval reaches lowest.
    fn lowest(
        &self,
        points: &[&'a Point],
        fixed: At,
        spots: &[Spot],
        of: &dyn Fn(&[f64]) -> f64,
    ) -> Option<Found> {
        self.first(points, fixed, spots, &|runs| contrast(runs, of), |a, b| {
            a.lowest() < b.lowest()
        })
    }

    /// The value that is first in the order `before`. Where it is matters only if it is not the same
    /// everywhere.
    fn first(
        &self,
        points: &[&'a Point],
        fixed: At,
        spots: &[Spot],
        value: &dyn Fn(&[&RunResult]) -> Value,
        before: fn(&Found, &Found) -> bool,
    ) -> Option<Found> {
        let mut first: Option<Found> = None;
        let mut same = true;
        for point in points {
            let runs = self.runs(point, spots)?;
            let found = Found {
                value: value(&runs),
                unstable: any_unstable(&runs),
                place: place(point, fixed, spots),
            };
            same &= first
                .as_ref()
                .is_none_or(|first| first.value == found.value);
            let is_first = |first: &Found| before(&found, first);
            if first.as_ref().is_none_or(is_first) {
                first = Some(found);
            }
        }
        let mut first = first?;
        if same {
            first.place.clear();
        }
        Some(first)
    }

    /// The runs at some spots, seen from a point.
    fn runs(&self, point: &Point, spots: &[Spot]) -> Option<Vec<&'a RunResult>> {
        let mut runs = Vec::with_capacity(spots.len());
        for spot in spots {
            runs.push(self.run(point, spot)?);
        }
        Some(runs)
    }

    fn spread(&self, scheduler: &str, at: At) -> Option<Found> {
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
            value: contrast(&runs, &|mean| 100.0 * (mean[0] / mean[1] - 1.0)),
            unstable: any_unstable(&runs),
            place: place(point, at, &[]),
        })
    }

    fn crossing(&self, scheduler: &str, level: &str) -> Option<Found> {
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
        Some(Found::plain(Value {
            mean,
            half: half.is_finite().then_some(half),
        }))
    }

    /// The most by which a link's saturation exceeds the threshold, over `unit`, which may depend on the point.
    fn overshoot(&self, scheduler: &str, unit: impl Fn(&Scenario) -> Option<f64>) -> Option<Found> {
        let names = self.scenario.scheduler_names();
        let index = names.iter().position(|name| name == scheduler)?;
        let mut most: Option<(f64, &Point)> = None;
        let mut points = Points::of(self.scenario);
        for point in &self.results.points {
            let here = points.at(&point.parameters).ok()?;
            let threshold = here.schedulers.get(index)?.lslt;
            let over = (run_of(point, scheduler)?.max_link_saturation - threshold) / unit(&here)?;
            if most.is_none_or(|(most, _)| over > most) {
                most = Some((over, point));
            }
        }
        let (over, point) = most?;
        Some(Found {
            place: place(point, &[], &[]),
            ..Found::plain(Value::exact(over))
        })
    }

    fn unstable_points(&self, scheduler: &str) -> Option<Found> {
        let mut count = 0.0;
        for point in &self.results.points {
            if run_of(point, scheduler)?.unstable {
                count += 1.0;
            }
        }
        Some(Found::plain(Value::exact(count)))
    }

    /// The points that have these coordinates.
    fn points(&self, at: At) -> impl Iterator<Item = &'a Point> {
        let points = self.results.points.iter().map(Arc::as_ref);
        points.filter(move |point| {
            at.iter()
                .all(|(path, value)| coordinate(point, path) == Some(*value))
        })
    }

    /// The run at a spot, seen from a point.
    fn run(&self, from: &Point, spot: &Spot) -> Option<&'a RunResult> {
        let swept = |(path, _): &(&str, f64)| from.parameters.contains_key(*path);
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
        run_of(points.find(wanted)?, spot.scheduler)
    }
}

fn any_unstable(runs: &[&RunResult]) -> bool {
    runs.iter().any(|run| run.unstable)
}

/// What one job can at most demand of a link, over its capacity: its bisection bandwidth.
fn one_job(scenario: &Scenario) -> Option<f64> {
    let links = scenario
        .platform
        .clusters
        .iter()
        .map(|group| group.link_mbps);
    let narrowest = links.fold(f64::INFINITY, f64::min);
    match &scenario.workload {
        Workload::Synthetic(synthetic) => Some(synthetic.bsbw_mbps / narrowest),
        _ => None,
    }
}

pub(super) fn run_of<'p>(point: &'p Point, scheduler: &str) -> Option<&'p RunResult> {
    point.results.iter().find(|run| run.scheduler == scheduler)
}

pub(super) fn coordinate(point: &Point, path: &str) -> Option<f64> {
    point.parameters.get(path)?.as_f64()
}

/// The coordinates of a point that are neither fixed nor given by all of the spots.
pub(super) fn place(point: &Point, fixed: At, spots: &[Spot]) -> String {
    let named = |at: At, path: &str| at.iter().any(|(own, _)| *own == path);
    let free = point.parameters.keys().filter(|path| {
        let given = !spots.is_empty() && spots.iter().all(|spot| named(spot.at, path));
        !named(fixed, path) && !given
    });
    coordinates(free.filter_map(|path| Some((path.as_str(), coordinate(point, path)?))))
}

#[cfg(test)]
mod tests {
    use super::super::claim::{at, of};
    use super::super::verdict::{Published, Verdict};
    use super::*;
    use serde_json::json;

    const BSBW: &str = "workload.bsbw_mbps";

    /// Two schedulers at 200 and 800 Mbps, three replications each.
    fn scenario() -> Scenario {
        Scenario::from_value(&json!({
            "schedulers": ["first-fit", { "policy": "b3", "lslt": 0.5 }],
            "experiment": { "sweep": [{ "parameter": BSBW, "values": [200, 800] }], "replications": 3 }
        }))
        .unwrap()
    }

    fn run(scheduler: &str, means: [f64; 3], saturation: f64) -> RunResult {
        RunResult {
            scheduler: scheduler.to_owned(),
            mean_turnaround_s: means.iter().sum::<f64>() / 3.0,
            turnaround_ci95_s: Some(8.0),
            replication_mean_turnaround_s: means.map(Some).to_vec(),
            max_link_saturation: saturation,
            mean_penalty: 1.0 + saturation,
            replications: 3,
            ..RunResult::default()
        }
    }

    fn results() -> Results {
        let point = |bsbw: f64, results: [RunResult; 2]| {
            Arc::new(Point {
                parameters: json!({ BSBW: bsbw }).as_object().unwrap().clone(),
                results: results.to_vec(),
            })
        };
        let mut results = Results {
            engine_version: 1,
            scenario_digest: String::new(),
            points: vec![
                point(
                    200.0,
                    [
                        run("first-fit", [100.0, 110.0, 120.0], 0.0),
                        run(B3, [90.0, 99.0, 111.0], 0.6),
                    ],
                ),
                point(
                    800.0,
                    [
                        run("first-fit", [400.0, 440.0, 480.0], 0.4),
                        run(B3, [108.0, 121.0, 131.0], 0.9),
                    ],
                ),
            ],
        };
        Arc::make_mut(&mut results.points[1]).results[0].unstable = true;
        results
    }

    const B3: &str = "b3 (chunk 0.85, lslt 0.5)";

    fn found(measure: Measure) -> Option<Found> {
        let (scenario, results) = (scenario(), results());
        let outcome = Outcome {
            preset: "test",
            scenario: &scenario,
            results: &results,
        };
        let timings = [("b3", 0.2, 0.06), ("b1", 0.1, 0.04)].map(|(policy, mean, half)| Timing {
            policy: policy.to_owned(),
            value: Value {
                mean,
                half: Some(half),
            },
        });
        let evidence = Evidence {
            outcomes: &[outcome],
            timings: &timings,
            depths: &[],
        };
        evidence.measure("test", &measure)
    }

    fn number(measure: Measure) -> f64 {
        found(measure).unwrap().value.mean
    }

    #[test]
    fn means_and_gaps_by_hand() {
        let high: At = &[(BSBW, 800.0)];
        assert_eq!(number(Measure::Mean(of("first-fit"))), 110.0);
        assert_eq!(number(Measure::Mean(at("first-fit", high))), 440.0);
        // 10, 11, 9 at 200; 292, 319, 349 at 800.
        let gap = |over| found(Measure::Gap(of("first-fit"), of(B3), over)).unwrap();
        let every = gap(Over::Every(&[]));
        assert_eq!(
            (every.value.mean, every.place.as_str()),
            (10.0, "BSBW 200 Mbps")
        );
        assert!((every.value.half.unwrap() - 4.303 / 3f64.sqrt()).abs() < 1e-9);
        assert!(!every.unstable);
        // The best of two: s = √(1626 / 2), and 6.205 is the 0.9875 quantile for 2 degrees of freedom.
        let best = gap(Over::Some(&[])).value;
        assert_eq!(best.mean, 320.0);
        assert!((best.half.unwrap() - 6.205 * (813.0 / 3.0f64).sqrt()).abs() < 0.01);
        let from = gap(Over::From(BSBW, 201.0));
        assert_eq!((from.value.mean, from.unstable), (320.0, true));
        assert_eq!(gap(Over::From(BSBW, 200.0)).value, every.value);
        let there = gap(Over::Point(high));
        assert_eq!((there.value.mean, there.unstable), (320.0, true));
        assert_eq!(there.place, "");
        let mean = gap(Over::Mean(&[]));
        assert_eq!((mean.value.mean, mean.unstable), (165.0, true));
        assert!(found(Measure::Gap(of("first-fit"), of("a1"), Over::Every(&[]))).is_none());
        assert!(found(Measure::Mean(at("first-fit", &[(BSBW, 300.0)]))).is_none());
        // No stable point has a penalty.
        assert!(
            found(Measure::Gap(
                of("first-fit"),
                of(B3),
                Over::EveryWithPenalty
            ))
            .is_none()
        );
        // From 200 to 800 it rises by 18, 22 and 20: of 90, 99, 111.
        let rise = Measure::Percent(at(B3, high), at(B3, &[(BSBW, 200.0)]), Over::Point(high));
        let expected = (20.0 + 2200.0 / 99.0 + 2000.0 / 111.0) / 3.0;
        assert!((number(rise) - expected).abs() < 1e-9);
        assert!((number(Measure::Spread(B3, &[])) - expected).abs() < 1e-9);
        // First-fit rises by 300, 330, 360.
        let low: At = &[(BSBW, 200.0)];
        let wider = Measure::Wider(
            [at("first-fit", high), at("first-fit", low)],
            [at(B3, low), at(B3, high)],
            Over::Point(low),
        );
        assert_eq!(number(wider), 310.0);
    }

    #[test]
    fn saturation_and_stability_by_hand() {
        // 0.9 - 0.5, in percent and in jobs of 800 Mbps on links of 1000; at 200 Mbps 0.1 is half a job.
        assert!((number(Measure::Overshoot(B3)) - 40.0).abs() < 1e-9);
        assert!((number(Measure::OvershootInJobs(B3)) - 0.5).abs() < 1e-9);
        assert_eq!(number(Measure::UnstablePoints("first-fit")), 1.0);
        assert_eq!(number(Measure::UnstablePoints(B3)), 0.0);
        assert_eq!(number(Measure::Decision("b3")), 0.2);
        assert!(found(Measure::Decision("a1")).is_none());
        // Twice as long; relative errors of 0.3 and 0.4 are one of 0.5, of the ratio 2.
        let longer = found(Measure::LongerDecision("b3", "b1")).unwrap().value;
        assert!((longer.mean - 100.0).abs() < 1e-9);
        assert!((longer.half.unwrap() - 100.0).abs() < 1e-9);
        assert!(found(Measure::LongerDecision("a1", "b1")).is_none());
    }

    #[test]
    fn where_a_curve_comes_to_exceed_another() {
        // B3 rises from 100 at penalty 1.6 to 120 at 1.9 and passes First-fit's 110 at 200 Mbps.
        let crossing = number(Measure::Crossing(B3, "first-fit"));
        assert!((1.74..1.77).contains(&crossing), "{crossing}");
        const SELF: Measure = Measure::Crossing(B3, "first-fit");
        assert_eq!(number(Measure::MoreThanIn("test", &SELF)), 0.0);
        assert!(found(Measure::MoreThanIn("other", &SELF)).is_none());
    }

    #[test]
    fn an_answer_has_number_interval_place_and_verdict() {
        const CLAIM: Claim = Claim {
            preset: "test",
            published: Published::Positive,
            measure: Measure::Gap(of("first-fit"), of(B3), Over::Every(&[])),
            ..Claim::NEW
        };
        let (scenario, results) = (scenario(), results());
        let outcome = Outcome {
            preset: "test",
            scenario: &scenario,
            results: &results,
        };
        let all = Evidence {
            outcomes: &[outcome],
            timings: &[],
            depths: &[],
        };
        let finding = all.answer(&CLAIM);
        assert_eq!(finding.ours(), "10.0 ± 2.5 s at BSBW 200 Mbps");
        assert_eq!(finding.verdict, Verdict::Holds);
        let nothing = Evidence {
            outcomes: &[],
            timings: &[],
            depths: &[],
        };
        assert_eq!(nothing.answer(&CLAIM).verdict, Verdict::Missing);
    }
}
