//! Settings of jobs whose communication differs from job to job, and of properties that only some families of
//! schedulers use.

use crate::base::problem::Problem;
use crate::models::network::{DATA, LINKS, network_reads};
use crate::parameter::declare::parameters;
use crate::parameter::{Kind, When, wrong_way_round};
use crate::platform::BPS_PER_MBPS;
use crate::words::number::plain;
use crate::workload::{Abilities, DemandKind, DemandLaw, MOST_UNIFORM_CV, Pattern, Variation};

/// Largest error of a sum of shares with few decimals.
const SUM_ERROR: f64 = 1e-9;
const SPREAD_OUT: When = When::one_of("workload.varied.bsbw_law", &["uniform", "log-normal"]);

/// Some policy chooses the number of nodes of moldable jobs, or the network treats moldable jobs otherwise.
const MOLDED: When = When::policy_reads("workload.moldable").or(&WIDE_AREA);
const WIDE_AREA: When = network_reads("wan_ratio");
const MOLDABLE: When = When::given("workload.varied.moldable_share");
/// Some policy sends jobs that are submitted to one cluster another way than others, or they are a group of their own.
const LOCAL: When = When::policy_reads("workload.local").or(&BY_ORIGIN);
const BY_ORIGIN: When = When::one_of("experiment.group_by", &["origin"]);
const SHARE: Kind = Kind::number(0.0, 1.0, 0.1);

parameters! {
    /// Properties that differ from job to job.
    Varied at "workload.varied." {
        /// How the BSBW of the jobs is spread around its mean, workload.bsbw_mbps.
        bsbw_law: DemandLaw = DemandLaw::default(), "BSBW of the jobs" as further, DemandLaw::KIND, when &[LINKS];
        /// Standard deviation of the jobs' BSBW over its mean; at most 0.577 for a uniform law.
        bsbw_cv: f64 = 0.5, "BSBW variation" as further, Kind::number(0.0, 10.0, 0.1), when &[LINKS, SPREAD_OUT];
        /// Each job's compute share is drawn uniformly from K − spread to K + spread; what is below 0 or above 1 is cut off.
        compute_spread: f64 = 0.0, "Spread of K" as further, Kind::number(0.0, 0.5, 0.05);
        /// Share of the jobs that the metacomputer may run on fewer nodes, with Downey's speed-up; if left out, as the workload says.
        moldable_share: Option<f64> = None, "Share of moldable jobs" as further, SHARE, when &[MOLDED];
        /// Greatest variance of the parallelism of these jobs; uniform from 0 on.
        most_variance: f64 = 2.0, "Variance of parallelism" as further, Kind::number(0.0, 100.0, 0.5), when &[MOLDED, MOLDABLE];
        /// Share of the jobs that are submitted to their own cluster, of those that it holds; others are submitted to all clusters. If left out, as the workload says.
        local_share: Option<f64> = None, "Share of local jobs" as further, SHARE, when &[LOCAL];
        /// Least and most data that a job needs where it runs, and that are at its home; uniform. If left out, as the workload says.
        data_mb: Option<[u32; 2]> = None, "Data of jobs" as further in "MB", Kind::Pair { min: 0, max: 1_000_000 }, when &[DATA];
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

    /// True if something is drawn for each job.
    pub fn is_drawn(&self) -> bool {
        !self.law().is_none() || !self.abilities().is_none()
    }

    /// The law of properties that only some families of schedulers use.
    pub fn abilities(&self) -> Abilities {
        Abilities {
            moldable_share: self.moldable_share,
            most_variance: self.most_variance,
            local_share: self.local_share,
            data_mb: self.data_mb.map(|range| range.map(f64::from)),
        }
    }

    /// True if jobs differ in whether they were submitted to one cluster.
    pub fn has_origins(&self) -> bool {
        self.local_share.is_some()
    }

    /// The problems if settings contradict each other, or the compute share of the workload if all its jobs have one.
    pub fn check(&self, compute_fraction: Option<f64>) -> Vec<Problem> {
        let data = self.data_mb.and_then(|range| wrong_way_round(range, "workload.varied.data_mb"));
        let mut problems: Vec<Problem> = data.into_iter().collect();
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
