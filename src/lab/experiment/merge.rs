//! Merges the results of tasks, in the order of the plan and independent of the order of completion.

use super::against::{Against, are_of_the_same_jobs};
use super::measure::{self, reads_group};
use super::plan::Plan;
use super::results::{Paired, Point, Results, RunResult};
use super::runner::TaskResult;
use super::summary::{finite, summarize};
use crate::ENGINE_VERSION;
use crate::metrics::job_times::JobByJob;
use std::borrow::Borrow;
use std::ops::Deref;
use std::sync::Arc;

impl Plan {
    /// The results of finished tasks, by index of the task (`None`: unfinished). A scheduler without a finished replication is
    /// missing from its point.
    pub fn merge(&self, done: &[Option<TaskResult>]) -> Results {
        let mut merger = Merger::new(self);
        for (task, result) in done.iter().enumerate() {
            if let Some(result) = result {
                merger.put(task, result);
            }
        }
        merger.results()
    }
}

/// Results that grow as tasks finish. Only the parts changed by new results are recomputed. Once all replications of a scheduler
/// have finished, only their measures are kept, so that experiments with thousands of points can be shown repeatedly.
pub struct Merger<P, R = TaskResult> {
    plan: P,
    scenario_digest: String,
    /// One cell for each scheduler and point with tasks of its own. A baseline that does not depend on the point has
    /// one cell for all points.
    cells: Vec<Cell<R>>,
    points: Vec<Arc<Point>>,
    changed: Vec<bool>,
}

/// The replications of a scheduler at one point, or at all points with the same run.
struct Cell<R> {
    /// The points that show this cell.
    points: Vec<usize>,
    /// The results of the cell's tasks by replication. They are dropped when all replications have finished.
    runs: Vec<Option<R>>,
    /// The measures of each replication; always kept.
    each: Vec<Option<Arc<RunResult>>>,
    /// All finished runs as one result, without the scheduler's name and comparison.
    summary: Option<RunResult>,
    /// Number of finished runs.
    finished: usize,
    /// The comparison with the first scheduler: its cell, the number of finished runs of both, and the comparison. A scheduler that is
    /// the same at many points is compared once.
    paired: Option<([usize; 3], Option<Paired>)>,
}

impl<P: Deref<Target = Plan>, R: Borrow<TaskResult>> Merger<P, R> {
    /// A merger without finished tasks.
    pub fn new(plan: P) -> Merger<P, R> {
        let replications = plan.scenario.experiment.replications as usize;
        let mut cells: Vec<Cell<R>> = (0..plan.tasks().len() / replications.max(1))
            .map(|_| Cell {
                points: Vec::new(),
                runs: (0..replications).map(|_| None).collect(),
                each: vec![None; replications],
                summary: None,
                finished: 0,
                paired: None,
            })
            .collect();
        for (index, point) in plan.points().iter().enumerate() {
            for &first in &point.first_task {
                let shown = &mut cells[first / replications].points;
                if shown.last() != Some(&index) {
                    shown.push(index);
                }
            }
        }
        let empty = |parameters: &_| Arc::new(Point { parameters: Clone::clone(parameters), results: Vec::new() });
        Merger {
            scenario_digest: plan.scenario.digest(),
            points: plan.points().iter().map(|point| empty(&point.parameters)).collect(),
            changed: vec![false; plan.points().len()],
            cells,
            plan,
        }
    }

    /// The plan of the results.
    pub fn plan(&self) -> &Plan {
        &self.plan
    }

    /// Adds the result of a finished task. A second result for the task is ignored.
    pub fn put(&mut self, task: usize, result: R) {
        let replications = self.plan.scenario.experiment.replications as usize;
        let Some(cell) = self.cells.get_mut(task / replications) else {
            return;
        };
        let at = task % replications;
        if cell.each[at].is_some() {
            return;
        }
        cell.each[at] = Some(Arc::new(measures(result.borrow())));
        cell.runs[at] = Some(result);
        cell.summary = None;
        cell.finished += 1;
        if cell.runs.iter().all(Option::is_some) {
            cell.summarize();
            cell.runs = Vec::new();
        }
        for &point in &cell.points {
            self.changed[point] = true;
        }
    }

    /// True if a task has finished.
    pub fn has(&self, task: usize) -> bool {
        let replications = self.plan.scenario.experiment.replications as usize;
        let cell = self.cells.get(task / replications);
        cell.is_some_and(|cell| cell.each[task % replications].is_some())
    }

    /// Computes the point of a finished task if it was the point's last. The next results then need less time at once.
    pub fn settle(&mut self, task: usize) {
        let replications = self.plan.scenario.experiment.replications as usize;
        let Some(&[index]) = self.cells.get(task / replications).map(|cell| &*cell.points) else {
            return;
        };
        let is_whole = |first: &usize| self.cells[first / replications].finished == replications;
        if self.plan.points()[index].first_task.iter().all(is_whole) && std::mem::take(&mut self.changed[index]) {
            self.points[index] = Arc::new(self.point(index));
        }
    }

