//! The bytes of a file: read ahead of their use, counted, and decompressed (.gz, .xz).

use crate::base::problem::Problem;
use crate::words::number;
use flate2::bufread::GzDecoder;
use lzma_rust2::XzReader;
use std::cell::{Cell, RefCell};
use std::io::{self, BufRead, Read};
use std::rc::Rc;

/// First bytes of a gzip member (RFC 1952) with the only method of compression that exists.
const GZIP_MAGIC: &[u8] = b"\x1F\x8B\x08";
/// First bytes of an .xz file.
const XZ_MAGIC: &[u8] = b"\xFD7zXZ\0";
/// Maximum memory for decompressing .xz \[KiB\]: the strongest preset (xz -9) needs 64 MiB.
const XZ_MEMORY_KIB: u32 = 256 * 1024;
/// Number of bytes that are read at a time.
const PIECE: usize = 1 << 16;
/// Maximum number of compressions on top of each other, such as a .gz in a .xz.
const MOST_LAYERS: usize = 3;
/// Maximum length of what a decompression gives \[bytes\]: more than the longest log and the files that are skipped in its archive. A bomb
/// in a bomb would give a million times its own length.
const MOST_UNPACKED: u64 = 9 << 30;
/// Maximum number of successive gzip members without any text: each takes time, but few bytes.
const MOST_EMPTY: usize = 1000;

/// Remarks on how a file was unpacked, a sentence each, for [`Log::remarks`](super::Log::remarks).
pub(super) type Remarks = Rc<RefCell<Vec<String>>>;

/// A source of bytes that can be examined before they are read.
pub(super) struct Ahead<'s> {
    source: Box<dyn Read + 's>,
    buffer: Vec<u8>,
    /// Start and end of the bytes in the buffer that are not consumed.
    at: usize,
    end: usize,
    /// Error of the source behind these bytes.
    failed: Option<io::Error>,
}

impl Default for Ahead<'_> {
    fn default() -> Self {
        Ahead::new(io::empty())
    }
}

impl<'s> Ahead<'s> {
    pub fn new(source: impl Read + 's) -> Ahead<'s> {
        Ahead { source: Box::new(source), buffer: Vec::new(), at: 0, end: 0, failed: None }
    }

    /// The next bytes, which are not consumed: at least `least`, unless the source ends or fails before.
    ///
    /// # Errors
    /// If the source fails before the first of these bytes, or is `Interrupted`; no byte is lost.
    pub fn peek(&mut self, least: usize) -> io::Result<&[u8]> {
        while self.end - self.at < least {
            match self.add() {
                Ok(0) => break,
                Err(error) if self.end > self.at && error.kind() != io::ErrorKind::Interrupted => {
                    self.failed = Some(error);
                    break;
                }
                added => added?,
            };
        }
        Ok(&self.buffer[self.at..self.end])
    }

    /// Reads a piece from the source into the buffer; returns its length.
    fn add(&mut self) -> io::Result<usize> {
        if let Some(error) = self.failed.take() {
            return Err(error);
        }
        self.buffer.copy_within(self.at..self.end, 0);
        (self.at, self.end) = (0, self.end - self.at);
        if self.end == self.buffer.len() {
            self.buffer.resize(self.end + PIECE, 0);
        }
        let read = self.source.read(&mut self.buffer[self.end..])?;
        self.end += read;
        Ok(read)
    }
}

impl BufRead for Ahead<'_> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        self.peek(1)
    }

    fn consume(&mut self, taken: usize) {
        self.at = (self.at + taken).min(self.end);
    }
}

impl Read for Ahead<'_> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let taken = self.fill_buf()?.read(into)?;
        self.consume(taken);
        Ok(taken)
    }
}

/// Removes one compression; returns false if the bytes are not compressed.
///
/// # Errors
/// If the first bytes cannot be read, or there are too many compressions on top of each other.
pub(super) fn unpack(bytes: &mut Ahead<'_>, layers: &mut usize, remarks: &Remarks) -> io::Result<bool> {
    let first = bytes.peek(XZ_MAGIC.len())?;
    let (gzip, xz) = (first.starts_with(GZIP_MAGIC), first.starts_with(XZ_MAGIC));
    if !gzip && !xz {
        return Ok(false);
    }
    if *layers == MOST_LAYERS {
        return Err(io::Error::new(io::ErrorKind::InvalidData, "it is compressed more than 3 times"));
    }
    *layers += 1;
    let packed = std::mem::take(bytes);
    *bytes = match gzip {
        true => Ahead::new(limited(Gzip::new(packed, Rc::clone(remarks)))),
        false => Ahead::new(limited(XzReader::new_mem_limit(packed, true, XZ_MEMORY_KIB))),
    };
    Ok(true)
}

