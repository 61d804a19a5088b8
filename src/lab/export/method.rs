//! What a paper says of an experiment: a paragraph with versions, seed and digest, how it is made again, and how it is cited.

use crate::ENGINE_VERSION;
use crate::base::number::count;
use crate::scenario::{Scenario, swept};

/// The paragraph, the command and the BibTeX entry. `command` makes the same numbers; `address` (may be empty) opens the experiment.
pub fn text(scenario: &Scenario, command: &str, address: &str) -> String {
    let version = env!("CARGO_PKG_VERSION");
    let open = match address.is_empty() {
        true => String::new(),
        false => format!("% opens at\n{address}\n\n"),
    };
    format!(
        "{}\n\n% the same numbers\n{command}\n\n{open}@misc{{metasched,\n  title  = {{Metasched: a laboratory for multi-cluster job scheduling}},\n  \
         author = {{{{The Metasched authors}}}},\n  note   = {{Version {version}, engine {ENGINE_VERSION}}}\n}}\n",
        paragraph(scenario)
    )
}

/// "We simulated …".
pub fn paragraph(scenario: &Scenario) -> String {
    let (clusters, nodes) = (
        scenario.platform.cluster_count(),
        scenario.platform.node_count(),
    );
    let arrivals = scenario.arrivals(0);
    let jobs = match arrivals {
        0 => "the jobs of the log".to_owned(),
        jobs => format!("{} jobs", count(jobs)),
    };
    let sweep = scenario.experiment.sweep.iter().map(|own| {
        let values: Vec<String> = own
            .values
            .iter()
            .map(|&value| crate::base::number::plain(value))
            .collect();
        let unit = swept::unit(&own.parameter);
        format!(
            "{} at {} {unit}",
            swept::name(scenario, &own.parameter),
            values.join(", ")
        )
        .trim_end()
        .to_owned()
    });
    let sweep: Vec<String> = sweep.collect();
    let varied = match sweep.is_empty() {
        true => String::new(),
        false => format!(" We varied {}.", sweep.join(" and ")),
    };
    let replications = match scenario.experiment.replications {
        1 => "One replication was run".to_owned(),
        several => format!(
            "Means are over {several} replications with 95 % confidence intervals (Student’s t); all schedulers ran on the same jobs, so \
             that differences between them are paired. Replications were run"
        ),
    };
    format!(
        "We simulated {} of {} in all with Metasched {} (engine version {ENGINE_VERSION}). In every run {jobs} of the workload model \
         “{}” were scheduled by {}; jobs waited in a queue of the order {} where a scheduler has none of its own.{varied} {replications} with the seed \
         “{}”. The scenario has the digest {}; the same scenario gives the same bits on every machine.",
        plural(clusters, "cluster"),
        plural(nodes, "node"),
        env!("CARGO_PKG_VERSION"),
        scenario.workload.model().label(),
        listed(&scenario.scheduler_labels()),
        scenario.queue.words(&|jobs| jobs.to_string()),
        scenario.seed,
        scenario.digest(),
    )
}

fn plural(number: u64, what: &str) -> String {
    let s = if number == 1 { "" } else { "s" };
    format!("{} {what}{s}", count(number))
}

/// "A, B and C".
fn listed(names: &[String]) -> String {
    match names {
        [] => String::new(),
        [only] => only.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn the_paragraph_says_what_makes_the_numbers() {
        let scenario = json!({
            "schedulers": ["no-share", { "policy": "b3", "lslt": 0.8 }], "seed": "7", "workload": { "jobs_per_cluster": 500 },
            "experiment": { "replications": 3, "sweep": [{ "parameter": "workload.bsbw_mbps", "values": [100, 300] }] },
        });
        let scenario = Scenario::from_value(&scenario).unwrap();
        let words = paragraph(&scenario);
        for part in [
            "We simulated 4 clusters of 400 nodes in all with Metasched ",
            "In every run 2000 jobs",
            "scheduled by No share and B3 (chunk 85 %, LSLT 0.8)",
            "We varied BSBW at 100, 300 Mbps.",
            "over 3 replications with 95 % confidence intervals",
            "the seed “7”",
            &scenario.digest(),
        ] {
            assert!(words.contains(part), "{part}: {words}");
        }
        let whole = text(&scenario, "metasched sweep mine.json", "");
        assert!(whole.contains("metasched sweep mine.json") && whole.contains("@misc{metasched"));
        assert!(!whole.contains("opens at"));
    }
}
