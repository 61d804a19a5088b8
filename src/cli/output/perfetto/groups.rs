//! Groups of nodes: neighbours in a cluster that ran the same jobs. A node runs one job at a time, so slices of a group
//! never overlap.

use crate::metrics::timeline::TimelineJob;
use std::collections::{BTreeMap, BTreeSet};

/// Neighbouring nodes that ran the same jobs.
#[derive(Clone, Debug, PartialEq)]
pub struct Group {
    /// First and last node, from 0.
    pub nodes: (u32, u32),
    /// Indices of the jobs in order of start, and true if the group is the job's first in the cluster.
    pub jobs: Vec<(usize, bool)>,
}

/// Intervals of a job's nodes on a cluster.
pub fn intervals(job: &TimelineJob, cluster: u32) -> impl Iterator<Item = (u32, u32)> + '_ {
    let here = job.pieces.iter().filter(move |piece| piece.cluster == cluster);
    here.flat_map(|piece| &piece.nodes).copied()
}

/// Groups of a cluster's nodes that ran jobs, in order of the nodes. Jobs are in order of start; jobs that start at
/// `end_s` or later are left out. `None` if the groups have more than `most` jobs in all.
pub fn groups(jobs: &[TimelineJob], cluster: u32, end_s: f64, most: usize) -> Option<Vec<Group>> {
    let shown = || jobs.iter().enumerate().filter(|own| own.1.start_s < end_s);
    // Each interval of a job's nodes begins and ends at a cut, so all nodes between two cuts ran the same jobs.
    let cuts: BTreeSet<u32> = shown()
        .flat_map(|(_, job)| intervals(job, cluster))
        .flat_map(|(first, last)| [first, last.saturating_add(1)])
        .collect();
    let mut groups: BTreeMap<u32, Group> = cuts
        .iter()
        .zip(cuts.iter().skip(1))
        .map(|(&first, &next)| (first, Group { nodes: (first, next - 1), jobs: Vec::new() }))
        .collect();
    let mut count = 0;
    for (place, job) in shown() {
        let mut is_first = true;
        for (first, last) in intervals(job, cluster) {
            for (_, group) in groups.range_mut(first..=last) {
                count += 1;
                if count > most {
                    return None;
                }
                group.jobs.push((place, is_first));
                is_first = false;
            }
        }
    }
    let mut merged: Vec<Group> = Vec::new();
    for group in groups.into_values().filter(|own| !own.jobs.is_empty()) {
        match merged.last_mut() {
            Some(last) if is_continued(last, &group) => last.nodes.1 = group.nodes.1,
            _ => merged.push(group),
        }
    }
    Some(merged)
}

/// True if `next` follows `group` and ran the same jobs.
fn is_continued(group: &Group, next: &Group) -> bool {
    let jobs = |own: &Group| own.jobs.iter().map(|job| job.0).collect::<Vec<usize>>();
    group.nodes.1 + 1 == next.nodes.0 && jobs(group) == jobs(next)
}
