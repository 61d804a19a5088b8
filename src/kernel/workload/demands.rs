//! Communication that differs from job to job.

use super::changed::{changed, drawn_kind};
use super::{Job, Pattern, Source};
use crate::base::maths;
use crate::base::random::Stream;
use crate::parameter::declare::choices;

choices! {
    /// How the jobs' BSBW is spread around its mean.
    DemandLaw = Equal, {
        /// Every job has the mean.
        Equal = "equal", "Equal";
        /// Uniform around the mean.
        Uniform = "uniform", "Uniform";
        /// Log-normal: many jobs below the mean, few far above.
        LogNormal = "log-normal", "Log-normal";
    }
}

/// Largest coefficient of variation of a uniform law whose values are never negative: 1/√3.
pub const MOST_UNIFORM_CV: f64 = 0.577_350_269_189_625_7;

/// A kind of jobs that communicate otherwise. `None`: as the workload says.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct DemandKind {
    /// Share of the jobs.
    pub share: f64,
    /// Share K of the run time that is computation.
    pub compute_fraction: Option<f64>,
    /// Mean bisection bandwidth \[bit/s\].
    pub bsbw_bps: Option<f64>,
    /// Communication pattern.
    pub pattern: Option<Pattern>,
}

/// The law of the jobs' communication.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Variation {
    /// Law of BSBW over its mean.
    pub law: DemandLaw,
    /// Standard deviation of BSBW over its mean.
    pub cv: f64,
    /// K is uniform between K − spread and K + spread.
    pub compute_spread: f64,
    /// Kinds of jobs; their shares add up to at most 1.
    pub kinds: Vec<DemandKind>,
}

impl Variation {
    /// True if all jobs communicate as the workload says.
    pub fn is_none(&self) -> bool {
        (self.law == DemandLaw::Equal || self.cv == 0.0) && self.compute_spread == 0.0 && self.kinds.is_empty()
    }

    /// BSBW of a job over the mean.
    fn factor(&self, stream: &mut Stream) -> f64 {
        match self.law {
            DemandLaw::Equal => 1.0,
            // The width of a uniform law is √12 standard deviations.
            DemandLaw::Uniform => 1.0 + self.cv * 3f64.sqrt() * (2.0 * stream.uniform() - 1.0),
            // exp(σz − σ²/2) has the mean 1 and, for σ² = ln(1 + cv²), this coefficient of variation.
            DemandLaw::LogNormal => {
                let variance = maths::ln(1.0 + self.cv * self.cv);
                maths::exp(variance.sqrt() * stream.normal() - variance / 2.0)
            }
        }
    }
}

