//! How much memory there is, and the end of a command that takes more than it may.

use crate::base::problem::Problem;
use crate::cli::printed::stopped;
use bytesize::ByteSize;
use clap::Args;
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};
use std::thread;
use std::time::Duration;
use sysinfo::{ProcessRefreshKind, ProcessesToUpdate, System};

/// What the program takes without any job, measured \[bytes\].
pub const BASE: ByteSize = ByteSize(8_500_000);

/// Of the memory that is free a command takes at most so much, if it is not allowed more.
const SHARE: f64 = 0.8;
/// Between two looks at what the command takes: memory is filled at some gigabytes a second.
const PAUSE: Duration = Duration::from_millis(20);

/// Most memory that a command may take.
#[derive(Args, Clone, Copy, Debug)]
pub struct MemoryLimit {
    /// Take at most so much memory, such as 4GB or 500MB; 80 % of what is free if left out.
    ///
    /// A command that is expected to take more is refused (exit code 2); one that takes more after all is ended (exit code 1), and goes on
    /// from the tasks that it has finished, if it keeps any.
    #[arg(long, value_name = "BYTES", allow_hyphen_values = true, display_order = 901, value_parser = enough_for_the_program)]
    memory: Option<ByteSize>,
}

/// An amount of memory that the program can do with.
fn enough_for_the_program(text: &str) -> Result<ByteSize, String> {
    let Ok(amount) = text.parse::<ByteSize>() else {
        let units = "a number with kB, MB, GB or TB (KiB, MiB, GiB, TiB), such as 500MB";
        return Err(format!("is no amount of memory; allowed: {units}"));
    };
    match amount < BASE {
        true => Err(format!("the program alone takes {} before any job; allowed: more than that", BASE.display().si())),
        false => Ok(amount),
    }
}

impl MemoryLimit {
    /// From now on the command ends if it takes more memory than it may.
    pub fn hold(self) {
        hold_to(self.most());
    }

    /// Most memory that the command may take.
    pub fn most(self) -> ByteSize {
        self.memory.unwrap_or_else(default)
    }

    /// Refuses what will take more, with what can be done about it.
    ///
    /// # Errors
    /// If it will.
    pub fn enough(self, expected: ByteSize, remedy: &str) -> Result<(), Problem> {
        enough(expected, self.most(), remedy)
    }
}

/// Most memory that a command takes, unless it is given another limit.
pub fn default() -> ByteSize {
    let (mut machine, mut group) = (None, None);
    if let Ok(mut system) = System::new() {
        system.refresh_memory();
        machine = Some(system.available_memory());
        group = system.cgroup_limits().map(|limits| limits.free_memory);
    }
    let free = [machine, group, address_space()].into_iter().flatten().min();
    ByteSize((free.unwrap_or(u64::MAX) as f64 * SHARE) as u64)
}

/// The most that this process may address (`ulimit -v`), if there is such a limit.
fn address_space() -> Option<u64> {
    #[cfg(unix)]
    return rustix::process::getrlimit(rustix::process::Resource::As).current;
    #[cfg(not(unix))]
    return None;
}

/// Begins the program anew where the addresses that it may have are limited, with an allocator that does not take 64 MiB of them for each thread, and that
/// lets large lists grow where they are and gives them back at once: glibc asks for its settings only when a program begins. Where it cannot be begun anew,
/// it goes on as it is.
pub fn save_addresses() {
    #[cfg(target_os = "linux")]
    {
        use std::os::unix::process::CommandExt;
        use std::{env, process::Command};
        const ARENAS: &str = "MALLOC_ARENA_MAX";
        // Left to itself glibc raises this to the size of the largest list that was given back, of a log for example.
        const LARGE: (&str, &str) = ("MALLOC_MMAP_THRESHOLD_", "131072");
        let is_wanted = address_space().is_some() && env::var_os(ARENAS).is_none();
        if let (true, Ok(own)) = (is_wanted, env::current_exe()) {
            let arguments = env::args_os();
            let _ = Command::new(own).args(arguments.skip(1)).env(ARENAS, "1").env(LARGE.0, LARGE.1).exec();
        }
    }
}

/// What is wrong if the command takes so much, and may take only so much.
type TooMuch = Box<dyn Fn(ByteSize, ByteSize) -> Problem + Send>;

