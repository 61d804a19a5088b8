//! Archives (tar, zip) with one log in them: the log is read, the other files are ignored. The text of the log appears
//! as an ordinary source of bytes, which reports [`Interrupted`](io::ErrorKind::Interrupted) after each step without
//! text, so that a caller stays responsive while other files are skipped.

use super::kind::{ARCHIVE, Kind, beginning, sniff};
use super::unpacked::{Ahead, Remarks, unpack};
use crate::base::problem::Problem;
use crate::parameter::json::shortened;
use crate::words::number;
use flate2::bufread::DeflateDecoder;
use rawzip::{CompressionMethod, ZipArchive, ZipArchiveEntryWayfinder, ZipSliceArchive};
use std::cell::{Cell, RefCell};
use std::io::{self, BufRead, Read};
use std::rc::Rc;
use std::vec::IntoIter;

/// Length of a header of tar, and unit of its files \[bytes\].
const BLOCK: usize = 512;
/// Maximum length of a zip archive \[bytes\]; it is kept in memory, as its list of files is at its end.
const MOST_ZIP: usize = 128 << 20;
/// Maximum length of all files that are skipped in a tar archive \[bytes\].
const MOST_SKIPPED: u64 = 4 << 30;
/// Maximum number of files that a message names.
const MOST_NAMED: usize = 5;

/// The text of the only log in an archive.
pub(super) struct OneLog<'s> {
    files: Files<'s>,
    text: Option<Ahead<'s>>,
    logs: Names,
    others: Names,
    remarks: Remarks,
}

enum Files<'s> {
    Tar(Tar<'s>),
    Zip(Zip<'s>),
    Ended,
}

/// A file in an archive.
struct Member<'s> {
    name: String,
    bytes: Ahead<'s>,
}

/// Names of files; the first few are kept.
#[derive(Default)]
struct Names {
    first: Vec<String>,
    count: usize,
}

impl Names {
    fn add(&mut self, name: &str) {
        self.count += 1;
        if self.first.len() < MOST_NAMED {
            self.first.push(shortened(name, 80));
        }
    }

    fn listed(&self) -> String {
        let more = self.count - self.first.len();
        let rest = if more > 0 { format!(" and {} more", number::count(more as u64)) } else { String::new() };
        self.first.join(", ") + &rest
    }
}

/// The archive as the text of its only log; `None` if the bytes are no archive.
///
/// # Errors
/// If the first bytes cannot be read.
pub(super) fn only_log<'s>(bytes: &mut Ahead<'s>, remarks: &Remarks) -> io::Result<Option<OneLog<'s>>> {
    let first = bytes.peek(BLOCK)?;
    if !is_archive(first) {
        return Ok(None);
    }
    let zip = is_zip(first);
    let source = std::mem::take(bytes);
    let files = match zip {
        true => Files::Zip(Zip { source, bytes: Vec::new(), entries: None }),
        false => {
            Files::Tar(Tar { source: Rc::new(RefCell::new(source)), left: Rc::default(), skipped: 0, ended: false })
        }
    };
    let (logs, others) = (Names::default(), Names::default());
    Ok(Some(OneLog { files, text: None, logs, others, remarks: Rc::clone(remarks) }))
}

/// The kind of an unpacked file or of a file in an archive, by its beginning.
pub(super) fn kind(first: &[u8]) -> Kind {
    match is_archive(first) {
        true => Kind::Foreign(&ARCHIVE),
        false => sniff(first),
    }
}

/// True if a file with these first bytes is an archive.
fn is_archive(first: &[u8]) -> bool {
    is_zip(first) || first.first_chunk().and_then(Header::of).is_some()
}

fn is_zip(first: &[u8]) -> bool {
    // A zip archive without files begins with its list of files.
    first.starts_with(b"PK\x03\x04") || first.starts_with(b"PK\x05\x06")
}

impl<'s> OneLog<'s> {
    /// Adds a file: as the text to read if it is the first log.
    fn add(&mut self, member: Member<'s>) {
        let Member { name, mut bytes } = member;
        if is_hidden(&name) {
            return;
        }
        if let Err(other) = judge(&name, &mut bytes) {
            self.others.add(&(name + &other));
            return;
        }
        if self.logs.count == 0 {
            self.text = Some(bytes);
        }
        self.logs.add(&name);
    }

