//! An output file has a temporary name until it is complete; then it is renamed to its own name. If the command fails,
//! the temporary file is deleted.

use super::failure::{Failure, STANDARD_OUTPUT};
use super::{Session, folder_of, full_name};
use crate::base::problem::Problem;
use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, BufWriter, Stdout, Write};
use std::path::{Path, PathBuf};
use tempfile::NamedTempFile;

/// True if the path is standard output, under any of its names. Such a path must not be replaced by a new file: if
/// standard output is redirected to a file, that file would be replaced while it is written.
pub fn is_standard_output(target: &Path) -> bool {
    let names = [STANDARD_OUTPUT, "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"];
    names.iter().any(|name| target == Path::new(name))
}

/// Destination of the bytes.
#[derive(Debug)]
enum Sink {
    /// A temporary file in the target's folder, renamed to the target at the end. It is written as a `File`, since
    /// errors of `NamedTempFile` name the temporary file.
    Beside(NamedTempFile),
    /// A file that is not ordinary, such as a pipe; or a temporary file that only this command uses.
    InPlace(File),
    StandardOutput(Stdout),
}

impl Sink {
    fn stream(&mut self) -> &mut dyn Write {
        match self {
            Sink::Beside(file) => file.as_file_mut(),
            Sink::InPlace(file) => file,
            Sink::StandardOutput(out) => out,
        }
    }
}

impl Write for Sink {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.stream().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.stream().flush()
    }
}

/// An output file.
#[derive(Debug)]
pub struct NewFile {
    target: PathBuf,
    /// `None` until something is written, so that a command that is stopped earlier leaves no file.
    out: Option<BufWriter<Sink>>,
}

impl NewFile {
    /// Creates the file at `target`; an older file remains until the new one is complete. "-" is standard output, which
    /// then carries no result.
    ///
    /// # Errors
    /// If the file cannot be created, or the command already reads or writes it.
    pub fn create(session: &mut Session, target: &Path) -> Result<NewFile, Failure> {
        if is_standard_output(target) {
            session.give_standard_output();
            return Ok(NewFile::standard_output());
        }
        // If the target is a symbolic link, the link stays, and the file to which it points is written.
        let target = full_name(target);
        let unwritable = |error| Failure::unwritable(target.display(), &error);
        session.claim(&target)?;
        match fs::metadata(&target) {
            Ok(about) if about.is_dir() => return Err(unwritable(io::ErrorKind::IsADirectory.into())),
            Ok(about) if !about.is_file() => {
                let file = File::options().write(true).open(&target).map_err(unwritable)?;
                return Ok(NewFile::in_place(file, &target));
            }
            Ok(_) => assert_writable(&target)?,
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            Err(error) => return Err(unwritable(error)),
        }
        // An error now is better than an error after hours if the folder cannot be written.
        beside(&target).map_err(unwritable)?;
        Ok(NewFile { target, out: None })
    }

    /// Standard output.
    pub fn standard_output() -> NewFile {
        NewFile::to(Path::new(STANDARD_OUTPUT), Sink::StandardOutput(io::stdout()))
    }

    /// Writes to a temporary file that only this command uses. It will become a part of the output at `target`.
    pub fn in_place(file: File, target: &Path) -> NewFile {
        NewFile::to(target, Sink::InPlace(file))
    }

    fn to(target: &Path, sink: Sink) -> NewFile {
        NewFile { target: target.to_owned(), out: Some(buffered(sink)) }
    }

    fn out(&mut self) -> io::Result<&mut BufWriter<Sink>> {
        let out = match self.out.take() {
            Some(out) => out,
            None => buffered(Sink::Beside(beside(&self.target)?)),
        };
        Ok(self.out.insert(out))
    }

    /// A failure that reports that this file cannot be written.
    pub fn unwritable(&self, error: &io::Error) -> Failure {
        Failure::unwritable(self.target.display(), error)
    }

    /// Writes a text as the whole file.
    ///
    /// # Errors
    /// If the text cannot be written.
    pub fn fill(mut self, text: &str) -> Result<(), Failure> {
        self.write_all(text.as_bytes()).map_err(|error| self.unwritable(&error))?;
        self.finish()
    }

