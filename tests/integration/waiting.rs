//! The limit of waiting jobs: if more jobs wait, the run fails with a message.

use crate::cli::{Folder, run};
use std::fs;

/// Jobs that demand 3 times the capacity of all nodes.
const OVERLOADED: &str = r#"{ "schema": 2, "workload": { "jobs_per_cluster": 2000, "interarrival_s": 50 },
    "schedulers": ["first-fit"], "experiment": { "sweep": [], "replications": 1 } }"#;

#[test]
fn a_queue_that_is_too_long_ends_every_command() {
    let folder = Folder::new("waiting");
    let scenario = folder.path("overloaded.json");
    fs::write(&scenario, OVERLOADED).unwrap();
    for command in [&["run"][..], &["explain", "--job=7000"], &["figure", "--kind=gantt", "--from=90000"]] {
        let limited = run(&[command, &[&scenario, "--max-waiting", "1000"]].concat());
        assert_eq!((limited.code, limited.out.as_str()), (1, ""), "{command:?}: {}", limited.err);
        for part in
            ["first-fit overflows: 100", "jobs wait at ", "the load so far is ", "1000 waiting jobs", "--max-waiting"]
        {
            assert!(limited.err.contains(part), "{command:?}, {part}: {}", limited.err);
        }
    }
    let unlimited = run(&["run", &scenario]);
    assert_eq!(unlimited.code, 0, "{}", unlimited.err);
    let enough = run(&["run", &scenario, "--max-waiting", "8000"]);
    assert_eq!((enough.code, enough.out), (0, unlimited.out));
}
