//! Like Feitelson 96: new jobs arrive as a Poisson process; each is run once or several times, every run submitted when the
//! one before would end on an idle machine.

use super::harmonic::Harmonic;
use super::{Draft, Model};
use crate::base::random::Stream;
use crate::scenario;
use std::cmp::{Ordering, Reverse};
use std::collections::BinaryHeap;

/// The next run of a job that is run again. Only these are kept: about a job in four while its runs last.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Chain {
    next_s: f64,
    /// Number of the job among the new ones, by which ties are broken.
    job: u64,
    first_s: f64,
    /// Runs submitted.
    done: u32,
    runs: u32,
    nodes: u32,
    runtime_s: f64,
}

impl Eq for Chain {}

impl Ord for Chain {
    fn cmp(&self, other: &Chain) -> Ordering {
        self.next_s
            .total_cmp(&other.next_s)
            .then(self.job.cmp(&other.job))
    }
}

impl PartialOrd for Chain {
    fn partial_cmp(&self, other: &Chain) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// The merged stream of new jobs and runs.
#[derive(Clone, Debug)]
pub struct Feitelson96 {
    model: scenario::Feitelson96,
    sizes: Harmonic,
    repeats: Harmonic,
    arrivals: Stream,
    size_stream: Stream,
    runtimes: Stream,
    repeat_stream: Stream,
    /// The next new job, all of whose runs are to come.
    new: Chain,
    again: BinaryHeap<Reverse<Chain>>,
}

impl Feitelson96 {
    /// The jobs of a replication of a seed.
    pub fn new(model: &scenario::Feitelson96, seed: &str, replication: u32) -> Feitelson96 {
        let stream = |purpose| Stream::new(seed, replication, purpose, 0);
        let factor = |size: u32| {
            if size > 1 && size.is_power_of_two() {
                model.power_factor
            } else {
                1.0
            }
        };
        let mut own = Feitelson96 {
            sizes: Harmonic::new(model.processors as u32, model.size_order, factor),
            repeats: Harmonic::new(model.most_repeats as u32, model.repeat_order, |_| 1.0),
            arrivals: stream("feitelson96 arrivals"),
            size_stream: stream("feitelson96 sizes"),
            runtimes: stream("feitelson96 run times"),
            repeat_stream: stream("feitelson96 repeats"),
            new: Chain {
                next_s: 0.0,
                job: 0,
                first_s: 0.0,
                done: 0,
                runs: 0,
                nodes: 0,
                runtime_s: 0.0,
            },
            again: BinaryHeap::new(),
            model: model.clone(),
        };
        own.new = own.arrival(0.0, 0);
        own
    }

    /// The new job after one at `before_s`.
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

    /// Two exponential branches, the long one likelier for large jobs.
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

impl Model for Feitelson96 {
    fn draw(&mut self) -> Draft {
        let run = match self.again.peek() {
            Some(Reverse(chain)) if *chain < self.new => {
                self.again.pop().map(|Reverse(chain)| chain)
            }
            _ => None,
        };
        let mut run = run.unwrap_or_else(|| {
            let next = self.arrival(self.new.first_s, self.new.job + 1);
            std::mem::replace(&mut self.new, next)
        });
        let draft = Draft {
            submit_s: run.next_s,
            nodes: run.nodes,
            runtime_s: run.runtime_s,
            class: 0,
        };
        run.done += 1;
        if run.done < run.runs {
            run.next_s = run.first_s + f64::from(run.done) * run.runtime_s;
            self.again.push(Reverse(run));
        }
        draft
    }
}
