//! The command line as a person or a script meets it: its output, its messages, its exit codes.

use metasched::ENGINE_VERSION;
use metasched::experiment::{self, Results};
use metasched::export::jobs::COLUMNS;
use metasched::scenario::Scenario;
use metasched::scenario::link;
use metasched::scenario::presets;
use serde_json::{Value, json};
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// Two clusters, two schedulers that differ, small enough for a debug build.
const SMALL: &str = r#"{
    "title": "Small",
    "platform": { "clusters": [{ "count": 2, "nodes": 20, "link_mbps": 1000 }] },
    "workload": { "jobs_per_cluster": 150, "nodes": [2, 18], "bsbw_mbps": 300 },
    "schedulers": ["no-share", "first-fit"],
    "experiment": { "sweep": [{ "parameter": "workload.bsbw_mbps", "values": [100, 600] }], "replications": 2 }
}"#;

/// What a command said.
pub struct Said {
    pub code: i32,
    pub out: String,
    pub err: String,
}

pub fn metasched() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_metasched"));
    command.env_remove("NO_COLOR").stdin(Stdio::null());
    command
}

pub fn said(output: Output) -> Said {
    Said {
        code: output.status.code().unwrap_or(-1),
        out: String::from_utf8(output.stdout).unwrap(),
        err: String::from_utf8(output.stderr).unwrap(),
    }
}

pub fn run(arguments: &[&str]) -> Said {
    let said = said(metasched().args(arguments).output().unwrap());
    assert!(
        !said.err.contains("panicked"),
        "{arguments:?}: {}",
        said.err
    );
    said
}

/// With `input` on standard input.
pub fn run_with(input: &[u8], arguments: &[&str]) -> Said {
    let mut command = metasched();
    let piped = command
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    let mut child = piped.spawn().unwrap();
    // A command that refuses its input early does not read all of it.
    let _ = child.stdin.take().unwrap().write_all(input);
    let said = said(child.wait_with_output().unwrap());
    assert!(
        !said.err.contains("panicked"),
        "{arguments:?}: {}",
        said.err
    );
    said
}

pub fn refused(arguments: &[&str]) -> String {
    let said = run(arguments);
    assert_eq!(
        (said.code, said.out.as_str()),
        (2, ""),
        "{arguments:?}: {}",
        said.err
    );
    said.err
}

/// A folder that goes when the test ends.
pub struct Folder(PathBuf);

