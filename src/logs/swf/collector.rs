//! Collects the records of a log from its text, in pieces of any size.

use super::intern::Interner;
use super::line::{FIELDS, Fields, Line, field};
use crate::base::digest::hex;
use crate::base::problem::Problem;
use crate::logs::account::{Counts, Reason, Tally, listed};
use crate::logs::header::Header;
use crate::logs::log::{Class, Log, NO_NUMBER, Record, packed_request};
use crate::logs::refusal::Refusal;
use crate::words::number;
use sha2::{Digest, Sha256};
use std::io;

/// Limits of a log. Jobs beyond the limit are counted but not stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Maximum number of stored jobs, 32 bytes each.
    pub jobs: usize,
    /// Maximum length of the decompressed text \[bytes\]: a few kilobytes of gzip can expand to gigabytes.
    pub text_bytes: u64,
}

/// Default limit of jobs, twice the largest log of the archive. The records of so many jobs need 320 MB.
const MOST_JOBS: usize = 10_000_000;

/// Default limit of the decompressed text \[bytes\]: twice the largest log of the archive.
const MOST_TEXT: u64 = 4 << 30;

/// Maximum number of lines without a usable job. A file with more such lines is not regarded as a log.
const HOPELESS_LINES: u64 = 500_000;

impl Default for Limits {
    fn default() -> Limits {
        Limits { jobs: MOST_JOBS, text_bytes: MOST_TEXT }
    }
}

/// Maximum length of a record's line \[bytes\]. Longer comments are cut to this length.
const LONGEST_LINE: usize = 4096;

/// Largest accepted time \[s\], over 30,000 years.
pub const LARGEST_TIME_S: f64 = 1e12;

/// Collects the records of a text that arrives in pieces.
#[derive(Debug, Default)]
pub struct Collector {
    limits: Limits,
    header: Header,
    counts: Counts,
    records: Vec<Record>,
    users: Interner<i64>,
    classes: Interner<(i64, i64)>,
    /// Number of processors and line of each record that has more processors than all earlier records.
    larger: Vec<(u32, u64)>,
    /// The beginning of an incomplete line, at most one byte longer than the longest line.
    begun: Vec<u8>,
    /// True after a carriage return. If a line feed follows, both characters together are one line end.
    after_return: bool,
    /// Largest number of fields in a record so far, at most 18.
    most_fields: usize,
    text_bytes: u64,
    hash: Sha256,
    full: bool,
}

