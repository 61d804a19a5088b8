//! Schedulers compared with the first of them: measures with intervals, and single jobs, if they are kept.

mod groups;
mod jobs;
mod pair;
mod sentence;

pub use groups::{Group, Grouping, Months};
pub use jobs::{Hit, Jobs};
pub use pair::per_job;
pub use sentence::changed;

use super::against::{Against, NoInterval, holm};
use super::measure::{self, Measure};
use super::results::{Results, RunResult};
use crate::models::measure::Better;
use crate::scenario::Scenario;
use crate::words::listed;
use serde::Serialize;

/// Least probability of a difference that is not shown.
const LEVEL: f64 = 0.05;

/// Schedulers compared with the first of them, on the same jobs.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Comparison {
    /// Name of the scheduler that the others are compared with.
    pub first: String,
    /// Label of this scheduler, for people.
    pub first_label: String,
    /// The other schedulers.
    pub others: Vec<Other>,
}

/// A scheduler compared with the first one.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Other {
    /// Name of the scheduler.
    pub scheduler: String,
    /// Label of the scheduler, for people.
    pub label: String,
    /// Each measure.
    pub measures: Vec<Compared>,
    /// The comparison job by job; left out if single jobs are not kept, or cannot be compared.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub jobs: Option<Jobs>,
}

/// A measure under a scheduler, compared with the first one. Numbers that would mislead are null, and `why` says why.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Compared {
    /// Name of the measure.
    pub measure: &'static str,
    /// The value under the first scheduler.
    pub first: Option<f64>,
    /// The value under the other scheduler.
    pub other: Option<f64>,
    /// The other value minus the first one.
    pub difference: Option<f64>,
    /// Half width of the 95 % interval of the difference.
    pub difference_ci95: Option<f64>,
    /// The other value divided by the first one.
    pub ratio: Option<f64>,
    /// Half width of the 95 % interval of the ratio.
    pub ratio_ci95: Option<f64>,
    /// Probability of a difference at least so large if there were none.
    pub p: Option<f64>,
    /// The same after Holm's correction for the number of schedulers that are compared with the first one.
    pub p_holm: Option<f64>,
    /// Number of blocks of jobs that the interval rests on, in a single run.
    pub blocks: Option<usize>,
    /// The result in words.
    pub words: String,
    /// The reason if there is no interval.
    pub why: Option<String>,
}

/// A measure under two schedulers at a point.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Pair<'r> {
    /// Index of the point, from 0.
    pub point: usize,
    /// The scheduler that the other is compared with.
    pub versus: &'r str,
    /// The other scheduler.
    pub scheduler: &'r str,
    /// The comparison.
    #[serde(flatten)]
    pub compared: Compared,
}

/// All pairs of schedulers at all points, by each measure of the scenario.
pub fn pairs<'r>(results: &'r Results, scenario: &Scenario) -> Vec<Pair<'r>> {
    let measures: Vec<&'static Measure> = measure::of(scenario).collect();
    let mut all = Vec::new();
    for (place, point) in results.points.iter().enumerate() {
        for first in &point.results {
            for own in point.results.iter().filter(|own| own.scheduler != first.scheduler) {
                all.extend(measures.iter().map(|measure| Pair {
                    point: place,
                    versus: &first.scheduler,
                    scheduler: &own.scheduler,
                    compared: Compared::of(own, first, measure),
                }));
            }
        }
    }
    all
}

impl Comparison {
    /// Compares runs of one point with the first of them, by these measures. `names` are the name and the label of each
    /// scheduler. `None` without runs.
    pub fn of(
        runs: &[RunResult],
        names: &[(String, String)],
        measures: &[&'static Measure],
        months: Months,
    ) -> Option<Comparison> {
        let (first, others) = runs.split_first()?;
        let named = |at: usize, run: &RunResult| {
            let unnamed = || (run.scheduler.clone(), run.scheduler.clone());
            names.get(at).cloned().unwrap_or_else(unnamed)
        };
        let (first_name, first_label) = named(0, first);
        let by_job = measures.iter().find_map(|own| Some((*own, per_job(own.key)?)));
        let compared = others.iter().zip(1..).map(|(run, at)| {
            let (scheduler, label) = named(at, run);
            Other {
                scheduler,
                label,
                measures: measures.iter().map(|own| Compared::of(run, first, own)).collect(),
                jobs: Jobs::of(run, first, by_job, months),
            }
        });
        let mut own = Comparison { first: first_name, first_label, others: compared.collect() };
        own.correct();
        Some(own)
    }

    /// Corrects the probabilities for the number of comparisons of each measure.
    fn correct(&mut self) {
        let measures = self.others.first().map_or(0, |own| own.measures.len());
        for at in 0..measures {
            let mut own: Vec<&mut Compared> = self
                .others
                .iter_mut()
                .filter_map(|other| other.measures.get_mut(at))
                .filter(|own| own.p.is_some())
                .collect();
            let corrected = holm(&own.iter().filter_map(|own| own.p).collect::<Vec<_>>());
            for (own, corrected) in own.iter_mut().zip(corrected) {
                own.p_holm = Some(corrected);
                if corrected >= LEVEL && own.p.is_some_and(|p| p < LEVEL) {
                    own.words = "no difference shown (Holm)".to_owned();
                }
            }
        }
    }

    /// The measure that the sentence is about, which is the first one.
    fn measure(&self) -> &'static Measure {
        let of_first = |other: &Other| Some(other.measures.first()?.measure);
        self.others.first().and_then(of_first).map_or(measure::first(), measure::find)
    }