    /// The results of all tasks finished so far.
    pub fn results(&mut self) -> Results {
        for index in 0..self.points.len() {
            if std::mem::take(&mut self.changed[index]) {
                self.points[index] = Arc::new(self.point(index));
            }
        }
        Results {
            engine_version: ENGINE_VERSION,
            scenario_digest: self.scenario_digest.clone(),
            points: self.points.clone(),
        }
    }

    fn point(&mut self, index: usize) -> Point {
        let replications = self.plan.scenario.experiment.replications as usize;
        let plan = &self.plan.points()[index];
        let mut results: Vec<RunResult> = Vec::with_capacity(plan.first_task.len());
        for (scheduler, name) in plan.schedulers.iter().enumerate() {
            let of = |scheduler: usize| plan.first_task[scheduler] / replications;
            self.cells[of(scheduler)].summarize();
            let (own, first) = (&self.cells[of(scheduler)], &self.cells[of(0)]);
            if let Some(summary) = &own.summary {
                let mut groups = summary.groups.clone();
                for group in groups.iter_mut().filter(|_| scheduler > 0) {
                    group.jobs_paired = job_by_job(&own.each, &first.each, Some(group.place));
                }
                let own = RunResult {
                    scheduler: name.clone(),
                    replication_mean_turnaround_s: own.means(),
                    groups,
                    each: own.each.clone(),
                    ..summary.clone()
                };
                let key = [of(0), self.cells[of(scheduler)].finished, first.finished];
                let first = results.first().filter(|_| first.summary.is_some());
                let known = &mut self.cells[of(scheduler)].paired;
                let paired = first.and_then(|first| match known {
                    Some((same, paired)) if *same == key => paired.clone(),
                    _ => known.insert((key, paired(&own, first))).1.clone(),
                });
                results.push(RunResult { paired, ..own });
            }
        }
        Point { parameters: plan.parameters.clone(), results }
    }
}

/// The measures of one replication that are kept. Lists of clusters and of groups that no measure reads are dropped,
/// because they would be too large.
pub(super) fn measures(run: &TaskResult) -> RunResult {
    let mut own = summarize(&[run]);
    own.cluster_energy_kwh = Vec::new();
    own.groups.retain(|group| reads_group(&group.group));
    own.job_times = run.measures.job_times.as_slice().into();
    own
}

impl<R: Borrow<TaskResult>> Cell<R> {
    /// Mean turnaround of each replication \[s\].
    fn means(&self) -> Vec<Option<f64>> {
        let mean = |own: &Option<Arc<RunResult>>| Some(own.as_ref()?.mean_turnaround_s);
        self.each.iter().map(mean).collect()
    }

    /// Computes the summary if it is missing and any run has finished.
    fn summarize(&mut self) {
        if self.summary.is_none() {
            let runs: Vec<&TaskResult> = self.runs.iter().flatten().map(R::borrow).collect();
            self.summary = (!runs.is_empty()).then(|| summarize(&runs));
        }
    }
}

/// The pairs of replications that both schedulers have finished and in which both measure the same jobs.
fn pairs<'c>(
    own: &'c [Option<Arc<RunResult>>],
    other: &'c [Option<Arc<RunResult>>],
) -> impl Iterator<Item = (&'c RunResult, &'c RunResult)> {
    let both = own.iter().zip(other);
    let both = both.filter_map(|(own, other)| Some((own.as_deref()?, other.as_deref()?)));
    both.filter(|(own, other)| are_of_the_same_jobs(own, other))
}

/// The mean difference in turnaround between a scheduler and the first one, and the comparison job by job; `None` until both have
/// finished a replication.
fn paired(own: &RunResult, first: &RunResult) -> Option<Paired> {
    let mut both = own.each.iter().zip(&first.each);
    let any = both.any(|(own, first)| own.is_some() && first.is_some());
    let against = Against::by_difference(own, first, measure::first());
    any.then(|| Paired {
        versus: first.scheduler.clone(),
        mean_turnaround_difference_s: if against.same_jobs() { against.difference.mean } else { f64::NAN },
        difference_ci95_s: finite(against.difference.ci95),
        jobs: job_by_job(&own.each, &first.each, None),
    })
}

