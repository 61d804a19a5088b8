//! Compares the quick tier of the published results with the declarations of the claims and with the recorded findings.

use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;

use serde_json::Value;

use crate::process::{Outcome, answer};
use crate::{native, project};

/// All findings of the quick tier, one per line; `cargo xtask test reproduce/bless` rewrites the file.
const FINDINGS: &str = "findings.txt";

/// Finding of a claim that needs a missing log (see src/lab's claims).
const NO_LOG: &str = "cannot be tested: log not at hand";

/// Prints the native program's finding for every claim. Fails if a claim is refuted without being declared refuted,
/// holds although it is declared refuted, is not answered although it is not left to the full tier, or differs from the
/// recorded finding. The same seeds give the same numbers on every machine, so findings change only with the program or
/// a claim. Papers with missing logs are not compared with the record.
pub fn check(native: &Path, filter: Option<&str>) -> Outcome {
    let (mut problems, mut found, mut without_log) = (Vec::new(), String::new(), Vec::new());
    for paper in papers(native)? {
        let mut command = Command::new(native);
        command.args(["reproduce", &paper, "--quick", "--json", "--out"]);
        let reproduced = answer(command.arg(project::target().join("reproduce")))
            .ok_or_else(|| format!("metasched reproduce {paper} did not run"))?;
        let findings = findings(&reproduced).ok_or_else(|| format!("{paper} yields no findings"))?;
        if !project::logs().is_dir() && findings.iter().any(|finding| finding["why"] == NO_LOG) {
            println!("{paper}: findings are not compared: its logs are not at hand in {}", project::logs().display());
            without_log.push(format!("{paper}: "));
        }
        for finding in findings {
            let line = line(&finding);
            println!("{line}");
            found += &format!("{paper}: {line}\n");
            problems.extend(problem(&finding).map(|problem| format!("{problem}: {line}")));
        }
    }
    let file = project::digests(FINDINGS);
    match filter {
        Some("bless") if without_log.is_empty() => project::write(&file, &found)?,
        Some("bless") => {
            return Err(format!("the findings cannot be recorded without the logs of {}", project::logs().display()));
        }
        Some(word) => return Err(format!("reproduce/{word} is unknown. Allowed: reproduce, reproduce/bless")),
        None => {
            let compared = |list: &str| -> String {
                let with_log = |line: &&str| !without_log.iter().any(|paper| line.starts_with(paper.as_str()));
                list.split_inclusive('\n').filter(with_log).collect()
            };
            problems.extend(differences(&compared(&project::read(&file)?), &compared(&found)));
        }
    }
    match problems.is_empty() {
        true => Ok(()),
        false => Err(problems.join("\n")),
    }
}

/// A sentence for each line that is in only one of two lists of findings.
fn differences(expected: &str, found: &str) -> Vec<String> {
    let only = |of: &str, other: &str, word: &str| -> Vec<String> {
        let others: BTreeSet<&str> = other.lines().collect();
        of.lines().filter(|line| !others.contains(line)).map(|line| format!("{word} {line}")).collect()
    };
    [only(expected, found, "was:"), only(found, expected, "is: ")].concat()
}

/// The names of all papers in the program.
pub fn papers(native: &Path) -> Outcome<Vec<String>> {
    let list = native::json(native, &["reproduce", "--json"])?;
    let papers = list.as_array().into_iter().flatten();
    let names = papers.filter_map(|paper| Some(paper["name"].as_str()?.to_owned()));
    Ok(names.collect())
}

/// The findings of `metasched reproduce --json`; `None` if there are none.
fn findings(reproduced: &str) -> Option<Vec<Value>> {
    let reproduced: Value = serde_json::from_str(reproduced).ok()?;
    let findings = reproduced.get("findings")?.as_array()?;
    (!findings.is_empty()).then(|| findings.clone())
}

/// Text of a finding: "holds    J5 §6.3, fig. 22: … (turnaround, b4 − a1, at every point: 223.0 ± 19.5 s)".
fn line(finding: &Value) -> String {
    let word = |key: &str| finding[key].as_str().unwrap_or_default();
    let number = |key: &str| match finding[key].as_f64() {
        Some(number) => format!("{number:.4}"),
        None => "–".to_owned(),
    };
    format!(
        "{:<8} {}: {} ({}: {} ± {} {})",
        word("verdict"),
        word("source"),
        word("claim"),
        word("quantity"),
        number("measured"),
        number("ci95"),
        word("unit"),
    )
}

/// The problem with a finding.
fn problem(finding: &Value) -> Option<&'static str> {
    let declared = |key: &str| finding[key].as_bool().unwrap_or_default();
    match finding["verdict"].as_str() {
        Some("refuted") if !declared("known_refuted") => Some("refuted"),
        Some("holds") if declared("known_refuted") => Some("declared to be refuted, but it holds"),
        // A claim that was not tested because its log is missing has another reason than "not measured".
        Some("untested") if !declared("full_only") && finding["why"] == "not measured" => Some("not answered"),
        Some("holds" | "open" | "refuted" | "untested") => None,
        _ => Some("without a verdict"),
    }
}

#[cfg(test)]
mod unit {
    use super::*;
    use serde_json::json;

    #[test]
    fn only_what_is_declared_may_be_refuted_or_missing() {
        let of = |verdict: &str, known: bool, full: bool| {
            let why = "not measured";
            problem(&json!({ "verdict": verdict, "known_refuted": known, "full_only": full, "why": why }))
        };
        assert_eq!(of("holds", false, false), None);
        assert_eq!(of("holds", true, false), Some("declared to be refuted, but it holds"));
        assert_eq!(of("open", true, true), None);
        assert_eq!(of("refuted", false, true), Some("refuted"));
        assert_eq!(of("refuted", true, false), None);
        assert_eq!(of("untested", true, false), Some("not answered"));
        assert_eq!(of("untested", false, true), None);
        let no_log = json!({ "verdict": "untested", "why": "cannot be tested: log not at hand" });
        assert_eq!(problem(&no_log), None);
        assert_eq!(problem(&json!({})), Some("without a verdict"));
    }

    #[test]
    fn a_finding_that_changes_is_named_as_it_was_and_as_it_is() {
        assert_eq!(differences("a: 1\nb: 2\n", "a: 1\nb: 3\n"), ["was: b: 2", "is:  b: 3"]);
        assert_eq!(differences("a: 1\n", "a: 1\n"), Vec::<String>::new());
    }

    #[test]
    fn findings_are_read_and_shown() {
        let reproduced = r#"{ "findings": [{ "verdict": "holds", "source": "J4, fig. 5", "claim": "It is.",
                       "quantity": "turnaround of a1", "measured": 2.5, "ci95": null, "unit": "s" }] }"#;
        let findings = findings(reproduced).unwrap();
        assert_eq!(line(&findings[0]), "holds    J4, fig. 5: It is. (turnaround of a1: 2.5000 ± – s)");
        assert_eq!(super::findings(r#"{ "findings": [] }"#), None);
        assert_eq!(super::findings("| differs |"), None);
    }
}
