//! Tests of reading Slurm's accounting.

use super::*;
use proptest::prelude::*;

const HEADER: &str = "JobID|Submit|Start|End|ElapsedRaw|AllocCPUS|NNodes|TimelimitRaw|User|QOS|Partition|State";

/// The jobs of a table, and the reasons for lines that were left out.
fn read(accounting: &mut Accounting, table: &str) -> (Vec<Row>, Vec<Reason>) {
    let (mut rows, mut reasons) = (Vec::new(), Vec::new());
    for (line, number) in table.lines().zip(1..) {
        match accounting.line(line, number) {
            Ok(Line::Job(row)) => rows.push(*row),
            Ok(Line::Step(..) | Line::Nothing) => {}
            Err(reason) => reasons.push(reason),
        }
    }
    (rows, reasons)
}

/// Lines of the Standard Workload Format, without the time of submission, for lines below [`HEADER`].
fn swf(lines: &str) -> Vec<String> {
    let mut accounting = Accounting::default();
    let (rows, _) = read(&mut accounting, &format!("{HEADER}\n{lines}"));
    rows.iter().map(|row| row.fields(accounting.rule())).collect()
}

#[test]
fn a_line_becomes_a_record() {
    let line = "77|1970-01-02T00:00:00|1970-01-02T00:01:40|1970-01-02T00:03:40|120|8|2|5|alice|long|gpu|COMPLETED";
    assert_eq!(swf(line), ["77 100 120 8 -1 -1 -1 300 -1 1 alice -1 -1 long gpu -1 -1"]);
    let (rows, _) = read(&mut Accounting::new(ProcessorRule::Nodes, None), &format!("{HEADER}\n{line}"));
    assert_eq!(rows[0].fields(ProcessorRule::Nodes), "77 100 120 2 -1 -1 -1 300 -1 1 alice -1 -1 long gpu -1 -1");
}

/// A table is a log like any other: in order of submission, from time 0, with names.
#[test]
fn a_table_is_read_as_a_log() {
    let table = format!(
        "\u{feff}\n# printed by cron\n{HEADER}\r\n\
         2|2024-03-31T01:00:00|2024-03-31T01:00:10|2024-03-31T01:02:10|120|8|2|5|bob|long|gpu|COMPLETED\r\n\
         2.batch|2024-03-31T01:00:10|2024-03-31T01:00:10|2024-03-31T01:02:10|120|8|2|||||COMPLETED\r\n\
         1_1|2024-03-31T00:59:00|2024-03-31T01:00:00|2024-03-31T01:01:00|60|4|1||alice|q|main|CANCELLED by 7\r\n\
         3|2024-03-31T00:59:00|None|2024-03-31T01:01:00|0|4|1||alice|q|main|CANCELLED by 7\r\n\
         4|2024-03-31T01:59:00|2024-03-31T01:59:00|Unknown|60|4|1||alice|q|main|RUNNING\r\n\
         5|2024-03-31T01:59:00|2024-03-31T01:59:00|Un"
    );
    let read = |bytes: &[u8]| crate::logs::read("jobs.txt", &mut &bytes[..]).unwrap();
    let log = read(table.as_bytes());
    let jobs: Vec<_> = log.records().iter().map(|own| (own.submit_s, own.runtime_s, own.processors)).collect();
    assert_eq!(jobs, [(0.0, 60.0, 4), (60.0, 120.0, 8)]);
    assert_eq!((log.name(0), log.records()[1].number()), (Some("1_1"), Some(2)));
    assert_eq!(log.records()[1].requested_s(), Some(300.0));
    assert_eq!(log.user_label(log.users()[usize::from(log.records()[0].user)]), "alice");
    assert_eq!(log.header.number("UnixStartTime"), Some(1_711_846_740.0));
    assert_eq!(log.text_bytes, table.len() as u64);
    let notes = [log.notes(), crate::logs::remarks(&log)].concat().join("\n");
    assert!(notes.contains("1 × cancelled before the start (line 7)"), "{notes}");
    assert!(notes.contains("1 × not ended yet (line 8)"), "{notes}");
    assert!(notes.contains("1 × the file breaks off within the record (line 9)"), "{notes}");
    assert!(notes.contains("1 step left out") && !notes.contains("Names in place"), "{notes}");
    // A table without a usable line is an error.
    let refused = |text: &str| crate::logs::read("jobs.txt", &mut text.as_bytes()).unwrap_err().to_string();
    let running = format!("{HEADER}\n4|5|5|Unknown|60|4|1||alice|q|main|RUNNING\n");
    assert!(refused(&running).contains("its only record is left out, 1 × not ended yet (line 2)"));
    assert!(
        refused("JobID|User|State\n1|alice|COMPLETED\n")
            .contains("jobs.txt is output of sacct without a column of the")
    );
}

