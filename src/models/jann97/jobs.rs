//! Jann 97: each size class has its own stream of jobs with independent gaps (a renewal stream). The streams do not
//! depend on each other.

use super::hyper_erlang::HyperErlang;
use super::settings::{self, ClassSizes, JannClass};
use crate::base::random::Stream;
use crate::workload::{Draft, JobModel, earliest};

/// A size class: its next submission and its distributions.
#[derive(Clone, Debug)]
struct Class {
    sizes: [u32; 2],
    top_share: f64,
    gaps: HyperErlang,
    runtimes: HyperErlang,
    gap_stream: Stream,
    runtime_stream: Stream,
    size_stream: Stream,
    next_s: f64,
}

/// The merged stream of all size classes. Each class starts at time 0; its first job arrives after a full gap.
#[derive(Clone, Debug)]
pub struct Jann97 {
    classes: Vec<Class>,
    rule: ClassSizes,
}

impl Jann97 {
    /// The jobs of one replication, drawn from a seed.
    pub fn new(model: &settings::Jann97, seed: &str, replication: u32) -> Jann97 {
        let classes = model.classes.iter().enumerate();
        Jann97 {
            classes: classes.map(|(index, class)| Class::new(class, seed, replication, index)).collect(),
            rule: model.class_sizes,
        }
    }
}

impl Class {
    fn new(class: &JannClass, seed: &str, replication: u32, index: usize) -> Class {
        let stream = |purpose| Stream::new(seed, replication, purpose, index);
        let mut class = Class {
            sizes: class.sizes,
            top_share: class.top_share,
            gaps: HyperErlang {
                order: class.gap_order,
                p: class.gap_p,
                long: class.gap_long_s,
                short: class.gap_short_s,
            },
            runtimes: HyperErlang {
                order: class.run_order,
                p: class.run_p,
                long: class.run_long_s,
                short: class.run_short_s,
            },
            gap_stream: stream("jann97 gaps"),
            runtime_stream: stream("jann97 run times"),
            size_stream: stream("jann97 sizes"),
            next_s: 0.0,
        };
        class.wait();
        class
    }

    fn wait(&mut self) {
        self.next_s += self.gaps.draw(&mut self.gap_stream);
    }

    fn size(&mut self, rule: ClassSizes) -> u32 {
        let [low, high] = self.sizes;
        match rule {
            ClassSizes::Uniform => self.size_stream.integer(low, high),
            ClassSizes::Top => high,
            ClassSizes::AsLogged if low < high && self.size_stream.uniform() >= self.top_share => {
                self.size_stream.integer(low, high - 1)
            }
            ClassSizes::AsLogged => high,
        }
    }
}

