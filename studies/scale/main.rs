//! Limits of a single machine. Prints sections of docs/benchmarks.md, for `cargo xtask bench`, and writes docs/memory.svg. Run it on an otherwise idle
//! machine.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::process::{Command, ExitCode, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use clap::Parser;

use studies::{Outcome, machine, printed};

/// Interval between samples of a run's memory.
const LOOK: Duration = Duration::from_millis(500);
/// Number of alternating sweeps with and without a folder of results.
const ROUNDS: usize = 3;
const QUEUES: [&str; 4] = ["fcfs", "fpfs", "sjf", "easy"];
const LENGTHS: [&str; 4] = ["1000", "10000", "100000", "1000000"];

/// Limits of a single machine.
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
        print!(
            "\
## One long run

This section and the following ones are of `cargo run -p studies --bin scale` ({}; {}).

{}
![Memory of the run over time](memory.svg)

## A folder of results

{}
## 1,024 clusters

{}
## Long queues

{}",
            version.trim(),
            machine(),
            self.long_run(&native)?,
            results_folder(&native)?,
            many_clusters(&native)?,
            long_queues(&native)?,
        );
        Ok(())
    }

    /// Runs a stable system of four clusters, and samples the memory of the program meanwhile.
    fn long_run(&self, native: &Path) -> Outcome<String> {
        let each = format!("workload.jobs_per_cluster={}", self.jobs / 4);
        let mut command = Command::new(native);
        command.args(["run", "--preset", "landing", "--scheduler", "ideal", "--replications", "1"]).args([
            "--threads",
            "1",
            "--set",
            &each,
        ]);
        let begin = Instant::now();
        let child = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn();
        let mut child = child.map_err(|error| format!("metasched did not start: {error}"))?;
        let mut looks = Vec::new();
        let status = loop {
            looks.extend(resident_mb(child.id()).map(|mb| (begin.elapsed().as_secs_f64(), mb)));
            if let Some(status) = child.try_wait().map_err(|error| error.to_string())? {
                break status;
            }
            sleep(LOOK);
        };
        if !status.success() {
            return Err(format!("the long run ended with {status}"));
        }
        let seconds = begin.elapsed().as_secs_f64();
        studies::write(&studies::root().join("docs/memory.svg"), drawn(&looks))?;
        let most = looks.iter().map(|look| look.1).fold(0.0, f64::max);
        let middle = looks.get(looks.len() / 2).map_or(f64::NAN, |look| look.1);
        Ok(format!(
            "{} jobs of the preset `landing` under `ideal`: {seconds:.0} s on one thread, {:.2} million jobs/s. Memory is {middle:.1} MB half-way and {most:.1} MB at most.\n",
            self.jobs,
            self.jobs as f64 / seconds / 1e6,
        ))
    }
}

/// Measures the additional time of a sweep of 10,000 tasks if it stores each result.
fn results_folder(native: &Path) -> Outcome<String> {
    let folder = std::env::temp_dir().join(format!("metasched-scale-{}", std::process::id()));
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

fn many_clusters(native: &Path) -> Outcome<String> {
    let mut rows = String::new();
    for scheduler in ["no-share", "first-fit", "b3", "a1"] {
        let mut command = Command::new(native);
        command
            .args(["run", "--preset", "landing", "--replications", "1", "--threads", "1"])
            .args(["--set", r#"platform.clusters=[{"count":1024,"nodes":100}]"#])
            .args(["--set", "workload.jobs_per_cluster=500", "--scheduler", scheduler]);
        let _ = writeln!(rows, "| {scheduler} | {:.1} s |", seconds(&mut command)?);
    }
    Ok(format!("512,000 jobs on 1,024 clusters of 100 nodes, one thread.\n\n| scheduler | time |\n|---|---|\n{rows}"))
}

/// 1,000 jobs arrive per second, so that nearly all jobs wait at the same time, and then start one after another.
fn long_queues(native: &Path) -> Outcome<String> {
    let mut rows = String::new();
    for queue in QUEUES {
        let _ = write!(rows, "| {queue} |");
        for jobs in LENGTHS {
            let mut command = Command::new(native);
            command
                .args([
                    "run",
                    "--preset",
                    "landing",
                    "--scheduler",
                    "no-share",
                    "--replications",
                    "1",
                    "--threads",
                    "1",
                ])
                .args(["--set", r#"platform.clusters=[{"nodes":100}]"#, "--set", "workload.interarrival_s=0.001"])
                .args(["--set", &format!("workload.jobs_per_cluster={jobs}"), "--set", &format!("queue={queue}")]);
            let each_us = seconds(&mut command)? * 1e6 / jobs.parse::<f64>().unwrap_or(f64::NAN);
            let _ = write!(rows, " {each_us:.1} |");
        }
        rows.push('\n');
    }
    Ok(format!(
        "Simulation time per job \\[µs\\], including the start of the program, if all jobs arrive at one cluster at once.\n\n| queue | {} |\n|---|---|---|---|---|\n{rows}",
        LENGTHS.join(" | ")
    ))
}

fn seconds(command: &mut Command) -> Outcome<f64> {
    let begin = Instant::now();
    printed(command)?;
    Ok(begin.elapsed().as_secs_f64())
}

/// Memory of a process \[MB\]; `None` without /proc.
fn resident_mb(process: u32) -> Option<f64> {
    let status = fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    let kib: f64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kib * 1024.0 / 1e6)
}

/// A chart of memory over time, from 0 to twice the maximum.
fn drawn(looks: &[(f64, f64)]) -> String {
    let end_s = looks.last().map_or(1.0, |look| look.0.max(1.0));
    let top_mb = 2.0 * looks.iter().map(|look| look.1).fold(1.0, f64::max);
    let points: Vec<String> = looks
        .iter()
        .map(|(at_s, mb)| format!("{:.1},{:.1}", 60.0 + 560.0 * at_s / end_s, 220.0 - 200.0 * mb / top_mb))
        .collect();
    format!(
        r##"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 640 260" font-family="sans-serif" font-size="13">
<rect width="640" height="260" fill="#fff"/>
<path d="M60 20V220H620" fill="none" stroke="#555"/>
<text x="52" y="26" text-anchor="end">{top_mb:.0}</text><text x="52" y="224" text-anchor="end">0</text>
<text x="60" y="240">0</text><text x="620" y="240" text-anchor="end">{end_s:.0} s</text>
<text x="66" y="16">Memory of the run [MB]</text>
<polyline points="{}" fill="none" stroke="#1764ab" stroke-width="2"/>
</svg>
"##,
        points.join(" ")
    )
}
