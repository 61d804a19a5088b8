//! The test cases of pyss, a simulator of another group, job by job.

use crate::backfilling::by_job;
use crate::orders::run;
use metasched::engine::{Overrun, Pass};
use metasched::workload::Job;
use serde_json::{Value, json};

const CASES: &str = include_str!("../published/pyss.txt");
const PROCESSORS: u32 = 100;

struct Case {
    name: &'static str,
    schedulers: &'static str,
    /// Jobs in order of submission; jobs with equal submission times stay in the order of the file.
    jobs: Vec<Job>,
    ends_s: Vec<f64>,
}

fn cases() -> Vec<Case> {
    let paragraphs = CASES.split("\n\n").skip(1);
    paragraphs.map(case).collect()
}

fn case(text: &'static str) -> Case {
    let mut lines = text.lines();
    let (name, schedulers) = lines.next().unwrap().split_once(": ").unwrap();
    let numbers = |line: &str| -> Vec<u32> {
        let words = line.split(' ').map(str::parse);
        words.collect::<Result<_, _>>().unwrap()
    };
    let mut lines: Vec<Vec<u32>> = lines.map(numbers).collect();
    lines.sort_by_key(|line| line[0]);
    let job = |(id, line): (usize, &Vec<u32>)| Job {
        id: id as u64,
        arrival_s: f64::from(line[0]),
        nodes: line[1],
        estimate_s: f64::from(line[2]),
        runtime_s: f64::from(line[3]),
        ..Job::default()
    };
    Case {
        name,
        schedulers,
        jobs: lines.iter().enumerate().map(job).collect(),
        ends_s: lines.iter().map(|line| f64::from(line[4])).collect(),
    }
}

/// The queue of Metasched that does the same as this scheduler of pyss.
fn queue(scheduler: &str) -> Value {
    match scheduler {
        "fcfs" => json!({ "backfill": "none" }),
        "easy" => json!({ "backfill": "easy" }),
        "conservative" => json!({ "backfill": "conservative" }),
        "easy-sjbf" => json!({ "backfill": "easy", "tried": "shortest" }),
        other => panic!("{other}"),
    }
}

#[test]
fn all_cases_of_pyss_end_as_they_do_there() {
    let mut compared = 0;
    for case in cases() {
        for scheduler in case.schedulers.split(' ') {
            for pass in [Pass::Instant, Pass::Event] {
                let by = (Overrun::RunsOn, pass);
                let ended = run(PROCESSORS, &case.jobs, queue(scheduler), by).ended;
                let ends = by_job(ended.iter().map(|job| (job.id, job.end_s)).collect());
                let ends: Vec<f64> = ends.into_iter().map(|(_, end_s)| end_s).collect();
                assert_eq!(ends, case.ends_s, "{} {scheduler} {pass:?}", case.name);
            }
            compared += 1;
        }
    }
    assert_eq!(compared, 160);
}
