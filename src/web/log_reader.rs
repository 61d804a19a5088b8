//! The log in a worker: read piece by piece when it is first needed, and kept.

use super::messages::LogSummary;
use super::worker::DroppedLog;
use crate::base::problem::Problem;
use crate::workload::swf::{Class, Details, Log, Reader};
use std::io;
use std::sync::Arc;
use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::*;
use web_sys::{Blob, File, FileReaderSync};

/// Bytes that the browser hands over at once.
const BLOCK: f64 = 1_048_576.0;

/// Bytes that the reader takes at once: even a hostile gzip file decompresses to a bounded text.
const PIECE: usize = 65_536;

/// The log that the page gave.
struct LogReader {
    id: u32,
    name: String,
    file: Blob,
    /// What tells more of its jobs, if it is a file.
    details: JsValue,
    /// What a person should know about that, a sentence each.
    notes: Vec<String>,
    state: State,
}

enum State {
    /// It has not been needed yet.
    Closed,
    /// Being read: the reader, the block in hand and how far it is read, and where the next block begins.
    Open {
        reader: Box<Reader>,
        block: Vec<u8>,
        at: usize,
        next: f64,
    },
    /// Read, or known to be no log.
    Read(Result<Arc<Log>, Problem>),
}

/// A log that has not been read yet.
pub fn open(id: u32, name: String, file: JsValue, details: JsValue) -> Box<dyn DroppedLog> {
    let file = file.dyn_into::<Blob>();
    Box::new(LogReader {
        id,
        state: match &file {
            Ok(_) => State::Closed,
            Err(_) => State::Read(Err(Problem::new(
                &name,
                "is no file",
                "a file",
                "Drop it again.",
            ))),
        },
        name,
        details,
        notes: Vec::new(),
        file: file.unwrap_or_else(JsCast::unchecked_into),
    })
}

impl DroppedLog for LogReader {
    fn id(&self) -> u32 {
        self.id
    }

    fn parsed(&self) -> Option<&Result<Arc<Log>, Problem>> {
        match &self.state {
            State::Read(log) => Some(log),
            State::Closed | State::Open { .. } => None,
        }
    }

    fn fraction(&self) -> f64 {
        match &self.state {
            State::Closed => 0.0,
            State::Open { reader, .. } => reader.bytes() as f64 / self.file_bytes().max(1.0),
            State::Read(_) => 1.0,
        }
    }

    fn read(&mut self) {
        self.state = match std::mem::replace(&mut self.state, State::Closed) {
            State::Closed => State::Open {
                reader: Box::new(Reader::new(&self.name)),
                block: Vec::new(),
                at: 0,
                next: 0.0,
            },
            State::Open {
                mut reader,
                block,
                at,
                next,
            } if at < block.len() && reader.wants_more() => {
                let piece = (at + PIECE).min(block.len());
                reader.push(&block[at..piece]);
                State::Open {
                    reader,
                    block,
                    at: piece,
                    next,
                }
            }
            State::Open { reader, next, .. } if next < self.file_bytes() && reader.wants_more() => {
                match block(&self.file, next) {
                    Ok(block) => State::Open {
                        reader,
                        block,
                        at: 0,
                        next: next + BLOCK,
                    },
                    Err(error) => State::Read(reader.finish_damaged(&error).map(Arc::new)),
                }
            }
            State::Open { reader, .. } => {
                let log = reader.finish().and_then(|log| self.detailed(log));
                State::Read(log.map(Arc::new))
            }
            read @ State::Read(_) => read,
        };
    }

    fn summary(&self, log: &Log) -> LogSummary {
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
            notes: [log.notes(), self.notes.clone()].concat(),
            largest_job: log.largest(),
            span_s: log.span_s(),
            max_procs: log.header.processors(),
            queues: count(|class| class.queue_rank),
            partitions: count(|class| class.partition_rank),
            users: log.user_count() as u32,
            details: log
                .details()
                .map(|(name, sha256)| (name.to_owned(), sha256.to_owned())),
        }
    }
}

impl LogReader {
    /// Length of the file \[bytes\].
    fn file_bytes(&self) -> f64 {
        self.file.size()
    }

    /// The log with what the table tells of its jobs.
    fn detailed(&mut self, mut log: Log) -> Result<Log, Problem> {
        if let Some(file) = self.details.dyn_ref::<File>() {
            let mut blocks = Blocks {
                file,
                block: Vec::new(),
                at: 0,
                next: 0.0,
            };
            self.notes = log.attach(&Details::read(&file.name(), &mut blocks)?)?;
        }
        Ok(log)
    }
}

/// A file, block by block.
struct Blocks<'a> {
    file: &'a Blob,
    /// The block in hand, and how far it is read.
    block: Vec<u8>,
    at: usize,
    /// Where the next block begins.
    next: f64,
}

impl io::Read for Blocks<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.at == self.block.len() {
            self.block = block(self.file, self.next)?;
            self.next += BLOCK;
            self.at = 0;
        }
        let read = (&self.block[self.at..]).read(buffer)?;
        self.at += read;
        Ok(read)
    }
}

/// The bytes of a file from `from` on, a block at most.
fn block(file: &Blob, from: f64) -> io::Result<Vec<u8>> {
    let explain = |error: JsValue| io::Error::other(super::messages::words(&error));
    let (from, until) = (from.min(file.size()), (from + BLOCK).min(file.size()));
    let part = file.slice_with_f64_and_f64(from, until).map_err(explain)?;
    let buffer = FileReaderSync::new().and_then(|reader| reader.read_as_array_buffer(&part));
    Ok(js_sys::Uint8Array::new(&buffer.map_err(explain)?.into()).to_vec())
}