#[test]
fn an_import_is_a_log_with_details() {
    let table = format!(
        "{HEADER}|MaxRSS|Account\n\
         2|2024-10-27T02:50:00|2024-10-27T02:50:00|2024-10-27T02:00:00|600|8|2|5|bob|long|gpu|COMPLETED||a\n\
         2.batch|||||||||||COMPLETED|10240K|a\n2.0|||||||||||COMPLETED|1M|a\n\
         1_1|2024-10-27T01:00:00|2024-10-27T01:00:00|2024-10-27T01:01:00|60|4|1||alice|long|main|FAILED||b\n\
         1_2|2024-10-27T01:00:00|None|2024-10-27T01:01:00|0|4|1||bob|long|main|CANCELLED||b\n\
         3|2024-10-27T01:00:00|Unknown|Unknown|0|4|1||bob|long|main|PENDING||b\n"
    );
    let zone = TimeZone::get("Europe/Berlin").ok();
    let import = |rule| Import::read("jobs.txt", &mut table.as_bytes(), rule, zone.clone()).unwrap().unwrap();
    let cores = import(ProcessorRule::Cores);
    let mut out = Vec::new();
    cores.write(&mut out, "a test").unwrap();
    let text = String::from_utf8(out).unwrap();
    let (header, records): (Vec<&str>, Vec<&str>) = text.lines().partition(|line| line.starts_with(';'));
    assert_eq!(
        records,
        [
            "1 0 0 60 4 -1 -1 4 -1 -1 0 1 -1 -1 1 1 -1 -1",
            "2 0 -1 0 4 -1 -1 4 -1 -1 5 2 -1 -1 1 1 -1 -1",
            "3 6600 0 600 8 -1 -1 8 300 -1 1 2 -1 -1 1 2 -1 -1",
        ]
    );
    for field in [
        "; UnixStartTime: 1729983600",
        "; TimeZone: 7200",
        "; TimeZoneString: Europe/Berlin",
        "; Queue: 1 long",
        "; Partition: 2 gpu",
        "; MaxJobs: 3",
    ] {
        assert!(header.contains(&field), "{field}: {header:?}");
    }
    let peaks: Vec<_> = cores.jobs().iter().map(|job| job.max_rss_mib).collect();
    assert_eq!(peaks, [None, None, Some(10.0)]);
    assert_eq!(cores.counts().left_out(), 1);
    let account = cores.accounting().meanings().into_iter().find(|(name, _)| *name == "Account");
    assert_eq!(account, Some(("Account", None)));
    assert_eq!(cores.columns().unwrap().texts(&cores.jobs()[0].text).unwrap()[13], "b");
    let mut out = Vec::new();
    import(ProcessorRule::Nodes).write(&mut out, "a test").unwrap();
    assert!(String::from_utf8(out).unwrap().contains("3 6600 0 600 2 -1 -1 2 300"));
    let nothing = Import::read("jobs.txt", &mut HEADER.as_bytes(), ProcessorRule::Cores, None).unwrap().unwrap_err();
    assert!(
        nothing
            .to_string()
            .contains("jobs.txt has no job: it has no rows below the header line. Allowed: output of sacct"),
        "{nothing}"
    );
}

