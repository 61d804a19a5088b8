//! A workload of Batsim, JSON, as a log (<https://batsim.readthedocs.io/en/latest/input-workload.html>).
//!
//! Of its profiles two are jobs as we know them. `delay` takes its seconds and sends nothing. `parallel_homogeneous` computes `cpu`
//! operations on each node and sends `com` bytes from each to each other, all at one rate (SimGrid's parallel tasks), so that a job
//! with the share s of the bandwidth it asks for takes 1/s as long: K = 0, and MODELS.md has its run time and BSBW. Other profiles are
//! refused by name. `compute_fraction` of a profile and `home_cluster` of a job are ours, and Batsim ignores them.

use super::collector::LARGEST_TIME_S;
use super::details::Detail;
use super::header::Header;
use super::log::{Class, Counts, Log, NO_NUMBER, Record, packed_request};
use crate::base::number;
use crate::base::problem::Problem;
use crate::platform::MOST_CLUSTERS;
use serde::Deserialize;
use serde::de::{Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor};
use sha2::{Digest, Sha256};
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt::{self, Write as _};

/// Longest file \[bytes\], about two million jobs.
pub(super) const MOST_BYTES: usize = 128 << 20;

/// Operations per second of a node of speed 1, if nothing else is said \[flop/s\].
pub const FLOPS: f64 = 1e9;

const BITS_PER_BYTE: f64 = 8.0;

/// Bisection bandwidth \[bit/s\] of a job whose `nodes` send `com_bytes` each to each other while it runs: n²/4 pairs, both ways.
pub fn bsbw_bps(nodes: u32, com_bytes: f64, runtime_s: f64) -> f64 {
    let nodes = f64::from(nodes);
    let pairs = nodes * nodes / 4.0;
    pairs * 2.0 * com_bytes * BITS_PER_BYTE / runtime_s
}

/// What each of `nodes` sends to each other \[bytes\] in a job of this bisection bandwidth: the inverse of [`bsbw_bps`].
pub fn com_bytes(nodes: u32, bsbw_bps: f64, runtime_s: f64) -> f64 {
    let nodes = f64::from(nodes);
    let pairs = nodes * nodes / 4.0;
    bsbw_bps * runtime_s / (pairs * 2.0 * BITS_PER_BYTE)
}

#[derive(Deserialize)]
struct File<'t> {
    nb_res: Option<f64>,
    #[serde(borrow)]
    jobs: Vec<Submission<'t>>,
    #[serde(borrow)]
    profiles: BTreeMap<Cow<'t, str>, Profile<'t>>,
}

#[derive(Deserialize)]
struct Submission<'t> {
    #[serde(borrow)]
    id: Id<'t>,
    subtime: f64,
    walltime: Option<f64>,
    res: f64,
    #[serde(borrow)]
    profile: Cow<'t, str>,
    home_cluster: Option<f64>,
}

#[derive(Deserialize)]
struct Profile<'t> {
    #[serde(borrow, rename = "type")]
    kind: Cow<'t, str>,
    #[serde(default)]
    delay: Amount,
    #[serde(default)]
    cpu: Amount,
    #[serde(default)]
    com: Amount,
    #[serde(default)]
    compute_fraction: Amount,
    #[serde(borrow)]
    generation_strategy: Option<Cow<'t, str>>,
}

/// A job's identifier: a text, in some files a number.
enum Id<'t> {
    Number(u64),
    Text(Cow<'t, str>),
}

/// A number, or what other profiles have in its place.
#[derive(Clone, Copy, Default)]
enum Amount {
    #[default]
    None,
    Number(f64),
    Other,
}

impl Id<'_> {
    /// As the number of a record.
    fn number(&self) -> u32 {
        let number = match self {
            Id::Number(number) => u32::try_from(*number).ok(),
            Id::Text(text) => text.parse().ok(),
        };
        number.unwrap_or(NO_NUMBER)
    }
}

impl fmt::Display for Id<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Id::Number(number) => write!(f, "{number}"),
            Id::Text(text) => write!(f, "{}", shortened(text)),
        }
    }
}

