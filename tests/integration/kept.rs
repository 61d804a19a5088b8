//! Results that survive the process that computed them: resumed, sharded, merged, and never mixed.

use crate::cli::{Folder, metasched, refused, run, run_with};
use std::fs::{self, File};
use std::process::{Child, Stdio};
use std::thread::sleep;
use std::time::{Duration, SystemTime};

mod belonging;
mod several;

/// Two points of three replications under two schedulers, one of which does not depend on the point: nine tasks.
const SWEEP: &str = r#"{
    "platform": { "clusters": [{ "count": 2, "nodes": 20, "link_mbps": 1000 }] },
    "workload": { "jobs_per_cluster": 150, "nodes": [2, 18], "bsbw_mbps": 300 },
    "schedulers": ["no-share", "first-fit"],
    "experiment": { "sweep": [{ "parameter": "workload.bsbw_mbps", "values": [100, 600] }], "replications": 3 }
}"#;

const FORMS: [&[&str]; 7] = [
    &[],
    &["--json"],
    &["--csv"],
    &["--json", "--runs"],
    &["--csv", "--made-by"],
    &["--format", "jsonl"],
    &["--format", "latex"],
];

fn sweep(folder: &Folder, more: &[&str]) -> Vec<String> {
    let scenario = folder.file("sweep.json", SWEEP);
    let arguments = ["sweep", &scenario].into_iter().chain(more.iter().copied());
    arguments.map(str::to_owned).collect()
}

fn output(arguments: &[String]) -> (String, String) {
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let said = run(&arguments);
    assert_eq!(said.code, 0, "{}", said.err);
    (said.out, said.err)
}

/// However much of the file is left, the output is that of a run from the beginning.
#[test]
fn a_torn_file_is_completed() {
    let folder = Folder::new("kept-torn");
    let file = folder.path("r.jsonl");
    for form in FORMS {
        let whole = output(&sweep(&folder, form)).0;
        let kept = sweep(&folder, &[form, &["--results", &file]].concat());
        assert_eq!(output(&kept).0, whole);
        let (again, said) = output(&kept);
        assert_eq!(again, whole);
        assert!(said.contains("9 of 9 tasks are done already"), "{said}");
        let bytes = fs::read(&file).unwrap();
        for cut in [0, 1, 40, 70, 100, bytes.len() / 3, bytes.len() / 2, bytes.len() - 1] {
            fs::write(&file, &bytes[..cut]).unwrap();
            assert_eq!(output(&kept).0, whole, "{cut}");
            assert!(output(&kept).1.contains("9 of 9 tasks"), "{cut}");
        }
        // A power cut may leave the length of a file without its bytes.
        fs::write(&file, [0; 4096]).unwrap();
        assert_eq!(output(&kept).0, whole);
        fs::remove_file(&file).unwrap();
    }
}

/// A disk has changed a digit of a result, or lost a line: that task is run again.
#[test]
fn a_damaged_line_is_noticed() {
    let folder = Folder::new("kept-damaged");
    let file = folder.path("r.jsonl");
    let kept = sweep(&folder, &["--results", &file]);
    let whole = output(&kept).0;
    let text = fs::read_to_string(&file).unwrap();
    let at = text.find("\"offered_load\":").unwrap() + 18;
    let digit = if &text[at..=at] == "1" { "2" } else { "1" };
    fs::write(&file, format!("{}{digit}{}", &text[..at], &text[at + 1..])).unwrap();
    let (again, said) = output(&kept);
    assert_eq!(again, whole);
    assert!(said.contains("r.jsonl: line 3 is damaged and is not read"), "{said}");
    assert!(said.contains("8 of 9 tasks are done already"), "{said}");
}

/// The clock was ahead when the file was begun and has been set back since, or was behind: results are known by what they are of.
#[test]
fn no_clock_is_believed() {
    let folder = Folder::new("kept-clock");
    let file = folder.path("r.jsonl");
    let kept = sweep(&folder, &["--results", &file]);
    let whole = output(&kept).0;
    let year = Duration::from_secs(365 * 24 * 3600);
    let now = fs::metadata(&file).unwrap().modified().unwrap();
    let bytes = fs::read(&file).unwrap();
    for date in [now + 50 * year, now - 40 * year, SystemTime::UNIX_EPOCH] {
        for length in [bytes.len(), bytes.len() / 2] {
            fs::write(&file, &bytes[..length]).unwrap();
            let written = File::options().append(true).open(&file).unwrap();
            written.set_modified(date).unwrap();
            let (again, said) = output(&kept);
            assert_eq!(again, whole);
            assert!(said.contains("of 9 tasks are done already"), "{said}");
            let merged = output(&["merge".to_owned(), file.clone()]);
            assert_eq!(merged.0, whole);
        }
    }
}