/// Receives the output of the decompressor.
impl io::Write for Collector {
    fn write(&mut self, text: &[u8]) -> io::Result<usize> {
        self.feed(text);
        Ok(text.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Collector {
    pub fn new(limits: Limits) -> Collector {
        Collector { limits, ..Collector::default() }
    }

    /// Number of usable jobs so far.
    pub fn jobs(&self) -> usize {
        self.records.len()
    }

    /// Number of records so far, usable or not.
    pub fn records(&self) -> u64 {
        self.counts.records
    }

    /// True if reading can stop, because the limit of the text is reached or very many lines have no usable job.
    pub fn full(&self) -> bool {
        self.full || (self.records.is_empty() && self.counts.lines > HOPELESS_LINES)
    }

    /// Adds the next piece of text. Lines end with a line feed, a carriage return, or both.
    pub fn feed(&mut self, text: &[u8]) {
        let room = self.limits.text_bytes - self.text_bytes;
        let mut text = match usize::try_from(room) {
            Ok(room) if room < text.len() => {
                self.full = true;
                &text[..room]
            }
            _ => text,
        };
        self.text_bytes += text.len() as u64;
        self.hash.update(text);
        while let Some(end) = text.iter().position(|&byte| byte == b'\n' || byte == b'\r') {
            let (line, rest) = text.split_at(end);
            let returned = rest.first() == Some(&b'\r');
            text = &rest[1..];
            if self.begun.is_empty() && line.is_empty() && self.after_return && !returned {
                self.after_return = false;
                continue;
            }
            self.after_return = returned;
            if self.begun.is_empty() {
                self.line(line, true);
            } else {
                self.begin(line);
                self.finish_begun(true);
            }
        }
        self.begin(text);
    }

    /// Stores part of a line until its end arrives.
    fn begin(&mut self, part: &[u8]) {
        let room = LONGEST_LINE + 1 - self.begun.len();
        self.begun.extend_from_slice(&part[..part.len().min(room)]);
    }

    fn finish_begun(&mut self, ended: bool) {
        let mut begun = std::mem::take(&mut self.begun);
        self.line(&begun, ended);
        begun.clear();
        self.begun = begun;
    }

    /// Adds a line; `ended` is false for a last line without line end.
    fn line(&mut self, line: &[u8], ended: bool) {
        self.counts.lines += 1;
        let line = match line.strip_prefix(b"\xEF\xBB\xBF") {
            Some(rest) if self.counts.lines == 1 => rest,
            _ => line,
        };
        let long = line.len() > LONGEST_LINE;
        match Line::of(&line[..line.len().min(LONGEST_LINE)]) {
            Line::Blank if !long => {}
            Line::Comment(text) => self.header.add(text),
            Line::Blank => self.left_out(Reason::LongLine),
            Line::Record(_) if long => self.left_out(Reason::LongLine),
            Line::Record(fields) => {
                let broken = !ended && fields.count < self.most_fields;
                self.most_fields = self.most_fields.max(fields.count.min(FIELDS));
                match if broken { Err(Reason::BreaksOff) } else { judge(&fields) } {
                    Ok(usable) => self.keep(&usable),
                    Err(reason) => self.left_out(reason),
                }
            }
        }
    }

    fn left_out(&mut self, reason: Reason) {
        self.header.interrupt();
        self.counts.records += 1;
        self.counts.drop(reason, self.counts.lines);
    }

    fn keep(&mut self, usable: &Usable) {
        if self.records.len() >= self.limits.jobs {
            self.left_out(Reason::BeyondLimit);
            return;
        }
        let (user, user_merged) = self.users.index(usable.user);
        let (class, class_merged) = self.classes.index(usable.class);
        let record = Record { user, class, ..usable.record };
        let before_last = |last: &Record| record.submit_s < last.submit_s;
        self.header.interrupt();
        self.counts.records += 1;
        let line = self.counts.lines;
        let note = |holds: bool, tally: &mut Tally| {
            if holds {
                tally.add(line);
            }
        };
        note(usable.by_request, &mut self.counts.by_request);
        note(user_merged || class_merged, &mut self.counts.merged);
        let out_of_order = self.records.last().is_some_and(before_last);
        note(out_of_order, &mut self.counts.out_of_order);
        let last = self.larger.last();
        if last.is_none_or(|&(processors, _)| record.processors > processors) {
            self.larger.push((record.processors, line));
        }
        self.records.push(record);
    }

    /// Ends the text and returns the log.
    ///
    /// # Errors
    /// If the log has no usable job.
    pub fn finish(mut self, name: &str) -> Result<Log, Refusal> {
        if !self.begun.is_empty() {
            self.finish_begun(false);
        }
        let damage = self.full.then(|| {
            let limit = number::count(self.limits.text_bytes);
            format!("The log has more than {limit} bytes of text; the rest was not read.")
        });
        if self.records.is_empty() {
            return Err(self.nothing(name, damage).into());
        }
        if self.counts.out_of_order.count > 0 {
            self.records.sort_by(|a, b| a.submit_s.total_cmp(&b.submit_s));
        }
        self.records.shrink_to_fit();
        let sha256 = hex(&self.hash.finalize());
        Ok(Log {
            name: name.to_owned(),
            header: self.header,
            counts: self.counts,
            damage,
            text_bytes: self.text_bytes,
            sha256,
            records: self.records,
            names: Vec::new(),
            classes: ranked(&self.classes.values()),
            users: self.users.values(),
            larger: self.larger,
            details: Vec::new(),
        })
    }

    fn nothing(&self, name: &str, damage: Option<String>) -> Problem {
        let mut wrong = "has no usable job".to_owned();
        if !self.counts.dropped.is_empty() {
            wrong += &format!(
                ": its {} left out, {}",
                match self.counts.records {
                    1 => "only record is".to_owned(),
                    many => format!("{} records are all", number::count(many)),
                },
                listed(&self.counts.dropped)
            );
        } else if self.text_bytes > 0 {
            wrong += ": it has comments and blank lines only";
        } else {
            wrong += ": it is empty";
        }
        if let Some(damage) = damage {
            wrong = format!("{wrong}. {}", damage.trim_end_matches('.'));
        }
        Problem::new(
            name,
            wrong,
            "a job log in the Standard Workload Format: a line of 18 numbers per job, comments after ;",
            "Check that this is the log and that it arrived whole; the Parallel Workloads Archive \
             (https://www.cs.huji.ac.il/labs/parallel/workload/) has logs of many machines.",
        )
    }
}

/// An accepted record, before its user and class are replaced by short numbers.
struct Usable {
    record: Record,
    user: i64,
    class: (i64, i64),
    by_request: bool,
}

/// Returns the job of a record, or the reason why the record is left out. Fields that are not numbers are NaN.
fn judge(fields: &Fields) -> Result<Usable, Reason> {
    let value = |at: usize| fields.values[at];
    let submit_s = value(field::SUBMIT);
    let runtime_s = value(field::RUNTIME);
    let by_request = value(field::PROCESSORS) < 0.0;
    let processors = if by_request { value(field::REQUESTED_PROCESSORS) } else { value(field::PROCESSORS) };
    if submit_s.is_nan() || runtime_s.is_nan() || processors.is_nan() {
        return Err(Reason::NotNumeric);
    }
    if fields.count <= field::RUNTIME {
        return Err(Reason::FewFields);
    }
    if submit_s < 0.0 {
        return Err(Reason::NoSubmitTime);
    }
    if runtime_s <= 0.0 {
        return Err(Reason::NoRunTime);
    }
    // Less than one processor counts as no processor.
    if processors < 1.0 {
        return Err(Reason::NoProcessors);
    }
    if submit_s > LARGEST_TIME_S || runtime_s > LARGEST_TIME_S || processors > f64::from(u32::MAX) {
        return Err(Reason::BeyondRange);
    }
    let requested_s = value(field::REQUESTED_TIME);
    let number = value(field::NUMBER);
    Ok(Usable {
        record: Record {
            submit_s,
            runtime_s,
            requested_s: if requested_s <= LARGEST_TIME_S { packed_request(requested_s, runtime_s) } else { -1.0 },
            processors: processors as u32,
            number: if (0.0..f64::from(NO_NUMBER)).contains(&number) { number as u32 } else { NO_NUMBER },
            user: 0,
            class: 0,
        },
        user: known(value(field::USER)),
        class: (known(value(field::QUEUE)), known(value(field::PARTITION))),
        by_request,
    })
}

/// Number of a user, queue or partition; −1 if unknown.
fn known(value: f64) -> i64 {
    if value >= 0.0 { value as i64 } else { -1 }
}

/// The classes, each with the ranks of its queue and its partition.
fn ranked(pairs: &[(i64, i64)]) -> Vec<Class> {
    let distinct = |part: fn(&(i64, i64)) -> i64| {
        let mut values: Vec<i64> = pairs.iter().map(part).collect();
        values.sort_unstable();
        values.dedup();
        values
    };
    let (queues, partitions) = (distinct(|pair| pair.0), distinct(|pair| pair.1));
    let rank = |values: &[i64], value: i64| values.partition_point(|&other| other < value) as u32;
    pairs
        .iter()
        .map(|&(queue, partition)| Class {
            queue,
            partition,
            queue_rank: rank(&queues, queue),
            partition_rank: rank(&partitions, partition),
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_are_dense_and_in_numeric_order() {
        let classes = ranked(&[(10, -1), (2, 5), (10, 5), (-1, 7)]);
        let ranks: Vec<_> = classes.iter().map(|c| (c.queue_rank, c.partition_rank)).collect();
        assert_eq!(ranks, [(2, 0), (1, 1), (2, 1), (0, 2)]);
    }

    /// A file such as a program or a picture has many lines, but no jobs.
    #[test]
    fn what_has_very_many_lines_without_a_job_is_not_read_on() {
        let mut collector = Collector::new(Limits::default());
        let lines = |count: u64| b"1 -1\n".repeat(count as usize);
        collector.feed(&lines(HOPELESS_LINES));
        assert!(!collector.full());
        collector.feed(&lines(1));
        assert!(collector.full());
        let mut log = Collector::new(Limits::default());
        log.feed(b"1 0 -1 5 1\n");
        log.feed(&lines(HOPELESS_LINES));
        assert!(!log.full());
    }
}
