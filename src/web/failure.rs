//! A failure of nodes that a visitor throws in while the machine runs: one more outage of the scenario.

use crate::base::problem::Problems;
use crate::platform::OutageKind;
use crate::scenario::{Checked, Scenario};
use serde_json::{Value, json};

/// Duration of the failure \[s\].
const REPAIR_S: f64 = 3600.0;

/// The scenario in which half of the nodes of a cluster fail at `at_s` \[s\] for an hour. Times are whole seconds, so that the list of outages
/// can be read.
///
/// # Errors
/// The outage does not suit the scenario: for example more nodes would be out than the cluster has.
pub fn thrown_in(scenario: &Scenario, cluster: u32, at_s: f64) -> Result<Checked, Problems> {
    let at_s = at_s.max(0.0).round();
    let groups = scenario.platform.clusters.iter();
    let mut nodes = groups.flat_map(|group| std::iter::repeat_n(group.nodes, group.count as usize));
    let half = nodes.nth(cluster as usize).unwrap_or(1).div_ceil(2);
    let event = json!({
        "at": at_s, "until": at_s + REPAIR_S, "cluster": cluster, "nodes": half, "kind": OutageKind::Fail.name()
    });
    let mut new = scenario.to_value();
    match &mut new["platform"]["events"] {
        Value::Array(events) => events.push(event),
        none => *none = json!([event]),
    }
    Scenario::from_value(&new)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn half_of_the_nodes_fail_and_no_more_than_there_are() {
        let scenario = Scenario::from_json(
            r#"{"platform": {"clusters": [{"nodes": 9}, {"count": 2, "nodes": 4}]}, "schedulers": ["no-share"]}"#,
        );
        let once = thrown_in(&scenario.unwrap(), 0, 99.6).unwrap();
        let event = &once.platform.events[0];
        assert_eq!((event.at, event.until, event.nodes, event.kind), (100.0, 3700.0, Some(5), OutageKind::Fail));
        let other = thrown_in(&once, 2, 200.0).unwrap();
        assert_eq!((other.platform.events.len(), other.platform.events[1].nodes), (2, Some(2)));
        let problem = thrown_in(&other, 0, 300.0).unwrap_err().to_string();
        assert!(problem.contains("overlaps with other outages: 10 nodes of cluster 0"), "{problem}");
    }
}
