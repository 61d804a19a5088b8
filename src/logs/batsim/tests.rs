//! Batsim workloads that were computed by hand, damaged workloads, and workloads that are written and read back.

use super::*;
use crate::logs::{LogSource, read};
use crate::workload::{Estimates, HomeRule, Job, Shared, Source};
use proptest::prelude::*;
use std::io::{self, Read};
use std::sync::Arc;

fn log_of(text: &str) -> Result<Log, Problem> {
    Ok(read("w.json", &mut text.as_bytes())?)
}

fn jobs(log: Log, gflops: f64) -> Vec<Job> {
    let shared = Shared { home: HomeRule::First, estimates: Estimates::Requested, ..Shared::default() };
    let source = LogSource::new(Arc::new(log), &shared, 4, "1", 0);
    let mut source = source.on_nodes_of(gflops);
    std::iter::from_fn(|| source.next()).collect()
}

/// 5·10⁹ operations take 5 s at 1 Gflop/s. Of 4 nodes, 16/4 = 4 pairs are split by the bisection. Each pair exchanges 2
/// · 10⁶ · 8 bits in 5 s, so all pairs together need 12.8 Mbps.
const TWO: &str = r#"{ "nb_res": 12, "description": "two of them",
    "jobs": [ { "id": "7", "subtime": 10.5, "walltime": 30, "res": 4, "profile": "p", "home_cluster": 2 },
              { "id": 3, "subtime": 2, "res": 1, "profile": "d", "home_cluster": 1 } ],
    "profiles": { "p": { "type": "parallel_homogeneous", "cpu": 5e9, "com": 1e6 },
                  "d": { "type": "delay", "delay": 20.25 },
                  "unused": { "type": "parallel", "cpu": [1, 2], "com": [[0], "x"] } } }"#;

#[test]
fn a_workload_by_hand() {
    let log = log_of(TWO).unwrap();
    assert_eq!(log.header.processors(), Some(12.0));
    assert_eq!(log.counts.records, 2);
    let numbers: Vec<_> = log.records().iter().map(Record::number).collect();
    assert_eq!(numbers, [Some(3), Some(7)]);
    let [delay, task] = jobs(log, 1.0)[..] else { panic!() };
    assert_eq!((delay.arrival_s, delay.runtime_s, delay.nodes), (0.0, 20.25, 1));
    assert_eq!((delay.bsbw_bps, delay.compute_fraction, delay.home), (0.0, 1.0, 1));
    assert_eq!(delay.estimate_s, 20.25);
    assert_eq!((task.arrival_s, task.runtime_s, task.nodes), (8.5, 5.0, 4));
    assert_eq!((task.bsbw_bps, task.compute_fraction, task.home), (12.8e6, 0.0, 2));
    assert_eq!(task.estimate_s, 30.0);
    // On nodes of twice the speed, the job takes half the time, so its bandwidth is twice as high. A delay does not
    // change.
    let fast = jobs(log_of(TWO).unwrap(), 2.0);
    assert_eq!((fast[0].runtime_s, fast[1].runtime_s), (20.25, 2.5));
    assert_eq!(fast[1].bsbw_bps, 25.6e6);
}

