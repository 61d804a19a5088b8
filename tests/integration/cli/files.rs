//! Output files: jobs and tables, written completely or not at all, to folders, pipes and standard output.

use super::{Folder, SMALL, jobs, metasched, refused, results, run, run_with};
use metasched::export::jobs::COLUMNS;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

fn mean(rows: &[Vec<String>], column: &str) -> f64 {
    let column = COLUMNS.iter().position(|name| *name == column).unwrap();
    let sum: f64 = rows.iter().map(|row| row[column].parse::<f64>().unwrap()).sum();
    sum / rows.len() as f64
}

#[test]
fn the_jobs_file_agrees_with_the_results() {
    let folder = Folder::new("jobs");
    let file = folder.path("jobs.csv");
    let one = ["run", "-", "--json", "--scheduler", "first-fit", "--replications", "1", "--jobs-out", &file];
    let said = run_with(SMALL.as_bytes(), &one);
    let run = &results(&said).points[0].results[0];
    assert_eq!(folder.names(), ["jobs.csv"]);
    let rows = jobs(Path::new(&file));
    assert_eq!(rows.len() as u64, run.jobs);
    assert!((mean(&rows, "turnaround_time") / run.mean_turnaround_s - 1.0).abs() < 1e-9);
    assert!((mean(&rows, "waiting_time") / run.mean_wait_s - 1.0).abs() < 1e-9);
    assert!((mean(&rows, "co_allocated") - run.co_allocated_share).abs() < 1e-9);
}

#[test]
fn several_runs_are_one_table_whatever_the_threads() {
    let folder = Folder::new("several");
    let table = |name: &str, threads: &str| {
        let file = folder.path(name);
        let sweep = ["sweep", "-", "--json", "--jobs-out", &file];
        let said = run_with(SMALL.as_bytes(), &[&sweep[..], &["--threads", threads]].concat());
        (fs::read_to_string(&file).unwrap(), results(&said))
    };
    let (text, results) = table("jobs.csv", "3");
    assert_eq!(table("again.csv", "1").0, text);
    assert_eq!(folder.names(), ["again.csv", "jobs.csv"]);
    let mut lines = text.lines();
    let header = COLUMNS.join(",") + ",workload.bsbw_mbps";
    assert_eq!(lines.next(), Some(header.as_str()));
    let rows: Vec<Vec<String>> = lines.map(|line| line.split(',').map(str::to_owned).collect()).collect();
    let first = COLUMNS.len() - 3;
    let runs: Vec<Vec<String>> = {
        let mut runs: Vec<_> = rows.iter().map(|row| row[first..].to_vec()).collect();
        runs.dedup();
        runs
    };
    let wanted = [
        ["no-share", "1", "", ""],
        ["no-share", "2", "", ""],
        ["first-fit", "1", "1", "100"],
        ["first-fit", "2", "1", "100"],
        ["first-fit", "1", "2", "600"],
        ["first-fit", "2", "2", "600"],
    ];
    assert_eq!(runs, wanted);
    let second: Vec<Vec<String>> = rows.into_iter().filter(|row| row[first + 2] == "2").collect();
    let expected = results.points[1].results[1].mean_turnaround_s;
    assert!((mean(&second, "turnaround_time") / expected - 1.0).abs() < 1e-9);
}

#[test]
fn what_cannot_be_written_is_a_failure_while_running() {
    let folder = Folder::new("unwritable");
    let missing = folder.path("no/such/folder/jobs.csv");
    let said = run_with(SMALL.as_bytes(), &["run", "-", "--jobs-out", &missing]);
    assert_eq!((said.code, said.out.as_str()), (1, ""));
    assert!(said.err.contains("cannot be written") && said.err.contains("Create the folder first"), "{}", said.err);
    let here = folder.path("");
    assert!(refused(&["run", "--preset", "landing", "--jobs-out", &here]).contains("--jobs-out"));
    assert_eq!(folder.names(), [""; 0]);
    if Path::new("/dev/full").exists() {
        let one = ["--scheduler", "no-share", "--replications", "1", "--jobs-out", "/dev/full"];
        let said = run_with(SMALL.as_bytes(), &[&["run", "-"], &one[..]].concat());
        assert_eq!((said.code, said.out.as_str()), (1, ""), "{}", said.err);
        assert!(said.err.contains("/dev/full cannot be written"), "{}", said.err);
        let full = fs::File::options().write(true).open("/dev/full").unwrap();
        let said = metasched().arg("presets").stdout(full).output().unwrap();
        assert_eq!(said.status.code(), Some(1));
    }
}