/// The error for a sound file that is not what is wanted.
pub(super) fn unfit(wrong: String, allowed: &str, remedy: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, Problem::new("", wrong, allowed, remedy))
}

/// A decompression, which fails when it has given more than `most` bytes.
struct Limited<R> {
    source: R,
    most: u64,
    given: u64,
}

fn limited<R>(source: R) -> Limited<R> {
    Limited { source, most: MOST_UNPACKED, given: 0 }
}

impl<R: Read> Read for Limited<R> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let read = self.source.read(into)?;
        self.given += read as u64;
        if self.given > self.most {
            let most = number::count(self.most);
            let wrong = format!("is longer than {most} bytes when it is decompressed");
            return Err(unfit(wrong, &format!("at most {most}"), "Unpack it and give the log inside"));
        }
        Ok(read)
    }
}

/// Decompresses gzip: any number of members, and bytes behind the last one, which are ignored. Zeros (padding of tapes
/// and blocks) are ignored silently.
struct Gzip<'s> {
    member: GzDecoder<Ahead<'s>>,
    /// Successive members without text.
    empty: usize,
    /// True after the end of the last member.
    ended: bool,
    behind: u64,
    /// True if a byte behind the last member is not zero.
    garbage: bool,
    remarks: Remarks,
}

impl<'s> Gzip<'s> {
    fn new(packed: Ahead<'s>, remarks: Remarks) -> Gzip<'s> {
        Gzip { member: GzDecoder::new(packed), empty: 0, ended: false, behind: 0, garbage: false, remarks }
    }

    /// Begins the next member, if there is one.
    fn next_member(&mut self) -> io::Result<()> {
        let packed = self.member.get_mut();
        self.ended = !packed.peek(GZIP_MAGIC.len())?.starts_with(GZIP_MAGIC);
        if !self.ended {
            self.empty += 1;
            if self.empty > MOST_EMPTY {
                return Err(io::Error::new(io::ErrorKind::InvalidData, "it has many members without text"));
            }
            let packed = std::mem::take(packed);
            self.member = GzDecoder::new(packed);
        }
        Ok(())
    }

    /// Reads the bytes behind the last member.
    fn read_behind(&mut self) -> io::Result<()> {
        loop {
            let packed = self.member.get_mut();
            let rest = packed.fill_buf()?;
            if rest.is_empty() {
                break;
            }
            self.garbage |= rest.iter().any(|&byte| byte != 0);
            let length = rest.len();
            self.behind += length as u64;
            packed.consume(length);
        }
        if std::mem::take(&mut self.garbage) {
            let bytes = number::counted(self.behind, "byte");
            self.remarks.borrow_mut().push(format!("Ignored {bytes} behind the end of the gzip data."));
        }
        Ok(())
    }
}

impl Read for Gzip<'_> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        while !self.ended {
            let read = self.member.read(into)?;
            if read > 0 || into.is_empty() {
                self.empty = 0;
                return Ok(read);
            }
            self.next_member()?;
        }
        self.read_behind()?;
        Ok(0)
    }
}

/// Counts the bytes that are read from a file.
pub(super) struct Counted<R> {
    pub source: R,
    pub taken: Rc<Cell<u64>>,
}

impl<R: Read> Read for Counted<R> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        loop {
            match self.source.read(into) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                read => {
                    self.taken.set(self.taken.get() + *read.as_ref().unwrap_or(&0) as u64);
                    return read;
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_decompression_has_an_end() {
        let unpacked = |most| {
            let mut text = Vec::new();
            let mut source = Limited { source: &b"1 0 0 5 1\n"[..], most, given: 0 };
            source.read_to_end(&mut text).map(|_| text.len()).map_err(|error| error.to_string())
        };
        assert_eq!(unpacked(10), Ok(10));
        let said = unpacked(9).unwrap_err();
        assert!(said.contains("is longer than 9 bytes when it is decompressed"), "{said}");
    }
}