/// The jobs of `source`, each with a communication of its own. What is drawn depends only on seed, replication and job.
pub fn varied(source: Box<dyn Source>, own: Variation, seed: &str, replication: u32) -> Box<dyn Source> {
    let stream = |purpose| Stream::new(seed, replication, purpose, 0);
    let [mut kinds, mut bandwidths, mut shares] =
        ["kinds of communication", "bandwidths", "compute shares"].map(stream);
    changed(source, move |job| {
        let kind = match own.kinds.is_empty() {
            true => None,
            false => drawn_kind(own.kinds.iter().map(|kind| kind.share), kinds.uniform()),
        };
        let kind = kind.map_or_else(DemandKind::default, |kind| own.kinds[kind]);
        let mean_share = kind.compute_fraction.unwrap_or(job.compute_fraction);
        let beside = match own.compute_spread > 0.0 {
            true => own.compute_spread * (2.0 * shares.uniform() - 1.0),
            false => 0.0,
        };
        Job {
            bsbw_bps: kind.bsbw_bps.unwrap_or(job.bsbw_bps) * own.factor(&mut bandwidths),
            // The spread of kinds near 0 or 1, and of models that draw K, is cut off.
            compute_fraction: (mean_share + beside).clamp(0.0, 1.0),
            pattern: kind.pattern.unwrap_or(job.pattern),
            ..job
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const JOBS: usize = 40_000;

    struct Equal;

    impl Source for Equal {
        fn next(&mut self) -> Option<Job> {
            Some(Job { bsbw_bps: 2e8, compute_fraction: 0.7, ..Job::default() })
        }

        fn total(&self) -> Option<u64> {
            None
        }
    }

    fn drawn(own: Variation) -> Vec<Job> {
        let mut source = varied(Box::new(Equal), own, "s", 0);
        (0..JOBS).filter_map(|_| source.next()).collect()
    }

    /// Mean and coefficient of variation.
    fn moments(values: impl Iterator<Item = f64> + Clone) -> [f64; 2] {
        let mean = values.clone().sum::<f64>() / JOBS as f64;
        let variance = values.map(|x| (x - mean) * (x - mean)).sum::<f64>() / JOBS as f64;
        [mean, variance.sqrt() / mean]
    }

    /// Standard error of the mean at a coefficient of variation of 1.5: 1.5 / √40,000 = 0.75 %.
    #[test]
    fn bandwidths_have_their_mean_and_variation() {
        for (law, cv, most) in
            [(DemandLaw::Uniform, 0.5, 1.9), (DemandLaw::LogNormal, 0.5, 20.0), (DemandLaw::LogNormal, 1.5, 200.0)]
        {
            let jobs = drawn(Variation { law, cv, ..Variation::default() });
            let [mean, variation] = moments(jobs.iter().map(|job| job.bsbw_bps));
            assert!((mean / 2e8 - 1.0).abs() < 0.03, "{law}: {mean}");
            assert!((variation / cv - 1.0).abs() < 0.1, "{law}: {variation}");
            assert!(
                jobs.iter().all(|job| job.bsbw_bps >= 0.0 && job.bsbw_bps < most * 2e8 && job.compute_fraction == 0.7)
            );
        }
    }

    /// The variance of a uniform law of width 0.4 is 0.4²/12.
    #[test]
    fn compute_shares_are_uniform() {
        let jobs = drawn(Variation { compute_spread: 0.2, ..Variation::default() });
        let [mean, variation] = moments(jobs.iter().map(|job| job.compute_fraction));
        assert!((mean - 0.7).abs() < 0.003 && (variation * mean - 0.4 / 12f64.sqrt()).abs() < 0.003);
        assert!(jobs.iter().all(|job| (0.5..=0.9).contains(&job.compute_fraction) && job.bsbw_bps == 2e8));
    }

    /// Standard deviation of a share at most √(0.25 / 40,000) = 0.0025.
    #[test]
    fn kinds_have_their_shares_and_replace_only_what_they_name() {
        let bulk =
            DemandKind { share: 0.25, bsbw_bps: Some(9e8), pattern: Some(Pattern::Ring), ..DemandKind::default() };
        let quiet = DemandKind { share: 0.5, compute_fraction: Some(1.0), ..DemandKind::default() };
        let jobs = drawn(Variation { kinds: vec![bulk, quiet], ..Variation::default() });
        let share = |of: (f64, f64, Pattern)| {
            let equal = |job: &&Job| (job.compute_fraction, job.bsbw_bps, job.pattern) == of;
            jobs.iter().filter(equal).count() as f64 / JOBS as f64
        };
        assert!((share((0.7, 9e8, Pattern::Ring)) - 0.25).abs() < 0.01);
        assert!((share((1.0, 2e8, Pattern::AllToAll)) - 0.5).abs() < 0.01);
        assert!((share((0.7, 2e8, Pattern::AllToAll)) - 0.25).abs() < 0.01);
    }

    /// The kinds of jobs do not change the drawn bandwidths.
    #[test]
    fn each_part_has_its_own_stream() {
        let law = Variation { law: DemandLaw::LogNormal, cv: 1.0, ..Variation::default() };
        let both = Variation {
            kinds: vec![DemandKind { share: 0.5, compute_fraction: Some(0.1), ..DemandKind::default() }],
            ..law.clone()
        };
        let bandwidths = |own| drawn(own).iter().map(|job| job.bsbw_bps).collect::<Vec<_>>();
        assert_eq!(bandwidths(law), bandwidths(both));
    }
}
