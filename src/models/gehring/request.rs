//! What a job is to a metacomputer.

use crate::platform::{Platform, State};
use crate::scheduler::refusal::{Links, Refusal};
use crate::workload::Job;
use serde::{Deserialize, Serialize};

/// How a job was submitted to a metacomputer (G §4.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Request {
    /// To its home cluster directly.
    Local,
    /// To all clusters together; it needs all nodes that it asks for.
    Synchronous,
    /// To all clusters together; it may run on fewer nodes.
    Asynchronous,
}

impl Request {
    /// All of them, in a fixed order.
    pub const ALL: [Request; 3] = [Request::Local, Request::Synchronous, Request::Asynchronous];

    /// What a job is.
    pub fn of(job: &Job) -> Request {
        match (job.local, job.moldable) {
            (true, _) => Request::Local,
            (false, false) => Request::Synchronous,
            (false, true) => Request::Asynchronous,
        }
    }
}

/// Nodes that a request may have at most: those of its cluster if it goes there, else all.
pub(super) fn room(platform: &Platform, job: &Job, local: bool) -> u64 {
    match local {
        true => {
            let home = platform.clusters.get(job.home as usize);
            home.map_or(0, |own| u64::from(own.nodes))
        }
        false => platform.nodes(),
    }
}

/// Why a request can never run, if it is larger than that.
pub(super) fn too_large(state: &State, job: &Job, local: bool) -> Option<Refusal> {
    let usable = room(state.platform(), job, local);
    (u64::from(job.nodes) > usable).then(|| match local {
        true => Refusal::Local {
            home: job.home,
            free: usable as u32,
        },
        false => Refusal::CoAllocate {
            usable,
            links: Links::default(),
        },
    })
}
