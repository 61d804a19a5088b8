//! A file in writing that appears when it is complete: until then it has another name, and it vanishes if the command
//! fails or is stopped. A file that is there is complete.

use crate::base::problem::Problem;
use crate::cli::printed::failure::{Failure, STANDARD_OUTPUT};
use crate::cli::printed::{leftovers, same_file, say, stopped};
use std::fs::{self, File};
use std::io::{self, BufWriter, Stdout, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Files that the command reads, by their full names.
static INPUTS: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

/// Files that the command writes or has written, likewise.
static OUTPUTS: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

/// Most symbolic links that lead from one to the next, as on Linux.
const MOST_LINKS: usize = 40;

/// The command reads this file, so it must not write it.
///
/// # Errors
/// If the command writes it already, or standard output is this file: what is written would take the place of what is read.
pub fn protect(input: &Path) -> Result<(), Problem> {
    if same_file::is_printed_to(input) {
        return Err(printed_over(input.display().to_string()));
    }
    let input = full_name(input);
    if locked(&OUTPUTS).contains(&input) {
        return Err(written_over(&input));
    }
    locked(&INPUTS).push(input);
    Ok(())
}

/// What is written would take the place of this input.
fn written_over(input: &Path) -> Problem {
    Problem::new(
        input.display().to_string(),
        "is a file that this command reads, so it is not written",
        "another file",
        "Name the output differently",
    )
}

/// What is printed would be written over this input.
pub fn printed_over(input: String) -> Problem {
    Problem::new(
        input,
        "is a file that this command reads, and standard output goes to it",
        "another file for what is printed",
        "Name another file behind > or >>",
    )
}

/// Whether what is written to a file of this name goes to standard output. By its other names a file behind > would be replaced while it is
/// printed to.
pub fn is_standard_output(target: &Path) -> bool {
    let names = [
        STANDARD_OUTPUT,
        "/dev/stdout",
        "/dev/fd/1",
        "/proc/self/fd/1",
    ];
    names.iter().any(|name| target == Path::new(name))
}

fn locked(files: &'static Mutex<Vec<PathBuf>>) -> MutexGuard<'static, Vec<PathBuf>> {
    files.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A file by its full name, also before it is there. A symbolic link is what it leads to, even if nothing is there yet.
fn full_name(target: &Path) -> PathBuf {
    if let Ok(there) = fs::canonicalize(target) {
        return there;
    }
    let mut name = target.to_owned();
    for _ in 0..MOST_LINKS {
        let Ok(next) = fs::read_link(&name) else {
            break;
        };
        name = folder_of(&name).join(next);
    }
    match (fs::canonicalize(folder_of(&name)), name.file_name()) {
        (Ok(folder), Some(own)) => folder.join(own),
        _ => name,
    }
}

fn folder_of(target: &Path) -> &Path {
    let folder = target.parent();
    let folder = folder.filter(|own| !own.as_os_str().is_empty());
    folder.unwrap_or(Path::new("."))
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
        if locked(&INPUTS).contains(target) || same_file::is_standard_input(target) {
            return Err(written_over(target).into());
        }
        let is_ordinary = is_ordinary(target)?;
        let mut outputs = locked(&OUTPUTS);
        let is_written = || {
            outputs.contains(target)
                || same_file::is_printed_to(target)
                || same_file::is_said_to(target)
        };
        if is_ordinary && is_written() {
            let wrong = "is written by this command already";
            let remedy = "Name one of them differently";
            let place = target.display().to_string();
            return Err(Problem::new(place, wrong, "a file for each output", remedy).into());
        }
        if is_ordinary {
            leftovers::remove(target);
        }
        let begun = NewFile::begin(target, is_ordinary)?;
        outputs.push(target.to_owned());
        Ok(begun)
    }

    fn begin(target: &Path, is_ordinary: bool) -> Result<NewFile, Failure> {
        let unwritable = |error| Failure::unwritable(&target.display().to_string(), &error);
        let part = is_ordinary.then(|| leftovers::part_of(target));
        let file = match &part {
            Some(part) => File::create(part).map_err(|error| no_room_beside(target, &error))?,
            None => File::options()
                .write(true)
                .open(target)
                .map_err(unwritable)?,
        };
        if let Some(part) = &part {
            stopped::unfinished(part);
            // Where files cannot be locked, leftovers stay.
            let _ = file.try_lock();
        }
        let begun = NewFile {
            out: BufWriter::with_capacity(1 << 16, Sink::File(file)),
            target: target.to_owned(),
            part,
        };
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
        let ordinary = !is_standard_output(target)
            && fs::metadata(target).map_or(true, |about| about.is_file());
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
    let refused = [
        io::ErrorKind::PermissionDenied,
        io::ErrorKind::ReadOnlyFilesystem,
    ];
    let failure = Failure::unwritable(&target.display().to_string(), error);
    match failure {
        Failure::Running(problem) if target.exists() && refused.contains(&error.kind()) => {
            let why = "what is new is first written beside it, so that nothing is lost if the command fails";
            let folder = folder_of(target).display();
            Failure::Running(Problem {
                wrong: format!("{}, in the folder {folder}: {why}", problem.wrong),
                ..problem
            })
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
    fn no_file_is_written_twice() {
        let folder = folder("twice");
        let first = NewFile::create(&folder.join("jobs.csv")).unwrap();
        let same = folder.join(".").join("jobs.csv");
        assert!(matches!(NewFile::create(&same), Err(Failure::Input(_))));
        first.finish().unwrap();
        // Nor one after the other.
        assert!(matches!(NewFile::create(&same), Err(Failure::Input(_))));
        assert!(folder.join("jobs.csv").exists());
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

    /// A link that leads nowhere yet is a name for what is written; one that leads to itself is none.
    #[test]
    #[cfg(unix)]
    fn links_that_lead_nowhere() {
        use std::os::unix::fs::symlink;
        let folder = folder("links");
        let link = |name: &str, to: &str| {
            symlink(to, folder.join(name)).unwrap();
            folder.join(name)
        };
        link("second.csv", "jobs.csv");
        let mut file = NewFile::create(&link("first.csv", "second.csv")).unwrap();
        file.write_all(b"new").unwrap();
        file.finish().unwrap();
        assert_eq!(fs::read(folder.join("jobs.csv")).unwrap(), b"new");
        for name in ["first.csv", "second.csv"] {
            let about = fs::symlink_metadata(folder.join(name)).unwrap();
            assert!(about.is_symlink(), "{name}");
        }
        link("there.csv", "back.csv");
        let refused = NewFile::create(&link("back.csv", "there.csv"));
        assert!(matches!(refused, Err(Failure::Running(_))));
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 5);
        fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn a_protected_file_stays() {
        let folder = folder("protected");
        let path = folder.join("jobs.csv");
        fs::write(&path, "old").unwrap();
        let mut permissions = fs::metadata(&path).unwrap().permissions();
        permissions.set_readonly(true);
        fs::set_permissions(&path, permissions).unwrap();
        let Err(Failure::Running(why)) = NewFile::create(&path) else {
            panic!("it is replaced");
        };
        assert!(why.wrong.contains("write-protected"), "{why}");
        assert_eq!(fs::read(&path).unwrap(), b"old");
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 1);
        let _ = fs::remove_dir_all(&folder);
    }

    /// Of processes that are gone; what another one writes stays, and so does what only looks like it.
    #[test]
    #[cfg(unix)]
    fn leftovers_go_when_the_file_is_written_again() {
        let folder = folder("leftovers");
        let mut gone = std::process::Command::new("true").spawn().unwrap();
        gone.wait().unwrap();
        let pid = gone.id();
        let running = std::os::unix::process::parent_id();
        let left = [
            format!("jobs.csv.part-{pid}"),
            format!("jobs.csv.run-2.part-{pid}"),
        ];
        let kept = [
            format!("jobs.csv.part-{running}"),
            format!("other-jobs.csv.part-{pid}"),
            "jobs.csv.part-of-it".to_owned(),
        ];
        for name in left.iter().chain(&kept) {
            fs::write(folder.join(name), "half").unwrap();
        }
        let locked = folder.join("k.csv.part-1999999999");
        fs::write(&locked, "half").unwrap();
        let writer = File::open(&locked).unwrap();
        writer.try_lock().unwrap();
        for name in ["jobs.csv", "k.csv"] {
            NewFile::create(&folder.join(name))
                .unwrap()
                .finish()
                .unwrap();
        }
        let is_there = |name: &String| folder.join(name).exists();
        assert!(!left.iter().any(is_there) && kept.iter().all(is_there));
        assert!(locked.exists());
        fs::remove_dir_all(&folder).unwrap();
    }
}
