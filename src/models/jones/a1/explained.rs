//! Explains in words and numbers how A1 spread a job (J5 eq. 9 to 11, fig. 12).

use super::ranges::Range;
use crate::network::demand::Traffic;
use crate::platform::{Placement, State};
use crate::scheduler::choice::{Choice, ClusterRange, Ranges, Row, Table};
use crate::words::listed;
use crate::words::number::{clock, percent};
use crate::workload::Job;
use serde_json::json;

/// Number of intervals between the recorded points of the demand.
const INTERVALS: u32 = 64;

/// The choice of a placement on several clusters of a star, each within its range, in order of index. `None` if the demand
/// depends on more than the sizes of pieces.
pub(super) fn choice(
    now_s: f64,
    lslt: f64,
    state: &State,
    job: &Job,
    placement: &Placement,
    ranges: &[Range],
) -> Option<Choice> {
    let ranges = recorded(lslt, state, job, placement, ranges)?;
    let limit = percent(lslt);
    let mut order: Vec<usize> = (0..ranges.clusters.len()).collect();
    order.sort_by_key(|&at| std::cmp::Reverse(ranges.clusters[at].taken));
    let taken = |at: &&usize| ranges.clusters[**at].taken > 0;
    let part = |&at: &usize| {
        let own = &ranges.clusters[at];
        format!("{} of cluster {} ({} allowed)", own.taken, at + 1, words(own))
    };
    let parts: Vec<String> = order.iter().take_while(taken).map(part).collect();
    let row = |&at: &usize| {
        let own = &ranges.clusters[at];
        let saturation = |bps: u64| percent(bps as f64 / own.capacity_bps as f64);
        let demand_bps = Traffic::of(job).piece_bps(own.taken).unwrap_or_default();
        let cells = vec![
            format!("Cluster {}", at + 1),
            own.taken.to_string(),
            words(own),
            own.free.to_string(),
            saturation(own.load_bps),
            saturation(own.load_bps + demand_bps),
        ];
        Row { cells, noted: own.taken > 0, tables: Vec::new() }
    };
    Some(Choice {
        time_s: now_s,
        sentence: format!("with all links within {limit}, it takes {}", listed(&parts)),
        table: Table {
            title: "Spreading over clusters".to_owned(),
            outcome: format!("at {}: {}", clock(now_s, true), listed(&parts_taken(&ranges, &order))),
            caption: format!(
                "A cluster may give few of the job's {} nodes, or so many that few are elsewhere: its link then stays within \
                 {limit}, and the nodes are free. The numbers of all clusters add up to {}.",
                ranges.nodes, ranges.nodes
            ),
            heads: ["Cluster", "Takes", "May give", "Free", "Link before", "Link then"].map(str::to_owned).to_vec(),
            candidates: order.iter().map(row).collect(),
            ranges: Some(ranges.clone()),
        },
        data: json!({ "time_s": now_s, "ranges": ranges }),
    })
}

/// "62 of cluster 1" for each cluster that gives nodes.
fn parts_taken(ranges: &Ranges, order: &[usize]) -> Vec<String> {
    let given = order.iter().map(|&at| (at, ranges.clusters[at].taken)).filter(|own| own.1 > 0);
    given.map(|(at, taken)| format!("{taken} of cluster {}", at + 1)).collect()
}

/// The allowed numbers of nodes: "0 to 4 or 60 to 64".
fn words(own: &ClusterRange) -> String {
    let part = |&[from, to]: &[u32; 2]| match from == to {
        true => from.to_string(),
        false => format!("{from} to {to}"),
    };
    own.allowed.iter().map(part).collect::<Vec<_>>().join(" or ")
}

fn recorded(lslt: f64, state: &State, job: &Job, placement: &Placement, ranges: &[Range]) -> Option<Ranges> {
    let (traffic, nodes) = (Traffic::of(job), job.nodes);
    let even = (0..=INTERVALS).map(|at| (u64::from(nodes) * u64::from(at) / u64::from(INTERVALS)) as u32);
    let mut points: Vec<u32> = even.chain([1, nodes.saturating_sub(1)]).collect();
    points.sort_unstable();
    points.dedup();
    let demand = |here: u32| Some((here, traffic.piece_bps(here)?));
    let cluster = |(at, own): (usize, &Range)| ClusterRange {
        free: state.free()[at],
        load_bps: state.load_bps()[at],
        capacity_bps: state.capacity_bps()[at],
        allowed: own.parts().map(|(from, to)| [from, to.min(nodes)]).collect(),
        taken: placement.iter().find(|piece| piece.cluster as usize == at).map_or(0, |piece| piece.nodes),
    };
    Some(Ranges {
        job: job.id,
        nodes,
        limit: lslt,
        demand_bps: points.into_iter().map(demand).collect::<Option<_>>()?,
        clusters: ranges.iter().enumerate().map(cluster).collect(),
    })
}

