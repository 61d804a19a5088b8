//! A file in writing that appears when it is complete: until then it has another name, and it vanishes if the command
//! fails or is stopped. A file that is there is complete.

use crate::base::problem::Problem;
use crate::cli::printed::failure::{Failure, STANDARD_OUTPUT};
use crate::cli::printed::{say, stopped};
use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, BufWriter, Stdout, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Files that the command has read, by their full names.
static INPUTS: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

/// The command reads this file, so it must not write it.
///
/// # Errors
/// If standard output is this file already: what is printed would be written over what is read.
pub fn protect(input: &Path) -> Result<(), Problem> {
    if is_standard_output(input) {
        return Err(Problem::new(
            input.display().to_string(),
            "is a file that this command reads, and standard output goes to it",
            "another file for what is printed",
            "Name another file behind > or >>",
        ));
    }
    if let Ok(path) = fs::canonicalize(input) {
        inputs().push(path);
    }
    Ok(())
}

/// Whether what is printed goes to this ordinary file. Known by the file's number, which Rust has on Unix only.
#[cfg(unix)]
fn is_standard_output(path: &Path) -> bool {
    use std::os::fd::AsFd;
    use std::os::unix::fs::MetadataExt;
    let out = io::stdout().as_fd().try_clone_to_owned().map(File::from);
    let (Ok(out), Ok(own)) = (out.and_then(|out| out.metadata()), fs::metadata(path)) else {
        return false;
    };
    own.is_file() && (own.dev(), own.ino()) == (out.dev(), out.ino())
}

#[cfg(not(unix))]
fn is_standard_output(_: &Path) -> bool {
    false
}

fn inputs() -> MutexGuard<'static, Vec<PathBuf>> {
    INPUTS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A file by its full name, also before it is there. A symbolic link is what it leads to.
fn full_name(target: &Path) -> PathBuf {
    let folder = target.parent().filter(|own| !own.as_os_str().is_empty());
    let folder = || fs::canonicalize(folder.unwrap_or(Path::new("."))).ok();
    let in_folder = || Some(folder()?.join(target.file_name()?));
    let there = fs::canonicalize(target).ok();
    there
        .or_else(in_folder)
        .unwrap_or_else(|| target.to_owned())
}

/// Where the bytes go.
#[derive(Debug)]
enum Sink {
    File(File),
    StandardOutput(Stdout),
}

impl Write for Sink {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Sink::File(file) => file.write(bytes),
            Sink::StandardOutput(out) => out.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Sink::File(file) => file.flush(),
            Sink::StandardOutput(out) => out.flush(),
        }
    }
}

/// A file in writing.
#[derive(Debug)]
pub struct NewFile {
    out: BufWriter<Sink>,
    target: PathBuf,
    /// Its name until it is complete; none for what is no ordinary file, such as a pipe or standard output.
    part: Option<PathBuf>,
}

/// The text of a file that is complete and is to be put behind that of another; it vanishes with this.
#[derive(Debug)]
pub struct Part {
    path: Option<PathBuf>,
}

impl Drop for Part {
    fn drop(&mut self) {
        if let Some(path) = &self.path {
            let _ = fs::remove_file(path);
            stopped::finished(path);
        }
    }
}

impl NewFile {
    /// Begins the file at `target`; what is there stays until the new one is complete. "-" is standard output, which then carries no result.
    ///
    /// # Errors
    /// If it cannot be created.
    pub fn create(target: &Path) -> Result<NewFile, Failure> {
        if target == Path::new(STANDARD_OUTPUT) {
            return Ok(NewFile::standard_output());
        }
        // A symbolic link stays one: what it leads to is written.
        let target = &full_name(target);
        if inputs().contains(target) {
            return Err(Problem::new(
                target.display().to_string(),
                "is a file that this command reads, so it is not written",
                "another file",
                "Name the output differently",
            )
            .into());
        }
        let unwritable = |error| Failure::unwritable(&target.display().to_string(), &error);
        let there = fs::metadata(target).ok();
        if there.as_ref().is_some_and(fs::Metadata::is_dir) {
            return Err(unwritable(io::Error::from(io::ErrorKind::IsADirectory)));
        }
        let ordinary = there.as_ref().is_none_or(fs::Metadata::is_file);
        let part = ordinary.then(|| {
            let mut name: OsString = target.as_os_str().to_owned();
            name.push(format!(".part-{}", std::process::id()));
            PathBuf::from(name)
        });
        if part
            .as_ref()
            .is_some_and(|part| stopped::is_unfinished(part))
        {
            return Err(Problem::new(
                target.display().to_string(),
                "is written by this command already",
                "a file for each output",
                "Name one of them differently",
            )
            .into());
        }
        let file = match &part {
            Some(part) => File::create(part),
            None => File::options().write(true).open(target),
        };
        let file = file.map_err(unwritable)?;
        if let (Some(about), Some(_)) = (there, &part) {
            file.set_permissions(about.permissions())
                .map_err(unwritable)?;
        }
        part.iter().for_each(|part| stopped::unfinished(part));
        Ok(NewFile {
            out: BufWriter::with_capacity(1 << 16, Sink::File(file)),
            target: target.to_owned(),
            part,
        })
    }

    /// It could not be written, for this reason.
    pub fn unwritable(&self, error: &io::Error) -> Failure {
        Failure::unwritable(&self.target.display().to_string(), error)
    }

