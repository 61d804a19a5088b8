//! Logs on the command line: schedules as logs, rewritten logs, Batsim workloads.

mod homes;
mod ids;
mod kinds;
mod numbers;
mod overruns;
mod parts;
mod processors;
mod schedule;
mod users;

use crate::cli::{Folder, jobs, refused, run, run_with};
use metasched::export::jobs::COLUMNS;
use metasched::logs::{Log, read};
use serde_json::Value;
use std::fs;
use std::path::Path;

/// The folder of real logs, relative to the project's root.
const ARCHIVE: &str = "../shared/data/swf";

/// Every log of this folder, with the number of processors of its machine and the queue used; the small ones first. EASY
/// reads requested times, but is slow if a hundred thousand jobs wait.
const LOGS: [(&str, u32, &str); 11] = [
    ("KTH-SP2-1996-2", 100, "easy"),
    ("NASA-iPSC-1993-3.1-cln", 128, "easy"),
    ("CTC-SP2-1996-reduced", 338, "easy"),
    ("SDSC-SP2-1998-reduced", 128, "easy"),
    ("ANL-Intrepid-2009-excerpt", 163_840, "easy"),
    ("CEA-Curie-2011-2.1-cln", 93_312, "easy"),
    ("LCG-2005-1", 24_515, "easy"),
    ("LLNL-Atlas-2006-2.1-cln", 9_216, "easy"),
    ("RICC-2010-2", 8_192, "fcfs"),
    ("SDSC-BLUE-2000-reduced", 1_152, "easy"),
    ("UniLu-Gaia-2014-1", 2_004, "easy"),
];
/// Number of logs that are read unless the environment variable METASCHED_FULL is set.
const SMALL: usize = 3;

/// A log of four jobs. The second job requests more time than it uses, and the third job has no user.
const FOUR: &str = "; MaxProcs: 4\n; MaxPartitions: 7\n; Partition: 5 day\n; UnixStartTime: 1000000\n\
    11 50 -1 30 2 -1 -1 2 60 -1 1 8 -1 -1 2 5\n\
    12 50 -1 10 4 -1 -1 4 25 -1 1 9 -1 -1 2 5\n\
    14 55 -1 10 2 -1 -1 2 -1 -1 1 -1 -1 -1 1 3\n\
    15 70 -1 10 1 -1 -1 1 10 -1 1 8 -1 -1 1 3\n";

/// One cluster under EASY with requested times.
fn scenario(log: &str, nodes: u32, more: &str) -> String {
    format!(
        r#"{{"platform": {{"clusters": [{{"nodes": {nodes}}}]}},
             "workload": {{"model": "swf", "path": "{log}", "home": "first", "estimates": "requested"{more}}},
             "schedulers": ["no-share"], "queue": "easy", "experiment": {{"sweep": [], "replications": 1}}}}"#
    )
}

/// Number of jobs and digest of a scenario's only run.
fn digest(scenario: &str, more: &[&str]) -> (u64, String) {
    let said = run_with(scenario.as_bytes(), &[&["run", "-", "--json"], more].concat());
    assert_eq!(said.code, 0, "{}", said.err);
    let results: Value = serde_json::from_str(&said.out).unwrap();
    let run = &results["points"][0]["results"][0];
    let digest = run["digest"].as_str().unwrap().to_owned();
    (run["jobs"].as_u64().unwrap(), digest)
}

fn log_at(path: &str) -> Log {
    read(path, &mut fs::File::open(path).unwrap()).unwrap()
}

/// A job's number, submission \[s\], run time \[s\], requested time \[s\] and user.
type LoggedJob = (Option<u32>, f64, f64, Option<f64>, Option<i64>);

/// Those fields of a log that a simulation does not change, for each job.
fn logged_jobs(log: &Log) -> Vec<LoggedJob> {
    let records = log.records().iter();
    let jobs = records.map(|record| {
        let (submit_s, runtime_s) = (record.submit_s, record.runtime_s);
        (record.number(), submit_s, runtime_s, record.requested_s(), log.user(record))
    });
    jobs.collect()
}

