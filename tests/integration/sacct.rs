//! Slurm's accounting on the command line: read as a log, imported, simulated.

mod day;

use crate::cli::{Folder, refused, run, run_with};
use metasched::logs::{Log, read, remarks};
use serde_json::Value;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

/// The accounting of a real Slurm 22.05 (Debian 12) with one node of 16 cores and 4 GPUs, and backfilling. It was made
/// by `sbatch`, `scancel` and `scontrol requeue`, and printed by `sacct --allusers --parsable2 --duplicates --starttime
/// 2026-01-01 --format JobID,JobName,User,Account,Partition,QOS,Submit,Eligible,Start,End,ElapsedRaw,NNodes,AllocCPUS,
/// ReqCPUS,AllocTRES,MaxRSS,Timelimit,State,ExitCode`.
const REAL: &str = include_str!("sacct/slurm-22.05.txt");

/// The sample of the handbook.
const SAMPLE: &str = include_str!("../../handbook/src/how-to/slurm.txt");

/// Local time in Berlin, which is one hour behind from 27 October 2024, 1 o'clock UTC. `unix_s` is in October 2024.
fn berlin(unix_s: i64) -> String {
    const OCTOBER_S: i64 = 1_727_740_800;
    const CHANGE_S: i64 = 1_729_990_800;
    let s = unix_s - OCTOBER_S + if unix_s < CHANGE_S { 7200 } else { 3600 };
    let (day, s) = (s / 86_400 + 1, s % 86_400);
    format!("2024-10-{day:02}T{:02}:{:02}:{:02}", s / 3600, s / 60 % 60, s % 60)
}

/// A machine of 8 nodes with 32 cores and 2 GPUs each, which starts jobs in order of submission.
struct Machine {
    free: u32,
    ends: Vec<(i64, u32)>,
    last_start_s: i64,
}

impl Machine {
    fn start(&mut self, submit_s: i64, cores: u32, runtime_s: i64) -> i64 {
        let mut now_s = submit_s.max(self.last_start_s);
        self.ends.sort_unstable();
        while let Some(&(end_s, released)) = self.ends.first() {
            if end_s > now_s && self.free >= cores {
                break;
            }
            now_s = now_s.max(end_s);
            self.free += released;
            self.ends.remove(0);
        }
        self.free -= cores;
        self.ends.push((now_s + runtime_s, cores));
        self.last_start_s = now_s;
        now_s
    }
}

