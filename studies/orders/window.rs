//! Effect of ordering only the first 32 jobs of the queue, as the simulator of Carastan-Santos and de Camargo does: a
//! reimplementation of their loop, with and without this bound.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::fmt::Write;
use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::json;

use super::one_cluster;
use super::runs::{GROUPS, folder, measured};
use studies::statistics::{mean, median, number};
use studies::{Outcome, printed};

/// Title of the table.
pub const TITLE: &str = "Where only the first 32 jobs of the queue are ordered";

/// Number of nodes.
const NODES: u32 = 256;
/// Number of jobs at the front of the queue that are ordered: QUEUE_NUM_TASKS in
/// github.com/hpcsched/gen-sched-policies, sched-performance-tester/sched-simulator-runtime.c.
const BOUND: usize = 32;
/// Number of jobs in a drawn sequence: about as many as in 15 days of the authors' log.
const JOBS: usize = 1700;
const SEQUENCE_S: u64 = 15 * 86_400;

/// A job of a log.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Job {
    /// Time since the first submission of the sequence \[s\].
    submit_s: u64,
    runtime_s: u64,
    nodes: u32,
}

/// An order: its name in scenarios, its name in the table, and its key of a job at a time (smallest first).
struct Order(&'static str, &'static str, fn(&Job, u64) -> f64);

const ORDERS: [Order; 9] = [
    Order("fcfs", "FCFS", |_, _| 0.0),
    Order("wfp3", "WFP3", |job, now| {
        let ratio = waited_s(job, now) / runtime_s(job);
        -(ratio * ratio * ratio) * nodes(job)
    }),
    Order("unicef", "UNICEF", |job, now| -waited_s(job, now) / (nodes(job).max(2.0).log2() * runtime_s(job))),
    Order("sjf", "SJF", |job, _| runtime_s(job)),
    Order("saf", "SAF", |job, _| runtime_s(job) * nodes(job)),
    Order("f4", "F4", |job, _| runtime_s(job) * nodes(job).sqrt() + 530_000.0 * log_submission(job)),
    Order("f3", "F3", |job, _| runtime_s(job) * nodes(job) + 6_860_000.0 * log_submission(job)),
    Order("f2", "F2", |job, _| runtime_s(job).sqrt() * nodes(job) + 25_600.0 * log_submission(job)),
    Order("f1", "F1", |job, _| runtime_s(job).log10() * nodes(job) + 870.0 * log_submission(job)),
];

fn nodes(job: &Job) -> f64 {
    f64::from(job.nodes)
}

fn runtime_s(job: &Job) -> f64 {
    job.runtime_s as f64
}

fn waited_s(job: &Job, now: u64) -> f64 {
    (now - job.submit_s) as f64
}

fn log_submission(job: &Job) -> f64 {
    (job.submit_s.max(1) as f64).log10()
}

/// Mean bounded slowdown of jobs in order of submission. The first job of the queue blocks all others, and only the
/// first `bound` jobs of the queue are ordered.
fn slowdown(jobs: &[Job], order: &Order, bound: usize) -> f64 {
    let (mut now, mut free, mut sum) = (0, NODES, 0.0);
    let mut coming = jobs.iter().peekable();
    let mut waiting: Vec<&Job> = Vec::new();
    let mut running: BinaryHeap<Reverse<(u64, u32)>> = BinaryHeap::new();
    loop {
        while let Some(job) = coming.next_if(|job| job.submit_s <= now) {
            waiting.push(job);
        }
        while let Some(&Reverse((end, nodes))) = running.peek() {
            if end > now {
                break;
            }
            free += nodes;
            running.pop();
        }
        let ordered = waiting.len().min(bound);
        waiting[..ordered].sort_by(|a, b| {
            let keys = order.2(a, now).total_cmp(&order.2(b, now));
            keys.then(a.submit_s.cmp(&b.submit_s))
        });
        // Jobs are started one at a time: after each start, one more job of the queue is among the first `bound` jobs.
        if waiting.first().is_some_and(|job| job.nodes <= free) {
            let job = waiting.remove(0);
            free -= job.nodes;
            running.push(Reverse((now + job.runtime_s, job.nodes)));
            let turnaround_s = waited_s(job, now) + runtime_s(job);
            sum += (turnaround_s / runtime_s(job).max(10.0)).max(1.0);
            continue;
        }
        let end = running.peek().map(|Reverse((end, _))| *end);
        let submission = coming.peek().map(|job| job.submit_s);
        match end.into_iter().chain(submission).min() {
            Some(next) => now = next,
            None => return sum / jobs.len() as f64,
        }
    }
}

/// The jobs of a log that fit the machine, in sequences of 15 days that each begin with an empty machine; an incomplete
/// last sequence is dropped.
pub fn sequences(log: &str) -> Vec<Vec<Job>> {
    let mut all: Vec<Vec<Job>> = Vec::new();
    let mut begin = None;
    for job in jobs(log) {
        if begin.is_none_or(|begin| job.submit_s - begin > SEQUENCE_S) {
            begin = Some(job.submit_s);
            all.push(Vec::new());
        }
        if let (Some(begin), Some(last)) = (begin, all.last_mut()) {
            last.push(Job { submit_s: job.submit_s - begin, ..job });
        }
    }
    all.pop();
    all
}

