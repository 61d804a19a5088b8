//! Results of tasks as lines of text, so that they survive the process that computed them.
//!
//! ```text
//! {"format":"metasched results 1","engine_version":4,"commit":"1dd6d3f","arithmetic":"0123456789abcdef"}
//! {"scenario":"<digest of the scenario>","check":"<16 digits>","value":{…}}
//! {"task":"<digest of all that the task reads>","check":"<16 digits>","value":{…}}
//! ```
//!
//! The first line says what computed the others; they come in any order. The check of a line covers the rest of it, so that a torn or damaged
//! line is found out.

use super::runner::TaskResult;
use super::task::{Task, TaskWriter};
use crate::ENGINE_VERSION;
use crate::base::digest::{Digest, hex};
use crate::base::maths;
use crate::base::problem::Problem;
use crate::workload::swf::Log;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use serde_json::ser::{CompactFormatter, Formatter};
use sha2::{Digest as _, Sha256};
use std::io;

/// What the first line says of the format.
const FORMAT: &str = "metasched results 1";

/// A line is seldom longer \[bytes\].
const USUAL_BYTES: usize = 1 << 16;

/// The first line: what computed the results. Only results of one engine with one arithmetic belong together.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Origin {
    format: String,
    /// Its results are those of this version.
    pub engine_version: u32,
    /// The commit that the program was built from.
    pub commit: String,
    /// A digest of [values](arithmetic) of exp, ln and pow.
    pub arithmetic: String,
}

impl Origin {
    /// How every first line begins.
    pub const BEGIN: &[u8] = b"{\"format\":\"metasched results 1\"";

    /// This program, built from a commit.
    pub fn here(commit: &str) -> Origin {
        Origin {
            format: FORMAT.to_owned(),
            engine_version: ENGINE_VERSION,
            commit: commit.to_owned(),
            arithmetic: arithmetic(),
        }
    }

    /// The line, without its end.
    pub fn line(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }

    /// The origin that a first line tells.
    ///
    /// # Errors
    /// If it is no first line, or results of this origin cannot be mixed with ours; `place` names the file.
    pub fn read(line: &str, place: &str) -> Result<Origin, Problem> {
        let known = |own: &Origin| own.format == FORMAT;
        let origin: Option<Origin> = serde_json::from_str(line).ok().filter(known);
        let Some(origin) = origin else {
            let allowed = "a file that --results began";
            let remedy = "Name another one; this is left as it is";
            return Err(Problem::new(place, "is no results file", allowed, remedy));
        };
        let here = Origin::here("");
        if origin.engine_version != here.engine_version {
            return Err(Problem::new(
                place,
                format!("has results of engine {}", origin.engine_version),
                format!("those of engine {ENGINE_VERSION}"),
                "Name another file, or use the metasched that began this one: `metasched --version` shows the engine",
            ));
        }
        if origin.arithmetic != here.arithmetic {
            return Err(Problem::new(
                place,
                format!("was computed by a program whose arithmetic is another ({})", origin.arithmetic),
                format!("that of this one ({})", here.arithmetic),
                "Compute it anew with this program; one of both was not built as Cargo.lock says",
            ));
        }
        Ok(origin)
    }
}

/// A digest of 64 values of exp, ln and pow: equal for programs whose results have the same bits.
pub fn arithmetic() -> String {
    let mut digest = Digest::EMPTY;
    for step in 1..=64 {
        let x = f64::from(step) * 0.37;
        digest.add_f64(match step % 3 {
            0 => maths::exp(x),
            1 => maths::ln(x),
            _ => maths::pow(x, 1.7),
        });
    }
    digest.to_string()
}

/// Equal for tasks that are the same simulation of the same log: 64 hexadecimal digits.
pub fn key(task: &Task, log: Option<&Log>) -> String {
    digested(&task.key(), log.map(|log| &*log.sha256))
}

/// The [keys](key) of tasks; a scenario that several have in common is written once.
pub fn keys(tasks: &[Task], log: Option<&Log>) -> Vec<String> {
    let mut writer = TaskWriter::default();
    let key = |task| digested(&writer.key(task), log.map(|log| &*log.sha256));
    tasks.iter().map(key).collect()
}