fn spawn(arguments: &[String]) -> Child {
    let mut command = metasched();
    command.args(arguments).stdout(Stdio::piped()).stderr(Stdio::piped());
    command.spawn().unwrap()
}

/// Killed ten times (a hundred times in the full tier), each a little later, with one thread and with several: nothing that was finished is lost, and the end is the same.
#[test]
fn a_killed_sweep_goes_on() {
    let folder = Folder::new("kept-killed");
    let file = folder.path("r.jsonl");
    let longer = ["--set", "workload.jobs_per_cluster=1500", "--json"];
    let whole = output(&sweep(&folder, &longer)).0;
    let lines = || fs::read_to_string(&file).map_or(0, |text| text.matches("{\"task\":").count());
    let mut finished = 0;
    let attempts = match std::env::var_os("METASCHED_FULL") {
        None => 10,
        Some(_) => 100,
    };
    for attempt in 0..attempts {
        let threads = ["1", "2"][attempt % 2];
        let kept = sweep(&folder, &[&longer[..], &["--results", &file, "--threads", threads]].concat());
        let mut child = spawn(&kept);
        sleep(Duration::from_millis(300 * (attempt as u64 + 1) / attempts as u64));
        child.kill().unwrap();
        child.wait().unwrap();
        assert!(lines() >= finished);
        finished = lines();
    }
    let kept = sweep(&folder, &[&longer[..], &["--results", &file]].concat());
    assert_eq!(output(&kept).0, whole);
}

/// `env` switches signals on again that were ignored when the tests began, as under `nohup`.
#[test]
#[cfg(target_os = "linux")]
fn a_signal_is_the_exit_code() {
    use std::os::unix::process::ExitStatusExt;
    let folder = Folder::new("kept-signals");
    let file = folder.path("r.jsonl");
    let long = sweep(&folder, &["--set", "workload.jobs_per_cluster=1000000", "--results", &file]);
    for (signal, number) in [("-HUP", 1), ("-INT", 2), ("-TERM", 15)] {
        let mut command = std::process::Command::new("env");
        command.args(["--default-signal=HUP,INT,TERM", env!("CARGO_BIN_EXE_metasched")]);
        command.args(&long).stdout(Stdio::piped()).stderr(Stdio::piped());
        let child = command.spawn().unwrap();
        while fs::read_to_string(&file).map_or(0, |text| text.lines().count()) < 2 {
            sleep(Duration::from_millis(10));
        }
        let pid = child.id().to_string();
        assert!(std::process::Command::new("kill").args([signal, &pid]).status().unwrap().success());
        let output = child.wait_with_output().unwrap();
        // Of which a shell makes 128 and the number.
        assert_eq!((output.status.signal(), output.stdout.len()), (Some(number), 0));
        fs::remove_file(&file).unwrap();
    }
}

