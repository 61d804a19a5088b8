//! Reads a log in steps: unpacks the file, recognises its kind, and collects its jobs. The content of the file decides
//! how it is read, not the file's name.

use super::archive::{kind, only_log};
use super::batsim;
use super::kind::{Foreign, Kind, beginning};
use super::log::Log;
use super::reading::Reading;
use super::refusal::{Progress, Refusal};
use super::sacct::{self, Import};
use super::swf::{Collector, Limits};
use super::unpacked::{Ahead, Counted, Remarks, unpack};
use crate::base::problem::Problem;
use std::cell::Cell;
use std::io::{self, BufRead, Read};
use std::rc::Rc;

/// Reads a log in steps of at most 64 KiB of text, so that a caller stays responsive.
///
/// ```
/// use metasched_logs::logs::Reader;
///
/// let file = &b"; MaxProcs: 4\n1 0 -1 60 2 -1 -1 2\n2 30 -1 10 4\n"[..];
/// let mut reader = Reader::new("two jobs.swf", file);
/// while reader.step().unwrap() {}
/// let log = reader.finish().unwrap();
/// assert_eq!(log.records().len(), 2);
/// assert_eq!(log.records()[1].submit_s, 30.0);
/// ```
pub struct Reader<'s> {
    name: String,
    limits: Limits,
    reading: Reading,
    text: Ahead<'s>,
    /// Number of compressions that were removed.
    layers: usize,
    /// Bytes of the file that were read.
    taken: Rc<Cell<u64>>,
    remarks: Remarks,
    state: State,
}

enum State {
    /// The file is not unpacked completely, or its kind is unknown.
    Packed,
    /// The log of an archive, whose kind is unknown.
    Archived,
    Swf(Box<Collector>),
    /// A workload of Batsim, which is parsed when it is complete.
    Json(Vec<u8>),
    /// A format that we do not read.
    Foreign(&'static Foreign),
}

/// Description of all files that are read.
const READ: &str = "a job log in the Standard Workload Format, output of Slurm's sacct or a workload of Batsim (JSON), plain, .gz, .xz, or alone in \
                    a tar or zip archive";

impl<'s> Reader<'s> {
    /// Creates a reader. `name` is the file's name, for messages.
    pub fn new(name: &str, file: impl Read + 's) -> Reader<'s> {
        Reader::with_limits(name, file, Limits::default())
    }

    /// Creates a reader with the given limits on jobs and text. `name` is the file's name, for messages.
    pub fn with_limits(name: &str, file: impl Read + 's, limits: Limits) -> Reader<'s> {
        let taken = Rc::default();
        let text = Ahead::new(Counted { source: file, taken: Rc::clone(&taken) });
        let (name, remarks) = (name.to_owned(), Remarks::default());
        Reader { name, limits, reading: Reading::default(), text, layers: 0, taken, remarks, state: State::Packed }
    }

    /// The same reader with these settings.
    #[must_use]
    pub fn reading(self, reading: Reading) -> Reader<'s> {
        Reader { reading, ..self }
    }

    /// Bytes of the file that were read.
    pub fn taken(&self) -> u64 {
        self.taken.get()
    }

    /// Reads the next piece; returns false if no more bytes are needed, because the file ended, exceeds a limit, or is
    /// in another format.
    ///
    /// # Errors
    /// If the file cannot be read, is damaged, or is an archive without exactly one log.
    pub fn step(&mut self) -> Result<bool, Refusal> {
        match self.try_step() {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => Ok(true),
            done => done.map_err(|error| self.failed(&error)),
        }
    }

    fn try_step(&mut self) -> io::Result<bool> {
        match &mut self.state {
            State::Packed => {
                if unpack(&mut self.text, &mut self.layers, &self.remarks)? {
                    return Ok(true);
                }
                match only_log(&mut self.text, &self.remarks)? {
                    Some(log) => {
                        self.text = Ahead::new(log);
                        self.state = State::Archived;
                    }
                    None => self.recognise()?,
                }
                Ok(true)
            }
            State::Archived => self.recognise().map(|()| true),
            State::Swf(collector) => {
                let piece = self.text.fill_buf()?;
                let length = piece.len();
                collector.feed(piece);
                self.text.consume(length);
                Ok(length > 0 && !collector.full())
            }
            State::Json(text) => {
                let piece = self.text.fill_buf()?;
                let length = piece.len();
                text.extend_from_slice(piece);
                self.text.consume(length);
                Ok(length > 0 && text.len() <= batsim::MOST_BYTES)
            }
            State::Foreign(_) => Ok(false),
        }
    }

    fn recognise(&mut self) -> io::Result<()> {
        self.state = match kind(beginning(&mut self.text)?) {
            Kind::Swf | Kind::Unclear => State::Swf(Box::new(Collector::new(self.limits, self.reading.clone()))),
            Kind::Batsim => State::Json(Vec::new()),
            Kind::Sacct => {
                let table = Box::new(sacct::Table::new(self.reading.processors, self.reading.zone.clone()));
                State::Swf(Box::new(Collector::of(table, self.limits, self.reading.clone())))
            }
            Kind::Foreign(kind) => State::Foreign(kind),
        };
        Ok(())
    }

    /// Ends reading and returns the log.
    ///
    /// # Errors
    /// If the file is not a log, or has no usable job.
    pub fn finish(self) -> Result<Log, Refusal> {
        let remarks = self.remarks.take();
        let log = match self.state {
            State::Foreign(kind) => return Err(self.foreign(kind).into()),
            State::Packed | State::Archived => Collector::default().finish(&self.name)?,
            State::Swf(collector) => collector.finish(&self.name)?,
            State::Json(text) => batsim::read(&self.name, &text, &self.reading)?,
        };
        Ok(Log { unpacked: remarks, ..log })
    }

    /// Reads Slurm's accounting with all that a log has no field for.
    ///
    /// # Errors
    /// If the file cannot be read, is no accounting, or has no usable job.
    pub fn import(mut self) -> Result<Import, Refusal> {
        while matches!(self.state, State::Packed | State::Archived) {
            self.step()?;
        }
        if let State::Foreign(kind) = self.state {
            return Err(self.foreign(kind).into());
        }
        let import = Import::read(&self.name, &mut self.text, self.reading.processors, self.reading.zone.clone());
        Ok(import.map_err(|error| self.failed(&error))??)
    }

    fn foreign(&self, kind: &Foreign) -> Problem {
        Problem::new(&self.name, kind.is, READ, kind.remedy)
    }

    /// The refusal of a file that could not be read further because of `error`.
    fn failed(&self, error: &io::Error) -> Refusal {
        let records = match &self.state {
            State::Swf(collector) => collector.records(),
            State::Packed | State::Archived | State::Json(_) | State::Foreign(_) => 0,
        };
        Refusal::of(&self.name, error, Progress { bytes: self.taken(), records })
    }
}

/// Reads a whole log from any source.
///
/// # Errors
/// If the text is not a log, is incomplete or has no usable job, or if reading from the source fails.
pub fn read(name: &str, source: &mut dyn Read) -> Result<Log, Refusal> {
    let mut reader = Reader::new(name, source);
    while reader.step()? {}
    reader.finish()
}

#[cfg(test)]
mod tests;
