//! Home clusters of a log's jobs by their queues or partitions.

use super::log::Log;
use crate::words::number;
use crate::workload::HomeRule;
use std::collections::BTreeMap;
use std::fmt;

/// Largest number of queues or partitions in a message.
const MOST_SHOWN: usize = 12;

/// Which cluster each queue or partition of a log belongs to.
///
/// If all known numbers are numbers of clusters, number n is cluster n − 1; so a log that we wrote is read back to the
/// same homes. Otherwise the numbers that occur are assigned in numeric order, in turn over the clusters. Jobs of an
/// unknown queue or partition belong to the first cluster, and do not change the homes of other jobs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HomeMap {
    what: &'static str,
    /// Label and cluster of each known number, in numeric order.
    known: Vec<(String, u32)>,
    /// Number of jobs whose queue or partition is not known.
    unknown_jobs: u64,
    /// Cluster of each class of the log.
    of_class: Vec<u32>,
}

impl HomeMap {
    /// The homes of the jobs on `clusters` clusters; `None` if the rule does not use queues or partitions.
    pub fn of(log: &Log, rule: HomeRule, clusters: u32) -> Option<HomeMap> {
        let (what, number): (_, fn(&super::Class) -> i64) = match rule {
            HomeRule::Queue => ("queue", |class| class.queue),
            HomeRule::Partition => ("partition", |class| class.partition),
            HomeRule::Random | HomeRule::First => return None,
        };
        let clusters = clusters.max(1);
        let mut homes: BTreeMap<i64, u32> =
            log.classes().iter().map(number).filter(|&own| own >= 0).map(|own| (own, 0)).collect();
        let fits = homes.keys().all(|own| (1..=i64::from(clusters)).contains(own));
        for (rank, (own, home)) in homes.iter_mut().enumerate() {
            *home = if fits { (*own - 1) as u32 } else { rank as u32 % clusters };
        }
        let of_class: Vec<u32> =
            log.classes().iter().map(|class| homes.get(&number(class)).copied().unwrap_or(0)).collect();
        let unknown = |class: &super::Class| number(class) < 0;
        let unknown_jobs = match log.classes().iter().any(unknown) {
            true => log.records().iter().filter(|own| log.class(own).is_some_and(unknown)).count() as u64,
            false => 0,
        };
        let known = homes.iter().map(|(own, home)| (log.class_label(rule, *own), *home)).collect();
        Some(HomeMap { what, known, unknown_jobs, of_class })
    }

    /// Cluster of each class of the log, by index.
    pub fn of_class(&self) -> &[u32] {
        &self.of_class
    }

    /// Number of clusters to which a queue or partition belongs.
    pub fn clusters_used(&self) -> usize {
        let mut used: Vec<u32> = self.known.iter().map(|(_, home)| *home).collect();
        if self.unknown_jobs > 0 {
            used.push(0);
        }
        used.sort_unstable();
        used.dedup();
        used.len()
    }

    /// `queue` or `partition`.
    pub fn what(&self) -> &'static str {
        self.what
    }

    /// Number of known queues or partitions.
    pub fn known(&self) -> usize {
        self.known.len()
    }
}

/// Text such as "partition 1 → cluster 1, 3 → cluster 2; 5 jobs of no partition → cluster 1".
impl fmt::Display for HomeMap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let shown: Vec<String> =
            self.known.iter().take(MOST_SHOWN).map(|(label, home)| format!("{label} → cluster {}", home + 1)).collect();
        let more = if self.known.len() > MOST_SHOWN { ", …" } else { "" };
        if !shown.is_empty() {
            write!(f, "{} {}{more}", self.what, shown.join(", "))?;
        }
        if self.unknown_jobs > 0 {
            let separator = if shown.is_empty() { "" } else { "; " };
            write!(f, "{separator}{} of no {} → cluster 1", number::counted(self.unknown_jobs, "job"), self.what)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::logs::read;

    fn mapped(partitions: &[&str], clusters: u32) -> (Vec<u32>, String) {
        let lines: Vec<String> = partitions
            .iter()
            .enumerate()
            .map(|(at, own)| format!("{at} {at} -1 5 1 -1 -1 1 9 -1 1 1 -1 -1 1 {own}\n"))
            .collect();
        let log = read("homes.swf", &mut lines.concat().as_bytes()).unwrap();
        let map = HomeMap::of(&log, HomeRule::Partition, clusters).unwrap();
        let homes = log.records().iter().map(|own| map.of_class()[usize::from(own.class)]).collect();
        (homes, map.to_string())
    }

    #[test]
    fn numbers_of_clusters_are_clusters() {
        assert_eq!(mapped(&["1", "3"], 4), (vec![0, 2], "partition 1 → cluster 1, 3 → cluster 3".to_owned()));
        assert_eq!(mapped(&["2", "-1", "4"], 4).0, [1, 0, 3]);
    }

    #[test]
    fn other_numbers_are_ranked_and_unknown_ones_shift_none() {
        assert_eq!(mapped(&["1", "3"], 2), (vec![0, 1], "partition 1 → cluster 1, 3 → cluster 2".to_owned()));
        let (homes, text) = mapped(&["-1", "9", "0", "5", "5"], 2);
        assert_eq!(homes, [0, 0, 0, 1, 1]);
        let shown = "partition 0 → cluster 1, 5 → cluster 2, 9 → cluster 1; 1 job of no partition → cluster 1";
        assert_eq!(text, shown);
        assert_eq!(mapped(&["-1", "-1"], 3), (vec![0, 0], "2 jobs of no partition → cluster 1".to_owned()));
    }

    #[test]
    fn names_are_numbered_in_order_of_appearance() {
        let (homes, text) = mapped(&["gpu", "batch", "gpu"], 2);
        assert_eq!((homes, text.as_str()), (vec![0, 1, 0], "partition gpu → cluster 1, batch → cluster 2"));
    }
}