/// Draws the sample: two days around the end of summer time, by a generator of Lehmer.
fn sample() -> String {
    let mut state = 20_241_027u64;
    let mut draw = |choices: u64| {
        state = state * 48_271 % 2_147_483_647;
        state % choices
    };
    let mut machine = Machine { free: 256, ends: Vec::new(), last_start_s: 0 };
    let mut lines = vec![
        "JobID|User|Account|Partition|QOS|Submit|Eligible|Start|End|ElapsedRaw|NNodes|AllocCPUS|ReqCPUS|AllocTRES|\
         TimelimitRaw|State|ExitCode"
            .to_owned(),
    ];
    let users =
        [("alice", "physics"), ("bob", "physics"), ("chen", "biology"), ("dana", "biology"), ("emil", "chemistry")];
    let (mut id, mut submit_s) = (71_200, 1_729_926_000);
    while lines.len() < 300 {
        id += 1 + draw(3);
        submit_s += (60 + draw(1800)) as i64;
        let (user, account) = users[draw(5) as usize];
        let gpus = if draw(6) == 0 { 1 + draw(4) as u32 } else { 0 };
        let partition = if gpus > 0 { "gpu" } else { ["main", "main", "long"][draw(3) as usize] };
        let qos = if draw(5) == 0 { "high" } else { "normal" };
        let cores = if gpus > 0 { 8 * gpus } else { [1, 4, 8, 16, 32, 64, 128][draw(7) as usize] };
        let limit = [30, 60, 120, 240, 720][draw(5) as usize];
        let tasks = if draw(12) == 0 { 4 } else { 1 };
        let fate = draw(20);
        for task in 1..=tasks {
            let job = if tasks > 1 { format!("{id}_{task}") } else { id.to_string() };
            let first_s = limit * 60;
            let (runtime_s, state, code) = match fate {
                0 => (first_s + 12, "TIMEOUT", "0:0"),
                1 => (1 + draw(200) as i64, "FAILED", "1:0"),
                2 => (draw(first_s as u64) as i64, "CANCELLED by 1004", "0:15"),
                3 if gpus == 0 => (600 + draw(600) as i64, "OUT_OF_MEMORY", "0:125"),
                4 if cores > 16 => (900 + draw(600) as i64, "NODE_FAIL", "1:0"),
                5 => (0, "CANCELLED by 1004", "0:0"),
                _ => (30 + draw(first_s as u64 - 30) as i64, "COMPLETED", "0:0"),
            };
            let nodes = cores.div_ceil(32);
            let gres = if gpus > 0 { format!("gres/gpu={gpus},") } else { String::new() };
            let mut tres = format!("billing={cores},cpu={cores},{gres}mem={}G,node={nodes}", 4 * cores);
            let never = runtime_s == 0;
            let start_s = if never { 0 } else { machine.start(submit_s, cores, runtime_s) };
            let end_s = if never { submit_s + 300 } else { start_s + runtime_s };
            let start = if never { "None".to_owned() } else { berlin(start_s) };
            if never {
                tres.clear();
            }
            let limit = if fate == 7 && partition == "long" { "UNLIMITED".to_owned() } else { limit.to_string() };
            let (submit, end) = (berlin(submit_s), berlin(end_s));
            let row = |job: &str, user: &str, limit: &str| {
                format!(
                    "{job}|{user}|{account}|{partition}|{qos}|{submit}|{submit}|{start}|{end}|{runtime_s}|{nodes}|{cores}|{cores}|\
                     {tres}|{limit}|{state}|{code}"
                )
            };
            lines.push(row(&job, user, &limit));
            if !never {
                let step = |name: &str| {
                    format!(
                        "{job}.{name}||{account}|||{start}|{start}|{start}|{end}|{runtime_s}|{nodes}|{cores}|{cores}|cpu={cores},node={nodes}||"
                    )
                };
                lines.push(step("batch") + state.split(' ').next().unwrap() + "|" + code);
                if draw(4) == 0 {
                    lines.push(step("0") + "COMPLETED|0:0");
                }
            }
        }
    }
    lines.truncate(300);
    lines.join("\n") + "\n"
}

/// `METASCHED_BLESS=1` rewrites the sample.
#[test]
fn the_sample_of_the_handbook_is_drawn() {
    if std::env::var_os("METASCHED_BLESS").is_some() {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("handbook/src/how-to/slurm.txt");
        fs::write(path, sample()).unwrap();
    }
    assert!(sample() == SAMPLE, "METASCHED_BLESS=1 writes the sample anew");
}

/// The real accounting as a log: jobs by number or name, with submission, start, run time, cores and requested time.
#[test]
fn the_accounting_of_a_real_slurm_is_a_log() {
    let log = read("slurm.txt", &mut REAL.as_bytes()).unwrap();
    let numbered = |number| log.records().iter().find(|own| own.number() == Some(number)).unwrap();
    let fields = |number| {
        let own = numbered(number);
        (own.submit_s, own.runtime_s, own.processors, own.requested_s())
    };
    assert_eq!(fields(1), (0.0, 40.0, 8, Some(120.0)));
    assert_eq!(fields(2), (0.0, 20.0, 4, Some(60.0)));
    // Timed out after 67 s, because Slurm looks at limits from time to time.
    assert_eq!(fields(8), (5.0, 67.0, 2, Some(60.0)));
    assert_eq!(fields(9), (5.0, 19.0, 6, None));
    let names: Vec<&str> = (0..log.records().len()).filter_map(|at| log.name(at)).collect();
    assert_eq!(names, ["6_1", "6_2", "6_3", "6_4"]);
    // Job 13 ran, was requeued, and ran again with a new submission.
    let requeued = log.records().iter().filter(|own| own.number() == Some(13));
    assert_eq!(requeued.map(|own| (own.submit_s, own.runtime_s)).collect::<Vec<_>>(), [(11.0, 15.0), (667.0, 30.0)]);
    assert_eq!((log.records().len(), log.user_count()), (21, 4));
    let notes = [log.notes(), remarks(&log)].concat().join("\n");
    for note in [
        "4 × cancelled before the start (lines 19, 20, 21, 48)",
        "1 × a run time of 0",
        "23 steps left out",
        "Jobs without a time limit (UNLIMITED, Partition_Limit): 1",
        "Components of heterogeneous jobs, which Slurm starts together: each is a job: 2 (lines 20, 21)",
        "1 job with GPUs",
        "no field: JobName, Account, NNodes, ExitCode",
    ] {
        assert!(notes.contains(note), "{note}:\n{notes}");
    }
}

