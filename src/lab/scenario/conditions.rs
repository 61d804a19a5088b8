//! Conditions and ranges that several parts of a scenario use.

use crate::models::network::network_reads;
pub(super) use crate::models::network::{LINK_MBPS as LINK, LOOKED_AT, PENALTY};
use crate::parameter::When;

/// A scheduler's sharing of links is read if the network shares links. Under a fixed penalty it is read too, because
/// the penalty may be measured by First-fit on such a network.
pub(super) const WITH_LINKS: &[When] =
    &[When::READ, network_reads("platform.links"), network_reads("sharing").or(&When::policy_reads("penalty"))];