#[test]
fn states_become_a_status() {
    for (state, status) in [
        ("COMPLETED", "1"),
        ("FAILED", "0"),
        ("TIMEOUT", "0"),
        ("OUT_OF_MEMORY", "0"),
        ("NODE_FAIL", "0"),
        ("PREEMPTED", "0"),
        ("CANCELLED", "5"),
        ("CANCELLED by 1000", "5"),
        ("CANCELLED+", "5"),
        ("NOVEL", "-1"),
    ] {
        let line = format!("1|100|200|300|100|1|1|5|u|q|p|{state}");
        assert_eq!(swf(&line)[0].split(' ').nth(9), Some(status), "{state}");
    }
    for state in ["RUNNING", "PENDING", "SUSPENDED", "REQUEUE_HOLD"] {
        let line = format!("{HEADER}\n1|100|200|Unknown|100|1|1|5|u|q|p|{state}");
        assert_eq!(read(&mut Accounting::default(), &line).1, [Reason::NotEnded], "{state}");
    }
    // Without the column State, a job without an end has not ended.
    let table = "JobID|Submit|Start|End|NCPUS\n1|100|200|260|1\n2|100|200|Unknown|1";
    let (rows, reasons) = read(&mut Accounting::default(), table);
    assert_eq!((rows[0].runtime_s, rows[0].status, reasons), (Some(60), None, vec![Reason::NotEnded]));
}

#[test]
fn steps_are_no_jobs_but_tasks_of_arrays_and_components_are() {
    let table = format!(
        "{HEADER}\n123|5|6|9|3|1|1||u|q|p|COMPLETED\n123.batch|5|6|9|3|1|1||||p|COMPLETED\n123.extern|||||||||||\n\
         123.0|||||||||||\n124_4|5|6|9|3|1|1||u|q|p|COMPLETED\n124_4.0|||||||||||\n125+0|5|6|9|3|1|1||u|q|p|COMPLETED\n\
         125+1|5|6|9|3|1|1||u|q|p|COMPLETED\n"
    );
    let mut accounting = Accounting::default();
    let (rows, reasons) = read(&mut accounting, &table);
    let ids: Vec<&str> = rows.iter().map(|row| row.id.as_str()).collect();
    assert_eq!((ids, reasons), (vec!["123", "124_4", "125+0", "125+1"], vec![]));
    let notes = accounting.notes(false).join("\n");
    assert!(notes.contains("4 steps left out"), "{notes}");
    assert!(
        notes.contains("Components of heterogeneous jobs, which Slurm starts together: each is a job: 2 (lines 8, 9)")
    );
}

#[test]
fn steps_without_a_line_of_their_job_are_told() {
    let line = "1.batch|5|6|9|3|1|1||||p|COMPLETED\n1.0|||||||||||\n";
    let table = format!("{HEADER}\n{line}2|5|6|9|3|1|1||u|q|p|COMPLETED\n2.0|||||||||||\n");
    let mut accounting = Accounting::default();
    assert_eq!(read(&mut accounting, &table).0.len(), 1);
    let notes = accounting.notes(false).join("\n");
    assert!(
        notes.contains("Steps left out whose job has no line above them, so that this job is missing: 2 (lines 2, 3).")
    );
    assert!(notes.contains("1 step left out; the job of a step has a line of its own."), "{notes}");
    for (lines, what) in [(line, "it has no job, only steps of jobs"), ("", "it has no rows below the header line")] {
        let table = format!("{HEADER}\n{lines}");
        let log = crate::logs::read("jobs.txt", &mut table.as_bytes()).unwrap_err().to_string();
        assert!(log.contains(what) && log.contains("columns (--format JobID,Submit"), "{log}");
        assert!(!log.contains("18 numbers"), "{log}");
        let import = Import::read("jobs.txt", &mut table.as_bytes(), ProcessorRule::Cores, None).unwrap();
        assert!(import.unwrap_err().to_string().contains(what));
    }
}

#[test]
fn run_times_that_are_not_known_are_no_run_times_of_0() {
    let table = "JobID|Submit|Start|End|Elapsed|NCPUS|State\n1|5|6|Unknown||1|COMPLETED\n2|5|6|Unknown||1|FAILED\n\
                 3|5|Unknown|9||1|CANCELLED\n4|5|Unknown|Unknown||1|FAILED\n5|5|None|9||1|NODE_FAIL\n";
    let mut accounting = Accounting::default();
    let (rows, _) = read(&mut accounting, table);
    let times: Vec<_> = rows.iter().map(|row| row.runtime_s).collect();
    assert_eq!(times, [None, None, Some(0), None, Some(0)]);
    assert!(rows[0].fields(ProcessorRule::Cores).starts_with("1 1 -1 1 "));
    let notes = accounting.notes(false).join("\n");
    assert!(notes.contains("neither Elapsed nor Start and End: 3 (lines 2, 3, 5)."), "{notes}");
}