/// The shares of a sweep, each by a process of its own, print what one process prints.
#[test]
fn shares_are_merged() {
    let folder = Folder::new("kept-shares");
    let files: Vec<String> = (1..=3).map(|share| folder.path(&format!("{share}.jsonl"))).collect();
    for (share, file) in (1..).zip(&files) {
        let shard = format!("{share}/3");
        let (out, said) = output(&sweep(&folder, &["--shard", &shard, "--results", file]));
        assert_eq!(out, "");
        assert!(said.contains(&format!("Share {shard}: the results of its 3 tasks are in")), "{said}");
    }
    let merge = |files: &[String], more: &[&str]| {
        let mut arguments = vec!["merge"];
        arguments.extend(files.iter().map(String::as_str));
        arguments.extend(more);
        run(&arguments)
    };
    for form in FORMS {
        let merged = merge(&files, form);
        assert_eq!((merged.code, merged.out), (0, output(&sweep(&folder, form)).0), "{}", merged.err);
    }
    assert_eq!(merge(&files, &["--status"]).out, "all 9 tasks are there\n");

    // One of them through a pipe, and none of them written over.
    let last = fs::read(&files[2]).unwrap();
    // As an editor of Windows saves it.
    let text = String::from_utf8(last.clone()).unwrap();
    let windows = folder.file("windows.jsonl", text.replace('\n', "\r\n"));
    let own = [files[0].clone(), windows, files[1].clone()];
    assert_eq!(merge(&own, &["--status"]).out, "all 9 tasks are there\n");
    let piped = run_with(&last, &["merge", &files[0], "-", &files[1]]);
    assert_eq!(piped.code, 0, "{}", piped.err);
    assert_eq!(piped.out, output(&sweep(&folder, &[])).0);
    let status = run_with(&last, &["merge", "-", "--status"]).out;
    assert!(status.contains("--shard 1/3 --results shard-1-of-3.jsonl"), "{status}");
    let foreign = run_with(b"{}", &["merge", "-"]);
    assert!(foreign.code == 2 && foreign.err.contains("standard input"), "{}", foreign.err);
    let over = merge(&files, &["--csv", "-o", &files[2]]);
    assert!(over.err.contains("is a file that this command reads"), "{}", over.err);
    assert_eq!(fs::read(&files[2]).unwrap(), last);

    // Without one: what is missing, and the command that runs just that.
    let incomplete = merge(&files[..2], &[]);
    assert_eq!((incomplete.code, incomplete.out.as_str()), (1, ""));
    let status = merge(&files[..2], &["--status"]).out;
    assert!(status.starts_with("6 of 9 tasks are there."), "{status}");
    assert!(incomplete.err.contains(status.trim_end()), "{}", incomplete.err);
    let command = status.lines().nth(1).unwrap().split("  #").next().unwrap();
    assert!(command.contains("--shard 3/3 --results shard-3-of-3.jsonl"), "{command}");
    let words: Vec<&str> = command.split_whitespace().skip(1).collect();
    let ran = metasched().args(words).current_dir(folder.path("")).output().unwrap();
    assert_eq!(ran.status.code(), Some(0));
    let completed = [files[0].clone(), files[1].clone(), folder.path("shard-3-of-3.jsonl")];
    assert_eq!(merge(&completed, &["--status"]).out, "all 9 tasks are there\n");
}

#[test]
fn what_does_not_belong_together_is_refused() {
    let folder = Folder::new("kept-refused");
    let notes = folder.file("notes.txt", "mine\n");
    let wrong = |arguments: Vec<String>| refused(&arguments.iter().map(String::as_str).collect::<Vec<_>>());
    let said = wrong(sweep(&folder, &["--results", &notes]));
    assert!(said.contains("notes.txt is no results file"), "{said}");
    assert_eq!(fs::read_to_string(&notes).unwrap(), "mine\n");

    let file = folder.path("r.jsonl");
    output(&sweep(&folder, &["--results", &file]));
    let text = fs::read_to_string(&file).unwrap();
    let engine = format!("\"engine_version\":{}", metasched::ENGINE_VERSION);
    let older = folder.file("older.jsonl", text.replacen(&engine, "\"engine_version\":1", 1));
    for arguments in [sweep(&folder, &["--results", &older]), vec!["merge".into(), older.clone()]] {
        assert!(wrong(arguments).contains("has results of engine 1"));
    }
    let other = folder.path("other.jsonl");
    output(&sweep(&folder, &["--seed", "7", "--results", &other]));
    let mixed = refused(&["merge", &file, &other]);
    assert!(mixed.contains("what is in 2 files has results of 2 scenarios"), "{mixed}");
    for shard in ["0/3", "4/3", "x"] {
        assert!(wrong(sweep(&folder, &["--shard", shard, "--results", &file])).contains("such as 3/8"));
    }
    assert!(wrong(sweep(&folder, &["--shard", "1/3"])).contains("--results"));

    // One process at a time.
    let locked = File::options().append(true).open(&file).unwrap();
    locked.lock().unwrap();
    let arguments = sweep(&folder, &["--results", &file]);
    let said = run(&arguments.iter().map(String::as_str).collect::<Vec<_>>());
    assert_eq!(said.code, 1);
    assert!(said.err.contains("is written by another process"), "{}", said.err);
}

