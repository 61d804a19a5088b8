//! Why J5 eq. 11 has no solution.

use super::ranges::Range;
use crate::network::demand::link_demand_bps;
use crate::platform::State;
use crate::scheduler::refusal::{HeldBack, Links, Refusal};
use crate::workload::Job;

/// The ranges of the clusters give less than the job needs: all lower parts, and the one upper part that adds most;
/// `None` if that is enough.
pub fn refusal(state: &State, job: &Job, lslt: f64, ranges: &[Range]) -> Option<Refusal> {
    let low: u64 = ranges.iter().map(|range| u64::from(range.low)).sum();
    let upper = ranges.iter().filter(|range| range.has_upper());
    let adds = upper.map(|range| u64::from(range.most - range.low)).max();
    let usable = low + adds.unwrap_or(0);
    if u64::from(job.nodes) <= usable {
        return None;
    }
    let held_back = ranges.iter().enumerate().filter_map(|(cluster, range)| {
        let free = state.free()[cluster];
        (range.low < free).then(|| HeldBack {
            cluster: cluster as u32,
            free,
            usable: range.low,
            usable_from: range.has_upper().then_some(range.from),
            saturation: state.cluster_saturation(cluster),
            would_reach: (range.most > 0).then(|| {
                let asked = link_demand_bps(job.bsbw_bps, job.nodes, range.low + 1);
                let load = state.load_bps()[cluster] + asked;
                load as f64 / state.capacity_bps()[cluster] as f64
            }),
        })
    });
    Some(Refusal::CoAllocate {
        usable,
        links: Links {
            lslt: Some(lslt),
            held_back: held_back.collect(),
        },
    })
}
