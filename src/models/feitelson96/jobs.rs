//! Like Feitelson 96: new jobs arrive as a Poisson process. Each job runs once or several times; every further run is submitted
//! at the time when the previous one would end on an idle machine.

use super::harmonic::Harmonic;
use super::settings;
use crate::base::random::Stream;
use crate::workload::{Draft, JobModel};
use std::cmp::{Ordering, Reverse};
use std::collections::BinaryHeap;

/// A repeated job and its next run. Only jobs that have a further run are stored (about a quarter of all jobs), each
/// until its last run is submitted.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Chain {
    next_s: f64,
    /// Number of the job among the new jobs. Of runs with equal submission times, the one with the lower number goes
    /// first.
    job: u64,
    first_s: f64,
    /// Number of runs submitted.
    done: u32,
    runs: u32,
    nodes: u32,
    runtime_s: f64,
}

impl Eq for Chain {}

impl Ord for Chain {
    fn cmp(&self, other: &Chain) -> Ordering {
        self.next_s.total_cmp(&other.next_s).then(self.job.cmp(&other.job))
    }
}

impl PartialOrd for Chain {
    fn partial_cmp(&self, other: &Chain) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// The stream of all runs: the first runs of new jobs, merged with the repeated runs.
#[derive(Clone, Debug)]
pub struct Feitelson96 {
    model: settings::Feitelson96,
    sizes: Harmonic,
    repeats: Harmonic,
    arrivals: Stream,
    size_stream: Stream,
    runtimes: Stream,
    repeat_stream: Stream,
    /// The next new job. Its first run is not yet submitted.
    new: Chain,
    again: BinaryHeap<Reverse<Chain>>,
}

impl Feitelson96 {
    /// The jobs of one replication, drawn from a seed.
    pub fn new(model: &settings::Feitelson96, seed: &str, replication: u32) -> Feitelson96 {
        let stream = |purpose| Stream::new(seed, replication, purpose, 0);
        let factor = |size: u32| {
            if size > 1 && size.is_power_of_two() { model.power_factor } else { 1.0 }
        };
        let mut own = Feitelson96 {
            sizes: Harmonic::new(model.processors as u32, model.size_order, factor),
            repeats: Harmonic::new(model.most_repeats as u32, model.repeat_order, |_| 1.0),
            arrivals: stream("feitelson96 arrivals"),
            size_stream: stream("feitelson96 sizes"),
            runtimes: stream("feitelson96 run times"),
            repeat_stream: stream("feitelson96 repeats"),
            new: Chain { next_s: 0.0, job: 0, first_s: 0.0, done: 0, runs: 0, nodes: 0, runtime_s: 0.0 },
            again: BinaryHeap::new(),
            model: model.clone(),
        };
        own.new = own.arrival(0.0, 0);
        own
    }

    /// The first new job after time `before_s`.
    fn arrival(&mut self, before_s: f64, job: u64) -> Chain {
        let first_s = before_s + self.arrivals.exponential(self.model.gap_s);
        let nodes = self.sizes.draw(&mut self.size_stream);
        Chain {
            next_s: first_s,
            job,
            first_s,
            done: 0,
            runs: self.repeats.draw(&mut self.repeat_stream),
            nodes,
            runtime_s: self.runtime_s(nodes),
        }
    }