    /// The scheduler with the largest improvement of the first measure over the first scheduler, if any improvement is
    /// shown.
    pub fn best(&self) -> Option<&Other> {
        let better = self.measure().better;
        let gain = |own: &Other| match better {
            Better::Higher => own.measures.first().and_then(|own| own.difference),
            _ => own.measures.first().and_then(|own| own.difference).map(|own| -own),
        };
        let shown = self.others.iter().filter(|own| own.measures.first().is_some_and(Compared::is_better));
        shown.max_by(|a, b| gain(a).unwrap_or(f64::NAN).total_cmp(&gain(b).unwrap_or(f64::NAN)))
    }
}

impl Other {
    /// The job whose wait grows most, if single jobs are kept and any job waits longer.
    pub fn worst(&self) -> Option<Hit> {
        self.jobs.as_ref()?.worst
    }
}

impl Compared {
    fn of(own: &RunResult, first: &RunResult, measure: &'static Measure) -> Compared {
        let found = Against::of(own, first, measure);
        let known = |value: f64| Some(value).filter(|value| value.is_finite());
        let grows = [own, first].into_iter().filter(|run| run.unstable).map(|run| run.scheduler.clone());
        let grows = listed(&grows.collect::<Vec<_>>());
        let reason = match grows.is_empty() || !found.same_jobs() {
            true => found.why,
            false => Some(NoInterval::Unstable),
        };
        let why = reason.map(|why| match why {
            NoInterval::Unstable => format!("{} ({grows})", why.words()),
            _ => why.words(),
        });
        // Without an interval, only a value that is no mean over jobs can be compared: it is what it is.
        let shown = |value: f64| known(value).filter(|_| matches!(reason, None | Some(NoInterval::OneRun)));
        Compared {
            measure: measure.key,
            first: known(measure.value(first)),
            other: known(measure.value(own)),
            difference: shown(found.difference.mean),
            difference_ci95: shown(found.difference.ci95),
            ratio: shown(found.ratio.mean),
            ratio_ci95: shown(found.ratio.ci95),
            p: found.p.and_then(shown),
            p_holm: None,
            blocks: found.blocks,
            words: match reason {
                Some(NoInterval::Unstable) => "no interval".to_owned(),
                _ => found.words(measure.better).to_owned(),
            },
            why,
        }
    }

    /// True if an improvement is shown.
    fn is_better(&self) -> bool {
        self.words.ends_with("better")
    }

    /// True if a change for the worse is shown.
    fn is_worse(&self) -> bool {
        self.words.ends_with("worse")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::metrics::job_times::JobTime;
    use std::sync::Arc;

    /// A run with these waits of its jobs, which belong to users 0, 1 and 2 in turn, with 1, 8 and 40 nodes.
    fn run(name: &str, waits: &[f64]) -> RunResult {
        let job = |(id, wait_s): (u64, &f64)| {
            let user = (id % 3) as u16;
            let nodes = [1, 8, 40][usize::from(user)];
            JobTime { id, wait_s: *wait_s, turnaround_s: wait_s + 50.0, run_s: 50.0, nodes, user, ..JobTime::default() }
        };
        let mean_wait_s = waits.iter().sum::<f64>() / waits.len() as f64;
        let one = RunResult {
            scheduler: name.to_owned(),
            digest: name.to_owned(),
            mean_wait_s,
            job_times: (0..).zip(waits).map(job).collect(),
            ..RunResult::default()
        };
        RunResult { each: vec![Some(Arc::new(one.clone()))], ..one }
    }

    fn compared(first: &RunResult, other: &RunResult) -> Comparison {
        let names = ["First", "Other"].map(|label| (label.to_lowercase(), label.to_owned()));
        Comparison::of(&[first.clone(), other.clone()], &names, &[measure::find("mean_wait_s")], Months::None).unwrap()
    }

    /// Users 0 wait less, users 1 equally long, and one job of user 2 waits two days longer.
    #[test]
    fn jobs_by_hand() {
        let first = run("a", &[100.0, 60.0, 10.0, 100.0, 60.0, 10.0]);
        let other = run("b", &[50.0, 60.0, 172_810.0, 50.0, 60.0, 10.0]);
        let jobs = compared(&first, &other).others[0].jobs.clone().unwrap();
        assert_eq!((jobs.jobs, jobs.gain_share, jobs.lose_share), (6, 1.0 / 3.0, 1.0 / 6.0));
        assert_eq!((jobs.day_later_share, jobs.hour_later_share), (1.0 / 6.0, 1.0 / 6.0));
        assert_eq!(jobs.worst, Some(Hit { job: 2, replication: 1, later_s: 172_800.0 }));
        let users = &jobs.by[0].groups;
        let means: Vec<(f64, f64)> = users.iter().map(|own| (own.first, own.other)).collect();
        assert_eq!(means, [(100.0, 50.0), (60.0, 60.0), (10.0, 86_410.0)]);
    }

    /// Runs that drop different jobs, and unstable runs, have a sentence and no difference.
    #[test]
    fn what_cannot_be_compared_has_no_number() {
        let (first, other) = (run("a", &[5.0; 30]), run("b", &[4.0; 30]));
        let unstable = RunResult { unstable: true, ..other.clone() };
        let mut dropped = RunResult { rejected_jobs: 1, ..other.clone() };
        dropped.each = Vec::new();
        for (wrong, word) in [(&unstable, "grows without bound"), (&dropped, "the same jobs")] {
            let own = compared(&first, wrong);
            let found = &own.others[0].measures[0];
            assert!(found.why.as_ref().is_some_and(|why| why.contains(word)), "{found:?}");
            assert_eq!((found.difference, found.ratio, found.p_holm), (None, None, None));
            assert_eq!((found.first, found.other), (Some(5.0), Some(4.0)));
            assert_eq!(own.others[0].jobs, None);
            assert!(own.sentence().contains(word) && !own.sentence().contains('%'), "{}", own.sentence());
        }
    }
}
