//! A results file: lines that are appended as tasks end. What a killed process has written stays; what a power cut leaves of the last line
//! is cut off when the file is opened again.

use super::about::About;
use crate::base::problem::Problem;
use crate::cli::input::standard_input;
use crate::cli::printed::failure::Failure;
use crate::cli::printed::{new_file, own_files, say};
use crate::experiment::TaskResult;
use crate::experiment::stored::{Line, Origin};
use crate::workload::swf::Log;
use serde_json::Value;
use std::collections::BTreeMap;
use std::fs::{File, TryLockError};
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// What was written is on the disk so long afterwards.
const SYNCED_AFTER: Duration = Duration::from_secs(1);

/// Longest line that is read \[bytes\].
const LONGEST_LINE: u64 = 1 << 30;

/// Where a line is in the file: its first byte and its length, without its end.
type Place = (u64, usize);

/// What is in a results file.
#[derive(Debug, Default)]
pub struct Content {
    /// Where the line of each finished task is.
    places: BTreeMap<String, Place>,
    /// What the file is about, in the order in which it was begun: digest of a scenario, and what was said of it last.
    pub scenarios: Vec<(String, Value)>,
    /// Length of all whole lines up to the last \[bytes\].
    whole: u64,
    /// Numbers of lines before that one that are damaged.
    damaged: Vec<usize>,
}

impl Content {
    /// Reads the lines of a file, from its beginning.
    ///
    /// # Errors
    /// If it cannot be read, is no results file, or has results that cannot be mixed with ours.
    pub fn of(file: &mut (impl Read + Seek), path: &Path) -> Result<Content, Failure> {
        let place = standard_input::shown(path);
        let unreadable = |error: io::Error| {
            let wrong = format!("cannot be read: {error}");
            Failure::from(Problem::new(place.clone(), wrong, "a results file", "Check the path"))
        };
        file.seek(SeekFrom::Start(0)).map_err(unreadable)?;
        let mut reader = BufReader::with_capacity(1 << 20, file);
        let mut content = Content::default();
        let mut bad = Vec::new();
        let (mut begin, mut number) = (0, 0);
        let mut bytes = Vec::new();
        loop {
            bytes.clear();
            let read = (&mut reader).take(LONGEST_LINE).read_until(b'\n', &mut bytes);
            let length = read.map_err(unreadable)?;
            if length == 0 {
                break;
            }
            number += 1;
            let text = str::from_utf8(&bytes)
                .ok()
                .and_then(|text| text.strip_suffix('\n'))
                // As a file comes from Windows.
                .map(|text| text.strip_suffix('\r').unwrap_or(text));
            let end = begin + length as u64;
            if number == 1 {
                // A first line that was torn, or whose bytes a power cut has kept back, is ours nevertheless.
                let ours = bytes.starts_with(Origin::BEGIN) || Origin::BEGIN.starts_with(&bytes);
                let torn = text.is_none() && (ours || bytes.iter().all(|&byte| byte == 0));
                if torn {
                    break;
                }
                Origin::read(text.unwrap_or_default(), &place)?;
                content.whole = end;
            } else if let Some(text) = text
                && content.add(text, begin)
            {
                content.whole = end;
                content.damaged.append(&mut bad);
            } else {
                bad.push(number);
            }
            begin = end;
        }
        Ok(content)
    }

    /// Takes over a line; whether it is whole.
    fn add(&mut self, text: &str, begin: u64) -> bool {
        if let Some(key) = Line::key(text) {
            self.places.insert(key.to_owned(), (begin, text.len()));
            return true;
        }
        match Line::read(text) {
            Some(Line::Scenario { digest, value }) => {
                match self.scenarios.iter_mut().find(|own| own.0 == digest) {
                    Some((_, known)) => *known = value,
                    None => self.scenarios.push((digest, value)),
                }
                true
            }
            _ => false,
        }
    }

    /// The result of a task, read from the file of this content.
    pub fn result(&self, file: &mut (impl Read + Seek), key: &str) -> Option<TaskResult> {
        let &(begin, length) = self.places.get(key)?;
        let mut bytes = vec![0; length];
        file.seek(SeekFrom::Start(begin)).ok()?;
        file.read_exact(&mut bytes).ok()?;
        match Line::read(str::from_utf8(&bytes).ok()?)? {
            Line::Task { result, .. } => Some(*result),
            Line::Scenario { .. } => None,
        }
    }

    /// Says which lines are damaged.
    pub fn say_damage(&self, path: &Path) {
        for line in &self.damaged {
            let path = standard_input::shown(path);
            say::warning(&format!("{path}: line {line} is damaged and is not read"));
        }
    }
}

/// A results file that this process writes.
#[derive(Debug)]
pub struct ResultsFile {
    path: PathBuf,
    /// What was there when it was opened.
    content: Content,
    reader: Mutex<File>,
    writer: Mutex<Writer>,
    unsynced: Arc<Unsynced>,
}

#[derive(Debug)]
struct Writer {
    file: File,
    /// Where the next line begins.
    end: u64,
}

/// What is written but may not be on the disk.
#[derive(Debug)]
struct Unsynced {
    file: File,
    any: AtomicBool,
    failed: AtomicBool,
}