/// The first jobs of the real accounting, simulated with EASY backfilling on requested times, start as Slurm started
/// them. Slurm left two cores idle until it looked at job 8, 16 s after the job could start, which delayed all later jobs by
/// as much. Job 9 has no time limit, so Slurm did not use it to fill gaps.
#[test]
fn a_simulation_starts_jobs_as_slurm_did() {
    let folder = Folder::new("sacct-simulated");
    // Until a heterogeneous job, for which the machine has too few nodes, blocked the queue.
    let scenario = format!(
        r#"{{"platform": {{"clusters": [{{"nodes": 16}}]}},
            "workload": {{"model": "swf", "path": "{}", "home": "first", "estimates": "requested", "until": "11",
                          "without": "number=9"}},
            "schedulers": [{{"policy": "no-share", "queue": "easy"}}],
            "experiment": {{"replications": 1, "sweep": []}}}}"#,
        folder.file("slurm.txt", REAL)
    );
    let scenario = folder.file("slurm.json", scenario);
    let said = run(&["run", &scenario, "--quiet", "--jobs-out", "-"]);
    assert_eq!(said.code, 0, "{}", said.err);
    let mut rows = said.out.lines().map(|line| line.split(',').collect::<Vec<_>>());
    let heads = rows.next().unwrap();
    let column = |name| heads.iter().position(|own| *own == name).unwrap();
    let (id, start) = (column("log_job_id"), column("starting_time"));
    let simulated: BTreeMap<String, f64> = rows.map(|row| (row[id].to_owned(), row[start].parse().unwrap())).collect();
    // Seconds after the first submission, 18:21:25: starts by Slurm, and how much earlier the simulation starts the job.
    let real = [
        ("1", 0.0, 0.0),
        ("2", 0.0, 0.0),
        ("3", 88.0, 16.0),
        ("4", 0.0, 0.0),
        ("5", 109.0, 17.0),
        ("6_1", 109.0, 17.0),
        ("6_2", 109.0, 17.0),
        ("6_3", 109.0, 17.0),
        ("6_4", 109.0, 17.0),
        ("7", 16.0, -4.0),
        ("8", 21.0, 16.0),
    ];
    assert_eq!(simulated.len(), real.len(), "{simulated:?}");
    for (job, start_s, earlier_s) in real {
        assert_eq!(simulated[job], start_s - earlier_s, "job {job}");
    }
}

