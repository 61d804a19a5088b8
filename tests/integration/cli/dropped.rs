//! Dropped jobs are jobs for which no placement exists. Measures leave them out, and are then not compared with the
//! measures of schedulers that run all jobs.

use super::{Folder, run};
use serde_json::Value;

/// Two clusters of ten nodes. The second and the third job are too large for a single cluster.
const LOG: &str = "1 0 -1 100 6\n2 0 -1 1000 12\n3 1 -1 1000 14\n4 2 -1 100 6\n";

fn scenario(folder: &Folder, schedulers: &str) -> String {
    folder.file("mixed.swf", LOG);
    let text = format!(
        r#"{{ "platform": {{ "clusters": [{{ "count": 2, "nodes": 10, "link_mbps": 100 }}] }},
             "workload": {{ "model": "swf", "path": "mixed.swf" }}, "schedulers": {schedulers},
             "experiment": {{ "sweep": [], "replications": 2 }} }}"#
    );
    folder.file("mixed.json", &text)
}

fn results(scenario: &str, more: &[&str]) -> Value {
    let said = run(&[&["run", scenario, "--json", "--quiet"], more].concat());
    let whole: Value = serde_json::from_str(&said.out).unwrap();
    whole["points"][0]["results"].clone()
}

#[test]
fn a_scheduler_that_ran_nothing_has_no_mean() {
    let folder = Folder::new("dropped-all");
    let scenario = scenario(&folder, r#"["no-share"]"#);
    let own = &results(&scenario, &["--set", "platform.clusters.0.nodes=5"])[0];
    assert_eq!((&own["jobs"], &own["rejected_jobs"]), (&0.into(), &8.into()));
    for mean in ["mean_turnaround_s", "mean_wait_s", "mean_slowdown", "mean_penalty"] {
        assert!(own[mean].is_null(), "{mean}: {}", own[mean]);
    }
    assert!(own["turnaround_quantiles_s"]["p50"].is_null());
    let table = run(&["run", &scenario, "--set", "platform.clusters.0.nodes=5", "--quiet"]).out;
    assert!(!table.contains("turnaround"), "{table}");
    assert!(table.contains("cannot ever run 8 jobs"), "{table}");
}

#[test]
fn runs_of_different_jobs_are_not_compared_in_pairs() {
    let folder = Folder::new("dropped-some");
    let scenario = scenario(&folder, r#"["no-share", "migration-only", "first-fit"]"#);
    let all = results(&scenario, &[]);
    // The first and the second scheduler drop the same two jobs.
    assert!(all[1]["paired"]["mean_turnaround_difference_s"].is_number());
    assert_eq!(all[2]["paired"]["versus"], "no-share");
    assert!(all[2]["paired"]["mean_turnaround_difference_s"].is_null());
    assert_eq!(all[2]["jobs"], 8);
    let less = ["--baseline", "0", "--format", "table"];
    let table = run(&[&["figure", &scenario], &less[..]].concat()).out;
    // First-fit drops no job, so it is not compared with the other schedulers.
    let rows = [
        r"No share † 50 \% refused & 0 & \\",
        r"Migration only † 50 \% refused & $-$24 $\pm$ 311 & no difference shown \\",
        r"First-fit &  & other jobs \\",
    ];
    assert!(rows.iter().all(|row| table.contains(row)), "{table}");
}

#[test]
fn tuning_does_not_win_by_dropping_jobs() {
    let folder = Folder::new("dropped-tuned");
    let scenario = scenario(&folder, r#"[{ "policy": "a1", "lslt": 10 }]"#);
    let said =
        run(&["tune", &scenario, "--vary", "schedulers.0.lslt=0.5:10", "--budget", "10", "--hold-out", "1", "--json"]);
    let tuned: Value = serde_json::from_str(&said.out).unwrap();
    assert_eq!(tuned["training"]["start_dropped_jobs"], 0);
    assert_eq!(tuned["held_back"]["best_dropped_jobs"], 0);
    let curve = tuned["curve"].as_array().unwrap();
    assert!(curve.iter().any(|trial| trial["value"].is_null()), "{curve:?}");
    let start = tuned["training"]["start"].as_f64().unwrap();
    assert!(start > 1000.0 && tuned["training"]["best"].as_f64().unwrap() > 1000.0);
}
