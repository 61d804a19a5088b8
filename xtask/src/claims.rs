//! `cargo xtask claims`: writes the papers' reports in docs/, the verdict on every claim (docs/claims.json, also shown
//! by the page), and the tables of docs/results.md.

use std::fmt::Write;
use std::path::PathBuf;
use std::process::Command;

use clap::Args;
use serde_json::{Map, Value, json};

use crate::process::{Outcome, printed};
use crate::{native, project, reproduce};

/// Recorded keys of a finding.
const KEPT: [&str; 7] = ["preset", "reading", "claim", "quantity", "verdict", "why", "words"];

/// Marks around the tables in docs/results.md.
const MARKS: [&str; 2] = ["<!-- cargo xtask claims -->\n", "<!-- end of the table -->\n"];

#[derive(Args)]
pub struct Claims {
    /// Only these papers, by their names in `metasched reproduce`; default: all of them, which takes an hour.
    papers: Vec<String>,

    /// Run experiments without stored results N times, instead of the full tier's number; the report says so.
    #[arg(long, value_name = "N")]
    replications: Option<u32>,

    /// Run these experiments in the quick tier, unless they have stored results; the report says so.
    #[arg(long, value_name = "NAMES")]
    quick_for: Option<String>,

    /// The folder of the job logs.
    #[arg(long, value_name = "DIR")]
    logs: Option<PathBuf>,
}

impl Claims {
    /// Runs the full tier of the papers and records the results.
    pub fn carry_out(self) -> Outcome {
        let native = native::build()?;
        let all = reproduce::papers(&native)?;
        if let Some(unknown) = self.papers.iter().find(|paper| !all.contains(paper)) {
            return Err(format!("{unknown} is no paper. Allowed: {}", all.join(", ")));
        }
        let kept = project::target().join("claims");
        let logs = self.logs.unwrap_or_else(project::logs);
        let mut records = read_records()?;
        for paper in all {
            if !self.papers.is_empty() && !self.papers.contains(&paper) {
                continue;
            }
            // The results of the simulations are stored, so that a claim whose words change needs no new simulation.
            let mut command = Command::new(&native);
            command
                .args(["reproduce", &paper, "--full", "--json", "--results"])
                .arg(&kept)
                .arg("--computed")
                .arg(project::root().join("www/results"));
            if let Some(replications) = self.replications {
                command.args(["--replications", &replications.to_string()]);
            }
            if let Some(names) = &self.quick_for {
                command.args(["--quick-for", names]);
            }
            if logs.exists() {
                command.arg("--logs").arg(&logs);
            }
            let reproduced = printed(&mut command)?;
            let reproduced: Value = serde_json::from_str(&reproduced).map_err(|error| format!("{paper}: {error}"))?;
            let report = reproduced["report"].as_str().unwrap_or_default();
            project::write(&docs(&page(&paper)), report)?;
            records.insert(paper.clone(), record(&reproduced));
            println!("wrote docs/{}", page(&paper));
        }
        let file = format!("{:#}\n", Value::from(records.clone()));
        project::write(&docs("claims.json"), &file)?;
        let results = docs("results.md");
        let text = with_table(&project::read(&results)?, &table(&records))?;
        project::write(&results, &text)
    }
}

/// The file of a paper's report. Our study of families has a page of its name that is written by hand.
fn page(paper: &str) -> String {
    match paper {
        "families" => "families-claims.md".to_owned(),
        _ => format!("{paper}.md"),
    }
}

fn docs(file: &str) -> PathBuf {
    project::root().join("docs").join(file)
}

fn read_records() -> Outcome<Map<String, Value>> {
    match project::json(&docs("claims.json"))? {
        Value::Object(records) => Ok(records),
        other => Err(format!("docs/claims.json: is no object, but {other}")),
    }
}

/// The record of a paper.
fn record(reproduced: &Value) -> Value {
    let findings = reproduced["findings"].as_array().into_iter().flatten();
    let kept = |finding: &Value| -> Value {
        let keys = KEPT.iter().map(|key| ((*key).to_owned(), finding[key].clone()));
        keys.collect::<Map<_, _>>().into()
    };
    json!({
        "tally": reproduced["tally"], "ours": reproduced["ours"], "sentences": reproduced["sentences"],
        "claims": findings.map(kept).collect::<Vec<_>>(),
    })
}

/// The verdicts on sentences with their columns, in the order of the table.
const SENTENCES: [(&str, &str); 6] = [
    ("holds", "hold"),
    ("in_part", "hold in part"),
    ("depends", "depend on a reading"),
    ("refuted", "refuted"),
    ("open", "open"),
    ("untested", "cannot be tested"),
];

/// Two tables: the sentences of the papers, and the claims beneath them with our own claims.
fn table(records: &Map<String, Value>) -> String {
    format!("{}\n{}", sentence_table(records), claim_table(records))
}