impl Folder {
    pub fn new(name: &str) -> Folder {
        let path =
            std::env::temp_dir().join(format!("metasched-cli-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).unwrap();
        Folder(path)
    }

    pub fn file(&self, name: &str, content: impl AsRef<[u8]>) -> String {
        let path = self.0.join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, content).unwrap();
        path.to_str().unwrap().to_owned()
    }

    pub fn path(&self, name: &str) -> String {
        self.0.join(name).to_str().unwrap().to_owned()
    }

    pub fn names(&self) -> Vec<String> {
        let entries = fs::read_dir(&self.0).unwrap();
        let mut names: Vec<String> = entries
            .map(|e| e.unwrap().file_name().into_string().unwrap())
            .collect();
        names.sort();
        names
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn results(said: &Said) -> Results {
    assert_eq!(said.code, 0, "{}", said.err);
    serde_json::from_str(&said.out).unwrap_or_else(|error| panic!("{error}: {}", said.out))
}

#[test]
fn sweep_prints_the_results_of_the_library() {
    let folder = Folder::new("sweep");
    let file = folder.file("small.json", SMALL);
    let expected = experiment::run(&Scenario::from_json(SMALL).unwrap(), None).unwrap();
    // All but the replications by themselves, which are not written.
    let expected: Results =
        serde_json::from_value(serde_json::to_value(expected).unwrap()).unwrap();
    assert_eq!(results(&run(&["sweep", &file, "--json"])), expected);
    assert_eq!(
        results(&run_with(SMALL.as_bytes(), &["sweep", "-", "--json"])),
        expected
    );

    let table = run(&["sweep", &file]);
    assert!(
        table.out.starts_with("Small\n") && !table.out.contains('\x1b'),
        "{}",
        table.out
    );
    for point in &expected.points {
        for run in &point.results {
            assert!(table.out.contains(&run.digest), "{}", table.out);
        }
    }
    assert!(table.err.contains("jobs/s"), "{}", table.err);

    let csv = run(&["sweep", &file, "--csv"]).out;
    let lines: Vec<&str> = csv.lines().collect();
    assert_eq!(lines.len(), 1 + 2 * 2);
    assert!(
        lines[0].starts_with("workload.bsbw_mbps,scheduler,")
            && lines[1].starts_with("100,no-share,"),
        "{csv}"
    );
}

#[test]
fn any_number_of_threads_gives_the_same_bytes() {
    let one = run_with(
        SMALL.as_bytes(),
        &["sweep", "-", "--json", "--threads", "1"],
    );
    for threads in ["2", "3", "64"] {
        let several = run_with(
            SMALL.as_bytes(),
            &["sweep", "-", "--json", "--threads", threads],
        );
        assert_eq!((several.code, &several.out), (0, &one.out), "{threads}");
    }
}

#[test]
fn run_is_one_point_of_the_sweep() {
    let one = run_with(
        SMALL.as_bytes(),
        &["run", "-", "--json", "--set", "workload.bsbw_mbps=600"],
    );
    assert!(
        one.err
            .contains("The sweep over workload.bsbw_mbps (2 values) is left out"),
        "{}",
        one.err
    );
    let one = results(&one);
    let all = results(&run_with(SMALL.as_bytes(), &["sweep", "-", "--json"]));
    assert!(one.points[0].parameters.is_empty());
    assert_eq!(
        (one.points.len(), &one.points[0].results),
        (1, &all.points[1].results)
    );
}

#[test]
fn over_replaces_the_sweep() {
    let given = [
        "sweep",
        "-",
        "--json",
        "--over",
        "workload.bsbw_mbps=100..300:100",
        "--over",
        "workload.nodes.0=1,2",
    ];
    let results = results(&run_with(SMALL.as_bytes(), &given));
    assert_eq!(results.points.len(), 6);
    assert_eq!(results.points[5].parameters["workload.bsbw_mbps"], 300);
    let none = run_with(b"{\"experiment\": {\"sweep\": []}}", &["sweep", "-"]);
    assert_eq!((none.code, none.out.as_str()), (2, ""));
    assert!(
        none.err.contains("--over workload.bsbw_mbps="),
        "{}",
        none.err
    );
}

#[test]
fn settings_change_the_scenario_or_say_where_they_are_wrong() {
    let settings = [
        "--set",
        "workload.jobs_per_cluster=100",
        "--scheduler",
        "ideal",
        "--replications",
        "1",
        "--seed",
        "7",
    ];
    let said = run_with(
        SMALL.as_bytes(),
        &[&["run", "-", "--json"], &settings[..]].concat(),
    );
    let run = &results(&said).points[0].results;
    assert_eq!(
        (run.len(), run[0].scheduler.as_str(), run[0].jobs),
        (1, "ideal", 200)
    );

    let wrong = [
        "--set",
        "workload.bsbw_mpbs=3",
        "--set",
        "queue=lifo",
        "--set",
        "workload.runtime_s=-1",
    ];
    let said = run_with(SMALL.as_bytes(), &[&["run", "-"], &wrong[..]].concat());
    assert_eq!((said.code, said.out.as_str()), (2, ""));
    for part in [
        "workload.bsbw_mpbs",
        "Did you mean workload.bsbw_mbps?",
        "queue is \"lifo\"",
        "workload.runtime_s is -1",
    ] {
        assert!(said.err.contains(part), "{part}: {}", said.err);
    }
    assert!(
        refused(&["run", "--preset", "landing", "--set", "queue"]).contains("--set queue has no =")
    );
}

#[test]
fn a_fresh_seed_is_printed_and_gives_the_same_numbers_again() {
    let drawn = |arguments: &[&str]| {
        let said = run_with(SMALL.as_bytes(), arguments);
        assert_eq!(said.code, 0, "{}", said.err);
        let line = said.err.lines().find(|line| line.starts_with("seed: "));
        let line = line.unwrap_or_else(|| panic!("no seed in {}", said.err));
        let seed = line["seed: ".len()..].split(' ').next().unwrap().to_owned();
        let again = format!("(drawn; give it again with --seed {seed})");
        assert!(line.contains(&again), "{line}");
        assert!(
            seed.len() == 8
                && seed
                    .chars()
                    .all(|c| c.is_ascii_lowercase() || c.is_ascii_digit()),
            "{seed}"
        );
        (seed, said.out)
    };
    let (first, out) = drawn(&["sweep", "-", "--json", "--fresh-seed"]);
    let again = run_with(
        SMALL.as_bytes(),
        &["sweep", "-", "--json", "--seed", &first],
    );
    assert_eq!(again.out, out);
    assert!(!again.err.contains("seed: "), "{}", again.err);
    let (second, link) = drawn(&["link", "-", "--fresh-seed"]);
    assert_ne!(first, second);
    assert_eq!(link::decode(&link).unwrap().scenario.seed, second);

    let jobs = |seed: &[&str]| run(&[&["workload", "lublin99", "--jobs", "50"], seed].concat());
    let fresh = jobs(&["--fresh-seed"]);
    let seed = fresh.err.split(' ').nth(1).unwrap();
    assert_eq!(jobs(&["--seed", seed]).out, fresh.out);

    for command in [&["run", "--preset", "landing"][..], &["workload", "jann97"]] {
        let both = [command, &["--fresh-seed", "--seed", "7"]].concat();
        assert!(refused(&both).contains("cannot be used with"));
        let both = [command, &["--fresh-seed", "--set", "seed=7"]].concat();
        assert!(refused(&both).contains("--fresh-seed stands beside --set seed=7"));
    }
}

#[test]
fn presets_are_listed_and_printed() {
    let list = run(&["presets"]).out;
    let json: Value = serde_json::from_str(&run(&["presets", "--json"]).out).unwrap();
    assert_eq!(json.as_array().unwrap().len(), presets::all().len());
    for preset in presets::all() {
        assert!(
            list.contains(preset.name) && list.contains(preset.about),
            "{list}"
        );
        let printed = Scenario::from_json(&run(&["presets", preset.name]).out).unwrap();
        assert_eq!(printed, presets::scenario(preset).unwrap());
    }
    assert!(refused(&["presets", "landign"]).contains("Did you mean landing?"));
    assert!(
        refused(&["run", "--preset", "jones2005fig9"]).contains("Did you mean jones2005-fig9?")
    );
    assert!(refused(&["run", "landing"]).contains("Did you mean --preset landing?"));
}

#[test]
fn the_schema_takes_what_presets_print() {
    let schema: Value = serde_json::from_str(&run(&["schema"]).out).unwrap();
    let validator = jsonschema::validator_for(&schema).unwrap();
    let landing: Value = serde_json::from_str(&run(&["presets", "landing"]).out).unwrap();
    assert!(validator.is_valid(&landing));
}

#[test]
fn validate_describes_or_tells_all_problems() {
    let valid = run_with(SMALL.as_bytes(), &["validate", "-"]);
    assert_eq!(valid.code, 0);
    for part in [
        "valid\n",
        "2 clusters of 20 nodes",
        "no-share, first-fit",
        "2 points × 2 schedulers × 2 replications = 6 runs",
        "memory     about 7.0 MB",
        "time       about ",
    ] {
        assert!(valid.out.contains(part), "{part}: {}", valid.out);
    }
    let wrong = run_with(
        br#"{"queue": "x", "workload": {"nodes": [5, 2]}, "seeed": 1}"#,
        &["validate", "-"],
    );
    assert_eq!(
        (wrong.code, wrong.out.as_str(), wrong.err.lines().count()),
        (2, "", 3),
        "{}",
        wrong.err
    );
    assert!(
        wrong
            .err
            .lines()
            .all(|line| line.starts_with("error: standard input: ")),
        "{}",
        wrong.err
    );
}

/// First-fit has no chunk, and without co-allocation nothing reads the threshold.
#[test]
fn settings_that_nothing_reads_are_named() {
    let given = br#"{ "schedulers": [{ "policy": "first-fit", "chunk": 0.5 }, "no-share"],
                      "workload": { "jobs_per_cluster": 5 }, "experiment": { "sweep": [], "replications": 1 } }"#;
    let names = "schedulers.0.chunk is 0.5, which is not read here, because schedulers.0.policy is \"first-fit\"; \
                 allowed: schedulers.0.chunk only if schedulers.0.policy is b3 or tla-coalloc. Leave it out";
    let ran = run_with(given, &["run", "-"]);
    assert_eq!(
        (ran.code, ran.err.contains(names)),
        (0, true),
        "{}",
        ran.err
    );
    let valid = run_with(given, &["validate", "-"]);
    assert_eq!(valid.code, 0);
    assert!(valid.out.contains(names), "{}", valid.out);
    let strict = run_with(given, &["validate", "--strict", "-"]);
    assert_eq!((strict.code, strict.out.as_str()), (2, ""));
    assert_eq!(strict.err, format!("error: {names}.\n"));
    let small = run_with(SMALL.as_bytes(), &["validate", "--strict", "-"]);
    assert_eq!(small.code, 0, "{}", small.err);
}

#[test]
fn a_folder_of_logs_that_is_not_there_is_refused() {
    for command in [
        &["run", "--preset", "landing"][..],
        &["reproduce", "shih2013", "--quick"],
    ] {
        let why = refused(&[command, &["--logs", "/nonexistent"]].concat());
        assert!(
            why.contains("'/nonexistent' for '--logs <DIR>': there is no such folder"),
            "{why}"
        );
    }
}

#[cfg(unix)]
#[test]
fn an_argument_that_is_no_text_is_named() {
    use std::os::unix::ffi::OsStrExt;
    let odd = std::ffi::OsStr::from_bytes(b"seed=\xff");
    let said = Command::new(env!("CARGO_BIN_EXE_metasched"))
        .args(["run", "--preset", "landing", "--set"])
        .arg(odd)
        .output()
        .unwrap();
    let why = String::from_utf8_lossy(&said.stderr).into_owned();
    assert_eq!(said.status.code(), Some(2));
    assert!(
        why.starts_with("error: the argument `seed=\u{fffd}` is no text"),
        "{why}"
    );
}

#[test]
fn links_go_both_ways() {
    let there = run_with(
        SMALL.as_bytes(),
        &["link", "-", "--base", "https://example.org/m/"],
    )
    .out;
    let there = there.trim_end();
    assert!(there.starts_with("https://example.org/m/#2."), "{there}");
    let back = run(&["link", there]).out;
    assert_eq!(Scenario::from_json(&back), Scenario::from_json(SMALL));
    let fragment = there.split_once('#').unwrap().1;
    for given in [there, fragment, &format!("#{fragment}")] {
        assert_eq!(
            run(&["run", given, "--json"]).out,
            run_with(SMALL.as_bytes(), &["run", "-", "--json"]).out
        );
    }
    assert_eq!(run_with(there.as_bytes(), &["link", "-"]).out, back);
    assert_eq!(run(&["link", "--preset", "landing"]).out, "#p=landing\n");
    let changed = run(&["link", "--preset", "landing", "--seed", "9"]).out;
    assert_eq!(link::decode(&changed).unwrap().scenario.seed, "9");
    assert!(refused(&["run", &there[..there.len() - 4]]).contains("cut off"));
    for base in ["javascript:alert(1)", "https://", "https://a\nb", "m"] {
        let why = refused(&["link", "--preset", "landing", "--base", base]);
        assert!(why.contains("is no address of a page"), "{why}");
    }
    // A link that nothing opens is not made.
    let number = |at: u32| 1000.0 + f64::from(at.wrapping_mul(2_654_435_761) >> 12) / 7e4;
    let clusters: Vec<_> = (0..256)
        .map(|at| json!({ "count": 8, "nodes": 9000 + at, "link_mbps": number(at), "speed": number(at) / 1000.0 }))
        .collect();
    let own: Vec<_> = (0..2048)
        .map(|at| {
            json!({ "jobs_per_cluster": 1000 + at, "interarrival_s": number(at), "runtime_s": number(3000 + at),
                    "bsbw_mbps": number(6000 + at), "nodes": [10, 4000 + at], "compute_fraction": number(9000 + at) / 2e4 })
        })
        .collect();
    let whole = json!({ "platform": { "clusters": clusters }, "workload": { "clusters": own } })
        .to_string();
    let long = run_with(whole.as_bytes(), &["link", "-"]);
    assert_eq!((long.code, long.out.as_str()), (2, ""));
    assert!(
        long.err.contains("Share the scenario as a file"),
        "{}",
        long.err
    );
    assert!(
        refused(&["run", "https://example.org/#nothing"])
            .contains("no link to a Metasched scenario")
    );
}

/// Rows of a jobs file by column.
pub fn jobs(path: &Path) -> Vec<Vec<String>> {
    let text = fs::read_to_string(path).unwrap();
    let mut lines = text.lines();
    assert_eq!(lines.next().unwrap(), COLUMNS.join(","));
    lines
        .map(|line| line.split(',').map(str::to_owned).collect())
        .collect()
}

fn mean(rows: &[Vec<String>], column: &str) -> f64 {
    let column = COLUMNS.iter().position(|name| *name == column).unwrap();
    let sum: f64 = rows
        .iter()
        .map(|row| row[column].parse::<f64>().unwrap())
        .sum();
    sum / rows.len() as f64
}

#[test]
fn the_jobs_file_agrees_with_the_results() {
    let folder = Folder::new("jobs");
    let file = folder.path("jobs.csv");
    let one = [
        "run",
        "-",
        "--json",
        "--scheduler",
        "first-fit",
        "--replications",
        "1",
        "--jobs-out",
        &file,
    ];
    let said = run_with(SMALL.as_bytes(), &one);
    let run = &results(&said).points[0].results[0];
    assert_eq!(folder.names(), ["jobs.csv"]);
    let rows = jobs(Path::new(&file));
    assert_eq!(rows.len() as u64, run.jobs);
    assert!((mean(&rows, "turnaround_time") / run.mean_turnaround_s - 1.0).abs() < 1e-9);
    assert!((mean(&rows, "waiting_time") / run.mean_wait_s - 1.0).abs() < 1e-9);
    assert!((mean(&rows, "co_allocated") - run.co_allocated_share).abs() < 1e-9);
}

/// What `--draw-out` writes is a scenario of its own, beside its log, with the same schedule.
#[test]
fn a_draw_is_read_back_to_the_same_schedule() {
    let folder = Folder::new("draw");
    let draw = folder.path("draw");
    let one = [
        "run",
        "--preset",
        "vahdat-scenario1",
        "--scheduler",
        "fuzzy",
        "--replications",
        "1",
        "--json",
    ];
    let drawn = results(&run(&[&one[..], &["--draw-out", &draw]].concat()));
    let again = Path::new(&draw).join("scenario.json");
    let again = results(&run(&["run", again.to_str().unwrap(), "--json"]));
    assert_eq!(drawn.run_digest(), again.run_digest());
    let told = refused(&["run", "--preset", "gehring1999-fig5", "--draw-out", &draw]);
    assert!(told.contains("draws more than"), "{told}");
}

#[test]
fn several_runs_are_one_table_whatever_the_threads() {
    let folder = Folder::new("several");
    let table = |name: &str, threads: &str| {
        let file = folder.path(name);
        let sweep = ["sweep", "-", "--json", "--jobs-out", &file];
        let said = run_with(
            SMALL.as_bytes(),
            &[&sweep[..], &["--threads", threads]].concat(),
        );
        (fs::read_to_string(&file).unwrap(), results(&said))
    };
    let (text, results) = table("jobs.csv", "3");
    assert_eq!(table("again.csv", "1").0, text);
    assert_eq!(folder.names(), ["again.csv", "jobs.csv"]);
    let mut lines = text.lines();
    let header = COLUMNS.join(",") + ",workload.bsbw_mbps";
    assert_eq!(lines.next(), Some(header.as_str()));
    let rows: Vec<Vec<String>> = lines
        .map(|line| line.split(',').map(str::to_owned).collect())
        .collect();
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
    let second: Vec<Vec<String>> = rows
        .into_iter()
        .filter(|row| row[first + 2] == "2")
        .collect();
    let expected = results.points[1].results[1].mean_turnaround_s;
    assert!((mean(&second, "turnaround_time") / expected - 1.0).abs() < 1e-9);
}

#[test]
fn what_cannot_be_written_is_a_failure_while_running() {
    let folder = Folder::new("unwritable");
    let missing = folder.path("no/such/folder/jobs.csv");
    let said = run_with(SMALL.as_bytes(), &["run", "-", "--jobs-out", &missing]);
    assert_eq!((said.code, said.out.as_str()), (1, ""));
    assert!(
        said.err.contains("cannot be written") && said.err.contains("Create the folder first"),
        "{}",
        said.err
    );
    let here = folder.path("");
    assert!(refused(&["run", "--preset", "landing", "--jobs-out", &here]).contains("--jobs-out"));
    assert_eq!(folder.names(), [""; 0]);
    if Path::new("/dev/full").exists() {
        let one = [
            "--scheduler",
            "no-share",
            "--replications",
            "1",
            "--jobs-out",
            "/dev/full",
        ];
        let said = run_with(SMALL.as_bytes(), &[&["run", "-"], &one[..]].concat());
        assert_eq!((said.code, said.out.as_str()), (1, ""), "{}", said.err);
        assert!(
            said.err.contains("/dev/full cannot be written"),
            "{}",
            said.err
        );
        let full = fs::File::options().write(true).open("/dev/full").unwrap();
        let said = metasched().arg("presets").stdout(full).output().unwrap();
        assert_eq!(said.status.code(), Some(1));
    }
}

#[test]
fn a_reader_that_has_had_enough_is_no_failure() {
    let mut child = metasched()
        .arg("schema")
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert_eq!((output.status.code(), output.stderr.len()), (Some(0), 0));
}

/// A log of six jobs on three processors each, a minute apart.
fn log() -> String {
    let job = |n: u32| {
        format!(
            "{n} {} 0 100 3 -1 -1 3 200 -1 1 {n} 1 1 {} 1 -1 -1\n",
            60 * n,
            n % 2
        )
    };
    (0..6).fold("; MaxProcs: 8\n".to_owned(), |text, n| text + &job(n))
}

#[test]
fn logs_are_found_beside_their_scenario_and_checked() {
    let folder = Folder::new("log");
    folder.file("data/six.swf", log());
    let scenario = |extra: &str| {
        format!(
            r#"{{ "workload": {{ "model": "swf", "path": "data/six.swf"{extra} }}, "schedulers": ["migration-only"],
                  "platform": {{ "clusters": [{{ "count": 2, "nodes": 4 }}] }}, "experiment": {{ "sweep": [], "replications": 1 }} }}"#
        )
    };
    let file = folder.file("six.json", scenario(""));
    let run_one = &results(&run(&["run", &file, "--json"])).points[0].results[0];
    // One job at a time on each cluster: the third waits 100 − 120 + … never, as arrivals are 60 s apart.
    assert_eq!(
        (run_one.jobs, run_one.mean_turnaround_s, run_one.mean_wait_s),
        (6, 100.0, 0.0)
    );
    assert!(
        run(&["validate", &file])
            .out
            .contains("6 jobs of log data/six.swf")
    );

