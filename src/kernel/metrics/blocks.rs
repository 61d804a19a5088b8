//! A single run in blocks: sums over jobs that were submitted one after the other, and over stretches of time. The intervals of the
//! run's measures, and those of differences between two runs with the same jobs, come from them (see [`dependent`](super::dependent)).
//!
//! A quantile q of share p is no mean over jobs, but it varies as one (Bahadur 1966): as q − (I − p)·w/2h over the jobs, with I = 1 for
//! jobs of at most q, p ± h the interval of their share, and w the distance between the quantiles of p − h and p + h (Woodruff 1952).

use super::dependent::{Interval, TooDependent, interval_of_ratio};
use crate::platform::State;
use serde::{Deserialize, Serialize};

/// Largest number of blocks of jobs, and of stretches of time. With more, every two neighbours are merged.
const MOST: usize = 256;

/// Largest number of jobs whose quantiles have an interval: until the run ends, 24 bytes are kept of every job.
pub const MOST_RANKED: usize = 1 << 20;

/// A measure that is a mean over jobs or over time, or varies as one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Series {
    /// Mean turnaround \[s\].
    Turnaround,
    /// Mean wait \[s\].
    Wait,
    /// Mean slowdown.
    Slowdown,
    /// Mean bounded slowdown.
    BoundedSlowdown,
    /// Median turnaround \[s\].
    TurnaroundP50,
    /// 95 % quantile of the turnaround \[s\].
    TurnaroundP95,
    /// 95 % quantile of the wait \[s\].
    WaitP95,
    /// 95 % quantile of the bounded slowdown.
    BoundedSlowdownP95,
    /// Utilisation.
    Utilisation,
    /// Waiting jobs, mean over time.
    Waiting,
}

/// Means over jobs, in the order of [`Series`].
const MEANS: usize = 4;
/// A value of a job.
type Value = fn(&Ranked) -> f32;

/// Quantiles: which of a job's values, and their share; in the order of [`Series`].
const QUANTILES: [(Value, f64); 4] = [
    (|job| job.turnaround_s, 0.5),
    (|job| job.turnaround_s, 0.95),
    (|job| job.wait_s, 0.95),
    (|job| job.bounded, 0.95),
];

/// Values of a job for quantiles.
#[derive(Clone, Copy, Debug)]
struct Ranked {
    id: u64,
    turnaround_s: f32,
    wait_s: f32,
    bounded: f32,
}

/// The interval of the mean over jobs in order of submission, in blocks as those of a run.
///
/// # Errors
/// The jobs have too few blocks that do not correlate.
pub fn interval_of_jobs(values: &[f64]) -> Result<Interval, TooDependent> {
    let length = values.len().div_ceil(MOST).next_power_of_two();
    let blocks = || values.chunks(length);
    let sums: Vec<f64> = blocks().map(|own| own.iter().sum()).collect();
    let counts: Vec<f64> = blocks().map(|own| own.len() as f64).collect();
    interval_of_ratio(&sums, &counts)
}

/// Sums over the blocks of a run.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Blocks {
    /// Jobs submitted per block, a power of two.
    length: u64,
    /// Measured jobs of each block that ended.
    counts: Vec<f64>,
    /// Sums of each block, for the means and the quantiles over jobs.
    sums: Vec<Vec<f64>>,
    /// The run was measured from here \[s\] …
    from_s: f64,
    /// … until its last event \[s\].
    until_s: f64,
    /// Length of a stretch of time \[s\], a power of two.
    stretch_s: f64,
    /// Integrals of each stretch over time: of the share of nodes in use, and of the number of waiting jobs \[s\].
    over_time: [Vec<f64>; 2],
}

/// The reason why two runs have no interval of their difference.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unpaired {
    /// Other jobs ended, or were measured, in one run than in the other.
    OtherJobs,
    /// The series has too few blocks that do not correlate.
    TooDependent,
    /// Nothing is kept of the measure by blocks.
    NotKept,
}

