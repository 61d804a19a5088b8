//! The log in a worker: read piece by piece when first needed, then kept.

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

/// Bytes read from the browser at a time.
const BLOCK: f64 = 1_048_576.0;

/// Bytes passed to the reader at a time: even a malicious gzip file decompresses to a limited text.
const PIECE: usize = 65_536;

/// First bytes of an .xz file.
const XZ_MAGIC: &[u8] = b"\xFD7zXZ\0";
/// Maximum memory for decompressing .xz \[KiB\]: the strongest preset (xz -9) needs 64 MiB.
const XZ_MEMORY_KIB: u32 = 256 * 1024;

/// A log given by the page. It is read piece by piece when first needed.
pub struct LogReader {
    id: u32,
    name: String,
    file: Blob,
    /// Number of bytes of the file that were read.
    taken: Rc<Cell<f64>>,
    state: State,
}

enum State {
    /// Not needed yet.
    Closed,
    /// Being read: reader state and source of the bytes.
    Open { reader: Box<Reader>, source: Box<dyn Read> },
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
            taken: Rc::default(),
            file: file.unwrap_or_else(JsCast::unchecked_into),
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

    /// Called at the end of the file.
    fn finished(&mut self, reader: Reader) -> State {
        State::Read(reader.finish().map(Arc::new).map_err(Problem::from))
    }

    /// Bytes of the file; .xz is decompressed here, gzip by the reader.
    fn source(&self) -> Box<dyn Read> {
        let mut bytes = BlobBytes { taken: self.taken.clone(), ..BlobBytes::of(self.file.clone()) };
        // If reading fails now, it fails again later and is reported then.
        match bytes.fill() {
            Ok(()) if bytes.block.starts_with(XZ_MAGIC) => {
                Box::new(XzReader::new_mem_limit(bytes, true, XZ_MEMORY_KIB))
            }
            _ => Box::new(bytes),
        }
    }
}

/// See [`LogSummary::busy`]; computed like `workload.load`, for one processor.
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
    /// The current block and the position in it.
    block: Vec<u8>,
    at: usize,
    /// Start of the next block.
    next: f64,
    /// Number of bytes that were read.
    taken: Rc<Cell<f64>>,
}

impl BlobBytes {
    fn of(file: Blob) -> BlobBytes {
        BlobBytes { file, block: Vec::new(), at: 0, next: 0.0, taken: Rc::default() }
    }

    /// Loads the next block if the current one is used up.
    fn fill(&mut self) -> io::Result<()> {
        if self.at < self.block.len() || self.next >= self.file.size() {
            return Ok(());
        }
        // The file was changed or removed after the page received it.
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
