//! Reads a log in pieces: a plain log, a gzipped log, or a workload of Batsim. The content of the file decides which of
//! these it is, not the file's name.

use super::batsim;
use super::log::Log;
use super::reading::Reading;
use super::refusal::{Progress, Refusal};
use super::swf::{Collector, Limits};
use crate::base::problem::Problem;
use flate2::write::MultiGzDecoder;
use std::io::{self, Read, Write};

/// Reads a log piece by piece. The sizes of the pieces make no difference.
///
/// ```
/// use metasched_logs::logs::Reader;
///
/// let mut reader = Reader::new("two jobs.swf");
/// reader.push(b"; MaxProcs: 4\n1 0 -1 60 2 -1");
/// reader.push(b" -1 2\n2 30 -1 10 4\n");
/// let log = reader.finish().unwrap();
/// assert_eq!(log.records().len(), 2);
/// assert_eq!(log.records()[1].submit_s, 30.0);
/// ```
///
/// A caller that must stay responsive pushes pieces of at most 64 KiB: even a malicious gzip file then decompresses to
/// at most 64 MB per piece.
#[derive(Debug)]
pub struct Reader {
    name: String,
    bytes: u64,
    limits: Limits,
    reading: Reading,
    state: State,
}

#[derive(Debug)]
enum State {
    /// The first bytes; too few to recognise the format.
    Beginning(Vec<u8>),
    Plain(Box<Collector>),
    Gzip(Box<MultiGzDecoder<Collector>>),
    /// A workload of Batsim, which is parsed when it is complete.
    Json(Vec<u8>),
    /// A damaged file.
    Refused(Refusal),
    /// A format that we do not read.
    Foreign(&'static Foreign),
}

/// A format that we do not read but recognise by its first bytes.
#[derive(Debug)]
struct Foreign {
    magic: &'static [u8],
    is: &'static str,
    remedy: &'static str,
}

const XZ: &[u8] = b"\xFD7zXZ\0";

const FOREIGN: [Foreign; 9] = [
    Foreign { magic: XZ, is: "is compressed by xz", remedy: "Decompress it first (xz -d)." },
    Foreign { magic: b"BZh", is: "is compressed by bzip2", remedy: "Decompress it first (bzip2 -d)." },
    Foreign { magic: b"\x28\xB5\x2F\xFD", is: "is compressed by zstd", remedy: "Decompress it first (zstd -d)." },
    Foreign {
        magic: b"\x1F\x9D",
        is: "is compressed by compress (.Z)",
        remedy: "Decompress it first (gzip -d reads .Z).",
    },
    Foreign { magic: b"PK\x03\x04", is: "is a zip archive", remedy: "Unpack it and give the log inside." },
    Foreign { magic: b"7z\xBC\xAF", is: "is a 7z archive", remedy: "Unpack it and give the log inside." },
    Foreign { magic: b"\xFF\xFE", is: "is UTF-16 text", remedy: "Save it as plain text (UTF-8)." },
    Foreign { magic: b"\xFE\xFF", is: "is UTF-16 text", remedy: "Save it as plain text (UTF-8)." },
    Foreign {
        magic: b"<",
        is: "is a web page or XML",
        remedy: "A download may have saved an error page: fetch the log itself.",
    },
];

/// Number of first bytes that are enough to distinguish all formats.
const MAGIC_BYTES: usize = XZ.len();

impl Reader {
    /// Creates a reader. `name` is the file's name, for messages.
    pub fn new(name: &str) -> Reader {
        Reader::with_limits(name, Limits::default())
    }

    /// Creates a reader with the given limits on jobs and text. `name` is the file's name, for messages.
    pub fn with_limits(name: &str, limits: Limits) -> Reader {
        Reader {
            name: name.to_owned(),
            bytes: 0,
            limits,
            reading: Reading::default(),
            state: State::Beginning(Vec::new()),
        }
    }

    /// The same reader with these settings.
    #[must_use]
    pub fn reading(self, reading: Reading) -> Reader {
        Reader { reading, ..self }
    }