impl<'de: 't, 't> Deserialize<'de> for Id<'t> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Id<'t>, D::Error> {
        struct Either;
        impl<'de> Visitor<'de> for Either {
            type Value = Id<'de>;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a text or a whole number")
            }
            fn visit_u64<E>(self, number: u64) -> Result<Id<'de>, E> {
                Ok(Id::Number(number))
            }
            fn visit_borrowed_str<E>(self, text: &'de str) -> Result<Id<'de>, E> {
                Ok(Id::Text(Cow::Borrowed(text)))
            }
            fn visit_str<E>(self, text: &str) -> Result<Id<'de>, E> {
                Ok(Id::Text(Cow::Owned(text.to_owned())))
            }
        }
        deserializer.deserialize_any(Either)
    }
}

impl<'de> Deserialize<'de> for Amount {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Amount, D::Error> {
        struct Any;
        impl<'de> Visitor<'de> for Any {
            type Value = Amount;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("anything")
            }
            fn visit_f64<E>(self, number: f64) -> Result<Amount, E> {
                Ok(Amount::Number(number))
            }
            fn visit_u64<E>(self, number: u64) -> Result<Amount, E> {
                Ok(Amount::Number(number as f64))
            }
            fn visit_i64<E>(self, number: i64) -> Result<Amount, E> {
                Ok(Amount::Number(number as f64))
            }
            fn visit_str<E>(self, _: &str) -> Result<Amount, E> {
                Ok(Amount::Other)
            }
            fn visit_bool<E>(self, _: bool) -> Result<Amount, E> {
                Ok(Amount::Other)
            }
            fn visit_unit<E>(self) -> Result<Amount, E> {
                Ok(Amount::None)
            }
            fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Amount, A::Error> {
                while list.next_element::<IgnoredAny>()?.is_some() {}
                Ok(Amount::Other)
            }
            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Amount, A::Error> {
                while map.next_entry::<IgnoredAny, IgnoredAny>()?.is_some() {}
                Ok(Amount::Other)
            }
        }
        deserializer.deserialize_any(Any)
    }
}

/// What a job does, whatever its size.
#[derive(Clone, Copy)]
enum Work {
    Delay(f64),
    Task {
        runtime_s: f64,
        com_bytes: f64,
        compute_fraction: f64,
    },
}

/// The jobs of a workload of Batsim.
///
/// # Errors
/// If it is none, or has a job that is none of ours: the first one.
pub(super) fn read(name: &str, text: &[u8]) -> Result<Log, Problem> {
    if text.len() > MOST_BYTES {
        return Err(Problem::new(
            name,
            format!(
                "has more than {} bytes of JSON",
                number::count(MOST_BYTES as u64)
            ),
            format!("at most {}", number::count(MOST_BYTES as u64)),
            "Divide it, or write its jobs in the Standard Workload Format, which is read piece by piece",
        ));
    }
    let file: File = serde_json::from_slice(text).map_err(|error| {
        Problem::new(
            name,
            format!("is JSON, but no workload of Batsim: {error}"),
            "an object with nb_res, jobs (id, subtime, walltime, res, profile) and profiles",
            "A scenario belongs where scenarios are read; here a job log is wanted",
        )
    })?;
    let works: BTreeMap<&str, Result<Work, Problem>> = file
        .profiles
        .iter()
        .map(|(own, profile)| (own.as_ref(), work(name, own, profile)))
        .collect();
    let mut jobs = Vec::with_capacity(file.jobs.len());
    for job in &file.jobs {
        jobs.push(read_job(name, job, &works)?);
    }
    if jobs.is_empty() {
        return Err(Problem::new(name, "has no jobs", "one job at least", ""));
    }
    jobs.sort_by(|a, b| a.0.submit_s.total_cmp(&b.0.submit_s));
    let mut header = Header::default();
    if let Some(nodes) = file.nb_res.filter(|&nodes| nodes >= 1.0) {
        header.add(format!("MaxProcs: {}", nodes.floor()).as_bytes());
    }
    let mut sha256 = String::with_capacity(64);
    for byte in Sha256::digest(text) {
        // Writing to a text cannot fail.
        let _ = write!(sha256, "{byte:02x}");
    }
    let mut larger: Vec<(u32, u64)> = Vec::new();
    for (record, _) in &jobs {
        if larger.last().is_none_or(|last| record.processors > last.0) {
            // A file without lines.
            larger.push((record.processors, 0));
        }
    }
    let (records, details) = jobs.into_iter().unzip();
    let records: Vec<Record> = records;
    Ok(Log {
        name: name.to_owned(),
        header,
        counts: Counts {
            records: records.len() as u64,
            ..Counts::default()
        },
        damage: None,
        text_bytes: text.len() as u64,
        sha256,
        records,
        classes: vec![Class {
            queue: -1,
            partition: -1,
            queue_rank: 0,
            partition_rank: 0,
        }],
        users: vec![-1],
        larger,
        details,
        detailed: None,
    })
}

