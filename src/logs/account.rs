//! The account of reading a log: the number of records; and for each kind of problem, the number of records that were
//! left out or changed, and their line numbers.

use crate::words::number;
use serde::Serialize;
use std::fmt;

/// Reason for leaving out a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Reason {
    /// The line is longer than any record.
    LongLine,
    /// The file ends within the record.
    BreaksOff,
    /// A required field is not a number.
    NotNumeric,
    /// There are too few fields for a run time.
    FewFields,
    /// The submit time is missing or negative.
    NoSubmitTime,
    /// The run time is missing or not positive.
    NoRunTime,
    /// Neither used nor requested processors are known, or they are not positive.
    NoProcessors,
    /// A time or a number of processors is unrealistically large.
    BeyondRange,
    /// The log exceeds the limit on jobs.
    BeyondLimit,
}

impl Reason {
    /// All reasons, in the order in which a record is checked.
    pub const ALL: [Reason; 9] = [
        Reason::LongLine,
        Reason::BreaksOff,
        Reason::NotNumeric,
        Reason::FewFields,
        Reason::NoSubmitTime,
        Reason::NoRunTime,
        Reason::NoProcessors,
        Reason::BeyondRange,
        Reason::BeyondLimit,
    ];
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Reason::LongLine => "a line too long for a record",
            Reason::BreaksOff => "the file breaks off within the record",
            Reason::NotNumeric => "a field that is not a number",
            Reason::FewFields => "fewer than 4 fields",
            Reason::NoSubmitTime => "no submit time",
            Reason::NoRunTime => "no positive run time",
            Reason::NoProcessors => "no positive number of processors",
            Reason::BeyondRange => "a value beyond anything real",
            Reason::BeyondLimit => "more jobs than are kept",
        })
    }
}

/// A number of records, and the line numbers of the first few of these records.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Tally {
    /// Number of records.
    pub count: u64,
    /// Line numbers of the first few of these records, from 1.
    pub first_lines: Vec<u64>,
}

/// Maximum number of line numbers in a tally.
const LINES_SHOWN: usize = 5;

impl Tally {
    pub(super) fn add(&mut self, line: u64) {
        self.count += 1;
        if self.first_lines.len() < LINES_SHOWN {
            self.first_lines.push(line);
        }
    }
}

/// Text such as "lines 3, 7, …".
impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let lines: Vec<String> = self.first_lines.iter().map(|&l| number::count(l)).collect();
        let plural = if self.count == 1 { "" } else { "s" };
        let more = match self.count > lines.len() as u64 {
            true => ", …",
            false => "",
        };
        write!(f, "line{plural} {}{more}", lines.join(", "))
    }
}

/// Records left out for one reason.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Dropped {
    /// The reason.
    pub reason: Reason,
    /// Number of records, and lines.
    #[serde(flatten)]
    pub tally: Tally,
}

impl fmt::Display for Dropped {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Dropped { reason, tally } = self;
        write!(f, "{} × {reason} ({tally})", number::count(tally.count))
    }
}

/// Account of reading a log.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Counts {
    /// Number of lines of any type.
    pub lines: u64,
    /// Number of all records, whether usable or not.
    pub records: u64,
    /// Usable records without a known number of used processors; the requested number replaces it.
    pub by_request: Tally,
    /// Usable records submitted before the record on the line above; they were sorted by submission time.
    pub out_of_order: Tally,
    /// Usable records with a new user after 65,535 users, or with a new queue and partition after 65,535 pairs. They
    /// count as records of the last user or pair.
    pub merged: Tally,
    /// Records left out, by reason.
    pub dropped: Vec<Dropped>,
}

impl Counts {
    pub(super) fn drop(&mut self, reason: Reason, line: u64) {
        let at = match self.dropped.binary_search_by_key(&reason, |d| d.reason) {
            Ok(at) => at,
            Err(at) => {
                let tally = Tally::default();
                self.dropped.insert(at, Dropped { reason, tally });
                at
            }
        };
        if let Some(dropped) = self.dropped.get_mut(at) {
            dropped.tally.add(line);
        }
    }

    /// Number of records left out, for all reasons together.
    pub fn left_out(&self) -> u64 {
        self.dropped.iter().map(|d| d.tally.count).sum()
    }
}

/// All reasons on one line.
pub(super) fn listed(dropped: &[Dropped]) -> String {
    let parts: Vec<String> = dropped.iter().map(Dropped::to_string).collect();
    parts.join("; ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn drops_are_counted_by_reason_with_their_first_lines() {
        let mut counts = Counts::default();
        counts.drop(Reason::NoProcessors, 3);
        (10..17).for_each(|line| counts.drop(Reason::NoRunTime, line));
        assert_eq!(counts.left_out(), 8);
        assert_eq!(
            listed(&counts.dropped),
            "7 × no positive run time (lines 10, 11, 12, 13, 14, …); \
             1 × no positive number of processors (line 3)"
        );
    }

    #[test]
    fn reasons_are_listed_in_their_order() {
        assert!(Reason::ALL.is_sorted());
    }
}
