//! Refusals that several models share: reasons why a step cannot start a job.

use crate::platform::State;
use crate::scheduler::refusal::Refusal;
use crate::workload::Job;

/// The home cluster has too few free nodes.
pub fn local(home: u32, free: u32) -> Refusal {
    let sentence = format!("home (cluster {}) has {free} free", home + 1);
    Refusal::new("local", sentence).with("home", home).with("free", free)
}

/// The cluster with most free nodes is `cluster`, but it has too few for the job.
pub fn migrate(cluster: u32, free: u32) -> Refusal {
    let sentence = format!("the most on one is {free} (cluster {})", cluster + 1);
    Refusal::new("migrate", sentence).with("cluster", cluster).with("free", free)
}

/// The refusal if no single cluster has enough free nodes for the whole job; `None` if a cluster has enough.
pub fn no_cluster(state: &State, job: &Job) -> Option<Refusal> {
    let free = state.most_free();
    let cluster = state.free().iter().position(|&own| own == free)?;
    (job.nodes > free).then(|| migrate(cluster as u32, free))
}

/// All clusters together have too few free nodes, although no free nodes are held back because of links.
pub fn co_allocate(usable: u64) -> Refusal {
    let sentence = format!("all together have {usable}");
    Refusal::new("co-allocate", sentence).with("usable", usable).with("held_back", Vec::<f64>::new())
}
