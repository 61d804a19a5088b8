//! Long lists on their way from a worker to the page. Serde makes a JavaScript object of every entry, and the page's main
//! thread has no time for thousands of them. So lists that may have more than a thousand entries are taken out of a value
//! before it is sent, travel as columns in one array of numbers, which is handed over and not copied, and are put back.
//!
//! A list of structs is one column per field. A list of lists is a column of their lengths, then the columns of all their
//! entries together.

use crate::experiment::TaskResult;
use crate::metrics::job_times::JobTime;
use crate::metrics::timeline::{Rows, Sample, Timeline, TimelineJob};
use crate::models::gehring::{Request, Round, Step};
use crate::platform::Piece;
use crate::scheduler::foresight::{Foreseen, Foresight, Future, Held};
use std::mem::swap;

/// What travels by serde, but for its long lists.
pub trait LongLists {
    /// Its long lists.
    type Lists: Columns + Default;

    /// Exchanges its long lists for others: empty ones, to take them out, or those that were taken out, to put them back.
    fn exchange(&mut self, lists: &mut Self::Lists);
}

/// Takes the long lists out.
pub fn take(from: &mut impl LongLists) -> Vec<f64> {
    let mut lists = Default::default();
    from.exchange(&mut lists);
    let mut numbers = Vec::new();
    Columns::write(std::iter::once(&lists), &mut numbers);
    numbers
}

/// Puts the long lists back; `None` if `numbers` are not such lists.
pub fn put_back<T: LongLists>(to: &mut T, mut numbers: &[f64]) -> Option<()> {
    let mut lists = T::Lists::read(1, &mut numbers)?.pop()?;
    numbers.is_empty().then(|| to.exchange(&mut lists))
}

/// What a list that travels as columns is made of.
pub trait Columns: Sized {
    /// Appends the columns of these entries.
    fn write<'a>(entries: impl Iterator<Item = &'a Self> + Clone, numbers: &mut Vec<f64>)
    where
        Self: 'a;

    /// Takes the columns of so many entries from the front of `numbers`; `None` if these are no such columns. Memory is taken
    /// only for numbers that are there, whatever count or lengths say.
    fn read(count: usize, numbers: &mut &[f64]) -> Option<Vec<Self>>;
}

/// A value that is one number of a column.
trait Number: Copy {
    fn number(self) -> f64;
    fn of(number: f64) -> Option<Self>;
}

impl<T: Number> Columns for T {
    fn write<'a>(entries: impl Iterator<Item = &'a T> + Clone, numbers: &mut Vec<f64>)
    where
        T: 'a,
    {
        numbers.extend(entries.map(|entry| entry.number()));
    }

    fn read(count: usize, numbers: &mut &[f64]) -> Option<Vec<T>> {
        let (column, rest) = numbers.split_at_checked(count)?;
        *numbers = rest;
        column.iter().map(|&number| T::of(number)).collect()
    }
}

impl Number for f64 {
    fn number(self) -> f64 {
        self
    }

    fn of(number: f64) -> Option<f64> {
        Some(number)
    }
}

/// 2^53: an `f64` does not tell larger whole numbers apart.
const MOST: f64 = 9_007_199_254_740_992.0;

impl Number for u64 {
    fn number(self) -> f64 {
        self as f64
    }

    fn of(number: f64) -> Option<u64> {
        let whole = number as u64;
        (whole as f64 == number && number <= MOST).then_some(whole)
    }
}

impl Number for u32 {
    fn number(self) -> f64 {
        f64::from(self)
    }

    fn of(number: f64) -> Option<u32> {
        u64::of(number)?.try_into().ok()
    }
}

impl Number for bool {
    fn number(self) -> f64 {
        f64::from(u8::from(self))
    }

    fn of(number: f64) -> Option<bool> {
        [0.0, 1.0].contains(&number).then_some(number == 1.0)
    }
}

impl Number for Request {
    fn number(self) -> f64 {
        f64::from(self as u8)
    }

    fn of(number: f64) -> Option<Request> {
        Request::ALL.get(u32::of(number)? as usize).copied()
    }
}

/// `None` is NaN. (`Eq` leaves out `f64`, which may be NaN itself.)
impl<T: Number + Eq> Number for Option<T> {
    fn number(self) -> f64 {
        self.map_or(f64::NAN, T::number)
    }

    fn of(number: f64) -> Option<Option<T>> {
        match number.is_nan() {
            true => Some(None),
            false => T::of(number).map(Some),
        }
    }
}

