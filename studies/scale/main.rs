//! Time and memory of a single machine as the input grows. Prints sections of docs/benchmarks.md, for `cargo xtask bench`. Run it on an otherwise idle
//! machine.

use std::fmt::Write as _;
use std::fs;
use std::io::{BufWriter, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use clap::Parser;

use studies::{Outcome, machine, printed};

/// Interval between samples of a run's memory.
const LOOK: Duration = Duration::from_millis(1);
/// Number of alternating sweeps with and without a folder of results.
const ROUNDS: usize = 3;

/// Time and memory of a single machine as the input grows.
#[derive(Parser)]
struct Scale {
    /// Number of jobs of the longest run.
    #[arg(long, default_value_t = 1_000_000_000)]
    jobs: u64,
}

fn main() -> ExitCode {
    match Scale::parse().carry_out() {
        Ok(()) => ExitCode::SUCCESS,
        Err(problem) => {
            eprintln!("scale: {problem}");
            ExitCode::FAILURE
        }
    }
}

impl Scale {
    fn carry_out(self) -> Outcome {
        let native = studies::native()?;
        let version = printed(Command::new(&native).arg("--version"))?;
        let folder = std::env::temp_dir().join(format!("metasched-scale-{}", std::process::id()));
        fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
        let sections = growth(&native, self.jobs, &folder).and_then(|own| Ok((own, results_folder(&native, &folder)?)));
        let _ = fs::remove_dir_all(&folder);
        let (growth, results) = sections?;
        print!(
            "\
## Growth

This section and the following one are of `cargo run -p studies --bin scale` ({}; {}). Each row is one run on one thread, including the start of the program.

{growth}
## A folder of results

{results}",
            version.trim(),
            machine(),
        );
        Ok(())
    }
}

/// A kind of input: its name, its four sizes, and the arguments of the program for a size.
type Growing<'a> = (&'a str, [u64; 4], &'a dyn Fn(u64) -> Outcome<Vec<String>>);

/// A table of time and memory of five kinds of input, in steps of about a factor of ten, up to the limits.
fn growth(native: &Path, jobs: u64, folder: &Path) -> Outcome<String> {
    let landing = |more: &[&str]| {
        let own = ["run", "--preset", "landing", "--replications", "1", "--threads", "1"];
        own.iter().chain(more).map(|&word| word.to_owned()).collect::<Vec<String>>()
    };
    let clusters = |policy: &str, count: u64| {
        let platform = format!(r#"platform.clusters=[{{"count":{count},"nodes":100}}]"#);
        Ok(landing(&["--set", &platform, "--set", "workload.jobs_per_cluster=500", "--scheduler", policy]))
    };
    // 1,000 jobs arrive per second, so that nearly all wait at the same time, and then start one after another.
    let waiting = |queue: &str, count: u64| {
        let (jobs, queue) = (format!("workload.jobs_per_cluster={count}"), format!("queue={queue}"));
        let sets = ["--set", r#"platform.clusters=[{"nodes":100}]"#, "--set", "workload.interarrival_s=0.001"];
        Ok(landing(&[&sets[..], &["--set", &jobs, "--set", &queue, "--scheduler", "no-share"]].concat()))
    };
    let points = |count: u64| {
        let values = format!("workload.bsbw_mbps=100..{}:1", 99 + count / 500);
        let sweep = ["sweep", "--preset", "landing", "--replications", "5", "--threads", "1", "--csv", "--over"];
        let more = [&values, "--over", "workload.compute_fraction=0.5..0.995:0.005", "--scheduler", "first-fit"];
        let jobs = ["--set", "workload.jobs_per_cluster=250"];
        Ok(sweep.into_iter().chain(more).chain(jobs).map(str::to_owned).collect())
    };
    let lines = |count: u64| {
        let log = log_of(count, folder)?;
        let path = format!("workload.path={}", log.display());
        let sets = ["--set", "workload.model=swf", "--set", &path, "--set", r#"platform.clusters=[{"nodes":100}]"#];
        Ok(landing(&[&sets[..], &["--set", "queue=easy", "--scheduler", "no-share"]].concat()))
    };
    let queues = [1_000, 10_000, 100_000, 1_000_000];
    let rows: [Growing; 9] = [
        ("jobs (`ideal`)", [jobs / 1000, jobs / 100, jobs / 10, jobs], &|count| {
            let each = format!("workload.jobs_per_cluster={}", count / 4);
            Ok(landing(&["--scheduler", "ideal", "--set", &each]))
        }),
        ("clusters with 500 jobs each (`first-fit`)", [4, 40, 400, 4096], &|count| clusters("first-fit", count)),
        ("clusters with 500 jobs each (`a1`)", [4, 40, 400, 4096], &|count| clusters("a1", count)),
        ("waiting jobs (`fcfs`)", queues, &|count| waiting("fcfs", count)),
        ("waiting jobs (`fpfs`)", queues, &|count| waiting("fpfs", count)),
        ("waiting jobs (`sjf`)", queues, &|count| waiting("sjf", count)),
        ("waiting jobs (`easy`)", queues, &|count| waiting("easy", count)),
        ("runs of 1,000 jobs in a sweep", [500, 5_000, 50_000, 100_000], &points),
        ("lines of a log (`easy`)", [10_000, 100_000, 1_000_000, 10_000_000], &lines),
    ];
    let mut table = "| what grows | number | time | time each | memory |\n|---|---|---|---|---|\n".to_owned();
    for (what, numbers, command) in rows {
        for number in numbers {
            let (seconds, mb) = spent(Command::new(native).args(command(number)?))?;
            let each = 1e6 * seconds / number as f64;
            let _ = writeln!(table, "| {what} | {number} | {seconds:.2} s | {each:.2} µs | {mb:.0} MB |");
        }
    }
    Ok(table)
}

/// Writes a log with `count` jobs of one to eight nodes. Their work is 90 % of what 100 nodes can do.
fn log_of(count: u64, folder: &Path) -> Outcome<PathBuf> {
    let path = folder.join(format!("{count}.swf"));
    let written = fs::File::create(&path).and_then(|file| {
        let mut file = BufWriter::new(file);
        writeln!(file, "; MaxNodes: 100")?;
        for job in 0..count {
            let (submit_s, run_s, nodes) = (job * 10, 60 + job * 7 % 281, 1 + job % 8);
            writeln!(
                file,
                "{} {submit_s} -1 {run_s} {nodes} -1 -1 {nodes} {} -1 1 1 1 -1 -1 -1 -1 -1",
                job + 1,
                2 * run_s
            )?;
        }
        file.flush()
    });
    written.map(|()| path.clone()).map_err(|error| format!("{}: {error}", path.display()))
}

/// Time of a command \[s\] and the most memory it had \[MB\].
fn spent(command: &mut Command) -> Outcome<(f64, f64)> {
    let begin = Instant::now();
    let child = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn();
    let mut child = child.map_err(|error| format!("{command:?}: {error}"))?;
    let mut most_mb = 0.0_f64;
    loop {
        most_mb = most_mb.max(most_memory_mb(child.id()).unwrap_or(0.0));
        match child.try_wait().map_err(|error| error.to_string())? {
            Some(status) if status.success() => return Ok((begin.elapsed().as_secs_f64(), most_mb)),
            Some(status) => return Err(format!("{command:?} ended with {status}")),
            None => sleep(LOOK),
        }
    }
}

/// The most memory that a process has had \[MB\]; `None` without /proc.
fn most_memory_mb(process: u32) -> Option<f64> {
    let status = fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    let kib: f64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kib * 1024.0 / 1e6)
}

/// Measures the additional time of a sweep of 10,000 tasks if it stores each result.
fn results_folder(native: &Path, folder: &Path) -> Outcome<String> {
    let folder = folder.join("results");
    let name = folder.to_string_lossy().into_owned();
    let mut rows = String::new();
    let mut bytes = 0;
    for _ in 0..ROUNDS {
        let without = sweep_s(native, &[])?;
        let with = sweep_s(native, &["--results", &name])?;
        let more = 100.0 * (with / without - 1.0);
        let _ = writeln!(rows, "| {without:.1} s | {with:.1} s | {more:+.1} % |");
        let files = fs::read_dir(&folder).into_iter().flatten().flatten();
        bytes = files.filter_map(|file| file.metadata().ok()).map(|about| about.len()).sum();
        let _ = fs::remove_dir_all(&folder);
    }
    Ok(format!(
        "A sweep of 10,000 tasks of 8,000 jobs on one thread; its folder of results has {:.0} MB in the end.\n\n| without | with | more |\n|---|---|---|\n{rows}",
        bytes as f64 / 1e6
    ))
}

fn sweep_s(native: &Path, more: &[&str]) -> Outcome<f64> {
    let mut command = Command::new(native);
    command
        .args(["sweep", "--preset", "landing", "--scheduler", "first-fit", "--replications", "1"])
        .args(["--threads", "1", "--csv", "--over", "workload.bsbw_mbps=100..199:1"])
        .args(["--over", "workload.compute_fraction=0.5..0.995:0.005"]);
    seconds(command.args(more))
}

fn seconds(command: &mut Command) -> Outcome<f64> {
    let begin = Instant::now();
    printed(command)?;
    Ok(begin.elapsed().as_secs_f64())
}
