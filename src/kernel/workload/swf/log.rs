//! A log in memory: compact records in order of submission, and an account of what was left out.

use super::detail::Detail;
use super::header::Header;
use crate::words::number;
use crate::workload::HomeRule;
use serde::Serialize;
use std::fmt;

/// A usable job of a log, 32 bytes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Record {
    /// Submission, as the log gives it \[s\].
    pub submit_s: f64,
    /// Positive \[s\].
    pub runtime_s: f64,
    /// As [`packed_request`] packs it.
    pub(super) requested_s: f32,
    /// Processors it used, or asked for if the log does not tell what it used; at least 1.
    pub processors: u32,
    pub(super) number: u32,
    /// Place among the log's [`users`](Log::users).
    pub user: u16,
    /// Place among the log's [`classes`](Log::classes).
    pub class: u16,
}

const _: () = assert!(size_of::<Record>() == 32);

/// Stands for a job number that is missing or beyond 32 bits.
pub(super) const NO_NUMBER: u32 = u32::MAX;

/// Stands for a requested time that is the run time, to the last bit: the job does not outlive it.
const AS_LONG_AS_IT_RAN: f32 = f32::INFINITY;

/// A requested time in half the bytes; negative if unknown.
pub(super) fn packed_request(requested_s: f64, runtime_s: f64) -> f32 {
    if requested_s == runtime_s {
        return AS_LONG_AS_IT_RAN;
    }
    let nearest = requested_s as f32;
    match f64::from(nearest) < requested_s {
        true => nearest.next_up(),
        false => nearest,
    }
}

impl Record {
    /// The job's number in the log; numbers may repeat.
    pub fn number(&self) -> Option<u32> {
        (self.number != NO_NUMBER).then_some(self.number)
    }

    /// The run time its user asked for \[s\], if the log tells: whole seconds up to 194 days exactly, others in single
    /// precision, and never less than what the log says.
    pub fn requested_s(&self) -> Option<f64> {
        if self.requested_s == AS_LONG_AS_IT_RAN {
            return Some(self.runtime_s);
        }
        (self.requested_s > 0.0).then(|| f64::from(self.requested_s))
    }
}

/// Queue and partition of a record; −1 is unknown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Class {
    /// Number of the queue.
    pub queue: i64,
    /// Number of the partition.
    pub partition: i64,
    /// Rank of the queue among the log's queues in numeric order, from 0.
    pub queue_rank: u32,
    /// Rank of the partition among the log's partitions in numeric order, from 0.
    pub partition_rank: u32,
}

/// Why a record was left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Reason {
    /// The line is longer than any record.
    LongLine,
    /// The file breaks off within the record.
    BreaksOff,
    /// A field that is needed is not a number.
    NotNumeric,
    /// There are too few fields to have a run time.
    FewFields,
    /// The submit time is missing or negative.
    NoSubmitTime,
    /// The run time is missing or not positive.
    NoRunTime,
    /// Neither used nor requested processors are known, or they are not positive.
    NoProcessors,
    /// A time or a number of processors is beyond anything real.
    BeyondRange,
    /// The log has more jobs than we keep.
    BeyondLimit,
}

impl Reason {
    /// All reasons, in the order in which they are tested.
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

/// How many records something holds for, and where the first of them are.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Tally {
    /// How many.
    pub count: u64,
    /// Lines of the first few, from 1.
    pub first_lines: Vec<u64>,
}

/// Line numbers kept in a tally.
const LINES_SHOWN: usize = 5;

impl Tally {
    pub(super) fn add(&mut self, line: u64) {
        self.count += 1;
        if self.first_lines.len() < LINES_SHOWN {
            self.first_lines.push(line);
        }
    }
}

/// "lines 3, 7, …".
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

/// Records that were left out for one reason.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Dropped {
    /// Why.
    pub reason: Reason,
    /// How many, and where.
    #[serde(flatten)]
    pub tally: Tally,
}

impl fmt::Display for Dropped {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Dropped { reason, tally } = self;
        write!(f, "{} × {reason} ({tally})", number::count(tally.count))
    }
}

/// What reading a log met.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Counts {
    /// Lines of any kind.
    pub lines: u64,
    /// Records, usable or not.
    pub records: u64,
    /// Usable records without used processors, for which the requested ones stand.
    pub by_request: Tally,
    /// Usable records submitted before the one above them; they were sorted in.
    pub out_of_order: Tally,
    /// Usable records whose user, or whose queue and partition, came after 65,535 others and was put with the last.
    pub merged: Tally,
    /// What was left out, by reason.
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

    /// Records left out, for whatever reason.
    pub fn left_out(&self) -> u64 {
        self.dropped.iter().map(|d| d.tally.count).sum()
    }
}

/// A log: at least one job, in order of submission.
#[derive(Clone, Debug, PartialEq)]
pub struct Log {
    /// The file's name, for messages.
    pub name: String,
    /// What its comments say.
    pub header: Header,
    /// What reading it met.
    pub counts: Counts,
    /// Why not all of the file was read: its text is beyond the limits.
    pub damage: Option<String>,
    /// Length of the text, decompressed \[bytes\].
    pub text_bytes: u64,
    /// SHA-256 of the text, decompressed, 64 hexadecimal digits: the same whether the file is compressed or not.
    pub sha256: String,
    pub(super) records: Vec<Record>,
    /// What each record is called; none if all have numbers, empty for those that do.
    pub(super) names: Vec<Box<str>>,
    pub(super) classes: Vec<Class>,
    pub(super) users: Vec<i64>,
    /// Processors and line of every record that is larger than all above it in the file.
    pub(super) larger: Vec<(u32, u64)>,
    /// What else is known of the job of each record; none if nothing is.
    pub(super) details: Vec<Detail>,
}