    let other = folder.file("other.json", scenario(r#", "size_bytes": 7"#));
    let message = refused(&["run", &other]);
    assert!(
        message.contains("is another log") && message.contains("7 bytes"),
        "{message}"
    );
    let missing = folder.file("elsewhere/six.json", scenario(""));
    assert!(refused(&["run", &missing]).contains("data/six.swf"));

    let trace = run(&["trace", &folder.path("data/six.swf")]);
    assert!(
        trace.code == 0 && trace.out.starts_with("six.swf"),
        "{}",
        trace.out
    );
    let trace: Value =
        serde_json::from_str(&run(&["trace", &folder.path("data/six.swf"), "--json"]).out).unwrap();
    assert_eq!(
        (&trace["usable"], &trace["span_s"]),
        (&6.into(), &300.0.into())
    );
    assert!(refused(&["trace", &folder.path("data")]).contains("is a folder"));
    assert!(refused(&["trace", &folder.path("none.swf")]).contains("cannot be read"));
    assert!(refused(&["trace", &file]).contains("is JSON, but no workload of Batsim"));
    assert!(refused(&["run", &folder.path("data/six.swf")]).contains("looks like a job log"));
}

#[test]
fn arguments_that_make_no_sense_are_refused() {
    for (arguments, part) in [
        (&[][..], "Usage"),
        (&["fly"], "unrecognized subcommand"),
        (&["run"], "the scenario is missing"),
        (
            &["run", "a.json", "--preset", "landing"],
            "cannot be used with",
        ),
        (
            &["run", "--preset", "landing", "--threads", "0"],
            "1..=1024",
        ),
        (
            &["run", "--preset", "landing", "--threads", "99999999999"],
            "1..=1024",
        ),
        (
            &["run", "--preset", "landing", "--json", "--csv"],
            "cannot be used with",
        ),
        (
            &["run", "no-such-file.json"],
            "no-such-file.json does not exist",
        ),
        (&["run", "{}"], "standard input"),
        (&["run", env!("CARGO_MANIFEST_DIR")], "is a folder"),
        (&["run", ""], "does not exist"),
        (
            &[
                "sweep",
                "--preset",
                "landing",
                "--over",
                "workload.bsbw_mbps",
            ],
            "--over workload.bsbw_mbps cannot be read",
        ),
        (
            &["sweep", "--preset", "landing", "--over", "seed=1,2"],
            "cannot be swept",
        ),
        (
            &[
                "sweep",
                "--preset",
                "landing",
                "--over",
                "workload.bsbw_mbps=1,1",
            ],
            "is there twice",
        ),
        (
            &["run", "--preset", "landing", "--replications", "0"],
            "experiment.replications is 0",
        ),
        (
            &[
                "run",
                "--preset",
                "landing",
                "--set",
                "workload.jobs_per_cluster=1e99",
            ],
            "workload.jobs_per_cluster is 1e+99",
        ),
    ] {
        let message = refused(arguments);
        assert!(message.contains(part), "{arguments:?}: {message}");
    }
}

#[cfg(unix)]
#[test]
fn names_need_not_be_utf8() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;
    let folder = Folder::new("bytes");
    let path = folder.0.join(OsStr::from_bytes(b"sm\xFFall.json"));
    let missing = metasched().arg("validate").arg(&path).output().unwrap();
    assert_eq!(missing.status.code(), Some(2));
    if fs::write(&path, SMALL).is_ok() {
        let there = metasched().arg("validate").arg(&path).output().unwrap();
        assert_eq!(
            there.status.code(),
            Some(0),
            "{}",
            String::from_utf8_lossy(&there.stderr)
        );
    }
    let setting = metasched()
        .args(["run", "--preset", "landing", "--set"])
        .arg(OsStr::from_bytes(b"seed=\xFF"))
        .output()
        .unwrap();
    assert_eq!(setting.status.code(), Some(2));
}

/// Damaged scenarios: every prefix of one, changed bytes, and rubbish.
#[test]
fn damaged_scenarios_never_break_it() {
    let mut inputs: Vec<Vec<u8>> = (0..SMALL.len())
        .step_by(37)
        .map(|end| SMALL.as_bytes()[..end].to_vec())
        .collect();
    let mut state = 0x9E37_79B9_7F4A_7C15_u64;
    let mut random = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state
    };
    for _ in 0..12 {
        let mut changed = SMALL.as_bytes().to_vec();
        for _ in 0..3 {
            let at = random() as usize % changed.len();
            changed[at] = random() as u8;
        }
        inputs.push(changed);
        inputs.push((0..random() % 300).map(|_| random() as u8).collect());
    }
    inputs.extend([
        b"[".repeat(200_000),
        b"{\"a\":".repeat(50_000),
        vec![b' '; 2 << 20],
        b"\xEF\xBB\xBF{}".to_vec(),
    ]);
    for input in inputs {
        let said = run_with(&input, &["link", "-"]);
        let fine = said.code == 0 && said.out.starts_with('#') && said.err.is_empty();
        let explained = said.code == 2 && said.out.is_empty() && said.err.starts_with("error: ");
        assert!(
            fine || explained,
            "{}: {} {}",
            String::from_utf8_lossy(&input),
            said.code,
            said.err
        );
        assert!(
            said.err.len() < 5000 && !said.err.contains('\x1b'),
            "{}",
            said.err
        );
    }
}

