//! No unit of time is special: if all times of a system are multiplied by a factor, so are all starts and ends.
//! Multiplication by a power of two does not round, so the test is exact to the last bit.

use crate::common::{Chronicle, finish, links, orders, simulation, strategies, systems};
use crate::twin::{History, Strategy as Placing};
use metasched::base::maths;
use metasched::experiment;
use metasched::models::shih::Score;
use metasched::scenario::Scenario;
use metasched::workload::Job;
use proptest::prelude::*;
use serde_json::json;

/// The strategy, with another score if its score uses the bounded slowdown, because the bound of 10 s is not multiplied
/// by the factor.
fn by_times(strategy: Placing) -> Placing {
    let of = |score| match score {
        Score::Wait => Score::Wait,
        _ => Score::Turnaround,
    };
    match strategy {
        Placing::Tla(mut ahead) => {
            ahead.score = of(ahead.score);
            Placing::Tla(ahead)
        }
        Placing::CoTla(mut co) => {
            co.ahead.score = of(co.ahead.score);
            Placing::CoTla(co)
        }
        other => other,
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(600))]

    #[test]
    fn histories_scale_with_all_times(
        (platform, jobs) in systems(60),
        strategy in strategies(),
        links in links(),
        order in orders(),
        exponent in -12..=12,
    ) {
        let factor = maths::exp2(f64::from(exponent));
        let run = |jobs: &[Job]| {
            let strategy = by_times(strategy);
            let mut engine = simulation(&platform, jobs, strategy, links, order, Chronicle::default());
            finish(&mut engine, 7);
            engine.into_observer()
        };
        let longer: Vec<Job> = jobs.iter().map(|job| Job {
            arrival_s: job.arrival_s * factor,
            runtime_s: job.runtime_s * factor,
            estimate_s: job.estimate_s * factor,
            ..*job
        }).collect();
        let chronicle = run(&jobs);
        let scaled: Vec<History> = chronicle.ended.iter().map(|own| History {
            start_s: own.start_s * factor,
            end_s: own.end_s * factor,
            promised_s: own.promised_s.map(|time_s| time_s * factor),
            ..own.clone()
        }).collect();
        let found = run(&longer);
        prop_assert_eq!(found.rejected, chronicle.rejected);
        prop_assert_eq!(found.ended, scaled);
    }
}

/// Look-ahead in full queues: if rounding changed a single decision, all later decisions would be different.
#[test]
fn results_scale_with_all_times() {
    let means = |factor: f64| -> Vec<f64> {
        let text = include_str!("../digest/look-ahead-co-allocation.json");
        let schedulers = json!([
            "tla-coalloc",
            { "policy": "tla-coalloc", "score": "wait" },
            { "policy": "tla-coalloc", "queue": "easy" },
            "tla"
        ]);
        let settings = [
            ("schedulers", schedulers),
            ("workload.interarrival_s", (260.0 * factor).into()),
            ("workload.runtime_s", (450.0 * factor).into()),
        ];
        let scenario = Scenario::from_json(text).unwrap().with_all(settings).unwrap();
        let results = experiment::run(&scenario, None).unwrap();
        let runs = results.points[0].results.iter();
        runs.map(|run| run.mean_turnaround_s / factor).collect()
    };
    let plain = means(1.0);
    for factor in [0.25, 8.0, 1024.0] {
        assert_eq!(means(factor), plain, "all times {factor} times as long");
    }
}
