//! Lublin 99: streams of jobs. Gaps between jobs are log-gamma, measured in points of a daily clock. The logarithm of a
//! size follows a two-stage uniform law. Run times are log-gamma with a short and a long branch; large jobs more often
//! use the long one.

use super::daily_cycle::{self, BUCKET_S, DailyCycle};
use super::settings::{self, LublinLaw};
use crate::base::maths;
use crate::base::random::Stream;
use crate::workload::{Draft, JobModel, earliest};

/// Largest number of draws for a run time or a gap. If none of the drawn values is below the cut, the cut itself is
/// used. The checks of a scenario ensure that at least a tenth of the values is below the cut. So the cut is used with
/// a probability of at most 10⁻⁴⁵.
const MOST_TRIES: usize = 1000;

/// Draws numbers until one is at most `cut`, and returns it.
fn below(cut: f64, mut draw: impl FnMut() -> f64) -> f64 {
    (0..MOST_TRIES).map(|_| draw()).find(|&drawn| drawn <= cut).unwrap_or(cut)
}

/// One stream of jobs: either of all jobs, of the interactive jobs, or of the batch jobs.
#[derive(Clone, Debug)]
struct JobType {
    law: LublinLaw,
    largest: u32,
    longest: f64,
    longest_gap: f64,
    cycle: DailyCycle,
    arrivals: Stream,
    sizes: Stream,
    runtimes: Stream,
    next_s: f64,
}

impl JobType {
    /// The stream with this index.
    fn new(model: &settings::Lublin99, index: usize, law: LublinLaw, stream: impl Fn(&str) -> Stream) -> JobType {
        let mut own = JobType {
            law,
            largest: model.largest(index),
            longest: model.longest,
            longest_gap: model.longest_gap,
            cycle: DailyCycle::new(daily_cycle::weights(&law.cycle())),
            arrivals: stream("lublin99 arrivals"),
            sizes: stream("lublin99 sizes"),
            runtimes: stream("lublin99 run times"),
            next_s: 0.0,
        };
        own.wait();
        own
    }

    /// Advances the stream to its next submission. The gap is e^g / 1800 points of the daily clock, with g from the law
    /// of gaps.
    fn wait(&mut self) {
        let gap = self.law.gap();
        let g = below(self.longest_gap, || gap.draw(&mut self.arrivals));
        self.next_s = self.cycle.advance(maths::exp(g) / BUCKET_S);
    }

    fn size(&mut self) -> u32 {
        let law = &self.law;
        let kind = self.sizes.uniform();
        if kind <= law.p_serial {
            return 1;
        }
        let (low, high) =
            if self.sizes.uniform() < law.u_prob { (law.u_low, law.u_med) } else { (law.u_med, law.u_hi) };
        let x = low + (high - low) * self.sizes.uniform();
        let x = if kind <= law.p_serial + law.p_pow2 { (x + 0.5).floor() } else { x };
        // On a machine whose size is not a power of two, rounding to a power of two can give more nodes than the
        // machine has. The job then gets the whole machine.
        ((maths::pow(2.0, x) + 0.5).floor() as u32).clamp(1, self.largest)
    }

    fn runtime_s(&mut self, nodes: u32) -> f64 {
        let (short, long) = (self.law.short(), self.law.long());
        let p = self.law.short_share(nodes);
        let h = below(self.longest, || {
            let law = if self.runtimes.uniform() < p { &short } else { &long };
            law.draw(&mut self.runtimes)
        });
        maths::exp(h).floor()
    }
}

/// The merged stream of all job types.
#[derive(Clone, Debug)]
pub struct Lublin99(Vec<JobType>);

impl Lublin99 {
    /// The jobs of one replication, drawn from a seed.
    pub fn new(model: &settings::Lublin99, seed: &str, replication: u32) -> Lublin99 {
        let laws = model.laws().into_iter().enumerate();
        let types = laws.map(|(index, law)| {
            JobType::new(model, index, law, |purpose| Stream::new(seed, replication, purpose, index))
        });
        Lublin99(types.collect())
    }
}

