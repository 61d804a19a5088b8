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

const GRID: PolicyInfo = PolicyInfo {
    settings: &[PROTOCOL],
    queues: Queues::PerCluster,
    ..ON_ONE_CLUSTER
};

pub(super) const BEST_FIT: PolicyInfo = PolicyInfo {
    score: "1 over the idle nodes where these hold the job, else less the jobs that wait",
    ..GRID
};

pub(super) const SHORTEST_QUEUE: PolicyInfo = PolicyInfo {
    score: "less the jobs that wait or are on their way",
    ..GRID
};

pub(super) const LEAST_LOADED: PolicyInfo = PolicyInfo {
    score: "less the nodes in use or asked for, over all nodes",
    ..GRID
};

pub(super) const RANDOM: PolicyInfo = PolicyInfo {
    score: "drawn at random",
    draws: |_| true,
    ..GRID
};

pub(super) const FUZZY: PolicyInfo = PolicyInfo {
    settings: &[PROTOCOL, PRIORITY],
    score: "a priority, the sum of W1, W2 and W3",
    ..GRID
};
