//! Identifiers of jobs that are texts, in logs that are written.

use crate::cli::{Folder, run};
use metasched::logs::read;

const WORKLOAD: &str = r#"{"nb_res": 4, "jobs": [
    {"id": "a", "subtime": 0, "res": 4, "profile": "d", "walltime": 50},
    {"id": "1", "subtime": 5, "res": 4, "profile": "d", "walltime": 40},
    {"id": "w0!7", "subtime": 10, "res": 4, "profile": "d"}],
    "profiles": {"d": {"type": "delay", "delay": 30}}}"#;

const NOTE: &str = "; Note: 2 jobs without a number in the log: numbered from 2\n";

fn numbers(swf: &str) -> Vec<u32> {
    let log = read("written.swf", &mut swf.as_bytes()).unwrap();
    log.records().iter().filter_map(metasched::logs::Record::number).collect()
}

#[test]
fn texts_get_numbers_of_their_own_in_a_log_and_stay_texts_in_a_workload() {
    let folder = Folder::new("ids");
    let path = format!("workload.path={}", folder.file("ids.json", WORKLOAD));
    let swf = run(&["workload", "swf", "--set", &path]);
    assert_eq!((swf.code, numbers(&swf.out)), (0, vec![2, 1, 3]), "{}", swf.err);
    assert!(swf.out.contains(NOTE) && swf.err.contains("a written log numbers them from 2"), "{} {}", swf.out, swf.err);
    let batsim = run(&["workload", "swf", "--set", &path, "--format", "batsim"]);
    let again = read("again.json", &mut batsim.out.as_bytes()).unwrap();
    let ids: Vec<_> = (0..3).map(|i| (again.records()[i].number(), again.name(i))).collect();
    assert_eq!(ids, [(None, Some("a")), (Some(1), None), (None, Some("w0!7"))]);
    let scenario = r#"{"platform": {"clusters": [{"nodes": 4}]}, "workload": {"model": "swf", "path": "ids.json"},
        "schedulers": ["no-share"], "experiment": {"sweep": [], "replications": 1}}"#;
    let schedule = run(&["run", &folder.file("ids-run.json", scenario), "-q", "--swf-out", "-"]);
    assert_eq!((schedule.code, numbers(&schedule.out)), (0, vec![2, 1, 3]), "{}", schedule.err);
    assert!(schedule.out.contains(NOTE), "{}", schedule.out);
}
