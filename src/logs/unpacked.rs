//! The bytes of a log file. A file in .xz format, recognised by its content, is decompressed here; the reader itself
//! decompresses gzip.

use super::reader::Reader;
use super::refusal::Refusal;
use lzma_rust2::XzReader;
use std::cell::Cell;
use std::io::{self, BufReader, Cursor, Read};
use std::rc::Rc;

/// First bytes of an .xz file.
const XZ_MAGIC: &[u8] = b"\xFD7zXZ\0";
/// Maximum memory for decompressing .xz \[KiB\]: the strongest preset (xz -9) needs 64 MiB.
const XZ_MEMORY_KIB: u32 = 256 * 1024;

/// Number of bytes passed to the reader at a time. It is small, so that even a malicious gzip file expands to a limited
/// text.
const PIECE: usize = 1 << 16;

/// The content of a log file, and the number of bytes that were read from the file.
pub struct Unpacked {
    text: Box<dyn Read>,
    taken: Rc<Cell<u64>>,
    piece: Vec<u8>,
}

impl Unpacked {
    /// Begins to read a file.
    ///
    /// # Errors
    /// If the first bytes cannot be read.
    pub fn new(mut file: impl Read + 'static) -> io::Result<Unpacked> {
        // A pipe cannot be rewound, so the first bytes are put before the rest again.
        let mut first = Vec::new();
        (&mut file).take(XZ_MAGIC.len() as u64).read_to_end(&mut first)?;
        let compressed = first.starts_with(XZ_MAGIC);
        let taken = Rc::default();
        let bytes = Counted {
            source: BufReader::with_capacity(PIECE, Cursor::new(first).chain(file)),
            taken: Rc::clone(&taken),
        };
        let text: Box<dyn Read> = match compressed {
            true => Box::new(XzReader::new_mem_limit(bytes, true, XZ_MEMORY_KIB)),
            false => Box::new(bytes),
        };
        Ok(Unpacked { text, taken, piece: vec![0; PIECE] })
    }

    /// Bytes of the file that were read.
    pub fn taken(&self) -> u64 {
        self.taken.get()
    }

    /// Passes the next piece to the reader; returns false if no more bytes are needed.
    ///
    /// # Errors
    /// If the piece cannot be read.
    pub fn next(&mut self, reader: &mut Reader) -> Result<bool, Refusal> {
        match self.text.read(&mut self.piece) {
            Ok(0) => return Ok(false),
            Ok(length) => reader.push(&self.piece[..length]),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(reader.failed(&error, self.taken())),
        }
        Ok(reader.wants_more())
    }
}

/// Counts the bytes that are read from a source.
struct Counted<R> {
    source: R,
    taken: Rc<Cell<u64>>,
}

impl<R: Read> Read for Counted<R> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let taken = self.source.read(into)?;
        self.taken.set(self.taken.get() + taken as u64);
        Ok(taken)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::logs::Log;

    /// Output of `printf '1 0 0 5 2\n2 9 0 5 2\n' | xz`: once complete, twice in one file, and truncated.
    #[test]
    fn xz_is_known_by_its_content() {
        const PACKED: &[u8] =
            b"\xFD\x37\x7A\x58\x5A\x00\x00\x04\xE6\xD6\xB4\x46\x02\x00\x21\x01\x16\x00\x00\x00\x74\x2F\xE5\xA3\
            \xE0\x00\x13\x00\x11\x5D\x00\x18\x88\x02\x73\x91\xF5\x0C\x0F\x4E\x06\xF7\x89\xDA\x04\xC0\x00\x00\
            \x00\x00\x00\x00\xDC\xB6\x28\xD2\x8C\x28\x8B\xD3\x00\x01\x2D\x14\xB9\x3B\x76\x1A\x1F\xB6\xF3\x7D\
            \x01\x00\x00\x00\x00\x04\x59\x5A";
        let read = |bytes: &[u8]| -> Result<Log, Refusal> {
            let mut reader = Reader::new("misnamed.gz");
            let mut file = Unpacked::new(Cursor::new(bytes.to_vec())).unwrap();
            while file.next(&mut reader)? {}
            reader.finish()
        };
        let whole = read(PACKED).unwrap();
        assert_eq!((whole.records().len(), whole.name.as_str()), (2, "misnamed.gz"));
        let twice = read(&[PACKED, PACKED].concat()).unwrap();
        assert_eq!((twice.records().len(), twice.damage), (4, None));
        let cut = read(&PACKED[..PACKED.len() - 20]).unwrap_err();
        let said = "breaks off near byte 60: 2 records were read before";
        assert!(cut.problem().wrong.contains(said), "{cut}");
        let nothing = read(&PACKED[..30]).unwrap_err();
        assert!(nothing.problem().wrong.contains("breaks off near byte 30: 0 records"), "{nothing}");
        let rubbish = read(b"\xFD7zXZ\0rubbish").unwrap_err();
        assert!(rubbish.to_string().contains("is damaged near byte"), "{rubbish}");
        let mut changed = PACKED.to_vec();
        changed[48] ^= 1;
        let changed = read(&changed).unwrap_err();
        assert!(matches!(&changed, Refusal::Unsound(_)), "{changed}");
        assert!(read(b"").unwrap_err().to_string().contains("it is empty"));
    }
}
