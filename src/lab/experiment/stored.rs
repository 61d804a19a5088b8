//! Results of tasks as lines of text, to be kept after the program ends: the command line stores them in files of a
//! folder, the page in the browser's database.
//!
//! ```text
//! {"format":"metasched results 1","engine_version":3,"commit":"1dd6d3f","arithmetic":"0123456789abcdef"}
//! {"task":"<digest of all that the task reads>","check":"<16 digits>","value":{…}}
//! ```
//!
//! The first line of a file identifies the program that computed the others; their order is arbitrary. The check of a line covers
//! its key and value, to detect incomplete or damaged lines.

use super::runner::TaskResult;
use super::task::{Task, TaskWriter};
use crate::ENGINE_VERSION;
use crate::base::digest::{Digest, hex};
use crate::base::maths;
use crate::base::problem::Problem;
use crate::logs::Log;
use serde::{Deserialize, Serialize};
use serde_json::ser::{CompactFormatter, Formatter};
use sha2::{Digest as _, Sha256};
use std::io;

/// The name of the file format, in the first line.
const FORMAT: &str = "metasched results 1";

/// Usual limit of a line's length \[bytes\].
const USUAL_BYTES: usize = 1 << 16;

/// The first line: it identifies the program that computed the results. Results may be combined only if engine and
/// arithmetic are the same.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Origin {
    format: String,
    /// The version of the engine.
    pub engine_version: u32,
    /// The commit that the program was built from.
    pub commit: String,
    /// A digest of [values](arithmetic) of exp, ln and pow.
    pub arithmetic: String,
}

impl Origin {
    /// The text with which every first line begins.
    pub const BEGIN: &[u8] = b"{\"format\":\"metasched results 1\"";

    /// The origin of this program, built from a commit.
    pub fn here(commit: &str) -> Origin {
        Origin {
            format: FORMAT.to_owned(),
            engine_version: ENGINE_VERSION,
            commit: commit.to_owned(),
            arithmetic: arithmetic(),
        }
    }

    /// The first line as text, without line break.
    pub fn line(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }

    /// Checks that results below this first line can be combined with those of this program. `place` names the file.
    ///
    /// # Errors
    /// If this is not a first line, or names another engine or arithmetic.
    pub fn assert_ours(line: &str, place: &str) -> Result<(), Problem> {
        let known = |own: &Origin| own.format == FORMAT;
        let origin: Option<Origin> = serde_json::from_str(line).ok().filter(known);
        let Some(origin) = origin else {
            let remedy = "Move it out of the folder";
            return Err(Problem::new(place, "is no results file", "a file that --results wrote", remedy));
        };
        let here = Origin::here("");
        if origin.engine_version != here.engine_version {
            return Err(Problem::new(
                place,
                format!("has results of engine {}", origin.engine_version),
                format!("those of engine {ENGINE_VERSION}"),
                "Name another folder, or use the metasched that wrote this one: `metasched --version` shows the engine",
            ));
        }
        if origin.arithmetic != here.arithmetic {
            return Err(Problem::new(
                place,
                format!("was computed by a program whose arithmetic is another ({})", origin.arithmetic),
                format!("that of this one ({})", here.arithmetic),
                "Name another folder; one of both programs was not built as Cargo.lock says",
            ));
        }
        Ok(())
    }
}

/// A digest of 64 values of exp, ln and pow: equal for programs that compute the same bits.
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

/// A key that is equal for tasks with the same simulation of the same log: 64 hexadecimal digits.
pub fn key(task: &Task, log: Option<&Log>) -> String {
    digested(&task.key(), log.map(|log| &*log.sha256))
}

/// The [keys](key) of tasks. If several tasks share a scenario, it is written only once.
pub fn keys(tasks: &[Task], log: Option<&Log>) -> Vec<String> {
    let mut writer = TaskWriter::default();
    let key = |task| digested(&writer.key(task), log.map(|log| &*log.sha256));
    tasks.iter().map(key).collect()
}

