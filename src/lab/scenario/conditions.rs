//! Conditions and ranges that several parts of a scenario share.

use crate::parameter::{Kind, When};

/// Range of a capacity.
pub(super) const LINK: Kind = Kind::number(0.001, 1e7, 100.0);
/// Range of a co-allocation penalty.
pub(super) const PENALTY: Kind = Kind::number(1.0, 1000.0, 0.05);
/// Links are shared: always on the dynamic network, and where First-fit is run on it to measure a fixed penalty.
pub(super) const SHARED: When =
    When::one_of("network.model", &["dynamic"]).or(&When::policy_reads("penalty"));
/// A scheduler's own sharing of links.
pub(super) const WITH_LINKS: &[When] = &[
    When::READ,
    When::none_of("network.model", &["wan", "cluster"]),
    SHARED,
];

/// Links between clusters, and what jobs send over them, are read: by every network model but `wan` and `cluster`, and under `wan` by
/// policies with a threshold.
pub(super) const LINKS: When =
    When::none_of("network.model", &["wan", "cluster"]).or(&When::policy_reads("lslt"));
