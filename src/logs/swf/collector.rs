//! Collects the records of a log from its text, in pieces of any size.

use super::candidate::{Candidate, Fault, Faults, judge};
use super::dialect::{Advice, Dialect, Translated};
use super::intern::{Interner, Names};
use super::line::{FIELDS, Fields, Line, field};
use super::partial;
use crate::base::digest::hex;
use crate::base::problem::Problem;
use crate::logs::account::{Content, Counts, Reason, Tally, listed};
use crate::logs::dependencies::Stated;
use crate::logs::header::Header;
use crate::logs::log::{Class, Detail, Labels, Log, Record};
use crate::logs::reading::{PartialRule, Reading, ZeroRule};
use crate::logs::refusal::Refusal;
use crate::logs::selection::{Selection, status};
use crate::platform::Amounts;
use crate::words::number;
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Limits of a log. Jobs beyond the limit are counted but not stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Maximum number of stored jobs, 32 bytes each.
    pub jobs: usize,
    /// Maximum length of the decompressed text \[bytes\]: a few kilobytes of gzip can expand to gigabytes.
    pub text_bytes: u64,
}

/// Default limit of jobs, twice the largest log of the archive. The records of this number of jobs need 320 MB.
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

/// Run time of a job whose run time is given as 0, if it is used: the largest that rounds to 0 \[s\].
const HALF_SECOND_S: f64 = 0.5;

/// Collects the records of a text that arrives in pieces.
#[derive(Debug, Default)]
pub struct Collector {
    limits: Limits,
    reading: Reading,
    /// The settings that choose jobs, with the bounds on the log's clock; `None` before the first record.
    selection: Option<Result<Selection, Problem>>,
    header: Header,
    counts: Counts,
    content: Content,
    /// Number of records that could be jobs, whether or not the settings choose them.
    candidates: u64,
    records: Vec<Record>,
    /// Names of jobs in place of numbers, by index of the record.
    job_names: BTreeMap<usize, Box<str>>,
    /// What jobs wait for, by index of the record.
    stated: Stated,
    /// Memory and GPUs per processor, by index of the record; an empty list if they are not read, or no job asks for any.
    asked: Vec<Amounts>,
    /// The last record that describes a whole job, whether or not the job is used.
    last: Option<Candidate>,
    /// Partial executions, with their lines; they become jobs at the end of the log.
    parts: Vec<(Candidate, u64)>,
    /// Names in place of numbers.
    names: Labels<Names>,
    users: Interner<i64>,
    classes: Interner<(i64, i64)>,
    /// The classes of all records, also of those that are left out.
    all_classes: Interner<(i64, i64)>,
    /// Number of processors and line of each record that has more processors than all earlier records.
    larger: Vec<(u32, u64)>,
    /// The format of the text, if it is not the Standard Workload Format.
    dialect: Option<Box<dyn Dialect>>,
    /// What to say if there is no usable job.
    advice: Advice,
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

impl Collector {
    pub fn new(limits: Limits, reading: Reading) -> Collector {
        Collector { limits, reading, ..Collector::default() }
    }

    /// A collector for text in another format.
    pub fn of(dialect: Box<dyn Dialect>, limits: Limits, reading: Reading) -> Collector {
        Collector { dialect: Some(dialect), ..Collector::new(limits, reading) }
    }

    /// Number of jobs so far.
    fn jobs(&self) -> usize {
        self.dialect.as_ref().map_or(self.records.len(), |own| own.jobs())
    }

    /// Number of records so far, usable or not.
    pub fn records(&self) -> u64 {
        self.counts.records
    }

    /// True if reading can stop, because the limit of the text is reached or very many lines have no usable job.
    pub fn full(&self) -> bool {
        self.full || (self.candidates == 0 && self.counts.lines > HOPELESS_LINES)
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
        let room = self.longest_line() + 1 - self.begun.len();
        self.begun.extend_from_slice(&part[..part.len().min(room)]);
    }

