//! A job of a log is named by its number in order of arrival and by its number in the log, and both ask for it.

use crate::cli::{Folder, Said, jobs, refused, run};
use metasched::export::jobs::COLUMNS;
use serde_json::Value;
use std::path::Path;

/// Four jobs, each of all four nodes: log jobs 10, 20, 30 and 1 are jobs 0 to 3.
const LOG: &str = "; MaxProcs: 4\n\
    10 100 -1 100 4 -1 -1 4 200 -1 1 1 1 1 1 1 -1 -1\n\
    20 110 -1 50 4 -1 -1 4 60 -1 1 2 1 1 1 1 -1 -1\n\
    30 120 -1 70 4 -1 -1 4 80 -1 1 3 1 1 1 1 -1 -1\n\
    1 130 -1 10 4 -1 -1 4 60 -1 1 3 1 1 1 1 -1 -1\n";

/// A scenario of the log `name` under `queue`.
fn scenario(folder: &Folder, name: &str, log: &str, queue: &str) -> String {
    folder.file(name, log);
    let text = format!(
        r#"{{"platform": {{"clusters": [{{"nodes": 4}}]}}, "workload": {{"model": "swf", "path": "{name}"}},
             "schedulers": [{{"policy": "no-share", "queue": {queue}}}], "experiment": {{"sweep": [], "replications": 1}}}}"#
    );
    folder.file("numbers.json", text)
}

fn explained(file: &str, job: &str) -> Said {
    let said = run(&["explain", file, "--job", job]);
    assert_eq!(said.code, 0, "{}", said.err);
    said
}

/// A printed text without its line breaks.
fn flat(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn stories_have_both_numbers() {
    let folder = Folder::new("numbers-story");
    let file = scenario(&folder, "four.swf", LOG, "\"fcfs\"");
    let story = explained(&file, "1").out;
    assert_eq!(explained(&file, "log:20").out, story);
    assert!(story.contains("\nJob 1, number 20 of the log, under no-share"), "{story}");
    assert!(story.contains("In short: Job 1, number 20 of the log, waited 90.0 s"), "{story}");
    // The jobs in front of the job, in order of arrival and in order of estimates.
    let third = flat(&explained(&file, "2").out);
    assert!(third.contains("it is behind job 1, number 20 of the log, which needs 4 nodes"), "{third}");
    let sjf = scenario(&folder, "four.swf", LOG, r#"{"order": "sjf"}"#);
    let third = flat(&explained(&sjf, "log:30").out);
    assert!(third.contains("smallest first (job 1, number 20 of the log, the first,"), "{third}");
    let easy = scenario(&folder, "four.swf", &LOG.replace("30 120 -1 70 4", "30 120 -1 70 1"), "\"easy\"");
    let data: Value = serde_json::from_str(&run(&["explain", &easy, "--job", "log:1", "--json"]).out).unwrap();
    assert_eq!((&data["job"], &data["log_job_id"]), (&3.into(), &1.into()));
}

#[test]
fn a_number_that_is_not_one_job_is_refused() {
    let folder = Folder::new("numbers-wrong");
    let twice = LOG.replace("\n1 130", "\n20 130");
    let file = scenario(&folder, "four.swf", &twice, "\"fcfs\"");
    let said = |job: &str| refused(&["explain", &file, "--job", job]);
    let several = said("log:20");
    assert!(
        several.contains(
            "job log:20 is not one job: the log has 2 with this number. Allowed: their numbers in order of arrival: 1 and 3."
        ),
        "{several}"
    );
    let none = said("log:21");
    assert!(none.contains("job log:21 does not exist. Allowed: log:10, log:20, log:30 and log:20."), "{none}");
    let index = said("10");
    assert!(index.contains("job 10 does not exist. Allowed: 0 to 3, in order of arrival."), "{index}");
    assert!(index.contains("ask for log:10"), "{index}");
    assert!(said("log:").contains("jobs are numbered 0, 1, 2, …"));
    let synthetic = refused(&["explain", "--preset", "teaching-two-clusters", "--job", "log:3"]);
    assert!(synthetic.contains("job log:3 asks by the number in a log, but the workload is not a log"), "{synthetic}");
}

#[test]
fn charts_have_both_numbers() {
    let folder = Folder::new("numbers-chart");
    let file = scenario(&folder, "four.swf", LOG, "\"fcfs\"");
    let chart = run(&["figure", &file, "--kind", "gantt", "-o", "-"]);
    assert_eq!(chart.code, 0, "{}", chart.err);
    assert!(chart.out.contains("the longest wait was 3 min 10 s (job 3, number 1 of the log)"), "{}", chart.out);
    assert!(chart.out.contains("1 log:20"), "a bar: {}", chart.out);
}

#[test]
fn names_of_batsim_are_numbers_of_the_log() {
    let folder = Folder::new("numbers-batsim");
    let jobs = ["a", "1", "w0!7"]
        .map(|id| format!(r#"{{"id": "{id}", "subtime": 0, "walltime": 20, "res": 4, "profile": "p"}}"#));
    let log = format!(
        r#"{{"nb_res": 4, "profiles": {{"p": {{"type": "delay", "delay": 10}}}}, "jobs": [{}]}}"#,
        jobs.join(", ")
    );
    let file = scenario(&folder, "w.json", &log, "\"fcfs\"");
    let story = flat(&explained(&file, "log:w0!7").out);
    assert!(story.contains("In short: Job 2, \"w0!7\" of the log, waited 20.0 s"), "{story}");
    assert!(story.contains("it is behind job 1, number 1 of the log, which"), "{story}");
    assert_eq!(explained(&file, "log:a").out, explained(&file, "0").out);
    let none = refused(&["explain", &file, "--job", "log:w0!8"]);
    assert!(none.contains("job log:w0!8 does not exist. Allowed: log:a, log:1 and log:w0!7."), "{none}");
}

/// evalys labels bars by `job_id`, and takes jobs with equal ids for one.
#[test]
fn a_jobs_file_has_the_ids_of_the_log_if_they_differ() {
    let folder = Folder::new("numbers-jobs");
    let table = folder.path("jobs.csv");
    let ids = |log: &str| {
        let file = scenario(&folder, "four.swf", log, "\"fcfs\"");
        let said = run(&["run", &file, "--json", "--jobs-out", &table]);
        assert_eq!(said.code, 0, "{}", said.err);
        let place = |name: &str| COLUMNS.iter().position(|own| *own == name).unwrap();
        let row = |row: Vec<String>| ["job_id", "job_number", "log_job_id"].map(|name| row[place(name)].clone());
        jobs(Path::new(&table)).into_iter().map(row).collect::<Vec<_>>()
    };
    assert_eq!(ids(LOG), [["10", "0", "10"], ["20", "1", "20"], ["30", "2", "30"], ["1", "3", "1"]]);
    let twice = LOG.replace("\n1 130", "\n20 130");
    assert_eq!(ids(&twice), [["0", "0", "10"], ["1", "1", "20"], ["2", "2", "30"], ["3", "3", "20"]]);
}