/// The same as [`key`], but computed from the [key of the task](Task::key) and the digest of the log.
pub fn digested(task_key: &str, log: Option<&str>) -> String {
    let mut hash = Sha256::new();
    hash.update(task_key);
    hash.update(log.unwrap_or_default());
    hex(&hash.finalize())
}

/// The line of a task with a [`key`], without line break. The result is long, so it is written directly into the line;
/// the checksum in front is filled in afterwards. JSON has no infinity: a result that contains infinity is read as
/// damaged, and its task is run again.
pub fn line(key: &str, result: &TaskResult) -> String {
    let head = format!(r#"{{"task":"{key}","check":""#);
    let mut line = Vec::with_capacity(USUAL_BYTES);
    line.extend_from_slice(head.as_bytes());
    line.extend_from_slice(Digest::EMPTY.to_string().as_bytes());
    line.extend_from_slice(br#"","value":"#);
    let begin = line.len();
    if result.serialize(&mut serde_json::Serializer::with_formatter(&mut line, ShortNumbers)).is_err() {
        return String::new();
    }
    let check = check(key, str::from_utf8(&line[begin..]).unwrap_or_default());
    line[head.len()..head.len() + check.len()].copy_from_slice(check.as_bytes());
    line.push(b'}');
    String::from_utf8(line).unwrap_or_default()
}

/// The task's key and its result as JSON; `None` if the line is incomplete or damaged.
pub fn parts(line: &str) -> Option<(&str, &str)> {
    let rest = line.strip_prefix("{\"task\":\"")?.strip_suffix('}')?;
    let (key, rest) = rest.split_once("\",\"check\":\"")?;
    let (given, result) = rest.split_once("\",\"value\":")?;
    (given == check(key, result)).then_some((key, result))
}

fn check(key: &str, result: &str) -> String {
    let mut digest = Digest::EMPTY;
    ["task", key, result].iter().for_each(|text| digest.add_text(text));
    digest.to_string()
}

/// Writes compact JSON. Most numbers of a result are bins and counts of histograms, which are short and are written
/// directly.
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

        /// For any scenario, each result is read back exactly, and a truncated line is never accepted.
        #[test]
        fn results_come_back(drawn in properties::drawn(), cut in 0.0f64..1.0) {
            let mut value = json::parse(&drawn).unwrap();
            value["experiment"]["detail"] = "jobs".into();
            let scenario = Scenario::from_value(&value).unwrap();
            let plan = Plan::new(&scenario).unwrap();
            for task in plan.tasks().iter().take(3) {
                let Some(result) = result(task) else { continue };
                let key = key(task, None);
                let line = line(&key, &result);
                let json = serde_json::to_string(&result).unwrap();
                prop_assert_eq!(parts(&line), Some((&*key, &*json)));
                prop_assert_eq!(serde_json::from_str::<TaskResult>(&json).unwrap(), result);
                let torn = &line[..(cut * line.len() as f64) as usize];
                prop_assert_eq!(parts(torn), None);
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
        let value = r#"{"turnaround_s":1.5}"#;
        let line = format!(r#"{{"task":"0123","check":"{}","value":{value}}}"#, check("0123", value));
        assert_eq!(parts(&line), Some(("0123", value)));
        assert_eq!(parts(&line.replace("1.5", "1.6")), None);
        assert_eq!(parts(&line.replace("0123", "0124")), None);
    }

    #[test]
    fn results_of_others_are_refused() {
        let here = Origin::here("abc");
        assert_eq!(Origin::assert_ours(&here.line(), "a.jsonl"), Ok(()));
        assert!(here.line().as_bytes().starts_with(Origin::BEGIN));
        let refused = |line: &str| Origin::assert_ours(line, "a.jsonl").unwrap_err().to_string();
        assert!(refused("{}").contains("is no results file"));
        let older = Origin { engine_version: 1, ..here.clone() };
        assert!(refused(&older.line()).contains("has results of engine 1"));
        let other = Origin { arithmetic: "0".repeat(16), ..here };
        assert!(refused(&other.line()).contains("arithmetic"));
    }
}
