//! Results that are kept in a folder after the program ends. A later run continues from them, several programs may
//! share them, all commands read them, and results of other programs are never mixed in.

use crate::cli::{Folder, metasched, refused, run};
use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;
use std::process::{Child, Stdio};
use std::thread::sleep;
use std::time::Duration;

mod belonging;
mod shared;

/// Two points with three replications under two schedulers. One scheduler does not depend on the point, so there are
/// nine tasks.
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

/// The files in a folder of results.
fn files(results: &str) -> Vec<PathBuf> {
    let entries = fs::read_dir(results).into_iter().flatten();
    entries.map(|entry| entry.unwrap().path()).collect()
}

/// Number of complete task lines in a folder of results.
fn tasks(results: &str) -> usize {
    let texts = files(results).into_iter().map(|file| String::from_utf8_lossy(&fs::read(file).unwrap()).into_owned());
    texts
        .map(|text| {
            text.split_inclusive('\n').filter(|own| own.starts_with("{\"task\":") && own.ends_with("}\n")).count()
        })
        .sum()
}

/// A file of results may be truncated at any byte. The next command still prints the output of a complete run.
#[test]
fn a_torn_file_is_completed() {
    let folder = Folder::new("results-torn");
    let results = folder.path("new/r");
    for form in FORMS {
        let whole = output(&sweep(&folder, form)).0;
        let kept = sweep(&folder, &[form, &["--results", &results]].concat());
        assert_eq!(output(&kept).0, whole);
        let (again, said) = output(&kept);
        assert_eq!(again, whole);
        assert!(said.contains("9 of 9 tasks are done already"), "{said}");
        // A process that has simulated nothing new writes no file.
        let [file] = &files(&results)[..] else { panic!("{:?}", files(&results)) };
        let bytes = fs::read(file).unwrap();
        for cut in [0, 1, 40, 70, 100, bytes.len() / 3, bytes.len() / 2, bytes.len() - 1] {
            fs::write(file, &bytes[..cut]).unwrap();
            assert_eq!(output(&kept).0, whole, "{cut}");
            let (again, said) = output(&kept);
            assert!(again == whole && said.contains("9 of 9 tasks"), "{cut}: {said}");
            assert_eq!(said.contains("1 line is torn or damaged"), cut > 1000, "{cut}: {said}");
            files(&results).iter().filter(|own| *own != file).for_each(|own| fs::remove_file(own).unwrap());
        }
        // After a crash of the operating system, a file may have the right length but contain zeros in place of its
        // bytes.
        fs::write(file, [0; 4096]).unwrap();
        assert_eq!(output(&kept).0, whole);
        fs::remove_dir_all(&results).unwrap();
    }
}

/// If a digit of a stored result has changed on the disk, the line is rejected and its task is run again.
#[test]
fn a_damaged_line_is_noticed() {
    let folder = Folder::new("results-damaged");
    let results = folder.path("r");
    let kept = sweep(&folder, &["--results", &results]);
    let whole = output(&kept).0;
    let file = &files(&results)[0];
    let text = fs::read_to_string(file).unwrap();
    let at = text.find("\"offered_load\":").unwrap() + 18;
    let digit = if &text[at..=at] == "1" { "2" } else { "1" };
    fs::write(file, format!("{}{digit}{}", &text[..at], &text[at + 1..])).unwrap();
    let (again, said) = output(&kept);
    assert_eq!(again, whole);
    assert!(said.contains("r: 1 line is torn or damaged, and not read"), "{said}");
    assert!(said.contains("8 of 9 tasks are done already"), "{said}");
}

/// Starts the program. The tests may run under a program such as `nohup`, which lets its children ignore signals; `env`
/// restores the default handling.
fn spawn(arguments: &[String]) -> Child {
    let mut command = match cfg!(target_os = "linux") {
        true => std::process::Command::new("env"),
        false => metasched(),
    };
    if cfg!(target_os = "linux") {
        command.args(["--default-signal=HUP,INT,TERM", env!("CARGO_BIN_EXE_metasched")]).stdin(Stdio::null());
    }
    command.args(arguments).stdout(Stdio::piped()).stderr(Stdio::piped());
    command.spawn().unwrap()
}

