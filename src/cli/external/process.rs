//! A program that runs beside Metasched, and is stopped when it does not answer.

use super::Settings;
use super::processor::Shared;
use crate::base::problem::Problem;
use crate::parameter::json::shortened;
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

/// Longest line of a program \[bytes\].
const MOST_BYTES: u64 = 64 << 20;
/// Time between two looks at a program that has to answer.
const TICK: Duration = Duration::from_millis(50);
/// A program with at least this number of answers per tick shares a processor with the thread that asks it: it takes less than 100 µs for
/// an answer.
const QUICK: u64 = 500;
/// Number of messages after which the system may choose another processor, and number of messages in which it may choose.
const RENEWED: (u64, u64) = (1024, 16);
/// Time in which a program must end after its last message.
const TO_END: Duration = Duration::from_secs(2);

/// A program with which lines are exchanged.
pub struct Process {
    /// The command, for messages.
    name: String,
    input: Option<ChildStdin>,
    output: BufReader<ChildStdout>,
    watched: Arc<Watched>,
    line: Vec<u8>,
    /// Number of the program's process.
    id: u32,
    /// The common processor of a quick program and this thread.
    shared: Option<Shared>,
}

/// What the thread sees that stops a program.
struct Watched {
    child: Mutex<Child>,
    /// Number of the message that the program has to answer; 0 if there is none.
    asked: AtomicU64,
    /// Number of the last message with an answer.
    answered: AtomicU64,
    /// True if the program answered many messages in the last tick.
    quick: AtomicBool,
    late: AtomicBool,
    over: AtomicBool,
}

impl Process {
    /// Starts a program.
    ///
    /// # Errors
    /// The program cannot be started.
    pub fn start(own: &Settings) -> Result<Process, Problem> {
        let (name, answer_s) = (own.name(), own.answer_s);
        let refused = |why: String| {
            let remedy =
                "Check the path; it is looked for as in a terminal, and relative paths begin at the present folder";
            Problem::new(format!("the program {name}"), why, "a program that can be started", remedy)
        };
        let Some((program, arguments)) = own.command.split_first() else {
            return Err(refused("is missing".to_owned()));
        };
        let started = Command::new(program).args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn();
        let mut child = started.map_err(|error| refused(format!("cannot be started: {error}")))?;
        let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(refused("has no standard input or output".to_owned()));
        };
        let id = child.id();
        let child = Mutex::new(child);
        let (asked, answered, quick, late, over) = Default::default();
        let watched = Arc::new(Watched { child, asked, answered, quick, late, over });
        let own = Arc::clone(&watched);
        thread::spawn(move || own.watch(answer_s));
        let (input, output) = (Some(input), BufReader::new(output));
        Ok(Process { name, input, output, watched, line: Vec::new(), id, shared: None })
    }

    /// Writes a line and reads the answer; `message` is the number of the line, from 1.
    ///
    /// # Errors
    /// The program has ended, does not answer in time, or answers with something else.
    pub fn ask<A: DeserializeOwned>(&mut self, message: u64, line: &impl Serialize, form: &str) -> Result<A, Problem> {
        let place = format!("the program {}", self.name);
        let wrong = |wrong: String, remedy: &str| Problem::new(&*place, wrong, form, remedy);
        self.line.clear();
        let written = serde_json::to_writer(&mut self.line, line);
        written.map_err(|error| wrong(format!("cannot be told message {message}: {error}"), ""))?;
        self.line.push(b'\n');
        self.choose_processor(message);
        self.watched.asked.store(message, Ordering::Release);
        // If the program has ended, the answer is missing, and the reason is told there.
        let _ = self.input.as_mut().map(|input| input.write_all(&self.line));
        self.line.clear();
        let read = self.output.by_ref().take(MOST_BYTES).read_until(b'\n', &mut self.line);
        self.watched.asked.store(0, Ordering::Release);
        self.watched.answered.store(message, Ordering::Relaxed);
        if self.watched.late.load(Ordering::Acquire) {
            let late = format!("did not answer message {message} in time, and was stopped");
            return Err(wrong(late, "Let it answer sooner, or set answer_s of the scheduler higher"));
        }
        if read.is_err() || self.line.last() != Some(&b'\n') {
            let ended = match self.watched.ended() {
                _ if self.line.len() as u64 >= MOST_BYTES => {
                    format!("answered message {message} with over {MOST_BYTES} bytes")
                }
                Some(how) => format!("ended ({how}) before it answered message {message}"),
                None => format!("closed its standard output before it answered message {message}"),
            };
            return Err(wrong(ended, "What it wrote to standard error says more"));
        }
        serde_json::from_slice(&self.line).map_err(|error| {
            let text = String::from_utf8_lossy(&self.line);
            // The error quotes names of any length.
            let error = shortened(&error.to_string(), 140);
            let answer = format!("answered message {message} with {} ({error})", shortened(text.trim_end(), 100));
            wrong(answer, "Standard output is for answers alone: print other things to standard error")
        })
    }

    /// Shares a processor with a program that is quick. Now and then the system may choose, since another processor may have less to do.
    fn choose_processor(&mut self, message: u64) {
        let (every, free) = RENEWED;
        if message % every < free || !self.watched.quick.load(Ordering::Relaxed) {
            self.shared = None;
        } else if self.shared.is_none() && message % every == free {
            self.shared = Shared::with(self.id);
        }
    }

    /// Tells the program that the run is over.
    pub fn tell(&mut self, line: &impl Serialize) {
        if let (Some(input), Ok(mut text)) = (&mut self.input, serde_json::to_vec(line)) {
            text.push(b'\n');
            // A program may have ended already.
            let _ = input.write_all(&text);
        }
    }

    /// The command, for messages.
    pub fn name(&self) -> &str {
        &self.name
    }
}

