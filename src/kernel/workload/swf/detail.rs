//! What a workload of Batsim says of one of its jobs and a log in the Standard Workload Format does not.

/// What is known of a single job; `None` is as the scenario has it.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Detail {
    /// K: share of its run time spent computing.
    pub compute_fraction: Option<f64>,
    /// Bisection bandwidth \[bit/s\].
    pub bsbw_bps: Option<f64>,
    /// Index of the cluster that it arrives at.
    pub home: Option<u32>,
    /// Whether its run time is that of its operations on a node of 10⁹ per second.
    pub by_speed: bool,
}
