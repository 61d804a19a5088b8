//! Transfer of long lists from a worker to the page. Serde would create a JavaScript object per entry, too slow for the
//! page's main thread. So lists that may have more than a thousand entries are taken out of a value before sending,
//! transferred as columns in one array of numbers without copying, and put back.
//!
//! A list of structs has one column per field. A list of lists has a column of their lengths, then the columns of all
//! their entries together.

use crate::experiment::TaskResult;
use crate::metrics::job_times::JobTime;
use crate::metrics::timeline::{Rows, Sample, Timeline, TimelineJob};
use crate::platform::Piece;
use crate::scheduler::facts::Step;
use crate::scheduler::foresight::{Foreseen, Foresight, Future, Held};
use std::mem::swap;

/// A value that is sent with serde, except for its long lists.
pub trait LongLists {
    /// The long lists.
    type Lists: Columns + Default;

    /// True if these lists can be the ones taken from this value.
    fn fits(&self, _lists: &Self::Lists) -> bool {
        true
    }

    /// Swaps the long lists with `lists`: empty ones to take them out, or the ones taken out to put them back.
    fn exchange(&mut self, lists: &mut Self::Lists);
}

/// Takes the long lists out, as numbers.
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
    (numbers.is_empty() && to.fits(&lists)).then(|| to.exchange(&mut lists))
}

/// Entry type of a list that is sent as columns.
pub trait Columns: Sized {
    /// Appends the columns of these entries.
    fn write<'a>(entries: impl Iterator<Item = &'a Self> + Clone, numbers: &mut Vec<f64>)
    where
        Self: 'a;

    /// Removes the columns of `count` entries from the front of `numbers`; `None` if they are invalid. Allocates memory
    /// only for numbers that exist, independent of the claimed count and lengths.
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
        let mut column = column.iter();
        gathered(count, || T::of(*column.next()?))
    }
}

/// Collects `count` entries with a single allocation, because there are hundreds of thousands.
fn gathered<T>(count: usize, mut entry: impl FnMut() -> Option<T>) -> Option<Vec<T>> {
    let mut all = Vec::with_capacity(count);
    for _ in 0..count {
        all.push(entry()?);
    }
    Some(all)
}

impl Number for f64 {
    fn number(self) -> f64 {
        self
    }

    fn of(number: f64) -> Option<f64> {
        Some(number)
    }
}

/// 2^53: larger integers are not exact in an `f64`.
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

/// `None` is NaN. (`Eq` excludes `f64`, which may be NaN itself.)
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

/// A struct has the columns of its fields. The compiler checks that no field is missing.
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
                gathered(count, || Some($struct { $($field: $field.next()?),+ }))
            }
        }
    )+};
}

columns! {
    TimelineLists { nodes, speeds, jobs, samples, staircases, busy, waiting, load }
    TimelineJob { id, home, nodes, drawn, request, arrival_s, start_s, end_s, ended, penalty, pieces }
    Rows { cluster, nodes }
    Sample { time_s, waiting, busy, saturation }
    Step { from_s, free }
    ResultLists { counts, cluster_utilisation, link_utilisation, job_times }
    JobTime { id, arrival_s, turnaround_s, group }
    ForesightLists { clusters, speeds, running, futures }
    Held { cluster, nodes, end_s }
    Future { place, score, count, running, jobs }
    Foreseen { job, arrival_s, start_s, end_s, pieces, penalty }
    Piece { cluster, nodes }
}

/// The long lists of a [`Timeline`].
#[derive(Default)]
pub struct TimelineLists {
    /// Up to 4096 clusters.
    nodes: Vec<u32>,
    /// Speeds of up to 4096 clusters.
    speeds: Vec<f64>,
    /// Some hundreds of jobs.
    jobs: Vec<TimelineJob>,
    /// Up to 16 per job.
    samples: Vec<Sample>,
    /// Up to 200 marks, with a staircase per cluster.
    staircases: Vec<Vec<Vec<Step>>>,
    /// Up to 4096 bins for each of up to 64 lanes.
    busy: Vec<Vec<f64>>,
    /// Up to 4096 bins.
    waiting: Vec<f64>,
    /// Up to 4096 bins.
    load: Vec<f64>,
}

impl LongLists for Timeline {
    type Lists = TimelineLists;

    fn fits(&self, lists: &TimelineLists) -> bool {
        lists.staircases.len() == self.marks.len() && (self.overview.is_some() || lists.waiting.is_empty())
    }

    fn exchange(&mut self, lists: &mut TimelineLists) {
        swap(&mut self.nodes, &mut lists.nodes);
        swap(&mut self.speeds, &mut lists.speeds);
        swap(&mut self.jobs, &mut lists.jobs);
        swap(&mut self.samples, &mut lists.samples);
        if let Some(own) = &mut self.overview {
            swap(&mut own.busy, &mut lists.busy);
            swap(&mut own.waiting, &mut lists.waiting);
            swap(&mut own.load, &mut lists.load);
        }
        lists.staircases.resize_with(self.marks.len(), Vec::new);
        for (mark, staircases) in self.marks.iter_mut().zip(&mut lists.staircases) {
            swap(&mut mark.staircases, staircases);
        }
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
    /// Up to a million jobs, if all are recorded.
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
        swap(&mut own.job_times, &mut lists.job_times);
    }
}

/// The long lists of a [`Foresight`].
#[derive(Default)]
pub struct ForesightLists {
    /// Up to 4096 clusters.
    clusters: Vec<u32>,
    /// Speeds of up to 4096 clusters.
    speeds: Vec<f64>,
    /// Up to 2000 jobs.
    running: Vec<Held>,
    /// Few, but each contains all co-allocated running jobs.
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
pub(super) mod tests;
