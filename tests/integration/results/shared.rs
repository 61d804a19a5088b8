//! The tasks of a sweep, divided into shares that separate processes run. The results of all shares together print the
//! same as a single process.

use super::{FORMS, SWEEP, files, output, spawn, sweep, tasks};
use crate::cli::{Folder, refused, run, said};
use std::fs;

/// This holds for any number of shares and threads, and in every format.
#[test]
fn shares_print_what_one_process_prints() {
    let folder = Folder::new("results-shares");
    for shares in [1, 2, 3, 12] {
        let results = folder.path(&format!("r{shares}"));
        for share in 1..=shares {
            let (shard, threads) = (format!("{share}/{shares}"), (share % 3 + 1).to_string());
            let own = ["--shard", &shard, "--results", &results, "--threads", &threads];
            let (out, said) = output(&sweep(&folder, &own));
            assert_eq!(out, "");
            let words = format!("Share {shard}: the results of its ");
            assert!(said.contains(&words) && said.contains("are in "), "{said}");
        }
        assert_eq!((tasks(&results), files(&results).len()), (9, shares.min(9)));
        for form in FORMS {
            let (out, said) = output(&sweep(&folder, &[form, &["--results", &results]].concat()));
            assert_eq!(out, output(&sweep(&folder, form)).0, "{shares} shares, {form:?}");
            assert!(said.contains("9 of 9 tasks are done already"), "{said}");
        }
    }
}

/// If the results of one share are missing, a command uses the results of the other shares, and simulates the missing
/// tasks.
#[test]
fn a_missing_share_is_computed() {
    let folder = Folder::new("results-missing");
    let results = folder.path("r");
    for shard in ["1/3", "3/3"] {
        output(&sweep(&folder, &["--shard", shard, "--results", &results]));
    }
    let (out, said) = output(&sweep(&folder, &["--csv", "--results", &results]));
    assert_eq!(out, output(&sweep(&folder, &["--csv"])).0);
    assert!(said.contains("6 of 9 tasks are done already"), "{said}");
    assert_eq!(tasks(&results), 9);
}

/// Processes that start at the same time may simulate the same tasks. All of them print the same results.
#[test]
fn processes_use_a_folder_at_once() {
    let folder = Folder::new("results-at-once");
    let results = folder.path("r");
    let kept = sweep(&folder, &["--json", "--results", &results]);
    let whole = output(&sweep(&folder, &["--json"])).0;
    let children: Vec<_> = (0..4).map(|_| spawn(&kept)).collect();
    for child in children {
        let said = said(child.wait_with_output().unwrap());
        assert_eq!((said.code, said.out.as_str()), (0, whole.as_str()), "{}", said.err);
    }
    assert!(tasks(&results) >= 9);
}

/// The tasks of a scenario without a sweep are its replications and schedulers. They are divided, and `run` prints the
/// results.
#[test]
fn replications_of_one_point_are_shared() {
    let folder = Folder::new("results-replications");
    let scenario = folder.file("point.json", SWEEP);
    let point = |command: &str, more: &[&str]| -> Vec<String> {
        let nothing = ["--set", "experiment.sweep=[]", "--replications", "5"];
        let arguments = [&[command, &scenario], &nothing[..], more].concat();
        arguments.into_iter().map(str::to_owned).collect()
    };
    let results = folder.path("r");
    for shard in ["1/3", "2/3", "3/3"] {
        output(&point("sweep", &["--shard", shard, "--results", &results]));
    }
    for form in FORMS {
        let (out, said) = output(&point("run", &[form, &["--results", &results]].concat()));
        assert_eq!(out, output(&point("run", form)).0);
        assert!(said.contains("10 of 10 tasks are done already"), "{said}");
    }
    let script = output(&point("slurm", &["--shards", "3"])).0;
    assert!(script.contains("--array=1-3") && script.contains("exec metasched run "), "{script}");

    // A single run is a single task, so it cannot be divided, and a request for shares is rejected.
    let single = ["--replications", "1", "--scheduler", "no-share"];
    let nothing = "is a single run, so there is nothing to share";
    for (command, more) in [("sweep", &["--shard", "1/2", "--results", &results][..]), ("slurm", &["--shards", "2"])] {
        let arguments = [&[command, &scenario, "--set", "experiment.sweep=[]"], &single[..], more];
        let said = refused(&arguments.concat());
        assert!(said.contains(nothing), "{said}");
    }
    let arguments = point("sweep", &[]);
    let said = refused(&arguments.iter().map(String::as_str).collect::<Vec<_>>());
    assert!(said.contains("there is nothing to vary"), "{said}");
}

