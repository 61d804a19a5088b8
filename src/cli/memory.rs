//! How much memory there is, and the end of a command that takes more than it may.

use crate::cli::printed::stopped;
use bytesize::ByteSize;
use std::thread;
use std::time::Duration;
use sysinfo::{ProcessRefreshKind, ProcessesToUpdate, System};

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

/// From now on the command ends if it takes more than this.
pub fn hold_to(most: ByteSize) {
    let (Ok(own), Ok(mut system)) = (sysinfo::get_current_pid(), System::new()) else {
        return;
    };
    thread::spawn(move || {
        loop {
            let memory = ProcessRefreshKind::nothing().with_memory();
            system.refresh_processes_specifics(ProcessesToUpdate::Some(&[own]), false, memory);
            let taken = system.process(own).map_or(0, |process| process.memory());
            if taken > most.as_u64() {
                stopped::for_memory(most);
            }
            thread::sleep(PAUSE);
        }
    });
}
