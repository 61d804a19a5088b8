//! Reading a log that comes in pieces, plain or gzipped, or as a workload of Batsim, whatever its name says.

use super::batsim;
use super::collector::{Collector, Limits};
use super::log::Log;
use crate::base::number;
use crate::base::problem::Problem;
use flate2::write::MultiGzDecoder;
use std::io::{self, Read, Write};

/// Reads a log piece by piece. How the bytes are cut does not matter.
///
/// ```
/// use metasched_kernel::workload::swf::Reader;
///
/// let mut reader = Reader::new("two jobs.swf");
/// reader.push(b"; MaxProcs: 4\n1 0 -1 60 2 -1");
/// reader.push(b" -1 2\n2 30 -1 10 4\n");
/// let log = reader.finish().unwrap();
/// assert_eq!(log.records().len(), 2);
/// assert_eq!(log.records()[1].submit_s, 30.0);
/// ```
///
/// A caller that must stay responsive pushes pieces of 64 KiB or less: even a hostile gzip file then decompresses to
/// at most 64 MB per piece.
#[derive(Debug)]
pub struct Reader {
    name: String,
    bytes: u64,
    limits: Limits,
    state: State,
}

#[derive(Debug)]
enum State {
    /// Too few bytes to know what they are.
    Beginning(Vec<u8>),
    Plain(Box<Collector>),
    Gzip(Box<MultiGzDecoder<Collector>>),
    /// A workload of Batsim, which is read when all of it is there.
    Json(Vec<u8>),
    /// Damaged: what came before, and the damage in words.
    Broken(Box<Collector>, String),
    /// Nothing that we read.
    Foreign(&'static Foreign),
}

/// A kind of file that we do not read, known by its first bytes.
#[derive(Debug)]
struct Foreign {
    magic: &'static [u8],
    is: &'static str,
    remedy: &'static str,
}

const XZ: &[u8] = b"\xFD7zXZ\0";

const FOREIGN: [Foreign; 9] = [
    Foreign {
        magic: XZ,
        is: "is compressed by xz",
        remedy: "Decompress it first (xz -d).",
    },
    Foreign {
        magic: b"BZh",
        is: "is compressed by bzip2",
        remedy: "Decompress it first (bzip2 -d).",
    },
    Foreign {
        magic: b"\x28\xB5\x2F\xFD",
        is: "is compressed by zstd",
        remedy: "Decompress it first (zstd -d).",
    },
    Foreign {
        magic: b"\x1F\x9D",
        is: "is compressed by compress (.Z)",
        remedy: "Decompress it first (gzip -d reads .Z).",
    },
    Foreign {
        magic: b"PK\x03\x04",
        is: "is a zip archive",
        remedy: "Unpack it and give the log inside.",
    },
    Foreign {
        magic: b"7z\xBC\xAF",
        is: "is a 7z archive",
        remedy: "Unpack it and give the log inside.",
    },
    Foreign {
        magic: b"\xFF\xFE",
        is: "is UTF-16 text",
        remedy: "Save it as plain text (UTF-8).",
    },
    Foreign {
        magic: b"\xFE\xFF",
        is: "is UTF-16 text",
        remedy: "Save it as plain text (UTF-8).",
    },
    Foreign {
        magic: b"<",
        is: "is a web page or XML",
        remedy: "A download may have saved an error page: fetch the log itself.",
    },
];

/// As many first bytes as tell all kinds of files apart.
const MAGIC_BYTES: usize = XZ.len();

impl Reader {
    /// A reader of a log of that name.
    pub fn new(name: &str) -> Reader {
        Reader::with_limits(name, Limits::default())
    }

    /// A reader with other limits than usual.
    pub fn with_limits(name: &str, limits: Limits) -> Reader {
        Reader {
            name: name.to_owned(),
            bytes: 0,
            limits,
            state: State::Beginning(Vec::new()),
        }
    }

    /// Takes the next bytes of the file.
    pub fn push(&mut self, bytes: &[u8]) {
        self.bytes += bytes.len() as u64;
        match &mut self.state {
            State::Beginning(begun) => {
                begun.extend_from_slice(bytes);
                if begun.len() >= MAGIC_BYTES {
                    self.begin();
                }
            }
            State::Plain(collector) => collector.feed(bytes),
            State::Gzip(decoder) => {
                if decoder.get_ref().full() {
                    return;
                }
                // Flushed, so that all text of these bytes is collected now.
                if decoder
                    .write_all(bytes)
                    .and_then(|()| decoder.flush())
                    .is_err()
                {
                    self.state = broken(decoder, "is damaged");
                }
            }
            State::Json(text) => {
                let room = (batsim::MOST_BYTES + 1).saturating_sub(text.len());
                text.extend_from_slice(&bytes[..bytes.len().min(room)]);
            }
            State::Broken(..) | State::Foreign(_) => {}
        }
    }

