//! Comparison of a measure under two schedulers on the same jobs, replication by replication, or block by block of the jobs of a single
//! run. Differences between replications, or blocks, affect both schedulers and cancel out (common random numbers).

use super::measure::Measure;
use super::results::RunResult;
use crate::metrics::blocks::Unpaired;
use crate::metrics::confidence::{Estimate, beyond, estimate, t975};
use crate::metrics::dependent::LEAST_BLOCKS;
use crate::models::measure::Better;
use crate::words::number::percent;

/// The comparison of a measure under one scheduler with the same measure under another. Its intervals are over the replications that
/// both have finished, or over blocks of the jobs of a single run; NaN if there is none.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Against {
    /// The own value minus the value of the other scheduler.
    pub difference: Estimate,
    /// Ratio of the own mean to the mean of the other scheduler; NaN unless the latter is positive.
    pub ratio: Estimate,
    /// Probability of a difference at least so large if there were none in truth; `None` without an interval.
    pub p: Option<f64>,
    /// Number of blocks of jobs that do not depend on each other, for single runs.
    pub blocks: Option<usize>,
    /// The reason why there is no interval.
    pub why: Option<NoInterval>,
}

/// The reason why a difference has no interval.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoInterval {
    /// The schedulers measure different jobs: the difference is none of the schedulers.
    OtherJobs,
    /// A queue grows without bound.
    Unstable,
    /// Fewer than [`LEAST_BLOCKS`] blocks of jobs do not depend on each other.
    TooFewBlocks,
    /// One run says nothing about the variation of this measure.
    OneRun,
}

impl NoInterval {
    /// The reason as a sentence without a full stop.
    pub fn words(self) -> String {
        match self {
            NoInterval::OtherJobs => "the two do not measure the same jobs".to_owned(),
            NoInterval::Unstable => {
                "a queue grows without bound, so that means depend on the length of the run: lower the load".to_owned()
            }
            NoInterval::TooFewBlocks => format!(
                "waits depend on each other for so long that fewer than {LEAST_BLOCKS} independent blocks of jobs are left: \
                 take a longer log, or several"
            ),
            NoInterval::OneRun => "one run says nothing about how this measure varies".to_owned(),
        }
    }
}

impl Against {
    /// Compares a measure of the run `own` with the same measure of the run `other`, over replications that both have
    /// finished, or over the blocks of a single run. If neither is kept, the totals are compared, without an interval.
    pub fn of(own: &RunResult, other: &RunResult, measure: &Measure) -> Against {
        Against::compared(own, other, measure, true)
    }

    /// The same without the interval of the ratio, which takes half of the time for single runs.
    pub fn by_difference(own: &RunResult, other: &RunResult, measure: &Measure) -> Against {
        Against::compared(own, other, measure, false)
    }

    fn compared(own: &RunResult, other: &RunResult, measure: &Measure, with_ratio: bool) -> Against {
        let value = |run: &RunResult| Some(measure.value(run)).filter(|value| value.is_finite());
        let each = own.each.iter().zip(&other.each);
        let each = each.filter_map(|(own, other)| Some((own.as_deref()?, other.as_deref()?)));
        let each = each.filter(|(own, other)| are_of_the_same_jobs(own, other));
        let same_jobs = each.clone().next().is_some() || are_of_the_same_jobs(own, other);
        let both = independent(each).into_iter();
        let both = both.filter_map(|(own, other)| Some((value(own)?, value(other)?)));
        let mut pairs: Vec<(f64, f64)> = both.collect();
        if pairs.is_empty() && same_jobs && measure.key == "mean_turnaround_s" {
            pairs = kept_turnarounds(own, other);
        }
        if pairs.is_empty() && are_of_the_same_jobs(own, other) {
            pairs = vec![(measure.value(own), measure.value(other))];
        }
        let (difference, ratio) = (difference(&pairs), ratio(&pairs));
        let found = Against { difference, ratio, p: None, blocks: None, why: None };
        match pairs.len() {
            _ if !same_jobs => Against { why: Some(NoInterval::OtherJobs), ..found },
            0 | 1 => found.over_blocks(own, other, measure, with_ratio),
            replications => Against { p: Some(probability(difference, replications - 1)), ..found },
        }
    }