/// Checks that three logs give the same schedule: a log, its schedule written as a log, and the log rewritten.
fn goes_round(log: &str, nodes: u32, queue: &str, folder: &Folder) {
    let scenario = |log: &str| scenario(log, nodes, "").replace("easy", queue);
    let (schedule, anew) = (folder.path("schedule.swf"), folder.path("anew.swf"));
    let whole = digest(&scenario(log), &["--swf-out", &schedule]);
    let said = run(&["workload", "swf", "--set", &format!("workload.path={log}"), "-o", &anew]);
    assert_eq!(said.code, 0, "{}", said.err);
    assert_eq!(digest(&scenario(&schedule), &[]), whole, "{log}");
    assert_eq!(digest(&scenario(&anew), &[]), whole, "{log}");
    let (schedule, anew) = (log_at(&schedule), log_at(&anew));
    assert_eq!(logged_jobs(&schedule), logged_jobs(&anew), "{log}");
    assert_eq!(schedule.records().len() as u64, whole.0, "{log}");
    let most = |log: &Log, own: &str| log.header.number(own).map_or(-1, |number| number as i64);
    assert_eq!(most(&schedule, "MaxPartitions"), 1, "{log}");
    let used = anew.classes().iter().map(|class| class.partition).max();
    assert!(used <= Some(most(&anew, "MaxPartitions")), "{log}");
}

#[test]
fn real_logs_go_round() {
    let folder = Folder::new("eleven");
    let logs = if std::env::var_os("METASCHED_FULL").is_some() { LOGS.len() } else { SMALL };
    for (name, nodes, queue) in LOGS.into_iter().take(logs) {
        let log = format!("{ARCHIVE}/{name}.swf.xz");
        if !Path::new(env!("CARGO_MANIFEST_DIR")).join(&log).exists() {
            eprintln!("skipped: {log} is not here");
            continue;
        }
        goes_round(&log, nodes, queue, &folder);
    }
}

#[test]
fn a_small_log_goes_round_and_keeps_what_it_tells() {
    let folder = Folder::new("four");
    let four = folder.path("four.swf");
    fs::write(&four, FOUR).unwrap();
    goes_round(&four, 4, "easy", &folder);
    let own = logged_jobs(&log_at(&four));
    assert_eq!(logged_jobs(&log_at(&folder.path("anew.swf"))), own);
    let anew = fs::read_to_string(folder.path("anew.swf")).unwrap();
    assert!(anew.contains("; MaxPartitions: 7\n; Partition: 5 day\n"), "{anew}");
    assert!(anew.contains("; UnixStartTime: 1000000\n"), "{anew}");
    // EASY: the two jobs of 2 nodes run first, then the job of 4 nodes, then the last job.
    let schedule = fs::read_to_string(folder.path("schedule.swf")).unwrap();
    let rows: Vec<&str> = schedule.lines().filter(|line| !line.starts_with(';')).collect();
    assert_eq!(
        rows,
        [
            "11 50 0 30 2 -1 -1 2 60 -1 1 8 -1 -1 2 1 -1 -1",
            "12 50 30 10 4 -1 -1 4 25 -1 1 9 -1 -1 2 1 -1 -1",
            "14 55 0 10 2 -1 -1 2 -1 -1 1 -1 -1 -1 1 1 -1 -1",
            "15 70 0 10 1 -1 -1 1 10 -1 1 8 -1 -1 1 1 -1 -1",
        ]
    );
    let table = folder.path("jobs.csv");
    digest(&scenario(&four, 4, ""), &["--jobs-out", &table]);
    let column = |name: &str| {
        let place = COLUMNS.iter().position(|own| *own == name).unwrap();
        let mut cells: Vec<String> = jobs(Path::new(&table)).iter().map(|row| row[place].clone()).collect();
        cells.sort();
        cells
    };
    assert_eq!(column("log_job_id"), ["11", "12", "14", "15"]);
    assert_eq!(column("log_submission_time"), ["50", "50", "55", "70"]);
    assert_eq!(column("log_user_id"), ["", "8", "8", "9"]);
    assert_eq!(column("log_requested_time"), ["", "10", "25", "60"]);
    assert_eq!(column("submission_time"), ["0", "0", "20", "5"]);
}