    /// Checks at the end of the archive that it had one log.
    fn end(&mut self) -> io::Result<()> {
        self.files = Files::Ended;
        let wrong = match (self.logs.count, self.others.count) {
            (1, others) => {
                let (log, others) = (self.logs.listed(), if others > 0 { self.others.listed() } else { String::new() });
                let ignored = if others.is_empty() { others } else { format!(" Other files were not read: {others}.") };
                self.remarks.borrow_mut().push(format!("The log is {log} in the archive.{ignored}"));
                return Ok(());
            }
            (0, 0) => "is an archive without files".to_owned(),
            (0, _) => format!("is an archive without a job log: {}", self.others.listed()),
            (count, _) => format!("is an archive of {} logs: {}", number::count(count as u64), self.logs.listed()),
        };
        let remedy = "Unpack it and give the log that is wanted";
        Err(unfit(wrong, "an archive (tar, zip) with one job log", remedy))
    }
}

impl Read for OneLog<'_> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        if let Some(text) = &mut self.text {
            let read = text.read(into)?;
            if read > 0 || into.is_empty() {
                return Ok(read);
            }
            self.text = None;
        }
        let member = match &mut self.files {
            Files::Tar(tar) => tar.next()?,
            Files::Zip(zip) => zip.next()?,
            Files::Ended => return Ok(0),
        };
        match member {
            None => self.end().map(|()| 0),
            Some(member) => {
                self.add(member);
                Err(io::ErrorKind::Interrupted.into())
            }
        }
    }
}

/// The error for a sound file that is not what is wanted.
fn unfit(wrong: String, allowed: &str, remedy: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, Problem::new("", wrong, allowed, remedy))
}

/// True for files of the system: resource forks of macOS, hidden files.
fn is_hidden(name: &str) -> bool {
    let hidden = |part: &str| part == "__MACOSX" || (part.starts_with('.') && part != "." && part != "..");
    name.split(['/', '\\']).any(hidden)
}

/// Beginnings of names of files that describe an archive.
const ABOUT: [&str; 7] = ["readme", "license", "licence", "copying", "notice", "changelog", "manifest"];

/// Decompresses a file, and checks by its name and its first bytes that it can be a log.
///
/// # Errors
/// If it is another file: a predicate such as " is an image", or an empty text.
fn judge(name: &str, bytes: &mut Ahead<'_>) -> Result<(), String> {
    let name = name.rsplit(['/', '\\']).next().unwrap_or_default().to_lowercase();
    if ABOUT.iter().any(|about| name.starts_with(about)) {
        return Err(String::new());
    }
    let mut layers = 1;
    let failed = |error: io::Error| format!(" cannot be read ({error})");
    while unpack(bytes, &mut layers, &Remarks::default()).map_err(failed)? {}
    let first = beginning(bytes).map_err(failed)?;
    let has = |keys: [&str; 3]| keys.iter().any(|key| first.windows(key.len()).any(|part| part == key.as_bytes()));
    match kind(first) {
        Kind::Swf | Kind::Sacct => Ok(()),
        Kind::Batsim if has(["\"jobs\"", "\"profiles\"", "\"nb_res\""]) => Ok(()),
        Kind::Unclear if [".swf", ".swf.gz", ".swf.xz"].iter().any(|end| name.ends_with(end)) => Ok(()),
        Kind::Foreign(kind) => Err(format!(" {}", kind.is)),
        Kind::Batsim | Kind::Unclear => Err(String::new()),
    }
}

/// A tar archive, read once from its beginning to its end.
struct Tar<'s> {
    source: Rc<RefCell<Ahead<'s>>>,
    /// Bytes of the current file that were not read, with the padding to full blocks apart.
    left: Rc<Cell<Left>>,
    skipped: u64,
    ended: bool,
}

#[derive(Clone, Copy, Default)]
struct Left {
    bytes: u64,
    padding: u64,
}

/// The fields of a tar header that are used.
struct Header {
    name: String,
    bytes: u64,
    is_file: bool,
}

impl Header {
    /// Reads a header (POSIX ustar, GNU or older); `None` if its check sum is wrong.
    fn of(block: &[u8; BLOCK]) -> Option<Header> {
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
    /// The next file; `None` at the end of the archive.
    ///
    /// # Errors
    /// If the archive is damaged or breaks off; `Interrupted` if a piece of another file was skipped.
    fn next(&mut self) -> io::Result<Option<Member<'s>>> {
        let mut source = self.source.borrow_mut();
        let left = self.left.get();
        let rest = left.bytes + left.padding;
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
                let wrong =
                    format!("is an archive with more than {} bytes of other files", number::count(MOST_SKIPPED));
                return Err(unfit(wrong, "an archive (tar, zip) with one job log", "Unpack it and give the log"));
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

/// A zip archive in memory.
type Zipped = ZipSliceArchive<Vec<u8>>;

/// A zip archive: first its bytes are loaded, then its list of files is read.
struct Zip<'s> {
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
    /// The next file; `None` at the end of the archive.
    ///
    /// # Errors
    /// If the archive is damaged or too large; `Interrupted` if a piece of the archive was loaded.
    fn next(&mut self) -> io::Result<Option<Member<'s>>> {
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