impl<T: Columns> Columns for Vec<T> {
    fn write<'a>(entries: impl Iterator<Item = &'a Vec<T>> + Clone, numbers: &mut Vec<f64>)
    where
        T: 'a,
    {
        numbers.extend(entries.clone().map(|list| list.len() as f64));
        T::write(entries.flatten(), numbers);
    }

    fn read(count: usize, numbers: &mut &[f64]) -> Option<Vec<Vec<T>>> {
        let lengths: Vec<u32> = Columns::read(count, numbers)?;
        let mut lengths = lengths.into_iter().map(|length| length as usize);
        let total = lengths.clone().try_fold(0, usize::checked_add)?;
        let mut entries = T::read(total, numbers)?.into_iter();
        let list = |length| entries.by_ref().take(length).collect();
        Some(lengths.by_ref().map(list).collect())
    }
}

impl<T: Columns, const N: usize> Columns for [T; N] {
    fn write<'a>(entries: impl Iterator<Item = &'a [T; N]> + Clone, numbers: &mut Vec<f64>)
    where
        T: 'a,
    {
        T::write(entries.flatten(), numbers);
    }

    fn read(count: usize, numbers: &mut &[f64]) -> Option<Vec<[T; N]>> {
        let mut entries = T::read(count.checked_mul(N)?, numbers)?.into_iter();
        let mut array = || Vec::from_iter(entries.by_ref().take(N)).try_into().ok();
        (0..count).map(|_| array()).collect()
    }
}

impl<A: Columns, B: Columns> Columns for (A, B) {
    fn write<'a>(entries: impl Iterator<Item = &'a (A, B)> + Clone, numbers: &mut Vec<f64>)
    where
        (A, B): 'a,
    {
        A::write(entries.clone().map(|(a, _)| a), numbers);
        B::write(entries.map(|(_, b)| b), numbers);
    }

    fn read(count: usize, numbers: &mut &[f64]) -> Option<Vec<(A, B)>> {
        let (a, b) = (A::read(count, numbers)?, B::read(count, numbers)?);
        Some(a.into_iter().zip(b).collect())
    }
}

/// A struct is the columns of its fields; the compiler sees to it that none is forgotten.
macro_rules! columns {
    ($($struct:ident { $($field:ident),+ })+) => {$(
        impl Columns for $struct {
            fn write<'a>(
                entries: impl Iterator<Item = &'a $struct> + Clone,
                numbers: &mut Vec<f64>,
            ) {
                $(Columns::write(entries.clone().map(|entry| &entry.$field), numbers);)+
            }

            fn read(count: usize, numbers: &mut &[f64]) -> Option<Vec<$struct>> {
                $(let mut $field = Columns::read(count, numbers)?.into_iter();)+
                let mut entry = || Some($struct { $($field: $field.next()?),+ });
                (0..count).map(|_| entry()).collect()
            }
        }
    )+};
}

columns! {
    Timeline { span_s, nodes, speeds, jobs, samples, rounds }
    TimelineJob { id, home, nodes, request, arrival_s, start_s, end_s, ended, penalty, pieces }
    Rows { cluster, nodes }
    Sample { time_s, waiting, busy, saturation }
    Round { time_s, planned, surfaces }
    Step { from_s, free }
    ResultLists { counts, cluster_utilisation, link_utilisation, turnaround_batches_s, job_times }
    JobTime { id, arrival_s, turnaround_s, group }
    ForesightLists { clusters, speeds, running, futures }
    Held { cluster, nodes, end_s }
    Future { place, score, count, running, jobs }
    Foreseen { job, arrival_s, start_s, end_s, pieces, penalty }
    Piece { cluster, nodes }
}

/// All of it: hardly anything in it is no list.
impl LongLists for Timeline {
    type Lists = Timeline;

    fn exchange(&mut self, lists: &mut Timeline) {
        swap(self, lists);
    }
}

/// The long lists of a [`TaskResult`].
#[derive(Default)]
pub struct ResultLists {
    /// Histograms of turnaround, wait, slowdown and bounded slowdown, of up to 3201 bins each.
    counts: [Vec<(u32, u64)>; 4],
    /// Up to 4096 clusters.
    cluster_utilisation: Vec<f64>,
    /// Up to 8128 links.
    link_utilisation: Vec<f64>,
    /// Up to 2047 batches.
    turnaround_batches_s: Vec<f64>,
    /// Up to a million jobs, if each is kept.
    job_times: Vec<JobTime>,
}

