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
    /// A part of a job (status 2, 3 or 4) that has a line of its own for the whole job.
    PartOfSummary,
    /// A part of a job (status 2, 3 or 4) that is not joined to a job.
    PartAlone,
    /// The submit time is not a number.
    SubmitTimeText,
    /// The run time is not a number.
    RunTimeText,
    /// The number of processors is not a number.
    ProcessorsText,
    /// There are too few fields for a run time.
    FewFields,
    /// The job was cancelled before it started.
    NeverRan,
    /// The submit time is missing or negative.
    NoSubmitTime,
    /// The run time is 0, that is, less than half a second.
    ZeroRunTime,
    /// The run time is missing or negative.
    NoRunTime,
    /// Neither used nor requested processors are known, or they are not positive.
    NoProcessors,
    /// A time or a number of processors is unrealistically large.
    BeyondRange,
    /// The setting `status` excludes the job.
    OtherStatus,
    /// The job's Batsim profile is not supported.
    Unsupported,
    /// One of the settings `from`, `until`, `only` and `without` excludes the job.
    Excluded,
    /// The log exceeds the limit on jobs.
    BeyondLimit,
    /// Slurm's accounting: the line has fewer or more cells than the header line.
    Cells,
    /// Slurm's accounting: a time or a duration is not understood.
    NoTime,
    /// Slurm's accounting: the job waits or runs.
    NotEnded,
    /// Slurm's accounting: a line above has the same JobID, submission, start and end.
    Repeated,
}

impl Reason {
    /// All reasons, in the order in which a record is checked.
    pub const ALL: [Reason; 22] = [
        Reason::LongLine,
        Reason::BreaksOff,
        Reason::PartOfSummary,
        Reason::PartAlone,
        Reason::SubmitTimeText,
        Reason::RunTimeText,
        Reason::ProcessorsText,
        Reason::FewFields,
        Reason::NeverRan,
        Reason::NoSubmitTime,
        Reason::ZeroRunTime,
        Reason::NoRunTime,
        Reason::NoProcessors,
        Reason::BeyondRange,
        Reason::OtherStatus,
        Reason::Unsupported,
        Reason::Excluded,
        Reason::BeyondLimit,
        Reason::Cells,
        Reason::NoTime,
        Reason::NotEnded,
        Reason::Repeated,
    ];
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Reason::LongLine => "a line too long for a record",
            Reason::BreaksOff => "the file breaks off within the record",
            Reason::PartOfSummary => "a partial execution (status 2, 3, 4) of a job with a summary line",
            Reason::PartAlone => "a partial execution (status 2, 3, 4) without a summary line",
            Reason::SubmitTimeText => "a submit time that is not a number",
            Reason::RunTimeText => "a run time that is not a number",
            Reason::ProcessorsText => "processors that are not a number",
            Reason::FewFields => "fewer than 4 fields",
            Reason::NeverRan => "cancelled before the start",
            Reason::NoSubmitTime => "no submit time",
            Reason::ZeroRunTime => "a run time of 0",
            Reason::NoRunTime => "no positive run time",
            Reason::NoProcessors => "no positive number of processors",
            Reason::BeyondRange => "a value beyond anything real",
            Reason::OtherStatus => "a status that the setting status leaves out",
            Reason::Unsupported => "a profile that is not supported",
            Reason::Excluded => "left out by the settings from, until, only or without",
            Reason::BeyondLimit => "more jobs than are kept",
            Reason::Cells => "not as many cells as columns",
            Reason::NoTime => "a time that is not understood",
            Reason::NotEnded => "not ended yet",
            Reason::Repeated => "the same JobID, submission, start and end as above",
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
    /// Names of the first few of these records in a file without a line per record.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub first_jobs: Vec<String>,
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
        let lines = self.first_lines.iter().map(|&line| number::count(line));
        let places: Vec<String> = lines.chain(self.first_jobs.iter().cloned()).collect();
        let kind = if self.first_jobs.is_empty() { "line" } else { "job" };
        let plural = if self.count == 1 { "" } else { "s" };
        let more = match self.count > places.len() as u64 {
            true => ", …",
            false => "",
        };
        write!(f, "{kind}{plural} {}{more}", places.join(", "))
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
    /// Usable records whose number of processors is not whole; the number is rounded up.
    pub rounded_up: Tally,
    /// Usable records with a run time of 0 that run for 0.5 s.
    pub half_seconds: Tally,
    /// Usable jobs that were joined from partial executions; the lines are those of the first parts.
    pub joined: Tally,
    /// Number of partial executions in these jobs.
    pub parts: u64,
    /// Usable records with a text in a field of numbers, by field.
    pub texts: Vec<Texts>,
    /// Number of usable jobs that failed (status 0).
    pub failed: u64,
    /// Number of usable jobs that were cancelled while they ran (status 5).
    pub cancelled: u64,
    /// Records left out, by reason.
    pub dropped: Vec<Dropped>,
}

/// Usable records with a text in a field of numbers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Texts {
    /// The field.
    pub field: &'static str,
    /// True if the text is a name, which gets a number; false if the value counts as unknown.
    pub named: bool,
    /// Number of records, and lines.
    #[serde(flatten)]
    pub tally: Tally,
}

impl fmt::Display for Texts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Texts { field, named, tally } = self;
        let count = number::count(tally.count);
        match named {
            true => write!(
                f,
                "Names in place of the number of the {field}, numbered in order of appearance: {count} ({tally})."
            ),
            false => write!(f, "Texts in place of the {field}, which counts as unknown: {count} ({tally})."),
        }
    }
}

impl Counts {
    pub(super) fn drop(&mut self, reason: Reason, line: u64) {
        if let Some(tally) = self.dropped(reason) {
            tally.add(line);
        }
    }

    /// Counts a job of a file without a line per job.
    pub(super) fn drop_job(&mut self, reason: Reason, job: String) {
        if let Some(tally) = self.dropped(reason) {
            tally.count += 1;
            if tally.first_jobs.len() < LINES_SHOWN {
                tally.first_jobs.push(job);
            }
        }
    }

    fn dropped(&mut self, reason: Reason) -> Option<&mut Tally> {
        let at = match self.dropped.binary_search_by_key(&reason, |d| d.reason) {
            Ok(at) => at,
            Err(at) => {
                let tally = Tally::default();
                self.dropped.insert(at, Dropped { reason, tally });
                at
            }
        };
        self.dropped.get_mut(at).map(|dropped| &mut dropped.tally)
    }

    pub(super) fn text(&mut self, field: &'static str, named: bool, line: u64) {
        let at = self.texts.iter().position(|own| own.field == field).unwrap_or_else(|| {
            self.texts.push(Texts { field, named, tally: Tally::default() });
            self.texts.len() - 1
        });
        if let Some(own) = self.texts.get_mut(at) {
            own.tally.add(line);
        }
    }

    /// Number of records left out, for all reasons together.
    pub fn left_out(&self) -> u64 {
        self.dropped.iter().map(|d| d.tally.count).sum()
    }
}

/// What the fields of the records contain.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Content {
    /// Smallest and largest number of fields in a record; `None` without records.
    pub(super) fields: Option<[usize; 2]>,
    /// A bit for each unused field that has a value in some record.
    pub(super) unused: u32,
}

impl Content {
    /// Adds a record with `fields` fields. `unused` has a bit for each unused field with a value.
    pub(super) fn add(&mut self, fields: usize, unused: u32) {
        let [least, most] = self.fields.unwrap_or([fields, fields]);
        self.fields = Some([least.min(fields), most.max(fields)]);
        self.unused |= unused;
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
