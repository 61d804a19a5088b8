//! Logs whose fields need an interpretation: names, times, status, partial executions, processors, settings.

use crate::logs::{
    Bound, Filter, Log, PartialRule, Reader, Reading, Reason, Refusal, StatusRule, ZeroRule, doubts, remarks,
};

fn read(text: &str, reading: Reading) -> Result<Log, Refusal> {
    let mut reader = Reader::new("test.swf", text.as_bytes()).reading(reading);
    while reader.step().unwrap() {}
    reader.finish()
}

/// Number, submission time and run time of each job.
fn jobs(log: &Log) -> Vec<(Option<u32>, f64, f64)> {
    log.records().iter().map(|own| (own.number(), own.submit_s, own.runtime_s)).collect()
}

fn dropped(log: &Log) -> Vec<(Reason, u64)> {
    log.counts.dropped.iter().map(|own| (own.reason, own.tally.count)).collect()
}

/// Job 1 ran in two parts and has a summary line; jobs 2 and 3 have parts only.
const PARTS: &str = "1 0 0 140 4 -1 -1 4 200 -1 1 1 -1 -1 1 1 -1 -1\n\
    1 0 0 100 4 -1 -1 4 200 -1 2 1 -1 -1 1 1 -1 -1\n\
    1 -1 10 40 4 -1 -1 4 200 -1 3 1 -1 -1 1 1 -1 -1\n\
    2 20 0 30 2 -1 -1 2 90 -1 2 1 -1 -1 1 1 -1 -1\n\
    3 30 0 7 1 -1 -1 1 90 -1 4 1 -1 -1 1 1 -1 -1\n\
    2 -1 5 50 2 -1 -1 2 90 -1 3 1 -1 -1 1 1 -1 -1\n";

#[test]
fn partial_executions_stand_behind_the_summary_line_of_their_job() {
    let log = read(PARTS, Reading::default()).unwrap();
    assert_eq!(jobs(&log), [(Some(1), 0.0, 140.0), (Some(2), 20.0, 80.0), (Some(3), 30.0, 7.0)]);
    assert_eq!(dropped(&log), [(Reason::PartOfSummary, 2)]);
    assert_eq!((log.counts.joined.count, log.counts.failed), (2, 1));
    assert_eq!(log.counts.joined.first_lines, [4, 5]);
    let alone = read(PARTS, Reading { partial: PartialRule::LeftOut, ..Reading::default() }).unwrap();
    assert_eq!(jobs(&alone), [(Some(1), 0.0, 140.0)]);
    assert_eq!(dropped(&alone), [(Reason::PartOfSummary, 2), (Reason::PartAlone, 3)]);
    // The summary line may also stand behind the parts.
    let mut lines: Vec<&str> = PARTS.lines().collect();
    lines.rotate_left(1);
    let behind = read(&lines.join("\n"), Reading::default()).unwrap();
    assert_eq!(jobs(&behind), jobs(&log));
}

/// Completed, failed, cancelled while it ran, cancelled before the start, unknown.
const STATUS: &str = "1 0 0 10 1 -1 -1 1 90 -1 1\n2 1 0 10 1 -1 -1 1 90 -1 0\n3 2 0 10 1 -1 -1 1 90 -1 5\n\
    4 3 -1 -1 1 -1 -1 1 90 -1 5\n5 4 0 10 1 -1 -1 1 90 -1 -1\n6 5 0 10 1 -1 -1 1 90 -1 COMPLETED\n";

#[test]
fn jobs_are_chosen_by_status() {
    let numbers = |status| {
        let log = read(STATUS, Reading { status, ..Reading::default() }).unwrap();
        log.records().iter().filter_map(|own| own.number()).collect::<Vec<_>>()
    };
    assert_eq!(numbers(StatusRule::Ran), [1, 2, 3, 5, 6]);
    assert_eq!(numbers(StatusRule::NotCancelled), [1, 2, 5, 6]);
    assert_eq!(numbers(StatusRule::Completed), [1, 5, 6]);
    let log = read(STATUS, Reading::default()).unwrap();
    assert_eq!((log.counts.failed, log.counts.cancelled, dropped(&log)), (1, 1, vec![(Reason::NeverRan, 1)]));
    let texts: Vec<String> = log.counts.texts.iter().map(ToString::to_string).collect();
    assert_eq!(texts, ["Texts in place of the status, which counts as unknown: 1 (line 6)."]);
    let said = remarks(&log).join(" ");
    assert!(
        said.contains("Status of 5 jobs: 1 failed, 1 cancelled while running. The setting status chooses."),
        "{said}"
    );
}