#[cfg(test)]
mod tests {
    use super::super::super::testing::{job, load, placed, state};
    use super::super::A1;
    use crate::models::jones::Objective;
    use crate::network::demand::link_demand_bps;
    use crate::platform::{Piece, Placement};
    use crate::scheduler::Policy;
    use crate::workload::Job;
    use proptest::prelude::*;

    /// With x of the 40 nodes, a link of 1000 Mbps carries 2.5 · x · (40 − x) Mbps. A threshold of 0.5 leaves link 0 400 Mbps:
    /// up to 4 nodes (360) or at least 36; the others 500 Mbps: up to 5 nodes (437.5) or at least 35, and 30 are free.
    #[test]
    fn ranges_by_hand() {
        let mut state = state(&[38, 30, 30]);
        let job = Job { bsbw_bps: 1e9, ..job(0, 40) };
        load(&mut state, 0, 100_000_000);
        let mut policy = A1::new(&state, 0.5, Objective::First);
        let pieces = placed(&mut policy, &state, &job).unwrap();
        assert_eq!(pieces, [(0, 38), (1, 2)]);
        let placement: Placement = pieces.iter().map(|&(cluster, nodes)| Piece { cluster, nodes }).collect();
        let choice = policy.chosen(7.0, &state, &job, &placement).unwrap();
        assert_eq!(
            choice.sentence,
            "with all links within 50 %, it takes 38 of cluster 1 (0 to 4 or 36 to 38 allowed) and 2 of cluster 2 (0 to 5 allowed)"
        );
        let ranges = choice.table.ranges.unwrap();
        let allowed: Vec<_> = ranges.clusters.iter().map(|own| own.allowed.clone()).collect();
        assert_eq!(allowed, [vec![[0, 4], [36, 38]], vec![[0, 5]], vec![[0, 5]]]);
        assert_eq!(ranges.clusters.iter().map(|own| own.taken).collect::<Vec<_>>(), [38, 2, 0]);
        assert!(ranges.demand_bps.contains(&(20, 1_000_000_000)) && ranges.demand_bps.contains(&(40, 0)));
        let cells: Vec<String> = choice.table.candidates.iter().map(|row| row.cells.join("|")).collect();
        assert_eq!(cells[0], "Cluster 1|38|0 to 4 or 36 to 38|38|10 %|29 %");
        assert_eq!(choice.table.outcome, "at 0:00:07: 38 of cluster 1 and 2 of cluster 2");
        let alone = Placement::from_slice(&[Piece { cluster: 0, nodes: 38 }]);
        assert_eq!(policy.chosen(7.0, &state, &job, &alone), None);
    }

    proptest! {
        /// A number of nodes is allowed if it is free and keeps the link within the threshold; on a link at the threshold, none.
        #[test]
        fn ranges_are_those_of_trying_every_number(
            free in prop::collection::vec(1u32..60, 2..5), nodes in 2u32..60, mbps in 1u32..3000, lslt in 0.1..1.5f64,
            loads in prop::collection::vec(0u64..1_200_000_000, 5),
        ) {
            let mut state = state(&free);
            for (link, &bps) in (0..free.len() as u32).zip(&loads) {
                load(&mut state, link, bps);
            }
            let job = Job { bsbw_bps: f64::from(mbps) * 1e6, ..job(0, nodes) };
            let mut policy = A1::new(&state, lslt, Objective::First);
            let placement: Placement = [0, 1].into_iter().map(|cluster| Piece { cluster, nodes: 1 }).collect();
            let ranges = policy.chosen(0.0, &state, &job, &placement).unwrap().table.ranges.unwrap();
            for (at, own) in ranges.clusters.iter().enumerate() {
                let saturation = |bps: u64| bps as f64 / state.capacity_bps()[at] as f64;
                for here in 0..=nodes {
                    let within = saturation(loads[at] + link_demand_bps(job.bsbw_bps, nodes, here)) <= lslt;
                    let open = here == 0 || saturation(loads[at]) < lslt;
                    let allowed = own.allowed.iter().any(|&[from, to]| (from..=to).contains(&here));
                    prop_assert_eq!(allowed, here == 0 || here <= free[at] && open && within, "{} of {:?}", here, own);
                }
            }
        }
    }
}
