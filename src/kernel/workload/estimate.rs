//! Users' estimates of run times.

use super::changed::changed;
use super::{Job, Source};
use crate::base::random::Stream;
use crate::parameter::declare::choices;

choices! {
    /// Users' estimates of run times: all that schedulers know about run times.
    Estimates = Known, {
        /// What is known: the requested time of a log's job, the run time itself where there is none, as for jobs that are drawn.
        Known = "known", "As known";
        /// The run time itself.
        Exact = "exact", "Exact";
        /// The run time times a factor.
        Factor = "factor", "Factor too long";
        /// Too long or too short, each half of the time: the run time times a number drawn up to a factor, or down to its inverse.
        FModel = "f-model", "Factor either way";
        /// The time requested in the log; the run time itself where the log has none.
        Requested = "requested", "As requested (log)";
    }
}

/// Relation between a job's estimate and its run time.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum EstimateLaw {
    /// The estimate is the run time times this factor, which is at least 1.
    Factor(f64),
    /// The time that the user requested; the run time itself if no request is known.
    Requested,
}

impl EstimateLaw {
    /// The law for a scenario's settings; `factor` is the estimate factor in the scenario.
    pub fn of(estimates: Estimates, factor: f64) -> EstimateLaw {
        match estimates {
            // For the f-model, the estimates are drawn later, by [`inaccurate`].
            Estimates::Exact | Estimates::FModel => EstimateLaw::Factor(1.0),
            Estimates::Factor => EstimateLaw::Factor(factor),
            Estimates::Known | Estimates::Requested => EstimateLaw::Requested,
        }
    }

    /// Estimate of a job \[s\].
    #[inline]
    pub fn estimate_s(self, runtime_s: f64, requested_s: Option<f64>) -> f64 {
        match self {
            EstimateLaw::Factor(factor) => factor * runtime_s,
            EstimateLaw::Requested => requested_s.unwrap_or(runtime_s),
        }
    }
}

/// The jobs of `source` with estimates of the f-model (Mu'alem and Feitelson 2001; Shih et al. §5.1, eq. 7 and 8). For run time r and
/// the inaccuracy factor φ = `factor` ≥ 1, half of the estimates are too long, uniform from r to φ·r, and half too short, uniform from
/// r/φ to r. A job's estimate depends only on seed, replication and job.
pub fn inaccurate(source: Box<dyn Source>, factor: f64, seed: &str, replication: u32) -> Box<dyn Source> {
    let mut stream = Stream::new(seed, replication, "estimates", 0);
    changed(source, move |job| {
        let bound = if stream.uniform() < 0.5 { factor } else { 1.0 / factor };
        Job { estimate_s: job.runtime_s * (1.0 + (bound - 1.0) * stream.uniform()), ..job }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::goodness::kolmogorov_smirnov;

    /// An endless workload of jobs of 100 s. It says that it has seven jobs in total, and that every job has the record
    /// 3.
    struct Equal;

    impl Source for Equal {
        fn next(&mut self) -> Option<Job> {
            Some(Job { runtime_s: 100.0, ..Job::default() })
        }

        fn total(&self) -> Option<u64> {
            Some(7)
        }

        fn record(&self) -> Option<usize> {
            Some(3)
        }
    }

    fn estimates(factor: f64, seed: &str) -> Vec<f64> {
        let mut source = inaccurate(Box::new(Equal), factor, seed, 0);
        let drawn = std::iter::from_fn(|| source.next().map(|job| job.estimate_s));
        drawn.take(20_000).collect()
    }

    /// φ = 4: half of the estimates are uniform on 25 … 100 s, half are uniform on 100 … 400 s.
    #[test]
    fn the_f_model_is_two_uniform_laws() {
        let at_most = |x: f64| match x <= 100.0 {
            true => (x - 25.0) / 150.0,
            false => 0.5 + (x - 100.0) / 600.0,
        };
        let drawn = estimates(4.0, "phi");
        assert!(drawn.iter().all(|e| (25.0..=400.0).contains(e)));
        let p = kolmogorov_smirnov(drawn, at_most);
        assert!(p > 0.001, "p = {p}");
        assert!(estimates(1.0, "phi").iter().all(|&e| e == 100.0));
    }

    #[test]
    fn other_estimates_are_as_many_jobs_of_the_same_records() {
        let source = inaccurate(Box::new(Equal), 4.0, "phi", 0);
        assert_eq!((source.total(), source.record()), (Some(7), Some(3)));
    }

    #[test]
    fn estimates_by_hand() {
        let exact = EstimateLaw::of(Estimates::Exact, 3.0);
        let threefold = EstimateLaw::of(Estimates::Factor, 3.0);
        let requested = EstimateLaw::of(Estimates::Requested, 3.0);
        let of = |law: EstimateLaw| [Some(100.0), None].map(|asked| law.estimate_s(70.1, asked));
        assert_eq!(of(exact), [70.1, 70.1]);
        assert_eq!(of(threefold), [3.0 * 70.1, 3.0 * 70.1]);
        assert_eq!(of(requested), [100.0, 70.1]);
        // A job may run longer than requested.
        assert_eq!(requested.estimate_s(70.1, Some(60.0)), 60.0);
    }
}