#[test]
fn names_are_numbered_in_order_of_appearance_for_each_field() {
    let log = read(
        "a1 0 -1 10 1 -1 -1 1 1:00 -1 1 carla x -1 batch west\n\
         7 1 -1 10 1 -1 -1 1 1-00:00:00 -1 1 anna x -1 4 east\n\
         a1 2 -1 10 1 -1 -1 1 UNLIMITED -1 1 carla x -1 batch -1\n",
        Reading::default(),
    )
    .unwrap();
    let users: Vec<_> = log.records().iter().map(|own| log.user(own)).collect();
    assert_eq!(users, [Some(1), Some(2), Some(1)]);
    assert_eq!((log.user_label(1), log.user_label(2)), ("carla".to_owned(), "anna".to_owned()));
    let classes: Vec<_> =
        log.records().iter().map(|own| log.class(own).map(|class| (class.queue, class.partition))).collect();
    assert_eq!(classes, [Some((5, 1)), Some((4, 2)), Some((5, -1))]);
    let requests: Vec<_> = log.records().iter().map(|own| own.requested_s()).collect();
    assert_eq!(requests, [Some(3600.0), Some(86_400.0), None]);
    assert_eq!((log.name(0), log.name(1), log.name(2)), (Some("a1"), None, Some("a1")));
    let texts: Vec<String> = log.counts.texts.iter().map(ToString::to_string).collect();
    assert_eq!(
        texts,
        [
            "Names in place of the number of the user, numbered in order of appearance: 3 (lines 1, 2, 3).",
            "Names in place of the number of the queue, numbered in order of appearance: 2 (lines 1, 3).",
            "Names in place of the number of the partition, numbered in order of appearance: 2 (lines 1, 2).",
            "Texts in place of the requested time, which counts as unknown: 1 (line 3).",
        ]
    );
}

/// Names of jobs follow their jobs when records are sorted.
#[test]
fn names_of_jobs_are_sorted_with_their_jobs() {
    let log = read("x 50 -1 10 1\n2 10 -1 10 1\ny.1 0 -1 10 1\n", Reading::default()).unwrap();
    assert_eq!(jobs(&log), [(None, 0.0, 10.0), (Some(2), 10.0, 10.0), (None, 50.0, 10.0)]);
    assert_eq!((log.name(0), log.name(1), log.name(2)), (Some("y.1"), None, Some("x")));
}

#[test]
fn processors_are_rounded_up_and_counted() {
    let text = "1 0 -1 100 1.9\n2 0 -1 100 1.2\n3 0 -1 100 2\n4 0 -1 100 0.9\n5 0 -1 100 0\n6 0 -1 100 -1 -1 -1 2.5\n";
    let log = read(text, Reading::default()).unwrap();
    let sizes: Vec<u32> = log.records().iter().map(|own| own.processors).collect();
    assert_eq!((sizes, log.counts.rounded_up.count), (vec![2, 2, 2, 1, 3], 4));
    assert_eq!(dropped(&log), [(Reason::NoProcessors, 1)]);
}

#[test]
fn jobs_of_no_time_run_half_a_second_if_that_is_set() {
    let text = "1 0 -1 100 1\n2 10 -1 0 1\n3 20 -1 0 1 -1 -1 1 9 -1 5\n";
    let log = read(text, Reading::default()).unwrap();
    assert_eq!((jobs(&log).len(), dropped(&log)), (1, vec![(Reason::NeverRan, 1), (Reason::ZeroRunTime, 1)]));
    let log = read(text, Reading { zero: ZeroRule::HalfSecond, ..Reading::default() }).unwrap();
    assert_eq!(jobs(&log), [(Some(1), 0.0, 100.0), (Some(2), 10.0, 0.5)]);
    assert_eq!(log.counts.half_seconds.first_lines, [2]);
}

/// Ten jobs, one each 100 s; users 1 and 2 in turn.
fn ten() -> String {
    let line = |own: u32| format!("{own} {} -1 10 1 -1 -1 1 90 -1 1 {}\n", 100 * (own - 1), 1 + own % 2);
    format!("; UnixStartTime: 86400\n; TimeZoneString: UTC\n{}", (1..=10).map(line).collect::<String>())
}

