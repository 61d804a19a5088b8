//! The kinds of a metacomputer's requests, their limits, and reasons for refusing them.

use crate::models::refusals;
use crate::platform::{Piece, Platform, State};
use crate::scheduler::facts::{Facts, Legend, Request, Requests};
use crate::scheduler::refusal::Refusal;
use crate::words::number::{counted, fixed};
use crate::workload::Job;
use std::borrow::Cow::Borrowed;

/// The two ways of submitting a job to a metacomputer (G §4.2): to its home cluster, or to all clusters together.
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

/// Facts about every metacomputer that are known before its run.
pub(super) fn facts() -> Facts {
    Facts { requests: Some(&REQUESTS), ..Facts::default() }
}

/// The largest number of nodes that a request may ask for: the nodes of its own cluster if it is local, otherwise
/// `together`, the nodes that all clusters together have for it.
pub(super) fn room(platform: &Platform, job: &Job, local: bool, together: u64) -> u64 {
    match local {
        true => {
            let home = platform.clusters.get(job.home as usize);
            home.map_or(0, |own| u64::from(own.nodes))
        }
        false => together,
    }
}

/// The refusal of a request that is larger than its limit and can never run.
pub(super) fn too_large(state: &State, job: &Job, local: bool, together: u64) -> Option<Refusal> {
    let usable = room(state.platform(), job, local, together);
    (u64::from(job.nodes) > usable).then(|| match local {
        true => refusals::local(job.home, usable as u32),
        false => refusals::co_allocate(usable),
    })
}

/// The refusal of a request in the waiting room. The request waits until all clusters together have more than `free`
/// free nodes, or until the round at `round_s` \[s\]. `free` and `round_s` are `None` if they are unknown or do not
/// matter.
pub(super) fn in_the_waiting_room(free: Option<u64>, round_s: Option<f64>) -> Refusal {
    let until = round_s.map_or(String::new(), |round_s| format!(" until the round at {} s", fixed(round_s, 1)));
    let together = free.map_or(String::new(), |free| format!("; all together have {free} free"));
    let sentence = format!("it is in the waiting room{until}{together}");
    Refusal::new("waiting-room", sentence).with("free", free).with("round_s", round_s)
}

/// The refusal for a part of a request. Either `ahead` other parts are before this part in the queue of its cluster, or
/// the cluster has only `free` nodes that are neither in use nor held for other requests.
pub(super) fn part(&Piece { cluster, nodes }: &Piece, free: u32, ahead: u64) -> Refusal {
    let held_up = match ahead {
        0 => format!("finds {free} free"),
        _ => format!("has {} before it", counted(ahead, "part")),
    };
    Refusal::new("part", format!("its part of {} on cluster {} {held_up}", counted(nodes.into(), "node"), cluster + 1))
        .with("cluster", cluster)
        .with("nodes", nodes)
        .with("free", free)
        .with("ahead", ahead)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn refusals_in_words() {
        let part = |ahead| part(&Piece { cluster: 1, nodes: 6 }, 4, ahead);
        for (refusal, words) in [
            (in_the_waiting_room(Some(9), None), "it is in the waiting room; all together have 9 free"),
            (
                in_the_waiting_room(None, Some(14_400.0)),
                "it is in the waiting room until the round at 14\u{2009}400.0 s",
            ),
            (part(0), "its part of 6 nodes on cluster 2 finds 4 free"),
            (part(3), "its part of 6 nodes on cluster 2 has 3 parts before it"),
        ] {
            assert_eq!(refusal.sentence, words);
        }
    }
}