#[test]
fn the_version_names_engine_and_commit() {
    let long = run(&["--version"]);
    assert_eq!((long.code, long.err.as_str()), (0, ""));
    let start = format!(
        "metasched {} (engine {ENGINE_VERSION}, commit ",
        env!("CARGO_PKG_VERSION")
    );
    let commit = long.out.strip_prefix(&start);
    let commit = commit
        .and_then(|rest| rest.strip_suffix(")\n"))
        .unwrap_or_else(|| panic!("{}", long.out));
    let hash = commit.len() >= 7 && commit.bytes().all(|byte| byte.is_ascii_hexdigit());
    // A packaged crate has no history.
    assert!(hash || commit == "unknown", "{commit}");
    assert_eq!(run(&["-V"]).out, long.out);
}

#[test]
fn help_teaches() {
    let help = run(&["--help"]);
    assert_eq!((help.code, help.err.as_str()), (0, ""));
    assert!(help.out.contains("A short tour"));
    for command in [
        "run",
        "sweep",
        "presets",
        "schema",
        "validate",
        "link",
        "trace",
        "reproduce",
    ] {
        let help = run(&[command, "--help"]).out;
        assert!(help.contains("Example"), "{command}: {help}");
        assert!(
            help.lines().all(|line| line.chars().count() <= 110),
            "{command}: {help}"
        );
    }
}

