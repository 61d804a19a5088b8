//! A model like Feitelson's of 1996. The original program is not available; `MODELS.md` states what is known about the model and
//! which parts are our choice.

use crate::models::workload::{jobs_without_homes, of_model};
use crate::parameter::Kind;
use crate::parameter::When;

const FEITELSON96: When = of_model(&["feitelson96"]);

jobs_without_homes! {
    /// Like Feitelson 96: sizes follow a harmonic law that favours powers of two, and jobs are repeated.
    Feitelson96 {
        /// Processors of the modelled machine. The parameter is declared with Lublin 99.
        processors: u64 = 128;
        /// Mean gap between new jobs, without repetitions (Poisson).
        gap_s: f64 = 640.0, "New job each" in "s", TIME, when &[FEITELSON96];
        /// Order of the harmonic law of sizes: P(n) ∝ n^−order.
        size_order: f64 = 1.5, "Size order" as further, ORDER, when &[FEITELSON96];
        /// Factor by which powers of two, from 2 on, are more likely.
        power_factor: f64 = 5.0, "Power-of-two factor" as further, Kind::number(1.0, 1000.0, 1.0), when &[FEITELSON96];
        /// Mean of short run times (exponential).
        short_s: f64 = 1800.0, "Short run time" as further in "s", TIME, when &[FEITELSON96];
        /// Mean of long run times over the mean of short ones.
        long_ratio: f64 = 7.0, "Long over short" as further, Kind::number(1.0, 1000.0, 1.0), when &[FEITELSON96];
        /// Share of short run times among the smallest jobs.
        short_share: f64 = 0.95, "Short, small jobs" as further, SHARE, when &[FEITELSON96];
        /// Decrease of the share of short run times, from the smallest to the largest jobs.
        short_slope: f64 = 0.2, "Short, decline" as further, SHARE, when &[FEITELSON96];
        /// Order of the harmonic law of a job's number of runs: P(k) ∝ k^−order.
        repeat_order: f64 = 2.5, "Repeat order" as further, ORDER, when &[FEITELSON96];
        /// Largest number of runs of a job; 1 for no repetition.
        most_repeats: u64 = 1000, "Most repeats" as further, Kind::integer(1, 100_000, 100), when &[FEITELSON96];
    }
}

const TIME: Kind = Kind::number(1e-3, 1e9, 10.0);
const ORDER: Kind = Kind::number(0.0, 20.0, 0.5);
const SHARE: Kind = Kind::number(0.0, 1.0, 0.05);
