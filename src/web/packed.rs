//! Long answers of workers as bytes (format: postcard), in memory that is transferred and not copied. Otherwise every entry of a list would
//! be a JavaScript object, and thousands of objects would block the main thread of the page.

use crate::experiment::TaskResult;
use crate::metrics::blocks::Blocks;
use crate::metrics::job_times::JobTime;
use serde::{Deserialize, Serialize, de::DeserializeOwned};
use std::mem::swap;

/// Writes a value as bytes.
///
/// # Errors
/// If the length of a list is not known before it is written; answers have no such lists.
pub fn pack<T: Serialize>(value: &T) -> Result<Vec<u8>, String> {
    postcard::to_allocvec(value).map_err(|error| format!("an answer cannot be sent: {error}"))
}

/// Reads a value back.
///
/// # Errors
/// If the bytes are not a value of this type; the text of the error is for people.
pub fn unpack<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, String> {
    let value = postcard::from_bytes(bytes);
    value.map_err(|error| format!("A worker sent an unknown answer ({error}). Reload the page"))
}

/// Long lists of a [`TaskResult`]. The rest of a result is part of the message, where values that a run has not measured are omitted. Bytes
/// have no names, so nothing can be omitted there.
#[derive(Debug, Default, Serialize, Deserialize)]
pub struct ResultLists {
    /// Histograms of turnaround, wait, slowdown and bounded slowdown, with up to 3201 bins each.
    counts: [Vec<(u32, u64)>; 4],
    /// Up to 4096 clusters.
    cluster_utilisation: Vec<f64>,
    /// Up to 8128 links.
    link_utilisation: Vec<f64>,
    /// Up to two million jobs, if single jobs are kept.
    job_times: Vec<JobTime>,
    /// Sums by blocks of jobs of a single run.
    blocks: Option<Blocks>,
}

impl ResultLists {
    /// Swaps the long lists of a result with these lists: removes them from the result, or puts them back.
    pub fn exchange(&mut self, result: &mut TaskResult) {
        let own = &mut result.measures;
        let [turnaround, wait, slowdown, bounded_slowdown] = &mut self.counts;
        swap(&mut own.turnaround_s.counts, turnaround);
        swap(&mut own.wait_s.counts, wait);
        swap(&mut own.slowdown.counts, slowdown);
        swap(&mut own.bounded_slowdown.counts, bounded_slowdown);
        swap(&mut own.cluster_utilisation, &mut self.cluster_utilisation);
        swap(&mut own.link_utilisation, &mut self.link_utilisation);
        swap(&mut own.job_times, &mut self.job_times);
        swap(&mut own.blocks, &mut self.blocks);
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::experiment::{Plan, Runner, Task};
    use crate::metrics::timeline::{Recorder, Timeline, Window};
    use crate::scenario::Scenario;
    use proptest::prelude::*;
    use std::fmt::Debug;
    use std::sync::LazyLock;

    const TREE: &str = r#"{"platform": {"topology": "tree", "speed_heterogeneity": 0.1}, "schedulers": ["first-fit"]}"#;
    const METACOMPUTER: &str = r#"{"platform": {"clusters": [{"count": 6, "nodes": 30}]},
        "workload": {"model": "metacomputer", "jobs": 100}, "network": {"model": "wan"},
        "schedulers": [{"policy": "meta-asp", "control": "limited"}], "experiment": {"sweep": []}}"#;
    const GRID: &str = r#"{"platform": {"clusters": [{"count": 5}], "sizes": [20, 60]}, "workload": {"model": "grid", "jobs": 100},
        "network": {"model": "cluster"}, "schedulers": ["fuzzy"], "experiment": {"sweep": [], "detail": "jobs", "group_by": "queue"}}"#;

    pub fn task(scenario: &str) -> Task {
        let plan = Plan::new(&Scenario::from_json(scenario).unwrap()).unwrap();
        plan.tasks()[0].clone()
    }

    fn recorded(scenario: &str) -> Timeline {
        let window = Window { from_s: 1000.0, jobs: 60, overview: true };
        let task = task(scenario);
        let recorder = Recorder::new(&task.platform().unwrap(), window);
        let mut runner = Runner::new(&task, None, recorder).unwrap();
        while runner.advance(10).unwrap() == crate::engine::Progress::Running {}
        runner.finish().1.unwrap().finish()
    }

    /// Sends a value, which may contain NaN, and compares it with the received value. Truncated bytes are an error.
    pub fn sent<T: Serialize + DeserializeOwned + Debug>(value: &T) {
        let bytes = pack(value).unwrap();
        assert_eq!(format!("{:?}", unpack::<T>(&bytes).unwrap()), format!("{value:?}"));
        for length in (0..bytes.len()).step_by(97) {
            assert!(unpack::<T>(&bytes[..length]).is_err(), "{length}");
        }
    }

    #[test]
    fn recorded_timelines_arrive() {
        for scenario in [TREE, METACOMPUTER, GRID] {
            let timeline = recorded(scenario);
            assert!(timeline.jobs.len() >= 60 && timeline.overview.is_some());
            sent(&timeline);
        }
        sent(&Timeline::default());
    }

    #[test]
    fn results_arrive() {
        for scenario in [TREE, METACOMPUTER, GRID] {
            let mut runner = Runner::new(&task(scenario), None, ()).unwrap();
            while runner.advance(1000).unwrap() == crate::engine::Progress::Running {}
            let (result, _) = runner.finish();
            assert_eq!(result.measures.job_times.is_empty(), scenario != GRID);
            let (mut rest, mut lists) = (result.clone(), ResultLists::default());
            lists.exchange(&mut rest);
            assert_eq!((rest.measures.link_utilisation.len(), rest.measures.turnaround_s.counts.len()), (0, 0));
            let mut lists: ResultLists = unpack(&pack(&lists).unwrap()).unwrap();
            lists.exchange(&mut rest);
            assert_eq!(rest, result);
        }
    }

    proptest! {
        #[test]
        fn altered_bytes_are_read_without_panic_or_flood(changes in prop::collection::vec(any::<(prop::sample::Index, u8)>(), 1..4)) {
            static SENT: LazyLock<Vec<u8>> = LazyLock::new(|| pack(&recorded(METACOMPUTER)).unwrap());
            let mut bytes = SENT.clone();
            for (at, byte) in changes {
                let at = at.index(bytes.len());
                bytes[at] = byte;
            }
            if let Ok(timeline) = unpack::<Timeline>(&bytes) {
                prop_assert!(timeline.jobs.len() <= bytes.len());
            }
        }
    }
}
