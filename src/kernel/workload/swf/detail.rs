//! What a file beside a log says of one of its jobs.

/// What is known of a single job; `None` is as the scenario has it.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Detail {
    /// K: share of its run time spent computing.
    pub compute_fraction: Option<f64>,
    /// Bisection bandwidth \[bit/s\].
    pub bsbw_bps: Option<f64>,
    /// Index of the cluster that it arrives at.
    pub home: Option<u32>,
    /// When it arrives by the clock of the run \[s\].
    pub arrival_s: Option<f64>,
    /// What its user says about its run time \[s\].
    pub estimate_s: Option<f64>,
    /// What a cluster other than its home must be sent to run it \[MB\].
    pub size_mb: Option<f64>,
    /// σ of its speed-up.
    pub parallelism_variance: Option<f64>,
    /// Whether it may run on fewer nodes.
    pub moldable: Option<bool>,
    /// Whether it was submitted to its home cluster directly.
    pub local: Option<bool>,
    /// Whether its run time is that of its operations on a node of 10⁹ per second.
    pub by_speed: bool,
}
