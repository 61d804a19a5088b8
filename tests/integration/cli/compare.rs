//! `metasched compare`: any pair of schedulers by any measure, and a log as the only input.

use super::{Folder, SMALL, refused, run};
use serde_json::Value;

/// A log of 400 jobs of three users on 16 processors. User 3 has the largest jobs.
fn log() -> String {
    let job = |n: u32| {
        let (user, run_s) = (1 + n % 3, 60 + n * 7919 % 1500);
        let processors = [1, 3, 12][(user - 1) as usize];
        format!(
            "{n} {} -1 {run_s} {processors} -1 -1 {processors} {} -1 1 {user} 1 -1 1 1 -1 -1\n",
            280 * n + n * 31 % 7 * 40,
            2 * run_s
        )
    };
    (0..400).fold("; MaxProcs: 16\n; UnixStartTime: 1000000000\n".to_owned(), |text, n| text + &job(n))
}

fn json(arguments: &[&str]) -> Value {
    let said = run(&[&["compare", "--json"], arguments].concat());
    assert_eq!(said.code, 0, "{}", said.err);
    serde_json::from_str(&said.out).unwrap()
}

#[test]
fn a_log_is_answered() {
    let folder = Folder::new("compare-log");
    let path = folder.file("own.swf", log());
    let said = run(&["compare", &path]);
    assert_eq!(said.code, 0, "{}", said.err);
    for part in
        ["1 cluster of 16 nodes", "Conservative", "SJF + EASY", "Fair share", "gain and lose against EASY", "by users"]
    {
        assert!(said.out.contains(part), "{part}: {}", said.out);
    }
    // The story of the worst-hit job is one command away.
    let told = json(&[&path]);
    let story = told["story"].as_str().unwrap();
    let (link, job) = story.strip_prefix("metasched explain '").unwrap().split_once("' --job ").unwrap();
    let explained = run(&["explain", link, "--job", job]);
    assert!(explained.out.contains(" under EASY"), "{}", explained.err);
    // The command in the results makes the same comparison.
    let command = told["made_by"]["command"].as_str().unwrap().to_owned();
    let again = command.strip_prefix("metasched compare ").unwrap().replace('\'', "");
    let (link, names) = again.split_once(' ').unwrap();
    assert_eq!(names, "EASY Conservative SJF + EASY Fair share");
    let again = json(&[link, "EASY", "Conservative", "SJF + EASY", "Fair share"]);
    assert_eq!(again["comparison"], told["comparison"]);
}

/// The values equal the values of `run`, in both directions, and in each format.
#[test]
fn a_pair_by_any_measure() {
    let folder = Folder::new("compare-pair");
    let file = folder.file("small.json", SMALL);
    // A load at which the queues do not grow.
    let set = ["--set", "workload.bsbw_mbps=600", "--set", "workload.interarrival_s=600"];
    let ran = run(&[&["run", &file, "--json", "--pairs"], &set[..]].concat());
    let ran: Value = serde_json::from_str(&ran.out).unwrap();
    let of = |at: usize| ran["points"][0]["results"][at]["utilisation"].clone();
    for (names, at) in [(["no-share", "first-fit"], [0, 1]), (["First-fit", "NO-SHARE"], [1, 0])] {
        let arguments = [&[&*file], &names[..], &["--measure", "utilisation"], &set[..]].concat();
        let told = json(&arguments);
        let found = &told["comparison"]["others"][0]["measures"][0];
        assert_eq!((found["first"].clone(), found["other"].clone()), (of(at[0]), of(at[1])));
        let pairs = ran["pairs"].as_array().unwrap();
        let first = &told["comparison"]["first"];
        let same = |own: &&Value| own["measure"] == "utilisation" && own["versus"] == *first;
        let pair = pairs.iter().find(same).unwrap();
        assert_eq!(pair["difference"], found["difference"]);
    }
    for (format, part) in
        [("csv", "scheduler,versus,measure,by"), ("latex", "\\begin{tabular}"), ("markdown", "## Jobs that gain")]
    {
        let said = run(&[&["compare", &file, "--format", format], &set[..]].concat());
        assert!(said.out.contains(part), "{format}: {} {}", said.out, said.err);
    }
}

#[test]
fn what_cannot_be_compared_is_refused() {
    let folder = Folder::new("compare-wrong");
    let file = folder.file("small.json", SMALL);
    let with = |more: &[&str]| refused(&[&["compare", &file], more].concat());
    assert!(with(&[]).contains("experiment.sweep varies workload.bsbw_mbps over 2 values. Allowed: one point. Choose a value, such as --set workload.bsbw_mbps=100"));
    let set = |more: &[&str]| with(&[&["--set", "workload.bsbw_mbps=100"], more].concat());
    for (more, wrong) in [
        (
            &["no-share", "first-fat"][..],
            "the scheduler first-fat does not exist. Allowed: no-share, first-fit. Did you mean first-fit?",
        ),
        (&["no-share", "no-share"], "the scheduler no-share is named twice"),
        (&["no-share"], "the schedulers are only one"),
        (&["--measure", "mean_waits"], "Did you mean mean_wait_s?"),
        (&["--measure", "missed_share"], "is missed_share, which is not defined for this scenario"),
    ] {
        let said = set(more);
        assert!(said.contains(wrong), "{wrong}: {said}");
    }
}

/// Far too many jobs: no difference is printed, but a sentence.
#[test]
fn unstable_runs_have_a_sentence_and_no_number() {
    let folder = Folder::new("compare-unstable");
    let text = SMALL.replace("\"jobs_per_cluster\": 150", "\"jobs_per_cluster\": 1500, \"interarrival_s\": 20");
    let file = folder.file("many.json", text);
    let told = json(&[&file, "--set", "workload.bsbw_mbps=100"]);
    for found in told["comparison"]["others"][0]["measures"].as_array().unwrap() {
        assert!(found["why"].is_string() && found["difference"].is_null() && found["ratio"].is_null(), "{found}");
    }
    let sentence = told["sentence"].as_str().unwrap();
    assert!(sentence.contains("nothing can be said, because") && !sentence.contains('%'), "{sentence}");
}
