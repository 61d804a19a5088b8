//! Policies of Jones et al.

use crate::scenario::policy::{LINKS, ON_ONE_CLUSTER, PolicyInfo, QUEUE, RunsOn};

/// Settings of those that look at how much their links carry.
pub(super) const THRESHOLD: &[&str] = &["lslt"];

pub(super) const FIRST_FIT: PolicyInfo = PolicyInfo {
    settings: &[QUEUE, LINKS],
    co_allocates: true,
    ..ON_ONE_CLUSTER
};

pub(super) const IDEAL: PolicyInfo = PolicyInfo {
    settings: &[QUEUE],
    network: RunsOn::Unlimited,
    ..FIRST_FIT
};

pub(super) const FIXED: PolicyInfo = PolicyInfo {
    settings: &[QUEUE, LINKS, &["penalty"]],
    network: RunsOn::FixedPenalty,
    ..FIRST_FIT
};

pub(super) const WITH_THRESHOLD: PolicyInfo = PolicyInfo {
    settings: &[QUEUE, LINKS, THRESHOLD],
    ..FIRST_FIT
};

pub(super) const A1: PolicyInfo = PolicyInfo {
    settings: &[QUEUE, LINKS, THRESHOLD, &["objective"]],
    ..FIRST_FIT
};

pub(super) const B3: PolicyInfo = PolicyInfo {
    settings: &[QUEUE, LINKS, THRESHOLD, &["chunk"]],
    always_named: &["chunk"],
    ..FIRST_FIT
};
