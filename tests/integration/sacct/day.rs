//! A day of a real Slurm with four nodes, a drain, dependencies and an array, compared with its simulation job by job.
//!
//! `day.sh` recorded the day: Debian's Slurm 22.05, whole nodes, strict order of submission (`sched/builtin`, `priority/basic`). A second
//! of the record is two minutes of a day. Jobs 1 to 71 are the day; an array and two jobs follow.

use crate::cli::{Folder, run};
use std::collections::BTreeMap;

const DAY: &str = include_str!("day.txt");
const EVENTS: &str = include_str!("day-events.txt");

/// Last job of the day.
const LAST: u32 = 71;

/// Longest time from the end of a job to the start of the next one on its nodes \[s\]: Slurm looks at the queue once a second. In the record it
/// is 0 s or 1 s. The simulation needs no time, so jobs run for a second more there.
const TURNOVER_S: u32 = 1;

/// Longest time from a submission to the start on idle nodes \[s\].
const LATE_S: f64 = 2.0;

/// Largest difference of the starts of a job \[s\]. While jobs wait, the turnovers of 0 s add up.
const LARGEST_S: f64 = 5.0;

/// Lines of a table as columns by name.
fn rows(table: &str) -> Vec<BTreeMap<&str, &str>> {
    let mut lines = table.lines().map(|line| line.split('|'));
    let names: Vec<&str> = lines.next().unwrap().collect();
    lines.map(|cells| names.iter().copied().zip(cells).collect()).collect()
}

/// The time within its date \[s\]; `None` if Slurm does not know it.
fn time_s(text: &str) -> Option<f64> {
    let mut parts = text.split_once('T')?.1.split(':').map(|part| part.parse::<f64>().unwrap());
    let mut next = || parts.next().unwrap();
    Some(next() * 3600.0 + next() * 60.0 + next())
}

/// Number of a job, or of its array.
fn number(job: &str) -> u32 {
    job.split('_').next().unwrap().parse().unwrap()
}

/// Time of the first submission \[s\].
fn first_s() -> f64 {
    time_s(rows(DAY)[0]["Submit"]).unwrap()
}

/// Starts of the jobs in Slurm, after the first submission \[s\]. Job 25, which was cancelled, has none.
fn real() -> BTreeMap<String, f64> {
    let start = |row: &BTreeMap<&str, &str>| Some((row["JobID"].to_owned(), time_s(row["Start"])? - first_s()));
    rows(DAY).iter().filter_map(start).collect()
}

/// The accounting with `more_s` added to the run times.
fn longer(table: &str, more_s: u32) -> String {
    let place = table.lines().next().unwrap().split('|').position(|name| name == "ElapsedRaw").unwrap();
    let line = |line: &str| {
        let mut cells: Vec<String> = line.split('|').map(str::to_owned).collect();
        if let Some(ran_s) = cells[place].parse::<u32>().ok().filter(|&ran_s| ran_s > 0) {
            cells[place] = (ran_s + more_s).to_string();
        }
        cells.join("|") + "\n"
    };
    table.lines().map(line).collect()
}

/// A start and an end \[s\].
type Run = (f64, f64);

/// Simulates the accounting; the jobs that start, in seconds after the first submission.
fn simulated(name: &str, table: &str, dependencies: &str) -> BTreeMap<String, Run> {
    let folder = Folder::new(name);
    let scenario = format!(
        r#"{{"platform": {{"clusters": [{{"nodes": 4}}]}},
            "workload": {{"model": "swf", "path": "{}", "home": "first", "processor_unit": "nodes",
                          "dependencies": "{dependencies}"}},
            "schedulers": [{{"policy": "no-share", "queue": "fcfs"}}],
            "experiment": {{"replications": 1, "sweep": []}}}}"#,
        folder.file("day.txt", table)
    );
    let (scenario, events) = (folder.file("day.json", scenario), folder.file("events.txt", EVENTS));
    let from = rows(DAY)[0]["Submit"];
    let outages = ["--outages", &events, "--outages-from", from];
    let said = run(&[&["run", &scenario, "--quiet", "--jobs-out", "-"][..], &outages].concat());
    assert_eq!(said.code, 0, "{}", said.err);
    let mut lines = said.out.lines().map(|line| line.split(',').collect::<Vec<_>>());
    let heads = lines.next().unwrap();
    let column = |name| heads.iter().position(|own| *own == name).unwrap();
    let [id, start, end] = ["log_job_id", "starting_time", "finish_time"].map(column);
    // A job that is refused has no start.
    let ran = lines.filter(|row| !row[start].is_empty());
    ran.map(|row| (row[id].to_owned(), (row[start].parse().unwrap(), row[end].parse().unwrap()))).collect()
}

/// The accounting as the simulation needs it: job 22 failed, so job 24, which waited for its failure, waited for its end. In the
/// simulation every job that runs to its end succeeds.
fn without_failures() -> String {
    DAY.replace("afternotok", "afterany")
}

/// Differences of starts \[s\] of the jobs of the day: Slurm − simulation.
fn differences(simulated: &BTreeMap<String, Run>) -> BTreeMap<String, f64> {
    let real = real().into_iter().filter(|(job, _)| number(job) <= LAST);
    real.map(|(job, start_s)| (job.clone(), start_s - simulated[&job].0)).collect()
}

