//! Arbitrary bytes as a line of a results file: as the first line, as a task's line, and as a task's line with a valid
//! check, which a fuzzer would not find by chance.

use metasched::base::digest::Digest;
use metasched::experiment::stored::{self, Origin};
use metasched::experiment::{Plan, TaskResult};
use metasched::export::csv;
use metasched::scenario::Scenario;
use serde_json::json;
use std::sync::LazyLock;

/// Checks that a result that can be read is written back as the same result, and can be printed.
pub fn fuzz(input: &[u8]) {
    static PLAN: LazyLock<Plan> = LazyLock::new(|| {
        let one = json!({ "schedulers": ["b3"], "experiment": { "sweep": [], "replications": 1 } });
        Plan::new(&Scenario::from_value(&one).unwrap()).unwrap()
    });
    let Some((&how, rest)) = input.split_first() else {
        return;
    };
    let Ok(text) = std::str::from_utf8(rest) else {
        return;
    };
    if let Err(problem) = Origin::assert_ours(text, "a file") {
        assert!(!problem.wrong.is_empty());
    }
    let line = match how % 2 {
        0 => text.to_owned(),
        _ => format!("{{\"task\":\"{KEY}\",\"check\":\"{}\",\"value\":{text}}}", check(text)),
    };
    let Some((key, value)) = stored::parts(&line) else {
        return;
    };
    let Ok(result) = serde_json::from_str::<TaskResult>(value) else {
        return;
    };
    let again = stored::line(key, &result);
    let read = stored::parts(&again).and_then(|(_, value)| serde_json::from_str::<TaskResult>(value).ok());
    // A number may be another name of infinity, which is no JSON.
    assert!(read.is_none_or(|own| own == result), "{line}");
    let results = PLAN.merge(&[Some(result)]);
    csv::results(&mut std::io::sink(), &results, None).unwrap();
}

const KEY: &str = "0123456789abcdef";

fn check(value: &str) -> String {
    let mut digest = Digest::EMPTY;
    ["task", KEY, value].iter().for_each(|text| digest.add_text(text));
    digest.to_string()
}