#[test]
fn an_import_writes_a_log_and_its_details() {
    let folder = Folder::new("sacct-import");
    let (table, log, details) = (folder.file("slurm.txt", SAMPLE), folder.path("my.swf"), folder.path("my.csv"));
    let import = ["import", "sacct", &table, "-o", &log, "--details", &details, "--timezone", "Europe/Berlin"];
    let said = run(&import);
    assert_eq!(said.code, 0, "{}", said.err);
    for line in ["Account", "status: 1 completed", "161 steps left out", "138 jobs in the log"] {
        assert!(said.out.contains(line), "{line}: {}", said.out);
    }
    // Clocks change between Start and End, which the zone explains.
    assert!(!said.out.contains("off Start") && !said.out.contains("not Start"), "{}", said.out);
    let swf = fs::read_to_string(&log).unwrap();
    let records: Vec<Vec<f64>> = swf
        .lines()
        .filter(|line| !line.starts_with(';'))
        .map(|line| line.split(' ').map(|field| field.split(',').next().unwrap().parse().unwrap()).collect())
        .collect();
    let csv = fs::read_to_string(&details).unwrap();
    let details: Vec<Vec<&str>> = csv.lines().skip(1).map(|line| line.split(',').collect()).collect();
    assert_eq!(records.len(), details.len());
    for (record, detail) in records.iter().zip(&details) {
        assert_eq!(record[0].to_string(), detail[0]);
        assert_eq!(record[4].to_string(), detail[1], "cores");
    }
    // In time order although clocks went back, with waits that fit.
    assert!(records.windows(2).all(|pair| pair[0][1] <= pair[1][1]));
    assert!(records.iter().all(|record| record[2] >= -1.0));
    // Details on standard output leave the account to standard error.
    let piped = run(&["import", "sacct", &table, "-o", &folder.path("piped.swf"), "--details", "-"]);
    assert!(piped.out.starts_with("number,cores,") && !piped.out.contains("jobs in the log"), "{}", piped.out);
    for line in ["only in the details: a log has no field", "138 jobs in the log"] {
        assert!(piped.err.contains(line), "{line}: {}", piped.err);
    }
    // The log and the table give the same jobs, where no zone is given.
    let import = ["import", "sacct", &table, "-o", &folder.path("plain.swf"), "--quiet"];
    assert_eq!(run(&import).code, 0);
    let jobs = |log: &Log| -> Vec<_> {
        log.records().iter().map(|own| (own.submit_s, own.runtime_s, own.processors, own.requested_s())).collect()
    };
    let text = fs::read(folder.path("plain.swf")).unwrap();
    let (imported, direct) = (read("a", &mut &text[..]).unwrap(), read("b", &mut SAMPLE.as_bytes()).unwrap());
    assert_eq!(jobs(&imported), jobs(&direct));
    let notes = remarks(&direct).join("\n");
    assert!(notes.contains("with GPUs") && notes.contains("an hour off Start + Elapsed"), "{notes}");
    // Nodes as processors, by the option and by the setting of a scenario.
    let nodes = run(&["import", "sacct", &table, "--processors", "nodes"]);
    assert!(nodes.err.contains("they may share nodes, and count as whole ones"), "{}", nodes.err);
    let traced = run(&["trace", &table, "--json"]);
    let traced: Value = serde_json::from_str(&traced.out).unwrap();
    assert_eq!(traced["usable"], direct.records().len());
    // Standard input and output, and a file that exists.
    let piped = run_with(SAMPLE.as_bytes(), &["import", "sacct", "-", "--quiet"]);
    assert_eq!(piped.out, String::from_utf8(text).unwrap());
}

#[test]
fn what_cannot_be_imported_says_what_to_do() {
    let folder = Folder::new("sacct-refused");
    let file = |text: &str| folder.file("slurm.txt", text);
    for (text, wrong, remedy) in [
        ("", "has no job", "--starttime"),
        (
            "1 0 -1 60 4\n",
            "does not begin with the header line of a table of sacct, but with \"1 0 -1 60 4\"",
            "--noheader",
        ),
        ("JobID  JobName\n-----  -------\n", "is a table of Slurm for people", "--parsable2"),
        ("JobID|Submit|State\n", "without a column of the run time: it has JobID, Submit, State", "sacct --allusers"),
        ("JobID|Submit|Elapsed|NCPUS\n1|soon|00:01:00|4\n", "1 × a time that is not understood (line 2)", "Check"),
        ("JobID|Submit|Elapsed|NCPUS\n1|5|00:01:00|4\nJobID|User\n", "other columns (line 3)", "alike"),
    ] {
        let said = refused(&["import", "sacct", &file(text), "-o", &folder.path("no.swf")]);
        assert!(said.contains(wrong) && said.contains(remedy), "{said}");
        assert!(!Path::new(&folder.path("no.swf")).exists());
    }
    let text = file("JobID|Submit|Elapsed|NCPUS\n1|5|00:01:00|4\n");
    let said = refused(&["import", "sacct", &text, "--timezone", "Berlin"]);
    assert!(said.contains("--timezone is \"Berlin\", which is no time zone. Allowed: a name of the tz"), "{said}");
    assert!(refused(&["import", "sacct", &text, "-o", &text]).contains("is a file that this command reads"));
    assert!(refused(&["import", "sacct", &text, "--processors", "nodes"]).contains("without a column of the nodes"));
    let mut long = String::from("JobID|Submit|Elapsed|NCPUS\n");
    writeln!(long, "1|5|00:01:00|{}", "4".repeat(1 << 20)).unwrap();
    long += "2|5|00:01:00|4\n";
    let said = run(&["import", "sacct", &file(&long), "-o", &folder.path("long.swf")]);
    assert!(
        said.out.contains("1 line left out: 1 × a line too long for a record (line 2)."),
        "{}{}",
        said.out,
        said.err
    );
}
