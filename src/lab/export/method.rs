//! Text about an experiment for a paper: a paragraph with versions, seed and digest, the command that repeats the
//! experiment, and a citation.

use crate::ENGINE_VERSION;
use crate::experiment::is_sample;
use crate::models::Queues;
use crate::scenario::queue::{Backfill, OwnQueue};
use crate::scenario::{Scenario, Swf, swept};
use crate::words::listed;
use crate::words::number::counted;

/// The paragraph, the command and the BibTeX entry. `command` repeats the experiment; `address` (may be empty) opens it.
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

/// The paragraph: "We simulated …".
pub fn paragraph(scenario: &Scenario) -> String {
    let (clusters, nodes) = (scenario.platform.cluster_count(), scenario.platform.node_count());
    let sweep = scenario.experiment.sweep.iter().map(|own| {
        let values: Vec<String> = own.values.iter().map(|&value| crate::words::number::plain(value)).collect();
        let unit = swept::unit(&own.parameter);
        format!("{} at {} {unit}", swept::name(scenario, &own.parameter), values.join(", ")).trim_end().to_owned()
    });
    let sweep: Vec<String> = sweep.collect();
    let varied = match sweep.is_empty() {
        true => String::new(),
        false => format!(" We varied {}.", listed(&sweep)),
    };
    let replications = match is_sample(scenario) {
        true => format!(
            "Means are over {} replications with 95 % confidence intervals (Student’s t); all schedulers ran on the same jobs, so \
             that differences between them are paired. Replications were run",
            scenario.experiment.replications
        ),
        false =>             "Each scheduler had one run at each point, on the same jobs; 95 % intervals, also those of differences, are over blocks of \
             consecutive jobs, so many that neighbouring blocks do not correlate, adjusted for skewness (Skart, Tafazzoli et al. 2011). \
             The runs were made"
                .to_owned(),
    };
    format!(
        "We simulated {} with {} in all with Metasched {} (engine version {ENGINE_VERSION}). In every run {} were scheduled by {}{}.{varied} \
         {replications} with the seed “{}”. The scenario has the digest {}; the same scenario gives the same bits on every machine.",
        counted(clusters, "cluster"),
        counted(nodes, "node"),
        env!("CARGO_PKG_VERSION"),
        jobs(scenario),
        listed(&scenario.scheduler_labels()),
        queue(scenario),
        scenario.seed,
        scenario.digest(),
    )
}

fn jobs(scenario: &Scenario) -> String {
    let Some(swf) = scenario.workload.of::<Swf>() else {
        let jobs = counted(scenario.arrivals(0), "job");
        return format!("{jobs} of the workload model “{}”", scenario.workload.info().label);
    };
    let first = match swf.max_jobs {
        Some(most) => format!("at most {}", counted(most, "job")),
        None => "all usable jobs".to_owned(),
    };
    let load = swf.load.map(|load| format!(", scaled to the load {load},"));
    let name = swf.path.rsplit('/').next().unwrap_or_default();
    format!("{first} of the log “{name}” with {} run time estimates{}", swf.estimates, load.unwrap_or_default())
}

/// The queue of the scenario, if some scheduler does not set its own queue.
fn queue(scenario: &Scenario) -> String {
    let mut schedulers = scenario.schedulers.iter();
    let in_common =
        schedulers.any(|own| own.policy.info().queues == Queues::Common && own.common.queue == OwnQueue::default());
    match in_common {
        true => format!(
            "; jobs waited in the order {}, {}, where a scheduler has no queue of its own",
            scenario.queue.order.info().label,
            match scenario.queue.rules.backfill {
                Backfill::None => "and the first blocked all others",
                Backfill::Skip => "and jobs that fit passed those that did not",
                Backfill::Easy => "with EASY backfilling",
                Backfill::Conservative => "with conservative backfilling",
            }
        ),
        false => String::new(),
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
            "We simulated 4 clusters with 400 nodes in all with Metasched ",
            "In every run 2000 jobs of the workload model “Synthetic” were",
            "; jobs waited in the order FCFS, and jobs that fit passed those that did not, where",
            "scheduled by No share and B3 (chunk 85 %, LSLT 0.8)",
            "We varied BSBW at 100, 300 Mbps.",
            "over 3 replications with 95 % confidence intervals",
            "the seed “7”",
            &scenario.digest(),
        ] {
            assert!(words.contains(part), "{part}: {words}");
        }
        let log = json!({
            "schedulers": [{ "policy": "no-share", "queue": "easy" }],
            "workload": { "model": "swf", "path": "logs/KTH.swf.gz", "estimates": "requested", "load": 0.9, "max_jobs": 1000 },
        });
        let words = paragraph(&Scenario::from_value(&log).unwrap());
        let part = "at most 1000 jobs of the log “KTH.swf.gz” with requested run time estimates, scaled to the load 0.9, were scheduled";
        assert!(words.contains(part) && !words.contains("waited"), "{words}");
        // Nothing of a log on its home clusters is drawn, so the five replications are one run.
        for home in ["random", "partition"] {
            let mut own = log.clone();
            own["workload"]["home"] = json!(home);
            let words = paragraph(&Scenario::from_value(&own).unwrap());
            let (sample, one) = (words.contains("5 replications"), words.contains("one run at each point"));
            assert_eq!((sample, one), (home == "random", home != "random"), "{words}");
            assert!(sample || !words.contains("Student") && !words.contains("eplication"), "{words}");
        }
        let whole = text(&scenario, "metasched sweep mine.json", "");
        assert!(whole.contains("metasched sweep mine.json") && whole.contains("@misc{metasched"));
        assert!(!whole.contains("opens at"));
    }
}
