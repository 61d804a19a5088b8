//! Progress of a computation: a bar on standard error if it is a terminal, otherwise a line every 30 s, and the speed at
//! the end.

use crate::cli::clock::{Since, about};
use crate::cli::session::{Messages, Ticker, messages};
use crate::words::number::{counted, several};
use indicatif::{ProgressBar, ProgressState, ProgressStyle};
use std::fmt::{self, Write};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// Minimum width of the terminal for the full bar, and for a bar with the speed \[columns\].
const ROOMY: usize = 100;
const ENOUGH: usize = 80;
const REDRAWN: Duration = Duration::from_millis(200);

/// The progress of all threads together, in jobs.
#[derive(Debug)]
pub struct Progress {
    messages: Messages,
    bar: ProgressBar,
    begin: Since,
    simulated: AtomicU64,
    /// The lines, until the computation ends.
    lines: Option<Ticker>,
}

impl Progress {
    /// Progress of `jobs` simulated jobs. The bar is hidden with --quiet, or if standard error is no terminal.
    pub fn new(messages: Messages, jobs: u64) -> Progress {
        let bar = match messages.quiet {
            true => ProgressBar::hidden(),
            false => ProgressBar::new(jobs),
        };
        let style = ProgressStyle::with_template(&template(messages::columns()))
            .unwrap_or_else(|_| ProgressStyle::default_bar());
        bar.set_style(
            style
                .progress_chars("█▌░")
                .with_key("all", |state: &ProgressState, out: &mut dyn Write| {
                    put(out, format_args!("{}", many_jobs(state.len().unwrap_or(0) as f64)));
                })
                .with_key("speed", |state: &ProgressState, out: &mut dyn Write| {
                    put(out, format_args!("{} jobs/s", many(state.per_sec())));
                })
                .with_key("left", |state: &ProgressState, out: &mut dyn Write| {
                    put(out, format_args!("{}", about(state.eta().as_secs_f64())));
                }),
        );
        bar.enable_steady_tick(REDRAWN);
        let (begin, own) = (Since::now(), bar.clone());
        let lines = Ticker::beside_a_bar(messages, move || how_far(own.position(), jobs, begin.seconds()));
        Progress { messages, bar, begin, simulated: AtomicU64::new(0), lines: Some(lines) }
    }

    /// Counts jobs that have ended.
    pub fn add(&self, jobs: u64) {
        self.simulated.fetch_add(jobs, Ordering::Relaxed);
        self.bar.inc(jobs);
    }

    /// Rejected jobs count as done, because they will not run.
    pub fn skip(&self, jobs: u64) {
        self.bar.inc(jobs);
    }

    /// Removes the bar and reports the speed.
    pub fn finish(mut self, threads: usize) {
        self.lines = None;
        self.bar.finish_and_clear();
        let (jobs, seconds) = (self.simulated.load(Ordering::Relaxed) as f64, self.begin.seconds());
        let took = if seconds < 0.05 { "under 0.1 s".to_owned() } else { about(seconds) };
        self.messages.note(&format!(
            "Simulated {} in {took}: {} jobs/s on {}",
            many_jobs(jobs),
            many(jobs / seconds.max(1e-9)),
            counted(threads as u64, "thread"),
        ));
    }
}

/// "12.0 thousand of 45.1 thousand jobs in 30 s, at least 1 min 23 s left". With longer queues, jobs take longer.
fn how_far(done: u64, jobs: u64, seconds: f64) -> String {
    let left = match done {
        0 => String::new(),
        _ => format!(", at least {} left", about(seconds * jobs.saturating_sub(done) as f64 / done as f64)),
    };
    format!("Simulated {} of {} in {}{left}", many(done as f64), many_jobs(jobs as f64), about(seconds))
}

/// Template of the bar for a terminal of `columns` columns. The bar must fit on one line, because a wrapped line cannot
/// be erased.
fn template(columns: usize) -> String {
    let bar = if columns < ROOMY { 10 } else { 30 };
    let speed = if columns < ENOUGH { "" } else { " {speed}," };
    format!("{{bar:{bar}}} {{percent}}% of {{all}},{speed} {{left}} left ")
}

/// Removes the bar on any exit.
impl Drop for Progress {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}

/// Writing to a text cannot fail.
fn put(out: &mut dyn Write, text: fmt::Arguments) {
    let _ = out.write_fmt(text);
}

/// A number of jobs with three digits and a word: "45.1 thousand jobs".
pub fn many_jobs(number: f64) -> String {
    several(&many(number), "job")
}

/// A large number with three digits and a word: "873", "45.1 thousand", "1.60 million".
pub fn many(number: f64) -> String {
    let (value, word) = match number {
        n if n < 9_999.5 => return format!("{n:.0}"),
        n if n < 999_500.0 => (n / 1e3, "thousand"),
        n if n < 999_500_000.0 => (n / 1e6, "million"),
        n => (n / 1e9, "billion"),
    };
    let decimals = if value < 9.995 {
        2
    } else if value < 99.95 {
        1
    } else {
        0
    };
    format!("{value:.decimals$} {word}")
}

#[cfg(test)]
mod tests {
    use super::{how_far, many};

    #[test]
    fn lines_say_how_far_the_work_is() {
        assert_eq!(how_far(0, 40_000, 30.0), "Simulated 0 of 40.0 thousand jobs in 30 s");
        let wanted = "Simulated 10.0 thousand of 40.0 thousand jobs in 30 s, at least 1 min 30 s left";
        assert_eq!(how_far(10_000, 40_000, 30.0), wanted);
    }

    #[test]
    fn large_numbers() {
        let said = [0.0, 873.0, 9_999.0, 45_120.0, 999_499.0, 1.6e6, 32e6, 3e10].map(many);
        let wanted =
            ["0", "873", "9999", "45.1 thousand", "999 thousand", "1.60 million", "32.0 million", "30.0 billion"];
        assert_eq!(said, wanted);
    }
}