#[test]
fn a_log_that_breaks_off_is_run_as_far_as_it_goes() {
    use flate2::{Compression, write::GzEncoder};
    let folder = Folder::new("broken");
    let lines = (0..5000).fold(String::new(), |text, n| {
        text + &format!("{n} {} 0 10 1\n", n * n % 7919 + n * 20)
    });
    let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(lines.as_bytes()).unwrap();
    let whole = encoder.finish().unwrap();
    let log = folder.file("half.swf.gz", &whole[..whole.len() / 2]);
    let path = format!("workload.path={log}");
    let settings = [
        "--set",
        "workload.model=swf",
        "--set",
        &path,
        "--scheduler",
        "no-share",
        "--json",
    ];
    let said = run(&[&["run", "--preset", "landing"], &settings[..]].concat());
    assert_eq!(said.code, 0, "{}", said.err);
    assert!(said.err.contains("half.swf.gz: The"), "{}", said.err);
    let read = results(&said).points[0].results[0].jobs;
    assert!(
        (5 * 500..5 * 4999).contains(&read),
        "{read} jobs in 5 replications"
    );
    let enough = ["--set", "workload.max_jobs=100", "--replications", "1"];
    let said = run(&[&["run", "--preset", "landing"], &settings[..], &enough].concat());
    assert_eq!(results(&said).points[0].results[0].jobs, 100);
}

