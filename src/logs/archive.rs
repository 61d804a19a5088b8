//! Archives (tar, zip) with one log in them: the log is read, the other files are ignored. The text of the log appears
//! as an ordinary source of bytes, which reports [`Interrupted`](io::ErrorKind::Interrupted) after each step without
//! text, so that a caller stays responsive while other files are skipped.

mod tar;
mod zip;

use super::kind::{ARCHIVE, Kind, beginning, sniff};
use super::unpacked::{Ahead, Remarks, unfit, unpack};
use crate::parameter::json::shortened;
use crate::words::number;
use std::io::{self, Read};
use std::rc::Rc;
use tar::{BLOCK, Header, Tar};
use zip::Zip;

/// Maximum number of files in an archive. Each takes some milliseconds, even if it needs few bytes of the archive.
const MOST_FILES: usize = 10_000;
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
    let files = if zip { Files::Zip(Zip::new(source)) } else { Files::Tar(Tar::new(source)) };
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

/// The error for an archive that is longer than is read.
fn too_long(wrong: String) -> io::Error {
    unfit(wrong, "an archive (tar, zip) with one job log", "Unpack it and give the log")
}

/// The error for an archive with more than [`MOST_FILES`].
fn too_many() -> io::Error {
    too_long(format!("is an archive of more than {} files", number::count(MOST_FILES as u64)))
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

#[cfg(test)]
mod tests;