/// [`key`], where only the [key of the task](Task::key) and the digest of the log are at hand.
pub fn digested(task_key: &str, log: Option<&str>) -> String {
    let mut hash = Sha256::new();
    hash.update(task_key);
    hash.update(log.unwrap_or_default());
    hex(&hash.finalize())
}

/// A line behind the first.
#[derive(Clone, Debug, PartialEq)]
pub enum Line {
    /// A task has come to a result.
    Task {
        /// Its [`key`].
        key: String,
        /// What it came to.
        result: Box<TaskResult>,
    },
    /// The file is about this.
    Scenario {
        /// Digest of the scenario.
        digest: String,
        /// What is known of it, as JSON.
        value: Value,
    },
}

impl Line {
    /// The line of a task, without its end. JSON has no infinity: a result with one would read as damaged, and its task be run again.
    pub fn of_task(key: &str, result: &TaskResult) -> String {
        line("task", key, |line| {
            // The bytes are the same: a page, which keeps few results, does without the code.
            if cfg!(target_arch = "wasm32") {
                return serde_json::to_writer(line, result).is_ok();
            }
            let mut writer = serde_json::Serializer::with_formatter(line, ShortNumbers);
            result.serialize(&mut writer).is_ok()
        })
    }

    /// The line of a scenario, without its end.
    pub fn of_scenario(digest: &str, value: &Value) -> String {
        line("scenario", digest, |line| serde_json::to_writer(line, value).is_ok())
    }

    /// What a line says; none if it is torn or damaged.
    pub fn read(text: &str) -> Option<Line> {
        let (kind, id, value) = parts(text)?;
        match kind {
            "task" => Some(Line::Task { key: id.to_owned(), result: serde_json::from_str(value).ok()? }),
            _ => Some(Line::Scenario { digest: id.to_owned(), value: serde_json::from_str(value).ok()? }),
        }
    }

    /// The key of a whole line of a task.
    pub fn key(text: &str) -> Option<&str> {
        Line::task(text).map(|(key, _)| key)
    }

    /// The key of a whole line of a task, and its result as JSON.
    pub fn task(text: &str) -> Option<(&str, &str)> {
        parts(text).and_then(|(kind, key, value)| (kind == "task").then_some((key, value)))
    }
}

/// Compact JSON. Most numbers of a result are bins and counts of its histograms, of a few digits each, which are written at once.
struct ShortNumbers;

impl Formatter for ShortNumbers {
    #[inline]
    fn write_u32<W: ?Sized + io::Write>(&mut self, line: &mut W, number: u32) -> io::Result<()> {
        self.write_u64(line, number.into())
    }

    #[inline]
    fn write_u64<W: ?Sized + io::Write>(&mut self, line: &mut W, number: u64) -> io::Result<()> {
        let digit = |place: u64| b'0' + (number / place % 10) as u8;
        match number {
            0..10 => line.write_all(&[digit(1)]),
            10..100 => line.write_all(&[digit(10), digit(1)]),
            100..1_000 => line.write_all(&[digit(100), digit(10), digit(1)]),
            1_000..10_000 => line.write_all(&[digit(1_000), digit(100), digit(10), digit(1)]),
            _ => CompactFormatter.write_u64(line, number),
        }
    }
}