/// A row for each paper's sentences, and their sum.
fn sentence_table(records: &Map<String, Value>) -> String {
    let heads = SENTENCES.map(|(_, head)| head).join(" | ");
    let mut text = format!("| Sentences | all | {heads} |\n|---|---|---|---|---|---|---|---|\n");
    let mut sums = [0; 6];
    let mut line = |name: &str, counts: [u64; 6]| {
        let cells = counts.map(|count| count.to_string()).join(" | ");
        // Writing to a string cannot fail.
        let _ = writeln!(text, "| {name} | {} | {cells} |", counts.iter().sum::<u64>());
    };
    for (paper, record) in records {
        let counts = SENTENCES.map(|(key, _)| record["tally"]["sentences"][key].as_u64().unwrap_or_default());
        if counts.iter().any(|count| *count > 0) {
            line(&format!("[{paper}]({})", page(paper)), counts);
            sums.iter_mut().zip(counts).for_each(|(sum, count)| *sum += count);
        }
    }
    line("**of all papers**", sums);
    text
}

/// A row for each paper's claims, a row for our own claims, and sums.
fn claim_table(records: &Map<String, Value>) -> String {
    let mut text = String::from(
        "| Claims | hold | refuted | open | cannot be tested | would hold by chance |\n|---|---|---|---|---|---|\n",
    );
    let mut line = |name: &str, counts: [u64; 6]| {
        let [holds, refuted, open, untested, directions, decided] = counts;
        // Number that chance would confirm: without a real difference, the 95 % interval lies on the claimed side in
        // one of forty cases. A random guess of the sign is right half of the time.
        let (noise, coin) = (0.025 * directions as f64, 0.5 * decided as f64);
        let _ = writeln!(text, "| {name} | {holds} | {refuted} | {open} | {untested} | {noise:.1} to {coin:.1} |");
    };
    let mut sums = [[0; 6]; 2];
    for (paper, record) in records {
        for (own, (key, whose)) in [("tally", ""), ("ours", ", ours")].into_iter().enumerate() {
            let name = format!("[{paper}]({}){whose}", page(paper));
            let counts = counts(&record[key]);
            if counts[..4].iter().any(|count| *count > 0) {
                line(&name, counts);
                for (sum, count) in sums[own].iter_mut().zip(counts) {
                    *sum += count;
                }
            }
        }
    }
    line("**of the papers**", sums[0]);
    line("**of ours**", sums[1]);
    text
}

fn counts(tally: &Value) -> [u64; 6] {
    ["holds", "refuted", "open", "untested", "directions", "decided"].map(|key| tally[key].as_u64().unwrap_or_default())
}

/// The text with a new table between the marks.
fn with_table(text: &str, table: &str) -> Outcome<String> {
    let missing = || format!("docs/results.md lacks the line {}", MARKS[0].trim());
    let (before, rest) = text.split_once(MARKS[0]).ok_or_else(missing)?;
    let (_, after) = rest.split_once(MARKS[1]).ok_or_else(missing)?;
    Ok(format!("{before}{}{table}{}{after}", MARKS[0], MARKS[1]))
}

#[cfg(test)]
mod unit {
    use super::*;

    fn records() -> Map<String, Value> {
        let reproduced = json!({
            "tally": { "holds": 3, "refuted": 1, "open": 2, "untested": 0, "directions": 4, "decided": 3, "sentences": { "holds": 1, "depends": 1 } },
            "ours": { "holds": 1, "refuted": 0, "open": 0, "untested": 0, "directions": 0, "decided": 0 },
            "findings": [{ "preset": "p", "claim": "It is.", "quantity": "turnaround", "verdict": "holds", "why": "holds",
                           "words": "2 s", "measured": 2.0 }],
        });
        let mut records = Map::new();
        records.insert("paper1999".to_owned(), record(&reproduced));
        records
    }

    #[test]
    fn a_record_holds_what_is_shown() {
        let records = records();
        let claim = &records["paper1999"]["claims"][0];
        assert_eq!((&claim["words"], claim.get("measured")), (&json!("2 s"), None));
    }

    #[test]
    fn the_table_has_counts_and_chances() {
        let table = table(&records());
        let lines: Vec<&str> = table.lines().filter(|line| line.contains("paper") && line.contains("1")).collect();
        assert_eq!(
            lines,
            [
                "| [paper1999](paper1999.md) | 2 | 1 | 0 | 1 | 0 | 0 | 0 |",
                "| **of all papers** | 2 | 1 | 0 | 1 | 0 | 0 | 0 |",
                "| [paper1999](paper1999.md) | 3 | 1 | 2 | 0 | 0.1 to 1.5 |",
                "| [paper1999](paper1999.md), ours | 1 | 0 | 0 | 0 | 0.0 to 0.0 |",
                "| **of the papers** | 3 | 1 | 2 | 0 | 0.1 to 1.5 |",
            ]
        );
    }

    #[test]
    fn only_what_is_between_the_marks_is_replaced() {
        let [begin, end] = MARKS;
        let text = format!("before\n{begin}old\n{end}after\n");
        let new = format!("before\n{begin}new\n{end}after\n");
        assert_eq!(with_table(&text, "new\n").as_deref(), Ok(new.as_str()));
        assert!(with_table("nothing", "new\n").is_err());
    }

    #[test]
    fn the_page_of_results_says_what_was_written_down() {
        let results = project::read(&docs("results.md")).unwrap();
        assert!(results.contains(&table(&read_records().unwrap())));
    }
}
