//! Conditions and ranges that several parts of a scenario use.

use crate::models::network::network_reads;
pub(super) use crate::models::network::{LINK_MBPS as LINK, PENALTY};
use crate::parameter::When;

/// A scheduler's sharing of links is read if the network shares links. Under a fixed penalty it is read too, because
/// the penalty may be measured by First-fit on such a network.
pub(super) const WITH_LINKS: &[When] =
    &[When::READ, network_reads("platform.links"), network_reads("sharing").or(&When::policy_reads("penalty"))];

/// Links between clusters and the traffic of jobs are read if the network has such links. Policies that look at the
/// load of links read them on every network.
pub(super) const LINKS: When = network_reads("platform.links").or(&LOOKED_AT);
/// A policy looks at the load of links.
pub(super) const LOOKED_AT: When = When::policy_reads("platform.links");
