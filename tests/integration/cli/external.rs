//! The policy `external`: programs that decide as built-in schedulers have the same digests, and programs that fail are named, stopped
//! and leave nothing running.

use super::{Folder, metasched, refused, run, said};
use serde_json::{Value, json};
use std::fs;
use std::path::Path;
use std::process::Command;

fn example(name: &str) -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/external");
    folder.join(name).display().to_string()
}

fn written(folder: &Folder, name: &str, scenario: &Value) -> String {
    let file = folder.path(name);
    fs::write(&file, scenario.to_string()).unwrap();
    file
}

/// Digests of a scenario's schedulers.
fn digests(name: &str, scenario: &Value) -> Vec<String> {
    let folder = Folder::new(name);
    let file = written(&folder, "scenario.json", scenario);
    let said = run(&["run", &file, "--json"]);
    assert_eq!(said.code, 0, "{}", said.err);
    let results: Value = serde_json::from_str(&said.out).unwrap();
    let runs = results["points"][0]["results"].as_array().unwrap();
    runs.iter().map(|run| run["digest"].as_str().unwrap().to_owned()).collect()
}

/// Lublin's jobs on one cluster, with estimates that are too long or too short, so that jobs outlast their estimates.
fn on_one_cluster(seed: u32, schedulers: Value) -> Value {
    json!({
        "platform": { "clusters": [{ "nodes": 64 }] },
        "workload": { "model": "lublin99", "jobs": 300, "processors": 64, "load": 0.8, "estimates": "f-model", "estimate_factor": 3 },
        "schedulers": schedulers, "seed": seed.to_string(), "experiment": { "sweep": [], "replications": 2 },
    })
}

#[test]
fn fcfs_and_easy_in_python_decide_as_the_built_in_ones() {
    let python = |name: &str| json!({ "policy": "external", "command": ["python3", example(name)], "label": name });
    for seed in 0..4 {
        let own = |queue: &str| json!({ "policy": "no-share", "queue": queue });
        let found = digests(
            "external-python",
            &on_one_cluster(seed, json!([own("fcfs"), python("fcfs.py"), own("easy"), python("easy.py")])),
        );
        assert_eq!((&found[0], &found[2]), (&found[1], &found[3]), "seed {seed}");
        assert_ne!(found[0], found[2]);
    }
}

#[test]
fn a1_in_python_decides_as_the_built_in_one() {
    for (seed, lslt) in [(1, 1.0), (2, 0.7), (3, 1.5)] {
        let python =
            json!({ "policy": "external", "command": ["python3", example("a1.py")], "settings": { "lslt": lslt } });
        let found = digests(
            "external-a1",
            &json!({
                "workload": { "jobs_per_cluster": 120, "bsbw_mbps": 400 },
                "schedulers": [{ "policy": "a1", "lslt": lslt }, python],
                "seed": seed.to_string(), "experiment": { "sweep": [], "replications": 1 },
            }),
        );
        assert_eq!(found[0], found[1], "seed {seed}, threshold {lslt}");
    }
}

#[test]
fn a_program_in_c_decides_as_the_built_in_one() {
    let folder = Folder::new("external-c");
    let program = folder.path("fcfs");
    let compiled = Command::new("cc").args(["-O1", "-Wall", "-Werror", "-o", &program]).arg(example("fcfs.c")).status();
    assert!(compiled.unwrap().success());
    let program = json!({ "policy": "external", "command": [program] });
    let found =
        digests("external-own-c", &on_one_cluster(5, json!([{ "policy": "no-share", "queue": "fcfs" }, program])));
    assert_eq!(found[0], found[1]);
}

/// Scaling jobs to a load takes a pass that decides nothing: the program starts once for each run. A quick program shares a processor with
/// Metasched, with the same result.
#[test]
fn a_program_starts_once_for_each_run() {
    let folder = Folder::new("external-once");
    let [program, starts] = ["program.py", "starts"].map(|name| folder.path(name));
    let began = format!("open({starts:?}, 'a').write('x')\n");
    let easy = fs::read_to_string(example("easy.py")).unwrap();
    fs::write(&program, began + &easy).unwrap();
    let mut scenario = on_one_cluster(
        3,
        json!([
            { "policy": "no-share", "queue": "easy" },
            { "policy": "external", "command": ["python3", program], "label": "own" },
        ]),
    );
    scenario["workload"]["jobs"] = json!(4000);
    let found = digests("external-starts", &scenario);
    assert_eq!(found[0], found[1]);
    assert_eq!(fs::read_to_string(starts).unwrap(), "xx", "two replications");
}

