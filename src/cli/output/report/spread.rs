//! The spread of results over the replications.

use crate::chart::curve::results;
use crate::experiment::spread::spread;
use crate::experiment::{Plan, Results};
use crate::export::table::Table;
use crate::words::number::fixed;

/// Spread of the mean turnaround over the replications: smallest value, quartiles, largest value, and the coefficient
/// of variation (S fig. 7), for every point where replications differ; `None` if they differ at no point.
pub fn table(plan: &Plan, results: &Results) -> Option<Table> {
    let mut rows = Vec::new();
    for point in &results.points {
        let all: Vec<_> = point.results.iter().map(spread).collect();
        if all.iter().flatten().any(|spread| spread.cv > 0.0) {
            let place = results::words(plan.scenario(), &point.parameters);
            let cells = all.iter().map(|spread| match spread {
                Some(s) => {
                    let five = [s.smallest, s.p25, s.median, s.p75, s.largest];
                    let five = five.map(|own| fixed(own, 0)).join(", ");
                    format!("{} %: {five} s", fixed(100.0 * s.cv, 1))
                }
                None => "–".to_owned(),
            });
            rows.push(std::iter::once(place).chain(cells).collect());
        }
    }
    let schedulers = plan.scenario().scheduler_names();
    let heads = std::iter::once(String::new()).chain(schedulers).collect();
    let title = "Turnaround over the replications: coefficient of variation; smallest, quartiles, largest".to_owned();
    (!rows.is_empty()).then_some(Table { title, heads, rows, words: true })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::experiment::{Point, RunResult};
    use crate::scenario::Scenario;
    use serde_json::json;
    use std::sync::Arc;

    /// For the values 2 and 4, the mean is 3 and the deviation is 1.
    #[test]
    fn a_row_for_each_point_that_varies() {
        let text = r#"{ "schedulers": ["ideal"], "experiment": { "replications": 2,
                        "sweep": [{ "parameter": "workload.bsbw_mbps", "values": [200, 300] }] } }"#;
        let plan = Plan::new(&Scenario::from_json(text).unwrap()).unwrap();
        let point = |bsbw: u32, means: [f64; 2]| {
            Arc::new(Point {
                parameters: json!({ "workload.bsbw_mbps": bsbw }).as_object().unwrap().clone(),
                results: vec![RunResult {
                    replication_mean_turnaround_s: means.map(Some).to_vec(),
                    ..RunResult::default()
                }],
            })
        };
        let results = |points| Results { engine_version: 1, scenario_digest: String::new(), points };
        let (even, varied) = (point(200, [5.0, 5.0]), point(300, [2.0, 4.0]));
        let table = table(&plan, &results(vec![Arc::clone(&even), varied])).unwrap();
        assert_eq!(table.heads, ["", "ideal"]);
        assert_eq!(table.rows, [["BSBW 300 Mbps", "33.3 %: 2, 2, 2, 4, 4 s"]]);
        assert!(super::table(&plan, &results(vec![even])).is_none());
    }
}