/// The keys of all complete task lines in a folder of results. A key with several lines appears several times.
fn keys(results: &str) -> Vec<String> {
    let texts = files(results).into_iter().map(|file| String::from_utf8_lossy(&fs::read(file).unwrap()).into_owned());
    let lines = |text: String| text.split_inclusive('\n').map(str::to_owned).collect::<Vec<_>>();
    let whole = texts.flat_map(lines).filter(|line| line.starts_with("{\"task\":") && line.ends_with("}\n"));
    whole.map(|line| line.split('"').nth(3).unwrap().to_owned()).collect()
}

/// Ends a process by a signal.
fn end(child: &mut Child, signal: &str) {
    if signal == "KILL" || cfg!(not(unix)) {
        // The process may have ended meanwhile.
        let _ = child.kill();
    } else {
        let pid = child.id().to_string();
        let _ = std::process::Command::new("kill").args(["-s", signal, &pid]).stderr(Stdio::null()).status();
    }
}

/// Sweeps are ended by all signals at random times: ten times, in the full tier two hundred times, with one, two and seven
/// threads, with one process and with two in the same folder. No finished task is lost, none is run again by a single
/// process, and the final output is the output of a run without interruption.
#[test]
fn a_killed_sweep_goes_on() {
    let folder = Folder::new("results-killed");
    let results = folder.path("r");
    let longer = ["--set", "workload.jobs_per_cluster=1500", "--json"];
    let whole = output(&sweep(&folder, &longer)).0;
    let attempts = match std::env::var_os("METASCHED_FULL") {
        None => 10,
        Some(_) => 200,
    };
    let mut random = 0x9E37_79B9_7F4A_7C15_u64;
    let mut finished = BTreeSet::new();
    for attempt in 0..attempts {
        let (threads, signal) = (["1", "2", "7"][attempt % 3], ["KILL", "TERM", "INT", "HUP"][attempt / 2 % 4]);
        let kept = sweep(&folder, &[&longer[..], &["--results", &results, "--threads", threads]].concat());
        let lines = keys(&results).len();
        let mut children: Vec<Child> = (0..=attempt % 2).map(|_| spawn(&kept)).collect();
        random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        sleep(Duration::from_millis(random >> 56));
        children.iter_mut().for_each(|child| end(child, signal));
        let (ended, one) = (children.len(), children.len() == 1);
        for child in children {
            let ended = child.wait_with_output().unwrap();
            assert!(whole.as_bytes().starts_with(&ended.stdout), "{attempt}");
        }
        let now = keys(&results);
        let known: BTreeSet<String> = now.iter().cloned().collect();
        assert!(known.is_superset(&finished), "{attempt}: {ended} processes, {threads} threads, {signal}");
        assert!(!one || now.len() - lines == known.len() - finished.len(), "{attempt}: a task was run again");
        finished = known;
        // All tasks are finished, or this is the last attempt: compare the whole output, and empty the folder.
        if finished.len() == 9 || attempt + 1 == attempts {
            let kept = sweep(&folder, &[&longer[..], &["--results", &results]].concat());
            assert_eq!(output(&kept).0, whole);
            fs::remove_dir_all(&results).unwrap();
            finished.clear();
        }
    }
}