    fn longest_line(&self) -> usize {
        self.dialect.as_ref().map_or(LONGEST_LINE, |own| own.longest_line())
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
        if self.dialect.is_some() {
            return self.other_line(line, ended);
        }
        let long = line.len() > LONGEST_LINE;
        match Line::of(&line[..line.len().min(LONGEST_LINE)]) {
            Line::Blank if !long => {}
            Line::Comment(text) => self.header.add(text),
            Line::Blank => self.left_out(Reason::LongLine),
            Line::Record(_) if long => self.left_out(Reason::LongLine),
            Line::Record(fields) => {
                let broken = !ended && fields.count < self.most_fields;
                self.most_fields = self.most_fields.max(fields.count.min(FIELDS));
                match broken {
                    true => self.left_out(Reason::BreaksOff),
                    false => self.record(&fields),
                }
            }
        }
    }

    /// Adds a line in another format.
    fn other_line(&mut self, line: &[u8], ended: bool) {
        let long = line.len() > self.longest_line();
        let full = self.jobs() >= self.limits.jobs;
        let Some(dialect) = self.dialect.as_mut().filter(|_| !long && !full) else {
            return self.left_out(if long { Reason::LongLine } else { Reason::BeyondLimit });
        };
        match dialect.add(line, self.counts.lines) {
            Ok(is_job) => self.candidates += u64::from(is_job),
            Err(Reason::Cells) if !ended => self.left_out(Reason::BreaksOff),
            Err(reason) => self.left_out(reason),
        }
    }

    /// Adds the jobs of a text in another format, and returns remarks on them.
    ///
    /// # Errors
    /// If the text is not in this format, or lacks what a job needs.
    fn translate(&mut self) -> Result<Vec<String>, Problem> {
        let Some(dialect) = self.dialect.take() else {
            return Ok(Vec::new());
        };
        let Translated { header, records, remarks, advice } = dialect.translated()?;
        self.advice = advice;
        for (name, text) in header {
            self.header.add(format!("{name}: {text}").as_bytes());
        }
        let lines = self.counts.lines;
        self.candidates = 0;
        self.stated.is_part = true;
        for (record, line) in records {
            self.counts.lines = line;
            if let Line::Record(fields) = Line::of(record.as_bytes()) {
                self.record(&fields);
            }
        }
        self.counts.lines = lines;
        // Names are no surprise there.
        self.counts.texts.retain(|own| !own.named);
        Ok(remarks)
    }

    fn left_out(&mut self, reason: Reason) {
        self.header.interrupt();
        self.counts.records += 1;
        self.counts.drop(reason, self.counts.lines);
    }

    /// Adds a record: as a job, or as a part of a job.
    fn record(&mut self, fields: &Fields) {
        let line = self.counts.lines;
        match judge(fields, &mut self.names) {
            Err(reason) => self.left_out(reason),
            Ok((candidate, faults)) => {
                self.header.interrupt();
                // Another format has memory in columns of its own.
                let read = if self.reading.resources || self.stated.is_part { 1 << field::MEMORY } else { 0 };
                self.content.add(fields.count, fields.unused & !read);
                self.all_classes.index((candidate.queue, candidate.partition));
                self.candidates += 1;
                let covered = self.last.as_ref().is_some_and(|last| last.of_job(&candidate));
                if !candidate.is_part() {
                    self.counts.records += 1;
                    self.last = Some(candidate.clone());
                    if let Err(reason) = self.job(candidate, line, faults) {
                        self.counts.drop(reason, line);
                    }
                } else if covered {
                    self.left_out(Reason::PartOfSummary);
                } else if self.parts.len() < self.limits.jobs {
                    self.counts.records += 1;
                    self.parts.push((candidate, line));
                } else {
                    self.left_out(Reason::BeyondLimit);
                }
            }
        }
    }

