//! The header of a log: machine, clock, queues and partitions.

use crate::logs::{Class, Log};
use crate::workload::HomeRule;
use std::collections::BTreeSet;

/// The header of a log.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SwfHeader<'a> {
    /// Name of the machine.
    pub computer: &'a str,
    /// The program that made the log.
    pub conversion: &'a str,
    /// Number of jobs, if it is known in advance.
    pub jobs: Option<u64>,
    /// Processors of all clusters together.
    pub processors: Option<u64>,
    /// Time of day at the log's time 0, if known.
    pub start: Option<Start>,
    /// Name of the time zone, if known: "Europe/Berlin".
    pub zone: Option<&'a str>,
    /// Labels of the queues.
    pub queues: Labels,
    /// Labels of the partitions.
    pub partitions: Labels,
    /// Other notes, one line each.
    pub notes: &'a [String],
}

/// The queues or the partitions: their numbers, from 1, and their names.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Labels {
    /// The largest number of a queue (or partition); `None` if no job has a queue (or partition).
    pub most: Option<u64>,
    /// Numbers with their names: "2 batch".
    pub names: Vec<String>,
}

impl Labels {
    /// Labels for `count` clusters: "1 cluster 1", ….
    pub fn clusters(count: u64) -> Labels {
        Labels {
            most: Some(count).filter(|&count| count > 0),
            names: (1..=count).map(|own| format!("{own} cluster {own}")).collect(),
        }
    }

    /// The queues of a log, with the names in its header.
    pub fn queues(log: &Log) -> Labels {
        Labels::in_header(log, "MaxQueues", "Queue", HomeRule::Queue, |class| class.queue)
    }

    /// The partitions of a log, with the names in its header.
    pub fn partitions(log: &Log) -> Labels {
        Labels::in_header(log, "MaxPartitions", "Partition", HomeRule::Partition, |class| class.partition)
    }

    fn in_header(log: &Log, all: &str, one: &str, rule: HomeRule, number: fn(&Class) -> i64) -> Labels {
        let numbers: BTreeSet<u64> =
            log.classes().iter().filter_map(|class| u64::try_from(number(class)).ok()).collect();
        let Some(&used) = numbers.last() else {
            return Labels::default();
        };
        // The machine may have more queues or partitions than the jobs use.
        let there = log.header.number(all).map_or(0, |number| number as u64);
        let fields = log.header.fields().iter();
        let names = fields.filter(|(name, text)| name == one && !text.is_empty());
        // The numbers of names are those that the reader gave.
        let given = numbers.iter().filter_map(|&own| {
            let label = log.class_label(rule, own as i64);
            (label != own.to_string()).then(|| format!("{own} {label}"))
        });
        Labels { most: Some(used.max(there)), names: names.map(|(_, text)| text.clone()).chain(given).collect() }
    }
}

/// A time with its time zone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Start {
    /// Time since 1970 (UTC) \[s\].
    pub unix_s: i64,
    /// Local time minus UTC \[s\].
    pub east_s: i64,
}