/// The first and the fourth job need more nodes than the platform has. In the schedule they are marked as cancelled, so
/// readers of logs ignore them. If this log is run, all other jobs have the same starts on the clock of the log.
#[test]
fn rejected_jobs_are_cancelled_and_the_others_go_round() {
    let folder = Folder::new("rejected");
    let [six, out, again] = ["six.swf", "out.swf", "again.swf"].map(|name| folder.path(name));
    let first = "10 40 -1 7 9 -1 -1 9 20 -1 1 8 -1 -1 2 5\n    11 50";
    let fourth = "13 52 -1 10 6 -1 -1 6 25 -1 1 9 -1 -1 2 5\n    14 55";
    let text = FOUR.replace("11 50", first).replace("14 55", fourth);
    fs::write(&six, text).unwrap();
    let rows = |path: &str| -> Vec<String> {
        let text = fs::read_to_string(path).unwrap();
        let rows = text.lines().filter(|line| !line.starts_with(';'));
        rows.map(str::to_owned).collect()
    };
    let (ran, digest_of_six) = digest(&scenario(&six, 4, ""), &["--swf-out", &out]);
    let schedule = rows(&out);
    assert_eq!((ran, schedule.len()), (4, 6));
    assert_eq!(schedule[0], "10 40 -1 -1 -1 -1 -1 9 20 -1 5 8 -1 -1 2 -1 -1 -1");
    assert_eq!(schedule[3], "13 52 -1 -1 -1 -1 -1 6 25 -1 5 9 -1 -1 2 -1 -1 -1");
    let (ran, _) = digest(&scenario(&out, 4, ""), &["--swf-out", &again]);
    let others = |at: &usize| ![0, 3].contains(at);
    let kept: Vec<&String> = (0..6).filter(others).map(|at| &schedule[at]).collect();
    assert_eq!(ran, 4);
    assert_eq!(rows(&again).iter().collect::<Vec<_>>(), kept);
    // A rewritten log also contains the rejected jobs.
    let anew = folder.path("anew.swf");
    let path = format!("workload.path={six}");
    let said = run(&["workload", "swf", "--set", &path, "-o", &anew]);
    assert_eq!(said.code, 0, "{}", said.err);
    assert_eq!(digest(&scenario(&anew, 4, ""), &[]), (4, digest_of_six));
}

