//! A file in writing that appears when it is complete: until then it has another name, and it vanishes if the command
//! fails or is stopped. A file that is there is complete.

use crate::base::problem::Problem;
use crate::cli::printed::failure::{Failure, STANDARD_OUTPUT};
use crate::cli::printed::own_files::{self, folder_of, full_name};
use crate::cli::printed::{leftovers, say, stopped};
use std::fs::{self, File};
use std::io::{self, BufWriter, Stdout, Write};
use std::path::{Path, PathBuf};

/// Whether what is written to a file of this name goes to standard output. By its other names a file behind > would be replaced while it is
/// printed to.
pub fn is_standard_output(target: &Path) -> bool {
    let names = [STANDARD_OUTPUT, "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"];
    names.iter().any(|name| target == Path::new(name))
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
    /// If it cannot be created, if the command reads it, or if the command writes it already.
    pub fn create(target: &Path) -> Result<NewFile, Failure> {
        if is_standard_output(target) {
            return NewFile::standard_output();
        }
        // A symbolic link stays one: what it leads to is written.
        let target = &full_name(target);
        own_files::assert_unread(target)?;
        let is_ordinary = is_ordinary(target)?;
        own_files::claim(target, is_ordinary)?;
        if is_ordinary {
            leftovers::remove(target);
        }
        NewFile::begin(target, is_ordinary)
    }

    fn begin(target: &Path, is_ordinary: bool) -> Result<NewFile, Failure> {
        let unwritable = |error| Failure::unwritable(&target.display().to_string(), &error);
        let part = is_ordinary.then(|| leftovers::part_of(target));
        let file = match &part {
            Some(part) => File::create(part).map_err(|error| no_room_beside(target, &error))?,
            None => File::options().write(true).open(target).map_err(unwritable)?,
        };
        if let Some(part) = &part {
            stopped::unfinished(part);
            // Where files cannot be locked, leftovers stay.
            let _ = file.try_lock();
        }
        let begun =
            NewFile { out: BufWriter::with_capacity(1 << 16, Sink::File(file)), target: target.to_owned(), part };
        if let (Some(part), Ok(about)) = (&begun.part, fs::metadata(target)) {
            fs::set_permissions(part, about.permissions()).map_err(unwritable)?;
        }
        Ok(begun)
    }

    /// It could not be written, for this reason.
    pub fn unwritable(&self, error: &io::Error) -> Failure {
        Failure::unwritable(&self.target.display().to_string(), error)
    }

    fn standard_output() -> Result<NewFile, Failure> {
        say::warn_if_closed();
        say::give_to_a_file();
        Ok(NewFile {
            out: BufWriter::with_capacity(1 << 16, Sink::StandardOutput(io::stdout())),
            target: PathBuf::from(STANDARD_OUTPUT),
            part: None,
        })
    }

    /// Begins a file that will be put behind this one: beside it, or where temporary files are if this is no ordinary one.
    ///
    /// # Errors
    /// If it cannot be created.
    pub fn create_part(target: &Path, number: usize) -> Result<NewFile, Failure> {
        let ordinary = !is_standard_output(target) && fs::metadata(target).map_or(true, |about| about.is_file());
        let beside = match ordinary {
            true => full_name(target),
            false => std::env::temp_dir().join(target.file_name().unwrap_or_default()),
        };
        NewFile::begin(&leftovers::run_of(&beside, number), true)
    }

    /// Closes the file, which is a part of another.
    ///
    /// # Errors
    /// If the rest cannot be written.
    pub fn close(mut self) -> Result<Part, Failure> {
        let written = self.out.flush();
        written.map_err(|error| Failure::unwritable(&self.target.display().to_string(), &error))?;
        Ok(Part { path: self.part.take() })
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
        copied.map(drop).map_err(|error| Failure::unwritable(&self.target.display().to_string(), &error))
    }

    /// Gives the complete file its name.
    ///
    /// # Errors
    /// If the rest cannot be written.
    pub fn finish(mut self) -> Result<(), Failure> {
        let written = self.out.flush().and_then(|()| match (&self.part, self.out.get_ref()) {
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

/// Whether there is an ordinary file that may be replaced, or nothing; else it is a pipe or the like.
///
/// # Errors
/// If it is a folder, or may not be written.
fn is_ordinary(target: &Path) -> Result<bool, Failure> {
    let place = target.display().to_string();
    let about = match fs::metadata(target) {
        Ok(about) => about,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(true),
        Err(error) => return Err(Failure::unwritable(&place, &error)),
    };
    if about.is_dir() {
        let error = io::Error::from(io::ErrorKind::IsADirectory);
        return Err(Failure::unwritable(&place, &error));
    }
    if about.is_file() {
        assert_writable(target)?;
    }
    Ok(about.is_file())
}

/// An ordinary file that is there may be written, as an editor would ask: a new one could take its place in any folder that may be written,
/// whatever it was protected for, and the superuser could write it anyway.
///
/// # Errors
/// If it may not.
pub fn assert_writable(file: &Path) -> Result<(), Failure> {
    let is_protected = fs::metadata(file).is_ok_and(|about| about.permissions().readonly());
    let opened = || File::options().write(true).open(file);
    let is_refused = || opened().is_err_and(|own| own.kind() == io::ErrorKind::PermissionDenied);
    if is_protected || is_refused() {
        return Err(Failure::Running(Problem::new(
            file.display().to_string(),
            "cannot be written: it is write-protected",
            "",
            "Name another file, or allow this one to be written (chmod u+w)",
        )));
    }
    Ok(())
}

/// The folder takes no new file, although the file that is there may be writable. It is not written in place: what is there would be lost if the
/// command failed or were stopped.
fn no_room_beside(target: &Path, error: &io::Error) -> Failure {
    let refused = [io::ErrorKind::PermissionDenied, io::ErrorKind::ReadOnlyFilesystem];
    let failure = Failure::unwritable(&target.display().to_string(), error);
    match failure {
        Failure::Running(problem) if target.exists() && refused.contains(&error.kind()) => {
            let why = "what is new is first written beside it, so that nothing is lost if the command fails";
            let folder = folder_of(target).display();
            Failure::Running(Problem { wrong: format!("{}, in the folder {folder}: {why}", problem.wrong), ..problem })
        }
        other => other,
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
mod tests;
