//! Home clusters of a log's jobs by their queues or partitions.

use super::log::{Class, Log};
use crate::words::number;
use crate::workload::HomeRule;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::fmt;

/// Largest number of queues or partitions in a message.
const MOST_SHOWN: usize = 12;

/// The queues or the partitions of a log, also those whose jobs are left out: so a filter does not change the home
/// clusters of the other jobs.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct HomeNames {
    /// `queue` or `partition`.
    pub what: String,
    /// Number and label of each known queue or partition, in numeric order.
    pub known: Vec<(i64, String)>,
    /// Number of jobs whose queue or partition is not known.
    pub unknown_jobs: u64,
}

impl HomeNames {
    /// The queues or partitions of a log; `None` if the rule uses neither.
    pub fn of(log: &Log, rule: HomeRule) -> Option<HomeNames> {
        let number = number(rule)?;
        let known: BTreeSet<i64> = log.all_classes().iter().map(number).filter(|&own| own >= 0).collect();
        let unknown = |class: &Class| number(class) < 0;
        let unknown_jobs = match log.classes().iter().any(unknown) {
            true => log.records().iter().filter(|own| log.class(own).is_some_and(unknown)).count() as u64,
            false => 0,
        };
        let known = known.into_iter().map(|own| (own, log.class_label(rule, own))).collect();
        Some(HomeNames { what: rule.name().to_owned(), known, unknown_jobs })
    }

    /// The home clusters on `clusters` clusters.
    pub fn on(&self, clusters: u64) -> HomeMap<'_> {
        let clusters = u32::try_from(clusters.max(1)).unwrap_or(u32::MAX);
        let fits = self.known.iter().all(|(own, _)| (1..=i64::from(clusters)).contains(own));
        let home = |(rank, (own, _)): (usize, &(i64, String))| match fits {
            true => (*own - 1) as u32,
            false => rank as u32 % clusters,
        };
        HomeMap { names: self, homes: self.known.iter().enumerate().map(home).collect() }
    }
}

/// The number of a class by which a rule assigns home clusters.
fn number(rule: HomeRule) -> Option<fn(&Class) -> i64> {
    match rule {
        HomeRule::Queue => Some(|class| class.queue),
        HomeRule::Partition => Some(|class| class.partition),
        HomeRule::Random | HomeRule::First => None,
    }
}

/// The cluster of each queue or partition of a log.
///
/// If all known numbers are numbers of clusters, number n is cluster n − 1; so a log that we wrote is read back to the
/// same homes. Otherwise the numbers that occur are assigned in numeric order, in turn over the clusters. Jobs of an
/// unknown queue or partition belong to the first cluster, and do not change the homes of other jobs.
#[derive(Clone, Debug, PartialEq)]
pub struct HomeMap<'n> {
    names: &'n HomeNames,
    /// Cluster of each known number.
    homes: Vec<u32>,
}

impl HomeMap<'_> {
    /// Home cluster of each class of the log, by index; `None` if the rule uses neither queues nor partitions.
    pub(super) fn of_classes(log: &Log, rule: HomeRule, clusters: u32) -> Option<Vec<u32>> {
        let (names, number) = (HomeNames::of(log, rule)?, number(rule)?);
        let map = names.on(clusters.into());
        let home = |class: &Class| {
            let at = names.known.binary_search_by_key(&number(class), |(own, _)| *own).ok()?;
            map.homes.get(at).copied()
        };
        Some(log.classes().iter().map(|class| home(class).unwrap_or(0)).collect())
    }

    /// Number of clusters to which a queue or partition belongs.
    pub fn clusters_used(&self) -> usize {
        let mut used: BTreeSet<u32> = self.homes.iter().copied().collect();
        if self.names.unknown_jobs > 0 {
            used.insert(0);
        }
        used.len()
    }
}

/// Text such as "partition 1 → cluster 1, 3 → cluster 2; 5 jobs of no partition → cluster 1".
impl fmt::Display for HomeMap<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let HomeNames { what, known, unknown_jobs } = self.names;
        let homes = known.iter().zip(&self.homes).take(MOST_SHOWN);
        let shown: Vec<String> = homes.map(|((_, label), home)| format!("{label} → cluster {}", home + 1)).collect();
        let more = if known.len() > MOST_SHOWN { ", …" } else { "" };
        if !shown.is_empty() {
            write!(f, "{what} {}{more}", shown.join(", "))?;
        }
        if *unknown_jobs > 0 {
            let separator = if shown.is_empty() { "" } else { "; " };
            write!(f, "{separator}{} of no {what} → cluster 1", number::counted(*unknown_jobs, "job"))?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::logs::{Filter, Reader, Reading, read};

    fn mapped(partitions: &[&str], clusters: u32) -> (Vec<u32>, String) {
        let lines: Vec<String> = partitions
            .iter()
            .enumerate()
            .map(|(at, own)| format!("{at} {at} -1 5 1 -1 -1 1 9 -1 1 1 -1 -1 1 {own}\n"))
            .collect();
        let log = read("homes.swf", &mut lines.concat().as_bytes()).unwrap();
        let of_classes = HomeMap::of_classes(&log, HomeRule::Partition, clusters).unwrap();
        let homes = log.records().iter().map(|own| of_classes[usize::from(own.class)]).collect();
        (homes, HomeNames::of(&log, HomeRule::Partition).unwrap().on(clusters.into()).to_string())
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

    /// A filter leaves out the jobs of partition 10, which keeps its cluster.
    #[test]
    fn a_filter_moves_no_job() {
        let text = "1 0 -1 5 1 -1 -1 1 9 -1 1 1 -1 -1 1 10\n2 0 -1 5 1 -1 -1 1 9 -1 1 1 -1 -1 1 20\n";
        let without = Filter::parse("without", "partition=10").unwrap();
        let mut reader = Reader::new("homes.swf", text.as_bytes()).reading(Reading { without, ..Reading::default() });
        while reader.step().unwrap() {}
        let log = reader.finish().unwrap();
        assert_eq!(HomeMap::of_classes(&log, HomeRule::Partition, 3), Some(vec![1]));
    }
}