impl From<TooDependent> for Unpaired {
    fn from(_: TooDependent) -> Unpaired {
        Unpaired::TooDependent
    }
}

impl Blocks {
    /// The measure with its interval.
    ///
    /// # Errors
    /// See [`Unpaired`].
    pub fn interval(&self, of: Series) -> Result<Interval, Unpaired> {
        self.less(0.0, self, of)
    }

    /// The measure less `weight` times the same measure of another run with the same jobs.
    ///
    /// # Errors
    /// See [`Unpaired`].
    pub fn less(&self, weight: f64, other: &Blocks, of: Series) -> Result<Interval, Unpaired> {
        match of {
            Series::Utilisation | Series::Waiting => {
                self.less_over_time(weight, other, of as usize - Series::Utilisation as usize)
            }
            _ => self.less_over_jobs(weight, other, of as usize),
        }
    }

    fn less_over_jobs(&self, weight: f64, other: &Blocks, series: usize) -> Result<Interval, Unpaired> {
        let length = self.length.max(other.length);
        let [own, others] = [self, other].map(|run| {
            let merged = |sums: &Vec<f64>| merged(sums, length / run.length.max(1));
            (merged(&run.counts), run.sums.get(series).filter(|sums| !sums.is_empty()).map(merged))
        });
        if own.0 != others.0 {
            return Err(Unpaired::OtherJobs);
        }
        let (counts, sums) = (own.0, own.1.zip(others.1).ok_or(Unpaired::NotKept)?);
        let sums: Vec<f64> = sums.0.iter().zip(&sums.1).map(|(own, other)| own - weight * other).collect();
        Ok(interval_of_ratio(&sums, &counts)?)
    }

    fn less_over_time(&self, weight: f64, other: &Blocks, series: usize) -> Result<Interval, Unpaired> {
        if self.from_s != other.from_s {
            return Err(Unpaired::OtherJobs);
        }
        let stretch_s = self.stretch_s.max(other.stretch_s);
        // What each stretch adds to the mean over the whole run, less what it would add at the mean.
        let residuals = |run: &Blocks| {
            let sums = merged(&run.over_time[series], (stretch_s / run.stretch_s) as u64);
            let whole_s = run.until_s - run.from_s;
            let mean = sums.iter().sum::<f64>() / whole_s;
            let time_s = |at: usize| (whole_s - at as f64 * stretch_s).clamp(0.0, stretch_s);
            let off = sums.iter().enumerate().map(|(at, sum)| (sum - mean * time_s(at)) / whole_s).collect();
            (mean, off)
        };
        let ((mean, mut off), (other_mean, others)): ((f64, Vec<f64>), (f64, Vec<f64>)) =
            (residuals(self), residuals(other));
        off.resize(off.len().max(others.len()), 0.0);
        off.iter_mut().zip(&others).for_each(|(own, other)| *own -= weight * other);
        let found = super::dependent::interval(&off)?;
        Ok(Interval { mean: mean - weight * other_mean, ci95: found.ci95 * off.len() as f64, ..found })
    }
}

/// Sums of every `together` neighbours.
fn merged(sums: &[f64], together: u64) -> Vec<f64> {
    sums.chunks((together as usize).max(1)).map(|own| own.iter().sum()).collect()
}

/// Records the blocks of a run.
#[derive(Clone, Debug)]
pub struct Recorder {
    nodes: u64,
    blocks: Blocks,
    ranked: Vec<Ranked>,
    /// False if there are more jobs than quantiles are computed of.
    ranks: bool,
    /// Nodes in use and jobs waiting since `since_s`.
    now: [u64; 2],
    since_s: f64,
}

impl Recorder {
    /// Records a run on a platform of `nodes` nodes, measured from `from_s` on.
    pub fn new(nodes: u64, from_s: f64) -> Recorder {
        let blocks = Blocks {
            length: 1,
            sums: vec![Vec::new(); MEANS],
            from_s,
            until_s: from_s,
            stretch_s: 1.0,
            ..Blocks::default()
        };
        Recorder { nodes, blocks, ranked: Vec::new(), ranks: true, now: [0; 2], since_s: from_s }
    }