fn one(job: &str, profile: &str) -> String {
    format!(r#"{{"nb_res": 4, "jobs": [{{{job}}}], "profiles": {{"p": {{{profile}}}}}}}"#)
}

#[test]
fn problems_say_where_and_what() {
    let sound = r#""id": "a", "subtime": 0, "res": 2, "profile": "p""#;
    let delay = r#""type": "delay", "delay": 5"#;
    assert!(log_of(&one(sound, delay)).is_ok());
    assert!(log_of(&one(sound, r#""type": "DelayProfile", "delay": 5"#)).is_ok());
    let with = |from: &str, to: &str| one(&sound.replace(from, to), delay);
    let starts = [
        (with("0", "-1"), "w.json: job a has the subtime -1; allowed: seconds"),
        (with("2", "0"), "w.json: job a has the res 0; allowed: a whole number"),
        (with("2", "1.5"), "w.json: job a has the res 1.5;"),
        (with("\"p\"", "\"q\""), "w.json: job a has the profile \"q\"; allowed: the name"),
        (with("0,", "0, \"walltime\": 0,"), "w.json: job a has the walltime 0;"),
        (with("0,", "0, \"home_cluster\": -1,"), "w.json: job a has the home_cluster -1;"),
        (with("\"subtime\": 0, ", ""), "w.json is JSON, but no workload of Batsim: missing field `subtime` at line 1"),
        (
            one(sound, r#""type": "composed", "seq": []"#),
            "w.json: job a: profile \"p\" is of the type \"composed\"; allowed: delay, parallel_homogeneous",
        ),
        (one(sound, r#""type": "delay""#), "w.json: job a: profile \"p\": delay is missing"),
        (
            one(sound, r#""type": "delay", "delay": 0"#),
            "w.json: job a: profile \"p\": delay is 0; allowed: a number above 0",
        ),
        (one(sound, r#""type": "parallel_homogeneous", "cpu": 0, "com": 5"#), "w.json: job a: profile \"p\": cpu is 0"),
        (
            one(sound, r#""type": "parallel_homogeneous", "cpu": [1], "com": 5"#),
            "w.json: job a: profile \"p\": cpu is no number",
        ),
        (one(sound, r#""type": "parallel_homogeneous", "cpu": 1, "com": 1e12"#), "w.json: job a has the communication"),
        (
            one(
                sound,
                r#""type": "parallel_homogeneous", "cpu": 1, "com": 1, "generation_strategy": "DefinedAmountsSpreadUniformly""#,
            ),
            "w.json: job a: profile \"p\" has the generation_strategy",
        ),
        (r#"{"nb_res": 1, "jobs": [], "profiles": {}}"#.to_owned(), "w.json has no jobs"),
        (r#"{"schema": 1}"#.to_owned(), "w.json is JSON, but no workload of Batsim: missing field"),
        (TWO[..200].to_owned(), "w.json is JSON, but no workload of Batsim: EOF"),
        ("{\"jobs\":".to_owned() + &"[".repeat(100_000), "w.json is JSON, but no workload of Batsim"),
        ("{\"x\":".to_owned() + &"[".repeat(100_000), "w.json is JSON, but no workload of Batsim"),
    ];
    for (text, start) in starts {
        let problem = log_of(&text).unwrap_err().to_string();
        assert!(problem.starts_with(start), "{problem}");
    }
}

#[test]
fn a_file_that_is_too_long_is_not_kept() {
    let mut file = (&b"{      "[..]).chain(io::repeat(b' '));
    let problem = read("long.json", &mut file).unwrap_err().to_string();
    assert!(problem.starts_with("long.json has more than 134") && problem.contains("bytes of JSON"), "{problem}");
}

proptest! {
    #[test]
    fn bandwidth_and_bytes_are_inverse(nodes in 2u32..10_000, com in 0.0..1e12f64, runtime_s in 1e-3..1e7f64) {
        let again = com_bytes(nodes, bsbw_bps(nodes, com, runtime_s), runtime_s);
        prop_assert!((again - com).abs() <= 1e-12 * com);
    }

    #[test]
    fn any_text_is_read_or_explained(
        text in "[\\[\\]{}:,\"0-9a-z.e-]{0,80}",
        at in 0..TWO.len(),
        by in "[\\[\\]{}:,\"0-9a-z.e-]{0,6}",
    ) {
        // Replaces some bytes of a valid workload.
        let mut damaged = TWO.to_owned();
        let end = (at + by.len()).min(TWO.len());
        damaged.replace_range(at..end, &by);
        for text in [format!("{{{text}"), damaged] {
            let problem = log_of(&text).err();
            prop_assert!(problem.is_none_or(|problem| problem.place.starts_with("w.json")));
        }
    }
}
