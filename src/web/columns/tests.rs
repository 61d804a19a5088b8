use super::*;
use crate::experiment::{Plan, Runner, Task, story};
use crate::metrics::timeline::{Recorder, Window};
use crate::scenario::Scenario;
use proptest::prelude::*;
use serde::{Serialize, de::DeserializeOwned};
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

pub fn recorded(scenario: &str) -> Timeline {
    let window = Window { from_s: 1000.0, jobs: 60, overview: true };
    let task = task(scenario);
    let recorder = Recorder::new(&task.platform().unwrap(), window);
    let mut runner = Runner::new(&task, None, recorder).unwrap();
    while runner.advance(10).unwrap() == crate::engine::Progress::Running {}
    runner.finish().1.unwrap().finish()
}

/// Sends a value and returns the number of numbers in its long lists. Checks that truncated or extended lists are
/// rejected.
pub fn sent<T>(value: &T) -> usize
where
    T: LongLists + Serialize + DeserializeOwned + Clone + PartialEq + Debug,
{
    let mut rest = value.clone();
    let mut numbers = take(&mut rest);
    let mut back: T = serde_json::from_value(serde_json::to_value(&rest).unwrap()).unwrap();
    assert_eq!(put_back(&mut back, &numbers), Some(()));
    assert_eq!(back, *value);
    for length in 0..numbers.len() {
        assert_eq!(put_back(&mut back, &numbers[..length]), None, "{length}");
    }
    let count = numbers.len();
    numbers.push(0.0);
    assert_eq!(put_back(&mut back, &numbers), None);
    assert_eq!(back, *value, "left alone by what is refused");
    count
}

#[test]
fn recorded_timelines_arrive() {
    let timeline = recorded(TREE);
    assert!(timeline.jobs.len() >= 60 && timeline.samples.len() > 60);
    assert_eq!((timeline.nodes.len(), timeline.speeds.len()), (4, 4));
    assert!(timeline.jobs.iter().any(|job| job.pieces.len() > 1));
    sent(&timeline);
    let planned = recorded(METACOMPUTER);
    assert_eq!(planned.legend.requests.len(), 3);
    for request in 0..3 {
        assert!(planned.jobs.iter().any(|job| job.request == Some(request)));
    }
    assert_eq!(planned.marks[1].staircases.len(), 6);
    assert!(planned.marks[1].words.contains(" in the round at "));
    sent(&planned);
    sent(&recorded(GRID));
    sent(&Timeline::default());
}

#[test]
fn results_arrive() {
    for scenario in [TREE, METACOMPUTER, GRID] {
        let mut runner = Runner::new(&task(scenario), None, ()).unwrap();
        while runner.advance(1000).unwrap() == crate::engine::Progress::Running {}
        let (result, _) = runner.finish();
        assert_eq!(result.measures.job_times.is_empty(), scenario != GRID);
        sent(&result);
    }
}

#[test]
fn futures_arrive() {
    for policy in ["tla", "tla-coalloc"] {
        let task = task(&format!(
            r#"{{"workload": {{"nodes": [10, 90]}}, "schedulers": [{{"policy": "{policy}", "score": "fairness"}}],
                "experiment": {{"sweep": [], "replications": 1}}}}"#
        ));
        let spread = |own: &Foresight| {
            let mut futures = own.futures.iter();
            policy == "tla" || futures.any(|own| own.place.len() > 1 && !own.running.is_empty())
        };
        let seen = (0..200).find_map(|job| {
            let seen = story::tell(&task, None, job, 10, |_| ()).unwrap().foresight;
            seen.filter(|own| own.choices > 1 && spread(own))
        });
        sent(&seen.unwrap());
    }
}

/// The numbers of a list, and the list after the transfer.
fn journey<T: Columns>(list: &[T]) -> (Vec<f64>, Option<Vec<T>>) {
    let mut numbers = Vec::new();
    T::write(list.iter(), &mut numbers);
    let back = T::read(list.len(), &mut numbers.as_slice());
    (numbers, back)
}

#[test]
fn a_column_per_field_and_one_of_lengths() {
    let rows = |cluster, nodes| Rows { cluster, nodes };
    let list = [rows(7, vec![(1, 2), (5, 6)]), rows(8, vec![]), rows(9, vec![(3, 4)])];
    let (numbers, back) = journey(&list);
    let expected = [[7.0, 8.0, 9.0], [2.0, 0.0, 1.0], [1.0, 5.0, 3.0], [2.0, 6.0, 4.0]];
    assert_eq!(numbers, expected.concat());
    assert_eq!(back.unwrap(), list);
}

#[test]
fn what_is_no_number_or_beyond_all_arrives() {
    let bits = |list: &[f64]| -> Vec<u64> { list.iter().map(|own| own.to_bits()).collect() };
    let list = [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, -0.0, 5e-324];
    assert_eq!(bits(&journey(&list).1.unwrap()), bits(&list));
    let list = [None, Some(0), Some(u32::MAX)];
    assert_eq!(journey(&list).1.unwrap(), list);
}

#[test]
fn numbers_of_another_kind_are_refused() {
    fn read<T: Columns>(number: f64) -> bool {
        T::read(1, &mut [number].as_slice()).is_some()
    }
    for number in [-1.0, 0.5, f64::NAN, f64::INFINITY, 2.0 * MOST] {
        assert!(!read::<u64>(number) && !read::<u32>(number), "{number}");
        assert!(!read::<bool>(number), "{number}");
    }
    assert!(read::<u64>(MOST) && !read::<u32>(MOST));
    assert!(read::<bool>(1.0) && !read::<bool>(2.0));
}

/// Numbers that are malicious as a length, an index or a time.
fn hostile() -> impl Strategy<Value = f64> {
    let hostile = [-1.0, 0.0, 0.5, 1.0, 2.0, 4e9, MOST, 1e300, f64::INFINITY, f64::NAN];
    prop::sample::select(hostile.to_vec())
}

/// Writing after reading gives the same numbers: nothing is invented or ignored.
fn read_as_written<T: LongLists>(to: &mut T, numbers: &[f64]) -> Result<(), TestCaseError> {
    if put_back(to, numbers).is_some() {
        for (again, number) in take(to).iter().zip(numbers) {
            prop_assert!(again == number || again.is_nan() && number.is_nan());
        }
    }
    Ok(())
}

proptest! {
    #[test]
    fn any_numbers_are_read_without_panic_or_flood(numbers in prop::collection::vec(hostile(), 0..60)) {
        read_as_written(&mut Timeline::default(), &numbers)?;
    }

    #[test]
    fn altered_columns_are_read_without_panic_or_flood(changes in prop::collection::vec((any::<prop::sample::Index>(), hostile()), 1..4)) {
        static TAKEN: LazyLock<(Timeline, Vec<f64>)> = LazyLock::new(|| {
            let mut rest = recorded(METACOMPUTER);
            let numbers = take(&mut rest);
            (rest, numbers)
        });
        let (mut rest, mut numbers) = TAKEN.clone();
        for (at, number) in changes {
            let at = at.index(numbers.len());
            numbers[at] = number;
        }
        read_as_written(&mut rest, &numbers)?;
    }
}
