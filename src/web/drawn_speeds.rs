//! What the form says of the speeds that are drawn for a heterogeneity.

use crate::chart::number;
use crate::platform::{Platform, speeds_within};
use crate::scenario::Scenario;

/// Replications whose speeds are told.
const REPLICATIONS: u32 = 3;
/// Clusters whose speeds are told.
const CLUSTERS: usize = 12;
/// Numbers drawn in search of them: a millisecond or two.
const DRAWS: usize = 20_000;

/// A line for each of the first replications; none if no speeds are drawn.
pub fn words(scenario: &Scenario) -> Vec<String> {
    let heterogeneity = scenario.platform.speed_heterogeneity;
    if heterogeneity <= 0.0 {
        return Vec::new();
    }
    let platform = Platform::of(&scenario.platform);
    let nodes: Vec<u32> = platform.clusters.iter().map(|own| own.nodes).collect();
    let replications = scenario.experiment.replications;
    let line = |replication| {
        let Some(speeds) = speeds_within(DRAWS, &nodes, heterogeneity, &scenario.seed, replication)
        else {
            return format!("Replication {}: drawn when it runs", replication + 1);
        };
        let told = speeds.iter().take(CLUSTERS);
        let told: Vec<String> = told.map(|&speed| number::fixed(speed, 2)).collect();
        let more = if speeds.len() > CLUSTERS { " …" } else { "" };
        format!("Replication {}: {}{more}", replication + 1, told.join("  "))
    };
    let mut lines = vec!["Speeds drawn for clusters 1, 2, …".to_owned()];
    lines.extend((0..replications.min(REPLICATIONS)).map(line));
    if replications > REPLICATIONS {
        lines.push(format!("and so on, {replications} vectors in all"));
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::experiment::Plan;

    #[test]
    fn the_speeds_are_those_of_the_runs() {
        let text = r#"{"platform": {"clusters": [{"count": 2}], "speed_heterogeneity": 0.25},
                       "experiment": {"sweep": [], "replications": 5}}"#;
        let scenario = Scenario::from_json(text).unwrap();
        let plan = Plan::new(&scenario).unwrap();
        let lines = words(&scenario);
        assert_eq!(lines.len(), 5);
        for replication in 0..3 {
            let task = &plan.tasks()[plan.task_of(0, 0, replication).unwrap()];
            let first = task.platform().unwrap().clusters[0].speed;
            let both = if first < 1.0 {
                "0.50  1.50"
            } else {
                "1.50  0.50"
            };
            let line = format!("Replication {}: {both}", replication + 1);
            assert_eq!(lines[replication as usize + 1], line);
        }
        assert_eq!(lines[4], "and so on, 5 vectors in all");
        assert!(words(&Scenario::default()).is_empty());
    }

    #[test]
    fn nobody_waits_for_what_cannot_be() {
        let text = r#"{"platform": {"clusters": [{"count": 40}], "speed_heterogeneity": 9},
                       "experiment": {"sweep": [], "replications": 1}}"#;
        let lines = words(&Scenario::from_json(text).unwrap());
        assert_eq!(lines[1..], ["Replication 1: drawn when it runs"]);
    }
}