/// Compares two schedulers job by job, over the jobs of a group or over all jobs.
fn job_by_job(
    own: &[Option<Arc<RunResult>>],
    other: &[Option<Arc<RunResult>>],
    group: Option<u32>,
) -> Option<JobByJob> {
    let times = pairs(own, other).map(|(own, other)| (&*own.job_times, &*other.job_times));
    JobByJob::of(times, group)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Progress;
    use crate::experiment::Runner;
    use crate::scenario::Scenario;
    use proptest::prelude::*;
    use std::sync::LazyLock;

    /// A plan with all its runs. It has two swept parameters, a baseline that is the same at all points, and two equal
    /// schedulers.
    static RUNS: LazyLock<(Plan, Vec<TaskResult>)> = LazyLock::new(|| {
        let text = r#"{"workload": {"jobs_per_cluster": 30},
            "schedulers": ["ideal", {"policy": "b3", "queue": "easy"}, "first-fit", {"policy": "first-fit", "label": "again"}],
            "experiment": {"replications": 3, "detail": "jobs", "sweep": [{"parameter": "workload.bsbw_mbps", "values": [300, 800]},
                                                        {"parameter": "schedulers.*.lslt", "values": [0.4, 1]}]}}"#;
        let plan = Plan::new(&Scenario::from_json(text).unwrap()).unwrap();
        let run = |task| {
            let mut runner = Runner::new(task, None, ()).unwrap();
            while runner.advance(1000).unwrap() == Progress::Running {}
            runner.finish().0
        };
        let runs = plan.tasks().iter().map(run).collect();
        (plan, runs)
    });

    /// The results of all points, computed at once from all available runs.
    fn anew(plan: &Plan, done: &[Option<&TaskResult>]) -> Vec<Point> {
        let of = |point, scheduler| -> Vec<Option<&TaskResult>> {
            let tasks = (0..3).map(|replication| plan.task_of(point, scheduler, replication));
            tasks.map(|task| done[task.unwrap()]).collect()
        };
        let mean = |run: &Option<&TaskResult>| run.map(|run| run.measures.turnaround_s.mean);
        let means = |runs: Vec<Option<&TaskResult>>| runs.iter().map(mean).collect::<Vec<_>>();
        let each = |runs: Vec<Option<&TaskResult>>| -> Vec<Option<Arc<RunResult>>> {
            let runs = runs.into_iter();
            runs.map(|run| run.map(|run| Arc::new(measures(run)))).collect()
        };
        let result = |point, scheduler, name: &String| {
            let finished: Vec<&TaskResult> = of(point, scheduler).into_iter().flatten().collect();
            (!finished.is_empty()).then(|| RunResult {
                scheduler: name.clone(),
                replication_mean_turnaround_s: means(of(point, scheduler)),
                each: each(of(point, scheduler)),
                ..summarize(&finished)
            })
        };
        let compared = |point, scheduler, name: &String| {
            let own = result(point, scheduler, name)?;
            let first = (scheduler > 0).then(|| result(point, 0, &"ideal".to_owned())).flatten();
            let paired = first.and_then(|first| paired(&own, &first));
            Some(RunResult { paired, ..own })
        };
        let points = plan.points().iter().enumerate();
        points
            .map(|(index, point)| Point {
                parameters: point.parameters.clone(),
                results: (point.schedulers.iter().enumerate())
                    .filter_map(|(scheduler, name)| compared(index, scheduler, name))
                    .collect(),
            })
            .collect()
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 64, ..ProptestConfig::default() })]

        /// Results are added in any order, some twice, and read at any time: incremental results equal those computed
        /// at once.
        #[test]
        fn growing_results_are_those_put_together_anew(
            order in prop::collection::vec((any::<prop::sample::Index>(), any::<bool>()), 0..60),
            settle in any::<bool>(),
        ) {
            let (plan, runs) = &*RUNS;
            let mut merger = Merger::new(plan);
            let mut done = vec![None; runs.len()];
            for (task, look) in order {
                let task = task.index(runs.len());
                prop_assert_eq!(merger.has(task), done[task].is_some());
                merger.put(task, &runs[task]);
                if settle {
                    merger.settle(task);
                }
                done[task] = Some(&runs[task]);
                if look {
                    let points = merger.results().points;
                    let points: Vec<Point> = points.into_iter().map(Arc::unwrap_or_clone).collect();
                    prop_assert_eq!(points, anew(plan, &done));
                }
            }
            let owned: Vec<_> = done.iter().map(|run| run.cloned()).collect();
            prop_assert_eq!(merger.results(), plan.merge(&owned));
        }
    }

    #[test]
    fn runs_are_forgotten_when_their_last_has_come() {
        let (plan, runs) = &*RUNS;
        let mut merger = Merger::new(plan);
        for (task, run) in runs.iter().enumerate() {
            merger.put(task, run);
        }
        assert!(merger.cells.iter().all(|cell| cell.runs.is_empty()));
        merger.put(runs.len(), &runs[0]);
        assert_eq!(merger.results().points.len(), 4);
    }
}