impl Log {
    /// The usable jobs by submit time; those of equal time are in the order of the file.
    pub fn records(&self) -> &[Record] {
        &self.records
    }

    /// What the job of a record is called, if not by a [number](Record::number).
    pub fn name(&self, record: usize) -> Option<&str> {
        let name = self.names.get(record)?;
        (!name.is_empty()).then_some(name)
    }

    /// What is known of the job of a record beside what the scenario says of all.
    pub fn detail(&self, record: usize) -> Detail {
        self.details.get(record).copied().unwrap_or_default()
    }

    /// The highest home cluster that a job has, and the number of that job.
    pub fn highest_home(&self) -> Option<(u32, Option<u32>)> {
        let homes = self.details.iter().zip(&self.records);
        homes.filter_map(|(detail, record)| Some((detail.home?, record.number()))).max_by_key(|(home, _)| *home)
    }

    /// First submission \[s\], as the log gives it.
    pub fn first_submit_s(&self) -> f64 {
        self.records.first().map_or(0.0, |record| record.submit_s)
    }

    /// From the first to the last submission \[s\].
    pub fn span_s(&self) -> f64 {
        self.records.last().map_or(0.0, |record| record.submit_s) - self.first_submit_s()
    }

    /// Queue and partition of a record of this log.
    pub fn class(&self, record: &Record) -> Option<&Class> {
        self.classes.get(usize::from(record.class))
    }

    /// All combinations of queue and partition.
    pub fn classes(&self) -> &[Class] {
        &self.classes
    }

    /// The user of a record of this log, if known.
    pub fn user(&self, record: &Record) -> Option<i64> {
        self.users.get(usize::from(record.user)).copied().filter(|&user| user >= 0)
    }

    /// All users, by the number that a job has of them; −1 is unknown.
    pub fn users(&self) -> &[i64] {
        &self.users
    }

    /// How many known users have usable jobs.
    pub fn user_count(&self) -> usize {
        self.users.iter().filter(|&&user| user >= 0).count()
    }

    /// Processors of the largest job.
    pub fn largest(&self) -> u32 {
        self.larger.last().map_or(0, |&(processors, _)| processors)
    }

    /// Line of the first usable record with more processors than `nodes`, if there is one; 0 in a file without lines.
    pub fn first_larger(&self, nodes: u32) -> Option<u64> {
        let larger = self.larger.iter().find(|(processors, _)| *processors > nodes);
        larger.map(|&(_, line)| line)
    }

    /// What a person should know about how the log was read, a sentence each; nothing for a clean log.
    pub fn notes(&self) -> Vec<String> {
        let counts = &self.counts;
        let mut notes: Vec<String> = self.damage.iter().cloned().collect();
        if !counts.dropped.is_empty() {
            notes.push(format!(
                "{} of {} left out: {}.",
                number::count(counts.left_out()),
                number::counted(counts.records, "record"),
                listed(&counts.dropped)
            ));
        }
        let mut note = |tally: &Tally, text: &str| {
            if tally.count > 0 {
                notes.push(format!("{text}: {} ({tally}).", number::count(tally.count)));
            }
        };
        note(&counts.by_request, "Usable records without the processors used, for which those requested stand");
        note(&counts.out_of_order, "Usable records submitted before the one above them, and sorted in");
        note(
            &counts.merged,
            "Usable records of a user or a queue and partition beyond the first 65,535, counted as the last of these",
        );
        let (unnumbered, repeated) = self.unclear_numbers();
        if unnumbered > 0 {
            let id = match self.names.is_empty() {
                true => "is empty for them",
                false => "is what they are called",
            };
            notes.push(format!(
                "{} without a number below 4,294,967,295: log_job_id of a jobs file {id}.",
                number::counted(unnumbered, "usable job")
            ));
        }
        if repeated > 0 {
            notes.push(format!(
                "{} with the number of another job: log_job_id of a jobs file repeats it.",
                number::counted(repeated, "usable job")
            ));
        }
        notes
    }

    /// How many jobs have no number, and how many that of a job before them.
    fn unclear_numbers(&self) -> (u64, u64) {
        let mut numbers: Vec<u32> = self.records.iter().filter_map(Record::number).collect();
        let unnumbered = self.records.len() - numbers.len();
        numbers.sort_unstable();
        let repeated = numbers.windows(2).filter(|pair| pair.first() == pair.last()).count();
        (unnumbered as u64, repeated as u64)
    }

    /// How many of the first `most` jobs have no requested time.
    pub fn without_request(&self, most: u64) -> u64 {
        let most = usize::try_from(most).unwrap_or(usize::MAX);
        self.records.iter().take(most).filter(|record| record.requested_s().is_none()).count() as u64
    }

    /// How many different homes a rule can tell apart, if the log decides it.
    pub fn homes_named(&self, rule: HomeRule) -> Option<usize> {
        let ranks = |rank: fn(&Class) -> u32| {
            let last = self.classes.iter().map(rank).max();
            last.map_or(0, |last| last as usize + 1)
        };
        match rule {
            HomeRule::Queue => Some(ranks(|class| class.queue_rank)),
            HomeRule::Partition => Some(ranks(|class| class.partition_rank)),
            HomeRule::Random | HomeRule::First => None,
        }
    }
}

/// The reasons in one line.
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
