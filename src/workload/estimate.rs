//! What users say about the run times of their jobs.

use crate::scenario::Estimates;

/// How a job's estimate follows from its run time.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum EstimateLaw {
    /// Times this factor, at least 1.
    Factor(f64),
    /// The time that its user requested; the run time itself if that is not known.
    Requested,
}

impl EstimateLaw {
    /// The law that a scenario asks for; `factor` is its estimate factor.
    pub fn of(estimates: Estimates, factor: f64) -> EstimateLaw {
        match estimates {
            Estimates::Exact => EstimateLaw::Factor(1.0),
            Estimates::Factor => EstimateLaw::Factor(factor),
            Estimates::Requested => EstimateLaw::Requested,
        }
    }

    /// The estimate \[s\] of a job.
    #[inline]
    pub fn estimate_s(self, runtime_s: f64, requested_s: Option<f64>) -> f64 {
        match self {
            EstimateLaw::Factor(factor) => factor * runtime_s,
            EstimateLaw::Requested => requested_s.unwrap_or(runtime_s),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn estimates_by_hand() {
        let exact = EstimateLaw::of(Estimates::Exact, 3.0);
        let threefold = EstimateLaw::of(Estimates::Factor, 3.0);
        let requested = EstimateLaw::of(Estimates::Requested, 3.0);
        let of = |law: EstimateLaw| [Some(100.0), None].map(|asked| law.estimate_s(70.1, asked));
        assert_eq!(of(exact), [70.1, 70.1]);
        assert_eq!(of(threefold), [3.0 * 70.1, 3.0 * 70.1]);
        assert_eq!(of(requested), [100.0, 70.1]);
        // A job may run longer than was asked for.
        assert_eq!(requested.estimate_s(70.1, Some(60.0)), 60.0);
    }
}
