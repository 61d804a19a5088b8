//! Communication of jobs.

use super::Pattern;

/// Communication parameters of jobs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Communication {
    /// Share K of the run time that is computation.
    pub compute_fraction: f64,
    /// Bisection bandwidth \[Mbps\].
    pub bsbw_mbps: f64,
    /// Communication pattern.
    pub pattern: Pattern,
}

impl Communication {
    /// No communication.
    pub const NONE: Communication = Communication { compute_fraction: 1.0, bsbw_mbps: 0.0, pattern: Pattern::AllToAll };

    /// Defaults.
    pub const USUAL: Communication =
        Communication { compute_fraction: 0.7, bsbw_mbps: 500.0, pattern: Pattern::AllToAll };
}
