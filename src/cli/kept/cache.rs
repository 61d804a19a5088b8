//! The folder where commands that run for long keep their finished tasks, in a file each. A command that is done removes its own; those that
//! were stopped and never given again would stay for ever, so the oldest go.

use crate::base::digest::hex;
use crate::experiment::stored::Origin;
use etcetera::BaseStrategy;
use sha2::{Digest, Sha256};
use std::ffi::OsString;
use std::fs::{self, File, TryLockError};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

/// What was not written to for so long is given up.
const GIVEN_UP: Duration = Duration::from_secs(30 * 24 * 3600);

/// Most that files of other commands take together \[bytes\].
const MOST_BYTES: u64 = 500_000_000;

/// The file for this command: equal for equal arguments in the same folder, and the same program.
pub fn place(drawn_seed: Option<&str>) -> Option<PathBuf> {
    let folder = etcetera::choose_base_strategy().ok()?.cache_dir();
    let here = std::env::current_dir().ok()?;
    let name = name(&here, std::env::args_os().skip(1), drawn_seed);
    Some(folder.join("metasched").join(name))
}

/// The seed that was drawn for a command stands in place of `--fresh-seed`, which means another one each time.
fn name(folder: &Path, arguments: impl Iterator<Item = OsString>, drawn_seed: Option<&str>) -> String {
    let mut name = Sha256::new();
    name.update(Origin::here("").line());
    name.update(folder.as_os_str().as_encoded_bytes());
    let mut add = |argument: &[u8]| {
        name.update([0]);
        name.update(argument);
    };
    for argument in arguments {
        match drawn_seed.filter(|_| argument == "--fresh-seed") {
            Some(seed) => ["--seed", seed].iter().for_each(|own| add(own.as_bytes())),
            None => add(argument.as_encoded_bytes()),
        }
    }
    format!("{}.jsonl", hex(&name.finalize()))
}

/// Removes from the folder of `own` files of other commands: those that nothing was written to for 30 days, and the oldest of more than
/// 500 MB. Files that a process writes at this moment stay, and so does every file with another name.
pub fn tidy(own: &Path, now: SystemTime) {
    let Some(entries) = own.parent().and_then(|folder| fs::read_dir(folder).ok()) else {
        return;
    };
    let paths = entries.flatten().map(|entry| entry.path());
    let others = paths.filter(|path| path != own && is_ours(path));
    let mut kept: Vec<(Duration, u64, PathBuf)> = Vec::new();
    for path in others {
        let Ok(about) = fs::symlink_metadata(&path) else {
            continue;
        };
        if !about.is_file() {
            continue;
        }
        let age = age(&path, about.modified().unwrap_or(now), now);
        match age > GIVEN_UP {
            true => remove(&path),
            false => kept.push((age, about.len(), path)),
        }
    }
    kept.sort_unstable();
    let mut bytes: u64 = 0;
    for (_, own, path) in kept {
        bytes = bytes.saturating_add(own);
        if bytes > MOST_BYTES {
            remove(&path);
        }
    }
}

/// How long ago a file was written. One of the future was written under a clock that was wrong: its age counts from now on, since it would
/// not be old before that date.
fn age(path: &Path, written: SystemTime, now: SystemTime) -> Duration {
    now.duration_since(written).unwrap_or_else(|_| {
        let file = File::options().append(true).open(path);
        let _ = file.and_then(|file| file.set_modified(now));
        Duration::ZERO
    })
}

/// Removes a file, unless a process writes it at this moment; where files cannot be locked, the answer is always no. It stays locked until it is gone,
/// so that no command begins to write it in between. A file that is not removed now is when the next command tidies up.
fn remove(path: &Path) {
    // On Windows, a file that is open for appending alone cannot be locked.
    let file = File::options().read(true).append(true).open(path);
    let lock = file.as_ref().map(File::try_lock);
    if !matches!(lock, Ok(Err(TryLockError::WouldBlock))) {
        let _ = fs::remove_file(path);
    }
}

/// Whether the file has a name that [`place`] gives.
fn is_ours(path: &Path) -> bool {
    let name = path.file_name().and_then(|name| name.to_str());
    let digits = name.and_then(|name| name.strip_suffix(".jsonl"));
    digits.is_some_and(|own| own.len() == 64 && own.bytes().all(|byte| byte.is_ascii_hexdigit()))
}

#[cfg(test)]
mod tests {
    use super::*;

    const DAY: Duration = Duration::from_secs(24 * 3600);

    /// A folder of files, each with its length and the days since it was written (negative: a date of the future).
    struct Folder(PathBuf);

