//! Conditions and ranges that several parts of a scenario share.

use crate::models::network::network_reads;
pub(super) use crate::models::network::{LINK_MBPS as LINK, PENALTY};
use crate::parameter::When;

/// A scheduler's own sharing of links: always on networks that share them, and where First-fit is run on one to measure a fixed penalty.
pub(super) const WITH_LINKS: &[When] =
    &[When::READ, network_reads("platform.links"), network_reads("sharing").or(&When::policy_reads("penalty"))];

/// Links between clusters, and what jobs send over them, are read: by networks that these load, and on any by policies that look at links.
pub(super) const LINKS: When = network_reads("platform.links").or(&LOOKED_AT);
/// Some policy looks at what links carry.
pub(super) const LOOKED_AT: When = When::policy_reads("platform.links");