    /// Adds a job if it is usable and the settings choose it; otherwise returns the reason against it.
    fn job(&mut self, mut job: Candidate, line: u64, faults: Faults) -> Result<(), Reason> {
        // A job that was cancelled after 0 s did not run.
        let ran = job.runtime_s == 0.0 && job.status != status::CANCELLED;
        let zero = ran && self.reading.zero == ZeroRule::HalfSecond;
        if zero {
            job.runtime_s = HALF_SECOND_S;
        }
        if let Some(reason) = self.reason_against(&job) {
            self.stated.left_out.extend(job.id());
            return Err(reason);
        }
        let (user, user_merged) = self.users.index(job.user);
        let (class, class_merged) = self.classes.index((job.queue, job.partition));
        let record = Record { user, class, ..job.record() };
        let counts = &mut self.counts;
        let note = |holds: bool, tally: &mut Tally| {
            if holds {
                tally.add(line);
            }
        };
        note(zero, &mut counts.half_seconds);
        note(job.by_request, &mut counts.by_request);
        note(job.processors.fract() != 0.0, &mut counts.rounded_up);
        note(user_merged || class_merged, &mut counts.merged);
        note(self.records.last().is_some_and(|last| record.submit_s < last.submit_s), &mut counts.out_of_order);
        counts.failed += u64::from(job.status == status::FAILED);
        counts.cancelled += u64::from(job.status == status::CANCELLED);
        for Fault { field, named } in faults.into_iter().flatten() {
            counts.text(field, named, line);
        }
        if self.larger.last().is_none_or(|&(processors, _)| record.processors > processors) {
            self.larger.push((record.processors, line));
        }
        if let Some((text, think_s)) = job.after {
            self.stated.add(self.records.len(), &text, think_s);
        }
        if self.reading.resources && !job.asks.is_none() {
            self.asked.resize(self.records.len(), Amounts::NONE);
            self.asked.push(job.asks);
        }
        if let Some(name) = job.name {
            self.job_names.insert(self.records.len(), name);
        }
        self.records.push(record);
        Ok(())
    }

    /// Reason for leaving out a job.
    fn reason_against(&mut self, job: &Candidate) -> Option<Reason> {
        let selection = self.selection.get_or_insert_with(|| Selection::new(&self.reading, &self.header));
        let selected = || match selection {
            Ok(selection) => selection.left_out(|field| job.value(field, &self.names)),
            // The log is refused in the end.
            Err(_) => None,
        };
        let full = || (self.records.len() >= self.limits.jobs).then_some(Reason::BeyondLimit);
        job.unusable().or_else(selected).or_else(full)
    }

