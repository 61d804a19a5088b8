//! Policies of Vahdat-Nejad and Monsefi.

use crate::scenario::policy::{ON_ONE_CLUSTER, PolicyInfo, Queues};

/// Settings of how homes learn the state of clusters.
const PROTOCOL: &[&str] = &["refresh_s", "retries"];
const PRIORITY: &[&str] = &[
    "low_load",
    "high_load",
    "processors_weight",
    "network_weight",
    "wide_area_weight",
    "largest_ratio",
    "ratio_sets",
    "share_sets",
    "network_rules",
    "invocation_sets",
    "size_sets",
    "wide_area_rules",
    "level_very_small",
    "level_small",
    "level_moderate",
    "level_large",
];

/// Homes that go by the state of clusters alone.
pub(super) const GRID: PolicyInfo = PolicyInfo {
    settings: &[PROTOCOL],
    queues: Queues::PerCluster,
    ..ON_ONE_CLUSTER
};

pub(super) const RANDOM: PolicyInfo = PolicyInfo {
    draws: |_| true,
    ..GRID
};

pub(super) const FUZZY: PolicyInfo = PolicyInfo {
    settings: &[PROTOCOL, PRIORITY],
    ..GRID
};