fn read_job(
    file: &str,
    job: &Submission,
    works: &BTreeMap<&str, Result<Work, Problem>>,
) -> Result<(Record, Detail), Problem> {
    let problem = |field: &str, value: &dyn fmt::Display, allowed: &str| {
        Problem::new(
            format!("{file}: job {}", job.id),
            format!("has the {field} {value}"),
            allowed,
            "",
        )
    };
    let time = |seconds: f64| (0.0..=LARGEST_TIME_S).contains(&seconds);
    if !time(job.subtime) {
        return Err(problem(
            "subtime",
            &job.subtime,
            "seconds from 0 on, at most 1e12",
        ));
    }
    let whole = |number: f64, most: f64| (0.0..=most).contains(&number) && number.fract() == 0.0;
    if !whole(job.res, f64::from(u32::MAX)) || job.res < 1.0 {
        return Err(problem(
            "res",
            &job.res,
            "a whole number of nodes, 1 or more",
        ));
    }
    let walltime_s = match job.walltime {
        // What Batsim writes for none.
        None | Some(-1.0) => None,
        Some(walltime_s) if time(walltime_s) && walltime_s > 0.0 => Some(walltime_s),
        Some(other) => {
            return Err(problem(
                "walltime",
                &other,
                "positive seconds, −1 for none, or nothing",
            ));
        }
    };
    let most = MOST_CLUSTERS as f64 - 1.0;
    let home = match job.home_cluster {
        Some(home) if !whole(home, most) => {
            return Err(problem(
                "home_cluster",
                &home,
                &format!("a whole number from 0 to {most}"),
            ));
        }
        home => home.map(|home| home as u32),
    };
    let work = match works.get(job.profile.as_ref()) {
        Some(Ok(work)) => *work,
        Some(Err(wrong)) => {
            return Err(Problem {
                place: format!("{file}: job {}: {}", job.id, wrong.place),
                ..wrong.clone()
            });
        }
        None => {
            let profile = shortened(&job.profile);
            return Err(problem(
                "profile",
                &format!("\"{profile}\""),
                "the name of one of the file's profiles",
            ));
        }
    };
    let nodes = job.res as u32;
    let (runtime_s, detail) = match work {
        Work::Delay(delay_s) => (
            delay_s,
            Detail {
                compute_fraction: Some(1.0),
                bsbw_bps: Some(0.0),
                home,
                by_speed: false,
            },
        ),
        Work::Task {
            runtime_s,
            com_bytes,
            compute_fraction,
        } => {
            let alone = nodes == 1;
            let bsbw_bps = if alone {
                0.0
            } else {
                bsbw_bps(nodes, com_bytes, runtime_s)
            };
            // As much as any job may ask for.
            if bsbw_bps > 1e12 {
                let value = format!("{com_bytes} bytes in {runtime_s} s on {nodes} nodes");
                return Err(problem(
                    "communication",
                    &value,
                    "a bisection bandwidth of at most 1e12 bit/s",
                ));
            }
            let detail = Detail {
                compute_fraction: Some(compute_fraction),
                bsbw_bps: Some(bsbw_bps),
                home,
                by_speed: true,
            };
            (runtime_s, detail)
        }
    };
    let record = Record {
        submit_s: job.subtime,
        runtime_s,
        requested_s: packed_request(walltime_s.unwrap_or(-1.0), runtime_s),
        processors: nodes,
        number: job.id.number(),
        user: 0,
        class: 0,
    };
    Ok((record, detail))
}

