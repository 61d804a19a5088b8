//! Being stopped: by Ctrl-C, by a terminal that is closed, or by a batch system. Half files vanish, finished tasks stay.

#[cfg(unix)]
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Files that have to vanish if the command is stopped.
static UNFINISHED: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

/// Where finished tasks are kept, and the seed that was drawn for them.
static KEPT: Mutex<Option<(PathBuf, Option<String>)>> = Mutex::new(None);

/// From now on a signal stops the command at once, with the exit code by which shells know it: 128 and its number.
pub fn listen() {
    #[cfg(unix)]
    listen_to(&[SIGHUP, SIGINT, SIGTERM]);
}

#[cfg(unix)]
fn listen_to(signals: &[i32]) {
    // What `nohup` has switched off stays off. Shells switch off Ctrl-C for what runs in the background, but who sends that signal means it.
    let wanted = signals.iter().filter(|&&signal| signal != SIGHUP || !is_ignored(signal));
    // Without a handler the system stops us, only less tidily.
    if let Ok(mut signals) = signal_hook::iterator::Signals::new(wanted) {
        std::thread::spawn(move || signals.forever().next().map(stop));
    }
}

/// Whether this process was started with the signal ignored, as `nohup` does. It is known on Linux only.
#[cfg(unix)]
fn is_ignored(signal: i32) -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let ignored = ignored.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    ignored.is_some_and(|mask| mask >> (signal - 1) & 1 == 1)
}

#[cfg(unix)]
fn stop(signal: i32) {
    end("Stopped before the end", 128 + signal);
}

/// Half files vanish.
fn tidy() {
    for path in locked(&UNFINISHED).iter() {
        let _ = std::fs::remove_file(path);
    }
}

fn end(why: &str, code: i32) -> ! {
    tidy();
    let mut err = io::stderr();
    let end_of_bar = if err.is_terminal() { "\n" } else { "" };
    let kept = match &*locked(&KEPT) {
        Some((path, drawn_seed)) => format!(
            " Finished tasks are kept in {}: the same command{} goes on from there.",
            path.display(),
            with_seed(drawn_seed.as_deref())
        ),
        None => String::new(),
    };
    let _ = writeln!(err, "{end_of_bar}{why}: there is no result.{kept}");
    std::process::exit(code);
}

/// This file vanishes if the command is stopped.
pub fn unfinished(path: &Path) {
    locked(&UNFINISHED).push(path.to_owned());
}

/// This file need not vanish any more.
pub fn finished(path: &Path) {
    locked(&UNFINISHED).retain(|own| own != path);
}

/// Where finished tasks are kept from now on, with the seed that was drawn for them if one was.
pub fn kept_in(place: Option<(&Path, Option<&str>)>) {
    *locked(&KEPT) = place.map(|(path, seed)| (path.to_owned(), seed.map(str::to_owned)));
}

/// How a command has to be given again so that it means the same, if its seed was drawn.
pub fn with_seed(drawn: Option<&str>) -> String {
    drawn.map_or(String::new(), |seed| format!(" with --seed {seed} in place of --fresh-seed"))
}

fn locked<T>(of: &Mutex<T>) -> MutexGuard<'_, T> {
    of.lock().unwrap_or_else(PoisonError::into_inner)
}