    /// Adds the intervals of a single run.
    fn over_blocks(self, own: &RunResult, other: &RunResult, measure: &Measure, with_ratio: bool) -> Against {
        let without = |why| Against { why: Some(why), ..self };
        let (Some(series), Some(blocks), Some(others)) = (measure.series, &own.blocks, &other.blocks) else {
            return without(NoInterval::OneRun);
        };
        if own.unstable || other.unstable {
            return without(NoInterval::Unstable);
        }
        let less = |weight: f64| blocks.less(weight, others, series);
        match less(1.0) {
            Ok(found) => {
                let ratio = with_ratio.then(|| less(self.ratio.mean).ok()).flatten();
                let ratio = ratio.map_or(f64::NAN, |own| own.ci95 / measure.value(other));
                let difference = Estimate { ci95: found.ci95, ..self.difference };
                Against {
                    difference,
                    ratio: Estimate { ci95: ratio, ..self.ratio },
                    p: Some(probability(difference, found.freedom)),
                    blocks: Some(found.blocks),
                    why: None,
                }
            }
            Err(Unpaired::OtherJobs) => without(NoInterval::OtherJobs),
            Err(Unpaired::TooDependent) => without(NoInterval::TooFewBlocks),
            Err(Unpaired::NotKept) => without(NoInterval::OneRun),
        }
    }

    /// False if the schedulers do not measure the same jobs, and cannot be compared.
    pub fn same_jobs(&self) -> bool {
        self.why != Some(NoInterval::OtherJobs)
    }

    /// Describes the interval of the difference in words.
    pub fn words(&self, better: Better) -> &'static str {
        let Estimate { mean, ci95 } = self.difference;
        match (mean + ci95 < 0.0, mean - ci95 > 0.0, better) {
            _ if !self.same_jobs() => "other jobs",
            _ if mean.is_nan() => "no value",
            _ if ci95.is_nan() => "no interval",
            (true, _, Better::Lower) => "less, better",
            (true, _, Better::Higher) => "less, worse",
            (true, _, Better::Neither) => "less",
            (_, true, Better::Lower) => "more, worse",
            (_, true, Better::Higher) => "more, better",
            (_, true, Better::Neither) => "more",
            _ if mean == 0.0 && ci95 == 0.0 => "equal",
            _ => "no difference shown",
        }
    }
}

/// The mean turnarounds of both runs, replication by replication, as files without single replications keep them; none
/// if all pairs are equal, since they say nothing about the variation.
fn kept_turnarounds(own: &RunResult, other: &RunResult) -> Vec<(f64, f64)> {
    let both = own.replication_mean_turnaround_s.iter().zip(&other.replication_mean_turnaround_s);
    let pairs: Vec<(f64, f64)> = both.filter_map(|(own, other)| Some(((*own)?, (*other)?))).collect();
    let varies = pairs.windows(2).any(|two| two[0] != two[1]);
    if varies { pairs } else { Vec::new() }
}

/// Probability of a mean at least so far from 0 if it were 0 in truth, by Student's t with `freedom` degrees of freedom.
fn probability(mean: Estimate, freedom: usize) -> f64 {
    match mean.mean == 0.0 {
        true => 1.0,
        false => beyond(mean.mean.abs() / mean.ci95 * t975(freedom), freedom),
    }
}

/// The probabilities of several comparisons, raised so that in 95 % of cases none of those below 0.05 is by chance (Holm 1979): the
/// smallest of m is multiplied by m, the next by m − 1 and so on, and none is below one that was smaller.
pub fn holm(probabilities: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..probabilities.len()).collect();
    order.sort_by(|&a, &b| probabilities[a].total_cmp(&probabilities[b]));
    let mut raised = vec![1.0; probabilities.len()];
    let mut least = 0.0f64;
    for (rank, at) in order.into_iter().enumerate() {
        least = least.max(probabilities[at] * (probabilities.len() - rank) as f64).min(1.0);
        raised[at] = least;
    }
    raised
}

/// True if both runs measure the same jobs. A run that drops jobs without a possible place measures only the remaining
/// jobs.
pub fn are_of_the_same_jobs(own: &RunResult, other: &RunResult) -> bool {
    own.rejected_jobs == other.rejected_jobs
}

/// The sign of a mean over fewer jobs than that of another scheduler, which drops fewer jobs: the means cannot be compared.
pub const OTHER_JOBS: &str = "†";

/// "33 % refused" for a run that refused more jobs than another run of the same point: the share that is not in its
/// means. `None` for a run that refused the fewest.
pub fn jobs_of_fewer(run: &RunResult, all: &[RunResult]) -> Option<String> {
    // While replications are still being computed, numbers of refused jobs cannot be compared.
    let fewer = |other: &RunResult| other.replications == run.replications && other.rejected_jobs < run.rejected_jobs;
    all.iter().any(fewer).then(|| {
        let submitted = run.jobs + run.rejected_jobs + run.warmup_jobs;
        format!("{} refused", percent(run.rejected_jobs as f64 / submitted as f64))
    })
}

