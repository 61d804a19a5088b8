//! The folder for installed tools, outside the checkout, with one sub-folder per tool and version.
//!
//! A tool is installed into a temporary folder and then renamed in one step, under a lock: two simultaneous set-ups do
//! the work once, and an interrupted one leaves nothing that looks complete.

use std::env;
use std::fs::{self, File, TryLockError};
use std::path::{Path, PathBuf};

use crate::process::Outcome;

/// `$METASCHED_CACHE`, or else `metasched` in the user's cache folder.
pub fn folder() -> Outcome<PathBuf> {
    let set = |name: &str| env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    if let Some(folder) = set("METASCHED_CACHE") {
        return std::path::absolute(folder).map_err(|error| format!("METASCHED_CACHE: {error}"));
    }
    let home = || env::home_dir().map(|home| home.join(".cache"));
    let caches = set("XDG_CACHE_HOME").or_else(|| set("LOCALAPPDATA")).or_else(home);
    caches.map(|folder| folder.join("metasched")).ok_or_else(|| {
        "no home folder is known to keep the tools in: set METASCHED_CACHE to a folder for them".to_owned()
    })
}

/// Returns the cache's folder `name`. If `proof`, a path inside this folder, does not exist, `install` fills the folder
/// before. `install` gets an empty folder, and only one process at a time calls `install`.
pub fn once(cache: &Path, name: &str, proof: &str, install: impl FnOnce(&Path) -> Outcome) -> Outcome<PathBuf> {
    let place = cache.join(name);
    if place.join(proof).exists() {
        return Ok(place);
    }
    fs::create_dir_all(cache).map_err(explain("make", cache))?;
    let _lock = lock(&cache.join(format!("{name}.lock")), name)?;
    if place.join(proof).exists() {
        return Ok(place);
    }
    let partial = cache.join(format!("{name}.partial"));
    for left_over in [&partial, &place] {
        if left_over.exists() {
            fs::remove_dir_all(left_over).map_err(explain("clear", left_over))?;
        }
    }
    fs::create_dir(&partial).map_err(explain("make", &partial))?;
    install(&partial)?;
    if !partial.join(proof).exists() {
        return Err(format!("installing {name} ended well, but left no {proof} in {}", partial.display()));
    }
    fs::rename(&partial, &place).map_err(explain("fill", &place))?;
    Ok(place)
}

/// Locks a file for the installation of `name`, until it is dropped or the process ends.
pub fn lock(path: &Path, name: &str) -> Outcome<File> {
    let file = File::create(path).map_err(explain("open", path))?;
    match file.try_lock() {
        Ok(()) => return Ok(file),
        Err(TryLockError::WouldBlock) => {
            println!("another command is making {name}; waiting for it")
        }
        Err(TryLockError::Error(error)) => return Err(explain("lock", path)(error)),
    }
    file.lock().map_err(explain("lock", path))?;
    Ok(file)
}

fn explain<'a>(action: &'a str, path: &'a Path) -> impl Fn(std::io::Error) -> String + 'a {
    move |error| format!("cannot {action} {}: {error}", path.display())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicU32, Ordering};
    use std::time::Duration;

    /// A folder for one test, initially empty.
    fn empty(name: &str) -> PathBuf {
        let folder = env::temp_dir().join(format!("metasched-cache-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        folder
    }

    fn write(path: PathBuf) -> Outcome {
        fs::write(&path, "").map_err(explain("write", &path))
    }

    #[test]
    fn two_at_once_install_once() {
        let cache = empty("race");
        let installs = AtomicU32::new(0);
        std::thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| {
                    let place = once(&cache, "tool-1", "bin", |folder| {
                        installs.fetch_add(1, Ordering::Relaxed);
                        std::thread::sleep(Duration::from_millis(50));
                        write(folder.join("bin"))
                    });
                    assert!(place.unwrap().join("bin").is_file());
                });
            }
        });
        assert_eq!(installs.load(Ordering::Relaxed), 1);
        fs::remove_dir_all(cache).unwrap();
    }

    #[test]
    fn a_failed_install_leaves_nothing_that_looks_finished_and_is_tried_again() {
        let cache = empty("failure");
        let failed = once(&cache, "tool-1", "bin", |folder| {
            write(folder.join("half"))?;
            Err("no network".to_owned())
        });
        assert_eq!(failed, Err("no network".to_owned()));
        assert!(!cache.join("tool-1").exists());

        let unproven = once(&cache, "tool-1", "bin", |_| Ok(()));
        assert!(unproven.unwrap_err().contains("left no bin"));

        let place = once(&cache, "tool-1", "bin", |folder| write(folder.join("bin"))).unwrap();
        assert!(place.join("bin").exists() && !place.join("half").exists());
        fs::remove_dir_all(cache).unwrap();
    }

    #[test]
    fn a_broken_place_is_replaced() {
        let cache = empty("broken");
        fs::create_dir_all(cache.join("tool-1/rubbish")).unwrap();
        let place = once(&cache, "tool-1", "bin", |folder| write(folder.join("bin"))).unwrap();
        assert!(place.join("bin").exists() && !place.join("rubbish").exists());
        fs::remove_dir_all(cache).unwrap();
    }
}
