//! `metasched explain` on a system small enough to follow by hand.

use crate::cli::Folder;
use crate::cli::refused;
use crate::cli::run;
use crate::reproduce::assert_well_formed;
use serde_json::Value;

/// Number of nodes, run time \[s\] and partition of five jobs. The first four jobs arrive 10 s apart, and the fifth job
/// arrives at 110 s.
const LOG: &str = "\
1 0 -1 100 6 -1 -1 6 -1 -1 1 1 1 1 1 1 -1 -1
2 10 -1 60 7 -1 -1 7 -1 -1 1 1 1 1 1 2 -1 -1
3 20 -1 100 14 -1 -1 14 -1 -1 1 1 1 1 1 1 -1 -1
4 30 -1 30 2 -1 -1 2 -1 -1 1 1 1 1 1 2 -1 -1
5 110 -1 50 7 -1 -1 7 -1 -1 1 1 1 1 1 3 -1 -1
";

/// Clusters of 10, 10 and 2 nodes behind links of 100 Mbps; jobs communicate half of the time.
const SCENARIO: &str = r#"{
    "title": "Five jobs",
    "platform": { "clusters": [{ "count": 2, "nodes": 10, "link_mbps": 100 }, { "count": 1, "nodes": 2, "link_mbps": 100 }] },
    "workload": { "model": "swf", "path": "five.swf", "home": "partition", "compute_fraction": 0.5, "bsbw_mbps": 147,
                  "estimates": "exact" },
    "schedulers": ["no-share", "a1", "first-fit", { "policy": "first-fit", "queue": "fcfs" }],
    "experiment": { "sweep": [], "replications": 1 }
}"#;

fn scenario(folder: &Folder) -> String {
    folder.file("five.swf", LOG);
    folder.file("five.json", SCENARIO)
}

/// The big job takes 10 nodes of cluster 2 and 4 of cluster 1, a demand of 147 · 4·10·4/14² = 120 Mbps on both links:
/// 50 + 50 · 1.2 = 110 s. Then 6 nodes of cluster 1 and 1 of cluster 3 demand 147 · 4·6·1/7² = 72 Mbps. The demand is
/// then 192 % of link 1. At this rate the whole big job would take 50 + 50 · 1.92 = 146 s, and the remaining 70/110 of
/// it 92.9 s. The other job takes 25 + 25 · 1.92 = 73 s; then half of the big job has been done at that rate, and 0.636
/// − 0.5 of it is left: 15 s at 110 s for the whole.
///
/// A1 would give it 3 nodes (99 Mbps) of each cluster with 10 and the 2 of cluster 3, even on the idle platform; 4 nodes demand
/// 120 Mbps.
#[test]
fn a_story_by_hand() {
    let folder = Folder::new("explain");
    let said = run(&["explain", &scenario(&folder), "--job", "2"]);
    assert_eq!(said.code, 0, "{}", said.err);
    assert_eq!(
        said.out,
        "\
Five jobs
2 clusters of 10 nodes, 100 Mbps + 1 cluster of 2 nodes, 100 Mbps
5 jobs of log five.swf, home partition, K 0.5, BSBW 147 Mbps
fpfs queue, dynamic network, seed \"1\"

Job 2, number 3 of the log, under no-share
In short: Job 2, number 3 of the log, can never run, even with everything idle.
        20.0 s  20 s         arrives at cluster 1 and needs 14 nodes for 100.0 s; no job waits
                             can never run, even with everything idle; it needs 14 nodes: home (cluster 1) has
                             10 free

Job 2, number 3 of the log, under a1
In short: Job 2, number 3 of the log, can never run, even with everything idle.
        20.0 s  20 s         arrives at cluster 1 and needs 14 nodes for 100.0 s; no job waits
                             can never run, even with everything idle; it needs 14 nodes: home (cluster 1) has
                             10 free; the most on one is 10 (cluster 1); all together give 8 within the
                             threshold of 100 %: cluster 1 gives 3 of 10 (with 4 its link would reach 120 %),
                             cluster 2 gives 3 of 10 (with 4 its link would reach 120 %)

Job 2, number 3 of the log, under first-fit
In short: Job 2, number 3 of the log, waited 50.0 s at cluster 1 and then ran on clusters 1 and 2 at once,
100.0 s as if alone and 28.0 s more for the network (penalty 1.280); 1 later job started before it; its
predicted end moved 3 times.
        20.0 s  20 s         arrives at cluster 1 and needs 14 nodes for 100.0 s; no job waits
                             needs 14 nodes: home (cluster 1) has 4 free; the most on one is 4 (cluster 1);
                             all together have 9
        30.0 s  30 s         needs 14 nodes: home (cluster 1) has 4 free; the most on one is 4 (cluster 1);
                             all together have 7
        60.0 s  1 min        needs 14 nodes: home (cluster 1) has 4 free; the most on one is 4 (cluster 1);
                             all together have 9
        70.0 s  1 min 10 s   starts co-allocated, 10 on cluster 2, 4 on cluster 1, to end in 100.0 s; 1 later
                             job started before it
                             gets 83.3 % of its bandwidth, for cluster 1's link is at 120 %: its end slides
                             10.0 s later, to 110.0 s from now
       110.0 s  1 min 50 s   gets 52.1 % of its bandwidth, for cluster 1's link is at 192 %: its end slides
                             22.9 s later, to 92.9 s from now
       183.0 s  3 min 3 s    gets 83.3 % of its bandwidth, for cluster 1's link is at 120 %: its end slides
                             4.9 s earlier, to 15.0 s from now
       198.0 s  3 min 18 s   ends; turnaround 178.0 s = 50.0 s waiting + 100.0 s alone + 28.0 s for the
                             network (penalty 1.280)

Job 2, number 3 of the log, under first-fit (queue fcfs)
In short: Job 2, number 3 of the log, waited 50.0 s at cluster 1 and then ran on clusters 1 and 2 at once,
100.0 s as if alone and 28.0 s more for the network (penalty 1.280); its predicted end moved 3 times.
        20.0 s  20 s         arrives at cluster 1 and needs 14 nodes for 100.0 s; no job waits
                             needs 14 nodes: home (cluster 1) has 4 free; the most on one is 4 (cluster 1);
                             all together have 9
        70.0 s  1 min 10 s   starts co-allocated, 10 on cluster 2, 4 on cluster 1, to end in 100.0 s
                             gets 83.3 % of its bandwidth, for cluster 1's link is at 120 %: its end slides
                             10.0 s later, to 110.0 s from now
       110.0 s  1 min 50 s   gets 52.1 % of its bandwidth, for cluster 1's link is at 192 %: its end slides
                             22.9 s later, to 92.9 s from now
       183.0 s  3 min 3 s    gets 83.3 % of its bandwidth, for cluster 1's link is at 120 %: its end slides
                             4.9 s earlier, to 15.0 s from now
       198.0 s  3 min 18 s   ends; turnaround 178.0 s = 50.0 s waiting + 100.0 s alone + 28.0 s for the
                             network (penalty 1.280)
"
    );
}