    fn standard_output() -> NewFile {
        say::give_to_a_file();
        NewFile {
            out: BufWriter::with_capacity(1 << 16, Sink::StandardOutput(io::stdout())),
            target: PathBuf::from(STANDARD_OUTPUT),
            part: None,
        }
    }

    /// Begins a file that will be put behind this one: beside it, or where temporary files are if this is no ordinary one.
    ///
    /// # Errors
    /// If it cannot be created.
    pub fn create_part(target: &Path, number: usize) -> Result<NewFile, Failure> {
        let mut name = target.file_name().unwrap_or_default().to_owned();
        name.push(format!(".run-{number}"));
        let ordinary = target != Path::new(STANDARD_OUTPUT)
            && fs::metadata(target).map_or(true, |about| about.is_file());
        NewFile::create(&match ordinary {
            true => target.with_file_name(name),
            false => std::env::temp_dir().join(name),
        })
    }

    /// Closes the file, which is a part of another.
    ///
    /// # Errors
    /// If the rest cannot be written.
    pub fn close(mut self) -> Result<Part, Failure> {
        let written = self.out.flush();
        written.map_err(|error| Failure::unwritable(&self.target.display().to_string(), &error))?;
        Ok(Part {
            path: self.part.take(),
        })
    }

    /// Puts the text of a part behind what is written.
    ///
    /// # Errors
    /// If it cannot be read or written.
    pub fn append(&mut self, part: &Part) -> Result<(), Failure> {
        let Some(path) = &part.path else {
            return Ok(());
        };
        let copied = File::open(path).and_then(|mut text| io::copy(&mut text, &mut self.out));
        copied
            .map(drop)
            .map_err(|error| Failure::unwritable(&self.target.display().to_string(), &error))
    }

    /// Gives the complete file its name.
    ///
    /// # Errors
    /// If the rest cannot be written.
    pub fn finish(mut self) -> Result<(), Failure> {
        let written = self
            .out
            .flush()
            .and_then(|()| match (&self.part, self.out.get_ref()) {
                (Some(part), Sink::File(file)) => {
                    // Otherwise a power cut may leave the name without the content.
                    file.sync_all()?;
                    fs::rename(part, &self.target)
                }
                _ => Ok(()),
            });
        written.map_err(|error| Failure::unwritable(&self.target.display().to_string(), &error))?;
        if let Some(part) = self.part.take() {
            stopped::finished(&part);
        }
        Ok(())
    }
}

impl Write for NewFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.out.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

impl Drop for NewFile {
    fn drop(&mut self) {
        if let Some(part) = &self.part {
            let _ = fs::remove_file(part);
            stopped::finished(part);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folder(name: &str) -> PathBuf {
        let folder =
            std::env::temp_dir().join(format!("metasched-new-file-{name}-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        folder
    }

    #[test]
    fn a_file_appears_when_it_is_complete() {
        let folder = folder("complete");
        let path = folder.join("jobs.csv");
        fs::write(&path, "old").unwrap();
        let mut file = NewFile::create(&path).unwrap();
        file.write_all(b"new").unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"old");
        file.finish().unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"new");
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 1);
        fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    #[cfg(unix)]
    fn inputs_links_and_permissions_stay() {
        use std::os::unix::fs::{PermissionsExt, symlink};
        let folder = folder("kept");
        let (path, link) = (folder.join("jobs.csv"), folder.join("link.csv"));
        fs::write(&path, "old").unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o640)).unwrap();
        symlink(&path, &link).unwrap();
        let mut file = NewFile::create(&link).unwrap();
        file.write_all(b"new").unwrap();
        file.finish().unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"new");
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
        assert_eq!(
            fs::metadata(&path).unwrap().permissions().mode() & 0o777,
            0o640
        );
        protect(&path).unwrap();
        for name in [&path, &link, &folder.join(".").join("jobs.csv")] {
            assert!(matches!(NewFile::create(name), Err(Failure::Input(_))));
        }
        assert_eq!(fs::read(&path).unwrap(), b"new");
        fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn no_file_is_written_twice_at_once() {
        let folder = folder("twice");
        let first = NewFile::create(&folder.join("jobs.csv")).unwrap();
        let same = folder.join(".").join("jobs.csv");
        assert!(matches!(NewFile::create(&same), Err(Failure::Input(_))));
        first.finish().unwrap();
        assert!(NewFile::create(&same).is_ok());
        fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn parts_are_put_behind_a_file_and_vanish() {
        let folder = folder("parts");
        let path = folder.join("jobs.csv");
        let mut file = NewFile::create(&path).unwrap();
        file.write_all(b"first ").unwrap();
        let mut part = NewFile::create_part(&path, 2).unwrap();
        part.write_all(b"second").unwrap();
        let part = part.close().unwrap();
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 2);
        file.append(&part).unwrap();
        drop(part);
        file.finish().unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"first second");
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 1);
        fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn an_incomplete_file_vanishes() {
        let folder = folder("incomplete");
        let mut file = NewFile::create(&folder.join("jobs.csv")).unwrap();
        file.write_all(b"half").unwrap();
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 1);
        drop(file);
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 0);
        assert!(matches!(NewFile::create(&folder), Err(Failure::Running(_))));
        assert!(NewFile::create(&folder.join("no/such/folder/jobs.csv")).is_err());
        fs::remove_dir_all(&folder).unwrap();
    }
}