#[test]
fn jobs_without_processors_are_told() {
    let table = "JobID|Submit|Elapsed|NCPUS|AllocTRES\n1|5|60||\n2|5|60|0|\n3|5|60|-4|\n4|5|60||cpu=2\n";
    let import = Import::read("jobs.txt", &mut table.as_bytes(), ProcessorRule::Cores, None).unwrap().unwrap();
    let mut out = Vec::new();
    import.write(&mut out, "a test").unwrap();
    let text = String::from_utf8(out).unwrap();
    let requested: Vec<&str> =
        text.lines().filter(|line| !line.starts_with(';')).filter_map(|line| line.split(' ').nth(7)).collect();
    assert_eq!(requested, ["-1", "-1", "-1", "2"]);
    let notes = import.accounting().notes(false).join("\n");
    assert!(notes.contains("Jobs without processors, used or requested: 3 (lines 2, 3, 4)."), "{notes}");
}

#[test]
fn time_limits_that_are_not_understood_are_unknown() {
    let limits = ["foo", "1.5", "unlimited", "PARTITION_LIMIT", "5", "unknown"];
    let line = |(limit, id)| format!("{id}|5|6|9|3|1|1|{limit}|u|q|p|COMPLETED\n");
    let table = format!("{HEADER}\n{}", limits.into_iter().zip(1..).map(line).collect::<String>());
    let mut accounting = Accounting::default();
    let (rows, reasons) = read(&mut accounting, &table);
    let requested: Vec<_> = rows.iter().map(|row| row.requested_s).collect();
    assert_eq!((requested, reasons), (vec![None, None, None, None, Some(300), None], vec![]));
    let notes = accounting.notes(false).join("\n");
    for note in [
        "Jobs with a time limit that is not understood; it counts as unknown: 2 (lines 2, 3).",
        "Jobs without a time limit (UNLIMITED, Partition_Limit): 2 (lines 4, 5).",
        "The first value that is not understood is \"foo\" (line 2).",
    ] {
        assert!(notes.contains(note), "{notes}");
    }
}

/// The order of jobs places a submission in the second of two hours, unless the job started in the first one.
#[test]
fn a_submission_is_not_after_its_start() {
    let day = "2024-10-27T";
    let table = format!(
        "JobID|Submit|Start|End|ElapsedRaw|NCPUS\n1|{day}02:30:00|{day}02:50:00|{day}02:10:00|1200|4\n\
         2|{day}02:20:00|{day}02:20:00|{day}03:20:00|7200|4\n3|{day}05:00:00|{day}04:00:00|{day}04:01:00|60|4\n"
    );
    let mut accounting = Accounting::new(ProcessorRule::Cores, TimeZone::get("Europe/Berlin").ok());
    let (rows, _) = read(&mut accounting, &table);
    let times: Vec<_> = rows.iter().map(|row| (row.submit_s - 1_729_987_200, row.wait_s)).collect();
    assert_eq!(times, [(1800, Some(1200)), (1200, Some(0)), (14_400, None)]);
    let notes = accounting.notes(false).join("\n");
    assert!(notes.contains("Jobs with a Start before Submit; their wait is unknown: 1 (line 4)."), "{notes}");
}

/// A job that was preempted may keep its submission.
#[test]
fn executions_of_other_times_are_jobs() {
    let first = "1|5|10|30|20|4|1||u|q|p|PREEMPTED\n";
    let table = format!("{HEADER}\n{first}1|5|120|180|60|4|1||u|q|p|COMPLETED\n{first}");
    let (rows, reasons) = read(&mut Accounting::default(), &table);
    let times: Vec<_> = rows.iter().map(|row| (row.wait_s, row.runtime_s)).collect();
    assert_eq!((times, reasons), (vec![(Some(5), Some(20)), (Some(115), Some(60))], vec![Reason::Repeated]));
}

/// A requeued job has a new submission; files of two months both have the jobs that ran at the change of month.
#[test]
fn a_job_counts_once_per_submission() {
    let line = |submit| format!("7|{submit}|20|30|10|1|1||u|q|p|COMPLETED\n");
    let table = format!("{HEADER}\n{}{}{}\n{HEADER}\n{}", line(5), line(15), line(15), line(5));
    let mut accounting = Accounting::default();
    let (rows, reasons) = read(&mut accounting, &table);
    assert_eq!(rows.len(), 2);
    assert_eq!(reasons, [Reason::Repeated, Reason::Repeated]);
    assert!(
        accounting.notes(false).join("\n").contains("because Slurm requeued it: each execution is a job: 1 (line 3)")
    );
}

