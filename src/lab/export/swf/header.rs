//! What the header of a log says: its machine, its clock, its queues and partitions.

use crate::workload::swf::{Class, Log};

/// What the header of a log says.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SwfHeader<'a> {
    /// The machine.
    pub computer: &'a str,
    /// How the log was made.
    pub conversion: &'a str,
    /// Number of jobs, if it is known beforehand.
    pub jobs: Option<u64>,
    /// Processors of all clusters together.
    pub processors: Option<u64>,
    /// What time 0 is, if it is a time of day.
    pub start: Option<Start>,
    /// What queues there are.
    pub queues: Labels,
    /// What partitions there are.
    pub partitions: Labels,
    /// Anything else, a note each.
    pub notes: &'a [String],
}

/// The numbers that queues or partitions have, from 1, and their names.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Labels {
    /// The largest number; none if no job has one.
    pub most: Option<u64>,
    /// A number and its name each: "2 batch".
    pub names: Vec<String>,
}

impl Labels {
    /// So many clusters: "1 cluster 1", ….
    pub fn clusters(count: u64) -> Labels {
        Labels {
            most: Some(count).filter(|&count| count > 0),
            names: (1..=count).map(|own| format!("{own} cluster {own}")).collect(),
        }
    }

    /// The queues of a log, with the names that its header gives.
    pub fn queues(log: &Log) -> Labels {
        Labels::in_header(log, "MaxQueues", "Queue", |class| class.queue)
    }

    /// The partitions of a log, with the names that its header gives.
    pub fn partitions(log: &Log) -> Labels {
        Labels::in_header(log, "MaxPartitions", "Partition", |class| class.partition)
    }

    fn in_header(log: &Log, all: &str, one: &str, number: fn(&Class) -> i64) -> Labels {
        let numbers = log.classes().iter().map(number);
        let Some(used) = numbers.filter_map(|own| u64::try_from(own).ok()).max() else {
            return Labels::default();
        };
        // The machine may have more of them than its jobs used.
        let there = log.header.number(all).map_or(0, |number| number as u64);
        let fields = log.header.fields().iter();
        let names = fields.filter(|(name, text)| name == one && !text.is_empty());
        Labels { most: Some(used.max(there)), names: names.map(|(_, text)| text.clone()).collect() }
    }
}

/// An instant, and what the clocks show there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Start {
    /// Since 1970 (UTC) \[s\].
    pub unix_s: i64,
    /// Local time minus UTC \[s\].
    pub east_s: i64,
}
