//! Receives the events of a run, one by one: your own observer.
//!
//! `cargo run --example events`

use metasched::engine::{Observer, Progress, Running};
use metasched::experiment::{Plan, Runner};
use metasched::platform::State;
use metasched::scenario::Scenario;
use metasched::workload::Job;
use std::error::Error;
use std::fmt::Write as _;
use std::io::{self, Write};

const SCENARIO: &str = r#"{
    "platform":   { "clusters": [{ "count": 2, "nodes": 20, "link_mbps": 1000 }] },
    "workload":   { "jobs_per_cluster": 8, "nodes": [4, 16], "bsbw_mbps": 900 },
    "schedulers": ["first-fit"],
    "experiment": { "sweep": [], "replications": 1 }
}"#;

/// Writes one line for each event. The engine is compiled for this observer. So methods of the trait that it leaves out
/// cost no time.
#[derive(Default)]
struct Diary {
    text: String,
    starts: u64,
}

impl Diary {
    fn add(&mut self, now_s: f64, job: &Job, what: &str) {
        // Writing to a string cannot fail.
        let _ = writeln!(self.text, "{now_s:8.1} s  job {:>2} {what}", job.id);
    }
}

impl Observer for Diary {
    fn arrived(&mut self, job: &Job, waiting: usize) {
        let (home, nodes) = (job.home + 1, job.nodes);
        let what = format!("arrives at cluster {home}, needs {nodes} nodes; {waiting} wait");
        self.add(job.arrival_s, job, &what);
    }

    fn started(&mut self, running: &Running, _state: &State) {
        self.starts += 1;
        let pieces = running.placement.iter();
        let pieces: Vec<String> =
            pieces.map(|piece| format!("{} on cluster {}", piece.nodes, piece.cluster + 1)).collect();
        let what = format!("starts: {}", pieces.join(", "));
        self.add(running.start_s, &running.job, &what);
    }

    fn rerated(&mut self, now_s: f64, running: &Running) {
        let share = 100.0 * running.granted;
        let what = format!("has {share:.0} % of the bandwidth that it asks for");
        self.add(now_s, &running.job, &what);
    }

    fn ended(&mut self, now_s: f64, running: &Running) {
        let turnaround_s = now_s - running.job.arrival_s;
        let what = format!("ends, {turnaround_s:.1} s after its arrival");
        self.add(now_s, &running.job, &what);
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    show(&mut io::stdout().lock())
}

/// Runs one task and writes its events.
pub fn show(out: &mut dyn Write) -> Result<(), Box<dyn Error>> {
    let plan = Plan::new(&Scenario::from_json(SCENARIO)?)?;
    // A task is one replication of one scheduler at one point.
    let mut runner = Runner::new(&plan.tasks()[0], None, Diary::default())?;
    // A run advances by a number of events at a time. Between two such steps, a program can show the progress or stop
    // the run.
    while runner.advance(1000)? != Progress::Finished {}
    let (_, diary) = runner.finish();
    let diary = diary.ok_or("the observer is gone")?;
    write!(out, "{}", diary.text)?;
    writeln!(out, "{} jobs have started", diary.starts)?;
    Ok(())
}