#[test]
fn columns_of_one_meaning_are_alternatives() {
    let table = "State|AllocTRES|ReqTRES|Elapsed|Timelimit|UID|Submit|JobIDRaw|Start\n\
        FAILED|billing=9,cpu=4,gres/gpu:a100=2,gres/gpu:v100=1,mem=2G,node=2|cpu=3,node=1|1-00:00:01|2-12:00:00|1005|50|9|60\n\
        FAILED|||00:00:00|UNLIMITED|0|50|10|None\n\
        FAILED|cpu=1,node=1,gres/gpu=4|cpu=1|00:00:07|Partition_Limit|0|50|11|60\n";
    let mut accounting = Accounting::default();
    let (rows, _) = read(&mut accounting, table);
    let lines: Vec<String> = rows.iter().map(|row| row.fields(accounting.rule())).collect();
    assert_eq!(
        lines,
        [
            "9 10 86401 4 -1 -1 3 216000 524288,gpus=0.75 0 1005 -1 -1 -1 -1 -1 -1",
            "10 -1 0 -1 -1 -1 -1 -1 -1 0 0 -1 -1 -1 -1 -1 -1",
            "11 10 7 1 -1 -1 1 -1 0,gpus=4 0 0 -1 -1 -1 -1 -1 -1",
        ]
    );
    let gpus: Vec<_> = rows.iter().map(|row| (row.gpus, row.memory_mib)).collect();
    assert_eq!(gpus, [(Some(3), Some(2048.0)), (None, None), (Some(4), None)]);
    let notes = accounting.notes(false).join("\n");
    assert!(notes.contains("Jobs without a time limit (UNLIMITED, Partition_Limit): 2 (lines 3, 4)."), "{notes}");
    assert!(notes.contains("2 jobs with GPUs"), "{notes}");
}

/// 27 October 2024 in Berlin: the clocks show 2 to 3 o'clock twice.
#[test]
fn the_hour_that_the_clocks_show_twice() {
    let zone = || TimeZone::get("Europe/Berlin").ok();
    let table = format!(
        "{HEADER}\n\
         1|2024-10-27T02:50:00|2024-10-27T02:50:00|2024-10-27T02:50:10|10|1|1||u|q|p|COMPLETED\n\
         2|2024-10-27T02:10:00|2024-10-27T02:20:00|2024-10-27T03:20:00|3600|1|1||u|q|p|COMPLETED\n\
         3|2024-10-27T01:30:00|2024-10-27T02:30:00|2024-10-27T02:30:00|3600|1|1||u|q|p|COMPLETED\n"
    );
    let mut accounting = Accounting::new(ProcessorRule::Cores, zone());
    let (rows, _) = read(&mut accounting, &table);
    let times: Vec<_> = rows.iter().map(|row| (row.submit_s - 1_729_980_000, row.wait_s, row.runtime_s)).collect();
    assert_eq!(times, [(10_200, Some(0), Some(10)), (11_400, Some(600), Some(3600)), (5400, Some(3600), Some(3600))]);
    let notes = accounting.notes(false).join("\n");
    assert!(notes.contains("Jobs submitted in the hour that the clocks show twice, placed by the order of jobs: 2"));
    assert!(!notes.contains("Start + Elapsed"), "{notes}");
    // Without the zone, run times are those of Elapsed, and the change of clocks is told.
    let mut accounting = Accounting::default();
    let (rows, _) = read(&mut accounting, &table);
    assert_eq!(rows[2].runtime_s, Some(3600));
    let notes = accounting.notes(false).join("\n");
    assert!(
        notes.contains("an hour off Start + Elapsed, as when clocks change; their run time is Elapsed: 1 (line 4)")
    );
    assert!(notes.contains("Times without a zone"), "{notes}");
}

