//! Speed-up of a parallel job with the number of processors: Downey's model of 1997 (Gehring and Preiß §4.3, eq. 6).

use super::Job;

/// Speed-up S(n): the run time on one processor divided by the run time on n = `processors` ≥ 1 processors. The job has
/// the average parallelism A = `average` ≥ 1 with the variance σ = `variance` ≥ 0. Without variance, S(n) = min(n, A).
/// Beyond a saturation point, S(n) = A.
#[must_use]
pub fn speed_up(average: f64, variance: f64, processors: f64) -> f64 {
    let (a, sigma, n) = (average, variance, processors);
    let saturates_at = match sigma <= 1.0 {
        true => 2.0 * a - 1.0,
        false => a + a * sigma - sigma,
    };
    if n >= saturates_at {
        a
    } else if sigma > 1.0 {
        n * a * (sigma + 1.0) / (sigma * (n + a - 1.0) + a)
    } else if n <= a {
        a * n / (a + sigma * (n - 1.0) / 2.0)
    } else {
        a * n / (sigma * (a - 0.5) + n * (1.0 - sigma / 2.0))
    }
}

impl Job {
    /// Run time of the job on `processors` processors of one cluster of speed 1 \[s\]. On its own number of nodes A,
    /// this is `runtime_s`; on any other number n, it is Seq / S(n), where S is the speed-up and Seq = `runtime_s` ·
    /// S(A) the sequential run time.
    #[inline]
    #[must_use]
    pub fn runtime_on_s(&self, processors: u32) -> f64 {
        self.time_on_s(self.runtime_s, processors)
    }

    /// The user's estimate for `processors` processors \[s\], computed as [`runtime_on_s`](Job::runtime_on_s) from the
    /// estimate instead of the run time.
    #[inline]
    #[must_use]
    pub fn estimate_on_s(&self, processors: u32) -> f64 {
        self.time_on_s(self.estimate_s, processors)
    }

    #[inline]
    fn time_on_s(&self, time_s: f64, processors: u32) -> f64 {
        if processors == self.nodes {
            return time_s;
        }
        time_s * (self.speed_up_on(self.nodes) / self.speed_up_on(processors))
    }

    fn speed_up_on(&self, processors: u32) -> f64 {
        let average = f64::from(self.nodes);
        speed_up(average, self.parallelism_variance, f64::from(processors))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn near(value: f64, wanted: f64) -> bool {
        (value - wanted).abs() < 1e-12 * wanted
    }

    /// Average parallelism A = 8. Variance σ = ½: S(4) = 32/8.75, S(8) = 64/9.75, S(12) = 96/(3.75 + 9). σ = 2: S(4) = 96/30, S(8) = 192/38,
    /// S(20) = 480/62, saturated from 8 + 16 − 2 = 22 on.
    #[test]
    fn speed_ups_by_hand() {
        for (variance, processors, wanted) in [
            (0.5, 1.0, 1.0),
            (0.5, 4.0, 32.0 / 8.75),
            (0.5, 8.0, 64.0 / 9.75),
            (0.5, 12.0, 96.0 / 12.75),
            (0.5, 15.0, 8.0),
            (0.5, 40.0, 8.0),
            (2.0, 1.0, 1.0),
            (2.0, 4.0, 3.2),
            (2.0, 8.0, 192.0 / 38.0),
            (2.0, 20.0, 480.0 / 62.0),
            (2.0, 22.0, 8.0),
            (2.0, 99.0, 8.0),
        ] {
            let found = speed_up(8.0, variance, processors);
            assert!(near(found, wanted), "σ = {variance}, n = {processors}: {found}");
        }
    }

    /// A = 8, σ = ½, 100 s on 8 processors: Seq = 6400/9.75 = 656.41 s, on 4 processors 656.41 · 8.75/32 = 179.487 s.
    #[test]
    fn a_run_time_by_hand() {
        let job = Job { nodes: 8, runtime_s: 100.0, estimate_s: 300.0, parallelism_variance: 0.5, ..Job::default() };
        assert_eq!(job.runtime_on_s(8), 100.0);
        assert!((job.runtime_on_s(1) - 656.410_256).abs() < 1e-6);
        assert!((job.runtime_on_s(4) - 179.487_179).abs() < 1e-6);
        assert!((job.estimate_on_s(4) - 538.461_538).abs() < 1e-6);
    }

    proptest! {
        #[test]
        fn without_variance_it_is_linear_up_to_the_average(average in 1u32..5000, processors in 1u32..10_000) {
            let found = speed_up(f64::from(average), 0.0, f64::from(processors));
            prop_assert!(near(found, f64::from(average.min(processors))), "{}", found);
        }

        /// The speed-up is 1 on one processor, never decreases, and is at most A. The pieces of the formula have equal
        /// values at A, at the saturation points and at σ = 1.
        #[test]
        fn it_is_a_speed_up(average in 1.0..5000f64, variance in 0.0..4f64, processors in 1.0..20_000f64) {
            let of = |processors| speed_up(average, variance, processors);
            prop_assert!(near(of(1.0), 1.0));
            prop_assert!(of(processors) <= of(processors + 1.0) * (1.0 + 1e-12));
            prop_assert!(of(processors) <= average * (1.0 + 1e-12) && of(processors) <= processors * (1.0 + 1e-12));
            let continuous = |at: f64| (of(at * (1.0 - 1e-9)) - of(at * (1.0 + 1e-9))).abs() < 1e-7 * average;
            let ends = [average, 2.0 * average - 1.0, average + average * variance - variance];
            prop_assert!(ends.iter().all(|&at| continuous(at.max(1.001))));
            let [below, above] = [1.0, 1.0 + 1e-12].map(|variance| speed_up(average, variance, processors));
            prop_assert!((below - above).abs() < 1e-9 * average);
        }
    }
}