/// What a profile does, or why it is none of ours.
fn work(file: &str, name: &str, profile: &Profile) -> Result<Work, Problem> {
    let name = shortened(name);
    let problem = |wrong: String, allowed: &str, remedy: &str| {
        let place = format!("profile \"{name}\"");
        Err(Problem::new(place, wrong, allowed, remedy))
    };
    let amount = |field: &str, amount: Amount, least: f64, most: f64| match amount {
        Amount::Number(number)
            if (least..=most).contains(&number) && (number > 0.0 || least == 0.0) =>
        {
            Ok(number)
        }
        other => {
            let value = match other {
                Amount::None => "is missing".to_owned(),
                Amount::Number(number) => format!("is {number}"),
                Amount::Other => "is no number".to_owned(),
            };
            let least = if least == 0.0 {
                "a number from 0"
            } else {
                "a number above 0"
            };
            let place = format!("profile \"{name}\": {field}");
            Err(Problem::new(
                place,
                value,
                format!("{least}, at most {most:e}"),
                "",
            ))
        }
    };
    // Since its version 5 Batsim names the types anew.
    match profile.kind.as_ref() {
        "delay" | "DelayProfile" => Ok(Work::Delay(amount(
            "delay",
            profile.delay,
            f64::MIN_POSITIVE,
            LARGEST_TIME_S,
        )?)),
        "parallel_homogeneous" | "ParallelTaskHomogeneousProfile" => {
            if let Some(strategy) = &profile.generation_strategy
                && strategy != "DefinedAmountsUsedForEachValue"
            {
                return problem(
                    format!("has the generation_strategy \"{}\"", shortened(strategy)),
                    "DefinedAmountsUsedForEachValue",
                    "Write the amounts of each node",
                );
            }
            let most = LARGEST_TIME_S * FLOPS;
            let cpu = amount("cpu", profile.cpu, f64::MIN_POSITIVE, most)?;
            let com = match profile.com {
                Amount::None => 0.0,
                given => amount("com", given, 0.0, most)?,
            };
            let compute_fraction = match profile.compute_fraction {
                Amount::None => 0.0,
                given => amount("compute_fraction", given, 0.0, 1.0)?,
            };
            Ok(Work::Task {
                runtime_s: cpu / FLOPS,
                com_bytes: com,
                compute_fraction,
            })
        }
        other => problem(
            format!("is of the type \"{}\"", shortened(other)),
            "delay, parallel_homogeneous",
            &format!("Leave out its jobs, or give them another profile in {file}"),
        ),
    }
}

