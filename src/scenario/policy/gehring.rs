//! Policies of Gehring and Preiß.

use super::super::scheduler::{Control, Scheduler};
use super::LINKS;
use super::ON_ONE_CLUSTER;
use super::PolicyInfo;
use super::Queues;

const CONTROL: &[&str] = &["control", "interval_s", "gamma"];

pub(super) const META: PolicyInfo = PolicyInfo {
    settings: &[CONTROL, LINKS],
    always_named: &["control"],
    queues: Queues::Planned,
    co_allocates: true,
    reads_estimates: true,
    draws: draws_machines,
    ..ON_ONE_CLUSTER
};

pub(super) const ASP_STAR: PolicyInfo = PolicyInfo {
    settings: &[CONTROL, LINKS, &["alpha"]],
    ..META
};

/// Without control, the machines of a request are drawn.
fn draws_machines(own: &Scheduler) -> bool {
    own.control == Control::No
}