/// Submission, run time and processors used (fields 2, 4 and 5) of the jobs that have both run time and processors.
fn jobs(log: &str) -> impl Iterator<Item = Job> {
    let records = log.lines().filter(|line| !line.trim_start().starts_with(';'));
    records.filter_map(|line| {
        let mut fields = line.split_whitespace();
        let submit_s = fields.nth(1)?.parse().ok()?;
        let job = Job { submit_s, runtime_s: fields.nth(1)?.parse().ok()?, nodes: fields.next()?.parse().ok()? };
        (job.runtime_s > 0 && (1..=NODES).contains(&job.nodes)).then_some(job)
    })
}

/// The table for given sequences of jobs.
pub fn table(sequences: &[Vec<Job>]) -> String {
    let mut text = format!(
        "{} sequences; mean bounded slowdown of each, over the sequences.\n\n| order | first {BOUND}: mean | median | whole queue: mean | median |\n|---|---|---|---|---|\n",
        sequences.len()
    );
    for order in &ORDERS {
        let _ = write!(text, "| {} |", order.1);
        for bound in [BOUND, usize::MAX] {
            let each: Vec<f64> = sequences.iter().map(|own| slowdown(own, order, bound)).collect();
            let _ = write!(text, " {} | {} |", number(mean(&each)), number(median(&each)));
        }
        text.push('\n');
        println!("first {BOUND} and whole queue, {}: done", order.1);
    }
    text
}

/// The table for Lublin's jobs at load 1. Before, checks that the program gives the same result as this loop if the
/// whole queue is ordered.
pub fn on_drawn_jobs(native: &Path) -> Outcome<String> {
    let log = folder()?.join("lublin.swf");
    let mut all = Vec::new();
    // Every seed overwrites the log, so the log of the last seed in the loop, seed 1, remains for the program.
    for seed in (1..=GROUPS).rev() {
        let mut command = Command::new(native);
        command.args(["workload", "lublin99", "--jobs", &JOBS.to_string(), "--seed", &seed.to_string()]);
        command.args(["--set", "workload.processors=256", "--set", "workload.load=1", "--output"]);
        printed(command.arg(&log))?;
        let text = fs::read_to_string(&log).map_err(|error| format!("{}: {error}", log.display()))?;
        all.push(from_first(jobs(&text).collect()));
    }
    let last = all.last().ok_or("no sequence was drawn")?;
    for order in &ORDERS {
        let workload = json!({ "model": "swf", "path": log, "home": "first", "estimates": "exact" });
        let mut scenario = one_cluster(NODES, workload, 1);
        scenario["queue"] = json!({ "order": order.0, "backfill": "none" });
        let (theirs, own) = (measured(native, &scenario)?.slowdown, slowdown(last, order, usize::MAX));
        if (theirs / own - 1.0).abs() > 1e-6 {
            return Err(format!("mean bounded slowdown by {}: {own} here, {theirs} by metasched", order.0));
        }
    }
    Ok(table(&all))
}

fn from_first(mut jobs: Vec<Job>) -> Vec<Job> {
    let first_s = jobs.first().map_or(0, |job| job.submit_s);
    for job in &mut jobs {
        job.submit_s -= first_s;
    }
    jobs
}

#[cfg(test)]
mod tests {
    use super::*;

    fn job(submit_s: u64, runtime_s: u64, nodes: u32) -> Job {
        Job { submit_s, runtime_s, nodes }
    }

    /// A machine-wide job of 100 s, then jobs of 40, 30, 20 and 10 s for the whole machine, all submitted at 0.
    #[test]
    fn only_the_first_of_the_queue_are_ordered() {
        let jobs = [100, 40, 30, 20, 10].map(|runtime_s| job(0, runtime_s, NODES));
        let by = |name: &str, bound| {
            let order = ORDERS.iter().find(|own| own.0 == name).unwrap();
            5.0 * slowdown(&jobs, order, bound)
        };
        let close = |own: f64, other: f64| assert!((own - other).abs() < 1e-9, "{own} {other}");
        // In order of submission: waits 0, 100, 140, 170, 190 s.
        close(by("fcfs", 32), 1.0 + 3.5 + 17.0 / 3.0 + 9.5 + 20.0);
        assert_eq!(by("sjf", 1), by("fcfs", 32));
        // In order of run time: 10, 20, 30, 40, 100 s.
        close(by("sjf", 32), 1.0 + 1.5 + 2.0 + 2.5 + 2.0);
        // If the first two jobs are ordered, the shorter of the two starts each time: 40, 30, 20 and 10 s. The job of
        // 100 s is last, because all others pass it.
        close(by("sjf", 2), 1.0 + 70.0 / 30.0 + 4.5 + 10.0 + 2.0);
    }

    #[test]
    fn a_log_is_cut_into_sequences_of_fifteen_days() {
        let day = 86_400;
        let line = |submit_s: u64, runtime_s: i64| format!("1 {submit_s} -1 {runtime_s} 4 -1\n");
        let log = format!(
            "; MaxNodes: 256\n{}{}{}{}{}",
            line(7, 5),
            line(8, -1),
            line(15 * day + 7, 6),
            line(15 * day + 8, 7),
            line(40 * day, 8)
        );
        assert_eq!(sequences(&log), [vec![job(0, 5, 4), job(15 * day, 6, 4)], vec![job(0, 7, 4)]]);
    }
}
