//! The log in a worker: read piece by piece when first needed, then kept.

use super::messages::LogSummary;
use crate::base::problem::Problem;
use crate::logs::{HomeNames, Log, Reader, Reading, doubts, remarks};
use crate::workload::HomeRule;
use std::io::{self, Read};
use std::sync::Arc;
use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::*;
use web_sys::{Blob, FileReaderSync};

/// Bytes read from the browser at a time.
const BLOCK: f64 = 1_048_576.0;

/// A log that the page has sent. It is read piece by piece when a task first needs it.
pub struct LogReader {
    id: u32,
    name: String,
    file: Blob,
    reading: Reading,
    state: State,
}

enum State {
    /// Not needed yet.
    Closed,
    /// The log is being read.
    Open(Box<Reader<'static>>),
    /// Read completely, or invalid.
    Read(Result<Arc<Log>, Problem>),
}

impl LogReader {
    /// A log that has not been read yet: its number, name and file.
    pub fn new(id: u32, name: String, file: JsValue) -> LogReader {
        let file = file.dyn_into::<Blob>();
        LogReader {
            id,
            state: match &file {
                Ok(_) => State::Closed,
                Err(_) => State::Read(Err(Problem::new(&name, "is no file", "a file", "Drop it again."))),
            },
            name,
            reading: Reading::default(),
            file: file.unwrap_or_else(JsCast::unchecked_into),
        }
    }

    /// Sets how the log is read; a log that was read otherwise is read again.
    pub fn read_as(&mut self, reading: Reading) {
        if self.reading != reading {
            self.reading = reading;
            self.state = State::Closed;
        }
    }

    /// Number of the log.
    pub fn id(&self) -> u32 {
        self.id
    }

    /// The log, or the problem with it; `None` until it is read completely.
    pub fn parsed(&self) -> Option<&Result<Arc<Log>, Problem>> {
        match &self.state {
            State::Read(log) => Some(log),
            State::Closed | State::Open(_) => None,
        }
    }

    /// Share of the file that has been read.
    pub fn fraction(&self) -> f64 {
        match &self.state {
            State::Closed => 0.0,
            State::Open(reader) => reader.taken() as f64 / self.file_bytes().max(1.0),
            State::Read(_) => 1.0,
        }
    }

    /// Reads the next piece.
    pub fn read(&mut self) {
        self.state = match std::mem::replace(&mut self.state, State::Closed) {
            State::Closed => {
                let file = BlobBytes::of(self.file.clone());
                State::Open(Box::new(Reader::new(&self.name, file).reading(self.reading.clone())))
            }
            State::Open(mut reader) => match reader.step() {
                Ok(true) => State::Open(reader),
                Ok(false) => State::Read(reader.finish().map(Arc::new).map_err(Problem::from)),
                Err(refusal) => State::Read(Err(refusal.into())),
            },
            read @ State::Read(_) => read,
        };
    }

    /// Facts about the log that the page shows.
    pub fn summary(&self, log: &Log) -> LogSummary {
        let homes = |rule| HomeNames::of(log, rule).unwrap_or_default();
        LogSummary {
            name: log.name.clone(),
            file_bytes: self.file_bytes() as u64,
            text_bytes: log.text_bytes,
            sha256: log.sha256.clone(),
            jobs: log.records().len() as u64,
            left_out: log.counts.left_out(),
            dropped: log.counts.dropped.iter().map(ToString::to_string).collect(),
            notes: log.notes(),
            remarks: doubts(log).into_iter().chain(remarks(log)).collect(),
            largest_job: log.largest(),
            span_s: log.span_s(),
            max_procs: log.header.processors(),
            queues: homes(HomeRule::Queue),
            partitions: homes(HomeRule::Partition),
            users: log.user_count() as u32,
            without_request: log.without_request(u64::MAX),
        }
    }

    /// Length of the file \[bytes\].
    fn file_bytes(&self) -> f64 {
        self.file.size()
    }
}

/// A file of the browser, read block by block.
struct BlobBytes {
    file: Blob,
    /// The current block and the position in it.
    block: Vec<u8>,
    at: usize,
    /// Start of the next block.
    next: f64,
}

impl BlobBytes {
    fn of(file: Blob) -> BlobBytes {
        BlobBytes { file, block: Vec::new(), at: 0, next: 0.0 }
    }

    /// Loads the next block of the file if the current block is used up.
    fn fill(&mut self) -> io::Result<()> {
        if self.at < self.block.len() || self.next >= self.file.size() {
            return Ok(());
        }
        // Reading fails if the file was changed or removed after the page received it.
        let explain =
            |error: JsValue| io::Error::new(io::ErrorKind::StaleNetworkFileHandle, super::messages::words(&error));
        let until = (self.next + BLOCK).min(self.file.size());
        let part = self.file.slice_with_f64_and_f64(self.next, until).map_err(explain)?;
        let buffer = FileReaderSync::new().and_then(|reader| reader.read_as_array_buffer(&part));
        self.block = js_sys::Uint8Array::new(&buffer.map_err(explain)?.into()).to_vec();
        self.at = 0;
        self.next = until;
        Ok(())
    }
}

impl Read for BlobBytes {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        self.fill()?;
        let taken = (&self.block[self.at..]).read(bytes)?;
        self.at += taken;
        Ok(taken)
    }
}