    /// Begins anew: the measurement begins at `from_s`.
    pub fn restart(&mut self, from_s: f64) {
        *self = Recorder::new(self.nodes, from_s);
    }

    /// A job has ended.
    pub fn ended(&mut self, id: u64, turnaround_s: f64, wait_s: f64, slowdown: f64, bounded: f64) {
        let own = &mut self.blocks;
        while id / own.length >= MOST as u64 {
            own.length *= 2;
            own.counts = merged(&own.counts, 2);
            own.sums.iter_mut().for_each(|sums| *sums = merged(sums, 2));
        }
        let at = (id / own.length) as usize;
        let add = |sums: &mut Vec<f64>, value: f64| {
            if sums.len() <= at {
                sums.resize(at + 1, 0.0);
            }
            sums[at] += value;
        };
        add(&mut own.counts, 1.0);
        own.sums.iter_mut().zip([turnaround_s, wait_s, slowdown, bounded]).for_each(|(sums, value)| add(sums, value));
        if self.ranks {
            let [turnaround_s, wait_s, bounded] = [turnaround_s, wait_s, bounded].map(|value| value as f32);
            self.ranked.push(Ranked { id, turnaround_s, wait_s, bounded });
            if self.ranked.len() > MOST_RANKED {
                (self.ranked, self.ranks) = (Vec::new(), false);
            }
        }
    }

    /// Time has passed until `now_s`, with `waiting` waiting jobs.
    pub fn elapsed(&mut self, now_s: f64, waiting: usize, state: &State) {
        let now = [self.nodes.saturating_sub(state.total_free() + state.total_out()), waiting as u64];
        // However the time is divided into events, a stretch adds up in the same way.
        if now != self.now {
            self.flush(self.blocks.until_s);
            self.now = now;
        }
        self.blocks.until_s = now_s;
    }

    fn flush(&mut self, until_s: f64) {
        let own = &mut self.blocks;
        while until_s - own.from_s > MOST as f64 * own.stretch_s {
            own.stretch_s *= 2.0;
            own.over_time.iter_mut().for_each(|sums| *sums = merged(sums, 2));
        }
        while self.since_s < until_s {
            let at = (((self.since_s - own.from_s) / own.stretch_s) as usize).min(MOST - 1);
            let end_s = match at + 1 < MOST {
                true => until_s.min(own.from_s + (at + 1) as f64 * own.stretch_s),
                false => until_s,
            };
            // A stretch that ends where it begins, by rounding, would have no end.
            let end_s = if end_s > self.since_s { end_s } else { until_s };
            for (sums, now) in own.over_time.iter_mut().zip(self.now) {
                if sums.len() <= at {
                    sums.resize(at + 1, 0.0);
                }
                sums[at] += now as f64 * (end_s - self.since_s);
            }
            self.since_s = end_s;
        }
    }

    /// The blocks of the run, which has ended.
    pub fn finish(mut self) -> Blocks {
        self.flush(self.blocks.until_s);
        let mut blocks = self.blocks;
        blocks.over_time[0].iter_mut().for_each(|busy| *busy /= self.nodes as f64);
        if self.ranks {
            let quantiles = QUANTILES.map(|(value, share)| quantile(&blocks, &self.ranked, value, share));
            blocks.sums.extend(quantiles);
        }
        blocks
    }
}

