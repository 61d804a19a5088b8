//! A log in memory: compact records in order of submission.

use super::account::{Content, Counts, Tally, listed};
use super::header::Header;
use crate::platform::Amounts;
use crate::words::number;
use crate::workload::{Dependencies, HomeRule};
use std::collections::BTreeMap;
use std::sync::Arc;

/// A usable job of a log, 32 bytes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Record {
    /// Submission time on the log's clock \[s\].
    pub submit_s: f64,
    /// Run time, positive \[s\].
    pub runtime_s: f64,
    /// Requested run time, encoded by [`packed_request`].
    pub(super) requested_s: f32,
    /// Used processors, or requested processors if the used number is unknown; at least 1.
    pub processors: u32,
    pub(super) number: u32,
    /// Index into [`Log::users`].
    pub user: u16,
    /// Index into [`Log::classes`].
    pub class: u16,
}

const _: () = assert!(size_of::<Record>() == 32);

/// Used instead of a job number that is missing or exceeds 32 bits.
pub(super) const NO_NUMBER: u32 = u32::MAX;

/// Used instead of a requested time that equals the run time, so that the two times stay exactly equal.
const AS_LONG_AS_IT_RAN: f32 = f32::INFINITY;

/// Encodes a requested time in single precision, rounded up; a negative number if the time is unknown.
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

    /// The requested run time \[s\], if known. Whole seconds up to 194 days are exact; other times are rounded up in
    /// single precision.
    pub fn requested_s(&self) -> Option<f64> {
        if self.requested_s == AS_LONG_AS_IT_RAN {
            return Some(self.runtime_s);
        }
        (self.requested_s > 0.0).then(|| f64::from(self.requested_s))
    }
}

/// Queue and partition of a record; −1 if unknown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Class {
    /// Number of the queue.
    pub queue: i64,
    /// Number of the partition.
    pub partition: i64,
}

/// One value each for users, queues and partitions.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Labels<T> {
    pub users: T,
    pub queues: T,
    pub partitions: T,
}

/// Names in place of numbers, by the numbers that the names got.
pub(super) type NamesByNumber = BTreeMap<i64, Box<str>>;

/// Properties of a job that few logs have. If a property is `None`, the scenario decides.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Detail {
    /// K: share of the run time spent computing.
    pub compute_fraction: Option<f64>,
    /// Bisection bandwidth \[bit/s\].
    pub bsbw_bps: Option<f64>,
    /// Index of the home cluster.
    pub home: Option<u32>,
    /// True if the run time depends on the speed of the nodes. Then the run time in the record is for nodes with 10⁹
    /// operations per second.
    pub by_speed: bool,
    /// Memory and GPUs per processor.
    pub asks: Amounts,
}

/// A log: at least one job, in order of submission.
#[derive(Clone, Debug, PartialEq)]
pub struct Log {
    /// The file's name, for messages.
    pub name: String,
    /// Fields in the comments of the log.
    pub header: Header,
    /// Numbers of records that were read, left out or changed.
    pub counts: Counts,
    /// A message if the text exceeds the limit, so that the rest was not read.
    pub damage: Option<String>,
    /// Remarks on how the file was unpacked, a sentence each.
    pub unpacked: Vec<String>,
    /// Remarks on a log that was translated from another format, a sentence each.
    pub remarks: Vec<String>,
    /// Length of the decompressed text \[bytes\].
    pub text_bytes: u64,
    /// SHA-256 of the decompressed text, in 64 hexadecimal digits; the same whether the file is compressed or not.
    pub sha256: String,
    pub(super) records: Vec<Record>,
    /// Name of each record, empty if the record has a number. An empty list if all records have numbers.
    pub(super) names: Vec<Box<str>>,
    pub(super) classes: Vec<Class>,
    /// The classes of all records, also of those that were left out.
    pub(super) all_classes: Vec<Class>,
    pub(super) users: Vec<i64>,
    pub(super) labels: Labels<NamesByNumber>,
    /// What the fields of the records contain.
    pub(super) content: Content,
    /// Number of processors and line number of each record that has more processors than all records above it in the
    /// file.
    pub(super) larger: Vec<(u32, u64)>,
    /// Details of each record; those of the last records may be missing.
    pub(super) details: Vec<Detail>,
    /// What the jobs wait for, by the indices of records; `None` if no job waits for another.
    pub(super) dependencies: Option<Arc<Dependencies>>,
}

impl Log {
    /// The usable jobs in order of submission time; jobs with equal times are in the order of the file.
    pub fn records(&self) -> &[Record] {
        &self.records
    }

    /// The name of a record that has no [number](Record::number).
    pub fn name(&self, record: usize) -> Option<&str> {
        let name = self.names.get(record)?;
        (!name.is_empty()).then_some(name)
    }

    /// A number that no job of the log has, nor any higher number.
    pub fn free_number(&self) -> u64 {
        let largest = self.records.iter().filter_map(Record::number).max();
        largest.map_or(1, |number| u64::from(number) + 1)
    }

    /// Details of the job of a record.
    pub fn detail(&self, record: usize) -> Detail {
        self.details.get(record).copied().unwrap_or_default()
    }

    /// What the jobs wait for, by the indices of records; `None` if no job waits for another.
    pub fn dependencies(&self) -> Option<&Arc<Dependencies>> {
        self.dependencies.as_ref()
    }

    /// The highest home cluster of any job, and the number of the job that has this home.
    pub fn highest_home(&self) -> Option<(u32, Option<u32>)> {
        let homes = self.details.iter().zip(&self.records);
        homes.filter_map(|(detail, record)| Some((detail.home?, record.number()))).max_by_key(|(home, _)| *home)
    }