#[test]
fn a_part_of_a_log_is_chosen() {
    let numbers = |reading: Reading| {
        let log = read(&ten(), reading).unwrap();
        log.records().iter().filter_map(|own| own.number()).collect::<Vec<_>>()
    };
    let bound = |text| Some(Bound::parse("from", text).unwrap());
    let filter = |text| Filter::parse("only", text).unwrap();
    let usual = Reading::default;
    assert_eq!(numbers(Reading { from: bound("job 9"), ..usual() }), [9, 10]);
    assert_eq!(numbers(Reading { until: bound("job 2"), ..usual() }), [1, 2]);
    assert_eq!(numbers(Reading { from: bound("200"), until: bound("400"), ..usual() }), [3, 4]);
    assert_eq!(numbers(Reading { from: bound("1970-01-02 00:13:20"), ..usual() }), [9, 10]);
    assert_eq!(numbers(Reading { only: filter("user=1"), without: filter("number=..6"), ..usual() }), [8, 10]);
    assert_eq!(
        numbers(Reading { without: filter("user=1 number=3..9; user=2 submit=600.."), ..usual() }),
        [1, 2, 3, 5, 10]
    );
}

#[test]
fn settings_that_leave_no_job_are_named() {
    let only = Filter::parse("only", "user=7").unwrap();
    let said = read(&ten(), Reading { only, ..Reading::default() }).unwrap_err().to_string();
    assert!(said.contains("its 10 records are all left out, 10 × left out by the settings"), "{said}");
    assert!(said.contains("Widen the settings status, from, until, only and without"), "{said}");
    let from = Some(Bound::parse("from", "2001-03-01").unwrap());
    let said = read("1 0 -1 10 1\n", Reading { from, ..Reading::default() }).unwrap_err().to_string();
    assert!(said.contains("from is a date, but the header of the log has no UnixStartTime"), "{said}");
}

#[test]
fn doubtful_content_is_remarked() {
    let said = |text: &str| {
        let log = read(text, Reading::default()).unwrap();
        [doubts(&log), remarks(&log)].concat().join("\n")
    };
    let five = said("1 0 60 2 4\n2 5 60 2 4\n");
    assert!(
        five.contains("All records have fewer fields than the Standard Workload Format: 5 instead of 18"),
        "{five}"
    );
    assert!(five.contains("fields that are not used: 3 (wait)") && five.contains("no header"), "{five}");
    let large = said("; MaxProcs: 4\n; Preemption: Yes\n1 0 -1 5 2\n2 0 -1 5 8\n");
    assert!(large.contains("1 job of the log has more processors than MaxProcs (4) says (line 4)."), "{large}");
    assert!(large.contains("The header's Preemption (Yes) is not used."), "{large}");
    let over = said("1 0 -1 700 2 -1 -1 2 100\n2 0 -1 600 2 -1 -1 2 100\n3 0 -1 60 2 -1 -1 2 100\n");
    assert!(over.contains("Most jobs run longer than 500"), "{over}");
    let some = said("1 0 -1 70 2 -1 -1 2 100\n2 0 -1 130 2 -1 -1 2 100\n");
    assert!(some.contains("1 of 2 jobs run longer than requested, by up to 30 s."), "{some}");
}

#[test]
fn parts_of_different_jobs_are_not_joined() {
    let part = |number: i32, submit: u32, status: u32, user: u32| {
        format!("{number} {submit} -1 50 4 -1 -1 4 200 -1 {status} {user} -1 -1 1 1 -1 -1\n")
    };
    // Without a number, nothing tells which job a part belongs to, with or without a summary line beside it.
    let unknown = [part(-1, 0, 3, 1), part(-1, 100, 1, 2), part(-1, 200, 3, 2), part(5, 300, 1, 1)].concat();
    let log = read(&unknown, Reading::default()).unwrap();
    assert_eq!((log.records().len(), dropped(&log)), (2, vec![(Reason::PartAlone, 2)]));
    // The last part ends a job, and another user has another job.
    let ended = [part(1, 0, 3, 1), part(1, 200, 3, 1), part(1, 300, 3, 2)].concat();
    let log = read(&ended, Reading::default()).unwrap();
    assert_eq!((log.records().len(), log.counts.joined.count), (3, 3));
    assert_eq!(log.counts.out_of_order.count, 0);
}