    /// Renames the complete file to its target.
    ///
    /// # Errors
    /// If the remaining bytes cannot be written.
    pub fn finish(mut self) -> Result<(), Failure> {
        self.complete().map_err(|error| self.unwritable(&error))
    }

    fn complete(&mut self) -> io::Result<()> {
        self.out()?.flush()?;
        if let Some(Ok(Sink::Beside(file))) = self.out.take().map(BufWriter::into_inner) {
            // Without this sync, after a power cut the new name could exist without the content.
            file.as_file().sync_all()?;
            file.persist(&self.target)?;
        }
        Ok(())
    }
}

fn buffered(sink: Sink) -> BufWriter<Sink> {
    BufWriter::with_capacity(1 << 16, sink)
}

/// A temporary file in the folder of `target`, with the permissions of `target`, or those of a new file if `target`
/// does not exist.
fn beside(target: &Path) -> io::Result<NamedTempFile> {
    let mut prefix = OsString::from(".");
    prefix.push(target.file_name().unwrap_or_default());
    prefix.push(".");
    let mut builder = tempfile::Builder::new();
    builder.prefix(&prefix);
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    let file = builder.tempfile_in(folder_of(target))?;
    if let Ok(about) = fs::metadata(target) {
        file.as_file().set_permissions(about.permissions())?;
    }
    Ok(file)
}

/// Checks that an existing file is not write-protected. Without this check the file could be replaced, because
/// replacing needs only permission for the folder.
///
/// # Errors
/// If the file is write-protected.
pub fn assert_writable(file: &Path) -> Result<(), Failure> {
    match fs::metadata(file).is_ok_and(|about| about.permissions().readonly()) {
        false => Ok(()),
        true => Err(Failure::Running(Problem::new(
            file.display().to_string(),
            "cannot be written: it is write-protected",
            "",
            "Name another file, or allow this one to be written (chmod u+w)",
        ))),
    }
}

impl Write for NewFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.out()?.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out()?.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folder(name: &str) -> PathBuf {
        let folder = std::env::temp_dir().join(format!("metasched-new-file-{name}-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        folder
    }

    #[test]
    fn a_file_appears_when_it_is_complete() {
        let folder = folder("complete");
        let path = folder.join("jobs.csv");
        fs::write(&path, "old").unwrap();
        #[cfg(unix)]
        fs::set_permissions(&path, std::os::unix::fs::PermissionsExt::from_mode(0o640)).unwrap();
        let before = fs::metadata(&path).unwrap().permissions();
        let mut file = NewFile::create(&mut Session::default(), &path).unwrap();
        file.write_all(b"new").unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"old");
        file.finish().unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"new");
        assert_eq!(fs::metadata(&path).unwrap().permissions(), before);
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 1);
        fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn no_file_is_written_twice_or_read_and_written() {
        let folder = folder("twice");
        let session = &mut Session::default();
        let refuses = |session: &mut Session, name: &str| {
            assert!(matches!(NewFile::create(session, &folder.join(name)), Err(Failure::Input(_))), "{name}");
        };
        let first = NewFile::create(session, &folder.join("jobs.csv")).unwrap();
        refuses(session, "./jobs.csv");
        first.finish().unwrap();
        // Later attempts to write to the same file are also rejected.
        refuses(session, "./jobs.csv");
        assert!(session.read(&folder.join("jobs.csv")).is_err());
        fs::write(folder.join("in.csv"), "read").unwrap();
        fs::hard_link(folder.join("in.csv"), folder.join("link.csv")).unwrap();
        session.read(&folder.join("in.csv")).unwrap();
        refuses(session, "./in.csv");
        refuses(session, "link.csv");
        fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn an_incomplete_file_vanishes() {
        let folder = folder("incomplete");
        let session = &mut Session::default();
        let mut file = NewFile::create(session, &folder.join("jobs.csv")).unwrap();
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 0);
        file.write_all(b"half").unwrap();
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 1);
        drop(file);
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 0);
        assert!(matches!(NewFile::create(session, &folder), Err(Failure::Running(_))));
        assert!(NewFile::create(session, &folder.join("no/such/folder/jobs.csv")).is_err());
        fs::remove_dir_all(&folder).unwrap();
    }
}
