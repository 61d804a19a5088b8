//! A tar archive: POSIX ustar, GNU or older.

use super::{MOST_FILES, Member, too_long, too_many};
use crate::logs::unpacked::Ahead;
use crate::words::number;
use std::cell::{Cell, RefCell};
use std::io::{self, BufRead, Read};
use std::rc::Rc;

/// Length of a header, and unit of the files \[bytes\].
pub(super) const BLOCK: usize = 512;
/// Maximum length of all files that are skipped \[bytes\].
const MOST_SKIPPED: u64 = 4 << 30;

/// A tar archive, read once from its beginning to its end.
pub(super) struct Tar<'s> {
    source: Rc<RefCell<Ahead<'s>>>,
    /// Bytes of the current file that were not read, with the padding to full blocks apart.
    left: Rc<Cell<Left>>,
    /// Number of headers, of files and others such as folders and links.
    headers: usize,
    skipped: u64,
    ended: bool,
}

#[derive(Clone, Copy, Default)]
struct Left {
    bytes: u64,
    padding: u64,
}

/// The fields of a tar header that are used.
pub(super) struct Header {
    name: String,
    bytes: u64,
    is_file: bool,
}

impl Header {
    /// Reads a header; `None` if its check sum is wrong.
    pub fn of(block: &[u8; BLOCK]) -> Option<Header> {
        let sum: u64 =
            block.iter().enumerate().map(|(i, &b)| u64::from(if (148..156).contains(&i) { b' ' } else { b })).sum();
        if octal(&block[148..156]) != Some(sum) {
            return None;
        }
        let text = |field: &[u8]| {
            let end = field.iter().position(|&byte| byte == 0).unwrap_or(field.len());
            String::from_utf8_lossy(&field[..end]).into_owned()
        };
        let mut name = text(&block[..100]);
        if block[257..].starts_with(b"ustar\0") && block[345] != 0 {
            name = format!("{}/{name}", text(&block[345..500]));
        }
        // GNU tar writes lengths of 8 GiB and more in binary.
        let bytes = match block[124] {
            0x80 => u64::from_be_bytes(*block[128..136].first_chunk()?),
            _ => octal(&block[124..136])?,
        };
        Some(Header { name, bytes, is_file: matches!(block[156], b'0' | b'\0' | b'7') })
    }
}

/// The octal number in a field of a tar header.
fn octal(field: &[u8]) -> Option<u64> {
    let digits = field.trim_ascii_start().iter().take_while(|byte| !matches!(byte, b'\0' | b' '));
    digits.into_iter().try_fold(0u64, |number, byte| match byte {
        b'0'..=b'7' => Some(number.checked_mul(8)? + u64::from(byte - b'0')),
        _ => None,
    })
}

impl<'s> Tar<'s> {
    pub fn new(source: Ahead<'s>) -> Tar<'s> {
        Tar { source: Rc::new(RefCell::new(source)), left: Rc::default(), headers: 0, skipped: 0, ended: false }
    }

    /// The next file; `None` at the end of the archive.
    ///
    /// # Errors
    /// If the archive is damaged, breaks off or is too long; `Interrupted` if a piece of another file was skipped.
    pub fn next(&mut self) -> io::Result<Option<Member<'s>>> {
        let mut source = self.source.borrow_mut();
        let left = self.left.get();
        // A header may claim any length.
        let rest = left.bytes.saturating_add(left.padding);
        if rest > 0 || self.ended {
            // After the end of the archive, the rest is read as well, so that the check sum of a .gz is verified.
            let piece = source.fill_buf()?.len() as u64;
            let skipped = if self.ended { piece } else { piece.min(rest) };
            if skipped == 0 {
                let whole = self.ended || left.bytes == 0;
                return if whole { Ok(None) } else { Err(io::ErrorKind::UnexpectedEof.into()) };
            }
            source.consume(usize::try_from(skipped).unwrap_or(usize::MAX));
            let of_file = skipped.min(left.bytes);
            let padding = left.padding.saturating_sub(skipped - of_file);
            self.left.set(Left { bytes: left.bytes - of_file, padding });
            self.skipped += skipped;
            if self.skipped > MOST_SKIPPED {
                let most = number::count(MOST_SKIPPED);
                return Err(too_long(format!("is an archive with more than {most} bytes of other files")));
            }
            return Err(io::ErrorKind::Interrupted.into());
        }
        let block = source.peek(BLOCK)?;
        let header = match block.first_chunk::<BLOCK>() {
            None if block.is_empty() => return Ok(None),
            None => return Err(io::ErrorKind::UnexpectedEof.into()),
            Some(zeros) if zeros.iter().all(|&byte| byte == 0) => {
                self.ended = true;
                return Err(io::ErrorKind::Interrupted.into());
            }
            Some(block) => Header::of(block)
                .ok_or_else(|| io::Error::new(io::ErrorKind::InvalidData, "a header of its tar archive is wrong"))?,
        };
        source.consume(BLOCK);
        self.headers += 1;
        if self.headers > MOST_FILES {
            return Err(too_many());
        }
        let padding = (BLOCK as u64 - header.bytes % BLOCK as u64) % BLOCK as u64;
        self.left.set(Left { bytes: header.bytes, padding });
        if !header.is_file {
            return Err(io::ErrorKind::Interrupted.into());
        }
        let body = TarFile { source: Rc::clone(&self.source), left: Rc::clone(&self.left) };
        Ok(Some(Member { name: header.name, bytes: Ahead::new(body) }))
    }
}

/// The bytes of the current file of a tar archive.
struct TarFile<'s> {
    source: Rc<RefCell<Ahead<'s>>>,
    left: Rc<Cell<Left>>,
}

impl Read for TarFile<'_> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let left = self.left.get();
        let read = (&mut *self.source.borrow_mut()).take(left.bytes).read(into)?;
        if read == 0 && left.bytes > 0 && !into.is_empty() {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        self.left.set(Left { bytes: left.bytes - read as u64, ..left });
        Ok(read)
    }
}