    /// Joins the partial executions of each job without a summary line, or leaves them out.
    fn join_parts(&mut self) {
        let parts = std::mem::take(&mut self.parts);
        if parts.is_empty() {
            return;
        }
        let summaries = partial::Summaries::of(&self.records, &self.job_names, &self.users.values());
        let (covered, alone): (Vec<_>, Vec<_>) = parts.into_iter().partition(|(part, _)| summaries.hold(part));
        covered.iter().for_each(|(_, line)| self.counts.drop(Reason::PartOfSummary, *line));
        // Parts without a number or name cannot be assigned to a job.
        let joined = self.reading.partial == PartialRule::Joined;
        let (alone, unknown): (Vec<_>, Vec<_>) = alone.into_iter().partition(|(part, _)| joined && part.is_numbered());
        unknown.iter().for_each(|(_, line)| self.counts.drop(Reason::PartAlone, *line));
        let in_the_file = self.counts.out_of_order.clone();
        for (job, lines) in partial::joined(alone) {
            let first = lines.first().copied().unwrap_or_default();
            match self.job(job, first, Faults::default()) {
                Ok(()) => {
                    self.counts.joined.add(first);
                    self.counts.parts += lines.len() as u64;
                }
                Err(reason) => lines.iter().for_each(|line| self.counts.drop(reason, *line)),
            }
        }
        // Joined jobs are the last records, which says nothing about the order of the file.
        self.counts.out_of_order = in_the_file;
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
        let remarks = self.translate().map_err(|problem| Problem { place: name.to_owned(), ..problem })?;
        self.join_parts();
        if let Some(Err(problem)) = self.selection {
            return Err(Problem { place: format!("{name}: {}", problem.place), ..problem }.into());
        }
        if self.records.is_empty() {
            return Err(self.nothing(name, damage).into());
        }
        let mut names = match self.job_names.is_empty() {
            true => Vec::new(),
            false => (0..self.records.len()).map(|at| self.job_names.remove(&at).unwrap_or_default()).collect(),
        };
        if self.counts.out_of_order.count + self.counts.joined.count > 0 {
            let mut order: Vec<usize> = (0..self.records.len()).collect();
            let records = &self.records;
            order.sort_by(|&a, &b| records[a].submit_s.total_cmp(&records[b].submit_s));
            names = order.iter().filter_map(|&at| names.get_mut(at).map(std::mem::take)).collect();
            self.records = order.iter().map(|&at| records[at]).collect();
            if !self.asked.is_empty() {
                self.asked = order.iter().map(|&at| self.asked.get(at).copied().unwrap_or_default()).collect();
            }
            self.stated.moved(&order);
        }
        let table = self.stated.table(name, self.reading.dependencies, &self.records, &names)?;
        let (dependencies, about) = table.unzip();
        self.records.shrink_to_fit();
        let Labels { users, queues, partitions } = self.names;
        let (mut classes, mut user_numbers) = (self.classes.values(), self.users.values());
        let mut all_classes = self.all_classes.values();
        let labels = Labels {
            users: users.numbered(user_numbers.iter_mut()),
            queues: queues.numbered(classes.iter_mut().chain(&mut all_classes).map(|class| &mut class.0)),
            partitions: partitions.numbered(classes.iter_mut().chain(&mut all_classes).map(|class| &mut class.1)),
        };
        let class = |(queue, partition)| Class { queue, partition };
        let sha256 = hex(&self.hash.finalize());
        Ok(Log {
            name: name.to_owned(),
            header: self.header,
            counts: self.counts,
            content: self.content,
            damage,
            unpacked: Vec::new(),
            remarks: remarks.into_iter().chain(about).collect(),
            text_bytes: self.text_bytes,
            sha256,
            records: self.records,
            names,
            classes: classes.into_iter().map(class).collect(),
            all_classes: all_classes.into_iter().map(class).collect(),
            users: user_numbers,
            labels,
            larger: self.larger,
            details: self.asked.into_iter().map(|asks| Detail { asks, ..Detail::default() }).collect(),
            dependencies: dependencies.filter(|own| !own.is_empty()).map(Arc::new),
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
            wrong += &format!(": {}", self.advice.blank);
        } else {
            wrong += ": it is empty";
        }
        if let Some(damage) = damage {
            wrong = format!("{wrong}. {}", damage.trim_end_matches('.'));
        }
        if self.counts.dropped.iter().any(|own| matches!(own.reason, Reason::Excluded | Reason::OtherStatus)) {
            return Problem::new(
                name,
                wrong,
                "settings that leave a job",
                "Widen the settings status, from, until, only and without",
            );
        }
        Problem::new(name, wrong, self.advice.allowed, self.advice.remedy)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A file such as a program or a picture has many lines, but no jobs.
    #[test]
    fn what_has_very_many_lines_without_a_job_is_not_read_on() {
        let mut collector = Collector::new(Limits::default(), Reading::default());
        let lines = |count: u64| b"1 -1\n".repeat(count as usize);
        collector.feed(&lines(HOPELESS_LINES));
        assert!(!collector.full());
        collector.feed(&lines(1));
        assert!(collector.full());
        let mut log = Collector::new(Limits::default(), Reading::default());
        log.feed(b"1 0 -1 5 1\n");
        log.feed(&lines(HOPELESS_LINES));
        assert!(!log.full());
    }
}
