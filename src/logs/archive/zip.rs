//! A zip archive.

use super::{MOST_FILES, Member, too_many};
use crate::logs::unpacked::{Ahead, unfit};
use crate::words::number;
use flate2::bufread::DeflateDecoder;
use rawzip::{CompressionMethod, ZipArchive, ZipArchiveEntryWayfinder, ZipSliceArchive};
use std::io::{self, BufRead, Read};
use std::rc::Rc;
use std::vec::IntoIter;

/// Maximum length of the archive \[bytes\]; it is kept in memory, as its list of files is at its end.
const MOST_ZIP: usize = 128 << 20;

/// A zip archive in memory.
type Zipped = ZipSliceArchive<Vec<u8>>;

/// A zip archive: first its bytes are loaded, then its list of files is read.
pub(super) struct Zip<'s> {
    source: Ahead<'s>,
    bytes: Vec<u8>,
    entries: Option<(Rc<Zipped>, IntoIter<Entry>)>,
}

/// A file in the list of a zip archive.
struct Entry {
    name: String,
    method: CompressionMethod,
    encrypted: bool,
    place: ZipArchiveEntryWayfinder,
}

impl<'s> Zip<'s> {
    pub fn new(source: Ahead<'s>) -> Zip<'s> {
        Zip { source, bytes: Vec::new(), entries: None }
    }

    /// The next file; `None` at the end of the archive.
    ///
    /// # Errors
    /// If the archive is damaged or too large; `Interrupted` if a piece of the archive was loaded.
    pub fn next(&mut self) -> io::Result<Option<Member<'s>>> {
        let Some((archive, entries)) = &mut self.entries else {
            self.load()?;
            return Err(io::ErrorKind::Interrupted.into());
        };
        Ok(entries.next().map(|entry| {
            let bytes = match opened(archive, &entry) {
                Ok(bytes) => bytes,
                Err(error) => Ahead::new(Failing(error.to_string())),
            };
            Member { name: entry.name, bytes }
        }))
    }

    fn load(&mut self) -> io::Result<()> {
        let piece = self.source.fill_buf()?;
        let length = piece.len();
        if self.bytes.len() + length > MOST_ZIP {
            let most = number::count(MOST_ZIP as u64);
            let wrong = format!("is a zip archive of more than {most} bytes");
            return Err(unfit(wrong, &format!("at most {most}"), "Unpack it and give the log inside"));
        }
        if length > 0 {
            self.bytes.extend_from_slice(piece);
            self.source.consume(length);
            return Ok(());
        }
        let archive = ZipArchive::from_slice(std::mem::take(&mut self.bytes)).map_err(|error| damaged(&error))?;
        let mut list = Vec::new();
        let mut entries = archive.entries();
        while let Some(entry) = entries.next_entry().map_err(|error| damaged(&error))? {
            if !entry.is_dir() {
                list.push(Entry {
                    name: String::from_utf8_lossy(entry.file_path().as_ref()).into_owned(),
                    method: entry.compression_method(),
                    encrypted: entry.flags().is_encrypted(),
                    place: entry.wayfinder(),
                });
            }
            if list.len() > MOST_FILES {
                return Err(too_many());
            }
        }
        self.entries = Some((Rc::new(archive), list.into_iter()));
        Ok(())
    }
}

fn damaged(error: &rawzip::Error) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, format!("its zip archive cannot be read, {error}"))
}

/// Opens a file of a zip archive.
///
/// # Errors
/// If the file is encrypted, compressed by a rare method, or damaged.
fn opened<'s>(archive: &Rc<Zipped>, entry: &Entry) -> io::Result<Ahead<'s>> {
    if entry.encrypted {
        return Err(io::Error::other("it is encrypted"));
    }
    let file = archive.get_entry(entry.place).map_err(|error| damaged(&error))?;
    let (start, end) = file.compressed_data_range();
    let place = |at: u64| usize::try_from(at).unwrap_or(usize::MAX);
    let packed = Part { archive: Rc::clone(archive), at: place(start), end: place(end) };
    match entry.method {
        CompressionMethod::STORE => Ok(Ahead::new(file.verifying_reader(packed))),
        CompressionMethod::DEFLATE => Ok(Ahead::new(file.verifying_reader(DeflateDecoder::new(packed)))),
        other => Err(io::Error::other(format!("it is compressed by method {other}"))),
    }
}

/// A part of a zip archive.
struct Part {
    archive: Rc<Zipped>,
    at: usize,
    end: usize,
}

impl BufRead for Part {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        Ok(self.archive.get_ref().get(self.at..self.end).unwrap_or_default())
    }

    fn consume(&mut self, taken: usize) {
        self.at += taken;
    }
}

impl Read for Part {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let taken = self.fill_buf()?.read(into)?;
        self.consume(taken);
        Ok(taken)
    }
}

/// A file that cannot be opened.
struct Failing(String);

impl Read for Failing {
    fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
        Err(io::Error::new(io::ErrorKind::InvalidData, self.0.clone()))
    }
}