    /// Decides what the file is by its first bytes.
    fn begin(&mut self) {
        let State::Beginning(begun) = &mut self.state else {
            return;
        };
        let begun = std::mem::take(begun);
        let foreign = FOREIGN.iter().find(|kind| begun.starts_with(kind.magic));
        let collector = Collector::new(self.limits);
        self.state = match foreign {
            Some(kind) => State::Foreign(kind),
            None if begun.starts_with(b"\x1F\x8B") => {
                State::Gzip(Box::new(MultiGzDecoder::new(collector)))
            }
            None if begun.starts_with(b"{") => State::Json(Vec::new()),
            None => State::Plain(Box::new(collector)),
        };
        self.bytes -= begun.len() as u64;
        self.push(&begun);
    }

    /// Bytes of the file so far.
    pub fn bytes(&self) -> u64 {
        self.bytes
    }

    /// Usable jobs so far.
    pub fn jobs(&self) -> usize {
        match &self.state {
            State::Beginning(_) | State::Foreign(_) | State::Json(_) => 0,
            State::Plain(collector) | State::Broken(collector, _) => collector.jobs(),
            State::Gzip(decoder) => decoder.get_ref().jobs(),
        }
    }

    /// Whether further bytes can matter: not if the file is damaged, foreign or beyond the limits.
    pub fn wants_more(&self) -> bool {
        match &self.state {
            State::Beginning(_) => true,
            State::Plain(collector) => !collector.full(),
            State::Gzip(decoder) => !decoder.get_ref().full(),
            State::Json(text) => text.len() <= batsim::MOST_BYTES,
            State::Broken(..) | State::Foreign(_) => false,
        }
    }

    /// The log, of which nothing more will come.
    ///
    /// # Errors
    /// If the file is no log, or has no usable job.
    pub fn finish(mut self) -> Result<Log, Problem> {
        if let State::Beginning(_) = self.state {
            self.begin();
        }
        if let State::Gzip(decoder) = &mut self.state {
            self.state = match decoder.try_finish() {
                Ok(()) => State::Plain(collected(decoder)),
                Err(_) => broken(decoder, "breaks off or is damaged"),
            };
        }
        match self.state {
            State::Plain(collector) => collector.finish(&self.name, None),
            State::Broken(collector, damage) => collector.finish(&self.name, Some(damage)),
            State::Json(text) => batsim::read(&self.name, &text),
            State::Foreign(kind) => Err(Problem::new(
                self.name,
                kind.is,
                "a job log in the Standard Workload Format or a workload of Batsim (JSON)",
                kind.remedy,
            )),
            State::Beginning(_) | State::Gzip(_) => Collector::default().finish(&self.name, None),
        }
    }

    /// The log as far as it was read before an error of its source.
    ///
    /// # Errors
    /// As [`finish`](Self::finish).
    pub fn finish_damaged(mut self, error: &io::Error) -> Result<Log, Problem> {
        if let State::Beginning(_) = self.state {
            self.begin();
        }
        let collector = match &mut self.state {
            State::Plain(collector) => std::mem::take(collector),
            State::Gzip(decoder) => collected(decoder),
            _ => return self.finish(),
        };
        let text = number::count(collector.text_bytes());
        let damage = format!(
            "Reading stopped after {text} bytes of text ({error}); what came before was kept."
        );
        self.state = State::Broken(collector, damage);
        self.finish()
    }
}

/// What was collected of a gzip file of which nothing more is read.
fn collected(decoder: &mut MultiGzDecoder<Collector>) -> Box<Collector> {
    Box::new(std::mem::take(decoder.get_mut()))
}

/// Keeps what was decompressed before a file proved damaged.
fn broken(decoder: &mut MultiGzDecoder<Collector>, how: &str) -> State {
    // Hands on what was decompressed right before the damage; that it fails again is no news.
    let _ = decoder.try_finish();
    let collector = collected(decoder);
    if collector.full() {
        return State::Plain(collector);
    }
    let text = number::count(collector.text_bytes());
    let damage =
        format!("The gzip file {how} after {text} bytes of text; what came before was kept.");
    State::Broken(collector, damage)
}

/// Reads a whole log from any source; if the source fails, what came before is kept.
///
/// # Errors
/// If it is no log, or has no usable job.
pub fn read(name: &str, source: &mut dyn Read) -> Result<Log, Problem> {
    let mut reader = Reader::new(name);
    let mut piece = vec![0; 64 * 1024];
    while reader.wants_more() {
        match source.read(&mut piece) {
            Ok(0) => break,
            Ok(length) => reader.push(&piece[..length]),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return reader.finish_damaged(&error),
        }
    }
    reader.finish()
}
