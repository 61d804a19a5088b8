//! Slurm's accounting as a log in the Standard Workload Format, with the details for which the format has no field.

use super::{ALLOWED, Accounting, Columns, LONGEST_LINE, Line, REMEDY, Row};
use crate::base::problem::Problem;
use crate::logs::account::{Counts, Reason};
use crate::logs::dependencies::{Stated, field_17};
use crate::logs::reading::{DependencyRule, ProcessorRule};
use crate::logs::swf::{Labels, Start, SwfHeader, SwfJob, SwfWriter, Times};
use crate::words::number::count;
use crate::workload::Dependencies;
use jiff::Timestamp;
use jiff::tz::TimeZone;
use std::collections::BTreeMap;
use std::io::{self, BufRead, Read, Write};

/// Maximum length of the text \[bytes\]: all jobs are kept until they are sorted.
const MOST_TEXT: u64 = 1 << 30;

/// Reads the whole accounting.
#[derive(Debug)]
pub struct Import {
    accounting: Accounting,
    zone: Option<TimeZone>,
    counts: Counts,
    jobs: Vec<Imported>,
    /// What the jobs wait for, by their places among `jobs`.
    dependencies: Dependencies,
    users: Names,
    groups: Names,
    queues: Names,
    partitions: Names,
}

/// A job with its line.
#[derive(Clone, Debug)]
pub struct Imported {
    /// The job.
    pub row: Row,
    /// The most memory that a task of one of the job's steps used \[MiB\].
    pub max_rss_mib: Option<f64>,
    /// The line in the file.
    pub text: String,
    /// Numbers of user, group, queue and partition.
    numbers: [Option<u64>; 4],
}

/// Numbers of names, from 1, in order of appearance.
#[derive(Debug, Default)]
struct Names(BTreeMap<String, u64>);

impl Names {
    fn number(&mut self, name: &str) -> Option<u64> {
        if name.is_empty() {
            return None;
        }
        let next = self.0.len() as u64 + 1;
        Some(self.0.get(name).copied().unwrap_or_else(|| *self.0.entry(name.to_owned()).or_insert(next)))
    }

    fn labels(&self) -> Labels {
        let mut names: Vec<(u64, &String)> = self.0.iter().map(|(name, &number)| (number, name)).collect();
        names.sort_unstable();
        Labels {
            most: Some(names.len() as u64).filter(|&most| most > 0),
            names: names.iter().map(|(number, name)| format!("{number} {name}")).collect(),
        }
    }
}

impl Import {
    /// Reads the accounting from a decompressed text. `name` is the file's name, for messages.
    ///
    /// # Errors
    /// If the text is no accounting, has no column with what a job needs, has no job, or is too long; or if reading
    /// fails.
    pub fn read(
        name: &str,
        text: &mut dyn BufRead,
        rule: ProcessorRule,
        zone: Option<TimeZone>,
    ) -> io::Result<Result<Import, Problem>> {
        let mut own = Import {
            accounting: Accounting::new(rule, zone.clone()),
            zone,
            counts: Counts::default(),
            jobs: Vec::new(),
            dependencies: Dependencies::default(),
            users: Names::default(),
            groups: Names::default(),
            queues: Names::default(),
            partitions: Names::default(),
        };
        let mut bytes = 0;
        let mut line = Vec::new();
        loop {
            line.clear();
            let length = text.take(LONGEST_LINE as u64 + 1).read_until(b'\n', &mut line)?;
            if length == 0 {
                break;
            }
            bytes += length as u64;
            if bytes > MOST_TEXT {
                let limit = count(MOST_TEXT);
                return Ok(Err(Problem::new(
                    name,
                    format!("has more than {limit} bytes of text"),
                    format!("at most {limit}"),
                    "Divide it by months (--starttime, --endtime of sacct), or read it directly: metasched trace FILE",
                )));
            }
            own.counts.lines += 1;
            let is_long = length > LONGEST_LINE;
            if is_long && !line.ends_with(b"\n") {
                skip_line(text)?;
            }
            if let Err(reason) = own.add(&line, is_long) {
                own.counts.records += 1;
                own.counts.drop(reason, own.counts.lines);
            }
            if own.accounting.problem().is_some() {
                break;
            }
        }
        Ok(own.finished(name))
    }

    fn add(&mut self, line: &[u8], is_long: bool) -> Result<(), Reason> {
        if is_long {
            return Err(Reason::LongLine);
        }
        let line = String::from_utf8_lossy(line);
        match self.accounting.line(&line, self.counts.lines)? {
            Line::Nothing => {}
            Line::Step(id, max_rss_mib) => {
                if let Some(job) = self.jobs.last_mut().filter(|job| job.row.id == id) {
                    job.max_rss_mib = job.max_rss_mib.into_iter().chain(max_rss_mib).reduce(f64::max);
                }
            }
            Line::Job(row) => {
                self.counts.records += 1;
                self.jobs.push(Imported { row: *row, max_rss_mib: None, text: line.into_owned(), numbers: [None; 4] });
            }
        }
        Ok(())
    }

