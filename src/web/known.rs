//! Results cached by the page, so that undoing an edit, or the next figure of a paper, does not repeat simulations.

use crate::base::digest::Digest;
use crate::experiment::{Task, TaskResult, TaskWriter};
use std::collections::VecDeque;

/// Maximum number of cached results; each takes about a tenth of a megabyte.
const MOST: usize = 512;

/// The last results, oldest first.
#[derive(Clone, Debug, Default)]
pub struct Known(VecDeque<(u64, TaskResult)>);

/// Key that identifies a task; `None` if it uses a log, because the scenario does not identify the content of the log.
fn key(writer: &mut TaskWriter, task: &Task) -> Option<u64> {
    if task.scenario.workload.is_log() {
        return None;
    }
    let mut digest = Digest::EMPTY;
    digest.add_text(&writer.key(task));
    Some(digest.value())
}

impl Known {
    /// Caches a result, and removes the oldest if there are too many.
    pub fn put(&mut self, task: &Task, result: &TaskResult) {
        let key = key(&mut TaskWriter::default(), task);
        let Some(key) = key.filter(|key| self.find(*key).is_none()) else {
            return;
        };
        if self.0.len() == MOST {
            self.0.pop_front();
        }
        self.0.push_back((key, result.clone()));
    }

    /// Cached results of these tasks, with their indices. Not searched if there are more tasks than can be cached,
    /// because that would block the page.
    pub fn of(&self, tasks: &[Task]) -> impl Iterator<Item = (usize, &TaskResult)> {
        let few = tasks.len() <= MOST && !self.0.is_empty();
        let tasks = if few { tasks } else { &[] };
        let mut writer = TaskWriter::default();
        let all = tasks.iter().enumerate();
        all.filter_map(move |(index, task)| Some((index, self.find(key(&mut writer, task)?)?)))
    }

    fn find(&self, key: u64) -> Option<&TaskResult> {
        let found = self.0.iter().find(|known| known.0 == key);
        found.map(|known| &known.1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::experiment::Plan;
    use crate::scenario::Scenario;

    fn tasks(jobs: u64, rest: &str) -> Vec<Task> {
        let text = format!(
            r#"{{ "workload": {{ "jobs_per_cluster": {jobs}, "bsbw_mbps": 500 }}, "experiment": {{ "replications": 600 }},
                  {rest} }}"#
        );
        let scenario = Scenario::from_json(&text).unwrap();
        Plan::new(&scenario).unwrap().tasks().to_vec()
    }

    fn result(digest: usize) -> TaskResult {
        TaskResult { measures: Default::default(), digest: digest.to_string() }
    }

    #[test]
    fn the_same_simulation_is_known_and_no_other() {
        let first = &tasks(50_000, r#""title": "mine", "schedulers": ["first-fit", "b1"]"#);
        let mut known = Known::default();
        known.put(&first[0], &result(1));
        let found = |task: &Task| {
            let mut all = known.of(std::slice::from_ref(task));
            all.next().map(|(_, result)| result.digest.clone())
        };
        assert_eq!(found(&first[0]), Some("1".to_owned()));
        // Tasks that differ in replication, size or scheduler have no cached result.
        assert_eq!(found(&first[1]), None);
        assert_eq!(found(&first[600]), None);
        assert_eq!(found(&tasks(50_001, r#""schedulers": ["first-fit"]"#)[0]), None);
        // The first task of another experiment is equal, although title and label differ.
        let second = &tasks(50_000, r#""schedulers": [{ "policy": "first-fit", "label": "x" }]"#);
        assert_eq!(found(&second[0]), Some("1".to_owned()));
        // In the third experiment only the label is equal; the policy differs.
        let third = &tasks(50_000, r#""schedulers": [{ "policy": "b2", "label": "first-fit" }]"#);
        assert_eq!(found(&third[0]), None);
    }

    #[test]
    fn the_oldest_are_forgotten() {
        let mut known = Known::default();
        let all = &tasks(50_000, r#""schedulers": ["first-fit"]"#);
        for (number, task) in all.iter().enumerate() {
            known.put(task, &result(number));
            known.put(task, &result(number));
        }
        let forgotten = all.len() - MOST;
        let (oldest, newest) = all.split_at(forgotten);
        assert_eq!(known.of(oldest).count(), 0);
        let digests = known.of(newest).map(|(index, result)| (index + forgotten).to_string() == result.digest);
        assert_eq!(digests.filter(|same| *same).count(), MOST);
        // Too many to search.
        assert_eq!(known.of(all).count(), 0);
    }
}