/// A scenario that varies nothing has its replications and schedulers to share: what is merged of them is what `run` prints.
#[test]
fn replications_of_one_point_are_shared() {
    let folder = Folder::new("kept-replications");
    let scenario = folder.file("point.json", SWEEP);
    let point = |command: &str, more: &[&str]| -> Vec<String> {
        let nothing = ["--set", "experiment.sweep=[]", "--replications", "5"];
        let arguments = [&[command, &scenario], &nothing[..], more].concat();
        arguments.into_iter().map(str::to_owned).collect()
    };
    let files = ["1", "2", "3"].map(|share| folder.path(&format!("{share}.jsonl")));
    for (share, file) in (1..).zip(&files) {
        let shard = format!("{share}/3");
        output(&point("sweep", &["--shard", &shard, "--results", file]));
    }
    let merge = |more: &[&str]| {
        let files = files.each_ref().map(String::as_str);
        run(&[&["merge"], &files[..], more].concat())
    };
    assert_eq!(merge(&["--status"]).out, "all 10 tasks are there\n");
    for form in FORMS {
        let merged = merge(form);
        let whole = output(&point("run", form)).0;
        assert_eq!((merged.code, merged.out), (0, whole), "{}", merged.err);
    }
    let script = output(&point("slurm", &["--shards", "3"])).0;
    assert!(script.contains("--array=1-3"), "{script}");

    // A single run has nothing to share, and without shares there is nothing to vary.
    let single = ["--replications", "1", "--scheduler", "no-share"];
    let nothing = "is a single run, so there is nothing to share";
    for (command, more) in
        [("sweep", &["--shard", "1/2", "--results", "r.jsonl"][..]), ("slurm", &["--shards", "2"][..])]
    {
        let arguments = [&[command, &scenario, "--set", "experiment.sweep=[]"], &single[..], more];
        let said = refused(&arguments.concat());
        assert!(said.contains(nothing), "{said}");
    }
    let arguments = point("sweep", &[]);
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let said = refused(&arguments);
    assert!(said.contains("there is nothing to vary"), "{said}");
}

/// The script of a job array holds its scenario, and one of its elements runs its share.
#[test]
#[cfg(unix)]
fn a_job_array_runs_its_shares() {
    let folder = Folder::new("kept-slurm");
    let scenario = folder.file("sweep.json", SWEEP);
    let slurm = |sbatch: &[&'static str]| [&["slurm", &scenario, "--shards", "2", "--"], sbatch].concat();
    let script = run(&slurm(&["--account=it's mine", "-p", "short", "--time=10"]));
    assert_eq!(script.code, 0, "{}", script.err);
    for line in ["#SBATCH --array=1-2", "#SBATCH \"--account=it's mine\"", "#SBATCH -p short", "#SBATCH --time=10"] {
        assert!(script.out.lines().any(|own| own == line), "{line}: {}", script.out);
    }
    assert_eq!(script.err, "");
    let many = run(&["slurm", &scenario, "--shards", "1000"]);
    let warning = "warning: the scenario has 9 tasks, so no more than 9 of the 1000 shares have anything to do";
    assert!(many.code == 0 && many.err.contains(warning), "{}", many.err);
    let script = folder.file("sweep.sh", script.out);
    let program = std::path::Path::new(env!("CARGO_BIN_EXE_metasched")).parent().unwrap();
    let path = format!("{}:{}", program.display(), std::env::var("PATH").unwrap_or_default());
    for element in ["1", "2"] {
        let mut bash = std::process::Command::new("bash");
        bash.arg(&script).current_dir(folder.path("")).env("PATH", &path).env("SLURM_ARRAY_TASK_ID", element);
        assert!(bash.output().unwrap().status.success());
    }
    let names = folder.names();
    let results = names.iter().filter(|name| name.starts_with("results-")).map(|name| folder.path(name));
    let arguments: Vec<String> = ["merge".to_owned()].into_iter().chain(results).chain(["--csv".to_owned()]).collect();
    assert_eq!((arguments.len(), output(&arguments).0), (4, output(&sweep(&folder, &["--csv"])).0));
    for (sbatch, wrong) in
        [("--comment=a\nrm -rf /", "control character"), ("--array=0-1", "sets the array"), ("", "is empty")]
    {
        let said = refused(&slurm(&[sbatch]));
        assert!(said.contains(wrong), "{said}");
    }
    let log = r#"{ "workload": { "model": "swf", "path": "nowhere.swf" },
                   "experiment": { "sweep": [{ "parameter": "workload.load", "values": [0.5, 0.7] }] } }"#;
    let said = refused(&["slurm", &folder.file("log.json", log), "--shards", "2"]);
    assert!(said.contains("nowhere.swf is not found"), "{said}");
}