#[test]
fn jobs_start_as_in_slurm() {
    let simulated = simulated("day", &longer(&without_failures(), TURNOVER_S), "placed");
    let differences = differences(&simulated);
    assert_eq!(differences.len(), 75);
    for (job, difference_s) in &differences {
        assert!((-LARGEST_S..=LATE_S).contains(difference_s), "job {job}: {difference_s} s");
    }
    // Without turnovers no job starts later than in Slurm, except a job that another one overtakes by seconds.
    let early = self::differences(&self::simulated("day-early", &without_failures(), "placed"));
    let late: Vec<&str> = early.iter().filter(|(_, own)| **own < 0.0).map(|(job, _)| job.as_str()).collect();
    assert_eq!(late, ["57"]);
    let mean_s = differences.values().sum::<f64>() / differences.len() as f64;
    assert!(mean_s.abs() < 1.5, "{mean_s} s");
    // No job overtakes another in the simulation only.
    let real = real();
    for a in differences.keys() {
        for b in differences.keys() {
            let swapped = simulated[a].0 < simulated[b].0 && real[a] > real[b];
            assert!(!swapped, "jobs {a} and {b}");
        }
    }
}

/// With dependencies, and the limit of an array.
#[test]
fn dependent_jobs_wait() {
    let (real, simulated) = (real(), simulated("day-dependent", &longer(&without_failures(), TURNOVER_S), "placed"));
    let rows = rows(DAY);
    let end_s = |job: &str| {
        let row = rows.iter().find(|row| row["JobID"] == job).unwrap();
        time_s(row["End"]).unwrap() - first_s()
    };
    let mut dependencies = 0;
    for row in rows.iter().filter(|row| real.contains_key(row["JobID"])) {
        let job = row["JobID"];
        let option = row["SubmitLine"].split(' ').find_map(|word| word.strip_prefix("--dependency="));
        for before in option.into_iter().flat_map(|own| own.split(':').skip(1)) {
            assert!(real[job] >= end_s(before) && simulated[job].0 >= simulated[before].1, "jobs {before} and {job}");
            dependencies += 1;
        }
    }
    assert_eq!(dependencies, 23);
    // At most two tasks of the array run at a time.
    let tasks: Vec<Run> = (1..=6).map(|task| simulated[&format!("{LAST}_{task}")]).collect();
    for &(start_s, _) in &tasks {
        assert!(tasks.iter().filter(|own| own.0 <= start_s && start_s < own.1).count() <= 2, "{tasks:?}");
    }
}

/// Numbers of the nodes in a list such as `n[1-2,4]`.
fn nodes(list: &str) -> Vec<u32> {
    let ranges = list.trim_start_matches('n').trim_matches(['[', ']']).split(',');
    let range = |range: &str| {
        let (first, last) = range.split_once('-').unwrap_or((range, range));
        first.parse().unwrap()..=last.parse().unwrap()
    };
    ranges.flat_map(range).collect()
}

/// Job 31 ran on the node that was drained. The accounting has the outage from the end of this job, and the next job starts there when the
/// node is back.
#[test]
fn nothing_starts_on_the_drained_node() {
    let events = rows(EVENTS);
    let drain = events.iter().find(|row| row["State"] == "DRAIN").unwrap();
    let [at_s, until_s] = ["TimeStart", "TimeEnd"].map(|name| time_s(drain[name]).unwrap());
    let node = nodes(drain["NodeName"]);
    let rows = rows(DAY);
    let there = rows.iter().filter(|row| row["Start"] != "None" && nodes(row["NodeList"]).contains(&node[0]));
    let runs: Vec<Run> = there.map(|row| (time_s(row["Start"]).unwrap(), time_s(row["End"]).unwrap())).collect();
    assert!(runs.iter().any(|&(_, end_s)| end_s == at_s), "{runs:?}");
    assert!(runs.iter().all(|&(start_s, _)| start_s < at_s || start_s >= until_s), "{runs:?}");
    // In the simulation three nodes are in use at most before the node is back.
    let simulated = simulated("day-drain", &longer(&without_failures(), TURNOVER_S), "placed");
    let last_s = until_s - first_s() - 0.5;
    let running = rows
        .iter()
        .filter(|row| simulated.get(row["JobID"]).is_some_and(|&(start_s, end_s)| start_s <= last_s && last_s < end_s));
    let used: u32 = running.map(|row| row["NNodes"].parse::<u32>().unwrap()).sum();
    assert!(used <= 3, "{used}");
}

/// Rules of Slurm that the simulation does not have, or only by a setting.
#[test]
fn rules_that_differ() {
    // By default a dependent job joins the queue when it may start; in this Slurm it has the place of its submission.
    let kept = differences(&simulated("day-kept", &longer(&without_failures(), TURNOVER_S), "kept"));
    assert!(kept["35"] < -30.0, "{}", kept["35"]);
    // A job that waits for the failure of another one never starts, because all jobs succeed.
    let simulated = simulated("day-failures", &longer(DAY, TURNOVER_S), "placed");
    assert!(real().contains_key("24") && !simulated.contains_key("24"));
    // The last task of an array that did not fit at first lost its place to job 82 in Slurm, which was submitted later.
    let real = real();
    assert!(real["82"] < real["77_6"] && simulated["82"].0 > simulated["77_6"].0);
}
