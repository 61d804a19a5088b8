//! The schedule of a log on one machine, for tests of one kind of log each.

use crate::cli::{Folder, Said, run};
use metasched::export::jobs::COLUMNS;

/// Runs a log under first come, first served; `workload` has further settings, each with a comma before. Returns the
/// run's messages and, for each job that ran, the number in the log, home cluster, start and end \[s\].
pub fn scheduled(clusters: &str, workload: &str, log: &str) -> (Said, Vec<(String, u32, f64, f64)>) {
    let folder = Folder::new(&format!("kind-{:?}", std::thread::current().id()));
    folder.file("log.swf", log);
    let scenario = folder.file("s.json", scenario(clusters, workload));
    let said = run(&["run", &scenario, "--jobs-out", "-"]);
    let column = |name: &str| COLUMNS.iter().position(|own| *own == name).unwrap();
    let at = ["log_job_id", "home_cluster", "starting_time", "finish_time"].map(column);
    let rows = said.out.lines().skip(1).map(|line| {
        let cells: Vec<&str> = line.split(',').collect();
        let [number, home, start, end] = at.map(|at| cells[at]);
        (number.to_owned(), home.parse().unwrap(), start.parse().unwrap(), end.parse().unwrap())
    });
    let rows = rows.collect();
    (said, rows)
}

/// The scenario of a log `log.swf` beside the scenario.
pub fn scenario(clusters: &str, workload: &str) -> String {
    format!(
        r#"{{ "platform": {{ "clusters": [{clusters}] }}, "workload": {{ "model": "swf", "path": "log.swf"{workload} }},
             "schedulers": [{{ "policy": "no-share", "queue": "fcfs" }}],
             "experiment": {{ "sweep": [], "replications": 1 }} }}"#
    )
}
