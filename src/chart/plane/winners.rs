//! Ranking of schedulers at a point, and the number that do not differ significantly from the best.

use crate::experiment::measure::{Better, Measure};
use crate::experiment::{Against, RunResult, are_of_the_same_jobs};
use std::cmp::Ordering;
use std::collections::BTreeMap;

/// Pairs of runs, by their digests, and whether they are level. A scheduler that is the same at many points is compared once.
pub type Levels<'r> = BTreeMap<[&'r str; 2], bool>;

/// Indices into `runs`, the best first, and the number of runs at the head that do not differ significantly from the
/// best. Unstable runs are last and are never equal to stable runs: an unstable run is best only if all runs are
/// unstable.
///
/// Runs are compared on the same jobs, replication by replication; without an interval of the difference, their own
/// intervals must overlap. A measure without intervals needs equal values. A run that drops more jobs than another has no
/// rank, because its means are over other jobs.
pub fn ranked<'r>(runs: &[Option<&'r RunResult>], metric: &Measure, levels: &mut Levels<'r>) -> (Vec<usize>, usize) {
    let value = |run: &RunResult| metric.value(run);
    let known = runs.iter().enumerate();
    let mut order: Vec<(usize, &'r RunResult)> =
        known.filter_map(|(index, run)| Some((index, (*run)?))).filter(|(_, run)| value(run).is_finite()).collect();
    let fewest = order.iter().map(|(_, run)| run.rejected_jobs).min();
    order.retain(|(_, run)| Some(run.rejected_jobs) == fewest);
    order.sort_by(|(_, a), (_, b)| {
        let better = match metric.better {
            Better::Lower => value(a).total_cmp(&value(b)),
            Better::Higher => value(b).total_cmp(&value(a)),
            Better::Neither => Ordering::Equal,
        };
        a.unstable.cmp(&b.unstable).then(better)
    });
    let Some(&(_, best)) = order.first() else {
        return (Vec::new(), 0);
    };
    // Runs that do not differ significantly from the best run need not be adjacent: they are moved to the front, in
    // their order.
    let mut is_level = |run: &'r RunResult| match run.digest.is_empty() {
        true => is_level(run, best, metric),
        false => *levels.entry([&run.digest, &best.digest]).or_insert_with(|| is_level(run, best, metric)),
    };
    let (level, clear): (Vec<_>, Vec<_>) = order.iter().partition(|(_, run)| is_level(run));
    let count = level.len();
    let all = level.into_iter().chain(clear);
    (all.map(|(index, _)| index).collect(), count)
}

/// True if the difference between two results may be chance; always false if one run is unstable and the other is
/// stable.
pub fn is_level(own: &RunResult, best: &RunResult, metric: &Measure) -> bool {
    let difference = metric.value(own) - metric.value(best);
    let may_be_chance = |half: f64| difference.abs() <= half;
    own.unstable == best.unstable
        && are_of_the_same_jobs(own, best)
        && (difference == 0.0 || half_width(own, best, metric).is_some_and(may_be_chance))
}