/// Results in JSON have the settings of each scheduler that its runs read.
#[test]
fn settings_of_schedulers_are_in_json() {
    let folder = Folder::new("settings-json");
    let scenario = json!({
        "workload": { "jobs_per_cluster": 20 }, "experiment": { "sweep": [], "replications": 1 },
        "schedulers": ["first-fit", { "policy": "b3", "lslt": 0.8 }, { "policy": "no-share", "queue": "easy", "label": "own" }],
    });
    let said = run(&["run", &written(&folder, "scenario.json", &scenario), "--json"]);
    let results: Value = serde_json::from_str(&said.out).unwrap();
    let told = &results["schedulers"];
    assert_eq!([&told[0]["scheduler"], &told[1]["scheduler"]], ["first-fit", "b3 (chunk 0.85, lslt 0.8)"]);
    assert_eq!(told[0]["settings"]["policy"], "first-fit");
    assert_eq!(told[0]["settings"].get("lslt"), None, "First-fit reads no threshold");
    assert_eq!([&told[1]["settings"]["lslt"], &told[1]["settings"]["chunk"]], [0.8, 0.85]);
    assert_eq!(told[1]["settings"]["queue"]["backfill"], "skip", "the queue of the scenario");
    assert_eq!((&told[2]["scheduler"], &told[2]["settings"]["queue"]["backfill"]), (&json!("own"), &json!("easy")));
}

/// Each program fails in its own way: its mistake, and the expected message.
#[test]
fn programs_that_go_wrong_are_named_with_the_message() {
    const HELLO: &str =
        "import json, sys, time\nsys.stdin.readline()\nprint('{\"hello\": 1, \"reach\": \"cluster\"}', flush=True)\n";
    let cases = [
        ("sys.stdin.readline()\nprint('hi', flush=True)\nsys.stdin.readline()", "answered message 2 with hi ("),
        ("sys.stdin.readline()\nprint('{\"strat\": []}', flush=True)\nsys.stdin.readline()", "unknown field `strat`"),
        ("raise SystemExit(7)", "ended (exit status: 7) before it answered message 2"),
        ("time.sleep(60)", "did not answer message 2 in time, and was stopped"),
        (
            "while sys.stdin.readline(): print('{\"start\": [[99, [[0, 1]]]]}', flush=True)",
            "starts job 99, which does not wait (answer to message 2)",
        ),
        (
            "while sys.stdin.readline(): print('{\"start\": [[0, [[0, 65]]]]}', flush=True)",
            "starts job 0 on 65 nodes of cluster 0, which has 64 free",
        ),
        ("while sys.stdin.readline(): print('{\"start\": [[0, [[1, 1]]]]}', flush=True)", "starts job 0 on cluster 1"),
        ("while sys.stdin.readline(): print('{\"start\": [[0, []]]}', flush=True)", "starts job 0 on 0 nodes in all"),
        (
            "while sys.stdin.readline(): print('{\"wake_s\": -1}', flush=True)",
            "wants to be woken at -1 s (answer to message 2)",
        ),
        (
            "while sys.stdin.readline(): print('{}', flush=True)",
            "leaves 300 jobs waiting, though nothing runs and no other job comes",
        ),
    ];
    let folder = Folder::new("external-wrong");
    for (does, wanted) in cases {
        let program = folder.path("wrong.py");
        fs::write(&program, format!("{HELLO}{does}\n")).unwrap();
        let own = json!([{ "policy": "external", "command": ["python3", program], "answer_s": 1 }]);
        let mut scenario = on_one_cluster(1, own);
        scenario["experiment"]["replications"] = json!(1);
        let file = written(&folder, "wrong.json", &scenario);
        let said = run(&["run", &file]);
        assert_eq!((said.code, said.out.as_str()), (2, ""), "{does}: {}", said.err);
        assert!(said.err.contains(wanted) && said.err.contains("wrong.py"), "{does}: {}", said.err);
    }
}

/// No shell interprets a program's name and arguments.
#[cfg(unix)]
#[test]
fn no_shell_reads_a_command() {
    let folder = Folder::new("external-shell");
    let texts: Vec<String> = serde_json::from_str(include_str!("../../hostile.json")).unwrap();
    let (program, seen) = (folder.path("a program; touch hostile"), folder.path("seen"));
    let easy = fs::read_to_string(example("easy.py")).unwrap();
    fs::write(&program, format!("import json, sys\njson.dump(sys.argv[1:], open({seen:?}, 'w'))\n{easy}")).unwrap();
    let command = [&["python3".to_owned(), program], &texts[..]].concat();
    let scenario = on_one_cluster(1, json!([{ "policy": "external", "command": command }]));
    let file = written(&folder, "shell.json", &scenario);
    let said = said(metasched().args(["run", &file]).current_dir(&folder.0).output().unwrap());
    assert_eq!(said.code, 0, "{}", said.err);
    assert_eq!(serde_json::from_str::<Vec<String>>(&fs::read_to_string(seen).unwrap()).unwrap(), texts);
    assert_eq!(folder.names(), ["a program; touch hostile", "seen", "shell.json"]);
}

