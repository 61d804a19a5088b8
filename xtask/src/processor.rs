//! Processor time of all programs that a step starts: compilers, tests, browsers.

use std::time::Duration;

/// From now on this process inherits the orphans of its descendants, such as the processes of a browser that has ended: else their time would be lost.
pub fn adopt_orphans() {
    #[cfg(target_os = "linux")]
    let _ = rustix::process::set_child_subreaper(Some(rustix::process::getpid()));
}

/// User and system time of all descendants that have ended, since this process began. `None` where the system does not tell. No child may run meanwhile
/// whose end somebody waits for.
pub fn used() -> Option<Duration> {
    #[cfg(target_os = "linux")]
    {
        // Only the time of children that were waited for counts.
        while let Ok(Some(_)) = rustix::process::wait(rustix::process::WaitOptions::NOHANG) {}
        let stat = std::fs::read_to_string("/proc/self/stat").ok()?;
        // The name of the program, in parentheses, may have blanks; cutime and cstime are fields 16 and 17, the first one behind it is 3.
        let fields: Vec<&str> = stat.rsplit(')').next()?.split_whitespace().collect();
        let ticks: u64 = fields.get(13..15)?.iter().filter_map(|field| field.parse::<u64>().ok()).sum();
        Some(Duration::from_secs_f64(ticks as f64 / rustix::param::clock_ticks_per_second() as f64))
    }
    #[cfg(not(target_os = "linux"))]
    None
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use std::process::Command;
    use std::thread::sleep;
    use std::time::{Duration, Instant};

    /// Tests of this package run in one process, and another one might wait for its child meanwhile: so a process of its own.
    #[test]
    fn the_time_of_an_orphan_counts() {
        if std::env::var_os("METASCHED_ORPHAN").is_none() {
            let test = "processor::tests::the_time_of_an_orphan_counts";
            let mut alone = Command::new(std::env::current_exe().unwrap());
            let status = alone.args(["--exact", test]).env("METASCHED_ORPHAN", "1").status().unwrap();
            assert!(status.success());
            return;
        }
        super::adopt_orphans();
        let before = super::used().unwrap();
        let work = "(i=0; while [ $i -lt 200000 ]; do i=$((i+1)); done) & exit";
        assert!(Command::new("sh").args(["-c", work]).status().unwrap().success());
        let begin = Instant::now();
        while super::used().unwrap() < before + Duration::from_millis(50) {
            assert!(begin.elapsed() < Duration::from_secs(60), "the orphan's time is lost");
            sleep(Duration::from_millis(20));
        }
    }
}