/// Half width of the 95 % interval of the difference between two results on the same jobs; for a single replication the
/// sum of both half widths, which is somewhat too wide.
pub fn half_width(own: &RunResult, best: &RunResult, metric: &Measure) -> Option<f64> {
    let paired = Against::by_difference(own, best, metric).difference.ci95;
    let halves = || metric.ci95(own).zip(metric.ci95(best));
    match paired.is_finite() {
        true => Some(paired),
        false => halves().map(|(own, best)| own + best),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::experiment::measure;
    use std::sync::Arc;

    fn run(means: [f64; 3]) -> RunResult {
        let mean = means.iter().sum::<f64>() / 3.0;
        RunResult {
            mean_turnaround_s: mean,
            replication_mean_turnaround_s: means.map(Some).to_vec(),
            mean_wait_s: mean / 2.0,
            wait_ci95_s: Some(4.0),
            utilisation: mean / 1000.0,
            replications: 3,
            ..RunResult::default()
        }
    }

    /// A result with separate replications.
    fn each(means: [f64; 3]) -> RunResult {
        let alone = |mean: f64| Some(Arc::new(run([mean; 3])));
        RunResult { each: means.map(alone).to_vec(), ..run(means) }
    }

    fn order(runs: &[RunResult], key: &str) -> (Vec<usize>, usize) {
        let runs: Vec<_> = runs.iter().map(Some).collect();
        ranked(&runs, measure::find(key), &mut Levels::new())
    }

    /// The replications differ by 300, but in each of them the schedulers differ by exactly 5, so the paired difference
    /// is significant.
    #[test]
    fn the_same_jobs_are_compared() {
        let runs = [each([105.0, 405.0, 705.0]), each([100.0, 400.0, 700.0])];
        for key in ["mean_turnaround_s", "mean_wait_s", "utilisation"] {
            let (order, level) = order(&runs, key);
            assert_eq!((order.len(), level), (2, 1), "{key}");
        }
        assert_eq!(order(&runs, "mean_turnaround_s"), (vec![1, 0], 1));
        // The differences 5, −5 and 6 have the mean 2 and the standard deviation s = 6.08. With t(2) = 4.303, the
        // interval is 2 ± 15.1.
        let runs = [each([105.0, 395.0, 706.0]), each([100.0, 400.0, 700.0])];
        assert_eq!(order(&runs, "mean_turnaround_s"), (vec![1, 0], 2));
    }

    /// The second run is faster on the jobs that it did not drop.
    #[test]
    fn who_drops_jobs_has_no_rank() {
        let dropping = RunResult { rejected_jobs: 7, ..each([50.0; 3]) };
        let runs = [each([100.0; 3]), dropping];
        assert_eq!(order(&runs, "mean_turnaround_s"), (vec![0], 1));
    }

    /// The waits are 50, 57 and 59, each ± 4: the second interval overlaps the first, the third interval does not
    /// overlap the first.
    #[test]
    fn without_replications_intervals_overlap() {
        let runs = [run([118.0; 3]), run([114.0; 3]), run([100.0; 3])];
        assert_eq!(order(&runs, "mean_wait_s"), (vec![2, 1, 0], 2));
        let alone = [run([114.0; 3]), run([100.0; 3])].map(|run| RunResult { wait_ci95_s: None, ..run });
        assert_eq!(order(&alone, "mean_wait_s"), (vec![1, 0], 1));
        let equal = [alone[0].clone(), alone[0].clone()];
        assert_eq!(order(&equal, "mean_wait_s"), (vec![0, 1], 2));
    }

    #[test]
    fn of_some_measures_more_is_better() {
        let runs = [run([100.0; 3]), run([200.0; 3])];
        assert_eq!(order(&runs, "utilisation").0, [1, 0]);
    }

    #[test]
    fn what_did_not_settle_is_best_only_if_nothing_did() {
        let unstable = |means| RunResult { unstable: true, ..run(means) };
        let runs = [unstable([1.0; 3]), run([500.0; 3]), unstable([1.0; 3])];
        assert_eq!(order(&runs, "mean_turnaround_s"), (vec![1, 0, 2], 1));
        let runs = [unstable([900.0; 3]), unstable([800.0; 3])];
        assert_eq!(order(&runs, "mean_turnaround_s"), (vec![1, 0], 1));
    }

    #[test]
    fn what_is_missing_or_no_number_is_left_out() {
        let odd = run([f64::NAN; 3]);
        let one = run([5.0; 3]);
        let runs = [None, Some(&odd), Some(&one)];
        let metric = measure::find("mean_turnaround_s");
        assert_eq!(ranked(&runs, metric, &mut Levels::new()), (vec![2], 1));
        assert_eq!(ranked(&[None, Some(&odd)], metric, &mut Levels::new()), (vec![], 0));
        assert_eq!(ranked(&[], metric, &mut Levels::new()), (vec![], 0));
    }

    /// The third run does not differ significantly from the best run because its own interval is wide; the second run
    /// does.
    #[test]
    fn level_ones_come_first() {
        let wide = RunResult { wait_ci95_s: Some(50.0), ..run([130.0; 3]) };
        let runs = [run([120.0; 3]), wide, run([100.0; 3])];
        assert_eq!(order(&runs, "mean_wait_s"), (vec![2, 1, 0], 2));
    }
}
