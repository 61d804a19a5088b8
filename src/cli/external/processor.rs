//! One processor for a program that answers at once and for the thread that asks it.
//!
//! Waking a process on another processor takes several times as long as a switch on the same one: with a program in C, a decision
//! takes about 20 µs on two processors and 4 µs on one.

#[cfg(target_os = "linux")]
use rustix::{
    process::Pid,
    thread::{CpuSet, sched_getaffinity, sched_getcpu, sched_setaffinity},
};

/// Keeps this thread and the main thread of a program on one processor until it is dropped, by the same thread. Linux only.
pub struct Shared {
    /// The threads (`None`: this one) with the processors that they had before.
    #[cfg(target_os = "linux")]
    threads: [(Option<Pid>, CpuSet); 2],
}

#[cfg(target_os = "linux")]
impl Shared {
    /// Moves the program to the processor of this thread; `None` if the system does not allow this.
    pub fn with(program: u32) -> Option<Shared> {
        let program = Pid::from_raw(i32::try_from(program).ok()?)?;
        let before = |thread| Some((thread, sched_getaffinity(thread).ok()?));
        let shared = Shared { threads: [before(None)?, before(Some(program))?] };
        let here = sched_getcpu();
        if here >= CpuSet::MAX_CPU {
            return None;
        }
        let mut one = CpuSet::new();
        one.set(here);
        // If the second call fails, dropping `shared` undoes the first.
        shared.threads.iter().all(|(thread, _)| sched_setaffinity(*thread, &one).is_ok()).then_some(shared)
    }
}

#[cfg(not(target_os = "linux"))]
impl Shared {
    /// Other systems choose the processors themselves.
    pub fn with(_program: u32) -> Option<Shared> {
        None
    }
}

#[cfg(target_os = "linux")]
impl Drop for Shared {
    fn drop(&mut self) {
        for (thread, before) in &self.threads {
            // Fails only for a program that has ended.
            let _ = sched_setaffinity(*thread, before);
        }
    }
}
