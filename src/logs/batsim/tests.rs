//! Batsim workloads that were computed by hand, damaged workloads, and workloads that are written and read back.

use super::*;
use crate::logs::{Bound, Filter, LogSource, Reader, Reading, read};
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
        (with("0", "-1"), "w.json: job a has the subtime -1. Allowed: seconds"),
        (with("2", "0"), "w.json: job a has the res 0. Allowed: a whole number"),
        (with("2", "1.5"), "w.json: job a has the res 1.5."),
        (with("\"p\"", "\"q\""), "w.json: job a has the profile \"q\". Allowed: the name"),
        (with("0,", "0, \"walltime\": 0,"), "w.json: job a has the walltime 0."),
        (with("0,", "0, \"home_cluster\": -1,"), "w.json: job a has the home_cluster -1."),
        (with("\"subtime\": 0, ", ""), "w.json is JSON, but no workload of Batsim: missing field `subtime` at line 1"),
        (
            one(sound, r#""type": "smpi", "trace": "x.txt""#),
            "w.json: job a: profile \"p\" is of the type \"smpi\". Allowed: delay (DelayProfile), parallel (",
        ),
        (one(sound, r#""type": "composed", "seq": []"#), "w.json: job a: profile \"p\": seq is no list of names"),
        (
            one(sound, r#""type": "SequentialCompositionProfile", "seq": ["q"]"#),
            "w.json: job a: profile \"p\" has the part \"q\". Allowed: names",
        ),
        (one(sound, r#""type": "composed", "seq": ["p"]"#), "w.json: job a: profile \"p\" contains itself"),
        (one(sound, r#""type": "composed", "seq": "p""#), "w.json: job a: profile \"p\": seq is no list of names"),
        (
            one(sound, r#""type": "composed", "seq": ["p"], "repeat": 0"#),
            "w.json: job a: profile \"p\": repeat is wrong",
        ),
        (one(sound, r#""type": "parallel", "cpu": 5"#), "w.json: job a: profile \"p\": cpu is no list of numbers"),
        (
            one(sound, r#""type": "parallel", "cpu": [1, 2], "com": [0, 0, 0, 0]"#),
            "w.json: job a: profile \"p\": cpu has different entries",
        ),
        (
            one(sound, r#""type": "ptask", "cpu": [1, 1], "com": [0, 1, 2, 0]"#),
            "w.json: job a: profile \"p\": com has different entries",
        ),
        (
            one(sound, r#""type": "ptask", "cpu": [1, 1], "com": [0, 1, 1]"#),
            "w.json: job a: profile \"p\": com has another form. Allowed: 4 numbers",
        ),
        (
            one(sound, r#""type": "parallel", "cpu": [1, 1, 1]"#),
            "w.json: job a has the res 2. Allowed: 3, as its profile",
        ),
        (one(sound, r#""type": "delay""#), "w.json: job a: profile \"p\": delay is missing"),
        (
            one(sound, r#""type": "delay", "delay": 0"#),
            "w.json: job a: profile \"p\": delay is 0. Allowed: a number above 0",
        ),
        (one(sound, r#""type": "parallel_homogeneous", "cpu": 0, "com": 5"#), "w.json: job a: profile \"p\": cpu is 0"),
        (
            one(sound, r#""type": "parallel_homogeneous", "cpu": [1], "com": 5"#),
            "w.json: job a: profile \"p\": cpu is no number",
        ),
        (one(sound, r#""type": "parallel_homogeneous", "cpu": 1, "com": 1e12"#), "w.json: job a has the communication"),
        (
            one(sound, r#""type": "parallel_homogeneous", "cpu": 1, "com": 1, "generation_strategy": "Random""#),
            "w.json: job a: profile \"p\" has the generation_strategy",
        ),
        (r#"{"nb_res": 1, "jobs": [], "profiles": {}}"#.to_owned(), "w.json has no jobs"),
        (r#"{"name": 1}"#.to_owned(), "w.json is JSON, but no workload of Batsim: missing field"),
        (
            r#"{"schema": 2, "platform": {}}"#.to_owned(),
            "w.json is a scenario of Metasched, not a log. Allowed: an object",
        ),
        (r#"{"id": 1, "res": 2} {"id": 2}"#.to_owned(), "w.json has several JSON values, as JSON Lines. Allowed"),
        (TWO[..200].to_owned(), "w.json is JSON, but no workload of Batsim: EOF"),
        ("{\"jobs\":".to_owned() + &"[".repeat(100_000), "w.json is JSON, but no workload of Batsim"),
        ("{\"x\":".to_owned() + &"[".repeat(100_000), "w.json is JSON, but no workload of Batsim"),
    ];
    for (text, start) in starts {
        let problem = log_of(&text).unwrap_err().to_string();
        assert!(problem.starts_with(start), "{problem}");
    }
}

/// Run time and bandwidth of a job on 2 nodes with the profile `p`.
fn on_two_nodes(profiles: &str) -> (f64, f64) {
    let text = format!(
        r#"{{"nb_res": 4, "jobs": [{{"id": "a", "subtime": 0, "res": 2, "profile": "p"}}], "profiles": {{{profiles}}}}}"#
    );
    let log = log_of(&text).unwrap();
    (log.records()[0].runtime_s, log.detail(0).bsbw_bps.unwrap())
}

/// The same work in other words: 4·10⁹ operations on each of 2 nodes take 4 s at 1 Gflop/s. The bisection splits one
/// pair, which exchanges 2 · 10⁶ · 8 bits in 4 s.
#[test]
fn profiles_with_exact_counterparts_are_read() {
    let task = (4.0, 4e6);
    let profiles = [
        r#""type": "parallel_homogeneous", "cpu": 4e9, "com": 1e6"#,
        r#""type": "ParallelTaskHomogeneousProfile", "cpu": 4e9, "com": 1e6, "generation_strategy": "DefinedAmountsUsedForEachValue""#,
        r#""type": "ParallelTaskHomogeneousProfile", "cpu": 8e9, "com": 2e6, "generation_strategy": "DefinedAmountsSpreadUniformly""#,
        r#""type": "parallel_homogeneous_total", "cpu": 8e9, "com": 2e6"#,
        r#""type": "parallel", "cpu": [4e9, 4e9], "com": [7, 1e6, 1e6, 0]"#,
        r#""type": "ParallelTaskProfile", "cpu": [4e9, 4e9], "com": [0, 1e6, 1e6, 0]"#,
    ];
    for profile in profiles {
        assert_eq!(on_two_nodes(&format!(r#""p": {{{profile}}}"#)), task, "{profile}");
        // Half of the work, twice.
        let half = profile.replace("4e9", "2e9").replace("8e9", "4e9").replace("1e6", "5e5").replace("2e6", "1e6");
        let twice = format!(r#""q": {{{half}}}, "p": {{"type": "composed", "seq": ["q"], "repeat": 2}}"#);
        assert_eq!(on_two_nodes(&twice), task, "{twice}");
    }
    assert_eq!(on_two_nodes(r#""p": {"type": "ParallelTaskProfile", "cpu": [4e9, 4e9]}"#), (4.0, 0.0));
    let nested = r#""p": {"type": "SequentialCompositionProfile", "seq": ["a", "z"], "nb": 3},
        "a": {"type": "composed", "seq": ["z", "z"]}, "z": {"type": "DelayProfile", "delay": 2.5}"#;
    assert_eq!(on_two_nodes(nested), (22.5, 0.0));
    let mixed = r#"{"nb_res": 4, "jobs": [{"id": "a", "subtime": 0, "res": 2, "profile": "p"}], "profiles": {
        "p": {"type": "composed", "seq": ["d", "t"]}, "d": {"type": "delay", "delay": 2},
        "t": {"type": "parallel_homogeneous", "cpu": 1e9, "com": 0}}}"#;
    let problem = log_of(mixed).unwrap_err().to_string();
    assert!(problem.contains("profile \"p\" is a sequence of parts that differ in the share"), "{problem}");
    assert!(problem.contains("workload.unsupported=left-out"), "{problem}");
}

#[test]
fn jobs_with_other_profiles_are_left_out_if_wanted() {
    let left_out = |text: &str| {
        let mut reader = Reader::new("w.json", text.as_bytes())
            .reading(Reading { unsupported: UnsupportedRule::LeftOut, ..Reading::default() });
        while reader.step().unwrap() {}
        reader.finish()
    };
    let smpi = r#""s": {"type": "smpi", "trace": "x"}, "p":"#;
    let log = left_out(&TWO.replace("\"profile\": \"p\"", "\"profile\": \"s\"").replace("\"p\":", smpi)).unwrap();
    assert_eq!((log.records().len(), log.counts.records, log.counts.left_out()), (1, 2, 1));
    assert_eq!(log.notes(), ["1 of 2 records left out: 1 × a profile that is not supported (job 7)."]);
    let none = left_out(&one(r#""id": "a", "subtime": 0, "res": 2, "profile": "p""#, r#""type": "smpi""#)).unwrap_err();
    let said = "w.json has no job with a supported profile: profile \"p\" is of the type \"smpi\"";
    assert!(none.to_string().starts_with(said), "{none}");
}

/// Only a number in its usual form is a number: other texts stay texts.
#[test]
fn ids_are_texts() {
    let ids = ["\"a\"", "\"1\"", "\"w0!7\"", "\"01\"", "\"+1\"", "4294967296", "\"4294967295\""];
    let jobs: Vec<String> = ids.map(|id| format!(r#"{{"id": {id}, "subtime": 0, "res": 1, "profile": "p"}}"#)).to_vec();
    let text = format!(r#"{{"jobs": [{}], "profiles": {{"p": {{"type": "delay", "delay": 1}}}}}}"#, jobs.join(", "));
    let log = log_of(&text).unwrap();
    let known: Vec<_> = (0..ids.len()).map(|i| (log.records()[i].number(), log.name(i))).collect();
    let texts = [Some("a"), None, Some("w0!7"), Some("01"), Some("+1"), Some("4294967296"), Some("4294967295")];
    let wanted: Vec<_> = texts.iter().map(|text| (text.is_none().then_some(1), *text)).collect();
    assert_eq!(known, wanted);
}

#[test]
fn a_long_value_is_not_quoted_whole() {
    let text = format!(r#"{{"jobs": "{}", "profiles": {{}}}}"#, "A".repeat(20_000));
    let problem = log_of(&text).unwrap_err().to_string();
    assert!(problem.contains("invalid type: string \"AAAA") && problem.contains("at line 1 column"), "{problem}");
    assert!(problem.len() < 400, "{problem}");
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

#[test]
fn a_part_of_a_workload_is_chosen() {
    let text = br#"{ "nb_res": 4, "profiles": { "p": { "type": "delay", "delay": 10 } }, "jobs": [
        { "id": "1", "subtime": 0, "res": 1, "profile": "p" }, { "id": "2", "subtime": 50, "res": 2, "profile": "p" },
        { "id": "x", "subtime": 90, "res": 3, "profile": "p" } ] }"#;
    let chosen = |reading: Reading| {
        let mut reader = Reader::new("w.json", &text[..]).reading(reading);
        while reader.step()? {}
        reader.finish().map(|log| log.records().iter().map(|own| own.processors).collect::<Vec<_>>())
    };
    let from = Some(Bound::parse("from", "50").unwrap());
    assert_eq!(chosen(Reading { from, ..Reading::default() }), Ok(vec![2, 3]));
    let only = Filter::parse("only", "number=1").unwrap();
    assert_eq!(chosen(Reading { only, ..Reading::default() }), Ok(vec![1]));
    let without = Filter::parse("without", "processors=1..").unwrap();
    let said = chosen(Reading { without, ..Reading::default() }).unwrap_err().to_string();
    assert!(said.contains("has no job that the settings leave"), "{said}");
}