impl LongLists for TaskResult {
    type Lists = ResultLists;

    fn exchange(&mut self, lists: &mut ResultLists) {
        let own = &mut self.measures;
        let [turnaround, wait, slowdown, bounded_slowdown] = &mut lists.counts;
        swap(&mut own.turnaround_s.counts, turnaround);
        swap(&mut own.wait_s.counts, wait);
        swap(&mut own.slowdown.counts, slowdown);
        swap(&mut own.bounded_slowdown.counts, bounded_slowdown);
        swap(&mut own.cluster_utilisation, &mut lists.cluster_utilisation);
        swap(&mut own.link_utilisation, &mut lists.link_utilisation);
        swap(
            &mut own.turnaround_batches_s,
            &mut lists.turnaround_batches_s,
        );
        swap(&mut own.job_times, &mut lists.job_times);
    }
}

/// The long lists of a [`Foresight`].
#[derive(Default)]
pub struct ForesightLists {
    /// Up to 4096 clusters.
    clusters: Vec<u32>,
    /// As many.
    speeds: Vec<f64>,
    /// Up to 2000 jobs.
    running: Vec<Held>,
    /// Few, but each has all jobs that run on several clusters.
    futures: Vec<Future>,
}

impl LongLists for Foresight {
    type Lists = ForesightLists;

    fn exchange(&mut self, lists: &mut ForesightLists) {
        swap(&mut self.clusters, &mut lists.clusters);
        swap(&mut self.speeds, &mut lists.speeds);
        swap(&mut self.running, &mut lists.running);
        swap(&mut self.futures, &mut lists.futures);
    }
}

#[cfg(test)]
pub(super) mod tests {
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

    fn recorded(scenario: &str) -> Timeline {
        let window = Window {
            from_s: 1000.0,
            jobs: 60,
        };
        let task = task(scenario);
        let recorder = Recorder::new(&task.platform().unwrap(), window);
        let mut runner = Runner::new(&task, None, recorder).unwrap();
        while !runner.observer().unwrap().closed()
            && runner.advance(10).unwrap() == crate::engine::Progress::Running
        {}
        runner.finish().1.unwrap().finish()
    }

    /// Sends a value and gives how many numbers its long lists are. What is cut off or too long does not arrive.
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
        for request in Request::ALL {
            assert!(planned.jobs.iter().any(|job| job.request == Some(request)));
        }
        assert_eq!(planned.rounds[1].surfaces.len(), 6);
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

    /// The numbers of a list, and what comes of them on the way.
    fn journey<T: Columns>(list: &[T]) -> (Vec<f64>, Option<Vec<T>>) {
        let mut numbers = Vec::new();
        T::write(list.iter(), &mut numbers);
        let back = T::read(list.len(), &mut numbers.as_slice());
        (numbers, back)
    }

    #[test]
    fn a_column_per_field_and_one_of_lengths() {
        let rows = |cluster, nodes| Rows { cluster, nodes };
        let list = [
            rows(7, vec![(1, 2), (5, 6)]),
            rows(8, vec![]),
            rows(9, vec![(3, 4)]),
        ];
        let (numbers, back) = journey(&list);
        let expected = [
            [7.0, 8.0, 9.0],
            [2.0, 0.0, 1.0],
            [1.0, 5.0, 3.0],
            [2.0, 6.0, 4.0],
        ];
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
            assert!(
                !read::<bool>(number) && !read::<Request>(number),
                "{number}"
            );
        }
        assert!(read::<u64>(MOST) && !read::<u32>(MOST));
        assert!(read::<Request>(2.0) && !read::<Request>(3.0) && !read::<bool>(2.0));
    }

    /// Numbers that are hostile as a length, an index or a time.
    fn hostile() -> impl Strategy<Value = f64> {
        let hostile = [
            -1.0,
            0.0,
            0.5,
            1.0,
            2.0,
            4e9,
            MOST,
            1e300,
            f64::INFINITY,
            f64::NAN,
        ];
        prop::sample::select(hostile.to_vec())
    }

    /// What is read of numbers is those numbers: nothing is made up, nothing is overlooked.
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
            static NUMBERS: LazyLock<Vec<f64>> = LazyLock::new(|| take(&mut recorded(METACOMPUTER)));
            let mut numbers = NUMBERS.clone();
            for (at, number) in changes {
                let at = at.index(numbers.len());
                numbers[at] = number;
            }
            read_as_written(&mut Timeline::default(), &numbers)?;
        }
    }
}
