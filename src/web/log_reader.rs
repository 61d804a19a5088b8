//! The log in a worker: read piece by piece when it is first needed, and kept.

use super::messages::LogSummary;
use crate::base::problem::Problem;
use crate::workload::swf::{Class, Log, Reader};
use lzma_rust2::XzReader;
use std::cell::Cell;
use std::io::{self, Read};
use std::rc::Rc;
use std::sync::Arc;
use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::*;
use web_sys::{Blob, FileReaderSync};

/// Bytes that the browser hands over at once.
const BLOCK: f64 = 1_048_576.0;

/// Bytes that the reader takes at once: even a hostile gzip file decompresses to a bounded text.
const PIECE: usize = 65_536;

/// With what a file in .xz begins.
const XZ_MAGIC: &[u8] = b"\xFD7zXZ\0";
/// Most memory that decompressing .xz may take \[KiB\]: the strongest preset (xz -9) needs 64 MiB.
const XZ_MEMORY_KIB: u32 = 256 * 1024;

/// A log that the page gave, read piece by piece when it is first needed.
pub struct LogReader {
    id: u32,
    name: String,
    file: Blob,
    /// Bytes of the file that were read.
    taken: Rc<Cell<f64>>,
    state: State,
}

enum State {
    /// It has not been needed yet.
    Closed,
    /// Being read: what is known so far, and where the bytes come from.
    Open { reader: Box<Reader>, source: Box<dyn Read> },
    /// Read, or known to be no log.
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
            taken: Rc::default(),
            file: file.unwrap_or_else(JsCast::unchecked_into),
        }
    }

    /// Its number.
    pub fn id(&self) -> u32 {
        self.id
    }

    /// The log, or what is wrong with it; `None` while it is not read to its end.
    pub fn parsed(&self) -> Option<&Result<Arc<Log>, Problem>> {
        match &self.state {
            State::Read(log) => Some(log),
            State::Closed | State::Open { .. } => None,
        }
    }

    /// Share of the file that has been read.
    pub fn fraction(&self) -> f64 {
        match &self.state {
            State::Closed => 0.0,
            State::Open { .. } => self.taken.get() / self.file_bytes().max(1.0),
            State::Read(_) => 1.0,
        }
    }

    /// Reads the next piece.
    pub fn read(&mut self) {
        self.state = match std::mem::replace(&mut self.state, State::Closed) {
            State::Closed => State::Open { reader: Box::new(Reader::new(&self.name)), source: self.source() },
            State::Open { mut reader, mut source } if reader.wants_more() => {
                let mut piece = vec![0; PIECE];
                match source.read(&mut piece) {
                    Ok(0) => self.finished(*reader),
                    Ok(bytes) => {
                        reader.push(&piece[..bytes]);
                        State::Open { reader, source }
                    }
                    Err(error) => {
                        let taken = self.taken.get() as u64;
                        State::Read(Err(reader.failed(&error, taken).into()))
                    }
                }
            }
            State::Open { reader, .. } => self.finished(*reader),
            read @ State::Read(_) => read,
        };
    }

    /// Facts about the log that the page shows.
    pub fn summary(&self, log: &Log) -> LogSummary {
        let count = |rank: fn(&Class) -> u32| {
            let last = log.classes().iter().map(rank).max();
            last.map_or(0, |last| last + 1)
        };
        LogSummary {
            name: log.name.clone(),
            file_bytes: self.file_bytes() as u64,
            text_bytes: log.text_bytes,
            sha256: log.sha256.clone(),
            jobs: log.records().len() as u64,
            left_out: log.counts.left_out(),
            dropped: log.counts.dropped.iter().map(ToString::to_string).collect(),
            notes: log.notes(),
            largest_job: log.largest(),
            span_s: log.span_s(),
            busy: busy(log),
            max_procs: log.header.processors(),
            queues: count(|class| class.queue_rank),
            partitions: count(|class| class.partition_rank),
            users: log.user_count() as u32,
            without_request: log.without_request(u64::MAX),
        }
    }

    /// Length of the file \[bytes\].
    fn file_bytes(&self) -> f64 {
        self.file.size()
    }

    /// The log is read to its end.
    fn finished(&mut self, reader: Reader) -> State {
        State::Read(reader.finish().map(Arc::new).map_err(Problem::from))
    }

    /// Its bytes from the beginning, .xz decompressed; gzip is left to the reader.
    fn source(&self) -> Box<dyn Read> {
        let mut bytes = BlobBytes { taken: self.taken.clone(), ..BlobBytes::of(self.file.clone()) };
        // What cannot be read now cannot be read later either, and is explained then.
        match bytes.fill() {
            Ok(()) if bytes.block.starts_with(XZ_MAGIC) => {
                Box::new(XzReader::new_mem_limit(bytes, true, XZ_MEMORY_KIB))
            }
            _ => Box::new(bytes),
        }
    }
}

/// See [`LogSummary::busy`]: as `workload.load` reckons, of one processor.
fn busy(log: &Log) -> f64 {
    let work = log.records().iter();
    let work: f64 = work.map(|own| own.runtime_s * f64::from(own.processors)).sum();
    match log.span_s() {
        span_s if span_s > 0.0 => work / span_s,
        _ => 0.0,
    }
}

/// A file of the browser, read block by block.
struct BlobBytes {
    file: Blob,
    /// The block in hand and how far it is read.
    block: Vec<u8>,
    at: usize,
    /// Where the next block begins.
    next: f64,
    /// Bytes that were read.
    taken: Rc<Cell<f64>>,
}

impl BlobBytes {
    fn of(file: Blob) -> BlobBytes {
        BlobBytes { file, block: Vec::new(), at: 0, next: 0.0, taken: Rc::default() }
    }

    /// Takes the next block in hand if this one is read to its end.
    fn fill(&mut self) -> io::Result<()> {
        if self.at < self.block.len() || self.next >= self.file.size() {
            return Ok(());
        }
        // The file has been changed or taken away since the page was given it.
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
        self.taken.set(self.taken.get() + taken as f64);
        Ok(taken)
    }
}