/// A replacement for Slurm's `sbatch`. At submission, it runs the elements of a job array one after the other, and
/// other jobs at once.
#[cfg(unix)]
const SBATCH: &str = r#"#!/bin/bash
set -eu
elements=
for word in "$@"; do
  case "$word" in
    --array=1-*) elements=${word#--array=1-} ;;
    --*) ;;
    *) break ;;
  esac
  shift
done
if [ -n "$elements" ]; then
  for element in $(seq "$elements"); do SLURM_ARRAY_TASK_ID=$element bash "$@" >&2; done
  echo "17;cluster"
else
  bash "$@"
fi
"#;

/// The Slurm script contains its scenario. The elements of its array compute the shares, and its last job prints all
/// results.
#[test]
#[cfg(unix)]
fn a_job_array_runs_its_shares() {
    use std::os::unix::fs::PermissionsExt;

    let folder = Folder::new("results-slurm");
    let scenario = folder.file("sweep.json", SWEEP);
    let slurm = |sbatch: &[&'static str]| [&["slurm", &scenario, "--shards", "2", "--"], sbatch].concat();
    let script = run(&slurm(&["--account=it's mine", "-p", "short", "--time=10"]));
    assert_eq!(script.code, 0, "{}", script.err);
    for line in ["#SBATCH \"--account=it's mine\"", "#SBATCH -p short", "#SBATCH --time=10"] {
        assert!(script.out.lines().any(|own| own == line), "{line}: {}", script.out);
    }
    assert_eq!(script.err, "");
    let many = run(&["slurm", &scenario, "--shards", "1000"]);
    let warning = "warning: the scenario has 9 tasks, so no more than 9 of the 1000 shares have anything to do";
    assert!(many.code == 0 && many.err.contains(warning), "{}", many.err);

    let script = folder.file("sweep.sh", script.out);
    fs::set_permissions(folder.file("bin/sbatch", SBATCH), fs::Permissions::from_mode(0o755)).unwrap();
    let program = std::path::Path::new(env!("CARGO_BIN_EXE_metasched")).parent().unwrap();
    let path = std::env::var("PATH").unwrap_or_default();
    let path = format!("{}:{}:{path}", folder.path("bin"), program.display());
    let bash = |more: &[&str]| {
        let mut bash = std::process::Command::new("bash");
        bash.arg(&script).args(more).current_dir(folder.path("work")).env("PATH", &path);
        let said = said(bash.output().unwrap());
        assert_eq!(said.code, 0, "{}", said.err);
        said
    };
    fs::create_dir(folder.path("work")).unwrap();
    let said = bash(&[]);
    assert!(said.out.contains("The array of shares is job 17\n"), "{}", said.out);
    assert!(said.err.contains("9 of 9 tasks are done already"), "{}", said.err);
    let mut written = files(&folder.path("work"));
    written.sort();
    let [results, table] = &written[..] else { panic!("{written:?}") };
    assert_eq!((table.with_extension(""), tasks(results.to_str().unwrap())), (results.clone(), 9));
    assert_eq!(fs::read_to_string(table).unwrap(), output(&sweep(&folder, &["--csv"])).0);
    assert_eq!(bash(&["print", "--json"]).out, output(&sweep(&folder, &["--json"])).0);

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
