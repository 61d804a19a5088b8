//! Processor time of all programs started by a step: compilers, tests, browsers.

use std::time::Duration;

/// Makes this process inherit orphans of its descendants, such as processes of a closed browser: otherwise their time
/// would be lost.
pub fn adopt_orphans() {
    #[cfg(target_os = "linux")]
    let _ = rustix::process::set_child_subreaper(Some(rustix::process::getpid()));
}

/// User and system time of all ended descendants, since the start of this process. `None` if the system does not report
/// it. Must not be called while another thread waits for a child.
pub fn used() -> Option<Duration> {
    #[cfg(target_os = "linux")]
    {
        // The system counts only children that this process has waited for.
        while let Ok(Some(_)) = rustix::process::wait(rustix::process::WaitOptions::NOHANG) {}
        let stat = std::fs::read_to_string("/proc/self/stat").ok()?;
        // The program name, in parentheses, may contain blanks; cutime and cstime are fields 16 and 17, and the first
        // field after the name is field 3.
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

    /// Runs in its own process: tests of this package share one process, and another test might wait for its child
    /// meanwhile.
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
