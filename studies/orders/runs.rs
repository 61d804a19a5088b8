//! One scheduler's run with all its jobs, from the native program.

use std::fs::{self, File};
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

use studies::statistics::{mean, p95};
use studies::{Outcome, printed};

/// Number of compared groups of jobs: replications, or batches of a log.
pub const GROUPS: usize = 20;

/// Measures of a run.
#[derive(Clone, Debug, PartialEq)]
pub struct Measured {
    /// Number of jobs in all replications.
    pub jobs: usize,
    /// Arriving work divided by the capacity of all nodes.
    pub load: f64,
    /// Mean bounded slowdown of all jobs.
    pub slowdown: f64,
    /// 95 % quantile of the bounded slowdown.
    pub p95: f64,
    /// Mean bounded slowdown of each group.
    pub slowdowns: Vec<f64>,
    /// Mean turnaround of each group \[s\].
    pub turnarounds_s: Vec<f64>,
    /// Longest wait \[s\].
    pub longest_wait_s: f64,
}

/// A finished job.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Ended {
    replication: usize,
    /// Number in order of submission.
    id: usize,
    /// Run time without delays by links \[s\].
    dedicated_s: f64,
    wait_s: f64,
    turnaround_s: f64,
}

impl Ended {
    /// Bounded slowdown with a threshold of 10 s.
    fn slowdown(&self) -> f64 {
        (self.turnaround_s / self.dedicated_s.max(10.0)).max(1.0)
    }
}

/// The folder for the files of runs.
pub fn folder() -> Outcome<PathBuf> {
    let folder = std::env::temp_dir().join("metasched-orders");
    fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    Ok(folder)
}

/// Runs a scenario with one scheduler.
pub fn measured(native: &Path, scenario: &Value) -> Outcome<Measured> {
    let folder = folder()?;
    let [input, table] = ["scenario.json", "jobs.csv"].map(|name| folder.join(name));
    studies::write(&input, scenario.to_string())?;
    let mut command = Command::new(native);
    command.arg("run").arg(&input).arg("--json").arg("--jobs-out").arg(&table);
    let printed = printed(&mut command)?;
    let results: Value = serde_json::from_str(&printed).map_err(|error| error.to_string())?;
    let run = &results["points"][0]["results"][0];
    let open = File::open(&table).map_err(|error| format!("{}: {error}", table.display()))?;
    let measured = of(&jobs(BufReader::new(open))?, run["offered_load"].as_f64().unwrap_or(f64::NAN))?;
    // The program's own mean must agree with the mean computed here, except for rounding: both are sums over the same
    // jobs, in different orders.
    let own = run["mean_bounded_slowdown"].as_f64().unwrap_or(f64::NAN);
    match (own / measured.slowdown - 1.0).abs() < 1e-6 {
        true => Ok(measured),
        false => {
            Err(format!("mean bounded slowdown of {}: {own}, but {} from its jobs", input.display(), measured.slowdown))
        }
    }
}

/// Reads the jobs of `--jobs-out`. Since fields may be quoted, columns before the first such field are indexed from the
/// start of a line, later columns from its end.
fn jobs(table: impl BufRead) -> Outcome<Vec<Ended>> {
    let mut lines = table.lines().map_while(Result::ok);
    let header = lines.next().ok_or("the table of jobs is empty")?;
    let names: Vec<&str> = header.split(',').collect();
    let column = |name: &str| {
        let place = names.iter().position(|own| *own == name);
        place.ok_or_else(|| format!("the table of jobs has no column {name}"))
    };
    let [id, ran, wait, turnaround] = ["job_id", "execution_time", "waiting_time", "turnaround_time"].map(column);
    let (id, ran, wait, turnaround) = (id?, ran?, wait?, turnaround?);
    let from_end = |name: &str| column(name).map(|place| names.len() - 1 - place);
    let (replication, penalty) = (from_end("replication")?, from_end("penalty")?);
    let ended = |line: &str| {
        let front: Vec<&str> = line.splitn(turnaround.max(ran) + 2, ',').collect();
        let back: Vec<&str> = line.rsplitn(penalty + 2, ',').collect();
        let penalty: f64 = back.get(penalty)?.parse().ok()?;
        Some(Ended {
            replication: back.get(replication)?.parse().ok()?,
            id: front.get(id)?.parse().ok()?,
            dedicated_s: front.get(ran)?.parse::<f64>().ok()? / penalty,
            wait_s: front.get(wait)?.parse().ok()?,
            turnaround_s: front.get(turnaround)?.parse().ok()?,
        })
    };
    lines.map(|line| ended(&line).ok_or_else(|| format!("not a job: {line}"))).collect()
}

