//! The scenarios of the corpus give the results recorded in `tests/digest/corpus.md` if they are run in one process.
//! `cargo xtask digests` tests all other ways to run them.

use metasched::experiment::{self, RunResult};
use metasched::scenario::Scenario;

const SCENARIOS: &str = include_str!("../digest/corpus.jsonl");
const TABLE: &str = include_str!("../digest/corpus.md");

#[test]
fn scenarios_come_to_what_is_written_down() {
    let (_, rows) = TABLE.split_once("|---|\n").expect("a table");
    let mut rows = rows.lines();
    for (number, text) in (1..).zip(SCENARIOS.lines()) {
        let scenario = Scenario::from_json(text).expect("a valid scenario");
        let results = experiment::run(&scenario, None).expect("it runs");
        for (at, point) in (1..).zip(&results.points) {
            for run in &point.results {
                let row = rows.next().expect("a row for every run");
                let cells: Vec<&str> = row.split(" | ").collect();
                assert_eq!(
                    cells[3..].join(" | "),
                    cells_of(run),
                    "scenario {number} of the corpus, point {at}, {}; if that is meant, raise ENGINE_VERSION and run \
                     cargo xtask digests --bless",
                    run.scheduler
                );
            }
        }
    }
    assert_eq!(rows.next(), None, "a run for every row");
}

/// The cells of a row of the table, from the digest on.
fn cells_of(run: &RunResult) -> String {
    format!(
        "{} | {} | {:.6} | {:.6} | {:.6} | {:.6} |",
        run.digest, run.jobs, run.mean_turnaround_s, run.mean_wait_s, run.utilisation, run.mean_penalty
    )
}