#[test]
fn a_reader_that_has_had_enough_is_no_failure() {
    let mut child = metasched().arg("schema").stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert_eq!((output.status.code(), output.stderr.len()), (Some(0), 0));
}

#[cfg(unix)]
#[test]
fn an_interrupt_stops_at_once_and_leaves_the_old_file() {
    use std::os::unix::process::ExitStatusExt;
    use std::thread::sleep;
    use std::time::Duration;
    let folder = Folder::new("interrupt");
    let jobs = folder.file("jobs.csv", "old");
    let mut command = metasched();
    let long =
        ["run", "--preset", "landing", "--set", "workload.jobs_per_cluster=1000000000", "--scheduler", "no-share"];
    command.args(long).args(["--replications", "1", "--jobs-out", &jobs]);
    let child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let has_jobs = |name: &String| {
        let about = fs::metadata(folder.0.join(name));
        name.starts_with(".jobs.csv.") && about.is_ok_and(|about| about.len() > 0)
    };
    let begun = (0..1000).any(|_| {
        sleep(Duration::from_millis(20));
        folder.names().iter().any(has_jobs)
    });
    assert!(begun);
    let pid = child.id().to_string();
    // The signal is SIGTERM, since programs in the background of a script ignore SIGINT.
    assert!(Command::new("kill").args(["-TERM", &pid]).status().unwrap().success());
    let output = child.wait_with_output().unwrap();
    assert_eq!((output.status.signal(), output.stdout.len()), (Some(15), 0));
    assert_eq!(fs::read_to_string(&jobs).unwrap(), "old");
}

#[test]
fn a_dash_is_standard_output() {
    let folder = Folder::new("dash");
    let scenario = folder.file("small.json", SMALL);
    let file = folder.path("jobs.csv");
    let few = ["run", &scenario, "--replications", "1", "--scheduler", "no-share"];
    let named = run(&[&few[..], &["--jobs-out", &file]].concat());
    assert_eq!(named.code, 0, "{}", named.err);
    let dash = run(&[&few[..], &["--jobs-out", "-"]].concat());
    assert_eq!(dash.code, 0, "{}", dash.err);
    assert_eq!(dash.out, fs::read_to_string(&file).unwrap());
    let two = [&few[..], &["--jobs-out", "-", "--swf-out", "-"]].concat();
    let why = refused(&two);
    assert!(why.contains("names the file of --jobs-out"), "{why}");
    // The command either prints the requested output or is rejected; it must not ignore the request.
    for (form, flag) in
        [(&["--json"][..], "--jobs-out"), (&["--format", "csv"], "--swf-out"), (&["-o", "-"], "--jobs-out")]
    {
        let why = refused(&[&few[..], form, &[flag, "-"]].concat());
        let wrong = format!("{flag} is -, standard output");
        assert!(why.contains(&wrong), "{why}");
    }
    let log = folder.file("log.swf", "1 0 -1 60 4\n");
    for page in [&["trace", &log][..], &["explain", &scenario, "--job", "1"]] {
        let why = refused(&[page, &["--json", "--html", "-"]].concat());
        assert!(why.contains("--html"), "{why}");
    }
    let log = run(&["workload", "lublin99", "--jobs", "5"]);
    assert_eq!(run(&["workload", "lublin99", "--jobs", "5", "-o", "-"]).out, log.out);
}