    /// The jobs in order of submission, with the numbers of their names.
    fn finished(mut self, name: &str) -> Result<Import, Problem> {
        if let Some(problem) = self.accounting.problem() {
            return Err(Problem { place: name.to_owned(), ..problem.clone() });
        }
        if self.jobs.is_empty() {
            let wrong = match self.counts.dropped.is_empty() {
                true => format!("has no job: {}", self.accounting.without_jobs()),
                false => format!("has no usable job: {}", crate::logs::account::listed(&self.counts.dropped)),
            };
            return Err(Problem::new(name, wrong, ALLOWED, REMEDY));
        }
        self.jobs.sort_by_key(|job| job.row.submit_s);
        let mut stated = Stated { is_part: true, ..Stated::default() };
        for (at, job) in self.jobs.iter().enumerate().filter(|(_, job)| !job.row.after.is_empty()) {
            stated.add(at, &job.row.after, 0.0);
        }
        let ids: Vec<Box<str>> = self.jobs.iter().map(|job| job.row.id.as_str().into()).collect();
        let table = stated.table(name, DependencyRule::Kept, &[], &ids)?;
        self.dependencies = table.map(|own| own.0).unwrap_or_default();
        for job in &mut self.jobs {
            job.numbers = [
                self.users.number(&job.row.user),
                self.groups.number(&job.row.group),
                self.queues.number(&job.row.qos),
                self.partitions.number(&job.row.partition),
            ];
        }
        Ok(self)
    }

    /// Account of reading.
    pub fn counts(&self) -> &Counts {
        &self.counts
    }

    /// The table as it was read: columns, notes.
    pub fn accounting(&self) -> &Accounting {
        &self.accounting
    }

    /// The columns of the table.
    pub fn columns(&self) -> Option<&Columns> {
        self.accounting.columns()
    }

    /// The jobs in order of submission; the first one has the number 1 in the log.
    pub fn jobs(&self) -> &[Imported] {
        &self.jobs
    }

    fn first_s(&self) -> i64 {
        self.jobs.first().map_or(0, |job| job.row.submit_s)
    }

    /// Writes the log. `conversion` is the program that writes it.
    ///
    /// # Errors
    /// If writing to `out` fails.
    pub fn write(&self, out: impl Write, conversion: &str) -> io::Result<()> {
        let first_s = self.first_s();
        let fields = self.accounting.header(first_s);
        let text = |wanted| fields.iter().find(|(name, _)| *name == wanted).map(|(_, text)| text.as_str());
        let east_s = self.zone.as_ref().and_then(|zone| {
            Timestamp::from_second(first_s).ok().map(|time| i64::from(zone.to_offset(time).seconds()))
        });
        let processors = match self.accounting.rule() {
            ProcessorRule::Cores => "a processor is a core",
            ProcessorRule::Nodes => "a processor is a node",
        };
        let mut notes = vec![format!("from Slurm's accounting (sacct): {processors}, a queue is a QOS")];
        if self.zone.is_none() {
            notes.push("times are as sacct printed them, in a zone that is not known".to_owned());
        }
        let header = SwfHeader {
            computer: text("Computer").unwrap_or_default(),
            conversion,
            jobs: Some(self.jobs.len() as u64),
            processors: None,
            start: Some(Start { unix_s: first_s, east_s: east_s.unwrap_or(0) }),
            zone: text("TimeZoneString"),
            queues: self.queues.labels(),
            partitions: self.partitions.labels(),
            notes: &notes,
        };
        let mut writer = SwfWriter::new(out, &header, Times::Exact)?;
        for (job, number) in self.jobs.iter().zip(1..) {
            let after = field_17(&self.dependencies, number - 1, |job| job + 1);
            writer.write_after(&self.record(job, number), after)?;
        }
        writer.finish().map(drop)
    }

    fn record(&self, job: &Imported, number: u64) -> SwfJob {
        let row = &job.row;
        let used = row.processors(self.accounting.rule());
        let seconds = |own: i64| own as f64;
        let [user, group, queue, partition] = job.numbers;
        SwfJob {
            number,
            submit_s: seconds(row.submit_s - self.first_s()),
            wait_s: row.wait_s.map(seconds),
            runtime_s: row.runtime_s.map(seconds),
            processors: used.used,
            requested_processors: used.requested.or(used.used),
            requested_s: row.requested_s.map(seconds),
            status: row.status,
            user,
            group,
            queue,
            partition,
            asks: row.asks(self.accounting.rule()),
        }
    }
}

/// Reads to the end of a line, without keeping it.
fn skip_line(text: &mut dyn BufRead) -> io::Result<()> {
    loop {
        let piece = text.fill_buf()?;
        let (length, ended) = match piece.iter().position(|&byte| byte == b'\n') {
            Some(end) => (end + 1, true),
            None => (piece.len(), piece.is_empty()),
        };
        text.consume(length);
        if ended {
            return Ok(());
        }
    }
}