/// Answers with changed bytes: the run ends with a message of one line, or with results.
#[cfg(unix)]
#[test]
fn any_answers_are_used_or_refused() {
    let folder = Folder::new("external-any");
    let answers = folder.path("answers");
    let mut scenario = on_one_cluster(1, json!([{ "policy": "external", "command": ["cat", answers], "answer_s": 1 }]));
    scenario["experiment"]["replications"] = json!(1);
    let file = written(&folder, "any.json", &scenario);
    let usual = "{\"hello\": 1, \"wants\": [\"ends\"], \"reach\": \"cluster\"}\n{\"start\": [[0, [[0, 1]]]], \"wake_s\": 1e9}\n{\"start\": []}\n";
    let mut state = 7u64;
    let mut random = move |below: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (state >> 33) as usize % below
    };
    let count = if std::env::var_os("METASCHED_FULL").is_some() { 2000 } else { 60 };
    for number in 0..count {
        let mut bytes = usual.as_bytes().to_vec();
        for _ in 0..=random(3) {
            let at = random(bytes.len());
            match random(4) {
                0 => bytes[at] ^= 1 << random(8),
                1 => bytes.truncate(at + 1),
                2 => drop(bytes.splice(at..at, *b"9999999999")),
                _ => bytes.splice(at..at, [b'x'; 5000]).for_each(drop),
            }
        }
        fs::write(&answers, &bytes).unwrap();
        let said = run(&["run", &file, "-q"]);
        let is_said = said.code == 0 || said.code == 2 && said.err.lines().count() == 1 && said.err.len() < 1000;
        assert!(is_said, "{number}: {} {}", said.code, said.err);
    }
}

/// The program of the test writes its process number, and does not end when its input does.
#[cfg(unix)]
#[test]
fn a_program_that_does_not_end_is_stopped() {
    let folder = Folder::new("external-left");
    let (program, number) = (folder.path("left.py"), folder.path("number"));
    let text = fs::read_to_string(example("fcfs.py")).unwrap();
    let text = format!("import os, time\nopen({:?}, 'w').write(str(os.getpid()))\n{text}time.sleep(600)\n", number);
    fs::write(&program, text).unwrap();
    let mut scenario = on_one_cluster(1, json!([{ "policy": "external", "command": ["python3", program] }]));
    scenario["experiment"]["replications"] = json!(1);
    let file = written(&folder, "left.json", &scenario);
    let said = run(&["run", &file]);
    assert_eq!(said.code, 0, "{}", said.err);
    let process = fs::read_to_string(number).unwrap();
    assert!(!Path::new("/proc").join(process.trim()).exists(), "process {process} runs on");
}

#[test]
fn a_program_cannot_be_started_or_is_not_named() {
    let folder = Folder::new("external-none");
    let of = |own: Value| {
        let file = written(&folder, "none.json", &on_one_cluster(1, json!([own])));
        refused(&["run", &file])
    };
    let missing = of(json!({ "policy": "external" }));
    assert!(missing.contains("schedulers.0.command names no program"), "{missing}");
    let text = of(json!({ "policy": "external", "command": "python3 mine.py" }));
    assert!(text.contains("Write it as a list of texts: [\"python3\", \"mine.py\"]"), "{text}");
    let unknown = of(json!({ "policy": "external", "command": ["./no-such-program"] }));
    assert!(unknown.contains("the program ./no-such-program cannot be started"), "{unknown}");
}

/// A program is no part of a link, and its results are not stored: it may decide otherwise the next time. They say which program it was.
#[test]
fn programs_are_in_no_link_and_no_folder_of_results() {
    let folder = Folder::new("external-link");
    let scenario = on_one_cluster(1, json!([{ "policy": "external", "command": ["python3", example("fcfs.py")] }]));
    let file = written(&folder, "mine.json", &scenario);
    let link = refused(&["link", &file]);
    assert!(link.contains("the scenario of the link has the scheduler external"), "{link}");
    let stored = refused(&["run", &file, "--results", &folder.path("results")]);
    assert!(stored.contains("the scenario for --results has the scheduler external"), "{stored}");
    let results = said(metasched().args(["run", &file, "--json"]).output().unwrap());
    let results: Value = serde_json::from_str(&results.out).unwrap();
    let program = &results["programs"][0];
    assert_eq!(program["files"][0]["file"], json!(example("fcfs.py")));
    assert_eq!(program["note"], json!("not reproducible from the seed alone"));
    assert_eq!(program["files"][0]["digest"].as_str().unwrap().len(), 16);
}