/// As what the command is refused if it takes more than it may now; none if it has something to lose, and is ended then.
static REFUSED_AS: Mutex<Option<TooMuch>> = Mutex::new(None);

/// What the command may take, once it is held to that.
static ALLOWED: OnceLock<ByteSize> = OnceLock::new();

/// Refuses what will take more than the command may, or than can be had.
///
/// # Errors
/// If it will.
pub fn enough(expected: ByteSize, allowed: ByteSize, remedy: &str) -> Result<(), Problem> {
    if expected <= allowed && is_to_be_had(expected) {
        return Ok(());
    }
    Err(Problem::new(
        "memory",
        format!("is not enough: this will take about {}", expected.display().si()),
        limit(allowed),
        format!("{remedy}, or allow more by --memory"),
    ))
}

/// Whether there is room for lists of so many bytes to become twice as large, as they do when they grow. A run asks before they do, since it cannot go on
/// where there is none; where addresses are not limited there is.
pub fn may_double(bytes: f64) -> bool {
    let room = bytes as usize;
    address_space().is_none() || Vec::<u8>::new().try_reserve_exact(room).is_ok()
}

/// Whether there is room for what the program does not take yet: the limit of `ulimit -v` has other things below it than what is counted here.
fn is_to_be_had(expected: ByteSize) -> bool {
    let more = expected.as_u64().saturating_sub(taken().as_u64());
    let more = usize::try_from(more).unwrap_or(usize::MAX);
    Vec::<u8>::new().try_reserve_exact(more).is_ok()
}

/// What the program takes now; nothing if the system does not say.
pub fn taken() -> ByteSize {
    let (Ok(own), Ok(mut system)) = (sysinfo::get_current_pid(), System::new()) else {
        return ByteSize(0);
    };
    let memory = ProcessRefreshKind::nothing().with_memory();
    system.refresh_processes_specifics(ProcessesToUpdate::Some(&[own]), false, memory);
    ByteSize(system.process(own).map_or(0, |process| process.memory()))
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
        format!("takes too much memory: {} with what is read of it", taken.display().si()),
        limit(allowed),
        "Allow more by --memory, or cut the log; an .xz takes less if you unpack it first (xz -d)",
    )
}

/// What may be taken, in words.
pub fn limit(allowed: ByteSize) -> String {
    format!("{} (--memory, or 80 % of what is free)", allowed.display().si())
}

/// Reads a log, which is refused as soon as it takes more than the command may: by what is counted, or by what is taken if that is more.
///
/// # Errors
/// As `read`.
pub fn reading<T, E>(read: impl FnOnce() -> Result<T, E>) -> Result<T, E> {
    refused_as(|taken, allowed| log_too_large("the log", taken, allowed), read)
}

/// Tries what the command is about to do, which is refused if that takes more than the command may.
///
/// # Errors
/// As `attempt`.
pub fn trying<T, E>(remedy: &'static str, attempt: impl FnOnce() -> Result<T, E>) -> Result<T, E> {
    let too_much = move |taken: ByteSize, allowed| {
        Problem::new(
            "memory",
            format!("is not enough: the first jobs take {}", taken.display().si()),
            limit(allowed),
            format!("{remedy}, or allow more by --memory"),
        )
    };
    refused_as(too_much, attempt)
}

/// Does what is not ended but refused, as what `too_much` says, as soon as the command takes more than it may.
///
/// # Errors
/// As `work`.
pub fn refused_as<T, E>(
    too_much: impl Fn(ByteSize, ByteSize) -> Problem + Send + 'static,
    work: impl FnOnce() -> Result<T, E>,
) -> Result<T, E> {
    let before = refusal().replace(Box::new(too_much));
    let done = work()?;
    // After an error it stays so: the command ends, and nothing else of it takes memory.
    *refusal() = before;
    Ok(done)
}

fn refusal() -> MutexGuard<'static, Option<TooMuch>> {
    REFUSED_AS.lock().unwrap_or_else(PoisonError::into_inner)
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
                match &*refusal() {
                    Some(too_much) => stopped::refused(&too_much(ByteSize(taken), most)),
                    None => stopped::for_memory(most),
                }
            }
            thread::sleep(PAUSE);
        }
    });
}