impl JobModel for Jann97 {
    fn draw(&mut self) -> Draft {
        let next = earliest(self.classes.iter().map(|class| class.next_s));
        let class = &mut self.classes[next];
        let draft = Draft {
            submit_s: class.next_s,
            nodes: class.size(self.rule),
            runtime_s: class.runtimes.draw(&mut class.runtime_stream),
            class: next as u32,
        };
        class.wait();
        draft
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::correlation::correlation;
    use crate::base::goodness::{chi_square, kolmogorov_smirnov, mean_is};
    use crate::workload::statistics::{drawn, rate};
    use proptest::prelude::*;

    fn model(class_sizes: ClassSizes) -> settings::Jann97 {
        settings::Jann97 { class_sizes, ..Default::default() }
    }

    /// Loads \[processors\] for the three rules that give a job's size within its class: uniform, as logged, and
    /// largest.
    const LOADS: [f64; 3] = [249.61, 285.48, 313.8];

    fn mean_s((order, p, long, short): (u32, f64, f64, f64)) -> f64 {
        f64::from(order) * (p * long + (1.0 - p) * short)
    }

    /// The loads of the table of size classes, from another program: 249.61 processors with uniform sizes, 313.80 with
    /// the largest sizes, and 285.48 with sizes as logged.
    #[test]
    fn implied_loads_by_another_program() {
        let rate = |size: fn(&JannClass) -> f64| -> f64 {
            let classes = settings::Jann97::default().classes.into_iter();
            classes
                .map(|c| {
                    let runtime = mean_s((c.run_order, c.run_p, c.run_long_s, c.run_short_s));
                    size(&c) * runtime / mean_s((c.gap_order, c.gap_p, c.gap_long_s, c.gap_short_s))
                })
                .sum()
        };
        let middle = |c: &JannClass| (f64::from(c.sizes[0]) + f64::from(c.sizes[1])) / 2.0;
        let top = |c: &JannClass| f64::from(c.sizes[1]);
        let logged = |c: &JannClass| {
            let [low, high] = c.sizes.map(f64::from);
            if low == high { high } else { c.top_share * high + (1.0 - c.top_share) * (low + high - 1.0) / 2.0 }
        };
        for (rate, wanted) in [rate(middle), rate(logged), rate(top)].into_iter().zip(LOADS) {
            assert!((rate - wanted).abs() < 0.005, "{rate}");
        }
    }

    /// For each rule, sizes lie within their class, and thirty runs of 20 000 jobs have the expected load.
    #[test]
    fn sizes_and_load_follow_the_rule() {
        let rules = [ClassSizes::Uniform, ClassSizes::AsLogged, ClassSizes::Top];
        for (rule, load) in rules.into_iter().zip(LOADS) {
            let mut counts = vec![0.0; 322];
            let mut of_class = [0.0; 10];
            let mut rates = Vec::new();
            let mut shape = Vec::new();
            for replication in 0..30 {
                let jobs = drawn(&mut Jann97::new(&model(rule), "sizes", replication), 20_000);
                assert!(jobs.is_sorted_by_key(|job| job.submit_s));
                rates.push(rate(&jobs));
                for job in &jobs {
                    counts[job.nodes as usize - 1] += 1.0;
                    of_class[job.class as usize] += 1.0;
                }
            }
            let p = mean_is(&rates, load);
            assert!(p > 0.001, "{rule}: load p = {p}");
            for (class, count) in model(rule).classes.iter().zip(of_class) {
                let [low, high] = class.sizes;
                for n in low..=high {
                    let others = f64::from(high - low);
                    shape.push(
                        count
                            * match rule {
                                ClassSizes::Uniform => 1.0 / (others + 1.0),
                                ClassSizes::Top => f64::from(u8::from(n == high)),
                                ClassSizes::AsLogged if others == 0.0 => 1.0,
                                ClassSizes::AsLogged if n == high => class.top_share,
                                ClassSizes::AsLogged => (1.0 - class.top_share) / others,
                            },
                    );
                }
            }
            // The test takes the numbers of jobs per class as they are, since each class is a renewal stream of its
            // own.
            let p = if rule == ClassSizes::Top {
                f64::from(u8::from(counts == shape))
            } else {
                chi_square(&counts, &shape)
            };
            assert!(p > 0.001, "{rule}: sizes p = {p}");
        }
    }

    fn laws(class: &JannClass) -> [HyperErlang; 2] {
        let law = |(order, p, long, short)| HyperErlang { order, p, long, short };
        [
            law((class.gap_order, class.gap_p, class.gap_long_s, class.gap_short_s)),
            law((class.run_order, class.run_p, class.run_long_s, class.run_short_s)),
        ]
    }

    /// Gaps and run times of every class in the merged stream.
    #[test]
    fn gaps_and_runtimes_follow_the_laws_of_their_class() {
        let jobs = drawn(&mut Jann97::new(&model(ClassSizes::Uniform), "laws", 0), 300_000);
        for (index, class) in settings::Jann97::default().classes.iter().enumerate() {
            let own = || jobs.iter().filter(|job| job.class == index as u32);
            let submissions: Vec<f64> = own().map(|job| job.submit_s).collect();
            let first = submissions.iter().take(1).copied();
            let gaps = first.chain(submissions.windows(2).map(|pair| pair[1] - pair[0])).collect();
            let runtimes = own().map(|job| job.runtime_s).collect();
            for (sample, law) in [gaps, runtimes].into_iter().zip(laws(class)) {
                let p = kolmogorov_smirnov(sample, |x| law.at_most(x));
                assert!(p > 0.001, "p = {p}: {law:?}");
            }
        }
    }

    /// Expected values over all classes, weighted by arrival rate: shares of serial jobs and of powers of two, mean size and run
    /// time, and the correlation of size and run time. Forty runs of 20 000 jobs.
    #[test]
    fn moments_and_correlation_are_the_implied_ones() {
        let classes = settings::Jann97::default().classes;
        let rates: Vec<f64> = classes.iter().map(|class| 1.0 / laws(class)[0].moment(1)).collect();
        let all: f64 = rates.iter().sum();
        // The mean of `of` over all jobs, with equally likely sizes within a class. `of` takes the size and the first
        // two moments of the run time.
        let expected = |of: &dyn Fn(f64, [f64; 2]) -> f64| -> f64 {
            let class = |(class, rate): (&JannClass, &f64)| {
                let runtime = [1, 2].map(|k| laws(class)[1].moment(k));
                let [low, high] = class.sizes;
                let sum: f64 = (low..=high).map(|n| of(f64::from(n), runtime)).sum();
                rate / all * sum / f64::from(high - low + 1)
            };
            classes.iter().zip(&rates).map(class).sum()
        };
        let power = |n: f64| f64::from(u8::from((n as u32).is_power_of_two()));
        let (n, n2) = (expected(&|n, _| n), expected(&|n, _| n * n));
        let (t, t2) = (expected(&|_, [t, _]| t), expected(&|_, [_, t2]| t2));
        let r = (expected(&|n, [t, _]| n * t) - n * t) / ((n2 - n * n) * (t2 - t * t)).sqrt();
        let wanted = [rates[0] / all, expected(&|n, _| power(n)), n, t, r];
        let mut found: [Vec<f64>; 5] = Default::default();
        for replication in 0..40 {
            let jobs = drawn(&mut Jann97::new(&model(ClassSizes::Uniform), "moments", replication), 20_000);
            let mean = |of: &dyn Fn(&Draft) -> f64| jobs.iter().map(of).sum::<f64>() / 20_000.0;
            let pairs: Vec<(f64, f64)> = jobs.iter().map(|job| (f64::from(job.nodes), job.runtime_s)).collect();
            let run = [
                mean(&|job| f64::from(u8::from(job.nodes == 1))),
                mean(&|job| power(f64::from(job.nodes))),
                mean(&|job| f64::from(job.nodes)),
                mean(&|job| job.runtime_s),
                correlation(&pairs),
            ];
            found.iter_mut().zip(run).for_each(|(values, value)| values.push(value));
        }
        for ((values, wanted), what) in
            found.iter().zip(wanted).zip(["serial", "powers", "size", "run time", "correlation"])
        {
            let p = mean_is(values, wanted);
            assert!(p > 0.001, "{what}: p = {p}, wanted {wanted}, first {}", values[0]);
        }
    }

    /// The slow reference: draws the jobs of each class alone, then merges all jobs by sorting.
    fn all_classes(model: &settings::Jann97, seed: &str, jobs: usize) -> Vec<Draft> {
        let mut all = Vec::new();
        for (index, class) in model.classes.iter().enumerate() {
            let mut own = Class::new(class, seed, 0, index);
            for _ in 0..jobs {
                all.push(Draft {
                    submit_s: own.next_s,
                    nodes: own.size(model.class_sizes),
                    runtime_s: own.runtimes.draw(&mut own.runtime_stream),
                    class: index as u32,
                });
                own.wait();
            }
        }
        all.sort_by(|a, b| a.submit_s.total_cmp(&b.submit_s));
        all.truncate(jobs);
        all
    }

    fn any_class() -> impl Strategy<Value = JannClass> {
        let law = || (1u32..=100, 0.0..=1.0f64, 1e-3..1e9f64, 1e-3..1e9f64);
        (law(), law(), 1u32..1000, 0u32..1000, 0.0..=1.0f64).prop_map(|(gap, run, low, more, top_share)| JannClass {
            sizes: [low, low + more],
            gap_order: gap.0,
            gap_p: gap.1,
            gap_long_s: gap.2,
            gap_short_s: gap.3,
            run_order: run.0,
            run_p: run.1,
            run_long_s: run.2,
            run_short_s: run.3,
            top_share,
        })
    }

    proptest! {
        #[test]
        fn the_stream_equals_all_classes_sorted(
            classes in prop::collection::vec(any_class(), 1..8), seed in ".{3}", rule in proptest::sample::select(ClassSizes::ALL),
        ) {
            let model = settings::Jann97 { classes, class_sizes: rule, ..Default::default() };
            let jobs = drawn(&mut Jann97::new(&model, &seed, 0), 100);
            prop_assert_eq!(&jobs, &all_classes(&model, &seed, 100));
            for job in jobs {
                let [low, high] = model.classes[job.class as usize].sizes;
                prop_assert!(job.runtime_s > 0.0 && job.runtime_s.is_finite() && (low..=high).contains(&job.nodes));
            }
        }
    }
}