impl Watched {
    /// Stops the program if a message is not answered in time; returns when the program is not needed any more.
    fn watch(&self, answer_s: f64) {
        let most = (answer_s / TICK.as_secs_f64()).ceil().max(1.0) as u64;
        let (mut last, mut ticks, mut answered) = (0, 0, 0);
        while !self.over.load(Ordering::Acquire) {
            thread::park_timeout(TICK);
            let now = self.answered.load(Ordering::Relaxed);
            self.quick.store(now - answered >= QUICK, Ordering::Relaxed);
            answered = now;
            let asked = self.asked.load(Ordering::Acquire);
            ticks = if asked != 0 && asked == last { ticks + 1 } else { 0 };
            last = asked;
            if ticks > most {
                self.late.store(true, Ordering::Release);
                return self.stop();
            }
        }
    }

    fn stop(&self) {
        let mut child = self.child.lock().unwrap_or_else(PoisonError::into_inner);
        // Fails only if the program has ended.
        let _ = child.kill();
        let _ = child.wait();
    }

    /// Exit status of the program; `None` if it still runs.
    fn ended(&self) -> Option<String> {
        let mut child = self.child.lock().unwrap_or_else(PoisonError::into_inner);
        for _ in 0..20 {
            if let Ok(Some(status)) = child.try_wait() {
                return Some(status.to_string());
            }
            thread::sleep(Duration::from_millis(5));
        }
        None
    }
}

/// Nothing is left running: a program that does not end when its input ends is stopped.
impl Drop for Process {
    fn drop(&mut self) {
        self.input = None;
        self.watched.over.store(true, Ordering::Release);
        let mut waited = Duration::ZERO;
        while waited < TO_END {
            let mut child = self.watched.child.lock().unwrap_or_else(PoisonError::into_inner);
            if !matches!(child.try_wait(), Ok(None)) {
                return;
            }
            drop(child);
            let pause = Duration::from_millis(2);
            thread::sleep(pause);
            waited += pause;
        }
        self.watched.stop();
    }
}