/// Under FCFS, job 3 waits behind job 2, although there is room for job 3.
#[test]
fn behind_another_job() {
    let folder = Folder::new("explain-fcfs");
    let fcfs = r#"{"policy": "migration-only", "queue": "fcfs"}"#;
    let fewer = "platform.clusters.0.nodes=14";
    let file = scenario(&folder);
    let arguments = ["explain", &file, "--job", "3", "--scheduler", fcfs, "--set", fewer];
    let said = run(&arguments);
    let story = said.out.split("\n\n").nth(1).unwrap();
    assert_eq!(
        story,
        "\
Job 3, number 4 of the log, under migration-only (queue fcfs)
In short: Job 3, number 4 of the log, waited 40.0 s at cluster 2 and then ran 30.0 s on another cluster,
cluster 3.
        30.0 s  30 s         arrives at cluster 2 and needs 2 nodes for 30.0 s; 1 job waits already
                             1 job ahead; needs 2 nodes: it is behind job 2, number 3 of the log, which needs
                             14 nodes
        70.0 s  1 min 10 s   starts whole on another cluster, 2 on cluster 3, to end in 30.0 s
       100.0 s  1 min 40 s   ends; turnaround 70.0 s = 40.0 s waiting + 30.0 s alone
"
    );
}

#[test]
fn the_same_as_data() {
    let folder = Folder::new("explain-json");
    let said = run(&["explain", &scenario(&folder), "--job", "2", "--json"]);
    let data: Value = serde_json::from_str(&said.out).unwrap();
    assert_eq!((&data["job"], &data["replication"]), (&2.into(), &1.into()));
    let stories = data["stories"].as_array().unwrap();
    let fates: Vec<&str> = stories.iter().map(|s| s["story"]["fate"].as_str().unwrap()).collect();
    assert_eq!(fates, ["impossible", "impossible", "ended", "ended"]);
    let short = data["stories"][2]["in_short"].as_str().unwrap();
    assert!(short.starts_with("Job 2, number 3 of the log, waited 50.0 s at cluster 1 and"));
    let [_, a1, first_fit, _] = &stories[..] else { panic!("{stories:?}") };
    let held = &a1["story"]["reasons"]["first"][0]["refusals"][2]["held_back"][0];
    let expected = r#"{"cluster":0,"free":10,"usable":3,"saturation":0.0,"would_reach":1.2}"#;
    assert_eq!(held, &serde_json::from_str::<Value>(expected).unwrap());
    assert_eq!((a1["penalty"].is_null(), &a1["waited_s"]), (true, &0.0.into()));
    assert_eq!(first_fit["scheduler"], "first-fit");
    let story = &first_fit["story"];
    assert_eq!(story["passed_by"], 1);
    assert_eq!(story["start"]["step"], "co-allocate");
    let slide = &story["slides"]["first"][1];
    assert_eq!((&slide["link"]["link"], &slide["link"]["saturation"]), (&0.into(), &1.92.into()));
    assert!((slide["end_s"].as_f64().unwrap() - (110.0 + 146.0 * 70.0 / 110.0)).abs() < 1e-9);
    assert!((first_fit["network_s"].as_f64().unwrap() - 28.0).abs() < 1e-9);
    assert!((first_fit["penalty"].as_f64().unwrap() - 1.28).abs() < 1e-12);
}