    impl Folder {
        fn new(name: &str) -> Folder {
            let name = format!("metasched-cache-{name}-{}", std::process::id());
            let folder = std::env::temp_dir().join(name);
            fs::create_dir_all(&folder).unwrap();
            Folder(folder)
        }

        fn path(&self, digit: char) -> PathBuf {
            let digits = digit.to_string().repeat(64);
            self.0.join(format!("{digits}.jsonl"))
        }

        fn file(&self, path: &Path, bytes: u64, days: f64, now: SystemTime) {
            let file = File::create(path).unwrap();
            // Without content: the disk keeps no more than the length.
            file.set_len(bytes).unwrap();
            let far = DAY.mul_f64(days.abs());
            let date = if days < 0.0 { now + far } else { now - far };
            file.set_modified(date).unwrap();
        }

        fn names(&self) -> String {
            let all = fs::read_dir(&self.0).unwrap().flatten();
            let first = all.map(|entry| entry.file_name().to_str().unwrap().chars().next().unwrap());
            let mut names: Vec<char> = first.collect();
            names.sort_unstable();
            names.into_iter().collect()
        }
    }

    impl Drop for Folder {
        fn drop(&mut self) {
            let _ = fs::remove_dir_all(&self.0);
        }
    }

    #[test]
    fn a_drawn_seed_is_given_again() {
        let name = |folder: &str, words: &[&str], drawn: Option<&str>| {
            name(Path::new(folder), words.iter().map(OsString::from), drawn)
        };
        let drawn = name("/a", &["run", "--fresh-seed", "--csv"], Some("7w39"));
        assert_eq!(drawn, name("/a", &["run", "--seed", "7w39", "--csv"], None));
        assert_ne!(drawn, name("/b", &["run", "--seed", "7w39", "--csv"], None));
        assert_ne!(drawn, name("/a", &["run", "--fresh-seed", "--csv"], Some("7w3a")));
        assert!(is_ours(Path::new(&drawn)));
    }

    #[test]
    fn what_is_given_up_goes() {
        let folder = Folder::new("age");
        let now = SystemTime::UNIX_EPOCH + 20_000 * DAY;
        let path = |digit| folder.path(digit);
        for (digit, days) in [('0', 40.0), ('1', 31.0), ('2', 29.0), ('3', 0.0), ('4', 99.0)] {
            folder.file(&path(digit), 10, days, now);
        }
        let foreign = folder.0.join("notes.jsonl");
        folder.file(&foreign, 10, 500.0, now);
        // The command's own file, and one that another process writes, stay however old they are.
        let written = File::options().append(true).open(path('4')).unwrap();
        written.lock().unwrap();
        tidy(&path('1'), now);
        assert_eq!(folder.names(), "1234n");
        drop(written);
        tidy(&path('3'), now);
        assert_eq!(folder.names(), "23n");
    }

    #[test]
    fn the_oldest_of_too_much_go() {
        let folder = Folder::new("size");
        let now = SystemTime::UNIX_EPOCH + 20_000 * DAY;
        for (digit, days) in [('a', 3.0), ('b', 1.0), ('c', 2.0), ('d', 0.5)] {
            folder.file(&folder.path(digit), MOST_BYTES / 3, days, now);
        }
        tidy(&folder.path('e'), now);
        assert_eq!(folder.names(), "bcd");
        folder.file(&folder.path('f'), MOST_BYTES + 1, 0.1, now);
        tidy(&folder.path('f'), now);
        assert_eq!(folder.names(), "bcdf", "its own does not count");
        tidy(&folder.path('e'), now);
        assert_eq!(folder.names(), "", "what is alone too large leaves no room for what is older");
    }

    /// The clock was years ahead when the file was written, and was set back: it is not kept for years, and not thrown away at once.
    #[test]
    fn a_date_of_the_future_counts_from_now() {
        let folder = Folder::new("future");
        let now = SystemTime::UNIX_EPOCH + 20_000 * DAY;
        folder.file(&folder.path('a'), 10, -4000.0, now);
        tidy(&folder.path('b'), now);
        let dated = fs::metadata(folder.path('a')).unwrap().modified().unwrap();
        assert_eq!((folder.names().as_str(), dated), ("a", now));
        tidy(&folder.path('b'), now + 29 * DAY);
        assert_eq!(folder.names(), "a");
        tidy(&folder.path('b'), now + 31 * DAY);
        assert_eq!(folder.names(), "");
        // A clock before the first day of the epoch is a date of the past for all.
        folder.file(&folder.path('a'), 10, 0.0, now);
        tidy(&folder.path('b'), SystemTime::UNIX_EPOCH - DAY);
        assert_eq!(folder.names(), "a");
    }
}