/// The pairs of replications. If nothing is random and all replications are the same, only the first pair, since equal
/// pairs say nothing about the variation.
pub fn independent<'r>(
    each: impl Iterator<Item = (&'r RunResult, &'r RunResult)>,
) -> Vec<(&'r RunResult, &'r RunResult)> {
    let mut each: Vec<_> = each.collect();
    let digests = |(own, other): &(&'r RunResult, &'r RunResult)| (&own.digest, &other.digest);
    // Results without a digest do not count as equal.
    let same =
        |two: &[(&'r RunResult, &'r RunResult)]| digests(&two[0]) == digests(&two[1]) && !two[0].0.digest.is_empty();
    if each.windows(2).all(same) {
        each.truncate(1);
    }
    each
}

/// Mean of the differences own − other over the pairs, with an interval by Student's t.
pub fn difference(pairs: &[(f64, f64)]) -> Estimate {
    let differences: Vec<f64> = pairs.iter().map(|(own, other)| own - other).collect();
    estimate(&differences)
}

/// The ratio R of the mean of own to the mean of other. The half width of its interval is the half width for the mean
/// of own − R · other, divided by the mean of other (linearized ratio estimator). Pairs with large values have a larger
/// weight in this interval, as they have in R.
pub fn ratio(pairs: &[(f64, f64)]) -> Estimate {
    let n = pairs.len() as f64;
    let own: f64 = pairs.iter().map(|pair| pair.0).sum();
    let other: f64 = pairs.iter().map(|pair| pair.1).sum();
    if other.is_nan() || other <= 0.0 {
        return Estimate { mean: f64::NAN, ci95: f64::NAN };
    }
    let mean = own / other;
    let ci95 = match pairs {
        [] | [_] => f64::NAN,
        // Avoids rounding errors.
        [first, rest @ ..] if rest.iter().all(|pair| pair == first) => 0.0,
        _ => {
            let residuals = pairs.iter().map(|(own, other)| own - mean * other);
            let squares: f64 = residuals.map(|residual| residual * residual).sum();
            let freedom = pairs.len() - 1;
            t975(freedom) * (squares / freedom as f64 / n).sqrt() / (other / n)
        }
    };
    Estimate { mean, ci95 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::experiment::measure;
    use std::sync::Arc;

    fn run(waits: &[Option<f64>]) -> RunResult {
        let one = |wait: f64| {
            Arc::new(RunResult {
                digest: wait.to_string(),
                mean_wait_s: wait,
                mean_turnaround_s: 2.0 * wait,
                ..RunResult::default()
            })
        };
        let known: Vec<f64> = waits.iter().flatten().copied().collect();
        RunResult {
            mean_wait_s: known.iter().sum::<f64>() / known.len() as f64,
            each: waits.iter().map(|wait| wait.map(one)).collect(),
            ..RunResult::default()
        }
    }

    fn waits(own: &[Option<f64>], other: &[Option<f64>]) -> Against {
        Against::of(&run(own), &run(other), measure::find("mean_wait_s"))
    }

    fn near(found: Estimate, mean: f64, ci95: f64) {
        let close = (found.mean - mean).abs() < 1e-9 && (found.ci95 - ci95).abs() < 1e-9;
        assert!(close, "{found:?} is not {mean} ± {ci95}");
    }

    /// The values are 9, 96 and 51 against 10, 100 and 52. The differences are −1, −4 and −1, with mean −2, s = √3 and
    /// half width 4.303 · √3/√3. The ratio is 156/162 = 26/27. The residuals 9 − 260/27, 96 − 2600/27 and 51 − 1352/27
    /// are −17/27, −8/27 and 25/27, with the sum of squares (289 + 64 + 625)/729. The half width of the ratio is 4.303
    /// · √(978/729/2/3) / 54.
    #[test]
    fn three_replications_by_hand() {
        let own = [9.0, 96.0, 51.0].map(Some);
        let other = [10.0, 100.0, 52.0].map(Some);
        let found = waits(&own, &other);
        near(found.difference, -2.0, 4.303);
        let half = 4.303 * (978.0f64 / 729.0 / 6.0).sqrt() / 54.0;
        near(found.ratio, 26.0 / 27.0, half);
        assert_eq!(found.words(Better::Lower), "no difference shown");
        // Turnarounds are twice the waits: the difference doubles, the ratio stays the same.
        let twice = Against::of(&run(&own), &run(&other), measure::first());
        near(twice.difference, -4.0, 8.606);
        near(twice.ratio, 26.0 / 27.0, half);
    }

    /// The values vary much between the replications, but the own value is always 3 to 5 less than the other. With two
    /// replications the mean difference is −4, with s = √2 and half width 12.706 · √2/√2. With three replications (−3,
    /// −5, −4) the half width is 4.303/√3.
    #[test]
    fn what_all_replications_share_shows() {
        let own = [97.0, 895.0, 1.0].map(Some);
        let other = [100.0, 900.0, 5.0].map(Some);
        let found = waits(&own, &other);
        near(found.difference, -4.0, 4.303 / 3f64.sqrt());
        let words = [Better::Lower, Better::Higher, Better::Neither].map(|better| found.words(better));
        assert_eq!(words, ["less, better", "less, worse", "less"]);
        let found = waits(&other, &own);
        let words = [Better::Lower, Better::Higher, Better::Neither].map(|better| found.words(better));
        assert_eq!(words, ["more, worse", "more, better", "more"]);
        // The second replication is unfinished under one scheduler, and the third replication under the other
        // scheduler.
        let found = waits(&[Some(97.0), None, Some(1.0), Some(2.0)], &[Some(100.0), Some(900.0), None, Some(7.0)]);
        near(found.difference, -4.0, 12.706);
        assert_eq!(found.words(Better::Lower), "no difference shown");
    }

    #[test]
    fn a_run_that_dropped_more_jobs_has_means_of_its_own() {
        let run =
            |jobs, rejected_jobs, replications| RunResult { jobs, rejected_jobs, replications, ..RunResult::default() };
        let all = [run(3000, 0, 1), run(2000, 1000, 1), run(200, 100, 3)];
        let said = all.each_ref().map(|own| jobs_of_fewer(own, &all));
        assert_eq!(said, [None, Some("33.3 % refused".to_owned()), None]);
        assert_eq!(jobs_of_fewer(&all[1], &all[1..]), None);
    }

    /// 0.01, 0.04 and 0.03 are multiplied by 3, 1 and 2; 0.04 is raised to 0.06.
    #[test]
    fn several_comparisons_by_hand() {
        assert_eq!(holm(&[0.01, 0.04, 0.03]), [0.03, 0.06, 0.06]);
        assert_eq!(holm(&[0.9, 0.6]), [1.0, 1.0]);
        assert_eq!(holm(&[0.2]), [0.2]);
    }

    #[test]
    fn one_replication_has_no_interval() {
        let found = waits(&[Some(6.0)], &[Some(8.0)]);
        assert_eq!((found.difference.mean, found.ratio.mean), (-2.0, 0.75));
        assert!(found.difference.ci95.is_nan() && found.ratio.ci95.is_nan());
        assert_eq!(found.words(Better::Lower), "no interval");
        // Single replications are not kept: the totals are compared.
        let whole = |wait: f64| RunResult { mean_wait_s: wait, replications: 3, ..RunResult::default() };
        let found = Against::of(&whole(6.0), &whole(8.0), measure::find("mean_wait_s"));
        assert_eq!((found.difference.mean, found.words(Better::Lower)), (-2.0, "no interval"));
    }

    /// A missing value is reported differently from a comparison of different jobs.
    #[test]
    fn other_jobs_and_no_value() {
        let of = |rejected_jobs: u64, wait: f64| RunResult { rejected_jobs, mean_wait_s: wait, ..RunResult::default() };
        let measure = measure::find("mean_wait_s");
        let words = |own: &RunResult, other: &RunResult| Against::of(own, other, measure).words(Better::Lower);
        assert_eq!(words(&of(0, 5.0), &of(0, f64::NAN)), "no value");
        assert_eq!(words(&of(2, 5.0), &of(0, 6.0)), "other jobs");
        assert_eq!(words(&of(2, 5.0), &of(2, 6.0)), "no interval");
    }

    /// Every measure that charts can show, also of groups, is kept for each replication.
    #[test]
    fn every_measure_has_its_replications() {
        let text = r#"{"platform": {"clusters": [{"count": 3, "nodes": 30}]}, "workload": {"model": "metacomputer", "jobs": 200},
            "network": {"model": "wan"}, "schedulers": ["meta-fcfs", {"policy": "meta-asp", "control": "limited"}],
            "experiment": {"sweep": [], "replications": 3, "group_by": "origin"}}"#;
        let scenario = crate::scenario::Scenario::from_json(text).unwrap();
        let results = crate::experiment::run(&scenario, None).unwrap();
        let [own, other] = &results.points[0].results[..] else { panic!() };
        let mut of_groups = 0;
        for measure in measure::of(&scenario) {
            let found = Against::of(own, other, measure);
            let known = measure.value(own).is_finite() && measure.value(other).is_finite();
            assert_eq!(found.difference.ci95.is_finite(), known, "{}", measure.key);
            of_groups += usize::from(known && measure.label.contains("local"));
        }
        assert!(of_groups > 0);
    }

    #[test]
    fn equal_runs_and_nothing_to_divide_by() {
        let same = waits(&[7.0, 7.5].map(Some), &[7.0, 7.5].map(Some));
        near(same.difference, 0.0, 0.0);
        near(same.ratio, 1.0, 0.0);
        assert_eq!(same.words(Better::Lower), "equal");
        let none = waits(&[3.0, 5.0].map(Some), &[0.0, 0.0].map(Some));
        assert_eq!(none.difference.mean, 4.0);
        assert!(none.ratio.mean.is_nan() && none.ratio.ci95.is_nan());
    }
}
