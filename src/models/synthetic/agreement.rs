//! Consistency checks between the settings of the synthetic workload.

use super::{SizeDistribution, Synthetic};
use crate::base::problem::Problem;
use crate::parameter::wrong_way_round;

/// Checks the sizes of jobs, in general and at single clusters.
pub(super) fn check(own: &Synthetic) -> Vec<Problem> {
    let entries = own.clusters.iter().enumerate().filter(|(_, entry)| entry.nodes.is_some() || entry.sizes.is_some());
    let of_clusters = entries.filter_map(|(i, _)| sizes(&own.at(i), &format!("workload.clusters.{i}.nodes")));
    sizes(own, "workload.nodes").into_iter().chain(of_clusters).collect()
}

fn sizes(law: &Synthetic, place: &str) -> Option<Problem> {
    let [low, high] = law.nodes;
    wrong_way_round(law.nodes, place).or_else(|| {
        let holds_power = low.checked_next_power_of_two().is_some_and(|power| power <= high);
        (law.sizes == SizeDistribution::PowerOfTwo && !holds_power).then(|| {
            Problem::new(
                place,
                format!("is [{low}, {high}], which holds no power of two"),
                "a range with 1, 2, 4, 8, 16, … in it, since the size distribution is power-of-two",
                "Widen the range, or choose the uniform distribution",
            )
        })
    })
}

/// Checks that every entry of `clusters` has a cluster, and that jobs arrive at some cluster.
pub(super) fn entries_have_clusters(own: &Synthetic, clusters: u64) -> Option<Problem> {
    let given = own.clusters.len();
    if given as u64 > clusters {
        return Some(Problem::new(
            "workload.clusters",
            format!("has {given} entries"),
            format!("at most one for each of the {clusters} clusters"),
            "Remove the last ones, or add clusters to the platform",
        ));
    }
    let jobless = given as u64 == clusters && (0..given).all(|i| own.at(i).jobs_per_cluster == 0);
    jobless.then(|| {
        Problem::new(
            "workload.clusters",
            "has jobs_per_cluster 0 at every cluster",
            "jobs at one cluster at least",
            "Give one of them jobs",
        )
    })
}