#[test]
fn jobs_and_replications_that_do_not_exist() {
    let folder = Folder::new("explain-wrong");
    let file = scenario(&folder);
    let job = refused(&["explain", &file, "--job", "5"]);
    assert!(
        job.ends_with(
            "error: job 5 does not exist. Allowed: 0 to 4, in order of arrival. If 5 is its number in the log, ask for log:5.\n"
        ),
        "{job}"
    );
    let replication = refused(&["explain", &file, "--job", "2", "--replication", "2"]);
    assert!(
        replication
            .ends_with("error: --replication is 2. Allowed: 1 to 1. --replications changes how many there are.\n"),
        "{replication}"
    );
    let most = u64::MAX.to_string();
    assert!(refused(&["explain", &file, "--job", &most]).contains("does not exist"));
    for odd in ["-1", "1.5", "NaN", "18446744073709551616", ""] {
        let said = refused(&["explain", &file, "--job", odd]);
        assert!(said.contains("numbered 0, 1, 2, …"), "{odd:?}: {said}");
    }
    assert!(refused(&["explain", &file]).contains("--job <N>"));
}

#[test]
fn a_term_is_explained() {
    let said = run(&["explain", "bounded slowdown"]);
    assert_eq!((said.code, said.err.as_str()), (0, ""));
    let (name, meaning) = said.out.split_once("\n\n").unwrap();
    assert_eq!(name, "Bounded slowdown");
    assert!(meaning.starts_with("Slowdown that short jobs do not dominate"), "{meaning}");
    assert!(said.out.ends_with("\n\nSee also: Slowdown\n"), "{}", said.out);
    // The texts printed by the command are those of the page and the handbook.
    let file: Value = serde_json::from_str(include_str!("../../src/lab/glossary.json")).unwrap();
    let all: Value = serde_json::from_str(&run(&["explain", "--terms", "--json"]).out).unwrap();
    assert_eq!(all, file);
    let one = run(&["explain", "bisection bandwidth", "--json"]);
    let one: Value = serde_json::from_str(&one.out).unwrap();
    assert_eq!(one["term"], "BSBW");
    let list = run(&["explain", "--terms"]).out;
    assert_eq!(list.lines().count(), file.as_array().unwrap().len());
    assert!(list.contains("\nEASY"), "{list}");
}

#[test]
fn terms_that_do_not_exist_and_scenarios_without_a_job() {
    let near = refused(&["explain", "bounded slowdwon"]);
    assert!(near.ends_with("Did you mean \"Bounded slowdown\"?\n"), "{near}");
    let unknown = refused(&["explain", "mine.json"]);
    let wrong = "error: \"mine.json\" is neither a term of the glossary nor a file.";
    assert!(unknown.starts_with(wrong) && unknown.contains("--terms"), "{unknown}");
    // If a file and a term of the glossary have the same name, the file is used.
    let folder = Folder::new("explain-terms");
    let file = folder.file("cluster", "{}");
    let file_of_a_term = refused(&["explain", &file]);
    assert!(file_of_a_term.contains("to explain a job of the file"), "{file_of_a_term}");
    for scenario in [&["#p=landing"][..], &["-"], &["landing"], &["--preset", "landing"], &[]] {
        let said = refused(&[&["explain"], scenario].concat());
        assert!(said.starts_with("error: --job <N> is missing"), "{scenario:?}: {said}");
    }
    assert!(refused(&["explain", "BSBW", "--html", "-"]).contains("--job <N>"));
    assert!(refused(&["explain", "--terms", "BSBW"]).contains("--terms"));
    assert!(refused(&["explain", &"x".repeat(100_000)]).len() < 1000);
}

