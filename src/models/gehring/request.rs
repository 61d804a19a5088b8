//! What a job is to a metacomputer.

use crate::platform::{Platform, State};
use crate::scheduler::facts::{Facts, Legend, Request, Requests};
use crate::scheduler::refusal::{Links, Refusal};
use crate::workload::Job;
use std::borrow::Cow::Borrowed;

/// How jobs are submitted to a metacomputer (G §4.2): to their home cluster, or to all clusters together.
static REQUESTS: Requests = Requests {
    kind_of: |job| match (job.local, job.moldable) {
        (true, _) => 0,
        (false, false) => 1,
        (false, true) => 2,
    },
    legend: Legend {
        requests: Borrowed(&KINDS),
        home: Borrowed("local"),
        common: Borrowed("meta"),
        mark: Borrowed("round"),
        mark_in_full: Borrowed("a round of the meta-scheduler"),
        staircase: Borrowed("surface"),
    },
};

static KINDS: [Request; 3] = [
    Request { name: Borrowed("local"), words: Borrowed("local request"), to: None, moldable: false },
    Request {
        name: Borrowed("synchronous"),
        words: Borrowed("meta request, synchronous"),
        to: Some(Borrowed("the metacomputer")),
        moldable: false,
    },
    Request {
        name: Borrowed("asynchronous"),
        words: Borrowed("meta request, asynchronous"),
        to: Some(Borrowed("the metacomputer")),
        moldable: true,
    },
];

/// What there is to tell of a metacomputer before its run.
pub(super) fn facts() -> Facts {
    Facts { requests: Some(&REQUESTS), ..Facts::default() }
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
        true => Refusal::Local { home: job.home, free: usable as u32 },
        false => Refusal::CoAllocate { usable, links: Links::default() },
    })
}
