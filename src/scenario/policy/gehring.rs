//! Policies of Gehring and Preiß.

use crate::scenario::policy::{LINKS, ON_ONE_CLUSTER, PolicyInfo, Queues};
use crate::scenario::scheduler::{Control, Scheduler};

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