/// Table 1 of Shih et al.: the page draws the futures that TLA compares. Fastest-first simulates no futures. Below the
/// drawing is the story of the job.
#[test]
fn futures_are_drawn() {
    let folder = Folder::new("explain-html");
    folder.file("table-1.swf", include_str!("../browser/table-1.swf"));
    let file = folder.file("table-1.json", include_str!("../browser/table-1.json"));
    let page = folder.path("job-4.html");
    let said = run(&["explain", &file, "--job", "4", "--html", &page]);
    assert_eq!(said.code, 0, "{}", said.err);
    let html = std::fs::read_to_string(&page).unwrap();
    assert_well_formed(&html);
    assert_eq!(html.matches("<svg ").count(), 1);
    for part in [
        "Cluster 2: 8.0 s, taken",
        "Cluster 1: 10.0 s",
        "Job 4, number 5 of the log, at 0:00:20 under tla: mean turnaround of 4 jobs 8.0 s if it goes to cluster 2, which was \
         taken; 10.0 s if it goes to cluster 1.",
        "Job 4, number 5 of the log, under fastest-first",
    ] {
        assert!(html.contains(part), "{part} in\n{html}");
    }
    assert!(html.contains(said.out.lines().next().unwrap()) && !html.contains('\u{1b}'));
}

/// The log's jobs as requests to a metacomputer with its first round at 50 s. Job 0 goes to cluster 1 and job 1 to cluster 2; 14
/// nodes stay free after the end of job 1, at 110 s. Job 2 takes the smallest remainders first, 2, 4 and 8 of 10, and slows down
/// to 1 + ½ · 24 times its run time. Job 3 also fits on cluster 2.
#[test]
fn a_request_by_hand() {
    let folder = Folder::new("explain-request");
    let file = scenario(&folder);
    let ihs = r#"schedulers=[{"policy": "meta-fcfs", "control": "ihs-fixed", "interval_s": 50}]"#;
    let settings = ["--set", "network.model=wan", "--set", ihs];
    let said = run(&[&["explain", &file, "--job", "2"], &settings[..]].concat());
    assert_eq!(said.code, 0, "{}", said.err);
    let (_, story) = said.out.split_once("Job 2, number 3 of the log, under ").unwrap();
    let (_, story) = story.split_once('\n').unwrap();
    assert_eq!(
        story,
        "\
In short: Job 2, number 3 of the log, waited 90.0 s at the metacomputer and then ran on clusters 1, 2 and 3 at
once, 100.0 s as if alone and 1200.0 s (20 min) more for the network (penalty 13.000); 1 later job started
before it.
        20.0 s  20 s         arrives at the metacomputer and needs 14 nodes for 100.0 s; 2 jobs wait already
                             2 jobs ahead; needs 14 nodes: it is in the waiting room until the round at 50.0 s
        50.0 s  50 s         needs 14 nodes: it is planned to start at 110.0 s
       110.0 s  1 min 50 s   starts co-allocated, 4 on cluster 1, 8 on cluster 2, 2 on cluster 3, to end in
                             1300.0 s (21 min 40 s); 1 later job started before it
      1410.0 s  23 min 30 s  ends; turnaround 1390.0 s (23 min 10 s) = 90.0 s waiting + 100.0 s alone +
                             1200.0 s (20 min) for the network (penalty 13.000)
"
    );
}

/// Local requests arrive at a cluster, others at the metacomputer, with or without control. Without control their parts wait in
/// the queues of clusters.
#[test]
fn where_requests_arrive() {
    let folder = Folder::new("explain-requests");
    let crowded = r#"{
        "platform": { "clusters": [{ "count": 3, "nodes": 16 }] },
        "workload": { "model": "metacomputer", "jobs": 60, "compression": 20 },
        "network": { "model": "wan" },
        "schedulers": [{ "policy": "meta-fcfs", "control": "no" }, { "policy": "meta-asp", "control": "limited" }],
        "experiment": { "sweep": [], "replications": 1 }
    }"#;
    let file = folder.file("crowded.json", crowded);
    let mut kinds = Vec::new();
    for job in 20..40 {
        let said = run(&["explain", &file, "--job", &job.to_string()]);
        let words: Vec<&str> = said.out.split_whitespace().collect();
        let words = words.join(" ");
        let json = run(&["explain", &file, "--job", &job.to_string(), "--json"]);
        let data: Value = serde_json::from_str(&json.out).unwrap();
        let kind = data["stories"][0]["story"]["request"].as_str().unwrap();
        let nodes = data["stories"][0]["story"]["nodes"].as_u64().unwrap();
        let place = if kind == "local" { "arrives at cluster " } else { "arrives at the metacomputer and needs " };
        assert_eq!(words.matches(place).count(), 2, "{words}");
        assert_eq!(words.contains(", or fewer, for"), kind == "asynchronous", "{words}");
        assert!(
            words.contains(&format!(": its part of {nodes} node")) || nodes > 16 || !words.contains("its part of"),
            "{words}"
        );
        assert!(kind == "local" || !words.contains("at home") && !words.contains("on another cluster"), "{words}");
        kinds.push(kind.to_owned());
    }
    for kind in ["local", "synchronous", "asynchronous"] {
        assert!(kinds.iter().any(|own| own == kind), "{kinds:?}");
    }
}