    /// Adds the next bytes of the file.
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
                let Err((error, left)) = decompress(decoder, bytes) else {
                    return;
                };
                let bytes = self.bytes - left as u64;
                self.state = State::Refused(self.failed(&error, bytes));
            }
            State::Json(text) => {
                let room = (batsim::MOST_BYTES + 1).saturating_sub(text.len());
                text.extend_from_slice(&bytes[..bytes.len().min(room)]);
            }
            State::Refused(_) | State::Foreign(_) => {}
        }
    }

    /// Recognises the format by the first bytes.
    fn begin(&mut self) {
        let State::Beginning(begun) = &mut self.state else {
            return;
        };
        let begun = std::mem::take(begun);
        let foreign = FOREIGN.iter().find(|kind| begun.starts_with(kind.magic));
        let collector = Collector::new(self.limits, self.reading.clone());
        self.state = match foreign {
            Some(kind) => State::Foreign(kind),
            None if begun.starts_with(b"\x1F\x8B") => State::Gzip(Box::new(MultiGzDecoder::new(collector))),
            None if begun.starts_with(b"{") => State::Json(Vec::new()),
            None => State::Plain(Box::new(collector)),
        };
        self.bytes -= begun.len() as u64;
        self.push(&begun);
    }

    /// Number of bytes pushed so far.
    pub fn bytes(&self) -> u64 {
        self.bytes
    }

    /// Number of usable jobs so far.
    pub fn jobs(&self) -> usize {
        match &self.state {
            State::Beginning(_) | State::Foreign(_) | State::Json(_) | State::Refused(_) => 0,
            State::Plain(collector) => collector.jobs(),
            State::Gzip(decoder) => decoder.get_ref().jobs(),
        }
    }

    /// True if more bytes are needed; false if the file is damaged, in another format, or exceeds a limit.
    pub fn wants_more(&self) -> bool {
        match &self.state {
            State::Beginning(_) => true,
            State::Plain(collector) => !collector.full(),
            State::Gzip(decoder) => !decoder.get_ref().full(),
            State::Json(text) => text.len() <= batsim::MOST_BYTES,
            State::Refused(_) | State::Foreign(_) => false,
        }
    }

    /// Ends reading and returns the log.
    ///
    /// # Errors
    /// If the file is not a log, is incomplete, or has no usable job.
    pub fn finish(mut self) -> Result<Log, Refusal> {
        if let State::Beginning(_) = self.state {
            self.begin();
        }
        if let State::Gzip(decoder) = &mut self.state {
            // The text beyond the limit was not decompressed, so the end of the file cannot be checked.
            let ended = decoder.get_ref().full() || decoder.try_finish().is_ok();
            self.state = match ended {
                true => State::Plain(Box::new(std::mem::take(decoder.get_mut()))),
                false => {
                    let how = "it breaks off or its check sum is wrong";
                    let error = io::Error::new(io::ErrorKind::InvalidData, how);
                    State::Refused(self.failed(&error, self.bytes))
                }
            };
        }
        match self.state {
            State::Plain(collector) => collector.finish(&self.name),
            State::Json(text) => Ok(batsim::read(&self.name, &text)?),
            State::Refused(refusal) => Err(refusal),
            State::Foreign(kind) => Err(Problem::new(
                self.name,
                kind.is,
                "a job log in the Standard Workload Format or a workload of Batsim (JSON)",
                kind.remedy,
            )
            .into()),
            State::Beginning(_) | State::Gzip(_) => Collector::default().finish(&self.name),
        }
    }

    /// The refusal of a file that could not be read further than `bytes` bytes because of `error`.
    pub fn failed(&self, error: &io::Error, bytes: u64) -> Refusal {
        let records = match &self.state {
            State::Plain(collector) => collector.records(),
            State::Gzip(decoder) => decoder.get_ref().records(),
            State::Refused(refusal) => return refusal.clone(),
            State::Beginning(_) | State::Json(_) | State::Foreign(_) => 0,
        };
        Refusal::of(&self.name, error, Progress { bytes, records })
    }
}

/// Decompresses bytes until the text exceeds the limit.
///
/// # Errors
/// If the bytes are damaged; the error contains the number of remaining bytes.
fn decompress(decoder: &mut MultiGzDecoder<Collector>, mut bytes: &[u8]) -> Result<(), (io::Error, usize)> {
    while !bytes.is_empty() && !decoder.get_ref().full() {
        match decoder.write(bytes) {
            Ok(0) => return Err((io::ErrorKind::InvalidData.into(), bytes.len())),
            Ok(taken) => bytes = &bytes[taken..],
            Err(error) => return Err((error, bytes.len())),
        }
    }
    // Passes the remaining text to the collector.
    decoder.flush().map_err(|error| (error, bytes.len()))
}

/// Reads a whole log from any source.
///
/// # Errors
/// If the text is not a log, is incomplete or has no usable job, or if reading from the source fails.
pub fn read(name: &str, source: &mut dyn Read) -> Result<Log, Refusal> {
    let mut reader = Reader::new(name);
    let mut piece = vec![0; 64 * 1024];
    while reader.wants_more() {
        match source.read(&mut piece) {
            Ok(0) => break,
            Ok(length) => reader.push(&piece[..length]),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => {
                let bytes = reader.bytes();
                return Err(reader.failed(&error, bytes));
            }
        }
    }
    reader.finish()
}

#[cfg(test)]
mod tests;
