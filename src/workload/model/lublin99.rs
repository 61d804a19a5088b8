//! Lublin 99: streams of jobs with log-gamma gaps, run through a daily clock; sizes two-stage uniform on a logarithm; run
//! times log-gamma, the long branch likelier for large jobs.

use super::daily_cycle::{self, BUCKET_S, DailyCycle};
use super::{Draft, Model, earliest};
use crate::base::maths;
use crate::base::random::Stream;
use crate::scenario::{self, LublinLaw};

/// A run time or gap above the cut is drawn again at most so often; then it is the cut. The rules of the scenario see to
/// it that a tenth of the draws is below, which leaves this a chance of 10⁻⁴⁵.
const MOST_TRIES: usize = 1000;

/// Draws below `cut`.
fn below(cut: f64, mut draw: impl FnMut() -> f64) -> f64 {
    (0..MOST_TRIES)
        .map(|_| draw())
        .find(|&drawn| drawn <= cut)
        .unwrap_or(cut)
}

/// One stream of jobs: all, the interactive or the batch ones.
#[derive(Clone, Debug)]
struct JobType {
    law: LublinLaw,
    longest: f64,
    longest_gap: f64,
    cycle: DailyCycle,
    arrivals: Stream,
    sizes: Stream,
    runtimes: Stream,
    next_s: f64,
}

impl JobType {
    fn new(law: LublinLaw, model: &scenario::Lublin99, stream: impl Fn(&str) -> Stream) -> JobType {
        let mut own = JobType {
            law,
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

    /// A gap e^g / 1800 points of the daily clock.
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
        let (low, high) = if self.sizes.uniform() < law.u_prob {
            (law.u_low, law.u_med)
        } else {
            (law.u_med, law.u_hi)
        };
        let x = low + (high - low) * self.sizes.uniform();
        let x = if kind <= law.p_serial + law.p_pow2 {
            (x + 0.5).floor()
        } else {
            x
        };
        ((maths::pow(2.0, x) + 0.5).floor() as u32).max(1)
    }

    fn runtime_s(&mut self, nodes: u32) -> f64 {
        let (short, long) = (self.law.short(), self.law.long());
        let p = self.law.short_share(nodes);
        let h = below(self.longest, || {
            let law = if self.runtimes.uniform() < p {
                &short
            } else {
                &long
            };
            law.draw(&mut self.runtimes)
        });
        maths::exp(h).floor()
    }
}

/// The merged stream of the types of jobs.
#[derive(Clone, Debug)]
pub struct Lublin99(Vec<JobType>);

impl Lublin99 {
    /// The jobs of a replication of a seed.
    pub fn new(model: &scenario::Lublin99, seed: &str, replication: u32) -> Lublin99 {
        let laws = model.laws().into_iter().enumerate();
        let types = laws.map(|(index, law)| {
            JobType::new(law, model, |purpose| {
                Stream::new(seed, replication, purpose, index)
            })
        });
        Lublin99(types.collect())
    }
}

impl Model for Lublin99 {
    fn draw(&mut self) -> Draft {
        let class = earliest(self.0.iter().map(|job_type| job_type.next_s));
        let own = &mut self.0[class];
        let nodes = own.size();
        let draft = Draft {
            submit_s: own.next_s,
            nodes,
            runtime_s: own.runtime_s(nodes),
            class: class as u32,
        };
        own.wait();
        draft
    }
}
