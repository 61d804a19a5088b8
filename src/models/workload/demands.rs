//! Settings of jobs whose communication differs from job to job.

use crate::base::problem::Problem;
use crate::models::network::LINKS;
use crate::parameter::declare::parameters;
use crate::parameter::{Kind, When};
use crate::platform::BPS_PER_MBPS;
use crate::words::number::plain;
use crate::workload::{DemandKind, DemandLaw, MOST_UNIFORM_CV, Pattern, Variation};

/// Largest error of a sum of shares with few decimals.
const SUM_ERROR: f64 = 1e-9;
const SPREAD_OUT: When = When::one_of("workload.varied.bsbw_law", &["uniform", "log-normal"]);

parameters! {
    /// Communication that differs from job to job.
    Varied at "workload.varied." {
        /// How the BSBW of the jobs is spread around its mean, workload.bsbw_mbps.
        bsbw_law: DemandLaw = DemandLaw::default(), "BSBW of the jobs" as further, DemandLaw::KIND, when &[LINKS];
        /// Standard deviation of the jobs' BSBW over its mean; at most 0.577 for a uniform law.
        bsbw_cv: f64 = 0.5, "BSBW variation" as further, Kind::number(0.0, 10.0, 0.1), when &[LINKS, SPREAD_OUT];
        /// Each job's compute share is drawn uniformly from K − spread to K + spread; what is below 0 or above 1 is cut off.
        compute_spread: f64 = 0.0, "Spread of K" as further, Kind::number(0.0, 0.5, 0.05);
        /// Jobs that communicate otherwise, by their shares; what a kind leaves out is as in the whole workload.
        kinds: Vec<VariedKind> = Vec::new(), "Kinds of communication" as further, Kind::List { of: "kind of jobs", min: 0, max: 20 };
    }
}

parameters! {
    /// A kind of jobs that communicate otherwise.
    VariedKind at "workload.varied.kinds.*." {
        /// Share of the jobs that are of this kind, drawn job by job.
        share: f64 = 0.5, "Share of jobs", Kind::number(0.0, 1.0, 0.1);
        /// Share K of the run time that these jobs compute.
        compute_fraction: Option<f64> = None, "Compute share K", Kind::number(0.0, 1.0, 0.05);
        /// Mean bisection bandwidth of these jobs.
        bsbw_mbps: Option<f64> = None, "BSBW" in "Mbps", Kind::number(0.0, 1e6, 50.0), when &[LINKS];
        /// Which nodes of these jobs talk to each other.
        pattern: Option<Pattern> = None, "Pattern", Pattern::KIND, when &[LINKS];
    }
}

impl Varied {
    /// The law of the jobs' communication.
    pub fn law(&self) -> Variation {
        let kind = |own: &VariedKind| DemandKind {
            share: own.share,
            compute_fraction: own.compute_fraction,
            bsbw_bps: own.bsbw_mbps.map(|mbps| mbps * BPS_PER_MBPS),
            pattern: own.pattern,
        };
        Variation {
            law: self.bsbw_law,
            cv: self.bsbw_cv,
            compute_spread: self.compute_spread,
            kinds: self.kinds.iter().map(kind).collect(),
        }
    }

    /// The problems if settings contradict each other, or the compute share of the workload if all its jobs have one.
    pub fn check(&self, compute_fraction: Option<f64>) -> Vec<Problem> {
        let mut problems = Vec::new();
        if self.bsbw_law == DemandLaw::Uniform && self.bsbw_cv > MOST_UNIFORM_CV {
            problems.push(Problem::new(
                "workload.varied.bsbw_cv",
                format!(
                    "is {}, but bandwidths of a uniform law with this variation would be negative",
                    plain(self.bsbw_cv)
                ),
                "at most 0.577 for uniform bandwidths",
                "Lower it, or choose log-normal",
            ));
        }
        let room = |share: f64| share.min(1.0 - share);
        if let Some(share) = compute_fraction.filter(|share| self.compute_spread > room(*share) + SUM_ERROR) {
            problems.push(Problem::new(
                "workload.varied.compute_spread",
                format!("is {}, but workload.compute_fraction is {}", plain(self.compute_spread), plain(share)),
                format!("at most {}: shares are from 0 to 1", plain(room(share))),
                "Lower it, or change workload.compute_fraction",
            ));
        }
        let shares: f64 = self.kinds.iter().map(|own| own.share).sum();
        if shares > 1.0 + SUM_ERROR {
            problems.push(Problem::new(
                "workload.varied.kinds",
                format!("has shares that add up to {}", plain(shares)),
                "shares that add up to at most 1",
                "Lower one of the shares",
            ));
        }
        problems
    }
}