/// The beginning of a text that a message cites, without control characters.
fn shortened(text: &str) -> String {
    let mut short: String = text.chars().take(40).collect();
    if short.len() < text.len() {
        short.push('…');
    }
    short.replace(char::is_control, " ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::workload::swf::{LogSource, Reader};
    use crate::workload::{Estimates, HomeRule, Job, Shared, Source};
    use proptest::prelude::*;
    use std::sync::Arc;

    fn log_of(text: &str) -> Result<Log, Problem> {
        let mut reader = Reader::new("w.json");
        text.as_bytes()
            .chunks(7)
            .for_each(|piece| reader.push(piece));
        reader.finish()
    }

    fn jobs(log: Log, gflops: f64) -> Vec<Job> {
        let shared = Shared {
            home: HomeRule::First,
            estimates: Estimates::Requested,
            ..Shared::default()
        };
        let source = LogSource::new(Arc::new(log), &shared, 4, "1", 0);
        let mut source = source.on_nodes_of(gflops);
        std::iter::from_fn(|| source.next()).collect()
    }

    /// 5·10⁹ operations are 5 s at 1 Gflop/s. 4 nodes have 16/4 = 4 pairs across, which exchange 2 · 10⁶ · 8 bits each in 5 s:
    /// 12.8 Mbps.
    const TWO: &str = r#"{ "nb_res": 12, "description": "two of them",
        "jobs": [ { "id": "7", "subtime": 10.5, "walltime": 30, "res": 4, "profile": "p", "home_cluster": 2 },
                  { "id": 3, "subtime": 2, "res": 1, "profile": "d" } ],
        "profiles": { "p": { "type": "parallel_homogeneous", "cpu": 5e9, "com": 1e6 },
                      "d": { "type": "delay", "delay": 20.25 },
                      "unused": { "type": "parallel", "cpu": [1, 2], "com": [[0], "x"] } } }"#;

    #[test]
    fn a_workload_by_hand() {
        let log = log_of(TWO).unwrap();
        assert_eq!(log.header.processors(), Some(12.0));
        let numbers: Vec<_> = log.records().iter().map(Record::number).collect();
        assert_eq!(numbers, [Some(3), Some(7)]);
        let [delay, task] = jobs(log, 1.0)[..] else {
            panic!()
        };
        assert_eq!(
            (delay.arrival_s, delay.runtime_s, delay.nodes),
            (0.0, 20.25, 1)
        );
        assert_eq!((delay.bsbw_bps, delay.compute_fraction), (0.0, 1.0));
        assert_eq!(delay.estimate_s, 20.25);
        assert_eq!((task.arrival_s, task.runtime_s, task.nodes), (8.5, 5.0, 4));
        assert_eq!(
            (task.bsbw_bps, task.compute_fraction, task.home),
            (12.8e6, 0.0, 2)
        );
        assert_eq!(task.estimate_s, 30.0);
        // Twice as fast: half the time, so twice the bandwidth; a delay stays.
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
            (
                with("0", "-1"),
                "w.json: job a has the subtime -1; allowed: seconds",
            ),
            (
                with("2", "0"),
                "w.json: job a has the res 0; allowed: a whole number",
            ),
            (with("2", "1.5"), "w.json: job a has the res 1.5;"),
            (
                with("\"p\"", "\"q\""),
                "w.json: job a has the profile \"q\"; allowed: the name",
            ),
            (
                with("0,", "0, \"walltime\": 0,"),
                "w.json: job a has the walltime 0;",
            ),
            (
                with("0,", "0, \"home_cluster\": -1,"),
                "w.json: job a has the home_cluster -1;",
            ),
            (
                with("\"subtime\": 0, ", ""),
                "w.json is JSON, but no workload of Batsim: missing field `subtime` at line 1",
            ),
            (
                one(sound, r#""type": "composed", "seq": []"#),
                "w.json: job a: profile \"p\" is of the type \"composed\"; allowed: delay, parallel_homogeneous",
            ),
            (
                one(sound, r#""type": "delay""#),
                "w.json: job a: profile \"p\": delay is missing",
            ),
            (
                one(sound, r#""type": "delay", "delay": 0"#),
                "w.json: job a: profile \"p\": delay is 0; allowed: a number above 0",
            ),
            (
                one(
                    sound,
                    r#""type": "parallel_homogeneous", "cpu": 0, "com": 5"#,
                ),
                "w.json: job a: profile \"p\": cpu is 0",
            ),
            (
                one(
                    sound,
                    r#""type": "parallel_homogeneous", "cpu": [1], "com": 5"#,
                ),
                "w.json: job a: profile \"p\": cpu is no number",
            ),
            (
                one(
                    sound,
                    r#""type": "parallel_homogeneous", "cpu": 1, "com": 1e12"#,
                ),
                "w.json: job a has the communication",
            ),
            (
                one(
                    sound,
                    r#""type": "parallel_homogeneous", "cpu": 1, "com": 1, "generation_strategy": "DefinedAmountsSpreadUniformly""#,
                ),
                "w.json: job a: profile \"p\" has the generation_strategy",
            ),
            (
                r#"{"nb_res": 1, "jobs": [], "profiles": {}}"#.to_owned(),
                "w.json has no jobs",
            ),
            (
                r#"{"schema": 1}"#.to_owned(),
                "w.json is JSON, but no workload of Batsim: missing field",
            ),
            (
                TWO[..200].to_owned(),
                "w.json is JSON, but no workload of Batsim: EOF",
            ),
            (
                "{\"jobs\":".to_owned() + &"[".repeat(100_000),
                "w.json is JSON, but no workload of Batsim",
            ),
            (
                "{\"x\":".to_owned() + &"[".repeat(100_000),
                "w.json is JSON, but no workload of Batsim",
            ),
        ];
        for (text, start) in starts {
            let told = log_of(&text).unwrap_err().to_string();
            assert!(told.starts_with(start), "{told}");
        }
    }

    #[test]
    fn a_file_that_is_too_long_is_not_kept() {
        let mut reader = Reader::new("long.json");
        reader.push(b"{      ");
        let blanks = vec![b' '; 1 << 20];
        while reader.wants_more() {
            reader.push(&blanks);
        }
        reader.push(&blanks);
        let told = reader.finish().unwrap_err().to_string();
        assert!(
            told.starts_with("long.json has more than 134") && told.contains("bytes of JSON"),
            "{told}"
        );
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
            // Of the sound workload some bytes are others.
            let mut damaged = TWO.to_owned();
            let end = (at + by.len()).min(TWO.len());
            damaged.replace_range(at..end, &by);
            for text in [format!("{{{text}"), damaged] {
                let told = log_of(&text).err();
                prop_assert!(told.is_none_or(|told| told.place.starts_with("w.json")));
            }
        }
    }
}
