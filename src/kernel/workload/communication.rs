//! How jobs communicate.

use super::Pattern;

/// How jobs communicate.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Communication {
    /// Share K of the run time that a job computes.
    pub compute_fraction: f64,
    /// Bisection bandwidth \[Mbps\].
    pub bsbw_mbps: f64,
    /// Which nodes of a job talk to each other.
    pub pattern: Pattern,
}

impl Communication {
    /// None at all.
    pub const NONE: Communication = Communication { compute_fraction: 1.0, bsbw_mbps: 0.0, pattern: Pattern::AllToAll };

    /// That of jobs of which nothing is said.
    pub const USUAL: Communication =
        Communication { compute_fraction: 0.7, bsbw_mbps: 500.0, pattern: Pattern::AllToAll };
}