impl JobModel for Lublin99 {
    fn draw(&mut self) -> Draft {
        let class = earliest(self.0.iter().map(|job_type| job_type.next_s));
        let own = &mut self.0[class];
        let nodes = own.size();
        let draft = Draft { submit_s: own.next_s, nodes, runtime_s: own.runtime_s(nodes), class: class as u32 };
        own.wait();
        draft
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::correlation::correlation;
    use crate::base::gamma::Gamma;
    use crate::base::goodness::{chi_square, gamma, kolmogorov_smirnov, mean_is};
    use crate::models::lublin99::settings::JobTypes;
    use crate::workload::statistics::{drawn, rate};
    use proptest::prelude::*;

    fn model(types: JobTypes) -> settings::Lublin99 {
        settings::Lublin99 { types, ..Default::default() }
    }

    /// Draws 50 000 jobs of each law, in order of submission.
    fn samples(seed: &str) -> Vec<(LublinLaw, Vec<Draft>)> {
        let of = |types, class| {
            let mut model = Lublin99::new(&model(types), seed, 0);
            let all = std::iter::repeat_with(move || model.draw());
            all.filter(|job| job.class == class).take(50_000).collect()
        };
        vec![
            (LublinLaw::ALL, of(JobTypes::Off, 0)),
            (LublinLaw::INTERACTIVE, of(JobTypes::On, 0)),
            (LublinLaw::BATCH, of(JobTypes::On, 1)),
        ]
    }

    /// P(x ≤ at) of the two-stage uniform law.
    fn two_stage(law: &LublinLaw, at: f64) -> f64 {
        let uniform = |low: f64, high: f64| ((at - low) / (high - low)).clamp(0.0, 1.0);
        law.u_prob * uniform(law.u_low, law.u_med) + (1.0 - law.u_prob) * uniform(law.u_med, law.u_hi)
    }

    /// P(size = n) for n from 1 on: the probability of all values that are rounded to n.
    fn sizes(law: &LublinLaw) -> Vec<f64> {
        let between = |low: f64, high: f64| two_stage(law, high) - two_stage(law, low);
        let others = 1.0 - law.p_serial - law.p_pow2;
        let probability = |n: u32| {
            let serial = if n == 1 { law.p_serial } else { 0.0 };
            let power = if n.is_power_of_two() { f64::from(n.ilog2()) } else { f64::NAN };
            let made = if power.is_nan() { 0.0 } else { between(power - 0.5, power + 0.5) };
            let n = f64::from(n);
            serial + law.p_pow2 * made + others * between(maths::log2(n - 0.5), maths::log2(n + 0.5))
        };
        (1..=128).map(probability).collect()
    }

    /// Shares of serial jobs and of powers of two, and the mean size. The numbers are from another program.
    #[test]
    fn implied_sizes_by_another_program() {
        for (law, powers, mean) in [
            (LublinLaw::ALL, 0.869_072_557_2, 12.133_928_391_3),
            (LublinLaw::INTERACTIVE, 0.845_456_371_7, 8.045_022_324_1),
            (LublinLaw::BATCH, 0.968_355_081_7, 13.893_308_143_2),
        ] {
            let p = sizes(&law);
            assert!((p.iter().sum::<f64>() - 1.0).abs() < 1e-12);
            assert_eq!(p[0], law.p_serial);
            let shares: f64 = (0..8).map(|power| p[(1 << power) - 1]).sum();
            assert!((shares - powers).abs() < 1e-9, "{shares}");
            let m: f64 = p.iter().zip(1..).map(|(p, n)| p * f64::from(n)).sum();
            assert!((m - mean).abs() < 1e-9, "{m}");
        }
        // The size of the largest interactive job is 2^5.5 = 45.25, rounded to 45 nodes.
        assert!(sizes(&LublinLaw::INTERACTIVE)[44] > 0.0 && sizes(&LublinLaw::INTERACTIVE)[45] == 0.0);
    }

    #[test]
    fn sizes_follow_the_law() {
        for (law, jobs) in samples("sizes") {
            let mut counts = vec![0.0; 128];
            jobs.iter().for_each(|job| counts[job.nodes as usize - 1] += 1.0);
            let expected: Vec<f64> = sizes(&law).iter().map(|p| p * 50_000.0).collect();
            let p = chi_square(&counts, &expected);
            assert!(p > 0.001, "p = {p}: {law:?}");
        }
    }

    /// P(ln run time ≤ h) for a job of the given size, with run times cut at ln run time = 12.
    fn runtimes(law: &LublinLaw, nodes: u32, h: f64) -> f64 {
        let p = law.short_share(nodes);
        let (short, long) = (gamma(law.short()), gamma(law.long()));
        let at_most = |h| p * short(h) + (1.0 - p) * long(h);
        at_most(h) / at_most(12.0)
    }

    /// For jobs of a given size, the values of the distribution function at their run times are uniform. The program
    /// cuts run times to whole seconds, so the test draws any time within this second.
    #[test]
    fn runtimes_follow_the_law_of_their_size() {
        for (law, jobs) in samples("run times") {
            let mut within = Stream::new("seconds", 0, "test", 0);
            let uniform = |job: &Draft| {
                let at_most = |seconds: f64| runtimes(&law, job.nodes, maths::ln(seconds).min(12.0));
                let (low, high) = (at_most(job.runtime_s), at_most(job.runtime_s + 1.0));
                low + within.uniform() * (high - low)
            };
            let p = kolmogorov_smirnov(jobs.iter().map(uniform).collect(), |p| p);
            assert!(p > 0.001, "p = {p}: {law:?}");
            assert!(jobs.iter().all(|job| (1.0..=162_754.0).contains(&job.runtime_s)));
        }
    }

    /// Inverts the daily clock: the points between submissions are e^g / 1800, with g from the gamma law cut at 13.
    #[test]
    fn gaps_follow_the_law() {
        for (law, jobs) in samples("gaps") {
            let weights = daily_cycle::weights(&law.cycle());
            let points = |time_s: f64| {
                let halves = time_s / BUCKET_S;
                let whole = halves.floor();
                let (day, bucket) = ((whole / 48.0).floor(), (whole % 48.0) as usize);
                day * 48.0 + weights[..bucket].iter().sum::<f64>() + (halves - whole) * weights[bucket]
            };
            let mut before = 0.0;
            let gap = |job: &Draft| {
                let now = points(job.submit_s);
                maths::ln((now - std::mem::replace(&mut before, now)).max(1e-12) * BUCKET_S)
            };
            let gaps = gamma(law.gap());
            let p = kolmogorov_smirnov(jobs.iter().map(gap).collect(), |g| gaps(g) / gaps(13.0));
            assert!(p > 0.001, "p = {p}: {law:?}");
            assert!(jobs.is_sorted_by_key(|job| job.submit_s));
        }
    }

    /// First and second moment of the run time \[s, s²\] for each size: Σ P(T ≥ k) and Σ (2k − 1) P(T ≥ k).
    fn runtime_moments(law: &LublinLaw) -> Vec<[f64; 2]> {
        let branch = |law: Gamma| {
            let at_most = gamma(law);
            let all = at_most(12.0);
            (1..=162_754u32).fold([0.0; 2], |[first, second], k| {
                let k = f64::from(k);
                let longer = all - at_most(maths::ln(k));
                [first + longer, second + (2.0 * k - 1.0) * longer]
            })
        };
        let (short, long) = (branch(law.short()), branch(law.long()));
        let below = [law.short(), law.long()].map(|law| gamma(law)(12.0));
        let of_size = |nodes| {
            let p = law.short_share(nodes);
            let mix = |a: f64, b: f64| p * a + (1.0 - p) * b;
            [0, 1].map(|i| mix(short[i], long[i]) / mix(below[0], below[1]))
        };
        (1..=128).map(of_size).collect()
    }

    /// Mean size, shares, mean run time, and the correlation of size and run time: fifty batches tested against the expected
    /// value.
    #[test]
    fn moments_and_correlation_are_the_implied_ones() {
        for (law, jobs) in samples("moments") {
            let (sizes, runtimes) = (sizes(&law), runtime_moments(&law));
            let expected = |of: &dyn Fn(f64, [f64; 2]) -> f64| -> f64 {
                let all = sizes.iter().zip(&runtimes).zip(1..);
                all.map(|((p, &runtime), n)| p * of(f64::from(n), runtime)).sum()
            };
            let (n, n2) = (expected(&|n, _| n), expected(&|n, _| n * n));
            let (t, t2) = (expected(&|_, [t, _]| t), expected(&|_, [_, t2]| t2));
            let both = expected(&|n, [t, _]| n * t);
            let r = (both - n * t) / ((n2 - n * n) * (t2 - t * t)).sqrt();
            assert!((0.0..0.6).contains(&r), "size and run time correlate: {r}");
            let per_job = |of: fn(&Draft) -> f64| jobs.iter().map(of).collect::<Vec<_>>();
            for (values, wanted, what) in [
                (per_job(|job| f64::from(job.nodes)), n, "size"),
                (per_job(|job| job.runtime_s), t, "run time"),
                (per_job(|job| job.runtime_s * f64::from(job.nodes)), both, "work"),
                (per_job(|job| f64::from(u8::from(job.nodes == 1))), law.p_serial, "serial"),
            ] {
                let p = mean_is(&values, wanted);
                assert!(p > 0.001, "{what}: p = {p}, wanted {wanted}: {law:?}");
            }
            let pair = |job: &Draft| (f64::from(job.nodes), job.runtime_s);
            let batches = jobs.chunks(1000).map(|batch| correlation(&batch.iter().map(pair).collect::<Vec<_>>()));
            let p = mean_is(&batches.collect::<Vec<_>>(), r);
            assert!(p > 0.001, "correlation: p = {p}, wanted {r}");
        }
    }

    /// Loads: 92.0 processors with one stream, 51.7 with job types, from another program; forty runs of 5000 jobs.
    #[test]
    fn the_load_is_the_known_one() {
        for (types, wanted) in [(JobTypes::Off, 92.0), (JobTypes::On, 51.7)] {
            let run = |replication| rate(&drawn(&mut Lublin99::new(&model(types), "load", replication), 5000));
            let rates: Vec<f64> = (0..40).map(run).collect();
            let mean = rates.iter().sum::<f64>() / 40.0;
            let p = mean_is(&rates, wanted);
            assert!(p > 0.001, "{types}: {mean}, p = {p}");
        }
    }

    /// The reference draws the streams of interactive and batch jobs alone, then merges and sorts them. Jobs with equal
    /// times are in the order of the two types.
    #[test]
    fn the_stream_is_both_types_merged() {
        let own = model(JobTypes::On);
        let both = drawn(&mut Lublin99::new(&own, "merge", 3), 3000);
        let mut all: Vec<Draft> = (own.laws().into_iter().enumerate())
            .flat_map(|(index, law)| {
                let stream = |purpose: &str| Stream::new("merge", 3, purpose, index);
                let mut alone = Lublin99(vec![JobType::new(&own, index, law, stream)]);
                drawn(&mut alone, 3000).into_iter().map(move |job| Draft { class: index as u32, ..job })
            })
            .collect();
        all.sort_by(|a, b| a.submit_s.total_cmp(&b.submit_s));
        assert_eq!(both, all[..3000]);
        assert!((0..2).all(|class| both.iter().filter(|job| job.class == class).count() > 300));
    }

    /// A machine of 100 nodes has no job of 128 nodes, and a machine of 12 nodes no job of 16 nodes, unless the stream
    /// sets another upper limit.
    #[test]
    fn no_job_is_larger_than_the_machine() {
        for (processors, u_hi, largest) in [(100, None, 100), (12, None, 12), (192, None, 192), (64, Some(7.0), 128)] {
            for types in [JobTypes::Off, JobTypes::On] {
                let streams = vec![settings::LublinStream { u_hi, ..Default::default() }];
                let own = settings::Lublin99 { processors, streams, ..model(types) };
                let jobs = drawn(&mut Lublin99::new(&own, "machine", 0), 20_000);
                let found = jobs.iter().map(|job| job.nodes).max();
                match types {
                    JobTypes::Off => assert_eq!(found, Some(largest)),
                    JobTypes::On => assert!(found <= Some(largest), "{found:?} of {largest}"),
                }
            }
        }
    }

    /// If a setting raises only the lower limit of sizes, the upper ends of the ranges rise with it where necessary, so
    /// no message is needed.
    #[test]
    fn other_machines_keep_ranges_in_order() {
        let streams = vec![settings::LublinStream { u_low: Some(2.0), ..Default::default() }];
        let law = settings::Lublin99 { processors: 8, streams, ..model(JobTypes::Off) }.laws()[0];
        assert_eq!((law.u_low, law.u_med, law.u_hi), (2.0, 2.0, 3.0));
    }

    proptest! {
        /// With any parameters, jobs are in order, have positive sizes and run times, and every search ends.
        #[test]
        fn any_numbers_give_jobs(
            processors in 8u64..1_000_000, longest in 1.0..20.0f64, shape in 0.01..1e4f64, scale in 1e-4..100.0f64,
            p_a in -1.0..1.0f64, u in 0.0..23.0f64, seed in ".{3}",
        ) {
            let own = settings::LublinStream {
                a1: Some(shape), b_arr: Some(scale), a_num: Some(shape), b_num: Some(scale), p_a: Some(p_a), u_hi: Some(u),
                ..Default::default()
            };
            let model = settings::Lublin99 { processors, longest, longest_gap: longest, streams: vec![own], ..Default::default() };
            let jobs = drawn(&mut Lublin99::new(&model, &seed, 0), 30);
            prop_assert!(jobs.is_sorted_by_key(|job| job.submit_s));
            prop_assert!(jobs.iter().all(|job| job.nodes >= 1 && job.runtime_s >= 1.0 && job.submit_s.is_finite()));
            prop_assert!(jobs.iter().all(|job| job.runtime_s <= maths::exp(longest)));
        }
    }
}