#[cfg(unix)]
#[test]
fn an_interrupt_stops_at_once_and_leaves_no_half_file() {
    use std::thread::sleep;
    use std::time::Duration;
    let folder = Folder::new("interrupt");
    let mut command = metasched();
    let long = [
        "run",
        "--preset",
        "landing",
        "--set",
        "workload.jobs_per_cluster=1000000000",
        "--scheduler",
        "no-share",
    ];
    command.args(long).args([
        "--replications",
        "1",
        "--jobs-out",
        &folder.path("jobs.csv"),
    ]);
    let child = command
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // The first sign of the file is a trial whether it can be written; then jobs come.
    let has_jobs = |name: &String| {
        let about = fs::metadata(folder.0.join(name));
        name.starts_with("jobs.csv.part-") && about.is_ok_and(|about| about.len() > 0)
    };
    let begun = (0..1000).any(|_| {
        sleep(Duration::from_millis(20));
        folder.names().iter().any(has_jobs)
    });
    assert!(begun);
    let pid = child.id().to_string();
    assert!(
        Command::new("kill")
            .args(["-INT", &pid])
            .status()
            .unwrap()
            .success()
    );
    let said = said(child.wait_with_output().unwrap());
    assert_eq!((said.code, said.out.as_str()), (130, ""), "{}", said.err);
    assert!(said.err.contains("Stopped before the end"), "{}", said.err);
    assert_eq!(folder.names(), [""; 0]);
}

#[test]
fn a_dash_is_standard_output() {
    let folder = Folder::new("dash");
    let scenario = folder.file("small.json", SMALL);
    let file = folder.path("jobs.csv");
    let few = [
        "run",
        &scenario,
        "--replications",
        "1",
        "--scheduler",
        "no-share",
    ];
    let named = run(&[&few[..], &["--jobs-out", &file]].concat());
    assert_eq!(named.code, 0, "{}", named.err);
    let dash = run(&[&few[..], &["--jobs-out", "-", "--json"]].concat());
    assert_eq!(dash.code, 0, "{}", dash.err);
    assert_eq!(dash.out, fs::read_to_string(&file).unwrap());
    let two = [&few[..], &["--jobs-out", "-", "--swf-out", "-"]].concat();
    let why = refused(&two);
    assert!(why.contains("names the file of --jobs-out"), "{why}");
    let log = run(&["workload", "lublin99", "--jobs", "5"]);
    assert_eq!(
        run(&["workload", "lublin99", "--jobs", "5", "-o", "-"]).out,
        log.out
    );
}