    /// Draws a run time from one of two exponential laws. The larger the job, the more probable is the law with the
    /// longer mean.
    fn runtime_s(&mut self, nodes: u32) -> f64 {
        let size = f64::from(nodes) / self.model.processors as f64;
        let short = self.model.short_share - self.model.short_slope * size;
        let mean_s = if self.runtimes.uniform() < short {
            self.model.short_s
        } else {
            self.model.short_s * self.model.long_ratio
        };
        self.runtimes.exponential(mean_s)
    }
}

impl JobModel for Feitelson96 {
    fn draw(&mut self) -> Draft {
        let run = match self.again.peek() {
            Some(Reverse(chain)) if *chain < self.new => self.again.pop().map(|Reverse(chain)| chain),
            _ => None,
        };
        let mut run = run.unwrap_or_else(|| {
            let next = self.arrival(self.new.first_s, self.new.job + 1);
            std::mem::replace(&mut self.new, next)
        });
        let draft = Draft { submit_s: run.next_s, nodes: run.nodes, runtime_s: run.runtime_s, class: 0 };
        run.done += 1;
        if run.done < run.runs {
            run.next_s = run.first_s + f64::from(run.done) * run.runtime_s;
            self.again.push(Reverse(run));
        }
        draft
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::correlation::correlation;
    use crate::base::goodness::{chi_square, kolmogorov_smirnov, mean_is};
    use crate::base::maths;
    use crate::workload::statistics::{drawn, rate};
    use proptest::prelude::*;

    fn model() -> settings::Feitelson96 {
        settings::Feitelson96::default()
    }

    /// The first `jobs` new jobs, without their repeated runs.
    fn new_jobs(model: &settings::Feitelson96, seed: &str, jobs: usize) -> Vec<Chain> {
        let mut source = Feitelson96::new(model, seed, 0);
        let mut all = vec![source.new];
        while all.len() < jobs {
            let before = all[all.len() - 1];
            all.push(source.arrival(before.first_s, before.job + 1));
        }
        all
    }

    /// P(size = n): weights n^−1.5, times five for powers of two.
    fn sizes() -> Vec<f64> {
        let weight = |n: u32| {
            let factor = if n > 1 && n.is_power_of_two() { 5.0 } else { 1.0 };
            factor * maths::pow(f64::from(n), -1.5)
        };
        let weights: Vec<f64> = (1..=128).map(weight).collect();
        let all: f64 = weights.iter().sum();
        weights.iter().map(|weight| weight / all).collect()
    }

    fn short_share(nodes: f64) -> f64 {
        0.95 - 0.2 * nodes / 128.0
    }

    #[test]
    fn new_jobs_follow_their_laws() {
        let jobs = new_jobs(&model(), "laws", 50_000);
        let mut counts = vec![0.0; 128];
        jobs.iter().for_each(|job| counts[job.nodes as usize - 1] += 1.0);
        let expected: Vec<f64> = sizes().iter().map(|p| p * 50_000.0).collect();
        let p = chi_square(&counts, &expected);
        assert!(p > 0.001, "sizes: p = {p}");

        let exponential = |mean: f64, x: f64| 1.0 - maths::exp(-x / mean);
        let gaps = jobs.windows(2).map(|pair| pair[1].first_s - pair[0].first_s);
        let p = kolmogorov_smirnov(gaps.collect(), |gap| exponential(640.0, gap));
        assert!(p > 0.001, "gaps: p = {p}");

        // For jobs of a given size, the values of the distribution function at their run times are uniform.
        let uniform = |job: &Chain| {
            let short = short_share(f64::from(job.nodes));
            short * exponential(1800.0, job.runtime_s) + (1.0 - short) * exponential(12_600.0, job.runtime_s)
        };
        let p = kolmogorov_smirnov(jobs.iter().map(uniform).collect(), |p| p);
        assert!(p > 0.001, "run times: p = {p}");
    }

    /// The expected load is E[n·r] · E[K] / 640 s = 57.2 processors, with n nodes, run time r and K runs per job. It is
    /// compared with the mean of thirty runs of 20 000 jobs, because a few jobs with many repetitions make the load of
    /// a single run uneven. Run times vary more than exponential ones, and have a weak positive correlation with sizes.
    #[test]
    fn load_variation_and_correlation_are_the_implied_ones() {
        let sum = |of: &dyn Fn(f64, f64) -> f64| -> f64 {
            let sizes = sizes();
            sizes.iter().zip(1..).map(|(p, n)| p * of(f64::from(n), short_share(f64::from(n)))).sum()
        };
        let mean_of = |short: f64| 1800.0 * (short + 7.0 * (1.0 - short));
        let square_of = |short: f64| 2.0 * 1800.0 * 1800.0 * (short + 49.0 * (1.0 - short));
        let (n, n2) = (sum(&|n, _| n), sum(&|n, _| n * n));
        let (t, t2) = (sum(&|_, short| mean_of(short)), sum(&|_, short| square_of(short)));
        let work = sum(&|n, short| n * mean_of(short));
        let weight = |order: f64| (1..=1000).map(|k| maths::pow(f64::from(k), -order)).sum::<f64>();
        let load = work * weight(1.5) / weight(2.5) / 640.0;
        assert!((load - 57.2).abs() < 0.05, "{load}");

        let run = |replication| rate(&drawn(&mut Feitelson96::new(&model(), "load", replication), 20_000));
        let rates: Vec<f64> = (0..30).map(run).collect();
        let p = mean_is(&rates, load);
        assert!(p > 0.001, "p = {p}: {rates:?}");

        let jobs = new_jobs(&model(), "moments", 50_000);
        let runtimes: Vec<f64> = jobs.iter().map(|job| job.runtime_s).collect();
        let squares: Vec<f64> = runtimes.iter().map(|r| r * r).collect();
        assert!(mean_is(&runtimes, t) > 0.001 && mean_is(&squares, t2) > 0.001);
        assert!(t2 / (t * t) > 2.0, "an exponential law has 2");
        let r = (work - n * t) / ((n2 - n * n) * (t2 - t * t)).sqrt();
        assert!((0.0..0.1).contains(&r), "{r}");
        let pairs: Vec<(f64, f64)> = jobs.iter().map(|job| (f64::from(job.nodes), job.runtime_s)).collect();
        let batches: Vec<f64> = pairs.chunks(1000).map(correlation).collect();
        let p = mean_is(&batches, r);
        assert!(p > 0.001, "p = {p}, wanted {r}");
    }

    /// The slow reference: makes a list of all runs of all new jobs, and sorts the list.
    fn all_runs(model: &settings::Feitelson96, seed: &str, jobs: usize) -> Vec<Draft> {
        let mut runs = Vec::new();
        for job in new_jobs(model, seed, jobs) {
            for run in 0..job.runs {
                let submit_s = job.first_s + f64::from(run) * job.runtime_s;
                runs.push(Draft { submit_s, nodes: job.nodes, runtime_s: job.runtime_s, class: 0 });
            }
        }
        runs.sort_by(|a, b| a.submit_s.total_cmp(&b.submit_s));
        runs.truncate(jobs);
        runs
    }

    proptest! {
        /// With any parameters, the runs are in order and complete, and only jobs that have a further run are stored.
        #[test]
        fn the_stream_equals_all_runs_sorted(
            processors in 8u64..2000, gap_s in 1e-3..1e4f64, short_s in 1e-3..1e5f64, long_ratio in 1.0..1000.0f64,
            short_share in 0.0..1.0f64, short_slope in 0.0..1.0f64, repeat_order in 0.0..4.0f64, most_repeats in 1u64..200,
            seed in ".{3}",
        ) {
            let model = settings::Feitelson96 {
                processors, gap_s, short_s, long_ratio, short_share, short_slope, repeat_order, most_repeats, ..model()
            };
            let mut stream = Feitelson96::new(&model, &seed, 0);
            let jobs = drawn(&mut stream, 300);
            prop_assert_eq!(&jobs, &all_runs(&model, &seed, 300));
            prop_assert!(stream.again.iter().all(|Reverse(chain)| chain.done < chain.runs));
            prop_assert!(jobs.iter().all(|job| job.runtime_s > 0.0 && u64::from(job.nodes) <= processors));
        }
    }

    /// After a million jobs only the jobs with further runs are in memory.
    #[test]
    fn memory_is_bounded() {
        let mut stream = Feitelson96::new(&model(), "memory", 0);
        for _ in 0..1_000_000 {
            stream.draw();
        }
        assert!(stream.again.len() < 100, "{}", stream.again.len());
    }
}