#[test]
fn what_is_wrong_with_a_line_is_told() {
    let table = format!(
        "{HEADER}\n1|yesterday|6|9|3|1|1||u|q|p|COMPLETED\n2|5|6|9|3|1|1||u|q|p\n3|Unknown|6|9|3|1|1||u|q|p|COMPLETED\n\
         4|5|6|9|soon|1|1||u|q|p|COMPLETED\n6|5|9|6||1|1||u|q|p|COMPLETED\n"
    );
    let mut accounting = Accounting::default();
    let (rows, reasons) = read(&mut accounting, &table);
    assert!(rows.is_empty());
    let expected = [Reason::NoTime, Reason::Cells, Reason::NoSubmitTime, Reason::NoTime, Reason::NoRunTime];
    assert_eq!(reasons, expected);
    let notes = accounting.notes(false).join("\n");
    assert!(notes.contains("The first value that is not understood is \"yesterday\" (line 2)."), "{notes}");
}

#[test]
fn tables_that_cannot_be_read_say_what_to_do() {
    for (header, wrong, remedy) in [
        ("JobID|User", "without a column of the submission: it has JobID, User. Allowed: Submit", "sacct --allusers"),
        ("JobID|Submit|Start", "without a column of the run time", "Print it again"),
        ("JobID|Submit|Elapsed", "without a column of the processors", "Print it again"),
        ("123|alice|COMPLETED", "does not begin with the header line", "without --noheader"),
    ] {
        let mut accounting = Accounting::default();
        read(&mut accounting, header);
        let problem = accounting.problem().unwrap().to_string();
        assert!(problem.contains(wrong) && problem.contains(remedy), "{problem}");
    }
    let mut nodes = Accounting::new(ProcessorRule::Nodes, None);
    read(&mut nodes, "JobID|Submit|Elapsed|NCPUS");
    assert!(nodes.problem().unwrap().to_string().contains("without a column of the nodes"));
}

#[test]
fn nodes_and_cores_that_are_mixed() {
    let table = format!("{HEADER}\n1|5|6|9|3|48|1||u|q|p|COMPLETED\n2|5|6|9|3|4|1||u|q|p|COMPLETED\n");
    let note = |rule, table: &str| {
        let mut accounting = Accounting::new(rule, None);
        read(&mut accounting, table);
        accounting.notes(false).swap_remove(0)
    };
    assert_eq!(note(ProcessorRule::Cores, &table), "A processor is a core.");
    let nodes = note(ProcessorRule::Nodes, &table);
    assert!(nodes.contains("but 1 of 2 jobs have fewer than 48 cores per node: they may share nodes"), "{nodes}");
    let whole = table.replace("|4|1|", "|96|2|");
    assert!(note(ProcessorRule::Cores, &whole).contains("every job has 48 cores per node: jobs get whole nodes"));
    assert_eq!(note(ProcessorRule::Nodes, &whole), "A processor is a node.");
    let only = note(ProcessorRule::Cores, "JobID|Submit|Elapsed|NNodes\n1|5|00:00:05|3");
    assert_eq!(only, "A processor is a node, because no column has cores.");
}

proptest! {
    /// Any text is read without a panic, and a job is never before 1970 nor of negative length.
    #[test]
    fn any_table_is_read(
        names in prop::sample::subsequence(HEADER.split('|').collect::<Vec<_>>(), 0..12),
        cells in prop::collection::vec("[0-9TZ:+. _-]{0,20}|COMPLETED|RUNNING|UNLIMITED|Unknown|\\PC{0,12}", 0..60),
        zoned in any::<bool>(),
    ) {
        let width = names.len().max(1);
        let lines: Vec<String> = cells.chunks(width).map(|row| row.join("|")).collect();
        let table = format!("{}\n{}", names.join("|"), lines.join("\n"));
        let zone = TimeZone::get("Australia/Lord_Howe").ok().filter(|_| zoned);
        let mut accounting = Accounting::new(ProcessorRule::Cores, zone);
        let (rows, _) = read(&mut accounting, &table);
        prop_assert!(rows.iter().all(|row| row.submit_s >= 0 && row.runtime_s.is_none_or(|own| own >= 0)));
        prop_assert!(rows.iter().all(|row| row.wait_s.is_none_or(|wait_s| wait_s >= 0)));
        prop_assert!(rows.iter().all(|row| row.fields(accounting.rule()).split_ascii_whitespace().count() == 17));
        accounting.notes(false);
    }
}

#[test]
fn a_message_has_no_control_characters() {
    let file = &b"a\x0b\x1bb|State\n"[..];
    let said = crate::logs::Reader::new("table", file).import().unwrap_err().to_string();
    assert!(said.contains("but with \"a  b|State\"") && !said.contains(char::is_control), "{said}");
}
