//! The tables in docs/limits.md agree with the code.

use metasched::parameter::Kind;
use metasched::scenario::declared;
use std::fs;

/// The value of an expression of the code: "1 << 20", "256 * 1024", "10_000_000", "0.8".
fn evaluated(expression: &str) -> f64 {
    let number = |text: &str| -> f64 { text.trim().replace('_', "").parse().unwrap() };
    if let Some((a, b)) = expression.split_once("<<") {
        return number(a) * (1u64 << number(b) as u32) as f64;
    }
    expression.split('*').map(number).product()
}

/// The value of the constant or field `name` in a source file.
fn set_to(name: &str, file: &str) -> f64 {
    let text = fs::read_to_string(file).unwrap_or_else(|error| panic!("{file}: {error}"));
    let constant = format!("const {name}: ");
    let field = format!("            {name}: ");
    for line in text.lines() {
        if let Some((_, rest)) = line.split_once(&constant) {
            let value = rest.split_once("= ").unwrap().1;
            return evaluated(value.split(';').next().unwrap());
        }
        if let Some(rest) = line.strip_prefix(&field)
            && rest.starts_with(|c: char| c.is_ascii_digit())
        {
            return evaluated(rest.trim_end_matches(','));
        }
    }
    panic!("{file} sets no {name}");
}

/// The upper limit that the declaration of a parameter gives.
fn declared(path: &str) -> f64 {
    match declared::find(path).map(|own| own.kind) {
        Some(Kind::Text { max } | Kind::List { max, .. }) => max as f64,
        other => panic!("{path} is {other:?}"),
    }
}

/// The rows of docs/limits.md, in their order, each with the place of its limit: a constant or field in a file, a declared
/// parameter, or nothing, if another program sets the limit.
const PLACES: [(&str, &str); 39] = [
    ("swept parameters", "experiment.sweep"),
    ("values of a swept parameter", "MOST_VALUES in src/lab/scenario/experiment.rs"),
    ("schedulers", "schedulers"),
    ("runs of an experiment: points × schedulers × replications", "MOST_RUNS in src/lab/scenario/experiment.rs"),
    ("jobs of a run, or of each cluster in it", "MOST_JOBS in src/kernel/workload/mod.rs"),
    ("waiting jobs of a run; `--max-waiting` changes it", "MOST_WAITING in src/lab/experiment/runner.rs"),
    (
        "jobs recorded one by one (`experiment.detail`), of all runs together",
        "MOST_KEPT_JOBS in src/lab/scenario/experiment.rs",
    ),
    ("pieces of a job that is split because it fits on no cluster", "MOST_PIECES in src/kernel/workload/split.rs"),
    ("clusters", "MOST_CLUSTERS in src/kernel/platform/mod.rs"),
    ("clusters with a link between each two (mesh)", "MOST_MESH_CLUSTERS in src/kernel/platform/mod.rs"),
    ("nodes of a cluster", "MOST_NODES_PER_CLUSTER in src/kernel/platform/mod.rs"),
    ("nodes of all clusters", "MOST_NODES in src/kernel/platform/mod.rs"),
    ("nodes of all clusters with background loads", "MOST_LOADED_NODES in src/kernel/platform/mod.rs"),
    ("outages of nodes and changes of links", "MOST_EVENTS in src/lab/scenario/platform.rs"),
    ("jobs of a log", "MOST_JOBS in src/logs/swf/collector.rs"),
    ("a log, decompressed", "MOST_TEXT in src/logs/swf/collector.rs"),
    ("a line of a log; longer lines are counted as unreadable", "LONGEST_LINE in src/logs/swf/collector.rs"),
    ("comments of a log that are kept", "MOST_TEXT in src/logs/header.rs"),
    ("a workload of Batsim", "MOST_BYTES in src/logs/batsim/mod.rs"),
    ("Slurm's accounting for `metasched import`, decompressed", "MOST_TEXT in src/logs/sacct/import.rs"),
    ("a line of Slurm's accounting", "LONGEST_LINE in src/logs/sacct/mod.rs"),
    ("files in an archive", "MOST_FILES in src/logs/archive.rs"),
    ("a zip archive", "MOST_ZIP in src/logs/archive/zip.rs"),
    ("other files in a tar archive", "MOST_SKIPPED in src/logs/archive/tar.rs"),
    ("a decompression", "MOST_UNPACKED in src/logs/unpacked.rs"),
    ("memory for decompressing .xz", "XZ_MEMORY_KIB in src/logs/unpacked.rs"),
    ("compressions on top of each other", "MOST_LAYERS in src/logs/unpacked.rs"),
    ("a scenario as JSON, and the unpacked content of a link", "MOST_BYTES in src/kernel/parameter/json.rs"),
    ("nested lists and objects of JSON", ""),
    ("a link", "MOST_BYTES in src/lab/scenario/link.rs"),
    ("the path of a parameter", "MOST_BYTES in src/lab/scenario/language/path.rs"),
    ("a title", "title"),
    ("a seed", "seed"),
    ("the label of a scheduler", "schedulers.*.label"),
    ("a formula", "MOST_CHARACTERS in src/models/formula/language.rs"),
    ("nested brackets, operators and numbers in a formula", "MOST_DEPTH in src/models/formula/language.rs"),
    ("the name of a constant in a formula", "MOST_NAME_CHARACTERS in src/kernel/parameter/formula.rs"),
    ("problems reported at once", "MOST_PROBLEMS in src/lab/scenario/checks/findings.rs"),
    ("a line of a file of stored results", "LONGEST_LINE in src/cli/results/read.rs"),
];

/// The number in a cell: "4 096 bytes", "20 000 000", "256 KiB".
fn cell(text: &str) -> f64 {
    let (number, unit): (String, String) = text.chars().filter(|c| !c.is_whitespace()).partition(char::is_ascii_digit);
    let times = match unit.as_str() {
        "KiB" => 1 << 10,
        "MiB" => 1 << 20,
        "GiB" => 1 << 30,
        _ => 1,
    };
    number.parse::<f64>().unwrap() * f64::from(times)
}

#[test]
fn the_tables_are_what_the_code_says() {
    let text = fs::read_to_string("docs/limits.md").unwrap();
    let rows = text.lines().filter(|line| line.starts_with('|') && !line.starts_with("|---"));
    let rows = rows.map(|line| line.trim_matches(['|', ' ']).split_once(" | ").unwrap());
    let rows: Vec<(&str, &str)> = rows.filter(|row| *row != ("limit", "at most")).collect();
    assert_eq!(rows.iter().map(|row| row.0).collect::<Vec<_>>(), PLACES.map(|own| own.0));
    for ((what, most), (_, place)) in rows.into_iter().zip(PLACES) {
        let limit = match place.split_once(" in ") {
            // The limit is in KiB.
            Some((name @ "XZ_MEMORY_KIB", file)) => 1024.0 * set_to(name, file),
            Some((name, file)) => set_to(name, file),
            None if place.is_empty() => continue,
            None => declared(place),
        };
        assert_eq!(limit, cell(most), "{what}");
    }
}

/// The limit of nesting is serde_json's; docs/limits.md names it.
#[test]
fn json_is_at_most_so_deep() {
    let nested = |depth: usize| "[".repeat(depth) + &"]".repeat(depth);
    let read = |depth| metasched::parameter::json::parse(&nested(depth));
    assert!(read(127).is_ok());
    assert!(read(128).unwrap_err().to_string().contains("127 deep"));
}