#[test]
#[cfg(target_os = "linux")]
fn a_signal_is_the_exit_code() {
    use std::os::unix::process::ExitStatusExt;

    let folder = Folder::new("results-signals");
    let results = folder.path("r");
    let long = sweep(&folder, &["--set", "workload.jobs_per_cluster=1000000", "--results", &results]);
    for (signal, number) in [("HUP", 1), ("INT", 2), ("TERM", 15)] {
        let mut child = spawn(&long);
        while files(&results).is_empty() {
            sleep(Duration::from_millis(10));
        }
        end(&mut child, signal);
        let output = child.wait_with_output().unwrap();
        // If a signal ends a command, a shell reports 128 plus the number of the signal.
        assert_eq!((output.status.signal(), output.stdout.len()), (Some(number), 0));
        fs::remove_dir_all(&results).unwrap();
    }
}

/// `run`, `tune`, `figure` and `reproduce` also continue from a folder of results, as `sweep` does. They may all use
/// the same folder.
#[test]
fn every_command_goes_on_from_a_folder() {
    let folder = Folder::new("results-commands");
    let (scenario, results) = (folder.file("sweep.json", SWEEP), folder.path("r"));
    let tune =
        ["tune", &scenario, "--scheduler=b3", "--vary=schedulers.0.lslt=0:2", "--budget=4", "--hold-out=1", "--json"];
    let paper = ["reproduce", "jones2005", "--only", "fig13,fig22", "--replications", "1", "--json"];
    for command in [
        &["run", &scenario, "--json"][..],
        &tune,
        &["figure", &scenario, "--over=workload.bsbw_mbps=100,600,900"],
        &paper,
    ] {
        let kept = [command, &["--results", &results]].concat();
        let first = run(&kept);
        assert_eq!(first.code, 0, "{}", first.err);
        let there = tasks(&results);
        let again = run(&kept);
        assert_eq!((again.code, again.out), (0, first.out), "{}", again.err);
        assert!(again.err.contains("tasks are done already"), "{}", again.err);
        assert_eq!(tasks(&results), there, "{command:?}");
    }
}

/// Results of another engine version or another arithmetic are rejected. Files of other programs stay unchanged.
#[test]
fn what_does_not_belong_together_is_refused() {
    let folder = Folder::new("results-refused");
    let wrong = |arguments: Vec<String>| refused(&arguments.iter().map(String::as_str).collect::<Vec<_>>());
    let results = folder.path("r");
    let kept = sweep(&folder, &["--results", &results]);
    let whole = output(&kept).0;
    let text = fs::read_to_string(&files(&results)[0]).unwrap();
    let engine = format!("\"engine_version\":{}", metasched::ENGINE_VERSION);
    let allowed = format!("x.jsonl has results of engine 1. Allowed: those of engine {}", metasched::ENGINE_VERSION);
    let first = text.lines().next().unwrap();
    let arithmetic = first.rsplit('"').nth(1).unwrap();
    for (was, is, why) in [
        (engine.as_str(), "\"engine_version\":1", allowed.as_str()),
        (arithmetic, "0123456789abcdef", "x.jsonl was computed by a program whose arithmetic is another"),
    ] {
        let other = folder.file("r/x.jsonl", text.replacen(was, is, 1));
        let said = wrong(kept.clone());
        assert!(said.contains(why), "{said}");
        fs::remove_file(other).unwrap();
    }
    // Files that contain no results stay unchanged.
    let notes = folder.file("r/notes.jsonl", "mine\n");
    folder.file("r/notes.txt", "mine\n");
    let (again, said) = output(&kept);
    assert!(again == whole && said.contains("notes.jsonl is no results file, and is not read"), "{said}");
    assert!(said.contains("9 of 9 tasks") && !said.contains("notes.txt"), "{said}");
    assert_eq!(fs::read_to_string(notes).unwrap(), "mine\n");

    let said = wrong(sweep(&folder, &["--results", &folder.path("sweep.json")]));
    assert!(said.contains("sweep.json is no folder. Allowed: a folder of results"), "{said}");
    for shard in ["0/3", "4/3", "x"] {
        assert!(wrong(sweep(&folder, &["--shard", shard, "--results", &results])).contains("such as 3/8"));
    }
    assert!(wrong(sweep(&folder, &["--shard", "1/3"])).contains("--results"));
}