    /// Time of the first submission on the log's clock \[s\].
    pub fn first_submit_s(&self) -> f64 {
        self.records.first().map_or(0.0, |record| record.submit_s)
    }

    /// Time from the first to the last submission \[s\].
    pub fn span_s(&self) -> f64 {
        self.records.last().map_or(0.0, |record| record.submit_s) - self.first_submit_s()
    }

    /// Average number of busy processors: Σ run time · processors / span. `None` if the span is 0.
    pub fn busy_processors(&self) -> Option<f64> {
        let work: f64 = self.records.iter().map(|record| record.runtime_s * f64::from(record.processors)).sum();
        let span_s = self.span_s();
        (span_s > 0.0).then(|| work / span_s)
    }

    /// Queue and partition of a record of this log.
    pub fn class(&self, record: &Record) -> Option<&Class> {
        self.classes.get(usize::from(record.class))
    }

    /// All combinations of queue and partition, indexed by [`Record::class`].
    pub fn classes(&self) -> &[Class] {
        &self.classes
    }

    /// All combinations of queue and partition in the file, also of records that were left out.
    pub fn all_classes(&self) -> &[Class] {
        &self.all_classes
    }

    /// The user of a record of this log, if known.
    pub fn user(&self, record: &Record) -> Option<i64> {
        self.users.get(usize::from(record.user)).copied().filter(|&user| user >= 0)
    }

    /// All users, indexed by [`Record::user`]; −1 is unknown.
    pub fn users(&self) -> &[i64] {
        &self.users
    }

    /// Name or number of a user: `anna`, `7`.
    pub fn user_label(&self, user: i64) -> String {
        label(&self.labels.users, user)
    }

    /// Name or number of a queue or partition: `batch`, `7`.
    pub fn class_label(&self, rule: HomeRule, number: i64) -> String {
        match rule {
            HomeRule::Partition => label(&self.labels.partitions, number),
            HomeRule::Queue | HomeRule::Random | HomeRule::First => label(&self.labels.queues, number),
        }
    }

    /// Number of known users.
    pub fn user_count(&self) -> usize {
        self.users.iter().filter(|&&user| user >= 0).count()
    }

    /// Processors of the largest job.
    pub fn largest(&self) -> u32 {
        self.larger.last().map_or(0, |&(processors, _)| processors)
    }

    /// Line of the first usable record with more than `nodes` processors; `None` if there is no such record. In a
    /// Batsim workload, the line is 0.
    pub fn first_larger(&self, nodes: u32) -> Option<u64> {
        let larger = self.larger.iter().find(|(processors, _)| *processors > nodes);
        larger.map(|&(_, line)| line)
    }

    /// Remarks on how the log was read, a sentence each; empty for a clean log.
    pub fn notes(&self) -> Vec<String> {
        let counts = &self.counts;
        let mut notes = Vec::new();
        if !counts.dropped.is_empty() {
            notes.push(format!(
                "{} of {} left out: {}.",
                number::count(counts.left_out()),
                number::counted(counts.records, "record"),
                listed(&counts.dropped)
            ));
        }
        notes.extend(self.changes());
        notes
    }

    /// Remarks on how usable records were changed, and on a file that was not read completely.
    pub fn changes(&self) -> Vec<String> {
        let counts = &self.counts;
        let mut notes: Vec<String> = self.unpacked.iter().chain(&self.damage).cloned().collect();
        let mut note = |tally: &Tally, text: &str| {
            if tally.count > 0 {
                notes.push(format!("{text}: {} ({tally}).", number::count(tally.count)));
            }
        };
        note(&counts.joined, "Jobs joined from partial executions (status 2, 3, 4)");
        note(&counts.half_seconds, "Usable records with a run time of 0, which run for 0.5 s");
        note(&counts.rounded_up, "Usable records whose number of processors is not whole, and was rounded up");
        note(&counts.by_request, "Usable records without the processors used, for which those requested stand");
        note(&counts.out_of_order, "Usable records submitted before the one above them, and sorted in");
        note(
            &counts.merged,
            "Usable records of a user or a queue and partition beyond the first 65,535, counted as the last of these",
        );
        notes.extend(counts.texts.iter().map(ToString::to_string));
        let (unnumbered, repeated) = self.unclear_numbers();
        if unnumbered > 0 {
            let id = match self.names.is_empty() {
                true => "is empty for them",
                false => "is what they are called",
            };
            notes.push(format!(
                "{} without a number below 4,294,967,295: log_job_id of a jobs file {id}, and a written log numbers them from {}.",
                number::counted(unnumbered, "usable job"),
                number::count(self.free_number())
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

    /// Two counts: the jobs that have no number, and the jobs that repeat the number of another job.
    fn unclear_numbers(&self) -> (u64, u64) {
        let mut numbers: Vec<u32> = self.records.iter().filter_map(Record::number).collect();
        let unnumbered = self.records.len() - numbers.len();
        numbers.sort_unstable();
        let repeated = numbers.windows(2).filter(|pair| pair.first() == pair.last()).count();
        (unnumbered as u64, repeated as u64)
    }

    /// Number of jobs without a requested time, among the first `most` jobs.
    pub fn without_request(&self, most: u64) -> u64 {
        let most = usize::try_from(most).unwrap_or(usize::MAX);
        self.records.iter().take(most).filter(|record| record.requested_s().is_none()).count() as u64
    }
}

fn label(names: &NamesByNumber, number: i64) -> String {
    names.get(&number).map_or_else(|| number.to_string(), |name| name.to_string())
}