impl Unsynced {
    /// Brings lines onto the disk, once a while, until the file is closed.
    fn sync_now_and_then(file: File) -> Arc<Unsynced> {
        let unsynced = Arc::new(Unsynced { file, any: AtomicBool::new(false), failed: AtomicBool::new(false) });
        let weak = Arc::downgrade(&unsynced);
        std::thread::spawn(move || {
            while let Some(unsynced) = weak.upgrade() {
                unsynced.sync();
                drop(unsynced);
                std::thread::sleep(SYNCED_AFTER);
            }
        });
        unsynced
    }

    fn sync(&self) {
        if self.any.swap(false, Ordering::AcqRel) && self.file.sync_data().is_err() {
            self.failed.store(true, Ordering::Release);
        }
    }
}

impl ResultsFile {
    /// Opens a file, or begins it.
    ///
    /// # Errors
    /// If that is not possible, another process writes it, or it is no results file of this engine.
    pub fn open(path: &Path) -> Result<ResultsFile, Failure> {
        let unwritable = |error: io::Error| Failure::unwritable(&path.display().to_string(), &error);
        if standard_input::is_named(path) {
            let wrong = "is neither read nor written as a stream: finished tasks are read from it again";
            let remedy = "Name a file; -o - prints the results";
            return Err(Problem::new("--results -", wrong, "an ordinary file", remedy).into());
        }
        let there = std::fs::metadata(path).ok();
        if there.is_some_and(|about| !about.is_file()) {
            let remedy = "Name an ordinary file, or one that does not exist";
            let wrong = "is no ordinary file, so nothing could be read from it later";
            return Err(Problem::new(path.display().to_string(), wrong, "", remedy).into());
        }
        new_file::assert_writable(path)?;
        let mut options = File::options();
        options.read(true).append(true).create(true);
        let mut file = options.open(path).map_err(unwritable)?;
        own_files::protect(path)?;
        if let Err(TryLockError::WouldBlock) = file.try_lock() {
            // Where files cannot be locked, as on some shared file systems, each process must be given its own.
            return Err(Failure::Running(Problem::new(
                path.display().to_string(),
                "is written by another process",
                "one process at a time",
                "Give each process a file of its own: `metasched merge` puts them together",
            )));
        }
        let content = Content::of(&mut file, path)?;
        content.say_damage(path);
        if content.whole < file.metadata().map_err(unwritable)?.len() {
            say::note(&format!("{}: its end is damaged, so that is cut off", path.display()));
            file.set_len(content.whole).map_err(unwritable)?;
        }
        let reader = File::open(path).map_err(unwritable)?;
        let unsynced = Unsynced::sync_now_and_then(file.try_clone().map_err(unwritable)?);
        let opened = ResultsFile {
            path: path.to_owned(),
            reader: Mutex::new(reader),
            writer: Mutex::new(Writer { file, end: content.whole }),
            unsynced,
            content,
        };
        if opened.content.whole == 0 {
            opened.append(Origin::here(env!("METASCHED_COMMIT")).line())?;
            // A file whose folder does not know of it yet is lost with all that it has.
            let folder = path.parent().filter(|own| !own.as_os_str().is_empty());
            let _ = File::open(folder.unwrap_or(Path::new("."))).and_then(|own| own.sync_all());
        }
        Ok(opened)
    }

    /// Its name.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Results in it when it was opened.
    pub fn result(&self, key: &str) -> Option<TaskResult> {
        let mut reader = self.reader.lock().unwrap_or_else(PoisonError::into_inner);
        self.content.result(&mut *reader, key)
    }

    /// What it said of a scenario when it was opened.
    fn known(&self, digest: &str) -> Option<&Value> {
        let all = &mut self.content.scenarios.iter();
        all.find(|own| own.0 == digest).map(|(_, value)| value)
    }

    /// Says that the file is about a scenario, too, unless it does already.
    ///
    /// # Errors
    /// If its results there are of another log, or it cannot be written.
    pub fn begin(&self, about: &About, log: Option<&Log>) -> Result<(), Failure> {
        let (digest, value) = (about.given.scenario.digest(), about.to_value());
        let known = self.known(&digest);
        if let Some(known) = known {
            let known = About::from_value(known, &self.path, &about.given.logs)?;
            known.assert_log(&self.path, log)?;
        }
        match known == Some(&value) {
            true => Ok(()),
            false => self.append(Line::of_scenario(&digest, &value)),
        }
    }

    /// Everything is on the disk from now on.
    ///
    /// # Errors
    /// If the disk did not take it.
    pub fn sync(&self) -> Result<(), Failure> {
        self.unsynced.sync();
        self.synced_so_far()
    }

    fn synced_so_far(&self) -> Result<(), Failure> {
        match self.unsynced.failed.load(Ordering::Acquire) {
            true => Err(self.unwritable(&io::Error::other("the disk did not take it"))),
            false => Ok(()),
        }
    }

    /// Writes a line, whole or not at all.
    ///
    /// # Errors
    /// If it cannot be written; what was written before is still there.
    pub fn append(&self, mut line: String) -> Result<(), Failure> {
        line.push('\n');
        let mut writer = self.writer();
        if let Err(error) = writer.file.write_all(line.as_bytes()) {
            let _ = writer.file.set_len(writer.end);
            return Err(self.unwritable(&error));
        }
        writer.end += line.len() as u64;
        self.unsynced.any.store(true, Ordering::Release);
        self.synced_so_far()
    }

    fn writer(&self) -> MutexGuard<'_, Writer> {
        self.writer.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn unwritable(&self, error: &io::Error) -> Failure {
        Failure::unwritable(&self.path.display().to_string(), error)
    }
}
