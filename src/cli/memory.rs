//! How much memory there is, and the end of a command that takes more than it may.

use crate::base::problem::Problem;
use crate::cli::printed::stopped;
use crate::workload::swf::Record;
use bytesize::ByteSize;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;
use sysinfo::{ProcessRefreshKind, ProcessesToUpdate, System};

/// What the program takes without any job, measured \[bytes\].
pub const BASE: ByteSize = ByteSize(8_500_000);
/// What a job of a log takes \[bytes\].
pub const RECORD_BYTES: u64 = size_of::<Record>() as u64;

/// Of the memory that is free a command takes at most so much, if it is not allowed more.
const SHARE: f64 = 0.8;
/// Between two looks at what the command takes: memory is filled at some gigabytes a second.
const PAUSE: Duration = Duration::from_millis(20);

/// Most memory that a command takes, unless it is given another limit.
pub fn default() -> ByteSize {
    let (mut machine, mut group) = (None, None);
    if let Ok(mut system) = System::new() {
        system.refresh_memory();
        machine = Some(system.available_memory());
        group = system.cgroup_limits().map(|limits| limits.free_memory);
    }
    let free = [machine, group, address_space()]
        .into_iter()
        .flatten()
        .min();
    ByteSize((free.unwrap_or(u64::MAX) as f64 * SHARE) as u64)
}

/// The most that this process may address (`ulimit -v`), if there is such a limit.
fn address_space() -> Option<u64> {
    #[cfg(unix)]
    return rustix::process::getrlimit(rustix::process::Resource::As).current;
    #[cfg(not(unix))]
    return None;
}

/// Whether a log is being read.
static READING: AtomicBool = AtomicBool::new(false);

/// What the command may take, once it is held to that.
static ALLOWED: OnceLock<ByteSize> = OnceLock::new();

/// Refuses what will take more than the command may.
///
/// # Errors
/// If it will.
pub fn enough(expected: ByteSize, allowed: ByteSize) -> Result<(), Problem> {
    if expected <= allowed {
        return Ok(());
    }
    Err(Problem::new(
        "memory",
        format!(
            "is not enough: this will take about {}",
            expected.display().si()
        ),
        limit(allowed),
        "Simulate fewer jobs or points, use --threads 1, share the work among several commands (--shard), or allow more by --memory",
    ))
}

/// Refuses a log that takes more than the command may, as far as it is read.
///
/// # Errors
/// If it does.
pub fn enough_for_log(name: &str, taken: ByteSize) -> Result<(), Problem> {
    match ALLOWED.get() {
        Some(&allowed) if taken > allowed => Err(log_too_large(name, taken, allowed)),
        _ => Ok(()),
    }
}

fn log_too_large(name: &str, taken: ByteSize, allowed: ByteSize) -> Problem {
    Problem::new(
        name,
        format!(
            "takes too much memory: {} with what is read of it",
            taken.display().si()
        ),
        limit(allowed),
        "Allow more by --memory, or cut the log; an .xz takes less if you unpack it first (xz -d)",
    )
}

fn limit(allowed: ByteSize) -> String {
    format!(
        "{} (--memory, or 80 % of what is free)",
        allowed.display().si()
    )
}

/// Reads a log, which is refused as soon as it takes more than the command may: by what is counted, or by what is taken if that is more.
///
/// # Errors
/// As `read`.
pub fn reading<T, E>(read: impl FnOnce() -> Result<T, E>) -> Result<T, E> {
    READING.store(true, Ordering::Relaxed);
    let log = read()?;
    // After a refusal it stays so: the command ends, and nothing else of it takes memory.
    READING.store(false, Ordering::Relaxed);
    Ok(log)
}

/// From now on the command ends if it takes more than this.
pub fn hold_to(most: ByteSize) {
    // A command is held once.
    let _ = ALLOWED.set(most);
    let (Ok(own), Ok(mut system)) = (sysinfo::get_current_pid(), System::new()) else {
        return;
    };
    thread::spawn(move || {
        loop {
            let memory = ProcessRefreshKind::nothing().with_memory();
            system.refresh_processes_specifics(ProcessesToUpdate::Some(&[own]), false, memory);
            let taken = system.process(own).map_or(0, |process| process.memory());
            if taken > most.as_u64() {
                match READING.load(Ordering::Relaxed) {
                    true => stopped::refused(&log_too_large("the log", ByteSize(taken), most)),
                    false => stopped::for_memory(most),
                }
            }
            thread::sleep(PAUSE);
        }
    });
}