/// If the search for a place gives up, the message does not claim that there is no place.
#[test]
fn a_place_that_is_not_found() {
    let folder = Folder::new("explain-search");
    let mesh = r#"{
        "platform": { "topology": "mesh", "clusters": [{ "count": 8, "nodes": 30, "link_mbps": 60 }] },
        "workload": { "jobs_per_cluster": 1, "nodes": [200, 200], "bsbw_mbps": 1000 },
        "schedulers": ["a1"], "experiment": { "sweep": [], "replications": 1 }
    }"#;
    let said = run(&["explain", &folder.file("mesh.json", mesh), "--job", "0"]);
    let words: Vec<&str> = said.out.split_whitespace().collect();
    let (said, words) =
        ("is dropped: no place was found for it, even with everything idle; it needs 200 nodes: ", words.join(" "));
    assert!(words.contains(said), "{words}");
    assert!(words.ends_with("no way to spread it with all links within 100 % was found in 20000 steps"));
}

/// The story of a job is the same if the run is preceded by another run, which measures a penalty or determines a
/// warm-up.
#[test]
fn passes_before_the_main_one_change_nothing() {
    let arguments = |warmup: &'static str| {
        let job = ["explain", "--preset", "landing", "--job", "4000", "--scheduler", "fixed", "--set"];
        [&job[..], &[warmup, "--json"]].concat()
    };
    let story = |warmup| {
        let said = run(&arguments(warmup));
        let mut data: Value = serde_json::from_str(&said.out).unwrap();
        data["stories"].take()
    };
    let plain = story("experiment.warmup=none");
    assert_eq!(plain, story("experiment.warmup=mser5"));
    assert_eq!(plain[0]["story"]["fate"], "ended");
}

/// The third job has an estimate of 50 s, but would run for 80 s.
#[test]
fn a_killed_job_is_called_so_everywhere() {
    let folder = Folder::new("explain-killed");
    folder.file(
        "late.swf",
        "; MaxProcs: 10\n\
         1 0 -1 100 6 -1 -1 6 100\n\
         2 10 -1 30 4 -1 -1 4 60\n\
         3 20 -1 80 5 -1 -1 5 50\n",
    );
    let scenario = folder.file(
        "late.json",
        r#"{ "platform": { "clusters": [{ "count": 1, "nodes": 10 }] },
             "workload": { "model": "swf", "path": "late.swf" },
             "schedulers": [{ "policy": "no-share", "queue": { "order": "fcfs", "overrun": "kill" } }],
             "experiment": { "sweep": [], "replications": 1 } }"#,
    );
    let said = run(&["explain", &scenario, "--job", "2"]);
    for words in [
        "In short: Job 2, number 3 of the log, waited 80.0 s at cluster 1 and then ran where it arrived and was killed after 50.0 s, when its estimate had passed.",
        "is killed, for its estimate has passed: it ran 50.0 s after 80.0 s of waiting, and needs 80.0 s alone",
    ] {
        let text = said.out.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(text.contains(words), "{}", said.out);
    }
    let jobs = run(&["run", &scenario, "--quiet", "--jobs-out", "-"]);
    let states: Vec<Vec<&str>> =
        jobs.out.lines().skip(1).map(|line| line.split(',').skip(6).take(2).collect()).collect();
    let ended = ["1", "COMPLETED_SUCCESSFULLY"];
    assert_eq!(states, [ended, ended, ["0", "COMPLETED_WALLTIME_REACHED"]]);
    let log = run(&["run", &scenario, "--quiet", "--swf-out", "-"]);
    let status: Vec<&str> = log
        .out
        .lines()
        .filter(|line| !line.starts_with(';'))
        .filter_map(|line| line.split_whitespace().nth(10))
        .collect();
    assert_eq!(status, ["1", "1", "0"]);
}
