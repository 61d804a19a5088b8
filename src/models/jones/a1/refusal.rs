//! Reasons why J5 eq. 11 has no solution.

use super::first::usable;
use super::ranges::Range;
use crate::models::jones::refusals::{HeldBack, Links};
use crate::network::demand::Traffic;
use crate::platform::State;
use crate::scheduler::refusal::Refusal;
use crate::words::number::percent;
use crate::workload::Job;

/// The refusal if all clusters together, each within its range, can give fewer nodes than the job needs; `None` if they
/// can give enough.
pub fn too_few(state: &State, job: &Job, lslt: f64, ranges: &[Range]) -> Option<Refusal> {
    let usable = usable(ranges);
    if u64::from(job.nodes) <= usable {
        return None;
    }
    let traffic = Traffic::of(job);
    let held_back = ranges.iter().enumerate().filter_map(|(cluster, range)| {
        let free = state.free()[cluster];
        let one_more = || {
            let asked = traffic.piece_bps(range.low + 1)?;
            let load = state.load_bps()[cluster] + asked;
            Some(load as f64 / state.capacity_bps()[cluster] as f64)
        };
        // The record that the cluster is excluded, if its own link, or a link that it shares with other clusters, is at
        // the threshold.
        let (saturation, link) = match range.most > 0 {
            true => (state.saturation(cluster), None),
            false => (state.cluster_saturation(cluster), state.shared_link(cluster)),
        };
        (range.low < free).then(|| HeldBack {
            cluster: cluster as u32,
            free,
            usable: range.low,
            usable_from: range.has_upper().then_some(range.from),
            saturation,
            link: link.map(|link| state.platform().link_name(link)),
            would_reach: if range.most > 0 { one_more() } else { None },
        })
    });
    Some(Links { lslt, held_back: held_back.collect() }.give(usable))
}

/// The refusal if no way to spread the job keeps all links within the threshold. `steps` is the limit of steps if the
/// search gave up, otherwise `None`.
pub fn no_way(lslt: f64, steps: Option<u32>) -> Refusal {
    let threshold = percent(lslt);
    let sentence = match steps {
        None => format!("no way to spread it keeps all links within {threshold}"),
        Some(steps) => format!("no way to spread it with all links within {threshold} was found in {steps} steps"),
    };
    Refusal::new("satisfy", sentence).with("lslt", lslt).with("steps", steps)
}
