//! Results with per-replication data: saved as JSON, and loaded without recomputing. From such files, the page shows
//! the results of presets at once. Lists of jobs, and sums by blocks of jobs, are not saved.

use super::plan::Plan;
use super::results::{GroupResult, Point, Results, RunResult};
use crate::ENGINE_VERSION;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// [`Results`] in their saved form, with their runs.
#[non_exhaustive]
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Complete {
    engine_version: u32,
    scenario_digest: String,
    points: Vec<Arc<Point>>,
    /// The index of each group in the list of all groups of the experiment, for every group in every result.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    places: Vec<u32>,
    /// Runs in the order of the plan's tasks, without lists of clusters, links, groups and jobs; optional.
    #[serde(default)]
    runs: Vec<Arc<RunResult>>,
}

impl Complete {
    /// The results of a plan. If some runs are unfinished, no runs are saved and the file cannot be loaded.
    pub fn of(results: &Results, plan: &Plan) -> Complete {
        let mut runs = vec![None; plan.tasks().len()];
        for (point, planned) in results.points.iter().zip(plan.points()) {
            for (result, &first) in point.results.iter().zip(&planned.first_task) {
                for (at, own) in result.each.iter().enumerate() {
                    runs[first + at] = own.as_deref().map(|own| Arc::new(without_lists(own)));
                }
            }
        }
        Complete {
            engine_version: results.engine_version,
            scenario_digest: results.scenario_digest.clone(),
            points: results.points.clone(),
            places: groups(&results.points).map(|group| group.place).collect(),
            runs: runs.into_iter().flatten().collect(),
        }
    }

    /// The results if single runs are saved with them; otherwise `None`.
    pub fn with_runs(self) -> Option<Complete> {
        (!self.runs.is_empty()).then_some(self)
    }

    /// Reads a file's content.
    ///
    /// # Errors
    /// If the content is not in this format.
    pub fn from_json(text: &str) -> serde_json::Result<Complete> {
        serde_json::from_str(text)
    }

    /// Loads the saved results for `plan`; `None` if they are from a different plan or engine, or incomplete.
    pub fn taken_up(self, plan: &Plan) -> Option<Results> {
        let ours = self.engine_version == ENGINE_VERSION
            && self.scenario_digest == plan.scenario().digest()
            && self.points.len() == plan.points().len()
            && (self.runs.is_empty() || self.runs.len() == plan.tasks().len());
        if !ours {
            return None;
        }
        let replications = plan.scenario().experiment.replications as usize;
        if groups(&self.points).count() != self.places.len() {
            return None;
        }
        let mut points = self.points;
        let mut places = self.places.into_iter();
        for (point, planned) in points.iter_mut().zip(plan.points()) {
            let results = &mut Arc::make_mut(point).results;
            if results.len() != planned.first_task.len() {
                return None;
            }
            for (result, &first) in results.iter_mut().zip(&planned.first_task) {
                if !self.runs.is_empty() {
                    let own = self.runs.get(first..first + replications)?;
                    result.each = own.iter().cloned().map(Some).collect();
                }
                result.groups.iter_mut().zip(&mut places).for_each(|(group, place)| group.place = place);
            }
        }
        Some(Results { engine_version: self.engine_version, scenario_digest: self.scenario_digest, points })
    }
}

fn groups(points: &[Arc<Point>]) -> impl Iterator<Item = &GroupResult> {
    let results = points.iter().flat_map(|point| &point.results);
    results.flat_map(|result| &result.groups)
}

fn without_lists(run: &RunResult) -> RunResult {
    RunResult {
        cluster_utilisation: Vec::new(),
        link_utilisation: Vec::new(),
        groups: Vec::new(),
        job_times: Arc::default(),
        blocks: None,
        ..run.clone()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::experiment::{self, properties};
    use crate::parameter::json;
    use crate::scenario::Scenario;
    use proptest::prelude::*;

    proptest! {
        #![proptest_config(ProptestConfig { max_shrink_iters: 12, ..ProptestConfig::with_cases(12) })]

        /// For any scenario, loaded results equal the saved ones, except for lists.
        #[test]
        fn results_are_taken_up_as_they_were(line in properties::drawn()) {
            let scenario = Scenario::from_value(&json::parse(&line).unwrap()).unwrap();
            let plan = Plan::new(&scenario).unwrap();
            let results = experiment::run(&scenario, None).unwrap();
            let text = serde_json::to_string(&Complete::of(&results, &plan)).unwrap();
            let read: Complete = serde_json::from_str(&text).unwrap();
            let taken = read.taken_up(&plan).unwrap();
            prop_assert_eq!(taken.run_digest(), results.run_digest());
            for (own, all) in taken.points.iter().zip(&results.points) {
                for (own, all) in own.results.iter().zip(&all.results) {
                    // Compared as text, because the mean of no jobs is NaN, and NaN equals nothing.
                    let each = |run: &RunResult| {
                        let each = run.each.iter().flatten();
                        format!("{:?}", each.map(|own| without_lists(own)).collect::<Vec<_>>())
                    };
                    prop_assert_eq!(each(own), each(all));
                    let whole = |run: &RunResult| {
                        format!("{:?}", RunResult { each: Vec::new(), job_times: Arc::default(), blocks: None, ..run.clone() })
                    };
                    prop_assert_eq!(whole(own), whole(all));
                }
            }
        }
    }

    #[test]
    fn results_of_others_are_not_taken_up() {
        let small = |seed: &str| {
            let text = format!(
                r#"{{ "workload": {{ "jobs_per_cluster": 50 }}, "schedulers": ["first-fit"], "seed": "{seed}",
                      "experiment": {{ "sweep": [], "replications": 2 }} }}"#
            );
            Scenario::from_json(&text).unwrap()
        };
        let plan = Plan::new(&small("1")).unwrap();
        let results = experiment::run(&small("1"), None).unwrap();
        let complete = Complete::of(&results, &plan);
        assert!(complete.clone().taken_up(&plan).is_some());
        assert!(complete.clone().taken_up(&Plan::new(&small("2")).unwrap()).is_none());
        let older = Complete { engine_version: ENGINE_VERSION - 1, ..complete.clone() };
        assert!(older.taken_up(&plan).is_none());
        let some = complete.runs[1..].to_vec();
        let partial = Complete { runs: some, ..complete.clone() };
        assert!(partial.taken_up(&plan).is_none());
        // Results in their usual form, without runs.
        let text = serde_json::to_string(&results).unwrap();
        let written: Complete = serde_json::from_str(&text).unwrap();
        let digest = |complete: Complete| complete.taken_up(&plan).unwrap().run_digest();
        assert_eq!(digest(written), digest(complete));
    }
}