/// Sums of what a quantile varies as; empty if the share of jobs below it has no interval.
fn quantile(blocks: &Blocks, jobs: &[Ranked], value: Value, share: f64) -> Vec<f64> {
    let mut sorted: Vec<f32> = jobs.iter().map(value).collect();
    sorted.sort_unstable_by(f32::total_cmp);
    let at = |share: f64| {
        let rank = (share * sorted.len() as f64 + 0.5).max(1.0) as usize;
        sorted.get(rank.min(sorted.len()).wrapping_sub(1)).map_or(0.0, |value| f64::from(*value))
    };
    let found = at(share);
    let mut below = vec![0.0; blocks.counts.len()];
    for job in jobs.iter().filter(|job| f64::from(value(job)) <= found) {
        below[(job.id / blocks.length) as usize] += 1.0;
    }
    let Ok(Interval { mean, ci95, .. }) = interval_of_ratio(&below, &blocks.counts) else {
        return Vec::new();
    };
    let width = at((share + ci95).min(1.0)) - at((share - ci95).max(0.0));
    let per_job = if ci95 > 0.0 { width / (2.0 * ci95) } else { 0.0 };
    let sums = below.iter().zip(&blocks.counts).map(|(below, count)| found * count - (below - mean * count) * per_job);
    sums.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::platform::{Cluster, Demands, Piece, Placement, Platform};
    use proptest::prelude::*;

    /// A run of jobs with these waits, in order of submission; each runs 100 s.
    fn of_waits(waits: &[f64]) -> Blocks {
        let mut recorder = Recorder::new(4, 0.0);
        for (id, wait) in waits.iter().enumerate() {
            recorder.ended(id as u64, wait + 100.0, *wait, wait / 100.0 + 1.0, wait / 100.0 + 1.0);
        }
        recorder.finish()
    }

    /// Twelve jobs wait 10 and 20 s in turn under one scheduler, and 10 s under the other. The differences are 0 and 10 in turn, with
    /// mean 5 and standard error 10 · 0.150756 (see `dependent`); with 11 degrees of freedom t is 2.201.
    #[test]
    fn a_difference_by_hand() {
        let waits: Vec<f64> = (0..12).map(|at| f64::from(10 + 10 * (at % 2))).collect();
        let (own, other) = (of_waits(&waits), of_waits(&[10.0; 12]));
        for series in [Series::Wait, Series::Turnaround] {
            let found = own.less(1.0, &other, series).unwrap();
            assert_eq!(found.mean, 5.0);
            assert!((found.ci95 - 10.0 * 2.201 * 0.150_756).abs() < 1e-4, "{}", found.ci95);
        }
        assert_eq!(own.interval(Series::Wait).unwrap().mean, 15.0);
        assert_eq!(own.less(1.0, &own, Series::Slowdown).unwrap().ci95, 0.0);
    }

    #[test]
    fn other_jobs_and_too_few() {
        let twelve = of_waits(&[10.0; 12]);
        let other = of_waits(&[10.0; 13]);
        assert_eq!(twelve.less(1.0, &other, Series::Wait), Err(Unpaired::OtherJobs));
        let few = of_waits(&[1.0, 2.0, 3.0]);
        assert_eq!(few.interval(Series::Wait), Err(Unpaired::TooDependent));
        assert_eq!(few.interval(Series::WaitP95), Err(Unpaired::NotKept));
        assert_eq!(Blocks::default().interval(Series::Wait), Err(Unpaired::NotKept));
    }

    fn platform() -> Platform {
        Platform::star(vec![Cluster { nodes: 4, capacity_bps: 1000, speed: 1.0 }])
    }

    proptest! {
        /// Slow reference: sums over the list of all jobs.
        #[test]
        fn jobs_add_up(waits in prop::collection::vec(0.0..1e4f64, 1..1500)) {
            let found = of_waits(&waits);
            let length = waits.len().div_ceil(256).next_power_of_two();
            prop_assert_eq!(found.length, length as u64);
            let (found, wanted) = (found.interval(Series::Wait), interval_of_jobs(&waits));
            prop_assert_eq!(found.ok().map(|own| own.blocks), wanted.ok().map(|own| own.blocks));
            if let (Ok(found), Ok(wanted)) = (found, wanted) {
                prop_assert!((found.ci95 - wanted.ci95).abs() < 1e-9 * wanted.ci95, "{} {}", found.ci95, wanted.ci95);
            }
        }

        /// Two runs of other lengths of blocks are compared at the longer one.
        #[test]
        fn blocks_of_other_lengths_meet(waits in prop::collection::vec(0.0..1e4f64, 20..250)) {
            let mut long = Recorder::new(4, 0.0);
            // A job that is not measured makes the blocks of this run longer.
            long.blocks.length = 4;
            waits.iter().enumerate().for_each(|(id, wait)| long.ended(id as u64, 0.0, wait * 2.0, 1.0, 1.0));
            let (long, short) = (long.finish(), of_waits(&waits));
            let found = long.less(2.0, &short, Series::Wait);
            if let Ok(found) = found {
                prop_assert!(found.mean.abs() < 1e-6 && found.ci95 < 1e-6, "{:?}", found);
            }
            prop_assert_eq!(long.less(1.0, &short, Series::Wait).map(|own| own.blocks), short.less(1.0, &long, Series::Wait).map(|own| own.blocks));
        }

        /// The mean over time is the integral over the time, however the time is divided into events.
        #[test]
        fn time_adds_up(stretches in prop::collection::vec((0.0..900.0f64, 0usize..50, 0u32..=4), 1..80)) {
            let idle = State::idle(platform());
            let (mut whole, mut divided) = (Recorder::new(4, 0.0), Recorder::new(4, 0.0));
            let (mut now_s, mut waited, mut used) = (0.0, 0.0, 0.0);
            for (length_s, waiting, nodes) in stretches {
                let mut state = idle.clone();
                if nodes > 0 {
                    state.claim(&Placement::from_slice(&[Piece { cluster: 0, nodes }]), &Demands::new());
                }
                divided.elapsed(now_s + length_s / 3.0, waiting, &state);
                now_s += length_s;
                waited += length_s * waiting as f64;
                used += length_s * f64::from(nodes) / 4.0;
                whole.elapsed(now_s, waiting, &state);
                divided.elapsed(now_s, waiting, &state);
            }
            prop_assume!(now_s > 0.0);
            let (whole, divided) = (whole.finish(), divided.finish());
            prop_assert_eq!(&whole, &divided);
            for (series, wanted) in [(Series::Waiting, waited / now_s), (Series::Utilisation, used / now_s)] {
                if let Ok(found) = whole.interval(series) {
                    prop_assert!((found.mean - wanted).abs() < 1e-9 * (1.0 + wanted), "{} {}", found.mean, wanted);
                }
            }
        }

        /// What a quantile varies as has the quantile as its mean, and an interval about as wide as between the quantiles of the
        /// shares that Woodruff's method takes.
        #[test]
        fn quantiles_vary_as_means(waits in prop::collection::vec(0.0..1e4f64, 400..1200)) {
            let found = of_waits(&waits);
            let mut sorted = waits.clone();
            sorted.sort_unstable_by(f64::total_cmp);
            let rank = |share: f64| sorted[((share * waits.len() as f64 + 0.5) as usize).clamp(1, waits.len()) - 1];
            let below: Vec<f64> = waits.iter().map(|wait| f64::from(u8::from(*wait <= rank(0.95)))).collect();
            let per_block: Vec<f64> = below.chunks(found.length as usize).map(|own| own.iter().sum()).collect();
            let counts: Vec<f64> = below.chunks(found.length as usize).map(|own| own.len() as f64).collect();
            if let (Ok(found), Ok(share)) = (found.interval(Series::WaitP95), interval_of_ratio(&per_block, &counts)) {
                prop_assert!((found.mean - rank(0.95)).abs() < 0.01, "{} {}", found.mean, rank(0.95));
                let width = rank(f64::min(1.0, 0.95 + share.ci95)) - rank(0.95 - share.ci95);
                prop_assert!((2.0 * found.ci95 - width).abs() < 0.02 + 1e-3 * width, "{:?} {}", found, width);
            }
        }
    }

    #[test]
    fn a_constant_run_has_an_interval_of_no_width() {
        let found = of_waits(&[7.0; 300]);
        for series in [Series::Wait, Series::WaitP95, Series::TurnaroundP50] {
            assert_eq!(found.interval(series).unwrap().ci95, 0.0);
        }
    }
}