/// A line whose value is written where it stays, since it is long: its check stands before it and is filled in afterwards.
fn line(kind: &str, id: &str, write: impl FnOnce(&mut Vec<u8>) -> bool) -> String {
    let head = format!(r#"{{"{kind}":"{id}","check":""#);
    let mut line = Vec::with_capacity(USUAL_BYTES);
    line.extend_from_slice(head.as_bytes());
    line.extend_from_slice(Digest::EMPTY.to_string().as_bytes());
    line.extend_from_slice(br#"","value":"#);
    let begin = line.len();
    if !write(&mut line) {
        return String::new();
    }
    let value = str::from_utf8(&line[begin..]).unwrap_or_default();
    let check = check(kind, id, value);
    line[head.len()..head.len() + check.len()].copy_from_slice(check.as_bytes());
    line.push(b'}');
    String::from_utf8(line).unwrap_or_default()
}

fn check(kind: &str, id: &str, value: &str) -> String {
    let mut digest = Digest::EMPTY;
    [kind, id, value].iter().for_each(|text| digest.add_text(text));
    digest.to_string()
}

/// Kind, name and value of a line whose check is right.
fn parts(text: &str) -> Option<(&str, &str, &str)> {
    let rest = text.strip_prefix("{\"")?.strip_suffix('}')?;
    let (kind, rest) = rest.split_once("\":\"")?;
    let (id, rest) = rest.split_once("\",\"check\":\"")?;
    let (given, value) = rest.split_once("\",\"value\":")?;
    let known = matches!(kind, "task" | "scenario");
    (known && given == check(kind, id, value)).then_some((kind, id, value))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Progress;
    use crate::experiment::{Plan, Runner, properties};
    use crate::parameter::json;
    use crate::scenario::Scenario;
    use proptest::prelude::*;

    fn result(task: &Task) -> Option<TaskResult> {
        let mut runner = Runner::new(task, None, ()).ok()?;
        while runner.advance(u64::MAX).ok()? == Progress::Running {}
        Some(runner.finish().0)
    }

    #[test]
    fn keys_are_those_of_single_tasks() {
        let plan = Plan::new(&Scenario::from_value(&serde_json::json!({})).unwrap()).unwrap();
        let single = plan.tasks().iter().map(|task| key(task, None));
        assert_eq!(keys(plan.tasks(), None), single.collect::<Vec<_>>());
    }

    proptest! {
        #![proptest_config(ProptestConfig { max_shrink_iters: 40, ..ProptestConfig::with_cases(40) })]

        /// Whatever was simulated: each result comes back to the last bit, and no part of its line passes for the whole.
        #[test]
        fn results_come_back(line in properties::drawn(), cut in 0.0f64..1.0) {
            let mut value = json::parse(&line).unwrap();
            value["experiment"]["detail"] = "jobs".into();
            let scenario = Scenario::from_value(&value).unwrap();
            let plan = Plan::new(&scenario).unwrap();
            for task in plan.tasks().iter().take(3) {
                let Some(result) = result(task) else { continue };
                let key = key(task, None);
                let line = Line::of_task(&key, &result);
                let json = serde_json::to_string(&result).unwrap();
                let whole = Line::Task { key: key.clone(), result: Box::new(result) };
                prop_assert_eq!(Line::read(&line), Some(whole));
                prop_assert_eq!(Line::key(&line), Some(&*key));
                prop_assert_eq!(Line::task(&line).map(|own| own.1), Some(&*json));
                let torn = &line[..(cut * line.len() as f64) as usize];
                prop_assert_eq!(Line::read(torn), None);
            }
        }
    }

    #[test]
    fn numbers_of_any_length_are_written() {
        let ends = (0..20).map(|digits| 10u64.pow(digits));
        let mut numbers: Vec<u64> = ends.flat_map(|end| [end - 1, end, end / 3 * 2]).collect();
        numbers.push(u64::MAX);
        let mut text = Vec::new();
        let mut writer = serde_json::Serializer::with_formatter(&mut text, ShortNumbers);
        numbers.serialize(&mut writer).unwrap();
        assert_eq!(text, serde_json::to_vec(&numbers).unwrap());
    }

    #[test]
    fn a_changed_digit_is_noticed() {
        let line = Line::of_scenario("0123", &serde_json::json!({ "title": "a" }));
        assert!(matches!(Line::read(&line), Some(Line::Scenario { .. })));
        assert_eq!(Line::read(&line.replace("\"a\"", "\"b\"")), None);
        assert_eq!(Line::read(&line.replace("0123", "0124")), None);
    }

    #[test]
    fn results_of_others_are_refused() {
        let here = Origin::here("abc");
        assert_eq!(Origin::read(&here.line(), "a.jsonl").unwrap(), here);
        assert!(here.line().as_bytes().starts_with(Origin::BEGIN));
        let refused = |line: &str| Origin::read(line, "a.jsonl").unwrap_err().to_string();
        assert!(refused("{}").contains("is no results file"));
        let older = Origin { engine_version: 1, ..here.clone() };
        assert!(refused(&older.line()).contains("has results of engine 1"));
        let other = Origin { arithmetic: "0".repeat(16), ..here };
        assert!(refused(&other.line()).contains("arithmetic"));
    }
}
