//! Text of the form about random cluster sizes and speeds.

use crate::platform::speeds_within;
use crate::scenario::Scenario;
use crate::scenario::build;
use crate::words::number;

/// Number of replications whose clusters are listed.
const REPLICATIONS: u32 = 3;
/// Maximum number of clusters listed.
const CLUSTERS: usize = 12;
/// Maximum number of random draws for one speed vector; takes a millisecond or two.
const DRAWS: usize = 20_000;

/// One line for each of the first replications: first sizes, then speeds. Empty if nothing is drawn.
pub fn words(scenario: &Scenario) -> Vec<String> {
    let nodes = |replication| -> Vec<u32> {
        let platform = build::platform::sized(scenario, replication);
        platform.clusters.iter().map(|own| own.nodes).collect()
    };
    let mut lines = Vec::new();
    if scenario.platform.sizes.is_some() {
        lines = listed("Sizes", scenario, |replication| {
            let sizes = nodes(replication);
            Some(sizes.iter().map(u32::to_string).collect())
        });
    }
    let heterogeneity = scenario.platform.speed_heterogeneity;
    if heterogeneity > 0.0 {
        lines.extend(listed("Speeds", scenario, |replication| {
            let (nodes, seed) = (nodes(replication), &scenario.seed);
            let speeds = speeds_within(DRAWS, &nodes, heterogeneity, seed, replication)?;
            Some(speeds.iter().map(|&own| number::fixed(own, 2)).collect())
        }));
    }
    lines
}

/// Lists the drawn values of the first replications, if they are known before the run.
fn listed(what: &str, scenario: &Scenario, drawn: impl Fn(u32) -> Option<Vec<String>>) -> Vec<String> {
    let replications = scenario.experiment.replications;
    let line = |replication| {
        let Some(mut drawn) = drawn(replication) else {
            return format!("Replication {}: drawn when it runs", replication + 1);
        };
        let more = if drawn.len() > CLUSTERS { " …" } else { "" };
        drawn.truncate(CLUSTERS);
        format!("Replication {}: {}{more}", replication + 1, drawn.join("  "))
    };
    let mut lines = vec![format!("{what} drawn for clusters 1, 2, …")];
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
            let both = if first < 1.0 { "0.50  1.50" } else { "1.50  0.50" };
            let line = format!("Replication {}: {both}", replication + 1);
            assert_eq!(lines[replication as usize + 1], line);
        }
        assert_eq!(lines[4], "and so on, 5 vectors in all");
        assert!(words(&Scenario::default()).is_empty());
    }

    #[test]
    fn the_sizes_are_those_of_the_runs() {
        let text = r#"{"platform": {"clusters": [{"count": 20}], "sizes": [8, 1024]},
                       "experiment": {"sweep": [], "replications": 2}}"#;
        let scenario = Scenario::from_json(text).unwrap();
        let plan = Plan::new(&scenario).unwrap();
        let lines = words(&scenario);
        assert_eq!((lines.len(), lines[0].as_str()), (3, "Sizes drawn for clusters 1, 2, …"));
        for replication in 0..2 {
            let task = &plan.tasks()[plan.task_of(0, 0, replication).unwrap()];
            let platform = task.platform().unwrap();
            let sizes: Vec<String> = platform.clusters.iter().map(|c| c.nodes.to_string()).collect();
            let line = format!("Replication {}: {} …", replication + 1, sizes[..12].join("  "));
            assert_eq!(lines[replication as usize + 1], line);
        }
        assert_ne!(lines[1][15..], lines[2][15..]);
    }

    #[test]
    fn nobody_waits_for_what_cannot_be() {
        let text = r#"{"platform": {"clusters": [{"count": 40}], "speed_heterogeneity": 9},
                       "experiment": {"sweep": [], "replications": 1}}"#;
        let lines = words(&Scenario::from_json(text).unwrap());
        assert_eq!(lines[1..], ["Replication 1: drawn when it runs"]);
    }
}
