//! The table of results by groups of jobs.

use crate::base::number::{self, fixed};
use crate::experiment::{GroupResult, Point};
use crate::export::table::Table;
use crate::scenario::GroupBy;

/// A row per group and scheduler.
pub fn of(point: &Point, by: GroupBy) -> Table {
    let heads = ["scheduler", "jobs", "work", "turnaround", "± 95%", "wait", "bounded slowdown"];
    let all = || point.results.iter().flat_map(|run| &run.groups);
    let any_kept = all().any(|group| group.jobs_paired.is_some());
    let heads = std::iter::once(by.name()).chain(heads).chain(any_kept.then_some("ahead"));
    let mut rows = Vec::new();
    let ahead = |group: &GroupResult| {
        let jobs = group.jobs_paired.as_ref();
        jobs.map_or("–".into(), |jobs| number::percent(jobs.ahead_share))
    };
    let mut names: Vec<&String> = Vec::new();
    for group in all() {
        if !names.contains(&&group.group) {
            names.push(&group.group);
        }
    }
    for name in names {
        for run in &point.results {
            rows.extend(run.groups.iter().filter(|group| group.group == *name).map(|group| {
                let mut row = vec![
                    name.clone(),
                    run.scheduler.clone(),
                    group.jobs.to_string(),
                    number::percent(group.work_share),
                    fixed(group.mean_turnaround_s, 1),
                    fixed(group.turnaround_ci95_s.unwrap_or(f64::NAN), 1),
                    fixed(group.mean_wait_s, 1),
                    fixed(group.mean_bounded_slowdown, 2),
                ];
                row.extend(any_kept.then(|| ahead(group)));
                row
            }));
        }
    }
    Table::new(heads.map(str::to_owned), rows)
}

#[cfg(test)]
mod tests {
    use crate::cli::output::results::tests::small;

    /// Sizes decide: the twenty nodes of the first cluster's jobs are slower to come by than the one of the second's.
    #[test]
    fn groups_have_a_table_of_their_own() {
        let text = small(
            r#"{ "platform": { "clusters": [{ "nodes": 20 }, { "nodes": 20 }] },
                 "workload": { "jobs_per_cluster": 200, "runtime_s": 100, "clusters": [{ "nodes": [20, 20] }, { "nodes": [1, 1] }] },
                 "schedulers": ["migration-only", "no-share"],
                 "experiment": { "sweep": [], "replications": 2, "group_by": "home" } }"#,
            false,
        );
        let lines: Vec<&str> = text.lines().collect();
        let head = lines.iter().position(|line| line.starts_with("home ")).unwrap();
        let cells = |line: &str| -> Vec<String> {
            line.split("  ").filter(|cell| !cell.is_empty()).map(|cell| cell.trim().to_owned()).collect()
        };
        let rows: Vec<_> = lines[head + 1..head + 5].iter().map(|line| cells(line)).collect();
        let names: Vec<_> = rows.iter().map(|row| (row[0].as_str(), row[1].as_str(), row[2].as_str())).collect();
        assert_eq!(
            names,
            [
                ("cluster 1", "migration-only", "400"),
                ("cluster 1", "no-share", "400"),
                ("cluster 2", "migration-only", "400"),
                ("cluster 2", "no-share", "400")
            ]
        );
        assert_eq!(rows[3][6], "0.0", "one node of twenty is always free: {text}");
        assert_eq!(lines[head + 5], "");
        assert!(!small(r#"{ "workload": { "jobs_per_cluster": 5 } }"#, false).contains("bounded slowdown"));
    }
}