#[test]
fn a_schedule_that_is_no_log_is_refused() {
    let folder = Folder::new("refused");
    let (four, out) = (folder.path("four.swf"), folder.path("schedule.swf"));
    fs::write(&four, FOUR).unwrap();
    let said = |scenario: &str| {
        let said = run_with(scenario.as_bytes(), &["run", "-", "--swf-out", &out]);
        assert_eq!((said.code, said.out.as_str()), (2, ""), "{}", said.err);
        assert_eq!(folder.names(), ["four.swf"]);
        said.err
    };
    let whole = scenario(&four, 4, "");
    let fast = said(&whole.replace(r#""nodes": 4"#, r#""nodes": 4, "speed": 4"#));
    assert!(fast.contains("--swf-out: job 11 runs for 7.5 s. Allowed: whole seconds"), "{fast}");
    let spread = whole.replace(r#""nodes": 4"#, r#""nodes": 2, "count": 2"#);
    let spread = said(&spread.replace("no-share", "first-fit"));
    assert!(spread.contains("--swf-out: job 12 runs on 2 clusters. Allowed: one cluster a job"), "{spread}");
    let several = said(&whole.replace(r#""no-share""#, r#""no-share", "migration-only""#));
    assert!(several.contains("--swf-out would hold 2 runs. Allowed: one run"), "{several}");
}

/// Batsim identifiers that are not numbers appear unchanged in a jobs file; identifiers that are numbers stay numbers.
#[test]
fn identifiers_of_batsim_are_kept() {
    let folder = Folder::new("batsim-identifiers");
    let workload = |ids: [&str; 3]| {
        let [first, second, third] = ids;
        format!(
            r#"{{ "nb_res": 4, "profiles": {{ "p": {{ "type": "delay", "delay": 10 }} }}, "jobs": [
                {{ "id": "{second}", "subtime": 5, "walltime": 20, "res": 1, "profile": "p" }},
                {{ "id": "{first}", "subtime": 0, "walltime": 20, "res": 2, "profile": "p" }},
                {{ "id": "{third}", "subtime": 5, "walltime": 20, "res": 4, "profile": "p" }} ] }}"#
        )
    };
    let ran = |ids: [&str; 3]| {
        let log = folder.file("w.json", workload(ids));
        let table = folder.path("jobs.csv");
        let scenario = scenario(&log, 4, "");
        let given = ["run", "-", "--json", "--jobs-out", &table];
        let said = run_with(scenario.as_bytes(), &given);
        assert_eq!(said.code, 0, "{}", said.err);
        let place = COLUMNS.iter().position(|own| *own == "log_job_id").unwrap();
        let rows = jobs(Path::new(&table));
        let names: Vec<String> = rows.iter().map(|row| row[place].clone()).collect();
        (names, said.err, digest(&scenario, &[]))
    };
    let (numbers, err, digest) = ran(["1", "2", "3"]);
    assert_eq!(numbers, ["1", "2", "3"]);
    assert!(!err.contains("log_job_id"), "{err}");
    let (names, err, same) = ran(["w0!1", "2", "last one"]);
    assert_eq!(names, ["w0!1", "2", "last one"]);
    let note = "2 usable jobs without a number below 4,294,967,295: log_job_id of a jobs file is what they are called";
    assert!(err.contains(note), "{err}");
    assert_eq!(same, digest);
}

#[test]
fn a_log_goes_round_through_batsim() {
    let folder = Folder::new("batsim");
    let (four, json) = (folder.path("four.swf"), folder.path("four.json"));
    fs::write(&four, FOUR).unwrap();
    let path = format!("workload.path={four}");
    let said = run(&["workload", "swf", "--set", &path, "--format", "batsim", "-o", &json]);
    assert_eq!(said.code, 0, "{}", said.err);
    let text: Value = serde_json::from_str(&fs::read_to_string(&json).unwrap()).unwrap();
    assert_eq!(text["nb_res"], 4);
    assert_eq!(
        text["jobs"][1],
        serde_json::json!({"id": "12", "subtime": 50, "walltime": 25, "res": 4, "profile": "12"})
    );
    assert_eq!(text["profiles"]["12"]["cpu"], 10_000_000_000u64);
    assert_eq!(digest(&scenario(&json, 4, ""), &[]), digest(&scenario(&four, 4, ""), &[]));
    // On nodes of twice the speed, the run time of jobs that send messages is also halved.
    let anew = folder.path("anew.swf");
    let path = format!("workload.path={json}");
    let said = run(&["workload", "swf", "--set", &path, "--set", "workload.node_gflops=2", "-o", &anew]);
    assert_eq!(said.code, 0, "{}", said.err);
    let times: Vec<f64> = log_at(&anew).records().iter().map(|record| record.runtime_s).collect();
    assert_eq!(times, [15.0, 5.0, 5.0, 10.0]);
    let ring = refused(&[
        "workload",
        "swf",
        "--set",
        &format!("workload.path={four}"),
        "--set",
        "workload.pattern=ring",
        "--format",
        "batsim",
    ]);
    assert!(ring.contains("workload.pattern is \"ring\""), "{ring}");
    let other = fs::read_to_string(&json).unwrap().replace("delay\",", "smpi\",");
    fs::write(&json, other).unwrap();
    let refusal = refused(&["trace", &json]);
    assert!(
        refusal.contains("job 15: profile \"15\" is of the type \"smpi\". Allowed: delay (DelayProfile)"),
        "{refusal}"
    );
}
