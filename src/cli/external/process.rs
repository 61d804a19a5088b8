//! A program that runs beside Metasched, and is stopped when it does not answer.

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
/// How long a program may take to end after its last message.
const TO_END: Duration = Duration::from_secs(2);

/// A program with which lines are exchanged.
pub struct Process {
    /// The command, for messages.
    name: String,
    input: Option<ChildStdin>,
    output: BufReader<ChildStdout>,
    watched: Arc<Watched>,
    line: Vec<u8>,
}

/// What the thread sees that stops a program.
struct Watched {
    child: Mutex<Child>,
    /// Number of the message that the program has to answer; 0 if there is none.
    asked: AtomicU64,
    late: AtomicBool,
    over: AtomicBool,
}

impl Process {
    /// Starts a program. `answer_s` is the longest time that an answer may take.
    ///
    /// # Errors
    /// The program cannot be started.
    pub fn start(command: &[String], answer_s: f64) -> Result<Process, Problem> {
        let name = shortened(&command.join(" "), 100);
        let refused = |why: String| {
            let remedy =
                "Check the path; it is looked for as in a terminal, and relative paths begin at the present folder";
            Problem::new(format!("the program {name}"), why, "a program that can be started", remedy)
        };
        let Some((program, arguments)) = command.split_first() else {
            return Err(refused("is missing".to_owned()));
        };
        let started = Command::new(program).args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn();
        let mut child = started.map_err(|error| refused(format!("cannot be started: {error}")))?;
        let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(refused("has no standard input or output".to_owned()));
        };
        let child = Mutex::new(child);
        let (asked, late, over) = Default::default();
        let watched = Arc::new(Watched { child, asked, late, over });
        let own = Arc::clone(&watched);
        thread::spawn(move || own.watch(answer_s));
        Ok(Process { name, input: Some(input), output: BufReader::new(output), watched, line: Vec::new() })
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
        self.watched.asked.store(message, Ordering::Release);
        // If the program has ended, the answer is missing, and the reason is told there.
        let _ = self.input.as_mut().map(|input| input.write_all(&self.line));
        self.line.clear();
        let read = self.output.by_ref().take(MOST_BYTES).read_until(b'\n', &mut self.line);
        self.watched.asked.store(0, Ordering::Release);
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
            let answer = format!("answered message {message} with {} ({error})", shortened(text.trim_end(), 100));
            wrong(answer, "Standard output is for answers alone: print other things to standard error")
        })
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
        let (mut last, mut ticks) = (0, 0);
        while !self.over.load(Ordering::Acquire) {
            thread::park_timeout(TICK);
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

    /// How the program ended; `None` if it runs on.
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
