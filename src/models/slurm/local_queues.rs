//! A queue for every cluster, as where each site has its own Slurm: a job is bound to a cluster when it arrives, or
//! copies of the job wait in all queues.

use crate::models::policy::{Built, PolicyInfo};
use crate::parameter::When;
use crate::parameter::declare::parameters;
use crate::scheduler::bound::Binding;

const READ: &[When] = &[When::READ];

parameters! {
    /// The rule that binds jobs.
    Settings at "schedulers.*." {
        /// The cluster to which a job is bound when it arrives; it waits and runs there. Copies of an unbound job wait on all clusters.
        bind: Binding = Binding::default(), "Bound to", Binding::KIND, when READ;
    }
}

/// One queue per cluster, each in the order and with the backfilling of the scheduler's queue.
pub static LOCAL_QUEUES: PolicyInfo = PolicyInfo {
    sign: 10,
    settings: &[PolicyInfo::QUEUE, &["bind"]],
    always_named: &["bind"],
    reads_estimates: true,
    bears_outages: false,
    knows_resources: false,
    ..PolicyInfo::on_one_cluster(
        [
            "local-queues",
            "Local queues",
            "Each cluster has a queue of its own; a job is bound to a cluster when it arrives, as by Slurm's option \
             --clusters, or copies of it wait in all queues, as in Slurm's federations.",
        ],
        |seen| {
            let Settings { bind } = seen.settings()?;
            Ok(Built::PerCluster(bind))
        },
    )
};