/// Measures of all jobs and of each group of jobs. Groups are the replications; if there is only one replication,
/// batches of jobs in order of submission.
fn of(jobs: &[Ended], load: f64) -> Outcome<Measured> {
    let mut sorted = jobs.to_vec();
    sorted.sort_by_key(|job| (job.replication, job.id));
    let replications = sorted.last().map_or(0, |job| job.replication);
    let groups: Vec<&[Ended]> = match replications {
        0 | 1 if sorted.len() < GROUPS => return Err(format!("{} jobs are too few", sorted.len())),
        1 => (0..GROUPS)
            .map(|group| &sorted[group * sorted.len() / GROUPS..(group + 1) * sorted.len() / GROUPS])
            .collect(),
        _ => sorted.chunk_by(|a, b| a.replication == b.replication).collect(),
    };
    if groups.len() != GROUPS {
        return Err(format!("{} replications; wanted: 1 or {GROUPS}", groups.len()));
    }
    let each = |value: fn(&Ended) -> f64| {
        let means = groups.iter().map(|group| mean(&group.iter().map(value).collect::<Vec<_>>()));
        means.collect::<Vec<_>>()
    };
    let slowdowns: Vec<f64> = sorted.iter().map(Ended::slowdown).collect();
    Ok(Measured {
        jobs: sorted.len(),
        load,
        slowdown: mean(&slowdowns),
        p95: p95(&slowdowns),
        slowdowns: each(Ended::slowdown),
        turnarounds_s: each(|job| job.turnaround_s),
        longest_wait_s: sorted.iter().map(|job| job.wait_s).fold(0.0, f64::max),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const HEADER: &str =
        "job_id,execution_time,waiting_time,turnaround_time,clusters,penalty,scheduler,replication,point\n";

    #[test]
    fn jobs_are_read_around_quoted_columns() {
        let text = format!("{HEADER}1,30,5,35,\"0:1,1:2\",1.5,a1,2,1\n0,4,0,4,0:1,1,a1,1,1\n");
        let read = jobs(text.as_bytes()).unwrap();
        let first = Ended { replication: 2, id: 1, dedicated_s: 20.0, wait_s: 5.0, turnaround_s: 35.0 };
        assert_eq!(read[0], first);
        assert_eq!((first.slowdown(), read[1].slowdown()), (1.75, 1.0));
        assert!(jobs(&b"job_id,penalty\n"[..]).is_err());
        assert!(jobs(format!("{HEADER}x\n").as_bytes()).is_err());
    }

    /// Forty jobs of 10 s; job i waits 10 i s.
    #[test]
    fn one_replication_is_cut_into_batches() {
        let job = |id: usize, replication: usize| Ended {
            replication,
            id,
            dedicated_s: 10.0,
            wait_s: 10.0 * id as f64,
            turnaround_s: 10.0 + 10.0 * id as f64,
        };
        let one: Vec<Ended> = (0..40).rev().map(|id| job(id, 1)).collect();
        let found = of(&one, 0.5).unwrap();
        assert_eq!((found.jobs, found.slowdown, found.p95), (40, 20.5, 38.0));
        assert_eq!((found.slowdowns[0], found.slowdowns[19]), (1.5, 39.5));
        assert_eq!((found.turnarounds_s[0], found.longest_wait_s), (15.0, 390.0));
        let twenty: Vec<Ended> = (0..60).map(|at| job(at / 20, at % 20 + 1)).collect();
        assert!(of(&twenty, 0.5).unwrap().slowdowns.iter().all(|own| *own == 2.0));
        assert!(of(&one[..10], 0.5).is_err());
        assert!(of(&[job(0, 1), job(0, 2)], 0.5).is_err());
    }
}
