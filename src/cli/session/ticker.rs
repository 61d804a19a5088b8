//! Regular lines on standard error, so that every long command shows its progress.

use super::messages::Messages;
use std::io::{self, IsTerminal};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::thread;
use std::time::Duration;

/// Time between two lines.
const PAUSE: Duration = Duration::from_secs(30);
/// Time before the first line on a terminal.
const FIRST: Duration = Duration::from_secs(2);

/// Writes lines until it is dropped.
#[derive(Debug)]
pub struct Ticker(Option<Sender<()>>);

impl Ticker {
    /// Writes what `say` returns every 30 s, on a terminal also after 2 s. Writes nothing with --quiet.
    pub fn new(messages: Messages, say: impl Fn() -> String + Send + 'static) -> Ticker {
        let first = if io::stderr().is_terminal() { FIRST } else { PAUSE };
        Ticker::every(messages, first, say)
    }

    /// Writes what `say` returns every 30 s, but not on a terminal, which shows a bar.
    pub fn beside_a_bar(messages: Messages, say: impl Fn() -> String + Send + 'static) -> Ticker {
        match io::stderr().is_terminal() {
            true => Ticker(None),
            false => Ticker::every(messages, PAUSE, say),
        }
    }

    fn every(messages: Messages, first: Duration, say: impl Fn() -> String + Send + 'static) -> Ticker {
        if messages.quiet {
            return Ticker(None);
        }
        let (sender, ended) = mpsc::channel::<()>();
        thread::spawn(move || {
            let mut pause = first;
            while ended.recv_timeout(pause) == Err(RecvTimeoutError::Timeout) {
                messages.note(&say());
                pause = PAUSE;
            }
        });
        Ticker(Some(sender))
    }
}

/// Ends the lines.
impl Drop for Ticker {
    fn drop(&mut self) {
        self.0 = None;
    }
}
